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

# judged: games with judgements, as in.jsonl and in.sqlite
judged() {
    printf '[White "A"]\n[Black "B"]\n[Date "1-2-1985"]\n\n1. 32-28 19-23 2. 28x19 14x23 2-0\n' >in.pdn
    dama-annotate -q --no-nice --nodes 100 in.pdn -o "in.$1"
}

@test "judgements and unknown members stay with a game in JSON Lines" {
    need_json
    judged jsonl
    sed 's/"dama":1,/"dama":1, "my note" : {"a":[1,"}\\""]} ,/' in.jsonl >noted.jsonl
    rows=$(grep -o '"judgements":.*]' in.jsonl)
    for way in "" --normalise --set=White=C --sort=date --strip=comments; do
        # shellcheck disable=SC2086 # none or one
        run -0 --separate-stderr dama-convert $way -t jsonl noted.jsonl
        [[ -z $stderr && $output == *"$rows"* && $output == *'"my note":{"a":[1,"}\""]}'* ]]
    done
    cp noted.jsonl place.jsonl
    dama-convert --in-place --normalise place.jsonl
    [[ $(cat place.jsonl) == *1985.02.01*"$rows"* ]]
    grep -v '^.Date' in.pdn | sed '1i [Site "S"]' >copy.pdn
    run -0 dama-convert -q --dedupe=exact -t jsonl noted.jsonl copy.pdn
    [[ $output == *'"Site":"S"'*"my note"* && $output == *"$rows"* ]]
}

@test "judgements and unknown members left out are counted" {
    need_json
    judged jsonl
    cat in.jsonl >both.jsonl
    sed 's/"dama":1,/"dama":1,"note":"x",/' in.jsonl >>both.jsonl
    lost='dama-convert: the judgements of 2 games were left out
dama-convert: JSON members that dama does not know were left out in 1 game'
    for to in pdn jsonl\ --position=final; do
        # shellcheck disable=SC2086 # a format, and an option
        run -0 --separate-stderr dama-convert -t $to both.jsonl
        [ "$stderr" = "$lost" ]
    done
    run -0 --separate-stderr dama-convert --first=1 both.jsonl
    [ "$stderr" = "dama-convert: the judgements of 1 game were left out" ]
    cp both.jsonl place.jsonl
    run -3 dama-convert --in-place --variant=frisian place.jsonl
    [[ $output == *"place.jsonl:1:1: --in-place would lose the judgements of this game"* ]]
    printf '{"dama":1,"moves":[],"n\\u006fte":1}\n' >odd.jsonl
    run -3 dama-convert --in-place odd.jsonl
    [[ $output == *"odd.jsonl:1:1: --in-place would lose members that dama does not know"* ]]
}

@test "unknown members inside moves and lines are counted, and not lost in place" {
    need_json
    while read -r what; do
        echo "{\"dama\":1,\"variant\":\"international\",$what}" >inner.jsonl
        run -0 --separate-stderr dama-convert -t jsonl inner.jsonl
        [ "$stderr" = 'dama-convert: JSON members that dama does not know were left out in 1 game' ]
        cp inner.jsonl before.jsonl
        run -3 dama-convert --in-place --set=Site=x inner.jsonl
        [[ $output == *"inner.jsonl:1:1: --in-place would lose members that dama does not know"* ]]
        cmp before.jsonl inner.jsonl
    done <<'END'
"moves":[{"move":"32-28","eval":0.3}]
"moves":[{"move":"32-28","unknown":"32-27"}]
"moves":[{"move":"32-28","after":[{"comment":"good","by":"me"}]}]
"before":[{"nag":1,"comment":"good"}],"moves":["32-28"]
"moves":[{"move":"32-28","after":[{"line":0}]}],"lines":[{"moves":["31-26"],"depth":9}]
END
    echo '{"dama":1,"moves":[{"move":"32-28","number":1,"dots":false,"after":[{"nag":1}]}],"note":"x"}' >known.jsonl
    run -0 --separate-stderr dama-convert -t jsonl known.jsonl
    [[ -z $stderr && $output == *'"note":"x"'* ]]
}

