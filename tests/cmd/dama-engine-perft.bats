#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
# dama-engine perft and dama-engine moves.

bats_require_minimum_version 1.5.0
load ../lib/wait

@test "perft prints the count alone on the last line" {
    run dama-engine perft --depth 6
    [ "$status" -eq 0 ]
    [ "$output" = 167140 ]
}

@test "perft of depth 0 is the position itself" {
    run dama-engine perft --depth 0
    [ "$output" = 1 ]
}

@test "perft divides: a line for each move, the sum at the end" {
    run dama-engine perft --depth 3 --divide
    [ "${#lines[@]}" -eq 10 ]
    [ "${lines[9]}" = 658 ]
    sum=0
    for line in "${lines[@]:0:9}"; do sum=$((sum + ${line#* })); done
    [ "$sum" -eq 658 ]
}

@test "threads do not change the count" {
    one=$(dama-engine perft --variant dameo --depth 4 --divide)
    two=$(dama-engine perft --variant dameo --depth 4 --divide --threads 3)
    [ "$one" = "$two" ]
}

# A man goes round four pieces, to the left or to the right.
@test "routes count each order of capture" {
    run dama-engine perft --fen 'W:W32:B17,18,27,28' --depth 1
    [ "$output" = 1 ]
    run dama-engine perft --fen 'W:W32:B17,18,27,28' --depth 1 --count=routes
    [ "$output" = 2 ]
}

@test "an unknown variant gives the nearest name" {
    run -2 dama-engine perft --variant turkih
    [[ $output == *'unknown variant "turkih"; did you mean "turkish"?'* ]]
    run -2 dama-engine perft --variant turkish:promotion=stp
    [[ $output == *'promotion can be end, stop, continue, not "stp"'* ]]
    run -2 dama-engine perft --variant turkish:promoton=stop
    [[ $output == *'did you mean "promotion"?'* ]]
    run -2 dama-engine perft --variant international:promotion=stop
    [[ $output == *'no readings; found "promotion"'* ]]
}

@test "the list of variants names every rule set and reading" {
    run dama-engine perft --variant list
    [ "$status" -eq 0 ]
    for name in international turkish altdeutsch-flying antidraughts 'promotion=end|stop|continue'; do
        [[ $output == *"$name"* ]]
    done
}

@test "a position that the variant cannot have is refused" {
    run -2 dama-engine perft --fen 'W:W51:B1'
    run -2 dama-engine perft --fen 'W:W1:B50'
    run -2 dama-engine perft --variant english --fen 'B:W45:B1'
}

@test "moves of a position, one per line" {
    run dama-engine moves --variant turkish
    [ "${#lines[@]}" -eq 8 ]
    [ "${lines[0]}" = a3-a4 ]
}

@test "moves as JSON" {
    run dama-engine moves --fen 'W:W33:B28' --format jsonl
    [ "$output" = '{"from":"33","to":"22","captures":["28"],"crowns":false,"short":"33x22","full":"33x22"}' ]
}

@test "moves --json is --format=jsonl" {
    run -0 dama-engine moves --json
    [ "$output" = "$(dama-engine moves --format=jsonl)" ]
    [[ ${lines[0]} == '{"from":'* ]]
}

@test "positions from standard input, one line each" {
    run bash -c "printf 'W:W33:B28\nW:W33:B1\nnonsense\nW:WK50:B1\n' | dama-engine moves --stdin 2>/dev/null"
    [ "$status" -eq 1 ]
    [ "${lines[0]}" = 33x22 ]
    [ "${lines[1]}" = '33-29 33-28' ] || [ "${lines[1]}" = '33-28 33-29' ]
    cmp <(printf 'W:W33:B28\rW:W33:B1\r\rW:WK50:B1' | dama-engine moves --stdin) \
        <(printf 'W:W33:B28\nW:W33:B1\n\nW:WK50:B1\n' | dama-engine moves --stdin)
    run bash -c "printf 'W:W33:B28\r\nnonsense\r\n' | dama-engine moves --stdin 2>&1 >/dev/null"
    [[ "$output" == *"-:2:"* ]]
    run bash -c "printf 'nonsense\n' | dama-engine moves --stdin --format jsonl 2>/dev/null"
    [ "$output" = null ]
    run bash -c "printf 'B:W50:B\n' | dama-engine moves --stdin --format jsonl 2>/dev/null"
    [ "$output" = '[]' ]
}

@test "a signal ends a long count" {
    dama-engine perft --depth 30 2>"$BATS_TEST_TMPDIR/err" 3>&- &
    local pid=$! status=0
    wait_for_handler $pid
    kill -TERM $pid
    wait $pid || status=$?
    [ "$status" -eq 4 ]
    grep -q stopped "$BATS_TEST_TMPDIR/err"
}
