// SPDX-License-Identifier: MIT
#include "match/dxp-expected.h"

#include "match/link/subnet.h"

#include <fnmatch.h>
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

bool dxp_expected_name(const struct player_settings *settings, const char *name)
{
    return !settings->expect_name || fnmatch(settings->expect_name, name, 0) == 0;
}
