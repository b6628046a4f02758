// SPDX-License-Identifier: MIT
/* Finds the first line that decides differently, in two configurations printed in the same form. */
#include "match/config-values.h"
#include "match/config.h"

/*
 * The lines that decide the games; `player` is the name of the player to whom the current line
 * belongs.
 */
struct lines {
    struct text rest, line, player;
};

static bool is_end(const struct lines *lines) { return !lines->line.n && !lines->rest.n; }

static bool begins_player(struct text line) { return line.n && *line.s == '-'; }

/* The name of the player whose keys follow; other keys may precede it. */
static struct text name_ahead(struct text rest)
{
    static const char key[] = "name: ";
    const size_t n = strlen(key);
    while (rest.n) {
        const struct text line = text_take_line(&rest);
        if (begins_player(line))
            break;
        if (line.n > n && memcmp(line.s, key, n) == 0)
            return (struct text){line.s + n, line.n - n};
    }
    return (struct text){0};
}

static void next_line(struct lines *lines)
{
    lines->line = text_take_line(&lines->rest);
    if (begins_player(lines->line))
        lines->player = name_ahead(lines->rest);
}

static struct text key_of(struct text line)
{
    const char *colon = line.n ? memchr(line.s, ':', line.n) : NULL;
    return colon ? (struct text){line.s, (size_t)(colon - line.s)} : line;
}

/* Whether a later line has this key. */
static bool comes_later(struct lines lines, struct text key)
{
    for (; !is_end(&lines); next_line(&lines))
        if (text_same(key_of(lines.line), key))
            return true;
    return false;
}

/* As much of a line as fits into a message. */
static struct text shown(struct text line)
{
    enum { SHOWN = 60 };
    struct text t = text_trim(line);
    return (struct text){t.s, t.n < SHOWN ? t.n : SHOWN};
}

static void tell(const struct lines *before, const struct lines *now, struct buffer *out)
{
    struct text old = shown(before->line), new = shown(now->line);
    struct text key_before = key_of(before->line), key_now = key_of(now->line);
    const bool changed = text_same(key_before, key_now);
    const bool is_new = !changed && (is_end(before) || comes_later(*now, key_before));
    struct text player = is_new ? now->player : before->player;
    if (changed)
        buffer_printf(out, "with %.*s, and not %.*s", TEXT_ARGS(old), TEXT_ARGS(new));
    else
        buffer_printf(out, is_new ? "without %.*s" : "with %.*s", TEXT_ARGS(is_new ? new : old));
    if (player.n && !text_is(key_before, "name"))
        buffer_printf(out, " for player %.*s", TEXT_ARGS(player));
}

/*
 * Whether two lines say the same. Lines that begin a player always do: its keys are on the lines
 * after them.
 */
static bool says_as_much(const struct lines *old, const struct lines *new)
{
    return (begins_player(old->line) && begins_player(new->line))
           || text_same(old->line, new->line);
}

static void compare(struct text before, struct text now, struct buffer *out)
{
    struct lines old = {.rest = before}, new = {.rest = now};
    do {
        next_line(&old);
        next_line(&new);
    } while (says_as_much(&old, &new) && (!is_end(&old) || !is_end(&new)));
    if (!says_as_much(&old, &new))
        tell(&old, &new, out);
}

/* The match file, to whose folder paths are relative. */
static const char *match_file(const struct match_config *config)
{
    const struct match_source *source = config->sources;
    while (source->next)
        source = source->next;
    return source->path;
}

struct text match_config_difference(const struct match_config *config, const char *before,
                                    struct arena *arena)
{
    struct match_config earlier;
    struct buffer old = {0}, new = {0}, words = {0};
    struct text told = {0};
    if (!match_config_parse(match_file(config), before, strlen(before), arena, &earlier, NULL)) {
        if (earlier.n_players != config->n_players)
            buffer_printf(&words, "with %u players, and not %u", earlier.n_players,
                          config->n_players);
        match_config_decisive(&earlier, MATCH_DECISIVE, &old);
        match_config_decisive(config, MATCH_DECISIVE, &new);
        if (!words.n)
            compare(buffer_text(&old), buffer_text(&new), &words);
        char *kept = words.failed || old.failed || new.failed
                         ? NULL
                         : arena_strndup(arena, words.s, words.n);
        told = text_of(kept);
    }
    buffer_fini(&old);
    buffer_fini(&new);
    buffer_fini(&words);
    return told;
}
