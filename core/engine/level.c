// SPDX-License-Identifier: MIT
#include "core/engine/level.h"

#include "core/base/array.h"
#include "core/base/random.h"

#include <limits.h>
#include <stddef.h>

static const struct level levels[] = {
    {'A', 1, 700},
    {'B', 2, 350},
    {'C', 4, 160},
    {'D', 6, 60},
};

const struct level *level_find(char name)
{
    for (unsigned i = 0; i < ARRAY_LEN(levels); i++)
        if (levels[i].name == name)
            return &levels[i];
    return NULL;
}

/*
 * Adds up four random numbers: small errors often, large ones seldom, none beyond twice the blur.
 */
static int error_of(int blur, uint64_t *state)
{
    int64_t sum = 0;
    for (unsigned i = 0; i < 4; i++)
        sum += (int64_t)(random_splitmix64_next(state) % (uint64_t)(blur + 1)) - blur / 2;
    return (int)sum;
}

unsigned level_choose(const struct level *level, const int *score, unsigned n, uint64_t seed)
{
    unsigned best = 0;
    int64_t most = INT64_MIN;
    for (unsigned i = 0; i < n; i++) {
        int64_t seen = (int64_t)score[i] + error_of(level->blur, &seed);
        if (seen > most) {
            most = seen;
            best = i;
        }
    }
    return best;
}
