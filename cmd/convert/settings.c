// SPDX-License-Identifier: MIT
/* From the words of the command line to what the run needs. */
#include "cmd/convert/convert.h"
#include "core/base/printable.h"

#include <stdlib.h>

static int fail(const struct err *err)
{
    command_error(err);
    return EXIT_IO;
}

/* ---- the output ---- */

/* --to, or the name of the output, or PDN. */
static int prepare_format(struct convert *c, const struct command *command)
{
    const struct convert_settings *s = c->settings;
    struct err err = {0};
    if (s->to)
        c->to = format_find(s->to, &err);
    else if (s->output && strcmp(s->output, "-") != 0)
        c->to = format_of_name(s->output);
    if (err.msg[0])
        return command_usage(command, "%s", err.msg);
    if (!c->to)
        c->to = format_find("pdn", NULL);
    if (c->to->kind != FORMAT_STORE && !c->to->write && !c->to->write_position)
        return command_usage(command, "%s can be read, but not written", c->to->name);
    if (s->output && format_name_is_packed(s->output))
        return command_usage(command,
                             "%s: what is written is not packed: write to standard output, "
                             "and pack that, or name it without the last suffix",
                             s->output);
    if (s->positions && c->to->kind != FORMAT_STORE)
        return command_usage(command, "--positions is for collections: --to=sqlite");
    return 0;
}

/* Each file is written back as what it is. */
static int check_in_place(const struct convert *c, const struct command *command)
{
    const struct convert_settings *s = c->settings;
    if (!s->in_place)
        return 0;
    if (s->output || s->to || s->split || s->sort || s->sample || s->dedupe != DEDUPE_NONE
        || s->suggest_aliases)
        return command_usage(command,
                             "--in-place goes with filters and cleaning of single games, not "
                             "with --output, --to, --split, --sort, --sample, --dedupe");
    return 0;
}

static int prepare_output(struct convert *c, const struct command *command)
{
    const struct convert_settings *s = c->settings;
    struct err err = {0};
    c->output = (struct format_output){
        .pdn = {.strict = s->strict,
                .width = s->line_width,
                .result_style = s->result_style,
                .tags_as_read = s->tag_order && strcmp(s->tag_order, "standard") != 0},
        .diagram = {.flipped = s->flipped,
                    .small = s->small,
                    .unicode = s->unicode,
                    .no_numbers = s->no_numbers},
        .position = s->position,
        .ply = s->ply,
        .experimental_dam = s->experimental_dam,
    };
    enum { SHORT, LONG, FULL, ALGEBRAIC };
    if (s->notation == LONG)
        c->output.pdn.style = NOTATION_STYLE_FULL;
    if (s->notation == FULL)
        c->output.pdn.style = NOTATION_STYLE_HUB;
    c->output.pdn.algebraic = s->notation == ALGEBRAIC;
    if (s->columns) {
        if (csv_columns_read(text_of(s->columns), &c->columns, &err))
            return command_usage(command, "%s: %s", err.at.file, err.msg);
        c->output.columns = &c->columns;
    }
    if (s->no_formulas) {
        if (!s->columns)
            c->columns = csv_usual;
        c->columns.no_formulas = true;
        c->output.columns = &c->columns;
    }
    if (s->encoding && !encoding_find(s->encoding, &err))
        return command_usage(command, "%s", err.msg);
    if (s->input_encoding && !encoding_find(s->input_encoding, &err))
        return command_usage(command, "%s", err.msg);
    return 0;
}

/* ---- filters ---- */

static void show_place(const char *expression, const struct err *err)
{
    printable_fprintf(stderr, "  %s", expression);
    fprintf(stderr, "\n  %*s^\n", (int)(err->at.col ? err->at.col - 1 : 0), "");
}

/* Several --where and all --player are one expression, each in its parentheses. */
static int prepare_where(struct convert *c, const struct command *command)
{
    const struct convert_settings *s = c->settings;
    struct buffer all = {0};
    struct err err = {0};
    for (unsigned i = 0; i < s->where.n; i++) {
        struct filter *one = NULL;
        if (filter_compile("--where", text_of(s->where.words[i]), &one, &err)) {
            command_usage(command, "--where: column %u: %s", err.at.col, err.msg);
            show_place(s->where.words[i], &err);
            buffer_fini(&all);
            return EXIT_USAGE;
        }
        filter_free(one);
        buffer_printf(&all, "%s(%s)", i ? " and " : "", s->where.words[i]);
    }
    for (unsigned i = 0; i < s->players.n; i++) {
        buffer_add_string(&all, i       ? " or player ~ \""
                                : all.n ? " and (player ~ \""
                                        : "(player ~ \"");
        for (const char *p = s->players.words[i]; *p; p++) {
            if (*p == '"' || *p == '\\')
                buffer_add_char(&all, '\\');
            buffer_add_char(&all, *p);
        }
        buffer_add_string(&all, i + 1 == s->players.n ? "\")" : "\"");
    }
    int rc = all.n ? filter_compile("--where", buffer_text(&all), &c->filter, &err) : 0;
    buffer_fini(&all);
    return rc ? command_usage(command, "%s", err.msg) : 0;
}

