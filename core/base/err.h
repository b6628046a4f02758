// SPDX-License-Identifier: MIT
/*
 * Errors: one record that says where and what. Library code fills it and returns -1; only commands
 * print.
 */
#ifndef DAMA_CORE_BASE_ERR_H
#define DAMA_CORE_BASE_ERR_H

#include "core/base/compiler.h"

#include <stdbool.h>

/** A place in an input. */
struct src_pos {
    const char *file; /* borrowed, as the user wrote it; NULL if no file is to blame */
    unsigned line;    /* from 1; 0 unknown */
    unsigned col;     /* from 1, in bytes; 0 unknown */
};

/** The first failure in a call or in what it called. Zero is empty. */
struct err {
    struct src_pos at;
    char msg[256]; /* one line, no capital, no final stop; empty: no failure */
    bool stopped;  /* a signal asked to stop, and nothing else is wrong */
};

/**
 * Fills `err` unless it already holds an earlier cause.
 * @param err may be NULL if the caller only wants to know whether it failed
 * @return always -1, so that a failing function can return it
 */
int err_set(struct err *err, struct src_pos at, const char *format, ...) PRINTF_LIKE(3, 4);

/** As err_set, where no place in a file is to blame. */
int err_plain(struct err *err, const char *format, ...) PRINTF_LIKE(2, 3);

/** As err_set, where a whole file is to blame. @param file borrowed */
int err_file(struct err *err, const char *file, const char *format, ...) PRINTF_LIKE(3, 4);

/** As err_plain: "out of memory". */
int err_memory(struct err *err);

/** As err_set: "stopped by a signal"; the record says so in `stopped` too. */
int err_stopped(struct err *err, struct src_pos at);

/** Passes on the failure of a call that filled another record, as it is. */
int err_pass(struct err *err, const struct err *why);

/**
 * As err_set, for a message of one's own about the failure of a call, whose words it repeats.
 * @param why what the call filled: whether that was stopped is kept
 */
int err_wrap(struct err *err, const struct err *why, struct src_pos at, const char *format, ...)
    PRINTF_LIKE(4, 5);

#endif
