// SPDX-License-Identifier: MIT
#include "core/query/tag-map.h"

#include "core/base/array.h"
#include "core/base/yaml.h"

#include <stdlib.h>

/* Another name for one of PDN's tags. */
struct tag_name {
    const char *name, *pdn;
};

struct tag_map {
    const struct tag_name *names; /* those of a file are in the arena */
    size_t n;
    struct arena arena;
};

static const char *const pdn_names[] = {
#define TAG(id, name, kind) name,
#include "core/check/tag-table.inc"
#undef TAG
};

/*
 * Dutch, German, French, Italian, Spanish, Portuguese, Polish, Czech, Russian; then the typing
 * errors of some collections.
 */
static const struct tag_name usual_names[] = {
    {"Wit", "White"},
    {"Weiss", "White"},
    {"Wei\xC3\x9F", "White"},
    {"Blanc", "White"},
    {"Blancs", "White"},
    {"Bianco", "White"},
    {"Blancas", "White"},
    {"Brancas", "White"},
    {"Biale", "White"},
    {"Bia\xC5\x82\x65", "White"},
    {"Bily", "White"},
    {"\xD0\x91\xD0\xB5\xD0\xBB\xD1\x8B\xD0\xB5", "White"},
    {"Zwart", "Black"},
    {"Schwarz", "Black"},
    {"Noir", "Black"},
    {"Noirs", "Black"},
    {"Nero", "Black"},
    {"Negras", "Black"},
    {"Pretas", "Black"},
    {"Czarne", "Black"},
    {"Cerny", "Black"},
    {"\xD0\xA7\xD0\xB5\xD1\x80\xD0\xBD\xD1\x8B\xD0\xB5", "Black"},
    {"\xD0\xA7\xD1\x91\xD1\x80\xD0\xBD\xD1\x8B\xD0\xB5", "Black"},
    {"Toernooi", "Event"},
    {"Wedstrijd", "Event"},
    {"Turnier", "Event"},
    {"Tournoi", "Event"},
    {"Torneo", "Event"},
    {"Torneio", "Event"},
    {"Turniej", "Event"},
    {"Turnaj", "Event"},
    {"Evento", "Event"},
    {"Dati", "Event"},
    {"\xD0\xA2\xD1\x83\xD1\x80\xD0\xBD\xD0\xB8\xD1\x80", "Event"},
    {"Plaats", "Site"},
    {"Ort", "Site"},
    {"Lieu", "Site"},
    {"Luogo", "Site"},
    {"Localita", "Site"},
    {"Localit\xC3\xA0", "Site"},
    {"Lugar", "Site"},
    {"Miejsce", "Site"},
    {"Misto", "Site"},
    {"\xD0\x9C\xD0\xB5\xD1\x81\xD1\x82\xD0\xBE", "Site"},
    {"Datum", "Date"},
    {"Data", "Date"},
    {"Fecha", "Date"},
    {"Anno", "Date"},
    {"\xD0\x94\xD0\xB0\xD1\x82\xD0\xB0", "Date"},
    {"Ronde", "Round"},
    {"Runde", "Round"},
    {"Tour", "Round"},
    {"Turno", "Round"},
    {"Ronda", "Round"},
    {"Rodada", "Round"},
    {"Runda", "Round"},
    {"Kolo", "Round"},
    {"\xD0\xA2\xD1\x83\xD1\x80", "Round"},
    {"Uitslag", "Result"},
    {"Resultaat", "Result"},
    {"Ergebnis", "Result"},
    {"Resultat", "Result"},
    {"R\xC3\xA9sultat", "Result"},
    {"Esito", "Result"},
    {"Risultato", "Result"},
    {"Resultado", "Result"},
    {"Wynik", "Result"},
    {"Vysledek", "Result"},
    {"\xD0\xA0\xD0\xB5\xD0\xB7\xD1\x83\xD0\xBB\xD1\x8C\xD1\x82\xD0\xB0\xD1\x82", "Result"},
    {"Commentaar", "Annotator"},
    {"Kommentator", "Annotator"},
    {"Commentateur", "Annotator"},
    {"Commentatore", "Annotator"},
    {"Apertura", "Opening"},
    {"Ouverture", "Opening"},
    {"Abertura", "Opening"},
    {"Debiut", "Opening"},
    {"Er\xC3\xB6\x66\x66nung", "Opening"},
    {"\xD0\x94\xD0\xB5\xD0\xB1\xD1\x8E\xD1\x82", "Opening"},
    {"PubicationDate", "PublicationDate"},
};
static const struct tag_map usual = {usual_names, ARRAY_LEN(usual_names), {0}};

