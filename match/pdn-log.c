// SPDX-License-Identifier: MIT
#include "match/pdn-log.h"

#include "core/base/compressor.h"
#include "core/base/outfile.h"
#include "core/base/source.h"
#include "pdn/pdn.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
    HEAD_SIZE = 16384,   /* more than the tags of a game take */
    LIVE_MAX = 16 << 20, /* more than a game takes */
};

static int write_game(const struct game *game, struct buffer *out, struct err *err)
{
    if (pdn_write(game, NULL, out, err))
        return -1;
    return out->failed ? err_memory(err) : 0;
}

static int print_game(struct results *results, int64_t match, const struct results_match *plan,
                      int64_t number, struct buffer *out, struct err *err)
{
    struct arena arena = {0};
    struct game game = {.arena = &arena};
    int rc = results_game_read(results, match, plan, number, &game, err);
    if (rc == 0)
        rc = err_plain(err, "match %lld has no game %lld", (long long)match, (long long)number);
    else if (rc > 0)
        rc = write_game(&game, out, err);
    arena_fini(&arena);
    return rc;
}

int pdn_log_append(struct results *results, int64_t match, const struct results_match *plan,
                   int64_t number, const char *path, struct err *err)
{
    struct buffer text = {0};
    int fd = -1, rc = -1;
    if (print_game(results, match, plan, number, &text, err))
        goto done;
    fd = open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0666);
    ssize_t written = fd < 0 ? -1 : write(fd, text.s, text.n);
    if (written < 0)
        err_file(err, path, "%s", strerror(errno));
    else if ((size_t)written < text.n)
        err_file(err, path, "%s", strerror(ENOSPC));
    else
        rc = 0;
done:
    if (fd >= 0 && close(fd) && rc == 0)
        rc = err_file(err, path, "%s", strerror(errno));
    buffer_fini(&text);
    return rc;
}

/* Whether every complete line is a tag. */
static bool has_tags_only(const char *head)
{
    for (const char *end; (end = strchr(head, '\n')); head = end + 1)
        if (*head != '[')
            return false;
    return true;
}

/*
 * Whether the first game has the tags of a log. A log that was being written may break off within
 * them; logs never have a CR.
 */
static bool has_tags_of_log(const char *head)
{
    const char *end = strstr(head, "\n\n"), *reason = strstr(head, "\n[Reason \""),
               *number = strstr(head, "\n[GameNumber \"");
    if (strncmp(head, "[Event ", strlen("[Event ")) != 0 || strchr(head, '\r'))
        return false;
    return end ? reason && number && reason < end && number < end : has_tags_only(head);
}

int pdn_log_check_place_growing(const char *path, struct err *err)
{
    const struct compressor *compressor = compressor_of_name(text_of(path));
    if (compressor)
        return err_file(err, path,
                        "the log grows with each game and cannot be compressed; give "
                        "it a name without %s",
                        compressor->suffix);
    return pdn_log_check_place(path, err);
}

int pdn_log_check_place(const char *path, struct err *err)
{
    char head[HEAD_SIZE + 1];
    struct stat what;
    size_t n;
    if (stat(path, &what) || !S_ISREG(what.st_mode) || what.st_size == 0)
        return 0;
    if (source_peek(path, head, HEAD_SIZE, &n, err))
        return -1;
    head[n] = '\0';
    return has_tags_of_log(head) ? 0
                                 : err_file(err, path,
                                            "is not the log of a match, so it is not overwritten; "
                                            "give the log another name");
}

/* Whether a text is one game with the tags that games of a match have before they are over. */
static bool is_live_game(const char *text)
{
    const char *end = strstr(text, "\n\n"), *round = strstr(text, "\n[Round \""),
               *time = strstr(text, "\n[UTCTime \"");
    return strncmp(text, "[Event ", strlen("[Event ")) == 0 && !strchr(text, '\r')
           && !strstr(text, "\n[Event ") && end && round && time && round < end && time < end;
}

int pdn_log_check_place_live(const char *path, struct err *err)
{
    struct buffer text = {0};
    struct stat what;
    if (stat(path, &what) || !S_ISREG(what.st_mode) || what.st_size == 0)
        return 0;
    int rc = source_read_all(path, LIVE_MAX, &text, err);
    buffer_add_char(&text, '\0');
    if (rc == 0 && text.failed)
        rc = err_memory(err);
    else if (rc == 0 && !is_live_game(text.s))
        rc = err_file(err, path,
                      "is not the live game of a match, so it is not overwritten; give it another "
                      "name");
    buffer_fini(&text);
    return rc;
}

/* The state of rewriting a log. */
struct rewriting {
    struct results_match head;
    struct arena arena; /* for one game */
    struct buffer text;
    FILE *out;
    int why; /* errno of a write that failed */
    struct err *err;
};

static int rewrite_game(void *ctx, int64_t number, const struct results_game *from)
{
    struct rewriting *r = ctx;
    struct game game = {.arena = &r->arena};
    arena_reset(&r->arena);
    buffer_clear(&r->text);
    if (results_game_make(&r->head, from, number, &game, r->err)
        || write_game(&game, &r->text, r->err))
        return -1;
    if (fwrite(r->text.s, 1, r->text.n, r->out) == r->text.n)
        return 0;
    r->why = errno;
    return 1;
}

int pdn_log_write(struct results *results, int64_t match, FILE *out, struct err *err)
{
    struct arena kept = {0};
    struct rewriting r = {.err = err, .out = out};
    int rc = results_match_load(results, match, &kept, &r.head, err);
    if (rc == 0)
        rc = results_each(results, match, rewrite_game, &r, err);
    buffer_fini(&r.text);
    arena_fini(&r.arena);
    arena_fini(&kept);
    errno = r.why;
    return rc;
}

int pdn_log_rewrite(struct results *results, int64_t match, const char *path, struct err *err)
{
    struct outfile *file = NULL;
    if (outfile_open(path, &file, err))
        return -1;
    int rc = pdn_log_write(results, match, outfile_stream(file), err);
    if (rc >= 0)
        rc = outfile_finish(&file, err);
    outfile_close(file);
    return rc;
}
