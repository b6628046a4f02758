// SPDX-License-Identifier: MIT
/*
 * A game as the book stores it: players, date, result, and its first plies, 3 bytes each:
 *
 *     from, to    printed numbers
 *     which       number among the captures between them, 0 to 63, plus 64 * mark: 1 good, 2 bad, 3
 *                 doubtful
 *
 * On its way from a worker to the book, a game is packed: fields of 4 bytes, then texts with their
 * lengths, all in host byte order, since they never leave the machine.
 */
#include "core/base/array.h"
#include "core/base/ascii.h"
#include "core/book/book.h"
#include "core/game/date.h"

enum { FIXED = 4, TEXTS = 6, PLY = 3, MARK_SHIFT = 6 };

/* ---- packing ---- */

static void add_number(struct buffer *out, uint32_t number)
{
    buffer_add(out, (const char *)&number, sizeof number);
}

static void add_text(struct buffer *out, struct text t)
{
    add_number(out, (uint32_t)t.n);
    buffer_add_text(out, t);
}

/* A tag's value; empty for "?". */
static struct text known_tag(const struct game *game, const char *name)
{
    struct text t = text_trim(game_tag(game, name));
    return text_is(t, "?") || !t.s ? (struct text){"", 0} : t;
}

static unsigned rating(const struct game *game, const char *const names[2])
{
    for (unsigned i = 0; i < 2; i++) {
        struct text t = known_tag(game, names[i]);
        unsigned value = 0;
        for (size_t k = 0; k < t.n && k < 5 && ascii_is_digit(t.s[k]); k++)
            value = value * 10 + (unsigned)(t.s[k] - '0');
        if (value > 0 && value < 10000)
            return value;
    }
    return 0;
}

static unsigned mark_of(const struct node *node)
{
    static const char *const words[] = {[MARK_GOOD] = "!", [MARK_BAD] = "?"};
    unsigned mark = MARK_NONE;
    for (const struct item *item = node->items; item; item = item->next) {
        if (item->kind == ITEM_NAG && item->nag >= 1 && item->nag <= 6)
            mark = item->nag > 4 ? MARK_OTHER : item->nag % 2 ? MARK_GOOD : MARK_BAD;
        if (item->kind != ITEM_STRENGTH || item->strength.n == 0)
            continue;
        mark = MARK_OTHER;
        for (unsigned i = MARK_GOOD; i <= MARK_BAD; i++) {
            bool all = true;
            for (size_t k = 0; k < item->strength.n; k++)
                all = all && item->strength.s[k] == *words[i];
            mark = all ? i : mark;
        }
    }
    return mark;
}

/* Adds the main line up to the first node that is no legal move. @return 0, or -1: out of memory */
static int add_line(const struct codes *codes, const struct game *game, struct buffer *out)
{
    struct position pos = game->start;
    struct moves list;
    int rc = 0;
    moves_init(&list);
    for (const struct node *node = game->line.first; node; node = node->next) {
        if (node->kind != NODE_MOVE || node->state != NODE_PLAYED)
            break;
        uint32_t code = codes_move(codes, &pos, &node->move, &list), which = code % 100;
        if (code == 0)
            rc = -1;
        if (code == 0 || which > 63) /* a line has room for 64 captures between two squares */
            break;
        buffer_add_char(out, (char)(code / 10000));
        buffer_add_char(out, (char)(code / 100 % 100));
        buffer_add_char(out, (char)(which | mark_of(node) << MARK_SHIFT));
        move_play(codes->rules, &pos, &node->move);
    }
    moves_fini(&list);
    return rc;
}

/*
 * The schema has no letter for a game that both lost: such a result does not come from the moves.
 */
static char result_of(const struct game *game)
{
    switch (game->result) {
    case RESULT_WHITE:
        return 'w';
    case RESULT_BLACK:
        return 'b';
    case RESULT_DRAW:
        return 'd';
    default:
        return '?';
    }
}

/* Identifies a game, whatever its marks and however its date and result are written. */
static struct hash128 content_of(struct text line, const struct game *game, const char *date,
                                 char result, struct text start, struct buffer *scratch)
{
    static const char *const tags[] = {"White", "Black", "Event", "Site", "Round"};
    buffer_clear(scratch);
    for (size_t i = 0; i < ARRAY_LEN(tags); i++) {
        buffer_add_text(scratch, known_tag(game, tags[i]));
        buffer_add_char(scratch, '\0');
    }
    buffer_add_string(scratch, date);
    buffer_add_char(scratch, result);
    buffer_add_bytes(scratch, start.n, 4);
    buffer_add_text(scratch, start);
    for (size_t i = 0; i < line.n; i++)
        buffer_add_char(scratch, i % PLY == 2 ? line.s[i] & 63 : line.s[i]);
    return hash128_of(scratch->s, scratch->n);
}

