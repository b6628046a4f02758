// SPDX-License-Identifier: MIT
/*
 * The inside of the PDN parser: what its files share. Everybody else includes pdn.h.
 *
 * The parser is a loop over tokens. Two things make it fast: plain moves and move numbers are
 * recognised in the loop itself, and a node is 64 bytes from an arena, pointing into the text.
 * Everything odd goes to the functions here, which need not be fast; but none looks at a byte more
 * than a fixed number of times, whatever the input.
 */
#ifndef DAMA_PDN_PARSER_H
#define DAMA_PDN_PARSER_H

#include "core/game/finding-messages.h"
#include "core/game/finding.h"
#include "core/game/game.h"
#include "pdn/move-text.h"
#include "pdn/scan.h"

enum {
    REPORTS_MAX = 1000,  /* findings of one game; further ones are counted */
    REPAIRS_MAX = 65536, /* of one kind in one game */
};

/** The line that is being read. */
struct pdn_line {
    struct node **link;    /* where the next node goes */
    struct node **at_last; /* what points to the last node; NULL if there is none */
    struct item **tail;    /* where the next item goes */
    struct item **slot;    /* what points to the item of this line in the line around it */
    const char *open;      /* its bracket */
    bool has_items;        /* it has braces or brackets inside: it cannot become one comment */
};

struct pdn_counted {
    enum finding_code code;
    unsigned n;
    struct finding *first;
    struct repair **tail; /* where its next repair goes */
};

/** What was known when the innermost variation was opened: a remark forgets what was read in it. */
struct pdn_mark {
    struct finding *last; /* of those found before it; NULL: none */
    const char *controls;
    uint32_t last_number;
    unsigned n_reports, n_counted;
    struct pdn_counted counted[FINDING_COUNT];
};

struct pdn_parser {
    const char *begin, *end; /* of the text */
    struct game *game;
    struct findings *found;

    struct pdn_line here;
    struct pdn_line *outer; /* the lines around it, outermost first; in the arena */
    unsigned depth, room;

    const char *number_at; /* a move number whose move has not come yet; NULL: none */
    uint32_t number, last_number;
    bool dots;           /* dots followed it */
    bool dashed_numbers; /* a dash follows the numbers, as in `1.- 32-28 19-23` */

    const char *tag_end;     /* where the last tag ends */
    const char *controls;    /* after the last control character that was reported */
    bool open_comment;       /* a comment or remark was never closed: what follows is inside it */
    bool has_times;          /* in round brackets, which surely are no captures */
    bool begun;              /* a variation or a move was read: tags now begin another game */
    bool over;               /* the game has ended */
    bool failed;             /* out of memory */
    unsigned nested_in_vain; /* comments with braces inside whose end was looked for in vain */

    unsigned n_reports, n_counted;
    struct pdn_counted counted[FINDING_COUNT]; /* those reported once, with their number */
    struct pdn_mark mark;
};

static inline uint32_t offset_of(const struct pdn_parser *ps, const char *p)
{
    return ps->game->offset + (uint32_t)(p - ps->begin);
}

/** Adds a finding of n bytes at p. */
struct finding *pdn_report(struct pdn_parser *ps, enum finding_code code, const char *p, size_t n,
                           const char *format, ...) PRINTF_LIKE(5, 6);

/**
 * Adds a certain repair of n bytes at p to a finding, which may be NULL. `text` must live as long
 * as the finding.
 */
void pdn_repair(struct pdn_parser *ps, struct finding *f, const char *p, size_t n,
                const char *text);

/**
 * Adds a finding that is reported once per game; further ones are only counted.
 * @param fix what the n bytes should be, NULL if that is not certain; static
 */
void pdn_report_often(struct pdn_parser *ps, enum finding_code code, const char *p, size_t n,
                      const char *fix, const char *message);

/**
 * What should replace n bytes of the movetext at p that do not belong there: nothing, or a
 * blank where they alone keep the tokens around them apart.
 */
const char *pdn_gap(const struct pdn_parser *ps, const char *p, size_t n);

/**
 * Reports the control characters of a tag or comment, each once however often it is read.
 */
void pdn_report_controls(struct pdn_parser *ps, struct text text);

/** Appends a node to the line. @return NULL when out of memory */
struct node *pdn_add_node(struct pdn_parser *ps, enum node_kind kind, const char *p, size_t n);

/** Appends an item after the last move. @return NULL when out of memory */
struct item *pdn_add_item(struct pdn_parser *ps, enum item_kind kind, const char *p);

/** Appends a comment; braces in its text become round brackets when `plain` is false. */
void pdn_add_comment(struct pdn_parser *ps, const char *at, struct text text, bool plain);

/** The last move of the line, NULL if there is none. */
struct node *pdn_last_node(const struct pdn_parser *ps);

