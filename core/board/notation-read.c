// SPDX-License-Identifier: MIT
/*
 * From a word to the moves it means, for words that stand alone: parsing and finding in one step.
 */
#include "core/base/utf8.h"
#include "core/board/notation.h"

enum { QUOTED_MAX = 60 }; /* bytes of the word that a message repeats */

static int quoted(struct text word) { return (int)utf8_fit(word.s, word.n, QUOTED_MAX); }

int notation_read_all(const struct rules *rules, const struct position *pos, struct text word,
                      struct moves *found, struct err *err)
{
    struct written_move written;
    struct err why = {0};
    unsigned odd;
    if (notation_parse(rules, word, &written, &why)) {
        err_plain(err, "'%.*s': %s", quoted(word), word.s, why.msg);
        return 1;
    }
    if (notation_find(rules, pos, &written, found, &odd))
        return err_memory(err);
    if (found->n)
        return 0;
    err_plain(err, "'%.*s' is not a legal move", quoted(word), word.s);
    return 1;
}

int notation_read(const struct rules *rules, const struct position *pos, struct text word,
                  struct move *out, struct err *err)
{
    struct moves found;
    moves_init(&found);
    int rc = notation_read_all(rules, pos, word, &found, err);
    if (rc == 0 && found.n > 1) {
        err_plain(err, "'%.*s' is ambiguous: %u moves fit", quoted(word), word.s, found.n);
        rc = 1;
    } else if (rc == 0) {
        *out = found.at[0];
    }
    moves_fini(&found);
    return rc;
}
