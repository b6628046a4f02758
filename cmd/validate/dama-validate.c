// SPDX-License-Identifier: MIT
/* dama-validate: finds faults in game files, each with its place and its reason. */
#include "cmd/lib/backups.h"
#include "cmd/lib/terminal.h"
#include "cmd/validate/validate.h"
#include "core/base/array.h"
#include "core/base/compressor.h"
#include "core/base/encoding.h"
#include "core/base/path.h"
#include "core/board/draw-profile.h"
#include "pdn/format.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char *const severity_words[] = {"note", "warning", "error", NULL};
static const char *const summary_words[] = {"no", "also", "only", NULL};
static const char *const fail_words[] = {"note", "warning", "error", "never", NULL};

static const char *code_word(size_t i)
{
    return i < FINDING_COUNT ? finding_kinds[i].word : i == FINDING_COUNT ? "all" : NULL;
}

static const char *explain_word(size_t i)
{
    return i < FINDING_COUNT ? finding_kinds[i].word : i == FINDING_COUNT ? "list" : NULL;
}

static const char *variant_word(size_t i)
{
    return i < rules_count ? rules_all[i]->name : i == rules_count ? "list" : NULL;
}

#define AT(field) OPTION_AT(struct validate_settings, field)

static int read_fix(void *settings, const char *arg, struct err *err)
{
    struct validate_settings *s = settings;
    if (arg[0])
        return err_plain(err, "takes no FILE; write '--fix --output=%s'", arg);
    s->fix = true;
    return 0;
}

static const struct option_row rows[] = {
    {"all", 0, OPTION_FLAG, NULL, AT(all),
     .help = "print every note; without this, a note that is repeated in a file is printed once",
     .group = "Reporting"},
    {"baseline", 0, OPTION_TEXT, "FILE", AT(baseline),
     .help = "do not report the findings listed in FILE", .group = "Reporting", .file = true,
     .once = true},
    {"color", 0, OPTION_CHOICE, "WHEN", AT(colour), .choices = terminal_colour_words,
     .help = "use colours: auto, always or never", .group = "Output"},
    {"colour", 0, OPTION_CHOICE, "WHEN", AT(colour), .choices = terminal_colour_words,
     .help = "same as --color", .group = "Output", .hidden = true},
    {"context", 'c', OPTION_FLAG, NULL, AT(context),
     .help = "show the line with a caret, and the board before the move", .group = "Output"},
    {"disable", 0, OPTION_LIST, "CODE", AT(disabled), .choice = code_word,
     .help =
         "do not report CODE, or anything with 'all'; may be repeated, or take a comma-separated list",
     .group = "Reporting"},
    {"draws", 0, OPTION_TEXT, "PROFILE", AT(draws), .choice = draw_profile_word,
     .help =
         "check by these draw rules, such as fmjd or wcdf,limit=200 (dama(7), DRAWS); a variant "
         "that lacks them uses its own",
     .group = "Checks"},
    {"dry-run", 0, OPTION_FLAG, NULL, AT(dry_run),
     .help = "with --fix, --in-place or --patch: list the changes and write nothing",
     .group = "Repairs"},
    {"enable", 0, OPTION_LIST, "CODE", AT(enabled), .choice = code_word,
     .help = "report CODE even if it is not reported by default, or after --disable=all; may be "
             "repeated, or take a comma-separated list",
     .group = "Reporting"},
    {"encoding", 0, OPTION_RENAMED, "NAME", .help = "--input-encoding", .hidden = true},
    {"endgame", 0, OPTION_TEXT, "DIR", AT(endgame), .file = true,
     .help = "check the endgame databases in DIR, and the results of games against them",
     .group = "Checks"},
    {"explain", 0, OPTION_LIST, "CODE", AT(explain), .choice = explain_word,
     .help = "print what a code means, or list all codes with 'list'; may be repeated, or take a "
             "comma-separated list"},
    {"f", 'f', OPTION_RENAMED, "FORMAT", .help = "--format", .hidden = true},
    {"fail-on", 0, OPTION_CHOICE, "SEVERITY", AT(fail_on), .choices = fail_words,
     .help =
         "exit with status 1 for findings of this severity or above: note, warning, error (the default) or "
         "never",
     .group = "Reporting"},
    {"fix", 0, OPTION_CALL, NULL, 0, .bare = "", .read = read_fix,
     .help = "write a copy with all repairs that need no guessing; requires --output",
     .group = "Repairs"},
    {"force", 0, OPTION_FLAG, NULL, AT(force), .help = "let --output replace an existing file",
     .group = "Repairs"},
    {"format", 0, OPTION_CHOICE, "FORMAT", AT(format), .choices = print_format_words,
     .help = "print findings as text, jsonl, tap, github or csv", .group = "Output"},
    {"in-place", 'i', OPTION_FLAG, NULL, AT(in_place),
     .help = "make the repairs of --fix in the files themselves; each old one is kept as FILE~",
     .group = "Repairs"},
    {"input-encoding", 0, OPTION_TEXT, "NAME", AT(input_encoding), .choices = encoding_names,
     .help = "input encoding (default: detected)", .group = "Checks"},
    {"jobs", 'j', OPTION_UNSIGNED, "N", AT(jobs), .max = PIPELINE_JOBS_MAX,
     .help = "use N threads (default: one per core)"},
    {"lenient", 0, OPTION_FLAG, NULL, AT(lenient),
     .help = "if a capture is ambiguous and later moves do not decide, take the first and go on",
     .group = "Checks"},
    {"output", 'o', OPTION_TEXT, "FILE", AT(output), .once = true,
     .help = "where --fix writes the repaired copy; - for standard output", .group = "Repairs",
     .file = true},
    {"patch", 'p', OPTION_FLAG, NULL, AT(patch),
     .help = "print a unified diff with all repairs, guesses included, instead of findings",
     .group = "Repairs"},
    {"quiet", 'q', OPTION_FLAG, NULL, AT(quiet), .help = "show no progress"},
    {"severity", 0, OPTION_CHOICE, "LEAST", AT(severity), .choices = severity_words,
     .help = "print findings of this severity or above: note (the default), warning or error",
     .group = "Reporting"},
    {"strict", 0, OPTION_FLAG, NULL, AT(strict),
     .help = "treat every departure from the PDN 3.0 grammar as an error", .group = "Reporting"},
    {"summary", 's', OPTION_CHOICE, "WHEN", AT(summary), .choices = summary_words, .bare = "also",
     .help =
         "print the number of games, and of findings by code and file: also (as with -s alone), "
         "only (without the findings) or no",
     .group = "Output"},
    {"variant", 0, OPTION_TEXT, "NAME", AT(variant), .choice = variant_word,
     .help = "check all games by these rules, whatever their tags say; 'list' shows the names",
     .group = "Checks"},
    {"write-baseline", 0, OPTION_FLAG, NULL, AT(write_baseline),
     .help = "write all findings to the file of --baseline, and print none", .group = "Reporting"},
};

