// SPDX-License-Identifier: MIT
/* The files of a run: none is both read and written, and none is written twice. */
#include "cmd/annotate/annotate.h"
#include "cmd/lib/inputs.h"
#include "core/base/array.h"

#include <string.h>
#include <sys/stat.h>

static bool is_file(const char *path) { return path && strcmp(path, "-") != 0; }

void annotation_run_outputs(const struct annotation_run *run,
                            const char *outputs[ANNOTATION_OUTPUTS + 1])
{
    const struct annotate_options *o = run->options;
    const char *const paths[ANNOTATION_OUTPUTS] = {o->output, o->summary, o->exercises};
    for (unsigned i = 0; i < ANNOTATION_OUTPUTS && !run->shards; i++)
        if (is_file(paths[i]))
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

int annotation_run_check_files(struct annotation_run *run)
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
    for (size_t i = 0; i < ANNOTATION_OUTPUTS && !run->shards; i++)
        for (size_t k = i + 1; k < ARRAY_LEN(files); k++)
            if (is_file(files[i].path) && is_file(files[k].path)
                && same_file(files[i].path, files[k].path)) {
                command_say("%s and %s are the same file: %s", files[i].what, files[k].what,
                            files[k].path);
                return EXIT_USAGE;
            }
    return EXIT_WELL;
}
