// SPDX-License-Identifier: MIT
/*
 * A format is a function in the table of print_finding. Each composes a finding in one buffer and
 * writes it in one piece. Text from files is made harmless on the way: a game must not be able to
 * move the cursor.
 */
#include "cmd/lib/print-finding.h"

#include "core/base/cell.h"
#include "core/base/json.h"
#include "core/base/printable.h"
#include "core/base/width.h"
#include "core/board/diagram.h"
#include "core/board/fen.h"
#include "core/board/rules.h"

const char *const print_format_words[] = {"text", "jsonl", "tap", "github", "csv", NULL};

/* ---- text ---- */

enum { WINDOW = 100, LEFT_OF_FAULT = 60 }; /* bytes of a long line that are shown */

static const char *severity_colour(enum severity severity)
{
    return severity == SEVERITY_ERROR     ? "\33[1;31m"
           : severity == SEVERITY_WARNING ? "\33[1;35m"
                                          : "\33[1;36m";
}

static void add_place(struct buffer *b, const struct printed_finding *s)
{
    const struct src_pos *at = &s->finding->at;
    printable_add(b, text_of(s->file));
    if (at->line && at->col) /* a row of a table has no source line to show */
        buffer_printf(b, ":%u:%u", at->line, at->col);
    buffer_add_char(b, ':');
}

/* Adds "game 12, 23. 34x25: ". */
static void add_game(struct buffer *b, const struct printed_finding *s)
{
    if (!s->game)
        return;
    buffer_printf(b, "game %llu", s->game);
    if (s->finding->move.n) {
        buffer_add_string(b, ", ");
        printable_add(b, s->finding->move);
    }
    buffer_add_string(b, ": ");
}

static bool is_middle_of_character(char c) { return ((unsigned char)c & 0xc0) == 0x80; }

/* Adds the part of the source line around the fault, and a caret below it. */
static void add_context(struct buffer *b, const struct printed_finding *s)
{
    struct text t = s->source;
    size_t at = s->finding->offset, from = at, to = at, length = s->finding->length;
    while (from > 0 && t.s[from - 1] != '\n' && t.s[from - 1] != '\r')
        from--;
    while (to < t.n && t.s[to] != '\n' && t.s[to] != '\r' && to - from < 4096 + (at - from))
        to++;
    bool cut_left = at - from > WINDOW, cut_right;
    if (cut_left)
        from = at - LEFT_OF_FAULT;
    while (cut_left && is_middle_of_character(t.s[from]))
        from++;
    cut_right = to - from > WINDOW && to - at > WINDOW - LEFT_OF_FAULT;
    if (cut_right)
        to = from + WINDOW > at + 1 ? from + WINDOW : at + 1;
    while (cut_right && to < t.n && is_middle_of_character(t.s[to]))
        to++;
    if (length > to - at)
        length = to - at;
    buffer_add_string(b, cut_left ? "    ..." : "    ");
    size_t before = b->n;
    printable_add(b, (struct text){t.s + from, at - from});
    size_t indent = width_of((struct text){b->s + before, b->n - before}) + (cut_left ? 7 : 4);
    before = b->n;
    printable_add(b, (struct text){t.s + at, length});
    size_t wide = width_of((struct text){b->s + before, b->n - before});
    printable_add(b, (struct text){t.s + at + length, to - at - length});
    buffer_add_string(b, cut_right ? "...\n" : "\n");
    for (size_t i = 0; i < indent; i++)
        buffer_add_char(b, ' ');
    buffer_add_char(b, '^');
    for (size_t i = 1; i < wide; i++)
        buffer_add_char(b, '~');
    buffer_add_char(b, '\n');
}

static void print_board(const struct printer *p, const struct finding *f)
{
    struct diagram_options options = {.small = true,
                                      .style = p->unicode ? DIAGRAM_UNICODE : DIAGRAM_LETTERS};
    struct position pos;
    if (!f->board.n || !f->rules
        || fen_read(f->rules, f->board, (struct src_pos){0}, &pos, NULL, NULL))
        return;
    struct rules shown = *f->rules; /* shows the same square names as the message */
    if (f->turned)
        shown.numbering = rules_numbering_turned(shown.numbering);
    diagram_text(&shown, &pos, &options, p->out);
}

static void print_text(struct printer *p, const struct printed_finding *s)
{
    struct buffer *b = &p->line;
    if (p->colour)
        buffer_add_string(b, "\33[1m");
    add_place(b, s);
    if (p->colour)
        buffer_printf(b, "\33[0m %s%s:\33[0m ", severity_colour(s->severity),
                      severity_word(s->severity));
    else
        buffer_printf(b, " %s: ", severity_word(s->severity));
    add_game(b, s);
    printable_add(b, s->finding->message);
    buffer_printf(b, " [%s]\n", finding_kinds[s->finding->code].word);
    if (p->context && s->source.n && s->finding->offset <= s->source.n)
        add_context(b, s);
    fwrite(b->s, 1, b->n, p->out);
    if (p->context)
        print_board(p, s->finding);
}

/* ---- others ---- */