@test "judgements stay with a game in SQLite, and are counted where they are left out" {
    judged sqlite
    rows() { sqlite3 "$1" 'select ply, move, verdict, line from judgement order by ply'; }
    command -v sqlite3 || skip "no sqlite3"
    grep -v '^.Date' in.pdn | sed '1i [Site "S"]' >copy.pdn
    dama-convert --set=Event=E in.sqlite -o out.sqlite
    dama-convert --sort=date in.sqlite -o sorted.sqlite
    dama-convert -q --dedupe=exact in.sqlite copy.pdn -o merged.sqlite
    dama-convert -q --variant=frisian in.sqlite -o other.sqlite
    [ "$(rows in.sqlite | wc -l)" -eq 4 ]
    [ "$(rows out.sqlite)" = "$(rows in.sqlite)" ]
    [ "$(rows sorted.sqlite)" = "$(rows in.sqlite)" ]
    [ "$(rows merged.sqlite)" = "$(rows in.sqlite)" ]
    [ -z "$(rows other.sqlite)" ]
    run -0 --separate-stderr dama-convert in.sqlite
    [ "$stderr" = "dama-convert: the judgements of 1 game were left out" ]
}

@test "a collection whose judgements cannot be read is an error" {
    judged sqlite
    for i in {1..30}; do cp in.sqlite "$i.sqlite"; done
    few() { (ulimit -n 24 && "$@"); }
    run -3 few dama-convert -q {1..30}.sqlite -o out.sqlite
    [[ $output == *".sqlite: Too many open files" && ! -e out.sqlite ]]
    run -0 few dama-convert -q {1..5}.sqlite -o out.sqlite
}

