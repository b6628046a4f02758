// SPDX-License-Identifier: MIT
#include "core/base/latin.h"

#include "core/base/array.h"
#include "core/base/ascii.h"

#include <string.h>

bool latin_is_letter(unsigned point)
{
    return (point >= 0xC0 && point <= 0x17F && point != 0xD7 && point != 0xF7)
           || (point >= 0x218 && point <= 0x21B);
}

bool latin_is_vowel(unsigned point)
{
    return point && point < 0x80 && strchr("aeiouAEIOU", (int)point);
}

/* The small letter for a capital; any other letter is returned unchanged. */
static unsigned small_of(unsigned point)
{
    if (point < 0x100)
        return point >= 0xC0 && point <= 0xDE ? point + 0x20 : point;
    if (point == 0x130)
        return 'i';
    /* in these ranges the capitals are odd */
    const bool odd = (point >= 0x139 && point <= 0x148) || (point >= 0x179 && point <= 0x17E);
    return point % 2 == (odd ? 1 : 0) ? point + 1 : point;
}

/* Small letters. In Turkish the ones that others lack come first; 0x69 belongs to I with a dot. */
static const unsigned short turkish[] = {0x11F, 0x131, 0x15F, 0x69, 0xE7,
                                         0xF6,  0xFC,  0xE2,  0xEE, 0xFB},
                            baltic[] = {0x105, 0x10D, 0x119, 0x117, 0x12F, 0x161, 0x173,
                                        0x16B, 0x17E, 0x101, 0x113, 0x123, 0x12B, 0x137,
                                        0x13C, 0x146, 0xF5,  0xE4,  0xF6,  0xFC};

static bool is_among(const unsigned short *letters, size_t n, unsigned point)
{
    for (size_t i = 0; i < n; i++)
        if (letters[i] == small_of(point))
            return true;
    return false;
}

bool latin_has(enum latin_letters letters, unsigned point)
{
    switch (letters) {
    case LATIN_TURKISH:
        return is_among(turkish, ARRAY_LEN(turkish), point);
    case LATIN_BALTIC:
        return is_among(baltic, ARRAY_LEN(baltic), point);
    default:
        return true;
    }
}

static bool is_turkish_vowel(unsigned point)
{
    const unsigned small = small_of(point);
    return latin_is_vowel(point)
           || (point >= 0x80 && small != 0xE7 && small != 0x11F && small != 0x15F);
}

/* Odd: g with breve not after a vowel; c with cedilla before a consonant but not after a vowel. */
static bool is_odd_in_turkish(unsigned point, unsigned before, unsigned after)
{
    const unsigned small = small_of(point);
    const bool consonant_follows = ascii_is_letter((char)after) && !latin_is_vowel(after);
    if (small == 0x11F)
        return !is_turkish_vowel(before);
    return small == 0xE7 && after < 0x80 && consonant_follows && !is_turkish_vowel(before);
}

/*
 * n with tilde not before a vowel, c with cedilla before a consonant, e with grave before a vowel,
 * ae and e with circumflex at the end of a word; e with ogonek after i at the end; a with breve
 * before o, and o with two acutes before e, where Portuguese has them with tilde; and the letters
 * of Icelandic.
 */
bool latin_is_odd(enum latin_letters letters, unsigned point, unsigned before, unsigned after)
{
    const bool end = !(after >= 0x80 || ascii_is_letter((char)after));
    const bool consonant = after < 0x80 && !end && !latin_is_vowel(after);
    if (letters == LATIN_TURKISH && is_odd_in_turkish(point, before, after))
        return true;
    switch (small_of(point)) {
    case 0xF1:
        return end || consonant;
    case 0xE7:
        return consonant && letters != LATIN_TURKISH;
    case 0xE8:
        return latin_is_vowel(after);
    case 0xE6:
    case 0xEA:
        return end && before != ' ' && point == small_of(point);
    case 0x119:
        return letters == LATIN_BALTIC && end && before == 'i';
    case 0x103:
        return after == 'o';
    case 0x151:
        return after == 'e';
    case 0xFE:
    case 0xF0:
    case 0xFF:
        return true;
    default:
        return false;
    }
}
