// SPDX-License-Identifier: MIT
/*
 * What two formats both hold of a game survives the way from one into the other and back: each
 * sample through each pair. The samples are ours; where the shared collection is there, some of its
 * files join them.
 */
#include "core/base/array.h"
#include "core/check/check.h"
#include "core/game/node-play.h"
#include "core/query/clean.h"
#include "core/store/record.h"
#include "pdn/format.h"
#include "pdn/formats/fen-list.h"
#include "pdn/formats/json-read.h"
#include "tests/lib/game-equal.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

static struct checker *checker;

static const char *const samples[] = {
    ("[Event \"Club\"]\n[White \"Vries, A. de\"]\n[Black \"a \\\"b\\\"\"]\n[Result \"2-0\"]\n[GameType \"20\"]\n\n"
     "{first} 1. 32-28! {a, \"b\"; c} 19-23 (20-24 {x} (18-23 $5)) 2. 28x19 14x23 $140 2-0"),
    "[White \"w\"]\n[GameType \"25\"]\n[Result \"1/2-1/2\"]\n\n1. c3-d4 f6-e5 2. d4:f6 g7:e5 1/2-1/2",
    "[Event \"Problem\"]\n[GameType \"20\"]\n[FEN \"W:W28,32,K47:B8,12,13\"]\n[Result \"*\"]\n\n*",
    "[Event \"B\"]\n[GameType \"20\"]\n[FEN \"B:W28,32:B8,12\"]\n[Result \"0-2\"]\n\n1... 8-13 2. 28-23 0-2",
    "[White \"w\"]\n[GameType \"21\"]\n[Result \"*\"]\n\n1. 11-15 23-19 2. 8-11 *",
    "[White \"\xD0\x9A\xD0\xBE\xD0\xBC\"]\n[GameType \"20\"]\n[Result \"*\"]\n\n1. 32-28 - 2. 99-12 {rest} *",
    "[White \"w\"]\n[GameType \"20\"]\n[Result \"*\"]\n\n1. 32-28 19-23 /FEN \"W:W31,32:B20\"/ 3. 31-27 *",
    /* the first and the second are legal with the board turned round, and are not read so */
    "[White \"w\"]\n[GameType \"20\"]\n[Result \"*\"]\n\n1... 20-25 2. 33-28 18-23 3. 39-33 12-18 *",
    "[White \"w\"]\n[GameType \"20\"]\n[Result \"*\"]\n\n1... 19-23 2. 32-28 *",
    "[White \"w\"]\n[GameType \"20\"]\n[Result \"*\"]\n\n17... 19-23 (17... 20-24) 18. 32-28 18-22 *",
    "[White \"w\"]\n[GameType \"20\"]\n[Result \"*\"]\n\n1. 32-28 /FEN \"W::\"/ 1. 33-29 19-23 2. 28x19 *",
};

/* ---- one step: bytes of a format to a game, a game to bytes ---- */

static bool read_bytes(const struct format *format, struct text bytes, struct arena *arena,
                       struct game *game)
{
    struct findings found = {.arena = arena};
    struct format_input input = {0};
    struct csv_columns columns;
    struct err err = {0};
    checker_set_text(checker, (struct text){0}, NULL); /* a text of its own */
    *game = (struct game){.arena = arena, .at = {format->name, 1, 1}};
    if (format->kind == FORMAT_STORE) {
        struct record record;
        if (!record_unpack(bytes, &record) || record_game(&record, game, &err))
            return false;
    } else {
        if (strcmp(format->name, "csv") == 0) {
            assert_int_equal(csv_read_head(bytes.s, bytes.n, &columns, &err), 0);
            input.columns = &columns;
        }
        int rc = 0;
        for (size_t used; rc == 0 && bytes.n; bytes = (struct text){bytes.s + used, bytes.n - used})
            rc = format->parse(&input, bytes.s, bytes.n, &used, game, &found, &err);
        if (rc != 1)
            return false;
    }
    assert_int_equal(check_game(checker, game, &found, &err), 0);
    return true;
}

static bool write_bytes(const struct format *format, const struct game *game, struct buffer *out)
{
    struct format_output output = {.experimental_dam = true};
    struct err err = {0};
    buffer_clear(out);
    if (format->kind == FORMAT_STORE)
        return record_pack(game, false, out, &err) == 0;
    if (format->head)
        format->head(&output, out);
    return format_write(format, &output, game, out, NULL, NULL, &err) == 0;
}

