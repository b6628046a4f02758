// SPDX-License-Identifier: MIT
/*
 * Games that wait until all have been read: the data kept to sort, split and compare them, and how
 * they are written.
 */
#include "cmd/convert/convert.h"
#include "core/base/printable.h"
#include "core/base/signals.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/stat.h>

/* ---- what is kept of a game ---- */

static struct text copy_text(struct arena *arena, struct text t, bool *failed)
{
    const struct text copy = arena_text(arena, t);
    *failed = *failed || !copy.s;
    return copy;
}

static void label_game(const struct game *game, struct buffer *out)
{
    static const char *const tags[] = {"Event", "Date", "Round"};
    buffer_clear(out);
    buffer_printf(out, "%.*s - %.*s", TEXT_ARGS(game_tag(game, "White")),
                  TEXT_ARGS(game_tag(game, "Black")));
    for (size_t i = 0; i < 3; i++) {
        struct text t = game_tag(game, tags[i]);
        if (t.n && !text_is(t, "?"))
            buffer_printf(out, ", %.*s", TEXT_ARGS(t));
    }
}

/* @return 0, or -1: out of memory */
static int name_files(const struct convert *c, struct convert_worker *w, const struct game *game,
                      struct arena *arena, struct spool_entry *entry)
{
    bool failed = false;
    buffer_clear(&w->scratch);
    buffer_clear(&w->names);
    split_names(&c->split, game, &w->scratch, &w->names);
    if (w->scratch.n)
        entry->name = copy_text(arena, buffer_text(&w->scratch), &failed);
    if (w->names.n)
        entry->also = copy_text(arena, buffer_text(&w->names), &failed);
    return failed || w->scratch.failed || w->names.failed ? -1 : 0;
}

/* Decides where a game goes: its key to sort by, and its files. @return 0, or -1: out of memory */
static int place_game(const struct convert *c, struct convert_worker *w, const struct game *game,
                      struct arena *arena, struct spool_entry *entry)
{
    bool failed = false;
    if (c->sort.n) {
        buffer_clear(&w->scratch);
        sort_key_add(&c->sort, game, &w->scratch);
        entry->sort = copy_text(arena, buffer_text(&w->scratch), &failed);
    }
    if (!failed && c->split.by != SPLIT_NONE)
        failed = name_files(c, w, game, arena, entry) != 0;
    return failed || w->scratch.failed ? -1 : 0;
}

int convert_describe(const struct convert *c, struct convert_worker *w, const struct game *game,
                     struct arena *arena, struct spool_entry **out, struct err *err)
{
    struct spool_entry *entry = arena_zalloc(arena, sizeof *entry);
    bool failed = !entry || place_game(c, w, game, arena, entry);
    if (!failed && c->settings->dedupe != DEDUPE_NONE) {
        failed = spool_describe(game, &w->moves, &w->names, &entry->game);
        entry->game.moves = copy_text(arena, entry->game.moves, &failed);
        entry->game.said = copy_text(arena, entry->game.said, &failed);
        entry->game.round = copy_text(arena, entry->game.round, &failed);
        entry->game.white = copy_text(arena, entry->game.white, &failed);
        entry->game.black = copy_text(arena, entry->game.black, &failed);
        label_game(game, &w->scratch);
        entry->label = copy_text(arena, buffer_text(&w->scratch), &failed);
        buffer_clear(&w->scratch);
        if (record_pack(game, c->keep_positions, &w->scratch, err))
            return -1;
        entry->record = copy_text(arena, buffer_text(&w->scratch), &failed);
    }
    *out = entry;
    return failed || w->scratch.failed ? err_memory(err) : 0;
}

/* The head before the bytes of a spooled game; the list of its changes comes in between. */
struct spooled {
    struct convert_facts facts;
    size_t changes; /* bytes of the list */
};

static void label_place(const struct convert *c, const struct convert_game *g, struct buffer *out)
{
    buffer_add_string(out, g->at.file);
    if (g->at.line) /* a place in a collection has no line */
        buffer_printf(out, ":%u", g->at.line);
    buffer_printf(out, ": game %llu", (unsigned long long)c->number);
    if (g->entry->label.n)
        buffer_printf(out, ", %.*s", TEXT_ARGS(g->entry->label));
}

int convert_spool(struct convert *c, const struct convert_game *g, struct text changes,
                  struct text bytes, struct err *err)
{
    struct spool_entry entry = *g->entry;
    const struct spooled head = {g->facts, changes.n};
    struct buffer label = {0}, whole = {0};
    if (g->failed) /* this is an error only if the game is written */
        bytes = (struct text){(const char *)g->failed, sizeof *g->failed};
    label_place(c, g, &label);
    buffer_add(&whole, (const char *)&head, sizeof head);
    buffer_add_text(&whole, changes);
    buffer_add_text(&whole, bytes);
    entry.label = buffer_text(&label);
    entry.bytes = buffer_text(&whole);
    entry.n_written = g->failed ? 0 : g->n_written;
    entry.is_master = c->masters;
    int rc = label.failed || whole.failed ? err_memory(err) : spool_add(c->spool, &entry, err);
    buffer_fini(&label);
    buffer_fini(&whole);
    return rc;
}

