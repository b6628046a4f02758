// SPDX-License-Identifier: MIT
/*
 * Control characters go first, since they may break an entity; then entities are replaced, since
 * they may hide letters that were encoded twice. Then each run of characters beyond ASCII is turned
 * back into the bytes that a code page of Windows has for them: the Western, the Central European
 * or the Cyrillic one. If those bytes are valid UTF-8, and not by chance, the run was encoded
 * twice, and they replace it. A run is replaced whole or not at all, and repeatedly if it was
 * encoded more than twice, so that a second repair finds nothing.
 */
#include "core/base/text-repair.h"

#include "core/base/array.h"
#include "core/base/ascii.h"
#include "core/base/encoding.h"
#include "core/base/utf8.h"

#include <pthread.h>
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
 * Replaces the entity whose semicolon ends the text. Its character may in turn be the end of
 * another entity.
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

static bool repair_entities(struct text t, struct buffer *out)
{
    bool any = false;
    for (size_t i = 0; i < t.n; i++) {
        buffer_add_char(out, t.s[i]);
        if (t.s[i] == ';' && end_entity(out))
            any = true;
    }
    return any;
}

/* ---- UTF-8 taken for a code page ---- */

/* UTF-8 is mistaken for the code page of the Windows it was read on. */
static struct page {
    const char *encoding;
    bool western, cyrillic;
    uint32_t of[128]; /* the character of each byte from 80 on; 0: iconv does not know the page */
} pages[] = {
    {"CP1252", true, false, {0}}, {"CP1250", false, false, {0}}, {"CP1251", false, true, {0}}};

static pthread_once_t pages_once = PTHREAD_ONCE_INIT;

static void fill_pages(void)
{
    struct encoding_table table;
    struct err err = {0};
    for (size_t i = 0; i < ARRAY_LEN(pages); i++) {
        if (encoding_table_make(pages[i].encoding, &table, &err))
            continue;
        for (unsigned c = 0x80; c < 256; c++)
            if (!table.undefined[c])
                pages[i].of[c - 0x80] = utf8_code(table.of[c].s, table.of[c].n);
    }
}

/* @return the byte that a page has for a character; undefined bytes stay as they are. -1: none */
static int byte_of(const struct page *page, uint32_t point)
{
    for (int i = 0; point >= 0xA0 && i < 128; i++) {
        if (page->of[i] == point)
            return 0x80 + i;
    }
    return point >= 0x80 && point < 0xA0 ? (int)point : -1;
}

/*
 * Turns a run of characters beyond ASCII back into bytes.
 * @return whether those are UTF-8
 */
static bool undo_run(struct text run, const struct page *page, struct buffer *bytes)
{
    buffer_clear(bytes);
    for (size_t i = 0, n; i < run.n; i += n) {
        n = utf8_next(run.s + i, run.n - i);
        int byte = n ? byte_of(page, utf8_code(run.s + i, n)) : -1;
        if (byte < 0x80)
            return false;
        buffer_add_char(bytes, (char)byte);
    }
    return bytes->n > 1 && utf8_valid(bytes->s, bytes->n) == bytes->n;
}

/* What a run of characters would be if it were turned back. */
struct undone {
    unsigned latin, cyrillic; /* letters of European languages */
    unsigned signs;           /* quotes, dashes and the like; pictures */
    unsigned others;
};

static struct undone count_undone(struct text t)
{
    struct undone is = {0};
    for (size_t i = 0, n; i < t.n; i += n) {
        n = utf8_next(t.s + i, t.n - i);
        const uint32_t c = utf8_code(t.s + i, n);
        const bool sign = (c >= 0xA0 && c < 0xC0) || c == 0xD7 || c == 0xF7
                          || (c >= 0x2010 && c <= 0x203A) || c == 0x20AC || c == 0x2116
                          || c == 0x2122 || (c >= 0x1F000 && c < 0x20000);
        const bool cyrillic = (c >= 0x400 && c < 0x460) || c == 0x490 || c == 0x491;
        *(sign                      ? &is.signs
          : c >= 0xC0 && c <= 0x17F ? &is.latin
          : cyrillic                ? &is.cyrillic
                                    : &is.others) += 1;
    }
    return is;
}

