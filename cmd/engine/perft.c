// SPDX-License-Identifier: MIT
/* dama-engine perft: counts the positions after a number of plies. */
#include "core/board/perft.h"

#include "cmd/engine/dama-engine.h"
#include "core/board/notation.h"

#include <inttypes.h>
#include <stdlib.h>

enum { DEPTH_MAX = 100, THREADS_MAX = 256, DEPTH_DEFAULT = 6 };

struct settings {
    const char *variant, *fen;
    unsigned depth, threads;
    int count; /* enum perft_count */
    bool divide;
};

static const char *const count_words[] = {"unique", "routes", NULL};

static const struct option_row rows[] = {
    {"count", 0, OPTION_CHOICE, "HOW", OPTION_AT(struct settings, count),
     .help =
         "count captures of the same pieces between the same squares once, or once per order of "
         "capture",
     .choices = count_words},
    {"depth", 'd', OPTION_UNSIGNED, "N", OPTION_AT(struct settings, depth), .max = DEPTH_MAX,
     .help = "count to N plies (default: 6)"},
    {"divide", 0, OPTION_FLAG, NULL, OPTION_AT(struct settings, divide),
     .help = "print the count for each first move as well"},
    {"fen", 0, OPTION_TEXT, "FEN", OPTION_AT(struct settings, fen),
     .help = "start from this position (default: the start position)"},
    {"threads", 0, OPTION_UNSIGNED, "N", OPTION_AT(struct settings, threads), .min = 1,
     .max = THREADS_MAX, .help = "use N threads (default: 1)"},
    {"variant", 0, OPTION_TEXT, "NAME", OPTION_AT(struct settings, variant), .choice = rules_name,
     .help = "rules to play by, or 'list' to print them all"},
};

static void print_rows(const struct rules *rules, const struct position *pos,
                       const struct perft_row *first, unsigned n, bool routes)
{
    for (unsigned i = 0; i < n; i++) {
        char move[NOTATION_MOVE_SIZE];
        notation_write(rules, pos, &first[i].move,
                       routes ? NOTATION_STYLE_FULL : NOTATION_STYLE_SHORT, move);
        printf("%s %" PRIu64 "\n", move, first[i].leaves);
    }
}

static int count(const struct settings *settings, const struct rules *rules,
                 const struct position *pos)
{
    struct perft_row *first = NULL;
    unsigned n = 0;
    uint64_t leaves = 0;
    if (settings->depth == 0) {
        puts("1");
        return EXIT_WELL;
    }
    const int rc = perft_divide(rules, pos, settings->depth, (enum perft_count)settings->count,
                                settings->threads, &first, &n);
    if (rc < 0) {
        command_say("out of memory");
        return EXIT_IO;
    }
    for (unsigned i = 0; i < n; i++)
        leaves += first[i].leaves;
    if (rc == 0) {
        if (settings->divide)
            print_rows(rules, pos, first, n, settings->count == PERFT_ROUTES);
        printf("%" PRIu64 "\n", leaves);
    } else {
        command_say("stopped; the counts are incomplete");
    }
    free(first);
    return rc ? EXIT_STOPPED : EXIT_WELL;
}

static int run(const struct command *command, int argc, char **argv)
{
    struct settings settings = {.variant = rules_international->name,
                                .depth = DEPTH_DEFAULT,
                                .threads = 1,
                                .count = PERFT_UNIQUE};
    const struct rules *rules;
    struct position pos;
    int first;
    if (options_read(command, argc, argv, &settings, &first))
        return EXIT_USAGE;
    if (strcmp(settings.variant, "list") == 0) {
        rules_print_table(stdout);
        return command_finish(EXIT_WELL);
    }
    const int status = dama_engine_position(settings.variant, settings.fen, &rules, &pos);
    return status ? status : command_finish(count(&settings, rules, &pos));
}

const struct command dama_engine_perft = {
    .name = "perft",
    .summary = "count the leaf nodes at a given depth",
    .rows = rows,
    .n_rows = OPTION_COUNT(rows),
    .instead = "give a position with --fen",
    .run = run,
};
