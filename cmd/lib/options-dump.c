// SPDX-License-Identifier: MIT
/* Dumps the table for the manual page and for shell completions; called by the build. */
#include "cmd/lib/options.h"
#include "core/base/ascii.h"

#include <string.h>

/* ---- manual page (scdoc) ---- */

static const struct option_row common_rows[] = {
    {.name = "help", .letter = 'h', .help = "print a summary of the options and exit"},
    {.name = "version", .help = "print the version and exit"},
};

static void put_scdoc_char(FILE *out, char c)
{
    if (strchr("\\_*#|[]<>~", c))
        fputc('\\', out);
    fputc(c, out);
}

/* Writes text, escaping characters that scdoc would take for markup. */
static void put_scdoc(FILE *out, const char *s)
{
    for (; *s; s++)
        put_scdoc_char(out, *s);
}

/* Writes the first n characters of a sentence. */
static void put_sentence(FILE *out, const char *s, size_t n)
{
    for (size_t i = 0; i < n; i++)
        put_scdoc_char(out, i == 0 ? ascii_upper(s[i]) : s[i]);
}

static void man_row(FILE *out, const struct option_row *row)
{
    if (row->letter)
        fprintf(out, "*-%c*, ", row->letter);
    fprintf(out, "*--%s*", row->name);
    if (row->arg) {
        fprintf(out, row->bare ? "\\[=_" : "=_");
        put_scdoc(out, row->arg);
        fprintf(out, row->bare ? "_\\]" : "_");
    }
    fprintf(out, "\n\t");
    const size_t length = option_help_length(row);
    put_sentence(out, row->help, length);
    bool adds = row->kind == OPTION_CHOICE && !option_names_choices(row);
    const char *word;
    for (size_t i = 0; adds && (word = option_choice(row, i)); i++) {
        fprintf(out, "%s*", i == 0 ? ": " : option_choice(row, i + 1) ? ", " : " or ");
        put_scdoc(out, word);
        fputc('*', out);
    }
    fprintf(out, "%s", option_help_note(row));
    put_scdoc(out, row->help + length);
    fprintf(out, ".\n\n");
}

/*
 * As in --help: groups come in the order in which the table first names them; rows without a group
 * come last.
 */
static void man_group(FILE *out, const struct command *command, const char *group)
{
    for (size_t i = 0; i < command->n_rows; i++) {
        const struct option_row *row = &command->rows[i];
        bool same = group && row->group ? strcmp(row->group, group) == 0 : group == row->group;
        if (same && !row->hidden)
            man_row(out, row);
    }
}

static void man_options(FILE *out, const struct command *command)
{
    bool grouped = false;
    for (size_t i = 0; i < command->n_rows; i++) {
        const char *group = command->rows[i].group;
        bool seen = !group;
        for (size_t k = 0; k < i && !seen; k++)
            seen = command->rows[k].group && strcmp(command->rows[k].group, group) == 0;
        if (seen)
            continue;
        grouped = true;
        fprintf(out, "## %s\n\n", group);
        man_group(out, command, group);
    }
    if (grouped)
        fprintf(out, "## Options\n\n");
    man_group(out, command, NULL);
    man_row(out, &common_rows[0]);
    man_row(out, &common_rows[1]);
}

static const struct command *verb_of(const struct command *command, const char *name, size_t n)
{
    for (const struct command *const *v = command->verbs; v && *v; v++)
        if (strlen((*v)->name) == n && strncmp((*v)->name, name, n) == 0)
            return *v;
    return NULL;
}

static int man_page(const struct command *command, FILE *in, FILE *out)
{
    static const char mark[] = "@OPTIONS";
    char line[4096];
    bool pasted = false;
    while (fgets(line, sizeof line, in)) {
        size_t n = strcspn(line, "\n");
        if (strncmp(line, mark, sizeof mark - 1) != 0 || line[n - 1] != '@') {
            fputs(line, out);
            continue;
        }
        const char *verb = line + sizeof mark - 1;
        const struct command *of = command;
        if (*verb == ' ')
            of = verb_of(command, verb + 1, strcspn(verb + 1, "@"));
        if (!of) {
            fprintf(stderr, "%s: the page names an unknown verb: %s", command->name, line);
            return -1;
        }
        man_options(out, of);
        pasted = true;
    }
    if (!pasted)
        fprintf(stderr, "%s: the page has no line @OPTIONS@\n", command->name);
    return pasted ? 0 : -1;
}

