// SPDX-License-Identifier: MIT
/*
 * A source is a raw input, read through an decompressor if its first bytes ask for one.
 */
#include "core/base/source.h"

#include "core/base/buffer.h"
#include "core/base/decompressor.h"
#include "core/base/raw-input.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

struct source {
    struct raw_input raw;
    struct decompressor *decompressor; /* NULL: plain */
    bool ended;
    struct err later; /* a failure to report after the bytes before it are given out */
};

static int finish_open(struct source *s, int rc, struct source **out, struct err *err)
{
    if (rc == 0)
        rc = decompressor_open(&s->raw, &s->decompressor, err);
    if (rc == 0)
        *out = s;
    else
        source_close(s);
    return rc;
}

int source_open(const char *path, struct source **out, struct err *err)
{
    struct source *s = calloc(1, sizeof *s);
    *out = NULL;
    if (!s)
        return err_memory(err);
    return finish_open(s, raw_input_open(path, &s->raw, err), out, err);
}

int source_open_memory(const char *name, const void *bytes, size_t n, struct source **out,
                       struct err *err)
{
    struct source *s = calloc(1, sizeof *s);
    *out = NULL;
    if (!s)
        return err_memory(err);
    s->raw = raw_input_of_memory(name, bytes, n);
    return finish_open(s, 0, out, err);
}

int source_read(struct source *s, void *buf, size_t room, size_t *got, struct err *err)
{
    struct err why = {0};
    *got = 0;
    if (s->later.msg[0])
        return err_pass(err, &s->later);
    if (room == 0 || s->ended)
        return 0;
    int rc = s->decompressor ? decompressor_read(s->decompressor, buf, room, got, &why)
                             : raw_input_read(&s->raw, buf, room, got, &why);
    if (rc) {
        s->later = why;
        return *got ? 0 : source_read(s, buf, room, got, err);
    }
    s->ended = *got == 0;
    return 0;
}

int source_fill(struct source *s, void *buf, size_t room, size_t *got, struct err *err)
{
    size_t n = 1;
    int rc = 0;
    *got = 0;
    while (rc == 0 && n > 0 && *got < room) {
        rc = source_read(s, (char *)buf + *got, room - *got, &n, err);
        *got += rc == 0 ? n : 0;
    }
    return rc;
}

int source_read_all(const char *path, size_t limit, struct buffer *out, struct err *err)
{
    enum { READ_SIZE = 65536 };
    struct source *source;
    const size_t before = out->n;
    size_t got = 1;
    int rc = 0;
    if (source_open(path, &source, err))
        return -1;
    while (rc == 0 && got && out->n - before <= limit) {
        char *to = buffer_reserve(out, READ_SIZE);
        rc = to ? source_read(source, to, READ_SIZE, &got, err) : err_memory(err);
        out->n += rc == 0 ? got : 0;
    }
    source_close(source);
    if (rc == 0 && out->n - before > limit)
        rc = err_file(err, path, "larger than %zu MiB", limit >> 20);
    return rc;
}

/* Unpacks as much as the raw bytes give; that they are truncated is no error here. */
static int peek_raw(const struct raw_input *raw, void *buf, size_t room, size_t *got,
                    struct err *err)
{
    struct source *s = NULL;
    if (source_open_memory(raw->name, raw->p, raw->n, &s, err))
        return -1;
    source_fill(s, buf, room, got, NULL);
    source_close(s);
    return 0;
}

int source_peek(const char *path, void *buf, size_t room, size_t *got, struct err *err)
{
    struct raw_input raw;
    *got = 0;
    int rc = raw_input_open(path, &raw, err);
    if (rc == 0)
        rc = raw_input_fill_to(&raw, room, err);
    if (rc == 0)
        rc = peek_raw(&raw, buf, room, got, err);
    return raw_input_put_back(&raw, err) ? -1 : rc;
}

uint64_t source_used(const struct source *s) { return s->raw.used; }

bool source_is_compressed(const char *path)
{
    struct source *s = NULL;
    bool compressed = source_open(path, &s, NULL) == 0 && (s->decompressor || s->raw.member);
    source_close(s);
    return compressed;
}

bool source_is_file(const char *path)
{
    struct stat st;
    return strcmp(path, "-") != 0 && (stat(path, &st) < 0 || S_ISREG(st.st_mode));
}

void source_close(struct source *s)
{
    if (!s)
        return;
    decompressor_close(s->decompressor);
    raw_input_close(&s->raw);
    free(s);
}
