// SPDX-License-Identifier: MIT
/* DamExchange messages: each kind, each known deviation, each way of being wrong. */
#include "core/base/array.h"
#include "match/protocol/dxp.h"
#include "tests/lib/rows.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#define START_SQUARES "zzzzzzzzzzzzzzzzzzzzeeeeeeeeeewwwwwwwwwwwwwwwwwwww"
#define NAME32        "12345678901234567890123456789012"

/* Read without a warning, and written again as the same bytes. */
static const struct {
    const char *name, *bytes;
} good_rows[] = {
    {"good: request of the protocol page", "R01Tornado voor Windows 4.0        W060065A"},
    {"good: request with the position",
     "R01dama                            Z015075BZ" START_SQUARES},
    {"good: request with kings", "R01dama                            W999999BW"
                                 "WZwzeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee"},
    {"good: request with a name of 32 characters", "R01" NAME32 "W001000A"},
    {"good: answer of the protocol page", "ATornado voor Windows 4.0        0"},
    {"good: wrong version", "Ax                               1"},
    {"good: not this game", "Ax                               2"},
    {"good: no game", "A" NAME32 "3"},
    {"good: quiet move", "M0012061100"},
    {"good: capture of four", "M001205250422122320"},
    {"good: circular capture", "M000025250419182930"},
    {"good: capture of twenty", "M9999015020020304050607080910111213141516171819"
                                "2021"},
    {"good: end, unknown", "E00"},
    {"good: end, lost", "E10"},
    {"good: end, drawn, stop", "E21"},
    {"good: end, won, stop", "E31"},
    {"good: chat", "CWhat do you think about move 35?"},
    {"good: shortest chat", "C!"},
    {"good: take back to move 5", "B005Z"},
    {"good: take back to move 999", "B999W"},
    {"good: agreed", "K0"},
    {"good: unsupported", "K1"},
    {"good: refused", "K2"},
};

static const struct {
    const char *name, *bytes;
    unsigned odd;
} odd_rows[] = {
    {"odd: tenths of a minute", "R01x                               W0.2000A", DXP_ODD_FRACTION},
    {"odd: hundredths of a minute", "R01x                               W.05000A",
     DXP_ODD_FRACTION},
    {"odd: point at the end", "R01x                               W12.000A", DXP_ODD_FRACTION},
    {"odd: no clock", "R01x                               W000075A", DXP_ODD_NO_CLOCK},
    {"odd: bytes behind a request", "R01x                               W001075A??",
     DXP_ODD_TRAILING},
    {"odd: squares behind a normal request",
     "R01x                               W001075AW" START_SQUARES, DXP_ODD_TRAILING},
    {"odd: 51 squares", "R01x                               W001075BW" START_SQUARES "w",
     DXP_ODD_TRAILING},
    {"odd: blank name", "R01                                W001075A", DXP_ODD_NAME},
    {"odd: name with a leading blank", "A x                              0", DXP_ODD_NAME},
    {"odd: eight-bit name", "AJan\xebt                           0", DXP_ODD_EIGHT_BIT},
    {"odd: answer 4", "Ax                               4", DXP_ODD_CODE},
    {"odd: answer of a letter", "Ax                               x", DXP_ODD_CODE},
    {"odd: byte behind an answer", "Ax                               0 ", DXP_ODD_TRAILING},
    {"odd: decimal seconds", "M1.25061100", DXP_ODD_FRACTION},
    {"odd: square captured twice", "M00010514021010", DXP_ODD_TWICE},
    {"odd: bytes behind a move", "M0012061100 ", DXP_ODD_TRAILING},
    {"odd: bytes behind an end", "E00 ", DXP_ODD_TRAILING},
    {"odd: eight-bit chat", "C\xe9", DXP_ODD_EIGHT_BIT},
    {"odd: empty chat", "C", DXP_ODD_EMPTY_CHAT},
    {"odd: bytes behind a take-back", "B005Zx", DXP_ODD_TRAILING},
    {"odd: bytes behind its answer", "K1x", DXP_ODD_TRAILING},
};

#define MANY "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx" /* 64 */