@test "a damaged row of a collection ends that input, and no other" {
    command -v sqlite3 || skip "no sqlite3"
    for event in a b c; do printf '[Event "%s"]\n[GameType "20"]\n\n1. 32-28 19-23 *\n\n' $event; done >three.pdn
    dama-convert -q three.pdn -o three.sqlite
    sqlite3 three.sqlite "UPDATE game SET content = x'00' WHERE id = 2"
    printf '[Event "d"]\n[GameType "20"]\n\n1. 32-28 *\n' >more.pdn
    run -3 --separate-stderr dama-convert -t csv --columns=Event three.sqlite more.pdn
    [ "$output" = $'Event\na\nd' ]
    [ "$stderr" = "three.sqlite: error: damaged: game 2 [read-failed]" ]
    run -3 dama-convert -q three.sqlite more.pdn -o out.pdn
    [ ! -e out.pdn ]
    run -3 dama-annotate --no-nice --nodes 10 three.sqlite more.pdn -o out.pdn
    [[ $output == *"three.sqlite: error: damaged: game 2 [read-failed]"*"nothing is written, because not all of the input could be read"* ]]
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

@test "a position keeps the rules and the winner known from the moves of its game" {
    printf '[Result "1-0"]\n\n1. 11-15 23-19 2. 8-11 22-17 3. 11-16 24-20 1-0\n' >english.pdn
    [ "$(variants <english.pdn)" = english,1-0 ]
    [ "$(dama-convert -q --position=final english.pdn | variants)" = english,1-0 ]
    dama-convert -q --position=final english.pdn | grep -qx '\[GameType "21"\]'
}

@test "lists of FEN: what follows an unknown operation of EPD is read" {
    cat >in.epd <<'END'
B:W18,24:B12,19 bm 19x30; id "5"; GameType "40"; hmvc 3;
W:Wa1,c3:Bb6 variant "a; id"; GameType "26";
W:W31:B18 White to play; then Black "wins; id 5;
END
    run -0 --separate-stderr dama-convert -t fen --position=start in.epd
    [ "$output" = 'B:W18,24:B12,19 id "5"; GameType "40"; c0 "bm 19x30"; c1 "hmvc 3;";
W:Wa1,c3:Bb6 GameType "26"; c0 "variant \"a; id\"";
W:W31:B18 White "to play"; c0 "then Black \"wins; id 5;";' ]
}

@test "text after a FEN that could be pieces is reported" {
    printf 'W:W31,32:B1 - 3 id "x";\nW:W31-33 B1-3\nW:W31:B1 - two pieces\nW:W31:B1 White wins\n' >list.fen
    run -0 --separate-stderr dama-convert list.fen -t fen
    [ "$(grep -c 'after the position is kept as a comment' <<<"${stderr-}")" -eq 2 ]
    [[ ${stderr-} == *"list.fen:1:13: warning: game 1: '- 3 id "*"list.fen:2:10: warning: game 2: 'B1-3' "* ]]
}

@test "an invalid line of a FEN list does not become a game with the comments above it" {
    printf 'W:W31,40:B1,12\n# problem 2\n31,32,40:B1,7,12\n; last\n' >list.fen
    run --separate-stderr dama-convert --from=fen -t fen list.fen
    [ "$status" -eq 1 ]
    [ "$output" = "$(cat list.fen)" ]
    # shellcheck disable=SC2154 # run sets it
    [[ "$stderr" == *"list.fen:3:1: error: game 2: expected a FEN, found '31,32,40:B1,7,12' [bad-record]"* ]]
    run --separate-stderr dama-convert --from=fen list.fen
    [ "$(grep -c '\*' <<<"$output")" -eq 1 ]
    [[ "$stderr" == *"1 record could not be read and was left out"* ]]
}

@test "spaces within a FEN of a list belong to it, operations do not" {
    while IFS=/ read -r line want; do
        run --separate-stderr dama-convert -q --from=fen -t fen <<<"$line"
        [ "$output" = "$want" ] || echo "$line: $output"
        [ "$output" = "$want" ]
    done <<'END'
W:W31,40 :B1,12/W:W31,40:B1,12
W:W31 , 40 :  B 1,12/W:W31,40:B1,12
W:W K31,40:B K 12/W:WK31,40:BK12
B:W 31 - 33:B1- 3 c0 "good";/B:W31-33:B1-3 c0 "good";
W:Wa1 :B f6,h6 c3 "good";/W:Wa1:Bf6,h6 GameType "25"; c0 "good";
W:W31:B12 - 2 pieces/W:W31:B12 c0 "- 2 pieces";
W:W31:B12 "x"/W:W31:B12 c0 "\"x\"";
END
}

@test "CSV: a table is a table, even if a line in a cell looks like a tag" {
    cat >cup.csv <<'END'
Event,Site,Date,Round,White,Black,Result,GameType,moves
"Cup
[Pool ""A""]",?,2001.01.01,1,Smith,Jones,*,20,1. 32-28 19-23
END
    dama-convert cup.csv -t jsonl | grep -q '"White":"Smith","Black":"Jones"'
}

@test "CSV: the first row holds names in the encoding of the file, and is no game" {
    # the name alone looks like DOS, the rows after its first 4096 bytes show Windows
    printf 'White;Black;tag.Catégorie;moves\n' | iconv -t CP850 >dos.csv
    printf 'A;B;C;32-28\n' >>dos.csv
    dama-convert dos.csv | grep -qx '\[Catégorie "C"\]'
    printf 'White;Black;tag.Équipe;moves\n' >windows.utf8
    for i in $(seq 300); do printf 'Jan %s;Piet;A;32-28 19-23\n' "$i"; done >>windows.utf8
    for i in $(seq 20); do printf 'Müller %s;Agnès;A;32-28 19-23\n' "$i"; done >>windows.utf8
    iconv -t CP1252 windows.utf8 >windows.csv
    dama-convert windows.csv -o out.pdn
    [ "$(grep -c White out.pdn)" -eq 320 ]
    [ "$(grep -cx '\[Équipe "A"\]' out.pdn)" -eq 320 ]
    cmp out.pdn <(dama-convert --input-encoding=cp1252 windows.csv)
    cmp out.pdn <(dama-convert --from=csv - <windows.csv)
    [ "$(dama-convert --input-encoding=cp850 windows.csv | grep -c White)" -eq 320 ]
}

@test "Black's first move stays Black's if the rules or the start are unknown" {
    need_json
    printf '[GameType "27"]\n\n1... 12-18 2. 60-54 *\n' >rules.pdn
    printf '[GameType "27"]\n[FEN "B:W60,61,62:B10,11,12"]\n\n1... 12-18 2. 60-54 *\n' >fen.pdn
    printf '[FEN "B:W31,32,99:B1,2,5"]\n\n1... 2-8 2. 31-27 *\n' >start.pdn
    for name in rules fen start; do
        dama-convert -q "$name.pdn" -o x.jsonl || true
        dama-convert -q x.jsonl >back.pdn || true
        grep -q '^1\.\.\. [0-9-]* 2\. ' back.pdn
    done
    for name in fen start; do # the FEN alone says it
        dama-convert -q "$name.pdn" -o x.csv || true
        dama-convert -q x.csv >back.pdn || true
        grep -q '^1\.\.\. [0-9-]* 2\. ' back.pdn
    done
}

@test "a game whose first move has dots keeps its sides in every format, whatever its start is" {
    need_json
    printf '[White "A"]\n[Black "B"]\n[GameType "20"]\n[Result "2-0"]\n\n%s 2-0\n\n' \
        '1... 20-25 2. 33-28' '1... 19-23 2. 32-28 18-22' '17... 20-25 18. 33-28' \
        '1... - 2. 33-28 18-23' >dots.pdn
    grep '^1' dots.pdn | sed 's/ 2-0$//' >want
    for to in x.jsonl x.sqlite x.csv tree.csv; do
        columns=()
        [ "$to" = tree.csv ] && columns=('--columns=White,tree')
        dama-convert -q dots.pdn -o "$to" "${columns[@]}" || true
        dama-convert "$to" 2>messages >back.pdn || true
        grep '^1' back.pdn | cmp - want
        run ! grep turned-board messages
    done
    # a slip where the move is White's
    printf '[White "A"]\n\n1... 32-28 19-23 *\n' | dama-convert -t jsonl | run ! grep dots
    run -1 dama-convert x.jsonl -o x.sqlite
    [[ $output == *"games added: 0, duplicates skipped: 4"* ]]
}

@test "untagged games of two variants in one output give a warning" {
    printf '[White "A"]\n\n1. 11-15 23-19 2. 8-11 22-17 *\n' >english.pdn
    printf '[White "B"]\n\n1. 32-28 19-23 2. 28x19 14x23 *\n' >dutch.pdn
    run dama-convert english.pdn dutch.pdn -o both.pdn
    [ "$output" = "dama-convert: the output mixes english games and international games that have no GameType, so some \
may be misread; separate them with --split=variant" ]
    run dama-convert dutch.pdn dutch.pdn -o both.pdn
    [ -z "$output" ]
    run dama-convert --position=final english.pdn -o both.pdn # named
    [ -z "$output" ]
    # a game that is copied because of an error does not get the tag that others would
    printf '[White "C"]\n\n1. c3-d4 d6-c5 2. a1-h8 *\n' >broken.pdn
    sed '1i [GameType "20"]' dutch.pdn >tagged.pdn
    run -1 dama-convert broken.pdn tagged.pdn -o both.pdn
    [[ "$output" == *"the output mixes russian games that have no GameType with international games"* ]]
}

@test "places: a game that begins within a line has the right columns, and a binary file has no lines" {
    printf '1. 32-28 19-23 2-0 1. 31-27 19-24 2. 27-31 *\n1. 32-28 2-0 1. 27-31 *\n' >two.pdn
    run -1 dama-convert two.pdn -o out.pdn
    [[ "$output" == *"two.pdn:1:38: error: game 2, 2. 27-31:"* ]]
    [[ "$output" == *"two.pdn:2:17: error: game 4: "* ]]
    printf '[FEN "W:W31:B1"]\n\n*\n' | dama-convert -q --position=start -o x.dam
    # in the squares, 09 is no piece, and 0A ends no line
    printf '\011' | dd of=x.dam bs=1 seek=$((0x56 + 44)) conv=notrunc status=none
    run dama-convert x.dam -o out.pdn
    [[ "$output" == *"x.dam: error: game 1: damaged board"* ]]
}

@test "CSV: moves in a column with a name in another language are named" {
    printf 'White,Black,Uitslag,Zetten\nA,B,1-1,"1. 32-28 19-23\n2. 28x19"\n' >games.csv
    run -0 --separate-stderr dama-convert games.csv -t csv --columns White,plies
    [ "$output" = $'White,plies\nA,0' ]
    [ "${stderr-}" = "dama-convert: games.csv: column 'Zetten' seems to hold the moves; to read them, name it moves" ]
    printf 'White,Event,Zetten\nA,"Open 1-2 3-4",32-28 19-23\n' >games.csv
    run -0 --separate-stderr dama-convert games.csv
    [ "${stderr-}" = "dama-convert: games.csv: column 'Zetten' seems to hold the moves; to read them, name it moves" ]
    sed 's/Zetten/moves/' games.csv >named.csv
    printf 'White,Black,Uitslag\nA,B,1-1\n' >without.csv
    for table in named without; do
        run -0 --separate-stderr dama-convert $table.csv
        [ -z "${stderr-}" ]
    done
}

@test "CSV: a quote after another separator opens no cell" {
    printf 'White,Black,Result,moves\nO"Neil,x;"y,1-1,32-28 19-23\nC,D,2-0,31-27\n' >quotes.csv
    run -0 dama-convert quotes.csv
    [ "$(grep -c White <<<"$output")" -eq 2 ]
    grep -qx '\[Black "x;\\"y"\]' <<<"$output"
}

@test "CSV: separators between moves are not comments, and other text is an error" {
    printf '%s\n' 'White,Black,moves' 'a,b,32-28;19-23;28x19;14x23' 'a,b,32-28|19-23| 28x19||14x23' \
        'a,b,32-28 %19-23%28x19 % 14x23 ;' 'a,b,1. 32-28 ;19-23; 2. 28x19 14x23 | 1-1' \
        'a,b,32-28;{x;y} 19-23 {a|b %} 28x19 14x23' 'a,b,"/FEN ""W:W41,50:B1""/|41-36"' 'a,b,?' \
        'a,b,"32-28 ; a comment as PDN has it' '19-23;28x19' '14x23"' >signs.csv
    run -0 dama-convert signs.csv
    [ "$(grep -c '^1\. 32-28 19-23 2\. 28x19 14x23$' <<<"$output")" -eq 4 ]
    grep -qxF '1. 32-28 {x;y} 1... 19-23 {a|b %} 2. 28x19 14x23' <<<"$output"
    grep -qxF '/FEN "W:W41,50:B1"/ 1. 41-36' <<<"$output"
    grep -qxF '1. 32-28 {a comment as PDN has it} 1... 19-23 2. 28x19 14x23' <<<"$output"

    printf '%s\n' 'White,Black,moves' 'a,b,see page 12' 'a,b,32-28 and so on; 19-23' 'a,b,32-28 19-23' >text.csv
    run -1 --separate-stderr dama-convert text.csv
    [[ $stderr == 'text.csv:2:5: error: game 1: "see page 12" is not a move; comments are in braces [unreadable-move]'* ]]
    [[ $stderr == *text.csv:3:11:*'game 2: "and so on"'* ]]
    grep -qxF '1. 32-28 {and so on} 1... 19-23' <<<"$output"
    run -1 dama-convert -q --table=players text.csv
    [[ ${lines[1]} == a*' 2' ]]
}

@test "a game with neither tags nor moves stays a game in PDN" {
    need_json
    {
        printf '{"dama":1,"variant":"international","terminator":"0-2","moves":["32-28","19-23"]}\n'
        printf '{"dama":1,"variant":"international","terminator":"2-0","before":[{"comment":"lost"}],"moves":[]}\n'
        printf '{"dama":1,"variant":"international","terminator":"2-0","moves":[]}\n'
        printf '{"dama":1,"variant":"international","terminator":"2-0","moves":["33-28"]}\n'
    } >empty.jsonl
    dama-convert -q empty.jsonl -o empty.pdn
    [ "$(dama-convert -q empty.pdn -t jsonl | grep -o '"terminator":"..."' | tr -dc '0-2\n-' | tr '\n' ' ')" = '0-2 2-0 2-0 2-0 ' ]
}

@test "a list of games: a result after the names is the result of the game" {
    printf '(2) Van der Wal,J. - Wiersma,H. 2-0\nNED-ch, 12-04-1981\n\n(3) A - B\nClub, 12-05-1990\n\n1.32-28 19-23 0-2\n' >list.txt
    run -0 dama-convert -q --to=csv list.txt
    [[ ${lines[1]} == *'Wal,J.",'*'"Wiersma,H."'*2-0* ]]
    [[ ${lines[2]} == *A,B*0-2* ]]
}

@test "lists of positions are read by the commands that take positions" {
    dama-convert --from pdn -t fen - >list.fen <<<'[Event "Club evening"]
[White "Kees"]
[Result "*"]
[FEN "W:W28,33:BK5"]

*'
    [ "$(cat list.fen)" = 'W:W28,33:BK5 id "Club evening"; White "Kees";' ]
    echo '; a comment' >>list.fen
    echo 'W:W28,33:BK5' >plain
    cmp <(dama-engine show - <list.fen) <(dama-engine show - <plain)
    cmp <(dama-egdb probe list.fen) <(dama-egdb probe plain)
    sed '$d' list.fen | cmp <(dama-engine moves --stdin <plain) <(dama-engine moves --stdin)
    run -0 dama-engine compare -q --eval material --nodes 20 --games 2 --openings list.fen
    run -0 dama-engine selfplay -q --eval material --nodes 20 --games 1 --openings list.fen -o games
    echo '1. 32-28 *' | dama-book build -q -o book -
    run -1 dama-book probe --stdin book <list.fen
    [ "$output" = "W:W28,33:BK5: not in the book" ]
}
