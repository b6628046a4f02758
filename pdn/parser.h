// SPDX-License-Identifier: MIT
/*
 * The internals of the PDN parser, shared by its files. Others include pdn.h.
 *
 * The parser is a loop over tokens. Two things make it fast: plain moves and move numbers are
 * recognised in the loop itself, and a node is 64 bytes from an arena, pointing into the text.
 * Everything odd goes to the functions here, which need not be fast; but none looks at any byte
 * more than a fixed number of times, whatever the input.
 */
#ifndef DAMA_PDN_PARSER_H
#define DAMA_PDN_PARSER_H

#include "core/game/finding-messages.h"
#include "core/game/finding.h"
#include "core/game/game.h"
#include "pdn/move-text.h"
#include "pdn/scan.h"

enum {
    REPORTS_MAX = 1000,  /* findings about one game; further ones are only counted */
    REPAIRS_MAX = 65536, /* repairs of one kind in one game */
};

/** The line that is being read. */
struct pdn_line {
    struct node **link;    /* where the next node goes */
    struct node **at_last; /* where the pointer to the last node is stored; NULL if there is none */
    struct item **tail;    /* where the next item goes */
    struct item **slot; /* where the pointer to this line's item is stored, in the enclosing line */
    const char *open;   /* its bracket */
    bool has_items;     /* it contains braces or brackets: it cannot become one comment */
};

struct pdn_counted {
    enum finding_code code;
    unsigned n;
    struct finding *first;
    struct repair **tail; /* where the next repair goes */
};

/**
 * The state when the innermost variation was opened: if it becomes a remark, what was found in it
 * since is forgotten.
 */
struct pdn_mark {
    struct finding *last; /* the last one found before it; NULL: none */
    const char *controls;
    uint32_t last_number;
    bool begun;
    unsigned n_reports, n_counted;
    struct pdn_counted counted[FINDING_COUNT];
};

struct pdn_parser {
    const char *begin, *end; /* of the text */
    struct game *game;
    struct findings *found;

    struct pdn_line here;
    struct pdn_line *outer; /* the enclosing lines, outermost first; in the arena */
    unsigned depth, room;

    const char *number_at; /* a move number whose move has not followed yet; NULL: none */
    uint32_t number, last_number;
    bool dots;           /* dots followed it */
    bool dashed_numbers; /* move numbers are followed by a dash, as in `1.- 32-28 19-23` */

    const char *tag_end;     /* where the last tag ends */
    const char *controls;    /* after the last control character that was reported */
    bool open_comment;       /* a comment or remark was never closed: the rest is inside it */
    bool has_times;          /* times in round brackets that certainly are not captures */
    bool begun;              /* a variation or a move was read: tags now begin another game */
    bool over;               /* the game has ended */
    bool failed;             /* out of memory */
    unsigned nested_in_vain; /* comments with nested braces whose end was not found */

    unsigned n_reports, n_counted;
    struct pdn_counted counted[FINDING_COUNT]; /* those that are reported once, with their number */
    struct pdn_mark mark;
};

static inline uint32_t offset_of(const struct pdn_parser *ps, const char *p)
{
    return ps->game->offset + (uint32_t)(p - ps->begin);
}

/** Adds a finding about the n bytes at p. */
struct finding *pdn_report(struct pdn_parser *ps, enum finding_code code, const char *p, size_t n,
                           const char *format, ...) PRINTF_LIKE(5, 6);

/**
 * Adds a repair of the n bytes at p, which is certain, to a finding, which may be NULL. `text` must
 * live as long as the finding.
 */
void pdn_repair(struct pdn_parser *ps, struct finding *f, const char *p, size_t n,
                const char *text);

/**
 * Adds a finding of a kind that is reported once per game; further ones are only counted.
 * @param fix what to replace the n bytes with; NULL if that is not certain; static
 */
void pdn_report_once(struct pdn_parser *ps, enum finding_code code, const char *p, size_t n,
                     const char *fix, const char *message);

/**
 * What should replace n bytes at p that do not belong there: nothing, or a blank if only they keep
 * the tokens around them apart; NULL if they must stay, since only they keep two tags together, or
 * since they are inside a move.
 */
const char *pdn_gap(const struct pdn_parser *ps, const char *p, size_t n);

/**
 * Reports the control characters in a tag or comment: each once, even if it is read several times.
 */
void pdn_report_controls(struct pdn_parser *ps, struct text text);

/** Appends a node to the line. @return NULL when out of memory */
struct node *pdn_add_node(struct pdn_parser *ps, enum node_kind kind, const char *p, size_t n);

/** Appends an item after the last move. @return NULL when out of memory */
struct item *pdn_add_item(struct pdn_parser *ps, enum item_kind kind, const char *p);

/** Appends a comment. @param text a part of the source */
void pdn_add_comment(struct pdn_parser *ps, const char *at, struct text text);

/** Appends a comment in which braces become round brackets. */
void pdn_add_unbraced_comment(struct pdn_parser *ps, const char *at, struct text text);

/** The last move of the line; NULL if there is none. */
struct node *pdn_last_node(const struct pdn_parser *ps);

/** Reports a move number that is followed by no move, and forgets it. */
void pdn_drop_number(struct pdn_parser *ps);

/*
 * Each of the following takes the place where a token begins, and returns the place where it ends.
 */

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

/**
 * Skips a line of signs, such as `-----`, after the blanks at p.
 * @return after it, or p if there is none
 */
const char *pdn_read_separator(struct pdn_parser *ps, const char *p);

/**
 * Ends the game before the number 1 at p if its last move is really a score that repeats the Result
 * tag (`12-8`).
 * @return whether the game has ended
 */
