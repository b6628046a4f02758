// SPDX-License-Identifier: MIT
/*
 * The game, the type that all parts of dama pass to each other: every reader makes games, every
 * writer takes them.
 *
 * A game and everything in it lives in one arena; text points into the source where it can. The
 * tree is made of lines: a line is a list of nodes, a node is a move (or another board event) with
 * what was written after it, in order, and one of the things that can be written after a move is
 * another line that replaces it.
 *
 *     line ─ node 32-28 ─ node 19-23 ─ node 28x19 ...
 *                            └ items: {comment}  $1  (line ─ node 18-23 ...)  {comment}
 */
#ifndef DAMA_CORE_GAME_GAME_H
#define DAMA_CORE_GAME_GAME_H

#include "core/base/arena.h"
#include "core/base/err.h"
#include "core/base/hash.h"
#include "core/base/text.h"
#include "core/board/move.h"
#include "core/game/result.h"

/**
 * The limits of a game, whatever its format (dama(7), LIMITS). Readers leave out anything beyond
 * them and report that with game_report_limits.
 */
enum {
    GAME_BYTES_MAX = 16 * 1024 * 1024, /* of text; the same as CHUNKS_RECORD_MAX */
    GAME_TAGS_MAX = 256,
    GAME_PARTS_MAX = 200000, /* nodes and items, in all variations */
    GAME_DEPTH_MAX = 1000,   /* nesting of variations */
};

/** Limits that a game has exceeded; a set of bits. */
enum game_limit {
    GAME_LIMIT_TAGS = 1 << 0,  /* further tags are left out */
    GAME_LIMIT_PARTS = 1 << 1, /* the game is cut off there */
    GAME_LIMIT_DEPTH = 1 << 2, /* the game is cut off there; in PDN, they become comments */
};

/** Data in the source of a game that struct game has no place for; a set of bits. */
enum game_extras {
    GAME_JUDGEMENTS = 1 << 0,    /* judgements of its moves by dama-annotate */
    GAME_MEMBERS = 1 << 1,       /* JSON members that dama does not know */
    GAME_INNER_MEMBERS = 1 << 2, /* such members inside moves and lines; no output keeps them */
};

struct findings;

struct tag {
    struct text name, value; /* value unescaped, without its quotes */
    uint32_t offset;         /* of the name in game->source */
};

enum item_kind { ITEM_COMMENT, ITEM_NAG, ITEM_STRENGTH, ITEM_LINE };

/** What is written after a move, or before the first move of a line. */
struct item {
    struct item *next; /* in the order written */
    enum item_kind kind;
    uint32_t offset; /* in game->source */
    union {
        struct text comment;  /* without braces, otherwise as written */
        unsigned nag;         /* 0 to 255: $n */
        struct text strength; /* "!", "?!", ... without brackets */
        struct line *line;    /* a variation: replaces the move before it */
    };
};

enum node_kind {
    NODE_MOVE,
    NODE_SETUP,   /* text is a FEN: a new position begins here */
    NODE_UNKNOWN, /* "-", a move missing from the source: nothing after it can be checked */
};

enum node_state {
    NODE_UNPLAYED, /* not tried, perhaps because of an error before it */
    NODE_PLAYED,   /* legal, `move` is set */
    NODE_ILLEGAL,  /* tried and found illegal */
};

struct node {
    struct node *next;  /* in its line */
    struct item *items; /* written after the node */
    struct text text;   /* as written, without number and strength */
    struct move move;   /* if state is NODE_PLAYED and kind is NODE_MOVE */
    uint32_t offset;    /* of text in game->source */
    uint32_t number;    /* move number written before it; 0: none */
    uint8_t kind;       /* enum node_kind */
    uint8_t state;      /* enum node_state */
    bool dots;          /* written as "12...": a move of the side that moves second */
    bool canonical;     /* played, and `text` is as notation_write writes it in the short style */
};

struct line {
    struct item *before; /* items written before the first node */
    struct node *first;
};

/** What precedes a game in the same text: nothing, a game without tags, or a game with tags. */
enum game_before { GAME_BEFORE_NONE, GAME_BEFORE_BARE, GAME_BEFORE_TAGGED };

struct game {
    struct arena *arena;     /* borrowed; everything below lives in it or in source */
    struct text source;      /* the game's bytes, borrowed; s is NULL for a game made in memory */
    struct src_pos at;       /* place of the first byte of source */
    bool more;               /* set by a parser's caller: the input continues after this text */
    enum game_before before; /* set by a parser's caller: game_before_next of the previous game */
    uint64_t number;         /* in its input, from 1, if not all games are read; 0: count them */
    uint32_t offset;         /* set by a parser's caller: of the given text in a longer source */

