// SPDX-License-Identifier: MIT
/*
 * The program leads a process group, so that whatever it starts can be ended together with it. That
 * must happen however we end: if a second signal stops us, the handler kills the group
 * (core/base/signals.h), and after a SIGKILL a guard does (guard.h). Closing means: close its
 * pipes, wait a moment for it to end by itself, kill the group, and only then reap the leader,
 * whose number is also the group's.
 */
#include "match/link/process.h"

#include "core/base/array.h"
#include "core/base/clock.h"
#include "core/base/signals.h"
#include "core/base/text.h"
#include "match/link/guard.h"
#include "match/link/poll.h"

#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum {
    WORDS = 256,
    SHOWN = 64, /* bytes shown of a command or a path, to leave room for the reason */
};

struct process {
    struct link link; /* first: the link is the process */
    pid_t pid;
    int in, out;    /* our ends of its standard input and output; out is -1 if it does not talk */
    int place;      /* of signals_register_group */
    bool ended;     /* but not reaped yet */
    bool signalled; /* it was killed by the signal `status` */
    int status;
};

/* ---- the command ---- */

enum splitting { SPLIT_WELL, SPLIT_EMPTY, SPLIT_OPEN_QUOTE, SPLIT_TOO_MANY };

/* Removes quotes and splits a command into words, in place. */
static enum splitting split(char *text, char **words)
{
    char *to = text;
    int n = 0;
    for (const char *from = text; *from;) {
        while (*from == ' ' || *from == '\t' || *from == '\n')
            from++;
        if (!*from)
            break;
        if (n == WORDS - 1)
            return SPLIT_TOO_MANY;
        words[n++] = to;
        for (char quote = 0; *from && (quote || !strchr(" \t\n", *from)); from++) {
            if (*from == quote)
                quote = 0;
            else if (!quote && (*from == '\'' || *from == '"'))
                quote = *from;
            else if (*from == '\\' && quote != '\'' && from[1])
                *to++ = *++from;
            else
                *to++ = *from;
            if (quote && !from[1])
                return SPLIT_OPEN_QUOTE;
        }
        if (*from)
            from++;
        *to++ = '\0';
    }
    words[n] = NULL;
    return n ? SPLIT_WELL : SPLIT_EMPTY;
}

/* Makes the command with its port filled in. @return owned, NULL: out of memory */
static char *fill_in(const char *command, unsigned port)
{
    static const char mark[] = "{port}";
    size_t n = strlen(command), marks = 0;
    for (const char *p = command; (p = strstr(p, mark)); p += sizeof mark - 1)
        marks++;
    char *text = malloc(n + marks * 8 + 2), *to = text;
    if (!text)
        return NULL;
    for (const char *p = command; *p;) {
        if (port && strncmp(p, mark, sizeof mark - 1) == 0) {
            to += sprintf(to, "%u", port);
            p += sizeof mark - 1;
        } else {
            *to++ = *p++;
        }
    }
    to[0] = to[1] = '\0'; /* words need one NUL more than the text */
    return text;
}

/* A port that the system gives. @return 0: none */
static unsigned any_port(void)
{
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t n = sizeof address;
    unsigned port = 0;
    int fd = socket(AF_INET, SOCK_STREAM, 0);
    if (fd < 0)
        return 0;
    if (bind(fd, (struct sockaddr *)&address, n) == 0
        && getsockname(fd, (struct sockaddr *)&address, &n) == 0)
        port = ntohs(address.sin_port);
    close(fd);
    return port;
}

/*
 * A program takes a moment to listen, and until then the system may give out its port again: two
 * programs would be confused. So none of the last ports is given again.
 */
unsigned process_free_port(void)
{
    static unsigned given[256], n_given;
    for (int tries = 0; tries < 32; tries++) {
        unsigned port = any_port();
        bool again = false;
        for (size_t i = 0; i < ARRAY_LEN(given); i++)
            again |= given[i] == port;
        if (again)
            continue;
        given[n_given++ % ARRAY_LEN(given)] = port;
        return port;
    }
    return 0;
}