/* ---- what the completions share ---- */

static void choices(FILE *out, const struct option_row *row)
{
    const char *word;
    for (size_t i = 0; (word = option_choice(row, i)); i++)
        fprintf(out, "%s%s", i ? " " : "", word);
}

/* Whether the option's words may be listed with commas between them. */
static bool takes_list(const struct option_row *row)
{
    return row->kind == OPTION_LIST && option_choice(row, 0);
}

static void words(FILE *out, const char *const *list, const char *between)
{
    for (const char *const *w = list; w && *w; w++)
        fprintf(out, "%s%s", w == list ? "" : between, *w);
}

/* Writes text for single quotes of a shell; characters in `also` are escaped by a backslash. */
static void put_quoted(FILE *out, const char *s, const char *also)
{
    for (; *s; s++) {
        if (*s == '\'')
            fputs("'\\''", out);
        else if (strchr(also, *s))
            fprintf(out, "\\%c", *s);
        else
            fputc(*s, out);
    }
}

/* Writes the name of a shell function. */
static void put_name(FILE *out, const char *name)
{
    for (; *name; name++)
        fputc(ascii_is_alnum(*name) ? *name : '_', out);
}

/* ---- bash ---- */

/* Writes what may follow an option. An optional argument is attached: --context=3. */
static void bash_value(FILE *out, const struct option_row *row)
{
    if (!row->bare)
        fprintf(out, "--%s | ", row->name);
    fprintf(out, "--%s=", row->name);
    if (row->letter && !row->bare)
        fprintf(out, " | -%c", row->letter);
    if (option_choice(row, 0)) {
        fprintf(out, ") words='");
        choices(out, row);
        fprintf(out, "'%s ;;\n", takes_list(row) ? " listed=1" : "");
    } else {
        fprintf(out, row->file ? ") files=1 ;;\n" : ") ;;\n");
    }
}

static void bash_command(FILE *out, const struct command *command, const char *indent)
{
    fprintf(out, "%scase $option in\n", indent);
    for (size_t i = 0; i < command->n_rows; i++) {
        if (!command->rows[i].arg || command->rows[i].hidden)
            continue;
        fputs(indent, out);
        bash_value(out, &command->rows[i]);
    }
    fprintf(out, "%s*)\n%s    if [[ $current == -* ]]; then\n%s        words='", indent, indent,
            indent);
    for (size_t i = 0; i < command->n_rows; i++)
        if (!command->rows[i].hidden)
            fprintf(out, "--%s ", command->rows[i].name);
    fprintf(out, "--help --version'\n");
    if (command->operand_words) {
        fprintf(out, "%s    else\n%s        words='", indent, indent);
        words(out, command->operand_words, " ");
        fprintf(out, "'\n");
    } else if (command->files) {
        fprintf(out, "%s    else\n%s        files=1\n", indent, indent);
    }
    fprintf(out, "%s    fi\n%s    ;;\n%sesac\n", indent, indent, indent);
}