/* Splits the bytes of a spooled game. */
static struct text read_spooled(struct text whole, struct spooled *head, struct text *changes)
{
    memcpy(head, whole.s, sizeof *head);
    *changes = (struct text){whole.s + sizeof *head, head->changes};
    const char *bytes = changes->s + changes->n;
    return (struct text){bytes, (size_t)(whole.s + whole.n - bytes)};
}

/* ---- writing ---- */

/*
 * The files of a split. They are gone through twice: before anything is written, to check all their
 * names, since each is in its place as soon as the next one begins.
 */
struct writing {
    struct convert *c;
    struct buffer name; /* of the file being written */
    bool is_open;
    uint64_t in_file, files;
    unsigned n_written; /* to the file, while names are checked */
    bool fails;         /* one of the games cannot be written */
};

/*
 * Creates the folder of a file if it is missing, but no folders above it: that is more likely a
 * slip.
 */
static int make_folder(char *path, struct err *err)
{
    char *slash = strrchr(path, '/');
    int rc = 0;
    if (!slash || slash == path)
        return 0;
    *slash = '\0';
    if (mkdir(path, 0777) && errno != EEXIST)
        rc = err_file(err, path, "cannot create this folder: %s", strerror(errno));
    if (rc == 0)
        *slash = '/';
    return rc;
}

/* The % in an output that names files; NULL: it is a folder, which may have a % in its own name. */
static const char *find_sign(const char *output)
{
    struct stat st;
    return stat(output, &st) == 0 && S_ISDIR(st.st_mode) ? NULL : strrchr(output, '%');
}

/* Makes the path of a file: "games-%.pdn" with the name in place of the %. */
static int make_path(struct writing *w, struct text name, struct err *err)
{
    const char *pattern = w->c->settings->output, *sign = find_sign(pattern);
    buffer_clear(&w->c->path);
    if (sign) {
        buffer_add(&w->c->path, pattern, (size_t)(sign - pattern));
        buffer_add_text(&w->c->path, name);
        buffer_add_string(&w->c->path, sign + 1);
    } else {
        size_t n = strlen(pattern);
        while (n > 1 && pattern[n - 1] == '/')
            n--;
        buffer_add(&w->c->path, pattern, n);
        buffer_add_char(&w->c->path, '/');
        buffer_add_text(&w->c->path, name);
        buffer_add_char(&w->c->path, '.');
        const char *to = w->c->settings->to, *suffix = to ? to : w->c->to->suffixes;
        buffer_add(&w->c->path, suffix, strcspn(suffix, " "));
    }
    buffer_add_char(&w->c->path, '\0');
    return w->c->path.failed ? err_memory(err) : 0;
}

static int finish_file(struct writing *w, struct err *err)
{
    struct sink *sink = w->c->sink;
    w->c->sink = NULL;
    return sink ? sink_finish(sink, err) : 0;
}

/* Checks that the file to be written would not replace another one of this run. */
static int check_path(const struct convert *c, struct err *err)
{
    const struct convert_settings *s = c->settings;
    const char *path = c->path.s;
    if (convert_is_input(c, path))
        return err_file(err, path, "is also an input; refusing to overwrite it");
    if ((s->report && outfile_same(s->report, path))
        || (s->changes && outfile_same(s->changes, path)))
        return err_file(err, path, "is also the file of --report or --changes");
    return 0;
}

/*
 * Whether a game begins another file; if so, makes its path and checks it.
 * @return 1, 0 it goes to the same one, -1 with `err`
 */
static int choose_file(struct writing *w, struct text name, struct err *err)
{
    const struct split *split = &w->c->split;
    char number[24];
    if (split->by == SPLIT_NONE
        || (w->is_open
            && (split->by == SPLIT_NUMBER ? w->in_file < split->games
                                          : text_same(name, buffer_text(&w->name)))))
        return 0;
    if (split->by == SPLIT_NUMBER) {
        snprintf(number, sizeof number, "%06llu", (unsigned long long)w->files + 1);
        name = text_of(number);
    }
    if (make_path(w, name, err) || check_path(w->c, err))
        return -1;
    w->is_open = true;
    w->files++;
    w->in_file = 0;
    buffer_clear(&w->name);
    buffer_add_text(&w->name, name);
    return 1;
}

/* Opens the file that a game goes to, unless it is already open. */
static int begin_file(struct writing *w, struct text name, struct err *err)
{
    int rc = choose_file(w, name, err);
    if (rc <= 0)
        return rc;
    return finish_file(w, err) || make_folder(w->c->path.s, err)
                   || sink_open(w->c, w->c->path.s, &w->c->sink, err)
               ? -1
               : 0;
}

static int check_one(void *ctx, struct text name, unsigned n_written, struct err *err)
{
    struct writing *w = ctx;
    const int begins = choose_file(w, name, err);
    if (begins < 0)
        return -1;
    w->in_file++;
    w->n_written = (begins ? 0 : w->n_written) + n_written;
    w->fails |= n_written == 0;
    return sink_check_amount(w->c->to, w->c->path.s, w->n_written, err);
}

