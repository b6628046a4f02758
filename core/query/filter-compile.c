// SPDX-License-Identifier: MIT
/*
 * Recursive descent; open parentheses are counted, so that the recursion cannot get too deep.
 *
 *     either = both { "or" both }        both = one { "and" one }
 *     one    = "not" one | "(" either ")" | field [ comparison value ]
 */
#include "core/base/array.h"
#include "core/query/filter-internal.h"
#include "core/query/query-field.h"

#include <stdlib.h>
#include <string.h>

enum { DEPTH_MAX = 200, EXPRESSION_MAX = 65536 };

/* Fields besides tags, in the order of enum field. */
static const struct {
    const char *name;
    enum field_type type;
} fields[] = {
    {"player", FIELD_TEXT},   {"variant", FIELD_TEXT},      {"date", FIELD_DATE},
    {"result", FIELD_RESULT}, {"year", FIELD_NUMBER},       {"rating", FIELD_NUMBER},
    {"plies", FIELD_NUMBER},  {"moves", FIELD_NUMBER},      {"comments", FIELD_NUMBER},
    {"nags", FIELD_NUMBER},   {"variations", FIELD_NUMBER}, {"illegal", FIELD_NUMBER},
    {"setup", FIELD_TRUTH},
};
enum { FIELDS = ARRAY_LEN(fields) };

const char *filter_has_word(size_t i)
{
    return i <= FIELD_SETUP - FIELD_COMMENTS ? fields[FIELD_COMMENTS + i].name : NULL;
}

enum field_type filter_field_type(enum field field)
{
    return field == FIELD_TAG ? FIELD_TEXT : fields[field].type;
}

struct compiler {
    struct filter *filter;
    struct filter_words words;
    unsigned depth;
};

/* ---- code ---- */

static int emit(struct compiler *c, enum op op, unsigned arg, unsigned *at)
{
    struct filter *f = c->filter;
    if (!ARRAY_GROW(f->code, f->n_code, f->room_code))
        return err_memory(c->words.err);
    if (at)
        *at = f->n_code;
    f->code[f->n_code++] = (struct instruction){op, arg};
    return 0;
}

static struct test *new_test(struct compiler *c)
{
    struct filter *f = c->filter;
    if (!ARRAY_GROW(f->tests, f->n_tests, f->room_tests))
        return NULL;
    struct test *test = &f->tests[f->n_tests++];
    memset(test, 0, sizeof *test);
    return test;
}

/* ---- tests ---- */

static bool take_comparison(struct compiler *c, enum comparison *out)
{
    static const struct {
        const char *sign;
        enum comparison comparison;
    } rows[] = {{"==", SAME},     {"!=", NOT_SAME}, {"<>", NOT_SAME}, {"<=", AT_MOST},
                {">=", AT_LEAST}, {"!~", HAS_NOT},  {"=~", HAS},      {"=", SAME},
                {"<", LESS},      {">", MORE},      {"~", HAS}};
    filter_words_skip(&c->words);
    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        size_t n = strlen(rows[i].sign);
        if ((size_t)(c->words.end - c->words.s) >= n && memcmp(c->words.s, rows[i].sign, n) == 0) {
            *out = rows[i].comparison;
            c->words.s += n;
            return true;
        }
    }
    return false;
}

/* Whether a field is a name in words, which has no number or date in it to be compared. */
static bool is_words(const struct test *test)
{
    static const char *const tags[] = {"White", "Black", "Event", "Site", "Annotator", "Opening"};
    if (test->field == FIELD_PLAYER || test->field == FIELD_VARIANT)
        return true;
    for (size_t i = 0; test->field == FIELD_TAG && i < ARRAY_LEN(tags); i++) {
        if (text_is_nocase(text_of(test->tag), tags[i]))
            return true;
    }
    return false;
}

static bool has_order(enum comparison comparison)
{
    return comparison == LESS || comparison == AT_MOST || comparison == MORE
           || comparison == AT_LEAST;
}

