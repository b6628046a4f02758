// SPDX-License-Identifier: MIT
/*
 * A file is recognised by its content. Formats are tried in the table's order, so those with the
 * surest signs come first; the name decides only between texts that have no such signs. Formats of
 * games and formats of positions can stand in for each other: a position becomes a game without
 * moves, and a game is written as those of its positions that were asked for.
 */
#include "pdn/format.h"

#include "core/base/array.h"
#include "core/base/compressor.h"
#include "core/base/pipeline.h"
#include "core/base/reader.h"
#include "core/board/fen.h"
#include "core/check/check.h"
#include "core/game/game-counts.h"
#include "core/game/game-start.h"
#include "core/game/node-play.h"
#include "core/store/store.h"
#include "pdn/formats/doc-list.h"
#include "pdn/formats/doc.h"
#include "pdn/formats/fen-list.h"
#include "pdn/formats/json-read.h"
#include "pdn/formats/jsonl.h"
#include "pdn/kind.h"

#include <stdio.h>
#include <stdlib.h>

/* ---- adaptors: each reader and writer takes only the arguments that it needs ---- */

/* Adapts readers that need only the text, which most do. */
#define PARSE_TEXT(name, parse)                                                              \
 static int name(const struct format_input *input, const char *text, size_t n, size_t *used, \
                 struct game *game, struct findings *found, struct err *err)                 \
 {                                                                                           \
  (void)input;                                                                               \
  return parse(text, n, used, game, found, err);                                             \
 }
PARSE_TEXT(parse_pdn, pdn_parse)
PARSE_TEXT(parse_jsonl, jsonl_parse)
PARSE_TEXT(parse_doc, doc_parse)
PARSE_TEXT(parse_doc_list, doc_list_parse)
PARSE_TEXT(parse_fen, fen_list_parse)

static int write_pdn(const struct format_output *output, const struct game *game,
                     struct buffer *out, struct err *err)
{
    return pdn_write(game, &output->pdn, out, err);
}

static int write_jsonl(const struct format_output *output, const struct game *game,
                       struct buffer *out, struct err *err)
{
    return jsonl_write(game, output->provenance, out, err);
}

static int parse_csv(const struct format_input *input, const char *text, size_t n, size_t *used,
                     struct game *game, struct findings *found, struct err *err)
{
    return csv_parse(input->columns ? input->columns : &csv_usual, text, n, used, game, found, err);
}

static void head_csv(const struct format_output *output, struct buffer *out)
{
    csv_write_head(output->columns ? output->columns : &csv_usual, out);
}

static int write_csv(const struct format_output *output, const struct game *game,
                     struct buffer *out, struct err *err)
{
    return csv_write(output->columns ? output->columns : &csv_usual, game, out, err);
}

static int write_fen(const struct format_output *output, const struct game *game,
                     const struct position *pos, unsigned ply, struct buffer *out, struct err *err)
{
    (void)output, (void)err;
    fen_list_write(game, pos, ply, out);
    return 0;
}

/* Comments are held if they are on the position itself; a game without moves has no others. */
static unsigned holds_fen(const struct format_output *output, const struct game *game)
{
    (void)output;
    return (fen_list_holds_tags(game) ? HOLDS_TAGS : 0) | (game->line.first ? 0 : HOLDS_COMMENTS);
}

static int parse_dam(const struct format_input *input, const char *text, size_t n, size_t *used,
                     struct game *game, struct findings *found, struct err *err)
{
    *used = n;
    return dam_parse(text, n, input->turn, game, found, err) ? -1 : 1;
}

/*
 * If no position is asked for, writes the game itself, which must be unchanged since it was read
 * from a DAM file, or have no moves.
 */
static int write_dam(const struct format_output *output, const struct game *game,
                     const struct position *pos, unsigned ply, struct buffer *out, struct err *err)
{
    (void)ply;
    bool whole = output->position == POSITION_UNSAID;
    return dam_write(game, whole ? NULL : pos, output->experimental_dam, out, err);
}

