// SPDX-License-Identifier: MIT
/*
 * A web page that says where a player can be reached at the moment, as DAM 2.2 uses it: a small
 * text with an address somewhere in it. Links on it are never followed.
 */
#ifndef DAMA_MATCH_LINK_PAGE_H
#define DAMA_MATCH_LINK_PAGE_H

#include "match/link/link.h"
#include "match/link/tcp-place.h"

/**
 * Looks for an address in a text: the first IPv4 address, else the first IPv6 address, else the
 * first host name with a dot; with or without ":PORT". Anything inside <...> is skipped.
 * @return 0, or -1 with `err`: there is none
 */
int page_read_place(struct text t, struct tcp_place *place, struct err *err);

/** Whether this build can fetch pages. @return 0, or -1 with `err`, which names the page */
int page_check(const char *url, struct err *err);

/**
 * Begins to connect to the host that a page names at the moment.
 * @param url  "http://..." or "https://..."; the page must load within ten seconds, and have at
 *             most 4 KiB
 * @param port the port if the page names none
 * @param by   monotonic ms after which link_ready gives up
 * @return 0, or -1 with `err`: out of memory or threads; what is wrong with the page is reported by
 *         link_ready
 */
int page_link_open(const char *url, unsigned port, int64_t by, struct link **out, struct err *err);

#endif
