// SPDX-License-Identifier: MIT
/* Addresses that a peer may come from. */
#include "core/base/array.h"
#include "match/link/subnet.h"
#include "tests/lib/rows.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

static const struct {
    const char *name, *subnet, *peer;
    bool has;
} rows[] = {
    {"one address", "192.0.2.7", "192.0.2.7:4000", true},
    {"another address", "192.0.2.7", "192.0.2.8:4000", false},
    {"a network", "192.0.2.0/24", "192.0.2.255:1", true},
    {"beside the network", "192.0.2.0/24", "192.0.3.0:1", false},
    {"a network that ends within a byte", "192.0.2.64/26", "192.0.2.127:1", true},
    {"beside that network", "192.0.2.64/26", "192.0.2.128:1", false},
    {"bits after the network do not count", "192.0.2.99/26", "192.0.2.65:1", true},
    {"all of IPv4", "0.0.0.0/0", "203.0.113.1:1", true},
    {"IPv6 is not in all of IPv4", "0.0.0.0/0", "[2001:db8::1]:1", false},
    {"anybody", "*", "[2001:db8::1]:1", true},
    {"all of IPv6, and IPv4 in it", "::/0", "192.0.2.7:1", true},
    {"IPv6", "2001:db8::7", "[2001:db8::7]:4000", true},
    {"another of IPv6", "2001:db8::7", "[2001:db8::8]:4000", false},
    {"a network of IPv6", "2001:db8::/33", "[2001:db8:7fff::1]:1", true},
    {"beside the network of IPv6", "2001:db8::/33", "[2001:db8:8000::1]:1", false},
    {"IPv4 written as IPv6", "192.0.2.7", "[::ffff:192.0.2.7]:1", true},
    {"an address with its zone", "fe80::1", "[fe80::1%eth0]:1", true},
    {"no address", "192.0.2.0/24", "?", false},
    {"an address that is too long", "192.0.2.0/24",
     "[00000000000000000000000000000000000000000000000000000000000000000000000::1]:1", false},
};

static void row(void **state)
{
    size_t i = (size_t)*state;
    struct subnet subnet;
    struct err err = {0};
    assert_int_equal(subnet_read(rows[i].subnet, &subnet, &err), 0);
    assert_int_equal(subnet_has(&subnet, rows[i].peer), rows[i].has);
}

static void words_that_are_no_subnet(void **state)
{
    static const char *const words[] = {"",
                                        "localhost",
                                        "192.0.2",
                                        "192.0.2.7/33",
                                        "192.0.2.7/",
                                        "192.0.2.7/x",
                                        "192.0.2.7/8x",
                                        "2001:db8::/129",
                                        "192.0.2.7/-1",
                                        "192.0.2.7/99999999999999999999"};
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(words); i++) {
        struct subnet subnet;
        struct err err = {0};
        if (subnet_read(words[i], &subnet, &err) != -1 || !err.msg[0])
            fail_msg("\"%s\" was read", words[i]);
    }
}

int main(void)
{
    static const struct CMUnitTest others[] = {cmocka_unit_test(words_that_are_no_subnet)};
    ROWS_LIST(others);
    ROWS_BY_INDEX(rows, name, row);
    return rows_run("subnet");
}