static bool round_trips(const struct format *format)
{
    if (strcmp(format->name, "jsonl") == 0 && !json_is_built())
        return false;
    return format->kind == FORMAT_STORE
           || (format->parse && (format->write || format->write_position));
}

/* Leaves in a game only what a format holds; tags stay as CSV's columns have them. */
static void reduce(struct game *game, unsigned holds, bool csv)
{
    static const char *const kept[] = {"Event", "Site",  "Date",   "Round",
                                       "White", "Black", "Result", "FEN"};
    struct clean_options clean = {.strip = (holds & HOLDS_COMMENTS ? 0 : STRIP_COMMENTS)
                                           | (holds & HOLDS_VARIATIONS ? 0 : STRIP_VARIATIONS)
                                           | (holds & HOLDS_NAGS ? 0 : STRIP_NAGS)};
    assert_int_equal(clean_game(&clean, game, NULL, NULL), 0);
    if (csv && game->result != RESULT_NONE && game->result != RESULT_OTHER)
        game_set_tag(game, text_of("Result"), text_of(result_write(game->rules, game->result)));
    for (unsigned i = 0; csv && i < game->n_tags;) {
        bool keep = false;
        for (size_t k = 0; k < ARRAY_LEN(kept); k++)
            keep = keep || text_is(game->tags[i].name, kept[k]);
        if (!keep) {
            memmove(&game->tags[i], &game->tags[i + 1],
                    (game->n_tags - i - 1) * sizeof *game->tags);
            game->n_tags--;
        } else {
            i++;
        }
    }
}

/* Tags by name: CSV gives them back in the order of its columns. */
static int by_name(const void *a, const void *b)
{
    const struct tag *x = a, *y = b;
    size_t n = x->name.n < y->name.n ? x->name.n : y->name.n;
    int order = memcmp(x->name.s, y->name.s, n);
    return order ? order : (int)x->name.n - (int)y->name.n;
}

/* Games: everything that both formats hold. Positions: the position. */
static void compare(struct game *want, struct game *got, const struct format *a,
                    const struct format *b)
{
    char why[256] = "";
    if (a->positions || b->positions) {
        struct position x = want->start, y = got->start;
        for (const struct node *n = want->line.first; n && node_play(want->rules, n, &x);)
            n = n->next;
        assert_ptr_equal(want->rules, got->rules);
        assert_true(position_same(&x, &y));
        return;
    }
    bool csv = strcmp(a->name, "csv") == 0 || strcmp(b->name, "csv") == 0;
    reduce(want, a->holds & b->holds, csv);
    reduce(got, a->holds & b->holds, csv);
    if (want->n_tags > 1)
        qsort(want->tags, want->n_tags, sizeof *want->tags, by_name);
    if (got->n_tags > 1)
        qsort(got->tags, got->n_tags, sizeof *got->tags, by_name);
    if (!game_equal(want, got, why, sizeof why))
        fail_msg("%s to %s and back: %s", a->name, b->name, why);
}

/* The game as format a holds it, into b, and back to a. @return whether the pair can hold it */
static bool go_and_come(const struct game *game, const struct format *a, const struct format *b)
{
    struct arena arena = {0};
    struct buffer first = {0}, second = {0}, third = {0};
    struct game in_a, in_b, back;
    bool held = write_bytes(a, game, &first) && read_bytes(a, buffer_text(&first), &arena, &in_a)
                && write_bytes(b, &in_a, &second);
    if (held) {
        assert_true(read_bytes(b, buffer_text(&second), &arena, &in_b));
        held = write_bytes(a, &in_b, &third);
    }
    if (held) {
        assert_true(read_bytes(a, buffer_text(&third), &arena, &back));
        compare(&in_a, &back, a, b);
    }
    buffer_fini(&first);
    buffer_fini(&second);
    buffer_fini(&third);
    arena_fini(&arena);
    return held;
}

static struct pair {
    const struct format *a, *b;
    char name[40];
} pairs[64];

static unsigned run_text(const struct pair *pair, const char *text, size_t n)
{
    struct arena arena = {0};
    unsigned held = 0;
    for (size_t used; n; text += used, n -= used) {
        checker_set_text(checker, (struct text){0}, NULL);
        struct findings found = {.arena = &arena};
        struct game game = {.arena = &arena, .at = {"sample", 1, 1}};
        if (pdn_parse(text, n, &used, &game, &found, NULL) == 1
            && check_game(checker, &game, &found, NULL) == 0)
            held += go_and_come(&game, pair->a, pair->b);
        arena_reset(&arena);
    }
    arena_fini(&arena);
    return held;
}

