// SPDX-License-Identifier: MIT
/*
 * Finds copies. Games are taken in an order that puts copies next to each other; each kind of copy
 * has its order:
 *
 *     exact      by content: all of one content, the best one first
 *     contained  by players, year and then moves: a beginning comes right before a game that goes on
 *                with it; then without the year, for games of which it is not known; then by moves
 *                alone, for beginnings whose players are not known
 *     near       by the pair of players, whatever their colours: each game is compared with those
 *                before it
 *
 * Of a pair the worse copy is dropped; a dropped game is not compared again. Games of the master
 * always stay.
 */
#include "core/store/spool-internal.h"

#include <stdlib.h>

/* With how many of the games before it each game is compared, within its group. */
enum {
    /* All of one content are copies of the first, but for players, dates or rounds that differ. */
    EXACT_WINDOW = 64,
    /* A beginning is right before what goes on with it, but for games between that do not fit. */
    CONTAINED_WINDOW = 8,
    /* Copies may be anywhere among the games of two players, which are seldom more. */
    NEAR_WINDOW = 400,
};

enum {
    LEAST_PLIES = 16,  /* contained, near: shorter games prove too little */
    LEAST_NEAR = 30,   /* near: plies of the shorter game */
    LATE_PERCENT = 75, /* near: the share of the shorter game's plies that must be common */
    ALONE_PLIES = 40,  /* exact: games of this many plies are copies even if their players differ */
};

/* A game as read from a row. */
struct row {
    int64_t seq;
    bool master;
    int64_t score;
    int result;
    struct date date;
    int64_t spelling[2], event;
    uint8_t content[HASH128_SIZE], opening[HASH128_SIZE];
    struct buffer moves, white, black, round;
};

static void row_fini(struct row *row)
{
    buffer_fini(&row->moves);
    buffer_fini(&row->white);
    buffer_fini(&row->black);
    buffer_fini(&row->round);
}

static bool copy_column(sqlite3_stmt *stmt, int at, struct buffer *out)
{
    buffer_clear(out);
    buffer_add_text(out, db_column_blob(stmt, at));
    return !out->failed;
}

static bool copy_hash(sqlite3_stmt *stmt, int at, uint8_t out[HASH128_SIZE])
{
    const void *hash = sqlite3_column_blob(stmt, at);
    if (hash)
        memcpy(out, hash, HASH128_SIZE);
    return hash;
}

/* What a pass reads of each game, with the group within which games are compared. */
#define WITH(group)                                                                    \
 "SELECT seq, master, score, year, month, day, content, opening, moves, white, black," \
 " white_spelt, black_spelt, result, event, round, " group                             \
 " AS grouped FROM item WHERE kept IS NULL"

/* The columns of WITH, in the same order. */
enum {
    SEQ,
    MASTER,
    SCORE,
    YEAR,
    MONTH,
    DAY,
    CONTENT,
    OPENING,
    MOVES,
    WHITE_NAME,
    BLACK_NAME,
    WHITE_SPELT,
    BLACK_SPELT,
    RESULT,
    EVENT,
    ROUND,
    GROUP
};

/* @return false: out of memory */
static bool read_row(sqlite3_stmt *stmt, struct row *row)
{
    row->seq = sqlite3_column_int64(stmt, SEQ);
    row->master = sqlite3_column_int(stmt, MASTER);
    row->score = sqlite3_column_int64(stmt, SCORE);
    row->date = (struct date){.year = (unsigned)sqlite3_column_int(stmt, YEAR),
                              .month = (unsigned)sqlite3_column_int(stmt, MONTH),
                              .day = (unsigned)sqlite3_column_int(stmt, DAY)};
    row->spelling[WHITE] = sqlite3_column_int64(stmt, WHITE_SPELT);
    row->spelling[BLACK] = sqlite3_column_int64(stmt, BLACK_SPELT);
    row->result = sqlite3_column_int(stmt, RESULT);
    row->event = sqlite3_column_int64(stmt, EVENT);
    return copy_hash(stmt, CONTENT, row->content) && copy_hash(stmt, OPENING, row->opening)
           && copy_column(stmt, MOVES, &row->moves) && copy_column(stmt, WHITE_NAME, &row->white)
           && copy_column(stmt, BLACK_NAME, &row->black) && copy_column(stmt, ROUND, &row->round);
}

