// SPDX-License-Identifier: MIT
/*
 * The layout, with the bytes of each number, all little-endian. A judgement: score 2, chances of
 * winning and losing 2 each in 65535ths, depth 1, flags 1 (1 exact, 2 more lines, 4 the last
 * position is an exercise; times 8, the deeper looks at the ply), nodes 8, moves 1, then from 1,
 * to 1, rank 1 for each move; with more lines, their number 1, and of each line score 2, chances 2
 * and 2, moves 1, the moves. A ply: flags 1, score 2, chances 2 and 2, its judgement. A game: plies
 * 2, then each ply, and the judgement after the last.
 */
#include "core/study/judged-pack.h"

#include "core/base/bytes.h"
#include "core/board/move-rank.h"

#include <string.h>

enum { UNIT = 65535, IS_EXACT = 1, HAS_OTHERS = 2, IS_EXERCISE = 4, LOOKS_SHIFT = 3 };

static void put_wdl(struct buffer *out, struct wdl wdl)
{
    buffer_add_bytes(out, (uint64_t)(wdl.win * UNIT + 0.5F), 2);
    buffer_add_bytes(out, (uint64_t)(wdl.loss * UNIT + 0.5F), 2);
}

static struct wdl take_wdl(struct bytes_reader *in)
{
    struct wdl wdl = {.win = (float)bytes_take(in, 2) / UNIT};
    wdl.loss = (float)bytes_take(in, 2) / UNIT;
    wdl.draw = 1 - wdl.win - wdl.loss;
    if (wdl.draw < 0)
        wdl.draw = 0;
    return wdl;
}

static int pack_moves(const struct rules *rules, const struct position *pos,
                      const struct move *moves, unsigned n, struct moves *list, struct buffer *out)
{
    struct position now = *pos;
    buffer_add_bytes(out, n, 1);
    for (unsigned i = 0; i < n; i++) {
        int rank = move_rank(rules, &now, &moves[i], list);
        if (rank < 0)
            return -1;
        buffer_add_bytes(out, moves[i].from, 1);
        buffer_add_bytes(out, moves[i].to, 1);
        buffer_add_bytes(out, (unsigned)rank, 1);
        move_play(rules, &now, &moves[i]);
    }
    return 0;
}

/* @param more further flags: IS_EXERCISE, and the looks */
static int pack_judgement(const struct rules *rules, const struct position *pos,
                          const struct judgement *judgement, unsigned more, struct moves *list,
                          struct buffer *out)
{
    unsigned flags =
        more | (judgement->exact ? IS_EXACT : 0) | (judgement->n_others ? HAS_OTHERS : 0);
    buffer_add_bytes(out, (uint16_t)(int16_t)judgement->score, 2);
    put_wdl(out, judgement->wdl);
    buffer_add_bytes(out, judgement->depth < 255 ? judgement->depth : 255, 1);
    buffer_add_bytes(out, flags, 1);
    buffer_add_bytes(out, judgement->nodes, 8);
    if (pack_moves(rules, pos, judgement->line, judgement->n, list, out))
        return -1;
    if (judgement->n_others)
        buffer_add_bytes(out, judgement->n_others, 1);
    for (unsigned i = 0; i < judgement->n_others; i++) {
        const struct judged_line *other = &judgement->others[i];
        buffer_add_bytes(out, (uint16_t)(int16_t)other->score, 2);
        put_wdl(out, other->wdl);
        if (pack_moves(rules, pos, other->line, other->n, list, out))
            return -1;
    }
    return out->failed ? -1 : 0;
}

/* @return 1, 0 damaged, -1 out of memory */
static int unpack_moves(struct bytes_reader *in, const struct rules *rules,
                        const struct position *pos, struct moves *list, struct move *out,
                        unsigned room, unsigned *n)
{
    struct position now = *pos;
    *n = (unsigned)bytes_take(in, 1);
    if (in->failed || *n > room)
        return 0;
    for (unsigned i = 0; i < *n; i++) {
        square from = (square)bytes_take(in, 1), to = (square)bytes_take(in, 1);
        unsigned rank = (unsigned)bytes_take(in, 1);
        int rc = move_rank_find(rules, &now, from, to, rank, list, &out[i]);
        if (rc <= 0)
            return rc;
        move_play(rules, &now, &out[i]);
    }
    return !in->failed;
}

