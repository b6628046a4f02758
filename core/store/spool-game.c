// SPDX-License-Identifier: MIT
/* The data of a game that serve to find its copies, and to choose the best of them. */
#include "core/base/array.h"
#include "core/base/ascii.h"
#include "core/base/fold.h"
#include "core/board/notation.h"
#include "core/game/game-start.h"
#include "core/game/player-name.h"
#include "core/game/traverse.h"
#include "core/store/spool-internal.h"

#include <stdlib.h>

/*
 * Adds a ply: its two squares and a hash of what it captures. After a slip no move can be played; if
 * its text has squares, they are as those of the move in a sound copy, with 0 for what is captured.
 */
static void add_move(const struct rules *rules, const struct node *node, struct buffer *moves)
{
    char ply[SPOOL_PLY] = {0};
    struct written_move written;
    if (node->kind == NODE_MOVE && node->state == NODE_PLAYED) {
        uint64_t captured = node->move.captured * UINT64_C(0x9E3779B97F4A7C15);
        ply[0] = (char)node->move.from;
        ply[1] = (char)node->move.to;
        ply[2] = (char)(captured >> 56);
    } else if (node->kind == NODE_MOVE && rules
               && notation_parse(rules, node->text, &written, NULL) == 0
               && notation_path_squares(&written) > 1) {
        ply[0] = (char)written.sq[0];
        ply[1] = (char)written.sq[notation_path_squares(&written) - 1];
    } else {
        struct hash128 text = hash128_of(node->text.s, node->text.n);
        memcpy(ply, &text, SPOOL_PLY);
    }
    buffer_add(moves, ply, SPOOL_PLY);
}

static void add_moves(const struct rules *rules, const struct line *line, struct buffer *moves)
{
    for (const struct node *node = line->first; node; node = node->next)
        add_move(rules, node, moves);
}

/* ---- what is said of the moves ---- */

/* Adds the words of a comment, since copies may break its lines differently. */
static void add_words(struct text comment, struct buffer *out)
{
    comment = text_trim(comment);
    for (size_t i = 0; i < comment.n; i++) {
        if (!ascii_is_space(comment.s[i]))
            buffer_add_char(out, comment.s[i]);
        else if (!ascii_is_space(comment.s[i - 1]))
            buffer_add_char(out, ' ');
    }
}

/*
 * Fills `scratch` with a description of an item, the same for the same item in two copies.
 * @return its kind
 */
static enum said_kind describe_item(const struct traversal *walk, struct buffer *scratch)
{
    const struct item *item = walk->item;
    buffer_clear(scratch);
    if (item->kind == ITEM_COMMENT) {
        add_words(item->comment, scratch);
        return SAID_COMMENT;
    }
    if (item->kind == ITEM_LINE) {
        add_moves(walk->game->rules, item->line, scratch);
        return SAID_VARIATION;
    }
    if (walk->node)
        add_move(walk->game->rules, walk->node, scratch);
    if (item->kind == ITEM_NAG)
        buffer_add_number(scratch, item->nag);
    else
        buffer_add_text(scratch, item->strength);
    return SAID_NAG;
}

static int by_bytes(const void *a, const void *b) { return memcmp(a, b, SPOOL_SAID); }

/*
 * Adds an entry for each comment, variation and NAG, sorted: its kind, then as much of its hash as
 * fits. Where in the game it stands does not matter.
 * @return the number of entries, -1: out of memory
 */
static long add_said(const struct game *game, struct buffer *scratch, struct buffer *out)
{
    const size_t begin = out->n;
    struct traversal walk;
    enum traverse_step step;
    traverse_init_unplayed(&walk, game);
    while ((step = traverse_next(&walk)) < TRAVERSE_END) {
        if (step != TRAVERSE_ITEM && step != TRAVERSE_OPEN)
            continue;
        char entry[SPOOL_SAID] = {(char)describe_item(&walk, scratch)};
        if (!scratch->n) /* an empty comment */
            continue;
        struct hash128 hash = hash128_of(scratch->s, scratch->n);
        memcpy(entry + 1, &hash, SPOOL_SAID - 1);
        buffer_add(out, entry, SPOOL_SAID);
    }
    traverse_fini(&walk);
    if (step == TRAVERSE_FAILED || out->failed || scratch->failed)
        return -1;
    const size_t n = (out->n - begin) / SPOOL_SAID;
    if (n)
        qsort(out->s + begin, n, SPOOL_SAID, by_bytes);
    return (long)n;
}

/* ---- which copy is better ---- */

/* Plies before the first that cannot be played; all, if the position they begin from is not known. */
static unsigned sound_plies(const struct game *game)
{
    unsigned n = 0;
    if (!game->rules || !game_first_position_is_known(game))
        return game_plies(game);
    for (const struct node *node = game->line.first; node; node = node->next) {
        if (node->kind == NODE_MOVE && node->state != NODE_PLAYED)
            break;
        n += node->kind != NODE_SETUP;
    }
    return n;
}

