// SPDX-License-Identifier: MIT
/*
 * Two players share a cell, seen from the one with the lower index. Games of different pairs may
 * alternate, as they do if several are played at once: the first of a pair counts as single and
 * waits in `halves` until the other one comes, with colours reversed. A game without a result takes
 * part in this as well: the other game of its pair then stays single.
 */
#include "report/crosstable.h"

#include "core/base/array.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- players and cells ---- */

int crosstable_player(struct crosstable *t, struct text name, unsigned *index, struct err *err)
{
    const uint64_t hash = hashtable_hash(name.s, name.n);
    HASHTABLE_EACH (&t->player_index, hash, i) {
        if (text_is(name, t->players[i].name)) {
            *index = (unsigned)i;
            return 0;
        }
    }
    if (!ARRAY_GROW(t->players, t->n_players, t->room_players))
        return err_memory(err);
    char *kept = malloc(name.n + 1);
    if (!kept || hashtable_add(&t->player_index, hash, t->n_players)) {
        free(kept);
        return err_memory(err);
    }
    if (name.n)
        memcpy(kept, name.s, name.n);
    kept[name.n] = '\0';
    *index = t->n_players++;
    t->players[*index] = (struct crosstable_player){.name = kept};
    return 0;
}

/* Finds the cell of two players. @return its index; n_cells: there is none */
static unsigned find_cell(const struct crosstable *t, unsigned first, unsigned second,
                          uint64_t *hash)
{
    const unsigned key[2] = {first, second};
    *hash = hashtable_hash(key, sizeof key);
    HASHTABLE_EACH (&t->cell_index, *hash, i) {
        if (t->cells[i].first == first && t->cells[i].second == second)
            return (unsigned)i;
    }
    return t->n_cells;
}

static int take_cell(struct crosstable *t, unsigned first, unsigned second, unsigned *index,
                     struct err *err)
{
    uint64_t hash;
    *index = find_cell(t, first, second, &hash);
    if (*index < t->n_cells)
        return 0;
    if (!ARRAY_GROW(t->cells, t->n_cells, t->room_cells)
        || hashtable_add(&t->cell_index, hash, t->n_cells))
        return err_memory(err);
    t->cells[t->n_cells++] = (struct crosstable_cell){.first = first, .second = second};
    return 0;
}

/* ---- counting ---- */

/* White's half points; -1 if the result is not known. */
static int half_points(enum result result)
{
    switch (result) {
    case RESULT_WHITE:
        return 2;
    case RESULT_DRAW:
        return 1;
    case RESULT_BLACK:
        return 0;
    default:
        return -1;
    }
}

static enum crosstable_outcome outcome_of(int points)
{
    static const enum crosstable_outcome outcomes[] = {OUTCOME_LOST, OUTCOME_DRAWN, OUTCOME_WON};
    return points < 0 ? OUTCOME_UNKNOWN : outcomes[points];
}

/* Finds the game of a pair that came first. @return its index; n_halves: there is none */
static unsigned find_half(const struct crosstable *t, int64_t pair, unsigned cell, uint64_t *hash)
{
    const uint64_t key[2] = {(uint64_t)pair, cell};
    *hash = hashtable_hash(key, sizeof key);
    HASHTABLE_EACH (&t->half_index, *hash, i) {
        if (t->halves[i].pair == pair && t->halves[i].cell == cell)
            return (unsigned)i;
    }
    return t->n_halves;
}

static void add_half(struct crosstable *t, const struct crosstable_half *game)
{
    if (t->scheduled && game->points >= 0)
        t->cells[game->cell].awaited[game->points]++;
}

/* Makes a pair of two games, if both results are known. */
static void join_halves(struct crosstable *t, const struct crosstable_half *half,
                        const struct crosstable_half *game)
{
    struct crosstable_cell *cell = &t->cells[game->cell];
    if (t->scheduled && half->points >= 0)
        cell->awaited[half->points]--;
    if (half->points < 0 || game->points < 0)
        return;
    cell->single[half->points]--;
    cell->single[game->points]--;
    cell->pairs[half->points + game->points]++;
}

