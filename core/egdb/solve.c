// SPDX-License-Identifier: MIT
/*
 * Retrograde analysis. Moves are generated once for each position. A capture or a crowning leads to
 * a slice that is already solved, so its result is known at once; the other moves lead to the
 * mirror slice and are only counted. Then results propagate backwards, in the order of their
 * distance from the end:
 *
 *      a position is lost   ->  each position with a move to it is won
 *      a position is won    ->  each position with a move to it has one move less that may save it;
 *                               after the last of them it is lost
 *
 * Positions that are never reached are drawn. So moves are generated once for each position and
 * unmade once for each that is not drawn, whatever the length of the longest win.
 *
 * Distances are exact because results propagate ply by ply: a result derived from results in k
 * plies is due at k + 1 or later. A win by a move to another slice waits for its turn, and a
 * shorter one within the slice may come first. For each chunk of cells the fewest plies due in it
 * are kept, so that idle chunks cost nothing. Threads share out the chunks; cells are changed by
 * compare and swap.
 *
 * While one thread goes through a chunk, another may make a cell of it due. The first thread notes
 * that nothing is due, then reads the cells; the second changes the cell, then reads that note.
 * These four operations have one order for all threads (memory_order_seq_cst), so that at least one
 * of the two threads sees what the other did.
 */
#include "core/egdb/solve.h"

#include "core/base/compiler.h"
#include "core/base/team.h"
#include "core/board/move.h"
#include "core/egdb/unmove.h"

#include <stdlib.h>

enum { CHUNK = 4096, NEVER = 0xffff, FEW_CHUNKS = 3 };

struct solving {
    const struct egdb_solver *solver;
    const struct rules *rules;
    struct egdb_solution *solution;
    size_t *piece; /* owned; the chunks of the current pass, coded with their half */
    unsigned plies;
    _Atomic uint64_t settled; /* positions found won or lost so far */
    atomic_bool failed, missing, too_long, stopped;
};

static size_t chunks_of(const struct egdb_half *half)
{
    return (size_t)((half->index.size + CHUNK - 1) / CHUNK);
}

static void due_at(struct egdb_half *half, uint64_t at, unsigned plies)
{
    egdb_cell *due = &half->due[at / CHUNK];
    uint16_t now = atomic_load(due);
    while (now > plies
           && !atomic_compare_exchange_weak_explicit(due, &now, (uint16_t)plies,
                                                     memory_order_relaxed, memory_order_relaxed))
        ;
}

/* ---- forwards: the first look at each position ---- */

/* The results of the moves that leave the slice, and the number of those that do not. */
struct outlook {
    struct egdb_answer best; /* unknown: no move leaves the slice */
    unsigned inside;
};

static void look_outside(struct solving *solving, const struct position *pos,
                         const struct moves *list, struct outlook *out)
{
    for (unsigned i = 0; i < list->n; i++) {
        const struct move *mv = &list->at[i];
        if (!mv->captured && !mv->crowns) {
            out->inside++;
            continue;
        }
        struct position next = *pos;
        struct egdb_answer after;
        move_play(solving->rules, &next, mv);
        egdb_tables_probe(solving->solver->tables, &next, &after);
        if (!egdb_value_improve(&out->best, &after))
            atomic_store(&solving->missing, true);
        if (after.plies >= CELL_PLIES)
            atomic_store(&solving->too_long, true);
    }
}

static uint16_t first_cell(struct solving *solving, const struct position *pos, struct moves *list,
                           uint8_t *left)
{
    struct outlook look = {.best = {EGDB_UNKNOWN, true, 0}};
    if (moves_generate(solving->rules, pos, list))
        atomic_store(&solving->failed, true);
    if (list->n == 0)
        return egdb_value_stuck(solving->rules) == EGDB_WIN ? CELL_WIN_DUE : CELL_LOSS_DUE;
    look_outside(solving, pos, list, &look);
    const unsigned plies = look.best.plies & CELL_PLIES;
    const unsigned capture = list->at[0].captured ? CELL_CAPTURE : 0;
    *left = (uint8_t)look.inside;
    if (look.best.value == EGDB_WIN)
        return (uint16_t)(capture | CELL_WIN_DUE | plies);
    if (look.best.value == EGDB_DRAW)
        return (uint16_t)(capture | (look.inside ? CELL_OPEN_DRAW : CELL_DRAW));
    return (uint16_t)(capture | (look.inside ? CELL_OPEN : CELL_LOSS_DUE) | plies);
}