static const struct {
    const char *name, *bytes;
    const char *says; /* part of the message */
} bad_rows[] = {
    {"bad: empty", "", "expected a message"},
    {"bad: unknown head", "X", "one of R A M E C B K"},
    {"bad: head in lower case", "e00", "one of R A M E C B K"},
    {"bad: request, head alone", "R", "version"},
    {"bad: request, short", "R01short", "name"},
    {"bad: request, version of letters", "Rxx", "version"},
    {"bad: request, no colour", "R01x                               ", "W or Z"},
    {"bad: request, colour B", "R01x                               B060065A", "W or Z"},
    {"bad: request, colour in lower case", "R01x                               w060065A", "W or Z"},
    {"bad: request, minutes of letters", "R01x                               Wabc065A", "minutes"},
    {"bad: request, minutes of blanks", "R01x                               W   065A", "minutes"},
    {"bad: request, minutes without digit", "R01x                               W.  065A",
     "minutes"},
    {"bad: request, two points", "R01x                               W1..065A", "minutes"},
    {"bad: request, negative minutes", "R01x                               W-01065A", "minutes"},
    {"bad: request, moves of letters", "R01x                               W060x65A", "moves"},
    {"bad: request, no position kind", "R01x                               W060065", "A or B"},
    {"bad: request, position kind C", "R01x                               W060065C", "A or B"},
    {"bad: request, no turn", "R01x                               W060065B", "W or Z"},
    {"bad: request, 49 squares",
     "R01x                               W060065BWzzzzzzzzzzzzzzzzzzzzeeeeeeeeeewwwwwwwwwwwwwwwwwww",
     "each square"},
    {"bad: request, x among the squares",
     "R01x                               W060065BWxzzzzzzzzzzzzzzzzzzzeeeeeeeeeewwwwwwwwwwwwwwwwwwww",
     "each square"},
    {"bad: answer, head alone", "A", "name"},
    {"bad: answer, name of 31", "Ax                              0", "code"},
    {"bad: move, head alone", "M", "seconds"},
    {"bad: move, no count", "M00120611", "number of captures"},
    {"bad: move, count without square", "M0012061101", "a square"},
    {"bad: move, squares 0 and 55", "M0012005500", "square of the board"},
    {"bad: move, square 51", "M0012065100", "square of the board"},
    {"bad: move, captured square 0", "M001206110100", "square of the board"},
    {"bad: move, one digit short", "M001261110", "square of the board"},
    {"bad: move, letters", "M0012a61100", "a square"},
    {"bad: move, seconds of blanks", "M    061100", "seconds"},
    {"bad: move, seconds of points", "M....061100", "seconds"},
    {"bad: move, 21 captures", "M001206112101020304050607080910111213141516171819202122",
     "at most 20"},
    {"bad: move, half a captured square", "M0012061102020", "at byte 13"},
    {"bad: end, head alone", "E", "reason"},
    {"bad: end, no stop code", "E5", "reason"},
    {"bad: end, no stop code behind a reason", "E1", "stop"},
    {"bad: end, reason 4", "E40", "reason"},
    {"bad: end, stop code 2", "E02", "stop"},
    {"bad: take-back, head alone", "B", "move number"},
    {"bad: take-back, move 0", "B000W", "from 001"},
    {"bad: take-back, colour B", "B005B", "W or Z"},
    {"bad: take-back, no colour", "B005", "W or Z"},
    {"bad: its answer, head alone", "K", "0, 1 or 2"},
    {"bad: its answer, code 3", "K3", "0, 1 or 2"},
    {"bad: 128 bytes", "C" MANY MANY, "127"},
};

static void good(void **state)
{
    const char *bytes = good_rows[(size_t)*state].bytes;
    struct dxp_message m;
    struct err err = {0};
    unsigned odd = 99;
    char again[DXP_MESSAGE_MAX + 1];
    if (dxp_decode(bytes, strlen(bytes), DXP_SQUARES, &m, &odd, &err))
        fail_msg("%s", err.msg);
    assert_int_equal(odd, 0);
    assert_int_equal(dxp_encode(&m, false, again), strlen(bytes));
    assert_string_equal(again, bytes);
}

static void odd(void **state)
{
    const char *bytes = odd_rows[(size_t)*state].bytes;
    struct dxp_message m;
    struct err err = {0};
    unsigned got = 0;
    if (dxp_decode(bytes, strlen(bytes), DXP_SQUARES, &m, &got, &err))
        fail_msg("%s", err.msg);
    assert_int_equal(got, odd_rows[(size_t)*state].odd);
    assert_non_null(dxp_odd_text(got));
}

static void bad(void **state)
{
    const char *bytes = bad_rows[(size_t)*state].bytes;
    struct dxp_message m;
    struct err err = {0};
    assert_int_equal(dxp_decode(bytes, strlen(bytes), DXP_SQUARES, &m, NULL, &err), -1);
    if (!strstr(err.msg, bad_rows[(size_t)*state].says))
        fail_msg("\"%s\" does not say \"%s\"", err.msg, bad_rows[(size_t)*state].says);
}

static void decode(const char *bytes, struct dxp_message *m)
{
    struct err err = {0};
    if (dxp_decode(bytes, strlen(bytes), DXP_SQUARES, m, NULL, &err))
        fail_msg("%s", err.msg);
}

