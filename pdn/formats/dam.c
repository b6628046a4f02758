// SPDX-License-Identifier: MIT
/*
 * Some bytes of the format are not understood. So a game that came from a DAM file and still has
 * its moves is written by copying the file, except for settings that its tags change; only a
 * position can be written from scratch. No fault in a file makes reading fail: it becomes a
 * finding, and everything read before it is kept.
 */
#include "pdn/formats/dam.h"

#include "core/base/array.h"
#include "core/base/ascii.h"
#include "core/board/fen.h"
#include "core/board/notation.h"
#include "pdn/formats/dam-internal.h"

#include <stdio.h>

static const unsigned char magic[4] = {0x00, 0xDE, 0xCA, 0xDE};

bool dam_is(const char *head, size_t n)
{
    return n >= sizeof magic && memcmp(head, magic, sizeof magic) == 0;
}

/* Reads the board; White to move. @return 0, or the number of the first damaged square */
static unsigned read_board(const char *bytes, struct position *pos)
{
    *pos = (struct position){.turn = WHITE};
    for (unsigned number = 1; number <= DAM_SQUARES; number++) {
        unsigned value = dam_word(bytes, DAM_BOARD + 2 * (size_t)(number - 1));
        bitboard bit = (bitboard)1 << notation_square_numbered(rules_international, number);
        if (value < DAM_EMPTY || value > DAM_BLACK_KING)
            return number;
        if (value == DAM_EMPTY)
            continue;
        bool black = value == DAM_BLACK_MAN || value == DAM_BLACK_KING;
        pos->pieces[black ? BLACK : WHITE] |= bit;
        if (value >= DAM_WHITE_KING)
            pos->kings |= bit;
    }
    return 0;
}

void dam_write_board(char *bytes, const struct position *pos)
{
    for (unsigned number = 1; number <= DAM_SQUARES; number++) {
        bitboard bit = (bitboard)1 << notation_square_numbered(rules_international, number);
        unsigned value = DAM_EMPTY;
        if (pos->pieces[WHITE] & bit)
            value = pos->kings & bit ? DAM_WHITE_KING : DAM_WHITE_MAN;
        else if (pos->pieces[BLACK] & bit)
            value = pos->kings & bit ? DAM_BLACK_KING : DAM_BLACK_MAN;
        dam_put_word(bytes, DAM_BOARD + 2 * (size_t)(number - 1), value);
    }
}

/* Where a file has the time that each side has used. */
static const struct {
    const char *tag;
    size_t at;
} used_times[] = {{"WhiteTime", DAM_USED_WHITE}, {"BlackTime", DAM_USED_BLACK}};

/* ---- reading ---- */

struct reader {
    const char *bytes;
    size_t n;
    struct game *game;
    struct findings *found;
    bool failed; /* out of memory */
};

static struct text keep(struct reader *r, const char *s)
{
    const struct text copy = arena_text(r->game->arena, text_of(s));
    r->failed = r->failed || !copy.s;
    return copy;
}

static void add_tag(struct reader *r, const char *name, const char *value)
{
    struct text copy = keep(r, value);
    if (!r->failed && game_add_tag(r->game, text_of(name), copy, 0))
        r->failed = true;
}

static void fault(struct reader *r, enum finding_code code, size_t at, const char *message)
{
    findings_add(r->found, code, (uint32_t)at, 2, "%s", message);
}

/* 0 moves stand for all, within the time. */
static void read_time_control(struct reader *r)
{
    char value[40];
    const unsigned moves = dam_word(r->bytes, DAM_TIME_MOVES);
    const unsigned seconds = 60 * dam_word(r->bytes, DAM_TIME_MINUTES);
    if (dam_word(r->bytes, DAM_TIME_SELECTION) != DAM_SET_TIME || (!moves && !seconds))
        return;
    if (moves)
        snprintf(value, sizeof value, "%u/%u", moves, seconds);
    else
        snprintf(value, sizeof value, "%u", seconds);
    add_tag(r, "TimeControl", value);
}

