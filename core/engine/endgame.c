// SPDX-License-Identifier: MIT
#include "core/engine/endgame.h"

int endgame_open(const struct rules *rules, const struct engine_options *options, struct egdb **out,
                 struct err *err)
{
    *out = NULL;
    if (!options->egdb)
        return 0;
    const bool usual = !*options->egdb;
    const struct egdb_options egdb = {
        .dir = usual ? NULL : options->egdb,
        .usual = usual,
        .variant_optional = options->egdb_variant_optional,
        .warn = options->warn,
        .ctx = options->hooks.ctx,
    };
    return egdb_open(rules, &egdb, out, err);
}

enum engine_exact endgame_value(void *ctx, const struct position *pos, int *plies)
{
    static const enum engine_exact exact[] = {
        [EGDB_UNKNOWN] = EXACT_UNKNOWN,
        [EGDB_LOSS] = EXACT_LOSS,
        [EGDB_DRAW] = EXACT_DRAW,
        [EGDB_WIN] = EXACT_WIN,
    };
    struct egdb_answer answer;
    egdb_probe(ctx, pos, &answer);
    if (plies)
        *plies = answer.has_plies && answer.value != EGDB_DRAW ? (int)answer.plies : -1;
    return exact[answer.value];
}
