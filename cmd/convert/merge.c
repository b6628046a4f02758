// SPDX-License-Identifier: MIT
/*
 * A game that is kept takes the tags that only its duplicates have, a result that only they have,
 * and a date of theirs that is the same but more complete. Its bytes are already in the output
 * format, so it is written again from its record.
 */
#include "cmd/convert/convert.h"
#include "core/base/array.h"
#include "core/game/date.h"
#include "core/game/player-name.h"

bool convert_tag_is_own(struct text name)
{
    static const char *const names[] = {"FEN",     "SetUp",    "GameType",
                                        "Variant", "PlyCount", "GameId"};
    for (size_t i = 0; i < ARRAY_LEN(names); i++) {
        if (text_is(name, names[i]))
            return true;
    }
    return false;
}

/* Whether both may have the same player on a side, by the names used to recognise duplicates. */
static bool same_player(const struct game *game, const struct game *copy, const char *side,
                        bool *failed)
{
    struct buffer names = {0};
    player_name_family(game_tag(game, side), &names);
    size_t n = names.n;
    player_name_family(game_tag(copy, side), &names);
    bool unknown = n == 0 || names.n == n;
    bool same = unknown || (names.n == 2 * n && memcmp(names.s, names.s + n, n) == 0);
    *failed = *failed || names.failed;
    buffer_fini(&names);
    return same;
}

/* Whether a tag is about one side, as WhiteRating and TimeControlBlack are. */
static bool about_a_side(struct text name)
{
    for (int side = WHITE; side <= BLACK; side++) {
        const char *word = side_name((enum side)side);
        const size_t n = strlen(word);
        if (text_ends_in(name, word) || (name.n >= n && memcmp(name.s, word, n) == 0))
            return true;
    }
    return text_is(name, "Result");
}

/* Whether a copy's Result tag contradicts the game, which may have its result elsewhere. */
static bool contradicts(const struct game *game, const struct game *copy, struct text name)
{
    return text_is(name, "Result") && !result_is_unknown(game->result)
           && game->result != copy->result;
}

/*
 * Whether a copy has the same date as the game, but a more complete one, or one that settles in
 * which order 5/6/2024 is to be read.
 * @param more set to it if so
 */
static bool completes_date(const struct game *game, const struct tag *tag, struct date *more)
{
    struct date less, other;
    const struct text own = game_tag(game, "Date");
    if (!text_is(tag->name, "Date") || !date_read_known(tag->value, more))
        return false;
    if (date_read(own, &less) != DATE_GUESSED)
        return date_read_roughly(own, &less) && date_completes(*more, less);
    return date_same(*more, less) || date_completes(*more, less)
           || (date_read_otherwise(own, &other) && date_same(*more, other));
}

/* Gives the game a date, in the form of PDN. @return 0, -1: out of memory */
static int set_date(struct game *game, struct date date)
{
    char written[DATE_SIZE];
    date_write(date, written);
    const struct text value = arena_text(game->arena, text_of(written));
    return value.s ? game_set_tag(game, text_of("Date"), value) : -1;
}

static bool is_result_known(const struct game *game)
{
    return !result_is_unknown(result_read(game->rules, game_result_text(game)));
}

/*
 * Takes a result that a copy has only after its moves, into the game's Result tag if that says
 * unknown, or else after the game's own moves. @return 1 taken, 0 not, -1: out of memory
 */
static int take_result(struct game *game, const struct game *copy)
{
    if (is_result_known(game) || !is_result_known(copy) || copy->result == RESULT_OTHER)
        return 0;
    if (game_tag(game, "Result").s)
        return game_set_tag(game, text_of("Result"), game_result_text(copy)) ? -1 : 1;
    game->terminator = game_result_text(copy);
    return 1;
}