/* ---- settings ---- */

static int set_codes(const struct option_list *list, bool *codes, bool value)
{
    for (unsigned i = 0; i < list->n; i++) {
        for (const char *word = list->words[i]; *word;) {
            size_t n = strcspn(word, ",");
            enum finding_code code;
            char own[64];
            snprintf(own, sizeof own, "%.*s", TEXT_ARGS(text_trim((struct text){word, n})));
            if (strcmp(own, "all") == 0)
                memset(codes, value, FINDING_COUNT);
            else if (finding_code_of(text_of(own), &code))
                codes[code] = value;
            else
                return validate_unknown_code(own);
            word += n + (word[n] == ',');
        }
    }
    return 0;
}

/* Works out which codes remain after --disable and --enable. */
static int choose_codes(struct validate_settings *s)
{
    s->is_disabled[FINDING_LONG_CAPTURE] = !s->strict;
    s->is_disabled[FINDING_RESULT_TERMINATOR] = !s->strict;
    if (set_codes(&s->disabled, s->is_disabled, true))
        return EXIT_USAGE;
    return set_codes(&s->enabled, s->is_disabled, false);
}

/*
 * Whether a profile of draw rules belongs to a variant, or to any variant.
 * @param rules NULL: any
 */
static bool knows_draws(const struct rules *rules, struct text spelling, struct err *err)
{
    const char *comma = memchr(spelling.s, ',', spelling.n);
    const struct text name = {spelling.s, comma ? (size_t)(comma - spelling.s) : spelling.n};
    if (rules)
        return draw_profile_find(rules, spelling, err);
    err_plain(err, "no variant has draw rules '%.*s'; dama(7), DRAWS, lists them", TEXT_ARGS(name));
    for (unsigned i = 0; i < rules_count; i++) {
        struct err why = {0};
        if (draw_profile_find(rules_all[i], spelling, &why))
            return true;
        if (draw_profile_find(rules_all[i], name, NULL))
            *err = why; /* the name is right, so this is the error to report */
    }
    return false;
}

