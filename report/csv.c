// SPDX-License-Identifier: MIT
/* The tables of the report as CSV and as JSON Lines: one description of the columns serves both. */
#include "core/base/array.h"
#include "report/escape.h"
#include "report/report.h"

#include <inttypes.h>
#include <math.h>

/* The output for rows. */
struct table_writer {
    struct buffer *out;
    bool json;
    unsigned column; /* index in this row */
    bool heading;    /* CSV: the names of columns are being written, not values */
    const struct report_options *options;
};

static void begin_column(struct table_writer *t, const char *name)
{
    if (t->json)
        buffer_printf(t->out, ",\"%s\":", name);
    else if (t->column)
        buffer_add_char(t->out, ',');
    t->column++;
    if (t->heading)
        buffer_add_string(t->out, name);
}

static void add_text(struct table_writer *t, const char *name, const char *value)
{
    begin_column(t, name);
    if (t->heading)
        return;
    if (t->json)
        escape_json(t->out, text_of(value));
    else
        escape_csv(t->out, text_of(value));
}

static void add_count(struct table_writer *t, const char *name, uint64_t value)
{
    begin_column(t, name);
    if (!t->heading)
        buffer_printf(t->out, "%" PRIu64, value);
}

static void add_number(struct table_writer *t, const char *name, int64_t value)
{
    begin_column(t, name);
    if (!t->heading)
        buffer_printf(t->out, "%" PRId64, value);
}

static void add_nothing(struct table_writer *t, const char *name)
{
    begin_column(t, name);
    if (t->json)
        buffer_add_string(t->out, "null");
}

static void add_if(struct table_writer *t, bool known, const char *name, int64_t value)
{
    if (known)
        add_number(t, name, value);
    else
        add_nothing(t, name);
}

/* A share of no games is left empty. */
static void add_real(struct table_writer *t, const char *name, double value)
{
    if (isnan(value) && !t->heading) {
        add_nothing(t, name);
        return;
    }
    begin_column(t, name);
    if (!t->heading)
        buffer_printf(t->out, "%.4f", report_round_to(value, 1e4));
}

static void add_interval(struct table_writer *t, const char *const names[3], struct interval i)
{
    add_real(t, names[0], i.value);
    add_real(t, names[1], i.low);
    add_real(t, names[2], i.high);
}

/* For players and pairs without a game whose result is known. */
static const struct interval unknown = {NAN, NAN, NAN};

static const char *const elo_names[] = {"elo", "elo_low", "elo_high"};
static const char *const normal_names[] = {"nelo", "nelo_low", "nelo_high"};

/* @param counted whether games were counted: from pairs alone, only the score is known */
static void add_outcomes(struct table_writer *t, const uint64_t sum[OUTCOME_KINDS], bool counted)
{
    add_if(t, counted, "won", (int64_t)sum[OUTCOME_WON]);
    add_if(t, counted, "drawn", (int64_t)sum[OUTCOME_DRAWN]);
    add_if(t, counted, "lost", (int64_t)sum[OUTCOME_LOST]);
    add_count(t, "unknown", sum[OUTCOME_UNKNOWN]);
    add_real(t, "score", crosstable_share(sum));
}

/* ---- a row of each table; for a heading the report has an empty one ---- */

static const char *name_of(const struct table_writer *t, const struct report *r, unsigned player)
{
    return t->heading ? "" : r->table.players[player].name;
}

static void match_row(struct table_writer *t, const struct report *r, unsigned i)
{
    static const struct report_match none = {.event = "", .variant = ""};
    const struct report_match *m = t->heading ? &none : &r->matches[i];
    add_number(t, "match", m->id);
    add_text(t, "event", m->event);
    add_text(t, "variant", m->variant);
    add_number(t, "began", m->began);
    add_count(t, "games", m->games);
    add_count(t, "replayed", m->replayed);
}

