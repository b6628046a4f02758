// SPDX-License-Identifier: MIT
#include "core/base/err.h"

#include <stdarg.h>
#include <stdio.h>

static void set(struct err *err, struct src_pos at, const char *format, va_list args)
    PRINTF_LIKE(3, 0);

static void set(struct err *err, struct src_pos at, const char *format, va_list args)
{
    if (!err || err->msg[0])
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
