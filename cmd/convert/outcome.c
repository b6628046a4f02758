// SPDX-License-Identifier: MIT
/* What a run could not read, keep or write, as the user is told at its end. */
#include "cmd/convert/convert.h"

#include <unistd.h>

static void tell_broken(const struct convert *c)
{
    const bool one = c->tally.broken == 1;
    const char *what = c->settings->on_error == ON_ERROR_DROP ? "left out"
                       : c->tally.copied == c->tally.broken   ? "copied unchanged"
                       : one                                  ? "written as it was read"
                                                              : "written as they were read";
    written_losses_say_unreadable(c->tally.unreadable);
    if (!c->tally.broken)
        return;
    if (c->counts)
        command_say("%llu of %llu games %s errors", (unsigned long long)c->tally.broken,
                    (unsigned long long)c->tally.seen, one ? "has" : "have");
    else
        command_say("%llu of %llu games %s errors and %s %s", (unsigned long long)c->tally.broken,
                    (unsigned long long)c->tally.seen, one ? "has" : "have", one ? "was" : "were",
                    what);
}

/* Whether all games are written to one output; files rewritten in place stay separate. */
static bool is_one_output(const struct convert *c)
{
    return !c->settings->split && !c->settings->in_place && !convert_other_output(c->settings);
}

bool convert_names_output(const struct convert_settings *s)
{
    return s->output && strcmp(s->output, "-") != 0;
}

/* Whether games could be read, but the filters have left none of them. */
static bool none_matched(const struct convert *c)
{
    const struct convert_tally *t = &c->tally;
    return t->seen && !c->written && !c->counts && !c->settings->in_place
           && !(t->broken || t->unreadable || t->without_position || t->too_short);
}

static void tell_none(const struct convert *c)
{
    const struct convert_settings *s = c->settings;
    const bool one_file = convert_names_output(s) && !s->split;
    char who[64] = "the only game does not match";
    if (c->tally.seen > 1)
        snprintf(who, sizeof who, "none of the %llu games matches",
                 (unsigned long long)c->tally.seen);
    command_say("%s%s%s%s%s", who, one_file ? "; " : "", one_file ? s->output : "",
                one_file ? " has no games" : "",
                s->players.n ? " (--table=players lists the names)" : "");
}

static void tell_replaced(const struct convert *c)
{
    const uint64_t similar = c->tally.similar, lost = c->tally.question_marks;
    if (similar)
        command_say("%llu character%s that %s lacks %s replaced by %s", (unsigned long long)similar,
                    similar == 1 ? "" : "s", c->settings->encoding, similar == 1 ? "was" : "were",
                    similar == 1 ? "a similar one" : "similar ones");
    if (lost)
        command_say("%llu character%s that %s lacks %s lost; ? was written instead",
                    (unsigned long long)lost, lost == 1 ? "" : "s", c->settings->encoding,
                    lost == 1 ? "was" : "were");
}

static void tell_short_years(const struct convert *c)
{
    const bool one = c->tally.short_years == 1;
    if (c->tally.short_years)
        command_say("%llu game%s only two digits of the year in %s, so the century is unknown; "
                    "with --century=1900, 73 means 1973",
                    (unsigned long long)c->tally.short_years, one ? " has" : "s have",
                    one ? "its date" : "their dates");
}

static void tell_odd_dates(const struct convert *c)
{
    const bool one = c->tally.odd_dates == 1;
    if (c->tally.odd_dates)
        command_say(
            "%llu game%s a date that cannot be read; only its year counts, and only if the date has "
            "exactly one, with four digits",
            (unsigned long long)c->tally.odd_dates, one ? " has" : "s have");
}

static bool lacks_masters(const struct convert *c) { return c->n_masters && !c->tally.masters; }

/* Tells, even with --quiet, of games that were left out although they match. */
static void tell_left_out(struct convert *c)
{
    const struct convert_tally *t = &c->tally;
    if (t->without_position) {
        const bool one = t->without_position == 1;
        command_say("%llu of %llu games %s no position that can be read and %s left out",
                    (unsigned long long)t->without_position, (unsigned long long)t->seen,
                    one ? "has" : "have", one ? "was" : "were");
        c->status = command_worse(c->status, EXIT_FOUND);
    }
    if (t->too_short) {
        const bool one = t->too_short == 1;
        command_say("%llu of %llu games %s before ply %u and %s left out",
                    (unsigned long long)t->too_short, (unsigned long long)t->seen,
                    one ? "ends" : "end", c->settings->ply, one ? "was" : "were");
        c->status = command_worse(c->status, EXIT_FOUND);
    }
}

/* Tells of games that there were not, and of what is missing in those that were written. */
static void tell_missing(const struct convert *c)
{
    const uint64_t stopped = c->tally.stopped_early;
    if (lacks_masters(c))
        command_say("--against has no games");
    if (none_matched(c))
        tell_none(c);
    written_losses_say(&c->tally.losses, c->to);
    if (stopped)
        command_say("the moves of %llu game%s cannot be followed to their end; %s written",
                    (unsigned long long)stopped, stopped == 1 ? "" : "s",
                    stopped == 1 ? "its last known position was"
                                 : "their last known positions were");
}

void convert_say_losses(struct convert *c)
{
    const bool quiet = c->settings->quiet;
    if (!quiet)
        tell_missing(c);
    tell_left_out(c);
    if (quiet)
        return;
    tell_replaced(c);
    tell_short_years(c);
    tell_odd_dates(c);
    tell_broken(c);
    if (!convert_other_output(c->settings))
        written_rules_say_guesses(&c->tally.written_rules);
    if (is_one_output(c))
        written_rules_say(&c->tally.written_rules, "separate them with --split=variant");
}

/* Whether files are written. Files rewritten in place do not count, since each stands by itself. */
static bool writes_files(const struct convert_settings *s)
{
    const bool games = !s->dry_run && (s->split || convert_names_output(s));
    return !s->in_place && (games || s->report || s->changes);
}

bool convert_read_nothing(const struct convert *c) { return c->tally.seen == c->tally.unreadable; }

bool convert_lacks_input(const struct convert *c)
{
    return writes_files(c->settings)
           && (c->status == EXIT_IO || (c->tally.unreadable && convert_read_nothing(c)));
}

bool convert_lacks_games(const struct convert *c)
{
    return convert_lacks_input(c)
           || (writes_files(c->settings) && (!c->tally.seen || lacks_masters(c)));
}

void convert_say_nothing_written(const struct convert *c, bool all)
{
    const char *output = c->settings->output;
    const char *what = c->status != EXIT_IO && !c->tally.seen     ? "the input has no games"
                       : c->status != EXIT_IO && lacks_masters(c) ? "--against has no games"
                       : all                                      ? "no input could be read"
                             : "not all of the input could be read";
    if (convert_names_output(c->settings) && !c->settings->split && !c->settings->dry_run)
        command_say("%s; %s %s", what, output,
                    access(output, F_OK) == 0 ? "is unchanged" : "was not written");
    else
        command_say("%s; no file was written", what);
}
