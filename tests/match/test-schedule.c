// SPDX-License-Identifier: MIT
/*
 * Openings and schedules: what a match file asks for is what is planned, kept in the store, and
 * gone on with.
 */
#include "core/base/array.h"
#include "match/openings-files.h"
#include "match/openings.h"
#include "match/schedule.h"
#include "pdn/formats/json-read.h"
#include "tests/lib/rows.h"
#include "tests/lib/scratch-folder.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#define PLAYERS "time: {depth: 1}\nplayers: [{name: a}, {name: b}]\n"
#define DEPTH   "time: {depth: 1}\n"
#define MINUTE  "time: {minutes: 1}\n"
#define FOUR    "time: {depth: 1}\nplayers: [{name: a}, {name: b}, {name: c}, {name: d}]\n"

/* A plan made from a match file. */
struct planned {
    struct arena arena;
    struct match_config config;
    struct results_match plan;
    struct err err;
};

static int plan_from(struct planned *p, const char *path, const char *text)
{
    *p = (struct planned){0};
    int rc = match_config_parse(path, text, strlen(text), &p->arena, &p->config, &p->err);
    if (rc == 0)
        rc = match_schedule_make(&p->config, &p->arena, &p->plan, &p->err);
    if (rc)
        printf("# %s: %s\n", p->err.at.file ? p->err.at.file : "-", p->err.msg);
    return rc;
}

static const struct {
    const char *name, *text;
    unsigned pairs, rounds;
    const char *first; /* of the printed plan */
} plans[] = {
    {"plan: two players, the usual start", PLAYERS, 1, 1, "1\t1\ta\tb\t\t\t\n"},
    {"plan: games", "games: 8\n" PLAYERS, 4, 4, "1\t1\ta\tb\t\t\t\n"},
    {"plan: all two-move ballots", "openings: {ballots: 2}\n" PLAYERS, 81, 81,
     "1\t1\ta\tb\t31-27 17-21\t\t31-27 17-21\n"},
    {"plan: ballots of one ply", "openings: {ballots: 1}\n" PLAYERS, 9, 9,
     "1\t1\ta\tb\t31-27\t\t31-27\n"},
    {"plan: three-move ballots of English draughts, each position once",
     "variant: english\nopenings: {ballots: 3}\n" PLAYERS, 216, 216,
     "1\t1\ta\tb\t9-13 21-17 10-14\t\t9-13 21-17 10-14\n"},
    {"plan: skip and limit", "openings: {ballots: 1, skip: 2, limit: 3}\n" PLAYERS, 3, 3,
     "1\t1\ta\tb\t33-29\t\t33-29\n"},
    {"plan: a FEN", "openings: {positions: ['W:W48:B3']}\n" PLAYERS, 1, 1,
     "1\t1\ta\tb\tW:W48:B3\tW:W48:B3\t\n"},
    {"plan: a FEN twice is one", "openings: {positions: ['W:W48:B3', 'W:W48:B3.']}\n" PLAYERS, 1, 1,
     NULL},
    {"plan: a FEN with king moves counted before it",
     "variant: frisian\nopenings: {positions: ['W:WK1,31:BK50,20:+350+0']}\n" PLAYERS, 1, 1, NULL},
    {"plan: all meet all", FOUR, 6, 1, "1\t1\ta\td\t\t\t\n"},
    {"plan: all meet all, three rounds", "rounds: 3\n" FOUR, 18, 3, NULL},
    {"plan: a gauntlet of two seeds", "pairing: gauntlet\nseeds: 2\n" FOUR, 4, 1,
     "1\t1\ta\tc\t\t\t\n"},
};

static void plan_row(void **state)
{
    size_t i = (size_t)*state;
    struct planned p;
    struct buffer out = {0};
    assert_int_equal(plan_from(&p, "m.yaml", plans[i].text), 0);
    match_schedule_print(&p.plan, &out);
    buffer_add_char(&out, '\0');
    if (p.plan.n_pairs != plans[i].pairs
        || (plans[i].first && strncmp(out.s, plans[i].first, strlen(plans[i].first))))
        printf("# %u pairs, %.80s\n", p.plan.n_pairs, out.s);
    assert_int_equal(p.plan.n_pairs, plans[i].pairs);
    assert_int_equal(p.plan.pairs[p.plan.n_pairs - 1].round, plans[i].rounds);
    if (plans[i].first)
        assert_int_equal(strncmp(out.s, plans[i].first, strlen(plans[i].first)), 0);
    buffer_fini(&out);
    arena_fini(&p.arena);
}

