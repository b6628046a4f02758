// SPDX-License-Identifier: MIT
/*
 * Names are looked up by the key of the position, after each ply: the last name found within
 * OPENING_PLIES is the most specific one.
 */
#include "core/query/opening.h"

#include "core/base/array.h"
#include "core/base/hashtable.h"
#include "core/base/reader.h"
#include "core/base/source.h"
#include "core/board/fen.h"
#include "core/board/notation.h"
#include "core/game/game-start.h"
#include "core/game/node-play.h"

#include <stdlib.h>

enum { FILE_MAX = 64 * 1024 * 1024 };

struct named {
    uint64_t key;
    const struct rules *rules;
    struct text name;
};

struct openings {
    char *text;       /* owned; the names point into it */
    struct named *at; /* owned */
    size_t n, room;
    struct hashtable by_key;
};

/* @return NULL if the position has no name */
static struct named *find_named(const struct openings *o, const struct rules *rules, uint64_t key)
{
    HASHTABLE_EACH (&o->by_key, key, i)
        if (o->at[i].key == key && o->at[i].rules == rules)
            return &o->at[i];
    return NULL;
}

static int play_word(const struct rules *rules, struct text word, struct position *pos,
                     struct src_pos at, struct err *err)
{
    struct move move;
    struct err why = {0};
    if (notation_read(rules, pos, word, &move, &why))
        return err_set(err, at, "%s", why.msg);
    move_play(rules, pos, &move);
    return 0;
}

/* Reads a FEN, or moves from the start, with or without numbers. */
static int read_position(const struct rules *rules, struct text t, struct position *pos,
                         struct src_pos at, struct err *err)
{
    if (t.n > 2 && t.s[1] == ':')
        return fen_read(rules, t, at, pos, NULL, err);
    position_start(rules, pos);
    for (size_t i = 0; i < t.n;) {
        size_t begin = i;
        while (i < t.n && t.s[i] != ' ' && t.s[i] != '\t')
            i++;
        struct text word = {t.s + begin, i - begin};
        struct src_pos place = {at.file, at.line, at.col + (unsigned)begin};
        if (word.n && word.s[word.n - 1] != '.' && play_word(rules, word, pos, place, err))
            return -1;
        i++;
    }
    return 0;
}

static int read_line(struct openings *o, const struct rules **rules, struct text line,
                     struct src_pos at, struct err *err)
{
    static const char head[] = "variant:";
    struct position pos;
    if (line.n == 0 || line.s[0] == '#')
        return 0;
    if (line.n > sizeof head && text_is_nocase((struct text){line.s, sizeof head - 1}, head)) {
        struct err why = {0};
        struct text name =
            text_trim((struct text){line.s + sizeof head - 1, line.n - (sizeof head - 1)});
        return rules_find(name, rules, &why) ? err_set(err, at, "%s", why.msg) : 0;
    }
    const char *sign = memchr(line.s, '=', line.n);
    if (!sign)
        return err_set(err, at, "expected moves or a FEN, \"=\" and a name");
    struct text name = text_trim((struct text){sign + 1, (size_t)(line.s + line.n - sign - 1)});
    struct text where = text_trim((struct text){line.s, (size_t)(sign - line.s)});
    if (!name.n || !where.n)
        return err_set(err, at, "expected moves or a FEN, \"=\" and a name");
    if (read_position(*rules, where, &pos, at, err))
        return -1;
    uint64_t key = position_key(*rules, &pos);
    struct named *known = find_named(o, *rules, key);
    if (known) {
        known->name = name;
        return 0;
    }
    if (!ARRAY_GROW(o->at, o->n, o->room) || hashtable_add(&o->by_key, key, o->n))
        return err_memory(err);
    o->at[o->n++] = (struct named){key, *rules, name};
    return 0;
}

int openings_parse(const char *name, const char *text, size_t n, struct openings **out,
                   struct err *err)
{
    struct openings *o = calloc(1, sizeof *o);
    const struct rules *rules = rules_international;
    struct src_pos at = {name, 0, 1};
    int rc = 0;
    if (o)
        o->text = malloc(n + 1);
    if (!o || !o->text) {
        openings_close(o);
        return err_memory(err);
    }
    memcpy(o->text, text, n);
    for (struct text rest = text_skip_bom((struct text){o->text, n}); rest.n && rc == 0;) {
        at.line++;
        rc = read_line(o, &rules, text_trim(text_take_line(&rest)), at, err);
    }
    if (rc) {
        openings_close(o);
        return -1;
    }
    *out = o;
    return 0;
}

int openings_read(const char *path, struct openings **out, struct err *err)
{
    struct buffer bytes = {0}, text = {0};
    int rc = source_read_all(path, FILE_MAX, &bytes, err);
    if (rc == 0 && reader_decode(buffer_text(&bytes), &text))
        rc = err_memory(err);
    if (rc == 0)
        rc = openings_parse(path, text.n ? text.s : "", text.n, out, err);
    buffer_fini(&bytes);
    buffer_fini(&text);
    return rc;
}

void openings_close(struct openings *o)
{
    if (!o)
        return;
    free(o->at);
    hashtable_fini(&o->by_key);
    free(o->text);
    free(o);
}

struct text openings_find(const struct openings *o, const struct game *game)
{
    struct text name = {0};
    struct position pos;
    unsigned ply = 0;
    if (!game_has_beginning(game) || !o->n)
        return name;
    for (const struct node *node = game_first_position(game, &pos);; node = node->next) {
        const struct named *named = find_named(o, game->rules, position_key(game->rules, &pos));
        if (named)
            name = named->name;
        if (!node || ply++ == OPENING_PLIES || !node_play(game->rules, node, &pos))
            return name;
    }
}
