// SPDX-License-Identifier: MIT
/* The list grows as files are read; shuffling, filtering and limiting come at the end. */
#include "match/openings.h"

#include "core/base/array.h"
#include "core/base/buffer.h"
#include "core/base/keyset.h"
#include "core/base/path.h"
#include "core/base/random.h"
#include "core/base/signals.h"
#include "core/board/fen.h"
#include "core/board/notation.h"
#include "core/engine/engine.h"
#include "core/store/results.h"
#include "match/openings-files.h"
#include "pdn/collect.h"

#include <stdlib.h>
#include <string.h>

/* The state of making the list. */
struct making {
    const struct match_config *config;
    const struct rules *rules;
    struct arena *arena;
    struct match_opening *at; /* owned */
    unsigned n, room;
    struct keyset known; /* hashes of the openings already there */
    const char *file;    /* being read */
    unsigned number;     /* number of the current game in the file, from 1 */
    struct buffer text;
};

/* ---- the list ---- */

static int add(struct making *m, const char *name, const char *fen, const char *moves,
               struct err *err)
{
    if (m->n == OPENINGS_MAX)
        return err_file(err, m->file, "more than %d openings", OPENINGS_MAX);
    buffer_clear(&m->text);
    buffer_printf(&m->text, "%s/%s", fen ? fen : "", moves);
    if (m->text.failed)
        return err_memory(err);
    int is_new = keyset_add(&m->known, hash128_of(m->text.s, m->text.n).low);
    if (is_new == 0)
        return 0;
    if (is_new < 0 || !ARRAY_GROW(m->at, m->n, m->room))
        return err_memory(err);
    struct match_opening *opening = &m->at[m->n++];
    opening->name = arena_strndup(m->arena, name, strlen(name));
    opening->fen = fen ? arena_strndup(m->arena, fen, strlen(fen)) : NULL;
    opening->moves = arena_strndup(m->arena, moves, strlen(moves));
    return opening->name && opening->moves && (!fen || opening->fen) ? 0 : err_memory(err);
}

/* ---- from games ---- */

static bool is_told(struct text t) { return t.n && !text_is(t, "?") && !text_is(t, "-"); }

/*
 * Adds the name of an opening to the buffer, with a NUL. Control characters in careless files
 * become blanks.
 */
static void add_name(struct making *m, const struct game *game, struct buffer *out)
{
    struct text opening = game_tag(game, "Opening"), event = game_tag(game, "Event");
    if (is_told(opening))
        buffer_add_text(out, opening);
    else if (is_told(event))
        buffer_printf(out, "%.*s %u", TEXT_ARGS(event), m->number);
    else
        buffer_printf(out, "%s %u", path_name(m->file), m->number);
    for (size_t i = 0; i < out->n; i++)
        if ((unsigned char)out->s[i] < 0x20 || out->s[i] == 0x7f)
            out->s[i] = ' ';
    buffer_add_char(out, '\0');
}

/* Adds the main line, up to where it is to be cut. */
static int add_moves(struct making *m, const struct game *game, struct buffer *out, struct err *err)
{
    unsigned most = m->config->openings.plies, n = 0;
    struct position pos = game->start;
    for (const struct node *node = game->line.first; node; node = node->next, n++) {
        char text[NOTATION_MOVE_SIZE];
        if (most && n == most)
            break;
        if (n == OPENINGS_PLIES_MAX)
            return err_set(err, game->at, "an opening of more than %d plies; 'plies' can limit it",
                           OPENINGS_PLIES_MAX);
        if (node->kind != NODE_MOVE || node->state != NODE_PLAYED)
            return err_set(err, game_place(game, node->offset),
                           "opening: '%.*s' is not legal in %s",
                           (int)(node->text.n < 40 ? node->text.n : 40), node->text.s,
                           rules_spelling(m->rules));
        if (n)
            buffer_add_char(out, ' ');
        buffer_add(out, text,
                   notation_write(m->rules, &pos, &node->move, NOTATION_STYLE_SHORT, text));
        move_play(m->rules, &pos, &node->move);
    }
    if (!moves_exist(m->rules, &pos))
        return err_set(err, game->at, "the opening ends the game, so nothing is left to play");
    buffer_add_char(out, '\0');
    return 0;
}

