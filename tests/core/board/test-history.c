// SPDX-License-Identifier: MIT
/*
 * When games are drawn. Rows with moves are played as written; rows with a number of plies are
 * played on with quiet moves of kings that bring no position back, so that only the rule in
 * question can end the game, and must do so at that ply. Source: each profile names its own in
 * draw-profile.c; how to count for international draughts is what its rules say.
 */
#include "core/base/array.h"
#include "core/board/draw-profile-internal.h"
#include "core/board/fen.h"
#include "core/board/history.h"
#include "core/board/notation.h"
#include "tests/lib/rows.h"

#include <limits.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

static const struct row {
    const char *name, *variant, *profile, *fen, *moves; /* all legal */
    const char *ending;                                 /* behind the last move, and not before */
    const char *reason;
} rows[] = {
    {"third time", "international", NULL, "W:WK46,32:BK4,19",
     "46-41 4-10 41-46 10-4 46-41 4-10 41-46 10-4", "repetition",
     "the same position for the third time"},
    {"third time, not consecutive", "international", NULL, "W:WK46,32:BK4,19",
     "46-41 4-10 41-37 10-4 37-41 4-10 41-46 10-4 46-41", "repetition",
     "the same position for the third time"},
    {"third time, six plies apart", "international", NULL, "W:WK46,32:BK4,19",
     "46-41 4-10 41-37 10-15 37-46 15-4 46-41 4-10 41-37 10-15 37-46 15-4", "repetition",
     "the same position for the third time"},
    {"a man's move begins anew", "international", NULL, "W:WK46,32,50:BK4,19",
     "46-41 4-10 41-46 10-4 50-45 4-10 46-41 10-4 41-46 4-10 46-41 10-4", "none",
     "the game goes on"},
    {"fourth time where four are wanted", "italian", NULL, "W:WK29,23:BK4,14",
     "29-25 4-8 25-29 8-4 29-25 4-8 25-29 8-4 29-25 4-8 25-29 8-4", "repetition",
     "the same position for the fourth time"},
    {"men that go sideways come back", "turkish", NULL, "W:Wa3,h2:Ba6,h7",
     "a3-b3 a6-b6 b3-a3 b6-a6 a3-b3 a6-b6 b3-a3 b6-a6", "repetition",
     "the same position for the third time"},
    {"men that go forward do not", "turkish", NULL, "W:Wa3,h2:Ba6,h7",
     "a3-b3 a6-b6 b3-a3 b6-a6 h2-h3 a6-b6 a3-b3 b6-a6 b3-a3 a6-b6 a3-b3 b6-a6", "none",
     "the game goes on"},
    {"no repetition without a rule", "international", "none", "W:WK46,32:BK4,19",
     "46-41 4-10 41-46 10-4 46-41 4-10 41-46 10-4 46-41 4-10 41-46 10-4", "none",
     "the game goes on"},
    {"lost before drawn", "international", "none,limit=1", "W:W28:B17,50", "28-22 17x28",
     "no-moves", "the side to move has no move"},
    {"limit", "international", "none,limit=1", "W:W28,47:B17,50", "28-22 17x28", "limit",
     "the move limit is reached"},
    {"breakthrough: a king", "breakthrough", NULL, "W:W6:B20", "6-1", "king",
     "a man has become a king"},
    {"antidraughts: no moves", "antidraughts", NULL, "W:W28:B22,20", "28x17", "none",
     "the game goes on"},
    {"one king each is not drawn at once", "international", NULL, "W:WK46:BK4", "46-41", "none",
     "the game goes on"},
    {"Frisian, one king each, nothing falls", "frisian", NULL, "W:WK46:BK15", "", "material",
     "one king against one"},
    {"Frisian, one king each, one falls", "frisian", NULL, "W:WK46:BK23", "", "none",
     "the game goes on"},
    {"one on one", "turkish", "threefold,one-on-one", "W:Wa2:Bh7", "", "material",
     "one piece against one"},
    {"one on one, one falls", "turkish", "threefold,one-on-one", "W:Wa2:Ba3", "", "none",
     "the game goes on"},
    {"one on one, every reply takes", "international", "fmjd,one-on-one", "W:W47:B37", "", "none",
     "the game goes on"},
    {"one on one, no reply takes after 47-42", "international", "fmjd,one-on-one", "W:W47:B36", "",
     "material", "one piece against one"},
    {"one on one, no reply takes after 49-43", "international", "fmjd,one-on-one", "W:W49:B40", "",
     "material", "one piece against one"},
    {"one on one, two pieces", "turkish", "threefold,one-on-one", "W:Wa2,b2:Bh7", "", "none",
     "the game goes on"},
    {"a man alone is no king", "international", NULL, "W:W46:BK50",
     "46-41 50-45 41-36 45-50 36-31 50-45 31-26 45-50 26-21 50-45", "none", "the game goes on"},
    /*
     * 3 against 1 from the start: 16 moves; the capture at ply 2 starts the 5 besides: 2 and 10
     * more.
     */
    {"16 becomes 5", "international", "fmjd", "W:WK1,K2,23:BK14",
     "1-6 14x46 6-1 46-41 1-6 41-37 2-8 37-41 8-2 41-46 6-1 46-41", "material",
     "5 moves with one or two pieces, a king among them, against one king"},
};

