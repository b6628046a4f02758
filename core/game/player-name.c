// SPDX-License-Identifier: MIT
#include "core/game/player-name.h"

#include "core/base/array.h"
#include "core/base/ascii.h"
#include "core/base/fold.h"
#include "core/base/utf8.h"

/*
 * Words that stand beside a family name: particles, and additions that tell a son from his father.
 */
static bool is_beside(struct text t)
{
    static const char *const words[] = {"van", "von", "de", "der", "den", "het", "ten", "ter",
                                        "te",  "la",  "le", "du",  "da",  "di",  "dos", "el",
                                        "al",  "op",  "jr", "sr",  "ii",  "iii"};
    for (size_t i = 0; i < ARRAY_LEN(words); i++) {
        if (text_is(t, words[i]))
            return true;
    }
    return false;
}

bool player_name_is_unknown(struct text name)
{
    name = text_trim(name);
    return name.n == 0 || text_is(name, "?") || text_is(name, "-") || text_is_nocase(name, "nn")
           || text_is_nocase(name, "n.n.") || text_is_nocase(name, "unknown");
}

/* Letters and digits, and every byte of other scripts. */
static bool is_of_word(char c) { return ascii_is_alnum(c) || (unsigned char)c >= 0x80; }

/* A number or version: "2", "1.18" (as two words), "v3". */
static bool is_number(struct text t)
{
    if (t.n > 1 && t.s[0] == 'v')
        t.s++;
    return ascii_is_digit(t.s[0]);
}

/* Skips a text in brackets, such as a country, closing bracket included. */
static size_t brackets_end(struct text t, size_t i)
{
    while (i < t.n && t.s[i] != ')' && t.s[i] != ']')
        i++;
    return i < t.n ? i + 1 : i;
}

/* Players' titles, which may be in capitals before a name that is not. */
static bool is_title(struct text t)
{
    static const char *const words[] = {"gmi", "gmif", "mif", "mff", "cmf", "wgm"};
    for (size_t i = 0; i < ARRAY_LEN(words); i++) {
        if (text_is(t, words[i]))
            return true;
    }
    return false;
}

enum letter_case { CASE_NONE, CASE_CAPITALS, CASE_OTHER };

enum {
    CAPITALS_LEAST = 2, /* letters in every word of the family name: "LO GALBO Santo" */
    CAPITALS_SURE = 3,  /* in at least one of them: "MF Tinsley" has two initials, no family name */
};

/*
 * The case in which a word is written; CASE_NONE for an initial or a number, which tell nothing.
 * @param letters set to the number of its capitals
 */
static enum letter_case case_of(const struct player_name_word *word, struct text written,
                                unsigned *letters)
{
    bool small = false;
    *letters = fold_count_capitals(written, &small);
    if (word->initial || is_number(word->text) || (!small && *letters < CAPITALS_LEAST))
        return CASE_NONE;
    return small || is_title(word->text) ? CASE_OTHER : CASE_CAPITALS;
}

/*
 * "GEORGIEV Alexander", "Alexander GEORGIEV": if some words are in capitals and others are not, the
 * ones in capitals are the family name.
 * @param written the words as they are written
 * @return false if capitals do not tell
 */
static bool find_capitals(struct player_name_word *words, const struct text *written, unsigned n)
{
    bool capitals[PLAYER_NAME_WORDS_MAX], others = false, sure = false;
    for (unsigned i = 0; i < n; i++) {
        unsigned letters;
        enum letter_case letter_case = case_of(&words[i], written[i], &letters);
        capitals[i] = letter_case == CASE_CAPITALS;
        sure = sure || (capitals[i] && letters >= CAPITALS_SURE);
        others = others || letter_case == CASE_OTHER;
    }
    for (unsigned i = 0; i < n && sure && others; i++)
        words[i].given = !capitals[i] && !is_number(words[i].text);
    return sure && others;
}

/*
 * If neither a comma nor capitals tell, the family name is the last word that is neither an initial
 * nor a title. A number belongs to it: "Scan 3.0" and "Scan 3.1" are two players.
 */
static void find_family(struct player_name_word *words, const struct text *written, unsigned n)
{
    unsigned family = n;
    if (find_capitals(words, written, n))
        return;
    for (unsigned i = 0; i < n; i++)
        family =
            words[i].initial || is_number(words[i].text) || is_title(words[i].text) ? family : i;
    for (unsigned i = 0; i < n; i++)
        words[i].given = family < n && i != family && !is_number(words[i].text);
}

/* What is left out of a name; tried in this order until some name is left. */
enum skipped { SKIP_ALL, SKIP_BRACKETS, SKIP_NOTHING };

/* Adds a word, folded. `out` has room for it, so earlier words stay in place. */
static struct text fold_word(struct text word, struct buffer *out)
{
    const size_t begin = out->n;
    fold_text(out, word);
    return (struct text){buffer_text(out).s + begin, out->n - begin};
}

/*
 * @param folded the words are added; must have room for them
 * @return the number of words
 */
static unsigned split(struct text name, enum skipped skipped, struct buffer *folded,
                      struct player_name_word *words)
{
    struct text written[PLAYER_NAME_WORDS_MAX];
    unsigned n = 0;
    bool comma = false;
    for (size_t i = 0; i < name.n && n < PLAYER_NAME_WORDS_MAX;) {
        if (skipped != SKIP_NOTHING && (name.s[i] == '(' || name.s[i] == '[')) {
            i = brackets_end(name, i);
            continue;
        }
        if (!is_of_word(name.s[i])) {
            comma = comma || name.s[i] == ',';
            i++;
            continue;
        }
        size_t begin = i;
        while (i < name.n && (is_of_word(name.s[i]) || name.s[i] == '\''))
            i++;
        written[n] = (struct text){name.s + begin, i - begin};
        struct text t = fold_word(written[n], folded);
        bool dot = i < name.n && name.s[i] == '.';
        if (t.n && (skipped != SKIP_ALL || !is_beside(t)))
            words[n++] = (struct player_name_word){t, .given = comma,
                                                   .initial = dot || utf8_next(t.s, t.n) == t.n};
    }
    if (!comma)
        find_family(words, written, n);
    return n;
}

static bool has_family(const struct player_name_word *words, unsigned n)
{
    for (unsigned i = 0; i < n; i++) {
        if (!words[i].given)
            return true;
    }
    return false;
}

unsigned player_name_words(struct text name, struct buffer *folded,
                           struct player_name_word words[PLAYER_NAME_WORDS_MAX])
{
    const size_t begin = folded->n;
    unsigned n = 0;
    if (!buffer_reserve(folded, FOLD_GROWS * name.n + 1))
        return 0;
    for (int skipped = SKIP_ALL; skipped <= SKIP_NOTHING; skipped++) {
        folded->n = begin;
        n = split(name, (enum skipped)skipped, folded, words);
        if (has_family(words, n))
            break;
    }
    return n;
}

void player_name_family(struct text name, struct buffer *out)
{
    struct buffer folded = {0};
    struct player_name_word words[PLAYER_NAME_WORDS_MAX];
    if (player_name_is_unknown(name))
        return;
    unsigned n = player_name_words(name, &folded, words);
    for (unsigned i = 0; i < n; i++) {
        if (!words[i].given)
            buffer_add_text(out, words[i].text);
    }
    out->failed = out->failed || folded.failed;
    buffer_fini(&folded);
}
