// SPDX-License-Identifier: MIT
/*
 * dama-match stats: estimates strength from results, from counts on the command line or from files
 * of games.
 */
#include "cmd/lib/inputs.h"
#include "cmd/match/dama-match.h"
#include "core/base/arena.h"
#include "core/base/array.h"
#include "core/base/ascii.h"
#include "core/base/signals.h"
#include "core/base/source.h"
#include "core/base/walk.h"
#include "pdn/collect.h"
#include "report/report.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

struct settings {
    const char *pairs, *player;
    bool paired, sprt, normalized;
    int format;
    struct sprt test;
    double alarm;
};

#define AT(field) OPTION_AT(struct settings, field)

enum format { TEXT, CSV, JSONL };
static const char *const formats[] = {"text", "csv", "jsonl", NULL};

static const struct option_row rows[] = {
    {"alarm", 0, OPTION_REAL, "ELO", AT(alarm), .real_min = -2000, .real_max = 2000,
     .help = "exit with status 1 if the whole confidence interval lies below ELO"},
    {"alpha", 0, OPTION_REAL, "P", AT(test.alpha), .real_min = 1e-6, .real_max = 0.49,
     .help = "probability of wrongly accepting --elo1 (default: 0.05)", .group = "Sequential test"},
    {"beta", 0, OPTION_REAL, "P", AT(test.beta), .real_min = 1e-6, .real_max = 0.49,
     .help = "probability of wrongly accepting --elo0 (default: 0.05)", .group = "Sequential test"},
    {"elo0", 0, OPTION_REAL, "ELO", AT(test.elo0), .real_min = -1000, .real_max = 1000,
     .help = "lower hypothesis of the test (default: -20)", .group = "Sequential test"},
    {"elo1", 0, OPTION_REAL, "ELO", AT(test.elo1), .real_min = -1000, .real_max = 1000,
     .help = "upper hypothesis of the test (default: 20)", .group = "Sequential test"},
    {"format", 0, OPTION_CHOICE, "FORMAT", AT(format), .choices = formats, .help = "output format"},
    {"normalized", 0, OPTION_FLAG, NULL, AT(normalized),
     .help = "read --elo0 and --elo1 as normalized Elo", .group = "Sequential test"},
    {"paired", 0, OPTION_FLAG, NULL, AT(paired),
     .help = "count two consecutive games of the same players with colours reversed as a pair"},
    {"pairs", 0, OPTION_TEXT, "N,N,N,N,N", AT(pairs),
     .help = "numbers of pairs in which the first player scored 0, 1/2, 1, 1 1/2 and 2 points"},
    {"player", 0, OPTION_TEXT, "NAME", AT(player),
     .help = "show results from this player's point of view"},
    {"sprt", 0, OPTION_FLAG, NULL, AT(sprt), .help = "show the sequential probability ratio test",
     .group = "Sequential test"},
};

/* ---- counts ---- */

#define COUNT_MAX UINT32_MAX /* limit for games or pairs: their sums fit into 64 bits */

/* @return whether there is a number; one that is too large becomes more than COUNT_MAX */
static bool read_count(const char **text, uint64_t *count)
{
    char *end;
    if (!ascii_is_digit(**text))
        return false;
    *count = strtoull(*text, &end, 10); /* ULLONG_MAX if it does not even fit into that */
    *text = end;
    return true;
}

static int check_counts(const uint64_t *counts, unsigned n, const char *text, struct err *err)
{
    for (unsigned i = 0; i < n; i++)
        if (counts[i] > COUNT_MAX)
            return err_plain(err, "'%s': a number is larger than %" PRIu32, text, COUNT_MAX);
    return 0;
}

/* Reads "+23 =127 -8", with or without blanks, in this order. @return whether it is such a text */
static bool read_counts(const char *text, uint64_t counts[3])
{
    static const char signs[] = "+=-";
    for (unsigned i = 0; i < 3; i++) {
        while (*text == ' ')
            text++;
        if (*text++ != signs[i] || !read_count(&text, &counts[i]))
            return false;
    }
    return *text == '\0';
}

static int add_games(struct crosstable *table, uint64_t n, enum result result, struct err *err)
{
    unsigned first, second;
    if (crosstable_player(table, text_of("first"), &first, err)
        || crosstable_player(table, text_of("second"), &second, err))
        return -1;
    return crosstable_add_many(table, first, second, result, n, err);
}

