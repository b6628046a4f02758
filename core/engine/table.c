// SPDX-License-Identifier: MIT
/*
 * Replacement: the same position's entry, else an empty one, else the least valuable; an entry from
 * one search earlier is worth as much as one eight plies less deep.
 */
#include "core/engine/table.h"

#include "core/base/huge-pages.h"
#include "core/base/machine.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { AGE_WORTH = 8 };

static const uint64_t TABLE_MAX = (UINT64_C(1) << 32) * sizeof(struct table_bucket);

/* Bytes of memory, but at most half of the address space: with 32 bits, memory may be larger. */
static size_t memory_size(void)
{
    const uint64_t bytes = machine_memory();
    return bytes && bytes < SIZE_MAX / 2 ? (size_t)bytes : SIZE_MAX / 2;
}

int table_open(struct table *table, size_t size, struct err *err)
{
    *table = (struct table){0};
    if (size < TABLE_MIN)
        return err_plain(err, "transposition table of %zu bytes is too small; the minimum is 1 MiB",
                         size);
    if (size > memory_size())
        return err_plain(err, "transposition table of %zu MiB is larger than memory (%zu MiB)",
                         size >> 20, memory_size() >> 20);
    if (size > TABLE_MAX)
        size = (size_t)TABLE_MAX;
    table->bucket = huge_pages_alloc(size);
    if (!table->bucket)
        return err_plain(err, "transposition table of %zu MiB: %s", size >> 20, strerror(errno));
    table->size = size;
    table->n = size / sizeof(struct table_bucket);
    return 0;
}

void table_close(struct table *table)
{
    huge_pages_free(table->bucket, table->size);
    *table = (struct table){0};
}

void table_clear(struct table *table)
{
    memset((void *)table->bucket, 0, (size_t)table->n * sizeof *table->bucket);
    table->age = 0;
}

static inline unsigned data_age(uint64_t data) { return (unsigned)(data >> 2) & 63; }

unsigned table_full(const struct table *table)
{
    unsigned used = 0;
    uint64_t sample = table->n < 250 ? table->n : 250;
    for (uint64_t b = 0; b < sample; b++)
        for (unsigned i = 0; i < TABLE_BUCKET; i++) {
            uint64_t data =
                atomic_load_explicit(&table->bucket[b].at[i].data, memory_order_relaxed);
            used += (data & 3) && data_age(data) == table->age;
        }
    return sample ? (unsigned)(used * 1000 / (sample * TABLE_BUCKET)) : 0;
}

static uint64_t pack(const struct table *table, const struct table_hit *hit)
{
    return (uint64_t)hit->move << 48 | (uint64_t)(uint16_t)hit->score << 32
           | (uint64_t)(uint8_t)hit->depth << 8 | (uint64_t)table->age << 2 | hit->bound;
}

void table_store(struct table *table, uint64_t key, const struct table_hit *hit)
{
    struct table_bucket *bucket = table_bucket(table, key);
    struct table_entry *victim = &bucket->at[0];
    uint64_t data = pack(table, hit);
    int least = INT32_MAX;
    for (unsigned i = 0; i < TABLE_BUCKET; i++) {
        struct table_entry *entry = &bucket->at[i];
        uint64_t old = atomic_load_explicit(&entry->data, memory_order_relaxed);
        uint64_t check = atomic_load_explicit(&entry->check, memory_order_relaxed);
        if ((check ^ old) == key && (old & 3)) {
            if (!hit->move)
                data |= old & 0xffffull << 48;
            victim = entry;
            break;
        }
        int worth = (old & 3) ? (int8_t)(uint8_t)(old >> 8)
                                    - AGE_WORTH * (int)((table->age - data_age(old)) & 63)
                              : INT32_MIN;
        if (worth < least) {
            least = worth;
            victim = entry;
        }
    }
    atomic_store_explicit(&victim->check, key ^ data, memory_order_relaxed);
    atomic_store_explicit(&victim->data, data, memory_order_relaxed);
}
