// SPDX-License-Identifier: MIT
/* The engine as a program; each verb has a file of its own. */
#include "cmd/engine/dama-engine.h"

#include "core/board/fen.h"

int dama_engine_rules(const char *variant, const struct rules **rules)
{
    struct err err = {0};
    if (rules_find(text_of(variant), rules, &err) == 0)
        return EXIT_WELL;
    command_error(&err);
    return EXIT_USAGE;
}

int dama_engine_position(const char *variant, const char *fen, const struct rules **rules,
                         struct position *pos)
{
    struct err err = {0};
    if (dama_engine_rules(variant, rules))
        return EXIT_USAGE;
    position_start(*rules, pos);
    if (fen
        && (fen_read(*rules, text_of(fen), (struct src_pos){0}, pos, NULL, &err)
            || fen_check(*rules, pos, (struct src_pos){0}, &err))) {
        command_say("--fen: '%s': %s", fen, err.msg);
        return EXIT_USAGE;
    }
    if (fen && *rules == rules_international && fen_has_letters(text_of(fen)))
        command_say("--fen: letters are read as squares of the 10x10 board; for another game, give "
                    "--variant, such as russian");
    return EXIT_WELL;
}

void dama_engine_say_cut_short(const char *path)
{
    command_say("%s: the last game is incomplete and was left out", path);
}

int dama_engine_read_samples(const struct rules *rules, char *const *files, int n,
                             struct samples *samples, struct err *err)
{
    int rc = 0;
    for (int i = 0; i < n && rc == 0; i++) {
        rc = samples_read(samples, rules, files[i], err);
        if (rc == 0 && samples->is_cut_short)
            dama_engine_say_cut_short(files[i]);
    }
    return rc;
}

static const struct command *const verbs[] = {
    &dama_engine_average, &dama_engine_bench,    &dama_engine_calibrate,
    &dama_engine_compare, &dama_engine_dxp,      &dama_engine_games,
    &dama_engine_go,      &dama_engine_hub,      &dama_engine_moves,
    &dama_engine_perft,   &dama_engine_selfplay, &dama_engine_show,
    &dama_engine_solve,   &dama_engine_train,    NULL,
};

static const struct command command = {
    .name = "dama-engine",
    .summary = "search, play and train with the dama engine",
    .usage = "COMMAND ...",
    .verbs = verbs,
};

int main(int argc, char **argv) { return command_main(&command, argc, argv); }