const struct tag_map *tag_map_usual(void) { return &usual; }

/* ---- a file ---- */

/*
 * PDN's spelling of a tag's name, or the name itself if PDN has no such tag: users may have their
 * own.
 */
static const char *spell(const char *name)
{
    for (size_t i = 0; i < ARRAY_LEN(pdn_names); i++) {
        if (text_is_nocase(text_of(name), pdn_names[i]))
            return pdn_names[i];
    }
    return name;
}

static int read_entry(const struct yaml_node *entry, struct tag_name *names, size_t *n,
                      struct err *err)
{
    const struct yaml_node *item = entry->kind == YAML_LIST ? entry->first : entry;
    const char *pdn = spell(entry->key);
    if (entry->kind == YAML_MAP)
        return yaml_expect(entry, YAML_LIST, err);
    for (; item; item = entry->kind == YAML_LIST ? item->next : NULL) {
        const char *name;
        if (yaml_string(item, &name, err))
            return -1;
        for (size_t i = 0; i < *n; i++) {
            bool same = strcmp(names[i].name, name) == 0;
            bool other = strcmp(names[i].pdn, pdn) != 0; /* they are looked up ignoring case */
            if (same || (other && text_is_nocase(text_of(names[i].name), name)))
                return err_set(err, item->at, "'%s' already means %s", name, names[i].pdn);
        }
        names[(*n)++] = (struct tag_name){name, pdn};
    }
    return 0;
}

int tag_map_read(const char *path, struct tag_map **out, struct err *err)
{
    struct tag_map *map = calloc(1, sizeof *map);
    struct yaml_node *root;
    size_t n = 0, filled = 0;
    struct tag_name *names;
    if (!map)
        return err_memory(err);
    if (yaml_read(path, &map->arena, &root, err)
        || (!yaml_is_null(root) && yaml_expect(root, YAML_MAP, err)))
        goto failed;
    for (const struct yaml_node *entry = root->first; entry; entry = entry->next)
        n += entry->kind == YAML_LIST ? entry->n : 1;
    names = arena_alloc(&map->arena, (n + 1) * sizeof *names);
    if (!names) {
        err_memory(err);
        goto failed;
    }
    for (const struct yaml_node *entry = root->first; entry; entry = entry->next) {
        if (read_entry(entry, names, &filled, err))
            goto failed;
    }
    map->names = names;
    map->n = filled;
    *out = map;
    return 0;
failed:
    tag_map_close(map);
    return -1;
}

void tag_map_close(struct tag_map *map)
{
    if (!map)
        return;
    arena_fini(&map->arena);
    free(map);
}

/* ---- using it ---- */

static const char *look_up(const struct tag_map *map, struct text name)
{
    for (size_t i = 0; i < map->n; i++) {
        if (text_is_nocase(name, map->names[i].name))
            return map->names[i].pdn;
    }
    return NULL;
}

const char *tag_map_find(const struct tag_map *map, struct text name)
{
    const char *found = look_up(map, name);
    /* tried before PDN's names, since Bianco and Nero are among those that checking knows */
    if (!found && map != &usual)
        found = look_up(&usual, name);
    for (size_t i = 0; !found && i < ARRAY_LEN(pdn_names); i++) {
        if (text_is_nocase(name, pdn_names[i]))
            found = pdn_names[i]; /* it may differ in case */
    }
    return found && !text_is(name, found) ? found : NULL; /* a file may also list PDN's own name */
}

/* @return the index of the tag that has exactly this name; n_tags: none */
static unsigned index_of(const struct game *game, const char *name)
{
    unsigned i = 0;
    while (i < game->n_tags && !text_is(game->tags[i].name, name))
        i++;
    return i;
}

static void drop(struct game *game, unsigned i)
{
    game->n_tags--;
    memmove(&game->tags[i], &game->tags[i + 1], (game->n_tags - i) * sizeof game->tags[0]);
}

void tag_map_apply(const struct tag_map *map, struct game *game)
{
    for (unsigned i = 0; i < game->n_tags;) {
        struct tag *tag = &game->tags[i];
        const char *name = tag_map_find(map, tag->name);
        unsigned other = name ? index_of(game, name) : 0;
        if (!name) {
            i++;
        } else if (other == game->n_tags) {
            tag->name = text_of(name);
            i++;
        } else if (tag_is_unknown(tag->value)
                   || text_same(text_trim(tag->value), text_trim(game->tags[other].value))) {
            drop(game, i);
        } else if (tag_is_unknown(game->tags[other].value)) {
            game->tags[other].value = tag->value;
            drop(game, i);
        } else {
            i++; /* the two values differ: both stay */
        }
    }
}
