#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
# dama-convert: formats, filters, cleaning, outputs that appear whole or not at all.

bats_require_minimum_version 1.5.0

setup() {
    dir=$(mktemp -d)
    cd "$dir" || return
    cat >games.pdn <<'PDN'
[Event "Club"]
[Site "Oosterhaven NED"]
[Date "1985.05.12"]
[Round "3"]
[White "Vries, A. de"]
[Black "Bakker, Jan"]
[Result "2-0"]
[GameType "20"]

1. 32-28 19-23 2. 28x19 14x23 3. 37-32! {good} 10-14 (3... 9-14 $2) 4. 41-37
2-0

[Event "Club"]
[Site "?"]
[Date "1990.??.??"]
[Round "4"]
[White "Bakker, J."]
[Black "Jansen"]
[Result "1-1"]

1. 33-29 19-23 2. 35-30 20-25 3. 40-35 {[%clk 1:02:03] fine}
1-1

[Event "Problem"]
[FEN "W:W28,32,K47:B8,12,13"]
[Result "*"]

1. 32-27
*

PDN
    cat >broken.pdn <<'PDN'
[Event "Before"]
[Result "*"]

1. 32-28
*

[Event "Broken"]
[Result "0-2"]

1. 32-28 19-23 2.  28-40 18x29
0-2

[Event "After"]
[Result "*"]

1. 33-29
*

PDN
}

# Tests that read JSON are passed over in a build that cannot.
need_json() {
    printf '{"dama":1,"moves":[]}\n' | dama-convert -q >/dev/null 2>&1 || skip "built without JSON"
}

teardown() {
    cd /
    rm -rf "$dir"
}

@test "canonical PDN comes back byte for byte" {
    run dama-convert games.pdn -o out.pdn
    [ "$status" -eq 0 ]
    dama-convert out.pdn -o again.pdn
    cmp out.pdn again.pdn
    # shellcheck disable=SC2016 # a NAG, no variable
    grep -q '^1. 32-28 19-23 2. 28x19 14x23 3. 37-32! {good} 3... 10-14 (3... 9-14 $2)' out.pdn
}

@test "JSON Lines and SQLite hold everything" {
    need_json
    dama-convert games.pdn -o want.pdn
    for to in jsonl sqlite; do
        dama-convert games.pdn -o "x.$to"
        dama-convert "x.$to" -o back.pdn
        diff want.pdn back.pdn
    done
}

@test "CSV holds tags and moves, and says what it does not" {
    run dama-convert games.pdn -o x.csv
    [ "$status" -eq 0 ]
    [[ "$output" == *"csv holds no comments, variations, NAGs and strengths"* ]]
    run dama-convert --where 'white ~ bakker' --columns White,plies,moves -t csv games.pdn
    [ "${lines[1]}" = '"Bakker, J.",5,33-29 19-23 35-30 20-25 40-35' ]
    dama-convert x.csv -o back.pdn
    dama-convert --strip comments,variations,nags games.pdn -o want.pdn
    diff <(grep -v GameType want.pdn) back.pdn
}

@test "positions: start, final, all, a ply" {
    run dama-convert --games 1 --position start -t fen games.pdn
    [ "${lines[0]}" = 'W:W31-50:B1-20 id "Club"; White "Vries, A. de"; Black "Bakker, Jan";' ]
    run dama-convert --quiet --games 1 --position 1 -t fen games.pdn
    [[ "${lines[0]}" == 'B:W28,31,33-50:B1-20 '* ]]
    [ "$(dama-convert -q --games 1 --position all -t fen games.pdn | wc -l)" -eq 8 ]
    [ "$(dama-convert -q -t fen games.pdn | wc -l)" -eq 3 ]
}

