// SPDX-License-Identifier: MIT
/*
 * The page of the index is filled in memory while the pages of its games are written. When it is
 * full it is written, and the next one begins, so that a collection takes no more memory than one
 * page.
 */
#include "cmd/annotate/pages.h"

#include "core/base/outfile.h"
#include "core/study/annotation.h"
#include "report/escape.h"
#include "report/html-game.h"
#include "report/html-page.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { RESULT_SIZE = 32 };

struct pages {
    const char *dir;
    char *path; /* with room for dir, '/' and a name */
    size_t path_size;
    enum html_index_kind kind;
    int64_t games, n;
    struct buffer index; /* the page of the index that is being filled */
    struct buffer page, title, author, verdict;
};

/* Does not overwrite somebody else's page, such as the home page of a club. */
static int check_page(const char *dir, const char *name, const char *path, struct err *err)
{
    struct err why = {0};
    return html_page_check_place(path, &why) == 0
               ? 0
               : err_set(err, (struct src_pos){.file = dir},
                         "%s in this folder was not made by dama, and is not overwritten; choose "
                         "another folder",
                         name);
}

/*
 * Checks the index before anything is analysed. The other pages are checked when they are written.
 */
static int check_index(const char *dir, struct err *err)
{
    char name[HTML_INDEX_NAME];
    html_index_name(1, name);
    const size_t size = strlen(dir) + 1 + sizeof name;
    char *path = malloc(size);
    if (!path)
        return err_memory(err);
    snprintf(path, size, "%s/%s", dir, name);
    int rc = check_page(dir, name, path, err);
    free(path);
    return rc;
}

int pages_make_folder(const char *dir, struct err *err)
{
    struct src_pos at = {.file = dir};
    struct stat st;
    if (mkdir(dir, 0777) && errno != EEXIST)
        return err_set(err, at, "cannot create this folder: %s", strerror(errno));
    if (stat(dir, &st) || !S_ISDIR(st.st_mode))
        return err_set(err, at, "not a folder");
    if (access(dir, W_OK | X_OK))
        return err_set(err, at, "cannot write to this folder: %s", strerror(errno));
    return check_index(dir, err);
}

int pages_open(const char *dir, enum html_index_kind kind, int64_t games, struct pages **out,
               struct err *err)
{
    if (pages_make_folder(dir, err))
        return -1;
    struct pages *pages = calloc(1, sizeof *pages);
    if (!pages)
        return err_memory(err);
    pages->dir = dir;
    pages->kind = kind;
    pages->games = games;
    pages->path_size = strlen(dir) + 1 + HTML_INDEX_NAME;
    pages->path = malloc(pages->path_size);
    if (!pages->path) {
        pages_close(pages);
        return err_memory(err);
    }
    html_index_begin(&pages->index, kind, 1, games);
    *out = pages;
    return 0;
}

static int write_page(struct pages *pages, const char *name, const struct buffer *page,
                      struct err *err)
{
    struct outfile *file;
    if (page->failed)
        return err_memory(err);
    snprintf(pages->path, pages->path_size, "%s/%s", pages->dir, name);
    if (check_page(pages->dir, name, pages->path, err))
        return -1;
    int rc = outfile_open(pages->path, &file, err);
    if (rc == 0) {
        fwrite(page->s, 1, page->n, outfile_stream(file));
        rc = outfile_finish(&file, err);
    }
    if (rc)
        err->at.file = pages->dir; /* it lives longer than the path of the page */
    return rc;
}

/* Begins the next page of the index after a full one. */
static int turn_index(struct pages *pages, int64_t number, struct err *err)
{
    char name[HTML_INDEX_NAME];
    html_index_end(&pages->index, pages->kind);
    html_index_name(number - 1, name);
    if (write_page(pages, name, &pages->index, err))
        return -1;
    buffer_clear(&pages->index);
    html_index_begin(&pages->index, pages->kind, number, pages->games);
    return 0;
}

