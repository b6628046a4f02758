// SPDX-License-Identifier: MIT
/* The report as tables for human readers. */
#include "core/base/clock.h"
#include "core/base/printable.h"
#include "core/board/board.h"
#include "report/escape.h"
#include "report/report.h"

#include <inttypes.h>
#include <math.h>

enum {
    NAME_WIDTH = 24, /* of a column of names, unless one is wider */
    VERSION_WIDTH = 16,
    WIDTH_MAX = 40,
    INTERVAL_WIDTH = 18,
    CROSS_PLAYERS = 16,
    OPENINGS_SHOWN = 40,
    INCIDENTS_SHOWN = 100
};

static void add_name(struct buffer *out, const char *name, unsigned width)
{
    if (width)
        escape_column(out, text_of(name), width);
    else
        printable_add(out, text_of(name));
}

/* @return the width of a column, once it has a place for this name too */
static unsigned widened(unsigned width, const char *name)
{
    size_t own = escape_width(text_of(name));
    return own <= width ? width : own < WIDTH_MAX ? (unsigned)own : WIDTH_MAX;
}

static unsigned player_width(const struct crosstable *t)
{
    unsigned width = NAME_WIDTH;
    for (unsigned i = 0; i < t->n_players; i++)
        width = widened(width, t->players[i].name);
    return width;
}

static void add_day(struct buffer *out, int64_t ms)
{
    char text[UTC_TEXT_SIZE];
    buffer_add_string(out, clock_format(ms, UTC_DAY, text));
}

/* Adds "+33 (+10 to +57)". */
static void add_interval(struct buffer *out, struct interval i)
{
    buffer_printf(out, "%+5.0f (%+.0f to %+.0f)", report_round(i.value), report_round(i.low),
                  report_round(i.high));
}

/* Adds a number like "%*.2f". */
static void add_hundredths(struct buffer *out, int width, double x)
{
    buffer_printf(out, "%*.2f", width, report_round_to(x, 100));
}

/* There is no share of zero games. */
static void add_percent(struct buffer *out, int width, double share)
{
    if (isnan(share))
        buffer_printf(out, "%*s", width ? width + 2 : 0, "-");
    else
        buffer_printf(out, "%*.2f %%", width, share * 100);
}

static void add_head(const struct report *r, const struct report_options *options,
                     struct buffer *out)
{
    if (options->title) {
        add_name(out, options->title, 0);
        buffer_add_char(out, '\n');
    }
    buffer_printf(out, "%" PRIu64 " %s", r->games, r->games == 1 ? "game" : "games");
    if (r->table.n_players) /* only players with games are known */
        buffer_printf(out, " of %u players", r->table.n_players);
    if (r->replayed)
        buffer_printf(out, ", %" PRIu64 " more broken off and played again", r->replayed);
    if (r->first) {
        buffer_add_string(out, ", ");
        add_day(out, r->first);
        buffer_add_string(out, " to ");
        add_day(out, r->last);
        buffer_add_string(out, " UTC");
    }
    buffer_add_char(out, '\n');
    for (unsigned i = 0; i < r->n_matches; i++) {
        const struct report_match *match = &r->matches[i];
        buffer_printf(out, "  match %" PRId64 ": ", match->id);
        add_name(out, match->event, 0);
        buffer_add_string(out, ", ");
        add_name(out, match->variant, 0);
        buffer_printf(out, ", %" PRIu64 " %s\n", match->games,
                      match->games == 1 ? "game" : "games");
    }
}

static void add_groups(unsigned groups, const char *of, struct buffer *out)
{
    if (groups > 1)
        buffer_printf(
            out,
            "%u groups of %s are not connected by games: Elo can be compared only within a group\n",
            groups, of);
}

