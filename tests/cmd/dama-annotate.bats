#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
# shellcheck disable=SC2154 # plain: lib/judge
# dama-annotate: verdicts, budgets, resuming, shards.

bats_require_minimum_version 1.5.0

load ../lib/judge
load ../lib/wait

setup() {
    work=$BATS_TEST_TMPDIR
    cd "$work" || return 1
    cat >lost.pdn <<'END'
[Event "club"]
[White "Ada"]
[Black "Bram"]
[Result "0-2"]
[GameType "20"]
[FEN "W:W27,28,32,37,38:B12,16,18,19,23"]

1. 27-22 {a note} 18x27 2. 32x21 23x41 0-2
END
    cp "$DAMA_SOURCE/tests/data/clean.pdn" clean.pdn
}

# The moves of a file on one line, as line breaks do not matter.
flat() {
    tr '\n' ' ' <"$1"
}

# spent JOURNAL: nodes of all its searches, which stand 8 bytes into each judgement
spent() {
    python3 - "$1" <<'END'
import sqlite3, struct, sys
print(sum(struct.unpack_from("<Q", row[0], 8)[0] for row in sqlite3.connect(sys.argv[1]).execute("SELECT judgement FROM position")))
END
}

@test "a losing move is reported, with what should have been played" {
    judge_well lost.pdn -o out.pdn
    # shellcheck disable=SC2016 # NAGs begin with a dollar
    [[ $(flat out.pdn) == *'1. 27-22 $4 {a note} {[%eval '*'[%dama blunder '*'$4]} ({[%dama line '*'1. 28-22'* ]]
    grep -q 'DecisiveMove "1. 27-22"' out.pdn
    grep -q 'WhiteBlunders "1"' out.pdn
    grep -q 'BlackBlunders "0"' out.pdn
}

@test "a better line is shown to the end of its combination" {
    printf '[GameType "20"]\n[FEN "W:W27,32-35,37-39,43,45:B2,9,14,16,18,19,21,23-26"]\n\n1. 33-29 24x22 *\n' >shot.pdn
    for nodes in 3000 20000; do
        judge --nodes $nodes shot.pdn -o out.pdn
        [[ $(flat out.pdn) == *"1. 37-31 26x28 2. 33x4 21x32 3. 38x27)"* ]]
    done
}

@test "a single reply is not judged" {
    judge lost.pdn -o out.pdn
    [[ $(flat out.pdn) != *'32x21 {[%eval'* ]]
}

@test "the output is legal, and the games are unchanged" {
    judge clean.pdn -o out.pdn
    run dama-validate --severity=error out.pdn
    [ "$status" -eq 0 ]
    dama-convert --strip=comments,variations,nags --set Annotator= clean.pdn -t csv --columns=White,Black,moves >a
    dama-convert --strip=comments,variations,nags --set Annotator= out.pdn -t csv --columns=White,Black,moves >b
    diff a b
}

@test "a value that rounds to zero has no sign" {
    found=
    for nodes in 500 1000 2000 3000 5000 8000 12000 20000; do # some of these find such a value, whatever the weights
        judge --nodes $nodes "$DAMA_SOURCE/examples/slips.pdn" -o out.pdn
        run ! grep -q 'eval -0.00' out.pdn
        ! grep -q 'eval 0.00' out.pdn || found=1
    done
    [ -n "$found" ]
}

@test "analysing the output again changes nothing" {
    judge lost.pdn clean.pdn -o one.pdn
    run judge --diff one.pdn -o two.pdn
    [ "$status" -eq 0 ]
    [ "$output" = "" ]
    cmp one.pdn two.pdn
}

@test "additions by others to dama's comments stay" {
    judge lost.pdn -o one.pdn
    tr '\n' ' ' <one.pdn | sed -E 's/\] +\[([A-Z])/]\n[\1/g; s/\{a note\} \{/{a note [%clk 0:09:30] /; s/(dama good 0.00\])\}/\1 indeed}/' >merged.pdn
    grep -q 'a note \[%clk 0:09:30\] \[%eval.*indeed}' merged.pdn
    judge merged.pdn -o two.pdn
    [[ $(flat two.pdn) == *"27-22 \$4 {a note [%clk 0:09:30]} {[%eval "* ]]
    [[ $(flat two.pdn) == *" {indeed} {[%eval "* ]]
    judge two.pdn -o three.pdn
    cmp two.pdn three.pdn
}

@test "additions by others to a better line stay" {
    judge lost.pdn -o one.pdn
    flat one.pdn | sed -E 's/(dama line [0-9. ]+\])\}/\1 Piet saw this}/' >words.pdn
    flat one.pdn | sed -E 's/22x13\)/22x13 {and wins easily} 24-30 {why not?})/' >longer.pdn
    for game in words longer; do
        judge --nodes 2000 $game.pdn -o $game-two.pdn
        judge --nodes 2000 $game-two.pdn -o $game-three.pdn
        cmp $game-two.pdn $game-three.pdn
    done
    [[ $(flat words-two.pdn) == *"({Piet saw this} 1. 28-22 19-24 2. 22x13) {[%eval "*" ({[%dama line "* ]]
    [[ $(flat longer-two.pdn) == *"(1. 28-22 19-24 2. 22x13 {and wins easily} 2... 24-30 {why not?}) {[%eval "*" ({[%dama line "* ]]
}

@test "dama recognises its own marks as other programs rewrite them" {
    judge lost.pdn -o one.pdn
    flat one.pdn | sed -E 's/(1\. 27-22) [$]4/\1??/; s/\((\{[^}]*\}) 1\. 28-22/(1. 28-22 \1/; s/\] \[([A-Z])/]\n[\1/g' >other.pdn
    [[ $(<other.pdn) == *"1. 27-22?? {a note}"*"(1. 28-22 {[%dama line "* ]]
    judge other.pdn -o two.pdn
    cmp one.pdn two.pdn
}

@test "--diff prints verdicts that have changed" {
    judge_well lost.pdn -o one.pdn
    sed -i 's/%dama blunder/%dama mistake/' one.pdn
    run judge_well --diff one.pdn -o two.pdn
    [ "$output" = "game 1, 1. 27-22: mistake -> blunder" ]
    judge_well --only-faults clean.pdn -o few.pdn
    run -0 judge_well --diff few.pdn -o all.pdn
    [ "$output" = "" ]
}

