// SPDX-License-Identifier: MIT
/* Files of DAM 2.2: made here, byte by byte, as dama-dam(5) describes them. */
#include "core/base/array.h"
#include "core/board/fen.h"
#include "core/check/check.h"
#include "pdn/formats/dam-internal.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

static struct arena arena;
static struct checker *checker;

/* A file with a board and a record of moves. */
struct file {
    char bytes[1024];
    size_t n;
};

static void set_board(struct file *file, const char *fen)
{
    struct position pos;
    assert_int_equal(
        fen_read(rules_international, text_of(fen), (struct src_pos){0}, &pos, NULL, NULL), 0);
    dam_write_board(file->bytes, &pos);
}

static void make(struct file *file, const char *fen)
{
    struct game game = {.arena = &arena, .rules = rules_international};
    struct buffer out = {0};
    position_start(rules_international, &game.start);
    assert_int_equal(dam_write(&game, NULL, false, &out, NULL), 0);
    assert_int_equal(out.n, DAM_SIZE_LEAST);
    memset(file, 0, sizeof *file);
    memcpy(file->bytes, out.s, out.n);
    file->n = out.n;
    set_board(file, fen);
    buffer_fini(&out);
}

static void add_word(struct file *file, unsigned word)
{
    dam_put_word(file->bytes, file->n, word);
    file->n += 2;
}

/* Moves as `from, to, captured...`, ended by 0 each, all ended by another 0. */
static void add_moves(struct file *file, const unsigned *moves, bool pairs, bool swapped,
                      unsigned current)
{
    unsigned previous = 0, n = 0;
    while (*moves) {
        unsigned squares[24] = {0}, count = 0;
        unsigned here = (unsigned)(file->n - DAM_RECORD) / 2;
        for (; *moves; moves++)
            squares[count++] = *moves;
        moves++;
        if (swapped) {
            unsigned first = squares[0];
            squares[0] = squares[1];
            squares[1] = first;
        }
        dam_put_word(file->bytes, previous ? DAM_RECORD + 2 * (previous + 1) : DAM_RECORD + 6,
                     here);
        previous = here;
        if (++n == current)
            dam_put_word(file->bytes, DAM_RECORD + 2, here);
        add_word(file, 0);
        add_word(file, 0);
        add_word(file, count - 2);
        for (unsigned i = 0; i < count; i += pairs ? 2 : 1)
            add_word(file, pairs ? squares[i] << 8 | squares[i + 1] : squares[i]);
    }
    dam_put_word(file->bytes, DAM_RECORD, (unsigned)(file->n - DAM_RECORD) / 2);
}

static struct findings found;

static void read_file(const struct file *file, struct game *game)
{
    found = (struct findings){.arena = &arena};
    *game = (struct game){.arena = &arena, .at = {"x.dam", 1, 1}};
    assert_int_equal(dam_parse(file->bytes, file->n, DAM_TURN_FROM_FILE, game, &found, NULL), 0);
    assert_int_equal(check_game(checker, game, &found, NULL), 0);
}

static bool was_found(enum finding_code code, const char *part)
{
    for (const struct finding *f = found.first; f; f = f->next) {
        char message[512];
        snprintf(message, sizeof message, "%.*s", TEXT_ARGS(f->message));
        if (f->code == code && strstr(message, part))
            return true;
    }
    return false;
}

static int setup(void **state)
{
    (void)state;
    checker = checker_open(&(struct check_options){.quiet = true});
    return checker ? 0 : -1;
}

static int teardown(void **state)
{
    (void)state;
    checker_close(checker);
    arena_fini(&arena);
    return 0;
}

static const unsigned three_moves[] = {32, 28, 0, 19, 23, 0, 28, 19, 23, 0, 0};
static const char after_three[] = "B:W19,31,33-50:B1-18,20";

