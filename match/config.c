// SPDX-License-Identifier: MIT
/* The match file as a whole: its players, and the checks across its parts. */
#include "match/config.h"

#include "core/base/array.h"
#include "core/base/clock.h"
#include "core/base/path.h"
#include "core/base/until.h"
#include "match/config-keys.h"
#include "match/dxp-connector.h"

#include <math.h>
#include <string.h>

enum { PLAYERS_MAX = 1000 };

/* Whether a text in UTF-8 has a control character, of C0 or C1. */
static bool has_control(const char *text)
{
    for (const unsigned char *s = (const unsigned char *)text; *s; s++)
        if (*s < 32 || *s == 127 || (*s == 0xc2 && s[1] < 0xa0))
            return true;
    return false;
}

static int check_name(const struct match_config *config, unsigned i, const struct yaml_node *map,
                      struct err *err)
{
    if (has_control(config->players[i].name)) /* PDN and tables would show something else */
        return err_set(err, yaml_get(map, "name")->at,
                       "'name' must not contain a tab or another control character");
    for (unsigned k = 0; k < i; k++)
        if (strcmp(config->players[k].name, config->players[i].name) == 0)
            return err_set(err, map->at, "there is already a player named '%.60s'",
                           config->players[i].name);
    return 0;
}

/* If players waited on the same port, only the first would ever be reached. */
static int check_address(const struct match_config *config, unsigned i, const struct yaml_node *map,
                         struct err *err)
{
    const struct player_settings *player = &config->players[i];
    struct address own, other;
    if (player->kind != PLAYER_DXP)
        return 0;
    if (dxp_connector_address(player, &own, err))
        return -1;
    for (unsigned k = 0; k < i; k++)
        if (config->players[k].kind == PLAYER_DXP
            && dxp_connector_address(&config->players[k], &other, err) == 0
            && dxp_connector_clash(&own, &other))
            return err_set(err, yaml_get(map, "dxp")->at, "%s is already the address of '%.60s'",
                           player->address, config->players[k].name);
    return 0;
}

static int read_players(struct config_reading *r, const struct yaml_node *list)
{
    struct match_config *config = r->config;
    if (yaml_expect(list, YAML_LIST, r->err))
        return -1;
    if (list->n < 2 || list->n > PLAYERS_MAX)
        return err_set(r->err, list->at, "a match needs 2 to %d players, not %u", PLAYERS_MAX,
                       list->n);
    config->players = arena_zalloc(r->arena, list->n * sizeof *config->players);
    if (!config->players)
        return err_memory(r->err);
    for (const struct yaml_node *map = list->first; map; map = map->next) {
        unsigned i = config->n_players++;
        if (config_read_player(r, map, &config->players[i]) || check_name(config, i, map, r->err)
            || check_address(config, i, map, r->err))
            return -1;
    }
    return 0;
}

/* ---- what belongs together ---- */

/* The place of a key, for messages; that of the file if the key is not given. */
static struct src_pos place_of(const struct yaml_node *root, const char *section, const char *name)
{
    const struct yaml_node *map = section ? yaml_get(root, section) : root;
    const struct yaml_node *node = yaml_get(map, name);
    return node ? node->at : map ? map->at : root->at;
}

static int check_rules(struct match_config *config, const struct yaml_node *root, struct err *err)
{
    struct err why = {0};
    if (rules_find(text_of(config->variant), &config->match.rules, &why))
        return err_set(err, place_of(root, NULL, "variant"), "%s", why.msg);
    config->match.draws = draw_profile_find(config->match.rules, text_of(config->draws), &why);
    if (!config->match.draws)
        return err_set(err, place_of(root, NULL, "draws"), "%s", why.msg);
    return 0;
}

static int check_pairing(struct match_config *config, const struct yaml_node *root, struct err *err)
{
    if (!yaml_get(root, "pairing") && config->n_players > 2)
        config->pairing = MATCH_PAIRING_ROUND_ROBIN;
    struct src_pos at = place_of(root, NULL, "pairing");
    if (config->pairing == MATCH_PAIRING_MATCH && config->n_players != 2)
        return err_set(
            err, at,
            "'match' is for two players, but there are %u; use 'gauntlet' or 'round-robin'",
            config->n_players);
    if (config->pairing != MATCH_PAIRING_GAUNTLET && config->seeds != 1)
        return err_set(err, place_of(root, NULL, "seeds"), "'seeds' requires 'pairing: gauntlet'");
    if (config->pairing == MATCH_PAIRING_GAUNTLET && config->seeds >= config->n_players)
        return err_set(err, place_of(root, NULL, "seeds"),
                       "%u seeds of %u players leave nobody to play against", config->seeds,
                       config->n_players);
    if (config->games % 2)
        return err_set(
            err, place_of(root, NULL, "games"),
            "%u games: expected an even number, since each opening is played with both colours",
            config->games);
    if (config->games && config->rounds)
        return err_set(err, place_of(root, NULL, "rounds"),
                       "'games' and 'rounds' cannot be combined");
    return 0;
}

