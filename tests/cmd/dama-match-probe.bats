#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
# shellcheck disable=SC2030,SC2031 # each test is a subshell
# shellcheck disable=SC2154 # work: lib/match
# dama-match probe and replay, and peers that are found through a web page or at the end of a serial line.

bats_require_minimum_version 1.5.0

load ../lib/match
load ../lib/wait

setup() {
    enter_match_folder
    write_two_engines
}

teardown() { leave_match_folder; }

# A follower that listens at any free port: sets `peer` and `port`.
follower() {
    : >listening
    peer-follower listen 0 "$@" >listening 2>&1 3>&- &
    peer=$!
    wait_until grep -q '^port ' listening
    port=$(sed -n 's/^port //p' listening)
}

@test "probe reports what a peer can do, and its entry works in a match file" {
    follower
    run -0 dama-match probe --timeout 3s "tcp://127.0.0.1:$port"
    kill "$peer"
    [ "$(grep -c '^ok' <<<"$output")" = 13 ]
    [[ $output == *"- name: \"peer\""*"dxp: \"tcp://127.0.0.1:$port\""*"      # fractions: true, if it reads them"* ]]
    [[ $output == *"ok 8 - accepts fractions of minutes"* ]]
    { sed -n '/^# for a match file/,$p' <<<"$output" | sed '1s/.*/players:/'
        echo '  - {name: one}'
        echo 'time: {minutes: 1}'; } >stanza.yaml
    run -0 dama-match run --check stanza.yaml
    follower dollar
    run -0 dama-match probe --timeout 3s "tcp://127.0.0.1:$port"
    kill "$peer"
    [[ $output == *"- name: \"\$\${NAME}\""* ]] # a match file would put the variable in its place
}

@test "probe keeps the connection of a peer that connects only once" {
    port=$(some_port)
    dama-match probe --timeout 5s "listen://127.0.0.1:$port" >probed 2>&1 3>&- &
    match=$!
    once() { dama-engine dxp -q --connect "127.0.0.1:$port" --level A --eval=material --egdb=none --hash=1M; }
    wait_until once
    wait "$match"
    match=
    [ "$(grep -c '^ok' probed)" = 13 ]
    run -1 grep games_max probed
    run -2 dama-match probe serial:/dev/null
    [[ $output == *"requires --serial-start and --serial-end"* ]]
}

@test "probe finds a peer's deviations" {
    follower end-never
    run -0 dama-match probe --timeout 1s "tcp://127.0.0.1:$port"
    kill "$peer"
    [[ $output == *"not ok 5 - confirms the end of a game"*"no_confirmation: true"* ]]
    [[ $output == *"not ok 11 - answers requests to take moves back"* ]]
    run -5 dama-match probe --timeout 200ms "tcp://127.0.0.1:$port"
    [[ $output == *"not ok 1 - can be reached"*"Connection refused"* ]]
    follower spelled
    run -0 dama-match probe --timeout 3s "tcp://127.0.0.1:$port"
    kill "$peer"
    [[ $output == *"# only with the position spelled out"*"position: true"* ]]
    follower spelled mute
    run -5 dama-match probe --timeout 200ms "tcp://127.0.0.1:$port"
    kill "$peer"
    [[ $output == *"not ok 3 - begins a game with White"* ]]
    [[ $output != *"for a match file"* ]]
    run -2 dama-match probe nowhere
    [[ $output == *'expected tcp://HOST:PORT, '*", found 'nowhere'" ]]
    run -2 dama-match probe 'tcp://*'
    [ "$output" = "dama-match: expected a host to connect to, found '*'" ]
}

