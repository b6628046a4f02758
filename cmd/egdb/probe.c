// SPDX-License-Identifier: MIT
/* dama-egdb probe: the values of positions and of their moves. */
#include "cmd/egdb/dama-egdb.h"
#include "cmd/lib/lines.h"
#include "core/base/amount.h"
#include "core/base/signals.h"
#include "core/base/source.h"
#include "core/board/draw.h"
#include "core/board/fen.h"
#include "core/board/move.h"
#include "core/board/notation.h"

#include <stdlib.h>
#include <string.h>

enum { LINE_MAX_SIZE = 4096 };

struct settings {
    const char *variant, *dir, *draws;
    unsigned solve;
    int64_t cache;
    int format;
    bool moves;
};

static const struct option_row rows[] = {
    {"cache", 0, OPTION_SIZE, "SIZE", OPTION_AT(struct settings, cache), .min = 1 << 16,
     .max = (int64_t)1 << 40, .help = "cache SIZE of decompressed blocks (default: 64M)"},
    {"dir", 'd', OPTION_TEXT, "DIR", OPTION_AT(struct settings, dir), .help = "database folder",
     .file = true},
    {"draws", 0, OPTION_TEXT, "PROFILE", OPTION_AT(struct settings, draws),
     .help = "point out wins that these draw rules turn into draws: fmjd, dam, ..."},
    {"format", 'f', OPTION_CHOICE, "FORMAT", OPTION_AT(struct settings, format),
     .choices = egdb_formats, .help = "print text or jsonl, a position a line"},
    {"moves", 'm', OPTION_FLAG, NULL, OPTION_AT(struct settings, moves),
     .help = "print the value of each move for lists of positions as well"},
    {"solve", 0, OPTION_UNSIGNED, "N", OPTION_AT(struct settings, solve), .min = 2,
     .max = EGDB_PIECES_MAX, .help = "solve endings of up to N pieces in memory (default: 3)"},
    {"variant", 0, OPTION_TEXT, "NAME", OPTION_AT(struct settings, variant), .choice = rules_name,
     .help = "rules to play by (default: international)"},
};

/** A legal move and what it leads to, for the side that makes it. */
struct choice {
    struct move move;
    struct egdb_answer answer;
};

struct prober {
    const struct settings *settings;
    const struct rules *rules;
    const struct draw_profile *draws; /* NULL: not asked for */
    struct egdb *egdb;
    bool unknown; /* some position had no answer */
};

/** Better for the side to move: a sooner win, a later loss; before those of unknown distance. */
static int compare_choices(const void *a, const void *b)
{
    const struct egdb_answer *x = &((const struct choice *)a)->answer;
    const struct egdb_answer *y = &((const struct choice *)b)->answer;
    if (x->value != y->value) /* unknown last: it is the lowest value */
        return (int)y->value - (int)x->value;
    if (x->has_plies != y->has_plies)
        return x->has_plies ? -1 : 1;
    const int sooner = x->plies < y->plies ? -1 : x->plies > y->plies;
    return x->value == EGDB_LOSS ? -sooner : sooner;
}

/** Lists the legal moves, the best first. @return how many, -1: out of memory */
static int list_choices(const struct prober *p, const struct position *pos, struct choice **out)
{
    struct moves list;
    moves_init(&list);
    *out = NULL;
    if (moves_generate(p->rules, pos, &list) || !(*out = malloc((list.n + 1) * sizeof **out))) {
        moves_fini(&list);
        return -1;
    }
    const int n = (int)list.n;
    for (unsigned i = 0; i < list.n; i++) {
        struct position next = *pos;
        struct egdb_answer *answer = &(*out)[i].answer;
        (*out)[i].move = list.at[i];
        move_play(p->rules, &next, &list.at[i]);
        egdb_resolve(p->egdb, &next, answer);
        answer->value = egdb_value_turned(answer->value);
        answer->plies++;
    }
    moves_fini(&list);
    qsort(*out, (size_t)n, sizeof **out, compare_choices);
    return n;
}

/** Whether it is a win or loss of known distance. */
static bool is_distant(const struct egdb_answer *answer)
{
    return answer->has_plies && (answer->value == EGDB_WIN || answer->value == EGDB_LOSS);
}

static void add_answer(struct buffer *out, const struct egdb_answer *answer)
{
    buffer_add_string(out, egdb_value_word(answer->value));
    if (is_distant(answer))
        buffer_printf(out, " in %u", answer->plies);
}

static void put_answer(struct json_writer *w, const struct egdb_answer *answer)
{
    json_name(w, "value");
    json_put_text(w, text_of(egdb_value_word(answer->value)));
    if (is_distant(answer)) {
        json_name(w, "plies");
        json_put_number(w, answer->plies);
    }
}

