// SPDX-License-Identifier: MIT
/*
 * Inside of the PDN parser: what its files share. Users include pdn.h.
 *
 * The parser is a loop over tokens. Two things make it fast: plain moves and move numbers are
 * recognised in the loop itself, and a node is 64 bytes from an arena, pointing into the text.
 * Everything odd goes to the functions here, which may take their time; yet none of them looks at a
 * byte more often than a fixed number of times, whatever the input.
 */
#ifndef DAMA_PDN_PARSER_H
#define DAMA_PDN_PARSER_H

#include "core/game/finding-messages.h"
#include "core/game/finding.h"
#include "core/game/game.h"
#include "pdn/scan.h"

enum {
    REPORTS_MAX = 1000,  /* findings of one game, the rest is counted */
    REPAIRS_MAX = 65536, /* of one kind in one game */
    COUNTED_MAX = 16,    /* kinds of findings that are reported once a game, with their number */
};

/** The line that is being filled. */
struct pdn_line {
    struct node **link;    /* where the next node goes */
    struct node **at_last; /* what points to the last node; NULL where there is none */
    struct item **tail;    /* where the next item goes */
    struct item **slot;    /* what points to the item of this line in the line around it */
    const char *open;      /* its bracket */
    bool has_items;        /* braces or brackets stood in it: it cannot become one comment */
};

struct pdn_counted {
    enum finding_code code;
    unsigned n;
    struct finding *first;
    struct repair **tail; /* where its next repair goes */
};

struct pdn_parser {
    const char *begin, *end; /* of the text */
    struct game *game;
    struct findings *found;

    struct pdn_line here;
    struct pdn_line *outer; /* those around it, outermost first; in the arena */
    unsigned depth, room;

    const char *number_at; /* a move number that waits for its move; NULL */
    uint32_t number, last_number;
    bool dots; /* behind it */

    const char *tag_end;     /* behind the last tag */
    bool open_comment;       /* a comment was never closed: what is written behind it is inside */
    bool begun;              /* a variation or a move was read: tags begin another game */
    bool over;               /* the game has ended */
    bool failed;             /* memory was out */
    unsigned nested_in_vain; /* comments in comments whose end was looked for and not found */

    unsigned n_reports, n_counted;
    struct pdn_counted counted[COUNTED_MAX];
};

static inline uint32_t offset_of(const struct pdn_parser *ps, const char *p)
{
    return (uint32_t)(p - ps->begin);
}

/** Adds a finding of n bytes at p. */
struct finding *pdn_report(struct pdn_parser *ps, enum finding_code code, const char *p, size_t n,
                           const char *format, ...) PRINTF_LIKE(5, 6);

/**
 * Adds a certain change of n bytes at p to a finding, which may be NULL. `text` must live as long
 * as the finding.
 */
void pdn_repair(struct pdn_parser *ps, struct finding *f, const char *p, size_t n,
                const char *text);

/**
 * Adds a finding that is reported once a game; from the second on it is counted.
 * @param fix what the n bytes should be, NULL where that is not certain; static
 */
void pdn_report_often(struct pdn_parser *ps, enum finding_code code, const char *p, size_t n,
                      const char *fix, const char *message);

/** Appends a node to the line. @return NULL when memory is out */
struct node *pdn_add_node(struct pdn_parser *ps, enum node_kind kind, const char *p, size_t n);

/** Appends an item behind the last move. @return NULL when memory is out */
struct item *pdn_add_item(struct pdn_parser *ps, enum item_kind kind, const char *p);

/** Appends a comment; braces in its text become round brackets when `plain` is false. */
void pdn_add_comment(struct pdn_parser *ps, const char *at, struct text text, bool plain);

/** The last move of the line, NULL where there is none. */
struct node *pdn_last_node(const struct pdn_parser *ps);

/** A number was read and no move came: says so and forgets it. */
void pdn_drop_number(struct pdn_parser *ps);

/* Each of the following takes the place of a token and gives the place behind it. */

const char *pdn_read_tag(struct pdn_parser *ps, const char *p);
const char *pdn_read_bracket(struct pdn_parser *ps, const char *p);
const char *pdn_read_comment(struct pdn_parser *ps, const char *p);
const char *pdn_read_line_comment(struct pdn_parser *ps, const char *p);
const char *pdn_read_open(struct pdn_parser *ps, const char *p);
const char *pdn_read_close(struct pdn_parser *ps, const char *p);
const char *pdn_read_strength(struct pdn_parser *ps, const char *p);
const char *pdn_read_nag(struct pdn_parser *ps, const char *p);
const char *pdn_read_star(struct pdn_parser *ps, const char *p);
const char *pdn_read_word(struct pdn_parser *ps, const char *p);

/** Ends the game at a result of n bytes, and takes what belongs to it behind that. */
const char *pdn_read_result(struct pdn_parser *ps, const char *p, size_t n);

/**
 * Whether a line `Event "x"]` or `(Event "x"]` begins at `from`, before any move.
 * @param name where its name begins: at `from` or behind one byte
 */
bool pdn_lacks_bracket(const struct pdn_parser *ps, const char *from, const char *name);

/** Reads what pdn_lacks_bracket has found. @return behind it */
const char *pdn_read_bare_tag(struct pdn_parser *ps, const char *from, const char *name);

/** Skips [pdn] or [/pdn]. @return behind it, or p where it is none */
const char *pdn_read_wrapper(struct pdn_parser *ps, const char *p);

/**
 * Reads a tag behind the moves that belongs to this game.
 * @return behind it, or p where it is none
 */
const char *pdn_read_trailing(struct pdn_parser *ps, const char *p);

/**
 * Goes back to the line around the innermost variation, which is dropped where nothing is in it.
 * @return whether not
 */
bool pdn_close_line(struct pdn_parser *ps);

/**
 * Turns the innermost variation into a comment that reaches to its bracket; p is where the words
 * began.
 */
const char *pdn_read_remark(struct pdn_parser *ps, const char *p);

/** What was seen of a comment. */
struct pdn_comment_form {
    const char *nested; /* the first brace inside it; NULL */
    /* a brace ends it; otherwise a certain beginning of a game, or the end of the text */
    bool closed;
    bool balanced; /* it has nested comments, and goes to the brace that balances its own */
};

/** Where the comment whose text begins at p ends. */
const char *pdn_comment_end(struct pdn_parser *ps, const char *p, struct pdn_comment_form *form);

/** Length of the move that begins at p; 0 where none does. */
size_t pdn_move_length(const char *p, const char *end);

/** Whether p and what follows is a number with a point, and which; 0 where it is not. */
uint32_t pdn_move_number(const char *p, const char *end);

/** Closes what is open and settles how the game ended; `p` is where it did. */
void pdn_finish_game(struct pdn_parser *ps, const char *p);

#endif
