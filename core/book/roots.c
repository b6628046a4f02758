// SPDX-License-Identifier: MIT
/*
 * The book is read into memory as a graph, since that is many times faster to search than the book
 * with a query for each position. To save memory, positions are numbered in the order of the book,
 * and a move is the number of the position it leads to:
 *
 *     first   0     2  3        5           of position i: moves first[i] to first[i + 1] - 1
 *     next    7  2  1  NOWHERE  0  ...
 *
 * That takes four bytes for each move and each position. The keys, by which the numbers are found,
 * take another eight for each position, and are freed once the moves are read.
 *
 * First, all positions reached from the start are marked; then those reached from each position
 * that no move leads to; any positions that are left are in a loop, or only reached through one.
 */
#include "core/book/roots.h"

#include "core/base/array.h"
#include "core/book/book-internal.h"
#include "core/book/edge-pairs.h"

#include <stdlib.h>

static const uint32_t NOWHERE = UINT32_MAX; /* in `next` */

struct root_search {
    struct book *book;
    uint32_t n, n_moves;
    uint64_t *keys;  /* owned; n of them, in the order of the book; NULL once not needed */
    uint32_t *first; /* owned; n + 1 of them */
    uint32_t *next;  /* owned; n_moves of them; NOWHERE: leads to no position of the book */
    uint8_t *entered, *reached; /* owned; sets of positions: moves lead to them; marked */
    uint32_t *stack;            /* owned; positions reached whose moves are still to be followed */
    size_t n_stack, room_stack;
    uint64_t n_reached;
};

/* Adds a position to a set. @return whether it is new */
static bool set_add(uint8_t *set, uint32_t at)
{
    const uint8_t bit = (uint8_t)(1U << at % 8);
    const bool is_new = !(set[at / 8] & bit);
    set[at / 8] |= bit;
    return is_new;
}

static bool set_has(const uint8_t *set, uint32_t at) { return set[at / 8] >> at % 8 & 1; }

/* ---- the graph ---- */

static int take_memory(struct root_search *s, struct err *err)
{
    struct book_db_counts size;
    if (book_db_count(s->book->db, &size, err))
        return -1;
    if (size.positions >= NOWHERE || size.edges >= NOWHERE)
        return err_set(err, book_place(s->book), "more than %u positions or moves", NOWHERE - 1);
    s->n = (uint32_t)size.positions;
    s->n_moves = (uint32_t)size.edges;
    s->keys = malloc(((size_t)s->n + 1) * sizeof *s->keys);
    s->first = malloc(((size_t)s->n + 1) * sizeof *s->first);
    s->next = malloc(((size_t)s->n_moves + 1) * sizeof *s->next);
    s->entered = calloc((size_t)s->n / 8 + 1, 1);
    s->reached = calloc((size_t)s->n / 8 + 1, 1);
    return s->keys && s->first && s->next && s->entered && s->reached ? 0 : err_memory(err);
}

/* Checks that there are as many rows as were counted. @param got the result of reading a row */
static int expect_row(const struct root_search *s, int got, struct err *err)
{
    if (got == 0)
        err_set(err, book_place(s->book), "damaged: fewer rows than are counted");
    return got > 0 ? 0 : -1;
}

static int read_keys(struct root_search *s, struct err *err)
{
    struct book_db_rows *rows = NULL;
    uint8_t board[BOOK_BOARD_MAX];
    size_t size;
    int rc = book_db_rows_open(s->book->db, BOOK_DB_POSITIONS, &rows, err);
    for (uint32_t i = 0; rc == 0 && i < s->n; i++)
        rc = expect_row(s, book_db_rows_position(rows, &s->keys[i], board, &size, err), err);
    book_db_rows_close(rows);
    return rc;
}

