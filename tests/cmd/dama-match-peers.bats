#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
# dama-match against peers that harm: each ends its game with its own reason, and the games that can be played are.
# The ways are those of tests/lib/peer-follower.c; it misbehaves at its fourth move of each game.
# shellcheck disable=SC2030,SC2031 # `run` sets output in the shell of its test

bats_require_minimum_version 1.5.0

load ../lib/match
load ../lib/wait

setup() { enter_match_folder; }

teardown() { leave_match_folder; }

# hostile STATUS REASON WAY [ARG]: a pair of games with such a peer; the first one ends with REASON, status is STATUS.
hostile() {
    status_wanted=$1 reason=$2
    shift 2
    cat >peer.yaml <<YAML
event: Hostile
players:
  - {name: one, builtin: true, weights: material, hash: 1M, egdb: none, time: {depth: 1}}
  - {name: peer, dxp: "tcp://127.0.0.1", start: "peer-follower listen {port} $*"}
time: {minutes: 1}
games: 2
plies_max: 20
retries: 1
timeouts: {accept: ${ACCEPT:-5s}, end: 300ms, margin: 0.1s}
output: {store: peer.db, pdn: peer.pdn, log: peer.log}
YAML
    [ -z "${NODES:-}" ] || sed -i "s/hash: 1M, time: {depth: 1}/hash: 1M, time: {nodes: $NODES}/" peer.yaml
    [ -z "${CLOCK:-}" ] || sed -i "s/minutes: 1}/minutes: $CLOCK}/" peer.yaml
    run "-$status_wanted" timeout 60 dama-match run -v --transcripts said peer.yaml
    grep "^game 1: one - peer .*$reason after" <<<"$output"
    if [ "$status_wanted" = 0 ]; then [ "$(grep -c '^game' <<<"$output")" = 2 ]; fi
}

@test "a peer that crashes" { hostile 5 crashed crash; }
@test "a peer that closes the connection" { hostile 5 connection vanish; }
@test "a peer that stalls loses on time" { CLOCK=500ms ACCEPT=2s hostile 5 time stall; }
@test "half a message is not a move" { CLOCK=500ms ACCEPT=2s hostile 5 time half; }
@test "a message in many packets is a message" { hostile 0 too-long pieces; }
@test "two messages in one packet are two messages" { hostile 0 too-long together; }
@test "wrong captures" { hostile 0 illegal-move captures; }
@test "a piece of the other side" { hostile 0 illegal-move colours; }
@test "garbage after the NUL of a move" { hostile 0 too-long rubbish; }
@test "a move that cannot be read" { hostile 0 malformed unreadable; }
@test "a message that is too long is skipped and reported" {
    CLOCK=500ms ACCEPT=2s hostile 5 time too-long
    grep -q 'peer note: skipped a message of more than 127 bytes$' peer.log
    grep -qE '^# [0-9]+\.[0-9]{3} skipped a message of more than 127 bytes$' said/1-1.1-1-peer.dxp
}
@test "noise before a move: the game's detail says so" {
    CLOCK=500ms ACCEPT=2s hostile 5 time noisy
    [[ $output == *'time after 7 plies: no move came; a message could not be read: expected one of R A M E C B K at byte 0 of "'* ]]
}
@test "messages with line ends are read, and reported once" {
    hostile 0 too-long lines
    [ "$(grep -c 'peer note: a line end after a message$' peer.log)" = 1 ]
}
@test "a move out of turn" { NODES=100000 hostile 0 unexpected twice; }
@test "chat without end" { hostile 0 flood flood; }
@test "a message without end" { hostile 0 flood endless; }
@test "empty messages without end" { hostile 0 flood nothing; }
@test "take-backs without end" { hostile 0 take-backs backs; }
@test "a name full of escape sequences" { hostile 0 too-long version; }
@test "a game-end before any request" { hostile 0 too-long end-first; }
@test "a game-end instead of an answer" { ACCEPT=300ms hostile 5 refused end-asked; }
@test "a game-end right after the answer" { NODES=100000 hostile 0 abandoned end-accepted; }
@test "a game-end in place of a move: given up" { hostile 0 resigned end-move 1; }
@test "a game-end in place of a move: unknown" { hostile 0 abandoned end-move 0; }
@test "a game-end in place of a move: a draw that is not one" { hostile 0 claimed end-move 2; }
@test "a game-end in place of a move: a win that is not one" { hostile 0 claimed end-move 3; }
@test "a game-end while it is not to move" { NODES=100000 hostile 0 claimed end-turn; }
@test "a game-end that is confirmed three times" { hostile 0 too-long end-thrice; }
@test "a game-end that is never confirmed" { hostile 0 too-long end-never; }
@test "a peer that accepts no game" { hostile 5 refused refuse; }
@test "a peer that does not answer" { ACCEPT=300ms hostile 5 refused mute; }

