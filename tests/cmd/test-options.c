// SPDX-License-Identifier: MIT
/* Tables of options: reading, help, pages and completions made of them. */
#include "cmd/lib/options.h"
#include "core/base/amount.h"
#include "core/base/array.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

struct settings {
    const char *file, *context, *output;
    struct option_list disabled;
    unsigned jobs;
    int format;
    int64_t depth, hash, wait;
    double share;
    bool quiet, colour, all;
};

static int read_context(void *settings, const char *arg, struct err *err)
{
    struct settings *s = settings;
    if (arg && strcmp(arg, "bad") == 0)
        return err_plain(err, "'bad' is bad");
    s->context = arg ? arg : "bare";
    return 0;
}

static const char *const format_words[] = {"text", "jsonl", "csv", NULL};

static const struct option_row rows[] = {
    {"baseline", 'b', OPTION_TEXT, "FILE", OPTION_AT(struct settings, file), .file = true,
     .help = "faults in FILE stay quiet", .group = "Findings"},
    {"context", 0, OPTION_CALL, "N", 0, .bare = "2", .read = read_context,
     .help = "print the line and N more"},
    {"depth", 0, OPTION_INT, "N", OPTION_AT(struct settings, depth), .min = -5, .max = 100,
     .help = "plies"},
    {"devise", 0, OPTION_RENAMED, "N", .help = "--depth", .hidden = true},
    {"disable", 0, OPTION_LIST, "CODE", OPTION_AT(struct settings, disabled),
     .help = "keep quiet about CODE; it's [odd]: but *true*", .group = "Findings"},
    {"format", 'f', OPTION_CHOICE, "FORMAT", OPTION_AT(struct settings, format),
     .choices = format_words, .help = "layout (default: text)"},
    {"hash", 0, OPTION_SIZE, "BYTES", OPTION_AT(struct settings, hash), .min = 1024,
     .max = 1LL << 40, .help = "size of the table"},
    {"jobs", 'j', OPTION_UNSIGNED, "N", OPTION_AT(struct settings, jobs), .max = 256,
     .help = "threads; 0: as many as cores"},
    {"no-colour", 0, OPTION_UNFLAG, NULL, OPTION_AT(struct settings, colour), .help = "no colours"},
    {"output", 'o', OPTION_TEXT, "FILE", OPTION_AT(struct settings, output), .once = true,
     .help = "write to FILE"},
    {"quiet", 'q', OPTION_FLAG, NULL, OPTION_AT(struct settings, quiet), .help = "print nothing"},
    {"secret", 0, OPTION_FLAG, NULL, OPTION_AT(struct settings, quiet), .help = "x",
     .hidden = true},
    {"share", 0, OPTION_REAL, "X", OPTION_AT(struct settings, share), .real_max = 1,
     .help = "from 0 to 1"},
    {"sharre", 0, OPTION_REAL, "X", OPTION_AT(struct settings, share), .real_max = 1,
     .help = "same as --share", .hidden = true},
    {"show-all", 0, OPTION_FLAG, NULL, OPTION_AT(struct settings, all), .help = "show all"},
    {"show-none", 0, OPTION_UNFLAG, NULL, OPTION_AT(struct settings, all), .help = "show nothing"},
    {"wait", 0, OPTION_TIME, "TIME", OPTION_AT(struct settings, wait), .min = 1, .max = 7200000,
     .help = "wait so long"},
    {"years", 0, OPTION_UNSIGNED, "N", OPTION_AT(struct settings, jobs), .min = 1, .max = UINT_MAX,
     .help = "years, without a limit"},
};

static int run(const struct command *command, int argc, char **argv)
{
    struct settings s = {0};
    int first;
    return options_read(command, argc, argv, &s, &first) ? EXIT_USAGE : 40 + argc - first;
}

static const struct command perft = {
    .name = "perft", .summary = "count leaves", .rows = rows + 2, .n_rows = 1, .run = run};
static const struct command show = {.name = "show",
                                    .summary = "draw the board",
                                    .files = true,
                                    .operands_max = OPERANDS_ANY,
                                    .run = run};
static const struct command *const verbs[] = {&perft, &show, NULL};
static const struct command engine = {.name = "dama-test", .summary = "test verbs", .verbs = verbs};
static const struct command plain = {.name = "dama-test",
                                     .summary = "test options",
                                     .usage = "[FILE]...",
                                     .rows = rows,
                                     .n_rows = OPTION_COUNT(rows),
                                     .operands_max = 2,
                                     .files = true,
                                     .run = run};

