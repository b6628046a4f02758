// SPDX-License-Identifier: MIT
/*
 * A style is a table of strings; the printing code has no branch for any style. Rows and columns
 * are those of the picture, from the top left; only file_of and rank_of know that it may be
 * flipped. Each square is printed together with the wall to its left, since that is where the
 * brackets around a marked square go.
 */
#include "core/board/diagram.h"

#include "core/board/squares.h"

/* A board being printed; rows and columns count from the top left of the picture. */
struct canvas {
    const struct rules *rules;
    const struct board *board;
    const struct squares *squares;
    const struct position *pos;
    const struct diagram_options *options;
    FILE *out;
};

/* The characters of a style. */
struct style {
    const char *corner[3][3]; /* of the frame: by top, between, bottom; then first, between, last */
    const char *line;         /* a horizontal line */
    const char *wall;
    const char *dark;        /* fills a dark square */
    const char *empty;       /* in the middle of an empty square in play; NULL: as `dark` */
    const char *piece[2][2]; /* by side and whether it is a king */
    const char *black;       /* on both sides of Black's pieces; NULL: the fill */
};

static const struct style letters = {
    .corner = {{"+", "+", "+"}, {"+", "+", "+"}, {"+", "+", "+"}},
    .line = "-",
    .wall = "|",
    .dark = " ",
    .empty = ".",
    .piece = {{"w", "W"}, {"b", "B"}},
};

static const struct style server = {
    .corner = {{"+", "+", "+"}, {"+", "+", "+"}, {"+", "+", "+"}},
    .line = "-",
    .wall = "|",
    .dark = ":",
    .piece = {{"C", "K"}, {"C", "K"}},
    .black = "*",
};

static const struct style box = {
    .corner = {{"\u250c", "\u252c", "\u2510"},
               {"\u251c", "\u253c", "\u2524"},
               {"\u2514", "\u2534", "\u2518"}},
    .line = "\u2500",
    .wall = "\u2502",
    .dark = "\u2591",
    .piece = {{"\u26c0", "\u26c1"}, {"\u26c2", "\u26c3"}},
};

static const struct style *style_of(const struct canvas *canvas)
{
    static const struct style *const styles[] = {
        [DIAGRAM_LETTERS] = &letters, [DIAGRAM_UNICODE] = &box, [DIAGRAM_SERVER] = &server};
    return styles[canvas->options->style];
}

static int file_of(const struct canvas *canvas, int column)
{
    return canvas->options->flipped ? canvas->board->files - 1 - column : column;
}

static int rank_of(const struct canvas *canvas, int row)
{
    return canvas->options->flipped ? row : canvas->board->ranks - 1 - row;
}

static square square_of(const struct canvas *canvas, int row, int column)
{
    int file = file_of(canvas, column), rank = rank_of(canvas, row);
    if (column < 0 || file < 0 || file >= canvas->board->files)
        return SQUARE_NONE;
    return canvas->squares->at[file][rank];
}

static void repeat(const struct canvas *canvas, const char *s, unsigned n)
{
    while (n--)
        fputs(s, canvas->out);
}

/* A line of the frame; `level` 0 at the top, 1 between rows, 2 at the bottom. */
static void put_line(const struct canvas *canvas, unsigned level)
{
    const struct style *style = style_of(canvas);
    unsigned files = canvas->board->files;
    bool small = canvas->options->small;
    if (!canvas->options->no_numbers)
        fputs("    ", canvas->out);
    fputs(style->corner[level][0], canvas->out);
    for (unsigned column = 0; column < files; column++) {
        repeat(canvas, style->line, small ? 2 : 3);
        if (column + 1 < files && !small)
            fputs(style->corner[level][1], canvas->out);
    }
    fputs(style->corner[level][2], canvas->out);
    putc('\n', canvas->out);
}

/* Prints the letters of the files, or the numbers of the outermost row. */
static void put_columns(const struct canvas *canvas, int row)
{
    unsigned width = canvas->options->small ? 2 : 4;
    unsigned at = 0; /* columns of text written so far */
    if (canvas->options->no_numbers)
        return;
    for (int column = 0; column < canvas->board->files; column++) {
        char label[8];
        square sq = square_of(canvas, row, column);
        if (canvas->rules->numbering == NUMBERING_LETTERS)
            snprintf(label, sizeof label, "%c", 'A' + file_of(canvas, column));
        else if (canvas->rules->numbering == NUMBERING_LETTERS_TURNED)
            snprintf(label, sizeof label, "%c",
                     'A' + canvas->board->files - 1 - file_of(canvas, column));
        else if (sq != SQUARE_NONE)
            snprintf(label, sizeof label, "%u", canvas->squares->number[sq]);
        else
            continue;
        unsigned where = 6 + width * (unsigned)column - (label[1] && !canvas->options->small);
        for (; at < where; at++)
            putc(' ', canvas->out);
        at += (unsigned)fprintf(canvas->out, "%s", label);
    }
    putc('\n', canvas->out);
}

