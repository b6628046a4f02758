// SPDX-License-Identifier: MIT
/*
 * Options are text, and the same text means other squares on another board. They are compiled for a
 * rule set at its first game, and kept. A mirrored search has each pattern twice, once with colours
 * and board turned. Of each kind of option one must match somewhere in the game; a kind that has
 * matched is not tested again, and once all have matched, the rest of the game is not played.
 */
#include "core/query/pattern.h"

#include "core/base/array.h"
#include "core/base/ascii.h"
#include "core/base/compiler.h"
#include "core/board/fen.h"
#include "core/game/game-start.h"
#include "core/game/node-play.h"
#include "core/query/manoeuvre.h"

#include <stdio.h>
#include <stdlib.h>

enum { MOST_SQUARES = 50 };

/*
 * Squares by side. A position matches if nothing required is missing and nothing barred is there.
 */
struct pattern {
    bitboard must[2], kings[2], men[2], barred[2];
    bitboard outside[2]; /* squares not allowed by `may` clauses; 0: there are none */
    bool turn_counts;
    uint8_t turn;
    unsigned from, to; /* plies */
};

struct piece_count {
    int men, kings; /* kings -1: `men` counts both kinds */
};

struct material {
    struct piece_count side[2];
};

/* The options compiled for one rule set. */
struct compiled {
    struct compiled *next;
    const struct rules *rules;
    struct position *positions; /* owned; followed by their mirror images */
    struct pattern *patterns;
    struct manoeuvre *manoeuvres;
    struct manoeuvre_state *states; /* one for each manoeuvre; of the current game */
    unsigned n_positions, n_patterns, n_manoeuvres;
};

struct pattern_search {
    struct pattern_options options;
    struct material *materials; /* owned; followed by their mirror images */
    unsigned n_materials;
    struct compiled *compiled;
};

static struct src_pos place(const char *option) { return (struct src_pos){.file = option}; }

/* ---- material ---- */

/* Reads a number of pieces: "5", "3m1k", "2k". @return what follows; NULL: not such a number */
static const char *read_count(const char *s, struct piece_count *out)
{
    *out = (struct piece_count){0, 0};
    bool any = false;
    while (ascii_is_digit(*s)) {
        char *end;
        long n = strtol(s, &end, 10);
        if (n > 64)
            return NULL;
        any = true;
        if (*end == 'k' || *end == 'K') {
            out->kings += (int)n;
            s = end + 1;
        } else if (*end == 'm' || *end == 'M') {
            out->men += (int)n;
            s = end + 1;
        } else {
            bool alone = out->men == 0 && out->kings == 0;
            *out = (struct piece_count){(int)n, -1};
            return alone ? end : NULL;
        }
    }
    return any ? s : NULL;
}

static int read_material(const char *s, struct material *out, struct err *err)
{
    const char *p = read_count(s, &out->side[WHITE]);
    if (p && (*p == 'v' || *p == '-' || *p == ':'))
        p = read_count(p + 1, &out->side[BLACK]);
    else
        p = NULL;
    if (!p || *p)
        return err_set(
            err, place("--material"),
            "expected White's pieces, a \"v\" and Black's, such as 5v4 or 3m1kv2k, found '%s'", s);
    return 0;
}

static int read_materials(struct pattern_search *search, struct err *err)
{
    const struct pattern_options *o = &search->options;
    unsigned n = o->n_materials;
    search->materials = calloc(2 * (size_t)n + 1, sizeof *search->materials);
    if (!search->materials)
        return err_memory(err);
    for (unsigned i = 0; i < n; i++) {
        struct material *m = &search->materials[search->n_materials++];
        if (read_material(o->materials[i], m, err))
            return -1;
        if (o->mirror)
            search->materials[search->n_materials++] =
                (struct material){{m->side[BLACK], m->side[WHITE]}};
    }
    return 0;
}

/* ---- patterns ---- */

