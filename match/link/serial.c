// SPDX-License-Identifier: MIT
#include "match/link/serial.h"

#include "core/base/array.h"
#include "match/link/poll.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

#ifdef HAVE_SERIALPORT
# include <libserialport.h>
#endif

struct serial {
    struct link link;
    int fd;
#ifdef HAVE_SERIALPORT
    struct sp_port *port; /* NULL: we opened it ourselves */
#endif
};

static long serial_read(struct link *link, char *buf, size_t n, struct err *err)
{
    ssize_t got = read(((struct serial *)link)->fd, buf, n);
    if (got > 0)
        return (long)got;
    if (got < 0 && poll_is_early(errno))
        return 0;
    return err_plain(err, "the line was closed%s%s", got < 0 ? ": " : "",
                     got < 0 ? strerror(errno) : "");
}

static long serial_write(struct link *link, const char *bytes, size_t n, struct err *err)
{
    ssize_t sent = write(((struct serial *)link)->fd, bytes, n);
    if (sent >= 0)
        return (long)sent;
    if (poll_is_early(errno))
        return 0;
    return err_plain(err, "the line was closed: %s", strerror(errno));
}

static unsigned serial_wait(const struct link *link, bool writing, struct pollfd *fds, int64_t *by)
{
    (void)by;
    fds[0] = (struct pollfd){.fd = ((const struct serial *)link)->fd,
                             .events = (short)(writing ? POLLIN | POLLOUT : POLLIN)};
    return 1;
}

static void serial_close(struct link *link)
{
    struct serial *s = (struct serial *)link;
#ifdef HAVE_SERIALPORT
    if (s->port) {
        sp_close(s->port);
        sp_free_port(s->port);
        s->fd = -1;
    }
#endif
    if (s->fd >= 0)
        close(s->fd);
    free(s);
}

static const struct link_ops serial_type = {
    .name = "serial",
    .read = serial_read,
    .write = serial_write,
    .wait = serial_wait,
    .close = serial_close,
};

#ifdef HAVE_SERIALPORT
/* @return 0, 1 if the library does not know it as a port, -1 with `err` */
static int open_port(struct serial *s, const char *device, unsigned baud, struct err *err)
{
    struct sp_port *port = NULL;
    if (sp_get_port_by_name(device, &port) != SP_OK)
        return 1;
    if (sp_get_port_transport(port) == SP_TRANSPORT_NATIVE
        && strncmp(device, "/dev/pts/", 9) == 0) {
        sp_free_port(port);
        return 1;
    }
    if (sp_open(port, SP_MODE_READ_WRITE) != SP_OK) {
        sp_free_port(port);
        return 1;
    }
    if (sp_set_baudrate(port, (int)baud) != SP_OK || sp_set_bits(port, 8) != SP_OK
        || sp_set_parity(port, SP_PARITY_NONE) != SP_OK || sp_set_stopbits(port, 1) != SP_OK
        || sp_set_flowcontrol(port, SP_FLOWCONTROL_NONE) != SP_OK
        || sp_get_port_handle(port, &s->fd) != SP_OK) {
        char *why = sp_last_error_message();
        err_plain(err, "%s: %u bit/s, 8N1: %s", device, baud, why ? why : "not possible");
        sp_free_error_message(why);
        sp_close(port);
        sp_free_port(port);
        s->fd = -1;
        return -1;
    }
    s->port = port;
    return 0;
}
#endif

static const struct {
    unsigned baud;
    speed_t speed;
} speeds[] = {
    {1200, B1200},     {2400, B2400},   {4800, B4800},
    {9600, B9600},     {19200, B19200}, {38400, B38400},
#ifdef B57600 /* not in POSIX */
    {57600, B57600},
#endif
#ifdef B115200
    {115200, B115200},
#endif
};

static int open_tty(struct serial *s, const char *device, unsigned baud, struct err *err)
{
    struct termios t;
    speed_t speed = B0;
    for (size_t i = 0; i < ARRAY_LEN(speeds); i++)
        if (speeds[i].baud == baud)
            speed = speeds[i].speed;
    if (speed == B0)
        return err_plain(err, "%s: %u bit/s is not a standard speed", device, baud);
    s->fd = open(device, O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC);
    if (s->fd < 0)
        return err_plain(err, "%s: %s", device, strerror(errno));
    if (tcgetattr(s->fd, &t))
        return err_plain(err, "%s is not a serial line", device);
    t.c_iflag &=
        (tcflag_t) ~(IGNBRK | BRKINT | PARMRK | ISTRIP | INLCR | IGNCR | ICRNL | IXON | IXOFF);
    t.c_oflag &= (tcflag_t)~OPOST;
    t.c_lflag &= (tcflag_t) ~(ECHO | ECHONL | ICANON | ISIG | IEXTEN);
    t.c_cflag &= (tcflag_t) ~(CSIZE | PARENB | CSTOPB);
    t.c_cflag |= CS8 | CLOCAL | CREAD;
    t.c_cc[VMIN] = 1;
    t.c_cc[VTIME] = 0;
    cfsetispeed(&t, speed);
    cfsetospeed(&t, speed);
    if (tcsetattr(s->fd, TCSANOW, &t))
        return err_plain(err, "%s: %s", device, strerror(errno));
    tcflush(s->fd, TCIOFLUSH);
    return 0;
}

int serial_link_open(const char *device, unsigned baud, struct link **out, struct err *err)
{
    struct serial *s = calloc(1, sizeof *s);
    int rc = 1;
    if (!s)
        return err_memory(err);
    s->link.type = &serial_type;
    s->fd = -1;
    baud = baud ? baud : 9600;
    snprintf(s->link.name, sizeof s->link.name, "%.200s", device);
#ifdef HAVE_SERIALPORT
    rc = open_port(s, device, baud, err);
#endif
    if (rc > 0)
        rc = open_tty(s, device, baud, err);
    if (rc == 0)
        poll_prepare(s->fd);
    if (rc) {
        serial_close(&s->link);
        return -1;
    }
    *out = &s->link;
    return 0;
}