static void every_layout_is_tried(void **state)
{
    (void)state;
    static const struct {
        bool pairs, swapped;
        const char *said;
    } rows[] = {{true, false, "two squares a word, the first in the high byte"},
                {true, true, "two squares a word, the first in the low byte"},
                {false, false, "one square a word"},
                {false, true, "one square a word, the target first"}};
    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        struct file file;
        struct game game;
        make(&file, after_three);
        add_moves(&file, three_moves, rows[i].pairs, rows[i].swapped, 3);
        read_file(&file, &game);
        assert_int_equal(game_plies(&game), 3);
        assert_true(was_found(FINDING_INFERRED, rows[i].said));
        assert_false(game.start_given);
        for (const struct node *node = game.line.first; node; node = node->next)
            assert_int_equal(node->state, NODE_PLAYED);
    }
}

static void moves_taken_back_are_no_moves(void **state)
{
    (void)state;
    static const struct {
        const char *board;
        unsigned current;
        const char *comment;
    } rows[] = {{"B:W28,31,33-50:B1-20", 1, "taken back: 19-23 28x19"},
                {"W:W31-50:B1-20", 0, "taken back: 32-28 19-23 28x19"}};
    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        struct file file;
        struct game game;
        struct buffer out = {0};
        make(&file, rows[i].board);
        add_moves(&file, three_moves, true, false, rows[i].current);
        read_file(&file, &game);
        assert_int_equal(game_plies(&game), rows[i].current);
        const struct item *items = game.line.first ? game.line.first->items : game.line.before;
        assert_true(text_is(items->comment, rows[i].comment));
        assert_true(dam_is_copied(&game)); /* they are still in a copy */
        assert_int_equal(dam_write(&game, NULL, false, &out, NULL), 0);
        assert_true(text_same(buffer_text(&out), (struct text){file.bytes, file.n}));
        buffer_fini(&out);
    }
}

static void games_may_begin_anywhere(void **state)
{
    (void)state;
    static const unsigned moves[] = {27, 22, 0, 17, 28, 22, 0, 0};
    struct file file;
    struct game game;
    make(&file, "W:W40:B28");
    add_moves(&file, moves, true, false, 2);
    read_file(&file, &game);
    assert_int_equal(game_plies(&game), 2);
    assert_true(text_is(game_tag(&game, "FEN"), "W:W27,40:B17"));
}

static void what_is_not_proven_is_no_move(void **state)
{
    (void)state;
    struct file file;
    struct game game;
    make(&file, "W:W31-50:B1-19"); /* another board than the moves lead to */
    add_moves(&file, three_moves, true, false, 3);
    read_file(&file, &game);
    assert_null(game.line.first);
    assert_true(was_found(FINDING_BAD_RECORD, "moves not decoded"));
    assert_non_null(game.line.before); /* the words of the record */
    assert_memory_equal(game.line.before->comment.s, "words of DAM's record of moves: 17 12 ", 37);
}

static void chains_that_run_in_circles_end(void **state)
{
    (void)state;
    struct file file;
    struct game game;
    make(&file, after_three);
    add_moves(&file, three_moves, true, false, 3);
    dam_put_word(file.bytes, DAM_RECORD + 2 * 5, 4); /* the first node follows itself */
    read_file(&file, &game);
    assert_null(game.line.first);
}

static void damage_is_reported_with_its_place(void **state)
{
    (void)state;
    struct file file;
    struct game game;
    make(&file, "W:W31-50:B1-20");
    dam_put_word(file.bytes, DAM_BOARD + 2 * 11, 9);
    read_file(&file, &game);
    assert_true(was_found(FINDING_BAD_RECORD, "damaged board: 9 on square 12 is not a piece"));
    assert_int_equal(found.first->offset, DAM_BOARD + 22);
    make(&file, "W:W31-50:B1-20");
    dam_put_word(file.bytes, DAM_RECORD, 500);
    read_file(&file, &game);
    assert_true(was_found(FINDING_BAD_RECORD, "damaged record of moves: 500 words"));
    make(&file, "W:W31-50:B1-20");
    file.n = 100;
    read_file(&file, &game);
    assert_true(was_found(FINDING_BAD_RECORD, "not a DAM file: 100 bytes"));
    make(&file, "W:W31-50:B1-20");
    memset(file.bytes, '[', 4);
    read_file(&file, &game);
    assert_true(was_found(FINDING_BAD_RECORD, "not a DAM file: it does not begin like one"));
    make(&file, "W:W31-50:B1-20");
    file.n += 3;
    read_file(&file, &game);
    assert_true(was_found(FINDING_KEPT_BYTES, "3 bytes after the record"));
}