/** How a won or lost position ends when it is played out. */
enum outcome { OUTCOME_WON, OUTCOME_DRAWN, OUTCOME_UNKNOWN };

/**
 * Plays the best move, with which the game takes `left` more plies.
 * @return false: it is not known, or out of memory
 */
static bool play_best(const struct prober *p, struct history *history, struct position *pos,
                      unsigned left)
{
    struct choice *choice;
    struct position next = *pos;
    const int n = list_choices(p, pos, &choice);
    bool known = n > 0 && is_distant(&choice[0].answer) && choice[0].answer.plies == left;
    if (known) {
        move_play(p->rules, &next, &choice[0].move);
        known = history_add(history, pos, &choice[0].move, &next) >= 0;
    }
    free(choice);
    *pos = next;
    return known;
}

/**
 * Plays a won or lost position out with the best moves of both sides.
 * @param most   plies to the end
 * @param plies  when the draw rules end it
 * @param reason of OUTCOME_DRAWN
 */
static enum outcome play_out(const struct prober *p, const struct position *start, unsigned most,
                             unsigned *plies, char reason[128])
{
    struct history *history = history_open(p->rules, p->draws);
    struct position pos = *start;
    enum ending ending = ENDING_NONE;
    bool known = history != NULL;
    if (history)
        history_start(history, &pos);
    for (*plies = 0; known && *plies < most && ending == ENDING_NONE; ++*plies) {
        known = play_best(p, history, &pos, most - *plies);
        ending = known ? history_ending(history) : ENDING_NONE;
    }
    const bool drawn = ending != ENDING_NONE && ending != ENDING_NO_MOVES && ending != ENDING_KING;
    if (drawn)
        snprintf(reason, 128, "%s", history_reason(history, ending));
    history_close(history);
    return drawn ? OUTCOME_DRAWN : known ? OUTCOME_WON : OUTCOME_UNKNOWN;
}

static void add_outcome_text(const struct prober *p, enum outcome outcome, unsigned plies,
                             const char *reason, struct buffer *out)
{
    const char *name = draw_profile_name(p->draws);
    if (outcome == OUTCOME_DRAWN)
        buffer_printf(out, ", but drawn after %u plies by %s: %s", plies, name, reason);
    else if (outcome == OUTCOME_UNKNOWN)
        buffer_printf(out, ", not checked against %s: distances are missing", name);
}

static void put_outcome(enum outcome outcome, unsigned plies, const char *reason,
                        struct json_writer *json)
{
    if (outcome == OUTCOME_DRAWN) {
        json_name(json, "drawn_after");
        json_put_number(json, plies);
        json_name(json, "drawn_by");
        json_put_text(json, text_of(reason));
    } else if (outcome == OUTCOME_UNKNOWN) {
        json_name(json, "draws_checked");
        json_put_bool(json, false);
    }
}

/** @param json NULL: as text */
static void add_draw(const struct prober *p, const struct position *pos,
                     const struct egdb_answer *answer, struct buffer *out, struct json_writer *json)
{
    unsigned plies = 0;
    char reason[128] = "";
    enum outcome outcome = OUTCOME_UNKNOWN;
    if (!p->draws || (answer->value != EGDB_WIN && answer->value != EGDB_LOSS))
        return;
    if (answer->has_plies)
        outcome = play_out(p, pos, answer->plies, &plies, reason);
    if (json)
        put_outcome(outcome, plies, reason, json);
    else
        add_outcome_text(p, outcome, plies, reason, out);
}

static void add_moves_text(const struct prober *p, const struct position *pos,
                           const struct choice *choice, int n, struct buffer *out)
{
    char written[NOTATION_MOVE_SIZE];
    for (int i = 0; i < n; i++) {
        notation_write(p->rules, pos, &choice[i].move, NOTATION_STYLE_SHORT, written);
        buffer_printf(out, "  %-10s ", written);
        add_answer(out, &choice[i].answer);
        buffer_add_char(out, '\n');
    }
}

static void put_moves(const struct prober *p, const struct position *pos,
                      const struct choice *choice, int n, struct json_writer *w)
{
    char written[NOTATION_MOVE_SIZE];
    json_name(w, "moves");
    json_begin(w, '[');
    for (int i = 0; i < n; i++) {
        notation_write(p->rules, pos, &choice[i].move, NOTATION_STYLE_SHORT, written);
        json_begin(w, '{');
        json_name(w, "move");
        json_put_text(w, text_of(written));
        put_answer(w, &choice[i].answer);
        json_end(w, '}');
    }
    json_end(w, ']');
}

