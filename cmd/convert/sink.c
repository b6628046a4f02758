// SPDX-License-Identifier: MIT
/*
 * Where games go: a file, standard output or a collection. A file or collection gets all games or
 * none.
 */
#include "cmd/convert/convert.h"
#include "core/base/printable.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/stat.h>

struct sink {
    struct convert *convert;
    const struct format *format;
    const char *path;
    struct outfile *file; /* a file, or a collection being made; NULL: an existing collection */
    struct store *store;
    unsigned n_written;
    bool quiet;
    uint64_t added, known; /* new to the collection, and already in it */
};

static struct src_pos place(const struct sink *sink)
{
    return (struct src_pos){.file = sink->path};
}

/*
 * Makes an error name the path that the user gave, which also lives longer than the temporary name.
 */
static int failed(const struct sink *sink, struct err *err)
{
    if (sink->file && err->at.file && err->at.file == outfile_name(sink->file))
        err->at.file = sink->path;
    return -1;
}

/*
 * A new collection is made under a temporary name; an existing one gets all games in one
 * transaction.
 */
static int open_store(struct convert *c, struct sink *sink, struct err *err)
{
    struct stat st;
    bool exists = stat(sink->path, &st) == 0 && st.st_size > 0;
    if (exists) {
        if (store_open(sink->path, STORE_WRITE, &sink->store, err))
            return -1;
    } else {
        if (outfile_open_named(sink->path, &sink->file, err))
            return -1;
        outfile_refuse_replacing(sink->file); /* another run may be making the same collection */
        if (store_open(outfile_name(sink->file), STORE_FRESH, &sink->store, err))
            return failed(sink, err);
    }
    if (store_begin(sink->store, err)
        || (c->settings->positions && store_keep_positions(sink->store, err)))
        return failed(sink, err);
    c->keep_positions = store_keeps_positions(sink->store);
    return 0;
}

int sink_begin_text(struct convert *c, FILE *out, struct text text, struct err *err)
{
    struct encoder *encoder = c->workers[0].encoder;
    struct buffer encoded = {0};
    struct encoded done = {0};
    if (encoder) {
        buffer_add_text(&encoded, encoder_mark(encoder));
        done = encoder_add(encoder, text, &encoded);
        c->tally.similar += done.similar;
        c->tally.question_marks += done.lost;
    }
    int rc = 0;
    if (encoded.failed) {
        rc = err_memory(err);
    } else if (done.lacking) {
        rc =
            err_plain(err, "%s cannot hold '%.*s'; choose another --output-encoding, or --translit",
                      c->settings->encoding, (int)done.lacking, text.s + done.taken);
    } else {
        printable_write(out, encoder ? buffer_text(&encoded) : text);
    }
    buffer_fini(&encoded);
    return rc;
}

/* Writes the beginning of a text file. */
static int write_head(struct convert *c, struct sink *sink, struct err *err)
{
    struct buffer head = {0};
    if (c->to->head)
        c->to->head(&c->output, &head);
    int rc = head.failed ? err_memory(err)
                         : sink_begin_text(c, outfile_stream(sink->file), buffer_text(&head), err);
    buffer_fini(&head);
    return rc;
}

int sink_open(struct convert *c, const char *path, struct sink **out, struct err *err)
{
    struct sink *sink = calloc(1, sizeof *sink);
    if (!sink)
        return err_memory(err);
    sink->convert = c;
    sink->format = c->to;
    sink->path = path ? path : "-";
    sink->quiet = c->settings->quiet;
    int rc = c->to->kind == FORMAT_STORE ? open_store(c, sink, err)
                                         : outfile_open(sink->path, &sink->file, err);
    if (rc == 0 && c->to->kind == FORMAT_TEXT)
        rc = write_head(c, sink, err);
    if (rc) {
        sink_close(sink);
        return -1;
    }
    *out = sink;
    return 0;
}

int sink_backup(struct sink *sink, struct err *err) { return outfile_backup(sink->file, err); }

int sink_put_record(struct sink *sink, struct text bytes, struct src_pos from, uint64_t number,
                    struct err *err)
{
    struct record record;
    bool added;
    const size_t n = record_unpack(bytes, &record);
    if (!n)
        return err_set(err, place(sink), "this game cannot be stored");
    const struct text carried = {bytes.s + n, bytes.n - n};
    if (store_add(sink->store, &record, &added, err)
        || (from.file && store_add_source(sink->store, &record, from.file, number, from.line, err))
        || (added && convert_put_rows(sink->convert, sink->store, &record, carried, err)))
        return failed(sink, err);
    sink->added += added;
    sink->known += !added;
    return 0;
}

int sink_check_amount(const struct format *format, const char *path, unsigned n, struct err *err)
{
    if (!format->one_a_file || n < 2)
        return 0;
    return err_file(err, path,
                    "%s output holds one %s per file; choose one with --games or --position, or "
                    "use --split=1 to write a file for each",
                    format->name, format->positions ? "position" : "game");
}

int sink_put(struct sink *sink, struct text bytes, unsigned n_written, struct err *err)
{
    if (sink->store)
        return sink_put_record(sink, bytes, (struct src_pos){0}, 0, err);
    sink->n_written += n_written;
    if (sink_check_amount(sink->format, sink->path, sink->n_written, err))
        return -1;
    if (printable_write(outfile_stream(sink->file), bytes))
        return outfile_blame(sink->file, errno, err);
    return 0;
}

int sink_finish(struct sink *sink, struct err *err)
{
    int rc;
    if (sink->store) {
        rc = store_commit(sink->store, err) ? failed(sink, err) : 0;
        store_close(sink->store);
        sink->store = NULL;
        if (rc == 0 && sink->file)
            rc = outfile_finish(&sink->file, err);
        if (rc == 0 && sink->known && !sink->quiet)
            command_say("%s: games added: %llu, duplicates skipped: %llu", sink->path,
                        (unsigned long long)sink->added, (unsigned long long)sink->known);
    } else {
        rc = outfile_finish(&sink->file, err);
    }
    sink_close(sink);
    return rc;
}

void sink_close(struct sink *sink)
{
    if (!sink)
        return;
    store_close(sink->store);
    outfile_close(sink->file);
    free(sink);
}
