// SPDX-License-Identifier: MIT
/*
 * Names and tags of rule sets, their start positions, and lists of moves of freak positions.
 */
#include "core/base/array.h"
#include "core/board/fen.h"
#include "core/board/move-rank.h"
#include "core/board/move.h"
#include "core/board/squares.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <time.h>

#include <cmocka.h>

static struct text maybe(const char *s) { return (struct text){s, s ? strlen(s) : 0}; }

static void starts_are_the_same_as_text_and_bits(void **state)
{
    (void)state;
    for (unsigned i = 0; i < rules_count; i++) {
        struct position bits, text;
        struct err err = {0};
        position_start(rules_all[i], &bits);
        assert_int_equal(fen_read(rules_all[i], text_of(rules_all[i]->start), (struct src_pos){0},
                                  &text, NULL, &err),
                         0);
        assert_true(position_same(&bits, &text));
    }
}

static void squares_come_back_from_file_and_rank(void **state)
{
    (void)state;
    for (unsigned i = 0; i < rules_count; i++) {
        const struct board *board = rules_all[i]->board;
        unsigned n = 0;
        for (int file = -1; file <= board->files; file++)
            for (int rank = -1; rank <= board->ranks; rank++) {
                const square sq = board_at(board, file, rank);
                if (sq == SQUARE_NONE)
                    continue;
                assert_true(board->playing >> sq & 1);
                assert_int_equal(board_file(board, sq), file);
                assert_int_equal(board_rank(board, sq), rank);
                n++;
            }
        assert_int_equal(n, board->squares);
    }
}

static void directions_lead_straight(void **state)
{
    static const struct {
        const char *from, *to;
        int direction;
    } cases[] = {
        {"d4", "d8", DIR_N},  {"d4", "d1", DIR_S},  {"d4", "e4", DIR_E},  {"d4", "a4", DIR_W},
        {"d4", "g7", DIR_NE}, {"d4", "a1", DIR_SW}, {"d4", "c5", DIR_NW}, {"d4", "g1", DIR_SE},
        {"d4", "d4", -1},     {"d4", "e6", -1},     {"d4", "b3", -1},     {"d4", "h1", -1},
    };
    const struct rules *rules;
    (void)state;
    assert_int_equal(rules_find(text_of("turkish"), &rules, NULL), 0);
    const struct squares *squares = squares_of(rules);
    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        const char *a = cases[i].from, *b = cases[i].to;
        const square from = squares->at[a[0] - 'a'][a[1] - '1'],
                     to = squares->at[b[0] - 'a'][b[1] - '1'];
        assert_int_equal(squares_direction(squares, from, to), cases[i].direction);
    }
}

/* a1 at the top right, as some sites write. */
static void letters_can_be_turned(void **state)
{
    const struct rules *russian;
    (void)state;
    assert_int_equal(rules_find(text_of("russian"), &russian, NULL), 0);
    struct rules rules = *russian;
    rules.numbering = NUMBERING_LETTERS_TURNED;
    const struct squares *squares = squares_of(&rules);
    assert_string_equal(squares->name[squares->at[0][0]], "h8");
    assert_string_equal(squares->name[squares->at[2][4]], "f4");
    assert_string_equal(squares->name[squares->at[7][7]], "a1");
}

static void mirroring_twice_changes_nothing(void **state)
{
    (void)state;
    for (unsigned i = 0; i < rules_count; i++) {
        struct position pos, once, twice;
        position_start(rules_all[i], &pos);
        pos.kings = pos.pieces[WHITE] & -pos.pieces[WHITE];
        position_mirror(rules_all[i], &pos, &once);
        position_mirror(rules_all[i], &once, &twice);
        assert_true(position_same(&pos, &twice));
        assert_false(position_same(&pos, &once));
    }
}

/* The counters of a king belong to its side and follow it. */
static void mirroring_turns_counters(void **state)
{
    const struct rules *rules;
    struct position pos, mirror;
    char fen[FEN_SIZE];
    (void)state;
    assert_int_equal(rules_find(text_of("frisian"), &rules, NULL), 0);
    assert_int_equal(fen_read(rules, text_of("W:W31,K40:B1,K10:+110+240"), (struct src_pos){0},
                              &pos, NULL, NULL),
                     0);
    position_mirror(rules, &pos, &mirror);
    fen_write(rules, &mirror, fen);
    assert_string_equal(fen, "B:WK41,50:BK11,20:+211+141");
}

