// SPDX-License-Identifier: MIT
/* Each parameter is a row of a table: the functions that announce and read it. */
#include "match/serve/hub-parameters.h"

#include "core/base/array.h"
#include "match/protocol/hub-variant.h"
#include "match/protocol/hub.h"

#include <string.h>

enum {
    MIB = 1024 * 1024,
    HASH_MIB = 64,
    HASH_MIB_MAX = 1024 * 1024,
    ENTRY = 16, /* bytes of the table that tt-size counts as one entry */
};

static void tell_variant(const struct hub_parameters *p, struct buffer *out)
{
    struct buffer values = {0};
    hub_variant_list(&values);
    if (p->rules->spelling) /* a reading, which is not in the list */
        buffer_printf(&values, " %s", p->rules->spelling);
    hub_add_string(out, "value", hub_variant(p->rules));
    hub_add_string(out, "type", "enum");
    hub_add(out, "values", buffer_text(&values));
    buffer_fini(&values);
}

static int set_variant(struct hub_parameters *p, struct text value, struct err *err)
{
    return hub_variant_find(value, &p->rules, err);
}

static void tell_int(struct buffer *out, int64_t value, int64_t min, int64_t max)
{
    hub_add_int(out, "value", value);
    hub_add_string(out, "type", "int");
    hub_add_int(out, "min", min);
    hub_add_int(out, "max", max);
}

static void tell_threads(const struct hub_parameters *p, struct buffer *out)
{
    tell_int(out, p->engine.threads ? p->engine.threads : 1, 1, ENGINE_THREADS_MAX);
}

static int set_threads(struct hub_parameters *p, struct text value, struct err *err)
{
    int64_t n;
    if (hub_int(value, 1, ENGINE_THREADS_MAX, "threads", &n, err))
        return -1;
    p->engine.threads = (unsigned)n;
    return 0;
}

static void tell_hash(const struct hub_parameters *p, struct buffer *out)
{
    size_t hash = p->engine.hash;
    tell_int(out, hash >= MIB ? (int64_t)(hash / MIB) : hash ? 1 : HASH_MIB, 1, HASH_MIB_MAX);
}

static int set_hash(struct hub_parameters *p, struct text value, struct err *err)
{
    int64_t n;
    if (hub_int(value, 1, HASH_MIB_MAX, "hash", &n, err))
        return -1;
    p->engine.hash = (size_t)n * MIB;
    return 0;
}

static void tell_multi_pv(const struct hub_parameters *p, struct buffer *out)
{
    tell_int(out, p->multi ? p->multi : 1, 1, ENGINE_MULTI_MAX);
}

static int set_multi_pv(struct hub_parameters *p, struct text value, struct err *err)
{
    int64_t n;
    if (hub_int(value, 1, ENGINE_MULTI_MAX, "multi-pv", &n, err))
        return -1;
    p->multi = (unsigned)n;
    return 0;
}

/* As in Scan: the logarithm of the number of entries. */
static int set_tt_size(struct hub_parameters *p, struct text value, struct err *err)
{
    int64_t n;
    if (hub_int(value, 16, 36, "tt-size", &n, err))
        return -1;
    p->engine.hash = (size_t)ENTRY << n;
    return 0;
}

static const char levels[] = "full A B C D";

static void tell_level(const struct hub_parameters *p, struct buffer *out)
{
    char word[2] = {p->engine.level, '\0'};
    hub_add_string(out, "value", word[0] ? word : "full");
    hub_add_string(out, "type", "enum");
    hub_add_string(out, "values", levels);
}

static int set_level(struct hub_parameters *p, struct text value, struct err *err)
{
    if (text_is(value, "full"))
        p->engine.level = 0;
    else if (value.n == 1 && value.s[0] >= 'A' && value.s[0] <= 'D')
        p->engine.level = value.s[0];
    else
        return err_plain(err, "level must be one of %s", levels);
    return 0;
}

static int set_word(char *word, size_t size, struct text value, const char *what, struct err *err)
{
    if (value.n >= size)
        return err_plain(err, "value of %s is too long", what);
    memcpy(word, value.s, value.n);
    word[value.n] = '\0';
    return 0;
}

static void tell_string(struct buffer *out, const char *value)
{
    hub_add_string(out, "value", value ? value : "");
    hub_add_string(out, "type", "string");
}

static void tell_draws(const struct hub_parameters *p, struct buffer *out)
{
    tell_string(out, p->has_draws ? p->draws : p->own_draws);
}

static int set_draws(struct hub_parameters *p, struct text value, struct err *err)
{
    p->has_draws = true;
    return set_word(p->draws, sizeof p->draws, value, "draws", err);
}

static void tell_eval(const struct hub_parameters *p, struct buffer *out)
{
    tell_string(out, p->has_eval ? p->eval : p->engine.eval);
}