static bool is_due(uint16_t cell)
{
    return (cell & CELL_STATE) == CELL_WIN_DUE || (cell & CELL_STATE) == CELL_LOSS_DUE;
}

static bool should_stop(struct solving *solving)
{
    if (solving->solver->stop && atomic_load_explicit(solving->solver->stop, memory_order_relaxed))
        atomic_store(&solving->stopped, true);
    return atomic_load_explicit(&solving->stopped, memory_order_relaxed);
}

static void tell_progress(const struct solving *solving, uint64_t positions)
{
    if (solving->solver->progress)
        solving->solver->progress(solving->solver->ctx, positions);
}

static void look_at_chunk(struct solving *solving, struct egdb_half *half, size_t chunk)
{
    const uint64_t begin = (uint64_t)chunk * CHUNK;
    const uint64_t end = begin + CHUNK < half->index.size ? begin + CHUNK : half->index.size;
    unsigned due = NEVER;
    struct egdb_cursor cursor;
    struct position pos;
    struct moves list;
    if (should_stop(solving))
        return;
    moves_init(&list);
    egdb_cursor_set(&cursor, &half->index, &half->sets, begin);
    for (; cursor.at < end; egdb_cursor_next(&cursor)) {
        if (!egdb_cursor_position(&cursor, &pos))
            continue;
        uint8_t left = 0;
        const uint16_t cell = first_cell(solving, &pos, &list, &left);
        atomic_store_explicit(&half->left[cursor.at], left, memory_order_relaxed);
        atomic_store_explicit(&half->cell[cursor.at], cell, memory_order_relaxed);
        if (is_due(cell) && (cell & CELL_PLIES) < due)
            due = cell & CELL_PLIES;
    }
    atomic_store_explicit(&half->due[chunk], (uint16_t)due, memory_order_relaxed);
    moves_fini(&list);
    tell_progress(solving, end - begin);
}

static void first_work(void *ctx, size_t piece)
{
    struct solving *solving = ctx;
    const size_t first = chunks_of(&solving->solution->half[0]);
    if (piece < first)
        look_at_chunk(solving, &solving->solution->half[0], piece);
    else
        look_at_chunk(solving, &solving->solution->half[1], piece - first);
}

/* ---- backwards ---- */

/* Marks a position with a move to a lost one as won in `plies`. */
static void win(struct egdb_half *half, uint64_t at, unsigned plies)
{
    uint16_t cell = atomic_load_explicit(&half->cell[at], memory_order_relaxed);
    for (;;) {
        const unsigned state = cell & CELL_STATE;
        const bool open = state == CELL_OPEN || state == CELL_OPEN_DRAW;
        if (cell & CELL_CAPTURE
            || !(open || (state == CELL_WIN_DUE && (cell & CELL_PLIES) > plies)))
            return;
        if (atomic_compare_exchange_weak(&half->cell[at], &cell, (uint16_t)(CELL_WIN_DUE | plies)))
            break;
    }
    due_at(half, at, plies);
}

/*
 * Takes a move, to a won position, off those that may save a position; after the last, it is lost.
 */
static void lose_move(struct egdb_half *half, uint64_t at, unsigned plies)
{
    const uint16_t cell = atomic_load_explicit(&half->cell[at], memory_order_relaxed);
    if ((cell & (CELL_STATE | CELL_CAPTURE)) != CELL_OPEN)
        return;
    if (atomic_fetch_sub_explicit(&half->left[at], 1, memory_order_relaxed) != 1)
        return;
    /* No other thread changes this cell now: no move is left that could win. */
    const unsigned outside = cell & CELL_PLIES;
    const unsigned longest = plies > outside ? plies : outside;
    atomic_store(&half->cell[at], (uint16_t)(CELL_LOSS_DUE | longest));
    due_at(half, at, longest);
}