/* Reads squares as a FEN lists them, with K for kings. */
static int read_squares(const struct rules *rules, struct text list, bitboard *men, bitboard *kings,
                        struct err *err)
{
    char fen[FEN_SIZE];
    struct position pos;
    struct err why = {0};
    const char last = list.n > 0 ? list.s[list.n - 1] : '\0';
    if (last == 'K' || last == '-')
        return err_set(err, place("--pattern"), "expected a square after the %c in '%.*s'", last,
                       TEXT_ARGS(list));
    if (list.n > sizeof fen - 8)
        return err_set(err, place("--pattern"), "too many squares in '%.*s'", TEXT_ARGS(list));
    int n = snprintf(fen, sizeof fen, "W:B:W%.*s",
                     TEXT_ARGS(list)); /* last: a message may quote the rest */
    if (fen_read(rules, (struct text){fen, (size_t)n}, (struct src_pos){0}, &pos, NULL, &why))
        return err_set(err, place("--pattern"), "%s in '%.*s'", why.msg, TEXT_ARGS(list));
    *men = position_men(&pos, WHITE);
    *kings = position_kings(&pos, WHITE);
    return 0;
}

static int read_plies(struct text t, struct pattern *p, struct err *err)
{
    char digits[32], *end;
    snprintf(digits, sizeof digits, "%.*s", TEXT_ARGS(t));
    unsigned long from = strtoul(digits, &end, 10), to = from;
    bool good = ascii_is_digit(*digits);
    if (good && *end == '-') {
        const char *second = end + 1;
        good = !*second || ascii_is_digit(*second);
        to = *second ? strtoul(second, &end, 10) : UINT32_MAX;
        end = *second ? end : end + 1;
    }
    if (!good || *end || to < from || from > UINT32_MAX || t.n >= sizeof digits)
        return err_set(err, place("--pattern"), "expected plies such as 20-40, found '%.*s'",
                       TEXT_ARGS(t));
    p->from = (unsigned)from;
    p->to = to > UINT32_MAX ? UINT32_MAX : (unsigned)to;
    return 0;
}

enum clause { MUST, MEN, NOT, MAY, EMPTY, TURN, PLIES };

static const struct {
    const char *name;
    enum clause clause;
    enum side side;
} clauses[] = {
    {"white", MUST, WHITE},    {"black", MUST, BLACK},    {"white-men", MEN, WHITE},
    {"black-men", MEN, BLACK}, {"not-white", NOT, WHITE}, {"not-black", NOT, BLACK},
    {"may-white", MAY, WHITE}, {"may-black", MAY, BLACK}, {"empty", EMPTY, WHITE},
    {"turn", TURN, WHITE},     {"plies", PLIES, WHITE},
};

static int add_clause(const struct rules *rules, enum clause clause, enum side side,
                      struct text value, struct pattern *p, struct err *err)
{
    bitboard men = 0, kings = 0;
    if (clause == PLIES)
        return read_plies(value, p, err);
    if (clause == TURN) {
        p->turn_counts = true;
        p->turn = text_is_nocase(value, "black") ? BLACK : WHITE;
        if (p->turn == WHITE && !text_is_nocase(value, "white"))
            return err_set(err, place("--pattern"),
                           "expected turn:white or turn:black, found '%.*s'", TEXT_ARGS(value));
        return 0;
    }
    if (read_squares(rules, value, &men, &kings, err))
        return -1;
    bitboard squares = men | kings;
    if (kings && clause != MUST) /* there, it would be ignored */
        return err_set(err, place("--pattern"),
                       "expected K only after white: and black:, found '%.*s'", TEXT_ARGS(value));
    if (!squares && clause != MAY) /* every position would match such a clause */
        return err_set(err, place("--pattern"), "expected squares after the colon");
    switch (clause) {
    case MUST:
        p->must[side] |= squares;
        p->kings[side] |= kings;
        break;
    case MEN:
        p->must[side] |= squares;
        p->men[side] |= squares;
        break;
    case NOT:
        p->barred[side] |= squares;
        break;
    case MAY:
        /*
         * 0 means not given, so the complement is stored: it always has bits that are on no board
         */
        p->outside[side] = (p->outside[side] ? p->outside[side] : ~(bitboard)0) & ~squares;
        break;
    default:
        p->barred[WHITE] |= squares;
        p->barred[BLACK] |= squares;
    }
    return 0;
}