    unsigned n_parts;  /* nodes and items made so far */
    unsigned exceeded; /* enum game_limit */

    unsigned besides;       /* set by readers: enum game_extras */
    struct hash128 content; /* set by readers: the game's key in its collection; zero: none */

    struct tag *tags; /* in the order read, n of them */
    unsigned n_tags, room_tags;

    const struct rules *rules; /* NULL: not known yet, or of a game that dama does not play */
    bool rules_guessed;        /* no tag names the rules */
    struct position start;     /* where the main line begins */
    bool start_given;          /* by a FEN, rather than by the rules */
    struct text turned_fen;    /* as read, if it and the moves count from the opposite corner */
    bool start_unknown;        /* the FEN cannot be read: `start` is an empty board */

    struct line line;
    /*
     * as written after the moves: "2-0", "*"; n is 0 if there is none, s may still give the place
     */
    struct text terminator;
    uint32_t terminator_offset;
    enum result result; /* from tag and terminator; the tag takes precedence: PDN 3.0 */
};

/**
 * Finds a tag by its name, ignoring case; the last one if there are several.
 * @return its value; s is NULL if there is none
 */
struct text game_tag(const struct game *game, const char *name);
/** As game_tag, for a name not ended by a NUL. */
struct text game_tag_named(const struct game *game, struct text name);

/** Whether a tag's value is empty or stands for one that is not known: ?, ????.??.??, *, -. */
bool tag_is_unknown(struct text value);

/** Whether the Result tag tells how the game ended, in the usual words or in those of its ResultFormat. */
bool game_result_tag_has_result(const struct game *game);

/**
 * The result as written: the Result tag, or the result after the moves where that says nothing, or
 * what is no result.
 */
struct text game_result_text(const struct game *game);

/**
 * Sets the last tag of that name, ignoring case; if there is none, adds one after the others. Name
 * and value must live as long as the game.
 * @return 0, or -1: out of memory
 */
int game_set_tag(struct game *game, struct text name, struct text value);

/**
 * Sets the tags that name these rules: GameType, Variant or both. The rules must live as long as
 * the game.
 * @return as game_set_tag
 */
int game_set_rules_tags(struct game *game, const struct rules *rules);

/** Removes all tags of that name. */
void game_drop_tag(struct game *game, struct text name);

/**
 * Adds a tag, even a duplicate; if the game has GAME_TAGS_MAX already, only sets `exceeded`.
 * @param offset of the name in game->source
 * @return 0, or -1: out of memory
 */
int game_add_tag(struct game *game, struct text name, struct text value, uint32_t offset);

/**
 * Make a node, item or line in the game's arena, cleared to zero.
 * @return NULL when out of memory, or when the game has GAME_PARTS_MAX parts: then `exceeded` is
 *         set
 */
struct node *game_new_node(struct game *game);
struct item *game_new_item(struct game *game, enum item_kind kind);
struct line *game_new_line(struct game *game);

/**
 * Makes nodes from legal moves, with their text in the short style.
 * @param pos   the position in which the first of the n moves is played
 * @param first set to the first node; to NULL if n is 0
 * @return 0, or -1: out of memory, or the game has too many parts
 */
int game_new_moves(struct game *game, const struct position *pos, const struct move *moves,
                   unsigned n, struct node **first);

/**
 * Whether a variation may be opened inside `depth` others; sets `exceeded` if not.
 */
bool game_may_nest(struct game *game, unsigned depth);

/** Adds a finding for each limit that was exceeded. @return whether any was */
bool game_report_limits(const struct game *game, struct findings *found);
/** The `before` of the game that follows this one. */
static inline enum game_before game_before_next(const struct game *game)
{
    return game->n_tags ? GAME_BEFORE_TAGGED : GAME_BEFORE_BARE;
}

/** Whether a text is a strength: one or more of ! and ?. */
bool game_is_strength(struct text t);

/**
 * The NAG with the meaning of a strength: 6 for "?!"; 0: there is none. Source: PDN 3.0, "NAGs".
 */
unsigned game_strength_nag(struct text strength);

/**
 * Takes the last node off the main line, which is not empty. Its items are appended to those of the
 * node before it; a strength, which belonged to the node, becomes a comment.
 * @return the node
 */
struct node *game_drop_last(struct game *game);

/** Plies of the main line: moves, played or not; setups do not count. */
unsigned game_plies(const struct game *game);

/** Line and column of a byte of game->source. Linear in the offset. */
struct src_pos game_place(const struct game *game, uint32_t offset);

/** The offset of a text that points into the game's source; 0 if it does not. */
uint32_t game_source_offset(const struct game *game, struct text t);

/** The length of a text that points into the game's source; 0 if it does not. */
uint32_t game_source_length(const struct game *game, struct text t);

#endif
