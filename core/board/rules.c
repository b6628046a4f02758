// SPDX-License-Identifier: MIT
/*
 * Finding rule sets by the names that people and files give them. A reading other than the default
 * makes a row of its own, which is never freed, so that the same spelling always gives the same
 * pointer.
 */
#include "core/board/rules.h"

#include "core/base/array.h"
#include "core/base/compiler.h"
#include "core/board/movegen.h"
#include "core/board/rules-internal.h"
#include "core/board/variants.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

const struct rules *const rules_all[] = {
    &variant_international, &variant_english,    &variant_turkish,
    &variant_armenian,      &variant_tama,       &variant_dameo,
    &variant_croda,         &variant_altdeutsch, &variant_altdeutsch_flying,
    &variant_russian,       &variant_brazilian,  &variant_pool,
    &variant_italian,       &variant_spanish,    &variant_portuguese,
    &variant_czech,         &variant_thai,       &variant_frisian,
    &variant_frysk,         &variant_killer,     &variant_breakthrough,
    &variant_antidraughts,
};
const unsigned rules_count = ARRAY_LEN(rules_all);

const char *rules_name(size_t i) { return i < rules_count ? rules_all[i]->name : NULL; }
const struct rules *const rules_international = &variant_international;

/* Other names that files and people use. */
static const struct {
    const char *name;
    const struct rules *rules;
} aliases[] = {
    {"standard", &variant_international},
    {"standard (international) checkers", &variant_international}, /* py-draughts */
    {"danish", &variant_english},
    {"checkers", &variant_english},
    {"american", &variant_english},
    {"american pool", &variant_pool},
    {"oldgerman", &variant_altdeutsch},
    {"old german", &variant_altdeutsch},
    {"gothic", &variant_altdeutsch},
    {"frysk!", &variant_frysk},
    {"dama", &variant_turkish},
    {"shashki", &variant_russian},
    {"makhos", &variant_thai},
};

const struct rules_other rules_others[] = {
    {0, "chess", "chess"},
    {1, "xiangqi", "Chinese chess"},
    {27, "canadian", "Canadian draughts on 72 squares"},
    {41, "spantsiretti", "Spantsiretti"},
    {50, "othello", "Othello"},
};
const unsigned rules_others_count = ARRAY_LEN(rules_others);

/* ---- readings ---- */

static void promotion_stop(struct rules *rules) { rules->crowning = CROWNING_STOP; }
static void promotion_continue(struct rules *rules) { rules->crowning = CROWNING_CONTINUE; }
static void turn_back_no(struct rules *rules) { rules->turns_back = false; }
static void men_capture_all(struct rules *rules)
{
    rules->man_captures = DIRS_FORWARD | DIRS_FORWARD_DIAGONAL | DIRS_SIDEWAYS;
}

const char rules_unified_pool[] = "23,W,8,8,A0,0";

static void first_white(struct rules *rules)
{
    rules->first = WHITE;
    rules->numbering = NUMBERING_LETTERS;
    rules->game_type_text = rules_unified_pool;
}

const struct rules_reading rules_readings[] = {
    {"flying",
     " altdeutsch ",
     {{"no", NULL}, {"yes", NULL}}, /* "yes" has a row of its own */
     "whether a king slides any distance (yes is the same as altdeutsch-flying)"},
    {"men-capture",
     " armenian ",
     {{"orthogonal", NULL}, {"all", men_capture_all}},
     "whether men capture forward and sideways only, or also diagonally forward"},
    {"first",
     " pool ",
     {{"black", NULL}, {"white", first_white}},
     "Black begins and squares have numbers, or White begins and they have letters (unified rules)"},
    {"promotion",
     " turkish armenian tama altdeutsch altdeutsch-flying ",
     {{"end", NULL}, {"stop", promotion_stop}, {"continue", promotion_continue}},
     "a man that reaches its crowning row during a capture is crowned at the end of the capture, is "
     "crowned there and stops, or goes on as a king"},
    {"turn-back",
     " thai ",
     {{"yes", NULL}, {"no", turn_back_no}},
     "whether a king may turn back by 180 degrees between two jumps"},
};
enum { READINGS = ARRAY_LEN(rules_readings) };
const unsigned rules_readings_count = READINGS;

static bool reading_applies(const struct rules_reading *reading, const struct rules *rules)
{
    char name[32];
    snprintf(name, sizeof name, " %s ", rules->name);
    return strstr(reading->variants, name) != NULL;
}

/* A row derived from another by a reading. */
struct made {
    struct made *next;
    const struct rules *base;
    struct rules rules;
    char options[96], spelling[128];
};

static pthread_mutex_t made_lock = PTHREAD_MUTEX_INITIALIZER;
static struct made *made_rows; /* guarded by made_lock; rows are never freed */

