// SPDX-License-Identifier: MIT
/*
 * The path of a game through the book is printed when the game is added. Losing moves are
 * collected, found by position and move, and counted once per game; those that occur more than once
 * are printed at the end.
 */
#include "cmd/annotate/novelties.h"

#include "cmd/lib/command.h"
#include "core/base/array.h"
#include "core/base/hashtable.h"
#include "core/base/printable.h"
#include "core/board/fen.h"
#include "core/board/notation.h"
#include "core/book/probe.h"
#include "core/game/date.h"
#include "core/game/move-number.h"

#include <stdlib.h>
#include <string.h>

enum {
    BOOK_MOVES_SHOWN = 3,
    GAMES_SHOWN = 8, /* how many game numbers are shown for a losing move */
};

/* A losing move and where it was played. */
struct losing_move {
    const struct rules *rules;
    struct position pos;
    struct move mv;
    unsigned ply; /* its ply in the first game */
    struct move_number count;
    unsigned times; /* games */
    int64_t games[GAMES_SHOWN];
    int64_t last;      /* the last game that was counted: a repetition counts once */
    unsigned from, to; /* years; 0: unknown */
    double loss;       /* loss of expected result */
};

struct novelties {
    const char *path;
    const struct verdict_thresholds *thresholds;
    struct book *book;
    struct book_answer answer;
    struct buffer text;
    struct hashtable table; /* finds `at` by position and move */
    struct losing_move *at; /* n of them; owned */
    unsigned n, room;
    uint64_t novel, whole, other; /* games with a novelty, without one, of other variants */
};

int novelties_open(const char *path, const struct verdict_thresholds *thresholds,
                   struct novelties **out, struct err *err)
{
    struct novelties *nv = calloc(1, sizeof *nv);
    if (!nv)
        return err_memory(err);
    nv->path = path;
    nv->thresholds = thresholds;
    if (book_open(path, BOOK_READ, &nv->book, err)) {
        free(nv);
        return -1;
    }
    /* It is read while the results are written, which a first signal need not end: see write.c. */
    book_ignore_signals(nv->book);
    *out = nv;
    return 0;
}

/* ---- the first new move ---- */

/* Adds "14... 19-23". */
static void add_move(const struct rules *rules, const struct game *game, unsigned ply,
                     const struct position *pos, const struct move *mv, struct buffer *out)
{
    char text[NOTATION_MOVE_SIZE];
    struct move_number count = move_number_at(game, ply);
    notation_write(rules, pos, mv, NOTATION_STYLE_SHORT, text);
    buffer_printf(out, "%u%s %s", count.number, move_number_dots(count), text);
}

static void add_game(const struct game *game, int64_t number, struct buffer *out)
{
    static const char *const tags[] = {"White", "Black", "Date"};
    static const char *const before[] = {"", " – ", ", "};
    buffer_printf(out, "game %lld (", (long long)number);
    for (size_t i = 0; i < ARRAY_LEN(tags); i++) {
        struct text value = game_tag(game, tags[i]);
        bool known = value.n && value.s[0] != '?';
        if (i == 2 && !known)
            continue;
        buffer_add_string(out, before[i]);
        printable_add(out, known ? value : text_of("?"));
    }
    buffer_add_string(out, "): ");
}

/* Whether a move is in the book. @param any set to whether the book has moves here at all */
static bool is_known(struct book_answer *answer, const struct move *mv, bool *any)
{
    *any = false;
    book_answer_share(answer, &book_choice_default);
    for (unsigned i = 0; i < answer->n; i++) {
        bool is_book_move = book_entry_is_book_move(&answer->at[i]);
        *any |= is_book_move;
        if (is_book_move && move_same(&answer->at[i].mv, mv))
            return true;
    }
    return false;
}

/* Adds " (book: 33-28 in 40 games, 34-29)": the book's moves, and in how many games they occur. */
static void add_book_moves(const struct novelties *nv, const struct rules *rules,
                           const struct position *pos, struct buffer *out)
{
    unsigned shown = 0;
    for (unsigned i = 0; i < nv->answer.n && shown < BOOK_MOVES_SHOWN; i++) {
        char text[NOTATION_MOVE_SIZE];
        const struct book_entry *entry = &nv->answer.at[i];
        if (!book_entry_is_book_move(entry))
            continue;
        notation_write(rules, pos, &entry->mv, NOTATION_STYLE_SHORT, text);
        buffer_printf(out, "%s%s", shown++ ? ", " : " (book: ", text);
        if (entry->games)
            buffer_printf(out, " in %llu game%s", (unsigned long long)entry->games,
                          entry->games == 1 ? "" : "s");
    }
    buffer_add_string(out, shown ? ")" : "");
}

