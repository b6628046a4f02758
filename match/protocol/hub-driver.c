// SPDX-License-Identifier: MIT
/*
 * In version 1 the words of a line have a fixed order, in version 2 they have names. Both are read
 * into the same struct, so that no other module needs to know which version was used. A number that
 * cannot be read is left out, and a line that cannot be read is chatter: only a program's moves are
 * judged.
 */
#include "match/protocol/hub-driver.h"

#include "core/base/array.h"
#include "match/protocol/hub-variant.h"
#include "match/protocol/hub.h"
#include "match/protocol/wire.h"

#include <string.h>

enum { DEPTH_MAX = 1000, SCORE_MAX = 1000000 }; /* larger values are nonsense, and left out */

/* ---- lines in ---- */

struct text hub_next_word(struct text *rest)
{
    *rest = text_trim(*rest);
    struct text word = {rest->s, 0};
    while (word.n < rest->n && rest->s[word.n] != ' ' && rest->s[word.n] != '\t')
        word.n++;
    *rest = (struct text){rest->s + word.n, rest->n - word.n};
    return word;
}

static void take_depth(struct text word, struct hub_answer *out)
{
    int64_t value;
    if (hub_int(word, 0, DEPTH_MAX, "depth", &value, NULL) == 0) {
        out->depth = (unsigned)value;
        out->has_depth = true;
    }
}

static void take_nodes(struct text word, struct hub_answer *out)
{
    int64_t value;
    if (hub_int(word, 0, INT64_MAX, "nodes", &value, NULL) == 0) {
        out->nodes = (uint64_t)value;
        out->has_nodes = true;
    }
}

static void take_score(int64_t thousandths, struct hub_answer *out)
{
    if (thousandths > -SCORE_MAX && thousandths < SCORE_MAX) {
        out->score = (int)thousandths;
        out->has_score = true;
    }
}

static struct text after_word(struct text line)
{
    hub_next_word(&line);
    return text_trim(line);
}

/* info DEPTH AVERAGE SCORE NODES SECONDS SPEED MOVE..., the score in hundredths of a man */
static void read_info_1(struct text rest, struct hub_answer *out)
{
    int64_t score;
    take_depth(hub_next_word(&rest), out);
    hub_next_word(&rest);
    if (hub_int(hub_next_word(&rest), -SCORE_MAX, SCORE_MAX, "score", &score, NULL) == 0)
        take_score(score * 10, out);
    take_nodes(hub_next_word(&rest), out);
    hub_next_word(&rest);
    hub_next_word(&rest);
    out->pv = text_trim(rest);
}

static void read_info_2(const struct hub_line *line, struct hub_answer *out)
{
    int64_t score; /* thousandths of a man, read as if they were seconds */
    int64_t rank;  /* of the line, if the program reports several: the first is the best */
    take_depth(hub_value(line, "depth"), out);
    take_nodes(hub_value(line, "nodes"), out);
    if (hub_int(hub_value(line, "multi-pv"), 2, INT32_MAX, "multi-pv", &rank, NULL) == 0)
        return;
    if (hub_seconds(hub_value(line, "score"), "score", &score, NULL) == 0)
        take_score(score, out);
    out->pv = hub_value(line, "pv");
}

static void read_1(struct text line, struct hub_answer *out)
{
    struct text rest = line, command = hub_next_word(&rest);
    out->text = text_trim(rest);
    if (text_is(command, "name")) {
        out->kind = HUB_NAME;
        out->version = 1;
    } else if (text_is(command, "info")) {
        out->kind = HUB_INFO;
        read_info_1(rest, out);
    } else if (text_is(command, "move")) {
        out->kind = HUB_DONE;
        out->text = hub_next_word(&rest);
    } else if (text_is(command, "error")) {
        out->kind = HUB_ERROR;
    }
}

