// SPDX-License-Identifier: MIT
#include "core/base/array.h"
#include "core/base/random.h"
#include "core/board/fen.h"
#include "core/study/contest.h"
#include "core/study/random-ending.h"
#include "core/study/sample.h"
#include "core/study/selfplay.h"
#include "tests/lib/given.h"
#include "tests/lib/scratch-folder.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

static struct selfplay settings_of(const char *variant, unsigned games, unsigned threads)
{
    return (struct selfplay){
        .rules = rules_named(variant),
        .options = {.hash = 1 << 20, .eval = "material"},
        .limits = {.nodes = 150},
        .openings = {.plies_min = 2, .plies_max = 6},
        .games = games,
        .threads = threads,
        .seed = 9,
        .resign = 6000,
    };
}

static void play(const char *variant, const char *path, unsigned games, unsigned threads)
{
    struct selfplay selfplay = settings_of(variant, games, threads);
    struct err err = {0};
    if (selfplay_run(&selfplay, path, &err) != 0)
        fail_msg("%s", err.msg);
}

static int by_number(const void *a, const void *b)
{
    const struct selfplay_game *const *x = a, *const *y = b;
    return (x[0]->number > y[0]->number) - (x[0]->number < y[0]->number);
}

/* Reads a file of games, sorted by number. @return how many */
static unsigned read_games(const char *path, struct selfplay_game **out, unsigned room)
{
    struct selfplay_head head;
    struct err err = {0};
    unsigned n = 0;
    FILE *in = fopen(path, "rb");
    assert_non_null(in);
    assert_int_equal(selfplay_head_read(in, &head, &err), 0);
    for (; n < room; n++) {
        out[n] = calloc(1, sizeof **out);
        assert_non_null(out[n]);
        if (selfplay_game_read(in, head.rules, out[n], &err) != 1)
            break;
    }
    if (n < room)
        free(out[n]);
    fclose(in);
    qsort(out, n, sizeof *out, by_number);
    return n;
}

static void assert_same_games(const char *a, const char *b, unsigned games)
{
    struct selfplay_game *x[64], *y[64];
    assert_int_equal(read_games(a, x, 64), games);
    assert_int_equal(read_games(b, y, 64), games);
    for (unsigned i = 0; i < games; i++) {
        assert_int_equal(x[i]->number, y[i]->number);
        assert_int_equal(x[i]->n, y[i]->n);
        assert_int_equal(x[i]->result, y[i]->result);
        assert_memory_equal(x[i]->score, y[i]->score, x[i]->n * sizeof x[i]->score[0]);
        for (unsigned k = 0; k < x[i]->n; k++)
            assert_true(move_same(&x[i]->move[k], &y[i]->move[k]));
        free(x[i]);
        free(y[i]);
    }
}

/* How many games run at a time changes their order in the file and nothing else. */
static void games_do_not_depend_on_threads(void **state)
{
    (void)state;
    play("russian", scratch_path("one"), 12, 1);
    play("russian", scratch_path("three"), 12, 3);
    assert_same_games(scratch_path("one"), scratch_path("three"), 12);
}

static void games_go_on_where_they_were(void **state)
{
    (void)state;
    static const struct {
        const char *head;
        size_t n, zeros;
    } ends[] = {
        {"\x50\x01\x00\x00\x01\x02", 6, 0},            /* cut short in the middle of a game */
        {"", 0, 4096},                                 /* zeros where power has failed */
        {"\x50\x01\x00\x00\x01\x02\x03\x04", 8, 4096}, /* in the middle of a game */
    };
    play("armenian", scratch_path("whole"), 8, 1);
    for (size_t i = 0; i < ARRAY_LEN(ends); i++) {
        unlink(scratch_path("parts"));
        play("armenian", scratch_path("parts"), 3, 1);
        FILE *file = fopen(scratch_path("parts"), "ab");
        assert_non_null(file);
        fwrite(ends[i].head, 1, ends[i].n, file);
        for (size_t k = 0; k < ends[i].zeros; k++)
            putc(0, file);
        fclose(file);
        play("armenian", scratch_path("parts"), 8, 2);
        assert_same_games(scratch_path("whole"), scratch_path("parts"), 8);
    }
}

static void other_games_are_refused(void **state)
{
    (void)state;
    struct selfplay selfplay = {.rules = rules_named("czech"),
                                .options = {.hash = 1 << 20, .eval = "material"},
                                .limits = {.nodes = 100},
                                .games = 1};
    struct err other = {0}, none = {0}, where = {0};
    play("english", scratch_path("english"), 2, 1);
    assert_int_equal(selfplay_run(&selfplay, scratch_path("english"), &other), -1);
    assert_non_null(strstr(other.msg, "choose another file"));
    scratch_write_text(scratch_path("text"), "this is a file of something else, and it is long "
                                             "enough to hold a head of one");
    assert_int_equal(selfplay_run(&selfplay, scratch_path("text"), &none), -1);
    assert_non_null(strstr(none.msg, "not a file of self-play games"));
    assert_int_equal(selfplay_run(&selfplay, "/nonexistent/games", &where), -1);
}