void report_text_standings(const struct crosstable *t, struct buffer *out)
{
    const unsigned width = player_width(t);
    bool any = false; /* whether there is a game with a known result */
    buffer_printf(out, "  # %-*s  games    won  drawn   lost unknown    score      Elo (95 %%)\n",
                  (int)width, "player");
    for (unsigned i = 0; i < t->n_players; i++) {
        const struct crosstable_player *p = &t->players[t->order[i]];
        uint64_t sum[OUTCOME_KINDS];
        crosstable_sum(p->games, sum);
        buffer_printf(out, "%3u ", i + 1);
        add_name(out, p->name, width);
        buffer_printf(
            out, " %6" PRIu64 " %6" PRIu64 " %6" PRIu64 " %6" PRIu64 " %7" PRIu64 "  ",
            sum[OUTCOME_WON] + sum[OUTCOME_DRAWN] + sum[OUTCOME_LOST] + sum[OUTCOME_UNKNOWN],
            sum[OUTCOME_WON], sum[OUTCOME_DRAWN], sum[OUTCOME_LOST], sum[OUTCOME_UNKNOWN]);
        double share = crosstable_share(sum);
        add_percent(out, 6, share);
        if (t->rated && !isnan(share)) {
            buffer_add_string(out, "  ");
            add_interval(out, p->rating.elo);
        }
        buffer_add_char(out, '\n');
        any = any || !isnan(share);
    }
    if (!t->rated)
        buffer_printf(out, "no ratings: more than %d players\n", RATINGS_PLAYERS_MAX);
    if (!t->rated || !any)
        return;
    buffer_printf(
        out, "Playing White is worth %+.0f Elo (%+.0f to %+.0f); %.1f %% of the games were drawn\n",
        report_round(t->model.white.value), report_round(t->model.white.low),
        report_round(t->model.white.high), t->model.drawn * 100);
    add_groups(t->model.groups, "players", out);
}

enum { CELL_SIZE = 64, CELL_WIDTH = 12 };

/* Writes the points of a player against another, and their games. @return how many columns it takes */
static int cross_cell(const struct crosstable *t, unsigned a, unsigned b, char text[CELL_SIZE])
{
    bool flipped;
    uint64_t sum[OUTCOME_KINDS];
    const struct crosstable_cell *cell = crosstable_find(t, a, b, &flipped);
    if (a == b || !cell)
        return snprintf(text, CELL_SIZE, a == b ? "*" : "-");
    crosstable_sum(cell->games, sum);
    uint64_t games = sum[OUTCOME_WON] + sum[OUTCOME_DRAWN] + sum[OUTCOME_LOST];
    uint64_t halves = 2 * sum[flipped ? OUTCOME_LOST : OUTCOME_WON] + sum[OUTCOME_DRAWN];
    return snprintf(text, CELL_SIZE, "%" PRIu64 "%s/%" PRIu64, halves / 2, halves % 2 ? ".5" : "",
                    games);
}

/* Adds a row of points for each player, the best first. */
static void add_crosstable(const struct report *r, struct buffer *out)
{
    const struct crosstable *t = &r->table;
    unsigned n = t->n_players < CROSS_PLAYERS ? t->n_players : CROSS_PLAYERS;
    int names = (int)player_width(t), width = CELL_WIDTH;
    char text[CELL_SIZE];
    if (n < 2)
        return;
    for (unsigned i = 0; i < n * n; i++) {
        int own = 1 + cross_cell(t, t->order[i / n], t->order[i % n], text);
        width = own > width ? own : width;
    }
    buffer_printf(out, "\nCrosstable: points of games\n\n    %-*s", names, "");
    for (unsigned k = 0; k < n; k++)
        buffer_printf(out, "%*u", width, k + 1);
    buffer_add_char(out, '\n');
    for (unsigned i = 0; i < n; i++) {
        buffer_printf(out, "%3u ", i + 1);
        add_name(out, t->players[t->order[i]].name, (unsigned)names);
        for (unsigned k = 0; k < n; k++) {
            cross_cell(t, t->order[i], t->order[k], text);
            buffer_printf(out, "%*s", width, text);
        }
        buffer_add_char(out, '\n');
    }
    if (n < t->n_players)
        buffer_printf(out, "the first %u of %u players; --format=csv has all\n", n, t->n_players);
}

