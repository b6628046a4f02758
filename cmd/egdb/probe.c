// SPDX-License-Identifier: MIT
/* dama-egdb probe: the values of positions and of their moves. */
#include "cmd/egdb/dama-egdb.h"
#include "cmd/lib/lines.h"
#include "core/base/amount.h"
#include "core/base/signals.h"
#include "core/board/fen.h"
#include "core/board/history.h"
#include "core/board/move.h"
#include "core/board/notation.h"
#include "core/egdb/play-out.h"
#include "pdn/formats/fen-list.h"

#include <stdlib.h>
#include <string.h>

struct settings {
    const char *variant, *dir, *draws;
    unsigned solve;
    int64_t cache, memory;
    int format;
    bool moves;
};

static const struct option_row rows[] = {
    {"cache", 0, OPTION_SIZE, "SIZE", OPTION_AT(struct settings, cache), .min = 1 << 16,
     .max = (int64_t)1 << 40, .help = "cache SIZE of decompressed blocks (default: 64M)"},
    {"dir", 'd', OPTION_TEXT, "DIR", OPTION_AT(struct settings, dir), .help = "database folder",
     .file = true},
    {"draws", 0, OPTION_TEXT, "PROFILE", OPTION_AT(struct settings, draws),
     .choice = draw_profile_word,
     .help = "point out wins that these draw rules, such as fmjd, turn into draws"},
    {"format", 'f', OPTION_CHOICE, "FORMAT", OPTION_AT(struct settings, format),
     .choices = egdb_formats, .help = "print text or jsonl, one line per position"},
    {"memory", 0, OPTION_SIZE, "SIZE", OPTION_AT(struct settings, memory), .min = 1 << 20,
     .max = INT64_MAX,
     .help = "use at most SIZE to solve endings (default: three quarters of RAM)"},
    {"moves", 'm', OPTION_FLAG, NULL, OPTION_AT(struct settings, moves),
     .help = "print the value of each move also for positions from a file or standard input"},
    {"solve", 0, OPTION_UNSIGNED, "N", OPTION_AT(struct settings, solve), .min = 2,
     .max = EGDB_PIECES_MAX, .help = "solve endings of up to N pieces in memory (default: 3)"},
    {"variant", 0, OPTION_TEXT, "NAME", OPTION_AT(struct settings, variant), .choice = rules_name,
     .help = "variant of the database (default: international)"},
};

struct prober {
    const struct settings *settings;
    const struct rules *rules;
    const struct draw_profile *draws; /* NULL: not asked for */
    struct egdb *egdb;
    bool unknown; /* some position could not be answered */
};

static void add_answer(struct buffer *out, const struct egdb_answer *answer)
{
    char text[EGDB_ANSWER_SIZE];
    egdb_answer_write(answer, text);
    buffer_add_string(out, text);
}

static void put_answer(struct json_writer *w, const struct egdb_answer *answer)
{
    json_name(w, "value");
    json_put_text(w, text_of(egdb_value_word(answer->value)));
    if (egdb_value_has_distance(answer)) {
        json_name(w, "plies");
        json_put_number(w, answer->plies);
    }
}

/*
 * Finds how a won or lost position ends under the draw rules.
 * @param plies  set to the number of plies after which they end it
 * @param reason of EGDB_OUTCOME_DRAWN
 */
static enum egdb_outcome play_out(const struct prober *p, const struct position *start,
                                  unsigned *plies, char reason[128])
{
    enum { TRIES = 1000 }; /* takes a fraction of a second */
    struct history *history = history_open(p->rules, p->draws);
    if (!history)
        return EGDB_OUTCOME_UNKNOWN;
    history_start(history, start);
    enum egdb_outcome outcome = egdb_play_out(p->egdb, p->rules, start, TRIES, history, plies);
    if (outcome == EGDB_OUTCOME_DRAWN)
        snprintf(reason, 128, "%s", history_reason(history, history_ending(history)));
    history_close(history);
    return outcome;
}

static void add_outcome_text(const struct prober *p, enum egdb_outcome outcome, unsigned plies,
                             const char *reason, struct buffer *out)
{
    const char *name = draw_profile_name(p->draws);
    if (outcome == EGDB_OUTCOME_DRAWN && plies == 0)
        buffer_printf(out, ", but drawn here by %s: %s", name, reason);
    else if (outcome == EGDB_OUTCOME_DRAWN)
        buffer_printf(out, ", but drawn after %u %s by %s: %s", plies, plies == 1 ? "ply" : "plies",
                      name, reason);
    else if (outcome == EGDB_OUTCOME_UNKNOWN)
        buffer_printf(out, ", not checked against %s: distances are missing", name);
}

