// SPDX-License-Identifier: MIT
#include "report/html-index.h"

#include "core/game/date.h"
#include "report/escape.h"
#include "report/html-page.h"
#include "report/page.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

static int64_t page_of(int64_t number) { return (number - 1) / HTML_INDEX_GAMES + 1; }

static void page_name(int64_t page, char *name)
{
    if (page <= 1)
        snprintf(name, HTML_INDEX_NAME, "index.html");
    else
        snprintf(name, HTML_INDEX_NAME, "index-%" PRId64 ".html", page);
}

void html_index_name(int64_t number, char *name) { page_name(page_of(number), name); }

void html_index_game_name(int64_t number, char *name)
{
    snprintf(name, HTML_INDEX_NAME, "game-%04" PRId64 ".html", number);
}

/* Links to the other pages of the list: the first, the last and those around this one. */
static void add_pages(struct buffer *out, int64_t page, int64_t pages)
{
    char name[HTML_INDEX_NAME];
    if (pages < 2)
        return;
    buffer_add_string(out, "<nav class=\"pages\" aria-label=\"Pages\">");
    for (int64_t i = 1; i <= pages; i++) {
        if (i > 1 && i < pages && (i < page - 3 || i > page + 3)) {
            if (i == page - 4 || i == page + 4)
                buffer_add_string(out, "… ");
            continue;
        }
        page_name(i, name);
        if (i == page)
            buffer_printf(out, "<b aria-current=\"page\">%" PRId64 "</b> ", i);
        else
            buffer_printf(out, "<a href=\"%s\">%" PRId64 "</a> ", name, i);
    }
    buffer_add_string(out, "</nav>\n");
}

enum { COLUMNS_MAX = 10 };

static const struct {
    const char *title, *note, *noun; /* noun: the things that are counted */
    struct {
        const char *title, *class; /* class t: text, which is left-aligned */
    } columns[COLUMNS_MAX];        /* ends with one without a title, unless it is full */
} kinds[] = {
    /* clang-format off */
    [HTML_INDEX_OF_GAMES] = {
        .title = "Annotated games",
        .noun = "game",
        .note = "White first, then Black. Accuracy is 100 for flawless play. Slips are "
                "inaccuracies and mistakes; blunders include missed wins and missed draws.",
        .columns = {{"#", "n"}, {"White", "t"}, {"Black", "t"}, {"Result", "r"}, {"Accuracy", ""},
                    {"Slips", ""}, {"Blunders", ""}, {"Decided by", "t d"}, {"Event", "t e"},
                    {"Date", "t e"}},
    },
    [HTML_INDEX_OF_PROBLEMS] = {
        .title = "Checked compositions",
        .noun = "composition",
        .note = "The result is the goal of the composition, White's points first.",
        .columns = {{"#", "n"}, {"Author", "t"}, {"Verdict", "t"}, {"Result", "r"},
                    {"Event", "t e"}, {"Date", "t e"}},
    },
    /* clang-format on */
};

void html_index_begin(struct buffer *out, enum html_index_kind kind, int64_t first, int64_t games)
{
    int64_t last = first + HTML_INDEX_GAMES - 1 < games ? first + HTML_INDEX_GAMES - 1 : games;
    html_page_begin(out, kinds[kind].title, HTML_PAGE_HEADING);
    if (games > HTML_INDEX_GAMES)
        buffer_printf(out,
                      "<p class=\"note\">%" PRId64 " to %" PRId64 " of %" PRId64
                      " %ss; sorting applies to these.</p>\n",
                      first, last, games, kinds[kind].noun);
    else
        buffer_printf(out, "<p class=\"note\">%" PRId64 " %s%s.</p>\n", games, kinds[kind].noun,
                      games == 1 ? "" : "s");
    add_pages(out, page_of(first), page_of(games));
    buffer_add_string(out, "<table id=\"dama-index\"><thead><tr>");
    for (unsigned i = 0; i < COLUMNS_MAX && kinds[kind].columns[i].title; i++)
        buffer_printf(out,
                      "<th scope=\"col\" class=\"%s\"><button type=\"button\">%s</button></th>",
                      kinds[kind].columns[i].class, kinds[kind].columns[i].title);
    buffer_add_string(out, "</tr></thead>\n<tbody>\n");
}

