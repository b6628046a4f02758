// SPDX-License-Identifier: MIT
#include "cmd/lib/written-losses.h"

#include "cmd/lib/command.h"
#include "core/game/result.h"

bool written_losses_has_two_results(const struct game *game)
{
    const enum result written = result_read(game->rules, game_result_text(game)),
                      end = result_read(game->rules, game->terminator);
    return written != end && !result_is_unknown(written) && !result_is_unknown(end);
}

static void say_besides(const struct written_losses *losses)
{
    const uint64_t judged = losses->judgements, members = losses->members;
    if (judged)
        command_say("the judgements of %llu game%s were left out", (unsigned long long)judged,
                    judged == 1 ? "" : "s");
    if (members)
        command_say("JSON members that dama does not know were left out in %llu game%s",
                    (unsigned long long)members, members == 1 ? "" : "s");
}

void written_losses_say(const struct written_losses *losses, const struct format *to)
{
    char words[160];
    const unsigned left_out = losses->lost & HOLDS_ALL;
    const bool of_tree = left_out & (HOLDS_COMMENTS | HOLDS_VARIATIONS | HOLDS_NAGS);
    if (left_out && to->columns)
        command_say("the table has no column for %s; they were left out (choose columns with "
                    "--columns%s)",
                    format_holds_words(left_out, words),
                    of_tree ? "; tree holds the moves with all that goes with them" : "");
    else if (left_out)
        command_say("%s cannot hold %s; they were left out", to->name,
                    format_holds_words(left_out, words));
    if (losses->lost & HOLDS_BRACES)
        command_say("%s cannot hold } in comments; ) was written instead", to->name);
    say_besides(losses);
    if (losses->results)
        command_say("in %llu game%s the moves end with a result other than the Result tag's; the "
                    "tag was kept",
                    (unsigned long long)losses->results, losses->results == 1 ? "" : "s");
}

void written_losses_say_unreadable(uint64_t records)
{
    if (records)
        command_say("%llu record%s could not be read and %s left out", (unsigned long long)records,
                    records == 1 ? "" : "s", records == 1 ? "was" : "were");
}