static bool name_fits(const struct buffer *a, const struct buffer *b)
{
    return a->n == 0 || b->n == 0 || text_same(buffer_text(a), buffer_text(b));
}

static bool players_fit(const struct row *a, const struct row *b)
{
    return name_fits(&a->white, &b->white) && name_fits(&a->black, &b->black);
}

static bool colours_changed(const struct row *a, const struct row *b)
{
    return a->white.n && a->black.n && text_same(buffer_text(&a->white), buffer_text(&b->black))
           && text_same(buffer_text(&a->black), buffer_text(&b->white));
}

static bool years_fit(const struct row *a, const struct row *b)
{
    return !a->date.year || !b->date.year || a->date.year == b->date.year;
}

/* Whether their dates agree, as far as both are known. */
static bool dates_fit(const struct row *a, const struct row *b)
{
    int order;
    date_compare(a->date, b->date, &order);
    return order == 0;
}

/* Whether their rounds agree, as far as both are known; "3." and "3.2." do. */
static bool rounds_fit(const struct row *a, const struct row *b)
{
    const size_t n = a->round.n < b->round.n ? a->round.n : b->round.n;
    return n == 0 || memcmp(a->round.s, b->round.s, n) == 0;
}

static bool are_known(const struct row *a) { return a->white.n && a->black.n; }

/*
 * Whether two games are from different rounds of an event: players who meet twice may well draw
 * twice in the same way. If a player is unknown, the rounds are ignored: the event may be a
 * collection, and the round a number in it.
 */
static bool of_two_rounds(const struct row *a, const struct row *b)
{
    return a->event && a->event == b->event && !rounds_fit(a, b) && are_known(a) && are_known(b);
}

static size_t plies(const struct row *row) { return row->moves.n / SPOOL_PLY; }

/*
 * Whether n plies at x and y are the same. What is captured is 0 in quiet moves, and in those after
 * a slip, where it is not known.
 */
static bool are_same(const char *x, const char *y, size_t n)
{
    for (; n; n--, x += SPOOL_PLY, y += SPOOL_PLY) {
        if (x[0] != y[0] || x[1] != y[1] || (x[2] != y[2] && x[2] && y[2]))
            return false;
    }
    return true;
}

/* How many plies two games have in common from the start. */
static size_t common(const struct row *a, const struct row *b)
{
    size_t n = plies(a) < plies(b) ? plies(a) : plies(b), i = 0;
    while (i < n && are_same(a->moves.s + i * SPOOL_PLY, b->moves.s + i * SPOOL_PLY, 1))
        i++;
    return i;
}

/* ---- the three kinds of copies; each gives its reason for the report ---- */

/*
 * Whether two games are copies of one kind; if so, names the kind in `why`, and says where they
 * differ.
 */
typedef bool copy_test(const struct row *a, const struct row *b, struct buffer *why);

static bool is_exact(const struct row *a, const struct row *b, struct buffer *why)
{
    if (memcmp(a->content, b->content, HASH128_SIZE) != 0)
        return false;
    if (!players_fit(a, b) && plies(a) < ALONE_PLIES)
        return false;
    if (plies(a) < LEAST_PLIES && (!dates_fit(a, b) || plies(a) == 0))
        return false;
    buffer_add_string(why, "exact");
    return true;
}

static size_t shorter(const struct row *a, const struct row *b)
{
    return plies(a) < plies(b) ? plies(a) : plies(b);
}

static size_t longer(const struct row *a, const struct row *b)
{
    return plies(a) > plies(b) ? plies(a) : plies(b);
}

