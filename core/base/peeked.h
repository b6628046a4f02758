// SPDX-License-Identifier: MIT
/*
 * Inputs that can be read only once (standard input and pipes) and whose beginning has been peeked
 * at: their reader later gets the descriptor and the bytes already taken from it. One thread at a
 * time. For raw-input.c alone.
 */
#ifndef DAMA_CORE_BASE_PEEKED_H
#define DAMA_CORE_BASE_PEEKED_H

#include "core/base/err.h"

#include <stdbool.h>
#include <stddef.h>

struct peeked {
    int fd;
    unsigned char *bytes; /* n bytes already read, in a block from malloc */
    size_t n;
    bool ended; /* the input has no more after them */
};

/**
 * Keeps an input.
 * @param input its descriptor and bytes are handed over, on success only
 * @return 0, or -1 with `err`: out of memory
 */
int peeked_keep(const char *name, const struct peeked *input, struct err *err);

/** Takes an input back: descriptor and bytes become the caller's. @return whether it was kept */
bool peeked_take(const char *name, struct peeked *out);

#endif
