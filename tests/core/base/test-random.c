// SPDX-License-Identifier: MIT
/* Random numbers: compared with published sequences, and the range of random_below. */
#include "core/base/array.h"
#include "core/base/random.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

/*
 * Source: https://rosettacode.org/wiki/Pseudo-random_numbers/Splitmix64, the first five for
 * 1234567.
 */
static void splitmix64_as_published(void **state)
{
    (void)state;
    static const uint64_t want[] = {6457827717110365317u, 3203168211198807973u,
                                    9817491932198370423u, 4593380528125082431u,
                                    16408922859458223821u};
    uint64_t seed = 1234567;
    for (size_t i = 0; i < ARRAY_LEN(want); i++)
        assert_true(random_splitmix64_next(&seed) == want[i]);
}

/*
 * Source: https://rosettacode.org/wiki/Pseudo-random_numbers/Xorshift_star, high halves for
 * 1234567.
 */
static void xorshift64_as_published(void **state)
{
    (void)state;
    static const uint32_t want[] = {3540625527, 2750739987, 4037983143, 1993361440, 3809424708};
    struct random random = {1234567};
    for (size_t i = 0; i < ARRAY_LEN(want); i++)
        assert_true(random_next(&random) >> 32 == want[i]);
}

static void same_seed_same_numbers(void **state)
{
    (void)state;
    struct random a, b;
    random_seed(&a, 7);
    random_seed(&b, 7);
    for (unsigned i = 0; i < 100; i++)
        assert_true(random_next(&a) == random_next(&b));
    random_seed(&b, 8);
    assert_false(random_next(&a) == random_next(&b));
}

/* The one seed that SplitMix64 turns into 0, which xorshift would never leave. */
static void no_seed_is_stuck(void **state)
{
    (void)state;
    struct random random;
    random_seed(&random, 0 - SPLITMIX64_STEP);
    assert_true(random.state != 0);
    assert_true(random_next(&random) != random_next(&random));
}

static void below_draws_all(void **state)
{
    (void)state;
    unsigned drawn[7] = {0};
    struct random random;
    random_seed(&random, 1);
    for (unsigned i = 0; i < 7000; i++) {
        unsigned n = random_below(&random, 7);
        assert_in_range(n, 0, 6);
        drawn[n]++;
    }
    for (unsigned i = 0; i < 7; i++)
        assert_in_range(drawn[i], 850, 1150);
    assert_int_equal(random_below(&random, 1), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(splitmix64_as_published), cmocka_unit_test(xorshift64_as_published),
        cmocka_unit_test(same_seed_same_numbers),  cmocka_unit_test(no_seed_is_stuck),
        cmocka_unit_test(below_draws_all),
    };
    return cmocka_run_group_tests_name("random", tests, NULL, NULL);
}
