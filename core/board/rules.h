// SPDX-License-Identifier: MIT
/*
 * Rule sets as data, one row for each. Code never asks which variant it deals with, but what its
 * row says. Source: each row names its own.
 */
#ifndef DAMA_CORE_BOARD_RULES_H
#define DAMA_CORE_BOARD_RULES_H

#include "core/base/err.h"
#include "core/base/text.h"
#include "core/board/board.h"

#include <stdio.h>

/** Sets of directions as the side to move sees them: a bit per enum direction. */
enum {
    DIRS_NONE = 0,
    DIRS_FORWARD = 1 << DIR_N,
    DIRS_FORWARD_DIAGONAL = 1 << DIR_NE | 1 << DIR_NW,
    DIRS_SIDEWAYS = 1 << DIR_E | 1 << DIR_W,
    DIRS_DIAGONAL = 1 << DIR_NE | 1 << DIR_SE | 1 << DIR_SW | 1 << DIR_NW,
    DIRS_ORTHOGONAL = 1 << DIR_N | 1 << DIR_E | 1 << DIR_S | 1 << DIR_W,
    DIRS_ALL = DIRS_DIAGONAL | DIRS_ORTHOGONAL,
};

/** Which captures must be preferred. */
enum priority {
    PRIORITY_NONE,       /* free choice */
    PRIORITY_MOST,       /* most pieces, kings and men alike */
    PRIORITY_MOST_KINGS, /* most pieces, then most kings among them */
    PRIORITY_ITALIAN,    /* most pieces; then by a king; most kings taken; a king taken earliest */
    PRIORITY_FRISIAN,    /* highest value; then by a king */
    PRIORITY_KING,       /* a king captures before a man; otherwise free */
};

/** Where a flying king may stop behind a piece it has jumped. */
enum landing {
    LANDING_ANY,         /* on any empty square behind it */
    LANDING_BEHIND,      /* only on the square right behind it */
    LANDING_BEHIND_KING, /* only right behind if it is a king and the last captured; else on any */
};

/** What happens to a man that reaches its crowning row in the middle of a capture. */
enum crowning {
    CROWNING_END,      /* it goes on as a man, and is crowned only if the capture ends there */
    CROWNING_STOP,     /* it is crowned, and the capture ends */
    CROWNING_CONTINUE, /* it is crowned at once and goes on as a king */
};

enum goal {
    GOAL_BLOCK, /* a side that cannot move loses */
    GOAL_LOSE,  /* a side that cannot move wins */
    GOAL_KING,  /* the first king wins; a side that cannot move loses */
};

/** How squares are written. */
enum numbering {
    NUMBERING_LETTERS,        /* a1 to h8 */
    NUMBERING_TOP_LEFT,       /* 1 at the top left, reading right and down */
    NUMBERING_BOTTOM_RIGHT,   /* 1 at the bottom right, reading left and up */
    NUMBERING_LETTERS_TURNED, /* a1 at the top right; of no game, but some sites write it */
};

struct movegen;

struct rules {
    const char *name;   /* as on the command line: "international" */
    const char *title;  /* for people: "International draughts" */
    const char *source; /* where the rules are published */
    const struct board *board;

    /* pieces: sets of directions */
    uint8_t man_moves, man_captures, king_moves, king_captures;
    bool flying_king_moves, flying_king_captures;
    bool man_takes_king; /* false: a man may not capture a king */
    bool lines_move;     /* a line of men advances as one */
    bool kings_in_lines; /* a king may be in such a line, except at its rear; so in no known game */

    /* captures */
    enum priority priority;
    enum landing landing;
    enum crowning crowning;
    bool removes_at_once; /* a captured piece is gone before the next jump */
    bool turns_back;      /* a jump may turn by 180 degrees */
    bool origin_blocks;   /* the square that the piece has left is barred; so in no known game */
    /* a capture may not end on a landing square if it could continue from another one */
    bool completes_jump;

    enum side first; /* who starts the game */
    enum goal goal;
    /* at most three quiet moves in a row by the same king: part of the position */
    bool counts_king_moves;
    const char *start;        /* FEN */
    bitboard start_pieces[2]; /* the same as bits; all are men */

