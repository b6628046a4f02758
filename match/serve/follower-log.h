// SPDX-License-Identifier: MIT
/*
 * What a follower reports about its games: lines for people and, for a log only, the messages
 * received and sent and how its moves were found. Each goes to `settings->tell`; nothing is done if
 * that is NULL. Only for the follower.
 */
#ifndef DAMA_MATCH_SERVE_FOLLOWER_LOG_H
#define DAMA_MATCH_SERVE_FOLLOWER_LOG_H

#include "core/base/compiler.h"
#include "match/protocol/dxp-dialogue.h"
#include "match/serve/follower-settings.h"

/** Reports a line for people; cut at 511 bytes. Text from a peer must have been made harmless. */
void follower_log_line(const struct follower_settings *settings, const char *format, ...)
    PRINTF_LIKE(2, 3);

/**
 * Reports that a game begins.
 * @param game    its number, from 1
 * @param request the request that led to it; the peer's name may be any bytes
 */
void follower_log_game(const struct follower_settings *settings, unsigned game,
                       const struct dxp_request *request);

/**
 * Reports how a game ended.
 * @param plies  the number of plies made
 * @param reason from our view
 * @param score  the score, including this game
 */
void follower_log_result(const struct follower_settings *settings, unsigned game, unsigned plies,
                         enum dxp_reason reason, const char *why,
                         const struct follower_score *score);

/**
 * Reports that a game that we ended was not settled as it should be.
 * @param reason the peer's reason, from our view; for SETTLED_CONTRADICTED
 */
void follower_log_settled(const struct follower_settings *settings, enum dialogue_settled settled,
                          enum dxp_reason reason);

/** Reports chat from the peer. @param chat any bytes up to a NUL */
void follower_log_chat(const struct follower_settings *settings, const char *chat);

/**
 * Reports a message, for a log only.
 * @param sign  "<" for one received, ">" for one sent
 * @param bytes n of them, any
 */
void follower_log_frame(const struct follower_settings *settings, const char *sign,
                        const char *bytes, size_t n);

/** Reports how a move was found, for a log only; for judging matches afterwards. */
void follower_log_thought(const struct follower_settings *settings,
                          const struct engine_result *result);

#endif
