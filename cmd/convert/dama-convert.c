// SPDX-License-Identifier: MIT
/*
 * dama-convert: reads games in one format and writes them in another, filtered, cleaned, merged and
 * split.
 */
#include "cmd/convert/convert.h"
#include "core/base/array.h"
#include "core/base/signals.h"

#include <stdlib.h>

static const char *const notation_words[] = {[CONVERT_NOTATION_SHORT] = "short",
                                             [CONVERT_NOTATION_LONG] = "long",
                                             [CONVERT_NOTATION_FULL] = "full",
                                             [CONVERT_NOTATION_ALGEBRAIC] = "algebraic",
                                             NULL};
static const char *const on_error_words[] = {
    [ON_ERROR_KEEP] = "keep", [ON_ERROR_DROP] = "drop", [ON_ERROR_STOP] = "stop", NULL};
static const char *const turn_words[] = {
    [DAM_TURN_FROM_FILE] = "file", [DAM_TURN_WHITE] = "white", [DAM_TURN_BLACK] = "black", NULL};
static const char *const result_style_words[] = {
    [RESULT_STYLE_INPUT] = "input", [RESULT_STYLE_TWO] = "2-0", [RESULT_STYLE_ONE] = "1-0", NULL};
static const char *const order_words[] = {"standard", "input", NULL};
static const char *const dedupe_words[] = {[DEDUPE_NONE] = "none",
                                           [DEDUPE_EXACT] = "exact",
                                           [DEDUPE_CONTAINED] = "contained",
                                           [DEDUPE_NEAR] = "near",
                                           NULL};

/* The words of --table; 0 means no table. */
static const char *table_word(size_t i) { return i ? score_kind_word(i - 1) : "none"; }

/*
 * --position takes either a word for the positions to write, or a position that games must reach.
 */
static int read_position(void *settings, const char *arg, struct err *err)
{
    struct convert_settings *s = settings;
    static const struct {
        const char *word;
        enum format_position position;
    } rows[] = {{"start", POSITION_START}, {"final", POSITION_FINAL}, {"all", POSITION_ALL}};
    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        if (strcmp(arg, rows[i].word) == 0) {
            s->position = rows[i].position;
            return 0;
        }
    }
    if (strchr(arg, ':'))
        return option_list_add(&s->reached, arg, err);
    int64_t ply;
    if (option_number(arg, 0, 1000000, &ply, NULL))
        return err_plain(err, "expected start, final, all, a number of plies or a FEN, found '%s'",
                         arg);
    s->position = POSITION_PLY;
    s->ply = (unsigned)ply;
    return 0;
}

#define AT(field) OPTION_AT(struct convert_settings, field)

static const char formats_group[] = "Input and output", filters_group[] = "Filters",
                  clean_group[] = "Cleaning", merge_group[] = "Duplicates",
                  order_group[] = "Order and files", boards_group[] = "Positions and boards",
                  instead_group[] = "Other output", errors_group[] = "Errors";