/* ---- the link ---- */

static long process_read(struct link *link, char *buf, size_t n, struct err *err)
{
    struct process *p = (struct process *)link;
    ssize_t got;
    do
        got = read(p->out, buf, n);
    while (got < 0 && errno == EINTR);
    if (got > 0)
        return (long)got;
    if (got < 0 && poll_is_early(errno))
        return 0;
    return err_plain(err, "the program has closed its output");
}

static long process_write(struct link *link, const char *bytes, size_t n, struct err *err)
{
    struct process *p = (struct process *)link;
    ssize_t sent;
    do
        sent = write(p->in, bytes, n);
    while (sent < 0 && errno == EINTR);
    if (sent >= 0)
        return (long)sent;
    if (poll_is_early(errno))
        return 0;
    return err_plain(err, "the program has closed its input");
}

static unsigned process_wait(const struct link *link, bool writing, struct pollfd *fds, int64_t *by)
{
    const struct process *p = (const struct process *)link;
    (void)by;
    fds[0] = (struct pollfd){.fd = p->out, .events = POLLIN};
    fds[1] = (struct pollfd){.fd = writing ? p->in : -1, .events = POLLOUT};
    return 2;
}

/* The process is closed by its owner. */
static void process_unlink(struct link *link) { (void)link; }

static const struct link_ops process_type = {
    .name = "process",
    .read = process_read,
    .write = process_write,
    .wait = process_wait,
    .close = process_unlink,
};

/* ---- life ---- */

/* Makes a pipe whose end `ours` is not inherited by the program. @return 0 or -1 with errno */
static int make_pipe(int ends[2], int ours)
{
    if (pipe(ends))
        return -1;
    poll_prepare(ends[ours]);
    fcntl(ends[!ours], F_SETFD, FD_CLOEXEC); /* spawn's dup2 makes a copy that stays open */
    return 0;
}

/* How a program is to be started. */
struct spawning {
    char *const *words;
    int in, out; /* its standard input and output; out -1: none */
    pid_t pid;
};

/* As in_folder. */
static int spawn(void *ctx)
{
    extern char **environ;
    struct spawning *s = ctx;
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    sigset_t ignored;
    int why = posix_spawn_file_actions_init(&actions);
    if (why)
        return why;
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setpgroup(&attributes, 0); /* signals meant for us must not reach the players */
    sigemptyset(&ignored);                     /* those that we ignore: core/base/signals.h */
    sigaddset(&ignored, SIGPIPE);
    sigaddset(&ignored, SIGXFSZ);
    posix_spawnattr_setsigdefault(&attributes, &ignored);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF);
    posix_spawn_file_actions_adddup2(&actions, s->in, 0);
    if (s->out >= 0)
        posix_spawn_file_actions_adddup2(&actions, s->out, 1);
    else
        posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0);
    why = posix_spawnp(&s->pid, s->words[0], &actions, &attributes, s->words, environ);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    return why;
}

/* Something to do in the folder of a program. @return 0, or an errno value */
typedef int in_folder(void *ctx);

/*
 * posix_spawn has no portable way to change to another folder, so our own is changed for a moment.
 */
static int do_there(const char *directory, in_folder *act, void *ctx)
{
    if (!directory)
        return act(ctx);
    int here = open(".", O_RDONLY | O_CLOEXEC | O_DIRECTORY);
    if (here < 0)
        return errno;
    int why = chdir(directory) ? errno : act(ctx);
    if (fchdir(here) && !why)
        why = errno;
    close(here);
    return why;
}

/* The end of a path, which is more informative than its beginning. */
static const char *end_of(const char *path)
{
    size_t n = strlen(path);
    return n > SHOWN ? path + n - SHOWN : path;
}

static const char *dots(bool is_cut) { return is_cut ? "..." : ""; }

