// SPDX-License-Identifier: MIT
#include "cmd/lib/written-rules.h"

#include "cmd/lib/command.h"
#include "core/base/buffer.h"

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

void written_rules_note_guess(struct written_rules *written, const struct rules *rules)
{
    unsigned i = 0;
    while (i < written->n_guesses && written->guesses[i].rules != rules)
        i++;
    written->guessed++;
    if (i == WRITTEN_GUESSES)
        return;
    written->n_guesses += i == written->n_guesses;
    written->guesses[i].rules = rules;
    written->guesses[i].n++;
}

void written_rules_say_guesses(const struct written_rules *written)
{
    struct buffer list = {0};
    if (!written->guessed)
        return;
    for (unsigned i = 0; i < written->n_guesses; i++)
        buffer_printf(&list, "%s%s (%llu)", i ? ", " : "", written->guesses[i].rules->name,
                      (unsigned long long)written->guesses[i].n);
    command_say("GameType was guessed for %llu game%s: %.*s; if that is wrong, give --variant",
                (unsigned long long)written->guessed, written->guessed == 1 ? "" : "s", (int)list.n,
                list.n ? list.s : "");
    buffer_fini(&list);
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
