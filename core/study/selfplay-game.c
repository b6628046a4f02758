// SPDX-License-Identifier: MIT
#include "core/study/selfplay-game.h"

#include "core/base/bytes.h"

#include <errno.h>
#include <string.h>

enum {
    VERSION = 2,
    HEAD_1 = 8 + 4 + SELFPLAY_RULES_SIZE + 8 + 4 + 4, /* of version 1 */
    HEAD = HEAD_1 + 4 + 4 + 8 + SELFPLAY_DRAWS_SIZE,
    BLOCK_FIXED = 4 + 1 + 25 + 2,
    PLY = 5,
    BLOCK_HEAD = 8
};

static const char MAGIC[8] = {'D', 'A', 'M', 'A', 'P', 'L', 'A', 'Y'};

static unsigned char *put(unsigned char *at, uint64_t value, unsigned bytes)
{
    bytes_put(at, value, bytes);
    return at + bytes;
}

static uint32_t check_sum(const unsigned char *bytes, size_t n)
{
    uint32_t hash = 0x811c9dc5;
    for (size_t i = 0; i < n; i++)
        hash = (hash ^ bytes[i]) * 0x01000193;
    return hash;
}

/* Writes a spelling, padded to `size`. @return the place after it; NULL with `err`: too long */
static unsigned char *put_name(unsigned char *at, const char *name, size_t size, struct err *err)
{
    size_t n = strlen(name);
    if (n > size) {
        err_plain(err, "'%s' is too long for a file of self-play games: at most %zu characters",
                  name, size);
        return NULL;
    }
    memset(at, 0, size);
    memcpy(at, name, n);
    return at + size;
}

int selfplay_head_write(FILE *out, const struct selfplay_head *head, struct err *err)
{
    unsigned char bytes[HEAD], *at = bytes;
    memcpy(at, MAGIC, sizeof MAGIC);
    at = put(at + sizeof MAGIC, VERSION, 4);
    at = put_name(at, rules_spelling(head->rules), SELFPLAY_RULES_SIZE, err);
    if (!at)
        return -1;
    at = put(at, head->seed, 8);
    at = put(at, head->nodes, 4);
    at = put(at, head->depth, 4);
    at = put(at, head->weights, 4);
    at = put(at, head->resign, 4);
    at = put(at, head->hash, 8);
    if (!put_name(at, head->draws, SELFPLAY_DRAWS_SIZE, err))
        return -1;
    if (fwrite(bytes, 1, sizeof bytes, out) != sizeof bytes)
        return err_plain(err, "%s", strerror(errno));
    return 0;
}

/* Reads n bytes of the head. */
static int read_bytes(FILE *in, unsigned char *bytes, size_t n, struct err *err)
{
    if (fread(bytes, 1, n, in) == n)
        return 0;
    return ferror(in) ? err_plain(err, "cannot read: %s", strerror(errno))
                      : err_plain(err, "not a file of self-play games");
}

static void take_name(struct bytes_reader *in, char *name, size_t size)
{
    for (size_t i = 0; i < size; i++)
        name[i] = (char)bytes_take(in, 1);
    name[size] = '\0';
}

