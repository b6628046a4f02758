// SPDX-License-Identifier: MIT
/* Addresses in pages, and looking up names on a thread. */
#include "core/base/array.h"
#include "core/base/clock.h"
#include "match/link/lookup.h"
#include "match/link/page.h"
#include "match/link/poll.h"
#include "tests/lib/rows.h"

#include <netdb.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

static const struct {
    const char *name, *text, *want;
} rows[] = {
    {"an address alone", "192.0.2.7\n", "192.0.2.7 27531"},
    {"with a port", "192.0.2.7:4000", "192.0.2.7 4000"},
    {"in a sentence", "I am at 192.0.2.7.", "192.0.2.7 27531"},
    {"in a page, tags are passed over", "<a href=\"192.0.2.1\">192.0.2.7</a>", "192.0.2.7 27531"},
    {"a tag that is left open", "<b 192.0.2.7", "192.0.2.7 27531"},
    {"IPv6", "address: 2001:db8::7", "2001:db8::7 27531"},
    {"IPv6 with a port", "[2001:db8::7]:4000", "2001:db8::7 4000"},
    {"IPv4 before IPv6", "2001:db8::7 192.0.2.7", "192.0.2.7 27531"},
    {"a host name", "draughts.example.org", "draughts.example.org 27531"},
    {"an address before a host name", "draughts.example.org 192.0.2.7", "192.0.2.7 27531"},
    {"a URL is no host name", "http://draughts.example.org/", NULL},
    {"a number is no host name", "version 4.01", NULL},
    {"a name without a dot", "localhost", NULL},
    {"two dots in a row", "a..b", NULL},
    {"a port out of range", "192.0.2.7:99999", NULL},
    {"a number out of range", "192.0.2.777", NULL},
    {"nothing", "", NULL},
    {"a NUL", "", NULL},
};

static void page_row(void **state)
{
    size_t i = (size_t)*state;
    struct tcp_place place = {.port = "27531"};
    struct err err = {0};
    struct text t = text_of(rows[i].text);
    char got[TCP_HOST_SIZE + 10];
    if (i + 1 == ARRAY_LEN(rows))
        t = (struct text){"\0", 1};
    if (page_read_place(t, &place, &err)) {
        assert_null(rows[i].want);
        assert_string_equal(err.msg, "the page names no address");
        return;
    }
    assert_non_null(rows[i].want);
    snprintf(got, sizeof got, "%s %s", place.host, place.port);
    assert_string_equal(got, rows[i].want);
}

/* Looks up a host. @return as lookup_take */
static int look_up(const char *host, struct err *err)
{
    struct tcp_place place = {.port = "27531"}, found;
    struct addrinfo *addresses = NULL;
    struct lookup *lookup;
    int64_t by = clock_ms() + 20000;
    int rc;
    snprintf(place.host, sizeof place.host, "%s", host);
    assert_int_equal(lookup_open(&place, NULL, NULL, &lookup, err), 0);
    while ((rc = lookup_take(lookup, &found, &addresses, err)) == 0 && clock_ms() < by) {
        struct pollfd fd;
        lookup_wait(lookup, &fd);
        poll_until(&fd, 1, by);
    }
    lookup_close(lookup);
    if (addresses)
        freeaddrinfo(addresses);
    return rc;
}

static void names_are_looked_up(void **state)
{
    struct err err = {0};
    (void)state;
    assert_int_equal(look_up("localhost", &err), 1);
    assert_int_equal(look_up("no host has spaces", &err), -1);
    assert_non_null(strstr(err.msg, "no host has spaces: "));
}

/* Whoever ends last frees: the sanitizers see to it that nothing is lost or used after. */
static void closed_while_the_thread_waits(void **state)
{
    const struct tcp_place place = {.host = "localhost", .port = "1"};
    struct err err = {0};
    (void)state;
    for (int i = 0; i < 50; i++) {
        struct lookup *lookup;
        assert_int_equal(lookup_open(&place, NULL, NULL, &lookup, &err), 0);
        lookup_close(lookup);
    }
    lookup_close(NULL);
}

int main(void)
{
    ROWS_BY_INDEX(rows, name, page_row);
    ROWS_SINGLE(names_are_looked_up);
    ROWS_SINGLE(closed_while_the_thread_waits);
    return rows_run("page");
}