/* @return the number of a position; NOWHERE: the book does not have it */
static uint32_t number_of(const struct root_search *s, uint64_t key)
{
    uint32_t low = 0, high = s->n;
    while (low < high) {
        const uint32_t middle = low + (high - low) / 2;
        if (book_key_order(s->keys[middle], key) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low < s->n && s->keys[low] == key ? low : NOWHERE;
}

/* Reads the moves, in the order of their positions. In a damaged book some lead to no position. */
static int read_moves(struct root_search *s, struct err *err)
{
    struct book_db_rows *rows = NULL;
    struct book_edge edge;
    uint32_t at = 0;
    int rc = book_db_rows_open(s->book->db, BOOK_DB_EDGES, &rows, err);
    s->first[0] = 0;
    for (uint32_t i = 0; rc == 0 && i < s->n_moves; i++) {
        rc = expect_row(s, book_db_rows_edge(rows, &edge, err), err);
        while (rc == 0 && at < s->n && book_key_order(s->keys[at], edge.key) < 0)
            s->first[++at] = i;
        const bool is_known = rc == 0 && at < s->n && s->keys[at] == edge.key;
        s->next[i] = is_known ? number_of(s, edge.next) : NOWHERE;
        if (s->next[i] != NOWHERE)
            set_add(s->entered, s->next[i]);
    }
    while (at < s->n)
        s->first[++at] = s->n_moves;
    book_db_rows_close(rows);
    return rc;
}

/* ---- reaching ---- */

/*
 * Marks a position as reached, and puts it on the stack if it is new.
 * @return 0, or -1: out of memory
 */
static int reach(struct root_search *s, uint32_t at)
{
    if (!set_add(s->reached, at))
        return 0;
    if (!ARRAY_GROW(s->stack, s->n_stack, s->room_stack))
        return -1;
    s->stack[s->n_stack++] = at;
    s->n_reached++;
    return 0;
}

/* Marks a position and all positions reached from it. @return as reach */
static int reach_all(struct root_search *s, uint32_t from)
{
    int rc = reach(s, from);
    while (rc == 0 && s->n_stack) {
        const uint32_t at = s->stack[--s->n_stack];
        for (uint32_t i = s->first[at]; rc == 0 && i < s->first[at + 1]; i++)
            if (s->next[i] != NOWHERE)
                rc = reach(s, s->next[i]);
    }
    return rc;
}

/* ---- roots ---- */

static int add_root(struct root_search *s, const uint8_t *board, size_t n, struct book_roots *roots,
                    struct err *err)
{
    if (!ARRAY_GROW(roots->at, roots->n, roots->room))
        return err_memory(err);
    if (!codes_unpack(&s->book->codes, board, n, &roots->at[roots->n]))
        return err_set(err, book_place(s->book), "damaged: an invalid position");
    roots->n++;
    return 0;
}

/* Makes roots of positions not reached yet. @param loops even of those that moves lead to */
static int find_roots(struct root_search *s, bool loops, struct book_roots *roots, struct err *err)
{
    struct book_db_rows *rows = NULL;
    uint8_t board[BOOK_BOARD_MAX];
    uint64_t key;
    size_t n;
    int rc = book_db_rows_open(s->book->db, BOOK_DB_POSITIONS, &rows, err);
    for (uint32_t i = 0; rc == 0 && i < s->n; i++) {
        rc = expect_row(s, book_db_rows_position(rows, &key, board, &n, err), err);
        if (rc == 0 && !set_has(s->reached, i) && (loops || !set_has(s->entered, i)))
            rc = reach_all(s, i) ? err_memory(err) : add_root(s, board, n, roots, err);
    }
    book_db_rows_close(rows);
    return rc;
}

static int find(struct root_search *s, const struct position *start, struct book_roots *roots,
                struct err *err)
{
    bool mirrored;
    if (take_memory(s, err) || read_keys(s, err) || read_moves(s, err))
        return -1;
    const uint32_t from = number_of(s, book_key(s->book, start, NULL, &mirrored));
    free(s->keys);
    s->keys = NULL;
    if (from != NOWHERE && reach_all(s, from))
        return err_memory(err);
    roots->detached = s->n - s->n_reached;
    if (roots->detached == 0)
        return 0;
    return find_roots(s, false, roots, err) || find_roots(s, true, roots, err) ? -1 : 0;
}

int book_roots_find(struct book *book, const struct position *start, struct book_roots *roots,
                    struct err *err)
{
    struct root_search s = {.book = book};
    int rc = book_freeze(book, err); /* so that the rows read are those that were counted */
    if (rc == 0) {
        rc = find(&s, start, roots, err);
        book_thaw(book);
    }
    free(s.keys);
    free(s.first);
    free(s.next);
    free(s.entered);
    free(s.reached);
    free(s.stack);
    return rc;
}

void book_roots_fini(struct book_roots *roots)
{
    free(roots->at);
    *roots = (struct book_roots){0};
}
