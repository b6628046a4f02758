// SPDX-License-Identifier: MIT
/*
 * SVG with whole numbers only, so that no locale can put a decimal comma into them: a square is 100
 * units wide.
 */
#include "core/board/diagram.h"
#include "core/board/fen.h"
#include "core/board/squares.h"

enum {
    CELL = 100,
    PIXELS = 44, /* per square, in the size that the document asks for */
    FRAME = 10,  /* around the squares */
    MARGIN = 52, /* for letters and ranks at the edge */
    RADIUS = 36, /* of a man's disc */
    KING_RADIUS = 33,
    KING_RISE = 10, /* offset of a king's two discs above and below the middle */
};

static const char ink[] = "#26221c", paper[] = "#ffffff", light[] = "#fbf7ec", dark[] = "#d8c8a4",
                  number_ink[] = "#7b6a48", mark[] = "#c0392b";

struct drawing {
    const struct rules *rules;
    const struct board *board;
    const struct squares *squares;
    const struct position *pos;
    const struct diagram_options *options;
    FILE *out;
    int left, top; /* of the squares */
};

static int column_of(const struct drawing *d, int file)
{
    return d->options->flipped ? d->board->files - 1 - file : file;
}

static int row_of(const struct drawing *d, int rank)
{
    return d->options->flipped ? rank : d->board->ranks - 1 - rank;
}

static int x_of(const struct drawing *d, int file) { return d->left + CELL * column_of(d, file); }
static int y_of(const struct drawing *d, int rank) { return d->top + CELL * row_of(d, rank); }

static void put_board(const struct drawing *d)
{
    int width = CELL * d->board->files, height = CELL * d->board->ranks;
    fprintf(d->out, "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" rx=\"4\" fill=\"%s\"/>\n",
            d->left - FRAME, d->top - FRAME, width + 2 * FRAME, height + 2 * FRAME, ink);
    fprintf(d->out, "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" fill=\"%s\"/>\n", d->left,
            d->top, width, height, light);
    fprintf(d->out, "<path fill=\"%s\" d=\"", dark);
    for (int rank = 0; rank < d->board->ranks; rank++)
        for (int file = 0; file < d->board->files; file++)
            if (squares_is_dark(d->rules, file, rank))
                fprintf(d->out, "M%d %dh%dv%dh-%dz", x_of(d, file), y_of(d, rank), CELL, CELL,
                        CELL);
    fputs("\"/>\n", d->out);
}

static void put_numbers(const struct drawing *d)
{
    fprintf(d->out, "<g font-size=\"18\" fill=\"%s\">\n", number_ink);
    for (unsigned number = 1; number < SQUARES_NUMBERS; number++) {
        square sq = d->squares->of_number[number];
        if (sq == SQUARE_NONE)
            break;
        fprintf(d->out, "<text x=\"%d\" y=\"%d\">%u</text>\n", x_of(d, d->squares->file[sq]) + 4,
                y_of(d, d->squares->rank[sq]) + 18, number);
    }
    fputs("</g>\n", d->out);
}

static void put_letters(const struct drawing *d)
{
    int middle = CELL / 2, below = d->top + CELL * d->board->ranks;
    fprintf(d->out, "<g font-size=\"32\" text-anchor=\"middle\" fill=\"%s\">\n", ink);
    for (int file = 0; file < d->board->files; file++)
        fprintf(d->out, "<text x=\"%d\" y=\"%d\">%c</text>\n", x_of(d, file) + middle,
                below + FRAME + 34, 'a' + file);
    for (int rank = 0; rank < d->board->ranks; rank++)
        fprintf(d->out, "<text x=\"%d\" y=\"%d\">%d</text>\n", d->left - FRAME - 22,
                y_of(d, rank) + middle + 11, rank + 1);
    fputs("</g>\n", d->out);
}

static void put_disc(const struct drawing *d, int x, int y, int radius, enum side side)
{
    fprintf(d->out, "<circle cx=\"%d\" cy=\"%d\" r=\"%d\" fill=\"%s\" stroke=\"%s\"/>\n", x, y,
            radius, side == WHITE ? paper : ink, side == WHITE ? ink : paper);
}

