// SPDX-License-Identifier: MIT
/*
 * Each kind is a row: how to recognise it, read a slice, and find a value in it. A slice is read
 * whole.
 */
#include "core/egdb/foreign.h"

#include "core/base/array.h"
#include "core/base/ascii.h"
#include "core/base/compiler.h"
#include "core/base/path.h"
#include "core/board/notation.h"
#include "core/egdb/index.h"

#include <dirent.h>
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum {
    PATH_ROOM = 4096,
    NAME_ROOM = 256, /* of a file in a folder */
    SQUARES = 50,
    DAM_SIZE = 75540,
    DAM_TABLE = SQUARES * SQUARES,
    DAM_MAGIC = 0x00decaff,
    GWD_DRAW = 100,
    GWD_PIECES = 4,
};

struct kind {
    const char *title;
    bool has_captures, has_black;
    /* sets `file` if the path is a folder, and all is in one file of it */
    bool (*is_one)(const char *path, char file[NAME_ROOM]);
    int (*slice)(struct egdb_foreign *foreign, struct egdb_material material, struct err *err);
    void (*value)(const struct egdb_foreign *foreign, const struct position *pos,
                  struct egdb_answer *answer);
};

struct egdb_foreign {
    const struct kind *kind;
    char path[PATH_ROOM];
    char file[NAME_ROOM]; /* for DAM.END in a folder; else empty */
    bool experimental;
    struct egdb_material material; /* of the slice read last */
    uint8_t *bytes;                /* owned; that slice, a byte for each position */
    size_t n;
};

static struct src_pos place(const struct egdb_foreign *foreign)
{
    return (struct src_pos){.file = foreign->path};
}

/* Reads a file of a folder. @return 1 with bytes owned, 0 it is missing, -1 with `err` */
static int read_file(const struct egdb_foreign *foreign, const char *name, uint8_t **bytes,
                     size_t *n, struct err *err)
{
    char path[2 * PATH_ROOM];
    struct stat st;
    snprintf(path, sizeof path, "%s%s%s", foreign->path, *name ? "/" : "", name);
    FILE *in = fopen(path, "rb");
    if (!in && errno == ENOENT)
        return 0;
    if (!in || fstat(fileno(in), &st) < 0 || st.st_size < 0) {
        err_set(err, place(foreign), "%s: %s", name, strerror(errno));
        if (in)
            fclose(in);
        return -1;
    }
    int rc = 1;
    *n = (size_t)st.st_size;
    errno = 0;
    *bytes = malloc(*n + 1);
    if (!*bytes)
        rc = err_memory(err);
    else if (fread(*bytes, 1, *n, in) < *n)
        rc = err_set(err, place(foreign), "cannot read %s: %s", name,
                     errno ? strerror(errno) : "it has become shorter");
    fclose(in);
    if (rc < 0) {
        free(*bytes);
        *bytes = NULL;
    }
    return rc;
}

/* The programs' own systems do not tell capitals from small letters, so names come in either. */
static bool folder_find(const char *folder, bool (*fits)(const char *name, const void *wanted),
                        const void *wanted, char found[NAME_ROOM])
{
    char path[PATH_ROOM + NAME_ROOM];
    struct stat st;
    DIR *dir = opendir(folder);
    *found = '\0';
    for (struct dirent *entry; dir && (entry = readdir(dir));) {
        if (!fits(entry->d_name, wanted) || strlen(entry->d_name) >= NAME_ROOM
            || (*found && strcmp(entry->d_name, found) > 0))
            continue; /* of two spellings, the same one on every system */
        snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
        if (stat(path, &st) == 0 && S_ISREG(st.st_mode))
            memcpy(found, entry->d_name, strlen(entry->d_name) + 1);
    }
    if (dir)
        closedir(dir);
    return *found != '\0';
}

/* ---- DAM.END ---- */

/* Squares as these databases count them: the printed number less one. */
static unsigned number_of(square sq) { return notation_number_of(rules_international, sq) - 1; }

static bool is_dam_end(const char *name, const void *wanted)
{
    (void)wanted;
    return text_is_nocase(text_of(name), "DAM.END");
}

