// SPDX-License-Identifier: MIT
/* dama-book merge: several books into one. */
#include "core/book/merge.h"

#include "cmd/book/dama-book.h"
#include "cmd/lib/inputs.h"
#include "core/base/signals.h"

struct settings {
    const char *output;
    bool quiet;
};

#define AT(field) OPTION_AT(struct settings, field)

static const struct option_row merge_rows[] = {
    {"output", 'o', OPTION_TEXT, "BOOK", AT(output), .file = true, .once = true,
     .help = "write the book to this file"},
    {"quiet", 'q', OPTION_FLAG, NULL, AT(quiet), .help = "print errors only"},
};

static int merge_all(struct book *into, char *const *paths, int n, struct book_added *added)
{
    struct err err = {0};
    for (int i = 0; i < n; i++) {
        struct book *from;
        int status = dama_book_open(paths[i], BOOK_READ, &from);
        if (status)
            return status;
        int rc = book_merge(into, from, added, signals_stopped, &err);
        if (rc < 0)
            dama_book_failed(&err);
        book_close(from);
        if (rc) {
            if (rc > 0)
                command_say("stopped; nothing was written");
            return rc > 0 ? EXIT_STOPPED : EXIT_IO;
        }
    }
    return EXIT_WELL;
}

/*
 * The evaluations of a book that is to be replaced must not be lost: some input has each of them.
 * @return an exit status, reported
 */
static int check_evals(struct book *into, const char *path)
{
    struct err err = {0};
    struct book *old;
    uint64_t missing = 0;
    int status = dama_book_open(path, BOOK_READ, &old);
    if (status)
        return status;
    if (book_missing_evals(into, old, &missing, &err))
        status = dama_book_failed(&err);
    book_close(old);
    if (missing) {
        command_say("%s: this book has %llu evaluation%s of the engine that the merged books lack; "
                    "merge it with them into another file",
                    path, (unsigned long long)missing, missing == 1 ? "" : "s");
        status = EXIT_IO;
    }
    return status;
}

static int merge(const struct command *command, int argc, char **argv)
{
    struct settings s = {0};
    struct book_added added = {0};
    struct book *first_book, *into = NULL;
    struct err err = {0};
    int64_t evals;
    int first;
    if (options_read(command, argc, argv, &s, &first))
        return EXIT_USAGE;
    int status = dama_book_check_place(s.output, &evals);
    if (status == EXIT_WELL)
        status = inputs_check_output(argv + first, argc - first, s.output);
    if (status == 0)
        status = dama_book_open(argv[first], BOOK_READ, &first_book);
    if (status)
        return status;
    struct book_settings shape = *book_settings(first_book);
    book_close(first_book);
    if (book_create(s.output, &shape, &into, &err))
        status = dama_book_failed(&err);
    if (status == 0)
        status = merge_all(into, argv + first, argc - first, &added);
    if (status == 0 && evals)
        status = check_evals(into, s.output);
    if (status == 0)
        status = dama_book_finish(into);
    if (status == 0 && !s.quiet)
        command_say("%llu %s from %d %s, %llu %s skipped", (unsigned long long)added.added,
                    added.added == 1 ? "game" : "games", argc - first,
                    argc - first == 1 ? "book" : "books", (unsigned long long)added.known,
                    added.known == 1 ? "duplicate" : "duplicates");
    book_close(into);
    return command_finish(status);
}

const struct command dama_book_merge = {
    .name = "merge",
    .summary = "merge books into one",
    .usage = "-o BOOK BOOK...",
    .rows = merge_rows,
    .n_rows = OPTION_COUNT(merge_rows),
    .operands_min = 1,
    .operands_max = OPERANDS_ANY,
    .files = true,
    .run = merge,
};
