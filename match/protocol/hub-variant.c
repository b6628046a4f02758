// SPDX-License-Identifier: MIT
#include "match/protocol/hub-variant.h"

#include "core/base/array.h"

static const struct {
    const char *word, *name;
} words[] = {
    {"normal", "international"}, {"killer", "killer"},       {"bt", "breakthrough"},
    {"frisian", "frisian"},      {"losing", "antidraughts"},
};

/* @return Hub's own word, or NULL */
static const char *own_word(const struct rules *rules)
{
    for (size_t i = 0; i < ARRAY_LEN(words); i++)
        if (text_is(text_of(rules_spelling(rules)), words[i].name))
            return words[i].word;
    return NULL;
}

const char *hub_variant(const struct rules *rules)
{
    const char *word = own_word(rules);
    return word ? word : rules_spelling(rules);
}

int hub_variant_find(struct text word, const struct rules **out, struct err *err)
{
    for (size_t i = 0; i < ARRAY_LEN(words); i++)
        if (text_is(word, words[i].word))
            return rules_find(text_of(words[i].name), out, err);
    return rules_find(word, out, err);
}

void hub_variant_list(struct buffer *out)
{
    for (size_t i = 0; i < ARRAY_LEN(words); i++)
        buffer_printf(out, "%s%s", i ? " " : "", words[i].word);
    for (unsigned i = 0; i < rules_count; i++)
        if (!own_word(rules_all[i]))
            buffer_printf(out, " %s", rules_all[i]->name);
}