/*
 * Applies readings, `chosen` holding an index into choices for each.
 * @return NULL: out of memory
 */
static const struct rules *make_reading(const struct rules *base, const unsigned chosen[READINGS])
{
    struct made made = {.base = base, .rules = *base};
    for (unsigned i = 0; i < READINGS; i++) {
        if (!chosen[i])
            continue;
        const size_t n = strlen(made.options);
        snprintf(made.options + n, sizeof made.options - n, "%s%s=%s", n ? "," : "",
                 rules_readings[i].name, rules_readings[i].choices[chosen[i]].value);
        rules_readings[i].choices[chosen[i]].apply(&made.rules);
    }
    if (!*made.options)
        return base;
    made.rules.gen = &movegen_any;
    pthread_mutex_lock(&made_lock);
    struct made *row = made_rows;
    while (row && (row->base != base || strcmp(row->options, made.options) != 0))
        row = row->next;
    if (!row && (row = malloc(sizeof *row))) {
        *row = made;
        snprintf(row->spelling, sizeof row->spelling, "%s:%s", base->name, row->options);
        row->rules.options = row->options;
        row->rules.spelling = row->rules.variant_tag = row->spelling;
        row->next = made_rows;
        made_rows = row;
    }
    pthread_mutex_unlock(&made_lock);
    return row ? &row->rules : NULL;
}

int rules_reading(const struct rules *row, unsigned i, const struct rules **out)
{
    unsigned chosen[READINGS] = {0}; /* the digits of i in a mixed base */
    for (unsigned r = 0; r < READINGS; r++) {
        unsigned choices = 1;
        while (choices < RULES_CHOICES && rules_readings[r].choices[choices].apply)
            choices++;
        if (!reading_applies(&rules_readings[r], row))
            continue;
        chosen[r] = i % choices;
        i /= choices;
    }
    if (i)
        return 0;
    *out = make_reading(row, chosen);
    return *out ? 1 : -1;
}

/* ---- names ---- */

/* Makes `candidate` the best if it is nearer to the word than the best so far. */
static void nearer(struct text word, const char *candidate, const char **best, unsigned *least)
{
    const unsigned d = text_distance(word, text_of(candidate));
    if (d < *least) {
        *least = d;
        *best = candidate;
    }
}

/* Whether a name is the rules' title up to a comma: "Russian draughts" of "..., shashki". */
static bool has_title(const struct rules *rules, struct text name)
{
    const size_t n = strcspn(rules->title, ",");
    return name.n == n && text_same_nocase(name, (struct text){rules->title, n});
}

struct text rules_without_game(struct text name)
{
    static const char *const words[] = {" draughts", " checkers"};
    for (size_t i = 0; i < ARRAY_LEN(words); i++) {
        const size_t n = strlen(words[i]);
        if (name.n <= n || !text_is_nocase((struct text){name.s + name.n - n, n}, words[i]))
            continue;
        const struct text stem = text_trim((struct text){name.s, name.n - n});
        return text_is_nocase(stem, "standard") ? name : stem;
    }
    return name;
}

static const struct rules *named_so(struct text name)
{
    for (unsigned i = 0; i < rules_count; i++)
        if (text_is_nocase(name, rules_all[i]->name) || has_title(rules_all[i], name))
            return rules_all[i];
    for (unsigned i = 0; i < ARRAY_LEN(aliases); i++)
        if (text_is_nocase(name, aliases[i].name))
            return aliases[i].rules;
    return NULL;
}

static const struct rules *named(struct text name)
{
    const struct rules *rules = named_so(name);
    return rules ? rules : named_so(rules_without_game(name));
}

static int name_unknown(struct text name, struct err *err)
{
    const char *best = NULL;
    const struct text stem = rules_without_game(name);
    unsigned least = stem.n <= 5 ? 2 : stem.n <= 8 ? 3 : 4; /* `foo` is not meant to be `pool` */
    for (unsigned i = 0; i < rules_others_count; i++)
        if (text_is_nocase(stem, rules_others[i].name))
            return err_plain(err, "dama does not play %s", rules_others[i].title);
    for (unsigned i = 0; i < rules_count; i++)
        nearer(stem, rules_all[i]->name, &best, &least);
    for (unsigned i = 0; i < ARRAY_LEN(aliases); i++)
        nearer(stem, aliases[i].name, &best, &least);
    if (best)
        return err_plain(err, "unknown variant \"%.*s\"; did you mean \"%s\"?", TEXT_ARGS(name),
                         best);
    return err_plain(err, "unknown variant \"%.*s\"; 'dama-validate --variant list' shows them all",
                     TEXT_ARGS(name));
}

