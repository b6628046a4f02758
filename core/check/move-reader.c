// SPDX-License-Identifier: MIT
#include "core/check/move-reader.h"

#include <stdlib.h>

static void fill_reader(struct move_reader *r, const struct rules *rules, enum counting counting)
{
    const bool turned = counting == COUNTING_TURNED;
    const struct board *board = rules->board;
    r->rules = rules;
    r->counting = counting;
    r->letters = rules->numbering == NUMBERING_LETTERS;
    for (unsigned i = 0; i < 100; i++) {
        r->number[i] = i && i <= board->squares ? notation_square_numbered(rules, i) : SQUARE_NONE;
        if (turned && r->number[i] != SQUARE_NONE)
            r->number[i] = board_turned(board, r->number[i]);
    }
    for (int file = 0; file < 16; file++) {
        for (int rank = 0; rank < 16; rank++) {
            square sq = file < board->files && rank < board->ranks ? board_at(board, file, rank)
                                                                   : SQUARE_NONE;
            r->letter[file][rank] = turned && sq != SQUARE_NONE ? board_turned(board, sq) : sq;
        }
    }
}

struct move_reader *move_reader_open(const struct rules *rules, enum counting counting)
{
    struct move_reader *r = calloc(1, sizeof *r);
    if (r)
        fill_reader(r, rules, counting);
    return r;
}

void move_reader_close(struct move_reader *reader)
{
    if (!reader)
        return;
    history_close(reader->history);
    free(reader);
}

int move_reader_parse(const struct move_reader *reader, struct text t, struct written_move *out,
                      struct err *err)
{
    const struct board *board = reader->rules->board;
    if (notation_parse(reader->rules, t, out, err))
        return -1;
    if (reader->counting == COUNTING_FROM_A1)
        notation_count_from_a1(out);
    if (reader->counting == COUNTING_TURNED) {
        for (unsigned i = 0; i < out->n; i++)
            if ((out->sq[i] = board_turned(board, out->sq[i])) == SQUARE_NONE)
                return err_plain(err, "not a square of the turned board");
        if (out->from_file >= board->files) /* turned, it would not be a file of the board */
            return err_plain(err, "not a file of this board");
        if (out->two_ways)
            for (unsigned i = 0; i < 2; i++)
                out->other[i] = board_turned(board, out->other[i]);
        if (out->from_file >= 0)
            out->from_file = board->files - 1 - out->from_file;
    }
    return 0;
}
