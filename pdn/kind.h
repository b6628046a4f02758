// SPDX-License-Identifier: MIT
/* Recognises files that hold something other than draughts games. */
#ifndef DAMA_PDN_KIND_H
#define DAMA_PDN_KIND_H

#include "core/base/pipeline.h"

#include <stdbool.h>

enum { FORMAT_HEAD_SIZE = 4096 }; /* bytes at a file's beginning by which its format is told */

/**
 * Looks at the first chunk of a file.
 * @return what it is, such as "a PDF document", if it certainly holds no draughts games; NULL
 *        otherwise. Static
 */
const char *pdn_other_kind(const struct chunk *chunk);

/**
 * Looks at the first bytes of a file, for readers that would otherwise take anything for text.
 * @param advice set to what the user should do with such a file, "save it as plain text"; static
 * @return what it is, as pdn_other_kind; NULL if it may hold games
 */
const char *pdn_kind_by_head(const char *head, size_t n, const char **advice);

/** Whether a file that begins with these bytes is a web page, which may have games in its text. */
bool pdn_is_web_page(const char *head, size_t n);

/** Whether a line begins with a tag, `[Event "`, which only PDN has. */
bool pdn_has_tag_line(const char *head, size_t n);

/** Whether the first bytes of a file, as they are on disk, are not text in any encoding. */
bool pdn_is_binary(const char *head, size_t n);

#endif
