// SPDX-License-Identifier: MIT
/*
 * A piece is identified by its square: at most one piece stands where step k begins, and a bit says
 * whether it has made the steps before. The bit is cleared when the piece moves elsewhere or is
 * captured.
 */
#include "core/query/manoeuvre.h"

#include "core/base/ascii.h"
#include "core/base/compiler.h"
#include "core/board/fen.h"

#include <stdio.h>

static int expected(const char *s, struct err *err)
{
    return err_file(err, "--manoeuvre",
                    "expected squares joined by - and x, such as 40-34-29, found '%s'", s);
}

static int read_square(const struct rules *rules, struct text t, square *out, struct err *err)
{
    char fen[32];
    struct position pos;
    struct err why = {0};
    bool letter = t.n && ascii_is_letter(t.s[0]);
    if (t.n <= letter || t.n > 3 || strspn(t.s + letter, "0123456789") < t.n - letter)
        return -1;
    int n = snprintf(fen, sizeof fen, "W:W%.*s:B", TEXT_ARGS(t));
    if (fen_read(rules, (struct text){fen, (size_t)n}, (struct src_pos){0}, &pos, NULL, &why))
        return err_file(err, "--manoeuvre", "%s", why.msg);
    bitboard here = position_men(&pos, WHITE);
    if (POPCOUNT64(here) != 1)
        return -1;
    *out = (square)POPCOUNT64((here & -here) - 1);
    return 0;
}

int manoeuvre_read(const struct rules *rules, const char *s, struct manoeuvre *out, struct err *err)
{
    static const struct {
        const char *word;
        bool white, black;
    } sides[] = {{"white:", true, false}, {"black:", false, true}};
    const char *p = s;
    *out = (struct manoeuvre){.by = {true, true}};
    for (size_t i = 0; i < 2; i++) {
        if (strncmp(s, sides[i].word, strlen(sides[i].word)) == 0) {
            p = s + strlen(sides[i].word);
            out->by[WHITE] = sides[i].white;
            out->by[BLACK] = sides[i].black;
        }
    }
    square before = 0;
    for (bool first = true, capture = false;; first = false) {
        struct text t = {p, strcspn(p, "-xX:")};
        square here;
        if (out->n == MANOEUVRE_STEPS_MAX || read_square(rules, t, &here, err))
            return expected(s, err);
        if (!first) {
            out->steps[out->n].from = before;
            out->steps[out->n].to = here;
            out->steps[out->n++].capture = capture;
        }
        before = here;
        p += t.n;
        if (!*p)
            break;
        capture = *p++ != '-';
    }
    return out->n ? 0 : expected(s, err);
}

static square turn_square(const struct rules *rules, square sq)
{
    struct position pos = {.turn = WHITE}, turned;
    pos.pieces[WHITE] = (bitboard)1 << sq;
    position_mirror(rules, &pos, &turned);
    bitboard here = turned.pieces[BLACK];
    return (square)POPCOUNT64((here & -here) - 1);
}

struct manoeuvre manoeuvre_mirror(const struct rules *rules, const struct manoeuvre *m)
{
    struct manoeuvre mirror = *m;
    mirror.by[WHITE] = m->by[BLACK];
    mirror.by[BLACK] = m->by[WHITE];
    for (unsigned i = 0; i < m->n; i++) {
        mirror.steps[i].from = turn_square(rules, m->steps[i].from);
        mirror.steps[i].to = turn_square(rules, m->steps[i].to);
    }
    return mirror;
}

bool manoeuvre_follow(const struct manoeuvre *m, struct manoeuvre_state *state, unsigned side,
                      const struct move *move)
{
    uint32_t before = state->pending[side] | 1, now = 0; /* nothing has to precede step 0 */
    uint32_t *others = &state->pending[1 - side];
    for (unsigned k = 1; *others && k < m->n; k++) {
        if ((bitboard)1 << m->steps[k].from & move->captured)
            *others &= ~((uint32_t)1 << k);
    }
    if (!m->by[side])
        return false;
    for (unsigned k = 0; k < m->n; k++) {
        if (!(before >> k & 1))
            continue;
        if (m->steps[k].from != move->from) {
            now |= (uint32_t)1 << k;
        } else if (m->steps[k].to == move->to && m->steps[k].capture == (move->captured != 0)) {
            now |= (uint32_t)1 << (k + 1);
        }
    }
    state->pending[side] = now & ~(uint32_t)1;
    return now >> m->n & 1;
}
