// SPDX-License-Identifier: MIT
/*
 * Finding rule sets by the tags of a game, GameType and Variant. Where both are there, they need
 * not agree.
 */
#include "core/base/ascii.h"
#include "core/board/rules-internal.h"
#include "core/board/variants.h"

#include <stdio.h>

enum { GAME_TYPE_ROOM = 40 }; /* more than a GameType with all its fields needs */

/* Pool checkers as in Jamaica: letters as on a board that is turned. */
static const char jamaican_pool[] = "23,B,8,8,A1,1";

/*
 * The long form of a row's GameType: "20,W,10,10,N2,0". The corner where numbers begin (N1, N2) is
 * as the side that starts sees it.
 */
static void game_type_long(const struct rules *rules, char buf[GAME_TYPE_ROOM])
{
    const bool top_left = rules->numbering == NUMBERING_TOP_LEFT;
    const char *squares = rules->numbering == NUMBERING_LETTERS ? "A0"
                          : top_left == (rules->first == WHITE) ? "N2"
                                                                : "N1";
    snprintf(buf, GAME_TYPE_ROOM, "%u,%c,%u,%u,%s,%d", rules->game_type,
             rules->first == WHITE ? 'W' : 'B', rules->board->files, rules->board->ranks, squares,
             rules->board->corner ? 0 : 1);
}

enum { PRIVATE_TYPES = 96 }; /* from here on, numbers that one site uses besides those of PDN */

/* Finds rules by a private number. */
static const struct rules *find_private(unsigned type)
{
    switch (type) {
    case 96:
        return &variant_breakthrough;
    case 97:
        return &variant_frysk;
    case 98:
        return &variant_antidraughts;
    case 99: /* "from position" */
        return &variant_international;
    default:
        return NULL;
    }
}

static int type_unknown(struct text t, unsigned type, struct err *err)
{
    for (unsigned i = 0; i < rules_others_count; i++)
        if (rules_others[i].type == type)
            return err_plain(err, "GameType %u is %s, which dama does not play", type,
                             rules_others[i].title);
    return err_plain(err, "unknown GameType \"%.*s\"", TEXT_ARGS(t));
}

/* The number at the beginning of a GameType. @return false: there is none */
static bool read_type(struct text number, unsigned *type)
{
    *type = 0;
    for (size_t i = 0; i < number.n; i++) {
        if (number.s[i] < '0' || number.s[i] > '9')
            return false;
        if (*type < 1000) /* larger than any; growing further could overflow */
            *type = *type * 10 + (unsigned)(number.s[i] - '0');
    }
    return number.n > 0;
}

/* Compares the fields of a GameType with those of its row; the last one may be left out. */
static enum tags_fit compare_fields(const struct rules *rules, struct text whole)
{
    char expected[GAME_TYPE_ROOM];
    game_type_long(rules, expected);
    const size_t n = strlen(expected);
    if (text_is(whole, expected) || (whole.n == n - 2 && memcmp(whole.s, expected, n - 2) == 0))
        return TAGS_FIT;
    const bool all_but_last = whole.n == n && memcmp(whole.s, expected, n - 1) == 0;
    return all_but_last && (whole.s[n - 1] == '0' || whole.s[n - 1] == '1') ? TAGS_CORNER_DIFFERS
                                                                            : TAGS_FIELDS_DIFFER;
}

/* The fields of a GameType without blanks and in capitals; unchanged if they are too long. */
static struct text plain_fields(struct text t, char room[GAME_TYPE_ROOM])
{
    size_t n = 0;
    for (size_t i = 0; i < t.n; i++) {
        if (ascii_is_space(t.s[i]))
            continue;
        if (n == GAME_TYPE_ROOM)
            return t;
        room[n++] = ascii_upper(t.s[i]);
    }
    return (struct text){room, n};
}

/* Finds rules by the value of a GameType tag. */
static int find_by_type(struct text t, const struct rules **out, enum tags_fit *fit,
                        struct err *err)
{
    char room[GAME_TYPE_ROOM];
    struct text rest = plain_fields(t, room);
    const struct text whole = rest, number = text_trim(rules_cut(&rest, ','));
    unsigned type;
    if (!read_type(number, &type))
        return err_plain(err,
                         "GameType \"%.*s\" is not a number, nor one followed by a comma and "
                         "fields",
                         TEXT_ARGS(t));
    *out = find_private(type);
    for (unsigned i = 0; i < rules_count; i++)
        if (type && rules_all[i]->game_type == type)
            *out = rules_all[i];
    if (!*out)
        return type_unknown(t, type, err);
    if (text_is(whole, rules_unified_pool)
        || text_is(whole, "23,W,8,8,A0")) /* the last field may be left out */
        return rules_find(text_of("pool:first=white"), out, err);
    if (text_is(whole, jamaican_pool) || text_is(whole, "23,B,8,8,A1"))
        *fit = TAGS_SQUARES_DIFFER;
    else if (type < PRIVATE_TYPES
             && whole.n != number.n) /* with private numbers the other fields mean nothing */
        *fit = compare_fields(*out, whole);
    return 0;
}

bool rules_unsupported(struct text game_type, struct text variant)
{
    unsigned type;
    const bool has_type = read_type(text_trim(rules_cut(&game_type, ',')), &type);
    const struct text name = rules_without_game(text_trim(variant));
    for (size_t i = 0; i < rules_others_count; i++)
        if (variant.n ? text_is_nocase(name, rules_others[i].name)
                      : has_type && rules_others[i].type == type)
            return true;
    return false;
}

bool rules_tag_names_no_game(struct text value)
{
    return !value.n || text_is(value, "?") || text_is_nocase(value, "From Position");
}

int rules_of_tags(struct text game_type, struct text variant, const struct rules **out,
                  enum tags_fit *fit, struct err *err)
{
    const struct rules *by_type = NULL, *by_name = NULL;
    *fit = TAGS_FIT;
    if (!rules_tag_names_no_game(variant) && rules_find(variant, &by_name, err))
        return -1;
    if (!rules_tag_names_no_game(game_type)
        && find_by_type(game_type, &by_type, fit, by_name ? NULL : err) && !by_name)
        return -1;
    if (!by_name && !by_type)
        return 0;
    const bool same_game = by_name && by_type && strcmp(by_type->name, by_name->name) == 0;
    const bool same_reading =
        same_game && (by_type == by_name || !*by_type->options || !rules_names_reading(variant));
    *out = !by_name || (same_game && !rules_names_reading(variant)) ? by_type : by_name;
    if (by_name && !rules_tag_names_no_game(game_type) && !same_reading)
        *fit = TAGS_GAMES_DIFFER;
    else if (text_is_nocase(rules_without_game(text_trim(variant)), "gothic"))
        *fit = TAGS_NAME_IS_LOOSE;
    return 1;
}