static void put_outcome(enum egdb_outcome outcome, unsigned plies, const char *reason,
                        struct json_writer *json)
{
    if (outcome == EGDB_OUTCOME_DRAWN) {
        json_name(json, "drawn_after");
        json_put_number(json, plies);
        json_name(json, "drawn_by");
        json_put_text(json, text_of(reason));
    } else if (outcome == EGDB_OUTCOME_UNKNOWN) {
        json_name(json, "draws_checked");
        json_put_bool(json, false);
    }
}

/* @param json NULL: write as text */
static void add_draw(const struct prober *p, const struct position *pos,
                     const struct egdb_answer *answer, struct buffer *out, struct json_writer *json)
{
    unsigned plies = 0;
    char reason[128] = "";
    if (!p->draws || (answer->value != EGDB_WIN && answer->value != EGDB_LOSS))
        return;
    enum egdb_outcome outcome = play_out(p, pos, &plies, reason);
    if (json)
        put_outcome(outcome, plies, reason, json);
    else
        add_outcome_text(p, outcome, plies, reason, out);
}

static void add_moves_text(const struct prober *p, const struct position *pos,
                           const struct egdb_choice *choice, int n, struct buffer *out)
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
                      const struct egdb_choice *choice, int n, struct json_writer *w)
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

/* @return an exit status; negative after a signal, which is reported */
static int probe(struct prober *p, const struct position *pos, bool with_moves)
{
    struct buffer out = {0};
    struct json_writer w = {.out = &out};
    struct egdb_answer answer;
    struct egdb_choice *choice = NULL;
    char fen[FEN_SIZE];
    const int n = with_moves ? egdb_choices(p->egdb, p->rules, pos, &choice) : 0;
    egdb_resolve(p->egdb, pos, &answer);
    if (signals_stopped()) { /* perhaps it came while slices were being solved */
        free(choice);
        command_say("stopped by a signal");
        return -EXIT_STOPPED;
    }
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
    /* an empty answer, so that the answers still match the lines */
    if (at.file)
        puts(p->settings->format == EGDB_FORMAT_JSONL ? "null" : "");
    return at.file ? EXIT_FOUND : EXIT_USAGE;
}

/* Handles a line of a file: empty lines and comments are skipped. */
static int probe_line(void *ctx, struct text line, struct src_pos at)
{
    struct prober *p = ctx;
    const struct text fen = fen_list_fen(line);
    return fen.n ? probe_fen(p, fen, at, p->settings->moves) : EXIT_WELL;
}

static bool is_fen(const char *word)
{
    return word[0] && strchr("WBwb", word[0]) && word[1] == ':';
}

static int probe_all(struct prober *p, char *const *word, int n)
{
    int status = EXIT_WELL, one = EXIT_WELL;
    if (n == 0)
        status = one = lines_each("-", probe_line, p);
    for (int i = 0; i < n && one >= 0; i++) {
        one = is_fen(word[i]) ? probe_fen(p, text_of(word[i]), (struct src_pos){0}, true)
                              : lines_each(word[i], probe_line, p);
        status = command_worse(status, one);
    }
    return one < 0 ? -one : status;
}

static int run(const struct command *command, int argc, char **argv)
{
    struct settings settings = {.variant = rules_international->name};
    struct prober p = {.settings = &settings};
    atomic_int trouble = EXIT_WELL;
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
    const struct egdb_options options = {
        .dir = settings.dir,
        .usual = !settings.dir,
        .solve = settings.solve,
        .memory = egdb_memory(settings.memory),
        .cache = amount_memory(settings.cache),
        .warn = egdb_note_trouble,
        .ctx = &trouble,
        .stopped = signals_stopped,
    };
    if (egdb_open(p.rules, &options, &p.egdb, &err)) {
        command_error(&err);
        return EXIT_IO;
    }
    int status = egdb_solve_asked(p.egdb, settings.solve);
    status = command_worse(status, probe_all(&p, argv + first, argc - first));
    status = command_worse(status, p.unknown ? EXIT_FOUND : EXIT_WELL);
    egdb_close(p.egdb);
    return command_finish(command_worse(status, trouble));
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
