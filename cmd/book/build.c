// SPDX-License-Identifier: MIT
/* dama-book build and add: put games into a book. */
#include "cmd/book/dama-book.h"
#include "cmd/lib/read-games.h"
#include "core/base/array.h"
#include "core/base/pipeline.h"
#include "core/base/signals.h"
#include "core/book/values.h"
#include "core/game/game-start.h"
#include "core/query/filter.h"
#include "pdn/format.h"

#include <stdlib.h>
#include <unistd.h>

struct settings {
    const char *output, *variant, *from;
    struct option_list where, players;
    unsigned plies, min_games, min_share, since, jobs;
    int side;
    bool folded, setups, quiet, verbose;
};

static int read_share(void *settings, const char *arg, struct err *err)
{
    return dama_book_share(arg, &((struct settings *)settings)->min_share, err);
}

#define AT(field) OPTION_AT(struct settings, field)

static const char games_group[] = "Games", book_group[] = "Book";

#define ROW_FROM                                                                            \
 {                                                                                          \
  "from", 'f', OPTION_TEXT, "FORMAT", AT(from), .choice = format_readable_name,             \
                                                .help = "input format (default: detected)", \
                                                .group = games_group                        \
 }
#define ROW_JOBS                                                                               \
 {                                                                                             \
  "jobs", 'j', OPTION_UNSIGNED, "N", AT(jobs), .max = PIPELINE_JOBS_MAX,                       \
                                               .help = "use N threads (default: one per core)" \
 }
#define ROW_PLAYER                                                                              \
 {                                                                                              \
  "player", 0, OPTION_LIST, "NAME", AT(players),                                                \
      .help =                                                                                   \
          "use only games of players whose names contain NAME; case and accents do not matter", \
      .group = games_group                                                                      \
 }
#define ROW_QUIET                                                         \
 {                                                                        \
  "quiet", 'q', OPTION_FLAG, NULL, AT(quiet), .help = "print errors only" \
 }
#define ROW_SETUPS                                                                    \
 {                                                                                    \
  "setups", 0, OPTION_FLAG, NULL, AT(setups),                                         \
      .help = "also use games that start from another position", .group = games_group \
 }
#define ROW_SIDE                                                                              \
 {                                                                                            \
  "side", 0, OPTION_CHOICE, "SIDE", AT(side),                                                 \
      .choices = option_side_words, .help = "use only games in which --player has this side", \
      .group = games_group                                                                    \
 }
#define ROW_SINCE                                                                                 \
 {                                                                                                \
  "since", 0, OPTION_UNSIGNED, "YEAR", AT(since),                                                 \
      .min = 1, .max = 9999,                                                                      \
      .help = "use only games of YEAR or later; undated games are left out", .group = games_group \
 }
#define ROW_VERBOSE                                                                              \
 {                                                                                               \
  "verbose", 'v', OPTION_FLAG, NULL, AT(verbose), .help = "print the error in each game skipped" \
 }
#define ROW_WHERE                                                                                 \
 {                                                                                                \
  "where", 'w', OPTION_LIST, "EXPRESSION", AT(where),                                             \
      .help = "use only games that match EXPRESSION, as in dama-convert(1)", .group = games_group \
 }

static const struct option_row build_rows[] = {
    {"fold", 0, OPTION_FLAG, NULL, AT(folded),
     .help = "treat a position and its mirror image with colours reversed as one",
     .group = book_group},
    ROW_FROM,
    ROW_JOBS,
    {"min-games", 0, OPTION_UNSIGNED, "N", AT(min_games), .min = 1, .max = 1000000000,
     .help = "leave out moves played in fewer than N games", .group = book_group},
    {"min-share", 0, OPTION_CALL, "PERCENT", 0, .read = read_share,
     .help = "leave out moves played in less than PERCENT of the games that continued from the "
             "position",
     .group = book_group},
    {"output", 'o', OPTION_TEXT, "BOOK", AT(output), .file = true, .once = true,
     .help = "write the book to this file"},
    ROW_PLAYER,
    {"plies", 'n', OPTION_UNSIGNED, "N", AT(plies), .min = 1, .max = BOOK_PLIES_MAX,
     .help = "use the first N plies of each game (default: 40)", .group = book_group},
    ROW_QUIET,
    ROW_SETUPS,
    ROW_SIDE,
    ROW_SINCE,
    {"variant", 0, OPTION_TEXT, "NAME", AT(variant), .choice = rules_name,
     .help = "variant of the book (default: international)", .group = games_group},
    ROW_VERBOSE,
    ROW_WHERE,
};

static const struct option_row add_rows[] = {
    ROW_FROM, ROW_JOBS,  ROW_PLAYER,  ROW_QUIET, ROW_SETUPS,
    ROW_SIDE, ROW_SINCE, ROW_VERBOSE, ROW_WHERE,
};

/*
 * Why a game without faults is not in the book. This is the first byte of a worker's result; '+'
 * means that a game follows.
 */
enum { TAKEN = '+', OTHER_VARIANT = 'v', OTHER_START = 's', NOT_WANTED = 'w', NO_MOVES = 'm' };

