// SPDX-License-Identifier: MIT
/* The lines before the moves: who, where, when, and which position was on the board. */
#include "core/base/array.h"
#include "core/base/ascii.h"
#include "core/base/buffer.h"
#include "core/board/fen.h"
#include "core/game/date.h"
#include "pdn/formats/doc-internal.h"
#include "pdn/scan.h"

#include <stdio.h>

enum { SQUARES_LEAST = 3 }; /* in a list, or in those of both sides, that is no name */

struct header {
    struct doc_reader *r;
    bool has_names;
    bool taken;             /* the line names a tag that has another value already */
    struct text squares[2]; /* of a position: the lists for White and Black */
    struct text few[2];     /* short lists, which could still be names */
    struct text lines[2];   /* the lines with these lists */
    bool announced;         /* a heading such as "Stand" says that there is a position */
    struct text result;     /* a line of its own before the names; perhaps the last game's result */
    bool has_turn;          /* a caption says who moves first */
    enum side turn;
};

static const char *const player_tags[] = {"White", "Black"};

static const struct {
    const char *word, *tag;
} keywords[] = {
    {"wit", "White"},         {"white", "White"},         {"weiss", "White"},
    {"blancs", "White"},      {"zwart", "Black"},         {"black", "Black"},
    {"schwarz", "Black"},     {"noirs", "Black"},         {"toernooi", "Event"},
    {"wedstrijd", "Event"},   {"competitie", "Event"},    {"partij", "Event"},
    {"event", "Event"},       {"turnier", "Event"},       {"tournoi", "Event"},
    {"plaats", "Site"},       {"site", "Site"},           {"ort", "Site"},
    {"lieu", "Site"},         {"datum", "Date"},          {"date", "Date"},
    {"gespeeld", "Date"},     {"ronde", "Round"},         {"round", "Round"},
    {"runde", "Round"},       {"uitslag", "Result"},      {"result", "Result"},
    {"resultat", "Result"},   {"ergebnis", "Result"},     {"commentaar", "Annotator"},
    {"analyse", "Annotator"}, {"annotator", "Annotator"},
};

static void set_named_tag(struct header *h, struct text name, struct text value)
{
    struct text old = game_tag_named(h->r->game, name);
    value = text_trim(value);
    h->taken = h->taken || (old.n && !text_same(old, value));
    if (!value.n || old.n)
        return;
    if (game_set_tag(h->r->game, doc_keep(h->r, name), doc_keep(h->r, value)))
        h->r->failed = true;
}

static void set_tag(struct header *h, const char *name, struct text value)
{
    set_named_tag(h, text_of(name), value);
}

/* Keeps a line that has no place in the header. */
static void keep_line(struct header *h, struct text line)
{
    doc_add_comment(h->r, &h->r->before, line);
    doc_find(h->r, FINDING_UNPLACED_TEXT, line, "kept as a comment");
}

/* ---- names ---- */

/* Takes titles before a name, and a rating in brackets after it. */
static void set_player(struct header *h, const char *side, struct text name)
{
    static const char *const titles[] = {"GMI", "GMN", "MI", "MF", "MN", "GM", "IM"};
    char tag[16];
    name = text_trim(name);
    for (size_t i = 0; i < ARRAY_LEN(titles); i++) {
        size_t n = strlen(titles[i]);
        if (name.n > n + 1 && memcmp(name.s, titles[i], n) == 0 && name.s[n] == ' ') {
            snprintf(tag, sizeof tag, "%sTitle", side);
            set_tag(h, tag, text_of(titles[i]));
            name = text_trim((struct text){name.s + n, name.n - n});
            break;
        }
    }
    if (name.n > 3 && name.s[name.n - 1] == ')') {
        size_t open = name.n - 1;
        while (open && name.s[open] != '(')
            open--;
        bool digits = name.n - open > 4;
        for (size_t i = open + 1; i + 1 < name.n; i++)
            digits = digits && ascii_is_digit(name.s[i]);
        if (digits && name.s[open] == '(') {
            snprintf(tag, sizeof tag, "%sRating", side);
            set_tag(h, tag, (struct text){name.s + open + 1, name.n - open - 2});
            name = text_trim((struct text){name.s, open});
        }
    }
    set_tag(h, side, name);
}

