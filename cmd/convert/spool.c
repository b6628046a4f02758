// SPDX-License-Identifier: MIT
/* Games that wait until all are there: how they are ordered, named and told apart; and how they come out again. */
#include "cmd/convert/convert.h"
#include "core/base/array.h"
#include "core/base/fold.h"
#include "core/base/printable.h"
#include "core/base/signals.h"
#include "core/game/date.h"
#include "core/game/result.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/stat.h>

enum { NAME_MAX_BYTES = 100, DIGITS = 10 };

/* ---- sort keys ---- */

/* Numbers inside a text compare as numbers: each is written with its length before it. */
static void add_natural(struct buffer *key, struct text t)
{
    for (size_t i = 0; i < t.n;) {
        if (t.s[i] < '0' || t.s[i] > '9') {
            buffer_add_char(key, t.s[i++]);
            continue;
        }
        while (i < t.n && t.s[i] == '0')
            i++;
        size_t begin = i;
        while (i < t.n && t.s[i] >= '0' && t.s[i] <= '9')
            i++;
        size_t n = i - begin;
        buffer_add_char(key, '0');
        buffer_add_char(key, (char)('0' + (n < 70 ? n : 70)));
        buffer_add(key, t.s + begin, n);
    }
}

static void add_field(struct buffer *key, const struct game *game, struct text field)
{
    char name[64] = {0};
    if (field.n < sizeof name)
        memcpy(name, field.s, field.n);
    if (text_is_nocase(field, "plies")) {
        buffer_printf(key, "%010u", game_plies(game));
        return;
    }
    if (text_is_nocase(field, "variant")) {
        buffer_add_string(key, game->rules ? game->rules->name : "");
        return;
    }
    struct text value = game_tag(game, name);
    struct date date;
    if (field.n >= 4 && text_is_nocase((struct text){field.s + field.n - 4, 4}, "date")
        && date_read(value, &date) != DATE_NONE) {
        buffer_printf(key, "%04u%02u%02u", date.year, date.month, date.day);
        return;
    }
    struct buffer folded = {0};
    if (!text_is(value, "?"))
        fold_text(&folded, value);
    add_natural(key, buffer_text(&folded));
    key->failed = key->failed || folded.failed;
    buffer_fini(&folded);
}

/* "date,-round": a field with a minus is sorted downwards, which turns its bytes round. */
static void add_sort_key(const char *sort, const struct game *game, struct buffer *key)
{
    for (const char *p = sort; *p;) {
        size_t n = strcspn(p, ",");
        struct text field = text_trim((struct text){p, n});
        bool down = field.n && *field.s == '-';
        if (down)
            field = (struct text){field.s + 1, field.n - 1};
        size_t begin = key->n;
        add_field(key, game, field);
        buffer_add_char(key, '\0');
        for (size_t i = begin; down && i < key->n; i++)
            key->s[i] = (char)~key->s[i];
        p += n + (p[n] == ',');
    }
}

/* ---- names of files ---- */

static bool is_reserved(struct text name)
{
    static const char *const words[] = {"con", "prn", "aux", "nul", "conin$", "conout$", "clock$"};
    const char *dot = memchr(name.s, '.', name.n);
    struct text stem = text_trim((struct text){name.s, dot ? (size_t)(dot - name.s) : name.n});
    for (size_t i = 0; i < ARRAY_LEN(words); i++) {
        if (text_is_nocase(stem, words[i]))
            return true;
    }
    struct text port = {stem.s, 3};
    return stem.n == 4 && stem.s[3] >= '0' && stem.s[3] <= '9'
           && (text_is_nocase(port, "com") || text_is_nocase(port, "lpt"));
}

/*
 * A name that every system takes: no separators, no wildcards, nothing that a terminal would obey, no dash at its
 * beginning, which a command takes for an option, no blanks or dots at its ends, no device, not too long.
 */
