// SPDX-License-Identifier: MIT
#include "tests/lib/answers.h"

#include <stdlib.h>

enum { LINE_QUIET = 3, LINE_MAX_MOVES = 16 };

struct answering {
    struct answers *answers;
    const struct rules *rules;
    struct engine_line line;
};

static int open_answers(void *ctx, const struct rules *rules, const struct engine_options *options,
                        void **out, struct err *err)
{
    struct answering *engine = calloc(1, sizeof *engine);
    (void)options;
    if (!engine)
        return err_memory(err);
    engine->answers = ctx;
    engine->rules = rules;
    *out = engine;
    return 0;
}

static void nothing_to_do(void *engine) { (void)engine; }

static void set_line(struct engine_line *line, struct answer answer)
{
    *line = (struct engine_line){
        .wdl = {.win = answer.win, .draw = answer.draw, .loss = 1 - answer.win - answer.draw}};
    line->score = (int)(1000 * (answer.win - line->wdl.loss));
    if (answer.plies > 0)
        line->score = SCORE_WON - answer.plies;
    else if (answer.plies < 0)
        line->score = -SCORE_WON - answer.plies;
}

/* The first move that is allowed, then always the first of the list, to a quiet position. */
static void fill_line(const struct rules *rules, const struct position *start,
                      const struct engine_limits *limits, struct moves *list,
                      struct engine_line *line)
{
    struct position pos = *start;
    for (line->n = 0; list->n && line->n < LINE_MAX_MOVES; line->n++) {
        line->pv[line->n] = line->n == 0 && limits->n_only ? limits->only[0] : list->at[0];
        move_play(rules, &pos, &line->pv[line->n]);
        if (moves_generate(rules, &pos, list))
            list->n = 0;
        if (line->n + 1 >= LINE_QUIET && !moves_has_capture(rules, &pos))
            list->n = 0;
    }
}

static int think(void *ctx, const struct position *start, const struct move *moves, unsigned n,
                 const struct engine_limits *limits, engine_report *report, void *report_ctx,
                 struct engine_result *result, struct err *err)
{
    struct answering *engine = ctx;
    struct answers *answers = engine->answers;
    struct moves list;
    (void)moves, (void)n, (void)report, (void)report_ctx;
    moves_init(&list);
    if (moves_generate(engine->rules, start, &list))
        return err_memory(err);
    *result = (struct engine_result){.has_move = list.n > 0, .depth = 7, .nodes = 100};
    if (list.n) {
        const struct answer even = {0.1F, 0.8F, 0};
        set_line(&engine->line, answers->asked < answers->n ? answers->at[answers->asked] : even);
        answers->asked++;
        fill_line(engine->rules, start, limits, &list, &engine->line);
    } else {
        set_line(&engine->line, (struct answer){0, 0, 0});
        engine->line.score = -SCORE_WON;
    }
    result->lines = &engine->line;
    result->n_lines = 1;
    moves_fini(&list);
    return 0;
}

const struct engine_ops engine_ops_answers = {.open = open_answers,
                                              .close = free,
                                              .new_game = nothing_to_do,
                                              .think = think,
                                              .stop = nothing_to_do,
                                              .resume = nothing_to_do,
                                              .ponder_hit = nothing_to_do};
