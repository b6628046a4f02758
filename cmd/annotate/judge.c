// SPDX-License-Identifier: MIT
/* Moves games from the inputs into the journal, and from there to the engines. */
#include "cmd/annotate/annotate.h"
#include "cmd/lib/progress.h"
#include "cmd/lib/read-games.h"
#include "cmd/lib/stored-judgements.h"
#include "cmd/lib/terminal.h"
#include "core/base/amount.h"
#include "core/base/array.h"
#include "core/base/clock.h"
#include "core/base/pipeline.h"
#include "core/base/signals.h"
#include "core/game/game-start.h"
#include "core/store/record.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    GAMES_A_SECOND = 5000, /* a low estimate of how fast the output is written */
    PAGES_A_SECOND = 50,   /* slower, as each is safe on disk before the next one */
    WRITING_MS = 2000,
    WRITING_SHARE = 4, /* of a short time, writing gets a quarter at most */
    KEEP_MS = 2000,
};

/*
 * The byte before a game that was read: 0 if a filter leaves it out; MATCHES, with BOOK_IS_OTHER if
 * --book is for another variant; or the question about a composition: its result and these bits.
 * The key of a game's moves does not show whether an illegal move follows.
 */
enum { MATCHES = 1, BOOK_IS_OTHER = 1 << 1, QUESTION = 1 << 6, QUESTION_ILLEGAL = 1 << 5 };

/* ---- reading ---- */

static int is_wanted(const struct annotation_run *run, const struct game *game)
{
    for (unsigned i = 0; i < run->n_filters; i++) {
        int rc = filter_matches(run->filters[i], game);
        if (rc <= 0)
            return rc;
    }
    return 1;
}

static unsigned question_of(const struct game *game)
{
    const struct node *node = game->line.first;
    while (node && node->kind == NODE_MOVE && node->state == NODE_PLAYED)
        node = node->next;
    return (unsigned)QUESTION | (node ? QUESTION_ILLEGAL : 0U) | game->result;
}

static enum annotate_form form_of(const struct format *from)
{
    return from == format_find("pdn", NULL)     ? ANNOTATE_PDN
           : from == format_find("jsonl", NULL) ? ANNOTATE_JSONL
                                                : ANNOTATE_NO_SOURCE;
}

static int pack_game(void *ctx, unsigned worker, const struct format *from, struct game *game,
                     struct buffer *out, struct err *err)
{
    struct annotation_run *run = ctx;
    int wanted = is_wanted(run, game);
    unsigned about = wanted ? MATCHES : 0;
    struct game_setups setups;
    (void)worker;
    if (wanted < 0)
        return err_memory(err);
    game_take_setups(game, &setups);
    if (run->options->problems && (!game_first_position_is_known(game) || !game->start_given))
        wanted = 0;
    else if (run->options->problems && wanted)
        about = question_of(game);
    else if (wanted && run->book_rules && run->book_rules != game->rules)
        about |= BOOK_IS_OTHER;
    game_put_setups(game, &setups);
    buffer_add_char(out, (char)about);
    return annotate_pack(game, wanted, form_of(from), out, err);
}

/* To the journal each question is a game of its own; even one without moves is examined. */
static void make_problem(struct journal_game *game, unsigned question)
{
    game->key.low += question;
    if (!game->plies)
        game->plies = 1;
}

static int take_game(void *ctx, struct text bytes, struct err *err)
{
    struct annotation_run *run = ctx;
    struct journal_game game;
    if (!bytes.n || !annotate_unpack((struct text){bytes.s + 1, bytes.n - 1}, &game))
        return err_plain(err, "a game that was read is damaged");
    if (bytes.s[0] & QUESTION)
        make_problem(&game, (unsigned)bytes.s[0]);
    run->games++;
    run->matching += bytes.s[0] != 0;
    run->without_book += bytes.s[0] == (MATCHES | BOOK_IS_OTHER);
    return journal_games_add(run->journal, &game, err);
}

/*
 * Records the thresholds. Verdicts do not depend on them, but what --join makes of the verdicts
 * does.
 */
