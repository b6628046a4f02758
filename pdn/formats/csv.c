// SPDX-License-Identifier: MIT
/*
 * A row ends at a line end outside quotes. Whether a byte is inside quotes is known only by
 * counting from the beginning of a row, so a text is always split from its first row on. The
 * columns of facts are there for people and other programs: when a table is read, those that follow
 * from the moves are ignored, and the moves go through the PDN parser.
 */
#include "pdn/formats/csv.h"

#include "core/base/array.h"
#include "core/base/ascii.h"
#include "core/base/cell.h"
#include "core/base/utf8.h"
#include "core/board/fen.h"
#include "core/check/check.h"
#include "core/game/game-counts.h"
#include "core/game/game-start.h"
#include "core/game/move-number.h"
#include "core/game/node-play.h"
#include "core/game/result.h"
#include "core/store/movetext.h"
#include "pdn/formats/csv-moves.h"
#include "pdn/formats/provenance.h"
#include "pdn/scan.h"

#include <stdlib.h>
#include <string.h>

/* ---- writing ---- */

static void put_cell(struct buffer *out, struct text t, const struct csv_columns *columns)
{
    cell_add(out, t, csv_separator(columns), columns->no_formulas);
}

void csv_write_head(const struct csv_columns *columns, struct buffer *out)
{
    for (unsigned i = 0; i < columns->n; i++) {
        if (i)
            buffer_add_char(out, csv_separator(columns));
        put_cell(out, columns->names[i], columns);
    }
    buffer_add_char(out, '\n');
}

static void put_fen(struct buffer *cell, const struct game *game, bool final)
{
    char fen[FEN_SIZE];
    struct position pos = game->start;
    if (!game_first_position_is_known(game)) {
        buffer_add_text(cell, final ? (struct text){0} : game_tag(game, "FEN"));
        return;
    }
    for (const struct node *node = game->line.first; final && node; node = node->next) {
        if (!node_play_on(game->rules, &node, &pos, NULL))
            break;
    }
    buffer_add(cell, fen, fen_write(game->rules, &pos, fen));
}

/*
 * Whether a move needs its number. A dash alone could be punctuation or the end of the game, but two
 * dashes after a number are an unknown move; and an illegal move such as 8-4 at the end could be the
 * score.
 */
static bool needs_number(const struct node *node)
{
    return node->kind == NODE_UNKNOWN
           || (node->kind == NODE_MOVE && node->state != NODE_PLAYED && !node->next
               && result_is_score(node->text));
}

/* Adds the number of the first move, if only its dots tell whose move it is. */
static void put_dots(const struct game *game, struct buffer *cell)
{
    const struct node *first = game_first_dotted_move(game);
    if (!first || first != game->line.first || needs_number(first))
        return;
    buffer_add_number(cell, move_number_at(game, 0).number);
    buffer_add_string(cell, "... ");
}

/*
 * Whether a main line has words that people do not write.
 * @param t in the store's form
 */
static bool has_marks(const struct game *game, struct text t)
{
    bool any = memchr(t.s, '=', t.n) || memchr(t.s, '/', t.n) || memchr(t.s, '\\', t.n);
    for (const struct node *node = game->line.first; node && !any; node = node->next)
        any = needs_number(node);
    return any;
}

static void put_number(const struct game *game, const struct node *node,
                       const struct move_number *count, struct buffer *cell)
{
    const bool first = node == game->line.first;
    const bool second = count->second || (first && game_first_dotted_move(game) == node);
    buffer_add_number(cell, first ? move_number_at(game, 0).number : count->number);
    buffer_add_string(cell, second ? "... " : ". ");
}

/*
 * Puts a word of the store's form as people write it. That form marks text that is not a move with
 * "=", blanks inside a word, as in printed columns (3- 8), with backslashes, and a position set up
 * with slashes, for which PDN has /FEN "..."/.
 */