static const struct option_row rows[] = {
    {"against", 0, OPTION_LIST, "FILE", AT(against),
     .help = "with --dedupe: leave out games that are also in FILE (any format)",
     .group = merge_group, .file = true},
    {"century", 0, OPTION_UNSIGNED, "YEAR", AT(century), .min = 1000, .max = 9900,
     .help =
         "place two-digit years in the hundred years from YEAR on: with 1900, 25/7/73 is 1973.07.25",
     .group = clean_group},
    {"changes", 0, OPTION_TEXT, "FILE", AT(changes),
     .help = "list in FILE every tag that cleaning changes", .group = clean_group, .file = true,
     .once = true},
    {"columns", 0, OPTION_TEXT, "LIST", AT(columns),
     .help =
         "columns of a CSV file: a comma-separated list of tags and fields; see dama-convert(1), FORMATS",
     .group = formats_group},
    {"dedupe", 0, OPTION_CHOICE, "KIND", AT(dedupe), .choices = dedupe_words,
     .help = "leave out duplicates and keep the best copy", .group = merge_group},
    {"dry-run", 'n', OPTION_FLAG, NULL, AT(dry_run),
     .help = "list the changes that cleaning would make, in the FILE of --changes if there is one; "
             "write no games",
     .group = instead_group},
    {"encoding", 0, OPTION_RENAMED, "NAME", .help = "--output-encoding", .hidden = true},
    {"experimental-dam", 0, OPTION_FLAG, NULL, AT(experimental_dam),
     .help = "write DAM files with Black to move; untested on real files", .group = boards_group},
    {"first", 0, OPTION_UNSIGNED, "N", AT(first), .min = 1, .max = UINT32_MAX,
     .help = "stop after N games", .group = filters_group},
    {"flip", 0, OPTION_FLAG, NULL, AT(flip), .help = "draw boards with Black at the bottom",
     .group = boards_group},
    {"flipped", 0, OPTION_RENAMED, NULL, .help = "--flip", .hidden = true},
    {"format", 0, OPTION_RENAMED, "FORMAT", .help = "--to", .hidden = true},
    {"from", 'f', OPTION_TEXT, "FORMAT", AT(from), .choice = format_readable_name,
     .help =
         "input format: pdn, jsonl, sqlite, csv, tsv, fen, dam, doc or doc-list (default: detected)",
     .group = formats_group},
    {"games", 0, OPTION_LIST, "RANGES", AT(games),
     .help = "keep games by number within each file: 3-7,12,20-", .group = filters_group},
    {"has", 0, OPTION_LIST, "WHAT", AT(has), .choice = filter_has_word,
     .help =
         "keep games with comments, nags, variations, illegal moves or a start position other than "
         "the usual one (setup)",
     .group = filters_group},
    {"in-place", 'i', OPTION_FLAG, NULL, AT(in_place),
     .help = "rewrite each file, in UTF-8 or the encoding of --output-encoding, and keep the old "
             "one as FILE~",
     .group = formats_group},
    {"input-encoding", 0, OPTION_TEXT, "NAME", AT(input_encoding), .choices = encoding_names,
     .help = "input encoding (default: detected)", .group = formats_group},
    {"jobs", 'j', OPTION_UNSIGNED, "N", AT(jobs), .max = PIPELINE_JOBS_MAX,
     .help = "use N threads (default: one per core)"},
    {"line-width", 0, OPTION_UNSIGNED, "N", AT(line_width), .min = 20, .max = 1000000,
     .help = "break lines of PDN after N columns (default: 79)", .group = formats_group},
    {"maneuver", 0, OPTION_LIST, "SQUARES", AT(manoeuvres), .help = "same as --manoeuvre",
     .group = filters_group, .hidden = true},
    {"manoeuvre", 0, OPTION_LIST, "SQUARES", AT(manoeuvres),
     .help = "keep games in which one piece takes this path: 40-34-29, 28x19x28",
     .group = filters_group},
    {"material", 0, OPTION_LIST, "BALANCE", AT(materials),
     .help = "keep games that reach this material: 5v4, 3m1kv2k", .group = filters_group},
    {"mirror", 0, OPTION_FLAG, NULL, AT(mirror),
     .help = "also match positions, patterns, material and manoeuvres with colours reversed",
     .group = filters_group},
    {"names", 0, OPTION_TEXT, "FILE", AT(names),
     .help = "replace spellings of players' names with the standard ones, as listed in FILE (YAML)",
     .group = clean_group, .file = true},
    {"no-formulas", 0, OPTION_FLAG, NULL, AT(no_formulas),
     .help = "put a ' before cells of CSV that a spreadsheet would take for formulas",
     .group = formats_group},
    {"no-numbers", 0, OPTION_FLAG, NULL, AT(no_numbers), .help = "draw boards without numbers",
     .group = boards_group},
    {"normalise", 0, OPTION_LIST, "WHAT", AT(normalise), .choice = clean_normalise_word,
     .bare = "all",
     .help = "standardise dates, results, rounds, tag-names and text, add missing tags; all of "
             "them by default",
     .group = clean_group},
    {"normalize", 0, OPTION_LIST, "WHAT", AT(normalise), .choice = clean_normalise_word,
     .bare = "all", .help = "same as --normalise", .group = clean_group, .hidden = true},
    {"not", 0, OPTION_FLAG, NULL, AT(inverted), .help = "invert the filters",
     .group = filters_group},
    {"notation", 0, OPTION_CHOICE, "STYLE", AT(notation), .choices = notation_words,
     .help =
         "write moves of PDN in short (the default), long (every square of a capture), full (in numbers, with the "
         "captured squares, as Hub does) or algebraic notation",
     .group = formats_group},
    {"on-error", 0, OPTION_CHOICE, "WHAT", AT(on_error), .choices = on_error_words,
     .help = "keep games with errors unchanged (the default), drop them, or stop",
     .group = errors_group},
    {"openings", 0, OPTION_TEXT, "FILE", AT(openings),
     .help = "set the Opening tag from FILE, which names positions", .group = clean_group,
     .file = true},
    {"output", 'o', OPTION_TEXT, "FILE", AT(output), .once = true,
     .help = "write to FILE; its suffix gives the format and compression", .group = formats_group,
     .file = true},
    {"output-encoding", 0, OPTION_TEXT, "NAME", AT(encoding), .choices = encoding_names,
     .help = "write in this encoding instead of UTF-8", .group = formats_group},
    {"pattern", 0, OPTION_LIST, "PATTERN", AT(patterns),
     .help = "keep games with pieces on certain squares: "
             "'white:27,32 black:K18 empty:28 plies:20-40'",
     .group = filters_group},
    {"player", 0, OPTION_LIST, "NAME", AT(players),
     .help = "keep games of players whose names contain NAME; case and accents do not matter",
     .group = filters_group},
    {"position", 0, OPTION_CALL, "WHICH", 0, .read = read_position,
     .help = "write positions instead of games: start, final, all or after a number of plies; with "
             "a FEN, keep the games that reach it",
     .group = boards_group},
    {"positions", 0, OPTION_FLAG, NULL, AT(positions),
     .help = "index every position in a new SQLite file", .group = formats_group},
    {"provenance", 0, OPTION_FLAG, NULL, AT(provenance),
     .help = "record the file, number and line of each game, and an ISO date (CSV, JSON Lines, "
             "SQLite)",
     .group = formats_group},
    {"quiet", 'q', OPTION_FLAG, NULL, AT(quiet), .help = "print errors only"},
    {"renumber", 0, OPTION_FLAG, NULL, AT(renumber), .help = "number moves from 1",
     .group = clean_group},
    {"report", 0, OPTION_TEXT, "FILE", AT(report),
     .help = "with --dedupe: list in FILE what was left out, and why", .group = merge_group,
     .file = true, .once = true},
    {"result-style", 0, OPTION_CHOICE, "STYLE", AT(result_style), .choices = result_style_words,
     .help =
         "write results as 2-0, as 1-0, or, with input (the default), as they were read (PDN, CSV)",
     .group = formats_group},
    {"sample", 0, OPTION_UNSIGNED, "N", AT(sample), .min = 1, .max = UINT32_MAX,
     .help = "pick N games at random", .group = filters_group},
    {"seed", 0, OPTION_INT, "S", AT(seed), .min = 0, .max = INT64_MAX,
     .help = "random seed for --sample (default: 0)", .group = filters_group},
    {"set", 0, OPTION_LIST, "TAG=VALUE", AT(set), .help = "set a tag; TAG= removes it",
     .group = clean_group},
    {"small", 0, OPTION_FLAG, NULL, AT(small), .help = "draw small text boards",
     .group = boards_group},
    {"sort", 0, OPTION_TEXT, "FIELDS", AT(sort), .choice = sort_key_word,
     .help = "sort by tags, plies or variant: date,event,round; a minus reverses a field",
     .group = order_group},
    {"split", 0, OPTION_TEXT, "BY", AT(split), .choice = split_word,
     .help = "write one file for each player, year, variant or value of a tag, or for every N "
             "games; -o names a folder, or files with % in their name",
     .group = order_group},
    {"stats", 0, OPTION_FLAG, NULL, AT(stats), .help = "print statistics of the collection",
     .group = instead_group},
    {"strict", 0, OPTION_FLAG, NULL, AT(strict),
     .help = "end PDN games with '*', as PDN 3.0 requires, instead of the result",
     .group = formats_group},
    {"strip", 0, OPTION_LIST, "WHAT", AT(strip), .choice = clean_strip_word,
     .help = "remove comments, variations, nags, clocks or evals", .group = clean_group},
    {"suggest-aliases", 0, OPTION_FLAG, NULL, AT(suggest_aliases),
     .help = "print a draft of a file for --names", .group = instead_group},
    {"suggest-openings", 0, OPTION_UNSIGNED, "N", AT(suggest_openings), .min = 1, .max = UINT32_MAX,
     .bare = "20",
     .help = "print a draft of a file for --openings: positions that at least N games reached "
             "(default: 20)",
     .group = instead_group},
    {"table", 0, OPTION_CHOICE, "WHAT", AT(table), .choice = table_word,
     .help = "print results by player, opening or source, as text, or with --to as csv or jsonl",
     .group = instead_group},
    {"tag-map", 0, OPTION_TEXT, "FILE", AT(tag_map),
     .help = "rename tags to PDN's names, as listed in FILE (YAML) besides the built-in ones (Wit, "
             "Bianco, Datum ...)",
     .group = clean_group, .file = true},
    {"tag-order", 0, OPTION_TEXT, "ORDER", AT(tag_order), .choices = order_words,
     .help =
         "order of PDN tags: standard (the default), input (as they were read), or a list of those "
         "that come first",
     .group = formats_group},
    {"to", 't', OPTION_TEXT, "FORMAT", AT(to), .choice = format_writable_name,
     .help = "output format: pdn, jsonl, sqlite, csv, tsv, fen, dam, svg or board (default: by the "
             "name of --output, or pdn)",
     .group = formats_group},
    {"translit", 0, OPTION_FLAG, NULL, AT(translit),
     .help = "with --output-encoding: replace characters that it lacks with similar ones",
     .group = formats_group},
    {"truncate-illegal", 0, OPTION_FLAG, NULL, AT(truncate_illegal),
     .help = "end a game before its first illegal move; keep the rest as a comment",
     .group = clean_group},
    {"turn", 0, OPTION_CHOICE, "SIDE", AT(turn), .choices = turn_words,
     .help =
         "side to move in DAM files: white, black, or, with file (the default), what the file says",
     .group = boards_group},
    {"unicode", 0, OPTION_FLAG, NULL, AT(unicode),
     .help = "draw text boards with Unicode pieces (default on terminals that can display them)",
     .group = boards_group},
    {"variant", 0, OPTION_TEXT, "NAME", AT(variant), .choice = rules_name,
     .help = "rules of all games, whatever their tags say; 'list' prints all variants"},
    {"where", 'w', OPTION_LIST, "EXPR", AT(where),
     .help = "keep games that match: 'white ~ \"Wiersma\" and plies > 40'", .group = filters_group},
};