static bool is_dam(const char *path, char file[NAME_ROOM])
{
    char inside[PATH_ROOM + NAME_ROOM];
    uint8_t magic[4];
    const bool in_folder = folder_find(path, is_dam_end, NULL, file);
    snprintf(inside, sizeof inside, "%s%s%s", path, in_folder ? "/" : "", file);
    FILE *in = fopen(inside, "rb");
    const bool one = in && fread(magic, 1, 4, in) == 4 && magic[0] == (DAM_MAGIC & 0xff)
                     && magic[1] == (DAM_MAGIC >> 8 & 0xff) && magic[2] == (DAM_MAGIC >> 16 & 0xff)
                     && magic[3] == 0;
    if (in)
        fclose(in);
    return one;
}

static int dam_slice(struct egdb_foreign *foreign, struct egdb_material material, struct err *err)
{
    if (egdb_material_pieces(material) != 2)
        return 0;
    if (foreign->bytes)
        return 1;
    if (read_file(foreign, foreign->file, &foreign->bytes, &foreign->n, err) <= 0)
        return -1;
    if (foreign->n != DAM_SIZE)
        return err_set(err, place(foreign), "%zu bytes; DAM.END has %d", foreign->n, DAM_SIZE);
    return 1;
}

static void dam_value(const struct egdb_foreign *foreign, const struct position *pos,
                      struct egdb_answer *answer)
{
    const unsigned white = number_of((square)LOWEST64(pos->pieces[WHITE]));
    const unsigned black = number_of((square)LOWEST64(pos->pieces[BLACK]));
    const bool own_king = (pos->kings & pos->pieces[pos->turn]) != 0;
    const bool other_king = (pos->kings & pos->pieces[!pos->turn]) != 0;
    const unsigned at =
        pos->turn == WHITE ? SQUARES * white + black : DAM_TABLE - 1 - SQUARES * black - white;
    const uint8_t byte = foreign->bytes[4 + (own_king * 2U + other_king) * DAM_TABLE + at];
    const int value = byte < 128 ? byte : byte - 256;
    *answer = (struct egdb_answer){value > 0   ? EGDB_WIN
                                   : value < 0 ? EGDB_LOSS
                                               : EGDB_DRAW,
                                   value != 0, (unsigned)(abs(value) - (value != 0))};
}

/* ---- Scan ---- */

static bool is_scan(const char *path, char file[NAME_ROOM])
{
    char two[PATH_ROOM + 8];
    struct stat st;
    (void)file;
    snprintf(two, sizeof two, "%s/2/1100", path);
    return stat(two, &st) == 0 && S_ISREG(st.st_mode);
}

/* The number of positions of a slice. */
static uint64_t scan_size(struct egdb_material m)
{
    const unsigned men = m.own_men + (unsigned)m.other_men;
    return (uint64_t)egdb_choose(45, m.own_men) * egdb_choose(45, m.other_men)
           * egdb_choose(SQUARES - men, m.own_kings)
           * egdb_choose(SQUARES - men - m.own_kings, m.other_kings);
}

/*
 * Unpacks a slice of runs: a byte modulo 3 is the value, the rest gives the length, by powers of
 * 1.2.
 * @param name of the slice's file
 */
static int scan_unpack(struct egdb_foreign *foreign, const char *name, const uint8_t *packed,
                       size_t n, uint64_t size, struct err *err)
{
    uint64_t at = 0;
    foreign->bytes = malloc((size_t)size + 1);
    if (!foreign->bytes)
        return err_memory(err);
    for (size_t i = 0; i < n; i++) {
        const uint64_t length = (uint64_t)(pow(1.2, packed[i] / 3) + 0.5);
        if (length > size - at)
            return err_set(err, place(foreign), "%s: damaged: more than %llu positions", name,
                           (unsigned long long)size);
        memset(foreign->bytes + at, packed[i] % 3, (size_t)length);
        at += length;
    }
    foreign->n = (size_t)at;
    return at == size ? 1
                      : err_set(err, place(foreign), "%s: damaged: %llu positions instead of %llu",
                                name, (unsigned long long)at, (unsigned long long)size);
}

static int scan_slice(struct egdb_foreign *foreign, struct egdb_material m, struct err *err)
{
    char name[32];
    uint8_t *packed = NULL;
    size_t n = 0;
    free(foreign->bytes);
    foreign->bytes = NULL;
    snprintf(name, sizeof name, "%u/%u%u%u%u", egdb_material_pieces(m), m.own_men, m.other_men,
             m.own_kings, m.other_kings);
    int rc = read_file(foreign, name, &packed, &n, err);
    if (rc == 1)
        rc = scan_unpack(foreign, name, packed, n, scan_size(m), err);
    free(packed);
    return rc;
}