static void add_pairs(const struct crosstable_cell *cell, bool flipped, struct buffer *out)
{
    uint64_t single = crosstable_single(cell);
    buffer_add_string(out, "  pairs with 0, 0.5, 1, 1.5 and 2 points:");
    for (unsigned i = 0; i < ELO_PAIRS; i++)
        buffer_printf(out, " %" PRIu64, cell->pairs[flipped ? ELO_PAIRS - 1 - i : i]);
    if (single)
        buffer_printf(out, ", and %" PRIu64 " unpaired game%s", single, single == 1 ? "" : "s");
    buffer_add_char(out, '\n');
}

/* Adds the score from the first player's view, or the second one's. */
static void add_score(const struct crosstable *t, const struct crosstable_cell *cell, bool flipped,
                      struct buffer *out)
{
    uint64_t sum[OUTCOME_KINDS];
    crosstable_sum(cell->games, sum);
    if (!t->only_pairs)
        buffer_printf(out, "+%" PRIu64 " =%" PRIu64 " -%" PRIu64 ", ",
                      sum[flipped ? OUTCOME_LOST : OUTCOME_WON], sum[OUTCOME_DRAWN],
                      sum[flipped ? OUTCOME_WON : OUTCOME_LOST]);
    if (sum[OUTCOME_UNKNOWN])
        buffer_printf(out, "%" PRIu64 " unknown, ", sum[OUTCOME_UNKNOWN]);
    add_percent(out, 0, flipped ? 1 - crosstable_share(sum) : crosstable_share(sum));
}

void report_text_pair(const struct crosstable *t, const struct crosstable_cell *cell, bool flipped,
                      const struct sprt *sprt, struct buffer *out)
{
    struct elo_counts counts = crosstable_counts(cell, flipped);
    struct interval elo = elo_estimate(&counts, INTERVAL_95),
                    normal = elo_normalized(&counts, INTERVAL_95);
    add_name(out, t->players[flipped ? cell->second : cell->first].name, 0);
    buffer_add_string(out, " against ");
    add_name(out, t->players[flipped ? cell->first : cell->second].name, 0);
    buffer_add_string(out, ": ");
    add_score(t, cell, flipped, out);
    buffer_add_char(out, '\n');
    if (elo_count(&counts) == 0)
        return;
    if (counts.kinds == ELO_PAIRS)
        add_pairs(cell, flipped, out);
    buffer_printf(
        out,
        "  Elo %+.0f, 95 %% interval %+.0f to %+.0f; normalized %+.0f (%+.0f to %+.0f); LOS %.1f "
        "%%\n",
        report_round(elo.value), report_round(elo.low), report_round(elo.high),
        report_round(normal.value), report_round(normal.low), report_round(normal.high),
        elo_superiority(&counts) * 100);
    if (!sprt || !(sprt->elo0 < sprt->elo1))
        return;
    static const char *const verdicts[] = {"undecided", "elo0 accepted", "elo1 accepted"};
    struct interval bounds = sprt_bounds(sprt);
    const struct elo_counts settled = crosstable_settled(cell, flipped);
    buffer_printf(out, "  SPRT of %g and %g %sElo: LLR %.2f (bounds %.2f and %.2f), %s\n",
                  sprt->elo0, sprt->elo1, sprt->normalized ? "normalized " : "",
                  report_round_to(sprt_ratio(sprt, &settled), 100), bounds.low, bounds.high,
                  verdicts[sprt_judge(sprt, &settled)]);
}

static void add_meetings(const struct report *r, const struct report_options *options,
                         struct buffer *out)
{
    const struct crosstable *t = &r->table;
    if (!t->n_cells)
        return;
    buffer_add_string(out, "\nPairings\n\n");
    if (t->n_players > CROSS_PLAYERS) {
        buffer_printf(out, "there are more than %d players; --format=csv has all\n", CROSS_PLAYERS);
        return;
    }
    for (unsigned i = 0; i < t->n_players; i++)
        for (unsigned k = i + 1; k < t->n_players; k++) {
            bool flipped;
            const struct crosstable_cell *cell = crosstable_find(t, i, k, &flipped);
            if (cell)
                report_text_pair(t, cell, flipped, &options->sprt, out);
        }
}

