// SPDX-License-Identifier: MIT
/*
 * A semicolon or a percent sign begins a comment in PDN, and a bar is a word like any other. In a
 * cell of one line such a comment could not end: there these signs separate moves, and become
 * blanks before the PDN parser reads the cell. In a cell of several lines they do so if a move
 * follows.
 */
#include "pdn/formats/csv-moves.h"

#include "core/base/ascii.h"
#include "core/base/utf8.h"
#include "pdn/move-text.h"
#include "pdn/pdn.h"
#include "pdn/scan.h"

#include <string.h>

/* ---- what stands between moves ---- */

static bool is_sign(char c) { return c == ';' || c == '|' || c == '%'; }

/* After the last c before `end`; `begin` if there is none. */
static const char *after_last(char c, const char *begin, const char *end)
{
    while (end > begin && end[-1] != c)
        end--;
    return end;
}

/*
 * Finds the next separators outside braces and quotes, which are those of comments and of a setup's
 * FEN. A brace or quote that is never closed does not count.
 */
static const char *find_signs(const char *p, const char *end, const char *braces,
                              const char *quotes)
{
    while (p < end && !is_sign(*p)) {
        const bool opens = (*p == '{' && p + 1 < braces) || (*p == '"' && p + 1 < quotes);
        if (opens)
            p = memchr(p + 1, *p == '{' ? '}' : '"', (size_t)(end - p - 1));
        p++;
    }
    return p;
}

static const char *skip_signs(const char *p, const char *end)
{
    while (p < end && (is_blank(*p) || is_sign(*p)))
        p++;
    return p;
}

/* Turns separators into blanks, in a copy if there are any. @return whether there was memory */
static bool blank_separators(struct text *moves, struct arena *arena)
{
    const char *s = moves->s, *end = s + moves->n;
    const char *braces = after_last('}', s, end), *quotes = after_last('"', s, end);
    const bool many_lines = memchr(s, '\n', moves->n) || memchr(s, '\r', moves->n);
    char *copy = NULL;
    for (const char *p = s; (p = find_signs(p, end, braces, quotes)) < end;) {
        const char *next = skip_signs(p, end);
        const bool all =
            !many_lines || next == end || ascii_is_digit(*next) || pdn_move_length(next, end) > 0;
        if (!copy && !(copy = arena_strndup(arena, s, moves->n)))
            return false;
        for (; p < next; p++) {
            if (*p == '|' || (all && is_sign(*p)))
                copy[p - s] = ' ';
        }
    }
    if (copy)
        moves->s = copy;
    return true;
}

/* ---- text that is no move ---- */

/* Signs of analysis, such as +- and U+00B1, and a lone ? could not have been moves. */
static bool has_word(struct text t)
{
    for (const char *p = t.s, *end = t.s + t.n; p < end; p++) {
        if (ascii_is_digit(*p) || ascii_is_letter(*p) || text_nonascii_letter(p, end))
            return true;
    }
    return false;
}

static bool is_reported(const struct finding *f, uint32_t offset)
{
    for (; f; f = f->next) {
        if (f->code == FINDING_UNREADABLE_MOVE && f->offset == offset)
            return true;
    }
    return false;
}

/* For reporting comments of the main line, with the text of the cell that they come from. */
struct text_report {
    struct text moves;
    uint32_t offset; /* of `moves` in the game's source */
    struct findings *found;
    const struct finding *since; /* the first finding of this cell */
    unsigned faults;
};

/* Reports comments that were not opened by a bracket, semicolon or percent sign. */
static void report_text(struct text_report *r, const struct item *item)
{
    enum { FAULTS_MAX = 100, SHOWN = 40 };
    for (; item && r->faults < FAULTS_MAX; item = item->next) {
        const uint32_t at = item->offset - r->offset;
        if (item->kind != ITEM_COMMENT || at >= r->moves.n || strchr("{(;%", r->moves.s[at])
            || !has_word(item->comment))
            continue;
        r->faults++;
        if (is_reported(r->since, item->offset))
            continue;
        const size_t shown = utf8_fit(item->comment.s, item->comment.n, SHOWN);
        findings_add(r->found, FINDING_UNREADABLE_MOVE, item->offset, (uint32_t)item->comment.n,
                     "\"%.*s%s\" is not a move; comments are in braces", (int)shown,
                     item->comment.s, shown < item->comment.n ? "..." : "");
    }
}

int csv_moves_read(struct text cell, uint32_t offset, struct game *game, struct findings *found,
                   struct err *err)
{
    struct text moves = text_trim(cell);
    struct game body = {.arena = game->arena, .at = game->at, .n_parts = game->n_parts};
    struct finding *before = found->last;
    size_t used;
    if (moves.n == 0)
        return 0;
    offset = body.offset = offset + (uint32_t)(moves.s - cell.s);
    if (!blank_separators(&moves, game->arena))
        return err_memory(err);
    if (pdn_parse(moves.s, moves.n, &used, &body, found, err) < 0)
        return -1;
    struct text_report report = {moves, offset, found, before ? before->next : found->first, 0};
    report_text(&report, body.line.before);
    for (const struct node *node = body.line.first; node; node = node->next)
        report_text(&report, node->items);
    if (text_trim((struct text){moves.s + used, moves.n - used}).n)
        findings_add(found, FINDING_BAD_RECORD, 0, 0,
                     "text after the end of the game in column moves");
    game->line = body.line;
    game->n_parts = body.n_parts;
    if (!game->terminator.n) {
        const bool ends = body.terminator.n > 0;
        game->terminator = ends ? body.terminator : (struct text){moves.s + moves.n, 0};
        game->terminator_offset = ends ? body.terminator_offset : offset + (uint32_t)moves.n;
    }
    return 0;
}