/* Players, time control and clocks. */
static void read_settings(struct reader *r)
{
    char value[40];
    unsigned mode = dam_word(r->bytes, DAM_MODE);
    if (mode == DAM_PROGRAMS || mode == DAM_PERSONS) {
        const char *type = mode == DAM_PERSONS ? "human" : "program";
        add_tag(r, "WhiteType", type);
        add_tag(r, "BlackType", type);
    }
    read_time_control(r);
    for (size_t i = 0; i < ARRAY_LEN(used_times); i++) {
        uint32_t s = dam_long(r->bytes, used_times[i].at);
        if (s == 0)
            continue;
        snprintf(value, sizeof value, "%u:%02u:%02u", (unsigned)(s / 3600), (unsigned)(s / 60 % 60),
                 (unsigned)(s % 60));
        add_tag(r, used_times[i].tag, value);
    }
}

static void set_start(struct reader *r, const struct position *pos)
{
    char fen[FEN_SIZE];
    struct position usual;
    r->game->start = *pos;
    position_start(rules_international, &usual);
    if (position_same(&usual, pos))
        return;
    fen_write(rules_international, pos, fen);
    add_tag(r, "FEN", fen);
    r->game->start_given = true;
}

static struct item *add_comment(struct reader *r, struct item **next, const char *s)
{
    struct item *item = game_new_item(r->game, ITEM_COMMENT);
    if (!item) {
        r->failed = true;
        return NULL;
    }
    item->comment = keep(r, s);
    *next = item;
    return item;
}

/*
 * Keeps the moves after the current one as text: the board of the file is the one before them.
 * @param pos the position there; changed
 */
static void keep_taken_back(struct reader *r, const struct dam_line *line, struct position *pos,
                            struct item **next)
{
    struct buffer words = {0};
    char text[NOTATION_MOVE_SIZE];
    buffer_add_string(&words, "taken back:");
    for (unsigned i = line->current; i < line->n; i++) {
        notation_write(rules_international, pos, &line->moves[i], NOTATION_STYLE_SHORT, text);
        buffer_printf(&words, " %s", text);
        move_play(rules_international, pos, &line->moves[i]);
    }
    buffer_add_char(&words, '\0');
    if (words.failed)
        r->failed = true;
    else
        add_comment(r, next, words.s);
    buffer_fini(&words);
}

static void set_moves(struct reader *r, const struct dam_line *line)
{
    struct position pos = line->start;
    struct node **next = &r->game->line.first, *last = NULL;
    char text[NOTATION_MOVE_SIZE];
    for (unsigned i = 0; i < line->current && !r->failed; i++) {
        if (!(last = game_new_node(r->game))) {
            r->failed = true;
            return;
        }
        notation_write(rules_international, &pos, &line->moves[i], NOTATION_STYLE_SHORT, text);
        last->text = keep(r, text);
        move_play(rules_international, &pos, &line->moves[i]);
        *next = last;
        next = &last->next;
    }
    if (line->current < line->n)
        keep_taken_back(r, line, &pos, last ? &last->items : &r->game->line.before);
    char message[160];
    snprintf(message, sizeof message, "%u moves decoded as %s, and proven by replay", line->n,
             line->layout);
    fault(r, FINDING_INFERRED, DAM_RECORD, message);
}

/* Keeps the words of a record that cannot be decoded as text, so that nothing is lost. */
static void keep_record(struct reader *r)
{
    struct buffer words = {0};
    unsigned used = dam_word(r->bytes, DAM_RECORD);
    buffer_add_string(&words, "words of DAM's record of moves:");
    for (unsigned i = 0; i < used && DAM_RECORD + 2 * (size_t)i + 2 <= r->n; i++)
        buffer_printf(&words, " %u", dam_word(r->bytes, DAM_RECORD + 2 * (size_t)i));
    buffer_add_char(&words, '\0');
    if (words.failed)
        r->failed = true;
    else
        add_comment(r, &r->game->line.before, words.s);
    buffer_fini(&words);
    fault(r, FINDING_BAD_RECORD, DAM_RECORD,
          "moves not decoded: no known layout leads to the board of the file");
}

static void set_turn(struct reader *r, struct position *pos, enum dam_turn turn)
{
    struct position usual;
    pos->turn = dam_word(r->bytes, DAM_TURN) == 1 ? BLACK : WHITE;
    if (turn != DAM_TURN_FROM_FILE)
        pos->turn = turn == DAM_TURN_BLACK ? BLACK : WHITE;
    position_start(rules_international, &usual);
    if (turn == DAM_TURN_FROM_FILE && !position_same(&usual, pos))
        fault(r, FINDING_INFERRED, DAM_TURN,
              pos->turn == WHITE
                  ? "assuming White to move: the byte that gives the side to move is only a guess"
                  : "assuming Black to move: the byte that gives the side to move is only a guess");
}

