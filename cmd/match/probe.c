// SPDX-License-Identifier: MIT
/*
 * dama-match probe: plays through a scripted conversation with a DamExchange peer and says, in TAP,
 * what it can and cannot do; then its stanza for a match file. The questions are independent: if
 * one loses the connection, the next makes a new one.
 */
#include "cmd/lib/options.h"
#include "cmd/match/dama-match.h"
#include "cmd/match/peer-link.h"
#include "core/base/array.h"
#include "core/base/clock.h"
#include "core/base/printable.h"
#include "core/base/signals.h"
#include "core/board/notation.h"
#include "match/protocol/dxp-dialogue.h"
#include "match/protocol/wire.h"
#include "match/settings.h"

#include <stdio.h>
#include <string.h>

enum {
    BAUD = 9600,    /* unless given */
    TOOK_MS = 1000, /* the time that we report for each of our moves */
};

struct settings {
    int64_t timeout;
    unsigned serial_start, serial_end, baud;
};

static const struct option_row rows[] = {
    {"baud", 0, OPTION_UNSIGNED, "N", OPTION_AT(struct settings, baud), .min = 50, .max = 4000000,
     .help = "speed of a serial line (default: 9600)"},
    {"serial-end", 0, OPTION_UNSIGNED, "BYTE", OPTION_AT(struct settings, serial_end), .max = 255,
     .help = "byte that ends a message on a serial line"},
    {"serial-start", 0, OPTION_UNSIGNED, "BYTE", OPTION_AT(struct settings, serial_start),
     .max = 255, .help = "byte that begins a message on a serial line"},
    {"timeout", 0, OPTION_TIME, "TIME", OPTION_AT(struct settings, timeout), .min = 1,
     .max = 3600000, .help = "wait TIME for each answer (default: 15s)"},
};

struct probe {
    struct peer_address address;
    int64_t timeout;
    struct tcp_listener *listener;
    struct dxp_connection *connection; /* NULL: none */
    struct dialogue dialogue;
    struct position pos;
    unsigned games; /* games on this connection */
    char name[4 * DXP_NAME_MAX + 8];
    struct player_quirks quirks;
    char note[300]; /* on the current question */
};

static void note(struct probe *p, const char *text)
{
    snprintf(p->note, sizeof p->note, "%s", text);
}

static void hang_up(struct probe *p)
{
    dxp_connection_finish(p->connection, clock_ms() + 500);
    p->connection = NULL;
}

static bool connect_now(struct probe *p)
{
    struct err err = {0};
    if (p->connection)
        return true;
    if (peer_link_open(&p->address, &p->listener, clock_ms() + p->timeout, &p->connection, &err)) {
        note(p, err.msg[0] ? err.msg : "stopped");
        return false;
    }
    dialogue_init(&p->dialogue, &(struct dialogue_config){
                                    .role = DIALOGUE_INITIATOR,
                                    .name = "dama probe",
                                    .fractions = true,
                                    .answer_ms = p->timeout,
                                    .confirm_ms = p->timeout,
                                    /* tells a peer that does not answer from one that refuses */
                                    .back_ms = 2 * p->timeout});
    p->games = 0;
    return true;
}

static bool send_all(struct probe *p)
{
    struct dialogue_frame f;
    struct err err = {0};
    while (p->connection && dialogue_output(&p->dialogue, &f))
        if (peer_link_send(p->connection, f.bytes, f.n, clock_ms() + p->timeout, &err)) {
            note(p, err.msg);
            hang_up(p);
        }
    return p->connection != NULL;
}

/* Waits for an event that matters. @return whether one came in time */
static bool await_event(struct probe *p, struct dialogue_event *e)
{
    int64_t by = clock_ms() + p->timeout;
    struct dxp_frame f;
    struct err err = {0};
    while (send_all(p)) {
        while (dialogue_event(&p->dialogue, e))
            if (e->kind != DIALOGUE_CHATTED && e->kind != DIALOGUE_WARNED)
                return true;
            else
                note(p, e->kind == DIALOGUE_WARNED ? e->text : "the peer sent chat");
        if (clock_ms() >= by) {
            note(p, "no answer in time");
            return false;
        }
        int64_t wake = dialogue_deadline(&p->dialogue);
        int rc = peer_link_receive(p->connection, wake < by ? wake : by, &f, &err);
        if (rc < 0) {
            note(p, err.msg);
            hang_up(p);
            return false;
        }
        if (rc > 0)
            dialogue_receive(&p->dialogue, f.bytes, f.n, clock_ms());
        dialogue_tick(&p->dialogue, clock_ms());
    }
    return false;
}

