// SPDX-License-Identifier: MIT
#include "core/base/array.h"
#include "core/game/player-name.h"
#include "core/store/spool.h"
#include "tests/lib/rows.h"

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

/*
 * A game made up: ply n is the same in all of them, except for those that are said to be its own or
 * to be left out.
 */
struct made {
    const char *white, *black;
    int year;
    unsigned plies, own, without; /* own, without: a ply from 1; 0 none */
    bool master;
    unsigned month, day;
    const char *event, *round;
    enum result result;
    const char *said; /* two letters for each thing: its kind from 0, and what it is; in order */
};

struct room {
    struct buffer moves, said, white, black;
};

static struct spool_game make(const struct made *m, struct room *room)
{
    struct spool_game game = {.opening = hash128_of("start", 5),
                              .date = {(unsigned)m->year, m->month, m->day}};
    buffer_clear(&room->moves);
    buffer_clear(&room->said);
    buffer_clear(&room->white);
    buffer_clear(&room->black);
    for (unsigned ply = 1; ply <= m->plies; ply++) {
        char bytes[SPOOL_PLY] = {(char)ply, (char)(2 * ply + (ply == m->own))};
        if (ply != m->without)
            buffer_add(&room->moves, bytes, SPOOL_PLY);
    }
    for (const char *said = m->said ? m->said : ""; *said; said += 2) {
        const char bytes[SPOOL_SAID] = {(char)(said[0] - '0'), said[1]};
        buffer_add(&room->said, bytes, SPOOL_SAID);
    }
    game.said = buffer_text(&room->said);
    game.result = (int)m->result;
    game.event = m->event ? m->event[0] : 0;
    game.round = text_of(m->round ? m->round : "");
    game.moves = buffer_text(&room->moves);
    if (!game.moves.s)
        game.moves.s = "";
    player_name_family(text_of(m->white), &room->white);
    player_name_family(text_of(m->black), &room->black);
    game.white = (struct text){room->white.n ? room->white.s : "", room->white.n};
    game.black = (struct text){room->black.n ? room->black.s : "", room->black.n};
    game.spelling[WHITE] = hash128_of(m->white, strlen(m->white));
    game.spelling[BLACK] = hash128_of(m->black, strlen(m->black));
    game.content = hash128_sum(game.opening, hash128_of(game.moves.s, game.moves.n));
    game.score = (uint32_t)(game.moves.n / SPOOL_PLY);
    return game;
}

static void add(struct spool *spool, const char *label, const struct made *m)
{
    struct room room = {0};
    struct err err = {0};
    struct spool_entry entry = {.bytes = text_of(label),
                                .n_written = 1,
                                .label = text_of(label),
                                .game = make(m, &room),
                                .is_master = m->master};
    assert_int_equal(spool_add(spool, &entry, &err), 0);
    buffer_fini(&room.moves);
    buffer_fini(&room.said);
    buffer_fini(&room.white);
    buffer_fini(&room.black);
}

static struct spool *opened(enum dedupe kind)
{
    struct spool *spool = NULL;
    struct err err = {0};
    assert_int_equal(spool_open(kind, &spool, &err), 0);
    return spool;
}

/* ---- which games are copies ---- */

#define TON  "Sijbrands, Ton", "Wiersma, Harm", 1973
#define HARM "Wiersma, Harm", "Sijbrands, Ton", 1973

