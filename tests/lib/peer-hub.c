// SPDX-License-Identifier: MIT
/*
 * A Hub engine for tests that behaves, or misbehaves in one way at its fourth move of each game, or
 * at its Nth search of all and those that follow.
 *
 *     peer-hub [WAY [N]]
 *
 * Its moves depend on the position alone. "plain"; "one": speaks version 1; "crash": exits;
 * "stall": does not answer; "stubborn": nor does it stop; "illegal"; "unreadable"; "empty": done
 * without a move; "quote": a move in quotes that stay open; "elsewhere": refuses a legal move, and
 * answers all the same; "late": answers after a second; "deep": a line at once, and its answer 0.6 s
 * after that; "mute": a move without a score; "hasty": that, where it has no choice; "loser": it is
 * two men behind; "winner": after 0.3 s, that it wins; "long": the end of a line that is too long
 * looks like an answer; "chatter": lines without meaning all the time; "deaf": never says that it is
 * ready; "frisian": plays nothing else; "gone": exits at once; "errors": 40 errors and that it is
 * ready, all at once; "memory": an error instead of an answer; "early": an illegal move, and its
 * answer 0.1 s after that; "orphan": exits, but what it has started keeps its output open.
 */
#include "match/protocol/hub.h"
#include "match/protocol/wire.h"
#include "tests/lib/scripted.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static const char *way = "plain";
static struct position pos;
static unsigned own_moves, searches, from_search;
static bool thinks;

static bool is(const char *word) { return strcmp(way, word) == 0; }
static bool one(void) { return is("one"); }

static void play_word(struct text t)
{
    struct wire_move w;
    struct move mv;
    struct err err = {0};
    if (wire_read_hub(t, &w, &err)
        || wire_find_move(rules_international, &pos, &w, &mv, NULL, &err)) {
        printf(one() ? "error illegal move\n" : "error message=\"illegal move\"\n");
        return;
    }
    move_play(rules_international, &pos, &mv);
}

static void set_position(struct text squares)
{
    struct err err = {0};
    if (squares.n != 51
        || wire_read_position(rules_international, &wire_hub, squares.s + 1, 50,
                              (squares.s[0] | 32) == 'w' ? WHITE : BLACK, &pos, &err))
        printf("error message=\"bad position\"\n");
}

static void play_all(struct text moves)
{
    while (moves.n) {
        size_t n = 0;
        while (n < moves.n && moves.s[n] != ' ')
            n++;
        if (n)
            play_word((struct text){moves.s, n});
        n += n < moves.n;
        moves = (struct text){moves.s + n, moves.n - n};
    }
}

static void answer(void)
{
    char word[WIRE_MOVE_SIZE] = "";
    struct move mv;
    bool wrong = ++own_moves == 4;
    if (from_search)
        wrong = ++searches >= from_search;
    thinks = true;
    if (wrong && is("crash"))
        exit(3);
    if (wrong && is("orphan")) {
        if (fork())
            exit(3);
        sleep(60);
        exit(0);
    }
    if (wrong && is("early")) {
        printf("done move=1-2\n");
        nanosleep(&(struct timespec){.tv_nsec = 100000000}, NULL);
    }
    if (wrong && is("memory"))
        printf("error message=\"out of memory\"\n");
    if (wrong && (is("memory") || is("stall") || is("stubborn")))
        return;
    if (wrong && is("late"))
        sleep(1);
    if (wrong && is("deep")) {
        printf("info depth=4 score=0.10\n");
        nanosleep(&(struct timespec){.tv_nsec = 600000000}, NULL);
    }
    if (wrong && is("winner"))
        nanosleep(&(struct timespec){.tv_nsec = 300000000}, NULL);
    if (wrong && is("elsewhere"))
        printf("error message=\"illegal move\"\n");
    if (wrong && is("long"))
        printf("%*s\n", 100000, "done move=1-2");
    if (script_move(rules_international, &pos, &mv))
        wire_write_hub(rules_international, &mv, word);
    if (wrong && is("illegal"))
        strcpy(word, "1-2");
    if (wrong && is("unreadable"))
        strcpy(word, "abc");
    if (wrong && is("empty"))
        word[0] = '\0';
    thinks = false;
    if (wrong && (is("mute") || (is("hasty") && moves_count(rules_international, &pos) == 1)))
        printf("done move=%s\n", word);
    else if (one())
        printf("info 5 5.0 12 1000 0.001 1.0 %s\nmove %s\n", word, word);
    else
        printf("info depth=5 score=%s nodes=1000 pv=\"%s\"\ndone%s%s\n",
               wrong && is("winner")  ? "99.95"
               : wrong && is("loser") ? "-2.00"
                                      : "0.12",
               word,
               wrong && is("quote") ? " move=\""
               : *word              ? " move="
                                    : "",
               word);
}

static void complain(void)
{
    char text[40 * 40 + 8] = "";
    for (int i = 0; i < 40; i++)
        sprintf(text + strlen(text), "error message=\"number %d\"\n", i);
    strcat(text, "ready\n");
    if (write(STDOUT_FILENO, text, strlen(text)) < 0)
        exit(1);
}

static void introduce(void)
{
    if (one())
        printf("hello\nname Peer\nauthor nobody\nwait\n");
    else
        printf("id name=Peer version=2\nparam name=level value=1 type=int min=1 max=9\n"
               "param name=variant type=enum values=\"%s\"\nwait\n",
               is("frisian") ? "frisian" : "normal killer losing");
}

static void obey(char *s)
{
    struct hub_line line;
    struct text t = {s, strcspn(s, "\r\n")};
    if (is("chatter"))
        printf("what=is =\"this\n\n\x1b[31m\n");
    if (hub_parse(t, &line, NULL))
        return;
    if (text_is(line.command, "hub"))
        introduce();
    else if (text_is(line.command, "init") && is("errors"))
        complain();
    else if (text_is(line.command, "init") && !is("deaf"))
        printf("ready\n");
    else if (text_is(line.command, "new-game") || text_is(line.command, "new"))
        own_moves = 0;
    else if (text_is(line.command, "pos") && one())
        set_position((struct text){s + 4, t.n - 4});
    else if (text_is(line.command, "move") && one())
        play_word((struct text){s + 5, t.n - 5});
    else if (text_is(line.command, "pos")) {
        set_position(hub_value(&line, "pos"));
        play_all(hub_value(&line, "moves"));
    } else if (text_is(line.command, "go") || text_is(line.command, "analyse"))
        answer();
    else if (text_is(line.command, "stop") && thinks && !is("stubborn")) {
        thinks = false;
        printf(one() ? "move 31-27\n" : "info depth=1 score=0.12\ndone move=31-27\n");
    } else if (text_is(line.command, "quit") || (is("gone") && !text_is(line.command, "set-param")))
        exit(0);
}

int main(int argc, char **argv)
{
    static char line[1 << 16];
    if (argc > 1)
        way = argv[1];
    if (argc > 2)
        from_search = (unsigned)atoi(argv[2]);
    setvbuf(stdout, NULL, _IOLBF, 0);
    while (fgets(line, sizeof line, stdin))
        obey(line);
    return 0;
}
