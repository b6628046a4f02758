// SPDX-License-Identifier: MIT
/* dama-book ballots: balanced positions to start games from. */
#include "core/study/ballots.h"

#include "cmd/book/dama-book.h"
#include "cmd/lib/progress.h"
#include "core/base/amount.h"
#include "core/base/machine.h"
#include "core/base/signals.h"
#include "core/board/fen.h"
#include "core/board/notation.h"
#include "core/board/score.h"
#include "core/study/opening-draws.h"
#include "pdn/pdn.h"

enum form { FORM_FEN, FORM_PDN, FORM_CSV };

static const char *const form_words[] = {"fen", "pdn", "csv", NULL};

struct settings {
    const char *eval, *results, *variant;
    int64_t nodes, hash;
    int64_t seed; /* negative: not given */
    double balance;
    unsigned count, deal, depth, jobs, min_games, plies;
    int form;
    bool quiet;
};

#define AT(field) OPTION_AT(struct settings, field)

static const char which_group[] = "Positions", how_group[] = "Engine";

static const struct option_row rows[] = {
    {"balance", 0, OPTION_REAL, "MEN", AT(balance), .real_min = 0, .real_max = 30,
     .help = "leave out positions in which a side is ahead by more than MEN (default: 0.15)",
     .group = which_group},
    {"count", 'c', OPTION_UNSIGNED, "N", AT(count), .min = 1, .max = 1000000,
     .help = "choose N at random (default: all)", .group = which_group},
    {"deal", 0, OPTION_UNSIGNED, "N", AT(deal), .min = 1, .max = BALLOT_DEAL_MAX,
     .help = "take all positions after N plies instead of those of a book", .group = which_group},
    {"depth", 'd', OPTION_UNSIGNED, "N", AT(depth), .min = 1, .max = ENGINE_PLIES - 1,
     .help = "search each position N plies deep", .group = how_group},
    {"eval", 0, OPTION_TEXT, "FILE", AT(eval), .file = true,
     .help = "weights file, or 'material' for material and mobility only", .group = how_group},
    {"format", 'f', OPTION_CHOICE, "FORMAT", AT(form), .choices = form_words,
     .help = "output format: FEN lines, games, or a table with scores and draws"},
    {"hash", 0, OPTION_SIZE, "SIZE", AT(hash), .min = 1 << 20, .max = INT64_C(1) << 40,
     .help = "size of each thread's transposition table (default: 8M)", .group = how_group},
    {"jobs", 'j', OPTION_UNSIGNED, "N", AT(jobs), .max = ENGINE_THREADS_MAX,
     .help = "use N threads (default: one per core)", .group = how_group},
    {"min-games", 0, OPTION_UNSIGNED, "N", AT(min_games), .min = 1, .max = 1000000000,
     .help = "follow only book moves played in at least N games (default: all)",
     .group = which_group},
    {"nodes", 'n', OPTION_INT, "N", AT(nodes), .min = 1, .max = INT64_C(1) << 50,
     .help = "search each position for N nodes (default: 200000)", .group = how_group},
    {"plies", 0, OPTION_UNSIGNED, "N", AT(plies), .min = 1, .max = BALLOT_PLIES_MAX,
     .help = "take the book's positions after N plies (default: 6)", .group = which_group},
    {"quiet", 'q', OPTION_FLAG, NULL, AT(quiet), .help = "print errors only"},
    {"results", 0, OPTION_TEXT, "FILE", AT(results), .file = true,
     .help = "add how games from each position ended, from a results file of dama-match"},
    {"seed", 0, OPTION_INT, "N", AT(seed), .help = "random seed for --count (default: 1)",
     .group = which_group},
    {"variant", 0, OPTION_TEXT, "NAME", AT(variant), .choice = rules_name,
     .help = "rules for --deal (default: international)", .group = which_group},
};

struct run {
    const struct settings *settings;
    const struct rules *rules;
    struct opening_draws past;
    struct progress progress;
    struct buffer out;
    unsigned n;
};

static bool is_over(void *ctx)
{
    (void)ctx;
    return signals_stopped();
}

static void show(void *ctx, uint64_t judged)
{
    struct run *r = ctx;
    progress_show(&r->progress, judged);
}

/* ---- output ---- */

static void add_moves(const struct run *r, const struct judged_ballot *ballot, struct buffer *out)
{
    struct position pos;
    position_start(r->rules, &pos);
    for (unsigned i = 0; i < ballot->plies; i++) {
        char move[NOTATION_MOVE_SIZE];
        notation_write(r->rules, &pos, &ballot->moves[i], NOTATION_STYLE_SHORT, move);
        buffer_printf(out, "%s%s", i ? " " : "", move);
        move_play(r->rules, &pos, &ballot->moves[i]);
    }
}

static void add_csv(struct run *r, const struct judged_ballot *ballot, const char *fen)
{
    const struct opening_draw_count *past =
        opening_draws_find(&r->past, position_key(r->rules, &ballot->pos));
    buffer_printf(&r->out, "\"%s\",", fen);
    add_moves(r, ballot, &r->out);
    buffer_printf(&r->out, ",%.3f,%u,", score_in_men(ballot->score), ballot->depth);
    buffer_printf(&r->out, "%llu,", (unsigned long long)ballot->games);
    if (ballot->known)
        buffer_printf(&r->out, "%.3f", (double)ballot->drawn / (double)ballot->known);
    if (past && past->games)
        buffer_printf(&r->out, ",%llu,%.3f\n", (unsigned long long)past->games,
                      (double)past->drawn / (double)past->games);
    else
        buffer_add_string(&r->out, ",0,\n");
}