/* Counts a game with its pair, or lets it wait for the other one. */
static int count_pair(struct crosstable *t, const struct crosstable_half *game, struct err *err)
{
    uint64_t hash;
    unsigned at = find_half(t, game->pair, game->cell, &hash);
    if (at == t->n_halves) {
        if (!ARRAY_GROW(t->halves, t->n_halves, t->room_halves)
            || hashtable_add(&t->half_index, hash, at))
            return err_memory(err);
        t->halves[t->n_halves++] = *game;
        add_half(t, game);
        return 0;
    }
    struct crosstable_half *half = &t->halves[at];
    if (!half->waits || half->first_white == game->first_white) {
        *half = *game; /* it belongs to another pair with this number, which this game begins */
        add_half(t, game);
        return 0;
    }
    join_halves(t, half, game);
    half->waits = false;
    return 0;
}

/*
 * Counts n games with the same result, all of them single.
 * @param game set, but for the number of its pair
 */
static int count_games(struct crosstable *t, unsigned white, unsigned black, enum result result,
                       uint64_t n, struct crosstable_half *game, struct err *err)
{
    const unsigned first = white < black ? white : black, second = white < black ? black : white;
    const int whites = half_points(result), blacks = whites < 0 ? whites : 2 - whites;
    const int own = white == first ? whites : blacks;
    unsigned index;
    if (take_cell(t, first, second, &index, err))
        return -1;
    struct crosstable_cell *cell = &t->cells[index];
    cell->games[white != first][outcome_of(own)] += n;
    t->players[white].games[0][outcome_of(whites)] += n;
    t->players[black].games[1][outcome_of(blacks)] += n;
    if (own >= 0)
        cell->single[own] += n;
    *game = (struct crosstable_half){
        .cell = index, .points = own, .first_white = white == first, .waits = true};
    return 0;
}

int crosstable_add(struct crosstable *t, unsigned white, unsigned black, int64_t pair,
                   enum result result, struct err *err)
{
    struct crosstable_half game;
    if (count_games(t, white, black, result, 1, &game, err))
        return -1;
    game.pair = pair;
    return pair ? count_pair(t, &game, err) : 0;
}

int crosstable_add_many(struct crosstable *t, unsigned white, unsigned black, enum result result,
                        uint64_t n, struct err *err)
{
    struct crosstable_half game;
    return n ? count_games(t, white, black, result, n, &game, err) : 0;
}

void crosstable_sum(const uint64_t games[2][OUTCOME_KINDS], uint64_t sum[OUTCOME_KINDS])
{
    for (unsigned i = 0; i < OUTCOME_KINDS; i++)
        sum[i] = games[0][i] + games[1][i];
}

double crosstable_share(const uint64_t sum[OUTCOME_KINDS])
{
    uint64_t games = sum[OUTCOME_WON] + sum[OUTCOME_DRAWN] + sum[OUTCOME_LOST];
    return games ? ((double)sum[OUTCOME_WON] + (double)sum[OUTCOME_DRAWN] / 2) / (double)games
                 : NAN;
}

uint64_t crosstable_single(const struct crosstable_cell *cell)
{
    return cell->single[0] + cell->single[1] + cell->single[2];
}

static struct elo_counts count_with(const struct crosstable_cell *cell,
                                    const uint64_t single[ELO_GAMES], bool flipped)
{
    struct elo_counts pairs = {.kinds = ELO_PAIRS},
                      games = flipped ? elo_games(single[0], single[1], single[2])
                                      : elo_games(single[2], single[1], single[0]);
    for (unsigned i = 0; i < ELO_PAIRS; i++)
        pairs.n[i] = (double)cell->pairs[flipped ? ELO_PAIRS - 1 - i : i];
    if (elo_count(&pairs) == 0)
        return games;
    elo_add_singles(&pairs, &games);
    return pairs;
}

struct elo_counts crosstable_counts(const struct crosstable_cell *cell, bool flipped)
{
    return count_with(cell, cell->single, flipped);
}

