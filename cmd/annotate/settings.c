// SPDX-License-Identifier: MIT
/* The options of dama-annotate: checks how they combine, and turns them into a run. */
#include "cmd/annotate/annotate.h"
#include "cmd/annotate/exercises.h"
#include "cmd/annotate/novelties.h"
#include "cmd/annotate/pages.h"
#include "cmd/lib/stored-judgements.h"
#include "core/base/array.h"
#include "core/base/clock.h"
#include "core/base/compressor.h"
#include "core/base/data-file.h"
#include "core/base/descriptor-name.h"
#include "core/base/lockfile.h"
#include "core/base/outfile.h"
#include "core/base/signals.h"
#include "core/book/book.h"
#include "core/engine/weights.h"

#include <errno.h>
#include <inttypes.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { SHARDS_MAX = 99999 };

static int out_of_memory(void)
{
    command_say("out of memory");
    return EXIT_IO;
}

static int take_limits(struct annotation_run *run)
{
    const struct annotate_options *o = run->options;
    int ways = (o->nodes != 0) + (o->depth != 0) + (o->move_ms != 0) + (o->game_ms != 0);
    bool timed = o->for_ms || o->until;
    if (o->for_ms && o->until)
        return command_usage("--for and --until cannot be combined");
    if (timed && ways)
        return command_usage("--for and --until cannot be combined with another limit");
    if (ways > 1)
        return command_usage(
            "use only one of --nodes, --depth, --time-per-move and --time-per-game");
    if (!timed && !ways && !o->join)
        return command_usage(
            "no limit given: use --until, --for, --nodes, --depth, --time-per-move or "
            "--time-per-game");
    run->has_limits = timed || ways;
    run->limits = (struct engine_limits){
        .nodes = (uint64_t)o->nodes, .depth = o->depth, .move_ms = o->move_ms};
    struct err err = {0};
    if (o->until && deadline_add_time(&run->deadline, o->until, false, &err))
        return command_usage("--until: %s", err.msg);
    if (o->for_ms)
        deadline_add_span(&run->deadline, run->began, o->for_ms);
    return EXIT_WELL;
}

/* Reads "10-40", "10-", "-40" or "17". */
static int take_moves(struct annotation_run *run)
{
    const char *text = run->options->moves, *dash = text ? strchr(text, '-') : NULL;
    char from[16] = "";
    int64_t a = 1, b = 0;
    if (!text)
        return EXIT_WELL;
    size_t n = dash ? (size_t)(dash - text) : strlen(text);
    if (n >= sizeof from)
        n = sizeof from - 1;
    memcpy(from, text, n);
    if ((*from && option_number(from, 1, 10000, &a, NULL))
        || (dash && dash[1] && option_number(dash + 1, a, 10000, &b, NULL))
        || (!*from && !(dash && dash[1])))
        return command_usage("--moves: expected a range of move numbers such as 10-40, found '%s'",
                             text);
    run->range.from = (unsigned)a;
    run->range.to = dash ? (unsigned)b : (unsigned)a;
    return EXIT_WELL;
}

/* --shard and --join: checks which options go together. */
static int check_parts(const struct annotation_run *run)
{
    const struct annotate_options *o = run->options;
    bool chooses = o->where.n || o->players.n || o->moves || o->side || o->decided > 0;
    if (o->shard && o->join)
        return command_usage("--shard and --join cannot be combined");
    if (o->shard && (o->output || o->to))
        return command_usage("--shard writes no games; the output is written by --join");
    if (o->shard && (o->html || o->novelties || o->summary || o->diff))
        return command_usage(
            "--diff, --html, --novelties and --summary belong to --join, not to --shard");
    if (o->shard && (o->only_faults || o->no_lines || o->no_tags || o->line_plies))
        return command_usage("--line-plies, --no-lines, --no-tags and --only-faults belong to "
                             "--join, not to --shard");
    if (o->no_lines && o->line_plies)
        return command_usage("--no-lines and --line-plies cannot be combined");
    if (o->join && o->journal)
        return command_usage("--join cannot be combined with --journal");
    if (o->join && (o->from || o->where.n || o->players.n))
        return command_usage("--from, --player and --where belong to --shard, not to --join");
    bool judges = o->book || o->multi || o->engine || o->variant || o->eval || *o->egdb || o->hash
                  || o->jobs || o->threads;
    if (o->join && !run->has_limits && (chooses || judges))
        return command_usage(
            "--join takes the settings of the analysis from the journals; repeat all options "
            "of --shard, limits included, to check them, or give none");
    return EXIT_WELL;
}

