// SPDX-License-Identifier: MIT
/* dama-convert: games in one format, games out in another; filtered, cleaned, merged and split on the way. */
#include "cmd/convert/convert.h"
#include "core/base/signals.h"
#include "core/base/source.h"

#include <stdlib.h>

static const char *const format_words[] = {"pdn", "jsonl", "csv", "sqlite", "fen",
                                           "dam", "doc",   "svg", "board",  NULL};
static const char *const notation_words[] = {"short", "long", "full", "algebraic", NULL};
static const char *const on_error_words[] = {"keep", "drop", "stop", NULL};
static const char *const turn_words[] = {"file", "white", "black", NULL};
static const char *const result_words[] = {"2-0", "1-0", NULL};
static const char *const strip_words[] = {"comments", "variations", "nags",
                                          "clocks",   "evals",      NULL};
static const char *const form_words[] = {"all", "dates", "rounds", "results", "tags", NULL};
static const char *const has_words[] = {"variations", "comments", "illegal", "nags", "setup", NULL};

static const char *const order_words[] = {"standard", "input", NULL};
static const char *const dedupe_words[] = {"none", "exact", "contained", "near", NULL};
static const char *const split_words[] = {"event",  "year",    "white", "black",
                                          "player", "opening", NULL};

/* --position is two things: which positions are written, and a position that games must reach. */
static int read_position(void *settings, const char *arg, struct err *err)
{
    struct convert_settings *s = settings;
    static const struct {
        const char *word;
        enum format_position position;
    } rows[] = {{"start", POSITION_START}, {"final", POSITION_FINAL}, {"all", POSITION_ALL}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        if (strcmp(arg, rows[i].word) == 0) {
            s->position = rows[i].position;
            return 0;
        }
    }
    if (strchr(arg, ':')) {
        const char **words = realloc(s->reached.words, (s->reached.n + 1) * sizeof *words);
        if (!words)
            return err_set(err, (struct src_pos){0}, "out of memory");
        s->reached.words = words;
        words[s->reached.n++] = arg;
        return 0;
    }
    int64_t ply;
    if (option_number(arg, 0, 1000000, &ply, NULL))
        return err_set(err, (struct src_pos){0},
                       "expected start, final, all, a number of plies or a FEN, found '%s'", arg);
    s->position = POSITION_PLY;
    s->ply = (unsigned)ply;
    return 0;
}

#define AT(field) OPTION_AT(struct convert_settings, field)

static const char formats_group[] = "Formats", filters_group[] = "Which games",
                  clean_group[] = "Cleaning", boards_group[] = "Positions and boards",
                  errors_group[] = "Faults", order_group[] = "Order";

