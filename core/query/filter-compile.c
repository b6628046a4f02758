// SPDX-License-Identifier: MIT
/*
 * Recursive descent; parentheses are counted, so that no expression is too deep.
 *
 *     either = both { "or" both }        both = one { "and" one }
 *     one    = "not" one | "(" either ")" | field [ comparison value ]
 */
#include "core/base/array.h"
#include "core/base/ascii.h"
#include "core/base/fold.h"
#include "core/query/filter-inside.h"
#include "core/query/query-field.h"

#include <errno.h>
#include <stdlib.h>

enum { DEPTH_MAX = 200, EXPRESSION_MAX = 65536 };

/* What may be compared besides tags. In the order of enum field. */
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

static enum field_type type_of(enum field field)
{
    return field == FIELD_TAG ? FIELD_TEXT : fields[field].type;
}

/* A tag such as EventDate, whose values are dates to all comparisons but those of text. */
static bool is_date_tag(const struct test *test)
{
    size_t n = test->field == FIELD_TAG ? strlen(test->tag) : 0;
    return n >= 4 && text_is_nocase((struct text){test->tag + n - 4, 4}, "date")
           && test->comparison != HAS && test->comparison != HAS_NOT;
}

struct compiler {
    struct filter *filter;
    const char *name, *begin, *s, *end;
    unsigned depth;
    struct err *err;
};

/* ---- words ---- */

static struct src_pos place(const struct compiler *c, const char *s)
{
    return (struct src_pos){.file = c->name, .line = 1, .col = (unsigned)(s - c->begin) + 1};
}

static void skip_blanks(struct compiler *c)
{
    while (c->s < c->end && strchr(" \t\r\n", *c->s))
        c->s++;
}

/* Bytes of the letter, digit or underscore at p; 0: it is something else. */
static unsigned word_char(const char *p, const char *end)
{
    return ascii_is_alnum(*p) || *p == '_' ? 1 : text_wide_letter(p, end);
}

/* The next word, without consuming it: letters of any script, digits, underscores. */
static struct text peek_word(struct compiler *c)
{
    skip_blanks(c);
    const char *p = c->s;
    for (unsigned n; p < c->end && (n = word_char(p, c->end)); p += n)
        ;
    return (struct text){c->s, (size_t)(p - c->s)};
}

static bool take_word(struct compiler *c, const char *word)
{
    struct text t = peek_word(c);
    if (!text_is_nocase(t, word))
        return false;
    c->s += t.n;
    return true;
}

/* "expected X, found Y" at the place. */
static int expected(struct compiler *c, const char *what)
{
    skip_blanks(c);
    struct text word = peek_word(c);
    size_t rest = (size_t)(c->end - c->s);
    if (rest == 0)
        return err_set(c->err, place(c, c->s), "expected %s, found the end", what);
    int n = (int)(word.n ? word.n : rest < 8 ? rest : 8);
    return err_set(c->err, place(c, c->s), "expected %s, found '%.*s'", what, n, c->s);
}

/* As expected, where a whole value was found. */
static int expected_value(struct compiler *c, const char *what, struct text found)
{
    return err_set(c->err, place(c, c->s), "expected %s, found '%.*s'", what, TEXT_ARGS(found));
}

static int no_memory(struct compiler *c) { return err_memory(c->err); }

/* ---- code ---- */

