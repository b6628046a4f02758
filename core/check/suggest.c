// SPDX-License-Identifier: MIT
/*
 * What was probably meant by an illegal move. Every legal move that resembles it is tried, and so
 * are a missing move, a superfluous one, moves given twice, the other side, a turned board, and a
 * slip in an earlier move. Guesses are judged by how much of the rest of the game is then legal: a
 * guess that explains all of it is worth more than one that merely looks similar, and one after
 * which the game stops at once is worth nothing.
 */
#include "core/check/suggest.h"

#include "core/base/ascii.h"
#include "core/check/look-ahead.h"
#include "core/check/repeat.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

enum {
    MOST_GUESSES = 3, /* told */
    AHEAD = 600,      /* how many plies a guess is followed */
    BACK = 6,         /* how many plies before the fault may be the wrong one */
};

enum slip {
    SLIP_NONE,
    SLIP_SIGN,    /* 32--28 */
    SLIP_DIGITS,  /* 43 for 34 */
    SLIP_TURNED,  /* from and to exchanged */
    SLIP_LARGER,  /* the written capture stops too early */
    SLIP_CAPTURE, /* another capture by the same piece */
    SLIP_DIGIT,   /* one digit or letter wrong */
    SLIP_NEIGHBOUR,
    SLIP_ROUTE, /* the same ends, another route */
    SLIP_FROM,  /* another piece to the same square */
    SLIP_TO,    /* the same piece to another square */
    SLIP_ONLY,  /* the only legal move */
};

/* Words for messages, in the order of enum slip, the most likely first. */
static const char *const slip_words[] = {
    [SLIP_SIGN] = MESSAGE_SLIP_SIGN,           [SLIP_DIGITS] = MESSAGE_SLIP_DIGITS,
    [SLIP_TURNED] = MESSAGE_SLIP_TURNED,       [SLIP_LARGER] = MESSAGE_SLIP_LARGER,
    [SLIP_CAPTURE] = MESSAGE_SLIP_CAPTURE,     [SLIP_DIGIT] = MESSAGE_SLIP_CHARACTER,
    [SLIP_NEIGHBOUR] = MESSAGE_SLIP_NEIGHBOUR, [SLIP_ROUTE] = MESSAGE_SLIP_ROUTE,
    [SLIP_FROM] = MESSAGE_SLIP_FROM,           [SLIP_TO] = MESSAGE_SLIP_TO,
    [SLIP_ONLY] = MESSAGE_SLIP_ONLY,
};

struct guess {
    char text[NOTATION_MOVE_SIZE]; /* the move */
    const char *what;              /* words for the slip that it assumes */
    unsigned plies;                /* legal after it */
    unsigned likely;               /* the smaller, the more likely */
    bool whole;                    /* the rest of the line is legal */
    bool replaces;                 /* it replaces the move itself, so it can be a repair */
    char before[80];               /* words before `text` in the message */
};

struct suggestions {
    struct checker *c;
    const struct check_place *at;
    const struct written_move *written;
    struct guess best[MOST_GUESSES];
    unsigned n;
    const struct rules *naming; /* rules that name squares as the game does */
};

/* ---- guesses ---- */

static bool is_better(const struct guess *a, const struct guess *b)
{
    if (a->whole != b->whole)
        return a->whole;
    if (!a->whole && a->plies != b->plies)
        return a->plies > b->plies;
    return a->likely < b->likely;
}

static void offer(struct suggestions *m, const struct guess *g)
{
    unsigned i = m->n;
    while (i > 0 && is_better(g, &m->best[i - 1]))
        i--;
    if (i == MOST_GUESSES)
        return;
    if (m->n < MOST_GUESSES)
        m->n++;
    memmove(&m->best[i + 1], &m->best[i], (m->n - 1 - i) * sizeof *m->best);
    m->best[i] = *g;
}

/* @return how many plies of the rest are legal from `pos` */
static unsigned rest_of(struct suggestions *m, const struct position *pos, const struct node *next,
                        bool *whole)
{
    struct look_ahead f;
    look_ahead_start(&f, pos);
    look_ahead_line(m->c, m->c->reader, &f, next, false, AHEAD);
    *whole = f.ended;
    return f.plies;
}

/* ---- moves that resemble the written one ---- */

static bool is_digits_exchanged(const char *a, const char *b)
{
    return strlen(a) == 2 && strlen(b) == 2 && a[0] == b[1] && a[1] == b[0] && a[0] != a[1];
}