static int take_shard(struct annotation_run *run)
{
    const char *text = run->options->shard, *slash = text ? strchr(text, '/') : NULL;
    char part[8] = "";
    int64_t k = 0, n = 0;
    int status = check_parts(run);
    if (status != EXIT_WELL || !text)
        return status;
    if (slash && slash - text < (ptrdiff_t)sizeof part)
        memcpy(part, text, (size_t)(slash - text));
    if (!slash || option_number(slash + 1, 1, SHARDS_MAX, &n, NULL)
        || option_number(part, 1, n, &k, NULL))
        return command_usage("--shard: expected K/N with K from 1 to N, found '%s'", text);
    run->shard = (unsigned)(k - 1);
    run->shards = (unsigned)n;
    return EXIT_WELL;
}

static int take_players(struct annotation_run *run)
{
    const struct option_list *players = &run->options->players;
    struct buffer text = {0};
    struct err err = {0};
    for (unsigned i = 0; i < players->n; i++)
        if (!*players->words[i])
            return command_usage("--player: expected a name");
    if (!players->n)
        return EXIT_WELL;
    filter_add_players("player", players->words, players->n, &text);
    int rc = text.failed ? 1
                         : filter_compile("--player", buffer_text(&text),
                                          &run->filters[run->n_filters], &err);
    buffer_fini(&text);
    if (rc > 0)
        return out_of_memory();
    if (rc < 0)
        return command_usage("--player: %s", err.msg);
    run->n_filters++;
    return EXIT_WELL;
}

static int take_filters(struct annotation_run *run)
{
    const struct option_list *where = &run->options->where;
    struct err err = {0};
    run->filters = calloc(where->n + 1, sizeof(struct filter *));
    if (!run->filters)
        return out_of_memory();
    for (unsigned i = 0; i < where->n; i++) {
        if (filter_compile("--where", text_of(where->words[i]), &run->filters[run->n_filters],
                           &err))
            return command_usage("--where: column %u: %s", err.at.col, err.msg);
        run->n_filters++;
    }
    return take_players(run);
}

/* --problems asks different questions from all the options about games. */
static int take_problems(struct annotation_run *run)
{
    const struct annotate_options *o = run->options;
    if (!o->problems)
        return EXIT_WELL;
    if (o->for_ms || o->until || o->game_ms)
        return command_usage("--problems requires --nodes, --depth or --time-per-move");
    if (o->exercises || o->novelties || o->diff || o->summary)
        return command_usage(
            "--problems cannot be combined with --diff, --exercises, --novelties or "
            "--summary");
    if (o->moves || o->side || o->decided > 0 || o->book)
        return command_usage(
            "--problems cannot be combined with --book, --decided, --moves or --side");
    if (o->only_faults || o->no_lines || o->no_tags || o->line_plies || o->multi || o->thresholds)
        return command_usage(
            "--problems cannot be combined with --line-plies, --multipv, --no-lines, "
            "--no-tags, --only-faults or --thresholds");
    return EXIT_WELL;
}

/* Whether an output is an ordinary file: not a device, a pipe or standard output. */
static bool is_ordinary(const char *path)
{
    struct stat st;
    return annotation_to_file(path) && descriptor_name_read(path) < 0
           && (stat(path, &st) || S_ISREG(st.st_mode) || S_ISDIR(st.st_mode));
}

/* Reports an output that cannot be written before a night's work, not after it. */
static int try_output(const char *path)
{
    struct outfile *file;
    struct err err = {0};
    if (!is_ordinary(path))
        return EXIT_WELL;
    if (outfile_open(path, &file, &err)) {
        command_error(&err);
        return EXIT_IO;
    }
    outfile_close(file);
    return EXIT_WELL;
}

