// SPDX-License-Identifier: MIT
/*
 * Nothing changes before book_finish. A new book is built in a temporary file next to its final
 * place, without a journal on disk, which is faster, and is renamed when it is complete. An
 * existing one is changed in a single transaction. Removing or completing games makes the counts
 * wrong: then `recount` makes the next count start from scratch, instead of with the first new game
 * (count.c).
 */
#include "core/book/book.h"

#include "core/base/data-file.h"
#include "core/base/outfile.h"
#include "core/book/book-internal.h"

#include <stdio.h>
#include <stdlib.h>

int book_failed(const struct book *book, struct err *err)
{
    if (err && book->fresh && err->at.file == outfile_name(book->fresh))
        err->at.file = book->path;
    return -1;
}

/* ---- settings ---- */

static int put_number(struct book *book, const char *name, unsigned value, struct err *err)
{
    char text[16];
    snprintf(text, sizeof text, "%u", value);
    return book_db_set(book->db, name, text_of(text), err);
}

static int put_settings(struct book *book, struct err *err)
{
    const struct book_settings *s = &book->settings;
    return book_db_set(book->db, "variant", text_of(rules_spelling(s->rules)), err)
           || put_number(book, "plies", s->plies, err)
           || put_number(book, "min-games", s->min_games, err)
           || put_number(book, "min-share", s->min_share, err)
           || put_number(book, "folded", s->folded, err);
}

static int get_text(struct book *book, const char *name, struct buffer *out, struct err *err)
{
    buffer_clear(out);
    int rc = book_db_get(book->db, name, out, err);
    if (rc == 0)
        return err_set(err, book_place(book), "damaged: the setting '%s' is missing", name);
    buffer_add_char(out, '\0');
    return rc < 0 || out->failed ? err_memory(err) : 0;
}

static int get_number(struct book *book, const char *name, unsigned most, unsigned *out,
                      struct err *err)
{
    struct buffer text = {0};
    int rc = get_text(book, name, &text, err);
    *out = 0;
    if (rc == 0 && !text_number(text_of(text.s), most, out))
        rc = err_set(err, book_place(book), "damaged: the setting '%s' is '%s'", name, text.s);
    buffer_fini(&text);
    return rc;
}

static int get_settings(struct book *book, struct err *err)
{
    struct book_settings *s = &book->settings;
    struct buffer text = {0};
    struct err why = {0};
    unsigned folded = 0;
    int rc = get_text(book, "variant", &text, err);
    if (rc == 0 && rules_find(text_of(text.s), &s->rules, &why))
        rc = err_set(err, book_place(book), "this book is for an unknown variant, '%s'", text.s);
    buffer_fini(&text);
    if (rc || get_number(book, "plies", BOOK_PLIES_MAX, &s->plies, err)
        || get_number(book, "min-games", UINT32_MAX, &s->min_games, err)
        || get_number(book, "min-share", 10000, &s->min_share, err)
        || get_number(book, "folded", 1, &folded, err))
        return -1;
    s->folded = folded;
    codes_init(&book->codes, s->rules);
    return 0;
}

const struct book_settings *book_settings(const struct book *book) { return &book->settings; }

int book_expect_rules(const struct book *book, const struct rules *rules, struct err *err)
{
    if (book->settings.rules == rules)
        return 0;
    return err_set(err, book_place(book), "this book is for %s, not for %s",
                   rules_spelling(book->settings.rules), rules_spelling(rules));
}

int book_set(struct book *book, const struct book_settings *settings, struct err *err)
{
    if (settings->plies < book->settings.plies && book_db_cut_lines(book->db, settings->plies, err))
        return book_failed(book, err);
    book->settings.plies = settings->plies;
    book->settings.min_games = settings->min_games;
    book->settings.min_share = settings->min_share;
    book->recount = true;
    return put_settings(book, err) ? book_failed(book, err) : 0;
}

/* ---- opening ---- */

static struct book *new_book(const char *path)
{
    struct book *book = calloc(1, sizeof *book);
    if (!book)
        return NULL;
    book->path = path;
    moves_init(&book->list);
    return book;
}

/* The start position is in every book, so that an empty one can be expanded. */
static int add_root(struct book *book, struct err *err)
{
    struct position start, kept;
    uint8_t board[BOOK_BOARD_MAX];
    bool mirrored;
    position_start(book->settings.rules, &start);
    uint64_t key = book_key(book, &start, &kept, &mirrored);
    size_t n = codes_pack(&book->codes, &kept, board);
    return book_db_add_position(book->db, BOOK_DB_MAIN, key, (struct text){(char *)board, n}, err);
}

