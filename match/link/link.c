// SPDX-License-Identifier: MIT
#include "match/link/link.h"

#include "match/link/poll.h"

int link_ready(struct link *link, struct err *err)
{
    return link->type->ready ? link->type->ready(link, err) : 1;
}

int link_wait_ready(struct link *link, int stop, struct err *err)
{
    int rc;
    while ((rc = link_ready(link, err)) == 0) {
        struct pollfd fds[LINK_FDS + 1] = {{.fd = stop, .events = POLLIN}};
        int64_t by = INT64_MAX;
        unsigned n = link_wait(link, false, fds + 1, &by);
        poll_until(fds, n + 1, by);
        if (fds[0].revents)
            return 1;
    }
    return rc < 0 ? -1 : 0;
}

long link_read(struct link *link, char *buf, size_t n, struct err *err)
{
    return link->type->read(link, buf, n, err);
}

long link_write(struct link *link, const char *bytes, size_t n, struct err *err)
{
    return link->type->write(link, bytes, n, err);
}

unsigned link_wait(const struct link *link, bool writing, struct pollfd *fds, int64_t *by)
{
    return link->type->wait(link, writing, fds, by);
}

void link_shut(struct link *link)
{
    if (link->type->shut)
        link->type->shut(link);
}

void link_close(struct link *link)
{
    if (link)
        link->type->close(link);
}