/* @param c NULL: not known */
static void add_clock(struct table_writer *t, const struct report_clock *c)
{
    static const struct report_clock none = {.least = RESULTS_NO_CLOCK};
    const bool known = c != NULL;
    if (!c)
        c = &none;
    const bool claims = c->claiming > 0; /* otherwise there is nothing to compare */
    add_if(t, known, "moves", (int64_t)c->moves);
    add_if(t, known, "used_ms", c->used);
    add_if(t, known, "longest_ms", c->longest);
    add_if(t, c->least != RESULTS_NO_CLOCK, "least_ms", c->least);
    add_if(t, known, "fell", (int64_t)c->overstepped);
    add_if(t, claims, "claimed_ms", c->claimed);
    add_if(t, claims, "measured_ms", c->against);
    add_if(t, claims, "gap_ms", c->widest);
}

/*
 * Adds a rating.
 * @param rated   whether there are ratings: not if there are too many players
 * @param counted whether games were counted: points alone give a rating, but no interval
 */
static void add_rating(struct table_writer *t, struct interval elo, bool rated, bool counted)
{
    counted = counted && rated;
    add_real(t, elo_names[0], rated ? elo.value : (double)NAN);
    add_real(t, elo_names[1], counted ? elo.low : (double)NAN);
    add_real(t, elo_names[2], counted ? elo.high : (double)NAN);
}

static void player_row(struct table_writer *t, const struct report *r, unsigned i)
{
    static char nobody[1];
    static const struct crosstable_player none = {.name = nobody};
    unsigned k = t->heading ? 0 : r->table.order[i];
    const struct crosstable_player *p = t->heading ? &none : &r->table.players[k];
    const bool counted = !r->table.only_pairs;
    uint64_t sum[OUTCOME_KINDS];
    crosstable_sum(p->games, sum);
    add_number(t, "place", i + 1);
    add_text(t, "player", p->name);
    add_outcomes(t, sum, counted);
    const bool rated = t->heading || (r->table.rated && !isnan(crosstable_share(sum)));
    add_rating(t, p->rating.elo, rated, counted);
    add_if(t, rated, "group", p->rating.group + 1);
    bool coloured = !r->table.uncoloured;
    add_real(t, "score_white", coloured ? crosstable_share(p->games[0]) : (double)NAN);
    add_real(t, "score_black", coloured ? crosstable_share(p->games[1]) : (double)NAN);
    add_clock(t, r->clocks && !t->heading ? &r->clocks[k] : NULL);
}

static void add_test(struct table_writer *t, bool known, const struct elo_counts *counts)
{
    static const char *const verdicts[] = {"", "elo0", "elo1"}; /* by enum sprt_verdict */
    const struct sprt *test = &t->options->sprt;
    bool any = known && test->elo0 < test->elo1;
    add_real(t, "llr", any ? sprt_ratio(test, counts) : (double)NAN);
    add_text(t, "accepted", any ? verdicts[sprt_judge(test, counts)] : "");
}

static void meeting_row(struct table_writer *t, const struct report *r, unsigned i)
{
    static const struct crosstable_cell none = {0};
    static const char *const pairs[] = {"pairs_0", "pairs_1", "pairs_2", "pairs_3", "pairs_4"};
    const struct crosstable_cell *cell = t->heading ? &none : &r->table.cells[i];
    bool flipped = t->options->flipped;
    struct elo_counts counts = crosstable_counts(cell, flipped);
    uint64_t sum[OUTCOME_KINDS];
    crosstable_sum(cell->games, sum);
    if (flipped) {
        uint64_t won = sum[OUTCOME_LOST];
        sum[OUTCOME_LOST] = sum[OUTCOME_WON];
        sum[OUTCOME_WON] = won;
    }
    add_text(t, "player", name_of(t, r, flipped ? cell->second : cell->first));
    add_text(t, "opponent", name_of(t, r, flipped ? cell->first : cell->second));
    add_outcomes(t, sum, !r->table.only_pairs);
    for (unsigned k = 0; k < ELO_PAIRS; k++)
        add_count(t, pairs[k], cell->pairs[flipped ? ELO_PAIRS - 1 - k : k]);
    add_count(t, "single", crosstable_single(cell));
    const bool known = elo_count(&counts) > 0;
    add_interval(t, elo_names, known ? elo_estimate(&counts, INTERVAL_95) : unknown);
    add_interval(t, normal_names, known ? elo_normalized(&counts, INTERVAL_95) : unknown);
    add_real(t, "los", known ? elo_superiority(&counts) : (double)NAN);
    counts = crosstable_settled(cell, flipped);
    add_test(t, known, &counts);
}

