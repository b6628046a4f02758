// SPDX-License-Identifier: MIT
/*
 * Names of what a process has open already: /dev/stdout, /dev/stderr, /dev/fd/N. They look like
 * files where the shell has sent the output to one, but to replace that file, to empty it or to
 * rename the name would lose what others write there.
 */
#ifndef DAMA_CORE_BASE_DESCRIPTOR_NAME_H
#define DAMA_CORE_BASE_DESCRIPTOR_NAME_H

/** @return the descriptor that a path names; -1: it is an ordinary path */
int descriptor_name_read(const char *path);

#endif
