// SPDX-License-Identifier: MIT
/*
 * Judgements written into a game: what a reader sees, and what is recognised and replaced when the
 * game is judged again.
 *
 *     34. 28-22 $2 {somebody's remark}
 *         {[%eval -1.20] [%wdl 60 420 520] [%depth 17] [%dama mistake 0.31 $2]}
 *         ({[%dama line 0.52 3]} 34. 33-29 24x33 35. 38x29)
 *
 * A comment of ours contains a command [%dama ...]; words that somebody has added to it stay when it
 * is replaced, except for those between two such commands. A line of ours begins with such a comment,
 * with its expected result and the number of its moves; some programs put it after the first move. One
 * that somebody has written into or played on loses the mark and stays. A NAG of ours, which may have
 * become a strength, is named in the comment after it. Everything else stays as it is. Values are those
 * after the move, eval from White's view as in PDN, wdl White's chances in thousandths.
 */
#ifndef DAMA_CORE_STUDY_ANNOTATION_H
#define DAMA_CORE_STUDY_ANNOTATION_H

#include "core/study/verdict.h"

/** The tags of what a check of a composition has found: problem-note.h. */
extern const char annotation_problem_verdict[], annotation_problem_proof[];

struct annotation_options {
    struct verdict_thresholds thresholds;
    const char *annotator; /* value of the tag Annotator: engine, limits, weights; borrowed */
    bool only_faults;      /* nothing for moves that are neither faults nor novelties */
    bool no_lines;         /* no better lines */
    bool no_tags;          /* no sums in tags */
    unsigned line_plies;   /* of a better line, at most; 0: 8 */
};

/**
 * Writes the judgements of the main line into a checked game, in place of older ones of ours.
 * @param n plies judged, at most those that are legal
 * @return 0, or -1 with `err`: out of memory
 */
int annotation_write(const struct annotation_options *options, struct game *game,
                     const struct judged_ply *plies, unsigned n, struct err *err);

/**
 * Records in the tag Unjudged what could not be judged, and why: the whole game, or all from its
 * first illegal move or its ply JUDGE_PLIES on.
 * @param why NULL: only what follows there
 * @return 0, or -1 with `err`: out of memory
 */
int annotation_mark_unjudged(struct game *game, const char *why, struct err *err);

/**
 * Adds what judged a game to its tag Annotator, after the names of people, replacing an earlier entry
 * of ours.
 * @param annotator without ";", which ends an entry
 * @return 0, or -1 with `err`: out of memory
 */
int annotation_sign(struct game *game, const char *annotator, struct err *err);

/**
 * Removes what annotation_write and problem_note_write have added to a game, except the tag Annotator. Variations may have
 * it from another game.
 * @return 0, or -1 with `err`: out of memory
 */
int annotation_strip(struct game *game, struct err *err);

/**
 * Reads the verdicts that an annotated game carries.
 * @param verdicts one for each ply of the main line, room for JUDGE_PLIES
 * @return whether there was any
 */
bool annotation_read(const struct game *game, enum move_verdict *verdicts);

/**
 * Reads the tags that sum up a side's moves in an annotated game.
 * @param accuracy 0 to 100
 * @param count    of each fault; what has no tag is 0
 * @return whether there is an accuracy; without one nothing is set
 */
bool annotation_read_sums(const struct game *game, enum side side, double *accuracy,
                          unsigned count[VERDICT_COUNT]);

#endif