static int add_counts(struct crosstable *table, const uint64_t counts[3], struct err *err)
{
    static const enum result results[] = {RESULT_WHITE, RESULT_DRAW, RESULT_BLACK};
    table->uncoloured = true;
    for (unsigned i = 0; i < 3; i++)
        if (add_games(table, counts[i], results[i], err))
            return -1;
    return 0;
}

/*
 * Adds pairs as games with the same points. It is unknown whether 1 point came from two draws or
 * from one win each, so the numbers of these games must not be printed.
 */
static int add_pairs(struct crosstable *table, const char *text, struct err *err)
{
    uint64_t pairs[ELO_PAIRS], sum = 0;
    const char *s = text;
    for (unsigned i = 0; i < ELO_PAIRS; i++) {
        if (!read_count(&s, &pairs[i]) || *s++ != (i + 1 < ELO_PAIRS ? ',' : '\0'))
            return err_plain(err, "'%s' is not five numbers separated by commas", text);
        sum += pairs[i];
    }
    if (check_counts(pairs, ELO_PAIRS, text, err))
        return -1;
    const uint64_t counts[3] = {2 * pairs[4] + pairs[3], pairs[3] + 2 * pairs[2] + pairs[1],
                                pairs[1] + 2 * pairs[0]};
    if (add_counts(table, counts, err))
        return -1;
    table->only_pairs = true;
    if (sum) {
        memcpy(table->cells[0].pairs, pairs, sizeof pairs);
        memset(table->cells[0].single, 0, sizeof table->cells[0].single);
    }
    return 0;
}

/* ---- files of games ---- */

/* The state of reading games from files. */
struct reading {
    struct crosstable table;
    bool paired;
    unsigned files;           /* how many so far, including the one being read */
    uint64_t n_games, n_told; /* games of the file being read; those of them that tell anything */
    int64_t pair;             /* the largest pair number given here */
    unsigned white, black;    /* of the previous game, if it may be half of a pair */
};

/*
 * Rounds "12.1" and "12.2" are the halves of a pair, in the same event and file, whatever comes
 * between them. The file matters: in logs of a match that is repeated each night, everything else
 * is the same.
 * @return a number for "12.", the event and the file; 0: not such a round
 */
static int64_t pair_of_round(const struct reading *r, const struct game *game)
{
    struct text round = game_tag(game, "Round"), event = game_tag(game, "Event");
    size_t n = round.n;
    while (n && ascii_is_digit(round.s[n - 1]))
        n--;
    if (n < 2 || n == round.n || round.s[n - 1] != '.')
        return 0;
    const uint64_t key[3] = {hashtable_hash(round.s, n), hashtable_hash(event.s, event.n),
                             r->files};
    return (int64_t)(hashtable_hash(key, sizeof key) | 1);
}

/*
 * Without such rounds, two consecutive games are a pair, if that was asked for.
 * @return a number, 0: none
 */
static int64_t pair_of(struct reading *r, const struct game *game, unsigned white, unsigned black)
{
    int64_t pair = pair_of_round(r, game);
    bool turned = white == r->black && black == r->white;
    r->white = r->black = 0; /* a third game would begin another pair */
    if (pair || !r->paired)
        return pair;
    if (turned)
        return r->pair;
    r->white = white;
    r->black = black;
    return ++r->pair;
}

/* Whether a game is the second of its pair, in which the first player has Black. */
static bool is_return_game(const struct game *game)
{
    struct text round = game_tag(game, "Round");
    return round.n > 2 && memcmp(round.s + round.n - 2, ".2", 2) == 0;
}

/* Whether there is more than a reader makes of any text: comments, an event and a place. */
static bool is_told(const struct game *game)
{
    for (unsigned i = 0; i < game->n_tags; i++)
        if (!text_is(game->tags[i].name, "Event") && !text_is(game->tags[i].name, "Site"))
            return true;
    return game->line.first != NULL;
}

/* A record without the names that it should have would be missing from the score. */
static int check_record(const struct findings *found, struct err *err)
{
    for (const struct finding *f = found->first; f; f = f->next)
        if (f->code == FINDING_BAD_RECORD)
            return err_set(err, f->at, "%.*s", TEXT_ARGS(f->message));
    return 0;
}

