// SPDX-License-Identifier: MIT
/*
 * The tree is written flat: a node names its parent by number, so that neither this file nor the
 * script nests. A variation replaces the last move of the enclosing line, so its first node has the
 * same parent as that move: the last two nodes of every open line are remembered.
 */
#include "report/html-game.h"

#include "core/base/array.h"
#include "core/board/notation.h"
#include "core/board/squares.h"
#include "core/game/embedded.h"
#include "core/game/move-number.h"
#include "core/game/node-play.h"
#include "core/game/traverse.h"
#include "report/escape.h"
#include "report/page.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* ---- boards ---- */

static int find_board(struct html_games *games, const struct rules *rules, unsigned *index,
                      struct err *err)
{
    for (*index = 0; *index < games->n_boards; ++*index)
        if (games->boards[*index] == rules)
            return 0;
    if (!ARRAY_GROW(games->boards, games->n_boards, games->room_boards))
        return err_memory(err);
    games->boards[games->n_boards++] = rules;
    return 0;
}

static void add_board(const struct rules *rules, struct buffer *out)
{
    const struct squares *squares = squares_of(rules);
    const struct board *board = rules->board;
    buffer_printf(out, "{\"files\":%u,\"ranks\":%u,\"every\":%s,\"first\":%d,\"squares\":[",
                  board->files, board->ranks, board->every_square ? "true" : "false",
                  rules->first == BLACK);
    for (unsigned number = 1; number <= board->squares; number++) {
        square sq = notation_square_numbered(rules, number);
        buffer_printf(out, "%s[%u,%u,\"%.*s\"]", number > 1 ? "," : "", squares->file[sq],
                      squares->rank[sq], squares->length[sq], squares->name[sq]);
    }
    buffer_add_string(out, "]}");
}

static void add_cells(const struct rules *rules, const struct position *pos, struct buffer *out)
{
    static const char pieces[2][2] = {{'w', 'W'}, {'b', 'B'}};
    buffer_add_char(out, '"');
    for (unsigned number = 1; number <= rules->board->squares; number++) {
        square sq = notation_square_numbered(rules, number);
        char c = '.';
        for (enum side side = WHITE; side <= BLACK; side++)
            if (pos->pieces[side] >> sq & 1)
                c = pieces[side][pos->kings >> sq & 1];
        buffer_add_char(out, c);
    }
    buffer_add_char(out, '"');
}

/* ---- what follows a move ---- */

static void add_separator(struct buffer *out, size_t from)
{
    if (out->n > from)
        buffer_add_char(out, ',');
}

/* Finds a command in a move's comments. If several have the name, the first counts. */
static bool find_command(const struct item *items, const char *name, struct embedded *out)
{
    for (const struct item *item = items; item; item = item->next)
        if (item->kind == ITEM_COMMENT && embedded_find(item->comment, name, out))
            return true;
    return false;
}

/* Finds dama-annotate's comment on a move. @return false: there is none */
static bool find_judgement(const struct item *items, struct text *comment)
{
    struct embedded found;
    for (const struct item *item = items; item; item = item->next) {
        if (item->kind != ITEM_COMMENT || !embedded_find(item->comment, "dama", &found))
            continue;
        *comment = item->comment;
        return true;
    }
    return false;
}

/*
 * Finds a command that belongs to a verdict and directly precedes it. Programs that join comments
 * may leave values from other programs before it.
 */
static bool find_judged(struct text comment, const char *name, struct embedded *out)
{
    struct embedded command;
    bool any = false;
    for (size_t at = 0; embedded_next(comment, &at, &command);) {
        if (text_is_nocase(command.name, "dama"))
            break;
        if (!text_is_nocase(command.name, name))
            continue;
        *out = command;
        any = true;
    }
    return any;
}

/*
 * Finds a value of a move. Values from other programs are not mixed with those of dama-annotate.
 * @param judged whether there are verdicts in this game
 */
static bool find_value(const struct item *items, bool judged, const char *name,
                       struct embedded *out)
{
    struct text comment;
    if (find_judgement(items, &comment))
        return find_judged(comment, name, out);
    return !judged && find_command(items, name, out);
}

static void add_evaluation(const struct item *items, bool judged, size_t from, struct buffer *out)
{
    struct embedded found;
    struct embedded_eval eval;
    if (find_value(items, judged, "eval", &found) && embedded_read_eval(found.value, &eval)) {
        add_separator(out, from);
        if (eval.decided)
            buffer_printf(out, "\"m\":%d,\"e\":%d", eval.moves, eval.moves < 0 ? -2000 : 2000);
        else
            buffer_printf(out, "\"e\":%" PRId32, eval.hundredths);
    }
    if (!find_value(items, judged, "wdl", &found))
        return;
    unsigned value[3], n = 0;
    char text[32];
    snprintf(text, sizeof text, "%.*s", TEXT_ARGS(found.value));
    for (char *s = text, *end; n < 3; s = end, n++) {
        value[n] = (unsigned)strtoul(s, &end, 10);
        if (end == s || value[n] > 1000)
            return;
    }
    add_separator(out, from);
    buffer_printf(out, "\"w\":[%u,%u,%u]", value[0], value[1], value[2]);
}

