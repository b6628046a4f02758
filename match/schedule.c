// SPDX-License-Identifier: MIT
/*
 * A plan follows from the configuration, its seed and its openings, so the same configuration
 * always makes the same games. It is written into the store as a whole before anything is played. A
 * hash of the settings that decide the games is kept with it: if any of these has changed, the
 * configuration does not continue the match.
 */
#include "match/schedule.h"

#include "core/base/array.h"
#include "core/base/printable.h"
#include "match/openings.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { PAIRS_MAX = 1000000 };

/* ---- who meets whom ---- */

struct pairing {
    unsigned first, second;
};

static unsigned count_pairings(const struct match_config *config)
{
    unsigned n = config->n_players;
    return config->pairing == MATCH_PAIRING_GAUNTLET ? config->seeds * (n - config->seeds)
                                                     : n * (n - 1) / 2;
}

/*
 * Everybody meets everybody, in an order that gives each player a rest: the players are placed on a
 * circle, the last one in its centre, and pairs are drawn across; then the circle turns. With an
 * odd number, one is left out each time.
 */
static void pair_all(unsigned players, struct pairing *out)
{
    unsigned n = players + players % 2;
    for (unsigned turn = 0; turn + 1 < n; turn++) {
        for (unsigned k = 0; k < n / 2; k++) {
            unsigned a = k ? (turn + k) % (n - 1) : n - 1, b = (turn + n - 1 - k) % (n - 1);
            if (a >= players || b >= players)
                continue;
            *out++ = a < b ? (struct pairing){a, b} : (struct pairing){b, a};
        }
    }
}

static void pair_players(const struct match_config *config, struct pairing *out)
{
    if (config->pairing != MATCH_PAIRING_GAUNTLET) {
        pair_all(config->n_players, out);
        return;
    }
    for (unsigned other = config->seeds; other < config->n_players; other++)
        for (unsigned seed = 0; seed < config->seeds; seed++)
            *out++ = (struct pairing){seed, other};
}

/* ---- the plan ---- */

/*
 * Writes a time control as in the PDN tag, which has no form for an increment together with a
 * number of moves: the increment is left out then, and only in the stored configuration.
 */
static const char *time_control(const struct player_limits *limits, struct arena *arena)
{
    char text[96];
    double seconds = (double)limits->time_ms / 1000, increment = (double)limits->inc_ms / 1000;
    if (limits->time_ms && limits->moves)
        snprintf(text, sizeof text, "%u/%.10g", limits->moves, seconds);
    else if (limits->time_ms && limits->inc_ms)
        snprintf(text, sizeof text, "%.10g+%.10g", seconds, increment);
    else if (limits->time_ms)
        snprintf(text, sizeof text, "%.10g", seconds);
    else if (limits->move_ms)
        snprintf(text, sizeof text, "1/%.10g", (double)limits->move_ms / 1000);
    else
        snprintf(text, sizeof text, "-");
    return arena_strndup(arena, text, strlen(text));
}

static int plan_players(const struct match_config *config, struct arena *arena,
                        struct results_match *out, struct err *err)
{
    static const char *const kinds[] = {"builtin", "hub", "dxp"};
    struct results_player *players = arena_zalloc(arena, config->n_players * sizeof *players);
    if (!players)
        return err_memory(err);
    for (unsigned i = 0; i < config->n_players; i++) {
        const struct player_settings *from = &config->players[i];
        players[i] = (struct results_player){from->name, kinds[from->kind],
                                             time_control(&from->limits, arena)};
        if (!players[i].time_control)
            return err_memory(err);
    }
    out->players = players;
    out->n_players = config->n_players;
    return 0;
}

static int plan_pairs(const struct match_config *config, struct arena *arena,
                      const struct match_opening *openings, unsigned n_openings,
                      struct results_match *out, struct err *err)
{
    unsigned pairings = count_pairings(config), n = 0;
    uint64_t rounds = config->rounds  ? config->rounds
                      : config->games ? config->games / 2
                                      : n_openings;
    if (rounds * pairings > PAIRS_MAX)
        return err_plain(err, "more than %d pairs of games: %" PRIu64 " rounds of %u", PAIRS_MAX,
                         rounds, pairings);
    struct pairing *pairing = arena_alloc(arena, pairings * sizeof *pairing);
    struct results_pair *pairs = arena_zalloc(arena, (size_t)rounds * pairings * sizeof *pairs);
    if (!pairing || !pairs)
        return err_memory(err);
    pair_players(config, pairing);
    for (unsigned round = 0; round < rounds; round++) {
        const struct match_opening *opening = &openings[round % n_openings];
        for (unsigned k = 0; k < pairings; k++, n++)
            pairs[n] = (struct results_pair){
                .number = n + 1,
                .round = round + 1,
                .first = pairing[k].first,
                .second = pairing[k].second,
                .games = 2,
                .opening = opening->name,
                .fen = opening->fen,
                .moves = opening->moves,
            };
    }
    out->pairs = pairs;
    out->n_pairs = n;
    return 0;
}