bool pdn_ends_before_one(struct pdn_parser *ps, const char *p);

/** Ends the game at a result of n bytes at p, and reads what belongs to it after the result. */
const char *pdn_read_result(struct pdn_parser *ps, const char *p, size_t n);

/**
 * Whether a line such as `Event "x"]` or `(Event "x"]` begins at `from`, before any move.
 * @param name where the tag's name begins: at `from` or one byte later
 */
bool pdn_lacks_bracket(const struct pdn_parser *ps, const char *from, const char *name);

/** Reads the line that pdn_lacks_bracket has found. @return where it ends */
const char *pdn_read_bare_tag(struct pdn_parser *ps, const char *from, const char *name);

/** Skips the markup of a forum, such as [pdn] and [/pdn]. @return where it ends, or p if there is none */
const char *pdn_read_wrapper(struct pdn_parser *ps, const char *p);

/**
 * Reads a tag that comes after the moves but belongs to this game.
 * @return where it ends, or p if there is none
 */
const char *pdn_read_trailing(struct pdn_parser *ps, const char *p);

/**
 * Closes the innermost variation, and drops it if it is empty.
 * @return whether it was kept
 */
bool pdn_close_line(struct pdn_parser *ps);

/**
 * Turns the innermost variation into a comment that extends to its closing bracket, and withdraws
 * the findings made in it; p is where the words begin.
 */
const char *pdn_read_remark(struct pdn_parser *ps, const char *p);

/** How a comment ends. */
struct pdn_comment_form {
    const char *nested; /* the first brace inside it; NULL: none */
    /* it ends at a brace; if not, at the certain beginning of a game, or with the text */
    bool closed;
    bool balanced; /* it contains comments, and ends at the brace that balances its own */
};

/** Finds the end of the comment whose text begins at p. */
const char *pdn_comment_end(struct pdn_parser *ps, const char *p, struct pdn_comment_form *form);

/**
 * Skips the quote marks of an e-mail, `> `, at the beginning of a line.
 * @return after them, or p
 */
const char *pdn_skip_quotes(const struct pdn_parser *ps, const char *p);

/**
 * Removes the quote marks of an e-mail from the lines of a comment or value, `{long\n> remark}`, if
 * its first line has them too; they are reported.
 * @param text a part of the source
 */
struct text pdn_without_quotes(struct pdn_parser *ps, struct text text);

/**
 * Whether the semicolon or percent sign at p begins a comment that goes on to the end of the line.
 */
bool pdn_is_line_comment(const struct pdn_parser *ps, const char *p);

/**
 * Whether the game ends at p without a result: at the end of the text, or at the tags of another
 * game.
 */
bool pdn_ends_here(const struct pdn_parser *ps, const char *p);

/** Skips blanks, and the quote marks of an e-mail. */
const char *pdn_skip_space(const struct pdn_parser *ps, const char *p);

/**
 * Skips the comments, NAGs and strengths that follow immediately.
 * @return after the last; p if there is none
 */
const char *pdn_skip_items(struct pdn_parser *ps, const char *p);

/** Reads what is between the end of a game and the next game. @return after it */
const char *pdn_read_after_end(struct pdn_parser *ps, const char *p);

/** Whether a blank line follows at p, or the end of the text. */
bool pdn_ends_paragraph(const struct pdn_parser *ps, const char *p);

/** The end of the word that begins at p: at a blank or a bracket. */
const char *pdn_word_end(const char *p, const char *end);

/** The end of the hyphens and dashes that begin at p; p if there are none. */
const char *pdn_dashes_end(const char *p, const char *end);

/**
 * Whether a dash stands for a move that was left out: a move is due, and what follows leaves room
 * for one.
 * @param after where the dash ends
 */
bool pdn_dash_is_move(struct pdn_parser *ps, const char *after);

/** Whether the remains of a move are at p: a sign and a square. */
bool pdn_is_end_of_move(const char *p, const char *end);

/**
 * Whether the word of n bytes at p stands where a move is due, and looks like a mistyped one. Kept
 * as a comment, it would make the game look complete. `after` is where the word and others after it
 * end.
 */
bool pdn_is_broken_move(const struct pdn_parser *ps, const char *p, size_t n, const char *after);

/**
 * Length of the move with letters that are not Latin at the beginning of the word from p to `end`; 0 if
 * there is none, or if no move is due.
 */
size_t pdn_other_letters_length(const struct pdn_parser *ps, const char *p, const char *end);

/** As pdn_other_letters_length, of the last square of a capture whose others are Latin: `b4:d6:с5`. */
size_t pdn_other_square_length(const struct pdn_parser *ps, const char *p, const char *end);

/**
 * The time at p, `0:15` or `1:02:33`. In `12:23` it may as well be a capture: it surely is a time if a
 * part of it is no square, or has a zero before it where the first has none, as in `1:02`.
 * @param is_sure becomes true in that case; not changed otherwise
 * @return after the time, or p
 */
const char *pdn_skip_time(const char *p, const char *end, bool *is_sure);

/**
 * Length of a time of less than an hour at p, `0:15`; 0 if there is none. No move has such squares.
 * `0:12` may also be the score of a round, and is if nothing but comments follows in the game.
 */
size_t pdn_time_length(const struct pdn_parser *ps, const char *p);

/** Whether a move is due, and there is none from `after` on before the next number. */
bool pdn_move_is_due(const struct pdn_parser *ps, const char *after);

/** The value of the last Result tag, trimmed; empty if there is none. */
struct text pdn_result_tag(const struct game *game);

/** Closes everything still open at the end of the game, at `p`, and settles how the game ended. */
void pdn_finish_game(struct pdn_parser *ps, const char *p);

#endif