static int prepare_has(struct convert *c, const struct command *command)
{
    static const struct {
        const char *word;
        unsigned bit;
    } rows[] = {{"variations", HAS_VARIATIONS},
                {"comments", HAS_COMMENTS},
                {"illegal", HAS_ILLEGAL},
                {"nags", HAS_NAGS},
                {"setup", HAS_SETUP}};
    for (unsigned i = 0; i < c->settings->has.n; i++) {
        const char *word = c->settings->has.words[i];
        while (*word) {
            size_t n = strcspn(word, ","), k = 0;
            while (k < 5 && !text_is_nocase((struct text){word, n}, rows[k].word))
                k++;
            if (k == 5)
                return command_usage(
                    command,
                    "--has: '%.*s' is none of variations, comments, illegal, nags, "
                    "setup",
                    (int)n, word);
            c->has |= rows[k].bit;
            word += n + (word[n] == ',');
        }
    }
    return 0;
}

/* "3-7,12,20-" */
static int prepare_games(struct convert *c, const struct command *command)
{
    const struct option_list *list = &c->settings->games;
    if (!list->n)
        return 0;
    c->ranges = calloc(CONVERT_RANGES_MAX, sizeof *c->ranges);
    if (!c->ranges)
        return fail(&(struct err){.msg = "out of memory"});
    for (unsigned i = 0; i < list->n; i++) {
        const char *p = list->words[i];
        while (*p) {
            char *end = NULL;
            unsigned long long from = *p == '-' ? 0 : strtoull(p, &end, 10), to = from;
            bool good = end && end != p && from > 0;
            if (good && *end == '-') {
                const char *second = end + 1;
                to = *second && *second != ',' ? strtoull(second, &end, 10) : UINT64_MAX;
                end = to == UINT64_MAX ? end + 1 : end;
            }
            if (!good || to < from || (*end && *end != ','))
                return command_usage(command, "--games: expected numbers as 3-7,12,20-, found '%s'",
                                     p);
            if (c->n_ranges == CONVERT_RANGES_MAX)
                return command_usage(command, "--games: more than %d ranges", CONVERT_RANGES_MAX);
            c->ranges[c->n_ranges++] = (struct convert_range){from, to};
            p = end + (*end == ',');
        }
    }
    return 0;
}

static void prepare_reach(struct convert *c)
{
    const struct convert_settings *s = c->settings;
    c->reach = (struct reach_options){
        .positions = s->reached.words,
        .n_positions = s->reached.n,
        .patterns = s->patterns.words,
        .n_patterns = s->patterns.n,
        .materials = s->materials.words,
        .n_materials = s->materials.n,
        .mirror = s->mirror,
    };
}

/* ---- cleaning ---- */

static int prepare_clean(struct convert *c, const struct command *command)
{
    const struct convert_settings *s = c->settings;
    struct err err = {0};
    for (unsigned i = 0; i < s->strip.n; i++) {
        if (clean_strip_read(text_of(s->strip.words[i]), &c->clean.strip, &err))
            return command_usage(command, "--strip: %s", err.msg);
    }
    for (unsigned i = 0; i < s->form.n; i++) {
        if (clean_form_read(text_of(s->form.words[i]), &c->clean.form, &err))
            return command_usage(command, "--normalise: %s", err.msg);
    }
    if (s->tag_order && strcmp(s->tag_order, "standard") != 0 && strcmp(s->tag_order, "input") != 0)
        c->clean.tag_order = s->tag_order;
    c->clean.renumber = s->renumber;
    c->clean.truncate_illegal = s->truncate_illegal;
    c->set = calloc(s->set.n + 1, sizeof *c->set);
    if (!c->set)
        return fail(&(struct err){.msg = "out of memory"});
    for (unsigned i = 0; i < s->set.n; i++) {
        const char *word = s->set.words[i], *sign = strchr(word, '=');
        if (!sign || sign == word)
            return command_usage(command, "--set: expected Tag=value, found '%s'", word);
        c->set[i] = (struct clean_tag){{word, (size_t)(sign - word)}, text_of(sign + 1)};
    }
    c->clean.set = c->set;
    c->clean.n_set = s->set.n;
    return 0;
}

