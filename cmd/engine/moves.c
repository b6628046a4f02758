// SPDX-License-Identifier: MIT
/* dama-engine moves: lists the legal moves of a position. */
#include "cmd/engine/dama-engine.h"
#include "cmd/lib/lines.h"
#include "core/base/compiler.h"
#include "core/base/json.h"
#include "core/board/fen.h"
#include "core/board/notation.h"
#include "pdn/formats/fen-list.h"

enum format { FORMAT_TEXT, FORMAT_JSONL };

struct settings {
    const char *variant, *fen;
    int format;
    bool from_stdin;
};

static const char *const format_words[] = {"text", "jsonl", NULL};

/* dama-engine go and dama-book call it --json. */
static int take_json(void *settings, const char *arg, struct err *err)
{
    (void)arg;
    (void)err;
    ((struct settings *)settings)->format = FORMAT_JSONL;
    return 0;
}

static const struct option_row rows[] = {
    {"fen", 0, OPTION_TEXT, "FEN", OPTION_AT(struct settings, fen),
     .help = "list the moves of this position (default: the start position)"},
    {"format", 0, OPTION_CHOICE, "FORMAT", OPTION_AT(struct settings, format),
     .help = "output format", .choices = format_words},
    {"json", 0, OPTION_CALL, NULL, 0, .read = take_json, .help = "same as --format=jsonl",
     .hidden = true},
    {"stdin", 0, OPTION_FLAG, NULL, OPTION_AT(struct settings, from_stdin),
     .help = "read positions from standard input, one FEN per line; print one line for each"},
    {"variant", 0, OPTION_TEXT, "NAME", OPTION_AT(struct settings, variant), .choice = rules_name,
     .help = "rules to play by, or 'list' to print them all"},
};

static void put_square(struct json_writer *w, const struct rules *rules, square sq)
{
    char name[4];
    json_put_text(w, (struct text){name, notation_square(rules, sq, name)});
}

static void put_move(struct json_writer *w, const struct rules *rules, const struct position *pos,
                     const struct move *mv, const struct moves *legal)
{
    char written[NOTATION_MOVE_SIZE];
    json_begin(w, '{');
    json_name(w, "from");
    put_square(w, rules, mv->from);
    json_name(w, "to");
    put_square(w, rules, mv->to);
    json_name(w, "captures");
    json_begin(w, '[');
    for (bitboard left = mv->captured; left; left &= left - 1)
        put_square(w, rules, (square)LOWEST64(left));
    json_end(w, ']');
    json_name(w, "crowns");
    json_put_bool(w, mv->crowns);
    json_name(w, "short");
    unsigned n = notation_write_one_of(rules, pos, mv, legal, NOTATION_STYLE_SHORT, written);
    json_put_text(w, (struct text){written, n});
    json_name(w, "full");
    n = notation_write(rules, pos, mv, NOTATION_STYLE_FULL, written);
    json_put_text(w, (struct text){written, n});
    json_end(w, '}');
}

/* Prints all moves of a position: one per line, or all on one line. @return 0; -1: out of memory */
static int print_moves(const struct settings *settings, const struct rules *rules,
                       const struct position *pos, const struct moves *list)
{
    struct buffer out = {0};
    struct json_writer w = {.out = &out};
    const bool json = settings->format == FORMAT_JSONL;
    if (json && settings->from_stdin)
        json_begin(&w, '[');
    for (unsigned i = 0; i < list->n; i++) {
        char written[NOTATION_MOVE_SIZE];
        if (json) {
            put_move(&w, rules, pos, &list->at[i], list);
        } else {
            notation_write_one_of(rules, pos, &list->at[i], list, NOTATION_STYLE_SHORT, written);
            if (settings->from_stdin && i)
                buffer_add_char(&out, ' ');
            buffer_add_string(&out, written);
        }
        if (!settings->from_stdin) {
            buffer_add_char(&out, '\n');
            w.comma = false;
        }
    }
    if (json && settings->from_stdin)
        json_end(&w, ']');
    if (settings->from_stdin)
        buffer_add_char(&out, '\n');
    const bool failed = out.failed;
    const struct text text = buffer_text(&out);
    if (!failed)
        fwrite(text.s, 1, text.n, stdout);
    buffer_fini(&out);
    return failed ? -1 : 0;
}

static int print_position(const struct settings *settings, const struct rules *rules,
                          const struct position *pos)
{
    struct moves list;
    moves_init(&list);
    const int rc =
        moves_generate(rules, pos, &list) || print_moves(settings, rules, pos, &list) ? -1 : 0;
    if (rc)
        command_say("out of memory");
    moves_fini(&list);
    return rc ? EXIT_IO : EXIT_WELL;
}

/* The context for listing moves. */
struct lister {
    const struct settings *settings;
    const struct rules *rules;
};

/*
 * Lists the moves of a position from standard input. An invalid one gets an empty answer, so that
 * answers still match the lines.
 */
static int list_line(void *ctx, struct text line, struct src_pos at)
{
    const struct lister *l = ctx;
    struct position pos;
    struct err err = {0};
    const struct text fen = fen_list_fen(line);
    if (fen_read(l->rules, fen.n ? fen : line, at, &pos, NULL, &err) == 0
        && fen_check(l->rules, &pos, at, &err) == 0)
        return print_position(l->settings, l->rules, &pos);
    command_error(&err);
    puts(l->settings->format == FORMAT_JSONL ? "null" : "");
    return EXIT_FOUND;
}

static int run(const struct command *command, int argc, char **argv)
{
    struct settings settings = {.variant = rules_international->name, .format = FORMAT_TEXT};
    const struct rules *rules;
    struct position pos;
    int first;
    if (options_read(command, argc, argv, &settings, &first))
        return EXIT_USAGE;
    if (settings.fen && settings.from_stdin)
        return command_usage("--fen and --stdin cannot be combined");
    if (strcmp(settings.variant, "list") == 0) {
        rules_print_table(stdout);
        return command_finish(EXIT_WELL);
    }
    const int status = dama_engine_position(settings.variant, settings.fen, &rules, &pos);
    if (status)
        return status;
    struct lister lister = {&settings, rules};
    return command_finish(settings.from_stdin ? lines_each("-", list_line, &lister)
                                              : print_position(&settings, rules, &pos));
}

const struct command dama_engine_moves = {
    .name = "moves",
    .summary = "list legal moves",
    .rows = rows,
    .n_rows = OPTION_COUNT(rows),
    .instead = "give a position with --fen",
    .run = run,
};
