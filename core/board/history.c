// SPDX-License-Identifier: MIT
/*
 * The history has an entry for each ply; its counters continue those of the entry before. A
 * position can only repeat since the last irreversible move, so most moves of a game need no
 * search. Keys are not needed either: positions are compared, and different ones nearly always
 * differ in the first bitboard compared.
 */
#include "core/board/history.h"

#include "core/base/array.h"
#include "core/board/draw-profile-internal.h"

#include <limits.h>
#include <stdlib.h>

struct entry {
    struct position pos;
    unsigned since; /* index of the entry after the last irreversible move */
    unsigned quiet; /* plies since a capture or a man's move */
    unsigned all;   /* pieces on the board */
    /*
     * By rule of material: the moves counted plus 1, or 0 if the rule does not apply; and which
     * side is the lone one.
     */
    uint8_t running[MATERIAL_RULES];
    uint8_t lone[MATERIAL_RULES];
};

struct history {
    const struct rules *rules;
    const struct draw_profile *profile;
    bitboard diagonal;     /* the long diagonal in play */
    unsigned material_max; /* with more pieces on the board no rule of material applies */
    struct entry *entries; /* owned */
    unsigned n, room;
};

static bitboard long_diagonal(const struct board *board)
{
    bitboard set = 0;
    for (int i = 0; i < board->ranks; i++) {
        square sq = board_at(board, board->corner ? i : board->files - 1 - i, i);
        if (sq != SQUARE_NONE)
            set |= square_bit(sq);
    }
    return set;
}

static unsigned material_max(const struct draw_profile *profile)
{
    unsigned max = 0;
    for (const struct material_rule *rule = profile->material; rule->reason; rule++) {
        unsigned n = rule->all_max ? rule->all_max : rule->lone.total_max + rule->strong.total_max;
        if (n > max)
            max = n;
    }
    return max;
}

struct history *history_open(const struct rules *rules, const struct draw_profile *profile)
{
    enum { ROOM = 256 };
    struct history *history = calloc(1, sizeof *history);
    if (!history)
        return NULL;
    history->rules = rules;
    history->profile = profile;
    history->diagonal = long_diagonal(rules->board);
    history->material_max = material_max(profile);
    history->room = ROOM;
    history->entries = malloc(ROOM * sizeof *history->entries);
    if (!history->entries) {
        free(history);
        return NULL;
    }
    struct position pos;
    position_start(rules, &pos);
    history_start(history, &pos);
    return history;
}

bool history_has_limit(const struct history *history) { return history->profile->limit != 0; }

void history_close(struct history *history)
{
    if (!history)
        return;
    free(history->entries);
    free(history);
}

static bool has_force(const struct force *force, const struct position *pos, unsigned side)
{
    unsigned kings = POPCOUNT64(position_kings(pos, side)),
             men = POPCOUNT64(position_men(pos, side));
    return kings >= force->kings_min && kings <= force->kings_max && men <= force->men_max
           && kings + men >= force->total_min && kings + men <= force->total_max;
}

static bool applies(const struct history *history, const struct material_rule *rule,
                    const struct entry *entry, unsigned lone, bool later)
{
    const struct position *pos = &entry->pos;
    if (rule->all_max && (entry->all < rule->all_min || entry->all > rule->all_max))
        return false;
    if (rule->on_diagonal && !(pos->pieces[lone] & history->diagonal))
        return false;
    const struct force *strong = later && rule->later.total_max ? &rule->later : &rule->strong;
    return has_force(&rule->lone, pos, lone) && has_force(strong, pos, lone ^ 1);
}