/* The number of a set: its squares are counted among the free squares, upwards or downwards. */
static uint64_t scan_set(uint64_t set, uint64_t free_squares, bool backwards)
{
    uint64_t number = 0;
    unsigned rank = 0, i = 0;
    for (unsigned k = 0; k < SQUARES; k++) {
        const uint64_t bit = (uint64_t)1 << (backwards ? SQUARES - 1 - k : k);
        if (set & bit)
            number += egdb_choose(rank, ++i);
        if (free_squares & bit)
            rank++;
    }
    return number;
}

/* The bits of a bitboard by printed number, on the turned board if `turned` (Black to move). */
static uint64_t scan_bits(bitboard set, bool turned)
{
    uint64_t out = 0;
    for (; set; set &= set - 1) {
        const unsigned number = number_of((square)LOWEST64(set));
        out |= (uint64_t)1 << (turned ? SQUARES - 1 - number : number);
    }
    return out;
}

static void scan_value(const struct egdb_foreign *foreign, const struct position *pos,
                       struct egdb_answer *answer)
{
    static const enum egdb_value values[] = {EGDB_DRAW, EGDB_LOSS, EGDB_WIN};
    const struct egdb_material m = foreign->material;
    const uint64_t all = ((uint64_t)1 << SQUARES) - 1;
    const enum side us = pos->turn, them = side_other(us);
    const uint64_t own_men = scan_bits(position_men(pos, us), us == BLACK);
    const uint64_t other_men = scan_bits(position_men(pos, them), us == BLACK);
    const uint64_t own_kings = scan_bits(position_kings(pos, us), us == BLACK);
    const uint64_t other_kings = scan_bits(position_kings(pos, them), us == BLACK);
    const uint64_t no_men = all & ~(own_men | other_men);
    const unsigned men = m.own_men + (unsigned)m.other_men;
    uint64_t at = scan_set(own_men, all & ~(uint64_t)0x1f, true);
    at = at * egdb_choose(45, m.other_men) + scan_set(other_men, all >> 5, false);
    at = at * egdb_choose(SQUARES - men, m.own_kings) + scan_set(own_kings, no_men, true);
    at = at * egdb_choose(SQUARES - men - m.own_kings, m.other_kings)
         + scan_set(other_kings, no_men & ~own_kings, false);
    *answer = (struct egdb_answer){values[foreign->bytes[at] % 3], false, 0};
}

/* ---- Wiesenekker ---- */

/* Reads a slice's name: O for a man and X for a king, the side to move on the left. */
static bool gwd_read_name(const char *name, struct egdb_material *m)
{
    uint8_t *men = &m->own_men, *kings = &m->own_kings;
    *m = (struct egdb_material){0};
    for (; *name && *name != '.'; name++) {
        const char c = ascii_lower(*name);
        if (c == 'o') {
            ++*men;
        } else if (c == 'x') {
            ++*kings;
        } else if (c == 'v' && men == &m->own_men) {
            men = &m->other_men;
            kings = &m->other_kings;
        } else {
            return false;
        }
    }
    return text_is_nocase(text_of(name), ".bin") && egdb_material_fits(*m)
           && egdb_material_pieces(*m) <= GWD_PIECES;
}

/* @param wanted the slice's material; NULL: any */
static bool is_gwd_slice(const char *name, const void *wanted)
{
    const struct egdb_material *material = wanted;
    struct egdb_material m;
    return gwd_read_name(name, &m)
           && (!material || egdb_material_code(m) == egdb_material_code(*material));
}

static bool is_gwd(const char *path, char file[NAME_ROOM])
{
    const bool one = folder_find(path, is_gwd_slice, NULL, file);
    *file = '\0';
    return one;
}

static int gwd_slice(struct egdb_foreign *foreign, struct egdb_material m, struct err *err)
{
    char name[NAME_ROOM];
    const unsigned pieces = egdb_material_pieces(m);
    size_t size = 1;
    free(foreign->bytes);
    foreign->bytes = NULL;
    if (pieces > GWD_PIECES)
        return 0;
    for (unsigned i = 0; i < pieces; i++)
        size *= SQUARES;
    if (!folder_find(foreign->path, is_gwd_slice, &m, name))
        return 0;
    if (pieces > 2 && !foreign->experimental)
        return err_set(err, place(foreign),
                       "%s: the layout for three and four pieces is known only from a description; "
                       "use --experimental to read it",
                       name);
    const int rc = read_file(foreign, name, &foreign->bytes, &foreign->n, err);
    if (rc == 1 && foreign->n != size)
        return err_set(err, place(foreign), "%s: %zu bytes instead of %zu", name, foreign->n, size);
    return rc;
}