static void fini_settings(struct convert_settings *s)
{
    struct option_list *const lists[] = {&s->where,     &s->players,    &s->has,       &s->patterns,
                                         &s->materials, &s->manoeuvres, &s->games,     &s->reached,
                                         &s->strip,     &s->set,        &s->normalise, &s->against};
    for (size_t i = 0; i < ARRAY_LEN(lists); i++)
        option_list_fini(lists[i]);
}

/* Refuses two outputs that are the same file: the one put in its place first would be lost. */
static int check_outputs_differ(const struct convert_settings *s)
{
    /* games go to files that are checked one by one, or nowhere */
    bool apart = s->split || s->in_place || s->dry_run;
    const struct {
        const char *name, *path;
    } outputs[] = {{"the output", apart       ? NULL
                                  : s->output ? s->output
                                              : "-"},
                   {"--report", s->report},
                   {"--changes", s->changes}};
    for (size_t i = 0; i < ARRAY_LEN(outputs); i++) {
        for (size_t k = i + 1; k < ARRAY_LEN(outputs); k++) {
            const char *a = outputs[i].path, *b = outputs[k].path;
            if (!a || !b || !outfile_same(a, b))
                continue;
            command_say("%s and %s are the same file: %s", outputs[i].name, outputs[k].name,
                        strcmp(b, "-") == 0 ? "standard output" : b);
            return EXIT_USAGE;
        }
    }
    return 0;
}