/* An opening whose start cannot be read would become another one, from the usual start. */
static int check_readable(const struct game *game, const struct findings *found, struct err *err)
{
    static const enum finding_code faults[] = {FINDING_BAD_FEN, FINDING_IMPOSSIBLE_POSITION,
                                               FINDING_BAD_RECORD, FINDING_HUGE_GAME};
    for (const struct finding *f = found->first; f; f = f->next)
        for (size_t i = 0; i < ARRAY_LEN(faults); i++)
            if (f->code == faults[i])
                return err_set(err, f->at, "opening: %.*s", TEXT_ARGS(f->message));
    if (!game->n_tags && !game->line.first)
        return err_set(err, game->at, "opening: neither a position nor moves");
    return 0;
}

static int add_game(void *ctx, const struct game *game, const struct findings *found,
                    struct err *err)
{
    struct making *m = ctx;
    struct buffer name = {0}, moves = {0};
    struct position usual;
    char fen[FEN_SIZE];
    m->number++;
    if (check_readable(game, found, err))
        return -1;
    position_start(m->rules, &usual);
    bool is_usual = position_same(&usual, &game->start);
    fen_write(m->rules, &game->start, fen);
    add_name(m, game, &name);
    int rc = add_moves(m, game, &moves, err);
    if (rc == 0 && (name.failed || moves.failed))
        rc = err_memory(err);
    if (rc == 0)
        rc = add(m, name.s, is_usual ? NULL : fen, moves.s, err);
    buffer_fini(&name);
    buffer_fini(&moves);
    return rc;
}

static int add_files(struct making *m, struct err *err)
{
    const struct check_options options = {.variant = m->rules, .quiet = true, .lenient = true};
    struct walk walk = {0};
    int rc = openings_find_files(&m->config->openings.files, &walk, err);
    for (unsigned i = 0; i < walk.n && rc == 0; i++) {
        m->file = walk.paths[i];
        m->number = 0;
        rc = collect_games(m->file, &options, add_game, m, err);
        if (rc > 0)
            rc = err_stopped(err, (struct src_pos){.file = m->file});
    }
    if (rc && err->at.file) /* the path would be freed with the walk */
        err->at.file = arena_strndup(m->arena, err->at.file, strlen(err->at.file));
    m->file = NULL;
    walk_fini(&walk);
    return rc;
}

static int add_positions(struct making *m, struct err *err)
{
    const struct match_words *words = &m->config->openings.positions;
    for (unsigned i = 0; i < words->n; i++) {
        struct position pos, usual;
        struct err why = {0};
        char fen[FEN_SIZE];
        if (fen_read(m->rules, text_of(words->at[i]), (struct src_pos){0}, &pos, NULL, &why)
            || fen_check(m->rules, &pos, (struct src_pos){0}, &why))
            return err_set(err, words->where[i], "position %u: %s", i + 1, why.msg);
        if (!moves_exist(m->rules, &pos))
            return err_set(err, words->where[i], "position %u: the side to move has no legal move",
                           i + 1);
        position_start(m->rules, &usual);
        fen_write(m->rules, &pos, fen);
        if (add(m, fen, position_same(&pos, &usual) ? NULL : fen, "", err))
            return -1;
    }
    return 0;
}

/* ---- ballots ---- */

/* A node in the tree of first moves. */
struct ballot {
    struct position pos;
    struct move move[MATCH_BALLOT_PLIES_MAX];
};

static int add_ballot(struct making *m, const struct ballot *ballot, unsigned plies,
                      struct err *err)
{
    struct position pos;
    char moves[MATCH_BALLOT_PLIES_MAX * NOTATION_MOVE_SIZE];
    size_t n = 0;
    position_start(m->rules, &pos);
    for (unsigned i = 0; i < plies; i++) {
        if (i)
            moves[n++] = ' ';
        n += notation_write(m->rules, &pos, &ballot->move[i], NOTATION_STYLE_SHORT, moves + n);
        move_play(m->rules, &pos, &ballot->move[i]);
    }
    moves[n] = '\0';
    return moves_exist(m->rules, &pos) ? add(m, moves, NULL, moves, err) : 0;
}

/*
 * Goes through the tree in the order of the move generator; the stack is the line that leads here.
 * The first of several transpositions is kept.
 */
