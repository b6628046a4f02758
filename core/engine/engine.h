// SPDX-License-Identifier: MIT
/*
 * The engine: searches a position within limits and gives a move, its score, and the line it
 * expects. It plays any rule set, by the data in its row (rules.h).
 *
 * Scores are those of core/board/score.h.
 *
 * An engine thinks about one position at a time. engine_stop and engine_ponder_hit may be called by
 * another thread, or from the callback, at any moment; all other functions only while the engine is
 * not thinking.
 */
#ifndef DAMA_CORE_ENGINE_ENGINE_H
#define DAMA_CORE_ENGINE_ENGINE_H

#include "core/engine/thinking.h"

struct engine;

/**
 * Opens the evaluation that engine_open would, as options->eval says: NULL (the variant's own
 * weights; if there are none, material, with a warning), "material" or a file.
 * @return 0, or -1 with `err`, as eval_open
 */
int engine_open_eval(const struct rules *rules, const struct engine_options *options,
                     struct eval **out, struct err *err);

/**
 * Opens an engine. Its threads live only while it thinks.
 * @param options NULL means all zero; whatever it points to is borrowed during the call, except:
 *                `draws` must live as long as the engine; of `shared_eval` the engine holds a
 *                reference of its own
 * @return 0, or -1 with `err`: damaged weights, table larger than memory, out of memory, too
 *         many threads, no such level
 */
int engine_open(const struct rules *rules, const struct engine_options *options,
                struct engine **out, struct err *err);
void engine_close(struct engine *engine);

/**
 * Forgets the results of earlier searches. After that, the same search on one thread always gives
 * the same answer.
 */
void engine_new_game(struct engine *engine);

/**
 * Thinks, and returns when a limit is reached or engine_stop was called.
 * @param start  the position where the game began, or after its last irreversible move; may be one
 *        that cannot occur (fen_check)
 * @param moves  n legal moves from there to the position to search; needed for repetitions and draw
 *        rules
 * @param report may be NULL
 * @return 0, or -1 with `err`: out of memory
 */
int engine_think(struct engine *engine, const struct position *start, const struct move *moves,
                 unsigned n, const struct engine_limits *limits, engine_report *report, void *ctx,
                 struct engine_result *result, struct err *err);

/**
 * Ends the search within 20 ms. If none is running, ends the next one at once, unless engine_resume
 * is called first.
 */
void engine_stop(struct engine *engine);

/** Cancels an engine_stop or engine_ponder_hit that came while no search was running. */
void engine_resume(struct engine *engine);

/**
 * The opponent has played the expected move: the limits count from now on. If no search is running,
 * this applies to the next one.
 */
void engine_ponder_hit(struct engine *engine);

#endif
