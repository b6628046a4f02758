// SPDX-License-Identifier: MIT
/*
 * Joins the journals of all shards of a collection: the first one gives the games and their order,
 * all of them the verdicts.
 */
#include "cmd/annotate/annotate.h"
#include "cmd/lib/inputs.h"
#include "core/store/record.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct joining {
    struct annotation_run *run;
    struct journal *part;  /* the shard being read */
    struct buffer bytes;   /* owned; scratch: a setting or a verdict */
    struct buffer failed;  /* owned; a line for each game at which the engine has failed */
    struct buffer refused; /* owned; a line for each variant that was not analysed */
    uint64_t missing, judged;
};

/* ---- variants that were not analysed ---- */

/* Takes a line of that list. @return false: there is none left */
static bool next_refused(struct text *rest, struct text *variant, struct text *why)
{
    const char *end = rest->n ? memchr(rest->s, '\n', rest->n) : NULL;
    const char *tab = end ? memchr(rest->s, '\t', (size_t)(end - rest->s)) : NULL;
    if (!tab)
        return false;
    *variant = (struct text){rest->s, (size_t)(tab - rest->s)};
    *why = (struct text){tab + 1, (size_t)(end - tab - 1)};
    *rest = (struct text){end + 1, rest->n - (size_t)(end + 1 - rest->s)};
    return true;
}

static bool is_refused(const struct joining *joining, struct text variant)
{
    struct text rest = buffer_text(&joining->refused), other, why;
    while (next_refused(&rest, &other, &why))
        if (text_same(other, variant))
            return true;
    return false;
}

/* Reports the variants that no earlier journal has named. */
static int take_refused(struct joining *joining, struct err *err)
{
    struct text variant, why;
    int rc = journal_setting(joining->part, "refused", &joining->bytes, err);
    struct text rest = buffer_text(&joining->bytes);
    while (rc > 0 && next_refused(&rest, &variant, &why)) {
        if (is_refused(joining, variant))
            continue;
        buffer_printf(&joining->refused, "%.*s\t\n", TEXT_ARGS(variant));
        command_say("%.*s games are not analysed: %.*s", TEXT_ARGS(variant), TEXT_ARGS(why));
        joining->run->status = command_worse(joining->run->status, EXIT_FOUND);
    }
    if (joining->refused.failed)
        return err_memory(err);
    return rc < 0 ? -1 : 0;
}

/* ---- games that the engine failed at ---- */

static int take_failed(struct joining *joining, struct err *err)
{
    int rc = journal_setting(joining->part, "failed", &joining->bytes, err);
    if (rc > 0)
        buffer_add_text(&joining->failed, buffer_text(&joining->bytes));
    if (joining->failed.failed)
        return err_memory(err);
    return rc < 0 ? -1 : 0;
}

/* Whether the journals list a game as one at which the engine has failed. */
static bool find_failed(const struct joining *joining, struct hash128 key, char why[FAILED_REASON])
{
    struct text rest = buffer_text(&joining->failed);
    char head[40];
    size_t n =
        (size_t)snprintf(head, sizeof head, "%016" PRIx64 " %016" PRIx64 " ", key.low, key.high);
    while (rest.n) {
        struct text line = text_take_line(&rest);
        if (line.n >= n && memcmp(line.s, head, n) == 0) {
            snprintf(why, FAILED_REASON, "%.*s", (int)(line.n - n), line.s + n);
            return true;
        }
    }
    return false;
}

/* ---- games and verdicts ---- */

static int copy_game(void *ctx, int64_t number, const struct journal_game *game, struct err *err)
{
    struct joining *joining = ctx;
    (void)number;
    joining->run->games++;
    return journal_games_add(joining->run->journal, game, err);
}

static int copy_verdict(void *ctx, int64_t number, const struct journal_game *game, struct err *err)
{
    struct joining *joining = ctx;
    uint64_t nodes;
    (void)number;
    if (!game->plies)
        return 0;
    int rc = journal_verdict_get(joining->part, game->key, &nodes, &joining->bytes, err);
    if (rc <= 0)
        return rc;
    return journal_verdict_put(joining->run->journal, game->key, nodes,
                               buffer_text(&joining->bytes), err);
}

static int count_missing(void *ctx, int64_t number, const struct journal_game *game,
                         struct err *err)
{
    struct joining *joining = ctx;
    struct record record;
    uint64_t nodes;
    char why[FAILED_REASON];
    if (!game->plies)
        return 0;
    int rc = journal_verdict_get(joining->run->journal, game->key, &nodes, &joining->bytes, err);
    if (rc == 0 && record_unpack(game->record, &record) && is_refused(joining, record.variant))
        return 0;
    if (rc == 0 && find_failed(joining, game->key, why)) {
        annotation_run_failed_at(joining->run, number, game->key, why);
        return 0;
    }
    joining->missing += rc == 0;
    joining->judged += rc > 0;
    return rc < 0 ? -1 : 0;
}

