// SPDX-License-Identifier: MIT
/*
 * A byte buffer that grows on the heap, for text whose destination is not known yet.
 *
 * A call that runs out of memory does not report it but sets `failed`: add everything, then check
 * once.
 */
#ifndef DAMA_CORE_BASE_BUFFER_H
#define DAMA_CORE_BASE_BUFFER_H

#include "core/base/compiler.h"
#include "core/base/text.h"

#include <stdint.h>

/** Zero is an empty buffer. */
struct buffer {
    char *s;     /* owned; not ended by a NUL */
    size_t n;    /* bytes in use */
    size_t room; /* bytes allocated */
    bool failed; /* memory ran out: some of the added text is missing */
};

/** Makes room for `n` more bytes after the end. @return where they go; NULL when out of memory */
char *buffer_reserve(struct buffer *buf, size_t n);

void buffer_add(struct buffer *buf, const char *s, size_t n);

static inline void buffer_add_char(struct buffer *buf, char c)
{
    if (LIKELY(buf->n < buf->room))
        buf->s[buf->n++] = c;
    else
        buffer_add(buf, &c, 1);
}

static inline void buffer_add_text(struct buffer *buf, struct text t) { buffer_add(buf, t.s, t.n); }

/** Adds a string ended by a NUL. */
void buffer_add_string(struct buffer *buf, const char *s);

/** Adds a text that must stay on one line: each LF and CR becomes a blank. */
void buffer_add_on_line(struct buffer *buf, struct text t);

/** Adds a number in decimal digits. */
void buffer_add_number(struct buffer *buf, int64_t number);

/** Adds the lowest `n` bytes of a number, as bytes_put writes them. */
void buffer_add_bytes(struct buffer *buf, uint64_t number, unsigned n);

void buffer_printf(struct buffer *buf, const char *format, ...) PRINTF_LIKE(2, 3);

/** Its contents; borrowed until the next change. */
static inline struct text buffer_text(const struct buffer *buf)
{
    return (struct text){buf->n ? buf->s : "", buf->n};
}

/** Empties it and keeps the memory. Forgets `failed`: look at that first. */
static inline void buffer_clear(struct buffer *buf)
{
    buf->n = 0;
    buf->failed = false;
}

/** Frees the memory; the buffer is empty and may be used again. */
void buffer_fini(struct buffer *buf);

#endif
