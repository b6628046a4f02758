// SPDX-License-Identifier: MIT
/*
 * Reads the moves. Anything other than a number, move, sign or result begins a text, which goes on
 * to the next number with a legal move. Brackets with a legal move inside are variations, others
 * are comments.
 */
#include "core/base/array.h"
#include "core/base/ascii.h"
#include "pdn/formats/doc-internal.h"

/* a bracket that is not closed within so many bytes counts as unclosed */
enum { COMMENT_MAX = 4096 };

/* A line of moves that is being read; those of variations form a stack. */
struct doc_level {
    struct doc_level *outer;
    unsigned depth;
    struct node **next;
    struct node *last;  /* NULL: no move yet */
    struct item **tail; /* where the next item goes: after `last`, or before the first move */
    struct position pos, previous; /* now, and before the move `last` */
};

struct mover {
    struct doc_reader *r;
    struct doc_level *level;
    const char *text; /* where text that was not understood begins; NULL: none */
    unsigned moves;   /* of the main line */
    unsigned missing; /* a bit for each kind of bracket that was not closed */
    bool in_text;     /* inside text: only a number with a legal move ends it */
    bool done;
};

/* Turns text that was not understood into a comment. */
static void end_text(struct mover *m, const char *end)
{
    if (!m->text)
        return;
    struct text t = text_trim((struct text){m->text, (size_t)(end - m->text)});
    m->text = NULL;
    m->in_text = false;
    if (!t.n)
        return;
    doc_add_comment(m->r, &m->level->tail, t);
    doc_find(m->r, FINDING_UNPLACED_TEXT, t, "kept as a comment");
}

static void begin_text(struct mover *m)
{
    if (!m->text)
        m->text = m->r->s;
}

static struct node *add_node(struct mover *m, struct text written, const struct move *move)
{
    struct node *node = game_new_node(m->r->game);
    char text[NOTATION_MOVE_SIZE];
    if (!node) {
        m->r->failed = true;
        return NULL;
    }
    if (move) {
        notation_write(rules_international, &m->level->pos, move, NOTATION_STYLE_SHORT, text);
        node->text = doc_keep(m->r, text_of(text));
        m->level->previous = m->level->pos;
        move_play(rules_international, &m->level->pos, move);
    } else {
        node->text = doc_keep(m->r, written);
    }
    node->offset = (uint32_t)(written.s - m->r->begin);
    *m->level->next = node;
    m->level->next = &node->next;
    m->level->last = node;
    m->level->tail = &node->items;
    m->moves += m->level->outer == NULL;
    return node;
}

static size_t blanks(const char *s, const char *end)
{
    const char *p = s;
    while (p < end && ascii_is_space(*p))
        p++;
    return (size_t)(p - s);
}

/*
 * Whether the number at s opens another game: it is 1, and the move after it is legal from the
 * start position.
 */
static bool opens_game(const struct mover *m, unsigned number, bool dots, const char *after)
{
    struct position start;
    struct move move;
    if (number != 1 || dots || m->moves == 0 || m->level->outer)
        return false;
    position_start(rules_international, &start);
    return doc_move(after, m->r->end, &start, &move) > 0;
}

/* ---- each kind of word: @return whether it was one ---- */

/*
 * Ends text before its last word, if that word is a legal move and the numbered move after it is
 * then legal: "beter dan 12-18 14-19 4.41-37".
 */
static bool resume(struct mover *m, const char *after)
{
    struct doc_reader *r = m->r;
    const char *end = r->s, *word;
    struct position pos = m->level->pos;
    struct move move;
    while (end > m->text && ascii_is_space(end[-1]))
        end--;
    for (word = end; word > m->text && !ascii_is_space(word[-1]);)
        word--;
    if (word == m->text || !doc_move(word, end, &pos, &move))
        return false;
    move_play(rules_international, &pos, &move);
    if (!doc_move(after, r->end, &pos, &move))
        return false;
    end_text(m, word);
    r->s = word;
    return true;
}

static bool take_number(struct mover *m)
{
    struct doc_reader *r = m->r;
    unsigned number;
    bool dots = false;
    struct move move;
    size_t n = doc_number(r->s, r->end, &number, &dots);
    if (!n && !m->text)
        n = doc_bare_number(r->s, r->end, &number);
    if (!n)
        return false;
    const char *after = r->s + n;
    after += blanks(after, r->end);
    if (opens_game(m, number, dots, after)) {
        end_text(m, r->s);
        m->done = true;
        return true;
    }
    size_t length = doc_move(after, r->end, &m->level->pos, &move);
    if (!length && m->in_text)
        return resume(m, after);
    if (!length && !doc_move(after, r->end, NULL, NULL))
        return false;
    end_text(m, r->s);
    r->s = after;
    return true;
}