/* Checks names that must be known before anything is read. */
static int check_names(struct validate_settings *s)
{
    struct err err = {0};
    if (s->variant && rules_find(text_of(s->variant), &s->rules, &err))
        return command_usage("%s", err.msg);
    if (s->draws && !knows_draws(s->rules, text_of(s->draws), &err))
        return command_usage("%s", err.msg);
    if (s->input_encoding && !encoding_find(s->input_encoding, &err))
        return command_usage("%s", err.msg);
    return choose_codes(s);
}

static bool is_input(const char *path, const struct walk *inputs)
{
    for (unsigned i = 0; path && i < inputs->n; i++)
        if (input_is_at(inputs->paths[i], path))
            return true;
    return false;
}

static int check_output(const struct validate_settings *s, const struct walk *inputs)
{
    if (!s->output)
        return s->fix ? command_usage("--fix requires --output=FILE; --in-place changes "
                                      "the files themselves")
                      : 0;
    struct err err = {0};
    struct stat out;
    if (!s->fix)
        return command_usage("--output requires --fix");
    if (inputs->n != 1)
        return command_usage("--fix takes one file, not %u", inputs->n);
    if (strcmp(s->output, "-") == 0)
        return 0;
    if (s->baseline && outfile_same(s->output, s->baseline))
        return command_usage("--output and --baseline are the same file: %s", s->output);
    if (is_input(s->output, inputs))
        return command_usage("'%s' is also the input; --in-place changes it and keeps a "
                             "backup",
                             s->output);
    if (stat(s->output, &out) == 0 && S_ISDIR(out.st_mode))
        return command_usage("'%s' is a folder; --output names the file to write", s->output);
    if (compressor_check(compressor_of_name(text_of(s->output)), &err))
        return command_usage("%s: %s", s->output, err.msg);
    /* a device or a pipe loses nothing */
    if (!s->force && stat(s->output, &out) == 0 && S_ISREG(out.st_mode))
        return command_usage("'%s' already exists; use --force to replace it", s->output);
    return 0;
}

/* Whether the backup of a file would replace the baseline. */
static bool is_baseline(const void *settings, const char *backup)
{
    const struct validate_settings *s = settings;
    return s->baseline && outfile_same(s->baseline, backup);
}

/* Refuses options that would have no effect. */
static int check_useful(const struct validate_settings *s)
{
    const struct {
        bool is;
        const char *message;
    } useless[] = {
        {s->dry_run && !s->fix && !s->in_place && !s->patch,
         "--dry-run requires --fix, --in-place or --patch"},
        {s->force && !s->output, "--force requires --output"},
        {s->patch && s->format != PRINT_TEXT,
         "--format applies to findings, but --patch prints none"},
        {s->summary == SUMMARY_ONLY && s->format != PRINT_TEXT,
         "--format applies to findings, but --summary=only prints none"},
        {s->patch && s->context, "--context applies to findings, but --patch prints none"},
        {s->context && s->format != PRINT_TEXT, "--context applies to --format=text only"},
        {s->write_baseline && !s->baseline, "--write-baseline requires --baseline=FILE"},
    };
    for (size_t i = 0; i < ARRAY_LEN(useless); i++)
        if (useless[i].is)
            return command_usage("%s", useless[i].message);
    return 0;
}

static int check_combination(const struct validate_settings *s, const struct walk *inputs)
{
    if (s->fix + s->in_place + s->patch > 1)
        return command_usage("--fix, --in-place and --patch cannot be combined");
    int status = check_useful(s);
    if (status)
        return status;
    if (s->write_baseline && is_input(s->baseline, inputs))
        return command_usage("'%s' is also an input; refusing to overwrite it", s->baseline);
    for (unsigned i = 0; s->in_place && i < inputs->n; i++)
        if (strcmp(inputs->paths[i], "-") == 0)
            return command_usage("--in-place cannot change standard input");
    status = s->in_place ? backups_check(inputs->paths, inputs->n, is_baseline, s) : EXIT_WELL;
    if (status)
        return status;
    struct err err = {0};
    if (s->write_baseline && baseline_check_place(s->baseline, &err)) {
        command_error(&err);
        return EXIT_USAGE;
    }
    return s->dry_run && !s->output ? 0 : check_output(s, inputs);
}

