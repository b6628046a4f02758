// SPDX-License-Identifier: MIT
/*
 * The parts of a text that all DOC readers look for: lines, numbers, results, moves. A move is read
 * with as many squares as possible and then shortened until it is legal, since columns are padded
 * with blanks (3- 8) and a move may be followed by other digits.
 */
#include "pdn/formats/doc.h"

#include "core/base/array.h"
#include "core/base/ascii.h"
#include "pdn/formats/doc-internal.h"
#include "pdn/scan.h"

enum { FINDINGS_MAX = 1000, LISTED_MAX = 100000 }; /* in one game; listed one by one in one file */

size_t doc_split(const char *text, size_t n, size_t target)
{
    (void)text, (void)n, (void)target;
    return 0;
}

/* ---- pieces of text ---- */

struct text doc_line(const char *s, const char *end, size_t *used)
{
    const char *p = s;
    while (p < end && *p != '\n' && *p != '\r' && *p != '\f')
        p++;
    *used = (size_t)(p - s) + (p < end);
    *used += p + 1 < end && p[0] == '\r' && p[1] == '\n';
    return text_trim((struct text){s, (size_t)(p - s)});
}

struct text doc_short_line(const char *s, const char *end, size_t *used)
{
    return doc_line(s, (size_t)(end - s) > DOC_SHORT_LINE ? s + DOC_SHORT_LINE : end, used);
}

/* Whether a result is that of one game: not match points, nor a half without the other half. */
static bool is_of_one_game(struct text t)
{
    struct result_words words = result_parse(rules_international, t);
    return words.result != RESULT_NONE && words.result != RESULT_OTHER && !words.match_points
           && !text_is(t, "1/2") && !text_is(t, "\xC2\xBD");
}

size_t doc_result(const char *s, const char *end)
{
    size_t n = s < end && *s == '*' ? 1 : pdn_result_length(s, end);
    if (!n || !is_of_one_game((struct text){s, n}))
        return 0;
    return s + n == end || strchr(" \t\r\n\f.;,)", s[n]) ? n : 0;
}

bool doc_is_separator(struct text line)
{
    if (line.n < 3)
        return false;
    for (size_t i = 0; i < line.n; i++) {
        if (!strchr("-=*_~+#", line.s[i]))
            return false;
    }
    return true;
}

size_t doc_number(const char *s, const char *end, unsigned *number, bool *dots)
{
    const char *p = s;
    *number = 0;
    while (p < end && ascii_is_digit(*p) && p - s < 4)
        *number = *number * 10 + (unsigned)(*p++ - '0');
    if (p == s)
        return 0;
    const char *digits = p;
    while (p < end && (*p == ' ' || *p == '\t'))
        p++;
    if (p == end || *p != '.')
        return 0;
    if (p > digits && (p + 1 == end || p[1] != '.')) /* "12 ." is not a move number, "12 ..." is */
        return 0;
    const char *first = p;
    while (p < end && (*p == '.' || ((*p == ' ' || *p == '\t') && p + 1 < end && p[1] == '.')))
        p++;
    *dots = p - first > 1;
    return (size_t)(p - s);
}

size_t doc_bare_number(const char *s, const char *end, unsigned *number)
{
    const char *p = s;
    *number = 0;
    while (p < end && ascii_is_digit(*p) && p - s < 3)
        *number = *number * 10 + (unsigned)(*p++ - '0');
    const char *digits = p;
    while (p < end && (*p == ' ' || *p == '\t'))
        p++;
    return digits > s && p > digits && doc_move(p, end, NULL, NULL) ? (size_t)(p - s) : 0;
}

/* Takes a square of one or two digits, perhaps with a blank in front if a column is padded. */
static const char *take_square(const char *s, const char *end, bool may_blank)
{
    if (may_blank && s + 1 < end && *s == ' ' && ascii_is_digit(s[1])
        && (s + 2 == end || !ascii_is_digit(s[2])))
        s++;
    const char *p = s;
    while (p < end && ascii_is_digit(*p) && p - s < 2)
        p++;
    return p > s && (p == end || !ascii_is_digit(*p)) ? p : NULL;
}

/* Length of the sign between squares at s; 0: none. */
static size_t separator_length(const char *s, const char *end)
{
    if (s < end && *s && strchr("-xX:*", *s))
        return 1;
    unsigned length;
    notation_nonascii_sign(s, end, &length);
    return length;
}

/*
 * Reads a move with as many squares as possible, and notes where it could end: if the longer
 * reading is not legal, a shorter one is tried.
 */
static size_t spell(const char *s, const char *end, char *out, size_t room, size_t ends[],
                    size_t outs[], unsigned *n)
{
    const char *p = take_square(s, end, false);
    size_t len = 0;
    *n = 0;
    if (!p)
        return 0;
    for (const char *q = s; q < p; q++)
        out[len++] = *q;
    for (size_t sign;
         (sign = separator_length(p, end)) && *n < NOTATION_SQUARES_MAX && len + 4 < room;) {
        const char *sq = p + sign, *next = take_square(sq, end, true);
        if (!next)
            break;
        out[len++] = *p == '-' || pdn_dash_length(p, end) ? '-' : 'x';
        for (const char *q = sq; q < next; q++) {
            if (*q != ' ')
                out[len++] = *q;
        }
        p = next;
        ends[*n] = (size_t)(p - s);
        outs[(*n)++] = len;
    }
    return *n ? ends[*n - 1] : 0;
}

