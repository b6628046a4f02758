// SPDX-License-Identifier: MIT
#include "cmd/lib/written-rules.h"

#include "cmd/lib/options.h"

void written_rules_note(struct written_rules *written, const struct rules *rules, bool has_tag)
{
    if (!rules)
        return;
    if (!has_tag)
        written->untagged = written->untagged ? written->untagged : rules;
    else if (!written->tagged)
        written->tagged = rules;
    else if (written->tagged != rules)
        written->other = rules;
}

void written_rules_say(const struct written_rules *written, const char *advice)
{
    const struct rules *other =
        written->tagged != written->untagged ? written->tagged : written->other;
    if (written->untagged && other)
        command_say("%s games without a GameType share the output with %s games and may be read "
                    "as such; %s=%s first",
                    written->untagged->name, other->name, advice, written->untagged->name);
}
