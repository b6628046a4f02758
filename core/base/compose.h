// SPDX-License-Identifier: MIT
/*
 * Letters whose marks are separate characters, as macOS writes them: "u" and a diaeresis are the
 * same text as "ü". Covers the letters that single-byte encodings have.
 */
#ifndef DAMA_CORE_BASE_COMPOSE_H
#define DAMA_CORE_BASE_COMPOSE_H

#include "core/base/buffer.h"

#include <stdbool.h>
#include <stdint.h>

/** Whether a character is a mark that combines with the one before it. */
bool compose_is_mark(uint32_t point);

/**
 * Adds a text with each letter and the marks after it joined into one character; a mark that does
 * not combine with the character before it is kept.
 * @param t UTF-8
 */
void compose_text(struct buffer *out, struct text t);

#endif