static int cannot_start(const struct process_plan *plan, const char *word, int why, struct err *err)
{
    const char *folder = plan->directory ? plan->directory : "";
    const char *end = end_of(word), *folder_end = end_of(folder);
    return err_plain(err, "cannot start %s%s%s%s%s: %s", dots(end != word), end,
                     plan->directory ? " in " : "", dots(folder_end != folder), folder_end,
                     strerror(why));
}

static void close_both(int ends[2])
{
    for (int i = 0; i < 2; i++)
        if (ends[i] >= 0)
            close(ends[i]);
}

static int start(struct process *p, const struct process_plan *plan, char *const *words,
                 struct err *err)
{
    int in[2] = {-1, -1}, out[2] = {-1, -1};
    int why = make_pipe(in, 1) || (plan->talks && make_pipe(out, 0)) ? errno : 0;
    struct spawning spawning = {words, in[0], out[1], 0};
    if (!why)
        why = do_there(plan->directory, spawn, &spawning);
    if (why) {
        close_both(in);
        close_both(out);
        return cannot_start(plan, words[0], why, err);
    }
    p->pid = spawning.pid;
    close(in[0]);
    if (out[1] >= 0)
        close(out[1]);
    p->in = in[1];
    p->out = out[0];
    return 0;
}

/* Waits for a program that has been killed, whatever signals come meanwhile. */
static void reap(pid_t pid)
{
    while (waitpid(pid, NULL, 0) < 0 && errno == EINTR)
        continue;
}

/* A program must not run if nothing would end it after us. */
static int give_up(struct process *p, const struct process_plan *plan, struct err *err)
{
    const size_t n = strlen(plan->command);
    kill(-p->pid, SIGKILL);
    reap(p->pid);
    close(p->in);
    if (p->out >= 0)
        close(p->out);
    return err_plain(err, "cannot start \"%.*s%s\": %d programs are already running", SHOWN,
                     plan->command, dots(n > SHOWN), SIGNALS_GROUPS);
}

/*
 * Starts one program at a time. Until pipes and sockets are marked otherwise, every program that is
 * started inherits them: one that another thread starts meanwhile would keep them open, and the end
 * of this one's output would never be seen. And while we are in the folder of a program, nothing
 * else may be started.
 */
static int start_alone(struct process *p, const struct process_plan *plan, char *const *words,
                       struct err *err)
{
    static pthread_mutex_t alone = PTHREAD_MUTEX_INITIALIZER;
    pthread_mutex_lock(&alone);
    int rc = start(p, plan, words, err);
    if (rc == 0 && (p->place = signals_register_group(p->pid)) < 0)
        rc = give_up(p, plan, err);
    else if (rc == 0)
        guard_add(p->pid);
    pthread_mutex_unlock(&alone);
    return rc;
}

static int cannot_split(const char *command, enum splitting how, struct err *err)
{
    const char *end = dots(strlen(command) > SHOWN);
    if (how == SPLIT_TOO_MANY)
        return err_plain(err, "cannot start \"%.*s%s\": more than %d words", SHOWN, command, end,
                         WORDS - 1);
    return err_plain(err, "cannot start \"%.*s%s\": %s", SHOWN, command, end,
                     how == SPLIT_EMPTY ? "there is no command" : "missing closing quote");
}

/*
 * Splits the command into words. @param words WORDS of them, in `text`
 * @param text  the command, filled in; it is cut up
 * @return 0, or -1 with `err`
 */
static int make_words(const struct process_plan *plan, char *text, char **words, struct err *err)
{
    static char shell[] = "/bin/sh", option[] = "-c";
    enum splitting how = SPLIT_WELL;
    if (plan->shell) {
        words[0] = shell;
        words[1] = option;
        words[2] = text;
        words[3] = NULL;
    } else {
        how = split(text, words);
    }
    return how == SPLIT_WELL ? 0 : cannot_split(plan->command, how, err);
}

/* @return 0, or an errno value */
static int check_executable(const char *path)
{
    struct stat st;
    if (access(path, X_OK) || stat(path, &st))
        return errno;
    return S_ISREG(st.st_mode) ? 0 : EACCES;
}

