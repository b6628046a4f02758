// SPDX-License-Identifier: MIT
/*
 * By the shape of words. In Cyrillic code pages whole words are high bytes, in Western ones only a
 * few letters among ASCII. Cyrillic pages differ in where small letters lie, which follow capitals;
 * Western ones of DOS have their letters where those of Windows have signs.
 */
#include "core/base/encoding-guess.h"

#include "core/base/array.h"
#include "core/base/ascii.h"
#include "core/base/encoding.h"
#include "core/base/fold.h"
#include "core/base/utf8.h"

#include <limits.h>
#include <stdbool.h>
#include <string.h>

#ifdef HAVE_UCHARDET
# include <uchardet/uchardet.h>
#endif

enum { NO_BREAK_SPACE = 0xA0 }; /* in all pages of Windows and ISO */

struct byte_shape {
    unsigned high, beside_high;      /* high bytes; those whose neighbour is one too */
    unsigned beside_letter;          /* those whose neighbour is an ASCII letter */
    unsigned low_8_9, a_f, c_d, e_f; /* by first digit: 80-9F, A0-AF, C0-DF, E0-FF */
    unsigned rising, falling; /* words that begin with C0-DF and go on with E0-FF; the reverse */
    unsigned common_1251, common_koi8; /* how common the letters are in each page */
};

/*
 * How common the 32 letters are in Russian, in the order of each page: 0 for less than 0.3 in a
 * hundred, 9 for o with 11, by logarithm.
 */
static const char common_1251[] = "84756834846768967786032421055025",
                  common_koi8[] = "28426805384676896577863755420140";

/* Counts what tells CP1251 from KOI8-R: one has its capitals where the other has small letters. */
static void measure_case(struct byte_shape *s, unsigned char before, unsigned char c,
                         unsigned char after)
{
    if (c < 0xc0)
        return;
    s->common_1251 += (unsigned)(common_1251[c & 0x1f] - '0');
    s->common_koi8 += (unsigned)(common_koi8[c & 0x1f] - '0');
    if (before >= 0x80 || after < 0xc0)
        return;
    s->rising += c < 0xe0 && after >= 0xe0;
    s->falling += c >= 0xe0 && after < 0xe0;
}

/* A letter in CP866, whose neighbours would be letters, too. */
static bool is_blank_byte(unsigned char before, unsigned char c, unsigned char after)
{
    return c == NO_BREAK_SPACE && (before < 0x80 || before == NO_BREAK_SPACE)
           && (after < 0x80 || after == NO_BREAK_SPACE);
}

static struct byte_shape measure(const unsigned char *p, size_t n)
{
    struct byte_shape s = {0};
    for (size_t i = 0; i < n; i++) {
        unsigned char c = p[i], before = i ? p[i - 1] : ' ', after = i + 1 < n ? p[i + 1] : ' ';
        if (c < 0x80 || is_blank_byte(before, c, after))
            continue;
        s.high++;
        s.beside_high += before >= 0x80 || after >= 0x80;
        s.beside_letter += ascii_is_letter((char)before) || ascii_is_letter((char)after);
        s.low_8_9 += c < 0xa0;
        s.a_f += c >= 0xa0 && c < 0xb0;
        s.c_d += c >= 0xc0 && c < 0xe0;
        s.e_f += c >= 0xe0;
        measure_case(&s, before, c, after);
    }
    return s;
}

/*
 * Names begin with a capital and go on in small letters, and these outnumber capitals. Where all
 * are of one kind, it is decided by how common they would be.
 * @return the Cyrillic code page; NULL: the text is in Latin letters
 */
static const char *guess_cyrillic(const struct byte_shape *s)
{
    if (s->high < 4 || s->beside_high * 10 <= s->high * 7 || s->beside_letter * 2 > s->high)
        return NULL;
    if ((s->low_8_9 + s->a_f) * 10 > s->high * 6)
        return "CP866";
    if (s->rising != s->falling)
        return s->falling > s->rising ? "KOI8-R" : "CP1251";
    if (s->c_d && s->e_f)
        return s->c_d > s->e_f ? "KOI8-R" : "CP1251";
    return s->common_koi8 > s->common_1251 ? "KOI8-R" : "CP1251";
}

/*
 * Latin code pages are tried in turn: in names and notes, bytes beyond ASCII are letters of words.
 * A code page that makes them symbols, or letters where no language has them, is wrong. Among
 * equals the first in the list wins.
 */
static const char *const latin_pages[] = {"CP1252", "CP1250", "ISO-8859-2", "CP850"};

enum {
    LETTER = 2,
    SIGN_IN_WORD = -6,
    SIGN = -1,
    CONTROL = -12,
    ODD_PLACE = -4,
    CAPITAL_BEHIND = -3
};

static bool is_latin_letter(unsigned point)
{
    return (point >= 0xC0 && point <= 0x17F && point != 0xD7 && point != 0xF7)
           || (point >= 0x218 && point <= 0x21B);
}

static bool is_vowel(unsigned c) { return c && c < 0x80 && strchr("aeiouAEIOU", (int)c); }

