// SPDX-License-Identifier: MIT
/*
 * A serial line as a link: 8 data bits, no parity, 1 stop bit, no flow control. Uses libserialport
 * for real ports, if the build has it; termios for pseudo-terminals, which libserialport does not
 * support, and in builds without it.
 */
#ifndef DAMA_MATCH_LINK_SERIAL_H
#define DAMA_MATCH_LINK_SERIAL_H

#include "match/link/link.h"

/**
 * Opens a line.
 * @param baud bits a second; 0: 9600
 * @return 0, or -1 with `err`: no such device, no permission, a speed that it cannot do
 */
int serial_link_open(const char *device, unsigned baud, struct link **out, struct err *err);

#endif