static const struct {
    const char *name, *text, *want;
    unsigned line, col; /* of the match file */
} wrong[] = {
    {"wrong: no such file", "openings: {files: none.pdn}\n" PLAYERS, "No such file or directory", 0,
     0},
    {"wrong: no file fits", "openings: {files: 'none/*.pdn'}\n" PLAYERS, "none/", 0, 0},
    {"wrong: FEN", "openings: {positions: ['W:W99:B1']}\n" PLAYERS,
     "position 1: 99 is not a square", 1, 24},
    {"wrong: FEN that is over", "openings: {positions: ['W:W:B1']}\n" PLAYERS,
     "position 1: the side to move has no legal move", 1, 24},
    {"wrong: the second FEN", "openings:\n  positions:\n  - W:W48:B3\n  - garbage\n" PLAYERS,
     "position 2: ", 4, 5},
    {"wrong: king moves counted before, which Hub cannot tell",
     "variant: frisian\nopenings: {positions: ['W:WK1,31:BK50,20:+350+0']}\n"
     "time: {depth: 1}\nplayers: [{name: a}, {name: b, hub: b}]\n",
     "cannot be passed on to player 'b'", 0, 0},
    {"wrong: all skipped", "openings: {skip: 9}\n" PLAYERS,
     "no openings are left to play: 'skip' leaves out all of them (1)", 0, 0},
    {"wrong: all out of balance",
     "openings: {positions: ['W:W28,33:B18'], balance: 1, balance_nodes: 2000}\n" PLAYERS,
     "no openings are left to play: 'balance' leaves out all of them (1)", 0, 0},
    {"wrong: an empty file", "openings: {files: /dev/null}\n" PLAYERS,
     "no openings are left to play: no game or position in /dev/null", 1, 19},
};

static void wrong_row(void **state)
{
    size_t i = (size_t)*state;
    struct planned p;
    assert_int_equal(plan_from(&p, "m.yaml", wrong[i].text), -1);
    assert_non_null(strstr(p.err.msg, wrong[i].want));
    if (wrong[i].line) {
        assert_string_equal(p.err.at.file, "m.yaml");
        assert_int_equal(p.err.at.line, wrong[i].line);
        assert_int_equal(p.err.at.col, wrong[i].col);
    }
    arena_fini(&p.arena);
}

static void everybody_meets_everybody_once(void **state)
{
    (void)state;
    for (unsigned players = 2; players <= 9; players++) {
        char text[400];
        int n = snprintf(text, sizeof text, "pairing: round-robin\ntime: {depth: 1}\nplayers: [");
        for (unsigned i = 0; i < players; i++)
            n += snprintf(text + n, sizeof text - (size_t)n, "{name: p%u}, ", i);
        snprintf(text + n, sizeof text - (size_t)n, "]\n");
        struct planned p;
        unsigned met[9][9] = {{0}};
        assert_int_equal(plan_from(&p, "m.yaml", text), 0);
        for (unsigned i = 0; i < p.plan.n_pairs; i++)
            met[p.plan.pairs[i].first][p.plan.pairs[i].second]++;
        for (unsigned a = 0; a < players; a++)
            for (unsigned b = 0; b < players; b++)
                assert_int_equal(met[a][b], a < b);
        arena_fini(&p.arena);
    }
}

static void order_depends_on_the_seed(void **state)
{
    (void)state;
    struct planned a, b, c;
    unsigned same = 0;
    assert_int_equal(
        plan_from(&a, "m.yaml", "seed: 1\nopenings: {ballots: 2, order: shuffled}\n" PLAYERS), 0);
    assert_int_equal(
        plan_from(&b, "m.yaml", "seed: 1\nopenings: {ballots: 2, order: shuffled}\n" PLAYERS), 0);
    assert_int_equal(
        plan_from(&c, "m.yaml", "seed: 2\nopenings: {ballots: 2, order: shuffled}\n" PLAYERS), 0);
    for (unsigned i = 0; i < 81; i++) {
        assert_string_equal(a.plan.pairs[i].moves, b.plan.pairs[i].moves);
        same += strcmp(a.plan.pairs[i].moves, c.plan.pairs[i].moves) == 0;
    }
    assert_true(same < 20);
    arena_fini(&a.arena);
    arena_fini(&b.arena);
    arena_fini(&c.arena);
}