/*
 * Whether one of them is from the master and the other is longer: that adds moves, so it is no
 * copy.
 */
static bool adds_to_master(const struct row *a, const struct row *b)
{
    return (a->master && plies(a) < plies(b)) || (b->master && plies(b) < plies(a));
}

static bool is_contained(const struct row *a, const struct row *b, struct buffer *why)
{
    size_t least = shorter(a, b);
    if (memcmp(a->opening, b->opening, HASH128_SIZE) != 0 || !players_fit(a, b) || !years_fit(a, b)
        || least < LEAST_PLIES || adds_to_master(a, b))
        return false;
    if (common(a, b) < least)
        return false;
    buffer_printf(why, "contained, the first %zu of %zu plies", least, longer(a, b));
    return true;
}

/*
 * Whether one game is the beginning of the other, where the beginning has an unknown player and the
 * whole game knows at least as much about its players. Without the latter condition, different
 * games that begin alike would all become copies of one longer game by nobody.
 */
static bool is_contained_unknown(const struct row *a, const struct row *b, struct buffer *why)
{
    const struct row *beginning = plies(a) < plies(b) ? a : b, *whole = beginning == a ? b : a;
    bool known = beginning->white.n && beginning->black.n;
    bool more_known =
        (beginning->white.n && !whole->white.n) || (beginning->black.n && !whole->black.n);
    return !known && !more_known && is_contained(a, b, why);
}

/*
 * Whether they differ at `at` by one ply changed, missing or extra, and all plies after it are the
 * same.
 */
static bool one_ply_off(const struct row *a, const struct row *b, size_t at)
{
    const char *x = a->moves.s + at * SPOOL_PLY, *y = b->moves.s + at * SPOOL_PLY;
    const size_t left_a = plies(a) - at, left_b = plies(b) - at;
    if (left_a == left_b)
        return left_a > 0 && are_same(x + SPOOL_PLY, y + SPOOL_PLY, left_a - 1);
    if (left_a == left_b + 1)
        return are_same(x + SPOOL_PLY, y, left_b);
    return left_b == left_a + 1 && are_same(x, y + SPOOL_PLY, left_a);
}

static bool is_near(const struct row *a, const struct row *b, struct buffer *why)
{
    size_t least = shorter(a, b), same;
    if (memcmp(a->opening, b->opening, HASH128_SIZE) != 0
        || !(players_fit(a, b) || colours_changed(a, b)) || !years_fit(a, b) || least < LEAST_NEAR
        || adds_to_master(a, b))
        return false;
    same = common(a, b);
    if (same == least)
        buffer_printf(why, "near, the first %zu of %zu plies", least, longer(a, b));
    else if (one_ply_off(a, b, same))
        buffer_printf(why,
                      plies(a) == plies(b) ? "near, ply %zu differs" : "near, ply %zu is missing",
                      same + 1);
    else if (same * 100 >= least * LATE_PERCENT)
        buffer_printf(why, "near, differs from ply %zu of %zu", same + 1, least);
    else
        return false;
    return true;
}

/* ---- where two copies disagree ---- */

static bool spelled_straight(const struct row *a, const struct row *b)
{
    return a->spelling[WHITE] == b->spelling[WHITE] && a->spelling[BLACK] == b->spelling[BLACK];
}

static bool spelled_crossed(const struct row *a, const struct row *b)
{
    return a->spelling[WHITE] == b->spelling[BLACK] && a->spelling[BLACK] == b->spelling[WHITE];
}

/* If both players have the same family name, their full names decide. */
static bool is_reversed(const struct row *a, const struct row *b)
{
    return colours_changed(a, b)
           && (!players_fit(a, b) || (spelled_crossed(a, b) && !spelled_straight(a, b)));
}

