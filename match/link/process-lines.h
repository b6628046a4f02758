// SPDX-License-Identifier: MIT
/*
 * A dialogue in lines with a program: what is said waits until the program reads it, and what it
 * says comes a line at a time. Nothing here blocks.
 */
#ifndef DAMA_MATCH_LINK_PROCESS_LINES_H
#define DAMA_MATCH_LINK_PROCESS_LINES_H

#include "core/base/buffer.h"
#include "match/link/process.h"

struct process_lines {
    struct process *process; /* that talks; the caller opens and closes it */
    struct buffer out;       /* what is to be said: lines are added here, each with its end */
    size_t sent;             /* bytes of it */
    struct buffer in;
    size_t taken;  /* bytes of it */
    bool skipping; /* what comes belongs to a line that was too long */
    bool skipped;  /* such a line has begun, and process_lines_skipped has not told of it */
};

/** Frees what it holds, but not the process. */
void process_lines_fini(struct process_lines *lines);

/** Writes what the program takes now. @return 0, or -1 with `err`: it has gone, or no memory is left */
int process_lines_send(struct process_lines *lines, struct err *err);

/**
 * Reads what has come, or a part of it. The lines before must have been taken.
 * @return 1 when something had come, 0 when nothing has now, -1 with `err`: it has gone, or no
 *         memory is left
 */
int process_lines_receive(struct process_lines *lines, struct err *err);

/**
 * Takes the next whole line, without its end; lines of more than 64 KiB are skipped.
 * @param line valid until process_lines_receive
 * @return whether there is one
 */
bool process_lines_next(struct process_lines *lines, struct text *line);

/** @return whether one or more lines were too long since the last call; not at their end only */
bool process_lines_skipped(struct process_lines *lines);

/** What to wait for: as link_wait. */
unsigned process_lines_wait(const struct process_lines *lines, struct pollfd *fds, int64_t *by);

#endif