static void fields_of_a_request(void **state)
{
    (void)state;
    struct dxp_message m;
    decode("R01dama                            Z015075BZ" START_SQUARES, &m);
    assert_int_equal(m.kind, DXP_GAMEREQ);
    assert_string_equal(m.request.name, "dama");
    assert_int_equal(m.request.follower, BLACK);
    assert_int_equal(m.request.time, 15 * 60000);
    assert_int_equal(m.request.moves, 75);
    assert_true(m.request.special);
    assert_int_equal(m.request.turn, BLACK);
    assert_int_equal(m.request.n_squares, 50);
    assert_memory_equal(m.request.squares, START_SQUARES, 50);
}

static void fields_of_the_others(void **state)
{
    (void)state;
    struct dxp_message m;
    decode("A" NAME32 "3", &m);
    assert_string_equal(m.answer.name, NAME32);
    assert_int_equal(m.answer.code, DXP_NO_GAME);
    decode("M001205250422122320", &m);
    assert_int_equal(m.move.time, 12000);
    assert_int_equal(m.move.from, 5);
    assert_int_equal(m.move.to, 25);
    assert_int_equal(m.move.n, 4);
    assert_memory_equal(m.move.captured, ((uint8_t[]){22, 12, 23, 20}), 4);
    decode("E31", &m);
    assert_int_equal(m.end.reason, DXP_WON);
    assert_true(m.end.stop);
    decode("B012Z", &m);
    assert_int_equal(m.backreq.number, 12);
    assert_int_equal(m.backreq.turn, BLACK);
    decode("K2", &m);
    assert_int_equal(m.back, DXP_BACK_REFUSED);
    decode("Chello", &m);
    assert_string_equal(m.chat, "hello");
}

static void other_versions_are_recognised(void **state)
{
    (void)state;
    struct dxp_message m;
    decode("R02whatever stands there", &m);
    assert_int_equal(m.request.version, 2);
    decode("R00", &m);
    assert_int_equal(m.request.version, 0);
}

static void times_are_thousandths(void **state)
{
    (void)state;
    struct dxp_message m;
    decode("R01x                               W0.2000A", &m);
    assert_int_equal(m.request.time, 12000);
    decode("R01x                               W.05000A", &m);
    assert_int_equal(m.request.time, 3000);
    decode("M1.25061100", &m);
    assert_int_equal(m.move.time, 1250);
    decode("M.125061100", &m);
    assert_int_equal(m.move.time, 125);
}

static int64_t told_in(const char *request)
{
    struct dxp_message m;
    decode(request, &m);
    return m.request.time;
}

static void minutes_are_written(void **state)
{
    (void)state;
    static const struct {
        int64_t ms;
        const char *whole, *fraction;
    } rows[] = {
        {0, "000", "000"},           {1, "001", ".01"},
        {3000, "001", ".05"},        {12000, "001", "0.2"},
        {59999, "001", "1.0"},       {60000, "001", "001"},
        {90000, "002", "1.5"},       {90001, "002", "1.6"},
        {594000, "010", "9.9"},      {594001, "010", "010"},
        {630000, "011", "011"},      {-5, "000", "000"},
        {999 * 60000, "999", "999"}, {(int64_t)1 << 60, "999", "999"},
    };
    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        struct dxp_message m = {.kind = DXP_GAMEREQ, .request = {.name = "x", .time = rows[i].ms}};
        char buf[DXP_MESSAGE_MAX + 1];
        dxp_encode(&m, false, buf);
        assert_memory_equal(buf + 36, rows[i].whole, 3);
        assert_int_equal(dxp_told_ms(rows[i].ms, false), told_in(buf));
        dxp_encode(&m, true, buf);
        assert_memory_equal(buf + 36, rows[i].fraction, 3);
        assert_int_equal(dxp_told_ms(rows[i].ms, true), told_in(buf));
    }
}

static void seconds_are_rounded_and_bounded(void **state)
{
    (void)state;
    struct dxp_message m = {.kind = DXP_MOVE, .move = {.time = 1500, .from = 6, .to = 11}};
    char buf[DXP_MESSAGE_MAX + 1];
    dxp_encode(&m, false, buf);
    assert_string_equal(buf, "M0002061100");
    m.move.time = (int64_t)1 << 50;
    dxp_encode(&m, false, buf);
    assert_string_equal(buf, "M9999061100");
    m.move.time = -1;
    dxp_encode(&m, false, buf);
    assert_string_equal(buf, "M0000061100");
}

