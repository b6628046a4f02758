// SPDX-License-Identifier: MIT
/*
 * Findings: what is wrong or odd in a source, each with its place, its code and, where one is
 * known, its repair. The table of codes (finding.c) is the manual's too.
 */
#ifndef DAMA_CORE_GAME_FINDING_H
#define DAMA_CORE_GAME_FINDING_H

#include "core/base/arena.h"
#include "core/base/err.h"
#include "core/base/text.h"

#include <stdint.h>

struct rules;

enum severity { SEVERITY_NOTE, SEVERITY_WARNING, SEVERITY_ERROR };

/** All codes; finding.c has a row for each. Words, never numbers, are shown to users. */
enum finding_code {
#define FINDING(id, word, severity, strict, title, text) FINDING_##id,
#include "core/game/finding-table.inc"
#undef FINDING
    FINDING_COUNT
};

/** A row of the table of codes. */
struct finding_kind {
    const char *word;       /* stable: "illegal-move" */
    enum severity severity; /* usually */
    enum severity strict; /* with --strict: every departure from the PDN 3.0 grammar is an error */
    const char *title;    /* one line */
    const char *explanation; /* paragraphs for --explain and the manual */
};

extern const struct finding_kind finding_kinds[FINDING_COUNT];

/**
 * A change of the source that mends a finding; where several belong together, all are made or none.
 */
struct repair {
    struct repair *next;     /* belongs to it */
    uint32_t offset, length; /* bytes of the game's source to be replaced */
    struct text text;        /* by this */
    bool certain;            /* nothing is guessed: --fix may do it */
};

struct finding {
    struct finding *next; /* in the order found */
    enum finding_code code;
    uint32_t game;       /* index within its piece, from 0 */
    uint32_t offset;     /* of the faulty bytes in the game's source */
    uint32_t length;     /* of them; 0 a place between bytes */
    struct src_pos at;   /* line and column of offset: findings_settle */
    struct text move;    /* "23. 34x25", or n is 0 */
    struct text message; /* one line */
    struct text board;   /* FEN of the position before the move, for --context; n is 0 where none */
    const struct rules *rules; /* of board; NULL where there is none */
    struct repair *repair;     /* NULL where none is known */
    /* tells the game from others in whatever file it stands; 0 where nobody asked */
    uint64_t game_key;
};

/** A list of findings; all memory is the arena's. Zero but for the arena is empty. */
struct findings {
    struct arena *arena; /* borrowed */
    struct finding *first, *last;
    unsigned n;
    bool failed; /* memory was out: the list is not complete */
};

/**
 * Adds a finding; the message is formatted at once. Its line and column are filled in by
 * findings_settle.
 * @return the finding, to be completed; NULL when memory is out (and `failed` is set)
 */
struct finding *findings_add(struct findings *found, enum finding_code code, uint32_t offset,
                             uint32_t length, const char *format, ...) PRINTF_LIKE(5, 6);

/**
 * Adds a change to a finding.
 * @param f may be NULL, as findings_add gives it when memory is out
 * @param text borrowed for as long as the finding lives
 * @return NULL when memory is out (and `failed` is set)
 */
struct repair *finding_repair(struct findings *found, struct finding *f, uint32_t offset,
                              uint32_t length, struct text text, bool certain);

/** Forgets what was found behind a finding; NULL: everything. */
void findings_cut(struct findings *found, struct finding *behind);

/**
 * Formats a text that lives as long as the findings. s is NULL when memory is out (and `failed` is
 * set).
 */
struct text findings_text(struct findings *found, const char *format, ...) PRINTF_LIKE(2, 3);

/**
 * To be called once a game, when all that can be found in it was found: puts its findings into the
 * order of the source and fills in their places, in one pass.
 * @param behind the last finding of the game before; NULL: all findings belong to this game
 * @param source the game's bytes, which the offsets count from
 * @param at     place of the first of them
 * @param game   index within the piece
 */
void findings_settle(struct findings *found, struct finding *behind, struct text source,
                     struct src_pos at, uint32_t game);

/** @return whether there is a code of that word */
bool finding_code_of(struct text word, enum finding_code *code);

const char *severity_word(enum severity severity);

#endif
