// SPDX-License-Identifier: MIT
/* Reading the match file: the table says what each key is, what is left is written here. */
#include "match/config.h"

#include "core/base/amount.h"
#include "core/base/until.h"
#include "match/config-keys.h"
#include "match/dxp-expected.h"
#include "match/link/address.h"
#include "match/link/subnet.h"
#include "match/protocol/dxp.h"

#include <ctype.h>
#include <limits.h>
#include <math.h>
#include <string.h>

enum { KEYS_MAX = 64, PLAYERS_MAX = 1000, CONNECT_MS = 60000 /* for a peer that comes */ };

/** What a file is being read into. */
struct reading {
    struct arena *arena;
    struct match_config *config;
    const struct yaml_node *timeouts; /* of all players; NULL: none */
    struct err *err;
};

/* ---- single values ---- */

static int wrong(const struct yaml_node *node, const struct err *why, struct err *err)
{
    return err_set(err, node->at, "'%.40s': %s", node->key ? node->key : "", why->msg);
}

static int read_amount(const struct config_key *key, const struct yaml_node *node, int64_t *out,
                       struct err *err)
{
    struct err why = {0};
    if (yaml_want(node, YAML_SCALAR, err))
        return -1;
    bool time = key->kind == CONFIG_TIME || key->kind == CONFIG_MINUTES;
    int64_t min = (int64_t)key->min, max = (int64_t)key->max;
    int rc = time ? amount_time(node->text, min, max, out, &why)
                  : amount_size(node->text, min, max, out, &why);
    return rc ? wrong(node, &why, err) : 0;
}

/* A bare number is minutes. */
static int read_minutes(const struct config_key *key, const struct yaml_node *node, int64_t *out,
                        struct err *err)
{
    double minutes;
    if (yaml_want(node, YAML_SCALAR, err))
        return -1;
    if (node->text[strspn(node->text, "0123456789.")] != '\0' || !*node->text)
        return read_amount(key, node, out, err);
    if (yaml_real(node, key->min / 60e3, key->max / 60e3, &minutes, err))
        return -1;
    *out = (int64_t)llround(minutes * 60e3);
    return 0;
}

static int read_men(const struct config_key *key, const struct yaml_node *node, int64_t *out,
                    struct err *err)
{
    double men;
    if (yaml_real(node, key->min / 1000, key->max / 1000, &men, err))
        return -1;
    *out = llround(men * 1000);
    return 0;
}

static int read_level(const struct yaml_node *node, char *out, struct err *err)
{
    static const char *const words[] = {"full", "A", "B", "C", "D", NULL};
    int index;
    if (yaml_choice(node, words, &index, err))
        return -1;
    *out = index ? words[index][0] : '\0';
    return 0;
}

static int read_either(const struct config_key *key, const struct yaml_node *node, bool *out,
                       struct err *err)
{
    int index;
    if (yaml_choice(node, key->choices, &index, err))
        return -1;
    *out = index == 1;
    return 0;
}

static int read_text(struct reading *r, const struct config_key *key, const struct yaml_node *node,
                     const char **out)
{
    const char *text;
    if (yaml_want(node, YAML_SCALAR, r->err))
        return -1;
    if (yaml_is_null(node) || !*node->text) {
        *out = NULL;
        return key->filled ? err_set(r->err, node->at, "'%s' must not be empty", key->name) : 0;
    }
    if (yaml_string(node, &text, r->err))
        return -1;
    if (text[strcspn(text, "\r\n")])
        return err_set(r->err, node->at, "'%s' must be one line", key->name);
    bool is_path = key->kind == CONFIG_PATH && !(key->word && strcmp(text, key->word) == 0);
    *out = is_path ? config_path(text, &node->at, r->arena) : text;
    return *out ? 0 : err_memory(r->err);
}

