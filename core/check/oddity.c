// SPDX-License-Identifier: MIT
/*
 * Peculiarities of notation come in bulk: a program that writes one quiet move with an x writes all
 * of them so. They are reported once per game, at the first one, together with how many there are.
 */
#include "core/check/oddity.h"

#include "core/base/array.h"

static const struct {
    enum finding_code code;
    const char *text; /* NULL: message_of writes the text */
} rows[ODDITY_COUNT] = {
    [ODDITY_LEADING_ZERO] = {FINDING_LEADING_ZERO, MESSAGE_LEADING_ZERO},
    [ODDITY_BLANK] = {FINDING_BLANK_IN_MOVE, MESSAGE_BLANK_IN_MOVE},
    [ODDITY_LINE_BREAK] = {FINDING_BLANK_IN_MOVE, MESSAGE_LINE_BREAK_IN_MOVE},
    [ODDITY_HYPHEN_CAPTURE] = {FINDING_HYPHEN_CAPTURE, MESSAGE_HYPHEN_CAPTURE},
    [ODDITY_X_QUIET] = {FINDING_X_FOR_QUIET, MESSAGE_X_FOR_QUIET},
    [ODDITY_CAPTURE_SIGN] = {FINDING_CAPTURE_SIGN, NULL},
    [ODDITY_NO_SEPARATOR] = {FINDING_NO_SEPARATOR, MESSAGE_NO_SEPARATOR},
    [ODDITY_SIGN] = {FINDING_MOVE_SIGN, MESSAGE_MOVE_SIGN},
    [ODDITY_LONG] = {FINDING_LONG_CAPTURE, MESSAGE_LONG_CAPTURE},
    [ODDITY_PATH] = {FINDING_CAPTURE_PATH, MESSAGE_CAPTURE_PATH},
    [ODDITY_ORDER] = {FINDING_CAPTURE_PATH, MESSAGE_CAPTURE_ORDER},
    [ODDITY_LISTED] = {FINDING_CAPTURE_LISTED, MESSAGE_CAPTURE_LISTED},
    [ODDITY_SHORT_LETTERS] = {FINDING_SHORT_LETTERS, MESSAGE_SHORT_LETTERS},
    [ODDITY_SQUARES] = {FINDING_SQUARE_KIND, NULL},
    [ODDITY_CAPITALS] = {FINDING_CAPITAL_SQUARES, MESSAGE_CAPITAL_SQUARES},
    [ODDITY_SUFFIX] = {FINDING_MOVE_SUFFIX, MESSAGE_MOVE_SUFFIX},
    [ODDITY_JUMPS] = {FINDING_JUMP_BY_JUMP, MESSAGE_JUMP_BY_JUMP},
    [ODDITY_NUMBER] = {FINDING_MOVE_NUMBER, NULL},
    [ODDITY_UNKNOWN] = {FINDING_UNKNOWN_MOVE, MESSAGE_UNKNOWN_MOVE},
    [ODDITY_REPEATS] = {FINDING_VARIATION_REPEATS_MOVE, MESSAGE_VARIATION_REPEATS},
};

/* Maps the bits of enum notation_odd to oddities. */
static const struct {
    unsigned odd;
    enum oddity_id id;
} bits[] = {
    {NOTATION_LEADING_ZERO, ODDITY_LEADING_ZERO},
    {NOTATION_BLANKS, ODDITY_BLANK},
    {NOTATION_HYPHEN_CAPTURE, ODDITY_HYPHEN_CAPTURE},
    {NOTATION_X_QUIET, ODDITY_X_QUIET},
    {NOTATION_OTHER_CAPTURE_SIGN, ODDITY_CAPTURE_SIGN},
    {NOTATION_NO_SEPARATOR, ODDITY_NO_SEPARATOR},
    {NOTATION_OTHER_SIGN, ODDITY_SIGN},
    {NOTATION_LONG, ODDITY_LONG},
    {NOTATION_PATH, ODDITY_PATH},
    {NOTATION_UNORDERED, ODDITY_ORDER},
    {NOTATION_CAPTURED_LISTED, ODDITY_LISTED},
    {NOTATION_SHORT_LETTERS, ODDITY_SHORT_LETTERS},
    {NOTATION_OTHER_SQUARES, ODDITY_SQUARES},
    {NOTATION_CAPITALS, ODDITY_CAPITALS},
    {NOTATION_SUFFIX, ODDITY_SUFFIX},
};

struct oddity *oddity_add(struct checker *c, enum oddity_id id, const struct check_place *at)
{
    struct oddity *o = &c->oddities[id];
    if (!checker_reports(c))
        return NULL;
    if (!(c->odd >> id & 1)) {
        *o = (struct oddity){.offset = at->node->offset,
                             .length = game_source_length(c->game, at->node->text),
                             .move = checker_label(c, at),
                             .board = checker_board(c, &at->pos)};
        c->odd |= 1U << id;
    }
    o->n++;
    return o;
}

