// SPDX-License-Identifier: MIT
/*
 * The schema of collections: dama-store(5).
 */
#ifndef DAMA_CORE_STORE_SCHEMA_H
#define DAMA_CORE_STORE_SCHEMA_H

#include "core/store/db.h"

extern const struct db_kind schema_collection;

#endif