static int write_thresholds(struct annotation_run *run, struct err *err)
{
    const struct verdict_thresholds *t = &run->annotation.thresholds;
    char text[120];
    snprintf(text, sizeof text, "%.17g %.17g %.17g %.17g", t->inaccuracy, t->mistake, t->blunder,
             t->win);
    return journal_set(run->journal, "thresholds", text_of(text), err);
}

/* Whether the journal is of a run with these settings. @return 1, 0, -1 with `err` */
static int has_same_settings(struct annotation_run *run, struct text ours, struct err *err)
{
    struct buffer old = {0};
    int rc = journal_setting(run->journal, "settings", &old, err);
    if (rc > 0)
        rc = text_same(buffer_text(&old), ours);
    buffer_fini(&old);
    return rc;
}

/* @return 0, or -1 with `err` */
static int write_settings(struct annotation_run *run, struct text ours, struct err *err)
{
    const struct annotate_options *o = run->options;
    char inaccuracy[32];
    snprintf(inaccuracy, sizeof inaccuracy, "%g", run->annotation.thresholds.inaccuracy);
    const struct {
        const char *name;
        struct text value;
    } rows[] = {
        {"annotator", text_of(run->annotator)},
        {"exercises", text_of(o->exercises ? "1" : "")},
        {"problems", text_of(o->problems ? PROBLEMS_SETTING : "")},
        {"inaccuracy", text_of(inaccuracy)},
        {"variant", text_of(run->rules ? rules_spelling(run->rules) : "")},
        {"spent", text_of("0")},
        {"settings", ours}, /* last, once everything else is stored */
    };
    for (size_t i = 0; i < ARRAY_LEN(rows); i++)
        if (journal_set(run->journal, rows[i].name, rows[i].value, err))
            return -1;
    return 0;
}

/* Forgets the verdicts of another run, but not its positions. */
static int take_settings(struct annotation_run *run, struct err *err)
{
    uint8_t bytes[16];
    hash128_put(run->settings, bytes);
    const struct text ours = {(const char *)bytes, sizeof bytes};
    const int same = has_same_settings(run, ours, err);
    if (same < 0 || write_thresholds(run, err))
        return -1;
    return same
                   || (journal_verdicts_forget(run->journal, err) == 0
                       && write_settings(run, ours, err) == 0)
               ? 0
               : -1;
}

/* Keeps the rows of games that are not analysed; the others get new ones. */
static int keep_rows_of(void *ctx, int64_t number, const struct journal_game *game, struct err *err)
{
    struct annotation_run *run = ctx;
    struct record record;
    (void)number;
    if (game->plies || !record_unpack(game->record, &record))
        return 0;
    return stored_judgements_keep(run->stored, record.content, run->journal, err);
}

/*
 * Keeps the judgements that games of collections come with, since --join has only the journals.
 * @param failed some inputs could not be read: what cannot be opened may be one of them
 */
static int keep_rows(struct annotation_run *run, char *const *operands, int n, bool failed,
                     struct err *err)
{
    struct err why = {0};
    if (!run->shards && !(run->to && run->to->kind == FORMAT_STORE))
        return 0;
    if (stored_judgements_open(operands, n, &run->stored, &why) && !(failed && run->stored)) {
        *err = why;
        return -1;
    }
    return run->shards ? journal_games_each(run->journal, keep_rows_of, run, err) : 0;
}

/*
 * Games with something wrong are no failure of a shard: whoever waits for all shards must see which
 * ones to run again. --join has the status.
 */
static void note_found(struct annotation_run *run)
{
    if (!run->shards)
        run->status = command_worse(run->status, EXIT_FOUND);
}

void annotation_run_say_errors(struct annotation_run *run, uint64_t bad)
{
    note_found(run);
    if (!run->options->quiet)
        command_say("%llu of %lld game%s %s errors; what follows an error is not analysed",
                    (unsigned long long)bad, (long long)run->games, run->games == 1 ? "" : "s",
                    bad == 1 ? "has" : "have");
}