/* Profiles by what they count: the ply at which a game of kings ends. */
static const struct shuffle {
    const char *name, *variant, *profile, *fen;
    unsigned plies;
    const char *reason;
    bool on_diagonal; /* Black's king keeps to the long one */
    bool with_men;    /* a man moves every 20 plies */
} shuffles[] = {
    {"fmjd: 25 moves", "international", NULL, "W:WK46,K47:BK4,K5", 50,
     "25 moves by each side with kings only and no capture", 0, 0},
    {"fmjd: 16 moves", "international", NULL, "W:WK47,K48,K49:BK4", 32,
     "16 moves with three pieces, a king among them, against one king", 0, 0},
    {"fmjd: 16 moves, White alone", "international", NULL, "W:WK47:BK2,K3,K4", 32,
     "16 moves with three pieces, a king among them, against one king", 0, 0},
    {"fmjd: 16 moves, White alone, Black begins", "international", NULL, "B:WK47:BK2,K3,K4", 32,
     "16 moves with three pieces, a king among them, against one king", 0, 0},
    {"fmjd: 16 moves run on when men move", "international", NULL, "W:WK47,45,50:BK4", 32,
     "16 moves with three pieces, a king among them, against one king", 0, 1},
    {"fmjd: four against one have no such rule", "international", NULL, "W:WK46,K47,K48,K49:BK4",
     50, "25 moves by each side with kings only and no capture", 0, 0},
    {"fmjd: 5 moves against two", "international", NULL, "W:WK47,K48:BK4", 10,
     "5 moves with one or two pieces, a king among them, against one king", 0, 0},
    {"fmjd: 5 moves against one", "international", NULL, "W:WK47:BK4", 10,
     "5 moves with one or two pieces, a king among them, against one king", 0, 0},
    {"fmjd: long diagonal, option", "international", "fmjd,long-diagonal", "W:WK47,K48,K49:BK5", 10,
     "5 moves with three pieces against a king on the long diagonal", 1, 0},
    {"fmjd: long diagonal, option, king elsewhere", "international", "fmjd,long-diagonal",
     "W:WK47,K48,K49:BK4", 32, "16 moves with three pieces, a king among them, against one king", 0,
     0},
    {"long diagonal from the top left", "portuguese", "threefold,long-diagonal", "W:WK2,K3,K4:BK1",
     10, "5 moves with three pieces against a king on the long diagonal", 1, 0},
    {"fmjd: long diagonal, not asked for", "international", "fmjd", "W:WK47,K48,K49:BK5", 32,
     "16 moves with three pieces, a king among them, against one king", 1, 0},
    {"dam: 25 moves", "international", "dam", "W:WK46,K47:BK4,K5", 50,
     "25 moves by each side with kings only and no capture", 0, 0},
    {"dam: 10 moves of the lone king", "international", "dam", "W:WK47,K48,K49:BK4", 20,
     "10 moves with one, two or three kings against one", 0, 0},
    {"dam: 10 moves of the lone king, which begins", "international", "dam", "B:WK47,K48,K49:BK4",
     19, "10 moves with one, two or three kings against one", 0, 0},
    {"dam: 10 moves, one against one", "international", "dam", "W:WK47:BK4", 19,
     "10 moves with one, two or three kings against one", 0, 0},
    {"dam: a man beside the kings", "international", "dam", "W:WK47,K48,50:BK4", 50,
     "25 moves by each side with kings only and no capture", 0, 0},
    {"killer: 25 moves, two against one", "killer", NULL, "W:WK47,K48:BK4", 50,
     "25 moves by each side with kings only and no capture", 0, 0},
    {"wcdf: 40 moves", "english", NULL, "B:WK31,K32:BK1,K2", 80,
     "40 moves by each side with kings only and no capture", 0, 0},
    {"fmjd64: 15 moves", "russian", NULL, "W:WKa1,Kc1,Ke1:BKb8,Kd8,Kf8", 30,
     "15 moves by each side with kings only and no capture", 0, 0},
    {"fmjd64: 15 moves against three kings", "russian", NULL, "W:WKc1,Ke1,Kg1:BKb8", 30,
     "15 moves by each side with kings only and no capture", 0, 0},
    {"fmjd64: 5 moves against two", "russian", NULL, "W:WKc1,e3:BKb8", 10,
     "5 moves with one or two pieces, a king among them, against one king", 0, 0},
    {"fmjd64: 5 moves on the long diagonal", "russian", NULL, "W:WKc1,Ke1,Kg1:BKh8", 10,
     "5 moves with three pieces against a king on the long diagonal", 1, 0},
    {"fmjd64: 30 moves with five pieces", "russian", NULL, "W:WKc1,a1,g1:BKb8,h8", 60,
     "30 moves with four or five pieces, kings on both sides, and nothing captured or crowned", 0,
     1},
    {"fmjd64: 30 moves with four pieces", "russian", NULL, "W:WKc1,a1:BKb8,h8", 60,
     "30 moves with four or five pieces, kings on both sides, and nothing captured or crowned", 0,
     1},
    {"fmjd64: 60 moves with six pieces", "russian", NULL, "W:WKc1,a1,g1:BKb8,h8,f8", 120,
     "60 moves with six or seven pieces, kings on both sides, and nothing captured or crowned", 0,
     1},
    {"fmjd64: eight pieces have no such rule", "russian", "fmjd64,limit=65",
     "W:WKc1,a1,e1,g1:BKb8,h8,f8,d8", 130, "the move limit is reached", 0, 1},
    {"fmjd64: brazilian has it too", "brazilian", NULL, "W:WKc1,Ke1:BKb8", 10,
     "5 moves with one or two pieces, a king among them, against one king", 0, 0},
    {"cbd: 20 moves", "brazilian", "cbd", "W:WKa1,Kc1,Ke1:BKb8,Kd8", 40,
     "20 moves by each side with kings only and no capture", 0, 0},
    {"cbd: two kings each", "brazilian", "cbd", "W:WKa1,Kc1:BKb8,Kd8", 10,
     "5 moves with two kings against two", 0, 0},
    {"fid: 40 moves", "italian", NULL, "W:WK29,K30:BK3,K4", 80,
     "40 moves by each side with kings only and no capture", 0, 0},
    {"apca: 13 moves", "pool", NULL, "B:WK29,K30,K31:BK1", 26,
     "13 moves with three kings against one", 0, 0},
    {"apca: 15 moves without progress", "pool", NULL, "B:WK29,K30:BK1,K2", 30,
     "15 moves by each side with kings only and no capture", 0, 0},
    {"czech: 15 moves", "czech", NULL, "W:WKa1,Kc1:BKb8,Kd8", 30,
     "15 moves by each side with kings only and no capture", 0, 0},
    {"frisian: 7 moves", "frisian", NULL, "W:WK47,K49:BK4", 14,
     "7 moves with two kings against one", 0, 0},
    {"lidraughts: 7 moves", "frisian", "lidraughts", "W:WK47,K49:BK4", 14,
     "7 moves with two kings against one", 0, 0},
    {"lidraughts: 2 moves", "frisian", "lidraughts", "W:WK47:BK4", 4,
     "2 moves with one king against one", 0, 0},
    {"limit of 30 moves", "croda", "threefold,limit=30", "W:WKa1,Kb1:BKg8,Kh8", 60,
     "the move limit is reached", 0, 0},
};