static void lost_openings_are_left_out(void **state)
{
    (void)state;
    struct planned p;
    assert_int_equal(
        plan_from(
            &p, "m.yaml",
            "openings: {positions: ['W:W28,33:B18', 'W:W31-50:B1-20'], balance: 1, balance_nodes: 2000}\n" PLAYERS),
        0);
    assert_int_equal(p.plan.n_pairs, 1);
    assert_null(p.plan.pairs[0].fen);
    arena_fini(&p.arena);
}

static void write_file(const char *folder, const char *name, const char *text)
{
    char path[2 * SCRATCH_SIZE];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    scratch_write_text(path, text);
}

static void files_are_read(void **state)
{
    (void)state;
    char folder[SCRATCH_SIZE], path[2 * SCRATCH_SIZE];
    struct planned p;
    assert_non_null(mkdtemp(scratch_name(folder)));
    snprintf(path, sizeof path, "%s/deep", folder);
    assert_int_equal(mkdir(path, 0777), 0);
    write_file(folder, "a.pdn",
               "[Event \"Club\"]\n[Opening \"Raphael\"]\n\n1. 32-28 17-22 2. 28x17 *\n\n"
               "[Event \"Club\"]\n\n1. 34-29 *\n");
    write_file(folder, "deep/b.fen", "W:W31-50:B1-20\nB:W31-50:B1-20\n");
    write_file(folder, "bad.txt", "[Event \"Club\"]\n\n1. 32-28 1-2 *\n");
    snprintf(path, sizeof path, "%s/m.yaml", folder);
    assert_int_equal(plan_from(&p, path, "openings: {files: [a.pdn, 'deep/*.fen']}\n" PLAYERS), 0);
    assert_int_equal(p.plan.n_pairs, 4);
    assert_string_equal(p.plan.pairs[0].opening, "Raphael");
    assert_string_equal(p.plan.pairs[0].moves, "32-28 17-22 28x17");
    assert_string_equal(p.plan.pairs[1].opening, "Club 2");
    assert_string_equal(p.plan.pairs[2].opening, "b.fen 1");
    assert_null(p.plan.pairs[2].fen);
    assert_string_equal(p.plan.pairs[3].fen, "B:W31-50:B1-20");
    arena_fini(&p.arena);
    assert_int_equal(plan_from(&p, path, "openings: {files: '**/*.pdn', plies: 1}\n" PLAYERS), 0);
    assert_int_equal(p.plan.n_pairs, 2);
    assert_string_equal(p.plan.pairs[0].moves, "32-28");
    arena_fini(&p.arena);
    assert_int_equal(plan_from(&p, path, "openings: {files: bad.txt}\n" PLAYERS), -1);
    assert_string_equal(p.err.msg, "opening: '1-2' is not legal in international");
    assert_int_equal(p.err.at.line, 3);
    arena_fini(&p.arena);
    static const char *const names[] = {"a.pdn", "deep/b.fen", "bad.txt", "deep", ""};
    for (unsigned i = 0; i < 5; i++) {
        snprintf(path, sizeof path, "%s/%s", folder, names[i]);
        remove(path);
    }
}

/* A name with brackets is a pattern only where no file has it. */
static void files_are_found_by_their_whole_names(void **state)
{
    static const struct {
        const char *files, *opening;
    } named[] = {{"'b[1].fen'", "b[1].fen 1"},        {"'b[12].fen'", "b1.fen 1"},
                 {"'deep [1]'", "c.fen 1"},           {"'deep [1]/*.fen'", "c.fen 1"},
                 {"'./deep [1]/[c].fen'", "c.fen 1"}, {"'d* [[]1]/*.fen'", "c.fen 1"}};
    struct planned p;
    (void)state;
    assert_int_equal(mkdir(scratch_path("deep [1]"), 0777), 0);
    write_file(scratch_path("."), "b[1].fen", "W:W31-50:B1-20\n");
    write_file(scratch_path("."), "b1.fen", "W:W31-50:B1-20\n");
    write_file(scratch_path("."), "deep [1]/c.fen", "W:W31-50:B1-20\n");
    for (size_t i = 0; i < ARRAY_LEN(named); i++) {
        char text[200];
        snprintf(text, sizeof text, "openings: {files: %s}\n" PLAYERS, named[i].files);
        assert_int_equal(plan_from(&p, scratch_path("m.yaml"), text), 0);
        assert_int_equal(p.plan.n_pairs, 1);
        assert_string_equal(p.plan.pairs[0].opening, named[i].opening);
        arena_fini(&p.arena);
    }
}

