// SPDX-License-Identifier: MIT
/*
 * Compressed output: which suffix asks for which method, and how a finished file is compressed.
 */
#ifndef DAMA_CORE_BASE_COMPRESSOR_H
#define DAMA_CORE_BASE_COMPRESSOR_H

#include "core/base/err.h"
#include "core/base/text.h"

#include <stdbool.h>
#include <stdio.h>

/** A way to compress. */
struct compressor {
    const char *name;   /* "gzip" */
    const char *suffix; /* ".gz" */
    /**
     * Packs `from`, read to its end, into `to`. NULL if this build cannot.
     * @return 0, or -1 with `err`
     */
    int (*compress)(FILE *from, FILE *to, struct src_pos at, struct err *err);
    bool only_read; /* dama reads this format but never writes it, in any build */
};

/** @return the compressor that a file's name asks for; NULL: none */
const struct compressor *compressor_of_name(struct text name);

/**
 * Checks that this build can compress in a way. Allows NULL: nothing is compressed.
 * @return 0, or -1 with `err`, whose place stays empty
 */
int compressor_check(const struct compressor *compressor, struct err *err);

/** @return the name without the suffix of a compressed file */
struct text compressor_strip_suffix(struct text name);

#endif
