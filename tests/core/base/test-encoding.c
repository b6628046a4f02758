// SPDX-License-Identifier: MIT
/* Encodings: given, marked and guessed; whole and in pieces; to UTF-8 and back. */
#include "core/base/array.h"
#include "core/base/encoder.h"
#include "core/base/encoding.h"
#include "core/base/reader.h"
#include "core/base/utf8.h"
#include "tests/lib/rows.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

enum { ROOM = 4 << 20 };
static char got[ROOM];
static struct reader_facts facts;

/* Reads all, `step` bytes a call. @return bytes, -1 with err */
static long read_as(const char *bytes, size_t n, const char *encoding, size_t step, struct err *err)
{
    struct source *source;
    struct reader *reader;
    size_t at = 0, now = 1;
    long rc = -1;
    if (source_open_memory("memory", bytes, n, &source, err))
        return -1;
    if (reader_open(source, encoding, &reader, err)) {
        source_close(source);
        return -1;
    }
    while (now) {
        if (reader_fill(reader, got + at, ROOM - at < step ? ROOM - at : step, &now, err))
            goto done;
        at += now;
    }
    facts = reader_facts(reader);
    rc = (long)at;
done:
    reader_close(reader);
    source_close(source);
    return rc;
}

static struct encoded encode(const char *encoding, const char *utf8, struct buffer *out)
{
    struct encoder *e;
    struct err err = {0};
    assert_int_equal(encoder_open(encoding, true, &e, &err), 0);
    const struct encoded done = encoder_add(e, text_of(utf8), out);
    encoder_close(e);
    return done;
}

static const char french[] =
    "[White \"Ber\xc3\xa7ot\"]\n[Black \"Kouam\xc3\xa9\"]\n1. 32-28 {d\xc3\xa9j\xc3\xa0 vu}\n";
static const char russian[] = /* "Партия первая", "Белые: Иванов", "ход сильный" */
    "[Event \"\xd0\x9f\xd0\xb0\xd1\x80\xd1\x82\xd0\xb8\xd1\x8f \xd0\xbf\xd0\xb5\xd1\x80\xd0\xb2\xd0\xb0\xd1\x8f\"]\n"
    "[White \"\xd0\x98\xd0\xb2\xd0\xb0\xd0\xbd\xd0\xbe\xd0\xb2\"]\n1. c3-d4 "
    "{\xd1\x85\xd0\xbe\xd0\xb4 \xd1\x81\xd0\xb8\xd0\xbb\xd1\x8c\xd0\xbd\xd1\x8b\xd0\xb9}\n";

/* "Żółkiewski"; "Novotný, Šťastný"; "Dvořák, Jiří"; "Sørensen", "Hernández"; "Peña, Nuñez"; "74° Ass." */
static const char polish[] = "[White \"\xc5\xbb\xc3\xb3\xc5\x82kiewski\"]\n";
static const char czech[] =
    "[White \"Novotn\xc3\xbd\"]\n[Black \"\xc5\xa0\xc5\xa5\x61stn\xc3\xbd\"]\n";
static const char caron[] = "[White \"Dvo\xc5\x99\xc3\xa1k, Ji\xc5\x99\xc3\xad\"]\n";
static const char danish[] = "[White \"S\xc3\xb8rensen\"]\n[Black \"Hern\xc3\xa1ndez\"]\n";
static const char spanish[] = "[White \"Pe\xc3\xb1\x61\"]\n[Black \"Nu\xc3\xb1\x65z\"]\n";
static const char sign[] = "[Event \"74\xc2\xb0 Ass.\"]\n";

/* "España, 3ª ronda", "1º Torneo de Logroño, nº 4", "Simões, 2.ª fase", "Mª José Muñoz" */
static const char ordinals[] = "[Event \"Espa\xc3\xb1\x61, 3\xc2\xaa ronda\"]\n";
static const char ordinals_twice[] =
    "[Event \"1\xc2\xba Torneo de Logro\xc3\xb1o, n\xc2\xba 4\"]\n";
static const char ordinal_point[] = "[White \"Sim\xc3\xb5\x65s\"]\n[Round \"2.\xc2\xaa fase\"]\n";
static const char ordinal_name[] = "[White \"M\xc2\xaa Jos\xc3\xa9 Mu\xc3\xb1oz\"]\n";
/* "Rareş Iliescu, Bucureşti" */
static const char cedilla[] = "[White \"Rare\xc5\x9f Iliescu\"]\n[Site \"Bucure\xc5\x9fti\"]\n";

