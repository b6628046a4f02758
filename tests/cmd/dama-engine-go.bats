#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
# dama-engine go, bench, compare, selfplay, train: from outside.

bats_require_minimum_version 1.5.0
load ../lib/wait

setup() {
    work=$BATS_TEST_TMPDIR
    export DAMA_DATA="$DAMA_SOURCE/data"
    cd "$work" || return 1
}

@test "go finds the only move" {
    run -0 dama-engine go --eval material --fen W:W28:B23 --depth 5
    [[ ${lines[-1]} == "best 28x19" ]]
}

@test "go reports a win in plies" {
    run -0 dama-engine go --eval material --fen W:W28:B23 --depth 5 --json
    [[ $output == *'"plies_to_win":1'* ]]
    [[ ${lines[-1]} == '{"kind":"result","best":"28x19"'* ]]
}

@test "go sees the end after a capture if databases know the position" {
    run -0 dama-engine go --fen 'W:W8,K29,37:BK23' --depth 5
    [[ $output == *'   win in 1 '*'best 29x'* && $output != *+28.* ]]
}

@test "go writes a score that rounds to zero without a minus sign" {
    run -0 dama-engine go --multipv 9 --depth 9
    [[ $output == *" +0.00 "* && $output != *" -0.00 "* ]]
}

@test "go in a position without moves says so" {
    run -0 dama-engine go --eval material --variant english --fen 'W:W5:B1' --depth 3
    [[ $output == *"no move: the game is over"* ]]
    run -0 dama-engine go --eval material --variant english --fen 'W:W5:B1' --depth 3 --json
    [[ ${lines[-1]} == '{"kind":"result","best":null'* ]]
}

@test "go searches the end of a game, or the position after a ply" {
    printf '[Event "x"]\n\n1. 32-28 19-23 2. 28x19 14x23 *\n' >"$work/game.pdn"
    run -0 dama-engine go --eval material --game "$work/game.pdn" --ply 2 --depth 3
    [[ ${lines[-1]} == "best 28x19" ]]
    run -3 dama-engine go --eval material --game "$work/game.pdn" --ply 9 --depth 3
    [[ $output == *"the game has only 4 plies, not 9"* ]]
    printf '[FEN "B:W33,38:B12,15"]\n\n40... 15-20 41. 28-19 *\n' >"$work/game.pdn"
    run -3 dama-engine go --eval material --game "$work/game.pdn" --depth 3
    [[ $output == *"41. 28-19 cannot be played"* ]]
}

@test "go searches a game by its own rules as with --variant" {
    printf '[GameType "40"]\n\n1. 33-28 18-23 *\n' >"$work/game.pdn"
    for tune in "" window=60; do
        options=(--eval material --egdb none --game "$work/game.pdn" --depth 11 --json)
        nodes() { dama-engine go "${options[@]}" "$@" ${tune:+--tune "$tune"} | grep -o '"best.*"nodes":[0-9]*'; }
        there=$(nodes --variant frisian)
        [ -n "$there" ]
        [ "$(nodes)" = "$there" ]
    done
    run -0 dama-engine go --eval material --game "$work/game.pdn" --draws lidraughts --depth 3
    run -2 dama-engine go --eval material --game "$work/game.pdn" --draws fmjd --depth 3
    [[ $output == *"frisian has no draw rules 'fmjd'"* ]]
}

@test "go reads games of any format and encoding" {
    printf '[Event "x"]\n\n1. 32-28 19-23 *\n\n[Event "y"]\n\n1. 31-27 *\n' >"$work/game.pdn"
    iconv -f UTF-8 -t UTF-16LE "$work/game.pdn" >"$work/utf-16.pdn"
    for format in csv sqlite; do
        dama-convert -q -o "$work/game.$format" "$work/game.pdn"
    done
    gzip -k "$work/game.pdn"
    for file in "$work"/{utf-16.pdn,game.csv,game.sqlite,game.pdn.gz} -; do
        run -0 dama-engine go --eval material --game "$file" --depth 3 <"$work/game.pdn"
        [ "${lines[-1]}" = "best 28x19" ]
    done
    : >"$work/empty.pdn"
    run -3 dama-engine go --eval material --game "$work/empty.pdn" --depth 3
    [[ $output == *"empty.pdn: contains no games" ]]
    run -3 dama-engine go --eval material --game "$work/none.pdn" --depth 3
    [ "${#lines[@]}" = 1 ]
}