static const struct {
    const char *name;
    enum dedupe kind;
    struct made a, b;
    const char *report; /* "" : both stay */
} rows[] = {
    {"the same", DEDUPE_EXACT, {TON, .plies = 50}, {TON, .plies = 50}, "b exact a"},
    {"names in another way",
     DEDUPE_EXACT,
     {TON, .plies = 50},
     {"T. Sijbrands", "WIERSMA", 1973, .plies = 50},
     "b exact, names spelled differently a"},
    {"40 plies: whoever played",
     DEDUPE_EXACT,
     {TON, .plies = 40},
     {"Gantwarg", "Clerc", 1980, .plies = 40},
     "b exact, different players, years differ: 1980, not 1973 a"},
    {"39 plies of other people",
     DEDUPE_EXACT,
     {TON, .plies = 39},
     {"Gantwarg", "Clerc", 1973, .plies = 39},
     ""},
    {"39 plies, nobody known",
     DEDUPE_EXACT,
     {TON, .plies = 39},
     {"?", "", 0, .plies = 39},
     "b exact, a player is unknown a"},
    {"16 plies in another year",
     DEDUPE_EXACT,
     {TON, .plies = 16},
     {"Sijbrands, Ton", "Wiersma, Harm", 1974, .plies = 16},
     "b exact, years differ: 1974, not 1973 a"},
    {"15 plies in another year",
     DEDUPE_EXACT,
     {TON, .plies = 15},
     {"Sijbrands, Ton", "Wiersma, Harm", 1974, .plies = 15},
     ""},
    {"15 plies in the same year",
     DEDUPE_EXACT,
     {TON, .plies = 15},
     {TON, .plies = 15},
     "b exact a"},
    {"no moves", DEDUPE_EXACT, {TON, .plies = 0}, {TON, .plies = 0}, ""},
    {"a beginning is not exact", DEDUPE_EXACT, {TON, .plies = 50}, {TON, .plies = 49}, ""},
    {"a beginning",
     DEDUPE_CONTAINED,
     {TON, .plies = 16},
     {TON, .plies = 50},
     "a contained, the first 16 of 50 plies b"},
    {"a beginning too short", DEDUPE_CONTAINED, {TON, .plies = 15}, {TON, .plies = 50}, ""},
    {"a beginning in another year",
     DEDUPE_CONTAINED,
     {TON, .plies = 45},
     {"Sijbrands, Ton", "Wiersma, Harm", 1974, .plies = 50},
     ""},
    {"a beginning, year unknown",
     DEDUPE_CONTAINED,
     {TON, .plies = 50},
     {"Sijbrands, Ton", "Wiersma, Harm", 0, .plies = 45},
     "b contained, the first 45 of 50 plies a"},
    {"a beginning by others",
     DEDUPE_CONTAINED,
     {TON, .plies = 50},
     {"Gantwarg", "Clerc", 1973, .plies = 45},
     ""},
    {"a beginning with colours reversed",
     DEDUPE_CONTAINED,
     {TON, .plies = 50},
     {HARM, .plies = 45},
     ""},
    {"a beginning by unknown players",
     DEDUPE_CONTAINED,
     {"?", "?", 0, .plies = 16},
     {TON, .plies = 20},
     "a contained, the first 16 of 20 plies, a player is unknown b"},
    {"a beginning by one known player",
     DEDUPE_CONTAINED,
     {TON, .plies = 20},
     {"Sijbrands", "?", 1973, .plies = 16},
     "b contained, the first 16 of 20 plies, a player is unknown a"},
    {"a beginning by known players, the game by unknown ones",
     DEDUPE_CONTAINED,
     {TON, .plies = 16},
     {"?", "?", 1973, .plies = 20},
     ""},
    {"a beginning by another player",
     DEDUPE_CONTAINED,
     {TON, .plies = 20},
     {"Gantwarg", "?", 1973, .plies = 16},
     ""},
    {"a beginning by unknown players in another year",
     DEDUPE_CONTAINED,
     {"?", "?", 1974, .plies = 16},
     {TON, .plies = 20},
     ""},
    {"another last ply is not contained",
     DEDUPE_CONTAINED,
     {TON, .plies = 50},
     {TON, .plies = 50, .own = 50},
     ""},
    {"parted late",
     DEDUPE_NEAR,
     {TON, .plies = 40},
     {TON, .plies = 44, .own = 31},
     "a near, differs from ply 31 of 40 b"},
    {"parted too early", DEDUPE_NEAR, {TON, .plies = 50}, {TON, .plies = 54, .own = 38}, ""},
    {"one ply is another",
     DEDUPE_NEAR,
     {TON, .plies = 40},
     {TON, .plies = 40, .own = 5},
     "b near, ply 5 differs a"},
    {"the last ply is another",
     DEDUPE_NEAR,
     {TON, .plies = 40},
     {TON, .plies = 40, .own = 40},
     "b near, ply 40 differs a"},
    {"one ply is missing",
     DEDUPE_NEAR,
     {TON, .plies = 40, .without = 5},
     {TON, .plies = 40},
     "a near, ply 5 is missing b"},
    {"30 plies",
     DEDUPE_NEAR,
     {TON, .plies = 30},
     {TON, .plies = 30, .own = 2},
     "b near, ply 2 differs a"},
    {"29 plies", DEDUPE_NEAR, {TON, .plies = 29}, {TON, .plies = 29, .own = 2}, ""},
    {"colours reversed",
     DEDUPE_NEAR,
     {TON, .plies = 35},
     {HARM, .plies = 35},
     "b near, the first 35 of 35 plies, colours reversed a"},
    {"colours reversed and late",
     DEDUPE_NEAR,
     {TON, .plies = 40},
     {"Wiersma, H.", "Sijbrands", 1973, .plies = 44, .own = 35},
     "a near, differs from ply 35 of 40, colours reversed, names spelled differently b"},
    {"near in another year",
     DEDUPE_NEAR,
     {TON, .plies = 35},
     {"Sijbrands, Ton", "Wiersma, Harm", 1974, .plies = 35, .own = 34},
     ""},
    {"near by unknown players",
     DEDUPE_NEAR,
     {TON, .plies = 35},
     {"?", "?", 1973, .plies = 35, .own = 34},
     ""},
    {"exact with colours reversed",
     DEDUPE_EXACT,
     {TON, .plies = 40},
     {HARM, .plies = 40},
     "b exact, colours reversed a"},
    {"exact with colours reversed and other results",
     DEDUPE_EXACT,
     {TON, .plies = 40, .result = RESULT_WHITE},
     {"WIERSMA", "SIJBRANDS", 1973, .plies = 40, .result = RESULT_BLACK},
     "b exact, colours reversed, names spelled differently, results differ: Black won, not White "
     "won a"},
    {"two of one family name",
     DEDUPE_EXACT,
     {"Sijbrands, Ton", "Sijbrands, J.", 1973, .plies = 20},
     {"Sijbrands, J.", "Sijbrands, Ton", 1973, .plies = 20},
     "b exact, colours reversed a"},
    {"one of them is unknown, as Black and as White",
     DEDUPE_EXACT,
     {"Sijbrands", "?", 1973, .plies = 20},
     {"?", "Sijbrands", 1973, .plies = 20},
     "b exact, a player is unknown a"},
    {"on other days",
     DEDUPE_EXACT,
     {TON, .month = 3, .day = 1, .plies = 16},
     {TON, .month = 3, .day = 5, .plies = 16},
     "b exact, dates differ: 1973.03.05, not 1973.03.01 a"},
    {"in other months",
     DEDUPE_CONTAINED,
     {TON, .month = 3, .plies = 20},
     {TON, .month = 4, .day = 5, .plies = 16},
     "b contained, the first 16 of 20 plies, dates differ: 1973.04.05, not 1973.03.?"
     "? a"},
    {"a day that is unknown",
     DEDUPE_EXACT,
     {TON, .month = 3, .day = 1, .plies = 16},
     {TON, .month = 3, .plies = 16},
     "b exact a"},
    {"15 plies on other days",
     DEDUPE_EXACT,
     {TON, .month = 3, .day = 1, .plies = 15},
     {TON, .month = 3, .day = 5, .plies = 15},
     ""},
    {"two rounds of an event",
     DEDUPE_NEAR,
     {TON, .event = "e", .round = "3.", .plies = 60},
     {TON, .event = "e", .round = "35.", .plies = 60},
     ""},
    {"two rounds of an event, colours reversed",
     DEDUPE_NEAR,
     {TON, .event = "e", .round = "3.1.", .plies = 60},
     {HARM, .event = "e", .round = "3.2.", .plies = 60},
     ""},
    {"a round that says less",
     DEDUPE_EXACT,
     {TON, .event = "e", .round = "3.1.", .plies = 20},
     {TON, .event = "e", .round = "3.", .plies = 20},
     "b exact a"},
    {"a round that is unknown",
     DEDUPE_EXACT,
     {TON, .event = "e", .round = "3.1.", .plies = 20},
     {TON, .event = "e", .plies = 20},
     "b exact a"},
    {"two rounds, an event unknown",
     DEDUPE_EXACT,
     {TON, .event = "e", .round = "3.1.", .plies = 20},
     {TON, .round = "3.2.", .plies = 20},
     "b exact, rounds differ: 3.2, not 3.1 a"},
    {"two rounds of two events",
     DEDUPE_EXACT,
     {TON, .event = "e", .round = "3.", .plies = 20},
     {TON, .event = "f", .round = "5.", .plies = 20},
     "b exact, rounds differ: 5, not 3 a"},
    {"two numbers in a collection",
     DEDUPE_EXACT,
     {"?", "?", 0, .event = "e", .round = "3.", .plies = 20},
     {"?", "?", 0, .event = "e", .round = "5.", .plies = 20},
     "b exact, rounds differ: 5, not 3 a"},
    {"all that is said is kept",
     DEDUPE_EXACT,
     {TON, .plies = 50, .said = "0a0b0b0c1a"},
     {TON, .plies = 50, .said = "0b0b1a"},
     "b exact a"},
    {"a comment is lost",
     DEDUPE_EXACT,
     {TON, .plies = 50, .said = "0a"},
     {TON, .plies = 50, .said = "0b"},
     "b exact, lost: 1 comment a"},
    {"said twice, kept once",
     DEDUPE_EXACT,
     {TON, .plies = 50, .said = "0a0b"},
     {TON, .plies = 50, .said = "0b0b"},
     "b exact, lost: 1 comment a"},
    {"lost with a beginning",
     DEDUPE_CONTAINED,
     {TON, .plies = 20, .said = "0a0b1c1d2e2f"},
     {TON, .plies = 50, .said = "0b1d"},
     "a contained, the first 20 of 50 plies, lost: 1 comment, 1 variation, 2 NAGs b"},
    {"lost with a near one",
     DEDUPE_NEAR,
     {"Sijbrands", "Wiersma", 1973, .plies = 40, .said = "1a1b"},
     {TON, .plies = 44, .own = 31},
     "a near, differs from ply 31 of 40, names spelled differently, lost: 2 variations b"},
    {"the master says less",
     DEDUPE_EXACT,
     {TON, .plies = 50, .said = "2a"},
     {TON, .plies = 50, .master = true},
     "a exact, lost: 1 NAG b"},
    {"the master stays",
     DEDUPE_EXACT,
     {TON, .plies = 50},
     {TON, .plies = 50, .master = true},
     "a exact b"},
    {"more than the master knows",
     DEDUPE_CONTAINED,
     {TON, .plies = 50},
     {TON, .plies = 45, .master = true},
     ""},
    {"less than the master knows",
     DEDUPE_CONTAINED,
     {TON, .plies = 45},
     {TON, .plies = 50, .master = true},
     "a contained, the first 45 of 50 plies b"},
    {"near, with more than the master knows",
     DEDUPE_NEAR,
     {TON, .plies = 50, .master = true},
     {TON, .plies = 70},
     ""},
    {"near, with less than the master knows",
     DEDUPE_NEAR,
     {TON, .plies = 50, .master = true},
     {TON, .plies = 44, .own = 43},
     "b near, differs from ply 43 of 44 a"},
    {"two games of the master",
     DEDUPE_NEAR,
     {TON, .plies = 50, .master = true},
     {TON, .plies = 50, .master = true},
     ""},
};

