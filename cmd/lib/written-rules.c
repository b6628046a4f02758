// SPDX-License-Identifier: MIT
#include "cmd/lib/written-rules.h"

#include "cmd/lib/options.h"

static void note_untagged(struct written_rules *written, const struct rules *rules)
{
    if (!written->untagged)
        written->untagged = rules;
    else if (written->untagged != rules)
        written->other = rules;
}

void written_rules_note(struct written_rules *written, const struct rules *rules, bool has_tag)
{
    if (!rules)
        return;
    if (!has_tag)
        note_untagged(written, rules);
    else if (!written->tagged)
        written->tagged = rules;
    else if (written->tagged != rules)
        written->other = rules;
}

void written_rules_say(const struct written_rules *written, const char *advice)
{
    const bool tagged = written->tagged && written->tagged != written->untagged;
    const struct rules *other = tagged ? written->tagged : written->other;
    if (written->untagged && other)
        command_say("the output mixes %s games that have no GameType with %s games, so the former "
                    "may be misread; %s=%s first",
                    written->untagged->name, other->name, advice, written->untagged->name);
}
