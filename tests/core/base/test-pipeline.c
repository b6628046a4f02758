// SPDX-License-Identifier: MIT
/*
 * Batches: the same bytes for every number of workers, from files, pipes and packed files; records
 * of any size.
 */
#include "core/base/pipeline.h"
#include "core/base/signals.h"
#include "tests/lib/scratch-folder.h"

#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>
#include <zlib.h>

/* What emit writes down: everything about each chunk that must not depend on the threads. */
struct log {
    FILE *file;
    char *text;
    size_t n, chunks;
    unsigned stop_after; /* 0: never */
    unsigned fail_at;    /* work fails at this line; 0: never */
    uint64_t progress, oversize, bytes;
    unsigned failed, firsts, lasts;
};

static uint64_t hashtable_hash(struct text t)
{
    uint64_t h = 14695981039346656037U;
    for (size_t i = 0; i < t.n; i++)
        h = (h ^ (unsigned char)t.s[i]) * 1099511628211U;
    return h;
}

static int work(void *ctx, unsigned worker, struct chunk *chunk, struct err *err)
{
    struct log *log = ctx;
    assert_true(worker < 8);
    if (log->fail_at && chunk->line >= log->fail_at)
        return err_set(err, (struct src_pos){chunk->file, chunk->line, 1}, "told to fail");
    uint64_t *hash = arena_alloc(&chunk->arena, sizeof *hash);
    *hash = hashtable_hash(chunk->text);
    chunk->result = hash;
    return 0;
}

static int emit(void *ctx, struct chunk *chunk, struct err *err)
{
    (void)err;
    struct log *log = ctx;
    fprintf(log->file, "%s %u line %u at %llu: %zu bytes %016llx%s%s%s %s %d\n", chunk->file,
            chunk->file_index, chunk->line, (unsigned long long)chunk->offset, chunk->text.n,
            (unsigned long long)*(uint64_t *)chunk->result, chunk->first ? " first" : "",
            chunk->last ? " last" : "", chunk->had_bom ? " bom" : "",
            chunk->encoding ? chunk->encoding : "utf-8", chunk->failed ? 1 : 0);
    log->chunks++;
    log->failed += chunk->failed != NULL;
    log->firsts += chunk->first;
    log->lasts += chunk->last;
    log->bytes += chunk->text.n;
    if (chunk->oversized)
        log->oversize = chunk->oversize;
    return log->stop_after && log->chunks == log->stop_after;
}

static void progress(void *ctx, uint64_t bytes)
{
    struct log *log = ctx;
    assert_true(bytes >= log->progress);
    log->progress = bytes;
}

typedef size_t splitter(const char *text, size_t n, size_t target);

static int run_split(splitter *split, struct log *log, unsigned jobs, size_t chunk_size,
                     const char *const *paths, unsigned n_paths, struct err *err)
{
    struct pipeline pipeline = {.split = split,
                                .work = work,
                                .emit = emit,
                                .progress = progress,
                                .ctx = log,
                                .jobs = jobs,
                                .chunk_size = chunk_size};
    log->file = open_memstream(&log->text, &log->n);
    int rc = pipeline_run(&pipeline, paths, n_paths, err);
    fclose(log->file);
    return rc;
}

static int run(struct log *log, unsigned jobs, size_t chunk_size, const char *const *paths,
               unsigned n_paths, struct err *err)
{
    return run_split(pipeline_split_lines, log, jobs, chunk_size, paths, n_paths, err);
}

static void write_gzip(const char *path, const char *s, size_t n)
{
    gzFile f = gzopen(path, "w1");
    assert_non_null(f);
    assert_int_equal(gzwrite(f, s, (unsigned)n), n);
    gzclose(f);
}

/* Lines of all lengths, some longer than a chunk, with letters of CP1252 from the middle on. */
static char *make_text(size_t n)
{
    char *s = malloc(n);
    uint32_t x = 12345;
    size_t line = 0;
    for (size_t i = 0; i < n; i++) {
        x = x * 1664525 + 1013904223;
        bool end = line > (x >> 24) * ((x >> 16) % 97 == 0 ? 300 : 1);
        s[i] = end ? '\n' : (char)(' ' + (x >> 12) % 94);
        if (i > n / 2 && (x >> 20) % 1000 == 0)
            s[i] = (char)0xe9;
        line = end ? 0 : line + 1;
    }
    return s;
}

enum { TEXT = 3000000 };

