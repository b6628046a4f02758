// SPDX-License-Identifier: MIT
#include "core/base/encoding.h"

#include "core/base/array.h"
#include "core/base/ascii.h"
#include "core/base/text.h"
#include "core/base/utf8.h"

#include <errno.h>
#include <iconv.h>
#include <string.h>

/* ---- names ---- */

const char *const encoding_names[] = {"UTF-8",  "UTF-16", "UTF-16BE",   "UTF-16LE",    "CP1250",
                                      "CP1251", "CP1252", "CP1254",     "CP1257",      "CP437",
                                      "CP850",  "CP866",  "ISO-8859-1", "ISO-8859-15", "ISO-8859-2",
                                      "KOI8-R", NULL};

/* Other spellings; without hyphens and the like, in lower case. */
static const struct {
    const char *spelling, *name;
} spellings[] = {
    {"1250", "CP1250"},        {"1251", "CP1251"},         {"1252", "CP1252"},
    {"1254", "CP1254"},        {"1257", "CP1257"},         {"437", "CP437"},
    {"850", "CP850"},          {"866", "CP866"},           {"ansi", "CP1252"},
    {"dos", "CP437"},          {"ibm437", "CP437"},        {"ibm850", "CP850"},
    {"ibm866", "CP866"},       {"iso88591", "ISO-8859-1"}, {"iso88599", "CP1254"},
    {"koi8", "KOI8-R"},        {"l1", "ISO-8859-1"},       {"l5", "CP1254"},
    {"latin1", "ISO-8859-1"},  {"latin2", "ISO-8859-2"},   {"latin5", "CP1254"},
    {"latin9", "ISO-8859-15"}, {"macintosh", "MACINTOSH"}, {"ucs2", "UTF-16"},
    {"unicode", "UTF-16"},     {"win1250", "CP1250"},      {"win1251", "CP1251"},
    {"win1252", "CP1252"},     {"win1254", "CP1254"},      {"win1257", "CP1257"},
    {"windows1250", "CP1250"}, {"windows1251", "CP1251"},  {"windows1252", "CP1252"},
    {"windows1254", "CP1254"}, {"windows1257", "CP1257"},
};

static void squeeze(const char *name, char out[24])
{
    size_t n = 0;
    for (; *name && n < 23; name++)
        if (ascii_is_alnum(*name))
            out[n++] = ascii_lower(*name);
    out[n] = '\0';
}

static const char *our_name(const char *name)
{
    char a[24], b[24];
    squeeze(name, a);
    for (const char *const *n = encoding_names; *n; n++) {
        squeeze(*n, b);
        if (strcmp(a, b) == 0)
            return *n;
    }
    for (size_t i = 0; i < ARRAY_LEN(spellings); i++)
        if (strcmp(a, spellings[i].spelling) == 0)
            return spellings[i].name;
    return NULL;
}

const char *encoding_find(const char *name, struct err *err)
{
    const char *ours = our_name(name);
    if (ours)
        return ours;
    const char *suffix = strstr(name, "//");
    if (suffix) { /* iconv would drop letters without a word */
        err_plain(err, "'%s': name the encoding without '%s'", name, suffix);
        return NULL;
    }
    iconv_t cd = *name ? iconv_open("UTF-8", name) : (iconv_t)-1;
    if (cd != (iconv_t)-1) {
        iconv_close(cd);
        return name;
    }
    size_t n = ARRAY_LEN(encoding_names) - 1;
    int nearest = text_nearest(name, encoding_names, n);
    if (nearest >= 0)
        err_plain(err, "unknown encoding '%s'; did you mean '%s'?", name, encoding_names[nearest]);
    else
        err_plain(err, "unknown encoding '%s'", name);
    return NULL;
}

/* ---- tables ---- */

int encoding_table_make(const char *encoding, struct encoding_table *table, struct err *err)
{
    iconv_t cd = iconv_open("UTF-8", encoding);
    int rc = 0;
    if (cd == (iconv_t)-1)
        return err_plain(err, "iconv does not know the encoding '%s'", encoding);
    *table = (struct encoding_table){0};
    for (unsigned c = 0; c < 256 && rc == 0; c++) {
        char in = (char)c, *p = &in, out[8], *q = out;
        size_t n_in = 1, n_out = sizeof out;
        iconv(cd, NULL, NULL, NULL, NULL);
        size_t got = iconv(cd, &p, &n_in, &q, &n_out);
        size_t n = sizeof out - n_out;
        if ((got == (size_t)-1 && errno == EINVAL) || n > 3 || (n == 0 && got != (size_t)-1)) {
            rc = 1;
        } else if (got == (size_t)-1) {
            table->of[c].n = sizeof UTF8_REPLACEMENT - 1;
            memcpy(table->of[c].s, UTF8_REPLACEMENT, table->of[c].n);
            table->undefined[c] = true;
        } else {
            memcpy(table->of[c].s, out, n);
            table->of[c].n = (unsigned char)n;
        }
    }
    iconv_close(cd);
    return rc;
}