static int read_words(struct reading *r, const struct config_key *key, const struct yaml_node *node,
                      struct match_words *out)
{
    struct config_key one = {.name = key->name,
                             .kind = key->kind == CONFIG_PATHS ? CONFIG_PATH : CONFIG_TEXT,
                             .filled = true};
    const bool list = node->kind == YAML_LIST;
    unsigned n = list ? node->n : 1, i = 0;
    out->at = arena_zalloc(r->arena, (n + 1) * sizeof *out->at);
    out->n = n;
    if (!out->at)
        return err_memory(r->err);
    for (const struct yaml_node *item = list ? node->first : node; item && i < n; item = item->next)
        if (read_text(r, &one, item, &out->at[i++]))
            return -1;
    return 0;
}

static int read_whole(const struct config_key *key, const struct yaml_node *node, void *field,
                      struct err *err)
{
    int64_t value;
    double max = key->max < 0x1p63 ? key->max : 9223372036854774784.0;
    if (yaml_number(node, (int64_t)key->min, (int64_t)max, &value, err))
        return -1;
    if (key->kind == CONFIG_UNSIGNED)
        *(unsigned *)field = (unsigned)value;
    else
        *(uint64_t *)field = (uint64_t)value;
    return 0;
}

/* Each field is of the type that the kind names: that is the table's promise. */
static int read_value(struct reading *r, const struct config_key *key, const struct yaml_node *node,
                      void *field)
{
    int64_t value = 0;
    int rc = 0, index;
    switch (key->kind) {
    case CONFIG_TEXT:
    case CONFIG_PATH:
        return read_text(r, key, node, field);
    case CONFIG_PATHS:
    case CONFIG_WORDS:
        return read_words(r, key, node, field);
    case CONFIG_UNSIGNED:
    case CONFIG_NODES:
    case CONFIG_SEED:
        return read_whole(key, node, field, r->err);
    case CONFIG_MINUTES:
        return read_minutes(key, node, field, r->err);
    case CONFIG_TIME:
    case CONFIG_SIZE:
        return read_amount(key, node, field, r->err);
    case CONFIG_MEMORY:
        rc = read_amount(key, node, &value, r->err);
        *(size_t *)field = (size_t)value;
        return rc;
    case CONFIG_REAL:
        return yaml_real(node, key->min, key->max, field, r->err);
    case CONFIG_MEN:
        return read_men(key, node, field, r->err);
    case CONFIG_SCORE:
        rc = read_men(key, node, &value, r->err);
        *(int *)field = (int)value;
        return rc;
    case CONFIG_BOOL:
        return yaml_bool(node, field, r->err);
    case CONFIG_EITHER:
        return read_either(key, node, field, r->err);
    case CONFIG_CHOICE:
        rc = yaml_choice(node, key->choices, &index, r->err);
        *(unsigned *)field = rc ? 0 : (unsigned)index;
        return rc;
    case CONFIG_LEVEL:
        return read_level(node, field, r->err);
    case CONFIG_SECTION:
    case CONFIG_CALL:
        break;
    }
    return 0;
}

/* ---- sections ---- */

static int check_keys(const struct config_section *section, const struct yaml_node *map,
                      struct err *err)
{
    const char *known[KEYS_MAX];
    for (size_t i = 0; i < section->n; i++)
        known[i] = section->keys[i].name;
    return yaml_only(map, known, section->n, err);
}

/* Sections hold values only, but for the top and the players, whose own sections do. */
static int read_section(struct reading *r, const struct config_section *section,
                        const struct yaml_node *map, void *into)
{
    struct {
        const struct config_section *section;
        const struct yaml_node *map;
        char *into;
    } stack[16] = {{section, map, into}};
    for (unsigned n = 1; n;) {
        section = stack[--n].section;
        map = stack[n].map;
        into = stack[n].into;
        if (yaml_is_null(map))
            continue;
        if (check_keys(section, map, r->err))
            return -1;
        for (size_t i = 0; i < section->n; i++) {
            const struct config_key *key = &section->keys[i];
            const struct yaml_node *node = yaml_get(map, key->name);
            char *field = (char *)into + key->at;
            if (!node)
                continue;
            if (key->kind != CONFIG_SECTION) {
                if (read_value(r, key, node, field))
                    return -1;
                continue;
            }
            stack[n].section = key->section;
            stack[n].map = node;
            stack[n++].into = field;
        }
    }
    return 0;
}

