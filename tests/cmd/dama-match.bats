#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
# shellcheck disable=SC2030,SC2031 # each test is a subshell
# shellcheck disable=SC2154 # work: lib/match
# dama-match run: whole matches from a match file, stopped and killed, against peers of all kinds.

bats_require_minimum_version 1.5.0

load ../lib/match
load ../lib/wait

setup() {
    enter_match_folder
    write_two_engines
}

teardown() { leave_match_folder; }

@test "a gauntlet is played round by round, whichever player is ready" {
    cat >gauntlet.yaml <<'YAML'
event: Gauntlet
pairing: gauntlet
players: [{name: s}, {name: a}, {name: b}, {name: c}]
time: {depth: 1}
rounds: 5
openings: {ballots: 2}
YAML
    sed -i 's/name: ./&, hash: 1M, egdb: none/g' gauntlet.yaml
    dama-match run -q gauntlet.yaml
    sqlite3 gauntlet.db 'SELECT pair FROM listing ORDER BY id' >order
    seq 15 | sed p | cmp order
}

@test "of several lines reported by a Hub program, the first has the score of its move" {
    cat >lines.yaml <<'YAML'
event: Lines
players:
  - {name: one, hub: "dama-engine hub --egdb none --hash 1M", parameters: {multi-pv: 5}}
  - {name: other, hub: "dama-engine hub --egdb none --hash 1M"}
time: {depth: 4}
games: 2
plies_max: 12
output: {transcripts: lines}
YAML
    dama-match run -q lines.yaml
    # of its first game: what the best line said before each move, and what is kept
    awk '/ < info / && !/multi-pv=[2-9]/ { sub(/.*score=/, ""); best = $1 } / < done / { printf "%d\n", best * 1000 + (best < 0 ? -0.5 : 0.5) }' \
        lines/1-1.1-1-one.hub >said
    sqlite3 lines.db 'SELECT score FROM ply WHERE game_id = 1 AND ply % 2' >kept
    [ "$(wc -l <kept)" -eq 6 ]
    cmp said kept
}

@test "a match from start to end, and nothing to do after that" {
    run -0 --separate-stderr dama-match run -v two.yaml
    [ "$(grep -c '^game' <<<"$output")" = 6 ]
    [[ ${lines[0]} == "game 1: one - other "*" (1 of 6)" ]]
    [[ ${lines[6]} == *player*games*score*Elo* ]]
    [ "${#lines[@]}" = 9 ]
    [ "$(grep -c '^\[Event "Two"\]' two.pdn)" = 6 ]
    cp two.pdn first.pdn
    run -0 dama-match run -v two.yaml
    [[ $output == *"all games have been played"* ]]
    cmp two.pdn first.pdn
}

@test "repeated games give a warning" {
    sed -i 's/order: shuffled/limit: 2/' two.yaml
    for option in --check ""; do
        # shellcheck disable=SC2086 # none is none
        run -0 dama-match run $option two.yaml
        [[ $output == *"warning: from round 3 on, the openings are used again, and one and other repeat their games"* ]]
    done
    rm two.db two.pdn
    for change in 's/limit: 2/limit: 3/' 's/hash: 1M, egdb: none}$/hash: 1M, level: A}/' 's/depth: 1/move: 5ms/'; do
        sed "$change" two.yaml >other.yaml
        run -0 dama-match run --check other.yaml
        [ -z "$output" ]
    done
}

@test "repeated matches give a warning" {
    echo 'repeat: true' >>two.yaml
    for change in '' 's/egdb: none}$/egdb: none, level: A}/' 's/depth: 1/nodes: 100/'; do
        sed "$change" two.yaml >other.yaml
        run -0 dama-match run --check other.yaml
        [[ $output == *"warning: with the same 'seed', 'repeat' plays the same games again: the searches of one and other have"* ]]
    done
    for change in 's/depth: 1/move: 5ms/' 's/egdb: none}$/egdb: none, threads: 2}/' '/^repeat/d'; do
        sed "$change" two.yaml >other.yaml
        run -0 dama-match run --check other.yaml
        [ -z "$output" ]
    done
}

@test "a match that goes well prints nothing for cron" {
    run -0 dama-match run two.yaml
    [ -z "$output" ]
}

@test "the log can be written again, byte for byte" {
    run -0 dama-match run two.yaml
    mv two.pdn first.pdn
    run -0 dama-match run -q two.yaml
    cmp two.pdn first.pdn
    head -c 1000 first.pdn >two.pdn
    run -0 dama-match run -q two.yaml
    cmp two.pdn first.pdn
}

@test "the page of a finished match is written if it is missing" {
    run -0 dama-match run two.yaml
    sed -i 's/pdn: two.pdn/html: two.html/' two.yaml # asked for later
    run -0 dama-match run -q two.yaml
    grep -q '</html>' two.html
    rm two.html
    run -0 dama-match run -q two.yaml
    grep -q '</html>' two.html
}

@test "the log cannot be compressed" {
    sed -i 's/two.pdn/two.pdn.gz/' two.yaml
    for option in "" --check; do
        # shellcheck disable=SC2086 # none is none
        run -2 dama-match run $option two.yaml
        [ "$output" = "dama-match: two.pdn.gz: the log grows with each game and cannot be compressed; give it a name without .gz" ]
    done
}

@test "neither the store nor the log of events can be compressed" {
    for key in store log; do
        sed "s/^output:.*/output: {$key: out.Gz}/" two.yaml >packed.yaml
        run -2 dama-match run --check packed.yaml
        [ "$output" = "packed.yaml:9:$((12 + ${#key})): '$key' cannot be compressed: give it a name without .gz" ]
    done
}

