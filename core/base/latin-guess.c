// SPDX-License-Identifier: MIT
/*
 * Latin code pages are tried in turn: in names and notes, bytes beyond ASCII are letters of words.
 * A code page that makes them symbols, or letters in places where no language has them, is wrong.
 * Among equals the first in the list wins. DOS pages have letters at bytes where Windows pages have
 * signs.
 */
#include "core/base/latin-guess.h"

#include "core/base/array.h"
#include "core/base/ascii.h"
#include "core/base/encoding.h"
#include "core/base/fold.h"
#include "core/base/latin.h"
#include "core/base/utf8.h"

#include <limits.h>
#include <stdbool.h>
#include <string.h>

static const struct page {
    const char *name;
    enum latin_letters letters; /* of the languages written in this page */
} pages[] = {
    {"CP1252", LATIN_ANY},    {"CP1254", LATIN_TURKISH}, {"CP1250", LATIN_ANY},
    {"CP1257", LATIN_BALTIC}, {"ISO-8859-2", LATIN_ANY}, {"CP850", LATIN_ANY},
};

enum {
    LETTER = 2,
    SIGN_IN_WORD = -6,
    SIGN = -1,
    CONTROL = -12,
    ODD_PLACE = -4,
    CAPITAL_BEHIND = -3,
    RARE =
        -1 /* d with stroke, t with cedilla: Baltic names with s and z are more common than these */
};

/* A character by the code page being tried, with those around it. */
struct context {
    enum latin_letters letters; /* of the page */
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
    return point < 0x80 ? ascii_is_letter((char)point) : latin_is_letter(point);
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
 * Quotes stand at the edge of words, but in DOS pages the same bytes are letters: a quote counts
 * only when it is closed. An apostrophe stands between letters, or, as in Dutch 't, before a single
 * one.
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

/*
 * In DOS pages the byte is a with grave: a word by itself, the end of names, rarely within a word.
 */
static int score_ellipsis(const struct context *c, bool follows, bool leads)
{
    if (c->before <= ' ' && !leads)
        return SIGN;
    return (follows && leads) || c->after == '"' ? 0 : LETTER;
}

static bool is_gap(unsigned point) { return point <= ' ' || point == LATIN_NO_BREAK_SPACE; }

/*
 * Text copied from web pages has no-break spaces between words and after a tag's name; in DOS pages
 * the byte is a with acute, which also ends words. Next to a gap, before a capital or before an
 * opening quote it scores as much as a letter, which decides nothing; elsewhere, as before a comma
 * or the quote that closes a tag's value, it scores nothing, since a letter is more likely there.
 */
static int score_no_break_space(const struct context *c)
{
    const bool opens = c->after == '"' && c->after_next != ']';
    const bool capital = is_word_letter(c->after) && is_capital(c->after);
    return is_gap(c->before) || is_gap(c->after) || opens || capital ? LETTER : 0;
}

/*
 * The punctuation of typeset text, which stands outside words or at their edge.
 * @param score set if the character is such a one
 * @return whether it is
 */
static bool score_punctuation(const struct context *c, struct quotes *open, int *score)
{
    bool follows = is_word_letter(c->before), leads = is_word_letter(c->after);
    unsigned *quotes = quotes_of(open, c->point);
    if (quotes)
        *score = score_quote(c, quotes);
    else if (c->point == 0x2013 || c->point == 0x2014) /* dashes; in DOS pages u with accents */
        *score = follows && leads && c->point == 0x2014 ? LETTER : !follows && !leads;
    else if (c->point == 0x2026)
        *score = score_ellipsis(c, follows, leads);
    else if (c->point == 0x20AC && !follows && !leads) /* a euro */
        *score = 1;
    else if (c->point == LATIN_NO_BREAK_SPACE && !(follows && leads && !is_capital(c->after)))
        *score = score_no_break_space(c);
    else
        return false;
    return true;
}

/* A lone consonant, as in `nº` and `Mª`: no word with s with cedilla begins like that. */
static bool is_lone_consonant(unsigned before, unsigned c)
{
    return c < 0x80 && ascii_is_letter((char)c) && !latin_is_vowel(c) && !is_word_letter(before);
}

/* `3ª ronda`, `1º`, `nº 4`, `1.º`: in CP1250 these bytes are s with cedilla. */
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
    if (!latin_is_letter(c->point))
        return in_word ? SIGN_IN_WORD : SIGN;
    score = in_word && latin_has(c->letters, c->point) ? LETTER : 0;
    if (c->point == 0x110 || c->point == 0x111 || c->point == 0x162 || c->point == 0x163)
        score += RARE;
    if (latin_is_odd(c->letters, c->point, c->before, c->after))
        score += ODD_PLACE;
    bool after_small = c->before >= 'a' && c->before <= 'z';
    if (after_small && (fold_is_capital(c->point) || (c->after >= 'A' && c->after <= 'Z')))
        score += CAPITAL_BEHIND;
    return score;
}