size_t doc_move(const char *s, const char *end, const struct position *pos, struct move *legal)
{
    char text[NOTATION_MOVE_SIZE];
    size_t ends[NOTATION_SQUARES_MAX], outs[NOTATION_SQUARES_MAX];
    unsigned n;
    size_t whole = spell(s, end, text, sizeof text, ends, outs, &n);
    if (!whole || !legal)
        return whole;
    while (n-- > 0) {
        struct written_move written;
        struct moves found;
        unsigned odd;
        size_t used = 0;
        if (notation_parse(rules_international, (struct text){text, outs[n]}, &written, NULL))
            continue;
        moves_init(&found);
        if (notation_find(rules_international, pos, &written, &found, &odd) == 0 && found.n) {
            *legal = found.at[0];
            used = ends[n];
        }
        moves_fini(&found);
        if (used)
            return used;
    }
    return 0;
}

/* ---- what goes into the game ---- */

struct text doc_keep(struct doc_reader *r, struct text t)
{
    const struct text copy = arena_text(r->game->arena, t);
    r->failed = r->failed || !copy.s;
    return copy;
}

struct item *doc_add_item(struct doc_reader *r, enum item_kind kind, struct item ***tail)
{
    struct item *item = game_new_item(r->game, kind);
    if (!item) {
        r->failed = true;
        return NULL;
    }
    **tail = item;
    *tail = &item->next;
    return item;
}

void doc_add_comment(struct doc_reader *r, struct item ***tail, struct text t)
{
    struct item *item = doc_add_item(r, ITEM_COMMENT, tail);
    if (item)
        item->comment = doc_keep(r, text_trim(t));
}

void doc_add_rest(struct doc_reader *r, struct text rest)
{
    struct node *last = r->game->line.first;
    while (last && last->next)
        last = last->next;
    struct item **tail = last ? &last->items : r->before;
    while (*tail)
        tail = &(*tail)->next;
    doc_add_comment(r, &tail, rest);
    doc_find(r, FINDING_UNPLACED_TEXT, rest, "kept as a comment");
}

void doc_find(struct doc_reader *r, enum finding_code code, struct text at, const char *what)
{
    size_t n = at.n < 60 ? at.n : 60;
    if (r->n_found++ >= FINDINGS_MAX || r->found->n >= LISTED_MAX)
        return;
    if (r->n_found == FINDINGS_MAX)
        what = "and more of this game that are not listed";
    else if (r->found->n + 1 == LISTED_MAX)
        what = "and more of this file that are not listed";
    if (at.n)
        findings_add(r->found, code, (uint32_t)(at.s - r->begin), (uint32_t)at.n, "%s: \"%.*s\"%s",
                     what, (int)n, at.s, n < at.n ? "..." : "");
    else
        findings_add(r->found, code, (uint32_t)(at.s - r->begin), 0, "%s", what);
}

/*
 * Text after a result on the same line, such as the time used, belongs to the same game, unless the
 * next game begins there, as in a text without line ends.
 */
static void read_rest_of_line(struct doc_reader *r)
{
    size_t used;
    unsigned number;
    bool dots;
    if (r->s == r->begin || strchr("\n\r\f", r->s[-1]))
        return;
    struct text line = doc_short_line(r->s, r->end, &used);
    const char *end = line.s + line.n;
    size_t n = doc_number(line.s, end, &number, &dots);
    bool numbers_move = n && doc_move(line.s + n, end, NULL, NULL);
    if (!line.n || used == DOC_SHORT_LINE || numbers_move || doc_begins_header(r->s, r->end))
        return;
    doc_add_rest(r, line);
    r->s += used;
}

/*
 * Reads a game, ignoring the DOS end-of-file character.
 * @return 1 a game, 0 none, -1 out of memory
 */
static int read_game(const char *text, size_t n, size_t *used, struct game *game,
                     struct findings *found)
{
    struct doc_reader r = {.begin = text,
                           .s = text,
                           .end = text + n,
                           .game = game,
                           .found = found,
                           .before = &game->line.before};
    game->rules = rules_international;
    position_start(rules_international, &r.start);
    bool moves = doc_read_header(&r);
    if (moves)
        doc_read_moves(&r);
    if (moves && game->terminator.n)
        read_rest_of_line(&r);
    *used = r.s > text ? (size_t)(r.s - text) : n;
    if (r.failed || found->failed)
        return -1;
    if (moves && !game->terminator.n && !game_tag(game, "Result").n)
        doc_find(&r, FINDING_INFERRED, (struct text){r.s, 0}, "no result is given");
    return moves || game->n_tags || game->line.before;
}

/*
 * DOS ends a text at the character 0x1A. Looking for it in the rest of the file for each game would
 * take quadratic time. So the game is read first, and once more if the character occurs in the
 * bytes that were used.
 */
int doc_parse(const char *text, size_t n, size_t *used, struct game *game, struct findings *found,
              struct err *err)
{
    struct game empty = *game;
    struct finding *after = found->last;
    int rc = read_game(text, n, used, game, found);
    const char *eof = rc < 0 ? NULL : memchr(text, 0x1A, *used);
    if (eof) {
        *game = empty;
        findings_cut(found, after);
        rc = read_game(text, (size_t)(eof - text), used, game, found);
        *used = n;
    }
    if (rc < 0 && game->exceeded && !found->failed) {
        *used = n; /* the rest, since it is unknown where another game would begin */
        rc = 1;
    }
    game->source = (struct text){text, *used};
    game_report_limits(game, found);
    return rc < 0 ? err_memory(err) : rc;
}
