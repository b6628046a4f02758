// SPDX-License-Identifier: MIT
/* dama-egdb verify: checks whether files are undamaged and their values correct. */
#include "core/egdb/verify.h"

#include "cmd/egdb/dama-egdb.h"
#include "core/base/machine.h"
#include "core/base/printable.h"
#include "core/base/signals.h"
#include "core/base/team.h"
#include "core/board/fen.h"
#include "core/egdb/dependencies.h"

#include <inttypes.h>
#include <pthread.h>
#include <stdlib.h>

struct settings {
    const char *variant, *dir;
    unsigned pieces, threads;
    int64_t memory;
    int format;
    bool deep, quiet;
};

static const struct option_row rows[] = {
    {"deep", 0, OPTION_FLAG, NULL, OPTION_AT(struct settings, deep),
     .help = "prove the value of every position from those that its moves lead to"},
    {"dir", 'd', OPTION_TEXT, "DIR", OPTION_AT(struct settings, dir), .help = "database folder",
     .file = true},
    {"format", 'f', OPTION_CHOICE, "FORMAT", OPTION_AT(struct settings, format),
     .choices = egdb_formats, .help = "print text or jsonl, one line per slice"},
    {"memory", 0, OPTION_SIZE, "SIZE", OPTION_AT(struct settings, memory), .min = 1 << 20,
     .max = INT64_MAX,
     .help = "use at most SIZE of memory for --deep (default: three quarters of RAM)"},
    {"pieces", 'n', OPTION_UNSIGNED, "N", OPTION_AT(struct settings, pieces), .min = 2,
     .max = EGDB_PIECES_MAX,
     .help = "check that all slices of up to N pieces are there (default: as many as any has)"},
    {"quiet", 'q', OPTION_FLAG, NULL, OPTION_AT(struct settings, quiet),
     .help = "print nothing but faults"},
    {"threads", 't', OPTION_UNSIGNED, "N", OPTION_AT(struct settings, threads), .min = 1,
     .max = TEAM_THREADS_MAX, .help = "use N threads for --deep (default: one per core)"},
    {"variant", 0, OPTION_TEXT, "NAME", OPTION_AT(struct settings, variant), .choice = rules_name,
     .help = "variant of the database (default: international)"},
};

struct verifying {
    const struct settings *settings;
    struct egdb_slices *slices;
    struct egdb_tables tables;
    struct progress progress;
    pthread_t shower;
    _Atomic uint64_t done;
    atomic_bool stop;
    unsigned wrong, unproved;
};

/* The result for a slice. */
struct slice_verdict {
    const char *trouble; /* NULL: none */
    struct err err;      /* `trouble` may point into it */
    int unproved; /* exit status if it is sound but, because of `trouble`, not proved; or 0 */
    bool proved;
    struct egdb_proof proof;
};

/* Called when positions are counted: checks for signals, and shows progress. */
static void add_progress(void *ctx, uint64_t positions)
{
    struct verifying *v = ctx;
    const uint64_t done = atomic_fetch_add(&v->done, positions) + positions;
    if (signals_stopped())
        atomic_store(&v->stop, true);
    if (pthread_equal(pthread_self(), v->shower))
        progress_show(&v->progress, done);
}

/* ---- proving ---- */

static int load(struct verifying *v, struct egdb_material material, struct err *err)
{
    const struct egdb_slice *slice = egdb_slices_find(v->slices, material);
    struct err why = {0};
    char name[EGDB_NAME_SIZE];
    if (v->tables.table[egdb_material_code(material)])
        return 0;
    egdb_material_name(material, name);
    if (!slice || !slice->file[EGDB_WDL])
        return err_plain(err, "cannot be proved: %s is missing or wrong", name);
    if (egdb_table_load(&v->tables, slice->file[EGDB_WDL], slice->file[EGDB_PLIES], &why))
        return err_plain(err, "cannot be proved: %s: %s", name, why.msg);
    return 0;
}

/* Finds everything that must be in memory to prove a slice. */
static void find_needs(const struct verifying *v, struct egdb_material material,
                       struct egdb_dependencies *needs)
{
    egdb_dependencies_find(v->tables.squares.rules, material, needs);
    needs->material[needs->n++] = material;
    if (!egdb_material_is_mirror(material))
        needs->material[needs->n++] = egdb_material_mirror(material);
}

/*
 * Loads everything that is needed to prove a slice.
 * @return 0, 1 with `err`: more memory is needed, -1 with `err`: something is missing or wrong
 */
static int load_all(struct verifying *v, const struct egdb_slice *slice, struct err *err)
{
    const uint64_t memory = egdb_memory(v->settings->memory);
    struct egdb_dependencies needs;
    find_needs(v, slice->material, &needs);
    const uint64_t bytes =
        egdb_dependencies_bytes(&needs, &v->tables.squares, slice->file[EGDB_PLIES] != NULL)
        + egdb_verify_bytes(&v->tables.squares, slice->material);
    if (bytes > memory) {
        err_plain(err,
                  "is sound, but proving it requires %" PRIu64
                  " MiB of memory; the limit (--memory) is %" PRIu64 " MiB",
                  (bytes >> 20) + 1, memory >> 20);
        return 1;
    }
    egdb_dependencies_make_room(&needs, &v->tables, memory - bytes);
    for (unsigned i = 0; i < needs.n; i++)
        if (load(v, needs.material[i], err))
            return -1;
    return 0;
}

