// SPDX-License-Identifier: MIT
/* The table that --variant list shows. */
#include "core/base/array.h"
#include "core/board/rules-internal.h"

/* "F FD S" and the like. */
static void directions_text(unsigned set, bool flying, char buf[16])
{
    const char *name = "-";
    switch (set) {
    case DIRS_FORWARD_DIAGONAL:
        name = "fd";
        break;
    case DIRS_FORWARD | DIRS_FORWARD_DIAGONAL:
        name = "f fd";
        break;
    case DIRS_FORWARD | DIRS_SIDEWAYS:
        name = "f s";
        break;
    case DIRS_FORWARD | DIRS_FORWARD_DIAGONAL | DIRS_SIDEWAYS:
        name = "f fd s";
        break;
    case DIRS_DIAGONAL:
        name = "diag";
        break;
    case DIRS_ORTHOGONAL:
        name = "orth";
        break;
    case DIRS_ALL:
        name = "all";
        break;
    }
    snprintf(buf, 16, "%s%s", name, flying ? " fly" : "");
}

static const char *const priority_words[] = {
    [PRIORITY_NONE] = "free",
    [PRIORITY_MOST] = "most",
    [PRIORITY_MOST_KINGS] = "most,kings",
    [PRIORITY_ITALIAN] = "italian",
    [PRIORITY_FRISIAN] = "value",
    [PRIORITY_KING] = "king first",
};
static const char *const crowning_words[] = {
    [CROWNING_END] = "end", [CROWNING_STOP] = "stop", [CROWNING_CONTINUE] = "continue"};
static const char *const landing_words[] = {[LANDING_ANY] = "",
                                            [LANDING_BEHIND] = "lands right behind",
                                            [LANDING_BEHIND_KING] =
                                                "stops right behind a king captured last"};
static const char *const goal_words[] = {[GOAL_BLOCK] = "",
                                         [GOAL_LOSE] = "a side that cannot move wins",
                                         [GOAL_KING] = "the first king wins"};

/* Prints the rules for which the table has no column. */
static void print_particulars(const struct rules *rules, FILE *out)
{
    const char *const words[] = {
        landing_words[rules->landing],
        goal_words[rules->goal],
        rules->lines_move ? "lines of men move" : "",
        rules->man_takes_king ? "" : "men cannot capture kings",
        rules->removes_at_once && rules->turns_back ? "may turn back" : "",
        rules->counts_king_moves ? "at most three king moves in a row" : "",
    };
    const char *sep = "";
    for (unsigned i = 0; i < ARRAY_LEN(words); i++)
        if (*words[i]) {
            fprintf(out, "%s%s", sep, words[i]);
            sep = "; ";
        }
}

static void print_row(const struct rules *rules, FILE *out)
{
    char man[16], man_x[16], king[16], king_x[16], type[4] = "-";
    directions_text(rules->man_moves, false, man);
    directions_text(rules->man_captures, false, man_x);
    directions_text(rules->king_moves, rules->flying_king_moves, king);
    directions_text(rules->king_captures, rules->flying_king_captures, king_x);
    if (rules->game_type)
        snprintf(type, sizeof type, "%u", rules->game_type);
    fprintf(out, "%-18s %2ux%-2u %3u  %-7s %-7s %-9s %-9s %-11s %-8s %-9s %c  %-4s ", rules->name,
            rules->board->files, rules->board->ranks, rules->board->squares, man, man_x, king,
            king_x, priority_words[rules->priority], rules->removes_at_once ? "at once" : "end",
            crowning_words[rules->crowning], rules->first == WHITE ? 'W' : 'B', type);
    print_particulars(rules, out);
    fputc('\n', out);
}

void rules_print_table(FILE *out)
{
    fprintf(out, "%-18s %-5s %3s  %-7s %-7s %-9s %-9s %-11s %-8s %-9s %s %s %s\n", "variant",
            "board", "sq", "man", "capture", "king", "capture", "priority", "removal", "crowning",
            "1st", "type", "special rules");
    for (unsigned i = 0; i < rules_count; i++)
        print_row(rules_all[i], out);
    fputs("\nf forward, fd diagonally forward, s sideways, fly any distance, type GameType of PDN\n"
          "\nReadings, written after the name (turkish:promotion=stop); the first is the "
          "default:\n",
          out);
    for (unsigned i = 0; i < rules_readings_count; i++) {
        fprintf(out, "  %s=", rules_readings[i].name);
        for (unsigned j = 0; j < RULES_CHOICES && rules_readings[i].choices[j].value; j++)
            fprintf(out, "%s%s", j ? "|" : "", rules_readings[i].choices[j].value);
        fprintf(out, " for%.*s: %s\n", (int)strlen(rules_readings[i].variants) - 1,
                rules_readings[i].variants, rules_readings[i].text);
    }
    fputs("\nSources:\n", out);
    for (unsigned i = 0; i < rules_count; i++)
        fprintf(out, "  %-18s %s\n", rules_all[i]->name, rules_all[i]->source);
}
