// SPDX-License-Identifier: MIT
/*
 * From games to counts. Games are replayed in the order of their numbers. The counts of their moves
 * are collected in memory, and written to the book in key order whenever there are EDGES_MAX of
 * them: writes are sequential, and memory is bounded however large the input. Most collections have
 * fewer moves than that within twenty plies, so most books are written once.
 */
#include "core/base/array.h"
#include "core/base/hashtable.h"
#include "core/book/book-internal.h"
#include "core/book/edge-pairs.h"

#include <stdlib.h>

enum {
    EDGES_MAX = 3 << 19,  /* 56 bytes each */
    BOARDS_MAX = 3 << 19, /* 40 bytes each */
    GAMES_A_LOOK = 256,   /* between two checks whether to stop */
};

struct packed_board {
    uint64_t key;
    uint8_t n;
    uint8_t board[BOOK_BOARD_MAX];
};

/* A move of the current game: if it is repeated, it counts once. */
struct played {
    uint64_t key;
    uint32_t move;
    bool good, bad; /* it has been counted as marked good, as marked bad */
};

struct counter {
    struct book *book;
    enum book_db_place place;
    struct book_edge *edges;     /* owned */
    struct packed_board *boards; /* owned */
    size_t n_edges, room_edges, n_boards, room_boards;
    struct hashtable edge_index, board_index;
    struct played played[BOOK_PLIES_MAX];
    unsigned n_played;
};

/* Keys are random bits already, so a multiplication is hash enough. */
static uint64_t hash_edge(uint64_t key, uint32_t move)
{
    return (key ^ move * UINT64_C(0x9e3779b97f4a7c15)) * UINT64_C(0xd6e8feb86659fd93);
}

/* ---- writing ---- */

static int by_edge(const void *a, const void *b) { return book_edge_order(a, b); }

static int by_board(const void *a, const void *b)
{
    const struct packed_board *p = a, *q = b;
    return book_key_order(p->key, q->key);
}

static int flush_edges(struct counter *c, struct err *err)
{
    if (c->n_edges)
        qsort(c->edges, c->n_edges, sizeof *c->edges, by_edge);
    for (size_t i = 0; i < c->n_edges; i++) {
        if (book_db_add_edge(c->book->db, c->place, &c->edges[i], err))
            return -1;
    }
    hashtable_clear(&c->edge_index);
    c->n_edges = 0;
    return 0;
}

static int flush_boards(struct counter *c, struct err *err)
{
    if (c->n_boards)
        qsort(c->boards, c->n_boards, sizeof *c->boards, by_board);
    for (size_t i = 0; i < c->n_boards; i++) {
        struct text board = {(const char *)c->boards[i].board, c->boards[i].n};
        if (book_db_add_position(c->book->db, c->place, c->boards[i].key, board, err))
            return -1;
    }
    hashtable_clear(&c->board_index);
    c->n_boards = 0;
    return 0;
}

/* ---- counting ---- */

/* Finds a move, adding it if it is new. @return NULL with `err` */
static struct book_edge *find_edge(struct counter *c, uint64_t key, uint32_t move, struct err *err)
{
    const uint64_t hash = hash_edge(key, move);
    HASHTABLE_EACH (&c->edge_index, hash, i) {
        if (c->edges[i].key == key && c->edges[i].move == move)
            return &c->edges[i];
    }
    if (c->n_edges == EDGES_MAX && flush_edges(c, err))
        return NULL;
    if (!ARRAY_GROW(c->edges, c->n_edges, c->room_edges)
        || hashtable_add(&c->edge_index, hash, c->n_edges)) {
        err_memory(err);
        return NULL;
    }
    c->edges[c->n_edges] = (struct book_edge){.key = key, .move = move};
    return &c->edges[c->n_edges++];
}

static int add_board(struct counter *c, uint64_t key, const struct position *kept, struct err *err)
{
    const uint64_t hash = hash_edge(key, 0);
    HASHTABLE_EACH (&c->board_index, hash, i) {
        if (c->boards[i].key == key)
            return 0;
    }
    if (c->n_boards == BOARDS_MAX && flush_boards(c, err))
        return -1;
    if (!ARRAY_GROW(c->boards, c->n_boards, c->room_boards)
        || hashtable_add(&c->board_index, hash, c->n_boards))
        return err_memory(err);
    struct packed_board *board = &c->boards[c->n_boards++];
    board->key = key;
    board->n = (uint8_t)codes_pack(&c->book->codes, kept, board->board);
    return 0;
}

/* Adds one game to a move that was played in it. */
static void count_game(struct book_edge *edge, const struct book_game *game, unsigned side)
{
    char own = side == WHITE ? 'w' : 'b';
    if (game->result == 'd')
        edge->drawn++;
    else if (game->result == '?')
        edge->unknown++;
    else if (game->result == own)
        edge->won++;
    else
        edge->lost++;
    unsigned rating = side == WHITE ? game->white_rating : game->black_rating;
    if (edge->year < game->year)
        edge->year = (uint16_t)game->year;
    if (edge->rating < rating)
        edge->rating = (uint16_t)rating;
}