/* ---- players ---- */

static const char *const kind_names[] = {"a built-in player", "a Hub player",
                                         "a DamExchange player"};

static int find_kind(const struct yaml_node *map, enum player_kind *kind, struct err *err)
{
    const struct yaml_node *hub = yaml_get(map, "hub"), *dxp = yaml_get(map, "dxp"),
                           *builtin = yaml_get(map, "builtin");
    bool is_builtin = !hub && !dxp;
    if (builtin && !yaml_is_null(builtin) && yaml_bool(builtin, &is_builtin, err))
        return -1;
    if (builtin && yaml_is_null(builtin))
        is_builtin = true;
    int kinds = (hub != NULL) + (dxp != NULL) + is_builtin;
    if (kinds > 1)
        return err_set(err, map->at, "a player is one of 'builtin', 'hub' and 'dxp'");
    if (kinds == 0)
        return err_set(err, map->at,
                       "the player has neither 'hub' nor 'dxp', and is not 'builtin'");
    *kind = hub ? PLAYER_HUB : dxp ? PLAYER_DXP : PLAYER_BUILTIN;
    return 0;
}

static int check_kind(const struct yaml_node *map, enum player_kind kind, struct err *err)
{
    for (size_t i = 0; i < config_player.n; i++) {
        const struct config_key *key = &config_player.keys[i];
        const struct yaml_node *node = yaml_get(map, key->name);
        if (node && key->players && !(key->players & 1u << kind))
            return err_set(err, node->key_at, "'%s' is not for %s", key->name, kind_names[kind]);
    }
    return 0;
}

static int read_parameters(struct reading *r, const struct yaml_node *map,
                           struct player_settings *player)
{
    if (yaml_is_null(map))
        return 0;
    if (yaml_want(map, YAML_MAP, r->err))
        return -1;
    struct player_parameter *parameters = arena_zalloc(r->arena, (map->n + 1) * sizeof *parameters);
    if (!parameters)
        return err_memory(r->err);
    unsigned n = 0;
    for (const struct yaml_node *node = map->first; node; node = node->next, n++) {
        parameters[n].name = node->key;
        if (yaml_string(node, &parameters[n].value, r->err))
            return -1;
    }
    player->parameters = parameters;
    player->n_parameters = n;
    return 0;
}

/** Puts the common address into "listen://PORT". @return 0, or -1 with `err` */
static int find_listen(struct reading *r, struct player_settings *player)
{
    static const char scheme[] = "listen://";
    const char *rest = player->address ? player->address + sizeof scheme - 1 : "";
    if (!player->address || strncmp(player->address, scheme, sizeof scheme - 1) != 0
        || rest[strspn(rest, "0123456789")] != '\0')
        return 0;
    size_t n = sizeof scheme + strlen(r->config->listen) + 1 + strlen(rest);
    char *address = arena_alloc(r->arena, n);
    if (!address)
        return err_memory(r->err);
    snprintf(address, n, "%s%s%s%s", scheme, r->config->listen, *rest ? ":" : "", rest);
    player->address = address;
    return 0;
}

/** A limit that a player would never hear of is a mistake. */
static int check_limits(const struct player_settings *player, const struct src_pos at,
                        struct err *err)
{
    const struct player_limits *l = &player->limits;
    int kinds = (l->time_ms != 0) + (l->move_ms != 0) + (l->nodes != 0) + (l->depth != 0);
    if (kinds == 0)
        return err_set(err, at,
                       "no limit for %.60s: 'time' needs 'minutes', 'move', 'nodes' or 'depth'",
                       player->name);
    if (player->kind == PLAYER_HUB && kinds > 1)
        return err_set(err, at,
                       "%.60s speaks Hub, where a search has one limit: 'time' needs one of "
                       "'minutes', 'move', 'nodes' and 'depth'",
                       player->name);
    if (player->kind == PLAYER_DXP && !l->time_ms && !player->untimed)
        return err_set(err, at,
                       "%.60s would be asked for a game of 000 minutes: 'time' needs 'minutes', "
                       "or the player 'untimed: accept'",
                       player->name);
    if (player->kind == PLAYER_DXP && l->time_ms && (l->nodes || l->depth))
        return err_set(err, at,
                       "%.60s speaks DamExchange and cannot be told '%s': give the player a "
                       "'time' of its own",
                       player->name, l->nodes ? "nodes" : "depth");
    return 0;
}

