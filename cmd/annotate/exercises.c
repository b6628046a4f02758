// SPDX-License-Identifier: MIT
#include "cmd/annotate/exercises.h"

#include "core/base/array.h"
#include "core/base/hashtable.h"
#include "core/base/outfile.h"
#include "core/base/printable.h"
#include "core/board/fen.h"
#include "core/game/move-number.h"
#include "core/study/exercise.h"
#include "pdn/format.h"
#include "pdn/formats/csv-columns.h"

#include <stdlib.h>
#include <string.h>

/* A position that has been written. */
struct written_exercise {
    const struct rules *rules;
    struct position pos;
};

struct exercises {
    const char *annotator;
    const struct format *format;
    struct csv_columns columns; /* of a table */
    struct outfile *file;
    struct arena arena;
    struct buffer text;
    struct hashtable table;      /* finds `at` by position */
    struct written_exercise *at; /* n of them; owned */
    unsigned n, room;
};

/* All that is known about an exercise. */
static const struct csv_columns exercise_columns = {
    .names =
        {{"Source", 6}, {"Result", 6}, {"variant", 7}, {"plies", 5}, {"start", 5}, {"moves", 5}},
    .n = 6,
    .chosen = true,
};

const struct format *exercises_format(const char *path, struct err *err)
{
    const struct format *format = format_of_name(path);
    if (!format && format_has_other_suffix(path)) {
        err_set(err, (struct src_pos){.file = path},
                "no format has this suffix; use pdn, jsonl, csv or tsv");
        return NULL;
    }
    if (!format)
        format = format_find("pdn", err);
    if (!format || (format->kind == FORMAT_TEXT && format->write))
        return format;
    err_set(err, (struct src_pos){.file = path},
            "%s cannot hold exercises; use pdn, jsonl, csv or tsv", format->name);
    return NULL;
}

int exercises_open(const char *path, const struct format *format, const char *annotator,
                   struct exercises **out, struct err *err)
{
    struct exercises *ex = calloc(1, sizeof *ex);
    if (!ex)
        return err_memory(err);
    struct format_output output = {.columns = &ex->columns};
    ex->columns = exercise_columns;
    if (format_wants_tabs(NULL, path))
        ex->columns.separator = '\t';
    ex->annotator = annotator;
    ex->format = format;
    if (outfile_open(path, &ex->file, err)) {
        exercises_close(ex);
        return -1;
    }
    if (format->head) {
        format->head(&output, &ex->text);
        printable_write(outfile_stream(ex->file), buffer_text(&ex->text));
    }
    *out = ex;
    return 0;
}

/* Notes that a position is written. @return 1, 0 it was written before, -1: out of memory */
static int note_position(struct exercises *ex, const struct rules *rules,
                         const struct position *pos)
{
    const uint64_t bits[] = {pos->pieces[WHITE], pos->pieces[BLACK], pos->kings, pos->turn};
    uint64_t hash = hashtable_hash(bits, sizeof bits);
    HASHTABLE_EACH (&ex->table, hash, i)
        if (ex->at[i].rules == rules && position_same(&ex->at[i].pos, pos))
            return 0;
    if (!ARRAY_GROW(ex->at, ex->n, ex->room) || hashtable_add(&ex->table, hash, ex->n))
        return -1;
    ex->at[ex->n++] = (struct written_exercise){rules, *pos};
    return 1;
}

/* Adds where an exercise comes from: "Wiersma – Sijbrands, WK 1973, game 12, move 31". */
static void add_source(const struct game *game, int64_t number, unsigned ply, struct buffer *out)
{
    static const char *const tags[] = {"White", "Black", "Event", "Date"};
    static const char *const before[] = {"", " – ", ", ", ", "};
    for (size_t i = 0; i < ARRAY_LEN(tags); i++) {
        struct text value = game_tag(game, tags[i]);
        bool known = value.n && value.s[0] != '?';
        if (i >= 2 && !known)
            continue;
        buffer_add_string(out, before[i]);
        buffer_add_text(out, known ? value : text_of("?"));
    }
    struct move_number count = move_number_at(game, ply);
    buffer_printf(out, ", game %lld, move %u%s", (long long)number, count.number,
                  count.second ? "..." : "");
}

static int set_tag(struct game *game, const char *name, struct text value)
{
    const struct text kept = arena_text(game->arena, value);
    return kept.s ? game_set_tag(game, text_of(name), kept) : -1;
}

static int set_tags(struct exercises *ex, const struct game *from, int64_t number, unsigned ply,
                    struct game *game)
{
    const struct rules *rules = game->rules;
    char fen[FEN_SIZE];
    unsigned n = fen_write(rules, &game->start, fen);
    buffer_clear(&ex->text);
    add_source(from, number, ply, &ex->text);
    return ex->text.failed || set_tag(game, "Event", text_of("Exercise"))
           || set_tag(game, "White", text_of("?")) || set_tag(game, "Black", text_of("?"))
           || set_tag(game, "Result", text_of(result_write(rules, game->result)))
           || game_set_rules_tags(game, rules) || set_tag(game, "SetUp", text_of("1"))
           || set_tag(game, "FEN", (struct text){fen, n})
           || set_tag(game, "Source", buffer_text(&ex->text))
           || set_tag(game, "Annotator", text_of(ex->annotator));
}

static int write_exercise(struct exercises *ex, const struct game *from, int64_t number,
                          unsigned ply, const struct position *pos, const struct judgement *best,
                          struct err *err)
{
    struct format_output output = {.columns = &ex->columns};
    struct game game = {.arena = &ex->arena,
                        .rules = from->rules,
                        .start = *pos,
                        .start_given = true,
                        .result = pos->turn == WHITE ? RESULT_WHITE : RESULT_BLACK};
    unsigned n = exercise_length(from->rules, pos, best->line, best->n);
    arena_reset(&ex->arena);
    if (set_tags(ex, from, number, ply, &game)
        || game_new_moves(&game, pos, best->line, n, &game.line.first))
        return err_memory(err);
    game.terminator = text_of(result_write(from->rules, game.result));
    buffer_clear(&ex->text);
    if (format_write(ex->format, &output, &game, &ex->text, NULL, NULL, err))
        return -1;
    printable_write(outfile_stream(ex->file), buffer_text(&ex->text));
    return 0;
}

int exercises_add(struct exercises *ex, const struct game *game, int64_t number,
                  const struct judged_ply *plies, unsigned n, struct err *err)
{
    struct position pos = game->start;
    const struct node *node = game->line.first;
    for (unsigned i = 0; i <= n; i++) {
        if (plies[i].flags & JUDGED_EXERCISE) {
            int rc = note_position(ex, game->rules, &pos);
            if (rc < 0)
                return err_memory(err);
            if (rc && write_exercise(ex, game, number, i, &pos, &plies[i].best, err))
                return -1;
        }
        if (i < n) {
            move_play(game->rules, &pos, &node->move);
            node = node->next;
        }
    }
    return 0;
}

unsigned exercises_count(const struct exercises *ex) { return ex->n; }

int exercises_finish(struct exercises *ex, struct err *err)
{
    return outfile_finish(&ex->file, err);
}

void exercises_close(struct exercises *ex)
{
    if (!ex)
        return;
    outfile_close(ex->file);
    hashtable_fini(&ex->table);
    arena_fini(&ex->arena);
    buffer_fini(&ex->text);
    free(ex->at);
    free(ex);
}