static const char *comparisons_of(enum field_type type)
{
    switch (type) {
    case FIELD_TEXT:
        return "one of = != ~ !~ < <= > >= after a tag's name";
    case FIELD_TRUTH:
        return "no comparison after a word that is true or false";
    case FIELD_RESULT:
        return "= or != after a result";
    default:
        return "one of = != < <= > >= after a number or a date";
    }
}

static bool fits(enum field_type type, enum comparison comparison)
{
    bool contains = comparison == HAS || comparison == HAS_NOT;
    switch (type) {
    case FIELD_TEXT:
        return true;
    case FIELD_TRUTH:
        return false;
    case FIELD_RESULT:
        return comparison == SAME || comparison == NOT_SAME;
    default:
        return !contains;
    }
}

static int take_field(struct compiler *c, struct test *test)
{
    struct text word = filter_words_peek(&c->words);
    if (word.n == 0 || (*word.s >= '0' && *word.s <= '9'))
        return filter_words_expected(&c->words,
                                     "a tag's name, a word such as plies, \"not\" or \"(\"");
    c->words.s += word.n;
    if (c->words.s < c->words.end && *c->words.s == '.' && text_is_nocase(word, "tag")) {
        c->words.s++; /* tag.Result: the tag as written, even if its name is one of our words */
        struct text name = filter_words_peek(&c->words);
        if (name.n == 0)
            return filter_words_expected(&c->words, "a tag's name");
        c->words.s += name.n;
        word.n = (size_t)(c->words.s - word.s);
    }
    const char *words[FIELDS];
    struct err why = {0};
    struct text tag = {0};
    int own;
    for (unsigned i = 0; i < FIELDS; i++)
        words[i] = fields[i].name;
    if (query_field_read(word, words, FIELDS, &own, &tag, &why))
        return err_set(c->words.err, filter_words_place(&c->words, word.s), "%s", why.msg);
    test->field = own < 0 ? FIELD_TAG : (enum field)own;
    word = own < 0 ? tag : word;
    test->tag = strndup(word.s, word.n);
    if (test->field >= FIELD_COMMENTS && test->field <= FIELD_ILLEGAL)
        c->filter->needs_counts = true;
    return test->tag ? 0 : err_memory(c->words.err);
}

static int compile_test(struct compiler *c)
{
    static const char *const joins[] = {"and", "or", "not"};
    struct text word = filter_words_peek(&c->words);
    for (size_t i = 0; i < 3; i++) {
        if (text_is_nocase(word, joins[i]))
            return filter_words_expected(&c->words, "a condition");
    }
    unsigned index = c->filter->n_tests;
    struct test *test = new_test(c);
    if (!test)
        return err_memory(c->words.err);
    if (take_field(c, test))
        return -1;
    enum field_type type = filter_field_type(test->field);
    filter_words_skip(&c->words);
    const char *sign = c->words.s;
    if (!take_comparison(c, &test->comparison)) {
        if (type != FIELD_TRUTH && type != FIELD_NUMBER)
            return filter_words_expected(&c->words, comparisons_of(type));
        test->comparison = IS_TRUE;
    } else if (is_words(test) && has_order(test->comparison)) {
        c->words.s = sign;
        return filter_words_expected(&c->words, "one of = != ~ !~ after a name");
    } else if (!fits(type, test->comparison)) {
        c->words.s = sign;
        return filter_words_expected(&c->words, comparisons_of(type));
    } else if (filter_take_value(&c->words, test)) {
        return -1;
    }
    return emit(c, OP_TEST, index, NULL);
}

static int compile_either(struct compiler *c);

