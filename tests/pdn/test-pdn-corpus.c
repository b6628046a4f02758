// SPDX-License-Identifier: MIT
/*
 * The reader and the writer on real files: every file of the public collection beside the project.
 * What is written and read again is the same game; games, plies, comments and variations are those
 * of its index, except for the exceptions listed with their reasons; what is found in the files
 * that the PDN standard's own grammar refuses is a table. Without the collection, all of it is
 * skipped.
 */
#include "core/base/array.h"
#include "core/base/reader.h"
#include "core/base/source.h"
#include "pdn/pdn.h"
#include "tests/lib/game-equal.h"
#include "tests/lib/rows.h"

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { PATH_SIZE = 1024, NAME_SIZE = 512 };

static const char *collection(void)
{
    const char *shared = getenv("DAMA_SHARED");
    return shared ? shared : "../shared";
}

/* ---- a file, read whole and in UTF-8 ---- */

static bool read_file(const char *path, struct buffer *out)
{
    struct source *source;
    struct reader *reader;
    struct err err = {0};
    size_t got = 1;
    if (source_open(path, &source, &err))
        return false;
    assert_int_equal(reader_open(source, NULL, &reader, &err), 0);
    while (got) {
        char *to = buffer_reserve(out, 1 << 16);
        assert_non_null(to);
        assert_int_equal(reader_fill(reader, to, 1 << 16, &got, &err), 0);
        out->n += got;
    }
    reader_close(reader);
    source_close(source);
    return true;
}

/* ---- counting ---- */

struct counts {
    unsigned games, with_moves, plies, comments, variations, findings[3];
};

static void count_items(const struct item *item, struct counts *counts, const struct line **next,
                        unsigned *n)
{
    for (; item; item = item->next) {
        counts->comments += item->kind == ITEM_COMMENT;
        if (item->kind == ITEM_LINE) {
            counts->variations++;
            assert_in_range(*n, 0, 1023);
            next[(*n)++] = item->line;
        }
    }
}

static void count_game(const struct game *game, struct counts *counts)
{
    const struct line *waiting[1024] = {&game->line};
    counts->games++;
    counts->with_moves += game->line.first != NULL;
    counts->plies += game_plies(game);
    for (unsigned n = 1; n > 0;) {
        const struct line *line = waiting[--n];
        count_items(line->before, counts, waiting, &n);
        for (const struct node *node = line->first; node; node = node->next)
            count_items(node->items, counts, waiting, &n);
    }
}

/* ---- reading what was written ---- */

static void assert_written_the_same(const struct game *game, const char *path, unsigned number)
{
    struct arena arena = {0};
    struct findings found = {.arena = &arena};
    struct game again = {.arena = &arena};
    struct buffer out = {0};
    struct err err = {0};
    char why[256] = "";
    size_t used;
    assert_int_equal(pdn_write(game, NULL, &out, &err), 0);
    int rc = pdn_parse(out.s, out.n, &used, &again, &found, &err);
    if (rc != 1 || out.n - used > 2 || !game_equal(game, &again, why, sizeof why))
        fail_msg("%s, game %u: %s\n%.*s", path, number, why, (int)out.n, out.s);
    for (const struct finding *f = found.first; f; f = f->next)
        if (f->code != FINDING_BACKSLASH && f->code != FINDING_MISSING_LAST_TERMINATOR
            && f->code != FINDING_NESTED_COMMENT && f->code != FINDING_ODD_TERMINATOR)
            fail_msg("%s, game %u: finding in what was written: %.*s", path, number,
                     TEXT_ARGS(f->message));
    buffer_fini(&out);
    arena_fini(&arena);
}

static struct counts read_games(const char *path, struct text text)
{
    struct counts counts = {0};
    struct arena arena = {0};
    enum game_before before = GAME_BEFORE_NONE;
    for (size_t at = 0, used; at < text.n; at += used) {
        struct findings found = {.arena = &arena};
        struct game game = {.arena = &arena, .at = {.line = 1, .col = 1}, .before = before};
        struct err err = {0};
        int rc = pdn_parse(text.s + at, text.n - at, &used, &game, &found, &err);
        assert_in_range(rc, 0, 1);
        for (const struct finding *f = found.first; f; f = f->next)
            counts.findings[finding_kinds[f->code].severity]++;
        if (rc == 1) {
            before = game_before_next(&game);
            count_game(&game, &counts);
            assert_written_the_same(&game, path, counts.games);
        }
        arena_reset(&arena);
    }
    arena_fini(&arena);
    return counts;
}

/* ---- the index ---- */

static const struct {
    const char *path;
    int games, plies, comments, variations; /* ours, less those of the index */
    const char *reason;
} exceptions[] = {
#include "tests/pdn/test-pdn-corpus.inc"
};

enum { EXCEPTIONS = ARRAY_LEN(exceptions) };

