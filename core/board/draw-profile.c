// SPDX-License-Identifier: MIT
/*
 * The draw rules of federations and programs, each row with its source. The first row that names a
 * variant is its default; a variant that no row names has `threefold`.
 */
#include "core/board/draw-profile.h"

#include "core/base/array.h"
#include "core/board/draw-profile-internal.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

/* Material of one side, as struct force. */
#define LONE_KING                                                \
 {                                                               \
  .kings_min = 1, .kings_max = 1, .total_min = 1, .total_max = 1 \
 }
#define KINGS(min, max)                                                          \
 {                                                                               \
  .kings_min = (min), .kings_max = (max), .total_min = (min), .total_max = (max) \
 }
#define WITH_A_KING(min, max)                                                                    \
 {                                                                                               \
  .kings_min = 1, .kings_max = (max), .men_max = (max)-1, .total_min = (min), .total_max = (max) \
 }

/* Rules of material that several rows share. */
#define FIVE_MOVES                                                                 \
 {                                                                                 \
  .reason = "5 moves with one or two pieces, a king among them, against one king", \
  .lone = LONE_KING, .strong = WITH_A_KING(1, 2), .moves = 5                       \
 }
#define DIAGONAL                                                                                \
 {                                                                                              \
  .reason = "5 moves with three pieces against a king on the long diagonal", .lone = LONE_KING, \
  .strong = WITH_A_KING(3, 3), .moves = 5, .on_diagonal = true                                  \
 }
#define KINGS_ON_BOTH_SIDES(text, from, to, n)                                                 \
 {                                                                                             \
  .reason = text, .lone = WITH_A_KING(1, 12), .strong = WITH_A_KING(1, 12), .all_min = (from), \
  .all_max = (to), .moves = (n), .restarts = true                                              \
 }

static const struct material_rule diagonal = DIAGONAL;

static const struct material_rule one_on_one = {
    .reason = "one piece against one",
    .lone = {.kings_max = 1, .men_max = 1, .total_min = 1, .total_max = 1},
    .strong = {.kings_max = 1, .men_max = 1, .total_min = 1, .total_max = 1},
};

static const char quiet_15[] = "15 moves by each side with kings only and no capture";
static const char quiet_25[] = "25 moves by each side with kings only and no capture";
static const char quiet_40[] = "40 moves by each side with kings only and no capture";

