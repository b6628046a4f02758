// SPDX-License-Identifier: MIT
/*
 * A message is read through a cursor that remembers whether anything failed, so that each reader
 * below is a list of fields, in the order of the drawing in the header.
 */
#include "match/protocol/dxp.h"

#include "core/base/array.h"
#include "core/base/ascii.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

static const char heads[] = "RAMECBK";

struct cursor {
    const char *s;
    size_t n, at;
    unsigned squares;
    unsigned odd;
    struct err *err;
    bool failed;
};

static void refuse(struct cursor *c, const char *expected)
{
    char shown[96];
    if (c->failed)
        return;
    c->failed = true;
    err_plain(c->err, "expected %s at byte %zu of \"%s\"", expected, c->at,
              dxp_show(c->s, c->n, shown, sizeof shown));
}

/* @return the next `n` bytes; n NUL bytes if the message is too short */
static const char *take(struct cursor *c, size_t n, const char *what)
{
    static const char none[DXP_MESSAGE_MAX + 1];
    if (c->failed || c->n - c->at < n) {
        refuse(c, what);
        return none;
    }
    c->at += n;
    return c->s + c->at - n;
}

static unsigned take_number(struct cursor *c, size_t n, const char *what)
{
    const char *s = take(c, n, what);
    unsigned number = 0;
    for (size_t i = 0; i < n; i++) {
        if (!ascii_is_digit(s[i])) {
            c->at -= c->failed ? 0 : n;
            refuse(c, what);
            return 0;
        }
        number = number * 10 + (unsigned)(s[i] - '0');
    }
    return number;
}

/*
 * A number that may have a fraction, which the protocol does not allow but programs send; in
 * thousandths.
 */
static int64_t take_thousandths(struct cursor *c, size_t n, const char *what)
{
    const char *s = take(c, n, what);
    int64_t number = 0, scale = 0;
    bool digits = false;
    for (size_t i = 0; i < n; i++) {
        if (s[i] == '.' && !scale) {
            scale = 1000;
            c->odd |= DXP_ODD_FRACTION;
            continue;
        }
        if (!ascii_is_digit(s[i])) {
            c->at -= c->failed ? 0 : n;
            refuse(c, what);
            return 0;
        }
        digits = true;
        if (!scale)
            number = number * 10 + (s[i] - '0') * 1000;
        else
            number += (scale /= 10) * (s[i] - '0');
    }
    if (!digits)
        refuse(c, what);
    return number;
}

static enum side take_side(struct cursor *c)
{
    char ch = *take(c, 1, "W or Z");
    if (ch == 'W' || ch == 'Z')
        return ch == 'W' ? WHITE : BLACK;
    c->at -= c->failed ? 0 : 1;
    refuse(c, "W or Z");
    return WHITE;
}

/* One of the characters in `set`. @return its index in `set` */
static unsigned take_one_of(struct cursor *c, const char *set, const char *what)
{
    char ch = *take(c, 1, what);
    const char *found = ch ? strchr(set, ch) : NULL;
    if (found)
        return (unsigned)(found - set);
    c->at -= c->failed ? 0 : 1;
    refuse(c, what);
    return 0;
}

static void take_name(struct cursor *c, char *name)
{
    const char *s = take(c, DXP_NAME_MAX, "a name of 32 characters");
    size_t first = 0, n = DXP_NAME_MAX;
    while (n && s[n - 1] == ' ')
        n--;
    while (first < n && s[first] == ' ')
        first++;
    if (first || !n)
        c->odd |= DXP_ODD_NAME;
    memcpy(name, s + first, n - first);
    name[n - first] = '\0';
    if (!n)
        strcpy(name, "?");
}

static uint8_t take_square(struct cursor *c)
{
    unsigned sq = take_number(c, 2, "a square of two digits");
    if (!c->failed && (sq < 1 || sq > c->squares)) {
        c->at -= 2;
        refuse(c, "a square of the board");
    }
    return (uint8_t)sq;
}

static void read_position(struct cursor *c, struct dxp_request *r)
{
    r->turn = take_side(c);
    r->n_squares = c->squares;
    for (unsigned i = 0; i < c->squares && !c->failed; i++)
        r->squares[i] = "wWzZe"[take_one_of(c, "wWzZe", "w, W, z, Z or e for each square")];
    if (c->squares != DXP_SQUARES)
        c->odd |= DXP_ODD_OTHER_BOARD;
}

