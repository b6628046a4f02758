// SPDX-License-Identifier: MIT
/*
 * An estimated value with its confidence interval. Source: E. B. Wilson, "Probable inference, the
 * law of succession, and statistical inference", JASA 22 (1927).
 */
#ifndef DAMA_CORE_STATS_INTERVAL_H
#define DAMA_CORE_STATS_INTERVAL_H

struct interval {
    double low, value, high; /* always finite, low <= value <= high */
};

#define INTERVAL_95 1.959963984540054 /* standard deviations to either side that cover 95 % */

/** Wilson's interval for a share of `n` trials; 0 to 1 if n is 0. n need not be a whole number. */
struct interval interval_wilson(double share, double n, double z);

#endif
