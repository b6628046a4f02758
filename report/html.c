// SPDX-License-Identifier: MIT
/* The report as one page: tables, and the newest games to play through. */
#include "core/base/clock.h"
#include "core/board/board.h"
#include "report/escape.h"
#include "report/html-game.h"
#include "report/html-page.h"
#include "report/report.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

enum {
    CROSS_PLAYERS = 30,
    MEETINGS_SHOWN = 500, /* more than CROSS_PLAYERS players can have */
    OPENINGS_SHOWN = 500,
    INCIDENTS_SHOWN = 200,
    EVENTS_SHOWN = 200,
};

static void begin_table(struct buffer *out, const char *title, const char *const *columns)
{
    buffer_printf(out,
                  "<h2>%s</h2>\n<div class=\"wide\" tabindex=\"0\" role=\"region\" "
                  "aria-label=\"%s\"><table><thead><tr>",
                  title, title);
    for (; *columns; columns++)
        buffer_printf(out, "<th scope=\"col\"%s>%s</th>", **columns == '*' ? " class=\"t\"" : "",
                      *columns + (**columns == '*'));
    buffer_add_string(out, "</tr></thead><tbody>\n");
}

static void end_table(struct buffer *out) { buffer_add_string(out, "</tbody></table></div>\n"); }

static void text_cell(struct buffer *out, const char *text)
{
    buffer_add_string(out, "<td class=\"t\">");
    escape_html(out, text_of(text));
    buffer_add_string(out, "</td>");
}

/* @param ms since 1970, UTC */
static void time_cell(struct buffer *out, int64_t ms)
{
    char text[UTC_TEXT_SIZE];
    buffer_printf(out, "<td class=\"t date\">%s</td>", clock_format(ms, UTC_MINUTE, text));
}

static void count_cell(struct buffer *out, uint64_t n)
{
    buffer_printf(out, "<td>%" PRIu64 "</td>", n);
}

static void elo_cell(struct buffer *out, struct interval i)
{
    buffer_printf(out, "<td>%+.0f</td><td>%+.0f to %+.0f</td>", report_round(i.value),
                  report_round(i.low), report_round(i.high));
}

static void no_elo_cell(struct buffer *out) { buffer_add_string(out, "<td>-</td><td></td>"); }

static void seconds_cell(struct buffer *out, double ms)
{
    buffer_printf(out, "<td>%.2f</td>", report_round_to(ms / 1000, 100));
}

static void score_cells(struct buffer *out, const uint64_t sum[OUTCOME_KINDS])
{
    for (unsigned i = 0; i < OUTCOME_KINDS; i++)
        count_cell(out, sum[i]);
    double share = crosstable_share(sum);
    if (isnan(share))
        buffer_add_string(out, "<td>-</td>");
    else
        buffer_printf(out, "<td>%.2f %%</td>", share * 100);
}

static void add_head(const struct report *r, struct buffer *out)
{
    char first[UTC_TEXT_SIZE], last[UTC_TEXT_SIZE];
    clock_format(r->first, UTC_MINUTE, first);
    clock_format(r->last, UTC_MINUTE, last);
    buffer_add_string(out, "<p>");
    if (r->n_matches == 1) {
        escape_html(out, text_of(r->matches[0].variant));
        buffer_add_string(out, "; ");
    }
    buffer_printf(out, "%" PRIu64 " %s", r->games, r->games == 1 ? "game" : "games");
    if (r->table.n_players) /* only players with games are known */
        buffer_printf(out, " of %u players", r->table.n_players);
    if (r->replayed)
        buffer_printf(out, ", %" PRIu64 " more were broken off and played again", r->replayed);
    if (r->first)
        buffer_printf(out, "; %s to %s UTC", first, last);
    buffer_add_string(out, ".</p>\n");
}

