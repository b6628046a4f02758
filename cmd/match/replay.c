// SPDX-License-Identifier: MIT
/*
 * dama-match replay: plays the player's part of a transcript, so that problems with a program can
 * be examined without that program. It waits for the messages that dama sent when the transcript
 * was made; differences are reported, and the replay continues.
 */
#include "cmd/lib/options.h"
#include "cmd/match/dama-match.h"
#include "cmd/match/peer-link.h"
#include "core/base/arena.h"
#include "core/base/clock.h"
#include "core/base/signals.h"
#include "match/link/poll.h"
#include "match/protocol/dxp.h"
#include "match/transcript.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

struct settings {
    const char *address;
    int64_t timeout;
    bool quiet, timing;
};

static const struct option_row rows[] = {
    {"address", 0, OPTION_TEXT, "ADDRESS", OPTION_AT(struct settings, address),
     .help =
         "address of the other side: listen://PORT or tcp://HOST:PORT (default: listen://27531)"},
    {"quiet", 'q', OPTION_FLAG, NULL, OPTION_AT(struct settings, quiet),
     .help = "do not print where it listens"},
    {"timeout", 0, OPTION_TIME, "TIME", OPTION_AT(struct settings, timeout), .min = 1,
     .max = 86400000,
     .help = "wait TIME for the connection and for each recorded message (default: 1m)"},
    {"timing", 0, OPTION_FLAG, NULL, OPTION_AT(struct settings, timing),
     .help = "take as long as the recorded player did"},
};

struct replay {
    const char *path; /* of the transcript */
    const struct transcript *transcript;
    const struct settings *settings;
    struct dxp_connection *connection; /* NULL: lines on standard input and output */
    unsigned differences;
    char input[65536]; /* from standard input, n bytes; the first `used` are a line already given */
    size_t n, used;
};

/*
 * Waits for a line on standard input, keeping what follows it for the next call.
 * @return 1, 0 if none came, -1 with `err`, or after a signal
 */
static int hear_line(struct replay *r, int64_t by, struct text *out, struct err *err)
{
    struct pollfd fds[2] = {{.fd = STDIN_FILENO, .events = POLLIN},
                            {.fd = signals_fd(), .events = POLLIN}};
    const char *end;
    r->n -= r->used;
    memmove(r->input, r->input + r->used, r->n);
    r->used = 0;
    while (!(end = memchr(r->input, '\n', r->n)) && r->n < sizeof r->input) {
        if (!poll_until(fds, 2, by))
            return 0;
        if (signals_stopped())
            return -1;
        ssize_t got = read(STDIN_FILENO, r->input + r->n, sizeof r->input - r->n);
        if (got < 0 && errno != EINTR)
            return err_plain(err, "standard input: %s", strerror(errno));
        if (got == 0)
            break;
        r->n += got > 0 ? (size_t)got : 0;
    }
    size_t n = end ? (size_t)(end - r->input) : r->n;
    r->used = end ? n + 1 : n;
    *out = (struct text){r->input, n && r->input[n - 1] == '\r' ? n - 1 : n};
    return r->used > 0;
}

/*
 * Waits for a message that we sent in the transcript.
 * @return 0, 1 if it did not come, -1 with `err`
 */
static int hear(struct replay *r, const struct transcript_line *line, struct err *err)
{
    char text[600], then[600];
    int64_t by = clock_ms() + r->settings->timeout;
    struct dxp_frame frame;
    struct text got = {0};
    int rc = r->connection ? peer_link_receive(r->connection, by, &frame, err)
                           : hear_line(r, by, &got, err);
    if (rc <= 0)
        return rc < 0 ? -1 : 1;
    if (r->connection)
        got = (struct text){frame.bytes, frame.n};
    if (text_same(got, line->bytes))
        return 0;
    r->differences++;
    command_say("%s:%u: expected \"%s\", got \"%s\"", r->path, line->number,
                dxp_show(line->bytes.s, line->bytes.n, then, sizeof then),
                dxp_show(got.s, got.n, text, sizeof text));
    return 0;
}

