// SPDX-License-Identifier: MIT
/*
 * The rows of all rule sets, by board. Only for rules.c and rules-tags.c; others find them through
 * rules.h.
 */
#ifndef DAMA_CORE_BOARD_VARIANTS_H
#define DAMA_CORE_BOARD_VARIANTS_H

struct rules;

/* variants-ten.c */
extern const struct rules variant_international, variant_killer, variant_antidraughts,
    variant_breakthrough, variant_frisian, variant_frysk;

/* variants-eight.c */
extern const struct rules variant_english, variant_russian, variant_brazilian, variant_pool,
    variant_italian, variant_spanish, variant_portuguese, variant_czech, variant_thai;

/* variants-full.c */
extern const struct rules variant_turkish, variant_armenian, variant_tama, variant_dameo,
    variant_croda, variant_altdeutsch, variant_altdeutsch_flying;

#endif