static int read_pattern(const struct rules *rules, const char *s, struct pattern *p,
                        struct err *err)
{
    *p = (struct pattern){.to = UINT32_MAX};
    if (!s[strspn(s, " \t;")]) /* every position would match it */
        return err_set(err, place("--pattern"), "expected white:, black: or the like, found '%s'",
                       s);
    while (*(s += strspn(s, " \t;"))) {
        struct text word = {s, strcspn(s, " \t;")};
        const char *colon = memchr(word.s, ':', word.n);
        struct text name = {s, colon ? (size_t)(colon - s) : word.n};
        struct text value = {colon ? colon + 1 : s + word.n, colon ? word.n - name.n - 1 : 0};
        size_t i = 0;
        while (i < ARRAY_LEN(clauses) && !text_is_nocase(name, clauses[i].name))
            i++;
        if (i == ARRAY_LEN(clauses) || !colon)
            return err_set(
                err, place("--pattern"),
                "expected white:, black:, empty:, turn:, plies: or the like, found '%.*s'",
                TEXT_ARGS(word));
        if (add_clause(rules, clauses[i].clause, clauses[i].side, value, p, err))
            return -1;
        s += word.n;
    }
    for (unsigned side = 0; side < 2; side++)
        p->outside[side] &= ~p->must[side];
    return 0;
}

static void mirror_pair(const struct rules *rules, const bitboard in[2], bitboard out[2])
{
    /*
     * Turned one side at a time: the squares of the two may overlap, which is impossible in a
     * position.
     */
    for (unsigned side = 0; side < 2; side++) {
        struct position pos = {.turn = WHITE}, turned;
        pos.pieces[side] = in[side] & rules->board->playing;
        position_mirror(rules, &pos, &turned);
        out[1 - side] = turned.pieces[1 - side];
    }
}

static struct pattern mirror_pattern(const struct rules *rules, const struct pattern *p)
{
    struct pattern m = *p;
    mirror_pair(rules, p->must, m.must);
    mirror_pair(rules, p->kings, m.kings);
    mirror_pair(rules, p->men, m.men);
    mirror_pair(rules, p->barred, m.barred);
    mirror_pair(rules, p->outside, m.outside);
    m.turn = (uint8_t)(1 - p->turn);
    return m;
}

static bool meets(const struct pattern *p, const struct position *pos, unsigned ply)
{
    for (unsigned side = 0; side < 2; side++) {
        bitboard here = pos->pieces[side];
        if (p->must[side] & ~here || p->kings[side] & ~pos->kings || p->men[side] & pos->kings
            || here & (p->barred[side] | p->outside[side]))
            return false;
    }
    return ply >= p->from && ply <= p->to && (!p->turn_counts || p->turn == pos->turn);
}

/* ---- compiling the options for a rule set ---- */

static void free_compiled(struct compiled *c)
{
    if (!c)
        return;
    free(c->positions);
    free(c->patterns);
    free(c->manoeuvres);
    free(c->states);
    free(c);
}

static int compile_positions(const struct pattern_options *o, struct compiled *c, struct err *err)
{
    for (unsigned i = 0; i < o->n_positions; i++) {
        struct position *pos = &c->positions[c->n_positions];
        if (fen_read(c->rules, text_of(o->positions[i]), place("--position"), pos, NULL, err))
            return -1;
        c->n_positions++;
        if (o->mirror)
            position_mirror(c->rules, pos, &c->positions[c->n_positions++]);
    }
    return 0;
}

static int compile_patterns(const struct pattern_options *o, struct compiled *c, struct err *err)
{
    for (unsigned i = 0; i < o->n_patterns; i++) {
        struct pattern *p = &c->patterns[c->n_patterns];
        if (read_pattern(c->rules, o->patterns[i], p, err))
            return -1;
        c->n_patterns++;
        if (o->mirror)
            c->patterns[c->n_patterns++] = mirror_pattern(c->rules, p);
    }
    return 0;
}