static int reading_unknown(const struct rules *rules, struct text name, struct err *err)
{
    const char *best = NULL;
    unsigned least = 99;
    for (unsigned i = 0; i < READINGS; i++)
        if (reading_applies(&rules_readings[i], rules))
            nearer(name, rules_readings[i].name, &best, &least);
    if (!best)
        return err_plain(err, "%s has no readings; found \"%.*s\"", rules->name, TEXT_ARGS(name));
    return err_plain(err, "%s has no reading \"%.*s\"; did you mean \"%s\"?", rules->name,
                     TEXT_ARGS(name), best);
}

static int value_unknown(const struct rules_reading *reading, struct text value, struct err *err)
{
    char known[64] = "";
    for (unsigned i = 0; i < RULES_CHOICES && reading->choices[i].value; i++) {
        const size_t n = strlen(known);
        snprintf(known + n, sizeof known - n, "%s%s", i ? ", " : "", reading->choices[i].value);
    }
    return err_plain(err, "%s can be %s, not \"%.*s\"", reading->name, known, TEXT_ARGS(value));
}

struct text rules_cut(struct text *t, char sep)
{
    const char *at = t->n ? memchr(t->s, sep, t->n) : NULL;
    const struct text head = {t->s, at ? (size_t)(at - t->s) : t->n};
    *t = at     ? (struct text){at + 1, t->n - head.n - 1}
         : t->n ? (struct text){t->s + t->n, 0}
                : (struct text){0};
    return head;
}

/* Parses a reading such as "promotion=stop" and notes the choice. */
static int choose(const struct rules *rules, struct text t, unsigned chosen[READINGS],
                  struct err *err)
{
    struct text value = t, name = rules_cut(&value, '=');
    name = text_trim(name);
    value = text_trim(value);
    for (unsigned i = 0; i < READINGS; i++) {
        if (!text_is_nocase(name, rules_readings[i].name)
            || !reading_applies(&rules_readings[i], rules))
            continue;
        for (unsigned j = 0; j < RULES_CHOICES && rules_readings[i].choices[j].value; j++)
            if (text_is_nocase(value, rules_readings[i].choices[j].value)) {
                chosen[i] = j;
                return 0;
            }
        return value_unknown(&rules_readings[i], value, err);
    }
    return reading_unknown(rules, name, err);
}

int rules_find(struct text spelling, const struct rules **out, struct err *err)
{
    struct text rest = text_trim(spelling);
    const bool has_readings = rest.n && memchr(rest.s, ':', rest.n);
    const struct text name = text_trim(rules_cut(&rest, ':'));
    const struct rules *rules = named(name);
    unsigned chosen[READINGS] = {0};
    if (!rules)
        return name_unknown(name, err);
    if (has_readings && !rest.n)
        return err_plain(err, "expected a reading after \"%.*s:\"", TEXT_ARGS(name));
    while (rest.n)
        if (choose(rules, rules_cut(&rest, ','), chosen, err))
            return -1;
    if (rules == &variant_altdeutsch && chosen[0]) { /* flying=yes */
        rules = &variant_altdeutsch_flying;
        chosen[0] = 0;
    }
    rules = make_reading(rules, chosen);
    if (!rules)
        return err_memory(err);
    *out = rules;
    return 0;
}

bool rules_names_reading(struct text spelling)
{
    return spelling.n && memchr(spelling.s, ':', spelling.n);
}

void rules_phrase(const struct rules *rules, char buf[RULES_PHRASE_SIZE])
{
    /* the others are names: of a country, a people, or coined */
    static const char *const common[] = {"international", "pool", "killer", "breakthrough",
                                         "antidraughts"};
    snprintf(buf, RULES_PHRASE_SIZE, "%.*s", (int)strcspn(rules->title, ","), rules->title);
    for (size_t i = 0; i < ARRAY_LEN(common); i++)
        if (strcmp(rules->name, common[i]) == 0)
            buf[0] |= 32;
}

const char *rules_spelling(const struct rules *rules)
{
    return rules->spelling ? rules->spelling : rules->name;
}

unsigned rules_pieces(const struct rules *rules)
{
    const unsigned white = POPCOUNT64(rules->start_pieces[WHITE]),
                   black = POPCOUNT64(rules->start_pieces[BLACK]);
    return white > black ? white : black;
}

enum numbering rules_numbering_turned(enum numbering numbering)
{
    static const enum numbering turned[] = {
        [NUMBERING_LETTERS] = NUMBERING_LETTERS_TURNED,
        [NUMBERING_TOP_LEFT] = NUMBERING_BOTTOM_RIGHT,
        [NUMBERING_BOTTOM_RIGHT] = NUMBERING_TOP_LEFT,
        [NUMBERING_LETTERS_TURNED] = NUMBERING_LETTERS,
    };
    return turned[numbering];
}
