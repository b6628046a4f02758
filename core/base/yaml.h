// SPDX-License-Identifier: MIT
/*
 * YAML as a small tree in which every node knows its place, so that a mistake in a settings file is
 * reported as "file:line:col: what". One document per file; no anchors, aliases or tags; keys are
 * plain words, each used once.
 *
 *     struct yaml_node *root, *games;
 *     static const char *const known[] = {"games", "openings", "variant"};
 *     if (yaml_read(path, &arena, &root, err) || yaml_expect(root, YAML_MAP, err)
 *         || yaml_check_keys(root, known, 3, err))
 *         return -1;
 *     if (!(games = yaml_get(root, "games")))
 *         return err_set(err, root->at, "'games' is missing");
 *     if (yaml_number(games, 1, 10000, &n, err))
 *         return -1;
 */
#ifndef DAMA_CORE_BASE_YAML_H
#define DAMA_CORE_BASE_YAML_H

#include "core/base/arena.h"
#include "core/base/err.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    YAML_BYTES_MAX = 4 * 1024 * 1024,
    YAML_NODES_MAX = 500000,
    YAML_DEPTH_MAX = 64,
};

enum yaml_kind { YAML_SCALAR, YAML_LIST, YAML_MAP };

/** A node; all its memory is the arena's. */
struct yaml_node {
    enum yaml_kind kind;
    struct src_pos at; /* where the node begins */
    const char *key;   /* in a map; NULL elsewhere */
    struct src_pos key_at;
    const char *text;               /* of a scalar, ended by a NUL and with no other in it */
    bool plain;                     /* the scalar is not quoted: true, 3 and null are not strings */
    unsigned n;                     /* items of a list, entries of a map */
    struct yaml_node *first, *next; /* the first item; the next one beside this one */
};

/**
 * Reads a file in any encoding, plain or compressed (core/base/reader.h).
 * @param path "-" is standard input; borrowed by the places in the tree
 * @param root the document; for an empty file, a plain empty scalar
 * @return 0, or -1 with `err` and the place: not readable, not YAML, too deep, too large, a
 *        duplicate key
 */
int yaml_read(const char *path, struct arena *arena, struct yaml_node **root, struct err *err);

/** As yaml_read, from n bytes of UTF-8; `name` is for messages. */
int yaml_parse(const char *name, const char *text, size_t n, struct arena *arena,
               struct yaml_node **root, struct err *err);

/** @return the entry of a map; NULL if there is none, or if `map` is NULL or not a map */
struct yaml_node *yaml_get(const struct yaml_node *map, const char *key);

/** Whether it is `~`, `null` or empty. */
bool yaml_is_null(const struct yaml_node *node);

/** @return 0 if the node is of the kind, else -1 with `err`: "expected a list, found a map" */
int yaml_expect(const struct yaml_node *node, enum yaml_kind kind, struct err *err);

/**
 * Checks that all keys are among n known ones. @return 0, or -1 with `err`: suggests the nearest
 */
int yaml_check_keys(const struct yaml_node *map, const char *const *known, size_t n,
                    struct err *err);

/*
 * Each reads a whole scalar; a quoted one is neither a number nor true or false.
 * @return 0, or -1 with `err` and the place, quoting what was written
 */
int yaml_string(const struct yaml_node *node, const char **out, struct err *err);
int yaml_number(const struct yaml_node *node, int64_t min, int64_t max, int64_t *out,
                struct err *err);
int yaml_real(const struct yaml_node *node, double min, double max, double *out, struct err *err);
int yaml_bool(const struct yaml_node *node, bool *out,
              struct err *err); /* true, false, yes, no, on, off */

/** @param words ended by NULL; *out is the index of the one that was written */
int yaml_choice(const struct yaml_node *node, const char *const *words, int *out, struct err *err);

#endif