@test "a list of positions keeps names, comments, and what it does not know" {
    printf '# where all begins\nW:W31-50:B1-20 id "a \\"start\\""; c0 "first"; Author "Me";\n\nB:WK5:B46 white wins\nno fen\n' >list.fen
    run dama-convert -t pdn list.fen
    [ "$status" -eq 1 ]
    [[ "$output" == *'[Event "a \"start\""]'* ]]
    [[ "$output" == *'{where all begins} {first}'* ]]
    [[ "$output" == *'{white wins}'* ]]
    [[ "$output" == *"list.fen:5:1: error: game 3: expected a FEN, found 'no fen' [bad-record]"* ]]
    run dama-convert -t fen --games 1 list.fen
    [[ "$output" == *'W:W31-50:B1-20 id "a \"start\""; Author "Me"; c0 "where all begins"; c1 "first";'* ]]
}

@test "an SVG is one picture" {
    run dama-convert --games 3 --position start games.pdn -o board.svg
    [ "$status" -eq 0 ]
    head -c 200 board.svg | grep -q '<svg'
    run dama-convert games.pdn -o boards.svg
    [ "$status" -eq 3 ]
    [[ "$output" == *"a svg file holds one position"* ]]
    [ ! -e boards.svg ]
    dama-convert -q --split 1 -t svg games.pdn -o pictures
    [ "$(find pictures -type f | wc -l)" -eq 3 ]
}

@test "a DAM file wants to know which position, and comes back" {
    run dama-convert --games 1 games.pdn -o x.dam
    [ "$status" -eq 3 ]
    [[ "$output" == *"--position=start"* ]]
    [ ! -e x.dam ]
    dama-convert -q --games 3 --position start games.pdn -o x.dam
    [ "$(stat -c %s x.dam)" -eq 194 ]
    run dama-convert -q x.dam
    [[ "$output" == *'[FEN "W:W28,32,K47:B8,12,13"]'* ]]
    run dama-convert --games 1 --position 1 games.pdn -o y.dam
    [ "$status" -eq 3 ]
    [[ "$output" == *"--experimental-dam"* ]]
    dama-convert -q --experimental-dam --games 1 --position 1 games.pdn -o y.dam
    dama-convert -q y.dam | grep -q 'FEN "B:'
}

@test "a DAM file from a DAM file is the same to the byte" {
    [ -d "$DAMA_SHARED/data/dam" ] || skip "no ../shared"
    for f in sample-a sample-b; do
        dama-convert -q "$DAMA_SHARED/data/dam/$f.dam" -o "$f.dam"
        cmp "$DAMA_SHARED/data/dam/$f.dam" "$f.dam"
    done
    dama-convert -q -t pdn "$DAMA_SHARED/data/dam/sample-a.dam" | grep -q 'WhiteTime "0:00:29"'
    # the file that DAM writes before the first move is what we write, too
    printf '[Event "x"]\n\n*\n' | dama-convert -q - -o own.dam
    cmp "$DAMA_SHARED/data/dam/sample-b.dam" own.dam
    # move text under the name of a DAM file is no DAM file
    dama-convert -q "$DAMA_SHARED/data/dam/text-not-binary.dam" | grep -q '54. 44-39'
}

@test "a DOC file is read, and what is not understood stays" {
    cp "$DAMA_SOURCE/examples/club.doc" .
    run dama-convert club.doc -o club.pdn
    [ "$status" -eq 1 ]
    [[ "$output" == *"experimental"* ]]
    [[ "$output" == *"kept as a comment"* ]]
    grep -q '{beter dan 34-29}' club.pdn
    grep -q 'FEN "W:W28,32,K47:B8,12,13"' club.pdn
    printf '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1rest' >word.doc
    run dama-convert word.doc
    [ "$status" -eq 3 ]
    [[ "$output" == *"word.doc: a document of Word's"* ]]
}

