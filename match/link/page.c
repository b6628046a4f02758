// SPDX-License-Identifier: MIT
/*
 * Nothing is known about the page except that there is an address on it. Its words are therefore
 * tried as IPv4 addresses first, then as IPv6, and only then as host names: anything with a dot in
 * it may look like a name.
 */
#include "match/link/page.h"

#include "core/base/array.h"
#include "core/base/ascii.h"
#include "match/link/tcp.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef HAVE_CURL
# include <pthread.h>

# include <curl/curl.h>
#endif

enum { PAGE_BYTES = 4096, PAGE_MS = 10000, REDIRECTS = 3 };

/* ---- the text ---- */

static bool is_ipv4(const char *host)
{
    struct in_addr address;
    return inet_pton(AF_INET, host, &address) == 1;
}

static bool is_ipv6(const char *host)
{
    struct in6_addr address;
    return inet_pton(AF_INET6, host, &address) == 1;
}

/*
 * Whether it has only letters, digits, hyphens and at least one dot, and its last part begins with
 * a letter.
 */
static bool is_name(const char *host)
{
    const char *dot = strrchr(host, '.');
    for (const char *p = host; *p; p++)
        if (!ascii_is_alnum(*p) && *p != '-' && (*p != '.' || p == host || p[1] == '.'))
            return false;
    return dot && ascii_is_letter(dot[1]);
}

/* Takes the next word; tags do not count as words. @return false at the end */
static bool next_word(struct text *rest, struct text *word)
{
    static const char ends[] = " \t\r\n\f\v\"'=,;()<>";
    while (rest->n && memchr(ends, *rest->s, sizeof ends)) {
        const char *end = *rest->s == '<' ? memchr(rest->s, '>', rest->n) : NULL;
        size_t n = end ? (size_t)(end - rest->s) + 1 : 1;
        *rest = (struct text){rest->s + n, rest->n - n};
    }
    *word = (struct text){rest->s, 0};
    while (word->n < rest->n && !memchr(ends, rest->s[word->n], sizeof ends))
        word->n++;
    *rest = (struct text){rest->s + word->n, rest->n - word->n};
    return word->n > 0;
}

/* Reads a word as an address with or without a port. @return whether it is of that kind */
static bool read_word(struct text word, bool (*is_kind)(const char *host), struct tcp_place *place)
{
    char text[TCP_HOST_SIZE];
    struct tcp_place found;
    struct err err = {0};
    if (word.n && word.s[word.n - 1] == '.')
        word.n--; /* drops the end of a sentence */
    if (word.n + 3 > sizeof text)
        return false;
    snprintf(text, sizeof text, "%.*s", TEXT_ARGS(word));
    if (is_ipv6(text))
        snprintf(text, sizeof text, "[%.*s]", TEXT_ARGS(word));
    unsigned port = (unsigned)strtoul(place->port, NULL, 10);
    if (tcp_place_read(text_of(text), "", port, &found, &err) || !is_kind(found.host))
        return false;
    *place = found;
    return true;
}

int page_read_place(struct text t, struct tcp_place *place, struct err *err)
{
    bool (*const kinds[])(const char *) = {is_ipv4, is_ipv6, is_name};
    for (size_t i = 0; i < ARRAY_LEN(kinds); i++) {
        struct text rest = t, word;
        while (next_word(&rest, &word))
            if (read_word(word, kinds[i], place))
                return 0;
    }
    return err_plain(err, "the page names no address");
}

/* ---- the page ---- */

#ifdef HAVE_CURL
struct body {
    size_t n;
    char bytes[PAGE_BYTES];
};

/* As CURLOPT_WRITEFUNCTION: a page larger than the buffer ends the transfer. */
static size_t keep(char *bytes, size_t size, size_t n, void *ctx)
{
    struct body *body = ctx;
    size_t room = sizeof body->bytes - body->n, take = size * n < room ? size * n : room;
    memcpy(body->bytes + body->n, bytes, take);
    body->n += take;
    return take;
}

static void start_curl(void) { curl_global_init(CURL_GLOBAL_DEFAULT); }

static void set_options(CURL *curl, const char *url, struct body *body, char *why)
{
    curl_easy_setopt(curl, CURLOPT_URL, url);
    curl_easy_setopt(curl, CURLOPT_WRITEFUNCTION, keep);
    curl_easy_setopt(curl, CURLOPT_WRITEDATA, body);
    curl_easy_setopt(curl, CURLOPT_ERRORBUFFER, why);
    curl_easy_setopt(curl, CURLOPT_TIMEOUT_MS, (long)PAGE_MS);
    curl_easy_setopt(curl, CURLOPT_FOLLOWLOCATION, 1L);
    curl_easy_setopt(curl, CURLOPT_MAXREDIRS, (long)REDIRECTS);
    curl_easy_setopt(curl, CURLOPT_FAILONERROR, 1L);
    curl_easy_setopt(curl, CURLOPT_NOSIGNAL, 1L); /* threads */
    curl_easy_setopt(curl, CURLOPT_USERAGENT, "dama");
# if LIBCURL_VERSION_NUM >= 0x075500
    curl_easy_setopt(curl, CURLOPT_PROTOCOLS_STR, "http,https");
    curl_easy_setopt(curl, CURLOPT_REDIR_PROTOCOLS_STR, "http,https");
# else
    curl_easy_setopt(curl, CURLOPT_PROTOCOLS, (long)(CURLPROTO_HTTP | CURLPROTO_HTTPS));
    curl_easy_setopt(curl, CURLOPT_REDIR_PROTOCOLS, (long)(CURLPROTO_HTTP | CURLPROTO_HTTPS));
# endif
}

/* As place_finder: fetches a page within ten seconds, and at most 4 KiB of it. */
static int find_place(const char *url, struct tcp_place *place, struct err *err)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    struct body body = {0};
    char why[CURL_ERROR_SIZE] = "";
    pthread_once(&once, start_curl);
    CURL *curl = curl_easy_init();
    if (!curl)
        return err_memory(err);
    set_options(curl, url, &body, why);
    CURLcode rc = curl_easy_perform(curl);
    curl_easy_cleanup(curl);
    if (rc != CURLE_OK && (rc != CURLE_WRITE_ERROR || body.n < sizeof body.bytes))
        return err_plain(err, "%.80s: %.100s", url, *why ? why : curl_easy_strerror(rc));
    if (page_read_place((struct text){body.bytes, body.n}, place, NULL))
        return err_plain(err, "%.120s names no address", url);
    return 0;
}

int page_check(const char *url, struct err *err)
{
    (void)url, (void)err;
    return 0;
}
#else
int page_check(const char *url, struct err *err)
{
    return err_plain(err, "%.100s: this build of dama has no libcurl and cannot fetch pages", url);
}

static int find_place(const char *url, struct tcp_place *place, struct err *err)
{
    (void)place;
    return page_check(url, err);
}
#endif

int page_link_open(const char *url, unsigned port, int64_t by, struct link **out, struct err *err)
{
    return tcp_link_open_found(find_place, url, port, by, out, err);
}
