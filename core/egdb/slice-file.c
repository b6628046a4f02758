// SPDX-License-Identifier: MIT
/*
 * The layout, all numbers with the lowest byte first:
 *
 *        0   8  "DAMAEGDB"               88   4  plies of the longest win, 0 not known or none
 *        8   2  version                  92   4  0
 *       10   1  kind                     96   8  number of that position
 *       11   1  0                       104  24  wins, draws, losses
 *       12   4  material                128  24  wins, draws, losses with a capture pending
 *       16  48  variant, zero padded   152   8  0
 *       64   8  size of the index      160  16  checksum of all before the first block, with
 *                                               these 16 as zeros
 *       72   8  bytes of the file      176      lengths of the codes, then for each block 5
 *       80   4  blocks                          bytes, its offset in the file, and 4 bytes, its
 *                                               checksum; then the blocks
 *       84   4  bytes of the codes
 */
#include "core/egdb/slice-file.h"

#include "core/base/bytes.h"
#include "core/base/hash.h"
#include "core/base/outfile.h"
#include "core/base/team.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
    HEAD_SIZE = 176,
    VARIANT_SIZE = 48,
    ENTRY_SIZE = 9,
    OFFSET_SIZE = 5,
};

/* Where the fields of the header begin, after the magic bytes. */
enum {
    VERSION_AT = 8,
    KIND_AT = 10,
    MATERIAL_AT = 12,
    VARIANT_AT = 16,
    INDEX_SIZE_AT = 64,
    FILE_SIZE_AT = 72,
    BLOCKS_AT = 80,
    CODES_SIZE_AT = 84,
    LONGEST_AT = 88,
    LONGEST_NUMBER_AT = 96,
    COUNTS_AT = 104,
    PENDING_AT = 128,
    CHECKSUM_AT = 160,
};

static const char magic[8] = {'D', 'A', 'M', 'A', 'E', 'G', 'D', 'B'};

struct egdb_file {
    char *path;           /* owned */
    const uint8_t *bytes; /* mapped */
    size_t size;
    const uint8_t *entry; /* the first block's entry; points into `bytes` */
    uint32_t blocks;
    enum egdb_kind kind;
    struct egdb_index index;
    struct egdb_counts counts;
    struct egdb_codes codes;
};

static const char *suffix_of(enum egdb_kind kind) { return kind == EGDB_WDL ? ".wdl" : ".plies"; }

static uint32_t block_sum(const uint8_t *bytes, size_t n)
{
    return (uint32_t)hash128_of(bytes, n).low;
}

static int spell(const struct rules *rules, char buf[VARIANT_SIZE], struct err *err)
{
    memset(buf, 0, VARIANT_SIZE);
    const int n = snprintf(buf, VARIANT_SIZE, "%s", rules_spelling(rules));
    return n < VARIANT_SIZE ? 0 : err_plain(err, "%s: name too long", buf);
}

int egdb_file_folder(const char *dir, const struct rules *rules, char *buf, struct err *err)
{
    char variant[VARIANT_SIZE];
    if (spell(rules, variant, err))
        return -1;
    const int n = snprintf(buf, EGDB_PATH_SIZE, "%s/%s", dir, variant);
    return n < EGDB_PATH_SIZE ? 0 : err_file(err, dir, "the name is too long");
}

int egdb_file_path(const char *dir, const struct rules *rules, struct egdb_material material,
                   enum egdb_kind kind, char *buf, struct err *err)
{
    char name[EGDB_NAME_SIZE];
    if (egdb_file_folder(dir, rules, buf, err))
        return -1;
    egdb_material_name(material, name);
    const size_t used = strlen(buf), left = EGDB_PATH_SIZE - used;
    const int n = snprintf(buf + used, left, "/%s%s", name, suffix_of(kind));
    return n < (int)left ? 0 : err_file(err, dir, "the name is too long");
}

bool egdb_file_read_name(const char *name, struct egdb_material *material, enum egdb_kind *kind)
{
    const char *end = egdb_material_read(name, material);
    *kind = EGDB_WDL;
    while (end && *kind < EGDB_KINDS && strcmp(end, suffix_of(*kind)) != 0)
        ++*kind;
    return end && *kind < EGDB_KINDS;
}

/* ---- writing ---- */