static int read_settings(const struct command *command, int argc, char **argv,
                         struct validate_settings *s, struct walk *inputs)
{
    int first;
    if (options_read(command, argc, argv, s, &first))
        return EXIT_USAGE;
    if (s->explain.n && first < argc)
        return command_usage("unexpected argument '%s'; --explain reads no files", argv[first]);
    if (s->explain.n || (s->variant && strcmp(s->variant, "list") == 0))
        return 0;
    int status = check_names(s);
    s->only_endgame = s->endgame && first == argc;
    if (status == 0)
        status = inputs_find(inputs, argv + first, argc - first, format_is_pdn_file, false);
    return status ? status : check_combination(s, inputs);
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
    if (v->baseline)
        input_say_empty(s->baseline);
    if (v->baseline || v->new_baseline)
        return 0;
    if (!err.msg[0])
        err_memory(&err);
    command_error(&err);
    return EXIT_IO;
}

static int finish(struct validate *v, int status)
{
    const struct validate_settings *s = v->settings;
    struct err err = {0};
    if (v->new_baseline && status >= EXIT_IO)
        command_say("not all of the input was read; %s %s", s->baseline,
                    access(s->baseline, F_OK) == 0 ? "is unchanged" : "was not written");
    else if (v->new_baseline && baseline_write(v->new_baseline, s->baseline, &err)) {
        command_error(&err);
        status = command_worse(status, EXIT_IO);
    }
    if (s->summary != SUMMARY_NONE)
        validate_print_summary(v, s->format == PRINT_TEXT && !s->patch ? v->printer.out : stderr);
    if ((s->fix || s->in_place) && !s->quiet && !s->dry_run && status < EXIT_IO)
        command_say("%llu finding%s repaired", (unsigned long long)v->repaired,
                    v->repaired == 1 ? "" : "s");
    if (s->dry_run && !v->listed && !s->quiet && status < EXIT_IO)
        command_say(status == EXIT_WELL ? "there is nothing to repair"
                    : s->patch          ? "nothing can be repaired"
                                        : "nothing can be repaired without guessing");
    return status;
}

/* Whether a path is that of standard output: "-", or /dev/stdout where that is a file or a pipe. */
static bool is_standard_output(const char *path)
{
    struct stat own, out;
    if (!path || strcmp(path, "-") == 0)
        return path != NULL;
    return stat(path, &own) == 0 && !S_ISCHR(own.st_mode) && fstat(STDOUT_FILENO, &out) == 0
           && path_same_file(&own, &out);
}

static int run(const struct command *command, int argc, char **argv)
{
    struct validate_settings settings = {.fail_on = SEVERITY_ERROR};
    struct validate v = {.settings = &settings};
    int status = read_settings(command, argc, argv, &settings, &v.inputs);
    if (status == 0 && settings.explain.n) {
        status = validate_explain(&settings.explain);
    } else if (status == 0 && settings.variant && !settings.rules) {
        rules_print_table(stdout);
        status = command_finish(EXIT_WELL);
    } else if (status == 0 && settings.only_endgame) {
        status = command_finish(validate_endgame_verify(settings.endgame, settings.quiet));
    } else if (status == 0 && !(status = open_baseline(&v))) {
        static char room[1 << 16];
        setvbuf(stdout, room, _IOFBF, sizeof room);
        /* a copy on standard output keeps the findings out of it */
        FILE *const out = is_standard_output(settings.output) ? stderr : stdout;
        v.printer = (struct printer){
            .out = out,
            .format = (enum print_format)settings.format,
            .colour = terminal_has_colour((enum terminal_colour)settings.colour, out),
            .unicode = terminal_has_unicode(out),
            .context = settings.context};
        if (settings.endgame)
            status = validate_endgame_verify(settings.endgame, settings.quiet);
        status = command_finish(command_worse(status, finish(&v, validate_run(&v))));
    }
    baseline_close(v.baseline);
    baseline_close(v.new_baseline);
    repairs_fini(&v.repairs);
    walk_fini(&v.inputs);
    free(v.files);
    option_list_fini(&settings.explain);
    option_list_fini(&settings.disabled);
    option_list_fini(&settings.enabled);
    return status;
}

static const struct command command = {
    .name = "dama-validate",
    .summary = "find faults in game files",
    COMMAND_ON_FILES(rows),
    .notes = "Examples:\n"
             "  dama-validate club.pdn\n"
             "  dama-validate --context --severity=error games/\n"
             "  dama-validate --fix --output=repaired.pdn club.pdn",
    .run = run,
};

int main(int argc, char **argv) { return command_main(&command, argc, argv); }