/* No-break spaces, as web pages have them; "Alcalá", "Sá" and "Hernández" end and go on with a letter of that byte in DOS */
static const char blank_tags[] =
    "[Event\xc2\xa0\"Open\"]\n[White\xc2\xa0\"Jansen\"]\n[Black\xc2\xa0\xc2\xa0\"Smit\"]\n";
static const char blank_words[] =
    "[White \"Jan\xc2\xa0Jansen\"]\n[Black \"Piet\xc2\xa0 Smit\"]\n1. 32-28 {\xc2\xa0 \xc2\xa0 goed}\n";
static const char blank_runs[] =
    "\xc2\xa0\xc2\xa0\xc2\xa0\xc2\xa0\n[White \"Jan\"]\n\xc2\xa0\xc2\xa0\xc2\xa0\xc2\xa0\n";
static const char acute_end[] =
    "[White \"S\xc3\xa1, Hern\xc3\xa1ndez\"]\n[Site \"Alcal\xc3\xa1\"]\n";

/* "Şahin, Yıldız, Doğan, José"; "Şahin, Ağrı"; "Cauê, Tietê, São João, Camões"; "Đorđević, Anđelko" */
static const char turkish[] =
    "[White \"\xc5\x9e\x61hin, Y\xc4\xb1ld\xc4\xb1z\"]\n[Black \"Do\xc4\x9f\x61n, Jos\xc3\xa9\"]\n";
static const char turkish_marks[] = "[White \"\xc5\x9e\x61hin\"]\n[Site \"A\xc4\x9fr\xc4\xb1\"]\n";
static const char portuguese[] =
    "[White \"Cau\xc3\xaa\"]\n[Event \"Tiet\xc3\xaa, S\xc3\xa3o Jo\xc3\xa3o\"]\n[Site \"Cam\xc3\xb5\x65s\"]\n";
static const char croatian[] = "[White \"\xc4\x90or\xc4\x91\x65vi\xc4\x87, An\xc4\x91\x65lko\"]\n";

/* "Bučinskas, Šadžius"; "Bērziņš, Kārlis Šmits"; "Jõgi, Šmidt"; "Domčev" */
static const char lithuanian[] =
    "[White \"Bu\xc4\x8dinskas\"]\n[Black \"\xc5\xa0\x61\x64\xc5\xbeius\"]\n";
static const char latvian[] =
    "[White \"B\xc4\x93rzi\xc5\x86\xc5\xa1\"]\n[Black \"K\xc4\x81rlis \xc5\xa0mits\"]\n";
static const char estonian[] = "[White \"J\xc3\xb5gi\"]\n[Black \"\xc5\xa0midt\"]\n";
static const char caron_inside[] = "[White \"Dom\xc4\x8d\x65v\"]\n";

/* Signs of Windows: "it’s", "een “goed” idee", "“de ‘oude’ meester” won ‘t" and so on; "où l'été, voilà" */
static const char apostrophes[] = "1. 32-28 {it\xe2\x80\x99s a draw, White can\xe2\x80\x99t win}\n";
static const char quotes[] =
    "[White \"M\xc3\xbcller\"]\n1. 32-28 {een \xe2\x80\x9cgoed\xe2\x80\x9d idee}\n";
static const char nested[] =
    "1. 32-28 {\xe2\x80\x9c\x64\x65 \xe2\x80\x98oude\xe2\x80\x99 meester\xe2\x80\x9d won \xe2\x80\x98t}\n";
static const char guillemets[] =
    "1. 32-28 {\xc2\xab bon \xc2\xbb coup de l\xe2\x80\x99\xc3\xa9quipe d\xe2\x80\x99\x41miens\xe2\x80\xa6 enfin}\n";
static const char dashes[] = "1. 32-28 {beter \xe2\x80\x93 veel beter \xe2\x80\x93 was 18-23}\n";
static const char pairing[] = "[Event \"Wiersma\xe2\x80\x93Sijbrands\"]\n";
static const char euros[] = "[Event \"Open, \xe2\x82\xac\x35\x30\x30\"]\n";
static const char french_dos[] =
    "1. 32-28 {o\xc3\xb9 l'\xc3\xa9t\xc3\xa9, voil\xc3\xa0, il a d\xc3\xbb l'\xc3\xb4ter \xc3\xa0 l'\xc3\xa9\x63ole}\n";