static int probe(struct prober *p, const struct position *pos, bool with_moves)
{
    struct buffer out = {0};
    struct json_writer w = {.out = &out};
    struct egdb_answer answer;
    struct choice *choice = NULL;
    char fen[FEN_SIZE];
    const int n = with_moves ? list_choices(p, pos, &choice) : 0;
    egdb_resolve(p->egdb, pos, &answer);
    p->unknown = p->unknown || answer.value == EGDB_UNKNOWN;
    fen_write(p->rules, pos, fen);
    if (p->settings->format == EGDB_FORMAT_JSONL) {
        json_begin(&w, '{');
        json_name(&w, "fen");
        json_put_text(&w, text_of(fen));
        put_answer(&w, &answer);
        add_draw(p, pos, &answer, &out, &w);
        if (with_moves && n >= 0)
            put_moves(p, pos, choice, n, &w);
        json_end(&w, '}');
        buffer_add_char(&out, '\n');
    } else {
        buffer_printf(&out, "%s  ", fen);
        add_answer(&out, &answer);
        add_draw(p, pos, &answer, &out, NULL);
        buffer_add_char(&out, '\n');
        add_moves_text(p, pos, choice, n, &out);
    }
    const struct text text = buffer_text(&out);
    fwrite(text.s, 1, text.n, stdout);
    const bool failed = n < 0 || out.failed;
    buffer_fini(&out);
    free(choice);
    if (failed)
        command_say("out of memory");
    return failed ? EXIT_IO : EXIT_WELL;
}

static int probe_fen(struct prober *p, struct text fen, struct src_pos at, bool with_moves)
{
    struct position pos;
    struct err err = {0};
    if (fen_read(p->rules, fen, at, &pos, NULL, &err) == 0
        && fen_check(p->rules, &pos, at, &err) == 0)
        return probe(p, &pos, with_moves);
    command_error(&err);
    /* an empty answer, so that answers still match the lines */
    if (at.file)
        puts(p->settings->format == EGDB_FORMAT_JSONL ? "null" : "");
    return at.file ? EXIT_FOUND : EXIT_USAGE;
}

/** A line of a file: empty ones and those that begin with '#' are passed over. */
static int probe_line(void *ctx, struct text line, struct src_pos at)
{
    struct prober *p = ctx;
    return line.n && line.s[0] != '#' ? probe_fen(p, line, at, p->settings->moves) : EXIT_WELL;
}

static bool is_fen(const char *word)
{
    return word[0] && strchr("WBwb", word[0]) && word[1] == ':';
}

static int probe_all(struct prober *p, char *const *word, int n)
{
    int status = EXIT_WELL;
    if (n == 0)
        return lines_each("-", probe_line, p);
    for (int i = 0; i < n; i++)
        status = command_worse(
            status, is_fen(word[i]) ? probe_fen(p, text_of(word[i]), (struct src_pos){0}, true)
                                    : lines_each(word[i], probe_line, p));
    return status;
}

static int run(const struct command *command, int argc, char **argv)
{
    struct settings settings = {.variant = rules_international->name};
    struct prober p = {.settings = &settings};
    char found[EGDB_PATH_SIZE];
    struct err err = {0};
    int first;
    if (options_read(command, argc, argv, &settings, &first))
        return EXIT_USAGE;
    if (egdb_find_rules(settings.variant, &p.rules) != 0)
        return EXIT_USAGE;
    if (settings.draws && !(p.draws = draw_profile_find(p.rules, text_of(settings.draws), &err))) {
        command_error(&err);
        return EXIT_USAGE;
    }
    if (!settings.dir && egdb_folder_find(p.rules, true, found))
        settings.dir = found;
    const struct egdb_options options = {
        .dir = settings.dir,
        .solve = settings.solve,
        .cache = amount_memory(settings.cache),
        .warn = command_warn,
    };
    if (egdb_open(p.rules, &options, &p.egdb, &err)) {
        command_error(&err);
        return EXIT_IO;
    }
    const int status = probe_all(&p, argv + first, argc - first);
    egdb_close(p.egdb);
    return command_finish(command_worse(status, p.unknown ? EXIT_FOUND : EXIT_WELL));
}

const struct command dama_egdb_probe = {
    .name = "probe",
    .summary = "look up the value of positions and their moves",
    .usage = "[FEN|FILE|-]...",
    .rows = rows,
    .n_rows = OPTION_COUNT(rows),
    .operands_max = OPERANDS_ANY,
    .files = true,
    .run = run,
};