/* Adds links to the index and to the neighbouring pages. */
static void add_links(const struct pages *pages, int64_t number, struct buffer *out)
{
    char name[HTML_INDEX_NAME];
    html_index_name(number, name);
    buffer_printf(out, "<nav class=\"pages\"><a href=\"%s#g%lld\">All games</a> ", name,
                  (long long)number);
    if (number > 1) {
        html_index_game_name(number - 1, name);
        buffer_printf(out, "<a rel=\"prev\" href=\"%s\">Previous</a> ", name);
    }
    if (number < pages->games) {
        html_index_game_name(number + 1, name);
        buffer_printf(out, "<a rel=\"next\" href=\"%s\">Next</a>", name);
    }
    buffer_add_string(out, "</nav>\n");
}

static bool is_known(struct text name) { return name.n && !text_is(name, "?"); }

/*
 * Finds the names for the heading of a page, as page.js does: the author of a composition, or the
 * players. Results begin with the side that moves first, so it is named first.
 * @param names "?": unknown
 * @return the number of names: 1 or 2
 */
static unsigned find_names(const struct game *game, struct text names[2])
{
    const bool black_begins = game->rules && game->rules->first == BLACK;
    const struct text author = game_tag(game, "Author");
    names[black_begins] = game_tag(game, "White");
    names[!black_begins] = game_tag(game, "Black");
    const bool is_game = is_known(names[0]) || is_known(names[1]);
    if (is_known(author) && (!is_game || game_tag(game, annotation_problem_verdict).n)) {
        names[0] = author;
        return 1;
    }
    for (unsigned i = 0; i < 2; i++)
        if (!names[i].n)
            names[i] = text_of("?");
    return 2;
}

static void add_title(const struct game *game, struct buffer *out)
{
    struct text names[2];
    const unsigned n = find_names(game, names);
    for (unsigned i = 0; i < n; i++) {
        buffer_add_string(out, i ? " – " : "");
        buffer_add_text(out, names[i]);
    }
}

static void add_heading(const struct game *game, struct buffer *out)
{
    struct text names[2];
    const unsigned n = find_names(game, names);
    buffer_add_string(out, "<h1>");
    for (unsigned i = 0; i < n; i++) {
        buffer_add_string(out, i ? " – <bdi>" : "<bdi>");
        escape_html(out, names[i]);
        buffer_add_string(out, "</bdi>");
    }
    buffer_add_string(out, "</h1>\n");
}

static int make_page(struct pages *pages, const struct game *game, int64_t number, struct err *err)
{
    struct html_games games;
    struct buffer *out = &pages->page, *title = &pages->title;
    buffer_clear(out);
    buffer_clear(title);
    add_title(game, title);
    buffer_add_char(title, '\0');
    if (title->failed)
        return err_memory(err);
    html_page_begin(out, title->s, HTML_PAGE_NO_HEADING);
    add_links(pages, number, out);
    if (!game->rules) {
        add_heading(game, out);
        buffer_add_string(out, "<p>The rules of this game are not known.</p>\n");
        html_page_end(out);
        return 0;
    }
    html_games_begin(&games, out);
    int rc = html_games_add(&games, game, err);
    html_games_end(&games);
    html_games_fini(&games);
    buffer_add_string(out,
                      "<p class=\"note keys\">Keys: ← → Home End step through the game; ↑ ↓ switch "
                      "variations; [ ] go to the previous and next game; f turns the board.</p>\n");
    html_page_end(out);
    return rc;
}

/*
 * Turns a result, which begins with the side that moves first: the columns of the index begin with
 * White.
 */
static struct text white_first(const struct game *game, char turned[RESULT_SIZE])
{
    struct text result = game_result_text(game);
    const char *dash = result.n ? memchr(result.s, '-', result.n) : NULL;
    if (!dash || !game->rules || game->rules->first == WHITE || result.n >= RESULT_SIZE)
        return result;
    const size_t n = (size_t)(dash - result.s);
    snprintf(turned, RESULT_SIZE, "%.*s-%.*s", (int)(result.n - n - 1), dash + 1, (int)n, result.s);
    return text_of(turned);
}

