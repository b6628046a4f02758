// SPDX-License-Identifier: MIT
/* dama-egdb list: the contents of a folder, slice by slice. */
#include "cmd/egdb/dama-egdb.h"
#include "core/base/array.h"
#include "core/base/printable.h"
#include "core/board/fen.h"

#include <inttypes.h>

struct settings {
    const char *variant, *dir;
    unsigned pieces;
    int format;
};

static const struct option_row rows[] = {
    {"dir", 'd', OPTION_TEXT, "DIR", OPTION_AT(struct settings, dir), .help = "database folder",
     .file = true},
    {"format", 'f', OPTION_CHOICE, "FORMAT", OPTION_AT(struct settings, format),
     .choices = egdb_formats, .help = "print text or jsonl, one line per slice"},
    {"pieces", 'n', OPTION_UNSIGNED, "N", OPTION_AT(struct settings, pieces), .min = 2,
     .max = EGDB_PIECES_MAX,
     .help = "check that all slices of up to N pieces are there (default: as many as any has)"},
    {"variant", 0, OPTION_TEXT, "NAME", OPTION_AT(struct settings, variant), .choice = rules_name,
     .help = "variant of the database (default: international)"},
};

/* A slice in the form in which it is printed. */
struct slice_line {
    const struct egdb_counts *counts; /* NULL: not known */
    char name[EGDB_NAME_SIZE], fen[FEN_SIZE];
    const char *trouble; /* NULL: none */
    uint64_t bytes;
};

static struct slice_line line_of(const struct egdb_slice *slice)
{
    const struct egdb_file *wdl = slice->file[EGDB_WDL], *plies = slice->file[EGDB_PLIES];
    struct slice_line line = {.trouble = egdb_slice_trouble(slice)};
    egdb_material_name(slice->material, line.name);
    if (wdl || plies) {
        line.counts = egdb_file_counts(plies ? plies : wdl);
        line.bytes = (wdl ? egdb_file_size(wdl) : 0) + (plies ? egdb_file_size(plies) : 0);
        if (line.counts->longest)
            egdb_fen_of(egdb_file_index(plies ? plies : wdl), line.counts->longest_at, line.fen);
    }
    return line;
}

static int print_text(const struct slice_line *line)
{
    const struct egdb_counts *c = line->counts;
    if (c) {
        printf("%-8s %12" PRIu64 " %12" PRIu64 " %12" PRIu64 " %12" PRIu64 " %10" PRIu64,
               line->name, c->positions, c->wins, c->draws, c->losses, line->bytes);
        if (c->longest)
            printf(" %8u  %s", c->longest, line->fen);
        putchar('\n');
    }
    if (line->trouble) {
        printable_fprintf(stdout, "%-8s %s", line->name, line->trouble);
        putchar('\n');
    }
    return EXIT_WELL;
}

static int print_jsonl(const struct slice_line *line)
{
    struct buffer out = {0};
    struct json_writer w = {.out = &out};
    const struct egdb_counts *c = line->counts;
    json_begin(&w, '{');
    json_name(&w, "slice");
    json_put_text(&w, text_of(line->name));
    const struct {
        const char *name;
        uint64_t number;
    } fields[] = {
        {"positions", c ? c->positions : 0},
        {"wins", c ? c->wins : 0},
        {"draws", c ? c->draws : 0},
        {"losses", c ? c->losses : 0},
        {"pending_wins", c ? c->pending[EGDB_WIN] : 0},
        {"pending_draws", c ? c->pending[EGDB_DRAW] : 0},
        {"pending_losses", c ? c->pending[EGDB_LOSS] : 0},
        {"bytes", line->bytes},
    };
    for (unsigned i = 0; c && i < ARRAY_LEN(fields); i++) {
        json_name(&w, fields[i].name);
        json_put_number(&w, (int64_t)fields[i].number);
    }
    if (c && c->longest) {
        json_name(&w, "longest_win");
        json_put_number(&w, c->longest);
        json_name(&w, "longest_fen");
        json_put_text(&w, text_of(line->fen));
    }
    if (line->trouble) {
        json_name(&w, "trouble");
        json_put_text(&w, text_of(line->trouble));
    }
    return egdb_print_json(&w);
}

static int list(const struct egdb_slices *slices, const char *dir, bool as_text)
{
    uint64_t positions = 0, bytes = 0;
    int status = EXIT_WELL;
    if (as_text)
        printf("%-8s %12s %12s %12s %12s %10s %8s\n", "slice", "positions", "wins", "draws",
               "losses", "bytes", "longest");
    for (unsigned i = 0; i < slices->n; i++) {
        const struct slice_line line = line_of(&slices->slice[i]);
        status = command_worse(status, as_text ? print_text(&line) : print_jsonl(&line));
        status = command_worse(status, line.trouble ? EXIT_FOUND : EXIT_WELL);
        positions += line.counts ? line.counts->positions : 0;
        bytes += line.bytes;
    }
    if (as_text) {
        printable_fprintf(stdout, "%u %s, %" PRIu64 " positions, %" PRIu64 " bytes in %s",
                          slices->n, slices->n == 1 ? "slice" : "slices", positions, bytes, dir);
        putchar('\n');
    }
    return status;
}

static int run(const struct command *command, int argc, char **argv)
{
    struct settings settings = {.variant = rules_international->name};
    struct egdb_slices *slices;
    const struct rules *rules;
    char dir[EGDB_PATH_SIZE];
    int first, status;
    if (options_read(command, argc, argv, &settings, &first))
        return EXIT_USAGE;
    status = egdb_find_rules(settings.variant, &rules);
    if (status == 0)
        status = egdb_open_slices(settings.dir, rules, settings.pieces, dir, &slices);
    if (status != 0)
        return command_finish(status);
    status = list(slices, dir, settings.format == EGDB_FORMAT_TEXT);
    egdb_slices_close(slices);
    return command_finish(status);
}

const struct command dama_egdb_list = {
    .name = "list",
    .summary = "list the slices of a database",
    .rows = rows,
    .n_rows = OPTION_COUNT(rows),
    .run = run,
};
