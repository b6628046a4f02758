// SPDX-License-Identifier: MIT
/*
 * Rows are gathered into chunks, so that they are emitted, and their memory is freed, from time to
 * time.
 */
#include "cmd/lib/stored-games.h"

#include "core/base/signals.h"
#include "core/store/results.h"
#include "core/store/store.h"

enum {
    ROWS_A_CHUNK = 256,
    BYTES_A_CHUNK = 1024 * 1024,
    KEYS_MAX = 1024, /* one for each position and reading; if there are more, all games are read */
};

/* The state of gathering games into chunks. */
struct row_reading {
    const struct game_handler *handler;
    struct arena *arena; /* for the game */
    const struct game_input *input;
    struct chunk chunk;
    struct findings *found; /* the findings of the chunk; NULL: no chunk has begun */
    unsigned n;             /* games in the chunk */
    size_t bytes;           /* of the games' texts */
    struct err *why;        /* what is wrong with the input */
    struct err *err;        /* any other failure */
    int rc;                 /* of emit */
};

static int begin_chunk(struct row_reading *r)
{
    if (!r->found)
        r->found = game_handler_begin(r->handler, 0, &r->chunk);
    return r->found ? 0 : err_memory(r->err);
}

/* Emits the chunk. @return 0, 1 no more is wanted, -1 with `err` */
static int end_chunk(struct row_reading *r)
{
    if (!r->found)
        return 0;
    const struct game_handler *handler = r->handler;
    if (handler->end)
        handler->end(handler->ctx, &r->chunk);
    r->rc = handler->emit(handler->ctx, &r->chunk, r->err);
    arena_reset(&r->chunk.arena);
    r->chunk.result = r->found = NULL;
    r->chunk.first = false;
    r->n = 0;
    r->bytes = 0;
    return r->rc;
}

static void drop_chunk(struct row_reading *r)
{
    if (r->found)
        r->handler->drop(r->handler->ctx, &r->chunk);
    arena_fini(&r->chunk.arena);
}

/* @return 0, 1 stopped or no more is wanted, -1 with `err` */
static int take_row(struct row_reading *r, struct game *game, struct finding *after, size_t bytes)
{
    const struct game_handler *handler = r->handler;
    if (handler->game(handler->ctx, 0, r->input, &r->chunk, game, after, r->err))
        return -1;
    r->bytes += bytes;
    if (++r->n < ROWS_A_CHUNK && r->bytes < BYTES_A_CHUNK)
        return 0;
    int rc = end_chunk(r);
    return rc ? rc : signals_stopped();
}

static int take_record(struct row_reading *r, const struct record *record, uint64_t number,
                       bool too_large)
{
    if (begin_chunk(r))
        return -1;
    struct arena *arena = r->arena;
    struct finding *after = r->found->last;
    struct game game = {.arena = arena, .at = {.file = r->input->path}, .number = number};
    struct err why = {0};
    arena_reset(arena);
    if (too_large)
        findings_add(r->found, FINDING_HUGE_GAME, 0, 0, "more than %d MiB: the game is left out",
                     GAME_BYTES_MAX >> 20);
    else if (record_game(record, &game, &why) && !game.exceeded)
        findings_add(r->found, FINDING_BAD_RECORD, 0, 0, "%s", why.msg);
    game.besides = record->is_judged ? GAME_JUDGEMENTS : 0;
    game.content = record->content;
    game_report_limits(&game, r->found);
    return take_row(r, &game, after, record->moves.n + record->tree.n + record->more.n);
}

/*
 * Asks for keys, if the index of positions can be used: the numbers of the games found must be
 * known, even though those in between are not read. @return 0, or -1 with `why`
 */
static int find_keys(struct row_reading *r, struct store *store, uint64_t keys[KEYS_MAX],
                     unsigned *n)
{
    const struct game_handler *handler = r->handler;
    bool numbered;
    *n = handler->keys && store_keeps_positions(store) ? handler->keys(handler->ctx, keys, KEYS_MAX)
                                                       : 0;
    if (*n && store_check_ids(store, &numbered, r->why))
        return -1;
    if (*n == KEYS_MAX || (*n && !numbered))
        *n = 0;
    return 0;
}

/* Reports the number of games that the index has left out. @return 0, or -1 with `why` */
static int pass_over(struct row_reading *r, struct store *store, uint64_t taken)
{
    const struct game_handler *handler = r->handler;
    int64_t all;
    if (store_count(store, &all, r->why))
        return -1;
    if (handler->passed && (uint64_t)all > taken)
        handler->passed(handler->ctx, (uint64_t)all - taken);
    return 0;
}

/* @return 0, 1 stopped or no more is wanted, -1 with `why` or `err` */
static int read_records(struct row_reading *r, struct store *store)
{
    struct store_games *games = NULL;
    uint64_t keys[KEYS_MAX];
    unsigned n;
    if (find_keys(r, store, keys, &n))
        return -1;
    int rc = store_games_open(store, n ? keys : NULL, n, &games, r->why);
    uint64_t taken = 0;
    for (; rc == 0; taken++) {
        struct record record;
        int64_t id;
        int got = store_games_next(games, &record, &id, r->why);
        if (got == 0)
            break;
        rc = got < 0 ? -1 : take_record(r, &record, n ? (uint64_t)id : 0, got == 2);
    }
    store_games_close(games);
    return rc == 0 && n ? pass_over(r, store, taken) : rc;
}

static int take_result(void *ctx, struct game *game)
{
    struct row_reading *r = ctx;
    if (begin_chunk(r))
        return -1;
    return take_row(r, game, r->found->last, 0);
}

int stored_games_read(const struct game_handler *handler, const struct game_input *input,
                      struct arena *arena, bool *begun, struct err *why, struct err *err)
{
    struct store *store = NULL;
    struct results *results = NULL;
    struct row_reading r = {.handler = handler,
                            .arena = arena,
                            .input = input,
                            .chunk = {.file = input->path, .first = true},
                            .why = why,
                            .err = err};
    *begun = false;
    int rc = input->results ? results_open(input->path, RESULTS_READ, &results, why)
                            : store_open(input->path, STORE_READ, &store, why);
    if (rc)
        return 0;
    rc = input->results ? results_games(results, take_result, &r, why) : read_records(&r, store);
    if (signals_stopped()) /* a query that was ended by a signal is not a failure */
        *why = (struct err){0};
    if (rc >= 0 || *why->msg || signals_stopped())
        rc = rc == 1 && r.rc == 1 ? 1 : end_chunk(&r);
    *begun = !r.chunk.first;
    drop_chunk(&r);
    results_close(results);
    store_close(store);
    return rc;
}
