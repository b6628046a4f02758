// SPDX-License-Identifier: MIT
/*
 * The driver's side of Hub, version 2 or 1: the lines to send to a program, and the meaning of its
 * lines. A program's first words show which version it speaks. No I/O.
 *
 * Source: F. Letouzey, "Hub protocol", 2019; for version 1 what Scan 2.0 does.
 */
#ifndef DAMA_MATCH_PROTOCOL_HUB_DRIVER_H
#define DAMA_MATCH_PROTOCOL_HUB_DRIVER_H

#include "core/base/buffer.h"
#include "core/board/move.h"

enum hub_answer_kind {
    HUB_CHATTER, /* nothing that matters */
    HUB_NAME,    /* the program's name: text, more */
    HUB_PARAMETER, /* a parameter of the program: name in text, its possible values, if given, in more */
    HUB_WAIT,      /* it is ready for parameters and init */
    HUB_READY,
    HUB_INFO,  /* score, depth, nodes, pv, if they are given */
    HUB_DONE,  /* text: the move, or whatever it has in its place; n is 0 if it has nothing */
    HUB_ERROR, /* text */
};

/** A line of a program. Texts are borrowed from the line. */
struct hub_answer {
    enum hub_answer_kind kind;
    unsigned version; /* the version that the line shows: 1, 2; 0: either */
    struct text text, more;
    bool has_score, has_depth, has_nodes;
    int score; /* thousandths of a man, for the side to move */
    unsigned depth;
    uint64_t nodes;
    struct text pv; /* moves with blanks between them; n 0: none */
};

/**
 * Reads a line.
 * @param version the version that the program speaks; 0 while that is unknown
 */
void hub_read_answer(unsigned version, struct text line, struct hub_answer *out);

/**
 * Whether an error message says that the program is not in the position that it was given, so that
 * its answer is about another position. The words are Scan's; more may follow after a colon, as
 * with our own engine.
 */
bool hub_refuses_position(struct text message);

/**
 * Copies a program's words for a message, up to `size` bytes with the NUL: non-ASCII characters
 * become '?'.
 */
void hub_printable(struct text words, char *out, size_t size);

/**
 * Whether a program plays a variant, by the values of its parameter of that name, with or without
 * the variant's readings. If there are no values, it may.
 */
bool hub_plays(struct text values, const struct rules *rules);

/**
 * What a program has declared about a variant. Zero: nothing, as with programs that play only one.
 */
struct hub_support {
    bool has_parameter; /* "variant" */
    bool plays;         /* the parameter can be set to this variant */
};

/** Takes a declaration of any parameter into account. */
void hub_declare_support(struct hub_support *support, const struct hub_answer *parameter,
                         const struct rules *rules);

/** @return whether the program, after these declarations, can be asked to play the variant */
bool hub_supports(const struct hub_support *support, const struct rules *rules);

/**
 * Checks whether a parameter can be written as it is: Hub has no escapes.
 * @return 0, or -1 with `err`: more than one line, a double quote or a control character
 */
int hub_check_parameter(const char *name, const char *value, struct err *err);

/** Adds the line that sets a parameter, without a line end. */
void hub_add_parameter(struct buffer *out, unsigned version, const char *name, const char *value);

/**
 * Adds a position and the moves made from there: one line, and in version 1 another one for each
 * move; without the last line end.
 */
void hub_add_position(struct buffer *out, unsigned version, const struct rules *rules,
                      const struct position *start, const struct move *moves, unsigned n);

/** The kind of limit of a search. */
enum hub_limit { HUB_ENDLESS, HUB_CLOCK, HUB_MOVE_TIME, HUB_DEPTH, HUB_NODES };

/** The limit of a search; only the fields of that kind count. Times are in milliseconds. */
struct hub_level {
    enum hub_limit limit;
    int64_t time;       /* HUB_CLOCK: left on the clock, may be negative; HUB_MOVE_TIME */
    int64_t inc;        /* HUB_CLOCK: credited after each move */
    unsigned moves;     /* HUB_CLOCK: up to the next time control; 0: all */
    bool whole_seconds; /* version 2: write times in whole seconds */
    unsigned depth;
    uint64_t nodes;
};

/**
 * Adds the line that limits the next search, without its end. Version 1 has neither nodes nor
 * endless searches: it gets a day.
 */
void hub_add_level(struct buffer *out, unsigned version, const struct hub_level *level);

/** Takes the next word off a line; n is 0 at its end. */
struct text hub_next_word(struct text *rest);

#endif