@test "--check looks into the results file, and for the device of a serial line" {
    sed -i 's/two.db/mine/' two.yaml
    : >mine
    run -0 dama-match run --check two.yaml
    echo 'my notes' >mine
    run -3 dama-match run two.yaml
    [ "$output" = "dama-match: mine: not an SQLite file" ]
    run -2 dama-match run --check two.yaml
    [ "$output" = "dama-match: output: mine: not an SQLite file" ]
    rm mine
    sqlite3 mine 'CREATE TABLE game (id)'
    run -2 dama-match run --check two.yaml
    [[ $output == "dama-match: output: mine: an SQLite file, but not "* ]]
    rm mine
    sed -i 's/depth: 1/minutes: 1/; s/{name: other.*/{name: other, dxp: "serial:\/dev\/none", serial_start: 2, serial_end: 3}/' two.yaml
    run -2 dama-match run --check two.yaml
    [ "$output" = "dama-match: other: /dev/none: No such file or directory" ]
    sed -i 's/none"/null"/' two.yaml
    run -0 dama-match run --check two.yaml
}

@test "the log does not replace a file of the user's own" {
    printf '[Event "Two"]\n[White "me"]\n\n1. 32-28 *\n' >two.pdn
    cp two.pdn mine.pdn
    for option in "" --check; do
        # shellcheck disable=SC2086 # none is none
        run -2 dama-match run $option two.yaml
        [[ $output == *"two.pdn: is not the log of a match, so it is not overwritten"* ]]
        cmp two.pdn mine.pdn
        [ ! -e two.db ]
    done
    for text in '[Event "Two"]\r\n[White "me"]\r\n\r\n1. 32-28 *\r\n' '[Event "Two"]\n[White "me"]\n1. 32-28 *\n'; do
        # shellcheck disable=SC2059
        printf "$text" >two.pdn
        run -2 dama-match run --check two.yaml
        [[ $output == *"two.pdn: is not the log of a match, so it is not overwritten"* ]]
    done
    sed 's/^output:.*/output: {store: two.db, html: home.html}/' two.yaml >page.yaml
    echo '<h1>my home page</h1>' >home.html
    run -2 dama-match run --check page.yaml
    [[ $output == *"home.html: is not a page made by dama, so it is not overwritten; give the page another name" ]]
    : >two.pdn
    run -0 dama-match run two.yaml
    sed -i 's/event: Two/event: Three/' two.yaml
    run -0 dama-match run two.yaml
    [ "$(grep -c '^\[Event "Three"\]' two.pdn)" = 6 ]
}

@test "the live game replaces neither games nor another file of the user's own" {
    sed 's/^output:.*/output: {store: two.db, live: live.pdn}/' two.yaml >live.yaml
    run -0 dama-match run two.yaml
    for mine in two.pdn live.yaml; do
        cp "$mine" live.pdn
        for option in "" --check; do
            # shellcheck disable=SC2086 # none is none
            run -2 dama-match run $option live.yaml
            [ "$output" = "dama-match: live.pdn: is not the live game of a match, so it is not overwritten; give it another name" ]
            cmp "$mine" live.pdn
        done
    done
    rm live.pdn
    for event in Again More; do
        sed -i "s/event: .*/event: $event/" live.yaml
        run -0 dama-match run live.yaml
        grep -q "^\[Event \"$event\"\]" live.pdn
    done
}

# refused MATCH KEPT WORDS: with and without --check, and the file that is at stake stays as it is.
refused() {
    cp "$2" before
    for option in "" --check; do
        # shellcheck disable=SC2086 # none is none
        run -2 dama-match run $option "$1"
        [ "$output" = "$3" ]
        cmp "$2" before
    done
}

@test "no file is written for two purposes" {
    run -0 dama-match run two.yaml
    ln -s two.db soft
    ln two.db hard
    for key in html live log pdn; do
        for path in two.db ./two.db soft hard two.db.lock; do
            sed "s|^output:.*|output: {store: two.db, $key: $path}|" two.yaml >again.yaml
            refused again.yaml two.db "again.yaml:9:$((27 + ${#key})): 'store' and '$key' would both be written to $path"
        done
    done
    rm -f two.db-wal two.db-shm
    sed 's/^output:.*/output: {html: new, live: .\/new}/' two.yaml >again.yaml
    refused again.yaml two.db "again.yaml:9:16: 'live' and 'html' would both be written to new"
}

@test "the match file, what it includes, books and weights are not overwritten" {
    printf 'include: two.yaml\noutput: {store: x.db, html: sub/../two.yaml}\n' >again.yaml
    mkdir sub
    refused again.yaml two.yaml "again.yaml:2:29: 'html' would overwrite two.yaml, which is also an input (an included file)"
    echo some >some.file
    for key in store live log pdn; do
        sed "s/^output:.*/output: {$key: again.yaml}/" two.yaml >again.yaml
        refused again.yaml again.yaml "again.yaml:9:$((12 + ${#key})): '$key' would overwrite again.yaml, which is also an input (the match file)"
        sed "s/egdb: none}$/book: some.file}/; s/^output:.*/output: {$key: some.file}/" two.yaml >again.yaml
        refused again.yaml some.file "again.yaml:9:$((12 + ${#key})): '$key' would overwrite some.file, which is also an input (a book)"
        sed "s/weights: material/weights: some.file/; s/^output:.*/output: {$key: some.file}/" two.yaml >again.yaml
        refused again.yaml some.file "again.yaml:9:$((12 + ${#key})): '$key' would overwrite some.file, which is also an input (evaluation weights)"
    done
}

