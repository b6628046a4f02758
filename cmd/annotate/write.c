// SPDX-License-Identifier: MIT
/* From the journal to the output: each game with its verdicts, in the order of the input. */
#include "cmd/annotate/annotate.h"
#include "cmd/annotate/exercises.h"
#include "cmd/annotate/novelties.h"
#include "cmd/annotate/pages.h"
#include "cmd/annotate/problems.h"
#include "cmd/lib/stored-judgements.h"
#include "cmd/lib/written-losses.h"
#include "cmd/lib/written-rules.h"
#include "core/base/outfile.h"
#include "core/base/printable.h"
#include "core/base/signals.h"
#include "core/check/check.h"
#include "core/game/game-start.h"
#include "core/game/move-number.h"
#include "core/store/record.h"
#include "core/store/store.h"
#include "core/study/annotate-list.h"
#include "core/study/judged-pack.h"
#include "core/study/judged-row.h"
#include "core/study/player-sums.h"
#include "core/study/problem-note.h"
#include "pdn/formats/jsonl.h"
#include "pdn/pdn.h"

#include <stdlib.h>
#include <string.h>

/* The state of writing. */
struct writing {
    struct annotation_run *run;
    struct checker *checker;
    struct arena arena;
    struct buffer text, verdict;
    const struct rules *signed_rules; /* the rules for which run->signature was made */
    struct outfile *file;             /* for text formats */
    struct store *store;              /* for a collection */
    struct pages *pages;              /* NULL: none are wanted */
    struct problems problems;
    struct player_sums players;
    struct verdict_sum sums[2]; /* of White and of Black in the current game */
    struct judged_ply plies[JUDGE_PLIES + 1];
    unsigned n_plies; /* in the current game; 0: not judged */
    struct judged_row_text row;
    enum move_verdict old[JUDGE_PLIES];
    uint64_t changed;
    struct written_rules written_rules;
    struct written_losses losses;
    uint64_t unreadable; /* records that could not be read as games; left out */
    uint64_t cut_off;    /* games analysed only up to a position that is set up in them */
};

static int add_sums(struct writing *w, const struct game *game, unsigned n, struct err *err)
{
    static const char *const tags[] = {[WHITE] = "White", [BLACK] = "Black"};
    const bool one_name = text_same(game_tag(game, tags[WHITE]), game_tag(game, tags[BLACK]));
    for (unsigned side = WHITE; side <= BLACK; side++) {
        struct verdict_sum *sum = player_sums_of(&w->players, game_tag(game, tags[side]));
        if (!sum)
            return err_memory(err);
        verdict_sum_add(sum, w->plies, n, (enum side)game->start.turn, (enum side)side,
                        &w->run->annotation.thresholds);
        sum->games -= side == BLACK && one_name; /* it is still a single game */
        verdict_sum_add(&w->sums[side], w->plies, n, (enum side)game->start.turn, (enum side)side,
                        &w->run->annotation.thresholds);
    }
    return 0;
}

/*
 * Whether a verdict has changed. Games annotated with --only-faults do not mark good moves, or only
 * moves.
 */
static bool is_change(enum move_verdict old, enum move_verdict now)
{
    if (old == VERDICT_NONE)
        return verdict_is_fault(now);
    return old != now && (old > VERDICT_GOOD || now > VERDICT_GOOD);
}

/* Prints the verdicts that differ from those that the game came with. */
static void tell_changes(struct writing *w, const struct game *game, int64_t number, unsigned n)
{
    const struct node *node = game->line.first;
    if (!annotation_read(game, w->old))
        return;
    for (unsigned i = 0; i < n && node; i++, node = node->next) {
        enum move_verdict now = verdict_of(&w->plies[i], &w->run->annotation.thresholds);
        if (!is_change(w->old[i], now))
            continue;
        w->changed++;
        struct move_number count = move_number_at(game, i);
        printable_fprintf(stdout, "game %lld, %u%s %.*s: %s -> %s", (long long)number, count.number,
                          move_number_dots(count), TEXT_ARGS(node->text),
                          w->old[i] ? verdict_word(w->old[i]) : "none",
                          now ? verdict_word(now) : "none");
        putchar('\n');
    }
}

/*
 * A game without verdicts is passed on with those of an earlier run; if the engine has failed at
 * it, that is noted in it.
 */
static int mark_failed(struct writing *w, struct game *game, struct hash128 key, struct err *err)
{
    const struct failed_game *failed = annotation_run_find_failed(w->run, key);
    return failed ? annotation_mark_unjudged(game, failed->reason, err) : 0;
}

/*
 * Reports damage. The positions are still known, so the same command finds all verdicts again in no
 * time.
 */