struct elo_counts crosstable_settled(const struct crosstable_cell *cell, bool flipped)
{
    uint64_t settled[ELO_GAMES];
    for (unsigned i = 0; i < ELO_GAMES; i++)
        settled[i] = cell->single[i] - cell->awaited[i];
    return count_with(cell, settled, flipped);
}

const struct crosstable_cell *crosstable_find(const struct crosstable *t, unsigned a, unsigned b,
                                              bool *flipped)
{
    uint64_t hash;
    *flipped = a > b;
    unsigned index = find_cell(t, a < b ? a : b, a < b ? b : a, &hash);
    return index < t->n_cells ? &t->cells[index] : NULL;
}

/* ---- ratings ---- */

static int rate(struct crosstable *t, struct err *err)
{
    struct ratings_meeting *meetings = calloc(2 * (size_t)t->n_cells + 1, sizeof *meetings);
    struct ratings_player *rated = calloc(t->n_players + 1, sizeof *rated);
    size_t n = 0;
    int rc = -1;
    if (!meetings || !rated)
        goto done;
    for (unsigned i = 0; i < t->n_cells; i++) {
        const struct crosstable_cell *cell = &t->cells[i];
        const uint64_t *white = cell->games[0], *black = cell->games[1];
        meetings[n++] =
            (struct ratings_meeting){cell->first,          cell->second,        white[OUTCOME_WON],
                                     white[OUTCOME_DRAWN], white[OUTCOME_LOST], t->uncoloured};
        meetings[n++] =
            (struct ratings_meeting){cell->second,         cell->first,        black[OUTCOME_LOST],
                                     black[OUTCOME_DRAWN], black[OUTCOME_WON], t->uncoloured};
    }
    rc = ratings_fit(meetings, n, t->n_players, t->stopped, rated, &t->model);
    for (unsigned i = 0; i < t->n_players && rc == 0; i++)
        t->players[i].rating = rated[i];
done:
    free(meetings);
    free(rated);
    return rc < 0 ? err_memory(err) : rc;
}

/* qsort has no context argument; each thread sorts one crosstable at a time. */
static _Thread_local const struct crosstable *sorting;

/* Whether a player has no game with a known result, and so no rating. */
static bool is_unrated(const struct crosstable_player *player)
{
    uint64_t sum[OUTCOME_KINDS];
    crosstable_sum(player->games, sum);
    return isnan(crosstable_share(sum));
}

/* Ratings are relative to the mean of each group, and say nothing about players in other groups. */
static int by_rating(const void *a, const void *b)
{
    const struct crosstable_player *p = &sorting->players[*(const unsigned *)a],
                                   *q = &sorting->players[*(const unsigned *)b];
    const bool unrated = is_unrated(p);
    if (unrated != is_unrated(q))
        return unrated ? 1 : -1;
    if (!unrated && p->rating.group != q->rating.group)
        return p->rating.group < q->rating.group ? -1 : 1;
    if (p->rating.elo.value != q->rating.elo.value)
        return p->rating.elo.value > q->rating.elo.value ? -1 : 1;
    return strcmp(p->name, q->name);
}

int crosstable_finish(struct crosstable *t, struct err *err)
{
    t->rated = t->n_players <= RATINGS_PLAYERS_MAX;
    int rc = t->rated ? rate(t, err) : 0;
    if (rc)
        return rc;
    t->order = malloc((t->n_players + 1) * sizeof *t->order);
    if (!t->order)
        return err_memory(err);
    for (unsigned i = 0; i < t->n_players; i++)
        t->order[i] = i;
    sorting = t;
    qsort(t->order, t->n_players, sizeof *t->order, by_rating);
    return 0;
}

void crosstable_fini(struct crosstable *t)
{
    for (unsigned i = 0; i < t->n_players; i++)
        free(t->players[i].name);
    free(t->players);
    free(t->cells);
    free(t->halves);
    free(t->order);
    hashtable_fini(&t->player_index);
    hashtable_fini(&t->cell_index);
    hashtable_fini(&t->half_index);
    *t = (struct crosstable){0};
}
