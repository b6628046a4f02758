// SPDX-License-Identifier: MIT
#include "match/protocol/wire.h"

#include "core/base/ascii.h"
#include "core/board/notation.h"
#include "match/protocol/dxp.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

const struct wire_letters wire_dxp = {{'w', 'z'}, {'W', 'Z'}, 'e'};
const struct wire_letters wire_hub = {{'w', 'b'}, {'W', 'B'}, 'e'};

int wire_read_position(const struct rules *rules, const struct wire_letters *letters,
                       const char *squares, unsigned n, enum side turn, struct position *out,
                       struct err *err)
{
    struct position pos = {.turn = (uint8_t)turn};
    if (n != rules->board->squares)
        return err_plain(err, "expected a position of %u squares, found %u", rules->board->squares,
                         n);
    for (unsigned i = 0; i < n; i++) {
        char c = squares[i];
        if (c == letters->empty)
            continue;
        bool white = c == letters->man[WHITE] || c == letters->king[WHITE];
        bool king = c == letters->king[WHITE] || c == letters->king[BLACK];
        if (!white && !king && c != letters->man[BLACK])
            return err_plain(err, "square %u of the position is not one of %c %c %c %c %c", i + 1,
                             letters->man[WHITE], letters->king[WHITE], letters->man[BLACK],
                             letters->king[BLACK], letters->empty);
        bitboard here = square_bit(notation_square_numbered(rules, i + 1));
        pos.pieces[white ? WHITE : BLACK] |= here;
        pos.kings |= king ? here : 0;
    }
    *out = pos;
    return 0;
}

unsigned wire_write_position(const struct rules *rules, const struct wire_letters *letters,
                             const struct position *pos, char *squares)
{
    unsigned n = rules->board->squares;
    for (unsigned i = 0; i < n; i++) {
        bitboard here = square_bit(notation_square_numbered(rules, i + 1));
        enum side side = pos->pieces[WHITE] & here ? WHITE : BLACK;
        squares[i] = !(pos->pieces[side] & here) ? letters->empty
                     : pos->kings & here         ? letters->king[side]
                                                 : letters->man[side];
    }
    return n;
}

/* @return 0, or -1: a number is not a square of the board, or occurs twice */
static int captured_set(const struct rules *rules, const struct wire_move *move, bitboard *out)
{
    *out = 0;
    for (unsigned i = 0; i < move->n; i++) {
        square sq = notation_square_numbered(rules, move->captured[i]);
        if (sq == SQUARE_NONE || *out & square_bit(sq))
            return -1;
        *out |= square_bit(sq);
    }
    return 0;
}

/* Writes a wire move in Hub's form, also used in messages. */
static unsigned write_hub(const struct wire_move *move, char *buf, size_t size)
{
    unsigned n = (unsigned)snprintf(buf, size, "%u%c%u", move->from, move->n ? 'x' : '-', move->to);
    for (unsigned i = 0; i < move->n; i++)
        n += (unsigned)snprintf(buf + n, size - n, "x%u", move->captured[i]);
    return n;
}

static int not_legal(const struct wire_move *move, struct err *err)
{
    char text[WIRE_MOVE_SIZE];
    write_hub(move, text, sizeof text);
    err_plain(err, "%s is not legal", text);
    return 1;
}

int wire_find_move(const struct rules *rules, const struct position *pos,
                   const struct wire_move *move, struct move *out, bool *bare, struct err *err)
{
    bitboard captured;
    square from = notation_square_numbered(rules, move->from),
           to = notation_square_numbered(rules, move->to);
    if (bare)
        *bare = false;
    if (from == SQUARE_NONE || to == SQUARE_NONE || captured_set(rules, move, &captured))
        return not_legal(move, err);
    struct moves list;
    const struct move *found = NULL;
    moves_init(&list);
    if (moves_between(rules, pos, from, to, &list)) {
        moves_fini(&list);
        return err_memory(err);
    }
    for (unsigned i = 0; i < list.n && !found; i++)
        if (list.at[i].captured == captured)
            found = &list.at[i];
    if (!found && !captured && list.n == 1) {
        found = &list.at[0];
        if (bare)
            *bare = true;
    }
    if (found)
        *out = *found;
    int rc = found ? 0 : not_legal(move, err);
    moves_fini(&list);
    return rc;
}

void wire_of_move(const struct rules *rules, const struct move *move, struct wire_move *out)
{
    *out = (struct wire_move){.from = (uint8_t)notation_number_of(rules, move->from),
                              .to = (uint8_t)notation_number_of(rules, move->to)};
    for (unsigned number = 1; number <= rules->board->squares; number++)
        if (move->captured & square_bit(notation_square_numbered(rules, number)))
            out->captured[out->n++] = (uint8_t)number;
}

int wire_find_dxp(const struct rules *rules, const struct position *pos,
                  const struct dxp_move *move, struct move *out, bool *bare, struct err *err)
{
    struct wire_move wire = {.from = move->from, .to = move->to, .n = move->n};
    memcpy(wire.captured, move->captured, move->n);
    return wire_find_move(rules, pos, &wire, out, bare, err);
}

void wire_write_dxp(const struct rules *rules, const struct move *move, int64_t took,
                    struct dxp_move *out)
{
    struct wire_move wire;
    wire_of_move(rules, move, &wire);
    assert(wire.n <= DXP_CAPTURES_MAX);
    *out = (struct dxp_move){.time = took, .from = wire.from, .to = wire.to, .n = wire.n};
    memcpy(out->captured, wire.captured, wire.n);
}

/* Reads a number of one or two digits at *at. @return whether there was one */
static bool read_number(struct text t, size_t *at, uint8_t *out)
{
    unsigned number = 0;
    size_t first = *at;
    while (*at < t.n && *at - first < 3 && ascii_is_digit(t.s[*at]))
        number = number * 10 + (unsigned)(t.s[(*at)++] - '0');
    *out = (uint8_t)number;
    return *at > first && number >= 1 && number <= 99;
}

int wire_read_hub(struct text t, struct wire_move *out, struct err *err)
{
    size_t at = 0;
    *out = (struct wire_move){0};
    bool ok = read_number(t, &at, &out->from) && at < t.n && (t.s[at] == '-' || t.s[at] == 'x');
    bool quiet = ok && t.s[at] == '-';
    at++;
    ok = ok && read_number(t, &at, &out->to);
    while (ok && !quiet && at < t.n && out->n < WIRE_SQUARES_MAX && t.s[at] == 'x') {
        at++;
        ok = read_number(t, &at, &out->captured[out->n++]);
    }
    if (ok && at == t.n)
        return 0;
    return err_plain(err, "\"%.*s\" is not a move", (int)(t.n > 40 ? 40 : t.n), t.s ? t.s : "");
}

unsigned wire_write_hub(const struct rules *rules, const struct move *move, char *buf)
{
    struct wire_move w;
    wire_of_move(rules, move, &w);
    return write_hub(&w, buf, WIRE_MOVE_SIZE);
}
