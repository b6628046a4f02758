#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
# Pipes at whose other end nothing happens: the first signal ends each command, which says so. A slow reader is served.

bats_require_minimum_version 1.5.0
load ../lib/wait

setup() {
    cd "$BATS_TEST_TMPDIR" || exit
    mkfifo nobody
    exec 8<>nobody # not a byte comes, and the end neither
}

teardown() { exec 8>&-; }

# Each of the commands is started, signalled, and must end with status 4 and a word about it. Its output is in out0,
# out1 and so on.
jobs_end() {
    local line pid n=0 wrong='' pids=()
    while read -r line; do
        # shellcheck disable=SC2086 # words
        $line <&8 8>&- 3>&- >"out$n" 2>"err$n" &
        pids[n]=$!
        n=$((n + 1))
    done <<<"$1"
    wait_for_handler "${pids[@]}"
    sleep 1
    kill -TERM "${pids[@]}"
    (sleep 30 && kill -KILL "${pids[@]}") 2>/dev/null 8>&- 3>&- &
    local killer=$!
    n=0
    while read -r line; do
        local status=0
        wait "${pids[n]}" || status=$?
        { [ "$status" -eq 4 ] && grep -q stopped "err$n"; } || wrong="$wrong$line: status $status: $(cat "err$n")"$'\n'
        n=$((n + 1))
    done <<<"$1"
    kill "$killer" 2>/dev/null || true
    echo "$wrong"
    [ -z "$wrong" ]
}

@test "standard input that nobody writes to" {
    jobs_end "dama-validate
dama-convert
dama-engine moves --stdin
dama-engine show -
dama-egdb probe --solve=2"
}

@test "on a terminal, a command that waits for input says so" {
    command -v script >/dev/null || skip "no script(1)"
    waits_for() { printf '\004' | timeout 20 script -qec "$1" /dev/null 8>&-; }
    [[ $(waits_for "dama-validate") == *"reading games from standard input; press Ctrl-D to end"* ]]
    [[ $(waits_for "dama-engine moves --stdin") == *"reading standard input line by line; press Ctrl-D to end"* ]]
}

@test "pipes as files that nobody writes to" {
    printf '1. 32-28 *\n' >one.pdn
    printf 'include: unwritten\n' >match.yaml
    mkfifo unwritten unread
    jobs_end "dama-validate unwritten
dama-validate --baseline=unwritten one.pdn
dama-convert unwritten
dama-annotate --nodes=10 unwritten -o new.pdn
dama-convert --names=unwritten one.pdn
dama-convert one.pdn -o unread
dama-book build unwritten -o new.book
dama-egdb probe unwritten
dama-engine games unwritten
dama-engine train unwritten -o new.eval
dama-engine average unwritten unwritten -o new.eval
dama-engine calibrate unwritten one.pdn
dama-match run unwritten
dama-match run match.yaml
dama-match stats unwritten"
    # what must be an SQLite file is not waited for
    for command in 'dama-match report' 'dama-book info'; do
        # shellcheck disable=SC2086 # two words
        run -3 timeout 10 $command unwritten
        [[ $output == *'unwritten: not a regular file' ]]
    done
}

@test "no statistics from part of the games" {
    printf '[White "A"]\n[Black "B"]\n[Result "2-0"]\n\n1. 32-28 2-0\n\n%.0s' {1..200} >&8 # more than the head that tells the format
    jobs_end "dama-match stats -"
    [ ! -s out0 ]
}

@test "a match whose events nobody reads ends all the same" {
    cat >match.yaml <<'END'
output: {store: played.db}
rounds: 200
time: {nodes: 200}
players: [{name: one, builtin: true}, {name: two, builtin: true}]
END
    exec 9<>nobody
    dama-match run --format=jsonl match.yaml >&9 9>&- 8>&- 3>&- 2>said &
    pid=$!
    wait_for_handler "$pid"
    sleep 2 # the pipe is full now
    kill -TERM "$pid"
    SECONDS=0
    wait "$pid" || status=$?
    exec 9>&-
    [ "$status" -eq 4 ] && [ "$SECONDS" -lt 20 ]
}

@test "a game that a signal cuts off is no fault, and annotating says how to go on" {
    local command
    for command in 'dama-annotate -j1 --nodes=10 - -o out.pdn' 'dama-convert - -o out.sqlite' 'dama-validate'; do
        printf '1. 32-28 18-23 *\n\n%.0s' {1..500} >&8 # more than the head that tells the format
        printf '1. 33-28 18-23 2. 43-' >&8
        jobs_end "$command"
        cat err0
        [ ! -s out.pdn ] && [ ! -e out.sqlite ]
        [[ "$(<err0)" != *'error'* ]]
        [[ $command != dama-annotate* || "$(<err0)" = *'; run the same command again to continue' ]]
    done
}

@test "openings from a pipe that is never finished" {
    mkfifo some.pdn
    exec 7<>some.pdn
    printf '1. 32-28 18-23 *\n\n%.0s' {1..500} >&7 # more than the head that tells the format
    cat >match.yaml <<'END'
event: Test
output: {store: night.db}
openings: {files: [some.pdn]}
games: 2
time: {nodes: 500}
players: [{name: a, builtin: true}, {name: b, builtin: true}]
END
    jobs_end "dama-match run match.yaml"
    exec 7>&-
}

@test "lines are answered only as long as somebody reads" {
    yes W:W31:B20 | timeout 20 dama-engine moves --stdin | head -n 1
    [ "${PIPESTATUS[*]:1}" = '0 0' ]
}

@test "output that nobody reads is given up" {
    yes '[Event "?"]

1. 32-28 19-23 2. 28x19 14x23 *
' | head -n 400000 >many.pdn
    dama-convert -q many.pdn >nobody 8>&- 3>&- 2>err &
    local pid=$! status=0
    wait_for_handler "$pid"
    sleep 1 # the pipe is full now
    kill -TERM "$pid"
    wait "$pid" || status=$?
    cat err
    [ "$status" -eq 4 ]
    [ "$(<err)" = "dama-convert: stopped by a signal; nobody is reading standard output" ]
}

# read(1) of a shell takes a byte at a time from a pipe: what is in the pipe when the signal comes takes it a while.
@test "a slow reader gets whole games after a signal" {
    yes '[Event "?"]

1. 32-28 19-23 2. 28x19 14x23 *
' | head -n 1200000 >many.pdn
    mkfifo slow
    bash -c 'while read -r line; do echo "$line"; done' <slow >out 3>&- & # without the hooks of bats
    local reader=$! status=0
    dama-convert --to=pdn many.pdn >slow 2>err 3>&- &
    local pid=$!
    wait_for_handler $pid
    sleep 1
    kill -TERM $pid
    wait $pid || status=$?
    wait $reader
    cat err
    [ "$status" -eq 4 ]
    [[ "$(<err)" != *'not read'* ]]
    [ "$(tail -n 2 out)" = '*' ]
    dama-validate -q out
}
