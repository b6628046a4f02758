// SPDX-License-Identifier: MIT
/*
 * All moves are read into memory, as pairs of keys: the book is searched many times faster so than
 * with a query for each position. What the start leads to is marked; then what each position leads
 * to that no move enters; whatever is left then is in a loop, or behind one.
 */
#include "core/book/roots.h"

#include "core/base/array.h"
#include "core/base/hashtable.h"
#include "core/base/keyset.h"
#include "core/book/inside.h"

#include <stdlib.h>

struct arc {
    uint64_t key, next;
};

struct root_search {
    struct book *book;
    struct arc *arcs; /* owned; those of a position in a row */
    size_t n_arcs, room_arcs;
    struct hashtable first; /* finds the first arc of a position */
    struct keyset entered;  /* positions that moves lead to */
    struct keyset reached;
    uint64_t *stack; /* owned; reached, not yet left */
    size_t n_stack, room_stack;
};

/* ---- moves ---- */

static int add_arc(struct root_search *s, const struct book_edge *edge)
{
    bool is_first = !s->n_arcs || s->arcs[s->n_arcs - 1].key != edge->key;
    if (!ARRAY_GROW(s->arcs, s->n_arcs, s->room_arcs) || keyset_add(&s->entered, edge->next) < 0
        || (is_first && hashtable_add(&s->first, edge->key, s->n_arcs)))
        return -1;
    s->arcs[s->n_arcs++] = (struct arc){.key = edge->key, .next = edge->next};
    return 0;
}

static int read_arcs(struct root_search *s, struct err *err)
{
    struct book_db_rows *rows = NULL;
    struct book_edge edge;
    int rc = book_db_rows_open(s->book->db, BOOK_DB_EDGES, &rows, err);
    while (rc == 0 && (rc = book_db_rows_edge(rows, &edge, err)) > 0)
        rc = add_arc(s, &edge) ? err_memory(err) : 0;
    book_db_rows_close(rows);
    return rc;
}

/* @return the first arc that leaves a position; n_arcs: none does */
static size_t first_arc(const struct root_search *s, uint64_t key)
{
    HASHTABLE_EACH (&s->first, key, i)
        if (s->arcs[i].key == key)
            return i;
    return s->n_arcs;
}

/* ---- reaching ---- */

/* @return 1, 0 it was reached before, -1 out of memory */
static int reach(struct root_search *s, uint64_t key)
{
    int is_new = keyset_add(&s->reached, key);
    if (is_new > 0 && !ARRAY_GROW(s->stack, s->n_stack, s->room_stack))
        return -1;
    if (is_new > 0)
        s->stack[s->n_stack++] = key;
    return is_new;
}

/* Reaches a position and all that it leads to. @return as reach */
static int reach_all(struct root_search *s, uint64_t from)
{
    int is_new = reach(s, from);
    while (is_new >= 0 && s->n_stack) {
        uint64_t key = s->stack[--s->n_stack];
        for (size_t i = first_arc(s, key); i < s->n_arcs && s->arcs[i].key == key; i++)
            if (reach(s, s->arcs[i].next) < 0)
                return -1;
    }
    return is_new;
}

/* ---- roots ---- */

static int add_root(struct root_search *s, const uint8_t *board, size_t n, struct book_roots *roots,
                    struct err *err)
{
    if (!ARRAY_GROW(roots->at, roots->n, roots->room))
        return err_memory(err);
    if (!codes_unpack(&s->book->codes, board, n, &roots->at[roots->n]))
        return err_set(err, book_place(s->book), "damaged: a position that cannot be one");
    roots->n++;
    return 0;
}

/* Makes each position that is not reached yet a root. @param loops also where moves lead to it */
static int find_roots(struct root_search *s, bool loops, struct book_roots *roots, struct err *err)
{
    struct book_db_rows *rows = NULL;
    uint8_t board[BOOK_BOARD_MAX];
    uint64_t key;
    size_t n;
    int rc = book_db_rows_open(s->book->db, BOOK_DB_POSITIONS, &rows, err);
    while (rc == 0 && (rc = book_db_rows_position(rows, &key, board, &n, err)) > 0) {
        int wanted = loops ? 1 : keyset_add(&s->entered, key);
        int is_new = wanted > 0 ? reach_all(s, key) : wanted;
        rc = is_new < 0 ? err_memory(err) : is_new ? add_root(s, board, n, roots, err) : 0;
    }
    book_db_rows_close(rows);
    return rc;
}

static int find(struct root_search *s, const struct position *start, struct book_roots *roots,
                struct err *err)
{
    bool mirrored;
    if (read_arcs(s, err))
        return -1;
    if (reach_all(s, book_key(s->book, start, NULL, &mirrored)) < 0)
        return err_memory(err);
    size_t attached = s->reached.n;
    if (find_roots(s, false, roots, err) || find_roots(s, true, roots, err))
        return -1;
    roots->detached = s->reached.n - attached;
    return 0;
}

int book_roots_find(struct book *book, const struct position *start, struct book_roots *roots,
                    struct err *err)
{
    struct root_search s = {.book = book};
    int rc = find(&s, start, roots, err);
    free(s.arcs);
    free(s.stack);
    hashtable_fini(&s.first);
    keyset_fini(&s.entered);
    keyset_fini(&s.reached);
    return rc;
}

void book_roots_fini(struct book_roots *roots)
{
    free(roots->at);
    *roots = (struct book_roots){0};
}