@test "go reads JSON Lines" {
    printf '{"dama":1,"moves":[]}\n' | dama-convert -q >/dev/null 2>&1 || skip "built without JSON"
    printf '[Event "x"]\n\n1. 32-28 19-23 *\n' | dama-convert -q -o "$work/game.jsonl"
    run -0 dama-engine go --eval material --game "$work/game.jsonl" --depth 3
    [ "${lines[-1]}" = "best 28x19" ]
}

@test "go considers only the moves of --only, and refuses illegal ones" {
    run -0 dama-engine go --eval material --only 31-27 --depth 4
    [[ ${lines[-1]} == "best 31-27" ]]
    run -2 dama-engine go --eval material --only 31-27 --only abc --depth 4
    [ "$output" = "dama-engine: --only: 'abc': expected a move such as 32-28, found \"abc\"" ]
    run -2 dama-engine go --eval material --only 31-28 --depth 4
    [[ $output == *"--only: '31-28' is not a legal move"* ]]
}

@test "go with --only searches no deeper than without" {
    position=(--variant czech --fen 'W:Wa1,c5,Ke5,g1,h4:BKe1,f8,h2' --depth 5 --json)
    score() { dama-engine go "${position[@]}" "$@" | grep -o '"depth":5,.*"loss":[0-9.]*'; }
    [ "$(score)" = "$(score --only c5-b6)" ]
}

@test "go prints as many lines as requested" {
    run -0 dama-engine go --eval material --multipv 3 --depth 2 --json
    [ "$(grep -c '"depth":2,.*"line":[123],' <<<"$output")" -eq 3 ]
}

@test "go stops thinking when nobody reads the output" {
    SECONDS=0
    dama-engine go --eval material --time 30s 2>"$work/err" | head -n 2 >"$work/out"
    [ "$SECONDS" -lt 20 ]
    [ ! -s "$work/err" ]
}

@test "go refuses options that would change nothing" {
    for options in '--ply 3' '--inc 1s' '--moves 20' '--seed 3' '--seed 0' '--multipv 2 --level B'; do
        # shellcheck disable=SC2086 # words
        run -2 dama-engine go --eval material --depth 2 $options
    done
    [[ $output == *"--multipv and --level cannot be combined"* ]]
}

@test "go plays at a learner's level" {
    run -0 dama-engine go --eval material --level A --seed 5
    [[ ${lines[-1]} == best* ]]
}

@test "wrong positions, weights, variants and sizes are reported" {
    run -2 dama-engine go --eval material --fen 'W:W51:B1'
    run -3 dama-engine go --eval "$work/none" --depth 2
    [[ $output == *"No such file"* ]]
    run -3 dama-engine go --variant english --eval "$DAMA_DATA/eval/international.eval" --depth 2
    [[ $output == *"these weights are for international, not for english"* ]]
    run -2 dama-engine go --variant none
    run -2 dama-engine go --fen x --game y
    run -3 dama-engine go --eval material --hash 1T --depth 2
    [[ $output == *"larger than memory"* ]]
    run -2 dama-engine go --tune late=1
    [[ $output == *"--tune: unknown parameter 'late'; expected one of late_moves, "*', table_deep' ]]
}