/* Each part of a position tells it from others. */
static void positions_differ_in_any_part(void **state)
{
    static const char *const others[] = {
        "B:W31,K40:B1,K10:+110+240",  "W:W32,K40:B1,K10:+110+240",  "W:W31,K40:B2,K10:+110+240",
        "W:WK31,K40:B1,K10:+110+240", "W:W31,K40:BK1,K10:+110+240", "W:W31,K40:B1,K10:+210+240",
        "W:W31,K40:B1,K10:+110+340",  "W:W31,K40:B1,K10:+110+0",    "W:W31,K40:B1,K10:+0+240"};
    const struct rules *rules;
    struct position pos, other;
    (void)state;
    assert_int_equal(rules_find(text_of("frisian"), &rules, NULL), 0);
    assert_int_equal(fen_read(rules, text_of("W:W31,K40:B1,K10:+110+240"), (struct src_pos){0},
                              &pos, NULL, NULL),
                     0);
    for (size_t i = 0; i < ARRAY_LEN(others); i++) {
        assert_int_equal(
            fen_read(rules, text_of(others[i]), (struct src_pos){0}, &other, NULL, NULL), 0);
        if (position_same(&pos, &other))
            fail_msg("%s", others[i]);
    }
}

static void the_same_spelling_gives_the_same_row(void **state)
{
    static const char *const same[][2] = {
        {"turkish:promotion=stop", "Turkish: Promotion = STOP"},
        {"turkish:promotion=end", "turkish"},
        {"altdeutsch:flying=yes", "altdeutsch-flying"},
        {"altdeutsch:flying=no", "altdeutsch"},
        {"armenian:men-capture=orthogonal", "armenian"},
        {"pool:first=black", "pool"},
        {"thai:turn-back=yes", "thai"},
        {"armenian:men-capture=all,promotion=stop", "armenian:promotion=stop,men-capture=all"},
        {"danish", "english"},
        {"Standard (international) checkers", "international"},
        {"American checkers", "english"},
        {"Turkish checkers", "turkish"},
        {"American pool checkers", "pool"},
        {"Turkish dama", "turkish"},
        {"Armenian Draughts:promotion=stop", "armenian:promotion=stop"},
        {"Old German checkers", "altdeutsch"},
    };
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(same); i++) {
        const struct rules *a, *b;
        assert_int_equal(rules_find(text_of(same[i][0]), &a, NULL), 0);
        assert_int_equal(rules_find(text_of(same[i][1]), &b, NULL), 0);
        assert_ptr_equal(a, b);
    }
}

/* What a reading changes, and that the default was the other one. */
static void readings_change_their_rule(void **state)
{
    enum { ORTHOGONAL = DIRS_FORWARD | DIRS_SIDEWAYS, ALL = ORTHOGONAL | DIRS_FORWARD_DIAGONAL };
    static const char *const crowned_at_the_end[] = {"turkish", "armenian", "tama", "altdeutsch",
                                                     "altdeutsch-flying"};
    const struct rules *rules;
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(crowned_at_the_end); i++) {
        char spelling[64];
        assert_int_equal(rules_find(text_of(crowned_at_the_end[i]), &rules, NULL), 0);
        assert_int_equal(rules->crowning, CROWNING_END);
        snprintf(spelling, sizeof spelling, "%s:promotion=stop", crowned_at_the_end[i]);
        assert_int_equal(rules_find(text_of(spelling), &rules, NULL), 0);
        assert_int_equal(rules->crowning, CROWNING_STOP);
        snprintf(spelling, sizeof spelling, "%s:promotion=continue", crowned_at_the_end[i]);
        assert_int_equal(rules_find(text_of(spelling), &rules, NULL), 0);
        assert_int_equal(rules->crowning, CROWNING_CONTINUE);
    }
    assert_int_equal(rules_find(text_of("armenian"), &rules, NULL), 0);
    assert_int_equal(rules->man_captures, ORTHOGONAL);
    assert_int_equal(rules_find(text_of("armenian:men-capture=all"), &rules, NULL), 0);
    assert_int_equal(rules->man_captures, ALL);
    assert_int_equal(rules_find(text_of("thai"), &rules, NULL), 0);
    assert_true(rules->turns_back);
    assert_int_equal(rules_find(text_of("thai:turn-back=no"), &rules, NULL), 0);
    assert_false(rules->turns_back);
    assert_int_equal(rules_find(text_of("pool"), &rules, NULL), 0);
    assert_int_equal(rules->first, BLACK);
    assert_int_equal(rules->numbering, NUMBERING_TOP_LEFT);
    assert_int_equal(rules_find(text_of("pool:first=white"), &rules, NULL), 0);
    assert_int_equal(rules->first, WHITE);
    assert_int_equal(rules->numbering, NUMBERING_LETTERS);
    assert_string_equal(rules->game_type_text, "23,W,8,8,A0,0");
}