void oddity_repair(struct checker *c, struct oddity *o, uint32_t offset, uint32_t length,
                   struct text text, bool certain)
{
    struct repair *r = arena_alloc(c->found->arena, sizeof *r);
    if (!r || !text.s) {
        c->found->failed = true;
        return;
    }
    *r = (struct repair){.offset = offset, .length = length, .text = text, .certain = certain};
    if (o->end)
        o->end->next = r;
    else
        o->repairs = r;
    o->end = r;
}

/* Whether rewriting a capture would use the sign of a guessed variant, which may be wrong. */
static bool has_guessed_sign(const struct checker *c, unsigned odd, const struct move *mv)
{
    unsigned signs = NOTATION_OTHER_CAPTURE_SIGN;
    if (c->reader->rules->capture_sign != 'x')
        signs |= NOTATION_HYPHEN_CAPTURE | NOTATION_NO_SEPARATOR | NOTATION_OTHER_SIGN;
    return c->game->rules_guessed && mv->captured && odd & signs;
}

void oddity_add_notation(struct checker *c, unsigned odd, const struct check_place *at,
                         const struct move *mv)
{
    struct oddity *first = NULL;
    if (!c->options.long_captures)
        odd &= ~(unsigned)NOTATION_LONG;
    if (odd & NOTATION_X_QUIET) /* captures then need not be told apart by their sign */
        odd &= ~(unsigned)(NOTATION_OTHER_CAPTURE_SIGN | NOTATION_OTHER_SIGN);
    if (!odd || !checker_reports(c))
        return;
    unsigned left = odd;
    for (size_t i = 0; i < ARRAY_LEN(bits) && left; i++) {
        if (!(left & bits[i].odd))
            continue;
        left &= ~bits[i].odd;
        const bool broken = bits[i].id == ODDITY_BLANK && text_count_lines(at->node->text);
        struct oddity *o = oddity_add(c, broken ? ODDITY_LINE_BREAK : bits[i].id, at);
        if (!first && bits[i].id != ODDITY_SQUARES) /* an ODDITY_SQUARES is not repaired */
            first = o;
    }
    /*
     * any oddity of a move is repaired by rewriting the whole move, with letters or numbers as it
     * has
     */
    const bool writable = first && checker_can_spell(c, odd);
    uint32_t length = game_source_length(c->game, at->node->text);
    if (!writable || (first->n > 1 && !c->options.repairs))
        return;
    char text[NOTATION_MOVE_SIZE];
    notation_write(checker_naming_rules(c, odd), &at->pos, mv, NOTATION_STYLE_SHORT, text);
    struct text write = findings_text(c->found, "%s", text);
    if (first->n == 1)
        first->write = write;
    if (c->options.repairs && length)
        oddity_repair(c, first, at->node->offset, length, write, !has_guessed_sign(c, odd, mv));
}

static struct text number_message(struct checker *c, const struct oddity *o)
{
    const char *dots = o->dots ? "..." : "", *written_dots = o->written_dots ? "..." : "";
    if (o->n == 1)
        return findings_text(c->found, MESSAGE_MOVE_NUMBER, o->number, dots, o->written,
                             written_dots);
    return findings_text(c->found, MESSAGE_MOVE_NUMBERS, o->number, dots, o->written, written_dots);
}

static struct text kind_of_squares(struct checker *c)
{
    bool letters = c->reader->letters;
    return findings_text(c->found, MESSAGE_SQUARE_KIND, letters ? "numbers" : "letters",
                         TEXT_ARGS(checker_rules(c, c->reader->rules)),
                         letters ? "letters" : "numbers");
}

static struct text message_of(struct checker *c, enum oddity_id id, const struct oddity *o)
{
    struct text message, write = {0}, more = {0};
    if (id == ODDITY_NUMBER)
        return number_message(c, o);
    if (id == ODDITY_SQUARES)
        message = kind_of_squares(c);
    else if (id == ODDITY_CAPTURE_SIGN)
        message = findings_text(c->found, MESSAGE_CAPTURE_SIGN,
                                TEXT_ARGS(checker_rules(c, c->reader->rules)),
                                c->reader->rules->capture_sign);
    else
        message = text_of(rows[id].text);
    if (o->write.n)
        write = findings_text(c->found, MESSAGE_WRITE_INSTEAD, TEXT_ARGS(o->write));
    if (o->n > 1)
        more = findings_text(c->found, MESSAGE_MORE_IN_GAME, o->n - 1);
    return findings_text(c->found, "%.*s%.*s%.*s", TEXT_ARGS(message), TEXT_ARGS(write),
                         TEXT_ARGS(more));
}

void oddity_report(struct checker *c)
{
    for (unsigned id = 0; id < ODDITY_COUNT; id++) {
        if (!(c->odd >> id & 1))
            continue;
        struct oddity *o = &c->oddities[id];
        struct text message = message_of(c, id, o);
        struct finding *f =
            findings_add(c->found, rows[id].code, o->offset, o->length, "%.*s", TEXT_ARGS(message));
        if (!f)
            return;
        f->move = o->move;
        checker_show_board(c, f, o->board);
        f->repair = o->repairs;
    }
}