/* Reads the list of games and the settings of a journal, for comparison. */
static int identify(struct journal *journal, const char *path, struct hash128 *games,
                    struct buffer *settings, struct err *err)
{
    if (journal_games_key(journal, games, err))
        return -1;
    int rc = journal_setting(journal, "settings", settings, err);
    if (rc == 0)
        return err_file(err, path, "this journal has no analysed games");
    return rc < 0 ? -1 : 0;
}

/* If limits were given, they must be those of the shards; otherwise they are taken from there. */
static int take_annotator(struct joining *joining, const char *path, struct text settings,
                          struct err *err)
{
    struct annotation_run *run = joining->run;
    uint8_t ours[16];
    hash128_put(run->settings, ours);
    if (run->has_limits && !text_same(settings, (struct text){(const char *)ours, sizeof ours}))
        return err_file(err, path, "its limits or settings differ from those given here");
    int rc = journal_setting(joining->part, "annotator", &joining->bytes, err);
    if (rc > 0)
        snprintf(run->annotator, sizeof run->annotator, "%.*s",
                 TEXT_ARGS(buffer_text(&joining->bytes)));
    return rc < 0 ? -1 : 0;
}

/* Takes over the rules by which the games were judged, whatever their tags say. */
static int take_variant(struct joining *joining, struct err *err)
{
    int rc = journal_setting(joining->part, "variant", &joining->bytes, err);
    if (rc <= 0 || !joining->bytes.n)
        return rc < 0 ? -1 : 0;
    return rules_find(buffer_text(&joining->bytes), &joining->run->rules, err);
}

/* Takes over whether games have errors, which is reported as by a single run. */
static int take_errors(struct joining *joining, struct err *err)
{
    int rc = journal_setting(joining->part, "errors", &joining->bytes, err);
    if (rc <= 0)
        return rc;
    buffer_add_char(&joining->bytes, '\0');
    if (joining->bytes.failed)
        return err_memory(err);
    uint64_t bad = strtoull(joining->bytes.s, NULL, 10);
    if (bad)
        annotation_run_say_errors(joining->run, bad);
    return 0;
}

/* Checks that all shards have the same weights and databases, and exercises if they are wanted. */
static int copy_sources(struct joining *joining, const char *path, struct err *err)
{
    struct annotation_run *run = joining->run;
    int rc = annotate_knowledge_copy(joining->part, run->journal, err);
    if (rc <= 0)
        return rc < 0 ? -1
                      : err_file(err, path,
                                 "its weights or endgame databases differ from those of the first "
                                 "journal");
    rc = journal_setting(joining->part, "exercises", &joining->bytes, err);
    if (rc >= 0 && run->options->exercises && !(rc && joining->bytes.n))
        rc = err_file(err, path, "analysed without --exercises");
    return rc < 0 ? -1 : 0;
}

/* Reads the thresholds of a shard. */
static int read_thresholds(struct joining *joining, const char *path,
                           struct verdict_thresholds *read, struct err *err)
{
    struct buffer *bytes = &joining->bytes;
    int rc = journal_setting(joining->part, "thresholds", bytes, err);
    if (rc < 0)
        return -1;
    buffer_add_char(bytes, '\0');
    if (bytes->failed)
        return err_memory(err);
    if (rc == 0) /* the journal was made before thresholds were kept */
        *read = verdict_thresholds_default;
    else if (sscanf(bytes->s, "%lf %lf %lf %lf", &read->inaccuracy, &read->mistake, &read->blunder,
                    &read->win)
             != 4)
        return err_file(err, path, "damaged: its thresholds cannot be read");
    return 0;
}

/*
 * Thresholds that are not given are taken from the shards, which must agree. Given limits are
 * compared together with the thresholds of the shards.
 */
static int take_thresholds(struct joining *joining, const char *path, bool first, struct err *err)
{
    struct annotation_run *run = joining->run;
    struct verdict_thresholds read, *ours = &run->annotation.thresholds, given = *ours;
    if (read_thresholds(joining, path, &read, err))
        return -1;
    if (!first && !run->options->thresholds && memcmp(&read, ours, sizeof read) != 0)
        return err_file(err, path,
                        "its thresholds differ from those of the first journal; give --thresholds");
    *ours = read;
    if (first && run->has_limits && annotation_run_describe(run))
        return err_plain(err, "cannot tell what the shards were analysed with");
    if (run->options->thresholds)
        *ours = given;
    return 0;
}

/*
 * Checks the thresholds: moves that lost less than the shards' threshold for inaccuracies were not
 * searched a second time.
 */