static void put_pieces(const struct drawing *d)
{
    fputs("<g stroke-width=\"4\">\n", d->out);
    for (unsigned number = 1; number < SQUARES_NUMBERS; number++) {
        square sq = d->squares->of_number[number];
        if (sq == SQUARE_NONE)
            break;
        if (!((d->pos->pieces[WHITE] | d->pos->pieces[BLACK]) >> sq & 1))
            continue;
        enum side side = d->pos->pieces[WHITE] >> sq & 1 ? WHITE : BLACK;
        bool king = d->pos->kings >> sq & 1;
        int rise = king ? KING_RISE : 0, radius = king ? KING_RADIUS : RADIUS;
        int x = x_of(d, d->squares->file[sq]) + CELL / 2;
        int y = y_of(d, d->squares->rank[sq]) + CELL / 2;
        if (king)
            put_disc(d, x, y + rise, radius, side);
        put_disc(d, x, y - rise, radius, side);
    }
    fputs("</g>\n", d->out);
}

static void put_cross(const struct drawing *d, square sq)
{
    enum { ARM = 18 };
    fprintf(d->out, "<path d=\"M%d %dl%d %dm0 -%dl-%d %d\"/>\n",
            x_of(d, d->squares->file[sq]) + CELL / 2 - ARM,
            y_of(d, d->squares->rank[sq]) + CELL / 2 - ARM, 2 * ARM, 2 * ARM, 2 * ARM, 2 * ARM,
            2 * ARM);
}

static void put_outline(const struct drawing *d, square sq)
{
    enum { INSET = 4 };
    fprintf(d->out, "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" rx=\"6\"/>\n",
            x_of(d, d->squares->file[sq]) + INSET, y_of(d, d->squares->rank[sq]) + INSET,
            CELL - 2 * INSET, CELL - 2 * INSET);
}

/* Draws the route of the move, a line through the middles of its squares. */
static void put_way(const struct drawing *d, const struct move *mv)
{
    struct route route = {.n = 1, .stop = {mv->to}};
    if (mv->captured && !move_route(d->rules, d->pos, mv, NULL, 0, &route))
        return;
    fprintf(d->out, "<path stroke-linejoin=\"round\" opacity=\"0.55\" d=\"M%d %d",
            x_of(d, d->squares->file[mv->from]) + CELL / 2,
            y_of(d, d->squares->rank[mv->from]) + CELL / 2);
    for (unsigned i = 0; i < route.n; i++)
        fprintf(d->out, "L%d %d", x_of(d, d->squares->file[route.stop[i]]) + CELL / 2,
                y_of(d, d->squares->rank[route.stop[i]]) + CELL / 2);
    fputs("\"/>\n", d->out);
}

static void put_move(const struct drawing *d, const struct move *mv)
{
    fprintf(d->out, "<g fill=\"none\" stroke=\"%s\" stroke-width=\"8\" stroke-linecap=\"round\">\n",
            mark);
    put_way(d, mv);
    put_outline(d, mv->from);
    if (mv->to != mv->from)
        put_outline(d, mv->to);
    for (square sq = 0; sq < BOARD_BITS; sq++)
        if (mv->captured >> sq & 1)
            put_cross(d, sq);
    fputs("</g>\n", d->out);
}

void diagram_svg(const struct rules *rules, const struct position *pos,
                 const struct diagram_options *options, FILE *out)
{
    bool letters = rules->numbering == NUMBERING_LETTERS && !options->no_numbers;
    struct drawing d = {
        .rules = rules,
        .board = rules->board,
        .squares = squares_of(rules),
        .pos = pos,
        .options = options,
        .out = out,
        .left = FRAME + (letters ? MARGIN : 0),
        .top = FRAME,
    };
    int width = d.left + CELL * d.board->files + FRAME;
    int height = d.top + CELL * d.board->ranks + FRAME + (letters ? MARGIN : 0);
    char fen[FEN_SIZE], label[FEN_SIZE + 100];
    fen_write(rules, pos, fen);
    snprintf(label, sizeof label, "%s, %s to move: %s", rules->title, side_name(pos->turn), fen);
    /* A screen reader reads the label instead of the numbers in the squares. */
    fprintf(out,
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" "
            "viewBox=\"0 0 %d %d\" role=\"img\" aria-label=\"%s\" "
            "font-family=\"Helvetica, Arial, sans-serif\">\n",
            width * PIXELS / CELL, height * PIXELS / CELL, width, height, label);
    fprintf(out, "<title>%s</title>\n", label);
    put_board(&d);
    if (letters)
        put_letters(&d);
    else if (!options->no_numbers)
        put_numbers(&d);
    put_pieces(&d);
    if (options->marked)
        put_move(&d, options->marked);
    fputs("</svg>\n", out);
}
