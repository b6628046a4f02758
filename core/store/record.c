// SPDX-License-Identifier: MIT
/*
 * A record is written in one pass; its size, its hash and the lengths of its fields are filled in
 * at their places afterwards. The hash identifies a game. It is the sum of the hashes of the tags,
 * which may be in any order, and of one hash of the variant, the start and the moves, in which any
 * run of blanks is a single one. A result that only the terminator gives takes the place of the
 * last byte; schema.c does the same to older files in SQL, which cannot add hashes.
 */
#include "core/store/record.h"

#include "core/base/array.h"
#include "core/base/bytes.h"
#include "core/board/fen.h"
#include "core/game/game-start.h"
#include "core/store/movetext.h"

/*
 * The packed form. Numbers have 32 bits, the lowest byte first: journals may be joined on another
 * machine. (Keys of positions are not stored in journals, so they stay in the machine's byte
 * order.)
 *
 *     size | content 16 | given | result | plies | fields: length + bytes each
 *
 * A missing field has the length NOTHING.
 */
enum { FIELDS = RECORD_TAGS + 7 };
static const uint32_t NOTHING = UINT32_MAX;

static const char *const names[RECORD_TAGS] = {"Event", "Site",  "Date",   "Round",
                                               "White", "Black", "Result", "GameType"};

static void put_number(struct buffer *out, uint32_t number)
{
    buffer_add_bytes(out, number, sizeof number);
}

static void put_text(struct buffer *out, struct text t)
{
    put_number(out, t.s ? (uint32_t)t.n : NOTHING);
    if (t.s)
        buffer_add_text(out, t);
}

/* Begins a field; its length is filled in by close_field, once the field is written. */
static size_t open_field(struct buffer *out)
{
    put_number(out, 0);
    return out->n;
}

static void close_field(struct buffer *out, size_t begin)
{
    if (out->failed)
        return;
    bytes_put(out->s + begin - 4, out->n - begin, 4);
}

/* Which of the eight a tag is; RECORD_TAGS for any other. Case matters. */
static enum record_tag tag_index(struct text name)
{
    for (unsigned i = 0; i < RECORD_TAGS; i++) {
        if (name.n && name.s[0] == names[i][0] && text_is(name, names[i]))
            return (enum record_tag)i;
    }
    return RECORD_TAGS;
}

/*
 * Fills the columns.
 * @return whether they suffice for these tags: the eight come first, each once and in order
 */
static bool column_tags(const struct game *game, struct text columns[RECORD_TAGS], unsigned *given)
{
    bool regular = true;
    unsigned last = 0;
    bool others = false;
    for (unsigned i = 0; i < game->n_tags; i++) {
        enum record_tag which = tag_index(game->tags[i].name);
        if (which == RECORD_TAGS) {
            others = true;
            continue;
        }
        if (others || (*given && which <= last))
            regular = false;
        columns[which] = game->tags[i].value;
        if (!columns[which].s)
            columns[which].s = "";
        *given |= 1u << which;
        last = which;
    }
    return regular;
}

static void put_more_tags(struct buffer *out, const struct game *game, bool all)
{
    size_t begin = open_field(out);
    for (unsigned i = 0; i < game->n_tags; i++) {
        if (!all && tag_index(game->tags[i].name) != RECORD_TAGS)
            continue;
        put_text(out, game->tags[i].name);
        put_text(out, game->tags[i].value);
    }
    close_field(out, begin);
}

/* @return 0; -1: out of memory */
static int hash_tags(const struct game *game, struct buffer *scratch, struct hash128 *out)
{
    struct hash128 sum = {0, 0};
    for (unsigned i = 0; i < game->n_tags; i++) {
        buffer_clear(scratch);
        buffer_add_text(scratch, game->tags[i].name);
        buffer_add_char(scratch, '\0');
        buffer_add_text(scratch, game->tags[i].value);
        if (scratch->failed)
            return -1;
        sum = hash128_sum(sum, hash128_of(scratch->s, scratch->n));
    }
    *out = sum;
    return 0;
}