/**
 * Who may connect to a player that waits. On this machine that is its user's own business; where
 * others can reach us, the match file says who is expected.
 */
static int check_expected(const struct player_settings *player, const struct yaml_node *map,
                          struct err *err)
{
    struct err why = {0};
    struct address address;
    struct subnet subnet;
    const struct yaml_node *from = yaml_get(map, "expect_from"), *dxp = yaml_get(map, "dxp");
    if (player->kind != PLAYER_DXP || !player->address)
        return 0;
    if (address_read(player->address, DXP_PORT, &address, &why))
        return err_set(err, dxp->at, "%s", why.msg);
    if (player->expect_from.n && address.kind != ADDRESS_LISTEN)
        return err_set(err, from->at, "'expect_from' is for players that connect to us: listen://");
    for (unsigned i = 0; i < player->expect_from.n; i++)
        if (subnet_read(player->expect_from.at[i], &subnet, &why))
            return err_set(err, from->at, "'expect_from': %s", why.msg);
    if (address.kind == ADDRESS_LISTEN && !tcp_place_is_local(&address.place)
        && !player->expect_from.n && !player->expect_name)
        return err_set(err, dxp->at,
                       "other machines can connect to %s: say who may, with 'expect_from' or "
                       "'expect_name' (\"*\" for anybody)",
                       player->address);
    return 0;
}

/** A person who comes to us takes longer than a program that we go to. */
static void set_connect_time(struct reading *r, const struct yaml_node *map,
                             struct player_settings *player)
{
    const struct yaml_node *own = yaml_get(map, "timeouts");
    if (dxp_expected_to_come(player) && !(own && yaml_get(own, "connect"))
        && !(r->timeouts && yaml_get(r->timeouts, "connect")))
        player->timeouts.connect_ms = CONNECT_MS;
}

static int read_player(struct reading *r, const struct yaml_node *map,
                       struct player_settings *player)
{
    enum player_kind kind = PLAYER_BUILTIN;
    const struct yaml_node *parameters = yaml_get(map, "parameters");
    if (check_keys(&config_player, map, r->err) || find_kind(map, &kind, r->err)
        || check_kind(map, kind, r->err))
        return -1;
    player_settings_default(player, kind);
    if (!yaml_get(map, "time"))
        player->limits = r->config->limits;
    if (r->timeouts && read_section(r, &config_timeouts, r->timeouts, &player->timeouts))
        return -1;
    if (read_section(r, &config_player, map, player)
        || (parameters && read_parameters(r, parameters, player)))
        return -1;
    if (!player->name)
        return err_set(r->err, map->at, "the player has no 'name'");
    set_connect_time(r, map, player);
    return check_limits(player, map->at, r->err) || find_listen(r, player)
                   || check_expected(player, map, r->err)
               ? -1
               : 0;
}

static int check_name(const struct match_config *config, unsigned i, const struct yaml_node *map,
                      struct err *err)
{
    for (unsigned k = 0; k < i; k++)
        if (strcmp(config->players[k].name, config->players[i].name) == 0)
            return err_set(err, map->at, "a player named '%.60s' is there already",
                           config->players[i].name);
    return 0;
}

