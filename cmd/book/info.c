// SPDX-License-Identifier: MIT
/* dama-book info: a summary of a book, or a list of its games. */
#include "cmd/book/dama-book.h"
#include "core/base/array.h"
#include "core/base/json.h"
#include "core/base/printable.h"
#include "core/base/signals.h"
#include "core/board/fen.h"
#include "core/book/games.h"

struct settings {
    const char *through;
    bool games, json;
};

#define AT(field) OPTION_AT(struct settings, field)

static const struct option_row rows[] = {
    {"games", 'g', OPTION_FLAG, NULL, AT(games), .help = "list the games with their numbers"},
    {"json", 0, OPTION_FLAG, NULL, AT(json), .help = "print JSON"},
    {"through", 0, OPTION_TEXT, "FEN", AT(through),
     .help = "list the games that reach this position"},
};

static const char *result_text(char result)
{
    return result == 'w'   ? "White won"
           : result == 'b' ? "Black won"
           : result == 'd' ? "drawn"
                           : "?";
}

/* The context of print_game and print_game_json. */
struct listing {
    struct buffer out; /* owned; scratch */
    uint64_t n;        /* games listed */
};

static int print_game(void *ctx, const struct book_game *game)
{
    struct listing *l = ctx;
    l->n++;
    printable_fprintf(stdout, "%6lld  %-10.*s  %.*s - %.*s  %s%s%.*s", (long long)game->id,
                      TEXT_ARGS(game->date), TEXT_ARGS(game->white), TEXT_ARGS(game->black),
                      result_text(game->result), game->event.n ? "  " : "", TEXT_ARGS(game->event));
    putchar('\n');
    return signals_stopped();
}

static int print_game_json(void *ctx, const struct book_game *game)
{
    struct listing *l = ctx;
    struct buffer *out = &l->out;
    const char result[2] = {game->result, '\0'};
    l->n++;
    buffer_clear(out);
    struct json_writer w = {.out = out};
    json_begin(&w, '{');
    json_name(&w, "number");
    json_put_number(&w, game->id);
    const struct {
        const char *name;
        struct text value;
    } fields[] = {{"white", game->white},
                  {"black", game->black},
                  {"event", game->event},
                  {"date", game->date},
                  {"result", text_of(result)}};
    for (size_t i = 0; i < ARRAY_LEN(fields); i++) {
        json_name(&w, fields[i].name);
        json_put_text(&w, fields[i].value);
    }
    json_end(&w, '}');
    buffer_add_char(out, '\n');
    if (out->failed)
        return 1; /* list_games reports it */
    fwrite(out->s, 1, out->n, stdout);
    return signals_stopped();
}

/* @return EXIT_WELL, EXIT_FOUND: no game reaches the position, EXIT_STOPPED; -1 with `err` */
static int list_games(struct book *book, const struct settings *s, struct err *err)
{
    struct position pos;
    struct listing listing = {0};
    const struct rules *rules = book_settings(book)->rules;
    if (s->through && dama_book_position("--through", s->through, rules, &pos, err))
        return -1;
    int rc = book_games(book, s->through ? &pos : NULL, NULL,
                        s->json ? print_game_json : print_game, &listing, err);
    const bool failed = listing.out.failed;
    buffer_fini(&listing.out);
    if (failed)
        return err_memory(err);
    if (rc)
        return rc < 0 ? -1 : EXIT_STOPPED;
    return s->through && !listing.n ? EXIT_FOUND : EXIT_WELL;
}

static void print_text(const struct book_settings *b, const struct book_db_counts *n)
{
    printf("variant            %s\n", rules_spelling(b->rules));
    printf("plies per game     %u\n", b->plies);
    printf("mirrored positions %s\n", b->folded ? "folded" : "kept apart");
    if (b->min_games > 1)
        printf("minimum games      %u per move\n", b->min_games);
    if (b->min_share)
        printf("minimum share      %.2f %% of the games that continued from the position\n",
               b->min_share / 100.0);
    printf("games              %lld\n", (long long)n->games);
    if (n->first_year && n->first_year == n->last_year)
        printf("year               %lld\n", (long long)n->first_year);
    else if (n->first_year)
        printf("years              %lld to %lld\n", (long long)n->first_year,
               (long long)n->last_year);
    printf("positions          %lld\n", (long long)n->positions);
    printf("moves              %lld\n", (long long)n->edges);
    if (n->evals || n->engine_edges)
        printf("by the engine      %lld moves, %lld evaluations, %lld positions expanded\n",
               (long long)n->engine_edges, (long long)n->evals, (long long)n->expanded);
}

static void print_json(const struct book_settings *b, const struct book_db_counts *n)
{
    printf("{\"variant\":\"%s\",\"plies\":%u,\"folded\":%s,\"min_games\":%u,\"min_share\":%.2f,",
           rules_spelling(b->rules), b->plies, b->folded ? "true" : "false", b->min_games,
           b->min_share / 100.0);
    printf("\"games\":%lld,\"positions\":%lld,\"moves\":%lld,\"engine_moves\":%lld,"
           "\"evaluations\":%lld,\"expanded\":%lld",
           (long long)n->games, (long long)n->positions, (long long)n->edges,
           (long long)n->engine_edges, (long long)n->evals, (long long)n->expanded);
    if (n->first_year)
        printf(",\"first_year\":%lld,\"last_year\":%lld", (long long)n->first_year,
               (long long)n->last_year);
    printf("}\n");
}

static int run(const struct command *command, int argc, char **argv)
{
    struct settings s = {0};
    struct err err = {0};
    struct book_db_counts counts = {0};
    struct book *book;
    int first;
    if (options_read(command, argc, argv, &s, &first))
        return EXIT_USAGE;
    int status = dama_book_open(argv[first], BOOK_READ, &book);
    if (status)
        return status;
    int rc = 0;
    if (s.games || s.through)
        rc = list_games(book, &s, &err);
    else if ((rc = book_size(book, &counts, &err)) == 0)
        (s.json ? print_json : print_text)(book_settings(book), &counts);
    if (rc < 0) {
        command_error(&err);
        status = err.at.file || !s.through ? EXIT_IO : EXIT_USAGE;
    } else {
        status = rc;
    }
    book_close(book);
    return command_finish(status);
}

const struct command dama_book_info = {
    .name = "info",
    .summary = "print a summary of a book, or list its games",
    .usage = "BOOK",
    .rows = rows,
    .n_rows = OPTION_COUNT(rows),
    .operands_min = 1,
    .operands_max = 1,
    .files = true,
    .run = run,
};
