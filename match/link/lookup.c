// SPDX-License-Identifier: MIT
/*
 * A thread that waits for a name server cannot be stopped. Of the thread and its owner, the one
 * that finishes last frees what both use. An owner that finds the thread done joins it, so that the
 * libraries' thread-local data are freed before the program ends; one that is still waiting is
 * abandoned.
 */
#include "match/link/lookup.h"

#include "core/base/team.h"
#include "match/link/poll.h"

#include <errno.h>
#include <netdb.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

struct lookup {
    pthread_t thread;       /* the owner's */
    place_finder *find;     /* NULL: the place names the host */
    char *url;              /* owned; for the finder */
    struct tcp_place place; /* this and the rest belong to the thread until it is done */
    struct addrinfo *found; /* owned */
    struct err err;
    int rc;
    struct waker waker;
    pthread_mutex_t lock; /* guards the following */
    bool done;            /* the thread has ended */
    bool closed;          /* closed by the owner */
};

static void free_lookup(struct lookup *lookup)
{
    if (lookup->found)
        freeaddrinfo(lookup->found);
    if (lookup->waker.read >= 0)
        waker_fini(&lookup->waker);
    pthread_mutex_destroy(&lookup->lock);
    free(lookup->url);
    free(lookup);
}

static void *look(void *ctx)
{
    struct lookup *lookup = ctx;
    lookup->rc = lookup->find ? lookup->find(lookup->url, &lookup->place, &lookup->err) : 0;
    if (lookup->rc == 0)
        lookup->rc = tcp_resolve(&lookup->place, 0, &lookup->found, &lookup->err);
    pthread_mutex_lock(&lookup->lock);
    lookup->done = true;
    bool last = lookup->closed;
    waker_wake(&lookup->waker);
    pthread_mutex_unlock(&lookup->lock);
    if (last)
        free_lookup(lookup);
    return NULL;
}

int lookup_open(const struct tcp_place *place, place_finder *find, const char *url,
                struct lookup **out, struct err *err)
{
    struct lookup *lookup = calloc(1, sizeof *lookup);
    if (!lookup || pthread_mutex_init(&lookup->lock, NULL) != 0) {
        free(lookup);
        return err_memory(err);
    }
    lookup->place = *place;
    lookup->find = find;
    lookup->waker = (struct waker){-1, -1};
    if (url && !(lookup->url = strdup(url)))
        err_memory(err);
    else if (waker_init(&lookup->waker, err) == 0) {
        int why = team_start(&lookup->thread, look, lookup);
        if (why == 0) {
            *out = lookup;
            return 0;
        }
        err_plain(err, "cannot start a thread: %s", strerror(why));
    }
    free_lookup(lookup);
    return -1;
}

void lookup_close(struct lookup *lookup)
{
    if (!lookup)
        return;
    pthread_mutex_lock(&lookup->lock);
    lookup->closed = true;
    bool done = lookup->done;
    if (!done) /* from here on it is the thread's, which may free it once unlocked */
        pthread_detach(lookup->thread);
    pthread_mutex_unlock(&lookup->lock);
    if (!done)
        return;
    pthread_join(lookup->thread, NULL);
    free_lookup(lookup);
}

int lookup_take(struct lookup *lookup, struct tcp_place *place, struct addrinfo **out,
                struct err *err)
{
    pthread_mutex_lock(&lookup->lock);
    bool done = lookup->done;
    pthread_mutex_unlock(&lookup->lock);
    if (!done)
        return 0;
    if (lookup->rc)
        return err_plain(err, "%s", lookup->err.msg);
    *place = lookup->place;
    *out = lookup->found;
    lookup->found = NULL; /* handed over */
    return 1;
}

void lookup_wait(const struct lookup *lookup, struct pollfd *fd)
{
    *fd = (struct pollfd){.fd = lookup->waker.read, .events = POLLIN};
}