/*
 * Sends a message that the player sent in the transcript.
 * @return 0, -1 with `err`, or if nobody reads it
 */
static int say(struct replay *r, const struct transcript_line *line, struct err *err)
{
    if (r->connection)
        return peer_link_send(r->connection, line->bytes.s, line->bytes.n,
                              clock_ms() + r->settings->timeout, err);
    fwrite(line->bytes.s, 1, line->bytes.n, stdout);
    putchar('\n');
    return fflush(stdout) ? -1 : 0; /* command_finish reports the reason */
}

/* Waits for as long as the recorded player did. @return 0, or -1: a signal came */
static int take_time(int64_t ms)
{
    struct pollfd signal = {.fd = signals_fd(), .events = POLLIN};
    poll_until(&signal, 1, clock_ms() + ms);
    return signals_stopped() ? -1 : 0;
}

/* @return the exit status; with `err` if it failed */
static int speak(struct replay *r, struct err *err)
{
    int64_t then = 0;
    int rc;
    for (size_t i = 0; i < r->transcript->n; i++) {
        const struct transcript_line *line = &r->transcript->lines[i];
        const bool waits = line->direction == '<' && r->settings->timing && line->ms > then;
        rc = waits ? take_time(line->ms - then) : 0;
        then = line->ms;
        if (rc == 0)
            rc = line->direction == '<' ? say(r, line, err) : hear(r, line, err);
        if (rc < 0 && !signals_stopped() && !err->msg[0]) /* nobody reads */
            break;
        if (rc < 0)
            return signals_stopped() ? EXIT_STOPPED : EXIT_IO;
        if (rc > 0) {
            command_say("%s:%u: expected this message, but nothing came", r->path, line->number);
            return EXIT_FOUND;
        }
    }
    return r->differences ? EXIT_FOUND : EXIT_WELL;
}

static int open_and_speak(struct replay *r, struct err *err)
{
    struct tcp_listener *listener = NULL;
    const struct peer_address address = {.text = r->settings->address,
                                         .announces = !r->settings->quiet};
    int64_t by = clock_ms() + r->settings->timeout;
    int status;
    if (r->transcript->dxp && peer_link_open(&address, &listener, by, &r->connection, err)) {
        /* if it could listen, nobody has come */
        status = signals_stopped() ? EXIT_STOPPED : listener ? EXIT_FOUND : EXIT_IO;
    } else {
        status = speak(r, err);
        dxp_connection_finish(r->connection, clock_ms() + 1000);
    }
    tcp_listener_close(listener);
    return status;
}

static int run(const struct command *command, int argc, char **argv)
{
    static const char usual_address[] = "listen://27531";
    struct settings settings = {.timeout = 60000};
    struct arena arena = {0};
    struct transcript transcript;
    struct address address;
    struct err err = {0};
    int first, status;
    if (options_read(command, argc, argv, &settings, &first))
        return EXIT_USAGE;
    const bool has_address = settings.address;
    if (!has_address)
        settings.address = usual_address;
    if (address_read(settings.address, DXP_PORT, &address, &err)) {
        command_error(&err);
        return EXIT_USAGE;
    }
    if (address.kind == ADDRESS_SERIAL)
        return command_usage("--address: a transcript is not replayed over a serial line");
    if (transcript_read(argv[first], &arena, &transcript, &err)) {
        status = signals_stopped() ? EXIT_STOPPED : EXIT_IO;
    } else if (has_address && !transcript.dxp) {
        status = command_usage("--address: a Hub player is replayed on standard input and "
                               "output");
    } else {
        struct replay replay = {
            .path = argv[first], .transcript = &transcript, .settings = &settings};
        status = open_and_speak(&replay, &err);
    }
    if (err.msg[0] && !signals_stopped())
        command_error(&err);
    arena_fini(&arena);
    return command_finish(status);
}

const struct command dama_match_replay = {
    .name = "replay",
    .summary = "play the part of a recorded player",
    .usage = "TRANSCRIPT",
    .rows = rows,
    .n_rows = OPTION_COUNT(rows),
    .operands_min = 1,
    .operands_max = 1,
    .files = true,
    .run = run,
};
