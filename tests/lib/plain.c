// SPDX-License-Identifier: MIT
#include "tests/lib/plain.h"

#include "core/base/array.h"

#include <stdlib.h>
#include <string.h>

/* Directions by name: each letter is one. Capitals: f forward, g the two forward diagonals, s sideways, b backward, h the
 * two backward diagonals. */
struct plain_rules {
    const char *name;
    int size;
    char squares; /* 'a' all, 'd' those of a1's colour, 'o' the others */
    const char *man_moves, *man_takes, *king_moves, *king_takes;
    bool short_king;
    /*
     * keys compared from left to right: n number, v Frisian value, k by a king, t kings taken, e
     * king taken earliest
     */
    const char *prefers;
    bool at_once;       /* pieces taken vanish at once */
    bool no_return;     /* no turn by 180 degrees */
    char crowns_midway; /* 0 no, 's' and stops, 'c' and continues as a king */
    char lands;        /* 0 anywhere, 'b' right behind, 'k' right behind if a king was taken last */
    bool spares_kings; /* men take no kings */
    bool lines;
    bool long_orthogonal; /* ranks and files are jumped along every second square */
    bool king_limit;      /* three quiet moves in a row */
    bool king_wins;       /* it is over when there is a king */
};

#define TEN                                                                           \
 .size = 10, .squares = 'd', .man_moves = "g", .man_takes = "gh", .king_moves = "gh", \
 .king_takes = "gh"
#define EIGHT .size = 8, .squares = 'd', .man_moves = "g", .king_moves = "gh", .king_takes = "gh"
#define OTHER .size = 8, .squares = 'o', .man_moves = "g", .king_moves = "gh", .king_takes = "gh"
#define FULL  .size = 8, .squares = 'a', .prefers = "n"
#define FRISIAN                                                                          \
 .size = 10, .squares = 'd', .man_moves = "g", .man_takes = "fgsbh", .king_moves = "gh", \
 .king_takes = "fgsbh", .prefers = "vk", .long_orthogonal = true, .king_limit = true
#define TURKISH                                                                        \
 FULL, .man_moves = "fs", .man_takes = "fs", .king_moves = "fsb", .king_takes = "fsb", \
       .at_once = true, .no_return = true
#define ARMENIAN FULL, .man_moves = "fgs", .king_moves = "fgsbh", .at_once = true, .no_return = true
#define ALTDEUTSCH                                                                         \
 FULL, .man_moves = "g", .man_takes = "fgs", .king_moves = "fgsbh", .king_takes = "fgsbh", \
       .no_return = true

