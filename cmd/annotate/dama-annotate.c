// SPDX-License-Identifier: MIT
/* dama-annotate: analyses every move of a collection, within limits or before a deadline. */
#include "cmd/annotate/annotate.h"
#include "core/base/pipeline.h"
#include "core/base/priority.h"
#include "core/base/signals.h"
#include "core/study/player-sums.h"

static const char *const summary_words[] = {"text", "csv", "jsonl", NULL};
static const char *const to_words[] = {"pdn", "jsonl", "sqlite", NULL}; /* can hold annotations */

#define AT(field) OPTION_AT(struct annotate_options, field)

static const char time_group[] = "Limits", judge_group[] = "Analysis", output_group[] = "Output",
                  shard_group[] = "Several machines";

static const struct option_row rows[] = {
    {"book", 0, OPTION_TEXT, "FILE", AT(book), .file = true,
     .help = "skip moves in this book, and mark the first move that is not in it",
     .group = judge_group},
    {"decided", 0, OPTION_REAL, "P", AT(decided), .real_min = 0, .real_max = 0.5,
     .help = "skip moves in decided positions: before and after the move, the expected result is "
             "within P (such as 0.02) of a win or a loss",
     .group = judge_group},
    {"depth", 'd', OPTION_UNSIGNED, "N", AT(depth), .min = 1, .max = ENGINE_PLIES - 1,
     .help = "search each position N plies deep", .group = time_group},
    {"diff", 0, OPTION_FLAG, NULL, AT(diff),
     .help = "print how verdicts differ from those already in the games", .group = output_group},
    {"egdb", 0, OPTION_TEXT, "DIR", AT(egdb), .file = true,
     .help = "folder of endgame databases, or 'none' (default: that of dama-egdb build and those "
             "that come with dama)",
     .group = judge_group},
    {"engine", 0, OPTION_TEXT, "hub:COMMAND", AT(engine),
     .help = "analyse with a program that speaks Hub, such as 'hub:./scan hub'",
     .group = judge_group},
    {"engine-param", 0, OPTION_LIST, "NAME=VALUE", AT(engine_params),
     .help = "set a parameter of --engine, such as threads=1", .group = judge_group},
    {"engine-retries", 0, OPTION_UNSIGNED, "N", AT(engine_retries), .max = 1000,
     .help = "restart --engine up to N times for a position (default: 2)", .group = judge_group},
    {"engine-timeout", 0, OPTION_TIME, "TIME", AT(engine_timeout_ms), .min = 100,
     .max = OPTION_YEAR_MS, .help = "restart --engine after TIME without output (default: 60s)",
     .group = judge_group},
    {"eval", 0, OPTION_TEXT, "FILE", AT(eval), .file = true,
     .help = "weights file, or 'material' for material and mobility only", .group = judge_group},
    {"exercises", 0, OPTION_TEXT, "FILE", AT(exercises), .file = true, .once = true,
     .help = "write to FILE the positions in which exactly one combination wins",
     .group = output_group},
    {"for", 0, OPTION_TIME, "TIME", AT(for_ms), .min = 1000, .max = OPTION_YEAR_MS,
     .help = "spend TIME on the whole collection, such as 8h or 20m", .group = time_group},
    {"from", 0, OPTION_TEXT, "FORMAT", AT(from), .choice = format_readable_name,
     .help = "input format (default: detected)", .group = output_group},
    {"hash", 0, OPTION_SIZE, "SIZE", AT(hash), .min = 1 << 20, .max = INT64_C(1) << 40,
     .help = "size of each engine's transposition table (default: depends on the limits)",
     .group = judge_group},
    {"jobs", 'j', OPTION_UNSIGNED, "N", AT(jobs), .max = PIPELINE_JOBS_MAX,
     .help = "analyse N games at a time (default: one per core)", .group = time_group},
    {"html", 0, OPTION_TEXT, "DIR", AT(html), .file = true, .once = true,
     .help = "write an index and a page for each game to the folder DIR", .group = output_group},
    {"join", 0, OPTION_FLAG, NULL, AT(join),
     .help = "combine the journals of all shards, given as operands, and write the games",
     .group = shard_group},
    {"journal", 0, OPTION_TEXT, "FILE", AT(journal), .file = true, .once = true,
     .help = "keep finished work in FILE (default: OUT.journal)", .group = output_group},
    {"line-plies", 0, OPTION_UNSIGNED, "N", AT(line_plies), .min = 1, .max = JUDGE_LINE,
     .help = "show better lines up to N plies (default: 8)", .group = output_group},
    {"moves", 0, OPTION_TEXT, "RANGE", AT(moves), .help = "analyse only these moves, such as 10-40",
     .group = judge_group},
    {"multipv", 0, OPTION_UNSIGNED, "N", AT(multi), .min = 1, .max = JUDGE_OTHERS + 1,
     .help = "show the N best lines where a mistake was made (default: 1)", .group = judge_group},
    {"no-lines", 0, OPTION_FLAG, NULL, AT(no_lines), .help = "leave out better lines",
     .group = output_group},
    {"no-nice", 0, OPTION_FLAG, NULL, AT(no_nice), .help = "run at normal priority",
     .group = time_group},
    {"no-tags", 0, OPTION_FLAG, NULL, AT(no_tags),
     .help = "do not add tags that sum up each side's moves", .group = output_group},
    {"nodes", 'n', OPTION_INT, "N", AT(nodes), .min = 1, .max = INT64_MAX,
     .help = "search each position for N nodes", .group = time_group},
    {"novelties", 0, OPTION_TEXT, "BOOK", AT(novelties), .file = true,
     .help = "print the first move of each game that is not in BOOK, and repeated losing moves",
     .group = output_group},
    {"only-faults", 0, OPTION_FLAG, NULL, AT(only_faults),
     .help = "annotate only inaccuracies, mistakes and worse, and with --book the novelty",
     .group = output_group},
    {"output", 'o', OPTION_TEXT, "FILE", AT(output), .file = true, .once = true,
     .help = "write to FILE; its name selects the format", .group = output_group},
    {"player", 0, OPTION_LIST, "NAME", AT(players),
     .help =
         "analyse only games of players whose names contain NAME; case and accents do not matter",
     .group = judge_group},
    {"problems", 0, OPTION_FLAG, NULL, AT(problems),
     .help = "the games are compositions: check whether their solutions are sound",
     .group = judge_group},
    {"quiet", 'q', OPTION_FLAG, NULL, AT(quiet), .help = "print errors only"},
    {"shard", 0, OPTION_TEXT, "K/N", AT(shard),
     .help = "analyse shard K of N of the collection, and write no games", .group = shard_group},
    {"side", 0, OPTION_CHOICE, "SIDE", AT(side), .choices = option_side_words,
     .help = "analyse only the moves of this side", .group = judge_group},
    {"summary", 0, OPTION_TEXT, "FILE", AT(summary), .file = true, .once = true,
     .help = "write a table of players to FILE ('-' for standard output)", .group = output_group},
    {"summary-format", 0, OPTION_CHOICE, "FORMAT", AT(summary_format), .choices = summary_words,
     .help = "format of --summary (default: by its name, or text): text, csv or jsonl",
     .group = output_group},
    {"threads-per-game", 0, OPTION_UNSIGNED, "N", AT(threads), .min = 1, .max = ENGINE_THREADS_MAX,
     .help = "use N threads per game, for a few long games", .group = time_group},
    {"thresholds", 0, OPTION_TEXT, "FILE", AT(thresholds), .file = true,
     .help = "read thresholds for mistakes from a YAML file", .group = judge_group},
    {"time-per-game", 0, OPTION_TIME, "TIME", AT(game_ms), .min = 1, .max = OPTION_YEAR_MS,
     .help = "spend TIME on each game", .group = time_group},
    {"time-per-move", 0, OPTION_TIME, "TIME", AT(move_ms), .min = 1, .max = OPTION_YEAR_MS,
     .help = "search each position for TIME", .group = time_group},
    {"to", 't', OPTION_TEXT, "FORMAT", AT(to), .choices = to_words,
     .help = "output format: pdn, jsonl or sqlite (default: by the name of --output, or pdn)",
     .group = output_group},
    {"until", 0, OPTION_TEXT, "WHEN", AT(until),
     .help = "finish by a time of day (07:30) or a date and time (2026-05-01T07:30)",
     .group = time_group},
    {"variant", 0, OPTION_TEXT, "NAME", AT(variant), .choice = rules_name,
     .help = "rules of all games, whatever their tags say", .group = judge_group},
    {"where", 'w', OPTION_LIST, "EXPR", AT(where),
     .help = "analyse only games that match EXPR; others pass through unchanged",
     .group = judge_group},
};

