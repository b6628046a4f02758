// SPDX-License-Identifier: MIT
#include "cmd/lib/written-rules.h"

#include "cmd/lib/options.h"

static void note(const struct rules **first, const struct rules **other, const struct rules *rules)
{
    if (!*first)
        *first = rules;
    else if (*first != rules)
        *other = rules;
}

void written_rules_note(struct written_rules *written, const struct rules *rules, bool has_tag)
{
    if (rules && has_tag)
        note(&written->tagged, &written->other_tagged, rules);
    else if (rules)
        note(&written->untagged, &written->other_untagged, rules);
}

void written_rules_say(const struct written_rules *written, const char *advice)
{
    const struct rules *untagged = written->untagged, *other = written->other_untagged;
    if (untagged && other) {
        command_say("the output mixes %s games and %s games that have no GameType, so some may be "
                    "misread; %s",
                    untagged->name, other->name, advice);
        return;
    }
    other = written->tagged != untagged ? written->tagged : written->other_tagged;
    if (untagged && other)
        command_say("the output mixes %s games that have no GameType with %s games, so the former "
                    "may be misread; %s",
                    untagged->name, other->name, advice);
}