struct play {
    const struct rules *rules;
    struct history *history;
    struct position pos;
};

static void play_open(struct play *play, const char *variant, const char *profile, const char *fen)
{
    struct err err = {0};
    assert_int_equal(rules_find(text_of(variant), &play->rules, &err), 0);
    const struct draw_profile *found = draw_profile_find(play->rules, text_of(profile), &err);
    if (!found)
        fail_msg("%s", err.msg);
    play->history = history_open(play->rules, found);
    assert_non_null(play->history);
    assert_int_equal(
        fen_read(play->rules, text_of(fen), (struct src_pos){0}, &play->pos, NULL, &err), 0);
    history_start(play->history, &play->pos);
}

static void play_move(struct play *play, const struct move *mv)
{
    struct position before = play->pos;
    move_play(play->rules, &play->pos, mv);
    assert_int_equal(history_add(play->history, &before, mv, &play->pos), 0);
}

static void play_text(struct play *play, struct text t)
{
    struct written_move written;
    struct moves found;
    struct err err = {0};
    unsigned odd;
    moves_init(&found);
    assert_int_equal(notation_parse(play->rules, t, &written, &err), 0);
    assert_int_equal(notation_find(play->rules, &play->pos, &written, &found, &odd), 0);
    if (found.n != 1)
        fail_msg("%.*s fits %u moves", TEXT_ARGS(t), found.n);
    play_move(play, &found.at[0]);
    moves_fini(&found);
}