static void read_request(struct cursor *c, struct dxp_request *r)
{
    r->version = take_number(c, 2, "a version of two digits");
    if (c->failed || r->version != DXP_VERSION) {
        c->at = c->n; /* skips the fields that another version may have here */
        return;
    }
    take_name(c, r->name);
    r->follower = take_side(c);
    r->time = take_thousandths(c, 3, "minutes of three digits") * 60;
    r->moves = take_number(c, 3, "a number of moves of three digits");
    r->special = take_one_of(c, "AB", "A or B") == 1;
    if (!c->failed && r->time == 0)
        c->odd |= DXP_ODD_NO_CLOCK;
    if (r->special)
        read_position(c, r);
}

static void read_answer(struct cursor *c, struct dxp_answer *a)
{
    take_name(c, a->name);
    a->code = *take(c, 1, "an acceptance code");
    if (!c->failed && (a->code < DXP_ACCEPTED || a->code > DXP_NO_GAME))
        c->odd |= DXP_ODD_CODE;
}

static void read_move(struct cursor *c, struct dxp_move *m)
{
    m->time = take_thousandths(c, 4, "seconds of four digits");
    m->from = take_square(c);
    m->to = take_square(c);
    unsigned n = take_number(c, 2, "a number of captures of two digits");
    if (!c->failed && n > (c->squares == DXP_SQUARES ? 20 : DXP_CAPTURES_MAX)) {
        c->at -= 2;
        refuse(c, "at most 20 captures");
    }
    uint64_t seen[2] = {0};
    for (unsigned i = 0; i < n && !c->failed; i++) {
        uint8_t sq = take_square(c);
        uint64_t bit = (uint64_t)1 << sq % 64;
        if (seen[sq / 64 % 2] & bit)
            c->odd |= DXP_ODD_TWICE;
        else
            m->captured[m->n++] = sq;
        seen[sq / 64 % 2] |= bit;
    }
}

static void read_end(struct cursor *c, struct dxp_end *e)
{
    e->reason = (enum dxp_reason)take_one_of(c, "0123", "a reason from 0 to 3");
    e->stop = take_one_of(c, "01", "a stop code of 0 or 1") == 1;
}

static void read_chat(struct cursor *c, char *chat)
{
    size_t n = c->n - c->at;
    memcpy(chat, take(c, n, "chat"), n);
    chat[n] = '\0';
    if (!n)
        c->odd |= DXP_ODD_EMPTY_CHAT;
}

static void read_backreq(struct cursor *c, struct dxp_backreq *b)
{
    b->number = take_number(c, 3, "a move number of three digits");
    if (!c->failed && b->number == 0) {
        c->at -= 3;
        refuse(c, "a move number from 001");
    }
    b->turn = take_side(c);
}

static void read_kind(struct cursor *c, struct dxp_message *m)
{
    switch (m->kind) {
    case DXP_GAMEREQ:
        read_request(c, &m->request);
        break;
    case DXP_GAMEACC:
        read_answer(c, &m->answer);
        break;
    case DXP_MOVE:
        read_move(c, &m->move);
        break;
    case DXP_GAMEEND:
        read_end(c, &m->end);
        break;
    case DXP_CHAT:
        read_chat(c, m->chat);
        break;
    case DXP_BACKREQ:
        read_backreq(c, &m->backreq);
        break;
    case DXP_BACKACC:
        m->back = (enum dxp_back)take_one_of(c, "012", "0, 1 or 2");
        break;
    default:
        c->at = 0;
        refuse(c, "one of R A M E C B K");
        break;
    }
}

/* @return the kind of message that its first byte announces, or DXP_NO_KIND */
static enum dxp_kind kind_of(const char *bytes, size_t n)
{
    const char *found = n && bytes[0] ? memchr(heads, bytes[0], DXP_KINDS) : NULL;
    return found ? (enum dxp_kind)(found - heads) : DXP_NO_KIND;
}