/* A book that no game can use is a mistake. @return EXIT_WELL; EXIT_IO, already reported */
static int check_book_fits(const struct annotation_run *run)
{
    const char *book = run->options->book;
    if (!run->without_book)
        return EXIT_WELL;
    if (run->without_book == run->matching) {
        command_say("%s: this book is for %s, but no game is", book,
                    rules_spelling(run->book_rules));
        return EXIT_IO;
    }
    command_say("warning: %s is a book for %s; %lld %s without it", book,
                rules_spelling(run->book_rules), (long long)run->without_book,
                run->without_book == 1 ? "game of another variant is analysed"
                                       : "games of other variants are analysed");
    return EXIT_WELL;
}

/* Records how many games have errors, for --join, which has only the journal. */
static int write_errors(struct annotation_run *run, uint64_t bad, struct err *err)
{
    char text[32];
    snprintf(text, sizeof text, "%llu", (unsigned long long)bad);
    return journal_set(run->journal, "errors", text_of(text), err);
}

/*
 * Begins to read the list of games anew. Nothing is committed before the list is complete, so that
 * a run that stops while it reads does not cost the verdicts of the one before.
 * @param before set to the key of the list so far
 */
static int begin_list(struct annotation_run *run, struct hash128 *before, struct err *err)
{
    return journal_games_key(run->journal, before, err) || journal_games_begin(run->journal, err)
                   || take_settings(run, err)
               ? -1
               : 0;
}

/* Commits the list. The time that a run has used on other games counts no more. */
static int end_list(struct annotation_run *run, const struct hash128 *before, struct err *err)
{
    struct hash128 now;
    if (journal_games_key(run->journal, &now, err)
        || (!hash128_same(*before, now) && journal_set(run->journal, "spent", text_of("0"), err)))
        return -1;
    return journal_games_end(run->journal, err);
}

int annotation_run_read(struct annotation_run *run, char *const *operands, int n, struct err *err)
{
    const struct annotate_options *o = run->options;
    const char *outputs[ANNOTATION_OUTPUTS + 1];
    annotation_run_outputs(run, outputs);
    struct game_tally tally = {0};
    struct game_reading how = {.from = o->from,
                               .variant = run->rules,
                               .jobs = o->jobs,
                               .outputs = outputs,
                               .quiet = o->quiet,
                               /* problems_print reports a composition's illegal moves */
                               .verbose = !(o->quiet && o->problems),
                               .faulty_too = true,
                               .keeps_source = true,
                               .work = pack_game,
                               .take = take_game,
                               .ctx = run};
    struct hash128 before;
    if (begin_list(run, &before, err))
        return -1;
    int status = read_games(&how, operands, n, &tally, err);
    const bool nothing = /* so nothing is written either */
        !run->games && (status == EXIT_IO || annotation_run_writes_files(run));
    if (status < 0 || status == EXIT_STOPPED || status == EXIT_USAGE || nothing)
        return status;
    if (keep_rows(run, operands, n, status == EXIT_IO, err) || write_errors(run, tally.bad, err)
        || end_list(run, &before, err))
        return -1;
    run->status = status;
    if (tally.bad)
        annotation_run_say_errors(run, tally.bad);
    if (run->games && !run->matching && !o->quiet)
        command_say("%lld game%s not match; none is left to analyse%s", (long long)run->games,
                    run->games == 1 ? " does" : "s do",
                    o->players.n ? " (dama-convert --table=players lists the names)" : "");
    return check_book_fits(run);
}

/* ---- judging ---- */

struct watch_run {
    struct annotation_run *run;
    bool on, shown;
    int64_t kept;         /* ms used by this run that have been recorded */
    int64_t spent_before; /* ms used by earlier runs of the same command */
};

static void show(const struct annotate_progress *p)
{
    const double seconds = p->ms > 0 ? (double)p->ms / 1000 : 1;
    struct buffer line = {0};
    buffer_printf(&line, "%u of %u games", p->done, p->games);
    if (p->deepening)
        buffer_printf(&line, ", %u searched deeper", p->deepened);
    else
        buffer_printf(&line, ", %.0f games/hour", (p->done - p->before) * 3600 / seconds);
    buffer_printf(&line, ", %.2f M nodes/s", (double)p->nodes / seconds / 1e6);
    if (p->left_ms >= 0)
        progress_add_left((double)p->left_ms / 1000, &line);
    progress_print(&line);
}