/*
 * Adds a group to the index: each piece's square, ascending as the side to move sees the board.
 */
static size_t gwd_group(size_t at, bitboard set, bool turned)
{
    const uint64_t bits = scan_bits(set, turned);
    for (unsigned k = 0; k < SQUARES; k++)
        if (bits >> k & 1)
            at = at * SQUARES + k;
    return at;
}

static void gwd_value(const struct egdb_foreign *foreign, const struct position *pos,
                      struct egdb_answer *answer)
{
    const enum side us = pos->turn, them = side_other(us);
    size_t at = gwd_group(0, position_men(pos, us), us == BLACK);
    at = gwd_group(at, position_kings(pos, us), us == BLACK);
    at = gwd_group(at, position_men(pos, them), us == BLACK);
    at = gwd_group(at, position_kings(pos, them), us == BLACK);
    const int value = foreign->bytes[at] < 128 ? foreign->bytes[at] : foreign->bytes[at] - 256;
    if (value == GWD_DRAW)
        *answer = (struct egdb_answer){EGDB_DRAW, false, 0};
    else
        *answer =
            (struct egdb_answer){value > 0 ? EGDB_WIN : EGDB_LOSS, true, (unsigned)abs(value)};
}

/* ---- all kinds ---- */

/* Whether it is one of the four-piece files that DAM 2.2 uses: OOOvO.cpr, or their index. */
static bool is_cpr(const char *name, const void *wanted)
{
    const size_t n = strlen(name);
    (void)wanted;
    return text_is_nocase(text_of(name), "end4.idx")
           || (n > 4 && text_is_nocase(text_of(name + n - 4), ".cpr"));
}

static const struct kind kinds[] = {
    {"bitbases of Scan", false, false, is_scan, scan_slice, scan_value},
    {"distances of G. Wiesenekker", true, false, is_gwd, gwd_slice, gwd_value},
    {"DAM.END of DAM", true, true, is_dam, dam_slice, dam_value},
};

int egdb_foreign_open(const char *path, bool experimental, struct egdb_foreign **out,
                      struct err *err)
{
    struct src_pos at = {.file = path};
    struct stat st;
    char file[NAME_ROOM] = "";
    *out = NULL;
    if (stat(path, &st) < 0)
        return err_set(err, at, "%s", strerror(errno));
    if (strlen(path) >= PATH_ROOM)
        return err_set(err, at, "name too long");
    for (unsigned i = 0; i < ARRAY_LEN(kinds); i++) {
        if (!kinds[i].is_one(path, file))
            continue;
        struct egdb_foreign *foreign = calloc(1, sizeof *foreign);
        if (!foreign)
            return err_memory(err);
        foreign->kind = &kinds[i];
        foreign->experimental = experimental;
        memcpy(foreign->path, path, strlen(path) + 1);
        memcpy(foreign->file, file, sizeof file);
        *out = foreign;
        return 0;
    }
    const char *cpr = is_cpr(path_name(path), NULL)           ? path_name(path)
                      : folder_find(path, is_cpr, NULL, file) ? file
                                                              : NULL;
    if (cpr)
        return err_set(err, at, "dama cannot read DAM's compressed four-piece files (%s)", cpr);
    return err_set(err, at, "not a database of DAM, Scan or G. Wiesenekker");
}

void egdb_foreign_close(struct egdb_foreign *foreign)
{
    if (!foreign)
        return;
    free(foreign->bytes);
    free(foreign);
}

const char *egdb_foreign_title(const struct egdb_foreign *foreign) { return foreign->kind->title; }

bool egdb_foreign_has_captures(const struct egdb_foreign *foreign)
{
    return foreign->kind->has_captures;
}

bool egdb_foreign_has_black(const struct egdb_foreign *foreign) { return foreign->kind->has_black; }

int egdb_foreign_slice(struct egdb_foreign *foreign, struct egdb_material material, struct err *err)
{
    foreign->material = material;
    return foreign->kind->slice(foreign, material, err);
}

void egdb_foreign_value(const struct egdb_foreign *foreign, const struct position *pos,
                        struct egdb_answer *answer)
{
    foreign->kind->value(foreign, pos, answer);
}