/* An opening that cannot be read, and where. Lines before it are good ones. */
static const struct {
    const char *name, *file, *text;
    unsigned line, col;
    const char *want;
} unreadable[] = {
    {"unreadable: a square that is none", "a.pdn", "[Event \"A\"]\n[FEN \"W:W31-51:B1-20\"]\n\n*\n",
     2, 13, "opening: 51 is not a square on this board (1 to 50)"},
    {"unreadable: a square in a list", "a.fen", "W:W31-50:B1-20\nW:W31-51:B1-20\n", 2, 1,
     "opening: 51 is not a square on this board (1 to 50)"},
    {"unreadable: too many pieces", "a.fen", "W:W31-50:B1-20\nW:W31-50:B1-20,31\n", 2, 1,
     "opening: "},
    {"unreadable: nobody's turn", "a.fen", "W:W31-50:B1-20\nX:W31-50\n", 2, 1,
     "opening: expected a FEN, found 'X:W31-50'"},
    {"unreadable: another kind of object", "a.jsonl", "{\"event\":\"x\"}\n", 1, 1, "opening: "},
    {"unreadable: no JSON", "a.jsonl",
     "{\"dama\":1,\"tags\":{\"Event\":\"A\"},\"moves\":[]}\nnot json\n", 2, 1, "opening: "},
    {"unreadable: prose", "a.pdn", "Dear friends of draughts,\n\nsee you in Utrecht.\n", 1, 1,
     "opening: neither a position nor moves"},
};

static void unreadable_row(void **state)
{
    size_t i = (size_t)*state;
    char text[200];
    struct planned p;
    if (strstr(unreadable[i].file, ".jsonl") && !json_is_built())
        skip();
    write_file(scratch_path("."), unreadable[i].file, unreadable[i].text);
    snprintf(text, sizeof text, "openings: {files: %s}\n" PLAYERS, unreadable[i].file);
    assert_int_equal(plan_from(&p, scratch_path("m.yaml"), text), -1);
    assert_int_equal(p.err.at.line, unreadable[i].line);
    assert_int_equal(p.err.at.col, unreadable[i].col);
    assert_int_equal(strncmp(p.err.msg, unreadable[i].want, strlen(unreadable[i].want)), 0);
    assert_non_null(strstr(p.err.at.file, unreadable[i].file));
    arena_fini(&p.arena);
}

/* What lies in a folder that cannot be read is missed only by a pattern that reaches into it. */
static void closed_folders_are_told(void **state)
{
    static const char *const reaching[] = {"'lib/**/*.pdn'", "'lib/*.dam'"};
    struct planned p;
    (void)state;
    if (geteuid() == 0)
        skip(); /* nothing is closed for root */
    assert_int_equal(mkdir(scratch_path("lib"), 0777), 0);
    assert_int_equal(mkdir(scratch_path("lib/closed"), 0), 0);
    write_file(scratch_path("lib"), "a.pdn", "[Event \"Club\"]\n\n1. 32-28 *\n");
    assert_int_equal(
        plan_from(&p, scratch_path("m.yaml"), "openings: {files: 'lib/*.pdn'}\n" PLAYERS), 0);
    arena_fini(&p.arena);
    for (size_t i = 0; i < ARRAY_LEN(reaching); i++) {
        char text[200];
        snprintf(text, sizeof text, "openings: {files: %s}\n" PLAYERS, reaching[i]);
        assert_int_equal(plan_from(&p, scratch_path("m.yaml"), text), -1);
        assert_non_null(strstr(p.err.msg, "/lib/closed: cannot read: Permission denied"));
        arena_fini(&p.arena);
    }
}