/* @return whether the file is as expected */
static bool compare_row(const char *path, const struct counts *got, const unsigned index[4])
{
    int games = 0, plies = 0, comments = 0, variations = 0;
    for (size_t i = 0; i < EXCEPTIONS; i++) {
        if (strcmp(path, exceptions[i].path) != 0)
            continue;
        games = exceptions[i].games;
        plies = exceptions[i].plies;
        comments = exceptions[i].comments;
        variations = exceptions[i].variations;
    }
    int differ[] = {(int)(got->games - index[0]), (int)(got->plies - index[1]),
                    (int)(got->comments - index[2]), (int)(got->variations - index[3])};
    bool same = differ[0] == games && differ[1] == plies && differ[2] == comments
                && differ[3] == variations;
    if (!same)
        print_message("# {\"%s\", %d, %d, %d, %d, \"\"},\n", path, differ[0], differ[1], differ[2],
                      differ[3]);
    return same;
}

static void agrees_with_the_index(void **state)
{
    (void)state;
    char path[PATH_SIZE], line[4096], name[NAME_SIZE];
    snprintf(path, sizeof path, "%s/data/pdn/index.tsv", collection());
    FILE *index = fopen(path, "r");
    if (!index) {
        print_message("# skipped: no collection at %s\n", path);
        skip();
    }
    unsigned files = 0, others = 0;
    assert_non_null(fgets(line, sizeof line, index));
    while (fgets(line, sizeof line, index)) {
        unsigned n[4];
        assert_int_equal(sscanf(line,
                                "%511[^\t]\t%*u\t%*[^\t]\t%*[^\t]\t%u\t%*u\t%*u\t%u\t%*u\t%u\t%u",
                                name, &n[0], &n[1], &n[2], &n[3]),
                         5);
        snprintf(path, sizeof path, "%s/data/pdn/%s", collection(), name);
        struct buffer bytes = {0};
        if (!read_file(path, &bytes))
            fail_msg("%s: cannot be read", path);
        struct counts got = read_games(name, buffer_text(&bytes));
        others += !compare_row(name, &got, n);
        buffer_fini(&bytes);
        files++;
    }
    fclose(index);
    assert_in_range(files, 400, 1000);
    assert_int_equal(others, 0); /* rows for the table of exceptions are printed above */
}

/* ---- the standard's own files ---- */

static const struct {
    const char *file;
    unsigned line;
    const char *code;
    unsigned times; /* in this file, at this line or behind it */
} refused[] = {
#include "tests/pdn/test-pdn-refused.inc"
};

enum { REFUSED = ARRAY_LEN(refused) };

static void finds_in_refused(void **state)
{
    size_t i = (size_t)(uintptr_t)*state;
    char path[PATH_SIZE];
    struct buffer bytes = {0};
    struct arena arena = {0};
    struct findings found = {.arena = &arena};
    snprintf(path, sizeof path, "%s/data/pdn/wiegerw-pdn/fail/%s", collection(), refused[i].file);
    if (!read_file(path, &bytes))
        skip();
    struct src_pos at = {.line = 1, .col = 1};
    unsigned first = 0, times = 0;
    enum game_before before = GAME_BEFORE_NONE;
    for (size_t used, p = 0; p < bytes.n; p += used) {
        struct game game = {.arena = &arena, .at = at, .before = before};
        struct finding *last = found.last;
        assert_in_range(pdn_parse(bytes.s + p, bytes.n - p, &used, &game, &found, NULL), 0, 1);
        findings_settle(&found, last, game.source, at, 0);
        before = game_before_next(&game);
        at = game_place(&game, (uint32_t)used);
    }
    for (const struct finding *f = found.first; f; f = f->next) {
        if (strcmp(finding_kinds[f->code].word, refused[i].code) != 0)
            continue;
        first = times++ ? first : f->at.line;
    }
    assert_int_equal(first, refused[i].line);
    assert_int_equal(times, refused[i].times);
    arena_fini(&arena);
    buffer_fini(&bytes);
}

static void accepts_the_accepted(void **state)
{
    (void)state;
    char path[PATH_SIZE], line[4096], name[NAME_SIZE];
    snprintf(path, sizeof path, "%s/data/pdn/index.tsv", collection());
    FILE *index = fopen(path, "r");
    if (!index)
        skip();
    unsigned files = 0;
    while (fgets(line, sizeof line, index)) {
        if (sscanf(line, "wiegerw-pdn/succeed/%511[^\t]", name) != 1)
            continue;
        snprintf(path, sizeof path, "%s/data/pdn/wiegerw-pdn/succeed/%s", collection(), name);
        struct buffer bytes = {0};
        assert_true(read_file(path, &bytes));
        struct counts got = read_games(name, buffer_text(&bytes));
        if (got.findings[SEVERITY_ERROR])
            fail_msg("%s: %u errors", name, got.findings[SEVERITY_ERROR]);
        buffer_fini(&bytes);
        files++;
    }
    fclose(index);
    assert_in_range(files, 30, 60);
}

int main(void)
{
    ROWS_SINGLE(agrees_with_the_index);
    ROWS_SINGLE(accepts_the_accepted);
    for (size_t i = 0; i < REFUSED; i++)
        rows_add(refused[i].file, refused[i].code, finds_in_refused, (const void *)(uintptr_t)i);
    return rows_run("pdn-corpus");
}