/*
 * Adds the sums of a side to the index: those of this run, or else those that an earlier run has
 * left in tags.
 */
static void add_sums(const struct game *game, enum side side, const struct verdict_sum *sum,
                     struct html_index_game *row)
{
    unsigned tagged[VERDICT_COUNT] = {0};
    const unsigned *count = sum->moves ? sum->count : tagged;
    row->accuracy[side] = round(10 * verdict_accuracy(sum)) / 10; /* as in the tag */
    row->judged[side] =
        sum->moves || annotation_read_sums(game, side, &row->accuracy[side], tagged);
    row->faults[side] = count[VERDICT_INACCURACY] + count[VERDICT_MISTAKE];
    row->blunders[side] =
        count[VERDICT_BLUNDER] + count[VERDICT_MISSED_WIN] + count[VERDICT_MISSED_DRAW];
}

/*
 * The author of a composition, or the players as far as known: some collections name the author
 * there.
 */
static struct text author_words(const struct game *game, struct buffer *out)
{
    const struct text author = game_tag(game, "Author");
    if (is_known(author))
        return author;
    buffer_clear(out);
    for (int side = WHITE; side <= BLACK; side++) {
        const struct text name = game_tag(game, side_name((enum side)side));
        if (!is_known(name))
            continue;
        buffer_add_string(out, out->n ? " – " : "");
        buffer_add_text(out, name);
    }
    return buffer_text(out);
}

/* The verdict, "second solution (proven)", as on the page of the composition. */
static struct text verdict_words(const struct game *game, struct buffer *out)
{
    const struct text verdict = game_tag(game, annotation_problem_verdict);
    buffer_clear(out);
    for (size_t i = 0; i < verdict.n; i++)
        buffer_add_char(out, verdict.s[i] == '-' ? ' ' : verdict.s[i]);
    if (verdict.n)
        buffer_printf(out, " (%.*s)", TEXT_ARGS(game_tag(game, annotation_problem_proof)));
    return buffer_text(out);
}

int pages_add(struct pages *pages, const struct game *game, const struct verdict_sum sums[2],
              struct err *err)
{
    int64_t number = ++pages->n;
    char name[HTML_INDEX_NAME], result[RESULT_SIZE];
    if (number > 1 && (number - 1) % HTML_INDEX_GAMES == 0 && turn_index(pages, number, err))
        return -1;
    struct html_index_game row = {.number = number,
                                  .author = author_words(game, &pages->author),
                                  .verdict = verdict_words(game, &pages->verdict),
                                  .white = game_tag(game, "White"),
                                  .black = game_tag(game, "Black"),
                                  .event = game_tag(game, "Event"),
                                  .date = game_tag(game, "Date"),
                                  .result = white_first(game, result),
                                  .decisive = game_tag(game, "DecisiveMove")};
    for (unsigned side = WHITE; side <= BLACK; side++)
        add_sums(game, (enum side)side, &sums[side], &row);
    if (pages->author.failed || pages->verdict.failed)
        return err_memory(err);
    html_index_add(&pages->index, pages->kind, &row);
    html_index_game_name(number, name);
    return make_page(pages, game, number, err) ? -1 : write_page(pages, name, &pages->page, err);
}

int pages_finish(struct pages *pages, struct err *err)
{
    char name[HTML_INDEX_NAME];
    html_index_end(&pages->index, pages->kind);
    html_index_name(pages->n ? pages->n : 1, name);
    return write_page(pages, name, &pages->index, err);
}

void pages_close(struct pages *pages)
{
    if (!pages)
        return;
    buffer_fini(&pages->index);
    buffer_fini(&pages->page);
    buffer_fini(&pages->title);
    buffer_fini(&pages->author);
    buffer_fini(&pages->verdict);
    free(pages->path);
    free(pages);
}
