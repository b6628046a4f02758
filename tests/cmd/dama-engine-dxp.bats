#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
# dama-engine dxp: a follower on loopback, and initiators of all kinds (tests/lib/peer-dxp.c).

bats_require_minimum_version 1.5.0

load ../lib/wait

setup() {
    PATH=$DAMA_BUILD/tests:$PATH
    work=$BATS_TEST_TMPDIR
    follower=
}

teardown() {
    [ -z "$follower" ] || kill -9 "$follower" 2>/dev/null || true
}

# Starts a follower that takes any free port.
serve() {
    : >"$work/out" # so that neither a missing file nor an old port is read
    dama-engine dxp --listen 0 --eval=material --level A --log "$work/log" "$@" >"$work/out" 2>"$work/err" 3>&- &
    follower=$!
    wait_until grep -q '^listening on ' "$work/out" || { cat "$work/err"; return 1; }
    port=$(sed -n 's/^listening on 127.0.0.1:\([0-9]*\)$/\1/p' "$work/out")
}

# follower_ends [STATUS]: waits for its end in this shell, whose child it is; "run" would ask from another one.
follower_ends() {
    local status=0
    wait "$follower" || status=$?
    follower=
    [ "$status" -eq "${1:-0}" ]
}

@test "complete games with both colours, then the end after --games" {
    serve --games 4
    run -0 peer-dxp "$port" 4 60
    [ "${#lines[@]}" = 4 ]
    follower_ends
    [[ $(tail -n 1 "$work/out") =~ ^"won "[0-4]", drawn "[0-4]", lost "[0-4]", unknown 0"$ ]]
    grep -Eq 'game 1 against [^:]+: we have (White|Black), [0-9.]+ s for (the game|[1-9][0-9]* moves)$' "$work/err"
    grep -q ' > M' "$work/log"
    grep -q ' < M' "$work/log"
    grep -q 'thought: depth [0-9]* to [0-9]*, [0-9]* nodes, [0-9]* ms, score [+-]' "$work/log"
}

@test "chat is printed safely and has no effect" {
    serve --games 1
    run -0 peer-dxp "$port" 1 20 chat
    follower_ends
    grep -q 'chat: let me think ?\[31m' "$work/err"
    run -1 grep -q $'\x1b' "$work/err"
}

@test "an illegal move ends the game as unknown, and the next one can begin" {
    serve --games 2
    run -0 peer-dxp "$port" 1 40 illegal
    [[ $output == "game 1: unknown "* ]]
    run -0 peer-dxp "$port" 1 10
    follower_ends
    grep -q 'unknown 1$' "$work/out"
}

@test "a vanished peer loses one game" {
    serve
    run -0 peer-dxp "$port" 3 30 vanish
    wait_until peer-dxp "$port" 2 10 # until that is noticed
    kill -TERM "$follower"
    follower_ends 4
}

@test "moves can be taken back, unless take-backs are refused" {
    serve
    run -0 peer-dxp "$port" 2 30 back
    kill -TERM "$follower"
    follower_ends 4
    serve --no-take-backs
    run -1 peer-dxp "$port" 1 30 back
    [[ $output == *"taking back was refused"* ]]
}

@test "a signal lets the current game finish" {
    serve
    peer-dxp "$port" 1 60 >"$work/peer" 3>&- &
    peer=$!
    wait_until grep -q '^.* > M' "$work/log"
    kill -TERM "$follower"
    wait "$peer"
    grep -q '^game 1' "$work/peer"
    follower_ends 4
}

@test "connecting to a peer that is not there" {
    run -3 dama-engine dxp --connect 127.0.0.1:1 --eval=material
    [[ $output == *"cannot connect to 127.0.0.1 port 1"* ]]
}

