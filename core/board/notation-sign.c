// SPDX-License-Identifier: MIT
/*
 * The signs between squares that are not ASCII: how typesetting, word processors and keyboards for
 * other alphabets render a hyphen and an x.
 */
#include "core/base/utf8.h"
#include "core/board/notation.h"

static enum notation_sign sign_of(uint32_t code)
{
    if (code >= 0x2010 && code <= 0x2015) /* hyphens, dashes and the bar */
        return NOTATION_SIGN_HYPHEN;
    switch (code) {
    case 0x2212: /* minus */
        return NOTATION_SIGN_HYPHEN;
    case 0x00D7: /* multiplication */
    case 0x2715: /* the same, as an ornament */
    case 0x2716: /* the heavy form of that */
    case 0x2A2F: /* cross product */
    case 0x0425: /* Cyrillic ha */
    case 0x0445:
    case 0x03A7: /* Greek chi */
    case 0x03C7:
        return NOTATION_SIGN_TAKES;
    default:
        return NOTATION_SIGN_NONE;
    }
}

enum notation_sign notation_nonascii_sign(const char *s, const char *end, unsigned *length)
{
    *length = 0;
    if (s == end || (uint8_t)*s < 0x80)
        return NOTATION_SIGN_NONE;
    size_t n = utf8_next(s, (size_t)(end - s));
    enum notation_sign sign = n > 0 ? sign_of(utf8_code(s, n)) : NOTATION_SIGN_NONE;
    if (sign != NOTATION_SIGN_NONE)
        *length = (unsigned)n;
    return sign;
}
