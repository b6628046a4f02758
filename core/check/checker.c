// SPDX-License-Identifier: MIT
#include "core/check/checker.h"

#include "core/base/array.h"

#include <stdlib.h>

/* A move with a blank for a line break in it, and the marks of a quoted e-mail after that. */
static struct text on_one_line(struct checker *c, struct text move)
{
    char *copy = text_count_lines(move) ? arena_strndup(c->found->arena, move.s, move.n) : NULL;
    size_t n = 0;
    if (!copy)
        return move;
    for (size_t i = 0; i < move.n;) {
        const bool is_break = copy[i] == '\n' || copy[i] == '\r';
        copy[n++] = is_break ? ' ' : copy[i];
        i += is_break ? strspn(copy + i, "\r\n> ") : 1;
    }
    return (struct text){copy, n};
}

struct text checker_label(struct checker *c, const struct check_place *at)
{
    const struct rules *rules = c->reader->rules;
    const char *dots = at->pos.turn == rules->first ? "." : "...";
    return findings_text(c->found, "%u%s %.*s", at->number, dots,
                         TEXT_ARGS(on_one_line(c, at->node->text)));
}

struct text checker_rules(struct checker *c, const struct rules *rules)
{
    char phrase[RULES_PHRASE_SIZE];
    rules_phrase(rules, phrase);
    return findings_text(c->found, "%s", phrase);
}

const struct rules *checker_naming_rules(struct checker *c, unsigned odd)
{
    const struct rules *rules = c->reader->rules;
    enum numbering numbering = rules->numbering;
    if (odd & NOTATION_OTHER_SQUARES && !(odd & NOTATION_FROM_A1))
        numbering = c->reader->letters ? NUMBERING_TOP_LEFT : NUMBERING_LETTERS;
    if (c->reader->counting == COUNTING_TURNED)
        numbering = rules_numbering_turned(numbering);
    if (numbering == rules->numbering)
        return rules;
    c->naming = *rules;
    c->naming.numbering = numbering;
    return &c->naming;
}

bool checker_can_spell(const struct checker *c, unsigned odd)
{
    return !(odd & NOTATION_OTHER_SQUARES)
           || !(odd & NOTATION_FROM_A1 || c->reader->counting == COUNTING_FROM_A1);
}

struct text checker_board(struct checker *c, const struct position *pos)
{
    char fen[FEN_SIZE];
    if (!c->options.boards)
        return (struct text){0};
    fen_write(c->reader->rules, pos, fen);
    return findings_text(c->found, "%s", fen);
}

void checker_show_board(const struct checker *c, struct finding *f, struct text board)
{
    f->board = board;
    f->rules = c->reader->rules;
    f->turned = c->reader->counting == COUNTING_TURNED;
}

struct finding *checker_report_move(struct checker *c, enum finding_code code,
                                    const struct check_place *at, struct text message)
{
    uint32_t length = game_source_length(c->game, at->node->text);
    struct finding *f =
        findings_add(c->found, code, at->node->offset, length, "%.*s", TEXT_ARGS(message));
    if (f) {
        f->move = checker_label(c, at);
        checker_show_board(c, f, checker_board(c, &at->pos));
    }
    return f;
}

struct finding *checker_report_tag(struct checker *c, enum finding_code code, const struct tag *tag,
                                   struct text message, struct text repair)
{
    uint32_t length = game_source_length(c->game, tag->value);
    uint32_t offset = length ? game_source_offset(c->game, tag->value) : tag->offset;
    struct finding *f = findings_add(c->found, code, offset,
                                     length ? length : game_source_length(c->game, tag->name),
                                     "%.*s", TEXT_ARGS(message));
    if (f && repair.s && length && c->options.repairs)
        finding_repair(c->found, f, offset, length, repair, true);
    return f;
}

struct move_reader *checker_counting_reader(struct checker *c, const struct rules *rules,
                                            enum counting counting)
{
    for (unsigned i = 0; i < c->n_readers; i++)
        if (c->readers[i]->rules == rules && c->readers[i]->counting == counting)
            return c->readers[i];
    struct move_reader *r = ARRAY_GROW(c->readers, c->n_readers, c->room_readers)
                                ? move_reader_open(rules, counting)
                                : NULL;
    if (!r) {
        err_memory(c->err);
        return NULL;
    }
    return c->readers[c->n_readers++] = r;
}

struct move_reader *checker_reader(struct checker *c, const struct rules *rules)
{
    return checker_counting_reader(c, rules, COUNTING_USUAL);
}