static int compile_manoeuvres(const struct pattern_options *o, struct compiled *c, struct err *err)
{
    for (unsigned i = 0; i < o->n_manoeuvres; i++) {
        struct manoeuvre *m = &c->manoeuvres[c->n_manoeuvres];
        if (manoeuvre_read(c->rules, o->manoeuvres[i], m, err))
            return -1;
        c->n_manoeuvres++;
        if (o->mirror)
            c->manoeuvres[c->n_manoeuvres++] = manoeuvre_mirror(c->rules, m);
    }
    return 0;
}

/* @return 1 compiled, 0 the options do not fit this board (`err` says why), -1 out of memory */
static int compile(const struct pattern_options *o, const struct rules *rules,
                   struct compiled **out, struct err *err)
{
    struct compiled *c = calloc(1, sizeof *c);
    if (!c)
        return err_memory(err);
    c->rules = rules;
    c->positions = calloc(2 * (size_t)o->n_positions + 1, sizeof *c->positions);
    c->patterns = calloc(2 * (size_t)o->n_patterns + 1, sizeof *c->patterns);
    c->manoeuvres = calloc(2 * (size_t)o->n_manoeuvres + 1, sizeof *c->manoeuvres);
    c->states = calloc(2 * (size_t)o->n_manoeuvres + 1, sizeof *c->states);
    if (!c->positions || !c->patterns || !c->manoeuvres || !c->states) {
        free_compiled(c);
        return err_memory(err);
    }
    if (compile_positions(o, c, err) || compile_patterns(o, c, err)
        || compile_manoeuvres(o, c, err)) {
        free_compiled(c);
        return 0;
    }
    *out = c;
    return 1;
}

/*
 * Whether a square is written with letters, as in "a1"; the only other letters are K and the names
 * of clauses.
 */
static bool names_letters(const struct pattern_options *o)
{
    for (unsigned i = 0; i < o->n_positions + o->n_patterns + o->n_manoeuvres; i++) {
        unsigned k = i - o->n_positions;
        const char *s = i < o->n_positions  ? o->positions[i]
                        : k < o->n_patterns ? o->patterns[k]
                                            : o->manoeuvres[k - o->n_patterns];
        for (; *s; s++) {
            if (s[0] >= 'a' && s[0] <= 'h' && s[1] >= '1' && s[1] <= '8')
                return true;
        }
    }
    return false;
}

/*
 * Looks for a board that the options fit. Squares of 64-square boards are hardly ever numbered: 57
 * is more likely a mistake on a board of 50, unless --variant names such a board.
 */
static int try_rules(const struct pattern_options *o, const struct rules *rules, struct err *err)
{
    struct err first = {0};
    for (unsigned i = 0; i < (rules ? 1 : rules_count); i++) {
        struct compiled *c = NULL;
        struct err why = {0};
        if (!rules && i && rules_all[i]->board->squares > MOST_SQUARES && !names_letters(o))
            continue;
        int rc = compile(o, rules ? rules : rules_all[i], &c, &why);
        free_compiled(c);
        if (rc > 0)
            return 0;
        if (rc < 0)
            return err_pass(err, &why);
        if (i == 0)
            first = why;
    }
    return err_pass(err, &first);
}

int pattern_search_open(const struct pattern_options *options, const struct rules *rules,
                        struct pattern_search **out, struct err *err)
{
    struct pattern_search *search = calloc(1, sizeof *search);
    if (!search)
        return err_memory(err);
    search->options = *options;
    if (read_materials(search, err) || try_rules(options, rules, err)) {
        pattern_search_close(search);
        return -1;
    }
    *out = search;
    return 0;
}

void pattern_search_close(struct pattern_search *search)
{
    if (!search)
        return;
    while (search->compiled) {
        struct compiled *next = search->compiled->next;
        free_compiled(search->compiled);
        search->compiled = next;
    }
    free(search->materials);
    free(search);
}

/*
 * Finds the options compiled for some rules, compiling them first if necessary. If they are not
 * valid for the board, the entry matches nothing.
 */