static int add_game(void *ctx, const struct game *game, const struct findings *found,
                    struct err *err)
{
    struct reading *r = ctx;
    unsigned white, black;
    struct text names[] = {game_tag(game, "White"), game_tag(game, "Black")};
    if (!names[0].n && !names[1].n && check_record(found, err))
        return -1;
    r->n_games++;
    r->n_told += is_told(game);
    for (unsigned i = 0; i < 2; i++)
        if (!names[i].n)
            names[i] = text_of("?");
    if (text_same(names[0], names[1]) || text_is(game_tag(game, "Replayed"), "yes"))
        return 0; /* it says nothing about strength */
    if ((is_return_game(game) && crosstable_player(&r->table, names[1], &black, err))
        || crosstable_player(&r->table, names[0], &white, err)
        || crosstable_player(&r->table, names[1], &black, err))
        return -1;
    return crosstable_add(&r->table, white, black, pair_of(r, game, white, black), game->result,
                          err);
}

/* A store being read, with its players by id. */
struct store_reading {
    struct reading *r;
    const char *path; /* borrowed */
    struct arena arena;
    struct store_player {
        int64_t id;
        const char *name;
    } * players; /* owned */
    unsigned n, room;
    int64_t last_pair; /* the largest number of a pair in this store */
    struct err *err;
};

static int take_player(void *ctx, const struct results_name *name)
{
    struct store_reading *s = ctx;
    const char *copy = arena_strndup(&s->arena, name->name.s, name->name.n);
    if (!copy || !ARRAY_GROW(s->players, s->n, s->room))
        return err_memory(s->err);
    s->players[s->n++] = (struct store_player){name->id, copy};
    return 0;
}

static int by_id(const void *key, const void *at)
{
    int64_t id = *(const int64_t *)key, other = ((const struct store_player *)at)->id;
    return (id > other) - (id < other);
}

static int find_player(struct store_reading *s, int64_t id, unsigned *index)
{
    const struct store_player *player = bsearch(&id, s->players, s->n, sizeof *s->players, by_id);
    return player ? crosstable_player(&s->r->table, text_of(player->name), index, s->err)
                  : err_file(s->err, s->path, "damaged: player %lld", (long long)id);
}

/* The player that the match file names first is also the first player here. */
static int take_entry(void *ctx, const struct results_name *name)
{
    unsigned index;
    return find_player(ctx, name->id, &index);
}

/* Pairs of different stores must differ: their numbers are continued. */
static int take_row(void *ctx, const struct results_row *row)
{
    struct store_reading *s = ctx;
    unsigned players[2];
    if (find_player(s, row->white, &players[0]) || find_player(s, row->black, &players[1]))
        return -1;
    if (row->pair > s->last_pair)
        s->last_pair = row->pair;
    return crosstable_add(&s->r->table, players[0], players[1], s->r->pair + row->pair, row->result,
                          s->err);
}

/* Only the rows are needed: the moves, which take long, are not read. */
static int read_results(struct reading *r, const char *path, struct err *err)
{
    struct store_reading s = {.r = r, .path = path, .err = err};
    const struct results_filter which = {0};
    struct results *results = NULL;
    int rc = -1;
    if (results_open(path, RESULTS_READ, &results, err) == 0
        && results_names(results, RESULTS_PLAYERS, take_player, &s, err) == 0
        && results_names(results, RESULTS_ENTRIES, take_entry, &s, err) == 0
        && results_rows(results, &which, take_row, &s, err) == 0)
        rc = 0;
    r->pair += s.last_pair;
    results_close(results);
    arena_fini(&s.arena);
    free(s.players);
    return rc;
}

/*
 * @param in_folder found in a folder, where other files may lie too
 * @return 0, 1 stopped by a signal, -1 with `err`
 */
static int read_games(struct reading *r, const char *path, bool in_folder, struct err *err)
{
    static const struct check_options options = {.quiet = true, .lenient = true};
    r->n_games = r->n_told = 0;
    const int rc = collect_games(path, &options, add_game, r, err);
    if (rc || !r->n_games || r->n_told)
        return rc;
    if (!in_folder)
        return err_file(err, path, "no names and no moves: not a file of games");
    command_say("%s: no names and no moves; left out", path);
    return 0;
}

