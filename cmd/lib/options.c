// SPDX-License-Identifier: MIT
/* From the command line to the settings; the table feeds getopt_long. */
#include "cmd/lib/options.h"

#include "core/base/amount.h"
#include "core/base/array.h"
#include "core/base/ascii.h"
#include "core/base/buffer.h"
#include "core/base/compressor.h"
#include "core/base/text.h"

#include <getopt.h>
#include <stdlib.h>
#include <string.h>

enum { LONG_FIRST = 0x100, LONG_HELP = 0x1000, LONG_VERSION, ROWS_MAX = 120, CHOICES_MAX = 64 };

/* ---- numbers ---- */

int option_number(const char *text, int64_t min, int64_t max, int64_t *out, struct err *err)
{
    int64_t value = max; /* also what a number of too many digits leaves it at */
    if (amount_number(text, &value) && value >= min && value <= max) {
        *out = value;
        return 0;
    }
    const bool is_large = value >= max && *text && text[strspn(text, "0123456789")] == '\0';
    if (max == INT64_MAX && min == INT64_MIN)
        return err_plain(err, "'%s' is not a whole number", text);
    if (!is_large && (max == INT64_MAX || max == UINT_MAX))
        return err_plain(err, "'%s' is not a whole number of %lld or more", text, (long long)min);
    return err_plain(err, "'%s' is not a whole number from %lld to %lld", text, (long long)min,
                     (long long)max);
}

static int read_real(const struct option_row *row, const char *text, double *out, struct err *err)
{
    double value;
    bool bounded = row->real_min != 0 || row->real_max != 0;
    if (amount_real(text, &value)
        && (!bounded || (value >= row->real_min && value <= row->real_max))) {
        *out = value;
        return 0;
    }
    if (!bounded)
        return err_plain(err, "'%s' is not a number", text);
    return err_plain(err, "'%s' is not a number from %g to %g", text, row->real_min, row->real_max);
}

/* ---- lists ---- */

int option_list_add(struct option_list *list, const char *word, struct err *err)
{
    if (!ARRAY_GROW(list->words, list->n, list->room))
        return err_memory(err);
    list->words[list->n++] = word;
    return 0;
}

void option_list_fini(struct option_list *list)
{
    free(list->words);
    *list = (struct option_list){0};
}

/* ---- one option ---- */

const char *const option_side_words[] = {"both", "white", "black", NULL};

const char *option_choice(const struct option_row *row, size_t i)
{
    return row->choice ? row->choice(i) : row->choices ? row->choices[i] : NULL;
}

static int read_choice(const struct option_row *row, const char *text, int *out, struct err *err)
{
    const char *words[CHOICES_MAX];
    size_t n = 0;
    for (const char *word; n < CHOICES_MAX && (word = option_choice(row, n)); n++) {
        if (strcmp(word, text) == 0) {
            *out = (int)n;
            return 0;
        }
        words[n] = word;
    }
    int nearest = text_nearest(text, words, n);
    if (nearest >= 0)
        return err_plain(err, "'%s' is unknown; did you mean '%s'?", text, words[nearest]);
    char all[160];
    text_list_words(words, n, all, sizeof all);
    return err_plain(err, "expected %s, found '%s'", all, text);
}

static int read_number(const struct option_row *row, const char *arg, void *field, struct err *err)
{
    int64_t value = 0, min = row->min, max = row->max;
    if (min == 0 && max == 0)
        max = row->kind == OPTION_UNSIGNED ? UINT_MAX : INT64_MAX;
    int rc = row->kind == OPTION_TIME   ? amount_time(arg, min, max, &value, err)
             : row->kind == OPTION_SIZE ? amount_size(arg, min, max, &value, err)
                                        : option_number(arg, min, max, &value, err);
    if (rc)
        return -1;
    if (row->kind == OPTION_UNSIGNED)
        *(unsigned *)field = (unsigned)value;
    else
        *(int64_t *)field = value;
    return 0;
}

/* Stores an argument in its field, whose type depends on the kind of the option. */
static int take(const struct option_row *row, const char *arg, void *settings, struct err *err)
{
    void *field = (char *)settings + row->at;
    if (!arg)
        arg = row->bare;
    if (row->file && !*arg) /* "$FILE", where the variable is unset */
        return err_plain(err, "the name is empty");
    switch (row->kind) {
    case OPTION_FLAG:
        *(bool *)field = true;
        return 0;
    case OPTION_UNFLAG:
        *(bool *)field = false;
        return 0;
    case OPTION_TEXT:
        if (row->once && *(const char **)field)
            return err_plain(err, "given twice: '%.60s' and '%.60s'", *(const char **)field, arg);
        *(const char **)field = arg;
        return 0;
    case OPTION_LIST:
        return option_list_add(field, arg, err);
    case OPTION_UNSIGNED:
    case OPTION_INT:
    case OPTION_SIZE:
    case OPTION_TIME:
        return read_number(row, arg, field, err);
    case OPTION_REAL:
        return read_real(row, arg, field, err);
    case OPTION_CHOICE:
        return read_choice(row, arg, field, err);
    case OPTION_CALL:
        return row->read(settings, arg, err);
    case OPTION_RENAMED: /* refused earlier */
        break;
    }
    return -1;
}

