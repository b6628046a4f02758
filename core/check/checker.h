// SPDX-License-Identifier: MIT
/*
 * What the parts of the check share: a game while it is checked, and how findings about it are
 * added. Only core/check includes this; everybody else uses check.h. Each line uses those below it:
 *
 *     check.c                              one game from tags to result
 *     play.c                               lines of moves: the hot path
 *     suggest.c  explain.c                 what was probably meant; why a move is illegal
 *     variant-guess.c  start-position.c    which rules, which position
 *     tags.c  oddity.c  look-ahead.c  repeat.c  draw-watch.c
 *     checker.c  move-reader.c             what all share
 */
#ifndef DAMA_CORE_CHECK_CHECKER_H
#define DAMA_CORE_CHECK_CHECKER_H

#include "core/base/buffer.h"
#include "core/board/budget.h"
#include "core/board/draw.h"
#include "core/board/fen.h"
#include "core/check/check-options.h"
#include "core/check/move-reader.h"
#include "core/game/finding-messages.h"
#include "core/game/finding.h"
#include "core/game/game.h"

/** Tags that the check knows by name: tag-table.inc has a row for each. */
enum tag_id {
#define TAG(id, name, kind) TAG_##id,
#include "core/check/tag-table.inc"
#undef TAG
    TAG_COUNT
};

/** What is reported once a game: where it was met first, and how often. */
enum oddity_id {
    ODDITY_LEADING_ZERO,
    ODDITY_BLANK,
    ODDITY_HYPHEN_CAPTURE,
    ODDITY_X_QUIET,
    ODDITY_COLON,
    ODDITY_NO_SEPARATOR,
    ODDITY_SIGN,
    ODDITY_LONG,
    ODDITY_PATH,
    ODDITY_ORDER,
    ODDITY_LISTED,
    ODDITY_SHORT_LETTERS,
    ODDITY_SQUARES,
    ODDITY_CAPITALS,
    ODDITY_JUMPS,
    ODDITY_NUMBER,
    ODDITY_UNKNOWN,
    ODDITY_REPEATS,
    ODDITY_COUNT
};

struct oddity {
    unsigned n;
    uint32_t offset, length;      /* of the first, in the game's source */
    struct text move, board;      /* of the first, as in struct finding */
    struct text write;            /* how the first should be written; n 0 where that is not told */
    unsigned said, number;        /* for ODDITY_NUMBER: as written, and as it should be */
    bool said_dots, dots;         /* and whether they have dots, `12...` */
    unsigned ply;                 /* of that move */
    struct repair *repairs, *end; /* in the arena, in the order met */
};

/** A line that waits to be played. */
struct check_line {
    const struct line *line;
    const struct node *instead; /* the move that the line replaces; NULL where it replaces none */
    struct position pos;        /* before its first move */
    unsigned number;            /* of its first move */
    bool is_main;
};

/** A place in a line, while it is played. */
struct check_place {
    struct position pos; /* before the node */
    struct node *node;
    unsigned number;             /* of the move */
    unsigned ply;                /* in its line, from 0 */
    const struct check_line *of; /* the line */
};

/** A FEN as some rules read it: while rules are guessed, the same ones ask for it again. */
struct check_start {
    const struct rules *rules;
    bool readable;
    unsigned odd; /* enum fen_odd */
    struct position pos;
};

enum { CHECK_STARTS = 4 };

struct checker {
    struct check_options options;
    struct move_reader **readers; /* one or two for each rule set met; owned */
    unsigned n_readers;
    struct check_line *waiting; /* lines to be played, the last one next; owned */
    size_t n_waiting, room_waiting;
    struct moves moves;                        /* for lists that nobody keeps */
    struct buffer text;                        /* for messages while they are put together */
    struct rules naming;                       /* see checker_naming_rules */
    uint8_t tag_head[32], tag_next[TAG_COUNT]; /* tags of one length are chained: tags.c */

    /* the last GameType and Variant met, and what they meant */
    char last_type[64], last_variant[64];
    const struct rules *last_rules;

    /* the text around */
    struct text around;
    struct check_neighbours (*find_neighbours)(
        struct text around); /* NULL: found, or there are none */
    struct check_neighbours neighbours;
    const struct rules *last_legal; /* that alone let a whole game of it be legal; NULL: none did */

    /* this game */
    struct check_start starts[CHECK_STARTS]; /* its FEN as it was read last; a ring */
    unsigned n_starts;                       /* readings of it so far */
    struct game *game;
    struct findings *found;
    struct err *err;
    struct move_reader *reader;
    const struct tag *tags[TAG_COUNT]; /* the last of each name; NULL where there is none */
    struct oddity oddities[ODDITY_COUNT];
    uint32_t odd;                    /* a bit for each oddity that is not empty */
    uint64_t ahead;                  /* plies that may still be looked ahead in this game */
    struct budget legal, explaining; /* of long searches in this game */
    unsigned moves_checked;          /* legal plies of the main line */
    bool can_repair;    /* repairs are wanted, and moves can be written the way the game has them */
    bool unknown_rules; /* it is played by rules that dama does not know: moves cannot be checked */
    bool wrong_variant; /* the game is legal by other rules, and that was reported */
    unsigned suggested; /* plies that are legal behind the best suggestion; UINT_MAX: all */
    bool complete;      /* the main line was legal to its end */
    struct position last;        /* then: the position behind it */
    enum ending drawn;           /* the draw rule that was met first, and where */
    const char *drawn_by;        /* that rule in words: static, or the history's */
    struct check_place drawn_at; /* the move that led to it */
};

/**
 * @return the reader for a rule set, made where this is the first game of it; NULL: out of memory,
 *         err set
 */
struct move_reader *checker_reader(struct checker *c, const struct rules *rules);

/**
 * As checker_reader, but for text that counts squares from the other side of the board. NULL: out
 * of memory, err set
 */
struct move_reader *checker_turned_reader(struct checker *c, const struct rules *rules);

/**
 * The rules by which squares are named in a message about a move: the game's, or where the move is
 * in numbers and the game has letters, or the other way round, the same with those.
 * @param odd enum notation_odd of the move
 * @return valid until the next call
 */
const struct rules *checker_naming_rules(struct checker *c, unsigned odd);

/**
 * Whether findings of this kind are wanted: not when the caller only wants moves to be resolved.
 */
static inline bool checker_reports(const struct checker *c) { return !c->options.quiet; }

/** "23. 34x25" or "23... 34x25", in the arena. */
struct text checker_label(struct checker *c, const struct check_place *at);

/** FEN of the position, in the arena, when boards are wanted; else empty. */
struct text checker_board(struct checker *c, const struct position *pos);

/**
 * The name of a rule set as it stands in a sentence: "Italian draughts", "international draughts".
 * Static for the thread.
 */
struct text checker_rules(struct checker *c, const struct rules *rules);

/** Adds a finding about a move: its place, its label, the board. */
struct finding *checker_report_move(struct checker *c, enum finding_code code,
                                    const struct check_place *at, struct text message);

/** The value of a tag, s NULL where the game does not have it. */
static inline struct text tag_value(const struct checker *c, enum tag_id id)
{
    return c->tags[id] ? c->tags[id]->value : (struct text){0};
}

/**
 * Adds a finding about the value of a tag; `repair` is the value that it should have, s NULL where
 * none is known.
 */
struct finding *checker_report_tag(struct checker *c, enum finding_code code, const struct tag *tag,
                                   struct text message, struct text repair);

#endif
