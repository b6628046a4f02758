// SPDX-License-Identifier: MIT
/*
 * dama-match keys: the keys of match files, from the table by which they are read; also used to
 * make dama-match(5).
 */
#include "cmd/match/dama-match.h"
#include "core/base/ascii.h"
#include "match/config.h"

#include <string.h>

struct settings {
    bool page;
};

static const struct option_row rows[] = {
    {"page", 0, OPTION_FLAG, NULL, OPTION_AT(struct settings, page), .hidden = true,
     .help = "copy standard input with the keys in place of a line @KEYS@"},
};

/* Prints without the markup of the manual's source, which means nothing on a terminal. */
static void print_plain(struct text reference)
{
    for (size_t i = 0; i < reference.n; i++) {
        bool escaped = reference.s[i] == '\\' && i + 1 < reference.n;
        bool inside = i && i + 1 < reference.n && ascii_is_letter(reference.s[i - 1])
                      && ascii_is_letter(reference.s[i + 1]);
        if (escaped)
            putchar(reference.s[++i]);
        else if (reference.s[i] != '*' && (reference.s[i] != '_' || inside))
            putchar(reference.s[i]);
    }
}

static void print_page(struct text reference)
{
    char line[1024];
    while (fgets(line, sizeof line, stdin)) {
        if (strcmp(line, "@KEYS@\n") == 0)
            fwrite(reference.s, 1, reference.n, stdout);
        else
            fputs(line, stdout);
    }
}

static int run(const struct command *command, int argc, char **argv)
{
    struct settings settings = {0};
    struct buffer reference = {0};
    struct err err = {0};
    int first, status = EXIT_WELL;
    if (options_read(command, argc, argv, &settings, &first))
        return EXIT_USAGE;
    if (match_config_reference(&reference, &err)) {
        command_error(&err);
        status = EXIT_IO;
    } else if (settings.page) {
        print_page(buffer_text(&reference));
    } else {
        print_plain(buffer_text(&reference));
    }
    buffer_fini(&reference);
    return command_finish(status);
}

const struct command dama_match_keys = {
    .name = "keys",
    .summary = "list the keys of match files",
    .rows = rows,
    .n_rows = OPTION_COUNT(rows),
    .run = run,
};
