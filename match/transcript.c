// SPDX-License-Identifier: MIT
#include "match/transcript.h"

#include "core/base/ascii.h"
#include "core/base/source.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static const char dxp_head[] = "# dama transcript 1: dxp", hub_head[] = "# dama transcript 1: hub";

void transcript_write_head(const struct player_settings *player, struct buffer *out)
{
    buffer_printf(out, "%s %s\n", player->kind == PLAYER_DXP ? dxp_head : hub_head, player->name);
}

void transcript_write_line(int64_t ms, char direction, const char *bytes, size_t n,
                           struct buffer *out)
{
    if (direction == '#')
        buffer_add_string(out, "# ");
    buffer_printf(out, "%lld.%03lld ", (long long)(ms / 1000), (long long)(ms % 1000));
    if (direction != '#')
        buffer_printf(out, "%c ", direction);
    for (size_t i = 0; i < n; i++) {
        unsigned char c = (unsigned char)bytes[i];
        if (c >= ' ' && c < 127 && c != '\\')
            buffer_add_char(out, (char)c);
        else
            buffer_printf(out, "\\x%02x", c);
    }
    buffer_add_char(out, '\n');
}

bool transcript_is_one(const char *path)
{
    char head[sizeof dxp_head] = "";
    FILE *f = fopen(path, "re");
    size_t n = f ? fread(head, 1, sizeof head - 1, f) : 0;
    if (f)
        fclose(f);
    return n == sizeof head - 1 && (strcmp(head, dxp_head) == 0 || strcmp(head, hub_head) == 0);
}

/* ---- reading ---- */

static int hex(char c)
{
    if (ascii_is_digit(c))
        return c - '0';
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/*
 * Takes \xNN back to bytes, in place.
 * @return the number of bytes, or -1: a backslash that does not begin \xNN
 */
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

/* "12.345 > BYTES" @return 0 or -1 */
static int read_line(char *s, size_t n, struct transcript_line *out)
{
    long long seconds, ms;
    int used = 0;
    if (sscanf(s, "%12lld.%3lld %c%n", &seconds, &ms, &out->direction, &used) != 3 || used == 0
        || (out->direction != '<' && out->direction != '>') || (s[used] && s[used] != ' '))
        return -1;
    used += s[used] == ' ';
    long bytes = unescape(s + used, n - (size_t)used);
    if (bytes < 0)
        return -1;
    out->ms = seconds * 1000 + ms;
    out->bytes = (struct text){s + used, (size_t)bytes};
    return 0;
}

/* Reads the whole file and adds a NUL. @return NULL with `err` */
static char *read_whole(const char *path, struct arena *arena, size_t *n, struct err *err)
{
    enum { BYTES_MAX = 256 << 20 };
    struct buffer bytes = {0};
    char *text = NULL;
    if (source_read_all(path, BYTES_MAX, &bytes, err) == 0
        && !(text = arena_strndup(arena, bytes.s, bytes.n)))
        err_memory(err);
    *n = bytes.n;
    buffer_fini(&bytes);
    return text;
}

int transcript_read(const char *path, struct arena *arena, struct transcript *out, struct err *err)
{
    struct src_pos at = {.file = path, .line = 1};
    size_t n = 0, lines = 0;
    char *text = read_whole(path, arena, &n, err);
    if (!text)
        return -1;
    *out = (struct transcript){.dxp = strncmp(text, dxp_head, sizeof dxp_head - 1) == 0};
    if (!out->dxp && strncmp(text, hub_head, sizeof hub_head - 1) != 0)
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
            return err_set(err, at, "expected SECONDS, < or >, and a message");
        out->n++;
    }
    return 0;
}