static void add_names(const struct row *a, const struct row *b, struct buffer *why)
{
    bool reversed = is_reversed(a, b);
    if (reversed)
        buffer_add_string(why, ", colours reversed");
    if (reversed ? spelled_crossed(a, b) : spelled_straight(a, b))
        return;
    if (!players_fit(a, b) && !reversed)
        buffer_add_string(why, ", different players");
    else
        buffer_add_string(why, are_known(a) && are_known(b) ? ", names spelled differently"
                                                            : ", a player is unknown");
}

static bool is_known(int result)
{
    return result == RESULT_WHITE || result == RESULT_BLACK || result == RESULT_DRAW
           || result == RESULT_BOTH_LOST;
}

/* @return whether both are known and differ */
static bool add_results(const struct row *gone, const struct row *kept, struct buffer *why)
{
    static const char *const words[] = {[RESULT_WHITE] = "White won",
                                        [RESULT_BLACK] = "Black won",
                                        [RESULT_DRAW] = "draw",
                                        [RESULT_BOTH_LOST] = "both lost"};
    if (!is_known(gone->result) || !is_known(kept->result) || gone->result == kept->result)
        return false;
    buffer_printf(why, ", results differ: %s, not %s", words[gone->result], words[kept->result]);
    return true;
}

static bool add_dates(const struct row *gone, const struct row *kept, struct buffer *why)
{
    char one[DATE_SIZE], other[DATE_SIZE];
    if (dates_fit(gone, kept))
        return false;
    date_write(gone->date, one);
    date_write(kept->date, other);
    if (years_fit(gone, kept))
        buffer_printf(why, ", dates differ: %s, not %s", one, other);
    else
        buffer_printf(why, ", years differ: %u, not %u", gone->date.year, kept->date.year);
    return true;
}

static bool add_rounds(const struct row *gone, const struct row *kept, struct buffer *why)
{
    if (rounds_fit(gone, kept))
        return false;
    buffer_printf(why, ", rounds differ: %.*s, not %.*s", (int)gone->round.n - 1, gone->round.s,
                  (int)kept->round.n - 1, kept->round.s);
    return true;
}

/* @return whether there are any */
static bool add_conflicts(const struct row *gone, const struct row *kept, struct buffer *why)
{
    bool any = is_reversed(gone, kept);
    any |= add_results(gone, kept, why);
    any |= add_dates(gone, kept, why);
    any |= add_rounds(gone, kept, why);
    return any;
}

/* ---- passes ---- */

struct pass {
    struct spool *spool;
    sqlite3_stmt *drop;
    sqlite3_stmt *know; /* stores what is known of a game */
    struct buffer why;
    struct spool_copies copies;
};

static bool is_better(const struct row *a, const struct row *b)
{
    if (a->master != b->master)
        return a->master;
    return a->score != b->score ? a->score > b->score : a->seq < b->seq;
}

static int drop(struct pass *pass, const struct row *gone, const struct row *kept, struct err *err)
{
    add_names(gone, kept, &pass->why);
    pass->copies.conflicts += add_conflicts(gone, kept, &pass->why);
    if (pass->why.failed)
        return err_memory(err);
    sqlite3_bind_int64(pass->drop, 1, kept->seq);
    db_bind_text(pass->drop, 2, buffer_text(&pass->why));
    sqlite3_bind_int64(pass->drop, 3, gone->seq);
    pass->copies.dropped++;
    return db_run(&pass->spool->db, pass->drop, err);
}

/* The games that a new one is compared with: a ring buffer of the last games of its group. */
struct window {
    struct row *rows; /* owned; n of them, the oldest at `next` when full */
    bool *gone;
    unsigned n, room, next;
};

static bool complete_text(struct buffer *own, const struct buffer *other)
{
    if (own->n || !other->n)
        return false;
    buffer_add_text(own, buffer_text(other));
    return true;
}

/* Takes over a name that `kept` lacks, together with its spelling. */
static bool complete_player(struct row *kept, const struct row *gone, enum side side)
{
    struct buffer *own = side == WHITE ? &kept->white : &kept->black;
    if (!complete_text(own, side == WHITE ? &gone->white : &gone->black))
        return false;
    kept->spelling[side] = gone->spelling[side];
    return true;
}