static void put_plain_word(struct text word, struct buffer *cell)
{
    const bool setup = word.n > 1 && word.s[0] == '/';
    size_t i = setup || (word.n && word.s[0] == '='), end = word.n - setup;
    buffer_add_string(cell, setup ? "/FEN \"" : "");
    for (; i < end; i++) {
        char c = word.s[i];
        if (c == '\\' && i + 1 < end) {
            c = word.s[++i];
            if ((c == 'q' && !setup) || c == '\\')
                buffer_add_char(cell, c == 'q' ? '"' : c);
        } else {
            buffer_add_char(cell, c);
        }
    }
    buffer_add_string(cell, setup ? "\"/" : "");
}

/* Puts the main line as people write it, which the PDN parser can read back. */
static void put_moves(const struct game *game, struct buffer *cell)
{
    struct move_number count = move_number_start(game);
    bool plain;
    put_dots(game, cell);
    const size_t begin = cell->n;
    movetext_main_line(game, cell, NULL, &plain);
    if (cell->failed || cell->n == begin
        || !has_marks(game, (struct text){cell->s + begin, cell->n - begin}))
        return;
    struct buffer line = *cell;
    *cell = (struct buffer){0};
    buffer_add(cell, line.s, begin);
    const char *s = line.s + begin, *end = line.s + line.n;
    for (const struct node *node = game->line.first; node && s < end; node = node->next) {
        const char *blank = memchr(s, ' ', (size_t)(end - s)), *stop = blank ? blank : end;
        if (needs_number(node))
            put_number(game, node, &count, cell);
        if (node->kind == NODE_UNKNOWN)
            buffer_add_string(cell, "--");
        else
            put_plain_word((struct text){s, (size_t)(stop - s)}, cell);
        if (blank)
            buffer_add_char(cell, ' ');
        move_number_add(&count, node);
        s = blank ? blank + 1 : end;
    }
    buffer_fini(&line);
}

static int put_fact(enum csv_fact_kind fact, const struct game *game, struct buffer *cell)
{
    struct game_counts counts;
    char date[PROVENANCE_DATE_SIZE];
    switch (fact) {
    case CSV_FACT_VARIANT:
        if (game->rules)
            buffer_add_string(cell, rules_spelling(game->rules));
        return 0;
    case CSV_FACT_PLIES:
        buffer_add_number(cell, game_plies(game));
        return 0;
    case CSV_FACT_START:
    case CSV_FACT_FINAL:
        put_fen(cell, game, fact == CSV_FACT_FINAL);
        return 0;
    case CSV_FACT_KEY:
        if (game_first_position_is_known(game))
            buffer_add_number(cell, (int64_t)position_key(game->rules, &game->start));
        return 0;
    case CSV_FACT_MOVES:
        put_moves(game, cell);
        return 0;
    case CSV_FACT_TREE:
        return movetext_tree(game, cell);
    case CSV_FACT_FILE:
        if (game->at.file)
            utf8_add_valid(game->at.file, strlen(game->at.file), cell);
        return 0;
    case CSV_FACT_GAME:
        buffer_add_string(cell, provenance_number);
        return 0;
    case CSV_FACT_LINE:
        if (game->at.line)
            buffer_add_number(cell, game->at.line);
        return 0;
    case CSV_FACT_ISO_DATE:
        provenance_date(game, date);
        buffer_add_string(cell, date);
        return 0;
    default:
        if (game_counts_of(game, &counts))
            return -1;
        buffer_add_number(cell, fact == CSV_FACT_COMMENTS     ? counts.comments
                                : fact == CSV_FACT_VARIATIONS ? counts.variations
                                : fact == CSV_FACT_NAGS       ? counts.nags
                                                              : counts.illegal);
        return 0;
    }
}

/*
 * Puts the Result tag, or the result after the moves if the tag says nothing: a table has one column
 * for both. Match points are kept as they are written, and a remark stays, as in "2-0 (forfeit)".
 */
