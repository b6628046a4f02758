// SPDX-License-Identifier: MIT
/*
 * Once a move is read in Latin letters, so is the rest of the line: whoever writes one Cyrillic с writes
 * many, and one repair should mend them all.
 */
#include "core/check/other-letters.h"

#include "core/base/utf8.h"

static const char *script_of(uint32_t code)
{
    if (code >= 0x0370 && code < 0x0400)
        return "Greek ";
    return code >= 0x0400 && code < 0x0530 ? "Cyrillic " : "";
}

bool other_letters_explain(struct text move, struct buffer *out)
{
    const char *const end = move.s + move.n;
    unsigned length;
    for (const char *s = move.s; s < end; s++) {
        const unsigned n = text_nonascii_letter(s, end);
        const bool is_digit_next = s + n < end && s[n] >= '0' && s[n] <= '9';
        if (n == 0 || (notation_nonascii_sign(s, end, &length) && !is_digit_next))
            continue;
        const uint32_t code = utf8_code(s, n);
        buffer_printf(out, MESSAGE_OTHER_LETTER, TEXT_ARGS(move), script_of(code), (int)n, s, code);
        return true;
    }
    return false;
}

/* A move of a line, as read. */
struct reading {
    struct move move;
    unsigned odd; /* enum notation_odd */
    bool latin;   /* it had to be spelled in Latin letters */
    bool alike;   /* which look the same */
};

/* Finds the only legal move that a text is, spelled in Latin letters where that is necessary. */
static bool read_move(struct checker *c, const struct position *pos, struct text t,
                      struct reading *out)
{
    char latin[NOTATION_MOVE_SIZE];
    struct written_move written;
    *out = (struct reading){.alike = true};
    if (move_reader_parse(c->reader, t, &written, NULL)) {
        const unsigned n = notation_latin(t, latin, &out->alike);
        out->latin = true;
        if (n == 0 || move_reader_parse(c->reader, (struct text){latin, n}, &written, NULL))
            return false;
    }
    if (notation_find_first(c->reader->rules, pos, &written, &c->moves, &out->odd)
        || c->moves.n != 1)
        return false;
    out->move = c->moves.at[0];
    return true;
}

static void add_repair(struct checker *c, struct finding *f, const struct node *node,
                       const struct position *pos, const struct reading *r)
{
    const uint32_t length = game_source_length(c->game, node->text);
    char text[NOTATION_MOVE_SIZE];
    if (!r->latin || !c->options.repairs || !length || !checker_can_spell(c, r->odd))
        return;
    notation_write(checker_naming_rules(c, r->odd), pos, &r->move, NOTATION_STYLE_SHORT, text);
    finding_repair(c->found, f, node->offset, length, findings_text(c->found, "%s", text),
                   r->alike);
}

bool other_letters_suggest(struct checker *c, const struct check_place *at, struct finding *f,
                           struct buffer *out)
{
    const struct rules *rules = c->reader->rules;
    const struct node *node = at->node;
    struct position pos = at->pos;
    struct reading r;
    char text[NOTATION_MOVE_SIZE];
    if (!read_move(c, &pos, node->text, &r))
        return false;
    notation_write(checker_naming_rules(c, r.odd), &pos, &r.move, NOTATION_STYLE_SHORT, text);
    buffer_printf(out, "%s%s%s", MESSAGE_PERHAPS, text, MESSAGE_WAS_MEANT);
    const bool alike = r.alike; /* a group is repaired as a whole, so all must be as certain */
    do {
        add_repair(c, f, node, &pos, &r);
        move_play(rules, &pos, &r.move);
        node = node->next;
    } while (node && node->kind == NODE_MOVE && c->ahead > 0 && c->ahead--
             && read_move(c, &pos, node->text, &r) && r.alike >= alike);
    if (!node && at->node->next && at->of->is_main)
        buffer_printf(out, " (%s)", MESSAGE_REST_OF_GAME);
    return true;
}
