// SPDX-License-Identifier: MIT
/* dama-book probe: shows what a book knows about positions. */
#include "cmd/book/dama-book.h"
#include "cmd/lib/lines.h"
#include "core/base/json.h"
#include "core/board/fen.h"
#include "core/board/notation.h"
#include "core/board/score.h"
#include "pdn/formats/fen-list.h"

#include <stdlib.h>

struct settings {
    const char *moves;
    double half_life, margin, temperature;
    int64_t seed; /* negative: not given */
    bool json, from_stdin, choose, marks, parents;
};

#define AT(field) OPTION_AT(struct settings, field)

static const char choice_group[] = "Choosing a move";

static const struct option_row rows[] = {
    {"annotations", 'a', OPTION_FLAG, NULL, AT(marks),
     .help = "let ! and ? in the games influence the weights"},
    {"choose", 'c', OPTION_FLAG, NULL, AT(choose), .help = "print one move, chosen by weight",
     .group = choice_group},
    {"half-life", 0, OPTION_REAL, "YEARS", AT(half_life), .real_min = 0, .real_max = 1000,
     .help = "halve the weight of games every YEARS (default: 0, age does not matter)"},
    {"json", 0, OPTION_FLAG, NULL, AT(json), .help = "print a JSON object for each position"},
    {"margin", 0, OPTION_REAL, "POINTS", AT(margin), .real_min = 0, .real_max = 1,
     .help = "choose among moves that score at most POINTS less than the best (default: 0.05)",
     .group = choice_group},
    {"moves", 'm', OPTION_TEXT, "MOVES", AT(moves),
     .help = "look up the position after these moves, such as \"32-28 19-23\""},
    {"parents", 'p', OPTION_FLAG, NULL, AT(parents),
     .help = "also list the moves that lead to the position"},
    {"seed", 0, OPTION_INT, "N", AT(seed), .help = "random seed (default: 1)",
     .group = choice_group},
    {"stdin", 0, OPTION_FLAG, NULL, AT(from_stdin),
     .help = "read positions from standard input, one FEN per line"},
    {"temperature", 't', OPTION_REAL, "T", AT(temperature), .real_min = 0, .real_max = 100,
     .help = "choose by weight^(1/T); 0 means always the heaviest (default: 1)",
     .group = choice_group},
};

struct run {
    const struct settings *settings;
    const char *path;
    struct book *book;
    const struct rules *rules;
    struct book_choice_options choice;
    struct book_player *player; /* with --choose */
    struct book_answer answer;
    struct buffer out;
    unsigned n;      /* how many positions were asked for */
    struct err *err; /* for ask_line; borrowed */
    int status;
};

static void write_move(const struct run *r, const struct position *pos, const struct move *mv,
                       char out[NOTATION_MOVE_SIZE])
{
    notation_write(r->rules, pos, mv, NOTATION_STYLE_SHORT, out);
}

/* ---- text ---- */

static void add_value(struct buffer *out, const struct book_eval *eval, bool known)
{
    if (!known)
        buffer_printf(out, "%8s", "");
    else if (abs(eval->value) >= SCORE_FORCED_WIN)
        buffer_printf(out, "%8s", eval->value > 0 ? "won" : "lost");
    else
        buffer_printf(out, "%+8.2f", score_in_men(eval->value));
}

/* Ends a line after its last non-empty column. */
static void end_line(struct buffer *out)
{
    while (out->n && out->s[out->n - 1] == ' ')
        out->n--;
    buffer_add_char(out, '\n');
}

static void add_entry(struct run *r, const struct position *pos, const struct book_entry *e)
{
    struct buffer *out = &r->out;
    char move[NOTATION_MOVE_SIZE], year[12] = "", rating[12] = "";
    write_move(r, pos, &e->mv, move);
    if (!e->in_book) {
        buffer_printf(out, "%-8s not in the book itself; leads to a position in it ", move);
        add_value(out, &e->eval, e->known);
        end_line(out);
        return;
    }
    if (e->edge.year)
        snprintf(year, sizeof year, "%u", e->edge.year);
    if (e->edge.rating)
        snprintf(rating, sizeof rating, "%u", e->edge.rating);
    buffer_printf(out, "%-8s %8llu %7u %7u %7u", move, (unsigned long long)e->games, e->edge.won,
                  e->edge.drawn, e->edge.lost);
    if (e->edge.won + e->edge.drawn + e->edge.lost)
        buffer_printf(out, "   %3.0f%% (%2.0f-%2.0f)", 100 * e->score.value, 100 * e->score.low,
                      100 * e->score.high);
    else
        buffer_printf(out, "%15s", "");
    add_value(out, &e->eval, e->known);
    buffer_printf(out, " %6.1f%%  %4s %6s", 100 * e->share, year, rating);
    if (e->edge.good || e->edge.bad)
        buffer_printf(out, "  !%u ?%u", e->edge.good, e->edge.bad);
    end_line(out);
}

