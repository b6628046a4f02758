// SPDX-License-Identifier: MIT
#include "core/book/games.h"

#include "core/book/book-internal.h"

/* @return 1: the game reaches the position; 0: it does not; -1 with `err` */
static int reaches_position(struct book *book, const struct book_game *game, uint64_t key,
                            const struct move *mv, struct err *err)
{
    struct book_replay replay;
    bool mirrored, found = false;
    int rc = book_replay_init(&replay, &book->codes, game) ? 1 : -1;
    while (rc > 0 && !found && (rc = book_replay_next(&replay)) >= 0) {
        found = book_key(book, &replay.pos, NULL, &mirrored) == key
                && (!mv || (rc > 0 && move_same(mv, &replay.mv)));
        if (rc == 0)
            break;
    }
    book_replay_fini(&replay);
    return rc < 0 ? err_set(err, book_place(book), "damaged: game %lld cannot be played",
                            (long long)game->id)
                  : found;
}

int book_games(struct book *book, const struct position *through, const struct move *mv,
               int (*each)(void *ctx, const struct book_game *game), void *ctx, struct err *err)
{
    struct book_db_games *games = NULL;
    struct book_game game;
    bool mirrored;
    uint64_t key = through ? book_key(book, through, NULL, &mirrored) : 0;
    int rc = book_db_games_open(book->db, 0, &games, err);
    while (rc == 0 && (rc = book_db_games_next(games, &game, err)) > 0) {
        rc = through ? reaches_position(book, &game, key, mv, err) : 1;
        if (rc > 0)
            rc = each(ctx, &game);
    }
    book_db_games_close(games);
    return rc;
}

int book_size(struct book *book, struct book_db_counts *out, struct err *err)
{
    return book_db_count(book->db, out, err);
}
