// SPDX-License-Identifier: MIT
/*
 * What the parts of the check share. Only core/game includes this; everybody else uses check.h.
 *
 *     check.c    one game from tags to result      tags.c     tags and their values
 *     play.c     lines of moves: the hot path      choose.c   which game it is, where it starts
 *     follow.c   looking ahead along a line        why.c      why a move is illegal
 *     tally.c    what is told once a game          meant.c    what was probably meant
 */
#ifndef DAMA_CORE_CHECK_CHECKER_H
#define DAMA_CORE_CHECK_CHECKER_H

#include "core/base/buffer.h"
#include "core/board/fen.h"
#include "core/board/notation.h"
#include "core/check/check.h"

/** Reads squares of one rule set by table, and keeps what belongs to it from game to game. */
struct move_reader {
    const struct rules *rules;
    struct history *history; /* owned; NULL until first needed */
    bool letters;            /* the variant writes letters */
    bool turned;             /* the text counts squares from the other side of the board */
    square number[100];      /* by printed number; SQUARE_NONE where there is none */
    square letter[16][16];   /* by file and rank, both from 0 */
};

/** Tags that the check knows by name: tag-table.inc has a row for each. */
enum tag_id {
#define TAG(id, name, kind) TAG_##id,
#include "core/check/tag-table.inc"
#undef TAG
    TAG_COUNT
};

/** What is reported once a game: where it was met first, and how often. */
enum tally_id {
    TALLY_LEADING_ZERO,
    TALLY_BLANK,
    TALLY_HYPHEN_CAPTURE,
    TALLY_X_QUIET,
    TALLY_COLON,
    TALLY_NO_SEPARATOR,
    TALLY_SIGN,
    TALLY_LONG,
    TALLY_PATH,
    TALLY_LISTED,
    TALLY_SHORT_LETTERS,
    TALLY_SQUARES,
    TALLY_CAPITALS,
    TALLY_JUMPS,
    TALLY_NUMBER,
    TALLY_UNKNOWN,
    TALLY_REPEATS,
    TALLY_COUNT
};

struct tally {
    unsigned n;
    uint32_t offset, length;      /* of the first, in the game's source */
    struct text move, board;      /* of the first, as in struct finding */
    struct text text;             /* of the first, as written */
    unsigned said, meant;         /* move numbers, for TALLY_NUMBER */
    struct repair *repairs, *end; /* in the arena, in the order met */
};

/** A line that waits to be played. */
struct pending {
    const struct line *line;
    const struct node *instead; /* the move that the line replaces; NULL where it replaces none */
    struct position pos;        /* before its first move */
    unsigned number;            /* of its first move */
    bool is_main;
};

/** A place in a line, while it is played. */
struct place {
    struct position pos; /* before the node */
    struct node *node;
    unsigned number;          /* of the move */
    unsigned ply;             /* in its line, from 0 */
    const struct pending *of; /* the line */
};

struct checker {
    struct check_options options;
    struct move_reader **readers; /* one or two for each rule set met; owned */
    unsigned n_readers;
    struct pending *waiting; /* lines to be played, the last one next; owned */
    size_t n_waiting, room_waiting;
    struct moves moves;                        /* for lists that nobody keeps */
    struct buffer text;                        /* for messages while they are put together */
    uint8_t tag_head[32], tag_next[TAG_COUNT]; /* tags of one length are chained: tags.c */

    /* the last GameType and Variant met, and what they meant */
    char last_type[64], last_variant[64];
    const struct rules *last_rules;

    /* this game */
    struct game *game;
    struct findings *found;
    struct err *err;
    struct move_reader *reader;
    const struct tag *tags[TAG_COUNT]; /* the last of each name; NULL where there is none */
    struct tally tallies[TALLY_COUNT];
    uint32_t tallied;       /* a bit for each tally that is not empty */
    uint64_t ahead;         /* plies that may still be looked ahead in this game */
    unsigned moves_checked; /* legal plies of the main line */
    bool mends;    /* repairs are wanted, and moves can be written the way the game has them */
    bool complete; /* the main line was legal to its end */
    struct position last;  /* then: the position behind it */
    enum ending drawn;     /* the draw rule that was met first, and where */
    struct place drawn_at; /* the move that led to it */
};

/* check.c */

/** @return the reader for a rule set, made where this is the first game of it; NULL: out of memory, err set */
struct move_reader *checker_reader(struct checker *c, const struct rules *rules);

/** As checker_reader, but for text that counts squares from the other side of the board. NULL: out of memory, err set */
struct move_reader *checker_turned(struct checker *c, const struct rules *rules);

/** Takes a written move apart, turned where the reader is. @return as notation_parse */
int reader_parse(const struct move_reader *reader, struct text t, struct written *out,
                 struct err *err);

