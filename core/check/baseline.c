// SPDX-License-Identifier: MIT
/*
 * The file has a line for each known finding: KEY COUNT CODE FILE KEY identifies the finding; the
 * code and file are there for people who read or edit it. Lines are in the order in which the
 * findings were added.
 */
#include "core/check/baseline.h"

#include "core/base/array.h"
#include "core/base/buffer.h"
#include "core/base/hash.h"
#include "core/base/hashtable.h"
#include "core/base/outfile.h"
#include "core/base/printable.h"
#include "core/base/source.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { LINE_MAX_BYTES = (1 << 14) - 2 };

struct entry {
    uint64_t key;
    unsigned long count, met;
    const char *code; /* static */
    const char *file; /* in the arena */
};

struct baseline {
    struct entry *entries; /* in the order added; owned */
    size_t n, room;
    struct hashtable by_key;
    struct arena arena;
    struct buffer text; /* scratch for making a key */
};

/* Every form has begun with these words. */
#define HEAD "# findings known to dama-validate"

static const char head[] = HEAD ", form 2: key, how often, code, file";

struct baseline *baseline_open(void) { return calloc(1, sizeof(struct baseline)); }

void baseline_close(struct baseline *b)
{
    if (!b)
        return;
    free(b->entries);
    hashtable_fini(&b->by_key);
    arena_fini(&b->arena);
    buffer_fini(&b->text);
    free(b);
}

uint64_t baseline_game_key(const struct game *game)
{
    static const char *const names[] = {"Event", "Site", "Date", "Round", "White", "Black", "FEN"};
    enum { PLIES = 16 };
    struct buffer text = {0};
    bool any = false;
    for (size_t i = 0; i < ARRAY_LEN(names); i++) {
        struct text value = text_trim(game_tag(game, names[i]));
        any |= value.n && value.s[0] != '?';
        buffer_add_text(&text, value);
        buffer_add_char(&text, '\0');
    }
    unsigned plies = 0;
    for (const struct node *n = game->line.first; !any && n && plies < PLIES;
         n = n->next, plies++) {
        buffer_add_text(&text, n->text);
        buffer_add_char(&text, ' ');
    }
    uint64_t key = text.failed ? 1 : hash128_of(text.s, text.n).low | 1;
    buffer_fini(&text);
    return key;
}

/*
 * The message of a finding, without what may change when games are added: the reason for a guessed
 * variant, as in `, like the other games in the file`.
 */
static struct text lasting_message(const struct finding *f)
{
    struct text message = f->message;
    const char *reason =
        f->code == FINDING_VARIANT_GUESSED && message.n ? memchr(message.s, ',', message.n) : NULL;
    if (reason)
        message.n = (size_t)(reason - message.s);
    return message;
}

static uint64_t key_of(struct baseline *b, const struct finding *f, struct text message)
{
    buffer_clear(&b->text);
    buffer_add_bytes(&b->text, f->game_key, sizeof f->game_key);
    buffer_add(&b->text, finding_kinds[f->code].word, strlen(finding_kinds[f->code].word) + 1);
    buffer_add_text(&b->text, f->move);
    buffer_add_char(&b->text, '\0');
    buffer_add_text(&b->text, message);
    return hash128_of(b->text.s, b->text.n).low;
}

static struct entry *find(const struct baseline *b, uint64_t key)
{
    HASHTABLE_EACH (&b->by_key, key, i)
        if (b->entries[i].key == key)
            return &b->entries[i];
    return NULL;
}

static int add(struct baseline *b, uint64_t key, unsigned long count, const char *code,
               const char *file)
{
    struct entry *e = find(b, key);
    if (e) {
        e->count += count;
        return 0;
    }
    /* most entries follow one of the same file */
    const char *own = b->n && !strcmp(b->entries[b->n - 1].file, file)
                          ? b->entries[b->n - 1].file
                          : arena_strndup(&b->arena, file, strlen(file));
    if (!own || !ARRAY_GROW(b->entries, b->n, b->room) || hashtable_add(&b->by_key, key, b->n))
        return -1;
    b->entries[b->n++] = (struct entry){.key = key, .count = count, .code = code, .file = own};
    return 0;
}

int baseline_add(struct baseline *b, const char *file, const struct finding *f)
{
    uint64_t key = key_of(b, f, lasting_message(f));
    return b->text.failed ? -1 : add(b, key, 1, finding_kinds[f->code].word, file);
}