int book_create(const char *path, const struct book_settings *settings, struct book **out,
                struct err *err)
{
    struct book *book = new_book(path);
    if (!book)
        return err_memory(err);
    if (outfile_open_named(path, &book->fresh, err)) {
        book_close(book);
        return -1;
    }
    book->settings = *settings;
    codes_init(&book->codes, settings->rules);
    if (book_db_open(outfile_name(book->fresh), BOOK_DB_FRESH, &book->db, err)
        || book_db_begin(book->db, err) || put_settings(book, err) || add_root(book, err)) {
        book_failed(book, err);
        book_close(book);
        return -1;
    }
    *out = book;
    return 0;
}

void book_refuse_replacing(struct book *book) { outfile_refuse_replacing(book->fresh); }

/* Opens the file. A book that comes with dama is only read; messages name it as the user did. */
static int open_file(struct book *book, enum book_mode mode, struct err *err)
{
    char found[DATA_FILE_PATH_SIZE];
    const char *path =
        mode == BOOK_READ ? data_file_resolve(book->path, "book/", found) : book->path;
    if (book_db_open(path, mode == BOOK_READ ? BOOK_DB_READ : BOOK_DB_WRITE, &book->db, err)) {
        if (err && err->at.file == path)
            err->at.file = book->path;
        return -1;
    }
    book_db_set_name(book->db, book->path);
    return 0;
}

int book_open(const char *path, enum book_mode mode, struct book **out, struct err *err)
{
    struct book *book = new_book(path);
    if (!book)
        return err_memory(err);
    bool changed;
    int rc = open_file(book, mode, err);
    if (rc == 0 && mode == BOOK_CHANGE)
        rc = book_change(book, &changed, err);
    if (rc == 0 && (get_settings(book, err) || book_db_last_game(book->db, &book->counted, err)))
        rc = -1;
    if (rc) {
        book_close(book);
        return rc;
    }
    *out = book;
    return 0;
}

int book_finish(struct book *book, struct err *err)
{
    if (book_db_index(book->db, err) || book_db_commit(book->db, err))
        return book_failed(book, err);
    if (!book->fresh)
        return 0;
    book_db_close(book->db); /* its journal was in memory: reopen it with one on disk */
    book->db = NULL;
    return outfile_finish(&book->fresh, err)
                   || book_db_open(book->path, BOOK_DB_READ, &book->db, err)
               ? -1
               : 0;
}

int book_freeze(struct book *book, struct err *err) { return book_db_read_begin(book->db, err); }

void book_thaw(struct book *book) { book_db_read_end(book->db); }

void book_wait_briefly(struct book *book) { book_db_wait_briefly(book->db); }

void book_ignore_signals(struct book *book) { book_db_ignore_signals(book->db); }

void book_close(struct book *book)
{
    if (!book)
        return;
    book_db_close(book->db);
    outfile_close(book->fresh);
    moves_fini(&book->list);
    book_edges_fini(&book->edges);
    book_choice_rows_fini(&book->choices);
    free(book);
}

uint64_t book_key(const struct book *book, const struct position *pos, struct position *kept,
                  bool *mirrored)
{
    const struct rules *rules = book->settings.rules;
    struct position mirror;
    *mirrored = book->settings.folded && pos->turn == BLACK;
    if (*mirrored)
        position_mirror(rules, pos, &mirror);
    if (kept)
        *kept = *mirrored ? mirror : *pos;
    return position_key(rules, *mirrored ? &mirror : pos);
}

int book_compact(struct book *book, struct err *err) { return book_db_vacuum(book->db, err); }

int book_change(struct book *book, bool *changed, struct err *err)
{
    const int64_t known = book->version;
    int rc = book_db_begin(book->db, err);
    if (rc == 0)
        rc = book_db_version(book->db, &book->version, err);
    *changed = rc == 0 && book->version != known;
    return rc;
}

int book_has(struct book *book, const struct position *pos, struct err *err)
{
    bool mirrored;
    return book_db_has(book->db, book_key(book, pos, NULL, &mirrored), err);
}

/* ---- games ---- */

int book_add_game(struct book *book, const struct book_game *game, struct book_added *added,
                  struct err *err)
{
    enum book_db_added how;
    if (book_db_add_game(book->db, game, &how, err))
        return book_failed(book, err);
    added->added += how == BOOK_DB_NEW;
    added->known += how != BOOK_DB_NEW;
    if (how == BOOK_DB_COMPLETED)
        book->recount = true;
    return 0;
}

int book_drop_game(struct book *book, struct hash128 content, bool *dropped, struct err *err)
{
    if (book_db_drop_content(book->db, content, dropped, err))
        return book_failed(book, err);
    book->recount = book->recount || *dropped;
    return 0;
}

int book_drop_number(struct book *book, int64_t number, bool *dropped, struct err *err)
{
    if (book_db_drop_id(book->db, number, dropped, err))
        return book_failed(book, err);
    book->recount = book->recount || *dropped;
    return 0;
}