# lives_between GAMES OPTION...: a match with a follower that ends its connections, without a game to be replayed
lives_between() {
    cat >leaves.yaml <<YAML
event: Leaves
players:
  - {name: one, builtin: true, weights: material, hash: 1M, egdb: none, time: {depth: 1}}
  - {name: peer, dxp: "tcp://127.0.0.1", start: "dama-engine dxp -q $2 --listen 127.0.0.1:{port} --egdb none --hash 1M --reserve 59s"$3}
time: {minutes: 1}
games: $1
plies_max: 20
retries: 1
output: {store: leaves.db, log: leaves.log}
YAML
    run -0 timeout 60 dama-match run -v leaves.yaml
    [ "$(sqlite3 leaves.db 'SELECT count(*) FROM game')" -eq "$1" ]
}

@test "a program that announces its last game is restarted, and has not failed" {
    lives_between 4 "--games 1" ""
    [ "$(sqlite3 leaves.db "SELECT count(*) FROM incident WHERE kind = 'failed'")" -eq 0 ]
    sqlite3 leaves.db "SELECT detail FROM incident WHERE kind = 'disconnected'" | grep -q "as announced"
}

@test "a connection lost during a pause is made again, and the loss is recorded" {
    lives_between 4 "--idle 200ms" ", quirks: {pause: 600ms}"
    [ "$(sqlite3 leaves.db "SELECT count(*) FROM incident WHERE kind = 'disconnected' AND detail LIKE '%between games'")" -ge 1 ]
}

@test "an engine that is ready only after many errors" {
    cat >errors.yaml <<YAML
event: Errors
players: [{name: one, hash: 1M, egdb: none}, {name: loud, hub: peer-hub errors}]
time: {depth: 1}
timeouts: {ready: 2s}
retries: 1
plies_max: 10
YAML
    run -0 dama-match run -v errors.yaml
    [ "$(grep -c '^game' <<<"$output")" = 2 ]
    [[ $output == *"warning: loud: error: number 0"* ]]
}

@test "a line of a Hub program that is too long is skipped and reported" {
    cat >long.yaml <<YAML
event: Long
players: [{name: one, builtin: true, weights: material, hash: 1M, egdb: none}, {name: peer, hub: peer-hub long}]
time: {depth: 1}
plies_max: 20
output: {store: long.db, log: long.log, transcripts: said}
YAML
    run -0 dama-match run long.yaml
    grep -q 'peer note: skipped a line of more than 64 KiB$' long.log
    [ "$(grep -cE '^# [0-9]+\.[0-9]{3} skipped a line of more than 64 KiB$' said/1-1.1-1-peer.hub)" = 1 ]
    sed -n 's/^[0-9.]* > //p' said/1-1.1-1-peer.hub | dama-match replay said/1-1.1-1-peer.hub | grep -q '^done move='
}

@test "a game-end from an initiator before its first request" {
    cat >first.yaml <<YAML
event: First
players:
  - {name: peer, dxp: "tcp://127.0.0.1", role: initiator, start: "peer-dxp listen {port} 2 30 ends"}
  - {name: one, builtin: true, weights: material, hash: 1M, egdb: none, time: {depth: 1}}
time: {minutes: 1}
games: 2
retries: 1
output: {store: first.db}
YAML
    run -0 timeout 30 dama-match run -v first.yaml
    [ "$(grep -c '^game.*resigned after 3[01] plies' <<<"$output")" = 2 ]
}

@test "the transcript of a game that a killed run began is replaced, not counted twice" {
    cat >again.yaml <<'YAML'
event: Again
players:
  - {name: peer, dxp: "tcp://127.0.0.1", role: initiator, start: "peer-dxp listen {port} 2 30 ends"}
  - {name: one, builtin: true, weights: material, hash: 1M, egdb: none, time: {depth: 1}}
time: {minutes: 1}
games: 2
retries: 1
output: {store: again.db, transcripts: again, transcripts_max: 4K}
YAML
    mkdir again
    printf '# dama transcript 1: dxp peer\n%3900s\n' '#' >again/1-1.2-1-peer.dxp # the game that the peer asks for first
    run -0 timeout 30 dama-match run again.yaml
    grep -q ' < M' again/1-1.1-1-peer.dxp
    grep -q ' < M' again/1-1.2-1-peer.dxp
}

@test "a peer not yet asked when its opponent refused is not awaited" {
    cat >refused.yaml <<'YAML'
event: Refused
players:
  - {name: peer, dxp: "tcp://127.0.0.1", start: "peer-follower listen {port}"}
  - {name: one, builtin: true, weights: material, hash: 1M, egdb: none, time: {depth: 1}}
  - {name: other, dxp: "tcp://127.0.0.1", start: "peer-follower listen {port} refuse"}
pairing: gauntlet
time: {minutes: 1}
games: 2
plies_max: 20
retries: 1
timeouts: {end: 1m}
output: {store: refused.db}
YAML
    run -5 timeout 60 dama-match run -v refused.yaml
    [[ $output == *"game 3: peer - other *, refused after 0 plies"* ]]
}

