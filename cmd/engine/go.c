// SPDX-License-Identifier: MIT
/* dama-engine go: thinks about one position. */
#include "cmd/engine/dama-engine.h"
#include "cmd/engine/settings.h"
#include "cmd/engine/signal-watch.h"
#include "cmd/lib/read-games.h"
#include "core/base/json.h"
#include "core/board/fen.h"
#include "core/board/notation.h"
#include "core/board/score.h"
#include "core/game/move-number.h"
#include "core/game/node-play.h"

#include <stdlib.h>
#include <string.h>

enum { HUNDREDTH = SCORE_MAN / 100 /* of a man */ };

struct settings {
    struct engine_settings engine;
    const char *fen, *game;
    struct option_list only;
    int64_t ply; /* -1: the end of the game */
    unsigned depth, moves, multi;
    int64_t nodes, move_ms, clock_ms, inc_ms;
    int64_t seed; /* negative: not given */
    bool json;
};

#define AT(field) OPTION_AT(struct settings, field)

static const struct option_row rows[] = {
    {"clock", 0, OPTION_TIME, "TIME", AT(clock_ms), .min = 1, .max = OPTION_YEAR_MS,
     .help = "time left on the clock", .group = "Limits"},
    {"depth", 'd', OPTION_UNSIGNED, "N", AT(depth), .min = 1, .max = ENGINE_PLIES - 1,
     .help = "search N plies deep", .group = "Limits"},
    ENGINE_ROW_DRAWS("Position"),
    ENGINE_ROW_EGDB("Engine"),
    ENGINE_ROW_EVAL("Engine"),
    {"fen", 0, OPTION_TEXT, "FEN", AT(fen),
     .help = "search this position (default: the start position)", .group = "Position"},
    {"game", 0, OPTION_TEXT, "FILE", AT(game), .file = true,
     .help = "search the final position of the first game in FILE", .group = "Position"},
    ENGINE_ROW_HASH("Engine", "64M"),
    {"inc", 0, OPTION_TIME, "TIME", AT(inc_ms), .max = OPTION_YEAR_MS, .help = "increment per move",
     .group = "Limits"},
    {"json", 0, OPTION_FLAG, NULL, AT(json), .help = "print JSON Lines"},
    ENGINE_ROW_LEVEL("Engine"),
    {"moves", 0, OPTION_UNSIGNED, "N", AT(moves), .max = 1000,
     .help = "moves to the next time control (default: the rest of the game)", .group = "Limits"},
    {"multipv", 'm', OPTION_UNSIGNED, "N", AT(multi), .min = 1, .max = ENGINE_MULTI_MAX,
     .help = "show the N best moves with their lines", .group = "Engine"},
    {"nodes", 'n', OPTION_INT, "N", AT(nodes), .min = 1, .max = INT64_MAX, .help = "search N nodes",
     .group = "Limits"},
    {"only", 0, OPTION_LIST, "MOVE", AT(only), .help = "consider only this move",
     .group = "Position"},
    {"ply", 0, OPTION_INT, "N", AT(ply), .max = 100000,
     .help = "with --game, search the position after N plies", .group = "Position"},
    {"seed", 0, OPTION_INT, "N", AT(seed), .max = INT64_MAX,
     .help = "random seed for --level (default: 0)", .group = "Engine"},
    ENGINE_ROW_THREADS("Engine"),
    {"time", 0, OPTION_TIME, "TIME", AT(move_ms), .min = 1, .max = OPTION_YEAR_MS,
     .help = "think for TIME", .group = "Limits"},
    ENGINE_ROW_TUNE("Engine"),
    {"variant", 0, OPTION_TEXT, "NAME", AT(engine.variant), .choice = rules_name,
     .help = "rules to play by (default: those of --game, or international)", .group = "Position"},
};

/* What to think about. */
struct subject {
    const struct rules *rules;
    struct position start, now;
    struct move *moves; /* owned; from start to now, n of them */
    unsigned n;
    struct moves only; /* those of --only; none: all moves */
};

/* ---- printing ---- */

struct line_printer {
    const struct subject *subject;
    struct engine *engine; /* to be stopped when nobody reads the output any more */
    bool json;
    struct buffer out; /* owned */
};

