// SPDX-License-Identifier: MIT
/*
 * Findings are added in the order in which the checks find them, with byte offsets only. When a
 * game is finished they are sorted, and one pass over its text turns the offsets into lines and
 * columns; games without findings, which most are, cost nothing. A list is sorted by merging, in
 * place and stably, so that two findings at one offset keep their order.
 */
#include "core/game/finding.h"

#include <stdarg.h>
#include <stdio.h>

const struct finding_kind finding_kinds[FINDING_COUNT] = {
#define FINDING(id, word, severity, strict, title, text) {word, severity, strict, title, text},
#include "core/game/finding-table.inc"
#undef FINDING
};

const char *severity_word(enum severity severity)
{
    static const char *const words[] = {"note", "warning", "error"};
    return words[severity];
}

bool finding_code_of(struct text word, enum finding_code *code)
{
    for (unsigned i = 0; i < FINDING_COUNT; i++) {
        if (text_is(word, finding_kinds[i].word)) {
            *code = (enum finding_code)i;
            return true;
        }
    }
    return false;
}

static PRINTF_LIKE(2, 0)
struct text format_text(struct findings *found, const char *format, va_list args)
{
    char usual[256]; /* nearly all messages are shorter, so that they are formatted only once */
    va_list again;
    va_copy(again, args);
    int n = vsnprintf(usual, sizeof usual, format, args);
    char *s = n < 0 ? NULL : arena_alloc(found->arena, (size_t)n + 1);
    if (!s)
        found->failed = true;
    else if ((size_t)n < sizeof usual)
        memcpy(s, usual, (size_t)n + 1);
    else
        vsnprintf(s, (size_t)n + 1, format, again);
    va_end(again);
    return (struct text){s, s ? (size_t)n : 0};
}

struct text findings_text(struct findings *found, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    struct text t = format_text(found, format, args);
    va_end(args);
    return t;
}

bool finding_is_error(const struct finding *f)
{
    return finding_kinds[f->code].severity == SEVERITY_ERROR;
}

struct finding *findings_add(struct findings *found, enum finding_code code, uint32_t offset,
                             uint32_t length, const char *format, ...)
{
    struct finding *f = arena_zalloc(found->arena, sizeof *f);
    if (!f) {
        found->failed = true;
        return NULL;
    }
    f->code = code;
    f->offset = offset;
    f->length = length;
    va_list args;
    va_start(args, format);
    f->message = format_text(found, format, args);
    va_end(args);
    if (found->last)
        found->last->next = f;
    else
        found->first = f;
    found->last = f;
    found->n++;
    return f;
}

struct repair *finding_repair(struct findings *found, struct finding *f, uint32_t offset,
                              uint32_t length, struct text text, bool certain)
{
    struct repair *repair = f ? arena_alloc(found->arena, sizeof *repair) : NULL;
    if (!repair) {
        found->failed = true;
        return NULL;
    }
    *repair = (struct repair){NULL, offset, length, text, certain};
    struct repair **end = &f->repair;
    while (*end)
        end = &(*end)->next;
    return *end = repair;
}

void findings_cut(struct findings *found, struct finding *after)
{
    struct finding **from = after ? &after->next : &found->first;
    for (const struct finding *f = *from; f; f = f->next)
        found->n--;
    *from = NULL;
    found->last = after;
}

void findings_drop(struct findings *found, enum finding_code code)
{
    struct finding **link = &found->first;
    found->last = NULL;
    while (*link) {
        struct finding *f = *link;
        if (f->code == code && !f->at.line) {
            *link = f->next;
            found->n--;
        } else {
            found->last = f;
            link = &f->next;
        }
    }
}

/* Stable merge of two lists in the order of their offsets. */
static struct finding *merge(struct finding *a, struct finding *b)
{
    struct finding *first = NULL, **end = &first;
    while (a && b) {
        struct finding **less = b->offset < a->offset ? &b : &a;
        *end = *less;
        end = &(*less)->next;
        *less = *end;
    }
    *end = a ? a : b;
    return first;
}

/* Bottom-up merge sort: `run[i]` holds 2^i findings, or none. */
static struct finding *sort(struct finding *list)
{
    struct finding *run[32] = {NULL}, *sorted = NULL;
    while (list) {
        struct finding *one = list;
        unsigned i = 0;
        list = list->next;
        one->next = NULL;
        for (; run[i]; run[i++] = NULL)
            one = merge(run[i], one);
        run[i] = one;
    }
    for (unsigned i = 0; i < 32; i++)
        sorted = merge(run[i], sorted);
    return sorted;
}

void findings_settle(struct findings *found, struct finding *after, struct text source,
                     struct src_pos at, uint32_t game)
{
    struct finding **from = after ? &after->next : &found->first;
    if (!*from)
        return;
    *from = sort(*from);
    struct src_pos place = at;
    struct text rest = source.n ? source : text_of("");
    for (struct finding *f = *from; f; f = f->next) {
        size_t to = f->offset < source.n ? f->offset : source.n, n = to - (source.n - rest.n);
        text_move_place(rest, n, &place);
        rest = (struct text){rest.s + n, rest.n - n};
        f->at = place;
        f->game = game;
        found->last = f;
    }
}
