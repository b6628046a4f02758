// SPDX-License-Identifier: MIT
#include "core/base/array.h"
#include "core/base/hashtable.h"
#include "core/base/keyset.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

enum { MANY = 5000 };

/* Three elements share each hash: the table offers them all. */
static void offers_all_with_the_hash(void **state)
{
    (void)state;
    struct hashtable table = {0};
    HASHTABLE_EACH (&table, 0, i)
        fail_msg("an empty table offers %zu", i);
    for (size_t i = 0; i < MANY; i++)
        assert_int_equal(hashtable_add(&table, i / 3, i), 0);
    for (uint64_t hash = 0; hash < MANY / 3; hash++) {
        unsigned n = 0, sum = 0;
        HASHTABLE_EACH (&table, hash, i) {
            n++;
            sum += (unsigned)i;
        }
        assert_int_equal(n, 3);
        assert_int_equal(sum, 9 * hash + 3);
    }
    HASHTABLE_EACH (&table, MANY, i)
        fail_msg("an unknown hash offers %zu", i);
    hashtable_clear(&table);
    HASHTABLE_EACH (&table, 1, i)
        fail_msg("a cleared table offers %zu", i);
    assert_int_equal(hashtable_add(&table, 1, INT32_MAX), -1);
    hashtable_fini(&table);
    assert_null(table.slots);
}

/* The keys are alike in their low bits or in their high ones. */
static void keeps_keys(void **state)
{
    static const unsigned shifts[] = {0, 20, 44};
    (void)state;
    for (size_t k = 0; k < ARRAY_LEN(shifts); k++) {
        struct keyset set = {0};
        for (uint64_t i = 2; i < MANY; i++)
            assert_int_equal(keyset_add(&set, i << shifts[k]), 1);
        for (uint64_t i = 2; i < MANY; i++)
            assert_int_equal(keyset_add(&set, i << shifts[k]), 0);
        assert_int_equal(set.n, MANY - 2);
        keyset_fini(&set);
        assert_null(set.slots);
    }
}

static void takes_zero_for_one(void **state)
{
    (void)state;
    struct keyset set = {0};
    assert_int_equal(keyset_add(&set, 0), 1);
    assert_int_equal(keyset_add(&set, 1), 0);
    assert_int_equal(keyset_add(&set, 0), 0);
    keyset_fini(&set);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(offers_all_with_the_hash),
        cmocka_unit_test(keeps_keys),
        cmocka_unit_test(takes_zero_for_one),
    };
    return cmocka_run_group_tests_name("hashtable", tests, NULL, NULL);
}
