// SPDX-License-Identifier: MIT
/*
 * The legal moves of the position are generated, and the rows of the book are matched with them by
 * code. So no illegal move is ever answered, whatever the file says. In a folded book all of this
 * may happen on the mirrored board, and only the moves of the answer are turned back. One read
 * transaction covers a probe: a writer cannot change the book between two of its queries.
 */
#include "core/book/probe.h"

#include "core/board/score.h"
#include "core/book/book-internal.h"

#include <math.h>
#include <stdlib.h>

/*
 * With a prior of eight games, a move that won its only game is no better than one that scored 60 %
 * in fifty. The spread makes a move that scores 2 % less about a third as likely. A man more gives
 * about 82 % of the points, by the models of the engine's scores in the middle game, averaged over
 * all variants.
 */
static const double PRIOR = 8, SPREAD = 0.02, EVAL_STRENGTH = 4, POINTS_A_MAN = 1.5;

static double points_of(int value) { return 1 / (1 + exp(-POINTS_A_MAN * value / SCORE_MAN)); }

static int make_room(struct book_answer *out, unsigned n)
{
    if (n <= out->room)
        return 0;
    struct book_entry *grown = realloc(out->at, n * sizeof *grown);
    if (!grown)
        return -1;
    out->at = grown;
    out->room = n;
    return 0;
}

void book_answer_fini(struct book_answer *answer)
{
    free(answer->at);
    *answer = (struct book_answer){0};
}

/* ---- one move ---- */

static const struct book_choice_row *row_of(const struct book_choice_rows *rows, uint32_t code)
{
    for (unsigned i = 0; i < rows->n; i++) {
        if (rows->at[i].edge.move == code)
            return &rows->at[i];
    }
    return NULL;
}

/* Stores the evaluation of the position after a move, from the view of the side that moves. */
static void take_eval(struct book_entry *e, const struct book_eval *eval)
{
    e->known = true;
    e->eval = *eval;
    e->eval.score = -eval->score;
    e->eval.value = -eval->value;
    e->is_lost = e->eval.value <= -SCORE_FORCED_WIN;
}

static void score_entry(struct book_entry *e)
{
    const struct book_edge *edge = &e->edge;
    uint64_t known = (uint64_t)edge->won + edge->drawn + edge->lost;
    struct elo_counts counts = elo_games(edge->won, edge->drawn, edge->lost);
    double prior = e->known ? points_of(e->eval.value) : 0.5;
    e->games = known + edge->unknown;
    e->score = elo_score(&counts, INTERVAL_95);
    e->expected = (edge->won + edge->drawn / 2.0 + PRIOR * prior) / ((double)known + PRIOR);
}

/*
 * Handles a move not in the book.
 * @return 1: it leads back into it; 0: it does not; -1 with `err`
 */
static int take_transposition(struct book *book, const struct position *kept, struct book_entry *e,
                              struct err *err)
{
    struct position next = *kept;
    struct book_eval eval;
    bool mirrored;
    move_play(book->settings.rules, &next, &e->mv);
    e->edge.next = book_key(book, &next, NULL, &mirrored);
    int rc = book_db_has(book->db, e->edge.next, err);
    if (rc <= 0)
        return rc;
    rc = book_db_eval(book->db, e->edge.next, &eval, err);
    if (rc > 0)
        take_eval(e, &eval);
    return rc < 0 ? -1 : 1;
}

/*
 * Adds a move of the list if it is in the book or leads back into it.
 * @return 1: added; 0: not added; -1 with `err`
 */
static int take_move(struct book *book, const struct position *kept, const struct move *mv,
                     uint32_t code, bool transpositions, struct book_entry *e, struct err *err)
{
    const struct book_choice_row *row = row_of(&book->choices, code);
    int rc = row ? 1 : 0;
    if (!row && !transpositions)
        return 0;
    *e = (struct book_entry){.mv = *mv, .in_book = row != NULL, .edge.move = code};
    if (row) {
        e->edge = row->edge;
        if (row->known)
            take_eval(e, &row->eval);
    } else {
        rc = take_transposition(book, kept, e, err);
    }
    if (rc > 0)
        score_entry(e);
    return rc;
}

/* ---- weights ---- */

static double weight_of(const struct book_entry *e, const struct book_weighing *w, double best,
                        unsigned newest)
{
    double strength = (double)e->games;
    if (e->is_lost || !e->in_book)
        return 0;
    if (w->half_life > 0 && e->edge.year && newest > e->edge.year)
        strength *= exp2(-(double)(newest - e->edge.year) / w->half_life);
    if (e->known)
        strength += EVAL_STRENGTH;
    double weight = strength * exp((e->expected - best) / SPREAD);
    if (!w->marks)
        return weight;
    double n = e->games ? (double)e->games : 1, sound = 1 - e->edge.bad / n;
    return weight * (1 + e->edge.good / n) * sound * sound;
}

static int by_weight(const void *a, const void *b)
{
    const struct book_entry *p = a, *q = b;
    if (p->weight != q->weight)
        return p->weight > q->weight ? -1 : 1;
    if (p->games != q->games)
        return p->games > q->games ? -1 : 1;
    if (p->in_book != q->in_book)
        return p->in_book ? -1 : 1;
    return p->edge.move < q->edge.move ? -1 : p->edge.move > q->edge.move;
}