static int check_thresholds(struct joining *joining, const char *path, struct err *err)
{
    struct buffer *bytes = &joining->bytes;
    int rc = journal_setting(joining->part, "inaccuracy", bytes, err);
    if (rc <= 0)
        return rc;
    buffer_add_char(bytes, '\0');
    if (bytes->failed)
        return err_memory(err);
    if (joining->run->annotation.thresholds.inaccuracy < strtod(bytes->s, NULL))
        return err_file(err, path,
                        "analysed with an inaccuracy threshold of %s; a lower one must be given "
                        "to --shard, not only to --join",
                        bytes->s);
    return 0;
}

/* Findings on compositions and verdicts on games do not mix. */
static int check_problems(struct joining *joining, const char *path, struct err *err)
{
    int rc = journal_setting(joining->part, "problems", &joining->bytes, err);
    if (rc <= 0)
        return rc;
    bool problems = joining->bytes.n > 0;
    if (problems && !joining->run->options->problems)
        return err_file(err, path,
                        "analysed with --problems, which must be given to --join as well");
    if (!problems && joining->run->options->problems)
        return err_file(err, path, "analysed without --problems");
    if (problems && !text_is(buffer_text(&joining->bytes), PROBLEMS_SETTING))
        return err_file(
            err, path, "analysed by another version of dama; run the commands of all shards again");
    return 0;
}

/* Takes the data that all journals have in common from the first one. */
static int take_first(struct joining *joining, const char *path, struct text settings,
                      struct err *err)
{
    struct journal *to = joining->run->journal, *part = joining->part;
    return take_annotator(joining, path, settings, err) || take_variant(joining, err)
                   || journal_games_begin(to, err)
                   || journal_games_each(part, copy_game, joining, err)
                   || journal_rows_join(to, part, err) || journal_games_end(to, err)
                   || take_errors(joining, err)
               ? -1
               : 0;
}

static int join_one(struct joining *joining, const char *path, bool first, struct hash128 *games,
                    struct buffer *settings, struct err *err)
{
    struct src_pos at = {.file = path};
    struct hash128 own_games;
    struct buffer own_settings = {0};
    int rc = access(path, R_OK) ? err_file(err, path, "cannot open: %s", strerror(errno))
                                : journal_open_to_read(path, &joining->part, err);
    if (rc == 0)
        rc = identify(joining->part, path, first ? games : &own_games,
                      first ? settings : &own_settings, err);
    if (rc == 0)
        rc = check_problems(joining, path, err) || take_thresholds(joining, path, first, err)
             || check_thresholds(joining, path, err);
    if (rc == 0 && first)
        rc = take_first(joining, path, buffer_text(settings), err);
    if (rc == 0 && !first && !hash128_same(own_games, *games))
        rc = err_set(err, at, "its games are not those of the first journal");
    if (rc == 0 && !first && !text_same(buffer_text(&own_settings), buffer_text(settings)))
        rc = err_set(err, at, "its limits or settings differ from those of the first journal");
    if (rc == 0)
        rc = copy_sources(joining, path, err) || take_refused(joining, err)
             || take_failed(joining, err);
    if (rc == 0)
        rc = journal_games_each(joining->part, copy_verdict, joining, err);
    journal_close(joining->part);
    joining->part = NULL;
    buffer_fini(&own_settings);
    return rc ? -1 : 0;
}

/*
 * Checks the outputs against the journals, which are inputs.
 * @return EXIT_WELL, or EXIT_USAGE, already reported
 */
static int check_outputs(const struct annotation_run *run, char *const *journals, int n)
{
    const char *outputs[ANNOTATION_OUTPUTS + 1];
    annotation_run_outputs(run, outputs);
    for (const char **output = outputs; *output; output++)
        if (inputs_check_output(journals, n, *output))
            return EXIT_USAGE;
    return EXIT_WELL;
}

int annotation_run_join(struct annotation_run *run, char *const *journals, int n, struct err *err)
{
    struct joining joining = {.run = run};
    struct hash128 games;
    struct buffer settings = {0};
    int rc = check_outputs(run, journals, n);
    if (rc)
        return rc;
    for (int i = 0; i < n && rc == 0; i++)
        rc = join_one(&joining, journals[i], i == 0, &games, &settings, err);
    if (rc == 0)
        rc = journal_games_each(run->journal, count_missing, &joining, err);
    if (rc == 0 && joining.missing)
        rc = err_plain(err,
                       "%llu of the %llu games to be analysed %s missing from these journals; are "
                       "all shards here?",
                       (unsigned long long)joining.missing,
                       (unsigned long long)(joining.missing + joining.judged),
                       joining.missing == 1 ? "is" : "are");
    buffer_fini(&joining.bytes);
    buffer_fini(&joining.failed);
    buffer_fini(&joining.refused);
    buffer_fini(&settings);
    return rc;
}