@test "--only-faults leaves out all moves that are not faults, only moves included" {
    printf '[GameType "20"]\n%s\n\n1. 31-26 *\n' '[FEN "W:WK31,37:BK9,13"]' >only.pdn
    judge_well only.pdn -o all.pdn
    # shellcheck disable=SC2016 # NAGs begin with a dollar
    [[ $(flat all.pdn) == *'1. 31-26 $7 {[%eval '*'[%dama only-move 0.00 $7]}'* ]]
    judge_well --only-faults only.pdn lost.pdn -o few.pdn
    [ "$(flat few.pdn | grep -o '%dama [a-z-]*' | sort | uniq -c | tr -s ' ')" = " 1 %dama blunder
 1 %dama line" ]
    judge_well --only-faults only.pdn -o few.pdn
    run -0 judge_well --diff few.pdn -o all.pdn
    [ -z "$output" ]
}

@test "tags of an earlier run are replaced, or left out" {
    judge_well lost.pdn -o one.pdn
    grep -q '^\[DecisiveMove "1. 27-22"\]' one.pdn
    printf 'inaccuracy: 1\nmistake: 1\nblunder: 1\n' >t.yaml
    judge_well --thresholds t.yaml one.pdn -o two.pdn
    run -1 grep DecisiveMove two.pdn
    judge_well --side black one.pdn -o black.pdn
    run -1 grep -E '^\[White(Acc|Mean|Inacc|Mist|Blu|Miss)' black.pdn
    judge_well --no-tags one.pdn -o bare.pdn
    run -1 grep -E '^\[(White|Black)(Acc|Mean|Inacc|Mist|Blu|Miss)|^\[DecisiveMove' bare.pdn
}

@test "an annotator named dama stays" {
    sed -i 's/^\[Result/[Annotator "Circolo dama Milano"]\n&/' lost.pdn
    judge lost.pdn -o one.pdn
    grep -q '^\[Annotator "Circolo dama Milano; dama [0-9]' one.pdn
    judge one.pdn -o two.pdn
    cmp one.pdn two.pdn
    long=$(printf 'é%.0s' {1..300})
    sed -i "s/Circolo dama Milano/&$long/" lost.pdn
    judge lost.pdn -o one.pdn
    grep -q "^\[Annotator \"Circolo dama Milano$long; dama [0-9]" one.pdn
    judge one.pdn -o two.pdn
    cmp one.pdn two.pdn
}

@test "an annotator whose name begins with dama stays" {
    judge lost.pdn -o one.pdn
    for names in 'J. Wiersma' 'dama 0.0.9, depth 3; J. Wiersma'; do
        sed -E "s/^(\[Annotator \"dama [^;\"]*)/\1; $names/" one.pdn >two.pdn
        judge two.pdn -o three.pdn
        sed -E 's/^\[Annotator "/&J. Wiersma; /' one.pdn | cmp - three.pdn
    done
    command="hub:'$DAMA_BUILD/tests/peer-hub' 'plain' ';'"
    judge --jobs 1 --engine "$command" lost.pdn -o one.pdn
    judge --jobs 1 --engine "$command" one.pdn -o two.pdn
    cmp one.pdn two.pdn
}

@test "moves keep the numbers of the game, whichever side begins" {
    cat >black.pdn <<'END'
[Result "2-0"]
[GameType "20"]
[FEN "B:B24,23,19,14,13:W39,35,33,32,28"]

1... 24-29 2. 33x24 19x30 3. 28x10 2-0
END
    judge_well black.pdn -o one.pdn
    grep -q '^\[DecisiveMove "1... 24-29"\]' one.pdn
    sed -i 's/%dama blunder/%dama mistake/' one.pdn
    run -0 judge_well --diff one.pdn -o two.pdn
    [ "$output" = "game 1, 1... 24-29: mistake -> blunder" ]
    judge_well --moves 2- black.pdn -o late.pdn
    [[ $(flat late.pdn) != *"%dama blunder"* ]]
    judge_well --moves 1 black.pdn -o early.pdn
    [[ $(flat early.pdn) == *"%dama blunder"* ]]
    printf '[GameType "21"]\n\n1. 11-15 23-19 2. 8-11 22-17 3. 1-32 *\n' >english.pdn
    run -1 judge_well english.pdn -o out.pdn
    grep -q '^\[Unjudged "from 3. 1-32 on"\]' out.pdn
}

@test "moves keep the numbers of a game resumed after adjournment" {
    sed 's/^1. 27/41. 27/; s/ 2. 32/ 42. 32/' lost.pdn >late.pdn
    judge_well late.pdn -o one.pdn --html pages
    grep -q '^\[DecisiveMove "41. 27-22"\]' one.pdn
    [[ $(flat one.pdn) == *" 41. 27-22 "* ]]
    grep -q '"number":41,' pages/game-0001.html
    judge_well --moves 42- late.pdn -o out.pdn
    [[ $(flat out.pdn) != *"%dama blunder"* ]]
    judge_well --moves 41 late.pdn -o out.pdn
    [[ $(flat out.pdn) == *"%dama blunder"* ]]
    # the same moves with other numbers are another game
    judge_well --moves 41 lost.pdn late.pdn -o out.pdn
    [ "$(flat out.pdn | grep -o '%dama blunder' | wc -l)" -eq 1 ]
}

@test "the same moves with different king-move counts are a different game" {
    for counted in "" :+0+336; do
        printf '[Result "*"]\n[GameType "40"]\n[FEN "W:WK36,39,34:BK17,14,23%s"]\n\n1. 34-30 *\n\n' "$counted"
    done >frisian.pdn
    judge_well frisian.pdn -o out.pdn
    [[ $(flat out.pdn) =~ "%dama blunder".*"%dama good" ]]
}

@test "any number of jobs gives the same" {
    judge --jobs 1 lost.pdn clean.pdn -o one.pdn
    judge --jobs 3 lost.pdn clean.pdn -o three.pdn
    cmp one.pdn three.pdn
    for jobs in 1 3; do
        dama-annotate -q --no-nice --jobs $jobs --depth 6 --multipv 2 clean.pdn lost.pdn clean.pdn -o depth-$jobs.pdn
    done
    cmp depth-1.pdn depth-3.pdn
}

@test "positions in the journal are not searched again" {
    judge clean.pdn -o out.pdn
    sqlite3 out.pdn.journal 'DELETE FROM position'
    judge clean.pdn -o again.pdn --journal out.pdn.journal
    cmp out.pdn again.pdn
    [ "$(sqlite3 out.pdn.journal 'SELECT count(*) FROM position')" -eq 0 ]
}

@test "an input truncated to nothing replaces no games" {
    judge lost.pdn -o out.pdn
    cp out.pdn before.pdn
    : >lost.pdn
    run -3 judge lost.pdn -o out.pdn
    [ "$output" = "dama-annotate: the input has no games; nothing is written" ]
    cmp out.pdn before.pdn
}

@test "a limit of another kind replaces earlier searches" {
    judge lost.pdn -o out.pdn
    dama-annotate -q --no-nice --depth 4 lost.pdn -o deep.pdn --journal out.pdn.journal
    [ "$(sqlite3 out.pdn.journal 'SELECT count(*) FROM position WHERE depth = 4')" -gt 1 ]
    sqlite3 out.pdn.journal 'DELETE FROM verdict'
    dama-annotate -q --no-nice --depth 3 lost.pdn -o deep.pdn --journal out.pdn.journal
    [ "$(sqlite3 out.pdn.journal 'SELECT DISTINCT depth FROM position WHERE depth > 0')" -eq 4 ] # what is deeper stays
}

@test "a journal that another run uses is left alone" {
    judge lost.pdn -o out.pdn
    ln -s out.pdn.journal link
    for journal in out.pdn.journal link; do
        run -75 python3 - $journal <<'END'
import fcntl, subprocess, sys
lock = open("out.pdn.journal.lock", "w")
lock.write("4711\n")
lock.flush()
fcntl.lockf(lock, fcntl.LOCK_EX)
command = "dama-annotate -q --no-nice --nodes 100 --eval material --egdb none clean.pdn -o other.pdn --journal"
sys.exit(subprocess.call(command.split() + sys.argv[1:]))
END
        [ "$output" = "dama-annotate: $journal: in use by process 4711" ]
        [ ! -e other.pdn ]
    done
    judge clean.pdn -o other.pdn --journal link
    [ ! -e out.pdn.journal.lock ]
}

@test "with different limits all verdicts are recomputed" {
    judge lost.pdn -o out.pdn
    dama-annotate -q --nodes 500 "${plain[@]}" lost.pdn -o out.pdn
    grep -q '500 nodes a position' out.pdn
}

@test "after being killed at any moment, the same command continues" {
    for delay in 0.05 0.2 0.4; do
        dama-annotate -q --no-nice --nodes 20000 "${plain[@]}" clean.pdn lost.pdn -o out.pdn 3>&- & # timeout(1) would not wait for its end
        sleep "$delay"
        kill -9 $! 2>/dev/null || true
        wait $! || true
    done
    judge --nodes 20000 clean.pdn lost.pdn -o out.pdn
    judge --nodes 20000 clean.pdn lost.pdn -o whole.pdn
    cmp out.pdn whole.pdn
}

@test "a signal ends it soon, and a message says how to continue" {
    run timeout --foreground --preserve-status -s INT 1 dama-annotate --no-nice --depth 60 clean.pdn -o out.pdn
    [ "$status" -eq 4 ]
    [[ $output == *"run the same command again to continue"* ]]
    [ ! -e out.pdn ]
}

@test "an interrupted game keeps its searched positions, and the time spent on it counts" {
    stuck="hub:'$DAMA_BUILD/tests/peer-hub' stall 4"
    run -4 dama-annotate --no-nice --jobs 1 --for 4s --engine "$stuck" lost.pdn --journal own.journal
    [[ $output == *"out of time with 0 of 1 games analysed"* ]]
    [ "$(sqlite3 own.journal 'SELECT count(*) FROM position')" -gt 0 ]
    used="SELECT value FROM setting WHERE name = 'spent'"
    [ "$(sqlite3 own.journal "$used")" -eq 0 ] # the next run has all of it again
    run -4 timeout --foreground --preserve-status -s INT 2 dama-annotate --no-nice --jobs 1 --for 1h --engine "$stuck" lost.pdn \
        --journal own.journal
    [ "$(sqlite3 own.journal "$used")" -ge 1000 ] # who is interrupted has the rest
    run -4 dama-annotate --no-nice --jobs 1 --for 1s --engine "$stuck" lost.pdn --journal own.journal
    [ "$(sqlite3 own.journal "$used")" -eq 0 ] # more than the whole of it was used up
}

@test "verdicts by other weights are deleted, even if the run that finds them is killed" {
    mkdir -p data/eval
    cp "$DAMA_SOURCE"/data/eval/{international,russian}.eval data/eval
    printf '[GameType "25"]\n\n1. c3-d4 *\n' >russian.pdn
    DAMA_DATA=data judge_well lost.pdn russian.pdn -o out.pdn
    sqlite3 out.pdn.journal "UPDATE setting SET value = 'weights 00000000' WHERE name = 'sources international'"
    rm data/eval/russian.eval
    mkfifo data/eval/russian.eval # reading it takes for ever
    DAMA_DATA=data dama-annotate -q --no-nice --nodes 3000 lost.pdn russian.pdn -o out.pdn 3>&- &
    wait_until test -e out.pdn.journal.lock
    sleep 1
    kill -9 $!
    wait $! || true
    rm data/eval/russian.eval
    cp "$DAMA_SOURCE/data/eval/russian.eval" data/eval
    sqlite3 out.pdn.journal "UPDATE verdict SET plies = x''" # if there are any, they cannot be read
    DAMA_DATA=data judge_well lost.pdn russian.pdn -o out.pdn
    grep -q '\[%eval' out.pdn
}

@test "time that an interrupted run has spent on other games does not count" {
    used="SELECT value FROM setting WHERE name = 'spent'"
    for games in "clean.pdn lost.pdn" clean.pdn; do
        # shellcheck disable=SC2086 # words
        run -4 timeout --foreground --preserve-status -s INT 2 dama-annotate -q --no-nice --jobs 1 --for 1h $games \
            --journal own.journal
        [ "$(sqlite3 own.journal "$used")" -lt 60000 ]
        sqlite3 own.journal "UPDATE setting SET value = '3000000' WHERE name = 'spent'"
    done
    run -4 timeout --foreground --preserve-status -s INT 2 dama-annotate -q --no-nice --jobs 1 --for 1h clean.pdn \
        --journal own.journal
    [ "$(sqlite3 own.journal "$used")" -gt 3000000 ]
}

@test "a run with other settings that reads nothing leaves the earlier one's work" {
    judge lost.pdn -o out.pdn --journal own.journal
    state() { sqlite3 own.journal "SELECT hex(key) FROM verdict; SELECT name, hex(value) FROM setting; SELECT hex(key) FROM game"; }
    state >before
    run -3 judge --nodes 500 lots.pdn -o other.pdn --journal own.journal
    state | cmp - before
    : >empty.pdn
    run -3 judge --nodes 500 empty.pdn -o other.pdn --journal own.journal
    [ "$output" = "dama-annotate: the input has no games; nothing is written" ]
    state | cmp - before
    mkfifo unwritten
    run -4 timeout --foreground --preserve-status -s INT 1 dama-annotate -q --no-nice --nodes 500 "${plain[@]}" unwritten -o other.pdn \
        --journal own.journal
    state | cmp - before
}

@test "an interrupted deeper look is continued, and not passed over" {
    stuck="hub:'$DAMA_BUILD/tests/peer-hub' stall 20"
    printf '1. 32-28 *\n' >one.pdn
    run -4 timeout --foreground --preserve-status -s INT 2 dama-annotate -q --no-nice --jobs 1 --for 1h --engine "$stuck" \
        one.pdn --journal own.journal
    python3 - <<'END'
import sqlite3
[(nodes, plies)] = sqlite3.connect("own.journal").execute("SELECT nodes, plies FROM verdict")
print(nodes, plies.hex())
assert nodes == 2000000 * 4 ** (plies[16] >> 3) # the scan, and the looks that were finished
END
}

@test "every game is searched deeper, even if the engine does not say how many nodes it has spent" {
    printf '#!/bin/sh\ndama-engine hub | sed -u "s/ nodes=[0-9]*//"\n' >silent
    chmod +x silent
    printf '1. 32-28 19-23 *\n\n1. 31-26 20-25 *\n' >two.pdn
    dama-annotate -q --no-nice --jobs 1 --for 6s --engine hub:./silent two.pdn -o out.pdn --journal own.journal
    # the looks at the first ply of each game, in the byte that is 14 bytes after the number of plies
    python3 - <<'END'
import sqlite3
looks = [row[0][16] >> 3 for row in sqlite3.connect("own.journal").execute("SELECT plies FROM verdict")]
print(looks)
assert len(looks) == 2 and min(looks) >= 1 and max(looks) - min(looks) <= 2
END
}

@test "a program is started once, however the limits change" {
    printf '#!/bin/sh\necho began >>log\nexec dama-engine hub\n' >engine
    chmod +x engine
    dama-annotate -q --no-nice --jobs 1 --for 4s --engine hub:./engine lost.pdn -o out.pdn || [ $? -eq 4 ]
    [ "$(wc -l <log)" -eq 1 ]
}

@test "a program that is slow to start does not exceed the time limit" {
    printf '#!/bin/sh\nexec sleep 20\n' >slow
    chmod +x slow
    run -4 timeout 10 dama-annotate --no-nice --jobs 1 --for 1s --engine hub:./slow lost.pdn --journal own.journal
    [ "$output" = "dama-annotate: out of time with 0 of 1 games analysed; run the same command again to continue" ]
}

@test "the progress line fits the terminal, and is not shown on one that cannot erase it" {
    on_terminal() { # TERM
        TERM=$1 script -qc "stty cols 30; dama-annotate --no-nice --jobs 1 --for 3s lost.pdn -o $1.pdn" /dev/null </dev/null
    }
    on_terminal xterm | tr '\r' '\n' | sed -n 's/^\x1b\[K\([01] of 1 games.*\)/\1/p' >lines
    [ -s lines ]
    [ "$(awk '{ if (length > n) n = length } END { print n }' lines)" -eq 29 ]
    run -0 on_terminal dumb
    [ -z "$output" ]
}

@test "an annotator with our name stays" {
    sed 's/^\[Event.*/&\n[Annotator "dama 64 club, Roma; dama 0.0.9, 5 nodes a position"]/' lost.pdn >named.pdn
    judge --no-tags named.pdn -o out.pdn
    grep -q '^\[Annotator "dama 64 club, Roma; dama [0-9.]*, 3000 nodes a position, ' out.pdn
    run -1 grep '0\.0\.9' out.pdn
}

@test "a device as output gets no journal next to it" {
    judge lost.pdn -o /dev/null
    [ ! -e /dev/null.journal ]
    ln -s /dev/null nowhere.pdn
    judge lost.pdn -o nowhere.pdn
    [ ! -e nowhere.pdn.journal ]
    judge lost.pdn -o /dev/fd/1 >printed.pdn
    grep -q WhiteBlunders printed.pdn
}

@test "losses and guesses are reported" {
    printf '[Result "2-0"]\n\n1. 32-28 {J\xe9r\xf4me} 19-23 0-2\n' >two.pdn
    run -0 --separate-stderr dama-annotate --no-nice --nodes 50 "${plain[@]}" two.pdn
    [ "${stderr:-}" = "dama-annotate: two.pdn: read as CP1252, which is a guess; if it is wrong, convert the file with dama-convert --input-encoding
dama-annotate: in 1 game the moves end with a result other than the Result tag's; the tag was kept" ]
    printf '{"dama":1,"tags":{},"moves":["32-28",{"move":"19-23","after":[{"comment":"{1,2}"}]}]}\n' >brace.jsonl
    run -0 --separate-stderr dama-annotate --no-nice --nodes 50 "${plain[@]}" brace.jsonl -t pdn
    [ "$stderr" = "dama-annotate: pdn cannot hold } in comments; ) was written instead" ]
}

@test "records keep their form whatever the order of their members, and only in that form" {
    judge lost.pdn -o first.jsonl
    python3 -c 'import json; game = json.load(open("first.jsonl")); game["dama"] = game.pop("dama"); print(json.dumps(game)); print("hello")' \
        >turned.jsonl
    run -1 --separate-stderr judge turned.jsonl -w 'White = "Nobody"' -o out.jsonl
    cmp turned.jsonl out.jsonl
    run -1 --separate-stderr dama-annotate --no-nice --nodes 50 "${plain[@]}" turned.jsonl -w 'White = "Nobody"' -o out.pdn
    [[ $stderr == *"dama-annotate: 1 record could not be read and was left out" ]]
    [ "$(grep -c '^\[Event "club"\]' out.pdn)" -eq 1 ]
    run -1 grep -e '"moves"' -e hello out.pdn
}

@test "a signal while the output is being written ends the run, and the same command finishes it" {
    game=$(cat lost.pdn)
    for i in {1..4000}; do printf '%s\n\n' "${game/club/club $i}"; done >many.pdn
    judge many.pdn -o first.pdn --journal own.journal
    dama-annotate --no-nice --nodes 3000 "${plain[@]}" many.pdn -o many-out.pdn --html pages --journal own.journal 2>said 3>&- &
    wait_until test -e pages/game-0100.html
    kill -TERM $!
    status=0
    wait $! || status=$?
    [ "$status" -eq 4 ]
    [ "$(cat said)" = "dama-annotate: stopped while writing the output; run the same command again to continue" ]
    [ ! -e many-out.pdn ]
    judge many.pdn -o many-out.pdn --journal own.journal
    [ "$(grep -c '^\[Event "club ' many-out.pdn)" -eq 4000 ]
}

@test "without a journal nothing is kept, and no message says how to continue" {
    run -4 timeout --foreground --preserve-status -s INT 1 dama-annotate --no-nice --depth 60 clean.pdn
    [[ $output == *"games analysed; nothing is kept without --journal" ]]
    silent="hub:'$DAMA_BUILD/tests/peer-hub' stall 1"
    run -4 dama-annotate --no-nice --for 1s --engine "$silent" lost.pdn
    [[ $output == *"dama-annotate: out of time with 0 of 1 games analysed; nothing is kept without --journal" ]]
    run -4 dama-annotate --no-nice --for 1s --engine "$silent" lost.pdn --journal own.journal
    [[ $output == *"; run the same command again to continue" ]]
}

@test "a second signal leaves no temporary journal behind" {
    mkdir scratch
    cat >mute <<'END' # does not stop when it is asked to
#!/bin/sh
while read -r line; do
    case $line in
    hub) echo wait ;;
    init) echo ready ;;
    go*) : >asked ;;
    esac
done
END
    chmod +x mute
    TMPDIR=$work/scratch dama-annotate -q --no-nice --nodes 9 --engine 'hub:./mute' lost.pdn >said 2>&1 3>&- &
    wait_until test -e asked
    [ -n "$(ls scratch)" ]
    kill -TERM $!
    sleep 0.5
    kill -TERM $!
    wait $! || [ $? -eq 143 ]
    [ -z "$(ls -A scratch)" ]
}