static int damaged(const struct writing *w, int64_t number, struct err *err)
{
    const struct annotation_run *run = w->run;
    if (!run->is_temporary && journal_verdicts_forget(run->journal, err))
        return -1;
    return err_set(err, (struct src_pos){.file = run->journal_path},
                   "damaged: the verdicts of game %lld do not match its moves%s", (long long)number,
                   run->is_temporary ? "" : "; run the same command again to redo them");
}

/* Prints the findings on a composition, and writes them into it. */
static int annotate_problem(struct writing *w, struct game *game, int64_t number, struct err *err)
{
    struct problem problem;
    int rc = problem_unpack(game, buffer_text(&w->verdict), &problem);
    if (rc < 0)
        return err_memory(err);
    if (rc == 0)
        return damaged(w, number, err);
    return problems_print(&w->problems, game, number, &problem, stdout, err)
                   || problem_note_write(game, &problem, w->run->signature, err)
               ? -1
               : 0;
}

/* Makes the Annotator tag: engine and limits, and the weights and databases for these rules. */
static int sign(struct writing *w, const struct rules *rules, struct err *err)
{
    struct annotation_run *run = w->run;
    if (rules == w->signed_rules)
        return 0;
    int rc = annotate_knowledge_find(run->journal, rules, &w->text, err);
    if (rc < 0)
        return -1;
    snprintf(run->signature, sizeof run->signature, "%s%s%.*s", run->annotator, rc ? ", " : "",
             rc ? (int)w->text.n : 0, rc ? w->text.s : "");
    w->signed_rules = rules;
    return 0;
}

/* Marks the place from which a game was not judged. */
static int mark_end(struct writing *w, struct game *game, unsigned n, struct err *err)
{
    const struct node *last = NULL, *node = game->line.first;
    char why[NOTATION_MOVE_SIZE + 64] = "from the beginning";
    for (unsigned i = 0; i < n && node; i++, node = node->next)
        last = node;
    if (!node || node->kind != NODE_SETUP)
        return annotation_mark_unjudged(game, NULL, err);
    if (last) {
        const struct move_number count = move_number_at(game, n - 1);
        const size_t length = last->text.n < NOTATION_MOVE_SIZE ? last->text.n : NOTATION_MOVE_SIZE;
        snprintf(why, sizeof why, "from the position set up after %u%s %.*s on", count.number,
                 move_number_dots(count), (int)length, last->text.s);
    }
    w->cut_off += node->state == NODE_PLAYED; /* otherwise it is an error, and reported as such */
    return annotation_mark_unjudged(game, why, err);
}

/* Puts the verdicts on a game into it, if there are any. */
static int annotate_game(struct writing *w, struct game *game, int64_t number, struct hash128 key,
                         struct err *err)
{
    uint64_t nodes;
    unsigned n;
    int rc = journal_verdict_get(w->run->journal, key, &nodes, &w->verdict, err);
    if (rc <= 0)
        return rc < 0 ? -1 : mark_failed(w, game, key, err);
    if (sign(w, game->rules, err))
        return -1;
    if (w->run->options->problems)
        return annotate_problem(w, game, number, err);
    rc = judged_pack_read(game, buffer_text(&w->verdict), w->plies, &n);
    if (rc < 0)
        return err_memory(err);
    if (rc == 0)
        return damaged(w, number, err);
    if (w->run->exercises && exercises_add(w->run->exercises, game, number, w->plies, n, err))
        return -1;
    w->n_plies = n;
    if (w->run->novelties
        && novelties_add(w->run->novelties, game, number, w->plies, n, stdout, err))
        return -1;
    if (w->run->options->diff)
        tell_changes(w, game, number, n);
    if (add_sums(w, game, n, err))
        return -1;
    return annotation_write(&w->run->annotation, game, w->plies, n, err)
                   || mark_end(w, game, n, err)
               ? -1
               : 0;
}

/*
 * Writes the judged plies as rows: into the collection, under the game's id there, or as JSON
 * appended to `text`.
 */
static int put_rows(struct writing *w, const struct game *game, int64_t id, struct err *err)
{
    struct position pos;
    const struct node *node = game_first_position(game, &pos);
    for (unsigned i = 0; i < w->n_plies && node; i++, node = node->next) {
        struct store_judgement row;
        if (judged_row(game->rules, &pos, &node->move, i, &w->plies[i],
                       &w->run->annotation.thresholds, &w->row, &row))
            return err_memory(err);
        if (w->store && store_add_judgement(w->store, id, &row, err))
            return -1;
        if (!w->store) {
            buffer_add_string(&w->text, i ? "," : "");
            judged_row_json(&row, &w->text);
        }
        move_play(game->rules, &pos, &node->move);
    }
    return 0;
}

