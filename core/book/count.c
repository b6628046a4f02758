// SPDX-License-Identifier: MIT
/*
 * From games to counts. Games are replayed in the order of their numbers. The counts of their moves
 * are collected in a hash table of fixed size, which is written to the book in key order whenever
 * it is full: writes are sequential, and memory is bounded however large the input. The table holds
 * a million and a half moves, more than most collections have within twenty plies, so most books
 * are written once.
 */
#include "core/book/inside.h"

#include <stdlib.h>

enum {
    EDGES_MAX = 1 << 21,  /* slots; 56 bytes each */
    BOARDS_MAX = 1 << 21, /* 40 bytes each */
    SLOTS_MIN = 1 << 12,
    GAMES_A_LOOK = 256, /* between two checks whether to stop */
};

struct board_slot {
    uint64_t key;
    uint8_t n; /* 0: free */
    uint8_t board[BOOK_BOARD_MAX];
};

struct counter {
    struct book *book;
    enum book_db_place place;
    struct book_edge *edges; /* free where move is 0; owned */
    struct board_slot *boards;
    size_t n_edges, edge_slots, n_boards, board_slots; /* slots: powers of 2 */
};

static size_t slot_of(uint64_t key, uint32_t move, size_t slots)
{
    return (size_t)((key ^ move * UINT64_C(0x9e3779b97f4a7c15)) * UINT64_C(0xd6e8feb86659fd93)
                    >> 20)
           & (slots - 1);
}

/* ---- writing ---- */

static int by_edge(const void *a, const void *b)
{
    const struct book_edge *p = a, *q = b;
    if (p->key != q->key) /* as SQLite orders them: signed */
        return (int64_t)p->key < (int64_t)q->key ? -1 : 1;
    return p->move < q->move ? -1 : p->move > q->move;
}

static int by_board(const void *a, const void *b)
{
    const struct board_slot *p = a, *q = b;
    return (int64_t)p->key < (int64_t)q->key ? -1 : p->key != q->key;
}

static int flush_edges(struct counter *c, struct err *err)
{
    size_t n = 0;
    for (size_t i = 0; i < c->edge_slots; i++) {
        if (c->edges[i].move)
            c->edges[n++] = c->edges[i];
    }
    qsort(c->edges, n, sizeof *c->edges, by_edge);
    for (size_t i = 0; i < n; i++) {
        if (book_db_add_edge(c->book->db, c->place, &c->edges[i], err))
            return -1;
    }
    memset(c->edges, 0, c->edge_slots * sizeof *c->edges);
    c->n_edges = 0;
    return 0;
}

static int flush_boards(struct counter *c, struct err *err)
{
    size_t n = 0;
    for (size_t i = 0; i < c->board_slots; i++) {
        if (c->boards[i].n)
            c->boards[n++] = c->boards[i];
    }
    qsort(c->boards, n, sizeof *c->boards, by_board);
    for (size_t i = 0; i < n; i++) {
        const struct board_slot *slot = &c->boards[i];
        struct text board = {(const char *)slot->board, slot->n};
        if (book_db_add_position(c->book->db, c->place, slot->key, board, err))
            return -1;
    }
    memset(c->boards, 0, c->board_slots * sizeof *c->boards);
    c->n_boards = 0;
    return 0;
}

/* ---- gathering ---- */

/* Doubles the table, or writes it out where it may not grow. */
static int make_edge_room(struct counter *c, struct err *err)
{
    if (c->edge_slots == EDGES_MAX)
        return flush_edges(c, err);
    size_t slots = c->edge_slots ? c->edge_slots * 2 : SLOTS_MIN;
    struct book_edge *grown = calloc(slots, sizeof *grown);
    if (!grown)
        return err_memory(err);
    for (size_t i = 0; i < c->edge_slots; i++) {
        if (!c->edges[i].move)
            continue;
        size_t at = slot_of(c->edges[i].key, c->edges[i].move, slots);
        while (grown[at].move)
            at = (at + 1) & (slots - 1);
        grown[at] = c->edges[i];
    }
    free(c->edges);
    c->edges = grown;
    c->edge_slots = slots;
    return 0;
}