static const struct {
    const char *pattern, *path;
    bool fits;
} patterns[] = {
    {"*.dam", "a.dam", true},
    {"*.dam", "x/a.dam", false},
    {"lib/**/*.dam", "lib/a.dam", true},
    {"lib/**/*.dam", "lib/x/y/a.dam", true},
    {"lib/**/*.dam", "lob/x/a.dam", false},
    {"lib/**/z/*.dam", "lib/x/z/y/z/a.dam", true},
    {"**", "a/b/c", true},
    {"lib/?[ab].pdn", "lib/xa.pdn", true},
    {"lib/?[ab].pdn", "lib/xc.pdn", false},
    {"*.pdn", ".hidden.pdn", false},
    {"lib/*.pdn", "./lib/a.pdn", true},
    {"./lib/*.pdn", "lib/./a.pdn", true},
};

static void patterns_fit(void **state)
{
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(patterns); i++) {
        if (openings_fits(patterns[i].pattern, patterns[i].path) != patterns[i].fits)
            printf("# %s %s\n", patterns[i].pattern, patterns[i].path);
        assert_int_equal(openings_fits(patterns[i].pattern, patterns[i].path), patterns[i].fits);
    }
}

static int begin(struct results *results, const char *text, int64_t *match, enum match_begun *how,
                 struct err *err)
{
    struct planned p;
    *err = (struct err){0};
    assert_int_equal(plan_from(&p, "m.yaml", text), 0);
    int rc = match_schedule_begin(results, &p.config, &(struct match_decision){0}, &p.arena, match,
                                  how, err);
    arena_fini(&p.arena);
    return rc;
}

static void match_goes_on(void **state)
{
    (void)state;
    struct results *results;
    struct err err = {0};
    enum match_begun how;
    int64_t first, match;
    assert_int_equal(results_open(scratch_path("r.db"), RESULTS_WRITE, &results, &err), 0);
    assert_int_equal(begin(results, PLAYERS, &first, &how, &err), 0);
    assert_int_equal(how, MATCH_NEW);
    assert_int_equal(
        begin(results, "concurrency: 3\noutput: {pdn: x}\n" PLAYERS, &match, &how, &err), 0);
    assert_int_equal(how, MATCH_CONTINUES);
    assert_int_equal(match, first);
    assert_int_equal(begin(results, "seed: 9\n" PLAYERS, &match, &how, &err), 1);
    assert_non_null(strstr(err.msg, "was started with seed: 1, and not seed: 9; restore that"));
    assert_int_equal(begin(results,
                           "event: Levels\n" DEPTH
                           "players:\n- {name: A, level: A}\n- {name: B, level: A}\n",
                           &match, &how, &err),
                     0);
    assert_int_equal(begin(results,
                           "event: Levels\n" DEPTH
                           "players:\n- {name: A, level: A}\n- {name: B, level: B}\n",
                           &match, &how, &err),
                     1);
    assert_non_null(strstr(err.msg, "with level: A, and not level: B for player \"B\""));
    assert_int_equal(begin(results, "event: Other\nseed: 9\n" PLAYERS, &match, &how, &err), 0);
    assert_int_equal(how, MATCH_NEW);
    struct results_game game = {.pair = 1,
                                .attempt = 1,
                                .black = 1,
                                .result = RESULT_DRAW,
                                .reason = "x",
                                .blame = -1,
                                .counts = true};
    assert_int_equal(results_game_add(results, first, &game, NULL, &err), 0);
    game.game = game.white = 1;
    game.black = 0;
    assert_int_equal(results_game_add(results, first, &game, NULL, &err), 0);
    assert_int_equal(begin(results, PLAYERS, &match, &how, &err), 0);
    assert_int_equal(how, MATCH_FINISHED);
    assert_int_equal(begin(results, "seed: 9\n" PLAYERS, &match, &how, &err), 1);
    assert_int_equal(begin(results, "seed: 9\nrepeat: true\n" PLAYERS, &match, &how, &err), 0);
    assert_int_equal(how, MATCH_NEW);
    assert_true(match > first);
    results_close(results);
}

static const char *const form_names[] = {"now", "limits", "written", "folders"};