static int tell(void *ctx, struct text gone, struct text kept, const char *why)
{
    buffer_printf(ctx, "%.*s %s %.*s", TEXT_ARGS(gone), why, TEXT_ARGS(kept));
    return 0;
}

static void reports_copies(void **state)
{
    size_t i = (size_t)(uintptr_t)*state;
    struct spool *spool = opened(rows[i].kind);
    struct buffer report = {0};
    struct err err = {0};
    struct spool_copies copies = {0};
    add(spool, "a", &rows[i].a);
    add(spool, "b", &rows[i].b);
    assert_int_equal(spool_dedupe(spool, &copies, &err), 0);
    assert_int_equal(copies.dropped, *rows[i].report != '\0');
    assert_int_equal(copies.conflicts, strstr(rows[i].report, " differ:") != NULL
                                           || strstr(rows[i].report, "reversed") != NULL);
    assert_int_equal(copies.losses, strstr(rows[i].report, "lost: ") != NULL);
    assert_int_equal(spool_report(spool, tell, &report, &err), 0);
    buffer_add_char(&report, '\0');
    assert_string_equal(report.s, rows[i].report);
    buffer_fini(&report);
    spool_close(spool);
}

/* ---- what comes out ---- */

static int gather(void *ctx, const struct spool_item *item, struct err *err)
{
    (void)err;
    assert_int_equal(item->n_written, 1);
    buffer_printf(ctx, "%.*s/%.*s ", TEXT_ARGS(item->name), TEXT_ARGS(item->bytes));
    return 0;
}

