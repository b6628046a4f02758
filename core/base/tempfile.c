// SPDX-License-Identifier: MIT
#include "core/base/tempfile.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { PATH_ROOM = 4096 };

static FILE *open_in(const char *folder)
{
    char path[PATH_ROOM];
    if ((size_t)snprintf(path, sizeof path, "%s/dama-XXXXXX", folder) >= sizeof path) {
        errno = ENAMETOOLONG;
        return NULL;
    }
    int fd = mkstemp(path);
    if (fd < 0)
        return NULL;
    unlink(path);
    fcntl(fd, F_SETFD, FD_CLOEXEC);
    FILE *file = fdopen(fd, "w+b");
    if (!file)
        close(fd);
    return file;
}

FILE *tempfile_open(struct err *err)
{
    const char *wish = getenv("TMPDIR");
    const char *const folders[] = {wish && *wish ? wish : "/var/tmp",
                                   wish && *wish ? NULL : "/tmp"};
    FILE *file = NULL;
    for (size_t i = 0; i < 2 && folders[i] && !file; i++)
        file = open_in(folders[i]);
    if (!file)
        err_plain(err, "cannot make a temporary file in %s: %s", folders[0], strerror(errno));
    return file;
}
