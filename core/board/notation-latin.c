// SPDX-License-Identifier: MIT
/*
 * Squares in letters that are not Latin: a keyboard left on another alphabet writes some that look the
 * same, and some write the files as their language spells them.
 */
#include "core/base/ascii.h"
#include "core/base/utf8.h"
#include "core/board/notation.h"

/* clang-format off */
static const struct {
    uint16_t code;
    char latin;
    bool alike;
} letters[] = {
    /* Cyrillic */
    {0x0410, 'a', true},  {0x0430, 'a', true},  /* А а */
    {0x0411, 'b', false}, {0x0431, 'b', false}, /* Б б */
    {0x0412, 'b', true},  {0x0432, 'b', false}, /* В в */
    {0x0421, 'c', true},  {0x0441, 'c', true},  /* С с */
    {0x0426, 'c', false}, {0x0446, 'c', false}, /* Ц ц */
    {0x0414, 'd', false}, {0x0434, 'd', false}, /* Д д */
    {0x0415, 'e', true},  {0x0435, 'e', true},  /* Е е */
    {0x0424, 'f', false}, {0x0444, 'f', false}, /* Ф ф */
    {0x0413, 'g', false}, {0x0433, 'g', false}, /* Г г */
    {0x041D, 'h', true},  {0x043D, 'h', false}, /* Н н */
    {0x0425, 'h', false}, {0x0445, 'h', false}, /* Х х */
    {0x04BA, 'h', false}, {0x04BB, 'h', true},  /* Һ һ */
    /* Greek */
    {0x0391, 'a', true},  {0x03B1, 'a', false}, /* Α α */
    {0x0392, 'b', true},  {0x03B2, 'b', false}, /* Β β */
    {0x0393, 'g', false}, {0x03B3, 'g', false}, /* Γ γ */
    {0x0394, 'd', false}, {0x03B4, 'd', false}, /* Δ δ */
    {0x0395, 'e', true},  {0x03B5, 'e', false}, /* Ε ε */
    {0x0397, 'h', true},  {0x03B7, 'h', false}, /* Η η */
    {0x03A6, 'f', false}, {0x03C6, 'f', false}, /* Φ φ */
};
/* clang-format on */

static char latin_of(uint32_t code, bool *alike)
{
    for (size_t i = 0; i < sizeof letters / sizeof *letters; i++)
        if (letters[i].code == code) {
            *alike &= letters[i].alike;
            return letters[i].latin;
        }
    return '\0';
}

/* Whether the sign of n bytes at s, which may also be the letter х, stands between squares. */
static bool is_between(struct text t, const char *s, size_t n)
{
    const char *after = s + n;
    return s > t.s && (after == t.s + t.n || !ascii_is_digit(*after));
}

unsigned notation_latin(struct text t, char *buf, bool *alike)
{
    const char *const end = t.s + t.n;
    unsigned n = 0, changed = 0, length;
    *alike = true;
    if (t.n >= NOTATION_MOVE_SIZE) /* no letter grows */
        return 0;
    for (const char *s = t.s; s < end; s += length) {
        const enum notation_sign sign = notation_nonascii_sign(s, end, &length);
        if ((uint8_t)*s < 0x80) {
            buf[n++] = *s;
            length = 1;
        } else if (sign != NOTATION_SIGN_NONE && is_between(t, s, length)) {
            buf[n++] = sign == NOTATION_SIGN_HYPHEN ? '-' : 'x';
        } else {
            length = (unsigned)utf8_next(s, (size_t)(end - s));
            const char latin = length ? latin_of(utf8_code(s, length), alike) : '\0';
            if (!latin)
                return 0;
            buf[n++] = latin;
            changed++;
        }
    }
    buf[n] = '\0';
    return changed ? n : 0;
}