/* A verdict of dama-annotate on a move: "blunder 0.31 $4", "good 0.00 novelty". */
struct verdict_words {
    char word[24];
    double loss; /* 0 to 1 */
    bool is_novelty;
};

static bool read_verdict(const struct item *items, struct verdict_words *out)
{
    struct embedded found;
    char text[96];
    if (!find_command(items, "dama", &found))
        return false;
    snprintf(text, sizeof text, "%.*s", TEXT_ARGS(found.value));
    out->is_novelty = strstr(text, "novelty");
    return sscanf(text, "%23[a-z-] %lf", out->word, &out->loss) == 2 && out->loss >= 0
           && out->loss <= 1
           && strcmp(out->word, "line") != 0; /* a mark that was moved after the first move */
}

static void add_verdict(const struct item *items, size_t from, struct buffer *out)
{
    struct verdict_words verdict;
    if (!read_verdict(items, &verdict))
        return;
    add_separator(out, from);
    buffer_printf(out, "\"v\":[\"%s\",%.2f%s]", verdict.word, verdict.loss,
                  verdict.is_novelty ? ",1" : "");
}

static bool is_judged(const struct game *game)
{
    struct verdict_words verdict;
    for (const struct node *node = game->line.first; node; node = node->next)
        if (read_verdict(node->items, &verdict))
            return true;
    return false;
}

/*
 * The time that the mover has left, which is given without a side or together with the other
 * side's; or EMBEDDED_NO_TIME.
 */
static int64_t time_left(const struct item *items, enum side mover)
{
    struct embedded found;
    struct embedded_clocks clocks;
    if ((!find_command(items, "clk", &found) && !find_command(items, "clock", &found))
        || !embedded_read_clocks(found.value, &clocks))
        return EMBEDDED_NO_TIME;
    return clocks.mover != EMBEDDED_NO_TIME ? clocks.mover
           : mover == WHITE                 ? clocks.white
                                            : clocks.black;
}

static void add_times(const struct item *items, enum side mover, size_t from, struct buffer *out)
{
    struct embedded found;
    int64_t ms = time_left(items, mover);
    if (ms != EMBEDDED_NO_TIME) {
        add_separator(out, from);
        buffer_printf(out, "\"k\":%" PRId64, ms);
    }
    if (find_command(items, "emt", &found) && embedded_read_time(found.value, &ms)) {
        add_separator(out, from);
        buffer_printf(out, "\"t\":%" PRId64, ms);
    }
}

/* NAGs that every reader knows; others are shown by number. */
static void add_mark(const struct item *item, struct buffer *marks)
{
    static const char *const known[] = {"", "!", "?", "!!", "??", "!?", "?!", "□"};
    if (item->kind == ITEM_STRENGTH)
        buffer_add_text(marks, item->strength);
    else if (item->nag < ARRAY_LEN(known))
        buffer_add_string(marks, known[item->nag]);
    else
        buffer_printf(marks, " $%u", item->nag);
}

/* Adds the words of a comment, without its commands. */
static void add_words(struct text comment, struct buffer *words)
{
    struct buffer rest = {0};
    struct text left = embedded_strip(comment, EMBEDDED_CLOCKS | EMBEDDED_EVALS, &rest)
                           ? buffer_text(&rest)
                           : comment;
    if (left.n && words->n)
        buffer_add_char(words, ' ');
    buffer_add_text(words, left);
    words->failed |= rest.failed;
    buffer_fini(&rest);
}

/* Fills in the object {more}, whose opening brace has been written. */
static void add_more(const struct item *items, enum side mover, bool judged, struct buffer *out)
{
    struct buffer words = {0}, marks = {0};
    const size_t from = out->n;
    add_evaluation(items, judged, from, out);
    add_verdict(items, from, out);
    add_times(items, mover, from, out);
    for (const struct item *item = items; item; item = item->next) {
        if (item->kind == ITEM_NAG || item->kind == ITEM_STRENGTH)
            add_mark(item, &marks);
        if (item->kind == ITEM_COMMENT)
            add_words(item->comment, &words);
    }
    if (words.n) {
        add_separator(out, from);
        buffer_add_string(out, "\"c\":");
        escape_json(out, buffer_text(&words));
    }
    if (marks.n) {
        add_separator(out, from);
        buffer_add_string(out, "\"n\":");
        escape_json(out, buffer_text(&marks));
    }
    out->failed |= words.failed || marks.failed;
    buffer_fini(&words);
    buffer_fini(&marks);
}

