// SPDX-License-Identifier: MIT
/* dama-egdb list: what a folder has, slice by slice. */
#include "cmd/egdb/dama-egdb.h"
#include "core/board/fen.h"
#include "pdn/formats/json.h"

#include <inttypes.h>
#include <stdlib.h>

struct settings {
    const char *variant, *dir;
    unsigned pieces;
    int format;
};

static const struct option_row rows[] = {
    {"dir", 'd', OPTION_TEXT, "DIR", OPTION_AT(struct settings, dir),
     .help = "folder of the databases", .file = true},
    {"format", 'f', OPTION_CHOICE, "FORMAT", OPTION_AT(struct settings, format),
     .choices = egdb_formats, .help = "print text or jsonl, a slice a line"},
    {"pieces", 'n', OPTION_UNSIGNED, "N", OPTION_AT(struct settings, pieces), .min = 2,
     .max = EGDB_PIECES_MAX, .help = "expect all slices with up to N pieces"},
    {"variant", 0, OPTION_TEXT, "NAME", OPTION_AT(struct settings, variant),
     .choices = egdb_variants, .help = "rules (default: international)"},
};

/** A slice as it is printed. */
struct slice_line {
    const struct egdb_slice *slice;
    const struct egdb_counts *counts; /* NULL: not known */
    char name[EGDB_NAME_SIZE], fen[FEN_SIZE];
    const char *trouble; /* NULL: none */
    uint64_t bytes;
};

static struct slice_line line_of(const struct egdb_slice *slice)
{
    const struct egdb_file *wdl = slice->file[EGDB_WDL], *plies = slice->file[EGDB_PLIES];
    struct slice_line line = {.slice = slice};
    egdb_material_name(slice->material, line.name);
    for (unsigned kind = 0; kind < EGDB_KINDS; kind++)
        if (slice->wrong[kind].msg[0] && !line.trouble)
            line.trouble = slice->wrong[kind].msg;
    if (!wdl && !line.trouble)
        line.trouble = "is missing";
    if (wdl || plies) {
        line.counts = egdb_file_counts(plies ? plies : wdl);
        line.bytes = (wdl ? egdb_file_size(wdl) : 0) + (plies ? egdb_file_size(plies) : 0);
        if (line.counts->longest)
            egdb_fen_of(egdb_file_index(plies ? plies : wdl), line.counts->longest_at, line.fen);
    }
    return line;
}

static void print_text(const struct slice_line *line)
{
    const struct egdb_counts *c = line->counts;
    if (c) {
        printf("%-8s %12" PRIu64 " %12" PRIu64 " %12" PRIu64 " %12" PRIu64 " %10" PRIu64,
               line->name, c->positions, c->wins, c->draws, c->losses, line->bytes);
        if (c->longest)
            printf(" %8u  %s", c->longest, line->fen);
        putchar('\n');
    }
    if (line->trouble)
        printf("%-8s %s\n", line->name, line->trouble);
}

static void print_jsonl(const struct slice_line *line)
{
    struct buffer out = {0};
    struct json_writer w = {.out = &out};
    const struct egdb_counts *c = line->counts;
    json_open(&w, '{');
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
    for (unsigned i = 0; c && i < sizeof fields / sizeof *fields; i++) {
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
    json_shut(&w, '}');
    buffer_add_char(&out, '\n');
    const struct text text = buffer_text(&out);
    fwrite(text.s, 1, text.n, stdout);
    buffer_fini(&out);
}

static int list(const struct settings *settings, const struct rules *rules, const char *dir)
{
    struct egdb_slice *slices = calloc(EGDB_SLICES_MAX, sizeof *slices);
    struct egdb_squares *squares = malloc(sizeof *squares);
    uint64_t positions = 0, bytes = 0;
    bool trouble = false;
    if (!slices || !squares) {
        free(slices);
        free(squares);
        command_say("out of memory");
        return EXIT_IO;
    }
    egdb_squares_init(rules, squares);
    const unsigned n = egdb_slices_open(dir, squares, settings->pieces, slices);
    if (settings->format == EGDB_FORMAT_TEXT)
        printf("%-8s %12s %12s %12s %12s %10s %8s\n", "slice", "positions", "wins", "draws",
               "losses", "bytes", "longest");
    for (unsigned i = 0; i < n; i++) {
        const struct slice_line line = line_of(&slices[i]);
        if (settings->format == EGDB_FORMAT_JSONL)
            print_jsonl(&line);
        else
            print_text(&line);
        trouble = trouble || line.trouble;
        positions += line.counts ? line.counts->positions : 0;
        bytes += line.bytes;
    }
    if (settings->format == EGDB_FORMAT_TEXT)
        printf("%u slices, %" PRIu64 " positions, %" PRIu64 " bytes in %s\n", n, positions, bytes,
               dir);
    egdb_slices_close(slices, n);
    free(slices);
    free(squares);
    if (n == 0)
        command_say("%s: no endgame database for %s", dir, rules->name);
    return n == 0 || trouble ? EXIT_FOUND : EXIT_WELL;
}

static int run(const struct command *command, int argc, char **argv)
{
    struct settings settings = {.variant = "international"};
    const struct rules *rules;
    char found[EGDB_PATH_SIZE];
    struct err err = {0};
    int first;
    if (options_read(command, argc, argv, &settings, &first))
        return EXIT_USAGE;
    if (rules_find(text_of(settings.variant), &rules, &err) < 0) {
        command_error(&err);
        return EXIT_USAGE;
    }
    if (!settings.dir && !egdb_folder_find(rules, true, found))
        egdb_folder_own(found);
    return command_finish(list(&settings, rules, settings.dir ? settings.dir : found));
}

const struct command dama_egdb_list = {
    .name = "list",
    .summary = "list the slices of a database",
    .rows = rows,
    .n_rows = OPTION_COUNT(rows),
    .run = run,
};
