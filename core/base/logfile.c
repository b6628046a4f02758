// SPDX-License-Identifier: MIT
#include "core/base/logfile.h"

#include "core/base/descriptor-name.h"
#include "core/base/printable.h"
#include "core/base/utf8.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

enum { MAX_BYTES = 16 << 20, KEEP_MAX = 99 };

struct logfile {
    FILE *file; /* NULL once writing has failed */
    char *path; /* owned */
    int64_t max, size;
    unsigned keep;
    bool rotates;     /* it is a regular file, and not named as an open descriptor */
    unsigned repeats; /* of `last`, not written yet */
    char last[LOGFILE_LINE];
    const char *failed; /* what could not be done; NULL: everything was written */
    int why;            /* its errno */
};

/* Closes the log for good, so that it does not grow without bounds. @return -1 the first time */
static int fail(struct logfile *log, const char *what)
{
    if (log->failed)
        return 0;
    log->failed = what;
    log->why = errno;
    if (log->file)
        fclose(log->file);
    log->file = NULL;
    return -1;
}

/*
 * PATH.1 becomes PATH.2 and so on, PATH becomes PATH.1, and a new file begins.
 * @return 0, or -1 with errno
 */
static int rotate(struct logfile *log)
{
    size_t n = strlen(log->path) + 8;
    char *from = malloc(n), *to = malloc(n);
    int rc = -1;
    if (!from || !to)
        goto done;
    for (unsigned i = log->keep; i > 1; i--) {
        snprintf(from, n, "%s.%u", log->path, i - 1);
        snprintf(to, n, "%s.%u", log->path, i);
        if (rename(from, to) && errno != ENOENT)
            goto done;
    }
    snprintf(to, n, "%s.1", log->path);
    if ((log->keep ? rename(log->path, to) : remove(log->path)) && errno != ENOENT)
        goto done; /* somebody may have removed it */
    fclose(log->file);
    log->file = fopen(log->path, "ae");
    log->size = 0;
    rc = log->file ? 0 : -1;
done:
    free(from);
    free(to);
    return rc;
}

/* Writes a line that is not a repetition. @return -1 if it is the first that cannot be written */
static int put(struct logfile *log, const char *line)
{
    struct timespec now;
    struct tm tm;
    char when[32];
    if (!log->file)
        return 0;
    if (log->rotates && log->size > log->max && rotate(log))
        return fail(log, "rotate");
    clock_gettime(CLOCK_REALTIME, &now);
    gmtime_r(&now.tv_sec, &tm);
    strftime(when, sizeof when, "%Y-%m-%dT%H:%M:%S", &tm);
    int n = fprintf(log->file, "%s.%03ldZ %s\n", when, now.tv_nsec / 1000000, line);
    if (n < 0 || fflush(log->file) || ferror(log->file))
        return fail(log, "write");
    log->size += n;
    return 0;
}

static int put_repeats(struct logfile *log)
{
    char line[64];
    if (!log->repeats)
        return 0;
    if (log->repeats == 1)
        snprintf(line, sizeof line, "the last line was repeated once");
    else
        snprintf(line, sizeof line, "the last line was repeated %u times", log->repeats);
    log->repeats = 0;
    return put(log, line);
}

int logfile_open(const char *path, int64_t max, unsigned keep, struct logfile **out,
                 struct err *err)
{
    struct src_pos at = {.file = path};
    struct stat st;
    struct logfile *log = calloc(1, sizeof *log);
    if (!log || !(log->path = strdup(path))) {
        free(log);
        return err_memory(err);
    }
    log->max = max ? max : MAX_BYTES;
    log->keep = keep < KEEP_MAX ? keep : KEEP_MAX;
    log->file = fopen(path, "ae");
    if (!log->file) {
        err_set(err, at, "cannot open the log: %s", strerror(errno));
        free(log->path);
        free(log);
        return -1;
    }
    if (fstat(fileno(log->file), &st) == 0 && S_ISREG(st.st_mode)) {
        log->rotates = descriptor_name_read(path) < 0;
        log->size = (int64_t)st.st_size;
    }
    *out = log;
    return 0;
}

static int tell_failure(const struct logfile *log, struct err *err)
{
    return err_plain(err, "cannot %s the log: %s", log->failed, strerror(log->why));
}

int logfile_close(struct logfile *log, struct err *err)
{
    int rc = 0;
    if (!log)
        return 0;
    put_repeats(log);
    if (log->file && fflush(log->file))
        fail(log, "write");
    if (log->failed)
        rc = tell_failure(log, err);
    if (log->file)
        fclose(log->file);
    free(log->path);
    free(log);
    return rc;
}

int logfile_line(struct logfile *log, const char *line, struct err *err)
{
    char clean[LOGFILE_LINE];
    struct buffer printable = {0};
    printable_add(&printable, text_of(line));
    const struct text all = buffer_text(&printable);
    size_t n = utf8_fit(all.s, all.n, sizeof clean - 1);
    memcpy(clean, all.s, n);
    clean[n] = '\0';
    buffer_fini(&printable);
    if (strcmp(clean, log->last) == 0 && n) {
        log->repeats++;
        return 0;
    }
    int rc = put_repeats(log);
    memcpy(log->last, clean, n + 1);
    return put(log, clean) || rc ? tell_failure(log, err) : 0;
}
