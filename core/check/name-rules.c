// SPDX-License-Identifier: MIT
/* Sets the tags for the rules of a game that would be lost, or false, without that. */
#include "core/check/check.h"

bool check_has_rules_tag(const struct game *game)
{
    return game_tag(game, "GameType").n || game_tag(game, "Variant").n;
}

static int set_tags(struct game *game, const struct rules *rules, struct err *err)
{
    const struct rules *named = NULL;
    enum tags_fit fit;
    if (rules_of_tags(game_tag(game, "GameType"), game_tag(game, "Variant"), &named, &fit, NULL)
            == 1
        && named == rules)
        return 0;
    game_drop_tag(game, text_of("GameType"));
    game_drop_tag(game, text_of("Variant"));
    return game_set_rules_tags(game, rules) ? err_memory(err) : 0;
}

/*
 * Finds rules that would be lost, or gives NULL. If they were guessed from the other games of the
 * file, which stay with this one, only games written in letters need tags, since their notation of
 * captures depends on the rules. If the format stated the rules, or the other games do not stay,
 * tags are needed if a PDN reader would guess other rules from the moves. A position without moves
 * says too little about its game.
 */
static int find_lost(struct checker *checker, struct game *game, enum check_target way,
                     const struct rules **out, struct err *err)
{
    const struct rules *rules = game->rules, *guess = rules;
    const bool has_moves = game->line.first && game->line.first->kind == NODE_MOVE;
    *out = NULL;
    if (!rules || check_has_rules_tag(game))
        return 0;
    if (game->rules_guessed && has_moves && rules->numbering == NUMBERING_LETTERS)
        *out = rules;
    else if (way == CHECK_FOR_OTHER_FORMAT || (way == CHECK_FOR_SAME_PDN && game->rules_guessed))
        return 0;
    else if (!has_moves)
        guess = rules_international;
    else if (check_guess_rules(checker, game, &guess, err))
        return -1;
    if (guess != rules)
        *out = rules;
    return 0;
}

int check_name_rules(struct checker *checker, struct game *game, const struct rules *wanted,
                     enum check_target way, struct err *err)
{
    if (!wanted && find_lost(checker, game, way, &wanted, err))
        return -1;
    return wanted ? set_tags(game, wanted, err) : 0;
}

int check_name_squares(struct game *game, struct err *err)
{
    const struct rules *by_type = NULL, *rules = game->rules;
    const struct text type = game_tag(game, "GameType");
    enum tags_fit fit;
    if (!type.n || !memchr(type.s, ',', type.n) || !rules || !rules->game_type_text
        || rules_of_tags(type, (struct text){0}, &by_type, &fit, NULL) != 1
        || strcmp(by_type->name, rules->name) != 0)
        return 0;
    const bool wrong = fit == TAGS_FIELDS_DIFFER || fit == TAGS_SQUARES_DIFFER
                       || by_type->numbering != rules->numbering; /* Variant names a reading */
    const struct text right = text_of(rules->game_type_text);
    return wrong && game_set_tag(game, text_of("GameType"), right) ? err_memory(err) : 0;
}