static const struct draw_profile profiles[] = {
    {
        .name = "fmjd",
        .source =
            "FMJD, official rules of international draughts, as national rule books print them: "
            "the third time; 25 moves with kings only; 16 moves of one king against three pieces, "
            "5 against fewer",
        .variants = " international ",
        .repetitions = 3,
        .quiet_moves = 25,
        .quiet_reason = quiet_25,
        .material =
            {
                {
                    .reason = "16 moves with three pieces, a king among them, against one king",
                    .lone = LONE_KING,
                    .strong = WITH_A_KING(3, 3),
                    .later = WITH_A_KING(1, 3), /* "the maximum of 16 moves remains valid" */
                    .moves = 16,
                },
                FIVE_MOVES,
            },
    },
    {
        .name = "dam",
        .source =
            "DAM 2.2, help text: the third time; 10 moves of one king against one, two or three; "
            "25 moves without a capture or a man's move",
        .variants = " international ",
        .repetitions = 3,
        .quiet_moves = 25,
        .quiet_reason = quiet_25,
        .material =
            {
                {
                    .reason = "10 moves with one, two or three kings against one",
                    .lone = LONE_KING,
                    .strong = KINGS(1, 3),
                    .moves = 10,
                    .lone_moves = true,
                },
            },
    },
    {
        .name = "killer",
        .source =
            "none is published; two kings beat one in this game, so the endings of fmjd are left "
            "out",
        .variants = " killer ",
        .repetitions = 3,
        .quiet_moves = 25,
        .quiet_reason = quiet_25,
    },
    {
        .name = "wcdf",
        .source = "WCDF rules: the third time; 40 moves of each side without a man's advance or a "
                  "capture",
        .variants = " english ",
        .repetitions = 3,
        .quiet_moves = 40,
        .quiet_reason = quiet_40,
    },
    {
        .name = "fmjd64",
        .source =
            "FMJD-64 rules, 7.2.3 to 7.2.8; when counts of 30 and 60 run is read as lidraughts "
            "reads it",
        .variants = " russian brazilian ",
        .repetitions = 3,
        .quiet_moves = 15,
        .quiet_reason = quiet_15,
        .material =
            {
                {
                    .reason = "15 moves with three kings or more against one",
                    .lone = LONE_KING,
                    .strong = KINGS(3, 12),
                    .moves = 15,
                },
                DIAGONAL,
                FIVE_MOVES,
                KINGS_ON_BOTH_SIDES("30 moves with four or five pieces, kings on both sides, "
                                    "and nothing captured or crowned",
                                    4, 5, 30),
                KINGS_ON_BOTH_SIDES("60 moves with six or seven pieces, kings on both sides, "
                                    "and nothing captured or crowned",
                                    6, 7, 60),
            },
    },
    {
        .name = "cbd",
        .source =
            "national rules of Brazil: the third time; 20 moves with kings only; 5 moves in small "
            "endings with kings (the list of them could not be verified)",
        .variants = " brazilian ",
        .repetitions = 3,
        .quiet_moves = 20,
        .quiet_reason = "20 moves by each side with kings only and no capture",
        .material =
            {
                {
                    .reason = "5 moves with two kings against two",
                    .lone = KINGS(2, 2),
                    .strong = KINGS(2, 2),
                    .moves = 5,
                },
                {
                    .reason = "5 moves with two kings against a king and a man",
                    .lone = {.kings_min = 1,
                             .kings_max = 1,
                             .men_max = 1,
                             .total_min = 2,
                             .total_max = 2},
                    .strong = KINGS(2, 2),
                    .moves = 5,
                },
                FIVE_MOVES,
            },
    },
    {
        .name = "fid",
        .source = "FID rules, as dctl counts them: the fourth time; 40 moves of each side without "
                  "progress",
        .variants = " italian ",
        .repetitions = 4,
        .quiet_moves = 40,
        .quiet_reason = quiet_40,
    },
    {
        .name = "apca",
        .source =
            "APCA rules: the third time; 13 moves of one king against three; 15 moves of each "
            "side without progress, as dctl counts them",
        .variants = " pool ",
        .repetitions = 3,
        .quiet_moves = 15,
        .quiet_reason = quiet_15,
        .material =
            {
                {
                    .reason = "13 moves with three kings against one",
                    .lone = LONE_KING,
                    .strong = KINGS(3, 3),
                    .moves = 13,
                },
            },
    },
    {
        .name = "fmjd-brief",
        .source =
            "FMJD, brief rules of Czech draughts: the third time; 15 moves without a capture or a "
            "man's move",
        .variants = " czech ",
        .repetitions = 3,
        .quiet_moves = 15,
        .quiet_reason = quiet_15,
    },
    {
        .name = "frisian",
        .source =
            "rules of Frisian draughts: 7 moves of two kings against one; one king each at once, "
            "unless one can be captured; the third time is dama's addition",
        .variants = " frisian frysk ",
        .repetitions = 3,
        .material =
            {
                {
                    .reason = "7 moves with two kings against one",
                    .lone = LONE_KING,
                    .strong = KINGS(2, 2),
                    .moves = 7,
                },
                {.reason = "one king against one", .lone = LONE_KING, .strong = LONE_KING},
            },
    },
    {
        .name = "lidraughts",
        .source =
            "lidraughts: 7 moves of two kings against one, 2 moves of one king each, no rule of "
            "repetition",
        .variants = " frisian frysk ",
        .material =
            {
                {
                    .reason = "7 moves with two kings against one",
                    .lone = LONE_KING,
                    .strong = KINGS(2, 2),
                    .moves = 7,
                },
                {
                    .reason = "2 moves with one king against one",
                    .lone = LONE_KING,
                    .strong = LONE_KING,
                    .moves = 2,
                },
            },
    },
    {
        .name = "none",
        .source = "no draws but by agreement",
        .variants = " breakthrough ",
        .anywhere = true,
    },
    {
        .name = "threefold",
        .source =
            "the same position for the third time, where a variant's sources give nothing else",
        .variants = " ",
        .anywhere = true,
        .repetitions = 3,
    },
};

enum { PROFILES = ARRAY_LEN(profiles) };

/* Profiles with options, made on first use and never freed. */
struct made {
    struct made *next;
    struct draw_profile profile;
    char name[];
};

static struct made *made_profiles;
static pthread_mutex_t making = PTHREAD_MUTEX_INITIALIZER; /* guards made_profiles */

static bool names_variant(const struct draw_profile *profile, const struct rules *rules)
{
    size_t n = strlen(rules->name);
    for (const char *s = profile->variants; (s = strchr(s, ' ')) != NULL; s++)
        if (strncmp(s + 1, rules->name, n) == 0 && s[1 + n] == ' ')
            return true;
    return false;
}