/* Checks the file's size and head. @return false if this cannot be a DAM file */
static bool sound(struct reader *r)
{
    char message[120];
    const bool begins = dam_is(r->bytes, r->n);
    if (!begins || r->n < DAM_SIZE_LEAST) {
        if (r->n >= sizeof magic && !begins)
            snprintf(message, sizeof message, "not a DAM file: it does not begin like one");
        else
            snprintf(message, sizeof message,
                     "not a DAM file: %zu bytes, at least %d were expected", r->n, DAM_SIZE_LEAST);
        fault(r, FINDING_BAD_RECORD, 0, message);
        return false;
    }
    unsigned used = dam_word(r->bytes, DAM_RECORD);
    size_t whole = DAM_RECORD + 2 * (size_t)used;
    if (used < 4 || whole > r->n) {
        snprintf(message, sizeof message, "damaged record of moves: %u words, and %zu bytes left",
                 used, r->n - DAM_RECORD);
        fault(r, FINDING_BAD_RECORD, DAM_RECORD, message);
        return false;
    }
    if (whole < r->n) {
        snprintf(message, sizeof message, "%zu bytes after the record of moves", r->n - whole);
        fault(r, FINDING_KEPT_BYTES, whole, message);
    }
    return true;
}

static int parse(struct reader *r, enum dam_turn turn)
{
    struct position board;
    struct dam_line line = {.n = 0};
    r->game->rules = rules_international;
    if (!sound(r))
        return 0;
    unsigned bad = read_board(r->bytes, &board);
    if (bad) {
        char message[80];
        size_t at = DAM_BOARD + 2 * (size_t)(bad - 1);
        snprintf(message, sizeof message, "damaged board: %u on square %u is not a piece",
                 dam_word(r->bytes, at), bad);
        fault(r, FINDING_BAD_RECORD, at, message);
        return 0;
    }
    add_tag(r, "GameType", rules_international->game_type_text);
    bool has_moves = dam_word(r->bytes, DAM_RECORD + 2 * DAM_RECORD_FIRST) != 0;
    if (has_moves && dam_read_moves(r->bytes, r->n, &board, r->game->arena, &line))
        return -1;
    if (line.layout) {
        set_start(r, &line.start);
        set_moves(r, &line);
    } else {
        set_turn(r, &board, turn);
        set_start(r, &board);
        if (has_moves)
            keep_record(r);
    }
    read_settings(r);
    return r->failed || r->found->failed ? -1 : 0;
}

int dam_parse(const char *bytes, size_t n, enum dam_turn turn, struct game *game,
              struct findings *found, struct err *err)
{
    struct reader r = {.bytes = bytes, .n = n, .game = game, .found = found};
    game->source = (struct text){bytes, n};
    if (parse(&r, turn))
        return err_memory(err);
    return 0;
}

/* ---- writing ---- */

/*
 * Fills in a file as DAM writes it before the first move: 75 moves in 15 minutes, person against
 * person.
 */
static void fill_template(char *bytes)
{
    static const struct {
        unsigned char at, value;
    } words[] = {{0x04, 1}, {0x06, 2},  {0x08, 2},  {0x0A, 3},  {0x0C, 1},  {0x0E, 1},  {0x10, 1},
                 {0x14, 7}, {0x16, 75}, {0x18, 15}, {0x1A, 75}, {0x1C, 15}, {0x20, 75}, {0x22, 15},
                 {0x28, 1}, {0x2A, 4},  {0xBA, 4},  {0xBC, 2},  {0xBE, 4}};
    memset(bytes, 0, DAM_SIZE_LEAST);
    memcpy(bytes, magic, sizeof magic);
    for (size_t i = 0; i < ARRAY_LEN(words); i++)
        dam_put_word(bytes, words[i].at, words[i].value);
}

/* Whether digits begin each number of a text: sscanf would also take a sign or blanks. */
static bool has_plain_numbers(const char *s, char between)
{
    while (ascii_is_digit(*s) && (s = strchr(s, between)))
        s++;
    return !s;
}