/* All but the first word of each line, the file's name. */
static void assert_same_but_names(const char *a, const char *b)
{
    while (*a && *b) {
        a = strchr(a, ' ');
        b = strchr(b, ' ');
        size_t n = strcspn(a, "\n") + 1;
        assert_memory_equal(a, b, n);
        a += n;
        b += n;
    }
    assert_true(*a == *b);
}

static void every_way_gives_the_same(void **state)
{
    (void)state;
    char *text = make_text(TEXT);
    const char *plain = scratch_path("same.txt"), *packed = scratch_path("same.gz");
    const char *paths[] = {plain, scratch_path("none.txt"), packed, scratch_path("empty.txt"),
                           plain};
    scratch_write(plain, text, TEXT);
    write_gzip(packed, text, TEXT);
    scratch_write(paths[3], "", 0);
    struct err err = {0};
    struct log first = {0};
    assert_int_equal(run(&first, 1, 5000, paths, 5, &err), 0);
    assert_true(first.chunks > 1500);
    assert_int_equal(first.failed, 1);
    assert_int_equal(first.firsts, 5);
    assert_int_equal(first.lasts, 5);
    for (unsigned jobs = 2; jobs <= 8; jobs += 3) {
        struct log log = {0};
        assert_int_equal(run(&log, jobs, 5000, paths, 5, &err), 0);
        assert_string_equal(log.text, first.text);
        assert_int_equal(log.progress, first.progress);
        free(log.text);
    }
    /* The packed file's chunks are the plain one's, except for the name. */
    struct log a = {0}, b = {0};
    run(&a, 1, 0, &paths[0], 1, &err);
    run(&b, 2, 0, &paths[2], 1, &err);
    assert_same_but_names(a.text, b.text);
    free(a.text);
    free(b.text);
    free(first.text);
    free(text);
}

/* Runs with a child that feeds our standard input in odd portions. */
static int run_pipe(struct log *log, const char *s, size_t n, size_t times, struct err *err)
{
    const char *path = "-";
    int ends[2];
    assert_int_equal(pipe(ends), 0);
    pid_t child = fork();
    if (child == 0) {
        size_t step = times > 1 ? n : 777;
        for (; times; times--)
            for (size_t i = 0; i < n; i += step)
                if (write(ends[1], s + i, n - i < step ? n - i : step) < 0)
                    _exit(1);
        _exit(0);
    }
    close(ends[1]);
    int saved = dup(STDIN_FILENO);
    dup2(ends[0], STDIN_FILENO);
    close(ends[0]);
    int rc = run(log, 2, 0, &path, 1, err);
    dup2(saved, STDIN_FILENO);
    close(saved);
    waitpid(child, NULL, 0);
    return rc;
}

static void a_pipe_gives_what_a_file_gives(void **state)
{
    (void)state;
    char *text = make_text(TEXT);
    const char *path = scratch_path("pipe.txt");
    scratch_write(path, text, TEXT);
    struct err err = {0};
    struct log a = {0}, b = {0};
    assert_int_equal(run(&a, 1, 0, &path, 1, &err), 0);
    assert_int_equal(run_pipe(&b, text, TEXT, 1, &err), 0);
    assert_non_null(strstr(a.text, "CP1252"));
    assert_same_but_names(a.text, b.text);
    free(a.text);
    free(b.text);
    free(text);
}

static void lines_are_counted(void **state)
{
    (void)state;
    const char *path = scratch_path("lines.txt");
    scratch_write(path, "a\nb\r\nc\rd\n", 9);
    struct err err = {0};
    struct log log = {0};
    assert_int_equal(run(&log, 1, 2, &path, 1, &err), 0);
    assert_non_null(strstr(log.text, "line 1 at 0: 2 bytes"));
    assert_non_null(strstr(log.text, "line 2 at 2: 3 bytes"));
    assert_non_null(strstr(log.text, "line 3 at 5: 4 bytes"));
    free(log.text);
}

enum { MIB = 1024 * 1024 };

