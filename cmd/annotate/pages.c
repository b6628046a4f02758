// SPDX-License-Identifier: MIT
/*
 * The page of the index is filled in memory while the pages of its games are written. When it is
 * full it is written too, and the next one begins; so the memory for a collection is that of one
 * page.
 */
#include "cmd/annotate/pages.h"

#include "core/base/outfile.h"
#include "core/study/annotation.h"
#include "report/escape.h"
#include "report/html-game.h"
#include "report/html-index.h"
#include "report/html-page.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { RESULT_SIZE = 32 };

struct pages {
    const char *dir;
    char *path; /* room for dir, '/' and a name */
    size_t path_size;
    int64_t games, n;
    struct buffer index; /* the page of the index that is being filled */
    struct buffer page, title;
};

/* Somebody else's page, such as the home page of a club, is not overwritten. */
static int check_page(const char *dir, const char *name, const char *path, struct err *err)
{
    struct err why = {0};
    return html_page_check(path, &why) == 0
               ? 0
               : err_set(err, (struct src_pos){.file = dir},
                         "%s in this folder was not made by dama, and is not overwritten; choose "
                         "another folder",
                         name);
}

/* Before anything is analysed. The other pages are checked when they are written. */
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

int pages_open(const char *dir, int64_t games, struct pages **out, struct err *err)
{
    if (pages_make_folder(dir, err))
        return -1;
    struct pages *pages = calloc(1, sizeof *pages);
    if (!pages)
        return err_memory(err);
    pages->dir = dir;
    pages->games = games;
    pages->path_size = strlen(dir) + 1 + HTML_INDEX_NAME;
    pages->path = malloc(pages->path_size);
    if (!pages->path) {
        pages_close(pages);
        return err_memory(err);
    }
    html_index_begin(&pages->index, "Annotated games", 1, games);
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
        err->at.file = pages->dir; /* lives longer than the path of the page */
    return rc;
}

/* Begins the next page of the index after a full one. */
static int turn_index(struct pages *pages, int64_t number, struct err *err)
{
    char name[HTML_INDEX_NAME];
    html_index_end(&pages->index);
    html_index_name(number - 1, name);
    if (write_page(pages, name, &pages->index, err))
        return -1;
    buffer_clear(&pages->index);
    html_index_begin(&pages->index, "Annotated games", number, pages->games);
    return 0;
}

/* Links to the index and to the neighbours. */
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

/* Results count from the side that begins, so it is named first. @param nth 0 or 1 */
static struct text player_name(const struct game *game, unsigned nth)
{
    const bool black_begins = game->rules && game->rules->first == BLACK;
    struct text name = game_tag(game, (nth == 0) == black_begins ? "Black" : "White");
    return name.n ? name : text_of("?");
}

static int make_page(struct pages *pages, const struct game *game, int64_t number, struct err *err)
{
    struct html_games games;
    struct buffer *out = &pages->page, *title = &pages->title;
    buffer_clear(out);
    buffer_clear(title);
    buffer_add_text(title, player_name(game, 0));
    buffer_add_string(title, " – ");
    buffer_add_text(title, player_name(game, 1));
    buffer_add_char(title, '\0');
    if (title->failed)
        return err_memory(err);
    html_page_begin(out, title->s, HTML_PAGE_NO_HEADING);
    add_links(pages, number, out);
    if (!game->rules) {
        buffer_add_string(out, "<h1><bdi>");
        escape_html(out, player_name(game, 0));
        buffer_add_string(out, "</bdi> – <bdi>");
        escape_html(out, player_name(game, 1));
        buffer_add_string(out, "</bdi></h1>\n<p>The rules of this game are not known.</p>\n");
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

/* A result counts from the side that begins; the columns of the index begin with White. */
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

/* The sums of a side in the index: those of this run, or else what an earlier one has left in tags. */
static void add_sums(const struct game *game, enum side side, const struct verdict_sum *sum,
                     struct html_index_game *row)
{
    unsigned tagged[VERDICT_COUNT] = {0};
    const unsigned *count = sum->moves ? sum->count : tagged;
    row->accuracy[side] = verdict_accuracy(sum);
    row->judged[side] =
        sum->moves || annotation_read_sums(game, side, &row->accuracy[side], tagged);
    row->faults[side] = count[VERDICT_INACCURACY] + count[VERDICT_MISTAKE];
    row->blunders[side] =
        count[VERDICT_BLUNDER] + count[VERDICT_MISSED_WIN] + count[VERDICT_MISSED_DRAW];
}

int pages_add(struct pages *pages, const struct game *game, const struct verdict_sum sums[2],
              struct err *err)
{
    int64_t number = ++pages->n;
    char name[HTML_INDEX_NAME], result[RESULT_SIZE];
    if (number > 1 && (number - 1) % HTML_INDEX_GAMES == 0 && turn_index(pages, number, err))
        return -1;
    struct html_index_game row = {.number = number,
                                  .white = game_tag(game, "White"),
                                  .black = game_tag(game, "Black"),
                                  .event = game_tag(game, "Event"),
                                  .date = game_tag(game, "Date"),
                                  .result = white_first(game, result),
                                  .decisive = game_tag(game, "DecisiveMove")};
    for (unsigned side = WHITE; side <= BLACK; side++)
        add_sums(game, (enum side)side, &sums[side], &row);
    html_index_add(&pages->index, &row);
    html_index_game_name(number, name);
    return make_page(pages, game, number, err) ? -1 : write_page(pages, name, &pages->page, err);
}

int pages_finish(struct pages *pages, struct err *err)
{
    char name[HTML_INDEX_NAME];
    html_index_end(&pages->index);
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
    free(pages->path);
    free(pages);
}
