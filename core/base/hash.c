// SPDX-License-Identifier: MIT
#include "core/base/hash.h"

#include "core/base/bytes.h"
#include "core/base/compiler.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

/* The paper's four words of state. */
struct sip {
    uint64_t v0, v1, v2, v3;
};

static ALWAYS_INLINE uint64_t turn_left(uint64_t x, unsigned bits)
{
    return x << bits | x >> (64 - bits);
}

static ALWAYS_INLINE void sip_round(struct sip *s)
{
    s->v0 += s->v1;
    s->v1 = turn_left(s->v1, 13) ^ s->v0;
    s->v0 = turn_left(s->v0, 32);
    s->v2 += s->v3;
    s->v3 = turn_left(s->v3, 16) ^ s->v2;
    s->v0 += s->v3;
    s->v3 = turn_left(s->v3, 21) ^ s->v0;
    s->v2 += s->v1;
    s->v1 = turn_left(s->v1, 17) ^ s->v2;
    s->v2 = turn_left(s->v2, 32);
}

static ALWAYS_INLINE void sip_word(struct sip *s, uint64_t word)
{
    s->v3 ^= word;
    sip_round(s);
    sip_round(s);
    s->v0 ^= word;
}

static uint64_t sip_answer(struct sip *s)
{
    for (unsigned i = 0; i < 4; i++)
        sip_round(s);
    return s->v0 ^ s->v1 ^ s->v2 ^ s->v3;
}

uint64_t hash_keyed(struct hash128 key, const void *bytes, size_t n)
{
    const uint8_t *p = bytes;
    struct sip s = {0x736f6d6570736575 ^ key.low, 0x646f72616e646f6d ^ key.high,
                    0x6c7967656e657261 ^ key.low, 0x7465646279746573 ^ key.high};
    for (size_t left = n; left >= 8; left -= 8, p += 8)
        sip_word(&s, bytes_get(p, 8));
    sip_word(&s, (uint64_t)n << 56 | bytes_get(p, n % 8));
    s.v2 ^= 0xff;
    return sip_answer(&s);
}

struct hash128 hash128_of(const void *bytes, size_t n)
{
    const uint8_t *p = bytes;
    /* "somepseudorandomlygeneratedbytes"; 0xee marks the 128-bit variant */
    struct sip s = {0x736f6d6570736575, 0x646f72616e646f6d ^ 0xee, 0x6c7967656e657261,
                    0x7465646279746573};
    for (size_t left = n; left >= 8; left -= 8, p += 8)
        sip_word(&s, bytes_get(p, 8));
    sip_word(&s, (uint64_t)n << 56 | bytes_get(p, n % 8));
    struct hash128 hash;
    s.v2 ^= 0xee;
    hash.low = sip_answer(&s);
    s.v1 ^= 0xdd;
    hash.high = sip_answer(&s);
    return hash;
}

/* Part by part: each part is hashed together with the hash of those before it. */
int hash128_file(const char *path, struct hash128 *out, struct err *err)
{
    uint8_t bytes[HASH128_SIZE + (1 << 16)] = {0};
    FILE *file = fopen(path, "rb");
    size_t n;
    if (!file)
        return err_file(err, path, "cannot open: %s", strerror(errno));
    do {
        n = fread(bytes + HASH128_SIZE, 1, sizeof bytes - HASH128_SIZE, file);
        *out = hash128_of(bytes, HASH128_SIZE + n);
        hash128_put(*out, bytes);
    } while (n == sizeof bytes - HASH128_SIZE);
    int rc = ferror(file) ? err_file(err, path, "cannot read: %s", strerror(errno)) : 0;
    fclose(file);
    return rc;
}

void hash128_put(struct hash128 hash, uint8_t bytes[HASH128_SIZE])
{
    bytes_put(bytes, hash.low, 8);
    bytes_put(bytes + 8, hash.high, 8);
}

struct hash128 hash128_get(const uint8_t bytes[HASH128_SIZE])
{
    return (struct hash128){bytes_get(bytes, 8), bytes_get(bytes + 8, 8)};
}