enum { TEXT_ROOM = 20000 };
static char text[TEXT_ROOM]; /* what the last call printed on standard error */

static char *slurp(FILE *f)
{
    rewind(f);
    size_t n = fread(text, 1, TEXT_ROOM - 1, f);
    text[n] = '\0';
    fclose(f);
    return text;
}

/* Splits `line` at blanks and reads it, with standard error caught in `text`. */
static int read_line(const struct command *command, const char *line, struct settings *settings,
                     int *first, bool whole)
{
    static char copy[400], *argv[40];
    int argc = 0;
    snprintf(copy, sizeof copy, "dama-test %s", line);
    for (char *p = strtok(copy, " "); p; p = strtok(NULL, " "))
        argv[argc++] = p;
    argv[argc] = NULL;
    FILE *f = tmpfile();
    fflush(stderr);
    int saved = dup(STDERR_FILENO);
    dup2(fileno(f), STDERR_FILENO);
    int rc = whole ? command_main(command, argc, argv)
                   : options_read(command, argc, argv, settings, first);
    fflush(stderr);
    dup2(saved, STDERR_FILENO);
    close(saved);
    slurp(f);
    return rc;
}

static void values_arrive(void **state)
{
    (void)state;
    struct settings s = {.colour = true};
    int first;
    assert_int_equal(read_line(&plain,
                               "one -qj 4 --depth=-3 --format csv --disable a two --disable=b "
                               "--hash 64M --wait 1h30m --shar 0.25 --no-colour -b base",
                               &s, &first, false),
                     0);
    assert_int_equal(s.jobs, 4);
    assert_int_equal(s.depth, -3);
    assert_int_equal(s.format, 2);
    assert_int_equal(s.hash, 64 << 20);
    assert_int_equal(s.wait, 5400000);
    assert_true(s.share == 0.25);
    assert_true(s.quiet && !s.colour);
    assert_string_equal(s.file, "base");
    assert_int_equal(s.disabled.n, 2);
    assert_string_equal(s.disabled.words[1], "b");
    assert_int_equal(first, 18);
    assert_string_equal(text, "");
    option_list_fini(&s.disabled);
}

static void optional_arguments(void **state)
{
    (void)state;
    struct settings s = {0};
    int first;
    assert_int_equal(read_line(&plain, "--context=7 -- --quiet", &s, &first, false), 0);
    assert_string_equal(s.context, "7");
    assert_false(s.quiet);
    assert_int_equal(read_line(&plain, "--context 7", &s, &first, false), 0);
    assert_string_equal(s.context, "2");
    assert_int_equal(read_line(&plain, "--context=bad", &s, &first, false), -1);
    assert_string_equal(text, "dama: option '--context': 'bad' is bad (try 'dama --help')\n");
}

/* Each row: what is written, and the message. */
static const struct {
    const char *line, *message;
} wrong[] = {
    {"--jbos=3", "unknown option '--jbos'; did you mean '--jobs'?"},
    {"--xyzzyx", "unknown option '--xyzzyx'"},
    {"--d=3", "option '--d' is ambiguous: --depth or --disable"},
    {"--h", "option '--h' is ambiguous: --hash or --help"},
    {"--s=1", "option '--s' is ambiguous: --share, --show-all or --show-none"},
    {"--devise=3", "option '--devise' is now '--depth'"},
    {"-x", "unknown option '-x'"},
    {"-qx", "unknown option '-x'"},
    {"--quiet=3", "option '--quiet' takes no argument"},
    {"--jobs", "option '--jobs' requires an argument: N"},
    {"-j", "option '--jobs' requires an argument: N"},
    {"--jobs=", "option '--jobs': '' is not a whole number from 0 to 256"},
    {"--jobs=257", "option '--jobs': '257' is not a whole number from 0 to 256"},
    {"--jobs=-1", "option '--jobs': '-1' is not a whole number from 0 to 256"},
    {"-j3x", "option '-j': '3x' is not a whole number from 0 to 256"},
    {"--jobs=0x10", "option '--jobs': '0x10' is not a whole number from 0 to 256"},
    {"--jobs=99999999999999999999",
     "option '--jobs': '99999999999999999999' is not a whole number from 0 to 256"},
    {"--years=0", "option '--years': '0' is not a whole number of 1 or more"},
    {"--years=-1", "option '--years': '-1' is not a whole number of 1 or more"},
    {"--years=many", "option '--years': 'many' is not a whole number of 1 or more"},
    {"--years=4294967296",
     "option '--years': '4294967296' is not a whole number from 1 to 4294967295"},
    {"--years=99999999999999999999",
     "option '--years': '99999999999999999999' is not a whole number from 1 to 4294967295"},
    {"--depth=-6", "option '--depth': '-6' is not a whole number from -5 to 100"},
    {"--format=cvs", "option '--format': 'cvs' is unknown; did you mean 'csv'?"},
    {"--format=zzzzz", "option '--format': expected text, jsonl or csv, found 'zzzzz'"},
    {"--hash=1", "option '--hash': '1' is not a size (4096, 64M, 1G) from 1K to 1T"},
    {"--hash=1Q", "option '--hash': '1Q' is not a size (4096, 64M, 1G) from 1K to 1T"},
    {"--wait=3h", "option '--wait': '3h' is not a time (90s, 1h30m, 500ms) from 1ms to 2h"},
    {"--wait=1x", "option '--wait': '1x' is not a time (90s, 1h30m, 500ms) from 1ms to 2h"},
    {"--wait=", "option '--wait': '' is not a time (90s, 1h30m, 500ms) from 1ms to 2h"},
    {"--share=2", "option '--share': '2' is not a number from 0 to 1"},
    {"--share=nan", "option '--share': 'nan' is not a number from 0 to 1"},
    {"-o one --output=one", "option '--output': given twice: 'one' and 'one'"},
    {"--output one -o two", "option '-o': given twice: 'one' and 'two'"},
    {"a b c", "unexpected argument 'c'"},
};

