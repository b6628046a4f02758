// SPDX-License-Identifier: MIT
/*
 * Files that hold something other than draughts games.
 */
#ifndef DAMA_PDN_KIND_H
#define DAMA_PDN_KIND_H

#include "core/base/pipeline.h"

/**
 * Looks at the first piece of a file.
 * @return what it is, "a PDF document", where it certainly holds no draughts games; NULL otherwise.
 *        Static
 */
const char *pdn_other_kind(const struct piece *piece);

#endif