static int read_file(struct reading *r, const char *path, bool in_folder, struct err *err)
{
    bool results;
    r->files++;
    if (results_look_for(path, &results, err))
        return -1;
    if (!results)
        return read_games(r, path, in_folder, err);
    if (!source_is_file(path))
        return err_file(err, path, "cannot read results from a pipe; name the file");
    return read_results(r, path, err);
}

static int read_files(struct reading *r, char *const *operands, int n, struct err *err)
{
    struct walk walk = {0};
    inputs_say_waiting(n);
    int rc = walk_operands(&walk, operands, n, collect_extensions, err);
    if (rc == 0 && walk.n_failures)
        rc = err_plain(err, "%s: %s", walk.names[0], walk.failures[0].msg);
    if (rc == 0 && walk.n == 0)
        rc = err_plain(err, "%s: contains no game files", operands[0]);
    for (unsigned i = 0; i < walk.n && rc == 0; i++)
        rc = read_file(r, walk.paths[i], walk.found[i], err);
    if (rc < 0)
        command_error(err); /* reported before the paths are freed */
    walk_fini(&walk);
    return rc;
}

/* ---- printing ---- */

/*
 * The games of the only two players.
 * @param flipped set to whether the second player's view is wanted
 */
static const struct crosstable_cell *only_pair(const struct settings *settings,
                                               const struct crosstable *t, bool *flipped)
{
    static const struct crosstable_cell none = {.second = 1};
    *flipped = settings->player && strcmp(t->players[0].name, settings->player) != 0;
    return t->n_cells ? &t->cells[0] : &none;
}

static void print_pair(const struct settings *settings, const struct crosstable *t,
                       struct buffer *out)
{
    bool flipped;
    const struct crosstable_cell *cell = only_pair(settings, t, &flipped);
    report_text_pair(t, cell, flipped, settings->sprt ? &settings->test : NULL, out);
}

static bool raises_alarm(const struct settings *settings, const struct crosstable *t)
{
    bool flipped;
    if (isnan(settings->alarm))
        return false;
    const struct crosstable_cell *cell = only_pair(settings, t, &flipped);
    struct elo_counts counts = crosstable_counts(cell, flipped);
    return elo_count(&counts) > 0 && elo_estimate(&counts, INTERVAL_95).high < settings->alarm;
}

/* Checks that the request can be fulfilled for these players. @return 0, or -1, reported */
static int check_players(const struct settings *settings, const struct crosstable *t)
{
    const char *option = settings->player          ? "--player"
                         : settings->sprt          ? "--sprt"
                         : !isnan(settings->alarm) ? "--alarm"
                                                   : NULL;
    unsigned i = 0;
    while (settings->player && i < t->n_players
           && strcmp(t->players[i].name, settings->player) != 0)
        i++;
    if (i == t->n_players)
        command_say("no player is named '%s'", settings->player);
    else if (option && t->n_players > 2)
        command_say("%s is for two players, but there are %u", option, t->n_players);
    else
        return 0;
    return -1;
}

/* @return 0, or -1: out of memory */
static int print(const struct settings *settings, struct crosstable *t, struct buffer *out)
{
    struct report report = {.table = *t};
    struct report_options options = {0};
    if (settings->sprt)
        options.sprt = settings->test;
    if (t->n_players == 2)
        only_pair(settings, t, &options.flipped);
    if (settings->format == CSV)
        report_csv(&report, &options, out);
    else if (settings->format == JSONL)
        report_jsonl(&report, &options, out);
    else if (t->n_players == 2)
        print_pair(settings, t, out);
    else
        report_text_standings(t, out);
    return out->failed ? -1 : 0;
}

/* ---- the verb ---- */

/* Whether the first operand is not a file, but probably misspelt counts. */
static bool looks_like_score(char **argv, int first, int argc)
{
    return first < argc && argv[first][0] == '+' && ascii_is_digit(argv[first][1]);
}

/* Joins operands with blanks. @return whether all of them fit */
static bool join(char **operands, int n, char *out, size_t size)
{
    struct buffer joined = {0};
    for (int i = 0; i < n; i++)
        buffer_printf(&joined, "%s%s", i ? " " : "", operands[i]);
    snprintf(out, size, "%.*s", TEXT_ARGS(buffer_text(&joined)));
    const bool fits = !joined.failed && joined.n < size;
    buffer_fini(&joined);
    return fits;
}