static const char swedish[] =
    "[White \"\xc3\x96stlund, Malm\xc3\xb6\"]\n[Black \"\xc3\x84ngstr\xc3\xb6m, V\xc3\xa4xj\xc3\xb6\"]\n";
/* "Dambord, café"; "België"; "Büttner"; "André “open”…" */
static const char cafe[] = "Dambord, caf\xc3\xa9\n", belgie[] = "Belgi\xc3\xab\n",
                  buttner[] = "B\xc3\xbcttner\n",
                  open_quoted[] = "Andr\xc3\xa9 \xe2\x80\x9copen\xe2\x80\x9d\xe2\x80\xa6\n";
/* "Færch"; "Guttà, Nicolò"; "ИВАНОВ И.", "ЧЕМПИОНАТ МОСКВЫ"; "Чемпионат"; "ход сильный, но не лучший" */
static const char danish_dos[] = "[White \"F\xc3\xa6rch\"]\n";
static const char italian[] = "[White \"Gutt\xc3\xa0, Nicol\xc3\xb2\"]\n";
static const char capitals[] =
    "[White \"\xd0\x98\xd0\x92\xd0\x90\xd0\x9d\xd0\x9e\xd0\x92 \xd0\x98.\"]\n[Event \"\xd0\xa7\xd0\x95\xd0\x9c\xd0\x9f\xd0\x98\xd0\x9e\xd0\x9d\xd0\x90\xd0\xa2 \xd0\x9c\xd0\x9e\xd0\xa1\xd0\x9a\xd0\x92\xd0\xab\"]\n";
static const char few_small[] =
    "[White \"\xd0\x98\xd0\x92\xd0\x90\xd0\x9d\xd0\x9e\xd0\x92 \xd0\x98\xd0\x92\xd0\x90\xd0\x9d\"]\n[Event \"\xd0\xa7\xd0\xb5\xd0\xbc\xd0\xbf\xd0\xb8\xd0\xbe\xd0\xbd\xd0\xb0\xd1\x82 \xd0\x9c\xd0\x9e\xd0\xa1\xd0\x9a\xd0\x92\xd0\xab\"]\n";
static const char small[] =
    "1. c3-d4 {\xd1\x85\xd0\xbe\xd0\xb4 \xd1\x81\xd0\xb8\xd0\xbb\xd1\x8c\xd0\xbd\xd1\x8b\xd0\xb9, \xd0\xbd\xd0\xbe \xd0\xbd\xd0\xb5 \xd0\xbb\xd1\x83\xd1\x87\xd1\x88\xd0\xb8\xd0\xb9}\n";

