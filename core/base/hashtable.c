// SPDX-License-Identifier: MIT
/*
 * Open addressing with linear probing, at most half full. Slots keep the hashes, so most elements
 * that compete for a slot are told apart without comparing keys.
 */
#include "core/base/hashtable.h"

#include "core/base/hash.h"

#include <fcntl.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { FIRST_ROOM = 64 };

static struct hash128 seed;
static pthread_once_t seed_once = PTHREAD_ONCE_INIT;

/*
 * If the system has no random bytes, the time and the process id must do. A fuzzer gets the same
 * seed each time, so that its findings can be reproduced.
 */
static void draw_seed(void)
{
#ifdef FUZZING_BUILD_MODE_UNSAFE_FOR_PRODUCTION
    return;
#endif
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    seed = (struct hash128){(uint64_t)now.tv_nsec, (uint64_t)getpid()};
    int fd = open("/dev/urandom", O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return;
    struct hash128 drawn;
    if (read(fd, &drawn, sizeof drawn) == (ssize_t)sizeof drawn)
        seed = drawn;
    close(fd);
}

uint64_t hashtable_hash(const void *bytes, size_t n)
{
    pthread_once(&seed_once, draw_seed);
    return hash_keyed(seed, bytes, n);
}

static uint32_t fold_hash(uint64_t hash) { return (uint32_t)(hash ^ hash >> 32); }

static void put(struct hashtable *table, struct hashtable_slot slot)
{
    size_t at = slot.hash & (table->room - 1);
    while (table->slots[at].index)
        at = (at + 1) & (table->room - 1);
    table->slots[at] = slot;
}

static int grow(struct hashtable *table)
{
    size_t room = table->room ? 2 * table->room : FIRST_ROOM;
    struct hashtable larger = {.slots = calloc(room, sizeof *larger.slots), .room = room};
    if (!larger.slots)
        return -1;
    for (size_t i = 0; i < table->room; i++)
        if (table->slots[i].index)
            put(&larger, table->slots[i]);
    free(table->slots);
    table->slots = larger.slots;
    table->room = room;
    return 0;
}

int hashtable_add(struct hashtable *table, uint64_t hash, size_t index)
{
    if (index >= INT32_MAX || (2 * (table->n + 1) > table->room && grow(table)))
        return -1;
    put(table, (struct hashtable_slot){fold_hash(hash), (uint32_t)index + 1});
    table->n++;
    return 0;
}

/* From slot `at` on. */
static size_t find(const struct hashtable *table, uint32_t hash, size_t at, size_t *index)
{
    for (; table->slots[at].index; at = (at + 1) & (table->room - 1)) {
        if (table->slots[at].hash == hash) {
            *index = table->slots[at].index - 1;
            return at + 1;
        }
    }
    return 0;
}

size_t hashtable_first(const struct hashtable *table, uint64_t hash, size_t *index)
{
    *index = 0;
    if (table->n == 0)
        return 0;
    return find(table, fold_hash(hash), fold_hash(hash) & (table->room - 1), index);
}

size_t hashtable_next(const struct hashtable *table, uint64_t hash, size_t at, size_t *index)
{
    return find(table, fold_hash(hash), at & (table->room - 1), index);
}

void hashtable_clear(struct hashtable *table)
{
    if (table->n)
        memset(table->slots, 0, table->room * sizeof *table->slots);
    table->n = 0;
}

void hashtable_fini(struct hashtable *table)
{
    free(table->slots);
    *table = (struct hashtable){0};
}