static bool looks_like_name(struct text t)
{
    size_t letters = 0;
    t = text_trim(t);
    for (size_t i = 0; i < t.n; i++)
        letters += doc_is_letter(t.s[i]);
    return letters >= 2 && t.n <= 60 && doc_is_letter(t.s[0]);
}

/*
 * Finds where the line divides into two names: at " - ", " tegen ", " vs ", a dash between letters,
 * or three blanks.
 */
static size_t find_middle(struct text line, size_t *length)
{
    static const char *const signs[] = {" - ", " \xE2\x80\x93 ", " tegen ", " vs. ", " vs ", "   "};
    for (size_t k = 0; k < ARRAY_LEN(signs); k++) {
        size_t n = strlen(signs[k]);
        for (size_t i = 1; i + n < line.n; i++) {
            if (memcmp(line.s + i, signs[k], n) == 0) {
                *length = n;
                return i;
            }
        }
    }
    for (size_t i = 1; i + 1 < line.n; i++) {
        if (line.s[i] == '-' && doc_is_letter(line.s[i - 1]) && doc_is_letter(line.s[i + 1])
            && !memchr(line.s, ' ', line.n)) {
            *length = 1;
            return i;
        }
    }
    return 0;
}

/* Where the result at the end of a line begins, after a blank; the line's length if there is none. */
static size_t find_result(struct text line)
{
    enum { BLANKS = 3 }; /* "1 - 1" contains two blanks */
    unsigned blanks = 0;
    size_t found = line.n;
    for (size_t i = line.n; i > 0 && blanks < BLANKS; i--) {
        if (line.s[i - 1] != ' ' && line.s[i - 1] != '\t')
            continue;
        blanks++;
        size_t n = doc_result(line.s + i, line.s + line.n);
        if (n && i + n == line.n)
            found = i;
    }
    return found;
}

/* Divides "A. Jansen - B. de Boer 1-1" into two names. */
static bool divide_names(struct text line, struct text *a, struct text *b)
{
    if (doc_is_separator(line))
        return false;
    struct text names = text_trim((struct text){line.s, find_result(line)});
    size_t length = 0, middle = find_middle(names, &length);
    *a = (struct text){names.s, middle};
    *b = (struct text){names.s + middle + length, names.n - middle - length};
    return middle && looks_like_name(*a) && looks_like_name(*b);
}

static bool read_names(struct header *h, struct text line)
{
    struct text a, b;
    if (h->has_names || !divide_names(line, &a, &b))
        return false;
    size_t at = find_result(line);
    struct text result = text_trim((struct text){line.s + at, line.n - at});
    if (result.n && h->result.n && !text_same(result, h->result)) {
        keep_line(h, h->result);
        if (game_set_tag(h->r->game, text_of("Result"), doc_keep(h->r, result)))
            h->r->failed = true;
    }
    set_tag(h, "Result", result);
    set_player(h, "White", a);
    set_player(h, "Black", b);
    h->has_names = true;
    return true;
}

/* ---- other lines ---- */

/* Length of "dam", D or K before a square; 0: none. */
static size_t king_sign(const char *s, const char *end)
{
    if (end - s >= 3 && text_is_nocase((struct text){s, 3}, "dam"))
        return 3;
    return s < end && *s && strchr("DKdk", *s);
}

/* The squares of a list such as "27 28 31"; 0 if there are letters but those for kings. */
static unsigned count_squares(struct text t)
{
    unsigned numbers = 0;
    for (size_t i = 0; i < t.n;) {
        size_t king = king_sign(t.s + i, t.s + t.n);
        if (ascii_is_digit(t.s[i])) {
            numbers++;
            while (i < t.n && ascii_is_digit(t.s[i]))
                i++;
        } else if (king) {
            i += king;
        } else if (strchr(" ,;-\t.", t.s[i])) {
            i++;
        } else {
            return 0;
        }
    }
    return numbers;
}

static bool read_date(struct header *h, struct text line)
{
    struct date date;
    char buf[DATE_SIZE];
    bool digits = false;
    for (size_t i = 0; i < line.n; i++)
        digits = digits || ascii_is_digit(line.s[i]);
    if (!digits || line.n < 6 || date_read(line, &date) == DATE_NONE || !date.year)
        return false;
    date_write(date, buf);
    set_tag(h, "Date", text_of(buf));
    return true;
}

static bool begins_with_word(struct text t, const char *word)
{
    size_t n = strlen(word);
    return t.n >= n && text_is_nocase((struct text){t.s, n}, word)
           && (t.n == n || !doc_is_letter(t.s[n]));
}