/* Reads H:MM or H:MM:SS. */
static bool read_used(struct text value, uint32_t *seconds)
{
    char s[32];
    unsigned h, m, rest = 0;
    int end = 0;
    snprintf(s, sizeof s, "%.*s", TEXT_ARGS(value));
    if (!has_plain_numbers(s, ':'))
        return false;
    if (sscanf(s, "%4u:%2u:%2u%n", &h, &m, &rest, &end) != 3) {
        rest = 0;
        if (sscanf(s, "%4u:%2u%n", &h, &m, &end) != 2)
            return false;
    }
    *seconds = h * 3600 + m * 60 + rest;
    return s[end] == '\0';
}

/*
 * Reads "75/900", or "900": all moves, which DAM counts as 0.
 * @param whole set to whether there is nothing more, and the time is in whole minutes
 */
static bool read_control(struct text value, unsigned *moves, unsigned *minutes, bool *whole)
{
    char s[32];
    unsigned seconds;
    int end = 0;
    snprintf(s, sizeof s, "%.*s", TEXT_ARGS(value));
    if (!has_plain_numbers(s, '/'))
        return false;
    if (sscanf(s, "%5u/%7u%n", moves, &seconds, &end) != 2) {
        *moves = 0;
        if (sscanf(s, "%7u%n", &seconds, &end) != 1 || s[end] || seconds < 60)
            return false;
    }
    if (*moves >= 1000 || seconds / 60 >= 10000)
        return false;
    *minutes = seconds / 60;
    *whole = s[end] == '\0' && seconds % 60 == 0;
    return true;
}

/* Finds out who plays. @return false if the tags do not say */
static bool read_mode(const struct game *game, unsigned *mode)
{
    struct text white = game_tag(game, "WhiteType"), black = game_tag(game, "BlackType");
    if (text_is_nocase(white, "program") && text_is_nocase(black, "program"))
        *mode = DAM_PROGRAMS;
    else if (text_is_nocase(white, "human") && text_is_nocase(black, "human"))
        *mode = DAM_PERSONS;
    else if (white.n && black.n && !text_same(white, black))
        *mode = DAM_PERSON_AND_PROGRAM;
    else
        return false;
    return true;
}

/* Whether a tag differs from the one in the DAM file `old`, if there is one. */
static bool is_changed(const struct game *game, const struct game *old, const char *name)
{
    return !old || !text_same(game_tag(game, name), game_tag(old, name));
}

static void write_settings(const struct game *game, const struct game *old, char *bytes)
{
    unsigned mode, moves, minutes;
    bool whole;
    uint32_t seconds;
    if ((is_changed(game, old, "WhiteType") || is_changed(game, old, "BlackType"))
        && read_mode(game, &mode))
        dam_put_word(bytes, DAM_MODE, mode);
    if (is_changed(game, old, "TimeControl")
        && read_control(game_tag(game, "TimeControl"), &moves, &minutes, &whole)) {
        const size_t at[] = {DAM_TIME_MOVES, DAM_CLOCK_WHITE, DAM_CLOCK_BLACK};
        for (size_t i = 0; i < 3; i++) {
            dam_put_word(bytes, at[i], moves);
            dam_put_word(bytes, at[i] + 2, minutes);
        }
        dam_put_word(bytes, DAM_TIME_SELECTION, DAM_SET_TIME);
    }
    for (size_t i = 0; i < ARRAY_LEN(used_times); i++) {
        struct text value = game_tag(game, used_times[i].tag);
        if (!is_changed(game, old, used_times[i].tag))
            continue;
        if (!value.n)
            dam_put_long(bytes, used_times[i].at, 0);
        else if (read_used(value, &seconds))
            dam_put_long(bytes, used_times[i].at, seconds);
    }
}

/* Reads the DAM file that a game came from again. @return whether it came from one */
static bool read_source(const struct game *game, struct arena *arena, struct game *old)
{
    struct findings found = {.arena = arena};
    *old = (struct game){.arena = arena};
    return dam_is(game->source.s, game->source.n) && game->source.n >= DAM_SIZE_LEAST
           && dam_parse(game->source.s, game->source.n, DAM_TURN_FROM_FILE, old, &found, NULL) == 0;
}