static void hand_back(const struct egdb_half *half, struct egdb_half *partner, uint64_t at,
                      bool is_lost, unsigned plies)
{
    uint64_t before[EGDB_UNMOVES_MAX];
    struct egdb_cursor cursor;
    egdb_cursor_set(&cursor, &half->index, &half->sets, at);
    const unsigned n = egdb_unmoves(&cursor, &partner->index, before);
    for (unsigned i = 0; i < n; i++)
        PREFETCH(&partner->cell[before[i]]);
    for (unsigned i = 0; i < n; i++) {
        if (is_lost)
            win(partner, before[i], plies);
        else
            lose_move(partner, before[i], plies);
    }
}

static void settle_chunk(struct solving *solving, struct egdb_half *half, struct egdb_half *partner,
                         size_t chunk)
{
    const uint64_t begin = (uint64_t)chunk * CHUNK;
    const uint64_t end = begin + CHUNK < half->index.size ? begin + CHUNK : half->index.size;
    const unsigned plies = solving->plies;
    unsigned next = NEVER, settled = 0;
    atomic_store(&half->due[chunk], NEVER);
    for (uint64_t at = begin; at < end; at++) {
        const uint16_t cell = atomic_load(&half->cell[at]);
        if (!is_due(cell))
            continue;
        if ((cell & CELL_PLIES) != plies) {
            if ((cell & CELL_PLIES) < next)
                next = cell & CELL_PLIES;
            continue;
        }
        const bool is_lost = (cell & CELL_STATE) == CELL_LOSS_DUE;
        atomic_store_explicit(&half->cell[at],
                              (uint16_t)((cell & ~CELL_STATE) | (is_lost ? CELL_LOSS : CELL_WIN)),
                              memory_order_relaxed);
        hand_back(half, partner, at, is_lost, plies + 1);
        settled++;
    }
    if (next != NEVER)
        due_at(half, begin, next);
    atomic_fetch_add_explicit(&solving->settled, settled, memory_order_relaxed);
    tell_progress(solving, settled);
}

static void settle_work(void *ctx, size_t piece)
{
    struct solving *solving = ctx;
    struct egdb_solution *solution = solving->solution;
    const size_t first = chunks_of(&solution->half[0]), chunk = solving->piece[piece];
    if (should_stop(solving))
        return;
    if (chunk < first)
        settle_chunk(solving, &solution->half[0], &solution->half[solution->n - 1], chunk);
    else
        settle_chunk(solving, &solution->half[1], &solution->half[0], chunk - first);
}

/*
 * Finds the fewest plies due anywhere, and lists the chunks in which they are due.
 * @return how many; 0: nothing is due
 */
static size_t find_due(struct solving *solving)
{
    const struct egdb_solution *solution = solving->solution;
    unsigned least = NEVER;
    size_t n = 0;
    for (unsigned pass = 0; pass < 2; pass++) {
        size_t base = 0;
        for (unsigned h = 0; h < solution->n; h++) {
            const struct egdb_half *half = &solution->half[h];
            for (size_t chunk = 0; chunk < chunks_of(half); chunk++) {
                const unsigned due = atomic_load_explicit(&half->due[chunk], memory_order_relaxed);
                if (pass == 0 && due < least)
                    least = due;
                if (pass == 1 && due == least && due != NEVER)
                    solving->piece[n++] = base + chunk;
            }
            base += chunks_of(half);
        }
    }
    solving->plies = least;
    return n;
}

/* ---- the whole ---- */

static int open_half(const struct egdb_squares *squares, struct egdb_material material,
                     struct egdb_half *half)
{
    egdb_index_init(squares, material, &half->index);
    if (half->index.size > SIZE_MAX / sizeof *half->cell)
        return -1;
    const size_t n = (size_t)half->index.size;
    half->cell = calloc(n, sizeof *half->cell);
    half->left = calloc(n, sizeof *half->left);
    half->due = calloc(chunks_of(half), sizeof *half->due);
    return half->cell && half->left && half->due ? egdb_sets_init(&half->index, &half->sets) : -1;
}

uint64_t egdb_solve_bytes(const struct egdb_squares *squares, struct egdb_material material)
{
    struct egdb_index index;
    egdb_index_init(squares, material, &index);
    const unsigned halves = egdb_material_is_mirror(material) ? 1 : 2;
    return halves * (index.size * (sizeof(egdb_cell) + 1) + egdb_sets_bytes(&index));
}