static void play_row(void **state)
{
    const struct row *row = *state;
    struct play play;
    play_open(&play, row->variant, row->profile, row->fen);
    for (const char *s = row->moves; *s;) {
        size_t n = strcspn(s, " ");
        if (history_ending(play.history) != ENDING_NONE)
            fail_msg("%s before %s", ending_word(history_ending(play.history)), s);
        play_text(&play, (struct text){s, n});
        s += n + (s[n] == ' ');
    }
    assert_int_equal(history_has_limit(play.history),
                     row->profile && strstr(row->profile, "limit=") != NULL);
    enum ending ending = history_ending(play.history);
    assert_string_equal(ending_word(ending), row->ending);
    assert_string_equal(history_reason(play.history, ending), row->reason);
    history_close(play.history);
}

static bool on_long_diagonal(const struct rules *rules, square sq)
{
    int file = board_file(rules->board, sq), rank = board_rank(rules->board, sq);
    return rules->board->corner ? file == rank : file + rank == rules->board->files - 1;
}

/*
 * Whether a move fits the row: quiet, of the kind wanted, gives nothing away, and leads to a
 * position that is new.
 */
static bool suits(struct play *play, const struct shuffle *row, const struct move *mv)
{
    bool by_man = !(play->pos.kings >> mv->from & 1);
    bool wants_man =
        row->with_men && play->pos.turn == WHITE && history_plies(play->history) % 20 == 18;
    struct position before = play->pos;
    if (mv->captured || mv->crowns || by_man != wants_man)
        return false;
    if (row->on_diagonal && before.turn == BLACK && !on_long_diagonal(play->rules, mv->to))
        return false;
    play_move(play, mv);
    bool good = history_repeats(play->history) == 1 && !moves_has_capture(play->rules, &play->pos)
                && moves_exist(play->rules, &play->pos);
    history_drop(play->history);
    play->pos = before;
    return good;
}

