// SPDX-License-Identifier: MIT
/*
 * Names of descriptors that a process already has open: /dev/stdout, /dev/stderr, /dev/fd/N. They
 * look like regular files if the shell has redirected the output to one, but replacing, emptying or
 * renaming that file would lose what others write to it.
 */
#ifndef DAMA_CORE_BASE_DESCRIPTOR_NAME_H
#define DAMA_CORE_BASE_DESCRIPTOR_NAME_H

/** @return the descriptor that a path names; -1: it is an ordinary path */
int descriptor_name_read(const char *path);

#endif
