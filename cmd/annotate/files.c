// SPDX-License-Identifier: MIT
/*
 * Checks the files of a run: none is both read and written, and none is written twice. Nor is
 * different output mixed on standard output.
 */
#include "cmd/annotate/annotate.h"
#include "core/base/array.h"
#include "core/base/descriptor-name.h"
#include "core/base/outfile.h"
#include "core/study/player-sums.h"

#include <unistd.h>

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

bool annotation_run_writes_files(const struct annotation_run *run)
{
    const char *outputs[ANNOTATION_OUTPUTS + 1];
    annotation_run_outputs(run, outputs);
    return outputs[0] || run->options->html;
}

static bool is_printed(const char *path)
{
    return path && (!annotation_to_file(path) || descriptor_name_read(path) == STDOUT_FILENO);
}

/* Output for programs needs standard output for itself; lines for people can share it. */
static int check_standard_output(const struct annotation_run *run)
{
    const struct annotate_options *o = run->options;
    const struct {
        const char *what;
        bool printed;
        const char *advice; /* NULL: it may share standard output */
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

/* Checks that no two options name the same file, except for two that only read it. */
static int check_names(const struct annotation_run *run)
{
    const struct annotate_options *o = run->options;
    const struct {
        const char *what, *path;
    } files[] = {/* files that are written come first */
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
                && outfile_same(files[i].path, files[k].path)) {
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
