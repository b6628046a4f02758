// SPDX-License-Identifier: MIT
/*
 * The tags GameType and Variant are found by their names after a bracket, without parsing:
 * a wrong value here or there does no harm, since the majority decides. Squares are counted in
 * moves of two numbers, outside tags and comments, since dates and scores look the same.
 */
#include "pdn/neighbours.h"

#include "core/base/ascii.h"
#include "pdn/scan.h"

enum {
    KINDS = 16, /* rule sets that are counted; texts do not have more */
    /* bytes of a text that are read: the rest is assumed to be of the same kind */
    ENOUGH_BYTES = 128 * 1024,
};

struct votes {
    const struct rules *rules[KINDS];
    unsigned n[KINDS], used;
    unsigned canadian;     /* games of GameType 27 */
    unsigned moves, above; /* moves, and those among them with a square from 51 to 72 */
    unsigned large;        /* moves and FENs with a square above 32 */
    unsigned fens;
    /* games whose first move starts from a high number, or from a low one */
    unsigned white_first, black_first;
    bool letters; /* squares are written with letters */
};

static void vote(struct votes *votes, const struct rules *rules)
{
    unsigned i = 0;
    while (i < votes->used && votes->rules[i] != rules)
        i++;
    if (i == KINDS)
        return;
    if (i == votes->used) {
        votes->rules[i] = rules;
        votes->used++;
    }
    votes->n[i]++;
}

/* The value of the tag whose name ends at p; n is 0 if there is none on the line. */
static struct text value_at(const char *p, const char *end)
{
    const char *stop = pdn_line_end(p, end), *open = memchr(p, '"', (size_t)(stop - p));
    const char *close = open ? memchr(open + 1, '"', (size_t)(stop - open - 1)) : NULL;
    return close ? (struct text){open + 1, (size_t)(close - open - 1)} : (struct text){0};
}

static unsigned read_number(const char **p, const char *end)
{
    unsigned n = 0;
    for (; *p < end && ascii_is_digit(**p); (*p)++)
        n = n < 1000 ? n * 10 + (unsigned)(**p - '0') : n;
    return n;
}

static void read_fen(struct votes *votes, struct text fen)
{
    if (!fen.n)
        return;
    const char *end = fen.s + fen.n;
    unsigned largest = 0;
    votes->fens++;
    for (const char *p = fen.s; p < end;) {
        votes->letters |= *p >= 'a' && *p <= 'p' && p + 1 < end && ascii_is_digit(p[1]);
        if (!ascii_is_digit(*p)) {
            p++;
            continue;
        }
        unsigned n = read_number(&p, end);
        largest = n > largest ? n : largest;
    }
    votes->large += largest > 32;
}

static void read_tag(struct votes *votes, const char *p, const char *end)
{
    struct text tag, game_type = {0}, name = {0};
    const struct rules *rules;
    enum tags_fit fit;
    p = pdn_tag_name(p, end, &tag);
    if (!p)
        return;
    if (text_is_nocase(tag, "GameType"))
        game_type = value_at(p, end);
    else if (text_is_nocase(tag, "Variant"))
        name = value_at(p, end);
    else if (text_is_nocase(tag, "FEN"))
        read_fen(votes, value_at(p, end));
    if (!game_type.n && !name.n)
        return;
    if (rules_of_tags(game_type, name, &rules, &fit, NULL) == 1)
        vote(votes, rules);
    else if (rules_unsupported(game_type, name))
        votes->canadian++;
}

/* On a board of 32 squares the first move shows which side begins: `1. 22-18` or `1. 11-15`. */
static void read_first_move(struct votes *votes, const char *p, const char *end)
{
    p = skip_blanks(p, end);
    unsigned from = read_number(&p, end);
    bool is_move = p < end && *p == '-';
    votes->white_first += is_move && from >= 21 && from <= 24;
    votes->black_first += is_move && from >= 9 && from <= 12;
}