static int prepare_names_and_spool(struct convert *c, const struct command *command)
{
    const struct convert_settings *s = c->settings;
    struct err err = {0};
    if (s->names && names_read(s->names, &c->names, &err))
        return fail(&err);
    if (s->openings && openings_read(s->openings, &c->openings, &err))
        return fail(&err);
    c->counts = s->suggest_aliases || s->suggest_openings || s->stats;
    if (s->suggest_aliases + (s->suggest_openings > 0) + s->stats > 1)
        return command_usage(command,
                             "--stats, --suggest-aliases and --suggest-openings exclude each "
                             "other");
    if (c->counts && (s->split || s->sort || s->sample || s->dedupe != DEDUPE_NONE))
        return command_usage(command,
                             "no games are written with --stats and --suggest: nothing to split, "
                             "sort, sample or dedupe");
    if ((s->suggest_aliases && !(c->name_count = name_count_open()))
        || (s->suggest_openings && !(c->opening_count = opening_count_open(OPENING_COUNTED)))
        || (s->stats && !(c->stats = stats_open())))
        return fail(&(struct err){.msg = "out of memory"});
    if (s->against.n && s->dedupe == DEDUPE_NONE)
        return command_usage(command, "--against says nothing without --dedupe");
    if (s->report && s->dedupe == DEDUPE_NONE)
        return command_usage(command, "--report says what --dedupe has dropped");
    if (s->split && c->to->kind == FORMAT_STORE)
        return command_usage(command, "--split is for files of text; ask a collection with SQL");
    if (s->split && (!s->output || strcmp(s->output, "-") == 0))
        return command_usage(command,
                             "--split makes many files: name a folder, or a pattern with %%, "
                             "with -o");
    c->spools = s->dedupe != DEDUPE_NONE || s->split || s->sort || s->sample;
    int status = convert_check_order(c, command);
    if (status || !c->spools)
        return status;
    return spool_open((enum dedupe)s->dedupe, &c->spool, &err) ? fail(&err) : 0;
}

/* ---- workers ---- */

static int prepare_workers(struct convert *c, const struct command *command)
{
    const struct convert_settings *s = c->settings;
    struct check_options check = {.variant = c->rules, .quiet = !s->stats};
    struct err err = {0};
    bool reaches = c->reach.n_positions || c->reach.n_patterns || c->reach.n_materials;
    c->n_workers = pipeline_jobs(s->jobs);
    c->workers = calloc(c->n_workers, sizeof *c->workers);
    if (!c->workers)
        return fail(&(struct err){.msg = "out of memory"});
    for (unsigned i = 0; i < c->n_workers; i++) {
        struct convert_worker *w = &c->workers[i];
        w->checker = checker_open(&check);
        if (!w->checker)
            return fail(&(struct err){.msg = "out of memory"});
        if (reaches && reach_open(&c->reach, c->rules, &w->reach, &err))
            return command_usage(command, "%s: %s", err.at.file ? err.at.file : "--position",
                                 err.msg);
        if (s->encoding && strcmp(encoding_find(s->encoding, NULL), "UTF-8") != 0
            && encoder_open(s->encoding, &w->encoder, &err))
            return fail(&err);
    }
    return 0;
}

int convert_prepare(struct convert *c, const struct command *command)
{
    const struct convert_settings *s = c->settings;
    struct err err = {0};
    int status;
    if (s->variant && rules_find(text_of(s->variant), &c->rules, &err))
        return command_usage(command, "%s", err.msg);
    prepare_reach(c);
    (void)((status = prepare_format(c, command)) || (status = check_in_place(c, command))
           || (status = prepare_output(c, command)) || (status = prepare_where(c, command))
           || (status = prepare_has(c, command)) || (status = prepare_games(c, command))
           || (status = prepare_clean(c, command)) || (status = prepare_names_and_spool(c, command))
           || (status = prepare_workers(c, command)));
    return status;
}

void convert_fini(struct convert *c)
{
    for (unsigned i = 0; i < c->n_workers && c->workers; i++) {
        checker_close(c->workers[i].checker);
        reach_close(c->workers[i].reach);
        encoder_close(c->workers[i].encoder);
        arena_fini(&c->workers[i].arena);
        buffer_fini(&c->workers[i].scratch);
        buffer_fini(&c->workers[i].moves);
        buffer_fini(&c->workers[i].names);
    }
    for (unsigned i = 0; c->inputs && i < c->n_inputs + c->n_masters; i++)
        free(c->inputs[i].head);
    free(c->workers);
    free(c->inputs);
    free(c->ranges);
    free(c->set);
    filter_free(c->filter);
    buffer_fini(&c->path);
    spool_close(c->spool);
    names_close(c->names);
    name_count_close(c->name_count);
    openings_close(c->openings);
    opening_count_close(c->opening_count);
    stats_close(c->stats);
    walk_fini(&c->files);
    walk_fini(&c->master_files);
}
