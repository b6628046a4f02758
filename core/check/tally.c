// SPDX-License-Identifier: MIT
/*
 * Peculiarities of notation come in bulk: a program that writes one quiet move with an x writes them all so. They are
 * told once a game, at the first of them, with their number.
 */
#include "core/check/checker.h"

static const struct {
    enum finding_code code;
    const char *one, *many; /* with the move as written, and for `many` the number of others */
} rows[TALLY_COUNT] = {
    [TALLY_LEADING_ZERO] = {FINDING_LEADING_ZERO, "a square is written with a leading zero",
                            "squares are written with a leading zero"},
    [TALLY_BLANK] = {FINDING_BLANK_IN_MOVE, "there is a blank inside the move",
                     "there are blanks inside moves"},
    [TALLY_HYPHEN_CAPTURE] = {FINDING_HYPHEN_CAPTURE, "a capture is written with a hyphen",
                              "captures are written with a hyphen"},
    [TALLY_X_QUIET] = {FINDING_X_FOR_QUIET, "a quiet move is written as a capture",
                       "quiet moves are written as captures"},
    [TALLY_COLON] = {FINDING_CAPTURE_SIGN, "a capture is written with another game's sign",
                     "captures are written with another game's sign"},
    [TALLY_NO_SEPARATOR] = {FINDING_NO_SEPARATOR, "there is no sign between the squares",
                            "there is no sign between the squares"},
    [TALLY_SIGN] = {FINDING_MOVE_SIGN, "an unusual sign stands between the squares",
                    "unusual signs stand between the squares"},
    [TALLY_LONG] = {FINDING_LONG_CAPTURE, "a capture is written with its whole path, needlessly",
                    "captures are written with their whole path, needlessly"},
    [TALLY_PATH] = {FINDING_CAPTURE_PATH, "the squares on the way are not those that PDN wants",
                    "the squares on the way are not those that PDN wants"},
    [TALLY_LISTED] = {FINDING_CAPTURE_LISTED,
                      "a capture is written with the squares of the pieces it takes",
                      "captures are written with the squares of the pieces they take"},
    [TALLY_SHORT_LETTERS] = {FINDING_SHORT_LETTERS, "the move names only the file it comes from",
                             "moves name only the file they come from"},
    [TALLY_SQUARES] = {FINDING_SQUARE_KIND, NULL, NULL},
    [TALLY_CAPITALS] = {FINDING_CAPITAL_SQUARES, "squares are written in capital letters",
                        "squares are written in capital letters"},
    [TALLY_JUMPS] = {FINDING_JUMP_BY_JUMP, "the jumps of a capture are written as moves",
                     "the jumps of captures are written as moves"},
    [TALLY_NUMBER] = {FINDING_MOVE_NUMBER, NULL, NULL},
    [TALLY_UNKNOWN] = {FINDING_UNKNOWN_MOVE, "the move is not known: what follows is not checked",
                       "the move is not known: what follows is not checked"},
    [TALLY_REPEATS] = {FINDING_VARIATION_REPEATS_MOVE,
                       "the variation begins with the move that was played",
                       "variations begin with the move that was played"},
};

/* Which tally belongs to a bit of enum notation_odd. */
static const struct {
    unsigned odd;
    enum tally_id id;
} bits[] = {
    {NOTATION_LEADING_ZERO, TALLY_LEADING_ZERO},
    {NOTATION_BLANKS, TALLY_BLANK},
    {NOTATION_HYPHEN_CAPTURE, TALLY_HYPHEN_CAPTURE},
    {NOTATION_X_QUIET, TALLY_X_QUIET},
    {NOTATION_COLON, TALLY_COLON},
    {NOTATION_NO_SEPARATOR, TALLY_NO_SEPARATOR},
    {NOTATION_OTHER_SIGN, TALLY_SIGN},
    {NOTATION_LONG, TALLY_LONG},
    {NOTATION_PATH, TALLY_PATH},
    {NOTATION_UNORDERED, TALLY_LISTED},
    {NOTATION_CAPTURED_LISTED, TALLY_LISTED},
    {NOTATION_SHORT_LETTERS, TALLY_SHORT_LETTERS},
    {NOTATION_OTHER_SQUARES, TALLY_SQUARES},
    {NOTATION_CAPITALS, TALLY_CAPITALS},
};

