// SPDX-License-Identifier: MIT
/*
 * Taking moves back in a game with a DamExchange peer. Both sides count the moves of the peer's
 * game, which may have begun later than the referee's.
 */
#include "match/player-dxp-internal.h"

enum { REFUSALS = 8 /* in a game; a peer that asks more often breaks the rules */ };

/* Whether move 1 of the game, as the peer counts, has no move of White. */
static bool is_black_first(const struct dxp_player *d)
{
    return d->dialogue.game.special && d->dialogue.game.turn == BLACK;
}

static void refuse_back(struct dxp_player *d, enum dxp_back answer, int64_t now)
{
    static const char why[] = "too many requests to take moves back";
    dialogue_back_answer(&d->dialogue, answer);
    player_note(&d->player, "asked to take moves back; refused");
    if (++d->refusals <= REFUSALS || d->faulted)
        return;
    d->faulted = true;
    player_fault(&d->player, REASON_TAKE_BACKS, why);
    dialogue_fault(&d->dialogue, why, now);
}

void dxp_player_back_asked(struct dxp_player *d, const struct dxp_backreq *b, int64_t now)
{
    const struct player_settings *s = dxp_player_settings(d);
    long ply = dxp_back_ply(b, is_black_first(d));
    if (!s->take_backs)
        refuse_back(d, DXP_BACK_UNSUPPORTED, now);
    else if (d->stage != STAGE_PLAYING || ply < 0 || d->backs >= s->take_backs_max)
        refuse_back(d, DXP_BACK_REFUSED, now);
    else
        player_add_event(&d->player, PLAYER_BACK_ASKED)->ply = d->first_ply + (unsigned)ply;
}

void dxp_player_back(struct player *player, unsigned ply, int64_t now)
{
    struct dxp_player *d = (struct dxp_player *)player;
    struct dxp_backreq b;
    if (!dxp_player_settings(d)->take_backs || ply < d->first_ply
        || dxp_back_make(ply - d->first_ply, is_black_first(d), &b)
        || dialogue_back(&d->dialogue, &b, now))
        player_add_event(player, PLAYER_BACK_ANSWERED)->agreed = false;
    dxp_player_send(d);
}

void dxp_player_back_settled(struct player *player, bool agreed, int64_t now)
{
    struct dxp_player *d = (struct dxp_player *)player;
    d->going_back = false;
    if (agreed) {
        d->plies_sent = referee_plies(player->game.referee);
        d->move_at = INT64_MAX;
        d->claimed = 0;
    }
    if (d->dialogue.back_asked && agreed) {
        d->backs++;
        dialogue_back_answer(&d->dialogue, DXP_BACK_AGREED);
        player_note(player, "took moves back");
    } else if (d->dialogue.back_asked) {
        refuse_back(d, DXP_BACK_REFUSED, now);
    }
    dxp_player_send(d);
}
