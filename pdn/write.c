// SPDX-License-Identifier: MIT
/*
 * The strict writer: one form for every game, however it was read.
 *
 * Lines are filled word by word; a word is a move with its number and strength, a NAG, a word of a
 * comment. Round brackets and braces are attached to the words inside them. Moves that were played
 * are written from the move, or copied if their text is already canonical; everything else is
 * written as it was read.
 */
#include "core/base/array.h"
#include "core/base/ascii.h"
#include "core/board/notation.h"
#include "core/game/game-start.h"
#include "core/game/move-number.h"
#include "core/game/node-play.h"
#include "core/game/traverse.h"
#include "pdn/parser.h"
#include "pdn/pdn.h"
#include "pdn/write-tags.h"

#include <stdlib.h>

enum { WIDTH = 79 };

struct writer {
    struct buffer *out;
    const struct game *game;
    const struct pdn_write_options *options;
    unsigned col,
        /* bytes in the line so far; more than width only if there is no blank to break at */
        width;
    bool glue;     /* the next word follows without a blank: after an opening bracket */
    bool numbered; /* the next move needs its number, whichever side plays it */
};

/* ---- words ---- */

/*
 * Begins a word of n bytes, preceded by a blank or a line end. @return where to put it, NULL when
 * out of memory
 */
static ALWAYS_INLINE char *begin_word(struct writer *w, size_t n)
{
    char *to = buffer_reserve(w->out, n + 1);
    if (UNLIKELY(!to))
        return NULL;
    if (w->glue || w->col == 0) {
        w->glue = false;
    } else if (w->col + 1 + n > w->width) {
        *to++ = '\n';
        w->out->n++;
        w->col = 0;
    } else {
        *to++ = ' ';
        w->out->n++;
        w->col++;
    }
    w->col += (unsigned)n;
    w->out->n += n;
    return to;
}

static ALWAYS_INLINE char *copy_bytes(char *to, const char *s, size_t n)
{
    if (n <= 8)
        for (size_t i = 0; i < n; i++)
            to[i] = s[i];
    else
        memcpy(to, s, n);
    return to + n;
}

static void put_word(struct writer *w, struct text t)
{
    char *to = begin_word(w, t.n);
    if (to)
        copy_bytes(to, t.s, t.n);
}

/* Appends a character to the last word. */
static void append(struct writer *w, char c)
{
    buffer_add_char(w->out, c);
    w->col++;
}

static void end_line(struct writer *w)
{
    buffer_add_char(w->out, '\n');
    w->col = 0;
}

/* ---- moves ---- */

static bool is_move(struct text t) { return t.n > 0 && pdn_move_length(t.s, t.s + t.n) == t.n; }

static bool is_bracketed(struct text t)
{
    return t.n > 0 && t.s[0] == '(' && pdn_bracketed_length(t.s, t.s + t.n) == t.n;
}

/* Replaces the numbers of squares by letters. */
static unsigned to_letters(const struct rules *rules, char *move, unsigned n)
{
    char out[NOTATION_MOVE_SIZE];
    unsigned k = 0;
    for (unsigned i = 0; i < n && k + 4 < sizeof out;) {
        if (!ascii_is_digit(move[i])) {
            out[k++] = move[i++];
            continue;
        }
        unsigned number = 0;
        while (i < n && ascii_is_digit(move[i]))
            number = number * 10 + (unsigned)(move[i++] - '0');
        square sq = notation_square_numbered(rules, number);
        unsigned rank = (unsigned)board_rank(rules->board, sq) + 1;
        out[k++] = (char)('a' + board_file(rules->board, sq));
        if (rank >= 10)
            out[k++] = '1';
        out[k++] = (char)('0' + rank % 10);
    }
    memcpy(move, out, k);
    return k;
}

static struct text move_text(const struct writer *w, const struct traversal *walk, char *buf)
{
    const struct node *node = walk->node;
    const struct pdn_write_options *options = w->options;
    bool letters =
        options->algebraic && w->game->rules && w->game->rules->numbering != NUMBERING_LETTERS;
    bool plain = options->style == NOTATION_STYLE_SHORT && !letters;
    if (node->state != NODE_PLAYED || !walk->known || (node->canonical && plain))
        return node->text;
    unsigned n = notation_write(w->game->rules, &walk->pos, &node->move, options->style, buf);
    if (letters)
        n = to_letters(w->game->rules, buf, n);
    return (struct text){buf, n};
}

