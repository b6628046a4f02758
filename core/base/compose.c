// SPDX-License-Identifier: MIT
#include "core/base/compose.h"

#include "core/base/array.h"
#include "core/base/utf8.h"

// clang-format off
/*
 * Pairs of a letter and the same letter with the mark; a letter with two marks is made from the one
 * that has the first of them. Source: Unicode Character Database, canonical decompositions.
 */
static const struct {
    uint32_t mark;
    const char *pairs;
} marks[] = {
    {0x300, "AÀEÈIÌOÒUÙWẀYỲaàeèiìoòuùwẁyỳÂẦÊỀÔỒâầêềôồĂẰăằƠỜơờƯỪưừ"},
    {0x301,
     "AÁCĆEÉIÍLĹNŃOÓRŔSŚUÚWẂYÝZŹaácćeéiílĺnńoórŕsśuúwẃyýzź¨΅ÂẤÊẾÔỐâấêế"
     "ôốĂẮăắƠỚơớƯỨưứΑΆΕΈΗΉΙΊΟΌΥΎΩΏαάεέηήιίοόυύωώϊΐϋΰГЃКЌгѓкќ"},
    {0x302, "AÂCĈEÊGĜHĤIÎJĴOÔSŜUÛWŴYŶaâcĉeêgĝhĥiîjĵoôsŝuûwŵyŷẠẬạậẸỆẹệỌỘọộ"},
    {0x303, "AÃEẼIĨNÑOÕUŨaãeẽiĩnñoõuũyỹÂẪÊỄÔỖâẫêễôỗĂẴăẵƠỠơỡƯỮưữ"},
    {0x304, "AĀEĒIĪOŌUŪaāeēiīoōuū"},
    {0x306, "AĂGĞUŬaăgğuŭИЙУЎийуўẠẶạặ"},
    {0x307, "BḂCĊDḊEĖFḞGĠIİMṀPṖSṠTṪZŻbḃcċdḋeėfḟgġmṁpṗsṡtṫzż"},
    {0x308, "AÄEËIÏOÖUÜWẄYŸaäeëiïoöuüwẅyÿΙΪΥΫιϊυϋІЇЕЁеёії"},
    {0x309, "AẢEẺIỈOỎUỦaảeẻiỉoỏuủyỷÂẨÊỂÔỔâẩêểôổĂẲăẳƠỞơởƯỬưử"},
    {0x30A, "AÅUŮaåuů"},
    {0x30B, "OŐUŰoőuű"},
    {0x30C, "CČDĎEĚLĽNŇRŘSŠTŤZŽcčdďeělľnňrřsštťzž"},
    {0x31B, "OƠUƯoơuư"},
    {0x323, "AẠEẸIỊOỌUỤaạeẹiịoọuụyỵƠỢơợƯỰưự"},
    {0x326, "SȘTȚsștț"},
    {0x327, "CÇGĢKĶLĻNŅRŖSŞTŢcçgģkķlļnņrŗsştţ"},
    {0x328, "AĄEĘIĮUŲaąeęiįuų"},
};
// clang-format on

bool compose_is_mark(uint32_t point) { return point >= 0x300 && point <= 0x36F; }

/* Finds a letter among the pairs. @return the letter with the mark; n is 0: there is none */
static struct text find_pair(const char *pairs, struct text letter)
{
    struct text all = text_of(pairs);
    for (size_t i = 0, n, made; i < all.n; i += n + made) {
        n = utf8_next(all.s + i, all.n - i);
        made = utf8_next(all.s + i + n, all.n - i - n);
        if (text_same(letter, (struct text){all.s + i, n}))
            return (struct text){all.s + i + n, made};
    }
    return (struct text){0};
}

static struct text find_composed(struct text letter, uint32_t mark)
{
    for (size_t i = 0; i < ARRAY_LEN(marks); i++) {
        if (marks[i].mark == mark)
            return find_pair(marks[i].pairs, letter);
    }
    return (struct text){0};
}

void compose_text(struct buffer *out, struct text t)
{
    size_t letter = out->n; /* where the last character that is not a mark begins */
    for (size_t i = 0, n; i < t.n && !out->failed; i += n) {
        n = utf8_next(t.s + i, t.n - i);
        const bool is_mark = n && compose_is_mark(utf8_code(t.s + i, n));
        n = n ? n : 1;
        struct text made = {0};
        if (is_mark && out->n > letter)
            made = find_composed((struct text){out->s + letter, out->n - letter},
                                 utf8_code(t.s + i, n));
        if (made.n)
            out->n = letter;
        else if (!is_mark)
            letter = out->n;
        buffer_add_text(out, made.n ? made : (struct text){t.s + i, n});
    }
}