static void add_line(struct line_printer *p, const struct engine_line *line, bool json)
{
    struct json_writer w = {.out = &p->out};
    struct position pos = p->subject->now;
    char text[NOTATION_MOVE_SIZE];
    if (json)
        json_begin(&w, '[');
    for (unsigned i = 0; i < line->n; i++) {
        unsigned n =
            notation_write(p->subject->rules, &pos, &line->pv[i], NOTATION_STYLE_SHORT, text);
        if (json)
            json_put_text(&w, (struct text){text, n});
        else
            buffer_printf(&p->out, "%s%s", i ? " " : "", text);
        move_play(p->subject->rules, &pos, &line->pv[i]);
    }
    if (json)
        json_end(&w, ']');
}

static void add_score(struct buffer *out, int score)
{
    int plies = score_plies_to_win(score);
    if (plies)
        buffer_printf(out, "%s in %d", plies > 0 ? "win" : "loss", abs(plies));
    else
        buffer_printf(out, "%+.2f", abs(score) < HUNDREDTH / 2 ? 0 : score_in_men(score));
}

static void add_json(struct line_printer *p, const struct engine_info *info, const char *kind)
{
    const struct engine_line *line = info->line;
    int plies = score_plies_to_win(line->score);
    buffer_printf(&p->out, "{\"kind\":\"%s\",\"depth\":%u,\"depth_max\":%u,\"line\":%u", kind,
                  info->depth, info->depth_max, info->index + 1);
    if (plies)
        buffer_printf(&p->out, ",\"plies_to_win\":%d", plies);
    else
        buffer_printf(&p->out, ",\"score\":%.3f", score_in_men(line->score));
    if (info->lower || info->upper)
        buffer_printf(&p->out, ",\"bound\":\"%s\"", info->lower ? "lower" : "upper");
    buffer_printf(&p->out, ",\"win\":%.4f,\"draw\":%.4f,\"loss\":%.4f", (double)line->wdl.win,
                  (double)line->wdl.draw, (double)line->wdl.loss);
    buffer_printf(&p->out, ",\"nodes\":%llu,\"ms\":%lld,\"hash_full\":%.3f,\"pv\":",
                  (unsigned long long)info->nodes, (long long)info->ms, info->hash_full / 1000.0);
    add_line(p, line, true);
    buffer_add_string(&p->out, "}\n");
}

static void add_text(struct line_printer *p, const struct engine_info *info)
{
    const struct engine_line *line = info->line;
    char score[32];
    struct buffer buf = {0};
    add_score(&buf, line->score);
    snprintf(score, sizeof score, "%.*s%s", (int)buf.n, buf.s ? buf.s : "",
             info->lower   ? "+"
             : info->upper ? "-"
                           : "");
    buffer_fini(&buf);
    double rate = info->ms > 0 ? (double)info->nodes / (double)info->ms / 1000 : 0;
    buffer_printf(&p->out, "%3u/%-3u %10s  %3.0f %3.0f %3.0f %12llu %8.2f %6.2f  ", info->depth,
                  info->depth_max, score, (double)line->wdl.win * 100, (double)line->wdl.draw * 100,
                  (double)line->wdl.loss * 100, (unsigned long long)info->nodes,
                  (double)info->ms / 1000, rate);
    add_line(p, line, false);
    buffer_add_char(&p->out, '\n');
}

static void flush(struct line_printer *p)
{
    fwrite(p->out.s, 1, p->out.n, stdout);
    if (fflush(stdout) || ferror(stdout))
        engine_stop(p->engine);
    buffer_clear(&p->out);
}

static void report(void *ctx, const struct engine_info *info)
{
    struct line_printer *p = ctx;
    if (p->json)
        add_json(p, info, "line");
    else
        add_text(p, info);
    flush(p);
}

static void print_result(struct line_printer *p, const struct engine_result *result)
{
    char best[NOTATION_MOVE_SIZE] = "";
    if (result->has_move)
        notation_write(p->subject->rules, &p->subject->now, &result->best, NOTATION_STYLE_SHORT,
                       best);
    if (!p->json) {
        if (result->has_move)
            buffer_printf(&p->out, "best %s\n", best);
        else
            buffer_add_string(&p->out, "no move: the game is over\n");
        flush(p);
        return;
    }
    buffer_add_string(&p->out, "{\"kind\":\"result\",\"best\":");
    if (result->has_move)
        json_add_text(&p->out, text_of(best));
    else
        buffer_add_string(&p->out, "null");
    buffer_printf(&p->out, ",\"depth\":%u,\"nodes\":%llu,\"ms\":%lld}\n", result->depth,
                  (unsigned long long)result->nodes, (long long)result->ms);
    flush(p);
}