/* Turns the rest of a game whose moves can no longer be followed into one comment. */
static void give_up(struct mover *m, size_t length)
{
    struct doc_reader *r = m->r;
    struct text written = {r->s, length};
    if (!add_node(m, written, NULL))
        return;
    r->s += length;
    begin_text(m);
    m->in_text = true;
    while (r->s < r->end) {
        unsigned number;
        bool dots;
        size_t n = doc_number(r->s, r->end, &number, &dots);
        bool at_line = r->s[-1] == '\n' || r->s[-1] == '\r';
        bool fresh = at_line || r->s[-1] == ' ' || r->s[-1] == '\f';
        if (fresh && n && opens_game(m, number, dots, r->s + n + blanks(r->s + n, r->end)))
            break;
        if (at_line && doc_begins_header(r->s, r->end))
            break;
        size_t result = fresh ? doc_result(r->s, r->end) : 0;
        if (result) {
            end_text(m, r->s);
            r->game->terminator = (struct text){r->s, result};
            r->s += result;
            break;
        }
        r->s++;
    }
    end_text(m, r->s);
    m->done = true;
}

static bool take_move(struct mover *m)
{
    struct doc_reader *r = m->r;
    struct move move;
    if (m->in_text)
        return false;
    size_t length = doc_move(r->s, r->end, &m->level->pos, &move);
    if (length) {
        end_text(m, r->s);
        add_node(m, (struct text){r->s, length}, &move);
        r->s += length;
        return true;
    }
    length = doc_move(r->s, r->end, NULL, NULL);
    if (!length || m->text || m->level->outer)
        return false;
    give_up(m, length);
    return true;
}

static bool take_strength(struct mover *m)
{
    struct doc_reader *r = m->r;
    const char *p = r->s;
    bool bracket = p + 2 < r->end && *p == '(' && strchr("!?", p[1]);
    if (bracket)
        p++;
    const char *begin = p;
    while (p < r->end && (*p == '!' || *p == '?') && p - begin < 3)
        p++;
    if (p == begin || (bracket && (p == r->end || *p != ')')) || !m->level->last || m->in_text)
        return false;
    struct item *item = doc_add_item(r, ITEM_STRENGTH, &m->level->tail);
    if (item)
        item->strength = doc_keep(r, (struct text){begin, (size_t)(p - begin)});
    r->s = p + bracket;
    return true;
}

/*
 * Whether the star at s marks an only move, rather than the end of the game: it is attached to the
 * move, or the game goes on after it with a move or its result.
 */
static bool is_only_move(const struct mover *m, const char *s)
{
    const char *end = m->r->end, *p = s + 1 + blanks(s + 1, end);
    unsigned number;
    bool dots;
    struct move move;
    if (!m->level->last || m->text)
        return false;
    if (!ascii_is_space(s[-1]) && s[-1] != '\f')
        return true;
    if (p == end || *p == '*')
        return false;
    if (doc_result(p, end))
        return true;
    size_t n = doc_number(p, end, &number, &dots);
    const char *after = p + n + blanks(p + n, end);
    return !(n && opens_game(m, number, dots, after))
           && doc_move(after, end, &m->level->pos, &move) > 0;
}

/*
 * The federation's signs after a move: only move, wins, draws, men won or lost, free choice. Kept
 * as comments.
 */
static bool take_sign(struct mover *m)
{
    static const char *const signs[] = {"+-", "-+", "+1", "-1", "+2", "-2", "a.l.", "*", "+", "="};
    struct doc_reader *r = m->r;
    if (!m->level->last || m->text)
        return false;
    for (size_t i = 0; i < ARRAY_LEN(signs); i++) {
        size_t n = strlen(signs[i]);
        if ((size_t)(r->end - r->s) < n || memcmp(r->s, signs[i], n) != 0)
            continue;
        if ((r->s + n < r->end && !strchr(" \t\r\n,;)", r->s[n]))
            || (*r->s == '*' && !is_only_move(m, r->s)))
            continue;
        doc_add_comment(r, &m->level->tail, (struct text){r->s, n});
        r->s += n;
        return true;
    }
    return false;
}

static bool take_result(struct mover *m)
{
    struct doc_reader *r = m->r;
    size_t n = doc_result(r->s, r->end);
    if (!n || m->level->outer || (*r->s == '*' && is_only_move(m, r->s)))
        return false;
    end_text(m, r->s);
    r->game->terminator = (struct text){r->s, n};
    r->s += n;
    if (r->s < r->end && *r->s == '.')
        r->s++;
    m->done = true;
    return true;
}

