// SPDX-License-Identifier: MIT
/*
 * The generator that reads its row at run time.
 */
#define GENERATE_AT_RUN_TIME
#include "core/board/generate.h"

_Thread_local uint64_t movegen_steps;

MOVEGEN_LISTS(any, rules, false)

const struct movegen movegen_any = {
    any_generate, any_captures, any_between, any_has_capture, any_exist, NULL, NULL,
};

MOVEGEN_LISTS(routes, rules, true)

const struct movegen movegen_routes = {
    routes_generate, routes_captures, routes_between, routes_has_capture, routes_exist, NULL, NULL,
};