static void read_2(struct text text, struct hub_answer *out)
{
    struct hub_line line;
    if (hub_parse(text, &line, NULL)) {
        if (text_is(line.command, "done")) { /* the search is over, whatever else is there */
            out->kind = HUB_DONE;
            out->text = after_word(text);
        }
    } else if (text_is(line.command, "id")) {
        *out = (struct hub_answer){.kind = HUB_NAME,
                                   .version = 2,
                                   .text = hub_value(&line, "name"),
                                   .more = hub_value(&line, "version")};
    } else if (text_is(line.command, "param")) {
        *out = (struct hub_answer){.kind = HUB_PARAMETER,
                                   .text = hub_value(&line, "name"),
                                   .more = hub_value(&line, "values")};
    } else if (text_is(line.command, "info")) {
        out->kind = HUB_INFO;
        read_info_2(&line, out);
    } else if (text_is(line.command, "done")) {
        *out = (struct hub_answer){.kind = HUB_DONE, .text = hub_value(&line, "move")};
    } else if (text_is(line.command, "error")) {
        *out = (struct hub_answer){.kind = HUB_ERROR, .text = hub_value(&line, "message")};
    }
}

void hub_read_answer(unsigned version, struct text line, struct hub_answer *out)
{
    struct text rest = line, command = hub_next_word(&rest);
    *out = (struct hub_answer){.kind = HUB_CHATTER};
    if (text_is(command, "wait"))
        out->kind = HUB_WAIT;
    else if (text_is(command, "ready"))
        out->kind = HUB_READY;
    else if (version == 1 || (version == 0 && text_is(command, "name")))
        read_1(line, out);
    else
        read_2(line, out);
}

bool hub_refuses_position(struct text message)
{
    static const char *const words[] = {"bad position", "bad move", "illegal move"};
    const char *colon = message.n ? memchr(message.s, ':', message.n) : NULL;
    struct text what = {message.s, colon ? (size_t)(colon - message.s) : message.n};
    for (size_t i = 0; i < ARRAY_LEN(words); i++)
        if (text_is(what, words[i]))
            return true;
    return false;
}

void hub_printable(struct text words, char *out, size_t size)
{
    size_t n = 0;
    for (; n < words.n && n + 1 < size; n++)
        out[n] = words.s[n] >= ' ' && words.s[n] < 127 ? words.s[n] : '?';
    out[n] = '\0';
}

/* ---- lines out ---- */

bool hub_plays(struct text values, const struct rules *rules)
{
    struct text name = text_of(hub_variant(rules)), word;
    const char *colon = memchr(name.s, ':', name.n);
    struct text plain = {name.s, colon ? (size_t)(colon - name.s) : name.n};
    if (!text_trim(values).n)
        return true;
    while ((word = hub_next_word(&values)).n)
        if (text_same(word, name) || text_same(word, plain))
            return true;
    return false;
}

void hub_declare_support(struct hub_support *support, const struct hub_answer *parameter,
                         const struct rules *rules)
{
    if (!text_is(parameter->text, "variant"))
        return;
    support->has_parameter = true;
    support->plays = hub_plays(parameter->more, rules);
}

bool hub_supports(const struct hub_support *support, const struct rules *rules)
{
    return support->has_parameter ? support->plays : rules == rules_international;
}

/* Whether hub_add writes a word unchanged. */
static bool is_writable(const char *word)
{
    for (; *word; word++)
        if ((unsigned char)*word < 32 || *word == 127 || *word == '"')
            return false;
    return true;
}

int hub_check_parameter(const char *name, const char *value, struct err *err)
{
    if (name[strcspn(name, "\r\n")] || value[strcspn(value, "\r\n")])
        return err_plain(err, "a parameter must be one line");
    if (!is_writable(name) || !is_writable(value))
        return err_plain(err, "a parameter cannot contain a double quote or a control character: "
                              "Hub has no way to write it");
    return 0;
}

void hub_add_parameter(struct buffer *out, unsigned version, const char *name, const char *value)
{
    if (version == 1) {
        buffer_printf(out, "set %s %s", name, value);
        return;
    }
    buffer_add_string(out, "set-param");
    hub_add_string(out, "name", name);
    hub_add_string(out, "value", value);
}

