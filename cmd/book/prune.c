// SPDX-License-Identifier: MIT
/* dama-book prune: removes games and moves from a book. */
#include "cmd/book/dama-book.h"
#include "cmd/lib/read-games.h"
#include "core/base/array.h"
#include "core/base/hash.h"
#include "core/base/hashtable.h"
#include "core/board/score.h"
#include "core/book/games.h"
#include "core/book/values.h"
#include "core/game/game-start.h"

#include <stdlib.h>
#include <string.h>

struct settings {
    struct option_list take_out;
    int64_t *games; /* owned */
    size_t n_games, room_games;
    unsigned plies, min_games, min_share;
    double margin, leaf_margin; /* negative: not given */
    bool quiet, has_share;
};

#define AT(field) OPTION_AT(struct settings, field)

static int read_share(void *settings, const char *arg, struct err *err)
{
    struct settings *s = settings;
    s->has_share = true;
    return dama_book_share(arg, &s->min_share, err);
}

static int read_game(void *settings, const char *arg, struct err *err)
{
    struct settings *s = settings;
    int64_t number;
    if (option_number(arg, 1, INT64_MAX, &number, err))
        return -1;
    if (!ARRAY_GROW(s->games, s->n_games, s->room_games))
        return err_memory(err);
    s->games[s->n_games++] = number;
    return 0;
}

static const struct option_row prune_rows[] = {
    {"game", 'g', OPTION_CALL, "N", 0, .read = read_game,
     .help = "remove game N (see dama-book info --games)"},
    {"games-of", 0, OPTION_LIST, "FILE", AT(take_out), .file = true,
     .help = "remove the games in FILE, of any format"},
    {"leaf-margin", 0, OPTION_REAL, "MEN", AT(leaf_margin), .real_min = 0, .real_max = 30,
     .help = "remove engine moves that lead to no expanded position, unless they are MEN better "
             "than the best move that leads to one"},
    {"margin", 0, OPTION_REAL, "MEN", AT(margin), .real_min = 0, .real_max = 30,
     .help =
         "remove engine moves that are MEN worse than the best and lead to no expanded position"},
    {"min-games", 0, OPTION_UNSIGNED, "N", AT(min_games), .min = 1, .max = 1000000000,
     .help = "remove moves played in fewer than N games; 1 brings them all back"},
    {"min-share", 0, OPTION_CALL, "PERCENT", 0, .read = read_share,
     .help =
         "remove moves played in less than PERCENT of the games that continued from the position"},
    {"plies", 'n', OPTION_UNSIGNED, "N", AT(plies), .min = 1, .max = BOOK_PLIES_MAX,
     .help = "keep N plies of each game"},
    {"quiet", 'q', OPTION_FLAG, NULL, AT(quiet), .help = "print errors only"},
};

struct pruning {
    struct book *book;
    struct codes codes;
    struct game_tally tally; /* of --games-of */
    struct hash128 *gone;    /* content of the games of --games-of removed; owned */
    size_t n_gone, gone_room;
    struct hashtable gone_index;        /* of `gone` */
    uint64_t dropped, missing, foreign; /* foreign: of another variant, so never looked up */
    int64_t moves_before;
};

static int pack_game(void *ctx, unsigned worker, const struct format *from, struct game *game,
                     struct buffer *out, struct err *err)
{
    const struct pruning *p = ctx;
    (void)worker;
    (void)from;
    struct game begun = *game;
    struct game_setups setups;
    bool foreign = game->rules != p->codes.rules;
    buffer_add_char(out, (char)foreign);
    game_take_setups(&begun, &setups); /* as it was added */
    return foreign ? 0 : book_pack_game(&p->codes, BOOK_PLIES_MAX, &begun, out, err);
}

/* A file may have a game twice, of which the book has counted one. */
static bool is_gone(const struct pruning *p, struct hash128 content)
{
    HASHTABLE_EACH (&p->gone_index, content.low, i)
        if (hash128_same(p->gone[i], content))
            return true;
    return false;
}

static int add_gone(struct pruning *p, struct hash128 content, struct err *err)
{
    if (!ARRAY_GROW(p->gone, p->n_gone, p->gone_room)
        || hashtable_add(&p->gone_index, content.low, p->n_gone))
        return err_memory(err);
    p->gone[p->n_gone++] = content;
    return 0;
}

static int drop_game(void *ctx, struct text bytes, struct err *err)
{
    struct pruning *p = ctx;
    struct book_game game;
    bool dropped, foreign = *bytes.s;
    if (foreign) {
        p->foreign++;
        return 0;
    }
    if (!book_unpack_game((struct text){bytes.s + 1, bytes.n - 1}, &game))
        return err_plain(err, "this game cannot be looked up in the book");
    if (book_drop_game(p->book, game.content, &dropped, err))
        return -1;
    p->dropped += dropped;
    p->missing += !dropped && !is_gone(p, game.content);
    return dropped ? add_gone(p, game.content, err) : 0;
}