int dxp_decode(const char *bytes, size_t n, unsigned squares, struct dxp_message *out,
               unsigned *odd, struct err *err)
{
    assert(squares >= 1 && squares <= DXP_SQUARES_MAX);
    struct cursor c = {.s = bytes, .n = n, .at = 1, .squares = squares, .err = err};
    memset(out, 0, sizeof *out);
    out->kind = kind_of(bytes, n);
    if (n == 0)
        c.at = 0, refuse(&c, "a message");
    else if (n > DXP_MESSAGE_MAX)
        c.n = DXP_MESSAGE_MAX, refuse(&c, "at most 127 bytes");
    else if (memchr(bytes, '\0', n))
        refuse(&c, "no NUL");
    else
        read_kind(&c, out);
    for (size_t i = 0; i < c.n; i++)
        if ((unsigned char)bytes[i] >= 128)
            c.odd |= DXP_ODD_EIGHT_BIT;
    if (!c.failed && c.at < n)
        c.odd |= DXP_ODD_TRAILING;
    if (odd)
        *odd = c.odd;
    return c.failed ? -1 : 0;
}

/* ---- writing ---- */

static char side_letter(enum side side) { return side == WHITE ? 'W' : 'Z'; }

/* Replaces what names and chat must not contain. */
static char clean(char ch)
{
    unsigned char u = (unsigned char)ch;
    return u < 32 || u >= 127 ? '?' : ch;
}

static size_t put_name(char *buf, const char *name)
{
    size_t n = 0;
    while (*name == ' ')
        name++;
    for (; *name && n < DXP_NAME_MAX; name++)
        buf[n++] = clean(*name);
    if (n == 0)
        buf[n++] = '?';
    memset(buf + n, ' ', DXP_NAME_MAX - n);
    return DXP_NAME_MAX;
}

static size_t put_number(char *buf, unsigned width, uint64_t number)
{
    for (unsigned i = width; i-- > 0; number /= 10)
        buf[i] = (char)('0' + number % 10);
    return width;
}

enum { MINUTE_MS = 60000, TENTH_MS = MINUTE_MS / 10, HUNDREDTH_MS = MINUTE_MS / 100 };

/* How many of a unit of time, rounded up. */
static int64_t units(int64_t ms, int64_t unit) { return ms > 0 ? (ms + unit - 1) / unit : 0; }

/*
 * The unit in which minutes are counted: a fraction only if it is wanted, makes a difference and
 * fits.
 */
static int64_t unit_of(int64_t ms, bool fractions)
{
    if (ms <= 0)
        return MINUTE_MS;
    if (fractions && ms % TENTH_MS && units(ms, HUNDREDTH_MS) < 100)
        return HUNDREDTH_MS;
    return fractions && ms % MINUTE_MS && units(ms, TENTH_MS) < 100 ? TENTH_MS : MINUTE_MS;
}

static int64_t minutes_in(int64_t ms, int64_t unit)
{
    int64_t n = units(ms, unit);
    return unit == MINUTE_MS && n > DXP_MINUTES_MAX ? DXP_MINUTES_MAX : n;
}

int64_t dxp_told_ms(int64_t ms, bool fractions)
{
    int64_t unit = unit_of(ms, fractions);
    return minutes_in(ms, unit) * unit;
}

/* Three characters: whole minutes, "d.d" or ".dd"; rounded up. */
static size_t put_minutes(char *buf, int64_t ms, bool fractions)
{
    const int64_t unit = unit_of(ms, fractions);
    const uint64_t n = (uint64_t)minutes_in(ms, unit);
    if (unit == HUNDREDTH_MS) {
        buf[0] = '.';
        put_number(buf + 1, 2, n);
    } else if (unit == TENTH_MS) {
        put_number(buf, 1, n / 10);
        buf[1] = '.';
        put_number(buf + 2, 1, n % 10);
    } else {
        put_number(buf, 3, n);
    }
    return 3;
}

static size_t write_request(const struct dxp_request *r, bool fractions, char *buf)
{
    size_t n = put_number(buf, 2, DXP_VERSION);
    n += put_name(buf + n, r->name);
    buf[n++] = side_letter(r->follower);
    n += put_minutes(buf + n, r->time, fractions);
    n += put_number(buf + n, 3, r->moves > DXP_MOVE_MAX ? DXP_MOVE_MAX : r->moves);
    buf[n++] = r->special ? 'B' : 'A';
    if (!r->special)
        return n;
    assert(r->n_squares <= DXP_SQUARES_MAX);
    buf[n++] = side_letter(r->turn);
    memcpy(buf + n, r->squares, r->n_squares);
    return n + r->n_squares;
}

