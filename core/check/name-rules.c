// SPDX-License-Identifier: MIT
/* Tags for the rules of a game, where they would be lost without. */
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
 * Finds the rules that would be lost, or NULL. If the other games of the file said what they are,
 * that matters only where squares are letters: the notation of captures depends on the rules. If
 * the format said it, it does where PDN would take the moves for those of another game. A position
 * without moves says too little about its game.
 */
static int find_lost(struct checker *checker, struct game *game, bool is_pdn,
                     const struct rules **out, struct err *err)
{
    const struct rules *rules = game->rules, *guess = rules;
    const bool has_moves = game->line.first && game->line.first->kind == NODE_MOVE;
    *out = NULL;
    if (!rules || check_has_rules_tag(game))
        return 0;
    if (game->rules_guessed)
        *out = has_moves && rules->numbering == NUMBERING_LETTERS ? rules : NULL;
    else if (is_pdn && !has_moves)
        guess = rules_international;
    else if (is_pdn && check_guess_rules(checker, game, &guess, err))
        return -1;
    if (guess != rules)
        *out = rules;
    return 0;
}

int check_name_rules(struct checker *checker, struct game *game, const struct rules *wanted,
                     bool is_pdn, struct err *err)
{
    if (!wanted && find_lost(checker, game, is_pdn, &wanted, err))
        return -1;
    return wanted ? set_tags(game, wanted, err) : 0;
}
