#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
# dama-match run: keys of the match file that are not seen elsewhere, each by what it does to a match.

bats_require_minimum_version 1.5.0

load ../lib/match

setup() { enter_match_folder; }

teardown() { leave_match_folder; }

# against PEER [TOP...]: GAMES (2) games of ours against a follower. PEER is what its map holds besides; WAY is how it
# behaves.
against() {
    peer=$1
    shift
    cat >m.yaml <<YAML
event: Keys
players:
  - {name: one, builtin: true, weights: material, hash: 1M, egdb: none, time: {depth: 1}}
  - {name: peer, dxp: "tcp://127.0.0.1", start: "peer-follower listen {port} ${WAY:-plain}"$peer}
time: {minutes: 30s}
games: ${GAMES:-2}
plies_max: 20
output: {store: m.db, pdn: m.pdn, log: m.log, transcripts: said}
YAML
    printf '%s\n' "$@" >>m.yaml
    rm -rf m.db said m.log
    run -0 timeout 60 dama-match run -v m.yaml
}

# first FILE PATTERN: ms at which a line of a transcript with PATTERN stands first
first() { grep -m 1 -e "$2" "$1" | sed 's/^\([0-9]*\)\.\([0-9]*\) .*/\1\2/; s/^0*//; s/^$/0/'; }

@test "quirks: fractions of minutes" {
    against ""
    grep -q ' > R01dama .*Z001000A$' said/1-1.1-1-peer.dxp
    against ", quirks: {fractions: true}"
    grep -q ' > R01dama .*Z0\.5000A$' said/1-1.1-1-peer.dxp
}

@test "a warning for a peer that sees more time on its clock than it gets" {
    against ", time: {minutes: 90s}, timeouts: {margin: 30s}"
    [[ $output != *"on its clock"* ]]
    sed -i 's/margin: 30s/margin: 29s/' m.yaml
    rm m.db
    for option in --check ""; do
        # shellcheck disable=SC2086 # none is none
        run -0 dama-match run $option m.yaml
        [[ $output == *"warning: peer sees 2 min on its clock but loses on time after 119 s: increase 'margin' in"* ]]
    done
    against ", time: {minutes: 90s}, timeouts: {margin: 0s}, quirks: {fractions: true}"
    [[ $output != *"on its clock"* ]]
}

@test "a DamExchange player without a clock" {
    against ", untimed: accept, time: {minutes: 0}"
    grep -q ' > R01dama .*Z000000A$' said/1-1.1-1-peer.dxp
    [ "$(grep -c '^game.*, too-long after 20 plies' <<<"$output")" = 2 ]
}

@test "quirks: the position is always spelled out" {
    against ", quirks: {position: true}"
    grep -q ' > R01dama .*Z001000BWz\{20\}e\{10\}w\{20\}$' said/1-1.1-1-peer.dxp
}

@test "quirks: a delay before our first move, a pause between games" {
    against ", quirks: {delay: 2s, pause: 1s}"
    accepted=$(first said/1-1.1-1-peer.dxp ' < A')
    [ $(($(first said/1-1.1-1-peer.dxp ' > M') - accepted)) -ge 2000 ]
    # the time of the peer begins when it hears of the move
    [ "$(sqlite3 m.db 'SELECT used FROM ply JOIN game ON game.id = game_id WHERE number = 1 AND ply = 2')" -lt 1900 ]
    # the pause began with the end of the game before, which went into the store meanwhile
    [ "$(first said/1-1.2-1-peer.dxp ' > R')" -ge 300 ]
}

@test "quirks: a number of games on one connection" {
    against ""
    [ "$(grep -c 'peer connected' m.log)" = 1 ]
    against ", quirks: {games_max: 1}"
    [ "$(grep -c 'peer connected' m.log)" = 2 ]
}

@test "quirks: the confirmation is not awaited" {
    WAY=end-never against ", timeouts: {end: 400ms}"
    grep -q 'the end of the game was not confirmed' m.log
    WAY=end-never against ", timeouts: {end: 400ms}, quirks: {no_confirmation: true}"
    run -1 grep -q 'the end of the game was not confirmed' m.log
}

