// SPDX-License-Identifier: MIT
#include "pdn/formats/csv-columns.h"

#include "core/base/array.h"

/* In the order of enum csv_fact_kind. */
const struct csv_fact csv_facts[] = {
    {"variant", "the rules, as --variant takes them"},
    {"plies", "of the main line"},
    {"start", "FEN of the start position"},
    {"final", "FEN of the last position of the main line"},
    {"key", "key of the start position, as the table position of an SQLite file has it"},
    {"moves", "the main line, with single spaces; a position set up as in PDN"},
    {"tree", "moves with comments and variations, as dama-store(5) writes them"},
    {"comments", "how many"},
    {"variations", "how many"},
    {"nags", "how many"},
    {"illegal", "moves that the rules do not allow"},
    {"file", "the input that the game was read from"},
    {"game", "its number there, from 1"},
    {"line", "the line there, where the input is text"},
    {"isodate", "the date as 1985-05-12, as far as it is known"},
};
const unsigned csv_facts_count = ARRAY_LEN(csv_facts);

const struct csv_columns csv_usual = {
    .names = {{"Event", 5},
              {"Site", 4},
              {"Date", 4},
              {"Round", 5},
              {"White", 5},
              {"Black", 5},
              {"Result", 6},
              {"variant", 7},
              {"plies", 5},
              {"start", 5},
              {"moves", 5}},
    .n = 11,
};

/*
 * Tables made by others call the moves by any of these names; taking them for a tag would lose the
 * moves.
 */
static bool is_moves(struct text name) { return text_is_nocase(name, "moves"); }

enum csv_fact_kind csv_fact_of(struct text name)
{
    unsigned i = 0;
    if (is_moves(name))
        return CSV_FACT_MOVES;
    if (name.n == 0 || name.s[0] < 'a' || name.s[0] > 'z') /* called for each cell: most are tags */
        return CSV_FACT_NONE;
    while (i < csv_facts_count && !text_is(name, csv_facts[i].name))
        i++;
    return (enum csv_fact_kind)i;
}

static bool has_fact(const struct csv_columns *columns, enum csv_fact_kind fact)
{
    unsigned i = 0;
    while (i < columns->n && csv_fact_of(columns->names[i]) != fact)
        i++;
    return i < columns->n;
}

bool csv_counts_games(const struct csv_columns *columns)
{
    return has_fact(columns, CSV_FACT_GAME);
}

struct text csv_prefixed_tag(struct text column)
{
    static const char prefix[] = "tag.";
    size_t n = sizeof prefix - 1;
    bool has = column.n > n && text_is_nocase((struct text){column.s, n}, prefix);
    return has ? (struct text){column.s + n, column.n - n} : (struct text){0};
}

bool csv_needs_prefix(struct text tag)
{
    return !tag.n || tag.s[0] < 'A' || tag.s[0] > 'Z' || is_moves(tag);
}

bool csv_lacks_tags(const struct csv_columns *columns, const struct game *game)
{
    static const struct {
        const char *tag;
        enum csv_fact_kind fact;
    } told[] = {{"GameType", CSV_FACT_VARIANT},
                {"Variant", CSV_FACT_VARIANT},
                {"FEN", CSV_FACT_START},
                {"SetUp", CSV_FACT_START},
                {"PlyCount", CSV_FACT_PLIES}};
    for (unsigned i = 0; i < game->n_tags; i++) {
        struct text name = game->tags[i].name;
        bool held = csv_has_tag(columns, name) /* of several such tags, the column has the last */
                    && text_same(game_tag_named(game, name), game->tags[i].value);
        for (size_t k = 0; k < ARRAY_LEN(told) && !held; k++)
            held = text_is(name, told[k].tag) && has_fact(columns, told[k].fact)
                   && (game->rules || told[k].fact != CSV_FACT_VARIANT);
        if (!held)
            return true;
    }
    return false;
}

bool csv_lacks_tree(const struct csv_columns *columns)
{
    return has_fact(columns, CSV_FACT_MOVES) && !has_fact(columns, CSV_FACT_TREE);
}