static void safe_name(struct text value, struct buffer *out)
{
    size_t begin = out->n;
    bool printable = printable_is(value);
    value = text_trim(value);
    while (value.n && *value.s == '.')
        value = (struct text){value.s + 1, value.n - 1};
    for (size_t i = 0; i < value.n && out->n - begin < NAME_MAX_BYTES; i++) {
        unsigned char c = (unsigned char)value.s[i];
        bool bad = c < 0x20 || c == 0x7F || (c >= 0x80 && !printable)
                   || (c == '-' && out->n == begin) || strchr("/\\:*?\"<>|%", c);
        buffer_add_char(out, bad ? '_' : (char)c);
    }
    while (out->n > begin && ((unsigned char)out->s[out->n - 1] & 0xC0) == 0x80
           && out->n - begin >= NAME_MAX_BYTES)
        out->n--; /* not in the middle of a character */
    if (out->n > begin && ((unsigned char)out->s[out->n - 1] & 0xC0) == 0xC0)
        out->n--;
    while (out->n > begin && (out->s[out->n - 1] == ' ' || out->s[out->n - 1] == '.'))
        out->n--;
    bool empty = true;
    for (size_t i = begin; i < out->n; i++)
        empty = empty && (out->s[i] == '_' || out->s[i] == '-');
    if (empty) {
        out->n = begin;
        buffer_add_string(out, "unknown");
    } else if (is_reserved((struct text){out->s + begin, out->n - begin})) {
        buffer_add_char(out, '_'); /* in front: "con.x_" would still be the device */
        if (!out->failed) {
            memmove(out->s + begin + 1, out->s + begin, out->n - 1 - begin);
            out->s[begin] = '_';
        }
    }
}

/* Names that differ in capitals or marks alone would be one file on some systems: they are one for us, too. */
static struct text file_name(struct text value, struct buffer *scratch, struct arena *arena)
{
    struct buffer folded = {0};
    buffer_clear(scratch);
    fold_text(&folded, value);
    safe_name(buffer_text(&folded), scratch);
    size_t n = 0;
    for (size_t i = 0; i < scratch->n; i++) { /* a run of blanks is one underscore */
        char c = scratch->s[i] == ' ' ? '_' : scratch->s[i];
        if (!(c == '_' && n && scratch->s[n - 1] == '_'))
            scratch->s[n++] = c;
    }
    scratch->n = n;
    char *copy =
        folded.failed || scratch->failed ? NULL : arena_strndup(arena, scratch->s, scratch->n);
    buffer_fini(&folded);
    return (struct text){copy, scratch->n};
}

enum split_by {
    BY_EVENT,
    BY_YEAR,
    BY_WHITE,
    BY_BLACK,
    BY_PLAYER,
    BY_OPENING,
    BY_NUMBER,
    BY_NOTHING
};

static const char *const split_words[] = {"event", "year", "white", "black", "player", "opening"};

static enum split_by split_of(const char *word)
{
    if (!word)
        return BY_NOTHING;
    for (unsigned i = 0; i < sizeof split_words / sizeof split_words[0]; i++) {
        if (strcmp(word, split_words[i]) == 0)
            return (enum split_by)i;
    }
    return BY_NUMBER;
}

static struct text year_of(const struct game *game, char buf[8])
{
    struct date date;
    if (date_read(game_tag(game, "Date"), &date) == DATE_NONE || !date.year)
        return text_of("unknown");
    snprintf(buf, 8, "%04u", date.year % 10000);
    return text_of(buf);
}

static void name_files(const struct convert *c, struct convert_worker *w, const struct game *game,
                       struct arena *arena, struct spool_entry *entry)
{
    char year[8];
    switch (split_of(c->settings->split)) {
    case BY_EVENT:
        entry->name = file_name(game_tag(game, "Event"), &w->scratch, arena);
        break;
    case BY_YEAR:
        entry->name = file_name(year_of(game, year), &w->scratch, arena);
        break;
    case BY_WHITE:
        entry->name = file_name(game_tag(game, "White"), &w->scratch, arena);
        break;
    case BY_PLAYER:
        entry->name = file_name(game_tag(game, "White"), &w->scratch, arena);
        entry->also = file_name(game_tag(game, "Black"), &w->scratch, arena);
        if (text_same(entry->name, entry->also))
            entry->also.s = NULL;
        break;
    case BY_BLACK:
        entry->name = file_name(game_tag(game, "Black"), &w->scratch, arena);
        break;
    case BY_OPENING:
        entry->name = file_name(game_tag(game, "Opening"), &w->scratch, arena);
        break;
    default:
        break;
    }
}