/* Prints the rank, or the number of the row's outermost square; blank if that is not in play. */
static void put_row_label(const struct canvas *canvas, int row, bool left)
{
    if (canvas->options->no_numbers)
        return;
    square sq = square_of(canvas, row, left ? 0 : canvas->board->files - 1);
    int number = 0;
    if (canvas->rules->numbering == NUMBERING_LETTERS)
        number = rank_of(canvas, row) + 1;
    else if (canvas->rules->numbering == NUMBERING_LETTERS_TURNED)
        number = canvas->board->ranks - rank_of(canvas, row);
    else if (sq != SQUARE_NONE)
        number = canvas->squares->number[sq];
    if (!number)
        fputs(left ? "    " : "", canvas->out);
    else
        fprintf(canvas->out, left ? "%3d " : " %d", number);
}

static void put_square(const struct canvas *canvas, int row, int column)
{
    const struct style *style = style_of(canvas);
    bool small = canvas->options->small;
    square sq = square_of(canvas, row, column);
    bool dark = squares_is_dark(canvas->rules, file_of(canvas, column), rank_of(canvas, row));
    const char *fill = dark ? style->dark : " ";
    for (unsigned side = WHITE; sq != SQUARE_NONE && side <= BLACK; side++) {
        if (!(canvas->pos->pieces[side] >> sq & 1))
            continue;
        const char *beside = side == BLACK && style->black ? style->black : fill;
        fputs(beside, canvas->out);
        fputs(style->piece[side][canvas->pos->kings >> sq & 1], canvas->out);
        fputs(small ? "" : beside, canvas->out);
        return;
    }
    if (sq != SQUARE_NONE && style->empty)
        fprintf(canvas->out, small ? " %s" : " %s ", style->empty);
    else
        repeat(canvas, fill, small ? 2 : 3);
}

/* The brackets that mark a square; NULL if it is not marked. */
static const char *mark_of(const struct canvas *canvas, int row, int column)
{
    const struct move *marked = canvas->options->marked;
    square sq = square_of(canvas, row, column);
    if (!marked || sq == SQUARE_NONE)
        return NULL;
    if (sq == marked->from || sq == marked->to)
        return "[]";
    return marked->captured >> sq & 1 ? "()" : NULL;
}

/* The line to the left of a column, where brackets go. */
static void put_wall(const struct canvas *canvas, int row, int column)
{
    const char *here = mark_of(canvas, row, column), *before = mark_of(canvas, row, column - 1);
    if (here)
        putc(here[0], canvas->out);
    else if (before)
        putc(before[1], canvas->out);
    else
        fputs(style_of(canvas)->wall, canvas->out);
}

static void put_row(const struct canvas *canvas, int row)
{
    int files = canvas->board->files;
    put_row_label(canvas, row, true);
    for (int column = 0; column < files; column++) {
        if (!canvas->options->small)
            put_wall(canvas, row, column);
        else if (column == 0)
            fputs(style_of(canvas)->wall, canvas->out);
        put_square(canvas, row, column);
    }
    if (canvas->options->small)
        fputs(style_of(canvas)->wall, canvas->out);
    else
        put_wall(canvas, row, files);
    put_row_label(canvas, row, false);
    putc('\n', canvas->out);
}

void diagram_text(const struct rules *rules, const struct position *pos,
                  const struct diagram_options *options, FILE *out)
{
    const struct canvas canvas = {rules, rules->board, squares_of(rules), pos, options, out};
    int ranks = rules->board->ranks;
    put_columns(&canvas, 0);
    put_line(&canvas, 0);
    for (int row = 0; row < ranks; row++) {
        if (row && !options->small)
            put_line(&canvas, 1);
        put_row(&canvas, row);
    }
    put_line(&canvas, 2);
    put_columns(&canvas, ranks - 1);
    if (options->style == DIAGRAM_LETTERS)
        fputs("w white man, W white king, b black man, B black king\n", out);
    fputs(pos->turn == WHITE ? "White to move\n" : "Black to move\n", out);
}
