// SPDX-License-Identifier: MIT
/*
 * A move of the tree is identified by the keys of the positions before and after it, and has a rank
 * among the moves of its position. A line is represented by the ranks of its moves: these tell
 * lines apart even in folded books, and sort them in the order of the tree.
 */
#include "core/book/book-report-top.h"

#include "core/base/array.h"
#include "core/board/notation.h"
#include "core/book/book-internal.h"
#include "core/book/games.h"

#include <stdlib.h>

struct book_report_move {
    uint64_t from, to;
    uint16_t rank;
};

/* The lines that games have played. */
struct line_counts {
    const struct book_report_top *top;
    struct book *book;
    uint64_t start;
    unsigned plies;
    /* owned; `plies` for each line, and after the last one those of the current game */
    uint16_t *ranks;
    uint64_t *games; /* owned; how many played each line */
    size_t n, room_ranks, room_games;
    struct hashtable by_ranks;
    struct err *err;
};

/* ---- the moves of the tree ---- */

static uint64_t hash_keys(uint64_t from, uint64_t to)
{
    const uint64_t keys[] = {from, to};
    return hashtable_hash(keys, sizeof keys);
}

static const struct book_report_move *find_move(const struct book_report_top *top, uint64_t from,
                                                uint64_t to)
{
    HASHTABLE_EACH (&top->by_keys, hash_keys(from, to), i)
        if (top->moves[i].from == from && top->moves[i].to == to)
            return &top->moves[i];
    return NULL;
}

int book_report_top_note(struct book_report_top *top, const struct book *book,
                         const struct book_step *step)
{
    bool mirrored;
    const uint64_t from = book_key(book, step->pos, NULL, &mirrored), to = step->entry->edge.next;
    if (!ARRAY_GROW(top->moves, top->n, top->room)
        || hashtable_add(&top->by_keys, hash_keys(from, to), top->n))
        return -1;
    top->moves[top->n++] =
        (struct book_report_move){.from = from, .to = to, .rank = (uint16_t)step->rank};
    return 0;
}

void book_report_top_fini(struct book_report_top *top)
{
    free(top->moves);
    hashtable_fini(&top->by_keys);
    *top = (struct book_report_top){0};
}

/* ---- counting ---- */

static uint16_t *ranks_of(const struct line_counts *c, size_t line)
{
    return c->ranks + line * c->plies;
}

/* Makes room for the line of the next game, after those counted. @return 0, or -1: out of memory */
static int make_room(struct line_counts *c)
{
    if (!ARRAY_GROW(c->games, c->n, c->room_games))
        return -1;
    if (c->room_ranks >= c->room_games)
        return 0;
    if (!array_resize(&c->ranks, c->room_games, c->plies * sizeof *c->ranks))
        return -1;
    c->room_ranks = c->room_games;
    return 0;
}

/* Counts a game, whose line is stored after the last one. @return 0, or -1: out of memory */
static int count_line(struct line_counts *c)
{
    const size_t size = c->plies * sizeof *c->ranks;
    const uint64_t hash = hashtable_hash(ranks_of(c, c->n), size);
    HASHTABLE_EACH (&c->by_ranks, hash, i) {
        if (memcmp(ranks_of(c, i), ranks_of(c, c->n), size) == 0) {
            c->games[i]++;
            return 0;
        }
    }
    if (hashtable_add(&c->by_ranks, hash, c->n))
        return -1;
    c->games[c->n++] = 1;
    return 0;
}

/*
 * Follows a game through the tree, from where it first reaches the start, and stores its line.
 * @param n set to the number of plies in the tree, at most those of a line
 * @return 0, or -1: the game is damaged, or out of memory
 */
static int follow_game(const struct line_counts *c, const struct book_game *game, unsigned *n)
{
    struct book_replay replay;
    bool mirrored, begun = false;
    int rc = book_replay_init(&replay, &c->book->codes, game) ? 1 : -1;
    uint64_t key = rc > 0 ? book_key(c->book, &replay.pos, NULL, &mirrored) : 0;
    for (*n = 0; *n < c->plies && rc > 0 && (rc = book_replay_next(&replay)) > 0;) {
        const uint64_t from = key;
        struct position next = replay.pos;
        move_play(c->book->settings.rules, &next, &replay.mv);
        key = book_key(c->book, &next, NULL, &mirrored);
        begun = begun || from == c->start;
        const struct book_report_move *move = begun ? find_move(c->top, from, key) : NULL;
        if (begun && !move)
            break;
        if (move)
            ranks_of(c, c->n)[(*n)++] = move->rank;
    }
    book_replay_fini(&replay);
    return rc < 0 ? -1 : 0;
}