void csv_add_provenance(struct csv_columns *columns)
{
    for (enum csv_fact_kind fact = CSV_FACT_FILE; fact <= CSV_FACT_ISO_DATE; fact++) {
        if (columns->n < CSV_COLUMNS_MAX && !has_fact(columns, fact))
            columns->names[columns->n++] = text_of(csv_facts[fact].name);
    }
}

int csv_columns_read(struct text list, struct csv_columns *out, struct err *err)
{
    struct src_pos at = {.file = "--columns"};
    *out = (struct csv_columns){.chosen = true};
    for (size_t i = 0; i <= list.n;) {
        const char *comma = memchr(list.s + i, ',', list.n - i);
        size_t end = comma ? (size_t)(comma - list.s) : list.n;
        struct text name = text_trim((struct text){list.s + i, end - i});
        if (name.n == 0)
            return err_set(err, at, "expected a column's name in '%.*s'", TEXT_ARGS(list));
        if (out->n == CSV_COLUMNS_MAX)
            return err_set(err, at, "more than %d columns", CSV_COLUMNS_MAX);
        out->names[out->n++] = name;
        i = end + 1;
    }
    return 0;
}

char csv_separator(const struct csv_columns *columns)
{
    return columns->separator ? columns->separator : ',';
}

struct text csv_column_tag(struct text column)
{
    static const char *const names[] = {"Event", "Site",  "Date",   "Round",
                                        "White", "Black", "Result", "GameType"};
    struct text tag = csv_prefixed_tag(column);
    if (tag.s)
        return tag;
    for (size_t i = 0; i < ARRAY_LEN(names); i++) {
        if (text_is_nocase(column, names[i]))
            return text_of(names[i]);
    }
    return column.n && column.s[0] >= 'A' && column.s[0] <= 'Z' ? column : (struct text){0};
}

/* ---- columns that stay as they are ---- */

bool csv_columns_same(const struct csv_columns *a, const struct csv_columns *b)
{
    bool same = a->n == b->n && csv_separator(a) == csv_separator(b)
                && a->no_formulas == b->no_formulas && a->result_type == b->result_type;
    for (unsigned i = 0; i < a->n && same; i++)
        same = text_same(a->names[i], b->names[i]);
    return same;
}

bool csv_has_tag(const struct csv_columns *columns, struct text name)
{
    for (unsigned i = 0; i < columns->n; i++) {
        struct text column = columns->names[i], tag = csv_prefixed_tag(column);
        if (text_same_nocase(tag.s ? tag : column, name))
            return csv_column_tag(column).n > 0;
    }
    return false;
}

/* Whether the content of a column of facts is also read back, from that column or another. */
static bool is_read_back(enum csv_fact_kind fact, const struct csv_columns *columns)
{
    switch (fact) {
    case CSV_FACT_VARIANT:
    case CSV_FACT_START:
    case CSV_FACT_MOVES:
    case CSV_FACT_TREE:
        return true;
    case CSV_FACT_PLIES:
    case CSV_FACT_FINAL:
    case CSV_FACT_ILLEGAL:
        return has_fact(columns, CSV_FACT_MOVES) || has_fact(columns, CSV_FACT_TREE);
    case CSV_FACT_COMMENTS:
    case CSV_FACT_VARIATIONS:
    case CSV_FACT_NAGS:
        return has_fact(columns, CSV_FACT_TREE);
    case CSV_FACT_KEY:
        return has_fact(columns, CSV_FACT_START);
    case CSV_FACT_ISO_DATE:
        return csv_has_tag(columns, text_of("Date"));
    default:
        return false;
    }
}

bool csv_unkept_column(const struct csv_columns *columns, struct text *out)
{
    for (unsigned i = 0; i < columns->n; i++) {
        *out = columns->names[i];
        enum csv_fact_kind fact = csv_fact_of(*out);
        if (fact == CSV_FACT_NONE ? !csv_column_tag(*out).n : !is_read_back(fact, columns))
            return true;
        for (unsigned k = 0; k < i; k++) {
            if (text_same_nocase(columns->names[k], *out))
                return true;
        }
    }
    return false;
}