static int make_board_room(struct counter *c, struct err *err)
{
    if (c->board_slots == BOARDS_MAX)
        return flush_boards(c, err);
    size_t slots = c->board_slots ? c->board_slots * 2 : SLOTS_MIN;
    struct board_slot *grown = calloc(slots, sizeof *grown);
    if (!grown)
        return err_memory(err);
    for (size_t i = 0; i < c->board_slots; i++) {
        if (!c->boards[i].n)
            continue;
        size_t at = slot_of(c->boards[i].key, 0, slots);
        while (grown[at].n)
            at = (at + 1) & (slots - 1);
        grown[at] = c->boards[i];
    }
    free(c->boards);
    c->boards = grown;
    c->board_slots = slots;
    return 0;
}

static int find_edge(struct counter *c, uint64_t key, uint32_t move, struct book_edge **out,
                     struct err *err)
{
    if (c->n_edges >= c->edge_slots / 4 * 3 && make_edge_room(c, err))
        return -1;
    size_t at = slot_of(key, move, c->edge_slots);
    while (c->edges[at].move && (c->edges[at].key != key || c->edges[at].move != move))
        at = (at + 1) & (c->edge_slots - 1);
    if (!c->edges[at].move) {
        c->edges[at] = (struct book_edge){.key = key, .move = move};
        c->n_edges++;
    }
    *out = &c->edges[at];
    return 0;
}

static int note_board(struct counter *c, uint64_t key, const struct position *kept, struct err *err)
{
    if (c->n_boards >= c->board_slots / 4 * 3 && make_board_room(c, err))
        return -1;
    size_t at = slot_of(key, 0, c->board_slots);
    while (c->boards[at].n && c->boards[at].key != key)
        at = (at + 1) & (c->board_slots - 1);
    if (!c->boards[at].n) {
        c->boards[at].key = key;
        c->boards[at].n = (uint8_t)codes_pack(&c->book->codes, kept, c->boards[at].board);
        c->n_boards++;
    }
    return 0;
}

/* Adds one game to a move that was played in it. */
static void count_game(struct book_edge *edge, const struct book_game *game, unsigned side,
                       unsigned mark)
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
    edge->good += mark == MARK_GOOD;
    edge->bad += mark == MARK_BAD;
    if (edge->year < game->year)
        edge->year = (uint16_t)game->year;
    if (edge->rating < rating)
        edge->rating = (uint16_t)rating;
}

/* A ply, from the position that is kept to the next one. */
static int add_ply(struct counter *c, const struct book_game *game,
                   const struct book_replay *replay, struct err *err)
{
    struct book *book = c->book;
    const struct rules *rules = book->settings.rules;
    struct position kept, next = replay->pos, next_kept;
    struct move mv = replay->mv;
    struct book_edge *edge;
    bool mirrored, next_mirrored;
    uint64_t key = book_key(book, &replay->pos, &kept, &mirrored);
    move_play(rules, &next, &replay->mv);
    uint64_t next_key = book_key(book, &next, &next_kept, &next_mirrored);
    if (mirrored)
        mv = codes_mirror_move(&book->codes, &mv);
    uint32_t code = codes_move(&book->codes, &kept, &mv, &book->list);
    if (!code)
        return err_memory(err);
    if (note_board(c, key, &kept, err) || note_board(c, next_key, &next_kept, err)
        || find_edge(c, key, code, &edge, err))
        return -1;
    edge->next = next_key;
    count_game(edge, game, replay->pos.turn, replay->mark);
    return 0;
}

static int add_game(struct counter *c, const struct book_game *game, struct err *err)
{
    struct book_replay replay;
    int rc = book_replay_init(&replay, &c->book->codes, game) ? 0 : -1;
    if (rc == 0) {
        while ((rc = book_replay_next(&replay)) > 0 && replay.ply < c->book->settings.plies) {
            if (add_ply(c, game, &replay, err)) {
                book_replay_fini(&replay);
                return -1;
            }
        }
    }
    book_replay_fini(&replay);
    return rc < 0 ? err_set(err, book_place(c->book), "damaged: game %lld cannot be played",
                            (long long)game->id)
                  : 0;
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
        if (add_game(c, &game, err)) {
            rc = -1;
            break;
        }
    }
    book_db_games_close(games);
    return rc;
}

int book_count_into(struct book *book, enum book_db_place place, int64_t after,
                    bool (*stopped)(void), struct err *err)
{
    struct counter c = {.book = book, .place = place};
    int rc = make_edge_room(&c, err) || make_board_room(&c, err) ? -1 : 0;
    if (rc == 0)
        rc = add_games(&c, after, stopped, err);
    if (rc == 0 && (flush_boards(&c, err) || flush_edges(&c, err)))
        rc = -1;
    free(c.edges);
    free(c.boards);
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