static int emit(struct compiler *c, enum op op, unsigned arg, unsigned *at)
{
    struct filter *f = c->filter;
    if (!ARRAY_GROW(f->code, f->n_code, f->room_code))
        return no_memory(c);
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

/* ---- values ---- */

/* Reads "..." or '...'; a backslash escapes the next character. */
static int take_quoted(struct compiler *c, struct buffer *out)
{
    const char *begin = c->s;
    char quote = *c->s++;
    while (c->s < c->end && *c->s != quote) {
        if (*c->s == '\\' && c->s + 1 < c->end)
            c->s++;
        buffer_add_char(out, *c->s++);
    }
    if (c->s == c->end)
        return err_set(c->err, place(c, begin), "unclosed quote");
    c->s++;
    return out->failed ? no_memory(c) : 0;
}

/* Reads an unquoted value: up to a blank or a parenthesis. */
static struct text peek_bare(const struct compiler *c)
{
    const char *p = c->s;
    while (p < c->end && !strchr(" \t\r\n()", *p))
        p++;
    return (struct text){c->s, (size_t)(p - c->s)};
}

/*
 * The last character of the class that begins at `s`, as "[^])[:alpha:]": only in it do brackets
 * and signs stand for themselves. In one that is never closed, the last of the pattern.
 */
static const char *end_of_class(const char *s)
{
    s += s[1] == '^' ? 2 : 1;
    for (const char *first = s; *s && (*s != ']' || s == first); s++) {
        const char kind = *s == '[' ? s[1] : '\0';
        if (kind != ':' && kind != '.' && kind != '=')
            continue;
        const char close[] = {kind, ']', '\0'}, *end = strstr(s + 2, close);
        s = end ? end + 1 : s;
    }
    return *s ? s : s - 1;
}

/*
 * How large a regular expression becomes when its repetitions are written out, as regcomp does:
 * (a+)+ doubles twice, and a line of a hundred plus signs would fill the memory.
 * @return 0: too large, nested too deep, or with a back reference, which can take for ever
 */
static size_t pattern_size(const char *s)
{
    enum { GROUPS = 64, LARGE = 1000 };
    size_t size[GROUPS] = {0}; /* of each open group */
    size_t last = 1;           /* of what a repetition would apply to */
    unsigned depth = 0;
    for (; *s; s++) {
        size_t times = 1;
        if (*s == '(' && ++depth == GROUPS)
            return 0;
        if (*s == '(') {
            size[depth] = 1;
            continue;
        }
        if (*s == ')' && depth > 0) {
            last = size[depth--];
            size[depth] += last;
        } else if (*s == '+' || *s == '*' || *s == '?') {
            times = 2;
        } else if (*s == '{') {
            while (s[1] && *s != '}') {
                size_t n = strtoul(++s, NULL, 10);
                times = n + 1 > times ? n + 1 : times;
            }
        } else {
            if (*s == '\\' && s[1] >= '1' && s[1] <= '9')
                return 0;
            if (*s == '[')
                s = end_of_class(s);
            else if (*s == '\\' && s[1])
                s++;
            last = 1;
            size[depth]++;
        }
        size[depth] += last * (times - 1);
        last *= times;
        if (times > LARGE || size[depth] > LARGE)
            return 0;
    }
    return size[0] + 1;
}

static int take_pattern(struct compiler *c, struct test *test)
{
    const char *begin = c->s++;
    struct buffer text = {0};
    while (c->s < c->end && *c->s != '/') {
        if (*c->s == '\\' && c->s + 1 < c->end && c->s[1] == '/')
            c->s++;
        else if (*c->s == '\\' && c->s + 1 < c->end)
            buffer_add_char(&text, *c->s++);
        buffer_add_char(&text, *c->s++);
    }
    int rc = c->s == c->end ? err_set(c->err, place(c, begin), "unclosed pattern") : 0;
    if (rc == 0) {
        c->s++;
        int flags = REG_EXTENDED | REG_NOSUB;
        if (c->s < c->end && *c->s == 'i') {
            flags |= REG_ICASE;
            c->s++;
        }
        buffer_add_char(&text, '\0');
        if (!text.failed && !pattern_size(text.s)) {
            buffer_fini(&text);
            return err_set(c->err, place(c, begin),
                           "this pattern is too large, or refers back to itself");
        }
        int why = text.failed ? REG_ESPACE : regcomp(&test->pattern, text.s, flags);
        if (why) {
            char message[100];
            regerror(why, &test->pattern, message, sizeof message);
            rc = err_set(c->err, place(c, begin), "invalid regular expression: %s", message);
        } else {
            test->type = VALUE_PATTERN;
        }
    }
    buffer_fini(&text);
    return rc;
}

bool filter_read_number(struct text t, int64_t *out)
{
    char digits[24], *end;
    t = text_trim(t);
    if (t.n == 0 || t.n >= sizeof digits)
        return false;
    memcpy(digits, t.s, t.n);
    digits[t.n] = '\0';
    if (!(digits[0] == '-' || (digits[0] >= '0' && digits[0] <= '9')))
        return false;
    errno = 0;
    *out = strtoll(digits, &end, 10);
    return *end == '\0' && end != digits && errno == 0;
}

static bool read_result(struct text t, enum result *word)
{
    static const struct {
        const char *word;
        enum result result;
    } rows[] = {{"white", RESULT_WHITE},
                {"black", RESULT_BLACK},
                {"draw", RESULT_DRAW},
                {"both-lost", RESULT_BOTH_LOST},
                {"unknown", RESULT_UNKNOWN}};
    *word = RESULT_NONE;
    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        if (text_is_nocase(t, rows[i].word))
            *word = rows[i].result;
    }
    enum result read = result_read(NULL, t);
    return *word != RESULT_NONE || (read != RESULT_NONE && read != RESULT_OTHER);
}

