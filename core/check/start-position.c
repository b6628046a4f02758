// SPDX-License-Identifier: MIT
#include "core/check/start-position.h"

#include "core/check/look-ahead.h"

static const struct {
    unsigned bit;
    const char *words;
} oddities[] = {
    {FEN_DOT, "a full stop at the end"},
    {FEN_BLANKS, "blanks inside"},
    {FEN_LOWER_CASE, "small letters for colours or kings"},
    {FEN_COLOUR_TWICE, "two lists of one colour"},
    {FEN_LETTER_RANGE, "a range of squares in letters"},
    {FEN_OTHER_SQUARES, "squares in the notation of other games"},
    {FEN_COUNTERS, "counters behind the lists"},
    {FEN_QUOTES, "quotes around it"},
    {FEN_NO_LIST, "no list for one colour"},
    {FEN_CAPITALS, "squares in capital letters"},
    {FEN_LEADING_ZERO, "a leading zero"},
};

static void report_form(struct checker *c, const struct tag *tag, unsigned odd,
                        const struct position *pos)
{
    struct text mended = {0};
    unsigned n = 0;
    buffer_clear(&c->text);
    for (size_t i = 0; i < sizeof oddities / sizeof *oddities; i++)
        if (odd & oddities[i].bit)
            buffer_printf(&c->text, "%s%s", n++ ? ", " : "", oddities[i].words);
    if (!n)
        return;
    struct text message =
        findings_text(c->found, "unusual form of FEN: %.*s", TEXT_ARGS(buffer_text(&c->text)));
    if (c->options.repairs && !(odd & (FEN_COUNTERS | FEN_TURN_UNKNOWN))) {
        char fen[FEN_SIZE];
        fen_write(c->reader->rules, pos, fen);
        mended = findings_text(c->found, "%s", fen);
    }
    checker_report_tag(c, FINDING_FEN_FORM, tag, message, mended);
}

/* Who moves where the FEN does not say: whoever can play the first move. */
static void decide_turn(struct checker *c, const struct tag *tag, struct position *pos)
{
    const struct node *first = c->game->line.first;
    struct look_ahead f;
    struct position other = *pos;
    other.turn = !other.turn;
    if (first) {
        look_ahead_start(&f, pos);
        look_ahead_line(c, c->reader, &f, first, false, 1);
        if (!f.plies) {
            look_ahead_start(&f, &other);
            look_ahead_line(c, c->reader, &f, first, false, 1);
            if (f.plies)
                *pos = other;
        }
    }
    if (checker_reports(c))
        checker_report_tag(c, FINDING_FEN_TURN, tag,
                           findings_text(c->found, "the FEN does not say who moves: %s is taken",
                                         pos->turn == WHITE ? "White" : "Black"),
                           (struct text){0});
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

int start_position_set(struct checker *c)
{
    const struct tag *tag = c->tags[TAG_FEN];
    const struct rules *rules = c->reader->rules;
    struct position *pos = &c->game->start;
    struct src_pos at = {.line = 1, .col = 1};
    struct err err = {0};
    unsigned odd = 0;
    c->game->start_given = tag != NULL && text_trim(tag->value).n;
    if (!c->game->start_given) {
        position_start(rules, pos);
        return 0;
    }
    if (fen_read(rules, tag->value, at, pos, &odd, &err)) {
        report_bad_fen(c, FINDING_BAD_FEN, tag, &err);
        position_start(rules, pos);
        return 1;
    }
    if (odd & FEN_TURN_UNKNOWN)
        decide_turn(c, tag, pos);
    if (!checker_reports(c))
        return 0;
    report_form(c, tag, odd, pos);
    if (fen_check(rules, pos, at, &err))
        report_bad_fen(c, FINDING_IMPOSSIBLE_POSITION, tag, &err);
    return 0;
}