/* ---- what is kept of a game ---- */

static struct text copy_text(struct arena *arena, struct text t, bool *failed)
{
    char *copy = arena_strndup(arena, t.s ? t.s : "", t.n);
    *failed = *failed || !copy;
    return (struct text){copy, t.n};
}

static void label_game(const struct game *game, struct buffer *out)
{
    static const char *const tags[] = {"Event", "Date", "Round"};
    buffer_clear(out);
    buffer_printf(out, "%.*s - %.*s", TEXT_ARGS(game_tag(game, "White")),
                  TEXT_ARGS(game_tag(game, "Black")));
    for (size_t i = 0; i < 3; i++) {
        struct text t = game_tag(game, tags[i]);
        if (t.n && !text_is(t, "?"))
            buffer_printf(out, ", %.*s", TEXT_ARGS(t));
    }
}

int convert_describe(const struct convert *c, struct convert_worker *w, const struct game *game,
                     struct arena *arena, struct spool_entry **out, struct err *err)
{
    struct spool_entry *entry = arena_zalloc(arena, sizeof *entry);
    bool failed = !entry;
    if (!failed && c->settings->sort) {
        buffer_clear(&w->scratch);
        add_sort_key(c->settings->sort, game, &w->scratch);
        entry->sort = copy_text(arena, buffer_text(&w->scratch), &failed);
    }
    if (!failed)
        name_files(c, w, game, arena, entry);
    if (!failed && c->settings->dedupe != DEDUPE_NONE) {
        failed = spool_describe(game, &w->moves, &w->names, &entry->game);
        entry->game.moves = copy_text(arena, entry->game.moves, &failed);
        entry->game.white = copy_text(arena, entry->game.white, &failed);
        entry->game.black = copy_text(arena, entry->game.black, &failed);
        label_game(game, &w->scratch);
        entry->label = copy_text(arena, buffer_text(&w->scratch), &failed);
    }
    *out = entry;
    return failed || w->scratch.failed ? err_set(err, game->at, "out of memory") : 0;
}

int convert_check_order(const struct convert *c, const struct command *command)
{
    const struct convert_settings *s = c->settings;
    int64_t n;
    struct err err = {0};
    if (s->split && split_of(s->split) == BY_NUMBER
        && option_number(s->split, 1, 1000000000, &n, &err))
        return command_usage(command,
                             "--split: expected event, year, white, black, player, opening "
                             "or a number of games, found '%s'",
                             s->split);
    for (const char *p = s->sort; p && *p;) {
        size_t len = strcspn(p, ",");
        if (text_trim((struct text){p, len}).n == 0 || len > 60)
            return command_usage(command, "--sort: expected names of tags with commas, found '%s'",
                                 p);
        p += len + (p[len] == ',');
    }
    return 0;
}

/* ---- coming out again ---- */

struct writing {
    struct convert *c;
    struct buffer name; /* that it belongs to */
    uint64_t in_file, files, a_file, all;
};

