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
    progress->on = !quiet && terminal_shows_progress();
    progress->shares = isatty(STDOUT_FILENO);
    progress->begun = progress->last = clock_ms();
}

static void add_amount(const struct progress *progress, double n, struct buffer *out)
{
    if (progress->unit)
        buffer_printf(out, "%.0f %s", n, progress->unit);
    else if (n < 1e9)
        buffer_printf(out, "%.1f MB", n / 1e6);
    else
        buffer_printf(out, "%.2f GB", n / 1e9);
}

void progress_add_left(double seconds, struct buffer *out)
{
    if (seconds < 120)
        buffer_printf(out, ", %.0f s left", seconds);
    else if (seconds < 7200)
        buffer_printf(out, ", %.0f min left", seconds / 60);
    else
        buffer_printf(out, ", %.1f h left", seconds / 3600);
}

void progress_print(struct buffer *line)
{
    buffer_add_char(line, '\0');
    if (!line->failed)
        terminal_replace_line(line->s);
    buffer_fini(line);
}

void progress_show(struct progress *progress, uint64_t done)
{
    int64_t now = progress->on ? clock_ms() : 0;
    if (!progress->told) /* a continued run begins with the amount already done */
        progress->before = done;
    progress->told = true;
    if (!progress->on || now - progress->begun < FIRST_AFTER || now - progress->last < EVERY)
        return;
    double seconds = (double)(now - progress->begun) / 1000,
           rate = (double)(done - progress->before) / seconds;
    struct buffer line = {0};
    if (progress->shares)
        fflush(stdout);
    add_amount(progress, (double)done, &line);
    if (progress->total) {
        double part = (double)done / (double)progress->total;
        buffer_printf(&line, ", %.0f %%", 100 * (part < 1 ? part : 1));
    }
    buffer_add_string(&line, ", ");
    add_amount(progress, rate, &line);
    buffer_add_string(&line, "/s");
    if (progress->total > done && rate > 0)
        progress_add_left((double)(progress->total - done) / rate, &line);
    progress_print(&line);
    progress->last = now;
    progress->shown = true;
}

void progress_clear(struct progress *progress)
{
    if (!progress->shown)
        return;
    terminal_erase_line();
    progress->shown = false;
}