/* A file being made. */
struct writing {
    const struct egdb_half *half;
    enum egdb_kind kind;
    size_t blocks, per_batch;
    struct egdb_symbol_counts *counts; /* owned; one for each batch */
    struct egdb_codes *codes;          /* owned */
    struct buffer *packed;             /* owned; one for each batch */
    uint8_t *entry; /* owned; while packing, offsets count from the batch's first byte */
};

static unsigned block_length(const struct egdb_index *index, enum egdb_kind kind, uint64_t block)
{
    const uint64_t whole = egdb_block_values(kind), left = index->size - block * whole;
    return (unsigned)(left < whole ? left : whole);
}

/* Collects the values of a block from the cells. @return how many */
static unsigned take_values(const struct writing *w, size_t block, uint16_t *value)
{
    const uint64_t begin = (uint64_t)block * egdb_block_values(w->kind);
    const unsigned n = block_length(&w->half->index, w->kind, block);
    for (unsigned i = 0; i < n; i++) {
        const uint16_t cell = atomic_load_explicit(&w->half->cell[begin + i], memory_order_relaxed);
        const enum egdb_value v = egdb_cell_value(cell);
        if (cell & CELL_CAPTURE || v == EGDB_UNKNOWN || (w->kind == EGDB_PLIES && v == EGDB_DRAW))
            value[i] = EGDB_ANY;
        else
            value[i] = w->kind == EGDB_WDL ? (uint16_t)v : (uint16_t)((cell & CELL_PLIES) / 2);
    }
    return n;
}

static size_t batch_end(const struct writing *w, size_t batch)
{
    const size_t end = (batch + 1) * w->per_batch;
    return end < w->blocks ? end : w->blocks;
}

static void count_batch(void *ctx, size_t batch)
{
    struct writing *w = ctx;
    uint16_t value[EGDB_WDL_BLOCK];
    for (size_t block = batch * w->per_batch; block < batch_end(w, batch); block++) {
        const unsigned n = take_values(w, block, value);
        egdb_pack_count(w->kind, value, n, &w->counts[batch]);
    }
}

static void pack_batch(void *ctx, size_t batch)
{
    struct writing *w = ctx;
    uint16_t value[EGDB_WDL_BLOCK];
    struct buffer *out = &w->packed[batch];
    for (size_t block = batch * w->per_batch; block < batch_end(w, batch); block++) {
        const unsigned n = take_values(w, block, value);
        const size_t begin = out->n;
        egdb_pack(w->codes, value, n, out);
        if (out->failed)
            return;
        bytes_put(w->entry + block * ENTRY_SIZE, begin, OFFSET_SIZE);
        bytes_put(w->entry + block * ENTRY_SIZE + OFFSET_SIZE,
                  block_sum((const uint8_t *)out->s + begin, out->n - begin), 4);
    }
}

static void put_counts(uint8_t *at, uint64_t wins, uint64_t draws, uint64_t losses)
{
    bytes_put(at, wins, 8);
    bytes_put(at + 8, draws, 8);
    bytes_put(at + 16, losses, 8);
}

static int put_head(const struct writing *w, const struct egdb_counts *counts, size_t codes_size,
                    uint64_t size, uint8_t head[HEAD_SIZE], struct err *err)
{
    const struct egdb_material m = w->half->index.material;
    const uint8_t pieces[4] = {m.own_men, m.own_kings, m.other_men, m.other_kings};
    memset(head, 0, HEAD_SIZE);
    memcpy(head, magic, sizeof magic);
    bytes_put(head + VERSION_AT, EGDB_FILE_VERSION, 2);
    head[KIND_AT] = (uint8_t)w->kind;
    memcpy(head + MATERIAL_AT, pieces, sizeof pieces);
    if (spell(w->half->index.squares->rules, (char *)head + VARIANT_AT, err))
        return -1;
    bytes_put(head + INDEX_SIZE_AT, w->half->index.size, 8);
    bytes_put(head + FILE_SIZE_AT, size, 8);
    bytes_put(head + BLOCKS_AT, w->blocks, 4);
    bytes_put(head + CODES_SIZE_AT, codes_size, 4);
    bytes_put(head + LONGEST_AT, counts->longest, 4);
    bytes_put(head + LONGEST_NUMBER_AT, counts->longest_at, 8);
    put_counts(head + COUNTS_AT, counts->wins, counts->draws, counts->losses);
    put_counts(head + PENDING_AT, counts->pending[EGDB_WIN], counts->pending[EGDB_DRAW],
               counts->pending[EGDB_LOSS]);
    return 0;
}

