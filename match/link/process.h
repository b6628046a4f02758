// SPDX-License-Identifier: MIT
/*
 * A program that we start, in a process group of its own: with its standard input and output as a
 * link, or only watched while it is reached in some other way. There is no shell between us and it
 * unless asked for.
 */
#ifndef DAMA_MATCH_LINK_PROCESS_H
#define DAMA_MATCH_LINK_PROCESS_H

#include "match/link/link.h"

enum { PROCESS_PATH = 4096 };

struct process_plan {
    /* words between blanks; '...' and "..." keep blanks, \ keeps the next character */
    const char *command;
    const char *directory; /* NULL: here */
    bool shell;            /* pass the command to sh -c */
    bool talks;    /* its standard input and output are the link; false: its output is dropped */
    unsigned port; /* replaces "{port}" in the command */
};

struct process;

/**
 * Starts a program. Its standard error is ours; its standard input stays open even if nothing ever
 * comes. Safe from any thread; but if the plan names a directory, it becomes our own for a moment,
 * during which no other thread may use relative paths.
 * @return 0, or -1 with `err`: not found, no permission, a quote left open, no words or too many
 */
int process_open(const struct process_plan *plan, struct process **out, struct err *err);

/**
 * Checks whether a program could be started, without doing so: its folder and, unless a shell runs
 * it, the program itself.
 * @param place set to the path of the program (or of the shell that runs it), as seen from its
 *              folder; empty if only the system knows it
 * @return as process_open
 */
int process_find(const struct process_plan *plan, char place[PROCESS_PATH], struct err *err);

/** The program's input and output; borrowed. NULL if it does not talk. */
struct link *process_link(struct process *process);

/** @return true once it has ended; then `how` (64 bytes) says how, "exit status 1" */
bool process_has_ended(struct process *process, char how[64]);

/**
 * Like process_has_ended, but waits up to `ms`: a program's output ends just before the program
 * does.
 */
bool process_wait_end(struct process *process, int64_t ms, char how[64]);

/**
 * Ends a program: closes its input (if it does not talk, sends SIGTERM as well), gives it
 * `grace_ms` to end by itself, then kills its group. NULL is allowed.
 */
void process_close(struct process *process, int64_t grace_ms);

/**
 * A port of this machine that nobody uses now, a different one each time; 0: none. From one thread
 * only.
 */
unsigned process_free_port(void);

#endif