@test "filters: expressions, players, positions, patterns, material" {
    count() { dama-convert -q -t csv --columns plies "$@" games.pdn | tail -n +2 | wc -l; }
    [ "$(count --where 'date >= 1986')" -eq 1 ]
    [ "$(count --where 'date >= 1986' --not)" -eq 2 ]
    [ "$(count --player bakker)" -eq 2 ]
    [ "$(count --player bakker --player vries --where 'result = white')" -eq 1 ]
    [ "$(count --has comments,variations)" -eq 1 ]
    [ "$(count --position 'B:W28,31,33-50:B1-20')" -eq 1 ]
    [ "$(count --position 'W:W31-50:B1-18,20,23' --mirror)" -eq 1 ]
    [ "$(count --position 'W:W31-50:B1-18,20,23')" -eq 0 ]
    [ "$(count --pattern 'white:29 black:23 plies:2-3')" -eq 1 ]
    [ "$(count --pattern 'white:K47 may-white:27,28,32')" -eq 1 ]
    [ "$(count --pattern 'white:K47 may-white:32')" -eq 0 ]
    [ "$(count --material 3v3)" -eq 1 ]
    [ "$(count --material 2m1kv3)" -eq 1 ]
    [ "$(count --material 3m0kv2k)" -eq 0 ]
    [ "$(count --games 2-3)" -eq 2 ]
    [ "$(count --games 2- --not)" -eq 1 ]
    [ "$(count --first 2)" -eq 2 ]
    [ "$(count --sample 2 --seed 7)" -eq 2 ]
    [ "$(dama-convert -q --sample 1 --seed 7 games.pdn)" = "$(dama-convert -q --sample 1 --seed 7 games.pdn)" ]
}

@test "a mistake in an expression is shown at its place" {
    run dama-convert --where 'white ~ "a" and date > soon' games.pdn
    [ "$status" -eq 2 ]
    [[ "${lines[0]}" == *"--where: column 24: expected a date such as 1972, 1972.05 or 1972.05.01, found 'soon'"* ]]
    [[ "$output" == *'                         ^'* ]]
}

# Whether files hold nothing that a terminal would obey.
harmless() {
    if LC_ALL=C grep -q "$(printf '[\033\007]\|\302\233')" "$@"; then return 1; fi
}

@test "no escape sequence reaches the terminal" {
    evil=$(printf '\033[31mred\033]0;x\007\302\2331m')
    printf '[White "%s, A"]\n[Black "%s, B"]\n\n1. 32-28 *\n\n[White "%s, A."]\n[Black "%s, B"]\n\n1. 32-28 *\n' "$evil" "$evil" "$evil" "$evil" >"$evil.pdn"
    dama-convert --suggest-aliases "$evil.pdn" >out 2>err
    grep -q 'x1b\[31mred' out
    harmless out err
    dama-convert --dedupe=exact --report=report "$evil.pdn" >out 2>err
    grep -q 'stays' report
    harmless report err
    printf '1. 32-28 \033[31m *' >"$evil.pdn"
    dama-convert --on-error=stop "$evil.pdn" >out 2>err || true
    harmless err
    run dama-convert --where "$evil" "$evil.pdn"
    printf '%s' "$output" >out
    [ -s out ]
    harmless out
    printf '[Event "%s"]\n\n*\n' "$evil" >e.pdn
    dama-convert --split=event e.pdn -o 'split-%.pdn'
    ls split-* >out
    harmless out
}

