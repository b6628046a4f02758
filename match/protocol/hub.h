// SPDX-License-Identifier: MIT
/*
 * The Hub protocol, version 2: lines to commands and back. It does no I/O and has no board.
 *
 *     line     = command { blank argument }
 *     argument = name [ "=" value ]
 *     value    = token | '"' { any character but '"' } '"'
 *
 * Source: F. Letouzey, "Hub protocol", 2019-07-06; what drivers do besides: blanks around "=",
 * decimal commas, CR LF.
 */
#ifndef DAMA_MATCH_PROTOCOL_HUB_H
#define DAMA_MATCH_PROTOCOL_HUB_H

#include "core/base/buffer.h"
#include "core/base/err.h"
#include "core/base/text.h"

#include <stdint.h>

enum {
    HUB_ARGUMENTS = 32,        /* the most in one command; no command has half as many */
    HUB_LINE_MAX = 1024 * 1024 /* bytes; the moves of a long game take several thousand */
};

struct hub_argument {
    struct text name, value; /* borrowed from the line; value without its quotes */
    bool has_value;          /* false: a flag */
};

struct hub_line {
    struct text command; /* n is 0 if the line is blank */
    struct hub_argument arguments[HUB_ARGUMENTS];
    unsigned n;
};

/**
 * Splits a line.
 * @param line with or without its end; borrowed while `out` is used
 * @return 0, or -1 with `err`: a quote left open, a value without name, too many arguments
 */
int hub_parse(struct text line, struct hub_line *out, struct err *err);

/** @return the argument of that name, NULL if there is none */
const struct hub_argument *hub_find(const struct hub_line *line, const char *name);

/** @return the value of the argument of that name; s is NULL if there is none */
struct text hub_value(const struct hub_line *line, const char *name);

/** Reads a whole number from min to max. @return 0, or -1 with `err` naming the argument `what` */
int hub_int(struct text value, int64_t min, int64_t max, const char *what, int64_t *out,
            struct err *err);

/**
 * Reads seconds, with decimal point or comma, as ms.
 * @return 0, or -1 with `err` naming the argument `what`: not a number, or more than ten years
 *         either way
 */
int hub_seconds(struct text value, const char *what, int64_t *out, struct err *err);

/* Writing, independent of the locale. */

/**
 * Adds a blank, the name and the value, quoted if needed; a quote in the value becomes an
 * apostrophe, a control character a blank.
 */
void hub_add(struct buffer *buf, const char *name, struct text value);
void hub_add_string(struct buffer *buf, const char *name, const char *value);
void hub_add_int(struct buffer *buf, const char *name, int64_t value);

/** Adds a number of `unit`ths with `decimals` places: (-1234, 1000, 2) is -1.23. */
void hub_add_real(struct buffer *buf, const char *name, int64_t value, int64_t unit,
                  unsigned decimals);

/** Adds a whole line `error message="..."`. */
void hub_add_error(struct buffer *buf, const char *message);

#endif