/*
 * Letters where no language has them: n with tilde not before a vowel, ae and e with circumflex at
 * the end of a word.
 */
static bool is_odd_place(unsigned point, unsigned before, unsigned after)
{
    bool end = !(after >= 0x80 || ascii_is_letter((char)after));
    if (point == 0xF1 || point == 0xD1)
        return end || (after < 0x80 && !is_vowel(after));
    if (point == 0xE6 || point == 0xEA)
        return end && before != ' ';
    return point == 0xFE || point == 0xF0 || point == 0xDE || point == 0xD0 || point == 0xFF;
}

/* A character of the code page being tried, with those around it. */
struct context {
    unsigned point, before_last, before, after, after_next;
};

/* How many quotes of each kind are open. */
struct quotes {
    unsigned single, twin, angle;
};

static bool is_capital(unsigned point)
{
    return point < 0x80 ? point >= 'A' && point <= 'Z' : fold_is_capital(point);
}

static bool is_word_letter(unsigned point)
{
    return point < 0x80 ? ascii_is_letter((char)point) : is_latin_letter(point);
}

static unsigned *quotes_of(struct quotes *open, unsigned point)
{
    if (point >= 0x2018 && point <= 0x201A)
        return &open->single;
    if (point >= 0x201C && point <= 0x201E)
        return &open->twin;
    return point == 0xAB || point == 0xBB ? &open->angle : NULL;
}

/*
 * Quotes stand at the edge of words, where DOS has letters of the same bytes: they count once they
 * are closed. An apostrophe stands between letters, or as in the Dutch 't before a single one.
 */
static int score_quote(const struct context *c, unsigned *open)
{
    bool follows = is_word_letter(c->before), leads = is_word_letter(c->after);
    bool single = c->point == 0x2018 || c->point == 0x2019;
    bool low = c->point == 0x201A || c->point == 0x201E;
    if (follows && leads)
        return c->point == 0x2019 ? LETTER : SIGN_IN_WORD;
    if (follows && low)
        return SIGN_IN_WORD;
    if (leads && single && !is_word_letter(c->after_next))
        return LETTER;
    if (*open && !leads && !low) {
        --*open;
        return 2 * LETTER;
    }
    *open += !follows;
    return 0;
}

/* DOS has a with grave there: a word of its own too, the end of names, rarely within a word. */
static int score_ellipsis(const struct context *c, bool follows, bool leads)
{
    if (c->before <= ' ' && !leads)
        return SIGN;
    return (follows && leads) || c->after == '"' ? 0 : LETTER;
}

static bool is_gap(unsigned point) { return point <= ' ' || point == NO_BREAK_SPACE; }

/*
 * Text copied from web pages has no-break spaces between words, and after a tag's name; DOS has a
 * with acute there, which ends words, too. What stands beside a blank, before a capital or before a
 * quote that opens tells nothing; a quote that closes a tag's value, or a comma, follows a letter.
 */
static int score_no_break_space(const struct context *c)
{
    const bool opens = c->after == '"' && c->after_next != ']';
    const bool capital = is_word_letter(c->after) && is_capital(c->after);
    return is_gap(c->before) || is_gap(c->after) || opens || capital ? LETTER : 0;
}

/*
 * The punctuation of typeset text, which is in no word or at its edge.
 * @param score set where the character is one
 */
static bool score_punctuation(const struct context *c, struct quotes *open, int *score)
{
    bool follows = is_word_letter(c->before), leads = is_word_letter(c->after);
    unsigned *quotes = quotes_of(open, c->point);
    if (quotes)
        *score = score_quote(c, quotes);
    else if (c->point == 0x2013 || c->point == 0x2014) /* dashes; DOS has u with accents */
        *score = follows && leads && c->point == 0x2014 ? LETTER : !follows && !leads;
    else if (c->point == 0x2026)
        *score = score_ellipsis(c, follows, leads);
    else if (c->point == 0x20AC && !follows && !leads) /* a euro */
        *score = 1;
    else if (c->point == NO_BREAK_SPACE && !(follows && leads && !is_capital(c->after)))
        *score = score_no_break_space(c);
    else
        return false;
    return true;
}

/* A lone consonant, as in `nº` and `Mª`: no word with s and a cedilla begins so. */
static bool is_lone_consonant(unsigned before, unsigned c)
{
    return c < 0x80 && ascii_is_letter((char)c) && !is_vowel(c) && !is_word_letter(before);
}

/* `3ª ronda`, `1º`, `nº 4`, `1.º`: CP1250 has s with a cedilla there. */
static bool is_ordinal(const struct context *c)
{
    if ((c->point != 0xAA && c->point != 0xBA) || is_word_letter(c->after))
        return false;
    unsigned digit = c->before == '.' ? c->before_last : c->before;
    return (digit >= '0' && digit <= '9') || is_lone_consonant(c->before_last, c->before);
}