static void largest_record_is_a_record(void **state)
{
    (void)state;
    const char *path = scratch_path("large.txt");
    char *s = malloc(CHUNKS_RECORD_MAX + 100);
    memset(s, 'x', CHUNKS_RECORD_MAX + 100);
    memcpy(s, "one\n", 4);
    s[4 + CHUNKS_RECORD_MAX - 1] = '\n';
    memcpy(s + 4 + CHUNKS_RECORD_MAX, "end\n", 4);
    struct err err = {0};
    for (int longer = 0; longer < 2; longer++) {
        struct log log = {0};
        scratch_write(path, s, 8 + CHUNKS_RECORD_MAX);
        assert_int_equal(run(&log, 1, 0, &path, 1, &err), 0);
        assert_int_equal(log.oversize, longer ? CHUNKS_RECORD_MAX + 1 : 0);
        assert_non_null(
            strstr(log.text, longer ? "line 2 at 4: 65536 bytes" : "line 2 at 4: 16777216 bytes"));
        assert_non_null(
            strstr(log.text, longer ? "line 3 at 16777221: 3" : "line 3 at 16777220: 4"));
        free(log.text);
        s[4 + CHUNKS_RECORD_MAX - 1] = 'x';
        memcpy(s + 4 + CHUNKS_RECORD_MAX, "\nend", 4);
    }
    free(s);
}

/* Records begin with a number sign. */
static size_t split_at_signs(const char *text, size_t n, size_t target)
{
    (void)target;
    const char *sign = n ? memchr(text + 1, '#', n - 1) : NULL;
    return sign ? (size_t)(sign - text) : 0;
}

/* What is passed over is cut anywhere, also between CR and LF, which end one line. */
static void lines_passed_over_are_counted(void **state)
{
    (void)state;
    enum { LINES = 4000000 };
    static const char line[] = "12345\r\n";
    const size_t n = sizeof line - 1;
    const char *path = scratch_path("lines.txt");
    char *s = malloc(LINES * n + 5);
    struct err err = {0};
    struct log log = {0};
    for (size_t i = 0; i < LINES; i++)
        memcpy(s + i * n, line, n);
    memcpy(s + LINES * n, "#end\n", 5);
    scratch_write(path, s, LINES * n + 5);
    assert_int_equal(run_split(split_at_signs, &log, 1, 0, &path, 1, &err), 0);
    assert_int_equal(log.oversize, LINES * n);
    assert_non_null(strstr(log.text, "line 4000001 at 28000000: 5 bytes"));
    free(log.text);
    free(s);
}

/* A long line on a pipe: passed over in one go, in little memory. */
static void endless_line_takes_no_memory(void **state)
{
    (void)state;
    enum { TIMES = 300 };
    char *s = malloc(MIB);
    struct rusage before, after;
    struct err err = {0};
    struct log log = {0};
    memset(s, 'x', MIB);
    getrusage(RUSAGE_SELF, &before);
    assert_int_equal(run_pipe(&log, s, MIB, TIMES, &err), 0);
    getrusage(RUSAGE_SELF, &after);
    assert_int_equal(log.oversize, (uint64_t)TIMES * MIB);
    assert_true(after.ru_maxrss - before.ru_maxrss < 150 * 1024);
    free(log.text);
    free(s);
}

static void what_cannot_be_read_is_a_chunk(void **state)
{
    (void)state;
    char packed[100];
    const char *paths[] = {"/", scratch_path("cut.gz"), scratch_path("ok.txt")};
    write_gzip(paths[1], "one\ntwo\nthree\n", 14);
    FILE *f = fopen(paths[1], "r");
    size_t n = fread(packed, 1, sizeof packed, f);
    fclose(f);
    scratch_write(paths[1], packed, n - 4);
    scratch_write(paths[2], "ok", 2);
    for (unsigned jobs = 1; jobs <= 2; jobs++) {
        struct err err = {0};
        struct log log = {0};
        assert_int_equal(run(&log, jobs, 0, paths, 3, &err), 0);
        assert_int_equal(log.failed, 2);
        assert_int_equal(log.bytes, 14 + 2); /* nothing before the damage is lost */
        assert_int_equal(log.chunks, 3);
        free(log.text);
    }
}

static void emit_and_work_can_end_it(void **state)
{
    (void)state;
    char *text = make_text(TEXT);
    const char *path = scratch_path("end.txt");
    scratch_write(path, text, TEXT);
    for (unsigned jobs = 1; jobs <= 3; jobs++) {
        struct err err = {0};
        struct log log = {.stop_after = 5};
        assert_int_equal(run(&log, jobs, 1000, &path, 1, &err), 1);
        assert_int_equal(log.chunks, 5);
        free(log.text);
        struct log failing = {.fail_at = 2000};
        assert_int_equal(run(&failing, jobs, 1000, &path, 1, &err), -1);
        assert_string_equal(err.msg, "told to fail");
        assert_true(err.at.line >= 2000 && failing.chunks > 5);
        static size_t chunks;
        assert_true(jobs == 1 || failing.chunks == chunks);
        chunks = failing.chunks;
        free(failing.text);
    }
    free(text);
}

