// SPDX-License-Identifier: MIT
/*
 * A program that we start, in a process group of its own: with its standard input and output as a
 * link, or only watched over while it is reached otherwise. No shell between us and it unless asked
 * for.
 */
#ifndef DAMA_MATCH_LINK_PROCESS_H
#define DAMA_MATCH_LINK_PROCESS_H

#include "match/link/link.h"

enum { PROCESS_PATH = 4096 };

struct process_plan {
    /* words between blanks; '...' and "..." keep blanks, \ the next character */
    const char *command;
    const char *directory; /* NULL: here */
    bool shell;            /* the command goes to sh -c */
    bool talks;            /* standard input and output are the link; false: output is dropped */
    unsigned port;         /* replaces "{port}" in the command */
};

struct process;

/**
 * Starts a program. Standard error stays ours; standard input stays open though nothing may ever
 * come. Safe from any thread; where the plan names a directory, it is ours as well for the moment,
 * and no other thread may look for relative paths.
 * @return 0, or -1 with `err`: not found, no permission, a quote left open, no words or too many
 */
int process_open(const struct process_plan *plan, struct process **out, struct err *err);

/**
 * Looks whether a program could be started, without doing so: its folder, and where no shell is
 * between, the program itself.
 * @param place filled in with the path of the program (of the shell, with one), as seen from its
 *              folder; empty where only the system knows it
 * @return as process_open
 */
int process_find(const struct process_plan *plan, char place[PROCESS_PATH], struct err *err);

/** Its input and output; borrowed. NULL where it does not talk. */
struct link *process_link(struct process *process);

/** @return true and how it ended in `how` (64 bytes, "exit status 1"), once it has */
bool process_has_ended(struct process *process, char how[64]);

/** As process_has_ended; waits `ms` at most: the end of its output comes just before its own. */
bool process_wait_end(struct process *process, int64_t ms, char how[64]);

/**
 * Ends it: closes its input (one that does not talk gets SIGTERM as well), gives it `grace_ms` to
 * go by itself, then kills its group. NULL is allowed.
 */
void process_close(struct process *process, int64_t grace_ms);

/** A port of this machine that nobody uses now, another one each time; 0: none. One thread only. */
unsigned process_free_port(void);

#endif
