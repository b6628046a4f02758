// SPDX-License-Identifier: MIT
/*
 * Judgements written into a game, for readers, and in a form that is recognised and replaced when
 * the game is judged again.
 *
 *     34. 28-22 $2 {somebody's remark}
 *         {[%eval -1.20] [%wdl 60 420 520] [%depth 17] [%dama mistake 0.31 $2]}
 *         ({[%dama line 0.52 3]} 34. 33-29 24x33 35. 38x29)
 *
 * A comment of ours contains a command [%dama ...]; words that somebody has added to it are kept
 * when it is replaced, except for those between two such commands. A line of ours begins with such
 * a comment, which gives the line's expected result and the number of its moves; some programs move
 * it after the first move. A line that somebody has added comments or moves to loses this mark and
 * stays. A NAG of ours, which may have become a strength, is named in the comment after it.
 * Everything else stays as it is. Values are those after the move: eval from White's view as in
 * PDN, wdl White's chances in thousandths.
 */
#ifndef DAMA_CORE_STUDY_ANNOTATION_H
#define DAMA_CORE_STUDY_ANNOTATION_H

#include "core/study/verdict.h"

/** The tags with the results of checking a composition: problem-note.h. */
extern const char annotation_problem_verdict[], annotation_problem_proof[];

struct annotation_options {
    struct verdict_thresholds thresholds;
    const char *annotator; /* for the tag Annotator: engine, limits, weights; NULL: none */
    bool only_faults;      /* write nothing for moves that are neither faults nor novelties */
    bool no_lines;         /* write no better lines */
    bool no_tags;          /* write no sums in tags */
    unsigned line_plies;   /* of a better line, at most; 0: 8 */
};

/**
 * Writes the judgements of the main line into a checked game, replacing older ones of ours.
 * @param n number of judged plies, which must be legal
 * @return 0, or -1 with `err`: out of memory
 */
int annotation_write(const struct annotation_options *options, struct game *game,
                     const struct judged_ply *plies, unsigned n, struct err *err);

/**
 * Records in the tag Unjudged what could not be judged, and why: the whole game, or the moves from
 * the first illegal one, or from ply JUDGE_PLIES, on.
 * @param why why the whole game could not be judged; NULL: only those moves
 * @return 0, or -1 with `err`: out of memory
 */
int annotation_mark_unjudged(struct game *game, const char *why, struct err *err);

/**
 * Adds our engine's entry to a game's tag Annotator, after the names of people, replacing an
 * earlier entry of ours.
 * @param annotator without ";", which ends an entry
 * @return 0, or -1 with `err`: out of memory
 */
int annotation_sign(struct game *game, const char *annotator, struct err *err);

/**
 * Removes everything that annotation_write and problem_note_write have added to a game, except the
 * tag Annotator; also from variations, which may have been copied from another annotated game.
 * @return 0, or -1 with `err`: out of memory
 */
int annotation_strip(struct game *game, struct err *err);

/**
 * Reads the verdicts that an annotated game carries.
 * @param verdicts set for each ply of the main line; room for JUDGE_PLIES
 * @return whether there are any
 */
bool annotation_read(const struct game *game, enum move_verdict *verdicts);

/**
 * Reads the tags that sum up a side's moves in an annotated game.
 * @param accuracy set, 0 to 100
 * @param count    set for each verdict; 0 for those without a tag
 * @return whether there is an accuracy; if not, nothing is set
 */
bool annotation_read_sums(const struct game *game, enum side side, double *accuracy,
                          unsigned count[VERDICT_COUNT]);

#endif