/* All that a row can be read as, each once; what has a row of its own belongs to that. */
static void readings_are_gone_through(void **state)
{
    static const struct {
        const char *name;
        unsigned n;
        const char *last;
    } cases[] = {
        {"international", 1, "international"},
        {"pool", 2, "pool:first=white"},
        {"turkish", 3, "turkish:promotion=continue"},
        {"armenian", 6, "armenian:men-capture=all,promotion=continue"},
        {"altdeutsch", 3, "altdeutsch:promotion=continue"},
        {"altdeutsch-flying", 3, "altdeutsch-flying:promotion=continue"},
        {"thai", 2, "thai:turn-back=no"},
    };
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        const struct rules *row, *of[8] = {NULL}, *found;
        unsigned n = 0;
        assert_int_equal(rules_find(text_of(cases[i].name), &row, NULL), 0);
        for (; n < ARRAY_LEN(of) && rules_reading(row, n, &of[n]) > 0; n++) {
            for (unsigned k = 0; k < n; k++)
                assert_ptr_not_equal(of[k], of[n]);
            assert_int_equal(rules_find(text_of(rules_spelling(of[n])), &found, NULL), 0);
            assert_ptr_equal(of[n], found);
        }
        assert_int_equal(n, cases[i].n);
        assert_ptr_equal(of[0], row);
        assert_string_equal(rules_spelling(of[n - 1]), cases[i].last);
    }
}

static void games_known_elsewhere(void **state)
{
    static const struct {
        const char *game_type, *variant;
        bool known;
    } cases[] = {
        {"27", NULL, true},       {"50,W,8,8,A0,0", NULL, true},
        {"20", NULL, false},      {"x", NULL, false},
        {NULL, NULL, false},      {NULL, "Othello", true},
        {NULL, "Russian", false}, {"27", "Russian", false},
        {"25", "Canadian", true}, {NULL, "Canadian draughts", true},
        {"0", NULL, true},
    };
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(cases); i++)
        assert_int_equal(rules_unsupported(maybe(cases[i].game_type), maybe(cases[i].variant)),
                         cases[i].known);
}

static void spellings_are_understood(void **state)
{
    static const char *const spellings[] = {"turkish", "turkish:promotion=stop",
                                            "armenian:men-capture=all,promotion=stop",
                                            "altdeutsch-flying:promotion=continue"};
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(spellings); i++) {
        const struct rules *rules;
        assert_int_equal(rules_find(text_of(spellings[i]), &rules, NULL), 0);
        assert_string_equal(rules_spelling(rules), spellings[i]);
    }
}

static const struct fault {
    const char *spelling, *message;
} faults[] = {
    {"turkih", "unknown variant \"turkih\"; did you mean \"turkish\"?"},
    {"dam", "unknown variant \"dam\"; did you mean \"dama\"?"},
    {"frysks", "unknown variant \"frysks\"; did you mean \"frysk\"?"},
    {"foo", "unknown variant \"foo\"; 'dama-validate --variant list' shows them all"},
    {"poll", "unknown variant \"poll\"; did you mean \"pool\"?"},
    {"polls", "unknown variant \"polls\"; 'dama-validate --variant list' shows them all"},
    {"breaktrouh", "unknown variant \"breaktrouh\"; did you mean \"breakthrough\"?"},
    {"shahski", "unknown variant \"shahski\"; did you mean \"shashki\"?"},
    {"Canadian", "dama does not play Canadian draughts on 72 squares"},
    {"Canadian checkers", "dama does not play Canadian draughts on 72 squares"},
    {"Turkih draughts", "unknown variant \"Turkih draughts\"; did you mean \"turkish\"?"},
    {"Standard checkers",
     "unknown variant \"Standard checkers\"; 'dama-validate --variant list' shows them all"},
    {"", "unknown variant \"\"; 'dama-validate --variant list' shows them all"},
    {"chess960", "unknown variant \"chess960\"; 'dama-validate --variant list' shows them all"},
    {"turkish:", "expected a reading after \"turkish:\""},
    {"turkish:promoton=stop", "turkish has no reading \"promoton\"; did you mean \"promotion\"?"},
    {"turkish:promotion=no", "promotion can be end, stop, continue, not \"no\""},
    {"croda:promotion=stop", "croda has no readings; found \"promotion\""},
};

