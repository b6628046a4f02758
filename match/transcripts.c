// SPDX-License-Identifier: MIT
/*
 * Messages before a player's first game have no file yet: they are kept as the head of all its
 * files. From then on each line is written and flushed as it comes. All files of the folder, those
 * of earlier runs included, are kept in one list by age with their sizes; after each write the
 * oldest that are not open are removed until the sum is below the bound.
 */
#include "match/transcripts.h"

#include "core/base/array.h"
#include "core/base/buffer.h"
#include "core/base/clock.h"
#include "core/base/hash.h"
#include "match/transcript.h"

#include <dirent.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
    MAX_BYTES = 256 << 20,
    HEAD_BYTES = 64 << 10, /* messages before a first game; no more is kept */
    PATH_BYTES = 4096,
    NAME_ROOM = 200, /* bytes of a player's name in that of a file, which may have 255 */
    HASH_ROOM = 17,  /* of those, for a dot and the hash of a name that is cut */
};

/* A file in the folder. */
struct kept {
    char *path; /* owned */
    int64_t size;
    time_t at; /* when it was last written, by an earlier run */
    bool open;
};

/* The messages of one player. */
struct talk {
    const struct player *player;
    struct buffer head; /* lines of a transcript, from before its first game */
    bool has_played;
    FILE *out;     /* of the current game; NULL: none yet, or it cannot be written */
    char *path;    /* owned; the path of `out` */
    int64_t began; /* ms */
    bool cut;
};

struct transcripts {
    char *folder; /* owned */
    int64_t max, total;
    struct err failure; /* the first */
    struct kept *kept;  /* owned, the oldest first */
    unsigned n_kept, room_kept;
    struct talk **talks; /* owned */
    unsigned n_talks, room_talks;
    struct buffer line;
};

/* ---- files ---- */

static void fail(struct transcripts *t, const char *path, const char *why)
{
    err_plain(&t->failure, "%s: cannot write the transcript: %s", path, why);
}

static struct kept *find_kept(struct transcripts *t, const char *path)
{
    for (unsigned i = t->n_kept; i-- > 0;)
        if (strcmp(t->kept[i].path, path) == 0)
            return &t->kept[i];
    return NULL;
}

static void forget(struct transcripts *t, unsigned i)
{
    t->total -= t->kept[i].size;
    free(t->kept[i].path);
    memmove(&t->kept[i], &t->kept[i + 1], (--t->n_kept - i) * sizeof *t->kept);
}

/* Adds a file that is not in the list. @return false: out of memory */
static bool add_kept(struct transcripts *t, const char *path, int64_t size, time_t at, bool open)
{
    char *copy = strdup(path);
    if (!copy || !ARRAY_GROW(t->kept, t->n_kept, t->room_kept)) {
        free(copy);
        fail(t, path, strerror(ENOMEM));
        return false;
    }
    t->kept[t->n_kept++] = (struct kept){copy, size, at, open};
    t->total += size;
    return true;
}

/*
 * Adds a file that was just opened, which has replaced an earlier one with this name.
 * @return as add_kept
 */
static bool add_opened(struct transcripts *t, const char *path)
{
    struct kept *there = find_kept(t, path);
    if (there)
        forget(t, (unsigned)(there - t->kept));
    return add_kept(t, path, 0, 0, true);
}

/* Removes the oldest files if all together are too large: in one pass, as there may be many. */
static void remove_oldest(struct transcripts *t)
{
    unsigned n = 0;
    if (t->total <= t->max)
        return;
    for (unsigned i = 0; i < t->n_kept; i++) {
        struct kept *kept = &t->kept[i];
        if (t->total <= t->max || kept->open) {
            t->kept[n++] = *kept;
            continue;
        }
        remove(kept->path);
        t->total -= kept->size;
        free(kept->path);
    }
    t->n_kept = n;
}

static int by_age(const void *a, const void *b)
{
    const struct kept *x = a, *y = b;
    return (x->at > y->at) - (x->at < y->at);
}

