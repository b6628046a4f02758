// SPDX-License-Identifier: MIT
/*
 * Numbers as people list them: 3-7,12,20-
 */
#ifndef DAMA_CORE_QUERY_RANGES_H
#define DAMA_CORE_QUERY_RANGES_H

#include "core/base/err.h"
#include "core/base/text.h"

#include <stdbool.h>
#include <stdint.h>

enum { RANGES_MAX = 1024 };

/** Numbers from 1. A zero list is empty, and holds every number. */
struct ranges {
    struct range {
        uint64_t from, to;
    } * at; /* owned */
    unsigned n;
};

/** Adds the ranges of a list. @return 0, or -1 with `err`: what was expected and found */
int ranges_read(struct text list, struct ranges *ranges, struct err *err);

/** Whether a number is in one of the ranges; an empty list holds every number. */
bool ranges_hold(const struct ranges *ranges, uint64_t number);

void ranges_fini(struct ranges *ranges);

#endif