static void unknown_names_are_answered_by_the_nearest(void **state)
{
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(faults); i++) {
        const struct rules *rules;
        struct err err = {0};
        assert_int_equal(rules_find(text_of(faults[i].spelling), &rules, &err), -1);
        assert_string_equal(err.msg, faults[i].message);
    }
}

static const struct tags {
    const char *game_type, *variant, *rules; /* rules NULL: an error */
    int rc;
    enum tags_fit fit;
} tags[] = {
    {NULL, NULL, NULL, 0, TAGS_FIT},
    {"20", NULL, "international", 1, TAGS_FIT},
    {"20,W,10,10,N2,0", NULL, "international", 1, TAGS_FIT},
    {"20,W,10,10,N2", NULL, "international", 1, TAGS_FIT},
    {"20,W,10,10,N1,0", NULL, "international", 1, TAGS_FIELDS_DIFFER},
    {"21,B,8,8,N1,0", NULL, "english", 1, TAGS_FIT},
    {"22,W,8,8,N2,1", NULL, "italian", 1, TAGS_FIT},
    {"23", NULL, "pool", 1, TAGS_FIT},
    {"24,W,8,8,N1,1", NULL, "spanish", 1, TAGS_FIT},
    {"25,W,8,8,A0,0", NULL, "russian", 1, TAGS_FIT},
    {"28,W,8,8,N1,1", NULL, "portuguese", 1, TAGS_FIT},
    {"30,W,8,8,A0,0", NULL, "turkish", 1, TAGS_FIT},
    {"31,B,8,8,N2,0", NULL, "thai", 1, TAGS_FIT},
    {"40,W,10,10,N2,0", NULL, "frisian", 1, TAGS_FIT},
    {"96", NULL, "breakthrough", 1, TAGS_FIT},
    {"99", NULL, "international", 1, TAGS_FIT},
    {NULL, "Dameo", "dameo", 1, TAGS_FIT},
    {NULL, "OldGerman:flying=yes", "altdeutsch-flying", 1, TAGS_FIT},
    {"23,W,8,8,A0,0", NULL, "pool:first=white", 1, TAGS_FIT},
    {"23,W,8,8,A0,0", "Pool", "pool:first=white", 1, TAGS_FIT},
    {"23", "pool:first=white", "pool:first=white", 1, TAGS_FIT},
    {"23,W,8,8,A0,0", "pool:first=black", "pool", 1, TAGS_GAMES_DIFFER},
    {"23,W,8,8,A0,0", "pool:first=white", "pool:first=white", 1, TAGS_FIT},
    {"23,B,8,8,N1,0", "pool:first=black", "pool", 1, TAGS_FIT},
    {"23,B,8,8,N1,0", NULL, "pool", 1, TAGS_FIT},
    {"23,B,8,8,A1,1", NULL, "pool", 1, TAGS_SQUARES_DIFFER},
    {"23,B,8,8,A1,0", NULL, "pool", 1, TAGS_FIELDS_DIFFER},
    {"30", "turkish:promotion=stop", "turkish:promotion=stop", 1, TAGS_FIT},
    {"20", "Dameo", "dameo", 1, TAGS_GAMES_DIFFER},
    {"27", NULL, NULL, -1, TAGS_FIT},
    {"0", NULL, NULL, -1, TAGS_FIT},
    {"x", NULL, NULL, -1, TAGS_FIT},
    {"", NULL, NULL, 0, TAGS_FIT},
    {"?", "", NULL, 0, TAGS_FIT},
    {"25", "?", "russian", 1, TAGS_FIT},
    {"?", "Croda", "croda", 1, TAGS_FIT},
    {"25", "From Position", "russian", 1, TAGS_FIT},
    {"22,W,8,8,N2,0", NULL, "italian", 1, TAGS_CORNER_DIFFERS},
    {"22,W,8,8,N2,0", "Italian", "italian", 1, TAGS_CORNER_DIFFERS},
    {"22,W,8,8,N2,2", NULL, "italian", 1, TAGS_FIELDS_DIFFER},
    {"22,W,8,8,N1,1", "Italian", "italian", 1, TAGS_FIELDS_DIFFER},
    {NULL, "Gothic", "altdeutsch", 1, TAGS_NAME_IS_LOOSE},
    {NULL, "Gothic Checkers", "altdeutsch", 1, TAGS_NAME_IS_LOOSE},
    {"30", "Turkish draughts", "turkish", 1, TAGS_FIT},
    {"20", "Gothic", "altdeutsch", 1, TAGS_GAMES_DIFFER},
    {NULL, "Halma", NULL, -1, TAGS_FIT},
};