@test "--for ends in time with every game analysed" {
    start=$(date +%s)
    dama-annotate -q --no-nice --for 8s lost.pdn clean.pdn -o out.pdn
    [ $(($(date +%s) - start)) -le 25 ]
    [ "$(grep -c '^\[Event' out.pdn)" -eq "$(cat lost.pdn clean.pdn | grep -c '^\[Event')" ]
    grep -q '\[%dama ' out.pdn # whatever it finds in that time
    run ! grep -q '^\[Unjudged' out.pdn
}

@test "joined shards equal a single run" {
    judge_well lost.pdn clean.pdn -o whole.pdn
    judge_well --shard 1/2 --journal a.journal lost.pdn clean.pdn
    judge_well --shard 2/2 --journal b.journal lost.pdn clean.pdn
    dama-annotate -q --nodes 3000 --egdb none --join a.journal b.journal -o joined.pdn
    cmp whole.pdn joined.pdn
    dama-annotate -q --join a.journal b.journal -o joined.pdn
    cmp whole.pdn joined.pdn
}

@test "a missing shard, or one of other games, is refused" {
    judge_well --shard 1/2 --journal a.journal lost.pdn clean.pdn
    judge_well --shard 2/2 --journal b.journal clean.pdn
    run dama-annotate -q --nodes 3000 --egdb none --join a.journal -o out.pdn
    [ "$status" -eq 3 ]
    [[ $output == *" of the "*" games to be analysed "*" missing from these journals; are all shards here?" ]]
    run dama-annotate -q --nodes 3000 --egdb none --join a.journal b.journal -o out.pdn
    [ "$status" -eq 3 ]
    [[ $output == *"its games are not those of the first journal"* ]]
    run dama-annotate -q --nodes 4000 --egdb none --join a.journal -o out.pdn
    [ "$status" -eq 3 ]
    [[ $output == *"a.journal: its limits or settings differ"* ]]
    run dama-annotate -q --join nothing.journal -o out.pdn
    [ "$status" -eq 3 ]
    [ ! -e nothing.journal ]
    [ ! -e out.pdn ]
}