struct run {
    const struct settings *settings;
    const char *path; /* path of the book, as the user wrote it */
    struct book *book;
    struct book_settings shape;
    struct codes codes;
    struct filter *filter; /* NULL: all games */
    bool exists;           /* there is already a book, worth more than part of a new one */
    struct book_added added;
    uint64_t left_out[128]; /* by reason */
};

/* ---- which games ---- */

/* Writes all conditions as one filter expression. */
static void add_conditions(const struct settings *s, struct buffer *out)
{
    static const char *const fields[] = {[OPTION_SIDE_BOTH] = "player",
                                         [OPTION_SIDE_WHITE] = "white",
                                         [OPTION_SIDE_BLACK] = "black"};
    for (unsigned i = 0; i < s->where.n; i++)
        buffer_printf(out, "%s(%s)", out->n ? " and " : "", s->where.words[i]);
    if (s->since)
        buffer_printf(out, "%sdate >= %u", out->n ? " and " : "", s->since);
    buffer_add_string(out, s->players.n && out->n ? " and " : "");
    filter_add_players(fields[s->side], s->players.words, s->players.n, out);
}

static int make_filter(const struct settings *s, struct filter **out)
{
    struct buffer all = {0};
    struct err err = {0};
    if (s->side && !s->players.n)
        return command_usage("--side requires --player");
    for (unsigned i = 0; i < s->players.n; i++) {
        if (!*s->players.words[i]) /* an empty name would be found in all names */
            return command_usage("--player: expected a name");
    }
    /* each one by itself, so that an error names the right column */
    for (unsigned i = 0; i < s->where.n; i++) {
        struct filter *one = NULL;
        if (filter_compile("--where", text_of(s->where.words[i]), &one, &err))
            return command_usage("--where: column %u: %s", err.at.col, err.msg);
        filter_free(one);
    }
    add_conditions(s, &all);
    int rc = all.n ? filter_compile("--where", buffer_text(&all), out, &err) : 0;
    buffer_fini(&all);
    return rc ? command_usage("%s", err.msg) : EXIT_WELL;
}

/* @param begun the game, beginning from the position that it sets up before its first move */
static int reason_of(const struct run *r, const struct game *game, const struct game *begun,
                     struct err *err)
{
    struct position start;
    if (game->rules != r->shape.rules)
        return OTHER_VARIANT;
    const struct node *first = begun->line.first;
    if (!first || first->kind != NODE_MOVE || first->state != NODE_PLAYED)
        return NO_MOVES;
    position_start(game->rules, &start);
    if (!r->settings->setups && !position_same(&start, &begun->start))
        return OTHER_START;
    int matches = r->filter ? filter_matches(r->filter, game) : 1;
    if (matches < 0)
        return err_memory(err);
    return matches ? TAKEN : NOT_WANTED;
}

static int work(void *ctx, unsigned worker, const struct format *from, struct game *game,
                struct buffer *out, struct err *err)
{
    const struct run *r = ctx;
    struct game begun = *game;
    struct game_setups setups;
    game_take_setups(&begun, &setups);
    int reason = reason_of(r, game, &begun, err);
    (void)worker;
    (void)from;
    if (reason < 0)
        return -1;
    buffer_add_char(out, (char)reason);
    return reason == TAKEN ? book_pack_game(&r->codes, r->shape.plies, &begun, out, err) : 0;
}

static int take(void *ctx, struct text bytes, struct err *err)
{
    struct run *r = ctx;
    struct book_game game;
    if (*bytes.s != TAKEN) {
        r->left_out[(unsigned char)*bytes.s & 127]++;
        return 0;
    }
    if (!book_unpack_game((struct text){bytes.s + 1, bytes.n - 1}, &game))
        return err_plain(err, "this game cannot be stored in the book");
    return book_add_game(r->book, &game, &r->added, err);
}

/* ---- the run ---- */

static void say_result(const struct run *r, const struct game_tally *tally)
{
    static const struct {
        int reason;
        const char *one, *many;
    } rows[] = {
        {OTHER_VARIANT, "game of another variant left out", "games of other variants left out"},
        {OTHER_START, "game left out that starts from another position (--setups includes it)",
         "games left out that start from other positions (--setups includes them)"},
        {NO_MOVES, "game without moves left out", "games without moves left out"},
        {NOT_WANTED, "game left out that does not match", "games left out that do not match"},
    };
    if (r->settings->quiet)
        return;
    command_say("%llu %s read, %llu added, %llu already in the book",
                (unsigned long long)tally->games, tally->games == 1 ? "game" : "games",
                (unsigned long long)r->added.added, (unsigned long long)r->added.known);
    game_tally_say(tally);
    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        uint64_t n = r->left_out[rows[i].reason];
        if (n)
            command_say("%llu %s", (unsigned long long)n, n == 1 ? rows[i].one : rows[i].many);
    }
    if (r->left_out[OTHER_VARIANT] && r->settings->output)
        command_say("this book is for %s; choose another variant with --variant",
                    r->shape.rules->name);
}

