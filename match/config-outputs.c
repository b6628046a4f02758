// SPDX-License-Identifier: MIT
/* Checks that a match writes no file that it also reads or writes elsewhere. */
#include "core/base/array.h"
#include "core/base/compressor.h"
#include "core/base/data-file.h"
#include "core/base/outfile.h"
#include "core/base/path.h"
#include "match/config-keys.h"
#include "match/config.h"

#include <stdio.h>
#include <string.h>

enum { PATH_ROOM = 4096 };

/*
 * The files that belong to each key of 'output'. SQLite and the lock have files of their own beside
 * the store, and a full log is renamed: their names are the key's name with a suffix.
 */
static const struct {
    const char *key, *suffix;
    size_t at;
} written[] = {
    {"store", "", offsetof(struct match_outputs, store)},
    {"store", "-wal", offsetof(struct match_outputs, store)},
    {"store", "-shm", offsetof(struct match_outputs, store)},
    {"store", "-journal", offsetof(struct match_outputs, store)},
    {"store", ".lock", offsetof(struct match_outputs, store)},
    {"pdn", "", offsetof(struct match_outputs, pdn)},
    {"live", "", offsetof(struct match_outputs, live)},
    {"html", "", offsetof(struct match_outputs, html)},
    {"log", "", offsetof(struct match_outputs, log)},
    {"log", ".1", offsetof(struct match_outputs, log)},
    {"log", ".2", offsetof(struct match_outputs, log)},
};

/* Makes the name of the i-th file. @return whether there is such a file */
static bool name_written(const struct match_outputs *out, size_t i, char path[PATH_ROOM])
{
    const char *name = *(const char *const *)((const char *)out + written[i].at);
    return name && snprintf(path, PATH_ROOM, "%s%s", name, written[i].suffix) < PATH_ROOM;
}

const char *match_output_at(const struct match_config *config, const char *input)
{
    char path[PATH_ROOM];
    const char *from = strcmp(input, "-") == 0 ? "/dev/stdin" : input;
    for (size_t i = 0; i < ARRAY_LEN(written); i++)
        if (name_written(&config->outputs, i, path) && outfile_same(from, path))
            return written[i].key;
    return NULL;
}

static struct src_pos place_of(const struct yaml_node *root, const char *key)
{
    const struct yaml_node *section = yaml_get(root, "output"), *node = yaml_get(section, key);
    return node ? node->at : section ? section->at : root->at;
}

/* @param input NULL: there is none */
static int check_input(const struct match_config *config, const char *input, const char *what,
                       const struct yaml_node *root, struct err *err)
{
    const char *key = input ? match_output_at(config, input) : NULL;
    return key ? err_set(err, place_of(root, key),
                         "'%s' would overwrite %.120s, which is also an input (%s)", key, input,
                         what)
               : 0;
}

static int check_inputs(const struct match_config *config, const struct yaml_node *root,
                        struct err *err)
{
    char book[DATA_FILE_PATH_SIZE];
    for (const struct match_source *from = config->sources; from; from = from->next)
        if (check_input(config, from->path, from->next ? "an included file" : "the match file",
                        root, err))
            return -1;
    for (unsigned i = 0; i < config->n_players; i++) {
        const struct player_settings *p = &config->players[i];
        if (check_input(config, p->book ? data_file_resolve(p->book, "book/", book) : NULL,
                        "a book", root, err)
            || check_input(config, p->eval, "evaluation weights", root, err))
            return -1;
    }
    return 0;
}

/* The store and the log grow with the match. So does the PDN log, which says so itself. */
static int check_compression(const char *key, const char *path, const struct yaml_node *root,
                             struct err *err)
{
    const struct compressor *compressor = compressor_of_name(text_of(path));
    if (!compressor || (strcmp(key, "store") != 0 && strcmp(key, "log") != 0))
        return 0;
    return err_set(err, place_of(root, key), "'%s' cannot be compressed: give it a name without %s",
                   key, compressor->suffix);
}

/* A match that is resumed reads its own output. */
static int check_files(const struct match_config *config, const struct yaml_node *root,
                       struct err *err)
{
    char path[PATH_ROOM];
    for (size_t i = 0; i < ARRAY_LEN(written); i++) {
        if (*written[i].suffix || !name_written(&config->outputs, i, path))
            continue;
        if (strcmp(path_name(path), "-") == 0)
            return err_set(err, place_of(root, written[i].key),
                           "'%s' must be a file, and cannot be standard output (-)",
                           written[i].key);
        if (check_compression(written[i].key, path, root, err))
            return -1;
    }
    return 0;
}

int config_check_outputs(const struct match_config *config, const struct yaml_node *root,
                         struct err *err)
{
    char one[PATH_ROOM], other[PATH_ROOM];
    if (check_files(config, root, err))
        return -1;
    for (size_t i = 0; i < ARRAY_LEN(written); i++)
        for (size_t k = 0; k < i; k++)
            if (strcmp(written[i].key, written[k].key) != 0
                && name_written(&config->outputs, i, one)
                && name_written(&config->outputs, k, other) && outfile_same(one, other))
                return err_set(err, place_of(root, written[i].key),
                               "'%s' and '%s' would both be written to %.120s", written[k].key,
                               written[i].key, one);
    return check_inputs(config, root, err);
}
