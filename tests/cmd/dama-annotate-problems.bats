#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
# shellcheck disable=SC2154 # plain: lib/judge
# dama-annotate --problems and --exercises: compositions that are checked, and positions to solve.

bats_require_minimum_version 1.5.0

load ../lib/judge

setup() {
    work=$BATS_TEST_TMPDIR
    cd "$work" || return 1
}

# problem FEN RESULT MOVES: a composition of international draughts
problem() {
    printf '[Event "A. Composer"]\n[Result "%s"]\n[GameType "20"]\n[FEN "%s"]\n\n%s %s\n\n' "$2" "$1" "$3" "$2"
}

check() {
    dama-annotate --quiet --no-nice --nodes 3000 --eval material --problems "$@"
}

@test "a correct composition, proven by the endgame database" {
    problem "W:WK18,36:BK40" 2-0 "1. 18x45" >p.pdn
    run -0 check p.pdn
    [ "$output" = "problem 1 (A. Composer): sound (proven)" ]
}

@test "a second solution and duals are written out" {
    problem "W:W16,K15:B26" 2-0 "1. 16-11 26-31 2. 11-6 31-37 3. 6-1 37-42 4. 15x47" >p.pdn
    run -1 check p.pdn -o out.pdn
    [ "${lines[0]}" = "problem 1 (A. Composer): second solution (proven)" ]
    [[ $output == *"  second solution: 1. 15-42 (proven)"* ]]
    [[ $output == *"  dual: 2. 11-7 (proven)"* ]]
    grep -q '^\[ProblemVerdict "second-solution"\]' out.pdn
    grep -q '^\[ProblemProof "proven"\]' out.pdn
    [[ $(tr '\n' ' ' <out.pdn) == *'1. 16-11 ({[%dama second-solution proven 1]} 1. 15-42)'* ]]
    run -0 dama-validate --severity=error out.pdn
}

@test "a continuation added to a finding stays, and a run without --problems removes the verdict" {
    problem "W:WK28,31:B3" 2-0 "1. 28-14 3-8" >p.pdn
    run -1 check p.pdn -o out.pdn
    sed 's/1\. 28-23)/1. 28-23 3-8 2. 23-1 8-13 3. 31-27)/' out.pdn >more.pdn
    run -1 check more.pdn -o again.pdn
    tr '\n' ' ' <again.pdn | grep -qF '(1. 28-23 3-8 2. 23-1 8-13 3. 31-27) ({[%dama second-solution proven 1]} 1. 28-23)'
    judge --nodes 100 out.pdn >plain.pdn
    run -1 grep -e Problem -e second-solution plain.pdn
}

@test "a refutation is written out, after the end and in the middle" {
    problem "W:W34:BK5" 2-0 "1. 34-30" >p.pdn
    problem "W:W33,39:B24,22" 2-0 "1. 33-29 24x44" >>p.pdn
    run -1 check p.pdn -o out.pdn
    [ "${lines[0]}" = "problem 1 (A. Composer): unsound (proven)" ]
    [[ ${lines[1]} == "  does not win: 1... 5-46"*"(proven)" ]]
    [ "${lines[2]}" = "problem 2 (A. Composer): unsound (proven)" ]
    grep -q 'dama refuted proven' out.pdn
}

@test "a defence that the solution overlooks refutes it" {
    # Black may take either way
    problem "W:WK6:B28,33,39,44" 2-0 "1. 6-1 44-50" >p.pdn
    run check p.pdn
    [[ ${lines[0]} != *": sound"* ]]
}

@test "a draw may be the goal" {
    problem "W:WK46:B45,K1" 1-1 "1. 46-5" >p.pdn
    run -1 check p.pdn
    [ "${lines[0]}" = "problem 1 (A. Composer): second solution (proven)" ]
    problem "W:W34:BK5" 1-1 "1. 34-30" >p.pdn
    run -1 check p.pdn
    [ "${lines[0]}" = "problem 1 (A. Composer): unsound (proven)" ]
    [[ ${lines[1]} == "  does not draw: "* ]]
}