/* @param content identifies the game as it was read */
static int put_in_store(struct writing *w, const struct game *game, struct hash128 content,
                        struct err *err)
{
    int64_t id;
    bool added;
    if (store_add_game(w->store, game, &added, &id, err))
        return -1;
    if (w->n_plies)
        return store_drop_judgements(w->store, id, err) || put_rows(w, game, id, err) ? -1 : 0;
    if (!added)
        return 0;
    return w->run->options->join
               ? -(journal_rows_put(w->run->journal, content, w->store, id, err) < 0)
               : stored_judgements_copy(w->run->stored, content, w->store, id, err);
}

static bool is_jsonl(const struct format *format) { return strcmp(format->name, "jsonl") == 0; }

/*
 * Reopens the object of a game, which ends in "}" and a line end, to add one more member: the new
 * rows, or those that the game had.
 */
static int add_json_rows(struct writing *w, const struct game *game, struct annotate_source source,
                         struct err *err)
{
    struct text kept = {0};
    int rc = 0;
    if (w->text.n < 2 || !is_jsonl(w->run->to))
        return 0;
    if (!w->n_plies && source.form == ANNOTATE_JSONL)
        kept = jsonl_member(source.text, "judgements");
    if (!w->n_plies && !kept.n)
        return 0;
    w->text.n -= 2;
    buffer_add_string(&w->text, ",\"judgements\":");
    buffer_add_text(&w->text, kept);
    if (!kept.n) {
        buffer_add_char(&w->text, '[');
        rc = put_rows(w, game, 0, err);
        buffer_add_char(&w->text, ']');
    }
    buffer_add_string(&w->text, "}\n");
    return rc == 0 && w->text.failed ? err_memory(err) : rc;
}

/* Whether a source is in the format of the output. */
static bool fits_output(const struct writing *w, struct annotate_source source)
{
    const struct format *to = w->run->to;
    return source.text.n
           && ((source.form == ANNOTATE_PDN && to->split == pdn_split)
               || (source.form == ANNOTATE_JSONL && is_jsonl(to)));
}

/* Whether nothing of a record could be read. */
static bool is_unreadable(const struct game *game, struct annotate_source source)
{
    return source.form == ANNOTATE_JSONL && !game->n_tags && !game->start_given && !game->line.first
           && !game->line.before && !game->terminator.n && game->result == RESULT_NONE;
}

/* Writes a game that was not analysed as it was read. */
static void put_source(struct writing *w, struct text source)
{
    printable_write(outfile_stream(w->file), text_trim(source));
    fputs(w->run->to->split == pdn_split ? "\n\n" : "\n", outfile_stream(w->file));
}

/*
 * @param content identifies the game as it was read
 * @param source  of a game in PDN or JSON Lines that was not analysed, or has older judgements
 * @param as_read the game was not to be analysed
 */
static int put_game(struct writing *w, struct game *game, struct hash128 content,
                    struct annotate_source source, bool as_read, struct err *err)
{
    const bool unreadable = is_unreadable(game, source);
    if (!w->run->to)
        return 0;
    const struct rules *rules = w->run->to->split == pdn_split ? game->rules : NULL;
    if (as_read && fits_output(w, source)) {
        written_rules_note(&w->written_rules, rules, check_has_rules_tag(game));
        put_source(w, source.text);
        return 0;
    }
    w->unreadable += unreadable;
    if (unreadable)
        return 0;
    if (w->store)
        return put_in_store(w, game, content, err);
    struct format_output output = {0};
    buffer_clear(&w->text);
    if (check_name_squares(game, err)
        || check_name_rules(
            w->checker, game, w->run->rules,
            w->run->to->split == pdn_split ? CHECK_FOR_SAME_PDN : CHECK_FOR_OTHER_FORMAT, err)
        || format_write(w->run->to, &output, game, &w->text, &w->losses.lost, NULL, err)
        || add_json_rows(w, game, source, err))
        return -1;
    written_rules_note(&w->written_rules, rules, check_has_rules_tag(game));
    w->losses.results += w->run->to->split == pdn_split && written_losses_has_two_results(game);
    printable_write(outfile_stream(w->file), buffer_text(&w->text));
    return 0;
}

/* @return 0, 1 stopped by a signal, -1 with `err` */
static int write_game(void *ctx, int64_t number, const struct journal_game *stored, struct err *err)
{
    struct writing *w = ctx;
    struct findings found = {.arena = &w->arena};
    struct record record;
    struct game game = {.arena = &w->arena};
    struct game_setups setups;
    if (signals_stopped() && !w->run->is_temporary) /* otherwise the work would be lost */
        return 1;
    arena_reset(&w->arena);
    memset(w->sums, 0, sizeof w->sums);
    w->n_plies = 0;
    size_t packed = record_unpack(stored->record, &record);
    if (!packed || record_game(&record, &game, err))
        return err_set(err, (struct src_pos){.file = w->run->journal_path},
                       "damaged: game %lld cannot be read", (long long)number);
    if (check_game(w->checker, &game, &found, err))
        return -1;
    game_take_setups(&game, &setups);
    if (stored->plies && annotate_game(w, &game, number, stored->key, err))
        return -1;
    const bool has_position = game_first_position_is_known(&game) && game.start_given;
    game_put_setups(&game, &setups);
    w->problems.left_out += w->run->options->problems && !has_position;
    if (w->pages && pages_add(w->pages, &game, w->sums, err))
        return -1;
    const struct text rest = {stored->record.s + packed, stored->record.n - packed};
    return put_game(w, &game, record.content, annotate_source_of(rest), !stored->plies, err);
}