/*
 * Weights and databases that are named must exist; whether they fit is found out for each variant.
 */
static int take_sources(struct annotation_run *run)
{
    const struct annotate_options *o = run->options;
    struct err err = {0};
    int rc = 0;
    if (o->eval && strcmp(o->eval, "material") != 0)
        rc = weights_check(o->eval, &err);
    if (rc == 0 && *o->egdb && strcmp(o->egdb, "none") != 0 && access(o->egdb, R_OK))
        rc = err_file(&err, o->egdb, "cannot open: %s", strerror(errno));
    if (rc == 0)
        return EXIT_WELL;
    command_error(&err);
    return EXIT_IO;
}

static bool holds_annotations(const struct format *format)
{
    const unsigned all = HOLDS_COMMENTS | HOLDS_VARIATIONS;
    return format->kind == FORMAT_STORE || (format->write && (format->holds & all) == all);
}

/* Chooses the format of the games, if they are wanted. */
static int take_format(struct annotation_run *run)
{
    const struct annotate_options *o = run->options;
    const bool other = o->html || o->exercises || o->novelties || o->problems; /* was asked for */
    struct err err = {0};
    if (run->shards || (other && !o->output && !o->to))
        return EXIT_WELL;
    if (o->to)
        run->to = format_find_written(o->to, &err);
    else if (o->output && format_has_other_suffix(o->output))
        err_set(
            &err, (struct src_pos){.file = o->output},
            "no format has this suffix; choose pdn, jsonl or sqlite with --to, or write web pages "
            "with --html");
    else if (!o->output || !(run->to = format_of_name(o->output)))
        run->to = format_find("pdn", &err);
    if (run->to && !holds_annotations(run->to))
        err_plain(&err, "annotated games cannot be written as %s; use pdn, jsonl or sqlite",
                  run->to->name);
    if (!run->to || *err.msg) {
        command_error(&err);
        return EXIT_USAGE;
    }
    if (run->to->kind == FORMAT_STORE && (!o->output || strcmp(o->output, "-") == 0))
        return command_usage("SQLite cannot be written to standard output; name a file with -o");
    if (run->to->kind == FORMAT_STORE && compressor_of_name(text_of(o->output)))
        return command_usage("%s: an SQLite collection cannot be compressed", o->output);
    return EXIT_WELL;
}

static int open_exercises(struct annotation_run *run)
{
    const struct annotate_options *o = run->options;
    struct err err = {0};
    const struct format *format = exercises_format(o->exercises, &err);
    int rc =
        format ? exercises_open(o->exercises, format, run->signature, &run->exercises, &err) : 1;
    if (rc == 0)
        return EXIT_WELL;
    command_error(&err);
    return rc < 0 ? EXIT_IO : EXIT_USAGE;
}

/* Opens the outputs last, so that a command whose options are refused makes none of them. */
static int open_outputs(struct annotation_run *run)
{
    const struct annotate_options *o = run->options;
    struct err err = {0};
    int status = EXIT_WELL;
    if (run->shards)
        return EXIT_WELL; /* only the journal is written; --exercises makes it look for them */
    if ((status = try_output(o->summary)) != EXIT_WELL
        || (run->to && (status = try_output(o->output)) != EXIT_WELL)
        || (o->exercises && (status = open_exercises(run)) != EXIT_WELL))
        return status;
    if ((o->html && pages_make_folder(o->html, &err))
        || (o->novelties
            && novelties_open(o->novelties, &run->annotation.thresholds, &run->novelties, &err))) {
        command_error(&err);
        return EXIT_IO;
    }
    return EXIT_WELL;
}

/* The length of a path without slashes at its end: "DIR/" is "DIR". */
static size_t length_of_path(const char *path)
{
    size_t n = strlen(path);
    while (n > 1 && path[n - 1] == '/')
        n--;
    return n;
}

/* SQLite's suffixes for the files that belong to a database. */
static const char *const suffixes[] = {"", "-wal", "-shm"};

/*
 * @return whether a temporary journal was made at `own_path`, a template for mkstemp; otherwise see
 *         errno
 */