@test "games that a filter leaves out pass through byte for byte" {
    judge --where 'white = "Ada"' lost.pdn clean.pdn -o out.pdn
    [ "$(grep -c '^\[WhiteAccuracy' out.pdn)" -eq 1 ]
    [ "$(grep -c '^\[Event' out.pdn)" -eq "$(cat lost.pdn clean.pdn | grep -c '^\[Event')" ]
    judge --where 'white = "Zoe"' clean.pdn -o out.pdn
    diff --ignore-blank-lines clean.pdn out.pdn
}

@test "--player may be repeated, and a game of any of them is analysed" {
    sed 's/Ada/Cor/; s/Bram/Dirk/' lost.pdn >other.pdn
    run -0 dama-annotate --no-nice --nodes 1000 "${plain[@]}" --player Ada --player Dirk lost.pdn other.pdn -o out.pdn
    [ -z "$output" ]
    [ "$(grep -c '^\[WhiteAccuracy' out.pdn)" -eq 2 ]
    judge --player Ada --player Dirk --where 'white = "Cor"' lost.pdn other.pdn -o out.pdn
    [ "$(grep -c '^\[WhiteAccuracy' out.pdn)" -eq 1 ]
}

@test "a message says that no game matches" {
    run -0 dama-annotate --no-nice --nodes 1000 "${plain[@]}" --player nobody lost.pdn lost.pdn -o out.pdn
    [ "$output" = "dama-annotate: 2 games do not match; none is left to analyse (dama-convert --table=players lists the names)" ]
    run -0 dama-annotate --no-nice --nodes 1000 "${plain[@]}" --where 'plies > 99' lost.pdn -o out.pdn
    [ "$output" = "dama-annotate: 1 game does not match; none is left to analyse" ]
    run -0 judge --player nobody lost.pdn -o out.pdn
    [ -z "$output" ]
}

@test "--side and --moves choose plies" {
    judge --side black lost.pdn -o out.pdn
    [[ $(flat out.pdn) != *"%dama blunder"* ]]
    judge --moves 2- lost.pdn -o out.pdn
    [[ $(flat out.pdn) != *"%dama blunder"* ]]
}

@test "--decided leaves out decided positions, and saves their time" {
    printf '[Result "2-0"]\n[GameType "20"]\n[FEN "W:W33,34,38,39,43,44,48,49:B6,16"]\n\n' >won.pdn
    echo '1. 34-30 16-21 2. 30-25 6-11 3. 33-29 11-16 4. 29-24 21-27 5. 38-33 16-21 2-0' >>won.pdn
    judge_well won.pdn -o all.pdn
    judge_well --decided 0.05 won.pdn -o some.pdn
    [[ $(flat all.pdn) == *"%dama good"* ]]
    [[ $(flat some.pdn) != *"%dama good"* ]]
    [ $(($(spent some.pdn.journal) * 4)) -lt "$(spent all.pdn.journal)" ]
    judge_well --decided 0.05 lost.pdn -o out.pdn
    [[ $(flat out.pdn) == *"%dama blunder"* ]]
}

@test "thresholds come from a file, which is read strictly" {
    printf 'inaccuracy: 0.9\nmistake: 0.99\nblunder: 1\n' >t.yaml
    judge_well --thresholds t.yaml lost.pdn -o out.pdn
    [[ $(flat out.pdn) == *"%dama mistake"* || $(flat out.pdn) == *"%dama inaccuracy"* || $(flat out.pdn) == *"%dama blunder"* ]]
    echo 'blundr: 0.2' >t.yaml
    run judge_well --thresholds t.yaml lost.pdn -o out.pdn
    [ "$status" -eq 2 ]
    [[ $output == *t.yaml:1:1:*blunder* ]]
    echo 'win: 0.4' >t.yaml
    run -2 judge_well --thresholds t.yaml lost.pdn -o out.pdn
    [[ $output == *"t.yaml:1:6: 'win': '0.4' is not a number from 0.5 to 1" ]]
}

@test "a table of players" {
    judge lost.pdn -o out.pdn --summary - --summary-format=csv >table
    [ "$(head -n 1 table)" = "player,games,moves,accuracy,mean_loss,inaccuracies,mistakes,blunders,missed_wins,missed_draws" ]
    grep -q '^Ada,1,1,' table
    [ "$(wc -l <table)" -eq 3 ]
    sed 's/"Ada"/"=1+1"/; s/"Bram"/"Bra\xc2\xadm\tx"/' lost.pdn >names.pdn
    judge names.pdn -o out.pdn --summary - --summary-format=csv >table
    grep -q "^'=1+1,1,1," table
    judge names.pdn -o out.pdn --summary - --summary-format=jsonl | jq -r .player | sort >table
    printf '%s\n' $'=1+1' $'Bra\u00adm\tx' | sort | diff - table
    sed -i 's/"Bram"/"Ada"/' lost.pdn
    judge lost.pdn -o out.pdn --summary - --summary-format=csv >table
    grep -q '^Ada,1,2,' table
    judge lost.pdn -o out.pdn --summary by-name.csv
    diff table by-name.csv
    judge lost.pdn -o out.pdn --summary by-name.txt
    run -1 grep player, by-name.txt
}

@test "games with faults are judged as far as they are legal" {
    sed -i 's/23x41/23x42/' lost.pdn
    run judge_well lost.pdn -o out.pdn
    [ "$status" -eq 1 ]
    grep -q '%dama blunder' out.pdn
    grep -q '23x42' out.pdn
    grep -q '^\[Unjudged "from 2... 23x42 on"\]' out.pdn
    run judge_well out.pdn -o again.pdn
    cmp out.pdn again.pdn
}

@test "wrong usage is reported in one line" {
    for words in "lost.pdn" "--nodes 5 --depth 3 lost.pdn" "--until 25:00 lost.pdn" "--for 1h --nodes 5 lost.pdn" \
        "--nodes 5 --shard 3/2 --journal j lost.pdn" "--nodes 5 --moves x lost.pdn" \
        "--nodes 5 --moves - lost.pdn" "--nodes 5 --join"; do
        # shellcheck disable=SC2086 # words are meant to be split
        run dama-annotate $words -o out.pdn
        [ "$status" -eq 2 ]
        [ "${#lines[@]}" -eq 1 ]
    done
}

@test "a changed program counts as another engine" {
    printf '#!/bin/sh\necho began >>log\nexec dama-engine hub\n' >engine
    chmod +x engine
    judge --jobs 1 --engine hub:./engine lost.pdn -o out.pdn
    judge --jobs 1 --engine hub:./engine lost.pdn -o out.pdn
    [ "$(wc -l <log)" = 1 ]
    echo '# a new version' >>engine
    judge --jobs 1 --engine hub:./engine lost.pdn -o out.pdn
    [ "$(wc -l <log)" = 2 ]
}

@test "wrong usage is one line, with a hint" {
    while IFS='|' read -r option message; do
        run -2 dama-annotate --nodes 10 "$option" -o out.pdn games.pdn
        [ "$output" = "dama-annotate: $message (try 'dama-annotate --help')" ]
    done <<'EOF'
--where=plies >|--where: column 8: expected a value, found the end
--player=|--player: expected a name
--moves=x|--moves: expected a range of move numbers such as 10-40, found 'x'
--summary-format=csv|--summary-format requires --summary
--engine=scan|--engine: expected hub:COMMAND, found 'scan'
--engine-param=a=b|--engine-param requires --engine
--variant=chess|dama does not play chess
EOF
}

@test "a deadline that has passed is refused" {
    run -2 dama-annotate --until 2001-02-03T04:05 lost.pdn -o out.pdn
    [ "$output" = "dama-annotate: --until: 2001-02-03T04:05 has already passed (try 'dama-annotate --help')" ]
    for when in 25:00 7 2001-13-01T00:00 2001-01-32T00:00 07:30x; do
        run -2 dama-annotate --until "$when" lost.pdn -o out.pdn
        [[ $output == *"expected a time such as 07:30 or 2026-05-01T07:30, found '$when' (try 'dama-annotate --help')" ]]
    done
    [ ! -e out.pdn.journal ]
}

@test "a file that is missing, a folder that is not there" {
    run judge nothing.pdn -o out.pdn
    [ "$status" -eq 3 ]
    [ ! -e out.pdn ]
    run judge lost.pdn -o no/such/out.pdn
    [ "$status" -eq 3 ]
}

@test "the output of an earlier run is not replaced by an incomplete one" {
    judge_well lost.pdn clean.pdn -o out.pdn --summary players.txt
    cp out.pdn before.pdn
    cp players.txt before.txt
    mv clean.pdn elsewhere
    run -3 judge_well lost.pdn clean.pdn -o out.pdn --summary players.txt
    [ "${lines[0]}" = "dama-annotate: clean.pdn: cannot open: No such file or directory" ]
    [ "${lines[1]}" = "dama-annotate: nothing is written, because not all of the input could be read; finished work stays in out.pdn.journal" ]
    cmp before.pdn out.pdn
    cmp before.txt players.txt
    run -3 judge_well lost.pdn clean.pdn -o new.pdn
    [ ! -e new.pdn ]
    [ "$(sqlite3 new.pdn.journal 'SELECT count(*) FROM verdict')" -eq 1 ]
    run -3 judge_well lost.pdn clean.pdn --html pages
    [ ! -e pages/index.html ]
    run -3 judge_well lost.pdn clean.pdn
    [[ $output == *"%dama blunder"* ]]
    run -3 judge_well lost.pdn clean.pdn -o - --summary players.txt
    [[ ${lines[1]} == "dama-annotate: nothing is analysed or written, because "* ]]
}