static unsigned next_random(uint64_t *seed)
{
    *seed ^= *seed << 13, *seed ^= *seed >> 7, *seed ^= *seed << 17;
    return (unsigned)(*seed >> 33);
}

/* Plays a suitable move; false if there is none. */
static bool shuffle_once(struct play *play, const struct shuffle *row, uint64_t *seed)
{
    struct moves list;
    moves_init(&list);
    assert_int_equal(moves_generate(play->rules, &play->pos, &list), 0);
    unsigned start = list.n ? next_random(seed) % list.n : 0, i = 0;
    while (i < list.n && !suits(play, row, &list.at[(start + i) % list.n]))
        i++;
    bool found = i < list.n;
    if (found)
        play_move(play, &list.at[(start + i) % list.n]);
    moves_fini(&list);
    return found;
}

/* No count ends the game too soon, and the last one at the next ply. */
static void check_plies_left(const struct play *play, const struct shuffle *row)
{
    const unsigned plies = history_plies(play->history), left = history_plies_left(play->history);
    assert_true(history_plies_safe(play->history) <= left);
    assert_true(history_plies_safe(play->history) <= row->plies - plies);
    if (plies == row->plies - 1)
        assert_int_equal(left, 1);
}

static void shuffle_row(void **state)
{
    const struct shuffle *row = *state;
    struct play play;
    uint64_t seed = 1;
    enum ending ending = ENDING_NONE;
    /* a game may get stuck by bad luck; another one will not */
    for (unsigned tries = 0; tries < 200 && ending == ENDING_NONE; tries++) {
        play_open(&play, row->variant, row->profile, row->fen);
        bool stuck = false;
        while (!stuck && (ending = history_ending(play.history)) == ENDING_NONE) {
            check_plies_left(&play, row);
            stuck = !shuffle_once(&play, row, &seed);
        }
        if (ending == ENDING_NONE)
            history_close(play.history);
    }
    assert_string_not_equal(ending_word(ending), "none");
    assert_string_equal(history_reason(play.history, ending), row->reason);
    assert_int_equal(history_plies(play.history), row->plies);
    history_close(play.history);
}

/*
 * Plays a move that loses a piece, and the capture of it; false if no such pair leaves things
 * quiet.
 */
static bool give_piece(struct play *play)
{
    struct moves list, replies;
    struct position before = play->pos;
    bool given = false;
    moves_init(&list);
    moves_init(&replies);
    assert_int_equal(moves_generate(play->rules, &play->pos, &list), 0);
    for (unsigned i = 0; !given && i < list.n; i++) {
        play_move(play, &list.at[i]);
        assert_int_equal(moves_captures(play->rules, &play->pos, &replies), 0);
        for (unsigned k = 0; !given && k < replies.n; k++) {
            struct position after = play->pos;
            move_play(play->rules, &after, &replies.at[k]);
            given = !moves_has_capture(play->rules, &after) && history_repeats(play->history) == 1;
            if (given)
                play_move(play, &replies.at[k]);
        }
        if (!given) {
            history_drop(play->history);
            play->pos = before;
        }
    }
    moves_fini(&list);
    moves_fini(&replies);
    return given;
}

