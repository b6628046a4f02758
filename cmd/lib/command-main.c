// SPDX-License-Identifier: MIT
/* Starting a command: its standard streams, the build's own requests, its verb. */
#include "cmd/lib/command-internal.h"
#include "cmd/lib/command.h"
#include "cmd/lib/options.h"
#include "core/base/signals.h"
#include "core/base/text.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { VERBS_MAX = 64 };

static char full_name[80]; /* includes the verb */

static int dump(const struct command *command, const char *form)
{
    static const char *const forms[] = {[DUMP_BASH] = "bash",
                                        [DUMP_FISH] = "fish",
                                        [DUMP_MAN] = "man",
                                        [DUMP_ZSH] = "zsh",
                                        [DUMP_LIST] = "list"};
    for (int i = 0; i <= DUMP_LIST; i++)
        if (strcmp(form, forms[i]) == 0)
            return options_dump(command, (enum dump_form)i, stdin, stdout) ? EXIT_IO : EXIT_WELL;
    return command_usage("no form to dump options in: '%s'", form);
}

static size_t verb_names(const struct command *command, const char *names[VERBS_MAX])
{
    size_t n = 0;
    for (const struct command *const *v = command->verbs; *v && n < VERBS_MAX; v++)
        names[n++] = (*v)->name;
    return n;
}

static int unknown_verb(const struct command *command, const char *word)
{
    const char *names[VERBS_MAX];
    int nearest = text_nearest(word, names, verb_names(command, names));
    if (nearest >= 0)
        return command_usage("unknown command '%s'; did you mean '%s'?", word, names[nearest]);
    return command_usage("unknown command '%s'", word);
}

static int missing_verb(const struct command *command)
{
    const char *names[VERBS_MAX];
    char all[400];
    text_list_words(names, verb_names(command, names), all, sizeof all);
    return command_usage("missing command: %s", all);
}

static int run_verb(const struct command *command, int argc, char **argv)
{
    const char *word = argc > 1 ? argv[1] : NULL;
    for (const struct command *const *v = command->verbs; word && *v; v++) {
        if (strcmp((*v)->name, word) == 0) {
            snprintf(full_name, sizeof full_name, "%s %s", command->name, (*v)->name);
            argv[1] = full_name;
            return (*v)->run(*v, argc - 1, argv + 1);
        }
    }
    if (word && (word[0] != '-' || word[1] == '\0') && !(command->run && command->operands_max))
        return unknown_verb(command, word);
    if (command->run)
        return command->run(command, argc, argv);
    if (word) { /* it is --help, --version, or wrong usage */
        int first;
        if (options_read(command, argc, argv, NULL, &first))
            return EXIT_USAGE;
    }
    return missing_verb(command);
}

/*
 * If the caller has closed a standard stream, keeps it unusable: otherwise the next file opened
 * would get its descriptor, and messages would go into a file of games. It is opened in the wrong
 * direction, so that using it fails.
 */
static void hold_closed_streams(void)
{
    for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++)
        if (fcntl(fd, F_GETFD) < 0
            && open("/dev/null", fd == STDIN_FILENO ? O_WRONLY : O_RDONLY) < 0)
            return;
}

int command_main(const struct command *command, int argc, char **argv)
{
    static const char dump_option[] = "--dump-options=";
    snprintf(full_name, sizeof full_name, "%s", command->name);
    command_set_names(command->name, full_name);
    hold_closed_streams();
    if (argc == 2 && strncmp(argv[1], dump_option, sizeof dump_option - 1) == 0)
        return command_finish(dump(command, argv[1] + sizeof dump_option - 1));
    signals_init();
    if (argc > 0)
        argv[0] = full_name;
    const int status =
        command->verbs ? run_verb(command, argc, argv) : command->run(command, argc, argv);
    return command_is_interrupted() ? command_worse(status, EXIT_STOPPED) : status;
}