static const struct plain_rules table[] = {
    {"international", TEN, .prefers = "n"},
    {"antidraughts", TEN, .prefers = "n"},
    {"killer", TEN, .prefers = "n", .lands = 'k'},
    {"breakthrough", TEN, .prefers = "n", .king_wins = true},
    {"frisian", FRISIAN},
    {"frysk", FRISIAN},
    {"brazilian", EIGHT, .man_takes = "gh", .prefers = "n"},
    {"russian", EIGHT, .man_takes = "gh", .prefers = "", .crowns_midway = 'c'},
    {"pool", EIGHT, .man_takes = "gh", .prefers = ""},
    {"english", EIGHT, .man_takes = "g", .prefers = "", .short_king = true, .crowns_midway = 's'},
    {"czech", EIGHT, .man_takes = "g", .prefers = "k", .crowns_midway = 's'},
    {"italian", OTHER, .man_takes = "g", .prefers = "nkte", .short_king = true,
     .crowns_midway = 's', .spares_kings = true},
    {"spanish", OTHER, .man_takes = "g", .prefers = "nt", .crowns_midway = 's'},
    {"portuguese", OTHER, .man_takes = "g", .prefers = "nt", .crowns_midway = 's'},
    {"thai", EIGHT, .man_takes = "g", .prefers = "", .crowns_midway = 's', .lands = 'b',
     .at_once = true},
    {"thai:turn-back=no", EIGHT, .man_takes = "g", .prefers = "", .crowns_midway = 's',
     .lands = 'b', .at_once = true, .no_return = true},
    {"turkish", TURKISH},
    {"turkish:promotion=stop", TURKISH, .crowns_midway = 's'},
    {"turkish:promotion=continue", TURKISH, .crowns_midway = 'c'},
    {"armenian", ARMENIAN, .man_takes = "fs", .king_takes = "fgsbh"},
    {"armenian:men-capture=all", ARMENIAN, .man_takes = "fgs", .king_takes = "fgsbh"},
    {"armenian:promotion=stop", ARMENIAN, .man_takes = "fs", .king_takes = "fgsbh",
     .crowns_midway = 's'},
    {"armenian:promotion=continue", ARMENIAN, .man_takes = "fs", .king_takes = "fgsbh",
     .crowns_midway = 'c'},
    {"tama", ARMENIAN, .man_takes = "fs", .king_takes = "fsb"},
    {"tama:promotion=continue", ARMENIAN, .man_takes = "fs", .king_takes = "fsb",
     .crowns_midway = 'c'},
    {"dameo", FULL, .man_moves = "fg", .man_takes = "fsb", .king_moves = "fgsbh",
     .king_takes = "fsb", .lines = true},
    {"croda", FULL, .man_moves = "fg", .man_takes = "fsb", .king_moves = "fsb",
     .king_takes = "fsb"},
    {"altdeutsch", ALTDEUTSCH, .short_king = true},
    {"altdeutsch:promotion=continue", ALTDEUTSCH, .short_king = true, .crowns_midway = 'c'},
    {"altdeutsch:promotion=stop", ALTDEUTSCH, .short_king = true, .crowns_midway = 's'},
    {"altdeutsch-flying", ALTDEUTSCH},
    {"altdeutsch-flying:promotion=continue", ALTDEUTSCH, .crowns_midway = 'c'},
};

const struct plain_rules *plain_find(const char *name)
{
    for (size_t i = 0; i < ARRAY_LEN(table); i++)
        if (strcmp(table[i].name, name) == 0)
            return &table[i];
    return NULL;
}

bool plain_is_square(const struct plain_rules *rules, int file, int rank)
{
    if (file < 0 || rank < 0 || file >= rules->size || rank >= rules->size)
        return false;
    return rules->squares == 'a' || (file + rank) % 2 == (rules->squares == 'o');
}

/* ---- directions ---- */

struct way {
    int file, rank;
    char letter;
};

/* Eight ways as White sees them; the opposite of i is (i + 4) % 8. */
static const struct way ways[8] = {
    {0, 1, 'f'},  {1, 1, 'g'},   {1, 0, 's'},  {1, -1, 'h'},
    {0, -1, 'b'}, {-1, -1, 'h'}, {-1, 0, 's'}, {-1, 1, 'g'},
};

/* Where a step leads: the next square of that line that is played, or one off the board. */
static struct plain_square next(const struct plain_rules *rules, int turn, struct plain_square sq,
                                int way)
{
    const int sign = turn == 0 ? 1 : -1;
    const int by = rules->long_orthogonal && (ways[way].file == 0 || ways[way].rank == 0) ? 2 : 1;
    return (struct plain_square){(int8_t)(sq.file + sign * by * ways[way].file),
                                 (int8_t)(sq.rank + sign * by * ways[way].rank)};
}

static bool is_far(const struct plain_rules *rules, int turn, struct plain_square sq)
{
    return sq.rank == (turn == 0 ? rules->size - 1 : 0);
}

static bool is_empty(const struct plain_rules *rules, const struct plain *pos,
                     struct plain_square sq)
{
    return plain_is_square(rules, sq.file, sq.rank) && !pos->piece[sq.file][sq.rank];
}

/* @return the piece of a side on a square, PLAIN_EMPTY where it has none */
static int piece_of(const struct plain_rules *rules, const struct plain *pos, int side,
                    struct plain_square sq)
{
    if (!plain_is_square(rules, sq.file, sq.rank) || pos->side[sq.file][sq.rank] != side)
        return PLAIN_EMPTY;
    return pos->piece[sq.file][sq.rank];
}

/* ---- lists ---- */