/* Continues the count of rule `i`. `mv` and `last` are NULL at the start of a game. */
static void count_material(const struct history *history, unsigned i, const struct entry *last,
                           const struct move *mv, struct entry *entry)
{
    const struct material_rule *rule = &history->profile->material[i];
    unsigned turn = entry->pos.turn;
    if (last && last->running[i] && !(rule->restarts && (mv->captured || mv->crowns))
        && applies(history, rule, entry, last->lone[i], true)) {
        bool counts = !rule->lone_moves || last->pos.turn == last->lone[i];
        entry->lone[i] = last->lone[i];
        entry->running[i] = (uint8_t)(last->running[i] + (counts && last->running[i] < UINT8_MAX));
        return;
    }
    for (unsigned k = 0; k < 2; k++) {
        entry->lone[i] = (uint8_t)(turn ^ k);
        entry->running[i] = applies(history, rule, entry, turn ^ k, false);
        if (entry->running[i])
            return;
    }
}

static void count_materials(const struct history *history, const struct entry *last,
                            const struct move *mv, struct entry *entry)
{
    memset(entry->running, 0, sizeof entry->running);
    if (LIKELY(entry->all > history->material_max))
        return;
    for (unsigned i = 0; history->profile->material[i].reason; i++)
        count_material(history, i, last, mv, entry);
}

void history_start(struct history *history, const struct position *pos)
{
    struct entry *entry = history->entries;
    entry->pos = *pos;
    entry->since = entry->quiet = 0;
    entry->all = POPCOUNT64(pos->pieces[WHITE] | pos->pieces[BLACK]);
    count_materials(history, NULL, NULL, entry);
    history->n = 1;
}

/* Men never move back, but in some games they move sideways: only a change of rank is final. */
static bool is_irreversible(const struct history *history, const struct move *mv, bool by_man)
{
    if (mv->captured)
        return true;
    if (!by_man)
        return false;
    const struct rules *rules = history->rules;
    return !(rules->man_moves & DIRS_SIDEWAYS) || mv->crowns
           || board_rank(rules->board, mv->from) != board_rank(rules->board, mv->to);
}

int history_add(struct history *history, const struct position *before, const struct move *mv,
                const struct position *after)
{
    if (!ARRAY_GROW(history->entries, history->n, history->room))
        return -1;
    const struct entry *last = &history->entries[history->n - 1];
    struct entry *entry = &history->entries[history->n];
    bool by_man = !(before->kings & square_bit(mv->from));
    entry->pos = *after;
    entry->since = is_irreversible(history, mv, by_man) ? history->n : last->since;
    entry->quiet = by_man || mv->captured ? 0 : last->quiet + 1;
    entry->all = mv->captured ? last->all - POPCOUNT64(mv->captured) : last->all;
    count_materials(history, last, mv, entry);
    history->n++;
    return 0;
}

void history_drop(struct history *history)
{
    if (history->n > 1)
        history->n--;
}

unsigned history_plies(const struct history *history) { return history->n - 1; }

/*
 * How many plies back positions are compared with the last one. No real game needs more, and
 * without a bound the time for a hundred thousand king moves would grow with their square.
 */
enum { REPEATS_REACH = 4000 };

unsigned history_repeats(const struct history *history)
{
    const struct entry *entries = history->entries;
    unsigned newest = history->n - 1, n = 1;
    const struct position *pos = &entries[newest].pos;
    unsigned reach = newest - entries[newest].since;
    if (reach > REPEATS_REACH)
        reach = REPEATS_REACH;
    for (unsigned back = 4; back <= reach; back += 2) { /* none can recur after two plies */
        const struct position *old = &entries[newest - back].pos;
        n += old->pieces[0] == pos->pieces[0] && position_same(old, pos);
    }
    return n;
}

/* Whether the next move must capture, or the reply must, whatever is played. */
static bool piece_must_fall(const struct rules *rules, const struct position *pos)
{
    if (moves_has_capture(rules, pos))
        return true;
    struct moves list;
    moves_init(&list);
    bool falls = moves_generate(rules, pos, &list) == 0;
    for (unsigned i = 0; falls && i < list.n; i++) {
        struct position after = *pos;
        move_play(rules, &after, &list.at[i]);
        falls = moves_has_capture(rules, &after);
    }
    moves_fini(&list);
    return falls;
}