static int add_parents_text(struct run *r, const struct position *pos, struct err *err)
{
    struct book_parent *ways;
    unsigned n;
    if (book_parents(r->book, pos, &ways, &n, err))
        return -1;
    for (unsigned i = 0; i < n; i++) {
        char move[NOTATION_MOVE_SIZE], fen[FEN_SIZE];
        write_move(r, &ways[i].from, &ways[i].mv, move);
        fen_write(r->rules, &ways[i].from, fen);
        const struct book_edge *edge = &ways[i].edge;
        unsigned games = edge->won + edge->drawn + edge->lost + edge->unknown;
        buffer_printf(&r->out, "reached by %s (%u %s) from %s\n", move, games,
                      games == 1 ? "game" : "games", fen);
    }
    free(ways);
    return 0;
}

static int answer_text(struct run *r, const struct position *pos, int here, struct err *err)
{
    char fen[FEN_SIZE];
    fen_write(r->rules, pos, fen);
    if (r->n > 1)
        buffer_add_char(&r->out, '\n');
    if (here)
        buffer_printf(&r->out, "%s: %llu %s\n", fen, (unsigned long long)r->answer.games,
                      r->answer.games == 1 ? "game" : "games");
    else
        buffer_printf(&r->out, "%s: not in the book\n", fen);
    if (r->answer.n)
        buffer_printf(&r->out, "%-8s %8s %7s %7s %7s   %-13s%8s %7s  %4s %6s\n", "move", "games",
                      "won", "drawn", "lost", "score (95 %)", "value", "chance", "year", "rating");
    for (unsigned i = 0; i < r->answer.n; i++)
        add_entry(r, pos, &r->answer.at[i]);
    return r->settings->parents ? add_parents_text(r, pos, err) : 0;
}

/* ---- JSON ---- */

static void add_eval_json(struct buffer *out, const struct book_eval *eval)
{
    buffer_printf(out, ",\"value\":%.3f", score_in_men(eval->value));
    if (eval->has_score) {
        buffer_printf(out, ",\"evaluation\":{\"score\":%.3f,\"depth\":%u,\"engine\":",
                      score_in_men(eval->score), eval->depth);
        json_add_text(out, text_of(eval->engine));
        buffer_add_string(out, ",\"date\":");
        json_add_text(out, text_of(eval->date));
        buffer_add_char(out, '}');
    }
}

static void add_move_json(struct run *r, const struct position *pos, const struct move *mv)
{
    char move[NOTATION_MOVE_SIZE];
    write_move(r, pos, mv, move);
    buffer_add_string(&r->out, "{\"move\":");
    json_add_text(&r->out, text_of(move));
}

static void add_entry_json(struct run *r, const struct position *pos, const struct book_entry *e)
{
    struct buffer *out = &r->out;
    add_move_json(r, pos, &e->mv);
    buffer_printf(out, ",\"in_book\":%s", e->in_book ? "true" : "false");
    if (e->in_book) {
        buffer_printf(out, ",\"games\":%llu,\"won\":%u,\"drawn\":%u,\"lost\":%u,\"unknown\":%u",
                      (unsigned long long)e->games, e->edge.won, e->edge.drawn, e->edge.lost,
                      e->edge.unknown);
        if (e->edge.won + e->edge.drawn + e->edge.lost)
            buffer_printf(out, ",\"score\":%.4f,\"low\":%.4f,\"high\":%.4f", e->score.value,
                          e->score.low, e->score.high);
        buffer_printf(out, ",\"expected\":%.4f,\"weight\":%.4f,\"chance\":%.4f", e->expected,
                      e->weight, e->share);
        buffer_printf(out, ",\"good\":%u,\"bad\":%u,\"engine\":%s", e->edge.good, e->edge.bad,
                      e->edge.engine ? "true" : "false");
        if (e->edge.year)
            buffer_printf(out, ",\"year\":%u", e->edge.year);
        if (e->edge.rating)
            buffer_printf(out, ",\"rating\":%u", e->edge.rating);
    }
    if (e->known)
        add_eval_json(out, &e->eval);
    buffer_add_char(out, '}');
}