/* A capture after 13 moves of the 16: three of them are left, though 5 begin. */
static void sixteen_stays(void **state)
{
    (void)state;
    static const struct shuffle quiet = {.fen = "W:WK47,K48,K49:BK4"};
    uint64_t seed = 16;
    struct play play;
    for (;;) {
        play_open(&play, "international", "fmjd", quiet.fen);
        bool stuck = false;
        while (!stuck && history_plies(play.history) < 26)
            stuck = !shuffle_once(&play, &quiet, &seed);
        stuck = stuck || !give_piece(&play);
        while (!stuck && history_ending(play.history) == ENDING_NONE)
            stuck = !shuffle_once(&play, &quiet, &seed);
        if (!stuck)
            break;
        history_close(play.history);
    }
    assert_int_equal(history_plies(play.history), 32);
    assert_string_equal(history_reason(play.history, history_ending(play.history)),
                        "16 moves with three pieces, a king among them, against one king");
    history_close(play.history);
}

/* Of five pieces one is captured after 13 moves: the 30 begin anew. */
static void thirty_restart(void **state)
{
    (void)state;
    static const struct shuffle quiet = {.fen = "W:WKc1,a1,g1:BKb8,h8", .with_men = true};
    static const unsigned given_at = 26;
    uint64_t seed = 30;
    struct play play;
    for (;;) {
        play_open(&play, "russian", "fmjd64", quiet.fen);
        bool stuck = false;
        while (!stuck && history_plies(play.history) < given_at)
            stuck = !shuffle_once(&play, &quiet, &seed);
        stuck = stuck || !give_piece(&play);
        stuck = stuck || !position_kings(&play.pos, WHITE) || !position_kings(&play.pos, BLACK);
        while (!stuck && history_ending(play.history) == ENDING_NONE)
            stuck = !shuffle_once(&play, &quiet, &seed);
        if (!stuck)
            break;
        history_close(play.history);
    }
    assert_int_equal(history_plies(play.history), given_at + 2 + 60);
    assert_string_equal(
        history_reason(play.history, history_ending(play.history)),
        "30 moves with four or five pieces, kings on both sides, and nothing captured or crowned");
    history_close(play.history);
}

static const struct left_row {
    const char *name, *variant, *profile, *fen, *moves;
    unsigned left, safe; /* after the moves */
} left_rows[] = {
    {"25 moves", "international", NULL, "W:WK46,32:BK4,19", "46-41 4-10", 48, 10},
    {"25 moves begin anew", "international", NULL, "W:WK46,32:BK4,19", "46-41 4-10 32-28", 50, 10},
    {"5 moves", "international", NULL, "W:WK46,32:BK4", "46-41 4-10", 8, 8},
    {"two kings from the first move on", "frisian", NULL, "W:WK8,9:BK32", "9-4", 14, 0},
    {"no two kings yet", "frisian", NULL, "W:WK8,9:BK32", "8-17", UINT_MAX, 0},
    {"only the lone king's moves count, White has moved", "international", "dam", "W:WK46,K47:BK4",
     "46-41", 19, 19},
    {"only the lone king's moves count, Black has moved", "international", "dam", "W:WK46,K47:BK4",
     "46-41 4-10", 18, 18},
    {"a limit", "international", "none,limit=3", "W:WK46,32:BK4,19", "46-41 4-10", 4, 4},
    {"a limit that is reached", "international", "none,limit=1", "W:WK46,32:BK4,19", "46-41 4-10",
     0, 0},
    {"none", "international", "threefold", "W:WK46,32:BK4,19", "46-41 4-10", UINT_MAX, UINT_MAX},
};

static void left_row(void **state)
{
    const struct left_row *row = *state;
    struct play play;
    play_open(&play, row->variant, row->profile, row->fen);
    for (const char *s = row->moves; *s;) {
        size_t n = strcspn(s, " ");
        play_text(&play, (struct text){s, n});
        s += n + (s[n] == ' ');
    }
    assert_int_equal(history_plies_left(play.history), row->left);
    assert_int_equal(history_plies_safe(play.history), row->safe);
    history_close(play.history);
}

