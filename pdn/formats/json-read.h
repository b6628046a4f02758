// SPDX-License-Identifier: MIT
/*
 * Reads JSON, with a library that a build may lack. JSON is written by core/base/json.h. Source:
 * RFC 8259.
 */
#ifndef DAMA_PDN_FORMATS_JSON_READ_H
#define DAMA_PDN_FORMATS_JSON_READ_H

#include "core/base/buffer.h"
#include "core/base/err.h"

/** A value. It belongs to the document that json_read returned, and is freed with it. */
struct json;

enum json_kind {
    JSON_NOTHING, /* no value: the member is missing */
    JSON_NULL_VALUE,
    JSON_BOOLEAN,
    JSON_NUMBER,
    JSON_TEXT,
    JSON_LIST,
    JSON_MEMBERS, /* an object */
};

/** Whether this build reads JSON. */
bool json_is_built(void);

enum {
    JSON_VALUES_MAX = 1000000,    /* values in a document: each takes about fifty bytes of memory */
    JSON_CONTAINERS_MAX = 400000, /* lists and objects: each takes about three hundred */
};

/**
 * Reads a text that is one value. Errors are a member named twice, nesting deeper than 2,000, and
 * more values or containers (lists and objects) than the limits above.
 * @param at place of the text's first byte
 * @return 0, or -1 with `err`: invalid JSON (with its place), out of memory, or a build that cannot
 *         read JSON
 */
int json_read(struct text t, struct src_pos at, struct json **out, struct err *err);

/** Frees a document. Allows NULL. */
void json_close(struct json *whole);

/** All these functions accept NULL, for a missing value. */
enum json_kind json_kind(const struct json *value);

/** @return a member, NULL if there is none */
const struct json *json_member(const struct json *value, const char *name);

/** @return elements of a list; 0 for anything else */
size_t json_count(const struct json *list);

/** @return an element, NULL if there is none */
const struct json *json_element(const struct json *list, size_t i);

/** @return the bytes of a string, which may contain NULs; s is NULL for anything else */
struct text json_text(const struct json *value);

/** @return whether the value is a whole number from `least` to `most` */
bool json_number(const struct json *value, int64_t least, int64_t most, int64_t *out);

/** @return whether the value is a number */
bool json_double(const struct json *value, double *out);

/** @return whether the value is true */
bool json_truth(const struct json *value);

/** Goes through the members of an object. Set *at to NULL to start. @return false after the last */
bool json_each(const struct json *value, void **at, const char **name, const struct json **member);

#endif
