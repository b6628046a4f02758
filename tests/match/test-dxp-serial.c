// SPDX-License-Identifier: MIT
/*
 * DamExchange on a serial line: two ends and a line between them that loses, doubles and flips
 * bytes. Time is simulated, a millisecond a byte as at 9600 bit/s.
 */
#include "core/base/array.h"
#include "match/protocol/dxp-serial.h"
#include "tests/lib/rows.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { LINE = 4096 };

/* One direction of the line. */
struct wire {
    uint8_t bytes[LINE];
    size_t n;
};

/* How bad it is: one byte in so many is ... 0: none. */
struct noise {
    unsigned drop, twice, flip;
};

struct line {
    struct dxp_serial end[2];
    struct wire wire[2]; /* to that end */
    struct noise noise;
    uint64_t random;
    int64_t now;
    char got[2][20000]; /* messages, each followed by a bar */
    unsigned n_got[2];
    bool busy[2]; /* takes no messages */
};

static unsigned chance(struct line *l, unsigned n)
{
    l->random = l->random * 6364136223846793005u + 1442695040888963407u;
    return (unsigned)(l->random >> 33) % n;
}

static bool happens(struct line *l, unsigned one_in) { return one_in && chance(l, one_in) == 0; }

static void set_up(struct line *l, struct noise noise, uint64_t seed)
{
    memset(l, 0, sizeof *l);
    l->noise = noise;
    l->random = seed * 2 + 1;
    for (int i = 0; i < 2; i++)
        dxp_serial_init(&l->end[i], &(struct dxp_serial_config){
                                        .start = 0x81, .end = 0x8e, .seed = seed + (uint64_t)i});
}

/* A millisecond passes: a byte at most goes each way. */
static void step(struct line *l)
{
    l->now++;
    for (int i = 0; i < 2; i++) {
        const uint8_t *out;
        struct wire *to = &l->wire[!i];
        if (!dxp_serial_output(&l->end[i], &out))
            continue;
        uint8_t c = out[0];
        dxp_serial_written(&l->end[i], 1);
        if (happens(l, l->noise.drop))
            continue;
        if (happens(l, l->noise.flip))
            c ^= (uint8_t)(1u << chance(l, 8));
        for (int times = happens(l, l->noise.twice) ? 2 : 1; times; times--)
            to->bytes[to->n++] = c;
    }
    for (int i = 0; i < 2; i++) {
        struct dxp_frame f;
        if (l->wire[i].n) {
            dxp_serial_receive(&l->end[i], l->wire[i].bytes, l->wire[i].n, l->now);
            l->wire[i].n = 0;
        }
        dxp_serial_tick(&l->end[i], l->now);
        while (!l->busy[i] && dxp_serial_message(&l->end[i], &f)) {
            l->n_got[i]++;
            strcat(strcat(l->got[i], f.bytes), "|");
        }
    }
}

static void pass(struct line *l, int64_t ms)
{
    for (int64_t end = l->now + ms; l->now < end;)
        step(l);
}

static void say(struct line *l, int from, const char *message)
{
    assert_int_equal(dxp_serial_send(&l->end[from], message, strlen(message), l->now), 0);
}

static void message_goes_over(void **state)
{
    (void)state;
    static struct line l;
    set_up(&l, (struct noise){0}, 1);
    say(&l, 0, "M0012061100");
    say(&l, 0, "E00");
    pass(&l, 100);
    assert_string_equal(l.got[1], "M0012061100|E00|");
    say(&l, 1, "Chello");
    pass(&l, 1500);
    assert_string_equal(l.got[0], "Chello|");
    assert_false(dxp_serial_is_busy(&l.end[0]));
}

/* What comes while nobody takes it is not lost: the other end repeats it. */
static void a_burst_arrives_whole(void **state)
{
    (void)state;
    static struct line l;
    set_up(&l, (struct noise){0}, 1);
    l.busy[1] = true;
    for (int i = 0; i < 7; i++) {
        char message[] = "M0012061100";
        message[1] = (char)('0' + i);
        say(&l, 0, message);
    }
    pass(&l, 2000);
    l.busy[1] = false;
    pass(&l, 20000);
    assert_string_equal(l.got[1], "M0012061100|M1012061100|M2012061100|M3012061100|M4012061100|"
                                  "M5012061100|M6012061100|");
}