static const struct row {
    const char *name, *encoding, *text, *found;
} rows[] = {
    {"French in CP1252", "CP1252", french, "CP1252"},
    {"French in DOS", "CP850", french, "CP850"},
    {"Russian in CP1251", "CP1251", russian, "CP1251"},
    {"Russian in KOI8-R", "KOI8-R", russian, "KOI8-R"},
    {"Russian in DOS", "CP866", russian, "CP866"},
    {"a Polish name in CP1250", "CP1250", polish, "CP1250"},
    {"Czech names in CP1250", "CP1250", czech, "CP1250"},
    {"Czech names in ISO-8859-2", "ISO-8859-2", czech, "ISO-8859-2"},
    {"a Czech name in CP1250", "CP1250", caron, "CP1250"},
    {"Danish and Spanish names in CP1252", "CP1252", danish, "CP1252"},
    {"Spanish names in CP1252", "CP1252", spanish, "CP1252"},
    {"a sign in CP1252", "CP1252", sign, "CP1252"},
    {"an ordinal in CP1252", "CP1252", ordinals, "CP1252"},
    {"ordinals of a number and a word in CP1252", "CP1252", ordinals_twice, "CP1252"},
    {"an ordinal after a point in CP1252", "CP1252", ordinal_point, "CP1252"},
    {"an ordinal in a name in CP1252", "CP1252", ordinal_name, "CP1252"},
    {"no-break spaces after tag names in CP1252", "CP1252", blank_tags, "CP1252"},
    {"no-break spaces between words in CP1252", "CP1252", blank_words, "CP1252"},
    {"runs of no-break spaces in CP1252", "CP1252", blank_runs, "CP1252"},
    {"Spanish names with a in DOS", "CP850", acute_end, "CP850"},
    {"Romanian names in CP1250", "CP1250", cedilla, "CP1250"},
    {"Turkish names in CP1254", "CP1254", turkish, "CP1254"},
    {"Turkish s and g in CP1254", "CP1254", turkish_marks, "CP1254"},
    {"Portuguese names in CP1252", "CP1252", portuguese, "CP1252"},
    {"Croatian names in CP1250", "CP1250", croatian, "CP1250"},
    {"Lithuanian names in CP1257", "CP1257", lithuanian, "CP1257"},
    {"Latvian names in CP1257", "CP1257", latvian, "CP1257"},
    {"Estonian names in CP1257", "CP1257", estonian, "CP1257"},
    {"a name with a caron in CP1250", "CP1250", caron_inside, "CP1250"},
    {"apostrophes in CP1252", "CP1252", apostrophes, "CP1252"},
    {"quotes in CP1252", "CP1252", quotes, "CP1252"},
    {"quotes within quotes in CP1252", "CP1252", nested, "CP1252"},
    {"French quotes and an ellipsis in CP1252", "CP1252", guillemets, "CP1252"},
    {"dashes in CP1252", "CP1252", dashes, "CP1252"},
    {"a dash between names in CP1252", "CP1252", pairing, "CP1252"},
    {"euros in CP1252", "CP1252", euros, "CP1252"},
    {"French in DOS, accents at the edge of words", "CP850", french_dos, "CP850"},
    {"Swedish names in DOS", "CP850", swedish, "CP850"},
    {"a word in DOS", "CP850", cafe, "CP850"},
    {"a word in CP1252", "CP1252", cafe, "CP1252"},
    {"a country in DOS", "CP850", belgie, "CP850"},
    {"a German name in DOS", "CP850", buttner, "CP850"},
    {"a name before quotes in CP1252", "CP1252", open_quoted, "CP1252"},
    {"a Danish name in DOS", "CP850", danish_dos, "CP850"},
    {"an Italian name in DOS", "CP850", italian, "CP850"},
    {"Russian capitals in CP1251", "CP1251", capitals, "CP1251"},
    {"Russian capitals in KOI8-R", "KOI8-R", capitals, "KOI8-R"},
    {"Russian, mostly capitals, in CP1251", "CP1251", few_small, "CP1251"},
    {"Russian, mostly capitals, in KOI8-R", "KOI8-R", few_small, "KOI8-R"},
    {"Russian small letters in CP1251", "CP1251", small, "CP1251"},
    {"Russian small letters in KOI8-R", "KOI8-R", small, "KOI8-R"},
    {"French in UTF-16LE", "UTF-16LE", french, "UTF-16LE"},
    {"French in UTF-16BE", "UTF-16BE", french, "UTF-16BE"},
    {"Russian in UTF-8", "UTF-8", russian, NULL},
    {"French in UTF-8", "UTF-8", french, NULL},
};

static void encoding_is_found(void **state)
{
    const struct row *row = *state;
    struct buffer bytes = {0};
    struct err err = {0};
    assert_int_equal(encode(row->encoding, row->text, &bytes).similar, 0);
    static const size_t steps[] = {1, 3, 100000};
    for (size_t i = 0; i < 3; i++) {
        long n = read_as(bytes.s, bytes.n, NULL, steps[i], &err);
        assert_int_equal(n, strlen(row->text));
        assert_memory_equal(got, row->text, (size_t)n);
        if (row->found)
            assert_string_equal(facts.encoding, row->found);
        else
            assert_null(facts.encoding);
        assert_true(facts.guessed == (row->found != NULL));
    }
    buffer_fini(&bytes);
}

/* By order it is the same, whatever the guess would be. */
static void encoding_is_obeyed(void **state)
{
    const struct row *row = *state;
    struct buffer bytes = {0};
    struct err err = {0};
    encode(row->encoding, row->text, &bytes);
    long n = read_as(bytes.s, bytes.n, row->encoding, 1000, &err);
    assert_int_equal(n, strlen(row->text));
    assert_memory_equal(got, row->text, (size_t)n);
    assert_false(facts.guessed);
    buffer_fini(&bytes);
}