static bool is_equality(enum comparison comparison)
{
    return comparison == SAME || comparison == NOT_SAME;
}

/* Whether the comparison is one of order. */
static bool is_order(enum comparison comparison)
{
    return comparison >= LESS && comparison <= AT_LEAST;
}

/* Year first, then month and day, with dots or dashes: 05/08/2021 would be ambiguous. */
static bool is_plain_date(struct text t)
{
    for (size_t i = 0; i < t.n; i++) {
        bool between = i == 4 || i == 7;
        if (between ? t.s[i] != '.' && t.s[i] != '-' : t.s[i] < '0' || t.s[i] > '9')
            return false;
    }
    return t.n == 4 || t.n == 7 || t.n == 10;
}

static bool read_plain_date(struct text raw, struct test *test)
{
    test->type = VALUE_DATE;
    return is_plain_date(raw) && date_read(raw, &test->date) != DATE_NONE;
}

/* The value to compare a tag with: a date, a number or text. */
static int type_text(struct compiler *c, struct test *test, struct text raw, bool quoted)
{
    bool contains = test->comparison == HAS || test->comparison == HAS_NOT;
    bool dated = is_date_tag(test);
    if (!(dated && read_plain_date(raw, test) && test->date.year)) {
        test->type = VALUE_TEXT;
        if (dated && is_order(test->comparison))
            return expected_value(c, "a date such as 1972, 1972.05 or 1972.05.01", raw);
        if (!quoted && !contains && filter_read_number(raw, &test->number))
            test->type = VALUE_NUMBER;
        else if (is_order(test->comparison) && !read_plain_date(raw, test))
            return expected_value(c, "a number or a date such as 1972.05.01", raw);
    }
    fold_text(&test->text, raw);
    return 0;
}

/* Converts the value to the type of the field. `raw` begins at `begin`. */
static int type_value(struct compiler *c, struct test *test, const char *begin, struct text raw,
                      bool quoted)
{
    const char *after = c->s;
    c->s = begin; /* for messages */
    if (test->field == FIELD_VARIANT && raw.n && is_equality(test->comparison)) {
        struct err why = {0};
        test->type = VALUE_RULES;
        if (rules_find(raw, &test->rules, &why))
            return err_set(c->err, place(c, begin), "%s", why.msg);
        test->reading = rules_names_reading(raw);
        c->s = after;
        return 0;
    }
    switch (type_of(test->field)) {
    case FIELD_NUMBER:
        test->type = VALUE_NUMBER;
        if (!filter_read_number(raw, &test->number))
            return expected_value(c, "a number", raw);
        break;
    case FIELD_DATE:
        if (!read_plain_date(raw, test) || !test->date.year)
            return expected_value(c, "a date such as 1972, 1972.05 or 1972.05.01", raw);
        break;
    case FIELD_RESULT:
        test->type = VALUE_RESULT;
        if (!read_result(raw, &test->result))
            return expected_value(c,
                                  "a result: 2-0, 1-1, 0-2, 0-0, *, white, black, draw, both-lost "
                                  "or unknown",
                                  raw);
        buffer_add_text(&test->text, raw);
        break;
    case FIELD_TRUTH:
        return expected(c, "nothing to compare with");
    case FIELD_TEXT:
        if (type_text(c, test, raw, quoted))
            return -1;
    }
    c->s = after;
    return test->text.failed ? no_memory(c) : 0;
}