static void settings_become_tags_and_come_back(void **state)
{
    (void)state;
    struct file file;
    struct game game, again = {.arena = &arena, .rules = rules_international};
    struct buffer out = {0};
    make(&file, "W:W31-50:B1-20");
    dam_put_word(file.bytes, DAM_MODE, DAM_PROGRAMS);
    dam_put_word(file.bytes, DAM_TIME_MOVES, 50);
    dam_put_word(file.bytes, DAM_TIME_MINUTES, 60);
    dam_put_long(file.bytes, DAM_USED_WHITE, 3725);
    read_file(&file, &game);
    assert_true(text_is(game_tag(&game, "WhiteType"), "program"));
    assert_true(text_is(game_tag(&game, "TimeControl"), "50/3600"));
    assert_true(text_is(game_tag(&game, "WhiteTime"), "1:02:05"));
    assert_null(game_tag(&game, "BlackTime").s);
    position_start(rules_international, &again.start);
    for (unsigned i = 0; i < game.n_tags; i++)
        game_add_tag(&again, game.tags[i].name, game.tags[i].value, 0);
    assert_int_equal(dam_write(&again, NULL, false, &out, NULL), 0);
    assert_int_equal(dam_word(out.s, DAM_MODE), DAM_PROGRAMS);
    assert_int_equal(dam_word(out.s, DAM_CLOCK_BLACK), 50);
    assert_int_equal(dam_long(out.s, DAM_USED_WHITE), 3725);
    buffer_fini(&out);
}

static void all_moves_in_one_time(void **state)
{
    (void)state;
    struct file file;
    struct game game;
    make(&file, "W:W31-50:B1-20");
    dam_put_word(file.bytes, DAM_TIME_MOVES, 0);
    read_file(&file, &game);
    assert_true(text_is(game_tag(&game, "TimeControl"), "900"));
    assert_true(dam_holds_tags(&game));
    dam_put_word(file.bytes, DAM_TIME_MINUTES, 0);
    read_file(&file, &game);
    assert_null(game_tag(&game, "TimeControl").s);
}

static void changed_settings_are_written(void **state)
{
    (void)state;
    static const struct {
        const char *tag, *value;
        size_t at;
        unsigned word;
        bool held;
    } rows[] = {
        {"WhiteTime", "0:01:00", DAM_USED_WHITE, 60, true},
        {"BlackTime", "0:29", DAM_USED_BLACK, 29 * 60, true},
        {"WhiteTime", "", DAM_USED_WHITE, 0, true},
        {"WhiteTime", "soon", DAM_USED_WHITE, 3725, false},
        {"WhiteTime", "-1:30", DAM_USED_WHITE, 3725, false},
        {"WhiteTime", "1:30:-5", DAM_USED_WHITE, 3725, false},
        {"WhiteTime", " 1:30", DAM_USED_WHITE, 3725, false},
        {"TimeControl", "+50/3600", DAM_TIME_MOVES, 75, false},
        {"TimeControl", "50/3600", DAM_TIME_MOVES, 50, true},
        {"TimeControl", "50/3600:20/1200", DAM_TIME_MOVES, 50, false},
        {"TimeControl", "50/3601", DAM_TIME_MOVES, 50, false},
        {"TimeControl", "1200", DAM_TIME_MOVES, 0, true},
        {"TimeControl", "1200", DAM_TIME_MINUTES, 20, true},
        {"TimeControl", "1201", DAM_TIME_MINUTES, 20, false},
        {"TimeControl", "59", DAM_TIME_MOVES, 75, false},
        {"TimeControl", "1200+5", DAM_TIME_MOVES, 75, false},
        {"TimeControl", "", DAM_TIME_MOVES, 75, false},
        {"WhiteType", "program", DAM_MODE, DAM_PERSON_AND_PROGRAM, false},
        {"Event", "e", DAM_MODE, DAM_PERSONS, false},
    };
    for (size_t i = 0; i < 2 * ARRAY_LEN(rows); i++) {
        const size_t row = i / 2;
        struct file file;
        struct game game;
        struct buffer out = {0};
        make(&file, after_three);
        add_moves(&file, three_moves, true, false, 3);
        dam_put_long(file.bytes, DAM_USED_WHITE, 3725);
        read_file(&file, &game);
        assert_true(dam_is_copied(&game) && dam_holds_tags(&game));
        assert_int_equal(game_set_tag(&game, text_of(rows[row].tag), text_of(rows[row].value)), 0);
        assert_int_equal(dam_write(&game, i % 2 ? &game.start : NULL, false, &out, NULL), 0);
        assert_int_equal(out.n, i % 2 ? DAM_SIZE_LEAST : file.n);
        assert_int_equal(dam_word(out.s, rows[row].at), rows[row].word);
        assert_int_equal(dam_holds_tags(&game), rows[row].held);
        buffer_fini(&out);
    }
}