static bool await_kind(struct probe *p, enum dialogue_event_kind kind, struct dialogue_event *e)
{
    while (await_event(p, e)) {
        if (e->kind == kind)
            return true;
        if (e->kind == DIALOGUE_DECLINED || e->kind == DIALOGUE_ENDED
            || e->kind == DIALOGUE_FAULTED) {
            note(p, e->text[0] ? e->text : "the peer ended the game");
            return false;
        }
    }
    return false;
}

/* Ends any game still running, so that the next question finds none. */
static void clear(struct probe *p)
{
    struct dialogue_event e;
    if (p->connection && dialogue_playing(&p->dialogue)) {
        dialogue_end(&p->dialogue, DXP_UNKNOWN, clock_ms());
        while (p->dialogue.state == DIALOGUE_END_SENT && await_event(p, &e))
            continue;
    }
    if (p->connection && (p->dialogue.state != DIALOGUE_IDLE || p->dialogue.closing))
        hang_up(p);
}

/* Asks for a game in which the peer has the side `follower`. @return whether it accepts */
static bool ask(struct probe *p, enum side follower, int64_t ms, bool spelled)
{
    struct dialogue_event e;
    struct dxp_request r = {.follower = follower, .time = ms, .moves = 75, .special = spelled};
    clear(p);
    if (!connect_now(p))
        return false;
    position_start(rules_international, &p->pos);
    if (spelled)
        r.n_squares = wire_write_position(rules_international, &wire_dxp, &p->pos, r.squares);
    dialogue_request(&p->dialogue, &r, clock_ms());
    if (!await_kind(p, DIALOGUE_ACCEPTED, &e))
        return false;
    dxp_show(e.message.answer.name, strlen(e.message.answer.name), p->name, sizeof p->name);
    p->games++;
    return true;
}

/* Waits for the peer's move and plays it on our board. */
static bool take_move(struct probe *p)
{
    struct dialogue_event e;
    struct move move;
    struct err err = {0};
    if (!await_kind(p, DIALOGUE_MOVED, &e))
        return false;
    if (wire_find_dxp(rules_international, &p->pos, &e.message.move, &move, NULL, &err)) {
        note(p, err.msg);
        return false;
    }
    move_play(rules_international, &p->pos, &move);
    return true;
}

/* Plays the first legal move. */
static bool make_move(struct probe *p)
{
    struct moves list;
    struct dxp_move m;
    moves_init(&list);
    bool any = moves_generate(rules_international, &p->pos, &list) == 0 && list.n > 0;
    if (any) {
        wire_write_dxp(rules_international, &list.at[0], TOOK_MS, &m);
        dialogue_move(&p->dialogue, &m);
        move_play(rules_international, &p->pos, &list.at[0]);
    }
    moves_fini(&list);
    return any && send_all(p);
}

/* ---- the questions ---- */

static bool connects(struct probe *p) { return connect_now(p); }

static bool accepts(struct probe *p)
{
    if (ask(p, WHITE, 60000, false))
        return true;
    p->quirks.position = ask(p, WHITE, 60000, true);
    if (p->quirks.position)
        note(p, "only with the position spelled out");
    return false;
}

static bool begins(struct probe *p)
{
    return ask(p, WHITE, 60000, p->quirks.position) && take_move(p);
}

static bool answers(struct probe *p)
{
    return ask(p, BLACK, 60000, p->quirks.position) && make_move(p) && take_move(p) && make_move(p)
           && take_move(p);
}