/* The year of the newest game, from which the age of the others is counted. */
static int newest_year(struct book *book, unsigned *year, struct err *err)
{
    if (!book->has_size && book_db_count(book->db, &book->size, err))
        return -1;
    book->has_size = true;
    *year = (unsigned)book->size.last_year;
    return 0;
}

static int weigh(struct book *book, const struct book_weighing *w, struct book_answer *out,
                 struct err *err)
{
    double best = 0;
    unsigned newest = 0;
    if (w->half_life > 0 && newest_year(book, &newest, err))
        return -1;
    for (unsigned i = 0; i < out->n; i++) {
        if (out->at[i].in_book && !out->at[i].is_lost)
            best = fmax(best, out->at[i].expected);
    }
    for (unsigned i = 0; i < out->n; i++)
        out->at[i].weight = weight_of(&out->at[i], w, best, newest);
    qsort(out->at, out->n, sizeof *out->at, by_weight);
    return 0;
}

/* ---- probing ---- */

static int list_moves(struct book *book, const struct position *kept, bool mirrored,
                      bool transpositions, struct book_answer *out, struct err *err)
{
    uint32_t codes[MOVES_OWN];
    unsigned n = book->list.n < MOVES_OWN ? book->list.n : MOVES_OWN;
    if (make_room(out, n))
        return err_memory(err);
    book->list.n = n; /* cut off at far more moves than any position of a game has */
    codes_of_list(&book->codes, &book->list, codes);
    for (unsigned i = 0; i < n; i++) {
        struct book_entry *e = &out->at[out->n];
        int rc = take_move(book, kept, &book->list.at[i], codes[i], transpositions, e, err);
        if (rc < 0)
            return -1;
        if (rc == 0)
            continue;
        if (mirrored)
            e->mv = codes_mirror_move(&book->codes, &e->mv);
        out->games += e->games;
        out->n++;
    }
    return 0;
}

static int probe(struct book *book, const struct position *pos,
                 const struct book_weighing *weighing, bool transpositions, struct book_answer *out,
                 struct err *err)
{
    struct position kept;
    bool mirrored;
    uint64_t key = book_key(book, pos, &kept, &mirrored);
    out->n = 0;
    out->games = 0;
    out->has_eval = false;
    if (book_db_choices(book->db, key, &book->choices, err))
        return -1;
    /* A position with moves in the book is itself in the book. */
    int here = book->choices.n ? 1 : book_db_has(book->db, key, err);
    if (here < 0 || (here == 0 && !transpositions))
        return here;
    if (moves_generate(book->settings.rules, &kept, &book->list))
        return err_memory(err);
    int has_eval = here ? book_db_eval(book->db, key, &out->eval, err) : 0;
    out->has_eval = has_eval > 0;
    if (has_eval < 0 || list_moves(book, &kept, mirrored, transpositions, out, err)
        || weigh(book, weighing, out, err))
        return -1;
    return here;
}

int book_probe(struct book *book, const struct position *pos, const struct book_weighing *weighing,
               bool transpositions, struct book_answer *out, struct err *err)
{
    if (book_db_read_begin(book->db, err))
        return -1;
    int rc = probe(book, pos, weighing, transpositions, out, err);
    book_db_read_end(book->db);
    return rc;
}

/* In a folded book White is to move in all positions, so a move that leads to one is Black's. */
static void unfold_parent(const struct book *book, const struct position *to,
                          struct book_parent *parent)
{
    struct position mirror;
    if (parent->from.turn != to->turn)
        return;
    parent->mv = codes_mirror_move(&book->codes, &parent->mv);
    position_mirror(book->settings.rules, &parent->from, &mirror);
    parent->from = mirror;
}

int book_parents(struct book *book, const struct position *pos, struct book_parent **ways,
                 unsigned *n, struct err *err)
{
    struct position kept;
    bool mirrored;
    uint64_t key = book_key(book, pos, &kept, &mirrored);
    *n = 0;
    *ways = NULL;
    if (book_db_parents(book->db, key, &book->edges, err))
        return -1;
    struct book_parent *found = calloc(book->edges.n + 1, sizeof *found);
    if (!found)
        return err_memory(err);
    for (unsigned i = 0; i < book->edges.n; i++) {
        const struct book_edge *edge = &book->edges.at[i];
        struct book_parent *way = &found[*n];
        uint8_t board[BOOK_BOARD_MAX];
        size_t size;
        int rc = book_db_board(book->db, edge->key, board, &size, err);
        if (rc > 0
            && (!codes_unpack(&book->codes, board, size, &way->from)
                || codes_find(&book->codes, &way->from, edge->move, &book->list, &way->mv) != 1))
            rc = err_set(err, book_place(book), "damaged: a move that is not legal");
        if (rc < 0) {
            free(found);
            return -1;
        }
        if (rc > 0) {
            way->edge = *edge;
            unfold_parent(book, pos, way);
            ++*n;
        }
    }
    *ways = found;
    return 0;
}
