// SPDX-License-Identifier: MIT
#include "cmd/lib/terminal.h"

#include "core/base/array.h"
#include "core/base/width.h"

#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

const char *const terminal_colour_words[] = {"auto", "always", "never", NULL};

/* Whether TERM is "dumb", empty or not set, so that lines cannot be erased. */
static bool is_dumb(void)
{
    const char *term = getenv("TERM");
    return !term || !*term || strcmp(term, "dumb") == 0;
}

unsigned terminal_columns(FILE *out)
{
#ifdef TIOCGWINSZ /* not in POSIX */
    struct winsize size;
    if (ioctl(fileno(out), TIOCGWINSZ, &size) == 0 && size.ws_col)
        return size.ws_col;
#endif
    return 80;
}

bool terminal_shows_progress(void) { return isatty(STDERR_FILENO) && !is_dumb(); }

void terminal_erase_line(void)
{
    fputs("\r\033[K", stderr);
    fflush(stderr);
}

void terminal_replace_line(const char *line)
{
    const unsigned room = terminal_columns(stderr) - 1; /* the last column is for the cursor */
    fprintf(stderr, "\r\033[K%.*s", (int)width_fit(text_of(line), room), line);
    fflush(stderr);
}

bool terminal_has_colour(enum terminal_colour when, FILE *out)
{
    const char *no_color = getenv("NO_COLOR");
    if (when != COLOUR_AUTO)
        return when == COLOUR_ALWAYS;
    return isatty(fileno(out)) && !is_dumb() && !(no_color && *no_color);
}

bool terminal_has_unicode(FILE *out)
{
    static const char *const names[] = {"LC_ALL", "LC_CTYPE", "LANG"};
    const char *locale = NULL, *term = getenv("TERM");
    for (size_t i = 0; i < ARRAY_LEN(names) && !(locale && *locale); i++)
        locale = getenv(names[i]);
    bool utf8 = locale && (strstr(locale, "UTF-8") || strstr(locale, "utf8"));
    return utf8 && isatty(fileno(out)) && !is_dumb() && !(term && strcmp(term, "linux") == 0);
}