/* ---- the tree ---- */

/*
 * The state of a walk through the tree: for each open line, the node written last and the one
 * before it.
 */
struct lines {
    struct line_end {
        unsigned last, before;
    } * at; /* owned */
    unsigned room;
    unsigned n;           /* nodes written, including the start */
    bool is_judged;       /* whether there are verdicts of dama-annotate in the game */
    bool is_cut;          /* whether the rest of the main line is left out */
    unsigned left_out;    /* moves in that rest */
    struct buffer before; /* comments before the first node of the line */
    /* what dama-annotate says about this line: the expected result, negative if none is given, and
     * what the line is in a composition, "second-solution" */
    double better;
    char finding[24];
};

static int grow(struct lines *lines, unsigned depth, struct err *err)
{
    if (depth < lines->room)
        return 0;
    unsigned room = 2 * depth + 16;
    struct line_end *at = realloc(lines->at, room * sizeof *at);
    if (!at)
        return err_memory(err);
    lines->at = at;
    lines->room = room;
    return 0;
}

static void add_captured(const struct rules *rules, bitboard captured, struct buffer *out)
{
    buffer_add_char(out, '[');
    for (const char *comma = ""; captured; captured &= captured - 1, comma = ",")
        buffer_printf(out, "%s%u", comma,
                      notation_number_of(rules, (square)LOWEST64(captured)) - 1);
    buffer_add_char(out, ']');
}

/* Stores items that precede the first node of a line. */
static void keep_before(struct lines *lines, const struct item *item)
{
    struct embedded found;
    char text[32];
    if (item->kind != ITEM_COMMENT)
        return;
    add_words(item->comment, &lines->before);
    if (!embedded_find(item->comment, "dama", &found))
        return;
    snprintf(text, sizeof text, "%.*s", TEXT_ARGS(found.value));
    if (sscanf(text, "line %lf", &lines->better) == 1 && lines->better <= 1)
        return;
    lines->better = -1;
    if (sscanf(text, "%23[a-z-]", lines->finding) != 1 || strcmp(lines->finding, "line") == 0)
        *lines->finding = '\0';
}

static void drop_before(struct lines *lines)
{
    buffer_clear(&lines->before);
    lines->better = -1;
    *lines->finding = '\0';
}

/* Adds the items that precede the first node of a line to {more}. */
static void add_before(struct lines *lines, size_t from, struct buffer *out)
{
    if (lines->before.n) {
        add_separator(out, from);
        buffer_add_string(out, "\"q\":");
        escape_json(out, buffer_text(&lines->before));
    }
    if (lines->better >= 0) {
        add_separator(out, from);
        buffer_printf(out, "\"x\":%.2f", lines->better);
    }
    if (*lines->finding) {
        add_separator(out, from);
        buffer_printf(out, "\"f\":\"%s\"", lines->finding);
    }
    drop_before(lines);
}

static void add_node(const struct game *game, const struct node *node, const struct position *pos,
                     struct lines *lines, unsigned parent, struct buffer *out)
{
    const struct rules *rules = game->rules;
    bool played = node->kind == NODE_MOVE && node->state == NODE_PLAYED;
    char text[NOTATION_MOVE_SIZE];
    buffer_printf(out, "%s[%u,", lines->n == 1 ? "" : ",\n", parent);
    if (played) {
        unsigned n = notation_write(rules, pos, &node->move, NOTATION_STYLE_SHORT, text);
        escape_json(out, (struct text){text, n});
        buffer_printf(out, ",%u,%u,", notation_number_of(rules, node->move.from) - 1,
                      notation_number_of(rules, node->move.to) - 1);
        add_captured(rules, node->move.captured, out);
        buffer_printf(out, ",%d,{", node->move.crowns);
    } else {
        escape_json(out, node->kind == NODE_SETUP ? text_of("position") : node->text);
        buffer_add_string(out, ",-1,-1,[],0,{");
    }
    size_t from = out->n;
    add_more(node->items, (enum side)pos->turn, lines->is_judged, out);
    add_before(lines, from, out);
    struct position after = *pos;
    if (node->kind == NODE_SETUP && node_play(rules, node, &after)) {
        add_separator(out, from);
        buffer_add_string(out, "\"b\":");
        add_cells(rules, &after, out);
        buffer_printf(out, ",\"s\":%u", (unsigned)after.turn);
        if (node->next && node->next->number)
            buffer_printf(out, ",\"o\":%u", (unsigned)node->next->number);
    }
    buffer_add_string(out, "}]");
}

