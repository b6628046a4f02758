// SPDX-License-Identifier: MIT
/* Cleaning of a game, before the filters and after them, and the tags that follow from it. */
#include "cmd/convert/convert.h"
#include "core/base/array.h"

static int name_opening(const struct convert *c, struct game *game)
{
    struct text name = openings_find(c->openings, game);
    return name.s ? game_set_tag(game, text_of("Opening"), name) : 0;
}

/* If its tags give a game other rules, or another start, it is checked again. */
static int clean(const struct convert_cleaning *cleaning, const struct clean_options *options,
                 struct clean_report *report, struct err *err)
{
    static const char *const names[] = {"FEN", "GameType", "Variant"};
    struct game *game = cleaning->game;
    struct text before[ARRAY_LEN(names)];
    bool same[ARRAY_LEN(names)];
    if (!clean_wants(options))
        return 0;
    for (size_t i = 0; i < ARRAY_LEN(names); i++)
        before[i] = game_tag(game, names[i]);
    if (clean_game(options, game, report, err))
        return -1;
    for (size_t i = 0; i < ARRAY_LEN(names); i++)
        same[i] = text_same(before[i], game_tag(game, names[i]));
    if (same[0] && same[1] && same[2])
        return 0;
    if (!same[1] || !same[2])
        game->rules = NULL;
    findings_cut(cleaning->found, cleaning->read);
    return check_game_again(cleaning->checker, game, cleaning->found, err);
}

/* Whether games may be written without some of those that they were read with. */
static bool is_selection(const struct convert *c)
{
    const struct convert_settings *s = c->settings;
    const bool joined = c->n_inputs > 1 && !s->in_place, dropped = s->on_error == ON_ERROR_DROP;
    return joined || dropped || s->sort || s->split || s->first || s->sample
           || s->dedupe != DEDUPE_NONE || c->filter || s->games.n || s->reached.n || s->patterns.n
           || s->materials.n || s->manoeuvres.n;
}

/*
 * Makes the tags name the rules if necessary: --variant overrides the tags, and numbered squares
 * would be taken for another variant's once they are written as letters.
 */
static int name_rules(const struct convert *c, const struct convert_cleaning *cleaning,
                      struct err *err)
{
    struct game *game = cleaning->game;
    const struct rules *wanted = c->rules;
    if (!wanted && c->output.pdn.algebraic && game->line.first && !check_has_rules_tag(game))
        wanted = game->rules;
    enum check_target way = c->to->split != pdn_split ? CHECK_FOR_OTHER_FORMAT
                            : is_selection(c)         ? CHECK_FOR_OTHER_PDN
                                                      : CHECK_FOR_SAME_PDN;
    if (!c->output.pdn.algebraic && check_name_squares(game, err))
        return -1;
    return check_name_rules(cleaning->checker, game, wanted, way, err);
}

int convert_normalise(const struct convert *c, const struct convert_cleaning *cleaning,
                      struct clean_report *report, struct err *err)
{
    struct game *game = cleaning->game;
    if (clean(cleaning, &c->normal, report, err))
        return -1;
    if (c->rules && name_rules(c, cleaning, err)) /* filters see --variant, but no guess */
        return -1;
    if ((c->aliases && aliases_apply(c->aliases, game)) || (c->openings && name_opening(c, game)))
        return err_memory(err);
    return 0;
}

int convert_clean(const struct convert *c, const struct convert_cleaning *cleaning,
                  struct clean_report *report, struct err *err)
{
    if (clean(cleaning, &c->clean, report, err))
        return -1;
    return name_rules(c, cleaning, err); /* --set may have changed the tags */
}