/* Whether two words differ by one character that was changed, added or dropped. */
static bool is_one_wrong(const char *a, const char *b)
{
    size_t n = strlen(a), k = strlen(b);
    if (n == k)
        return (n == 2 && (a[0] == b[0]) != (a[1] == b[1])) || n == 1;
    if (n > k)
        return k == 1 && n == 2 && (a[0] == b[0] || a[1] == b[0]);
    return is_one_wrong(b, a);
}

static bool is_neighbour(const struct board *board, square a, square b)
{
    int files = board_file(board, a) - board_file(board, b);
    int ranks = board_rank(board, a) - board_rank(board, b);
    return abs(files) <= (board->every_square ? 1 : 2) && abs(ranks) <= 1;
}

/* Whether a capture crosses a square or stops at it. */
static bool passes(const struct suggestions *m, const struct move *mv, square sq)
{
    struct route route;
    return move_route(m->c->reader->rules, &m->at->pos, mv, &sq, 1, &route);
}

static enum slip compare(const struct suggestions *m, const struct move *mv)
{
    const struct rules *rules = m->naming;
    const struct written_move *w = m->written;
    square from = w->sq[0], to = w->sq[notation_path_squares(w) - 1];
    char from_text[4], to_text[4], mv_from[4], mv_to[4];
    notation_square(rules, from, from_text);
    notation_square(rules, to, to_text);
    notation_square(rules, mv->from, mv_from);
    notation_square(rules, mv->to, mv_to);
    bool same_from = mv->from == from, same_to = mv->to == to;
    if (same_from && same_to)
        return w->crowns ? SLIP_DIGIT : SLIP_ROUTE;
    if (mv->from == to && mv->to == from)
        return SLIP_TURNED;
    if (!same_from && !same_to)
        return is_digits_exchanged(from_text, mv_from) && is_digits_exchanged(to_text, mv_to)
                   ? SLIP_DIGITS
                   : SLIP_NONE;
    const char *said = same_from ? to_text : from_text, *meant = same_from ? mv_to : mv_from;
    if (is_digits_exchanged(said, meant))
        return SLIP_DIGITS;
    if (same_from && w->is_capture && mv->captured)
        return passes(m, mv, to) ? SLIP_LARGER : SLIP_CAPTURE;
    if (is_one_wrong(said, meant))
        return SLIP_DIGIT;
    if (is_neighbour(rules->board, same_from ? to : from, same_from ? mv->to : mv->from))
        return SLIP_NEIGHBOUR;
    return same_from ? SLIP_TO : SLIP_FROM;
}

/*
 * Copies a move without leading zeros and with one hyphen in place of any signs, since 0-07 is no
 * less similar to 1-7 than 0-7 is, and likewise 18--29 to 18x29.
 * @return false if there is no room for it
 */
static bool plain_text(struct text t, char *out, size_t size, size_t *n)
{
    *n = 0;
    for (size_t i = 0; i < t.n; i++) {
        bool sign = t.s[i] == '-' || t.s[i] == 'x' || t.s[i] == ':';
        bool digit_before = i && ascii_is_digit(t.s[i - 1]);
        bool digit_next = i + 1 < t.n && ascii_is_digit(t.s[i + 1]);
        if ((t.s[i] == '0' && !digit_before && digit_next) || (sign && *n && out[*n - 1] == '-'))
            continue;
        if (*n == size)
            return false;
        out[(*n)++] = sign ? '-' : t.s[i];
    }
    return true;
}

/*
 * For text that could not be parsed: finds the slip of the pen that turns the move's text into it.
 */
static enum slip compare_text(struct text text, const char *move)
{
    char said_plain[16], meant_plain[NOTATION_MOVE_SIZE];
    struct text said = {said_plain, 0}, meant = {meant_plain, 0};
    if (!plain_text(text, said_plain, sizeof said_plain, &said.n)
        || !plain_text(text_of(move), meant_plain, sizeof meant_plain, &meant.n))
        return SLIP_NONE;
    text_drop_common(&said, &meant);
    if (!said.n && !meant.n)
        return SLIP_SIGN;
    if (said.n == 2 && meant.n == 2 && said.s[0] == meant.s[1] && said.s[1] == meant.s[0])
        return SLIP_DIGITS;
    return said.n <= 1 && meant.n <= 1 ? SLIP_DIGIT : SLIP_NONE;
}

