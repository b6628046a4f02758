// SPDX-License-Identifier: MIT
#include "match/protocol/dxp-frame.h"

#include <string.h>

static void keep(struct dxp_frame_reader *reader, const char *bytes, size_t n)
{
    if (n > sizeof reader->bytes - reader->n)
        reader->skipping = true;
    if (reader->skipping)
        return;
    memcpy(reader->bytes + reader->n, bytes, n);
    reader->n += n;
}

static bool is_line_end(char c) { return c == '\r' || c == '\n'; }

/** The NUL has come. @return whether there is a frame before it */
static bool complete(struct dxp_frame_reader *reader, struct dxp_frame *out)
{
    size_t n = reader->n;
    while (n && is_line_end(reader->bytes[n - 1]))
        n--;
    bool too_long = reader->skipping || n > DXP_FRAME_MAX;
    if (too_long)
        reader->odd |= DXP_FRAME_TOO_LONG;
    bool is_frame = !too_long && n > 0;
    if (is_frame) {
        memcpy(out->bytes, reader->bytes, n);
        out->bytes[n] = '\0';
        out->n = n;
        out->odd = reader->odd | (n < reader->n ? DXP_FRAME_LINE_END : 0);
        reader->odd = 0;
    }
    reader->n = 0;
    reader->skipping = false;
    return is_frame;
}

bool dxp_frame_read(struct dxp_frame_reader *reader, const char *bytes, size_t n, size_t *used,
                    struct dxp_frame *out)
{
    size_t at = 0;
    while (at < n) {
        const char *nul = memchr(bytes + at, '\0', n - at);
        size_t part = nul ? (size_t)(nul - bytes) - at : n - at;
        keep(reader, bytes + at, part);
        at += part + (nul ? 1 : 0);
        if (nul && complete(reader, out)) {
            *used = at;
            return true;
        }
    }
    *used = n;
    return false;
}