static int add_ballots(struct making *m, struct err *err)
{
    const unsigned plies = m->config->openings.ballots;
    struct moves list[MATCH_BALLOT_PLIES_MAX];
    unsigned next[MATCH_BALLOT_PLIES_MAX] = {0}, depth = 0;
    struct ballot at[MATCH_BALLOT_PLIES_MAX + 1];
    struct keyset visited = {0};
    int rc = 0;
    if (plies == 0)
        return 0;
    position_start(m->rules, &at[0].pos);
    for (unsigned i = 0; i < plies; i++)
        moves_init(&list[i]);
    rc = moves_generate(m->rules, &at[0].pos, &list[0]) ? err_memory(err) : 0;
    for (depth = 0; rc == 0;) {
        if (next[depth] == list[depth].n) {
            if (depth-- == 0)
                break;
            continue;
        }
        struct ballot *child = &at[depth + 1];
        *child = at[depth];
        child->move[depth] = list[depth].at[next[depth]++];
        move_play(m->rules, &child->pos, &child->move[depth]);
        if (depth + 1 < plies) {
            depth++;
            next[depth] = 0;
            rc = moves_generate(m->rules, &child->pos, &list[depth]) ? err_memory(err) : 0;
            continue;
        }
        int is_new = keyset_add(&visited, position_key(m->rules, &child->pos));
        if (is_new)
            rc = is_new < 0 ? err_memory(err) : add_ballot(m, child, plies, err);
    }
    for (unsigned i = 0; i < plies; i++)
        moves_fini(&list[i]);
    keyset_fini(&visited);
    return rc;
}

/* ---- order, balance, limits ---- */

static void shuffle(struct making *m)
{
    struct random random;
    random_seed(&random, m->config->match.seed);
    for (unsigned i = m->n; i > 1; i--) {
        unsigned k = random_below(&random, i);
        struct match_opening other = m->at[k];
        m->at[k] = m->at[i - 1];
        m->at[i - 1] = other;
    }
}

/* @param moves room for OPENINGS_PLIES_MAX, of which n are set @return 0, or nonzero with `err` */
static int replay(const struct making *m, const struct match_opening *opening,
                  struct position *start, struct position *end, struct move *moves, unsigned *n,
                  struct err *err)
{
    position_start(m->rules, start);
    if (opening->fen
        && fen_read(m->rules, text_of(opening->fen), (struct src_pos){0}, start, NULL, err))
        return -1;
    *end = *start;
    return results_moves(m->rules, opening->moves, end, moves, OPENINGS_PLIES_MAX, n, err);
}

/* @return 1 even enough, 0 not even enough, -1 with `err` */
static int is_balanced(struct making *m, struct engine *engine, const struct match_opening *opening,
                       struct err *err)
{
    struct position start, end;
    struct move moves[OPENINGS_PLIES_MAX];
    struct engine_limits limits = {.nodes = m->config->openings.balance_nodes};
    struct engine_result result;
    unsigned n;
    if (replay(m, opening, &start, &end, moves, &n, err))
        return -1;
    engine_new_game(engine);
    if (engine_think(engine, &start, moves, n, &limits, NULL, NULL, &result, err))
        return -1;
    return abs(result.lines[0].score) <= m->config->openings.balance;
}

static int keep_balanced(struct making *m, struct err *err)
{
    struct engine *engine = NULL;
    const struct engine_options options = {.hash = 8 << 20, .stopped = signals_stopped};
    unsigned kept = 0;
    int rc = 0;
    if (!m->config->openings.balance)
        return 0;
    if (engine_open(m->rules, &options, &engine, err))
        return -1;
    for (unsigned i = 0; i < m->n && rc >= 0; i++) {
        rc = is_balanced(m, engine, &m->at[i], err);
        if (rc >= 0 && signals_stopped()) /* the search may have been cut short */
            rc = err_stopped(err, (struct src_pos){0});
        if (rc > 0)
            m->at[kept++] = m->at[i];
    }
    engine_close(engine);
    m->n = kept;
    return rc < 0 ? -1 : 0;
}

static bool counts(const struct position *pos)
{
    return pos->king_moves[WHITE] || pos->king_moves[BLACK];
}

/*
 * Frisian kings may make only a limited number of moves in a row. A Hub engine is told the position
 * and the moves from there, but a DamExchange peer only the position that they lead to: it would
 * not know the moves already counted, and lose the game by an illegal move.
 */
