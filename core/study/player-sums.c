// SPDX-License-Identifier: MIT
#include "core/study/player-sums.h"

#include "core/base/array.h"
#include "core/base/cell.h"
#include "core/base/json.h"
#include "core/base/printable.h"

#include <stdlib.h>
#include <string.h>

static int note_name(struct player_sums *sums, unsigned i)
{
    const char *name = sums->at[i].name;
    return hashtable_add(&sums->by_name, hashtable_hash(name, strlen(name)), i);
}

struct verdict_sum *player_sums_of(struct player_sums *sums, struct text name)
{
    HASHTABLE_EACH (&sums->by_name, hashtable_hash(name.s ? name.s : "", name.n), i)
        if (text_is(name, sums->at[i].name))
            return &sums->at[i].sum;
    if (!ARRAY_GROW(sums->at, sums->n, sums->room))
        return NULL;
    struct player_sum *player = &sums->at[sums->n];
    *player = (struct player_sum){.name = malloc(name.n + 1)};
    if (!player->name)
        return NULL;
    memcpy(player->name, name.s ? name.s : "", name.n);
    player->name[name.n] = '\0';
    if (note_name(sums, sums->n)) {
        free(player->name);
        return NULL;
    }
    return &sums->at[sums->n++].sum;
}

/* The most accurate first; those without a judged move last. */
static int compare(const void *a, const void *b)
{
    const struct player_sum *x = a, *y = b;
    if (!x->sum.moves != !y->sum.moves)
        return x->sum.moves ? -1 : 1;
    double p = verdict_accuracy(&x->sum), q = verdict_accuracy(&y->sum);
    if (p > q || p < q)
        return p > q ? -1 : 1;
    return strcmp(x->name, y->name);
}

static void sort_players(struct player_sums *sums)
{
    if (sums->n)
        qsort(sums->at, sums->n, sizeof *sums->at, compare);
    hashtable_clear(&sums->by_name);
    for (unsigned i = 0; i < sums->n; i++)
        note_name(sums, i); /* cannot fail: there was room for all of them */
}

/* Names are untrusted input: they can neither harm a terminal nor become a formula. */
static void write_name(const char *name, bool json, FILE *out)
{
    struct buffer cell = {0}, plain = {0};
    if (json) {
        json_add_text(&cell, text_of(name));
    } else {
        printable_add(&plain, text_of(name));
        cell_add(&cell, buffer_text(&plain), ',', true);
    }
    fwrite(buffer_text(&cell).s, 1, cell.n, out);
    buffer_fini(&plain);
    buffer_fini(&cell);
}

static void write_text_row(const struct player_sum *player, FILE *out)
{
    const struct verdict_sum *sum = &player->sum;
    const unsigned *count = sum->count;
    fprintf(out, "%6u %6u ", sum->games, sum->moves);
    if (sum->moves)
        fprintf(out, "%8.1f %9.3f ", verdict_accuracy(sum), verdict_mean_loss(sum));
    else
        fprintf(out, "%8s %9s ", "-", "-");
    fprintf(out, "%12u %8u %8u %11u %12u  ", count[VERDICT_INACCURACY], count[VERDICT_MISTAKE],
            count[VERDICT_BLUNDER], count[VERDICT_MISSED_WIN], count[VERDICT_MISSED_DRAW]);
    printable_fprintf(out, "%s", player->name);
    fputc('\n', out);
}

/* Accuracy and mean loss are unknown if no move was judged: left out in JSON, empty in CSV. */
static void write_accuracy(const struct verdict_sum *sum, bool json, FILE *out)
{
    if (sum->moves)
        fprintf(out, json ? ",\"accuracy\":%.1f,\"mean_loss\":%.4f" : ",%.1f,%.4f",
                verdict_accuracy(sum), verdict_mean_loss(sum));
    else if (!json)
        fputs(",,", out);
}

static void write_row(const struct player_sum *player, bool json, FILE *out)
{
    const struct verdict_sum *sum = &player->sum;
    const struct {
        const char *name;
        unsigned n;
    } counts[] = {{"inaccuracies", sum->count[VERDICT_INACCURACY]},
                  {"mistakes", sum->count[VERDICT_MISTAKE]},
                  {"blunders", sum->count[VERDICT_BLUNDER]},
                  {"missed_wins", sum->count[VERDICT_MISSED_WIN]},
                  {"missed_draws", sum->count[VERDICT_MISSED_DRAW]}};
    fputs(json ? "{\"player\":" : "", out);
    write_name(player->name, json, out);
    fprintf(out, json ? ",\"games\":%u,\"moves\":%u" : ",%u,%u", sum->games, sum->moves);
    write_accuracy(sum, json, out);
    for (size_t i = 0; i < ARRAY_LEN(counts); i++) {
        if (json)
            fprintf(out, ",\"%s\":%u", counts[i].name, counts[i].n);
        else
            fprintf(out, ",%u", counts[i].n);
    }
    fputs(json ? "}\n" : "\n", out);
}

void player_sums_write(struct player_sums *sums, enum player_sums_format format, FILE *out)
{
    sort_players(sums);
    if (format == PLAYER_SUMS_TEXT)
        fprintf(out, "%6s %6s %8s %9s %12s %8s %8s %11s %12s  player\n", "games", "moves",
                "accuracy", "mean loss", "inaccuracies", "mistakes", "blunders", "missed wins",
                "missed draws");
    else if (format == PLAYER_SUMS_CSV)
        fputs("player,games,moves,accuracy,mean_loss,inaccuracies,mistakes,blunders,missed_wins,"
              "missed_draws\n",
              out);
    for (unsigned i = 0; i < sums->n; i++)
        format == PLAYER_SUMS_TEXT ? write_text_row(&sums->at[i], out)
                                   : write_row(&sums->at[i], format == PLAYER_SUMS_JSONL, out);
}

void player_sums_fini(struct player_sums *sums)
{
    for (unsigned i = 0; i < sums->n; i++)
        free(sums->at[i].name);
    free(sums->at);
    hashtable_fini(&sums->by_name);
    *sums = (struct player_sums){0};
}