static void assert_out(struct spool *spool, const char *want)
{
    struct buffer out = {0};
    struct err err = {0};
    assert_int_equal(spool_read(spool, gather, &out, &err), 0);
    buffer_add_char(&out, '\0');
    assert_string_equal(out.s, want);
    buffer_fini(&out);
}

/* Each game is the beginning of the next one: only the last stays, and it stands for all. */
static void a_row_of_beginnings(void **state)
{
    (void)state;
    enum { GAMES = 30 };
    struct spool *spool = opened(DEDUPE_CONTAINED);
    struct buffer report = {0};
    struct err err = {0};
    struct spool_copies copies = {0};
    for (unsigned i = 0; i < GAMES; i++) {
        char label[8];
        snprintf(label, sizeof label, "%u", i);
        add(spool, label, &(struct made){TON, .plies = 20 + i});
    }
    assert_int_equal(spool_dedupe(spool, &copies, &err), 0);
    assert_int_equal(copies.dropped, GAMES - 1);
    assert_int_equal(spool_report(spool, tell, &report, &err), 0);
    buffer_add_char(&report, '\0');
    static const char first[] = "0 contained, the first 20 of 21 plies, through another copy 29"
                                "1 contained, the first 21 of 22 plies, through another copy 29";
    static const char last[] = "28 contained, the first 48 of 49 plies 29";
    assert_memory_equal(report.s, first, sizeof first - 1);
    assert_string_equal(report.s + report.n - sizeof last, last);
    assert_out(spool, "/29 ");
    buffer_fini(&report);
    spool_close(spool);
}