static void print_jsonl(struct printer *p, const struct printed_finding *s)
{
    const struct finding *f = s->finding;
    struct json_writer w = {.out = &p->line};
    json_begin(&w, '{');
    json_name(&w, "file");
    json_put_text(&w, text_of(s->file));
    json_name(&w, "line");
    json_put_number(&w, f->at.line);
    json_name(&w, "column");
    json_put_number(&w, f->at.col);
    json_name(&w, "severity");
    json_put_text(&w, text_of(severity_word(s->severity)));
    json_name(&w, "code");
    json_put_text(&w, text_of(finding_kinds[f->code].word));
    if (s->game) {
        json_name(&w, "game");
        json_put_number(&w, (int64_t)s->game);
    }
    if (f->move.n) {
        json_name(&w, "move");
        json_put_text(&w, f->move);
    }
    json_name(&w, "message");
    json_put_text(&w, f->message);
    if (f->board.n) {
        json_name(&w, "fen");
        json_put_text(&w, f->board);
        if (f->turned) {
            json_name(&w, "turned");
            json_put_bool(&w, true);
        }
    }
    if (f->repair) {
        json_name(&w, "repair");
        json_put_text(&w, f->repair->text);
        json_name(&w, "certain");
        json_put_bool(&w, f->repair->certain);
    }
    json_end(&w, '}');
    buffer_add_char(&p->line, '\n');
    fwrite(p->line.s, 1, p->line.n, p->out);
}

static void print_tap(struct printer *p, const struct printed_finding *s)
{
    struct buffer *b = &p->line;
    buffer_add_string(b, "# ");
    add_place(b, s);
    buffer_printf(b, " %s: ", severity_word(s->severity));
    if (s->finding->move.n) {
        printable_add(b, s->finding->move);
        buffer_add_string(b, ": ");
    }
    printable_add(b, s->finding->message);
    buffer_printf(b, " [%s]\n", finding_kinds[s->finding->code].word);
    fwrite(b->s, 1, b->n, p->out);
}

/* Control characters are percent-encoded too, so that a file with such a name can be found. */
static void add_github(struct buffer *b, struct text t, bool property)
{
    for (size_t i = 0; i < t.n; i++) {
        unsigned char c = (unsigned char)t.s[i];
        if (c == '%' || c < 0x20 || c == 0x7F || (property && (c == ':' || c == ',')))
            buffer_printf(b, "%%%02X", c);
        else
            buffer_add_char(b, t.s[i]);
    }
}

static void print_github(struct printer *p, const struct printed_finding *s)
{
    static const char *const words[] = {"notice", "warning", "error"};
    struct buffer *b = &p->line, message = {0};
    buffer_printf(b, "::%s file=", words[s->severity]);
    add_github(b, text_of(s->file), true);
    buffer_printf(b, ",line=%u,col=%u,title=%s::", s->finding->at.line, s->finding->at.col,
                  finding_kinds[s->finding->code].word);
    add_game(&message, s);
    printable_add(&message, s->finding->message);
    add_github(b, buffer_text(&message), false);
    buffer_add_char(b, '\n');
    buffer_fini(&message);
    fwrite(b->s, 1, b->n, p->out);
}

static void add_csv(struct buffer *b, struct text raw)
{
    struct buffer plain = {0};
    printable_add(&plain, raw);
    b->failed |= plain.failed;
    cell_add(b, buffer_text(&plain), ',', false);
    buffer_fini(&plain);
}

static void print_csv(struct printer *p, const struct printed_finding *s)
{
    struct buffer *b = &p->line;
    add_csv(b, text_of(s->file));
    buffer_printf(b, ",%u,%u,", s->finding->at.line, s->finding->at.col);
    if (s->game)
        buffer_printf(b, "%llu", s->game);
    buffer_add_char(b, ',');
    add_csv(b, s->finding->move);
    buffer_printf(b, ",%s,%s,", severity_word(s->severity), finding_kinds[s->finding->code].word);
    add_csv(b, s->finding->message);
    buffer_add_char(b, '\n');
    fwrite(b->s, 1, b->n, p->out);
}

void print_finding_begin(struct printer *p)
{
    if (p->format == PRINT_TAP)
        fputs("TAP version 13\n", p->out);
    else if (p->format == PRINT_CSV)
        fputs("file,line,column,game,move,severity,code,message\n", p->out);
}

void print_finding(struct printer *p, const struct printed_finding *s)
{
    static void (*const printers[])(struct printer *, const struct printed_finding *) = {
        [PRINT_TEXT] = print_text,     [PRINT_JSONL] = print_jsonl, [PRINT_TAP] = print_tap,
        [PRINT_GITHUB] = print_github, [PRINT_CSV] = print_csv,
    };
    if (ferror(p->out)) /* do not try, and perhaps wait, again for each finding */
        return;
    buffer_clear(&p->line);
    printers[p->format](p, s);
}

void print_finding_test(struct printer *p, const char *file, unsigned long long game, bool well)
{
    struct buffer *b = &p->line;
    buffer_clear(b);
    buffer_printf(b, "%s %llu - ", well ? "ok" : "not ok", ++p->tests);
    for (const char *s = file, *end; *s; s = end) { /* a # would begin a TAP directive */
        end = s + strcspn(s, "#");
        printable_add(b, (struct text){s, (size_t)(end - s)});
        if (*end == '#') {
            buffer_add_string(b, "\\#");
            end++;
        }
    }
    if (game)
        buffer_printf(b, " game %llu", game);
    buffer_add_char(b, '\n');
    fwrite(b->s, 1, b->n, p->out);
}

void print_finding_end(struct printer *p)
{
    if (p->format == PRINT_TAP)
        fprintf(p->out, "1..%llu\n", p->tests);
    buffer_fini(&p->line);
}
