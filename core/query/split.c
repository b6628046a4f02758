// SPDX-License-Identifier: MIT
#include "core/query/split.h"

#include "core/base/array.h"
#include "core/base/ascii.h"
#include "core/base/filename.h"
#include "core/game/date.h"
#include "core/query/query-field.h"

#include <stdio.h>

static const struct {
    const char *word;
    enum split_by by;
} rows[] = {{"year", SPLIT_YEAR}, {"player", SPLIT_PLAYER}, {"variant", SPLIT_VARIANT}};
enum { OWN = ARRAY_LEN(rows) };
static const char *const own_words[OWN] = {"year", "player", "variant"};

static const char *const usual_tags[] = {"event", "white", "black", "opening", "site", "round"};

const char *split_word(size_t i)
{
    size_t tags = ARRAY_LEN(usual_tags);
    return i < OWN ? own_words[i] : i < OWN + tags ? usual_tags[i - OWN] : NULL;
}

static bool read_games(struct text word, uint64_t *out)
{
    *out = 0;
    for (size_t i = 0; i < word.n; i++) {
        if (word.s[i] < '0' || word.s[i] > '9' || i == 9)
            return false;
        *out = 10 * *out + (uint64_t)(word.s[i] - '0');
    }
    return *out > 0;
}

int split_read(struct text word, struct split *out, struct err *err)
{
    struct text tag;
    int own;
    *out = (struct split){SPLIT_NUMBER, "", 0};
    if (word.n && ascii_is_digit(*word.s))
        return read_games(word, &out->games)
                   ? 0
                   : err_plain(err, "expected a number of games from 1 to 999999999, found '%.*s'",
                               TEXT_ARGS(word));
    if (query_field_read(word, own_words, OWN, &own, &tag, err))
        return -1;
    out->by = own >= 0 ? rows[own].by : SPLIT_TAG;
    return out->by == SPLIT_TAG ? query_tag_keep(tag, out->tag, err) : 0;
}

static void add_year(const struct game *game, struct buffer *out)
{
    struct date date;
    if (!date_read_roughly(game_tag(game, "Date"), &date) || !date.year)
        buffer_add_string(out, "unknown");
    else
        buffer_printf(out, "%04u", date.year % 10000);
}

void split_names(const struct split *split, const struct game *game, struct buffer *name,
                 struct buffer *also)
{
    switch (split->by) {
    case SPLIT_YEAR:
        add_year(game, name);
        break;
    case SPLIT_VARIANT:
        filename_make(text_of(game->rules ? game->rules->name : ""), name);
        break;
    case SPLIT_TAG:
        filename_make(game_tag(game, split->tag), name);
        break;
    case SPLIT_PLAYER: {
        size_t begin = name->n, second = also->n;
        filename_make(game_tag(game, "White"), name);
        filename_make(game_tag(game, "Black"), also);
        if (name->n - begin == also->n - second
            && memcmp(name->s + begin, also->s + second, name->n - begin) == 0)
            also->n = second; /* both names are equal: one file is enough */
        break;
    }
    default:
        break;
    }
}