@test "moves in database endings are judged exactly" {
    cat >ending.pdn <<'END'
[White "Ada"]
[Black "Bram"]
[Result "2-0"]
[GameType "20"]
[FEN "W:W16,K15:B26"]

1. 16-11 26-31 2. 11-6 31-37 3. 6-1 37-42 4. 15x47 2-0
END
    dama-annotate -q --no-nice --nodes 3000 ending.pdn -o out.pdn
    [[ $(flat out.pdn) == *'1. 16-11 {[%eval #4] [%wdl 1000 0 0] [%depth 0] [%dama good 0.00]}'* ]]
    judge ending.pdn -o out.pdn
    [[ $(flat out.pdn) != *'1. 16-11 {[%eval #4] [%wdl 1000 0 0] [%depth 0]'* ]]
}

@test "options of which one would be without effect are refused" {
    for words in "-o a.pdn -o b.pdn" "--html a --html b" "--exercises a.pdn --exercises b.pdn" "--journal a --journal b"; do
        # shellcheck disable=SC2086 # words
        run -2 judge $words lost.pdn
        [[ $output == *"': given twice: 'a"*"' and 'b"* ]]
    done
    run -2 judge --no-lines --line-plies 3 lost.pdn
    [[ $output == *"--no-lines and --line-plies cannot be combined"* ]]
    [ "$(ls)" = "clean.pdn"$'\n'"lost.pdn" ]
}

@test "--book: books that come with dama by their names, and books for other variants" {
    judge --book international.book lost.pdn clean.pdn -o out.pdn
    [ "$(flat out.pdn | grep -o '%dama' | wc -l)" -lt "$(judge lost.pdn clean.pdn -o - | grep -o '%dama' | wc -l)" ]
    printf '[GameType "40"]\n\n1. 32-28 19-23 *\n' >frisian.pdn
    dama-book build -q --variant frisian -o frisian.book frisian.pdn
    run -3 judge --book frisian.book --variant international lost.pdn -o other.pdn
    [ "$output" = "dama-annotate: frisian.book: this book is for frisian, not for international" ]
    run -3 judge --book frisian.book lost.pdn clean.pdn -o other.pdn
    [ "$output" = "dama-annotate: frisian.book: this book is for frisian, but no game is" ]
    [ ! -e other.pdn ]
    run -0 judge --book frisian.book lost.pdn frisian.pdn lost.pdn -o other.pdn
    [ "$output" = "dama-annotate: warning: frisian.book is a book for frisian; 2 games of other variants are analysed without it" ]
    [[ $(flat other.pdn) != *" novelty"* ]]
    run -0 judge --book frisian.book --where 'gametype=40' lost.pdn frisian.pdn -o other.pdn
    [ "$output" = "" ]
}

@test "files of an endgame database that are damaged are reported" {
    dama-egdb build --pieces 2 --dir endings
    : >endings/international/KvK.wdl
    run -0 judge --egdb endings lost.pdn -o out.pdn
    [[ $output == "dama-annotate: endings/international/KvK.wdl: "* ]]
    [ "${#lines[@]}" -eq 1 ]
}

