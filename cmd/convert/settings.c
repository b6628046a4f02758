// SPDX-License-Identifier: MIT
/* Turns the options into the settings of a run. */
#include "cmd/convert/convert.h"
#include "cmd/lib/terminal.h"
#include "core/base/compressor.h"
#include "core/base/data-file.h"
#include "core/base/printable.h"
#include "core/base/utf8.h"
#include "core/query/query-field.h"

#include <stdlib.h>

static int fail(const struct err *err)
{
    command_error(err);
    return EXIT_IO;
}

static int out_of_memory(void) { return fail(&(struct err){.msg = "out of memory"}); }

/* ---- the output ---- */

/* Whether the format can be written where the output goes, as far as names tell. */
static int check_output_name(const struct convert *c)
{
    const struct convert_settings *s = c->settings;
    const struct compressor *compressor = s->output ? compressor_of_name(text_of(s->output)) : NULL;
    struct err err = {0};
    const bool is_store = c->to->kind == FORMAT_STORE;
    const bool writes_games = !s->dry_run && !s->in_place && !convert_other_output(s);
    if (is_store && writes_games && (!s->output || strcmp(s->output, "-") == 0))
        return command_usage("SQLite files cannot be written to standard output; name one with -o");
    if (is_store && compressor)
        return command_usage("%s: an SQLite collection cannot be compressed", s->output);
    return compressor_check(compressor, &err) ? command_usage("%s: %s", s->output, err.msg) : 0;
}

/* Chooses the format: by --to, or the name of the output, or else PDN. */
static int prepare_format(struct convert *c)
{
    const struct convert_settings *s = c->settings;
    struct err err = {0};
    bool any_name = s->split || convert_other_output(s); /* a draft may be called names.yaml */
    if (s->to)
        c->to = format_find_written(s->to, &err);
    else if (s->output && strcmp(s->output, "-") != 0)
        c->to = format_of_name(s->output);
    if (!s->to && !c->to && s->output && !any_name && format_has_other_suffix(s->output))
        return command_usage("%s: no format has this suffix; choose one with --to%s", s->output,
                             text_ends_in(text_of(s->output), ".html")
                                 ? "; dama-annotate --html makes web pages"
                                 : "");
    if (err.msg[0])
        return command_usage("%s", err.msg);
    if (!c->to)
        c->to = format_find("pdn", NULL);
    if (c->to->kind != FORMAT_STORE && !c->to->write && !c->to->write_position)
        return command_usage("%s can be read but not written", c->to->name);
    if (check_output_name(c))
        return EXIT_USAGE;
    if (s->position != POSITION_UNSAID && c->to->kind == FORMAT_STORE)
        return command_usage("--position writes positions, which an SQLite collection "
                             "cannot hold; with a FEN it finds the games that reach it");
    if (convert_check_options(s, c->to, &err))
        return command_usage("%s", err.msg);
    return 0;
}

/* Checks that each column is a known word or a tag, and is named only once. */
static int check_columns(struct csv_columns *columns, struct err *err)
{
    const char *words[CSV_COLUMNS_MAX];
    int own;
    for (unsigned i = 0; i < csv_facts_count; i++)
        words[i] = csv_facts[i].name;
    for (unsigned i = 0; i < columns->n; i++) {
        struct text *name = &columns->names[i], tag = {0};
        if (utf8_valid(name->s, name->n) < name->n) /* it would make the output invalid */
            return err_plain(err, "'%.*s' is not valid UTF-8", TEXT_ARGS(*name));
        if (query_field_read(*name, words, csv_facts_count, &own, &tag, err))
            return -1;
        if (own >= 0)
            *name = text_of(words[own]);
        else if (!csv_needs_prefix(tag))
            *name = tag;
        for (unsigned k = 0; k < i; k++) {
            if (text_same(columns->names[k], *name))
                return err_plain(err, "column %.*s is listed twice", TEXT_ARGS(*name));
        }
    }
    return 0;
}

/* Whether numbers can be filled in after encoding: only if the encoding leaves ASCII as it is. */
static bool holds_numbers(const char *encoding)
{
    static const char text[] = "\x01game\x01 0123456789";
    const struct text ascii = {text, sizeof text - 1};
    struct encoder *encoder = NULL;
    struct buffer out = {0};
    bool same = encoder_open(encoding, false, &encoder, NULL) == 0
                && encoder_add(encoder, ascii, &out).taken == ascii.n
                && text_same(buffer_text(&out), ascii);
    encoder_close(encoder);
    buffer_fini(&out);
    return same;
}