/* Reports why a game cannot be written: its bytes are the reason. */
static int report_failure(void *ctx, const struct spool_item *item, struct err *err)
{
    struct spooled head;
    struct text changes;
    (void)ctx;
    if (item->n_written)
        return 0;
    memcpy(err, read_spooled(item->bytes, &head, &changes).s, sizeof *err);
    return -1;
}

/* Looks for what would end a split in the middle, except for the disk. @return 0, -1 with `err` */
static int check_files(struct convert *c, struct err *err)
{
    struct writing w = {.c = c};
    int rc = spool_list(c->spool, check_one, &w, err);
    if (rc == 0 && w.fails)
        rc = spool_read(c->spool, report_failure, NULL, err);
    buffer_fini(&w.name);
    return rc;
}

static int write_one(void *ctx, const struct spool_item *item, struct err *err)
{
    struct writing *w = ctx;
    struct spooled head;
    struct text changes, own = read_spooled(item->bytes, &head, &changes), bytes = own;
    if (signals_stopped())
        return 1;
    if (!item->n_written)
        return report_failure(NULL, item, err);
    if (begin_file(w, item->name, err)
        || (item->n_copies && convert_merge(w->c, item, &bytes, &head.facts, err)))
        return -1;
    head.facts.copied = head.facts.copied && bytes.s == own.s; /* else it got a tag from a copy */
    if (!item->again)
        convert_note_written(w->c, &head.facts, changes);
    w->in_file++;
    return sink_put(w->c->sink, bytes, item->n_written, err);
}

static int tell_copy(void *ctx, struct text gone, struct text kept, const char *why)
{
    printable_fprintf(ctx, "%.*s", TEXT_ARGS(gone));
    fputs("\n    ", ctx);
    printable_fprintf(ctx, "%s; kept %.*s", why, TEXT_ARGS(kept));
    fputc('\n', ctx);
    return ferror((FILE *)ctx) ? -1 : 0;
}

static int write_report(struct convert *c, struct err *err)
{
    struct outfile *file;
    if (!c->settings->report)
        return 0;
    if (outfile_open(c->settings->report, &file, err))
        return -1;
    if (spool_report(c->spool, tell_copy, outfile_stream(file), err)) {
        outfile_close(file);
        return err_file(err, c->settings->report, "cannot write: %s", strerror(errno));
    }
    return outfile_finish(&file, err);
}

/* Reports a fact about n of the copies left out, in the words for one or for several. */
static void tell_some(const struct convert *c, uint64_t n, const char *one, const char *more)
{
    if (n)
        command_say("%llu of them %s%s", (unsigned long long)n, n == 1 ? one : more,
                    c->settings->report ? "" : " (--report=FILE lists them)");
}

static void tell_copies(const struct convert *c, const struct spool_copies *copies)
{
    if (c->settings->quiet || !copies->dropped)
        return;
    command_say("duplicates left out: %llu", (unsigned long long)copies->dropped);
    tell_some(c, copies->conflicts, "differs in colours, result, date or round from the game kept",
              "differ in colours, result, date or round from the game kept");
    tell_some(c, copies->losses, "has comments, variations or NAGs that the game kept lacks",
              "have comments, variations or NAGs that the game kept lacks");
}

/* A game that gets tags from its duplicates is placed again, by those tags. */
static int place_again(void *ctx, const struct spool_item *item, struct spool_entry *entry,
                       struct err *err)
{
    struct convert *c = ctx;
    struct convert_worker *w = &c->workers[0];
    struct game game;
    int rc = convert_merged_game(c, item, &game, err);
    if (rc > 0 && place_game(c, w, &game, &w->arena, entry))
        return err_memory(err);
    return rc;
}

/* Finds the duplicates. @return 0, or -1 with `err` */
static int drop_copies(struct convert *c, struct spool_copies *copies, struct err *err)
{
    const bool moves = c->sort.n || c->split.by != SPLIT_NONE;
    return spool_dedupe(c->spool, copies, err)
                   || (moves && c->settings->dedupe != DEDUPE_NONE
                       && spool_refile(c->spool, place_again, c, err))
               ? -1
               : 0;
}

int convert_write_spool(struct convert *c, struct err *err)
{
    const struct convert_settings *s = c->settings;
    struct writing w = {.c = c};
    struct spool_copies copies = {0};
    if (drop_copies(c, &copies, err)
        || (s->sample
            && spool_sample(c->spool, s->sample, s->seed < 0 ? 0 : (uint64_t)s->seed, err))
        || (s->first && spool_first(c->spool, s->first, err)) || (s->split && check_files(c, err)))
        return -1;
    int rc = spool_read(c->spool, write_one, &w, err);
    if (rc == 0 && s->split)
        rc = finish_file(&w, err);
    buffer_fini(&w.name);
    if (rc == 0)
        rc = write_report(c, err);
    if (rc == 0)
        tell_copies(c, &copies);
    return rc;
}