    /* notation: PDN 3.0, "GameType" */
    enum numbering numbering;
    bool light_corner; /* if all squares are in play: a1 is light; for pictures only */
    char capture_sign; /* 'x', ':' or '-' */
    uint8_t game_type; /* 0 if PDN has no number for it */
    /* the GameType tag to write; NULL: none */
    const char *game_type_text;
    /* the Variant tag to write; NULL if GameType is enough */
    const char *variant_tag;
    bool two_point_results; /* 2-0 rather than 1-0 */

    const struct movegen *gen; /* the functions made for this row: movegen.h */
    /* spelling of the readings that differ from the default: "promotion=stop", or "" */
    const char *options;
    const char *spelling; /* NULL if it is the name; use rules_spelling */
};

/** All rule sets in the order of the manual, `rules_all[rules_count - 1]` the last. */
extern const struct rules *const rules_all[];
extern const unsigned rules_count;

/** @return the name of a row; NULL after the last. For completions. */
const char *rules_name(size_t i);

/** International draughts, the default. */
extern const struct rules *const rules_international;

enum { RULES_PHRASE_SIZE = 64 };

/** Writes the name of a rule set within a sentence: "Italian draughts", "international draughts". */
void rules_phrase(const struct rules *rules, char buf[RULES_PHRASE_SIZE]);

/** The spelling that rules_find understands: "turkish", or "turkish:promotion=stop". */
const char *rules_spelling(const struct rules *rules);

/**
 * Finds a rule set by its spelling: a name or title ("frisian", "Turkish dama"), a name followed by
 * "draughts" or "checkers", perhaps with readings ("turkish:promotion=stop"). Case does not matter.
 * @param out static; the same pointer for the same spelling
 * @return 0, or -1 with `err`: unknown; the message suggests the nearest name
 */
int rules_find(struct text spelling, const struct rules **out, struct err *err);

/**
 * Whether the tags name a game that PDN knows but dama does not play, such as Canadian draughts.
 */
bool rules_unsupported(struct text game_type, struct text variant);

/**
 * Enumerates the readings of a row: the row itself first, then each combination of readings that
 * makes a rule set of its own.
 * @param i   from 0
 * @param out static, as of rules_find
 * @return 1; 0 after the last; -1 when out of memory
 */
int rules_reading(const struct rules *row, unsigned i, const struct rules **out);

/** Whether a spelling that rules_find knows names a reading, be it only the default one. */
bool rules_names_reading(struct text spelling);

/** How well the tags that name a game agree. */
enum tags_fit {
    TAGS_FIT,
    TAGS_CORNER_DIFFERS, /* in the last field of GameType, whose meaning changed in 2013 */
    TAGS_FIELDS_DIFFER,  /* the fields after the number in GameType do not describe its game */
    TAGS_SQUARES_DIFFER, /* they describe it, with squares named otherwise than here */
    TAGS_GAMES_DIFFER,   /* GameType and Variant name different games or readings; Variant wins */
    TAGS_NAME_IS_LOOSE,  /* Variant is "Gothic", as BrainKing calls rules of its own */
};

/**
 * Whether a value of GameType or Variant names no game: it is empty, "?", or "From Position", with
 * which web sites say only that there is a FEN.
 */
bool rules_tag_names_no_game(struct text value);

/**
 * Finds a rule set by the tags of a game. A tag that names no game counts as missing. A reading
 * given by GameType applies if Variant names the same game without one.
 * @param game_type value of GameType: "20", "20,W,10,10,N2,0", "96"
 * @param variant   value of Variant: "Dameo", "turkish:promotion=stop"
 * @return 1 found, with `fit`; 0 neither tag is present; -1 with `err`: unknown
 */
int rules_of_tags(struct text game_type, struct text variant, const struct rules **out,
                  enum tags_fit *fit, struct err *err);

/** Prints the output of `--variant list`: the rules as a table, the readings, the sources. */
void rules_print_table(FILE *out);

/** The numbering that writes the same squares as seen from the other side of the board. */
enum numbering rules_numbering_turned(enum numbering numbering);

/** Pieces of each side in the start position; no position has more. */
unsigned rules_pieces(const struct rules *rules);

#endif