static void add_text(struct buffer *out, const char *class, struct text t, const char *page)
{
    bool is_known = t.n && !text_is(t, "?");
    buffer_printf(out, "<td class=\"%s\">", class);
    if (page)
        buffer_printf(out, "<a href=\"%s\">", page);
    escape_html(out, is_known ? t : text_of(page ? "unknown" : ""));
    buffer_add_string(out, page ? "</a></td>" : "</td>");
}

/* Drops unknown parts: "1985.??.??" becomes 1985. */
static struct text known_date(struct text date)
{
    while (date.n && (date.s[date.n - 1] == '?' || date.s[date.n - 1] == '.'))
        date.n--;
    return date;
}

/* Adds a date that sorts by day, as far as it is known. */
static void add_date(struct buffer *out, struct text text)
{
    struct date date = {0};
    const bool is_known = date_read_known(text, &date);
    const int day = is_known ? (int)(date.year * 10000 + date.month * 100 + date.day) : -1;
    buffer_printf(out, "<td class=\"t e date\" data-sort=\"%d\">", day);
    escape_html(out, known_date(text));
    buffer_add_string(out, "</td>");
}

/* Adds White's and Black's values, which sort by the worse one. */
static void add_pair(struct buffer *out, const char *label, const bool known[2],
                     const double value[2], bool fewer_is_worse)
{
    double worst = -1;
    for (unsigned i = 0; i < 2; i++)
        if (known[i] && (worst < 0 || (fewer_is_worse ? value[i] < worst : value[i] > worst)))
            worst = value[i];
    buffer_printf(out, "<td data-label=\"%s\" data-sort=\"%.1f\">", label, worst);
    for (unsigned i = 0; i < 2 && worst >= 0; i++) {
        buffer_add_string(out, i ? " – " : "");
        if (known[i])
            buffer_printf(out, "%.0f", round(value[i]));
    }
    buffer_add_string(out, "</td>");
}

/* Adds the cells between the number and the event. */
static void add_game(struct buffer *out, const struct html_index_game *game, const char *page)
{
    double faults[2], blunders[2];
    for (unsigned i = 0; i < 2; i++) {
        faults[i] = game->faults[i];
        blunders[i] = game->blunders[i];
    }
    add_text(out, "t", game->white, page);
    add_text(out, "t", game->black, page);
    add_text(out, "r", game->result, NULL);
    add_pair(out, "Accuracy", game->judged, game->accuracy, true);
    add_pair(out, "Slips", game->judged, faults, false);
    add_pair(out, "Blunders", game->judged, blunders, false);
    add_text(out, "t d", game->decisive, NULL);
}

static void add_problem(struct buffer *out, const struct html_index_game *game, const char *page)
{
    add_text(out, "t", game->author, page);
    add_text(out, "t", game->verdict, NULL);
    add_text(out, "r", game->result, NULL);
}

void html_index_add(struct buffer *out, enum html_index_kind kind,
                    const struct html_index_game *game)
{
    char page[HTML_INDEX_NAME];
    html_index_game_name(game->number, page);
    buffer_printf(
        out, "<tr id=\"g%" PRId64 "\"><td class=\"n\" data-sort=\"%" PRId64 "\">%" PRId64 "</td>",
        game->number, game->number, game->number);
    (kind == HTML_INDEX_OF_PROBLEMS ? add_problem : add_game)(out, game, page);
    add_text(out, "t e", game->event, NULL);
    add_date(out, game->date);
    buffer_add_string(out, "</tr>\n");
}

void html_index_end(struct buffer *out, enum html_index_kind kind)
{
    buffer_printf(out, "</tbody></table>\n<p class=\"note\">%s</p>\n<script>\n", kinds[kind].note);
    buffer_add(out, (const char *)index_js, index_js_size);
    buffer_add_string(out, "</script>\n");
    html_page_end(out);
}