static bool confirms(struct probe *p)
{
    struct dialogue_event e;
    if (!ask(p, WHITE, 60000, p->quirks.position) || !take_move(p))
        return false;
    dialogue_end(&p->dialogue, DXP_LOST, clock_ms());
    bool well = await_kind(p, DIALOGUE_CONFIRMED, &e) && e.settled != SETTLED_BY_TIME;
    p->quirks.no_confirmation = !well;
    return well;
}

/*
 * Earlier questions may have shown it. We do not hang up for this: a peer that connects to us may
 * do so only once.
 */
static bool plays_again(struct probe *p)
{
    bool well = p->connection && p->games > 1;
    if (!well) {
        well = ask(p, WHITE, 60000, p->quirks.position) && take_move(p);
        clear(p);
        well = well && p->connection && ask(p, BLACK, 60000, p->quirks.position) && p->games > 1;
    }
    if (!well)
        p->quirks.games_max = 1;
    return well;
}

/* Does not show whether the peer also reads fractions: some take half a minute for none. */
static bool accepts_fractions(struct probe *p)
{
    p->quirks.fractions = ask(p, WHITE, 30000, p->quirks.position) && take_move(p);
    return p->quirks.fractions;
}

static bool reads_positions(struct probe *p) { return ask(p, WHITE, 60000, true) && take_move(p); }

static bool bears_chat(struct probe *p)
{
    if (!ask(p, BLACK, 60000, p->quirks.position))
        return false;
    dialogue_chat(&p->dialogue, "have a good game");
    return make_move(p) && take_move(p);
}

static bool answers_take_backs(struct probe *p)
{
    static const char *const words[DXP_BACKS] = {"the peer agrees", "the peer cannot",
                                                 "the peer refuses"};
    struct dialogue_event e;
    if (!ask(p, WHITE, 60000, p->quirks.position) || !take_move(p))
        return false;
    dialogue_back(&p->dialogue, &(struct dxp_backreq){1, WHITE}, clock_ms());
    if (!await_kind(p, DIALOGUE_BACK_ANSWERED, &e) || !p->connection)
        return false;
    note(p, words[e.message.back]);
    return true;
}

static bool says_the_end_out_of_turn(struct probe *p)
{
    struct dialogue_event e;
    if (!ask(p, WHITE, 60000, p->quirks.position))
        return false;
    dialogue_end(&p->dialogue, DXP_UNKNOWN, clock_ms()); /* the peer is to move */
    return await_kind(p, DIALOGUE_CONFIRMED, &e) && e.settled != SETTLED_BY_TIME;
}

/* A message that cannot be read must not stop the peer for good. */
static bool survives(struct probe *p, const char *bytes)
{
    struct err err = {0};
    if (!ask(p, BLACK, 60000, p->quirks.position))
        return false;
    if (peer_link_send(p->connection, bytes, strlen(bytes), clock_ms() + p->timeout, &err)) {
        note(p, err.msg);
        return false;
    }
    clear(p);
    return ask(p, WHITE, 60000, p->quirks.position) && take_move(p);
}

static bool survives_nonsense(struct probe *p) { return survives(p, "X???"); }
static bool survives_an_illegal_move(struct probe *p) { return survives(p, "M0001311100"); }

static const struct question {
    const char *text;
    bool (*ask)(struct probe *probe);
    bool required; /* without it no match can be played */
} questions[] = {
    {"can be reached", connects, true},
    {"accepts a game of one minute", accepts, true},
    {"begins a game with White", begins, true},
    {"answers moves with Black", answers, true},
    {"confirms the end of a game", confirms, false},
    {"confirms the end of a game on its own turn", says_the_end_out_of_turn, false},
    {"plays a second game on the same connection", plays_again, false},
    {"accepts fractions of minutes", accepts_fractions, false},
    {"reads a position", reads_positions, false},
    {"plays on after chat", bears_chat, false},
    {"answers requests to take moves back", answers_take_backs, false},
    {"survives a meaningless message", survives_nonsense, false},
    {"survives an illegal move", survives_an_illegal_move, false},
};

