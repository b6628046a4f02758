// SPDX-License-Identifier: MIT
#include "core/stats/interval.h"

#include <math.h>

struct interval interval_wilson(double share, double n, double z)
{
    if (!(n > 0))
        return (struct interval){0, 0.5, 1};
    double zz = z * z / n;
    double centre = (share + zz / 2) / (1 + zz);
    double half = sqrt(zz * share * (1 - share) + zz * zz / 4) / (1 + zz);
    return (struct interval){fmax(0, fmin(share, centre - half)), share,
                             fmin(1, fmax(share, centre + half))};
}