/* Makes the part of the file before the first block. */
static int make_front(struct writing *w, size_t batches, const struct egdb_counts *counts,
                      struct buffer *front, struct err *err)
{
    struct buffer codes = {0};
    uint8_t head[HEAD_SIZE];
    egdb_codes_write(w->codes, &codes);
    uint64_t at = HEAD_SIZE + codes.n + (uint64_t)w->blocks * ENTRY_SIZE;
    for (size_t batch = 0; batch < batches; batch++) {
        for (size_t block = batch * w->per_batch; block < batch_end(w, batch); block++) {
            uint8_t *entry = w->entry + block * ENTRY_SIZE;
            bytes_put(entry, at + bytes_get(entry, OFFSET_SIZE), OFFSET_SIZE);
        }
        at += w->packed[batch].n;
    }
    const int rc = put_head(w, counts, codes.n, at, head, err);
    buffer_add(front, (const char *)head, HEAD_SIZE);
    buffer_add(front, codes.s, codes.n);
    buffer_add(front, (const char *)w->entry, w->blocks * ENTRY_SIZE);
    const bool failed = codes.failed || front->failed;
    buffer_fini(&codes);
    if (failed)
        return err_memory(err);
    hash128_put(hash128_of(front->s, front->n), (uint8_t *)front->s + CHECKSUM_AT);
    return rc;
}

static int put_file(const char *path, const struct buffer *front, const struct buffer *packed,
                    size_t batches, struct err *err)
{
    struct outfile *file = NULL;
    if (outfile_open(path, &file, err))
        return -1;
    FILE *out = outfile_stream(file);
    bool written = fwrite(front->s, 1, front->n, out) == front->n;
    for (size_t batch = 0; batch < batches && written; batch++)
        written =
            !packed[batch].n || fwrite(packed[batch].s, 1, packed[batch].n, out) == packed[batch].n;
    if (written)
        return outfile_finish(&file, err);
    err_file(err, path, "cannot write: %s", strerror(errno));
    outfile_close(file);
    return -1;
}

static int write_batches(const char *path, struct writing *w, size_t batches, unsigned threads,
                         const struct egdb_counts *counts, struct err *err)
{
    struct buffer front = {0};
    bool failed = false;
    team_share(threads, batches, count_batch, w);
    for (size_t batch = 1; batch < batches; batch++)
        for (unsigned code = 0; code < EGDB_CODES_MAX; code++)
            for (unsigned i = 0; i < HUFFMAN_SYMBOLS_MAX; i++)
                w->counts[0].n[code][i] += w->counts[batch].n[code][i];
    egdb_codes_choose(w->kind, &w->counts[0], w->codes);
    team_share(threads, batches, pack_batch, w);
    for (size_t batch = 0; batch < batches; batch++)
        failed = failed || w->packed[batch].failed;
    int rc = failed ? err_memory(err) : make_front(w, batches, counts, &front, err);
    if (rc == 0)
        rc = put_file(path, &front, w->packed, batches, err);
    buffer_fini(&front);
    return rc;
}

int egdb_file_write(const char *path, const struct egdb_half *half, enum egdb_kind kind,
                    const struct egdb_counts *counts, unsigned threads, struct err *err)
{
    enum { BATCHES_MAX = 16 };
    const size_t values = egdb_block_values(kind);
    struct writing w = {.half = half, .kind = kind};
    int rc = -1;
    w.blocks = (size_t)((half->index.size + values - 1) / values);
    w.per_batch = (w.blocks + BATCHES_MAX - 1) / BATCHES_MAX;
    const size_t batches = (w.blocks + w.per_batch - 1) / w.per_batch;
    w.counts = calloc(batches, sizeof *w.counts);
    w.codes = malloc(sizeof *w.codes);
    w.packed = calloc(batches, sizeof *w.packed);
    w.entry = malloc(w.blocks * ENTRY_SIZE);
    if (!w.counts || !w.codes || !w.packed || !w.entry)
        err_memory(err);
    else
        rc = write_batches(path, &w, batches, threads, counts, err);
    for (size_t batch = 0; w.packed && batch < batches; batch++)
        buffer_fini(&w.packed[batch]);
    free(w.counts);
    free(w.codes);
    free(w.packed);
    free(w.entry);
    return rc;
}

/* ---- opening ---- */

