// SPDX-License-Identifier: MIT
/* dama-match run --check: looks for faults that would spoil a match overnight. */
#include "cmd/match/dama-match.h"
#include "core/base/array.h"
#include "core/book/probe.h"
#include "core/egdb/egdb.h"
#include "core/engine/eval.h"
#include "core/store/results.h"
#include "match/dxp-connector.h"
#include "match/link/process.h"
#include "match/protocol/dxp.h"
#include "match/schedule.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Opens endgame databases. @param folder NULL or "none": there are none to open */
static int check_endgames(const char *folder, const struct rules *rules, const char *owner,
                          struct err *err)
{
    const struct egdb_options options = {.dir = folder, .warn = command_warn};
    struct egdb *egdb = NULL;
    struct err why = {0};
    if (!folder || strcmp(folder, "none") == 0)
        return 0;
    int rc = egdb_open(rules, &options, &egdb, &why);
    egdb_close(egdb);
    return rc ? err_plain(err, "%s: %s: %s", owner, folder, why.msg) : 0;
}

/* Opens the book and the weights of a built-in player. */
static int check_knowledge(const struct player_settings *player, const struct rules *rules,
                           struct err *err)
{
    struct book_player *book = NULL;
    struct eval *eval = NULL;
    struct err why = {0};
    int rc = 0;
    if (player->book)
        rc = book_player_open(player->book, rules, &book_choice_default, &book, &why);
    if (rc == 0 && player->eval)
        rc = eval_open(rules, player->eval, &eval, &why);
    book_player_close(book);
    eval_close(eval);
    return rc ? err_wrap(err, &why, (struct src_pos){0}, "%s: %s: %s", player->name,
                         why.at.file ? why.at.file : "", why.msg)
              : 0;
}

static int check_program(const struct player_settings *player, struct err *err)
{
    const struct process_plan plan = {.command = player->command ? player->command : player->start,
                                      .directory = player->directory,
                                      .shell = player->shell};
    char place[PROCESS_PATH];
    struct err why = {0};
    return plan.command && process_find(&plan, place, &why)
               ? err_plain(err, "%.40s: %s", player->name, why.msg)
               : 0;
}

/* A device is there before the match, unless the player's own program makes it. */
static int check_line(const struct player_settings *player, struct err *err)
{
    struct address address;
    if (player->kind != PLAYER_DXP || player->start || dxp_connector_address(player, &address, NULL)
        || address.kind != ADDRESS_SERIAL || access(address.rest, R_OK | W_OK) == 0)
        return 0;
    return err_plain(err, "%.40s: %s: %s", player->name, address.rest, strerror(errno));
}

/*
 * The folder of a path, with links followed: a file replaces the one that a link leads to.
 * @param is_folder the path is a folder itself, so that a slash may follow its name
 */
static void folder_of(const char *path, bool is_folder, char *out, size_t size)
{
    char *real = realpath(path, NULL);
    const char *whole = real ? real : path;
    size_t n = strlen(whole);
    while (is_folder && n > 1 && whole[n - 1] == '/')
        n--;
    while (n && whole[n - 1] != '/')
        n--;
    snprintf(out, size, "%.*s", n ? (int)n : 1, n ? whole : ".");
    free(real);
}

/* As dama_match_check_output, also for a folder of files. */
static int check_output(const char *path, bool is_folder, struct err *err)
{
    char folder[4096];
    struct stat st;
    if (!path)
        return 0;
    bool exists = stat(path, &st) == 0;
    bool in_place = exists && !S_ISREG(st.st_mode); /* a folder, a device, a pipe */
    if (exists && is_folder && !S_ISDIR(st.st_mode))
        return err_plain(err, "output: %s: not a folder", path);
    if (exists && !is_folder && S_ISDIR(st.st_mode))
        return err_plain(err, "output: %s: is a folder", path);
    folder_of(path, is_folder, folder, sizeof folder);
    if (access(in_place ? path : folder, is_folder || !in_place ? W_OK | X_OK : W_OK) == 0)
        return 0;
    return err_plain(err, "output: cannot write %s: %s", path, strerror(errno));
}

int dama_match_check_output(const char *path, struct err *err)
{
    return check_output(path, false, err);
}

/*
 * A store that is there must be one that the match can be added to. One of results is not opened,
 * which could change it to a later format; of another kind, opening it says what is wrong.
 */
static int check_store(const char *path, struct err *err)
{
    struct results *results = NULL;
    bool found;
    struct err why = {0};
    struct stat st;
    if (!path || stat(path, &st) || st.st_size == 0
        || (results_look_for(path, &found, &why) == 0 && found)
        || results_open(path, RESULTS_READ, &results, &why) == 0) {
        results_close(results);
        return 0;
    }
    return err_wrap(err, &why, (struct src_pos){0}, "output: %s: %s", path, why.msg);
}