static void add_standings(const struct report *r, struct buffer *out)
{
    static const char *const columns[] = {"*#",      "*Player", "Won", "Drawn", "Lost",
                                          "Unknown", "Score",   "Elo", "95 %",  NULL};
    const struct crosstable *t = &r->table;
    bool any = false; /* whether there is a game with a known result */
    begin_table(out, "Standings", columns);
    for (unsigned i = 0; i < t->n_players; i++) {
        const struct crosstable_player *p = &t->players[t->order[i]];
        uint64_t sum[OUTCOME_KINDS];
        crosstable_sum(p->games, sum);
        buffer_printf(out, "<tr><td>%u</td>", i + 1);
        text_cell(out, p->name);
        score_cells(out, sum);
        if (!t->rated || isnan(crosstable_share(sum))) {
            no_elo_cell(out);
        } else {
            elo_cell(out, p->rating.elo);
            any = true;
        }
        buffer_add_string(out, "</tr>\n");
    }
    end_table(out);
    if (!t->rated)
        buffer_printf(out, "<p class=\"note\">No ratings: more than %d players.</p>\n",
                      RATINGS_PLAYERS_MAX);
    if (any)
        buffer_printf(
            out,
            "<p class=\"note\">Elo ratings are computed jointly from all games, relative to the mean "
            "of %s. Playing White is worth %+.0f (%+.0f to %+.0f). %.1f %% of the games were drawn.%s</p>\n",
            t->model.groups > 1 ? "each group of players" : "all players",
            report_round(t->model.white.value), report_round(t->model.white.low),
            report_round(t->model.white.high), t->model.drawn * 100,
            t->model.groups > 1
                ? " Players of different groups are not connected by games, even indirectly: their Elo "
                  "cannot be compared."
                : "");
}

static void add_cross_cell(const struct crosstable *t, unsigned a, unsigned b, struct buffer *out)
{
    bool flipped;
    const struct crosstable_cell *cell = crosstable_find(t, a, b, &flipped);
    uint64_t sum[OUTCOME_KINDS];
    if (a == b || !cell) {
        buffer_printf(out, "<td%s></td>", a == b ? " class=\"self\"" : "");
        return;
    }
    crosstable_sum(cell->games, sum);
    uint64_t won = sum[flipped ? OUTCOME_LOST : OUTCOME_WON],
             lost = sum[flipped ? OUTCOME_WON : OUTCOME_LOST];
    buffer_printf(out, "<td>+%" PRIu64 " =%" PRIu64 " −%" PRIu64 "</td>", won, sum[OUTCOME_DRAWN],
                  lost);
}

static void add_crosstable(const struct report *r, struct buffer *out)
{
    const struct crosstable *t = &r->table;
    unsigned n = t->n_players < CROSS_PLAYERS ? t->n_players : CROSS_PLAYERS;
    char numbers[CROSS_PLAYERS][8];
    const char *columns[CROSS_PLAYERS + 3] = {"*#", "*Player"};
    for (unsigned k = 0; k < n; k++) {
        snprintf(numbers[k], sizeof numbers[k], "%u", k + 1);
        columns[k + 2] = numbers[k];
    }
    begin_table(out, "Crosstable", columns);
    for (unsigned i = 0; i < n; i++) {
        buffer_printf(out, "<tr><td>%u</td>", i + 1);
        text_cell(out, t->players[t->order[i]].name);
        for (unsigned k = 0; k < n; k++)
            add_cross_cell(t, t->order[i], t->order[k], out);
        buffer_add_string(out, "</tr>\n");
    }
    end_table(out);
    if (n < t->n_players)
        buffer_printf(out, "<p class=\"note\">The first %u of %u players.</p>\n", n, t->n_players);
}

static void add_meeting(const struct crosstable *t, const struct crosstable_cell *cell,
                        const struct sprt *test, struct buffer *out)
{
    struct elo_counts counts = crosstable_counts(cell, false);
    buffer_add_string(out, "<tr>");
    text_cell(out, t->players[cell->first].name);
    text_cell(out, t->players[cell->second].name);
    for (unsigned k = 0; k < ELO_PAIRS; k++)
        count_cell(out, cell->pairs[k]);
    count_cell(out, crosstable_single(cell));
    const bool known = elo_count(&counts) > 0;
    if (known) {
        elo_cell(out, elo_estimate(&counts, INTERVAL_95));
        elo_cell(out, elo_normalized(&counts, INTERVAL_95));
        buffer_printf(out, "<td>%.1f %%</td>", elo_superiority(&counts) * 100);
    } else {
        no_elo_cell(out);
        no_elo_cell(out);
        buffer_add_string(out, "<td>-</td>");
    }
    counts = crosstable_settled(cell, false);
    if (test && known)
        buffer_printf(out, "<td>%.2f</td></tr>\n", report_round_to(sprt_ratio(test, &counts), 100));
    else
        buffer_add_string(out, "<td></td></tr>\n");
}

