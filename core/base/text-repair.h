// SPDX-License-Identifier: MIT
/*
 * Repairs text that was encoded once too often: "M&uuml;ller" and "MÃ¼ller" become "Müller". Drops
 * control characters.
 */
#ifndef DAMA_CORE_BASE_TEXT_REPAIR_H
#define DAMA_CORE_BASE_TEXT_REPAIR_H

#include "core/base/buffer.h"

/**
 * Replaces HTML entities, and letters encoded as UTF-8 twice (taken for Windows-1252, -1250 or
 * -1251 in between); drops control characters other than tabs and line ends.
 * @param t   UTF-8
 * @param out the repaired text is added; nothing if there is nothing to repair
 * @return whether something was repaired
 */
bool text_repair(struct text t, struct buffer *out);

#endif