# joined FIRST SECOND: a pair of games between two such peers, who both allow moves to be taken back.
joined() {
    cat >joined.yaml <<YAML
event: Joined
players:
  - {name: first, dxp: "tcp://127.0.0.1", takebacks: accept, start: "peer-follower listen {port} $1"}
  - {name: second, dxp: "tcp://127.0.0.1", takebacks: accept, start: "peer-follower listen {port} $2"}
time: {minutes: 1}
games: 2
plies_max: 20
retries: 1
output: {store: joined.db, log: joined.log, transcripts: said}
YAML
    rm -rf joined.db joined.log said
    run -0 timeout 60 dama-match run -v joined.yaml
    [ "$(grep -c '^game.*too-long after 20 plies' <<<"$output")" = 2 ]
}

@test "a take-back is passed from one peer to the other, and both agree" {
    joined back yields
    [ "$(grep -c 'first note: took moves back' joined.log)" = 2 ]
    for game in 1 2; do
        grep -q ' < B001W$' "said/1-1.$game-1-first.dxp"
        grep -q ' > B001W$' "said/1-1.$game-1-second.dxp"
        grep -q ' < K0$' "said/1-1.$game-1-second.dxp"
        grep -q ' > K0$' "said/1-1.$game-1-first.dxp"
    done
}

@test "a take-back refused by the other peer" {
    joined back plain
    run -1 grep 'took moves back' joined.log
    grep -q ' < K1$' said/1-1.1-1-second.dxp
    grep -q ' > K2$' said/1-1.1-1-first.dxp
}

# comes KEYS WAY: a match that waits for a peer with such keys. WAY comes first, a peer named "peer" after that.
comes() {
    port=$(some_port)
    cat >comes.yaml <<YAML
event: Comes
players:
  - {name: one, builtin: true, weights: material, hash: 1M, egdb: none, time: {depth: 1}}
  - {name: peer, dxp: "listen://$port", $1}
time: {minutes: 1}
games: 2
plies_max: 20
retries: 1
timeouts: {connect: 5s, accept: 5s}
output: {store: comes.db, log: comes.log, transcripts: said}
YAML
    dama-match run -v comes.yaml >out 2>&1 3>&- &
    match=$!
    wait_until grep -q 'one connected' comes.log
    if [ "$2" = asks ]; then
        peer-dxp "$port" 1 >stranger 2>&1 3>&- &
    else
        peer-follower connect "$port" "$2" >stranger 2>&1 3>&- &
    fi
    stranger=$!
    wait_until grep -q 'turned away' comes.log
    sleep 0.1
    kill "$stranger" || true
    wait "$stranger" || true
}

# follower_plays: the peer that is expected comes, and both games of the match are played
follower_plays() {
    peer-follower connect "$port" >/dev/null 2>&1 3>&- &
    peer=$!
    status=0
    wait "$match" || status=$?
    kill "$peer"
    [ "$status" = 0 ]
    [ "$(grep -c '^game.*too-long after 20 plies' out)" = 2 ]
}

@test "a peer with another name is turned away, and the expected one is awaited" {
    comes 'expect_name: "pee?"' version
    follower_plays
    grep -qF 'turned away: its name is "?[31mred", not "pee?"' comes.log
    grep -q ' > Canother player is expected here$' said/1-1.1-1-peer.dxp
}

@test "an initiator with another name is turned away" {
    comes 'role: initiator, expect_name: somebody' asks
    grep -q 'turned away: its name is "peer", not "somebody"' comes.log
    grep -q 'the request was refused with code 3' stranger
    kill "$match"
    wait "$match" || true
}

# awaits ROLE ACCEPT: a match that waits for a peer in this role, which has this long to answer
awaits() {
    port=$(some_port)
    cat >strangers.yaml <<YAML
event: Strangers
players:
  - {name: one, builtin: true, weights: material, hash: 1M, egdb: none, time: {depth: 1}}
  - {name: peer, dxp: "listen://$port", role: $1}
time: {minutes: 1}
games: 2
plies_max: 20
retries: 1
timeouts: {connect: 20s, accept: $2}
output: {store: strangers.db, log: strangers.log}
YAML
    dama-match run -v strangers.yaml >out 2>&1 3>&- &
    match=$!
    wait_until grep -q 'one connected' strangers.log
}

