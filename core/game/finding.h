// SPDX-License-Identifier: MIT
/*
 * Findings: what is wrong or odd in a source, each with its place, its code and, if known, its
 * repair. The manual is made from the same table of codes (finding-table.inc).
 */
#ifndef DAMA_CORE_GAME_FINDING_H
#define DAMA_CORE_GAME_FINDING_H

#include "core/base/arena.h"
#include "core/base/err.h"
#include "core/base/text.h"

#include <stdint.h>

struct rules;

enum severity { SEVERITY_NOTE, SEVERITY_WARNING, SEVERITY_ERROR };

/** All codes, one for each row of finding-table.inc. Users see the words, never the numbers. */
enum finding_code {
#define FINDING(id, word, severity, strict, title, text) FINDING_##id,
#include "core/game/finding-table.inc"
#undef FINDING
    FINDING_COUNT
};

/** A row of the table of codes. */
struct finding_kind {
    const char *word;       /* stable: "illegal-move" */
    enum severity severity; /* without --strict */
    enum severity strict; /* with --strict: every departure from the PDN 3.0 grammar is an error */
    const char *title;    /* one line */
    const char *explanation; /* paragraphs for --explain and the manual */
};

extern const struct finding_kind finding_kinds[FINDING_COUNT];

/**
 * A change to the source that repairs a finding. If there are several, all are made or none.
 */
struct repair {
    struct repair *next;     /* another change for the same finding */
    uint32_t offset, length; /* bytes of the game's source to replace */
    struct text text;        /* the replacement */
    bool certain;            /* not a guess: --fix may apply it */
};

struct finding {
    struct finding *next; /* in the order found */
    enum finding_code code;
    uint32_t game;       /* index within its piece, from 0 */
    uint32_t offset;     /* of the faulty bytes, in the game's source */
    uint32_t length;     /* how many bytes are faulty; 0: a place between bytes */
    struct src_pos at;   /* line and column of offset; set by findings_settle */
    struct text move;    /* "23. 34x25", or n is 0 */
    struct text message; /* one line */
    struct text board;   /* FEN of the position before the move, for --context; n is 0 if none */
    const struct rules *rules; /* of board; NULL if there is none */
    bool turned;               /* the source numbers squares from the other side of that board */
    struct repair *repair;     /* NULL if none is known */
    uint64_t game_key; /* identifies the game in any file; 0 unless asked for, or of no game */
};

/** Whether a finding is an error by its usual severity, which options may change. */
bool finding_is_error(const struct finding *finding);

/** A list of findings, all in the arena's memory. An empty list is zero except for the arena. */
struct findings {
    struct arena *arena; /* borrowed */
    struct finding *first, *last;
    unsigned n;
    bool failed; /* out of memory: the list is not complete */
};

/**
 * Adds a finding and formats its message. findings_settle fills in its line and column.
 * @return the finding, for the caller to complete; NULL when out of memory (and `failed` is set)
 */
struct finding *findings_add(struct findings *found, enum finding_code code, uint32_t offset,
                             uint32_t length, const char *format, ...) PRINTF_LIKE(5, 6);

/**
 * Adds a change to the repair of a finding.
 * @param f    if NULL, as findings_add returns when out of memory, nothing is done
 * @param text borrowed as long as the finding lives
 * @return NULL when out of memory (and `failed` is set)
 */
struct repair *finding_repair(struct findings *found, struct finding *f, uint32_t offset,
                              uint32_t length, struct text text, bool certain);

/** Drops all findings after `after`; NULL: all of them. */
void findings_cut(struct findings *found, struct finding *after);

/** Drops the findings of a code about the game whose findings are not yet settled. */
void findings_drop(struct findings *found, enum finding_code code);

/**
 * Formats a text that lives as long as the findings.
 * @return the text; s is NULL when out of memory (and `failed` is set)
 */
struct text findings_text(struct findings *found, const char *format, ...) PRINTF_LIKE(2, 3);

/**
 * Sorts the findings of a game by their offsets in the source and fills in their places, in one
 * pass. Call it once for each game, after all its findings are added.
 * @param after  the last finding of the previous game; NULL: all findings belong to this game
 * @param source the game's bytes, from whose beginning the offsets count
 * @param at     place of the first of those bytes
 * @param game   index of the game within its piece, from 0
 */
void findings_settle(struct findings *found, struct finding *after, struct text source,
                     struct src_pos at, uint32_t game);

/** Finds a code by its word. @return whether there is one */
bool finding_code_of(struct text word, enum finding_code *code);

/** @return "error", "warning" or "note"; static */
const char *severity_word(enum severity severity);

#endif