static void opening_row(struct table_writer *t, const struct report *r, unsigned i)
{
    static const struct report_opening none = {.name = "", .moves = "", .variant = ""};
    const struct report_opening *o = t->heading ? &none : &r->openings[i];
    add_text(t, "opening", o->name);
    add_text(t, "moves", o->moves);
    add_count(t, "white_won", o->white_won);
    add_count(t, "drawn", o->drawn);
    add_count(t, "black_won", o->black_won);
    add_count(t, "unknown", o->unknown);
    add_count(t, "pairs", o->pairs);
    add_count(t, "dead", o->dead);
    add_text(t, "variant", o->variant);
}

static void reason_row(struct table_writer *t, const struct report *r, unsigned i)
{
    static const struct report_reason none = {.word = "", .termination = ""};
    const struct report_reason *reason = t->heading ? &none : &r->reasons[i];
    add_text(t, "reason", reason->word);
    add_text(t, "termination", reason->termination);
    add_count(t, "games", reason->games);
    add_count(t, "replayed", reason->replayed);
    add_count(t, "blamed_white", reason->blamed[0]);
    add_count(t, "blamed_black", reason->blamed[1]);
}

static void version_row(struct table_writer *t, const struct report *r, unsigned i)
{
    static const struct report_version none = {.name = ""};
    const struct report_version *v = t->heading ? &none : &r->versions[i];
    add_text(t, "player", name_of(t, r, v->player));
    add_text(t, "version", v->name);
    add_outcomes(t, v->sum, true);
    add_interval(t, elo_names, v->elo);
    add_number(t, "first", v->first);
    add_number(t, "last", v->last);
    add_if(t, t->heading || !isnan(v->elo.value), "group", v->group + 1);
}

static void incident_row(struct table_writer *t, const struct report *r, unsigned i)
{
    static const struct report_incident none = {.player = "", .kind = "", .detail = ""};
    const struct report_incident *incident = t->heading ? &none : &r->incidents[i];
    add_number(t, "match", incident->match);
    add_number(t, "at", incident->at);
    add_text(t, "player", incident->player);
    add_text(t, "kind", incident->kind);
    add_text(t, "detail", incident->detail);
}

static const struct {
    const char *name;
    void (*row)(struct table_writer *t, const struct report *r, unsigned i);
} tables[] = {
    {"match", match_row},       {"player", player_row}, {"meeting", meeting_row},
    {"opening", opening_row},   {"reason", reason_row}, {"version", version_row},
    {"incident", incident_row},
};

static unsigned count_of(const struct report *r, unsigned table)
{
    const unsigned counts[] = {r->n_matches, r->table.n_players, r->table.n_cells, r->n_openings,
                               r->n_reasons, r->n_versions,      r->n_incidents};
    return counts[table];
}

void report_csv(const struct report *report, const struct report_options *options,
                struct buffer *out)
{
    for (unsigned k = 0; k < ARRAY_LEN(tables); k++) {
        struct table_writer t = {.out = out, .heading = true, .options = options};
        buffer_printf(out, "%s# %s\n", k ? "\n" : "", tables[k].name);
        tables[k].row(&t, report, 0);
        buffer_add_char(out, '\n');
        t.heading = false;
        for (unsigned i = 0; i < count_of(report, k); i++) {
            t.column = 0;
            tables[k].row(&t, report, i);
            buffer_add_char(out, '\n');
        }
    }
}

void report_jsonl(const struct report *report, const struct report_options *options,
                  struct buffer *out)
{
    for (unsigned k = 0; k < ARRAY_LEN(tables); k++)
        for (unsigned i = 0; i < count_of(report, k); i++) {
            struct table_writer t = {.out = out, .json = true, .options = options};
            buffer_printf(out, "{\"type\":\"%s\"", tables[k].name);
            tables[k].row(&t, report, i);
            buffer_add_string(out, "}\n");
        }
}