/* @return an exit status, reported; -1 with `err` */
static int drop_files(struct pruning *p, const struct option_list *files, struct err *err)
{
    struct game_reading reading = {.quiet = true, .work = pack_game, .take = drop_game, .ctx = p};
    char **paths = calloc(files->n + 1, sizeof *paths);
    if (!paths)
        return err_memory(err);
    for (unsigned i = 0; i < files->n; i++)
        memcpy(&paths[i], &files->words[i], sizeof *paths);
    int status = files->n ? read_games(&reading, paths, (int)files->n, &p->tally, err) : EXIT_WELL;
    free(paths);
    if (status == EXIT_WELL && files->n && !p->tally.games) { /* as for add */
        command_say("the input has no games; the book was left as it was");
        status = EXIT_IO;
    }
    return status;
}

static int drop_numbers(struct pruning *p, const struct settings *s, struct err *err)
{
    for (size_t i = 0; i < s->n_games; i++) {
        bool dropped;
        if (book_drop_number(p->book, s->games[i], &dropped, err))
            return -1;
        p->dropped += dropped;
        p->missing += !dropped;
    }
    return 0;
}

static int prune_book(struct pruning *p, const struct settings *s, struct err *err)
{
    struct book_settings shape = *book_settings(p->book);
    int status = drop_files(p, &s->take_out, err);
    if (status || drop_numbers(p, s, err))
        return status > 0 ? status : -1;
    shape.plies = s->plies && s->plies < shape.plies ? s->plies : shape.plies;
    shape.min_games = s->min_games ? s->min_games : shape.min_games;
    shape.min_share = s->has_share ? s->min_share : shape.min_share;
    return book_set(p->book, &shape, err);
}

static int drop_moves(struct book *book, const struct settings *s, struct err *err)
{
    if (s->leaf_margin >= 0
        && book_drop_leaf_moves(book, (int)(s->leaf_margin * SCORE_MAN + 0.5), err))
        return -1;
    return s->margin >= 0 ? book_drop_bad_moves(book, (int)(s->margin * SCORE_MAN + 0.5), err) : 0;
}

/* Moves come back if a threshold was lowered. */
static void say_moves(int64_t removed)
{
    const int64_t n = removed < 0 ? -removed : removed;
    command_say("%lld %s %s", (long long)n, n == 1 ? "move" : "moves",
                removed < 0 ? "brought back" : "removed");
}

/* @return an exit status, reported */
static int report(const struct pruning *p, const struct settings *s, int64_t moves)
{
    const bool asks_for_games = s->n_games || s->take_out.n;
    if (!s->quiet && asks_for_games)
        command_say("%llu %s removed", (unsigned long long)p->dropped,
                    p->dropped == 1 ? "game" : "games");
    if (!s->quiet)
        say_moves(p->moves_before - moves);
    if (p->missing)
        command_say("%llu %s not in the book", (unsigned long long)p->missing,
                    p->missing == 1 ? "game is" : "games are");
    game_tally_say(&p->tally);
    if (p->foreign)
        command_say("%llu %s left out", (unsigned long long)p->foreign,
                    p->foreign == 1 ? "game of another variant" : "games of other variants");
    return p->missing || p->foreign || p->tally.bad ? EXIT_FOUND : EXIT_WELL;
}

static int prune_file(struct pruning *p, const struct settings *s, const char *path)
{
    struct book_db_counts size;
    struct err err = {0};
    int status = dama_book_open(path, BOOK_CHANGE, &p->book);
    if (status)
        return status;
    if (book_size(p->book, &size, &err))
        return dama_book_failed(&err);
    p->moves_before = size.edges;
    codes_init(&p->codes, book_settings(p->book)->rules);
    status = prune_book(p, s, &err);
    if (status)
        return status > 0 ? status : dama_book_failed(&err);
    if (s->margin >= 0 || s->leaf_margin >= 0) {
        /* now it is known which moves nobody has played any more */
        if ((status = dama_book_count(p->book)) != 0)
            return status;
        if (drop_moves(p->book, s, &err))
            return dama_book_failed(&err);
    }
    if ((status = dama_book_finish(p->book)) != 0)
        return status;
    if (book_size(p->book, &size, &err) || book_compact(p->book, &err))
        return dama_book_failed(&err);
    return report(p, s, size.edges);
}

static int prune(const struct command *command, int argc, char **argv)
{
    struct settings s = {.margin = -1, .leaf_margin = -1};
    struct pruning p = {0};
    int first;
    if (options_read(command, argc, argv, &s, &first))
        return EXIT_USAGE;
    if (!s.n_games && !s.take_out.n && !s.min_games && !s.has_share && !s.plies && s.margin < 0
        && s.leaf_margin < 0)
        return command_usage("nothing to change: use --game, --games-of, --leaf-margin, "
                             "--margin, --min-games, --min-share or --plies");
    int status = prune_file(&p, &s, argv[first]);
    book_close(p.book);
    free(p.gone);
    hashtable_fini(&p.gone_index);
    free(s.games);
    option_list_fini(&s.take_out);
    return command_finish(status);
}

const struct command dama_book_prune = {
    .name = "prune",
    .summary = "remove games or rare moves",
    .usage = "BOOK",
    .rows = prune_rows,
    .n_rows = OPTION_COUNT(prune_rows),
    .operands_min = 1,
    .operands_max = 1,
    .files = true,
    .run = prune,
};