static bool is_same_line(const struct game *game, const struct game *old)
{
    bool same = position_same(&old->start, &game->start);
    const struct node *a = old->line.first, *b = game->line.first;
    for (; same && a && b; a = a->next, b = b->next)
        same = text_same(a->text, b->text);
    return same && !a && !b;
}

bool dam_is_copied(const struct game *game)
{
    struct arena arena = {0};
    struct game old;
    bool copied = read_source(game, &arena, &old) && is_same_line(game, &old);
    arena_fini(&arena);
    return copied;
}

static bool holds_tag(const struct game *game, const struct tag *tag)
{
    static const char *const follow[] = {"GameType", "FEN", "SetUp"};
    unsigned mode, moves, minutes;
    uint32_t seconds;
    bool whole, implied = tag->value.n == 0;
    for (size_t i = 0; i < ARRAY_LEN(follow); i++)
        implied = implied || text_is_nocase(tag->name, follow[i]);
    if (implied)
        return true;
    if (text_is_nocase(tag->name, "WhiteType") || text_is_nocase(tag->name, "BlackType"))
        return read_mode(game, &mode) && mode != DAM_PERSON_AND_PROGRAM; /* which side is which? */
    if (text_is_nocase(tag->name, "TimeControl"))
        return read_control(tag->value, &moves, &minutes, &whole) && whole;
    return (text_is_nocase(tag->name, used_times[0].tag)
            || text_is_nocase(tag->name, used_times[1].tag))
           && read_used(tag->value, &seconds);
}

bool dam_holds_tags(const struct game *game)
{
    static const char *const lasting[] = {"WhiteType", "BlackType", "TimeControl"};
    struct arena arena = {0};
    struct game old;
    bool held = true;
    for (unsigned i = 0; i < game->n_tags && held; i++)
        held = holds_tag(game, &game->tags[i]);
    if (held && read_source(game, &arena, &old)) {
        for (size_t i = 0; i < ARRAY_LEN(lasting); i++) /* a file always has these values */
            held = held && (game_tag(game, lasting[i]).n || !game_tag(&old, lasting[i]).n);
    }
    arena_fini(&arena);
    return held;
}

static int refuse(const struct game *game, struct err *err, const char *why)
{
    return err_set(err, game->at, "%s", why);
}

/* Writes the file that the game came from, with the settings that have changed. */
static void put_copy(const struct game *game, const struct game *old, struct buffer *out)
{
    size_t from = out->n;
    buffer_add_text(out, game->source);
    if (!out->failed)
        write_settings(game, old, out->s + from);
}

/*
 * Writes a file without moves.
 * @param old the game of the DAM file that this one came from; NULL: none
 */
static void put_position(const struct game *game, const struct game *old,
                         const struct position *pos, struct buffer *out)
{
    char bytes[DAM_SIZE_LEAST];
    fill_template(bytes);
    if (old) /* the record stays empty, since the moves are not kept */
        memcpy(bytes, game->source.s, DAM_RECORD);
    write_settings(game, old, bytes);
    dam_write_board(bytes, pos);
    if (pos->turn == BLACK || dam_word(bytes, DAM_TURN))
        dam_put_word(bytes, DAM_TURN, pos->turn == BLACK);
    buffer_add(out, bytes, sizeof bytes);
}

int dam_write(const struct game *game, const struct position *pos, bool experimental,
              struct buffer *out, struct err *err)
{
    if (game->rules != rules_international)
        return refuse(game, err, "DAM files are for international draughts only");
    struct arena arena = {0};
    struct game file;
    const struct game *old = read_source(game, &arena, &file) ? &file : NULL;
    bool copied = !pos && old && is_same_line(game, old);
    int rc = 0;
    if (!pos && !copied && game->line.first)
        rc = refuse(game, err,
                    "a DAM file holds a position without moves; choose one with "
                    "--position=start, final or a number of plies");
    if (!pos)
        pos = &game->start;
    if (rc == 0 && !copied && pos->turn == BLACK && !experimental)
        rc = refuse(game, err,
                    "it is not known how DAM writes Black to move; --experimental-dam "
                    "writes a guess");
    if (rc == 0 && copied)
        put_copy(game, old, out);
    else if (rc == 0)
        put_position(game, old, pos, out);
    arena_fini(&arena);
    return rc == 0 && out->failed ? err_memory(err) : rc;
}