/* Writes "12. " or "12... ". @return the number of bytes */
static unsigned number_text(char *buf, uint32_t number, bool second)
{
    char digits[10];
    unsigned n = 0, k = 0;
    do
        digits[n++] = (char)('0' + number % 10);
    while (number /= 10);
    while (n)
        buf[k++] = digits[--n];
    for (unsigned i = 0; i < (second ? 3 : 1); i++)
        buf[k++] = '.';
    buf[k++] = ' ';
    return k;
}

static struct text strength_of(const struct node *node)
{
    const struct item *first = node->items;
    return first && first->kind == ITEM_STRENGTH ? first->strength : (struct text){0};
}

/*
 * Whether a move could be taken for a number: in `317. 32-28 318` it could be number 318, and in
 * `2. 19-21 333-29` number 3 with its move. After a number it can only be a move.
 */
static bool could_begin_with_number(struct text t)
{
    return t.n >= 3 && ascii_is_digit(t.s[0]) && ascii_is_digit(t.s[1]) && ascii_is_digit(t.s[2]);
}

static void put_setup(struct writer *w, struct text fen)
{
    char *to = begin_word(w, fen.n + 8);
    if (!to)
        return;
    to = copy_bytes(to, "/FEN \"", 6);
    for (size_t i = 0; i < fen.n; i++) /* other formats may hold characters that would end it */
        *to++ = fen.s[i] == '"' || fen.s[i] == '\n' || fen.s[i] == '\r' ? '_' : fen.s[i];
    copy_bytes(to, "\"/", 2);
}

/*
 * Copies text that another format gave as a move but is none. Characters that would begin something
 * else here are replaced, and blanks, after which a move could begin.
 */
static void copy_no_move(char *to, struct text t)
{
    for (size_t i = 0; i < t.n; i++) {
        const unsigned char ch = (unsigned char)t.s[i];
        to[i] = ch <= ' ' || ch == 127 || memchr("[](){};\"", ch, 8) ? '_' : t.s[i];
    }
}

/* Whether it is the sign of a capture, or a byte that may be part of one. */
static bool is_sign_byte(char c)
{
    return c == 'x' || c == 'X' || c == ':' || (unsigned char)c >= 0x80;
}

/*
 * Whether it begins with a sign, as `x19`, which is no move: after `28x 23` it would be read as one
 * more square of the path.
 */
static bool begins_with_sign(struct text move) { return move.n > 0 && is_sign_byte(move.s[0]); }

/*
 * Whether it ends in a sign, as `28x19x`, which is how some write captures: the next square could
 * be read as part of the path.
 */
static bool ends_in_sign(struct text move)
{
    return move.n > 0 && is_sign_byte(move.s[move.n - 1]);
}

/*
 * Whether it ends as `14x23x 1` does: with a dash after it, the last square could be read as one
 * side of the result `1 - 1`.
 */
static bool ends_in_points(struct text move)
{
    return move.n > 1 && move.s[move.n - 1] <= '2' && ascii_is_digit(move.s[move.n - 1])
           && is_blank(move.s[move.n - 2]);
}

/* Whether nothing but a strength may stand between an unknown move and what comes after it. */
static bool is_plain_unknown(const struct node *node)
{
    const struct item *first = node->items;
    return node->kind == NODE_UNKNOWN && (!first || (first->kind == ITEM_STRENGTH && !first->next));
}

/* Whether the game ends in the usual way: any other end could be taken for a move. */
static bool has_plain_end(const struct writer *w)
{
    const struct text end = pdn_terminator(w->game, w->options);
    return text_is(end, "*") || (end.n > 0 && pdn_result_length(end.s, end.s + end.n) == end.n);
}

/*
 * What to write for an unknown move: a dash if a number, a setup or the end follows, `41. - -`.
 * Before another move a dash could be punctuation, as in `1.- 32-28`; but two dashes after a number
 * always mean a move.
 */
static struct text unknown_text(const struct writer *w, const struct traversal *walk, bool second)
{
    const struct node *node = walk->node, *next = node->next;
    bool is_clear = is_plain_unknown(node);
    if (next)
        is_clear &= second || next->kind == NODE_SETUP || is_plain_unknown(next);
    else
        is_clear &= walk->depth > 0 || has_plain_end(w);
    return text_of(is_clear ? "-" : "--");
}

