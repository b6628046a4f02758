#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
# dama-match against peers that harm: each ends its game with its own reason, and the games that can be played are.
# The ways are those of tests/lib/peer-follower.c; it misbehaves at its fourth move of each game.

bats_require_minimum_version 1.5.0

setup() {
    PATH=$DAMA_BUILD/tests:$PATH
    work=$(mktemp -d)
    cd "$work" || return 1
}

teardown() {
    cd /
    rm -rf "$work"
}

# hostile STATUS REASON WAY [ARG]: a pair of games with such a peer; the first one ends with REASON, status is STATUS.
hostile() {
    status_wanted=$1 reason=$2
    shift 2
    cat >peer.yaml <<YAML
event: Hostile
players:
  - {name: one, builtin: true, hash: 1M, time: {depth: 1}}
  - {name: peer, dxp: "tcp://127.0.0.1", start: "peer-follower listen {port} $*"}
time: {minutes: 1}
games: 2
plies_max: 20
retries: 1
timeouts: {accept: ${ACCEPT:-5s}, end: 300ms, margin: 0.1s}
output: {store: peer.db, pdn: peer.pdn}
YAML
    [ -z "${NODES:-}" ] || sed -i "s/hash: 1M, time: {depth: 1}/hash: 1M, time: {nodes: $NODES}/" peer.yaml
    [ -z "${CLOCK:-}" ] || sed -i "s/minutes: 1}/minutes: $CLOCK}/" peer.yaml
    run "-$status_wanted" timeout 60 dama-match run -v peer.yaml
    grep "^game 1: one - peer .*$reason after" <<<"$output"
    if [ "$status_wanted" = 0 ]; then [ "$(grep -c '^game' <<<"$output")" = 2 ]; fi
}

@test "a peer that crashes" { hostile 5 crashed crash; }
@test "a peer that closes the connection" { hostile 5 connection vanish; }
@test "a peer that stalls loses on time" { CLOCK=300ms ACCEPT=500ms hostile 5 time stall; }
@test "half a message is no move" { CLOCK=300ms ACCEPT=500ms hostile 5 time half; }
@test "a message in many packets is a message" { hostile 0 too-long pieces; }
@test "two messages in one packet are two messages" { hostile 0 too-long together; }
@test "wrong captures" { hostile 0 illegal-move captures; }
@test "a piece of the other side" { hostile 0 illegal-move colours; }
@test "rubbish after the NUL of a move" { hostile 0 too-long rubbish; }
@test "a move that cannot be read" { hostile 0 malformed unreadable; }
@test "a move out of turn" { NODES=100000 hostile 0 unexpected twice; }
@test "chat without end" { hostile 0 flood flood; }
@test "take-backs without end" { hostile 0 take-backs backs; }
@test "a name full of escape sequences" { hostile 0 too-long version; }
@test "a game-end instead of an answer" { hostile 5 refused end-asked; }
@test "a game-end right after the answer" { NODES=100000 hostile 0 abandoned end-accepted; }
@test "a game-end in place of a move: given up" { hostile 0 resigned end-move 1; }
@test "a game-end in place of a move: unknown" { hostile 0 abandoned end-move 0; }
@test "a game-end in place of a move: a draw that is none" { hostile 0 claimed end-move 2; }
@test "a game-end in place of a move: a win that is none" { hostile 0 claimed end-move 3; }
@test "a game-end while it is not to move" { NODES=100000 hostile 0 claimed end-turn; }
@test "a game-end that is confirmed three times" { hostile 0 too-long end-thrice; }
@test "a game-end that is never confirmed" { hostile 0 too-long end-never; }
@test "a peer that accepts no game" { hostile 5 refused refuse; }
@test "a peer that does not answer" { ACCEPT=300ms hostile 5 refused mute; }