@test "files that a resumed match must read cannot go to standard output" {
    for key in store live log pdn html; do
        sed "s/^output:.*/output: {$key: \"-\"}/" two.yaml >again.yaml
        run -2 dama-match run --check again.yaml
        [[ $output == *"again.yaml:9:"*": '$key' must be a file, and cannot be standard output (-)" ]]
    done
}

@test "openings are not overwritten" {
    mkdir lib
    sed -i 's|^output:.*|output: {pdn: lib/first.pdn}|' two.yaml
    run -0 dama-match run two.yaml
    for files in lib/first.pdn lib '"lib/*.pdn"'; do
        sed "s|^openings:.*|openings: {files: $files, plies: 4}|; s|^event:.*|event: Again|" two.yaml >again.yaml
        refused again.yaml lib/first.pdn "dama-match: output: 'pdn' would overwrite lib/first.pdn, which is also an input (openings)"
    done
    for files in lib 'lib/*.pdn'; do
        sed "s|^openings:.*|openings: {files: \"$files\", plies: 4}|; s|^output:.*|output: {pdn: lib/new.pdn}|" two.yaml >again.yaml
        refused again.yaml lib/first.pdn "dama-match: output: 'pdn' writes lib/new.pdn, which the next match would read as openings ($files); give it another folder"
    done
    sed -i 's|pdn: lib/|pdn: ./lib/|' again.yaml
    refused again.yaml lib/first.pdn "dama-match: output: 'pdn' writes ./lib/new.pdn, which the next match would read as openings (lib/*.pdn); give it another folder"
}

@test "an impossible time is reported before a match begins" {
    run -2 dama-match run --until 25:99 two.yaml
    [[ $output == *"--until"*"25:99"* ]]
    run -2 dama-match run --check --until 25:99 two.yaml
    [ ! -e two.db ]
}

@test "a second run on the same results file must try again later" {
    sed -i 's/depth: 1/move: 100ms/; s/plies_max: 40/plies_max: 10/' two.yaml
    dama-match run two.yaml 3>&- &
    match=$!
    wait_until [ -e two.db.lock ]
    run -75 dama-match run two.yaml
    [[ $output == *"in use by process $match, which is playing a match"* ]]
    ln -s two.db link.db
    mkdir sub
    for store in link.db "$PWD/two.db" sub/../two.db; do
        sed "s|store: two.db.*|store: $store}|" two.yaml >again.yaml
        run -75 dama-match run again.yaml
        [[ $output == *"$store: in use by process $match, which is playing a match"* ]]
    done
    kill "$match"
    local status=0
    wait "$match" || status=$?
    match=
    [ "$status" = 4 ]
    [ ! -e two.db.lock ]
}

@test "a match waits for a program that locks its results file for a while" {
    command -v sqlite3 >/dev/null || skip "no sqlite3"
    sed -i 's/{depth: 1}/{nodes: 10000}/' two.yaml
    dama-match run -v two.yaml >ran 2>&1 &
    match=$!
    wait_until grep -q 'game 1' two.log
    mkfifo go
    sqlite3 two.db <go >said &
    exec 9>go
    printf ".timeout 5000\nBEGIN IMMEDIATE;\nSELECT 'begun';\n" >&9
    wait_until grep -q begun said
    [ "$(sqlite3 two.db 'SELECT count(*) FROM game')" -lt 6 ]
    sleep 6
    exec 9>&-
    status=0
    wait "$match" || status=$?
    match=
    cat ran
    [ "$status" -eq 0 ]
    [ "$(sqlite3 two.db 'SELECT count(*) FROM game')" = 6 ]
}

@test "a full disk is not reported as a fault of the match file" {
    sed -i 's/games: 6/rounds: 4000/' two.yaml
    ulimit -f 120 # KiB: not enough for the schedule
    run -3 dama-match run two.yaml
    [[ $output == *two.db* ]]
}

@test "a signal lets the current game finish, and a message says how to continue" {
    sed -i 's/depth: 1/move: 15ms/; s/plies_max: 40/plies_max: 12/' two.yaml
    dama-match run two.yaml 2>err 3>&- &
    match=$!
    wait_until grep -q 'game 1' two.log # a signal before the handler is there would just end it
    kill "$match"
    local status=0
    wait "$match" || status=$?
    match=
    [ "$status" = 4 ]
    grep -q 'run the same command again to continue' err
    run -0 dama-match run two.yaml
    [ "$(grep -c '^\[Event' two.pdn)" = 6 ]
}

@test "a signal while openings are evaluated ends the run before the match begins" {
    sed -i 's/order: shuffled/balance: 0.5, balance_nodes: 4000000/' two.yaml
    dama-match run two.yaml 2>err 3>&- &
    match=$!
    wait_until [ -e two.db ]
    kill "$match"
    local status=0
    wait "$match" || status=$?
    match=
    [ "$status" = 4 ]
    grep -q 'stopped by a signal' err
    [ "$(sqlite3 two.db 'SELECT count(*) FROM match')" = 0 ]
}

@test "kill -9 loses the games in progress and nothing else" {
    sed -i 's/games: 6/games: 40/; s/plies_max: 40/plies_max: 20/' two.yaml
    run -0 dama-match run two.yaml
    games_of two.pdn >undisturbed
    rm two.db two.pdn
    for _ in {1..5}; do
        dama-match run two.yaml 2>/dev/null 3>&- &
        match=$!
        sleep "0.$((RANDOM % 4))"
        kill -9 "$match" 2>/dev/null || true
        wait "$match" || true # it may hold its lock until then
        match=
    done
    run -0 dama-match run -q two.yaml
    games_of two.pdn >resumed
    [ "$(grep -c Event resumed)" = 40 ]
    diff undisturbed resumed
}