/* DAM files hold positions of one variant, and no games without a file that they came from. */
static bool has_dam(const struct pair *pair)
{
    return strcmp(pair->a->name, "dam") == 0 || strcmp(pair->b->name, "dam") == 0;
}

static void own_samples(void **state)
{
    const struct pair *pair = *state;
    unsigned held = 0;
    for (size_t i = 0; i < ARRAY_LEN(samples); i++)
        held += run_text(pair, samples[i], strlen(samples[i]));
    if (has_dam(pair))
        assert_true(held > 0);
    else
        assert_int_equal(held, ARRAY_LEN(samples));
}

static void shared_files(void **state)
{
    static const char *const files[] = {
        "wiegerw-pdn/succeed/OCA_2.0.pdn",        "lidraughts/clock-comments.pdn",
        "brunogui/29eme Open d'Avignon 2014.pdn", "py-draughts/frisian.pdn",
        "py-draughts/breakthrough.pdn",
    };
    const char *shared = getenv("DAMA_SHARED");
    const struct pair *pair = *state;
    unsigned held = 0, opened = 0;
    for (size_t i = 0; i < ARRAY_LEN(files); i++) {
        char path[512];
        snprintf(path, sizeof path, "%s/data/pdn/%s", shared ? shared : "", files[i]);
        FILE *file = fopen(path, "r");
        char *text = file ? malloc(1 << 20) : NULL;
        if (text) {
            opened++;
            held += run_text(pair, text, fread(text, 1, 1 << 20, file));
        }
        free(text);
        if (file)
            fclose(file);
    }
    if (!opened) {
        print_message("# no ../shared\n");
        skip();
    }
    assert_true(held > 0 || has_dam(pair)); /* these are games */
}

static const struct {
    const char *path, *head, *format; /* format NULL: refused */
} heads[] = {
    {"x", "[White \"w\"]\n1. 32-28", "pdn"},
    {"x.jsonl", "{\"dama\":1}", "jsonl"},
    {"x.txt", "  {\n\"dama\" : 1}", "jsonl"},
    {"x.txt", "\xef\xbb\xbf{\"dama\":1}", "jsonl"},
    {"x.txt", "\xef\xbb\xbfW:W31-50:B1-20\n", "fen"},
    {"x.txt", "\xef\xbb\xbf[White \"w\"]", "pdn"},
    {"x.fen", "", "fen"},
    {"x", "# list\n\nW:W31-50:B1-20\n", "fen"},
    {"x.csv.gz", "a,b\n", "csv"},
    {"x", "White,Black,Result,moves\n", "csv"},
    {"x.doc", "  1.32-28", "doc"},
    {"x.doc", "[White \"w\"]", "pdn"},
    {"x.dam", " 1.33-29 19-23", "pdn"},
    {"x.pdn", "SQLite format 3", "sqlite"},
    {"x.doc", "\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1", NULL},
    {"x.doc", "{\\rtf1", NULL},
    {"x.pdn", "PK\x03\x04", NULL},
};

static void content_then_name(void **state)
{
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(heads); i++) {
        struct err err = {0};
        const struct format *format =
            format_of_content(heads[i].path, heads[i].head, strlen(heads[i].head) + 1, &err);
        if (!heads[i].format)
            assert_null(format);
        else if (!format || strcmp(format->name, heads[i].format) != 0)
            fail_msg("%s, \"%s\": %s", heads[i].path, heads[i].head,
                     format ? format->name : err.msg);
    }
    assert_non_null(format_of_content("x", "\x00\xDE\xCA\xDE", 4, NULL));
    assert_string_equal(format_of_content("x", "\x00\xDE\xCA\xDE", 4, NULL)->name, "dam");
}

#define FEN_A "W:W31:B1\n"
#define FEN_B "B:W32:B2\n"

