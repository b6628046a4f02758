// SPDX-License-Identifier: MIT
/*
 * Mends text that a program has encoded once too often: "M&uuml;ller" and "MÃ¼ller" become
 * "Müller".
 */
#ifndef DAMA_CORE_BASE_TEXT_MEND_H
#define DAMA_CORE_BASE_TEXT_MEND_H

#include "core/base/buffer.h"

/**
 * Replaces HTML's entities, and letters that were encoded as UTF-8 twice (the second time taken for
 * Windows-1252).
 * @param t   UTF-8
 * @param out the mended text is added; nothing where there is nothing to mend
 * @return whether something was mended
 */
bool text_mend(struct text t, struct buffer *out);

#endif