@test "the weights that come with dama can be read" {
    for file in "$DAMA_DATA"/eval/*.eval; do
        variant=$(basename "$file" .eval)
        run -0 dama-engine go --variant "$variant" --depth 3
        most=1048576
        [ "$variant" != international ] || most=4194304
        [ "$(wc -c <"$file")" -le "$most" ]
    done
}

@test "a signal ends the thinking, and the best move is printed" {
    dama-engine go --eval material --time 60s >"$work/out" &
    pid=$!
    wait_for_handler "$pid"
    sleep 0.3
    kill -TERM "$pid"
    wait "$pid"
    grep -q '^best' "$work/out"
}

@test "a learner names a move and reports its line alone" {
    run -0 dama-engine go --eval material --level C
    [ "${#lines[@]}" = 3 ]
    [[ ${lines[2]} =~ ^best\ [0-9]+-[0-9]+$ && ${lines[1]} == *"  ${lines[2]#best }"* ]]
}

@test "compare of equal settings is even" {
    run -0 dama-engine compare --eval material --variant english --nodes 200 --games 6 --quiet --egdb-b none
    [[ ${lines[0]} =~ ^"A against B: +"([0-9]+)" ="[0-9]+" -"([0-9]+) ]]
    [ "${BASH_REMATCH[1]}" -eq "${BASH_REMATCH[2]}" ]
}

@test "compare with books depends on the seed alone, however many jobs there are" {
    play=(dama-engine compare --eval material --book international.book --random 0 --nodes 100 --games 8 --quiet)
    one=$("${play[@]}" --jobs 1 | sed -n '1,3p')
    [ "$("${play[@]}" --jobs 3 | sed -n '1,3p')" = "$one" ]
    [ "$("${play[@]}" --book-seed 2 | sed -n '1,3p')" != "$one" ]
}

@test "compare stopped before its first pair prints only that" {
    run -4 timeout --foreground --preserve-status -s INT 1 dama-engine compare --eval material --nodes 10000000 --games 2 --quiet
    [ "$output" = "no pair of games was completed" ]
}

@test "without time for one ply there is still a move and a score" {
    run -0 dama-engine go --eval material --nodes 1000 --fen "W:WK$(seq -s ,K 1 20):BK$(seq -s ,K 31 50)"
    [[ ${lines[1]} =~ ^" "+0/ ]]
    [ "${lines[2]}" = "best ${lines[1]##* }" ]
}

@test "compare takes openings from a file" {
    printf '\357\273\277# two\nB:W21-32:B1-12\n\nW:W17,22-32:B1-12\n' >"$work/openings"
    run -0 dama-engine compare --eval material --variant english --nodes 100 --games 4 --openings "$work/openings" -q
    # nothing random: another round would only repeat the games
    run -0 dama-engine compare --eval material --variant english --nodes 100 --openings "$work/openings" -q
    [[ ${lines[0]} == *" of 4 games, "* ]]
    run -2 dama-engine compare --eval material --variant english --nodes 100 --games 6 --openings "$work/openings" -q
    [ "$output" = "dama-engine: --games 6: only 4 different games are possible; use --random for more" ]
    run -0 dama-engine compare --eval material --variant english --nodes 100 --games 6 --openings "$work/openings" \
        --random 2 -q
    # neither positions that cannot be, nor games that are over
    for fen in B:W99:B1 W:W1:B12 W:W:B1; do
        printf 'B:W21-32:B1-12\n%s\n' "$fen" >"$work/openings"
        run -3 dama-engine compare --eval material --variant english --openings "$work/openings" -q
        [[ $output == *"openings:2:"* ]]
    done
}

@test "self-play from endings, and invalid endings" {
    run -0 dama-engine selfplay --variant altdeutsch --eval material --nodes 50 --endings 3-5 --games 20 -q -o "$work/games"
    run -0 dama-engine games "$work/games"
    [ "$(grep -c '^\[FEN ' <<<"$output")" = 20 ]
    run -0 dama-engine compare --variant altdeutsch --eval material --nodes 50 --endings 4 --games 4 -q
    run -2 dama-engine selfplay --eval material --endings 1-3 -o "$work/none"
    [ "$output" = "dama-engine: --endings: '1-3' is not a number or range (N-M) from 2 to 38" ]
    run -2 dama-engine selfplay --eval material --endings 4 --openings "$work/games" -o "$work/none"
    run -2 dama-engine selfplay --eval material --endings 4 --variant breakthrough -o "$work/none"
}

@test "from games to weights that can be played with" {
    run -0 dama-engine selfplay --variant english --eval material --nodes 100 --games 30 -q -o "$work/games"
    run -0 dama-engine selfplay --variant english --eval material --nodes 100 --games 40 -q -o "$work/games"
    run -3 dama-engine selfplay --variant english --eval material --nodes 200 --games 40 -q -o "$work/games"
    [[ $output == *"contains games made with a different --nodes; choose another file" ]]
    run -3 dama-engine selfplay --variant russian --eval material --nodes 100 --games 40 -q -o "$work/games"
    [[ $output == *"contains games of english, not of russian; choose another file" ]]
    echo 'B:W21-32:B1-11' >"$work/openings"
    for other in '--random 3' '--endings 5' "--openings $work/openings"; do
        # shellcheck disable=SC2086 # two words
        run -3 dama-engine selfplay --variant english --eval material --nodes 100 --games 50 $other -q -o "$work/games"
        [[ $output == *"does not begin as these settings require"* ]]
    done
    [[ $output == *"choose another file"* ]]
    run -0 dama-engine train --variant english --epochs 2 -o "$work/w.eval" "$work/games"
    [[ ${lines[0]} == "40 games,"* ]]
    [[ $output == *"a man is worth"*"model %"* ]]
    run -0 dama-engine go --variant english --eval "$work/w.eval" --depth 3
    run -0 dama-engine calibrate --variant english "$work/w.eval" "$work/games"
    run -0 dama-engine calibrate --variant english --hold-out 50 -o "$work/v.eval" "$work/w.eval" "$work/games"
    [[ $output == *"won drawn lost %"* ]]
    # other chances, the same weights
    [ "$(tail -c 32 "$work/w.eval" | cksum)" != "$(tail -c 32 "$work/v.eval" | cksum)" ]
    [ "$(tail -c +25 "$work/w.eval" | head -c -32 | cksum)" = "$(tail -c +25 "$work/v.eval" | head -c -32 | cksum)" ]
    run -0 dama-engine calibrate --variant english -q -o "$work/v.eval" "$work/w.eval" "$work/games"
    [ -z "$output" ]
    dama-engine selfplay --variant english --eval material --nodes 100 --games 1 -q -o "$work/one"
    run -3 dama-engine calibrate --variant english --hold-out 50 -q -o "$work/one.eval" "$work/w.eval" "$work/one"
    [[ $output == *"too few games: all are held out" ]]
    [ ! -e "$work/one.eval" ]
    run -0 dama-engine train --variant english --epochs 1 --seed 2 -o "$work/one.eval" "$work/one"
    [[ ${lines[1]} =~ ^"epoch   1  loss "[0-9.]+"  held out none"$ ]]
    for option in '--hold-out 50' '--round 2' '--seed 0' --quiet; do
        # shellcheck disable=SC2086 # two words
        run -2 dama-engine calibrate --variant english $option "$work/w.eval" "$work/games"
        [[ $output == *"${option% *} requires --output"* ]]
    done
    run -2 dama-engine calibrate --variant english "$work/w.eval"
    run -3 dama-engine calibrate --variant english "$work/none" "$work/games"
    run -3 dama-engine calibrate --variant english "$work/games" "$work/games"
    # coarser weights pack better
    run -0 dama-engine calibrate --variant english --round 20 -o "$work/r.eval" "$work/w.eval" "$work/games"
    [ "$(gzip -9n <"$work/r.eval" | wc -c)" -lt "$(gzip -9n <"$work/w.eval" | wc -c)" ]
    run -0 dama-engine go --variant english --eval "$work/r.eval" --depth 3
    run -0 dama-engine train --variant english --from "$work/w.eval" --epochs 1 -o "$work/f.eval" "$work/games"
    # a state whose name compresses it continues the training, too
    run -0 dama-engine train -q --variant english --epochs 1 --state "$work/s.gz" -o "$work/s.eval" "$work/games"
    run -0 dama-engine train --variant english --epochs 2 --state "$work/s.gz" -o "$work/s.eval" "$work/games"
    [[ $output != *"epoch   1"* && $output == *"epoch   2"* ]]
    # the mean of equal weights is the same once more
    run -0 dama-engine average --variant english -o "$work/m.eval" "$work/w.eval" "$work/w.eval" "$work/w.eval"
    cmp "$work/m.eval" "$work/w.eval"
    run -0 dama-engine average --variant english -o "$work/m.eval" "$work/w.eval" "$work/f.eval"
    run ! cmp -s "$work/m.eval" "$work/w.eval"
    run -3 dama-engine average --variant english -o "$work/m.eval" "$work/w.eval" "$work/games"
    [[ $output == *"$work/games: "* ]]
    run -2 dama-engine average --variant english -o "$work/m.eval" "$work/w.eval"
    run -2 dama-engine average --variant english "$work/w.eval" "$work/f.eval"
    [[ $output == *'--output is required'* ]]
    run -2 dama-engine average --variant english -o "$work/w.eval" "$work/f.eval" "$work/w.eval"
    run -3 dama-engine train --variant english --from material -o "$work/f.eval" "$work/games"
    [[ $output == *"'material' is not a weights file; leave out --from to start from it" ]]
    for command in "average material $work/w.eval" "calibrate material $work/games" "average $work/w.eval material"; do
        # shellcheck disable=SC2086 # words
        run -3 dama-engine $command --variant english -o "$work/none.eval"
        [ "$output" = "dama-engine: 'material' is not a weights file" ]
        [ ! -e "$work/none.eval" ]
    done
    run -0 dama-engine calibrate --variant english material "$work/games" # compares its chances
    run -3 dama-engine train --variant english --from "$work/none" -o "$work/f.eval" "$work/games"
    run -3 dama-engine train --variant turkish -o "$work/w.eval" "$work/games"
    run -2 dama-engine train --variant english "$work/games"
    for command in "train --from $work/f.eval $work/games" "train $work/f.eval" "calibrate $work/f.eval $work/games"; do
        # shellcheck disable=SC2086 # words
        run -2 dama-engine $command --variant english -o "$work/f.eval"
        [[ $output == *"f.eval is also an input; refusing to overwrite it" ]]
    done
    run -2 dama-engine train --variant english -o "$work/g.eval" --state "$work/games" "$work/games"
    [[ $output == *"games is also an input; refusing to overwrite it" ]]
    run -2 dama-engine train --variant english -o "$work/g.eval" --state "$work/g.eval" "$work/games"
    [ "$output" = "dama-engine: --output and --state are the same file: $work/g.eval" ]
    run -2 dama-engine selfplay --games 3
    run -2 dama-engine selfplay --games 3 --eval material --output -
    [[ $output == *"--output names a file, which the next run continues"* ]]
    run -2 dama-engine selfplay --games 2 -o "$work/packed.gz"
    [[ $output == *"packed.gz: a file of self-play games cannot be compressed"* ]]
    run -3 dama-engine train -o "$work/w.eval" "$DAMA_SOURCE/meson.build"
    [[ $output == *"not a file of self-play games"* ]]
    run -3 dama-engine train -o "$work/w.eval" "$work"
    [[ $output == *"$work: cannot read: "* ]]
}

@test "selfplay leaves no file if it could not name the variant in it" {
    run -3 dama-engine selfplay --variant altdeutsch-flying:promotion=continue --eval material --games 1 -o "$work/none"
    [[ $output == *"'altdeutsch-flying:promotion=continue' is too long for a file of self-play games"* ]]
    [ ! -e "$work/none" ]
}

@test "selfplay refuses a file that another process is writing" {
    play=(dama-engine selfplay --variant tama --eval material --nodes 100 --games 100000 -q -o "$work/games")
    "${play[@]}" 3>&- &
    pid=$!
    wait_until test -s "$work/games"
    run -75 "${play[@]}"
    [ "$output" = "dama-engine: $work/games: in use by another process" ]
    kill -TERM "$pid"
    wait "$pid" || [ $? -eq 4 ]
    run -0 dama-engine games "$work/games"
}

@test "selfplay tells why it cannot make its file" {
    [ -d /sys/kernel ] || skip "no folder in which nobody can make a file"
    run -3 dama-engine selfplay --eval material --nodes 5 --games 1 -q -o /sys/kernel/games
    [[ $output == "dama-engine: /sys/kernel/games: "* && $output != *"No such file"* ]]
}

@test "selfplay and compare end with a signal, even in the middle of a search" {
    run -4 timeout --foreground --preserve-status -s TERM -k 20 1 dama-engine selfplay --eval material --nodes 4000000000 --games 2 \
        -q -o "$work/games"
    [ "$output" = "dama-engine: stopped; run the same command again to continue" ]
    run -4 timeout --foreground --preserve-status -s TERM -k 20 1 dama-engine compare --eval material --time 1h --games 2 -q
    [ "$output" = "no pair of games was completed" ]
}

@test "calibrate and train end with a signal while they read games" {
    dama-engine selfplay --variant english --eval material --nodes 20 --games 200 -q -o "$work/games"
    for _ in {1..2000}; do games+=("$work/games"); done
    run -4 timeout --foreground --preserve-status -s TERM -k 20 1 dama-engine calibrate --variant english \
        "$DAMA_DATA/eval/english.eval" "${games[@]}"
    [ "$output" = "dama-engine: stopped by a signal" ]
    run -4 timeout --foreground --preserve-status -s TERM -k 20 1 dama-engine train --variant english -o "$work/w.eval" "${games[@]}"
    [ "$output" = "dama-engine: stopped" ]
    [ ! -e "$work/w.eval" ]
}

@test "selfplay refuses openings that its file cannot hold" {
    echo 'W:WK20,44:BK1,7:+0+2' >"$work/openings"
    run -3 dama-engine selfplay --variant frisian --eval material --openings "$work/openings" -q -o "$work/games"
    [ "$output" = "$work/openings:1:1: counted king moves cannot be kept in a file of games" ]
    [ ! -e "$work/games" ]
    run -0 dama-engine compare --variant frisian --eval material --nodes 50 --games 2 --openings "$work/openings" -q
}

@test "games of selfplay as PDN" {
    printf 'W:Wa2,b2,Kc1:Ba7,h7,Kh8\n' >"$work/openings"
    run -0 dama-engine selfplay --variant turkish:promotion=stop --eval material --nodes 50 --games 3 -q -o "$work/games"
    run -0 dama-engine selfplay --variant dameo --eval material --nodes 50 --games 2 --openings "$work/openings" \
        --random 0 -q -o "$work/more"
    dama-engine games "$work/games" "$work/more" >"$work/games.pdn"
    run -0 dama-validate --strict --disable=result-terminator --summary "$work/games.pdn"
    [[ $output == "5 games in 1 file, 5 with moves, 5 of them legal throughout;"* ]]
    [ "$(grep -c '^.Variant "turkish:promotion=stop".$' "$work/games.pdn")" = 3 ]
    run -0 grep -c '^.FEN "W:Wa2,b2,Kc1:Ba7,h7,Kh8".$' "$work/games.pdn"
    [ "$output" = 2 ]
    run -3 dama-engine train --variant turkish -o "$work/w.eval" "$work/games"
    [[ $output == *"games of turkish:promotion=stop, expected games of turkish"* ]]
    run -3 dama-engine games "$DAMA_SOURCE/meson.build"
    [[ $output == *"meson.build: not a file of self-play games"* ]]
    run -3 dama-engine games "$work/none"
    run -2 dama-engine games
}

# The numbers change with every change of the search, and should: set them anew then, and say in the commit what changed.
@test "bench searches the same positions as always" {
    while read -r variant depth nodes; do
        run -0 dama-engine bench --variant "$variant" --eval material --depth "$depth"
        [[ ${lines[0]} == "nodes $nodes" ]]
    done <<'END'
international 8 262597
english 8 119679
dameo 6 1004810
END
}

@test "bench ends with a signal, even in the middle of a search" {
    run -4 timeout --foreground --preserve-status -s TERM 1 dama-engine bench --eval material --depth 60 --positions 2
    [ "$output" = "dama-engine: stopped after 0 of 2 positions" ]
}

@test "bench stops after --positions" {
    run -0 dama-engine bench --eval material --nodes 500 --positions 3 --each
    [ "$(grep -c '^position' <<<"$output")" -eq 3 ]
}

@test "a variant without weights counts material, and says so once" {
    empty=$work
    DAMA_DATA=$empty run -0 --separate-stderr dama-engine go --variant russian --depth 4
    [[ $output == *"best "* ]]
    [ "$(grep -c 'no weights for russian: .* is missing; only material and mobility are counted' <<<"$stderr")" = 1 ]
    DAMA_DATA=$empty run -0 --separate-stderr dama-engine go --variant russian --depth 4 --eval material
    [ "$stderr" = "" ]
}

@test "a variant is learned from scratch, and the same command continues" {
    run -2 "$DAMA_SOURCE/tools/train-variant" --scale 0 tama
    run -2 "$DAMA_SOURCE/tools/train-variant" --scale
    # an engine that only says what it was told
    printf '#!/bin/sh\necho "$@" >>"%s/said"\n' "$work" >"$work/engine"
    chmod +x "$work/engine"
    (cd "$work" && DAMA_ENGINE=./engine "$DAMA_SOURCE/tools/train-variant" --jobs 100 --folder said-only tama)
    [ "$(grep -c '^selfplay .* --jobs 100 ' "$work/said")" = 5 ]
    [ "$(grep -c '^train .* --threads 64 ' "$work/said")" = 4 ]
    [ -n "${DAMA_TEST_LONG:-}" ] || skip "takes half a minute: DAMA_TEST_LONG"
    train=("$DAMA_SOURCE/tools/train-variant" --folder "$work/tama" --scale 1 tama)
    DAMA_ENGINE=$(command -v dama-engine) run ! timeout -s KILL 3 "${train[@]}"
    DAMA_ENGINE=$(command -v dama-engine) run -0 "${train[@]}"
    [[ $output == *"against material, at equal time:"*"games"*"The weights are"* ]]
    dama-engine go --variant tama --eval "$work/tama/tama.eval" --depth 3
}

@test "solve counts the positions whose best move is found" {
    printf '\357\273\277# two shots\n\nW:W28:B23 28x19\n  B:W24,25,31-33,35,36,39,40,43,45,47,49:B1-3,5,6,9,13-17,22 \t 14-20\n' >"$work/set"
    run -0 dama-engine solve --each --depth 9 "$work/set"
    [[ ${lines[0]} == "$work/set:3: 28x19 after "* ]]
    [[ ${lines[1]} == "$work/set:4: 14-20 after "* ]]
    [[ ${lines[2]} == "solved 2 of 2, 100.0 %" ]]
    run -4 timeout --foreground --preserve-status -s INT 1 dama-engine solve --confirm 0 --depth 60 "$work/set"
    [[ $output == *"dama-engine: stopped after "[01]" position"* ]]
    # another move is expected
    echo 'W:W37,48:B26 37-31' >>"$work/set"
    run -1 dama-engine solve --depth 5 "$work/set"
    [[ ${lines[0]} == "$work/set:5: expected 37-31, found "*", depth "* ]]
    [[ ${lines[1]} == "solved 2 of 3, 66.7 %" ]]
    # without --confirm searches go on to their limit
    head -4 "$work/set" >"$work/first"
    run -0 dama-engine solve --confirm 0 --depth 7 --each "$work/first"
    [[ ${lines[1]} == *"depth 7" ]]
}

@test "solve reports what is wrong with a file of positions" {
    run -3 dama-engine solve "$work/none"
    [[ $output == *"none"* ]]
    : >"$work/empty"
    run -3 dama-engine solve "$work/empty"
    [[ $output == *"empty: this file has no positions" ]]
    run -3 dama-engine solve --variant english
    [[ $output == *"no positions for english: "*"english.txt is missing; name a file" ]]
    while IFS='|' read -r line says; do
        echo "$line" >"$work/set"
        run -3 dama-engine solve "$work/set"
        [[ $output == *"set:1"*"$says"* ]]
    done <<'ROWS'
W:W28:B23|expected a FEN and a move, found "W:W28:B23"
W:W28:B23 28-24|'28-24' is not a legal move
W:W28:B23 hello|'hello': 
W:W51:B23 28x19|51
ROWS
    run -2 dama-engine solve a b
    run -2 dama-engine solve --confirm x
}

@test "the tactical set of international draughts is solved at a few thousand nodes each" {
    run dama-engine solve --nodes 20000
    [[ ${lines[-3]} == "solved "*" of "* ]]
    read -r _ solved _ all _ <<<"${lines[-3]}"
    [ "$((100 * solved))" -ge "$((95 * ${all%,}))" ]
}

@test "a book or list of openings that cannot be read is an input error, a wrong word is one of usage" {
    while IFS='|' read -r status arguments; do
        # shellcheck disable=SC2086 # words
        run "-$status" dama-engine $arguments </dev/null
        [ "${#lines[@]}" -eq 1 ]
    done <<'END'
3|hub --book none.book
3|dxp --listen 0 --book none.book
3|compare --book none.book --games 2
3|compare --book-b none.book --games 2
3|compare --openings none.fen --games 2
3|selfplay --openings none.fen --output none.games
2|hub --draws none-such
2|compare --tune none-such=1
2|selfplay --endings none-such --output none.games
2|solve --variant none-such
END
    [ ! -e none.games ]
}

@test "go: the best line comes first, however short the search" {
    for nodes in 1 4 7 10; do
        dama-engine go --eval material --nodes $nodes --multipv 4 --json >lines.json
        jq -s '[.[] | select(.kind == "line") | .score]' lines.json >scores
        [ "$(jq length scores)" -ge 4 ]
        [ "$(jq '.[-4:] == (.[-4:] | sort | reverse)' scores)" = true ]
    done
}

@test "games: an incomplete game and an unwritable file are reported" {
    dama-engine selfplay -q --eval material -o whole.games --nodes 30 --games 4 -j 1
    head -c $(($(wc -c <whole.games) / 2)) whole.games >half.games
    run -0 --separate-stderr dama-engine games half.games
    [ "$stderr" = "dama-engine: half.games: the last game is incomplete and was left out" ]
    run -0 --separate-stderr dama-engine games whole.games
    [ -z "$stderr" ]
    dama-engine train -q -o learned.weights whole.games
    for verb in "train -q -o again.weights" "calibrate learned.weights"; do
        # shellcheck disable=SC2086 # words are meant to be split
        run -0 --separate-stderr dama-engine $verb whole.games half.games
        [ "$stderr" = "dama-engine: half.games: the last game is incomplete and was left out" ]
    done
    [ ! -e /dev/full ] || run -3 dama-engine selfplay -q --eval material -o /dev/full --games 1 --nodes 10
    [[ $output == *"cannot write: "* ]]
    dama-engine selfplay -q --eval material -o least.games --games 4 --nodes 30 --resign 0.0004
    dama-engine selfplay -q --eval material -o never.games --games 4 --nodes 30 --resign 0
    run -1 cmp -s least.games never.games
}