/*
 * Refuses an output that is also an input: it would be replaced while being read, or lost
 * afterwards.
 */
static int check_output(const struct convert *c)
{
    const struct convert_settings *s = c->settings;
    const char *const outputs[] = {s->split ? NULL : s->output, s->report, s->changes};
    for (size_t i = 0; i < ARRAY_LEN(outputs); i++) {
        if (outputs[i] && convert_is_input(c, outputs[i])) {
            command_say("%s is also an input; refusing to overwrite it", outputs[i]);
            return EXIT_USAGE;
        }
    }
    int status = check_outputs_differ(s);
    return status == 0 && s->in_place ? convert_check_backups(c) : status;
}

/* Reads everything and puts the output in its place; if anything fails, none appears. */
static int read_and_write(struct convert *c, struct err *err)
{
    bool now =
        !c->counts && !c->settings->split; /* there is a single output, known from the start */
    if (now && sink_open(c, c->settings->output, &c->sink, err))
        return -1;
    int rc = convert_read_inputs(c, err);
    progress_clear(&c->progress);
    const bool writes = rc == 0 && !convert_lacks_games(c);
    if (writes && c->counts)
        return convert_write_counts(c, err);
    if (writes && c->changes) /* no games are written without the list of their changes */
        rc = outfile_flush(c->changes, err);
    if (writes && c->spools && rc == 0)
        rc = convert_write_spool(c, err);
    struct sink *sink = c->sink;
    c->sink = NULL;
    if (rc == 0 && writes && sink)
        return sink_finish(sink, err);
    sink_close(sink);
    return rc;
}