/* @param flags set to those of the judgement */
static int unpack_judgement(struct bytes_reader *in, const struct rules *rules,
                            const struct position *pos, struct moves *list, struct judgement *out,
                            unsigned *flags)
{
    out->score = (int16_t)(uint16_t)bytes_take(in, 2);
    out->wdl = take_wdl(in);
    out->depth = (unsigned)bytes_take(in, 1);
    *flags = (unsigned)bytes_take(in, 1);
    out->exact = (*flags & IS_EXACT) != 0;
    out->nodes = bytes_take(in, 8);
    int rc = unpack_moves(in, rules, pos, list, out->line, JUDGE_LINE, &out->n);
    out->n_others = rc > 0 && *flags & HAS_OTHERS ? (unsigned)bytes_take(in, 1) : 0;
    if (out->n_others > JUDGE_OTHERS)
        return 0;
    for (unsigned i = 0; rc > 0 && i < out->n_others; i++) {
        struct judged_line *other = &out->others[i];
        other->score = (int16_t)(uint16_t)bytes_take(in, 2);
        other->wdl = take_wdl(in);
        rc = unpack_moves(in, rules, pos, list, other->line, JUDGE_SHORT, &other->n);
    }
    return rc;
}

int judged_pack_one(const struct rules *rules, const struct position *pos,
                    const struct judgement *judgement, struct buffer *out)
{
    struct moves list;
    moves_init(&list);
    int rc = pack_judgement(rules, pos, judgement, 0, &list, out);
    moves_fini(&list);
    return rc;
}

long judged_pack_read_one(const struct rules *rules, const struct position *pos, struct text bytes,
                          struct judgement *out)
{
    struct bytes_reader in = bytes_reader(bytes.s, bytes.n);
    struct moves list;
    unsigned flags;
    moves_init(&list);
    int rc = unpack_judgement(&in, rules, pos, &list, out, &flags);
    moves_fini(&list);
    return rc > 0 ? (long)(in.at - (const uint8_t *)bytes.s) : rc;
}

int judged_pack(const struct game *game, const struct judged_ply *plies, unsigned n,
                struct buffer *out)
{
    struct position pos = game->start;
    const struct node *node = game->line.first;
    struct moves list;
    int rc = 0;
    moves_init(&list);
    buffer_add_bytes(out, n, 2);
    for (unsigned i = 0; i <= n && rc == 0; i++) {
        if (i < n) {
            buffer_add_bytes(out, plies[i].flags, 1);
            buffer_add_bytes(out, (uint16_t)(int16_t)plies[i].score, 2);
            put_wdl(out, plies[i].wdl);
        }
        unsigned more = i < n                              ? plies[i].looks << LOOKS_SHIFT
                        : plies[i].flags & JUDGED_EXERCISE ? IS_EXERCISE
                                                           : 0;
        rc = pack_judgement(game->rules, &pos, &plies[i].best, more, &list, out);
        if (i < n) {
            move_play(game->rules, &pos, &node->move);
            node = node->next;
        }
    }
    moves_fini(&list);
    return rc || out->failed ? -1 : 0;
}

static int unpack_plies(struct bytes_reader *in, const struct game *game, struct moves *list,
                        struct judged_ply *plies, unsigned n)
{
    struct position pos = game->start;
    const struct node *node = game->line.first;
    for (unsigned i = 0; i <= n; i++) {
        if (i < n) {
            if (!node || node->kind != NODE_MOVE || node->state != NODE_PLAYED)
                return 0;
            plies[i].flags = (unsigned)bytes_take(in, 1);
            plies[i].score = (int16_t)(uint16_t)bytes_take(in, 2);
            plies[i].wdl = take_wdl(in);
        }
        unsigned flags;
        int rc = unpack_judgement(in, game->rules, &pos, list, &plies[i].best, &flags);
        if (rc <= 0)
            return rc;
        plies[i].looks = flags >> LOOKS_SHIFT;
        if (i == n && flags & IS_EXERCISE)
            plies[i].flags = JUDGED_EXERCISE;
        if (i < n) {
            move_play(game->rules, &pos, &node->move);
            node = node->next;
        }
    }
    return in->at == in->end;
}

int judged_pack_read(const struct game *game, struct text bytes, struct judged_ply *plies,
                     unsigned *n)
{
    struct bytes_reader in = bytes_reader(bytes.s, bytes.n);
    struct moves list;
    memset(plies, 0, (JUDGE_PLIES + 1) * sizeof *plies);
    *n = (unsigned)bytes_take(&in, 2);
    if (in.failed || *n > JUDGE_PLIES)
        return 0;
    moves_init(&list);
    int rc = unpack_plies(&in, game, &list, plies, *n);
    moves_fini(&list);
    if (rc <= 0)
        memset(plies, 0, (JUDGE_PLIES + 1) * sizeof *plies);
    return rc;
}