static void put_result(const struct csv_columns *columns, const struct game *game,
                       struct buffer *cell)
{
    struct text given = game_result_text(game);
    struct result_words words = result_parse(game->rules, given);
    bool said = !result_is_unknown(words.result);
    bool known = !result_is_unknown(game->result) && game->result != RESULT_OTHER;
    if (!known || words.match_points || (said && columns->result_type == RESULT_TYPE_ANY))
        buffer_add_text(cell, given);
    else
        result_add_form(text_of(result_word(game->rules, game->result, columns->result_type)),
                        given, cell);
}

static void put_tag(const struct csv_columns *columns, struct text column, const struct game *game,
                    struct buffer *cell)
{
    struct text tag = csv_prefixed_tag(column);
    tag = tag.s ? tag : column;
    if (text_is_nocase(tag, "Result"))
        put_result(columns, game, cell);
    else
        buffer_add_text(cell, game_tag_named(game, tag));
}

int csv_write(const struct csv_columns *columns, const struct game *game, struct buffer *out,
              struct err *err)
{
    struct buffer made = {0}, safe = {0};
    const bool counts = csv_counts_games(columns);
    int rc = 0;
    for (unsigned i = 0; i < columns->n && rc == 0; i++) {
        const enum csv_fact_kind fact = csv_fact_of(columns->names[i]);
        buffer_clear(&made);
        buffer_clear(&safe);
        if (fact == CSV_FACT_NONE)
            put_tag(columns, columns->names[i], game, &made);
        else
            rc = put_fact(fact, game, &made);
        struct text cell = buffer_text(&made);
        if (counts && fact != CSV_FACT_GAME) {
            provenance_add_text(&safe, cell);
            cell = buffer_text(&safe);
        }
        if (i)
            buffer_add_char(out, csv_separator(columns));
        put_cell(out, cell, columns);
        if (made.failed || safe.failed)
            rc = -1;
    }
    buffer_add_char(out, '\n');
    if (rc || out->failed)
        rc = err_memory(err);
    buffer_fini(&made);
    buffer_fini(&safe);
    return rc;
}

/* ---- reading ---- */

static const char separators[] = ",;\t";

/*
 * Whether a quote at `at` opens a cell: inside a cell it is a character like any other.
 * @param separator 0: not known, as when text is cut into rows; any that csv_read_head may find
 *                  counts
 */
static bool opens_cell(const char *text, size_t at, char separator)
{
    if (at == 0)
        return true;
    return separator ? text[at - 1] == separator
                     : memchr(separators, text[at - 1], sizeof separators - 1) != NULL;
}

/*
 * Measures the first row with its line end: LF, CR LF, or a bare CR.
 * @param quoted whether the text ends inside quotes; may be NULL
 * @return bytes; 0 if the row is not complete
 */
static size_t row_length(const char *text, size_t n, char separator, bool *quoted)
{
    bool inside = false;
    for (size_t i = 0; i < n; i++) {
        if (text[i] == '"' && inside && i + 1 < n && text[i + 1] == '"')
            i++; /* stands for one quote */
        else if (text[i] == '"')
            inside = !inside && opens_cell(text, i, separator);
        else if (!inside
                 && (text[i] == '\n' || (text[i] == '\r' && i + 1 < n && text[i + 1] != '\n')))
            return i + 1;
    }
    if (quoted)
        *quoted = inside;
    return 0;
}

static size_t split_by(char separator, const char *text, size_t n, size_t target)
{
    size_t cut = 0, row;
    while (cut < n && (row = row_length(text + cut, n - cut, separator, NULL))) {
        if (cut && cut + row > target)
            break;
        cut += row;
    }
    return cut;
}

size_t csv_split(const char *text, size_t n, size_t target) { return split_by(0, text, n, target); }