/* Whatever the file is called by: also where the paths of openings were once told with folders. */
static void match_goes_on_from_another_folder(void **state)
{
    (void)state;
    static const char text[] = "openings: {files: lib.fen}\n" PLAYERS;
    static const struct match_decision none;
    for (unsigned form = 0; form < MATCH_DECISIVE_FORMS; form++) {
        struct planned p;
        struct match_config far;
        struct results *results;
        struct buffer decisive = {0};
        enum match_begun how;
        int64_t match;
        assert_int_equal(plan_from(&p, "m.yaml", PLAYERS), 0);
        assert_int_equal(
            match_config_parse("far/m.yaml", text, sizeof text - 1, &p.arena, &far, &p.err), 0);
        assert_int_equal(
            results_open(scratch_path(form_names[form]), RESULTS_WRITE, &results, &p.err), 0);
        match_config_decisive(&far, form, &decisive);
        p.plan.fingerprint = hash128_of(decisive.s, decisive.n);
        assert_int_equal(results_match_begin(results, &p.plan, 0, &match, &p.err), 0);
        assert_int_equal(match_schedule_begin(results, &far, &none, &p.arena, &match, &how, &p.err),
                         0);
        assert_int_equal(how, MATCH_CONTINUES);
        results_close(results);
        buffer_fini(&decisive);
        arena_fini(&p.arena);
    }
}

/* What a match was begun with, ${W} being "one", and what W may be when it goes on. */
static const struct {
    const char *name, *text, *then;
    bool goes_on;
} variables[] = {
    {"variable: the name of a player", "players: [{name: 'dama ${W}'}, {name: b}]\n", "two", false},
    {"variable: the same name", "players: [{name: 'dama ${W}'}, {name: b}]\n", "one", true},
    {"variable: the variant", "variant: '${W:-frisian}'\nplayers: [{name: a}, {name: b}]\n",
     "killer", false},
    {"variable: the draw rules", "draws: '${W:-fmjd}'\nplayers: [{name: a}, {name: b}]\n", "dam",
     false},
    {"variable: where a player is",
     "players: [{name: a}, {name: b, hub: '${W}', directory: '${W}'}]\n", "two", true},
    {"variable: a parameter",
     "players: [{name: a}, {name: b, hub: x, parameters: {key: '${W}'}}]\n", "two", true},
};

/* What a match is begun with, and what it is to go on with. */
static const struct {
    const char *name, *text, *then;
    const char *said; /* NULL: it goes on */
} changes[] = {
    {"change: weights", MINUTE "players: [{name: a}, {name: b, weights: x.eval}]\n",
     MINUTE "players: [{name: a}, {name: b}]\n", "with weights: \"x.eval\" for player \"b\""},
    {"change: the same weights from another folder",
     MINUTE "players: [{name: a}, {name: b, weights: '${W}/x.eval'}]\n",
     MINUTE "players: [{name: a}, {name: b, weights: '${W}/x.eval'}]\n", NULL},
    {"change: threads", PLAYERS, DEPTH "players: [{name: a, threads: 2}, {name: b}]\n",
     "with threads: 1, and not threads: 2 for player \"a\""},
    {"change: hash", PLAYERS, DEPTH "players: [{name: a, hash: 1M}, {name: b}]\n",
     "with hash: 64M, and not hash: 1M"},
    {"change: endgame databases", PLAYERS, DEPTH "players: [{name: a, egdb: none}, {name: b}]\n",
     "without egdb: \"none\" for player \"a\""},
    {"change: how book moves are chosen", PLAYERS,
     DEPTH "players: [{name: a, book_temperature: 2}, {name: b}]\n",
     "with book_temperature: 1, and not book_temperature: 2"},
    {"change: the engine", MINUTE "players: [{name: a}, {name: b, hub: x}]\n",
     MINUTE "players: [{name: a}, {name: b, hub: x --fast}]\n",
     "with hub: \"x\", and not hub: \"x --fast\" for player \"b\""},
    {"change: what kind of player", PLAYERS, DEPTH "players: [{name: a}, {name: b, hub: x}]\n",
     "for player \"b\""},
    {"change: the number of players", PLAYERS, DEPTH "players: [{name: a}, {name: b}, {name: c}]\n",
     "with 2 players, and not 3"},
    {"change: a parameter",
     MINUTE "players: [{name: a}, {name: b, hub: x, parameters: {key: 1}}]\n",
     MINUTE "players: [{name: a}, {name: b, hub: x, parameters: {key: 2}}]\n",
     "with \"key\": \"1\", and not \"key\": \"2\" for player \"b\""},
    {"change: where a peer is", MINUTE "players: [{name: a}, {name: b, dxp: 'tcp://c:1'}]\n",
     MINUTE "players: [{name: a}, {name: b, dxp: 'tcp://d:2', expect_name: b}]\n", NULL},
    {"change: adjudication", PLAYERS, "adjudication: {endgame: true}\n" PLAYERS,
     "with endgame: false, and not endgame: true;"},
    {"change: claims", PLAYERS, "claims: accept\n" PLAYERS,
     "with claims: refuse, and not claims: accept"},
    {"change: faults", PLAYERS, "faults: loss\n" PLAYERS,
     "with faults: unknown, and not faults: loss"},
    {"change: plies_max", PLAYERS, "plies_max: 100\n" PLAYERS,
     "with plies_max: 2000, and not plies_max: 100"},
    {"change: outputs, timeouts and retries", PLAYERS,
     "output: {log: x.log, transcripts: x}\ntimeouts: {margin: 5s}\nretries: 2\nrepeat: true\n"
     "cores: 1\npause: 2s\nstop: {for: 1h}\n" PLAYERS,
     NULL},
};

