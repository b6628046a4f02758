// SPDX-License-Identifier: MIT
/*
 * --fix, --in-place and --patch: the pieces of a file go by, each with its findings, and leave mended. What cannot be
 * mended whole is not written at all: a copy that lacks a game would be worse than the fault.
 */
#include "cmd/validate/validate.h"
#include "core/base/signals.h"
#include "core/base/source.h"

#include <errno.h>

static void refuse(struct validate *v, const char *why)
{
    command_say("%s: not mended: %s", v->file, why);
    v->status = command_worse(v->status, EXIT_IO);
    outfile_close(v->out);
    v->out = NULL;
}

int validate_repair_begin(struct validate *v, struct piece *piece)
{
    const struct validate_settings *s = v->settings;
    struct err err = {0};
    v->changed = piece->had_bom;
    if (s->patch)
        v->diff = (struct udiff){.out = stdout, .path = v->file};
    if (s->in_place && source_is_packed(v->file)) {
        refuse(v, "it is packed; unpack it, or use --fix=FILE");
        return -1;
    }
    if (!s->in_place && !s->fix)
        return 0;
    if (outfile_open(s->in_place ? v->file : s->fix, &v->out, &err)) {
        command_error(&err);
        v->status = command_worse(v->status, EXIT_IO);
        return -1;
    }
    return 0;
}

static void collect(struct validate *v, const struct examined *e)
{
    repairs_clear(&v->repairs);
    for (const struct finding *f = e->findings.first; f; f = f->next)
        if (!v->settings->is_disabled[f->code])
            repairs_add(&v->repairs, f, v->settings->patch);
    repairs_sort(&v->repairs);
}

/* What of a piece makes repairs impossible; NULL: nothing. */
static const char *unmendable(const struct validate *v, const struct piece *piece,
                              const struct examined *e)
{
    if (piece->failed)
        return "it could not be read to its end";
    if (piece->oversized)
        return "a game in it is too large";
    if (e->not_pdn)
        return "it is not PDN";
    if (v->repairs.failed)
        return "out of memory";
    if (piece->encoding && v->settings->patch)
        return "a patch must be in the encoding of the file, which is not UTF-8; use --fix=FILE";
    if (piece->encoding && piece->encoding_guessed && v->settings->in_place)
        return "its encoding is guessed only; name it with --encoding";
    return NULL;
}

void validate_repair_piece(struct validate *v, struct piece *piece, const struct examined *e)
{
    bool patching = v->settings->patch && v->diff.out;
    if (!v->out && !patching)
        return;
    collect(v, e);
    const char *why = unmendable(v, piece, e);
    if (why) {
        refuse(v, why);
        v->diff.out = NULL;
        return;
    }
    v->mended += v->repairs.n_findings;
    v->changed |= v->repairs.n != 0 || piece->encoding;
    if (v->out)
        repairs_write(&v->repairs, piece->text, outfile_stream(v->out));
    else if (repairs_diff(&v->repairs, piece->text, &v->diff))
        refuse(v, "out of memory");
}

void validate_repair_end(struct validate *v, struct piece *piece)
{
    struct err err = {0};
    (void)piece;
    if (v->settings->patch && udiff_finish(&v->diff))
        refuse(v, "out of memory");
    if (!v->out)
        return;
    if (v->settings->in_place && !v->changed) {
        outfile_close(v->out);
        v->out = NULL;
        return;
    }
    if ((v->settings->in_place && outfile_backup(v->out, "~", &err))
        || outfile_finish(&v->out, &err)) {
        command_error(&err);
        v->status = command_worse(v->status, EXIT_IO);
    }
    outfile_close(v->out);
    v->out = NULL;
}
