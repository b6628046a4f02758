// SPDX-License-Identifier: MIT
/*
 * The work is done in two steps. Describing a game reads nothing but the game, so that any number
 * of threads can do it; adding the description changes the table, and is done by one thread, in the
 * order of the input. Rows are kept in an array and found by a hash of the name.
 */
#include "core/query/score-table.h"

#include "core/base/array.h"
#include "core/base/cell.h"
#include "core/base/hashtable.h"
#include "core/base/json.h"
#include "core/base/utf8.h"
#include "core/base/width.h"
#include "core/game/game-start.h"
#include "core/game/player-name.h"
#include "core/game/result.h"
#include "core/query/opening-count.h"

#include <stdlib.h>
#include <string.h>

enum { OPENING_PLIES_SHOWN = 4 };

static const char *const kind_words[] = {"players", "openings", "sources"};

const char *score_kind_word(size_t i) { return i < ARRAY_LEN(kind_words) ? kind_words[i] : NULL; }

struct score_row {
    struct text name;          /* in the arena */
    const struct rules *rules; /* as in struct score_game */
    uint64_t games, won, drawn, lost, broken;
    uint64_t both_lost; /* lost by both; only for openings and sources, where it is nobody's loss */
};

struct score_table {
    enum score_kind kind;
    struct arena arena;
    struct score_row *rows; /* owned; n of them */
    unsigned n, room;
    struct hashtable by_name;
};

/* ---- one game ---- */

/* The Opening tag, which --openings sets; or else the first moves. */
static void describe_opening(const struct game *game, struct buffer *text, struct text *out)
{
    struct opening_moves moves;
    *out = text_trim(game_tag(game, "Opening"));
    if (!player_name_is_unknown(*out))
        return;
    opening_describe(game, text, &moves);
    const char *end = moves.moves.s, *stop = moves.moves.s + moves.moves.n;
    for (unsigned i = 0; i < OPENING_PLIES_SHOWN && end && end < stop; i++) {
        const char *blank = memchr(end + (i > 0), ' ', (size_t)(stop - end - (i > 0)));
        end = blank ? blank : stop;
    }
    *out = (struct text){moves.moves.s, end ? (size_t)(end - moves.moves.s) : 0};
    if (!out->n)
        *out = text_of(game_is_set_up(game) ? "(from a position)" : "(no moves)");
}

void score_table_describe(enum score_kind kind, const struct game *game, bool broken,
                          struct buffer *text, struct score_game *out)
{
    *out = (struct score_game){.result = game->result, .broken = broken};
    buffer_clear(text);
    switch (kind) {
    case SCORE_TABLE_PLAYERS:
        out->name[WHITE] = text_trim(game_tag(game, "White"));
        out->name[BLACK] = text_trim(game_tag(game, "Black"));
        for (unsigned side = 0; side < 2; side++) {
            if (player_name_is_unknown(out->name[side]))
                out->name[side].n = 0;
        }
        break;
    case SCORE_TABLE_OPENINGS:
        describe_opening(game, text, &out->name[WHITE]);
        out->rules = game->rules;
        break;
    default:
        if (game->at.file)
            utf8_add_valid(game->at.file, strlen(game->at.file), text);
        out->name[WHITE] = buffer_text(text);
    }
}

/* ---- rows ---- */

struct score_table *score_table_open(enum score_kind kind)
{
    struct score_table *table = calloc(1, sizeof *table);
    if (table)
        table->kind = kind;
    return table;
}

void score_table_close(struct score_table *table)
{
    if (!table)
        return;
    arena_fini(&table->arena);
    free(table->rows);
    hashtable_fini(&table->by_name);
    free(table);
}

static struct score_row *find_row(struct score_table *table, struct text name,
                                  const struct rules *rules)
{
    uint64_t hash = hashtable_hash(name.s, name.n);
    HASHTABLE_EACH (&table->by_name, hash, i)
        if (text_same(table->rows[i].name, name) && table->rows[i].rules == rules)
            return &table->rows[i];
    const struct text copy = arena_text(&table->arena, name);
    if (!copy.s || !ARRAY_GROW(table->rows, table->n, table->room)
        || hashtable_add(&table->by_name, hash, table->n))
        return NULL;
    table->rows[table->n] = (struct score_row){.name = copy, .rules = rules};
    return &table->rows[table->n++];
}

int score_table_add(struct score_table *table, const struct score_game *game)
{
    for (unsigned side = 0; side < 2; side++) {
        if (!game->name[side].n)
            continue;
        struct score_row *row = find_row(table, game->name[side], game->rules);
        enum result win = result_won_by((enum side)side);
        enum result loss = result_won_by(side_other((enum side)side));
        if (!row)
            return -1;
        row->games++;
        row->won += game->result == win;
        row->drawn += game->result == RESULT_DRAW;
        row->lost += game->result == loss;
        *(table->kind == SCORE_TABLE_PLAYERS ? &row->lost : &row->both_lost) +=
            game->result == RESULT_BOTH_LOST;
        row->broken += game->broken;
    }
    return 0;
}

/* ---- the table ---- */

static int by_games(const void *a, const void *b)
{
    const struct score_row *x = a, *y = b;
    if (x->games != y->games)
        return x->games > y->games ? -1 : 1;
    size_t n = x->name.n < y->name.n ? x->name.n : y->name.n;
    int order = memcmp(x->name.s, y->name.s, n);
    return order ? order : (x->name.n > y->name.n) - (x->name.n < y->name.n);
}

/*
 * Columns: the player's own results; for openings and sources, White's results. Games that both
 * lost have a column there; in the table of players, they are losses. NULL: no such column.
 */
