// SPDX-License-Identifier: MIT
/* dama-validate: says what is wrong in game files, each fault with its place and its reason. */
#include "cmd/validate/validate.h"
#include "core/base/encoding.h"
#include "pdn/format.h"

#include <stdlib.h>
#include <unistd.h>

static const char *const severity_words[] = {"note", "warning", "error", NULL};
static const char *const summary_words[] = {"no", "also", "only", NULL};
static const char *const variant_words[] = {
    "list",         "international",     "english",    "russian",  "brazilian", "italian", "czech",
    "pool",         "spanish",           "portuguese", "thai",     "frisian",   "frysk",   "killer",
    "breakthrough", "antidraughts",      "turkish",    "armenian", "tama",      "dameo",   "croda",
    "altdeutsch",   "altdeutsch-flying", NULL};

#define AT(field) OPTION_AT(struct validate_settings, field)

static const struct option_row rows[] = {
    {"baseline", 0, OPTION_TEXT, "FILE", AT(baseline),
     .help = "keep quiet about the findings that FILE lists", .group = "What is reported",
     .file = true},
    {"color", 0, OPTION_CHOICE, "WHEN", AT(colour), .choices = colour_words,
     .help = "use colours: auto, always or never", .group = "How it is printed"},
    {"context", 'c', OPTION_FLAG, NULL, AT(context),
     .help = "show the line with a caret, and the board before the move",
     .group = "How it is printed"},
    {"disable", 'd', OPTION_LIST, "CODE", AT(disabled),
     .help = "keep quiet about CODE (may be given several times, or with commas)",
     .group = "What is reported"},
    {"draws", 0, OPTION_TEXT, "PROFILE", AT(draws),
     .help = "draw rules to check by, where the variant has them: fmjd, dam, none",
     .group = "What is checked"},
    {"encoding", 0, OPTION_TEXT, "NAME", AT(encoding), .choices = encoding_names,
     .help = "what the input is in, instead of finding out", .group = "What is checked"},
    {"endgame", 0, OPTION_TEXT, "DIR", AT(endgame), .file = true,
     .help = "check the endgame databases in DIR, and results by them", .group = "What is checked"},
    {"explain", 0, OPTION_TEXT, "CODE", AT(explain),
     .help = "print what a code means, or all of them with 'list', and stop"},
    {"fix", 0, OPTION_TEXT, "FILE", AT(fix),
     .help = "write a copy with the certain repairs to FILE", .group = "Repairs", .file = true},
    {"format", 'f', OPTION_CHOICE, "FORMAT", AT(format), .choices = print_format_words,
     .help = "print findings as text, jsonl, tap, github or csv", .group = "How it is printed"},
    {"in-place", 'i', OPTION_FLAG, NULL, AT(in_place),
     .help = "write the certain repairs into the files, and keep each old one as FILE~",
     .group = "Repairs"},
    {"jobs", 'j', OPTION_UNSIGNED, "N", AT(jobs), .max = PIPELINE_JOBS_MAX,
     .help = "threads; 0, the default: as many as cores"},
    {"lenient", 0, OPTION_FLAG, NULL, AT(lenient),
     .help = "take the first of several captures that nothing tells apart, and go on",
     .group = "What is checked"},
    {"patch", 'p', OPTION_FLAG, NULL, AT(patch),
     .help = "print a unified diff with all repairs, guesses too, instead of findings",
     .group = "Repairs"},
    {"quiet", 'q', OPTION_FLAG, NULL, AT(quiet), .help = "show no progress"},
    {"severity", 0, OPTION_CHOICE, "LEAST", AT(severity), .choices = severity_words,
     .help = "print findings from this severity on: note, warning or error",
     .group = "What is reported"},
    {"strict", 0, OPTION_FLAG, NULL, AT(strict),
     .help = "every departure from the grammar of PDN 3.0 is an error",
     .group = "What is reported"},
    {"summary", 's', OPTION_CHOICE, "WHEN", AT(summary), .choices = summary_words, .bare = "also",
     .help = "print games, and findings by code and by file; 'only': nothing else",
     .group = "How it is printed"},
    {"variant", 0, OPTION_TEXT, "NAME", AT(variant), .choices = variant_words,
     .help = "rules of all games, whatever their tags say; 'list' shows them",
     .group = "What is checked"},
    {"write-baseline", 0, OPTION_FLAG, NULL, AT(write_baseline),
     .help = "write all findings to the file of --baseline, and print none",
     .group = "What is reported"},
};