static void bash(const struct command *command, FILE *out)
{
    fprintf(out, "# Completion of %s for bash; made from its table of options.\n", command->name);
    put_name(out, command->name);
    fprintf(out, "()\n{\n"
                 "    local current=${COMP_WORDS[COMP_CWORD]} option=${COMP_WORDS[COMP_CWORD-1]}\n"
                 "    local words='' files='' listed=''\n"
                 "    # \"--name=value\" arrives as three words.\n"
                 "    if [[ $current == = ]]; then\n"
                 "        current='' option+='='\n"
                 "    elif [[ $option == = ]]; then\n"
                 "        option=${COMP_WORDS[COMP_CWORD-2]}=\n"
                 "    fi\n"
                 "    COMPREPLY=()\n");
    if (command->verbs) {
        fprintf(out, "    case $((COMP_CWORD > 1)):${COMP_WORDS[1]} in\n");
        for (const struct command *const *v = command->verbs; *v; v++) {
            fprintf(out, "    1:%s)\n", (*v)->name);
            bash_command(out, *v, "        ");
            fprintf(out, "        ;;\n");
        }
        fprintf(out, "    *)\n");
    }
    const char *indent = command->verbs ? "        " : "    ";
    bash_command(out, command, indent);
    if (command->verbs) {
        fprintf(out, "        if ((COMP_CWORD == 1)); then\n            words+=' ");
        for (const struct command *const *v = command->verbs; *v; v++)
            fprintf(out, "%s%s", v == command->verbs ? "" : " ", (*v)->name);
        fprintf(out, "'\n        fi\n        ;;\n    esac\n");
    }
    fprintf(out,
            "    if [[ $files ]]; then\n"
            "        mapfile -t COMPREPLY < <(compgen -f -- \"$current\")\n"
            "        compopt -o filenames 2>/dev/null\n"
            "    elif [[ $listed && $current == *,* ]]; then\n"
            "        mapfile -t COMPREPLY < <(compgen -P \"${current%%,*},\" -W \"$words\" \\\n"
            "            -- \"${current##*,}\")\n"
            "    else\n"
            "        mapfile -t COMPREPLY < <(compgen -W \"$words\" -- \"$current\")\n"
            "    fi\n}\ncomplete -F ");
    put_name(out, command->name);
    fprintf(out, " %s\n", command->name);
}

/* ---- zsh ---- */

/*
 * '(-n --nodes)'{-n+,--nodes=}'[help]:N:': one spelling excludes the other, unless the option may
 * be repeated: '*'{-w+,--where=}'[help]:EXPR:'.
 */
static void zsh_row(FILE *out, const struct option_row *row)
{
    const char *value = !row->arg ? "" : row->bare ? "=-" : "=";
    bool repeated = row->kind == OPTION_LIST;
    fprintf(out, " \\\n        '");
    if (row->letter && !repeated)
        fprintf(out, "(-%c --%s)", row->letter, row->name);
    fputs(repeated ? "*" : "", out);
    if (row->letter)
        fprintf(out, "'{-%c%s,--%s%s}'", row->letter, row->arg && !row->bare ? "+" : "", row->name,
                value);
    else
        fprintf(out, "--%s%s", row->name, value);
    fprintf(out, "[");
    put_quoted(out, row->help, "[]:\\");
    fprintf(out, "]");
    if (row->arg) {
        fputs(row->bare ? "::" : ":", out);
        put_quoted(out, row->arg, "[]:\\");
        fprintf(out, ":");
        if (option_choice(row, 0)) {
            fputs(takes_list(row) ? "_sequence compadd - " : "(", out);
            choices(out, row);
            fputs(takes_list(row) ? "" : ")", out);
        } else if (row->file) {
            fprintf(out, "_files");
        }
    }
    fprintf(out, "'");
}

static void zsh_command(FILE *out, const struct command *command)
{
    fprintf(out, "    _arguments -s -S");
    for (size_t i = 0; i < command->n_rows; i++)
        if (!command->rows[i].hidden)
            zsh_row(out, &command->rows[i]);
    zsh_row(out, &common_rows[0]);
    zsh_row(out, &common_rows[1]);
    if (command->operand_words) {
        fprintf(out, " \\\n        '*:operand:(");
        words(out, command->operand_words, " ");
        fprintf(out, ")'");
    } else if (command->files) {
        fprintf(out, " \\\n        '*:file:_files'");
    }
    fprintf(out, "\n");
}

