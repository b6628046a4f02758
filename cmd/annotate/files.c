// SPDX-License-Identifier: MIT
/*
 * The files of a run: none is both read and written, and none is written twice. Nor are things mixed
 * on standard output.
 */
#include "cmd/annotate/annotate.h"
#include "cmd/lib/inputs.h"
#include "core/base/array.h"
#include "core/study/player-sums.h"

#include <string.h>
#include <sys/stat.h>

void annotation_run_outputs(const struct annotation_run *run,
                            const char *outputs[ANNOTATION_OUTPUTS + 1])
{
    const struct annotate_options *o = run->options;
    const char *const paths[ANNOTATION_OUTPUTS] = {o->output, o->summary, o->exercises};
    for (unsigned i = 0; i < ANNOTATION_OUTPUTS && !run->shards; i++)
        if (annotation_to_file(paths[i]))
            *outputs++ = paths[i];
    *outputs = NULL;
}

/* The folder that a path leads to, and the name there: "." and "out.pdn" of "out.pdn". */
static const char *split_path(const char *path, struct stat *folder)
{
    const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
    char dir[4096] = ".";
    if (slash && (size_t)(name - path) < sizeof dir)
        snprintf(dir, sizeof dir, "%.*s", (int)(name - path), path);
    return stat(dir, folder) == 0 ? name : NULL;
}

/* Whether both are the same file, or will be: there may be none yet. */
static bool same_file(const char *a, const char *b)
{
    struct stat in_a, in_b;
    if (input_is_at(a, b))
        return true;
    const char *name_a = split_path(a, &in_a), *name_b = split_path(b, &in_b);
    return name_a && name_b && strcmp(name_a, name_b) == 0 && in_a.st_dev == in_b.st_dev
           && in_a.st_ino == in_b.st_ino && (stat(a, &in_a) || S_ISREG(in_a.st_mode));
}

static bool is_printed(const char *path) { return path && strcmp(path, "-") == 0; }

/* What programs read goes to standard output alone; lines for people can share it. */
static int check_standard_output(const struct annotation_run *run)
{
    const struct annotate_options *o = run->options;
    const struct {
        const char *what;
        bool printed;
        const char *advice; /* NULL: it may share */
    } things[] = {
        {"the games", run->to && (!o->output || is_printed(o->output)),
         "write the games to a file with -o"},
        {"--exercises", is_printed(o->exercises), "write the exercises to a file"},
        {"--summary", is_printed(o->summary),
         o->summary_format == PLAYER_SUMS_TEXT ? NULL : "write the table to a file"},
        {"--diff", o->diff, NULL},
        {"--novelties", o->novelties != NULL, NULL},
        {"--problems", o->problems, NULL},
    };
    for (size_t i = 0; i < ARRAY_LEN(things); i++)
        for (size_t k = i + 1; k < ARRAY_LEN(things); k++)
            if (things[i].printed && things[i].advice && things[k].printed) {
                command_say("%s and %s both go to standard output; %s", things[i].what,
                            things[k].what, things[i].advice);
                return EXIT_USAGE;
            }
    return EXIT_WELL;
}

/* No two options name the same file, but for two that only read it. */
static int check_names(const struct annotation_run *run)
{
    const struct annotate_options *o = run->options;
    const struct {
        const char *what, *path;
    } files[] = {/* those that are written come first */
                 {"--output", o->output},
                 {"--summary", o->summary},
                 {"--exercises", o->exercises},
                 {o->journal ? "--journal" : "the journal", run->journal_path},
                 {"--book", o->book},
                 {"--eval", o->eval},
                 {"--novelties", o->novelties},
                 {"--thresholds", o->thresholds}};
    for (size_t i = 0; i < ANNOTATION_OUTPUTS; i++)
        for (size_t k = i + 1; k < ARRAY_LEN(files); k++)
            if (annotation_to_file(files[i].path) && annotation_to_file(files[k].path)
                && same_file(files[i].path, files[k].path)) {
                command_say("%s and %s are the same file: %s", files[i].what, files[k].what,
                            files[k].path);
                return EXIT_USAGE;
            }
    return EXIT_WELL;
}

int annotation_run_check_files(struct annotation_run *run)
{
    if (run->shards)
        return EXIT_WELL; /* only the journal is written */
    int status = check_standard_output(run);
    return status == EXIT_WELL ? check_names(run) : status;
}