static void add_novelty(struct novelties *nv, const struct game *game, const struct position *pos,
                        const struct node *node, unsigned ply, const struct judged_ply *judged)
{
    enum move_verdict verdict = verdict_of(judged, nv->thresholds);
    buffer_add_string(&nv->text, "novelty ");
    add_move(game->rules, game, ply, pos, &node->move, &nv->text);
    add_book_moves(nv, game->rules, pos, &nv->text);
    if (verdict_is_fault(verdict))
        buffer_printf(&nv->text, ", %s %.2f", verdict_word(verdict), judge_loss(judged));
    nv->novel++;
}

/* Adds a description of a game's way through the book. @return 0, or -1 with `err` */
static int follow_book(struct novelties *nv, const struct game *game,
                       const struct judged_ply *plies, unsigned n, struct err *err)
{
    struct book_weighing weighing = {0};
    struct position pos = game->start;
    const struct node *node = game->line.first;
    unsigned i = 0;
    for (; i < n && node; i++, node = node->next) {
        bool any = false;
        int rc = book_probe(nv->book, &pos, &weighing, false, &nv->answer, err);
        if (rc < 0)
            return -1;
        bool known = rc > 0 && is_known(&nv->answer, &node->move, &any);
        if (!known && any) {
            add_novelty(nv, game, &pos, node, i, &plies[i]);
            return 0;
        }
        if (!known)
            break;
        move_play(game->rules, &pos, &node->move);
    }
    nv->whole++;
    if (n == 0)
        buffer_add_string(&nv->text, "its first move is illegal");
    else if (i == 0)
        buffer_add_string(&nv->text, "starts outside the book");
    else if (i == n)
        buffer_add_string(&nv->text, "all of its moves are in the book");
    else
        buffer_printf(&nv->text, "the book ends after %u %s", i, i == 1 ? "ply" : "plies");
    return 0;
}

/* ---- losing moves ---- */

/* @return 0: unknown */
static unsigned year_of(const struct game *game)
{
    struct date date;
    return date_read_roughly(game_tag(game, "Date"), &date) ? date.year : 0;
}

/*
 * Finds the element for a position and a move, adding it if there is none.
 * @return NULL: out of memory
 */
static struct losing_move *losing_move_of(struct novelties *nv, const struct rules *rules,
                                          const struct position *pos, const struct move *mv)
{
    const uint64_t bits[] = {pos->pieces[WHITE], pos->pieces[BLACK], pos->kings, pos->turn,
                             mv->captured,       mv->from,           mv->to};
    uint64_t hash = hashtable_hash(bits, sizeof bits);
    HASHTABLE_EACH (&nv->table, hash, i)
        if (nv->at[i].rules == rules && position_same(&nv->at[i].pos, pos)
            && move_same(&nv->at[i].mv, mv))
            return &nv->at[i];
    if (!ARRAY_GROW(nv->at, nv->n, nv->room) || hashtable_add(&nv->table, hash, nv->n))
        return NULL;
    nv->at[nv->n] = (struct losing_move){.rules = rules, .pos = *pos, .mv = *mv};
    return &nv->at[nv->n++];
}

static void count_game(struct losing_move *losing, const struct game *game, int64_t number,
                       unsigned ply, double loss)
{
    unsigned year = year_of(game);
    if (losing->last == number)
        return;
    losing->last = number;
    if (!losing->times) {
        losing->ply = ply;
        losing->count = move_number_at(game, ply);
        losing->loss = loss;
    }
    if (losing->times < GAMES_SHOWN)
        losing->games[losing->times] = number;
    losing->times++;
    if (year && (!losing->from || year < losing->from))
        losing->from = year;
    if (year > losing->to)
        losing->to = year;
}

/* Whether a move turns a position that was not lost into a lost one. */
static bool is_losing(const struct judged_ply *ply, const struct verdict_thresholds *thresholds)
{
    return verdict_is_fault(verdict_of(ply, thresholds)) && (double)ply->wdl.loss >= thresholds->win
           && (double)ply->best.wdl.loss < thresholds->win;
}