@test "a win of unknown distance is a value, not a number of moves" {
    dama-egdb build -q -n 4 -d endings --variant english --dtw
    mkdir distances
    mv endings/english/*.plies distances
    printf '[GameType "21"]\n[FEN "W:W6,K29,K30:BK4"]\n[Result "1-0"]\n\n1. 29-25 4-8 1-0\n' >won.pdn
    judge --egdb endings won.pdn -o out.pdn
    [[ $(flat out.pdn) == *', 4-piece endgames without distances"]'*' 29-25 {[%eval 27.00] [%wdl 1000 0 0] [%depth 0] [%dama good 0.00]}'* ]]
    mv distances/* endings/english
    judge --egdb endings won.pdn -o out.pdn # the same command, as the database is another one
    [[ $(flat out.pdn) == *'-piece endgames"]'*' 29-25 {[%eval #8]'* ]]
}

@test "an incomplete database counts as different from the complete one" {
    mkdir -p half/international
    cp "$DAMA_SOURCE"/data/egdb/international/*.wdl half/international
    rm half/international/KKvKK.wdl
    judge --egdb half lost.pdn -o out.pdn
    [[ $(flat out.pdn) == *', 4-piece endgames ('*' of '*' slices) without distances"]'* ]]
    first=$(spent out.pdn.journal)
    cp "$DAMA_SOURCE/data/egdb/international/KKvKK.wdl" half/international
    judge --egdb half lost.pdn -o out.pdn
    [[ $(flat out.pdn) == *', 4-piece endgames without distances"]'* ]]
    [ "$(spent out.pdn.journal)" -gt "$first" ]
}

@test "games of variants that the folder of databases lacks are analysed without it" {
    printf '[GameType "40"]\n\n1. 33-28 18-23 *\n' >frisian.pdn
    run -0 judge --egdb "$DAMA_SOURCE/data/egdb" lost.pdn frisian.pdn -o out.pdn
    [[ $output == *"/data/egdb: no endgame database for frisian in this folder" ]]
    grep -q ', 3-piece endgames"' out.pdn
    mkdir empty
    run -1 judge --egdb empty frisian.pdn -o none.pdn # that is no folder of databases
    [[ $output == *"frisian games are not analysed: empty: no endgame database for frisian in this folder"* ]]
}

@test "a short win is preferred to one of unknown length" {
    printf '[GameType "20"]\n[FEN "W:WK1,K2,K4:BK36"]\n\n1. 1-7 36-41 2. 7-1 41-36 3. 1-18 *\n' >missed.pdn
    dama-annotate -q --no-nice --nodes 3000 missed.pdn -o out.pdn
    [[ $(flat out.pdn) == *'({[%dama line 1.00 1]} 1. 1-18) '*' 41-36 '*' {[%eval #2] '*' 1-18 {[%eval #2] '* ]]
}

@test "games that would be read by the rules of their new neighbours are reported" {
    printf '[Event "k"]\n[GameType "40"]\n\n1. 32-28 19-23 *\n' >frisian.pdn
    printf '[Event "u"]\n\n1. 32-28 19-23 *\n' >untagged.pdn
    run -0 dama-annotate --no-nice --nodes 50 "${plain[@]}" untagged.pdn frisian.pdn -o out.pdn
    [ "$output" = "dama-annotate: the output mixes international games that have no GameType with frisian games, \
so the former may be misread; separate them with dama-convert --split=variant first" ]
    run -0 dama-annotate --no-nice --nodes 50 "${plain[@]}" lost.pdn frisian.pdn -o out.pdn
    [ -z "$output" ]
}

@test "--multipv: the next best lines are in the order of their values" {
    printf '[GameType "20"]\n\n1. 33-28 18-22 2. 39-33 22-27 3. 31x22 *\n' >game.pdn
    for nodes in 2000 3000 5000; do
        judge --nodes $nodes --multipv 8 game.pdn -o - >out.pdn
        flat out.pdn | grep -o 'dama line [0-9.]*' | tail -n +2 >lines
        [ "$(wc -l <lines)" -ge 4 ]
        sort -c -r lines
    done
}

@test "moves in a book are left out, and the first new one is marked" {
    dama-book build -q --plies 3 clean.pdn -o clean.book
    printf '[GameType "20"]\n\n1. 32-28 18-23 2. 38-32 *\n' >new.pdn
    judge --book clean.book new.pdn -o out.pdn
    [[ $(flat out.pdn) == *'1. 32-28 '*'18-23 '*' novelty'*'2. 38-32 '* ]]
    [ "$(flat out.pdn | grep -o novelty | wc -l)" -eq 1 ]
    judge --book clean.book --only-faults new.pdn -o few.pdn
    [[ $(flat few.pdn) == *" novelty"* ]]
    # its first game ends the book: what comes after it is judged, and is not new
    judge --book clean.book clean.pdn -o old.pdn
    [[ $(flat old.pdn) != *" novelty"* ]]
    [ "$(flat old.pdn | grep -o '%dama' | wc -l)" -lt "$(judge clean.pdn -o - | grep -o '%dama' | wc -l)" ]
}

@test "a changed book is noticed" {
    dama-book build -q --plies 1 clean.pdn -o clean.book
    judge --book clean.book clean.pdn -o out.pdn
    rm clean.book
    dama-book build -q --plies 5 clean.pdn -o clean.book
    judge --book clean.book clean.pdn -o fresh.pdn
    judge --book clean.book clean.pdn -o again.pdn --journal out.pdn.journal
    cmp fresh.pdn again.pdn
    run -3 judge --book . clean.pdn -o out.pdn
    [[ $output == *": .: cannot read: Is a directory"* ]]
}

# by_peer WAY ARGUMENT...: a scripted Hub program thinks
by_peer() {
    way=$1
    shift
    dama-annotate --no-nice --jobs 1 --nodes 3000 --engine "hub:'$DAMA_BUILD/tests/peer-hub' $way" "$@"
}

@test "a Hub program does the thinking" {
    run by_peer plain lost.pdn -o out.pdn
    [ "$status" -eq 0 ]
    [ "$output" = "" ]
    [[ $(flat out.pdn) == *'[%depth 5]'* ]]
    grep -q 'Annotator.*engine .*peer-hub' out.pdn
    many=()
    for i in {1..20}; do many+=(--engine-param "long-name-$i=1"); done
    by_peer one "${many[@]}" lost.pdn -o many.pdn # version 1 does not declare parameters
    grep -q 'Annotator.*long-name-20=1, 3000 nodes a position, weights' many.pdn
    grep -q 'WhiteAccuracy' out.pdn
}

@test "dama's own engine finds the same blunder over Hub" {
    judge_well --jobs 1 --engine "hub:dama-engine hub" lost.pdn -o out.pdn
    [[ $(flat out.pdn) == *"%dama blunder"*"1. 28-22"* ]]
}

@test "a program that gives no scores analyses nothing" {
    run -5 by_peer "mute 1" --engine-retries 0 lost.pdn -o out.pdn
    [[ $output == *"dama-annotate: game 1 of the input is not analysed: the engine gave no score"* ]]
    grep -q '^\[Unjudged "the engine gave no score"\]' out.pdn
    run -1 grep '%eval' out.pdn
    by_peer "hasty 1" lost.pdn -o out.pdn # it need not, where there is only one move
    grep -q WhiteAccuracy out.pdn
}

@test "a program that crashes now and then loses no game" {
    run by_peer "crash 3" lost.pdn lost.pdn -o out.pdn
    [ "$status" -eq 0 ]
    [[ $output == *"the engine terminated (exit status 3); restarting it"* ]]
    [ "$(grep -c WhiteAccuracy out.pdn)" -eq 2 ]
}

@test "a game on which the engine fails is marked and written unchanged" {
    run by_peer "illegal 1" --engine-retries 1 lost.pdn -o out.pdn
    [ "$status" -eq 5 ]
    [[ $output == *"dama-annotate: game 1 of the input is not analysed: the engine played 1-2: "* ]]
    grep -q '^\[Unjudged "the engine played 1-2: ' out.pdn
    [[ $(flat out.pdn) == *"1. 27-22 {a note}"*"32x21 23x41"* ]]
    run by_peer plain lost.pdn -o out.pdn
    [ "$status" -eq 0 ]
    run -1 grep -q Unjudged out.pdn
}

@test "a game on which the engine fails keeps earlier findings" {
    judge lost.pdn -o one.pdn
    run -5 by_peer "illegal 1" --engine-retries 1 one.pdn -o two.pdn
    grep -q '^\[Unjudged "the engine played 1-2: ' two.pdn
    grep -v '^\[Unjudged ' two.pdn | cmp one.pdn
}

@test "an engine that fails on every game ends the run, and finished work is kept" {
    for i in 1 2 3 4 5 6 7; do
        sed "s/BW:/&/; s/B12,16/B12,$((i + 5))/" lost.pdn >>many.pdn
    done
    run by_peer "stall 1" --engine-timeout 100ms --engine-retries 0 many.pdn -o out.pdn --journal fresh.journal
    [ "$status" -eq 5 ]
    [[ $output == *"the engine failed on 5 games in a row: the engine sent nothing for 0.1 s"* ]]
    [[ $output == *"run the same command again to continue"* ]]
}

@test "deeper looks at which the engine fails do not end the run" {
    # With so much time, the scan has 2 million nodes for each position, and the first deeper looks 8 million.
    printf '#!/bin/sh\nsed -u /nodes=8000000/q | "%s/tests/peer-hub"\n' "$DAMA_BUILD" >shallow
    chmod +x shallow
    for move in 31-26 31-27 32-27 32-28 33-28 33-29 34-29; do
        printf '[GameType "20"]\n1. %s 20-25 *\n\n' $move
    done >many.pdn
    run -0 dama-annotate --quiet --no-nice --jobs 1 --for 1000h --engine hub:./shallow --engine-retries 0 many.pdn \
        -o out.pdn
    [ "$output" = "" ]
    [ "$(grep -c WhiteAccuracy out.pdn)" -eq 7 ]
}

@test "what a run cuts short as it gives up is not kept" {
    cat >first-only.sh <<'SH'
if mkdir lock 2>/dev/null; then exec dama-engine hub; fi
echo "id name=bad"
while read -r line; do
    case $line in
    hub) echo wait ;;
    init) echo ready ;;
    go*) exit 1 ;;
    quit) exit 0 ;;
    esac
done
SH
    for move in 31-26 31-27 32-27 32-28 33-28 33-29 34-29; do
        printf '[GameType "20"]\n1. %s 20-25 *\n\n' $move
    done >many.pdn
    run -5 dama-annotate -q --no-nice -j 2 --nodes 30000000 --engine 'hub:sh first-only.sh' --engine-retries 0 \
        many.pdn -o out.pdn --journal fresh.journal
    [[ $output == *"gave up with 0 of 7 games analysed"* ]]
    [ "$(sqlite3 fresh.journal 'SELECT count(*) FROM verdict')" -eq 0 ]
    [ "$(sqlite3 fresh.journal 'SELECT count(*) FROM position')" -eq 0 ]
}

@test "an engine that cannot be started, and options that need one" {
    run dama-annotate --nodes 5 --engine hub:/no/such/program lost.pdn -o out.pdn
    [ "$status" -eq 5 ]
    [ "$output" = 'dama-annotate: cannot start /no/such/program: No such file or directory' ]
    [ ! -e out.pdn ]
    for words in "--engine scan" "--engine hub:" "--engine-param a=b" "--engine-timeout 5s" "--engine-retries 2" \
        "--engine hub:x --engine-param ab" "--engine hub:x --engine-param variant=losing" "--engine hub:x --hash 16M"; do
        # shellcheck disable=SC2086 # words are meant to be split
        run dama-annotate --nodes 5 "${plain[@]}" $words lost.pdn -o out.pdn
        [ "$status" -eq 2 ]
        [ "${#lines[@]}" -eq 1 ]
    done
    run -2 dama-annotate --nodes 5 --engine hub:x --engine-param 'a=b"c' lost.pdn -o out.pdn
    [[ $output == *"--engine-param: a parameter cannot contain a double quote"* ]]
}

@test "a parameter that the engine lacks or refuses is an error before any game" {
    run -5 by_peer plain --engine-param level=2 --engine-param nosuch=1 lost.pdn -o out.pdn
    [ "$output" = "dama-annotate: the engine has no parameter 'nosuch'" ]
    [ ! -e out.pdn ]
    run -5 dama-annotate --nodes 5 --engine "hub:dama-engine hub" --engine-param threads=0 lost.pdn -o out.pdn
    [[ $output == "dama-annotate: the engine refused its parameters: "*threads* ]]
    [ ! -e out.pdn ]
    run -0 by_peer plain --engine-param level=2 lost.pdn -o out.pdn
    [ "$output" = "" ]
}

@test "--multipv writes the next best moves as well" {
    judge --multipv 3 lost.pdn -o out.pdn
    [ "$(flat out.pdn | grep -o '%dama line' | wc -l)" -eq 3 ]
    run dama-validate --severity=warning out.pdn
    [ "$status" -eq 0 ]
    judge lost.pdn -o out.pdn
    [ "$(flat out.pdn | grep -o '%dama line' | wc -l)" -eq 1 ]
    judge --multipv 3 out.pdn -o again.pdn
    [ "$(flat again.pdn | grep -o '%dama line' | wc -l)" -eq 3 ]
}

@test "two threads for a game" {
    dama-annotate -q --no-nice --depth 8 --threads-per-game 2 lost.pdn -o out.pdn
    [[ $(flat out.pdn) == *"%dama blunder"* ]]
}

@test "an input is never overwritten, and an unknown suffix is refused" {
    cp clean.pdn input.pdn
    run -2 dama-annotate --nodes 100 input.pdn -o ./input.pdn
    [[ $output == *"input.pdn is also an input; refusing to overwrite it"* ]]
    run -2 dama-annotate --nodes 100 input.pdn -o out.pdn --summary input.pdn
    run -2 dama-annotate --nodes 100 input.pdn -o out.pdn --exercises input.pdn
    cmp clean.pdn input.pdn
    run -2 dama-annotate --nodes 100 input.pdn -o out.html
    [[ $output == *"no format has this suffix"* ]]
}

@test "formats without annotations are refused before the analysis" {
    for format in csv doc dam fen svg; do
        run -2 judge lost.pdn -o out.$format
        [ "$output" = "dama-annotate: annotated games cannot be written as $format; use pdn, jsonl or sqlite" ]
        run -2 judge lost.pdn --to $format
        [ ! -e out.$format ]
        [ ! -e out.$format.journal ]
    done
    run -2 dama-annotate -q --no-nice --nodes 20 two.pdn -o out.sqlite.gz
    [[ $output == *"out.sqlite.gz: an SQLite collection cannot be compressed"* ]]
}

@test "no file is both read and written, or written twice" {
    cp clean.pdn input.pdn
    run -2 judge input.pdn --exercises ./input.pdn
    [[ $output == *"./input.pdn is also an input; refusing to overwrite it"* ]]
    cmp clean.pdn input.pdn
    judge --shard 1/1 --journal part.journal lost.pdn
    cp part.journal kept.journal
    run -2 dama-annotate -q --join part.journal --summary part.journal
    [[ $output == *"part.journal is also an input; refusing to overwrite it"* ]]
    cmp part.journal kept.journal
    run -2 judge lost.pdn -o one.pdn --summary ./one.pdn --summary-format text
    [ "$output" = "dama-annotate: --output and --summary are the same file: ./one.pdn" ]
    run -2 judge lost.pdn --exercises one.pdn --journal one.pdn
    [ "$output" = "dama-annotate: --exercises and --journal are the same file: one.pdn" ]
    run -2 judge lost.pdn -o one.pdn --summary one.pdn.journal
    [ "$output" = "dama-annotate: --summary and the journal are the same file: one.pdn.journal" ]
    dama-book build -q clean.pdn -o clean.book
    ln -s clean.book link.pdn
    run -2 judge lost.pdn --novelties clean.book --exercises link.pdn
    [ "$output" = "dama-annotate: --exercises and --novelties are the same file: clean.book" ]
}

@test "games cannot share standard output with anything else" {
    dama-book build -q clean.pdn -o clean.book
    run -2 judge --diff lost.pdn
    [ "$output" = "dama-annotate: the games and --diff both go to standard output; write the games to a file with -o" ]
    for words in "--summary -" "--summary - -o -" "--summary - -o /dev/stdout" "--html made -t pdn --summary -" "--novelties clean.book -t pdn" "--problems -t pdn" "--exercises - -o -"; do
        # shellcheck disable=SC2086 # words are meant to be split
        run -2 judge lost.pdn $words
        [[ $output == *"the games and --"*" both go to standard output; "* ]]
    done
    [ ! -e made ]
    run -2 judge --diff lost.pdn -o out.pdn --exercises -
    [[ $output == *"--exercises and --diff both go to standard output; write the exercises to a file" ]]
    run -2 judge --diff lost.pdn -o out.pdn --summary - --summary-format csv
    [[ $output == *"--summary and --diff both go to standard output; write the table to a file" ]]
    judge --diff lost.pdn -o out.pdn --summary -
}

@test "games that cannot be read pass through byte for byte, and are counted" {
    printf '%% kept\n[White  "A"]\n[GameType "20"]\n[FEN "W:Wgarbage"]\n\n1. 32-28   {odd\t blanks}\n\n   *\n\n' >bad.pdn
    printf '[White "B"]\n[GameType "99"]\n\n1.what ?? 2.ever?! 1-0\n\n' >>bad.pdn
    run dama-annotate --no-nice --nodes 3000 bad.pdn lost.pdn -o out.pdn
    [ "$status" -eq 1 ]
    [ "${lines[0]}" = "bad.pdn:4:10: error: game 1: expected a square such as c3, found \"garbage\" [bad-fen]" ]
    [ "${lines[1]}" = "dama-annotate: 1 of 3 games has errors; what follows an error is not analysed" ]
    head -c "$(wc -c <bad.pdn)" out.pdn | cmp bad.pdn
    grep -q '%dama blunder' out.pdn
}

@test "games with errors are named, with the reason" {
    printf '[White "A"]\n[GameType "27"]\n\n1. 35-30 19-23 *\n\n' >bad.pdn
    printf '[White "B"]\n[GameType "20"]\n\n1. 32-28 19-23 2. 28x20 *\n\n' >>bad.pdn
    run -1 judge bad.pdn -o out.pdn
    [ "${#lines[@]}" -eq 2 ]
    [[ ${lines[0]} == "bad.pdn:2:12: error: game 1: GameType 27 is Canadian draughts"*"[unknown-gametype]" ]]
    [[ ${lines[1]} == "bad.pdn:9:19: error: game 2, 2. 28x20: "*"[illegal-move]" ]]
    run -1 dama-annotate --no-nice --nodes 9 "${plain[@]}" bad.pdn -o out.pdn
    [ "${lines[2]}" = "dama-annotate: 2 of 2 games have errors; what follows an error is not analysed" ]
}

@test "a game whose first move is illegal is marked" {
    printf '[White "A"]\n[GameType "20"]\n\n1. 1-50 *\n\n' >bad.pdn
    run -1 judge bad.pdn -o out.pdn
    grep -q '^\[Unjudged "from 1. 1-50 on"\]' out.pdn
    run -1 judge --where 'white = "Z"' bad.pdn -o same.pdn
    cmp bad.pdn same.pdn
}

@test "a game with a missing move is marked alike when it is analysed again" {
    printf '[White "A"]\n[GameType "20"]\n\n1. 32-28 -- 2. 37-32 19-23 *\n\n' >gap.pdn
    judge gap.pdn -o one.pdn
    grep -q '^\[Unjudged "from 1... - on"\]' one.pdn
    judge one.pdn -o two.pdn
    cmp one.pdn two.pdn
}

@test "rules known only from the format or an option get a tag in PDN" {
    printf 'variant,moves\nbrazilian,c3-b4 b6-a5\n' >brazilian.csv
    judge brazilian.csv -o out.pdn
    grep -qx '\[GameType "26"\]' out.pdn
    printf '1. 11-15 23-19 *\n' >plain.pdn
    judge plain.pdn -o out.pdn
    run ! grep GameType out.pdn
    judge --variant english plain.pdn -o out.pdn
    grep -qx '\[GameType "21"\]' out.pdn
}

@test "a game with more plies than are analysed is marked" {
    {
        printf '[Result "1-1"]\n[GameType "20"]\n[FEN "W:WK46:BK3"]\n\n'
        for _ in {1..501}; do echo 46-41 3-8 41-46 8-3; done
        echo 1-1
    } >long.pdn
    judge long.pdn -o out.pdn
    grep -q '^\[Unjudged "from 1001. 46-41 on"\]' out.pdn
    run -0 judge out.pdn -o again.pdn
    cmp out.pdn again.pdn
}

@test "a full disk is reported, what was finished is kept, and the same command continues" {
    if ! unshare -rm true 2>/dev/null; then skip "no right to mount a file system here"; fi
    mkdir small
    cat >full.sh <<'END'
mount -t tmpfs -o size=64k tmpfs small || exit 99
cp lost.pdn small/lost.pdn
head -c 100k /dev/zero >small/filler 2>/dev/null
dama-annotate -q --no-nice --nodes 3000 small/lost.pdn -o small/out.pdn
echo "status $?"
[ ! -e small/out.pdn ] || echo "half an output"
rm small/filler
mount -o remount,size=4m small
dama-annotate -q --no-nice --nodes 3000 small/lost.pdn -o small/out.pdn
echo "status $?"
cp small/out.pdn .
END
    run unshare -rm sh full.sh
    [ "$status" -ne 99 ] || skip "no tmpfs here"
    [[ $output == *"No space left on device"*"status 3"*"status 0"* ]]
    [[ $output != *"half an output"* ]]
    grep -q '%dama blunder' out.pdn
}

@test "a full standard output is reported, with its own reason" {
    [ -w /dev/full ] || skip "no /dev/full"
    for _ in {1..6}; do cat clean.pdn; echo; done >several.pdn
    run -3 sh -c 'dama-annotate -q --no-nice --nodes 10 --eval material --egdb none several.pdn >/dev/full'
    [[ $output == "dama-annotate: cannot write to standard output: No space left on device" ]]
}

@test "if the time is too short, a message says so and nothing is written" {
    silent="hub:'$DAMA_BUILD/tests/peer-hub' stall 1"
    run -4 dama-annotate --no-nice --for 1s --engine "$silent" lost.pdn -o out.pdn
    [[ $output == *"dama-annotate: out of time with 0 of 1 games analysed; run the same command again to continue" ]]
    [ ! -e out.pdn ]
}

@test "a short time is enough for a short game" {
    dama-annotate -q --no-nice --for 6s lost.pdn -o out.pdn
    grep -q '%dama blunder' out.pdn
}

@test "weights and databases are named, and changed ones start the analysis again" {
    dama-annotate -q --no-nice --nodes 3000 lost.pdn -o out.pdn
    grep -q '^\[Annotator "dama [^,]*, 3000 nodes a position, weights [0-9a-f]\{8\}, 4-piece endgames without distances"\]' out.pdn
    judge lost.pdn -o plain.pdn
    grep -q '^\[Annotator "dama [^,]*, 3000 nodes a position, material only"\]' plain.pdn
    # the journal of one file with other weights in its place
    cp "$DAMA_SOURCE/data/eval/international.eval" own.eval
    judge_well --eval own.eval lost.pdn -o own.pdn
    sqlite3 own.pdn.journal "UPDATE setting SET value = 'weights 00000000' WHERE name = 'sources international'; DELETE FROM position"
    judge_well --eval own.eval lost.pdn -o again.pdn --journal own.pdn.journal
    cmp own.pdn again.pdn
    [ "$(sqlite3 own.pdn.journal 'SELECT count(*) FROM position')" -gt 0 ]
}

@test "--join reads journals that it may not write, and leaves no files beside those that it may" {
    judge lost.pdn -o whole.pdn
    mkdir parts
    judge --shard 1/1 --journal parts/a.journal lost.pdn
    dama-annotate -q --join parts/a.journal -o joined.pdn
    cmp whole.pdn joined.pdn
    [ "$(ls -A parts)" = a.journal ]
    [ "$(id -u)" -ne 0 ] || skip "root may write everything"
    chmod 444 parts/a.journal
    chmod 555 parts
    run dama-annotate -q --join parts/a.journal -o joined.pdn
    chmod 755 parts
    [ "$status" -eq 0 ]
    cmp whole.pdn joined.pdn
}

@test "--join: exercises of the parts, and parts that do not belong together" {
    printf '[GameType "20"]\n[FEN "W:W27,33-35,39,40,42,43,45,47,48:B3,4,6-8,13-15,19,23,25"]\n\n' >shot.pdn
    printf '1. 34-30 25x34 2. 40x20 *\n' >>shot.pdn
    judge_well shot.pdn lost.pdn --exercises whole.pdn
    grep -q '^1. 34-30 25x34' whole.pdn
    judge_well --shard 1/2 --exercises parts.pdn --journal a.journal shot.pdn lost.pdn
    judge_well --shard 2/2 --exercises parts.pdn --journal b.journal shot.pdn lost.pdn
    [ ! -e parts.pdn ]
    dama-annotate -q --join a.journal b.journal --exercises parts.pdn
    cmp whole.pdn parts.pdn
    judge_well --shard 2/2 --journal plain.journal shot.pdn lost.pdn
    run -3 dama-annotate -q --join plain.journal --exercises parts.pdn
    [[ $output == *"plain.journal: analysed without --exercises"* ]]
    sqlite3 b.journal "UPDATE setting SET value = 'material only' WHERE name = 'sources international'"
    run -3 dama-annotate -q --join a.journal b.journal --exercises parts.pdn
    [[ $output == *"b.journal: its weights or endgame databases differ from those of the first journal"* ]]
    judge_well --shard 2/2 --exercises parts.pdn --where 'white = "Ada"' --journal b.journal shot.pdn lost.pdn
    run -3 dama-annotate -q --join a.journal b.journal --exercises parts.pdn
    [[ $output == *"b.journal: its games are not those of the first journal"* ]]
}

@test "--join: thresholds may be higher than those of the parts, but not lower" {
    judge --shard 1/1 --journal part.journal lost.pdn clean.pdn
    printf 'inaccuracy: 0.01\n' >low.yaml
    printf 'inaccuracy: 0.1\n' >high.yaml
    run -3 dama-annotate -q --join --thresholds low.yaml part.journal -o out.pdn
    [[ $output == *"part.journal: analysed with an inaccuracy threshold of 0.05; a lower one must be given to --shard, not only to --join" ]]
    dama-annotate -q --join --thresholds high.yaml part.journal -o out.pdn
    judge --shard 1/1 --thresholds low.yaml --journal part.journal lost.pdn clean.pdn
    dama-annotate -q --join --thresholds low.yaml part.journal -o out.pdn
    judge --thresholds low.yaml lost.pdn clean.pdn -o whole.pdn
    cmp whole.pdn out.pdn
    dama-annotate -q --join part.journal -o unsaid.pdn # those of the parts
    cmp whole.pdn unsaid.pdn
    judge --join part.journal -o limits.pdn # the limits are given again
    cmp whole.pdn limits.pdn
    judge --shard 1/2 --thresholds high.yaml --journal a.journal lost.pdn clean.pdn
    sed 's/0.1/0.1\nmistake: 0.2/' high.yaml >higher.yaml
    judge --shard 2/2 --thresholds higher.yaml --journal b.journal lost.pdn clean.pdn
    run -3 dama-annotate -q --join a.journal b.journal -o out.pdn
    [[ $output == *"b.journal: its thresholds differ from those of the first journal; give --thresholds" ]]
}

@test "--join: a game on which the engine failed is written as in one run" {
    run -5 by_peer "illegal 1" --engine-retries 0 lost.pdn clean.pdn -o whole.pdn
    for k in 1 2; do
        by_peer "illegal 1" --engine-retries 0 --shard $k/2 --journal $k.journal lost.pdn clean.pdn || [ $? -eq 5 ]
    done
    run -5 dama-annotate -q --join 1.journal 2.journal -o out.pdn
    [[ $output == *"dama-annotate: game 1 of the input is not analysed: the engine played 1-2: "* ]]
    cmp whole.pdn out.pdn
}

@test "--join: --variant of the parts applies" {
    printf '[White "A"]\n[Result "*"]\n[GameType "25"]\n\n1. c3-d4 d6-c5 2. b2-c3 f6-g5 *\n' >russian.pdn
    judge --variant brazilian russian.pdn -o whole.pdn
    grep -q '^\[GameType "26' whole.pdn
    judge --variant brazilian --shard 1/1 --journal part.journal russian.pdn
    dama-annotate -q --join part.journal -o joined.pdn
    cmp whole.pdn joined.pdn
    for words in "--variant frisian" "--eval material" "--egdb none"; do
        # shellcheck disable=SC2086 # words are meant to be split
        run -2 dama-annotate --join part.journal $words -o out.pdn
        [[ $output == *"--join takes the settings of the analysis from the journals; "* ]]
    done
}

@test "--join: games of a variant that cannot be analysed, and games with errors, are as in one run" {
    printf '[White "A"]\n[Result "*"]\n[GameType "25"]\n\n1. c3-d4 d6-c5 *\n\n' >russian.pdn
    printf '[White "B"]\n[Result "*"]\n[GameType "20"]\n\n1. 32-28 19-23 2. 28x18 *\n' >bad.pdn
    weights=$DAMA_SOURCE/data/eval/international.eval
    run -1 judge --eval "$weights" lost.pdn russian.pdn -o whole.pdn
    refused=$output
    [[ $refused == *"russian games are not analysed: "* ]]
    for k in 1 2; do
        run -0 judge --eval "$weights" --shard $k/2 --journal $k.journal lost.pdn russian.pdn
    done
    run -1 dama-annotate -q --join 1.journal 2.journal -o joined.pdn
    [ "$output" = "$refused" ]
    cmp whole.pdn joined.pdn
    run -0 judge --shard 1/1 --journal bad.journal bad.pdn
    run -1 dama-annotate --join bad.journal -o joined.pdn
    [[ $output == *"1 of 1 game has errors; what follows an error is not analysed" ]]
}

@test "a variant that only an earlier run had is not mentioned" {
    printf '[White "A"]\n[Result "*"]\n[GameType "25"]\n\n1. c3-d4 d6-c5 *\n\n' >russian.pdn
    judge lost.pdn russian.pdn -o out.pdn --journal own.journal
    run -0 judge --eval "$DAMA_SOURCE/data/eval/international.eval" lost.pdn -o out.pdn --journal own.journal
    [ -z "$output" ]
}

@test "options that cannot be combined with --shard or --join are refused" {
    for words in "--shard 1/2 --journal j --summary -" "--shard 1/2 --journal j --diff" "--shard 1/2 --journal j -t pdn" \
        "--join --where white=x j" "--join --player x j" "--join --journal k j"; do
        # shellcheck disable=SC2086 # words are meant to be split
        run -2 dama-annotate --nodes 5 $words lost.pdn
    done
    for part in 0/2 3/2 1/-1 1/2x 1/ /2 2; do
        run -2 dama-annotate --nodes 5 --shard $part --journal j lost.pdn
        [[ $output == *"--shard: expected K/N with K from 1 to N, found '$part' (try 'dama-annotate --help')" ]]
    done
    run -2 dama-annotate --join --side white j -o out.pdn
    [[ $output == *"repeat all options of --shard, limits included, to check them, or give none"* ]]
    for words in "--jobs 2" "--hash 4M" "--threads-per-game 2"; do
        # shellcheck disable=SC2086 # words are meant to be split
        run -2 dama-annotate --join $words j -o out.pdn
        [[ $output == *"or give none"* ]]
    done
    run -2 dama-annotate --join --from pdn j -o out.pdn
    [[ $output == *"--from, --player and --where belong to --shard, not to --join"* ]]
}

@test "--join takes the options for what is written, which --shard refuses" {
    judge --shard 1/1 --journal part.journal lost.pdn clean.pdn
    for words in --only-faults --no-lines --no-tags "--line-plies 2"; do
        # shellcheck disable=SC2086 # words are meant to be split
        run -2 judge --shard 1/1 --journal other.journal $words lost.pdn clean.pdn
        [[ $output == *"--line-plies, --no-lines, --no-tags and --only-faults belong to --join, not to --shard"* ]]
        # shellcheck disable=SC2086 # words are meant to be split
        judge $words lost.pdn clean.pdn -o whole.pdn
        # shellcheck disable=SC2086 # words are meant to be split
        dama-annotate -q --join $words part.journal -o joined.pdn
        cmp whole.pdn joined.pdn
    done
    [ ! -e other.journal ]
}

@test "unreadable inputs and unwritable outputs are reported before the analysis" {
    mkdir folder
    run -3 judge lost.pdn -o folder
    [[ $output == *"folder: cannot write: is a folder"* ]]
    run -3 judge lost.pdn -o no/such.pdn
    [[ $output == *"no/such.pdn: cannot create: No such file or directory"* ]]
    run -3 judge lost.pdn -o out.pdn --summary no/such.txt
    [[ $output == *"no/such.txt: cannot create: No such file or directory"* ]]
    run -3 judge lost.pdn -o out.pdn --egdb nothing
    [[ $output == *"nothing: cannot open: No such file or directory"* ]]
    run -3 judge lost.pdn -o out.pdn --eval nothing
    run -3 judge lost.pdn -o out.pdn --eval clean.pdn
    [[ $output == *"clean.pdn: not a weights file" ]]
    run -1 judge lost.pdn -o other.pdn --eval "$DAMA_SOURCE/data/eval/english.eval"
    [[ $output == *"international games are not analysed: "*"english.eval: these weights are for english, not for international"* ]]
    [ "$(echo *)" = "clean.pdn folder lost.pdn other.pdn other.pdn.journal" ]
}

@test "a position set up before the first move is the start position, and the game is written as it was" {
    setup_fen='W:W38,42,31:B12,13,18'
    printf '[GameType "20"]\n[Result "2-0"]\n\n/FEN "%s"/ 1. 38-33 18-22 2-0\n' "$setup_fen" >setup.pdn
    printf '[GameType "20"]\n[Result "2-0"]\n[FEN "%s"]\n\n1. 38-33 18-22 2-0\n' "$setup_fen" >tag.pdn
    judge setup.pdn -o one.pdn
    judge tag.pdn -o two.pdn
    [ "$(grep -c 'dama good' one.pdn)" -gt 0 ]
    run ! grep Unjudged one.pdn
    [[ $(tr '\n' ' ' <one.pdn) == *" /FEN \"$setup_fen\"/ 1. 38-33 {[%eval "* ]]
    commands() { grep -v '^\[[A-Z]' "$1" | tr '\n' ' ' | grep -o '\[%[^]]*\]'; }
    [ "$(commands one.pdn)" = "$(commands two.pdn)" ]
    judge setup.pdn -o one.db
    [ "$(sqlite3 one.db 'SELECT count(*) FROM judgement')" = 2 ]
}

@test "games with other positions set up at their beginning are other games" {
    printf '[GameType "20"]\n[Result "*"]\n\n/FEN "%s"/ 1. 38-33 *\n\n' W:W38,42,31:B12,13,18 W:W38,42,31:BK1 >p.pdn
    judge p.pdn -o out.pdn
    [ "$(sqlite3 out.pdn.journal 'SELECT count(DISTINCT key) FROM game')" = 2 ]
}

@test "a game is analysed up to a position set up among its moves, and a message says so" {
    printf '[GameType "20"]\n[Result "2-0"]\n\n1. 32-28 19-23 /FEN "W:W38,42,31:B12,13,18"/ 1. 38-33 2-0\n' >p.pdn
    run -0 dama-annotate --no-nice --nodes 100 "${plain[@]}" p.pdn -o out.pdn
    [[ $output == *"1 game was analysed only up to a position that is set up among the moves"* ]]
    grep -q '^\[Unjudged "from the position set up after 1... 19-23 on"\]' out.pdn
}