static void bytes_that_are_utf8_are_told(void **state)
{
    static const struct {
        const char *bytes, *given, *encoding;
        bool is_utf8_too;
    } rows_of_bytes[] = {
        {"[White \"Andre\"]\n", "ISO-8859-1", NULL, false},
        {"[White \"Andr\xe9\"]\n", "ISO-8859-1", "ISO-8859-1", false},
        {"[White \"Andr\xc3\xa9\"]\n", "ISO-8859-1", NULL, false},
        {"[White \"Andr\xc3\xa9\"]\n[Black \"Andr\xe9\"]\n", "ISO-8859-1", "ISO-8859-1", false},
        {"{\xe0\xa0\xa7}\n", "CP866", "CP866", true},
        {"[White \"Andr\xc3\xa9\"]\n", "SHIFT_JIS", "SHIFT_JIS", true},
    };
    (void)state;
    struct err err = {0};
    for (size_t i = 0; i < ARRAY_LEN(rows_of_bytes); i++) {
        const char *bytes = rows_of_bytes[i].bytes, *encoding = rows_of_bytes[i].encoding;
        assert_true(read_as(bytes, strlen(bytes), rows_of_bytes[i].given, 10, &err) > 0);
        assert_true(facts.is_utf8_too == rows_of_bytes[i].is_utf8_too);
        assert_true(!encoding == !facts.encoding);
    }
}

static void characters_across_blocks_are_utf8(void **state)
{
    enum { BLOCKS = 700 * 1024 };
    (void)state;
    struct err err = {0};
    char *bytes = malloc(BLOCKS);
    assert_non_null(bytes);
    for (size_t i = 0; i < BLOCKS; i++)
        bytes[i] = (char)(i % 2 ? 0xc3 : i ? 0xa9 : '.'); /* one begins at each odd place */
    bytes[BLOCKS - 1] = '.';
    assert_int_equal(read_as(bytes, BLOCKS, "ISO-8859-1", 4096, &err), BLOCKS);
    assert_memory_equal(got, bytes, BLOCKS);
    assert_null(facts.encoding);
    free(bytes);
}

/* A file may be mixed: by order too, lines of UTF-8 stay. */
static void lines_of_utf8_are_kept(void **state)
{
    static const struct {
        const char *encoding, *bytes, *text;
    } lines[] = {
        {"CP1252", "Andr\xc3\xa9\nAndr\xe9\n", "Andr\xc3\xa9\nAndr\xc3\xa9\n"},
        {"CP1257", "\xc5\xa0imk\xc5\xab\r\xd0im\r", "\xc5\xa0imk\xc5\xab\r\xc5\xa0im\r"},
        {"CP1252", "\xc3\xa9 \xe9\n", "\xc3\x83\xc2\xa9 \xc3\xa9\n"},       /* neither: as told */
        {"CP866", "\xe0\xa0\xa7\n", "\xd1\x80\xd0\xb0\xd0\xb7\n"},          /* a word */
        {"CP1252", "\xef\xbb\xbf\xc3\xb6\n\xf6\n", "\xc3\xb6\n\xc3\xb6\n"}, /* no mark */
        {"CP1252", "it\xe2\x80\x99s \xe2\x82\xac\x35\n", "it\xe2\x80\x99s \xe2\x82\xac\x35\n"},
    };
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(lines); i++) {
        struct err err = {0};
        long n = read_as(lines[i].bytes, strlen(lines[i].bytes), lines[i].encoding, 10, &err);
        assert_int_equal(n, strlen(lines[i].text));
        assert_memory_equal(got, lines[i].text, (size_t)n);
    }
}

