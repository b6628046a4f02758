// SPDX-License-Identifier: MIT
/*
 * The table of formats: how to read a file, and how to write a game. A new format is a reader, a
 * writer and a row here.
 */
#ifndef DAMA_PDN_FORMAT_H
#define DAMA_PDN_FORMAT_H

#include "core/board/diagram.h"
#include "pdn/formats/csv.h"
#include "pdn/formats/dam.h"
#include "pdn/pdn.h"

/** How a format is stored in files. */
enum format_kind {
    FORMAT_TEXT,   /* records of text one after another: read through the pipeline */
    FORMAT_BINARY, /* one game per file, binary */
    FORMAT_STORE,  /* a collection of core/store */
};

/** Bits for the parts of a game that a format can hold. */
enum format_holds {
    HOLDS_TAGS = 1 << 0,
    HOLDS_MOVES = 1 << 1,
    HOLDS_COMMENTS = 1 << 2,
    HOLDS_VARIATIONS = 1 << 3,
    HOLDS_NAGS = 1 << 4, /* with strengths */
    HOLDS_SETUPS = 1 << 5,
    HOLDS_MORE_TAGS = 1 << 6, /* tags without a column of their own */
    HOLDS_ALL = (1 << 7) - 1,
    HOLDS_BRACES = 1 << 7, /* closing braces in comments: all formats but PDN */
};

/** What a reader needs to know besides the text. Zero is enough for all but CSV. */
struct format_input {
    const struct csv_columns *columns; /* from the file's first line; borrowed */
    enum dam_turn turn;
};

/**
 * Which positions of a game are written. In formats of games, each position is written as a game
 * without moves.
 */
enum format_position {
    POSITION_UNSAID, /* the whole game; in formats of positions, the last position */
    POSITION_START,
    POSITION_FINAL,
    POSITION_ALL,
    POSITION_PLY,
};

struct format_output {
    struct pdn_write_options pdn;
    const struct csv_columns *columns; /* NULL: csv_usual */
    struct diagram_options diagram;
    enum format_position position;
    unsigned ply; /* for POSITION_PLY; a game that ends before this ply is not written */
    bool experimental_dam;
    bool provenance; /* JSON Lines say where each game comes from: pdn/formats/provenance.h */
};

struct format {
    const char *name;  /* "pdn" */
    const char *title; /* "Portable Draughts Notation" */
    /* of file names, without dots, separated by blanks; the first is used for writing */
    const char *suffixes;
    enum format_kind kind;
    /* the same for files that may hold anything, which are skipped in folders. May be NULL */
    const char *weak_suffixes;
    bool positions;    /* holds positions, not games */
    bool one_a_file;   /* a file holds a single game or position */
    bool experimental; /* its reader is untested on real files */
    bool columns;      /* its first line names the columns */
    unsigned holds;    /* enum format_holds */
    /** What more of a game it can hold, if that depends on the game; NULL: nothing. */
    unsigned (*holds_also)(const struct format_output *output, const struct game *game);

    /** Whether this build can read it, if that needs a library; NULL: it can. */
    bool (*is_built)(void);
    /**
     * Whether a file that begins with these bytes has this format; NULL: recognised by its name
     * only.
     */
    bool (*is)(const char *head, size_t n);
    /** As pdn_split; NULL: cannot be read as text. */
    size_t (*split)(const char *text, size_t n, size_t target);
    /** As pdn_parse. */
    int (*parse)(const struct format_input *input, const char *text, size_t n, size_t *used,
                 struct game *game, struct findings *found, struct err *err);
    /** Writes what precedes the first game; NULL: nothing. */
    void (*head)(const struct format_output *output, struct buffer *out);
    /**
     * Writes a checked game, for formats of games; NULL: the format cannot be written.
     * @return 0, or -1 with `err`
     */
    int (*write)(const struct format_output *output, const struct game *game, struct buffer *out,
                 struct err *err);
    /** Writes a position of a game, for formats of positions. `ply` counts from the start. */
    int (*write_position)(const struct format_output *output, const struct game *game,
                          const struct position *pos, unsigned ply, struct buffer *out,
                          struct err *err);
};

extern const struct format formats[];
extern const unsigned formats_count;

/** @return the format with that name or suffix, or NULL with `err`, which names all formats */
const struct format *format_find(const char *name, struct err *err);
/** Like format_find, but only finds formats that can be read. */
const struct format *format_find_read(const char *name, struct err *err);
/** Like format_find, but only finds formats that can be written. */
const struct format *format_find_written(const char *name, struct err *err);

/** @return the name of the n-th format that can be read, or written, from 0; NULL after the last */
const char *format_readable_name(size_t n);
const char *format_writable_name(size_t n);

/** @return the format for the file name's suffix, not counting .gz and the like; NULL: unknown */
const struct format *format_of_name(const char *path);

/**
 * The format that a file's name promises although its content has another. Names that say little,
 * such as .txt, never mislead.
 * @param found the content's format
 * @return the format that the name promises; NULL: the name does not mislead
 */
const struct format *format_misnamed(const char *path, const struct format *found);

/**
 * Whether cells are to be separated by tabs: if the format is called tsv, or the file has that
 * suffix.
 */
bool format_wants_tabs(const char *name, const char *path);

/**
 * Whether the file's name, not counting .gz and the like, has a suffix that belongs to no format.
 */
bool format_has_other_suffix(const char *path);

/**
 * Whether a file in a folder is taken for a file of games, judging by its name without .gz and the
 * like.
 */
bool format_is_game_file(struct text name);
bool format_is_pdn_file(struct text name);

/** @return the format that the beginning of a text shows, without a mark; NULL: none */
const struct format *format_of_text(struct text text);

/**
 * Finds the format of a file by its first bytes, then by its name; PDN if neither decides.
 * @param head unpacked; FORMAT_HEAD_SIZE bytes (pdn/kind.h), or the whole file if it is shorter
 * @return NULL with `err`: it is a file that cannot hold games, such as a Word document
 */
const struct format *format_of_content(const char *path, const char *head, size_t n,
                                       struct err *err);

/**
 * Writes a checked game, or the positions asked for, in any format but those of FORMAT_STORE.
 * @param lost   bits of enum format_holds are set for everything that the game has and the format
 *               cannot hold; may be NULL
 * @param n_written increased by the number of games or positions written; may be NULL. None are
 *               written if only positions are wanted and the game has none: game_has_beginning
 * @return 0, or -1 with `err`: the format cannot hold this game, out of memory
 */
int format_write(const struct format *format, const struct format_output *output,
                 const struct game *game, struct buffer *out, unsigned *lost, unsigned *n_written,
                 struct err *err);

/**
 * Says in words what is lost: "comments or variations".
 * @param buf 160 bytes
 */
const char *format_holds_words(unsigned holds, char buf[160]);

#endif