/* Checks that games are written in the order in which they are read, as their numbers require. */
static int check_provenance(const struct convert *c)
{
    const struct convert_settings *s = c->settings;
    bool waits = s->split || s->sort || s->sample;
    if ((s->provenance || c->numbers) && s->dedupe != DEDUPE_NONE)
        return command_usage("%s cannot be combined with --dedupe: a game that is kept may have "
                             "tags from several games",
                             s->provenance ? "--provenance" : "the column 'game'");
    if (s->provenance && c->to->kind == FORMAT_STORE && waits)
        return command_usage(
            "--provenance with sqlite cannot be combined with --sort, --split or --sample");
    if (c->numbers && s->encoding && !holds_numbers(s->encoding))
        return command_usage("game numbers cannot be written in %s", s->encoding);
    return 0;
}

/* The styles of results for PDN and for columns. */
static const struct {
    const char *pdn;
    enum result_type columns;
} result_styles[] = {
    [RESULT_STYLE_INPUT] = {NULL, RESULT_TYPE_ANY},
    [RESULT_STYLE_TWO] = {"2-0", RESULT_TYPE_TWO},
    [RESULT_STYLE_ONE] = {"1-0", RESULT_TYPE_ONE},
};

static void prepare_writer(struct convert *c)
{
    static const enum notation_style styles[] = {
        [CONVERT_NOTATION_SHORT] = NOTATION_STYLE_SHORT,
        [CONVERT_NOTATION_LONG] = NOTATION_STYLE_FULL,
        [CONVERT_NOTATION_FULL] = NOTATION_STYLE_HUB,
        [CONVERT_NOTATION_ALGEBRAIC] = NOTATION_STYLE_SHORT,
    };
    const struct convert_settings *s = c->settings;
    const bool on_terminal =
        (!s->output || strcmp(s->output, "-") == 0) && terminal_has_unicode(stdout);
    c->output = (struct format_output){
        .pdn = {.style = styles[s->notation],
                .algebraic = s->notation == CONVERT_NOTATION_ALGEBRAIC,
                .strict = s->strict,
                .width = s->line_width,
                .result_style = result_styles[s->result_style].pdn,
                .tags_as_read = s->tag_order && strcmp(s->tag_order, "standard") != 0},
        .diagram = {.flipped = s->flip,
                    .small = s->small,
                    .style = s->unicode || on_terminal ? DIAGRAM_UNICODE : DIAGRAM_LETTERS,
                    .no_numbers = s->no_numbers},
        .columns = &c->columns,
        .position = s->position,
        .ply = s->ply,
        .experimental_dam = s->experimental_dam,
        .provenance = s->provenance,
    };
}

static int prepare_columns(struct convert *c)
{
    const struct convert_settings *s = c->settings;
    struct err err = {0};
    c->columns = csv_usual;
    if (s->columns
        && (csv_columns_read(text_of(s->columns), &c->columns, &err)
            || check_columns(&c->columns, &err)))
        return command_usage("--columns: %s", err.msg);
    if (s->provenance)
        csv_add_provenance(&c->columns);
    c->columns.separator = format_wants_tabs(s->to, s->output) ? '\t' : ',';
    c->columns.no_formulas = s->no_formulas;
    c->columns.result_type = result_styles[s->result_style].columns;
    c->numbers = c->to->columns ? csv_counts_games(&c->columns)
                                : s->provenance && c->to->kind == FORMAT_TEXT;
    return 0;
}

static int check_encodings(const struct convert_settings *s)
{
    struct err err = {0};
    if (s->encoding && !encoding_find(s->encoding, &err))
        return command_usage(
            "%s%s", err.msg,
            strstr(s->encoding, "//") ? "; --translit replaces characters that it lacks" : "");
    if (s->input_encoding && !encoding_find(s->input_encoding, &err))
        return command_usage("%s", err.msg);
    return 0;
}

static int prepare_output(struct convert *c)
{
    int status;
    prepare_writer(c);
    (void)((status = prepare_columns(c)) || (status = check_encodings(c->settings))
           || (status = check_provenance(c)));
    return status;
}

/* ---- filters ---- */

