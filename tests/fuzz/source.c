// SPDX-License-Identifier: MIT
/*
 * Packed and encoded input: whatever comes, the text is UTF-8, and the same whatever the size of
 * the steps.
 */
#include "core/base/source.h"

#include "core/base/encoding.h"
#include "core/base/reader.h"
#include "core/base/utf8.h"
#include "tests/fuzz/fuzz.h"

#include <iconv.h>
#include <stdlib.h>
#include <string.h>

enum { ROOM = 1 << 16, UNPACKED_MAX = 1 << 22 };

/* @return a checksum of the UTF-8 read in steps; aborts where it is none */
static uint64_t read_all(const uint8_t *bytes, size_t n, size_t step)
{
    static char text[ROOM];
    struct source *source;
    struct reader *reader;
    struct err err = {0};
    size_t total = 0, kept = 0, got = 1;
    uint64_t sum = 14695981039346656037U;
    if (source_open_memory("fuzz", bytes, n, &source, &err))
        return 0;
    if (reader_open(source, NULL, &reader, &err))
        abort();
    while (got && total < UNPACKED_MAX) {
        size_t room = UNPACKED_MAX - total < step - kept ? UNPACKED_MAX - total : step - kept;
        if (reader_fill(reader, text + kept, room, &got, &err) && got == room)
            abort();
        total += got;
        for (size_t i = 0; i < got; i++)
            sum = (sum ^ (uint8_t)text[kept + i]) * 1099511628211U;
        size_t valid = utf8_valid(text, kept + got);
        kept = kept + got - valid;
        if (kept > 3) /* no more than the beginning of a character */
            abort();
        memmove(text, text + valid, kept);
        if (err.msg[0])
            break;
    }
    if (!got && kept)
        abort();
    reader_close(reader);
    source_close(source);
    return sum ^ total;
}

/* The C library loads a converter when it is first opened and unloads it when it is last closed. */
static void keep_converters(void)
{
    static iconv_t kept[32];
    for (size_t i = 0; i < sizeof kept / sizeof *kept && encoding_names[i] && !kept[i]; i++)
        kept[i] = iconv_open("UTF-8", encoding_names[i]);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n)
{
    keep_converters();
    if (read_all(bytes, n, ROOM) != read_all(bytes, n, 777))
        abort();
    return 0;
}