int selfplay_head_read(FILE *in, struct selfplay_head *head, struct err *err)
{
    unsigned char bytes[HEAD];
    struct bytes_reader r = bytes_reader(bytes, sizeof bytes);
    char name[SELFPLAY_RULES_SIZE + 1];
    if (read_bytes(in, bytes, HEAD_1, err))
        return -1;
    if (memcmp(bytes, MAGIC, sizeof MAGIC) != 0)
        return err_plain(err, "not a file of self-play games");
    r.at += sizeof MAGIC;
    unsigned version = (unsigned)bytes_take(&r, 4);
    if (version < 1 || version > VERSION)
        return err_plain(err, "format version %u; this dama reads versions 1 to %d", version,
                         VERSION);
    *head = (struct selfplay_head){.is_whole = version > 1};
    take_name(&r, name, SELFPLAY_RULES_SIZE);
    head->seed = bytes_take(&r, 8);
    head->nodes = (uint32_t)bytes_take(&r, 4);
    head->depth = (uint32_t)bytes_take(&r, 4);
    if (head->is_whole) {
        if (read_bytes(in, bytes + HEAD_1, HEAD - HEAD_1, err))
            return -1;
        head->weights = (uint32_t)bytes_take(&r, 4);
        head->resign = (uint32_t)bytes_take(&r, 4);
        head->hash = bytes_take(&r, 8);
        take_name(&r, head->draws, SELFPLAY_DRAWS_SIZE);
    }
    return rules_find(text_of(name), &head->rules, err);
}

/* How many captures with the same ends come before this one in the order above. */
static unsigned rank_of(const struct moves *list, const struct move *mv)
{
    unsigned rank = 0;
    for (unsigned i = 0; i < list->n; i++)
        rank += list->at[i].from == mv->from && list->at[i].to == mv->to
                && list->at[i].captured < mv->captured;
    return rank;
}

static const struct move *of_rank(const struct moves *list, square from, square to, unsigned rank)
{
    for (unsigned i = 0; i < list->n; i++)
        if (list->at[i].from == from && list->at[i].to == to && rank_of(list, &list->at[i]) == rank)
            return &list->at[i];
    return NULL;
}

static int put_moves(unsigned char *at, const struct rules *rules, const struct selfplay_game *game)
{
    struct position pos = game->start;
    struct moves list;
    moves_init(&list);
    int rc = 0;
    for (unsigned i = 0; i < game->n && rc == 0; i++) {
        const struct move *mv = &game->move[i];
        rc = moves_generate(rules, &pos, &list);
        at = put(at, mv->from, 1);
        at = put(at, mv->to, 1);
        at = put(at, rank_of(&list, mv), 1);
        at = put(at, (uint16_t)game->score[i], 2);
        move_play(rules, &pos, mv);
    }
    moves_fini(&list);
    return rc;
}

int selfplay_game_write(FILE *out, const struct rules *rules, const struct selfplay_game *game,
                        struct err *err)
{
    unsigned char bytes[BLOCK_HEAD + BLOCK_FIXED + SELFPLAY_PLIES * PLY], *at = bytes + BLOCK_HEAD;
    size_t n = BLOCK_FIXED + (size_t)game->n * PLY;
    at = put(at, game->number, 4);
    at = put(at, game->result, 1);
    at = put(at, game->start.pieces[WHITE], 8);
    at = put(at, game->start.pieces[BLACK], 8);
    at = put(at, game->start.kings, 8);
    at = put(at, game->start.turn, 1);
    at = put(at, game->n, 2);
    if (put_moves(at, rules, game))
        return err_memory(err);
    put(put(bytes, n, 4), check_sum(bytes + BLOCK_HEAD, n), 4);
    if (fwrite(bytes, 1, BLOCK_HEAD + n, out) != BLOCK_HEAD + n)
        return err_plain(err, "%s", strerror(errno));
    return 0;
}

static int get_moves(struct bytes_reader *in, const struct rules *rules, struct selfplay_game *game,
                     struct err *err)
{
    struct position pos = game->start;
    struct moves list;
    int rc = 0;
    moves_init(&list);
    for (unsigned i = 0; i < game->n && rc == 0; i++) {
        square from = (square)bytes_take(in, 1), to = (square)bytes_take(in, 1);
        unsigned rank = (unsigned)bytes_take(in, 1);
        game->score[i] = (int16_t)(uint16_t)bytes_take(in, 2);
        if (moves_between(rules, &pos, from, to, &list)) {
            rc = err_memory(err);
            break;
        }
        const struct move *mv = of_rank(&list, from, to, rank);
        if (!mv) {
            rc = err_plain(err, "game %u: ply %u is not a legal move", (unsigned)game->number,
                           i + 1);
            break;
        }
        game->move[i] = *mv;
        move_play(rules, &pos, mv);
    }
    moves_fini(&list);
    return rc;
}