static int compile_one(struct compiler *c)
{
    bool negated = false;
    while (filter_words_take(&c->words, "not"))
        negated = !negated;
    filter_words_skip(&c->words);
    if (c->words.s < c->words.end && *c->words.s == '(') {
        const char *opened = c->words.s++;
        if (++c->depth > DEPTH_MAX)
            return err_set(c->words.err, filter_words_place(&c->words, opened),
                           "more than %d nested parentheses", DEPTH_MAX);
        if (compile_either(c))
            return -1;
        filter_words_skip(&c->words);
        if (c->words.s == c->words.end)
            return err_set(c->words.err, filter_words_place(&c->words, opened),
                           "unclosed parenthesis");
        if (*c->words.s != ')')
            return filter_words_expected(&c->words, "\"and\", \"or\" or \")\"");
        c->words.s++;
        c->depth--;
    } else if (compile_test(c)) {
        return -1;
    }
    return negated ? emit(c, OP_NOT, 0, NULL) : 0;
}

/*
 * Compiles parts joined by `word`, each followed by `jump`, which skips the rest once the answer is
 * decided.
 */
static int compile_chain(struct compiler *c, const char *word, enum op jump,
                         int (*part)(struct compiler *))
{
    unsigned last = UINT32_MAX; /* the jumps without a target yet, chained by their args */
    if (part(c))
        return -1;
    while (filter_words_take(&c->words, word)) {
        unsigned at;
        if (emit(c, jump, last, &at))
            return -1;
        last = at;
        if (part(c))
            return -1;
    }
    while (last != UINT32_MAX) {
        unsigned before = c->filter->code[last].arg;
        c->filter->code[last].arg = c->filter->n_code;
        last = before;
    }
    return 0;
}

static int compile_both(struct compiler *c)
{
    return compile_chain(c, "and", OP_JUMP_IF_FALSE, compile_one);
}

static int compile_either(struct compiler *c)
{
    return compile_chain(c, "or", OP_JUMP_IF_TRUE, compile_both);
}

int filter_compile(const char *name, struct text expression, struct filter **out, struct err *err)
{
    struct filter *filter = calloc(1, sizeof *filter);
    struct compiler c = {.filter = filter,
                         .words = {.name = name,
                                   .begin = expression.s,
                                   .s = expression.s,
                                   .end = expression.s + expression.n,
                                   .err = err}};
    if (!filter)
        return err_memory(err);
    int rc = expression.n > EXPRESSION_MAX ? err_set(err, filter_words_place(&c.words, c.words.s),
                                                     "longer than %d bytes", EXPRESSION_MAX)
                                           : compile_either(&c);
    filter_words_skip(&c.words);
    if (rc == 0 && c.words.s < c.words.end)
        rc = filter_words_expected(&c.words, "\"and\", \"or\" or the end");
    if (rc) {
        filter_free(filter);
        return -1;
    }
    *out = filter;
    return 0;
}

static void add_quoted(const char *s, struct buffer *out)
{
    buffer_add_char(out, '"');
    for (; *s; s++) {
        if (*s == '"' || *s == '\\')
            buffer_add_char(out, '\\');
        buffer_add_char(out, *s);
    }
    buffer_add_char(out, '"');
}

void filter_add_players(const char *field, const char *const *names, unsigned n, struct buffer *out)
{
    for (unsigned i = 0; i < n; i++) {
        buffer_printf(out, "%s%s ~ ", i ? " or " : "(", field);
        add_quoted(names[i], out);
    }
    if (n)
        buffer_add_char(out, ')');
}

bool filter_asks_date(const struct filter *filter)
{
    for (unsigned i = 0; filter && i < filter->n_tests; i++)
        if (filter->tests[i].field == FIELD_DATE_OF_GAME || filter->tests[i].field == FIELD_YEAR)
            return true;
    return false;
}

void filter_free(struct filter *filter)
{
    if (!filter)
        return;
    for (unsigned i = 0; i < filter->n_tests; i++) {
        if (filter->tests[i].type == VALUE_PATTERN)
            regfree(&filter->tests[i].pattern);
        buffer_fini(&filter->tests[i].text);
        free(filter->tests[i].tag);
    }
    free(filter->tests);
    free(filter->code);
    free(filter);
}