const struct draw_profile *draw_profile_at(const struct rules *rules, unsigned index)
{
    for (unsigned i = 0; i < PROFILES; i++)
        if (names_variant(&profiles[i], rules) && index-- == 0)
            return &profiles[i];
    for (unsigned i = PROFILES; i-- > 0;) /* threefold comes before none */
        if (profiles[i].anywhere && !names_variant(&profiles[i], rules) && index-- == 0)
            return &profiles[i];
    return NULL;
}

static const struct draw_profile *find_name(const struct rules *rules, struct text name,
                                            struct err *err)
{
    char names[160] = "";
    size_t n = 0;
    const struct draw_profile *profile;
    for (unsigned i = 0; (profile = draw_profile_at(rules, i)) != NULL; i++) {
        if (text_is(name, profile->name))
            return profile;
        if (n < sizeof names)
            n +=
                (size_t)snprintf(names + n, sizeof names - n, "%s%s", i ? ", " : "", profile->name);
    }
    err_plain(err, "%s has no draw rules '%.*s'; it has %s", rules->name,
              name.n > 40 ? 40 : (int)name.n, name.s, names);
    return NULL;
}

static void add_material(struct draw_profile *profile, const struct material_rule *rule)
{
    unsigned n = 0;
    while (profile->material[n].reason && profile->material[n].reason != rule->reason)
        n++;
    if (n < MATERIAL_RULES)
        profile->material[n] = *rule;
}

enum { LIMIT_MAX = 100000 }; /* moves */

static int read_limit(struct text t, unsigned *limit, struct err *err)
{
    unsigned n = 0;
    if (!text_number(t, LIMIT_MAX, &n) || n < 1)
        return err_plain(err, "expected a limit of moves from 1 to %d, found '%.*s'", LIMIT_MAX,
                         t.n > 40 ? 40 : (int)t.n, t.s);
    *limit = n;
    return 0;
}

static int read_option(struct draw_profile *profile, struct text option, struct err *err)
{
    static const char limit[] = "limit=";
    size_t n = strlen(limit);
    if (option.n >= n && memcmp(option.s, limit, n) == 0)
        return read_limit((struct text){option.s + n, option.n - n}, &profile->limit, err);
    if (text_is(option, "long-diagonal"))
        return add_material(profile, &diagonal), 0;
    if (text_is(option, "one-on-one"))
        return add_material(profile, &one_on_one), 0;
    return err_plain(err, "expected limit=N, long-diagonal or one-on-one, found '%.*s'",
                     option.n > 40 ? 40 : (int)option.n, option.s);
}

/* Cuts off the part before the next comma. */
static struct text take_part(struct text *t)
{
    const char *comma = t->n ? memchr(t->s, ',', t->n) : NULL;
    struct text part = {t->s, comma ? (size_t)(comma - t->s) : t->n};
    t->s += part.n + (comma != NULL);
    t->n -= part.n + (comma != NULL);
    return part;
}

/*
 * The profile of that spelling made earlier, or a copy of `profile`. A name means the same for
 * every variant.
 */
static const struct draw_profile *keep(const struct draw_profile *profile, struct text spelling,
                                       struct err *err)
{
    pthread_mutex_lock(&making);
    struct made *made = made_profiles;
    while (made && !text_is(spelling, made->name))
        made = made->next;
    if (!made && (made = malloc(sizeof *made + spelling.n + 1)) != NULL) {
        memcpy(made->name, spelling.s, spelling.n);
        made->name[spelling.n] = '\0';
        made->profile = *profile;
        made->profile.name = made->name;
        made->next = made_profiles;
        made_profiles = made;
    }
    pthread_mutex_unlock(&making);
    if (!made)
        err_memory(err);
    return made ? &made->profile : NULL;
}

const struct draw_profile *draw_profile_find(const struct rules *rules, struct text spelling,
                                             struct err *err)
{
    if (!spelling.s)
        return draw_profile_at(rules, 0);
    struct text left = spelling;
    const struct draw_profile *base = find_name(rules, take_part(&left), err);
    if (!base || !memchr(spelling.s, ',', spelling.n))
        return base;
    struct draw_profile profile = *base;
    do {
        if (read_option(&profile, take_part(&left), err) != 0)
            return NULL;
    } while (left.n);
    return keep(&profile, spelling, err);
}

const char *draw_profile_word(size_t i) { return i < PROFILES ? profiles[i].name : NULL; }

const char *draw_profile_name(const struct draw_profile *profile) { return profile->name; }

unsigned draw_profile_repetitions(const struct draw_profile *profile)
{
    return profile->repetitions;
}
