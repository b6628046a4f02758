// SPDX-License-Identifier: MIT
#include "cmd/inputs.h"

int inputs_find(struct walk *inputs, char *const *operands, int n, const char *const *extensions)
{
    struct err err = {0};
    if (walk_operands(inputs, operands, n, extensions, &err)) {
        command_error(&err);
        return EXIT_IO;
    }
    if (inputs->n + inputs->n_failures == 0)
        command_say("no game files in the folders named");
    return EXIT_WELL;
}

int inputs_tell_failures(const struct walk *inputs)
{
    for (unsigned i = 0; i < inputs->n_failures; i++)
        command_error(&inputs->failures[i]);
    return inputs->n_failures ? EXIT_IO : EXIT_WELL;
}