# has_ended PID: there is no such process, or only its exit status is left
has_ended() {
    ! ps -o stat= -p "$1" | grep -qv Z
}

@test "kill -9 leaves no program running, nor its children" {
    cat >stubborn <<'SH'
#!/bin/sh
trap '' TERM HUP
sleep 1000.25 &
echo "$!" >child
peer-follower listen "$1" stall
wait
SH
    cat >nine.yaml <<YAML
event: Nine
players:
  - {name: one, builtin: true, weights: material, hash: 1M, egdb: none, time: {depth: 1}}
  - {name: peer, dxp: "tcp://127.0.0.1", start: "sh ./stubborn {port}"}
time: {minutes: 10}
games: 2
output: {store: nine.db, log: nine.log}
YAML
    dama-match run nine.yaml 3>&- &
    match=$!
    wait_until grep -q 'peer connected' nine.log
    child=$(cat child)
    kill -0 "$child"
    kill -9 "$match"
    wait "$match" || true
    match=
    wait_until has_ended "$child"
}

@test "a second signal leaves no program running" {
    cat >twice.yaml <<YAML
event: Twice
players:
  - {name: one, builtin: true, weights: material, hash: 1M, egdb: none, time: {depth: 1}}
  - {name: peer, dxp: "tcp://127.0.0.1", start: "peer-follower listen {port} stall $work"}
time: {minutes: 10}
games: 2
output: {store: twice.db, log: twice.log}
YAML
    dama-match run twice.yaml 3>&- &
    match=$!
    wait_until grep -q 'peer connected' twice.log
    pgrep -f "stall $work" >/dev/null
    kill "$match"
    sleep 0.4
    kill "$match"
    local status=0
    wait "$match" || status=$?
    match=
    [ "$status" = 143 ]
    peer_has_ended() { ! pgrep -f "peer-follower .* stall $work"; }
    wait_until peer_has_ended
}

# Everything that a store knows of its games, but when they were played.
store_of() {
    sqlite3 "$1" "SELECT number, round, first, second, games, opening_id, retired FROM pair ORDER BY number;
        SELECT p.number, g.game, white, black, result_id, reason_id, g.plies, opening_plies, moves FROM game g
        JOIN pair p ON p.id = pair_id JOIN record ON game_id = g.id WHERE counts ORDER BY p.number, g.game"
}

@test "a hundred kills during games leave the same results as none" {
    [ -n "${DAMA_TEST_LONG:-}" ] || skip "takes some minutes: DAMA_TEST_LONG"
    cat >kill.yaml <<YAML
event: Killed
players:
  - {name: hub, hub: peer-hub, time: {move: 60s}}
  - {name: one, builtin: true, weights: material, hash: 1M, egdb: none, time: {depth: 1}}
games: 600
plies_max: 40
openings: {ballots: 2, order: shuffled}
output: {store: kill.db}
YAML
    run -0 dama-match run kill.yaml
    store_of kill.db >undisturbed
    rm kill.db
    kills=0
    while [ "$kills" -lt 100 ]; do
        [ "$(sqlite3 kill.db 'SELECT count(*) FROM game WHERE counts' 2>/dev/null)" != 600 ] # none is left to kill
        moves=$((RANDOM % 60 + 1))
        dama-match run --format=jsonl kill.yaml >events 2>/dev/null 3>&- &
        match=$!
        while [ "$(grep -c moved events)" -lt "$moves" ] && kill -0 "$match" 2>/dev/null; do
            sleep 0.01
        done
        kill -9 "$match"
        wait "$match" || true
        match=
        if [ "$(grep -c started events)" -gt "$(grep -c finished events)" ]; then kills=$((kills + 1)); fi
    done
    echo "# $kills kills, $(sqlite3 kill.db 'SELECT count(*) FROM game') games in the store" >&3
    run -0 dama-match run kill.yaml
    store_of kill.db >resumed
    [ "$(sqlite3 kill.db 'SELECT count(*) FROM game WHERE counts')" = 600 ]
    diff undisturbed resumed
}

@test "an engine without its weights gives a warning" {
    sed -i 's/weights: material, //' two.yaml
    DAMA_DATA=$work run -0 dama-match run two.yaml
    [[ $output == *"warning: one: no weights for international: "*"only material and mobility are counted"* ]]
}

@test "a match continues from another folder" {
    mkdir far
    sed 's/ballots: 2, order: shuffled/files: lib.fen/' two.yaml >far/two.yaml
    printf 'W:W31-50:B1-20\nW:W31-48:B1-18\n' >far/lib.fen
    run -0 dama-match run far/two.yaml
    cd far
    run -0 dama-match run -v two.yaml
    [[ $output == *"all games have been played"* ]]
}

@test "errors in a match file are reported with their place" {
    sed -i 's/games: 6/gamse: 6/' two.yaml
    run -2 dama-match run two.yaml
    [[ $output == two.yaml:*gamse*games* ]]
    [ ! -e two.db ]
}

@test "the log of concurrent games has the pairs of the results file" {
    sed -i 's/games: 6/games: 24\nconcurrency: 3\ncores: 3/; s/depth: 1/nodes: 500/; s/plies_max: 40/plies_max: 200/' two.yaml
    run -0 dama-match run two.yaml
    run -0 dama-match stats --player one two.pdn
    [[ $output == *"pairs with 0, 0.5, 1"* ]]
    [ "$output" = "$(dama-match stats --player one two.db)" ]
}

