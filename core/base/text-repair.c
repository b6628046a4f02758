// SPDX-License-Identifier: MIT
/*
 * Control characters go first, since they may break an entity; then entities are replaced, since
 * they may hide letters that were encoded twice. Then each run of characters beyond ASCII is turned
 * back into the bytes that Windows-1252 has for them. Where those bytes are valid UTF-8, the run
 * was encoded twice, and they replace it; text that was encoded once hardly ever looks like that by
 * chance. A run is replaced whole or not at all, and again where it was encoded more than twice,
 * so that a second mending finds nothing.
 */
#include "core/base/text-repair.h"

#include "core/base/array.h"
#include "core/base/utf8.h"

#include <stdlib.h>

// clang-format off
/* HTML entities for the characters of Western Europe. Source: HTML 4.01, section 24. */
static const struct {
    const char *name;
    unsigned point;
} entities[] = {
    {"AElig", 198}, {"Aacute", 193}, {"Acirc", 194}, {"Agrave", 192}, {"Aring", 197},
    {"Atilde", 195}, {"Auml", 196}, {"Ccedil", 199}, {"ETH", 208}, {"Eacute", 201}, {"Ecirc", 202},
    {"Egrave", 200}, {"Euml", 203}, {"Iacute", 205}, {"Icirc", 206}, {"Igrave", 204}, {"Iuml", 207},
    {"Ntilde", 209}, {"OElig", 338}, {"Oacute", 211}, {"Ocirc", 212}, {"Ograve", 210},
    {"Oslash", 216}, {"Otilde", 213}, {"Ouml", 214}, {"Scaron", 352}, {"THORN", 222},
    {"Uacute", 218}, {"Ucirc", 219}, {"Ugrave", 217}, {"Uuml", 220}, {"Yacute", 221}, {"Yuml", 376},
    {"aacute", 225}, {"acirc", 226}, {"acute", 180}, {"aelig", 230}, {"agrave", 224}, {"amp", 38},
    {"apos", 39}, {"aring", 229}, {"atilde", 227}, {"auml", 228}, {"bdquo", 8222}, {"brvbar", 166},
    {"bull", 8226}, {"ccedil", 231}, {"cedil", 184}, {"cent", 162}, {"copy", 169}, {"curren", 164},
    {"deg", 176}, {"divide", 247}, {"eacute", 233}, {"ecirc", 234}, {"egrave", 232}, {"eth", 240},
    {"euml", 235}, {"euro", 8364}, {"frac12", 189}, {"frac14", 188}, {"frac34", 190}, {"gt", 62},
    {"hellip", 8230}, {"iacute", 237}, {"icirc", 238}, {"iexcl", 161}, {"igrave", 236},
    {"iquest", 191}, {"iuml", 239}, {"laquo", 171}, {"ldquo", 8220}, {"lsquo", 8216}, {"lt", 60},
    {"macr", 175}, {"mdash", 8212}, {"micro", 181}, {"middot", 183}, {"nbsp", 160}, {"ndash", 8211},
    {"not", 172}, {"ntilde", 241}, {"oacute", 243}, {"ocirc", 244}, {"oelig", 339}, {"ograve", 242},
    {"ordf", 170}, {"ordm", 186}, {"oslash", 248}, {"otilde", 245}, {"ouml", 246}, {"para", 182},
    {"plusmn", 177}, {"pound", 163}, {"quot", 34}, {"raquo", 187}, {"rdquo", 8221}, {"reg", 174},
    {"rsquo", 8217}, {"sbquo", 8218}, {"scaron", 353}, {"sect", 167}, {"shy", 173}, {"sup1", 185},
    {"sup2", 178}, {"sup3", 179}, {"szlig", 223}, {"thorn", 254}, {"times", 215}, {"uacute", 250},
    {"ucirc", 251}, {"ugrave", 249}, {"uml", 168}, {"uuml", 252}, {"yacute", 253}, {"yen", 165},
    {"yuml", 255},
};

/* Windows-1252 from 80 to 9F; 0: undefined. */
static const unsigned short windows[32] = {
    0x20AC, 0, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039,
    0x0152, 0, 0x017D, 0, 0, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x02DC,
    0x2122, 0x0161, 0x203A, 0x0153, 0, 0x017E, 0x0178,
};
// clang-format on

/* ---- entities ---- */

static unsigned read_number(struct text digits)
{
    char buf[12] = "", *end;
    bool hex = digits.n > 1 && (*digits.s | 0x20) == 'x';
    if (digits.n < 1 || digits.n > 8)
        return 0;
    memcpy(buf, digits.s + hex, digits.n - hex);
    unsigned long point = strtoul(buf, &end, hex ? 16 : 10);
    bool is_character = point >= 0x20 && point < 0x110000 && !(point >= 0xD800 && point < 0xE000)
                        && !(point >= 0x7F && point < 0xA0);
    return *end == '\0' && end != buf && is_character ? (unsigned)point : 0;
}