/*
 * What a word has so far: a stroked o, and an acute accent on a, i, u or y. A word with both is not
 * Danish but Czech: the byte of the stroked o is its r with caron, as in Dvorak and Jiri.
 */
struct accents {
    bool stroke, acute;
};

/* @return whether this letter is the first by which the word has both */
static bool add_accent(struct accents *word, unsigned point)
{
    static const unsigned char acute[] = {0xC1, 0xCD, 0xDA, 0xDD, 0xE1, 0xED, 0xFA, 0xFD};
    bool before = word->stroke && word->acute;
    word->stroke |= point == 0xD8 || point == 0xF8;
    word->acute |= point < 0x100 && memchr(acute, (int)point, sizeof acute) != NULL;
    return !before && word->stroke && word->acute;
}

/*
 * The letters that only Turkish has. If both kinds occur, each adds to the score, so that a few
 * foreign names change nothing.
 */
struct turkish {
    bool dots, marks; /* kinds seen: I with a dot or i without; s and g with marks */
    long n;
};

static void add_turkish(struct turkish *turkish, unsigned point)
{
    const bool dots = point == 0x130 || point == 0x131;
    if (!dots && point != 0x11E && point != 0x11F && point != 0x15E && point != 0x15F)
        return;
    turkish->n++;
    turkish->dots |= dots;
    turkish->marks |= !dots;
}

static unsigned point_of(const struct encoding_table *table, unsigned char c)
{
    return c < 0x80 ? c : utf8_code(table->of[c].s, table->of[c].n);
}

static long score_page(const struct page *page, const unsigned char *p, size_t n)
{
    struct encoding_table table;
    struct accents word = {0};
    struct quotes open = {0};
    struct turkish turkish = {0};
    long score = 0;
    if (encoding_table_make(page->name, &table, NULL))
        return LONG_MIN;
    for (size_t i = 0; i < n; i++) {
        if (p[i] < 0x80) {
            if (!ascii_is_letter((char)p[i]))
                word = (struct accents){0};
            continue;
        }
        const struct context c = {.letters = page->letters,
                                  .point = point_of(&table, p[i]),
                                  .before_last = i > 1 ? point_of(&table, p[i - 2]) : ' ',
                                  .before = i ? point_of(&table, p[i - 1]) : ' ',
                                  .after = i + 1 < n ? point_of(&table, p[i + 1]) : ' ',
                                  .after_next = i + 2 < n ? point_of(&table, p[i + 2]) : ' '};
        score += score_character(&c, &open);
        if (add_accent(&word, c.point))
            score += ODD_PLACE;
        if (page->letters == LATIN_TURKISH)
            add_turkish(&turkish, c.point);
    }
    return turkish.dots && turkish.marks ? score + turkish.n : score;
}

const char *latin_guess(struct text text, const char *favourite)
{
    const char *best = pages[0].name;
    long most = LONG_MIN;
    for (size_t i = 0; i < ARRAY_LEN(pages); i++) {
        long score = score_page(&pages[i], (const unsigned char *)text.s, text.n);
        bool favoured = favourite && strcmp(favourite, pages[i].name) == 0;
        if (score > most || (score == most && favoured)) {
            most = score;
            best = pages[i].name;
        }
    }
    return best;
}
