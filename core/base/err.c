// SPDX-License-Identifier: MIT
#include "core/base/err.h"

#include <stdarg.h>
#include <stdio.h>

static void set(struct err *err, struct src_pos at, const char *format, va_list args)
    PRINTF_LIKE(3, 0);

static bool is_free(const struct err *err) { return err && !err->msg[0]; }

static void set(struct err *err, struct src_pos at, const char *format, va_list args)
{
    if (!is_free(err))
        return;
    err->at = at;
    vsnprintf(err->msg, sizeof err->msg, format, args);
}

int err_set(struct err *err, struct src_pos at, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    set(err, at, format, args);
    va_end(args);
    return -1;
}

int err_plain(struct err *err, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    set(err, (struct src_pos){0}, format, args);
    va_end(args);
    return -1;
}

int err_file(struct err *err, const char *file, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    set(err, (struct src_pos){.file = file}, format, args);
    va_end(args);
    return -1;
}

int err_memory(struct err *err) { return err_plain(err, "out of memory"); }

int err_stopped(struct err *err, struct src_pos at)
{
    return err_pass(err, &(struct err){.at = at, .msg = "stopped by a signal", .stopped = true});
}

int err_pass(struct err *err, const struct err *why)
{
    if (is_free(err))
        *err = *why;
    return -1;
}

int err_wrap(struct err *err, const struct err *why, struct src_pos at, const char *format, ...)
{
    va_list args;
    if (is_free(err))
        err->stopped = why->stopped;
    va_start(args, format);
    set(err, at, format, args);
    va_end(args);
    return -1;
}
