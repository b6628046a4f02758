// SPDX-License-Identifier: MIT
#include "match/dxp-expected.h"

#include "match/link/subnet.h"

#include <string.h>

bool dxp_expected_to_come(const struct player_settings *settings)
{
    return settings->address && strncmp(settings->address, "listen:", 7) == 0;
}

bool dxp_expected_from(const struct player_settings *settings, const char *peer)
{
    const struct match_words *from = &settings->expect_from;
    struct subnet subnet;
    struct err err = {0};
    for (unsigned i = 0; i < from->n; i++)
        if (subnet_read(from->at[i], &subnet, &err) == 0 && subnet_has(&subnet, peer))
            return true;
    return from->n == 0;
}

/*
 * Does not use fnmatch(3), for which brackets and backslashes are special too: names of programs
 * may contain them. The match of the last star is extended until the rest fits.
 */
static bool fits(const char *pattern, const char *name)
{
    const char *after_star = NULL, *rest = NULL;
    while (*name) {
        if (*pattern == '*') {
            after_star = ++pattern;
            rest = name;
        } else if (*pattern == '?' || *pattern == *name) {
            pattern++;
            name++;
        } else if (after_star) {
            pattern = after_star;
            name = ++rest;
        } else {
            return false;
        }
    }
    return pattern[strspn(pattern, "*")] == '\0';
}

bool dxp_expected_name(const struct player_settings *settings, const char *name)
{
    return !settings->expect_name || fits(settings->expect_name, name);
}