/* @return the number of tags and results taken, -1: out of memory */
static int take_tags(struct game *game, const struct game *copy)
{
    bool failed = false;
    bool straight =
        same_player(game, copy, "White", &failed) && same_player(game, copy, "Black", &failed);
    int taken = 0;
    if (failed)
        return -1;
    for (unsigned i = 0; i < copy->n_tags; i++) {
        const struct tag *tag = &copy->tags[i];
        struct date date;
        const bool completes = completes_date(game, tag, &date);
        if (convert_tag_is_own(tag->name) || tag_is_unknown(tag->value)
            || (!straight && about_a_side(tag->name)) || contradicts(game, copy, tag->name)
            || (!tag_is_unknown(game_tag_named(game, tag->name)) && !completes))
            continue;
        if (completes ? set_date(game, date) : game_set_tag(game, tag->name, tag->value))
            return -1;
        taken++;
    }
    const int result = straight ? take_result(game, copy) : 0;
    return result < 0 ? -1 : taken + result;
}

static int read_game(struct text bytes, struct arena *arena, struct game *game, struct err *err)
{
    struct record record;
    *game = (struct game){.arena = arena};
    return record_unpack(bytes, &record) ? record_game(&record, game, err)
                                         : err_plain(err, "a damaged record");
}

/* Whether the Result tag says something else than the result after the moves. */
static bool contradicts_end(const struct game *game)
{
    const struct text tag = game_tag(game, "Result");
    return !tag_is_unknown(tag)
           && result_read(game->rules, tag) != result_read(game->rules, game->terminator);
}

/* Checks and cleans a game that has got data from its copies, just as when it was read. */
static int check_again(struct convert *c, struct convert_worker *w, struct game *game,
                       struct err *err)
{
    struct findings found = {.arena = &w->arena};
    const struct convert_cleaning cleaning = {w->checker, game, &found, NULL};
    struct clean_report report = {0};
    if (contradicts_end(game)) /* the tag may now be the copy's */
        game->terminator = (struct text){0};
    return check_game(w->checker, game, &found, err) || convert_clean(c, &cleaning, &report, err)
               ? -1
               : 0;
}

int convert_merged_game(struct convert *c, const struct spool_item *item, struct game *game,
                        struct err *err)
{
    struct convert_worker *w = &c->workers[0];
    struct game copy;
    int taken = 0;
    arena_reset(&w->arena);
    if (read_game(item->record, &w->arena, game, err))
        return -1;
    for (unsigned i = 0; i < item->n_copies; i++) {
        if (read_game(item->copies[i], &w->arena, &copy, err))
            return -1;
        int n = take_tags(game, &copy);
        if (n < 0)
            return err_memory(err);
        taken += n;
    }
    return taken && check_again(c, w, game, err) ? -1 : taken > 0;
}

/* Converts to the output's encoding again, which may lack characters of a copy's texts. */
static int encode_again(struct convert *c, struct convert_worker *w, const struct game *game,
                        struct err *err)
{
    struct encoded done;
    if (convert_encode(w, &w->moves, 0, &done, err))
        return -1;
    if (!done.lacking)
        return 0;
    return err_plain(err,
                     "%s cannot hold '%.*s', which a duplicate of %.*s - %.*s has; choose "
                     "another --output-encoding, or --translit for a similar letter",
                     c->settings->encoding, (int)done.lacking, w->moves.s + done.taken,
                     TEXT_ARGS(game_tag(game, "White")), TEXT_ARGS(game_tag(game, "Black")));
}

int convert_merge(struct convert *c, const struct spool_item *item, struct text *bytes,
                  struct convert_facts *facts, struct err *err)
{
    struct convert_worker *w = &c->workers[0];
    struct convert_bytes to = {.bytes = &w->moves, .facts = facts};
    struct game game;
    int rc = convert_merged_game(c, item, &game, err);
    if (rc <= 0)
        return rc;
    if (facts->copied) /* but no longer */
        facts->has_tag = check_has_rules_tag(&game);
    facts->left |= convert_carry_again(c, w, *bytes, facts->carried);
    to.members = buffer_text(&w->names);
    buffer_clear(&w->moves);
    if (c->to->kind == FORMAT_STORE ? record_pack(&game, c->keep_positions, &w->moves, err)
                                    : convert_write_text(c, w, &game, &to, err))
        return -1;
    if (c->to->kind == FORMAT_STORE)
        buffer_add_text(&w->moves, to.members);
    if (c->to->kind == FORMAT_TEXT && encode_again(c, w, &game, err))
        return -1;
    *bytes = buffer_text(&w->moves);
    return w->moves.failed || w->names.failed ? err_memory(err) : 0;
}