@test "without a solution, dama looks for one" {
    problem "W:WK18,36:BK40" 2-0 "" >p.pdn
    problem "W:W7:B36" 2-0 "" >>p.pdn
    run -1 check p.pdn
    [ "${lines[0]}" = "problem 1 (A. Composer): no solution given, one found (proven)" ]
    [ "${lines[1]}" = "  solution: 1. 18x45 (proven)" ]
    [ "${lines[2]}" = "problem 2 (A. Composer): unsound (proven)" ]
    [[ ${lines[3]} == "  no move wins; best: 1. 7-"* ]]
}

@test "an illegal solution is not correct" {
    problem "W:WK18,36:BK40" 2-0 "1. 18x44" >p.pdn
    run -1 check p.pdn
    [ "${lines[0]}" = "problem 1 (A. Composer): illegal (proven)" ]
    [ "${lines[1]}" = "  illegal: 1. 18x44" ]
}

@test "a solution with an illegal move is a different problem from one without" {
    for moves in "1. 28-22" "1. 28-22 18-24" "" "1. 27-31"; do
        problem W:W27,28,32,37,38:B12,16,18,19,23 2-0 "$moves"
    done >p.pdn
    run -1 check p.pdn
    echo "$output" | grep -E '^problem [24]' >faults
    [ "$(cat faults)" = "problem 2 (A. Composer): illegal (proven)
problem 4 (A. Composer): illegal (proven)" ]
    [ "$(grep -c "illegal" <<<"$output")" -eq 4 ]
}

@test "adding or removing an illegal move is noticed" {
    problem W:W16,K15:B26 2-0 "1. 16-11 26-31 2. 11-6 31-37 3. 6-50" >p.pdn
    run -1 check p.pdn -o out.pdn
    [[ $output == *"illegal: 3. 6-50" ]]
    cp p.pdn bad.pdn
    sed -i 's/ 3. 6-50//' p.pdn
    run -1 check p.pdn -o out.pdn
    [ "${lines[0]}" = "problem 1 (A. Composer): second solution (proven)" ]
    grep -q '^\[ProblemVerdict "second-solution"\]' out.pdn
    run -1 check bad.pdn -o out.pdn
    [[ $output == *"illegal: 3. 6-50" ]]
}

@test "older journals that confused different compositions are not used" {
    problem "W:WK18,36:BK40" 2-0 "1. 18x45" >p.pdn
    check --shard 1/1 --journal p.journal p.pdn
    sqlite3 p.journal "UPDATE setting SET value = '1' WHERE name = 'problems'"
    run -3 dama-annotate -q --join --problems p.journal -o out.pdn
    [ "$output" = "dama-annotate: p.journal: analysed by another version of dama; run the commands of all shards again" ]
}

@test "what the limits cannot decide is reported as undecided" {
    problem "W:W27,31,32,36,37,38,41,42,43,46,47,48,49,50:B1,2,3,4,6,7,8,9,11,12,13,17,18" 2-0 "1. 32-28" >p.pdn
    run -1 judge --nodes 200 --problems p.pdn
    [ "${lines[0]}" = "problem 1 (A. Composer): undecided" ]
    [[ ${lines[1]} == "  undecided whether this wins"*"(search, depth "* ]]
}

@test "a deep win that looks drawn without a database is undecided, not unsound" {
    printf '[GameType "21"]\n[Result "0-1"]\n[FEN "B:WK30,12:B13,5"]\n\n0-1\n' >p.pdn
    run -1 judge --nodes 2000 --problems p.pdn
    [ "${lines[0]}" = "problem 1: undecided" ]
    [[ ${lines[1]} == "  undecided whether this wins"*"(search, depth "* ]]
}

@test "a composition may set its position up before its first move" {
    printf '[GameType "20"]\n[Result "2-0"]\n\n/FEN "W:WK18,36:BK40"/ 1. 18x45 2-0\n' >p.pdn
    printf '\n[GameType "20"]\n[Result "2-0"]\n\n/FEN "W:WK18,36:BK40"/ 2-0\n' >>p.pdn
    run -0 check p.pdn -o out.pdn
    [ "${lines[0]}" = "problem 1: sound (proven)" ]
    [ "${lines[1]}" = "problem 2: no solution given, one found (proven)" ]
    grep -q '^/FEN "W:WK18,36:BK40"/ 1. 18x45' out.pdn
    cp out.pdn one.pdn
    run -0 check one.pdn -o two.pdn
    cmp one.pdn two.pdn
}

@test "games from the start position are not compositions" {
    printf '[Result "1-1"]\n[GameType "20"]\n\n1. 32-28 1-1\n' >p.pdn
    run -0 dama-annotate --no-nice --nodes 100 "${plain[@]}" --problems p.pdn
    [[ $output == *"0 problems"* ]]
    [[ $output == *"left out: 1 game without a position of its own"* ]]
}

@test "the same position with a different goal is a different problem" {
    problem "W:WK46:B45,K1" 2-0 "1. 46-5" >p.pdn
    problem "W:WK46:B45,K1" 1-1 "1. 46-5" >>p.pdn
    run -1 check p.pdn
    [[ ${lines[0]} == "problem 1 (A. Composer): unsound"* ]]
    [[ $output == *"problem 2 (A. Composer): second solution"* ]]
}

@test "checked again, the notes are replaced" {
    {
        problem "W:W16,K15:B26" 2-0 "1. 16-11 26-31 2. 11-6"
        problem "W:W34:BK5" 2-0 "1. 34-30"
        problem "W:WK18,36:BK40" 2-0 "1. 18x44"
    } >p.pdn
    run -1 check p.pdn -o one.pdn
    run -1 check one.pdn -o two.pdn
    cmp one.pdn two.pdn
}

@test "damaged findings in the journal are reported and recomputed" {
    problem "W:W16,K15:B26" 2-0 "1. 16-11 26-31 2. 11-6" >p.pdn
    run -1 check p.pdn -o one.pdn
    sqlite3 one.pdn.journal "UPDATE verdict SET plies = x'50'"
    run -3 check p.pdn -o one.pdn
    [[ $output == *"damaged: the verdicts of game 1 do not match its moves; run the same command again to redo them" ]]
    cp one.pdn before.pdn
    run -1 check p.pdn -o one.pdn
    cmp before.pdn one.pdn
}

@test "journals of compositions are joined as compositions" {
    problem "W:WK18,36:BK40" 2-0 "1. 18x45" >p.pdn
    check --shard 1/1 --journal p.journal p.pdn
    run -3 dama-annotate -q --join p.journal -o out.pdn
    [ "$output" = "dama-annotate: p.journal: analysed with --problems, which must be given to --join as well" ]
    run -0 dama-annotate -q --join --problems p.journal -o out.pdn
    [ "$output" = "problem 1 (A. Composer): sound (proven)" ]
    judge --shard 1/1 --journal games.journal p.pdn
    run -3 dama-annotate -q --join --problems games.journal -o out.pdn
    [ "$output" = "dama-annotate: games.journal: analysed without --problems" ]
}

@test "the manual page lists the values of ProblemVerdict" {
    {
        problem "W:WK18,36:BK40" 2-0 "1. 18x45"
        problem "W:W34:BK5" 2-0 "1. 34-30"
        problem "W:WK18,36:BK40" 2-0 "1. 18x44"
        problem "W:W16,K15:B26" 2-0 "1. 16-11"
        problem "W:WK18,36:BK40" 2-0 ""
    } >p.pdn
    run -1 check p.pdn -o out.pdn
    words=$(sed -n 's/^\[ProblemVerdict "\(.*\)"\]/\1/p' out.pdn | tr '\n' ' ')
    [ "$words" = "sound unsound illegal second-solution solved " ]
    for word in $words; do
        grep -q "\*$word\*" "$DAMA_SOURCE/cmd/annotate/dama-annotate.1.scd"
    done
}

@test "a solution longer than the limit of plies is checked up to the limit, and is not called illegal" {
    {
        printf '[GameType "20"]\n[Result "1-1"]\n[FEN "W:WK1:BK36"]\n\n'
        for n in {1..501}; do
            echo "$((2 * n - 1)). 1-6 36-41 $((2 * n)). 6-1 41-36"
        done
        echo 1-1
    } >long.pdn
    run -1 dama-annotate -n 100 --problems long.pdn -o judged.pdn
    [[ $output == *"problem 1: second solution"* && $output != *illegal* ]]
    [ -s judged.pdn ]
}

@test "options that cannot be combined with --problems" {
    problem "W:W7:B36" 2-0 "" >p.pdn
    for words in "--for 1h" "--nodes 5 --side white" "--nodes 5 --exercises e.pdn" "--nodes 5 -o -" "--nodes 5 --book b"; do
        # shellcheck disable=SC2086 # words are meant to be split
        run -2 dama-annotate --problems $words p.pdn
        [ "${#lines[@]}" -eq 1 ]
    done
    echo 'win: 0.8' >t.yaml
    for words in "--only-faults" "--no-lines" "--no-tags" "--line-plies 3" "--multipv 2" "--thresholds t.yaml"; do
        # shellcheck disable=SC2086 # words are meant to be split
        run -2 dama-annotate --nodes 5 --problems $words p.pdn
        [ "$output" = "dama-annotate: --problems cannot be combined with --line-plies, --multipv, --no-lines, --no-tags, \
--only-faults or --thresholds (try 'dama-annotate --help')" ]
    done
}

@test "exercises: FEN and solution, each position once" {
    cat >game.pdn <<'END'
[Event "club"]
[White "Ada"]
[Black "Bram"]
[Result "0-2"]
[GameType "20"]
[FEN "W:W27,33-35,39,40,42,43,45,47,48:B3,4,6-8,13-15,19,23,25"]

1. 34-30 25x34 2. 40x20 0-2
END
    sed 's/Ada/Cor/' game.pdn >>game2.pdn
    run -0 dama-annotate --no-nice --nodes 3000 game.pdn game2.pdn --exercises ex.pdn
    [ "$output" = "dama-annotate: 1 exercise" ]
    dama-annotate -q --no-nice --nodes 3000 game.pdn game2.pdn --exercises - | cmp - ex.pdn
    [ ! -e ./-.journal ]
    grep -q '^\[FEN "W:W27,33-35,39,40,42,43,45,47,48:B3,4,6-8,13-15,19,23,25"\]' ex.pdn
    grep -q '^\[Source "Ada – Bram, club, game 1, move 1"\]' ex.pdn
    grep -q '^\[Result "2-0"\]' ex.pdn
    grep -q '^1. 34-30 25x34 2. 40x20$' ex.pdn
    run -0 dama-validate --severity=error ex.pdn
}

@test "exercises: the last position counts too, and a table shows the source of each" {
    cat >game.pdn <<'END'
[Event "club"]
[White "Ada"]
[Black "Bram"]
[Result "2-0"]
[GameType "20"]
[FEN "W:W26,27,34-38,43-47:B1-5,11-14,16,24,28"]

1. 26-21 11-17 2-0
END
    dama-annotate -q --no-nice --nodes 5000 game.pdn --exercises ex.csv
    [ "$(cat ex.csv)" = 'Source,Result,variant,plies,start,moves
"Ada – Bram, club, game 1, move 2",2-0,international,3,"W:W21,27,34-38,43-47:B1-5,12-14,16,17,24,28",34-30 17x26 30x17' ]
    dama-annotate -q --no-nice --nodes 5000 game.pdn --exercises ex.tsv
    [ "$(head -n 1 ex.tsv)" = $'Source\tResult\tvariant\tplies\tstart\tmoves' ]
    [[ $(tail -n 1 ex.tsv) == *$'move 2\t2-0\tinternational\t3\tW:W21,'*$'\t34-30 17x26 30x17' ]]
}

@test "exercises: a position where another move wins as well is not one" {
    cat >game.pdn <<'END'
[Result "2-0"]
[GameType "20"]
[FEN "W:W27,32-35,37-39,43,45-50:B2,9,14,16,18,19,21,23-26"]

1. 37-31 26x28 2. 33x4 21x32 3. 38x27 2-0
END
    run -0 judge game.pdn --exercises ex.pdn
    [ ! -s ex.pdn ]
}

@test "exercises: a file that cannot be written, a format that holds none" {
    problem "W:W7:B36" 2-0 "1. 7-1" >p.pdn
    run -3 judge --nodes 10 p.pdn --exercises no/such/ex.pdn
    run -2 dama-annotate -q --no-nice --nodes 10 p.pdn --exercises ex.sqlite
    [[ $output == *"sqlite cannot hold exercises; use pdn, jsonl, csv or tsv"* ]]
    run -2 dama-annotate -q --no-nice --nodes 10 p.pdn --exercises ex.foo
    [ "$output" = "dama-annotate: ex.foo: no format has this suffix; use pdn, jsonl, csv or tsv" ]
    judge --nodes 10 p.pdn --exercises ex
    [ -e ex ]
}
