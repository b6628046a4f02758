// SPDX-License-Identifier: MIT
/* dama-engine games: prints selfplay games as PDN. */
#include "cmd/engine/dama-engine.h"
#include "core/base/signals.h"
#include "core/board/fen.h"
#include "core/game/date.h"
#include "core/study/selfplay-game.h"
#include "pdn/pdn.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* The state of reading a file of games. */
struct reader {
    struct selfplay_head head;
    struct selfplay_game *record; /* owned */
    struct arena arena;           /* for the game being written */
    struct buffer out;
};

static bool add_tag(struct game *game, const char *name, const char *value)
{
    return game_add_tag(game, text_of(name), text_of(value), 0) == 0;
}

/* Adds a tag whose value is words followed by a number. */
static bool add_number(struct game *game, const char *name, const char *words, uint64_t number)
{
    char text[40];
    const int n = snprintf(text, sizeof text, "%s%" PRIu64, words, number);
    const char *kept = arena_strndup(game->arena, text, (size_t)n);
    return kept && add_tag(game, name, kept);
}

static enum result result_of(const struct selfplay_game *record)
{
    static const enum result results[] = {RESULT_BLACK, RESULT_DRAW, RESULT_WHITE};
    return results[record->result];
}

/* Adds the seven tags, the variant, and the start if it is not the usual one. */
static bool add_tags(const struct reader *reader, struct game *game)
{
    const struct rules *rules = game->rules;
    struct position usual;
    char fen[FEN_SIZE];
    position_start(rules, &usual);
    if (!add_number(game, "Event", "Self-play, seed ", reader->head.seed)
        || !add_tag(game, "Site", "?") || !add_tag(game, "Date", date_unknown)
        || !add_number(game, "Round", "", (uint64_t)reader->record->number + 1)
        || !add_tag(game, "White", "dama") || !add_tag(game, "Black", "dama")
        || !add_tag(game, "Result", result_write(rules, game->result))
        || game_set_rules_tags(game, rules))
        return false;
    if (position_same(&game->start, &usual))
        return true;
    const char *kept = arena_strndup(game->arena, fen, fen_write(rules, &game->start, fen));
    return kept && add_tag(game, "FEN", kept);
}

static bool add_moves(struct game *game, const struct selfplay_game *record)
{
    struct node **next = &game->line.first;
    for (unsigned i = 0; i < record->n; i++, next = &(*next)->next) {
        if (!(*next = game_new_node(game)))
            return false;
        (*next)->kind = NODE_MOVE;
        (*next)->state = NODE_PLAYED;
        (*next)->move = record->move[i];
    }
    return true;
}

/* Prints the game that was read last. */
static int print_game(struct reader *reader, struct err *err)
{
    struct game game = {
        .arena = &reader->arena,
        .rules = reader->head.rules,
        .start = reader->record->start,
        .result = result_of(reader->record),
    };
    arena_reset(&reader->arena);
    buffer_clear(&reader->out);
    if (!add_tags(reader, &game) || !add_moves(&game, reader->record))
        return err_memory(err);
    if (pdn_write(&game, NULL, &reader->out, err))
        return -1;
    const struct text text = buffer_text(&reader->out);
    fwrite(text.s, 1, text.n, stdout);
    return 0;
}

/* Adds to `why` which file it is about. */
static int fail(const char *path, const struct err *why, struct err *err)
{
    return err_wrap(err, why, (struct src_pos){.file = path}, "%s", why->msg);
}

static int print_file(struct reader *reader, const char *path, struct err *err)
{
    struct err why = {0};
    int rc = -1;
    FILE *in = fopen(path, "rb");
    if (!in)
        return err_file(err, path, "%s", strerror(errno));
    if (selfplay_head_read(in, &reader->head, &why) == 0)
        while ((rc = selfplay_game_read(in, reader->head.rules, reader->record, &why)) > 0) {
            if ((rc = print_game(reader, &why)) < 0)
                break;
            if (signals_stopped()) {
                rc = err_stopped(&why, (struct src_pos){0});
                break;
            }
        }
    if (rc == 0 && selfplay_is_cut_short(in))
        dama_engine_say_cut_short(path);
    fclose(in);
    return rc < 0 ? fail(path, &why, err) : 0;
}

static int run(const struct command *command, int argc, char **argv)
{
    struct reader reader = {0};
    struct err err = {0};
    int first, rc = 0;
    if (options_read(command, argc, argv, NULL, &first))
        return EXIT_USAGE;
    if (!(reader.record = malloc(sizeof *reader.record)))
        rc = err_memory(&err);
    for (int i = first; i < argc && rc == 0; i++)
        rc = print_file(&reader, argv[i], &err);
    if (rc < 0)
        command_error(&err);
    free(reader.record);
    arena_fini(&reader.arena);
    buffer_fini(&reader.out);
    return command_finish(rc < 0 ? EXIT_IO : EXIT_WELL);
}

const struct command dama_engine_games = {
    .name = "games",
    .summary = "print self-play games as PDN",
    .usage = "GAMES...",
    .operands_min = 1,
    .operands_max = OPERANDS_ANY,
    .files = true,
    .run = run,
};
