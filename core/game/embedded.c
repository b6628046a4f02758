// SPDX-License-Identifier: MIT
#include "core/game/embedded.h"

#include "core/base/array.h"
#include "core/base/ascii.h"

static const char *skip_blanks(const char *p, const char *end)
{
    while (p < end && ascii_is_space(*p))
        p++;
    return p;
}

static bool in_name(char c) { return ascii_is_alnum(c) || c == '_'; }

bool embedded_next(struct text comment, size_t *from, struct embedded *out)
{
    const char *p = comment.s + *from, *end = comment.s + comment.n;
    while (end - p > 2 && (p = memchr(p, '[', (size_t)(end - p - 2)))) {
        const char *name = p + 2, *q = name;
        while (q < end && in_name(*q))
            q++;
        const char *close = p[1] == '%' && q > name ? memchr(q, ']', (size_t)(end - q)) : NULL;
        if (p[1] == '%' && q > name && !close)
            break; /* no closing bracket: there are no more commands */
        if (!close) {
            p++;
            continue;
        }
        *out = (struct embedded){{p, (size_t)(close + 1 - p)},
                                 {name, (size_t)(q - name)},
                                 text_trim((struct text){q, (size_t)(close - q)})};
        *from = (size_t)(close + 1 - comment.s);
        return true;
    }
    *from = comment.n;
    return false;
}

bool embedded_find(struct text comment, const char *name, struct embedded *out)
{
    for (size_t from = 0; embedded_next(comment, &from, out);)
        if (text_is_nocase(out->name, name))
            return true;
    return false;
}

/* @return the subject of a command, EMBEDDED_...; 0 for a drawing or an unknown command */
static unsigned subject_of(const struct embedded *command)
{
    static const struct {
        const char *name;
        unsigned about;
    } names[] = {
        {"clk", EMBEDDED_CLOCKS},    {"clock", EMBEDDED_CLOCKS}, {"mct", EMBEDDED_CLOCKS},
        {"egt", EMBEDDED_CLOCKS},    {"emt", EMBEDDED_CLOCKS},   {"eval", EMBEDDED_EVALS},
        {"depth", EMBEDDED_EVALS},   {"pv", EMBEDDED_EVALS},     {"nodes", EMBEDDED_EVALS},
        {"knps", EMBEDDED_EVALS},    {"nps", EMBEDDED_EVALS},    {"wdl", EMBEDDED_EVALS},
        {"drgnode", EMBEDDED_EVALS}, {"inbook", EMBEDDED_EVALS}, {"dama", EMBEDDED_EVALS},
    };
    for (size_t i = 0; i < ARRAY_LEN(names); i++)
        if (text_is_nocase(command->name, names[i].name))
            return names[i].about;
    return 0;
}

/* Adds words, after a blank unless they are the first. */
static void add_words(struct buffer *out, size_t begin, struct text words)
{
    words = text_trim(words);
    if (words.n > 0 && out->n > begin)
        buffer_add_char(out, ' ');
    buffer_add_text(out, words);
}

bool embedded_strip(struct text comment, unsigned about, struct buffer *out)
{
    struct embedded command;
    size_t begin = out->n, from = 0, kept = 0;
    bool any = false;
    while (embedded_next(comment, &from, &command)) {
        if (!(subject_of(&command) & about))
            continue;
        add_words(out, begin,
                  (struct text){comment.s + kept, (size_t)(command.whole.s - comment.s) - kept});
        kept = from;
        any = true;
    }
    if (any)
        add_words(out, begin, (struct text){comment.s + kept, comment.n - kept});
    return any;
}

/*
 * Reads a number, up to a bound that keeps sums of times within 64 bits.
 * @return where its digits end; NULL: there are none, or it is beyond the bound
 */
static const char *read_digits(const char *p, const char *end, int64_t *out)
{
    const char *from = p;
    for (*out = 0; p < end && ascii_is_digit(*p) && p - from < 9; p++)
        *out = *out * 10 + (*p - '0');
    return p > from && (p == end || !ascii_is_digit(*p)) ? p : NULL;
}

bool embedded_read_time(struct text t, int64_t *ms)
{
    const char *p = t.s, *end = t.s + t.n;
    int64_t part[3];
    unsigned n = 0;
    do {
        if (n == 3 || !(p = read_digits(p, end, &part[n])) || (n > 0 && part[n] > 59))
            return false;
        n++;
    } while (p < end && *p == ':' && p++ < end);
    if (n < 2)
        return false;
    *ms = (part[0] * 3600 + part[1] * 60 + (n == 3 ? part[2] : 0)) * 1000;
    if (p < end && *p == '.' && n == 3) {
        int64_t unit = 100;
        for (p++; p < end && ascii_is_digit(*p); p++, unit /= 10)
            *ms += (*p - '0') * unit;
    }
    return p == end;
}

bool embedded_read_clocks(struct text value, struct embedded_clocks *out)
{
    *out = (struct embedded_clocks){EMBEDDED_NO_TIME, EMBEDDED_NO_TIME, EMBEDDED_NO_TIME, false,
                                    false};
    const char *p = skip_blanks(value.s, value.s + value.n), *end = value.s + value.n;
    bool any = false;
    while (p < end) {
        const char *word = p;
        while (p < end && !ascii_is_space(*p))
            p++;
        char side = ascii_is_letter(*word) ? *word : '\0';
        int64_t *to = (side | 32) == 'w'   ? &out->white
                      : (side | 32) == 'b' ? &out->black
                                           : &out->mover;
        if (side && to == &out->mover)
            return false;
        word += side != '\0';
        const bool overdrawn = word < p && *word == '-';
        word += overdrawn;
        if (!embedded_read_time((struct text){word, (size_t)(p - word)}, to))
            return false;
        *to = overdrawn ? -*to : *to;
        out->white_runs |= side == 'W';
        out->black_runs |= side == 'B';
        any = true;
        p = skip_blanks(p, end);
    }
    return any;
}

bool embedded_read_eval(struct text value, struct embedded_eval *out)
{
    const char *p = value.s, *end = value.s + value.n;
    int64_t whole, part = 0;
    *out = (struct embedded_eval){.decided = p < end && *p == '#'};
    p += out->decided;
    bool minus = p < end && *p == '-';
    p += p < end && (*p == '-' || *p == '+');
    if (!(p = read_digits(p, end, &whole)) || whole > 1000000)
        return false;
    if (p < end && *p == '.' && !out->decided) {
        int64_t unit = 10;
        for (p++; p < end && ascii_is_digit(*p); p++, unit /= 10)
            part += (*p - '0') * unit;
    }
    int64_t amount = out->decided ? whole : whole * 100 + part;
    out->moves = out->decided ? (int)(minus ? -amount : amount) : 0;
    out->hundredths = out->decided ? 0 : (int32_t)(minus ? -amount : amount);
    return p == end;
}
