// SPDX-License-Identifier: MIT
/*
 * Checked games from files of any format. A command supplies a function for one game, which runs on
 * several threads, and one that takes the results in the order of the input.
 */
#ifndef DAMA_CMD_LIB_READ_GAMES_H
#define DAMA_CMD_LIB_READ_GAMES_H

#include "cmd/lib/command.h"
#include "core/base/buffer.h"
#include "core/game/finding.h"
#include "core/game/game.h"
#include "pdn/format.h"

struct game_reading {
    const char *from;            /* name of a format; NULL: detected */
    const struct rules *variant; /* overrides the games' own rules; NULL: use what they say */
    unsigned jobs;               /* threads; 0: as many as cores */
    const char *const *outputs;  /* files to be written, none of them an input; ended by NULL */
    bool quiet;                  /* print no progress and no remarks */
    bool verbose;                /* print each fault of each bad game */
    bool faulty_too;             /* `work` gets games with faults as well */
    bool keeps_source;           /* `work` needs game->source */
    /**
     * Works on a game without faults, on any thread.
     * @param worker from 0 to pipeline_jobs(jobs) - 1
     * @param from   the format of its input
     * @param out    empty; the bytes added to it are passed to `take`
     * @return 0, or -1 with `err`
     */
    int (*work)(void *ctx, unsigned worker, const struct format *from, struct game *game,
                struct buffer *out, struct err *err);
    /**
     * Takes the output of `work` for a game, if there is any.
     * @return 0, 1: no more games are wanted, -1 with `err`
     */
    int (*take)(void *ctx, struct text bytes, struct err *err);
    void *ctx;
};

/** Counts of games read. Zero: none. */
struct game_tally {
    uint64_t games;                 /* with and without faults */
    uint64_t bad;                   /* games with an error: left out */
    uint64_t faults[FINDING_COUNT]; /* bad games by the code of their first error */
};

/**
 * Reads all games that the operands name: files, folders, "-".
 * @return EXIT_WELL, EXIT_IO if an input could not be read (reported on standard error),
 *         EXIT_STOPPED after a signal, EXIT_USAGE if `from` is not a format or an output is an
 *         input; -1 with `err`: `work` or `take` failed, or a collection is damaged. The file name
 *         in `err` is valid until the next call.
 */
int read_games(const struct game_reading *reading, char *const *operands, int n,
               struct game_tally *tally, struct err *err);

/**
 * Says how many games were left out and why: "12 games with errors skipped: illegal-move 8, bad-fen 4".
 */
void game_tally_say(const struct game_tally *tally);

#endif