/* What decides the games must stay as it was, or those that follow would not be of one kind. */
static void other_settings_are_refused(void **state)
{
    (void)state;
    struct err err = {0};
    const struct draw_profile *draws =
        draw_profile_find(rules_named("english"), text_of("none"), &err);
    const struct selfplay ours = settings_of("english", 3, 1);
    struct {
        const char *name, *expected;
        struct selfplay settings;
    } rows[] = {
        {"the same", NULL, ours},
        {"seed", "a different --seed", ours},
        {"nodes", "a different --nodes", ours},
        {"depth", "a different --depth", ours},
        {"weights", "a different evaluation", ours},
        {"resign", "a different --resign", ours},
        {"hash", "a different --hash", ours},
        {"draws", "a different --draws", ours},
    };
    rows[1].settings.seed = 8;
    rows[2].settings.limits.nodes = 151;
    rows[3].settings.limits.depth = 3;
    rows[4].settings.options.eval = NULL;
    rows[5].settings.resign = 0;
    rows[6].settings.options.hash = 2 << 20;
    rows[7].settings.options.draws = draws;
    play("english", scratch_path("settings"), 2, 1);
    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        err = (struct err){0};
        int rc = selfplay_run(&rows[i].settings, scratch_path("settings"), &err);
        if (rc != (rows[i].expected ? -1 : 0))
            fail_msg("%s: %d %s", rows[i].name, rc, err.msg);
        if (rows[i].expected && !strstr(err.msg, rows[i].expected))
            fail_msg("%s: %s", rows[i].name, err.msg);
    }
}

/* Files of version 1 end their head before the weights; they are read, and gone on with. */
static void older_files_go_on(void **state)
{
    (void)state;
    enum { HEAD_1 = 60, HEAD_2 = 140 };
    static const unsigned char one[4] = {1, 0, 0, 0};
    unsigned char bytes[1 << 14];
    play("english", scratch_path("new"), 2, 1);
    FILE *in = fopen(scratch_path("new"), "rb");
    assert_non_null(in);
    size_t n = fread(bytes, 1, sizeof bytes, in);
    fclose(in);
    assert_in_range(n, HEAD_2 + 1, sizeof bytes - 1);
    memcpy(bytes + 8, one, sizeof one);
    FILE *out = fopen(scratch_path("old"), "wb");
    assert_non_null(out);
    fwrite(bytes, 1, HEAD_1, out);
    fwrite(bytes + HEAD_2, 1, n - HEAD_2, out);
    assert_int_equal(fclose(out), 0);
    play("english", scratch_path("old"), 4, 1);
    play("english", scratch_path("new"), 4, 1);
    assert_same_games(scratch_path("old"), scratch_path("new"), 4);
}

static void variants_that_the_file_cannot_name_are_refused(void **state)
{
    (void)state;
    struct selfplay selfplay = {.rules = rules_named("armenian:men-capture=all,promotion=stop"),
                                .options = {.hash = 1 << 20, .eval = "material"},
                                .limits = {.nodes = 100},
                                .games = 1};
    struct selfplay_game *games[1];
    struct err err = {0};
    assert_int_equal(selfplay_run(&selfplay, scratch_path("long"), &err), -1);
    assert_non_null(strstr(err.msg, "at most 32 characters"));
    play("altdeutsch-flying:promotion=stop", scratch_path("longest"), 1, 1);
    assert_int_equal(read_games(scratch_path("longest"), games, 1), 1);
    free(games[0]);
}

static void harmed_games_are_refused(void **state)
{
    (void)state;
    struct samples samples = {0};
    struct err harmed = {0}, other = {0};
    play("english", scratch_path("harm"), 3, 1);
    assert_int_equal(samples_read(&samples, rules_named("turkish"), scratch_path("harm"), &other),
                     -1);
    assert_non_null(strstr(other.msg, "expected games of turkish"));
    FILE *file = fopen(scratch_path("harm"), "r+b");
    assert_non_null(file);
    fseek(file, 210, SEEK_SET);
    int byte = fgetc(file);
    fseek(file, 210, SEEK_SET);
    fputc(byte ^ 1, file);
    fclose(file);
    assert_int_equal(samples_read(&samples, rules_named("english"), scratch_path("harm"), &harmed),
                     -1);
    assert_non_null(strstr(harmed.msg, "checksum"));
    samples_free(&samples);
}