static const struct compiled *find(struct pattern_search *search, const struct rules *rules,
                                   struct err *err)
{
    for (struct compiled *c = search->compiled; c; c = c->next) {
        if (c->rules == rules)
            return c;
    }
    struct compiled *c = NULL;
    struct err why = {0};
    int rc = compile(&search->options, rules, &c, &why);
    if (rc == 0 && (c = calloc(1, sizeof *c)))
        c->rules = rules; /* without positions and patterns, nothing ever matches */
    if (!c) {
        err_memory(err);
        return NULL;
    }
    c->next = search->compiled;
    search->compiled = c;
    return c;
}

/* ---- searching ---- */

static bool has_material(const struct pattern_search *search, const struct rules *rules,
                         const struct position *pos)
{
    int men[2], kings[2];
    for (unsigned side = 0; side < 2; side++) {
        men[side] = (int)POPCOUNT64(position_men(pos, side));
        kings[side] = (int)POPCOUNT64(position_kings(pos, side));
    }
    for (unsigned i = 0; i < search->n_materials; i++) {
        bool same = true;
        for (unsigned side = 0; side < 2; side++) {
            const struct piece_count *c = &search->materials[i].side[side];
            same = same
                   && (c->kings < 0 ? c->men == men[side] + kings[side]
                                    : c->men == men[side] && c->kings == kings[side]);
        }
        /* Material is not counted in the middle of an exchange. */
        if (same && !moves_has_capture(rules, pos))
            return true;
    }
    return false;
}

struct open_questions {
    bool position, pattern, material, manoeuvre;
};

static void look(const struct pattern_search *search, const struct compiled *c,
                 const struct position *pos, unsigned ply, struct open_questions *open)
{
    for (unsigned i = 0; i < c->n_positions && open->position; i++) {
        if (position_same(&c->positions[i], pos))
            open->position = false;
    }
    for (unsigned i = 0; i < c->n_patterns && open->pattern; i++) {
        if (meets(&c->patterns[i], pos, ply))
            open->pattern = false;
    }
    if (open->material && has_material(search, c->rules, pos))
        open->material = false;
}

static bool is_answered(const struct open_questions *open)
{
    return !open->position && !open->pattern && !open->material && !open->manoeuvre;
}

/*
 * Follows the next move. After a position is set up in the middle of a game, manoeuvres start
 * afresh.
 */
static void follow(const struct compiled *c, const struct node *node, unsigned side,
                   struct open_questions *open)
{
    if (node->kind != NODE_MOVE && c->n_manoeuvres)
        memset(c->states, 0, c->n_manoeuvres * sizeof *c->states);
    if (node->kind != NODE_MOVE || node->state != NODE_PLAYED)
        return;
    for (unsigned i = 0; i < c->n_manoeuvres; i++) {
        if (manoeuvre_follow(&c->manoeuvres[i], &c->states[i], side, &node->move))
            open->manoeuvre = false;
    }
}

int pattern_search_matches(struct pattern_search *search, const struct game *game, struct err *err)
{
    struct open_questions open = {search->options.n_positions > 0, search->options.n_patterns > 0,
                                  search->n_materials > 0, search->options.n_manoeuvres > 0};
    if (is_answered(&open))
        return 1;
    if (!game_has_beginning(game))
        return 0;
    const struct compiled *c = find(search, game->rules, err);
    if (!c)
        return -1;
    struct position pos;
    unsigned ply = 0;
    const struct node *node = game_first_position(game, &pos);
    if (c->n_manoeuvres)
        memset(c->states, 0, c->n_manoeuvres * sizeof *c->states);
    for (;;) {
        look(search, c, &pos, ply, &open);
        if (node && open.manoeuvre)
            follow(c, node, pos.turn, &open);
        if (is_answered(&open))
            return 1;
        if (!node || !node_play_on(game->rules, &node, &pos, &ply))
            return 0;
        node = node->next;
    }
}

unsigned pattern_search_keys(struct pattern_search *search, const struct rules *rules,
                             uint64_t *keys, unsigned room)
{
    const struct compiled *c = find(search, rules, NULL);
    unsigned n = c ? c->n_positions : 0;
    for (unsigned i = 0; i < n && i < room; i++)
        keys[i] = position_key(rules, &c->positions[i]);
    return n < room ? n : room;
}