/* @return the character of the entity `name`; 0: it is none */
static unsigned entity_point(struct text name)
{
    if (name.n > 1 && *name.s == '#')
        return read_number((struct text){name.s + 1, name.n - 1});
    for (size_t i = 0; i < ARRAY_LEN(entities); i++)
        if (text_is(name, entities[i].name))
            return entities[i].point;
    return 0;
}

/*
 * Replaces the entity that ends with the text, at its semicolon. What it stands for may end
 * another one.
 * @return whether there was one
 */
static bool end_entity(struct buffer *out)
{
    enum { LONGEST = 12 };
    bool any = false;
    while (!out->failed && out->n > 2 && out->s[out->n - 1] == ';') {
        size_t last = out->n - 1, i = last - 1;
        while (i > 0 && out->s[i] != '&' && out->s[i] != ';' && out->n - i < LONGEST)
            i--;
        unsigned point =
            out->s[i] == '&' ? entity_point((struct text){out->s + i + 1, last - i - 1}) : 0;
        if (!point)
            break;
        out->n = i;
        utf8_add(point, out);
        any = true;
    }
    return any;
}

static bool mend_entities(struct text t, struct buffer *out)
{
    bool any = false;
    for (size_t i = 0; i < t.n; i++) {
        buffer_add_char(out, t.s[i]);
        if (t.s[i] == ';' && end_entity(out))
            any = true;
    }
    return any;
}

/* ---- UTF-8 taken for Windows-1252 ---- */

/* @return the byte that Windows-1252 has for a code point; -1: none */
static int byte_of(unsigned point)
{
    for (int i = 0; point > 0xFF && i < 32; i++) {
        if (windows[i] == point)
            return 0x80 + i;
    }
    return point <= 0xFF ? (int)point : -1;
}

/*
 * Turns a run of characters beyond ASCII back into bytes.
 * @return whether those are UTF-8
 */
static bool undo_run(struct text run, struct buffer *bytes)
{
    buffer_clear(bytes);
    for (size_t i = 0, n; i < run.n; i += n) {
        n = utf8_next(run.s + i, run.n - i);
        int byte = n ? byte_of(utf8_code(run.s + i, n)) : -1;
        if (byte < 0x80)
            return false;
        buffer_add_char(bytes, (char)byte);
    }
    return bytes->n > 1 && utf8_valid(bytes->s, bytes->n) == bytes->n;
}

static bool mend_runs(struct text t, struct buffer *out)
{
    struct buffer bytes = {0};
    bool any = false;
    for (size_t i = 0; i < t.n;) {
        size_t end = i;
        while (end < t.n && (unsigned char)t.s[end] >= 0x80)
            end++;
        struct text run = {t.s + i, end - i};
        if (run.n && undo_run(run, &bytes)) {
            buffer_add_text(out, buffer_text(&bytes));
            any = true;
        } else if (run.n) {
            buffer_add_text(out, run);
        } else {
            buffer_add_char(out, t.s[end++]);
        }
        i = end;
    }
    out->failed = out->failed || bytes.failed;
    buffer_fini(&bytes);
    return any;
}

/* ---- characters that nobody types ---- */

static bool is_control(char c)
{
    return ((unsigned char)c < ' ' && c != '\n' && c != '\r' && c != '\t') || c == 0x7F;
}

static bool drop_controls(struct text t, struct buffer *out)
{
    for (size_t i = 0; i < t.n; i++)
        if (!is_control(t.s[i]))
            buffer_add_char(out, t.s[i]);
    return out->n < t.n;
}

/* Nearly all texts are: without a sign that anything is to be mended. */
static bool is_sound(struct text t)
{
    for (size_t i = 0; i < t.n; i++)
        if (t.s[i] == '&' || (unsigned char)t.s[i] >= 0x80 || is_control(t.s[i]))
            return false;
    return true;
}

bool text_repair(struct text t, struct buffer *out)
{
    static bool (*const steps[])(struct text, struct buffer *) = {drop_controls, mend_entities,
                                                                  mend_runs};
    struct buffer work[2] = {0};
    unsigned next = 0;
    struct text now = t;
    for (size_t i = 0; !is_sound(t) && !work[1 - next].failed && i < ARRAY_LEN(steps);) {
        work[next].n = 0;
        if (!steps[i](now, &work[next])) {
            i++;
            continue;
        }
        now = buffer_text(&work[next]);
        next = 1 - next;
    }
    bool any = now.s != t.s;
    if (any)
        buffer_add_text(out, now);
    for (unsigned i = 0; i < ARRAY_LEN(work); i++) {
        out->failed = out->failed || work[i].failed;
        buffer_fini(&work[i]);
    }
    return any;
}