/* An unchanged copy holds all that its DAM file held. Some tags follow from a file's settings. */
static unsigned holds_dam(const struct format_output *output, const struct game *game)
{
    bool copied = output->position == POSITION_UNSAID && dam_is_copied(game);
    return (dam_holds_tags(game) ? HOLDS_TAGS : 0) | (copied ? HOLDS_ALL & ~HOLDS_TAGS : 0);
}

/* Diagrams are written to a stream in memory: they are small and few. */
static int draw(const struct format_output *output, const struct game *game,
                const struct position *pos, bool svg, struct buffer *out, struct err *err)
{
    char *s = NULL;
    size_t n = 0;
    FILE *stream = open_memstream(&s, &n);
    if (stream) {
        (svg ? diagram_svg : diagram_text)(game->rules, pos, &output->diagram, stream);
        bool failed = ferror(stream);
        failed = fclose(stream) || failed;
        if (!failed)
            buffer_add(out, s, n);
        else
            stream = NULL;
    }
    free(s);
    return stream && !out->failed ? 0 : err_memory(err);
}

static int write_svg(const struct format_output *output, const struct game *game,
                     const struct position *pos, unsigned ply, struct buffer *out, struct err *err)
{
    (void)ply;
    return draw(output, game, pos, true, out, err);
}

static int write_board(const struct format_output *output, const struct game *game,
                       const struct position *pos, unsigned ply, struct buffer *out,
                       struct err *err)
{
    struct text white = game_tag(game, "White"), black = game_tag(game, "Black");
    if (white.n || black.n)
        buffer_printf(out, "%.*s - %.*s", TEXT_ARGS(white), TEXT_ARGS(black));
    if (ply)
        buffer_printf(out, "%safter ply %u", white.n || black.n ? ", " : "", ply);
    if (white.n || black.n || ply)
        buffer_add_char(out, '\n');
    int rc = draw(output, game, pos, false, out, err);
    buffer_add_char(out, '\n');
    return rc;
}

/* In the order in which they are tried on a file's content. */
const struct format formats[] = {
    {"sqlite", "collection in an SQLite file", "sqlite sqlite3 db", FORMAT_STORE,
     .holds = HOLDS_ALL, .is = store_is_sqlite},
    {"dam", "game file of DAM 2.2", "dam", FORMAT_BINARY, .positions = true, .one_a_file = true,
     .holds_also = holds_dam, .is = dam_is, .parse = parse_dam, .write_position = write_dam},
    {"jsonl", "JSON Lines, one game per line", "jsonl ndjson", FORMAT_TEXT, .weak_suffixes = "json",
     .holds = HOLDS_ALL, .is_built = json_is_built, .is = jsonl_is, .split = pipeline_split_lines,
     .parse = parse_jsonl, .write = write_jsonl},
    {"doc-list", "numbered list of games, as Turbo Dambase prints it", "", FORMAT_TEXT,
     .holds = HOLDS_ALL, .is = doc_list_is, .split = doc_list_split, .parse = parse_doc_list},
    {"fen", "list of positions, one FEN per line", "fen epd", FORMAT_TEXT, .positions = true,
     .holds_also = holds_fen, .is = fen_list_is, .split = fen_list_split, .parse = parse_fen,
     .write_position = write_fen},
    {"csv", "comma-separated values, one game per row", "csv tsv", FORMAT_TEXT,
     .holds = HOLDS_TAGS | HOLDS_MOVES | HOLDS_SETUPS, .columns = true, .is = csv_is,
     .split = csv_split, .parse = parse_csv, .head = head_csv, .write = write_csv},
    {"pdn", "Portable Draughts Notation", "pdn pdn3", FORMAT_TEXT, .weak_suffixes = "txt",
     .holds = HOLDS_ALL, .is = pdn_has_tag_line, .split = pdn_split, .parse = parse_pdn,
     .write = write_pdn},
    {"doc", "text of Turbo Dambase and Truus", "doc", FORMAT_TEXT, .holds = HOLDS_ALL,
     .experimental = true, .split = doc_split, .parse = parse_doc},
    {"svg", "picture of a board", "svg", FORMAT_TEXT, .positions = true, .one_a_file = true,
     .write_position = write_svg},
    {"board", "text board", "board", FORMAT_TEXT, .positions = true, .write_position = write_board},
};
const unsigned formats_count = ARRAY_LEN(formats);