static int open_output(struct writing *w, struct err *err)
{
    const struct annotation_run *run = w->run;
    const char *path = run->options->output ? run->options->output : "-";
    const enum html_index_kind kind =
        run->options->problems ? HTML_INDEX_OF_PROBLEMS : HTML_INDEX_OF_GAMES;
    if (run->options->html && pages_open(run->options->html, kind, run->games, &w->pages, err))
        return -1;
    if (!run->to)
        return 0;
    if (run->to->kind != FORMAT_STORE) {
        struct format_output output = {0};
        if (outfile_open(path, &w->file, err))
            return -1;
        if (run->to->head) {
            run->to->head(&output, &w->text);
            printable_write(outfile_stream(w->file), buffer_text(&w->text));
        }
        return 0;
    }
    return store_open(path, STORE_WRITE, &w->store, err) || store_begin(w->store, err) ? -1 : 0;
}

static int write_summary(struct writing *w, struct err *err)
{
    const struct annotate_options *o = w->run->options;
    struct outfile *file;
    if (!o->summary)
        return 0;
    if (outfile_open(o->summary, &file, err))
        return -1;
    player_sums_write(&w->players, (enum player_sums_format)o->summary_format,
                      outfile_stream(file));
    return outfile_finish(&file, err);
}

/* @return as write_game */
static int write_all(struct writing *w, struct err *err)
{
    if (open_output(w, err))
        return -1;
    int rc = journal_games_each(w->run->journal, write_game, w, err);
    if (rc == 0 && w->pages)
        rc = pages_finish(w->pages, err);
    if (rc == 0 && w->run->novelties)
        rc = novelties_finish(w->run->novelties, stdout, err);
    if (rc == 0 && w->run->exercises)
        rc = exercises_finish(w->run->exercises, err);
    if (rc == 0 && w->store)
        rc = store_commit(w->store, err);
    if (rc == 0 && w->file)
        rc = outfile_finish(&w->file, err);
    return rc ? rc : write_summary(w, err);
}

/* Reports what there is to say after everything is written. */
static void say_end(const struct writing *w)
{
    const struct annotation_run *run = w->run;
    if (run->options->quiet)
        return;
    if (run->to) {
        written_rules_say(&w->written_rules,
                          "separate them with dama-convert --split=variant first");
        written_losses_say(&w->losses, run->to);
        written_losses_say_unreadable(w->unreadable);
    }
    if (w->cut_off)
        command_say("%llu game%s analysed only up to a position that is set up among the moves",
                    (unsigned long long)w->cut_off, w->cut_off == 1 ? " was" : "s were");
    if (run->options->diff)
        command_say("%llu verdict%s changed", (unsigned long long)w->changed,
                    w->changed == 1 ? "" : "s");
    if (run->exercises)
        command_say("%u exercise%s", exercises_count(run->exercises),
                    exercises_count(run->exercises) == 1 ? "" : "s");
    if (run->novelties)
        novelties_say(run->novelties);
    if (run->options->problems)
        problems_say(&w->problems);
}

static void close_writing(struct writing *w)
{
    problems_fini(&w->problems);
    judged_row_text_fini(&w->row);
    pages_close(w->pages);
    outfile_close(w->file);
    store_close(w->store);
    checker_close(w->checker);
    player_sums_fini(&w->players);
    arena_fini(&w->arena);
    buffer_fini(&w->text);
    buffer_fini(&w->verdict);
    free(w);
}

int annotation_run_write(struct annotation_run *run, struct err *err)
{
    struct writing *w = calloc(1, sizeof *w);
    int rc = -1;
    if (!w)
        return err_memory(err);
    w->run = run;
    w->checker = checker_open(&(struct check_options){.quiet = true, .variant = run->rules});
    if (w->checker)
        rc = write_all(w, err);
    else
        err_memory(err);
    if (rc == 0)
        say_end(w);
    if (rc > 0)
        command_say("stopped while writing the output; run the same command again to continue");
    if (!problems_all_sound(&w->problems))
        run->status = command_worse(run->status, EXIT_FOUND);
    close_writing(w);
    return rc > 0 ? EXIT_STOPPED : rc;
}
