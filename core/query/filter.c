// SPDX-License-Identifier: MIT
/*
 * A filter is a small program. It has one register, the truth of the last test; `and` and `or` are
 * jumps that skip tests whose answer no longer matters. filter-compile.c makes the program. A tag
 * that is missing, or is not the number or date that a test expects, fails the test, but passes a
 * negated one.
 */
#include "core/query/filter.h"

#include "core/base/array.h"
#include "core/base/fold.h"
#include "core/game/game-counts.h"
#include "core/game/game-start.h"
#include "core/query/filter-internal.h"

#include <stdlib.h>

/* The game being tested. */
struct question {
    const struct game *game;
    struct game_counts counts; /* filled in if the filter needs them */
    struct buffer scratch;     /* owned */
    bool failed;               /* a test was out of memory: its answer says nothing */
};

static bool holds(enum comparison comparison, int order)
{
    switch (comparison) {
    case SAME:
        return order == 0;
    case NOT_SAME:
        return order != 0;
    case LESS:
        return order < 0;
    case AT_MOST:
        return order <= 0;
    case MORE:
        return order > 0;
    case AT_LEAST:
        return order >= 0;
    default:
        return false;
    }
}

static bool test_number(const struct test *test, int64_t number)
{
    if (test->comparison == IS_TRUE)
        return number != 0;
    return holds(test->comparison, number < test->number ? -1 : number > test->number);
}

static bool test_date(const struct test *test, struct text t)
{
    struct date date;
    int order;
    if (!date_read_roughly(t, &date) || !date_compare(date, test->date, &order))
        return test->comparison == NOT_SAME;
    return holds(test->comparison, order);
}

static bool contains(struct text in, struct text what)
{
    if (what.n == 0)
        return true;
    for (const char *p = in.s, *end = in.s + in.n; (size_t)(end - p) >= what.n; p++) {
        p = memchr(p, what.s[0], (size_t)(end - p) - what.n + 1);
        if (!p)
            return false;
        if (memcmp(p, what.s, what.n) == 0)
            return true;
    }
    return false;
}

/* A pattern needs a NUL, a folded text needs room: both use the scratch buffer. */
static bool test_text(const struct test *test, struct question *q, struct text t)
{
    buffer_clear(&q->scratch);
    bool negated = test->comparison == NOT_SAME || test->comparison == HAS_NOT, is;
    int64_t number;
    switch (test->type) {
    case VALUE_NUMBER:
        return filter_read_number(t, &number) ? test_number(test, number) : negated;
    case VALUE_DATE:
        return test_date(test, t);
    case VALUE_PATTERN:
        buffer_add_text(&q->scratch, t);
        buffer_add_char(&q->scratch, '\0');
        is = !q->scratch.failed && regexec(&test->pattern, q->scratch.s, 0, NULL, 0) == 0;
        break;
    default:
        fold_text(&q->scratch, t);
        is = test->comparison == SAME || test->comparison == NOT_SAME
                 ? text_same(buffer_text(&q->scratch), buffer_text(&test->text))
                 : contains(buffer_text(&q->scratch), buffer_text(&test->text));
    }
    q->failed = q->failed || q->scratch.failed;
    return is != negated;
}

/* True if the test holds for either player; a negated test must hold for both. */
static bool test_player(const struct test *test, struct question *q)
{
    bool white = test_text(test, q, game_tag(q->game, "White"));
    bool black = test_text(test, q, game_tag(q->game, "Black"));
    bool negated = test->comparison == NOT_SAME || test->comparison == HAS_NOT;
    return negated ? white && black : white || black;
}

/* As for players: true if the test holds for either; a negated test must hold for both. */
static bool test_rating(const struct test *test, const struct question *q)
{
    bool negated = test->comparison == NOT_SAME;
    static const char *const names[] = {"WhiteRating", "BlackRating", "WhiteElo", "BlackElo"};
    int64_t rating;
    for (size_t i = 0; i < ARRAY_LEN(names); i++) {
        if (filter_read_number(game_tag(q->game, names[i]), &rating)
            && test_number(test, rating) != negated)
            return !negated;
    }
    return negated;
}

static bool test_result(const struct test *test, const struct question *q)
{
    enum result wanted = test->result;
    if (wanted == RESULT_NONE)
        wanted = result_read(q->game->rules, buffer_text(&test->text));
    enum result is = q->game->result;
    if (is == RESULT_NONE || is == RESULT_OTHER) /* which nobody can ask for */
        is = RESULT_UNKNOWN;
    return (is == wanted) == (test->comparison == SAME);
}

static bool test_year(const struct test *test, const struct question *q)
{
    struct date date;
    if (!date_read_roughly(game_tag(q->game, "Date"), &date) || !date.year)
        return test->comparison == NOT_SAME;
    return test_number(test, date.year);
}

/* A variant named without readings stands for all of its readings. */
static bool test_rules(const struct test *test, const struct rules *rules)
{
    const struct rules *wanted = test->rules;
    bool is = rules && (test->reading ? rules == wanted : strcmp(rules->name, wanted->name) == 0);
    return is == (test->comparison == SAME);
}

static bool ask(const struct test *test, struct question *q)
{
    const struct game *game = q->game;
    switch (test->field) {
    case FIELD_PLAYER:
        return test_player(test, q);
    case FIELD_VARIANT:
        return test->type == VALUE_RULES
                   ? test_rules(test, game->rules)
                   : test_text(test, q, text_of(game->rules ? game->rules->name : ""));
    case FIELD_DATE_OF_GAME:
        return test_date(test, game_tag(game, "Date"));
    case FIELD_RESULT_OF_GAME:
        return test_result(test, q);
    case FIELD_YEAR:
        return test_year(test, q);
    case FIELD_RATING:
        return test_rating(test, q);
    case FIELD_PLIES:
        return test_number(test, game_plies(game));
    case FIELD_MOVES:
        return test_number(test, (game_plies(game) + 1) / 2);
    case FIELD_COMMENTS:
        return test_number(test, q->counts.comments);
    case FIELD_NAGS:
        return test_number(test, q->counts.nags);
    case FIELD_VARIATIONS:
        return test_number(test, q->counts.variations);
    case FIELD_ILLEGAL:
        return test_number(test, q->counts.illegal);
    case FIELD_SETUP:
        return game_is_set_up(game);
    case FIELD_TAG:
        return test_text(test, q, game_tag(game, test->tag));
    }
    return false;
}

int filter_matches(const struct filter *filter, const struct game *game)
{
    struct question q = {.game = game};
    bool truth = true;
    if (filter->needs_counts && game_counts_of(game, &q.counts))
        return -1;
    for (unsigned at = 0; at < filter->n_code;) {
        const struct instruction *i = &filter->code[at++];
        switch (i->op) {
        case OP_TEST:
            truth = ask(&filter->tests[i->arg], &q);
            break;
        case OP_NOT:
            truth = !truth;
            break;
        case OP_JUMP_IF_FALSE:
            at = truth ? at : i->arg;
            break;
        case OP_JUMP_IF_TRUE:
            at = truth ? i->arg : at;
            break;
        }
    }
    buffer_fini(&q.scratch);
    return q.failed ? -1 : truth;
}
