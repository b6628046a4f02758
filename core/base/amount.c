// SPDX-License-Identifier: MIT
#include "core/base/amount.h"

#include "core/base/text.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct unit {
    const char *word;
    double factor;
};

/*
 * Reads digits, perhaps with a decimal point, and the unit after them.
 * @param bare unit assumed for a number without one, which must then end the text; NULL: a unit is
 *             required
 * @return the text after the unit; NULL: no number or no such unit
 */
static const char *read_amount(const char *p, const struct unit *units, const char *bare,
                               double *out)
{
    size_t digits = strspn(p, "0123456789");
    size_t n = digits;
    if (p[n] == '.')
        n += 1 + strspn(p + n + 1, "0123456789");
    size_t letters = strcspn(p + n, "0123456789.");
    if (n == 0 || (digits == 0 && n == 1))
        return NULL;
    const char *word = p + n;
    struct text unit = {word, letters};
    if (letters == 0) {
        if (!bare || *word)
            return NULL;
        unit = text_of(bare);
    }
    for (; units->word; units++) {
        if (text_is_nocase(unit, units->word)) {
            *out = strtod(p, NULL) * units->factor;
            return word + letters;
        }
    }
    return NULL;
}

static const struct unit time_units[] = {{"ms", 1},     {"s", 1000},    {"m", 60e3}, {"min", 60e3},
                                         {"h", 3600e3}, {"d", 86400e3}, {NULL, 0}};

static const struct unit size_units[] = {
    {"", 1},        {"b", 1},         {"k", 1024},       {"kib", 1024},
    {"m", 1048576}, {"mib", 1048576}, {"g", 1073741824}, {"gib", 1073741824},
    {"t", 0x1p40},  {"tib", 0x1p40},  {NULL, 0}};

void amount_print_time(int64_t ms, char out[AMOUNT_ROOM])
{
    if (ms % 3600000 == 0 && ms)
        snprintf(out, AMOUNT_ROOM, "%lldh", (long long)(ms / 3600000));
    else if (ms % 60000 == 0 && ms)
        snprintf(out, AMOUNT_ROOM, "%lldm", (long long)(ms / 60000));
    else if (ms % 1000 == 0)
        snprintf(out, AMOUNT_ROOM, "%llds", (long long)(ms / 1000));
    else
        snprintf(out, AMOUNT_ROOM, "%lldms", (long long)ms);
}

void amount_print_size(int64_t bytes, char out[AMOUNT_ROOM])
{
    int power = 0;
    while (bytes && bytes % 1024 == 0 && power < 4) {
        bytes /= 1024;
        power++;
    }
    snprintf(out, AMOUNT_ROOM, "%lld%.1s", (long long)bytes, &"\0KMGT"[power]);
}

/* One message for both kinds of amount. */
static int not_amount(const char *text, const char *what, const char *min, const char *max,
                      struct err *err)
{
    if (max)
        return err_plain(err, "'%s' is not %s from %s to %s", text, what, min, max);
    return err_plain(err, "'%s' is not %s of at least %s", text, what, min);
}

static bool fits(double value, int64_t min, int64_t max)
{
    return value >= (double)min && value <= (double)max && value < 0x1p63;
}

int amount_time(const char *text, int64_t min, int64_t max, int64_t *out, struct err *err)
{
    double sum = 0, part = 0;
    const char *p = text, *bare = "s";
    do {
        p = read_amount(p, time_units, bare, &part);
        sum += part;
        bare = NULL; /* the 30 of 1h30 are minutes to some and seconds to others */
    } while (p && *p);
    sum = floor(sum + 0.5);
    if (p && fits(sum, min, max)) {
        *out = (int64_t)sum;
        return 0;
    }
    char low[AMOUNT_ROOM], high[AMOUNT_ROOM];
    amount_print_time(min, low);
    amount_print_time(max, high);
    return not_amount(text, "a time (90s, 1h30m, 500ms)", low, max == INT64_MAX ? NULL : high, err);
}

int amount_size(const char *text, int64_t min, int64_t max, int64_t *out, struct err *err)
{
    double value = 0;
    const char *p = read_amount(text, size_units, "", &value);
    value = floor(value);
    if (p && *p == '\0' && fits(value, min, max)) {
        *out = (int64_t)value;
        return 0;
    }
    char low[AMOUNT_ROOM], high[AMOUNT_ROOM];
    amount_print_size(min, low);
    amount_print_size(max, high);
    return not_amount(text, "a size (4096, 64M, 1G)", low, max == INT64_MAX ? NULL : high, err);
}

/* strtoll and strtod accept more than people mean by a number: leading blanks, 0x10, "inf". */
static bool has_only(const char *text, const char *characters)
{
    return *text && text[strspn(text, characters)] == '\0';
}

bool amount_number(const char *text, int64_t *out)
{
    char *end;
    if (!has_only(text, "+-0123456789"))
        return false;
    errno = 0;
    const long long value = strtoll(text, &end, 10);
    if (*end || end == text || errno)
        return false;
    *out = value;
    return true;
}

bool amount_real(const char *text, double *out)
{
    char *end;
    if (!has_only(text, "+-.0123456789eE"))
        return false;
    const double value = strtod(text, &end);
    if (*end || end == text || !isfinite(value))
        return false;
    *out = value;
    return true;
}
