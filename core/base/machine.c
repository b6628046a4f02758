// SPDX-License-Identifier: MIT
#include "core/base/machine.h"

#include <sys/resource.h>
#include <unistd.h>

unsigned machine_processors(void)
{
    long n = -1;
#ifdef _SC_NPROCESSORS_ONLN /* not in POSIX.1-2008, though every system has it */
    n = sysconf(_SC_NPROCESSORS_ONLN);
#endif
    return n > 0 ? (unsigned)n : 1;
}

uint64_t machine_memory(void)
{
    long pages = -1, page = sysconf(_SC_PAGESIZE);
#ifdef _SC_PHYS_PAGES /* likewise */
    pages = sysconf(_SC_PHYS_PAGES);
#endif
    return pages > 0 && page > 0 ? (uint64_t)pages * (uint64_t)page : 0;
}

void machine_allow_files(unsigned n)
{
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit) || limit.rlim_cur >= n)
        return;
    limit.rlim_cur = limit.rlim_max < n ? limit.rlim_max : n;
    setrlimit(RLIMIT_NOFILE, &limit);
}
