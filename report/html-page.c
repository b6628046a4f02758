// SPDX-License-Identifier: MIT
#include "report/html-page.h"

#include "core/base/source.h"
#include "report/escape.h"
#include "report/page.h"

#include <string.h>
#include <sys/stat.h>

/* The mark by which we recognise our own pages. */
#define GENERATOR "<meta name=\"generator\" content=\"dama\">\n"

int html_page_check_place(const char *path, struct err *err)
{
    char head[1024];
    struct stat what;
    size_t n;
    if (stat(path, &what) || !S_ISREG(what.st_mode) || what.st_size == 0)
        return 0;
    if (source_peek(path, head, sizeof head - 1, &n, err))
        return -1;
    head[n] = '\0';
    return strstr(head, GENERATOR) ? 0
                                   : err_file(err, path,
                                              "is not a page made by dama, so it is not "
                                              "overwritten; give the page another name");
}

/* Nothing is loaded from elsewhere, whatever a name may try to smuggle in. */
void html_page_begin(struct buffer *out, const char *title, enum html_page_heading heading)
{
    buffer_add_string(
        out, "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n" GENERATOR
             "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
             "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
             "style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:\">\n"
             "<link rel=\"icon\" href=\"data:,\">\n<title>");
    escape_html(out, text_of(title));
    buffer_add_string(out, "</title>\n<style>\n");
    buffer_add(out, (const char *)page_css, page_css_size);
    buffer_add_string(out, "</style>\n</head>\n<body>\n");
    if (heading == HTML_PAGE_HEADING) {
        buffer_add_string(out, "<h1>");
        escape_html(out, text_of(title));
        buffer_add_string(out, "</h1>\n");
    }
}

void html_page_end(struct buffer *out) { buffer_add_string(out, "</body>\n</html>\n"); }
