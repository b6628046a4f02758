// SPDX-License-Identifier: MIT
/* The complete configuration as YAML, and the reference of its keys for the manual. */
#include "core/base/amount.h"
#include "core/base/array.h"
#include "core/base/printable.h"
#include "core/base/utf8.h"
#include "core/board/score.h"
#include "match/config-keys.h"
#include "match/config.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

/* The state of printing, with the indentation of the current section. */
struct printing {
    const struct match_config *config;
    struct buffer *out;
    unsigned indent;
    bool without_folders; /* paths as they were written */
    bool with_values;     /* values from the environment, in texts that are not paths */
};

/* The byte order mark and two codes that are not characters: YAML allows them only as escapes. */
static bool is_refused(unsigned code) { return code == 0xfeff || code == 0xfffe || code == 0xffff; }

/*
 * Double quotes can hold any text. Characters that YAML takes for a line end or refuses, and those
 * that a terminal would obey, are escaped; the rest stays as it is, in UTF-8.
 */
static void print_quoted(struct buffer *out, const char *text)
{
    const char *end = text + strlen(text);
    buffer_add_char(out, '"');
    for (size_t n; text < end; text += n) {
        n = utf8_next(text, (size_t)(end - text));
        unsigned code = n > 1 ? utf8_code(text, n) : (unsigned char)*text;
        n = n ? n : 1;
        if (code == '"' || code == '\\')
            buffer_printf(out, "\\%c", (int)code);
        else if (n > 1 && (is_refused(code) || !printable_is((struct text){text, n})))
            buffer_printf(out, code > 0xffff ? "\\U%08x" : "\\u%04x", code);
        else if (code < 0x20 || code == 0x7f)
            buffer_printf(out, "\\x%02x", code);
        else
            buffer_add(out, text, n);
    }
    buffer_add_char(out, '"');
}

/* A literal dollar sign is doubled again. */
static void add_doubled(struct buffer *out, const char *text, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        if (text[i] == '$')
            buffer_add_char(out, '$');
        buffer_add_char(out, text[i]);
    }
}

/* Values from the environment remain ${NAME}, unless they are asked for. */
static void print_text(struct printing *p, const char *text, bool is_path)
{
    const struct match_rewritten *was =
        p->with_values && !is_path ? NULL : config_rewritten(p->config, text);
    struct buffer out = {0};
    size_t folder = was ? was->folder : 0;
    if (!p->without_folders)
        add_doubled(&out, text, folder);
    if (was && was->written)
        buffer_add_string(&out, was->written);
    else
        add_doubled(&out, text + folder, strlen(text + folder));
    buffer_add_char(&out, '\0');
    print_quoted(p->out, out.failed ? "" : out.s);
    p->out->failed |= out.failed;
    buffer_fini(&out);
}

static void print_words(struct printing *p, const struct match_words *words, bool are_paths)
{
    buffer_add_char(p->out, '[');
    for (unsigned i = 0; i < words->n; i++) {
        if (i)
            buffer_add_string(p->out, ", ");
        print_text(p, words->at[i], are_paths);
    }
    buffer_add_char(p->out, ']');
}

static void print_amount(struct buffer *out, void (*print)(int64_t, char[AMOUNT_ROOM]),
                         int64_t value)
{
    char text[AMOUNT_ROOM];
    print(value, text);
    buffer_add_string(out, text);
}

/* Whether a key has a value that can be printed; if not, none was given for it. */
static bool is_given(const struct config_key *key, const void *field)
{
    switch (key->kind) {
    case CONFIG_TEXT:
    case CONFIG_PATH:
        return *(const char *const *)field != NULL;
    case CONFIG_REAL:
        return !isnan(*(const double *)field);
    case CONFIG_CALL:
        return false;
    default:
        return true;
    }
}