static const char *nth_name(size_t n, bool (*has)(const struct format *))
{
    for (unsigned i = 0; i < formats_count; i++) {
        if (has(&formats[i]) && n-- == 0)
            return formats[i].name;
    }
    return NULL;
}

static bool can_read(const struct format *format)
{
    return format->parse || format->kind == FORMAT_STORE;
}

static bool can_write(const struct format *format)
{
    return format->write || format->write_position || format->kind == FORMAT_STORE;
}

const char *format_readable_name(size_t n) { return nth_name(n, can_read); }
const char *format_writable_name(size_t n) { return nth_name(n, can_write); }

/* ---- finding ---- */

static bool is_listed(const char *list, struct text suffix)
{
    for (const char *s = list ? list : ""; *s; s += strspn(s, " ")) {
        size_t n = strcspn(s, " ");
        if (text_same_nocase(suffix, (struct text){s, n}))
            return true;
        s += n;
    }
    return false;
}

static bool has_suffix(const struct format *format, struct text suffix)
{
    return is_listed(format->suffixes, suffix) || is_listed(format->weak_suffixes, suffix);
}

static bool is_any(const struct format *format) { return format != NULL; }

static const struct format *find(const char *name, bool (*fits)(const struct format *),
                                 const char *otherwise, struct err *err)
{
    struct text t = text_of(name);
    char names[128] = ""; /* tsv is not a format of its own, but csv with tabs */
    for (unsigned i = 0; i < formats_count; i++) {
        const struct format *f = &formats[i];
        bool is_named = text_is_nocase(t, f->name) || has_suffix(f, t);
        if (is_named && fits(f))
            return f;
        if (is_named) {
            err_plain(err, "%s can be %s", f->name, otherwise);
            return NULL;
        }
        size_t n = strlen(names);
        if (fits(f))
            snprintf(names + n, sizeof names - n, "%s%s%s", n ? ", " : "", f->name,
                     f->columns ? ", tsv" : "");
    }
    err_plain(err, "unknown format '%s'; expected one of %s", name, names);
    return NULL;
}

const struct format *format_find(const char *name, struct err *err)
{
    return find(name, is_any, "", err);
}

const struct format *format_find_read(const char *name, struct err *err)
{
    return find(name, can_read, "written but not read", err);
}

const struct format *format_find_written(const char *name, struct err *err)
{
    return find(name, can_write, "read but not written", err);
}

/* The part of a file's name after the last dot; n is 0 if there is none. */
static struct text suffix_of(struct text path)
{
    size_t i = path.n;
    while (i && path.s[i - 1] != '.' && path.s[i - 1] != '/')
        i--;
    if (i < 2 || path.s[i - 1] != '.')
        return (struct text){0};
    return (struct text){path.s + i, path.n - i};
}

const struct format *format_of_name(const char *path)
{
    struct text suffix = suffix_of(compressor_strip_suffix(text_of(path)));
    for (unsigned i = 0; suffix.n && i < formats_count; i++) {
        if (has_suffix(&formats[i], suffix))
            return &formats[i];
    }
    return NULL;
}

const struct format *format_misnamed(const char *path, const struct format *found)
{
    const struct text suffix = suffix_of(compressor_strip_suffix(text_of(path)));
    const struct format *named = format_of_name(path);
    if (!named || named == found || !is_listed(named->suffixes, suffix))
        return NULL;
    /* Turbo Dambase prints both lists and games; collections have problems in PDN, with FEN tags */
    const bool usual = (named->parse == parse_doc && found->parse == parse_doc_list)
                       || (named->parse == parse_fen && found->parse == parse_pdn);
    return usual ? NULL : named;
}