static int emit_and_signal(void *ctx, struct chunk *chunk, struct err *err)
{
    int rc = emit(ctx, chunk, err);
    if (((struct log *)ctx)->chunks == 3)
        signals_stop();
    return rc;
}

/* The signal comes as the end of the input has been read. */
static size_t split_and_signal(const char *text, size_t n, size_t target)
{
    signals_stop();
    return pipeline_split_lines(text, n, target);
}

static void a_record_cut_off_by_a_signal_is_not_given_out(void **state)
{
    (void)state;
    const char *path = scratch_path("half.txt");
    struct err err = {0};
    struct log log = {0};
    const struct pipeline pipeline = {.split = split_and_signal,
                                      .work = work,
                                      .emit = emit,
                                      .ctx = &log,
                                      .jobs = 1,
                                      .chunk_size = 5};
    scratch_write(path, "one record that breaks o", 24);
    log.file = open_memstream(&log.text, &log.n);
    assert_int_equal(pipeline_run(&pipeline, &path, 1, &err), 1);
    fclose(log.file);
    signals_reset();
    assert_int_equal(log.chunks, 0);
    free(log.text);
}

static void a_signal_finishes_what_is_begun(void **state)
{
    (void)state;
    char *text = make_text(TEXT);
    const char *path = scratch_path("signal.txt");
    scratch_write(path, text, TEXT);
    for (unsigned jobs = 1; jobs <= 3; jobs++) {
        struct log log = {0};
        struct pipeline pipeline = {.split = pipeline_split_lines,
                                    .work = work,
                                    .emit = emit_and_signal,
                                    .ctx = &log,
                                    .jobs = jobs,
                                    .chunk_size = 1000};
        struct err err = {0};
        log.file = open_memstream(&log.text, &log.n);
        assert_int_equal(pipeline_run(&pipeline, &path, 1, &err), 1);
        fclose(log.file);
        assert_in_range(log.chunks, 3, 3 + 2 * jobs + 2);
        signals_reset();
        free(log.text);
    }
    free(text);
}

static void unknown_encoding_is_an_error(void **state)
{
    (void)state;
    const char *path = scratch_path("ok.txt");
    scratch_write(path, "ok", 2);
    for (unsigned jobs = 1; jobs <= 2; jobs++) {
        struct log log = {0};
        struct err err = {0};
        struct pipeline pipeline = {.split = pipeline_split_lines,
                                    .work = work,
                                    .emit = emit,
                                    .ctx = &log,
                                    .jobs = jobs,
                                    .encoding = "CP1225"};
        assert_int_equal(pipeline_run(&pipeline, &path, 1, &err), -1);
        assert_string_equal(err.msg, "unknown encoding 'CP1225'; did you mean 'CP1252'?");
    }
}

/* The size of a file in an archive is not asked for; a missing file has none. */
static void total_is_known_for_files(void **state)
{
    (void)state;
    const char *path = scratch_path("ten.txt");
    scratch_write(path, "ten bytes\n", 10);
    const char *paths[] = {path, scratch_path("none.txt"), scratch_path("ten.txt/member.txt")};
    assert_int_equal(pipeline_total(paths, 2), 10);
    assert_int_equal(pipeline_total(paths, 3), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_way_gives_the_same),
        cmocka_unit_test(a_pipe_gives_what_a_file_gives),
        cmocka_unit_test(lines_are_counted),
        cmocka_unit_test(largest_record_is_a_record),
        cmocka_unit_test(lines_passed_over_are_counted),
        cmocka_unit_test(endless_line_takes_no_memory),
        cmocka_unit_test(what_cannot_be_read_is_a_chunk),
        cmocka_unit_test(emit_and_work_can_end_it),
        cmocka_unit_test(a_signal_finishes_what_is_begun),
        cmocka_unit_test(a_record_cut_off_by_a_signal_is_not_given_out),
        cmocka_unit_test(unknown_encoding_is_an_error),
        cmocka_unit_test(total_is_known_for_files),
    };
    return cmocka_run_group_tests_name("pipeline", tests, scratch_folder_make,
                                       scratch_folder_remove);
}
