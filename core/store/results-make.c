// SPDX-License-Identifier: MIT
/*
 * Makes games for logs and pages. They must depend on nothing but their row, so that a log can be
 * rewritten from the file.
 */
#include "core/base/clock.h"
#include "core/board/fen.h"
#include "core/board/notation.h"
#include "core/board/score.h"
#include "core/game/date.h"
#include "core/store/results-internal.h"

#include <inttypes.h>
#include <stdlib.h>
#include <time.h>

/*
 * A peer's words may contain anything; control characters (C0, DEL, C1) would reach the terminal of
 * whoever reads the log.
 */
static void make_harmless(char *s)
{
    for (unsigned char *c = (unsigned char *)s; *c; c++) {
        if (*c < 0x20 || *c == 0x7f)
            *c = '?';
        else if (*c == 0xc2 && c[1] >= 0x80 && c[1] < 0xa0)
            *c = c[1] = '?';
    }
}

/* Adds a tag, unless its value is NULL or empty. */
static int add_tag(struct game *game, const char *name, const char *value, struct err *err)
{
    if (!value || !*value)
        return 0;
    char *kept = arena_strndup(game->arena, value, strlen(value));
    if (kept)
        make_harmless(kept);
    return kept && game_add_tag(game, text_of(name), text_of(kept), 0) == 0 ? 0 : err_memory(err);
}

static int add_number(struct game *game, const char *name, uint64_t value, struct err *err)
{
    char text[24];
    snprintf(text, sizeof text, "%" PRIu64, value);
    return add_tag(game, name, text, err);
}

static int add_dates(struct game *game, int64_t began, struct err *err)
{
    struct tm tm;
    char date[32], hour[32];
    if (began <= 0 || !clock_utc(began, &tm))
        return 0;
    strftime(date, sizeof date, "%Y.%m.%d", &tm);
    strftime(hour, sizeof hour, "%H:%M:%S", &tm);
    return add_tag(game, "UTCDate", date, err) || add_tag(game, "UTCTime", hour, err);
}

static const char *date_of(int64_t began, char buf[32])
{
    struct tm tm;
    if (began <= 0 || !clock_utc(began, &tm))
        return date_unknown;
    strftime(buf, 32, "%Y.%m.%d", &tm);
    return buf;
}

static int add_head(const struct results_match *match, const struct results_game *from,
                    struct game *game, struct err *err)
{
    char date[32], round[32];
    snprintf(round, sizeof round, "%u.%u", from->pair, from->game + 1);
    return add_tag(game, "Event", *match->event ? match->event : "?", err)
                   || add_tag(game, "Site", *match->site ? match->site : "?", err)
                   || add_tag(game, "Date", date_of(from->began, date), err)
                   || add_tag(game, "Round", round, err)
                   || add_tag(game, "White", match->players[from->white].name, err)
                   || add_tag(game, "Black", match->players[from->black].name, err)
                   || add_tag(game, "Result", result_write(game->rules, game->result), err)
                   || (game_set_rules_tags(game, game->rules) && err_memory(err))
               ? -1
               : 0;
}

static int add_times(const struct results_match *match, const struct results_game *from,
                     struct game *game, struct err *err)
{
    const char *white = match->players[from->white].time_control;
    const char *black = match->players[from->black].time_control;
    if (!white || !black || strcmp(white, black) == 0)
        return add_tag(game, "TimeControl", white, err);
    return add_tag(game, "TimeControlWhite", white, err)
           || add_tag(game, "TimeControlBlack", black, err);
}

static int add_rest(const struct results_match *match, const struct results_game *from,
                    int64_t number, struct game *game, struct err *err)
{
    const struct results_pair *pair = &match->pairs[from->pair - 1];
    if (add_tag(game, "FEN", pair->fen, err) || add_times(match, from, game, err)
        || add_dates(game, from->began, err) || add_tag(game, "Opening", pair->opening, err)
        || add_tag(game, "WhiteVersion", from->white_version, err)
        || add_tag(game, "BlackVersion", from->black_version, err))
        return -1;
    if (!number)
        return 0;
    if (add_tag(game, "Termination", from->termination, err)
        || add_tag(game, "Reason", from->reason, err)
        || add_tag(game, "ReasonDetail", from->detail, err)
        || add_number(game, "GameNumber", (uint64_t)number, err))
        return -1;
    if (from->attempt > 1 && add_number(game, "Attempt", from->attempt, err))
        return -1;
    return from->counts ? 0 : add_tag(game, "Replayed", "yes", err);
}

/* ---- comments ---- */

