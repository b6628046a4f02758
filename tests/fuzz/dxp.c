// SPDX-License-Identifier: MIT
/*
 * DamExchange: bytes of a stream to frames, frames to messages, messages into a dialogue of either
 * role. What is written can be read, a message that could be read without oddities is written as it
 * was, and no queue overflows. The first byte chooses the role and the state of the dialogue.
 */
#include "match/protocol/dxp-dialogue.h"
#include "match/protocol/dxp-frame.h"
#include "tests/fuzz/fuzz.h"

#include <stdlib.h>
#include <string.h>

static void drain(struct dialogue *d)
{
    struct dialogue_frame f;
    struct dialogue_event e;
    struct dxp_message m;
    while (dialogue_output(d, &f))
        if (dxp_decode(f.bytes, f.n, DXP_SQUARES, &m, NULL, NULL))
            abort();
    while (dialogue_event(d, &e))
        if (memchr(e.text, '\0', sizeof e.text) == NULL)
            abort();
}

/* Written again, a message without oddities gives the same bytes. */
static void write_again(const struct dxp_frame *f)
{
    struct dxp_message m;
    char again[DXP_MESSAGE_MAX + 1];
    unsigned odd;
    struct err err = {0};
    if (dxp_decode(f->bytes, f->n, DXP_SQUARES, &m, &odd, &err)) {
        if (!err.msg[0])
            abort();
        return;
    }
    if (odd || (m.kind == DXP_GAMEREQ && m.request.version != DXP_VERSION))
        return;
    size_t n = dxp_encode(&m, false, again);
    for (size_t i = 0; i < f->n; i++)
        if ((unsigned char)f->bytes[i] < 32 || f->bytes[i] == 127)
            return; /* which we do not say */
    if (n != f->n || memcmp(again, f->bytes, n) != 0)
        abort();
}

/* The owner does something now and then, so that all states are come to. */
static void act(struct dialogue *d, unsigned what, int64_t now)
{
    const struct dxp_request request = {.follower = what & 8 ? WHITE : BLACK, .time = 60000};
    switch (what % 8) {
    case 0:
        dialogue_request(d, &request, now);
        break;
    case 1:
        dialogue_answer(d, DXP_ACCEPTED, NULL);
        break;
    case 2:
        dialogue_move(d, &(struct dxp_move){.from = 32, .to = 28});
        break;
    case 3:
        dialogue_end(d, DXP_LOST, now);
        break;
    case 4:
        dialogue_back(d, &(struct dxp_backreq){1, WHITE}, now);
        break;
    case 5:
        dialogue_back_answer(d, DXP_BACK_AGREED);
        break;
    case 6:
        dialogue_tick(d, now + 100000);
        break;
    default:
        dialogue_fault(d, "no", now);
        break;
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n)
{
    struct dxp_frame_reader reader = {0};
    struct dialogue d;
    if (n == 0)
        return 0;
    unsigned seed = bytes[0];
    dialogue_init(&d, &(struct dialogue_config){
                          .role = seed & 1 ? DIALOGUE_INITIATOR : DIALOGUE_FOLLOWER, .name = "x"});
    const char *s = (const char *)bytes + 1;
    size_t left = n - 1, used;
    struct dxp_frame f;
    for (int64_t now = 0; left; s += used, left -= used, now++) {
        if (!dxp_frame_read(&reader, s, left, &used, &f))
            continue;
        if (f.odd & DXP_FRAME_TOO_LONG && f.n == 0)
            continue;
        if (f.n == 0 || f.n > DXP_FRAME_MAX || memchr(f.bytes, '\0', f.n))
            abort();
        write_again(&f);
        dialogue_receive(&d, f.bytes, f.n, now);
        drain(&d);
        if (seed & 2) {
            act(&d, (unsigned)f.bytes[f.n - 1] + seed, now);
            drain(&d);
        }
    }
    return 0;
}
