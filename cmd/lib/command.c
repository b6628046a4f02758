// SPDX-License-Identifier: MIT
/* What all commands have in common: finding the verb, printing messages, the exit status. */
#include "cmd/lib/options.h"
#include "core/base/printable.h"
#include "core/base/signals.h"
#include "core/base/text.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char *program = "dama";
enum { VERBS_MAX = 64 };

static char full_name[80] = "dama"; /* includes the verb */
static atomic_bool interrupted;     /* something failed only because a signal came */

const char *command_name(void) { return program; }

/* Ends a line and prints it in one piece, even if others write there too. */
static void end_line(struct buffer *line)
{
    buffer_add_char(line, '\n');
    fwrite(line->s, 1, line->n, stderr);
    buffer_fini(line);
}

/* Prints a line on standard error. Control characters in it are escaped. */
static PRINTF_LIKE(3, 0)
void print_line(const char *name, const char *after, const char *format, va_list args)
{
    struct buffer line = {0};
    fflush(stdout);
    printable_printf(&line, "%s: ", name);
    printable_vprintf(&line, format, args);
    buffer_add_string(&line, after);
    end_line(&line);
}

void command_say(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    print_line(program, "", format, args);
    va_end(args);
}

/* Whether a call has failed because a signal asked to stop, and not because of the file. */
static bool failed_by_signal(const struct err *err)
{
    return signals_stopped() && (err->stopped || text_ends_in(text_of(err->msg), strerror(EINTR)));
}

void command_error(const struct err *err)
{
    struct err other = {0};
    struct buffer line = {0};
    fflush(stdout);
    if (failed_by_signal(err)) {
        interrupted = true;
        err_stopped(&other, err->at);
        err = &other;
    }
    const char *file = err->at.file && !*err->at.file ? "''" : err->at.file;
    if (!file)
        printable_printf(&line, "%s: %s", program, err->msg);
    else if (!err->at.line)
        printable_printf(&line, "%s: %s: %s", program, file, err->msg);
    else if (!err->at.col)
        printable_printf(&line, "%s:%u: %s", file, err->at.line, err->msg);
    else
        printable_printf(&line, "%s:%u:%u: %s", file, err->at.line, err->at.col, err->msg);
    end_line(&line);
}

void command_warn(void *ctx, const struct err *err)
{
    static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    static char last[sizeof err->msg];
    (void)ctx;
    pthread_mutex_lock(&lock);
    if (strcmp(last, err->msg) != 0) {
        memcpy(last, err->msg, sizeof last);
        command_error(err);
    }
    pthread_mutex_unlock(&lock);
}

int command_usage(const char *format, ...)
{
    va_list args;
    char hint[120];
    snprintf(hint, sizeof hint, " (try '%s --help')", full_name);
    va_start(args, format);
    print_line(full_name, hint, format, args);
    va_end(args);
    return EXIT_USAGE;
}

int command_worse(int a, int b) { return a > b ? a : b; }

bool command_reader_is_gone(void)
{
    struct pollfd out = {.fd = STDOUT_FILENO};
    return poll(&out, 1, 0) == 1 && out.revents & POLLERR;
}

/* Whether a write would not wait, as it does for the reader of a full pipe. */
static bool output_is_writable(void)
{
    struct pollfd out = {.fd = STDOUT_FILENO, .events = POLLOUT};
    return poll(&out, 1, 0) == 1;
}

int command_finish(int status)
{
    bool failed = ferror(stdout);
    errno = 0; /* it belongs to some other call by now */
    if (!fflush(stdout) && !failed)
        return status;
    if (command_reader_is_gone())
        return status;
    /* the first write that failed may have been an earlier one, whose reason is lost */
    const bool stuck = signals_stopped() && (errno == EINTR || !output_is_writable());
    if (!errno && !stuck) { /* on a full disk, another write gives the same reason */
        putchar('\n');
        fflush(stdout);
    }
    if (stuck || (errno == EINTR && signals_stopped())) {
        /* drops the rest, so that exit does not wait for the reader again */
        close(STDOUT_FILENO);
        command_say("stopped by a signal; nobody is reading standard output");
        return command_worse(status, EXIT_STOPPED);
    }
    command_say("cannot write to standard output: %s",
                errno ? strerror(errno) : "an earlier write failed");
    return command_worse(status, EXIT_IO);
}