static void put_node(struct writer *w, const struct traversal *walk,
                     const struct move_number *count)
{
    const struct node *node = walk->node;
    char number[16], buf[NOTATION_MOVE_SIZE];
    if (node->kind == NODE_SETUP) {
        put_setup(w, node->text);
        return;
    }
    const bool is_known = node->kind != NODE_UNKNOWN;
    struct text move = is_known ? move_text(w, walk, buf) : unknown_text(w, walk, count->second);
    struct text strength = strength_of(node);
    unsigned n = 0;
    if (w->numbered || !count->second || could_begin_with_number(move) || begins_with_sign(move)
        || (!is_known && move.n > 1))
        n = number_text(number, count->number, count->second);
    w->numbered = ends_in_sign(move) || ends_in_points(move);
    char *to = begin_word(w, n + move.n + strength.n);
    if (UNLIKELY(!to))
        return;
    to = copy_bytes(to, number, n);
    if (UNLIKELY(node->state != NODE_PLAYED) && is_known && !is_move(move) && !is_bracketed(move))
        copy_no_move(to, move);
    else
        copy_bytes(to, move.s, move.n);
    copy_bytes(to + move.n, strength.s, strength.n);
}

/* ---- what follows moves ---- */

/*
 * The byte to write for a byte of a comment. Comments from other formats may contain braces that
 * would end them; these become round brackets, as when they are read. A lone opening brace stays.
 */
static char comment_byte(char c, bool with_closing)
{
    if (with_closing && (c == '{' || c == '}'))
        return c == '{' ? '(' : ')';
    return is_blank(c) ? ' ' : c;
}

/*
 * Writes the words of a comment. Lines are never broken before a bracket, which could be taken for
 * a tag at the beginning of a line, nor before what could be the quote mark of an e-mail, or mark a
 * line that other programs skip.
 */
static void put_comment(struct writer *w, struct text t)
{
    const char *p = skip_blanks(t.s, t.s + t.n), *end = t.s + t.n;
    bool first = true, with_closing = memchr(p, '}', (size_t)(end - p));
    if (p == end) {
        put_word(w, text_of("{}"));
        return;
    }
    while (p < end) {
        const char *word = p;
        while (p < end) {
            const char *next = is_blank(*p) ? skip_blanks(p, end - 1) : p + 1;
            if (is_blank(*p) && *next != '[' && *next != '>' && *next != '%')
                break;
            p = next;
        }
        size_t n = (size_t)(p - word);
        p = skip_blanks(p, end);
        char *to = begin_word(w, n + first + (p == end));
        if (!to)
            return;
        if (first)
            *to++ = '{';
        for (size_t i = 0; i < n; i++)
            to[i] = comment_byte(word[i], with_closing);
        if (p == end)
            to[n] = '}';
        first = false;
    }
}

static void put_nag(struct writer *w, unsigned nag)
{
    char buf[8] = "$";
    put_word(w, (struct text){buf, 1 + number_text(buf + 1, nag, false) - 2});
}

/*
 * Writes a strength that is not right after its move, where other formats may have it: there PDN has
 * only the NAG that says the same.
 */
static void put_late_strength(struct writer *w, struct text strength)
{
    const unsigned nag = game_strength_nag(strength);
    if (nag)
        put_nag(w, nag);
    else
        put_comment(w, strength);
}

static void put_item(struct writer *w, const struct traversal *walk)
{
    const struct item *item = walk->item;
    switch (item->kind) {
    case ITEM_COMMENT:
        put_comment(w, item->comment);
        w->numbered = true;
        break;
    case ITEM_NAG:
        put_nag(w, item->nag);
        break;
    case ITEM_STRENGTH: /* the first one was written with its move */
        if (!walk->node || walk->node->items != item)
            put_late_strength(w, item->strength);
        break;
    case ITEM_LINE:
        break;
    }
}

/* ---- the whole ---- */

/* The move counts of the lines around the one being written; on the heap. */
struct counts {
    struct move_number *at;
    unsigned n, room;
};

static bool push_count(struct counts *counts, struct move_number count)
{
    if (!ARRAY_GROW(counts->at, counts->n, counts->room))
        return false;
    counts->at[counts->n++] = count;
    return true;
}

/*
 * The count at the first move: from the number written there and the rules. If it is unknown whose
 * move it is, from the dots, which not every format has, or else from the FEN.
 */
