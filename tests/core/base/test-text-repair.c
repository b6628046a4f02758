// SPDX-License-Identifier: MIT
#include "core/base/array.h"
#include "core/base/text-repair.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static const struct {
    const char *name, *text, *repaired; /* repaired: NULL: nothing to repair */
} rows[] = {
    {"plain text", "Wiersma", NULL},
    {"no text", "", NULL},
    {"entity", "M&uuml;ller", "Müller"},

    {"by Windows-1252", "MÃ¼ller", "Müller"},
    {"by Windows-1252: punctuation", "Sijbrands â€“ Wiersma", "Sijbrands – Wiersma"},
    {"by Windows-1252: Cyrillic", "Ð¢ÑƒÑ€Ð½Ð¸Ñ€", "Турнир"},
    {"by Windows-1252: one Cyrillic letter beside others", "Ð¢ÑƒÑ€Ð½Ð¸Ñ€ Ð² Ð\xC2\xA0Ð¸Ð³Ðµ",
     "Турнир в Риге"},
    {"by Windows-1252: a picture", "ðŸ™‚", "🙂"},
    {"by Windows-1250: two letters", "DvoĹ™Ăˇk", "Dvořák"},
    {"by Windows-1250: one letter", "MĂĽller", "Müller"},
    {"by Windows-1250: first letter, beside others", "ÄŚapek, FrantiĹˇek", "Čapek, František"},
    {"by Windows-1251", "РўСѓСЂРЅРёСЂ", "Турнир"},
    {"by Windows-1251: short words", "РўСѓСЂРЅРёСЂ РІ РњРѕСЃРєРІРµ", "Турнир в Москве"},
    {"by Windows-1251: punctuation", "Sijbrands вЂ“ Wiersma", "Sijbrands – Wiersma"},
    {"by Windows-1251: a Latin letter", "MГјller", "Müller"},
    {"by Windows-1251, with an undefined byte", "Р\xC2\x98РІР°РЅ", "Иван"},
    {"by Windows-1251, twice over", "Р\xC2\xA0СћРЎС“РЎР‚Р\xC2\xA0Р…Р\xC2\xA0С‘РЎР‚", "Турнир"},

    {"Russian", "Турнир «С» в Москве — её ход…", NULL},
    {"Russian: one word", "Её", NULL},
    {"Ukrainian", "РІ", NULL},
    {"Ukrainian capitals", "СІРІ ДІДІ ТІНІ", NULL},
    {"Czech: amazing", "Úžasný tah, příště lépe", NULL},
    {"Czech capitals", "NÍŽE TÉŽ VÝŠKA DVOŘÁK", NULL},
    {"Slovak capitals", "PÄŤ PAMÄŤ", NULL},
    {"Polish capitals", "SZKÓŁ ŻÓŁĆ WÓŁ", NULL},
    {"Romanian with a capital", "Îşi Ăştia", NULL},
    {"Romanian capitals", "ORĂŞENESC", NULL},
    {"Hungarian between no-break spaces", "László\xC2\xA0—\xC2\xA0Kiss", NULL},
    {"sound words outweigh a stray sign", "Úžasný tah,Â\xC2\xA0příště",
     "Úžasný tah,\xC2\xA0příště"},
};

static void repairs(void **state)
{
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        struct buffer out = {0};
        const bool any = text_repair(text_of(rows[i].text), &out);
        const struct text wanted = text_of(rows[i].repaired ? rows[i].repaired : "");
        if (any != (rows[i].repaired != NULL) || !text_same(buffer_text(&out), wanted))
            fail_msg("%s: \"%s\" became \"%.*s\"", rows[i].name, rows[i].text,
                     TEXT_ARGS(buffer_text(&out)));
        buffer_fini(&out);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(repairs),
    };
    return cmocka_run_group_tests_name("text-repair", tests, NULL, NULL);
}