/* ---- what to think about ---- */

/* Plays the main line up to the ply that was asked for. */
static int follow(const struct settings *settings, const struct game *game, struct subject *subject,
                  struct err *err)
{
    struct src_pos at = {.file = settings->game};
    unsigned room = game_plies(game) + 1;
    subject->rules = game->rules;
    subject->start = subject->now = game->start;
    subject->moves = malloc(room * sizeof *subject->moves);
    if (!subject->moves)
        return err_memory(err);
    int64_t ply = 0;
    for (const struct node *node = game->line.first; node && ply != settings->ply;
         node = node->next) {
        if (!node_play(game->rules, node, &subject->now)) {
            const struct move_number count = move_number_at(game, (unsigned)ply);
            return err_set(
                err, at, "%u%s %.*s cannot be played; --ply %lld searches the position before it",
                count.number, move_number_dots(count), TEXT_ARGS(node->text), (long long)ply);
        }
        if (node->kind == NODE_SETUP) {
            subject->start = subject->now;
            subject->n = 0;
            continue;
        }
        subject->moves[subject->n++] = node->move;
        ply++;
    }
    if (settings->ply > ply)
        return err_set(err, at, "the game has only %lld plies, not %lld", (long long)ply,
                       (long long)settings->ply);
    return 0;
}

/* Takes the first game of a file. */
struct first_game {
    const struct settings *settings;
    struct subject *subject;
    bool found;
};

static int follow_first(void *ctx, unsigned worker, const struct format *from, struct game *game,
                        struct buffer *out, struct err *err)
{
    struct first_game *first = ctx;
    (void)worker;
    (void)from;
    if (first->found)
        return 0;
    first->found = true;
    if (!game->rules)
        return err_file(err, first->settings->game, "the rules of the game are not known");
    buffer_add_char(out, '.'); /* what calls take_no_more */
    return follow(first->settings, game, first->subject, err);
}

static int take_no_more(void *ctx, struct text bytes, struct err *err)
{
    (void)ctx, (void)bytes, (void)err;
    return 1;
}

/* @return 0, an exit status after reporting, or -1 with `err` */
static int take_game(const struct settings *settings, const struct rules *variant,
                     struct subject *subject, struct err *err)
{
    struct first_game first = {settings, subject, false};
    struct game_reading reading = {.variant = variant,
                                   .jobs = 1,
                                   .quiet = true,
                                   .faulty_too = true,
                                   .work = follow_first,
                                   .take = take_no_more,
                                   .ctx = &first};
    struct game_tally tally = {0};
    char *const operands[] = {(char *)settings->game};
    int rc = read_games(&reading, operands, 1, &tally, err);
    if (rc == 0 && !first.found)
        return err_file(err, settings->game, "contains no games");
    return rc;
}

/* @return as take_game */
static int take_subject(const struct settings *settings, struct subject *subject, struct err *err)
{
    const struct rules *rules = settings->engine.rules;
    if (settings->game)
        return take_game(settings, rules, subject, err);
    subject->rules = rules = rules ? rules : rules_international;
    if (settings->fen) {
        struct src_pos nowhere = {0};
        struct err why = {0};
        if (fen_read(rules, text_of(settings->fen), nowhere, &subject->start, NULL, &why)
            || fen_check(rules, &subject->start, nowhere, &why))
            return err_plain(err, "--fen: '%s': %s", settings->fen, why.msg);
    } else {
        position_start(rules, &subject->start);
    }
    subject->now = subject->start;
    return 0;
}

/* Finds the moves of --only. */
static int take_only(const struct settings *settings, struct subject *subject, struct err *err)
{
    struct moves found, *only = &subject->only;
    int rc = 0;
    moves_init(&found);
    for (unsigned i = 0; i < settings->only.n && rc == 0; i++) {
        struct err why = {0};
        struct text word = text_of(settings->only.words[i]);
        if (notation_read_all(subject->rules, &subject->now, word, &found, &why))
            rc = err_plain(err, "--only: %s", why.msg);
        for (unsigned k = 0; rc == 0 && k < found.n && only->n < MOVES_OWN; k++)
            only->at[only->n++] = found.at[k];
    }
    moves_fini(&found);
    return rc;
}