static void add(struct plain_moves *list, const struct plain_move *mv)
{
    if (list->n == list->room) {
        list->room = list->room ? 2 * list->room : 64;
        list->at = realloc(list->at, list->room * sizeof *list->at);
        if (!list->at)
            abort();
    }
    list->at[list->n++] = *mv;
}

static bool set_same(struct plain_set a, struct plain_set b)
{
    return a.low == b.low && a.high == b.high;
}

static void set_add(struct plain_set *set, struct plain_square sq)
{
    const int i = sq.file + 10 * sq.rank;
    if (i < 64)
        set->low |= (uint64_t)1 << i;
    else
        set->high |= (uint64_t)1 << (i - 64);
}

/* ---- captures ---- */

/* What the priority rules look at. */
struct merit {
    int number, value, by_king, kings;
    uint64_t order; /* from the highest bit: 1 where a king is taken */
};

/* A state that the search has been in. */
struct state {
    struct plain_set taken;
    uint64_t order; /* only where priority asks for it */
    struct plain_square at;
    int8_t last;
    bool is_king, end;
};

/* States in lists by their hash, as many lists as there is room for states. */
struct memory {
    struct state *at;
    size_t n, room; /* a power of two */
    uint32_t *heads, *links;
};

struct hunt {
    const struct plain_rules *rules;
    struct plain pos; /* the piece that captures is off the board */
    struct plain_square from;
    bool began_as_king;
    struct merit merit;
    struct plain_moves *found;
    struct merit *merits; /* of found, as many */
    size_t merits_room;
    struct memory memory;
};

enum { MEMORY_FIRST = 64 };

static size_t state_hash(const struct state *s)
{
    uint64_t h = s->taken.low * 0x9e3779b97f4a7c15u + s->taken.high * 0xc2b2ae3d27d4eb4fu
                 + (uint64_t)(s->at.file + 16 * s->at.rank + 512 * s->last) * 0x165667b19e3779f9u;
    return (size_t)(h >> 32);
}

static void link_state(struct memory *m, size_t i)
{
    uint32_t *head = &m->heads[state_hash(&m->at[i]) % m->room];
    m->links[i] = *head;
    *head = (uint32_t)i;
}

static void forget_states(struct memory *m)
{
    m->n = 0;
    if (m->room)
        memset(m->heads, 0xff, m->room * sizeof *m->heads);
}

static void make_room(struct memory *m)
{
    m->room = m->room ? 2 * m->room : MEMORY_FIRST;
    m->at = realloc(m->at, m->room * sizeof *m->at);
    m->links = realloc(m->links, m->room * sizeof *m->links);
    m->heads = realloc(m->heads, m->room * sizeof *m->heads);
    if (!m->at || !m->links || !m->heads)
        abort();
    memset(m->heads, 0xff, m->room * sizeof *m->heads);
    for (size_t i = 0; i < m->n; i++)
        link_state(m, i);
}

/* Whether the hunt comes to this state for the first time. */
static bool is_new(struct hunt *hunt, const struct state *s)
{
    struct memory *m = &hunt->memory;
    if (m->n == m->room)
        make_room(m);
    for (uint32_t i = m->heads[state_hash(s) % m->room]; i != UINT32_MAX; i = m->links[i])
        if (memcmp(&m->at[i], s, sizeof *s) == 0)
            return false;
    m->at[m->n] = *s;
    link_state(m, m->n++);
    return true;
}

/* A state, every byte of it set. */
static struct state state_of(const struct hunt *hunt, struct plain_square at,
                             struct plain_set taken, int last, bool is_king)
{
    struct state s;
    memset(&s, 0, sizeof s);
    s.at = at;
    s.taken = taken;
    s.last = (int8_t)(hunt->rules->no_return ? last : -1);
    s.is_king = is_king;
    if (strchr(hunt->rules->prefers, 'e'))
        s.order = hunt->merit.order;
    return s;
}

