// SPDX-License-Identifier: MIT
/* Prints the table for --help. */
#include "cmd/lib/options.h"

#include <string.h>

enum { WIDTH = 79, HELP_COLUMN = 28 };

/* Prints words from column `col` on; further lines begin at column `indent`. */
static void print_wrapped(FILE *out, const char *text, int col, int indent)
{
    while (*text) {
        int n = (int)strcspn(text, " \n");
        if (col > indent && col + 1 + n > WIDTH) {
            fprintf(out, "\n%*s", indent, "");
            col = indent;
        } else if (col > indent) {
            fputc(' ', out);
            col++;
        }
        fprintf(out, "%.*s", n, text);
        col += n;
        text += n;
        text += strspn(text, " \n");
    }
    fputc('\n', out);
}

bool option_names_choices(const struct option_row *row)
{
    const char *word;
    for (size_t i = 0; (word = option_choice(row, i)); i++)
        if (!strstr(row->help, word))
            return false;
    return true;
}

size_t option_help_length(const struct option_row *row)
{
    const char *rest = strstr(row->help, " (default: ");
    return rest ? (size_t)(rest - row->help) : strlen(row->help);
}

const char *option_help_note(const struct option_row *row)
{
    return row->kind == OPTION_LIST && !strstr(row->help, "repeated") ? " (may be repeated)" : "";
}

/* Writes the help, with the choices before the default. */
static void write_help(const struct option_row *row, char *text, size_t size)
{
    const int length = (int)option_help_length(row);
    const bool adds = row->kind == OPTION_CHOICE && !option_names_choices(row);
    size_t n = (size_t)snprintf(text, size, "%.*s", length, row->help);
    const char *word;
    for (size_t i = 0; adds && n < size && (word = option_choice(row, i)); i++)
        n += (size_t)snprintf(text + n, size - n, "%s%s",
                              i == 0                      ? ": "
                              : option_choice(row, i + 1) ? ", "
                                                          : " or ",
                              word);
    if (n < size)
        snprintf(text + n, size - n, "%s%s", option_help_note(row), row->help + length);
}

static void print_row(FILE *out, const struct option_row *row)
{
    char left[80], text[600];
    int n = row->letter ? snprintf(left, sizeof left, "  -%c, --%s", row->letter, row->name)
                        : snprintf(left, sizeof left, "      --%s", row->name);
    if (row->arg)
        snprintf(left + n, sizeof left - (size_t)n, row->bare ? "[=%s]" : "=%s", row->arg);
    write_help(row, text, sizeof text);
    n = fprintf(out, "%s", left);
    if (n >= HELP_COLUMN - 1) {
        fputc('\n', out);
        n = 0;
    }
    fprintf(out, "%*s", HELP_COLUMN - n, "");
    print_wrapped(out, text, HELP_COLUMN, HELP_COLUMN);
}

static const char *group_of(const struct command *command, size_t i)
{
    return command->rows[i].group ? command->rows[i].group : "Options";
}

/*
 * Prints the rows of a group. Groups come in the order in which the table first names them; rows
 * without a group come last, with --help.
 */
static void print_rows(FILE *out, const struct command *command, const char *group)
{
    bool begun = false;
    for (size_t i = 0; i < command->n_rows; i++) {
        if (command->rows[i].hidden || strcmp(group_of(command, i), group) != 0)
            continue;
        if (!begun)
            fprintf(out, "\n%s:\n", group);
        begun = true;
        print_row(out, &command->rows[i]);
    }
}

static bool is_new_group(const struct command *command, size_t i)
{
    if (!command->rows[i].group)
        return false;
    for (size_t k = 0; k < i; k++)
        if (strcmp(group_of(command, k), group_of(command, i)) == 0)
            return false;
    return true;
}

static void print_sentence(FILE *out, const char *text)
{
    fprintf(out, "%c", text[0] >= 'a' && text[0] <= 'z' ? text[0] - 'a' + 'A' : text[0]);
    fprintf(out, "%s.\n", text + 1);
}

void options_help(const struct command *command, const char *name, FILE *out)
{
    static const struct option_row common[] = {
        {.name = "help", .letter = 'h', .help = "print this help and exit"},
        {.name = "version", .help = "print the version and exit"},
    };
    const char *usage = command->usage ? command->usage : "";
    if (command->verbs)
        fprintf(out, "Usage: %s COMMAND [OPTION]...\n", name);
    if (command->run)
        fprintf(out, "%s%s [OPTION]...%s%s\n", command->verbs ? "   or: " : "Usage: ", name,
                *usage ? " " : "", usage);
    print_sentence(out, command->summary);
    if (command->verbs)
        fprintf(out, "\nCommands (each has its own --help):\n");
    for (const struct command *const *v = command->verbs; v && *v; v++) {
        int n = fprintf(out, "  %s", (*v)->name);
        fprintf(out, "%*s", n < 16 ? 16 - n : 1, "");
        print_wrapped(out, (*v)->summary, 16, 16);
    }
    for (size_t i = 0; i < command->n_rows; i++)
        if (is_new_group(command, i))
            print_rows(out, command, command->rows[i].group);
    bool ungrouped = false;
    for (size_t i = 0; i < command->n_rows; i++)
        ungrouped |= !command->rows[i].group && !command->rows[i].hidden;
    if (ungrouped)
        print_rows(out, command, "Options");
    else
        fprintf(out, "\nOptions:\n");
    print_row(out, &common[0]);
    print_row(out, &common[1]);
    if (command->notes)
        fprintf(out, "\n%s\n", command->notes);
}