static int count_losing_moves(struct novelties *nv, const struct game *game, int64_t number,
                              const struct judged_ply *plies, unsigned n, struct err *err)
{
    struct position pos = game->start;
    const struct node *node = game->line.first;
    for (unsigned i = 0; i < n && node; i++, node = node->next) {
        if (is_losing(&plies[i], nv->thresholds)) {
            struct losing_move *losing = losing_move_of(nv, game->rules, &pos, &node->move);
            if (!losing)
                return err_memory(err);
            count_game(losing, game, number, i, judge_loss(&plies[i]));
        }
        move_play(game->rules, &pos, &node->move);
    }
    return 0;
}

int novelties_add(struct novelties *nv, const struct game *game, int64_t number,
                  const struct judged_ply *plies, unsigned n, FILE *out, struct err *err)
{
    buffer_clear(&nv->text);
    add_game(game, number, &nv->text);
    if (book_settings(nv->book)->rules != game->rules) {
        nv->other++;
        buffer_printf(&nv->text, "the book is for %s",
                      rules_spelling(book_settings(nv->book)->rules));
    } else if (follow_book(nv, game, plies, n, err)) {
        return -1;
    }
    buffer_add_char(&nv->text, '\n');
    if (nv->text.failed)
        return err_memory(err);
    fwrite(nv->text.s, 1, nv->text.n, out);
    return count_losing_moves(nv, game, number, plies, n, err);
}

static int by_times(const void *a, const void *b)
{
    const struct losing_move *x = a, *y = b;
    if (x->times != y->times)
        return x->times > y->times ? -1 : 1;
    return x->games[0] != y->games[0] ? (x->games[0] < y->games[0] ? -1 : 1)
                                      : (x->ply > y->ply) - (x->ply < y->ply);
}

/* Adds "3 times, 1987 to 2014: 14... 23-28 loses 0.52, games 3, 17, 44, position W:W...:B..." */
static void add_losing(const struct losing_move *losing, struct buffer *out)
{
    char text[NOTATION_MOVE_SIZE], fen[FEN_SIZE];
    buffer_printf(out, "%u times", losing->times);
    if (losing->from && losing->from != losing->to)
        buffer_printf(out, ", %u to %u", losing->from, losing->to);
    else if (losing->from)
        buffer_printf(out, ", %u", losing->from);
    notation_write(losing->rules, &losing->pos, &losing->mv, NOTATION_STYLE_SHORT, text);
    buffer_printf(out, ": %u%s %s loses %.2f, games", losing->count.number,
                  move_number_dots(losing->count), text, losing->loss);
    for (unsigned i = 0; i < losing->times && i < GAMES_SHOWN; i++)
        buffer_printf(out, "%s %lld", i ? "," : "", (long long)losing->games[i]);
    if (losing->times > GAMES_SHOWN)
        buffer_add_string(out, ", ...");
    fen_write(losing->rules, &losing->pos, fen);
    buffer_printf(out, ", position %s\n", fen);
}

int novelties_finish(struct novelties *nv, FILE *out, struct err *err)
{
    buffer_clear(&nv->text);
    if (nv->n)
        qsort(nv->at, nv->n, sizeof *nv->at, by_times);
    for (unsigned i = 0; i < nv->n && nv->at[i].times > 1; i++) {
        if (i == 0)
            buffer_add_string(&nv->text, "\nLosing moves played more than once:\n");
        add_losing(&nv->at[i], &nv->text);
    }
    if (nv->text.failed)
        return err_memory(err);
    fwrite(nv->text.s, 1, nv->text.n, out);
    return 0;
}

void novelties_say(const struct novelties *nv)
{
    const uint64_t games = nv->novel + nv->whole;
    command_say("%llu of %llu game%s %s %s with a novelty", (unsigned long long)nv->novel,
                (unsigned long long)games, games == 1 ? "" : "s",
                nv->novel == 1 ? "leaves" : "leave", nv->path);
    if (nv->other)
        command_say("%s is a book for %s, but %llu game%s other rules", nv->path,
                    rules_spelling(book_settings(nv->book)->rules), (unsigned long long)nv->other,
                    nv->other == 1 ? " has" : "s have");
}

void novelties_close(struct novelties *nv)
{
    if (!nv)
        return;
    book_close(nv->book);
    book_answer_fini(&nv->answer);
    hashtable_fini(&nv->table);
    buffer_fini(&nv->text);
    free(nv->at);
    free(nv);
}
