// SPDX-License-Identifier: MIT
#include "match/protocol/dxp-frame.h"

#include <string.h>

/* @return whether there is room for the bytes; if not, the frame is skipped */
static bool keep(struct dxp_frame_reader *reader, const char *bytes, size_t n)
{
    if (n > sizeof reader->bytes - reader->n)
        return false;
    memcpy(reader->bytes + reader->n, bytes, n);
    reader->n += n;
    return true;
}

static void report_too_long(struct dxp_frame *out)
{
    out->n = 0;
    out->odd = DXP_FRAME_TOO_LONG;
    out->bytes[0] = '\0';
}

static bool is_line_end(char c) { return c == '\r' || c == '\n'; }

/* The NUL of a frame that is not skipped has come. @return whether there is anything in it */
static bool complete(struct dxp_frame_reader *reader, struct dxp_frame *out)
{
    size_t n = reader->n;
    while (n && is_line_end(reader->bytes[n - 1]))
        n--;
    if (n > DXP_FRAME_MAX) {
        report_too_long(out);
    } else {
        memcpy(out->bytes, reader->bytes, n);
        out->bytes[n] = '\0';
        out->n = n;
        out->odd = n < reader->n ? DXP_FRAME_LINE_END : 0;
    }
    reader->n = 0;
    return n > 0;
}

bool dxp_frame_read(struct dxp_frame_reader *reader, const char *bytes, size_t n, size_t *used,
                    struct dxp_frame *out)
{
    bool found = false;
    size_t at = 0;
    while (at < n && !found) {
        const char *nul = memchr(bytes + at, '\0', n - at);
        size_t part = nul ? (size_t)(nul - bytes) - at : n - at;
        if (!reader->skipping && !keep(reader, bytes + at, part)) {
            report_too_long(out);
            reader->n = 0;
            reader->skipping = found = true;
        }
        at += part + (nul ? 1 : 0);
        if (nul && !reader->skipping)
            found = complete(reader, out);
        if (nul)
            reader->skipping = false;
    }
    *used = at;
    return found;
}