/* What is said of a ply, as a sum over those that come after it. */
static double foreseen(const struct selfplay_game *game, unsigned ply, double trust,
                       double foresight)
{
    double sum = 0, share = 1;
    for (unsigned i = ply; i < game->n; i++) {
        int score = game->score[i];
        if (score == SELFPLAY_NO_SCORE)
            continue;
        if ((game->start.turn == WHITE) != (i % 2 == 0))
            score = -score;
        sum += share * (1 - foresight) / (1 + exp(-score * trust / 1000));
        share *= foresight;
    }
    return sum + share * game->result / 2;
}

static void later_scores_count(void **state)
{
    (void)state;
    static const double shares[] = {0, 0.5, 0.9};
    const struct rules *rules = rules_named("russian");
    enum { GAMES = 6 };
    struct selfplay_game *games[GAMES];
    play("russian", scratch_path("foresight"), GAMES, 1);
    assert_int_equal(read_games(scratch_path("foresight"), games, GAMES), GAMES);
    for (size_t row = 0; row < ARRAY_LEN(shares); row++) {
        struct samples samples = {.trust = 1.5, .foresight = shares[row]};
        struct err err = {0};
        size_t at = 0;
        assert_int_equal(samples_read(&samples, rules, scratch_path("foresight"), &err), 0);
        assert_true(samples.n > 5 * GAMES);
        for (unsigned i = 0; i < GAMES; i++) {
            struct position pos = games[i]->start, seen;
            for (unsigned ply = 0; ply < games[i]->n && at < samples.n; ply++) {
                sample_position(&samples.at[at], &seen);
                if (samples.at[at].game == i && position_same(&pos, &seen)) {
                    double said = foreseen(games[i], ply, 1.5, shares[row]);
                    assert_true(fabs((double)samples.at[at++].predicted - said) < 1e-5);
                }
                move_play(rules, &pos, &games[i]->move[ply]);
            }
        }
        assert_int_equal(at, samples.n);
        samples_free(&samples);
    }
    for (unsigned i = 0; i < GAMES; i++)
        free(games[i]);
}

/* Writes the games of a file in the opposite order. */
static void turn_round(const char *path, const char *into, unsigned n)
{
    struct selfplay_game *games[64];
    struct selfplay_head head;
    struct err err = {0};
    FILE *in = fopen(path, "rb"), *out = fopen(into, "wb");
    assert_true(in && out);
    assert_int_equal(selfplay_head_read(in, &head, &err), 0);
    assert_int_equal(selfplay_head_write(out, &head, &err), 0);
    assert_int_equal(read_games(path, games, 64), n);
    while (n--) {
        assert_int_equal(selfplay_game_write(out, head.rules, games[n], &err), 0);
        free(games[n]);
    }
    fclose(in);
    assert_int_equal(fclose(out), 0);
}

static void samples_do_not_depend_on_the_order_of_games(void **state)
{
    (void)state;
    enum { GAMES = 6 };
    const struct rules *rules = rules_named("russian");
    struct samples a = {.trust = 1.5, .foresight = 0.5}, b = a;
    struct err err = {0};
    play("russian", scratch_path("forth"), GAMES, 1);
    turn_round(scratch_path("forth"), scratch_path("back"), GAMES);
    for (unsigned i = 0; i < 2; i++) { /* two files each: the second one's games are others */
        assert_int_equal(samples_read(&a, rules, scratch_path("forth"), &err), 0);
        assert_int_equal(samples_read(&b, rules, scratch_path("back"), &err), 0);
    }
    assert_true(a.n > 10 * GAMES && a.n == b.n && a.games == 2 * GAMES && b.games == a.games);
    for (size_t i = 0; i < a.n; i++) {
        assert_true(a.at[i].white == b.at[i].white && a.at[i].black == b.at[i].black);
        assert_true(a.at[i].game == b.at[i].game && a.at[i].ply == b.at[i].ply);
    }
    assert_int_equal(a.at[a.n - 1].game, 2 * GAMES - 1);
    samples_free(&a);
    samples_free(&b);
}

