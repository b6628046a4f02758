// SPDX-License-Identifier: MIT
#include "cmd/lib/progress.h"

#include "cmd/lib/terminal.h"
#include "core/base/clock.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { FIRST_AFTER = 1000, EVERY = 100 }; /* ms */

void progress_start(struct progress *progress, uint64_t total, const char *unit, bool quiet)
{
    *progress = (struct progress){.total = total, .unit = unit};
    progress->on = !quiet && isatty(STDERR_FILENO) && !terminal_is_dumb();
    progress->shares = isatty(STDOUT_FILENO);
    progress->begun = progress->last = clock_ms();
}

static void print_amount(const struct progress *progress, double n)
{
    if (progress->unit)
        fprintf(stderr, "%.0f %s", n, progress->unit);
    else if (n < 1e9)
        fprintf(stderr, "%.1f MB", n / 1e6);
    else
        fprintf(stderr, "%.2f GB", n / 1e9);
}

static void print_left(double seconds)
{
    if (seconds < 120)
        fprintf(stderr, ", %.0f s left", seconds);
    else if (seconds < 7200)
        fprintf(stderr, ", %.0f min left", seconds / 60);
    else
        fprintf(stderr, ", %.1f h left", seconds / 3600);
}

void progress_show(struct progress *progress, uint64_t done)
{
    int64_t now = progress->on ? clock_ms() : 0;
    if (!progress->told) /* a run that goes on begins with what is there */
        progress->before = done;
    progress->told = true;
    if (!progress->on || now - progress->begun < FIRST_AFTER || now - progress->last < EVERY)
        return;
    double seconds = (double)(now - progress->begun) / 1000,
           rate = (double)(done - progress->before) / seconds;
    if (progress->shares)
        fflush(stdout);
    fputs("\r\033[K", stderr);
    print_amount(progress, (double)done);
    if (progress->total) {
        double part = (double)done / (double)progress->total;
        fprintf(stderr, ", %.0f %%", 100 * (part < 1 ? part : 1));
    }
    fputs(", ", stderr);
    print_amount(progress, rate);
    fputs("/s", stderr);
    if (progress->total > done && rate > 0)
        print_left((double)(progress->total - done) / rate);
    fflush(stderr);
    progress->last = now;
    progress->shown = true;
}

void progress_clear(struct progress *progress)
{
    if (!progress->shown)
        return;
    fputs("\r\033[K", stderr);
    fflush(stderr);
    progress->shown = false;
}