bool format_wants_tabs(const char *name, const char *path)
{
    struct text suffix = suffix_of(compressor_strip_suffix(text_of(path)));
    return text_is_nocase(name ? text_of(name) : suffix, "tsv");
}

bool format_has_other_suffix(const char *path)
{
    return suffix_of(compressor_strip_suffix(text_of(path))).n && !format_of_name(path);
}

bool format_is_game_file(struct text name)
{
    struct text suffix = suffix_of(name);
    for (unsigned i = 0; suffix.n && i < formats_count; i++) {
        if (can_read(&formats[i]) && is_listed(formats[i].suffixes, suffix))
            return true;
    }
    return false;
}

bool format_is_pdn_file(struct text name)
{
    return is_listed(format_find("pdn", NULL)->suffixes, suffix_of(name));
}

const struct format *format_of_text(struct text text)
{
    for (unsigned i = 0; i < formats_count; i++) {
        if (formats[i].is && formats[i].is(text.s, text.n))
            return &formats[i];
    }
    return NULL;
}

/*
 * The signs of a format are ASCII, which most encodings include; but UTF-16 puts zero bytes in
 * between.
 */
static const struct format *format_of_wide_text(const char *head, size_t n)
{
    struct buffer text = {0};
    const struct format *format = NULL;
    if (memchr(head, '\0', n) && reader_decode((struct text){head, n}, &text) == 0)
        format = format_of_text(buffer_text(&text));
    buffer_fini(&text);
    return format;
}

const struct format *format_of_content(const char *path, const char *head, size_t n,
                                       struct err *err)
{
    struct text text = text_skip_bom((struct text){head, n});
    const char *advice, *other = pdn_kind_by_head(text.s, text.n, &advice);
    if (other) {
        err_file(err, path, "this is %s: %s", other, advice);
        return NULL;
    }
    const struct format *format = format_of_text(text);
    if (format || (format = format_of_wide_text(head, n)))
        return format;
    /*
     * Only text formats are decided by name: a binary one would have been recognised by its
     * content.
     */
    const struct format *named = format_of_name(path), *pdn = format_find("pdn", err);
    if (named && named != pdn && named->kind == FORMAT_TEXT && named->parse)
        return named;
    if (pdn_is_binary(head, n)) {
        err_file(err, path, "this is binary data: no games can be read from it");
        return NULL;
    }
    return pdn;
}

/* ---- writing ---- */

/* What a format holds; that of a table depends on its columns. */
static unsigned holds_of(const struct format *format, const struct format_output *output,
                         const struct game *game)
{
    const struct csv_columns *columns = output->columns ? output->columns : &csv_usual;
    if (!format->columns)
        return format->holds | HOLDS_MORE_TAGS;
    unsigned holds = csv_lacks_tree(columns) ? format->holds : HOLDS_ALL;
    bool lacks_tags = !columns->chosen && csv_lacks_tags(columns, game);
    return lacks_tags ? holds & ~(unsigned)HOLDS_MORE_TAGS : holds | HOLDS_MORE_TAGS;
}

/*
 * Whether comments end at the first closing brace, so that a brace inside one becomes a round
 * bracket.
 */
static bool ends_at_brace(const struct format *format, const struct format_output *output)
{
    return format->write == write_pdn && output->position == POSITION_UNSAID;
}

static void add_lost(const struct format *format, const struct format_output *output,
                     const struct game *game, const struct game_counts *counts, unsigned *lost)
{
    unsigned has = 0;
    if (counts->moves)
        has |= HOLDS_MOVES;
    if (counts->comments)
        has |= HOLDS_COMMENTS;
    if (counts->variations)
        has |= HOLDS_VARIATIONS;
    if (counts->nags)
        has |= HOLDS_NAGS;
    if (counts->setups)
        has |= HOLDS_SETUPS;
    if (game->n_tags)
        has |= HOLDS_TAGS | HOLDS_MORE_TAGS;
    unsigned holds = holds_of(format, output, game);
    if (has & ~holds && format->holds_also)
        holds |= format->holds_also(output, game);
    *lost |= has & ~holds;
    if (counts->braces && ends_at_brace(format, output))
        *lost |= HOLDS_BRACES;
}