static void marks_are_taken_off(void **state)
{
    (void)state;
    struct err err = {0};
    assert_int_equal(read_as("\xef\xbb\xbf[A]", 6, NULL, 10, &err), 3);
    assert_true(facts.had_bom && !facts.encoding);
    assert_int_equal(read_as("\xff\xfe[\0A\0]\0", 8, NULL, 10, &err), 3);
    assert_memory_equal(got, "[A]", 3);
    assert_true(facts.had_bom && !facts.guessed);
    assert_string_equal(facts.encoding, "UTF-16LE");
    assert_int_equal(read_as("\xfe\xff\0[\0A\0]", 8, "UTF-16", 10, &err), 3);
    assert_string_equal(facts.encoding, "UTF-16BE");
    assert_int_equal(read_as("\xef\xbb\xbf[A]", 6, "UTF-8", 10, &err), 3);
    assert_int_equal(read_as("\xef\xbb\xbf", 3, NULL, 10, &err), 0);
    assert_int_equal(read_as("", 0, NULL, 10, &err), 0);
}

/* In CP1255, iconv holds a letter back: the next may be a point that belongs to it. */
static void the_last_letter_is_read(void **state)
{
    (void)state;
    struct err err = {0};
    assert_int_equal(read_as("\xe0\xe1\xe2", 3, "CP1255", 10, &err), 6);
    assert_memory_equal(got, "\xd7\x90\xd7\x91\xd7\x92", 6);
}

static void lines_decide_for_themselves(void **state)
{
    (void)state;
    static const char mixed[] = "M\xc3\xbcller\nM\xfcller\n\xe2\x80\x94 \xc3\xa9\xff\n";
    static const char expected[] = "M\xc3\xbcller\nM\xc3\xbcller\n\xe2\x80\x94 \xc3\xa9\xc3\xbf\n";
    struct err err = {0};
    assert_int_equal(read_as(mixed, sizeof mixed - 1, NULL, 10, &err), sizeof expected - 1);
    assert_memory_equal(got, expected, sizeof expected - 1);
    assert_string_equal(facts.encoding, "CP1252");
}

static void undefined_bytes_are_replaced(void **state)
{
    (void)state;
    struct err err = {0};
    assert_int_equal(read_as("a\xffz\xc3", 4, "UTF-8", 10, &err), 8);
    assert_memory_equal(got, "a\xef\xbf\xbdz\xef\xbf\xbd", 8);
    assert_int_equal(facts.replaced, 2);
    assert_int_equal(read_as("a\x81", 2, "CP1252", 10, &err), 4);
    assert_int_equal(facts.replaced, 1);
    assert_int_equal(read_as("\xff\xfe[\0\x00\xd8]", 7, NULL, 10, &err),
                     7); /* half a pair, half a unit */
    assert_memory_equal(got, "[\xef\xbf\xbd\xef\xbf\xbd", 7);
}

/* Characters across the borders of blocks, wherever those are. */
static void blocks_do_not_show(void **state)
{
    (void)state;
    struct err err = {0};
    static const char *const encodings[] = {"UTF-8", "UTF-16LE", "KOI8-R"};
    struct buffer text = {0};
    while (text.n < 900000)
        buffer_printf(&text, "%zu %s", text.n, russian);
    buffer_add(&text, "", 1);
    for (size_t i = 0; i < 3; i++) {
        for (size_t shift = 0; shift < 4; shift++) {
            struct buffer bytes = {0};
            encode(encodings[i], text.s + shift % 2, &bytes);
            long n = read_as(bytes.s, bytes.n, NULL, 70001, &err);
            assert_int_equal(n, strlen(text.s + shift % 2));
            assert_memory_equal(got, text.s + shift % 2, (size_t)n);
            buffer_fini(&bytes);
        }
    }
    buffer_fini(&text);
}

/* A line of damaged UTF-8 says nothing about lines in another encoding, a block or more later. */
static void damaged_lines_decide_nothing(void **state)
{
    (void)state;
    static const char damaged[] = "\xc3\xa9\xc3\xa9\xff\n";
    struct buffer bytes = {0};
    struct err err = {0};
    buffer_add_string(&bytes, damaged);
    while (bytes.n < 600000)
        buffer_add_string(&bytes, "1. 32-28 *\n");
    encode("CP1251", russian, &bytes);
    long n = read_as(bytes.s, bytes.n, NULL, 70001, &err);
    const long last = (long)strlen(russian);
    assert_true(n > last);
    assert_memory_equal(got + n - last, russian, (size_t)last);
    assert_string_equal(facts.encoding, "CP1251");
    buffer_fini(&bytes);
}