static int add_parents_json(struct run *r, const struct position *pos, struct err *err)
{
    struct book_parent *ways;
    unsigned n;
    if (book_parents(r->book, pos, &ways, &n, err))
        return -1;
    buffer_add_string(&r->out, ",\"parents\":[");
    for (unsigned i = 0; i < n; i++) {
        char fen[FEN_SIZE];
        if (i)
            buffer_add_char(&r->out, ',');
        add_move_json(r, &ways[i].from, &ways[i].mv);
        fen_write(r->rules, &ways[i].from, fen);
        buffer_add_string(&r->out, ",\"fen\":");
        json_add_text(&r->out, text_of(fen));
        buffer_add_char(&r->out, '}');
    }
    buffer_add_char(&r->out, ']');
    free(ways);
    return 0;
}

static int answer_json(struct run *r, const struct position *pos, int here, struct err *err)
{
    char fen[FEN_SIZE];
    fen_write(r->rules, pos, fen);
    buffer_add_string(&r->out, "{\"fen\":");
    json_add_text(&r->out, text_of(fen));
    buffer_printf(&r->out, ",\"in_book\":%s,\"games\":%llu", here ? "true" : "false",
                  (unsigned long long)r->answer.games);
    if (r->answer.has_eval)
        add_eval_json(&r->out, &r->answer.eval);
    buffer_add_string(&r->out, ",\"moves\":[");
    for (unsigned i = 0; i < r->answer.n; i++) {
        if (i)
            buffer_add_char(&r->out, ',');
        add_entry_json(r, pos, &r->answer.at[i]);
    }
    buffer_add_char(&r->out, ']');
    if (r->settings->parents && add_parents_json(r, pos, err))
        return -1;
    buffer_add_string(&r->out, "}\n");
    return 0;
}

/* ---- positions ---- */

static int choose(struct run *r, const struct position *pos, struct err *err)
{
    char move[NOTATION_MOVE_SIZE];
    struct move mv;
    int found = book_player_choose(r->player, pos, &mv, err);
    if (found < 0)
        return -1;
    if (found == 0) {
        r->status = command_worse(r->status, EXIT_FOUND);
        buffer_add_string(&r->out, "-\n");
        return 0;
    }
    write_move(r, pos, &mv, move);
    buffer_printf(&r->out, "%s\n", move);
    return 0;
}

static int ask(struct run *r, const struct position *pos, struct err *err)
{
    buffer_clear(&r->out);
    r->n++;
    if (r->settings->choose) {
        if (choose(r, pos, err))
            return -1;
    } else {
        int here = book_probe(r->book, pos, &r->choice.weighing, true, &r->answer, err);
        if (here < 0)
            return -1;
        book_answer_share(&r->answer, &r->choice);
        if (r->settings->json ? answer_json(r, pos, here, err) : answer_text(r, pos, here, err))
            return -1;
        if (!here)
            r->status = command_worse(r->status, EXIT_FOUND);
    }
    if (r->out.failed)
        return err_memory(err);
    fwrite(r->out.s, 1, r->out.n, stdout);
    return 0;
}

/* Printed instead of an answer, so that answers still match the positions asked for. */
static void put_no_answer(const struct settings *s)
{
    puts(s->choose ? "-" : s->json ? "null" : "");
}

static int read_fen(const struct run *r, struct text fen, struct src_pos at, struct position *out,
                    struct err *err)
{
    return fen_read(r->rules, fen, at, out, NULL, err) ? -1 : fen_check(r->rules, out, at, err);
}

static int ask_line(void *ctx, struct text line, struct src_pos at)
{
    struct run *r = ctx;
    struct position pos;
    struct err why = {0};
    int rc = 0;
    const struct text fen = fen_list_fen(line);
    if (fen.n == 0)
        return 0;
    if (read_fen(r, fen, at, &pos, &why) == 0) {
        rc = ask(r, &pos, r->err);
    } else {
        command_error(&why);
        put_no_answer(r->settings);
        rc = EXIT_FOUND;
    }
    return rc;
}

