# shellcheck shell=bash
# SPDX-License-Identifier: MIT
# A folder for matches, in memory where there is one: each game is flushed to the disk.

enter_match_folder() {
    PATH=$DAMA_BUILD/tests:$PATH # the test peers
    [ -n "${TMPDIR:-}" ] || [ ! -w /dev/shm ] || export TMPDIR=/dev/shm
    work=$(mktemp -d)
    cd "$work" || return 1
}

leave_match_folder() {
    cd /
    rm -rf "$work"
}

# some_port: a port to listen on, of those that no system hands out to programs that ask for any
some_port() { echo "$((10000 + RANDOM % 20000))"; }