static bool make_temporary(struct annotation_run *run)
{
    char path[4096];
    int fd = mkstemp(run->own_path);
    if (fd < 0)
        return false;
    close(fd);
    for (size_t i = 0; i < ARRAY_LEN(suffixes); i++) {
        snprintf(path, sizeof path, "%s%s", run->own_path, suffixes[i]);
        run->places[i] = signals_register_file(path);
    }
    return true;
}

static int take_journal(struct annotation_run *run)
{
    const struct annotate_options *o = run->options;
    const char *folder = getenv("TMPDIR");
    const char *beside = is_ordinary(o->output)      ? o->output
                         : o->html                   ? o->html
                         : is_ordinary(o->exercises) ? o->exercises
                                                     : NULL;
    if (o->journal) {
        run->journal_path = o->journal;
        return EXIT_WELL;
    }
    if (run->shards)
        return command_usage("--shard requires --journal");
    if (!folder || !*folder)
        folder = "/tmp";
    const size_t size = (beside ? strlen(beside) : 0) + strlen(folder) + 40;
    if (!(run->own_path = malloc(size)))
        return out_of_memory();
    run->journal_path = run->own_path;
    if (beside && !o->join) {
        snprintf(run->own_path, size, "%.*s.journal", (int)length_of_path(beside), beside);
        return EXIT_WELL;
    }
    snprintf(run->own_path, size, "%s/dama-annotate.XXXXXX", folder);
    run->is_temporary = make_temporary(run);
    if (run->is_temporary)
        return EXIT_WELL;
    command_say("%s: cannot create a temporary journal: %s; name one with --journal", folder,
                strerror(errno));
    return EXIT_IO;
}

static int take_annotation(struct annotation_run *run)
{
    const struct annotate_options *o = run->options;
    struct err err = {0};
    run->annotation = (struct annotation_options){.thresholds = verdict_thresholds_default,
                                                  .annotator = run->signature,
                                                  .only_faults = o->only_faults,
                                                  .no_lines = o->no_lines,
                                                  .no_tags = o->no_tags,
                                                  .line_plies = o->line_plies};
    if (o->thresholds
        && verdict_thresholds_read(o->thresholds, &run->annotation.thresholds, &err)) {
        command_error(&err);
        return EXIT_USAGE;
    }
    if (o->variant && rules_find(text_of(o->variant), &run->rules, &err))
        return command_usage("%s", err.msg);
    run->range.side[WHITE] = o->side == OPTION_SIDE_WHITE;
    run->range.side[BLACK] = o->side == OPTION_SIDE_BLACK;
    run->range.decided = o->decided;
    return EXIT_WELL;
}

/* Refuses a book that is not for --variant. */
static int take_book(struct annotation_run *run)
{
    struct book *book = NULL;
    struct err err = {0};
    if (!run->options->book)
        return EXIT_WELL;
    int rc = book_open(run->options->book, BOOK_READ, &book, &err);
    if (rc == 0 && run->rules)
        rc = book_expect_rules(book, run->rules, &err);
    if (rc == 0)
        run->book_rules = book_settings(book)->rules;
    book_close(book);
    if (rc)
        command_error(&err);
    return rc ? EXIT_IO : EXIT_WELL;
}

/* Adds the identity of a book, which is its content, wherever it lies. */
static int add_book(const char *path, struct buffer *out)
{
    struct hash128 hash;
    struct err err = {0};
    char found[DATA_FILE_PATH_SIZE];
    if (path && hash128_file(data_file_resolve(path, "book/", found), &hash, &err)) {
        command_error(&err);
        return EXIT_IO;
    }
    if (path)
        buffer_printf(out, "|book %016" PRIx64 "%016" PRIx64, hash.high, hash.low);
    return EXIT_WELL;
}

