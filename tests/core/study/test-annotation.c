// SPDX-License-Identifier: MIT
/* What is ours in an annotated game, and what people have added to it. */
#include "core/base/array.h"
#include "core/study/annotation.h"
#include "tests/lib/game-equal.h"
#include "tests/lib/game-text.h"
#include "tests/lib/rows.h"

#define START    "[GameType \"20\"] [FEN \"W:W27,28,32,37,38:B12,16,18,19,23\"] "
#define JUDGED_1 START "27-22 $4 {[%eval -28.14] [%dama blunder 0.99 $4]} "
#define REPLY    " 18x27 2-0"

static const struct row {
    const char *name, *annotated, *stripped;
} rows_of_games[] = {
    {"a verdict, its NAG and a better line",
     JUDGED_1 "({[%dama line 0.99]} 28-22 19-24 22x13)" REPLY, START "27-22" REPLY},
    {"a note, a NAG and a line of somebody", START "27-22 $2 {a note} (28-22 {mine} 19-24)" REPLY,
     START "27-22 $2 {a note} (28-22 {mine} 19-24)" REPLY},
    {"values of another program in the comment of a verdict",
     START
     "27-22 {[%eval 5.0] [%depth 9] a pity [%eval -28.14] [%wdl 0 0 1000] [%depth 5] [%dama good "
     "0.00] [%eval 4.0]}" REPLY,
     START "27-22 {[%eval 5.0] [%depth 9] a pity [%eval 4.0]}" REPLY},
    {"a value of another program beside the mark of a line",
     JUDGED_1 "({[%eval 5.0] [%dama line 0.99 1]} 28-22)" REPLY,
     START "27-22 ({[%eval 5.0]} 28-22)" REPLY},
    {"values around words in the comment of a verdict",
     START "27-22 {[%eval -28.14] so [%wdl 0 0 1000] sad [%depth 5] is [%dama good 0.00] it}" REPLY,
     START "27-22 {so sad is it}" REPLY},
    {"words in the comment of a verdict", START "27-22 {so sad [%dama good 0.00] indeed}" REPLY,
     START "27-22 {so sad indeed}" REPLY},
    {"words beside the mark of a line",
     JUDGED_1 "({[%dama line 0.99] Piet saw this} 28-22 19-24 22x13)" REPLY,
     START "27-22 ({Piet saw this} 28-22 19-24 22x13)" REPLY},
    {"a comment after the mark of a line",
     JUDGED_1 "({[%dama line 0.99]} {Piet saw this} 28-22 19-24 22x13)" REPLY,
     START "27-22 ({Piet saw this} 28-22 19-24 22x13)" REPLY},
    {"a comment in a line", JUDGED_1 "({[%dama line 0.99]} 28-22 19-24 22x13 {and wins})" REPLY,
     START "27-22 (28-22 19-24 22x13 {and wins})" REPLY},
    {"a strength in a line", JUDGED_1 "({[%dama line 0.99]} 28-22! 19-24 22x13)" REPLY,
     START "27-22 (28-22! 19-24 22x13)" REPLY},
    {"a variation in a line",
     JUDGED_1 "({[%dama line 0.99]} 28-22 19-24 (23-28 32x14) 22x13)" REPLY,
     START "27-22 (28-22 19-24 (23-28 32x14) 22x13)" REPLY},
    {"a line that was played on", JUDGED_1 "({[%dama line 0.99]} 28-22 19-24 22x13 24-30)" REPLY,
     START "27-22 (28-22 19-24 22x13 24-30)" REPLY},
    {"a short line with the number of its moves", JUDGED_1 "({[%dama line 0.99 1]} 28-22)" REPLY,
     START "27-22" REPLY},
    {"a short line that was played on", JUDGED_1 "({[%dama line 0.99 1]} 28-22 19-24)" REPLY,
     START "27-22 (28-22 19-24)" REPLY},
    {"a line with a number on two lines that was played on",
     JUDGED_1 "({[%dama line 0.99\n2]} 28-22 19-24 22x13)" REPLY,
     START "27-22 (28-22 19-24 22x13)" REPLY},
    {"a move that is not legal in a line", JUDGED_1 "({[%dama line 0.99]} 28-22 19-23)" REPLY,
     START "27-22 (28-22 19-23)" REPLY},
    {"a finding about a composition",
     START "27-22 ({[%dama second-solution proven 4]} 28-22 19-24 22x13 24-30)" REPLY,
     START "27-22" REPLY},
    {"a finding about a composition that was played on",
     START "27-22 ({[%dama second-solution proven 2]} 28-22 19-24 22x13 24-30)" REPLY,
     START "27-22 (28-22 19-24 22x13 24-30)" REPLY},
    {"a finding in words, and somebody's",
     START
     "27-22 {[%dama refuted proven] does not win: 1... 5-46 (proven) [%dama end] a pity}" REPLY,
     START "27-22 {a pity}" REPLY},
    {"words between commands of ours", START "27-22 {I like [%dama x] and [%dama y] here}" REPLY,
     START "27-22 {I like and here}" REPLY},
    {"words between two findings",
     START "27-22 {[%dama refuted proven] one [%dama end] a pity [%dama dual proven] two "
           "[%dama end]}" REPLY,
     START "27-22 {a pity}" REPLY},
    {"a verdict in somebody's variation, and in one of that",
     START "27-22 (28-22 $2 {[%dama good 0.00] a pity} ({[%dama line 0.99]} 37-31 12-17 38-33) "
           "19-24 (23-28 $6 {[%dama inaccuracy 0.06 $6]}) 22x13)" REPLY,
     START "27-22 (28-22 $2 {a pity} 19-24 (23-28) 22x13)" REPLY},
    {"a NAG that is none of ours, as no number is so large",
     START "27-22 $2 {[%dama mistake 0.31 $4294967298]}" REPLY, START "27-22 $2" REPLY},
    {"a NAG of ours that was written as a strength",
     START "27-22?? {[%eval -28.14] [%dama blunder 0.99 $4]}" REPLY, START "27-22" REPLY},
    {"a strength of somebody", START "27-22?! {[%eval -28.14] [%dama blunder 0.99 $4]}" REPLY,
     START "27-22?!" REPLY},
    {"a strength of somebody beside a NAG of ours",
     START "27-22?? $4 {[%eval -28.14] [%dama blunder 0.99 $4]}" REPLY, START "27-22??" REPLY},
    {"a strength where we have added no NAG", START "27-22?? {[%dama blunder 0.99]}" REPLY,
     START "27-22??" REPLY},
    {"the mark of a line after its first move",
     JUDGED_1 "(28-22 {[%dama line 0.99 3]} 19-24 22x13)" REPLY, START "27-22" REPLY},
    {"the mark of a finding after its first move",
     START "27-22 (28-22 {[%dama second-solution proven 2]} 19-24)" REPLY, START "27-22" REPLY},
    {"the mark of a line that was played on after its first move",
     JUDGED_1 "(28-22 {[%dama line 0.99 2]} 19-24 22x13)" REPLY,
     START "27-22 (28-22 19-24 22x13)" REPLY},
    {"words beside the mark of a line after its first move",
     JUDGED_1 "(28-22 {[%dama line 0.99 3] Piet saw this} 19-24 22x13)" REPLY,
     START "27-22 (28-22 {Piet saw this} 19-24 22x13)" REPLY},
    {"a comment after the mark of a line after its first move",
     JUDGED_1 "(28-22 {[%dama line 0.99 3]} {Piet saw this} 19-24 22x13)" REPLY,
     START "27-22 (28-22 {Piet saw this} 19-24 22x13)" REPLY},
    {"words before the first move of a line with the mark after it",
     JUDGED_1 "({Piet saw this} 28-22 {[%dama line 0.99 3]} 19-24 22x13)" REPLY,
     START "27-22 ({Piet saw this} 28-22 19-24 22x13)" REPLY},
    {"a verdict on the first move of somebody's variation",
     START "27-22 (28-22 {[%eval 0.10] [%dama good 0.00 novelty]} 19-24)" REPLY,
     START "27-22 (28-22 19-24)" REPLY},
    {"words in a finding about a composition",
     START "27-22 ({[%dama second-solution proven]} 28-22 {known since 1903})" REPLY,
     START "27-22 (28-22 {known since 1903})" REPLY},
};

static void is_stripped(void **state)
{
    const struct row *row = *state;
    struct arena arena = {0};
    struct game game, expected;
    struct err err = {0};
    char why[200] = "";
    game_of_text(row->annotated, &arena, &game);
    game_of_text(row->stripped, &arena, &expected);
    assert_int_equal(annotation_strip(&game, &err), 0);
    if (!game_equal(&game, &expected, why, sizeof why))
        fail_msg("%s", why);
    arena_fini(&arena);
}

int main(void)
{
    for (size_t i = 0; i < ARRAY_LEN(rows_of_games); i++)
        rows_add("stripped", rows_of_games[i].name, is_stripped, &rows_of_games[i]);
    return rows_run("annotation");
}
