// SPDX-License-Identifier: MIT
#include "core/study/train-state.h"

#include "core/base/array.h"
#include "core/base/outfile.h"
#include "core/base/source.h"

#include <errno.h>
#include <stddef.h>
#include <string.h>
#include <unistd.h>

enum { STATE_VERSION = 3 };

struct state_head {
    char magic[8];
    uint32_t version, epoch;
    uint64_t cells, samples;
    /* settings that must stay as they are: state_settings */
    uint64_t seed, held;
    double mix, rate, trust, foresight, steady, shrink;
};

#define STATE_SETTING(name)                \
 {                                         \
#  name, offsetof(struct state_head, name) \
 }

static const struct {
    const char *option;
    size_t offset; /* of 8 bytes */
} state_settings[] = {
    STATE_SETTING(seed),   {"hold-out", offsetof(struct state_head, held)},
    STATE_SETTING(mix),    STATE_SETTING(rate),
    STATE_SETTING(trust),  STATE_SETTING(foresight),
    STATE_SETTING(steady), STATE_SETTING(shrink),
};

static struct state_head state_head(const struct train_state *state, unsigned epoch)
{
    const struct train_options *options = state->options;
    return (struct state_head){
        .magic = "DAMATRN",
        .version = STATE_VERSION,
        .epoch = epoch,
        .cells = state->n_cells,
        .samples = state->samples->n,
        .seed = options->seed,
        .held = options->held,
        .mix = options->mix,
        .rate = options->rate,
        .trust = state->samples->trust,
        .foresight = state->samples->foresight,
        .steady = options->steady,
        .shrink = options->shrink,
    };
}

int train_state_write(const struct train_state *state, unsigned epoch, struct err *err)
{
    const char *path = state->options->state;
    struct state_head head = state_head(state, epoch);
    struct outfile *file = NULL;
    if (outfile_open(path, &file, err))
        return -1;
    fwrite(&head, sizeof head, 1, outfile_stream(file)); /* outfile_finish reports failures */
    fwrite(state->cell, sizeof *state->cell, state->n_cells, outfile_stream(file));
    return outfile_finish(&file, err);
}

/* Checks that a state belongs to this training. @return 0, or -1 with `err` */
static int state_check(const struct train_state *state, const struct state_head *head,
                       struct err *err)
{
    struct state_head ours = state_head(state, head->epoch);
    if (memcmp(head->magic, ours.magic, sizeof ours.magic) != 0 || head->version != ours.version)
        return err_plain(err, "not a training state");
    if (head->cells != ours.cells)
        return err_plain(
            err, "training state for a different variant, or made with a different --by-turn");
    if (head->samples != ours.samples)
        return err_plain(err, "training state for different games");
    for (size_t i = 0; i < ARRAY_LEN(state_settings); i++) {
        size_t at = state_settings[i].offset;
        if (memcmp((const char *)head + at, (const char *)&ours + at, sizeof(uint64_t)) != 0)
            return err_plain(err, "training state made with a different --%s",
                             state_settings[i].option);
    }
    return 0;
}

/* Reads the cells; the values they are pulled towards show what the training started from. */
static int state_read_cells(const struct train_state *state, struct source *in, struct err *err)
{
    for (size_t i = 0; i < state->n_cells; i++) {
        struct train_cell cell;
        size_t got;
        if (source_fill(in, &cell, sizeof cell, &got, err))
            return -1;
        if (got < sizeof cell)
            return err_plain(err, "truncated training state");
        if (memcmp(cell.prior, state->cell[i].prior, sizeof cell.prior) != 0)
            return err_plain(err, "training state made with a different --from");
        state->cell[i] = cell;
    }
    return 0;
}

int train_state_read(const struct train_state *state, unsigned *epoch, struct err *err)
{
    const char *path = state->options->state;
    struct source *in; /* its name may have compressed it */
    struct err why = {0};
    struct state_head head;
    size_t got;
    if (access(path, F_OK) < 0 && errno == ENOENT)
        return 0;
    if (source_open(path, &in, err))
        return -1;
    int rc = source_fill(in, &head, sizeof head, &got, &why);
    if (rc == 0 && got < sizeof head)
        rc = err_plain(&why, "not a training state");
    if (rc == 0 && (rc = state_check(state, &head, &why)) == 0)
        rc = state_read_cells(state, in, &why);
    if (rc == 0)
        *epoch = head.epoch;
    source_close(in);
    return rc ? err_wrap(err, &why, (struct src_pos){.file = path}, "%s", why.msg) : 0;
}
