// SPDX-License-Identifier: MIT
/* dama-book verify: checks whether a book is sound. */
#include "cmd/book/dama-book.h"
#include "core/base/printable.h"
#include "core/base/signals.h"
#include "core/book/merge.h"

struct settings {
    bool quiet;
};

#define AT(field) OPTION_AT(struct settings, field)

static int print_fault(void *ctx, const char *what)
{
    ++*(uint64_t *)ctx;
    printable_fprintf(stdout, "%s", what);
    putchar('\n');
    return signals_stopped();
}

static const struct option_row verify_rows[] = {
    {"quiet", 'q', OPTION_FLAG, NULL, AT(quiet), .help = "print nothing if the book is sound"},
};

static int verify(const struct command *command, int argc, char **argv)
{
    struct settings s = {0};
    struct err err = {0};
    struct book *book;
    uint64_t faults = 0;
    int first;
    if (options_read(command, argc, argv, &s, &first))
        return EXIT_USAGE;
    int status = dama_book_open(argv[first], BOOK_READ, &book);
    if (status)
        return status;
    int rc = book_verify(book, print_fault, &faults, &err);
    if (rc < 0)
        status = dama_book_failed(&err);
    else if (rc > 0)
        status = EXIT_STOPPED;
    else if (faults)
        status = EXIT_FOUND;
    else if (!s.quiet) {
        printable_fprintf(stdout, "%s: no faults found", argv[first]);
        putchar('\n');
    }
    book_close(book);
    return command_finish(status);
}

const struct command dama_book_verify = {
    .name = "verify",
    .summary = "check a book for errors",
    .usage = "BOOK",
    .rows = verify_rows,
    .n_rows = OPTION_COUNT(verify_rows),
    .operands_min = 1,
    .operands_max = 1,
    .files = true,
    .run = verify,
};