@test "names of files never begin with a dash and are no devices" {
    for event in --rf -x CON.txt nul 'con .x' 'lpt1.a' ..; do printf '[Event "%s"]\n\n*\n\n' "$event"; done >names.pdn
    mkdir devices
    dama-convert --split=event names.pdn -o 'devices/%.pdn'
    for name in devices/*; do
        case ${name#devices/} in
        -* | [cC][oO][nN]* | [nN][uU][lL]* | [lL][pP][tT]*) false ;;
        esac
    done
}

@test "cells of CSV that a spreadsheet would run" {
    printf '[White "=1+1"]\n[Black "@SUM(A1)"]\n[Event "+x"]\n[Site "-2"]\n[Round "1"]\n\n1. 32-28 *\n' >formula.pdn
    run dama-convert --to=csv --columns=White,Black,Event,Site,Round formula.pdn
    [ "${lines[1]}" = '=1+1,@SUM(A1),+x,-2,1' ]
    run dama-convert --to=csv --no-formulas --columns=White,Black,Event,Site,Round formula.pdn
    [ "${lines[1]}" = "'=1+1,'@SUM(A1),'+x,'-2,1" ]
}

@test "in place, a full disk costs neither the file nor its backup" {
    mkdir place
    cp games.pdn place/
    cp games.pdn place/games.pdn~
    for _ in 1 2 3 4 5 6 7 8 9; do cat games.pdn games.pdn games.pdn games.pdn; done >place/games.pdn
    cp place/games.pdn before.pdn
    run bash -c 'ulimit -f 1; dama-convert --in-place place/games.pdn'
    [ "$status" -eq 3 ]
    cmp place/games.pdn before.pdn
    cmp place/games.pdn~ games.pdn
    [ "$(find place -type f | wc -l)" -eq 2 ]
}

@test "in place, links are refused" {
    mkdir walked
    cp games.pdn outside.pdn
    ln -s ../outside.pdn walked/link.pdn
    run dama-convert --in-place walked
    [ "$status" -eq 3 ]
    [[ "$output" == *"walked/link.pdn: is a symbolic link"* ]]
    cmp outside.pdn games.pdn
    ln outside.pdn other.pdn
    run dama-convert --in-place other.pdn
    [ "$status" -eq 3 ]
    [[ "$output" == *"other.pdn: cannot replace it: the file has 2 names"* ]]
    cmp outside.pdn games.pdn
}

# A game with too much of one thing, in each format; each must be told, and take little memory.
@test "the limits of a game are the same in every format" {
    nested() { awk -v n="$1" -v open="$2" -v close_="$3" 'BEGIN { printf "32-28"; for (i = 0; i < n; i++) printf "%s", open; for (i = 0; i < n; i++) printf "%s", close_ }'; }
    moves() { awk 'BEGIN { for (i = 0; i < 200001; i++) printf "%s-%s ", i % 2 ? "a1" : "b2", "c3" }'; }
    { echo White,tree; printf 'a,'; nested 1001 ' ( 32-28' ' )'; echo; } >deep.csv
    { nested 1001 ' (32-28' ')'; echo ' *'; } >deep.pdn
    { printf '1.'; nested 1001 ' (33-29' ')'; echo; } >deep.doc
    { echo White,tree; printf 'a,'; moves; echo; } >long.csv
    { moves; echo ' *'; } >long.pdn
    { printf '{"dama":1,"tags":{},"moves":["b2-c3"'; moves | tr ' ' '\n' | sed '/./!d; s/.*/,"&"/' | tr -d '\n'; echo ']}'; } >long.jsonl
    { awk 'BEGIN { for (i = 0; i < 257; i++) printf "[T%d \"x\"]\n", i }'; echo '*'; } >tags.pdn
    { printf '{"dama":1,"tags":{"a":"b"'; awk 'BEGIN { for (i = 0; i < 256; i++) printf ",\"t%d\":\"x\"", i }'; echo '},"moves":[]}'; } >tags.jsonl
    for file in deep.csv deep.pdn; do
        run dama-convert --to=jsonl "$file"
        [[ "$output" == *"[deep-nesting]"* ]]
    done
    for file in long.csv long.pdn long.jsonl tags.pdn tags.jsonl; do
        run bash -c "ulimit -v 2000000; dama-convert --to=csv -j1 $file 2>&1 >/dev/null"
        echo "$file: $output"
        [ "$status" -eq 1 ]
        [[ "$output" == *"[huge-game]"* || "$output" == *"jansson"* ]]
    done
}