static void add_colours(const struct report *r, struct buffer *out)
{
    const struct crosstable *t = &r->table;
    const unsigned width = player_width(t);
    buffer_printf(out, "\nColours\n\n    %-*s         won  drawn   lost    score\n", (int)width,
                  "player");
    for (unsigned i = 0; i < t->n_players; i++)
        for (unsigned colour = 0; colour < 2; colour++) {
            const struct crosstable_player *p = &t->players[t->order[i]];
            const uint64_t *g = p->games[colour];
            buffer_add_string(out, "    ");
            add_name(out, p->name, width);
            buffer_printf(out, " %s %6" PRIu64 " %6" PRIu64 " %6" PRIu64 "  ",
                          side_name((enum side)colour), g[OUTCOME_WON], g[OUTCOME_DRAWN],
                          g[OUTCOME_LOST]);
            add_percent(out, 6, crosstable_share(g));
            buffer_add_char(out, '\n');
        }
}

static const char *opening_name(const struct report_opening *o)
{
    return *o->name ? o->name : *o->moves ? o->moves : "start";
}

static void add_openings(const struct report *r, struct buffer *out)
{
    unsigned n = r->n_openings < OPENINGS_SHOWN ? r->n_openings : OPENINGS_SHOWN;
    const bool several = r->n_variants > 1;
    unsigned width = NAME_WIDTH;
    for (unsigned i = 0; i < n; i++)
        width = widened(width, opening_name(&r->openings[i]));
    buffer_printf(out, "\nOpenings\n\n    %-*s  games  White  drawn  Black unknown%s\n", (int)width,
                  "opening", several ? "  variant" : "");
    for (unsigned i = 0; i < n; i++) {
        const struct report_opening *o = &r->openings[i];
        buffer_add_string(out, "    ");
        add_name(out, opening_name(o), width);
        buffer_printf(out, " %6" PRIu64 " %6" PRIu64 " %6" PRIu64 " %6" PRIu64 " %7" PRIu64,
                      o->white_won + o->drawn + o->black_won + o->unknown, o->white_won, o->drawn,
                      o->black_won, o->unknown);
        if (several) {
            buffer_add_string(out, "  ");
            add_name(out, o->variant, 0);
        }
        buffer_add_string(out, o->dead ? "  dead\n" : "\n");
    }
    if (n < r->n_openings)
        buffer_printf(out, "the first %u of %u openings; --format=csv has all\n", n, r->n_openings);
    if (r->n_dead)
        buffer_printf(out, "%u dead %s: every game of every pair was drawn\n", r->n_dead,
                      r->n_dead == 1 ? "opening" : "openings");
}

static void add_reasons(const struct report *r, struct buffer *out)
{
    buffer_printf(out, "\nReasons\n\n    %-*s  games replayed  blamed on White, Black\n",
                  NAME_WIDTH, "reason");
    for (unsigned i = 0; i < r->n_reasons; i++) {
        const struct report_reason *reason = &r->reasons[i];
        buffer_add_string(out, "    ");
        add_name(out, reason->word, NAME_WIDTH);
        buffer_printf(out, " %6" PRIu64 " %8" PRIu64, reason->games, reason->replayed);
        if (reason->blamed[0] + reason->blamed[1])
            buffer_printf(out, "  %" PRIu64 ", %" PRIu64, reason->blamed[0], reason->blamed[1]);
        buffer_add_char(out, '\n');
    }
}

