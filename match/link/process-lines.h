// SPDX-License-Identifier: MIT
/*
 * A dialogue with a program, line by line: our output waits until the program reads it, and its
 * output is given one line at a time. Nothing here blocks.
 */
#ifndef DAMA_MATCH_LINK_PROCESS_LINES_H
#define DAMA_MATCH_LINK_PROCESS_LINES_H

#include "core/base/buffer.h"
#include "match/link/process.h"

struct process_lines {
    struct process *process; /* the program, which talks; the caller opens and closes it */
    struct buffer out;       /* our output: lines are added here, each with its end */
    size_t sent;             /* bytes of `out` already written */
    struct buffer in;
    size_t taken;  /* bytes of `in` already taken */
    bool skipping; /* the input belongs to a line that was too long */
    bool skipped;  /* such a line has begun, and process_lines_skipped has not reported it yet */
};

/** Frees everything it owns, but not the process. */
void process_lines_fini(struct process_lines *lines);

/**
 * Writes as much as the program takes now.
 * @return 0, or -1 with `err`: it has gone, or out of memory
 */
int process_lines_send(struct process_lines *lines, struct err *err);

/**
 * Reads what has come, or part of it. The earlier lines must have been taken.
 * @return 1 if something had come, 0 if there is nothing now, -1 with `err`: the program has gone,
 *         or out of memory
 */
int process_lines_receive(struct process_lines *lines, struct err *err);

/**
 * Takes the next complete line, without its end; lines of more than 64 KiB are skipped.
 * @param line valid until process_lines_receive
 * @return whether there is one
 */
bool process_lines_next(struct process_lines *lines, struct text *line);

/**
 * @return whether one or more lines were too long since the last call; true as soon as one is, not
 *         only at its end
 */
bool process_lines_skipped(struct process_lines *lines);

/** What to wait for: as link_wait. */
unsigned process_lines_wait(const struct process_lines *lines, struct pollfd *fds, int64_t *by);

#endif
