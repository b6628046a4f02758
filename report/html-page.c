// SPDX-License-Identifier: MIT
#include "report/html-page.h"

#include "report/escape.h"
#include "report/page.h"

/* Nothing from elsewhere is loaded, whatever a name may try to smuggle in. */
void html_page_begin(struct buffer *out, const char *title, enum html_page_heading heading)
{
    buffer_add_string(out,
                      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
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