static void tags_name_rules(void **state)
{
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(tags); i++) {
        const struct rules *rules = NULL;
        enum tags_fit fit;
        struct err err = {0};
        assert_int_equal(
            rules_of_tags(maybe(tags[i].game_type), maybe(tags[i].variant), &rules, &fit, &err),
            tags[i].rc);
        if (tags[i].rc == 1) {
            assert_string_equal(rules_spelling(rules), tags[i].rules);
            assert_int_equal(fit, tags[i].fit);
        }
        assert_int_equal(tags[i].rc < 0, err.msg[0] != '\0');
    }
}

static void tags_lead_back(const struct rules *written)
{
    const struct rules *rules;
    enum tags_fit fit;
    assert_int_equal(rules_of_tags(maybe(written->game_type_text), maybe(written->variant_tag),
                                   &rules, &fit, NULL),
                     1);
    assert_ptr_equal(rules, written);
    assert_int_equal(fit, TAGS_FIT);
}

/* What a variant writes into its tags leads back to it. */
static void tags_written_are_read_again(void **state)
{
    static const char *const readings[] = {
        "turkish:promotion=stop", "thai:turn-back=no", "armenian:men-capture=all,promotion=stop",
        "altdeutsch:promotion=continue", "altdeutsch-flying:promotion=continue"};
    (void)state;
    for (unsigned i = 0; i < rules_count; i++)
        tags_lead_back(rules_all[i]);
    for (size_t i = 0; i < ARRAY_LEN(readings); i++) {
        const struct rules *rules;
        assert_int_equal(rules_find(text_of(readings[i]), &rules, NULL), 0);
        tags_lead_back(rules);
    }
}

/*
 * Positions that a search for bad cases has found (tests/climb), and lists beyond their own room.
 */
static const struct dense {
    const char *variant, *fen;
    unsigned moves;
} dense[] = {
    {"armenian", "B:Wa3,b1,Kb7,Kc7,d1,Kd2,d4,d6,Kd8,e2,e6,Kf4,f5,g3,Kg7,h3:BKc1", 64},
    {"armenian", "B:Wa2,a6,Kb2,Kc1,c3,Kc8,d6,e2,Ke3,f3,Kf5,f6,Kf7,g1,g4,Kh3:BKh1", 64},
    {"altdeutsch-flying",
     "B:WKb2,b3,Kb5,Kc1,c3,Kc8,d4,d6,Kf2,f3,f5,f6,Kf7,g1,g4,h3:BKa1,Ka3,Ka6,Ka8,Kg3,Kg7,Kh6,Kh8",
     200},
    {"frisian",
     "B:WK8,K12,13,17,K20,21,24,28,K31,32-34,37,39,41,42,K43,44,45,48:BK1,K5,K11,K26,K35,K46", 38},
    {"turkish", "B:Wa5,Kb2,Kb7,Kc1,c3,d5,e2,Ke8,Kf5,f6,g1,Kg2,g4,Kg7,h3,h5:BKh6", 63},
};

static void long_searches_are_bounded(void **state)
{
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(dense); i++) {
        const struct rules *rules;
        struct position pos;
        struct moves list;
        moves_init(&list);
        assert_int_equal(rules_find(text_of(dense[i].variant), &rules, NULL), 0);
        assert_int_equal(
            fen_read(rules, text_of(dense[i].fen), (struct src_pos){0}, &pos, NULL, NULL), 0);
        const clock_t start = clock();
        assert_int_equal(moves_generate(rules, &pos, &list), 0);
        const double ms = (double)(clock() - start) * 1e3 / CLOCKS_PER_SEC;
        print_message("# %s: %.1f ms\n", dense[i].variant, ms);
        assert_int_equal(list.n, dense[i].moves);
        assert_true(ms
                    < 1000); /* a busy machine; 20 to 40 on an idle one, minutes without bounds */
        moves_fini(&list);
    }
}

