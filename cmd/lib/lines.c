// SPDX-License-Identifier: MIT
#include "cmd/lib/lines.h"

#include "cmd/lib/options.h"
#include "core/base/signals.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

struct lines {
    FILE *in;
    struct src_pos at;
    bool after_cr; /* a line feed that comes first ends no line of its own */
    char line[LINES_ROOM];
};

/* @return 1 a line, 0 the end, a signal or a failure to read, -1 with `err`: too long */
static int next(struct lines *lines, struct text *line, struct err *err)
{
    size_t n = 0;
    int c;
    errno = 0;
    c = getc(lines->in);
    if (c == '\n' && lines->after_cr)
        c = getc(lines->in);
    for (; c != EOF && c != '\n' && c != '\r'; c = getc(lines->in)) {
        if (n == sizeof lines->line)
            return err_set(err, lines->at, "a line of more than %d bytes", LINES_ROOM);
        lines->line[n++] = (char)c;
    }
    if (ferror(lines->in))
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
        fflush(stdout); /* a program that waits for the answer gets it now */
        if (answer < 0)
            return answer;
        status = command_worse(status, answer);
    }
    if (signals_stopped() && !feof(lines->in)) {
        command_say("stopped by a signal");
        return command_worse(status, EXIT_STOPPED);
    }
    if (rc == 0 && ferror(lines->in))
        rc = err_file(&err, lines->at.file, "cannot read: %s", strerror(errno));
    if (rc == 0)
        return status;
    command_error(&err);
    return command_worse(status, EXIT_IO);
}

int lines_each(const char *path, line_function *each, void *ctx)
{
    const bool is_stdin = strcmp(path, "-") == 0;
    struct lines lines = {
        .in = is_stdin ? stdin : fopen(path, "r"),
        .at = {.file = path, .line = 1, .col = 1},
    };
    struct err err = {0};
    if (!lines.in) {
        err_file(&err, path, "%s", strerror(errno));
        command_error(&err);
        return EXIT_IO;
    }
    if (is_stdin && isatty(STDIN_FILENO))
        command_say("reading standard input line by line; press Ctrl-D to end");
    const int status = read_lines(&lines, each, ctx);
    if (!is_stdin)
        fclose(lines.in);
    return status;
}
