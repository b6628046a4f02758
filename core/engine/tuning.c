// SPDX-License-Identifier: MIT
#include "core/engine/tuning.h"

#include "core/base/array.h"

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

/* For the match results of each, and what else was tried: dama-train(7), SEARCH HEURISTICS. */
static const struct tuning usual = {
    .late_moves = 2,
    .late_more = 4,
    .late_depth = 3,
    .late_growth = 4,
    .late_stagnant = 1,
    .reply_history = 0,
    .reverse_futility = 400,
    .single_reply = 1,
    .capture_extension = 0,
    .threats = 0,
    .iterative_reduction = 4,
    .drawish = 8,
    .window = 150,
    .table_deep = 12,
};

static const struct {
    const char *name;
    size_t offset;
    int least, most;
} settings[] = {
    {"late_moves", offsetof(struct tuning, late_moves), 0, 100},
    {"late_more", offsetof(struct tuning, late_more), 0, 100},
    {"late_depth", offsetof(struct tuning, late_depth), 1, 100},
    {"late_growth", offsetof(struct tuning, late_growth), 0, 100},
    {"late_stagnant", offsetof(struct tuning, late_stagnant), 0, 100},
    {"reply_history", offsetof(struct tuning, reply_history), 0, 1},
    {"reverse_futility", offsetof(struct tuning, reverse_futility), 0, 10000},
    {"single_reply", offsetof(struct tuning, single_reply), 0, 1},
    {"capture_extension", offsetof(struct tuning, capture_extension), 0, 1},
    {"threats", offsetof(struct tuning, threats), 0, 20},
    {"iterative_reduction", offsetof(struct tuning, iterative_reduction), 0, 100},
    {"drawish", offsetof(struct tuning, drawish), 1, 1000},
    {"window", offsetof(struct tuning, window), 10, 20000},
    {"table_deep", offsetof(struct tuning, table_deep), 1, 1000},
};

/*
 * Reductions that grow with depth, or where the evaluation does not rise, are off if men also
 * capture along ranks and files: the engine plays worse with the former in Frisian draughts, with
 * the latter in Turkish draughts.
 */
struct tuning tuning_of(const struct rules *rules)
{
    struct tuning tuning = usual;
    if (rules->man_captures & DIRS_ORTHOGONAL)
        tuning.late_growth = tuning.late_stagnant = 0;
    return tuning;
}

static int unknown(struct text name, struct err *err)
{
    char names[200] = "";
    size_t used = 0;
    for (size_t i = 0; i < ARRAY_LEN(settings) && used < sizeof names; i++)
        used += (size_t)snprintf(names + used, sizeof names - used, "%s%s", i ? ", " : "",
                                 settings[i].name);
    name.n = name.n < 20 ? name.n : 20; /* so that all names have room in the message */
    return err_plain(err, "unknown parameter '%.*s'; expected one of %s", TEXT_ARGS(name), names);
}

static int set_one(struct tuning *tuning, struct text name, struct text value, struct err *err)
{
    char digits[12] = "";
    char *end = digits;
    for (size_t i = 0; i < ARRAY_LEN(settings); i++) {
        if (!text_is(name, settings[i].name))
            continue;
        if (value.n && value.n < sizeof digits)
            memcpy(digits, value.s, value.n);
        long number = strtol(digits, &end, 10);
        if (end == digits || *end || number < settings[i].least || number > settings[i].most)
            return err_plain(err, "%s: expected %d to %d, found '%.*s'", settings[i].name,
                             settings[i].least, settings[i].most, TEXT_ARGS(value));
        *(int *)(void *)((char *)tuning + settings[i].offset) = (int)number;
        return 0;
    }
    return unknown(name, err);
}

int tuning_set(struct tuning *tuning, struct text text, struct err *err)
{
    while (text.n) {
        const char *comma = memchr(text.s, ',', text.n);
        struct text item = {text.s, comma ? (size_t)(comma - text.s) : text.n};
        const char *equals = memchr(item.s, '=', item.n);
        struct text name = {item.s, equals ? (size_t)(equals - item.s) : item.n};
        struct text value = {item.s + name.n + 1, equals ? item.n - name.n - 1 : 0};
        if (set_one(tuning, name, value, err))
            return -1;
        size_t used = item.n + (comma ? 1 : 0);
        text = (struct text){text.s + used, text.n - used};
    }
    return 0;
}
