// SPDX-License-Identifier: MIT
#include "core/egdb/material.h"

#include "core/base/compiler.h"

bool egdb_material_fits(struct egdb_material m)
{
    unsigned own = m.own_men + m.own_kings, other = m.other_men + m.other_kings;
    return own > 0 && other > 0 && own + other <= EGDB_PIECES_MAX;
}

static uint8_t count(bitboard set)
{
    uint8_t n = 0;
    for (; set && n < EGDB_SIDE_MAX + 1; set &= set - 1)
        n++;
    return n;
}

struct egdb_material egdb_material_of(const struct position *pos)
{
    enum side us = pos->turn, them = side_other(us);
    return (struct egdb_material){
        count(position_men(pos, us)),
        count(position_kings(pos, us)),
        count(position_men(pos, them)),
        count(position_kings(pos, them)),
    };
}

static char *add(char *at, char letter, unsigned n)
{
    while (n--)
        *at++ = letter;
    return at;
}

void egdb_material_name(struct egdb_material m, char *buf)
{
    buf = add(buf, 'K', m.own_kings);
    buf = add(buf, 'M', m.own_men);
    *buf++ = 'v';
    buf = add(buf, 'K', m.other_kings);
    buf = add(buf, 'M', m.other_men);
    *buf = '\0';
}

/* Reads the pieces of a side, kings first. */
static const char *read_side(const char *at, uint8_t *kings, uint8_t *men)
{
    *kings = *men = 0;
    for (; *at == 'K' && *kings <= EGDB_SIDE_MAX; at++)
        ++*kings;
    for (; *at == 'M' && *men <= EGDB_SIDE_MAX; at++)
        ++*men;
    return at;
}

const char *egdb_material_read(const char *name, struct egdb_material *out)
{
    name = read_side(name, &out->own_kings, &out->own_men);
    if (*name != 'v')
        return NULL;
    name = read_side(name + 1, &out->other_kings, &out->other_men);
    return egdb_material_fits(*out) ? name : NULL;
}

static bool is_first_of_pair(struct egdb_material m)
{
    return egdb_material_code(m) <= egdb_material_code(egdb_material_mirror(m));
}

unsigned egdb_material_list(const struct rules *rules, unsigned pieces, struct egdb_material *out)
{
    unsigned n = 0, first = rules->goal == GOAL_KING ? pieces : 0;
    for (unsigned men = first; men <= pieces; men++)
        for (unsigned own = 1; own < pieces; own++)
            for (unsigned own_men = 0; own_men <= own && own_men <= men; own_men++) {
                unsigned other = pieces - own, other_men = men - own_men;
                if (other_men > other)
                    continue;
                struct egdb_material m = {(uint8_t)own_men, (uint8_t)(own - own_men),
                                          (uint8_t)other_men, (uint8_t)(other - other_men)};
                struct egdb_material mirror = egdb_material_mirror(m);
                if (!is_first_of_pair(m))
                    continue;
                out[n++] = m;
                if (egdb_material_code(mirror) != egdb_material_code(m))
                    out[n++] = mirror;
            }
    return n;
}
