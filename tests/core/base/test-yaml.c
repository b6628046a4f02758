// SPDX-License-Identifier: MIT
/* Settings files: the tree, its places, and each way to get one wrong. */
#include "core/base/array.h"
#include "core/base/text.h"
#include "core/base/yaml.h"
#include "tests/lib/scratch.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include <cmocka.h>

static struct arena arena;
static struct err err;

static struct yaml_node *parse(const char *text)
{
    struct yaml_node *root = NULL;
    arena_reset(&arena);
    err = (struct err){0};
    return yaml_parse("settings.yaml", text, strlen(text), &arena, &root, &err) ? NULL : root;
}

static void tree_knows_its_places(void **state)
{
    (void)state;
    struct yaml_node *root =
        parse("# match\nvariant: frisian\npeers:\n  - host: a\n    port: 27531\n"
              "  - {host: 'b: c', port: \"7\"}\nclock: ~\n");
    assert_non_null(root);
    assert_int_equal(root->n, 3);
    assert_string_equal(yaml_get(root, "variant")->text, "frisian");
    struct yaml_node *peers = yaml_get(root, "peers");
    assert_int_equal(peers->kind, YAML_LIST);
    assert_int_equal(peers->n, 2);
    struct yaml_node *port = yaml_get(peers->first, "port");
    assert_int_equal(port->at.line, 5);
    assert_int_equal(port->at.col, 11);
    assert_int_equal(port->key_at.col, 5);
    assert_string_equal(port->at.file, "settings.yaml");
    assert_string_equal(yaml_get(peers->first->next, "host")->text, "b: c");
    assert_false(yaml_get(peers->first->next, "port")->plain);
    assert_true(yaml_is_null(yaml_get(root, "clock")));
    assert_null(yaml_get(root, "none"));
    assert_null(yaml_get(yaml_get(root, "variant"), "none"));
}

static void nothing_is_a_document_too(void **state)
{
    (void)state;
    static const char *const texts[] = {"", "\n# only a comment\n", "---\n...\n"};
    for (size_t i = 0; i < 3; i++) {
        struct yaml_node *root = parse(texts[i]);
        assert_non_null(root);
        assert_true(yaml_is_null(root));
        assert_int_equal(yaml_expect(root, YAML_MAP, &err), -1);
        assert_string_equal(err.msg, "expected a map (key: value), found nothing");
    }
}

/* What is wrong, where, and how it is reported. */
static const struct {
    const char *text;
    unsigned line, col;
    const char *message;
} faults[] = {
    {"a: 1\nb: 2\na: 3\n", 3, 1, "key 'a' appears twice, first on line 1"},
    {"a: &x 1\nb: *x\n", 1, 4, "anchors, aliases and tags are not supported"},
    {"a: !!int 1\n", 1, 4, "anchors, aliases and tags are not supported"},
    {"a: 1\n---\nb: 2\n", 2, 1, "a second document; expected only one"},
    {"? [1, 2]\n: 3\n", 1, 3, "a key must be a word, not a list"},
    {"a: [1, 2\nb: 3\n", 2, 2,
     "invalid YAML: did not find expected ',' or ']', while parsing a flow sequence starting at 1:4"},
    {"a:\n\t- 1\n", 2, 1, NULL},
    {"a: 'x\n", 2, 1, NULL},
    {"a: \"x\\0y\"\n", 1, 4, "a NUL byte in a value"},
};

static void faults_have_places(void **state)
{
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(faults); i++) {
        assert_null(parse(faults[i].text));
        assert_int_equal(err.at.line, faults[i].line);
        assert_int_equal(err.at.col, faults[i].col);
        if (faults[i].message)
            assert_string_equal(err.msg, faults[i].message);
        else
            assert_memory_equal(err.msg, "invalid YAML: ", 9);
    }
}

static void depth_is_bounded(void **state)
{
    (void)state;
    char text[2 * YAML_DEPTH_MAX + 3] = "";
    for (int more = 0; more < 2; more++) {
        size_t depth = YAML_DEPTH_MAX + (size_t)more;
        memset(text, '[', depth);
        memset(text + depth, ']', depth);
        text[2 * depth] = '\0';
        assert_true((parse(text) == NULL) == (more == 1));
    }
    assert_string_equal(err.msg, "nested more than 64 levels deep");
}

static void not_text_is_refused(void **state)
{
    (void)state;
    assert_null(parse("a: \xff\xfe\n"));
    assert_non_null(strstr(err.msg, "invalid YAML at byte 3"));
    assert_null(parse("a: \x01\n"));
}