static void print_value(struct printing *p, const struct config_key *key, const void *field)
{
    struct buffer *out = p->out;
    switch (key->kind) {
    case CONFIG_TEXT:
    case CONFIG_PATH:
        print_text(p, *(const char *const *)field, key->kind == CONFIG_PATH);
        break;
    case CONFIG_PATHS:
    case CONFIG_WORDS:
        print_words(p, field, key->kind == CONFIG_PATHS);
        break;
    case CONFIG_UNSIGNED:
        buffer_printf(out, "%u", *(const unsigned *)field);
        break;
    case CONFIG_NODES:
    case CONFIG_SEED:
        buffer_printf(out, "%" PRIu64, *(const uint64_t *)field);
        break;
    case CONFIG_MINUTES:
    case CONFIG_TIME:
        print_amount(out, amount_print_time, *(const int64_t *)field);
        break;
    case CONFIG_SIZE:
        print_amount(out, amount_print_size, *(const int64_t *)field);
        break;
    case CONFIG_MEMORY:
        print_amount(out, amount_print_size, (int64_t) * (const size_t *)field);
        break;
    case CONFIG_REAL:
        buffer_printf(out, "%.10g", *(const double *)field);
        break;
    case CONFIG_MEN:
        buffer_printf(out, "%.10g", (double)*(const int64_t *)field / SCORE_MAN);
        break;
    case CONFIG_SCORE:
        buffer_printf(out, "%.10g", score_in_men(*(const int *)field));
        break;
    case CONFIG_BOOL:
        buffer_add_string(out, *(const bool *)field ? "true" : "false");
        break;
    case CONFIG_EITHER:
        buffer_add_string(out, key->choices[*(const bool *)field]);
        break;
    case CONFIG_CHOICE:
        buffer_add_string(out, key->choices[*(const unsigned *)field]);
        break;
    case CONFIG_LEVEL:
        if (*(const char *)field)
            buffer_add_char(out, *(const char *)field);
        else
            buffer_add_string(out, "full");
        break;
    case CONFIG_SECTION:
    case CONFIG_CALL:
        break;
    }
}

/* @param of kinds of players: keys for others are left out */
static void print_plain(struct printing *p, const struct config_section *section, const char *from,
                        unsigned of)
{
    for (size_t i = 0; i < section->n; i++) {
        const struct config_key *key = &section->keys[i];
        if ((key->players && !(key->players & of)) || key->kind == CONFIG_SECTION
            || !is_given(key, from + key->at))
            continue;
        buffer_printf(p->out, "%*s%s: ", (int)p->indent, "", key->name);
        print_value(p, key, from + key->at);
        buffer_add_char(p->out, '\n');
    }
}

static void print_sections(struct printing *p, const struct config_section *section,
                           const char *from, unsigned of)
{
    for (size_t i = 0; i < section->n; i++) {
        const struct config_key *key = &section->keys[i];
        if (key->kind != CONFIG_SECTION || (key->players && !(key->players & of)))
            continue;
        buffer_printf(p->out, "%*s%s:\n", (int)p->indent, "", key->name);
        p->indent += 2;
        print_plain(p, key->section, from + key->at, of);
        p->indent -= 2;
    }
}

static void print_parameters(struct printing *p, const struct player_settings *player)
{
    if (player->n_parameters)
        buffer_add_string(p->out, "    parameters:\n");
    for (unsigned i = 0; i < player->n_parameters; i++) {
        buffer_add_string(p->out, "      ");
        print_quoted(p->out, player->parameters[i].name);
        buffer_add_string(p->out, ": ");
        print_text(p, player->parameters[i].value, false);
        buffer_add_char(p->out, '\n');
    }
}

static void print_player(struct printing *p, const struct player_settings *player)
{
    unsigned of = 1u << player->kind;
    buffer_add_string(p->out, "  -\n");
    p->indent = 4;
    if (player->kind == PLAYER_BUILTIN)
        buffer_add_string(p->out, "    builtin: true\n");
    print_plain(p, &config_player, (const char *)player, of);
    print_parameters(p, player);
    print_sections(p, &config_player, (const char *)player, of);
}