static int set_eval(struct hub_parameters *p, struct text value, struct err *err)
{
    p->has_eval = true;
    return set_word(p->eval, sizeof p->eval, value, "eval", err);
}

/* The value is "none"; empty for the user's own folder; or a folder. */
static void tell_egdb(const struct hub_parameters *p, struct buffer *out)
{
    const char *given = p->engine.egdb;
    hub_add_string(out, "value", p->has_egdb ? p->egdb : given ? given : "none");
    hub_add_string(out, "type", "string");
}

static int set_egdb(struct hub_parameters *p, struct text value, struct err *err)
{
    if (set_word(p->egdb, sizeof p->egdb, value, "egdb", err))
        return -1;
    p->has_egdb = true;
    return 0;
}

/*
 * The driver decides whether we may ponder; having this parameter shows that we can.
 */
static void tell_ponder(const struct hub_parameters *p, struct buffer *out)
{
    (void)p;
    hub_add_string(out, "value", "true");
    hub_add_string(out, "type", "bool");
}

static int set_ponder(struct hub_parameters *p, struct text value, struct err *err)
{
    (void)p;
    if (text_is(value, "true") || text_is(value, "false"))
        return 0;
    return err_plain(err, "ponder must be true or false");
}

static const struct {
    const char *name;
    void (*announce)(const struct hub_parameters *p,
                     struct buffer *out); /* NULL: accepted, but not announced */
    int (*set)(struct hub_parameters *p, struct text value, struct err *err);
    enum hub_parameters_change change;
} rows[] = {
    {"variant", tell_variant, set_variant, HUB_PARAMETERS_VARIANT},
    {"threads", tell_threads, set_threads, HUB_PARAMETERS_ENGINE},
    {"hash", tell_hash, set_hash, HUB_PARAMETERS_ENGINE},
    {"tt-size", NULL, set_tt_size, HUB_PARAMETERS_ENGINE},
    {"level", tell_level, set_level, HUB_PARAMETERS_ENGINE},
    {"draws", tell_draws, set_draws, HUB_PARAMETERS_ENGINE},
    {"egdb", tell_egdb, set_egdb, HUB_PARAMETERS_ENGINE},
    {"eval", tell_eval, set_eval, HUB_PARAMETERS_ENGINE},
    {"multi-pv", tell_multi_pv, set_multi_pv, HUB_PARAMETERS_SEARCH},
    {"ponder", tell_ponder, set_ponder, HUB_PARAMETERS_SEARCH},
};

void hub_parameters_announce(const struct hub_parameters *parameters, struct buffer *out)
{
    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        if (!rows[i].announce)
            continue;
        buffer_add_string(out, "param");
        hub_add_string(out, "name", rows[i].name);
        rows[i].announce(parameters, out);
        buffer_add_char(out, '\n');
    }
}

int hub_parameters_set(struct hub_parameters *parameters, struct text name, struct text value,
                       struct err *err)
{
    for (size_t i = 0; i < ARRAY_LEN(rows); i++)
        if (text_is(name, rows[i].name))
            return rows[i].set(parameters, value, err) ? -1 : (int)rows[i].change;
    return HUB_PARAMETERS_UNKNOWN;
}

/* Drops a value from the command line that does not fit the driver's variant. */
static void give_up(const struct hub_parameters *p, const char **value, const char *option)
{
    struct err why = {0};
    err_plain(&why, "%s=%s is not for %s, which the driver has chosen; the default is used", option,
              *value, rules_spelling(p->rules));
    if (p->engine.warn)
        p->engine.warn(p->engine.hooks.ctx, &why);
    *value = NULL;
}

int hub_parameters_engine(const struct hub_parameters *parameters, struct engine_options *out,
                          struct err *err)
{
    /* the driver may have chosen another variant than the user meant */
    const bool other = parameters->rules != parameters->own_rules;
    *out = parameters->engine;
    out->egdb_variant_optional = true;
    if (parameters->has_eval)
        out->eval = parameters->eval[0] ? parameters->eval : NULL;
    else if (other && out->eval && strcmp(out->eval, "material") != 0)
        give_up(parameters, &out->eval, "--eval");
    if (parameters->has_egdb)
        out->egdb = strcmp(parameters->egdb, "none") == 0 ? NULL : parameters->egdb;
    const char *draws = parameters->own_draws;
    if (parameters->has_draws)
        draws = parameters->draws[0] ? parameters->draws : NULL;
    if (other && !parameters->has_draws && draws
        && !draw_profile_find(parameters->rules, text_of(draws), NULL))
        give_up(parameters, &draws, "--draws");
    out->draws = draw_profile_find(parameters->rules, text_of(draws), err);
    return out->draws ? 0 : -1;
}