/*
 * Whether it is a caption such as "Wit begint en wint", and not the name of a player.
 * @param says_turn set to whether it says that this side moves first
 */
static bool is_caption(struct text after_side, bool *says_turn)
{
    static const struct {
        const char *word;
        bool says_turn;
    } words[] = {{"aan zet", true}, {"begint", true},   {"speelt", true},  {"wint", false},
                 {"maakt", false},  {"to move", true},  {"begins", true},  {"plays", true},
                 {"to play", true}, {"wins", false},    {"am zug", true},  {"beginnt", true},
                 {"jouent", true},  {"gewinnt", false}, {"gagnent", false}};
    for (size_t i = 0; i < ARRAY_LEN(words); i++) {
        *says_turn = words[i].says_turn;
        if (begins_with_word(after_side, words[i].word))
            return true;
    }
    return false;
}

/* Takes a player, or the squares of a position. */
static void set_side(struct header *h, unsigned side, struct text value, struct text line)
{
    const unsigned squares = count_squares(value);
    h->has_names = true;
    if (!squares) {
        set_player(h, player_tags[side], value);
    } else if (h->squares[side].s || h->few[side].s) {
        h->taken = true;
    } else {
        (squares < SQUARES_LEAST ? h->few : h->squares)[side] = value;
        h->lines[side] = line;
    }
}

/*
 * Divides a line that begins with a keyword.
 * @param sure set to whether a colon or an equals sign follows the keyword
 * @return the tag; NULL: there is none
 */
static const char *divide_keyword(struct text line, struct text *value, bool *sure)
{
    for (size_t i = 0; i < ARRAY_LEN(keywords); i++) {
        size_t n = strlen(keywords[i].word);
        if (line.n <= n || !text_is_nocase((struct text){line.s, n}, keywords[i].word)
            || !strchr(": \t=", line.s[n]))
            continue;
        *value = text_trim((struct text){line.s + n, line.n - n});
        *sure = value->n && (*value->s == ':' || *value->s == '=');
        if (*sure)
            *value = text_trim((struct text){value->s + 1, value->n - 1});
        return keywords[i].tag;
    }
    return NULL;
}

static bool read_keyword(struct header *h, struct text line)
{
    struct text value;
    bool sure, says_turn;
    const char *tag = divide_keyword(line, &value, &sure);
    if (!tag)
        return false;
    bool is_black = strcmp(tag, "Black") == 0, is_side = is_black || strcmp(tag, "White") == 0;
    if (is_side && !sure && is_caption(value, &says_turn)) {
        h->has_turn = h->has_turn || says_turn;
        h->turn = !says_turn ? h->turn : is_black ? BLACK : WHITE;
        return false;
    }
    if (is_side)
        set_side(h, is_black, value, line);
    else if (strcmp(tag, "Date") != 0 || !read_date(h, value))
        set_tag(h, tag, value);
    return true;
}

/* Sets the position from a FEN tag. @return false if it cannot be read */
static bool read_fen_tag(struct header *h, struct text fen)
{
    struct position pos;
    if (fen_read(rules_international, fen, h->r->game->at, &pos, NULL, NULL))
        return false;
    h->r->start = pos;
    h->has_turn = true;
    h->turn = pos.turn;
    return true;
}

/* Reads a tag as in PDN, which occurs if games of both forms were put into one file. */
static bool read_pdn_tag(struct header *h, struct text line)
{
    const char *end = line.s + line.n, *value;
    struct text name;
    if (line.n < 2 || *line.s != '[' || end[-1] != ']'
        || !(value = pdn_tag_name(line.s, end, &name)))
        return false;
    struct text t = text_trim((struct text){value, (size_t)(end - 1 - value)});
    if (t.n < 2 || t.s[0] != '"' || memchr(t.s + 1, '"', t.n - 1) != t.s + t.n - 1)
        return false;
    t = (struct text){t.s + 1, t.n - 2};
    const bool is_fen = text_is_nocase(name, "FEN"), first = !game_tag(h->r->game, "FEN").s;
    if (is_fen && first && !read_fen_tag(h, t))
        return false;
    set_named_tag(h, name, t);
    h->has_names = h->has_names || text_is_nocase(name, "White") || text_is_nocase(name, "Black");
    return true;
}

