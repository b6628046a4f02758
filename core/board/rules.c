// SPDX-License-Identifier: MIT
/*
 * Finding rule sets by the names that people and files give them. A reading other than the default
 * makes a row of its own, which is never freed, so that the same spelling always gives the same
 * pointer.
 */
#include "core/board/rules.h"

#include "core/base/array.h"
#include "core/base/ascii.h"
#include "core/base/compiler.h"
#include "core/board/movegen.h"
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

/** Other names that files and people use. */
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

/* ---- Readings ---- */

static void promotion_stop(struct rules *rules) { rules->crowning = CROWNING_STOP; }
static void promotion_continue(struct rules *rules) { rules->crowning = CROWNING_CONTINUE; }
static void turn_back_no(struct rules *rules) { rules->turns_back = false; }
static void men_capture_all(struct rules *rules)
{
    rules->man_captures = DIRS_FORWARD | DIRS_FORWARD_DIAGONAL | DIRS_SIDEWAYS;
}
/* GameTypes with another meaning than the number alone */
static const char unified_pool[] = "23,W,8,8,A0,0";
static const char jamaican_pool[] = "23,B,8,8,A1,1"; /* letters as on a board that is turned */
static void side_white(struct rules *rules)
{
    rules->first = WHITE;
    rules->numbering = NUMBERING_LETTERS;
    rules->game_type_text = unified_pool;
}

/** A rule on which sources differ. */
struct reading {
    const char *name;
    const char *variants; /* names of those that have this reading, each between blanks */
    struct {
        const char *value;                  /* the first is the default, as in the variants' rows */
        void (*apply)(struct rules *rules); /* NULL: nothing needs changing */
    } choices[4];
    const char *text; /* for the list of variants */
};