@test "wrong usage" {
    run -2 dama-engine dxp
    run -2 dama-engine dxp --listen 1 --connect b:1
    run -2 dama-engine dxp --connect '*:1'
    [[ $output == *"expected a host to connect to, found '*'"* ]]
    run -2 dama-engine dxp --listen 70000
    [[ $output == *"port from 0 to 65535"* ]]
    run -2 dama-engine dxp --listen 1 --variant chess
    run -2 dama-engine dxp --listen 0 --name "a name that is one letter too long"
    [[ $output == *"is longer than 32 characters"* ]]
    run -2 dama-engine dxp --listen 0 --log "$BATS_TEST_TMPDIR/dxp.log.gz"
    [[ $output == *"dxp.log.gz: a log cannot be compressed"* ]]
    run -3 dama-engine dxp --listen 0 --log /nonexistent/log
    for option in --serial-start --serial-end --baud; do
        run -2 dama-engine dxp --listen 0 "$option" 50
        [[ $output == *": $option requires --serial "* ]]
    done
}

@test "a port that is in use" {
    serve
    run -3 dama-engine dxp --listen "$port" --eval=material
    [[ $output == *"in use"* ]]
}

@test "a silent server is abandoned" {
    serve --idle 1m
    run -0 timeout 20 dama-engine dxp --connect "127.0.0.1:$port" --eval=material --idle 500ms
    [[ "$output" == *"no game was requested in time"* ]]
}

@test "an address as dama-match has it, if it is that of a host" {
    serve --idle 1m
    run -0 timeout 20 dama-engine dxp --connect "tcp://127.0.0.1:$port" --eval=material --idle 500ms
    [[ "$output" == *"no game was requested in time"* ]]
    while IFS='|' read -r address advice; do
        run -2 dama-engine dxp --connect "$address"
        [[ $output == *"--connect: '$address' is not a host; $advice"* ]]
    done <<'END'
listen://27531|use --listen
serial:/dev/ttyS0|use --serial
serial:///dev/ttyS0|use --serial
http://127.0.0.1/online.txt|only dama-match looks up a peer on a web page
END
    run -2 dama-engine dxp --connect "ftp://127.0.0.1/"
    [[ $output == *"--connect: expected HOST:PORT or tcp://HOST:PORT, found 'ftp://127.0.0.1/'"* ]]
}

@test "a peer that closes the connection before all games are played" {
    serve
    run -5 timeout 20 dama-engine dxp --connect "127.0.0.1:$port" --eval=material --idle 500ms --games 2
    [[ "$output" == *"the connection was closed after 0 of 2 games"* ]]
}

@test "the log has a size limit" {
    serve --log-size 2k
    run -0 peer-dxp "$port" 3 60
    kill "$follower"
    follower_ends 4
    [ -e "$work/log.1" ]
    for f in "$work"/log*; do
        [ "$(wc -c <"$f")" -lt 4000 ]
    done
}

@test "a match over a serial line, with the engine at the other end" {
    mkfifo "$work/hold"
    noisy-line 0 7 <"$work/hold" >"$work/line" 3>&- &
    exec 8>"$work/hold" # it ends when this is closed
    has_two_lines() { [ "$(wc -l <"$work/line")" = 2 ]; }
    wait_until has_two_lines
    dama-engine dxp --serial "$(sed -n 2p "$work/line")" --serial-start 129 --serial-end 142 --games 2 \
        --eval=material --level A >"$work/out" 2>"$work/err" 3>&- &
    follower=$!
    cat >"$work/cable.yaml" <<YAML
event: Cable
players:
  - {name: one, builtin: true, hash: 1M, time: {depth: 1}}
  - {name: peer, dxp: "serial:$(sed -n 1p "$work/line")", serial_start: 129, serial_end: 142}
time: {minutes: 1}
games: 2
plies_max: 16
YAML
    run -0 dama-match run -v "$work/cable.yaml"
    follower_ends
    exec 8>&-
    [ "$(grep -c '^game.*after 16 plies' <<<"$output")" = 2 ]
    run -2 dama-engine dxp --serial "$work/line" --serial-start 129
    [[ $output == *"--serial requires --serial-start and --serial-end"* ]]
}