/* Whether a line only announces a position: no tag is made of the word. */
static bool is_heading(struct text line)
{
    static const char *const words[] = {"stand", "stelling", "diagram"};
    if (line.n && line.s[line.n - 1] == ':')
        line.n--;
    for (size_t i = 0; i < ARRAY_LEN(words); i++)
        if (text_is_nocase(line, words[i]))
            return true;
    return false;
}

static void read_line(struct header *h, struct text line)
{
    struct doc_reader *r = h->r;
    if (doc_is_separator(line))
        return;
    if (is_heading(line)) {
        h->announced = true;
        doc_find(r, FINDING_INFERRED, line, "taken for the heading of a position");
        return;
    }
    h->taken = false;
    if (read_pdn_tag(h, line)) {
        if (h->taken)
            keep_line(h, line);
        return;
    }
    bool is_result = doc_result(line.s, line.s + line.n) == line.n;
    if (is_result || read_keyword(h, line) || read_date(h, line) || read_names(h, line)) {
        if (is_result) {
            set_tag(h, "Result", line);
            h->result = h->taken || h->has_names ? h->result : line;
        }
        if (h->taken)
            keep_line(h, line);
        else if (!is_result)
            doc_find(r, FINDING_INFERRED, line, "taken for a line of the header");
        return;
    }
    const bool is_tag = *line.s == '[' && pdn_tag_begins(line.s, line.s + line.n);
    const char *tag = is_tag                          ? NULL
                      : !game_tag(r->game, "Event").s ? "Event"
                      : !game_tag(r->game, "Site").s  ? "Site"
                                                      : NULL;
    if (!tag || line.n > 80) {
        keep_line(h, line);
        return;
    }
    set_tag(h, tag, line);
    doc_find(r, FINDING_INFERRED, line,
             *tag == 'E' ? "taken for the event" : "taken for the place");
}

/* ---- a position ---- */

/*
 * Adds ":W31,K40,41-45" for "31 dam 40 41-45". If the list does not make a valid FEN, the FEN's
 * reader will refuse it.
 */
static void add_list(struct buffer *fen, char sign, struct text squares)
{
    const char *s = squares.s ? squares.s : "", *end = s + squares.n;
    bool any = false, king = false;
    buffer_add_char(fen, ':');
    buffer_add_char(fen, sign);
    while (s < end) {
        const char *from = s;
        while (s < end && (ascii_is_digit(*s) || (*s == '-' && s > from)))
            s++;
        bool number = s > from;
        size_t letters = number ? 0 : king_sign(s, end);
        if (any && !king && (number || letters))
            buffer_add_char(fen, ',');
        if (letters)
            buffer_add_char(fen, 'K');
        buffer_add(fen, from, (size_t)(s - from));
        any = any || number || letters;
        king = letters || (king && !number);
        s += letters ? letters : !number;
    }
}

static void set_fen(struct doc_reader *r)
{
    char fen[FEN_SIZE];
    fen_write(rules_international, &r->start, fen);
    if (game_set_tag(r->game, text_of("FEN"), doc_keep(r, text_of(fen))))
        r->failed = true;
}

/*
 * Whether the lists of both sides make a position. A piece against a piece could still be two names
 * in digits, unless a king is among them or a heading says what they are.
 */
static bool are_squares(const struct header *h)
{
    unsigned squares = 0, sides = 0;
    bool kings = false;
    for (unsigned side = 0; side < 2; side++) {
        const struct text list = h->squares[side].s ? h->squares[side] : h->few[side];
        squares += count_squares(list);
        sides += list.s != NULL;
        for (size_t i = 0; i < list.n; i++)
            kings = kings || king_sign(list.s + i, list.s + list.n);
    }
    return squares >= SQUARES_LEAST || (sides == 2 && (kings || h->announced));
}

/*
 * A side of one or two pieces looks like a name; together with the other side's squares it is a
 * position.
 */
static void settle_few(struct header *h)
{
    const bool taken_for_squares = are_squares(h);
    for (unsigned side = 0; side < 2; side++) {
        const struct text few = h->few[side];
        h->few[side] = (struct text){0};
        if (few.s && taken_for_squares) {
            h->squares[side] = few;
        } else if (few.s) {
            h->taken = false;
            set_player(h, player_tags[side], few);
            if (h->taken)
                keep_line(h, h->lines[side]);
            h->lines[side] = (struct text){0};
        }
    }
}