static void record(struct hunt *hunt, struct plain_square to, struct plain_set taken, bool crowns)
{
    struct state s = state_of(hunt, to, taken, -1, crowns);
    s.end = true;
    if (!is_new(hunt, &s))
        return;
    const struct plain_move mv = {hunt->from, to, taken, crowns};
    add(hunt->found, &mv);
    if (hunt->merits_room < hunt->found->room) {
        hunt->merits_room = hunt->found->room;
        hunt->merits = realloc(hunt->merits, hunt->merits_room * sizeof *hunt->merits);
        if (!hunt->merits)
            abort();
    }
    hunt->merits[hunt->found->n - 1] = hunt->merit;
}

/*
 * The foe that can be jumped in some direction.
 * @return whether there is one
 */
static bool prey(const struct hunt *hunt, struct plain_square at, struct plain_set taken, int way,
                 int last, bool is_king, struct plain_square *over)
{
    const struct plain_rules *rules = hunt->rules;
    const int turn = hunt->pos.turn;
    if (!strchr(is_king ? rules->king_takes : rules->man_takes, ways[way].letter))
        return false;
    if (rules->no_return && last >= 0 && way == (last + 4) % 8)
        return false;
    *over = next(rules, turn, at, way);
    while (is_king && !rules->short_king && is_empty(rules, &hunt->pos, *over))
        *over = next(rules, turn, *over, way);
    const int foe = piece_of(rules, &hunt->pos, 1 - turn, *over);
    if (foe == PLAIN_EMPTY || plain_set_has(&taken, over->file, over->rank))
        return false;
    if (foe == PLAIN_KING && !is_king && rules->spares_kings)
        return false;
    return is_empty(rules, &hunt->pos, next(rules, turn, *over, way));
}

static bool can_jump(const struct hunt *hunt, struct plain_square at, struct plain_set taken,
                     int last, bool is_king)
{
    struct plain_square over;
    for (int way = 0; way < 8; way++)
        if (prey(hunt, at, taken, way, last, is_king, &over))
            return true;
    return false;
}

static void hunt_from(struct hunt *hunt, struct plain_square at, struct plain_set taken, int last,
                      bool is_king);

/* The piece comes down on `to`; decides whether that is the end. */
static void come_down(struct hunt *hunt, struct plain_square to, struct plain_set taken, int way,
                      bool is_king)
{
    const struct plain_rules *rules = hunt->rules;
    const bool far = is_far(rules, hunt->pos.turn, to);
    if (far && !is_king && rules->crowns_midway == 's') {
        record(hunt, to, taken, true);
        return;
    }
    if (far && !is_king && rules->crowns_midway == 'c')
        is_king = true;
    if (can_jump(hunt, to, taken, way, is_king))
        hunt_from(hunt, to, taken, way, is_king);
    else
        record(hunt, to, taken, !hunt->began_as_king && (is_king || far));
}

/* Jumps `over` and tries every landing square that the rules allow. */
static void leap(struct hunt *hunt, struct plain_square over, struct plain_set taken, int way,
                 bool is_king)
{
    const struct plain_rules *rules = hunt->rules;
    const bool chooses = is_king && !rules->short_king && rules->lands != 'b';
    const struct merit merit = hunt->merit;
    uint8_t *place = &hunt->pos.piece[over.file][over.rank];
    const uint8_t foe = *place;
    struct plain_square landings[PLAIN_SIZE];
    int n = 0;
    bool goes_on = false;
    set_add(&taken, over);
    if (rules->at_once)
        *place = PLAIN_EMPTY;
    hunt->merit.order |= (uint64_t)(foe == PLAIN_KING) << (63 - merit.number);
    hunt->merit.number++;
    hunt->merit.kings += foe == PLAIN_KING;
    hunt->merit.value += foe == PLAIN_KING ? 199 : 100; /* of two men, a little less */
    for (struct plain_square sq = next(rules, hunt->pos.turn, over, way);
         is_empty(rules, &hunt->pos, sq) && (n == 0 || chooses);
         sq = next(rules, hunt->pos.turn, sq, way))
        landings[n++] = sq;
    for (int i = 0; i < n; i++)
        goes_on = goes_on || can_jump(hunt, landings[i], taken, way, is_king);
    for (int i = 0; i < n; i++) {
        if (n > 1 && goes_on && !can_jump(hunt, landings[i], taken, way, is_king))
            continue; /* not complete: another square of this jump goes on */
        if (!goes_on && i > 0 && rules->lands == 'k' && foe == PLAIN_KING)
            continue;
        come_down(hunt, landings[i], taken, way, is_king);
    }
    hunt->merit = merit;
    *place = foe;
}