bool baseline_knows(struct baseline *b, const struct finding *f)
{
    struct entry *e = find(b, key_of(b, f, lasting_message(f)));
    if (!e) /* in files written when the reason was still part of the message */
        e = find(b, key_of(b, f, f->message));
    if (!e || e->met >= e->count)
        return false;
    e->met++;
    return true;
}

static int read_line(struct baseline *b, char *line, struct src_pos at, struct err *err)
{
    enum finding_code code;
    char *end, *word = NULL;
    line[strcspn(line, "\r\n")] = '\0';
    if (at.line == 1 && strcmp(line, head) != 0)
        return err_set(err, at,
                       "not a baseline that this version wrote; write it again with "
                       "--write-baseline");
    if (line[0] == '#' || line[0] == '\0')
        return 0;
    errno = 0;
    uint64_t key = strtoull(line, &end, 16);
    unsigned long count = *end == ' ' ? strtoul(end + 1, &end, 10) : 0;
    if (!errno && count && *end == ' ')
        word = end + 1;
    char *file = word ? strchr(word, ' ') : NULL;
    if (!file)
        return err_set(err, at,
                       "expected key, count, code and file, as dama-validate "
                       "--write-baseline writes them");
    struct text name = {word, (size_t)(file - word)};
    if (!finding_code_of(name, &code))
        return err_set(err, at, "unknown code '%.*s'", TEXT_ARGS(name));
    return add(b, key, count, finding_kinds[code].word, file + 1) ? err_memory(err) : 0;
}

/* A window on the file, which may be compressed. */
struct window {
    struct source *source;
    char text[4 * LINE_MAX_BYTES]; /* the last byte is for a NUL */
    size_t from, n;                /* what has not been taken yet */
    bool ended;
};

/*
 * Takes the next line, without its end.
 * @return 1, or 0 at the end of the file, or -1 with `err`
 */
static int take_line(struct window *w, char **line, size_t *length, struct err *err)
{
    char *end = memchr(w->text + w->from, '\n', w->n);
    if (!end && !w->ended) {
        const size_t room = sizeof w->text - 1 - w->n;
        size_t got;
        memmove(w->text, w->text + w->from, w->n);
        w->from = 0;
        if (source_fill(w->source, w->text + w->n, room, &got, err))
            return -1;
        w->n += got;
        w->ended = got < room;
        end = memchr(w->text, '\n', w->n);
    }
    if (!w->n)
        return 0;
    *line = w->text + w->from;
    *length = end ? (size_t)(end - *line) : w->n;
    (*line)[*length] = '\0';
    w->from += *length + (end != NULL);
    w->n -= *length + (end != NULL);
    return 1;
}

static int read_lines(struct baseline *b, const char *path, struct err *err)
{
    struct window w = {0};
    struct src_pos at = {.file = path};
    char *line;
    size_t length;
    int rc = source_open(path, &w.source, err);
    while (rc == 0 && (rc = take_line(&w, &line, &length, err)) > 0) {
        at.line++;
        rc = at.line > 1 && length > LINE_MAX_BYTES
                 ? err_set(err, at, "a line of more than %d bytes", LINE_MAX_BYTES)
                 : read_line(b, line, at, err);
    }
    source_close(w.source);
    return rc;
}

struct baseline *baseline_read(const char *path, struct err *err)
{
    struct baseline *b = baseline_open();
    if (!b) {
        err_memory(err);
        return NULL;
    }
    if (read_lines(b, path, err) == 0)
        return b;
    baseline_close(b);
    return NULL;
}

int baseline_check_place(const char *path, struct err *err)
{
    char text[sizeof HEAD - 1];
    struct source *source;
    size_t n = 0;
    if (!source_is_file(path) || access(path, F_OK))
        return 0;
    int rc = source_open(path, &source, err);
    if (rc == 0)
        rc = source_fill(source, text, sizeof text, &n, err);
    source_close(source);
    if (rc == 0 && n && !text_is((struct text){text, n}, HEAD))
        rc = err_file(err, path, "not a baseline; refusing to replace it");
    return rc;
}

int baseline_write(const struct baseline *b, const char *path, struct err *err)
{
    struct outfile *file;
    if (outfile_open(path, &file, err))
        return -1;
    FILE *out = outfile_stream(file);
    fprintf(out, "%s\n", head);
    for (size_t i = 0; i < b->n; i++) {
        const struct entry *e = &b->entries[i];
        fprintf(out, "%016" PRIx64 " %lu %s ", e->key, e->count, e->code);
        printable_fprintf(out, "%s", e->file); /* printed on one line, whatever is in the name */
        fputc('\n', out);
    }
    return outfile_finish(&file, err);
}