/* ---- --explain ---- */

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

/* What means something to scdoc is made plain. */
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

/* The manual page dama-findings(7), for scdoc. */
static void print_page(FILE *out)
{
    fputs(
        "dama-findings(7)\n\n# NAME\n\ndama-findings - what dama-validate can find\n\n"
        "# DESCRIPTION\n\n"
        "Each finding of *dama-validate*(1) has a code, which stays the same from version to version, and a severity. "
        "The second severity, where there is one, is that with *--strict*. D numbers are those of the list of "
        "deviations from PDN that dama answers to.\n\n# CODES\n",
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

static int unknown_code(const struct command *command, const char *word)
{
    const char *words[FINDING_COUNT];
    for (unsigned i = 0; i < FINDING_COUNT; i++)
        words[i] = finding_kinds[i].word;
    int nearest = text_nearest(word, words, FINDING_COUNT);
    if (nearest >= 0)
        return command_usage(command, "there is no code '%s', did you mean '%s'?", word,
                             words[nearest]);
    return command_usage(command, "there is no code '%s'; --explain=list shows all", word);
}

static int explain(const struct command *command, const char *word)
{
    enum finding_code code;
    if (strcmp(word, "list") == 0) {
        for (unsigned i = 0; i < FINDING_COUNT; i++)
            printf("%-24s %-8s %s\n", finding_kinds[i].word,
                   severity_word(finding_kinds[i].severity), finding_kinds[i].title);
        return command_finish(EXIT_WELL);
    }
    if (strcmp(word, "page") == 0) {
        print_page(stdout);
        return command_finish(EXIT_WELL);
    }
    if (!finding_code_of(text_of(word), &code))
        return unknown_code(command, word);
    print_code(&finding_kinds[code], stdout);
    return command_finish(EXIT_WELL);
}

/* ---- settings ---- */

static int disable(const struct command *command, struct validate_settings *s)
{
    for (unsigned i = 0; i < s->disabled.n; i++) {
        const char *word = s->disabled.words[i];
        while (*word) {
            size_t n = strcspn(word, ",");
            enum finding_code code;
            char own[64];
            snprintf(own, sizeof own, "%.*s", (int)n, word);
            if (!finding_code_of(text_of(own), &code))
                return unknown_code(command, own);
            s->is_disabled[code] = true;
            word += n + (word[n] == ',');
        }
    }
    return 0;
}

/* Names that have to be known before anything is read. */
static int check_names(const struct command *command, struct validate_settings *s)
{
    struct err err = {0};
    bool known = !s->draws;
    if (s->variant && rules_find(text_of(s->variant), &s->rules, &err))
        return command_usage(command, "%s", err.msg);
    for (unsigned i = 0; i < rules_count && !known; i++)
        if (!s->rules || rules_all[i] == s->rules)
            known = draw_profile_find(rules_all[i], text_of(s->draws), &err) != NULL;
    if (!known && s->rules)
        known = draw_profile_find(s->rules, text_of(s->draws), NULL) != NULL;
    if (!known)
        return command_usage(command, "%s", err.msg);
    if (s->encoding && !encoding_find(s->encoding, &err))
        return command_usage(command, "%s", err.msg);
    return disable(command, s);
}

static bool is_input(const char *path, const struct walk *inputs)
{
    for (unsigned i = 0; path && i < inputs->n; i++)
        if (input_is_at(inputs->paths[i], path))
            return true;
    return false;
}

static int check_combination(const struct command *command, const struct validate_settings *s,
                             const struct walk *inputs)
{
    if ((s->fix != NULL) + s->in_place + s->patch > 1)
        return command_usage(command, "--fix, --in-place and --patch exclude each other");
    if (s->write_baseline && !s->baseline)
        return command_usage(command, "--write-baseline wants --baseline=FILE");
    if (s->fix && inputs->n != 1)
        return command_usage(command, "--fix=FILE is for one file; there are %u", inputs->n);
    if (is_input(s->fix, inputs))
        return command_usage(command, "%s is the input; --in-place changes it and keeps a backup",
                             s->fix);
    if (s->write_baseline && is_input(s->baseline, inputs))
        return command_usage(command, "%s is an input, and would be lost", s->baseline);
    for (unsigned i = 0; s->in_place && i < inputs->n; i++)
        if (strcmp(inputs->paths[i], "-") == 0)
            return command_usage(command, "--in-place cannot change standard input");
    return 0;
}

static int read_settings(const struct command *command, int argc, char **argv,
                         struct validate_settings *s, struct walk *inputs)
{
    int first;
    if (options_read(command, argc, argv, s, &first))
        return EXIT_USAGE;
    if (s->explain || (s->variant && strcmp(s->variant, "list") == 0))
        return 0;
    int status = check_names(command, s);
    s->only_endgame = s->endgame && first == argc;
    if (status == 0)
        status = inputs_find(inputs, argv + first, argc - first, format_is_pdn_file);
    return status ? status : check_combination(command, s, inputs);
}

/* ---- the run ---- */

static int open_baseline(struct validate *v)
{
    const struct validate_settings *s = v->settings;
    struct err err = {0};
    if (!s->baseline)
        return 0;
    if (s->write_baseline)
        v->new_baseline = baseline_open();
    else
        v->baseline = baseline_read(s->baseline, &err);
    if (v->baseline || v->new_baseline)
        return 0;
    if (!err.msg[0])
        err_set(&err, (struct src_pos){0}, "out of memory");
    command_error(&err);
    return EXIT_IO;
}

static int finish(struct validate *v, int status)
{
    const struct validate_settings *s = v->settings;
    struct err err = {0};
    if (v->new_baseline && status < EXIT_IO && baseline_write(v->new_baseline, s->baseline, &err)) {
        command_error(&err);
        status = command_worse(status, EXIT_IO);
    }
    if (s->summary != SUMMARY_NONE)
        validate_print_summary(v, s->format == PRINT_TEXT && !s->patch ? stdout : stderr);
    if ((s->fix || s->in_place) && !s->quiet)
        command_say("%llu finding%s mended", (unsigned long long)v->mended,
                    v->mended == 1 ? "" : "s");
    return status;
}

static int run(const struct command *command, int argc, char **argv)
{
    struct validate_settings settings = {0};
    struct validate v = {.settings = &settings};
    int status = read_settings(command, argc, argv, &settings, &v.inputs);
    if (status == 0 && settings.explain) {
        status = explain(command, settings.explain);
    } else if (status == 0 && settings.variant && !settings.rules) {
        rules_print_table(stdout);
        status = command_finish(EXIT_WELL);
    } else if (status == 0 && settings.only_endgame) {
        status = command_finish(validate_endgame_verify(settings.endgame, settings.quiet));
    } else if (status == 0 && !(status = open_baseline(&v))) {
        static char room[1 << 16];
        setvbuf(stdout, room, _IOFBF, sizeof room);
        v.printer =
            (struct printer){.out = stdout,
                             .format = (enum print_format)settings.format,
                             .colour = colour_wanted((enum colour_when)settings.colour, stdout),
                             .context = settings.context,
                             .strict = settings.strict};
        if (settings.endgame)
            status = validate_endgame_verify(settings.endgame, settings.quiet);
        status = command_finish(command_worse(status, finish(&v, validate_run(&v))));
    }
    baseline_close(v.baseline);
    baseline_close(v.new_baseline);
    repairs_fini(&v.repairs);
    walk_fini(&v.inputs);
    free(v.files);
    option_list_fini(&settings.disabled);
    return status;
}

static const struct command command = {
    .name = "dama-validate",
    .summary = "say what is wrong in game files",
    COMMAND_ON_FILES(rows),
    .run = run,
};

int main(int argc, char **argv) { return command_main(&command, argc, argv); }
