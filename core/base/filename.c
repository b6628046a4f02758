// SPDX-License-Identifier: MIT
#include "core/base/filename.h"

#include "core/base/array.h"
#include "core/base/ascii.h"
#include "core/base/fold.h"
#include "core/base/hash.h"
#include "core/base/printable.h"

/* Devices of DOS and Windows, with any extension. */
static bool is_reserved(struct text name)
{
    static const char *const words[] = {"con", "prn", "aux", "nul", "conin$", "conout$", "clock$"};
    const char *dot = memchr(name.s, '.', name.n);
    struct text stem = {name.s, dot ? (size_t)(dot - name.s) : name.n};
    while (stem.n && stem.s[stem.n - 1] == '_') /* Windows ignores blanks before the dot */
        stem.n--;
    for (size_t i = 0; i < ARRAY_LEN(words); i++) {
        if (text_is_nocase(stem, words[i]))
            return true;
    }
    struct text port = {stem.s, 3};
    return stem.n == 4 && ascii_is_digit(stem.s[3])
           && (text_is_nocase(port, "com") || text_is_nocase(port, "lpt"));
}

/* @param printable whether the text contains no control sequences */
static char safe_char(char c, bool printable)
{
    unsigned char u = (unsigned char)c;
    return u <= 0x20 || (u >= 0x80 && !printable) || u == 0x7F || strchr("/\\:*?\"<>|%", c) ? '_'
                                                                                            : c;
}

/* Drops a character that was cut in two at the length limit. */
static void drop_cut_character(struct buffer *out, size_t begin)
{
    size_t i = out->n;
    while (i > begin && ((unsigned char)out->s[i - 1] & 0xC0) == 0x80)
        i--;
    if (i == begin || ((unsigned char)out->s[i - 1] & 0xC0) != 0xC0)
        return;
    unsigned char lead = (unsigned char)out->s[i - 1];
    size_t length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
    if (out->n - (i - 1) < length)
        out->n = i - 1;
}

/* Cuts a long name; a hash of the whole keeps names apart that begin alike. */
static void shorten(struct buffer *out, size_t begin)
{
    enum { HASH = 9 }; /* characters, dash included */
    if (out->n - begin <= FILENAME_MAX_BYTES)
        return;
    struct hash128 whole = hash128_of(out->s + begin, out->n - begin);
    out->n = begin + FILENAME_MAX_BYTES - HASH;
    drop_cut_character(out, begin);
    buffer_printf(out, "-%08x", (unsigned)(whole.low & 0xFFFFFFFF));
}

static bool is_blank(struct text name)
{
    for (size_t i = 0; i < name.n; i++) {
        if (name.s[i] != '_' && name.s[i] != '-')
            return false;
    }
    return true;
}

void filename_make(struct text value, struct buffer *out)
{
    struct buffer folded = {0};
    size_t begin = out->n;
    fold_text(&folded, text_trim(value));
    struct text t = buffer_text(&folded);
    bool printable = printable_is(t);
    while (t.n && (*t.s == '.' || *t.s == '-'))
        t = (struct text){t.s + 1, t.n - 1};
    for (size_t i = 0; i < t.n; i++) {
        char c = safe_char(t.s[i], printable);
        if (!(c == '_' && out->n > begin && out->s[out->n - 1] == '_')) /* one for a whole run */
            buffer_add_char(out, c);
    }
    while (out->n > begin && (out->s[out->n - 1] == '.' || out->s[out->n - 1] == '_'))
        out->n--;
    shorten(out, begin);
    struct text name = {out->n > begin ? out->s + begin : "", out->n - begin};
    if (is_blank(name)) {
        out->n = begin;
        buffer_add_string(out, "unknown");
    } else if (is_reserved(name)) {
        buffer_add_char(out, '_'); /* as a prefix, since "con.x_" would still be the device */
        if (!out->failed) {
            memmove(out->s + begin + 1, out->s + begin, out->n - 1 - begin);
            out->s[begin] = '_';
        }
    }
    out->failed = out->failed || folded.failed;
    buffer_fini(&folded);
}
