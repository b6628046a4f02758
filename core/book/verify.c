// SPDX-License-Identifier: MIT
/*
 * Everything that can be computed is computed again and compared with the file: keys from
 * positions, legality from the rules, values from the values of the moves. Counts are made again in
 * temporary tables, and the two tables are read side by side.
 */
#include "core/base/array.h"
#include "core/base/buffer.h"
#include "core/board/fen.h"
#include "core/board/score.h"
#include "core/book/book-internal.h"
#include "core/book/edge-pairs.h"
#include "core/book/merge.h"
#include "core/book/probe.h"
#include "core/book/values.h"

#include <stdarg.h>
#include <stdio.h>

enum { DEPTH_MAX = 1000 };

struct verifying {
    struct book *book;
    int (*each)(void *ctx, const char *what);
    void *ctx;
};

static int say(const struct verifying *v, const char *format, ...) PRINTF_LIKE(2, 3);

static int say(const struct verifying *v, const char *format, ...)
{
    char line[1024];
    va_list args;
    va_start(args, format);
    vsnprintf(line, sizeof line, format, args);
    va_end(args);
    return v->each(v->ctx, line);
}

/* ---- the file ---- */

static int check_file(struct verifying *v, struct err *err)
{
    struct buffer why = {0};
    int rc = book_db_check(v->book->db, &why, err), told = 0;
    for (size_t i = 0; rc > 0 && told == 0 && i < why.n;) {
        const char *end = memchr(why.s + i, '\n', why.n - i);
        size_t n = end ? (size_t)(end - why.s) - i : why.n - i;
        told = say(v, "file: %.*s", (int)n, why.s + i);
        i += n + 1;
    }
    buffer_fini(&why);
    return rc < 0 ? -1 : told;
}

/* ---- positions and moves ---- */

static int check_move(const struct verifying *v, const struct position *pos, const char *fen,
                      const struct book_edge *edge, struct err *err)
{
    struct book *book = v->book;
    struct position next = *pos;
    struct move mv;
    bool mirrored;
    unsigned from = edge->move / 10000, to = edge->move / 100 % 100;
    int rc = codes_find(&book->codes, pos, edge->move, &book->list, &mv);
    if (rc < 0)
        return err_memory(err);
    if (rc == 0)
        return say(v, "%s: %u-%u (%u) is not a legal move", fen, from, to, edge->move);
    move_play(book->settings.rules, &next, &mv);
    if (book_key(book, &next, NULL, &mirrored) != edge->next)
        return say(v, "%s: %u-%u leads to a different position from the one in the book", fen, from,
                   to);
    rc = book_db_has(book->db, edge->next, err);
    if (rc == 0)
        return say(v, "%s: %u-%u leads to a position that is not in the book", fen, from, to);
    return rc < 0 ? -1 : 0;
}

/* Reports a position without moves that is marked as expanded. */
static int check_without_moves(const struct verifying *v, uint64_t key, const char *fen,
                               struct err *err)
{
    struct book_eval eval;
    int rc = book_db_eval(v->book->db, key, &eval, err);
    if (rc > 0 && eval.expanded)
        return say(v, "%s: marked as expanded, but has no moves", fen);
    return rc < 0 ? -1 : 0;
}

static int check_position(const struct verifying *v, uint64_t key, const uint8_t *board, size_t n,
                          struct err *err)
{
    struct book *book = v->book;
    struct position pos;
    struct book_edges edges = {0};
    char fen[FEN_SIZE];
    bool mirrored;
    if (!codes_unpack(&book->codes, board, n, &pos))
        return say(v, "position %lld: not a position of %s", (long long)key,
                   book->settings.rules->title);
    fen_write(book->settings.rules, &pos, fen);
    if (book_key(book, &pos, NULL, &mirrored) != key || mirrored)
        return say(v, "%s: stored under the key of another position", fen);
    int rc = book_db_moves(book->db, key, &edges, err);
    if (rc == 0 && edges.n == 0)
        rc = check_without_moves(v, key, fen, err);
    for (unsigned i = 0; rc == 0 && i < edges.n; i++)
        rc = check_move(v, &pos, fen, &edges.at[i], err);
    book_edges_fini(&edges);
    return rc;
}

static int check_positions(struct verifying *v, struct err *err)
{
    struct book_db_rows *rows = NULL;
    uint8_t board[BOOK_BOARD_MAX];
    uint64_t key;
    size_t n;
    int rc = book_db_rows_open(v->book->db, BOOK_DB_POSITIONS, &rows, err);
    while (rc == 0 && (rc = book_db_rows_position(rows, &key, board, &n, err)) > 0)
        rc = check_position(v, key, board, n, err);
    book_db_rows_close(rows);
    return rc;
}

