// SPDX-License-Identifier: MIT
/* The contents of a match file, as plain structs. */
#ifndef DAMA_MATCH_CONFIG_VALUES_H
#define DAMA_MATCH_CONFIG_VALUES_H

#include "match/settings.h"

/** Who meets whom. */
enum match_pairing {
    MATCH_PAIRING_MATCH,    /* the only two players */
    MATCH_PAIRING_GAUNTLET, /* the first `seeds` players meet all the others, but not each other */
    MATCH_PAIRING_ROUND_ROBIN, /* everybody meets everybody */
};

enum { MATCH_BALLOT_PLIES_MAX = 4 }; /* of generated openings */

/** Where games begin. Without files, positions and ballots, at the usual start. */
struct match_openings {
    struct match_words files;     /* files, folders and patterns: see match/openings.h */
    struct match_words positions; /* FENs */
    unsigned ballots;             /* plies: all openings of this length are generated; 0: none */
    bool shuffle;                 /* shuffle them, by the match's seed */
    unsigned skip;                /* openings to skip, after shuffling */
    unsigned limit;               /* openings to use at most; 0: all */
    unsigned plies;               /* how much of a game to use, at most; 0: all */
    /*
     * thousandths of a man: leave out positions that the engine judges to be further from even; 0:
     * none
     */
    int64_t balance;
    uint64_t balance_nodes; /* how many the engine searches for this */
    /* retire an opening once so many pairs were played from it and all drawn; 0: never */
    unsigned retire;
};

/** When a match between two players ends before its last game, and what the report is to say. */
struct match_stop {
    bool sprt;
    double elo0, elo1, alpha, beta; /* core/stats/sprt.h */
    bool normalized;                /* elo0 and elo1 are in normalized Elo */
    int64_t for_ms;                 /* no new game after so long; 0: no limit */
    const char *until; /* no new game after this time: core/base/until.h; NULL: no limit */
    double alarm;      /* Elo: exit with status 1 if the whole interval lies below; NAN: never */
};

struct match_outputs {
    const char *store;       /* file of results; never NULL */
    const char *pdn;         /* log; NULL: none, like those below */
    const char *live;        /* shows the game in progress */
    const char *transcripts; /* folder */
    int64_t transcripts_max; /* bytes of all transcripts together */
    const char *log;
    int64_t log_max; /* bytes, after which it is rotated */
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
    struct player_limits limits; /* for players without limits of their own */
    struct player_settings *players;
    unsigned n_players;
    enum match_pairing pairing;
    unsigned seeds;
    unsigned games;  /* for each pairing, an even number; 0: see rounds */
    unsigned rounds; /* in each, every pairing plays two games; 0: as many as there are openings */
    bool repeat;     /* play a finished match again, as a new one */
    const char *listen; /* address at which peers connect to us */
    struct match_openings openings;
    struct match_stop stop;
    struct match_outputs outputs;
    const struct match_source *sources;      /* the match file and all the files that it includes */
    const struct match_rewritten *rewritten; /* texts that have changed since they were read */
};

#endif