@test "quirks: the end of an unconfirmed game does not end the next game" {
    GAMES=6 WAY=end-never against ", quirks: {no_confirmation: true}"
    [ "$(grep -c 'too-long after 20 plies' <<<"$output")" = 6 ]
    [ "$(cat said/*-peer.dxp | grep -c ' > E')" = 6 ]
}

@test "quirks: moves with the time of the whole game" {
    WAY=total against ""
    [ "$(sqlite3 m.db 'SELECT black_claimed FROM game WHERE number = 1')" = 55000 ]
    WAY=total against ", quirks: {total_time: true}"
    [ "$(sqlite3 m.db 'SELECT black_claimed FROM game WHERE number = 1')" = 10000 ]
}

@test "a game with a DamExchange player ends after the requested number of moves" {
    against ", time: {minutes: 30s, moves: 4}"
    grep -q ' > R01dama .*Z001004A$' said/1-1.1-1-peer.dxp
    [ "$(grep -c 'move-limit after 8 plies' <<<"$output")" = 2 ]
    against ", time: {minutes: 30s, moves: 4}" "move_limit: 3" "move_limit_result: draw"
    grep -q ' > R01dama .*Z001003A$' said/1-1.1-1-peer.dxp # the smaller one is what it is told
    [ "$(grep -c ' 1-1, move-limit after 6 plies' <<<"$output")" = 2 ]
}

