// SPDX-License-Identifier: MIT
/*
 * A FEN is read once for each rule set and remembered, because the guess of the variant tries
 * several.
 *
 * Two faults look like illegal moves but lie in the start, and are reported as such: a missing
 * start position, where move numbers begin late or the very first move is illegal; and two games
 * run together, where move numbers begin again and the moves from there are legal from the start
 * position.
 */
#include "core/check/start-position.h"

#include "core/base/array.h"
#include "core/check/explain.h"
#include "core/check/look-ahead.h"
#include "core/check/position-ambiguity.h"
#include "core/check/repeat.h"
#include "core/check/turned-board.h"

static const struct {
    unsigned bit;
    const char *words;
} oddities[] = {
    {FEN_DOT, "a period at the end"},
    {FEN_BLANKS, "spaces inside"},
    {FEN_LOWER_CASE, "lower-case letters for colours or kings"},
    {FEN_COLOUR_TWICE, "two lists for one colour"},
    {FEN_LETTER_RANGE, "a range of lettered squares"},
    {FEN_OTHER_SQUARES, "squares in another game's notation"},
    {FEN_FROM_A1, "read as numbered from a1"},
    {FEN_COUNTERS, "counters after the lists"},
    {FEN_QUOTES, "quotes around it"},
    {FEN_NO_LIST, "no list for one colour"},
    {FEN_CAPITALS, "squares in capital letters"},
    {FEN_LEADING_ZERO, "a leading zero"},
    {FEN_COMMA, "an extra comma"},
    {FEN_OTHER_DASH, "a typographic dash"},
};

/* @return what is unusual about the form of a FEN; empty: nothing */
static struct text form_message(struct checker *c, unsigned odd)
{
    unsigned n = 0;
    buffer_clear(&c->text);
    for (size_t i = 0; i < ARRAY_LEN(oddities); i++)
        if (odd & oddities[i].bit)
            buffer_printf(&c->text, "%s%s", n++ ? ", " : "", oddities[i].words);
    return n ? findings_text(c->found, MESSAGE_FEN_FORM, TEXT_ARGS(buffer_text(&c->text)))
             : (struct text){0};
}

/* @return the FEN as PDN writes it; s is NULL if that would lose something or is not wanted */
static struct text repaired_fen(struct checker *c, unsigned odd, const struct position *pos)
{
    char fen[FEN_SIZE];
    if (!c->options.repairs || odd & (FEN_COUNTERS | FEN_TURN_UNKNOWN))
        return (struct text){0};
    fen_write(c->reader->rules, pos, fen);
    return findings_text(c->found, "%s", fen);
}

static void report_form(struct checker *c, const struct tag *tag, unsigned odd,
                        const struct position *pos)
{
    struct text message = form_message(c, odd);
    if (!message.n)
        return;
    struct finding *f =
        checker_report_tag(c, FINDING_FEN_FORM, tag, message, repaired_fen(c, odd, pos));
    if (f && f->repair)
        f->repair->certain = !position_ambiguity_numbers_are_open(c, odd);
}

/* Says whose turn it is, for a FEN that does not say it. */
static struct text turn_message(struct checker *c, const struct position *pos)
{
    return findings_text(c->found, MESSAGE_FEN_TURN, side_name(pos->turn));
}

static void report_bad_fen(struct checker *c, enum finding_code code, const struct tag *tag,
                           const struct err *why)
{
    struct finding *f =
        checker_report_tag(c, code, tag, findings_text(c->found, "%s", why->msg), (struct text){0});
    if (f && f->offset != tag->offset && why->at.line == 1 && why->at.col > 1
        && why->at.col <= f->length) {
        f->offset += why->at.col - 1;
        f->length = 1;
    }
}

/*
 * Reports a position without moves in which the game is over. If moves follow, the first of them is
 * reported instead.
 */
static void report_over(struct checker *c, const struct tag *tag, const struct position *pos)
{
    if (c->game->line.first)
        return;
    buffer_clear(&c->text);
    if (explain_ending(c->reader->rules, pos, &c->text))
        checker_report_tag(c, FINDING_FEN_OVER, tag,
                           findings_text(c->found, "%.*s", TEXT_ARGS(buffer_text(&c->text))),
                           (struct text){0});
}