static const struct {
    const char *name, *bytes;
    size_t n, valid;
} utf8_rows[] = {
    {"longer than need be", "\xc0\xaf", 2, 0},
    {"surrogate", "a\xed\xa0\x80", 4, 1},
    {"too high", "\xf4\x90\x80\x80", 4, 0},
    {"highest", "\xf4\x8f\xbf\xbf", 4, 4},
    {"three for two", "\xe0\x9f\xbf", 3, 0},
    {"lone tail", "\x80", 1, 0},
    {"cut", "abc\xe2\x82", 5, 3},
    {"NUL", "\0", 1, 1},
    {"five bytes", "\xf8\x88\x80\x80\x80", 5, 0},
};

static void utf8_is_strict(void **state)
{
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(utf8_rows); i++)
        assert_int_equal(utf8_valid(utf8_rows[i].bytes, utf8_rows[i].n), utf8_rows[i].valid);
    char long_text[200];
    for (size_t bad = 0; bad < sizeof long_text; bad++) {
        memset(long_text, 'x', sizeof long_text);
        long_text[bad] = (char)0xff;
        assert_int_equal(utf8_valid(long_text, sizeof long_text), bad);
    }
}

static void names_are_found(void **state)
{
    (void)state;
    struct err err = {0};
    assert_string_equal(encoding_find("latin1", &err), "ISO-8859-1");
    assert_string_equal(encoding_find("Windows-1252", &err), "CP1252");
    assert_string_equal(encoding_find("1251", &err), "CP1251");
    assert_string_equal(encoding_find("utf8", &err), "UTF-8");
    assert_string_equal(encoding_find("koi8r", &err), "KOI8-R");
    assert_null(encoding_find("CP1225", &err));
    assert_string_equal(err.msg, "unknown encoding 'CP1225'; did you mean 'CP1252'?");
    assert_null(encoding_find("", &(struct err){0}));
    err = (struct err){0};
    assert_null(encoding_find("ASCII//IGNORE", &err));
    assert_string_equal(err.msg, "'ASCII//IGNORE': name the encoding without '//IGNORE'");
    for (const char *const *name = encoding_names; *name; name++)
        assert_string_equal(encoding_find(*name, &err), *name);
}

static void what_cannot_be_said_is_counted(void **state)
{
    (void)state;
    struct buffer out = {0};
    assert_int_equal(encode("ISO-8859-1", "\xc3\xa9 \xd0\x98\xd0\xb2 x", &out).similar, 2);
    assert_int_equal(out.s[0], (char)0xe9);
    assert_int_equal(out.s[out.n - 1], 'x');
    buffer_clear(&out);
    assert_int_equal(encode("KOI8-R", "\xd0\x98", &out).similar, 0);
    assert_int_equal(out.n, 1);
    buffer_fini(&out);
    struct encoder *e;
    assert_int_equal(encoder_open("none", true, &e, NULL), -1);
    assert_null(e);
}

/* What becomes of characters that an encoding lacks, and of marks that are characters. */
static const struct {
    const char *name, *encoding, *text, *written;
    size_t similar, lost;
} replaced_rows[] = {
    {"a letter and its mark", "CP1252", "Mu\xcc\x88ller", "M\xfcller", 0, 0},
    {"two marks", "VISCII", "e\xcc\x82\xcc\x81", "\xaa", 0, 0},
    {"two marks, the lower first", "VISCII", "e\xcc\xa3\xcc\x82", "\xae", 0, 0},
    {"a Cyrillic letter and its mark", "KOI8-R", "\xd0\xb8\xcc\x86", "\xca", 0, 0},
    {"a letter that is lacking with its mark", "CP1252", "z\xcc\x87!", "z!", 1, 0},
    {"a letter that nobody marks so", "CP1252", "q\xcc\x88!", "q!", 1, 0},
    {"a mark alone", "CP1252", "\xcc\x88!", "!", 1, 0},
    {"a mark that the encoding has", "CP1258", "q\xcc\x81", "q\xec", 0, 0},
    {"nothing similar", "CP1252", "a\xe7\x8e\x8b\xe2\x98\xba", "a??", 0, 2},
    {"a wide question mark", "CP1252", "\xef\xbc\x9f", "?", 1, 0},
    {"a plain question mark", "CP1252", "?", "?", 0, 0},
    {"quotes have a meaning", "ISO-8859-1", "\xe2\x80\x9c\xe2\x80\x9d\xe2\x80\x99", "'''", 3, 0},
    {"so have brackets", "ISO-8859-1", "\xef\xbd\x9d", "?", 0, 1},
};

