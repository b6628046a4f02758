// SPDX-License-Identifier: MIT
#include "match/link/address.h"

#include "core/base/array.h"
#include "match/link/page.h"

static const struct {
    const char *prefix;
    enum address_kind kind;
} schemes[] = {
    {"tcp://", ADDRESS_TCP},   {"listen://", ADDRESS_LISTEN}, {"serial:", ADDRESS_SERIAL},
    {"http://", ADDRESS_PAGE}, {"https://", ADDRESS_PAGE},
};

int address_read(const char *text, unsigned port, struct address *out, struct err *err)
{
    for (size_t i = 0; i < ARRAY_LEN(schemes); i++) {
        size_t n = strlen(schemes[i].prefix);
        if (strncmp(text, schemes[i].prefix, n) != 0)
            continue;
        *out = (struct address){.kind = schemes[i].kind, .rest = text + n, .port = port};
        if (out->kind == ADDRESS_SERIAL)
            return *out->rest ? 0 : err_plain(err, "expected a device after 'serial:'");
        if (out->kind == ADDRESS_PAGE) {
            out->rest = text;
            return page_check(text, err);
        }
        return (out->kind == ADDRESS_LISTEN ? tcp_place_read : tcp_place_read_peer)(
            text_of(out->rest), "localhost", port, &out->place, err);
    }
    return err_plain(err,
                     "expected tcp://HOST:PORT, listen://PORT, serial:DEVICE or http://PAGE, "
                     "found '%s'",
                     text);
}