@test "events as objects, one per line" {
    run -0 --separate-stderr dama-match run --format=jsonl two.yaml
    [ "$(grep -c '"kind":"finished"' <<<"$output")" = 6 ]
    [ "$(grep -c '"kind":"started"' <<<"$output")" = 6 ]
    if command -v jq >/dev/null; then jq -e . <<<"$output" >/dev/null; fi
}

@test "no game begins after --for" {
    run -4 dama-match run --for 1ms two.yaml
    [ -z "$output" ]
    run -4 dama-match run -v --for 1ms two.yaml
    [[ $output == *"stopped after 0 of 6 games"* ]]
    run -2 dama-match run --until 25:00 two.yaml
    [[ $output == *"--until: expected a time such as 07:30 or 2026-05-01T07:30, found '25:00'"* ]]
}

@test "two remote players play, each with its own protocol" {
    cat >join.yaml <<YAML
event: Join
players:
  - {name: dxp, dxp: "tcp://127.0.0.1", untimed: accept, start: "peer-follower listen {port}"}
  - {name: hub, hub: peer-hub}
time: {move: 5s}
games: 4
plies_max: 60
output: {store: join.db, pdn: join.pdn}
YAML
    run -0 dama-match run --transcripts said join.yaml
    [ -z "$output" ]
    grep -q '\[BlackVersion "Peer 2"\]' join.pdn
    grep -q '\[WhiteVersion "peer"\]' join.pdn
    [ "$(ls said)" = "$(printf '1-%s.%s-1-%s\n' 1 1 dxp.dxp 1 1 hub.hub 1 2 dxp.dxp 1 2 hub.hub 2 1 dxp.dxp 2 1 hub.hub 2 2 dxp.dxp 2 2 hub.hub)" ]
    for file in said/*.dxp; do
        [ "$(grep -c ' > R01dama' "$file")" = 1 ]
        [ "$(grep -c ' [<>] E00' "$file")" = 2 ]
    done
    for file in said/*.hub; do # each can be replayed
        [ "$(sed -n 2p "$file")" = '0.000 > hub' ]
        [ "$(grep -c ' < done move=' "$file")" = 30 ]
    done
}

@test "two DamExchange followers play, one of which connects to us" {
    port=$(some_port)
    cat >join.yaml <<YAML
event: Join
players:
  - {name: comes, dxp: "listen://$port", untimed: accept, start: "peer-follower connect $port"}
  - {name: waits, dxp: "tcp://127.0.0.1", untimed: accept, start: "peer-follower listen {port}"}
time: {move: 5s}
games: 4
plies_max: 60
output: {store: join.db}
YAML
    run -0 dama-match run -v join.yaml
    [ "$(grep -c '^game' <<<"$output")" = 4 ]
}

# A peer that asks for the games: $1 is its address, $2 how it is started, $3 its place in the list.
initiator() {
    peer="{name: peer, dxp: \"$1\", role: initiator, start: \"peer-dxp $2\"}"
    one="{name: one, builtin: true, weights: material, hash: 1M, egdb: none, time: {depth: 1}}"
    cat >asks.yaml <<YAML
event: Asks
players:
  - $([ "$3" = 1 ] && echo "$peer" || echo "$one")
  - $([ "$3" = 1 ] && echo "$one" || echo "$peer")
time: {minutes: 1}
games: 4
plies_max: 60
retries: 1
output: {store: asks.db, pdn: asks.pdn, log: asks.log}
YAML
    rm -f asks.db
}

@test "an initiator connects to us, or we connect to it" {
    port=$(some_port)
    initiator "listen://$port" "$port 4 30" 2
    run -0 dama-match run -v asks.yaml
    [ "$(grep -c '^game' <<<"$output")" = 4 ]
    initiator tcp://127.0.0.1 "listen {port} 4 30" 2
    run -0 dama-match run -v asks.yaml
    [ "$(grep -c '^game.*resigned after' <<<"$output")" = 4 ]
    [ "$(grep -c '\[White "peer"\]' asks.pdn)" = 2 ]
}

@test "a request is accepted if the schedule has its colours, and refused with a reason if not" {
    initiator tcp://127.0.0.1 "listen {port} 4 30" 1 # it begins with Black, the schedule with White
    run -0 dama-match run -v asks.yaml
    [[ ${lines[0]} == "game 1: one - peer "* ]]
    [[ ${lines[1]} == "game 2: peer - one "* ]]
    rm asks.db
    dama-match run --format=jsonl asks.yaml >events # what it did not want has not begun either
    [ "$(grep -c '"kind":"started"' events)" = 4 ]
    [ "$(grep -c '"kind":"finished"' events)" = 4 ]
    initiator tcp://127.0.0.1 "listen {port} 4 30 insists" 2
    run -0 dama-match run -v asks.yaml
    [ "$(grep -c '^game.*one - peer' <<<"${lines[0]}${lines[1]}")" = 1 ]
    [ "$(grep -c 'refused its request: no game with those colours from that position' asks.log)" -ge 1 ]
}

@test "a peer that asks for another time gets ours in the refusal" {
    initiator tcp://127.0.0.1 "listen {port} 4 30 hurries" 2
    run -0 dama-match run -v asks.yaml
    grep -q 'refused its request: games here have 001 minutes for 000 moves' asks.log
}

@test "moves are taken back if the match file allows it, and the opponent follows" {
    cat >back.yaml <<YAML
event: Back
players:
  - {name: hub, hub: peer-hub, time: {move: 5s}}
  - {name: peer, dxp: "tcp://127.0.0.1", start: "peer-follower listen {port} back", takebacks: accept}
time: {minutes: 1}
games: 2
plies_max: 30
output: {store: back.db, log: back.log}
YAML
    run -0 dama-match run -v back.yaml
    [ "$(grep -c 'too-long after 30 plies' <<<"$output")" = 2 ]
    [ "$(grep -c 'took moves back' back.log)" = 2 ]
}

@test "a Hub engine gets the readings of the rules" {
    echo 'W:Wd6,a2:Bd7,Kf8,Kc8' >openings.fen
    cat >readings.yaml <<YAML
event: Readings
variant: turkish:promotion=stop
players:
  - {name: one, builtin: true, hash: 1M, egdb: none, weights: material}
  - {name: hub, hub: "dama-engine hub --variant turkish:promotion=stop --eval material"}
time: {depth: 2}
games: 2
openings: {files: [openings.fen]}
output: {store: readings.db}
YAML
    run -0 dama-match run -v readings.yaml
    [ "$(grep -c '0-1, no-moves' <<<"$output")" = 2 ]
}

@test "the side that begins is named first, as results are written from its view" {
    cat >first.yaml <<'YAML'
variant: english
players: [{name: one, hash: 1M, egdb: none}, {name: other, hash: 1M, egdb: none}]
time: {depth: 1}
openings: {positions: ["B:WK32:B1,2,3,4,5,6,7,8", "W:WK32:B1,2,3,4,5,6,7,8"]}
YAML
    run -0 dama-match run -v first.yaml
    [[ ${lines[0]} == "game 1: other - one 1-0, "* ]] # one has White
    [[ $(dama-match report --format=pdn first.db) == *'[White "one"]'*'[Black "other"]'*'[Result "1-0"]'* ]]
}

@test "a forced win is reported in moves, whoever plays" {
    cat >won.yaml <<'YAML'
players:
  - {name: hub, hub: dama-engine hub, parameters: {egdb: none}}
  - {name: own, egdb: none}
time: {depth: 5}
openings: {positions: ["W:WK28,32,33,38:B12"]}
output: {pdn: won.pdn}
YAML
    run -0 dama-match run won.yaml
    [ "$(grep -c 'eval #[1-9]' won.pdn)" -ge 2 ] # in either game
    run -1 grep -q 'eval -\?99\.' won.pdn
}

@test "limits that cannot be passed to a player are refused" {
    sed -i 's/{name: other, builtin: true, weights: material, hash: 1M, egdb: none}/{name: other, dxp: "tcp:\/\/127.0.0.1"}/' two.yaml
    run -2 dama-match run --check two.yaml
    [[ $output == *"two.yaml:4:"*"has no clock"*"untimed: accept"* ]]
    sed -i 's/depth: 1/depth: 1, minutes: 1/' two.yaml
    run -2 dama-match run --check two.yaml
    [[ $output == *"speaks DamExchange, which has no 'depth'"* ]]
    sed -i 's/{name: other, .*/{name: other, hub: peer-hub}/' two.yaml
    run -2 dama-match run --check two.yaml
    [[ $output == *"a search has only one limit"* ]]
    sed -i 's/depth: 1, minutes: 1/nodes: 1000/; s/peer-hub/peer-hub one/; 1i retries: 1' two.yaml
    run -5 dama-match run two.yaml
    [[ $output == *"Hub 1, which cannot limit a search by nodes"* ]]
}