static void what_is_lacking_is_replaced(void **state)
{
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(replaced_rows); i++) {
        struct buffer out = {0};
        const char *text = replaced_rows[i].text, *written = replaced_rows[i].written;
        const struct encoded done = encode(replaced_rows[i].encoding, text, &out);
        if (!text_is(buffer_text(&out), written))
            fail_msg("%s: %.*s", replaced_rows[i].name, (int)out.n, out.s);
        assert_int_equal(done.similar, replaced_rows[i].similar);
        assert_int_equal(done.lost, replaced_rows[i].lost);
        assert_int_equal(done.taken, strlen(text));
        buffer_fini(&out);
    }
}

static void a_writer_escapes_what_is_replaced(void **state)
{
    (void)state;
    struct encoder *e;
    struct buffer out = {0};
    assert_int_equal(encoder_open("ISO-8859-1", true, &e, NULL), 0);
    struct encoded done =
        encoder_replace(e, text_of("\xe2\x80\x9cu\xcc\x88\xef\xbd\x9d\xe7\x8e\x8b"), &out);
    assert_true(text_is(buffer_text(&out), "\"\xc3\xbc}?"));
    assert_int_equal(done.similar, 2);
    assert_int_equal(done.lost, 1);
    encoder_close(e);
    buffer_fini(&out);
}

static void what_is_lacking_is_named_with_its_marks(void **state)
{
    (void)state;
    struct encoder *e;
    struct buffer out = {0};
    assert_int_equal(encoder_open("CP1252", false, &e, NULL), 0);
    struct encoded done = encoder_add(e, text_of("ab z\xcc\x87 q"), &out);
    assert_int_equal(done.taken, 3);
    assert_int_equal(done.lacking, 3);
    done = encoder_add(e, text_of("u\xcc\x88"), &out);
    assert_int_equal(done.lacking, 0);
    encoder_close(e);
    buffer_fini(&out);
}

static void marks_are_kept_apart(void **state)
{
    (void)state;
    static const struct {
        const char *encoding;
        size_t mark, letter; /* bytes */
    } marked[] = {{"UTF-16", 2, 2}, {"UTF-16LE", 0, 2}, {"CP1252", 0, 1}};
    for (size_t i = 0; i < ARRAY_LEN(marked); i++) {
        struct encoder *e;
        struct buffer out = {0};
        assert_int_equal(encoder_open(marked[i].encoding, false, &e, NULL), 0);
        assert_int_equal(encoder_mark(e).n, marked[i].mark);
        encoder_add(e, text_of("a"), &out);
        assert_int_equal(out.n, marked[i].letter);
        encoder_close(e);
        buffer_fini(&out);
    }
}

int main(void)
{
    static const struct CMUnitTest others[] = {
        cmocka_unit_test(marks_are_taken_off),
        cmocka_unit_test(the_last_letter_is_read),
        cmocka_unit_test(bytes_that_are_utf8_are_told),
        cmocka_unit_test(characters_across_blocks_are_utf8),
        cmocka_unit_test(lines_of_utf8_are_kept),
        cmocka_unit_test(lines_decide_for_themselves),
        cmocka_unit_test(undefined_bytes_are_replaced),
        cmocka_unit_test(blocks_do_not_show),
        cmocka_unit_test(damaged_lines_decide_nothing),
        cmocka_unit_test(utf8_is_strict),
        cmocka_unit_test(names_are_found),
        cmocka_unit_test(what_cannot_be_said_is_counted),
        cmocka_unit_test(what_is_lacking_is_replaced),
        cmocka_unit_test(a_writer_escapes_what_is_replaced),
        cmocka_unit_test(what_is_lacking_is_named_with_its_marks),
        cmocka_unit_test(marks_are_kept_apart),
    };
    ROWS_LIST(others);
    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        rows_add(rows[i].name, "found", encoding_is_found, &rows[i]);
        rows_add(rows[i].name, "obeyed", encoding_is_obeyed, &rows[i]);
    }
    return rows_run("encoding");
}