static void unknown_bytes_are_kept(void **state)
{
    (void)state;
    struct file file;
    struct game game;
    struct buffer out = {0};
    make(&file, after_three);
    add_moves(&file, three_moves, true, false, 3);
    for (size_t i = 0x2C; i < 0x44; i++)
        file.bytes[i] = (char)i;
    read_file(&file, &game);
    assert_int_equal(dam_write(&game, NULL, false, &out, NULL),
                     0); /* as it is: every byte, moves too */
    assert_true(text_same(buffer_text(&out), (struct text){file.bytes, file.n}));
    buffer_clear(&out);
    assert_int_equal(dam_write(&game, &game.start, false, &out, NULL), 0);
    assert_int_equal(out.n, DAM_SIZE_LEAST); /* another position: no moves, but the unknown bytes */
    assert_memory_equal(out.s + 0x2C, file.bytes + 0x2C, 0x18);
    buffer_fini(&out);
}

static void what_cannot_be_written_is_refused(void **state)
{
    (void)state;
    struct game game = {.arena = &arena, .rules = rules_international};
    struct buffer out = {0};
    struct err err = {0};
    position_start(rules_international, &game.start);
    game.line.first = game_new_node(&game);
    assert_int_equal(dam_write(&game, NULL, true, &out, &err), -1);
    assert_non_null(strstr(err.msg, "--position=start"));
    err = (struct err){0};
    game.start.turn = BLACK;
    assert_int_equal(dam_write(&game, &game.start, false, &out, &err), -1);
    assert_non_null(strstr(err.msg, "--experimental-dam"));
    assert_int_equal(dam_write(&game, &game.start, true, &out, NULL), 0);
    assert_int_equal(dam_word(out.s, DAM_TURN), 1);
    err = (struct err){0};
    assert_int_equal(rules_find(text_of("english"), &game.rules, NULL), 0);
    assert_int_equal(dam_write(&game, &game.start, true, &out, &err), -1);
    assert_non_null(strstr(err.msg, "international"));
    buffer_fini(&out);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_layout_is_tried),
        cmocka_unit_test(moves_taken_back_are_no_moves),
        cmocka_unit_test(games_may_begin_anywhere),
        cmocka_unit_test(what_is_not_proven_is_no_move),
        cmocka_unit_test(chains_that_run_in_circles_end),
        cmocka_unit_test(damage_is_reported_with_its_place),
        cmocka_unit_test(settings_become_tags_and_come_back),
        cmocka_unit_test(all_moves_in_one_time),
        cmocka_unit_test(changed_settings_are_written),
        cmocka_unit_test(unknown_bytes_are_kept),
        cmocka_unit_test(what_cannot_be_written_is_refused),
    };
    return cmocka_run_group_tests_name("dam", tests, setup, teardown);
}
