// SPDX-License-Identifier: MIT
/*
 * The schema of collections and of what is played or analysed: dama-store(5).
 */
#ifndef DAMA_CORE_STORE_SCHEMA_H
#define DAMA_CORE_STORE_SCHEMA_H

#include "core/store/db.h"

extern const struct db_kind schema_collection;

#endif