/* Adds one game to those that mark a move, if no earlier occurrence in the game was so marked. */
static void count_mark(struct book_edge *edge, struct played *played, unsigned mark)
{
    if (mark == MARK_GOOD && !played->good)
        edge->good++;
    if (mark == MARK_BAD && !played->bad)
        edge->bad++;
    played->good |= mark == MARK_GOOD;
    played->bad |= mark == MARK_BAD;
}

/* Finds a move among those of the game, adding it if it is new. */
static struct played *note_played(struct counter *c, uint64_t key, uint32_t move, bool *is_new)
{
    unsigned i = 0;
    while (i < c->n_played && (c->played[i].key != key || c->played[i].move != move))
        i++;
    *is_new = i == c->n_played;
    if (*is_new)
        c->played[c->n_played++] = (struct played){.key = key, .move = move};
    return &c->played[i];
}

/* Counts a ply. */
static int add_ply(struct counter *c, const struct book_game *game,
                   const struct book_replay *replay, struct err *err)
{
    struct book *book = c->book;
    const struct rules *rules = book->settings.rules;
    struct position kept, next = replay->pos, next_kept;
    struct move mv = replay->mv;
    bool mirrored, next_mirrored;
    uint64_t key = book_key(book, &replay->pos, &kept, &mirrored);
    move_play(rules, &next, &replay->mv);
    uint64_t next_key = book_key(book, &next, &next_kept, &next_mirrored);
    if (mirrored)
        mv = codes_mirror_move(&book->codes, &mv);
    uint32_t code = codes_move(&book->codes, &kept, &mv, &book->list);
    if (!code)
        return err_memory(err);
    if (add_board(c, key, &kept, err) || add_board(c, next_key, &next_kept, err))
        return -1;
    struct book_edge *edge = find_edge(c, key, code, err);
    if (!edge)
        return -1;
    edge->next = next_key;
    bool is_new;
    struct played *played = note_played(c, key, code, &is_new);
    if (is_new)
        count_game(edge, game, replay->pos.turn);
    count_mark(edge, played, replay->mark);
    return 0;
}

/* @return as book_count_into */
static int add_game(struct counter *c, const struct book_game *game, struct err *err)
{
    struct book_replay replay;
    int rc = book_replay_init(&replay, &c->book->codes, game) ? 0 : -1;
    c->n_played = 0;
    if (rc == 0) {
        while ((rc = book_replay_next(&replay)) > 0 && replay.ply < c->book->settings.plies) {
            if (add_ply(c, game, &replay, err)) {
                book_replay_fini(&replay);
                return -1;
            }
        }
    }
    book_replay_fini(&replay);
    if (rc >= 0)
        return 0;
    err_set(err, book_place(c->book), "damaged: game %lld cannot be played", (long long)game->id);
    return BOOK_COUNT_DAMAGED;
}

static int add_games(struct counter *c, int64_t after, bool (*stopped)(void), struct err *err)
{
    struct book_db_games *games = NULL;
    struct book_game game;
    uint64_t n = 0;
    int rc;
    if (book_db_games_open(c->book->db, after, &games, err))
        return -1;
    while ((rc = book_db_games_next(games, &game, err)) > 0) {
        if (n++ % GAMES_A_LOOK == 0 && stopped && stopped())
            break;
        if ((rc = add_game(c, &game, err)) < 0)
            break;
    }
    book_db_games_close(games);
    return rc;
}

int book_count_into(struct book *book, enum book_db_place place, int64_t after,
                    bool (*stopped)(void), struct err *err)
{
    struct counter c = {.book = book, .place = place};
    int rc = add_games(&c, after, stopped, err);
    if (rc == 0 && (flush_boards(&c, err) || flush_edges(&c, err)))
        rc = -1;
    free(c.edges);
    free(c.boards);
    hashtable_fini(&c.edge_index);
    hashtable_fini(&c.board_index);
    return rc;
}

int book_count(struct book *book, bool (*stopped)(void), struct err *err)
{
    const struct book_settings *s = &book->settings;
    struct position start;
    bool mirrored, thins = s->min_games > 1 || s->min_share;
    bool all = book->recount || (thins && book->counted);
    position_start(s->rules, &start);
    if (all && book_db_clear_counts(book->db, err))
        return book_failed(book, err);
    int rc = book_count_into(book, BOOK_DB_MAIN, all ? 0 : book->counted, stopped, err);
    if (rc == 0 && thins)
        rc = book_db_thin(book->db, BOOK_DB_MAIN, s->min_games, s->min_share, err);
    if (rc == 0 && (all || thins))
        rc = book_db_drop_orphans(book->db, book_key(book, &start, NULL, &mirrored), err);
    if (rc == 0)
        rc = book_db_last_game(book->db, &book->counted, err);
    if (rc == 0)
        book->recount = false;
    return rc < 0 ? book_failed(book, err) : rc;
}