static const struct option_row rows[] = {
    {"against", 0, OPTION_LIST, "FILE", AT(against),
     .help = "with --dedupe: drop what FILE has, a collection in any format", .group = clean_group,
     .file = true},
    {"columns", 0, OPTION_TEXT, "LIST", AT(columns),
     .help = "columns of a CSV file: tags and facts, with commas", .group = formats_group},
    {"dedupe", 0, OPTION_CHOICE, "KIND", AT(dedupe), .choices = dedupe_words,
     .help = "drop copies: exact, contained in another, or near; keep the best one",
     .group = clean_group},
    {"encoding", 0, OPTION_TEXT, "NAME", AT(encoding), .choices = encoding_names,
     .help = "write in this encoding instead of UTF-8", .group = formats_group},
    {"experimental-dam", 0, OPTION_FLAG, NULL, AT(experimental_dam),
     .help = "write DAM files as no real one has been seen: Black to move", .group = boards_group},
    {"first", 0, OPTION_UNSIGNED, "N", AT(first), .min = 1, .max = UINT32_MAX,
     .help = "stop after N games", .group = filters_group},
    {"flipped", 0, OPTION_FLAG, NULL, AT(flipped), .help = "draw boards with Black at the bottom",
     .group = boards_group},
    {"from", 'f', OPTION_TEXT, "FORMAT", AT(from), .choices = format_words,
     .help = "what the inputs are, instead of finding out", .group = formats_group},
    {"games", 0, OPTION_LIST, "RANGES", AT(games),
     .help = "games by their number in each input: 3-7,12,20-", .group = filters_group},
    {"has", 0, OPTION_LIST, "WHAT", AT(has), .choices = has_words,
     .help = "games with variations, comments, illegal moves, nags or a setup",
     .group = filters_group},
    {"in-place", 'i', OPTION_FLAG, NULL, AT(in_place),
     .help = "write each file back to its place, and keep the old one as FILE~",
     .group = formats_group},
    {"input-encoding", 0, OPTION_TEXT, "NAME", AT(input_encoding), .choices = encoding_names,
     .help = "what the inputs are in, instead of finding out", .group = formats_group},
    {"jobs", 'j', OPTION_UNSIGNED, "N", AT(jobs), .max = PIPELINE_JOBS_MAX,
     .help = "threads; 0, the default: as many as cores"},
    {"line-width", 0, OPTION_UNSIGNED, "N", AT(line_width), .min = 20, .max = 1000000,
     .help = "break lines of PDN before column N + 1 (default 79)", .group = formats_group},
    {"material", 0, OPTION_LIST, "BALANCE", AT(materials),
     .help = "games that come to a balance of pieces: 5v4, 3m1kv2k", .group = filters_group},
    {"mirror", 0, OPTION_FLAG, NULL, AT(mirror),
     .help = "positions, patterns and balances count with colours changed, too",
     .group = filters_group},
    {"names", 0, OPTION_TEXT, "FILE", AT(names),
     .help = "give players the names that FILE (YAML) lists their variants under",
     .group = clean_group, .file = true},
    {"no-formulas", 0, OPTION_FLAG, NULL, AT(no_formulas),
     .help = "put a ' before cells of CSV that a spreadsheet would take for formulas",
     .group = formats_group},
    {"no-numbers", 0, OPTION_FLAG, NULL, AT(no_numbers), .help = "draw boards without numbers",
     .group = boards_group},
    {"normalise", 0, OPTION_LIST, "WHAT", AT(form), .choices = form_words, .bare = "all",
     .help =
         "write dates, rounds and results in one form, fill in missing tags; all of it by default",
     .group = clean_group},
    {"not", 0, OPTION_FLAG, NULL, AT(inverted), .help = "the games that the filters leave out",
     .group = filters_group},
    {"notation", 0, OPTION_CHOICE, "STYLE", AT(notation), .choices = notation_words,
     .help =
         "moves of PDN: short, long (the whole path of captures), full (what they took), algebraic",
     .group = formats_group},
    {"on-error", 0, OPTION_CHOICE, "WHAT", AT(on_error), .choices = on_error_words,
     .help = "broken games: keep them as they are, drop them, or stop", .group = errors_group},
    {"openings", 0, OPTION_TEXT, "FILE", AT(openings),
     .help = "set the tag Opening from FILE, which names positions", .group = clean_group,
     .file = true},
    {"output", 'o', OPTION_TEXT, "FILE", AT(output),
     .help = "where to write; its name tells the format", .group = formats_group, .file = true},
    {"pattern", 0, OPTION_LIST, "PATTERN", AT(patterns),
     .help = "games with pieces on certain squares: 'white:27,32 black:K18 empty:28 plies:20-40'",
     .group = filters_group},
    {"player", 0, OPTION_LIST, "NAME", AT(players), .help = "games of a player, White or Black",
     .group = filters_group},
    {"position", 0, OPTION_CALL, "WHICH", 0, .read = read_position,
     .help =
         "start, final, all or a number of plies: the positions to write; a FEN: games that reach it",
     .group = boards_group},
    {"positions", 0, OPTION_FLAG, NULL, AT(positions),
     .help = "keep all positions in a new SQLite file, to be searched", .group = formats_group},
    {"quiet", 'q', OPTION_FLAG, NULL, AT(quiet), .help = "show no progress, tell errors only"},
    {"renumber", 0, OPTION_FLAG, NULL, AT(renumber),
     .help = "count moves from 1, whatever was written", .group = clean_group},
    {"report", 0, OPTION_TEXT, "FILE", AT(report),
     .help = "with --dedupe: write what was dropped and why", .group = clean_group, .file = true},
    {"result-style", 0, OPTION_TEXT, "STYLE", AT(result_style), .choices = result_words,
     .help = "write results as 2-0 or as 1-0, instead of as they are", .group = formats_group},
    {"sample", 0, OPTION_UNSIGNED, "N", AT(sample), .min = 1, .max = UINT32_MAX,
     .help = "N games chosen by chance", .group = filters_group},
    {"seed", 0, OPTION_INT, "S", AT(seed), .min = 0, .max = INT64_MAX,
     .help = "what chance begins with; the same one chooses the same games",
     .group = filters_group},
    {"set", 0, OPTION_LIST, "TAG=VALUE", AT(set),
     .help = "set a tag; without a value, take it away", .group = clean_group},
    {"small", 0, OPTION_FLAG, NULL, AT(small), .help = "draw small text boards",
     .group = boards_group},
    {"sort", 0, OPTION_TEXT, "FIELDS", AT(sort),
     .help = "sort by tags, plies, variant: date,event,round; a minus before one sorts downwards",
     .group = order_group},
    {"split", 0, OPTION_TEXT, "BY", AT(split), .choices = split_words,
     .help =
         "a file for each event, year, white, black, player, opening, or N games; OUT is a folder, or a name with %",
     .group = order_group},
    {"stats", 0, OPTION_FLAG, NULL, AT(stats),
     .help = "write no games but the collection in numbers", .group = clean_group},
    {"strict", 0, OPTION_FLAG, NULL, AT(strict),
     .help = "end games of PDN with '*', as PDN 3.0 demands, instead of the result",
     .group = formats_group},
    {"strip", 0, OPTION_LIST, "WHAT", AT(strip), .choices = strip_words,
     .help = "leave out comments, variations, nags, clocks, evals", .group = clean_group},
    {"suggest-aliases", 0, OPTION_FLAG, NULL, AT(suggest_aliases),
     .help = "write no games but a draft for --names", .group = clean_group},
    {"suggest-openings", 0, OPTION_UNSIGNED, "N", AT(suggest_openings), .min = 1, .max = UINT32_MAX,
     .bare = "20",
     .help = "write no games but a draft for --openings: positions that N games came to (20)",
     .group = clean_group},
    {"tag-order", 0, OPTION_TEXT, "ORDER", AT(tag_order), .choices = order_words,
     .help =
         "tags of PDN in its standard order, in the input's, or those of a list with commas first",
     .group = formats_group},
    {"to", 't', OPTION_TEXT, "FORMAT", AT(to), .choices = format_words,
     .help = "what to write, instead of what the output's name says", .group = formats_group},
    {"truncate-illegal", 0, OPTION_FLAG, NULL, AT(truncate_illegal),
     .help = "keep the legal part of a game, and the rest in a comment", .group = clean_group},
    {"turn", 0, OPTION_CHOICE, "SIDE", AT(turn), .choices = turn_words,
     .help = "who moves in DAM files: white, black, or what the file seems to say",
     .group = boards_group},
    {"unicode", 0, OPTION_FLAG, NULL, AT(unicode),
     .help = "draw text boards with Unicode's draughtsmen", .group = boards_group},
    {"variant", 0, OPTION_TEXT, "NAME", AT(variant), .help = "the rules, whatever the games say"},
    {"where", 'w', OPTION_LIST, "EXPR", AT(where),
     .help = "games of which EXPR is true: 'white ~ \"Wiersma\" and plies > 40'",
     .group = filters_group},
};

