// SPDX-License-Identifier: MIT
/*
 * The game: what travels between all parts of dama. Every reader makes games, every writer takes
 * them.
 *
 * A game and everything in it lives in one arena; text points into the source where it can. The
 * tree is made of lines: a line is a list of nodes, a node is a move (or another board event) with
 * what was written behind it, in order, and one of the things that can be written behind a move is
 * another line that replaces it.
 *
 *     line ─ node 32-28 ─ node 19-23 ─ node 28x19 ...
 *                            └ items: {comment}  $1  (line ─ node 18-23 ...)  {comment}
 */
#ifndef DAMA_CORE_GAME_GAME_H
#define DAMA_CORE_GAME_GAME_H

#include "core/base/arena.h"
#include "core/base/err.h"
#include "core/base/text.h"
#include "core/board/move.h"
#include "core/game/result.h"

/**
 * No game is larger, whatever its format (dama(7), LIMITS). Readers take what lies within and say
 * what they have left out: game_tell_limits.
 */
enum {
    GAME_BYTES_MAX = 16 * 1024 * 1024, /* of text; PIPELINE_RECORD_MAX cuts there */
    GAME_TAGS_MAX = 256,
    GAME_PARTS_MAX = 200000, /* moves and what stands behind them, in all variations */
    GAME_DEPTH_MAX = 1000,   /* variations inside each other */
};

/** Limits that a reader has met; a set of bits. */
enum game_limit {
    GAME_LIMIT_TAGS = 1 << 0,  /* the tags above it are left out */
    GAME_LIMIT_PARTS = 1 << 1, /* the game ends there */
    GAME_LIMIT_DEPTH = 1 << 2, /* the game ends there; in PDN what lies deeper is a comment */
};

struct findings;

struct tag {
    struct text name, value; /* value unescaped, without its quotes */
    uint32_t offset;         /* of the name in game->source */
};

enum item_kind { ITEM_COMMENT, ITEM_NAG, ITEM_STRENGTH, ITEM_LINE };

/** What stands behind a move, or before the first one of a line. */
struct item {
    struct item *next; /* in the order written */
    enum item_kind kind;
    uint32_t offset; /* in game->source */
    union {
        struct text comment;  /* without braces, otherwise as written */
        unsigned nag;         /* 0 to 255: $n */
        struct text strength; /* "!", "?!", ... without brackets */
        struct line *line;    /* replaces the move that it stands behind */
    };
};

enum node_kind {
    NODE_MOVE,
    NODE_SETUP,   /* text is a FEN: the board is set anew here */
    NODE_UNKNOWN, /* a move that the source does not know: "-"; nothing behind it can be checked */
};

enum node_state {
    NODE_UNPLAYED, /* nobody has tried yet, or a fault before it made that impossible */
    NODE_PLAYED,   /* legal, `move` is filled */
    NODE_ILLEGAL,  /* tried, and wrong */
};

struct node {
    struct node *next;  /* in its line */
    struct item *items; /* behind it */
    struct text text;   /* as written, without number and strength */
    struct move move;   /* where state is NODE_PLAYED and kind is NODE_MOVE */
    uint32_t offset;    /* of text in game->source */
    uint32_t number;    /* move number written before it, 0 none */
    uint8_t kind;       /* enum node_kind */
    uint8_t state;      /* enum node_state */
    bool dots;          /* "12..." stood before it: a move of the side that moves second */
    /* played, and `text` is just what notation_write makes of it in the short style */
    bool canonical;
};

struct line {
    struct item *before; /* before the first node */
    struct node *first;
};

/** What ended right before a game in the same text. */
enum game_before { GAME_BEFORE_NONE, GAME_BEFORE_BARE, GAME_BEFORE_TAGGED };

struct game {
    struct arena *arena; /* borrowed; everything below lives in it or in source */
    struct text source;  /* the game's bytes, borrowed; s is NULL for a game made in memory */
    struct src_pos at;   /* place of the first byte of source */
    bool more; /* set by who calls a parser: the input goes on behind the text it is given */
    enum game_before before; /* set by who calls a parser: game_before_next of the game read last */

    unsigned n_parts;  /* nodes and items made so far */
    unsigned exceeded; /* enum game_limit */

    struct tag *tags; /* in the order read, n of them */
    unsigned n_tags, room_tags;

    const struct rules *rules;
    bool rules_guessed;    /* no tag names them */
    struct position start; /* where the main line begins */
    bool start_given;      /* by a FEN, rather than by the rules */

    struct line line;
    /* as written behind the moves: "2-0", "*"; n is 0 where there is none */
    struct text terminator;
    uint32_t terminator_offset;
    enum result result; /* of tag and terminator together: PDN 3.0; the tag counts more */
};

/**
 * @return the tag's value, s is NULL where there is none; the last one counts. Names count without
 *         case.
 */
struct text game_tag(const struct game *game, const char *name);

/**
 * Sets a tag, the last one of that name whatever its capitals, or adds it behind the others. Name
 * and value must live as long as the game.
 * @return 0, or -1: out of memory
 */
int game_set_tag(struct game *game, struct text name, struct text value);

/** Removes all tags of that name. */
void game_drop_tag(struct game *game, struct text name);

/**
 * Adds a tag even where one of that name exists; none above GAME_TAGS_MAX.
 * @return 0, or -1: out of memory
 */
int game_add_tag(struct game *game, struct text name, struct text value, uint32_t offset);

/**
 * New node, item or line in the game's arena, cleared.
 * @return NULL when memory is out, or when the game has GAME_PARTS_MAX parts: then `exceeded` says
 *        so
 */
struct node *game_new_node(struct game *game);
struct item *game_new_item(struct game *game, enum item_kind kind);
struct line *game_new_line(struct game *game);

/**
 * Makes nodes of legal moves, written in the short style.
 * @param pos   where the first of the n moves is played
 * @param first becomes the first node, NULL where n is 0
 * @return 0, or -1: out of memory, or the game has too many parts
 */
int game_new_moves(struct game *game, const struct position *pos, const struct move *moves,
                   unsigned n, struct node **first);

/**
 * Whether another variation may be opened inside `depth` of them; where not, `exceeded` says so.
 */
bool game_may_nest(struct game *game, unsigned depth);

/** Adds a finding for each limit that was met. @return whether any was */
bool game_tell_limits(const struct game *game, struct findings *found);
/** What the game is for the one that follows it. */
static inline enum game_before game_before_next(const struct game *game)
{
    return game->n_tags ? GAME_BEFORE_TAGGED : GAME_BEFORE_BARE;
}

/** Plies of the main line: moves, played or not; setups do not count. */
unsigned game_plies(const struct game *game);

/** Line and column of a byte of game->source. Linear in the offset. */
struct src_pos game_place(const struct game *game, uint32_t offset);

/** Where bytes that point into the game's source stand; 0 where they do not. */
uint32_t game_source_offset(const struct game *game, struct text t);

/** Bytes that a text takes up in the source: 0 where it does not point there. */
uint32_t game_source_length(const struct game *game, struct text t);

/** What two games have in common is everything but places: tags, start, tree, texts, results. Comments after folding
 * blanks. `why` names the first difference. */
bool game_equal(const struct game *a, const struct game *b, char *why, size_t why_size);

#endif