static int read_players(struct reading *r, const struct yaml_node *list)
{
    struct match_config *config = r->config;
    if (yaml_want(list, YAML_LIST, r->err))
        return -1;
    if (list->n < 2 || list->n > PLAYERS_MAX)
        return err_set(r->err, list->at, "a match needs 2 to %d players, not %u", PLAYERS_MAX,
                       list->n);
    config->players = arena_zalloc(r->arena, list->n * sizeof *config->players);
    if (!config->players)
        return err_memory(r->err);
    for (const struct yaml_node *map = list->first; map; map = map->next) {
        unsigned i = config->n_players++;
        if (read_player(r, map, &config->players[i]) || check_name(config, i, map, r->err))
            return -1;
    }
    return 0;
}

/* ---- what belongs together ---- */

/** Where a key stands, for messages; the place of the file where it is not given. */
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
        return err_set(err, at,
                       "a match is between two players, there are %u: 'gauntlet' or 'round-robin'",
                       config->n_players);
    if (config->pairing == MATCH_PAIRING_GAUNTLET && config->seeds >= config->n_players)
        return err_set(err, place_of(root, NULL, "seeds"),
                       "%u seeds of %u players leave nobody to play against", config->seeds,
                       config->n_players);
    if (config->games % 2)
        return err_set(
            err, place_of(root, NULL, "games"),
            "%u games: expected an even number, each opening is played with both colours",
            config->games);
    if (config->games && config->rounds)
        return err_set(err, place_of(root, NULL, "rounds"), "either 'games' or 'rounds', not both");
    return 0;
}

static int check_stop(struct match_config *config, const struct yaml_node *root, struct err *err)
{
    const struct match_stop *stop = &config->stop;
    struct err why = {0};
    int64_t ms;
    if (stop->until && until_read(stop->until, time(NULL), &ms, &why))
        return err_set(err, place_of(root, "stop", "until"), "'until': %s", why.msg);
    if (!stop->sprt)
        return 0;
    if (stop->elo0 >= stop->elo1)
        return err_set(err, place_of(root, "stop", "elo1"),
                       "'elo1' must be larger than 'elo0': %g and %g", stop->elo1, stop->elo0);
    if (config->n_players != 2)
        return err_set(err, place_of(root, "stop", "sprt"),
                       "'sprt' is for two players, there are %u", config->n_players);
    return 0;
}

static int default_store(struct match_config *config, const char *path, struct arena *arena,
                         struct err *err)
{
    if (config->outputs.store)
        return 0;
    const char *name = strcmp(path, "-") == 0 ? "match" : path;
    const char *slash = strrchr(name, '/'), *dot = strrchr(name, '.');
    size_t n =
        dot && (!slash || dot > slash + 1) && dot != name ? (size_t)(dot - name) : strlen(name);
    char *store = arena_alloc(arena, n + sizeof ".db");
    if (!store)
        return err_memory(err);
    memcpy(store, name, n);
    memcpy(store + n, ".db", sizeof ".db");
    config->outputs.store = store;
    return 0;
}

static int read_tree(const char *path, struct yaml_node *root, struct arena *arena,
                     struct match_config *out, struct err *err)
{
    struct reading r = {.arena = arena, .config = out, .err = err};
    const struct yaml_node *players;
    struct player_timeouts ignored;
    *out = (struct match_config){
        .variant = "international",
        .seeds = 1,
        .listen = "localhost",
        .openings = {.balance_nodes = 20000},
        .stop = {.elo0 = -20, .elo1 = 20, .alpha = 0.05, .beta = 0.05, .alarm = (double)NAN},
        .outputs = {.transcripts_max = 256 << 20, .log_max = 16 << 20},
    };
    match_settings_default(&out->match);
    if (config_join(root, arena, &out->secrets, err) || read_section(&r, &config_top, root, out))
        return -1;
    r.timeouts = yaml_get(root, "timeouts");
    if (r.timeouts && read_section(&r, &config_timeouts, r.timeouts, &ignored))
        return -1;
    if (!(players = yaml_get(root, "players")))
        return err_set(err, root->at, "'players' is missing");
    return read_players(&r, players) || check_rules(out, root, err) || check_pairing(out, root, err)
                   || check_stop(out, root, err) || default_store(out, path, arena, err)
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