@test "a broken game takes no neighbour along" {
    run dama-convert broken.pdn -o kept.pdn
    [ "$status" -eq 1 ]
    [[ "$output" == *"broken.pdn:10:20: error: game 2, 2. 28-40:"* ]]
    [[ "$output" == *"1 of 3 games are broken"* ]]
    grep -q '^1. 32-28 19-23 2.  28-40 18x29$' kept.pdn # as it was, two blanks and all
    [ "$(grep -c Event kept.pdn)" -eq 3 ]
    run dama-convert --on-error=drop broken.pdn -o dropped.pdn
    [ "$status" -eq 1 ]
    [ "$(grep -c Event dropped.pdn)" -eq 2 ]
    run dama-convert --on-error=stop broken.pdn -o stopped.pdn
    [ "$status" -eq 3 ]
    [ ! -e stopped.pdn ]
    dama-convert --truncate-illegal broken.pdn -o cut.pdn || true
    grep -q '^1. 32-28 19-23 {not legal from here on: 28-40 18x29}' cut.pdn
}

@test "cleaning: strip, set, normalise, names" {
    run dama-convert --strip clocks --games 2 games.pdn
    [[ "$output" == *'40-35 {fine}'* ]]
    run dama-convert --set Event= --set 'Annotator=Me, myself' --games 1 games.pdn
    [[ "$output" != *'[Event'* ]]
    [[ "$output" == *'[Annotator "Me, myself"]'* ]]
    printf '[Date "12-5-1985"]\n[Round "Ronde 03."]\n[Result "1 - 1"]\n\n1. 32-28 1-1\n' >odd.pdn
    run dama-convert --normalise odd.pdn
    [[ "$output" == *'[Date "1985.05.12"]'* ]]
    [[ "$output" == *'[Round "3"]'* ]]
    [[ "$output" == *'[Result "1-1"]'* ]]
    [[ "$output" == *'[White "?"]'* ]]
    printf '"Bakker, Jan": ["Bakker, J.", J Bakker]\n' >names.yaml
    run dama-convert --names names.yaml --games 2 games.pdn
    [[ "$output" == *'[White "Bakker, Jan"]'* ]]
    run dama-convert --suggest-aliases games.pdn
    [[ "$output" == *'"Bakker, J."'* ]]
    [[ "$output" == *'"Bakker, Jan"'* ]]
}

@test "how PDN is written: order of tags, notation, results, width" {
    run dama-convert --tag-order=Result,White --games 1 games.pdn
    [ "${lines[0]}" = '[Result "2-0"]' ]
    [[ "${lines[1]}" == '[White '* ]]
    printf '[White "w"]\n[ECO "1"]\n[Event "e"]\n\n*\n' >tags.pdn
    run dama-convert --tag-order=input tags.pdn
    [ "${lines[1]}" = '[ECO "1"]' ]
    run dama-convert tags.pdn
    [ "${lines[0]}" = '[Event "e"]' ]
    printf '1. 32-28 19-23 2. 28x19 2-0\n' >take.pdn
    dama-convert --notation=full take.pdn | grep -q '2. 28x19x23'
    dama-convert --notation=algebraic take.pdn | grep -q '^1. '
    dama-convert --result-style=1-0 take.pdn | grep -q '^1-0'
    dama-convert --strict take.pdn | grep -q '^\*'
    printf '[FEN "W:W32:B1"]\n\n40. 32-28 1-6 41. 28-22 *\n' >late.pdn
    dama-convert late.pdn | grep -q '^40. 32-28'
    dama-convert --renumber late.pdn | grep -q '^1. 32-28'
    [ "$(dama-convert --line-width 30 --games 1 games.pdn | grep -v '^\[' | awk 'length > 30' | wc -l)" -eq 0 ]
}