static const struct reading readings[] = {
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
     {{"black", NULL}, {"white", side_white}},
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
enum { READINGS = ARRAY_LEN(readings), CHOICES = 4 };

static bool reading_applies(const struct reading *reading, const struct rules *rules)
{
    char name[32];
    snprintf(name, sizeof name, " %s ", rules->name);
    return strstr(reading->variants, name) != NULL;
}

/** A row derived from another by a reading. */
struct made {
    struct made *next;
    const struct rules *base;
    struct rules rules;
    char options[96], spelling[128];
};

static pthread_mutex_t made_lock = PTHREAD_MUTEX_INITIALIZER;
static struct made *made_rows; /* guarded by made_lock; rows are never freed */

/**
 * Applies readings, `chosen` holding an index into choices for each.
 * @return NULL: out of memory
 */
static const struct rules *rules_made(const struct rules *base, const unsigned chosen[READINGS])
{
    struct made made = {.base = base, .rules = *base};
    for (unsigned i = 0; i < READINGS; i++) {
        if (!chosen[i])
            continue;
        const size_t n = strlen(made.options);
        snprintf(made.options + n, sizeof made.options - n, "%s%s=%s", n ? "," : "",
                 readings[i].name, readings[i].choices[chosen[i]].value);
        readings[i].choices[chosen[i]].apply(&made.rules);
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
        while (choices < CHOICES && readings[r].choices[choices].apply)
            choices++;
        if (!reading_applies(&readings[r], row))
            continue;
        chosen[r] = i % choices;
        i /= choices;
    }
    if (i)
        return 0;
    *out = rules_made(row, chosen);
    return *out ? 1 : -1;
}

/* ---- Names ---- */

/** Makes `candidate` the best if it is nearer to the word than the best so far. */
static void nearer(struct text word, const char *candidate, const char **best, unsigned *least)
{
    const unsigned d = text_distance(word, text_of(candidate));
    if (d < *least) {
        *least = d;
        *best = candidate;
    }
}

/** Whether a name is the rules' title up to a comma: "Russian draughts" of "..., shashki". */
static bool has_title(const struct rules *rules, struct text name)
{
    const size_t n = strcspn(rules->title, ",");
    return name.n == n && text_same_nocase(name, (struct text){rules->title, n});
}

/**
 * A name without the word for the game that may follow it: "Turkish" of "Turkish checkers". But
 * what is standard depends on the country.
 */
static struct text without_game(struct text name)
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

static const struct rules *rules_named_so(struct text name)
{
    for (unsigned i = 0; i < rules_count; i++)
        if (text_is_nocase(name, rules_all[i]->name) || has_title(rules_all[i], name))
            return rules_all[i];
    for (unsigned i = 0; i < ARRAY_LEN(aliases); i++)
        if (text_is_nocase(name, aliases[i].name))
            return aliases[i].rules;
    return NULL;
}

static const struct rules *rules_named(struct text name)
{
    const struct rules *rules = rules_named_so(name);
    return rules ? rules : rules_named_so(without_game(name));
}

/* Games of PDN's table that are not played here. */
static const struct {
    unsigned type;
    const char *name, *title;
} others[] = {
    {0, "chess", "chess"},
    {1, "xiangqi", "Chinese chess"},
    {27, "canadian", "Canadian draughts on 72 squares"},
    {41, "spantsiretti", "Spantsiretti"},
    {50, "othello", "Othello"},
};

static int name_unknown(struct text name, struct err *err)
{
    const char *best = NULL;
    const struct text stem = without_game(name);
    unsigned least = stem.n <= 5 ? 2 : stem.n <= 8 ? 3 : 4; /* `foo` is not meant to be `pool` */
    for (unsigned i = 0; i < ARRAY_LEN(others); i++)
        if (text_is_nocase(stem, others[i].name))
            return err_plain(err, "dama does not play %s", others[i].title);
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
        if (reading_applies(&readings[i], rules))
            nearer(name, readings[i].name, &best, &least);
    if (!best)
        return err_plain(err, "%s has no readings; found \"%.*s\"", rules->name, TEXT_ARGS(name));
    return err_plain(err, "%s has no reading \"%.*s\"; did you mean \"%s\"?", rules->name,
                     TEXT_ARGS(name), best);
}

static int value_unknown(const struct reading *reading, struct text value, struct err *err)
{
    char known[64] = "";
    for (unsigned i = 0; i < CHOICES && reading->choices[i].value; i++) {
        const size_t n = strlen(known);
        snprintf(known + n, sizeof known - n, "%s%s", i ? ", " : "", reading->choices[i].value);
    }
    return err_plain(err, "%s can be %s, not \"%.*s\"", reading->name, known, TEXT_ARGS(value));
}

/** Cuts the text at the first `sep`. @return what stood before it */
static struct text cut(struct text *t, char sep)
{
    const char *at = t->n ? memchr(t->s, sep, t->n) : NULL;
    const struct text head = {t->s, at ? (size_t)(at - t->s) : t->n};
    *t = at     ? (struct text){at + 1, t->n - head.n - 1}
         : t->n ? (struct text){t->s + t->n, 0}
                : (struct text){0};
    return head;
}

/** Parses a reading such as "promotion=stop" and notes the choice. */
static int choose(const struct rules *rules, struct text t, unsigned chosen[READINGS],
                  struct err *err)
{
    struct text value = t, name = cut(&value, '=');
    name = text_trim(name);
    value = text_trim(value);
    for (unsigned i = 0; i < READINGS; i++) {
        if (!text_is_nocase(name, readings[i].name) || !reading_applies(&readings[i], rules))
            continue;
        for (unsigned j = 0; j < CHOICES && readings[i].choices[j].value; j++)
            if (text_is_nocase(value, readings[i].choices[j].value)) {
                chosen[i] = j;
                return 0;
            }
        return value_unknown(&readings[i], value, err);
    }
    return reading_unknown(rules, name, err);
}

int rules_find(struct text spelling, const struct rules **out, struct err *err)
{
    struct text rest = text_trim(spelling);
    const bool has_readings = rest.n && memchr(rest.s, ':', rest.n);
    const struct text name = text_trim(cut(&rest, ':'));
    const struct rules *rules = rules_named(name);
    unsigned chosen[READINGS] = {0};
    if (!rules)
        return name_unknown(name, err);
    if (has_readings && !rest.n)
        return err_plain(err, "expected a reading after \"%.*s:\"", TEXT_ARGS(name));
    while (rest.n)
        if (choose(rules, cut(&rest, ','), chosen, err))
            return -1;
    if (rules == &variant_altdeutsch && chosen[0]) { /* flying=yes */
        rules = &variant_altdeutsch_flying;
        chosen[0] = 0;
    }
    rules = rules_made(rules, chosen);
    if (!rules)
        return err_memory(err);
    *out = rules;
    return 0;
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

/* ---- Tags ---- */

/**
 * The long form of a row's GameType: "20,W,10,10,N2,0". The corner where numbers begin (N1, N2) is
 * as the side that starts sees it.
 */
static void game_type_long(const struct rules *rules, char *buf, size_t room)
{
    const bool top_left = rules->numbering == NUMBERING_TOP_LEFT;
    const char *squares = rules->numbering == NUMBERING_LETTERS ? "A0"
                          : top_left == (rules->first == WHITE) ? "N2"
                                                                : "N1";
    snprintf(buf, room, "%u,%c,%u,%u,%s,%d", rules->game_type, rules->first == WHITE ? 'W' : 'B',
             rules->board->files, rules->board->ranks, squares, rules->board->corner ? 0 : 1);
}

/** Finds rules by the GameType numbers that one site uses besides those of PDN. */
static const struct rules *rules_private(unsigned type)
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
    for (unsigned i = 0; i < ARRAY_LEN(others); i++)
        if (others[i].type == type)
            return err_plain(err, "GameType %u is %s, which dama does not play", type,
                             others[i].title);
    return err_plain(err, "unknown GameType \"%.*s\"", TEXT_ARGS(t));
}

/** The number at the beginning of a GameType. @return false: there is none */
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

/** Compares the fields of a GameType with those of its row; the last one may be left out. */
static enum tags_fit compare_fields(const struct rules *rules, struct text whole)
{
    char expected[40];
    game_type_long(rules, expected, sizeof expected);
    const size_t n = strlen(expected);
    if (text_is(whole, expected) || (whole.n == n - 2 && memcmp(whole.s, expected, n - 2) == 0))
        return TAGS_FIT;
    const bool all_but_last = whole.n == n && memcmp(whole.s, expected, n - 1) == 0;
    return all_but_last && (whole.s[n - 1] == '0' || whole.s[n - 1] == '1') ? TAGS_CORNER_DIFFERS
                                                                            : TAGS_FIELDS_DIFFER;
}

enum { GAME_TYPE_ROOM = 40 };

/** The fields of a GameType without blanks and in capitals; unchanged if they are too long. */
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

/** Finds rules by the value of a GameType tag. */
static int rules_of_type(struct text t, const struct rules **out, enum tags_fit *fit,
                         struct err *err)
{
    char room[GAME_TYPE_ROOM];
    struct text rest = plain_fields(t, room);
    const struct text whole = rest, number = text_trim(cut(&rest, ','));
    unsigned type;
    if (!read_type(number, &type))
        return err_plain(err,
                         "GameType \"%.*s\" is not a number, nor one followed by a comma and "
                         "fields",
                         TEXT_ARGS(t));
    *out = rules_private(type);
    for (unsigned i = 0; i < rules_count; i++)
        if (type && rules_all[i]->game_type == type)
            *out = rules_all[i];
    if (!*out)
        return type_unknown(t, type, err);
    if (text_is(whole, unified_pool)
        || text_is(whole, "23,W,8,8,A0")) /* the last field may be left out */
        return rules_find(text_of("pool:first=white"), out, err);
    if (text_is(whole, jamaican_pool) || text_is(whole, "23,B,8,8,A1"))
        *fit = TAGS_SQUARES_DIFFER;
    else if (type < 96
             && whole.n != number.n) /* with private numbers the other fields mean nothing */
        *fit = compare_fields(*out, whole);
    return 0;
}

bool rules_unsupported(struct text game_type, struct text variant)
{
    unsigned type;
    const bool has_type = read_type(text_trim(cut(&game_type, ',')), &type);
    const struct text name = without_game(text_trim(variant));
    for (size_t i = 0; i < ARRAY_LEN(others); i++)
        if (variant.n ? text_is_nocase(name, others[i].name) : has_type && others[i].type == type)
            return true;
    return false;
}

bool rules_tag_names_no_game(struct text value)
{
    return !value.n || text_is(value, "?") || text_is_nocase(value, "From Position");
}

bool rules_names_reading(struct text spelling)
{
    return spelling.n && memchr(spelling.s, ':', spelling.n);
}

int rules_of_tags(struct text game_type, struct text variant, const struct rules **out,
                  enum tags_fit *fit, struct err *err)
{
    const struct rules *by_type = NULL, *by_name = NULL;
    *fit = TAGS_FIT;
    if (!rules_tag_names_no_game(variant) && rules_find(variant, &by_name, err))
        return -1;
    if (!rules_tag_names_no_game(game_type)
        && rules_of_type(game_type, &by_type, fit, by_name ? NULL : err) && !by_name)
        return -1;
    if (!by_name && !by_type)
        return 0;
    const bool same_game = by_name && by_type && strcmp(by_type->name, by_name->name) == 0;
    const bool same_reading =
        same_game && (by_type == by_name || !*by_type->options || !rules_names_reading(variant));
    *out = !by_name || (same_game && !rules_names_reading(variant)) ? by_type : by_name;
    if (by_name && !rules_tag_names_no_game(game_type) && !same_reading)
        *fit = TAGS_GAMES_DIFFER;
    else if (text_is_nocase(without_game(text_trim(variant)), "gothic"))
        *fit = TAGS_NAME_IS_LOOSE;
    return 1;
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

/* ---- The table that --variant list shows ---- */

/** "F FD S" and the like. */
static void directions_text(unsigned set, bool flying, char buf[16])
{
    const char *name = "-";
    switch (set) {
    case DIRS_FORWARD_DIAGONAL:
        name = "fd";
        break;
    case DIRS_FORWARD | DIRS_FORWARD_DIAGONAL:
        name = "f fd";
        break;
    case DIRS_FORWARD | DIRS_SIDEWAYS:
        name = "f s";
        break;
    case DIRS_FORWARD | DIRS_FORWARD_DIAGONAL | DIRS_SIDEWAYS:
        name = "f fd s";
        break;
    case DIRS_DIAGONAL:
        name = "diag";
        break;
    case DIRS_ORTHOGONAL:
        name = "orth";
        break;
    case DIRS_ALL:
        name = "all";
        break;
    }
    snprintf(buf, 16, "%s%s", name, flying ? " fly" : "");
}

static const char *const priority_words[] = {
    [PRIORITY_NONE] = "free",
    [PRIORITY_MOST] = "most",
    [PRIORITY_MOST_KINGS] = "most,kings",
    [PRIORITY_ITALIAN] = "italian",
    [PRIORITY_FRISIAN] = "value",
    [PRIORITY_KING] = "king first",
};
static const char *const crowning_words[] = {
    [CROWNING_END] = "end", [CROWNING_STOP] = "stop", [CROWNING_CONTINUE] = "continue"};
static const char *const landing_words[] = {[LANDING_ANY] = "",
                                            [LANDING_BEHIND] = "lands right behind",
                                            [LANDING_BEHIND_KING] =
                                                "stops right behind a king captured last"};
static const char *const goal_words[] = {[GOAL_BLOCK] = "",
                                         [GOAL_LOSE] = "a side that cannot move wins",
                                         [GOAL_KING] = "the first king wins"};

/** Prints the rules for which the table has no column. */
static void print_particulars(const struct rules *rules, FILE *out)
{
    const char *const words[] = {
        landing_words[rules->landing],
        goal_words[rules->goal],
        rules->lines_move ? "lines of men move" : "",
        rules->man_takes_king ? "" : "men cannot capture kings",
        rules->removes_at_once && rules->turns_back ? "may turn back" : "",
        rules->counts_king_moves ? "at most three king moves in a row" : "",
    };
    const char *sep = "";
    for (unsigned i = 0; i < ARRAY_LEN(words); i++)
        if (*words[i]) {
            fprintf(out, "%s%s", sep, words[i]);
            sep = "; ";
        }
}

static void print_row(const struct rules *rules, FILE *out)
{
    char man[16], man_x[16], king[16], king_x[16], type[4] = "-";
    directions_text(rules->man_moves, false, man);
    directions_text(rules->man_captures, false, man_x);
    directions_text(rules->king_moves, rules->flying_king_moves, king);
    directions_text(rules->king_captures, rules->flying_king_captures, king_x);
    if (rules->game_type)
        snprintf(type, sizeof type, "%u", rules->game_type);
    fprintf(out, "%-18s %2ux%-2u %3u  %-7s %-7s %-9s %-9s %-11s %-8s %-9s %c  %-4s ", rules->name,
            rules->board->files, rules->board->ranks, rules->board->squares, man, man_x, king,
            king_x, priority_words[rules->priority], rules->removes_at_once ? "at once" : "end",
            crowning_words[rules->crowning], rules->first == WHITE ? 'W' : 'B', type);
    print_particulars(rules, out);
    fputc('\n', out);
}

void rules_print_table(FILE *out)
{
    fprintf(out, "%-18s %-5s %3s  %-7s %-7s %-9s %-9s %-11s %-8s %-9s %s %s %s\n", "variant",
            "board", "sq", "man", "capture", "king", "capture", "priority", "removal", "crowning",
            "1st", "type", "special rules");
    for (unsigned i = 0; i < rules_count; i++)
        print_row(rules_all[i], out);
    fputs("\nf forward, fd diagonally forward, s sideways, fly any distance, type GameType of PDN\n"
          "\nReadings, written after the name (turkish:promotion=stop); the first is the "
          "default:\n",
          out);
    for (unsigned i = 0; i < READINGS; i++) {
        fprintf(out, "  %s=", readings[i].name);
        for (unsigned j = 0; j < CHOICES && readings[i].choices[j].value; j++)
            fprintf(out, "%s%s", j ? "|" : "", readings[i].choices[j].value);
        fprintf(out, " for%.*s: %s\n", (int)strlen(readings[i].variants) - 1, readings[i].variants,
                readings[i].text);
    }
    fputs("\nSources:\n", out);
    for (unsigned i = 0; i < rules_count; i++)
        fprintf(out, "  %-18s %s\n", rules_all[i]->name, rules_all[i]->source);
}