/* What a game says is lost if the last one does not say it, though another copy does. */
static void lost_in_the_end(void **state)
{
    (void)state;
    struct spool *spool = opened(DEDUPE_CONTAINED);
    struct buffer report = {0};
    struct err err = {0};
    struct spool_copies copies = {0};
    add(spool, "a", &(struct made){TON, .plies = 20, .said = "0a0b"});
    add(spool, "b", &(struct made){TON, .plies = 30, .said = "0a"});
    add(spool, "c", &(struct made){TON, .plies = 40, .said = "0b"});
    assert_int_equal(spool_dedupe(spool, &copies, &err), 0);
    assert_int_equal(copies.losses, 2);
    assert_int_equal(spool_report(spool, tell, &report, &err), 0);
    buffer_add_char(&report, '\0');
    assert_string_equal(
        report.s, "a contained, the first 20 of 30 plies, through another copy, lost: 1 comment c"
                  "b contained, the first 30 of 40 plies, lost: 1 comment c");
    buffer_fini(&report);
    spool_close(spool);
}

/* A game that has a copy of one round is no copy of that of another. */
static void known_from_copies(void **state)
{
    (void)state;
    struct spool *spool = opened(DEDUPE_EXACT);
    struct err err = {0};
    struct spool_copies copies = {0};
    add(spool, "a", &(struct made){"?", "Wiersma", 0, .plies = 20});
    add(spool, "b", &(struct made){TON, .event = "e", .round = "3.", .plies = 20});
    add(spool, "c", &(struct made){TON, .event = "e", .round = "5.", .plies = 20});
    add(spool, "d", &(struct made){TON, .event = "e", .plies = 20});
    assert_int_equal(spool_dedupe(spool, &copies, &err), 0);
    assert_int_equal(copies.dropped, 2);
    assert_out(spool, "/a /c ");
    spool_close(spool);
}

/* More copies than a game is compared with: those that are dropped do not keep the others apart. */
static void one_stays_of_many(void **state)
{
    (void)state;
    enum { GAMES = 200 };
    struct spool *spool = opened(DEDUPE_EXACT);
    struct err err = {0};
    struct spool_copies copies = {0};
    for (unsigned i = 0; i < GAMES; i++)
        add(spool, i ? "copy" : "first", &(struct made){TON, .plies = 8});
    assert_int_equal(spool_dedupe(spool, &copies, &err), 0);
    assert_int_equal(copies.dropped, GAMES - 1);
    assert_out(spool, "/first ");
    spool_close(spool);
}