/* Counts the move that begins at the digit at p. @return after its first number */
static const char *read_move(struct votes *votes, const char *p, const char *end)
{
    unsigned from = read_number(&p, end);
    if (from == 1 && p < end && *p == '.')
        read_first_move(votes, p + 1, end);
    if (p == end || (*p != '-' && *p != 'x') || p + 1 == end || !ascii_is_digit(p[1]))
        return p;
    const char *q = p + 1;
    unsigned to = read_number(&q, end);
    if (from > 2 || to > 2) { /* it is not a result */
        votes->moves++;
        votes->large += from > 32 || to > 32;
        votes->above += (from > 50 && from <= 72) || (to > 50 && to <= 72);
    }
    return p;
}

/* Skips the tag or comment at p, `[Date "2010-04-30"]` or `{2-1-34}`. @return where to continue */
static const char *skip_text(struct votes *votes, const char *p, const char *end)
{
    if (*p == '{') {
        const char *close = memchr(p, '}', (size_t)(look_ahead(p, end) - p));
        return close ? close : p + 1;
    }
    read_tag(votes, p, end);
    struct text value = pdn_tag_begins(p, end) ? value_at(p, end) : (struct text){0};
    return value.s ? value.s + value.n : p + 1;
}

/* Chooses the rule set of a board of 32 squares, if no game of the text names one. */
static const struct rules *small_board_rules(const struct votes *votes)
{
    enum {
        ENOUGH = 8, /* moves and positions: fewer might use only small squares by chance */
        SLIPS = 50, /* one in so many may have too large a square */
    };
    const char *name = votes->white_first > votes->black_first ? "italian" : "english";
    const struct rules *rules;
    unsigned n = votes->moves + votes->fens;
    if (votes->used || votes->canadian || votes->letters || n < ENOUGH || votes->large * SLIPS > n
        || rules_find(text_of(name), &rules, NULL))
        return NULL;
    return rules;
}

/* Bytes that can begin a tag, a comment, a number or a square. */
static const bool begins_something[256] = {
    ['['] = true, ['{'] = true, ['0'] = true, ['1'] = true, ['2'] = true,
    ['3'] = true, ['4'] = true, ['5'] = true, ['6'] = true, ['7'] = true,
    ['8'] = true, ['9'] = true, ['a'] = true, ['b'] = true, ['c'] = true,
    ['d'] = true, ['e'] = true, ['f'] = true, ['g'] = true, ['h'] = true,
};

static void collect_votes(struct votes *votes, const char *p, const char *end)
{
    while (p < end) {
        if (!begins_something[(unsigned char)*p]) {
            p++;
        } else if (*p == '[' || *p == '{') {
            p = skip_text(votes, p, end);
        } else if (ascii_is_digit(*p)) {
            p = read_move(votes, p, end);
        } else {
            votes->letters |=
                end - p > 2 && p[1] >= '1' && p[1] <= '8' && (p[2] == '-' || p[2] == ':');
            p++;
        }
    }
}

struct check_neighbours pdn_neighbours(struct text text)
{
    struct votes votes = {0};
    const char *end = text.s + (text.n < ENOUGH_BYTES ? text.n : ENOUGH_BYTES);
    collect_votes(&votes, text.s, end);
    struct check_neighbours found = {.canadian = votes.above > 8 && votes.above > votes.moves / 5};
    unsigned most = 0;
    for (unsigned i = 0; i < votes.used; i++) {
        if (votes.n[i] > most) {
            most = votes.n[i];
            found.rules = votes.rules[i];
        }
    }
    const struct rules *small = small_board_rules(&votes);
    if (small)
        found = (struct check_neighbours){
            .rules = small, .small_board = true, .slips = votes.large > 0};
    found.letters = votes.letters;
    if (votes.canadian > most)
        found = (struct check_neighbours){.canadian = true};
    return found;
}