/** Reports a number that no move followed, and forgets it. */
void pdn_drop_number(struct pdn_parser *ps);

/* Each of the following takes where a token begins and returns where it ends. */

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

/** A line of signs after the blanks at p is ignored. @return after it, or p if there is none */
const char *pdn_read_rule(struct pdn_parser *ps, const char *p);

/**
 * Whether the game ends before number 1 at p, with points that look like a move but repeat the Result tag
 * (`12-8`); then it has ended.
 */
bool pdn_ends_before_one(struct pdn_parser *ps, const char *p);

/** Ends the game at a result of n bytes, and reads what belongs to it after that. */
const char *pdn_read_result(struct pdn_parser *ps, const char *p, size_t n);

/**
 * Whether a line `Event "x"]` or `(Event "x"]` begins at `from`, before any move.
 * @param name where its name begins: at `from` or one byte later
 */
bool pdn_lacks_bracket(const struct pdn_parser *ps, const char *from, const char *name);

/** Reads the line that pdn_lacks_bracket has found. @return where it ends */
const char *pdn_read_bare_tag(struct pdn_parser *ps, const char *from, const char *name);

/** Skips the markup of a forum, such as [pdn] and [/pdn]. @return where it ends, or p if there is none */
const char *pdn_read_wrapper(struct pdn_parser *ps, const char *p);

/**
 * Reads a tag after the moves that belongs to this game.
 * @return where it ends, or p if there is none
 */
const char *pdn_read_trailing(struct pdn_parser *ps, const char *p);

/** Closes the innermost variation, and drops it where it is empty. @return whether it was kept */
bool pdn_close_line(struct pdn_parser *ps);

/**
 * Turns the innermost variation into a comment that reaches to its bracket, and withdraws what was
 * found in it; p is where the words began.
 */
const char *pdn_read_remark(struct pdn_parser *ps, const char *p);

/** How a comment ends. */
struct pdn_comment_form {
    const char *nested; /* the first brace inside it; NULL: none */
    /* it ends at a brace; otherwise at the certain beginning of a game, or with the text */
    bool closed;
    bool balanced; /* it has comments inside, and ends at the brace that balances its own */
};

/** Finds the end of the comment whose text begins at p. */
const char *pdn_comment_end(struct pdn_parser *ps, const char *p, struct pdn_comment_form *form);

/** Skips the marks of a quoted e-mail, `> `, at the beginning of a line. @return after them, or p */
const char *pdn_skip_quotes(const struct pdn_parser *ps, const char *p);

/** Whether at p, a semicolon or percent sign, a comment begins that goes on to the end of the line. */
bool pdn_is_line_comment(const struct pdn_parser *ps, const char *p);

/** Whether the game ends at p without a result: with the text, or at the tags of another game. */
bool pdn_ends_here(const struct pdn_parser *ps, const char *p);

/** Whether a blank line follows at p, or nothing. */
bool pdn_ends_paragraph(const struct pdn_parser *ps, const char *p);

/** Where the word ends that begins at p: at a blank or a bracket. */
const char *pdn_word_end(const char *p, const char *end);

/** Where the hyphens and dashes end that begin at p; p where there are none. */
const char *pdn_dashes_end(const char *p, const char *end);

/**
 * Whether a dash stands for a move that was left out: one is due, and what follows leaves room for
 * it. The dash ends at `after`.
 */
bool pdn_dash_is_move(struct pdn_parser *ps, const char *after);

/** Whether at p stands what is left of a move: a sign and a square. */
bool pdn_is_end_of_move(const char *p, const char *end);

/**
 * Whether the word of n bytes at p stands where a move is due, and looks like what a slip has made
 * of one. As a comment it would make the game look whole. `after` is where it and other words end.
 */
bool pdn_is_broken_move(const struct pdn_parser *ps, const char *p, size_t n, const char *after);

/**
 * The time at p, `0:15` or `1:02:33`. In `12:23` it may as well be a capture: it surely is a time if a
 * part of it is no square, or has a zero before it where the first has none, as in `1:02`.
 * @param is_sure becomes true in that case; not changed otherwise
 * @return after the time, or p
 */
const char *pdn_skip_time(const char *p, const char *end, bool *is_sure);

/**
 * Length of a time of less than an hour at p, `0:15`; 0 if there is none. No move has such squares. A
 * score of a round, `0:12`, is none where nothing but comments follows in the game.
 */
size_t pdn_time_length(const struct pdn_parser *ps, const char *p);

/** Whether a move is due, and before the next number, from `after` on, there is none. */
bool pdn_move_is_due(const struct pdn_parser *ps, const char *after);

/** The value of the last Result tag, without blanks around it; empty if there is none. */
struct text pdn_result_tag(const struct game *game);

/** Closes what is open and settles how the game ended, which it did at `p`. */
void pdn_finish_game(struct pdn_parser *ps, const char *p);

#endif