static void try_moves(struct suggestions *m, const struct moves *legal)
{
    const struct rules *rules = m->naming;
    bool by_squares = m->written && !(m->written->odd & NOTATION_SHORT_LETTERS);
    for (unsigned i = 0; i < legal->n; i++) {
        const struct move *mv = &legal->at[i];
        struct guess g = {.replaces = true};
        notation_write(rules, &m->at->pos, mv, NOTATION_STYLE_SHORT, g.text);
        enum slip slip = by_squares ? compare(m, mv) : compare_text(m->at->node->text, g.text);
        if (legal->n == 1 && (slip == SLIP_NONE || slip == SLIP_TO || slip == SLIP_FROM))
            slip = SLIP_ONLY;
        if (slip == SLIP_NONE)
            continue;
        struct position after = m->at->pos;
        move_play(rules, &after, mv);
        g.plies = rest_of(m, &after, m->at->node->next, &g.whole);
        g.likely = slip;
        g.what = slip_words[slip];
        bool alike = slip < SLIP_NEIGHBOUR || slip == SLIP_ROUTE || slip == SLIP_ONLY;
        if (m->at->node->next ? g.whole || g.plies >= (alike ? 2 : 4) : alike)
            offer(m, &g);
    }
}

/* ---- two moves without a space between them ---- */

/*
 * Plays the move that the n characters at s spell. @return whether there is exactly one legal move
 */
static bool play_text(struct suggestions *m, struct position *pos, const char *s, size_t n)
{
    const struct rules *rules = m->c->reader->rules;
    struct written_move written;
    unsigned odd;
    if (move_reader_parse(m->c->reader, (struct text){s, n}, &written, NULL) || written.no_sign
        || notation_find_first(rules, pos, &written, &m->c->moves, &odd) || m->c->moves.n != 1)
        return false;
    struct move mv = m->c->moves.at[0];
    move_play(rules, pos, &mv);
    return true;
}

/*
 * Tries a missing space, as in `31-2721-26` or `b2-c3f6-g5`. The latter also parses as one move
 * over four squares, since letters need no sign between them.
 */
static void try_space(struct suggestions *m)
{
    enum { SHORTEST = 3, SQUARES = 4 };
    const struct text t = m->at->node->text;
    const struct written_move *w = m->written;
    const bool may_be_two = !w || (w->odd & NOTATION_NO_SEPARATOR && w->n >= SQUARES);
    if (!may_be_two || t.n > NOTATION_MOVE_SIZE)
        return;
    for (size_t i = SHORTEST; i + SHORTEST <= t.n; i++) {
        struct guess g = {.what = "", .likely = SLIP_DIGITS};
        struct position pos = m->at->pos;
        if (!play_text(m, &pos, t.s, i) || !play_text(m, &pos, t.s + i, t.n - i))
            continue;
        g.plies = rest_of(m, &pos, m->at->node->next, &g.whole);
        struct text one = text_trim((struct text){t.s, i}),
                    two = text_trim((struct text){t.s + i, t.n - i});
        snprintf(g.before, sizeof g.before, MESSAGE_MEANT_SPACE, TEXT_ARGS(one), TEXT_ARGS(two));
        if (g.whole || g.plies >= 2)
            offer(m, &g);
    }
}

bool suggest_two_moves(struct checker *c, const struct check_place *at,
                       const struct written_move *written)
{
    struct suggestions m = {.c = c, .at = at, .written = written};
    try_space(&m);
    return m.n > 0;
}

/* ---- moves given twice ---- */

/*
 * Finds the position some plies before the fault. @return whether the moves before it can be played
 */
static bool go_back(struct suggestions *m, unsigned plies, struct position *pos)
{
    struct look_ahead f;
    look_ahead_start(&f, &m->at->of->pos);
    look_ahead_line(m->c, m->c->reader, &f, m->at->of->line->first, false, m->at->ply - plies);
    *pos = f.states[0];
    return f.plies == m->at->ply - plies;
}

/*
 * Tries dropping moves that repeat those right before the fault, as when a line of text was pasted
 * twice.
 */
static void try_twice(struct suggestions *m)
{
    struct repeat repeat;
    struct guess g = {.what = ""};
    if (!repeat_find(m->c, m->at, &repeat))
        return;
    struct position pos = m->at->pos;
    if (repeat.back && !go_back(m, repeat.back, &pos))
        return;
    g.plies = rest_of(m, &pos, repeat.after, &g.whole);
    enum { ENOUGH = 4, FEW = 2 }; /* a king that moves to and fro also repeats its moves */
    if (repeat.back && g.plies < ENOUGH)
        return;
    if (repeat.n < ENOUGH && (repeat.n < FEW || g.plies < (g.whole ? FEW : ENOUGH)))
        return;
    if (repeat.from == repeat.to)
        snprintf(g.before, sizeof g.before, MESSAGE_MEANT_TWICE, repeat.from);
    else
        snprintf(g.before, sizeof g.before, MESSAGE_MEANT_ALL_TWICE, repeat.from, repeat.to);
    offer(m, &g);
}