/*
 * Part of the input could not be read: the files of an earlier, complete run stay as they are. If
 * the journal is kept, the other games are analysed all the same.
 */
static int annotate_in_part(struct annotation_run *run, struct err *err)
{
    int status = run->is_temporary ? EXIT_WELL : annotation_run_judge(run, err);
    if (status != EXIT_WELL)
        return status;
    if (run->is_temporary)
        command_say("nothing is analysed or written, because not all of the input could be read");
    else
        command_say("nothing is written, because not all of the input could be read; finished work "
                    "stays in %s",
                    run->journal_path);
    return EXIT_IO;
}

/* After a signal the journal is as it was before. @return the exit status, -1 with `err` */
static int read_input(struct annotation_run *run, char *const *operands, int n, struct err *err)
{
    int status = run->options->join ? annotation_run_join(run, operands, n, err)
                                    : annotation_run_read(run, operands, n, err);
    if (!signals_stopped() || (status >= 0 && status != EXIT_STOPPED))
        return status;
    if (status < 0) {
        command_error(err);
        status = EXIT_IO;
    }
    command_say("stopped while reading the input; %s",
                run->is_temporary ? "nothing is kept without --journal"
                                  : "run the same command again to continue");
    return status;
}

static int annotate_steps(struct annotation_run *run, char *const *operands, int n, struct err *err)
{
    int status = read_input(run, operands, n, err);
    /* an input truncated to nothing: */
    if (status == EXIT_WELL && !run->games && annotation_run_writes_files(run)) {
        command_say("the input has no games; nothing is written");
        return EXIT_IO;
    }
    if (status == EXIT_WELL && run->status == EXIT_IO && annotation_run_writes_files(run))
        return annotate_in_part(run, err);
    if (status == EXIT_WELL && !run->options->join)
        status = annotation_run_judge(run, err);
    if (status == EXIT_WELL && !run->shards)
        status = annotation_run_write(run, err);
    return status;
}