static void fini_settings(struct convert_settings *s)
{
    struct option_list *const lists[] = {&s->where,     &s->players, &s->has,     &s->patterns,
                                         &s->materials, &s->games,   &s->reached, &s->strip,
                                         &s->set,       &s->form,    &s->against};
    for (size_t i = 0; i < sizeof lists / sizeof lists[0]; i++)
        option_list_fini(lists[i]);
}

/* An output that is also an input would be read while it is being replaced, or be lost when that is done. */
static int check_output(const struct convert *c)
{
    const struct convert_settings *s = c->settings;
    const char *const outputs[] = {s->split ? NULL : s->output, s->report};
    for (size_t i = 0; i < sizeof outputs / sizeof *outputs; i++) {
        if (outputs[i] && convert_is_input(c, outputs[i])) {
            command_say("%s is an input, too: it would be lost", outputs[i]);
            return EXIT_USAGE;
        }
    }
    if (s->report && s->output && strcmp(s->report, s->output) == 0) {
        command_say("%s cannot hold the games and the report", s->report);
        return EXIT_USAGE;
    }
    return 0;
}

static void tell_losses(const struct convert *c)
{
    char words[128];
    if (c->lost && !c->settings->quiet)
        command_say("%s holds no %s: they were left out", c->to->name,
                    format_holds_words(c->lost, words));
    if (c->broken && !c->settings->quiet)
        command_say("%llu of %llu games are broken: %s", (unsigned long long)c->broken,
                    (unsigned long long)c->seen,
                    c->settings->on_error == ON_ERROR_DROP ? "they were left out"
                                                           : "they went through as they were");
}

