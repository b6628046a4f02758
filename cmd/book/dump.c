// SPDX-License-Identifier: MIT
/* dama-book dump: writes a book as PDN, as a report, as a table or as positions. */
#include "cmd/book/dama-book.h"
#include "cmd/lib/inputs.h"
#include "core/base/outfile.h"
#include "core/base/tempfile.h"
#include "core/board/fen.h"
#include "core/board/notation.h"
#include "core/board/score.h"
#include "core/book/book-report.h"
#include "pdn/pdn.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum form { FORM_PDN, FORM_REPORT, FORM_HTML, FORM_CSV, FORM_FEN };

static const char *const form_words[] = {"pdn", "report", "html", "csv", "fen", NULL};

struct settings {
    const char *output, *fen, *title;
    unsigned plies, min_games, moves_max;
    int form;
};

#define AT(field) OPTION_AT(struct settings, field)

static const struct option_row rows[] = {
    {"fen", 0, OPTION_TEXT, "FEN", AT(fen), .help = "start from this position"},
    {"format", 'f', OPTION_CHOICE, "FORMAT", AT(form), .choices = form_words,
     .help = "a game with variations, an opening report as text or HTML, a table, or positions "
             "(default: by the name of --output, or pdn)"},
    {"min-games", 0, OPTION_UNSIGNED, "N", AT(min_games), .max = 1000000000,
     .help = "leave out moves played in fewer than N games"},
    {"moves", 0, OPTION_UNSIGNED, "N", AT(moves_max), .max = 1000,
     .help = "keep the N most played moves of each position"},
    {"output", 'o', OPTION_TEXT, "FILE", AT(output), .file = true, .once = true,
     .help = "write to FILE instead of standard output"},
    {"plies", 'n', OPTION_UNSIGNED, "N", AT(plies), .min = 1, .max = BOOK_PLIES_MAX,
     .help = "go N plies deep (default: all, or 4 in reports)"},
    {"title", 0, OPTION_TEXT, "TEXT", AT(title), .help = "heading of a report"},
};

struct run {
    struct book *book;
    const struct rules *rules;
    struct book_tree_options tree;
    struct book_roots roots;
    FILE *out;
    int status; /* EXIT_FOUND: the position is not in the book; EXIT_USAGE: not a position */
};

static int dump_pdn(struct run *r, struct err *err)
{
    struct arena arena = {0};
    struct game game = {.arena = &arena};
    struct buffer text = {0};
    char fen[FEN_SIZE];
    int rc = book_tree_game(r->book, &r->tree, &game, err);
    if (rc == 0) {
        unsigned n = fen_write(r->rules, &game.start, fen);
        if (game_set_tag(&game, text_of("Event"), text_of("Opening book"))
            || game_set_tag(&game, text_of("Result"), text_of("*"))
            || game_set_rules_tags(&game, r->rules)
            || (game.start_given && game_set_tag(&game, text_of("FEN"), (struct text){fen, n})))
            rc = err_memory(err);
        else
            rc = pdn_write(&game, NULL, &text, err);
    }
    if (rc == 0)
        fwrite(text.s, 1, text.n, r->out);
    buffer_fini(&text);
    arena_fini(&arena);
    return rc;
}

static int csv_step(void *ctx, const struct book_step *step)
{
    struct run *r = ctx;
    const struct book_entry *e = step->entry;
    char fen[FEN_SIZE], move[NOTATION_MOVE_SIZE];
    fen_write(r->rules, step->pos, fen);
    notation_write(r->rules, step->pos, &e->mv, NOTATION_STYLE_SHORT, move);
    if (!step->detached)
        fprintf(r->out, "%u", step->ply + 1);
    fprintf(r->out, ",\"%s\",%s,%llu,%u,%u,%u,%u,%u,%u,", fen, move, (unsigned long long)e->games,
            e->edge.won, e->edge.drawn, e->edge.lost, e->edge.unknown, e->edge.good, e->edge.bad);
    if (e->edge.year)
        fprintf(r->out, "%u", e->edge.year);
    fputc(',', r->out);
    if (e->edge.rating)
        fprintf(r->out, "%u", e->edge.rating);
    if (e->known)
        fprintf(r->out, ",%.3f,", score_in_men(e->eval.value));
    else
        fputs(",,", r->out);
    if (e->known && e->eval.has_score)
        fprintf(r->out, "%.3f,%u", score_in_men(e->eval.score), e->eval.depth);
    else
        fputc(',', r->out);
    fputc('\n', r->out);
    return ferror(r->out) ? -1 : 0;
}

static void put_fen(const struct run *r, const struct position *pos)
{
    char fen[FEN_SIZE];
    fen_write(r->rules, pos, fen);
    fprintf(r->out, "%s\n", fen);
}

static int fen_step(void *ctx, const struct book_step *step)
{
    struct run *r = ctx;
    struct position pos = *step->pos;
    if (step->detached && step->ply == 0 && step->rank == 0)
        put_fen(r, &pos);
    if (step->repeated)
        return 0;
    move_play(r->rules, &pos, &step->entry->mv);
    put_fen(r, &pos);
    return ferror(r->out) ? -1 : 0;
}

static int dump_csv(struct run *r, struct err *err)
{
    fputs("ply,fen,move,games,won,drawn,lost,unknown,good,bad,year,rating,value,score,depth\n",
          r->out);
    return book_walk(r->book, &r->tree, csv_step, r, err);
}