static void a_value_may_be_unknown(void **state)
{
    (void)state;
    static const char *const unknown[] = {"", " ", "?", "????.??.??", "*", "-"}, *const known[] = {
                                                                                     "2001.??.??",
                                                                                     "1", "? ?x",
                                                                                     "0-0"};
    for (size_t i = 0; i < ARRAY_LEN(unknown); i++)
        assert_true(tag_is_unknown(text_of(unknown[i])));
    for (size_t i = 0; i < ARRAY_LEN(known); i++)
        assert_false(tag_is_unknown(text_of(known[i])));
}

/* The next game in order of moves is of another year; the one of this year comes long after. */
static void a_beginning_far_away(void **state)
{
    (void)state;
    struct spool *spool = opened(DEDUPE_CONTAINED);
    struct err err = {0};
    struct spool_copies copies = {0};
    add(spool, "beginning", &(struct made){TON, .plies = 20});
    for (int i = 0; i < 9; i++)
        add(spool, "other",
            &(struct made){"Sijbrands", "Wiersma", 2000 + i, .plies = 31 + (unsigned)i});
    add(spool, "whole", &(struct made){TON, .plies = 60});
    assert_int_equal(spool_dedupe(spool, &copies, &err), 0);
    assert_int_equal(copies.dropped, 1);
    spool_close(spool);
}

static void in_order(void **state)
{
    (void)state;
    static const struct {
        const char *bytes, *name, *also, *sort;
        bool master;
    } entries[] = {
        {"1", "b", NULL, "x", false}, {"2", "a", "b", "y", false}, {"3", "a", NULL, "y", false},
        {"4", "a", NULL, "x", false}, {"5", "a", NULL, "w", true},
    };
    struct spool *spool = opened(DEDUPE_NONE);
    struct err err = {0};
    for (size_t i = 0; i < ARRAY_LEN(entries); i++) {
        struct spool_entry entry = {.bytes = text_of(entries[i].bytes),
                                    .n_written = 1,
                                    .name = text_of(entries[i].name),
                                    .sort = text_of(entries[i].sort),
                                    .is_master = entries[i].master};
        if (entries[i].also)
            entry.also = text_of(entries[i].also);
        assert_int_equal(spool_add(spool, &entry, &err), 0);
    }
    assert_out(spool, "a/4 a/2 a/3 b/1 b/2 ");
    assert_int_equal(spool_first(spool, 3, &err), 0); /* games, not copies */
    assert_out(spool, "a/4 a/2 b/1 b/2 ");
    spool_close(spool);
}

static unsigned sampled(uint64_t n, uint64_t seed, char *out, size_t room)
{
    struct spool *spool = opened(DEDUPE_NONE);
    struct buffer all = {0};
    struct err err = {0};
    unsigned games = 0;
    for (char c = 'a'; c <= 'z'; c++) {
        struct spool_entry entry = {.bytes = {&c, 1}, .n_written = 1, .is_master = c == 'm'};
        assert_int_equal(spool_add(spool, &entry, &err), 0);
    }
    assert_int_equal(spool_sample(spool, n, seed, &err), 0);
    assert_int_equal(spool_read(spool, gather, &all, &err), 0);
    for (size_t i = 0; i < all.n; i++)
        games += all.s[i] == '/';
    snprintf(out, room, "%.*s", TEXT_ARGS(buffer_text(&all)));
    buffer_fini(&all);
    spool_close(spool);
    return games;
}

static void by_chance(void **state)
{
    (void)state;
    char one[256], same[256], other[256];
    assert_int_equal(sampled(5, 1, one, sizeof one), 5);
    assert_int_equal(sampled(5, 1, same, sizeof same), 5);
    assert_int_equal(sampled(5, 2, other, sizeof other), 5);
    assert_string_equal(one, same);
    assert_string_not_equal(one, other);
    assert_int_equal(sampled(25, 1, one, sizeof one), 25); /* all but that of the master */
    assert_int_equal(sampled(UINT64_MAX, 1, one, sizeof one), 25);
}

int main(void)
{
    ROWS_BY_INDEX(rows, name, reports_copies);
    ROWS_SINGLE(a_row_of_beginnings);
    ROWS_SINGLE(known_from_copies);
    ROWS_SINGLE(lost_in_the_end);
    ROWS_SINGLE(one_stays_of_many);
    ROWS_SINGLE(a_value_may_be_unknown);
    ROWS_SINGLE(a_beginning_far_away);
    ROWS_SINGLE(in_order);
    ROWS_SINGLE(by_chance);
    return rows_run("spool");
}