static void bytes_are_as_the_protocol_wants(void **state)
{
    (void)state;
    static const uint8_t echoes[] = {0x81, 'K', '1', 0x8e};
    struct dxp_serial s;
    const uint8_t *out;
    dxp_serial_init(&s, &(struct dxp_serial_config){.start = 0x81, .end = 0x8e});
    assert_int_equal(dxp_serial_send(&s, "K1", 2, 0), 0);
    for (size_t i = 0; i < sizeof echoes; i++) { /* the next one only after the echo */
        assert_int_equal(dxp_serial_output(&s, &out), 1);
        assert_int_equal(out[0], echoes[i]);
        dxp_serial_written(&s, 1);
        dxp_serial_receive(&s, &echoes[i], 1, (int64_t)i);
    }
    assert_false(dxp_serial_is_busy(&s));
    assert_int_equal(dxp_serial_output(&s, &out), 0);
}

static void both_begin_at_once(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed < 50; seed++) {
        static struct line l;
        set_up(&l, (struct noise){0}, 1000 * seed);
        say(&l, 0, "Cfrom the first");
        say(&l, 1, "M0012061100");
        pass(&l, 20000);
        assert_string_equal(l.got[1], "Cfrom the first|");
        assert_string_equal(l.got[0], "M0012061100|");
    }
}

static void dead_line_is_noticed(void **state)
{
    (void)state;
    static struct line l;
    set_up(&l, (struct noise){.drop = 1}, 1);
    say(&l, 0, "E00");
    pass(&l, 50000);
    assert_false(dxp_serial_is_dead(&l.end[0]));
    pass(&l, 30000);
    assert_true(dxp_serial_is_dead(&l.end[0]));
    assert_true(dxp_serial_deadline(&l.end[0]) == INT64_MAX);
}

static void longest_message_and_a_longer_one(void **state)
{
    (void)state;
    static struct line l;
    char text[DXP_FRAME_MAX + 1], expected[DXP_FRAME_MAX + 3];
    memset(text, 'C', DXP_FRAME_MAX);
    text[DXP_FRAME_MAX] = '\0';
    set_up(&l, (struct noise){0}, 1);
    say(&l, 0, text);
    pass(&l, 3000);
    sprintf(expected, "%s|", text);
    assert_string_equal(l.got[1], expected);
    uint8_t flood[300]; /* a peer that never ends its message */
    memset(flood, 'x', sizeof flood);
    flood[0] = 0x81;
    dxp_serial_receive(&l.end[1], flood, sizeof flood, l.now);
    l.end[1].n_out = 0;
    pass(&l, 10000);
    say(&l, 0, "E00");
    pass(&l, 20000);
    assert_non_null(strstr(l.got[1], "|E00|"));
    assert_int_equal(l.n_got[1], 2);
}

/* ---- noise: moves go to and fro as in a game; each must arrive once and in its turn ---- */

static const struct {
    const char *name;
    struct noise noise;
} noise_rows[] = {
    {"noise: none", {0, 0, 0}},
    {"noise: lost bytes", {150, 0, 0}},
    {"noise: doubled bytes", {0, 150, 0}},
    {"noise: flipped bits", {0, 0, 150}},
    {"noise: all of them", {400, 400, 400}},
};

static void noise_row(void **state)
{
    size_t i = (size_t)*state;
    for (uint64_t seed = 1; seed <= 20; seed++) {
        static struct line l;
        set_up(&l, noise_rows[i].noise, seed);
        for (unsigned ply = 0; ply < 40; ply++) {
            char move[40];
            int from = (int)(ply % 2);
            snprintf(move, sizeof move,
                     ply % 3 ? "M%04u320100"
                               "00"
                             : "M%04u3201022324",
                     ply);
            move[ply % 3 ? 11 : 15] = '\0';
            say(&l, from, move);
            int64_t by = l.now + 90000;
            while (l.n_got[!from] <= ply / 2 && l.now < by)
                step(&l);
            if (l.n_got[!from] != ply / 2 + 1)
                fail_msg("seed %u, ply %u: got \"%s\"", (unsigned)seed, ply, l.got[!from]);
            strcat(move, "|");
            size_t n = strlen(l.got[!from]), m = strlen(move);
            assert_true(n >= m);
            assert_string_equal(l.got[!from] + n - m, move);
        }
        pass(&l, 30000); /* nothing comes late */
        assert_int_equal(l.n_got[0], 20);
        assert_int_equal(l.n_got[1], 20);
    }
}

int main(void)
{
    static const struct CMUnitTest others[] = {
        cmocka_unit_test(message_goes_over),
        cmocka_unit_test(a_burst_arrives_whole),
        cmocka_unit_test(bytes_are_as_the_protocol_wants),
        cmocka_unit_test(both_begin_at_once),
        cmocka_unit_test(dead_line_is_noticed),
        cmocka_unit_test(longest_message_and_a_longer_one),
    };
    ROWS_LIST(others);
    ROWS_BY_INDEX(noise_rows, name, noise_row);
    return rows_run("dxp-serial");
}
