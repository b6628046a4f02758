// SPDX-License-Identifier: MIT
/* dama-engine show: positions as text boards or SVG. */
#include "cmd/engine/dama-engine.h"
#include "cmd/lib/lines.h"
#include "cmd/lib/terminal.h"
#include "core/board/diagram.h"
#include "core/board/fen.h"
#include "core/board/notation.h"
#include "pdn/formats/fen-list.h"

struct settings {
    const char *variant, *move;
    bool ascii, server, unicode, svg, small, flip, no_numbers;
};

static const struct option_row rows[] = {
    {"ascii", 0, OPTION_FLAG, NULL, OPTION_AT(struct settings, ascii),
     .help = "use letters, even on a terminal that can display draughts symbols"},
    {"flip", 0, OPTION_FLAG, NULL, OPTION_AT(struct settings, flip),
     .help = "show Black at the bottom"},
    {"move", 0, OPTION_TEXT, "MOVE", OPTION_AT(struct settings, move),
     .help = "mark a legal move: its first and last square, and the pieces it captures"},
    {"no-numbers", 0, OPTION_FLAG, NULL, OPTION_AT(struct settings, no_numbers),
     .help = "leave out all numbers and letters around and on the board"},
    {"server", 0, OPTION_FLAG, NULL, OPTION_AT(struct settings, server),
     .help = "use the dama server's style: *C* for Black's men, :C: for White's"},
    {"small", 0, OPTION_FLAG, NULL, OPTION_AT(struct settings, small),
     .help = "use two characters per square instead of four"},
    {"svg", 0, OPTION_FLAG, NULL, OPTION_AT(struct settings, svg),
     .help = "print one position as an SVG diagram"},
    {"unicode", 0, OPTION_FLAG, NULL, OPTION_AT(struct settings, unicode),
     .help = "use draughts symbols and box lines"},
    {"variant", 0, OPTION_TEXT, "NAME", OPTION_AT(struct settings, variant), .choice = rules_name,
     .help = "rules and board, or 'list' to print them all"},
};

/* What to show, and how. */
struct show {
    const struct rules *rules;
    struct diagram_options diagram;
    const char *move; /* NULL: no move is marked */
    bool svg;
    unsigned shown;
    int status;
};

/* Finds the move to mark. */
static int find_move(const struct show *show, const struct position *pos, struct move *mv,
                     struct err *err)
{
    struct err why = {0};
    if (notation_read(show->rules, pos, text_of(show->move), mv, &why))
        return err_plain(err, "--move: %s", why.msg);
    return 0;
}

/* Draws a position; if it is impossible in the variant, it is drawn and reported. */
static void show_position(struct show *show, const struct position *pos, struct src_pos at)
{
    struct err err = {0};
    struct move mv;
    struct diagram_options options = show->diagram;
    if (show->move) {
        if (find_move(show, pos, &mv, &err)) {
            command_error(&err);
            show->status = command_worse(show->status, EXIT_FOUND);
            return;
        }
        options.marked = &mv;
    }
    if (fen_check(show->rules, pos, at, &err)) {
        command_error(&err);
        show->status = command_worse(show->status, EXIT_FOUND);
    }
    if (show->svg) {
        diagram_svg(show->rules, pos, &options, stdout);
        return;
    }
    if (show->shown++)
        putchar('\n');
    diagram_text(show->rules, pos, &options, stdout);
}

static void show_fen(struct show *show, struct text fen, struct src_pos at)
{
    struct position pos;
    struct err err = {0};
    if (fen_read(show->rules, fen, at, &pos, NULL, &err)) {
        command_error(&err);
        show->status = command_worse(show->status, EXIT_FOUND);
    } else {
        show_position(show, &pos, at);
    }
}

static int show_line(void *ctx, struct text line, struct src_pos at)
{
    const struct text fen = fen_list_fen(line);
    if (fen.n)
        show_fen(ctx, fen, at);
    return EXIT_WELL;
}

static void show_lines(struct show *show)
{
    const int status = lines_each("-", show_line, show); /* show_line also sets show->status */
    show->status = command_worse(show->status, status);
}

static void show_all(struct show *show, char **fens, int n)
{
    for (int i = 0; i < n; i++) {
        if (strcmp(fens[i], "-") == 0)
            show_lines(show);
        else
            show_fen(show, text_of(fens[i]), (struct src_pos){0});
    }
    if (n == 0) {
        struct position pos;
        position_start(show->rules, &pos);
        show_position(show, &pos, (struct src_pos){0});
    }
}

static enum diagram_style style_of(const struct settings *settings)
{
    if (settings->server)
        return DIAGRAM_SERVER;
    bool unicode = settings->unicode || (!settings->ascii && terminal_has_unicode(stdout));
    return unicode ? DIAGRAM_UNICODE : DIAGRAM_LETTERS;
}

static int run(const struct command *command, int argc, char **argv)
{
    struct settings settings = {.variant = rules_international->name};
    struct show show = {.status = EXIT_WELL};
    int first;
    if (options_read(command, argc, argv, &settings, &first))
        return EXIT_USAGE;
    if (settings.ascii + settings.server + settings.unicode + settings.svg > 1)
        return command_usage("--ascii, --server, --unicode and --svg cannot be combined");
    if (settings.svg && (argc - first > 1 || (argc > first && strcmp(argv[first], "-") == 0)))
        return command_usage("--svg draws one position");
    if (settings.move && settings.small && !settings.svg)
        return command_usage("small boards have no room for the marks of --move");
    if (strcmp(settings.variant, "list") == 0) {
        rules_print_table(stdout);
        return command_finish(EXIT_WELL);
    }
    if (dama_engine_rules(settings.variant, &show.rules))
        return EXIT_USAGE;
    show.diagram = (struct diagram_options){.flipped = settings.flip,
                                            .small = settings.small,
                                            .style = style_of(&settings),
                                            .no_numbers = settings.no_numbers};
    show.move = settings.move;
    show.svg = settings.svg;
    show_all(&show, argv + first, argc - first);
    return command_finish(show.status);
}

const struct command dama_engine_show = {
    .name = "show",
    .summary = "print boards as text or SVG",
    .usage = "[FEN|-]...",
    .rows = rows,
    .n_rows = OPTION_COUNT(rows),
    .operands_max = OPERANDS_ANY,
    .run = run,
};