#define IMPOSSIBLE_SIZES "damaged: the sizes in the header are impossible"

static struct src_pos place(const struct egdb_file *file)
{
    return (struct src_pos){.file = file->path};
}

static int map_file(struct egdb_file *file, struct err *err)
{
    struct stat st;
    const int fd = open(file->path, O_RDONLY | O_CLOEXEC);
    if (fd < 0 && (errno == ENOENT || errno == ENOTDIR))
        return 0;
    if (fd < 0)
        return err_set(err, place(file), "%s", strerror(errno));
    int rc = fstat(fd, &st) < 0 ? err_set(err, place(file), "%s", strerror(errno)) : 1;
    if (rc == 1 && !S_ISREG(st.st_mode))
        rc = err_set(err, place(file), "not a regular file");
    if (rc == 1 && st.st_size < HEAD_SIZE)
        rc = err_set(err, place(file), "truncated: %lld bytes, but the header alone has %d",
                     (long long)st.st_size, HEAD_SIZE);
    if (rc == 1) {
        void *bytes = mmap(NULL, (size_t)st.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
        file->size = (size_t)st.st_size;
        if (bytes == MAP_FAILED)
            rc = err_set(err, place(file), "%s", strerror(errno));
        else
            file->bytes = bytes;
    }
    close(fd);
    return rc;
}

static int check_format(const struct egdb_file *file, struct err *err)
{
    const uint8_t *head = file->bytes;
    if (memcmp(head, magic, sizeof magic) != 0)
        return err_set(err, place(file), "not an endgame database of dama");
    if (bytes_get(head + VERSION_AT, 2) != EGDB_FILE_VERSION)
        return err_set(err, place(file), "format version %u; this dama reads version %d",
                       (unsigned)bytes_get(head + VERSION_AT, 2), EGDB_FILE_VERSION);
    if (bytes_get(head + FILE_SIZE_AT, 8) != file->size)
        return err_set(err, place(file), "damaged: %zu bytes, but the header says %llu", file->size,
                       (unsigned long long)bytes_get(head + FILE_SIZE_AT, 8));
    return 0;
}

static int check_identity(const struct egdb_file *file, struct err *err)
{
    const uint8_t *head = file->bytes, *found = head + MATERIAL_AT;
    const struct egdb_material m = file->index.material;
    const uint8_t pieces[4] = {m.own_men, m.own_kings, m.other_men, m.other_kings};
    char variant[VARIANT_SIZE];
    if (spell(file->index.squares->rules, variant, err))
        return -1;
    if (memcmp(head + VARIANT_AT, variant, VARIANT_SIZE) != 0)
        return err_set(err, place(file), "made for %.*s, not %s", VARIANT_SIZE - 1,
                       (const char *)head + VARIANT_AT, variant);
    if (memcmp(found, pieces, sizeof pieces) != 0 || head[KIND_AT] != (uint8_t)file->kind) {
        const struct egdb_material own = {found[0], found[1], found[2], found[3]};
        char name[EGDB_NAME_SIZE] = "another slice";
        if (egdb_material_fits(own))
            egdb_material_name(own, name);
        return err_set(err, place(file), "contains %s%s under this name", name,
                       head[KIND_AT] < EGDB_KINDS ? suffix_of((enum egdb_kind)head[KIND_AT]) : "");
    }
    return 0;
}

static int check_front(const struct egdb_file *file, size_t front, struct err *err)
{
    uint8_t *copy = malloc(front), sum[16];
    if (!copy)
        return err_memory(err);
    memcpy(copy, file->bytes, front);
    memset(copy + CHECKSUM_AT, 0, sizeof sum);
    hash128_put(hash128_of(copy, front), sum);
    free(copy);
    if (memcmp(sum, file->bytes + CHECKSUM_AT, sizeof sum) != 0)
        return err_set(err, place(file), "damaged: the header's checksum is wrong");
    return 0;
}

static void get_counts(const uint8_t *at, uint64_t *wins, uint64_t *draws, uint64_t *losses)
{
    *wins = bytes_get(at, 8);
    *draws = bytes_get(at + 8, 8);
    *losses = bytes_get(at + 16, 8);
}

static void read_counts(const uint8_t *head, struct egdb_counts *out)
{
    *out = (struct egdb_counts){
        .longest = (unsigned)bytes_get(head + LONGEST_AT, 4),
        .longest_at = bytes_get(head + LONGEST_NUMBER_AT, 8),
    };
    get_counts(head + COUNTS_AT, &out->wins, &out->draws, &out->losses);
    get_counts(head + PENDING_AT, &out->pending[EGDB_WIN], &out->pending[EGDB_DRAW],
               &out->pending[EGDB_LOSS]);
    out->positions = out->wins + out->draws + out->losses;
}

static int read_head(struct egdb_file *file, struct err *err)
{
    const uint8_t *head = file->bytes;
    const uint64_t values = egdb_block_values(file->kind);
    const size_t codes_size = (size_t)bytes_get(head + CODES_SIZE_AT, 4);
    const uint64_t front = HEAD_SIZE + codes_size + bytes_get(head + BLOCKS_AT, 4) * ENTRY_SIZE;
    if (check_format(file, err))
        return -1;
    if (front > file->size)
        return err_set(err, place(file), IMPOSSIBLE_SIZES);
    /* the checksum comes first: else a damaged header might be reported as another slice's */
    if (check_front(file, (size_t)front, err) || check_identity(file, err))
        return -1;
    file->blocks = (uint32_t)((file->index.size + values - 1) / values);
    if (bytes_get(head + INDEX_SIZE_AT, 8) != file->index.size
        || bytes_get(head + BLOCKS_AT, 4) != file->blocks)
        return err_set(err, place(file), IMPOSSIBLE_SIZES);
    if (egdb_codes_read(file->kind, head + HEAD_SIZE, codes_size, &file->codes) != codes_size)
        return err_set(err, place(file), "damaged: the code tables are invalid");
    file->entry = head + HEAD_SIZE + codes_size;
    read_counts(head, &file->counts);
    return 0;
}

int egdb_file_open(const char *path, const struct egdb_squares *squares,
                   struct egdb_material material, enum egdb_kind kind, struct egdb_file **out,
                   struct err *err)
{
    *out = NULL;
    struct egdb_file *file = calloc(1, sizeof *file);
    const size_t n = strlen(path) + 1;
    if (!file || !(file->path = malloc(n))) {
        free(file);
        return err_memory(err);
    }
    memcpy(file->path, path, n);
    file->kind = kind;
    egdb_index_init(squares, material, &file->index);
    struct err own = {0};
    int rc = map_file(file, &own);
    if (rc == 1 && read_head(file, &own))
        rc = -1;
    if (rc == 1) {
        *out = file;
        return 1;
    }
    if (rc < 0)
        err_file(err, path, "%s", own.msg);
    egdb_file_close(file);
    return rc;
}

void egdb_file_close(struct egdb_file *file)
{
    if (!file)
        return;
    if (file->bytes)
        munmap((void *)(uintptr_t)file->bytes, file->size);
    free(file->path);
    free(file);
}

const struct egdb_index *egdb_file_index(const struct egdb_file *file) { return &file->index; }
const struct egdb_counts *egdb_file_counts(const struct egdb_file *file) { return &file->counts; }
uint64_t egdb_file_size(const struct egdb_file *file) { return file->size; }
uint32_t egdb_file_blocks(const struct egdb_file *file) { return file->blocks; }

/* ---- blocks ---- */

int egdb_file_block(const struct egdb_file *file, uint32_t block, uint64_t *out, struct err *err)
{
    const uint8_t *entry = file->entry + (size_t)block * ENTRY_SIZE;
    const uint64_t begin = bytes_get(entry, OFFSET_SIZE);
    const uint64_t end =
        block + 1 < file->blocks ? bytes_get(entry + ENTRY_SIZE, OFFSET_SIZE) : file->size;
    const unsigned n = block_length(&file->index, file->kind, block);
    if (begin > end || end > file->size
        || block_sum(file->bytes + begin, (size_t)(end - begin))
               != bytes_get(entry + OFFSET_SIZE, 4)
        || egdb_unpack(&file->codes, file->bytes + begin, (size_t)(end - begin), n, out))
        return err_set(err, place(file), "damaged: the checksum of block %u of %u is wrong",
                       block + 1, file->blocks);
    return 0;
}

int egdb_file_check(const struct egdb_file *file, struct err *err)
{
    uint64_t values[EGDB_BLOCK_BYTES / sizeof(uint64_t)];
    for (uint32_t block = 0; block < file->blocks; block++)
        if (egdb_file_block(file, block, values, err))
            return -1;
    return 0;
}