static void unknown_keys_are_named(void **state)
{
    (void)state;
    static const char *const known[] = {"games", "openings"};
    struct yaml_node *root = parse("games: 3\nopenigns: 4\n");
    assert_int_equal(yaml_check_keys(root, known, 2, &err), -1);
    assert_string_equal(err.msg, "unknown key 'openigns'; did you mean 'openings'?");
    assert_int_equal(err.at.line, 2);
    assert_int_equal(err.at.col, 1);
    assert_int_equal(yaml_check_keys(parse("games: 3\n"), known, 2, &err), 0);
    assert_int_equal(yaml_check_keys(parse("- games\n"), known, 2, &err), -1);
    assert_string_equal(err.msg, "expected a map (key: value), found a list");
}

static void values_are_read_to_their_end(void **state)
{
    (void)state;
    static const char *const words[] = {"white", "black", NULL};
    struct yaml_node *root =
        parse("[12, 12x, '12', -3, 1.5, .inf, yes, 'yes', black, blakc, 99999999999999999999]");
    struct yaml_node *item[11];
    int64_t n = 0;
    double x = 0;
    bool flag = false;
    int choice = 0;
    assert_non_null(root);
    for (struct yaml_node *node = root->first, **p = item; node; node = node->next)
        *p++ = node;
    assert_int_equal(yaml_number(item[0], 1, 12, &n, &err), 0);
    assert_int_equal(n, 12);
    assert_int_equal(yaml_number(item[0], 1, 11, &n, &err), -1);
    assert_string_equal(err.msg, "'12' is not a whole number from 1 to 11");
    assert_int_equal(yaml_number(item[1], 1, 100, &n, NULL), -1);
    err = (struct err){0};
    assert_int_equal(yaml_number(item[2], 1, 100, &n, &err), -1);
    assert_string_equal(err.msg, "'12' is quoted text; expected a whole number from 1 to 100");
    assert_int_equal(yaml_number(item[3], 0, 100, &n, NULL), -1);
    assert_int_equal(yaml_number(item[10], 0, INT64_MAX, &n, NULL), -1);
    assert_int_equal(yaml_real(item[4], 0, 2, &x, NULL), 0);
    assert_true(x == 1.5);
    assert_int_equal(yaml_real(item[4], 0, 1, &x, NULL), -1);
    assert_int_equal(yaml_real(item[5], 0, 1e300, &x, NULL), -1);
    assert_int_equal(yaml_bool(item[6], &flag, NULL), 0);
    assert_true(flag);
    err = (struct err){0};
    assert_int_equal(yaml_bool(item[7], &flag, &err), -1);
    assert_string_equal(err.msg, "'yes' is quoted text; expected true or false");
    assert_int_equal(yaml_choice(item[8], words, &choice, NULL), 0);
    assert_int_equal(choice, 1);
    err = (struct err){0};
    assert_int_equal(yaml_choice(item[9], words, &choice, &err), -1);
    assert_string_equal(err.msg, "'blakc' is unknown; did you mean 'black'?");
    assert_int_equal(yaml_number(root, 1, 2, &n, NULL), -1);
}

static void files_are_read(void **state)
{
    (void)state;
    char path[SCRATCH_SIZE];
    struct yaml_node *root;
    int fd = mkstemp(scratch_name(path));
    assert_int_equal(write(fd, "\xef\xbb\xbfname: Kees\r\ncity: L\xe9on\r\n", 27), 27);
    close(fd);
    err = (struct err){0};
    assert_int_equal(yaml_read(path, &arena, &root, &err), 0);
    assert_string_equal(yaml_get(root, "city")->text, "L\xc3\xa9on");
    unlink(path);
    assert_int_equal(yaml_read(path, &arena, &root, &err), -1);
    assert_string_equal(err.msg, "cannot open: No such file or directory");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tree_knows_its_places),        cmocka_unit_test(nothing_is_a_document_too),
        cmocka_unit_test(faults_have_places),           cmocka_unit_test(depth_is_bounded),
        cmocka_unit_test(not_text_is_refused),          cmocka_unit_test(unknown_keys_are_named),
        cmocka_unit_test(values_are_read_to_their_end), cmocka_unit_test(files_are_read),
    };
    int failed = cmocka_run_group_tests_name("yaml", tests, NULL, NULL);
    arena_fini(&arena);
    return failed;
}
