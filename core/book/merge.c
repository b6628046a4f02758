// SPDX-License-Identifier: MIT
/*
 * Only data that cannot be computed are copied: the games, and the engine's moves and evaluations
 * with their positions. Counts come from the games, and values are backed up from the evaluations.
 *
 * To compare two books, their tables are read side by side in the order of their keys, so that
 * memory does not grow with the books.
 */
#include "core/book/merge.h"

#include "core/book/book-internal.h"
#include "core/book/edge-pairs.h"

static int check_kinds(const struct book *into, const struct book *from, struct err *err)
{
    const struct book_settings *a = &into->settings, *b = &from->settings;
    if (book_expect_rules(from, a->rules, err))
        return -1;
    if (a->folded != b->folded)
        return err_set(err, book_place(from), "made %s --fold, unlike the first book",
                       b->folded ? "with" : "without");
    if (a->plies != b->plies)
        return err_set(err, book_place(from),
                       "holds %u plies of each game, not %u; prune the longer one with --plies",
                       b->plies, a->plies);
    return 0;
}

static int merge_games(struct book *into, struct book *from, struct book_added *added,
                       bool (*stopped)(void), struct err *err)
{
    struct book_db_games *games = NULL;
    struct book_game game;
    int rc = book_db_games_open(from->db, 0, &games, err);
    while (rc == 0 && (rc = book_db_games_next(games, &game, err)) > 0) {
        rc = stopped && stopped() ? 1 : 0;
        if (rc == 0 && book_add_game(into, &game, added, err))
            rc = -1;
    }
    book_db_games_close(games);
    return rc;
}

static int merge_positions(struct book *into, struct book *from, struct err *err)
{
    struct book_db_rows *rows = NULL;
    uint8_t board[BOOK_BOARD_MAX];
    uint64_t key;
    size_t n;
    int rc = book_db_rows_open(from->db, BOOK_DB_POSITIONS, &rows, err);
    while (rc == 0 && (rc = book_db_rows_position(rows, &key, board, &n, err)) > 0) {
        struct book_eval eval;
        struct text text = {(const char *)board, n};
        rc = book_db_eval(from->db, key, &eval, err);
        if (rc > 0)
            rc = book_db_add_position(into->db, BOOK_DB_MAIN, key, text, err);
    }
    book_db_rows_close(rows);
    return rc;
}

static int merge_engine_moves(struct book *into, struct book *from, struct err *err)
{
    struct book_db_rows *rows = NULL;
    struct book_edge edge;
    int rc = book_db_rows_open(from->db, BOOK_DB_EDGES, &rows, err);
    while (rc == 0 && (rc = book_db_rows_edge(rows, &edge, err)) > 0) {
        struct book_edge move = {
            .key = edge.key, .next = edge.next, .move = edge.move, .engine = true};
        rc = edge.engine ? book_db_add_edge(into->db, BOOK_DB_MAIN, &move, err) : 0;
    }
    book_db_rows_close(rows);
    return rc;
}

/* Whether evaluation `a` is kept rather than `b`; independent of the order of the books. */
static bool is_better(const struct book_eval *a, const struct book_eval *b)
{
    if (a->has_score != b->has_score)
        return a->has_score;
    if (a->depth != b->depth)
        return a->depth > b->depth;
    if (a->nodes != b->nodes)
        return a->nodes > b->nodes;
    int order = strcmp(a->date, b->date);
    order = order ? order : strcmp(a->engine, b->engine);
    return order ? order > 0 : a->score > b->score;
}

static int merge_evals(struct book *into, struct book *from, struct err *err)
{
    struct book_db_rows *rows = NULL;
    struct book_eval eval, old;
    uint64_t key;
    int rc = book_db_rows_open(from->db, BOOK_DB_EVALS, &rows, err);
    while (rc == 0 && (rc = book_db_rows_eval(rows, &key, &eval, err)) > 0) {
        rc = book_db_eval(into->db, key, &old, err);
        if (rc < 0)
            break;
        bool expanded = eval.expanded || (rc && old.expanded);
        if (rc && !is_better(&eval, &old))
            eval = old;
        eval.expanded = expanded;
        eval.value = eval.score; /* until all values are backed up */
        rc = book_db_put_eval(into->db, key, &eval, err);
    }
    book_db_rows_close(rows);
    return rc;
}

static int merge_all(struct book *into, struct book *from, struct book_added *added,
                     bool (*stopped)(void), struct err *err)
{
    int rc = merge_games(into, from, added, stopped, err);
    if (rc)
        return rc;
    if (merge_positions(into, from, err) || merge_engine_moves(into, from, err)
        || merge_evals(into, from, err)) {
        book_failed(into, err);
        return -1;
    }
    return 0;
}

int book_merge(struct book *into, struct book *from, struct book_added *added,
               bool (*stopped)(void), struct err *err)
{
    /* frozen, since a move that another process adds meanwhile would come without its position */
    if (check_kinds(into, from, err) || book_freeze(from, err))
        return -1;
    int rc = merge_all(into, from, added, stopped, err);
    book_thaw(from);
    return rc;
}