@test "strangers who connect and leave do not use up the wait for the player" {
    awaits follower 1s
    for n in 1 2; do
        wait_until bash -c "exec 3<>/dev/tcp/127.0.0.1/$port"
        [ "$n" = 1 ] || wait_until grep -q 'turned away' strangers.log
        sleep 1.2
    done
    run -0 kill -0 "$match"
    follower_plays
}

@test "a silent stranger does not use up the wait for the player" {
    awaits follower 2s
    wait_until bash -c "exec 4<>/dev/tcp/127.0.0.1/$port && sleep 20" 3>&- &
    stranger=$!
    wait_until grep -q 'turned away: it stayed silent' strangers.log
    follower_plays
    kill "$stranger" || true
    run -1 grep 'refused' out
}

# says WAY: what a stranger says who is asked for a game
says() {
    case $1 in
    flood) for _ in {1..1100}; do printf 'Cx\0'; done ;;
    name) printf 'A%-32s1\0' Mallory ;;
    end) printf 'E00\0E00\0' ;;
    rubbish) printf 'A\0' ;;
    esac
}

@test "a stranger who floods or declines does not lose the awaited player a game" {
    for way in flood name end rubbish; do
        awaits "follower, expect_name: peer" 5s
        says "$way" >said
        wait_until bash -c "exec 4<>/dev/tcp/127.0.0.1/$port && cat said >&4 && sleep 0.3" 3>&-
        # after so much chat nothing more of it is in the log
        [ "$way" = flood ] || wait_until grep -q 'turned away' strangers.log
        follower_plays
        rm strangers.*
    done
}

@test "two initiators that ask for different games get one of them" {
    port=$(some_port)
    other=$(some_port)
    cat >two.yaml <<YAML
event: Two
players:
  - {name: A, dxp: "listen://$port", role: initiator}
  - {name: B, dxp: "listen://$other", role: initiator}
time: {minutes: 1}
games: 2
plies_max: 60
timeouts: {connect: 20s, accept: 10s}
output: {store: two.db, log: two.log}
YAML
    dama-match run -v two.yaml >out 2>&1 3>&- &
    match=$!
    wait_until peer-dxp "$port" 1 10 insists >first 2>&1 3>&- &
    wait_until peer-dxp "$other" 1 10 insists >second 2>&1 3>&- &
    wait_until grep -q 'refused its request: no game with those colours' two.log
    wait_until grep -q '^game 1: ' out
    kill -KILL "$match"
    wait "$match" || true
}

@test "a player that keeps connecting in silence is at fault in the end" {
    for role in follower initiator; do
        awaits "$role" 300ms
        (while kill -0 "$match"; do bash -c "exec 4<>/dev/tcp/127.0.0.1/$port && timeout 5 cat <&4" || sleep 0.1; done) \
            >/dev/null 2>&1 3>&- &
        wait_until grep -q 'game 1: .*refused' out
        grep -A 1 'turned away: it stayed silent' strangers.log | grep -q 'the last line was repeated 2 times'
        wait "$match" || true
        rm -f strangers.*
    done
}

@test "a peer from another address is turned away" {
    comes 'expect_from: [192.0.2.0/24, "2001:db8::/32"]' plain
    kill "$match"
    wait "$match" || true
    grep -q 'turned away: no player is expected from 127.0.0.1:' comes.log
    [ "$(sqlite3 comes.db 'SELECT count(*) FROM game WHERE counts')" = 0 ]
}

@test "a peer that we connect to fails if it gives another name" {
    cat >other.yaml <<YAML
event: Other
players:
  - {name: one, builtin: true, weights: material, hash: 1M, egdb: none, time: {depth: 1}}
  - {name: peer, dxp: "tcp://127.0.0.1", expect_name: "Moby Dam*", start: "peer-follower listen {port}"}
time: {minutes: 1}
games: 2
retries: 1
output: {store: other.db}
YAML
    run -5 timeout 30 dama-match run other.yaml
    [[ $output == *'its name is "peer", not "Moby Dam*"'* ]]
}

@test "listening to other machines requires an expected peer" {
    cat >open.yaml <<YAML
players:
  - {name: one}
  - {name: peer, dxp: "listen://*:27531"}
time: {minutes: 1}
YAML
    run -2 dama-match run --check open.yaml
    [[ $output == "open.yaml:3:"*"other machines can connect to listen://*:27531: say who may"* ]]
    sed -i 's/27531"/&, expect_from: "*"/' open.yaml
    run -0 dama-match run --check open.yaml
    sed -i 's/"\*"/nobody/' open.yaml
    run -2 dama-match run --check open.yaml
    [[ $output == *"expected an address"*"found 'nobody'" ]]
    sed -i 's/listen:\/\/\*:/tcp:\/\/somewhere:/' open.yaml
    run -2 dama-match run --check open.yaml
    [[ $output == *"'expect_from' is for players that connect to us"* ]]
}