/* ---- counts ---- */

static bool same_counts(const struct book_edge *a, const struct book_edge *b)
{
    return a->won == b->won && a->drawn == b->drawn && a->lost == b->lost
           && a->unknown == b->unknown && a->good == b->good && a->bad == b->bad
           && a->year == b->year && a->rating == b->rating;
}

static int tell_counts(const struct verifying *v, const struct book_edge *kept,
                       const struct book_edge *counted)
{
    const struct book_edge *edge = kept ? kept : counted;
    unsigned from = edge->move / 10000, to = edge->move / 100 % 100;
    if (!counted)
        return say(v, "position %lld: %u-%u was not played in any game of the book",
                   (long long)edge->key, from, to);
    if (!kept)
        return say(v, "position %lld: %u-%u is missing, although games of the book played it",
                   (long long)edge->key, from, to);
    return say(
        v, "position %lld: %u-%u is counted as +%u =%u -%u ?%u, but the games give +%u =%u -%u ?%u",
        (long long)edge->key, from, to, kept->won, kept->drawn, kept->lost, kept->unknown,
        counted->won, counted->drawn, counted->lost, counted->unknown);
}

static int compare_counts(void *ctx, const struct book_edge *kept, const struct book_edge *counted,
                          struct err *err)
{
    (void)err;
    return kept && counted && same_counts(kept, counted) ? 0 : tell_counts(ctx, kept, counted);
}

static int check_counts(struct verifying *v, struct err *err)
{
    struct book *book = v->book;
    const struct book_settings *s = &book->settings;
    struct err why = {0};
    if (book_db_make_temp(book->db, err))
        return -1;
    int rc = book_count_into(book, BOOK_DB_TEMP, 0, NULL, &why);
    if (rc == BOOK_COUNT_DAMAGED)
        return say(v, "%s", why.msg); /* there is nothing to compare with */
    if (rc < 0)
        return err_pass(err, &why);
    if ((s->min_games > 1 || s->min_share)
        && book_db_thin(book->db, BOOK_DB_TEMP, s->min_games, s->min_share, err))
        return -1;
    return book_edge_pairs((struct book_edge_table){book->db, BOOK_DB_EDGES},
                           (struct book_edge_table){book->db, BOOK_DB_TEMP_EDGES}, compare_counts,
                           v, err);
}

/* ---- values ---- */

static int check_eval(const struct verifying *v, uint64_t key, const struct book_eval *eval,
                      struct err *err)
{
    struct book *book = v->book;
    int best, here = book_db_has(book->db, key, err);
    if (here < 0)
        return -1;
    if (here == 0)
        return say(v, "position %lld: an evaluation without a position", (long long)key);
    if (eval->score > SCORE_WON || eval->score < -SCORE_WON || eval->value > SCORE_WON
        || eval->value < -SCORE_WON || eval->depth > DEPTH_MAX)
        return say(v, "position %lld: score %d, value %d or depth %u is impossible", (long long)key,
                   eval->score, eval->value, eval->depth);
    if (!eval->expanded)
        return eval->value == eval->score
                   ? 0
                   : say(v, "position %lld: not expanded, but its value %d is not its score %d",
                         (long long)key, eval->value, eval->score);
    int found = book_best_value(book, key, &best, err);
    if (found < 0)
        return -1;
    if (found && best != eval->value)
        return say(v, "position %lld: its value is %d, but that of its best move is %d",
                   (long long)key, eval->value, best);
    return 0;
}

static int check_evals(struct verifying *v, struct err *err)
{
    struct book_db_rows *rows = NULL;
    struct book_eval eval;
    uint64_t key;
    int rc = book_db_rows_open(v->book->db, BOOK_DB_EVALS, &rows, err);
    while (rc == 0 && (rc = book_db_rows_eval(rows, &key, &eval, err)) > 0)
        rc = check_eval(v, key, &eval, err);
    book_db_rows_close(rows);
    return rc;
}

int book_verify(struct book *book, int (*each)(void *ctx, const char *what), void *ctx,
                struct err *err)
{
    struct verifying v = {book, each, ctx};
    static int (*const parts[])(struct verifying *, struct err *) = {check_file, check_positions,
                                                                     check_counts, check_evals};
    /* additions by another process meanwhile must not look like faults */
    if (book_db_read_begin(book->db, err))
        return -1;
    int rc = 0;
    for (size_t i = 0; i < ARRAY_LEN(parts) && rc == 0; i++)
        rc = parts[i](&v, err);
    book_db_read_end(book->db);
    return rc;
}
