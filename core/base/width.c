// SPDX-License-Identifier: MIT
/*
 * wcwidth() depends on the locale and on the age of the C library: columns would line up on a
 * terminal but not in a mail from cron. Whole blocks of code points are enough for names;
 * characters that Unicode adds to them have the same width.
 */
#include "core/base/width.h"

#include "core/base/array.h"
#include "core/base/utf8.h"

/*
 * Sorted. Source: Unicode Standard Annex #11, "East Asian Width", W and F; for marks the blocks of
 * combining characters, and those of the Hebrew, Arabic, Devanagari and Thai scripts.
 */
static const struct {
    uint32_t first, last;
    uint8_t columns;
} blocks[] = {
    {0x0300, 0x036F, 0},   {0x0483, 0x0489, 0},   {0x0591, 0x05BD, 0},   {0x0610, 0x061A, 0},
    {0x064B, 0x065F, 0},   {0x06D6, 0x06DC, 0},   {0x0941, 0x0948, 0},   {0x094D, 0x094D, 0},
    {0x0E31, 0x0E31, 0},   {0x0E34, 0x0E3A, 0},   {0x0E47, 0x0E4E, 0},   {0x1100, 0x115F, 2},
    {0x1160, 0x11FF, 0},   {0x1AB0, 0x1AFF, 0},   {0x1DC0, 0x1DFF, 0},   {0x200B, 0x200D, 0},
    {0x20D0, 0x20FF, 0},   {0x2E80, 0x3029, 2},   {0x302A, 0x302D, 0},   {0x302E, 0x303E, 2},
    {0x3041, 0x3098, 2},   {0x3099, 0x309A, 0},   {0x309B, 0x33FF, 2},   {0x3400, 0x4DBF, 2},
    {0x4E00, 0xA4CF, 2},   {0xA960, 0xA97F, 2},   {0xAC00, 0xD7A3, 2},   {0xF900, 0xFAFF, 2},
    {0xFE00, 0xFE0F, 0},   {0xFE20, 0xFE2F, 0},   {0xFE30, 0xFE6F, 2},   {0xFF01, 0xFF60, 2},
    {0xFFE0, 0xFFE6, 2},   {0x1F300, 0x1F64F, 2}, {0x1F900, 0x1F9FF, 2}, {0x20000, 0x3FFFD, 2},
    {0xE0100, 0xE01EF, 0},
};

static unsigned columns_of(uint32_t code)
{
    for (size_t i = 0; i < ARRAY_LEN(blocks) && code >= blocks[i].first; i++) {
        if (code <= blocks[i].last)
            return blocks[i].columns;
    }
    return 1;
}

/* Measures the character at `at`. @return its bytes */
static size_t look_at(struct text t, size_t at, unsigned *columns)
{
    size_t n = utf8_next(t.s + at, t.n - at);
    *columns = n > 1 ? columns_of(utf8_code(t.s + at, n)) : 1;
    return n ? n : 1;
}

size_t width_fit(struct text t, size_t columns)
{
    size_t at = 0;
    while (at < t.n) {
        unsigned own;
        size_t n = look_at(t, at, &own);
        if (own > columns)
            break;
        columns -= own;
        at += n;
    }
    return at;
}

size_t width_of(struct text t)
{
    size_t columns = 0;
    for (size_t at = 0; at < t.n;) {
        unsigned own;
        at += look_at(t, at, &own);
        columns += own;
    }
    return columns;
}