/* ---- a move too few or too many, the other side ---- */

static void try_missing(struct suggestions *m, const struct moves *legal)
{
    const struct rules *rules = m->naming;
    for (unsigned i = 0; i < legal->n; i++) {
        struct guess g = {.what = "a move is missing before this one", .likely = SLIP_ONLY + 2};
        struct position after = m->at->pos;
        move_play(rules, &after, &legal->at[i]);
        unsigned plies = rest_of(m, &after, m->at->node, &g.whole);
        if (plies < 2 && !(plies && g.whole))
            continue;
        g.plies = plies - 1;
        if (!g.whole && g.plies < 4)
            continue;
        notation_write(rules, &m->at->pos, &legal->at[i], NOTATION_STYLE_SHORT, g.text);
        snprintf(g.before, sizeof g.before, MESSAGE_MEANT_MISSING);
        offer(m, &g);
    }
}

static void try_superfluous(struct suggestions *m)
{
    struct guess g = {.what = "", .likely = SLIP_ONLY + 1};
    if (!m->at->node->next || m->at->node->next->kind != NODE_MOVE)
        return;
    g.plies = rest_of(m, &m->at->pos, m->at->node->next, &g.whole);
    if (g.whole ? !g.plies : !m->written || g.plies < 4)
        return;
    snprintf(g.before, sizeof g.before, MESSAGE_MEANT_SUPERFLUOUS);
    offer(m, &g);
}

static void try_other_side(struct suggestions *m)
{
    struct guess g = {.what = "", .likely = SLIP_DIGIT};
    struct position other = m->at->pos;
    other.turn = !other.turn;
    unsigned plies = rest_of(m, &other, m->at->node, &g.whole);
    if (!plies || (!g.whole && plies < 3))
        return;
    g.plies = plies - 1;
    const char *side = side_name(other.turn);
    if (m->at->ply == 0 && m->c->game->start_given && m->at->of->is_main)
        snprintf(g.before, sizeof g.before, MESSAGE_MEANT_FEN_SIDE, side);
    else
        snprintf(g.before, sizeof g.before, MESSAGE_MEANT_OTHER_SIDE, side);
    offer(m, &g);
}

/* Tries squares counted from the other corner, in the first moves of a game. */
static void try_turned(struct suggestions *m)
{
    struct guess g = {.what = "", .likely = SLIP_DIGIT};
    struct move_reader turned = *m->c->reader;
    unsigned squares = turned.rules->board->squares;
    struct look_ahead f;
    if (turned.letters || !m->at->of->is_main || m->at->ply > 3)
        return;
    for (unsigned i = 1; i <= squares; i++)
        turned.number[i] = m->c->reader->number[squares + 1 - i];
    look_ahead_start(&f, &m->at->of->pos);
    look_ahead_line(m->c, &turned, &f, m->at->of->line->first, true, AHEAD);
    if (f.plies <= m->at->ply + 2)
        return;
    g.plies = f.plies;
    g.whole = f.ended;
    snprintf(g.before, sizeof g.before, MESSAGE_MEANT_TURNED, squares);
    offer(m, &g);
}

/* ---- a slip before ---- */

/* Tries to replace an earlier move, so that the game goes on beyond the fault. */
static void try_instead(struct suggestions *m, const struct check_place *earlier, unsigned distance)
{
    struct checker *c = m->c;
    const struct rules *rules = m->naming;
    struct moves legal;
    struct written_move written;
    struct suggestions there = {.c = c, .at = earlier, .written = &written, .naming = m->naming};
    moves_init(&legal);
    if (!moves_generate(rules, &earlier->pos, &legal)
        && !move_reader_parse(c->reader, earlier->node->text, &written, NULL)
        && !(written.odd & NOTATION_SHORT_LETTERS)) {
        for (unsigned i = 0; i < legal.n; i++) {
            enum slip slip = compare(&there, &legal.at[i]);
            struct guess g = {.what = slip_words[slip], .likely = SLIP_ONLY + 3 + distance};
            if (slip == SLIP_NONE || move_same(&legal.at[i], &earlier->node->move))
                continue;
            struct position after = earlier->pos;
            move_play(rules, &after, &legal.at[i]);
            unsigned plies = rest_of(m, &after, earlier->node->next, &g.whole);
            if (plies < distance || (!g.whole && plies < distance + 6))
                continue;
            g.plies = plies - distance;
            notation_write(rules, &earlier->pos, &legal.at[i], NOTATION_STYLE_SHORT, g.text);
            snprintf(g.before, sizeof g.before, MESSAGE_MEANT_EARLIER, earlier->number,
                     earlier->pos.turn == rules->first ? "." : "...",
                     (int)(earlier->node->text.n < 20 ? earlier->node->text.n : 20),
                     earlier->node->text.s);
            offer(m, &g);
        }
    }
    moves_fini(&legal);
}

