// SPDX-License-Identifier: MIT
#ifdef __linux__
# define _DEFAULT_SOURCE /* syscall */
#endif
#include "core/base/priority.h"

#include <errno.h>
#include <sys/resource.h>
#include <unistd.h>
#ifdef __linux__
# include <sys/syscall.h>
#endif

enum { NICE = 10 };

/* ioprio_set(2) has no wrapper in the C library; the numbers are the kernel's. */
static void lower_disk(void)
{
#if defined(__linux__) && defined(SYS_ioprio_set)
    enum { WHO_PROCESS = 1, CLASS_IDLE = 3, CLASS_SHIFT = 13 };
    (void)syscall(SYS_ioprio_set, WHO_PROCESS, 0, CLASS_IDLE << CLASS_SHIFT);
#endif
}

void priority_lower(void)
{
    errno = 0;
    int now = getpriority(PRIO_PROCESS, 0);
    if (errno == 0 && now < NICE)
        (void)setpriority(PRIO_PROCESS, 0, NICE);
    lower_disk();
}
