// SPDX-License-Identifier: MIT
#include "cmd/annotate/problems.h"

#include "cmd/lib/command.h"
#include "core/base/array.h"
#include "core/base/printable.h"
#include "core/study/problem-note.h"

#include <inttypes.h>

/* The author, if one of the usual tags names one. */
static struct text name_of(const struct game *game)
{
    static const char *const tags[] = {"Author", "Event", "White"};
    for (size_t i = 0; i < ARRAY_LEN(tags); i++) {
        struct text value = text_trim(game_tag(game, tags[i]));
        if (value.n && value.s[0] != '?')
            return value;
    }
    return (struct text){0};
}

static const char *words_of(const struct problem *problem)
{
    static const char *const words[PROBLEM_VERDICTS] = {
        [PROBLEM_IS_SOUND] = "sound",
        [PROBLEM_IS_UNSOUND] = "unsound",
        [PROBLEM_IS_ILLEGAL] = "illegal",
        [PROBLEM_HAS_SECOND] = "second solution",
        [PROBLEM_HAS_DUAL] = "dual",
        [PROBLEM_IS_OPEN] = "undecided",
        [PROBLEM_IS_SOLVED] = "no solution given, one found",
    };
    return words[problem_verdict(problem)];
}

int problems_print(struct problems *problems, const struct game *game, int64_t number,
                   const struct problem *problem, FILE *out, struct err *err)
{
    struct buffer *text = &problems->text;
    struct text name = name_of(game);
    buffer_clear(text);
    buffer_printf(text, "problem %" PRId64, number);
    if (name.n) {
        buffer_add_string(text, " (");
        printable_add(text, name);
        buffer_add_char(text, ')');
    }
    buffer_printf(text, ": %s%s\n", words_of(problem),
                  problem_verdict(problem) == PROBLEM_IS_OPEN ? ""
                  : problem_is_proven(problem)                ? " (proven)"
                                                              : " (search)");
    for (unsigned i = 0; i < problem->n; i++) {
        buffer_add_string(text, "  ");
        problem_note_line(game, problem, i, text);
        buffer_add_char(text, '\n');
    }
    if (text->failed)
        return err_memory(err);
    problems->n[problem_verdict(problem)]++;
    fwrite(text->s, 1, text->n, out);
    return 0;
}

bool problems_all_sound(const struct problems *p)
{
    return !p->n[PROBLEM_IS_UNSOUND] && !p->n[PROBLEM_IS_ILLEGAL] && !p->n[PROBLEM_HAS_SECOND]
           && !p->n[PROBLEM_HAS_DUAL] && !p->n[PROBLEM_IS_OPEN];
}

void problems_say(const struct problems *p)
{
    static const struct {
        enum problem_verdict verdict;
        const char *words;
    } rows[] = {{PROBLEM_IS_SOUND, "sound"},       {PROBLEM_IS_UNSOUND, "unsound"},
                {PROBLEM_IS_ILLEGAL, "illegal"},   {PROBLEM_HAS_SECOND, "with a second solution"},
                {PROBLEM_HAS_DUAL, "with a dual"}, {PROBLEM_IS_SOLVED, "solved"},
                {PROBLEM_IS_OPEN, "undecided"}};
    char words[256] = "";
    uint64_t sum = 0;
    size_t n = 0;
    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        uint64_t count = p->n[rows[i].verdict];
        sum += count;
        if (count && n < sizeof words)
            n += (size_t)snprintf(words + n, sizeof words - n, "%s%" PRIu64 " %s", n ? ", " : ": ",
                                  count, rows[i].words);
    }
    command_say("%" PRIu64 " problem%s%s", sum, sum == 1 ? "" : "s", words);
    if (p->left_out)
        command_say("left out: %" PRIu64 " game%s without a position of %s own", p->left_out,
                    p->left_out == 1 ? "" : "s", p->left_out == 1 ? "its" : "their");
}

void problems_fini(struct problems *problems) { buffer_fini(&problems->text); }