int annotation_run_describe(struct annotation_run *run)
{
    const struct annotate_options *o = run->options;
    struct buffer words = {0};
    annotation_run_engine_name(run, &words);
    if (o->nodes)
        buffer_printf(&words, ", %lld node%s a position", (long long)o->nodes,
                      o->nodes == 1 ? "" : "s");
    else if (o->depth)
        buffer_printf(&words, ", depth %u", o->depth);
    else if (o->move_ms)
        buffer_printf(&words, ", %lld ms a position", (long long)o->move_ms);
    else if (o->game_ms)
        buffer_printf(&words, ", %g s a game", (double)o->game_ms / 1000);
    else
        buffer_add_string(&words, ", until a deadline");
    snprintf(run->annotator, sizeof run->annotator, "%.*s", (int)words.n, words.s ? words.s : "");
    for (char *s = run->annotator; (s = strchr(s, ';')) != NULL;)
        *s = ','; /* part of an --engine command: it would end the entry */
    buffer_printf(&words, "|%s|%d|%g|%s|%s|%s|%u|%d%s|%g", o->moves ? o->moves : "", o->side,
                  o->decided, o->variant ? o->variant : "", o->eval ? o->eval : "", o->egdb,
                  o->multi, o->exercises ? EXERCISES_SETTING : 0,
                  o->problems ? PROBLEMS_SETTING : "0", run->annotation.thresholds.inaccuracy);
    annotation_run_add_program(run, &words);
    int status = add_book(o->book, &words);
    run->settings = hash128_of(words.s, words.n);
    if (words.failed)
        status = out_of_memory();
    buffer_fini(&words);
    return status;
}

/*
 * Locks the journal: two simultaneous runs would mix up their lists of games.
 * @return EXIT_WELL, or a status, already reported
 */
static int lock_journal(struct annotation_run *run)
{
    char *path = lockfile_name(run->journal_path);
    struct err err = {0};
    long holder;
    int rc = path ? lockfile_open(path, &run->lock, &holder, &err) : err_memory(&err);
    if (rc > 0)
        command_say("%s: in use by process %ld", run->journal_path, holder);
    if (rc < 0)
        command_error(&err);
    free(path);
    return rc > 0 ? EXIT_LATER : rc < 0 ? EXIT_IO : EXIT_WELL;
}

static int open_journal(struct annotation_run *run)
{
    struct err err = {0};
    int status = run->is_temporary ? EXIT_WELL : lock_journal(run);
    run->is_new = status == EXIT_WELL && access(run->journal_path, F_OK) != 0;
    if (status == EXIT_WELL && journal_open(run->journal_path, &run->journal, &err)) {
        command_error(&err);
        status = EXIT_IO;
    }
    return status;
}

int annotation_run_open(struct annotation_run *run, const struct annotate_options *options, int n)
{
    static int (*const take[])(struct annotation_run *) = {take_limits,
                                                           take_moves,
                                                           take_shard,
                                                           annotation_run_take_engine,
                                                           take_annotation,
                                                           take_sources,
                                                           take_filters,
                                                           take_problems,
                                                           take_format,
                                                           take_journal,
                                                           annotation_run_check_files,
                                                           annotation_run_check_engine,
                                                           open_outputs,
                                                           annotation_run_describe,
                                                           take_book,
                                                           open_journal};
    run->options = options;
    run->began = clock_ms();
    if (options->join && !n)
        return command_usage("--join requires the journals of all shards");
    for (size_t i = 0; i < ARRAY_LEN(take); i++) {
        int status = take[i](run);
        if (status != EXIT_WELL)
            return status;
    }
    return EXIT_WELL;
}

static void remove_journal(const struct annotation_run *run)
{
    char path[4096];
    for (size_t i = 0; i < ARRAY_LEN(suffixes); i++) {
        snprintf(path, sizeof path, "%s%s", run->journal_path, suffixes[i]);
        (void)remove(path);
        if (run->is_temporary)
            signals_forget_file(run->places[i]);
    }
}

void annotation_run_close(struct annotation_run *run)
{
    journal_close(run->journal);
    /* a slip leaves nothing behind; a part without games must be there to be joined */
    if (run->is_temporary || (run->is_new && !run->games && !run->shards))
        remove_journal(run);
    lockfile_close(run->lock);
    stored_judgements_close(run->stored);
    exercises_close(run->exercises);
    novelties_close(run->novelties);
    for (unsigned i = 0; i < run->n_filters; i++)
        filter_free(run->filters[i]);
    free(run->filters);
    free(run->failed);
    hashtable_fini(&run->failed_index);
    annotation_run_drop_engine(run);
    free(run->own_path);
}