static void a_list_grows_past_its_own_room(void **state)
{
    const struct rules *rules;
    struct position pos;
    struct moves list;
    (void)state;
    assert_int_equal(rules_find(text_of("dameo"), &rules, NULL), 0);
    const struct text fen = text_of(
        "W:WKa2,Ka3,Ka4,Ka5,Ka6,Ka7,Kb1,Kb8,Kc1,Kc8,Kd1,Kd8,Ke1,Ke8,Kf1,Kf6,Kg1,Kg8,Kh1,Kh2,Kh3,Kh4,Kh5,Kh7:B");
    assert_int_equal(fen_read(rules, fen, (struct src_pos){0}, &pos, NULL, NULL), 0);
    moves_init(&list);
    assert_int_equal(moves_generate(rules, &pos, &list), 0);
    assert_true(list.n > MOVES_OWN);
    assert_int_equal(list.n, 274);
    assert_int_equal(moves_count(rules, &pos), list.n);
    moves_fini(&list);
    assert_int_equal(list.n, 0);
}

/* A move is found again by its squares and its rank, of which none is left out. */
static void ranks_lead_back(void **state)
{
    const struct rules *rules;
    struct position pos;
    struct moves list, scratch;
    struct move found;
    unsigned most = 0;
    (void)state;
    moves_init(&list);
    moves_init(&scratch);
    assert_int_equal(rules_find(text_of("altdeutsch-flying"), &rules, NULL), 0);
    const struct text fen =
        text_of("W:WKe8:Bb2,Kb4,b6,c4,c5,Kc7,Kd3,Kd6,Ke6,f2,f3,f5,f6,Kf7,g4,g5");
    assert_int_equal(fen_read(rules, fen, (struct src_pos){0}, &pos, NULL, NULL), 0);
    assert_int_equal(moves_generate(rules, &pos, &list), 0);
    for (unsigned i = 0; i < list.n; i++) {
        const struct move *mv = &list.at[i];
        unsigned n = 0, lower = 0;
        for (unsigned k = 0; k < list.n; k++) {
            const bool rival = list.at[k].from == mv->from && list.at[k].to == mv->to;
            n += rival;
            lower += rival && list.at[k].captured < mv->captured;
        }
        most = n > most ? n : most;
        const int rank = move_rank(rules, &pos, mv, &scratch);
        assert_int_equal(rank, lower);
        assert_int_equal(
            move_rank_find(rules, &pos, mv->from, mv->to, (unsigned)rank, &scratch, &found), 1);
        assert_true(move_same(&found, mv));
        assert_int_equal(move_rank_find(rules, &pos, mv->from, mv->to, n, &scratch, &found), 0);
    }
    assert_int_equal(most, 15);
    assert_int_equal(move_rank_find(rules, &pos, BOARD_BITS, 0, 0, &scratch, &found), 0);
    assert_int_equal(move_rank_find(rules, &pos, 0, BOARD_BITS, 0, &scratch, &found), 0);
    assert_int_equal(move_rank_find(rules, &pos, 0, 1, 0, &scratch, &found), 0);
    moves_fini(&list);
    moves_fini(&scratch);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(starts_are_the_same_as_text_and_bits),
        cmocka_unit_test(squares_come_back_from_file_and_rank),
        cmocka_unit_test(directions_lead_straight),
        cmocka_unit_test(letters_can_be_turned),
        cmocka_unit_test(mirroring_twice_changes_nothing),
        cmocka_unit_test(mirroring_turns_counters),
        cmocka_unit_test(positions_differ_in_any_part),
        cmocka_unit_test(readings_change_their_rule),
        cmocka_unit_test(readings_are_gone_through),
        cmocka_unit_test(games_known_elsewhere),
        cmocka_unit_test(the_same_spelling_gives_the_same_row),
        cmocka_unit_test(spellings_are_understood),
        cmocka_unit_test(unknown_names_are_answered_by_the_nearest),
        cmocka_unit_test(tags_name_rules),
        cmocka_unit_test(tags_written_are_read_again),
        cmocka_unit_test(long_searches_are_bounded),
        cmocka_unit_test(a_list_grows_past_its_own_room),
        cmocka_unit_test(ranks_lead_back),
    };
    return cmocka_run_group_tests_name("rules", tests, NULL, NULL);
}