static size_t split_commas(const char *text, size_t n, size_t target)
{
    return split_by(',', text, n, target);
}

static size_t split_semicolons(const char *text, size_t n, size_t target)
{
    return split_by(';', text, n, target);
}

static size_t split_tabs(const char *text, size_t n, size_t target)
{
    return split_by('\t', text, n, target);
}

csv_splitter *csv_splitter_of(const struct csv_columns *columns)
{
    switch (csv_separator(columns)) {
    case ';':
        return split_semicolons;
    case '\t':
        return split_tabs;
    default:
        return split_commas;
    }
}

/* The closing quote of a cell that begins with one, or the end of the row. */
static const char *closing_quote(struct text row, bool *doubled)
{
    const char *p = row.s + 1, *end = row.s + row.n;
    *doubled = false;
    for (; p < end; p++) {
        if (*p != '"')
            continue;
        if (p + 1 == end || p[1] != '"')
            break;
        *doubled = true;
        p++;
    }
    return p;
}

/* Turns doubled quotes into single ones, in a copy. */
static bool unescape_quotes(struct text *t, struct arena *arena)
{
    char *copy = arena_alloc(arena, t->n);
    size_t n = 0;
    if (!copy)
        return false;
    for (size_t i = 0; i < t->n; i++) {
        copy[n++] = t->s[i];
        if (t->s[i] == '"')
            i++;
    }
    *t = (struct text){copy, n};
    return true;
}

/*
 * Takes the next cell of a row, without its quotes; but with them if text follows the closing one.
 * @param arena for a copy in which doubled quotes become one; NULL: they stay
 * @param stray set if text follows the closing quote; may be NULL
 */
static bool take_cell(struct text *row, char separator, struct arena *arena, struct text *out,
                      bool *stray)
{
    const char *s = row->s, *end = row->s + row->n, *p = s, *close;
    const bool quoted = row->n && *s == '"';
    bool doubled = false;
    p = close = quoted ? closing_quote(*row, &doubled) : s;
    while (p < end && *p != separator)
        p++;
    const bool follows =
        quoted && close < p && text_trim((struct text){close + 1, (size_t)(p - close - 1)}).n;
    *out = quoted && !follows ? (struct text){s + 1, (size_t)(close - s - 1)}
                              : (struct text){s, (size_t)(p - s)};
    if (stray)
        *stray = follows;
    if (doubled && !follows && arena && !unescape_quotes(out, arena))
        return false;
    row->n = p < end ? (size_t)(end - p - 1) : 0;
    row->s = p < end ? p + 1 : NULL; /* NULL: it was the last cell */
    return true;
}

static struct text without_line_end(const char *text, size_t n)
{
    while (n && (text[n - 1] == '\n' || text[n - 1] == '\r'))
        n--;
    return (struct text){text, n};
}

/* Whether it is a tag's name, or one of csv_facts. */
static bool is_column_name(struct text name)
{
    name = csv_prefixed_tag(name).s ? csv_prefixed_tag(name) : name;
    for (size_t i = 0; i < name.n; i++) {
        char ch = name.s[i];
        if (!ascii_is_letter(ch) && ch != '_' && (i == 0 || !ascii_is_digit(ch)))
            return false;
    }
    return name.n > 0;
}

int csv_read_head(const char *head, size_t n, struct csv_columns *out, struct err *err)
{
    size_t line = 0;
    while (line < n && head[line] != '\n' && head[line] != '\r')
        line++;
    struct text row = text_skip_bom((struct text){head, line});
    *out = (struct csv_columns){.separator = ','};
    size_t most = 0;
    for (size_t i = 0; i < 3; i++) {
        size_t count = 0;
        for (size_t k = 0; k < row.n; k++)
            count += row.s[k] == separators[i];
        if (count > most) {
            most = count;
            out->separator = separators[i];
        }
    }
    while (row.s && out->n < CSV_COLUMNS_MAX) {
        take_cell(&row, out->separator, NULL, &out->names[out->n], NULL);
        out->names[out->n] = text_trim(out->names[out->n]);
        out->n++;
    }
    if (row.s)
        return err_plain(err, "more than %d columns", CSV_COLUMNS_MAX);
    for (unsigned i = 0; i < out->n; i++)
        if (is_column_name(out->names[i]))
            return 0;
    return err_plain(err, "the first line names no columns such as White or moves");
}

