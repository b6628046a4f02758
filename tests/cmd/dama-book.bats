#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
# dama-book: books of games, from outside.

bats_require_minimum_version 1.5.0
load ../lib/wait

setup_file() {
    export games="$BATS_FILE_TMPDIR/games.pdn"
    cat >"$games" <<'END'
[Event "One"]
[White "Ann"]
[Black "Bob"]
[Date "1999.05.01"]
[WhiteRating "2100"]
[Result "2-0"]

1. 32-28! 19-23 2. 28x19 14x23 3. 37-32 2-0

[Event "One"]
[White "Cid"]
[Black "Ann"]
[Date "2005"]
[BlackRating "2200"]
[Result "1-1"]

1. 32-28 18-23 2. 38-32 12-18 1-1

[Event "Two"]
[White "Bob"]
[Black "Cid"]
[Result "0-2"]

1. 31-27 19-23? 2. 37-31 14-19 3. 41-37 0-2

[Event "Two"]
[White "Dee"]
[Black "Ann"]
[Result "*"]

1. 31-27 18-23 2. 32-28 23x21 *
END
    export book="$BATS_FILE_TMPDIR/games.book"
    dama-book build -q -o "$book" "$games"
}

setup() {
    work=$BATS_TEST_TMPDIR
    cp "$book" "$work/b"
}

# russian_book BOOK: makes a book of another variant, from $work/russian.pdn
russian_book() {
    printf '[GameType "25"]\n[Result "1-1"]\n\n1. c3-d4 d6-c5 1-1\n' >"$work/russian.pdn"
    dama-book build -q --variant russian -o "$1" "$work/russian.pdn"
}

@test "counts are from the point of view of the side that moves" {
    run -0 dama-book probe --json "$book"
    [[ $output == *'"games":4,'* ]]
    [[ $output == *'{"move":"32-28","in_book":true,"games":2,"won":1,"drawn":1,"lost":0,"unknown":0'* ]]
    [[ $output == *'"year":2005,"rating":2100}'* ]]
    [[ $output == *'{"move":"31-27","in_book":true,"games":2,"won":0,"drawn":0,"lost":1,"unknown":1'* ]]
}

@test "a move that is repeated counts once in a game" {
    printf '[GameType "20"]\n[FEN "W:WK47:BK1"]\n[Result "1-1"]\n\n%s 1-1\n' \
        '1. 47-41 1-6? 2. 41-47 6-1 3. 47-41! 1-6? 4. 41-47 6-1' >"$work/again.pdn"
    dama-book build -q --setups -o "$work/again.book" "$work/again.pdn"
    run -0 dama-book probe --json "$work/again.book" W:WK47:BK1
    [[ $output == *'"games":1,"won":0,"drawn":1,'*'"good":1,"bad":0,'* ]]
    run -0 dama-book probe --json "$work/again.book" B:WK41:BK1
    [[ $output == *'"games":1,"won":0,"drawn":1,'*'"good":0,"bad":1,'* ]]
    dama-book verify --quiet "$work/again.book"
}

@test "marks are counted, and affect weights with --annotations" {
    run -0 dama-book probe --json --moves 31-27 "$book"
    [[ $output == *'"move":"19-23","in_book":true,"games":1,"won":1'*'"good":0,"bad":1'* ]]
    plain=$(dama-book probe --choose -t 0 --moves 31-27 "$book")
    [ "$plain" = 19-23 ]
    [ "$(dama-book probe --choose -t 0 --annotations --moves 31-27 "$book")" = 18-23 ]
}

@test "transpositions are merged, and moves that would transpose are shown" {
    run -0 dama-book probe --moves '32-28 18-23' "$book"
    [[ $output == *'31-27 '*'not in the book itself; leads to a position in it' ]]
    # 1. 31-27 18-23 2. 32-28 and 1. 32-28 18-23 2. 31-27 are one position
    printf '[White "Eve"]\n[Result "2-0"]\n\n1. 32-28 18-23 2. 31-27 2-0\n' >"$work/more.pdn"
    dama-book add -q "$work/b" "$work/more.pdn"
    run -0 dama-book probe --parents --moves '31-27 18-23 32-28' "$work/b"
    [[ $output == *'reached by 31-27 (1 game)'* ]]
    [[ $output == *'reached by 32-28 (1 game)'* ]]
    run -1 dama-book probe --moves 35-30 "$book"
    [[ $output == *'not in the book'* ]]
}

@test "games already in the book are not counted twice" {
    run -0 dama-book add "$work/b" "$games"
    [[ $output == *'4 games read, 0 added, 4 already in the book'* ]]
    run -0 dama-book diff "$book" "$work/b"
    [ -z "$output" ]
    dama-convert --quiet --strip=comments --to=jsonl "$games" >"$work/games.jsonl"
    run dama-book add "$work/b" "$work/games.jsonl"
    [[ $output == *'0 added, 4 already'* || $output == *"this build of dama cannot read"* ]]
    dama-convert --quiet "$games" -o "$work/games.sqlite"
    run -0 dama-book add "$work/b" "$work/games.sqlite"
    [[ $output == *'0 added, 4 already'* ]]
}

@test "a game that is added again with another mark keeps its ratings" {
    command -v sqlite3 >/dev/null || skip "no sqlite3"
    sed 's/^1. 32-28!/1. 32-28?/; s/^1. 31-27 19-23?/1. 31-27 19-23!/' "$games" >"$work/marked.pdn"
    before=$(sqlite3 -nullvalue none "$work/b" 'SELECT white_rating, black_rating FROM game')
    [[ $before == *none* ]]
    dama-book add -q "$work/b" "$work/marked.pdn"
    run -1 dama-book diff "$book" "$work/b"
    [ "$(sqlite3 -nullvalue none "$work/b" 'SELECT white_rating, black_rating FROM game')" = "$before" ]
}

@test "a wrong game is removed again, by its text and by its number" {
    printf '[White "Wrong"]\n[Date "2020"]\n[Result "2-0"]\n\n1. 32-28? 17-21 2-0\n' >"$work/wrong.pdn"
    dama-book add -q "$work/b" "$work/wrong.pdn"
    run -1 dama-book diff "$book" "$work/b"
    dama-book prune -q --games-of "$work/wrong.pdn" "$work/b"
    run -0 dama-book diff "$book" "$work/b"
    dama-book add -q "$work/b" "$work/wrong.pdn"
    run -0 dama-book info --games "$work/b"
    [[ $output == *"  2020.??.??  Wrong -   White won" ]]
    number=$(dama-book info --games "$work/b" | awk '/Wrong/ { print $1 }')
    dama-book prune -q --game "$number" "$work/b"
    run -0 dama-book diff "$book" "$work/b"
    run -0 dama-book verify "$work/b"
    run -1 dama-book prune --game 99 "$work/b"
    [[ $output == *'1 game is not in the book'* ]]
    run -2 dama-book prune --game x "$work/b"
    [[ $output == *"'--game': 'x' is not a whole number of 1 or more"* ]]
    run -2 dama-book prune --min-share 0x10 "$work/b"
    [[ $output == *"'0x10' is not a percentage from 0 to 100"* ]]
    run -2 dama-book prune --min-share 0.004 "$work/b"
}

@test "a game that a file has twice is removed once, and nothing is missing" {
    printf '[White "Twice"]\n[Date "2021"]\n[Result "2-0"]\n\n1. 32-28 17-21 2-0\n\n%.0s' 1 2 >"$work/twice.pdn"
    dama-book add -q "$work/b" "$work/twice.pdn"
    run -0 dama-book prune --games-of "$work/twice.pdn" "$work/b"
    [[ $output == *'1 game removed'* && $output != *'not in the book'* ]]
    run -0 dama-book diff "$book" "$work/b"
    run -1 dama-book prune --games-of "$work/twice.pdn" "$work/b"
    [[ $output == *'2 games are not in the book'* ]]
}

@test "a game whose position is set up in the movetext is removed again" {
    printf '[Result "*"]\n\n/FEN "W:W32,33:B10,11"/ 1. 32-28 *\n' >"$work/setup.pdn"
    run -0 dama-book add --setups "$work/b" "$work/setup.pdn"
    [[ $output == *'1 added'* ]]
    run -0 dama-book prune --games-of "$work/setup.pdn" "$work/b"
    run -0 dama-book diff "$book" "$work/b"
}