static void set_position(struct header *h)
{
    struct buffer fen = {0};
    struct position pos;
    struct doc_reader *r = h->r;
    settle_few(h);
    if (!h->squares[0].s && !h->squares[1].s)
        return;
    buffer_add_char(&fen, h->has_turn && h->turn == BLACK ? 'B' : 'W');
    add_list(&fen, 'W', h->squares[0]);
    add_list(&fen, 'B', h->squares[1]);
    r->failed = r->failed || fen.failed;
    if (fen_read(rules_international, buffer_text(&fen), r->game->at, &pos, NULL, NULL)) {
        doc_find(r, FINDING_UNPLACED_TEXT, h->lines[h->lines[0].s ? 0 : 1],
                 "cannot be read as a position; kept as a comment");
        for (unsigned side = 0; side < 2; side++)
            if (h->lines[side].n)
                doc_add_comment(r, &r->before, h->lines[side]);
    } else {
        r->start = pos;
        set_fen(r);
    }
    h->squares[0] = h->squares[1] = (struct text){0};
    buffer_fini(&fen);
}

/* Whether a move belongs to the other side in the position given, so that this side moves first. */
static bool is_of_other_side(struct doc_reader *r, const char *s, const char *end)
{
    struct position pos = r->start;
    struct move move;
    pos.turn ^= 1;
    if (!game_tag(r->game, "FEN").n || !doc_move(s, end, &pos, &move))
        return false;
    r->start = pos;
    set_fen(r);
    return true;
}

/*
 * Whether a line begins with a legal move, with or without a number. Black may move first from a
 * position.
 */
static bool begins_moves(struct header *h, struct text line)
{
    struct doc_reader *r = h->r;
    const char *s = line.s, *end = line.s + line.n;
    unsigned number;
    bool dots = false;
    struct move move;
    size_t n = doc_number(s, end, &number, &dots);
    if (!n && (!(n = doc_bare_number(s, end, &number)) || number != 1))
        return false;
    s += n;
    while (s < end && (*s == ' ' || *s == '\t'))
        s++;
    set_position(h);
    if (dots && r->start.turn == WHITE && doc_move(s, end, NULL, NULL)) {
        r->start.turn = BLACK;
        set_fen(r);
    }
    return doc_move(s, end, &r->start, &move) || is_of_other_side(r, s, end)
           || (doc_move(s, end, NULL, NULL) && number == 1);
}

/*
 * Whether a line describes a game: "Wit: Jansen", "Toernooi = Open"; but not "Uitslag: 1-1", which
 * may end a game.
 */
static bool names_game(struct text line)
{
    struct text value, a, b;
    bool sure;
    const char *tag = divide_keyword(line, &value, &sure);
    if (tag && sure)
        return strcmp(tag, "Result") != 0 && strcmp(tag, "Annotator") != 0;
    return divide_names(line, &a, &b);
}

bool doc_begins_header(const char *s, const char *end)
{
    enum { LINES = 12, LINE_LENGTH = 200 };
    size_t used;
    struct text line = doc_line(s, end, &used);
    if (line.n > LINE_LENGTH || !names_game(line))
        return false;
    for (unsigned i = 0; i < LINES && s + used < end; i++) {
        unsigned number;
        bool dots;
        s += used;
        line = doc_line(s, (size_t)(end - s) > LINE_LENGTH ? s + LINE_LENGTH : end, &used);
        size_t n = doc_number(line.s, line.s + line.n, &number, &dots);
        n = n ? n : doc_bare_number(line.s, line.s + line.n, &number);
        struct text move = text_trim((struct text){line.s + n, line.n - n});
        if (n && doc_move(move.s, move.s + move.n, NULL, NULL))
            return number == 1;
    }
    return false;
}

bool doc_read_header(struct doc_reader *r)
{
    struct header h = {.r = r};
    while (r->s < r->end) {
        size_t used;
        struct text line = doc_short_line(r->s, r->end, &used);
        if (line.n && begins_moves(&h, line))
            return true;
        line = doc_line(r->s, r->end, &used);
        if (line.n)
            read_line(&h, line);
        r->s += used;
    }
    set_position(&h);
    if (game_tag(r->game, "FEN").n && !h.has_turn)
        doc_find(r, FINDING_INFERRED, (struct text){r->s, 0}, "assuming White to move");
    return false;
}