static int solve_failed(const struct solving *solving, struct egdb_material material,
                        struct err *err)
{
    char name[EGDB_NAME_SIZE];
    egdb_material_name(material, name);
    if (atomic_load(&solving->failed))
        return err_memory(err);
    if (atomic_load(&solving->missing))
        return err_plain(err, "%s: a slice that it depends on is missing", name);
    if (atomic_load(&solving->too_long))
        return err_plain(err, "%s: a win takes more than %d plies", name, CELL_PLIES - 1);
    return 0;
}

static int solve_backwards(struct solving *solving)
{
    size_t n;
    while (!should_stop(solving) && (n = find_due(solving)) > 0) {
        if (solving->plies >= CELL_PLIES - 1) {
            atomic_store(&solving->too_long, true);
            break;
        }
        team_share(n <= FEW_CHUNKS ? 1 : solving->solver->threads, n, settle_work, solving);
    }
    return atomic_load(&solving->stopped);
}

int egdb_solve(const struct egdb_solver *solver, struct egdb_material material,
               struct egdb_solution *out, struct err *err)
{
    const struct egdb_material mirror = egdb_material_mirror(material);
    const struct egdb_squares *squares = &solver->tables->squares;
    struct solving solving = {.solver = solver, .rules = squares->rules, .solution = out};
    *out = (struct egdb_solution){.n = egdb_material_is_mirror(material) ? 1 : 2};
    if (open_half(squares, material, &out->half[0])
        || (out->n == 2 && open_half(squares, mirror, &out->half[1])))
        return err_memory(err);
    const size_t chunks = chunks_of(&out->half[0]) + (out->n == 2 ? chunks_of(&out->half[1]) : 0);
    solving.piece = malloc(chunks * sizeof *solving.piece);
    if (!solving.piece)
        return err_memory(err);
    team_share(chunks <= FEW_CHUNKS ? 1 : solver->threads, chunks, first_work, &solving);
    int rc = atomic_load(&solving.stopped) ? 1 : solve_failed(&solving, material, err);
    if (rc == 0)
        rc = solve_backwards(&solving);
    if (rc == 0)
        rc = solve_failed(&solving, material, err);
    if (rc == 0) /* the rest: draws and holes */
        tell_progress(&solving, out->n * out->half[0].index.size - atomic_load(&solving.settled));
    free(solving.piece);
    for (unsigned h = 0; h < out->n; h++) {
        free((void *)out->half[h].left);
        out->half[h].left = NULL;
    }
    return rc;
}

void egdb_solution_fini(struct egdb_solution *solution)
{
    for (unsigned h = 0; h < solution->n; h++) {
        struct egdb_half *half = &solution->half[h];
        free((void *)half->cell);
        free((void *)half->left);
        free((void *)half->due);
        egdb_sets_fini(&half->sets);
    }
    *solution = (struct egdb_solution){0};
}

/* ---- the results ---- */

void egdb_half_count(const struct egdb_half *half, bool with_plies, struct egdb_counts *out)
{
    uint64_t n[4] = {0};
    *out = (struct egdb_counts){0};
    for (uint64_t at = 0; at < half->index.size; at++) {
        const uint16_t cell = atomic_load_explicit(&half->cell[at], memory_order_relaxed);
        const enum egdb_value value = egdb_cell_value(cell);
        n[value]++;
        if (cell & CELL_CAPTURE)
            out->pending[value]++;
        if (with_plies && value == EGDB_WIN && (cell & CELL_PLIES) > out->longest) {
            out->longest = cell & CELL_PLIES;
            out->longest_at = at;
        }
    }
    out->wins = n[EGDB_WIN];
    out->draws = n[EGDB_DRAW];
    out->losses = n[EGDB_LOSS];
    out->positions = out->wins + out->draws + out->losses;
}

void egdb_half_copy(const struct egdb_half *half, struct egdb_table *table)
{
    for (uint64_t at = 0; at < half->index.size; at++) {
        const uint16_t cell = atomic_load_explicit(&half->cell[at], memory_order_relaxed);
        egdb_table_set(table, at, egdb_cell_value(cell));
        if (table->plies)
            table->plies[at] = cell & CELL_PLIES;
    }
}