static void add_clocks(const struct report *r, struct buffer *out)
{
    const struct crosstable *t = &r->table;
    const unsigned width = player_width(t);
    buffer_printf(
        out, "\nClocks\n\n    %-*s  s/move  longest    least flags claimed-measured   largest\n",
        (int)width, "player");
    for (unsigned i = 0; i < t->n_players; i++) {
        const struct report_clock *c = &r->clocks[t->order[i]];
        buffer_add_string(out, "    ");
        add_name(out, t->players[t->order[i]].name, width);
        add_hundredths(out, 8, c->moves ? (double)c->used / (double)c->moves / 1000 : 0);
        add_hundredths(out, 9, (double)c->longest / 1000);
        if (c->least == RESULTS_NO_CLOCK)
            buffer_add_string(out, "        -");
        else
            add_hundredths(out, 9, (double)c->least / 1000);
        buffer_printf(out, " %5" PRIu64, c->overstepped);
        if (c->claiming) {
            add_hundredths(out, 15, (double)(c->claimed - c->against) / 1000);
            buffer_add_string(out, " s");
            add_hundredths(out, 8, (double)c->widest / 1000);
            buffer_add_string(out, " s");
        }
        buffer_add_char(out, '\n');
    }
}

static void add_versions(const struct report *r, struct buffer *out)
{
    if (!r->n_versions)
        return;
    const bool several = r->version_groups > 1;
    const unsigned width = player_width(&r->table);
    unsigned of_version = VERSION_WIDTH;
    for (unsigned i = 0; i < r->n_versions; i++)
        of_version = widened(of_version, r->versions[i].name);
    buffer_printf(out,
                  "\nVersions\n\n    %-*s %-*s  games    score      Elo (95 %%)        first%s\n",
                  (int)width, "player", (int)of_version, "version", several ? "       group" : "");
    for (unsigned i = 0; i < r->n_versions; i++) {
        const struct report_version *v = &r->versions[i];
        buffer_add_string(out, "    ");
        add_name(out, r->table.players[v->player].name, width);
        buffer_add_char(out, ' ');
        add_name(out, v->name, of_version);
        buffer_printf(out, " %6" PRIu64 "  ",
                      v->sum[OUTCOME_WON] + v->sum[OUTCOME_DRAWN] + v->sum[OUTCOME_LOST]
                          + v->sum[OUTCOME_UNKNOWN]);
        add_percent(out, 6, crosstable_share(v->sum));
        buffer_add_string(out, "  ");
        if (isnan(v->elo.value))
            buffer_printf(out, "%*s", INTERVAL_WIDTH, "");
        else
            add_interval(out, v->elo);
        buffer_add_string(out, "  ");
        add_day(out, v->first);
        if (several && !isnan(v->elo.value))
            buffer_printf(out, "  %5u", v->group + 1);
        buffer_add_char(out, '\n');
    }
    add_groups(r->version_groups, "versions", out);
}

static void add_incidents(const struct report *r, struct buffer *out)
{
    unsigned from = r->n_incidents > INCIDENTS_SHOWN ? r->n_incidents - INCIDENTS_SHOWN : 0;
    const unsigned width = player_width(&r->table);
    if (r->n_incidents)
        buffer_add_string(out, "\nIncidents\n\n");
    if (from)
        buffer_printf(out, "the last %d of %u incidents; --format=csv has all\n", INCIDENTS_SHOWN,
                      r->n_incidents);
    for (unsigned i = from; i < r->n_incidents; i++) {
        const struct report_incident *incident = &r->incidents[i];
        char when[UTC_TEXT_SIZE];
        buffer_printf(out, "    %s  ", clock_format(incident->at, UTC_SECOND, when));
        add_name(out, incident->player, width);
        buffer_add_char(out, ' ');
        add_name(out, incident->kind, 0);
        if (*incident->detail) {
            buffer_add_string(out, ": ");
            add_name(out, incident->detail, 0);
        }
        buffer_add_char(out, '\n');
    }
}

static void add_tables(const struct report *report, const struct report_options *options,
                       struct buffer *out)
{
    buffer_add_string(out, "\nStandings\n\n");
    report_text_standings(&report->table, out);
    add_crosstable(report, out);
    add_meetings(report, options, out);
    add_colours(report, out);
    add_openings(report, out);
    add_reasons(report, out);
    add_clocks(report, out);
    add_versions(report, out);
}

void report_text(const struct report *report, const struct report_options *options,
                 struct buffer *out)
{
    add_head(report, options, out);
    if (report->games || report->replayed)
        add_tables(report, options, out);
    add_incidents(report, out); /* incidents explain why there are no games, if there are none */
}
