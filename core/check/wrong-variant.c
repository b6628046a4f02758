// SPDX-License-Identifier: MIT
#include "core/check/wrong-variant.h"

#include "core/check/variant-fit.h"

void wrong_variant_report(struct checker *c, const struct check_place *at)
{
    enum { EVIDENCE = 6, EVIDENCE_WITH_LETTERS = 3 }; /* plies */
    struct variant_clues clues = variant_clues_of(c);
    const struct tag *tag = c->tags[TAG_VARIANT] ? c->tags[TAG_VARIANT] : c->tags[TAG_GAME_TYPE];
    bool whole = false;
    unsigned plies = 0;
    const struct rules *now = c->reader->rules;
    const struct rules *best = variant_fit_best(c, now, &clues, &plies, &whole);
    bool letters = clues.letters > clues.numbers && now->numbering != NUMBERING_LETTERS;
    if (!whole || best == now || plies < (letters ? EVIDENCE_WITH_LETTERS : EVIDENCE)
        || 2 * at->ply >= plies)
        return;
    c->wrong_variant = true;
    struct text message =
        findings_text(c->found, MESSAGE_WRONG_VARIANT, TEXT_ARGS(checker_rules(c, now)), at->number,
                      TEXT_ARGS(checker_rules(c, best)));
    if (tag && !c->options.variant)
        checker_report_tag(c, FINDING_WRONG_VARIANT, tag, message, (struct text){0});
    else
        findings_add(c->found, FINDING_WRONG_VARIANT, at->node->offset, 0, "%.*s",
                     TEXT_ARGS(message));
}