static void add_meetings(const struct report *r, const struct report_options *options,
                         struct buffer *out)
{
    static const char *const columns[] = {
        "*Player", "*Opponent", "Pairs by points: 0", "½",    "1",   "1½",  "2", "Single",
        "Elo",     "95 %",      "Normalized",         "95 %", "LOS", "LLR", NULL};
    const struct crosstable *t = &r->table;
    const bool test = options->sprt.elo0 < options->sprt.elo1;
    if (!t->n_cells)
        return;
    begin_table(out, "Pairings", columns);
    unsigned n = 0;
    for (unsigned i = 0; i < t->n_players && n < MEETINGS_SHOWN; i++)
        for (unsigned k = i + 1; k < t->n_players && n < MEETINGS_SHOWN; k++) {
            bool flipped;
            const struct crosstable_cell *cell = crosstable_find(t, i, k, &flipped);
            if (cell)
                add_meeting(t, cell, test ? &options->sprt : NULL, out);
            n += cell != NULL;
        }
    end_table(out);
    if (n < t->n_cells)
        buffer_printf(
            out,
            "<p class=\"note\">The first %u of %u pairings; dama-match report --format=csv has all.</p>\n",
            n, t->n_cells);
    if (test) {
        struct interval bounds = sprt_bounds(&options->sprt);
        buffer_printf(
            out,
            "<p class=\"note\">SPRT of %g against %g %sElo for the player: decided when the LLR is "
            "below %.2f or above %.2f.</p>\n",
            options->sprt.elo0, options->sprt.elo1, options->sprt.normalized ? "normalized " : "",
            bounds.low, bounds.high);
    }
}

static void add_colours(const struct report *r, struct buffer *out)
{
    static const char *const columns[] = {"*Player", "*Colour", "Won",   "Drawn",
                                          "Lost",    "Unknown", "Score", NULL};
    const struct crosstable *t = &r->table;
    begin_table(out, "Colours", columns);
    for (unsigned i = 0; i < t->n_players; i++)
        for (unsigned colour = 0; colour < 2; colour++) {
            buffer_add_string(out, "<tr>");
            text_cell(out, t->players[t->order[i]].name);
            text_cell(out, side_name((enum side)colour));
            score_cells(out, t->players[t->order[i]].games[colour]);
            buffer_add_string(out, "</tr>\n");
        }
    end_table(out);
}

static void add_openings(const struct report *r, struct buffer *out)
{
    const bool several = r->n_variants > 1;
    const char *const columns[] = {"*Opening", "*Moves",    "White won",
                                   "Drawn",    "Black won", "Unknown",
                                   "Pairs",    "*",         several ? "*Variant" : NULL,
                                   NULL};
    unsigned n = r->n_openings < OPENINGS_SHOWN ? r->n_openings : OPENINGS_SHOWN;
    begin_table(out, "Openings", columns);
    for (unsigned i = 0; i < n; i++) {
        const struct report_opening *o = &r->openings[i];
        buffer_add_string(out, o->dead ? "<tr class=\"dead\">" : "<tr>");
        text_cell(out, *o->name ? o->name : *o->moves ? "" : "start");
        text_cell(out, strcmp(o->moves, o->name) == 0 ? "" : o->moves); /* ballots have no names */
        count_cell(out, o->white_won);
        count_cell(out, o->drawn);
        count_cell(out, o->black_won);
        count_cell(out, o->unknown);
        count_cell(out, o->pairs);
        text_cell(out, o->dead ? "dead" : "");
        if (several)
            text_cell(out, o->variant);
        buffer_add_string(out, "</tr>\n");
    }
    end_table(out);
    if (n < r->n_openings)
        buffer_printf(out, "<p class=\"note\">The first %u of %u openings.</p>\n", n,
                      r->n_openings);
    if (r->n_dead)
        buffer_printf(out,
                      "<p class=\"note\">%u dead %s: every game of every pair was drawn.</p>\n",
                      r->n_dead, r->n_dead == 1 ? "opening" : "openings");
}