/* The same placement with other counters is another position. */
static void counters_count(void **state)
{
    (void)state;
    static const char *const moves[] = {"46-41", "15-20", "41-46", "20-15"};
    static const char *const variants[] = {"international", "frisian"};
    for (unsigned v = 0; v < 2; v++) {
        struct play play;
        play_open(&play, variants[v], "threefold", "W:W50,K46:B1,K15");
        for (unsigned i = 0; i < 4; i++)
            play_text(&play, text_of(moves[i]));
        assert_int_equal(history_repeats(play.history), v == 0 ? 2 : 1);
        history_close(play.history);
    }
}

static const struct profile_row {
    const char *name, *variant, *spelling, *found, *message; /* found NULL: refused */
} profile_rows[] = {
    {"default of international", "international", NULL, "fmjd", ""},
    {"default of english", "english", NULL, "wcdf", ""},
    {"default of turkish", "turkish", NULL, "threefold", ""},
    {"default of breakthrough", "breakthrough", NULL, "none", ""},
    {"dam", "international", "dam", "dam", ""},
    {"threefold", "international", "threefold", "threefold", ""},
    {"with a limit", "international", "fmjd,limit=200", "fmjd,limit=200", ""},
    {"with a limit of nines", "international", "fmjd,limit=99", "fmjd,limit=99", ""},
    {"with the largest limit", "international", "fmjd,limit=100000", "fmjd,limit=100000", ""},
    {"with two options", "dameo", "none,one-on-one,limit=5", "none,one-on-one,limit=5", ""},
    {"unknown", "international", "fide", NULL,
     "international has no draw rules 'fide'; it has fmjd, dam, threefold, none"},
    {"another game's", "turkish", "fmjd", NULL,
     "turkish has no draw rules 'fmjd'; it has threefold, none"},
    {"limit of 0", "international", "fmjd,limit=0", NULL,
     "expected a limit of moves from 1 to 100000, found '0'"},
    {"limit just too large", "international", "fmjd,limit=100001", NULL,
     "expected a limit of moves from 1 to 100000, found '100001'"},
    {"limit without a number", "international", "fmjd,limit=", NULL,
     "expected a limit of moves from 1 to 100000, found ''"},
    {"long limit", "international", "fmjd,limit=11111111112222222222333333333344444444445", NULL,
     "expected a limit of moves from 1 to 100000, found "
     "'1111111111222222222233333333334444444444'"},
    {"limit of letters", "international", "fmjd,limit=1e9", NULL,
     "expected a limit of moves from 1 to 100000, found '1e9'"},
    {"very large limit", "international", "fmjd,limit=99999999999999", NULL,
     "expected a limit of moves from 1 to 100000, found '99999999999999'"},
    {"unknown option", "international", "fmjd,often", NULL,
     "expected limit=N, long-diagonal or one-on-one, found 'often'"},
    {"long option", "international", "fmjd,aaaaaaaaaabbbbbbbbbbccccccccccdddddddddde", NULL,
     "expected limit=N, long-diagonal or one-on-one, found "
     "'aaaaaaaaaabbbbbbbbbbccccccccccdddddddddd'"},
    {"long name", "turkish", "aaaaaaaaaabbbbbbbbbbccccccccccdddddddddde", NULL,
     "turkish has no draw rules 'aaaaaaaaaabbbbbbbbbbccccccccccdddddddddd'; it has threefold, "
     "none"},
    {"empty", "turkish", "", NULL, "turkish has no draw rules ''; it has threefold, none"},
    {"comma at the end", "international", "fmjd,", NULL,
     "expected limit=N, long-diagonal or one-on-one, found ''"},
};