static struct move_number first_count(const struct game *game)
{
    struct move_number count = move_number_at(game, 0);
    if (!game_first_position_is_known(game))
        count.second = game_second_side_begins(game);
    return count;
}

/*
 * A position that is set up decides whose move is next. That move's number is the one written
 * there, in the main line, or else counting goes on. A number before another setup would not be
 * written.
 */
static void count_setup(struct writer *w, const struct traversal *walk, struct move_number *count)
{
    const struct rules *rules = w->game->rules;
    const struct node *next = walk->node->next;
    struct position pos = walk->pos;
    if (node_follow(rules, walk->node, walk->known, &pos)) {
        bool second = pos.turn != (uint8_t)rules->first;
        count->number += count->second && !second;
        count->second = second || (!walk->depth && next && next == game_first_dotted_move(w->game));
    }
    if (!walk->depth && next && next->kind != NODE_SETUP && next->number)
        count->number = next->number;
    w->numbered = true;
}

/* The length of the first move of a variation, as it will be written. `walk` has just entered it. */
static size_t first_length(const struct writer *w, const struct traversal *walk)
{
    enum { UNKNOWN = 2 };
    const struct node *first = walk->item->line->first;
    struct traversal at = *walk;
    char buf[NOTATION_MOVE_SIZE];
    if (!first || first->kind != NODE_MOVE)
        return !first ? 0 : first->kind == NODE_UNKNOWN ? UNKNOWN : first->text.n;
    at.node = first;
    return move_text(w, &at, buf).n;
}

/*
 * Keeps a bracket with the number and the move after it: if they do not fit, the line ends before
 * the bracket.
 */
static void break_before_line(struct writer *w, const struct traversal *walk)
{
    enum { NUMBER = 8, STRENGTH = 3 };
    const size_t n = 1 + NUMBER + first_length(w, walk) + STRENGTH;
    if (w->col && !w->glue && w->col + 1 + n > w->width)
        end_line(w);
}

/* Continues from the number given in a variation, if it is needed. */
static void count_as_written(struct writer *w, const struct traversal *walk,
                             struct move_number *count)
{
    const struct node *node = walk->node;
    if (!node_needs_number(node, walk->depth)
        || (count->number == node->number && count->second == node->dots))
        return;
    *count = (struct move_number){.number = node->number, .second = node->dots};
    w->numbered = true;
}

/*
 * Writes the tree. `last` is the count before the last move of the line, since a variation on that
 * move begins there.
 */
static int put_tree(struct writer *w, struct err *err)
{
    struct traversal walk;
    struct counts counts = {0};
    struct move_number count = first_count(w->game), last = count;
    enum traverse_step step = TRAVERSE_END;
    traverse_init(&walk, w->game);
    while (!w->out->failed && (step = traverse_next(&walk)) < TRAVERSE_END) {
        switch (step) {
        case TRAVERSE_NODE:
            count_as_written(w, &walk, &count);
            put_node(w, &walk, &count);
            last = count;
            if (walk.node->kind == NODE_SETUP) {
                count_setup(w, &walk, &count);
            } else {
                count.number += count.second;
                count.second = !count.second;
            }
            break;
        case TRAVERSE_ITEM:
            put_item(w, &walk);
            break;
        case TRAVERSE_OPEN:
            break_before_line(w, &walk);
            put_word(w, text_of("("));
            w->glue = w->numbered = true;
            if (!push_count(&counts, count) || !push_count(&counts, last))
                w->out->failed = true;
            count = last;
            break;
        default: /* TRAVERSE_CLOSE */
            w->glue = false;
            append(w, ')');
            w->numbered = true;
            last = counts.at[--counts.n];
            count = counts.at[--counts.n];
        }
    }
    traverse_fini(&walk);
    free(counts.at);
    return step == TRAVERSE_FAILED || w->out->failed ? err_memory(err) : 0;
}

int pdn_write(const struct game *game, const struct pdn_write_options *options, struct buffer *out,
              struct err *err)
{
    static const struct pdn_write_options usual = {0};
    struct writer w = {.out = out, .game = game, .options = options ? options : &usual};
    w.width = w.options->width ? w.options->width : WIDTH;
    w.numbered = true;
    pdn_put_tags(game, w.options, out);
    if (put_tree(&w, err))
        return -1;
    if (w.col > 0)
        end_line(&w);
    put_word(&w, pdn_terminator(game, w.options));
    buffer_add(out, "\n\n", 2);
    return out->failed ? err_memory(err) : 0;
}