/* The folder is made where it is missing; of "games-%.pdn" the sign is replaced. */
static int make_path(struct writing *w, struct text name, struct err *err)
{
    const char *pattern = w->c->settings->output, *sign = strchr(pattern, '%');
    buffer_clear(&w->c->path);
    if (sign) {
        buffer_add(&w->c->path, pattern, (size_t)(sign - pattern));
        buffer_add_text(&w->c->path, name);
        buffer_add_string(&w->c->path, sign + 1);
    } else {
        size_t n = strlen(pattern);
        while (n > 1 && pattern[n - 1] == '/')
            n--;
        if (mkdir(pattern, 0777) && errno != EEXIST)
            return err_set(err, (struct src_pos){.file = pattern}, "cannot make this folder: %s",
                           strerror(errno));
        buffer_add(&w->c->path, pattern, n);
        buffer_add_char(&w->c->path, '/');
        buffer_add_text(&w->c->path, name);
        buffer_add_char(&w->c->path, '.');
        const char *suffixes = w->c->to->suffixes;
        buffer_add(&w->c->path, suffixes, strcspn(suffixes, " "));
    }
    buffer_add_char(&w->c->path, '\0');
    return w->c->path.failed ? err_set(err, (struct src_pos){0}, "out of memory") : 0;
}

static int finish_file(struct writing *w, struct err *err)
{
    struct sink *sink = w->c->sink;
    w->c->sink = NULL;
    return sink ? sink_finish(sink, err) : 0;
}

static int begin_file(struct writing *w, struct text name, struct err *err)
{
    if (finish_file(w, err) || make_path(w, name, err))
        return -1;
    if (convert_is_input(w->c, w->c->path.s))
        return err_set(err, (struct src_pos){.file = w->c->path.s},
                       "an input, too: it would be lost");
    if (sink_open(w->c, w->c->path.s, &w->c->sink, err))
        return -1;
    w->files++;
    w->in_file = 0;
    buffer_clear(&w->name);
    buffer_add_text(&w->name, name);
    return 0;
}

static int write_one(void *ctx, struct text name, struct text bytes, unsigned pieces,
                     struct err *err)
{
    struct writing *w = ctx;
    char number[24];
    if (signals_stopped())
        return 1;
    if (w->c->settings->first && w->all == w->c->settings->first)
        return 1;
    w->all++;
    if (w->a_file && (!w->c->sink || w->in_file == w->a_file)) {
        snprintf(number, sizeof number, "%06llu", (unsigned long long)w->files + 1);
        if (begin_file(w, text_of(number), err))
            return -1;
    } else if (w->c->settings->split && !w->a_file
               && (!w->c->sink || !text_same(name, buffer_text(&w->name)))
               && begin_file(w, name, err)) {
        return -1;
    }
    w->in_file++;
    return sink_put(w->c->sink, bytes, pieces, err);
}

static int tell_copy(void *ctx, struct text gone, struct text kept, const char *why)
{
    printable_fprintf(ctx, "%.*s", TEXT_ARGS(gone));
    fputs("\n    ", ctx);
    printable_fprintf(ctx, "%s: %.*s stays", why, TEXT_ARGS(kept));
    fputc('\n', ctx);
    return ferror((FILE *)ctx) ? -1 : 0;
}

static int write_report(struct convert *c, struct err *err)
{
    struct outfile *file;
    if (!c->settings->report)
        return 0;
    if (outfile_open(c->settings->report, &file, err))
        return -1;
    if (spool_report(c->spool, tell_copy, outfile_stream(file), err)) {
        outfile_close(file);
        return err_set(err, (struct src_pos){.file = c->settings->report}, "cannot write: %s",
                       strerror(errno));
    }
    return outfile_finish(&file, err);
}

int convert_write_spool(struct convert *c, struct err *err)
{
    const struct convert_settings *s = c->settings;
    struct writing w = {.c = c};
    uint64_t dropped = 0;
    if (s->split && split_of(s->split) == BY_NUMBER)
        w.a_file = strtoull(s->split, NULL, 10);
    if (spool_dedupe(c->spool, &dropped, err) || write_report(c, err)
        || (s->sample && spool_sample(c->spool, s->sample, (uint64_t)s->seed, err)))
        return -1;
    int rc = spool_read(c->spool, write_one, &w, err);
    if (rc > 0) /* stopped, or enough */
        rc = signals_stopped();
    if (rc == 0 && s->split)
        rc = finish_file(&w, err);
    buffer_fini(&w.name);
    if (rc == 0 && dropped && !s->quiet)
        command_say("%llu copies of other games were left out", (unsigned long long)dropped);
    return rc;
}