static void hunt_from(struct hunt *hunt, struct plain_square at, struct plain_set taken, int last,
                      bool is_king)
{
    const struct state s = state_of(hunt, at, taken, last, is_king);
    struct plain_square over;
    if (!is_new(hunt, &s))
        return;
    for (int way = 0; way < 8; way++)
        if (prey(hunt, at, taken, way, last, is_king, &over))
            leap(hunt, over, taken, way, is_king);
}

/* @return more than 0 if a is to be preferred to b */
static int compare(const char *prefers, const struct merit *a, const struct merit *b)
{
    for (; *prefers; prefers++) {
        int d = 0;
        switch (*prefers) {
        case 'n':
            d = a->number - b->number;
            break;
        case 'v':
            d = a->value - b->value;
            break;
        case 'k':
            d = a->by_king - b->by_king;
            break;
        case 't':
            d = a->kings - b->kings;
            break;
        case 'e':
            d = (a->order > b->order) - (a->order < b->order);
            break;
        }
        if (d)
            return d;
    }
    return 0;
}

static bool move_same(const struct plain_move *a, const struct plain_move *b)
{
    return a->from.file == b->from.file && a->from.rank == b->from.rank && a->to.file == b->to.file
           && a->to.rank == b->to.rank && a->crowns == b->crowns && set_same(a->taken, b->taken);
}

/* Keeps the captures that no other is to be preferred to, each once. */
static void keep_best(struct hunt *hunt, struct plain_moves *list)
{
    const struct plain_moves *found = hunt->found;
    const struct merit *best = found->n ? &hunt->merits[0] : NULL;
    for (size_t i = 1; i < found->n; i++)
        if (compare(hunt->rules->prefers, &hunt->merits[i], best) > 0)
            best = &hunt->merits[i];
    for (size_t i = 0; i < found->n; i++) {
        bool twice = false;
        if (compare(hunt->rules->prefers, &hunt->merits[i], best) < 0)
            continue;
        /*
         * The memory is for one piece and, with 'e', one order: only there can a move come twice.
         */
        for (size_t j = 0; strchr(hunt->rules->prefers, 'e') && j < list->n; j++)
            twice = twice || move_same(&list->at[j], &found->at[i]);
        if (!twice)
            add(list, &found->at[i]);
    }
}

static void list_captures(const struct plain_rules *rules, const struct plain *pos,
                          struct plain_moves *list)
{
    struct plain_moves found = {0};
    struct hunt hunt = {.rules = rules, .pos = *pos, .found = &found};
    for (int8_t file = 0; file < rules->size; file++)
        for (int8_t rank = 0; rank < rules->size; rank++) {
            const struct plain_square at = {file, rank};
            const int piece = piece_of(rules, pos, pos->turn, at);
            if (piece == PLAIN_EMPTY)
                continue;
            hunt.pos.piece[file][rank] = PLAIN_EMPTY;
            if (can_jump(&hunt, at, (struct plain_set){0}, -1, piece == PLAIN_KING)) {
                hunt.from = at;
                hunt.began_as_king = piece == PLAIN_KING;
                memset(&hunt.merit, 0, sizeof hunt.merit);
                hunt.merit.by_king = piece == PLAIN_KING;
                forget_states(&hunt.memory);
                hunt_from(&hunt, at, (struct plain_set){0}, -1, piece == PLAIN_KING);
            }
            hunt.pos.piece[file][rank] = (uint8_t)piece;
        }
    keep_best(&hunt, list);
    free(found.at);
    free(hunt.merits);
    free(hunt.memory.at);
    free(hunt.memory.heads);
    free(hunt.memory.links);
}

/* ---- quiet moves ---- */

static bool is_tired(const struct plain_rules *rules, const struct plain *pos,
                     struct plain_square sq)
{
    return rules->king_limit && pos->king_moves[pos->turn] >= 3
           && pos->king_at[pos->turn].file == sq.file && pos->king_at[pos->turn].rank == sq.rank;
}

