// SPDX-License-Identifier: MIT
#include "core/game/player-name.h"

#include "core/base/array.h"
#include "core/base/fold.h"

static bool is_particle(struct text t)
{
    static const char *const words[] = {"van", "von", "de", "der", "den", "het", "ten",
                                        "ter", "te",  "la", "le",  "du",  "da",  "di",
                                        "dos", "el",  "al", "jr",  "sr",  "op"};
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
static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || (unsigned char)c >= 0x80;
}

unsigned player_name_words(struct text folded, struct player_name_word words[PLAYER_NAME_WORDS_MAX])
{
    unsigned n = 0;
    bool comma = memchr(folded.s ? folded.s : "", ',', folded.n) != NULL, after = false;
    for (size_t i = 0; i < folded.n && n < PLAYER_NAME_WORDS_MAX;) {
        if (!is_letter(folded.s[i])) {
            after = after || folded.s[i] == ',';
            i++;
            continue;
        }
        size_t begin = i;
        while (i < folded.n && (is_letter(folded.s[i]) || folded.s[i] == '\''))
            i++;
        struct text t = {folded.s + begin, i - begin};
        bool dot = i < folded.n && folded.s[i] == '.';
        if (!is_particle(t))
            words[n++] =
                (struct player_name_word){t, .given = comma && after, .initial = dot || t.n == 1};
    }
    if (comma)
        return n;
    /* Without a comma the family name is the last word that is not an initial. */
    unsigned family = n;
    for (unsigned i = 0; i < n; i++)
        family = words[i].initial ? family : i;
    for (unsigned i = 0; i < n; i++)
        words[i].given = family < n && i != family;
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