static void change_row(void **state)
{
    size_t i = (size_t)*state;
    struct results *results;
    struct err err = {0};
    enum match_begun how;
    int64_t first, match;
    char store[40];
    setenv("W", "one", 1);
    snprintf(store, sizeof store, "change-%zu", i);
    assert_int_equal(results_open(scratch_path(store), RESULTS_WRITE, &results, &err), 0);
    assert_int_equal(begin(results, changes[i].text, &first, &how, &err), 0);
    setenv("W", "two", 1);
    assert_int_equal(begin(results, changes[i].then, &match, &how, &err), changes[i].said != NULL);
    if (changes[i].said && !strstr(err.msg, changes[i].said))
        fail_msg("%s", err.msg);
    results_close(results);
}

static void variable_row(void **state)
{
    size_t i = (size_t)*state;
    static const struct match_decision none;
    const char *first = strstr(variables[i].text, ":-") ? "" : "one";
    for (unsigned form = 0; form < MATCH_DECISIVE_FORMS; form++) {
        struct planned p, again;
        struct results *results;
        struct buffer text = {0}, decisive = {0};
        char store[40];
        enum match_begun how;
        int64_t match;
        buffer_printf(&text, "time: {depth: 1}\n%s", variables[i].text);
        buffer_add_char(&text, '\0');
        setenv("W", first, 1);
        assert_int_equal(plan_from(&p, "m.yaml", text.s), 0);
        match_config_decisive(&p.config, form, &decisive);
        p.plan.fingerprint = hash128_of(decisive.s, decisive.n);
        snprintf(store, sizeof store, "variable-%zu-%s", i, form_names[form]);
        assert_int_equal(results_open(scratch_path(store), RESULTS_WRITE, &results, &p.err), 0);
        assert_int_equal(results_match_begin(results, &p.plan, 0, &match, &p.err), 0);
        setenv("W", variables[i].then, 1);
        assert_int_equal(plan_from(&again, "m.yaml", text.s), 0);
        assert_int_equal(match_schedule_begin(results, &again.config, &none, &again.arena, &match,
                                              &how, &again.err),
                         !variables[i].goes_on);
        results_close(results);
        buffer_fini(&text);
        buffer_fini(&decisive);
        arena_fini(&p.arena);
        arena_fini(&again.arena);
    }
}

int main(void)
{
    static const struct CMUnitTest others[] = {
        cmocka_unit_test(everybody_meets_everybody_once),
        cmocka_unit_test(order_depends_on_the_seed),
        cmocka_unit_test(lost_openings_are_left_out),
        cmocka_unit_test(files_are_read),
        cmocka_unit_test(files_are_found_by_their_whole_names),
        cmocka_unit_test(closed_folders_are_told),
        cmocka_unit_test(patterns_fit),
        cmocka_unit_test(match_goes_on),
        cmocka_unit_test(match_goes_on_from_another_folder),
    };
    ROWS_LIST(others);
    ROWS_BY_INDEX(plans, name, plan_row);
    ROWS_BY_INDEX(wrong, name, wrong_row);
    ROWS_BY_INDEX(variables, name, variable_row);
    ROWS_BY_INDEX(unreadable, name, unreadable_row);
    ROWS_BY_INDEX(changes, name, change_row);
    return rows_run_within("schedule", scratch_folder_make, scratch_folder_remove);
}
