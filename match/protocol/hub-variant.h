// SPDX-License-Identifier: MIT
/*
 * Hub's words for variants. If Hub has none, dama's own spelling is used, as it is for all
 * readings.
 *
 * Source: F. Letouzey, "Hub protocol", 2019.
 */
#ifndef DAMA_MATCH_PROTOCOL_HUB_VARIANT_H
#define DAMA_MATCH_PROTOCOL_HUB_VARIANT_H

#include "core/base/buffer.h"
#include "core/board/rules.h"

/** The word for a variant, with its readings as dama spells them. */
const char *hub_variant(const struct rules *rules);

/** Finds a variant by Hub's word or dama's. @return 0, or -1 with `err`: no such variant */
int hub_variant_find(struct text word, const struct rules **out, struct err *err);

/** Adds the words for all variants, without their readings; Hub's own words come first. */
void hub_variant_list(struct buffer *out);

#endif
