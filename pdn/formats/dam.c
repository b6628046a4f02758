// SPDX-License-Identifier: MIT
/*
 * Some bytes of the format are not understood. So a game that came from a DAM file and is still
 * what that file holds is written by copying the file; only a position can be written anew. Nothing
 * that is wrong with a file makes reading fail: it becomes a finding, and what was read until then
 * is kept.
 */
#include "pdn/formats/dam.h"

#include "core/base/array.h"
#include "core/board/fen.h"
#include "core/board/notation.h"
#include "pdn/formats/dam-inside.h"

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
        bitboard bit = (bitboard)1 << notation_number(rules_international, number);
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
        bitboard bit = (bitboard)1 << notation_number(rules_international, number);
        unsigned value = DAM_EMPTY;
        if (pos->pieces[WHITE] & bit)
            value = pos->kings & bit ? DAM_WHITE_KING : DAM_WHITE_MAN;
        else if (pos->pieces[BLACK] & bit)
            value = pos->kings & bit ? DAM_BLACK_KING : DAM_BLACK_MAN;
        dam_put_word(bytes, DAM_BOARD + 2 * (size_t)(number - 1), value);
    }
}

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
    size_t n = strlen(s);
    char *copy = arena_strndup(r->game->arena, s, n);
    if (!copy)
        r->failed = true;
    return (struct text){copy, copy ? n : 0};
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
    if (dam_word(r->bytes, DAM_TIME_SELECTION) == DAM_SET_TIME) {
        snprintf(value, sizeof value, "%u/%u", dam_word(r->bytes, DAM_TIME_MOVES),
                 60 * dam_word(r->bytes, DAM_TIME_MINUTES));
        add_tag(r, "TimeControl", value);
    }
    static const struct {
        const char *tag;
        size_t at;
    } used[] = {{"WhiteTime", DAM_USED_WHITE}, {"BlackTime", DAM_USED_BLACK}};
    for (size_t i = 0; i < 2; i++) {
        uint32_t s = dam_long(r->bytes, used[i].at);
        if (s == 0)
            continue;
        snprintf(value, sizeof value, "%u:%02u:%02u", (unsigned)(s / 3600), (unsigned)(s / 60 % 60),
                 (unsigned)(s % 60));
        add_tag(r, used[i].tag, value);
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

static void set_moves(struct reader *r, const struct dam_line *line)
{
    struct position pos = line->start;
    struct node **next = &r->game->line.first;
    char text[NOTATION_MOVE_SIZE];
    if (line->current == 0 && line->n)
        add_comment(r, &r->game->line.before, "all moves were taken back");
    for (unsigned i = 0; i < line->n && !r->failed; i++) {
        struct node *node = game_new_node(r->game);
        if (!node) {
            r->failed = true;
            return;
        }
        notation_write(rules_international, &pos, &line->moves[i], NOTATION_STYLE_SHORT, text);
        node->text = keep(r, text);
        move_play(rules_international, &pos, &line->moves[i]);
        *next = node;
        next = &node->next;
        if (i + 1 == line->current && line->current < line->n)
            add_comment(r, &node->items, "the moves from here on were taken back");
    }
    char message[160];
    snprintf(message, sizeof message, "%u moves decoded as %s, and proven by replay", line->n,
             line->layout);
    fault(r, FINDING_INFERRED, DAM_RECORD, message);
}

/* Keeps the words of a record that cannot be decoded, so that nothing is lost. */
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
              pos->turn == WHITE ? "White is taken to move: where the file says so is a guess"
                                 : "Black is taken to move: where the file says so is a guess");
}

/* @return false where this cannot be a DAM file */
static bool sound(struct reader *r)
{
    char message[120];
    if (!dam_is(r->bytes, r->n) || r->n < DAM_SIZE_LEAST) {
        snprintf(message, sizeof message, "no file of DAM's: %zu bytes, at least %d were expected",
                 r->n, DAM_SIZE_LEAST);
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
        snprintf(message, sizeof message, "damaged board: %u on square %u is no piece",
                 dam_word(r->bytes, at), bad);
        fault(r, FINDING_BAD_RECORD, at, message);
        return 0;
    }
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
    add_tag(&r, "GameType", rules_international->game_type_text);
    if (r.failed || parse(&r, turn))
        return err_memory(err);
    return 0;
}