void option_list_fini(struct option_list *list)
{
    free(list->words);
    *list = (struct option_list){0};
}

static int dump(const struct command *command, const char *form)
{
    static const char *const forms[] = {[DUMP_BASH] = "bash",
                                        [DUMP_FISH] = "fish",
                                        [DUMP_MAN] = "man",
                                        [DUMP_ZSH] = "zsh",
                                        [DUMP_LIST] = "list"};
    for (int i = 0; i <= DUMP_LIST; i++)
        if (strcmp(form, forms[i]) == 0)
            return options_dump(command, (enum dump_form)i, stdin, stdout) ? EXIT_IO : EXIT_WELL;
    return command_usage("no form to dump options in: '%s'", form);
}

static size_t verb_names(const struct command *command, const char *names[VERBS_MAX])
{
    size_t n = 0;
    for (const struct command *const *v = command->verbs; *v && n < VERBS_MAX; v++)
        names[n++] = (*v)->name;
    return n;
}

static int unknown_verb(const struct command *command, const char *word)
{
    const char *names[VERBS_MAX];
    int nearest = text_nearest(word, names, verb_names(command, names));
    if (nearest >= 0)
        return command_usage("unknown command '%s'; did you mean '%s'?", word, names[nearest]);
    return command_usage("unknown command '%s'", word);
}

static int missing_verb(const struct command *command)
{
    const char *names[VERBS_MAX];
    char all[400];
    text_list_words(names, verb_names(command, names), all, sizeof all);
    return command_usage("missing command: %s", all);
}

static int run_verb(const struct command *command, int argc, char **argv)
{
    const char *word = argc > 1 ? argv[1] : NULL;
    for (const struct command *const *v = command->verbs; word && *v; v++) {
        if (strcmp((*v)->name, word) == 0) {
            snprintf(full_name, sizeof full_name, "%s %s", command->name, (*v)->name);
            argv[1] = full_name;
            return (*v)->run(*v, argc - 1, argv + 1);
        }
    }
    if (word && (word[0] != '-' || word[1] == '\0') && !(command->run && command->operands_max))
        return unknown_verb(command, word);
    if (command->run)
        return command->run(command, argc, argv);
    if (word) { /* it is --help, --version, or wrong usage */
        int first;
        if (options_read(command, argc, argv, NULL, &first))
            return EXIT_USAGE;
    }
    return missing_verb(command);
}

/*
 * If the caller has closed a standard stream, keeps it unusable: otherwise the next file opened
 * would get its descriptor, and messages would go into a file of games. It is opened in the wrong
 * direction, so that using it fails.
 */
static void hold_closed_streams(void)
{
    for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++)
        if (fcntl(fd, F_GETFD) < 0
            && open("/dev/null", fd == STDIN_FILENO ? O_WRONLY : O_RDONLY) < 0)
            return;
}

int command_main(const struct command *command, int argc, char **argv)
{
    static const char dump_option[] = "--dump-options=";
    program = command->name;
    snprintf(full_name, sizeof full_name, "%s", command->name);
    hold_closed_streams();
    if (argc == 2 && strncmp(argv[1], dump_option, sizeof dump_option - 1) == 0)
        return command_finish(dump(command, argv[1] + sizeof dump_option - 1));
    signals_init();
    if (argc > 0)
        argv[0] = full_name;
    const int status =
        command->verbs ? run_verb(command, argc, argv) : command->run(command, argc, argv);
    return interrupted ? command_worse(status, EXIT_STOPPED) : status;
}
