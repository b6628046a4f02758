// SPDX-License-Identifier: MIT
/*
 * Letters whose marks are characters of their own, as macOS writes them: "u" and a diaeresis are the
 * same text as "ü". For the letters that encodings of one byte have.
 */
#ifndef DAMA_CORE_BASE_COMPOSE_H
#define DAMA_CORE_BASE_COMPOSE_H

#include "core/base/buffer.h"

#include <stdbool.h>
#include <stdint.h>

/** Whether a character is a mark that combines with the one before it. */
bool compose_is_mark(uint32_t point);

/**
 * Adds a text in which letters and the marks after them are single characters; a mark that does not
 * make one with what is before it stays.
 * @param t UTF-8
 */
void compose_text(struct buffer *out, struct text t);

#endif
