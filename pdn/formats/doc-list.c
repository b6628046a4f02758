// SPDX-License-Identifier: MIT
#include "pdn/formats/doc-list.h"

#include "core/base/ascii.h"
#include "core/game/date.h"
#include "pdn/formats/doc-internal.h"
#include "pdn/kind.h"
#include "pdn/pdn.h"
#include "pdn/scan.h"

#include <stdio.h>

/* The parts of a head: "(98440) Georgiev,A. - Arazklitsew", perhaps with a result after it. */
struct head {
    struct text number, white, black, result;
};

/* Removes a result from the end of the second name. */
static void take_result(struct head *head)
{
    struct text *black = &head->black;
    const char *end = black->s + black->n, *word = end;
    while (word > black->s && word[-1] != ' ' && word[-1] != '\t')
        word--;
    if (word == black->s || word + doc_result(word, end) != end)
        return;
    head->result = (struct text){word, (size_t)(end - word)};
    *black = text_trim((struct text){black->s, (size_t)(word - black->s)});
}

/* Whether a name may begin at s, and no other word: it has a capital, or a letter outside ASCII. */
static bool begins_name(const char *s)
{
    return (*s >= 'A' && *s <= 'Z') || (unsigned char)*s >= 0x80;
}

/* Length of the hyphen or dash between names at s: between blanks, or in a line without any. */
static size_t middle_length(struct text names, size_t at)
{
    const char *s = names.s + at, *end = names.s + names.n;
    const size_t n = *s == '-' ? 1 : pdn_dash_length(s, end);
    if (!n || at + n == names.n)
        return 0;
    const bool apart = ascii_is_space(s[-1]) && ascii_is_space(s[n]);
    const bool together = doc_is_letter(s[-1]) && begins_name(names.s) && begins_name(s + n)
                          && !memchr(names.s, ' ', names.n);
    return apart || together ? n : 0;
}

/* Reads a head, whose number may have a point, and need not be followed by a blank. */
static bool read_head(struct text line, struct head *out)
{
    enum { DIGITS_MAX = 10 };
    size_t i = 1;
    if (!line.n || *line.s != '(')
        return false;
    while (i < line.n && i <= DIGITS_MAX && ascii_is_digit(line.s[i]))
        i++;
    out->number = (struct text){line.s + 1, i - 1};
    i += i < line.n && line.s[i] == '.';
    if (!out->number.n || i == line.n || line.s[i] != ')')
        return false;
    const struct text names = text_trim((struct text){line.s + i + 1, line.n - i - 1});
    for (size_t k = 1; k < names.n; k++) {
        const size_t n = middle_length(names, k);
        if (!n)
            continue;
        out->white = text_trim((struct text){names.s, k});
        out->black = text_trim((struct text){names.s + k + n, names.n - k - n});
        take_result(out);
        return out->white.n && out->black.n;
    }
    return false;
}

/*
 * Whether a record begins with the line at s: a head, or the tags of a game in PDN, which somebody
 * has added to the list.
 */
static bool begins_record(const char *begin, const char *s, struct text line, const char *end)
{
    struct head head;
    if (!line.n)
        return false;
    return *line.s == '[' ? line.s == s && pdn_game_begins(begin, s, end) : read_head(line, &head);
}

/*
 * Finds the next record at or after `from`, at the beginning of a line.
 * @return `end` if there is none
 */
static const char *find_record(const char *begin, const char *from, const char *end)
{
    for (const char *s = from; s < end;) {
        size_t used;
        struct text line = doc_line(s, end, &used);
        if (begins_record(begin, s, line, end))
            return s;
        s += used;
    }
    return end;
}

/*
 * Whether a game begins in the lines at s: soon the moves are numbered from 1, and the first is
 * legal.
 */
static bool begins_game(const char *s, const char *end)
{
    enum { LINES = 16 };
    struct position start;
    size_t used;
    position_start(rules_international, &start);
    for (unsigned i = 0; i < LINES && s < end; i++, s += used) {
        unsigned number;
        bool dots;
        struct move move;
        const struct text line = doc_short_line(s, end, &used);
        const size_t n = doc_number(line.s, line.s + line.n, &number, &dots);
        const struct text rest = text_trim((struct text){line.s + n, line.n - n});
        if (n && number == 1 && !dots && doc_move(rest.s, rest.s + rest.n, &start, &move))
            return true;
    }
    return false;
}