/*
 * Whether a Result tag leaves the result to the terminator. Must agree with version 4 in schema.c.
 */
static bool is_unsaid(struct text result)
{
    for (size_t i = 0; i < result.n; i++) {
        if (!memchr(" ?*.-", result.s[i], 5))
            return false;
    }
    return true;
}

/* Writes the hash of a game, which includes the result if no tag gives it. */
static void put_content(struct hash128 content, const struct game *game, struct text tag,
                        uint8_t bytes[16])
{
    hash128_put(content, bytes);
    if (is_unsaid(tag) && !result_is_unknown(game->result))
        bytes[15] = (uint8_t)game->result;
}

static void spell_variant(const struct rules *rules, struct buffer *out)
{
    size_t begin = open_field(out);
    if (rules)
        buffer_add_string(out, rules_spelling(rules));
    close_field(out, begin);
}

static void put_start(const struct game *game, struct buffer *out)
{
    struct position usual;
    char fen[FEN_SIZE];
    if (game->rules)
        position_start(game->rules, &usual);
    if (!game_first_position_is_known(game) || position_same(&usual, &game->start)) {
        put_number(out, NOTHING);
        return;
    }
    unsigned n = fen_write(game->rules, &game->start, fen);
    put_text(out, (struct text){fen, n});
}

/* Writes moves and keys, and the tree if there is more to it than moves. */
static int put_moves(const struct game *game, bool positions, struct buffer *out, uint32_t *plies,
                     struct buffer *keys)
{
    bool plain;
    size_t begin = open_field(out);
    *plies = movetext_main_line(game, out, positions ? keys : NULL, &plain);
    close_field(out, begin);
    if (plain) {
        put_number(out, NOTHING);
        return 0;
    }
    begin = open_field(out);
    int rc = movetext_tree(game, out);
    close_field(out, begin);
    return rc;
}

static bool get_number(struct text *bytes, uint32_t *out)
{
    if (bytes->n < sizeof *out)
        return false;
    *out = (uint32_t)bytes_get(bytes->s, sizeof *out);
    bytes->s += sizeof *out;
    bytes->n -= sizeof *out;
    return true;
}

static bool get_text(struct text *bytes, struct text *out)
{
    uint32_t n;
    if (!get_number(bytes, &n))
        return false;
    *out = (struct text){0};
    if (n == NOTHING)
        return true;
    if (n > bytes->n)
        return false;
    *out = (struct text){bytes->s, n};
    bytes->s += n;
    bytes->n -= n;
    return true;
}

/*
 * Hashes the variant, start, moves and tree; a run of blanks counts as one, since writers may break
 * the lines of comments anywhere.
 */
static struct hash128 hash_said(struct text said, struct buffer *scratch)
{
    struct text field;
    buffer_clear(scratch);
    while (get_text(&said, &field)) {
        bool blank = true; /* no blank is kept at the beginning */
        for (size_t i = 0; i < field.n; i++) {
            char c = field.s[i];
            bool is_blank = c == ' ' || c == '\n' || c == '\r' || c == '\t';
            bool closes = c == '}' && blank && scratch->n && scratch->s[scratch->n - 1] == ' ';
            if (closes)
                scratch->n--;
            if (!is_blank)
                buffer_add_char(scratch, c);
            else if (!blank)
                buffer_add_char(scratch, ' ');
            blank = is_blank || c == '{';
        }
        buffer_add_char(scratch, '\0');
    }
    return hash128_of(scratch->s, scratch->n);
}

