// SPDX-License-Identifier: MIT
/*
 * Places come in sets of four; a block may lie in any of its set. A place's `changes` is odd while
 * a thread writes it; a reader takes the word in between two looks at `changes`, and what it has
 * read counts where both are the same and even. Source: H.-J. Boehm, "Can seqlocks get along with
 * programming language memory models?", 2012.
 */
#include "core/egdb/cache.h"

#include <stdatomic.h>
#include <stdlib.h>

enum { WAYS = 4, WORDS = EGDB_BLOCK_BYTES / 8 };

struct cache_place {
    _Atomic uint32_t changes;
    _Atomic uint64_t key; /* 0: empty */
    _Atomic uint64_t word[WORDS];
};

struct egdb_cache {
    size_t sets;               /* a power of two */
    _Atomic unsigned hand;     /* which of the four gives way next */
    struct cache_place *place; /* owned */
};

int egdb_cache_open(size_t bytes, struct egdb_cache **out, struct err *err)
{
    struct egdb_cache *cache = calloc(1, sizeof *cache);
    if (!cache)
        return err_memory(err);
    for (cache->sets = 1; cache->sets * 2 * WAYS * sizeof(struct cache_place) <= bytes;)
        cache->sets *= 2;
    /* zeros from the system: memory is taken as places fill */
    cache->place = calloc(cache->sets * WAYS, sizeof *cache->place);
    if (!cache->place) {
        free(cache);
        return err_plain(err, "out of memory for a cache of %zu MiB", bytes >> 20);
    }
    *out = cache;
    return 0;
}

void egdb_cache_close(struct egdb_cache *cache)
{
    if (!cache)
        return;
    free(cache->place);
    free(cache);
}

static struct cache_place *set_of(const struct egdb_cache *cache, uint64_t key)
{
    const uint64_t mixed = key * 0x9e3779b97f4a7c15;
    return &cache->place[(size_t)(mixed >> 32 & (cache->sets - 1)) * WAYS];
}

bool egdb_cache_read(const struct egdb_cache *cache, uint64_t key, unsigned word, uint64_t *out)
{
    struct cache_place *set = set_of(cache, key);
    for (unsigned i = 0; i < WAYS; i++) {
        struct cache_place *place = &set[i];
        const uint32_t before = atomic_load_explicit(&place->changes, memory_order_acquire);
        if (atomic_load_explicit(&place->key, memory_order_relaxed) != key || before % 2)
            continue;
        *out = atomic_load_explicit(&place->word[word], memory_order_relaxed);
        atomic_thread_fence(memory_order_acquire);
        if (atomic_load_explicit(&place->changes, memory_order_relaxed) == before)
            return true;
    }
    return false;
}

void egdb_cache_keep(struct egdb_cache *cache, uint64_t key, const uint64_t *block)
{
    struct cache_place *set = set_of(cache, key);
    unsigned i = 0;
    while (i < WAYS && atomic_load_explicit(&set[i].key, memory_order_relaxed) != 0)
        i++;
    if (i == WAYS)
        i = atomic_fetch_add_explicit(&cache->hand, 1, memory_order_relaxed) % WAYS;
    struct cache_place *place = &set[i];
    uint32_t changes = atomic_load_explicit(&place->changes, memory_order_relaxed);
    if (changes % 2
        || !atomic_compare_exchange_strong_explicit(&place->changes, &changes, changes + 1,
                                                    memory_order_acquire, memory_order_relaxed))
        return;
    atomic_thread_fence(memory_order_release);
    atomic_store_explicit(&place->key, key, memory_order_relaxed);
    for (unsigned w = 0; w < WORDS; w++)
        atomic_store_explicit(&place->word[w], block[w], memory_order_relaxed);
    atomic_store_explicit(&place->changes, changes + 2, memory_order_release);
}