bool csv_is(const char *head, size_t n)
{
    static const char *const known[] = {"White", "Black", "Event",   "Date",  "Result",
                                        "Round", "Site",  "variant", "moves", "start"};
    struct csv_columns columns;
    unsigned met = 0;
    bool line_end = memchr(head, '\n', n) || memchr(head, '\r', n);
    if (!line_end || csv_read_head(head, n, &columns, NULL))
        return false;
    for (unsigned i = 0; i < columns.n; i++) {
        for (size_t k = 0; k < ARRAY_LEN(known); k++)
            met += text_is_nocase(columns.names[i], known[k]);
    }
    return columns.n > 1 && met * 2 >= columns.n && met > 1;
}

/* Whether a cell begins with moves of numbered squares, and has two or more of them. */
static bool has_moves(struct text cell)
{
    enum { ENOUGH = 2 };
    const char *s = cell.s, *end = cell.s + cell.n;
    unsigned moves = 0;
    for (const char *p = s; p < end && moves < ENOUGH && !ascii_is_letter(*p); p++)
        moves += (p == s || strchr(" .\n", p[-1])) && pdn_is_plain_move(p, end);
    return moves == ENOUGH;
}

bool csv_unread_moves(const struct csv_columns *columns, const char *table, size_t n,
                      struct text *out)
{
    const char separator = csv_separator(columns);
    const size_t head = row_length(table, n, separator, NULL);
    const size_t length = row_length(table + head, n - head, separator, NULL);
    struct text row = {table + head, length ? length : n - head}, cell;
    bool found = false;
    for (unsigned i = 0; i < columns->n; i++) {
        const enum csv_fact_kind fact = csv_fact_of(columns->names[i]);
        if (fact == CSV_FACT_MOVES || fact == CSV_FACT_TREE)
            return false;
        if (!row.s)
            continue;
        take_cell(&row, separator, NULL, &cell, NULL);
        if (!found && fact == CSV_FACT_NONE && has_moves(cell)) {
            *out = columns->names[i];
            found = true;
        }
    }
    return found;
}

/* A cell, and its offset in the row. */
struct cell {
    struct text text;
    uint32_t at;
};

static void read_tree(const struct cell *cell, struct game *game, struct findings *found)
{
    struct err why = {0};
    if (movetext_read(cell->text, game, &why) && !game->exceeded)
        findings_add(found, FINDING_BAD_RECORD, cell->at, 0, "%s", why.msg);
    game->terminator = (struct text){cell->text.s + cell->text.n, 0};
    game->terminator_offset = cell->at + (uint32_t)cell->text.n;
}

/* The cells of a row that are read after all the others. */
struct late_cells {
    struct cell start, moves, tree;
};

static int read_cell(struct text column, const struct cell *cell, struct late_cells *late,
                     struct game *game, struct findings *found, struct err *err)
{
    struct err why = {0};
    struct text name = {0};
    switch (csv_fact_of(column)) {
    case CSV_FACT_VARIANT:
        if (cell->text.n && rules_find(cell->text, &game->rules, &why))
            findings_add(found, FINDING_BAD_RECORD, cell->at, 0, "%s", why.msg);
        break;
    case CSV_FACT_START:
        late->start = *cell;
        break;
    case CSV_FACT_MOVES:
        late->moves = *cell;
        break;
    case CSV_FACT_TREE:
        late->tree = *cell;
        break;
    case CSV_FACT_NONE:
        name = csv_column_tag(column);
        break;
    default: /* counts and other positions follow from the moves, so they are ignored */
        break;
    }
    return name.n && cell->text.n && game_add_tag(game, name, cell->text, cell->at)
               ? err_memory(err)
               : 0;
}