/* Plays the line again up to the fault, and tries other moves for the last ones before it. */
static void try_earlier(struct suggestions *m)
{
    const struct rules *rules = m->c->reader->rules;
    struct check_place p = {m->at->of->pos, m->at->of->line->first, m->at->of->number, 0,
                            m->at->of};
    for (; p.node && p.node != m->at->node; p.node = p.node->next) {
        if (p.node->kind != NODE_MOVE)
            return; /* the board was set up in between */
        if (p.node->number)
            p.number = p.node->number;
        if (p.ply + BACK >= m->at->ply)
            try_instead(m, &p, m->at->ply - p.ply);
        move_play(rules, &p.pos, &p.node->move);
        p.ply++;
        if (p.pos.turn == rules->first)
            p.number++;
    }
}

/* ---- the message ---- */

/* Adds words for how much of the rest is legal after the guess. */
static void add_rest(const struct suggestions *m, const struct guess *g, struct buffer *out)
{
    if (g->whole)
        buffer_printf(out, m->at->of->is_main ? MESSAGE_REST_OF_GAME : MESSAGE_REST_OF_VARIATION);
    else if (g->plies == 1)
        buffer_printf(out, MESSAGE_REST_PLY);
    else if (g->plies)
        buffer_printf(out, MESSAGE_REST_PLIES, g->plies);
    else
        buffer_printf(out, MESSAGE_REST_NOTHING);
}

static void write_guess(const struct suggestions *m, const struct guess *g, struct buffer *out,
                        bool first)
{
    bool rest = m->at->node->next || g->plies; /* there are moves after it */
    bool slip = g->text[0] && !g->before[0];   /* the guess is a slip of the pen in this move */
    buffer_printf(out, "%s%s%s%s", first ? MESSAGE_PERHAPS : MESSAGE_OR, g->before, g->text,
                  slip ? MESSAGE_WAS_MEANT : "");
    if (!rest && !slip)
        return;
    buffer_printf(out, " (%s%s", slip ? g->what : "", slip && rest ? "; " : "");
    if (rest)
        add_rest(m, g, out);
    buffer_add_char(out, ')');
}

void suggest_moves(struct checker *c, const struct check_place *at,
                   const struct written_move *written, struct finding *f, struct buffer *out)
{
    bool other_squares = c->odd >> ODDITY_SQUARES & 1; /* earlier moves had them */
    unsigned odd = written ? written->odd : other_squares ? NOTATION_OTHER_SQUARES : 0;
    struct suggestions m = {
        .c = c, .at = at, .written = written, .naming = checker_naming_rules(c, odd)};
    struct moves legal;
    moves_init(&legal);
    if (!moves_generate(c->reader->rules, &at->pos, &legal)) {
        try_twice(&m);
        try_space(&m);
        try_moves(&m, &legal);
        try_superfluous(&m);
        try_other_side(&m);
        try_turned(&m);
        if (!m.n || !m.best[0].whole)
            try_missing(&m, &legal);
        if (at->of->is_main && (!m.n || !m.best[0].whole))
            try_earlier(&m);
    }
    moves_fini(&legal);
    if (m.n && at->of->is_main)
        c->suggested = m.best[0].whole ? UINT_MAX : m.best[0].plies;
    for (unsigned i = 0; i < m.n; i++) {
        /* if the best guess makes the whole rest legal, guesses that do not are superfluous */
        if (i && m.best[0].whole && (!m.best[i].whole || m.best[0].likely < SLIP_DIGIT))
            break;
        write_guess(&m, &m.best[i], out, i == 0);
    }
    if (m.n && m.best[0].replaces && c->options.repairs && checker_can_spell(c, odd))
        finding_repair(c->found, f, at->node->offset, game_source_length(c->game, at->node->text),
                       findings_text(c->found, "%s", m.best[0].text), false);
}