@test "copies: exact, contained, near, against a master" {
    {
        printf '[White "Vries, A. de"]\n[Black "Bakker, Jan"]\n[Date "1985.05.12"]\n\n'
        moves='1. 33-29 19-23 2. 35-30 20-25 3. 40-35 14-20 4. 44-40 10-14 5. 38-33 5-10 6. 50-44 14-19 7. 30-24 19x30 8. 35x24 10-14 9. 42-38 17-22'
        printf '%s *\n\n' "$moves"
        printf '[White "A. de Vries"]\n[Black "BAKKER"]\n[Event "Known"]\n[Date "1985"]\n\n%s *\n\n' "$moves"
        printf '[White "Vries"]\n[Black "Bakker"]\n\n%s 10. 32-28 *\n\n' "$moves"
        printf '[White "Other"]\n[Black "Bakker"]\n\n%s 10. 32-28 *\n\n' "$moves"
    } >copies.pdn
    run dama-convert --dedupe=exact --report rep copies.pdn -o exact.pdn
    [[ "$output" == *"1 copies of other games were left out"* ]]
    [ "$(grep -c White exact.pdn)" -eq 3 ]
    grep -q Known exact.pdn # it says more
    grep -q 'copies.pdn:1: game 1, Vries, A. de - Bakker, Jan, 1985.05.12' rep
    grep -q 'exact, names written otherwise: copies.pdn:7: game 2, A. de Vries - BAKKER, Known, 1985 stays' rep
    dama-convert -q --dedupe=contained copies.pdn -o contained.pdn
    [ "$(grep -c White contained.pdn)" -eq 2 ]
    dama-convert -q --dedupe=exact --against copies.pdn copies.pdn -o none.pdn
    [ ! -s none.pdn ]
    dama-convert -q copies.pdn -o master.sqlite
    dama-convert -q --dedupe=exact --against master.sqlite --report rep copies.pdn games.pdn -o new.pdn
    grep -q ': master.sqlite: game 4, Other - Bakker stays' rep
    [ "$(grep -c '^1\.' new.pdn)" -eq 3 ]
}

@test "order and many files" {
    run dama-convert -q --sort=-date -t csv --columns Date games.pdn
    [ "${lines[1]}" = "1990.??.??" ]
    [ "${lines[2]}" = "1985.05.12" ]
    dama-convert -q --split year games.pdn -o years
    [ "$(ls years)" = "$(printf '1985.pdn\n1990.pdn\nunknown.pdn')" ]
    dama-convert -q --split player games.pdn -o 'by-%.jsonl'
    [ "$(wc -l <by-bakker,_j.jsonl)" -eq 1 ]
    dama-convert -q --split 2 games.pdn -o parts
    [ "$(ls parts)" = "$(printf '000001.pdn\n000002.pdn')" ]
    printf '[White "a/b:c*?"]\n[Black "con"]\n\n1. 32-28 *\n' >evil.pdn
    dama-convert -q --split white evil.pdn -o evil
    [ "$(ls evil)" = "a_b_c_.pdn" ]
    dama-convert -q --split black evil.pdn -o evil2
    [ "$(ls evil2)" = "_con.pdn" ]
}

@test "SQLite: adding again adds nothing, positions are found, foreign files are refused" {
    dama-convert --positions games.pdn -o x.sqlite
    run dama-convert games.pdn -o x.sqlite
    [ "$status" -eq 0 ]
    [[ "$output" == *"x.sqlite: 0 games added, 3 were there already"* ]]
    [ "$(dama-convert -q --position 'B:W28,31,33-50:B1-20' -t csv x.sqlite | wc -l)" -eq 2 ]
    run dama-convert games.pdn -o - -t sqlite
    [ "$status" -eq 3 ]
    printf 'no database' >text.sqlite
    run dama-convert games.pdn -o text.sqlite
    [ "$status" -eq 3 ]
    [[ "$output" == *"text.sqlite: not an SQLite file"* ]]
    head -c 5000 x.sqlite >short.sqlite
    run dama-convert short.sqlite
    [ "$status" -eq 3 ]
    [[ "$output" == *"short.sqlite: truncated: 5000 of"* ]]
}