static int dump_fen(struct run *r, struct err *err)
{
    put_fen(r, &r->tree.start);
    return book_walk(r->book, &r->tree, fen_step, r, err);
}

static int dump(struct run *r, const struct settings *s, struct err *err)
{
    struct book_report report = {.title = s->title, .html = s->form == FORM_HTML};
    switch ((enum form)s->form) {
    case FORM_PDN:
        return dump_pdn(r, err);
    case FORM_CSV:
        return dump_csv(r, err);
    case FORM_FEN:
        return dump_fen(r, err);
    default:
        if (!r->tree.plies)
            r->tree.plies = 4;
        report.tree = r->tree;
        return book_report_write(r->book, &report, r->out, err);
    }
}

/*
 * Finds positions that are not reached from the start position, for output forms that do not need a
 * tree.
 */
static int find_roots(struct run *r, const struct settings *s, struct err *err)
{
    if (s->fen)
        return 0;
    if (book_roots_find(r->book, &r->tree.start, &r->roots, err))
        return -1;
    if ((s->form == FORM_CSV || s->form == FORM_FEN) && !s->plies)
        r->tree.roots = &r->roots;
    return 0;
}

static void say_detached(const struct run *r, const struct settings *s)
{
    uint64_t n = r->roots.detached;
    if (!n || r->tree.roots)
        return;
    command_say("%llu %s not reached from the start position; %s", (unsigned long long)n,
                n == 1 ? "position is" : "positions are",
                s->form == FORM_CSV || s->form == FORM_FEN
                    ? "without --plies they are listed, too"
                    : "--format=fen lists them, --fen starts from one of them");
}

/* Writes the book as it is now, even if another process changes it meanwhile. */
static int dump_frozen(struct run *r, const struct settings *s, struct err *err)
{
    if (book_freeze(r->book, err))
        return -1;
    int rc = find_roots(r, s, err);
    if (rc == 0)
        rc = dump(r, s, err);
    book_thaw(r->book);
    return rc;
}

static void copy(FILE *from, FILE *to)
{
    char bytes[1 << 16];
    size_t n;
    rewind(from);
    while ((n = fread(bytes, 1, sizeof bytes, from)) > 0 && fwrite(bytes, 1, n, to) == n) {
    }
}

/*
 * Dumps to standard output, whose reader may be slow: the dump is completed before it is printed,
 * so that programs that change the book need not wait for the reader.
 */
static int dump_to_pipe(struct run *r, const struct settings *s, FILE *out, struct err *err)
{
    if (!(r->out = tempfile_open(err)))
        return -1;
    int rc = dump_frozen(r, s, err);
    if (fflush(r->out) || ferror(r->out))
        rc = err_plain(err, "cannot write a temporary file: %s", strerror(errno));
    if (rc == 0)
        copy(r->out, out);
    fclose(r->out);
    return rc;
}

static int write_all(struct run *r, const struct settings *s, struct err *err)
{
    struct outfile *file = NULL;
    if (s->fen && dama_book_position("--fen", s->fen, r->rules, &r->tree.start, err)) {
        r->status = EXIT_USAGE;
        return -1;
    }
    int here = book_has(r->book, &r->tree.start, err);
    if (here < 0)
        return -1;
    if (here == 0) {
        command_say("--fen: the position is not in the book");
        r->status = EXIT_FOUND;
    }
    if (outfile_open(s->output ? s->output : "-", &file, err))
        return -1;
    bool to_file = s->output && strcmp(s->output, "-") != 0; /* else command_finish checks it */
    if (to_file) {
        r->out = outfile_stream(file);
        dump_frozen(r, s, err);
    } else {
        dump_to_pipe(r, s, outfile_stream(file), err);
    }
    if (!err->msg[0] && to_file)
        outfile_finish(&file, err);
    outfile_close(file);
    if (err->msg[0])
        return -1;
    say_detached(r, s);
    return 0;
}

static int run(const struct command *command, int argc, char **argv)
{
    struct settings s = {.form = -1};
    struct run r = {0};
    struct err err = {0};
    int first;
    if (options_read(command, argc, argv, &s, &first))
        return EXIT_USAGE;
    if (s.form < 0 && (s.form = option_format_of("--format", s.output, form_words, FORM_PDN)) < 0)
        return EXIT_USAGE;
    if (s.title && s.form != FORM_REPORT && s.form != FORM_HTML)
        return command_usage("--title requires --format=report or html");
    int status = input_check_output(argv[first], s.output);
    if (status || (status = dama_book_open(argv[first], BOOK_READ, &r.book)) != 0)
        return status;
    r.rules = book_settings(r.book)->rules;
    r.tree = (struct book_tree_options){.plies = s.plies,
                                        .min_games = s.min_games,
                                        .moves_max = s.moves_max,
                                        .shortest = s.form == FORM_CSV};
    position_start(r.rules, &r.tree.start);
    if (write_all(&r, &s, &err)) {
        command_error(&err);
        r.status = r.status == EXIT_USAGE ? EXIT_USAGE : EXIT_IO;
    }
    book_roots_fini(&r.roots);
    book_close(r.book);
    return command_finish(r.status);
}

const struct command dama_book_dump = {
    .name = "dump",
    .summary = "write a book as PDN, report, table or positions",
    .usage = "BOOK",
    .rows = rows,
    .n_rows = OPTION_COUNT(rows),
    .operands_min = 1,
    .operands_max = 1,
    .files = true,
    .run = run,
};