static int check_counted(struct making *m, struct err *err)
{
    const struct match_config *config = m->config;
    for (unsigned i = 0; i < m->n && m->rules->counts_king_moves; i++) {
        struct position start, end;
        struct move moves[OPENINGS_PLIES_MAX];
        unsigned n;
        if (replay(m, &m->at[i], &start, &end, moves, &n, err))
            return -1;
        for (unsigned k = 0; k < config->n_players; k++) {
            const struct player_settings *player = &config->players[k];
            if ((player->kind == PLAYER_HUB && counts(&start))
                || (player->kind == PLAYER_DXP && counts(&end)))
                return err_plain(err,
                                 "opening %.60s has counted king moves, which cannot be passed on "
                                 "to player '%.60s'",
                                 m->at[i].name, player->name);
        }
    }
    return 0;
}

static unsigned plies_of(const struct match_opening *opening)
{
    unsigned n = *opening->moves != '\0';
    for (const char *s = opening->moves; *s; s++)
        n += *s == ' ';
    return n;
}

/* The lowest number of moves after which games end. @param key set to the key that says so */
static unsigned least_moves(const struct match_config *config, const char **key)
{
    unsigned least = config->match.move_limit;
    *key = "move_limit";
    for (unsigned i = 0; i < config->n_players; i++) {
        const struct player_settings *player = &config->players[i];
        const unsigned moves = player->limits.moves;
        if (player->kind != PLAYER_DXP || !moves || (least && moves >= least))
            continue;
        least = moves;
        *key = "moves";
    }
    return least;
}

/* An opening as long as the games' limit would leave games of one move. */
static int check_lengths(const struct making *m, struct err *err)
{
    const struct match_settings *settings = &m->config->match;
    const char *key;
    const unsigned limit = least_moves(m->config, &key);
    for (unsigned i = 0; i < m->n; i++) {
        unsigned plies = plies_of(&m->at[i]);
        if (plies >= settings->plies_max)
            return err_plain(err,
                             "opening %.60s: nothing is left to play after its %u plies: "
                             "'plies_max' is %u",
                             m->at[i].name, plies, settings->plies_max);
        if (limit && plies / 2 >= limit)
            return err_plain(err,
                             "opening %.60s: nothing is left to play after its %u plies: "
                             "'%s' is %u",
                             m->at[i].name, plies, key, limit);
    }
    return 0;
}

static void skip_and_limit(struct making *m)
{
    const struct match_openings *wanted = &m->config->openings;
    unsigned skip = wanted->skip < m->n ? wanted->skip : m->n;
    if (!m->n)
        return;
    memmove(m->at, m->at + skip, (m->n - skip) * sizeof *m->at);
    m->n -= skip;
    if (wanted->limit && m->n > wanted->limit)
        m->n = wanted->limit;
}

/* @param found number of all openings @param balanced number of those left by 'balance' */
static int none_left(const struct making *m, unsigned found, unsigned balanced, struct err *err)
{
    const struct match_openings *wanted = &m->config->openings;
    if (!found)
        return err_set(err, wanted->files.where[0],
                       "no openings are left to play: no game or position in %.120s%s",
                       wanted->files.at[0], wanted->files.n > 1 ? " and the other files" : "");
    return err_plain(err, "no openings are left to play: '%s' leaves out all of them (%u)",
                     balanced ? "skip" : "balance", balanced ? balanced : found);
}

static int make(struct making *m, struct err *err)
{
    const struct match_openings *wanted = &m->config->openings;
    if (!wanted->files.n && !wanted->positions.n && !wanted->ballots && add(m, "", NULL, "", err))
        return -1;
    if (add_files(m, err) || add_positions(m, err) || add_ballots(m, err))
        return -1;
    unsigned found = m->n;
    if (wanted->shuffle)
        shuffle(m);
    if (keep_balanced(m, err))
        return -1;
    unsigned balanced = m->n;
    skip_and_limit(m);
    if (check_lengths(m, err) || check_counted(m, err))
        return -1;
    return m->n ? 0 : none_left(m, found, balanced, err);
}

int match_openings_make(const struct match_config *config, struct arena *arena,
                        struct match_opening **out, unsigned *n, struct err *err)
{
    struct making m = {.config = config, .rules = config->match.rules, .arena = arena};
    int rc = make(&m, err);
    if (rc == 0) {
        *n = m.n;
        *out = arena_alloc(arena, m.n * sizeof **out);
        rc = *out ? 0 : err_memory(err);
    }
    if (rc == 0)
        memcpy(*out, m.at, m.n * sizeof **out);
    free(m.at);
    keyset_fini(&m.known);
    buffer_fini(&m.text);
    return rc;
}
