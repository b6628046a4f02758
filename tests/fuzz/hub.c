// SPDX-License-Identifier: MIT
/*
 * The Hub protocol: a driver says whatever the input holds, to an engine that plays the first move
 * it finds. Each `go` has its `done`, and only whole lines are sent.
 */
#include "match/protocol/hub.h"

#include "match/serve/hub-session.h"
#include "tests/fuzz/fuzz.h"

#include <stdlib.h>
#include <string.h>

static const struct rules *playing;

static int open_engine(void *ctx, const struct rules *rules, const struct engine_options *options,
                       void **out, struct err *err)
{
    (void)ctx, (void)options, (void)err;
    playing = rules;
    *out = &playing;
    return 0;
}

static void nothing(void *engine) { (void)engine; }

static int think(void *engine, const struct position *start, const struct move *moves, unsigned n,
                 const struct engine_limits *limits, engine_report *report, void *ctx,
                 struct engine_result *result, struct err *err)
{
    struct position pos = *start;
    struct moves list;
    (void)engine, (void)limits, (void)report, (void)ctx, (void)err;
    for (unsigned i = 0; i < n; i++)
        move_play(playing, &pos, &moves[i]);
    memset(result, 0, sizeof *result);
    moves_init(&list);
    if (moves_generate(playing, &pos, &list) == 0 && list.n) {
        result->has_move = true;
        result->best = list.at[0];
    }
    moves_fini(&list);
    return 0;
}

static const struct engine_ops source = {
    .open = open_engine,
    .close = nothing,
    .new_game = nothing,
    .think = think,
    .stop = nothing,
    .resume = nothing,
    .ponder_hit = nothing,
};

/* Looks at what was said. @return how often it was `done` */
static unsigned count_done(struct buffer *out)
{
    unsigned done = 0;
    if (out->n && out->s[out->n - 1] != '\n')
        abort();
    for (size_t at = 0; at < out->n;) {
        const char *line = out->s + at, *end = memchr(line, '\n', out->n - at);
        size_t n = (size_t)(end - line);
        if (n == 0 || memchr(line, '\0', n))
            abort();
        done += n >= 4 && memcmp(line, "done", 4) == 0;
        at += n + 1;
    }
    buffer_clear(out);
    return done;
}

static bool is_go(struct text line)
{
    struct hub_line parsed;
    return hub_parse(line, &parsed, NULL) == 0 && text_is(parsed.command, "go");
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n)
{
    struct waker waker;
    struct hub_session *session;
    struct buffer out = {0};
    unsigned gone = 0, done = 0;
    bool on = true;
    if (waker_init(&waker, NULL)
        || hub_session_open(&source, NULL, &(struct hub_settings){0}, &waker, &session, NULL))
        abort();
    for (size_t at = 0; at < n && on;) {
        const char *s = (const char *)bytes + at, *end = memchr(s, '\n', n - at);
        struct text line = {s, end ? (size_t)(end - s) : n - at};
        gone += is_go(line);
        on = hub_session_line(session, line, &out);
        done += count_done(&out);
        at += line.n + 1;
    }
    hub_session_line(session, text_of("hub"), &out); /* ends what is going on */
    done += count_done(&out);
    if (done != gone)
        abort();
    hub_session_close(session);
    waker_fini(&waker);
    buffer_fini(&out);
    return 0;
}
