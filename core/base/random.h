// SPDX-License-Identifier: MIT
/*
 * Random numbers from a seed, the same on every machine. For play and tests, not for cryptography.
 * Source: SplitMix64: Steele, Lea, Flood, "Fast splittable pseudorandom number generators" (2014);
 * xorshift64*: Vigna, "An experimental exploration of Marsaglia's xorshift generators, scrambled"
 * (2016).
 */
#ifndef DAMA_CORE_BASE_RANDOM_H
#define DAMA_CORE_BASE_RANDOM_H

#include <stdint.h>

#define SPLITMIX64_STEP UINT64_C(0x9e3779b97f4a7c15)

/**
 * Scrambles 64 bits: the finalizer of SplitMix64. Different inputs give different outputs; 0 gives
 * 0.
 */
static inline uint64_t random_splitmix64_scramble(uint64_t x)
{
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9;
    x = (x ^ x >> 27) * 0x94d049bb133111eb;
    return x ^ x >> 31;
}

/**
 * @return the next number of SplitMix64; any state is allowed, and states that are close give
 *         unrelated numbers
 */
static inline uint64_t random_splitmix64_next(uint64_t *state)
{
    return random_splitmix64_scramble(*state += SPLITMIX64_STEP);
}

/** A generator: xorshift64*, seeded through SplitMix64. */
struct random {
    uint64_t state; /* not 0 */
};

void random_seed(struct random *random, uint64_t seed);
uint64_t random_next(struct random *random);
/** @return 0 to n - 1, nearly uniform; n is at least 1 */
unsigned random_below(struct random *random, unsigned n);

#endif
