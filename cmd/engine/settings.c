// SPDX-License-Identifier: MIT
#include "cmd/engine/settings.h"

#include "core/base/amount.h"
#include "core/base/array.h"
#include "core/base/source.h"
#include "core/board/fen.h"
#include "core/study/random-ending.h"
#include "pdn/formats/fen-list.h"

#include <stdlib.h>
#include <string.h>

const char *const engine_levels[] = {"full", "A", "B", "C", "D", NULL};

int engine_settings_tune(const char *option, const char *text, struct tuning *tuning,
                         struct err *err)
{
    struct err why = {0};
    if (!text || tuning_set(tuning, text_of(text), &why) == 0)
        return 0;
    return err_file(err, option, "%s", why.msg);
}

int engine_settings_take(struct engine_settings *settings, struct err *err)
{
    const char *variant = settings->variant ? settings->variant : rules_international->name;
    if (!settings->rules && rules_find(text_of(variant), &settings->rules, err))
        return -1;
    settings->tuning = tuning_of(settings->rules);
    if (engine_settings_tune("--tune", settings->tune, &settings->tuning, err))
        return -1;
    settings->options.tuning = settings->tune ? &settings->tuning : NULL;
    settings->options.draws = draw_profile_find(settings->rules, text_of(settings->draws), err);
    if (!settings->options.draws)
        return -1;
    settings->options.hash = amount_memory(settings->hash);
    settings->options.threads = settings->threads;
    settings->options.eval = settings->eval;
    settings->options.egdb = engine_settings_egdb(settings->egdb);
    settings->options.warn = command_warn;
    settings->options.level = settings->level ? engine_levels[settings->level][0] : 0;
    if (!settings->book)
        return 0;
    if (engine_settings_book(settings, settings->book, &settings->player, err))
        return -1;
    settings->options.hooks.book = book_player_choose;
    settings->options.hooks.book_ctx = settings->player;
    return 0;
}

int engine_settings_status(const struct err *err)
{
    return err->at.file && strncmp(err->at.file, "--", 2) != 0 ? EXIT_IO : EXIT_USAGE;
}

const char *engine_settings_egdb(const char *word)
{
    return word && strcmp(word, "none") != 0 ? word : NULL;
}

int engine_settings_book(const struct engine_settings *settings, const char *path,
                         struct book_player **out, struct err *err)
{
    struct book_choice_options choice = book_choice_default;
    choice.margin = settings->book_margin;
    choice.temperature = settings->book_temperature;
    choice.seed = (uint64_t)settings->book_seed;
    return book_player_open(path, settings->rules, &choice, out, err);
}

void engine_settings_free(struct engine_settings *settings)
{
    book_player_close(settings->player);
    settings->player = NULL;
    settings->options.hooks.book = NULL;
}

static int open_engine(void *ctx, const struct rules *rules, const struct engine_options *options,
                       void **out, struct err *err)
{
    const struct engine_settings *settings = ctx;
    struct engine_options own = *options;
    if (rules != settings->rules)
        own.hooks.book = NULL;
    return engine_ops_dama.open(NULL, rules, &own, out, err);
}

struct engine_ops engine_settings_ops(void)
{
    struct engine_ops ops = engine_ops_dama;
    ops.open = open_engine;
    return ops;
}

static int add_line(struct opening_settings *settings, const struct rules *rules, struct text line,
                    struct src_pos at, struct err *err)
{
    struct position pos;
    const struct text fen = fen_list_fen(text_trim(line));
    if (fen.n == 0)
        return 0;
    if (fen_read(rules, fen, at, &pos, NULL, err) || fen_check(rules, &pos, at, err))
        return -1;
    if (!moves_exist(rules, &pos))
        return err_set(err, at, "the game is already over in this position");
    if (settings->uncounted && (pos.king_moves[WHITE] || pos.king_moves[BLACK]))
        return err_set(err, at, "counted king moves cannot be kept in a file of games");
    if (!ARRAY_GROW(settings->at, settings->n, settings->room))
        return err_memory(err);
    settings->at[settings->n++] = pos;
    return 0;
}

static int read_openings(struct opening_settings *settings, const struct rules *rules,
                         struct err *err)
{
    struct src_pos at = {.file = settings->file, .line = 1, .col = 1};
    enum { FILE_MAX = 256 << 20 };
    struct buffer text = {0};
    int rc = source_read_all(settings->file, FILE_MAX, &text, err);
    struct text rest = text_skip_bom(buffer_text(&text));
    for (; rest.n && rc == 0; at.line++)
        rc = add_line(settings, rules, text_take_line(&rest), at, err);
    if (rc == 0 && settings->n == 0)
        rc = err_file(err, settings->file, "this file has no positions");
    buffer_fini(&text);
    return rc;
}

/* Reads "N" or "N-M". @param option its name, for the error */
static int read_range(const char *option, const char *text, unsigned least, unsigned most,
                      unsigned *low, unsigned *high, struct err *err)
{
    struct err why = {0}; /* the message below says more than this one */
    int64_t from, to;
    char first[16] = "";
    const char *dash = strchr(text, '-');
    size_t n = dash ? (size_t)(dash - text) : strlen(text);
    if (n < sizeof first)
        memcpy(first, text, n);
    bool good = option_number(first, least, most, &from, &why) == 0;
    to = from;
    if (good && dash)
        good = option_number(dash + 1, from, most, &to, &why) == 0;
    if (!good)
        return err_plain(err, "--%s: '%s' is not a number or range (N-M) from %u to %u", option,
                         text, least, most);
    *low = (unsigned)from;
    *high = (unsigned)to;
    return 0;
}

static int take_endings(const struct opening_settings *settings, const struct rules *rules,
                        struct game_openings *out, struct err *err)
{
    if (settings->file)
        return err_plain(err, "--endings and --openings cannot be combined");
    if (rules->goal == GOAL_KING)
        return err_plain(err, "%s ends with the first king, so it has no endings", rules->name);
    return read_range("endings", settings->endings, RANDOM_ENDING_PIECES_MIN,
                      random_ending_pieces_max(rules), &out->pieces_min, &out->pieces_max, err);
}

int opening_settings_take(struct opening_settings *settings, const struct rules *rules,
                          struct game_openings *out, struct err *err)
{
    if (settings->random
        && read_range("random", settings->random, 0, SELFPLAY_PLIES / 2, &out->plies_min,
                      &out->plies_max, err))
        return -1;
    if (settings->endings)
        return take_endings(settings, rules, out, err);
    if (!settings->file)
        return 0;
    if (read_openings(settings, rules, err))
        return -1;
    out->at = settings->at;
    out->n = settings->n;
    return 0;
}

void opening_settings_free(struct opening_settings *settings)
{
    free(settings->at);
    settings->at = NULL;
    settings->n = settings->room = 0;
}