@test "text from a hostile peer reaches neither terminal nor log unescaped" {
    cat >host.yaml <<YAML
event: Host
players:
  - {name: one, builtin: true, weights: material, hash: 1M, egdb: none}
  - {name: bad, dxp: "tcp://127.0.0.1", untimed: accept, start: "peer-follower listen {port} version"}
time: {depth: 1}
games: 2
plies_max: 20
output: {store: host.db, pdn: host.pdn, log: host.log}
YAML
    run -0 dama-match run -v --transcripts said host.yaml
    run -1 grep -q $'\x1b' host.pdn host.log said/*-bad.dxp <(echo "$output")
}

@test "a program that cannot run twice plays on with the running instance" {
    PATH=$DAMA_BUILD/tests:$PATH
    cat >once <<'SH'
mkdir running 2>/dev/null || exit 1
exec peer-hub plain
SH
    cat >shaky <<'SH'
mkdir crashed 2>/dev/null || mkdir "crashed again" 2>/dev/null || exec peer-hub plain
exec peer-hub crash
SH
    cat >once.yaml <<'YAML'
event: Once
players: [{name: once, hub: sh ./once}, {name: shaky, hub: sh ./shaky}]
time: {depth: 1}
games: 8
plies_max: 20
concurrency: 2
retries: 2
pause: 300ms
output: {store: once.db}
YAML
    run -0 timeout 60 dama-match run -v once.yaml
    [ "$(grep -c '^game.*too-long after 20 plies' <<<"$output")" = 8 ]
    [[ $output != *"games are skipped"* ]]
}

@test "an engine that crashes on one opening loses only the games from it" {
    cat >poison <<'SH'
while read -r line; do
    case $line in *"moves=\"32-28"*) exit 1 ;; esac
    printf '%s\n' "$line"
done | dama-engine hub --eval material --egdb none
SH
    printf '1. 32-28 *\n\n1. 31-27 *\n\n1. 33-29 *\n' >three.pdn
    cat >poison.yaml <<'YAML'
event: Poison
players: [{name: dies, hub: sh ./poison}, {name: one, builtin: true, weights: material, hash: 1M, egdb: none}]
time: {depth: 1}
openings: {files: three.pdn}
plies_max: 20
retries: 3
pause: 10ms
output: {store: poison.db}
YAML
    run -5 timeout 60 dama-match run -v poison.yaml
    [[ $output == *"4 of 6 games were played"* ]]
    [[ $output == *"dies was suspended: failed 3 times in a row"* ]]
    sed -i 's/32-28/99-99/' poison # it is mended, and the match goes on
    run -0 timeout 60 dama-match run -v poison.yaml
    [ "$(grep -c '^game' <<<"$output")" = 2 ]
}

@test "an unavailable player is suspended, and the others play on" {
    cat >three.yaml <<YAML
event: Three
seed: 1 # the first pair is one that cannot be played
pairing: round-robin
players:
  - {name: one, builtin: true, weights: material, hash: 1M, egdb: none}
  - {name: two, builtin: true, weights: material, hash: 1M, egdb: none}
  - {name: none, hub: /nowhere/at/all}
time: {depth: 1}
games: 2
plies_max: 20
retries: 2
pause: 10ms
output: {store: three.db}
YAML
    run -5 timeout 30 dama-match run -v three.yaml
    [[ $output == *"none was suspended: failed 2 times in a row"* ]]
    [[ $output == *"2 of 6 games were played"* ]]
}

@test "run: options that cannot be combined" {
    run -2 dama-match run -q -v two.yaml
    [[ $output == *"--quiet and --verbose cannot be combined"* ]]
    run -2 dama-match run --dry-run --format=jsonl two.yaml
    [[ $output == *"--dry-run cannot be combined with --format=jsonl"* ]]
}

@test "transcripts of players with similar names are in separate files" {
    cat >alike.yaml <<YAML
event: Alike
players:
  - {name: "A b", dxp: "tcp://127.0.0.1", untimed: accept, start: "peer-follower listen {port}"}
  - {name: A-b, dxp: "tcp://127.0.0.1", untimed: accept, start: "peer-follower listen {port}"}
  - {name: A/b, builtin: true, weights: material, hash: 1M, egdb: none}
time: {depth: 1}
games: 2
plies_max: 20
output: {store: alike.db, transcripts: alike}
YAML
    run -0 dama-match run alike.yaml
    grep -q ' > R01' alike/1-*-A_b.dxp
    grep -q ' > R01' alike/1-*-A-b.dxp
    [ -z "$(find alike -name '*A=2Fb*')" ] # nothing is said to the built-in engine
}

@test "transcripts of players with long names are in separate files" {
    name=$(printf 'Ж%.0s' {1..40})
    cat >long.yaml <<YAML
event: Long
players: [{name: ${name}1, hub: peer-hub}, {name: ${name}2, hub: peer-hub}]
time: {move: 60s}
games: 2
plies_max: 20
output: {store: long.db, transcripts: long}
YAML
    run -0 dama-match run long.yaml
    for game in 1.1 1.2; do
        for player in 1 2; do
            grep -lx "# dama transcript 1: hub $name$player" long/1-$game-1-*.hub >files
            [ "$(wc -l <files)" = 1 ]
            grep -q ' < done' "$(cat files)"
        done
    done
}

@test "a match does not begin without its transcripts folder" {
    : >said
    run -3 dama-match run --transcripts said two.yaml
    [ "$output" = "dama-match: said: not a folder" ]
    rm said
    mkdir -p said/1-1.1-1-peer.dxp
    cat >host.yaml <<YAML
event: Lost
players:
  - {name: one, builtin: true, weights: material, hash: 1M, egdb: none, time: {depth: 1}}
  - {name: peer, dxp: "tcp://127.0.0.1", start: "peer-follower listen {port}"}
time: {minutes: 1}
games: 2
plies_max: 20
output: {store: lost.db, transcripts: said}
YAML
    run -3 dama-match run host.yaml
    [ "$output" = "dama-match: said/1-1.1-1-peer.dxp: cannot write the transcript: Is a directory" ]
}

@test "a match does not begin without the folders of its page and its live game" {
    mkdir there
    ln -s there/page.html link.html
    for key in html live; do
        sed "s|^output:.*|output: {store: two.db, $key: nowhere/file}|" two.yaml >one.yaml
        run -3 dama-match run one.yaml
        [ "$output" = "dama-match: output: cannot write nowhere/file: No such file or directory" ]
        [ "$(sqlite3 two.db 'SELECT count(*) FROM game')" = 0 ]
    done
    sed 's|^output:.*|output: {store: two.db, html: link.html, live: /dev/null}|' two.yaml >one.yaml
    run -0 dama-match run one.yaml
    [ -s there/page.html ]
}

@test "transcripts stay below their limit, and the oldest are removed" {
    cat >cap.yaml <<YAML
event: Cap
players:
  - {name: one, builtin: true, weights: material, hash: 1M, egdb: none, time: {depth: 1}}
  - {name: peer, dxp: "tcp://127.0.0.1", start: "peer-follower listen {port}"}
time: {minutes: 1}
games: 8
plies_max: 60
output: {store: cap.db, transcripts: said, transcripts_max: 6K}
YAML
    mkdir said
    echo "mine" >said/notes.dxp
    printf '# dama transcript 1: dxp old\n' >said/0-1.1-1-old.dxp
    touch -d 2020-01-01 said/*
    run -0 dama-match run cap.yaml
    [ -e said/notes.dxp ]
    [ ! -e said/0-1.1-1-old.dxp ]
    [ ! -e said/1-1.1-1-peer.dxp ]
    [ -e said/1-4.2-1-peer.dxp ]
    [ "$(cat said/1-*.dxp | wc -c)" -le 6144 ]
}

@test "the examples are valid, and the first one runs as it is" {
    for folder in build/cmd engines/one engines/two engines/scan engines/moby engines/mobydam; do
        mkdir -p $folder
        for program in dama-engine engine scan mobydam; do
            ln -s /bin/true $folder/$program
        done
    done
    for file in "$DAMA_SOURCE"/examples/match/*.yaml; do
        sed "s|/usr/local/bin/|build/cmd/|; s|/dev/ttyUSB0|/dev/null|" "$file" >"${file##*/}"
        run -0 dama-match run --check "${file##*/}"
        [ -z "$output" ]
    done
    sed 's/games: 20/games: 2/; s/nodes: 5000/nodes: 500/' "$DAMA_SOURCE/examples/match/two-engines.yaml" >two-engines.yaml
    run -0 dama-match run -v two-engines.yaml
    [ "$(grep -c '^game' <<<"$output")" = 2 ]
}