struct tally *tally_add(struct checker *c, enum tally_id id, const struct place *at)
{
    struct tally *t = &c->tallies[id];
    if (!checker_tells(c))
        return NULL;
    if (!(c->tallied >> id & 1)) {
        *t = (struct tally){.offset = at->node->offset,
                            .length = source_length(c->game, at->node->text),
                            .text = at->node->text,
                            .move = place_label(c, at),
                            .board = checker_board(c, &at->pos)};
        c->tallied |= 1U << id;
    }
    t->n++;
    return t;
}

void tally_repair(struct checker *c, struct tally *t, uint32_t offset, uint32_t length,
                  struct text text)
{
    struct repair *r = arena_alloc(c->found->arena, sizeof *r);
    if (!r || !text.s) {
        c->found->failed = true;
        return;
    }
    *r = (struct repair){NULL, offset, length, text, true};
    if (t->end)
        t->end->next = r;
    else
        t->repairs = r;
    t->end = r;
}

void tally_odd(struct checker *c, unsigned odd, const struct place *at, const struct move *mv)
{
    struct tally *first = NULL;
    if (!c->options.strict)
        odd &= ~(unsigned)NOTATION_LONG;
    if (!odd || !checker_tells(c))
        return;
    for (size_t i = 0; i < sizeof bits / sizeof *bits; i++) {
        if (!(odd & bits[i].odd))
            continue;
        struct tally *t = tally_add(c, bits[i].id, at);
        if (!first)
            first = t;
    }
    uint32_t length = source_length(c->game, at->node->text);
    if (!first || !c->mends || odd & NOTATION_OTHER_SQUARES || !length)
        return;
    /* any of the oddities of a move is mended by writing the whole move anew */
    char text[NOTATION_MOVE_SIZE];
    notation_write(c->reader->rules, &at->pos, mv, NOTATION_STYLE_SHORT, text);
    tally_repair(c, first, at->node->offset, length, findings_text(c->found, "%s", text));
}

static struct text message_of(struct checker *c, enum tally_id id, const struct tally *t)
{
    if (id == TALLY_NUMBER)
        return t->n == 1 ? findings_text(c->found, "the move's number is %u, written is %u",
                                         t->meant, t->said)
                         : findings_text(c->found,
                                         "the move's number is %u, written is %u; %u numbers in "
                                         "this game do not count on from the one before",
                                         t->meant, t->said, t->n);
    if (id == TALLY_SQUARES)
        return findings_text(c->found, "squares are written in %s, where %s has %s%s",
                             c->reader->letters ? "numbers" : "letters", c->reader->rules->name,
                             c->reader->letters ? "letters" : "numbers",
                             t->n > 1 ? " (the whole game)" : "");
    if (t->n == 1)
        return findings_text(c->found, "%s", rows[id].one);
    return findings_text(c->found, "%s, here and %u more time%s in this game", rows[id].many,
                         t->n - 1, t->n == 2 ? "" : "s");
}

void tally_report(struct checker *c)
{
    for (unsigned id = 0; id < TALLY_COUNT; id++) {
        if (!(c->tallied >> id & 1))
            continue;
        struct tally *t = &c->tallies[id];
        struct text message = message_of(c, id, t);
        struct finding *f =
            findings_add(c->found, rows[id].code, t->offset, t->length, "%.*s", TEXT_ARGS(message));
        if (!f)
            return;
        f->move = t->move;
        f->board = t->board;
        f->rules = c->reader->rules;
        f->repair = t->repairs;
    }
}