bool doc_list_is(const char *text, size_t n)
{
    struct head head;
    const char *end = text + n;
    size_t i = 0, used;
    while (i < n && strchr(" \t\r\n", text[i]))
        i++;
    if (i == n || !read_head(doc_line(text + i, end, &used), &head))
        return false;
    const char *body = text + i + used;
    /* the same line before tags is but a heading of their game */
    return !pdn_has_tag_line(text, n) || begins_game(body, find_record(text, body, end));
}

/*
 * All games before the last record are complete; those beyond the desired size are left for the
 * next chunk. Words before the first record belong to it; a target of 0 asks for the next record.
 */
size_t doc_list_split(const char *text, size_t n, size_t target)
{
    size_t cut = 0, used;
    bool any = false;
    for (const char *s = text; s < text + n; s += used) {
        struct text line = doc_line(s, text + n, &used);
        if (s + used == text + n && text[n - 1] != '\n')
            break; /* the line may go on */
        if (!begins_record(text, s, line, text + n))
            continue;
        if (cut && (size_t)(s - text) > target)
            break;
        cut = any || target == 0 ? (size_t)(s - text) : 0;
        any = true;
    }
    return cut;
}

/* ---- one game ---- */

static void set_tag(struct doc_reader *r, const char *name, struct text value)
{
    if (value.n && game_set_tag(r->game, text_of(name), doc_keep(r, value)))
        r->failed = true;
}

/* Reads "17-09-1988", with 00 for unknown parts, at the end of the text. */
static bool read_date(struct text t, struct date *out)
{
    unsigned parts[3] = {0}, k = 0;
    for (size_t i = 0; i < t.n; i++) {
        if (t.s[i] == '-' && k < 2)
            k++;
        else if (ascii_is_digit(t.s[i]))
            parts[k] = parts[k] * 10 + (unsigned)(t.s[i] - '0');
        else
            return false;
    }
    *out = (struct date){parts[2], parts[1], parts[1] ? parts[0] : 0};
    return t.n == 10 && k == 2 && parts[0] <= 31 && parts[1] <= 12;
}

/* Reads "URS-Cup, 17-09-1988", perhaps with a result after it. */
static void read_event(struct doc_reader *r, struct text line)
{
    char buf[DATE_SIZE];
    struct date date;
    size_t comma = line.n;
    while (comma && line.s[comma - 1] != ',')
        comma--;
    struct text after = text_trim((struct text){line.s + comma, line.n - comma});
    struct text day = {after.s, after.n < 10 ? after.n : 10};
    struct text rest = text_trim((struct text){after.s + day.n, after.n - day.n});
    if (!comma || !read_date(day, &date)) {
        set_tag(r, "Event", line);
        return;
    }
    set_tag(r, "Event", text_trim((struct text){line.s, comma - 1}));
    date_write(date, buf);
    const bool day_alone = !date.month && memcmp(day.s, "00", 2) != 0; /* stays as written */
    set_tag(r, "Date", day_alone ? day : text_of(buf));
    if (rest.n && doc_result(rest.s, rest.s + rest.n) == rest.n)
        r->game->terminator = rest;
    else if (rest.n)
        doc_add_comment(r, &r->before, rest);
}

/* Reads "2.30". @return bytes; 0: no time */
static size_t read_time(const char *s, const char *end, char out[16])
{
    unsigned hours = 0, minutes = 0;
    const char *p = s;
    while (p < end && ascii_is_digit(*p) && p - s < 2)
        hours = hours * 10 + (unsigned)(*p++ - '0');
    if (p == s || end - p < 3 || (*p != '.' && *p != ':') || !ascii_is_digit(p[1])
        || !ascii_is_digit(p[2]))
        return 0;
    minutes = (unsigned)(p[1] - '0') * 10 + (unsigned)(p[2] - '0');
    snprintf(out, 16, "%u:%02u:00", hours, minutes);
    return minutes < 60 ? (size_t)(p + 3 - s) : 0;
}

/* Reads "(2.30/2.15)", after the result. */
static bool read_clocks(struct doc_reader *r, struct text t)
{
    char white[16], black[16];
    const char *s = t.s + 1, *end = t.s + t.n;
    if (t.n < 3 || *t.s != '(')
        return false;
    size_t n = read_time(s, end, white);
    if (!n || s + n >= end || s[n] != '/')
        return false;
    s += n + 1;
    n = read_time(s, end, black);
    if (!n || s + n + 1 != end || s[n] != ')')
        return false;
    set_tag(r, "WhiteTime", text_of(white));
    set_tag(r, "BlackTime", text_of(black));
    return true;
}