@test "the sequential test ends a match, an alarm is the exit status, a page is written" {
    cat >sprt.yaml <<YAML
event: Test
players:
  - {name: weak, builtin: true, weights: material, hash: 1M, time: {depth: 1}}
  - {name: strong, builtin: true, weights: material, hash: 1M, time: {depth: 5}}
games: 200
openings: {ballots: 2, order: shuffled}
stop: {sprt: true, elo0: -50, elo1: 50, alarm: -30}
output: {store: sprt.db, html: sprt.html}
YAML
    run -1 dama-match run sprt.yaml
    [[ $output == *"the sequential test accepts elo0"* ]]
    [[ $output == *"is below -30.0"* ]]
    grep -q '</html>' sprt.html
    grep -q 'SPRT of -50 against 50 Elo for the player: decided when the LLR is below' sprt.html
    run -0 dama-match run --dry-run sprt.yaml
    [ "${#lines[@]}" = 100 ]

    games=$(sqlite3 sprt.db 'SELECT count(*) FROM game')
    run -1 dama-match run sprt.yaml
    [ "${#lines[@]}" = 1 ]
    [[ $output == *"is below -30.0" ]]
    run -1 dama-match run -v sprt.yaml
    [ "${lines[0]}" = "dama-match: the sequential test has reached a decision" ]
    sed 's/, alarm: -30//' sprt.yaml >calm.yaml
    sed -i 's/^output.*/output: {store: sprt.db}/' calm.yaml
    run -0 dama-match run calm.yaml
    [ "$output" = "" ]
    [ "$(dama-match report --alarm -30.4 sprt.db 2>&1 >/dev/null | grep -c 'is below -30.4$')" = 1 ]
    [ "$(sqlite3 sprt.db 'SELECT count(*) FROM game')" = "$games" ]
    # an alarm does not look like a night that ended on time
    sed 's/sprt: true/sprt: false/; s/, html: sprt.html//' sprt.yaml >night.yaml
    run -1 dama-match run --for 1ms night.yaml
    [[ $output == "dama-match: alarm: Test: the Elo of "*", -"*" is below -30.0" ]]
    sed 's/, alarm: -30//' night.yaml >calm.yaml
    run -4 dama-match run --for 1ms calm.yaml
    [ "$output" = "" ]
    [ "$(sqlite3 sprt.db 'SELECT count(*) FROM game')" = "$games" ]
    sed -i 's/^games/repeat: true\ngames/' sprt.yaml
    run -1 --separate-stderr dama-match run -q --format=jsonl sprt.yaml
    [[ ${lines[-1]} == '{"kind":"decided","event":"Test","accepted":"elo0","elo":-'* ]]
    if command -v jq >/dev/null; then jq -e . <<<"$output" >/dev/null; fi
    [ "$(sqlite3 sprt.db 'SELECT count(*) FROM match')" = 2 ]
    run -1 --separate-stderr dama-match run sprt.yaml
    [[ $output == "Test: Elo -"*", the sequential test accepts elo0" ]]
    run -1 dama-match run -q sprt.yaml
    [[ $output == "dama-match: alarm: Test: the Elo of "*", -"*" is below -30.0" ]]
}

@test "the sequential test does not decide on half a pair" {
    cat >half.yaml <<YAML
event: Half
players:
  - {name: one, builtin: true, weights: material, hash: 1M}
  - {name: other, builtin: true, weights: material, hash: 1M}
time: {depth: 1}
rounds: 40
openings: {positions: ["W:W28:B22"]} # White wins
stop: {sprt: true, elo0: -300, elo1: 300}
YAML
    run -0 --separate-stderr dama-match run -q half.yaml
    [ "$output" = "" ]
    run -0 dama-match report half.db
    [[ $output == *"pairs with 0, 0.5, 1, 1.5 and 2 points: 0 0 40 0 0"$'\n'* ]]
    # the report of a match in progress sees what the match sees
    sqlite3 half.db "DELETE FROM record WHERE game_id = 80; DELETE FROM game WHERE id = 80"
    run -0 dama-match report --elo0 -300 --elo1 300 half.db
    [[ $output == *"pairs with 0, 0.5, 1, 1.5 and 2 points: 0 0 39 0 0, and 1 unpaired game"*"LLR 0.00"* ]]
}