static void add_reasons(const struct report *r, struct buffer *out)
{
    static const char *const columns[] = {
        "*Reason",         "*Termination",    "Games", "Played again",
        "Blamed on White", "Blamed on Black", NULL};
    begin_table(out, "Reasons", columns);
    for (unsigned i = 0; i < r->n_reasons; i++) {
        const struct report_reason *reason = &r->reasons[i];
        buffer_add_string(out, "<tr>");
        text_cell(out, reason->word);
        text_cell(out, reason->termination);
        count_cell(out, reason->games);
        count_cell(out, reason->replayed);
        count_cell(out, reason->blamed[0]);
        count_cell(out, reason->blamed[1]);
        buffer_add_string(out, "</tr>\n");
    }
    end_table(out);
}

static void add_clocks(const struct report *r, struct buffer *out)
{
    static const char *const columns[] = {
        "*Player",   "Moves",      "s/move",      "Longest",     "Least time left",
        "Flag fell", "Claimed, s", "Measured, s", "Largest gap", NULL};
    const struct crosstable *t = &r->table;
    begin_table(out, "Clocks", columns);
    for (unsigned i = 0; i < t->n_players; i++) {
        const struct report_clock *c = &r->clocks[t->order[i]];
        buffer_add_string(out, "<tr>");
        text_cell(out, t->players[t->order[i]].name);
        count_cell(out, c->moves);
        seconds_cell(out, c->moves ? (double)c->used / (double)c->moves : 0);
        seconds_cell(out, (double)c->longest);
        if (c->least == RESULTS_NO_CLOCK)
            buffer_add_string(out, "<td></td>");
        else
            seconds_cell(out, (double)c->least);
        count_cell(out, c->overstepped);
        if (c->claiming) {
            seconds_cell(out, (double)c->claimed);
            seconds_cell(out, (double)c->against);
            seconds_cell(out, (double)c->widest);
        } else {
            buffer_add_string(out, "<td></td><td></td><td></td>");
        }
        buffer_add_string(out, "</tr>\n");
    }
    end_table(out);
    buffer_add_string(
        out,
        "<p class=\"note\">\"Claimed\" is the time that a player says it used; \"measured\" is the "
        "time that we measured for the same moves. The largest gap is the largest difference in one "
        "game, claimed minus measured.</p>\n");
}

static void add_versions(const struct report *r, struct buffer *out)
{
    const bool several = r->version_groups > 1;
    const char *const columns[] = {"*Player",
                                   "*Version",
                                   "Won",
                                   "Drawn",
                                   "Lost",
                                   "Unknown",
                                   "Score",
                                   "Elo",
                                   "95 %",
                                   "*First game (UTC)",
                                   several ? "Group" : NULL,
                                   NULL};
    if (!r->n_versions)
        return;
    begin_table(out, "Versions", columns);
    for (unsigned i = 0; i < r->n_versions; i++) {
        const struct report_version *v = &r->versions[i];
        buffer_add_string(out, "<tr>");
        text_cell(out, r->table.players[v->player].name);
        text_cell(out, v->name);
        score_cells(out, v->sum);
        if (isnan(v->elo.value))
            no_elo_cell(out);
        else
            elo_cell(out, v->elo);
        time_cell(out, v->first);
        if (several && isnan(v->elo.value))
            buffer_add_string(out, "<td></td>");
        else if (several)
            count_cell(out, v->group + 1);
        buffer_add_string(out, "</tr>\n");
    }
    end_table(out);
    if (several)
        buffer_add_string(out,
                          "<p class=\"note\">Versions of different groups are not connected by "
                          "games, even indirectly: their Elo cannot be compared.</p>\n");
}

/* The matches of a file that has several, the newest first. */
static void add_events(const struct report *r, struct buffer *out)
{
    static const char *const columns[] = {"*Match", "*Event",       "*Variant", "*Began (UTC)",
                                          "Games",  "Played again", NULL};
    unsigned from = r->n_matches > EVENTS_SHOWN ? r->n_matches - EVENTS_SHOWN : 0;
    if (r->n_matches < 2)
        return;
    begin_table(out, "Matches", columns);
    for (unsigned i = r->n_matches; i-- > from;) {
        const struct report_match *match = &r->matches[i];
        buffer_printf(out, "<tr><td>%" PRId64 "</td>", match->id);
        text_cell(out, match->event);
        text_cell(out, match->variant);
        time_cell(out, match->began);
        count_cell(out, match->games);
        count_cell(out, match->replayed);
        buffer_add_string(out, "</tr>\n");
    }
    end_table(out);
    if (from)
        buffer_printf(out, "<p class=\"note\">The last %u of %u.</p>\n", EVENTS_SHOWN,
                      r->n_matches);
}

