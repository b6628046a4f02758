// SPDX-License-Identifier: MIT
/*
 * Training positions: quiet positions of self-play games, each with the result of its game.
 */
#ifndef DAMA_CORE_STUDY_SAMPLE_H
#define DAMA_CORE_STUDY_SAMPLE_H

#include "core/study/selfplay-game.h"

struct sample {
    bitboard white, black, kings;
    int16_t score;   /* of the search, from White's view */
    uint8_t turn;    /* enum side */
    uint8_t result;  /* 0 White lost, 1 drawn, 2 White won */
    uint32_t game;   /* number of its game; numbers go on from file to file */
    float predicted; /* White's chance, by this score and later ones: see struct samples */
    uint16_t ply;    /* in the game */
};

/**
 * Zero is empty. The chance of a position is (1 - foresight) times the chance by its own score,
 * plus foresight times the chance of the position after it, and so on up to the result. This is
 * TD(lambda): Sutton, "Learning to predict by the methods of temporal differences", 1988.
 */
struct samples {
    bool with_threats; /* also take positions in which the side not to move threatens a capture */
    double trust;      /* log-odds that a man stands for in the scores */
    double foresight;  /* from 0 (only a position's own score counts) to below 1 */
    bool (*stopped)(void); /* called before each game of a file; may be NULL */
    struct sample *at;     /* owned */
    size_t n, room;
    size_t n_held;     /* how many, at the end, are not to be learned from: samples_hold_out */
    uint32_t games;    /* games read */
    uint32_t next;     /* the number that game 0 of the next file gets */
    bool is_cut_short; /* in the last file read, the last game was incomplete and left out */
};

/**
 * Adds the quiet positions of a file, in the order of its games' numbers, since threads write games
 * as they finish them. Quiet means: no capture for the side to move, nor for the other side unless
 * `with_threats`; searched; no forced end yet; and only a few of those in which only kings move.
 * @return 0, 1 stopped, -1 with `err`: cannot be read, damaged, another rule set, out of memory
 */
int samples_read(struct samples *samples, const struct rules *rules, const char *path,
                 struct err *err);

/**
 * Holds games out for validation: shuffles the samples by the seed, and moves those of about
 * `held` per cent of the games, drawn by seed and number, to the end.
 * @return 0, or -1 with `err`: nothing is left to learn from
 */
int samples_hold_out(struct samples *samples, uint64_t seed, unsigned held, struct err *err);

/** The samples to learn from: borrowed. */
static inline struct samples samples_training(const struct samples *samples)
{
    return (struct samples){.at = samples->at, .n = samples->n - samples->n_held};
}

/** The samples held out: borrowed. */
static inline struct samples samples_validation(const struct samples *samples)
{
    return (struct samples){.at = samples->at + (samples->n - samples->n_held),
                            .n = samples->n_held};
}

void samples_free(struct samples *samples);

static inline void sample_position(const struct sample *sample, struct position *pos)
{
    *pos = (struct position){
        .pieces = {sample->white, sample->black}, .kings = sample->kings, .turn = sample->turn};
}

#endif
