// SPDX-License-Identifier: MIT
#include "core/base/random.h"

void random_seed(struct random *random, uint64_t seed)
{
    random->state = random_splitmix64_next(&seed);
    if (random->state == 0)
        random->state = 1;
}

uint64_t random_next(struct random *random)
{
    uint64_t x = random->state;
    x ^= x >> 12;
    x ^= x << 25;
    x ^= x >> 27;
    random->state = x;
    return x * 0x2545f4914f6cdd1d;
}

unsigned random_below(struct random *random, unsigned n)
{
    return (unsigned)((random_next(random) >> 32) * n >> 32);
}