static int get_block(const unsigned char *bytes, size_t n, const struct rules *rules,
                     struct selfplay_game *game, struct err *err)
{
    struct bytes_reader in = bytes_reader(bytes, n);
    memset(&game->start, 0, sizeof game->start);
    game->number = (uint32_t)bytes_take(&in, 4);
    game->result = (uint8_t)bytes_take(&in, 1);
    game->start.pieces[WHITE] = bytes_take(&in, 8);
    game->start.pieces[BLACK] = bytes_take(&in, 8);
    game->start.kings = bytes_take(&in, 8);
    game->start.turn = (uint8_t)bytes_take(&in, 1);
    game->n = (unsigned)bytes_take(&in, 2);
    bitboard white = game->start.pieces[WHITE], black = game->start.pieces[BLACK];
    if (game->n > SELFPLAY_PLIES || n != BLOCK_FIXED + (size_t)game->n * PLY || game->result > 2
        || game->start.turn > BLACK || (white & black) || ((white | black) & ~rules->board->playing)
        || (game->start.kings & ~(white | black)))
        return err_plain(err, "game %u is damaged", (unsigned)game->number);
    return get_moves(&in, rules, game, err);
}

/*
 * Whether nothing but zeros follows: a file system may leave them if power failed before the data
 * were written.
 */
static bool only_zeros(FILE *in)
{
    for (int c; (c = getc(in)) != EOF;)
        if (c != 0)
            return false;
    return true;
}

/*
 * Looks at an invalid block.
 * @return true: it is an end that was not written completely; false: it is damaged
 */
static bool is_lost_end(FILE *in, const unsigned char *bytes, size_t n)
{
    return (n == 0 || bytes[n - 1] == 0) && only_zeros(in);
}

/* Reads a block. @return its size; 0: the file ends here, or is cut short; -1 with `err` */
static long read_block(FILE *in, unsigned char *bytes, size_t room, struct err *err)
{
    unsigned char head[BLOCK_HEAD];
    struct bytes_reader r = bytes_reader(head, sizeof head);
    if (fread(head, 1, sizeof head, in) != sizeof head)
        return 0;
    size_t n = (size_t)bytes_take(&r, 4);
    uint32_t sum = (uint32_t)bytes_take(&r, 4);
    if (n < BLOCK_FIXED || n > room) {
        if (n == 0 && sum == 0 && is_lost_end(in, NULL, 0))
            return 0;
        return err_plain(err, "damaged: a game of %zu bytes", n);
    }
    if (fread(bytes, 1, n, in) != n)
        return 0;
    if (check_sum(bytes, n) == sum)
        return (long)n;
    return is_lost_end(in, bytes, n) ? 0 : err_plain(err, "damaged: checksum of a game is wrong");
}

int selfplay_game_read(FILE *in, const struct rules *rules, struct selfplay_game *game,
                       struct err *err)
{
    unsigned char bytes[BLOCK_FIXED + SELFPLAY_PLIES * PLY];
    off_t begin = ftello(in); /* the file may be larger than a long can count */
    long n = read_block(in, bytes, sizeof bytes, err);
    if (n > 0)
        return get_block(bytes, (size_t)n, rules, game, err) ? -1 : 1;
    if (n < 0)
        return -1;
    if (ferror(in) || (begin >= 0 && fseeko(in, begin, SEEK_SET) != 0))
        return err_plain(err, "%s", strerror(errno));
    return 0;
}

bool selfplay_is_cut_short(FILE *in)
{
    const off_t whole = ftello(in);
    return fseeko(in, 0, SEEK_END) == 0 && ftello(in) > whole;
}
