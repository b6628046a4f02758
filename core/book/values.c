// SPDX-License-Identifier: MIT
/*
 * Values are backed up through a queue of positions to update. Most books have no cycles, and each
 * position is updated once for each change below it. If kings move in cycles, a bound on the total
 * number of updates ends them, and values in a cycle may not have settled by then.
 */
#include "core/book/values.h"

#include "core/base/array.h"
#include "core/board/score.h"
#include "core/book/book-internal.h"
#include "core/book/probe.h"

#include <stdlib.h>

enum { LOOKS_MAX = 64 };

/* A queue of keys. */
struct queue {
    uint64_t *at; /* owned */
    size_t first, n, room;
};

static int push(struct queue *q, uint64_t key)
{
    if (!ARRAY_GROW(q->at, q->n, q->room))
        return -1;
    q->at[q->n++] = key;
    return 0;
}

int book_best_value(struct book *book, uint64_t key, int *value, struct err *err)
{
    int found = 0;
    if (book_db_choices(book->db, key, &book->choices, err))
        return -1;
    for (unsigned i = 0; i < book->choices.n; i++) {
        const struct book_choice_row *row = &book->choices.at[i];
        int worth = row->known ? score_before(row->eval.value) : 0;
        if (row->known && (!found || worth > *value)) {
            *value = worth;
            found = 1;
        }
    }
    return found;
}

static int add_position(struct book *book, const struct position *pos, uint64_t *key,
                        struct err *err)
{
    struct position kept;
    uint8_t board[BOOK_BOARD_MAX];
    bool mirrored;
    *key = book_key(book, pos, &kept, &mirrored);
    size_t n = codes_pack(&book->codes, &kept, board);
    return book_db_add_position(book->db, BOOK_DB_MAIN, *key, (struct text){(char *)board, n}, err);
}

int book_get_eval(struct book *book, const struct position *pos, struct book_eval *out,
                  struct err *err)
{
    bool mirrored;
    return book_db_eval(book->db, book_key(book, pos, NULL, &mirrored), out, err);
}

/* Updates the value of a position. @param changed set to whether it has changed */
static int look(struct book *book, uint64_t key, bool *changed, struct err *err)
{
    struct book_eval eval;
    int best = 0;
    *changed = false;
    int rc = book_db_eval(book->db, key, &eval, err);
    if (rc <= 0 || !eval.expanded)
        return rc < 0 ? -1 : 0;
    rc = book_best_value(book, key, &best, err);
    if (rc <= 0 || best == eval.value)
        return rc < 0 ? -1 : 0;
    eval.value = best;
    *changed = true;
    return book_db_put_eval(book->db, key, &eval, err);
}

static int push_parents(struct book *book, struct queue *q, uint64_t key, struct err *err)
{
    if (book_db_parents(book->db, key, &book->edges, err))
        return -1;
    for (unsigned i = 0; i < book->edges.n; i++) {
        if (push(q, book->edges.at[i].key))
            return err_memory(err);
    }
    return 0;
}

/* Updates positions, going upwards, until nothing changes. */
static int back_up(struct book *book, struct queue *q, struct err *err)
{
    size_t most = (q->n + 64) * LOOKS_MAX * 64; /* total updates: cycles end here */
    while (q->first < q->n) {
        uint64_t key = q->at[q->first++];
        bool changed;
        if (look(book, key, &changed, err) || (changed && push_parents(book, q, key, err)))
            return -1;
        if (q->first > most)
            break;
    }
    return 0;
}

int book_put_eval(struct book *book, const struct position *pos, const struct book_eval *eval,
                  struct err *err)
{
    struct queue q = {0};
    uint64_t key;
    int rc = add_position(book, pos, &key, err) || book_db_put_eval(book->db, key, eval, err)
             || push_parents(book, &q, key, err) || back_up(book, &q, err);
    free(q.at);
    return rc ? -1 : 0;
}

/* Adds a move of a position being expanded. */
static int add_move(struct book *book, uint64_t key, const struct position *kept,
                    const struct move *mv, uint32_t code, struct err *err)
{
    struct position next = *kept;
    struct book_edge edge = {.key = key, .move = code, .engine = true};
    struct book_eval eval;
    bool mirrored;
    move_play(book->settings.rules, &next, mv);
    edge.next = book_key(book, &next, NULL, &mirrored);
    int rc = book_db_eval(book->db, edge.next, &eval, err);
    if (rc == 0)
        return err_set(err, book_place(book), "a move without an evaluation cannot be expanded");
    return rc < 0 ? -1 : book_db_add_edge(book->db, BOOK_DB_MAIN, &edge, err);
}

static int add_moves(struct book *book, uint64_t key, const struct position *kept, struct err *err)
{
    uint32_t codes[MOVES_OWN];
    if (moves_generate(book->settings.rules, kept, &book->list))
        return err_memory(err);
    if (book->list.n > MOVES_OWN)
        return err_set(err, book_place(book), "a position with more than %d moves", MOVES_OWN);
    codes_of_list(&book->codes, &book->list, codes);
    for (unsigned i = 0; i < book->list.n; i++) {
        if (add_move(book, key, kept, &book->list.at[i], codes[i], err))
            return -1;
    }
    return 0;
}

int book_expand(struct book *book, const struct position *pos, struct err *err)
{
    struct position kept;
    struct book_eval eval;
    struct queue q = {0};
    uint64_t key;
    bool mirrored;
    book_key(book, pos, &kept, &mirrored);
    if (add_position(book, pos, &key, err) || add_moves(book, key, &kept, err))
        return -1;
    int rc = book_db_eval(book->db, key, &eval, err);
    if (rc < 0)
        return -1;
    if (rc == 0)
        eval = (struct book_eval){0};
    eval.expanded = true;
    rc = book_best_value(book, key, &eval.value, err) < 0
         || book_db_put_eval(book->db, key, &eval, err) || push_parents(book, &q, key, err)
         || back_up(book, &q, err);
    free(q.at);
    return rc ? -1 : 0;
}

int book_put_run(struct book *book, struct book_run *run, struct err *err)
{
    return book_db_put_run(book->db, run, err);
}

/* After moves are removed: also removes the positions that no move leads to any more. */
static int drop_orphans(struct book *book, struct err *err)
{
    struct position start;
    bool mirrored;
    position_start(book->settings.rules, &start);
    return book_db_drop_orphans(book->db, book_key(book, &start, NULL, &mirrored), err);
}

int book_drop_bad_moves(struct book *book, int thousandths, struct err *err)
{
    return book_db_drop_bad_moves(book->db, thousandths, err) || drop_orphans(book, err) ? -1 : 0;
}

int book_drop_leaf_moves(struct book *book, int thousandths, struct err *err)
{
    return book_db_drop_leaf_moves(book->db, thousandths, err) || drop_orphans(book, err) ? -1 : 0;
}

int book_back_up_all(struct book *book, struct err *err)
{
    struct book_db_rows *rows = NULL;
    struct queue q = {0};
    struct book_eval eval;
    uint64_t key;
    int rc = book_db_rows_open(book->db, BOOK_DB_EVALS, &rows, err);
    while (rc == 0 && (rc = book_db_rows_eval(rows, &key, &eval, err)) > 0) {
        rc = 0;
        if (eval.expanded && push(&q, key))
            rc = err_memory(err);
    }
    book_db_rows_close(rows);
    if (rc == 0)
        rc = book_db_index(book->db, err) || back_up(book, &q, err);
    free(q.at);
    return rc ? -1 : 0;
}
