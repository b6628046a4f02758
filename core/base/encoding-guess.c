// SPDX-License-Identifier: MIT
/*
 * Guesses by the shape of words. In Cyrillic code pages whole words are high bytes (80-FF), in
 * Latin ones only a few letters among ASCII. Cyrillic pages differ in which bytes are small
 * letters, and in words those follow capitals; for Latin pages see latin-guess.c.
 */
#include "core/base/encoding-guess.h"

#include "core/base/array.h"
#include "core/base/ascii.h"
#include "core/base/latin-guess.h"
#include "core/base/latin.h"

#include <stdbool.h>
#include <string.h>

#ifdef HAVE_UCHARDET
# include <uchardet/uchardet.h>
#endif

struct byte_shape {
    unsigned high, beside_high;      /* high bytes; those next to another one */
    unsigned beside_letter;          /* high bytes next to an ASCII letter */
    unsigned low_8_9, a_f, c_d, e_f; /* by first digit: 80-9F, A0-AF, C0-DF, E0-FF */
    unsigned rising, falling; /* words that begin with C0-DF and go on with E0-FF; the reverse */
    unsigned common_1251, common_koi8; /* sums of the tables below, by each page */
};

/*
 * How common the 32 letters are in Russian, in the order of each page, on a logarithmic scale: 0 is
 * less than 0.3 %, 9 is the letter o with 11 %.
 */
static const char common_1251[] = "84756834846768967786032421055025",
                  common_koi8[] = "28426805384676896577863755420140";

/* Counts what tells CP1251 from KOI8-R: the capitals of one are the small letters of the other. */
static void measure_case(struct byte_shape *s, unsigned char before, unsigned char c,
                         unsigned char after)
{
    if (c < 0xc0)
        return;
    s->common_1251 += (unsigned)(common_1251[c & 0x1f] - '0');
    s->common_koi8 += (unsigned)(common_koi8[c & 0x1f] - '0');
    if (before >= 0x80 || after < 0xc0)
        return;
    s->rising += c < 0xe0 && after >= 0xe0;
    s->falling += c >= 0xe0 && after < 0xe0;
}

/* Whether a byte is a no-break space: in CP866 it is a letter, and would be next to letters. */
static bool is_blank_byte(unsigned char before, unsigned char c, unsigned char after)
{
    return c == LATIN_NO_BREAK_SPACE && (before < 0x80 || before == LATIN_NO_BREAK_SPACE)
           && (after < 0x80 || after == LATIN_NO_BREAK_SPACE);
}

static struct byte_shape measure(const unsigned char *p, size_t n)
{
    struct byte_shape s = {0};
    for (size_t i = 0; i < n; i++) {
        unsigned char c = p[i], before = i ? p[i - 1] : ' ', after = i + 1 < n ? p[i + 1] : ' ';
        if (c < 0x80 || is_blank_byte(before, c, after))
            continue;
        s.high++;
        s.beside_high += before >= 0x80 || after >= 0x80;
        s.beside_letter += ascii_is_letter((char)before) || ascii_is_letter((char)after);
        s.low_8_9 += c < 0xa0;
        s.a_f += c >= 0xa0 && c < 0xb0;
        s.c_d += c >= 0xc0 && c < 0xe0;
        s.e_f += c >= 0xe0;
        measure_case(&s, before, c, after);
    }
    return s;
}

/*
 * Names begin with a capital and go on in small letters, which outnumber capitals. If all letters
 * are of one case, their frequencies decide.
 * @return the Cyrillic code page; NULL: the text is in Latin letters
 */
static const char *guess_cyrillic(const struct byte_shape *s)
{
    if (s->high < 4 || s->beside_high * 10 <= s->high * 7 || s->beside_letter * 2 > s->high)
        return NULL;
    if ((s->low_8_9 + s->a_f) * 10 > s->high * 6)
        return "CP866";
    if (s->rising != s->falling)
        return s->falling > s->rising ? "KOI8-R" : "CP1251";
    if (s->c_d && s->e_f)
        return s->c_d > s->e_f ? "KOI8-R" : "CP1251";
    return s->common_koi8 > s->common_1251 ? "KOI8-R" : "CP1251";
}

#ifdef HAVE_UCHARDET
/* We trust uchardet only if it names an encoding in which old collections were really written. */
static const char *guess_by_uchardet(struct text text)
{
    static const struct {
        const char *theirs, *ours;
    } names[] = {
        {"WINDOWS-1251", "CP1251"}, {"KOI8-R", "KOI8-R"},         {"IBM866", "CP866"},
        {"WINDOWS-1250", "CP1250"}, {"ISO-8859-2", "ISO-8859-2"}, {"WINDOWS-1252", "CP1252"},
        {"ISO-8859-1", "CP1252"},   {"ISO-8859-9", "CP1254"},     {"WINDOWS-1257", "CP1257"},
        {"ISO-8859-13", "CP1257"},  {"WINDOWS-1254", "CP1254"},   {"ISO-8859-15", "CP1252"}};
    const char *found = NULL;
    uchardet_t detector = uchardet_new();
    if (detector && uchardet_handle_data(detector, text.s, text.n) == 0) {
        uchardet_data_end(detector);
        const char *name = uchardet_get_charset(detector);
        for (size_t i = 0; i < ARRAY_LEN(names); i++)
            if (strcmp(names[i].theirs, name) == 0)
                found = names[i].ours;
    }
    if (detector)
        uchardet_delete(detector);
    return found;
}
#endif

const char *encoding_guess(struct text text)
{
    struct byte_shape shape = measure((const unsigned char *)text.s, text.n);
    const char *cyrillic = guess_cyrillic(&shape), *other = NULL;
#ifdef HAVE_UCHARDET
    /*
     * uchardet knows letter frequencies, but takes three accents for Greek or Thai, and capitals in
     * CP1251 for KOI8-R: the shape of words has to agree.
     */
    enum { ENOUGH = 24 };
    if (shape.high >= ENOUGH)
        other = guess_by_uchardet(text);
    if (cyrillic && other && strcmp(other, "CP866") == 0)
        return other;
#endif
    return cyrillic ? cyrillic : latin_guess(text, other);
}