/* Reads everything, and puts what came of it in its place; whatever fails, nothing appears. */
static int read_and_write(struct convert *c, struct err *err)
{
    bool now =
        !c->counts && !c->settings->split; /* the output is one place, known from the start */
    if (now && sink_open(c, c->settings->output, &c->sink, err))
        return -1;
    int rc = convert_read_inputs(c, err);
    progress_clear(&c->progress);
    if (rc == 0 && c->counts)
        return convert_write_counts(c, err);
    if (rc == 0 && c->spools)
        rc = convert_write_spool(c, err);
    struct sink *sink = c->sink;
    c->sink = NULL;
    if (rc == 0 && sink)
        return sink_finish(sink, err);
    sink_close(sink);
    return rc;
}

/* One file goes through and comes back to its place; the old one stays beside it. */
static int rewrite(struct convert *c, unsigned i, struct err *err)
{
    const struct convert_input *input = &c->inputs[i];
    struct src_pos at = {.file = input->path};
    const struct format *named = format_of_name(input->path);
    if (strcmp(input->path, "-") == 0 || input->format->kind != FORMAT_TEXT
        || !input->format->write)
        return err_set(err, at,
                       "--in-place cannot rewrite this: it is no file of text that can be written");
    if (source_is_packed(input->path))
        return err_set(err, at, "--in-place cannot rewrite a packed file: unpack it first");
    if (named && named != input->format)
        return err_set(err, at, "--in-place: the name says %s and the content %s", named->name,
                       input->format->name);
    c->to = input->format;
    if (sink_open(c, input->path, &c->sink, err))
        return -1;
    int rc = convert_read_range(c, i, i + 1, err);
    struct sink *sink = c->sink;
    c->sink = NULL;
    if (rc == 0 && c->incomplete)
        rc = err_set(err, at, "left as it is: it could not be read whole");
    if (rc == 0)
        rc = sink_backup(sink, err); /* not before: it may move the file that is read */
    if (rc == 0)
        return sink_finish(sink, err);
    sink_close(sink);
    return rc;
}

static int rewrite_all(struct convert *c, struct err *err)
{
    int rc = 0;
    for (unsigned i = 0; i < c->n_inputs && rc == 0; i++) {
        c->enough = false;
        c->written = 0;
        rc = rewrite(c, i, err);
    }
    return rc;
}

static int convert_run(struct convert *c)
{
    struct err err = {0};
    convert_start_progress(c);
    int rc = c->settings->in_place ? rewrite_all(c, &err) : read_and_write(c, &err);
    progress_clear(&c->progress);
    if (rc < 0) {
        command_error(&err);
        return EXIT_IO;
    }
    if (rc > 0) {
        command_say(c->settings->in_place ? "stopped: the files from here on stay as they were"
                    : c->settings->split
                        ? "stopped: files are missing; the same command begins anew"
                        : "stopped: nothing was written; the same command begins anew");
        return EXIT_STOPPED;
    }
    tell_losses(c);
    return EXIT_WELL;
}

static int run(const struct command *command, int argc, char **argv)
{
    struct convert_settings settings = {.quiet = false};
    struct convert c = {.settings = &settings};
    int first;
    if (options_read(command, argc, argv, &settings, &first))
        return EXIT_USAGE;
    int status = convert_prepare(&c, command);
    if (status == 0)
        status = convert_find_inputs(&c, argv + first, argc - first);
    if (status == 0)
        status = check_output(&c);
    if (status == 0 && c.n_inputs == 0 && settings.output) {
        status = c.status;
        command_say("nothing to read: %s is left as it is", settings.output);
    } else if (status == 0) {
        c.printer = (struct printer){.out = stderr};
        print_begin(&c.printer);
        status = convert_run(&c);
        status = command_worse(status, c.status);
        print_end(&c.printer);
    }
    convert_fini(&c);
    fini_settings(&settings);
    return command_finish(status);
}

static const struct command command = {
    .name = "dama-convert",
    .summary = "games from any format into any other, filtered and cleaned",
    COMMAND_ON_FILES(rows),
    .run = run,
};

int main(int argc, char **argv) { return command_main(&command, argc, argv); }