/* Takes transcripts of earlier runs into account, and no other files in the folder. */
static void find_earlier(struct transcripts *t)
{
    char path[PATH_BYTES];
    struct stat st;
    DIR *dir = opendir(t->folder);
    for (struct dirent *e; dir && (e = readdir(dir)) != NULL;) {
        const char *dot = strrchr(e->d_name, '.');
        if (!dot || (strcmp(dot, ".dxp") != 0 && strcmp(dot, ".hub") != 0))
            continue;
        int n = snprintf(path, sizeof path, "%s/%s", t->folder, e->d_name);
        if (n > 0 && (size_t)n < sizeof path && lstat(path, &st) == 0 && S_ISREG(st.st_mode)
            && transcript_is_one(path))
            add_kept(t, path, st.st_size, st.st_mtime, false);
    }
    if (dir)
        closedir(dir);
    if (t->n_kept)
        qsort(t->kept, t->n_kept, sizeof *t->kept, by_age);
}

/*
 * Makes a part of a file name from a player's name, a different one for each: letters, digits and
 * hyphens are written as they are, _ for a blank, and =2F for any other byte. A long one is cut,
 * and ends in a dot and a hash.
 */
static void file_name_of(const char *player, char name[NAME_ROOM + 4])
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-";
    const char *p = player;
    int n = 0;
    for (; *p && n < NAME_ROOM; p++)
        if (*p == ' ' || strchr(plain, *p))
            name[n++] = *p == ' ' ? '_' : *p;
        else
            n += sprintf(name + n, "=%02X", (unsigned char)*p);
    name[n] = '\0';
    if (*p)
        sprintf(name + NAME_ROOM - HASH_ROOM, ".%016" PRIx64,
                hash128_of(player, strlen(player)).low);
}

static void path_of(const struct transcripts *t, const char *game, const struct player *player,
                    char *path)
{
    char name[NAME_ROOM + 4];
    file_name_of(player->settings->name, name);
    snprintf(path, PATH_BYTES, "%s/%s-%s.%s", t->folder, game, name,
             player->settings->kind == PLAYER_DXP ? "dxp" : "hub");
}

/* ---- talks ---- */

static struct talk *find_talk(struct transcripts *t, const struct player *player)
{
    for (unsigned i = 0; i < t->n_talks; i++)
        if (t->talks[i]->player == player)
            return t->talks[i];
    struct talk *talk = calloc(1, sizeof *talk);
    if (!talk || !ARRAY_GROW(t->talks, t->n_talks, t->room_talks)) {
        free(talk);
        fail(t, t->folder, strerror(ENOMEM));
        return NULL;
    }
    talk->player = player;
    t->talks[t->n_talks++] = talk;
    return talk;
}

static void put(struct transcripts *t, struct talk *talk, struct text bytes)
{
    struct kept *kept = talk->path ? find_kept(t, talk->path) : NULL;
    if (!talk->out || !kept || talk->cut)
        return;
    if (kept->size + (int64_t)bytes.n > t->max / 4) {
        static const char cut[] =
            "# the rest was not kept: this file has reached a quarter of the limit\n";
        talk->cut = true;
        bytes = text_of(cut);
    }
    if (fwrite(bytes.s, 1, bytes.n, talk->out) != bytes.n || fflush(talk->out))
        fail(t, talk->path, strerror(errno));
    kept->size += (int64_t)bytes.n;
    t->total += (int64_t)bytes.n;
    remove_oldest(t);
}

static void end_file(struct transcripts *t, struct talk *talk)
{
    struct kept *kept = talk->path ? find_kept(t, talk->path) : NULL;
    if (talk->out && fclose(talk->out))
        fail(t, talk->path, strerror(errno));
    if (kept)
        kept->open = false;
    free(talk->path);
    talk->out = NULL;
    talk->path = NULL;
}

/* Begins the file of a game with the messages from before. */
static void begin_file(struct transcripts *t, struct talk *talk, const char *game)
{
    char path[PATH_BYTES];
    end_file(t, talk);
    path_of(t, game, talk->player, path);
    talk->path = strdup(path);
    talk->out = talk->path ? fopen(path, "we") : NULL;
    if (!talk->out)
        fail(t, path, strerror(errno));
    talk->began = clock_ms();
    talk->cut = false;
    if (!talk->out || !add_opened(t, path))
        return;
    buffer_clear(&t->line);
    transcript_write_head(talk->player->settings, &t->line);
    put(t, talk, buffer_text(&t->line));
    put(t, talk, buffer_text(&talk->head)); /* perhaps nothing */
}

