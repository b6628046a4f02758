// SPDX-License-Identifier: MIT
/*
 * The parameters of the engine in a Hub session: the `param` lines that announce them to the
 * driver, and what `set-param` does.
 */
#ifndef DAMA_MATCH_SERVE_HUB_PARAMETERS_H
#define DAMA_MATCH_SERVE_HUB_PARAMETERS_H

#include "core/base/buffer.h"
#include "core/engine/ops.h"

enum {
    HUB_WORD_SIZE = 128,  /* the longest value, NUL included */
    HUB_PATH_SIZE = 4096, /* the same for a parameter that is a path */
};

struct hub_parameters {
    const struct rules *rules, *own_rules; /* now, and before the driver changed them */
    struct engine_options engine;          /* the options before the driver changes them */
    const char *own_draws; /* likewise, the name of the draw profile; NULL: the variant's */
    unsigned multi;        /* lines to report; 0: one */
    bool has_draws, has_eval, has_egdb; /* the driver has set them, even if only to the default */
    char draws[HUB_WORD_SIZE], eval[HUB_PATH_SIZE];
    char egdb[HUB_PATH_SIZE];
};

/** What has to be done after a new value. */
enum hub_parameters_change {
    HUB_PARAMETERS_UNKNOWN, /* there is no such parameter */
    HUB_PARAMETERS_SEARCH,  /* nothing: it takes effect with the next search */
    HUB_PARAMETERS_ENGINE,  /* another engine */
    HUB_PARAMETERS_VARIANT, /* another engine, and another position */
};

/** Adds a `param` line for each parameter. */
void hub_parameters_announce(const struct hub_parameters *parameters, struct buffer *out);

/** Sets a parameter. @return enum hub_parameters_change, or -1 with `err`: not a valid value */
int hub_parameters_set(struct hub_parameters *parameters, struct text name, struct text value,
                       struct err *err);

/**
 * Makes the options for the engine from the parameters.
 * @param out borrows from `parameters`
 * @return 0, or -1 with `err`: no such draw profile
 */
int hub_parameters_engine(const struct hub_parameters *parameters, struct engine_options *out,
                          struct err *err);

#endif