static bool complete_date(struct row *kept, const struct row *gone)
{
    if (!date_completes(gone->date, kept->date))
        return false;
    kept->date = gone->date;
    return true;
}

static bool complete_event(struct row *kept, const struct row *gone)
{
    if (kept->event || !gone->event)
        return false;
    kept->event = gone->event;
    return true;
}

static bool complete_result(struct row *kept, const struct row *gone)
{
    if (!result_is_unknown((enum result)kept->result) || !is_known(gone->result))
        return false;
    kept->result = gone->result;
    return true;
}

static int write_known(struct pass *pass, const struct row *row, struct err *err)
{
    sqlite3_stmt *know = pass->know;
    db_bind_text(know, 1, buffer_text(&row->white));
    db_bind_text(know, 2, buffer_text(&row->black));
    db_bind_text(know, 3, buffer_text(&row->round));
    sqlite3_bind_int(know, 4, (int)row->date.year);
    sqlite3_bind_int(know, 5, (int)row->date.month);
    sqlite3_bind_int(know, 6, (int)row->date.day);
    sqlite3_bind_int64(know, 7, row->event);
    sqlite3_bind_int(know, 8, row->result);
    sqlite3_bind_int64(know, 9, row->spelling[WHITE]);
    sqlite3_bind_int64(know, 10, row->spelling[BLACK]);
    sqlite3_bind_int64(know, 11, row->seq);
    return db_run(&pass->spool->db, know, err);
}

/*
 * Fills in what the kept game does not say from its copy. A third game may fit what the kept game
 * itself says but contradict the copy: thanks to this it is not taken for a copy either, or is
 * reported as a conflict.
 */
static int complete(struct pass *pass, struct row *kept, const struct row *gone, struct err *err)
{
    if (!players_fit(kept, gone))
        return 0;
    bool more = complete_player(kept, gone, WHITE);
    more |= complete_player(kept, gone, BLACK);
    more |= complete_text(&kept->round, &gone->round);
    more |= complete_date(kept, gone);
    more |= complete_event(kept, gone);
    more |= complete_result(kept, gone);
    if (kept->white.failed || kept->black.failed || kept->round.failed)
        return err_memory(err);
    return more ? write_known(pass, kept, err) : 0;
}

/* @return 1 the new row is dropped, 0 it stays, -1 with `err` */
static int compare_all(struct pass *pass, struct window *w, struct row *row, copy_test *is_copy,
                       struct err *err)
{
    for (unsigned i = 0; i < w->n; i++) {
        struct row *other = &w->rows[i];
        buffer_clear(&pass->why);
        if (w->gone[i] || (other->master && row->master) || of_two_rounds(other, row)
            || !is_copy(other, row, &pass->why))
            continue;
        if (is_better(other, row))
            return drop(pass, row, other, err) || complete(pass, other, row, err) ? -1 : 1;
        if (drop(pass, other, row, err) || complete(pass, row, other, err))
            return -1;
        w->gone[i] = true;
    }
    return 0;
}

static struct row *next_place(struct window *w)
{
    if (w->n < w->room)
        return &w->rows[w->n];
    return &w->rows[w->next];
}

static void take_place(struct window *w)
{
    if (w->n < w->room) {
        w->gone[w->n++] = false;
    } else {
        w->gone[w->next] = false;
        w->next = (w->next + 1) % w->room;
    }
}

static bool same_group(sqlite3_stmt *stmt, struct buffer *group)
{
    struct text now = db_column_blob(stmt, GROUP);
    if (text_same(now, buffer_text(group)))
        return true;
    buffer_clear(group);
    buffer_add_text(group, now);
    return false;
}

/*
 * One pass: `sql` gives rows sorted into groups, with the group in the last column.
 * @param room how many earlier games of its group each game is compared with
 */
