// SPDX-License-Identifier: MIT
/*
 * A player of the match file: its kind, the keys that go with it, its limits, and the peers it
 * expects.
 */
#include "match/config-keys.h"
#include "match/dxp-connector.h"
#include "match/dxp-expected.h"
#include "match/link/subnet.h"
#include "match/protocol/dxp.h"
#include "match/protocol/hub-driver.h"
#include "match/protocol/hub-variant.h"

#include <string.h>

enum {
    CONNECT_MS = 60000, /* for a peer that connects to us */
    MINUTE_MS = 60000,
};

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
        return err_set(err, map->at, "a player can have only one of 'builtin', 'hub' and 'dxp'");
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
            return err_set(err, node->key_at, "'%s' does not apply to %s", key->name,
                           kind_names[kind]);
    }
    return 0;
}

/* The program is told the variant of the match; a parameter "variant" would be sent after that. */
static int check_variant(const struct config_reading *r, const struct yaml_node *node,
                         const char *value)
{
    const struct rules *played, *rules;
    if (strcmp(node->key, "variant") != 0
        || rules_find(text_of(r->config->variant), &played, NULL) /* that is reported elsewhere */
        || (hub_variant_find(text_of(value), &rules, NULL) == 0 && rules == played))
        return 0;
    return err_set(r->err, node->at, "the match's own 'variant' is set: expected '%s', found '%s'",
                   hub_variant(played), value);
}

static int read_parameters(struct config_reading *r, const struct yaml_node *map,
                           struct player_settings *player)
{
    if (yaml_is_null(map))
        return 0;
    if (yaml_expect(map, YAML_MAP, r->err))
        return -1;
    struct player_parameter *parameters = arena_zalloc(r->arena, (map->n + 1) * sizeof *parameters);
    if (!parameters)
        return err_memory(r->err);
    struct err why = {0};
    unsigned n = 0;
    for (const struct yaml_node *node = map->first; node; node = node->next, n++) {
        parameters[n].name = node->key;
        if (yaml_string(node, &parameters[n].value, r->err))
            return -1;
        if (hub_check_parameter(node->key, parameters[n].value, &why))
            return err_set(r->err, node->at, "%s", why.msg);
        if (check_variant(r, node, parameters[n].value))
            return -1;
    }
    player->parameters = parameters;
    player->n_parameters = n;
    return 0;
}

/* Puts the common address into "listen://PORT". @return 0, or -1 with `err` */
static int find_listen(struct config_reading *r, struct player_settings *player)
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
    int rc = config_rewrite(r, address, player->address, 0);
    player->address = address;
    return rc;
}

/* Names a limit, other than a clock, that DamExchange cannot express. @return NULL: none is set */
static const char *unknown_to_dxp(const struct player_limits *l)
{
    return l->move_ms  ? "move"
           : l->nodes  ? "nodes"
           : l->depth  ? "depth"
           : l->inc_ms ? "increment"
                       : NULL;
}

