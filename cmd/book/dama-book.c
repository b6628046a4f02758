// SPDX-License-Identifier: MIT
/* dama-book: opening books from games, and from the engine. */
#include "cmd/book/dama-book.h"

#include "core/base/amount.h"
#include "core/base/compressor.h"
#include "core/base/signals.h"
#include "core/board/fen.h"
#include "core/book/games.h"
#include "core/book/values.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

int dama_book_failed(const struct err *err)
{
    command_error(err);
    return EXIT_IO;
}

static int being_changed(const char *path)
{
    command_say("%s: another program is changing this book", path);
    return EXIT_LATER;
}

int dama_book_open(const char *path, enum book_mode mode, struct book **out)
{
    struct err err = {0};
    int rc = book_open(path, mode, out, &err);
    if (rc < 0 && mode == BOOK_CHANGE && access(path, F_OK) != 0 && errno == ENOENT) {
        command_say("%s: no such book here; make one with 'dama-book build' (books that come with "
                    "dama are read-only)",
                    path);
        return EXIT_IO;
    }
    if (rc < 0)
        return dama_book_failed(&err);
    return rc > 0 ? being_changed(path) : EXIT_WELL;
}

static bool is_filled(const char *path)
{
    struct stat st;
    return stat(path, &st) == 0 && S_ISREG(st.st_mode) && st.st_size > 0;
}

int dama_book_check_place(const char *path, int64_t *evals)
{
    struct book *old;
    struct err err = {0};
    *evals = 0;
    if (!path)
        return command_usage("--output is required");
    if (strcmp(path, "-") == 0)
        return command_usage("a book cannot be written to standard output");
    if (compressor_of_name(text_of(path)))
        return command_usage("%s: books cannot be compressed", path);
    if (!is_filled(path))
        return EXIT_WELL;
    int rc = book_open(path, BOOK_CHANGE, &old, NULL);
    if (rc < 0) /* a book that may not be written can still be replaced */
        rc = book_open(path, BOOK_READ, &old, &err);
    if (rc > 0)
        return being_changed(path);
    if (rc < 0) {
        command_say("%s: %s; only books are overwritten", path, err.msg);
        return EXIT_IO;
    }
    struct book_db_counts counts = {0};
    rc = book_size(old, &counts, &err);
    book_close(old);
    if (rc < 0)
        return dama_book_failed(&err);
    *evals = counts.evals;
    return EXIT_WELL;
}

int dama_book_count(struct book *book)
{
    struct err err = {0};
    int rc = book_count(book, signals_stopped, &err);
    if (rc > 0) {
        command_say("stopped; nothing has changed");
        return EXIT_STOPPED;
    }
    return rc < 0 || book_back_up_all(book, &err) ? dama_book_failed(&err) : EXIT_WELL;
}

int dama_book_finish(struct book *book)
{
    struct err err = {0};
    int status = dama_book_count(book);
    return status == EXIT_WELL && book_finish(book, &err) ? dama_book_failed(&err) : status;
}

int dama_book_position(const char *option, const char *fen, const struct rules *rules,
                       struct position *out, struct err *err)
{
    struct err why = {0};
    if (fen_read(rules, text_of(fen), (struct src_pos){0}, out, NULL, &why)
        || fen_check(rules, out, (struct src_pos){0}, &why))
        return err_plain(err, "%s%s'%.60s': %s", option ? option : "", option ? ": " : "", fen,
                         why.msg);
    return 0;
}

int dama_book_share(const char *arg, unsigned *out, struct err *err)
{
    double value;
    if (!amount_real(arg, &value) || value < 0 || value > 100)
        return err_plain(err, "'%s' is not a percentage from 0 to 100", arg);
    *out = (unsigned)(value * 100 + 0.5);
    if (value > 0 && *out == 0)
        return err_plain(err, "'%s' is less than 0.01, the smallest share that can be stored", arg);
    return 0;
}

static const struct command *const verbs[] = {
    &dama_book_add,   &dama_book_ballots, &dama_book_build,  &dama_book_diff,
    &dama_book_dump,  &dama_book_expand,  &dama_book_info,   &dama_book_merge,
    &dama_book_probe, &dama_book_prune,   &dama_book_verify, NULL,
};

static const struct command command = {
    .name = "dama-book",
    .summary = "build, probe and expand opening books",
    .usage = "COMMAND ...",
    .verbs = verbs,
};

int main(int argc, char **argv) { return command_main(&command, argc, argv); }