static int check_outputs(const struct match_outputs *out, struct err *err)
{
    const char *const files[] = {out->store, out->pdn, out->live, out->log, out->html};
    for (size_t i = 0; i < ARRAY_LEN(files); i++)
        if (check_output(files[i], false, err))
            return -1;
    return check_output(out->transcripts, true, err) || check_store(out->store, err) ? -1 : 0;
}

/*
 * Whether a player always plays the same moves in a game with the same number and seed, if its
 * opponent does so too.
 */
static bool is_repeatable(const struct player_settings *player)
{
    const struct player_limits *limits = &player->limits;
    return player->kind == PLAYER_BUILTIN && player->threads == 1 && !limits->time_ms
           && !limits->move_ms;
}

/* Whether a player always plays the same moves, in every game, if its opponent does so too. */
static bool is_determined(const struct player_settings *player)
{
    return is_repeatable(player) && !player->level && !player->book;
}

/* @return the round in which openings begin to be repeated; 0: never */
static unsigned find_second_turn(const struct results_match *plan)
{
    const struct results_pair *first = plan->pairs;
    for (const struct results_pair *p = first; p < first + plan->n_pairs; p++)
        if (p->round > 1 && strcmp(p->opening, first->opening) == 0
            && strcmp(p->moves, first->moves) == 0
            && strcmp(p->fen ? p->fen : "", first->fen ? first->fen : "") == 0)
            return p->round;
    return 0;
}

/* Warns of players that are told, in minutes, of more time than they get. */
static void warn_of_minutes(const struct match_config *config)
{
    for (unsigned i = 0; i < config->n_players; i++) {
        const struct player_settings *p = &config->players[i];
        int64_t told = dxp_told_ms(p->limits.time_ms, p->quirks.fractions);
        int64_t until = p->limits.time_ms + p->timeouts.margin_ms;
        if (p->kind == PLAYER_DXP && told > until)
            command_say("warning: %s sees %g min on its clock but loses on time after %g s: "
                        "increase 'margin' in 'timeouts'",
                        p->name, (double)told / 60000, (double)until / 1000);
    }
}

/* @return the first pair of games whose players both have a property; NULL: there is none */
static const struct results_pair *find_both(const struct match_config *config,
                                            const struct results_match *plan,
                                            bool (*is_so)(const struct player_settings *))
{
    for (unsigned i = 0; i < plan->n_pairs && plan->pairs[i].round == 1; i++) {
        const struct results_pair *pair = &plan->pairs[i];
        if (is_so(&config->players[pair->first]) && is_so(&config->players[pair->second]))
            return pair;
    }
    return NULL;
}

/* Warns of games that will be the same as earlier ones, and so are no evidence. */
static void warn_of_copies(const struct match_config *config, const struct results_match *plan)
{
    unsigned again = plan->n_pairs ? find_second_turn(plan) : 0;
    const struct results_pair *pair = again ? find_both(config, plan, is_determined) : NULL;
    if (pair)
        command_say("warning: from round %u on, the openings are used again, and %s and %s repeat "
                    "their games: their searches have fixed limits",
                    again, config->players[pair->first].name, config->players[pair->second].name);
}

/* Warns if the next match will be the same as this one, and so no evidence. */
static void warn_of_repeats(const struct match_config *config, const struct results_match *plan)
{
    const struct results_pair *pair =
        config->repeat ? find_both(config, plan, is_repeatable) : NULL;
    if (pair)
        command_say("warning: with the same 'seed', 'repeat' plays the same games again: the "
                    "searches of %s and %s have fixed limits",
                    config->players[pair->first].name, config->players[pair->second].name);
}

void dama_match_warn(const struct match_config *config, const struct results_match *plan)
{
    warn_of_minutes(config);
    warn_of_copies(config, plan);
    warn_of_repeats(config, plan);
}

int dama_match_check(struct match_config *config, struct arena *arena, struct err *err)
{
    struct results_match plan;
    config->openings.balance = 0; /* it takes long, and finds no mistakes */
    if (match_schedule_make(config, arena, &plan, err))
        return -1;
    dama_match_warn(config, &plan);
    for (unsigned i = 0; i < config->n_players; i++) {
        const struct player_settings *p = &config->players[i];
        if (check_knowledge(p, config->match.rules, err)
            || check_endgames(p->egdb, config->match.rules, p->name, err) || check_program(p, err)
            || check_line(p, err))
            return -1;
    }
    return check_endgames(config->match.adjudication.egdb, config->match.rules, "adjudication", err)
                   || check_outputs(&config->outputs, err)
               ? -1
               : 0;
}
