// SPDX-License-Identifier: MIT
#include "core/study/annotate-knowledge.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static const char prefix[] = "sources ";

/* "5-piece endgames", and what is missing of them, since a database still being built grows. */
static void name_endgames(const struct egdb *egdb, char *text, size_t size)
{
    const struct egdb_extent extent = egdb_extent(egdb);
    size_t n = (size_t)snprintf(text, size, ", %u-piece endgames", egdb_pieces(egdb));
    if (extent.known < extent.all)
        n += (size_t)snprintf(text + n, size - n, " (%u of %u slices)", extent.known, extent.all);
    if (extent.with_plies == 0)
        snprintf(text + n, size - n, " without distances");
    else if (extent.with_plies < extent.largest)
        snprintf(text + n, size - n, " with distances of %u", extent.with_plies);
}

void annotate_knowledge_name(const struct eval *eval, const struct egdb *egdb,
                             char text[ANNOTATE_SOURCES_SIZE])
{
    char endgames[96] = "";
    if (egdb)
        name_endgames(egdb, endgames, sizeof endgames);
    if (eval->weights.n_pairs)
        snprintf(text, ANNOTATE_SOURCES_SIZE, "weights %08" PRIx32 "%s",
                 weights_number(&eval->weights), endgames);
    else
        snprintf(text, ANNOTATE_SOURCES_SIZE, "material only%s", endgames);
}

/* The name of a setting: "sources turkish:promotion=stop". */
static int name_setting(const struct rules *rules, struct buffer *out, struct err *err)
{
    buffer_printf(out, "%s%s", prefix, rules_spelling(rules));
    buffer_add_char(out, '\0');
    return out->failed ? err_memory(err) : 0;
}

int annotate_knowledge_find(struct journal *journal, const struct rules *rules, struct buffer *out,
                            struct err *err)
{
    struct buffer name = {0};
    int rc = name_setting(rules, &name, err) ? -1 : journal_setting(journal, name.s, out, err);
    buffer_fini(&name);
    return rc;
}

int annotate_knowledge_keep(struct journal *journal, const struct rules *rules, struct text sources,
                            struct err *err)
{
    struct buffer name = {0};
    int rc = name_setting(rules, &name, err) ? -1 : journal_set(journal, name.s, sources, err);
    buffer_fini(&name);
    return rc;
}

/* The rule set that a setting is about; NULL: none. */
static const struct rules *rules_of(struct text name)
{
    const size_t n = sizeof prefix - 1;
    const struct rules *rules;
    struct err err = {0};
    if (name.n <= n || memcmp(name.s, prefix, n) != 0
        || rules_find((struct text){name.s + n, name.n - n}, &rules, &err))
        return NULL;
    return rules;
}

struct listing {
    const struct rules **rules;
    unsigned n, room;
};

static int list_rules(void *ctx, struct text name, struct text value, struct err *err)
{
    struct listing *listing = ctx;
    const struct rules *rules = rules_of(name);
    (void)value, (void)err;
    if (rules && listing->n < listing->room)
        listing->rules[listing->n++] = rules;
    return 0;
}

int annotate_knowledge_rules(struct journal *journal, const struct rules **rules, unsigned room,
                             struct err *err)
{
    struct listing listing = {.rules = rules, .room = room};
    return journal_settings_each(journal, list_rules, &listing, err) ? -1 : (int)listing.n;
}

enum { OTHER_SOURCES = 1 };

static int copy_sources(void *ctx, struct text name, struct text value, struct err *err)
{
    struct journal *to = ctx;
    struct buffer own = {0};
    const struct rules *rules = rules_of(name);
    int rc = rules ? annotate_knowledge_find(to, rules, &own, err) : 0;
    if (rc > 0)
        rc = text_same(buffer_text(&own), value) ? 0 : OTHER_SOURCES;
    else if (rc == 0 && rules)
        rc = annotate_knowledge_keep(to, rules, value, err);
    buffer_fini(&own);
    return rc;
}

int annotate_knowledge_copy(struct journal *from, struct journal *to, struct err *err)
{
    int rc = journal_settings_each(from, copy_sources, to, err);
    return rc < 0 ? -1 : rc != OTHER_SOURCES;
}
