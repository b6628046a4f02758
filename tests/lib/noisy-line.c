// SPDX-License-Identifier: MIT
/*
 * A null-modem cable for tests: two pseudo-terminals whose names are printed, and between them a
 * line that loses, doubles and flips bytes.
 *
 *     noisy-line ONE_IN [SEED]      one byte in ONE_IN is hurt; 0: none
 *
 * It ends when its standard input does.
 */
#include <fcntl.h>
#include <poll.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <termios.h>
#include <unistd.h>

static uint64_t random_state = 1;

static unsigned chance(unsigned n)
{
    random_state = random_state * 6364136223846793005u + 1442695040888963407u;
    return (unsigned)(random_state >> 33) % n;
}

/* @return a pseudo-terminal's own end; its other end's name is printed and kept open */
static int open_pty(void)
{
    struct termios t;
    int fd = posix_openpt(O_RDWR | O_NOCTTY);
    if (fd < 0 || grantpt(fd) || unlockpt(fd))
        exit(1);
    int other = open(ptsname(fd), O_RDWR | O_NOCTTY);
    if (other < 0 || tcgetattr(other, &t))
        exit(1);
    t.c_iflag = t.c_oflag = t.c_lflag = 0;
    t.c_cflag |= CS8;
    tcsetattr(other, TCSANOW, &t);
    printf("%s\n", ptsname(fd));
    return fd;
}

static void pass(int from, int to, unsigned one_in)
{
    unsigned char in[256], out[512];
    size_t n_out = 0;
    ssize_t n = read(from, in, sizeof in);
    for (ssize_t i = 0; i < n; i++) {
        unsigned hurt = one_in && chance(one_in) == 0 ? 1 + chance(3) : 0;
        if (hurt == 1)
            continue;
        if (hurt == 2)
            out[n_out++] = in[i];
        if (hurt == 3)
            in[i] ^= (unsigned char)(1 << chance(8));
        out[n_out++] = in[i];
    }
    if (n_out && write(to, out, n_out) < 0)
        exit(1);
}

int main(int argc, char **argv)
{
    unsigned one_in = argc > 1 ? (unsigned)atoi(argv[1]) : 0;
    random_state = argc > 2 ? (uint64_t)atoi(argv[2]) * 2 + 1 : 1;
    int a = open_pty(), b = open_pty();
    fflush(stdout);
    for (;;) {
        struct pollfd fds[] = {
            {.fd = a, .events = POLLIN}, {.fd = b, .events = POLLIN}, {.fd = 0, .events = POLLIN}};
        if (poll(fds, 3, -1) < 0)
            return 1;
        if (fds[2].revents)
            return 0;
        if (fds[0].revents & POLLIN)
            pass(a, b, one_in);
        if (fds[1].revents & POLLIN)
            pass(b, a, one_in);
    }
}
