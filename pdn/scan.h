// SPDX-License-Identifier: MIT
/*
 * What the splitter and the parser must see in the same way: kinds of bytes, blanks, and where a
 * game certainly begins.
 *
 * A certain beginning is a tag, `[` Ident blank `"`, at the beginning of a line after a blank line,
 * or after a line that ends in a result or `*`. Whatever is still open ends there, so that a file
 * can be cut at such a place without reading what precedes it. Two exceptions: `[FILENAME ""]`,
 * since web sites write it after the moves; and after another tag only `[Event` is certain, since
 * some programs write blank lines between tags.
 */
#ifndef DAMA_PDN_SCAN_H
#define DAMA_PDN_SCAN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct text;

/** What a byte can begin. The kinds up to BYTE_BACKSLASH may follow a move without a blank. */
enum pdn_byte_kind {
    BYTE_BLANK,   /* blank, tab, CR, LF */
    BYTE_SIGN,    /* ! ? */
    BYTE_OPEN,    /* ( */
    BYTE_CLOSE,   /* ) */
    BYTE_BRACE,   /* { */
    BYTE_BRACKET, /* [ */
    BYTE_DOLLAR,
    BYTE_PERCENT,
    BYTE_SEMICOLON,
    BYTE_BACKSLASH,
    BYTE_DIGIT,
    BYTE_LETTER,
    BYTE_STAR,
    BYTE_HYPHEN,
    BYTE_DOT,
    BYTE_COMMA,
    BYTE_SLASH,
    BYTE_CLOSE_BRACE,
    BYTE_CLOSE_BRACKET,
    BYTE_CONTROL,
    BYTE_HIGH,  /* a byte of a non-ASCII character */
    BYTE_OTHER, /* everything else */
};

extern const uint8_t pdn_byte_kinds[256];

static inline enum pdn_byte_kind pdn_byte_kind(char c)
{
    return (enum pdn_byte_kind)pdn_byte_kinds[(uint8_t)c];
}
static inline bool is_blank(char c) { return pdn_byte_kinds[(uint8_t)c] == BYTE_BLANK; }

/** @return the first non-blank byte from p on, or end */
static inline const char *skip_blanks(const char *p, const char *end)
{
    while (p < end && is_blank(*p))
        p++;
    return p;
}

enum {
    LOOK_AHEAD = 512
}; /* bytes to search for something that may be missing: keeps the time linear */

enum { TAG_NAME_MAX = 64 }; /* a longer word before a quote is not a tag name */

/** @return p + LOOK_AHEAD, or end if that comes first */
static inline const char *look_ahead(const char *p, const char *end)
{
    return end - p > LOOK_AHEAD ? p + LOOK_AHEAD : end;
}

/** @return the line end (CR or LF) that ends the line p is in, or end */
const char *pdn_line_end(const char *p, const char *end);

/**
 * Finds a result or `*` that ends at p and follows a blank or the beginning of the text.
 * @return where it begins; NULL if there is none, or if it may be part of what precedes it
 *         (`32- 1-0`)
 */
const char *pdn_result_before(const char *begin, const char *p);

/**
 * The end of the tag name that begins at p with a letter; p itself if there is none. PDN allows
 * only the letters A to Z, but files also use others, as in [Weiß "A"].
 */
const char *pdn_name_end(const char *p, const char *end);

/** Skips the blanks around a tag's name, including non-ASCII ones. @return after them */
const char *pdn_skip_tag_blanks(const char *p, const char *end);

/**
 * Reads `[` blanks Ident blanks at p, a `[`.
 * @return after them; NULL if that is not what is there
 */
const char *pdn_tag_name(const char *p, const char *end, struct text *name);

/** Whether the `[` at p begins a tag with its opening quote. */
bool pdn_tag_begins(const char *p, const char *end);

/** Whether p, a `[` in a text that begins at `begin`, certainly begins a game. */
bool pdn_game_begins(const char *begin, const char *p, const char *end);

/** The same, or a FILENAME tag in such a place, which belongs to the game before or after it. */
bool pdn_game_may_begin(const char *begin, const char *p, const char *end);

/** @return the first certain beginning of a game from p on and before `end`, or NULL */
const char *pdn_find_game(const char *begin, const char *p, const char *end);

/** Length of the typographic hyphen, dash or minus that begins at p; 0 if none does. */
unsigned pdn_dash_length(const char *p, const char *end);

/**
 * Length of the typographic double quote that begins at p, in either direction; 0 if none does.
 */
unsigned pdn_quote_length(const char *p, const char *end);

/**
 * Length of a line of signs at p: `-----` or `=====` between games, `--` before a signature, or a code
 * fence such as ```` ```pdn ````; 0 if there is none.
 */
size_t pdn_separator_length(const char *begin, const char *p, const char *end);

/**
 * Length of the non-ASCII blank (no-break, thin or zero-width) that begins at p; 0 if none does.
 */
unsigned pdn_nonascii_space_length(const char *p, const char *end);

/** Whether a move of two numeric squares and nothing else is at p: not a date, not a capture. */
bool pdn_is_plain_move(const char *p, const char *end);

/**
 * Length of the result that begins at p, judging by its own characters; 0 if none does. See
 * result.c.
 */
size_t pdn_result_length(const char *p, const char *end);

#endif
