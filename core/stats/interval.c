// SPDX-License-Identifier: MIT
#include "core/stats/interval.h"

#include <math.h>

struct interval interval_about(double share, double n, double z)
{
    if (!(n > 0))
        return (struct interval){0, 0.5, 1};
    double zz = z * z / n;
    double centre = (share + zz / 2) / (1 + zz);
    double half = sqrt(zz * share * (1 - share) + zz * zz / 4) / (1 + zz);
    return (struct interval){fmax(0, fmin(share, centre - half)), share,
                             fmin(1, fmax(share, centre + half))};
}

struct interval interval_wilson(uint64_t hits, uint64_t n, double z)
{
    return interval_about(n ? (double)hits / (double)n : 0.5, (double)n, z);
}