static void say_unchanged(const struct run *r, const char *why)
{
    command_say(r->exists ? "%s; %s was left as it was" : "%s; %s was not written", why, r->path);
}

/* Reads the games and counts them. @return an exit status, reported */
static int fill(struct run *r, char *const *operands, int n)
{
    const struct settings *s = r->settings;
    struct game_tally tally = {0};
    struct err err = {0};
    struct game_reading reading = {.from = s->from,
                                   .jobs = s->jobs,
                                   .quiet = s->quiet,
                                   .verbose = s->verbose,
                                   .work = work,
                                   .take = take,
                                   .ctx = r};
    int status = read_games(&reading, operands, n, &tally, &err);
    if (status < 0)
        return dama_book_failed(&err);
    if (status == EXIT_USAGE)
        return status;
    if (status == EXIT_IO) {
        say_unchanged(r, "not all games could be read");
        return status;
    }
    if (status == EXIT_WELL && !tally.games) { /* was the input truncated to nothing? */
        say_unchanged(r, "the input has no games");
        return EXIT_IO;
    }
    if (status == EXIT_WELL && s->output && !r->added.added) { /* is there a slip in an option? */
        say_result(r, &tally);
        say_unchanged(r, "no game was added");
        return EXIT_IO;
    }
    if (status == EXIT_STOPPED && s->output && r->exists) { /* build would replace the old book */
        say_unchanged(r, "stopped");
        return status;
    }
    /* Games that were read are kept even after a signal: 'dama-book add' adds the rest. */
    if (book_count(r->book, NULL, &err) || book_back_up_all(r->book, &err)
        || book_finish(r->book, &err))
        return dama_book_failed(&err);
    say_result(r, &tally);
    if (status == EXIT_STOPPED)
        command_say("stopped early: 'dama-book add' with the same games and filters adds the rest");
    return tally.bad ? command_worse(status, EXIT_FOUND) : status;
}

static void close_run(struct run *r, struct settings *s)
{
    book_close(r->book);
    filter_free(r->filter);
    option_list_fini(&s->where);
    option_list_fini(&s->players);
}

/* @return EXIT_WELL, or an exit status, reported: a book may not be made at the path */
static int check_place(const char *path)
{
    int64_t evals;
    int status = dama_book_check_place(path, &evals);
    if (status == EXIT_WELL && evals) {
        command_say("%s: this book has %lld evaluation%s of the engine, which would be lost; add "
                    "games with 'dama-book add', or write another file",
                    path, (long long)evals, evals == 1 ? "" : "s");
        status = EXIT_IO;
    }
    return status;
}

static int build(const struct command *command, int argc, char **argv)
{
    struct settings s = {.plies = 40, .min_games = 1, .variant = rules_international->name};
    struct run r = {.settings = &s};
    struct err err = {0};
    int first, status;
    if (options_read(command, argc, argv, &s, &first))
        return EXIT_USAGE;
    if (rules_find(text_of(s.variant), &r.shape.rules, &err))
        return command_usage("%s", err.msg);
    r.shape.plies = s.plies;
    r.shape.min_games = s.min_games;
    r.shape.min_share = s.min_share;
    r.shape.folded = s.folded;
    codes_init(&r.codes, r.shape.rules);
    if ((status = check_place(s.output)) == 0 && (status = make_filter(&s, &r.filter)) == 0) {
        r.path = s.output;
        r.exists = access(r.path, F_OK) == 0;
        if (book_create(s.output, &r.shape, &r.book, &err))
            status = dama_book_failed(&err);
        else
            status = fill(&r, argv + first, argc - first);
    }
    close_run(&r, &s);
    return command_finish(status);
}

static int add(const struct command *command, int argc, char **argv)
{
    struct settings s = {0};
    struct run r = {.settings = &s};
    int first, status;
    if (options_read(command, argc, argv, &s, &first))
        return EXIT_USAGE;
    if ((status = make_filter(&s, &r.filter)) == 0
        && (status = dama_book_open(argv[first], BOOK_CHANGE, &r.book)) == 0) {
        r.path = argv[first];
        r.exists = true;
        r.shape = *book_settings(r.book);
        codes_init(&r.codes, r.shape.rules);
        status = fill(&r, argv + first + 1, argc - first - 1);
    }
    close_run(&r, &s);
    return command_finish(status);
}

const struct command dama_book_build = {
    .name = "build",
    .summary = "build a book from games",
    .usage = "-o BOOK [FILE|DIR|-]...",
    .rows = build_rows,
    .n_rows = OPTION_COUNT(build_rows),
    .operands_max = OPERANDS_ANY,
    .files = true,
    .run = build,
};

const struct command dama_book_add = {
    .name = "add",
    .summary = "add games to a book",
    .usage = "BOOK [FILE|DIR|-]...",
    .rows = add_rows,
    .n_rows = OPTION_COUNT(add_rows),
    .operands_min = 1,
    .operands_max = OPERANDS_ANY,
    .files = true,
    .run = add,
};
