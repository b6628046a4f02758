// SPDX-License-Identifier: MIT
#include "core/engine/tuning.h"

#include <stddef.h>
#include <stdlib.h>

const struct tuning tuning_default = {
    .late_moves = 3,
    .late_more = 4,
    .late_depth = 3,
    .prob_cut = 4,
    .prob_margin = 300,
    .prob_plies = 4,
    .multi_cut = 0,
    .single_reply = 1,
    .capture_reply = 0,
    .threats = 0,
    .no_move_reduce = 0,
    .futility = 0,
    .window = 150,
};

static const struct {
    const char *name;
    size_t offset;
    int least, most;
} settings[] = {
    {"late_moves", offsetof(struct tuning, late_moves), 0, 100},
    {"late_more", offsetof(struct tuning, late_more), 0, 100},
    {"late_depth", offsetof(struct tuning, late_depth), 1, 100},
    {"prob_cut", offsetof(struct tuning, prob_cut), 0, 100},
    {"prob_margin", offsetof(struct tuning, prob_margin), 0, 10000},
    {"prob_plies", offsetof(struct tuning, prob_plies), 1, 20},
    {"multi_cut", offsetof(struct tuning, multi_cut), 0, 20},
    {"single_reply", offsetof(struct tuning, single_reply), 0, 1},
    {"capture_reply", offsetof(struct tuning, capture_reply), 0, 1},
    {"threats", offsetof(struct tuning, threats), 0, 20},
    {"no_move_reduce", offsetof(struct tuning, no_move_reduce), 0, 100},
    {"futility", offsetof(struct tuning, futility), 0, 10000},
    {"window", offsetof(struct tuning, window), 10, 20000},
};

static int set_one(struct tuning *tuning, struct text name, struct text value, struct err *err)
{
    char digits[12] = "";
    char *end = digits;
    for (size_t i = 0; i < sizeof settings / sizeof *settings; i++) {
        if (!text_is(name, settings[i].name))
            continue;
        if (value.n && value.n < sizeof digits)
            memcpy(digits, value.s, value.n);
        long number = strtol(digits, &end, 10);
        if (end == digits || *end || number < settings[i].least || number > settings[i].most)
            return err_set(err, (struct src_pos){0}, "%s: expected %d to %d, found \"%.*s\"",
                           settings[i].name, settings[i].least, settings[i].most, TEXT_ARGS(value));
        *(int *)(void *)((char *)tuning + settings[i].offset) = (int)number;
        return 0;
    }
    return err_set(err, (struct src_pos){0}, "no setting is named \"%.*s\"", TEXT_ARGS(name));
}

int tuning_set(struct tuning *tuning, struct text text, struct err *err)
{
    while (text.n) {
        const char *comma = memchr(text.s, ',', text.n);
        struct text item = {text.s, comma ? (size_t)(comma - text.s) : text.n};
        const char *equals = memchr(item.s, '=', item.n);
        struct text name = {item.s, equals ? (size_t)(equals - item.s) : item.n};
        struct text value = {item.s + name.n + 1, equals ? item.n - name.n - 1 : 0};
        if (set_one(tuning, name, value, err) < 0)
            return -1;
        size_t used = item.n + (comma ? 1 : 0);
        text = (struct text){text.s + used, text.n - used};
    }
    return 0;
}