/* A limit that a player would never learn of is a mistake in the file. */
static int check_limits(const struct player_settings *player, const struct src_pos at,
                        struct err *err)
{
    const struct player_limits *l = &player->limits;
    bool moves = l->moves && player->kind != PLAYER_DXP; /* a DamExchange peer is told of those */
    int kinds = (l->time_ms != 0) + (l->move_ms != 0) + (l->nodes != 0) + (l->depth != 0);
    if (kinds == 0 && player->kind != PLAYER_DXP)
        return err_set(err, at,
                       "player '%.60s' has no limit: 'time' requires 'minutes', 'move', 'nodes' "
                       "or 'depth'",
                       player->name);
    if (player->kind == PLAYER_HUB && kinds > 1)
        return err_set(err, at,
                       "%.60s speaks Hub, where a search has only one limit: 'time' may have only "
                       "one of 'minutes', 'move', 'nodes' and 'depth'",
                       player->name);
    if (player->kind == PLAYER_DXP && !l->time_ms && !player->untimed)
        return err_set(err, at,
                       "%.60s speaks DamExchange and has no clock: set 'minutes' in 'time', or "
                       "'untimed: accept' for the player",
                       player->name);
    if (player->kind == PLAYER_DXP && l->time_ms && unknown_to_dxp(l))
        return err_set(err, at,
                       "%.60s speaks DamExchange, which has no '%s': give the player a 'time' "
                       "section of its own",
                       player->name, unknown_to_dxp(l));
    if (player->kind == PLAYER_DXP && l->time_ms > DXP_MINUTES_MAX * MINUTE_MS)
        return err_set(err, at, "%.60s speaks DamExchange, where a game has at most %d minutes",
                       player->name, DXP_MINUTES_MAX);
    if (player->kind != PLAYER_DXP && l->move_ms && !l->nodes && !l->depth
        && !player->timeouts.margin_ms)
        return err_set(err, at,
                       "each move of %.60s would be late: if 'move' is the only limit, 'timeouts' "
                       "requires a 'margin' above 0",
                       player->name);
    if (!l->time_ms && (l->inc_ms || moves))
        return err_set(err, at, "player '%.60s' has no clock: '%s' requires 'minutes'",
                       player->name, l->inc_ms ? "increment" : "moves");
    return 0;
}

/*
 * Checks who may connect to us as this player. On this machine that is up to its user; if others
 * can reach us, the match file must say who is expected.
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
    if (dxp_connector_address(player, &address, &why))
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

/*
 * Refuses keys of a serial line for a player that is reached in another way, unless they have their
 * defaults, as in what --print-effective prints.
 */
static int check_serial(const struct player_settings *player, const struct yaml_node *map,
                        struct err *err)
{
    struct player_settings usual;
    struct address address;
    player_settings_default(&usual, PLAYER_DXP);
    const char *key = player->serial_start         ? "serial_start"
                      : player->serial_end         ? "serial_end"
                      : player->baud != usual.baud ? "baud"
                                                   : NULL;
    if (player->kind != PLAYER_DXP || !key)
        return 0;
    struct src_pos at = yaml_get(map, key)->at;
    struct err why = {0};
    if (dxp_connector_address(player, &address, &why))
        return err_set(err, at, "%s", why.msg);
    return address.kind == ADDRESS_SERIAL ? 0
                                          : err_set(err, at, "'%s' requires a serial line", key);
}

/* A person who connects to us takes longer than a program that we connect to. */
static void set_connect_time(struct config_reading *r, const struct yaml_node *map,
                             struct player_settings *player)
{
    const struct yaml_node *own = yaml_get(map, "timeouts");
    if (dxp_expected_to_come(player) && !(own && yaml_get(own, "connect"))
        && !(r->timeouts && yaml_get(r->timeouts, "connect")))
        player->timeouts.connect_ms = CONNECT_MS;
}

int config_read_player(struct config_reading *r, const struct yaml_node *map,
                       struct player_settings *player)
{
    enum player_kind kind = PLAYER_BUILTIN;
    const struct yaml_node *parameters = yaml_get(map, "parameters");
    if (config_check_keys(&config_player, map, r->err) || find_kind(map, &kind, r->err)
        || check_kind(map, kind, r->err))
        return -1;
    player_settings_default(player, kind);
    if (!yaml_get(map, "time"))
        player->limits = r->config->limits;
    if (r->timeouts && config_read_section(r, &config_timeouts, r->timeouts, &player->timeouts))
        return -1;
    if (config_read_section(r, &config_player, map, player)
        || (parameters && read_parameters(r, parameters, player)))
        return -1;
    if (!player->name)
        return err_set(r->err, map->at, "the player has no 'name'");
    set_connect_time(r, map, player);
    return check_limits(player, map->at, r->err) || find_listen(r, player)
                   || check_expected(player, map, r->err) || check_serial(player, map, r->err)
               ? -1
               : 0;
}