void hub_add_position(struct buffer *out, unsigned version, const struct rules *rules,
                      const struct position *start, const struct move *moves, unsigned n)
{
    char squares[WIRE_SQUARES_MAX], move[WIRE_MOVE_SIZE];
    unsigned n_squares = wire_write_position(rules, &wire_hub, start, squares);
    const char *sides = version == 1 ? "bw" : "BW";
    buffer_printf(out, "pos %s%c%.*s", version == 1 ? "" : "pos=", sides[start->turn == WHITE],
                  (int)n_squares, squares);
    if (version != 1 && n)
        buffer_add_string(out, " moves=\"");
    for (unsigned i = 0; i < n; i++) {
        wire_write_hub(rules, &moves[i], move);
        buffer_printf(out, version == 1 ? "\nmove %s" : i ? " %s" : "%s", move);
    }
    if (version != 1 && n)
        buffer_add_char(out, '"');
}

/* A clock in Hub's terms, in ms. */
struct hub_clock {
    int64_t time, inc;
};

/*
 * Hub credits increments before the move, dama after it: so in Hub's terms, the time left is `time`
 * and `inc` together. If the increment is larger than that, the program is told only as much as the
 * clock has.
 * @param unit times must be multiples of so many ms, and are not rounded up to the next
 */
static struct hub_clock clock_of(const struct hub_level *level, int64_t unit)
{
    int64_t left = level->time / unit, inc = level->inc / unit;
    if (left < 1)
        left = 1; /* the flag has fallen: play at once */
    if (inc >= left)
        inc = left - 1;
    return (struct hub_clock){(left - inc) * unit, inc * unit};
}

static void add_seconds(struct buffer *out, const char *name, int64_t ms, bool whole)
{
    if (whole)
        hub_add_int(out, name, ms < 1000 ? 1 : ms / 1000);
    else
        hub_add_real(out, name, ms < 1 ? 1 : ms, 1000, 3);
}

static void add_clock(struct buffer *out, const struct hub_level *level)
{
    const bool whole = level->whole_seconds;
    const struct hub_clock clock = clock_of(level, whole ? 1000 : 1);
    if (level->moves)
        hub_add_int(out, "moves", level->moves);
    add_seconds(out, "time", clock.time, whole);
    if (clock.inc)
        add_seconds(out, "inc", clock.inc, whole);
}

static void add_level_1(struct buffer *out, const struct hub_level *level)
{
    enum { DAY = 24 * 60 * 60 * 1000 };
    const struct hub_clock clock = clock_of(level, 1);
    if (level->limit == HUB_CLOCK)
        buffer_printf(out, "level %u %lld %lld", level->moves, (long long)clock.time,
                      (long long)clock.inc);
    else if (level->limit == HUB_DEPTH)
        buffer_printf(out, "depth %u", level->depth);
    else
        buffer_printf(out, "time %lld",
                      level->limit == HUB_MOVE_TIME ? (long long)level->time : DAY);
}

static void add_level_2(struct buffer *out, const struct hub_level *level)
{
    buffer_add_string(out, "level");
    switch (level->limit) {
    case HUB_ENDLESS:
        buffer_add_string(out, " infinite");
        break;
    case HUB_CLOCK:
        add_clock(out, level);
        break;
    case HUB_MOVE_TIME:
        add_seconds(out, "move-time", level->time, level->whole_seconds);
        break;
    case HUB_DEPTH:
        hub_add_int(out, "depth", level->depth);
        break;
    case HUB_NODES:
        hub_add_int(out, "nodes", level->nodes < INT64_MAX ? (int64_t)level->nodes : INT64_MAX);
        break;
    }
}

void hub_add_level(struct buffer *out, unsigned version, const struct hub_level *level)
{
    (version == 1 ? add_level_1 : add_level_2)(out, level);
}