static void add_incidents(const struct report *r, struct buffer *out)
{
    static const char *const columns[] = {"*When (UTC)", "*Player", "*What", "*Detail", NULL};
    unsigned from = r->n_incidents > INCIDENTS_SHOWN ? r->n_incidents - INCIDENTS_SHOWN : 0;
    if (!r->n_incidents)
        return;
    begin_table(out, "Incidents", columns);
    for (unsigned i = from; i < r->n_incidents; i++) {
        buffer_add_string(out, "<tr>");
        time_cell(out, r->incidents[i].at);
        text_cell(out, r->incidents[i].player);
        text_cell(out, r->incidents[i].kind);
        text_cell(out, r->incidents[i].detail);
        buffer_add_string(out, "</tr>\n");
    }
    end_table(out);
    if (from)
        buffer_printf(out, "<p class=\"note\">The last %u of %u.</p>\n", INCIDENTS_SHOWN,
                      r->n_incidents);
}

/* ---- games ---- */

/* The state of adding one match's games to the page. */
struct showing {
    struct results_match head;
    struct html_games *games;
    struct arena arena;
    struct err *err;
};

static int show_game(void *ctx, int64_t number, const struct results_game *from)
{
    struct showing *s = ctx;
    struct game game = {.arena = &s->arena};
    arena_reset(&s->arena);
    return results_game_make(&s->head, from, number, &game, s->err)
                   || html_games_add(s->games, &game, s->err)
               ? -1
               : 0;
}

/* Adds the newest games of a match, at most `*left`. */
static int show_match(struct results *results, const struct report_match *match, unsigned *left,
                      struct html_games *games, struct err *err)
{
    struct arena kept = {0};
    struct showing s = {.games = games, .err = err};
    int64_t last = (int64_t)(match->games + match->replayed);
    int64_t first = last > (int64_t)*left ? last - (int64_t)*left + 1 : 1;
    int rc = results_match_load(results, match->id, &kept, &s.head, err);
    if (rc == 0)
        rc = results_range(results, match->id, first, last, show_game, &s, err);
    *left -= (unsigned)(last - first + 1);
    arena_fini(&s.arena);
    arena_fini(&kept);
    return rc;
}

static int add_games(const struct report *r, const struct report_options *options,
                     struct results *results, struct buffer *out, struct err *err)
{
    struct html_games games;
    unsigned left = options->games;
    if (!left || !r->games)
        return 0;
    buffer_printf(out,
                  "<h2>Games</h2>\n<p class=\"note\">The newest %" PRIu64 " of %" PRIu64
                  ". Keys: arrows, Home, End; [ and ] change the game; f turns the board.</p>\n",
                  left < r->games + r->replayed ? left : r->games + r->replayed,
                  r->games + r->replayed);
    int rc = 0;
    html_games_begin(&games, out);
    for (unsigned i = r->n_matches; rc == 0 && i-- > 0 && left;)
        if (r->matches[i].games + r->matches[i].replayed)
            rc = show_match(results, &r->matches[i], &left, &games, err);
    html_games_end(&games);
    html_games_fini(&games);
    return rc;
}

static int add_tables(const struct report *report, const struct report_options *options,
                      struct results *results, struct buffer *out, struct err *err)
{
    add_standings(report, out);
    add_crosstable(report, out);
    add_meetings(report, options, out);
    add_colours(report, out);
    if (add_games(report, options, results, out, err))
        return -1;
    add_openings(report, out);
    add_reasons(report, out);
    add_clocks(report, out);
    add_versions(report, out);
    return 0;
}

int report_html(const struct report *report, const struct report_options *options,
                struct results *results, struct buffer *out, struct err *err)
{
    const char *title = options->title           ? options->title
                        : report->n_matches == 1 ? report->matches[0].event
                                                 : "Results";
    html_page_begin(out, title, HTML_PAGE_HEADING);
    add_head(report, out);
    if ((report->games || report->replayed) && add_tables(report, options, results, out, err))
        return -1;
    add_events(report, out);
    add_incidents(report, out);
    html_page_end(out);
    return out->failed ? err_memory(err) : 0;
}