/* Reads, judges and writes, one after the other; a failure is reported once. */
static int annotate(struct annotation_run *run, char *const *operands, int n)
{
    struct err err = {0};
    int status = annotate_steps(run, operands, n, &err);
    if (status < 0) {
        command_error(&err);
        return EXIT_IO;
    }
    return status;
}

static int run(const struct command *command, int argc, char **argv)
{
    struct annotate_options options = {
        .egdb = "", .engine_retries = ENGINE_RETRIES_UNSET, .summary_format = -1};
    struct annotation_run run = {0};
    int first;
    if (options_read(command, argc, argv, &options, &first))
        return EXIT_USAGE;
    if (options.summary_format >= 0 && !options.summary)
        return command_usage("--summary-format requires --summary");
    if (options.summary_format < 0
        && (options.summary_format = option_format_of("--summary-format", options.summary,
                                                      summary_words, PLAYER_SUMS_TEXT))
               < 0)
        return EXIT_USAGE;
    int n = argc - first;
    int status = annotation_run_open(&run, &options, n);
    if (status == EXIT_WELL) {
        if (!options.no_nice)
            priority_lower();
        status = annotate(&run, argv + first, n);
        status = command_worse(status, run.status);
    }
    annotation_run_close(&run);
    option_list_fini(&options.where);
    option_list_fini(&options.players);
    option_list_fini(&options.engine_params);
    return command_finish(status);
}

static const struct command command = {
    .name = "dama-annotate",
    .summary = "analyse every move of a collection",
    .usage = "[FILE|DIR|-]... [-o OUT]",
    .rows = rows,
    .n_rows = OPTION_COUNT(rows),
    .files = true,
    .operands_max = OPERANDS_ANY,
    .notes = "Examples:\n"
             "  dama-annotate --nodes 20000 club.pdn -o judged.pdn\n"
             "  dama-annotate --until 07:00 archive/ -o judged.pdn --summary players.txt\n"
             "  dama-annotate --nodes 20000 club.pdn --html club",
    .run = run,
};

int main(int argc, char **argv) { return command_main(&command, argc, argv); }