/* Reads "2-0", or "2-0 (2.30/2.15)", for a game without moves. */
static bool read_result(struct doc_reader *r, struct text line)
{
    size_t n = doc_result(line.s, line.s + line.n);
    struct text rest = text_trim((struct text){line.s + n, line.n - n});
    if (!n || r->game->terminator.n || (rest.n && !read_clocks(r, rest)))
        return false;
    r->game->terminator = (struct text){line.s, n};
    return true;
}

/* Whether a line is the character with which DOS ends a text. */
static bool is_dos_end(struct text line) { return text_is(line, "\x1A"); }

/*
 * Reads the lines after the head: the event, then moves, a result, clocks. Stops where another game
 * begins without a head.
 */
static void read_body(struct doc_reader *r)
{
    bool event = false;
    while (r->s < r->end && !r->failed) {
        size_t used;
        unsigned number;
        bool dots;
        struct text line = doc_line(r->s, r->end, &used);
        const char *end = line.s + line.n;
        if (!r->game->line.first && doc_number(line.s, end, &number, &dots)) {
            doc_read_moves(r);
            continue;
        }
        if (is_dos_end(line))
            line.n = 0;
        if (line.n && !event && !r->game->line.first)
            read_event(r, line);
        else if (line.n && !read_result(r, line) && !read_clocks(r, line)) {
            const bool begins_line = strchr("\n\r\f", r->s[-1]);
            if (begins_line && r->game->line.first && begins_game(r->s, r->end))
                return;
            doc_add_rest(r, line);
        }
        event = event || line.n;
        r->s += used;
    }
}

/* Keeps the text before the first head. */
static void keep_preface(struct doc_reader *r, struct text preface)
{
    preface = text_trim(preface);
    if (!preface.n)
        return;
    doc_add_comment(r, &r->before, preface);
    doc_find(r, FINDING_UNPLACED_TEXT, preface, "kept as a comment");
}

/* Reports a text without any head. @return whether there are words in it */
static bool report_missing_head(struct text text, struct findings *found)
{
    const struct text words = text_trim(text);
    if (!words.n || is_dos_end(words))
        return false;
    findings_add(found, FINDING_BAD_RECORD, (uint32_t)(words.s - text.s), 0,
                 "expected a game such as (1) White - Black");
    return true;
}

/* Reads the game with a head at `begin`, of a record that ends at `end`. */
static int read_record(const char *text, const char *begin, const char *end, size_t *used,
                       struct game *game, struct findings *found, struct err *err)
{
    struct head head = {{0}, {0}, {0}, {0}};
    size_t line_used = 0;
    read_head(doc_line(begin, end, &line_used), &head);
    struct doc_reader r = {.begin = text,
                           .s = begin + line_used,
                           .end = end,
                           .game = game,
                           .found = found,
                           .before = &game->line.before};
    game->rules = rules_international;
    position_start(rules_international, &r.start);
    keep_preface(&r, (struct text){text, (size_t)(begin - text)});
    set_tag(&r, "White", head.white);
    set_tag(&r, "Black", head.black);
    game->terminator = head.result;
    read_body(&r);
    set_tag(&r, "Result", game->terminator);
    set_tag(&r, "GameId", head.number);
    *used = (size_t)((r.failed ? end : r.s) - text);
    game->source = (struct text){text, *used};
    game_report_limits(game, found);
    return (r.failed && !game->exceeded) || found->failed ? err_memory(err) : 1;
}

int doc_list_parse(const char *text, size_t n, size_t *used, struct game *game,
                   struct findings *found, struct err *err)
{
    const char *end = text + n, *begin = find_record(text, text, end);
    const struct text before = {text, (size_t)(begin - text)};
    size_t line_used;
    if (begins_game(text_trim(before).s, begin)) { /* the head is missing or cannot be read */
        report_missing_head(before, found);
        return doc_parse(text, before.n, used, game, found, err);
    }
    const bool is_first = game->at.line <= 1; /* words before it are those of the whole list */
    if (begin == end || (!is_first && text_trim(before).n)) {
        *used = before.n;
        return report_missing_head(before, found);
    }
    doc_line(begin, end, &line_used);
    const char *next = find_record(text, begin + line_used, end);
    if (*begin == '[')
        return pdn_parse(text, (size_t)(next - text), used, game, found, err);
    return read_record(text, begin, next, used, game, found, err);
}