/* The rule of material by which the last position is drawn; NULL: none. */
static const struct material_rule *drawn_material(const struct history *history)
{
    const struct entry *entry = &history->entries[history->n - 1];
    const struct material_rule *rule = history->profile->material;
    for (unsigned i = 0; rule->reason; i++, rule++) {
        unsigned needed = rule->lone_moves ? rule->moves : 2u * rule->moves;
        if (!entry->running[i] || entry->running[i] - 1u < needed)
            continue;
        if (rule->moves || !piece_must_fall(history->rules, &entry->pos))
            return rule;
    }
    return NULL;
}

enum ending history_draw(const struct history *history)
{
    const struct draw_profile *profile = history->profile;
    const struct entry *entry = &history->entries[history->n - 1];
    unsigned plies = history->n - 1;
    /* a position occurs for the n-th time after at least 4 plies for each time before */
    if (profile->repetitions && plies - entry->since >= 4u * (profile->repetitions - 1u)
        && history_repeats(history) >= profile->repetitions)
        return ENDING_REPETITION;
    if (profile->quiet_moves && entry->quiet >= 2u * profile->quiet_moves)
        return ENDING_QUIET;
    if (profile->material[0].reason && drawn_material(history))
        return ENDING_MATERIAL;
    if (profile->limit && plies >= 2 * profile->limit)
        return ENDING_LIMIT;
    return ENDING_NONE;
}

/* Plies until `counted` reaches `needed`; 0 if it has. */
static unsigned plies_short(unsigned counted, unsigned needed)
{
    return counted < needed ? needed - counted : 0;
}

/* Plies that rule `i` of material still allows; it must apply now. */
static unsigned material_left(const struct history *history, unsigned i)
{
    const struct material_rule *rule = &history->profile->material[i];
    const struct entry *entry = &history->entries[history->n - 1];
    const unsigned counted = entry->running[i] - 1u;
    if (!rule->lone_moves)
        return plies_short(counted, 2u * rule->moves);
    const unsigned moves = plies_short(counted, rule->moves);
    return moves ? 2 * moves - (entry->pos.turn == entry->lone[i]) : 0;
}

unsigned history_plies_left(const struct history *history)
{
    const struct draw_profile *profile = history->profile;
    const struct entry *entry = &history->entries[history->n - 1];
    unsigned least = UINT_MAX, left;
    if (profile->quiet_moves)
        least = plies_short(entry->quiet, 2u * profile->quiet_moves);
    if (profile->limit && (left = plies_short(history->n - 1, 2 * profile->limit)) < least)
        least = left;
    for (unsigned i = 0; profile->material[i].reason; i++)
        if (entry->running[i] && profile->material[i].moves
            && (left = material_left(history, i)) < least)
            least = left;
    return least;
}

unsigned history_plies_safe(const struct history *history)
{
    const struct draw_profile *profile = history->profile;
    unsigned least = history_plies_left(history);
    for (unsigned i = 0; profile->material[i].reason; i++)
        if (2u * profile->material[i].moves < least)
            least = 2u * profile->material[i].moves;
    return least;
}

enum ending history_ending(const struct history *history)
{
    enum ending ending = ending_at(history->rules, &history->entries[history->n - 1].pos);
    return ending != ENDING_NONE ? ending : history_draw(history);
}

const char *history_reason(const struct history *history, enum ending ending)
{
    const struct material_rule *rule;
    switch (ending) {
    case ENDING_NO_MOVES:
        return "the side to move has no move";
    case ENDING_KING:
        return "a man has become a king";
    case ENDING_REPETITION:
        return history->profile->repetitions == 3 ? "the same position for the third time"
                                                  : "the same position for the fourth time";
    case ENDING_QUIET:
        return history->profile->quiet_reason;
    case ENDING_MATERIAL:
        rule = drawn_material(history);
        return rule ? rule->reason : "a drawn endgame";
    case ENDING_LIMIT:
        return "the move limit is reached";
    case ENDING_NONE:
        break;
    }
    return "the game goes on";
}