static void outgoing_text_is_cleaned(void **state)
{
    (void)state;
    struct dxp_message m = {.kind = DXP_CHAT};
    char buf[DXP_MESSAGE_MAX + 1];
    strcpy(m.chat, "a\nb\x1b[1m\xc3\xa9");
    dxp_encode(&m, false, buf);
    assert_string_equal(buf, "Ca?b?[1m??");
    m.chat[0] = '\0';
    assert_int_equal(dxp_encode(&m, false, buf), 2);
    memset(m.chat, 'x', DXP_CHAT_MAX);
    m.chat[DXP_CHAT_MAX] = '\0';
    assert_int_equal(dxp_encode(&m, false, buf), DXP_MESSAGE_MAX);
    m = (struct dxp_message){.kind = DXP_GAMEACC, .answer = {.name = "  ", .code = '0'}};
    dxp_encode(&m, false, buf);
    assert_string_equal(buf, "A?                               0");
}

static void nul_is_refused(void **state)
{
    (void)state;
    struct dxp_message m;
    assert_int_equal(dxp_decode("Ca\0b", 4, DXP_SQUARES, &m, NULL, NULL), -1);
    assert_int_equal(dxp_decode("\0", 1, DXP_SQUARES, &m, NULL, NULL), -1);
}

static void other_boards_only_where_agreed(void **state)
{
    (void)state;
    char bytes[200];
    struct dxp_message m;
    unsigned got;
    int n = snprintf(bytes, sizeof bytes, "R01x%31sW001000BW%s", "",
                     "zzzzzzzzzzzzeeeeeeeewwwwwwwwwwww");
    assert_int_equal(dxp_decode(bytes, (size_t)n, DXP_SQUARES, &m, &got, NULL), -1);
    assert_int_equal(dxp_decode(bytes, (size_t)n, 32, &m, &got, NULL), 0);
    assert_int_equal(got, DXP_ODD_OTHER_BOARD);
    assert_int_equal(m.request.n_squares, 32);
    assert_int_equal(dxp_decode("M0001606400", 11, 64, &m, &got, NULL), 0);
    assert_int_equal(m.move.to, 64);
    assert_int_equal(dxp_decode("M0001333200", 11, 32, &m, &got, NULL), -1);
}

static void shown_bytes_are_harmless(void **state)
{
    (void)state;
    char buf[16];
    assert_string_equal(dxp_show("a\x1b\\", 3, buf, sizeof buf), "a\\x1b\\x5c");
    assert_string_equal(dxp_show("0123456789abcdefgh", 18, buf, sizeof buf), "0123456789ab...");
    assert_string_equal(dxp_show("", 0, buf, sizeof buf), "");
}

static void every_prefix_and_byte_is_survived(void **state)
{
    (void)state;
    /*
     * Each good message, cut anywhere, and with each byte replaced: never a crash, never a field
     * out of range.
     */
    for (size_t i = 0; i < ARRAY_LEN(good_rows); i++) {
        char bytes[DXP_MESSAGE_MAX + 1];
        size_t n = strlen(good_rows[i].bytes);
        struct dxp_message m;
        for (size_t cut = 0; cut < n; cut++)
            dxp_decode(good_rows[i].bytes, cut, DXP_SQUARES, &m, NULL, NULL);
        for (size_t at = 0; at < n; at++)
            for (int byte = 0; byte < 256; byte++) {
                memcpy(bytes, good_rows[i].bytes, n);
                bytes[at] = (char)byte;
                if (dxp_decode(bytes, n, DXP_SQUARES, &m, NULL, NULL) || m.kind != DXP_MOVE)
                    continue;
                assert_in_range(m.move.from, 1, 50);
                assert_in_range(m.move.to, 1, 50);
                assert_in_range(m.move.n, 0, 20);
            }
    }
}

int main(void)
{
    static const struct CMUnitTest others[] = {
        cmocka_unit_test(fields_of_a_request),
        cmocka_unit_test(fields_of_the_others),
        cmocka_unit_test(other_versions_are_recognised),
        cmocka_unit_test(times_are_thousandths),
        cmocka_unit_test(minutes_are_written),
        cmocka_unit_test(seconds_are_rounded_and_bounded),
        cmocka_unit_test(outgoing_text_is_cleaned),
        cmocka_unit_test(nul_is_refused),
        cmocka_unit_test(other_boards_only_where_agreed),
        cmocka_unit_test(shown_bytes_are_harmless),
        cmocka_unit_test(every_prefix_and_byte_is_survived),
    };
    ROWS_LIST(others);
    ROWS_BY_INDEX(good_rows, name, good);
    ROWS_BY_INDEX(odd_rows, name, odd);
    ROWS_BY_INDEX(bad_rows, name, bad);
    return rows_run("dxp");
}
