// SPDX-License-Identifier: MIT
/* dama-egdb verify: whether the files are whole, and what is in them true. */
#include "core/egdb/verify.h"

#include "cmd/egdb/dama-egdb.h"
#include "core/base/signals.h"
#include "core/board/fen.h"
#include "core/egdb/needs.h"
#include "core/egdb/team.h"
#include "pdn/formats/json.h"

#include <inttypes.h>
#include <stdlib.h>

struct settings {
    const char *variant, *dir;
    unsigned pieces, threads;
    int format;
    bool deep, quiet;
};

static const struct option_row rows[] = {
    {"deep", 0, OPTION_FLAG, NULL, OPTION_AT(struct settings, deep),
     .help = "prove each position against its successors"},
    {"dir", 'd', OPTION_TEXT, "DIR", OPTION_AT(struct settings, dir),
     .help = "folder of the databases", .file = true},
    {"format", 'f', OPTION_CHOICE, "FORMAT", OPTION_AT(struct settings, format),
     .choices = egdb_formats, .help = "print text or jsonl, a slice a line"},
    {"pieces", 'n', OPTION_UNSIGNED, "N", OPTION_AT(struct settings, pieces), .min = 2,
     .max = EGDB_PIECES_MAX, .help = "expect all slices with up to N pieces"},
    {"quiet", 'q', OPTION_FLAG, NULL, OPTION_AT(struct settings, quiet),
     .help = "show no progress, and print only what is wrong"},
    {"threads", 't', OPTION_UNSIGNED, "N", OPTION_AT(struct settings, threads), .min = 1,
     .max = EGDB_THREADS_MAX, .help = "threads of --deep (default: one per core)"},
    {"variant", 0, OPTION_TEXT, "NAME", OPTION_AT(struct settings, variant),
     .choices = egdb_variants, .help = "rules (default: international)"},
};

struct verifying {
    const struct settings *settings;
    struct egdb_tables tables;
    struct egdb_slice slice[EGDB_SLICES_MAX];
    unsigned n;
    struct progress progress;
    uint64_t done;
    unsigned wrong;
};

/** What has come out about a slice. */
struct slice_verdict {
    const char *trouble; /* NULL: none */
    struct err err;      /* what `trouble` may point into */
    bool proved;
    struct egdb_proof proof;
};

static const struct egdb_slice *slice_of(const struct verifying *v, struct egdb_material material)
{
    for (unsigned i = 0; i < v->n; i++)
        if (egdb_material_code(v->slice[i].material) == egdb_material_code(material))
            return &v->slice[i];
    return NULL;
}

static int load(struct verifying *v, struct egdb_material material, struct err *err)
{
    const struct egdb_slice *slice = slice_of(v, material);
    char name[EGDB_NAME_SIZE];
    if (v->tables.table[egdb_material_code(material)])
        return 0;
    egdb_material_name(material, name);
    if (!slice || !slice->file[EGDB_WDL])
        return err_set(err, (struct src_pos){0}, "cannot be proved: %s is missing or wrong", name);
    return egdb_table_load(&v->tables, slice->file[EGDB_WDL], slice->file[EGDB_PLIES], err);
}

/** Brings a slice and all that it depends on into memory, and drops the rest. */
static int load_all(struct verifying *v, struct egdb_material material, struct err *err)
{
    struct egdb_needs needs;
    const struct egdb_material mirror = egdb_material_mirror(material);
    egdb_needs_find(v->tables.squares.rules, material, &needs);
    for (unsigned i = 0; i < v->n; i++) {
        const struct egdb_material m = v->slice[i].material;
        if (egdb_material_pieces(m) + 1 >= egdb_material_pieces(material)
            && !egdb_needs_has(&needs, m))
            egdb_tables_drop(&v->tables, m);
    }
    for (unsigned i = 0; i < needs.n; i++)
        if (load(v, needs.material[i], err) < 0)
            return -1;
    return load(v, mirror, err) < 0 ? -1 : load(v, material, err);
}

static void prove(struct verifying *v, const struct egdb_slice *slice, struct slice_verdict *out)
{
    const struct settings *settings = v->settings;
    const unsigned threads = settings->threads ? settings->threads : egdb_cores();
    if (load_all(v, slice->material, &out->err) < 0
        || egdb_verify_slice(&v->tables, slice->material, threads, NULL, &out->proof, &out->err)
               < 0)
        out->trouble = out->err.msg;
    else
        out->proved = true;
}

static void print_answer(const struct egdb_answer *answer, char *buf, size_t size)
{
    if (answer->has_plies && answer->value != EGDB_DRAW)
        snprintf(buf, size, "%s in %u", egdb_value_word(answer->value), answer->plies);
    else
        snprintf(buf, size, "%s", egdb_value_word(answer->value));
}