static void prove(struct verifying *v, const struct egdb_slice *slice, struct slice_verdict *out)
{
    const struct egdb_verifier verifier = {
        .tables = &v->tables,
        .threads = v->settings->threads ? v->settings->threads : machine_processors(),
        .progress = add_progress,
        .ctx = v,
        .stop = &v->stop,
    };
    int rc = load_all(v, slice, &out->err);
    out->unproved = rc > 0 ? EXIT_IO : rc < 0 ? EXIT_FOUND : EXIT_WELL;
    if (rc == 0)
        rc = egdb_verify_slice(&verifier, slice->material, &out->proof, &out->err);
    out->proved = rc == 0;
    if (out->err.msg[0])
        out->trouble = out->err.msg;
}

/* ---- what came out ---- */

static void print_text(const struct verifying *v, const char *name,
                       const struct slice_verdict *verdict)
{
    const struct egdb_proof *proof = &verdict->proof;
    char fen[FEN_SIZE], says[EGDB_ANSWER_SIZE], is[EGDB_ANSWER_SIZE];
    if (verdict->trouble) {
        printable_fprintf(stdout, "%-8s %s", name, verdict->trouble);
        putchar('\n');
    } else if (proof->wrong) {
        fen_write(v->tables.squares.rules, &proof->first, fen);
        egdb_answer_write(&proof->says, says);
        egdb_answer_write(&proof->is, is);
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

static int print_jsonl(const struct verifying *v, const char *name,
                       const struct slice_verdict *verdict)
{
    struct buffer out = {0};
    struct json_writer w = {.out = &out};
    char fen[FEN_SIZE];
    json_begin(&w, '{');
    json_name(&w, "slice");
    json_put_text(&w, text_of(name));
    json_name(&w, "sound");
    json_put_bool(&w, verdict->unproved || (!verdict->trouble && !verdict->proof.wrong));
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
    return egdb_print_json(&w);
}

static int verify_slice(struct verifying *v, const struct egdb_slice *slice)
{
    char name[EGDB_NAME_SIZE];
    struct slice_verdict verdict = {0};
    int status = EXIT_WELL;
    egdb_material_name(slice->material, name);
    verdict.trouble = egdb_slice_check(slice, &verdict.err);
    if (!verdict.trouble && v->settings->deep)
        prove(v, slice, &verdict);
    if (atomic_load(&v->stop))
        return EXIT_STOPPED; /* stopped in the middle of it */
    if (!verdict.proved && slice->file[EGDB_WDL])
        add_progress(v, egdb_file_index(slice->file[EGDB_WDL])->size);
    progress_clear(&v->progress);
    if (v->settings->format == EGDB_FORMAT_JSONL)
        status = print_jsonl(v, name, &verdict);
    else
        print_text(v, name, &verdict);
    if (verdict.unproved) {
        v->unproved++;
        return command_worse(status, verdict.unproved);
    }
    if (!verdict.trouble && !verdict.proof.wrong)
        return status;
    v->wrong++;
    return command_worse(status, EXIT_FOUND);
}

static int verify(struct verifying *v)
{
    uint64_t total = 0;
    int status = EXIT_WELL;
    for (unsigned i = 0; i < v->slices->n; i++)
        if (v->slices->slice[i].file[EGDB_WDL])
            total += egdb_file_index(v->slices->slice[i].file[EGDB_WDL])->size;
    progress_start(&v->progress, total, "positions", v->settings->quiet);
    for (unsigned i = 0; i < v->slices->n && !signals_stopped(); i++)
        status = command_worse(status, verify_slice(v, &v->slices->slice[i]));
    progress_clear(&v->progress);
    if (signals_stopped()) {
        command_say("stopped; not all slices were checked");
        return EXIT_STOPPED;
    }
    const char *slices = v->slices->n == 1 ? "slice" : "slices";
    if (v->unproved)
        command_say("%u %s, %u missing or wrong, %u not proved", v->slices->n, slices, v->wrong,
                    v->unproved);
    else if (!v->settings->quiet)
        command_say("%u %s, %u missing or wrong", v->slices->n, slices, v->wrong);
    return status;
}

static int run(const struct command *command, int argc, char **argv)
{
    struct settings settings = {.variant = rules_international->name};
    const struct rules *rules;
    char dir[EGDB_PATH_SIZE];
    int first, status;
    if (options_read(command, argc, argv, &settings, &first))
        return EXIT_USAGE;
    if (egdb_find_rules(settings.variant, &rules) != 0)
        return EXIT_USAGE;
    struct verifying *v = calloc(1, sizeof *v);
    if (!v) {
        command_say("out of memory");
        return EXIT_IO;
    }
    egdb_return_memory();
    v->settings = &settings;
    v->shower = pthread_self();
    egdb_tables_init(rules, &v->tables);
    status = egdb_open_slices(settings.dir, rules, settings.pieces, dir, &v->slices);
    if (status == 0) {
        status = verify(v);
        egdb_slices_close(v->slices);
    }
    egdb_tables_fini(&v->tables);
    free(v);
    return command_finish(status);
}

const struct command dama_egdb_verify = {
    .name = "verify",
    .summary = "check files for damage, and values for correctness",
    .rows = rows,
    .n_rows = OPTION_COUNT(rows),
    .run = run,
};