@test "a game that cannot be in the book is not removed, and a message says why" {
    printf '[Result "*"]\n\n1. 32-29 *\n\n[GameType "25"]\n[Result "*"]\n\n1. c3-d4 *\n' >"$work/odd.pdn"
    run -1 dama-book prune --games-of "$work/odd.pdn" "$work/b"
    [[ $output == *'0 games removed'* && $output != *'not in the book'* ]]
    [[ $output == *'1 game with errors skipped: illegal-move 1'*'1 game of another variant left out' ]]
    run -0 dama-book diff "$book" "$work/b"
}

@test "prune says what was removed, and refuses files without games" {
    run -0 dama-book prune --min-games 2 "$work/b"
    [[ $output =~ ^"dama-book: "([1-9][0-9]*)" moves removed"$ ]]
    local removed=${BASH_REMATCH[1]}
    run -0 dama-book prune --min-games 1 "$work/b"
    [ "$output" = "dama-book: $removed moves brought back" ]
    run -0 dama-book prune --min-games 1 "$work/b"
    [ "$output" = "dama-book: 0 moves removed" ]
    run -0 dama-book prune -q --min-games 1 "$work/b"
    [ "$output" = "" ]
    : >"$work/empty.pdn"
    run -3 dama-book prune --games-of "$work/empty.pdn" --min-games 2 "$work/b"
    [[ $output == *"the input has no games; the book was left as it was" ]]
    run -0 dama-book diff "$book" "$work/b"
}

@test "merged parts equal the whole, in any order" {
    for form in csv pdn fen report html; do dama-book dump -f $form "$book" >"$work/whole.$form"; done
    dama-convert --quiet --games=1-2 "$games" -o "$work/1.pdn"
    dama-convert --quiet --games=2-3 "$games" -o "$work/2.pdn"
    dama-convert --quiet --games=3-4 "$games" -o "$work/3.pdn"
    for i in 1 2 3; do dama-book build -q -o "$work/$i.book" "$work/$i.pdn"; done
    for order in "1 2 3" "3 1 2"; do
        books=()
        for i in $order; do books+=("$work/$i.book"); done
        dama-book merge -q -o "$work/m.book" "${books[@]}"
        for form in csv pdn fen report html; do
            dama-book dump -f $form "$work/m.book" | cmp - "$work/whole.$form"
        done
    done
}

@test "merge and build do not replace a book whose evaluations would be lost" {
    for i in 1 2; do cp "$book" "$work/$i.book"; done
    dama-book expand -q --eval material --nodes 10 --positions 2 "$work/1.book"
    dama-book expand -q --eval material --depth 5 --positions 2 "$work/2.book"
    run -0 dama-book merge -q -o "$work/m.book" "$work/1.book" "$work/2.book"
    cp "$work/m.book" "$work/old.book"
    run -0 dama-book merge -q -o "$work/m.book" "$work/2.book" "$work/1.book"
    run -0 dama-book diff "$work/old.book" "$work/m.book"
    # some evaluations are missing, or from shallower searches
    run -3 dama-book merge -q -o "$work/m.book" "$work/1.book"
    [[ $output == *"m.book: this book has "*" evaluations of the engine that the merged books lack; merge it with them into another file" ]]
    run -3 dama-book build -q -o "$work/m.book" "$games"
    [[ $output == *"m.book: this book has "*" evaluations of the engine, which would be lost; add games"* ]]
    run -0 dama-book diff "$work/old.book" "$work/m.book"
    # they are counted as info counts them
    all=$(dama-book info --json "$work/1.book" | grep -o '"evaluations":[0-9]*')
    run -3 dama-book merge -q -o "$work/1.book" "$book"
    [[ $output == *"this book has ${all#*:} evaluations"* ]]
    # keys of other books mean other positions
    dama-book build -q --fold -o "$work/folded.book" "$games"
    run -3 dama-book merge -q -o "$work/m.book" "$work/folded.book"
}

@test "thresholds apply to games added later, and can be lowered again" {
    dama-book prune -q --min-games 2 "$work/b"
    run -0 dama-book info --json "$work/b"
    [[ $output == *'"min_games":2'*'"moves":2,'* ]]
    run -0 dama-book verify "$work/b"
    printf '[White "X"]\n[Result "*"]\n\n1. 32-28 19-23 *\n' >"$work/x.pdn"
    dama-book add -q "$work/b" "$work/x.pdn"
    run -0 dama-book info --json "$work/b"
    [[ $output == *'"moves":3,'* ]]
    dama-book prune -q --games-of "$work/x.pdn" --min-games 1 "$work/b"
    run -0 dama-book diff "$book" "$work/b"
}

@test "a shortened book equals one built with fewer plies" {
    dama-book prune -q --plies 2 "$work/b"
    dama-book build -q --plies 2 -o "$work/two" "$games"
    run -0 dama-book diff "$work/two" "$work/b"
    run -3 dama-book merge -o "$work/m" "$book" "$work/two"
    [[ $output == *'holds 2 plies of each game, not 40'* ]]
}

@test "a folded book stores mirror images once" {
    dama-book build -q --fold -o "$work/f" "$games"
    run -0 dama-book verify "$work/f"
    run -0 dama-book probe --json --moves '32-28 19-23' "$work/f"
    [[ $output == *'"move":"28x19"'* ]]
    # the ways to a position are moves of the other side
    run -0 dama-book probe --parents --moves '32-28 19-23' "$work/f"
    [ "${lines[-1]}" = 'reached by 19-23 (1 game) from B:W28,31,33-50:B1-20' ]
    run -0 dama-book probe --parents --moves '32-28' "$work/f"
    [ "${lines[-1]}" = 'reached by 32-28 (2 games) from W:W31-50:B1-20' ]
    # the start position with Black to move is the start position
    run -0 dama-book probe --json "$work/f" 'B:W31-50:B1-20'
    [[ $output == *'"games":4,'*'"move":"19-23"'* ]]
}

@test "which games: player, side, since, where, setups, variant" {
    dama-book build -q --player ann -o "$work/t" "$games"
    [[ $(dama-book info --json "$work/t") == *'"games":3,'* ]]
    dama-book build -q --player Ann --side black -o "$work/t" "$games"
    [[ $(dama-book info --json "$work/t") == *'"games":2,'* ]]
    dama-book build -q --since 2000 -o "$work/t" "$games"
    [[ $(dama-book info --json "$work/t") == *'"games":1,'* ]]
    dama-book build -q --where 'result = "0-2"' --where 'white ~ Bob' -o "$work/t" "$games"
    [[ $(dama-book info --json "$work/t") == *'"games":1,'* ]]
    run -2 dama-book build --side white -o "$work/t" "$games"
    [[ $output == *'--side requires --player'* ]]
    printf '[FEN "W:W32,33:B10,11"]\n[Result "*"]\n\n1. 32-28 *\n' >"$work/setup.pdn"
    run -3 dama-book build -o "$work/none" "$work/setup.pdn"
    [[ $output == *'1 game left out that starts from another position'* ]]
    dama-book build -q --setups -o "$work/t" "$work/setup.pdn"
    run -0 dama-book probe "$work/t" W:W32,33:B10,11
    run -3 dama-book build -o "$work/russian" --variant russian "$games"
    [[ $output == *'4 games of other variants left out'* ]]
}

@test "a player needs a name" {
    for command in "build -o $work/t $games" "add $work/b $games" "expand --learn $work/r.db $work/b"; do
        for names in "--player=" "--player=Ann --player="; do
            # shellcheck disable=SC2086 # words
            run -2 dama-book $command $names
            [[ $output == "dama-book ${command%% *}: --player: expected a name (try "* ]]
        done
    done
    [ ! -e "$work/t" ]
    cmp "$book" "$work/b"
}

@test "games with errors are skipped and counted by code" {
    printf '1. 32-28 19-28 *\n\n[White "x"]\n[Result "*"]\n\n1. 32-28 19-24 *\n' >"$work/bad.pdn"
    run -1 dama-book build -o "$work/t" "$work/bad.pdn"
    [[ $output == *'2 games read, 1 added'* ]]
    [[ $output == *'1 game with errors skipped: illegal-move 1'* ]]
    run -1 dama-book build --verbose -o "$work/t" "$work/bad.pdn"
    [[ $output == *"bad.pdn:1:10: error: game 1"* ]]
}