static int take_value(struct compiler *c, struct test *test)
{
    skip_blanks(c);
    const char *begin = c->s;
    bool contains = test->comparison == HAS || test->comparison == HAS_NOT;
    if (c->s == c->end)
        return expected(c, "a value");
    if (*c->s == '/' && contains)
        return take_pattern(c, test);
    struct buffer raw = {0};
    int rc = 0;
    bool quoted = *c->s == '"' || *c->s == '\'';
    if (quoted) {
        rc = take_quoted(c, &raw);
    } else {
        struct text bare = peek_bare(c);
        if (bare.n == 0)
            rc = expected(c, "a value");
        buffer_add_text(&raw, bare);
        c->s += bare.n;
    }
    if (rc == 0)
        rc = type_value(c, test, begin, buffer_text(&raw), quoted);
    buffer_fini(&raw);
    return rc;
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
    skip_blanks(c);
    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        size_t n = strlen(rows[i].sign);
        if ((size_t)(c->end - c->s) >= n && memcmp(c->s, rows[i].sign, n) == 0) {
            *out = rows[i].comparison;
            c->s += n;
            return true;
        }
    }
    return false;
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
    struct text word = peek_word(c);
    if (word.n == 0 || (*word.s >= '0' && *word.s <= '9'))
        return expected(c, "a tag's name, a word such as plies, \"not\" or \"(\"");
    c->s += word.n;
    if (c->s < c->end && *c->s == '.' && text_is_nocase(word, "tag")) {
        c->s++; /* tag.Result: the tag as written, even where the name is one of our words */
        struct text name = peek_word(c);
        if (name.n == 0)
            return expected(c, "a tag's name");
        c->s += name.n;
        word.n = (size_t)(c->s - word.s);
    }
    const char *words[FIELDS];
    struct err why = {0};
    struct text tag = {0};
    int own;
    for (unsigned i = 0; i < FIELDS; i++)
        words[i] = fields[i].name;
    if (query_field_read(word, words, FIELDS, &own, &tag, &why))
        return err_set(c->err, place(c, word.s), "%s", why.msg);
    test->field = own < 0 ? FIELD_TAG : (enum field)own;
    word = own < 0 ? tag : word;
    test->tag = strndup(word.s, word.n);
    if (test->field >= FIELD_COMMENTS && test->field <= FIELD_ILLEGAL)
        c->filter->needs_counts = true;
    return test->tag ? 0 : no_memory(c);
}

static int compile_test(struct compiler *c)
{
    static const char *const joins[] = {"and", "or", "not"};
    struct text word = peek_word(c);
    for (size_t i = 0; i < 3; i++) {
        if (text_is_nocase(word, joins[i]))
            return expected(c, "a condition");
    }
    unsigned index = c->filter->n_tests;
    struct test *test = new_test(c);
    if (!test)
        return no_memory(c);
    if (take_field(c, test))
        return -1;
    enum field_type type = type_of(test->field);
    skip_blanks(c);
    const char *sign = c->s;
    if (!take_comparison(c, &test->comparison)) {
        if (type != FIELD_TRUTH && type != FIELD_NUMBER)
            return expected(c, comparisons_of(type));
        test->comparison = IS_TRUE;
    } else if (!fits(type, test->comparison)) {
        c->s = sign;
        return expected(c, comparisons_of(type));
    } else if (take_value(c, test)) {
        return -1;
    }
    return emit(c, OP_TEST, index, NULL);
}

static int compile_either(struct compiler *c);

static int compile_one(struct compiler *c)
{
    bool negated = false;
    while (take_word(c, "not"))
        negated = !negated;
    skip_blanks(c);
    if (c->s < c->end && *c->s == '(') {
        const char *opened = c->s++;
        if (++c->depth > DEPTH_MAX)
            return err_set(c->err, place(c, opened), "more than %d nested parentheses", DEPTH_MAX);
        if (compile_either(c))
            return -1;
        skip_blanks(c);
        if (c->s == c->end)
            return err_set(c->err, place(c, opened), "unclosed parenthesis");
        if (*c->s != ')')
            return expected(c, "\"and\", \"or\" or \")\"");
        c->s++;
        c->depth--;
    } else if (compile_test(c)) {
        return -1;
    }
    return negated ? emit(c, OP_NOT, 0, NULL) : 0;
}

/* Joins parts of which the first that is `decided` decides. */
static int compile_chain(struct compiler *c, const char *word, enum op jump,
                         int (*part)(struct compiler *))
{
    unsigned last = UINT32_MAX; /* the jumps to be aimed, chained by their args */
    if (part(c))
        return -1;
    while (take_word(c, word)) {
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
                         .name = name,
                         .begin = expression.s,
                         .s = expression.s,
                         .end = expression.s + expression.n,
                         .err = err};
    if (!filter)
        return no_memory(&c);
    int rc = expression.n > EXPRESSION_MAX
                 ? err_set(err, place(&c, c.s), "longer than %d bytes", EXPRESSION_MAX)
                 : compile_either(&c);
    skip_blanks(&c);
    if (rc == 0 && c.s < c.end)
        rc = expected(&c, "\"and\", \"or\" or the end");
    if (rc) {
        filter_free(filter);
        return -1;
    }
    *out = filter;
    return 0;
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