/*
 * In a format of games, writes a position as a game without moves that begins there. It gets tags
 * for the rules if only the moves showed what variant it is.
 */
static int write_game_at(const struct format *format, const struct format_output *output,
                         const struct game *game, const struct position *pos, struct buffer *out,
                         struct err *err)
{
    char fen[FEN_SIZE];
    struct game copy = {.arena = game->arena,
                        .at = game->at,
                        .rules = game->rules,
                        .start = *pos,
                        .start_given = true,
                        .terminator = game->terminator,
                        .result = game->result};
    fen_write(game->rules, pos, fen);
    bool failed = false;
    for (unsigned i = 0; i < game->n_tags; i++)
        failed = failed || game_add_tag(&copy, game->tags[i].name, game->tags[i].value, 0);
    if (game->rules != rules_international && !check_has_rules_tag(&copy))
        failed = failed || game_set_rules_tags(&copy, game->rules);
    game_drop_tag(&copy, text_of("PlyCount"));
    failed = failed || game_set_tag(&copy, text_of("SetUp"), text_of("1"))
             || game_set_tag(&copy, text_of("FEN"), text_of(fen));
    return failed ? err_memory(err) : format->write(output, &copy, out, err);
}

static int write_positions(const struct format *format, const struct format_output *output,
                           const struct game *game, struct buffer *out, unsigned *n_written,
                           struct err *err)
{
    struct position pos;
    unsigned ply = 0;
    if (!game_has_beginning(game))
        return 0;
    for (const struct node *node = game_first_position(game, &pos);; node = node->next) {
        bool wanted = output->position == POSITION_ALL
                      || (output->position == POSITION_START && ply == 0)
                      || (output->position == POSITION_PLY && ply == output->ply);
        struct position next = pos;
        unsigned next_ply = ply;
        bool last = !node || !node_play_on(game->rules, &node, &next, &next_ply);
        if (last)
            wanted =
                wanted || output->position == POSITION_FINAL || output->position == POSITION_UNSAID;
        if (wanted
            && (format->write_position ? format->write_position(output, game, &pos, ply, out, err)
                                       : write_game_at(format, output, game, &pos, out, err)))
            return -1;
        if (wanted && n_written)
            ++*n_written;
        if (last || (wanted && output->position != POSITION_ALL))
            return 0;
        pos = next;
        ply = next_ply;
    }
}

int format_write(const struct format *format, const struct format_output *output,
                 const struct game *game, struct buffer *out, unsigned *lost, unsigned *n_written,
                 struct err *err)
{
    struct game_counts counts;
    if (lost && (format->holds != HOLDS_ALL || ends_at_brace(format, output))) {
        if (game_counts_of(game, &counts))
            return err_memory(err);
        add_lost(format, output, game, &counts, lost);
    }
    int rc;
    if (format->write && output->position == POSITION_UNSAID) {
        rc = format->write(output, game, out, err);
        if (n_written)
            ++*n_written;
    } else {
        rc = write_positions(format, output, game, out, n_written, err);
    }
    return rc == 0 && out->failed ? err_memory(err) : rc;
}

const char *format_holds_words(unsigned holds, char buf[160])
{
    static const struct {
        unsigned bit;
        const char *word;
    } rows[] = {{HOLDS_TAGS, "tags"},
                {HOLDS_MORE_TAGS, "some tags"},
                {HOLDS_MOVES, "moves"},
                {HOLDS_COMMENTS, "comments"},
                {HOLDS_VARIATIONS, "variations"},
                {HOLDS_NAGS, "annotations"},
                {HOLDS_SETUPS, "positions set up in the middle of a game"}};
    const char *words[ARRAY_LEN(rows)];
    size_t n = 0;
    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        if (holds & rows[i].bit)
            words[n++] = rows[i].word;
    }
    text_list_words(words, n, buf, 160);
    return buf;
}
