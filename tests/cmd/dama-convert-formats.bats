#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
# dama-convert: what files of each format say, and what must not be lost between them.

bats_require_minimum_version 1.5.0
load ../lib/games

setup() {
    dir=$BATS_TEST_TMPDIR
    cd "$dir" || return
}

# variants: those of the games on standard input, with results, on a line
variants() {
    dama-convert -q -t csv --columns variant,result | tail -n +2 | paste -sd' '
}

@test "PDN names the rules of positions without moves" {
    need_json
    cat >ends.jsonl <<'END'
{"dama":1,"variant":"russian","start":"W:Wc3,e3:Bd6,f6","result":"none","moves":[]}
{"dama":1,"variant":"brazilian","start":"W:Wc3,e3:Bd6,f6","result":"none","moves":[]}
{"dama":1,"variant":"frisian","start":"W:W31,32:B5,6","result":"none","moves":[]}
{"dama":1,"variant":"italian","start":"W:W31,32:B5,6","result":"white","terminator":"1-0","moves":[]}
END
    run variants <ends.jsonl
    want=$output
    [ "$(dama-convert -q ends.jsonl | variants)" = "$want" ]
    [ "$(dama-convert -q ends.jsonl | grep -c GameType)" -eq 4 ]
    dama-convert -q ends.jsonl -o ends.sqlite
    [ "$(dama-convert -q ends.sqlite | variants)" = "$want" ]
}

@test "a position keeps the rules and the winner that the moves of its game told" {
    printf '[Result "1-0"]\n\n1. 11-15 23-19 2. 8-11 22-17 3. 11-16 24-20 1-0\n' >english.pdn
    [ "$(variants <english.pdn)" = english,1-0 ]
    [ "$(dama-convert -q --position=final english.pdn | variants)" = english,1-0 ]
    dama-convert -q --position=final english.pdn | grep -qx '\[GameType "21"\]'
}