/* ---- thinking ---- */

static int think(const struct settings *settings, const struct subject *subject, struct err *err)
{
    struct engine_limits limits = {
        .depth = settings->depth,
        .nodes = (uint64_t)settings->nodes,
        .move_ms = settings->move_ms,
        .clock_ms = settings->clock_ms,
        .moves = settings->moves,
        .inc_ms = settings->inc_ms,
        .multi = settings->multi,
    };
    struct line_printer printer = {.subject = subject, .json = settings->json};
    struct engine_options options = settings->engine.options;
    struct engine *engine = NULL;
    struct engine_result *result = malloc(sizeof *result);
    struct signal_watch watch;
    int rc = -1;
    options.seed = settings->seed < 0 ? 0 : (uint64_t)settings->seed;
    if (!limits.depth && !limits.nodes && !limits.move_ms && !limits.clock_ms)
        limits.move_ms = 10000; /* without a limit it would never end */
    if (!result || engine_open(subject->rules, &options, &engine, err))
        goto done;
    printer.engine = engine;
    limits.only = subject->only.n ? subject->only.at : NULL;
    limits.n_only = subject->only.n;
    if (limits.move_ms || limits.clock_ms)
        engine_new_game(engine); /* solves the endings before time is measured */
    if (!settings->json)
        printf("%7s %10s  %3s %3s %3s %12s %8s %6s  %s\n", "depth", "score", "W%", "D%", "L%",
               "nodes", "seconds", "M/s", "line");
    bool watched = signal_watch_start(&watch, engine);
    rc = engine_think(engine, &subject->start, subject->moves, subject->n, &limits, report,
                      &printer, result, err);
    if (watched)
        signal_watch_end(&watch);
    if (rc == 0)
        print_result(&printer, result);
done:
    engine_close(engine);
    buffer_fini(&printer.out);
    free(result);
    return rc;
}

/* Refuses options that would have no effect. */
static int check_combination(const struct settings *settings)
{
    if (settings->fen && settings->game)
        return command_usage("--fen and --game cannot be combined");
    if (settings->ply >= 0 && !settings->game)
        return command_usage("--ply requires --game");
    if (settings->inc_ms && !settings->clock_ms)
        return command_usage("--inc requires --clock");
    if (settings->moves && !settings->clock_ms)
        return command_usage("--moves requires --clock");
    if (settings->seed >= 0 && !settings->engine.level)
        return command_usage("--seed requires --level");
    if (settings->multi > 1 && settings->engine.level)
        return command_usage("--multipv and --level cannot be combined");
    return EXIT_WELL;
}

static int run(const struct command *command, int argc, char **argv)
{
    struct settings settings = {.ply = -1, .seed = -1, .engine.egdb = ""};
    struct subject subject = {0};
    struct err err = {0};
    int first;
    if (options_read(command, argc, argv, &settings, &first))
        return EXIT_USAGE;
    if (check_combination(&settings))
        return EXIT_USAGE;
    int rc = -1, status = EXIT_USAGE;
    const char *variant = settings.engine.variant;
    moves_init(&subject.only);
    if (variant && rules_find(text_of(variant), &settings.engine.rules, &err))
        goto done;
    if ((rc = take_subject(&settings, &subject, &err)) != 0) {
        status = rc > 0 ? rc : settings.game ? EXIT_IO : EXIT_USAGE;
        goto done;
    }
    settings.engine.rules = subject.rules;
    rc = engine_settings_take(&settings.engine, &err);
    if (rc == 0)
        rc = take_only(&settings, &subject, &err);
    if (rc == 0) {
        rc = think(&settings, &subject, &err);
        status = rc ? EXIT_IO : EXIT_WELL;
    }
done:
    if (rc < 0)
        command_error(&err);
    moves_fini(&subject.only);
    free(subject.moves);
    option_list_fini(&settings.only);
    return command_finish(status);
}

const struct command dama_engine_go = {
    .name = "go",
    .summary = "search one position",
    .rows = rows,
    .n_rows = OPTION_COUNT(rows),
    .instead = "give a position with --fen, or a game with --game",
    .run = run,
};