/*
 * Better copies have more plies that can be played, then more comments, variations and NAGs, which are lost with a game
 * that is dropped. Tags are not: the game that stays gets those of the others.
 */
static uint32_t score_of(const struct game *game, size_t n_moves, size_t n_said)
{
    static const char *const names[] = {"Event", "Site", "Date", "Round", "White", "Black"};
    uint32_t known = !result_is_unknown(game->result);
    for (size_t i = 0; i < ARRAY_LEN(names); i++) {
        const struct text value = game_tag(game, names[i]);
        known += !tag_is_unknown(value) && !player_name_is_unknown(value);
    }
    uint32_t length = n_moves < 4095 ? (uint32_t)n_moves : 4095;
    uint32_t said = n_said < 255 ? (uint32_t)n_said : 255;
    uint32_t tags = game->n_tags < 63 ? game->n_tags : 63;
    return length << 18 | said << 10 | known << 6 | tags;
}

/* ---- the whole ---- */

static struct hash128 spelling(const struct game *game, const char *tag)
{
    struct text name = game_tag(game, tag);
    return hash128_of(name.s, name.n);
}

/*
 * A hash of the rules and the start position; a FEN that cannot be read is hashed as it is written.
 */
static struct hash128 opening_of(const struct game *game, struct buffer *scratch)
{
    buffer_clear(scratch);
    if (game->rules) {
        buffer_add_string(scratch, rules_spelling(game->rules));
        buffer_add_char(scratch, '\0');
        if (game_first_position_is_known(game))
            buffer_add_bytes(scratch, position_key(game->rules, &game->start), sizeof(uint64_t));
        else
            buffer_add_text(scratch, game_tag(game, "FEN"));
    }
    return hash128_of(scratch->s, scratch->n);
}

/* A hash of the event's name, of its letters and digits only. */
static int64_t event_of(const struct game *game, struct buffer *scratch)
{
    const struct text name = game_tag(game, "Event");
    size_t n = 0;
    if (tag_is_unknown(name))
        return 0;
    buffer_clear(scratch);
    fold_text(scratch, name);
    for (size_t i = 0; i < scratch->n; i++) {
        if (ascii_is_alnum(scratch->s[i]) || (unsigned char)scratch->s[i] >= 0x80)
            scratch->s[n++] = scratch->s[i];
    }
    return n ? (int64_t)hash128_of(scratch->s, n).low : 0;
}

/* Adds the first number of a round, and those that follow it after dots: "3." for "Ronde 03". */
static void add_round(struct text round, struct buffer *out)
{
    enum { NUMBERS_MAX = 4, DIGITS_MAX = 9 };
    if (round.n == 0)
        return;
    const char *s = round.s, *end = s + round.n;
    while (s < end && !ascii_is_digit(*s))
        s++;
    for (unsigned i = 0; i < NUMBERS_MAX && s < end && ascii_is_digit(*s); i++) {
        unsigned digits = 0;
        while (s + 1 < end && *s == '0' && ascii_is_digit(s[1]))
            s++;
        for (; s < end && ascii_is_digit(*s); s++) {
            if (digits++ < DIGITS_MAX)
                buffer_add_char(out, *s);
        }
        buffer_add_char(out, '.');
        s += s < end && *s == '.';
    }
}

int spool_describe(const struct game *game, struct buffer *moves, struct buffer *names,
                   struct spool_game *out)
{
    *out = (struct spool_game){.event = event_of(game, names)};
    out->opening = opening_of(game, names);
    buffer_clear(moves);
    add_moves(game->rules, &game->line, moves);
    const size_t n_moves = moves->n;
    const long said = add_said(game, names, moves);
    if (said < 0)
        return -1;
    out->moves = (struct text){buffer_text(moves).s, n_moves};
    out->said = (struct text){out->moves.s + n_moves, moves->n - n_moves};
    out->content = hash128_sum(out->opening, hash128_of(out->moves.s, out->moves.n));
    buffer_clear(names);
    player_name_family(game_tag(game, "White"), names);
    const size_t white = names->n;
    player_name_family(game_tag(game, "Black"), names);
    const size_t black = names->n;
    add_round(game_tag(game, "Round"), names);
    const char *s = buffer_text(names).s;
    out->white = (struct text){s, white};
    out->black = (struct text){s + white, black - white};
    out->round = (struct text){s + black, names->n - black};
    out->spelling[WHITE] = spelling(game, "White");
    out->spelling[BLACK] = spelling(game, "Black");
    if (!date_read_known(game_tag(game, "Date"), &out->date))
        out->date = (struct date){0};
    out->result = (int)game->result;
    out->score = score_of(game, sound_plies(game), (size_t)said);
    return moves->failed || names->failed ? -1 : 0;
}