static int score_character(const struct context *c, struct quotes *open)
{
    int score;
    bool in_word = is_word_letter(c->before) || is_word_letter(c->after) || c->before >= 0x80
                   || c->after >= 0x80;
    if (score_punctuation(c, open, &score))
        return score;
    if (c->point < 0xA0 || c->point == 0xFFFD)
        return CONTROL;
    if (is_ordinal(c))
        return LETTER;
    if (!is_latin_letter(c->point))
        return in_word ? SIGN_IN_WORD : SIGN;
    score = in_word ? LETTER : 0;
    if (is_odd_place(c->point, c->before, c->after))
        score += ODD_PLACE;
    bool after_small = c->before >= 'a' && c->before <= 'z';
    if (after_small && (fold_is_capital(c->point) || (c->after >= 'A' && c->after <= 'Z')))
        score += CAPITAL_BEHIND;
    return score;
}

/*
 * A word with a stroked o and with an acute accent on a, i, u or y: where Danish has the first,
 * Czech has its r with a caron, as in Dvorak and Jiri.
 */
struct accents {
    bool stroke, acute;
};

/* @return whether the word has both from this letter on */
static bool add_accent(struct accents *word, unsigned point)
{
    static const unsigned char acute[] = {0xC1, 0xCD, 0xDA, 0xDD, 0xE1, 0xED, 0xFA, 0xFD};
    bool before = word->stroke && word->acute;
    word->stroke |= point == 0xD8 || point == 0xF8;
    word->acute |= point < 0x100 && memchr(acute, (int)point, sizeof acute) != NULL;
    return !before && word->stroke && word->acute;
}

static unsigned point_of(const struct byte_table *table, unsigned char c)
{
    return c < 0x80 ? c : utf8_code(table->of[c].s, table->of[c].n);
}

static long score_page(const char *page, const unsigned char *p, size_t n)
{
    struct byte_table table;
    struct accents word = {0};
    struct quotes open = {0};
    long score = 0;
    if (byte_table_make(page, &table, NULL))
        return LONG_MIN;
    for (size_t i = 0; i < n; i++) {
        if (p[i] < 0x80) {
            if (!ascii_is_letter((char)p[i]))
                word = (struct accents){0};
            continue;
        }
        const struct context c = {.point = point_of(&table, p[i]),
                                  .before_last = i > 1 ? point_of(&table, p[i - 2]) : ' ',
                                  .before = i ? point_of(&table, p[i - 1]) : ' ',
                                  .after = i + 1 < n ? point_of(&table, p[i + 1]) : ' ',
                                  .after_next = i + 2 < n ? point_of(&table, p[i + 2]) : ' '};
        score += score_character(&c, &open);
        if (add_accent(&word, c.point))
            score += ODD_PLACE;
    }
    return score;
}

/*
 * @param favourite what another detector says, preferred among equals; NULL: nothing
 */
static const char *guess_latin(struct text text, const char *favourite)
{
    const char *best = latin_pages[0];
    long most = LONG_MIN;
    for (size_t i = 0; i < ARRAY_LEN(latin_pages); i++) {
        long score = score_page(latin_pages[i], (const unsigned char *)text.s, text.n);
        bool favoured = favourite && strcmp(favourite, latin_pages[i]) == 0;
        if (score > most || (score == most && favoured)) {
            most = score;
            best = latin_pages[i];
        }
    }
    return best;
}

#ifdef HAVE_UCHARDET
/* The answers of uchardet that we trust: what old collections were really written in. */
static const char *guess_by_uchardet(struct text text)
{
    static const struct {
        const char *theirs, *ours;
    } names[] = {{"WINDOWS-1251", "CP1251"},   {"KOI8-R", "KOI8-R"},
                 {"IBM866", "CP866"},          {"WINDOWS-1250", "CP1250"},
                 {"ISO-8859-2", "ISO-8859-2"}, {"WINDOWS-1252", "CP1252"},
                 {"ISO-8859-1", "CP1252"},     {"ISO-8859-15", "CP1252"}};
    const char *found = NULL;
    uchardet_t detector = uchardet_new();
    if (detector && uchardet_handle_data(detector, text.s, text.n) == 0) {
        uchardet_data_end(detector);
        const char *name = uchardet_get_charset(detector);
        for (size_t i = 0; i < ARRAY_LEN(names); i++)
            if (strcmp(names[i].theirs, name) == 0)
                found = names[i].ours;
    }
    if (detector)
        uchardet_delete(detector);
    return found;
}
#endif

const char *encoding_guess(struct text text)
{
    struct byte_shape shape = measure((const unsigned char *)text.s, text.n);
    const char *cyrillic = guess_cyrillic(&shape), *other = NULL;
#ifdef HAVE_UCHARDET
    /*
     * uchardet knows letter frequencies, but takes three accents for Greek or Thai, and capitals in
     * CP1251 for KOI8-R: the shape of words has to agree.
     */
    enum { ENOUGH = 24 };
    if (shape.high >= ENOUGH)
        other = guess_by_uchardet(text);
    if (cyrillic && other && strcmp(other, "CP866") == 0)
        return other;
#endif
    return cyrillic ? cyrillic : guess_latin(text, other);
}