@test "outputs appear whole or not at all, and inputs are safe" {
    run dama-convert games.pdn -o games.pdn
    [ "$status" -eq 2 ]
    [[ "$output" == *"games.pdn is an input, too"* ]]
    ln games.pdn link.pdn
    run dama-convert games.pdn -o link.pdn
    [ "$status" -eq 2 ]
    run dama-convert -o games.pdn <"$dir/games.pdn"
    [ "$status" -eq 2 ]
    cp games.pdn master.pdn
    run dama-convert --dedupe=exact --against master.pdn games.pdn -o master.pdn
    [ "$status" -eq 2 ]
    run dama-convert --dedupe=exact --report games.pdn games.pdn -o out.pdn
    [ "$status" -eq 2 ]
    cp games.pdn club.pdn
    run dama-convert --split event club.pdn -o .
    [ "$status" -eq 3 ]
    [[ "$output" == *"./club.pdn: an input, too"* ]]
    cmp games.pdn club.pdn
    rm club.pdn master.pdn
    run dama-convert games.pdn -o out.pdn.gz
    [ "$status" -eq 2 ]
    [[ "$output" == *"out.pdn.gz: what is written is not packed"* ]]
    run dama-convert games.pdn -o nowhere/out.pdn
    [ "$status" -eq 3 ]
    run dama-convert missing.pdn games.pdn -o out.pdn
    [ "$status" -eq 3 ]
    [ "$(grep -c Event out.pdn)" -eq 3 ] # the others are there all the same
    cp out.pdn old.pdn
    mkdir barren
    run dama-convert missing.pdn -o out.pdn
    [ "$status" -eq 3 ]
    [[ "$output" == *"nothing to read: out.pdn is left as it is"* ]]
    run dama-convert barren -o out.pdn
    [ "$status" -eq 0 ]
    cmp old.pdn out.pdn
    run dama-convert games.pdn -o /dev/full
    [ "$status" -eq 3 ]
}

@test "in place: the old file stays beside the new one, or where it is" {
    cp games.pdn old.pdn
    dama-convert --in-place --strip comments games.pdn
    cmp old.pdn games.pdn~
    run -1 grep -q good games.pdn
    cp broken.pdn whole.pdn
    run dama-convert --in-place --on-error=stop broken.pdn
    [ "$status" -eq 3 ]
    cmp whole.pdn broken.pdn
    [ ! -e broken.pdn~ ]
    { cat games.pdn; printf '[Event "Huge"]\n\n{'; head -c 34000000 /dev/zero | tr '\0' a; printf '} 1. 32-28 *\n'; } >huge.pdn
    run dama-convert -q --in-place huge.pdn
    [ "$status" -eq 3 ]
    [[ "$output" == *"huge.pdn: left as it is: it could not be read whole"* ]]
    [ "$(stat -c %s huge.pdn)" -gt 34000000 ]
    run dama-convert -q huge.pdn -o out.pdn
    [ "$status" -eq 1 ]
    cmp games.pdn out.pdn
    gzip -c games.pdn >packed.pdn
    run dama-convert --in-place --strip comments packed.pdn
    [ "$status" -eq 3 ]
    [[ "$output" == *"packed.pdn: --in-place cannot rewrite a packed file"* ]]
}

@test "a pipe, packed and in another encoding" {
    need_json
    dama-convert games.pdn >want
    gzip -c games.pdn | dama-convert >got
    cmp want got
    dama-convert -t jsonl games.pdn | dama-convert >got
    cmp want got
    printf '[White "D\xfcrer"]\n\n1. 32-28 *\n' >latin.pdn
    dama-convert latin.pdn | grep -q 'Dürer'
    [ "$(dama-convert latin.pdn | dama-convert --encoding ISO-8859-1 | od -An -tx1 | tr -d ' \n' | grep -c '44fc726572')" -eq 1 ]
}

