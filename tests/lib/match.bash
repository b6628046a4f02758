# shellcheck shell=bash
# SPDX-License-Identifier: MIT
# A folder for matches, in memory where there is one: each game is flushed to the disk.

enter_match_folder() {
    match=
    PATH=$DAMA_BUILD/tests:$PATH # the test peers
    [ -n "${TMPDIR:-}" ] || [ ! -w /dev/shm ] || export TMPDIR=/dev/shm
    work=$(mktemp -d)
    cd "$work" || return 1
}

# Kills the program whose process is in `match`, if any.
leave_match_folder() {
    [ -z "${match:-}" ] || kill -9 "$match" 2>/dev/null || true
    cd /
    rm -rf "$work"
}

# two.yaml: a match of six short games between two engines
write_two_engines() {
    cat >two.yaml <<'YAML'
event: Two
players:
  - {name: one, builtin: true, weights: material, hash: 1M, egdb: none}
  - {name: other, builtin: true, weights: material, hash: 1M, egdb: none}
time: {depth: 1}
games: 6
plies_max: 40
openings: {ballots: 2, order: shuffled}
output: {store: two.db, pdn: two.pdn, log: two.log}
YAML
}

# The games of a log without what differs from run to run.
games_of() {
    tr '\n' ' ' <"$1" | sed 's/{[^}]*}//g; s/  */ /g; s/\[Event/\n[Event/g' \
        | sed 's/\[\(Date\|UTCDate\|UTCTime\|GameNumber\) "[^"]*"\] //g; s/[0-9]*\.\.\. //g' | sort
}

# some_port: a port to listen on, of those that no system hands out to programs that ask for any
some_port() { echo "$((10000 + RANDOM % 20000))"; }