static void print_text(const struct verifying *v, const char *name,
                       const struct slice_verdict *verdict)
{
    const struct egdb_proof *proof = &verdict->proof;
    char fen[FEN_SIZE], says[40], is[40];
    if (verdict->trouble) {
        printf("%-8s %s\n", name, verdict->trouble);
    } else if (proof->wrong) {
        fen_write(v->tables.squares.rules, &proof->first, fen);
        print_answer(&proof->says, says, sizeof says);
        print_answer(&proof->is, is, sizeof is);
        printf("%-8s %" PRIu64 " of %" PRIu64
               " positions are wrong, first %s: %s in the file, %s by its moves\n",
               name, proof->wrong, proof->positions, fen, says, is);
    } else if (!v->settings->quiet) {
        if (verdict->proved)
            printf("%-8s %" PRIu64 " positions proved\n", name, proof->positions);
        else
            printf("%-8s sound\n", name);
    }
}

static void print_jsonl(const struct verifying *v, const char *name,
                        const struct slice_verdict *verdict)
{
    struct buffer out = {0};
    struct json_writer w = {.out = &out};
    char fen[FEN_SIZE];
    json_open(&w, '{');
    json_name(&w, "slice");
    json_put_text(&w, text_of(name));
    json_name(&w, "sound");
    json_put_bool(&w, !verdict->trouble && !verdict->proof.wrong);
    if (verdict->proved) {
        json_name(&w, "proved");
        json_put_number(&w, (int64_t)verdict->proof.positions);
        json_name(&w, "wrong");
        json_put_number(&w, (int64_t)verdict->proof.wrong);
    }
    if (verdict->proof.wrong) {
        fen_write(v->tables.squares.rules, &verdict->proof.first, fen);
        json_name(&w, "first_wrong");
        json_put_text(&w, text_of(fen));
    }
    if (verdict->trouble) {
        json_name(&w, "trouble");
        json_put_text(&w, text_of(verdict->trouble));
    }
    json_shut(&w, '}');
    buffer_add_char(&out, '\n');
    const struct text text = buffer_text(&out);
    fwrite(text.s, 1, text.n, stdout);
    buffer_fini(&out);
}

static void verify_slice(struct verifying *v, const struct egdb_slice *slice)
{
    char name[EGDB_NAME_SIZE];
    struct slice_verdict verdict = {0};
    egdb_material_name(slice->material, name);
    verdict.trouble = egdb_slice_check(slice, &verdict.err);
    if (!verdict.trouble && v->settings->deep)
        prove(v, slice, &verdict);
    if (verdict.trouble || verdict.proof.wrong)
        v->wrong++;
    progress_clear(&v->progress);
    if (v->settings->format == EGDB_FORMAT_JSONL)
        print_jsonl(v, name, &verdict);
    else
        print_text(v, name, &verdict);
    if (slice->file[EGDB_WDL])
        v->done += egdb_file_index(slice->file[EGDB_WDL])->size;
    progress_show(&v->progress, v->done);
}

static int verify(const struct settings *settings, const struct rules *rules, const char *dir)
{
    struct verifying *v = calloc(1, sizeof *v);
    uint64_t total = 0;
    if (!v) {
        command_say("out of memory");
        return EXIT_IO;
    }
    v->settings = settings;
    egdb_tables_init(rules, &v->tables);
    v->n = egdb_slices_open(dir, &v->tables.squares, settings->pieces, v->slice);
    for (unsigned i = 0; i < v->n; i++)
        if (v->slice[i].file[EGDB_WDL])
            total += egdb_file_index(v->slice[i].file[EGDB_WDL])->size;
    progress_start(&v->progress, total, "positions", settings->quiet);
    for (unsigned i = 0; i < v->n && !signals_stopped(); i++)
        verify_slice(v, &v->slice[i]);
    progress_clear(&v->progress);
    if (v->n == 0)
        command_say("%s: no endgame database for %s", dir, rules->name);
    else if (!settings->quiet)
        command_say("%u slices, %u wrong", v->n, v->wrong);
    const int status = signals_stopped()       ? EXIT_STOPPED
                       : v->n == 0 || v->wrong ? EXIT_FOUND
                                               : EXIT_WELL;
    egdb_slices_close(v->slice, v->n);
    egdb_tables_fini(&v->tables);
    free(v);
    return status;
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
    return command_finish(verify(&settings, rules, settings.dir ? settings.dir : found));
}

const struct command dama_egdb_verify = {
    .name = "verify",
    .summary = "check that the files are whole, and their values true",
    .rows = rows,
    .n_rows = OPTION_COUNT(rows),
    .run = run,
};