static int run_pass(struct pass *pass, const char *sql, unsigned room, copy_test *is_copy,
                    struct err *err)
{
    sqlite3_stmt *stmt = NULL;
    struct window w = {.rows = calloc(room + 1, sizeof *w.rows),
                       .gone = calloc(room, sizeof *w.gone),
                       .room = room};
    struct row row = {0};
    struct buffer group = {0};
    int rc = w.rows && w.gone ? db_prepare(&pass->spool->db, sql, &stmt, err) : err_memory(err);
    int step = SQLITE_DONE;
    buffer_add_char(&group, '\0');
    while (rc >= 0 && (step = sqlite3_step(stmt)) == SQLITE_ROW) {
        if (!same_group(stmt, &group))
            w.n = w.next = 0; /* the memory of the rows is reused */
        rc = read_row(stmt, &row) && !group.failed ? compare_all(pass, &w, &row, is_copy, err)
                                                   : err_memory(err);
        if (rc) /* a dropped game is not compared with those after it */
            continue;
        struct row *place = next_place(&w), old = *place;
        *place = row;
        row = old;
        take_place(&w);
    }
    if (rc >= 0 && step != SQLITE_DONE)
        rc = db_failed(&pass->spool->db, err);
    sqlite3_finalize(stmt);
    for (unsigned i = 0; w.rows && i <= room; i++)
        row_fini(&w.rows[i]);
    row_fini(&row);
    free(w.rows);
    free(w.gone);
    buffer_fini(&group);
    return rc < 0 ? -1 : 0;
}

#define YEAR_ORDER      " ORDER BY opening, white, black, year, moves, master, score, seq"
#define CONTAINED_ORDER " ORDER BY opening, white, black, moves, master, score, seq"
#define UNKNOWN_ORDER                                              \
 " AND EXISTS (SELECT 1 FROM item WHERE white = '' OR black = '')" \
 " ORDER BY opening, moves, master, score, seq"
#define NEAR_ORDER                  \
 " AND white <> '' AND black <> ''" \
 " ORDER BY min(white, black), max(white, black), year, moves, seq"

/*
 * A game that replaced others may have been dropped itself in favour of another: make `kept` name
 * the one that finally stays.
 */
static int find_survivors(struct spool *spool, struct err *err)
{
    int rc;
    do /* a long chain of beginnings takes several rounds */
        rc = db_exec(
            &spool->db,
            "UPDATE item SET kept = further.kept,"
            " why = replace(item.why, ', through another copy', '') || ', through another copy'"
            " FROM item AS further WHERE further.seq = item.kept AND further.kept IS NOT NULL",
            err);
    while (rc == 0 && sqlite3_changes(spool->db.sql) > 0);
    return rc;
}

/* ---- what is lost with the copies ---- */

/* Counts the entries of `gone` that `kept` lacks, by kind. Both lists are sorted: see add_said. */
static void count_lost(const uint8_t *gone, size_t n, const uint8_t *kept, size_t m,
                       unsigned lost[SAID_KINDS])
{
    size_t k = 0;
    for (size_t i = 0; i < n; i += SPOOL_SAID) {
        int order = -1;
        while (k < m && (order = memcmp(kept + k, gone + i, SPOOL_SAID)) < 0)
            k += SPOOL_SAID;
        if (k < m && order == 0)
            k += SPOOL_SAID;
        else
            lost[gone[i]]++;
    }
}

/*
 * SQL function of two lists of entries: says in words what the first has and the second lacks.
 * NULL: nothing.
 */
static void tell_lost(sqlite3_context *context, int n, sqlite3_value **values)
{
    static const char *const words[SAID_KINDS] = {
        [SAID_COMMENT] = "comment", [SAID_VARIATION] = "variation", [SAID_NAG] = "NAG"};
    unsigned lost[SAID_KINDS] = {0};
    char all[80] = "";
    (void)n;
    count_lost(sqlite3_value_blob(values[0]), (size_t)sqlite3_value_bytes(values[0]),
               sqlite3_value_blob(values[1]), (size_t)sqlite3_value_bytes(values[1]), lost);
    for (unsigned kind = 0; kind < SAID_KINDS; kind++) {
        size_t at = strlen(all);
        if (lost[kind])
            snprintf(all + at, sizeof all - at, "%s%u %s%s", at ? ", " : ", lost: ", lost[kind],
                     words[kind], lost[kind] == 1 ? "" : "s");
    }
    if (*all)
        sqlite3_result_text(context, all, -1, SQLITE_TRANSIENT);
}