static int ask_lines(struct run *r, struct err *err)
{
    r->err = err;
    const int rc = lines_each("-", ask_line, r);
    if (rc > 0)
        r->status = command_worse(r->status, rc);
    return rc < 0 ? -1 : 0;
}

static int ask_operand(struct run *r, const char *fen, struct err *err)
{
    struct position pos;
    struct err why = {0};
    if (dama_book_position(NULL, fen, r->rules, &pos, &why) == 0)
        return ask(r, &pos, err);
    command_error(&why);
    put_no_answer(r->settings);
    r->status = command_worse(r->status, EXIT_USAGE);
    return 0;
}

/* Plays the words of --moves. */
static int play_moves(const struct run *r, struct position *pos, struct err *err)
{
    for (const char *p = r->settings->moves; *(p += strspn(p, " ")); p += strcspn(p, " ")) {
        struct text word = {p, strcspn(p, " ")};
        struct move move;
        struct err why = {0};
        size_t digits = strspn(p, "0123456789");
        if (p[digits] == '.') { /* a move number as in PDN: 1. or 1... or 1.32-28 */
            digits += strspn(p + digits, ".");
            word = (struct text){p + digits, word.n - digits};
        }
        if (!word.n)
            continue;
        if (notation_read(r->rules, pos, word, &move, &why))
            return err_plain(err, "--moves: %s", why.msg);
        move_play(r->rules, pos, &move);
    }
    return 0;
}

static int ask_all(struct run *r, char *const *fens, int n, struct err *err)
{
    struct position pos;
    if (r->settings->from_stdin)
        return ask_lines(r, err);
    for (int i = 0; i < n; i++)
        if (ask_operand(r, fens[i], err))
            return -1;
    if (n)
        return 0;
    position_start(r->rules, &pos);
    if (r->settings->moves && play_moves(r, &pos, err))
        return -1;
    return ask(r, &pos, err);
}

static struct book_choice_options choice_of(const struct settings *s)
{
    return (struct book_choice_options){.weighing = {.half_life = s->half_life, .marks = s->marks},
                                        .margin = s->margin,
                                        .temperature = s->temperature,
                                        .seed = s->seed < 0 ? book_choice_default.seed
                                                            : (uint64_t)s->seed,
                                        .min_games = 1};
}

static int open_player(struct run *r, struct err *err)
{
    if (!r->settings->choose)
        return 0;
    return book_player_open(r->path, r->rules, &r->choice, &r->player, err);
}

static int check(const struct settings *s, int fens)
{
    if (s->moves && (fens || s->from_stdin))
        return command_usage(
            "--moves and a FEN cannot be combined: the moves are played from the start position");
    if (s->from_stdin && fens)
        return command_usage("--stdin and a FEN cannot be combined");
    if (s->json && s->choose)
        return command_usage("--json and --choose cannot be combined");
    if (s->parents && s->choose)
        return command_usage("--parents and --choose cannot be combined");
    if (s->seed >= 0 && !s->choose)
        return command_usage("--seed requires --choose");
    return EXIT_WELL;
}

static int run(const struct command *command, int argc, char **argv)
{
    struct settings s = {.margin = book_choice_default.margin,
                         .temperature = book_choice_default.temperature,
                         .seed = -1};
    struct run r = {.settings = &s};
    struct err err = {0};
    int first;
    if (options_read(command, argc, argv, &s, &first))
        return EXIT_USAGE;
    int status = check(&s, argc - first - 1);
    if (status)
        return status;
    r.path = argv[first];
    r.choice = choice_of(&s);
    if ((status = dama_book_open(r.path, BOOK_READ, &r.book)) != 0)
        return status;
    r.rules = book_settings(r.book)->rules;
    if (open_player(&r, &err) || ask_all(&r, argv + first + 1, argc - first - 1, &err)) {
        command_error(&err);
        r.status = err.at.file ? EXIT_IO : EXIT_USAGE;
    }
    book_player_close(r.player);
    book_answer_fini(&r.answer);
    buffer_fini(&r.out);
    book_close(r.book);
    return command_finish(r.status);
}

const struct command dama_book_probe = {
    .name = "probe",
    .summary = "look up positions",
    .usage = "BOOK [FEN]...",
    .rows = rows,
    .n_rows = OPTION_COUNT(rows),
    .operands_min = 1,
    .operands_max = OPERANDS_ANY,
    .files = true,
    .positions = true,
    .run = run,
};