static void zsh(const struct command *command, FILE *out)
{
    fprintf(out, "#compdef %s\n# Made from the table of options of %s.\n", command->name,
            command->name);
    if (!command->verbs) {
        zsh_command(out, command);
        return;
    }
    fprintf(out, "local -a verbs\nverbs=(\n");
    for (const struct command *const *v = command->verbs; *v; v++) {
        fprintf(out, "    '%s:", (*v)->name);
        put_quoted(out, (*v)->summary, ":\\");
        fprintf(out, "'\n");
    }
    fprintf(out, ")\nif (( CURRENT == 2 )) && [[ $words[2] != -* ]]; then\n"
                 "    _describe verb verbs\n    return\nfi\ncase $words[2] in\n");
    for (const struct command *const *v = command->verbs; *v; v++) {
        fprintf(out, "%s)\n    shift words\n    (( CURRENT-- ))\n", (*v)->name);
        zsh_command(out, *v);
        fprintf(out, "    ;;\n");
    }
    fprintf(out, "*)\n");
    zsh_command(out, command);
    fprintf(out, "    ;;\nesac\n");
}

/* ---- fish ---- */

static void fish_row(FILE *out, const char *name, const char *when, const struct option_row *row)
{
    fprintf(out, "complete -c %s%s -l %s", name, when, row->name);
    if (row->letter)
        fprintf(out, " -s %c", row->letter);
    if (row->arg)
        fprintf(out, row->bare ? " -f" : row->file ? " -r -F" : " -x");
    if (option_choice(row, 0)) {
        fprintf(out, takes_list(row) ? " -a '(__fish_append , " : " -a '");
        choices(out, row);
        fprintf(out, takes_list(row) ? ")'" : "'");
    }
    fprintf(out, " -d '");
    for (const char *p = row->help; *p; p++)
        fprintf(out, *p == '\'' || *p == '\\' ? "\\%c" : "%c", *p);
    fprintf(out, "'\n");
}

static void fish_command(FILE *out, const char *name, const char *when,
                         const struct command *command)
{
    for (size_t i = 0; i < command->n_rows; i++)
        if (!command->rows[i].hidden)
            fish_row(out, name, when, &command->rows[i]);
    if (command->operand_words) {
        fprintf(out, "complete -c %s%s -f -a '", name, when);
        words(out, command->operand_words, " ");
        fprintf(out, "'\n");
    } else if (!command->files) {
        fprintf(out, "complete -c %s%s -f\n", name, when);
    }
}

static void fish(const struct command *command, FILE *out)
{
    char when[200] = "";
    fprintf(out, "# Completion of %s for fish; made from its table of options.\n", command->name);
    fish_row(out, command->name, "", &common_rows[0]);
    fish_row(out, command->name, "", &common_rows[1]);
    if (command->verbs)
        snprintf(when, sizeof when, " -n __fish_use_subcommand");
    if (!command->verbs || command->run)
        fish_command(out, command->name, when, command);
    for (const struct command *const *v = command->verbs; v && *v; v++) {
        fprintf(out, "complete -c %s -n __fish_use_subcommand -f -a %s -d '", command->name,
                (*v)->name);
        put_quoted(out, (*v)->summary, "");
        fprintf(out, "'\n");
        snprintf(when, sizeof when, " -n '__fish_seen_subcommand_from %s'", (*v)->name);
        fish_command(out, command->name, when, *v);
    }
}

/* ---- for tests ---- */

static void list(const struct command *command, const char *verb, FILE *out)
{
    for (size_t i = 0; i < command->n_rows; i++)
        if (!command->rows[i].hidden)
            fprintf(out, "%s--%s\n", verb, command->rows[i].name);
    for (const struct command *const *v = command->verbs; v && *v; v++) {
        char prefix[64];
        snprintf(prefix, sizeof prefix, "%s ", (*v)->name);
        list(*v, prefix, out);
    }
}

int options_dump(const struct command *command, enum dump_form form, FILE *in, FILE *out)
{
    switch (form) {
    case DUMP_BASH:
        bash(command, out);
        break;
    case DUMP_FISH:
        fish(command, out);
        break;
    case DUMP_ZSH:
        zsh(command, out);
        break;
    case DUMP_LIST:
        list(command, "", out);
        break;
    case DUMP_MAN:
        if (man_page(command, in, out))
            return -1;
        break;
    }
    return ferror(out) ? -1 : 0;
}