enum { COUNTS = 6, HEADS = COUNTS + 3, SCORE = COUNTS + 1, BROKEN };
static const char *const heads[][HEADS] = {
    {"player", "games", "wins", "draws", "losses", NULL, "unknown", "score", "broken"},
    {"opening", "games", "white", "draws", "black", "neither", "unknown", "score", "broken"},
    {"file", "games", "white", "draws", "black", "neither", "unknown", "score", "broken"},
};

struct numbers {
    unsigned long long counts[COUNTS], broken; /* counts: for the heads from the second on */
    double score; /* per cent of the points: White's of those scored, a player's of all; -1: none */
};

static struct numbers numbers_of(const struct score_row *row)
{
    uint64_t ended = row->won + row->drawn + row->lost;
    uint64_t unknown = row->games - ended - row->both_lost;
    return (struct numbers){
        {row->games, row->won, row->drawn, row->lost, row->both_lost, unknown},
        row->broken,
        ended ? 50.0 * (double)(2 * row->won + row->drawn) / (double)ended : -1,
    };
}

static void put_csv(struct buffer *out, const struct score_row *row, const char *const *head,
                    char separator, bool no_formulas)
{
    struct numbers n = numbers_of(row);
    cell_add(out, row->name, separator, no_formulas);
    for (unsigned i = 0; i < COUNTS; i++) {
        if (head[i + 1])
            buffer_printf(out, "%c%llu", separator, n.counts[i]);
    }
    buffer_add_char(out, separator);
    if (n.score >= 0)
        buffer_printf(out, "%.1f", n.score);
    buffer_printf(out, "%c%llu\n", separator, n.broken);
}

static void put_json(struct buffer *out, const struct score_row *row, const char *const *head)
{
    struct numbers n = numbers_of(row);
    buffer_printf(out, "{\"%s\":", head[0]);
    json_add_text(out, row->name);
    for (unsigned i = 0; i < COUNTS; i++) {
        if (head[i + 1])
            buffer_printf(out, ",\"%s\":%llu", head[i + 1], n.counts[i]);
    }
    if (n.score >= 0)
        buffer_printf(out, ",\"%s\":%.1f", head[SCORE], n.score);
    buffer_printf(out, ",\"%s\":%llu}\n", head[BROKEN], n.broken);
}

enum { WIDTH_LEAST = 12, WIDTH_MOST = 44 };

static void put_text(struct buffer *out, const struct score_row *row, const char *const *head,
                     size_t width)
{
    struct numbers n = numbers_of(row);
    size_t own = width_of(row->name);
    buffer_add_on_line(out, row->name);
    for (; own < width; own++)
        buffer_add_char(out, ' ');
    for (unsigned i = 0; i < COUNTS; i++) {
        if (head[i + 1])
            buffer_printf(out, " %7llu", n.counts[i]);
    }
    if (n.score >= 0)
        buffer_printf(out, " %7.1f", n.score);
    else
        buffer_add_string(out, "       -");
    buffer_printf(out, " %7llu\n", n.broken);
}

static size_t table_width(const struct score_table *table)
{
    size_t width = WIDTH_LEAST;
    for (unsigned i = 0; i < table->n; i++) {
        size_t own = width_of(table->rows[i].name);
        width = own > width ? own : width;
    }
    return width < WIDTH_MOST ? width : WIDTH_MOST;
}

static void put_head(struct buffer *out, const char *const *head, enum score_form form,
                     char separator, size_t width)
{
    if (form == SCORE_JSONL)
        return;
    buffer_add_string(out, head[0]);
    for (size_t n = strlen(head[0]); form == SCORE_TEXT && n < width; n++)
        buffer_add_char(out, ' ');
    for (unsigned i = 1; i < HEADS; i++) {
        if (!head[i])
            continue;
        if (form == SCORE_CSV)
            buffer_printf(out, "%c%s", separator, head[i]);
        else
            buffer_printf(out, " %7s", head[i]);
    }
    buffer_add_char(out, '\n');
}

/*
 * If the openings belong to several variants, adds the variant to each name.
 * @return 0, or -1: out of memory
 */
static int name_rules(struct score_table *table)
{
    bool several = false;
    for (unsigned i = 1; i < table->n; i++)
        several |= table->rows[i].rules != table->rows[0].rules;
    for (unsigned i = 0; several && i < table->n; i++) {
        struct score_row *row = &table->rows[i];
        struct buffer name = {0};
        buffer_printf(&name, "%s: %.*s", row->rules ? rules_spelling(row->rules) : "unknown",
                      TEXT_ARGS(row->name));
        row->name = arena_text(&table->arena, buffer_text(&name));
        bool failed = name.failed || !row->name.s;
        buffer_fini(&name);
        if (failed)
            return -1;
    }
    return 0;
}

int score_table_write(struct score_table *table, enum score_form form, char separator,
                      bool no_formulas, struct buffer *out)
{
    const char *const *head = heads[table->kind - SCORE_TABLE_PLAYERS];
    if (name_rules(table))
        return -1;
    size_t width = table_width(table);
    if (table->n)
        qsort(table->rows, table->n, sizeof *table->rows, by_games);
    put_head(out, head, form, separator, width);
    for (unsigned i = 0; i < table->n; i++) {
        const struct score_row *row = &table->rows[i];
        if (form == SCORE_CSV)
            put_csv(out, row, head, separator, no_formulas);
        else if (form == SCORE_JSONL)
            put_json(out, row, head);
        else
            put_text(out, row, head, width);
    }
    return out->failed ? -1 : 0;
}