/* Records games that have no verdicts on purpose, for --join: a line for each variant. */
static void note_refused(struct annotation_run *run, const struct rules *rules, const char *why)
{
    struct buffer list = {0};
    struct err err = {0};
    int rc = journal_setting(run->journal, "refused", &list, &err);
    buffer_printf(&list, "%s\t%s\n", rules_spelling(rules), why);
    if (rc < 0 || list.failed || journal_set(run->journal, "refused", buffer_text(&list), &err))
        command_say("cannot record the skipped variant in the journal: %s",
                    *err.msg ? err.msg : "out of memory");
    buffer_fini(&list);
}

static void on_refused(void *ctx, const struct rules *rules, const char *why)
{
    struct watch_run *watch = ctx;
    note_refused(watch->run, rules, why);
    if (watch->shown)
        terminal_erase_line();
    command_say("%s games are not analysed: %s", rules_spelling(rules), why);
    note_found(watch->run);
}

const struct failed_game *annotation_run_find_failed(const struct annotation_run *run,
                                                     struct hash128 key)
{
    HASHTABLE_EACH (&run->failed_index, hashtable_hash(&key, sizeof key), i) {
        if (hash128_same(run->failed[i].key, key))
            return &run->failed[i];
    }
    return NULL;
}

void annotation_run_failed_at(struct annotation_run *run, int64_t number, struct hash128 key,
                              const char *why)
{
    command_say("game %lld of the input is not analysed: %s", (long long)number, why);
    run->status = command_worse(run->status, EXIT_PEER);
    if (!ARRAY_GROW(run->failed, run->n_failed, run->room_failed))
        return; /* the game is passed on without a mark */
    if (!annotation_run_find_failed(run, key)
        && hashtable_add(&run->failed_index, hashtable_hash(&key, sizeof key), run->n_failed))
        return; /* likewise */
    struct failed_game *game = &run->failed[run->n_failed++];
    game->key = key;
    snprintf(game->reason, sizeof game->reason, "%s", why);
}

static void on_failed(void *ctx, const struct annotate_task *task, const char *why)
{
    struct watch_run *watch = ctx;
    if (watch->shown)
        terminal_erase_line();
    annotation_run_failed_at(watch->run, task->number, task->key, why);
}

/* Records the games at which the engine has failed, for --join: key and reason, one per line. */
static int write_failed(struct annotation_run *run, struct err *err)
{
    struct buffer list = {0};
    for (unsigned i = 0; i < run->n_failed; i++) {
        const struct failed_game *game = &run->failed[i];
        buffer_printf(&list, "%016" PRIx64 " %016" PRIx64 " %s\n", game->key.low, game->key.high,
                      game->reason);
    }
    int rc = list.failed ? err_memory(err)
                         : journal_set(run->journal, "failed", buffer_text(&list), err);
    buffer_fini(&list);
    return rc;
}

/* The time that an interrupted --for has already used; if that is all of it, it begins anew. */
static int64_t read_spent(struct annotation_run *run)
{
    struct buffer text = {0};
    int64_t spent = 0;
    if (journal_setting(run->journal, "spent", &text, NULL) > 0) {
        buffer_add_char(&text, '\0');
        if (!text.failed)
            spent = strtoll(text.s, NULL, 10);
    }
    buffer_fini(&text);
    return spent < run->options->for_ms ? spent : 0;
}

static int write_spent(struct annotation_run *run, int64_t ms, struct err *err)
{
    char text[32];
    snprintf(text, sizeof text, "%lld", (long long)ms);
    return journal_set(run->journal, "spent", text_of(text), err)
                   || journal_commit(run->journal, err)
               ? -1
               : 0;
}

/*
 * Records the time used from time to time, so that no more is used after a crash than was given.
 */
static void on_progress(void *ctx, const struct annotate_progress *p)
{
    struct watch_run *watch = ctx;
    if (watch->run->options->for_ms && p->ms - watch->kept >= KEEP_MS) {
        struct err err = {0};
        watch->kept = p->ms;
        /* only an estimate, so this may fail */
        write_spent(watch->run, watch->spent_before + clock_ms() - watch->run->began, &err);
    }
    if (!watch->on || p->ms < 1000)
        return;
    show(p);
    watch->shown = true;
}

