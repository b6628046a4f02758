// SPDX-License-Identifier: MIT
#include "cmd/lib/command.h"

#include "cmd/lib/command-internal.h"
#include "core/base/err.h"
#include "core/base/printable.h"
#include "core/base/signals.h"
#include "core/base/text.h"

#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static const char *program = "dama";
static const char *full_name = "dama"; /* includes the verb */
static atomic_bool interrupted;        /* something failed only because a signal came */

const char *command_name(void) { return program; }

void command_set_names(const char *name, const char *full)
{
    program = name;
    full_name = full;
}

bool command_is_interrupted(void) { return interrupted; }

/* Ends a line and prints it in one piece, even if others write there too. */
static void end_line(struct buffer *line)
{
    buffer_add_char(line, '\n');
    fwrite(line->s, 1, line->n, stderr);
    buffer_fini(line);
}

/* Prints a line on standard error. Control characters in it are escaped. */
static PRINTF_LIKE(3, 0)
void print_line(const char *name, const char *after, const char *format, va_list args)
{
    struct buffer line = {0};
    fflush(stdout);
    printable_printf(&line, "%s: ", name);
    printable_vprintf(&line, format, args);
    buffer_add_string(&line, after);
    end_line(&line);
}

void command_say(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    print_line(program, "", format, args);
    va_end(args);
}

/* Whether a call has failed because a signal asked to stop, and not because of the file. */
static bool failed_by_signal(const struct err *err)
{
    return signals_stopped() && (err->stopped || text_ends_in(text_of(err->msg), strerror(EINTR)));
}

void command_error(const struct err *err)
{
    struct err other = {0};
    struct buffer line = {0};
    fflush(stdout);
    if (failed_by_signal(err)) {
        interrupted = true;
        err_stopped(&other, err->at);
        err = &other;
    }
    const char *file = err->at.file && !*err->at.file ? "''" : err->at.file;
    if (!file)
        printable_printf(&line, "%s: %s", program, err->msg);
    else if (!err->at.line)
        printable_printf(&line, "%s: %s: %s", program, file, err->msg);
    else if (!err->at.col)
        printable_printf(&line, "%s:%u: %s", file, err->at.line, err->msg);
    else
        printable_printf(&line, "%s:%u:%u: %s", file, err->at.line, err->at.col, err->msg);
    end_line(&line);
}

void command_warn(void *ctx, const struct err *err)
{
    static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    static char last[sizeof err->msg];
    (void)ctx;
    pthread_mutex_lock(&lock);
    if (strcmp(last, err->msg) != 0) {
        memcpy(last, err->msg, sizeof last);
        command_error(err);
    }
    pthread_mutex_unlock(&lock);
}

int command_usage(const char *format, ...)
{
    va_list args;
    char hint[120];
    snprintf(hint, sizeof hint, " (try '%s --help')", full_name);
    va_start(args, format);
    print_line(full_name, hint, format, args);
    va_end(args);
    return EXIT_USAGE;
}

int command_worse(int a, int b) { return a > b ? a : b; }

bool command_reader_is_gone(void)
{
    struct pollfd out = {.fd = STDOUT_FILENO};
    return poll(&out, 1, 0) == 1 && out.revents & POLLERR;
}

/* Whether a write would not wait, as it does for the reader of a full pipe. */
static bool output_is_writable(void)
{
    struct pollfd out = {.fd = STDOUT_FILENO, .events = POLLOUT};
    return poll(&out, 1, 0) == 1;
}

int command_finish(int status)
{
    bool failed = ferror(stdout);
    errno = 0; /* it belongs to some other call by now */
    if (!fflush(stdout) && !failed)
        return status;
    if (command_reader_is_gone())
        return status;
    /* the first write that failed may have been an earlier one, whose reason is lost: on a full
     * disk, another gives the same one; after a write that a signal broke off, it succeeds */
    const bool stopped = signals_stopped(), is_read = output_is_writable();
    if (!errno && (!stopped || is_read)) {
        putchar('\n');
        fflush(stdout);
    }
    if (stopped && (!errno || errno == EINTR)) {
        /* drops the rest, so that exit does not wait for the reader again */
        close(STDOUT_FILENO);
        command_say(is_read ? "stopped by a signal; standard output is incomplete"
                            : "stopped by a signal; nobody is reading standard output");
        return command_worse(status, EXIT_STOPPED);
    }
    command_say("cannot write to standard output: %s",
                errno ? strerror(errno) : "an earlier write failed");
    return command_worse(status, EXIT_IO);
}