static void list_quiet(const struct plain_rules *rules, const struct plain *pos,
                       struct plain_square at, struct plain_moves *list)
{
    const int piece = piece_of(rules, pos, pos->turn, at);
    const bool is_king = piece == PLAIN_KING;
    if (is_king && is_tired(rules, pos, at))
        return;
    for (int way = 0; way < 8; way++) {
        if (!strchr(is_king ? rules->king_moves : rules->man_moves, ways[way].letter))
            continue;
        struct plain_move mv = {.from = at, .to = next(rules, pos->turn, at, way)};
        /* The men in front of a man go with it. */
        while (rules->lines && !is_king && piece_of(rules, pos, pos->turn, mv.to) == PLAIN_MAN)
            mv.to = next(rules, pos->turn, mv.to, way);
        while (is_empty(rules, pos, mv.to)) {
            mv.crowns = !is_king && is_far(rules, pos->turn, mv.to);
            add(list, &mv);
            if (!is_king || rules->short_king)
                break;
            mv.to = next(rules, pos->turn, mv.to, way);
        }
    }
}

void plain_generate(const struct plain_rules *rules, const struct plain *pos,
                    struct plain_moves *list)
{
    list->n = 0;
    for (int8_t file = 0; rules->king_wins && file < rules->size; file++)
        for (int8_t rank = 0; rank < rules->size; rank++)
            if (pos->piece[file][rank] == PLAIN_KING)
                return;
    list_captures(rules, pos, list);
    if (list->n)
        return;
    for (int8_t file = 0; file < rules->size; file++)
        for (int8_t rank = 0; rank < rules->size; rank++)
            if (piece_of(rules, pos, pos->turn, (struct plain_square){file, rank}))
                list_quiet(rules, pos, (struct plain_square){file, rank}, list);
}

/* ---- playing ---- */

static bool has_men(const struct plain *pos, int side)
{
    for (int file = 0; file < PLAIN_SIZE; file++)
        for (int rank = 0; rank < PLAIN_SIZE; rank++)
            if (pos->piece[file][rank] == PLAIN_MAN && pos->side[file][rank] == side)
                return true;
    return false;
}

static void forget(struct plain *pos, int side)
{
    pos->king_moves[side] = 0;
    pos->king_at[side] = (struct plain_square){0, 0};
}

/* Frisian: a king's quiet moves in a row, while its side has men. */
static void count_king_moves(struct plain *pos, const struct plain_move *mv, bool by_king)
{
    const int side = pos->turn;
    const bool quiet = !mv->taken.low && !mv->taken.high;
    const struct plain_square counted = pos->king_at[side], foe = pos->king_at[1 - side];
    if (!by_king || !quiet || !has_men(pos, side)) {
        forget(pos, side);
    } else {
        const bool same =
            pos->king_moves[side] && counted.file == mv->from.file && counted.rank == mv->from.rank;
        pos->king_moves[side] = same ? pos->king_moves[side] + 1 : 1;
        pos->king_at[side] = mv->to;
    }
    if (plain_set_has(&mv->taken, foe.file, foe.rank) || !has_men(pos, 1 - side))
        forget(pos, 1 - side);
}

void plain_play(const struct plain_rules *rules, struct plain *pos, const struct plain_move *mv)
{
    const uint8_t piece = pos->piece[mv->from.file][mv->from.rank];
    for (int file = 0; file < PLAIN_SIZE; file++)
        for (int rank = 0; rank < PLAIN_SIZE; rank++)
            if (plain_set_has(&mv->taken, file, rank))
                pos->piece[file][rank] = PLAIN_EMPTY;
    pos->piece[mv->from.file][mv->from.rank] = PLAIN_EMPTY;
    pos->piece[mv->to.file][mv->to.rank] = mv->crowns ? PLAIN_KING : piece;
    pos->side[mv->to.file][mv->to.rank] = (uint8_t)pos->turn;
    if (rules->king_limit)
        count_king_moves(pos, mv, piece == PLAIN_KING);
    pos->turn = 1 - pos->turn;
}