/* @return whether a match can be played with the peer */
static bool ask_all(struct probe *p)
{
    unsigned n = ARRAY_LEN(questions);
    bool usable = true;
    printf("TAP version 13\n1..%u\n", n);
    for (unsigned i = 0; i < n; i++) {
        const struct question *q = &questions[i];
        p->note[0] = '\0';
        if (!usable || signals_stopped()) {
            printf("ok %u - %s # SKIP\n", i + 1, q->text);
            continue;
        }
        bool spelled = p->quirks.position;
        bool well = q->ask(p);
        printf("%s %u - %s\n", well ? "ok" : "not ok", i + 1, q->text);
        if (p->note[0]) {
            printable_fprintf(stdout, "# %s", p->note);
            putchar('\n');
        }
        fflush(stdout);
        usable = well || !q->required || (p->quirks.position && !spelled); /* that was all */
        clear(p);
    }
    return usable;
}

/* Prints a value as it is written in a match file. */
static void print_value(const char *text)
{
    for (const char *c = text; *c; c++) {
        if (*c == '"' || *c == '\\')
            putchar('\\');
        if (*c == '$') /* a single dollar sign may begin a variable */
            putchar('$');
        putchar(*c);
    }
}

static void print_stanza(const struct probe *p)
{
    const struct {
        const char *line;
        bool is;
    } quirks[] = {{"# fractions: true, if it reads them", p->quirks.fractions},
                  {"position: true", p->quirks.position},
                  {"no_confirmation: true", p->quirks.no_confirmation}};
    bool any = p->quirks.games_max > 0;
    for (size_t i = 0; i < ARRAY_LEN(quirks); i++)
        any |= quirks[i].is;
    printf("# for a match file:\n  - name: \"");
    print_value(p->name);
    printf("\"\n    dxp: \"");
    print_value(p->address.text);
    printf("\"\n");
    if (p->address.serial_start)
        printf("    serial_start: %u\n    serial_end: %u\n    baud: %u\n", p->address.serial_start,
               p->address.serial_end, p->address.baud);
    if (any)
        printf("    quirks:\n");
    for (size_t i = 0; i < ARRAY_LEN(quirks); i++)
        if (quirks[i].is)
            printf("      %s\n", quirks[i].line);
    if (p->quirks.games_max)
        printf("      games_max: %u\n", p->quirks.games_max);
}

/* @return an option that applies to serial lines only; NULL: none is given */
static const char *serial_option(const struct settings *settings)
{
    return settings->serial_start ? "--serial-start"
           : settings->serial_end ? "--serial-end"
           : settings->baud       ? "--baud"
                                  : NULL;
}

static int run(const struct command *command, int argc, char **argv)
{
    struct settings settings = {.timeout = 15000};
    struct probe probe = {0};
    int first;
    if (options_read(command, argc, argv, &settings, &first))
        return EXIT_USAGE;
    probe.address = (struct peer_address){.text = argv[first],
                                          .serial_start = settings.serial_start,
                                          .serial_end = settings.serial_end,
                                          .baud = settings.baud ? settings.baud : BAUD};
    probe.timeout = settings.timeout;
    struct address address;
    struct err err = {0};
    if (address_read(argv[first], DXP_PORT, &address, &err)) {
        command_error(&err);
        return EXIT_USAGE;
    }
    if (address.kind == ADDRESS_SERIAL
        && !dxp_serial_bytes_good(settings.serial_start, settings.serial_end))
        return command_usage("a serial line requires --serial-start and --serial-end, the bytes "
                             "that the peer uses; they must differ and must not be printable");
    if (address.kind != ADDRESS_SERIAL && serial_option(&settings))
        return command_usage("%s requires a serial line", serial_option(&settings));
    bool usable = ask_all(&probe);
    if (usable)
        print_stanza(&probe);
    hang_up(&probe);
    tcp_listener_close(probe.listener);
    if (signals_stopped())
        return command_finish(EXIT_STOPPED);
    return command_finish(usable ? EXIT_WELL : EXIT_PEER);
}

const struct command dama_match_probe = {
    .name = "probe",
    .summary = "test what a DamExchange peer can do",
    .usage = "ADDRESS",
    .rows = rows,
    .n_rows = OPTION_COUNT(rows),
    .operands_min = 1,
    .operands_max = 1,
    .run = run,
};
