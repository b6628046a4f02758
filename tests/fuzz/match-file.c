// SPDX-License-Identifier: MIT
/*
 * Match files: a file that is taken is printed, and what is printed is taken again and prints the
 * same.
 */
#include "match/config.h"
#include "tests/fuzz/fuzz.h"

#include <stdlib.h>

static bool read_and_print(const char *text, size_t n, struct buffer *out)
{
    struct arena arena = {0};
    struct match_config config;
    struct err err = {0};
    bool good = match_config_parse("/nowhere/fuzz.yaml", text, n, &arena, &config, &err) == 0;
    if (good)
        match_config_print(&config, out);
    else if (!err.msg[0])
        abort();
    arena_fini(&arena);
    return good;
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n)
{
    struct buffer first = {0}, second = {0};
    if (read_and_print((const char *)bytes, n, &first)
        && (!read_and_print(first.s, first.n, &second)
            || !text_same(buffer_text(&first), buffer_text(&second))))
        abort();
    buffer_fini(&first);
    buffer_fini(&second);
    return 0;
}