/*
 * Notes which copies say something that the game kept does not. This has to wait until the end,
 * when it is known which game is kept.
 */
static int find_losses(struct spool *spool, struct spool_copies *copies, struct err *err)
{
    static const char sql[] =
        "UPDATE item SET why = item.why || lost(item.said, further.said) FROM item AS further"
        " WHERE further.seq = item.kept AND length(item.said) > 0"
        " AND lost(item.said, further.said) IS NOT NULL";
    if (sqlite3_create_function(spool->db.sql, "lost", 2, SQLITE_UTF8 | SQLITE_DETERMINISTIC, NULL,
                                tell_lost, NULL, NULL)
        != SQLITE_OK)
        return db_failed(&spool->db, err);
    if (db_exec(&spool->db, sql, err))
        return -1;
    copies->losses = (uint64_t)sqlite3_changes(spool->db.sql);
    return 0;
}

static int prepare(struct pass *pass, struct err *err)
{
    static const char drop[] = "UPDATE item SET kept = ?1, why = ?2 WHERE seq = ?3";
    static const char know[] =
        "UPDATE item SET white = ?1, black = ?2, round = ?3, year = ?4, month = ?5, day = ?6,"
        " event = ?7, result = ?8, white_spelt = ?9, black_spelt = ?10 WHERE seq = ?11";
    struct db *db = &pass->spool->db;
    return db_prepare(db, drop, &pass->drop, err) || db_prepare(db, know, &pass->know, err) ? -1
                                                                                            : 0;
}

/*
 * Rows change while they are read: each pass reads a sorted copy, which SQLite makes for ORDER BY.
 */
int spool_dedupe(struct spool *spool, struct spool_copies *copies, struct err *err)
{
    struct pass pass = {.spool = spool};
    if (copies)
        *copies = pass.copies;
    if (spool->dedupe == DEDUPE_NONE)
        return 0;
    int rc = prepare(&pass, err);
    if (rc == 0)
        rc = run_pass(&pass, WITH("content") " ORDER BY +content, master DESC, score DESC, seq",
                      EXACT_WINDOW, is_exact, err);
    if (rc == 0 && spool->dedupe >= DEDUPE_CONTAINED)
        rc = run_pass(&pass,
                      WITH("opening || white || char(1) || black || char(1) || year") YEAR_ORDER,
                      CONTAINED_WINDOW, is_contained, err);
    if (rc == 0 && spool->dedupe >= DEDUPE_CONTAINED)
        rc = run_pass(&pass, WITH("opening || white || char(1) || black") CONTAINED_ORDER,
                      CONTAINED_WINDOW, is_contained, err);
    if (rc == 0 && spool->dedupe >= DEDUPE_CONTAINED)
        rc = run_pass(&pass, WITH("opening") UNKNOWN_ORDER, CONTAINED_WINDOW, is_contained_unknown,
                      err);
    if (rc == 0 && spool->dedupe >= DEDUPE_NEAR)
        rc = run_pass(&pass, WITH("min(white, black) || char(1) || max(white, black)") NEAR_ORDER,
                      NEAR_WINDOW, is_near, err);
    sqlite3_finalize(pass.drop);
    sqlite3_finalize(pass.know);
    buffer_fini(&pass.why);
    if (rc == 0)
        rc = find_survivors(spool, err) || find_losses(spool, &pass.copies, err) ? -1 : 0;
    if (copies)
        *copies = pass.copies;
    return rc;
}
