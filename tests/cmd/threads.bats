#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
# The commands at work on several threads; small enough for the thread sanitizer, which is what these tests are for.

bats_require_minimum_version 1.5.0

setup() {
    work=$BATS_TEST_TMPDIR
    cd "$work" || return
    for i in $(seq 300); do
        printf '[Event "%s"]\n[GameType "20"]\n\n1. 32-28 19-23 2. 28x19 14x23 3. 37-3%s *\n\n' "$i" $((i % 3 + 1))
    done >games.pdn
}

@test "dama-validate finds the same with three threads as with one" {
    run -1 dama-validate --jobs=1 games.pdn
    one=$output
    [[ $one == *illegal-move* ]]
    run -1 dama-validate --jobs=3 games.pdn "$DAMA_SOURCE/examples/faults.pdn" games.pdn
    [[ $output == *"$one"* ]]
}

@test "dama-convert writes the same with three threads as with one" {
    dama-convert -q -j 1 games.pdn -o one.pdn || true
    dama-convert -q -j 3 games.pdn -o three.pdn || true
    [ -s one.pdn ]
    cmp one.pdn three.pdn
}

@test "perft counts the same with three threads as with one" {
    [ "$(dama-engine perft --depth 6 --threads 3)" -eq 167140 ]
    [ "$(dama-engine perft --variant dameo --depth 3 --threads 2)" -eq 135930 ]
}

@test "the engine finds a move with three threads" {
    run -0 dama-engine go --threads 3 --nodes 20000 --eval=material
    [[ $output =~ [0-9]+[-x][0-9]+ ]]
}