void match_config_print(const struct match_config *config, struct buffer *out)
{
    struct printing p = {.config = config, .out = out};
    print_plain(&p, &config_top, (const char *)config, 0);
    print_sections(&p, &config_top, (const char *)config, 0);
    buffer_add_string(out, "players:\n");
    for (unsigned i = 0; i < config->n_players; i++)
        print_player(&p, &config->players[i]);
}

static void print_some(struct printing *p, const struct config_section *section, const void *from,
                       const char *const *names)
{
    for (size_t i = 0; i < section->n; i++) {
        const struct config_key *key = &section->keys[i];
        const char *field = (const char *)from + key->at;
        unsigned k = 0;
        while (names[k] && strcmp(names[k], key->name) != 0)
            k++;
        if (!names[k] || !is_given(key, field))
            continue;
        buffer_printf(p->out, "%s: ", key->name);
        print_value(p, key, field);
        buffer_add_char(p->out, '\n');
    }
}

/* @param in section that has `name`, a section of plain keys @param from its struct */
static void print_section(struct printing *p, const struct config_section *in, const char *name,
                          const void *from)
{
    for (size_t i = 0; i < in->n; i++)
        if (strcmp(in->keys[i].name, name) == 0)
            print_plain(p, in->keys[i].section, (const char *)from + in->keys[i].at, 0);
}

/*
 * These settings may contain secrets and folders of one machine as variables, so they are printed
 * as written: the values may change.
 */
static void print_equipment(const struct printing *p, const struct player_settings *player)
{
    static const char *const keys[] = {"book",    "book_margin", "book_seed", "book_temperature",
                                       "egdb",    "hash",        "hub",       "threads",
                                       "weights", NULL};
    struct printing written = *p;
    written.with_values = false;
    print_some(&written, &config_player, player, keys);
    print_parameters(&written, player);
}

/*
 * Left out is everything that may change from night to night: where a DamExchange player is, how
 * long we wait for a player, and which outputs are written.
 */
void match_config_decisive(const struct match_config *config, enum match_decisive form,
                           struct buffer *out)
{
    static const char *const top[] = {"draws",   "games",  "move_limit", "move_limit_result",
                                      "pairing", "rounds", "seed",       "seeds",
                                      "variant", NULL};
    static const char *const verdicts[] = {"claims", "faults", "plies_max", NULL};
    static const char *const player[] = {"level", "name", NULL};
    struct printing p = {.config = config,
                         .out = out,
                         .without_folders = form != MATCH_DECISIVE_WITH_FOLDERS,
                         .with_values = form == MATCH_DECISIVE || form == MATCH_DECISIVE_LIMITS};
    print_some(&p, &config_top, config, top);
    print_section(&p, &config_top, "openings", config);
    if (form == MATCH_DECISIVE) {
        print_some(&p, &config_top, config, verdicts);
        print_section(&p, &config_top, "adjudication", config);
    }
    for (unsigned i = 0; i < config->n_players; i++) {
        const struct player_settings *from = &config->players[i];
        buffer_printf(out, "- %u\n", from->kind);
        print_some(&p, &config_player, from, player);
        print_section(&p, &config_player, "time", from);
        if (form == MATCH_DECISIVE)
            print_equipment(&p, from);
    }
}

/* ---- the manual ---- */

/* Says in the manual's words what kind of value a key has. */
static void print_kind(const struct config_key *key, struct buffer *out)
{
    static const char *const names[] = {
        [CONFIG_TEXT] = "TEXT",          [CONFIG_PATH] = "PATH",
        [CONFIG_PATHS] = "PATH or list", [CONFIG_WORDS] = "list",
        [CONFIG_UNSIGNED] = "N",         [CONFIG_NODES] = "N",
        [CONFIG_MINUTES] = "MINUTES",    [CONFIG_TIME] = "TIME",
        [CONFIG_SIZE] = "SIZE",          [CONFIG_MEMORY] = "SIZE",
        [CONFIG_REAL] = "NUMBER",        [CONFIG_MEN] = "MEN",
        [CONFIG_SCORE] = "MEN",          [CONFIG_BOOL] = "true or false",
        [CONFIG_LEVEL] = "LEVEL",        [CONFIG_SEED] = "N",
    };
    if (key->choices)
        for (const char *const *word = key->choices; *word; word++)
            buffer_printf(out, "%s%s", word == key->choices ? "" : word[1] ? ", " : " or ", *word);
    else if (names[key->kind])
        buffer_add_string(out, names[key->kind]);
}

