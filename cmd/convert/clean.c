// SPDX-License-Identifier: MIT
/* Cleaning of a game, before the filters and after them, and the tags that follow from it. */
#include "cmd/convert/convert.h"
#include "core/base/array.h"

/*
 * The tags must name the rules by which the game was read: --variant overrides the tags, and a
 * guess by the other games of the file is lost with those.
 */
static int name_variant(struct game *game, const struct rules *rules, struct err *err)
{
    struct text type = text_of(rules->game_type_text), variant = text_of(rules->variant_tag);
    const struct rules *named = NULL;
    enum tags_fit fit;
    if (rules_of_tags(game_tag(game, "GameType"), game_tag(game, "Variant"), &named, &fit, NULL)
            == 1
        && named == rules)
        return 0;
    game_drop_tag(game, text_of("GameType"));
    game_drop_tag(game, text_of("Variant"));
    if ((type.n && game_set_tag(game, text_of("GameType"), type))
        || (variant.n && game_set_tag(game, text_of("Variant"), variant)))
        return err_memory(err);
    return 0;
}

static int name_opening(const struct convert *c, struct game *game)
{
    struct text name = openings_find(c->openings, game);
    return name.s ? game_set_tag(game, text_of("Opening"), name) : 0;
}

/* A game that gets other rules by its tags, or another start, is checked anew. */
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

/*
 * Finds the rules that the tags have to name; NULL: whatever they say. Without a tag they are lost
 * if the other games of the file say what they are (where it is written in letters, the notation of
 * captures depends on them), or if the format did and PDN, which has only tags for that, would take
 * the moves for those of another game, as it would take numbers that are written as letters.
 */
static int find_rules_to_name(const struct convert *c, const struct convert_cleaning *cleaning,
                              const struct rules **out, struct err *err)
{
    struct game *game = cleaning->game;
    const struct rules *rules = game->rules, *guess = rules;
    *out = c->rules;
    if (c->rules || !rules || !game->line.first || game->line.first->kind != NODE_MOVE
        || game_tag(game, "GameType").n || game_tag(game, "Variant").n)
        return 0;
    if (c->output.pdn.algebraic)
        *out = rules;
    else if (game->rules_guessed)
        *out = rules->numbering == NUMBERING_LETTERS ? rules : NULL;
    else if (c->to->split != pdn_split)
        *out = NULL;
    else if (check_guess_rules(cleaning->checker, game, &guess, err))
        return -1;
    else
        *out = guess == rules ? NULL : rules;
    return 0;
}

int convert_normalise(const struct convert *c, const struct convert_cleaning *cleaning,
                      struct clean_report *report, struct err *err)
{
    struct game *game = cleaning->game;
    if (clean(cleaning, &c->normal, report, err))
        return -1;
    const struct rules *rules;
    if (find_rules_to_name(c, cleaning, &rules, err) || (rules && name_variant(game, rules, err)))
        return -1;
    if ((c->aliases && aliases_apply(c->aliases, game)) || (c->openings && name_opening(c, game)))
        return err_memory(err);
    return 0;
}

int convert_clean(const struct convert *c, const struct convert_cleaning *cleaning,
                  struct clean_report *report, struct err *err)
{
    if (!clean_wants(&c->clean))
        return 0;
    const struct rules *rules; /* --set may have changed them */
    if (clean(cleaning, &c->clean, report, err) || find_rules_to_name(c, cleaning, &rules, err))
        return -1;
    return rules ? name_variant(cleaning->game, rules, err) : 0;
}