static void endings_can_come_up(void **state)
{
    static const char *const variants[] = {"international", "english", "turkish", "altdeutsch",
                                           "frysk"};
    (void)state;
    for (unsigned v = 0; v < ARRAY_LEN(variants); v++) {
        const struct rules *rules = rules_named(variants[v]);
        unsigned leads[3] = {0}, odd = 0, may_lead = 0, men = 0, turns = 0;
        struct random random;
        random_seed(&random, 11);
        for (unsigned i = 0; i < 2000; i++) {
            unsigned pieces = RANDOM_ENDING_PIECES_MIN + i % (random_ending_pieces_max(rules) - 1);
            struct position pos;
            struct err err = {0};
            random_ending_make(rules, pieces, &random, &pos);
            assert_int_equal(fen_check(rules, &pos, (struct src_pos){0}, &err), 0);
            unsigned white = POPCOUNT64(pos.pieces[WHITE]), black = POPCOUNT64(pos.pieces[BLACK]);
            assert_int_equal(white + black, pieces);
            assert_true(white && black);
            unsigned lead = white > black ? white - black : black - white;
            assert_in_range(lead, 0, 2);
            leads[lead]++;
            odd += pieces % 2;
            may_lead += pieces % 2 == 0 && pieces > 2;
            men += position_men(&pos, WHITE) || position_men(&pos, BLACK);
            turns += pos.turn;
        }
        assert_int_equal(leads[1], odd);
        assert_in_range(leads[2], may_lead * 70 / 100, may_lead * 80 / 100);
        assert_in_range(men, 800, 1000); /* half, but for those whose men were crowned */
        assert_in_range(turns, 900, 1100);
    }
}

static void contest_is_fair(void **state)
{
    (void)state;
    struct contest contest = {
        .rules = rules_named("english"),
        .options = {{.hash = 1 << 20, .eval = "material"}, {.hash = 1 << 20, .eval = "material"}},
        .limits = {{.nodes = 200}, {.nodes = 200}},
        .openings = {.plies_min = 6, .plies_max = 6},
        .games = 20,
        .threads = 2,
        .seed = 5,
    };
    struct contest_result result;
    struct err err = {0};
    assert_int_equal(contest_run(&contest, &result, &err), 0);
    assert_int_equal(result.won + result.drawn + result.lost, 20);
    assert_int_equal(result.won, result.lost); /* the same player twice: every pair is even */
    assert_int_equal(result.pairs[2], 10);
    contest.limits[1].nodes = 10;
    assert_int_equal(contest_run(&contest, &result, &err), 0);
    assert_true(result.won > result.lost);
}

/* Where no random game lasts that long, games begin with as many plies as they can. */
static void long_openings_differ(void **state)
{
    (void)state;
    const struct rules *rules = rules_named("english");
    const struct game_openings openings = {.plies_min = 500, .plies_max = 500};
    struct selfplay_game game;
    uint64_t key[8];
    for (unsigned number = 0; number < ARRAY_LEN(key); number++) {
        struct position pos;
        game_openings_begin(&openings, rules, 1, number, &game);
        assert_in_range(game.n, 10, 499);
        pos = game.start;
        for (unsigned i = 0; i < game.n; i++)
            move_play(rules, &pos, &game.move[i]);
        assert_true(moves_exist(rules, &pos));
        key[number] = position_key(rules, &pos);
        for (unsigned i = 0; i < number; i++)
            assert_true(key[i] != key[number]);
    }
}

static bool at_once(void) { return true; }

static void reading_stops(void **state)
{
    (void)state;
    struct samples samples = {.stopped = at_once};
    struct err err = {0};
    play("english", scratch_path("stopped"), 2, 1);
    assert_int_equal(samples_read(&samples, rules_named("english"), scratch_path("stopped"), &err),
                     1);
    assert_int_equal(samples.games, 0);
    samples_free(&samples);
}

static void no_file_is_left_without_an_engine(void **state)
{
    (void)state;
    struct selfplay selfplay = settings_of("english", 1, 1);
    struct err err = {0};
    selfplay.options.level = 'E';
    assert_int_equal(selfplay_run(&selfplay, scratch_path("none"), &err), -1);
    assert_non_null(strstr(err.msg, "level 'E'"));
    assert_int_not_equal(access(scratch_path("none"), F_OK), 0);
    play("english", scratch_path("some"), 1, 1); /* but games that were played stay */
    selfplay.games = 2;
    assert_int_equal(selfplay_run(&selfplay, scratch_path("some"), &err), -1);
    assert_int_equal(access(scratch_path("some"), F_OK), 0);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(games_do_not_depend_on_threads),
        cmocka_unit_test(games_go_on_where_they_were),
        cmocka_unit_test(other_games_are_refused),
        cmocka_unit_test(other_settings_are_refused),
        cmocka_unit_test(older_files_go_on),
        cmocka_unit_test(variants_that_the_file_cannot_name_are_refused),
        cmocka_unit_test(reading_stops),
        cmocka_unit_test(no_file_is_left_without_an_engine),
        cmocka_unit_test(harmed_games_are_refused),
        cmocka_unit_test(later_scores_count),
        cmocka_unit_test(samples_do_not_depend_on_the_order_of_games),
        cmocka_unit_test(endings_can_come_up),
        cmocka_unit_test(contest_is_fair),
        cmocka_unit_test(long_openings_differ),
    };
    return cmocka_run_group_tests_name("selfplay", tests, scratch_folder_make,
                                       scratch_folder_remove);
}