static size_t write_move(const struct dxp_move *m, char *buf)
{
    int64_t seconds = m->time <= 0 ? 0 : (m->time + 500) / 1000;
    size_t n = put_number(buf, 4, (uint64_t)(seconds > 9999 ? 9999 : seconds));
    assert(m->n <= DXP_CAPTURES_MAX);
    n += put_number(buf + n, 2, m->from);
    n += put_number(buf + n, 2, m->to);
    n += put_number(buf + n, 2, m->n);
    for (unsigned i = 0; i < m->n; i++)
        n += put_number(buf + n, 2, m->captured[i]);
    return n;
}

static size_t write_chat(const char *chat, char *buf)
{
    size_t n = 0;
    for (; chat[n] && n < DXP_CHAT_MAX; n++)
        buf[n] = clean(chat[n]);
    if (n == 0)
        buf[n++] = ' '; /* chat has at least one character */
    return n;
}

static size_t write_body(const struct dxp_message *m, bool fractions, char *buf)
{
    size_t n;
    switch (m->kind) {
    case DXP_GAMEREQ:
        return write_request(&m->request, fractions, buf);
    case DXP_GAMEACC:
        n = put_name(buf, m->answer.name);
        buf[n] = m->answer.code;
        return n + 1;
    case DXP_MOVE:
        return write_move(&m->move, buf);
    case DXP_GAMEEND:
        buf[0] = (char)('0' + m->end.reason);
        buf[1] = m->end.stop ? '1' : '0';
        return 2;
    case DXP_CHAT:
        return write_chat(m->chat, buf);
    case DXP_BACKREQ:
        n = put_number(buf, 3, m->backreq.number);
        buf[n] = side_letter(m->backreq.turn);
        return n + 1;
    case DXP_BACKACC:
        buf[0] = (char)('0' + m->back);
        return 1;
    default:
        return 0;
    }
}

size_t dxp_encode(const struct dxp_message *message, bool fractions, char *buf)
{
    assert(message->kind < DXP_KINDS);
    buf[0] = heads[message->kind];
    size_t n = 1 + write_body(message, fractions, buf + 1);
    buf[n] = '\0';
    return n;
}

const char *dxp_odd_text(unsigned odd)
{
    static const char *const texts[] = {
        "bytes after the end of the message",
        "bytes that are not ASCII",
        "a name that is blank or begins with a space",
        "a time with a fraction",
        "a game without a clock",
        "a captured square named twice",
        "an unknown acceptance code",
        "chat without text",
        "a board of another size",
    };
    for (unsigned i = 0; i < ARRAY_LEN(texts); i++)
        if (odd & 1u << i)
            return texts[i];
    return NULL;
}

const char *dxp_show(const char *bytes, size_t n, char *buf, size_t size)
{
    size_t used = 0;
    assert(size >= 8);
    for (size_t i = 0; i < n; i++) {
        unsigned char u = (unsigned char)bytes[i];
        bool plain = u >= 32 && u < 127 && u != '\\';
        if (used + (plain ? 1 : 4) + 4 > size) {
            memcpy(buf + used, "...", 4);
            return buf;
        }
        if (plain)
            buf[used++] = (char)u;
        else
            used += (size_t)snprintf(buf + used, 5, "\\x%02x", u);
    }
    buf[used] = '\0';
    return buf;
}

long dxp_back_ply(const struct dxp_backreq *back, bool black_first)
{
    long ply = 2 * ((long)back->number - 1) + (back->turn == BLACK) - black_first;
    return ply < 0 ? -1 : ply;
}

int dxp_back_make(unsigned ply, bool black_first, struct dxp_backreq *out)
{
    ply += black_first;
    *out = (struct dxp_backreq){ply / 2 + 1, ply % 2 ? BLACK : WHITE};
    return out->number > DXP_MOVE_MAX ? -1 : 0;
}
