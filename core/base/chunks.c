// SPDX-License-Identifier: MIT
/*
 * Text is read up to the chunk size and cut at the last end of a record; the rest begins the next
 * chunk. If there is no cut, the room is doubled, so that the text is scanned a bounded number of
 * times; if there is none in CHUNKS_RECORD_MAX bytes, the record is skipped in overlapping
 * windows until a cut is found:
 *
 *     | kept: the beginning | dropped ................ | overlap | step | overlap | step |cut next
 *     chunk
 */
#include "core/base/chunks.h"

#include "core/base/buffer.h"
#include "core/base/reader.h"
#include "core/base/signals.h"
#include "core/base/source.h"

#include <stdlib.h>
#include <string.h>

enum {
    KEPT = 64 * 1024, /* bytes kept of a record that is too large */
    OVERLAP = 64 * 1024,
    STEP = 1024 * 1024,
};

struct chunks {
    struct chunks_options options;
    const char *const *paths;
    unsigned n_paths, index;
    struct source *source;
    struct reader *reader; /* NULL between two inputs */
    struct buffer tail;    /* text after the last cut */
    uint64_t offset, line; /* of tail's first byte */
    uint64_t used_before;  /* compressed bytes of the inputs before this one */
    bool first, ended;     /* ended: the reader has no more text */
    bool after_cr;         /* a CR came last: a line feed right after it ends no further line */
    struct err failure;
    size_t target;
};

int chunks_open(const struct chunks_options *options, const char *const *paths, unsigned n_paths,
                struct chunks **out, struct err *err)
{
    struct chunks *p = calloc(1, sizeof *p);
    *out = p;
    if (!p)
        return err_memory(err);
    p->options = *options;
    p->paths = paths;
    p->n_paths = n_paths;
    p->target = options->chunk_size ? options->chunk_size : CHUNKS_SIZE;
    return 0;
}

/* ---- one input ---- */

static void end_input(struct chunks *p)
{
    if (p->source)
        p->used_before += source_used(p->source);
    reader_close(p->reader);
    source_close(p->source);
    p->reader = NULL;
    p->source = NULL;
    p->index++;
}

/* A failure to open goes into the chunk. @return 0, or -1: unknown encoding, out of memory */
static int begin_input(struct chunks *p, struct err *err)
{
    p->failure = (struct err){0};
    p->offset = 0;
    p->line = 1;
    p->first = true;
    p->after_cr = false;
    buffer_clear(&p->tail);
    p->ended = source_open(p->paths[p->index], &p->source, &p->failure) != 0;
    return p->ended ? 0 : reader_open(p->source, p->options.encoding, &p->reader, err);
}

/* Reads more text after the n bytes in the room. */
static size_t read_more(struct chunks *p, char *buf, size_t n, size_t room)
{
    size_t got = 0;
    if (p->ended || n >= room)
        return n;
    bool failed = reader_fill(p->reader, buf + n, room - n, &got, &p->failure) != 0;
    p->ended = failed || got < room - n;
    return n + got;
}

static int make_room(struct chunk_room *room, size_t n, struct err *err)
{
    if (n <= room->room)
        return 0;
    char *text = realloc(room->text, n);
    if (!text)
        return err_memory(err);
    room->text = text;
    room->room = n;
    return 0;
}

/* ---- one chunk ---- */

/*
 * Fills in the room's chunk, whose text is the first `shown` bytes of the room.
 */
static void advance(struct chunks *p, struct chunk_room *room, size_t shown)
{
    struct reader_facts facts = p->reader ? reader_facts(p->reader) : (struct reader_facts){0};
    struct arena arena = room->chunk.arena;
    room->chunk = (struct chunk){
        .file = p->paths[p->index],
        .file_index = p->index,
        .line = p->line > UINT32_MAX ? UINT32_MAX : (unsigned)p->line,
        .offset = p->offset,
        .text = {room->text ? room->text : "", shown},
        .first = p->first,
        .encoding = facts.encoding,
        .encoding_guessed = facts.guessed,
        .is_utf8_too = facts.is_utf8_too,
        .had_bom = facts.had_bom && p->first,
        .replaced = facts.replaced,
        .arena = arena,
    };
    memcpy(room->chunk.head, facts.head, sizeof facts.head);
    p->first = false;
}

static void pass(struct chunks *p, const char *text, size_t n)
{
    if (n == 0)
        return;
    p->line += text_count_lines((struct text){text, n}) - (p->after_cr && text[0] == '\n');
    p->after_cr = text[n - 1] == '\r';
    p->offset += n;
}

static int keep_tail(struct chunks *p, const char *text, size_t n, struct err *err)
{
    buffer_clear(&p->tail);
    buffer_add(&p->tail, text, n);
    return p->tail.failed ? err_memory(err) : 0;
}