static void wrong_usage_is_one_line(void **state)
{
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(wrong); i++) {
        struct settings s = {0};
        char expected[300];
        int first;
        assert_int_equal(read_line(&plain, wrong[i].line, &s, &first, false), -1);
        snprintf(expected, sizeof expected, "dama: %s (try 'dama --help')\n", wrong[i].message);
        assert_string_equal(text, expected);
    }
}

static void amounts_are_read_to_their_end(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        int64_t ms;
    } times[] = {{"1", 1000},      {"1.5", 1500},          {"500ms", 500},    {"2m", 120000},
                 {"1d", 86400000}, {"1h2m3s4ms", 3723004}, {"0.5h", 1800000}, {"2min", 120000}};
    for (size_t i = 0; i < ARRAY_LEN(times); i++) {
        int64_t ms = 0;
        assert_int_equal(amount_time(times[i].text, 0, INT64_MAX, &ms, NULL), 0);
        assert_int_equal(ms, times[i].ms);
    }
    static const char *const no_times[] = {"1h30", "1m30", "1h2m3", "1.5h.5"};
    for (size_t i = 0; i < ARRAY_LEN(no_times); i++) {
        int64_t ms;
        assert_int_equal(amount_time(no_times[i], 0, INT64_MAX, &ms, NULL), -1);
    }
    static const char *const bad[] = {"",    ".",   "s",   "1hour", "1h-2m",
                                      "1 h", "inf", "1e9", "0x9",   "1.5.5"};
    for (size_t i = 0; i < ARRAY_LEN(bad); i++) {
        int64_t n;
        assert_int_equal(amount_time(bad[i], 0, INT64_MAX, &n, NULL), -1);
        assert_int_equal(amount_size(bad[i], 0, INT64_MAX, &n, NULL), -1);
    }
    int64_t n;
    assert_int_equal(amount_size("1.5k", 0, INT64_MAX, &n, NULL), 0);
    assert_int_equal(n, 1536);
    assert_int_equal(amount_size("9999999999T", 0, INT64_MAX, &n, NULL), -1);
}

static void verbs_are_found(void **state)
{
    (void)state;
    assert_int_equal(read_line(&engine, "perft --depth=3", NULL, NULL, true), 40);
    assert_int_equal(read_line(&engine, "show a b", NULL, NULL, true), 42);
    assert_int_equal(read_line(&engine, "perft a", NULL, NULL, true), EXIT_USAGE);
    assert_string_equal(
        text, "dama-test perft: unexpected argument 'a' (try 'dama-test perft --help')\n");
    assert_int_equal(read_line(&engine, "pertf", NULL, NULL, true), EXIT_USAGE);
    assert_string_equal(text, "dama-test: unknown command 'pertf'; did you mean 'perft'? "
                              "(try 'dama-test --help')\n");
    assert_int_equal(read_line(&engine, "", NULL, NULL, true), EXIT_USAGE);
    assert_string_equal(text,
                        "dama-test: missing command: perft or show (try 'dama-test --help')\n");
    assert_int_equal(read_line(&engine, "--depth", NULL, NULL, true), EXIT_USAGE);
}