static bool open_variation(struct mover *m)
{
    struct doc_reader *r = m->r;
    const char *p = r->s + 1;
    unsigned number;
    bool dots;
    struct move move;
    p += blanks(p, r->end);
    size_t n = doc_number(p, r->end, &number, &dots);
    p += n;
    p += blanks(p, r->end);
    if (!m->level->last || !doc_move(p, r->end, &m->level->previous, &move))
        return false;
    bool may = game_may_nest(r->game, m->level->depth);
    struct doc_level *level = may ? arena_zalloc(r->game->arena, sizeof *level) : NULL;
    struct line *line = game_new_line(r->game);
    struct item *item = level && line ? doc_add_item(r, ITEM_LINE, &m->level->tail) : NULL;
    if (!item) {
        r->failed = true;
        return true;
    }
    item->line = line;
    *level = (struct doc_level){.outer = m->level,
                                .depth = m->level->depth + 1,
                                .next = &line->first,
                                .tail = &line->before,
                                .pos = m->level->previous,
                                .previous = m->level->previous};
    m->level = level;
    r->s = p;
    return true;
}

/*
 * Finds where the bracket or quote at s is closed: inner pairs are skipped, unless they do not
 * match.
 * @return NULL: not within COMMENT_MAX bytes
 */
static const char *find_close(const char *s, const char *end, char open, char close)
{
    size_t left = (size_t)(end - s - 1);
    left = left < COMMENT_MAX ? left : COMMENT_MAX;
    const char *first = memchr(s + 1, close, left);
    if (!first || open == close)
        return first;
    unsigned depth = 1;
    for (const char *p = s + 1; p < s + 1 + left; p++) {
        depth += *p == open;
        depth -= *p == close;
        if (depth == 0)
            return p;
    }
    return first;
}

/* Takes text between brackets or quotes, up to the one that closes it. */
static bool take_bracket(struct mover *m)
{
    static const char open[] = "{([\"", close[] = "})]\"";
    struct doc_reader *r = m->r;
    const char *which = strchr(open, *r->s);
    if (!which || !*which || m->in_text)
        return false;
    if (*r->s == '(' && open_variation(m))
        return true;
    unsigned bit = 1u << (which - open);
    const char *end =
        m->missing & bit ? NULL : find_close(r->s, r->end, *which, close[which - open]);
    if (!end) {
        m->missing |= bit;
        return false;
    }
    end_text(m, r->s);
    doc_add_comment(r, &m->level->tail, (struct text){r->s + 1, (size_t)(end - r->s - 1)});
    r->s = end + 1;
    return true;
}

static bool close_variation(struct mover *m)
{
    if (*m->r->s != ')' || !m->level->outer)
        return false;
    end_text(m, m->r->s);
    m->level = m->level->outer;
    m->r->s++;
    return true;
}

/* Whether another game begins here; called at the beginning of a line. */
static bool game_ends_here(const struct mover *m)
{
    size_t used;
    const char *s = m->r->s;
    if (*s == '\f')
        return true;
    struct text line = doc_line(s, m->r->end, &used);
    return doc_is_separator(line) || doc_begins_header(s, m->r->end)
           || (line.n > 3 && *line.s == '[' && line.s[line.n - 1] == ']'
               && memchr(line.s, '"', line.n));
}

static void skip_word(struct mover *m)
{
    struct doc_reader *r = m->r;
    begin_text(m);
    m->in_text = true;
    do
        r->s++;
    while (r->s < r->end && !strchr(" \t\r\n\f)", *r->s));
}

void doc_read_moves(struct doc_reader *r)
{
    struct doc_level main = {
        .next = &r->game->line.first, .tail = r->before, .pos = r->start, .previous = r->start};
    struct mover m = {.r = r, .level = &main};
    while (r->s < r->end && !m.done && !r->failed) {
        bool at_line = r->s == r->begin || r->s[-1] == '\n' || r->s[-1] == '\r' || *r->s == '\f';
        if (at_line && m.moves && game_ends_here(&m)) {
            end_text(&m, r->s);
            size_t used;
            struct text line = doc_line(r->s, r->end, &used);
            if (*r->s == '\f' || doc_is_separator(line))
                r->s += used;
            break;
        }
        if (strchr(" \t\r\n", *r->s)) {
            r->s++;
            continue;
        }
        if (close_variation(&m) || take_result(&m) || take_number(&m) || take_move(&m)
            || take_strength(&m) || take_sign(&m) || take_bracket(&m))
            continue;
        skip_word(&m);
    }
    end_text(&m, r->s);
}