static bool to_standard_output(const struct err *err)
{
    return err->at.file && strcmp(err->at.file, "-") == 0 && !err->at.line;
}

/*
 * Puts the list of changes in its place. It also lists files that were rewritten before a run
 * stopped.
 * @param rc how the run ended, with `err`
 * @return rc, or -1 with `err`
 */
static int finish_changes(struct convert *c, int rc, struct err *err)
{
    struct err why = {0};
    if (!c->changes || (rc && !c->rewrote) || outfile_finish(&c->changes, &why) == 0)
        return rc;
    if (rc < 0) /* the run already has an error of its own */
        command_error(&why);
    else
        *err = why;
    return -1;
}

static int convert_run(struct convert *c)
{
    struct err err = {0};
    const struct convert_settings *s = c->settings;
    const char *list = s->dry_run && !s->changes ? "-" : s->changes;
    if (list && outfile_open(list, &c->changes, &err)) {
        command_error(&err);
        return EXIT_IO;
    }
    convert_start_progress(c);
    int rc = s->in_place ? convert_check_inputs(c, &err) : 0;
    if (rc == 0)
        rc = s->in_place ? convert_rewrite(c, &err) : read_and_write(c, &err);
    progress_clear(&c->progress);
    if (rc == 0 && convert_lacks_games(c)) {
        convert_say_nothing_written(c, convert_read_nothing(c));
        return EXIT_IO;
    }
    rc = finish_changes(c, rc, &err);
    if (rc < 0 && to_standard_output(&err) && ferror(stdout)) /* command_finish reports it */
        return command_reader_is_gone() ? EXIT_WELL : EXIT_IO;
    if (rc < 0) {
        command_error(&err);
        return EXIT_IO;
    }
    if (rc > 0) {
        command_say(c->settings->in_place ? "stopped; the remaining files are unchanged"
                    : c->settings->split
                        ? "stopped; not all files were written; run the same command again to "
                          "start over"
                    : !convert_names_output(c->settings)
                        ? "stopped; the output is incomplete"
                        : "stopped; nothing was written; run the same command again to start over");
        return EXIT_STOPPED;
    }
    convert_say_losses(c);
    return EXIT_WELL;
}

static int run(const struct command *command, int argc, char **argv)
{
    struct convert_settings settings = {.seed = -1};
    struct convert c = {.settings = &settings};
    int first;
    if (options_read(command, argc, argv, &settings, &first))
        return EXIT_USAGE;
    if (settings.variant && strcmp(settings.variant, "list") == 0) {
        rules_print_table(stdout);
        fini_settings(&settings);
        return command_finish(EXIT_WELL);
    }
    int status = convert_prepare(&c);
    if (status == 0)
        status = convert_find_inputs(&c, argv + first, argc - first);
    if (status == 0)
        status = check_output(&c);
    if (status == 0 && convert_lacks_input(&c)) { /* this is known before anything is read */
        status = c.status;
        convert_say_nothing_written(&c, c.n_inputs == 0);
    } else if (status == 0) {
        c.printer = (struct printer){.out = stderr};
        print_finding_begin(&c.printer);
        status = convert_run(&c);
        status = command_worse(status, c.status);
        print_finding_end(&c.printer);
    }
    convert_fini(&c);
    fini_settings(&settings);
    return command_finish(status);
}

static const struct command command = {
    .name = "dama-convert",
    .summary = "convert, filter, clean and merge draughts games",
    COMMAND_ON_FILES(rows),
    .notes = "Examples:\n"
             "  dama-convert --normalise old.pdn -o new.pdn\n"
             "  dama-convert --where 'player ~ \"Sijbrands\" and date >= 1972' db/ -o s.csv\n"
             "  dama-convert --dedupe=near --report=dups.txt a.pdn b.pdn -o all.pdn",
    .run = run,
};

int main(int argc, char **argv) { return command_main(&command, argc, argv); }
