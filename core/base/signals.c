// SPDX-License-Identifier: MIT
/*
 * The handlers touch only lock-free atomics, a pipe that never blocks, and calls that are
 * async-signal-safe.
 *
 * System calls go on after a signal (SA_RESTART): output must not stop in the middle of a line. But
 * a read from a pipe that nobody writes, or a write to one that nobody reads, would go on for ever.
 * So the first signal starts a timer. If a few looks in a row find that the main thread has written
 * nothing, the next one interrupts the call it waits in: a write that has got some bytes through
 * returns their number, and the caller goes on with the rest; any other call fails with EINTR. On
 * Linux, /proc says how much a thread has written; elsewhere a slow reader may be taken for a
 * stopped one.
 */
#include "core/base/signals.h"

#include "core/base/array.h"
#include "core/base/ascii.h"
#include "core/base/clock.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stddef.h>
#include <string.h>
#include <sys/time.h>
#include <unistd.h>

enum {
    PLACES = 64,
    PATH_ROOM = 4096,
    LOOK_MS = 100,
    LOOKS = 4, /* in a row without anything written, before the one that interrupts */
};

/*
 * Changing a place from FREE to FILLING takes it; the handler reads only places that are READY.
 */
enum { FREE, FILLING, READY };

static struct {
    atomic_int state;
    char path[PATH_ROOM];
} files[PLACES];

static atomic_int groups[SIGNALS_GROUPS]; /* 0: free */

static atomic_int stopped_by; /* the first signal; 0: none */
static atomic_uint first_ms;  /* when it came, in ms, made odd so as not to be 0; 0: none came */
static atomic_int wake_read = -1, wake_write = -1;

static pthread_t main_thread;          /* set before SIGALRM is handled */
static atomic_bool looks;              /* SIGALRM is handled */
static atomic_uint idle_looks;         /* in a row, without anything written */
static unsigned long long was_written; /* bytes, at the last look; the main thread's alone */

static void remove_files(void)
{
    for (int i = 0; i < PLACES; i++)
        if (atomic_load(&files[i].state) == READY)
            unlink(files[i].path);
}

static void kill_groups(void)
{
    for (int i = 0; i < SIGNALS_GROUPS; i++) {
        int group = atomic_load(&groups[i]);
        if (group > 0)
            kill(-group, SIGKILL);
    }
}

