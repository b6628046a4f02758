// SPDX-License-Identifier: MIT
/*
 * Several threads ask at the same time, and a database is opened when its variant first occurs.
 * Slots are filled in order and never change; `rules` is stored last, so a thread that finds it may
 * use the slot without the lock.
 */
#include "cmd/validate/endgame.h"

#include "cmd/lib/command.h"
#include "core/egdb/egdb.h"
#include "core/egdb/folder.h"
#include "core/egdb/slices.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

enum { RULES_MAX = 64 }; /* rule sets in one run, readings included; any more are not looked up */

struct validate_endgame {
    const char *dir;
    pthread_mutex_t lock; /* guards opening */
    struct {
        const struct rules *_Atomic rules; /* NULL: the slot is free; stored last */
        struct egdb *egdb;                 /* owned; NULL: it could not be opened */
    } variant[RULES_MAX];
};

struct validate_endgame *validate_endgame_open(const char *dir)
{
    struct validate_endgame *endgame = calloc(1, sizeof *endgame);
    if (!endgame || pthread_mutex_init(&endgame->lock, NULL) != 0) {
        free(endgame);
        return NULL;
    }
    endgame->dir = dir;
    return endgame;
}

void validate_endgame_close(struct validate_endgame *endgame)
{
    if (!endgame)
        return;
    for (unsigned i = 0; i < RULES_MAX; i++)
        egdb_close(endgame->variant[i].egdb);
    pthread_mutex_destroy(&endgame->lock);
    free(endgame);
}

/*
 * Opens the files of a variant in the folder; if there are none, only endings that can be solved in
 * memory are known.
 */
static struct egdb *open_variant(const struct validate_endgame *endgame, const struct rules *rules)
{
    struct egdb_options options = {.dir = endgame->dir};
    struct egdb *egdb = NULL;
    if (egdb_open(rules, &options, &egdb, NULL) == 0)
        return egdb;
    options.dir = NULL;
    return egdb_open(rules, &options, &egdb, NULL) == 0 ? egdb : NULL;
}

/* @return NULL if there is none */
static struct egdb *find_variant(struct validate_endgame *endgame, const struct rules *rules)
{
    unsigned i = 0;
    for (; i < RULES_MAX; i++) {
        const struct rules *known =
            atomic_load_explicit(&endgame->variant[i].rules, memory_order_acquire);
        if (known == rules)
            return endgame->variant[i].egdb;
        if (!known)
            break;
    }
    pthread_mutex_lock(&endgame->lock);
    while (i < RULES_MAX && atomic_load(&endgame->variant[i].rules)
           && atomic_load(&endgame->variant[i].rules) != rules)
        i++;
    struct egdb *egdb = NULL;
    if (i < RULES_MAX) {
        if (!atomic_load(&endgame->variant[i].rules)) {
            endgame->variant[i].egdb = open_variant(endgame, rules);
            if (endgame->variant[i].egdb)
                egdb_solve_on_demand(endgame->variant[i].egdb);
            atomic_store_explicit(&endgame->variant[i].rules, rules, memory_order_release);
        }
        egdb = endgame->variant[i].egdb;
    }
    pthread_mutex_unlock(&endgame->lock);
    return egdb;
}

bool validate_endgame_value(void *ctx, const struct rules *rules, const struct position *pos,
                            int *value)
{
    struct egdb_answer answer;
    bitboard pieces = pos->pieces[WHITE] | pos->pieces[BLACK];
    unsigned n = 0;
    for (; pieces && n <= EGDB_PIECES_MAX; pieces &= pieces - 1)
        n++;
    struct egdb *egdb = n <= EGDB_PIECES_MAX ? find_variant(ctx, rules) : NULL;
    if (!egdb)
        return false;
    egdb_resolve(egdb, pos, &answer);
    *value = (int)answer.value - EGDB_DRAW;
    return answer.value != EGDB_UNKNOWN;
}

/* Checks the slices of a variant. @return the number of slices, -1 with `err`: out of memory */
static int verify_variant(const char *dir, const struct rules *rules, unsigned *wrong,
                          struct err *err)
{
    struct egdb_slices *slices;
    if (egdb_slices_open(dir, rules, 0, &slices, err))
        return -1;
    for (unsigned i = 0; i < slices->n; i++) {
        char name[EGDB_NAME_SIZE];
        struct err why = {0};
        const char *trouble = egdb_slice_check(&slices->slice[i], &why);
        if (!trouble)
            continue;
        egdb_material_name(slices->slice[i].material, name);
        command_say("%s: %s/%s: %s", dir, rules->name, name, trouble);
        ++*wrong;
    }
    const int n = (int)slices->n;
    egdb_slices_close(slices);
    return n;
}

int validate_endgame_verify(const char *dir, bool quiet)
{
    unsigned wrong = 0;
    struct err err = {0};
    int n = 0;
    if (egdb_folder_check(dir, &err)) {
        command_error(&err);
        return EXIT_IO;
    }
    for (unsigned i = 0; i < rules_count; i++) {
        const int found = verify_variant(dir, rules_all[i], &wrong, &err);
        if (found < 0) {
            command_error(&err);
            return EXIT_IO;
        }
        n += found;
    }
    if (n == 0) {
        command_say("%s: no endgame database in this folder", dir);
        return EXIT_IO;
    }
    if (!quiet)
        command_say("%s: %d endgame slices, %u missing or damaged", dir, n, wrong);
    return wrong ? EXIT_FOUND : EXIT_WELL;
}