@test "a damaged book gives no answers, and no move counts as a novelty because of it" {
    # all but the last pages: it opens, and cannot be searched
    cp "$book" "$work/bad"
    size=$(wc -c <"$work/bad")
    head -c $((size - 16384)) "$book" >"$work/part"
    { cat "$work/part" && head -c 16384 /dev/zero | tr '\0' '\377'; } >"$work/bad"
    for what in probe 'probe --choose'; do
        # shellcheck disable=SC2086 # two words
        run -3 dama-book $what "$work/bad"
        [[ $output == *'/bad: damaged: '* ]]
    done
    run -3 dama-annotate -q --nodes 10 --book "$work/bad" "$games" -o "$work/out.pdn"
    [[ $output == *'/bad: damaged: '* ]]
}

@test "a damaged collection is named, also in a folder" {
    mkdir "$work/kept"
    dama-convert -q "$games" -o "$work/kept/games.sqlite"
    sqlite3 "$work/kept/games.sqlite" 'UPDATE game SET content = x'"'00'"' WHERE id = 2'
    run -3 dama-book build -q -o "$work/t" "$work/kept"
    [ "${lines[0]}" = "$work/kept/games.sqlite: error: damaged: game 2 [read-failed]" ]
    [ ! -e "$work/t" ]
    run -3 dama-annotate -q --nodes 10 -o "$work/out.pdn" "$work/kept"
    [ "${lines[0]}" = "$work/kept/games.sqlite: error: damaged: game 2 [read-failed]" ]
    [ ! -e "$work/out.pdn" ]
}

@test "a game with only unknown moves counts as one without moves" {
    printf '[White "A"]\n[Black "B"]\n[GameType "20"]\n[Result "1-1"]\n\n1. - - 2. - - 1-1\n' >"$work/in.pdn"
    run -3 dama-book build -o "$work/n" "$work/in.pdn"
    [ "${lines[0]}" = 'dama-book: 1 game read, 0 added, 0 already in the book' ]
    [ "${lines[1]}" = 'dama-book: 1 game without moves left out' ]
}

@test "the variant of an untagged file is guessed from that file, not from the one before it" {
    sed -n '1,/^$/p' "$DAMA_SOURCE/tests/data/messages/neighbours-legal.pdn" >"$work/czech.pdn"
    sed '1,/^$/d' "$DAMA_SOURCE/tests/data/messages/neighbours-legal.pdn" >"$work/open.pdn"
    dama-book build -q -j 1 --variant russian -o "$work/open.book" "$work/open.pdn" "$work/czech.pdn"
    dama-book build -q -j 1 --variant russian -o "$work/czech.book" "$work/czech.pdn" "$work/open.pdn"
    [ "$(dama-book info --json "$work/open.book")" = "$(dama-book info --json "$work/czech.book")" ]
    run -0 dama-book info "$work/czech.book"
    [[ $output =~ games\ +1 ]]
}

@test "moves are read with their numbers, and an invalid position is quoted" {
    [ "$(dama-book probe -m '1. 32-28 19-23' "$book")" = "$(dama-book probe -m '32-28 19-23' "$book")" ]
    [ "$(dama-book probe -m '1.32-28 1...19-23' "$book")" = "$(dama-book probe -m '32-28 19-23' "$book")" ]
    run -2 dama-book probe -m '1. 32-29' "$book"
    [ "$output" = "dama-book: --moves: '32-29' is not a legal move" ]
    run -2 dama-book probe -m '1. 32+28' "$book"
    [[ $output == "dama-book: --moves: '32+28': "* ]]
    run -2 dama-book dump --fen W:W31:B99 "$book"
    [[ $output == "dama-book: --fen: 'W:W31:B99': 99 is not a square"* ]]
    run -2 dama-book info --through bad "$book"
    [[ $output == "dama-book: --through: 'bad': expected "* ]]
    run -2 dama-book expand --fen bad "$work/b"
    [[ $output == "dama-book: --fen: 'bad': expected "* ]]
}

@test "a book is left alone unless all inputs can be read to their ends" {
    printf '[White "New"]\n[Result "2-0"]\n\n1. 34-30 20-25 2-0\n' >"$work/good.pdn"
    gzip -c "$games" | head -c 150 >"$work/cut.pdn.gz"
    cp "$work/b" "$work/before"
    for bad in missing.pdn cut.pdn.gz; do
        for inputs in "$work/$bad" "$work/good.pdn $work/$bad"; do
            # shellcheck disable=SC2086 # words
            for command in "add $work/b" "build -o $work/b" "build -q -o $work/b"; do
                run -3 dama-book $command $inputs
                [[ $output == *"dama-book: not all games could be read; $work/b was left as it was" ]]
                cmp "$work/before" "$work/b"
            done
            # shellcheck disable=SC2086 # words
            run -3 dama-book build -o "$work/new" $inputs
            [[ $output == *"dama-book: not all games could be read; $work/new was not written" ]]
            [ ! -e "$work/new" ]
        done
    done
}

@test "choices: by weight, the same for the same seed, more even with a higher temperature" {
    first=$(dama-book probe --choose --seed 3 "$book")
    [ "$first" = "$(dama-book probe --choose --seed 3 "$book")" ]
    [ "$(dama-book probe --choose -t 0 "$book")" = 32-28 ]
    chosen=$(for i in {1..12}; do dama-book probe --choose --margin 1 -t 9 --seed "$i" "$book"; done | sort -u)
    [ "$chosen" = $'31-27\n32-28' ]
    run -1 dama-book probe --choose --moves 35-30 "$book"
    [ "$output" = - ]
}

@test "the chance is the probability of a choice with this margin and temperature" {
    chances() { dama-book probe "$@" "$work/w" | awk 'NR > 2 { print $1, $(NF > 7 ? 8 : 7) }'; }
    for i in {1..10}; do
        printf '[Round "%s"]\n[Result "1-1"]\n\n1. 35-30 1-1\n\n' "$i"
        printf '[Round "%s"]\n[Result "%s"]\n\n1. 31-27 %s\n\n' "$i" \
            $((i < 4 ? 0 : 1))-$((i < 4 ? 2 : 1)) $((i < 4 ? 0 : 1))-$((i < 4 ? 2 : 1))
    done >"$work/w.pdn"
    dama-book build -q -o "$work/w" "$work/w.pdn"
    [ "$(chances)" = $'35-30 100.0%\n31-27 0.0%' ]
    [ "$(chances --margin 1)" = $'35-30 98.5%\n31-27 1.5%' ]
    [ "$(chances --margin 1 --temperature 2)" = $'35-30 88.9%\n31-27 11.1%' ]
    [ "$(chances --margin 1 --temperature 0)" = $'35-30 100.0%\n31-27 0.0%' ]
    [[ $(dama-book probe --json "$work/w") == *'"chance":1.0000,'*'"chance":0.0000,'* ]]
    for i in {1..400}; do echo W:W31-50:B1-20; done >"$work/in"
    run -0 dama-book probe --stdin --choose "$work/w" <"$work/in"
    [ "$(printf '%s\n' "${lines[@]}" | sort -u)" = 35-30 ]
}

@test "--stdin answers line by line" {
    printf 'W:W31-50:B1-20\n# a remark\nB:W28,31,33-50:B1-20\n' >"$work/in"
    run -0 dama-book probe --stdin --json "$book" <"$work/in"
    [ "${#lines[@]}" -eq 2 ]
    # a line that is not a position gets an empty answer
    printf 'W:W99:B1\nW:W31-50:B1-20\n' >"$work/in"
    run -1 --separate-stderr dama-book probe --stdin --choose -t 0 "$book" <"$work/in"
    [ "$output" = $'-\n32-28' ]
    [[ ${stderr:-} == *'-:1:4: '* ]]
    run -1 --separate-stderr dama-book probe --stdin --json "$book" <"$work/in"
    [ "${lines[0]}" = null ]
    [[ ${lines[1]} == '{"fen":"W:W31-50:B1-20",'* ]]
    run -2 dama-book probe --stdin "$book" W:W31-50:B1-20 <"$work/in"
    [[ $output == *'--stdin and a FEN cannot be combined'* ]]
}