/* ---- the command line ---- */

struct fed {
    struct option longs[ROWS_MAX + 3];
    char shorts[3 * ROWS_MAX + 4];
};

/*
 * The row that a row stands for: of another spelling (normalize) the one that is shown, so that
 * getopt_long does not find an abbreviation of both ambiguous.
 */
static size_t shown_row(const struct command *command, size_t n)
{
    const struct option_row *row = &command->rows[n];
    for (size_t i = 0; row->hidden && row->kind != OPTION_CALL && i < command->n_rows; i++) {
        const struct option_row *other = &command->rows[i];
        if (!other->hidden && other->kind == row->kind && other->at == row->at)
            return i;
    }
    return n;
}

/* Names that are refused are left out: they would make abbreviations of others ambiguous. */
static void feed(const struct command *command, struct fed *fed)
{
    size_t n_short = 0, n_long = 0;
    *fed = (struct fed){0};
    fed->shorts[n_short++] = ':';
    fed->shorts[n_short++] = 'h';
    for (size_t n = 0; n < command->n_rows && n < ROWS_MAX; n++) {
        const struct option_row *row = &command->rows[n];
        bool may = row->bare || row->kind == OPTION_RENAMED;
        int has = may ? optional_argument : row->arg ? required_argument : no_argument;
        if (row->kind != OPTION_RENAMED)
            fed->longs[n_long++] =
                (struct option){row->name, has, NULL, LONG_FIRST + (int)shown_row(command, n)};
        if (!row->letter)
            continue;
        fed->shorts[n_short++] = row->letter;
        for (int i = 0; i < has; i++)
            fed->shorts[n_short++] = ':';
    }
    fed->longs[n_long++] = (struct option){"help", no_argument, NULL, LONG_HELP};
    fed->longs[n_long] = (struct option){"version", no_argument, NULL, LONG_VERSION};
}

static const struct option_row *row_of(const struct command *command, int got)
{
    if (got >= LONG_FIRST && (size_t)(got - LONG_FIRST) < command->n_rows)
        return &command->rows[got - LONG_FIRST];
    for (size_t i = 0; i < command->n_rows; i++)
        if (command->rows[i].letter == got)
            return &command->rows[i];
    return NULL;
}

static bool begins(const char *name, struct text with)
{
    return strncmp(name, with.s, with.n) == 0;
}

static int ambiguous(struct text word, const char *const *names, size_t n)
{
    struct buffer all = {0};
    for (size_t i = 0; i < n; i++)
        buffer_printf(&all, "%s--%s", !i ? "" : i + 1 < n ? ", " : " or ", names[i]);
    const struct text list = buffer_text(&all);
    const int status =
        command_usage("option '--%.*s' is ambiguous: %.*s", TEXT_ARGS(word), TEXT_ARGS(list));
    buffer_fini(&all);
    return status;
}

static int renamed(const struct option_row *row, bool is_short)
{
    return is_short ? command_usage("option '-%c' is now '%s'", row->letter, row->help)
                    : command_usage("option '--%s' is now '%s'", row->name, row->help);
}

static int unknown_long(const struct command *command, const char *written)
{
    const char *names[ROWS_MAX + 2], *begun[ROWS_MAX + 2];
    struct text word = {written + 2, strcspn(written + 2, "=")};
    char short_copy[64];
    size_t n = 0, n_begun = 0;
    for (size_t i = 0; i < command->n_rows && i < ROWS_MAX; i++) {
        const struct option_row *row = &command->rows[i];
        if (row->kind == OPTION_RENAMED && text_is(word, row->name))
            return renamed(row, false);
        if (!row->hidden)
            names[n++] = row->name;
    }
    names[n++] = "help";
    names[n++] = "version";
    for (size_t i = 0; i < n && word.n; i++) {
        if (begins(names[i], word))
            begun[n_begun++] = names[i];
    }
    if (n_begun > 1)
        return ambiguous(word, begun, n_begun);
    snprintf(short_copy, sizeof short_copy, "%.*s", TEXT_ARGS(word));
    int nearest = text_nearest(short_copy, names, n);
    if (nearest >= 0)
        return command_usage("unknown option '--%.*s'; did you mean '--%s'?", TEXT_ARGS(word),
                             names[nearest]);
    return command_usage("unknown option '--%.*s'", TEXT_ARGS(word));
}

