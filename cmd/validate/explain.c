// SPDX-License-Identifier: MIT
/* --explain: says what a code means, on the terminal and as a manual page. */
#include "cmd/validate/validate.h"
#include "core/base/text.h"

#include <string.h>

static void print_wrapped(const char *text, FILE *out)
{
    enum { WIDTH = 78 };
    size_t column = 0;
    while (*text) {
        size_t n = strcspn(text, " ");
        if (column && column + 1 + n > WIDTH) {
            fputc('\n', out);
            column = 0;
        }
        fprintf(out, "%s%.*s", column ? " " : "", (int)n, text);
        column += (column != 0) + n;
        text += n;
        text += strspn(text, " ");
    }
    fputc('\n', out);
}

/* Escapes characters that scdoc would take for markup. */
static void print_escaped(const char *text, FILE *out)
{
    for (; *text; text++) {
        if (strchr("*_\\[]|<>#~`", *text))
            fputc('\\', out);
        fputc(*text, out);
    }
}

static void print_code(const struct finding_kind *kind, FILE *out)
{
    fprintf(out, "%s: %s", kind->word, severity_word(kind->severity));
    if (kind->strict != kind->severity)
        fprintf(out, ", with --strict %s", severity_word(kind->strict));
    fprintf(out, "\n%s\n\n", kind->title);
    print_wrapped(kind->explanation, out);
}

/* Prints the manual page dama-findings(7), for scdoc. */
static void print_page(FILE *out)
{
    fputs("dama-findings(7)\n\n# NAME\n\ndama-findings - what dama-validate can find\n\n"
          "# DESCRIPTION\n\n"
          "Each finding of *dama-validate*(1) has a code, which stays the same from version to "
          "version, and a severity. "
          "If two are given, the second applies with *--strict*.\n\n# CODES\n",
          out);
    for (unsigned i = 0; i < FINDING_COUNT; i++) {
        const struct finding_kind *kind = &finding_kinds[i];
        fprintf(out, "\n*%s* (%s%s%s)\n\t", kind->word, severity_word(kind->severity),
                kind->strict == kind->severity ? "" : ", ",
                kind->strict == kind->severity ? "" : severity_word(kind->strict));
        print_escaped(kind->title, out);
        fputs(".++\n", out);
        print_escaped(kind->explanation, out);
        fputc('\n', out);
    }
    fputs("\n# SEE ALSO\n\n*dama-validate*(1), *dama*(7)\n", out);
}

int validate_unknown_code(const char *word)
{
    const char *words[FINDING_COUNT];
    for (unsigned i = 0; i < FINDING_COUNT; i++)
        words[i] = finding_kinds[i].word;
    int nearest = text_nearest(word, words, FINDING_COUNT);
    if (nearest >= 0)
        return command_usage("unknown code '%s'; did you mean '%s'?", word, words[nearest]);
    return command_usage("unknown code '%s'; --explain=list shows all of them", word);
}

static int explain(const char *word)
{
    enum finding_code code;
    if (strcmp(word, "list") == 0) {
        for (unsigned i = 0; i < FINDING_COUNT; i++)
            printf("%-24s %-8s %s\n", finding_kinds[i].word,
                   severity_word(finding_kinds[i].severity), finding_kinds[i].title);
        return EXIT_WELL;
    }
    if (strcmp(word, "page") == 0) {
        print_page(stdout);
        return EXIT_WELL;
    }
    if (!finding_code_of(text_of(word), &code))
        return validate_unknown_code(word);
    print_code(&finding_kinds[code], stdout);
    return EXIT_WELL;
}

/* Explains the codes of a list such as "illegal-move,bad-fen", with a blank line between them. */
static int explain_list(const char *list)
{
    int status;
    do {
        const size_t n = strcspn(list, ",");
        char word[64];
        snprintf(word, sizeof word, "%.*s", TEXT_ARGS(text_trim((struct text){list, n})));
        status = explain(word);
        list += n + (list[n] == ',');
        if (*list && status == EXIT_WELL)
            putchar('\n');
    } while (*list && status == EXIT_WELL);
    return status;
}

int validate_explain(const struct option_list *words)
{
    int status = EXIT_WELL;
    for (unsigned i = 0; i < words->n && status == EXIT_WELL; i++) {
        if (i)
            putchar('\n');
        status = explain_list(words->words[i]);
    }
    return command_finish(status);
}
