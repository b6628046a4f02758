// SPDX-License-Identifier: MIT
/*
 * Peculiarities of notation come in bulk: a program that writes one quiet move with an x writes them all so. They are
 * told once a game, at the first of them, with their number.
 */
#include "core/check/oddity.h"

static const struct {
    enum finding_code code;
    const char *one, *many; /* with the move as written, and for `many` the number of others */
} rows[ODDITY_COUNT] = {
    [ODDITY_LEADING_ZERO] = {FINDING_LEADING_ZERO, "a square is written with a leading zero",
                             "squares are written with a leading zero"},
    [ODDITY_BLANK] = {FINDING_BLANK_IN_MOVE, "there is a blank inside the move",
                      "there are blanks inside moves"},
    [ODDITY_HYPHEN_CAPTURE] = {FINDING_HYPHEN_CAPTURE, "a capture is written with a hyphen",
                               "captures are written with a hyphen"},
    [ODDITY_X_QUIET] = {FINDING_X_FOR_QUIET, "a quiet move is written as a capture",
                        "quiet moves are written as captures"},
    [ODDITY_COLON] = {FINDING_CAPTURE_SIGN, "a capture is written with another game's sign",
                      "captures are written with another game's sign"},
    [ODDITY_NO_SEPARATOR] = {FINDING_NO_SEPARATOR, "there is no sign between the squares",
                             "there is no sign between the squares"},
    [ODDITY_SIGN] = {FINDING_MOVE_SIGN, "an unusual sign stands between the squares",
                     "unusual signs stand between the squares"},
    [ODDITY_LONG] = {FINDING_LONG_CAPTURE, "a capture is written with its whole path, needlessly",
                     "captures are written with their whole path, needlessly"},
    [ODDITY_PATH] = {FINDING_CAPTURE_PATH, "the squares on the way are not those that PDN wants",
                     "the squares on the way are not those that PDN wants"},
    [ODDITY_LISTED] = {FINDING_CAPTURE_LISTED,
                       "a capture is written with the squares of the pieces it takes",
                       "captures are written with the squares of the pieces they take"},
    [ODDITY_SHORT_LETTERS] = {FINDING_SHORT_LETTERS, "the move names only the file it comes from",
                              "moves name only the file they come from"},
    [ODDITY_SQUARES] = {FINDING_SQUARE_KIND, NULL, NULL},
    [ODDITY_CAPITALS] = {FINDING_CAPITAL_SQUARES, "squares are written in capital letters",
                         "squares are written in capital letters"},
    [ODDITY_JUMPS] = {FINDING_JUMP_BY_JUMP, "the jumps of a capture are written as moves",
                      "the jumps of captures are written as moves"},
    [ODDITY_NUMBER] = {FINDING_MOVE_NUMBER, NULL, NULL},
    [ODDITY_UNKNOWN] = {FINDING_UNKNOWN_MOVE, "the move is not known: what follows is not checked",
                        "the move is not known: what follows is not checked"},
    [ODDITY_REPEATS] = {FINDING_VARIATION_REPEATS_MOVE,
                        "the variation begins with the move that was played",
                        "variations begin with the move that was played"},
};

/* Which oddity belongs to a bit of enum notation_odd. */
static const struct {
    unsigned odd;
    enum oddity_id id;
} bits[] = {
    {NOTATION_LEADING_ZERO, ODDITY_LEADING_ZERO},
    {NOTATION_BLANKS, ODDITY_BLANK},
    {NOTATION_HYPHEN_CAPTURE, ODDITY_HYPHEN_CAPTURE},
    {NOTATION_X_QUIET, ODDITY_X_QUIET},
    {NOTATION_COLON, ODDITY_COLON},
    {NOTATION_NO_SEPARATOR, ODDITY_NO_SEPARATOR},
    {NOTATION_OTHER_SIGN, ODDITY_SIGN},
    {NOTATION_LONG, ODDITY_LONG},
    {NOTATION_PATH, ODDITY_PATH},
    {NOTATION_UNORDERED, ODDITY_LISTED},
    {NOTATION_CAPTURED_LISTED, ODDITY_LISTED},
    {NOTATION_SHORT_LETTERS, ODDITY_SHORT_LETTERS},
    {NOTATION_OTHER_SQUARES, ODDITY_SQUARES},
    {NOTATION_CAPITALS, ODDITY_CAPITALS},
};

struct oddity *oddity_add(struct checker *c, enum oddity_id id, const struct check_place *at)
{
    struct oddity *o = &c->oddities[id];
    if (!checker_reports(c))
        return NULL;
    if (!(c->odd >> id & 1)) {
        *o = (struct oddity){.offset = at->node->offset,
                             .length = game_source_length(c->game, at->node->text),
                             .text = at->node->text,
                             .move = checker_label(c, at),
                             .board = checker_board(c, &at->pos)};
        c->odd |= 1U << id;
    }
    o->n++;
    return o;
}

void oddity_repair(struct checker *c, struct oddity *o, uint32_t offset, uint32_t length,
                   struct text text)
{
    struct repair *r = arena_alloc(c->found->arena, sizeof *r);
    if (!r || !text.s) {
        c->found->failed = true;
        return;
    }
    *r = (struct repair){NULL, offset, length, text, true};
    if (o->end)
        o->end->next = r;
    else
        o->repairs = r;
    o->end = r;
}

void oddity_add_notation(struct checker *c, unsigned odd, const struct check_place *at,
                         const struct move *mv)
{
    struct oddity *first = NULL;
    if (!c->options.strict)
        odd &= ~(unsigned)NOTATION_LONG;
    if (!odd || !checker_reports(c))
        return;
    for (size_t i = 0; i < sizeof bits / sizeof *bits; i++) {
        if (!(odd & bits[i].odd))
            continue;
        struct oddity *o = oddity_add(c, bits[i].id, at);
        if (!first)
            first = o;
    }
    uint32_t length = game_source_length(c->game, at->node->text);
    if (!first || !c->can_repair || odd & NOTATION_OTHER_SQUARES || !length)
        return;
    /* any of the oddities of a move is mended by writing the whole move anew */
    char text[NOTATION_MOVE_SIZE];
    notation_write(c->reader->rules, &at->pos, mv, NOTATION_STYLE_SHORT, text);
    oddity_repair(c, first, at->node->offset, length, findings_text(c->found, "%s", text));
}

static struct text message_of(struct checker *c, enum oddity_id id, const struct oddity *o)
{
    if (id == ODDITY_NUMBER)
        return o->n == 1 ? findings_text(c->found, "the move's number is %u, written is %u",
                                         o->meant, o->said)
                         : findings_text(c->found,
                                         "the move's number is %u, written is %u; %u numbers in "
                                         "this game do not count on from the one before",
                                         o->meant, o->said, o->n);
    if (id == ODDITY_SQUARES)
        return findings_text(c->found, "squares are written in %s, where %s has %s%s",
                             c->reader->letters ? "numbers" : "letters", c->reader->rules->name,
                             c->reader->letters ? "letters" : "numbers",
                             o->n > 1 ? " (the whole game)" : "");
    if (o->n == 1)
        return findings_text(c->found, "%s", rows[id].one);
    return findings_text(c->found, "%s, here and %u more time%s in this game", rows[id].many,
                         o->n - 1, o->n == 2 ? "" : "s");
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
        f->board = o->board;
        f->rules = c->reader->rules;
        f->repair = o->repairs;
    }
}