static const char *config_text(const struct match_config *config, struct arena *arena)
{
    struct buffer text = {0};
    match_config_print(config, &text);
    const char *kept = text.failed ? NULL : arena_strndup(arena, text.s, text.n);
    buffer_fini(&text);
    return kept;
}

static int fingerprint(const struct match_config *config, enum match_decisive form,
                       struct hash128 *out, struct err *err)
{
    struct buffer text = {0};
    match_config_decisive(config, form, &text);
    *out = hash128_of(text.s, text.n);
    int rc = text.failed ? err_memory(err) : 0;
    buffer_fini(&text);
    return rc;
}

int match_schedule_make(const struct match_config *config, struct arena *arena,
                        struct results_match *out, struct err *err)
{
    struct match_opening *openings;
    unsigned n;
    *out = (struct results_match){
        .event = config->match.event,
        .site = config->match.site ? config->match.site : "",
        .variant = config->variant,
        .draws = config->draws ? config->draws : "",
        .seed = config->match.seed,
        .config = config_text(config, arena),
    };
    if (!out->config)
        return err_memory(err);
    return fingerprint(config, MATCH_DECISIVE, &out->fingerprint, err)
                   || plan_players(config, arena, out, err)
                   || match_openings_make(config, arena, &openings, &n, err)
                   || plan_pairs(config, arena, openings, n, out, err)
               ? -1
               : 0;
}

void match_schedule_print(const struct results_match *plan, struct buffer *out)
{
    for (unsigned i = 0; i < plan->n_pairs; i++) {
        const struct results_pair *pair = &plan->pairs[i];
        const char *const names[] = {plan->players[pair->first].name,
                                     plan->players[pair->second].name, pair->opening};
        buffer_printf(out, "%u\t%u", pair->number, pair->round);
        for (size_t k = 0; k < ARRAY_LEN(names); k++) {
            buffer_add_char(out, '\t');
            printable_add(out, text_of(names[k]));
        }
        buffer_printf(out, "\t%s\t%s\n", pair->fen ? pair->fen : "", pair->moves);
    }
}

/* ---- the store ---- */

/* @param how MATCH_NEW, or MATCH_RETIRED @return as match_schedule_begin */
static int add_match(struct results *results, const struct match_config *config,
                     struct arena *arena, int64_t *match, enum match_begun *how, struct err *err)
{
    struct results_match plan;
    if (match_schedule_make(config, arena, &plan, err))
        return 1;
    int rc = results_match_begin(results, &plan, config->openings.retire, match, err);
    *how = rc > 0 ? MATCH_RETIRED : MATCH_NEW;
    return rc < 0 ? -1 : 0;
}

/* Compares what older fingerprints did not include: the values of ${NAME} in names. */
static bool has_same_names(const struct match_config *config, const struct results_match *there)
{
    bool same = strcmp(config->variant, there->variant) == 0
                && strcmp(config->draws ? config->draws : "", there->draws) == 0
                && config->n_players == there->n_players;
    for (unsigned i = 0; same && i < there->n_players; i++)
        same = strcmp(config->players[i].name, there->players[i].name) == 0;
    return same;
}

/* @return 1 the same, 0 not, -1 with `err` */
static int compare(const struct match_config *config, const struct results_match *there,
                   struct err *err)
{
    struct hash128 own;
    for (unsigned form = 0; form < MATCH_DECISIVE_FORMS; form++) {
        if (fingerprint(config, form, &own, err))
            return -1;
        if (hash128_same(own, there->fingerprint))
            return form == MATCH_DECISIVE || has_same_names(config, there);
    }
    return 0;
}

/* @return as match_schedule_begin */
static int same_games(struct results *results, const struct match_config *config, int64_t match,
                      struct err *err)
{
    struct arena arena = {0};
    struct results_match there;
    int rc = results_match_load(results, match, &arena, &there, err);
    int same = rc == 0 ? compare(config, &there, err) : -1;
    if (same == 0) {
        struct text what = match_config_difference(config, there.config, &arena);
        if (!what.n)
            what = text_of("with different players, settings, openings, rules or number of games");
        err_set(err, (struct src_pos){.file = config->outputs.store},
                "'%.60s' was started %.*s; restore that, or give the new match a different 'event'",
                config->match.event, TEXT_ARGS(what));
    }
    arena_fini(&arena);
    return same < 0 ? -1 : !same;
}

int match_schedule_begin(struct results *results, const struct match_config *config,
                         const struct match_decision *decision, struct arena *arena, int64_t *match,
                         enum match_begun *how, struct err *err)
{
    struct results_progress progress;
    int found = results_match_find(results, config->match.event, match, err);
    if (found < 0 || (found && results_match_progress(results, *match, &progress, err)))
        return -1;
    *how = !found                                                                ? MATCH_NEW
           : progress.finished >= progress.games                                 ? MATCH_FINISHED
           : decision->is_decided && decision->is_decided(decision->ctx, *match) ? MATCH_DECIDED
                                                                                 : MATCH_CONTINUES;
    if (config->repeat && (*how == MATCH_FINISHED || *how == MATCH_DECIDED))
        *how = MATCH_NEW;
    if (*how == MATCH_NEW)
        return add_match(results, config, arena, match, how, err);
    return same_games(results, config, *match, err);
}