static const struct check_start *read_start(struct checker *c, const struct rules *rules)
{
    unsigned n = c->n_starts < CHECK_STARTS ? c->n_starts : CHECK_STARTS;
    for (unsigned i = 0; i < n; i++)
        if (c->starts[i].rules == rules)
            return &c->starts[i];
    struct check_start *start = &c->starts[c->n_starts++ % CHECK_STARTS];
    *start = (struct check_start){.rules = rules};
    start->readable = !fen_read(rules, tag_value(c, TAG_FEN), (struct src_pos){0}, &start->pos,
                                &start->odd, NULL);
    return start;
}

bool start_position_read(struct checker *c, const struct rules *rules, struct position *pos,
                         unsigned *odd)
{
    if (odd)
        *odd = 0;
    if (!tag_value(c, TAG_FEN).n) {
        position_start(rules, pos);
        return true;
    }
    const struct check_start *start = read_start(c, rules);
    *pos = start->pos;
    if (odd)
        *odd = start->odd;
    return start->readable;
}

/*
 * Whether the position cannot occur. A man on its crowning row is no obstacle to checking moves;
 * but most callers that only want moves resolved go on to play from there, and the rest of dama
 * does not know such men.
 */
static bool has_fault(const struct checker *c, const struct position *pos, struct src_pos at,
                      enum finding_code *code, struct err *why)
{
    const struct rules *rules = c->reader->rules;
    const bool wanted = checker_reports(c) || c->options.uncrowned;
    bool playable = wanted && !fen_check_loosely(rules, pos, at, NULL);
    *code = playable ? FINDING_MAN_NOT_CROWNED : FINDING_IMPOSSIBLE_POSITION;
    return fen_check(rules, pos, at, why) != 0;
}

int start_position_set(struct checker *c)
{
    const struct tag *tag = c->tags[TAG_FEN];
    const struct rules *rules = c->reader->rules;
    struct position *pos = &c->game->start;
    struct src_pos at = {.line = 1, .col = 1};
    struct err err = {0};
    unsigned odd = 0;
    enum finding_code code;
    c->game->start_given = tag != NULL && text_trim(tag->value).n;
    c->game->start_unknown = false;
    if (!c->game->start_given) {
        position_start(rules, pos);
        position_ambiguity_start(c, c->game->line.first, pos, &odd);
        return 0;
    }
    if (!start_position_read(c, rules, pos, &odd)) {
        fen_read(rules, tag->value, at, pos, NULL, &err); /* read again, to get the error */
        report_bad_fen(c, FINDING_BAD_FEN, tag, &err);
        *pos = (struct position){.turn = (uint8_t)rules->first};
        c->game->start_unknown = true;
        return 1;
    }
    position_ambiguity_start(c, c->game->line.first, pos, &odd);
    if (turned_board_start(c, tag))
        return -1;
    if (checker_reports(c) && odd & FEN_TURN_UNKNOWN)
        checker_report_tag(c, FINDING_FEN_TURN, tag, turn_message(c, pos), (struct text){0});
    if (checker_reports(c))
        report_form(c, tag, odd, pos);
    if (has_fault(c, pos, at, &code, &err)) {
        report_bad_fen(c, code, tag, &err);
        if (code == FINDING_IMPOSSIBLE_POSITION)
            return 1;
    }
    if (checker_reports(c) && !(odd & FEN_TURN_UNKNOWN))
        report_over(c, tag, pos);
    return 0;
}

bool start_position_set_up(struct checker *c, struct node *node, struct position *pos)
{
    const struct rules *rules = c->reader->rules;
    struct src_pos at = {.line = 1, .col = 1};
    struct err why = {0};
    unsigned odd = 0;
    uint32_t length = game_source_length(c->game, node->text);
    const bool bad = fen_read(rules, node->text, at, pos, &odd, &why);
    if (!bad && position_ambiguity_start(c, node->next, pos, &odd)) {
        char fen[FEN_SIZE]; /* others read the text again, and must get the same position */
        fen_write(rules, pos, fen);
        node->text = findings_text(c->found, "%s", fen);
    }
    if (!bad && odd & FEN_TURN_UNKNOWN && checker_reports(c))
        findings_add(c->found, FINDING_FEN_TURN, node->offset, length, "%.*s",
                     TEXT_ARGS(turn_message(c, pos)));
    struct text message = bad || !checker_reports(c) ? (struct text){0} : form_message(c, odd);
    if (message.n) {
        struct finding *f = findings_add(c->found, FINDING_FEN_FORM, node->offset, length, "%.*s",
                                         TEXT_ARGS(message));
        struct text mended = repaired_fen(c, odd, pos);
        if (mended.s && length)
            finding_repair(c->found, f, node->offset, length, mended,
                           !position_ambiguity_numbers_are_open(c, odd));
    }
    enum finding_code code = FINDING_BAD_FEN;
    if (!bad && !has_fault(c, pos, at, &code, &why))
        return true;
    struct finding *f = findings_add(c->found, code, node->offset, length, "%s", why.msg);
    if (f && why.at.line == 1)
        f->offset += why.at.col - 1;
    return code == FINDING_MAN_NOT_CROWNED;
}

