// SPDX-License-Identifier: MIT
/*
 * Whether options agree with each other and with the format of the output. An option that would
 * have no effect is refused, since the user expects something else than what would be written.
 */
#include "cmd/convert/convert.h"
#include "core/base/array.h"
#include "core/base/compressor.h"

const char *convert_other_output(const struct convert_settings *s)
{
    return s->stats              ? "--stats"
           : s->table            ? "--table"
           : s->suggest_aliases  ? "--suggest-aliases"
           : s->suggest_openings ? "--suggest-openings"
                                 : NULL;
}

/* Whether a list such as "csv, jsonl or sqlite" has the name. */
static bool is_among(const char *names, const char *name)
{
    size_t n = strlen(name);
    for (const char *s = names; *s; s += strspn(s, ", ")) {
        size_t word = strcspn(s, ", ");
        if (word == n && strncmp(s, name, n) == 0)
            return true;
        s += word;
    }
    return false;
}

/* @param instead the option for output instead of games; NULL: games are written */
static int check_output(const struct convert_settings *s, const struct format *to,
                        const char *instead, struct err *err)
{
    const struct {
        bool given;
        const char *option, *formats; /* NULL: all */
    } rows[] = {
        {s->columns != NULL, "--columns", "csv or tsv"},
        {s->experimental_dam, "--experimental-dam", "dam"},
        {s->flip, "--flip", "svg or board"},
        {s->line_width > 0, "--line-width", "pdn"},
        {s->no_numbers, "--no-numbers", "svg or board"},
        {s->notation != CONVERT_NOTATION_SHORT, "--notation", "pdn"},
        {s->position != POSITION_UNSAID, "--position", NULL},
        {s->positions, "--positions", "sqlite"},
        {s->provenance, "--provenance", "csv, jsonl or sqlite"},
        {s->result_style != RESULT_STYLE_INPUT, "--result-style", "pdn or csv"},
        {s->small, "--small", "board"},
        {s->strict, "--strict", "pdn"},
        {s->tag_order != NULL, "--tag-order", "pdn"},
        {s->unicode, "--unicode", "board"},
    };
    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        if (rows[i].given && instead)
            return err_plain(err, "%s applies to games, but %s writes none", rows[i].option,
                             instead);
        if (rows[i].given && rows[i].formats && !is_among(rows[i].formats, to->name))
            return err_plain(err, "%s applies to %s output only, not to %s", rows[i].option,
                             rows[i].formats, to->name);
    }
    if (s->split && s->position == POSITION_ALL && to->one_a_file)
        return err_plain(err,
                         "%s output holds one position per file, but --split works by game; choose "
                         "one position of each game with --position",
                         to->name);
    if (s->no_formulas && !to->columns) /* this also affects tables that are not games */
        return err_plain(err, "--no-formulas applies to csv or tsv output only, not to %s",
                         to->name);
    if (s->encoding && to->kind != FORMAT_TEXT)
        return err_plain(err, "--output-encoding applies to text formats only, not to %s",
                         to->name);
    return 0;
}

int convert_check_format(const struct convert_settings *s, const struct format *to, struct err *err)
{
    return check_output(s, to, NULL, err);
}

/*
 * Checks that the name of the output does not promise something else than what is written: games,
 * or another program's file.
 */
static int check_name_instead(const struct convert_settings *s, const char *instead,
                              struct err *err)
{
    const char *name = s->output && strcmp(s->output, "-") != 0 && !s->to ? s->output : NULL;
    const struct format *named = name ? format_of_name(name) : NULL;
    if (!name || text_ends_in(compressor_strip_suffix(text_of(name)), ".txt")
        || (s->table && named && is_among("csv, tsv or jsonl", named->name)))
        return 0;
    if (s->table && (named || format_has_other_suffix(name)))
        return err_plain(err, "%s: --table writes text, csv or jsonl; choose such a name, or --to",
                         name);
    return named ? err_plain(err, "%s: %s writes text, not %s; choose another name", name, instead,
                             named->name)
                 : 0;
}

/* Output instead of games is text; only tables have other forms. */
static int check_instead(const struct convert_settings *s, const struct format *to, struct err *err)
{
    const char *instead = convert_other_output(s);
    if (!s->table && s->to)
        return err_plain(err, "--to applies to games and tables, but %s writes text", instead);
    if (s->table && (s->to ? !is_among("csv or jsonl", to->name) : !to->write))
        return err_plain(err, "--table writes text, csv or jsonl, not %s", to->name);
    if (check_name_instead(s, instead, err))
        return -1;
    return check_output(s, to, instead, err);
}

/* In place, each file is written in its own format. */
static int check_in_place(const struct convert_settings *s, struct err *err)
{
    const char *instead = convert_other_output(s);
    const struct {
        bool given;
        const char *option;
    } others[] = {
        {s->output != NULL, "--output"},   {s->to != NULL, "--to"},
        {s->split != NULL, "--split"},     {s->sort != NULL, "--sort"},
        {s->sample > 0, "--sample"},       {s->dedupe != DEDUPE_NONE, "--dedupe"},
        {s->columns != NULL, "--columns"}, {s->provenance, "--provenance"},
        {instead != NULL, instead}, /* no game would be left */
    };
    for (size_t i = 0; s->in_place && i < ARRAY_LEN(others); i++) {
        if (others[i].given)
            return err_plain(err, "--in-place cannot be combined with %s", others[i].option);
    }
    return 0;
}

static int check_pairs(const struct convert_settings *s, struct err *err)
{
    const bool searches = s->reached.n || s->patterns.n || s->materials.n || s->manoeuvres.n;
    const bool filters = searches || s->where.n || s->players.n || s->has.n || s->games.n;
    const struct {
        bool lacks;
        const char *message;
    } rows[] = {
        {s->against.n && s->dedupe == DEDUPE_NONE, "--against requires --dedupe"},
        {s->report && s->dedupe == DEDUPE_NONE, "--report requires --dedupe"},
        {s->inverted && !filters, "--not requires a filter, such as --where, --player or --games"},
        {s->seed >= 0 && !s->sample, "--seed requires --sample"},
        {s->translit && !s->encoding, "--translit requires --output-encoding"},
        {s->mirror && !searches,
         "--mirror requires --position with a FEN, --pattern, --material or --manoeuvre"},
    };
    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        if (rows[i].lacks)
            return err_plain(err, "%s", rows[i].message);
    }
    return 0;
}

int convert_check_options(const struct convert_settings *s, const struct format *to,
                          struct err *err)
{
    if (check_pairs(s, err) || check_in_place(s, err))
        return -1;
    if (convert_other_output(s))
        return check_instead(s, to, err);
    return s->in_place ? 0 : convert_check_format(s, to, err);
}
