// SPDX-License-Identifier: MIT
/* Playing from a book: chooses one of its moves at random, by weight. */
#include "core/base/random.h"
#include "core/book/probe.h"

#include <math.h>
#include <pthread.h>
#include <stdlib.h>

struct book_player {
    pthread_mutex_t lock; /* guards all fields below */
    struct book *book;
    struct book_choice_options choice;
    struct book_answer answer;
    uint64_t state; /* of the random numbers */
};

const struct book_choice_options book_choice_default = {
    .margin = 0.05, .temperature = 1, .seed = 1, .min_games = 1};

int book_player_open(const char *path, const struct rules *rules,
                     const struct book_choice_options *choice, struct book_player **out,
                     struct err *err)
{
    struct book_player *player = calloc(1, sizeof *player);
    if (!player || pthread_mutex_init(&player->lock, NULL) != 0) {
        free(player);
        return err_memory(err);
    }
    player->choice = *choice;
    player->state = choice->seed;
    if (book_open(path, BOOK_READ, &player->book, err)
        || book_expect_rules(player->book, rules, err)) {
        book_player_close(player);
        return -1;
    }
    *out = player;
    return 0;
}

void book_player_reseed(struct book_player *player, uint64_t seed)
{
    pthread_mutex_lock(&player->lock);
    player->state = seed;
    pthread_mutex_unlock(&player->lock);
}

void book_player_close(struct book_player *player)
{
    if (!player)
        return;
    book_close(player->book);
    book_answer_fini(&player->answer);
    pthread_mutex_destroy(&player->lock);
    free(player);
}

/* @return a random number from 0 to 1 */
static double next_random(uint64_t *state)
{
    return (double)(random_splitmix64_next(state) >> 11) * 0x1p-53;
}

static bool may_be_chosen(const struct book_choice_options *choice, const struct book_entry *e,
                          double best)
{
    return e->weight > 0 && !e->is_lost && e->expected >= best - choice->margin
           && (e->known || e->games >= choice->min_games);
}

void book_answer_share(struct book_answer *answer, const struct book_choice_options *choice)
{
    const struct book_entry *heaviest = NULL; /* the first one: entries are sorted */
    double best = 0, sum = 0;
    for (unsigned i = 0; i < answer->n; i++) {
        if (may_be_chosen(choice, &answer->at[i], 0))
            best = fmax(best, answer->at[i].expected);
    }
    for (unsigned i = 0; i < answer->n; i++) {
        struct book_entry *e = &answer->at[i];
        e->share = 0;
        if (!may_be_chosen(choice, e, best))
            continue;
        if (!heaviest)
            heaviest = e;
        if (choice->temperature > 0)
            e->share = pow(e->weight / heaviest->weight, 1 / choice->temperature);
        else
            e->share = e == heaviest;
        sum += e->share;
    }
    for (unsigned i = 0; heaviest && i < answer->n; i++)
        answer->at[i].share /= sum;
}

static const struct book_entry *choose(struct book_player *player, uint64_t *state)
{
    const struct book_entry *chosen = NULL;
    double sum = 0;
    book_answer_share(&player->answer, &player->choice);
    for (unsigned i = 0; i < player->answer.n; i++) {
        const struct book_entry *e = &player->answer.at[i];
        sum += e->share;
        if (e->share > 0 && (!chosen || next_random(state) * sum < e->share))
            chosen = e;
    }
    return chosen;
}

void book_player_wait_briefly(struct book_player *player)
{
    if (player)
        book_wait_briefly(player->book);
}

/* @param state of the random numbers; NULL: the player's */
static int choose_from(struct book_player *player, uint64_t *state, const struct position *pos,
                       struct move *mv, struct err *err)
{
    const struct book_entry *chosen = NULL;
    pthread_mutex_lock(&player->lock);
    int rc = book_probe(player->book, pos, &player->choice.weighing, false, &player->answer, err);
    if (rc > 0)
        chosen = choose(player, state ? state : &player->state);
    if (chosen)
        *mv = chosen->mv;
    pthread_mutex_unlock(&player->lock);
    return rc < 0 ? -1 : chosen != NULL;
}

int book_player_choose(void *player, const struct position *pos, struct move *mv, struct err *err)
{
    return choose_from(player, NULL, pos, mv, err);
}

void book_stream_begin(struct book_stream *stream, uint64_t game)
{
    stream->state =
        random_splitmix64_scramble(stream->player->choice.seed) ^ random_splitmix64_scramble(game);
}

int book_stream_choose(void *ctx, const struct position *pos, struct move *mv, struct err *err)
{
    struct book_stream *stream = ctx;
    return choose_from(stream->player, &stream->state, pos, mv, err);
}