/* The record in the room has n bytes so far. Finds its end, and keeps the text after it. */
static int pass_oversized(struct chunks *p, struct chunk_room *room, size_t n, struct err *err)
{
    size_t keep = n < KEPT ? n : KEPT, cut = 0, left = OVERLAP;
    char *window = malloc(OVERLAP + STEP);
    if (!window)
        return err_memory(err);
    uint64_t begun = p->offset;
    advance(p, room, keep);
    pass(p, room->text, n - OVERLAP);
    memcpy(window, room->text + n - OVERLAP, OVERLAP);
    for (;;) {
        n = read_more(p, window, left, OVERLAP + STEP);
        cut = n > left ? p->options.split(window, n, 0) : 0;
        if (cut || p->ended || signals_stopped())
            break;
        pass(p, window, n - OVERLAP);
        memmove(window, window + n - OVERLAP, OVERLAP);
        left = OVERLAP;
    }
    cut = cut ? cut : n;
    pass(p, window, cut);
    room->chunk.oversized = true;
    room->chunk.oversize = p->offset - begun;
    int rc = keep_tail(p, window + cut, n - cut, err);
    free(window);
    return rc;
}

/* A record beyond the limit whose end is known already. */
static int drop_oversized(struct chunks *p, struct chunk_room *room, size_t cut, size_t n,
                          struct err *err)
{
    advance(p, room, KEPT);
    pass(p, room->text, cut);
    room->chunk.oversized = true;
    room->chunk.oversize = cut;
    return keep_tail(p, room->text + cut, n - cut, err);
}

/* Finds the cut, reading more text up to the limit of a record. @return -1 with `err` */
static int find_cut(struct chunks *p, struct chunk_room *room, size_t *cut, size_t *n,
                    struct err *err)
{
    for (size_t size = p->target;;
         size = size * 2 < CHUNKS_RECORD_MAX ? size * 2 : CHUNKS_RECORD_MAX + STEP) {
        if (size > *n && make_room(room, size, err))
            return -1;
        *n = read_more(p, room->text, *n, size);
        *cut = *n <= p->target && p->ended ? *n : p->options.split(room->text, *n, p->target);
        if (*cut || p->ended || *n > CHUNKS_RECORD_MAX)
            break;
    }
    if (!*cut && p->ended)
        *cut = *n;
    return 0;
}

/*
 * Of what was read when a signal came, only records whose ends are known are given out: the last
 * one may be cut off, as a program that writes into a pipe gets the signal as well.
 * @return 1, 0 nothing is left after a signal, -1 with `err`
 */
static int next_of_input(struct chunks *p, struct chunk_room *room, struct err *err)
{
    size_t n = p->tail.n, cut;
    if (make_room(room, n > p->target ? n : p->target, err))
        return -1;
    if (n)
        memcpy(room->text, p->tail.s, n);
    if (find_cut(p, room, &cut, &n, err))
        return -1;
    if (p->ended && signals_stopped()) {
        cut = n ? p->options.split(room->text, n, n) : 0;
        if (!cut)
            return 0;
    }
    if (!cut && n)
        return pass_oversized(p, room, n, err) ? -1 : 1;
    if (cut > CHUNKS_RECORD_MAX)
        return drop_oversized(p, room, cut, n, err) ? -1 : 1;
    advance(p, room, cut);
    pass(p, room->text, cut);
    return keep_tail(p, room->text + cut, n - cut, err) ? -1 : 1;
}

int chunks_next(struct chunks *p, struct chunk_room *room, struct err *err)
{
    if (p->index == p->n_paths || signals_stopped())
        return 0;
    if (!p->reader && begin_input(p, err))
        return -1;
    if (!p->reader && signals_stopped())
        return 0; /* which has kept it from being opened */
    int rc = 1;
    if (!p->reader)
        advance(p, room, 0);
    else if ((rc = next_of_input(p, room, err)) <= 0)
        return rc;
    bool done = p->ended && p->tail.n == 0;
    if (done && p->failure.msg[0] && !signals_stopped()) {
        room->failure = p->failure;
        room->chunk.failed = &room->failure;
    }
    room->chunk.last = done;
    if (done)
        end_input(p);
    return 1;
}

uint64_t chunks_used(const struct chunks *p)
{
    return p->used_before + (p->source ? source_used(p->source) : 0);
}

void chunks_close(struct chunks *p)
{
    if (!p)
        return;
    reader_close(p->reader);
    source_close(p->source);
    buffer_fini(&p->tail);
    free(p);
}

void chunk_room_clear(struct chunk_room *room, size_t usual)
{
    arena_reset(&room->chunk.arena);
    if (room->room > 4 * (usual ? usual : CHUNKS_SIZE)) {
        free(room->text);
        room->text = NULL;
        room->room = 0;
    }
}

void chunk_room_fini(struct chunk_room *room)
{
    arena_fini(&room->chunk.arena);
    free(room->text);
    *room = (struct chunk_room){0};
}
