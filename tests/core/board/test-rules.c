// SPDX-License-Identifier: MIT
/*
 * Names and tags of rule sets, their start positions, and lists of moves of freak positions.
 */
#include "core/base/array.h"
#include "core/board/fen.h"
#include "core/board/move.h"

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

static void the_same_spelling_gives_the_same_row(void **state)
{
    static const char *const same[][2] = {
        {"turkish:promotion=stop", "Turkish: Promotion = STOP"},
        {"turkish:promotion=end", "turkish"},
        {"altdeutsch:flying=yes", "altdeutsch-flying"},
        {"armenian:men-capture=all,promotion=stop", "armenian:promotion=stop,men-capture=all"},
        {"danish", "english"},
    };
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(same); i++) {
        const struct rules *a, *b;
        assert_int_equal(rules_find(text_of(same[i][0]), &a, NULL), 0);
        assert_int_equal(rules_find(text_of(same[i][1]), &b, NULL), 0);
        assert_ptr_equal(a, b);
    }
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
    {"Canadian", "dama does not play Canadian draughts on 72 squares"},
    {"", "unknown variant \"\"; 'dama-validate --variant list' shows them all"},
    {"chess960", "unknown variant \"chess960\"; 'dama-validate --variant list' shows them all"},
    {"turkish:", "expected a reading after \"turkish:\""},
    {"turkish:promoton=stop", "turkish has no reading \"promoton\"; did you mean \"promotion\"?"},
    {"turkish:promotion=no", "promotion can be end, stop, continue, not \"no\""},
    {"croda:promotion=stop", "croda has no readings, but found \"promotion\""},
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
    {"23,B,8,8,N1,0", NULL, "pool", 1, TAGS_FIT},
    {"30", "turkish:promotion=stop", "turkish:promotion=stop", 1, TAGS_FIT},
    {"20", "Dameo", "dameo", 1, TAGS_GAMES_DIFFER},
    {"27", NULL, NULL, -1, TAGS_FIT},
    {"0", NULL, NULL, -1, TAGS_FIT},
    {"x", NULL, NULL, -1, TAGS_FIT},
    {"", NULL, NULL, 0, TAGS_FIT},
    {"?", "", NULL, 0, TAGS_FIT},
    {"25", "?", "russian", 1, TAGS_FIT},
    {"?", "Croda", "croda", 1, TAGS_FIT},
    {"22,W,8,8,N2,0", NULL, "italian", 1, TAGS_CORNER_DIFFERS},
    {"22,W,8,8,N2,0", "Italian", "italian", 1, TAGS_CORNER_DIFFERS},
    {"22,W,8,8,N2,2", NULL, "italian", 1, TAGS_FIELDS_DIFFER},
    {"22,W,8,8,N1,1", "Italian", "italian", 1, TAGS_FIELDS_DIFFER},
    {NULL, "Gothic", "altdeutsch", 1, TAGS_NAME_IS_LOOSE},
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

/**
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(starts_are_the_same_as_text_and_bits),
        cmocka_unit_test(squares_come_back_from_file_and_rank),
        cmocka_unit_test(mirroring_twice_changes_nothing),
        cmocka_unit_test(the_same_spelling_gives_the_same_row),
        cmocka_unit_test(spellings_are_understood),
        cmocka_unit_test(unknown_names_are_answered_by_the_nearest),
        cmocka_unit_test(tags_name_rules),
        cmocka_unit_test(tags_written_are_read_again),
        cmocka_unit_test(long_searches_are_bounded),
        cmocka_unit_test(a_list_grows_past_its_own_room),
    };
    return cmocka_run_group_tests_name("rules", tests, NULL, NULL);
}