/*
 * Ends the nodes. Items that should precede the first node are written separately if there is no
 * node.
 */
static void end_nodes(const struct lines *lines, struct buffer *out)
{
    buffer_add_char(out, ']');
    if (lines->left_out)
        buffer_printf(out, ",\"left\":%u", lines->left_out);
    if (!lines->before.n)
        return;
    buffer_add_string(out, ",\"before\":");
    escape_json(out, buffer_text(&lines->before));
}

/*
 * Adds a node to its line. Moves after one that cannot be played are left out, since their boards
 * are not known. Even if a position is set up later, the main line is not continued from there.
 */
static void add_to_line(const struct game *game, const struct traversal *walk, struct lines *lines,
                        struct buffer *out)
{
    const bool is_main = walk->depth == 0;
    struct line_end *end = &lines->at[walk->depth];
    if (!walk->known || lines->is_cut) {
        lines->is_cut |= is_main;
        lines->left_out += is_main && walk->node->kind != NODE_SETUP;
        return;
    }
    add_node(game, walk->node, &walk->pos, lines, end->last, out);
    end->before = end->last;
    end->last = lines->n++;
}

static int add_tree(const struct game *game, struct buffer *out, struct err *err)
{
    struct traversal walk;
    struct lines lines = {.n = 1, .is_judged = is_judged(game), .better = -1};
    int rc = grow(&lines, 0, err);
    if (rc == 0)
        lines.at[0] = (struct line_end){0, 0};
    traverse_init(&walk, game);
    for (enum traverse_step step; rc == 0 && (step = traverse_next(&walk)) != TRAVERSE_END;) {
        if (step == TRAVERSE_FAILED)
            rc = err_memory(err);
        if (step == TRAVERSE_OPEN && (rc = grow(&lines, walk.depth, err)) == 0)
            lines.at[walk.depth] =
                (struct line_end){lines.at[walk.depth - 1].before, lines.at[walk.depth - 1].before};
        if (step == TRAVERSE_CLOSE)
            drop_before(&lines); /* they belong to a line of which nothing was written */
        if (step == TRAVERSE_ITEM && !walk.node)
            keep_before(&lines, walk.item);
        if (rc == 0 && step == TRAVERSE_NODE)
            add_to_line(game, &walk, &lines, out);
    }
    traverse_fini(&walk);
    end_nodes(&lines, out);
    free(lines.at);
    out->failed |= lines.before.failed;
    buffer_fini(&lines.before);
    return rc;
}

/* ---- games ---- */

void html_games_begin(struct html_games *games, struct buffer *out)
{
    *games = (struct html_games){.out = out};
    buffer_add_string(out, "<div id=\"dama-viewer\"><noscript>This page needs "
                           "JavaScript to show the games.</noscript></div>\n"
                           "<script type=\"application/json\" id=\"dama-games\">\n{\"games\":[");
}

int html_games_add(struct html_games *games, const struct game *game, struct err *err)
{
    struct buffer *out = games->out;
    unsigned board;
    if (!game->rules)
        return err_set(err, game->at, "a game whose rules are not known cannot be shown");
    if (find_board(games, game->rules, &board, err))
        return -1;
    buffer_printf(out,
                  "%s{\"board\":%u,\"turn\":%u,\"number\":%u,\"start\":", games->n++ ? ",\n" : "\n",
                  board, game->start.turn, (unsigned)move_number_at(game, 0).number);
    add_cells(game->rules, &game->start, out);
    buffer_add_string(out, ",\"result\":");
    escape_json(out, game_result_text(game));
    buffer_add_string(out, ",\"tags\":[");
    for (unsigned i = 0; i < game->n_tags; i++) {
        buffer_add_string(out, i ? ",[" : "[");
        escape_json(out, game->tags[i].name);
        buffer_add_char(out, ',');
        escape_json(out, game->tags[i].value);
        buffer_add_char(out, ']');
    }
    buffer_add_string(out, "],\"nodes\":[\n");
    if (add_tree(game, out, err))
        return -1;
    buffer_add_char(out, '}');
    return out->failed ? err_memory(err) : 0;
}

void html_games_end(struct html_games *games)
{
    struct buffer *out = games->out;
    buffer_add_string(out, "],\n\"boards\":[");
    for (unsigned i = 0; i < games->n_boards; i++) {
        if (i)
            buffer_add_char(out, ',');
        add_board(games->boards[i], out);
    }
    buffer_add_string(out, "]}\n</script>\n<script>\n");
    buffer_add(out, (const char *)page_js, page_js_size);
    buffer_add_string(out, "</script>\n");
}

void html_games_fini(struct html_games *games)
{
    free(games->boards);
    *games = (struct html_games){0};
}
