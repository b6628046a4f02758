// SPDX-License-Identifier: MIT
/* dama-engine hub: the engine for drivers that speak the Hub protocol. */
#include "cmd/engine/dama-engine.h"
#include "cmd/engine/settings.h"
#include "core/base/signals.h"
#include "match/serve/hub-run.h"

#include <unistd.h>

struct settings {
    struct engine_settings engine;
};

static const struct option_row rows[] = {
    ENGINE_ROW_BOOK(NULL),      ENGINE_ROW_BOOK_MARGIN(NULL),
    ENGINE_ROW_BOOK_SEED(NULL), ENGINE_ROW_BOOK_TEMPERATURE(NULL),
    ENGINE_ROW_DRAWS(NULL),     ENGINE_ROW_EGDB(NULL),
    ENGINE_ROW_EVAL(NULL),      ENGINE_ROW_HASH(NULL, "64M"),
    ENGINE_ROW_LEVEL(NULL),     ENGINE_ROW_THREADS(NULL),
    ENGINE_ROW_VARIANT(NULL),
};

static int run(const struct command *command, int argc, char **argv)
{
    struct settings settings = {.engine.egdb = "", ENGINE_BOOK_DEFAULTS};
    struct engine_ops ops = engine_settings_ops();
    struct hub_settings hub = {.name = "dama", .version = DAMA_VERSION};
    enum hub_end end;
    struct err err = {0};
    int first;
    if (options_read(command, argc, argv, &settings, &first))
        return EXIT_USAGE;
    if (engine_settings_take(&settings.engine, &err)) {
        command_error(&err);
        return engine_settings_status(&err);
    }
    if (isatty(STDIN_FILENO))
        command_say("reading Hub commands from standard input; type 'quit' to end");
    int status = EXIT_WELL;
    book_player_wait_briefly(settings.engine.player);
    hub.rules = settings.engine.rules;
    hub.draws = settings.engine.draws;
    hub.engine = settings.engine.options;
    if (hub_run(&ops, &settings.engine, &hub, STDIN_FILENO, STDOUT_FILENO, signals_fd(), &end,
                &err)) {
        command_error(&err);
        status = EXIT_IO;
    } else if (end == HUB_STOPPED) {
        status = EXIT_STOPPED;
    }
    engine_settings_free(&settings.engine);
    return status;
}

const struct command dama_engine_hub = {
    .name = "hub",
    .summary = "serve a user interface or match manager over the Hub protocol",
    .rows = rows,
    .n_rows = OPTION_COUNT(rows),
    .run = run,
};