/* Adds a time as h:mm:ss, with thousandths if there are any. */
static void add_time(struct buffer *out, const char *name, int64_t ms)
{
    const char *sign = ms < 0 ? "-" : "";
    ms = ms < 0 ? -ms : ms;
    buffer_printf(out, "%s[%%%s %s%" PRId64 ":%02d:%02d", out->n ? " " : "", name, sign,
                  ms / 3600000, (int)(ms / 60000 % 60), (int)(ms / 1000 % 60));
    int rest = (int)(ms % 1000);
    if (rest) {
        char text[8];
        int n = snprintf(text, sizeof text, ".%03d", rest);
        while (text[n - 1] == '0')
            n--;
        buffer_add(out, text, (size_t)n);
    }
    buffer_add_char(out, ']');
}

/* Adds a score from White's view: in men, or "#3" for a win in three moves. */
static void add_score(struct buffer *out, const struct results_ply *ply, bool white)
{
    int moves = score_moves_to_win(ply->score), hundredths = score_hundredths(ply->score);
    const char *sign = (ply->score < 0) == white ? "-" : "";
    if (abs(ply->score) >= SCORE_FORCED_WIN)
        buffer_printf(out, "[%%eval #%s%d]", sign, abs(moves));
    else
        buffer_printf(out, "[%%eval %s%d.%02d]", hundredths ? sign : "", abs(hundredths) / 100,
                      abs(hundredths) % 100);
}

static void add_judgement(struct buffer *out, const struct results_ply *ply, bool white)
{
    if (ply->score != RESULTS_NO_SCORE)
        add_score(out, ply, white);
    if (ply->win >= 0 && ply->loss >= 0 && ply->win + ply->loss <= 1000)
        buffer_printf(out, "%s[%%wdl %d %d %d]", out->n ? " " : "", white ? ply->win : ply->loss,
                      1000 - ply->win - ply->loss, white ? ply->loss : ply->win);
    if (ply->depth)
        buffer_printf(out, "%s[%%depth %u]", out->n ? " " : "", ply->depth);
    if (ply->nodes)
        buffer_printf(out, "%s[%%nodes %" PRIu64 "]", out->n ? " " : "", ply->nodes);
}

static int add_comment(struct game *game, struct node *node, const struct results_ply *ply,
                       bool white, struct buffer *text, struct err *err)
{
    buffer_clear(text);
    if (ply->opening)
        return 0;
    add_judgement(text, ply, white);
    if (ply->left != RESULTS_NO_CLOCK)
        add_time(text, "clk", ply->left);
    if (ply->ms >= 0)
        add_time(text, "emt", ply->ms);
    if (!text->n && !text->failed)
        return 0;
    struct item *item = game_new_item(game, ITEM_COMMENT);
    if (!item || text->failed || !(item->comment = arena_text(game->arena, buffer_text(text))).s)
        return err_memory(err);
    node->items = item;
    return 0;
}

static int add_moves(struct game *game, const struct results_game *from, struct err *err)
{
    struct node **next = &game->line.first;
    struct position pos = game->start;
    struct buffer text = {0};
    int rc = 0;
    for (unsigned i = 0; i < from->n && rc == 0; i++) {
        char move[NOTATION_MOVE_SIZE];
        const struct results_ply *ply = &from->plies[i];
        unsigned n = notation_write(game->rules, &pos, &ply->move, NOTATION_STYLE_SHORT, move);
        struct node *node = *next = game_new_node(game);
        const struct text kept = arena_text(game->arena, (struct text){move, n});
        if (!node || !kept.s) {
            rc = err_memory(err);
            break;
        }
        node->kind = NODE_MOVE;
        node->state = NODE_PLAYED;
        node->canonical = true;
        node->move = ply->move;
        node->text = kept;
        rc = add_comment(game, node, ply, pos.turn == WHITE, &text, err);
        move_play(game->rules, &pos, &ply->move);
        next = &node->next;
    }
    buffer_fini(&text);
    return rc;
}

int results_game_make(const struct results_match *match, const struct results_game *from,
                      int64_t number, struct game *game, struct err *err)
{
    const struct results_pair *pair = &match->pairs[from->pair - 1];
    if (rules_find(text_of(match->variant), &game->rules, err))
        return -1;
    position_start(game->rules, &game->start);
    if (pair->fen) {
        if (fen_read(game->rules, text_of(pair->fen), (struct src_pos){0}, &game->start, NULL, err))
            return -1;
        game->start_given = true;
    }
    game->result = from->result;
    return add_head(match, from, game, err) || add_rest(match, from, number, game, err)
                   || add_moves(game, from, err)
               ? -1
               : 0;
}