static void show_place(const char *expression, const struct err *err)
{
    printable_fprintf(stderr, "  %s", expression);
    fprintf(stderr, "\n  %*s^\n", (int)(err->at.col ? err->at.col - 1 : 0), "");
}

static void begin_condition(struct buffer *all) { buffer_add_string(all, all->n ? " and (" : "("); }

/*
 * Adds the conditions of a list such as "comments,nags". @return 0, or -1 with `err`: no such word
 */
static int add_has(const char *list, struct buffer *all, struct err *err)
{
    for (const char *p = list;; p++) {
        const size_t n = strcspn(p, ",");
        const struct text given = text_trim((struct text){p, n});
        size_t k = 0;
        const char *word;
        while ((word = filter_has_word(k)) && !text_is_nocase(given, word))
            k++;
        if (!word)
            return err_plain(err, "expected %s, %s, %s, %s or %s, found '%.*s'", filter_has_word(0),
                             filter_has_word(1), filter_has_word(2), filter_has_word(3),
                             filter_has_word(4), TEXT_ARGS(given));
        begin_condition(all);
        buffer_add_string(all, word);
        buffer_add_char(all, ')');
        p += n;
        if (!*p)
            return 0;
    }
}

/* Makes one expression from all --where, --player and --has options. */
static int prepare_where(struct convert *c)
{
    const struct convert_settings *s = c->settings;
    struct buffer all = {0};
    struct err err = {0};
    int status = 0;
    for (unsigned i = 0; i < s->where.n && status == 0; i++) {
        struct filter *one = NULL;
        if (filter_compile("--where", text_of(s->where.words[i]), &one, &err)) {
            status = command_usage("--where: column %u: %s", err.at.col, err.msg);
            show_place(s->where.words[i], &err);
        }
        filter_free(one);
        begin_condition(&all);
        buffer_add_string(&all, s->where.words[i]);
        buffer_add_char(&all, ')');
    }
    for (unsigned i = 0; i < s->players.n && status == 0; i++) {
        if (!*s->players.words[i]) /* an empty name would be found in all names */
            status = command_usage("--player: expected a name");
    }
    buffer_add_string(&all, s->players.n && all.n ? " and " : "");
    filter_add_players("player", s->players.words, s->players.n, &all);
    for (unsigned i = 0; i < s->has.n && status == 0; i++) {
        if (add_has(s->has.words[i], &all, &err))
            status = command_usage("--has: %s", err.msg);
    }
    if (status == 0 && all.n && filter_compile("--where", buffer_text(&all), &c->filter, &err))
        status = command_usage("%s", err.msg);
    buffer_fini(&all);
    return status;
}

static int prepare_games(struct convert *c)
{
    const struct option_list *list = &c->settings->games;
    struct err err = {0};
    for (unsigned i = 0; i < list->n; i++) {
        if (ranges_read(text_of(list->words[i]), &c->games, &err))
            return command_usage("--games: %s", err.msg);
    }
    return 0;
}

static void prepare_pattern(struct convert *c)
{
    const struct convert_settings *s = c->settings;
    c->pattern = (struct pattern_options){
        .positions = s->reached.words,
        .n_positions = s->reached.n,
        .patterns = s->patterns.words,
        .n_patterns = s->patterns.n,
        .materials = s->materials.words,
        .n_materials = s->materials.n,
        .manoeuvres = s->manoeuvres.words,
        .n_manoeuvres = s->manoeuvres.n,
        .mirror = s->mirror,
    };
}

/* ---- cleaning ---- */