static int add_score(const struct settings *settings, struct reading *r, const uint64_t counts[3],
                     const char *words, struct err *err)
{
    if (settings->paired)
        return err_plain(err, "--paired requires files of games");
    return check_counts(counts, 3, words, err) ? -1 : add_counts(&r->table, counts, err);
}

/* @return 0, 1 stopped by a signal, -1 with `err`; if files were to blame, already reported */
static int collect(const struct settings *settings, struct reading *r, int argc, char **argv,
                   int first, struct err *err)
{
    uint64_t counts[3];
    char joined[128];
    if (settings->pairs)
        return add_pairs(&r->table, settings->pairs, err);
    if (join(argv + first, argc - first, joined, sizeof joined) && read_counts(joined, counts))
        return add_score(settings, r, counts, joined, err);
    if (looks_like_score(argv, first, argc))
        return err_plain(err, "'%s' is not a score such as +23=127-8", joined);
    return read_files(r, argv + first, argc - first, err);
}

/* Whether an option is given that affects only the sequential test. */
static bool changes_test(const struct settings *s)
{
    const struct sprt usual = SPRT_OVERNIGHT;
    return s->normalized || s->test.elo0 != usual.elo0 || s->test.elo1 != usual.elo1
           || s->test.alpha != usual.alpha || s->test.beta != usual.beta;
}

static int run(const struct command *command, int argc, char **argv)
{
    struct settings settings = {.test = SPRT_OVERNIGHT, .alarm = (double)NAN};
    struct reading r = {0};
    struct buffer out = {0};
    struct err err = {0};
    int first, status = EXIT_WELL;
    if (options_read(command, argc, argv, &settings, &first))
        return EXIT_USAGE;
    if (settings.pairs && (first < argc || settings.paired))
        return command_usage("--pairs cannot be combined with %s",
                             first < argc ? "games or files" : "--paired");
    if (!settings.sprt && changes_test(&settings))
        return command_usage("--elo0, --elo1, --alpha, --beta and --normalized require --sprt");
    if (!(settings.test.elo0 < settings.test.elo1))
        return command_usage("--elo1 must be larger than --elo0");
    settings.test.normalized = settings.normalized;
    r.paired = settings.paired;
    r.table.stopped = signals_stopped;
    bool counted = settings.pairs || looks_like_score(argv, first, argc);
    int rc = collect(&settings, &r, argc, argv, first, &err);
    int finished = rc == 0 ? crosstable_finish(&r.table, &err) : 1;
    if (rc < 0) {
        if (counted)
            command_error(&err);
        status = counted ? EXIT_USAGE : EXIT_IO;
    } else if (finished > 0) { /* part of the games would pass for the whole */
        command_say("stopped; nothing was estimated");
        status = EXIT_STOPPED;
    } else if (finished < 0) {
        command_error(&err);
        status = EXIT_IO;
    } else if (r.table.n_players < 2 || !r.table.n_cells) {
        command_say("no games between two different players");
        status = EXIT_FOUND;
    } else if (check_players(&settings, &r.table)) {
        status = EXIT_USAGE;
    } else if (print(&settings, &r.table, &out)) {
        command_say("out of memory");
        status = EXIT_IO;
    } else if (raises_alarm(&settings, &r.table)) {
        status = EXIT_FOUND;
    }
    fwrite(buffer_text(&out).s, 1, out.n, stdout);
    buffer_fini(&out);
    crosstable_fini(&r.table);
    return command_finish(status);
}

const struct command dama_match_stats = {
    .name = "stats",
    .summary = "estimate strength from results",
    .usage = "[+WON=DRAWN-LOST | FILE|DIR|-]...",
    .rows = rows,
    .n_rows = OPTION_COUNT(rows),
    .operands_max = OPERANDS_ANY,
    .files = true,
    .notes = "Examples:\n"
             "  dama-match stats +23=127-8\n"
             "  dama-match stats --sprt --pairs 0,3,59,16,1\n"
             "  dama-match stats night.pdn\n"
             "  dama-match stats night.db",
    .run = run,
};