# A peer that counts itself must not end the game before we do: not after an odd number of plies either.
@test "the moves of the opening count: the request has the moves that are left" {
    for opening in "32-28 20-24 37-32 14-20|004" "32-28 20-24 37-32|005"; do
        echo "[Event \"Short\"] ${opening%|*} *" >short.pdn
        cat >left.yaml <<YAML
event: Left
players:
  - {name: one, builtin: true, weights: material, hash: 1M, egdb: none, time: {depth: 1}}
  - {name: peer, dxp: "tcp://127.0.0.1", start: "dama-engine dxp --listen {port} --eval=material --level A"}
time: {minutes: 30s, moves: 6}
games: 2
openings: {files: short.pdn}
output: {store: left.db, transcripts: left}
YAML
        rm -rf left.db left
        run -0 timeout 60 dama-match run -v left.yaml
        [ "$(cat left/*-peer.dxp | grep -c " > R01dama .*[ZW]001${opening#*|}B")" = 2 ]
        [ "$(grep -c 'move-limit after 12 plies' <<<"$output")" = 2 ]
    done
}

@test "chat is answered once a game" {
    WAY=together against ", chat_answer: 'not now, please'"
    [ "$(grep -c ' > Cnot now, please' said/1-1.1-1-peer.dxp)" = 1 ]
    [ "$(grep -c ' < Chere it comes' said/1-1.1-1-peer.dxp)" -gt 1 ]
}

@test "faults lose if the match file says so" {
    WAY=captures against ""
    [ "$(grep -c '^game.* \*, illegal-move' <<<"$output")" = 2 ]
    WAY=captures against "" "faults: loss"
    [[ ${lines[0]} == "game 1: one - peer 2-0, illegal-move"* ]]
}

@test "an announced draw counts if the match file says so" {
    WAY="end-move 2" against ""
    [ "$(grep -c '^game.* \*, claimed' <<<"$output")" = 2 ]
    WAY="end-move 2" against "" "claims: accept"
    [ "$(grep -c '^game.* 1-1, agreed' <<<"$output")" = 2 ]
    [ "$(sqlite3 m.db 'SELECT DISTINCT termination, game.counts, blame FROM listing JOIN game USING (id)')" = "normal|1|" ]
}

@test "an announced win counts if the match file says so, and the log says who decided" {
    WAY="end-move 3" against ""
    [ "$(grep -c '^\[Termination "unterminated"\]' m.pdn)" = 2 ]
    WAY="end-move 3" against "" "claims: accept"
    [ "$(grep -c '^game.* \(2-0\|0-2\), claimed' <<<"$output")" = 2 ]
    [ "$(grep -c '^\[Termination "adjudication"\]' m.pdn)" = 2 ]
}

@test "the game in progress, and its result at the end" {
    against ""
    sed -i 's/pdn: m.pdn/pdn: m.pdn, live: live.pdn/' m.yaml
    rm m.db
    run -0 dama-match run --format=jsonl m.yaml
    [ "$(grep -c '^\[Event "Keys"\]' live.pdn)" = 1 ]
    grep -q '^\[White "peer"\]' live.pdn
    grep -q '20 *plies\|10\. ' live.pdn
    grep -q '^\[Termination "abandoned"\]' live.pdn
}

@test "moves do not wait until the game in progress is on the disk" {
    command -v strace >/dev/null && strace -o none true || skip "no strace(1)"
    cat >live.yaml <<'YAML'
players: [{name: one, hash: 1M, egdb: none}, {name: other, hash: 1M, egdb: none}]
time: {depth: 1}
games: 2
plies_max: 60
output: {store: live.db, live: live.pdn}
YAML
    # a sanitizer cannot look for leaks under strace
    ASAN_OPTIONS="${ASAN_OPTIONS:+$ASAN_OPTIONS:}detect_leaks=0" \
        strace -f -e trace=fsync,fdatasync -o syncs dama-match run live.yaml
    grep -q '^\[Event' live.pdn
    [ "$(sqlite3 live.db 'SELECT sum(plies) FROM game')" -gt 80 ]
    [ "$(grep -c sync syncs)" -lt 40 ]
}

@test "peers connect to the address in the match file" {
    port=$(some_port)
    cat >l.yaml <<YAML
event: Listen
listen: "127.0.0.2"
players:
  - {name: one, builtin: true, weights: material, hash: 1M, egdb: none, time: {depth: 1}}
  - {name: peer, dxp: "listen://$port", timeouts: {connect: 200ms}}
time: {minutes: 1}
games: 2
retries: 1
YAML
    run -0 dama-match run --print-effective l.yaml
    [[ $output == *"listen://127.0.0.2:$port"* ]]
    run -5 dama-match run l.yaml
    [[ $output == *"nobody connected to port $port"* ]]
}

@test "dead openings are retired during a match" {
    against "" "move_limit: 4" "move_limit_result: draw"
    sed -i 's/games: 2/rounds: 6/; $a openings: {ballots: 2, limit: 2, retire: 1}' m.yaml
    rm m.db
    run -0 dama-match run -v m.yaml
    [ "$(grep -c '^game.* 1-1, move-limit' <<<"$output")" = 4 ]
    run -0 dama-match run -v m.yaml
    [[ $output == *"all games have been played"* ]]
    [ "$(sqlite3 m.db 'SELECT count(*) FROM pair WHERE retired')" = 4 ]
    sed -i 's/^event: .*/event: Again/' m.yaml
    run -0 dama-match run -q m.yaml
    [ "$output" = "dama-match: no games are left to play: all openings are retired" ]
    [ "$(sqlite3 m.db 'SELECT event FROM match')" = Keys ]
    sed -i 's/^event: .*/event: Keys/; s/log: m.log/html: m.html/; $a repeat: true' m.yaml
    cp m.pdn before.pdn
    echo '<meta name="generator" content="dama">' >m.html # a page of an earlier run
    run -0 dama-match run -q m.yaml
    [ "$output" = "dama-match: no games are left to play: all openings are retired" ]
    [ "$(sqlite3 m.db 'SELECT count(*) FROM match')" = 1 ]
    cmp m.pdn before.pdn
    [ "$(wc -l <m.html)" = 1 ]
}

@test "limits in Hub's terms" {
    cat >h.yaml <<YAML
event: Hub
players:
  - {name: whole, hub: peer-hub, whole_seconds: true, parameters: {book: "false"}}
  - {name: parts, hub: peer-hub, time: {move: 1500ms}}
time: {minutes: 90500ms, moves: 40, increment: 2s}
games: 2
plies_max: 10
output: {store: h.db, transcripts: said}
YAML
    run -0 dama-match run h.yaml
    grep -q ' > set-param name=book value=false$' said/1-1.1-1-whole.hub
    grep -q ' > level moves=40 time=88 inc=2$' said/1-1.1-1-whole.hub
    grep -q ' > level move-time=1\.5' said/1-1.1-1-parts.hub
    sed -i 's/increment: 2s/increment: 900ms/' h.yaml
    rm -r h.db said
    run -0 dama-match run h.yaml
    grep -q ' > level moves=40 time=90$' said/1-1.1-1-whole.hub
}

@test "a program in its folder, and one started by a shell" {
    mkdir inside
    cp "$DAMA_BUILD/tests/peer-hub" inside/engine
    cat >d.yaml <<YAML
event: Folders
players:
  - {name: folder, hub: ./engine, directory: inside}
  - {name: shell, hub: "cd inside && exec ./engine", shell: true}
time: {move: 5s}
games: 2
plies_max: 10
output: {store: d.db}
YAML
    run -0 dama-match run -v d.yaml
    [ "$(grep -c '^game' <<<"$output")" = 2 ]
}

@test "what an engine writes to standard error is passed on, unless its shell drops it" {
    cat >loud.yaml <<YAML
event: Loud
players:
  - {name: one, builtin: true, weights: material, hash: 1M, egdb: none}
  - {name: two, hub: "echo loading >&2; exec peer-hub", shell: true}
time: {depth: 1}
games: 2
plies_max: 10
YAML
    run -0 --separate-stderr dama-match run loud.yaml
    [ "$output$stderr" = loading ]
    sed -i 's/echo.*peer-hub/{ echo loading >\&2; exec peer-hub; } 2>\/dev\/null/; s/Loud/Quiet/' loud.yaml
    run -0 --separate-stderr dama-match run loud.yaml
    [ -z "$output$stderr" ]
}

@test "an unknown parameter or an invalid value gives a warning" {
    cat >w.yaml <<'YAML'
players:
  - {name: good, hub: dama-engine hub, parameters: {threads: "1", egdb: none}}
  - {name: bad, hub: dama-engine hub, parameters: {thread: "2", hash: lots, egdb: none}}
time: {nodes: 10}
plies_max: 10
YAML
    run -0 dama-match run w.yaml
    [ "${#lines[@]}" -eq 2 ]
    [ "${lines[0]}" = "dama-match: warning: bad: it has no parameter: thread" ]
    [ "${lines[1]}" = "dama-match: warning: bad: error: expected a number for hash, found 'lots'" ]
}

@test "{port} is the port of the player's address, if that names one" {
    port=$(some_port)
    cat >m.yaml <<YAML
players:
  - {name: one, builtin: true, weights: material, hash: 1M, egdb: none, time: {depth: 1}}
  - {name: peer, dxp: "tcp://127.0.0.1:$port", start: "sh told {port}"}
time: {minutes: 30s}
games: 2
plies_max: 20
YAML
    cat >told <<'SH'
echo "$1" >>ports
exec peer-follower listen "$1" plain
SH
    run -0 timeout 60 dama-match run -v m.yaml
    [ "$(sort -u ports)" = "$port" ]
}

@test "an engine that answers with an error only: the game's detail has its words" {
    for limit in "time: {minutes: 1s}" "time: {nodes: 10}"; do
        cat >m.yaml <<YAML
players:
  - {name: one, builtin: true, weights: material, hash: 1M, egdb: none, time: {depth: 1}}
  - {name: full, hub: peer-hub memory}
timeouts: {margin: 0.2s, silent: 0.5s, end: 0.2s}
$limit
games: 2
retries: 1
YAML
        rm -f m.db
        run dama-match run -v m.yaml
        [[ $output == *"no move came; the engine said: out of memory"* ]]
        [ "$(sqlite3 m.db "SELECT count(*) > 0 FROM game WHERE detail = 'no move came; the engine said: out of memory'")" = 1 ]
    done
}

# ours TOP...: games between two engines of ours.
ours() {
    cat >o.yaml <<YAML
event: Ours
players:
  - {name: weak, builtin: true, hash: 1M, time: {depth: 1}${WEAK:-}}
  - {name: strong, builtin: true, hash: 1M, time: {depth: 7}}
openings: {ballots: 2, limit: 2}
output: {store: o.db, pdn: o.pdn}
YAML
    printf '%s\n' "$@" >>o.yaml
    rm -f o.db
}

@test "games end when the scores agree, or when one side gives up" {
    ours "adjudication: {win_moves: 3, win_score: 2}"
    run -0 dama-match run -v o.yaml
    [[ $output == *"0-2, scores after"* ]]
    ours "adjudication: {resign_moves: 2, resign_score: 1.5}"
    run -0 dama-match run -v o.yaml
    [[ $output == *"0-2, resigned after"* ]]
    ours "adjudication: {draw_moves: 2, draw_from: 3, draw_score: 15}"
    run -0 dama-match run -v o.yaml
    [ "$(grep -c '^game.* 1-1, scores after [5-9] plies' <<<"$output")" = 4 ]
}

@test "games between learners end when their scores agree" {
    WEAK=", level: A" ours "adjudication: {draw_moves: 2, draw_from: 3, draw_score: 15}"
    sed -i '/strong/s/hash: 1M/&, level: B/' o.yaml
    run -0 dama-match run -v o.yaml
    [ "$(grep -c '^game.* 1-1, scores after [5-9] plies' <<<"$output")" = 4 ]
    [ "$(grep -c '%eval' o.pdn)" -ge 4 ]
}

@test "the margin applies once, not to each move" {
    cat >late.yaml <<'YAML'
event: Late
players:
  - {name: late, hub: peer-hub late 1, time: {minutes: 700ms}, timeouts: {margin: 1200ms}}
  - {name: one, builtin: true, weights: material, hash: 1M, egdb: none, time: {depth: 1}}
games: 2
plies_max: 10
output: {store: late.db}
YAML
    run -0 dama-match run -v late.yaml
    [ "$(grep -c '^game.*, time after [23] plies' <<<"$output")" = 2 ]
    # what is added after each move makes up for it
    sed 's/700ms/&, increment: 1200ms/; s/games: 2/&\nconcurrency: 2/; s/late.db/more.db/' late.yaml >more.yaml
    run -0 dama-match run -v more.yaml
    [ "$(grep -c '^game.*, too-long after 10 plies' <<<"$output")" = 2 ]
    # but lifts no flag that has fallen
    run -0 dama-match report --format=jsonl more.db
    [ "$(jq -c 'select(.player == "late") | select(.type == "player") | [.fell, .least_ms < 0]' <<<"$output")" = "[2,true]" ]
}

@test "a game with too many plies has no result, and nobody is to blame" {
    ours "plies_max: 10"
    run -0 dama-match run o.yaml
    [ "$(sqlite3 o.db 'SELECT DISTINCT reason.word, result.word, blame FROM game
        JOIN reason ON reason.id = reason_id JOIN result ON result.id = result_id')" = "too-long|unknown|" ]
}

@test "games end when the endgame is known, unless the draw rules come before the win" {
    ours "variant: frisian" "adjudication: {endgame: true}"
    sed -i 's/^openings: .*/openings: {positions: ["W:WK9,18:BK45"]}/' o.yaml
    run -0 dama-match run -v o.yaml
    [ "$(grep -c ' 1-0, endgame after 1 plies' <<<"$output")" = 2 ]
    rm o.db
    sed -i 's/BK45/BK46/' o.yaml # won in 23 plies, but 7 moves with two kings against one are a draw
    run -0 dama-match run -v o.yaml
    [[ $output == *"weak - strong 1/2-1/2, material after 21 plies"* ]]
    [[ $output == *"strong - weak 1-0, endgame after 3 plies"* ]] # who sees the rules wins in 27
}

@test "an engine resigns whether or not its opponent reports scores" {
    ours "adjudication: {resign_moves: 3, resign_score: 3}"
    printf 'dama-engine hub --level A --hash 1M | grep --line-buffered -v ^info\n' >silent
    sed -i '/weak/s/builtin: true, hash: 1M/hub: "sh silent"/' o.yaml
    sed -i 's/^openings: .*/openings: {positions: ["W:W31-50:B1-5"]}/' o.yaml # White has won, whoever that is
    run -0 dama-match run -v o.yaml
    [[ $output == *"game 1: weak - strong 2-0, resigned after 6 plies"* ]]
    [ "$(grep -c resigned <<<"$output")" = 1 ]
}

@test "learners play different games, but the same match again" {
    WEAK=", level: A" ours "plies_max: 30" "rounds: 3"
    sed -i '/strong/s/{.*}/{name: other, hub: "dama-engine hub --level B --hash 1M"}/; s/limit: 2/limit: 1/' o.yaml
    echo 'time: {depth: 3}' >>o.yaml
    run -0 dama-match run o.yaml
    [ "$(sqlite3 o.db 'SELECT count(DISTINCT moves) FROM record')" = 6 ]
    sqlite3 o.db 'SELECT moves FROM record ORDER BY game_id' >first
    rm o.db
    run -0 dama-match run o.yaml
    sqlite3 o.db 'SELECT moves FROM record ORDER BY game_id' | cmp - first
}

@test "a match is repeated, as a new one of the same event" {
    ours "repeat: true" "plies_max: 10" "site: Club"
    run -0 dama-match run o.yaml
    run -0 dama-match run o.yaml
    [ "$(sqlite3 o.db "SELECT count(*) FROM match WHERE event = 'Ours'")" = 2 ]
    [ "$(sqlite3 o.db 'SELECT count(*) FROM game')" = 8 ]
    [ "$(grep -c '^\[Site "Club"\]' o.pdn)" = 4 ]
}

@test "several games at once, within the limit of cores" {
    # an engine whose first move waits until it is wanted in as many games as $1 says, for half a minute at most
    cat >meets <<'SH'
while read -r line; do
    if [ "${line%% *}" = go ]; then
        touch "playing/$$"
        left=600
        while [ "$(ls playing | wc -l)" -lt "$1" ] && [ $((left -= 1)) -gt 0 ]; do sleep 0.05; done
    fi
    printf '%s\n' "$line"
done | dama-engine hub --eval material --hash 1M
SH
    most() { awk '/started/ { n++ } /finished/ { n-- } n > most { most = n } END { print most }'; }
    # cores, threads that the program is told to use, games at once
    while read -r cores threads games; do
        rm -rf playing m.db
        mkdir playing
        cat >m.yaml <<YAML
players:
  - {name: hub, hub: sh meets $games, parameters: {threads: "$threads", egdb: none}}
  - {name: one, builtin: true, weights: material, hash: 1M, egdb: none}
time: {nodes: 1000}
openings: {ballots: 2, limit: 2}
concurrency: 2
cores: $cores
plies_max: 10
output: {store: m.db}
YAML
        dama-match run --format=jsonl m.yaml >said 3>&-
        [ "$(most <said)" = "$games" ]
    done <<<"2 1 2
1 1 1
2 2 1
3 2 1
4 2 2"
}

@test "many games at once need more open files than programs usually may have" {
    cat >many.yaml <<'YAML'
players: [{name: one, hash: 1M, egdb: none, weights: material}, {name: other, hash: 1M, egdb: none, weights: material}]
time: {depth: 1}
openings: {ballots: 2}
games: 120
concurrency: 50
cores: 50
plies_max: 20
output: {store: many.db, log: many.log}
YAML
    ulimit -S -n 100
    run -0 dama-match run many.yaml
    [ -z "$output" ]
    if grep failed many.log; then return 1; fi
}

@test "an engine that lacks its book or weights is suspended" {
    WEAK=", book: nowhere.book" ours "retries: 1"
    run -5 dama-match run o.yaml
    [[ $output == *"weak failed: "*"nowhere.book"* ]]
    WEAK=", weights: nowhere.eval" ours "retries: 1"
    run -5 dama-match run o.yaml
    [[ $output == *"weak failed: "*"nowhere.eval"* ]]
}

@test "--check finds unreadable files and openings" {
    WEAK=", book: nowhere.book" ours
    run -2 dama-match run --check o.yaml
    [[ $output == "dama-match: weak: nowhere.book: "*"o such file"* ]]
    echo "no book" >text.book
    for book in . text.book; do
        WEAK=", book: $book" ours
        run -2 dama-match run --check o.yaml
        [[ $output == "dama-match: weak: "*": "* ]]
    done
    WEAK=", weights: text.book" ours
    run -2 dama-match run --check o.yaml
    [[ $output == "dama-match: weak: text.book: not a weights file" ]]
    WEAK=", egdb: none, weights: material" ours
    run -0 dama-match run --check o.yaml
    for folder in nowhere text.book .; do # the match would end at its first game
        WEAK=", egdb: $folder" ours
        run -2 dama-match run --check o.yaml
        [[ $output == "dama-match: weak: $folder: "* ]]
    done
    WEAK="" ours "adjudication: {endgame: true, egdb: .}"
    run -2 dama-match run --check o.yaml
    [[ $output == "dama-match: adjudication: .: no endgame database for international"* ]]
    ours
    sed 's|pdn: o.pdn|html: nowhere/o.html|' o.yaml >out.yaml
    run -2 dama-match run --check out.yaml
    [ "$output" = "dama-match: output: cannot write nowhere/o.html: No such file or directory" ]
    sed 's|pdn: o.pdn|html: .|' o.yaml >out.yaml
    run -2 dama-match run --check out.yaml
    [[ $output == "dama-match: output: "*": is a folder" ]]
    for folder in said said/ ./said//; do
        run -0 dama-match run --check --transcripts $folder o.yaml
    done
    run -2 dama-match run --check --transcripts nowhere/said/ o.yaml
    run -2 dama-match run --check --transcripts text.book o.yaml
    [ "$output" = "dama-match: output: text.book: not a folder" ]
    sed -i 's/^openings: .*/openings: {files: nowhere.pdn}/' o.yaml
    run -2 dama-match run --check o.yaml
    [[ $output == *"nowhere.pdn"* ]]
    sed -i 's/^openings: .*/openings: {positions: ["W:W51:B1"]}/' o.yaml
    run -2 dama-match run --check o.yaml
    [[ $output == *"51"* ]]
}

@test "openings that leave nothing to play are refused" {
    echo '[Event "Long"] 1. 32-28 19-23 2. 28x19 14x23 3. 37-32 10-14 4. 41-37 14-19 5. 46-41 5-10 *' >long.pdn
    for limit in "plies_max: 10" "move_limit: 5"; do
        ours "$limit"
        sed -i 's/^openings: .*/openings: {files: long.pdn}/' o.yaml
        rm -f o.db
        run -2 dama-match run o.yaml
        [ "$output" = "dama-match: opening Long 1: nothing is left to play after its 10 plies: '${limit%:*}' is ${limit#*: }" ]
    done
    ours "plies_max: 11" "move_limit: 6"
    sed -i 's/^openings: .*/openings: {files: long.pdn}/' o.yaml
    run -0 dama-match run --check o.yaml
    # DamExchange has no second time control: its games end there
    sed -i 's/{name: strong, .*/{name: peer, dxp: "tcp:\/\/127.0.0.1:1", time: {minutes: 1, moves: 5}}/' o.yaml
    run -2 dama-match run --check o.yaml
    [ "$output" = "dama-match: opening Long 1: nothing is left to play after its 10 plies: 'moves' is 5" ]
    sed -i 's/moves: 5/moves: 6/' o.yaml
    run -0 dama-match run --check o.yaml
}

@test "--check finds programs that cannot be started" {
    mkdir inside
    cp "$DAMA_BUILD/tests/peer-hub" inside/engine
    touch inside/text
    many=$(printf 'word%d ' {1..256})
    long=$(printf 'folder%d/' {1..20})program
    # FOLDER|COMMAND|what is said of it; nothing where all is well
    while IFS='|' read -r folder command says; do
        printf 'players: [{name: a}, {name: b, hub: "%s"%s}]\ntime: {depth: 1}\n' "$command" "$folder" >p.yaml
        if [ -z "$says" ]; then
            run dama-match run --check p.yaml
            [ "$status:$output" = 0: ]
        else
            run -2 dama-match run --check p.yaml
            [[ $output == "dama-match: b: cannot start $says" ]]
        fi
    done <<END
, directory: inside|./engine plain|
, directory: inside|'./engine'|
, directory: inside|../inside/engine|
, directory: inside|peer-hub|
, directory: outside|peer-hub|peer-hub in outside: No such file or directory
, directory: inside|./machine|./machine in inside: No such file or directory
, directory: inside|./text|./text in inside: Permission denied
|./inside|./inside: Permission denied
|peer-hob|peer-hob: No such file or directory
|'peer-hub|"'peer-hub": missing closing quote
|   |"   ": there is no command
|$many|"$(printf %.64s "$many")...": more than 255 words
|'$many|"$(printf %.64s "'$many")...": missing closing quote
|./$long|...${long: -64}: No such file or directory
, directory: $long|./$long|...${long: -64} in ...${long: -64}: No such file or directory
, shell: true|cd inside; ./engine|
, shell: true, directory: outside|exec ./engine|exec ./engine in outside: No such file or directory
END
}

@test "an engine plays from its book" {
    dama-book build --quiet -o own.book "$DAMA_SOURCE/examples" || [ $? = 1 ] # it has faults in it
    WEAK=", book: own.book" ours "plies_max: 10"
    sed -i '/^openings/d' o.yaml
    run -0 dama-match run o.yaml
    [ "$(sqlite3 o.db "SELECT count(*) FROM ply JOIN game ON game.id = game_id WHERE white = 0 AND ply = 1 AND ply.depth IS NULL")" = 1 ]
}

@test "an engine chooses among the moves of its book, and chooses the same when a game is replayed" {
    dama-book build --quiet -o own.book "$DAMA_SOURCE/examples" || [ $? = 1 ]
    first_moves() { sqlite3 o.db 'SELECT move FROM game JOIN ply ON game_id = id WHERE white = 0 AND ply = 1 ORDER BY pair_id'; }
    own="book: own.book, book_margin: 1, book_temperature: 100"
    WEAK=", $own" ours "plies_max: 10" "games: 8" "concurrency: 2" "cores: 2"
    sed -i '/^openings/d' o.yaml
    run -0 dama-match run o.yaml
    drawn=$(first_moves)
    [ "$(sort -u <<<"$drawn" | wc -l)" -ge 2 ]
    rm o.db
    run -0 dama-match run o.yaml
    [ "$(first_moves)" = "$drawn" ]
    rm o.db
    sed -i 's/book_margin: 1/book_seed: 99, &/' o.yaml
    run -0 dama-match run o.yaml
    [ "$(first_moves)" != "$drawn" ]
    rm o.db
    sed -i 's/book_temperature: 100/book_temperature: 0/' o.yaml
    run -0 dama-match run o.yaml
    [ "$(first_moves | sort -u | wc -l)" = 1 ]
}

@test "words in place of paths: egdb none, weights material" {
    mkdir sub
    WEAK=", egdb: none, weights: material" ours "plies_max: 10" "retries: 1"
    mv o.yaml sub
    run -0 dama-match run sub/o.yaml
    [ -z "$output" ]
    sed -i 's/egdb: none/egdb: nobody/' sub/o.yaml
    rm sub/o.db
    run -5 dama-match run sub/o.yaml
    [[ $output == *"weak failed: "*"sub/nobody"* ]]
}

@test "a damaged endgame database is reported, by --check and by the match" {
    mkdir db
    cp -r "$DAMA_SOURCE/data/egdb/international" db
    echo damaged >db/international/MvM.wdl
    WEAK="" ours "adjudication: {endgame: true, egdb: db}" "plies_max: 10"
    for words in "run --check" run; do
        # shellcheck disable=SC2086 # words
        run -0 dama-match $words o.yaml
        [[ $output == *"db/international/MvM.wdl: "* ]]
    done
    echo damaged >db/international/KvK.wdl
    deep=$(printf 'a-folder-far-below-%d/' {1..6})
    mkdir -p "$deep"
    mv db "$deep/db"
    WEAK=", egdb: ${deep}db" ours "plies_max: 10"
    run -0 dama-match run o.yaml
    for file in MvM KvK; do
        [ "$(grep -c "warning: weak: \.\.\..*a-folder-far-below-6/db/international/$file.wdl: " <<<"$output")" = 1 ]
    done
}

@test "the match file limits when games begin" {
    ours "stop: {for: 1ms}"
    run -4 dama-match run o.yaml
    ours "stop: {until: \"2026-01-01T07:00\"}" # what cron runs each night goes on to say so
    run -4 dama-match run o.yaml
    run -0 dama-match run --check o.yaml
    ours "stop: {until: \"25:00\"}"
    run -2 dama-match run --check o.yaml
    [[ $output == *"found '25:00'"* ]]
}
