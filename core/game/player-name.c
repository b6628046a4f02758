// SPDX-License-Identifier: MIT
#include "core/game/player-name.h"

#include "core/base/array.h"
#include "core/base/ascii.h"
#include "core/base/fold.h"

/* Words that stand beside a family name: particles, and what tells a son from his father. */
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

/* Letters and digits, and every byte of other scripts. Names are folded before. */
static bool is_of_word(char c) { return ascii_is_alnum(c) || (unsigned char)c >= 0x80; }

/* A number or version: "2", "1.18" (as two words), "v3". */
static bool is_number(struct text t)
{
    if (t.n > 1 && t.s[0] == 'v')
        t.s++;
    return ascii_is_digit(t.s[0]);
}

/* Skips a text in brackets, such as a country, with its end. */
static size_t brackets_end(struct text t, size_t i)
{
    while (i < t.n && t.s[i] != ')' && t.s[i] != ']')
        i++;
    return i < t.n ? i + 1 : i;
}

/*
 * Without a comma the family name is the last word that is not an initial. A number belongs to it:
 * "Scan 3.0" and "Scan 3.1" are two.
 */
static void find_family(struct player_name_word *words, unsigned n)
{
    unsigned family = n;
    for (unsigned i = 0; i < n; i++)
        family = words[i].initial || is_number(words[i].text) ? family : i;
    for (unsigned i = 0; i < n; i++)
        words[i].given = family < n && i != family && !is_number(words[i].text);
}

/* What is left out of a name, more and more carefully: it must not become empty. */
enum skipped { SKIP_ALL, SKIP_BRACKETS, SKIP_NOTHING };

/* @return the number of words */
static unsigned split(struct text name, enum skipped skipped, struct player_name_word *words)
{
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
        struct text t = {name.s + begin, i - begin};
        bool dot = i < name.n && name.s[i] == '.';
        if (skipped != SKIP_ALL || !is_beside(t))
            words[n++] = (struct player_name_word){t, .given = comma, .initial = dot || t.n == 1};
    }
    if (!comma)
        find_family(words, n);
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

unsigned player_name_words(struct text folded, struct player_name_word words[PLAYER_NAME_WORDS_MAX])
{
    unsigned n = 0;
    for (int skipped = SKIP_ALL; skipped <= SKIP_NOTHING; skipped++) {
        n = split(folded, (enum skipped)skipped, words);
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
    fold_text(&folded, name);
    unsigned n = player_name_words(buffer_text(&folded), words);
    for (unsigned i = 0; i < n; i++) {
        if (!words[i].given)
            buffer_add_text(out, words[i].text);
    }
    out->failed = out->failed || folded.failed;
    buffer_fini(&folded);
}