static const char *kinds_of(unsigned players)
{
    switch (players) {
    case FOR_BUILTIN:
        return " Built-in players.";
    case FOR_HUB:
        return " Hub players.";
    case FOR_DXP:
        return " DamExchange players.";
    case FOR_HUB | FOR_DXP:
        return " Hub and DamExchange players.";
    default:
        return "";
    }
}

/* The struct that a section's keys are stored in, for an empty configuration. */
static const char *base_of(const struct config_section *section, const struct config_key *key,
                           const struct match_config *blank)
{
    unsigned kind = key->players & FOR_HUB   ? PLAYER_HUB
                    : key->players & FOR_DXP ? PLAYER_DXP
                                             : PLAYER_BUILTIN;
    if (section == &config_top)
        return (const char *)blank;
    if (section == &config_player)
        return (const char *)&blank->players[kind];
    if (section == &config_timeouts)
        return (const char *)&blank->players[0].timeouts;
    for (size_t i = 0; i < config_top.n; i++)
        if (config_top.keys[i].section == section)
            return (const char *)blank + config_top.keys[i].at;
    return (const char *)&blank->players[PLAYER_DXP].quirks;
}

/* Prints a key's default, unless it is zero, false or an empty list, which goes without saying. */
static void print_default(const struct config_section *section, const struct config_key *key,
                          const struct match_config *blank, struct buffer *out)
{
    static const char *const nothing[] = {"0", "0s", "false", "[]", "full"};
    const char *field = base_of(section, key, blank) + key->at;
    struct buffer text = {0};
    struct printing p = {.config = blank, .out = &text};
    bool says = key->kind != CONFIG_SECTION && !key->filled && is_given(key, field);
    if (says)
        print_value(&p, key, field);
    for (size_t i = 0; i < ARRAY_LEN(nothing); i++)
        says = says && !text_is(buffer_text(&text), nothing[i]);
    if (says)
        buffer_printf(out, " (%.*s)", TEXT_ARGS(buffer_text(&text)));
    buffer_fini(&text);
}

int match_config_reference(struct buffer *out, struct err *err)
{
    static const char text[] = "time: {minutes: 0, depth: 1}\n"
                               "players: [{name: a}, {name: b, hub: b},"
                               " {name: c, dxp: \"tcp://c:1\", time: {minutes: 1}}]\n";
    struct arena arena = {0};
    struct match_config blank;
    int rc = match_config_parse("-", text, sizeof text - 1, &arena, &blank, err);
    blank.limits = (struct player_limits){0};
    for (unsigned i = 0; rc == 0 && i < config_sections_count; i++) {
        const struct config_section *section = config_sections[i];
        buffer_printf(out, "## %s\n\n", *section->name ? section->name : "The top");
        if (section->help)
            buffer_printf(out, "%s\n\n", section->help);
        for (size_t k = 0; k < section->n; k++) {
            const struct config_key *key = &section->keys[k];
            buffer_printf(out, "*%s*", key->name);
            if (key->kind != CONFIG_SECTION && key->kind != CONFIG_CALL) {
                buffer_add_string(out, ": _");
                print_kind(key, out);
                buffer_add_char(out, '_');
            }
            print_default(section, key, &blank, out);
            buffer_printf(out, "\n\t%s.%s\n\n", key->help, kinds_of(key->players));
        }
    }
    arena_fini(&arena);
    return rc;
}
