// SPDX-License-Identifier: MIT
/*
 * Shared by the parts of the check: a game while it is checked, and how findings about it are
 * added. Only core/check includes this; everybody else uses check.h. Each line uses those below it:
 *
 *     check.c                              one game from tags to result
 *     play.c                               lines of moves: the hot path
 *     suggest.c  explain.c                 what was probably meant; why a move is illegal
 *     other-letters.c                      moves in letters that are not Latin
 *     variant-guess.c  wrong-variant.c     which rules
 *     variant-fit.c                        how well the game fits some rules
 *     start-position.c                     which position
 *     turned-board.c  position-ambiguity.c from which corner; what else a position leaves open
 *     tags.c  oddity.c  look-ahead.c  repeat.c  draw-watch.c  variant-clues.c
 *     checker.c  move-reader.c             what all share
 */
#ifndef DAMA_CORE_CHECK_CHECKER_H
#define DAMA_CORE_CHECK_CHECKER_H

#include "core/base/buffer.h"
#include "core/board/budget.h"
#include "core/board/ending.h"
#include "core/board/fen.h"
#include "core/check/check-options.h"
#include "core/check/move-reader.h"
#include "core/game/finding-messages.h"
#include "core/game/finding.h"
#include "core/game/game.h"

/** The tags that the check knows by name: tag-table.inc has a row for each. */
enum tag_id {
#define TAG(id, name, kind) TAG_##id,
#include "core/check/tag-table.inc"
#undef TAG
    TAG_COUNT
};

/** Oddities, which are reported once per game: where each occurred first, and how often. */
enum oddity_id {
    ODDITY_LEADING_ZERO,
    ODDITY_BLANK,
    ODDITY_LINE_BREAK,
    ODDITY_HYPHEN_CAPTURE,
    ODDITY_X_QUIET,
    ODDITY_CAPTURE_SIGN,
    ODDITY_NO_SEPARATOR,
    ODDITY_SIGN,
    ODDITY_LONG,
    ODDITY_PATH,
    ODDITY_ORDER,
    ODDITY_LISTED,
    ODDITY_SHORT_LETTERS,
    ODDITY_SQUARES,
    ODDITY_CAPITALS,
    ODDITY_SUFFIX,
    ODDITY_JUMPS,
    ODDITY_NUMBER,
    ODDITY_UNKNOWN,
    ODDITY_REPEATS,
    ODDITY_COUNT
};

struct oddity {
    unsigned n;
    uint32_t offset, length;  /* of the first, in the game's source */
    struct text move, board;  /* of the first, as in struct finding */
    struct text write;        /* how the first should be written; n 0: not known */
    unsigned written, number; /* for ODDITY_NUMBER: the number as written, and as it should be */
    bool written_dots, dots;  /* whether each has dots, as in `12...` */
    unsigned ply;             /* of that move */
    struct repair *repairs, *end; /* in the arena, in order */
};

/** A line that is still to be played. */
struct check_line {
    const struct line *line;
    const struct node *instead; /* the move that the line replaces; NULL if it replaces none */
    struct position pos;        /* before its first move */
    unsigned number;            /* of its first move */
    bool is_main;
};

/** A place in a line that is being played. */
struct check_place {
    struct position pos; /* before the node */
    struct node *node;
    unsigned number;             /* of the move */
    unsigned ply;                /* in its line, from 0 */
    const struct check_line *of; /* the line */
};

/**
 * A FEN as read by some rule set. While the rules are guessed, the same FEN is read again and
 * again.
 */
struct check_start {
    const struct rules *rules;
    bool readable;
    unsigned odd; /* enum fen_odd */
    struct position pos;
};

enum { CHECK_STARTS = 4 };

/** The text around a game, and what it says. */
struct surroundings {
    struct text text;
    struct check_neighbours (*find)(struct text text); /* NULL: already called, or no text */
    struct check_neighbours neighbours;
    /*
     * the last rules by which a whole game of the text was legal, though not by the first guess;
     * NULL: none
     */
    const struct rules *last_legal;
    /* the first guess for the last game of the text that was legal by it; NULL: none */
    const struct rules *last_read;
};