static const struct {
    const char *name, *text;
    size_t target, cut; /* cut 0: more text is needed */
} fen_cuts[] = {
    {"after a position", FEN_A FEN_B FEN_A, 18, 18},
    {"not after its comments", FEN_A "# b\n" FEN_B, 13, 9},
    {"nor after a blank line", FEN_A "\n; b\n\n" FEN_B, 15, 9},
    {"beyond the target, where there is no place before it", "# a\n# a\n" FEN_A FEN_B, 4, 17},
    {"not before comments that nothing follows", FEN_A FEN_B "# end\n\n", 20, 9},
    {"a list of comments", "# a\n# b\n# c\n", 4, 0},
    {"the end of the list", FEN_A, 4, 0},
    {"line ends of CR", "W:W31:B1\r#b\rW:W32:B1\r", 14, 9},
    {"line ends of CR LF", "W:W31:B1\r\n#b\r\nW:W32:B1\r\n", 16, 10},
    {"comments without end", "c\n# d\n" FEN_A, 0, 2},
};

static void cuts_fen_lists(void **state)
{
    (void)state;
    const struct format *fen = format_find_read("fen", NULL);
    for (size_t i = 0; i < ARRAY_LEN(fen_cuts); i++) {
        size_t cut = fen->split(fen_cuts[i].text, strlen(fen_cuts[i].text), fen_cuts[i].target);
        if (cut != fen_cuts[i].cut)
            fail_msg("%s: cut at %zu, not %zu", fen_cuts[i].name, cut, fen_cuts[i].cut);
    }
}

static const struct {
    const char *line, *fen; /* fen NULL: the whole line, for fen_read to report */
} fen_lines[] = {
    {"W:W31:B1", NULL},
    {"W:W31:B1 id \"start\"; c0 \"x\";", "W:W31:B1"},
    {"W:W31:B1 id start", "W:W31:B1"},
    {"W:W 31 : B 1 White \"Ada\";", "W:W 31 : B 1"},
    {"W : W 31 : B 1", NULL},
    {"W:W31:B1 bm 31-27; id \"5\";", "W:W31:B1"},
    {"\"W:W31:B1\" id \"start\";", "W:W31:B1"},
    {"W:W31:B id \"none\";", "W:W31:B"},
    {"W:W31:B1 hello", NULL},
    {"W:W31 B1;", NULL},
    {"W:W31:B1 31-27", NULL},
    {"W:W31:B1 B1;", NULL},
    {"W:W31:B1 K2; id \"a\"", NULL},
    {"W:W31 K33; id \"a\"", NULL},
    {"W:W31,32 B 1,2;", NULL},
    {"W:W31:B1, 2 x3; id \"a\"", NULL},
    {"W:W31,32 and B1,2; id \"a\"", NULL},
    {"hello", NULL},
    {"# W:W31:B1", ""},
    {"; W:W31:B1", ""},
    {"", ""},
};

static void takes_the_fen_of_a_line(void **state)
{
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(fen_lines); i++) {
        const char *line = fen_lines[i].line, *fen = fen_lines[i].fen ? fen_lines[i].fen : line;
        struct text got = fen_list_fen(text_of(line));
        if (!text_is(got, fen))
            fail_msg("%s: %.*s", line, TEXT_ARGS(got));
    }
}

int main(void)
{
    static struct CMUnitTest tests[2 * 64 + 3];
    static char names[64][60];
    size_t n = 0, n_pairs = 0;
    checker = checker_open(NULL);
    for (unsigned i = 0; i < formats_count; i++) {
        for (unsigned k = 0; k < formats_count; k++) {
            struct pair *pair = &pairs[n_pairs];
            if (!round_trips(&formats[i]) || !round_trips(&formats[k]))
                continue;
            pair->a = &formats[i];
            pair->b = &formats[k];
            snprintf(pair->name, sizeof pair->name, "%s, %s", formats[i].name, formats[k].name);
            snprintf(names[n_pairs], sizeof names[0], "%s: shared files", pair->name);
            tests[n++] = (struct CMUnitTest){
                .name = pair->name, .test_func = own_samples, .initial_state = pair};
            tests[n++] = (struct CMUnitTest){
                .name = names[n_pairs], .test_func = shared_files, .initial_state = pair};
            n_pairs++;
        }
    }
    tests[n++] = (struct CMUnitTest)cmocka_unit_test(content_then_name);
    tests[n++] = (struct CMUnitTest)cmocka_unit_test(cuts_fen_lists);
    tests[n++] = (struct CMUnitTest)cmocka_unit_test(takes_the_fen_of_a_line);
    int failed = _cmocka_run_group_tests("formats", tests, n, NULL, NULL);
    checker_close(checker);
    return failed;
}