static void find_profile(void **state)
{
    const struct profile_row *row = *state;
    const struct rules *rules;
    struct err err = {0};
    assert_int_equal(rules_find(text_of(row->variant), &rules, &err), 0);
    const struct draw_profile *profile = draw_profile_find(rules, text_of(row->spelling), &err);
    assert_string_equal(err.msg, row->message);
    if (!row->found) {
        assert_null(profile);
        return;
    }
    assert_string_equal(draw_profile_name(profile), row->found);
    assert_true(strlen(profile->source) > 0);
    assert_ptr_equal(profile, draw_profile_find(rules, text_of(row->spelling), &err));
}

/* A history longer than its first room, taken back to the start. */
static void long_history(void **state)
{
    (void)state;
    static const char *const moves[] = {"46-41", "4-10", "41-46", "10-4"};
    struct play play;
    play_open(&play, "international", "none", "W:WK46,32:BK4,19");
    struct position start = play.pos;
    for (unsigned i = 0; i < 2000; i++)
        play_text(&play, text_of(moves[i % 4]));
    assert_true(position_same(&start, &play.pos));
    assert_int_equal(history_plies(play.history), 2000);
    assert_int_equal(history_repeats(play.history), 501);
    for (unsigned i = 0; i < 1996; i++)
        history_drop(play.history);
    assert_int_equal(history_repeats(play.history), 2);
    for (unsigned i = 0; i < 5; i++) /* the start stays */
        history_drop(play.history);
    assert_int_equal(history_plies(play.history), 0);
    assert_int_equal(history_repeats(play.history), 1);
    history_close(play.history);
}

/* Which positions end a game, and who has won then. */
static void winners(void **state)
{
    static const struct {
        const char *variant, *fen;
        enum ending ending;
        enum side winner;
    } cases[] = {
        {"international", "W:W46:B41,37", ENDING_NO_MOVES, BLACK},
        {"international", "B:B5:W10,14", ENDING_NO_MOVES, WHITE},
        {"international", "W:WK46:B1", ENDING_NONE, WHITE},
        {"antidraughts", "W:W46:B41,37", ENDING_NO_MOVES, WHITE},
        {"antidraughts", "B:B5:W10,14", ENDING_NO_MOVES, BLACK},
        {"breakthrough", "W:W46:B41,37", ENDING_NO_MOVES, BLACK},
        {"breakthrough", "W:W46:BK1", ENDING_KING, BLACK},
        {"breakthrough", "B:WK46:B1", ENDING_KING, WHITE},
        {"breakthrough", "B:W46:BK1", ENDING_KING, BLACK},
    };
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        struct play play;
        play_open(&play, cases[i].variant, "none", cases[i].fen);
        enum ending ending = ending_at(play.rules, &play.pos);
        assert_int_equal(ending, cases[i].ending);
        assert_false(ending_is_draw(ending));
        if (ending != ENDING_NONE)
            assert_int_equal(ending_winner(play.rules, ending, &play.pos), cases[i].winner);
        history_close(play.history);
    }
    assert_false(ending_is_draw(ENDING_NONE));
    for (enum ending e = ENDING_REPETITION; e <= ENDING_LIMIT; e++)
        assert_true(ending_is_draw(e));
}

int main(void)
{
    ROWS_BY_ADDRESS(rows, name, play_row);
    ROWS_BY_ADDRESS(shuffles, name, shuffle_row);
    ROWS_BY_ADDRESS(profile_rows, name, find_profile);
    for (size_t i = 0; i < ARRAY_LEN(left_rows); i++)
        rows_add("plies left", left_rows[i].name, left_row, &left_rows[i]);
    rows_add("16 stays in force", NULL, sixteen_stays, NULL);
    rows_add("30 begin anew at a capture", NULL, thirty_restart, NULL);
    rows_add("counters are part of a position", NULL, counters_count, NULL);
    rows_add("winners", NULL, winners, NULL);
    rows_add("long history", NULL, long_history, NULL);
    return rows_run("draw");
}