static bool is_pdn_name(struct text name)
{
    static const char plain[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_";
    return strspn(name.s, plain) >= name.n;
}

/* Reads the tags of --set. @return 0, or an exit status */
static int prepare_set(struct convert *c)
{
    const struct convert_settings *s = c->settings;
    c->set = calloc(s->set.n + 1, sizeof *c->set);
    if (!c->set)
        return out_of_memory();
    for (unsigned i = 0; i < s->set.n; i++) {
        const char *word = s->set.words[i], *sign;
        if (utf8_valid(word, strlen(word)) < strlen(word)) /* it would make the output invalid */
            return command_usage("--set: '%s' is not valid UTF-8", word);
        word += strncmp(word, "tag.", 4) == 0 ? 4 : 0; /* --where and --columns allow that prefix */
        sign = strchr(word, '=');
        if (!sign || sign == word)
            return command_usage("--set: expected TAG=VALUE, found '%s'", word);
        c->set[i] = (struct clean_tag){{word, (size_t)(sign - word)}, text_of(sign + 1)};
        if (strcmp(c->to->name, "pdn") == 0 && !is_pdn_name(c->set[i].name))
            return command_usage("--set: a tag's name in PDN has letters, digits and _, found '%s'",
                                 word);
    }
    c->clean.set = c->set;
    c->clean.n_set = s->set.n;
    return 0;
}

static int prepare_clean(struct convert *c)
{
    const struct convert_settings *s = c->settings;
    struct err err = {0};
    for (unsigned i = 0; i < s->strip.n; i++) {
        if (clean_strip_read(text_of(s->strip.words[i]), &c->clean.strip, &err))
            return command_usage("--strip: %s", err.msg);
    }
    for (unsigned i = 0; i < s->normalise.n; i++) {
        if (clean_normalise_read(text_of(s->normalise.words[i]), &c->normal.normalise, &err))
            return command_usage("--normalise: %s", err.msg);
    }
    if (s->tag_map && tag_map_read(s->tag_map, &c->tag_map, &err)) {
        command_error(&err);
        return EXIT_USAGE;
    }
    c->normal.tag_map = c->tag_map;
    c->normal.century = s->century;
    c->normal.normalise |= (c->tag_map ? CLEAN_TAG_NAMES : 0) | (s->century ? CLEAN_DATES : 0);
    c->lists = s->dry_run || s->changes;
    if (s->tag_order && strcmp(s->tag_order, "standard") != 0
        && strcmp(s->tag_order, "input") != 0) {
        if (!strchr(s->tag_order, ',') && !(*s->tag_order >= 'A' && *s->tag_order <= 'Z'))
            return command_usage("--tag-order: expected standard, input or names of tags such "
                                 "as White,Black, found '%s'",
                                 s->tag_order);
        c->clean.tag_order = s->tag_order;
    }
    c->clean.renumber = s->renumber;
    c->clean.truncate_illegal = s->truncate_illegal;
    return prepare_set(c);
}

static int prepare_names(struct convert *c)
{
    const struct convert_settings *s = c->settings;
    struct err err = {0};
    char names[DATA_FILE_PATH_SIZE], openings[DATA_FILE_PATH_SIZE];
    if ((s->names && aliases_read(data_file_resolve(s->names, "", names), &c->aliases, &err))
        || (s->openings
            && openings_read(data_file_resolve(s->openings, "", openings), &c->openings, &err))) {
        command_error(&err);
        return EXIT_USAGE;
    }
    if (!s->quiet) {
        input_say_empty(s->names ? data_file_resolve(s->names, "", names) : NULL);
        input_say_empty(s->openings ? data_file_resolve(s->openings, "", openings) : NULL);
        input_say_empty(s->tag_map);
    }
    return 0;
}

/* ---- counts, or games that wait ---- */

static int prepare_counts(struct convert *c)
{
    const struct convert_settings *s = c->settings;
    c->counts = convert_other_output(s) || s->dry_run;
    if (s->suggest_aliases + (s->suggest_openings > 0) + s->stats + s->dry_run + (s->table > 0) > 1)
        return command_usage("choose one of --dry-run, --stats, --table, --suggest-aliases and "
                             "--suggest-openings");
    if (c->counts && (s->split || s->sort || s->sample || s->dedupe != DEDUPE_NONE))
        return command_usage(
            "--split, --sort, --sample and --dedupe cannot be combined with "
            "--dry-run, --stats, --table, --suggest-aliases or --suggest-openings, which write no games");
    if ((s->suggest_aliases && !(c->name_count = name_count_open()))
        || (s->suggest_openings && !(c->opening_count = opening_count_open(OPENING_COUNTED)))
        || (s->table && !(c->table = score_table_open((enum score_kind)s->table)))
        || (s->stats && !(c->summary = summary_open())))
        return out_of_memory();
    return 0;
}

/* Checks that the games can go to many files. */
static int check_split(const struct convert *c)
{
    const struct convert_settings *s = c->settings;
    if (c->to->kind == FORMAT_STORE)
        return command_usage("--split cannot write SQLite files");
    if (!s->output || strcmp(s->output, "-") == 0)
        return command_usage("--split writes many files: name a folder with -o, or files with %% "
                             "in their name");
    if (text_ends_in(text_of(s->output), ".zip"))
        return command_usage("%s: zip archives can be read but not written", s->output);
    if (!strchr(s->output, '%')
        && (format_of_name(s->output) || compressor_of_name(text_of(s->output))))
        return command_usage(
            "--split writes many files, and '%s' names one: put a %% where their names differ",
            s->output);
    return 0;
}

static int prepare_spool(struct convert *c)
{
    const struct convert_settings *s = c->settings;
    struct err err = {0};
    if (s->split && split_read(text_of(s->split), &c->split, &err))
        return command_usage("--split: %s", err.msg);
    if (s->sort && sort_key_read(text_of(s->sort), &c->sort, &err))
        return command_usage("--sort: %s", err.msg);
    if (s->split && check_split(c))
        return EXIT_USAGE;
    c->asks_date = filter_asks_date(c->filter) || sort_key_has_date(&c->sort)
                   || (s->split && c->split.by == SPLIT_YEAR) || s->dedupe != DEDUPE_NONE
                   || s->stats;
    c->spools = s->dedupe != DEDUPE_NONE || s->split || s->sort || s->sample;
    if (!c->spools)
        return 0;
    return spool_open((enum dedupe)s->dedupe, &c->spool, &err) ? fail(&err) : 0;
}

/* ---- workers ---- */

static int prepare_workers(struct convert *c)
{
    const struct convert_settings *s = c->settings;
    struct check_options check = {.variant = c->rules, .quiet = !s->stats, .uncrowned = true};
    struct err err = {0};
    bool reaches = c->pattern.n_positions || c->pattern.n_patterns || c->pattern.n_materials
                   || c->pattern.n_manoeuvres;
    c->n_workers = pipeline_jobs(s->jobs);
    c->workers = calloc(c->n_workers, sizeof *c->workers);
    if (!c->workers)
        return out_of_memory();
    for (unsigned i = 0; i < c->n_workers; i++) {
        struct convert_worker *w = &c->workers[i];
        w->checker = checker_open(&check);
        if (!w->checker)
            return out_of_memory();
        if (reaches && pattern_search_open(&c->pattern, c->rules, &w->search, &err))
            return command_usage("%s: %s", err.at.file ? err.at.file : "--position", err.msg);
        if (s->encoding && strcmp(encoding_find(s->encoding, NULL), "UTF-8") != 0
            && encoder_open(s->encoding, s->translit, &w->encoder, &err))
            return fail(&err);
    }
    return 0;
}

int convert_prepare(struct convert *c)
{
    const struct convert_settings *s = c->settings;
    struct err err = {0};
    int status;
    if (s->variant && rules_find(text_of(s->variant), &c->rules, &err))
        return command_usage("%s", err.msg);
    prepare_pattern(c);
    (void)((status = prepare_format(c)) || (status = prepare_output(c))
           || (status = prepare_where(c)) || (status = prepare_games(c))
           || (status = prepare_clean(c)) || (status = prepare_names(c))
           || (status = prepare_counts(c)) || (status = prepare_spool(c))
           || (status = prepare_workers(c)));
    return status;
}

void convert_fini(struct convert *c)
{
    for (unsigned i = 0; i < c->n_workers && c->workers; i++) {
        checker_close(c->workers[i].checker);
        pattern_search_close(c->workers[i].search);
        encoder_close(c->workers[i].encoder);
        arena_fini(&c->workers[i].arena);
        buffer_fini(&c->workers[i].scratch);
        buffer_fini(&c->workers[i].moves);
        buffer_fini(&c->workers[i].names);
    }
    game_inputs_fini(c->inputs, c->n_inputs + c->n_masters);
    game_stream_fini(&c->stream);
    free(c->workers);
    free(c->inputs);
    ranges_fini(&c->games);
    free(c->set);
    filter_free(c->filter);
    buffer_fini(&c->path);
    buffer_fini(&c->numbered);
    buffer_fini(&c->listed);
    buffer_fini(&c->closing);
    spool_close(c->spool);
    stored_judgements_close(c->stored);
    outfile_close(c->changes);
    if (c->pending)
        fclose(c->pending);
    tag_map_close(c->tag_map);
    aliases_close(c->aliases);
    name_count_close(c->name_count);
    openings_close(c->openings);
    opening_count_close(c->opening_count);
    score_table_close(c->table);
    summary_close(c->summary);
    walk_fini(&c->files);
    walk_fini(&c->master_files);
}
