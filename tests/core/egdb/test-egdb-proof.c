// SPDX-License-Identifier: MIT
/*
 * The databases of each variant, proved with the move generator.
 *
 * Usage: test-egdb-proof VARIANT...
 *
 * Two and three pieces are solved in the ordinary run, and a part of their positions is proved.
 * With DAMA_TEST_LONG all of them are, and four pieces besides: that takes up to a gigabyte of
 * memory and some minutes a variant.
 */
#include "core/egdb/verify.h"
#include "tests/lib/effort.h"
#include "tests/lib/given.h"
#include "tests/lib/solve-slices.h"

#include <stdio.h>
#include <stdlib.h>

/* Four pieces would take hours there, and the ordinary run has tried the code. */
#if defined __has_feature
# if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#  define SANITIZED
# endif
#endif
#if defined __SANITIZE_ADDRESS__ || defined __SANITIZE_THREAD__
# define SANITIZED
#endif

enum { THREADS = 2, SAMPLED = 30000 };

static bool is_long(void)
{
    const char *word = getenv("DAMA_TEST_LONG");
    return word && *word;
}

/* Proves the slices of `pieces`: all positions in the long run, else about SAMPLED of them. */
static uint64_t prove(const struct egdb_tables *tables, unsigned pieces)
{
    const struct rules *rules = tables->squares.rules;
    struct egdb_material material[EGDB_SLICES_MAX];
    const unsigned slices = egdb_material_list(rules, pieces, material);
    uint64_t proved = 0;
    for (unsigned i = 0; i < slices; i++) {
        const uint64_t size = tables->table[egdb_material_code(material[i])]->index.size;
        const struct egdb_verifier verifier = {
            .tables = tables,
            .threads = THREADS,
            .sample = is_long() ? 1 : (unsigned)(size * slices / effort(SAMPLED, SAMPLED / 10)),
            .seed = i,
        };
        struct egdb_proof proof;
        struct err err = {0};
        char name[EGDB_NAME_SIZE];
        egdb_material_name(material[i], name);
        if (egdb_verify_slice(&verifier, material[i], &proof, &err) != 0)
            fail_msg("%s", err.msg);
        if (proof.wrong)
            fail_msg("%s %s: %llu of %llu positions are wrong", rules->name, name,
                     (unsigned long long)proof.wrong, (unsigned long long)proof.positions);
        assert_true(proof.positions > 0);
        proved += proof.positions;
    }
    return proved;
}

static void solve_and_prove(const struct rules *rules, unsigned from, unsigned pieces)
{
    struct egdb_tables *tables = malloc(sizeof *tables);
    struct err err = {0};
    assert_non_null(tables);
    egdb_tables_init(rules, tables);
    if (solve_slices(tables, pieces, THREADS, &err) < 0)
        fail_msg("%s: %s", rules->name, err.msg);
    for (unsigned n = from; n <= pieces; n++)
        print_message("# %s, %u pieces: %llu positions proved\n", rules->name, n,
                      (unsigned long long)prove(tables, n));
    egdb_tables_fini(tables);
    free(tables);
}

/* Under the sanitizers three pieces are for the boards on which they take a tenth of a second. */
static void two_and_three_pieces(void **state)
{
    const struct rules *rules = *state;
    const bool quick = !rules->board->every_square && !rules->counts_king_moves;
    solve_and_prove(rules, 2, quick ? 3 : effort(3, 2));
}

static void four_pieces(void **state)
{
#ifdef SANITIZED
    (void)state;
    skip();
#else
    if (!is_long())
        skip();
    solve_and_prove(*state, 4, 4);
#endif
}

int main(int argc, char **argv)
{
    static char name[2][64];
    int failed = 0;
    for (int i = 1; i < argc; i++) {
        void *rules = (void *)(uintptr_t)rules_named(argv[i]);
        snprintf(name[0], sizeof name[0], "%s: two and three pieces", argv[i]);
        snprintf(name[1], sizeof name[1], "%s: four pieces", argv[i]);
        const struct CMUnitTest tests[] = {
            {name[0], two_and_three_pieces, NULL, NULL, rules},
            {name[1], four_pieces, NULL, NULL, rules},
        };
        failed += cmocka_run_group_tests(tests, NULL, NULL);
    }
    return failed;
}