@test "an operand that is not a position is quoted, and the others get answers" {
    start=W:W31-50:B1-20
    run -2 --separate-stderr dama-book probe --choose -t 0 "$book" $start W:W31-50:B1-51 '' $start
    [ "$output" = $'32-28\n-\n-\n32-28' ]
    [ "${stderr:-}" = "dama-book: 'W:W31-50:B1-51': 51 is not a square on this board (1 to 50)
dama-book: '': expected the side to move, W or B, found the end of the FEN" ]
    run -2 --separate-stderr dama-book probe --json "$book" bad B:W31-49:B1-20
    [ "${lines[0]}" = null ]
    [[ ${lines[1]} == '{"fen":"B:W31-49:B1-20",'* ]]
}

@test "options of probe that would have no effect are refused" {
    while IFS='|' read -r options message; do
        # shellcheck disable=SC2086 # words
        run -2 dama-book probe $options "$book"
        [ "$output" = "dama-book probe: $message (try 'dama-book probe --help')" ]
    done <<'END'
--seed 9|--seed requires --choose
--seed 0 --json|--seed requires --choose
--choose --parents|--parents and --choose cannot be combined
--choose --json|--json and --choose cannot be combined
END
    dama-book probe --margin 0.1 --temperature 2 "$book"
}

@test "a dump is PDN that can be read back as one game" {
    dama-book dump "$book" >"$work/d.pdn"
    run -0 dama-validate --quiet "$work/d.pdn"
    grep -q '{2 games: +1 =1 -0, 75%}' "$work/d.pdn"
    tr -s ' \n' ' ' <"$work/d.pdn" | grep -q '(1. 32-28 '
}

@test "a table and a list include positions not reached from the start; other dumps count them" {
    # two ways that were played once each are left out, not what was played after them
    printf '[Round "%s"]\n[Result "1-1"]\n\n%s 12-18 1-1\n\n' 1 '1. 34-30 18-23 2. 31-27' \
        2 '1. 31-27 18-23 2. 34-30' >"$work/ways.pdn"
    dama-book build -q --min-games 2 -o "$work/ways" "$work/ways.pdn"
    run -0 dama-book dump --format fen "$work/ways"
    [ "$output" = 'W:W31-50:B1-20
B:W27,30,32,33,35-50:B1-17,19,20,23
W:W27,30,32,33,35-50:B1-11,13-20,23' ]
    run -0 dama-book dump --format csv "$work/ways"
    [ "${lines[1]}" = ',"B:W27,30,32,33,35-50:B1-17,19,20,23",12-18,2,0,2,0,0,0,0,,,,,' ]
    [ "${#lines[@]}" -eq 2 ]
    for form in pdn report html; do
        run -0 --separate-stderr dama-book dump --format "$form" "$work/ways"
        [[ ${stderr:-} == 'dama-book: 2 positions are not reached from the start position; '* ]]
        [[ ${stderr:-} == *'; --format=fen lists them, --fen starts from one of them' ]]
    done
    run -0 dama-book dump --format fen --plies 3 "$work/ways"
    [ "$output" = 'W:W31-50:B1-20
dama-book: 2 positions are not reached from the start position; without --plies they are listed, too' ]
    run -0 dama-book dump --format fen --fen B:W27,30,32,33,35-50:B1-17,19,20,23 "$work/ways"
    [ "${#lines[@]}" -eq 2 ]
    # a position that only a loop leads to
    printf '[GameType "20"]\n[FEN "W:WK47:BK1"]\n[Result "1-1"]\n\n%s 1-1\n' \
        '1. 47-41 1-6 2. 41-47 6-1' >"$work/again.pdn"
    dama-book build -q --setups -o "$work/again" "$work/again.pdn"
    run -0 dama-book dump --format fen "$work/again"
    [ "$(printf '%s\n' "${lines[@]}" | sort)" = 'B:WK41:BK1
B:WK47:BK6
W:W31-50:B1-20
W:WK41:BK6
W:WK47:BK1' ]
    run -0 dama-book dump --format csv "$work/again"
    [ "${#lines[@]}" -eq 5 ]
}

@test "a table gives the shortest way to a move, whatever was played most" {
    game() { printf '[Event "%s"]\n[GameType "30"]\n[Result "1-0"]\n\n%s 1-0\n\n' "$1" "$2"; }
    long='1. a3-a4 h6-h5 2. a4-b4 h5-g5 3. b3-a3 g6-h6 4. f3-f4'
    { game 1 "$long"; game 2 "$long"; game 3 '1. b3-b4 g6-g5 2. f3-f4'; } >"$work/ways.pdn"
    dama-book build -q --variant turkish -o "$work/ways" "$work/ways.pdn"
    dama-book dump --format csv "$work/ways" | sort >"$work/all.csv"
    grep -q '^3,"[^"]*",f3-f4,3,3,0,0,' "$work/all.csv"
    dama-book dump --format csv --plies 40 "$work/ways" | sort | cmp - "$work/all.csv"
}

@test "a forgotten or misspelt option destroys no book" {
    russian_book "$work/kept"
    cp "$work/kept" "$work/before"
    run -3 dama-book build -o "$work/kept" "$work/russian.pdn"
    [[ $output == *"dama-book: this book is for international; choose another variant with --variant"* ]]
    [ "${lines[-1]}" = "dama-book: no game was added; $work/kept was left as it was" ]
    run -3 dama-book build -q --variant russian --player Nobody -o "$work/kept" "$work/russian.pdn"
    cmp "$work/kept" "$work/before"
    : >"$work/empty.pdn"
    run -3 dama-book build -o "$work/none" "$work/empty.pdn"
    [ "$output" = "dama-book: the input has no games; $work/none was not written" ]
    [ ! -e "$work/none" ]
}

@test "a dump has the format of its file name" {
    cd "$work" || return 1
    printf '[Event "e"]\n[Result "1-1"]\n\n1. 32-28 19-23 1-1\n' >named.pdn
    dama-book build -q -o named.book named.pdn
    for format in pdn html csv fen; do
        dama-book dump --format "$format" -o by-option named.book
        dama-book dump -o "by-name.$format" named.book
        cmp by-option "by-name.$format"
    done
    dama-book dump --format csv -o named.html named.book # an option counts more
    run -1 grep -i '<html' named.html
}

@test "a dump with few plies expands a position where it is first reached" {
    cat >"$work/two-ways.pdn" <<'END'
[Event "Long"]
[Round "1"]
[GameType "25"]
[Result "*"]

1. 24-19 11-15 2. 27-24 8-11 3. 24-20 15x24 4. 20x27 11-15 5. 21-17 *

[Event "Long"]
[Round "2"]
[GameType "25"]
[Result "*"]

1. 24-19 11-15 2. 27-24 8-11 3. 24-20 15x24 4. 20x27 11-15 5. 21-17 *

[Event "Short"]
[GameType "25"]
[Result "*"]

1. 24-20 11-16 2. 20x11 8x15 3. 21-17 *
END
    dama-book build -q --variant russian -o "$work/two-ways" "$work/two-ways.pdn"
    for ((plies = 5; plies <= 10; plies++)); do
        dama-book dump -n $plies "$work/two-ways" | tr -s ' \n' ' ' >"$work/d.pdn"
        grep -q '3. a3-b4 {3 games: ' "$work/d.pdn"
        [ "$(dama-book dump -n $plies -f fen "$work/two-ways" | sort | uniq -d)" = "" ]
    done
    grep -q '4... f6-e5 {2 games: [^}]*, transposes}' "$work/d.pdn"
}

@test "an opening report is text, or a self-contained page with diagrams" {
    run -0 dama-book dump -f report --plies 2 --title Club "$book"
    [[ $output$'\n' != *' '$'\n'* ]] # no blanks at the end of a line
    [ "${lines[0]}" = Club ]
    [[ $output =~ "  19-23 "\ +1\ +0\ +0\ +1\ +"0% (0-" ]]
    run -0 dama-book dump -f html --plies 2 --title '<Club> & friends' "$book"
    [[ $output == *'<h1>&lt;Club&gt; &amp; friends</h1>'* ]]
    [[ $output == *'International draughts, 4 games from 1999 to 2005.'* ]]
    [[ $output == *'<tr><td style="--ply: 1">1... 19-23</td>'*'<figcaption>1. 32-28 19-23 (1 game)'* ]]
    [[ $output != *'<?xml'* && $output != *' src='* && $output == *'<body class="no-values">'* ]]
    dama-book expand -q -p 1 -n 100 --eval material "$work/e"
    run -0 dama-book dump -f html "$work/e"
    [[ $output == *'<body class="no-games">'* ]]
    for format in pdn report html csv fen; do
        run -0 bash -c "dama-book dump -f $format '$book' | true; echo \${PIPESTATUS[0]}"
        [ "$output" = 0 ]
        TMPDIR=$work/none run -3 dama-book dump --fen W:W31-50:B1-20 -f $format "$book"
        [[ $output == *": cannot make a temporary file in $work/none: No such file or directory" ]]
        run -3 dama-book dump -f $format -o /dev/full "$book"
        [ "$output" = "dama-book: /dev/full: cannot write: No space left on device" ]
    done
    # the same if a write has failed before the last one
    for format in fen csv; do
        run -3 dama-book dump -f $format -o /dev/full international.book
        [ "$output" = "dama-book: /dev/full: cannot write: No space left on device" ]
    done
}

# lines FORMAT OPTION... BOOK: the most played lines of a report, each with its games
lines() {
    dama-book dump -f "$1" --plies 4 "${@:2}" >"$work/report"
    if [ "$1" = html ]; then
        sed -n 's/.*<figcaption>\(.*\) (\([0-9]*\) games*)<.*/\2 \1/p' "$work/report"
    else
        sed '1,/^Most played lines/d' "$work/report" | sed '/^$/d; s/^ *//; s/  / /'
    fi
}

@test "a line in a report has the games that played its moves in its order" {
    for moves in "1. 32-28 20-25 2. 31-27 18-22" "1. 31-27 20-25 2. 32-28 18-22" \
        "1. 31-27 20-25 2. 32-28 18-22 3. 27x18" "1. 31-27 18-22 2. 27x18 12x23" "1. 32-28 20-25"; do
        printf '[Round "%d"]\n[GameType "20"]\n[Result "*"]\n\n%s *\n\n' $((++n)) "$moves"
    done >"$work/orders.pdn"
    dama-book build -q -o "$work/orders" "$work/orders.pdn"
    expected="2 1. 31-27 20-25 2. 32-28 18-22
1 1. 31-27 18-22 2. 27x18 12x23
1 1. 32-28 20-25 2. 31-27 18-22"
    for format in report html; do
        [ "$(lines $format "$work/orders")" = "$expected" ]
        [ "$(lines $format --moves 1 "$work/orders")" = "${expected%%$'\n'*}" ]
        [ "$(lines $format --min-games 2 "$work/orders")" = "${expected%%$'\n'*}" ]
        dama-book build -q --fold -o "$work/folded" "$work/orders.pdn"
        [ "$(lines $format "$work/folded")" = "$expected" ]
    done
    # from a position that several orders of moves reach
    fen=$(dama-book dump -f csv "$work/orders" | sed -n 's/^4,"\(.*\)",18-22,3,.*/\1/p')
    dama-book dump -f report --fen "$fen" --plies 1 "$work/orders" | grep -qx '       3  1... 18-22'
}

@test "each board of a report page has a label for screen readers" {
    dama-book dump -f html --plies 2 "$book" >"$work/page.html"
    boards=$(grep -c '<svg ' "$work/page.html")
    [ "$boards" -gt 1 ]
    [ "$(grep -c '<svg .* role="img" aria-label="International draughts, White to move: W:[^"]*"' "$work/page.html")" -eq "$boards" ]
}

@test "the point of view of the numbers in a report stands above the table of moves" {
    dama-book dump -f report "$book" >"$work/report"
    view=$(grep -n 'point of view of the side that moves' "$work/report" | cut -d: -f1)
    table=$(grep -n '^move  *games' "$work/report" | cut -d: -f1)
    [ "$view" -lt "$table" ]
    [ "$(grep -c 'point of view' "$work/report")" -eq 1 ]
}

@test "a report page of another position than the start has the games of that position" {
    page() { dama-book dump -f html "$@" | sed -n 's/^<p>\(International.*[0-9]\)\. Won, .*/\1/p'; }
    [ "$(page "$book")" = 'International draughts, 4 games from 1999 to 2005' ]
    [ "$(page --fen B:W27,32-50:B1-20 "$book")" = \
        'International draughts, 2 games from this position; the book has 4 games from 1999 to 2005' ]
    [ "$(page --fen W:W28,31,33-50:B1-18,20,23 "$book")" = \
        'International draughts, 1 game from this position; the book has 4 games from 1999 to 2005' ]
}

@test "a report page is UTF-8 whatever its title" {
    cd "$work"
    dama-book dump -f html --plies 6 --title $'a\x01\xff b' "$book" -o title.html
    grep -qxF '<h1>a\x01\xff b</h1>' title.html
    python3 -c 'open("title.html", encoding="utf-8").read()'
}

@test "a file that is not a book is refused and left alone" {
    echo 'no book' >"$work/text"
    run -3 dama-book probe "$work/text"
    [[ $output == *'not an SQLite file'* ]]
    run -3 dama-book build -o "$work/text" "$games"
    [[ $output == *'; only books are overwritten' ]]
    run -3 dama-book merge -o "$work/text" "$book"
    [[ $output == *'; only books are overwritten' ]]
    run -2 dama-book merge -o "$work/b.book.gz" "$book"
    [[ $output == *'books cannot be compressed'* ]]
    [ "$(cat "$work/text")" = 'no book' ]
    run -3 dama-book info "$work/missing"
    [[ $output == *'No such file'* ]]
    run -3 dama-book add "$work/missing" "$games"
    [ ! -e "$work/missing" ]
    dama-convert --quiet "$games" -o "$work/games.sqlite"
    run -3 dama-book info "$work/games.sqlite"
    [[ $output == *'another program, not an opening book'* || $output == *'opening book'* ]]
    head -c 5000 "$book" >"$work/cut"
    run -3 dama-book probe "$work/cut"
    [[ $output == *'truncated'* ]]
}

@test "a book that cannot be written is reported with the reason" {
    [ "$(id -u)" -ne 0 ] || skip "root may write anywhere"
    chmod 444 "$work/b"
    run -3 dama-book prune --plies 3 "$work/b"
    [ "$output" = "dama-book: $work/b: cannot be changed: no permission to write the file or its folder" ]
}

@test "a book is not written to standard output" {
    cd "$work"
    run -2 dama-book build -o - "$games"
    [[ $output == *'a book cannot be written to standard output'* ]]
    run -2 dama-book merge -o - b
    [ ! -e ./- ]
}

@test "a book that is replaced keeps its mode and its link" {
    chmod 600 "$work/b"
    ln -s b "$work/link"
    dama-book build -q -o "$work/link" "$games"
    [ -L "$work/link" ]
    [ -n "$(find "$work/b" -perm 600)" ]
    run -0 dama-book diff "$book" "$work/b"
    run -3 dama-book build -o /dev/null "$games"
    [[ $output == *'/dev/null: cannot write: is not a regular file' ]]
}

@test "an input is not overwritten" {
    ln -s b "$work/link"
    for command in "dump -o $work/b $work/link" "merge -o $work/link $book $work/b"; do
        # shellcheck disable=SC2086 # words
        run -2 dama-book $command
        [[ $output == *' is also an input; refusing to overwrite it' ]]
    done
    cmp "$book" "$work/b"
}

@test "a message says that nothing was found" {
    far=B:W28,31,33-49:B1-20
    run -1 dama-book info --through "$far" "$book"
    [ -z "$output" ]
    run -1 dama-book dump --fen "$far" -o "$work/d" "$book"
    [ "$output" = 'dama-book: --fen: the position is not in the book' ]
    run -1 dama-book ballots -q --eval material --nodes 10 --plies 30 "$book"
    [ "$output" = 'dama-book: no balanced position was found' ]
    run -1 dama-book ballots -q --eval material --nodes 10 --plies 1 --count 9 --balance 9 "$book"
    [[ $output == *'dama-book: only 2 balanced positions were found' ]]
}

@test "a book of another variant or a newer dama is refused" {
    russian_book "$work/r"
    run -3 dama-book merge -o "$work/m" "$book" "$work/r"
    [[ $output == *'this book is for russian, not for international'* ]]
    run -3 dama-book diff "$book" "$work/r"
    command -v sqlite3 >/dev/null || skip "no sqlite3"
    sqlite3 "$work/b" 'PRAGMA user_version = 99'
    run -3 dama-book info "$work/b"
    [[ $output == *'made by a newer dama'* ]]
}

@test "verify finds changes made by hand" {
    command -v sqlite3 >/dev/null || skip "no sqlite3"
    changes=("UPDATE move SET won = won + 1 WHERE rowid IS NULL OR move = 322800"
        "DELETE FROM position WHERE key IN (SELECT next FROM move WHERE move = 182300)"
        "UPDATE move SET move = 322700 WHERE move = 322800"
        "UPDATE position SET key = key + 1 WHERE key = (SELECT min(key) FROM position)"
        "UPDATE game SET line = x'202000' WHERE id = 1"
        "DELETE FROM game WHERE id = 2")
    changes[0]="UPDATE move SET won = won + 1 WHERE move = 322800"
    for change in "${changes[@]}"; do
        cp "$book" "$work/v"
        sqlite3 "$work/v" "$change"
        run -1 dama-book verify "$work/v"
        [ -n "$output" ]
    done
}

@test "two writers: the second must try again later" {
    command -v sqlite3 >/dev/null || skip "no sqlite3"
    mkfifo "$work/go"
    sqlite3 "$work/b" <"$work/go" >"$work/said" &
    writer=$!
    exec 8>"$work/go"
    printf "BEGIN IMMEDIATE;\nSELECT 'begun';\n" >&8
    wait_until grep -q begun "$work/said"
    run -75 dama-book prune -q --min-games 2 "$work/b"
    [[ $output == *'another program is changing this book'* ]]
    run -75 dama-book build -q -o "$work/b" "$games"
    [[ $output == *'another program is changing this book'* ]]
    exec 8>&-
    wait $writer
    run -0 dama-book diff "$book" "$work/b"
}

@test "build: a signal leaves an older book as it was; a new one has the games read so far" {
    mkfifo "$work/more"
    cp "$book" "$work/old"
    for name in b new; do
        dama-book build -q -o "$work/$name" "$games" "$work/more" 2>"$work/err" &
        builder=$!
        exec 8>"$work/more"
        kill -TERM "$builder"
        exec 8>&-
        status=0
        wait "$builder" || status=$?
        [ "$status" -eq 4 ]
    done
    cmp "$work/old" "$work/b"
    run -0 dama-book verify "$work/new"
}

@test "expand: games added meanwhile stay, and a book that was replaced is left alone" {
    expanded() { [[ $(dama-book info --json "$work/b") != *'"expanded":0'* ]]; }
    dama-book expand -q -n 50 --for 30s -j 1 --eval material "$work/b" 2>"$work/err" &
    expander=$!
    wait_until expanded
    printf '[White "Eve"]\n[Result "2-0"]\n\n1. 32-28 18-23 2. 31-27 2-0\n' | dama-book add -q "$work/b"
    run -0 dama-book verify "$work/b"
    [[ $(dama-book info --json "$work/b") == *'"games":5'* ]]
    cp "$book" "$work/other"
    mv "$work/other" "$work/b"
    status=0
    wait "$expander" || status=$?
    [ "$status" -eq 3 ]
    [[ $(cat "$work/err") == *'/b: moved, removed or replaced by another program' ]]
    cmp "$book" "$work/b"
}

@test "expand: a missing book is created, and a message says so" {
    run -0 --separate-stderr dama-book expand --positions 1 --nodes 100 "$work/fresh"
    [[ ${stderr-} == "dama-book: $work/fresh does not exist; creating a new book (International draughts)"* ]]
    run -0 --separate-stderr dama-book expand --positions 1 --nodes 100 "$work/fresh"
    [[ ${stderr-} != *creating* ]]
}

@test "expand: the same book for any number of threads, values backed up" {
    dama-book expand -q -n 300 -p 6 -j 1 --eval material "$work/one"
    dama-book expand -q -n 300 -p 6 -j 3 --eval material "$work/three"
    run -0 dama-book diff "$work/one" "$work/three"
    run -0 dama-book verify "$work/one"
    [[ $(dama-book info --json "$work/one") == *'"expanded":6'* ]]
    run -0 dama-book probe --json "$work/one"
    [[ $output == *'"evaluation":{"score":'*'"engine":"dama '* ]]
}

# games_of_moves OPTION...: how many games each move of a table has, each number once
games_of_moves() {
    dama-book dump --format csv "$@" "$work/b" | sed 1d | sed 's/"[^"]*"//' | cut -d, -f4 | sort -nu | tr '\n' ' '
}

@test "dump --min-games also leaves out moves added by the engine" {
    dama-book expand -q -n 300 -p 6 -j 1 --eval material "$work/b"
    [[ $(games_of_moves) == "0 1 2 "* ]]
    [[ $(games_of_moves --min-games 1) == "1 2 "* ]]
    [[ $(games_of_moves --min-games 2) == "2 "* ]]
}

@test "expand continues after being killed, and keeps the counts of games" {
    dama-book expand -q -n 300 --eval material "$work/b" &
    sleep 0.7
    kill -9 $!
    wait $! || true
    run -0 dama-book verify "$work/b"
    before=$(dama-book info --json "$work/b" | sed 's/.*"expanded":\([0-9]*\).*/\1/')
    dama-book expand -q -n 300 -p 2 --eval material "$work/b"
    after=$(dama-book info --json "$work/b" | sed 's/.*"expanded":\([0-9]*\).*/\1/')
    [ "$after" -eq $((before + 2)) ]
    run -0 dama-book verify "$work/b"
    run -0 dama-book probe --json "$work/b"
    [[ $output == *'"move":"32-28","in_book":true,"games":2,"won":1'* ]]
}

@test "prune --margin leaves the best moves, and what they lead to" {
    dama-book expand -q -n 300 -p 8 --eval material "$work/e"
    best=$(dama-book probe --choose -t 0 "$work/e")
    before=$(dama-book info --json "$work/e" | sed 's/.*"moves":\([0-9]*\).*/\1/')
    dama-book prune -q --margin 0.01 "$work/e"
    after=$(dama-book info --json "$work/e" | sed 's/.*"moves":\([0-9]*\).*/\1/')
    [ "$after" -lt "$before" ]
    run -0 dama-book verify "$work/e"
    [ "$best" = "$(dama-book probe --choose -t 0 "$work/e")" ]
    dama-book expand -q -n 300 -p 2 --eval material "$work/e"
    run -0 dama-book verify "$work/e"
}

@test "prune: moves within the margin stay, and no others" {
    command -v sqlite3 >/dev/null || skip "no sqlite3"
    dama-book expand -q -n 300 -p 12 --eval material "$work/e"
    moves="SELECT here.key, move FROM move JOIN evaluation AS here ON here.key = move.key
        JOIN evaluation AS there ON there.key = next"
    inner="SELECT 1 FROM move AS other JOIN evaluation AS inner ON inner.key = other.next
        WHERE other.key = here.key AND inner.expanded"
    left=1000
    for margin in 20 60; do
        cp "$work/e" "$work/f"
        sqlite3 "$work/e" "$moves WHERE there.expanded OR here.value + there.value <= $margin ORDER BY 1, 2" >"$work/want"
        dama-book prune -q --margin "0.0$margin" "$work/f"
        diff "$work/want" <(sqlite3 "$work/f" "SELECT key, move FROM move ORDER BY 1, 2")
    done
    for margin in 00 15 60; do
        cp "$work/e" "$work/f"
        sqlite3 "$work/e" "$moves WHERE there.expanded OR NOT EXISTS
            ($inner AND inner.value < there.value + $margin) ORDER BY 1, 2" >"$work/want"
        dama-book prune -q --leaf-margin "0.0$margin" "$work/f"
        diff "$work/want" <(sqlite3 "$work/f" "SELECT key, move FROM move ORDER BY 1, 2")
        [ "$(wc -l <"$work/want")" -lt "$left" ]
        left=$(wc -l <"$work/want")
    done
}

@test "prune with several options does the same as one after the other" {
    cd "$work"
    printf '[Result "2-0"]\n\n1. 31-26 18-23 2-0\n\n[Result "2-0"]\n\n1. 32-28 18-23 2-0\n\n[Result "2-0"]\n\n1. 32-28 18-22 2-0\n' >three.pdn
    dama-book build -q -o once.book three.pdn --plies 2 --min-games 2
    dama-book expand -q --nodes 200 -p 1 once.book
    cp once.book one-by-one.book
    dama-book prune -q --min-games 1 --margin 0 once.book
    dama-book prune -q --min-games 1 one-by-one.book
    dama-book prune -q --margin 0 one-by-one.book
    run -0 dama-book diff once.book one-by-one.book
    [ -z "$output" ]
    dama-book prune -q --game 1 --margin 0 once.book # which alone played 31-26
    dama-book prune -q --game 1 one-by-one.book
    dama-book prune -q --margin 0 one-by-one.book
    run -0 dama-book diff once.book one-by-one.book
    [ -z "$output" ]
}

@test "expand: a position in which the game is over is not expanded" {
    run -2 dama-book expand --nodes 100 -p 1 --fen 'B:WK1,50:B45' "$work/over.book"
    [[ $output == *"--fen: 'B:WK1,50:B45': the game is over in this position"* ]]
    [ ! -e "$work/over.book" ]
    dama-book expand -q --nodes 100 -p 1 --fen 'W:WK6,50:B45' "$work/over.book"
    run -2 dama-book expand -q --nodes 100 -p 1 --fen 'B:WK1,50:B45' "$work/over.book"
    dama-book probe "$work/over.book" 'W:WK6,50:B45' | grep -q '^6-1 .* won '
    sqlite3 "$work/over.book" "UPDATE evaluation SET expanded = 1 WHERE key NOT IN (SELECT key FROM move)"
    run -1 dama-book verify "$work/over.book"
    [[ $output == *": marked as expanded, but has no moves"* ]]
}

@test "verify: numbers that are too large for a score, a depth or a count" {
    command -v sqlite3 >/dev/null || skip "no sqlite3"
    printf '[Date "1985.01.02"]\n[Result "2-0"]\n\n1. 31-26 18-23 2-0\n' >"$work/made.pdn"
    dama-book expand -q --nodes 100 -p 2 "$work/sound.book"
    for change in score=score+4294967296 value=value-4294967296 depth=depth+4294967296 depth=-1 score=-2147483648; do
        cp "$work/sound.book" "$work/odd.book"
        sqlite3 "$work/odd.book" "UPDATE evaluation SET $change WHERE NOT expanded"
        run -1 dama-book verify "$work/odd.book"
        [[ ${lines[0]} == position*" is impossible" ]]
    done
    dama-book build -q -o "$work/games.book" "$work/made.pdn"
    for change in won=won+4294967296 drawn=-1 year=year+65536; do
        cp "$work/games.book" "$work/off.book"
        sqlite3 "$work/off.book" "UPDATE move SET $change"
        run -1 dama-book verify "$work/off.book"
    done
    sqlite3 "$work/odd.book" "UPDATE evaluation SET value=-2147483648 WHERE NOT expanded"
    dama-book probe "$work/odd.book" | grep -q ' won '
}

@test "prune --leaf-margin keeps a player in the book" {
    dama-book expand -q -n 300 -p 12 --eval material "$work/e"
    cp "$work/e" "$work/f"
    dama-book prune -q --margin 0 "$work/e"
    dama-book prune -q --margin 0 --leaf-margin 30 "$work/f"
    run -0 dama-book verify "$work/f"
    # Where some move leads to an expanded position, no other one is left; all are expanded still.
    command -v sqlite3 >/dev/null || skip "no sqlite3"
    inner="SELECT key FROM move WHERE next IN (SELECT key FROM evaluation WHERE expanded)"
    leaves="SELECT count(*) FROM move JOIN evaluation ON evaluation.key = next
        WHERE NOT expanded AND move.key IN ($inner)"
    [ "$(sqlite3 "$work/e" "$leaves")" -gt 0 ]
    [ "$(sqlite3 "$work/f" "$leaves")" -eq 0 ]
    expanded="SELECT count(*) FROM evaluation WHERE expanded"
    [ "$(sqlite3 "$work/e" "$expanded")" -eq "$(sqlite3 "$work/f" "$expanded")" ]
}

@test "expand stops at a deadline, and reports an invalid one" {
    run -0 dama-book expand -n 300 --for 0.3s --eval material "$work/b"
    run -2 dama-book expand --until noon "$work/b"
    [[ $output == *"found 'noon'"* ]]
    run -2 dama-book expand --fen W:W31:B99 "$work/unmade"
    run -3 dama-book expand --learn nothing.db "$work/unmade"
    [ ! -e "$work/unmade" ]
    run -3 dama-book expand --learn "$work/none.db" "$work/b"
    run -3 dama-book expand --variant russian -p 1 "$book"
    [[ $output == *'this book is for international, not for russian'* ]]
}

@test "results of dama-match are games, and expand --learn begins where games were lost" {
    command -v sqlite3 >/dev/null || skip "no sqlite3"
    cat >"$work/match.yaml" <<'YAML'
event: Lessons
players:
  - {name: dama, builtin: true, level: A, hash: 1M}
  - {name: rival, builtin: true, hash: 1M}
time: {nodes: 200}
games: 20
openings: {ballots: 2, order: shuffled}
output: {store: results.db}
YAML
    cd "$work"
    dama-match run match.yaml
    lost=$(sqlite3 results.db "SELECT count(*) FROM side JOIN player ON player.id = player_id
        WHERE name = 'dama' AND points = 0")
    [ "$lost" -ge 12 ]

    run -0 dama-book build -n 6 --min-games 2 -o m.book results.db
    [ "$output" = 'dama-book: 20 games read, 20 added, 0 already in the book' ]
    run -0 dama-book add m.book results.db
    [ "$output" = 'dama-book: 20 games read, 0 added, 20 already in the book' ]
    run -0 dama-book verify m.book

    # What is expanded first is where our games left the book, and nothing else.
    cp m.book before.book
    run -0 dama-book expand --learn results.db -p 1 -n 100 --eval material m.book
    [[ ${lines[0]} =~ ^"dama-book: $lost lost games; they left the book in "([0-9]+)" positions, and 0 never left it" ]]
    positions=${BASH_REMATCH[1]}
    cp before.book m.book
    dama-book expand -q --learn results.db -p "$positions" -n 100 --eval material m.book
    [ "$(dama-book info --json m.book | sed 's/.*"expanded":\([0-9]*\).*/\1/')" -eq "$positions" ]
    run -0 dama-book verify m.book
    sqlite3 results.db "SELECT record.moves FROM record JOIN side USING (game_id) JOIN player
        ON player.id = player_id WHERE name = 'dama' AND points = 0" >lost.txt
    while read -r moves; do
        line=''
        for move in $moves; do
            dama-book probe --json --moves "$line $move" before.book >probe.txt || break
            line="$line $move"
        done
        [[ $(dama-book probe --json --moves "$line" m.book) == *'"engine":true'* ]]
    done <lost.txt

    # All games, and some plies further.
    run -0 dama-book expand --learn results.db --learn-games all --learn-plies 3 -n 100 --eval material \
        -p 1 m.book
    [[ ${lines[0]} == "dama-book: 20 games; they left the book in "* ]]
    dama-book expand -q --learn results.db --learn-only -n 100 --eval material before.book
    run -0 dama-book info before.book
    [[ $output == *" $positions positions expanded"* ]]
    run -2 dama-book expand --learn-plies 3 m.book
    [[ $output == *'--learn-plies requires --learn'* ]]
}

@test "ballots: a signal ends the search" {
    run -4 timeout --foreground --preserve-status -s TERM 1 dama-book ballots -q --deal 2 --depth 60 --eval material
    [ "$output" = "dama-book: stopped; the list of positions is incomplete" ]
}

@test "ballots: dealt or from a book, balanced, each once" {
    run -0 dama-book ballots --deal 2 -n 200 --eval material --balance 30
    [ "${#lines[@]}" -eq 81 ]
    [ "$(printf '%s\n' "${lines[@]}" | sort -u | wc -l)" -eq 81 ]
    run -0 dama-book ballots --deal 3 -n 200 --eval material --count 5 --seed 4 -j 1
    [ "${#lines[@]}" -eq 5 ]
    small="ulimit -v 140000 && exec dama-book" # a kilobyte for each candidate would be too much
    if sh -c "$small --version" >/dev/null 2>&1; then # not with a sanitizer, which wants more addresses
        sh -c "$small ballots -q --deal 3 --variant dameo --count 1 -n 100 -j 1 --eval material"
    fi
    again=$(dama-book ballots --deal 3 -n 200 --eval material --count 5 --seed 4 -j 3)
    [ "$output" = "$again" ]
    run -0 dama-book ballots --plies 2 --format csv -n 200 --eval material --balance 30 "$book"
    [ "${lines[0]}" = fen,moves,score,depth,games,draws,match_games,match_draws ]
    [[ $output == *'"W:W28,31,33-50:B1-17,19,20,23",32-28 18-23,'*',1,1.000,0,'* ]]
    run -0 dama-book ballots --plies 2 --format pdn -n 200 --eval material --balance 30 "$book"
    [[ $output == *'1. 32-28 19-23'* ]]
    run -1 dama-book ballots --plies 2 --count 50 -n 200 --eval material "$book"
    [[ $output == *'balanced positions were found'* ]]
    run -2 dama-book ballots
    run -2 dama-book ballots --deal 2 --results x.db
    for seed in 0 4; do
        run -2 dama-book ballots --deal 2 --seed $seed
        [[ $output == *"--seed requires --count"* ]]
    done
}

@test "ballots --min-games 1 does not follow moves added by the engine" {
    dama-book expand -q -n 300 -p 6 -j 1 --eval material "$work/b"
    ballots=(dama-book ballots -q --plies 1 -n 10 --eval material --balance 9 "$work/b")
    run -0 "${ballots[@]}"
    [ "${#lines[@]}" -eq 9 ]
    run -0 "${ballots[@]}" --min-games 1
    [ "${#lines[@]}" -eq 2 ]
}

@test "ballots: games count whichever way they reached a position" {
    printf '[White "%s"]\n[Result "%s"]\n\n%s %s\n\n' \
        A 1-1 '1. 34-30 18-23 2. 31-27' 1-1 \
        B 2-0 '1. 31-27 18-23 2. 34-30' 2-0 \
        C 1-1 '1. 31-27 18-23 2. 34-30' 1-1 >"$work/ways.pdn"
    dama-book build -q -o "$work/w" "$work/ways.pdn"
    run -0 dama-book ballots -q --eval material --nodes 10 --plies 3 --format csv "$work/w"
    [ "${#lines[@]}" -eq 2 ]
    [[ ${lines[1]} == *,3,0.667,0, ]]
}

@test "ballots: games without a known result count as games, but not in the share of draws" {
    for result in 1-1 2-0 '*' 0-0; do
        printf '[White "%s"]\n[Result "%s"]\n\n1. 32-28 17-22 2. 28x17 11x22 %s\n\n' "$result" "$result" "$result"
    done >"$work/known.pdn"
    dama-book build -q -o "$work/w" "$work/known.pdn"
    run -0 dama-book ballots -q --eval material --nodes 10 --plies 4 --balance 30 --format csv "$work/w"
    [[ ${lines[1]} == *,4,0.500,0, ]]
    printf '[White "A"]\n[Result "*"]\n\n1. 32-28 17-22 2. 28x17 11x22 *\n' >"$work/none.pdn"
    dama-book build -q -o "$work/w" "$work/none.pdn"
    run -0 dama-book ballots -q --eval material --nodes 10 --plies 4 --balance 30 --format csv "$work/w"
    [[ ${lines[1]} == *,1,,0, ]]
}

@test "a game that restores a pruned move changes the values of earlier positions" {
    dama-book expand -q --eval material --nodes 200 --positions 400 --man 5 --jobs 1 "$work/x"
    dama-book prune -q --leaf-margin 0.5 "$work/x"
    run -0 dama-book probe --moves '35-30 20-24 40-35' "$work/x"
    [[ $output == *"17-22    not in the book itself"* ]]
    printf '[Result "2-0"]\n\n1. 35-30 20-24 2. 40-35 17-22 2-0\n' >"$work/back.pdn"
    dama-book add -q "$work/x" "$work/back.pdn"
    run -0 dama-book verify "$work/x"
    run -0 dama-book probe --moves '35-30 20-24 40-35' "$work/x"
    [[ $output == *17-22* && $output != *"17-22    never"* ]]
}

@test "the engine plays from a book, and refuses one of another variant" {
    in="hub\ninit\npos pos=Wbbbbbbbbbbbbbbbbbbbbeeeeeeeeeewwwwwwwwwwwwwwwwwwww\nlevel depth=1\ngo think\n"
    printf '%b' "$in" >"$work/in"
    # shellcheck disable=SC2094 # what the engine has said so far is read
    {
        cat "$work/in"
        wait_until grep -qs ^done "$work/out"
        echo quit
    } | dama-engine hub --eval material --book "$book" --book-temperature 0 >"$work/out"
    grep -q '^done move=32-28' "$work/out"
    russian_book "$work/r"
    run -3 dama-engine hub --book "$work/r" </dev/null
    [[ $output == *'this book is for russian, not for international'* ]]
    run -0 dama-engine compare -q --eval material --book "$book" --random 0 --games 2 --nodes 50
    [[ $output == *'moves per game from the book'* ]]
}

@test "build writes no book without games, whether or not there was one" {
    cd "$work"
    printf '[GameType "21"]\n[Result "*"]\n\n1. 9-13 *\n' >english.pdn
    printf '[GameType "20"]\n[Result "*"]\n\n*\n' >no-moves.pdn
    printf '[GameType "20"]\n[Result "*"]\n\n1. 32-23 *\n' >illegal.pdn
    for words in english.pdn no-moves.pdn illegal.pdn "--player=Nobody $games"; do
        # shellcheck disable=SC2086 # words are meant to be split
        run -3 dama-book build -q -o new.book $words
        [ "$output" = "dama-book: no game was added; new.book was not written" ]
        [ ! -e new.book ]
    done
}

@test "add: an input without games is an error, games that are known are not" {
    cd "$work"
    cp "$book" c.book
    : >none.pdn
    run -3 dama-book add -q c.book none.pdn
    [ "$output" = "dama-book: the input has no games; c.book was left as it was" ]
    run -0 dama-book add -q c.book "$games"
    [ "$output" = "" ]
    cmp c.book "$book"
}

@test "an input truncated to nothing replaces no book" {
    cd "$work"
    cp "$book" c.book
    : >none.pdn
    run -3 dama-book build -o c.book none.pdn
    [ "$output" = "dama-book: the input has no games; c.book was left as it was" ]
    cmp c.book "$book"
}

@test "a book that comes with dama is found by its bare name if it is only read" {
    cd "$work"
    run -0 dama-book probe --choose international.book
    [[ $output == [0-9]*-[0-9]* ]]
    printf 'quit\n' | dama-engine hub --eval material --book international.book >/dev/null
    run -3 dama-book add international.book "$games"
    [ "$output" = "dama-book: international.book: no such book here; make one with 'dama-book build' (books that come with dama are read-only)" ]
    run -3 dama-book info frisian.book
    [ "$output" = 'dama-book: frisian.book: No such file or directory' ]
    run -3 dama-engine hub --variant russian --book international.book </dev/null
    [[ $output == *'international.book: this book is for international, not for russian'* ]]
    cp b international.book # the user's own comes first
    run -0 dama-book info --json international.book
    [[ $output == *'"games":4,'* ]]
}

@test "a match file can name such a book, whatever folder the file is in" {
    cd "$work"
    mkdir m
    cat >m/m.yaml <<'END'
players:
  - {name: A, builtin: true, book: international.book, weights: material}
  - {name: B, builtin: true, weights: material}
time: {nodes: 50}
games: 2
output: {store: m.db}
END
    dama-match run -q m/m.yaml </dev/null
    printf 'damaged' >m/international.book # one beside the match file comes first
    sed -i s/m.db/n.db/ m/m.yaml
    run -2 dama-match run --check m/m.yaml </dev/null
    [[ $output == *'m/international.book: '* ]]
}

@test "the starter book is sound, and has a move for the start" {
    run -0 dama-book verify "$DAMA_SOURCE/data/book/international.book"
    run -0 dama-book probe --choose "$DAMA_SOURCE/data/book/international.book"
    [[ $output == [0-9]*-[0-9]* ]]
}

@test "a game starts from a position set up before its first move" {
    printf '[GameType "20"]\n[Result "2-0"]\n\n/FEN "W:W38,42,31:B12,13,18"/ 1. 38-33 18-22 2-0\n' >"$work/setup.pdn"
    run -3 dama-book build -o "$work/one" "$work/setup.pdn"
    [[ $output == *"1 game left out that starts from another position (--setups includes it)"* ]]
    run -0 dama-book build --setups -o "$work/two" "$work/setup.pdn"
    [[ $output == *"1 game read, 1 added"* ]]
    run -0 dama-book probe "$work/two" W:W38,42,31:B12,13,18
    [[ $output == *38-33* ]]
}
