// SPDX-License-Identifier: MIT
#include "core/base/err.h"

#include <stdarg.h>
#include <stdio.h>

int err_set(struct err *err, struct src_pos at, const char *format, ...)
{
    va_list args;
    if (!err || err->msg[0])
        return -1;
    err->at = at;
    va_start(args, format);
    vsnprintf(err->msg, sizeof err->msg, format, args);
    va_end(args);
    return -1;
}