static int add_pdn(struct run *r, const struct judged_ballot *ballot)
{
    struct arena arena = {0};
    struct game game = {.arena = &arena, .rules = r->rules, .result = RESULT_UNKNOWN};
    struct node **next = &game.line.first;
    char name[32];
    int rc = 0;
    snprintf(name, sizeof name, "Ballot %u", r->n);
    position_start(r->rules, &game.start);
    for (unsigned i = 0; i < ballot->plies && rc == 0; i++) {
        if ((*next = game_new_node(&game))) {
            (*next)->kind = NODE_MOVE;
            (*next)->state = NODE_PLAYED;
            (*next)->move = ballot->moves[i];
            next = &(*next)->next;
        } else {
            rc = -1;
        }
    }
    if (rc == 0)
        rc = game_set_tag(&game, text_of("Event"), text_of(name))
             || game_set_tag(&game, text_of("Result"), text_of("*"))
             || game_set_rules_tags(&game, r->rules) || pdn_write(&game, NULL, &r->out, NULL);
    arena_fini(&arena);
    return rc ? -1 : 0;
}

static int print_ballot(void *ctx, const struct judged_ballot *ballot)
{
    struct run *r = ctx;
    char fen[FEN_SIZE];
    int rc = 0;
    buffer_clear(&r->out);
    r->n++;
    fen_write(r->rules, &ballot->pos, fen);
    if (r->settings->form == FORM_PDN)
        rc = add_pdn(r, ballot);
    else if (r->settings->form == FORM_CSV)
        add_csv(r, ballot, fen);
    else
        buffer_printf(&r->out, "%s\n", fen);
    if (rc || r->out.failed)
        return -1;
    fwrite(r->out.s, 1, r->out.n, stdout);
    return 0;
}

/* ---- the run ---- */

static int find(struct run *r, struct book *book)
{
    const struct settings *s = r->settings;
    struct err err = {0};
    struct ballots ballots = {
        .search = {.ops = &engine_ops_dama,
                   .rules = r->rules,
                   .engine = {.hash = amount_memory(s->hash),
                              .threads = 1,
                              .eval = s->eval,
                              .warn = command_warn},
                   .limits = {.depth = s->depth, .nodes = (uint64_t)s->nodes},
                   .threads = s->jobs ? s->jobs : machine_processors(),
                   .stopped = is_over,
                   .ctx = r},
        .book = book,
        .plies = book ? s->plies : s->deal,
        .min_games = s->min_games,
        .balance = (int)(s->balance * SCORE_MAN + 0.5),
        .count = s->count,
        .seed = s->seed < 0 ? 1 : (uint64_t)s->seed,
        .progress = show,
    };
    if (s->results && opening_draws_read(r->rules, s->results, &r->past, &err))
        return dama_book_failed(&err);
    if (s->form == FORM_CSV)
        puts("fen,moves,score,depth,games,draws,match_games,match_draws");
    progress_start(&r->progress, 0, "positions", s->quiet);
    int rc = ballots_find(&ballots, print_ballot, r, &err);
    progress_clear(&r->progress);
    if (rc < 0) {
        err_memory(&err);
        return dama_book_failed(&err);
    }
    if (rc > 0) {
        command_say("stopped; the list of positions is incomplete");
        return EXIT_STOPPED;
    }
    if (r->n == 0)
        command_say("no balanced position was found");
    else if (r->n < s->count)
        command_say("only %u balanced %s found", r->n,
                    r->n == 1 ? "position was" : "positions were");
    return r->n == 0 || r->n < s->count ? EXIT_FOUND : EXIT_WELL;
}

static int check(const struct settings *s, int operands)
{
    if (!s->deal && !operands)
        return command_usage("expected a BOOK or --deal=N");
    if (s->deal && operands)
        return command_usage("--deal takes no BOOK");
    if (s->deal && (s->plies || s->min_games))
        return command_usage("--plies and --min-games cannot be combined with --deal");
    if (!s->deal && s->variant)
        return command_usage("--variant requires --deal: a book has a variant of its own");
    if (s->seed >= 0 && !s->count)
        return command_usage("--seed requires --count");
    if (s->results && s->form != FORM_CSV)
        return command_usage("--results requires --format=csv");
    return EXIT_WELL;
}

static int run(const struct command *command, int argc, char **argv)
{
    struct settings s = {.balance = 0.15, .hash = 8 << 20, .seed = -1};
    struct run r = {.settings = &s};
    struct book *book = NULL;
    struct err err = {0};
    int first;
    if (options_read(command, argc, argv, &s, &first))
        return EXIT_USAGE;
    int status = check(&s, argc - first);
    if (status)
        return status;
    if (!s.depth && !s.nodes)
        s.nodes = 200000;
    s.plies = s.plies ? s.plies : 6;
    if (s.deal
        && rules_find(text_of(s.variant ? s.variant : rules_international->name), &r.rules, &err))
        return command_usage("%s", err.msg);
    if (!s.deal && (status = dama_book_open(argv[first], BOOK_READ, &book)) == 0)
        r.rules = book_settings(book)->rules;
    if (status == 0)
        status = find(&r, book);
    book_close(book);
    opening_draws_fini(&r.past);
    buffer_fini(&r.out);
    return command_finish(status);
}

const struct command dama_book_ballots = {
    .name = "ballots",
    .summary = "find balanced starting positions",
    .usage = "{BOOK | --deal N}",
    .rows = rows,
    .n_rows = OPTION_COUNT(rows),
    .operands_max = 1,
    .files = true,
    .run = run,
};