/* ---- writing ---- */

/* A file as DAM writes it before the first move: 75 moves in 15 minutes, person against person. */
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

static void write_settings(const struct game *game, char *bytes)
{
    struct text white = game_tag(game, "WhiteType"), black = game_tag(game, "BlackType");
    if (text_is_nocase(white, "program") && text_is_nocase(black, "program"))
        dam_put_word(bytes, DAM_MODE, DAM_PROGRAMS);
    else if (white.n && black.n && !text_same(white, black))
        dam_put_word(bytes, DAM_MODE, DAM_PERSON_AND_PROGRAM);
    char value[32];
    unsigned moves, seconds, h, m, s;
    snprintf(value, sizeof value, "%.*s", TEXT_ARGS(game_tag(game, "TimeControl")));
    if (sscanf(value, "%5u/%7u", &moves, &seconds) == 2 && moves < 1000 && seconds / 60 < 10000) {
        const size_t at[] = {DAM_TIME_MOVES, DAM_CLOCK_WHITE, DAM_CLOCK_BLACK};
        for (size_t i = 0; i < 3; i++) {
            dam_put_word(bytes, at[i], moves);
            dam_put_word(bytes, at[i] + 2, seconds / 60);
        }
        dam_put_word(bytes, DAM_TIME_SELECTION, DAM_SET_TIME);
    }
    static const char *const tags[] = {"WhiteTime", "BlackTime"};
    for (size_t i = 0; i < 2; i++) {
        snprintf(value, sizeof value, "%.*s", TEXT_ARGS(game_tag(game, tags[i])));
        if (sscanf(value, "%4u:%2u:%2u", &h, &m, &s) == 3)
            dam_put_long(bytes, DAM_USED_WHITE + 4 * i, h * 3600 + m * 60 + s);
    }
}

/* Whether the game is still what its DAM file holds, which can then be copied. */
static bool is_its_source(const struct game *game)
{
    struct arena arena = {0};
    struct findings found = {.arena = &arena};
    struct game again = {.arena = &arena};
    bool same =
        dam_parse(game->source.s, game->source.n, DAM_TURN_FROM_FILE, &again, &found, NULL) == 0
        && position_same(&again.start, &game->start);
    const struct node *a = again.line.first, *b = game->line.first;
    for (; same && a && b; a = a->next, b = b->next)
        same = text_same(a->text, b->text);
    same = same && !a && !b;
    arena_fini(&arena);
    return same;
}

static int refuse(const struct game *game, struct err *err, const char *why)
{
    return err_set(err, game->at, "%s", why);
}

int dam_write(const struct game *game, const struct position *pos, bool experimental,
              struct buffer *out, struct err *err)
{
    bool from_dam = dam_is(game->source.s, game->source.n) && game->source.n >= DAM_SIZE_LEAST;
    if (game->rules != rules_international)
        return refuse(game, err, "DAM knows international draughts only");
    if (!pos && from_dam && is_its_source(game)) {
        buffer_add_text(out, game->source);
        return out->failed ? err_memory(err) : 0;
    }
    if (!pos && game->line.first)
        return refuse(game, err,
                      "a DAM file would hold a position and no moves: say which one "
                      "with --position=start, final or a number of plies");
    if (!pos)
        pos = &game->start;
    if (pos->turn == BLACK && !experimental)
        return refuse(game, err,
                      "how DAM writes Black to move is not known: --experimental-dam "
                      "writes a guess");
    char bytes[DAM_SIZE_LEAST];
    fill_template(bytes);
    if (from_dam)
        /* the record stays empty: the moves are not kept */
        memcpy(bytes, game->source.s, DAM_RECORD);
    else
        write_settings(game, bytes);
    dam_write_board(bytes, pos);
    if (pos->turn == BLACK || dam_word(bytes, DAM_TURN))
        dam_put_word(bytes, DAM_TURN, pos->turn == BLACK);
    buffer_add(out, bytes, sizeof bytes);
    return out->failed ? err_memory(err) : 0;
}