@test "replay plays the part of a recorded player" {
    cat >rec.yaml <<YAML
event: Rec
players:
  - {name: one, builtin: true, weights: material, hash: 1M, egdb: none}
  - {name: peer, dxp: "tcp://127.0.0.1", untimed: accept, start: "peer-follower listen {port}"}
time: {depth: 1}
games: 2
plies_max: 30
output: {store: rec.db, pdn: rec.pdn, transcripts: said}
YAML
    run -0 dama-match run rec.yaml
    port=$(some_port)
    cat said/*-peer.dxp >both.dxp # one game after the other
    dama-match replay --address "listen://$port" both.dxp >replayed 2>&1 3>&- &
    peer=$!
    sleep 0.5
    sed "s#tcp://127.0.0.1\", untimed: accept, start: .*}#tcp://127.0.0.1:$port\", untimed: accept}#; s/rec\./again./; s#, transcripts: said##" rec.yaml >again.yaml
    sed -i 's/rec.pdn/again.pdn/' again.yaml
    run -0 dama-match run again.yaml
    wait "$peer" || true
    games_of rec.pdn >one
    games_of again.pdn >two
    diff one two
    # only the times of our moves may differ
    [ -z "$(sed -n 's/M[0-9]\{4\}/M/g; /then/p' replayed | awk -F'"' '$2 != $4')" ]
}

@test "replay: a signal ends a recorded wait; a closed pipe is not an error, a full disk is" {
    printf '# dama transcript 1: hub X\n0.000 < id name=X\n30.000 < wait\n' >slow.hub
    run -4 timeout --foreground --preserve-status -s TERM 1 dama-match replay --timing slow.hub </dev/null
    [ "$output" = "id name=X" ]
    run -0 bash -c 'set -o pipefail; dama-match replay slow.hub </dev/null | true'
    [ ! -e /dev/full ] || run -3 bash -c 'dama-match replay slow.hub </dev/null >/dev/full'
    [ ! -e /dev/full ] || [ "$output" = "dama-match: cannot write to standard output: No space left on device" ]
}

@test "replay of a Hub player waits no longer than --timeout" {
    sed -i 's/{name: other, .*/{name: other, hub: "peer-hub"}/; s/{store: /{transcripts: said, store: /; s/games: 6/games: 2/' two.yaml
    run -0 dama-match run two.yaml
    said=(said/*-other.hub)
    sed -n 's/^[^ ]* > //p' "${said[0]}" >ours
    run -0 --separate-stderr dama-match replay "${said[0]}" <ours
    [ "$(sed -n 's/^[^ ]* < //p' "${said[0]}")" = "$output" ]
    head -n 1 ours >first
    mkfifo silent
    exec 4<>silent
    cat first >&4
    run -1 timeout 20 dama-match replay --timeout 100ms "${said[0]}" <&4
    exec 4>&-
    [[ $output == *"dama-match: ${said[0]}:"+([0-9])": expected this message, but nothing came" ]]
    sed '2s/.*/nonsense/' ours >changed
    run -1 --separate-stderr dama-match replay "${said[0]}" <changed
    [[ $stderr == "dama-match: ${said[0]}:"+([0-9])": expected \"$(sed -n 2p ours)\", got \"nonsense\"" ]]
    run -1 dama-match replay "${said[0]}" <first
    [[ $output == *"dama-match: ${said[0]}:"+([0-9])": expected this message, but nothing came" ]]
}

@test "replay listens or connects as --address says" {
    for address in foo serial:/dev/null; do
        run -2 dama-match replay --address "$address" two.yaml
    done
    printf '# dama transcript 1: hub X\n0.000 < id name=X\n' >one.hub
    run -2 dama-match replay --address listen://0 one.hub
    [[ $output == *"--address: a Hub player is replayed on standard input and output"* ]]
}

@test "replay says where it listens, and waits no longer than --timeout for a connection" {
    printf '# dama transcript 1: dxp X\n0.000 < E00\n' >one.dxp
    run -1 timeout 20 dama-match replay --timeout 200ms --address listen://0 one.dxp
    [[ ${lines[0]} == "dama-match: listening on "*:* ]]
    [ "${#lines[@]}" -eq 2 ]
    run -1 timeout 20 dama-match replay -q --timeout 200ms --address listen://0 one.dxp
    [ "${#lines[@]}" -eq 1 ]
    run -3 timeout 20 dama-match replay --timeout 200ms --address tcp://127.0.0.1:1 one.dxp
}

@test "probe: serial options without a serial line" {
    for option in --serial-start --serial-end --baud; do
        run -2 dama-match probe --timeout 200ms "$option" 50 tcp://127.0.0.1:1
        [[ $output == *": $option requires a serial line"* ]]
    done
}

@test "a web page gives the peer's address" {
    export no_proxy='*'
    mkdir web
    python3 -u -m http.server 0 --bind 127.0.0.1 --directory web >served 2>&1 3>&- &
    match=$!
    wait_until grep -q 'port' served
    web=http://127.0.0.1:$(sed -n 's/^Serving HTTP on 127.0.0.1 port \([0-9]*\) .*/\1/p' served)
    run dama-match probe --timeout 3s "$web/missing.txt"
    if [[ $output == *"no libcurl"* ]]; then # said before anything is tried
        [ "$status" -eq 2 ]
        printf 'players: [{name: a}, {name: b, dxp: "%s/"}]\ntime: {minutes: 1}\ngames: 2\n' "$web" >page.yaml
        run -2 dama-match run --check page.yaml
        [ "$output" = "page.yaml:1:37: $web/: this build of dama has no libcurl and cannot fetch pages" ]
        skip "a build without libcurl"
    fi
    [ "$status" -eq 5 ]
    [[ $output == *"404"* ]]
    printf 'nobody is here\n' >web/online.txt
    run -5 dama-match probe --timeout 3s "$web/online.txt"
    [[ $output == *"names no address"* ]]
    follower
    printf '<html><a href="http://1.2.3.4/">Online</a> at 127.0.0.1:%s now.</html>\n' "$port" >web/online.txt
    cat >page.yaml <<YAML
event: Page
players:
  - {name: one, builtin: true, weights: material, hash: 1M, egdb: none, time: {depth: 1}}
  - {name: peer, dxp: "$web/online.txt"}
time: {minutes: 1}
games: 2
plies_max: 20
output: {store: page.db, log: page.log}
YAML
    run -0 dama-match run -v page.yaml
    kill "$peer"
    [ "$(grep -c '^game.*after 20 plies' <<<"$output")" = 2 ]
    grep -q "online.txt gives the address 127.0.0.1:$port" page.log
}

# line ONE_IN: a cable that hurts one byte in so many, and the names of its two ends in a file.
line() {
    mkfifo hold
    noisy-line "$1" 7 <hold >line 3>&- &
    exec 8>hold # it ends when this is closed
    has_two_lines() { [ "$(wc -l <line)" = 2 ]; }
    wait_until has_two_lines
}

# noisy ONE_IN: a match over such a cable.
noisy() {
    line "$1"
    cat >cable.yaml <<YAML
event: Cable
players:
  - {name: one, builtin: true, weights: material, hash: 1M, egdb: none}
  - {name: peer, dxp: "serial:$(sed -n 1p line)", untimed: accept, serial_start: 129, serial_end: 142, start: "peer-follower serial $(sed -n 2p line)"}
time: {depth: 1}
games: 2
plies_max: 30
output: {store: cable.db, pdn: cable.pdn}
YAML
    run -0 timeout 300 dama-match run -v cable.yaml
    exec 8>&-
    [ "$(grep -c 'too-long after 30 plies' <<<"$output")" = 2 ]
}

@test "probe includes the serial line in its entry" {
    line 0
    peer-follower serial "$(sed -n 2p line)" >/dev/null 2>&1 3>&- 8>&- &
    match=$!
    run -0 timeout 60 dama-match probe --serial-start 129 --serial-end 142 --baud 19200 --timeout 10s "serial:$(sed -n 1p line)"
    exec 8>&-
    [[ $output == *"serial_start: 129"*"serial_end: 142"*"baud: 19200"* ]]
}

@test "a match over a serial line" {
    noisy 0
}

@test "a match over a serial line that loses, doubles and flips bytes" {
    [ -n "${DAMA_TEST_LONG:-}" ] || skip "takes a minute: DAMA_TEST_LONG"
    noisy 2000
}