struct program_search {
    const char *name;
    char *place; /* set to its path, PROCESS_PATH bytes; empty: unknown */
};

/* Looks for a program in the places where posix_spawnp does. As in_folder. */
static int find_program(void *ctx)
{
    const struct program_search *search = ctx;
    const char *path = getenv("PATH");
    snprintf(search->place, PROCESS_PATH, "%s", search->name);
    if (strchr(search->name, '/'))
        return check_executable(search->place);
    for (size_t n; path && *path; path += n + (path[n] == ':')) {
        n = strcspn(path, ":");
        snprintf(search->place, PROCESS_PATH, "%.*s/%s", n ? (int)n : 1, n ? path : ".",
                 search->name);
        if (check_executable(search->place) == 0)
            return 0;
    }
    search->place[0] = '\0';
    return path ? ENOENT : 0; /* without PATH, the system chooses where to look */
}

int process_find(const struct process_plan *plan, char place[PROCESS_PATH], struct err *err)
{
    char *words[WORDS];
    char *text = fill_in(plan->command, plan->port);
    int rc = text ? make_words(plan, text, words, err) : err_memory(err);
    struct program_search search = {rc ? NULL : words[0], place};
    int why = rc ? 0 : do_there(plan->directory, find_program, &search);
    if (why)
        rc = cannot_start(plan, words[plan->shell ? 2 : 0], why, err);
    free(text);
    return rc;
}

int process_open(const struct process_plan *plan, struct process **out, struct err *err)
{
    char *words[WORDS];
    char *text = fill_in(plan->command, plan->port);
    struct process *p = calloc(1, sizeof *p);
    int rc = -1;
    if (!text || !p) {
        err_memory(err);
        goto done;
    }
    if (make_words(plan, text, words, err))
        goto done;
    p->link.type = &process_type;
    snprintf(p->link.name, sizeof p->link.name, "%s", words[plan->shell ? 2 : 0]);
    if (start_alone(p, plan, words, err))
        goto done;
    *out = p;
    p = NULL; /* handed over */
    rc = 0;
done:
    free(p);
    free(text);
    return rc;
}

struct link *process_link(struct process *process)
{
    return process->out >= 0 ? &process->link : NULL;
}

/*
 * Does not reap a program that has ended: until then its number, which is also its group's, belongs
 * to no other process, so everything that it has started can be killed.
 */
static bool check_ended(struct process *p)
{
    siginfo_t info = {0};
    if (!p->ended && waitid(P_PID, (id_t)p->pid, &info, WEXITED | WNOWAIT | WNOHANG) == 0
        && info.si_pid == p->pid) {
        p->ended = true;
        p->signalled = info.si_code != CLD_EXITED;
        p->status = info.si_status;
    }
    return p->ended;
}

bool process_has_ended(struct process *process, char how[64])
{
    if (!check_ended(process))
        return false;
    snprintf(how, 64, process->signalled ? "killed by signal %d" : "exit status %d",
             process->status);
    return true;
}

bool process_wait_end(struct process *process, int64_t ms, char how[64])
{
    const int64_t by = clock_ms() + ms;
    while (!process_has_ended(process, how)) {
        if (clock_ms() >= by)
            return false;
        poll_until(NULL, 0, clock_ms() + 5);
    }
    return true;
}

void process_close(struct process *process, int64_t grace_ms)
{
    if (!process)
        return;
    int64_t by = clock_ms() + grace_ms;
    close(process->in);
    if (process->out >= 0)
        close(process->out);
    else
        kill(-process->pid, SIGTERM); /* it may not read its input */
    while (!check_ended(process) && clock_ms() < by)
        poll_until(NULL, 0, clock_ms() + 2);
    kill(-process->pid, SIGKILL); /* kills whatever it has started as well */
    signals_forget_group(process->place);
    guard_remove(process->pid);
    reap(process->pid);
    free(process);
}
