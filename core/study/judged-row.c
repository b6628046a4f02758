// SPDX-License-Identifier: MIT
#include "core/study/judged-row.h"

#include "core/board/notation.h"
#include "core/engine/wdl.h"

void judged_row_text_fini(struct judged_row_text *text)
{
    buffer_fini(&text->move);
    buffer_fini(&text->line);
}

/* White's chances, rounded as in the comments of the game. */
static struct store_chances chances_of(struct wdl wdl, enum side mover)
{
    unsigned n[3];
    if (mover == BLACK)
        wdl = (struct wdl){wdl.loss, wdl.draw, wdl.win};
    wdl_thousandths(wdl, n);
    return (struct store_chances){n[0] / 1000.0, n[1] / 1000.0, n[2] / 1000.0};
}

static const char *verdict_of_row(const struct judged_ply *judged,
                                  const struct verdict_thresholds *thresholds)
{
    if (judged->flags & JUDGED_BOOK)
        return "book";
    if (judged->flags & JUDGED_OTHER || !(judged->flags & JUDGED))
        return "left-out";
    return judged->flags & JUDGED_SINGLE ? "single" : verdict_word(verdict_of(judged, thresholds));
}

static void add_move(const struct rules *rules, const struct position *pos, const struct move *mv,
                     struct buffer *out)
{
    char text[NOTATION_MOVE_SIZE];
    unsigned n = notation_write(rules, pos, mv, NOTATION_STYLE_SHORT, text);
    if (out->n)
        buffer_add_char(out, ' ');
    buffer_add(out, text, n);
}

static void add_line(const struct rules *rules, const struct position *pos,
                     const struct judgement *best, struct buffer *out)
{
    struct position now = *pos;
    for (unsigned i = 0; i < best->n; i++) {
        add_move(rules, &now, &best->line[i], out);
        move_play(rules, &now, &best->line[i]);
    }
}

static void set_value(const struct judged_ply *judged, enum side mover, struct store_judgement *out)
{
    int sign = mover == WHITE ? 1 : -1; /* as in the comments: from White's view */
    out->is_judged = true;
    out->is_exact = judged->flags & JUDGED_EXACT;
    out->moves_to_win = sign * score_moves_to_win(judged->score);
    out->is_win = out->moves_to_win != 0;
    out->eval = score_hundredths(sign * judged->score) / 100.0;
    out->after = chances_of(judged->wdl, mover);
    out->before = chances_of(judged->best.wdl, mover);
    out->loss = judge_loss(judged);
    out->depth = judged->best.depth;
    out->nodes = judged->best.nodes;
}

int judged_row(const struct rules *rules, const struct position *pos, const struct move *mv,
               unsigned ply, const struct judged_ply *judged,
               const struct verdict_thresholds *thresholds, struct judged_row_text *text,
               struct store_judgement *out)
{
    *out = (struct store_judgement){.ply = ply + 1,
                                    .is_black = pos->turn == BLACK,
                                    .verdict = verdict_of_row(judged, thresholds),
                                    .is_novelty = judged->flags & JUDGED_NOVELTY,
                                    .is_exercise = judged->flags & JUDGED_EXERCISE};
    buffer_clear(&text->move);
    buffer_clear(&text->line);
    add_move(rules, pos, mv, &text->move);
    if (judged->flags & JUDGED && !(judged->flags & (JUDGED_BOOK | JUDGED_OTHER))) {
        set_value(judged, (enum side)pos->turn, out);
        add_line(rules, pos, &judged->best, &text->line);
    }
    out->move = buffer_text(&text->move);
    out->line = buffer_text(&text->line);
    return text->move.failed || text->line.failed ? -1 : 0;
}

static void add_chances(const char *name, const struct store_chances *chances, struct buffer *out)
{
    buffer_printf(out, ",\"%s\":[%.3f,%.3f,%.3f]", name, chances->win, chances->draw,
                  chances->lose);
}

/* Moves and verdicts contain no characters that JSON would have to escape. */
void judged_row_json(const struct store_judgement *row, struct buffer *out)
{
    buffer_printf(out, "{\"ply\":%u,\"side\":\"%s\",\"move\":\"%.*s\",\"verdict\":\"%s\"", row->ply,
                  row->is_black ? "black" : "white", TEXT_ARGS(row->move), row->verdict);
    if (row->is_judged) {
        buffer_printf(out, ",\"loss\":%.4f", row->loss);
        if (row->is_win)
            buffer_printf(out, ",\"moves_to_win\":%d", row->moves_to_win);
        else
            buffer_printf(out, ",\"eval\":%.2f", row->eval);
        add_chances("before", &row->before, out);
        add_chances("after", &row->after, out);
        buffer_printf(out, ",\"line\":\"%.*s\",\"depth\":%u,\"nodes\":%llu", TEXT_ARGS(row->line),
                      row->depth, (unsigned long long)row->nodes);
    }
    if (row->is_exact)
        buffer_add_string(out, ",\"exact\":true");
    if (row->is_novelty)
        buffer_add_string(out, ",\"novelty\":true");
    if (row->is_exercise)
        buffer_add_string(out, ",\"exercise\":true");
    buffer_add_char(out, '}');
}
