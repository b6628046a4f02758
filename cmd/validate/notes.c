// SPDX-License-Identifier: MIT
/*
 * Notes are equal if their codes and messages are, apart from the end of the message that is about
 * one game: "; write 4-9" and "(and 3 more in this game)".
 */
#include "cmd/validate/notes.h"

#include "core/base/hash.h"

static bool begins_with(struct text t, const char *word)
{
    size_t n = strlen(word);
    return t.n >= n && memcmp(t.s, word, n) == 0;
}

static struct text common_part(struct text message)
{
    for (size_t i = 0; i < message.n; i++) {
        struct text rest = {message.s + i, message.n - i};
        if (begins_with(rest, " (and ") || begins_with(rest, "; write "))
            return (struct text){message.s, i};
    }
    return message;
}

static bool ends_line(char c) { return c == '\n' || c == '\r'; }

/* Keeps the line of a note, which is shown with --context when its text has gone. */
static void keep_line(struct notes *notes, struct note *note, const struct printed_finding *shown)
{
    enum { KEPT = 4096 }; /* bytes before the note, and after its beginning */
    const struct text t = shown->source;
    const size_t at = note->finding.offset;
    size_t from = at, to = at;
    if (at > t.n)
        return;
    while (from > 0 && at - from < KEPT && !ends_line(t.s[from - 1]))
        from--;
    while (to < t.n && to - at < KEPT && !ends_line(t.s[to]))
        to++;
    note->source = arena_text(&notes->arena, (struct text){t.s + from, to - from});
    note->finding.offset = (uint32_t)(at - from);
}

bool notes_add(struct notes *notes, const struct printed_finding *shown)
{
    const struct finding *f = shown->finding;
    struct text common = common_part(f->message);
    uint64_t key = hash128_of(common.s, common.n).low ^ (uint64_t)f->code * 0x9E3779B97F4A7C15U;
    for (unsigned i = 0; i < notes->n; i++) {
        if (notes->all[i].key == key) {
            notes->all[i].n++;
            return true;
        }
    }
    if (notes->n == NOTES_MAX)
        return false;
    struct note *note = &notes->all[notes->n++];
    *note = (struct note){
        .key = key, .n = 1, .finding = *f, .game = shown->game, .severity = shown->severity};
    note->finding.message = arena_text(&notes->arena, f->message);
    note->finding.move = arena_text(&notes->arena, f->move);
    note->finding.board = arena_text(&notes->arena, f->board);
    note->finding.repair = NULL;
    keep_line(notes, note, shown);
    return true;
}

void notes_print(struct notes *notes, struct printer *printer, const char *file)
{
    for (unsigned i = 0; i < notes->n; i++) {
        struct note *note = &notes->all[i];
        char message[600];
        struct text common = common_part(note->finding.message);
        if (note->n > 1) {
            snprintf(message, sizeof message, "%.*s (and in %llu more game%s)", TEXT_ARGS(common),
                     note->n - 1, note->n == 2 ? "" : "s");
            note->finding.message = text_of(message);
        }
        struct printed_finding shown = {.finding = &note->finding,
                                        .file = file,
                                        .game = note->game,
                                        .severity = note->severity,
                                        .source = note->source};
        print_finding(printer, &shown);
    }
    notes->n = 0;
    arena_reset(&notes->arena);
}

void notes_fini(struct notes *notes) { arena_fini(&notes->arena); }
