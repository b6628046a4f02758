// SPDX-License-Identifier: MIT
#include "core/base/array.h"
#include "core/game/player-name.h"
#include "tests/lib/rows.h"

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

static const struct {
    const char *name, *family;
} rows[] = {
    {"Sijbrands, Ton", "sijbrands"},
    {"T. Sijbrands", "sijbrands"},
    {"Ton Sijbrands", "sijbrands"},
    {"Sijbrands T.", "sijbrands"},
    {"SIJBRANDS", "sijbrands"},
    {"Sijbr\xC3\xA1nds,T", "sijbrands"},
    {"Jannes van der Wal", "wal"},
    {"Wal, J. van der", "wal"},
    {"van der Wal, Jannes", "wal"},
    {"O'Neill, Bob", "o'neill"},
    {"Schwarzman, A.", "schwarzman"},
    {"\xD0\xA7\xD0\x98\xD0\x96\xD0\x9E\xD0\x92, \xD0\x90.",
     "\xD1\x87\xD0\xB8\xD0\xB6\xD0\xBE\xD0\xB2"},
    {"GEORGIEV Alexander", "georgiev"},
    {"Alexander GEORGIEV", "georgiev"},
    {"GEORGIEV Alexander V.", "georgiev"},
    {"DE VITTORIO Antonio", "vittorio"},
    {"LO GALBO Santo", "logalbo"},
    {"LO GALBO, Santo", "logalbo"},
    {"D' AMORE Raffaele", "amore"},
    {"O'NEILL Bob", "o'neill"},
    {"\xC5\xBBUK Micha\xC5\x82", "zuk"},
    {"\xC3\x9C\xC3\x84\xC3\x96 Bo", "uao"},
    {"\xD0\xA7\xD0\x98\xD0\x96\xD0\x9E\xD0\x92 \xD0\x90\xD0\xBB",
     "\xD1\x87\xD0\xB8\xD0\xB6\xD0\xBE\xD0\xB2"},
    {"\xCE\x91\xCE\x92\xCE\x86 \xCE\x93\xCE\xAC", "\xCE\xB1\xCE\xB2\xCE\xB1"},
    {"SCHWARZMAN ALEXANDER", "alexander"},
    {"SCHWARZMAN A.", "schwarzman"},
    {"MF Tinsley", "tinsley"},
    {"JW van Dijk", "dijk"},
    {"GMI Ton Sijbrands", "sijbrands"},
    {"Sijbrands GMI", "sijbrands"},
    {"\xD0\xA7\xD0\xB8\xD0\xB6\xD0\xBE\xD0\xB2 \xD0\x90",
     "\xD1\x87\xD0\xB8\xD0\xB6\xD0\xBE\xD0\xB2"},
    {"GMI SIJBRANDS Ton", "sijbrands"},
    {"Jannes van der WAL II", "wal"},
    {"BoomstraDam NL", "nl"},
    {"Thebest SCAN 3.1", "scan31"},
    {"Ton Sijbrands (NED)", "sijbrands"},
    {"Bubbi Raoul (non disponibile)", "raoul"},
    {"Smith (Leeds, UK), John [GM]", "smith"},
    {"John Smith II", "smith"},
    {"Jan Bakker Jr.", "bakker"},
    {"Dragon 1.18", "dragon118"},
    {"Kingsrow v1.18b", "kingsrowv118b"},
    {"J. Smith 2", "smith2"},
    {"12345", "12345"},
    {"Du, Wei", "du"},
    {"Du (CHN), Wei", "du"},
    {"Le", "le"},
    {"(guest)", "guest"},
    {"", ""},
    {"?", ""},
    {"NN", ""},
};

static void family(void **state)
{
    size_t i = (size_t)(uintptr_t)*state;
    struct buffer out = {0};
    player_name_family(text_of(rows[i].name), &out);
    buffer_add_char(&out, '\0');
    assert_string_equal(out.s, rows[i].family);
    buffer_fini(&out);
}

enum { ROWS = ARRAY_LEN(rows) };

int main(void)
{
    for (size_t i = 0; i < ROWS; i++)
        rows_add(*rows[i].name ? rows[i].name : "nothing", NULL, family,
                 (const void *)(uintptr_t)i);
    return rows_run("player-name");
}