int book_missing_evals(struct book *book, struct book *old, uint64_t *missing, struct err *err)
{
    struct book_db_rows *rows = NULL;
    struct book_eval eval, ours;
    uint64_t key, unscored = 0;
    const bool same_keys = book->settings.rules == old->settings.rules
                           && book->settings.folded == old->settings.folded;
    *missing = 0;
    int rc = book_db_rows_open(old->db, BOOK_DB_EVALS, &rows, err);
    while (rc == 0 && (rc = book_db_rows_eval(rows, &key, &eval, err)) > 0) {
        rc = same_keys ? book_db_eval(book->db, key, &ours, err) : 0;
        if (rc < 0)
            break;
        if (!rc || is_better(&eval, &ours) || (eval.expanded && !ours.expanded))
            *(eval.has_score ? missing : &unscored) += 1;
        rc = 0;
    }
    if (*missing == 0)
        *missing = unscored; /* an expanded position is worth keeping, too */
    book_db_rows_close(rows);
    return rc;
}

/* ---- comparing ---- */

struct comparing {
    struct book *a, *b;
    int (*each)(void *ctx, const struct book_difference *difference);
    void *ctx;
};

/* The position with a key, from the book that has it. */
static int find_position(const struct comparing *c, uint64_t key, struct position *out,
                         struct err *err)
{
    struct book *books[] = {c->a, c->b};
    uint8_t board[BOOK_BOARD_MAX];
    size_t n;
    for (unsigned i = 0; i < 2; i++) {
        int rc = book_db_board(books[i]->db, key, board, &n, err);
        if (rc < 0)
            return -1;
        if (rc > 0 && !codes_unpack(&books[i]->codes, board, n, out))
            return err_set(err, book_place(books[i]), "damaged: an invalid position");
        if (rc > 0)
            return 0;
    }
    return err_set(err, book_place(c->a), "damaged: a move from a position that is missing");
}

static int tell_edge(struct comparing *c, const struct book_edge *a, const struct book_edge *b,
                     struct err *err)
{
    const struct book_edge *edge = a ? a : b;
    struct position pos;
    struct move mv;
    if (find_position(c, edge->key, &pos, err))
        return -1;
    if (codes_find(&c->a->codes, &pos, edge->move, &c->a->list, &mv) != 1)
        return err_set(err, book_place(a ? c->a : c->b), "damaged: a move that is not legal");
    struct book_difference difference = {.pos = &pos, .mv = &mv, .a = a, .b = b};
    return c->each(c->ctx, &difference);
}

static bool same_edge(const struct book_edge *a, const struct book_edge *b)
{
    return a->next == b->next && a->won == b->won && a->drawn == b->drawn && a->lost == b->lost
           && a->unknown == b->unknown && a->good == b->good && a->bad == b->bad
           && a->year == b->year && a->rating == b->rating && a->engine == b->engine;
}

static int compare_edge(void *ctx, const struct book_edge *a, const struct book_edge *b,
                        struct err *err)
{
    return a && b && same_edge(a, b) ? 0 : tell_edge(ctx, a, b, err);
}

static bool same_eval(const struct book_eval *a, const struct book_eval *b)
{
    return a->has_score == b->has_score && a->expanded == b->expanded && a->score == b->score
           && a->value == b->value && a->depth == b->depth && a->nodes == b->nodes
           && strcmp(a->engine, b->engine) == 0 && strcmp(a->date, b->date) == 0;
}

static int compare_evals(const struct comparing *c, struct err *err)
{
    struct book_db_rows *rows_a = NULL, *rows_b = NULL;
    struct book_eval a = {0}, b = {0};
    uint64_t key_a = 0, key_b = 0;
    int more_a = 0, more_b = 0, rc = -1;
    if (book_db_rows_open(c->a->db, BOOK_DB_EVALS, &rows_a, err)
        || book_db_rows_open(c->b->db, BOOK_DB_EVALS, &rows_b, err)
        || (more_a = book_db_rows_eval(rows_a, &key_a, &a, err)) < 0
        || (more_b = book_db_rows_eval(rows_b, &key_b, &b, err)) < 0)
        goto done;
    rc = 0;
    while (rc == 0 && (more_a > 0 || more_b > 0)) {
        int order = !more_b ? -1 : !more_a ? 1 : book_key_order(key_a, key_b);
        struct position pos;
        struct book_difference difference = {
            .pos = &pos, .eval_a = order <= 0 ? &a : NULL, .eval_b = order >= 0 ? &b : NULL};
        if (order || !same_eval(&a, &b))
            rc = find_position(c, order <= 0 ? key_a : key_b, &pos, err)
                     ? -1
                     : c->each(c->ctx, &difference);
        if (rc == 0 && order <= 0 && (more_a = book_db_rows_eval(rows_a, &key_a, &a, err)) < 0)
            rc = -1;
        if (rc == 0 && order >= 0 && (more_b = book_db_rows_eval(rows_b, &key_b, &b, err)) < 0)
            rc = -1;
    }
done:
    book_db_rows_close(rows_a);
    book_db_rows_close(rows_b);
    return rc;
}

int book_compare(struct book *a, struct book *b,
                 int (*each)(void *ctx, const struct book_difference *difference), void *ctx,
                 struct err *err)
{
    struct comparing c = {a, b, each, ctx};
    if (a->settings.rules != b->settings.rules || a->settings.folded != b->settings.folded)
        return check_kinds(a, b, err);
    if (book_freeze(a, err))
        return -1;
    if (book_freeze(b, err)) {
        book_thaw(a);
        return -1;
    }
    int rc = book_edge_pairs((struct book_edge_table){a->db, BOOK_DB_EDGES},
                             (struct book_edge_table){b->db, BOOK_DB_EDGES}, compare_edge, &c, err);
    if (rc == 0)
        rc = compare_evals(&c, err);
    book_thaw(a);
    book_thaw(b);
    return rc;
}