/* ---- games that start elsewhere ---- */

static unsigned count_moves(const struct node *node, unsigned most)
{
    unsigned n = 0;
    for (; node && n < most; node = node->next)
        n += node->kind == NODE_MOVE;
    return n;
}

/*
 * Whether the text is squares with a sign between them. Without a sign, as in 2006, it may be
 * anything.
 */
static bool is_written_out(const struct checker *c, struct text move)
{
    struct written_move written;
    return !move_reader_parse(c->reader, move, &written, NULL) && !written.no_sign;
}

void start_position_report_missing(struct checker *c, struct finding *before)
{
    enum { FIRST_PLIES = 4, ENOUGH = 3, GOOD = 6 };
    const struct node *first = c->game->line.first;
    if (c->complete || c->wrong_variant || c->game->start_given || !first
        || first->kind != NODE_MOVE)
        return;
    bool late = first->number > 1 && c->moves_checked < FIRST_PLIES;
    bool illegal =
        c->moves_checked == 0 && first->state == NODE_ILLEGAL && is_written_out(c, first->text);
    bool at_once = illegal && c->suggested < GOOD;
    /* a guess that only two or three moves confirm proves less than what stands before the game */
    bool left_over = illegal && (at_once || count_moves(first, GOOD) < GOOD) && !c->game->n_tags
                     && c->game->before != GAME_BEFORE_NONE;
    if ((!late && !at_once && !left_over) || (count_moves(first, ENOUGH) < ENOUGH && !left_over))
        return;
    findings_cut(c->found, before);
    c->odd = 0;
    if (left_over && !late)
        findings_add(c->found, FINDING_MISSING_START, first->offset,
                     game_source_length(c->game, first->text), MESSAGE_LEFT_OVER,
                     TEXT_ARGS(first->text));
    else if (late)
        findings_add(c->found, FINDING_MISSING_START, first->offset,
                     game_source_length(c->game, first->text), MESSAGE_MISSING_START_LATE,
                     first->number);
    else
        findings_add(c->found, FINDING_MISSING_START, first->offset,
                     game_source_length(c->game, first->text), MESSAGE_MISSING_START,
                     TEXT_ARGS(first->text));
}

/* Finds the last move numbered 1 before the fault, and its ply; NULL if only the first move is. */
static struct node *last_restart(const struct check_place *at, unsigned *ply)
{
    struct node *found = NULL;
    unsigned i = 0;
    bool set_up = false; /* numbers may begin again after a position is set up */
    for (struct node *n = at->of->line->first; n; n = n->next) {
        if (i && !set_up && n->number == 1 && !n->dots && n->kind == NODE_MOVE) {
            found = n;
            *ply = i;
        }
        if (n == at->node)
            break;
        set_up = n->kind == NODE_SETUP;
        i += n->kind == NODE_MOVE;
    }
    return found;
}

bool start_position_report_glued(struct checker *c, const struct check_place *at)
{
    enum { ENOUGH = 4 };
    unsigned ply = 0;
    struct node *restart = last_restart(at, &ply);
    struct position start;
    struct look_ahead f;
    struct repeat repeat;
    if (!restart || (repeat_find(c, at, &repeat) && repeat.n >= ENOUGH))
        return false;
    position_start(c->reader->rules, &start);
    look_ahead_start(&f, &start);
    look_ahead_line(c, c->reader, &f, restart, false, at->ply - ply + ENOUGH);
    if (f.plies <= at->ply - ply || (f.plies < ENOUGH && !f.ended))
        return false;
    findings_add(c->found, FINDING_GLUED_GAMES, restart->offset,
                 game_source_length(c->game, restart->text), MESSAGE_GLUED_GAMES, restart->number,
                 TEXT_ARGS(restart->text));
    if (c->oddities[ODDITY_NUMBER].offset >= restart->offset)
        c->odd &= ~(1U << ODDITY_NUMBER); /* the number belongs to the second game */
    return true;
}
