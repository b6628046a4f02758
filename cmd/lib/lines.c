// SPDX-License-Identifier: MIT
/*
 * A file is read in blocks, decompressed and converted to UTF-8. From standard input and pipes,
 * where the other side may wait for the answer to each line, characters are read as they come.
 */
#include "cmd/lib/lines.h"

#include "cmd/lib/command.h"
#include "core/base/archive.h"
#include "core/base/reader.h"
#include "core/base/signals.h"
#include "core/base/source.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

struct lines {
    FILE *in;              /* standard input or a pipe; NULL: `reader` */
    struct source *source; /* owned; read by `reader` */
    struct reader *reader; /* owned */
    struct text ahead;     /* in `block`: text from `reader` that was not taken yet */
    struct src_pos at;
    bool after_cr; /* the last line ended in CR: a line feed right after it is part of that */
    bool ended, failed;
    struct err failure; /* to read */
    char line[LINES_ROOM], block[LINES_ROOM];
};

static void note_failure(struct lines *lines, int error)
{
    lines->failed = true;
    err_file(&lines->failure, lines->at.file, "cannot read: %s", strerror(error));
}

/* @return a byte, or EOF: the end, a signal or a failure to read */
static int take_from_pipe(struct lines *lines)
{
    errno = 0;
    const int c = getc(lines->in);
    lines->ended = c == EOF && feof(lines->in);
    if (c == EOF && ferror(lines->in))
        note_failure(lines, errno);
    return c;
}

/* Like take_from_pipe. */
static int take_from_file(struct lines *lines)
{
    if (lines->ahead.n == 0 && !lines->ended && !lines->failed) {
        size_t got = 0;
        lines->failed =
            reader_fill(lines->reader, lines->block, LINES_ROOM, &got, &lines->failure) != 0;
        lines->ended = !lines->failed && got < LINES_ROOM;
        lines->ahead = (struct text){lines->block, got};
    }
    if (lines->ahead.n == 0)
        return EOF;
    lines->ahead.n--;
    return (unsigned char)*lines->ahead.s++;
}

static int take(struct lines *lines)
{
    return lines->in ? take_from_pipe(lines) : take_from_file(lines);
}

/* @return 1 a line, 0 the end, a signal or a failure to read, -1 with `err`: too long */
static int next(struct lines *lines, struct text *line, struct err *err)
{
    size_t n = 0;
    int c = take(lines);
    if (c == '\n' && lines->after_cr)
        c = take(lines);
    for (; c != EOF && c != '\n' && c != '\r'; c = take(lines)) {
        if (n == sizeof lines->line)
            return err_set(err, lines->at, "a line of more than %d bytes", LINES_ROOM);
        lines->line[n++] = (char)c;
    }
    if (c == EOF && lines->failed)
        return 0;
    *line = (struct text){lines->line, n};
    *line = text_trim(lines->at.line == 1 ? text_skip_bom(*line) : *line);
    lines->after_cr = c == '\r';
    return c != EOF || n > 0;
}

static int read_lines(struct lines *lines, line_function *each, void *ctx)
{
    struct err err = {0};
    struct text line;
    int status = EXIT_WELL, rc = 0;
    for (; !signals_stopped() && (rc = next(lines, &line, &err)) > 0; lines->at.line++) {
        const int answer = each(ctx, line, lines->at);
        const int lost = fflush(stdout); /* a program that waits for the answer gets it now */
        if (answer < 0)
            return answer;
        status = command_worse(status, answer);
        if (lost) /* nobody reads the answers; command_finish says why */
            return status;
    }
    if (signals_stopped() && !lines->ended) {
        command_say("stopped by a signal");
        return command_worse(status, EXIT_STOPPED);
    }
    if (rc == 0 && lines->failed) {
        err = lines->failure;
        rc = -1;
    }
    if (rc == 0)
        return status;
    command_error(&err);
    return command_worse(status, EXIT_IO);
}

/* @return 0, or -1 with `err` */
static int open_lines(const char *path, struct lines *lines, struct err *err)
{
    if (archive_is_zip(path))
        return err_file(err, path, "a zip archive; name a file in it: %s/NAME", path);
    if (source_is_file(path)) {
        if (source_open(path, &lines->source, err))
            return -1;
        return reader_open(lines->source, NULL, &lines->reader, err);
    }
    lines->in = strcmp(path, "-") == 0 ? stdin : fopen(path, "r");
    return lines->in ? 0 : err_file(err, path, "%s", strerror(errno));
}

static void close_lines(struct lines *lines)
{
    reader_close(lines->reader);
    source_close(lines->source);
    if (lines->in && lines->in != stdin)
        fclose(lines->in);
}

int lines_each(const char *path, line_function *each, void *ctx)
{
    struct lines lines = {.at = {.file = path, .line = 1, .col = 1}};
    struct err err = {0};
    int status = EXIT_IO;
    if (open_lines(path, &lines, &err)) {
        command_error(&err);
    } else {
        if (lines.in == stdin && isatty(STDIN_FILENO))
            command_say("reading standard input line by line; press Ctrl-D to end");
        status = read_lines(&lines, each, ctx);
    }
    close_lines(&lines);
    return status;
}