/* ---- the tap ---- */

static void message(void *ctx, const struct player *player, char direction, const char *bytes,
                    size_t n)
{
    struct transcripts *t = ctx;
    struct talk *talk = find_talk(t, player);
    if (!talk)
        return;
    if (talk->has_played) {
        buffer_clear(&t->line);
        transcript_write_line(clock_ms() - talk->began, direction, bytes, n, &t->line);
        put(t, talk, buffer_text(&t->line));
    } else if (talk->head.n < HEAD_BYTES) {
        transcript_write_line(0, direction, bytes, n, &talk->head);
    }
}

static void game(void *ctx, const struct player *player, const char *name, bool renamed)
{
    struct transcripts *t = ctx;
    struct talk *talk = find_talk(t, player);
    char path[PATH_BYTES];
    if (!talk)
        return;
    talk->has_played = true;
    if (!renamed || !talk->out) {
        begin_file(t, talk, name);
        return;
    }
    path_of(t, name, player, path);
    if (strcmp(path, talk->path) == 0)
        return;
    struct kept *replaced = find_kept(t, path);
    if (replaced) /* it was left by a run that was killed during this game */
        forget(t, (unsigned)(replaced - t->kept));
    struct kept *kept = find_kept(t, talk->path);
    char *copy = strdup(path), *another = strdup(path);
    if (!kept || !copy || !another || rename(talk->path, path)) {
        free(copy);
        free(another);
        fail(t, path, strerror(errno));
        return;
    }
    free(kept->path);
    free(talk->path);
    kept->path = copy;
    talk->path = another;
}

static void free_talk(struct transcripts *t, struct talk *talk)
{
    if (!talk->has_played && talk->head.n)
        begin_file(t, talk, "player");
    end_file(t, talk);
    buffer_fini(&talk->head);
    free(talk);
}

static void closed(void *ctx, const struct player *player)
{
    struct transcripts *t = ctx;
    for (unsigned i = 0; i < t->n_talks; i++)
        if (t->talks[i]->player == player) {
            free_talk(t, t->talks[i]);
            t->talks[i] = t->talks[--t->n_talks];
            return;
        }
}

struct player_tap transcripts_tap(struct transcripts *transcripts)
{
    return (struct player_tap){
        .message = message, .game = game, .closed = closed, .ctx = transcripts};
}

int transcripts_finish(const struct transcripts *transcripts, struct err *err)
{
    return transcripts->failure.msg[0] ? err_plain(err, "%s", transcripts->failure.msg) : 0;
}

int transcripts_open(const char *folder, int64_t max, struct transcripts **out, struct err *err)
{
    struct src_pos at = {.file = folder};
    if (mkdir(folder, 0777) && errno != EEXIST)
        return err_set(err, at, "cannot create this folder: %s", strerror(errno));
    struct stat st;
    if (stat(folder, &st) == 0 && !S_ISDIR(st.st_mode))
        return err_set(err, at, "not a folder");
    if (access(folder, W_OK | X_OK))
        return err_set(err, at, "cannot write to this folder: %s", strerror(errno));
    struct transcripts *t = calloc(1, sizeof *t);
    if (!t || !(t->folder = strdup(folder))) {
        free(t);
        return err_memory(err);
    }
    t->max = max ? max : MAX_BYTES;
    find_earlier(t);
    remove_oldest(t);
    *out = t;
    return 0;
}

void transcripts_close(struct transcripts *transcripts)
{
    struct transcripts *t = transcripts;
    if (!t)
        return;
    for (unsigned i = 0; i < t->n_talks; i++)
        free_talk(t, t->talks[i]);
    for (unsigned i = 0; i < t->n_kept; i++)
        free(t->kept[i].path);
    buffer_fini(&t->line);
    free(t->talks);
    free(t->kept);
    free(t->folder);
    free(t);
}
