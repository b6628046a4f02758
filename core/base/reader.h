// SPDX-License-Identifier: MIT
/*
 * Input as UTF-8, whatever its encoding.
 *
 * Old collections are seldom in one encoding: files of UTF-8 hold games in Windows code pages. So
 * the unit is the line. Lines of valid UTF-8 stay as they are. The first line that is not decides,
 * with the rest of its block, which encoding all such lines of the input are taken to be in; if one
 * with a byte per character was given, it is that, and lines of European text in UTF-8 stay. Blocks
 * begin at fixed offsets in the decompressed input, so that a pipe, a file and a compressed file
 * give the same text, however they are read.
 */
#ifndef DAMA_CORE_BASE_READER_H
#define DAMA_CORE_BASE_READER_H

#include "core/base/buffer.h"
#include "core/base/err.h"
#include "core/base/source.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/** Reads a source as UTF-8. Opaque. */
struct reader;

enum {
    READER_HEAD_SIZE = 16,     /* bytes at the beginning that tell what kind of file it is */
    READER_BLOCK = 256 * 1024, /* bytes of a block, by which an encoding is guessed */
};

/** What is known of an input so far. */
struct reader_facts {
    char head[READER_HEAD_SIZE]; /* the first bytes, before conversion, padded with zeros */
    const char *encoding;        /* what text was converted from; NULL: all was UTF-8; static */
    bool is_utf8_too; /* was converted from an encoding that was given, but is valid UTF-8 */
    bool guessed;     /* `encoding` was neither given nor marked by a byte order mark */
    bool had_bom;
    uint64_t replaced; /* bytes that were invalid in the encoding and became U+FFFD */
};

/**
 * @param source   borrowed while the reader lives
 * @param encoding the encoding of the input, or of its lines that are not UTF-8; NULL to detect it
 * @return 0, or -1 with `err`: unknown encoding (with the nearest name), out of memory
 */
int reader_open(struct source *source, const char *encoding, struct reader **out, struct err *err);

/**
 * Reads UTF-8 until `room` bytes are there or the input ends.
 * @param got bytes put into buf, less than room only at the end; a character may be cut at room
 * @return 0, or -1 with `err` as source_read; `*got` bytes came before the failure
 */
int reader_fill(struct reader *reader, char *buf, size_t room, size_t *got, struct err *err);

/**
 * Reads the beginning of an input that has been read as bytes.
 * @param out UTF-8 is added; the last character may be cut
 * @return 0, or -1: out of memory
 */
int reader_decode(struct text bytes, struct buffer *out);

/** As reader_decode, from an encoding as reader_open takes it. */
int reader_decode_from(const char *encoding, struct text bytes, struct buffer *out);

/** What is known by now, from all that reader_fill has given out and up to one block more. */
struct reader_facts reader_facts(const struct reader *reader);

/** Allows NULL. */
void reader_close(struct reader *reader);

#endif
