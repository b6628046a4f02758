// SPDX-License-Identifier: MIT
/*
 * The contents of the table `record`: moves as words, and the data as JSON, with one array per ply:
 *
 *     [[],[],[2100,597900,null,120,512,80,15,40000],[1800,598200]]
 *
 * used, left, claimed, score, win, loss, depth, nodes; null is unknown, and the array ends with the
 * last known value.
 */
#include "core/base/ascii.h"
#include "core/board/notation.h"
#include "core/board/score.h"
#include "core/store/results-internal.h"

enum { USED, LEFT, CLAIMED, SCORE, WIN, LOSS, DEPTH, NODES, FIELDS };

#define UNKNOWN INT64_MIN

enum { DIGITS_MAX = 19 }; /* of INT64_MAX */

static void fields_of(const struct results_ply *ply, int64_t field[FIELDS])
{
    field[USED] = ply->ms < 0 ? UNKNOWN : ply->ms;
    field[LEFT] = ply->left == RESULTS_NO_CLOCK ? UNKNOWN : ply->left;
    field[CLAIMED] = ply->claimed < 0 ? UNKNOWN : ply->claimed;
    field[SCORE] = ply->score == RESULTS_NO_SCORE ? UNKNOWN : ply->score;
    field[WIN] = ply->win < 0 ? UNKNOWN : ply->win;
    field[LOSS] = ply->loss < 0 ? UNKNOWN : ply->loss;
    field[DEPTH] = ply->depth ? (int64_t)ply->depth : UNKNOWN;
    field[NODES] = ply->nodes && ply->nodes <= INT64_MAX ? (int64_t)ply->nodes : UNKNOWN;
    if (ply->opening)
        for (unsigned i = 0; i < FIELDS; i++)
            field[i] = UNKNOWN;
}

static void write_ply(const struct results_ply *ply, struct buffer *out)
{
    int64_t field[FIELDS];
    unsigned n = FIELDS;
    fields_of(ply, field);
    while (n && field[n - 1] == UNKNOWN)
        n--;
    buffer_add_char(out, '[');
    for (unsigned i = 0; i < n; i++) {
        if (i)
            buffer_add_char(out, ',');
        if (field[i] == UNKNOWN)
            buffer_add_string(out, "null");
        else
            buffer_add_number(out, field[i]);
    }
    buffer_add_char(out, ']');
}

void results_plies_write(const struct results_ply *plies, unsigned n, struct buffer *out)
{
    buffer_add_char(out, '[');
    for (unsigned i = 0; i < n; i++) {
        if (i)
            buffer_add_char(out, ',');
        write_ply(&plies[i], out);
    }
    buffer_add_char(out, ']');
}

/* The state of reading. Once `bad` is set, it stays set. */
struct cursor {
    const char *s, *end;
    bool bad;
};

static bool take(struct cursor *at, char c)
{
    if (at->s == at->end || *at->s != c)
        return false;
    at->s++;
    return true;
}

static int64_t take_number(struct cursor *at)
{
    if (at->end - at->s >= 4 && memcmp(at->s, "null", 4) == 0) {
        at->s += 4;
        return UNKNOWN;
    }
    bool negative = take(at, '-');
    const char *first = at->s;
    uint64_t value = 0;
    while (at->s < at->end && ascii_is_digit(*at->s) && at->s - first < DIGITS_MAX)
        value = value * 10 + (unsigned)(*at->s++ - '0');
    at->bad |= at->s == first;
    if (value > INT64_MAX)
        return UNKNOWN;
    return negative ? -(int64_t)value : (int64_t)value;
}

static int64_t known(int64_t value, int64_t min, int64_t max, int64_t otherwise)
{
    return value == UNKNOWN || value < min || value > max ? otherwise : value;
}

static void read_ply(struct cursor *at, struct results_ply *ply)
{
    int64_t field[FIELDS];
    unsigned n = 0;
    at->bad |= !take(at, '[');
    if (!take(at, ']')) {
        do
            field[n++] = take_number(at);
        while (!at->bad && n < FIELDS && take(at, ','));
        at->bad |= !take(at, ']');
    }
    while (n < FIELDS)
        field[n++] = UNKNOWN;
    *ply = (struct results_ply){
        .ms = known(field[USED], 0, INT64_MAX, -1),
        .left = known(field[LEFT], INT32_MIN + 1, INT64_MAX, RESULTS_NO_CLOCK),
        .claimed = known(field[CLAIMED], 0, INT64_MAX, -1),
        .score = (int)known(field[SCORE], -SCORE_WON, SCORE_WON, RESULTS_NO_SCORE),
        .win = (int)known(field[WIN], 0, 1000, -1),
        .loss = (int)known(field[LOSS], 0, 1000, -1),
        .depth = (unsigned)known(field[DEPTH], 0, INT32_MAX, 0),
        .nodes = (uint64_t)known(field[NODES], 0, INT64_MAX, 0),
    };
}

int results_plies_read(struct text json, struct results_ply *plies, unsigned n)
{
    struct cursor at = {json.s, json.s + json.n, !json.s};
    at.bad = at.bad || !take(&at, '[');
    for (unsigned i = 0; i < n && !at.bad; i++) {
        if (i)
            at.bad |= !take(&at, ',');
        read_ply(&at, &plies[i]);
    }
    return at.bad || !take(&at, ']') || at.s != at.end ? -1 : 0;
}

void results_moves_write(const struct rules *rules, const struct position *start,
                         const struct results_ply *plies, unsigned n, struct buffer *out)
{
    struct position pos = *start;
    for (unsigned i = 0; i < n; i++) {
        char text[NOTATION_MOVE_SIZE];
        unsigned length = notation_write(rules, &pos, &plies[i].move, NOTATION_STYLE_SHORT, text);
        if (i)
            buffer_add_char(out, ' ');
        buffer_add(out, text, length);
        move_play(rules, &pos, &plies[i].move);
    }
}

int results_moves(const struct rules *rules, const char *moves, struct position *pos,
                  struct move *plies, unsigned room, unsigned *n, struct err *err)
{
    *n = 0;
    for (const char *s = moves + strspn(moves, " "); *s; s += strspn(s, " ")) {
        const struct text word = {s, strcspn(s, " ")};
        if (*n == room) {
            err_plain(err, "more than %u moves", room);
            return 1;
        }
        const int rc = notation_read(rules, pos, word, &plies[*n], err);
        if (rc)
            return rc;
        move_play(rules, pos, &plies[(*n)++]);
        s += word.n;
    }
    return 0;
}
