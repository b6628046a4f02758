// SPDX-License-Identifier: MIT
#include "core/base/raw-input.h"

#include "core/base/peeked.h"
#include "core/base/signals.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { ROOM = 128 * 1024, FIRST = 16 };

static struct src_pos place(const struct raw_input *in)
{
    return (struct src_pos){.file = in->name};
}

/* ---- opening ---- */

static int open_member(struct raw_input *in, struct err *err)
{
    in->p = in->room = malloc(ROOM);
    return in->room ? raw_input_fill_to(in, FIRST, err) : err_memory(err);
}

/* Opens a file, or goes on with one that was peeked at. @return 0, or -1 with `err` */
static int open_descriptor(struct raw_input *in, struct err *err)
{
    bool is_stdin = strcmp(in->name, "-") == 0;
    in->owns_fd = !is_stdin;
    struct peeked kept;
    if (peeked_take(in->name, &kept)) {
        in->fd = kept.fd;
        in->p = in->room = kept.bytes;
        in->n = kept.n;
        in->ended = kept.ended;
        return 0;
    }
    /*
     * Do not block in open: a named pipe is waited for later, with poll, which signals interrupt.
     */
    in->fd = is_stdin ? STDIN_FILENO : open(in->name, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
    if (in->fd < 0)
        return err_set(err, place(in), "cannot open: %s", strerror(errno));
    in->p = in->room = malloc(ROOM);
    return in->room ? 0 : err_memory(err);
}

int raw_input_open(const char *path, struct raw_input *in, struct err *err)
{
    struct stat st;
    *in = (struct raw_input){.name = path, .fd = -1};
    int in_archive = strcmp(path, "-") == 0 ? 0 : archive_file_open(path, &in->member, err);
    if (in_archive)
        return in_archive < 0 ? -1 : open_member(in, err);
    if (open_descriptor(in, err))
        return -1;
    if (fstat(in->fd, &st) < 0)
        return err_set(err, place(in), "cannot read: %s", strerror(errno));
    if (S_ISDIR(st.st_mode))
        return err_set(err, place(in), "is a folder");
    in->may_block = !S_ISREG(st.st_mode);
    return raw_input_fill_to(in, FIRST, err);
}

struct raw_input raw_input_of_memory(const char *name, const void *bytes, size_t n)
{
    return (struct raw_input){.name = name, .fd = -1, .p = bytes, .n = n, .ended = true};
}

/* ---- reading ---- */

/* Waits until there is something to read. @return 0, or -1 with `err`: a signal came first */
static int wait_readable(struct raw_input *in, struct err *err)
{
    struct pollfd fds[2] = {{.fd = in->fd, .events = POLLIN},
                            {.fd = signals_fd(), .events = POLLIN}};
    while (in->may_block && !signals_stopped()) {
        if (poll(fds, 2, -1) < 0 && errno != EINTR)
            return 0; /* read(2) will report it */
        if (fds[0].revents)
            return 0;
    }
    return in->may_block ? err_stopped(err, place(in)) : 0;
}

/* Reads once from the file, archive or pipe. @param got bytes read; 0 at the end */
static int read_some(struct raw_input *in, unsigned char *buf, size_t room, size_t *got,
                     struct err *err)
{
    if (in->member)
        return archive_file_read(in->member, buf, room, got, err);
    for (;;) {
        if (wait_readable(in, err))
            return -1;
        ssize_t n = read(in->fd, buf, room);
        if (n >= 0) {
            *got = (size_t)n;
            return 0;
        }
        if (errno != EINTR && errno != EAGAIN)
            return err_set(err, place(in), "cannot read: %s", strerror(errno));
        if (errno == EAGAIN)
            poll(&(struct pollfd){.fd = in->fd, .events = POLLIN}, 1, 100);
    }
}

int raw_input_fill(struct raw_input *in, struct err *err)
{
    size_t got = 0;
    if (in->ended)
        return 0;
    if (in->n && in->p != in->room)
        memmove(in->room, in->p, in->n);
    in->p = in->room;
    if (read_some(in, in->room + in->n, ROOM - in->n, &got, err))
        return -1;
    in->n += got;
    in->ended = got == 0;
    return 0;
}

int raw_input_fill_to(struct raw_input *in, size_t n, struct err *err)
{
    while (in->n < n && in->n < ROOM && !in->ended)
        if (raw_input_fill(in, err))
            return -1;
    return 0;
}

void raw_input_use(struct raw_input *in, size_t n)
{
    in->p += n;
    in->n -= n;
    in->used += n;
}

int raw_input_read(struct raw_input *in, unsigned char *buf, size_t room, size_t *got,
                   struct err *err)
{
    if (in->n == 0 && !in->ended) {
        if (read_some(in, buf, room, got, err)) /* straight to the caller */
            return -1;
        in->ended = *got == 0;
        in->used += *got;
        return 0;
    }
    *got = in->n < room ? in->n : room;
    if (*got)
        memcpy(buf, in->p, *got);
    raw_input_use(in, *got);
    return 0;
}

/* ---- closing ---- */

int raw_input_put_back(struct raw_input *in, struct err *err)
{
    int rc = 0;
    if (in->room && !in->member && (in->may_block || !in->owns_fd)) {
        if (in->p != in->room)
            memmove(in->room, in->p, in->n);
        rc = peeked_keep(in->name, &(struct peeked){in->fd, in->room, in->n, in->ended}, err);
        if (rc == 0) {
            in->fd = -1; /* handed over, as are the bytes */
            in->room = NULL;
        }
    }
    raw_input_close(in);
    return rc;
}

void raw_input_close(struct raw_input *in)
{
    if (in->owns_fd && in->fd >= 0)
        close(in->fd);
    archive_file_close(in->member);
    free(in->room);
}
