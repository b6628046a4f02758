// SPDX-License-Identifier: MIT
/*
 * A player's file is cut in two when it grows: NAME.dxp becomes NAME.1.dxp, so that at most two
 * files of an equal share of the bound exist for each player.
 */
#include "match/transcript.h"

#include "core/base/clock.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { MAX_BYTES = 64 << 20, FILES_MAX = 256 };

struct file {
    const struct player_settings *player;
    FILE *out;
    int64_t began, size;
};

struct transcripts {
    char *folder; /* owned */
    int64_t max;
    bool failed;
    unsigned n;
    struct file files[FILES_MAX];
};

int transcripts_open(const char *folder, int64_t max, struct transcripts **out, struct err *err)
{
    struct src_pos at = {.file = folder};
    if (mkdir(folder, 0777) && errno != EEXIST)
        return err_set(err, at, "cannot make the folder: %s", strerror(errno));
    struct transcripts *t = calloc(1, sizeof *t);
    if (!t || !(t->folder = strdup(folder))) {
        free(t);
        return err_memory(err);
    }
    t->max = max ? max : MAX_BYTES;
    *out = t;
    return 0;
}

void transcripts_close(struct transcripts *transcripts)
{
    if (!transcripts)
        return;
    for (unsigned i = 0; i < transcripts->n; i++)
        if (transcripts->files[i].out && fclose(transcripts->files[i].out))
            transcripts->failed = true;
    free(transcripts->folder);
    free(transcripts);
}

/** A file name made of a player's name: nothing but letters, digits and hyphens of it. */
static void path_of(const struct transcripts *t, const struct player_settings *player,
                    const char *suffix, char *path, size_t size)
{
    char name[64];
    size_t n = 0;
    for (const char *p = player->name; *p && n + 1 < sizeof name; p++)
        name[n++] =
            strchr("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789", *p) ? *p : '-';
    name[n] = '\0';
    snprintf(path, size, "%s/player-%s%s.%s", t->folder, name, suffix,
             player->kind == PLAYER_DXP ? "dxp" : "hub");
}

static void begin(struct transcripts *t, struct file *f)
{
    char path[4096], old[4096];
    path_of(t, f->player, "", path, sizeof path);
    path_of(t, f->player, ".1", old, sizeof old);
    rename(path, old);
    f->out = fopen(path, "we");
    f->began = clock_ms();
    f->size = 0;
    if (!f->out
        || fprintf(f->out, "# dama transcript 1: %s %s\n",
                   f->player->kind == PLAYER_DXP ? "dxp" : "hub", f->player->name)
               < 0)
        t->failed = true;
}

static struct file *file_of(struct transcripts *t, const struct player_settings *player)
{
    for (unsigned i = 0; i < t->n; i++)
        if (t->files[i].player == player)
            return &t->files[i];
    if (t->n == FILES_MAX)
        return NULL;
    t->files[t->n] = (struct file){.player = player};
    begin(t, &t->files[t->n]);
    return &t->files[t->n++];
}

void transcripts_add(void *ctx, const struct player_settings *player, char direction,
                     const char *bytes, size_t n)
{
    struct transcripts *t = ctx;
    struct file *f = file_of(t, player);
    if (!f)
        return;
    if (f->out && f->size > t->max / (2 * (int64_t)t->n)) {
        fclose(f->out);
        begin(t, f);
    }
    if (!f->out)
        return;
    int64_t ms = clock_ms() - f->began;
    int head = fprintf(f->out, "%lld.%03lld %c ", (long long)(ms / 1000), (long long)(ms % 1000),
                       direction);
    for (size_t i = 0; i < n; i++) {
        unsigned char c = (unsigned char)bytes[i];
        if (c >= ' ' && c < 127 && c != '\\')
            putc(c, f->out);
        else
            fprintf(f->out, "\\x%02x", c);
    }
    putc('\n', f->out);
    f->size += head + (int64_t)n + 1;
    if (fflush(f->out) || ferror(f->out))
        t->failed = true;
}

bool transcripts_failed(const struct transcripts *transcripts) { return transcripts->failed; }

/* Reading. */

static int hex(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/** Takes \xNN back to bytes, in place. @return bytes, or -1: a backslash that begins nothing */
static long unescape(char *s, size_t n)
{
    char *to = s;
    for (size_t i = 0; i < n; i++) {
        if (s[i] != '\\') {
            *to++ = s[i];
            continue;
        }
        if (i + 3 >= n || s[i + 1] != 'x' || hex(s[i + 2]) < 0 || hex(s[i + 3]) < 0)
            return -1;
        *to++ = (char)(hex(s[i + 2]) * 16 + hex(s[i + 3]));
        i += 3;
    }
    return to - s;
}

/** "12.345 > BYTES" @return 0 or -1 */
static int read_line(char *s, size_t n, struct transcript_line *out)
{
    long long seconds, ms;
    int used = 0;
    if (sscanf(s, "%lld.%3lld %c %n", &seconds, &ms, &out->direction, &used) != 3 || used == 0
        || (out->direction != '<' && out->direction != '>') || (size_t)used > n)
        return -1;
    long bytes = unescape(s + used, n - (size_t)used);
    if (bytes < 0)
        return -1;
    out->ms = seconds * 1000 + ms;
    out->bytes = (struct text){s + used, (size_t)bytes};
    return 0;
}

/** The whole file, ended by a NUL. @return NULL with `err` */
static char *read_whole(const char *path, struct arena *arena, size_t *n, struct err *err)
{
    enum { BYTES_MAX = 256 << 20 };
    struct src_pos at = {.file = path};
    struct stat st;
    FILE *f = fopen(path, "re");
    if (!f || fstat(fileno(f), &st) || st.st_size > BYTES_MAX) {
        err_set(err, at, "%s", f ? "too large for a transcript" : strerror(errno));
        if (f)
            fclose(f);
        return NULL;
    }
    char *text = arena_alloc(arena, (size_t)st.st_size + 1);
    if (text) {
        *n = fread(text, 1, (size_t)st.st_size, f);
        text[*n] = '\0';
    } else {
        err_memory(err);
    }
    fclose(f);
    return text;
}

int transcript_read(const char *path, struct arena *arena, struct transcript *out, struct err *err)
{
    struct src_pos at = {.file = path, .line = 1};
    size_t n = 0, lines = 0;
    char *text = read_whole(path, arena, &n, err);
    if (!text)
        return -1;
    *out = (struct transcript){.dxp = strncmp(text, "# dama transcript 1: dxp", 24) == 0};
    if (!out->dxp && strncmp(text, "# dama transcript 1: hub", 24) != 0)
        return err_set(err, at, "not a transcript of dama-match");
    for (size_t i = 0; i < n; i++)
        lines += text[i] == '\n';
    out->lines = arena_alloc(arena, (lines + 1) * sizeof *out->lines);
    if (!out->lines)
        return err_memory(err);
    for (char *s = text, *end; (end = strchr(s, '\n')) != NULL; s = end + 1, at.line++) {
        *end = '\0';
        struct transcript_line *line = &out->lines[out->n];
        line->number = at.line;
        if (*s == '#')
            continue;
        if (read_line(s, (size_t)(end - s), line))
            return err_set(err, at, "expected SECONDS < or > and what was said");
        out->n++;
    }
    return 0;
}