@test "a signal leaves the old file as it was" {
    cp games.pdn out.pdn
    for _ in $(seq 3000); do cat games.pdn; done >many.pdn
    (cat many.pdn; sleep 5) | timeout -s INT 1 dama-convert -o out.pdn || status=$?
    [ "$status" -ne 0 ]
    cmp games.pdn out.pdn
    [ "$(find . -name 'out.pdn.*' | wc -l)" -eq 0 ]
}

@test "one thread and two write the same" {
    for _ in $(seq 800); do cat games.pdn broken.pdn; done >many.pdn
    dama-convert -q -j 1 many.pdn -o one.pdn || true
    dama-convert -q -j 2 many.pdn -o two.pdn || true
    cmp one.pdn two.pdn
}

@test "all games of the shared collection come back from JSON and SQLite" {
    need_json
    [ -d "$DAMA_SHARED/data/pdn" ] || skip "no ../shared"
    dama-convert -q --on-error=drop "$DAMA_SHARED/data/pdn" -o all.pdn || true
    dama-convert -q all.pdn -o again.pdn
    cmp all.pdn again.pdn
    dama-convert -q all.pdn -o all.jsonl
    dama-convert -q all.jsonl -o back.pdn
    cmp all.pdn back.pdn
    dama-convert -q --dedupe=none all.pdn -o all.sqlite
    dama-convert -q all.sqlite -o set.pdn
    dama-convert -q set.pdn -o once.sqlite
    [ "$(sqlite3 once.sqlite 'select count(*) from game' 2>/dev/null || echo 0)" = "$(sqlite3 all.sqlite 'select count(*) from game' 2>/dev/null || echo 0)" ]
}

@test "openings are named by position, transpositions too" {
    printf '# ours\nvariant: international\n33-29 19-23 35-30 = The name\nW:W31-50:B1-18,20,23 = No black 19\n' >openings.txt
    printf '1. 35-30 19-23 2. 33-29 *\n\n[Event "x"]\n\n1. 32-28 *\n' >two.pdn
    run dama-convert --openings openings.txt two.pdn
    [[ "${lines[0]}" == '[Opening "The name"]' ]]
    [ "$(grep -c Opening <<<"$output")" -eq 1 ]
    printf '32-28 99-1 = bad\n' >bad.txt
    run dama-convert --openings bad.txt two.pdn
    [ "$status" -eq 3 ]
    [[ "$output" == *"bad.txt:1:7: '99-1'"* ]]
    dama-convert --suggest-openings=1 games.pdn -o draft.txt
    dama-convert --openings draft.txt --games 2 games.pdn | grep -q 'Opening "33-29 19-23 35-30 20-25 40-35"'
    dama-convert -q --openings "$DAMA_SOURCE/data/openings.txt" games.pdn | grep -q 'Opening "32-28 19-23'
}

@test "a collection in numbers" {
    run dama-convert --stats games.pdn broken.pdn
    [ "$status" -eq 1 ]
    grep -Eq '^  all +6$' <<<"$output"
    grep -Eq '^  White wins +1 +16.7 %$' <<<"$output"
    grep -Eq '^  illegal-move +1$' <<<"$output"
    grep -Eq '^  1980 to 1989 +1 ' <<<"$output"
    run dama-convert --stats --split year games.pdn -o x
    [ "$status" -eq 2 ]
}

@test "games wait where TMPDIR says" {
    run env TMPDIR="$dir/missing" dama-convert --sort=date games.pdn -o out.pdn
    [ "$status" -eq 3 ]
    [[ "$output" == *"cannot make a temporary file in $dir/missing"* ]]
    [ ! -e out.pdn ]
}

@test "a folder without game files is told" {
    mkdir barren
    touch barren/notes.txt
    run -0 --separate-stderr dama-convert barren
    [ -z "$output" ]
    [ "${stderr-}" = "dama-convert: no game files in the folders named" ]
}