/* Refuses a key without the one that it belongs to: alone it would have no effect. */
static int check_partners(const struct adjudication *a, const struct yaml_node *root,
                          struct err *err)
{
    const struct yaml_node *map = yaml_get(root, "adjudication");
    const struct {
        const char *name, *partner;
        bool is_set;
    } keys[] = {{"draw_from", "draw_moves", a->draw_from != 0},
                {"draw_score", "draw_moves", a->draw_score != 0},
                {"egdb", "endgame", a->egdb != NULL},
                {"resign_score", "resign_moves", a->resign_score != 0},
                {"win_score", "win_moves", a->win_score != 0}};
    for (size_t i = 0; i < ARRAY_LEN(keys); i++)
        if (keys[i].is_set && !yaml_get(map, keys[i].partner))
            return err_set(err, place_of(root, "adjudication", keys[i].name), "'%s' requires '%s'",
                           keys[i].name, keys[i].partner);
    return 0;
}

/* A bound of 0 would end nearly every game. */
static int check_adjudication(const struct match_config *config, const struct yaml_node *root,
                              struct err *err)
{
    const struct adjudication *a = &config->match.adjudication;
    if (a->resign_moves && !a->resign_score)
        return err_set(err, place_of(root, "adjudication", "resign_moves"),
                       "'resign_moves' requires a 'resign_score' above 0");
    if (a->win_moves && !a->win_score)
        return err_set(err, place_of(root, "adjudication", "win_moves"),
                       "'win_moves' requires a 'win_score' above 0");
    return check_partners(a, root, err);
}

static int check_stop(struct match_config *config, const struct yaml_node *root, struct err *err)
{
    const struct match_stop *stop = &config->stop;
    struct err why = {0};
    time_t until;
    if (stop->until && until_read(stop->until, (time_t)(clock_unix_ms() / 1000), &until, &why))
        return err_set(err, place_of(root, "stop", "until"), "'until': %s", why.msg);
    if (!stop->sprt)
        return 0;
    if (stop->elo0 >= stop->elo1)
        return err_set(err, place_of(root, "stop", "elo1"),
                       "'elo1' must be larger than 'elo0': %g and %g", stop->elo1, stop->elo0);
    if (config->n_players != 2)
        return err_set(err, place_of(root, "stop", "sprt"),
                       "'sprt' is for two players, but there are %u", config->n_players);
    return 0;
}

static int default_store(struct match_config *config, const char *path, struct arena *arena,
                         struct err *err)
{
    if (config->outputs.store)
        return 0;
    const char *name = strcmp(path, "-") == 0 ? "match" : path;
    const char *own = path_name(name), *dot = strrchr(own, '.');
    size_t n = dot && dot > own ? (size_t)(dot - name) : strlen(name);
    char *store = arena_alloc(arena, n + sizeof ".db");
    if (!store)
        return err_memory(err);
    memcpy(store, name, n);
    memcpy(store + n, ".db", sizeof ".db");
    config->outputs.store = store;
    return 0;
}

static const struct match_stop usual_stop = {
    .elo0 = -20, .elo1 = 20, .alpha = 0.05, .beta = 0.05, .alarm = (double)NAN};

static int read_tree(const char *path, struct yaml_node *root, struct arena *arena,
                     struct match_config *out, struct err *err)
{
    struct config_reading r = {.arena = arena, .config = out, .err = err};
    const struct yaml_node *players;
    struct player_timeouts ignored;
    *out = (struct match_config){
        .variant = "international",
        .seeds = 1,
        .listen = "localhost",
        .openings = {.balance_nodes = 20000},
        .stop = usual_stop,
        .outputs = {.transcripts_max = 256 << 20, .log_max = 16 << 20},
    };
    match_settings_default(&out->match);
    if (config_add_source(out, path, arena, err) || config_join(root, arena, out, err)
        || config_read_section(&r, &config_top, root, out))
        return -1;
    r.timeouts = yaml_get(root, "timeouts");
    if (r.timeouts && config_read_section(&r, &config_timeouts, r.timeouts, &ignored))
        return -1;
    if (!(players = yaml_get(root, "players")))
        return err_set(err, root->at, "'players' is missing");
    return read_players(&r, players) || check_rules(out, root, err) || check_pairing(out, root, err)
                   || check_adjudication(out, root, err) || check_stop(out, root, err)
                   || default_store(out, path, arena, err) || config_check_outputs(out, root, err)
               ? -1
               : 0;
}

int match_config_read(const char *path, struct arena *arena, struct match_config *out,
                      struct err *err)
{
    struct yaml_node *root;
    return yaml_read(path, arena, &root, err) || read_tree(path, root, arena, out, err) ? -1 : 0;
}

int match_config_parse(const char *path, const char *text, size_t n, struct arena *arena,
                       struct match_config *out, struct err *err)
{
    struct yaml_node *root;
    return yaml_parse(path, text, n, arena, &root, err) || read_tree(path, root, arena, out, err)
               ? -1
               : 0;
}

int match_config_read_stop(const char *printed, struct arena *arena, struct match_stop *out,
                           struct err *err)
{
    struct config_reading r = {.arena = arena, .err = err};
    struct yaml_node *root;
    *out = usual_stop;
    if (yaml_parse("", printed, strlen(printed), arena, &root, err))
        return -1;
    const struct yaml_node *stop = yaml_get(root, "stop");
    return stop ? config_read_section(&r, &config_stop, stop, out) : 0;
}
