// SPDX-License-Identifier: MIT
/*
 * What a match file says, as plain structs.
 */
#ifndef DAMA_MATCH_CONFIG_VALUES_H
#define DAMA_MATCH_CONFIG_VALUES_H

#include "match/settings.h"

/** Who meets whom. */
enum match_pairing {
    MATCH_PAIRING_MATCH,       /* the only two players */
    MATCH_PAIRING_GAUNTLET,    /* the first `seeds` players meet all others, not each other */
    MATCH_PAIRING_ROUND_ROBIN, /* all meet all */
};

/** Where games begin. Without files, positions and ballots: at the usual start. */
struct match_openings {
    struct match_words files;     /* files, folders, patterns: see match/openings.h */
    struct match_words positions; /* FENs */
    unsigned ballots; /* plies: all openings of this length are made on the spot; 0: none */
    bool shuffle;     /* by the match's seed */
    unsigned skip;    /* openings to skip, after shuffling */
    unsigned limit;   /* openings to use at most; 0: all */
    unsigned plies;   /* of a game to play at most; 0: all it has */
    /*
     * thousandths of a man: positions that the engine judges further from even are left out; 0:
     * none are
     */
    int64_t balance;
    int64_t balance_nodes; /* that it looks at for this */
    /* pairs that retire an opening if all their games were drawn; 0: never */
    unsigned retire;
};

/** When a match of two is over before its last game, and what is to be reported. */
struct match_stop {
    bool sprt;
    double elo0, elo1, alpha, beta; /* core/stats/sprt.h */
    bool normalized;                /* elo0 and elo1 are normalized Elo */
    int64_t for_ms;                 /* no new game after this time; 0: any time */
    const char *until;              /* nor after this time: core/base/until.h; NULL: any */
    double alarm; /* Elo: the exit status is 1 where the whole interval lies below; NAN: none */
};

struct match_outputs {
    const char *store;       /* file of results; never NULL */
    const char *pdn;         /* log; NULL: none, as those below */
    const char *live;        /* the game in progress */
    const char *transcripts; /* folder */
    int64_t transcripts_max; /* bytes of all of them */
    const char *log;
    int64_t log_max; /* bytes, then it is rotated */
    const char *html;
};

/** A file that the configuration was read from. */
struct match_source {
    const struct match_source *next; /* NULL: this is the match file itself */
    const char *path;                /* "-": standard input */
};

struct match_config {
    struct match_settings match;
    const char *variant, *draws; /* as written; draws NULL: the variant's default */
    struct player_limits limits; /* of players that say nothing else */
    struct player_settings *players;
    unsigned n_players;
    enum match_pairing pairing;
    unsigned seeds;
    unsigned games;  /* for each pairing, even; 0: see rounds */
    unsigned rounds; /* in which each pairing plays two games; 0: as many as there are openings */
    bool repeat;     /* a finished match is played again, as a new one */
    const char *listen; /* address that peers come to */
    struct match_openings openings;
    struct match_stop stop;
    struct match_outputs outputs;
    const struct match_source *sources;      /* with all that is included */
    const struct match_rewritten *rewritten; /* texts that are not as they were written */
};

#endif
