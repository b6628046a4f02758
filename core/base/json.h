// SPDX-License-Identifier: MIT
/* Writes values as JSON (RFC 8259). Reading JSON takes a library: see pdn/formats/json-read.h. */
#ifndef DAMA_CORE_BASE_JSON_H
#define DAMA_CORE_BASE_JSON_H

#include "core/base/buffer.h"
#include "core/base/text.h"

#include <stdbool.h>
#include <stdint.h>

/**
 * Adds a text in quotes. Bytes that are not UTF-8 become U+FFFD; control characters are escaped, so
 * a reader gets them back.
 */
void json_add_text(struct buffer *out, struct text t);

/**
 * Writes a value part by part, adding the commas. Start with `{.out = buffer}`.
 *
 *     json_begin(w, '{'); json_name(w, "plies"); json_put_number(w, 12); json_end(w, '}');
 */
struct json_writer {
    struct buffer *out;
    bool comma; /* the next part needs a comma before it */
};

/** Opens or closes an object or a list. @param bracket one of {}[] */
void json_begin(struct json_writer *w, char bracket);
void json_end(struct json_writer *w, char bracket);

/** The name of the member whose value comes next. */
void json_name(struct json_writer *w, const char *name);

void json_put_text(struct json_writer *w, struct text t);
void json_put_number(struct json_writer *w, int64_t number);
void json_put_bool(struct json_writer *w, bool value);

#endif
