// SPDX-License-Identifier: MIT
#include "cmd/engine/signal-watch.h"

#include "core/base/signals.h"
#include "core/base/team.h"

#include <poll.h>
#include <unistd.h>

static void *watch_main(void *ctx)
{
    struct signal_watch *watch = ctx;
    struct pollfd fds[2] = {{.fd = signals_fd(), .events = POLLIN},
                            {.fd = watch->wake[0], .events = POLLIN}};
    while (!signals_stopped())
        if (poll(fds, 2, 1000) > 0 && fds[1].revents)
            return NULL;
    engine_stop(watch->engine);
    return NULL;
}

bool signal_watch_start(struct signal_watch *watch, struct engine *engine)
{
    watch->engine = engine;
    if (pipe(watch->wake) != 0)
        return false;
    if (team_start(&watch->thread, watch_main, watch) == 0)
        return true;
    close(watch->wake[0]);
    close(watch->wake[1]);
    return false;
}

void signal_watch_end(struct signal_watch *watch)
{
    close(watch->wake[1]);
    pthread_join(watch->thread, NULL);
    close(watch->wake[0]);
}