static int pack(const struct game *game, bool positions, struct buffer *out, struct buffer *scratch)
{
    size_t record = out->n;
    struct text columns[RECORD_TAGS] = {{0}};
    unsigned given = 0;
    bool all = !column_tags(game, columns, &given);
    if (all)
        given |= RECORD_ALL_TAGS;
    if (game->start_given)
        given |= RECORD_START_GIVEN;
    put_number(out, 0);
    struct hash128 content;
    if (hash_tags(game, scratch, &content) || !buffer_reserve(out, 16))
        return -1;
    out->n += 16; /* for the hash, which is filled in at the end */
    put_number(out, given);
    put_number(out, (uint32_t)game->result);
    size_t plies_at = out->n;
    put_number(out, 0);
    for (unsigned i = 0; i < RECORD_TAGS; i++)
        put_text(out, columns[i]);
    put_text(out, game->terminator);
    put_more_tags(out, game, all);
    size_t said = out->n; /* hash_said covers all from here on */
    spell_variant(game->rules, out);
    put_start(game, out);
    buffer_clear(scratch);
    uint32_t plies = 0;
    if (put_moves(game, positions, out, &plies, scratch) || out->failed || scratch->failed)
        return -1;
    size_t end = out->n;
    put_text(out, buffer_text(scratch));
    if (out->failed)
        return -1;
    content = hash128_sum(content, hash_said((struct text){out->s + said, end - said}, scratch));
    if (out->failed || scratch->failed || out->n - record >= NOTHING)
        return -1;
    bytes_put(out->s + record, out->n - record, 4);
    put_content(content, game, columns[RECORD_RESULT], (uint8_t *)out->s + record + 4);
    bytes_put(out->s + plies_at, plies, 4);
    return 0;
}

int record_pack(const struct game *game, bool positions, struct buffer *out, struct err *err)
{
    struct buffer scratch = {0};
    int rc = pack(game, positions, out, &scratch);
    buffer_fini(&scratch);
    return rc ? err_memory(err) : 0;
}

/* ---- unpacking ---- */

size_t record_unpack(struct text bytes, struct record *out)
{
    uint32_t size, given, result, plies;
    struct text rest = bytes;
    if (!get_number(&rest, &size) || size > bytes.n || size < 20)
        return 0;
    rest.n = size - sizeof size;
    *out = (struct record){.content = hash128_get((const uint8_t *)rest.s)};
    rest.s += 16;
    rest.n -= 16;
    if (!get_number(&rest, &given) || !get_number(&rest, &result) || !get_number(&rest, &plies)
        || result > RESULT_OTHER)
        return 0;
    out->given = given;
    out->result = result;
    out->plies = plies;
    struct text *fields[FIELDS];
    unsigned n = 0;
    for (unsigned i = 0; i < RECORD_TAGS; i++)
        fields[n++] = &out->tags[i];
    struct text *others[] = {&out->terminator, &out->more, &out->variant, &out->start,
                             &out->moves,      &out->tree, &out->keys};
    for (size_t i = 0; i < ARRAY_LEN(others); i++)
        fields[n++] = others[i];
    for (unsigned i = 0; i < n; i++) {
        if (!get_text(&rest, fields[i]))
            return 0;
    }
    return size;
}

bool record_next_tag(struct text *more, struct tag *tag)
{
    *tag = (struct tag){.offset = 0};
    return more->n && get_text(more, &tag->name) && get_text(more, &tag->value);
}

/* ---- back to a game ---- */

static int set_tags(const struct record *record, struct game *game)
{
    for (unsigned i = 0; i < RECORD_TAGS && !(record->given & RECORD_ALL_TAGS); i++) {
        if (record->given & 1u << i && game_add_tag(game, text_of(names[i]), record->tags[i], 0))
            return -1;
    }
    struct text more = record->more;
    struct tag tag;
    while (record_next_tag(&more, &tag)) {
        if (game_add_tag(game, tag.name, tag.value, 0))
            return -1;
    }
    return 0;
}

int record_game(const struct record *record, struct game *game, struct err *err)
{
    if (set_tags(record, game))
        return err_memory(err);
    game->start_given = record->given & RECORD_START_GIVEN;
    game->terminator = record->terminator;
    game->result = (enum result)record->result;
    if (record->variant.n) {
        if (rules_find(record->variant, &game->rules, err))
            return -1;
        position_start(game->rules, &game->start);
        if (record->start.s
            && fen_read(game->rules, record->start, game->at, &game->start, NULL, err))
            return -1;
    }
    return movetext_read(record->tree.s ? record->tree : record->moves, game, err);
}
