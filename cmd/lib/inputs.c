// SPDX-License-Identifier: MIT
#include "cmd/lib/inputs.h"

#include "core/base/path.h"

#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

void inputs_say_waiting(int n)
{
    if (n == 0 && isatty(STDIN_FILENO))
        command_say("reading games from standard input; press Ctrl-D to end");
}

/* Whether an input is the regular file `out`. */
static bool is_file(const char *input, const struct stat *out)
{
    struct stat in;
    if (!S_ISREG(out->st_mode))
        return false; /* a device cannot be lost */
    int rc = strcmp(input, "-") == 0 ? fstat(STDIN_FILENO, &in) : stat(input, &in);
    return rc == 0 && path_same_file(&in, out);
}

/*
 * A command that reads what it writes would never end: refuses standard output that is a named
 * input, and leaves it out where it was found in a folder.
 */
static int pass_over_output(struct walk *inputs, bool quiet)
{
    struct stat out;
    if (fstat(STDOUT_FILENO, &out))
        return EXIT_WELL;
    for (unsigned i = inputs->n; i-- > 0;) {
        if (!is_file(inputs->paths[i], &out))
            continue;
        if (!inputs->found[i]) {
            command_say("standard output is also an input; refusing to write to it");
            return EXIT_USAGE;
        }
        if (!quiet)
            command_say("%s was not read: it is standard output", inputs->paths[i]);
        walk_remove(inputs, i);
        if (inputs->n == 0) {
            command_say("there is no other file to read");
            return EXIT_IO;
        }
    }
    return EXIT_WELL;
}

int inputs_find(struct walk *inputs, char *const *operands, int n, bool (*wanted)(struct text name),
                bool quiet)
{
    struct err err = {0};
    if (walk_operands_wanted(inputs, operands, n, wanted, &err)) {
        command_error(&err);
        return EXIT_IO;
    }
    if (!quiet && inputs->n_texts == 1)
        command_say("%s was not read: a .txt file is read only if it is given by name",
                    inputs->first_text);
    else if (!quiet && inputs->n_texts > 1)
        command_say(
            "%u .txt files such as %s were not read: they are read only if they are given by name",
            inputs->n_texts, inputs->first_text);
    int status = pass_over_output(inputs, quiet);
    if (status == EXIT_WELL)
        inputs_say_waiting(n);
    return status;
}

int inputs_report_failures(const struct walk *inputs)
{
    for (unsigned i = 0; i < inputs->n_failures; i++)
        command_error(&inputs->failures[i]);
    return inputs->n_failures ? EXIT_IO : EXIT_WELL;
}

void input_say_empty(const char *path)
{
    struct stat st;
    if (path && stat(path, &st) == 0 && S_ISREG(st.st_mode) && st.st_size == 0)
        command_say("%s is empty", path);
}

bool input_is_at(const char *input, const char *path)
{
    struct stat out;
    return input && strcmp(path, "-") != 0 && stat(path, &out) == 0 && is_file(input, &out);
}

int input_check_output(const char *input, const char *path)
{
    if (!path || !input_is_at(input, path))
        return EXIT_WELL;
    command_say("%s is also an input; refusing to overwrite it", path);
    return EXIT_USAGE;
}

int inputs_check_output(char *const *inputs, int n, const char *path)
{
    int status = EXIT_WELL;
    for (int i = 0; i < n && status == EXIT_WELL; i++)
        status = input_check_output(inputs[i], path);
    return status;
}