/* The start matters if it is not the usual one and no tag gives it. */
static int read_start(const struct cell *cell, struct game *game, struct err *err)
{
    struct position pos, usual;
    const struct text fen = cell->text;
    if (!fen.n || game_tag(game, "FEN").s)
        return 0;
    const struct rules *rules = game->rules ? game->rules : rules_international;
    position_start(rules, &usual);
    if (fen_read(rules, fen, game->at, &pos, NULL, NULL) == 0 && position_same(&pos, &usual))
        return 0;
    return game_add_tag(game, text_of("FEN"), fen, cell->at) ? err_memory(err) : 0;
}

/* The tree has all the moves and more, so moves are read only if there is no tree. */
static int read_late(const struct late_cells *late, struct game *game, struct findings *found,
                     struct err *err)
{
    if (text_trim(late->tree.text).n)
        read_tree(&late->tree, game, found);
    else if (csv_moves_read(late->moves.text, late->moves.at, game, found, err))
        return -1;
    return read_start(&late->start, game, err);
}

/* Whether the row is the line of column names itself. */
static bool is_head(const struct csv_columns *columns, struct text row)
{
    struct text cell;
    for (unsigned i = 0; i < columns->n; i++) {
        if (!row.s || !take_cell(&row, csv_separator(columns), NULL, &cell, NULL)
            || !text_same(text_trim(cell), columns->names[i]))
            return false;
    }
    return true;
}

/* Whether a row has no words: spreadsheets write commas for the empty rows below a table. */
static bool is_blank_row(const struct csv_columns *columns, struct text row)
{
    struct text cell;
    while (row.s && take_cell(&row, csv_separator(columns), NULL, &cell, NULL)) {
        if (text_trim(cell).n)
            return false;
    }
    return true;
}

/* Keeps the column variant as a tag, so that it is not lost in a format that has only tags. */
static int name_variant(struct game *game, struct err *err)
{
    const struct rules *rules = game->rules;
    if (!rules || rules == rules_international || check_has_rules_tag(game))
        return 0;
    return game_set_rules_tags(game, rules) ? err_memory(err) : 0;
}

int csv_parse(const struct csv_columns *columns, const char *text, size_t n, size_t *used,
              struct game *game, struct findings *found, struct err *err)
{
    bool unclosed = false;
    size_t length = row_length(text, n, csv_separator(columns), &unclosed);
    *used = length ? length : n;
    struct text row = without_line_end(text, *used);
    struct late_cells late = {0};
    game->source = row;
    if (is_blank_row(columns, row) || is_head(columns, row))
        return 0;
    for (unsigned i = 0; i < columns->n && row.s; i++) {
        struct cell cell = {.at = (uint32_t)(row.s - text) + (row.n && *row.s == '"')};
        bool stray;
        if (!take_cell(&row, csv_separator(columns), game->arena, &cell.text, &stray))
            return err_memory(err);
        if (stray)
            findings_add(found, FINDING_BAD_RECORD, cell.at, 0,
                         "text after the closing quote of a cell");
        if (read_cell(columns->names[i], &cell, &late, game, found, err))
            return -1;
    }
    if (unclosed)
        findings_add(found, FINDING_BAD_RECORD, 0, 0,
                     "a quote is never closed; the rest of the file is read as part of its cell");
    if (row.s && row.n)
        findings_add(found, FINDING_BAD_RECORD, 0, 0,
                     "more cells than the %u columns of the header", columns->n);
    if (read_late(&late, game, found, err) || name_variant(game, err))
        return -1;
    game_report_limits(game, found);
    return found->failed ? err_memory(err) : 1;
}