static int pack(const struct codes *codes, unsigned plies, const struct game *game,
                struct buffer *line, struct buffer *scratch, struct buffer *out)
{
    static const char *const white[] = {"WhiteRating", "WhiteElo"}, *const black[] = {"BlackRating",
                                                                                      "BlackElo"};
    struct position usual;
    struct date when;
    uint8_t content[16], board[BOOK_BOARD_MAX];
    char date[DATE_SIZE] = "";
    struct text start = {(char *)board, 0};
    if (add_line(codes, game, line))
        return -1;
    position_start(codes->rules, &usual);
    if (!position_same(&usual, &game->start))
        start.n = codes_pack(codes, &game->start, board);
    if (!date_read_known(known_tag(game, "Date"), &when))
        when = (struct date){0};
    if (when.year)
        date_write(when, date);
    char result = result_of(game);
    hash128_put(content_of(buffer_text(line), game, date, result, start, scratch), content);
    buffer_add(out, (const char *)content, sizeof content);
    add_number(out, (unsigned char)result);
    add_number(out, when.year < 65536 ? when.year : 0);
    add_number(out, rating(game, white));
    add_number(out, rating(game, black));
    add_text(out, known_tag(game, "White"));
    add_text(out, known_tag(game, "Black"));
    add_text(out, known_tag(game, "Event"));
    add_text(out, text_of(date));
    add_text(out, start);
    size_t n = line->n < (size_t)plies * PLY ? line->n : (size_t)plies * PLY;
    add_text(out, (struct text){n ? line->s : "", n});
    return line->failed || scratch->failed || out->failed ? -1 : 0;
}

int book_pack_game(const struct codes *codes, unsigned plies, const struct game *game,
                   struct buffer *out, struct err *err)
{
    struct buffer line = {0}, scratch = {0};
    int rc = pack(codes, plies, game, &line, &scratch, out);
    buffer_fini(&line);
    buffer_fini(&scratch);
    return rc ? err_memory(err) : 0;
}

static bool take_number(struct text *bytes, uint32_t *out)
{
    if (bytes->n < sizeof *out)
        return false;
    memcpy(out, bytes->s, sizeof *out);
    *bytes = (struct text){bytes->s + sizeof *out, bytes->n - sizeof *out};
    return true;
}

bool book_unpack_game(struct text bytes, struct book_game *out)
{
    uint32_t numbers[FIXED], n;
    *out = (struct book_game){0};
    if (bytes.n < 16)
        return false;
    out->content = hash128_get((const uint8_t *)bytes.s);
    bytes = (struct text){bytes.s + 16, bytes.n - 16};
    for (unsigned i = 0; i < FIXED; i++) {
        if (!take_number(&bytes, &numbers[i]))
            return false;
    }
    out->result = (char)numbers[0];
    out->year = numbers[1];
    out->white_rating = numbers[2];
    out->black_rating = numbers[3];
    struct text *texts[TEXTS] = {&out->white, &out->black, &out->event,
                                 &out->date,  &out->start, &out->line};
    for (unsigned i = 0; i < TEXTS; i++) {
        if (!take_number(&bytes, &n) || n > bytes.n)
            return false;
        *texts[i] = (struct text){bytes.s, n};
        bytes = (struct text){bytes.s + n, bytes.n - n};
    }
    return true;
}

/* ---- replaying ---- */

bool book_replay_init(struct book_replay *replay, const struct codes *codes,
                      const struct book_game *game)
{
    replay->codes = codes;
    replay->ply = 0;
    replay->line = game->line;
    replay->mv = (struct move){.from = SQUARE_NONE};
    moves_init(&replay->list);
    if (game->start.n)
        return codes_unpack(codes, (const uint8_t *)game->start.s, game->start.n, &replay->pos);
    position_start(codes->rules, &replay->pos);
    return true;
}

int book_replay_next(struct book_replay *replay)
{
    const struct codes *codes = replay->codes;
    if (replay->mv.from != SQUARE_NONE) {
        move_play(codes->rules, &replay->pos, &replay->mv);
        replay->ply++;
    }
    size_t at = (size_t)replay->ply * PLY;
    if (at >= replay->line.n)
        return 0;
    const uint8_t *p = (const uint8_t *)replay->line.s + at;
    uint32_t code = p[0] * 10000U + p[1] * 100U + (p[2] & 63);
    replay->mark = p[2] >> MARK_SHIFT;
    return codes_find(codes, &replay->pos, code, &replay->list, &replay->mv) == 1 ? 1 : -1;
}

void book_replay_fini(struct book_replay *replay) { moves_fini(&replay->list); }