static void help_lists_all(void **state)
{
    (void)state;
    FILE *f = tmpfile();
    options_help(&plain, "dama-test", f);
    char *help = slurp(f);
    assert_non_null(strstr(help, "Usage: dama-test [OPTION]... [FILE]...\nTest options.\n"));
    for (size_t i = 0; i < OPTION_COUNT(rows); i++) {
        char name[40];
        snprintf(name, sizeof name, "--%s", rows[i].name);
        assert_true((strstr(help, name) != NULL) == !rows[i].hidden);
    }
    assert_non_null(strstr(help, "\nFindings:\n  -b, --baseline=FILE       faults in"));
    assert_non_null(strstr(help, "--context[=N]"));
    assert_non_null(strstr(help, "layout: text, jsonl or csv (default: text)\n"));
    for (char *line = strtok(help, "\n"); line; line = strtok(NULL, "\n"))
        assert_true(strlen(line) < 80);
}

static void pages_are_pasted(void **state)
{
    (void)state;
    FILE *in = tmpfile(), *out = tmpfile();
    fputs("# OPTIONS\n\n@OPTIONS@\n\n# END\n", in);
    rewind(in);
    assert_int_equal(options_dump(&plain, DUMP_MAN, in, out), 0);
    slurp(out);
    assert_non_null(
        strstr(text, "# OPTIONS\n\n## Findings\n\n*-b*, *--baseline*=_FILE_\n\tFaults"));
    assert_non_null(strstr(text, "it's \\[odd\\]: but \\*true\\* (may be repeated).\n"));
    assert_non_null(strstr(text, "*--context*\\[=_N_\\]\n"));
    assert_non_null(strstr(text, "Layout: *text*, *jsonl* or *csv* (default: text).\n"));
    assert_null(strstr(text, "secret"));
    fclose(in);
    in = tmpfile();
    out = tmpfile();
    fputs("@OPTIONS perft@\n", in);
    rewind(in);
    assert_int_equal(options_dump(&engine, DUMP_MAN, in, out), 0);
    slurp(out);
    assert_non_null(strstr(text, "*--depth*=_N_\n"));
    fclose(in);
}

/* Every option is in every form, and the shells that are here can read theirs. */
static void completions_name_all(void **state)
{
    (void)state;
    static const struct {
        enum dump_form form;
        const char *before, *check;
    } forms[] = {
        {DUMP_BASH, "--", "bash -n"}, {DUMP_ZSH, "--", "zsh -n"}, {DUMP_FISH, "-l ", "fish -n"}};
    static const struct command *const both[] = {&plain, &engine};
    for (size_t i = 0; i < 3; i++) {
        for (size_t c = 0; c < 2; c++) {
            FILE *out = tmpfile();
            char shell[200];
            assert_int_equal(options_dump(both[c], forms[i].form, NULL, out), 0);
            snprintf(shell, sizeof shell,
                     "command -v %.4s >/dev/null || exit 0; exec %s /dev/fd/%d", forms[i].check,
                     forms[i].check, fileno(out));
            fflush(out);
            assert_int_equal(system(shell), 0);
            slurp(out);
            for (size_t k = 0; both[c] == &plain && k < OPTION_COUNT(rows); k++) {
                char name[40];
                snprintf(name, sizeof name, "%s%s", forms[i].before, rows[k].name);
                assert_true((strstr(text, name) != NULL) == !rows[k].hidden);
            }
        }
    }
}

static void list_has_a_line_each(void **state)
{
    (void)state;
    FILE *out = tmpfile();
    assert_int_equal(options_dump(&engine, DUMP_LIST, NULL, out), 0);
    assert_string_equal(slurp(out), "perft --depth\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(values_arrive),           cmocka_unit_test(optional_arguments),
        cmocka_unit_test(wrong_usage_is_one_line), cmocka_unit_test(amounts_are_read_to_their_end),
        cmocka_unit_test(help_lists_all),          cmocka_unit_test(pages_are_pasted),
        cmocka_unit_test(completions_name_all),    cmocka_unit_test(list_has_a_line_each),
        cmocka_unit_test(verbs_are_found),
    };
    return cmocka_run_group_tests_name("options", tests, NULL, NULL);
}