static int unknown(const struct command *command, const char *written)
{
    const struct option_row *row = optopt ? row_of(command, optopt) : NULL;
    if (optopt == LONG_HELP || optopt == LONG_VERSION)
        return command_usage("option '--%s' takes no argument",
                             optopt == LONG_HELP ? "help" : "version");
    if (row)
        return command_usage("option '--%s' takes no argument", row->name);
    if (optopt)
        return command_usage("unknown option '-%c'", optopt);
    return unknown_long(command, written);
}

static int bad_argument(const struct option_row *row, bool is_short, const struct err *err)
{
    if (is_short)
        return command_usage("option '-%c': %s", row->letter, err->msg);
    return command_usage("option '--%s': %s", row->name, err->msg);
}

static int one_option(const struct command *command, int got, char **argv, void *settings)
{
    struct err err = {0};
    if (got == 'h' || got == LONG_HELP) {
        options_help(command, argv[0], stdout);
        exit(command_finish(EXIT_WELL));
    }
    if (got == LONG_VERSION) {
        printf("%s %s\n", command_name(), DAMA_VERSION);
        exit(command_finish(EXIT_WELL));
    }
    if (got == '?')
        return unknown(command, argv[optind - 1]);
    const struct option_row *row = row_of(command, got == ':' ? optopt : got);
    if (row->kind == OPTION_RENAMED)
        return renamed(row, true);
    if (got == ':')
        return command_usage("option '--%s' requires an argument: %s", row->name, row->arg);
    return take(row, optarg, settings, &err) ? bad_argument(row, got < LONG_FIRST, &err) : 0;
}

/* The operands in the usage line, without the option that comes first: "-o BOOK BOOK...". */
static const char *operands_of(const struct command *command)
{
    const char *usage = command->usage;
    return strncmp(usage, "-o ", 3) == 0 ? strchr(usage + 3, ' ') + 1 : usage;
}

/*
 * Refuses empty operands: no file has an empty name, which comes from an unset shell variable:
 * "$FILE".
 */
static int refuse_empty(const struct command *command, unsigned n, char **operands)
{
    for (unsigned i = 0; i < (command->positions && n ? 1 : n); i++)
        if (!*operands[i])
            return command_usage("operand %u is empty", i + 1);
    return 0;
}

static int read_all(const struct command *command, int argc, char **argv, void *settings,
                    int *first)
{
    struct fed fed;
    feed(command, &fed);
    opterr = 0;
#ifdef __GLIBC__
    optind = 0; /* start over, even if something was read before */
#else
    optind = 1;
#endif
    for (int got; (got = getopt_long(argc, argv, fed.shorts, fed.longs, NULL)) != -1;)
        if (one_option(command, got, argv, settings))
            return -1;
    *first = optind;
    unsigned n = (unsigned)(argc - optind);
    if (n < command->operands_min)
        command_usage("missing operand: %s", operands_of(command));
    else if (n > command->operands_max)
        command_usage("unexpected argument '%s'%s%s", argv[optind + (int)command->operands_max],
                      command->instead ? "; " : "", command->instead ? command->instead : "");
    else
        return command->files ? refuse_empty(command, n, argv + optind) : 0;
    return -1;
}

int options_read(const struct command *command, int argc, char **argv, void *settings, int *first)
{
    int rc = read_all(command, argc, argv, settings, first);
    for (size_t n = 0; rc && n < command->n_rows; n++)
        if (command->rows[n].kind == OPTION_LIST)
            option_list_fini((struct option_list *)((char *)settings + command->rows[n].at));
    return rc;
}

/* ---- the format that a suffix names ---- */

/* The suffix of a name, if it has one: at most five letters and digits, and not only digits. */
static struct text suffix_of(struct text name)
{
    size_t n = 0;
    bool letters = false;
    while (n < name.n && ascii_is_alnum(name.s[name.n - n - 1])) {
        letters = letters || ascii_is_letter(name.s[name.n - n - 1]);
        n++;
    }
    const bool is = letters && n <= 5 && name.n > n + 1 && name.s[name.n - n - 1] == '.'
                    && name.s[name.n - n - 2] != '/';
    return is ? (struct text){name.s + name.n - n, n} : (struct text){0};
}

int option_format_of(const char *option, const char *path, const char *const *words, int usual)
{
    const struct text name = compressor_strip_suffix(text_of(path ? path : ""));
    const struct text suffix = suffix_of(name);
    if (!suffix.n || text_is(suffix, "txt"))
        return usual;
    for (int i = 0; words[i]; i++)
        if (text_is_nocase(suffix, words[i]))
            return i;
    command_usage("%s: no format has the suffix '%.*s'; choose one with %s", path,
                  TEXT_ARGS(suffix), option);
    return -1;
}
