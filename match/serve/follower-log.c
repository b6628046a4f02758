// SPDX-License-Identifier: MIT
#include "match/serve/follower-log.h"

#include "core/board/score.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static const char *const reason_words[DXP_REASONS] = {"unknown", "lost", "drawn", "won"};

/* Makes a peer's words harmless. */
static const char *harmless(const char *s, char *buf, size_t size)
{
    return dxp_show(s, strlen(s), buf, size);
}

void follower_log_line(const struct follower_settings *settings, const char *format, ...)
{
    char line[512];
    va_list args;
    if (!settings->tell)
        return;
    va_start(args, format);
    vsnprintf(line, sizeof line, format, args);
    va_end(args);
    settings->tell(settings->ctx, false, line);
}

void follower_log_game(const struct follower_settings *settings, unsigned game,
                       const struct dxp_request *request)
{
    char name[4 * DXP_NAME_MAX + 8], time[32] = "no clock", moves[32] = "the game";
    if (request->time)
        snprintf(time, sizeof time, "%.10g s", (double)request->time / 1000);
    if (request->moves)
        snprintf(moves, sizeof moves, "%u moves", request->moves);
    follower_log_line(settings, "game %u against %s: we have %s, %s for %s", game,
                      harmless(request->name, name, sizeof name), side_name(request->follower),
                      time, moves);
}

void follower_log_result(const struct follower_settings *settings, unsigned game, unsigned plies,
                         enum dxp_reason reason, const char *why,
                         const struct follower_score *score)
{
    follower_log_line(
        settings, "game %u %s after %u plies: %s (won %u, drawn %u, lost %u, unknown %u)", game,
        reason_words[reason], plies, why, score->won, score->drawn, score->lost, score->unknown);
}

void follower_log_settled(const struct follower_settings *settings, enum dialogue_settled settled,
                          enum dxp_reason reason)
{
    if (settled == SETTLED_CONTRADICTED)
        follower_log_line(settings, "the peer claims a different result: %s", reason_words[reason]);
    else if (settled == SETTLED_BY_TIME)
        follower_log_line(settings, "the end of the game was not confirmed");
}

void follower_log_chat(const struct follower_settings *settings, const char *chat)
{
    char text[600];
    follower_log_line(settings, "chat: %s", harmless(chat, text, sizeof text));
}

void follower_log_frame(const struct follower_settings *settings, const char *sign,
                        const char *bytes, size_t n)
{
    char line[600];
    if (!settings->tell)
        return;
    size_t at = (size_t)snprintf(line, sizeof line, "%s ", sign);
    dxp_show(bytes, n, line + at, sizeof line - at);
    settings->tell(settings->ctx, true, line);
}

void follower_log_thought(const struct follower_settings *settings,
                          const struct engine_result *result)
{
    char line[160];
    if (!settings->tell)
        return;
    snprintf(line, sizeof line, "thought: depth %u to %u, %llu nodes, %lld ms, score %+.2f",
             result->depth, result->depth_max, (unsigned long long)result->nodes,
             (long long)result->ms, score_in_men(result->lines[0].score));
    settings->tell(settings->ctx, true, line);
}