/*
 * Whether a run stands in a word of small letters. The first byte of a Latin letter in UTF-8 is a
 * capital in each page, which is out of place there: "M\u0102\u013Dller".
 */
static bool is_inside_word(struct text t, struct text run)
{
    const char before = run.s > t.s ? run.s[-1] : ' ';
    const char after = run.s + run.n < t.s + t.n ? run.s[run.n] : ' ';
    return ascii_is_letter(before)
           && ((before >= 'a' && before <= 'z') || (after >= 'a' && after <= 'z'));
}

enum verdict { SOUND, POSSIBLE, CERTAIN }; /* whether a run was encoded twice */

/*
 * The bytes of two letters or more are hardly ever UTF-8 by chance. Those of a single one are, in
 * the Czech word for "below" and the Slovak one for "five" in capitals, or in "amazing" with a
 * capital. Tried on the 1.5 million words with letters beyond ASCII in the dictionaries of 13
 * languages, in lower case, capitalised and in capitals: none came out as certain.
 */
static enum verdict judge_run(struct text t, struct text run, const struct page *page,
                              struct buffer *bytes)
{
    if (!undo_run(run, page, bytes))
        return SOUND;
    const struct undone is = count_undone(buffer_text(bytes));
    const unsigned n = is.latin + is.cyrillic + is.signs + is.others;
    bool certain;
    if (page->western)
        certain = n > 1 || is.latin || is.signs;
    else if (is.others)
        return SOUND;
    else if (n == 1)
        certain = (is.signs && bytes->n > 2) || (is.latin && is_inside_word(t, run));
    else
        certain = page->cyrillic ? is.cyrillic > 1 && !is.latin : is.latin + is.cyrillic > 1;
    return certain ? CERTAIN : POSSIBLE;
}

/* @return the first run of characters beyond ASCII from t.s[from] on; n is 0: there is none */
static struct text next_run(struct text t, size_t from)
{
    size_t begin = from;
    while (begin < t.n && (unsigned char)t.s[begin] < 0x80)
        begin++;
    size_t end = begin;
    while (end < t.n && (unsigned char)t.s[end] >= 0x80)
        end++;
    return (struct text){t.s + begin, end - begin};
}

/* Replaces the runs whose verdict is at least `least`. */
static void replace_runs(struct text t, const struct page *page, enum verdict least,
                         struct buffer *bytes, struct buffer *out)
{
    size_t done = 0;
    for (struct text run; (run = next_run(t, done)).n;) {
        const size_t begin = (size_t)(run.s - t.s);
        buffer_add(out, t.s + done, begin - done);
        const bool twice = judge_run(t, run, page, bytes) >= least;
        buffer_add_text(out, twice ? buffer_text(bytes) : run);
        done = begin + run.n;
    }
    buffer_add(out, t.s + done, t.n - done);
}

/*
 * Repairs the runs that were certainly encoded twice; also those that possibly were, if the text
 * has more certain runs than sound ones.
 */
static bool repair_runs(struct text t, struct buffer *out)
{
    struct buffer bytes = {0};
    bool any = false;
    pthread_once(&pages_once, fill_pages);
    for (size_t i = 0; i < ARRAY_LEN(pages) && !any; i++) {
        unsigned count[CERTAIN + 1] = {0};
        size_t done = 0;
        for (struct text run; (run = next_run(t, done)).n; done = (size_t)(run.s - t.s) + run.n)
            count[judge_run(t, run, &pages[i], &bytes)]++;
        any = count[CERTAIN] > 0;
        if (any)
            replace_runs(t, &pages[i], count[CERTAIN] > count[SOUND] ? POSSIBLE : CERTAIN, &bytes,
                         out);
    }
    out->failed = out->failed || bytes.failed;
    buffer_fini(&bytes);
    return any;
}

/* ---- control characters ---- */

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

/* Whether nothing hints at anything to repair, as in nearly all texts. */
static bool is_sound(struct text t)
{
    for (size_t i = 0; i < t.n; i++)
        if (t.s[i] == '&' || (unsigned char)t.s[i] >= 0x80 || is_control(t.s[i]))
            return false;
    return true;
}

bool text_repair(struct text t, struct buffer *out)
{
    static bool (*const steps[])(struct text, struct buffer *) = {drop_controls, repair_entities,
                                                                  repair_runs};
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