static uint64_t engine_number(const struct annotation_run *run)
{
    struct buffer words = {0};
    annotation_run_engine_name(run, &words);
    buffer_printf(&words, "|%s|%s", run->options->eval ? run->options->eval : "",
                  run->options->egdb);
    annotation_run_add_program(run, &words);
    uint64_t number = hash128_of(words.s, words.n).low;
    buffer_fini(&words);
    return number;
}

static void tell_how_far(const struct annotation_run *run, const char *why,
                         const struct annotate_progress *p)
{
    command_say("%s with %u of %u games analysed; %s", why, p->done, p->games,
                run->is_temporary ? "nothing is kept without --journal"
                                  : "run the same command again to continue");
}

static int tell_stopped(const struct annotation_run *run, const struct annotate_progress *p)
{
    tell_how_far(run, signals_stopped() ? "stopped" : "out of time", p);
    return EXIT_STOPPED;
}

/* The engine has failed for good: judgements made before that are kept. */
static int tell_gave_up(const struct annotation_run *run, const struct annotate_progress *p,
                        const struct err *why)
{
    command_say("%s", why->msg);
    tell_how_far(run, "gave up", p);
    return EXIT_PEER;
}

/* The time to reserve for writing: less if there is little time. */
static int64_t writing_ms(const struct annotation_run *run)
{
    if (!deadline_is_set(&run->deadline))
        return 0;
    const int64_t a_second = run->options->html ? PAGES_A_SECOND : GAMES_A_SECOND;
    const int64_t wanted = WRITING_MS + run->games * 1000 / a_second;
    const int64_t whole = clock_ms() - run->began + deadline_left(&run->deadline);
    const int64_t most = whole / WRITING_SHARE;
    return wanted < most ? wanted : most;
}

int annotation_run_judge(struct annotation_run *run, struct err *err)
{
    const struct annotate_options *o = run->options;
    struct watch_run watch = {.run = run, .on = !o->quiet && terminal_shows_progress()};
    struct annotate_progress progress = {0};
    int64_t spent = o->for_ms ? read_spent(run) : 0;
    watch.spent_before = spent;
    run->judging = deadline_before(&run->deadline, spent + writing_ms(run));
    struct annotate_settings settings = {
        .judge = {.ops = run->ops,
                  .ops_ctx = &run->hub,
                  .engine = {.eval = o->eval,
                             .threads = o->threads,
                             .hash = amount_memory(o->hash),
                             .warn = command_warn},
                  .limits = run->limits,
                  .game_ms = o->game_ms,
                  .multi = o->multi,
                  .verify = run->annotation.thresholds.inaccuracy,
                  .only_moves = true},
        .range = run->range,
        .egdb = strcmp(o->egdb, "none") == 0 ? NULL : o->egdb,
        .book = o->book,
        .engine = engine_number(run),
        .jobs = pipeline_jobs(o->jobs),
        .deadline = run->judging,
        .exercises = o->exercises != NULL,
        .problems = o->problems,
        .shard = run->shard,
        .shards = run->shards,
        .stopped = signals_stopped,
        .progress = on_progress,
        .refused = on_refused,
        .failed = on_failed,
        .ctx = &watch,
    };
    if (journal_set(run->journal, "refused", (struct text){"", 0}, err))
        return -1;
    int rc = annotate_run(run->journal, &settings, &progress, err);
    if (watch.shown)
        terminal_erase_line();
    if (rc < 0 || write_failed(run, err))
        return -1;
    /* an interrupted run can use the rest of its time; otherwise the next one gets all of it */
    const bool interrupted = signals_stopped() || rc == 2;
    if (o->for_ms && write_spent(run, interrupted ? spent + clock_ms() - run->began : 0, err))
        return -1;
    if (rc == 2)
        return tell_gave_up(run, &progress, err);
    if (signals_stopped() || rc > 0)
        return tell_stopped(run, &progress);
    return EXIT_WELL;
}
