// SPDX-License-Identifier: MIT
/*
 * A string with a length, borrowed, not ended by a NUL. UTF-8 unless said otherwise.
 */
#ifndef DAMA_CORE_BASE_TEXT_H
#define DAMA_CORE_BASE_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

struct src_pos;

struct text {
    const char *s; /* borrowed; NULL if there is no text at all */
    size_t n;      /* bytes */
};

/** For printf: `printf("%.*s", TEXT_ARGS(t))`. */
#define TEXT_ARGS(t) ((int)(t).n), ((t).s ? (t).s : "")

static inline struct text text_of(const char *s) { return (struct text){s, s ? strlen(s) : 0}; }

static inline bool text_is(struct text a, const char *b)
{
    return a.n == strlen(b) && (a.n == 0 || memcmp(a.s, b, a.n) == 0);
}

static inline bool text_ends_in(struct text t, const char *end)
{
    const size_t n = strlen(end);
    return t.n >= n && memcmp(t.s + t.n - n, end, n) == 0;
}

static inline bool text_same(struct text a, struct text b)
{
    return a.n == b.n && (a.n == 0 || memcmp(a.s, b.s, a.n) == 0);
}

/** Ignoring the case of ASCII letters. */
bool text_same_nocase(struct text a, struct text b);
bool text_is_nocase(struct text a, const char *b);

/**
 * Bytes of the letter outside ASCII that begins at p. A letter is any character in the ranges of
 * scripts: U+00C0 to U+1FFF without the multiplication and division signs, U+3040 to U+DFFF. Words
 * such as tag names may contain them.
 * @return 0 if there is none
 */
unsigned text_nonascii_letter(const char *p, const char *end);

/** Counts line ends: LF, CR LF (one), or a bare CR. A CR at the very end counts. */
uint64_t text_count_lines(struct text t);

/** Takes the first line off a text. Lines end as in text_count_lines. @return it without its end */
struct text text_take_line(struct text *rest);

/** Advances a place past the first n bytes of a text. Lines end as in text_count_lines. */
void text_move_place(struct text t, size_t n, struct src_pos *at);

/**
 * Reads a text that is a number and nothing else: ASCII digits, no sign, no blanks.
 * @return false: it is not, or the number is above `max`; *out is as before then
 */
bool text_number(struct text t, unsigned max, unsigned *out);

/**
 * The edit distance of two words: how many bytes are added, dropped, changed, or swapped with their
 * neighbour, ignoring ASCII case.
 * @return UINT_MAX if one is longer than 48 bytes
 */
unsigned text_distance(struct text a, struct text b);

/** Takes off the bytes that both texts begin with, then those that both end with. */
void text_drop_common(struct text *a, struct text *b);

/**
 * Finds the word to suggest in "did you mean".
 * @param word  as written
 * @param words n candidates
 * @return the index of the nearest by text_distance; -1 if none is near enough
 */
int text_nearest(const char *word, const char *const *words, size_t n);

/**
 * Lists words for a message: "a, b or c".
 * @param out cut at `room` bytes, NUL included
 */
void text_list_words(const char *const *words, size_t n, char *out, size_t room);

/** The text without blanks, tabs and line ends at both ends. */
struct text text_trim(struct text t);

/** The beginning of a file without the byte order mark that some editors put there. */
struct text text_skip_bom(struct text t);

#endif