/** Whether findings of this kind are wanted: not when the caller only wants moves to be resolved. */
static inline bool checker_tells(const struct checker *c) { return !c->options.quiet; }

/** "23. 34x25" or "23... 34x25", in the arena. */
struct text place_label(struct checker *c, const struct place *at);

/** FEN of the position, in the arena, when boards are wanted; else empty. */
struct text checker_board(struct checker *c, const struct position *pos);

/** Adds a finding about a move: its place, its label, the board. */
struct finding *found_at_move(struct checker *c, enum finding_code code, const struct place *at,
                              struct text message);

/** Where bytes that point into the game's source stand; 0 where they do not. */
uint32_t source_offset(const struct game *game, struct text t);

/** Bytes that a text takes up in the source: 0 where it does not point there. */
uint32_t source_length(const struct game *game, struct text t);

/* play.c */

/** Plays the main line and all variations from `start`. @return 0, -1: out of memory, err set */
int play_game(struct checker *c, const struct position *start);

/**
 * Finds the legal move that a node means, by the quickest way: two plain squares and a sign, one move between them.
 * @param list room for moves
 * @param out  the move
 * @return whether there is one and it is written as it should be; else nothing is known
 */
bool play_plain(const struct move_reader *reader, const struct position *pos, struct text text,
                struct moves *list, struct move *out);

/* follow.c */

enum { FOLLOW_STATES = 8 };

/** What may have been played so far, while looking ahead: positions that the written moves can have led to. */
struct follow {
    struct position states[FOLLOW_STATES];
    unsigned n;     /* 0: a move could not be played */
    unsigned plies; /* played */
    bool ended;     /* the line ended, or a board event stopped it */
};

/** Begins looking ahead. */
void follow_start(struct follow *f, const struct position *pos);

/**
 * Plays the moves from `node` to the end of its line, as far as they are legal.
 * @param plain only moves in the plainest form: for readers with other tables
 * @param most  plies at most
 */
void follow_line(struct checker *c, const struct move_reader *reader, struct follow *f,
                 const struct node *node, bool plain, unsigned most);

/**
 * Tells which of several moves the rest of a line fits.
 * @param moves the candidates
 * @param next  the node behind the move
 * @return index of the move with which more of the rest is legal than with any other; -1 where two do equally well
 */
int follow_choose(struct checker *c, const struct position *pos, const struct moves *moves,
                  const struct node *next);

/* tally.c */

/** Counts a peculiarity; the first one is remembered with its place. @return the tally */
struct tally *tally_add(struct checker *c, enum tally_id id, const struct place *at);

/** Adds a certain repair to a tally. */
void tally_repair(struct checker *c, struct tally *t, uint32_t offset, uint32_t length,
                  struct text text);

/** Counts what notation found odd about a played move, with the repair that writes it as PDN wants it. */
void tally_odd(struct checker *c, unsigned odd, const struct place *at, const struct move *mv);

/** Tells what was counted in this game. */
void tally_report(struct checker *c);

/* tags.c */

/** Fills `tag_head` and `tag_next`. */
void tags_prepare(struct checker *c);

/** Finds the known tags of the game; tells of duplicates and misspelt names. */
void tags_collect(struct checker *c);

/** Tells what is wrong with the values of the tags that do not concern the moves. */
void tags_check(struct checker *c);

/** The value of a tag, s NULL where the game does not have it. */
static inline struct text tag_value(const struct checker *c, enum tag_id id)
{
    return c->tags[id] ? c->tags[id]->value : (struct text){0};
}

/** Adds a finding about the value of a tag; `repair` is the value that it should have, s NULL where none is known. */
struct finding *found_at_tag(struct checker *c, enum finding_code code, const struct tag *tag,
                             struct text message, struct text repair);

/* choose.c */

/** Decides which rules the game is played by: `reader` and the game's `rules`. @return 0, -1: out of memory, err set */
int choose_rules(struct checker *c);

/** Sets the start position. @return 0, 1 the FEN cannot be read: no moves can be checked */
int choose_start(struct checker *c);

/**
 * Where a game fails in its first moves: whether it is legal with the board turned round. The reader is changed then.
 * @return 1, or 0 where it is not
 */
int choose_turned(struct checker *c);

/** Where a move of the main line is illegal: tells if the whole game is legal by the rules of another game. */
void choose_tell_wrong(struct checker *c, const struct place *at);

/* why.c, meant.c */

/** Says why a written move is illegal. @param written NULL: it could not be taken apart */
void why_illegal(const struct rules *rules, const struct position *pos,
                 const struct written *written, struct buffer *out);

/** Says what was probably meant, each guess with how much of the rest is legal with it; adds the best as a repair. */
void say_meant(struct checker *c, const struct place *at, const struct written *written,
               struct finding *f, struct buffer *out);

#endif
