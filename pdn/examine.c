// SPDX-License-Identifier: MIT
/*
 * Games live in an arena of their own, which is emptied after each, so that a game's tree stays in
 * the cache; only findings live as long as the chunk. Lines are counted only up to the games in
 * which something was found.
 */
#include "pdn/examine.h"

#include "core/check/baseline.h"
#include "core/game/finding-messages.h"
#include "pdn/kind.h"
#include "pdn/neighbours.h"
#include "pdn/pdn.h"

#include <stdlib.h>

struct examiner {
    struct checker *checker;
    struct arena arena;      /* for one game */
    enum game_before before; /* what precedes the next game of this chunk */
    bool game_keys;          /* are computed */
};

/* How far lines have been counted so far. */
struct examined_count {
    size_t offset;
    unsigned line;
    size_t line_start;
};

struct examiner *examiner_open(const struct check_options *options)
{
    struct examiner *x = calloc(1, sizeof *x);
    if (x && !(x->checker = checker_open(options))) {
        free(x);
        return NULL;
    }
    if (x)
        x->game_keys = options && options->game_keys;
    return x;
}

void examiner_close(struct examiner *x)
{
    if (!x)
        return;
    checker_close(x->checker);
    arena_fini(&x->arena);
    free(x);
}

/* ---- the text as a whole ---- */

static void look_at_line_ends(struct examined *e, struct text t)
{
    const char *end = t.s + t.n;
    const char *cr = t.n ? memchr(t.s, '\r', t.n) : NULL;
    if (!cr) {
        e->lf = t.n && memchr(t.s, '\n', t.n);
        return;
    }
    for (const char *s = t.s; s < end; s++) {
        if (*s == '\n') {
            e->lf = true;
        } else if (*s == '\r') {
            bool pair = s + 1 < end && s[1] == '\n';
            e->crlf |= pair;
            e->cr |= !pair;
            s += pair;
        }
    }
}

static struct finding *add_for_chunk(struct examined *e, const struct chunk *chunk,
                                     enum finding_code code, struct text message)
{
    struct finding *f = findings_add(&e->findings, code, 0, 0, "%.*s", TEXT_ARGS(message));
    if (f) {
        f->game = EXAMINED_NO_GAME;
        f->at = (struct src_pos){chunk->file, chunk->line ? chunk->line : 1, 1};
    }
    return f;
}

static void tell_encoding(struct examined *e, const struct chunk *chunk)
{
    struct findings *found = &e->findings;
    if (chunk->had_bom)
        add_for_chunk(e, chunk, FINDING_BYTE_ORDER_MARK, text_of(MESSAGE_BYTE_ORDER_MARK));
    if (chunk->encoding) /* set for each chunk: the first ones may have been UTF-8 */
        add_for_chunk(e, chunk, FINDING_ENCODING,
                      findings_text(found,
                                    chunk->encoding_guessed ? MESSAGE_ENCODING_GUESSED
                                                            : MESSAGE_ENCODING_GIVEN,
                                    chunk->encoding));
}

static void tell_oversize(struct examined *e, const struct chunk *chunk)
{
    add_for_chunk(
        e, chunk, FINDING_HUGE_GAME,
        findings_text(&e->findings, MESSAGE_HUGE_GAME, (unsigned long long)chunk->oversize));
}

/* ---- games ---- */

/* Counts lines on to a place, and gives its line and column. */
static struct src_pos place_of(struct examined_count *c, const struct chunk *chunk, size_t offset)
{
    const char *s = chunk->text.s;
    struct text between = {s + c->offset, offset - c->offset};
    bool split_pair =
        offset > c->offset && s[offset - 1] == '\r' && offset < chunk->text.n && s[offset] == '\n';
    size_t from = c->offset, start = offset;
    if (between.n) {
        c->line += (unsigned)text_count_lines(between) - split_pair;
        c->offset = offset;
    }
    while (start > from && s[start - 1] != '\n' && (s[start - 1] != '\r' || split_pair))
        start--;
    if (start > from) /* otherwise the place is in the same line as the last one */
        c->line_start = start;
    return (struct src_pos){chunk->file, c->line, (unsigned)(offset - c->line_start) + 1};
}

/*
 * Makes offsets count from the start of the chunk. A guess of the variant is reported for the first
 * such game of a file, which may be another one after sorting, so it is attributed to no game.
 */
static void move_findings(struct findings *found, struct finding *after, uint32_t start,
                          uint64_t game_key)
{
    for (struct finding *f = after ? after->next : found->first; f; f = f->next) {
        f->offset += start;
        f->game_key = f->code == FINDING_VARIANT_GUESSED ? 0 : game_key;
        for (struct repair *r = f->repair; r; r = r->next)
            r->offset += start;
    }
}

static int examine_game(struct examiner *x, struct chunk *chunk, struct examined *e, size_t offset,
                        size_t *used, struct examined_count *counted, struct err *err)
{
    struct finding *after = e->findings.last;
    struct game game = {
        .arena = &x->arena, .more = !chunk->last, .before = x->before, .at = {.file = chunk->file}};
    const char *s = chunk->text.s + offset;
    int got = pdn_parse(s, chunk->text.n - offset, used, &game, &e->findings, err);
    if (got == 1 && check_game(x->checker, &game, &e->findings, err))
        got = -1;
    if (got < 0)
        return -1;
    if (got == 1) {
        unsigned plies;
        x->before = game_before_next(&game);
        bool legal = check_was_legal(x->checker, &plies);
        e->plies += plies;
        e->with_moves += plies != 0;
        e->legal += plies && legal;
        e->with_tags += game.n_tags != 0;
    }
    if (e->findings.last != after) {
        struct src_pos at = place_of(counted, chunk, offset);
        findings_settle(&e->findings, after, (struct text){s, *used}, at, e->games);
        move_findings(&e->findings, after, (uint32_t)offset,
                      x->game_keys ? baseline_game_key(&game) : 0);
    }
    e->games += got == 1;
    arena_reset(&x->arena);
    return 0;
}

int examine_chunk(struct examiner *x, struct chunk *chunk, struct examined **out, struct err *err)
{
    struct examined *e = arena_zalloc(&chunk->arena, sizeof *e);
    struct examined_count counted = {0, chunk->line, 0};
    const char *other = chunk->first && !chunk->oversized ? pdn_other_kind(chunk) : NULL;
    if (!e)
        return err_memory(err);
    *out = e;
    e->findings.arena = &chunk->arena;
    if (!other) /* for other kinds of file it would only be noise */
        tell_encoding(e, chunk);
    if (chunk->oversized) {
        tell_oversize(e, chunk);
    } else if (other) {
        add_for_chunk(e, chunk, FINDING_NOT_PDN,
                      findings_text(&e->findings, MESSAGE_OTHER_KIND, other));
        e->not_pdn = true;
    } else {
        look_at_line_ends(e, chunk->text);
        x->before = GAME_BEFORE_NONE;
        checker_set_text(x->checker, chunk->text, pdn_neighbours);
        for (size_t at = 0, used; at < chunk->text.n; at += used)
            if (examine_game(x, chunk, e, at, &used, &counted, err))
                return -1;
    }
    if (chunk->failed)
        add_for_chunk(e, chunk, FINDING_READ_FAILED,
                      findings_text(&e->findings, "%s", chunk->failed->msg));
    return e->findings.failed ? err_memory(err) : 0;
}
