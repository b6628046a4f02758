// SPDX-License-Identifier: MIT
/*
 * Places come in sets of eight, and a block may lie in any place of its set. A place has a tag: the
 * key of its block and the number of its changes, which is odd while a thread writes. A reader
 * takes the word between two looks at the tag, and the word is valid if both tags are the same and
 * even. The tags of a set share a cache line, so a look-up touches two lines: the tags, and the
 * word. Source: H.-J. Boehm, "Can seqlocks get along with programming language memory models?",
 * 2012.
 *
 * The number of changes wraps round after 2^24, that is, after eight million blocks written to one
 * place. To be misled, a reader would have to sleep through exactly so many and then find the same
 * block there.
 */
#include "core/egdb/cache.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

enum { WAYS = 8, WORDS = EGDB_BLOCK_BYTES / 8, LINE = 64 };

static const uint64_t ONE_CHANGE = (uint64_t)1 << EGDB_CACHE_KEY_BITS;
static const uint64_t KEY = ONE_CHANGE - 1;

struct cache_set {
    _Atomic uint64_t tag[WAYS]; /* if its key is 0, the place is empty */
};

struct cache_place {
    _Atomic uint64_t word[WORDS];
};

struct egdb_cache {
    size_t sets;
    _Atomic unsigned hand;     /* which of the eight places is replaced next */
    struct cache_set *set;     /* owned */
    struct cache_place *place; /* owned; eight for each set */
};

int egdb_cache_open(size_t bytes, struct egdb_cache **out, struct err *err)
{
    struct egdb_cache *cache = calloc(1, sizeof *cache);
    if (!cache)
        return err_memory(err);
    cache->sets = bytes / (sizeof(struct cache_set) + WAYS * sizeof(struct cache_place));
    cache->sets = cache->sets > UINT32_MAX ? UINT32_MAX : cache->sets + !cache->sets;
    cache->set = aligned_alloc(LINE, cache->sets * sizeof *cache->set);
    /* zero pages from the system: memory is used only as places fill */
    cache->place = calloc(cache->sets * WAYS, sizeof *cache->place);
    if (!cache->set || !cache->place) {
        egdb_cache_close(cache);
        return err_plain(err, "out of memory for a cache of %zu MiB", bytes >> 20);
    }
    memset((void *)cache->set, 0, cache->sets * sizeof *cache->set);
    *out = cache;
    return 0;
}

void egdb_cache_close(struct egdb_cache *cache)
{
    if (!cache)
        return;
    free(cache->set);
    free(cache->place);
    free(cache);
}

static size_t set_of(const struct egdb_cache *cache, uint64_t key)
{
    const uint64_t mixed = key * 0x9e3779b97f4a7c15 >> 32;
    return (size_t)(mixed * cache->sets >> 32);
}

static bool is_being_written(uint64_t tag) { return tag & ONE_CHANGE; }

bool egdb_cache_read(const struct egdb_cache *cache, uint64_t key, unsigned word, uint64_t *out)
{
    const size_t at = set_of(cache, key);
    const struct cache_set *set = &cache->set[at];
    for (unsigned i = 0; i < WAYS; i++) {
        const uint64_t before = atomic_load_explicit(&set->tag[i], memory_order_acquire);
        if ((before & KEY) != key || is_being_written(before))
            continue;
        *out = atomic_load_explicit(&cache->place[at * WAYS + i].word[word], memory_order_relaxed);
        atomic_thread_fence(memory_order_acquire);
        if (atomic_load_explicit(&set->tag[i], memory_order_relaxed) == before)
            return true;
    }
    return false;
}

void egdb_cache_keep(struct egdb_cache *cache, uint64_t key, const uint64_t *block)
{
    const size_t at = set_of(cache, key);
    struct cache_set *set = &cache->set[at];
    unsigned i = 0;
    while (i < WAYS && atomic_load_explicit(&set->tag[i], memory_order_relaxed) & KEY)
        i++;
    if (i == WAYS)
        i = atomic_fetch_add_explicit(&cache->hand, 1, memory_order_relaxed) % WAYS;
    uint64_t tag = atomic_load_explicit(&set->tag[i], memory_order_relaxed);
    const uint64_t writing = ((tag & ~KEY) + ONE_CHANGE) | key;
    if (is_being_written(tag)
        || !atomic_compare_exchange_strong_explicit(&set->tag[i], &tag, writing,
                                                    memory_order_acquire, memory_order_relaxed))
        return;
    atomic_thread_fence(memory_order_release);
    struct cache_place *place = &cache->place[at * WAYS + i];
    for (unsigned w = 0; w < WORDS; w++)
        atomic_store_explicit(&place->word[w], block[w], memory_order_relaxed);
    atomic_store_explicit(&set->tag[i], writing + ONE_CHANGE, memory_order_release);
}