/* @return bytes that this thread has written to files and pipes; 0 if not known */
static unsigned long long written(void)
{
    static const char word[] = "wchar: ";
    char text[256] = "";
    unsigned long long sum = 0;
    const int fd = open("/proc/thread-self/io", O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return 0;
    const ssize_t n = read(fd, text, sizeof text - 1);
    close(fd);
    const char *at = n > 0 ? strstr(text, word) : NULL;
    for (at = at ? at + sizeof word - 1 : ""; ascii_is_digit(*at); at++)
        sum = 10 * sum + (unsigned)(*at - '0');
    return sum;
}

/*
 * Decides whether the next look interrupts. After one that did, the count begins again. The system
 * may deliver the signal to any thread; it is passed to the main one, whose call it is to
 * interrupt.
 */
static void look_at_output(int number)
{
    const int saved = errno;
    if (!pthread_equal(pthread_self(), main_thread)) {
        pthread_kill(main_thread, number);
        errno = saved;
        return;
    }
    const unsigned long long now = written();
    const bool moved = now != was_written;
    const unsigned idle = moved ? 0 : (atomic_load(&idle_looks) + 1) % (LOOKS + 1);
    struct sigaction action = {.sa_handler = look_at_output,
                               .sa_flags = idle == LOOKS ? 0 : SA_RESTART};
    was_written = now;
    atomic_store(&idle_looks, idle);
    sigemptyset(&action.sa_mask);
    sigaction(number, &action, NULL);
    errno = saved;
}

static void handle_looks(void)
{
    struct sigaction action = {.sa_handler = look_at_output, .sa_flags = SA_RESTART};
    sigemptyset(&action.sa_mask);
    if (atomic_load(&looks))
        return;
    main_thread = pthread_self();
    if (sigaction(SIGALRM, &action, NULL) == 0)
        atomic_store(&looks, true);
}

/*
 * POSIX allows timer_settime in a handler, and does not mention setitimer. But macOS and OpenBSD
 * lack the former, and everywhere the latter is a mere system call.
 * @param ms between looks, less than 1000; 0: no more looks
 */
static void set_timer(int ms)
{
    const struct timeval time = {.tv_usec = ms * 1000};
    const struct itimerval when = {.it_value = time, .it_interval = time};
    if (atomic_load(&looks))
        setitimer(ITIMER_REAL, &when, NULL);
}

/* @return whether this request is the first, or the same as the first */
static bool ask_to_stop(int number)
{
    int none = 0;
    unsigned never = 0, now = (unsigned)clock_ms() | 1;
    atomic_compare_exchange_strong(&first_ms, &never, now);
    if (!atomic_compare_exchange_strong(&stopped_by, &none, number))
        return (int)(now - atomic_load(&first_ms)) < SIGNALS_SAME_MS; /* below 0 in a race */
    set_timer(LOOK_MS);
    int fd = atomic_load(&wake_write);
    /* A full pipe wakes poll just as well. */
    return fd < 0 || write(fd, "", 1) <= 1;
}

static void handle(int number)
{
    int saved = errno;
    if (!ask_to_stop(number)) {
        remove_files();
        kill_groups();
        signal(number, SIG_DFL);
        raise(number); /* delivered when this handler returns */
    }
    errno = saved;
}

static void make_wake_pipe(void)
{
    int ends[2];
    if (atomic_load(&wake_read) >= 0 || pipe(ends) < 0)
        return;
    for (int i = 0; i < 2; i++) {
        fcntl(ends[i], F_SETFD, FD_CLOEXEC);
        fcntl(ends[i], F_SETFL, O_NONBLOCK);
    }
    atomic_store(&wake_write, ends[1]);
    atomic_store(&wake_read, ends[0]);
}

void signals_init(void)
{
    static const int numbers[] = {SIGINT, SIGTERM, SIGHUP};
    make_wake_pipe();
    handle_looks();
    for (size_t i = 0; i < ARRAY_LEN(numbers); i++) {
        /* SA_RESTART: code that waits for input polls signals_fd. */
        struct sigaction action = {.sa_handler = handle, .sa_flags = SA_RESTART}, old;
        sigemptyset(&action.sa_mask);
        if (sigaction(numbers[i], NULL, &old) == 0 && old.sa_handler != SIG_IGN)
            sigaction(numbers[i], &action, NULL);
    }
    signal(SIGPIPE, SIG_IGN);
    signal(SIGXFSZ, SIG_IGN);
}

bool signals_stopped(void) { return atomic_load_explicit(&stopped_by, memory_order_relaxed) != 0; }

int signals_fd(void) { return atomic_load(&wake_read); }

void signals_stop(void) { ask_to_stop(SIGTERM); }

void signals_reset(void)
{
    char drop[16];
    int fd = signals_fd();
    while (fd >= 0 && read(fd, drop, sizeof drop) > 0)
        continue;
    set_timer(0);
    atomic_store(&idle_looks, 0);
    atomic_store(&stopped_by, 0);
    atomic_store(&first_ms, 0);
}

int signals_register_file(const char *path)
{
    size_t n = strlen(path) + 1;
    if (n > PATH_ROOM)
        return -1;
    for (int i = 0; i < PLACES; i++) {
        int expected = FREE;
        if (atomic_compare_exchange_strong(&files[i].state, &expected, FILLING)) {
            memcpy(files[i].path, path, n);
            atomic_store(&files[i].state, READY);
            return i;
        }
    }
    return -1;
}

void signals_forget_file(int place)
{
    if (place >= 0)
        atomic_store(&files[place].state, FREE);
}

int signals_register_group(int group)
{
    for (int i = 0; i < SIGNALS_GROUPS; i++) {
        int none = 0;
        if (atomic_compare_exchange_strong(&groups[i], &none, group))
            return i;
    }
    return -1;
}

void signals_forget_group(int place)
{
    if (place >= 0)
        atomic_store(&groups[place], 0);
}