static int count_game(void *ctx, const struct book_game *game)
{
    struct line_counts *c = ctx;
    unsigned n;
    if (make_room(c))
        return err_memory(c->err);
    if (follow_game(c, game, &n))
        return err_set(c->err, book_place(c->book), "damaged: game %lld cannot be played",
                       (long long)game->id);
    return n == c->plies && count_line(c) ? err_memory(c->err) : 0;
}

/* ---- the most played ---- */

static bool precedes(const struct line_counts *c, size_t a, size_t b)
{
    if (c->games[a] != c->games[b])
        return c->games[a] > c->games[b];
    unsigned i = 0;
    while (i + 1 < c->plies && ranks_of(c, a)[i] == ranks_of(c, b)[i])
        i++;
    return ranks_of(c, a)[i] < ranks_of(c, b)[i];
}

static unsigned find_first(const struct line_counts *c, size_t first[REPORT_TOP_LINES])
{
    unsigned n = 0;
    for (size_t line = 0; line < c->n; line++) {
        unsigned at = n;
        while (at && precedes(c, line, first[at - 1]))
            at--;
        if (at == REPORT_TOP_LINES)
            continue;
        n += n < REPORT_TOP_LINES;
        memmove(&first[at + 1], &first[at], (n - at - 1) * sizeof first[0]);
        first[at] = line;
    }
    return n;
}

/* Finds the move with a given rank. @return 0, or -1 with `err` */
static int find_ranked(const struct line_counts *c, const struct position *pos, unsigned rank,
                       struct book_answer *answer, struct move *mv, struct err *err)
{
    static const struct book_weighing plain = {0};
    bool mirrored;
    const uint64_t from = book_key(c->book, pos, NULL, &mirrored);
    if (book_probe(c->book, pos, &plain, false, answer, err) < 0)
        return -1;
    for (unsigned i = 0; i < answer->n; i++) {
        const struct book_report_move *move = find_move(c->top, from, answer->at[i].edge.next);
        *mv = answer->at[i].mv;
        if (move && move->rank == rank)
            return 0;
    }
    return err_set(err, book_place(c->book), "damaged: the moves of a line cannot be found");
}

/* Adds a move to the text of a line, if there is room. @param number plies before it */
static void add_move(struct book_report_line *line, unsigned number, const char *move)
{
    char *end = line->moves + strlen(line->moves);
    const size_t room = sizeof line->moves - (size_t)(end - line->moves);
    const bool begins = end == line->moves;
    int added = number % 2 == 0
                    ? snprintf(end, room, "%s%u. %s", begins ? "" : " ", number / 2 + 1, move)
                : begins ? snprintf(end, room, "%u... %s", number / 2 + 1, move)
                         : snprintf(end, room, " %s", move);
    if (added < 0 || (size_t)added >= room)
        *end = '\0';
}

static int write_line(const struct line_counts *c, const uint16_t *ranks,
                      struct book_report_line *line, struct err *err)
{
    const struct rules *rules = c->book->settings.rules;
    const bool first_begins = line->pos.turn == rules->first;
    struct book_answer answer = {0};
    char text[NOTATION_MOVE_SIZE];
    int rc = 0;
    *line->moves = '\0';
    for (unsigned ply = 0; rc == 0 && ply < c->plies; ply++) {
        struct move mv;
        if ((rc = find_ranked(c, &line->pos, ranks[ply], &answer, &mv, err)) != 0)
            break;
        notation_write(rules, &line->pos, &mv, NOTATION_STYLE_SHORT, text);
        add_move(line, ply + !first_begins, text);
        move_play(rules, &line->pos, &mv);
    }
    book_answer_fini(&answer);
    return rc;
}

int book_report_top_find(const struct book_report_top *top, struct book *book,
                         const struct position *start, unsigned plies,
                         struct book_report_line lines[REPORT_TOP_LINES], unsigned *n,
                         struct err *err)
{
    bool mirrored;
    struct line_counts c = {.top = top,
                            .book = book,
                            .start = book_key(book, start, NULL, &mirrored),
                            .plies = plies,
                            .err = err};
    size_t first[REPORT_TOP_LINES];
    int rc = book_games(book, NULL, NULL, count_game, &c, err);
    *n = rc == 0 ? find_first(&c, first) : 0;
    for (unsigned i = 0; rc == 0 && i < *n; i++) {
        lines[i].games = c.games[first[i]];
        lines[i].pos = *start;
        rc = write_line(&c, ranks_of(&c, first[i]), &lines[i], err);
    }
    free(c.ranks);
    free(c.games);
    hashtable_fini(&c.by_ranks);
    return rc;
}