struct checker {
    /* kept between games */
    struct check_options options;
    struct move_reader **readers; /* one to three for each rule set used; owned */
    unsigned n_readers, room_readers;
    struct check_line *waiting; /* lines to be played, the last one next; owned */
    size_t n_waiting, room_waiting;
    struct moves moves;                        /* scratch */
    struct buffer text;                        /* scratch for messages */
    struct rules naming;                       /* see checker_naming_rules */
    uint8_t tag_head[32], tag_next[TAG_COUNT]; /* tags are chained by length of name: tags.c */
    /* the last GameType and Variant, and what they meant */
    char last_type[64], last_variant[64];
    const struct rules *last_rules;
    struct surroundings around; /* set by checker_set_text */

    /* this game: set by begin() */
    struct game *game;
    struct findings *found;
    struct err *err;
    struct move_reader *reader;              /* NULL: the rules are not settled yet */
    const struct tag *tags[TAG_COUNT];       /* the last one with each name; NULL: none */
    struct check_start starts[CHECK_STARTS]; /* its FEN as read by the rules tried last; a ring */
    unsigned n_starts;                       /* its FEN was read so many times */
    uint64_t ahead;                          /* plies that may still be looked ahead */
    struct budget legal, explaining;         /* for long searches */
    bool unknown_rules;   /* the rules are unknown to dama: moves cannot be checked */
    bool numbers_decided; /* whether squares count from a8 or a1: position-ambiguity.h */
    bool ends_with_score; /* its last node was a score, now the terminator */

    /* this attempt to play it: cleared by forget(), since a turned board is played again */
    struct oddity oddities[ODDITY_COUNT]; /* those with a bit in `odd` */
    uint32_t odd;                         /* a bit for each oddity that is not empty */
    unsigned moves_checked;               /* legal plies of the main line */
    unsigned suggested;          /* plies that are legal after the best suggestion; UINT_MAX: all */
    bool wrong_variant;          /* the game is legal by other rules, and that was reported */
    bool complete;               /* the main line is legal to its end */
    struct position last;        /* the position after it, if complete */
    enum ending drawn;           /* the draw rule that applied first */
    const char *drawn_by;        /* that rule in words: static, or owned by history */
    struct check_place drawn_at; /* the move that led to it */
};

/** @return the reader for a rule set, made on first use; NULL: out of memory, err set */
struct move_reader *checker_reader(struct checker *c, const struct rules *rules);

/** Like checker_reader, but for a text that counts squares in its own way. */
struct move_reader *checker_counting_reader(struct checker *c, const struct rules *rules,
                                            enum counting counting);

/**
 * The rules used to name squares in a message about a move: those of the game, or a copy of them
 * that names squares as the move does, if the game has letters and the move has numbers or vice
 * versa, or if the board is turned.
 * @param odd enum notation_odd of the move
 * @return valid until the next call
 */
const struct rules *checker_naming_rules(struct checker *c, unsigned odd);

/**
 * Whether checker_naming_rules names squares as the text does, which it cannot if numbers count
 * from a1.
 * @param odd enum notation_odd of the move
 */
bool checker_can_spell(const struct checker *c, unsigned odd);

/**
 * Whether findings besides those that end a line are wanted. They are not if moves are only
 * resolved.
 */
static inline bool checker_reports(const struct checker *c) { return !c->options.quiet; }

/** Makes the label of a move: "23. 34x25" or "23... 34x25", in the arena. */
struct text checker_label(struct checker *c, const struct check_place *at);

/** The FEN of a position, in the arena, if boards are wanted; else empty. */
struct text checker_board(struct checker *c, const struct position *pos);

/**
 * Gives a finding a board made by checker_board, turned if the text counts squares from the
 * opposite corner.
 */
void checker_show_board(const struct checker *c, struct finding *f, struct text board);

/** The name of a rule set as rules_phrase writes it, in the arena of the findings. */
struct text checker_rules(struct checker *c, const struct rules *rules);

/** Adds a finding about a move, with its place, its label and the board. */
struct finding *checker_report_move(struct checker *c, enum finding_code code,
                                    const struct check_place *at, struct text message);

/** The value of a tag; s is NULL if the game does not have it. */
static inline struct text tag_value(const struct checker *c, enum tag_id id)
{
    return c->tags[id] ? c->tags[id]->value : (struct text){0};
}

/**
 * Adds a finding about the value of a tag; `repair` is the value that it should have; s is NULL if
 * that is not known.
 */
struct finding *checker_report_tag(struct checker *c, enum finding_code code, const struct tag *tag,
                                   struct text message, struct text repair);

#endif
