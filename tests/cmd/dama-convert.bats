#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
# dama-convert: formats, filters, cleaning, tables. Its files: dama-convert-files.bats.

bats_require_minimum_version 1.5.0
load ../lib/games
load ../lib/wait

setup() {
    dir=$BATS_TEST_TMPDIR
    cd "$dir" || return
    write_club_games
}

@test "canonical PDN is written back byte for byte" {
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

@test "CSV holds tags and moves, and a message lists what it cannot hold" {
    run dama-convert games.pdn -o x.csv
    [ "$status" -eq 0 ]
    [[ "$output" == *"the table has no column for comments, variations or annotations; they were left out (choose columns with --columns; tree holds the moves with all that goes with them)" ]]
    run dama-convert --where 'white ~ bakker' --columns White,plies,moves -t csv games.pdn
    [ "${lines[1]}" = '"Bakker, J.",5,33-29 19-23 35-30 20-25 40-35' ]
    dama-convert x.csv -o back.pdn
    dama-convert --strip comments,variations,nags games.pdn -o want.pdn
    diff <(grep -v GameType want.pdn) back.pdn
}

@test "CSV: the tree takes precedence over the moves, and a cell holds one game" {
    dama-convert -q games.pdn --games 1 -o want.pdn
    for columns in tree,moves moves,tree; do
        dama-convert -q --games 1 --columns "Event,Site,Date,Round,White,Black,Result,GameType,$columns" games.pdn -o x.csv
        dama-convert x.csv -o back.pdn
        diff want.pdn back.pdn
    done
    printf 'White,moves,tree\nA,32-28,\n' >x.csv
    dama-convert x.csv | grep -qx '1. 32-28'
    printf 'White,moves\nA,1. 32-28 2-0 1. 33-29 1-1\n' >two.csv
    run -1 dama-convert two.csv
    [[ "$output" == *"two.csv:2:1: error: game 1: text after the end of the game in column moves [bad-record]"* ]]
}

@test "CSV: tags without a column, and tags with the name of a field" {
    printf '[White "A"]\n[GameType "20"]\n[ECO "1"]\n[moves "few"]\n\n1. 32-28 {c} *\n' >tags.pdn
    run dama-convert tags.pdn -o x.csv
    [ "$output" = "dama-convert: the table has no column for some tags or comments; they were left out (choose columns with --columns; tree holds the moves with all that goes with them)" ]
    run dama-convert --columns White,tag.moves,tree tags.pdn -o x.csv
    [ -z "$output" ]
    [ "$(cat x.csv)" = $'White,tag.moves,tree\nA,few,32-28 {c}' ]
    dama-convert x.csv | grep -qx '\[moves "few"\]'
    printf '[White "A"]\n[White "B"]\n\n1. 32-28 *\n' >twice.pdn
    run dama-convert twice.pdn -o x.csv
    [ "$output" = "dama-convert: the table has no column for some tags; they were left out (choose columns with --columns)" ]
    [ "$(dama-convert -q --set White=C twice.pdn | grep White)" = '[White "C"]' ]
}

@test "CSV: a position set up in mid-game" {
    printf '1. 32-28 19-23 /FEN "W:W31,32:B20"/ 1. 31-27 *\n' >setup.pdn
    run dama-convert --columns White,moves setup.pdn -o x.csv
    [ -z "$output" ]
    run --separate-stderr dama-convert x.csv
    [ "$status" -eq 0 ]
    [ "${lines[0]}" = '1. 32-28 19-23 /FEN "W:W31,32:B20"/ 2. 31-27' ]
}

@test "positions: start, final, all, a ply" {
    run dama-convert --games 1 --position start -t fen games.pdn
    [ "${lines[0]}" = 'W:W31-50:B1-20 id "Club"; White "Vries, A. de"; Black "Bakker, Jan";' ]
    run dama-convert --quiet --games 1 --position 1 -t fen games.pdn
    [[ "${lines[0]}" == 'B:W28,31,33-50:B1-20 '* ]]
    [ "$(dama-convert -q --games 1 --position all -t fen games.pdn | wc -l)" -eq 8 ]
    [ "$(dama-convert -q -t fen games.pdn | wc -l)" -eq 3 ]
}

@test "a game begins from a setup before its first move" {
    {
        printf '[White "fen"]\n[FEN "W:W31-50:B1-20"]\n\n1. 32-28 *\n\n'
        printf '[White "none"]\n\n1. 32-28 *\n\n'
        printf '[White "setup"]\n\n/FEN "W:W31-49:B1-20"/ 1. 32-28 *\n\n'
        printf '[White "later"]\n\n1. 32-28 /FEN "W:W31-49:B1-20"/ 1. 32-28 *\n\n'
    } >setups.pdn
    names() { dama-convert -q "$@" -t csv --columns=White setups.pdn | tail -n +2 | paste -sd' '; }
    [ "$(names --where=setup)" = setup ]
    [ "$(names --where='not setup')" = 'fen none later' ]
    [ "$(names --position=W:W31-50:B1-20)" = 'fen none later' ]
    [ "$(names --position=W:W31-49:B1-20)" = 'setup later' ]
    [ "$(dama-convert -q --position=start --games=3 -t fen setups.pdn)" = 'W:W31-49:B1-20 White "setup";' ]
    [ "$(dama-convert -q --position=all --games=3 -t fen setups.pdn | wc -l)" -eq 2 ]
}

@test "positions after a setup that only changes whose turn it is" {
    printf '1. 32-28 /FEN "W::"/ 33-29 19-23 3. 28-19 *\n' >turn.pdn
    [ "$(dama-convert -q --position=all -t fen turn.pdn | tail -1)" = 'B:W19,29,31,34-50:B1-18,20' ]
    dama-convert -q --columns=final -t csv turn.pdn | grep -qx '"B:W19,29,31,34-50:B1-18,20"'
    dama-convert -q --position='W:W28,29,31,34-50:B1-18,20,23' turn.pdn | grep -qx '1. 32-28 /FEN "W::"/ 2. 33-29 19-23 3. 28x19'
}

@test "a position in a format for games is a game without moves" {
    run dama-convert --games 1 --position 4 games.pdn
    [ "$status" -eq 0 ]
    [[ "$output" == *'[FEN "W:W31,33-50:B1-13,15-18,20,23"]'* ]] || { echo "$output"; false; }
    [[ "$output" == *'[White "Vries, A. de"]'* ]]
    [[ "$output" != *"32-28"* ]]
    [ "$(dama-convert -q --games 1 --position all games.pdn | grep -c FEN)" -eq 8 ]
    [ "$(dama-convert -q --games 1 --position final -t csv --columns start games.pdn | tail -n 1 | cut -c 1-3)" = '"B:' ]
    dama-convert --games 1 --position 4 games.pdn >here.pdn
    [ "$(dama-convert -q --columns start -t csv here.pdn)" = "$(dama-convert -q --games 1 --position 4 --columns start -t csv games.pdn)" ]
    run dama-convert --position=1000 -t fen games.pdn
    [ "$status" -eq 1 ]
    [[ "$output" == *"dama-convert: 3 of 3 games end before ply 1000 and were left out"* ]]
    printf '1. 32-28 19-23 /FEN "W:W31,32:B20"/ 1. 31-27 *\n' >setup.pdn # which is no ply
    [ "$(dama-convert -q --position=3 -t fen setup.pdn)" = 'B:W27,32:B20' ]
    [ "$(dama-convert -q --position=all -t fen setup.pdn | wc -l)" -eq 5 ]
    run dama-convert --position=start games.pdn -o x.sqlite
    [ "$status" -eq 2 ]
}

@test "the position before moves left out is not the last one" {
    printf '1. 32-28 19-23 2. - - 3. 33-29 24-30 1-1\n' >gap.pdn
    for options in '--to=fen' '--position=final'; do
        # shellcheck disable=SC2086 # one option or two
        run -0 dama-convert $options gap.pdn
        [[ "$output" == *W:W28,31,33-50:B1-18,20,23* ]]
        [[ "$output" == *"dama-convert: the moves of 1 game cannot be followed to their end; its last known position was written"* ]]
    done
    for options in '--to=pdn' '--to=fen --position=start' '--to=fen --position=2'; do
        # shellcheck disable=SC2086 # one option or two
        run -0 dama-convert $options gap.pdn
        [[ "$output" != *"moves left out: "* ]]
    done
}

@test "a game whose FEN cannot be read has no position" {
    fen=W:W27,28,28,K37:B12,18,K19
    printf '[Event "P"]\n[Result "2-0"]\n[GameType "20"]\n[FEN "%s"]\n\n1. 32-28 19-23 2-0\n' $fen >bad.pdn
    for to in "-t fen" "-t board" "-t svg" "-t pdn --position=start" "-t csv --position=all"; do
        # shellcheck disable=SC2086
        run --separate-stderr -1 dama-convert $to bad.pdn
        [[ $output != *[0-9]* ]]
        [[ $stderr == *"[bad-fen]"$'\n'"dama-convert: 1 of 1 games has no position that can be read and was left out" ]]
    done
    run --separate-stderr -1 dama-convert --columns=start,final,key,FEN bad.pdn -t csv
    [ "${lines[1]}" = "\"$fen\",,,\"$fen\"" ]
    run --separate-stderr -1 dama-convert -t jsonl bad.pdn
    [[ $output == *"\"FEN\":\"$fen\""* && $output != *'"start"'* ]]
    run -1 dama-convert --positions bad.pdn -o bad.sqlite
    [ "$(sqlite3 bad.sqlite 'SELECT count(*) FROM position')" -eq 0 ]
    dama-convert -q -t jsonl bad.pdn >bad.jsonl 2>/dev/null || [ $? -eq 1 ]
    for back in bad.sqlite bad.jsonl; do
        run --separate-stderr dama-convert -t pdn $back
        [[ $stderr != *"cannot read jsonl files" ]] || continue # built without JSON
        [ "$status" -eq 1 ]
        [[ $output == *"[FEN \"$fen\"]"* ]]
    done
    run --separate-stderr -0 dama-convert --position W:W31-50:B1-20 bad.pdn
    [ -z "$output" ]
    printf '%s\nW:W31:B1\n' $fen >list.fen
    run --separate-stderr -1 dama-convert list.fen -t fen
    [ "$output" = "$(cat list.fen)" ]
    [[ $stderr == *"1 of 2 games has errors and was copied unchanged" ]]
}

@test "games of unsupported variants have no variant and no position" {
    printf '[Event "C"]\n[GameType "27"]\n[FEN "W:W60,61:B5,72"]\n\n1. 60-55 *\n\n[Event "S"]\n[GameType "41"]\n\n1. a3-b4 *\n' >other.pdn
    run --separate-stderr -1 dama-convert -t csv --columns=variant,start,key,GameType,FEN other.pdn
    [ "${lines[1]}" = ',"W:W60,61:B5,72",,27,"W:W60,61:B5,72"' ]
    [ "${lines[2]}" = ',,,41,' ]
    run --separate-stderr -1 dama-convert -t csv other.pdn
    [[ $stderr == *"the table has no column for some tags"* ]]
    for to in "-t fen" "-t pdn --position=start" "-t csv --position=final"; do
        # shellcheck disable=SC2086
        run --separate-stderr -1 dama-convert $to other.pdn
        [[ $output != *[0-9]* ]]
        [[ $stderr == *"2 of 2 games have no position that can be read and were left out" ]]
    done
    run -0 dama-convert --where 'variant = international' other.pdn
    [ "$output" = "dama-convert: none of the 2 games matches" ]
    run -1 dama-convert --split=variant other.pdn -o by
    [ "$(ls by)" = unknown.pdn ]
    dama-convert --stats other.pdn | grep -A1 '^Variants' | grep -q '^  unknown  *2  100.0 %'
    run -1 dama-convert --positions other.pdn -o other.sqlite
    [ "$(sqlite3 other.sqlite "SELECT variant || '/' || ifnull(start, '') || '/' || game_type FROM game")" = $'//27\n//41' ]
    [ "$(sqlite3 other.sqlite 'SELECT count(*) FROM position')" -eq 0 ]
    run --separate-stderr -1 dama-convert other.sqlite -t pdn
    [[ $output == *'[GameType "27"]'*'[FEN "W:W60,61:B5,72"]'*'[GameType "41"]'* ]]
}

@test "a man on its crowning row is not an error, as in dama-validate" {
    printf '[GameType "20"]\n[FEN "W:W3,32:B18"]\n\n1. 32-28 18-23 2. 28x19 *\n' >man.pdn
    run -0 dama-convert -t csv --columns=start,final,illegal man.pdn
    [ "${lines[1]}" = '"W:W3,32:B18","B:W3,19:B",0' ]
    run -0 dama-convert -q --on-error=drop -t fen man.pdn
    [ "$output" = B:W3,19:B ]
}

@test "two results that contradict each other" {
    printf '[Result "2-0"]\n\n1. 32-28 0-2\n' >two.pdn
    for to in pdn csv; do
        run -0 dama-convert "--to=$to" two.pdn
        [[ "$output" == *"dama-convert: in 1 game the moves end with a result other than the Result tag's; the tag was kept"* ]]
    done
    for options in '--set=Result=0-2' '--to=fen' '--to=csv --columns=White'; do
        # shellcheck disable=SC2086 # one option or two
        run -0 dama-convert $options two.pdn
        [[ "$output" != *"result other than"* ]]
    done
}

@test "a valid game is not dropped because of the text after it" {
    printf '[Event "a"][Result "2-0"]\n1. 32-28 19-23 2-0\n5. 33-29 *\n' >loose.pdn
    run dama-convert --on-error=drop loose.pdn
    [[ "$output" == *'[Event "a"]'* ]]
    dama-convert -q loose.pdn games.pdn -o merged.pdn || true
    [ "$(dama-convert -q --on-error=drop merged.pdn | grep -c '^\[Event')" -eq 4 ]
}

@test "a brace that would end a comment is reported" {
    printf '{"dama":1,"moves":[]}\n' | dama-convert -q >/dev/null 2>&1 || skip "built without JSON"
    printf '[Event "x"]\n\n1. 32-28 {abc} *\n' | dama-convert -t jsonl | sed 's/abc/a{b}c/' >brace.jsonl
    run -0 --separate-stderr dama-convert brace.jsonl
    [[ "$output" == *'{a(b)c}'* ]]
    [ "$stderr" = "dama-convert: pdn cannot hold } in comments; ) was written instead" ]
    for to in jsonl csv "csv --columns=tree" "pdn --position=final"; do
        # shellcheck disable=SC2086 # words
        run -0 --separate-stderr dama-convert -t $to brace.jsonl
        [[ "$stderr" != *"}"* ]]
    done
}

@test "a character that the output cannot hold is an error with its place" {
    printf '[White "Kowalski"]\n[Black "\xc5\xbb\xc3\xb3\xc5\x82\xc4\x87, \xd0\x96"]\n\n1. 32-28 *\n' >polish.pdn
    run dama-convert --output-encoding=ISO-8859-1 polish.pdn -o out.pdn
    [ "$status" -eq 3 ]
    [[ "$output" == *"polish.pdn:2:9: ISO-8859-1 cannot hold 'Ż'"* ]]
    [ ! -e out.pdn ]
    run dama-convert --output-encoding=CP1252 --translit polish.pdn -o out.pdn
    [ "$status" -eq 0 ]
    [ "$output" = "dama-convert: 4 characters that CP1252 lacks were replaced by similar ones" ]
    dama-convert --input-encoding=CP1252 out.pdn | grep -q 'Black "Zólc, ZH"'
    printf '[White "Nguyễn Ệ Thị"]\n\n1. 32-28 *\n' >vietnamese.pdn
    dama-convert -q --output-encoding=CP1252 --translit vietnamese.pdn | grep -q 'White "Nguyen E Thi"'
}

@test "combining accents are joined with their letters" {
    printf '[White "Mu\xcc\x88ller"]\n[Black "z\xcc\x87"]\n\n1. 32-28 *\n' >nfd.pdn
    run -0 --separate-stderr dama-convert --output-encoding=CP1250 nfd.pdn
    [[ -z $stderr && $output == *$'[White "M\xfcller"]\n[Black "\xbf"]'* ]]
    run -3 dama-convert --output-encoding=CP1252 nfd.pdn -o out.pdn
    [[ $output == *"nfd.pdn:2:9: CP1252 cannot hold 'z"$'\xcc\x87'"'; choose"* ]]
    run -0 --separate-stderr dama-convert --output-encoding=CP1252 --translit nfd.pdn
    [[ $output == *$'[White "M\xfcller"]\n[Black "z"]'* ]]
    [ "$stderr" = "dama-convert: 1 character that CP1252 lacks was replaced by a similar one" ]
}

@test "replacements by --translit are escaped as the format requires" {
    printf '[Event "“Damclub”, Utrecht"]\n[White "“Pim”"]\n[Black "＝1+1"]\n[Result "1-1"]\n\n1. 32-28 {a ｝ “b” ，} 19-23 1-1\n' >q.pdn
    latin() { dama-convert -q --output-encoding=ISO-8859-1 --translit "$@"; }
    run -0 latin q.pdn
    [[ $output == *'[Event "\"Damclub\", Utrecht"]'*'[White "\"Pim\""]'*'{a ) "b" ,}'* ]]
    run -0 latin -t csv --no-formulas --columns=Event,White,Black,tree q.pdn
    [ "${lines[1]}" = $'"""Damclub"", Utrecht","""Pim""",\'=1+1,"32-28 {a \\} ""b"" ,} 19-23"' ]
    latin -t fen q.pdn >q.fen
    [[ $(dama-convert -q q.fen) == *'[Event "\"Damclub\", Utrecht"]'* ]]
    run -0 --separate-stderr dama-convert --output-encoding=ISO-8859-1 --translit q.pdn -t csv --columns=White
    [[ $stderr == *"2 characters that ISO-8859-1 lacks were replaced"* ]] # those that are written
    need_json
    latin -t jsonl q.pdn >q.jsonl
    [[ $(cat q.jsonl) == *'"comment":"a } \"b\" ,"'* ]]
    [[ $(dama-convert -q q.jsonl) == *'[Event "\"Damclub\", Utrecht"]'* ]]
}

@test "replacements by --translit end neither a text in a copied game nor a cell of a table" {
    printf '[White "“Pim”，x"]\n[Black "B"]\n[Result "2-0"]\n\n1. 32-28 {a ｝ b} 99-23 2-0\n' >bad.pdn
    run dama-convert -q --output-encoding=ISO-8859-1 --translit bad.pdn
    [[ $output == *"[White \"'Pim'?x\"]"*'{a ? b}'* ]]
    run -1 dama-convert -q --output-encoding=ISO-8859-1 --translit --table=players -t csv bad.pdn
    [[ $output == *$'\n\'Pim\'?x,1,1,0,0,0,100.0,1'* ]]
    game() { printf '[White "A"]\n[Black "B"]\n%s\n1. 32-28 19-23 2. 28x19 14x23 2-0\n\n' "$1"; }
    { game ''; game '[Annotator "“Zo”"]'; } >twice.pdn
    run -0 dama-convert -q --dedupe=exact --output-encoding=ISO-8859-1 --translit twice.pdn
    [[ $output == *'[Annotator "\"Zo\""]'* ]]
}

@test "a character without a similar one is counted as lost" {
    printf '[White "\xe7\x8e\x8b, \xc5\x81"]\n\n1. 32-28 {\xe2\x98\xba} *\n' >wang.pdn
    run -0 --separate-stderr dama-convert --output-encoding=CP1252 --translit wang.pdn
    [[ $output == *'[White "?, L"]'*'{?}'* ]]
    [ "$stderr" = "dama-convert: 1 character that CP1252 lacks was replaced by a similar one
dama-convert: 2 characters that CP1252 lacks were lost; ? was written instead" ]
}

@test "bytes that are invalid in the encoding of the input are counted" {
    printf '[Event "Ch\xe9r\xe9"]\n[GameType "20"]\n\n1. 32-28 *\n' >latin.pdn
    run --separate-stderr -0 dama-convert --input-encoding=UTF-8 latin.pdn
    [ "$stderr" = "dama-convert: latin.pdn: 2 bytes are not valid in UTF-8, replaced by U+FFFD" ]
    run --separate-stderr -0 dama-convert --input-encoding=CP1252 latin.pdn
    [[ -z $stderr && $output == *Chéré* ]]
}

@test "characters that the output cannot hold matter only in games that are written" {
    # shellcheck disable=SC2016 # a NAG, no variable
    printf '[White "A"]\n\n1. 32-28 2-0\n\n[White "B\xc3\xa9la"]\n\n1. 32-28 {x} $1 2-0\n' >in.pdn
    for choice in --games=1 --first=1; do
        for format in "-o out.pdn --output-encoding=CP1251" "-o out.pdn --output-encoding=CP1251 --translit" "-o out.csv"; do
            # shellcheck disable=SC2086 # a list of words
            run -0 dama-convert $choice $format in.pdn
            [ -z "$output" ]
        done
        [ "$(grep -c White out.pdn)" -eq 1 ]
    done
    run -0 dama-convert --sort=white --first=1 --output-encoding=CP1251 in.pdn
    for choice in --games=2 --sort=white --split=white; do
        run -3 dama-convert "$choice" --output-encoding=CP1251 in.pdn -o "out$choice"
        [[ "$output" == *"in.pdn:5:10: CP1251 cannot hold 'é'"* ]]
        [ ! -e "out$choice" ]
    done
    printf '[White "A"]\n\n1. 32-28 19-23 2. 28x19 14x23 2-0\n\n[GameType "25"]\n\n1. 22-17 2-0\n' >in.pdn
    run -0 dama-convert -q --games=1 --position=4 in.pdn -o x.dam
    run -3 dama-convert -q --games=2 --position=0 in.pdn -o x.dam
}

@test "a list of positions keeps names, comments and unknown tags" {
    printf '# where all begins\nW:W31-50:B1-20 id "a \\"start\\""; c0 "first"; Author "Me";\n\nB:WK5:B46 white wins\nno fen\nW:W31:B20 Sijbrands wint fraai\nW:W31:B20 Author Me; White "A"\n' >list.fen
    run dama-convert -t pdn list.fen
    [ "$status" -eq 1 ]
    [[ "$output" == *'[Event "a \"start\""]'* ]]
    [[ "$output" == *'{where all begins} {first}'* ]]
    [[ "$output" == *'{white wins}'* ]]
    [[ "$output" == *"list.fen:5:1: error: game 3: expected a FEN, found 'no fen' [bad-record]"* ]]
    [[ "$output" == *'{Sijbrands wint fraai}'* ]]
    [[ "$output" == *$'[White "A"]\n'*'[Author "Me"]'* ]]
    for end in '\n' '\r' '\r\n'; do
        # shellcheck disable=SC2059 # ends of lines
        printf "W:W31:B20${end}${end}B:W31:B20 id \"b\"${end}" >ends.fen
        [ "$(dama-convert -q -t fen ends.fen)" = $'W:W31:B20\nB:W31:B20 id "b";' ]
    done
    run dama-convert -t fen --games 1 list.fen
    [[ "$output" == *'W:W31-50:B1-20 id "a \"start\""; Author "Me"; c0 "where all begins"; c1 "first";'* ]]
    # of several values of a tag, the first stays, and the others become comments
    echo 'W:W31:B20 id "one"; White "A"; FEN "W:W1:B50"; id "two"; White "A"; id "three";' >twice.fen
    [ "$(dama-convert -q -t fen twice.fen)" = 'W:W31:B20 id "one"; White "A"; c0 "W:W1:B50"; c1 "two"; c2 "three";' ]
}

@test "a long list of positions keeps its comments, wherever it is cut into chunks" {
    awk 'BEGIN {
        for (i = 1; i <= 12000; i++)
            printf "# one %d\n\n; two %d\nW:W31:B%d\n", i, i, i % 30 + 1
        print "# the end"
        for (i = 1; i <= 40000; i++) print "#", i
    }' >long.fen
    run -0 dama-convert -q --games=12000 --line-width=1000 -t pdn long.fen
    [[ "$output" == *'{one 12000} {two 12000} {the end}'*'{40000}'* ]]
    dama-convert -q --line-width=1000 -t pdn long.fen >long.pdn
    [ "$(grep -c '^\[FEN' long.pdn)" -eq 12000 ]
    [ "$(grep -o '{one [0-9]*} {two [0-9]*}' long.pdn | wc -l)" -eq 12000 ]
    printf 'W:W31:B20\r# the end\r' >end.fen
    [ "$(dama-convert -t fen end.fen)" = 'W:W31:B20 c0 "the end";' ]
    printf '# nothing\n# here\n' >none.fen
    run -0 dama-convert -t fen none.fen
    awk 'BEGIN { for (i = 0; i < 300000; i++) print "# c"; print "W:W31:B20" }' >comments.fen
    run -1 dama-convert -t fen -o out.fen comments.fen
    [[ "$output" == *"[huge-game]"* ]]
    grep -q "^W:W31:B20" out.fen
}

@test "a list of positions reports what it does not keep, and nothing else" {
    echo 'W:W31:B20 id "x"; White "A"; GameType "20"; c0 "hello";' >in.fen
    run dama-convert in.fen -o out.fen
    [ -z "$output" ]
    echo 'W:W31:B20 id "x"; Difficulty "3";' >in.fen
    run dama-convert in.fen -o out.fen
    [ "$output" = "dama-convert: fen cannot hold tags; they were left out" ]
    run dama-convert games.pdn --games 3 -o out.fen
    [ "$output" = "dama-convert: fen cannot hold moves; they were left out" ]
}

@test "a byte order mark does not hide the format of a file" {
    need_json
    for to in pdn jsonl csv fen; do
        { printf '\xef\xbb\xbf' && dama-convert -q -t "$to" --position start games.pdn; } >marked.txt
        [ "$(dama-convert -q -t csv --columns start marked.txt | wc -l)" -eq 4 ]
    done
}

@test "an SVG file holds one picture" {
    run dama-convert --games 3 --position start games.pdn -o board.svg
    [ "$status" -eq 0 ]
    head -c 200 board.svg | grep -q '<svg'
    run dama-convert games.pdn -o boards.svg
    [ "$status" -eq 3 ]
    [[ "$output" == *"svg output holds one position per file"* ]]
    [ ! -e boards.svg ]
    dama-convert -q --split 1 -t svg games.pdn -o pictures
    [ "$(find pictures -type f | wc -l)" -eq 3 ]
}

@test "a DAM file requires a choice of position, and can be read back" {
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
    run -0 dama-convert x.dam -o same.dam
    [[ "$output" != *"cannot hold"* ]] # in a copy, nothing is left out
    cmp x.dam same.dam
    dama-convert -q --set WhiteTime=0:29 x.dam -o timed.dam
    dama-convert -q timed.dam | grep -q 'WhiteTime "0:29:00"'
    dama-convert -q --experimental-dam --games 1 --position 1 games.pdn -o y.dam
    dama-convert -q y.dam | grep -q 'FEN "B:'
}

@test "a DAM file written from a DAM file is identical" {
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

@test "a DOC file is read, and unrecognised text is kept" {
    cp "$DAMA_SOURCE/examples/club.doc" .
    run dama-convert club.doc -o club.pdn
    [ "$status" -eq 1 ]
    [[ "$output" == *"reading doc files is experimental; check the result"* ]]
    [[ "$output" == *"kept as a comment"* ]]
    grep -q '{beter dan 34-29}' club.pdn
    grep -q 'FEN "W:W28,32,K47:B8,12,13"' club.pdn
    run -0 dama-convert --from=doc --to=pdn - <<<'1.32-28 19-23'
    [[ "$output" == *": note: game 1: no result is given [inferred]"* ]]
    printf '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1rest' >word.doc
    run dama-convert word.doc
    [ "$status" -eq 3 ]
    [[ "$output" == *"word.doc: this is an office document: save it as plain text"* ]]
}

@test "a DOC file is read in whatever encoding it has" {
    printf 'Wit: Андрей Иванов\nZwart: Пётр Петров\n\n1.32-28 19-23 2-0\n' >utf8.doc
    for encoding in UTF-16 UTF-16LE CP1251 CP866 KOI8-R; do
        iconv -f UTF-8 -t "$encoding" utf8.doc >"$encoding.doc"
        run --separate-stderr dama-convert -t pdn "$encoding.doc"
        [[ $output == *'[White "Андрей Иванов"]'*'[Black "Пётр Петров"]'*'1. 32-28 19-23'*'2-0' ]]
        [ "$encoding" = UTF-16 ] || [[ ${stderr:-} == *": read as $encoding, which is a guess; "* ]]
    done
    printf 'Wit: B\x94ttner, Belgi\x89\nZwart: Andr\x82\n\n1.32-28 19-23 2-0\n' >dos.doc
    run --separate-stderr dama-convert -t pdn dos.doc
    [[ $output == *'[White "Böttner, België"]'*'[Black "André"]'* ]]
}

@test "a name that says another format than the content is reported" {
    printf '[White "A"]\n\n1. 32-28 *\n' >a.pdn
    dama-convert -q a.pdn -o a.jsonl
    dama-convert -q a.pdn -o a.csv
    dama-convert -q --position=start a.pdn -o a.fen
    for name in a.doc a.dam a.csv.pdn a.sqlite a.csv.gz; do
        content=a.pdn format=pdn
        [ "$name" != a.csv.pdn ] || content=a.csv format=csv
        says=${name%.gz}
        says=${says##*.}
        mkdir -p named
        cp "$content" "named/$name"
        run -0 --separate-stderr dama-convert -t pdn "named/$name"
        [ "${stderr:-}" = "dama-convert: named/$name: read as $format, although the name says $says" ]
        [[ $output == *'1. 32-28'* ]]
        run -0 --separate-stderr dama-convert -q -t pdn "named/$name"
        [ -z "${stderr:-}" ]
        run -0 --separate-stderr dama-convert --from "$format" -t pdn "named/$name"
        [ -z "${stderr:-}" ]
    done
    for i in 1 2 3; do cp a.pdn "named/$i.doc"; done
    run -0 --separate-stderr dama-convert -q -t pdn named
    [ -z "${stderr:-}" ]
    mkdir many
    cp named/*.doc many
    run -0 --separate-stderr dama-convert -t pdn many
    [ "${stderr:-}" = "dama-convert: many/1.doc: read as pdn, although the name says doc; 4 such files were found" ]
    # names that say little, and names that are usual
    : >empty.sqlite
    cp a.fen usual.txt
    cp a.jsonl usual.json
    cp a.pdn usual.txt.gz
    cp a.pdn other.text
    cp a.fen usual.epd
    printf '[FEN "W:W31:B1"]\n\n1. 31-27 *\n' >usual.fen
    for name in a.pdn a.jsonl a.fen usual.* other.text empty.sqlite; do
        run dama-convert -t pdn "$name"
        [[ $output != *"the name says"* ]]
    done
}

@test "binary data is not taken for games, whatever the encoding" {
    printf '\x89PNG\r\n\x1a\n and what follows' >photo.png
    head -c 2000 /bin/sh >program
    for n in 1 2 3 4 5 6 7 8 9; do printf '%s\001\002\003' "$n"; done >noise
    for file in photo.png program noise; do
        run -3 dama-convert "$file" -o none.pdn
        [[ "$output" == *"$file: this is "*": no games can be read from it"* ]]
        [ ! -e none.pdn ]
    done
    printf '[White "A"]\n\n1. 32-28 *\n' >a.pdn
    tar czf a.tar.gz a.pdn
    run -3 dama-convert a.tar.gz
    [[ $output == *'a.tar.gz: this is a tar archive: unpack it'* ]]
    printf '<html><pre>\n[White &quot;A&quot;]\n\n1. 32-28 *\n</pre>\n' >escaped.pdn
    run -3 dama-convert escaped.pdn -o none.pdn
    [[ $output == *'escaped.pdn: this is a web page: save it as plain text'* ]]
    [ ! -e none.pdn ]
    printf '<!doctype html><pre>\n[White "A"]\n\n1. 32-28 *\n</pre>\n' >page.pdn
    run -0 --separate-stderr dama-convert page.pdn
    [[ $output == *'[White "A"]'* && $stderr == 'dama-convert: page.pdn: this is a web page: text around'* ]]
    run -1 dama-validate page.pdn
    [[ $output == *'this is a web page, not PDN'* ]]
    head -c 5000 /dev/zero >zeros.pdn
    run -3 dama-convert zeros.pdn
    [[ $output == *'zeros.pdn: this is binary data'* ]]
    printf '[White "\320\241\320\270\320\274\320\276\320\275\320\276\320\262"]\n[Black "B"]\n\n1. 32-28 *\n' >text.pdn
    for encoding in UTF-16LE UTF-16BE; do
        iconv -f UTF-8 -t "$encoding" text.pdn >wide
        dama-convert -q --input-encoding "$encoding" wide | grep -q 32-28
    done
    dama-convert -q photo.png text.pdn >out.pdn || [ "$?" -eq 3 ]
    grep -q 32-28 out.pdn
}

@test "lines are counted whatever their line ends" {
    for end in '\n' '\r' '\r\n'; do
        # shellcheck disable=SC2059 # ends of lines
        printf "[White \"A\"]${end}${end}1. 32-28 1-0${end}${end}[White \"B\"]${end}${end}1. 32-28 2. 50-1 1-0${end}" >ends.pdn
        run -1 dama-convert ends.pdn -o ends.fen
        [[ "$output" == "ends.pdn:7:13: error: "* ]]
    done
}

@test "a numbered list of games, as databases print it" {
    cat >list.txt <<'LIST'
(98440) Georgiew,A. - Arazklitsew
URS-Cup, 17-09-1988

1.32-28 18-23 2.38-32 2-0 (1.20/2.05)

(98441) Wal,van der,J. - X
NLD-ch, 00-03-1980 1-1

(98442) Aliew,E. - Tsjizjow,A.
Open, 00-00-1981
0-2

(98443) A - B
Last

1.33-29 19-24 1-1 remis

(98444) C - D
Open, 17-00-1981

0-2 (2.00/1.59)
LIST
    run dama-convert list.txt
    [ "$status" -eq 0 ]
    [ "$(grep -c '^\[White ' <<<"$output")" -eq 5 ]
    [ "$(dama-convert -q -t csv --columns White,Black,Event,Date,Result,plies,WhiteTime,BlackTime,tag.GameId list.txt | tail -n +2)" = "$(cat <<'CSV'
"Georgiew,A.",Arazklitsew,URS-Cup,1988.09.17,2-0,3,1:20:00,2:05:00,98440
"Wal,van der,J.",X,NLD-ch,1980.03.??,1-1,0,,,98441
"Aliew,E.","Tsjizjow,A.",Open,1981.??.??,0-2,0,,,98442
A,B,Last,,1-1,2,,,98443
C,D,Open,17-00-1981,0-2,0,2:00:00,1:59:00,98444
CSV
)" ]
    [[ "$output" == *'{remis}'* ]]
    for i in $(seq 1000); do sed "s/^(9844/($i/" list.txt; echo; done >long.txt
    [ "$(dama-convert -q -t csv --columns White long.txt | wc -l)" -eq 5001 ]
    [ -f "$DAMA_SHARED/data/text/game-list.txt" ] || return 0
    run dama-convert "$DAMA_SHARED/data/text/game-list.txt"
    [ "$status" -eq 0 ]
    for tag in White Black Event Date Result; do
        [ "$(grep -c "^\[$tag \"" <<<"$output")" -eq 50 ]
    done
    [ "$(grep -c '^\[WhiteTime' <<<"$output")" -eq 26 ]
}

@test "a file with tags is PDN, even if it begins as a numbered list does" {
    { echo '(1) A - B' && cat games.pdn; } >numbered.pdn
    [ "$(dama-convert -q numbered.pdn | grep -c '^\[Event ')" -eq "$(grep -c '^\[Event ' games.pdn)" ]
}

@test "a numbered list of games: heads that differ a little" {
    while read -r head; do
        printf '(1) A - B\nOpen\n\n1.33-29 19-23 2-0\n\n%b\nOpen\n\n1.34-30 20-25 0-2\n' "$head" >list.txt
        run -0 dama-convert -q -t csv --columns White,Black,plies,tag.GameId list.txt
        [ "${lines[2]}" = "Bakker,Visser,2,2" ]
    done <<'HEADS'
(2) Bakker-Visser
(2) Bakker \xe2\x80\x93 Visser
(2)\tBakker\t-\tVisser
(2.) Bakker - Visser
(2)Bakker - Visser 0-2
HEADS
}

@test "a numbered list of games: a game without a head is a game, and an error" {
    while read -r head; do
        printf '(1) A - B\nOpen\n\n1.33-29 19-23 2-0 win\n\n%s\nOpen\n\n1.34-30 20-25 0-2\n\n(3) C - D\nOpen\n\n1-1\n' "$head" >list.txt
        run -1 --separate-stderr dama-convert -q -t csv --columns plies,result list.txt
        [ "$output" = $'plies,Result\n2,2-0\n2,0-2\n0,1-1' ]
        [ "${stderr-}" = "list.txt:6:1: error: game 2: expected a game such as (1) White - Black [bad-record]" ]
    done <<'HEADS'
2) Bakker - Visser
(l2) Bakker - Visser
(2) Semi-final
Bakker - Visser
(2) Bakker
HEADS
}

@test "a numbered list of games with games in PDN below it" {
    {
        printf '(1) A - B\nOpen\n\n1.33-29 19-23 2-0 (1.20/2.05)\n\n'
        printf '[Event "E"]\n[White "C"]\n[Result "1-1"]\n\n1. 32-28 {\n} 1-1\n\n[White "D"]\n\n1. 31-26 *\n\n'
        printf '(2) E - F\nOpen\n\n1.34-30 20-25 0-2\n[White "G"]\n[Black "H"]\n\n1. 31-27 1-1\n'
    } >part.txt
    sed '/^\[/,$d' part.txt >list.txt
    for i in $(seq 2000); do cat part.txt && echo; done >>list.txt
    run -0 dama-convert -q -t csv --columns White part.txt # its beginning shows what it is
    [ "${lines[*]}" = "White A C D E G" ]
    run -0 --separate-stderr dama-convert --from doc-list -q -t csv --columns White,plies,Result list.txt
    [ "$(printf '%s\n' "${lines[@]}" | sort | uniq -c | sort -n | xargs)" = "1 White,plies,Result 2000 C,1,1-1 2000 D,1, 2000 E,2,0-2 2000 G,1,1-1 2001 A,2,2-0" ]
    [ -z "${stderr-}" ]
}

@test "a numbered list of games: text before the first game is kept, and a text without games is an error" {
    printf 'Games of the club\nin 1988\n\n(1) A - B\nOpen, 17-09-1988\n\n1.32-28 2-0\n\x1a' >list.txt
    run -0 dama-convert --from=doc-list list.txt
    [[ "$output" == *'list.txt:1:1: warning: game 1: kept as a comment: "Games of the club'* ]]
    [[ "$output" == *"{Games of the club in 1988} 1. 32-28"$'\n'2-0 ]]
    printf 'no games\n' >list.txt
    run -1 dama-convert --from=doc-list list.txt
    [[ "$output" == *"list.txt:1:1: error: game 1: expected a game such as (1) White - Black"* ]]
}

@test "filters: expressions, players, positions, patterns, material" {
    count() { dama-convert -q -t csv --columns plies "$@" games.pdn | tail -n +2 | wc -l; }
    [ "$(count --where 'date >= 1986')" -eq 1 ]
    [ "$(count --where 'date >= 1986' --not)" -eq 2 ]
    [ "$(count --player bakker)" -eq 2 ]
    [ "$(count --player bakker --player vries --where 'result = white')" -eq 1 ]
    [ "$(count --has comments,variations)" -eq 1 ]
    [ "$(count --has 'comments, variations')" -eq 1 ]
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

@test "manoeuvres: one piece follows a path, whatever the others do" {
    count() { dama-convert -q -t csv --columns plies "$@" games.pdn | tail -n +2 | wc -l; }
    [ "$(count --manoeuvre 32-28x19)" -eq 1 ]         # between the two, Black moves
    [ "$(count --manoeuvre 28x19)" -eq 1 ]
    [ "$(count --manoeuvre 28-19)" -eq 0 ]            # it captured
    [ "$(count --manoeuvre black:32-28)" -eq 0 ]
    [ "$(count --manoeuvre white:32-28)" -eq 1 ]
    [ "$(count --manoeuvre 35-30 --manoeuvre 41-37)" -eq 2 ]
    [ "$(count --manoeuvre 19-23)" -eq 2 ]
    [ "$(count --manoeuvre 19-24)" -eq 0 ]
    [ "$(count --manoeuvre 19-24 --mirror)" -eq 1 ]
    [ "$(count --manoeuvre 28x19-14)" -eq 0 ]         # taken there
    [ "$(count --maneuver 40-35)" -eq 1 ]
    run -2 dama-convert --manoeuvre 40 games.pdn
    [[ "$output" == *"expected squares joined by - and x, such as 40-34-29, found '40'"* ]]
    run -2 dama-convert --manoeuvre 40-99 games.pdn
    # the man that went from 34 to 29 is not the one that came from 45
    printf '[FEN "W:W34,45:B1"]\n\n1. 45-40 1-6 2. 34-29 6-11 3. 40-34 *\n' >other.pdn
    [ "$(dama-convert -q --manoeuvre 45-40-34-29 -t csv other.pdn | wc -l)" -eq 1 ]
    [ "$(dama-convert -q --manoeuvre 45-40-34 -t csv other.pdn | wc -l)" -eq 2 ]
}

@test "an error in an expression is reported with its place" {
    run dama-convert --where 'white ~ "a" and date > soon' games.pdn
    [ "$status" -eq 2 ]
    [[ "${lines[0]}" == *"--where: column 24: expected a date such as 1972, 1972.05 or 1972.05.01, found 'soon'"* ]]
    [[ "$output" == *'                         ^'* ]]
}

@test "text that was repaired once needs no second repair" {
    printf '[Event "&amp;amp;lt; &#38;#233; &am\001p;lt; &&#97;mp;quot; &amp; & a;"]\n[Site "\303\203\302\203\303\202\302\251"]\n\n1. 32-28 *\n' >twice.pdn
    dama-convert --normalise=text twice.pdn -o once.pdn
    grep -qF '[Event "< é < \" & & a;"]' once.pdn
    grep -qF '[Site "é"]' once.pdn
    dama-convert --normalise=text once.pdn | cmp - once.pdn
}

@test "tables and statistics are not written under the name of games, nor many files under one name" {
    while IFS='|' read -r words message; do
        # shellcheck disable=SC2086 # words are meant to be split
        run -2 dama-convert games.pdn $words
        [[ $output == *"$message"* ]]
    done <<'END'
--table=players -o t.pdn|t.pdn: --table writes text, csv or jsonl; choose such a name, or --to
--table=players -o t.xlsx|t.xlsx: --table writes text, csv or jsonl; choose such a name, or --to
--stats -o s.csv|s.csv: --stats writes text, not csv; choose another name
--split=2 -o y.pdn.gz|--split writes many files, and 'y.pdn.gz' names one: put a % where their names differ
-o x.html|x.html: no format has this suffix; choose one with --to; dama-annotate --html makes web pages
END
    dama-convert -q games.pdn --table=players -o t.txt
    dama-convert -q games.pdn --table=players -o t.csv
    dama-convert -q games.pdn --stats -o s.txt
    [ -s t.txt ] && [ -s t.csv ] && [ -s s.txt ]
}

@test "any kind of line end works in an encoding other than UTF-8" {
    { printf '[Event "T\303\251st \320\266"]\n\n1. 32-28 *\n\n'
        printf '[Event "Pr\351mi\350re"]\n\n1. 32-28 *\n'; } >lf.pdn
    tr '\n' '\r' <lf.pdn >cr.pdn
    sed 's/$/\r/' lf.pdn >crlf.pdn
    for ends in lf cr crlf; do
        dama-convert -q $ends.pdn -t csv --columns=Event -o out.csv
        [ "$(tail -n +2 out.csv | tr -d '\r' | paste -s -d,)" = "Tést ж,Prémière" ]
    done
}

@test "tag names may be long, even to split and sort by" {
    name=$(printf 'X%.0s' {1..64})
    printf '[%s "v"]\n\n1. 32-28 *\n' "$name" >long.pdn
    dama-convert -q long.pdn --split="tag.$name" -o parts/
    [ "$(ls parts)" = v.pdn ]
    dama-convert -q long.pdn --sort="tag.$name" -o sorted.pdn
    for option in split sort; do
        run -2 dama-convert long.pdn "--$option=tag.$name$name$name$name" -o none/
        [[ $output == *"is too long"* ]]
    done
}

@test "a guessed encoding is reported once for each input" {
    printf '[White "D\xfcrer"]\n\n1. 32-28 *\n\n[White "Gro\xdf"]\n\n1. 32-28 *\n' >latin.pdn
    for options in "-o out.pdn" "--first=1 -o out.pdn" "--stats -o out.txt" "--dedupe=exact -o out.csv"; do
        # shellcheck disable=SC2086 # words
        run -0 dama-convert $options latin.pdn
        [ "$output" = "dama-convert: latin.pdn: read as CP1252, which is a guess; if it is wrong, name the right one with --input-encoding" ]
    done
    run -0 dama-convert latin.pdn latin.pdn games.pdn -o out.pdn
    [ "${#lines[@]}" -eq 2 ]
    run -0 dama-convert -q latin.pdn -o out.pdn
    [ -z "$output" ]
    run -0 dama-convert --input-encoding=CP1252 latin.pdn -o out.pdn
    [ -z "$output" ]
}

@test "cells of CSV that a spreadsheet would evaluate" {
    printf '[White "=1+1"]\n[Black "@SUM(A1)"]\n[Event "+x"]\n[Site "-2"]\n[Round "1"]\n\n1. 32-28 *\n' >formula.pdn
    run dama-convert --to=csv --columns=White,Black,Event,Site,Round formula.pdn
    [ "${lines[1]}" = '=1+1,@SUM(A1),+x,-2,1' ]
    run dama-convert --to=csv --no-formulas --columns=White,Black,Event,Site,Round formula.pdn
    [ "${lines[1]}" = "'=1+1,'@SUM(A1),'+x,'-2,1" ]
    # the second time, all cells have theirs
    dama-convert -t csv --no-formulas formula.pdn -o once.csv
    dama-convert -t csv --no-formulas once.csv | cmp once.csv
}

@test "an unknown word is refused, with the nearest known one" {
    refused() { run -2 dama-convert "$@" games.pdn; }
    refused --result-style=bla
    [[ "$output" == *"expected input, 2-0 or 1-0, found 'bla'"* ]]
    refused -t csv --columns=Foo
    [[ "$output" == *"'Foo' is neither a tag of PDN nor "*"; write tag.Foo for "* ]]
    refused --sort=Datum
    [[ "$output" == *"'Datum' is not a tag of PDN; did you mean 'Date'?"* ]]
    refused --split=Whit -o x
    [[ "$output" == *"'Whit' is not a tag of PDN; did you mean 'White'?"* ]]
    refused --where 'date = 15/08/2021'
    [[ "$output" == *"expected a date such as 1972, 1972.05 or 1972.05.01"* ]]
    refused --where 'wit ~ x'
    [[ "$output" == *"did you mean 'White'?"* ]]
    refused --pattern white:57
    [[ "$output" == *"57 is not a square"* ]]
    refused -o x.html
    [[ "$output" == *"x.html: no format has this suffix; choose one with --to"* ]]
    [ ! -e x.html ]
    refused --encoding=UTF-8
    [[ "$output" == *"option '--encoding' is now '--output-encoding'"* ]]
    refused --games=0
    [[ "$output" == *"expected numbers such as 3-7,12,20-, found '0'"* ]]
    dama-convert -t csv --columns=tag.Foo,White games.pdn | head -n 1 | grep -qx 'Foo,White'
    dama-convert --variant list | grep -q international
}

@test "a game with errors does not affect its neighbours" {
    run dama-convert broken.pdn -o kept.pdn
    [ "$status" -eq 1 ]
    [[ "$output" == *"broken.pdn:10:20: error: game 2, 2. 28-40:"* ]]
    [[ "$output" == *"1 of 3 games has errors and was copied unchanged"* ]]
    grep -q '^1. 32-28 19-23 2.  28-40 18x29$' kept.pdn # as it was, two blanks and all
    [ "$(grep -c Event kept.pdn)" -eq 3 ]
    run -1 dama-convert broken.pdn -o kept.jsonl
    [[ "$output" == *"1 of 3 games has errors and was written as it was read"* ]]
    run dama-convert --on-error=drop broken.pdn -o dropped.pdn
    [ "$status" -eq 1 ]
    [ "$(grep -c Event dropped.pdn)" -eq 2 ]
    run dama-convert --on-error=stop broken.pdn -o stopped.pdn
    [ "$status" -eq 3 ]
    [ ! -e stopped.pdn ]
    dama-convert --truncate-illegal broken.pdn -o cut.pdn || true
    grep -q '^1. 32-28 19-23 {not legal from here on: 28-40 18x29}' cut.pdn
}

@test "a broken game that is left open does not swallow a game without tags" {
    printf '1. 33-29 19-23 2-0\n\n1. 31-26 19-23 *\n' >bare.pdn
    while read -r closing moves; do
        printf '[Event "A"]\n\n%s\n\n' "$moves" >open.pdn
        dama-convert -q open.pdn bare.pdn >out.pdn 2>/dev/null || [ $? -eq 1 ]
        { cat open.pdn; printf '%b\n\n' "$closing"; dama-convert bare.pdn; } | cmp - out.pdn
        [ "$(dama-convert -q --columns=moves -t csv out.pdn 2>/dev/null | tail -n 2)" = $'33-29 19-23\n31-26 19-23' ]
        run --separate-stderr -1 dama-convert --sort=-event bare.pdn open.pdn
        [ "$output" = "$(cat out.pdn)" ]
        run --separate-stderr -1 dama-convert open.pdn open.pdn
        [ "$output" = "$(cat open.pdn open.pdn)" ]
    done <<'GAMES'
* 1. 32-28 19-23 2. 28-99
}\n* 1. 32-28 {unclosed 19-23 2. 28x19
))\x20* 1. 32-28 (31-26 (31-27 19-23 2. 28-99
}\n)\x20* 1. 32-28 (31-26 {unclosed 19-23
GAMES
}

@test "an unreadable record does not count as a game" {
    printf 'W:W31:B20\nno fen\nW:W31:B20 White "A"\n' >list.fen
    run -1 dama-convert list.fen
    [ "$(grep -c '^\*$' <<<"$output")" -eq 2 ]
    [[ "$output" == *"dama-convert: 1 record could not be read and was left out"* ]]
    dama-convert --to=fen -q list.fen -o copy.fen || [ $? -eq 1 ]
    grep -qx 'no fen' copy.fen
    for choice in '--where=white=A' '--not --where=white=A' '--games=2' '--normalise'; do
        # shellcheck disable=SC2086 # two options
        run -1 dama-convert $choice list.fen
        [[ "$output" == *"list.fen:2:1: error: game 2:"* ]]
    done
    run -0 dama-convert --games=3 list.fen
    printf 'precious\n' >old.pdn
    printf 'no fen\n' >none.fen
    run -3 dama-convert none.fen -o old.pdn
    [[ "$output" == *"no input could be read; old.pdn is unchanged"* ]]
    run -1 dama-convert --on-error=drop list.fen
    [[ "$output" == *"1 of 3 games has errors and was left out"* ]]
    run -3 dama-convert --on-error=stop list.fen
    run -1 dama-convert --stats list.fen
    [[ "$output" == *"with errors "*" 1 "* ]]
}

@test "a damaged line of JSON does not count as a game" {
    need_json
    printf '{"dama":1,"moves":["32-28",\n{"dama":1,"variant":"international","moves":["32-28"]}\n' >bad.jsonl
    run -1 dama-convert bad.jsonl -o bad.csv
    [[ "$output" == *"1 record could not be read and was left out"* ]]
    [ "$(wc -l <bad.csv)" -eq 2 ]
    run -1 dama-convert --where='white = A' bad.jsonl -t jsonl
    [[ "$output" == *'{"dama":1,"moves":["32-28",'*"1 of 2 games has errors and was copied unchanged"* ]]
    run -1 dama-convert --in-place --where='plies > 5' bad.jsonl
    [ "$(cat bad.jsonl)" = '{"dama":1,"moves":["32-28",' ]
}

@test "errors in games that are not selected do not count" {
    run dama-convert --where 'event = Before' broken.pdn -o before.pdn
    [ "$status" -eq 0 ]
    [ -z "$output" ]
    run dama-convert --not --where 'event = Broken' broken.pdn -o others.pdn
    [ "$status" -eq 0 ]
    [ -z "$output" ]
    [ "$(grep -c Event others.pdn)" -eq 2 ]
    run dama-convert --games=1 --on-error=stop broken.pdn -o first.pdn
    [ "$status" -eq 0 ]
    run dama-convert --games=2 broken.pdn -o second.pdn
    [ "$status" -eq 1 ]
    [[ "$output" == *"game 2, 2. 28-40:"* ]]
    for what in --stats --suggest-aliases --suggest-openings --table=players; do
        dama-convert "$what" broken.pdn >/dev/null 2>errors || [ $? -eq 1 ]
        [ ! -s errors ]
    done
}

@test "a file without column names is not a table" {
    run dama-convert --from=csv games.pdn
    [ "$status" -eq 3 ]
    [[ "$output" == *"games.pdn:1: the first line names no columns"* ]]
    run dama-convert --format=pdn games.pdn
    [ "$status" -eq 2 ]
    [[ "$output" == *"'--format' is now '--to'"* ]]
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
    [[ "$output" == *'"Bakker, Jan"'* && "$output" == *': # 1 game'$'\n'* ]]
}

@test "a game whose tags give it other rules or another start is checked under these" {
    printf 'FEN: [Stand]\nGameType: [Spel]\n' >map.yaml
    printf '[Stand "W:Wc3:Bh8"]\n[Spel "25"]\n\n1. c3-d4 {x} (1. c3-b4) h8-g7 *\n' >in.pdn
    [ "$(dama-convert -q --tag-map map.yaml -t fen in.pdn)" = 'W:Wd4:Bg7 GameType "25";' ]
    [ "$(dama-convert -q --tag-map map.yaml --where 'setup and variant = russian' -t csv --columns=variant,start,plies in.pdn | tail -n 1)" = 'russian,W:Wc3:Bh8,2' ]
    printf '1. 31-27 20-25 *\n' >in.pdn
    [ "$(dama-convert --set FEN=W:W31:B20 -t fen in.pdn 2>/dev/null)" = 'W:W27:B25' ]
    run -1 dama-convert --set FEN=W:W32:B20 in.pdn
    [[ "$output" == *"in.pdn:1:4: error: game 1, 1. 31-27: there is no piece on 31"* ]]
}

@test "rules known only from JSON or a collection get a tag in PDN" {
    need_json
    echo '{"dama":1,"variant":"brazilian","tags":{},"moves":["c3-d4","f6-g5"]}' >in.jsonl
    dama-convert in.jsonl -o in.sqlite
    for from in in.jsonl in.sqlite; do
        [ "$(dama-convert $from | head -n 1)" = '[GameType "26"]' ]
        [ "$(dama-convert -q $from -t jsonl | grep -c GameType)" -eq 0 ]
    done
    echo '{"dama":1,"variant":"russian","tags":{},"moves":["c3-d4","f6-g5"]}' >in.jsonl
    [ "$(dama-convert in.jsonl | head -n 1)" = '1. c3-d4 f6-g5' ] # as it is understood without one
}

@test "filters see normalised games, before they are stripped, set or cut" {
    names() { dama-convert -q "$@" | grep '^\[White' | tr '\n' ' '; }
    printf '"Zed": [Able]\n' >names.yaml
    printf '[White "Able"]\n[Date "12-5-1985"]\n\n1. 32-28 {x} *\n\n[White "B"]\n\n1. 32-28 *\n\n[White "C"]\n\n1. 32-28 1-7 *\n' >three.pdn
    [ "$(names --has=comments --strip=comments three.pdn)" = '[White "Able"] ' ]
    [ "$(names --has=illegal --truncate-illegal three.pdn)" = '[White "C"] ' ]
    [ "$(names --where white=B --set White=Y three.pdn)" = '[White "Y"] ' ]
    [ "$(names --where white=Y --set White=Y three.pdn)" = '' ]
    [ "$(names --where white=Zed --names names.yaml three.pdn)" = '[White "Zed"] ' ]
    [ "$(names --where 'date = 1985.05.12' --normalise=dates three.pdn)" = '[White "Able"] ' ]
    printf '1. c3-d4 *\n' >russian.pdn # --variant is stronger
    [[ "$(dama-convert -q --variant=russian --set GameType=20 russian.pdn)" == *'[GameType "25'* ]]
}

@test "UTF-8 taken for a Central European or Cyrillic code page is repaired, and sound words stay" {
    printf '[White "%s"]\n[Black "%s"]\n\n1. 32-28 {%s} *\n\n' 'РўСѓСЂРЅРёСЂ' 'DvoĹ™Ăˇk' 'MĂĽller' >damaged.pdn
    printf '[White "%s"]\n[Black "%s"]\n\n1. 32-28 {%s} *\n\n' 'Її' 'PÄŤ' 'Úžasný NÍŽE' >sound.pdn
    run -0 dama-convert -q --normalise=text damaged.pdn
    [[ $output == *'[White "Турнир"]'*'[Black "Dvořák"]'*'{Müller}'* ]]
    [ "$(dama-convert -q --normalise=text sound.pdn)" = "$(dama-convert -q sound.pdn)" ]
}

@test "tags in other languages, entities, UTF-8 encoded twice and control characters" {
    printf '[Bianco "GRECO &amp; S&eacute;b"]\n[Nero "M\xc3\x83\xc2\xbcller"]\n[Esito "1-1"]\n[Turno ""]\n[Anno "2010"]\n\n1. 32-28 {&quot;a\001&quot;} *\n' >it.pdn
    run dama-convert --normalise it.pdn
    [[ "$output" == *'[White "GRECO & Séb"]'* ]]
    [[ "$output" == *'[Black "Müller"]'* ]]
    [[ "$output" == *'[Result "1-1"]'* ]]
    [[ "$output" == *'[Date "2010.??.??"]'* ]]
    [[ "$output" == *'{"a"}'* ]]
    [[ "$output" != *Bianco* ]]
    [ "$(grep -c White <<<"$output")" -eq 1 ]
    run dama-convert --normalise=dates it.pdn
    [[ "$output" == *'[Bianco "GRECO &amp; S&eacute;b"]'* ]]
    printf 'White: [Rosso]\nFoo: [Bar]\n' >map.yaml
    printf '[Rosso "x"]\n[bar "y"]\n[Bianco "z"]\n[Noir "b"]\n[Black "b"]\n\n*\n' >odd.pdn
    run dama-convert --tag-map map.yaml odd.pdn
    [ "$(head -n 4 <<<"$output")" = '[White "x"]
[Black "b"]
[Foo "y"]
[Bianco "z"]' ]
    printf '[Rosso "x"]\n[Nero "y"]\n[Dati "z"]\n\n*\n' >red.pdn
    [ "$(dama-convert --tag-map map.yaml red.pdn | head -n 3)" = '[Event "z"]
[White "x"]
[Black "y"]' ]
    echo 'White: [White, white, Rosso]' >own.yaml
    printf '[white "x"]\n\n*\n\n[White "y"]\n\n*\n' >own.pdn
    [ "$(dama-convert --tag-map own.yaml own.pdn | grep White)" = '[White "x"]
[White "y"]' ]
    run -2 dama-convert --tag-map none.yaml odd.pdn
    printf '[Weiß "Müller"] [Черные "Петров"] [Игра "x"] [Result 2-0]\n*\n' >script.pdn
    echo 'Event: [Игра]' >script.yaml
    [ "$(dama-convert --tag-map script.yaml script.pdn | head -n 4)" = '[Event "x"]
[White "Müller"]
[Black "Петров"]
[Result "2-0"]' ]
    dama-convert script.pdn >again.pdn
    [ "$(dama-convert again.pdn)" = "$(cat again.pdn)" ]
    grep -qx '\[Игра "x"\]' again.pdn
}

@test "a dry run lists what would be changed, --changes what was changed" {
    printf '[White "Muller"]\n[Black "y"]\n[Datum "1-2-1985"]\n\n*\n' >in.pdn
    echo '"Bob": [Muller]' >names.yaml
    cp in.pdn before.pdn
    run -0 dama-convert --dry-run --in-place --names names.yaml --normalise=dates,tag-names in.pdn
    [ "$output" = 'in.pdn:1: game 1: White "Muller" -> "Bob"
in.pdn:1: game 1: Datum "1-2-1985" -> Date "1985.02.01"' ]
    cmp in.pdn before.pdn
    dama-convert --changes list --names names.yaml --set Event=E in.pdn -o out.pdn
    [ "$(cat list)" = 'in.pdn:1: game 1: White "Muller" -> "Bob"
in.pdn:1: game 1: Event "E" added' ]
    grep -q '"Bob"' out.pdn
    run -1 --separate-stderr dama-convert --dry-run broken.pdn
    [[ $stderr =~ ^"dama-convert: 1 of "[0-9]+" games has errors"$ ]]
    run -1 --separate-stderr dama-convert -q --dry-run broken.pdn
    [ -z "$stderr" ]
    # a game with errors that is copied is not changed; one that is written again is
    for to in "-n" "-n --in-place" "--changes=- -o out.pdn"; do
        # shellcheck disable=SC2086 # a list of words
        [ "$(dama-convert -q $to --set Site=X broken.pdn 2>/dev/null | grep -c 'game 2')" -eq 0 ]
    done
    [ "$(dama-convert -q -n -t jsonl --set Site=X broken.pdn | grep -c 'game 2: Site "X" added')" -eq 1 ]
    printf '[White "a"]\n[White "b"]\n\n*\n' >twice.pdn # each of two tags of a name is compared with itself
    [ -z "$(dama-convert -n twice.pdn)" ]
    [ "$(dama-convert -n --set White=c twice.pdn)" = 'twice.pdn:1: game 1: White "a" -> "c"
twice.pdn:1: game 1: White "b" -> "c"' ] # which is one tag now
    run -2 dama-convert --names none.yaml in.pdn
    printf 'a: [b\n' >bad.yaml
    run -2 dama-convert --names bad.yaml in.pdn
    cp out.pdn kept.pdn
    run -0 dama-convert -n --changes list --names names.yaml in.pdn -o out.pdn
    [ -z "$output" ]
    [ "$(cat list)" = 'in.pdn:1: game 1: White "Muller" -> "Bob"' ]
    cmp kept.pdn out.pdn # a dry run does not touch the output
    run -2 dama-convert --changes in.pdn in.pdn -o out.pdn
    run -2 dama-convert -n --sort date in.pdn
}

@test "options for writing PDN: order of tags, notation, results, width" {
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
    dama-convert --notation=algebraic take.pdn | grep -q '^1. d4-e5'
    # letters alone would be taken for Russian draughts
    [ "$(dama-convert --notation=algebraic take.pdn | dama-convert | grep '^1')" = '1. 32-28 19-23 2. 28x19' ]
    dama-convert --result-style=1-0 take.pdn | grep -q '^1-0'
    printf '[RESULT "1-0"]\n\n1. 32-28 19-23 2-0\n' >capital.pdn
    dama-convert --result-style=2-0 capital.pdn | grep -q '"2-0"'
    run dama-convert --result-style=1-0 --columns=Result -t csv take.pdn
    [ "${lines[1]}" = 1-0 ]
    printf '[Result "12-0"]\n\n12-0\n\n[White "w"]\n\n1. 32-28 1/2-1/2\n' >points.pdn
    run dama-convert --result-style=2-0 --columns=Result -t csv points.pdn
    [ "${lines[*]:1}" = '12-0 1-1' ]
    run dama-convert --columns=Result -t csv points.pdn
    [ "${lines[*]:1}" = '12-0 1/2-1/2' ]
    run -2 dama-convert --result-style=1-0 -t jsonl take.pdn
    run -2 dama-convert --result-style=1-0 --stats take.pdn
    run -2 dama-convert --columns=White take.pdn
    run -2 dama-convert --columns=White --table=players -t csv take.pdn
    dama-convert take.pdn -o take.jsonl
    run -3 dama-convert --in-place --result-style=1-0 take.jsonl
    dama-convert --strict take.pdn | grep -q '^\*'
    printf '[FEN "W:W32:B1"]\n\n40. 32-28 1-6 41. 28-22 *\n' >late.pdn
    dama-convert late.pdn | grep -q '^40. 32-28'
    dama-convert --renumber late.pdn | grep -q '^1. 32-28'
    [ "$(dama-convert --line-width 30 --games 1 games.pdn | grep -v '^\[' | awk 'length > 30' | wc -l)" -eq 0 ]
}

@test "match points, remarks and other forms stay in the Result tag" {
    while IFS='|' read -r result option want; do
        printf '[White "A"]\n[Result "%s"]\n[GameType "20"]\n\n1. 32-28 19-23 2-0\n' "$result" >told.pdn
        # shellcheck disable=SC2086 # options
        run -0 --separate-stderr dama-convert -q $option told.pdn
        [[ $output == *"[Result \"$want\"]"* ]] || { echo "$result $option: $output" && return 1; }
    done <<END
10-2|--strict|10-2
6-6|--strict|6-6
1-1 (time)|--strict|1-1 (time)
*|--strict|2-0
2-0 (forfeit)|--normalise=results|2-0 (forfeit)
2:0 (forfeit)|--normalise=results|2-0 (forfeit)
2-0 (forfeit)|--result-style=1-0|1-0 (forfeit)
2:0|--normalise=results|2-0
END
    printf '[White "A"]\n[Result "2-0 (forfeit)"]\n[GameType "20"]\n\n1. 32-28 2-0\n' >told.pdn
    run -0 dama-convert -q -t csv --columns=result --result-style=1-0 told.pdn
    [ "${lines[1]}" = '1-0 (forfeit)' ]
}

@test "a score that is not a legal move ends the game, and survives rereading" {
    printf '[Event "a"]\n\n1. 32-28 19-23 4-6\n\n[Event "b"]\n\n1. 32-28 19-23 8-4\n' >score.pdn
    run -0 --separate-stderr dama-convert score.pdn
    [ "$(grep -v '^\[' <<<"$output" | xargs)" = '1. 32-28 19-23 4-6 1. 32-28 19-23 8-4' ]
    [ "$(dama-convert <<<"$output" 2>/dev/null)" = "$output" ]
    dama-validate -q --fix --force -o fixed.pdn score.pdn >/dev/null || true
    [[ $(dama-validate score.pdn fixed.pdn) != *-move* ]]
}

@test "text after the end of a game stays with it" {
    # shellcheck disable=SC2016 # a NAG
    printf '[Event "t"]\n\n1. 32-28 19-23 2. 40-41 10-14 2-0 {absent} $14\n' >cut.pdn
    run -0 --separate-stderr dama-convert -q --truncate-illegal cut.pdn
    [[ $output == *"{not legal from here on: 40-41 10-14 (absent) \$14}"* ]]
    printf '[Event "t"]\n[GameType "20"]\n\n1. 32-28 2-0 {resigned} *\n\n[Event "u"]\n\n1. 31-26 *\n' >twice.pdn
    run -0 --separate-stderr dama-convert -q -t csv --columns=Event,Result,comments twice.pdn
    [ "${#lines[@]}" -eq 3 ]
    [ "${lines[1]}" = t,2-0,1 ]
}

@test "--dedupe: a game that lacks a name or a year does not join two that contradict each other" {
    moves="1. 32-28 17-22 2. 28x17 12x21 3. 31-26 7-12 4. 26x17 12x21 5. 36-31 19-23 6. 34-29 23x34 7. 39x30 20-24 \
8. 30x19 14x23 9. 37-32 21-27 10. 31x22 18x27 1-1"
    for game in 'Ann|Bob|2001.01.01' 'Cid|Dee|2001.03.03' '?|?|2001.??.??"]\n[Event "Club'; do
        IFS='|' read -r white black date <<<"$game"
        printf '[White "%s"]\n[Black "%s"]\n[Date "%b"]\n[Result "1-1"]\n\n%s\n\n' "$white" "$black" "$date" "$moves"
    done >bridge.pdn
    for kind in exact contained near; do
        run -0 --separate-stderr dama-convert -q --dedupe=$kind bridge.pdn -t csv --columns=White,Event
        [ "$(sort <<<"$output" | paste -s -d ' ' -)" = "Ann,Club Cid, White,Event" ]
    done
    for date in 2001.01.01 2002.01.01 '????.??.??"]\n[Event "Club'; do
        printf '[White "Ann"]\n[Black "Bob"]\n[Date "%b"]\n[Result "1-1"]\n\n%s\n\n' "$date" "${moves%% 6.*} 1-1"
    done >years.pdn
    run -0 --separate-stderr dama-convert -q --dedupe=exact years.pdn -t csv --columns=Date
    [ "$(sort <<<"$output" | paste -s -d ' ' -)" = "2001.01.01 2002.01.01 Date" ]
}

@test "a table is cut into chunks by its own separator" {
    awk 'BEGIN {
        print "Round\tEvent\tWhite\tmoves"
        for (i = 0; i < 9000; i++)
            printf "%d\t%s\tP%d\t32-28 19-23                    \n", i,
                i % 3 == 0 ? "said,\"hello" : i % 3 == 1 ? "\"line\nbreak\"" : "x", i
    }' >cut.tsv
    run -0 dama-convert cut.tsv -t csv --columns=Round -o rounds.csv
    [ -z "$output" ]
    [ "$(tail -n +2 rounds.csv | sort -n | uniq | wc -l)" -eq 9000 ]
}

@test "filters that no game passes give a message" {
    printf '[White "A"]\n\n1. 32-28 *\n' >one.pdn
    run -0 dama-convert --player=Zed one.pdn -o none.pdn
    [ "$output" = "dama-convert: the only game does not match; none.pdn has no games (--table=players lists the names)" ]
    run -0 dama-convert --player=A --set=tag.Site=X one.pdn
    [[ $output == *'[Site "X"]'* && $output != *matches* ]]
}

@test "--renumber moves the numbers of variations with those of the game" {
    printf '[GameType "20"]\n\n40. 32-28 19-23 41. 28x19 14x23 (41... 13x24 42. 1-50) 42. 33-28 *\n' >late.pdn
    run -0 --separate-stderr dama-convert -q --renumber late.pdn
    [[ $output == *"1. 32-28 19-23 2. 28x19 14x23 (2... 13x24 3. 1-50) 3. 33-28"* ]]
}

@test "an option that would do nothing is refused" {
    while read -r words; do
        # shellcheck disable=SC2086 # a list of words
        run -2 dama-convert ${words%%:*} games.pdn
        [[ "$output" == "dama-convert:${words#*:} (try"* ]] || { echo "$words: $output"; false; }
    done <<'END'
--notation=long -t csv: --notation applies to pdn output only, not to csv
--strict -t jsonl: --strict applies to pdn output only, not to jsonl
--line-width=40 -t fen: --line-width applies to pdn output only, not to fen
--tag-order=White -t csv: --tag-order applies to pdn output only, not to csv
--no-formulas: --no-formulas applies to csv or tsv output only, not to pdn
--flip -t csv: --flip applies to svg or board output only, not to csv
--small -t svg: --small applies to board output only, not to svg
--unicode: --unicode applies to board output only, not to pdn
--experimental-dam: --experimental-dam applies to dam output only, not to pdn
--output-encoding=CP1252 -o x.sqlite: --output-encoding applies to text formats only, not to sqlite
--translit: --translit requires --output-encoding
--seed=3: --seed requires --sample
--seed=0: --seed requires --sample
--not: --not requires a filter, such as --where, --player or --games
--not --first=2: --not requires a filter, such as --where, --player or --games
--mirror: --mirror requires --position with a FEN, --pattern, --material or --manoeuvre
--stats --notation=long: --notation applies to games, but --stats writes none
--table=players --position=3: --position applies to games, but --table writes none
--stats -t csv: --to applies to games and tables, but --stats writes text
--table=players -o x.svg: --table writes text, csv or jsonl, not svg
END
    run -2 dama-convert --tag-order=inptu games.pdn
    [[ "$output" == *"--tag-order: expected standard, input or names of tags such as White,Black, found 'inptu'"* ]]
    run -2 dama-convert --turn=black games.pdn
    [ "$output" = "dama-convert: --turn requires a DAM file among the inputs" ]
    run -2 dama-convert --player= games.pdn
    dama-convert -q --games 3 --position start games.pdn -o x.dam
    dama-convert -q --turn=black games.pdn x.dam | grep -q 'FEN "B:'
    dama-convert --suggest-aliases games.pdn -o names.yaml # whatever it is called
    dama-convert --table=players games.pdn -o players.txt
    printf '[White "棋手"]\n[Black "Wiersma"]\n[Result "2-0"]\n\n1. 32-28 2-0\n' >wide.pdn
    dama-convert --table=players wide.pdn >wide.txt
    grep -qx '棋手               1 .*' wide.txt
    grep -qx 'Wiersma            1 .*' wide.txt
}

@test "a copy with a wrong or missing ply is near, and the sound copy is kept" {
    tags='[Event "E"]\n[White "A"]\n[Black "B"]\n[Date "2001.02.03"]\n[Result "*"]\n[Variant "Croda"]\n\n'
    moves=$(dama-convert -q --games=1 --to=csv --columns=moves "$DAMA_SOURCE/tests/data/selfplay/croda.pdn" | tail -1)
    copy() { # FILE SED-COMMAND COMMENT
        # shellcheck disable=SC2059 # line ends
        { printf "$tags" && sed "$2" <<<"$moves" && echo "$3 *"; } >"$1"
    }
    copy sound.pdn '' ''
    for slip in 's/ e2-e3 / e2-h8 /' 's/ e2-e3 / /' 's/ h7-h6 / h7-a1 /' 's/ h7-h6 / /'; do
        copy broken.pdn "$slip" '{with a comment}'
        run dama-convert -q --dedupe=near --to=csv --columns=illegal,plies broken.pdn sound.pdn
        [ "$(grep -c '^0,118$' <<<"$output")" -eq 1 ]
        [ "$(grep -c '^[0-9]' <<<"$output")" -eq 1 ]
    done
}

@test "the date of a copy completes that of the game that is kept, in whatever form they are" {
    while read -r own other date; do
        for value in "$own" "$other"; do
            printf '[White "A"]\n[Black "B"]\n[Date "%s"]\n[GameType "20"]\n\n' "${value/_/ }"
            echo '1. 33-29 19-23 2. 35-30 20-25 3. 40-35 14-20 4. 44-40 10-14 5. 38-33 5-10 6. 50-44 14-19'
            printf '7. 30-24 19x30 8. 35x24 10-14 9. 42-38 17-22 *\n\n'
        done >dates.pdn
        run -0 dama-convert -q --dedupe=exact dates.pdn
        [ "$(grep '^\[Date' <<<"$output")" = "[Date \"$date\"]" ]
    done <<'END'
2024 2024.12.19 2024.12.19
2024.??.?? 19-12-2024 2024.12.19
ca._2024 2024.12.19 2024.12.19
5/6/2024 2024.06.05 2024.06.05
5/6/2024 2024.05.06 2024.05.06
2024.12.19 2024 2024.12.19
END
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
    [[ "$output" == *"duplicates left out: 1"* ]]
    [ "$(grep -c White exact.pdn)" -eq 3 ]
    grep -q Known exact.pdn # it says more
    grep -q 'copies.pdn:1: game 1, Vries, A. de - Bakker, Jan, 1985.05.12' rep
    grep -q 'exact, names spelled differently; kept copies.pdn:7: game 2, A. de Vries - BAKKER, Known, 1985' rep
    dama-convert -q --dedupe=contained copies.pdn -o contained.pdn
    [ "$(grep -c White contained.pdn)" -eq 2 ]
    dama-convert -q --dedupe=exact --against copies.pdn copies.pdn -o none.pdn
    [ ! -s none.pdn ]
    dama-convert -q copies.pdn -o master.sqlite
    dama-convert -q --dedupe=exact --against master.sqlite --report rep copies.pdn games.pdn -o new.pdn
    grep -q '; kept master.sqlite: game 4, Other - Bakker' rep
    [ "$(grep -c '^1\.' new.pdn)" -eq 3 ]
}

@test "duplicates: differences are reported, and tags that only one copy has are kept" {
    moves='1. 33-29 19-23 2. 35-30 20-25 3. 40-35 14-20 4. 44-40 10-14 5. 38-33 5-10 6. 50-44 14-19 7. 30-24 19x30 8. 35x24 10-14 9. 42-38 17-22'
    {
        printf '[White "Vries, A. de"]\n[Black "Bakker, Jan"]\n[Date "1985.05.12"]\n[Result "2-0"]\n\n%s {long} {story} 2-0\n\n' "$moves"
        printf '[Event "Club"]\n[Site "?"]\n[White "Vries"]\n[Black "Bakker"]\n[Date "1986"]\n[Result "1-1"]\n[Annotator "Me"]\n\n%s 1-1\n\n' "$moves"
    } >copies.pdn
    run dama-convert --dedupe=exact --report rep copies.pdn
    [ "$status" -eq 0 ]
    [[ "$output" == *"1 of them differs in colours, result, date or round from the game kept"* ]]
    [[ "$output" == *'[Annotator "Me"]'* ]]
    [[ "$output" != *'[Site "?"]'*'[Site'* ]]
    [ "$(grep -c '^\[White' <<<"$output")" -eq 1 ]
    grep -Eq 'exact, names spelled differently, results differ: (White won, not draw|draw, not White won), years differ: (1985, not 1986|1986, not 1985); kept' rep
    for to in jsonl csv; do
        dama-convert -q --dedupe=exact copies.pdn -t "$to" | grep -q Club
    done
    dama-convert -q --dedupe=exact copies.pdn -o x.sqlite
    dama-convert -q x.sqlite | grep -q 'Annotator "Me"'
    # a result is known without a tag
    printf '[Event "E"]\n[Date "1985"]\n[White "Aa"]\n[Black "Bb"]\n\n%s 2-0\n\n' "$moves" >untagged.pdn
    printf '[Site "S"]\n[White "Aa"]\n[Black "Bb"]\n[Result "1-1"]\n\n%s 1-1\n' "$moves" >>untagged.pdn
    run --separate-stderr dama-convert --dedupe=exact untagged.pdn
    [[ "$output" == *'[Site "S"]'* ]]
    [[ "$output" != *1-1* ]]
    [ "${lines[-1]}" = 2-0 ]
    # a date that is not known is none: what the other one says counts for more
    moves='1. 33-29 19-23 2. 35-30 20-25 3. 40-35 14-20 4. 44-40 10-14'
    printf '[White "Aa"]\n[Black "Bb"]\n[Date "????.??.??"]\n[Annotator "me"]\n\n%s *\n\n' "$moves" >dates.pdn
    printf '[White "Aa"]\n[Black "Bb"]\n[Date "2001.01.01"]\n\n{one} %s {two} *\n' "$moves" >>dates.pdn
    run -0 dama-convert -q --dedupe=exact dates.pdn
    [[ "$output" == *2001.01.01*one*two* ]]
    # of a date that both have, the one that says more
    printf '[White "Aa"]\n[Black "Bb"]\n[Date "2001.??.??"]\n[Annotator "me"]\n\n%s *\n\n' "$moves" >dates.pdn
    printf '[White "Aa"]\n[Black "Bb"]\n[Date "2001.02.03"]\n\n%s *\n' "$moves" >>dates.pdn
    run -0 dama-convert -q --dedupe=exact dates.pdn
    [[ $output == *'"2001.02.03"'*'"me"'* ]]
    sed -i 's/2001.??.??/2001.05.??/' dates.pdn
    run -0 dama-convert -q --dedupe=exact dates.pdn
    [[ $output == *'"2001.05.??"'* ]]
    # forty plies are one game, whoever is said to have played it
    long='33-29 19-23 35-30 14-19 30-25 17-22 25x14 9x20 38-33 10-14 42-38 5-10 32-28 23x32 37x17 11x22 41-37 20-25 37-32 3-9 46-41 6-11 48-42 1-6 40-35 15-20 45-40 10-15 50-45 4-10 41-37 11-17 31-26 19-23 37-31 14-19 32-27 7-11 29-24 20x29'
    printf '[White "Aa"]\n[Black "Bb"]\n\n%s *\n\n[White "Cc"]\n[Black "Dd"]\n\n%s *\n' "$long" "$long" >people.pdn
    dama-convert -q --dedupe=exact --report rep people.pdn -o out.pdn
    grep -q 'exact, different players; kept' rep || { cat rep; false; }
}

@test "duplicates: a family name in capitals may come first" {
    moves='1. 33-29 20-24 2. 29x20 15x24 3. 32-28 17-21 4. 39-33 11-17 5. 44-39 21-26 6. 37-32 26x37 7. 42x31 7-11 8. 41-37 1-7 9. 47-42 17-22'
    game() { printf '[White "%s"]\n[Black "%s"]\n[Date "2005"]\n\n%s 1-1\n\n' "$1" "$2" "$moves"; }
    { game 'GEORGIEV Alexander' 'IVANOV Artem'; game 'SCHWARZMAN Alexander' 'DOMCHEV Artem'; } >two.pdn
    [ "$(dama-convert -q --dedupe=exact two.pdn | grep -c White)" -eq 2 ]
    { game 'GEORGIEV Alexander' X; game 'Georgiev, Alexander' X; game 'A. Georgiev' X; } >one.pdn
    [ "$(dama-convert -q --dedupe=exact one.pdn | grep -c White)" -eq 1 ]
    { game 'ЧИЖОВ Алексей' X; game 'Чижов, А.' X; } >cyrillic.pdn
    [ "$(dama-convert -q --dedupe=exact cyrillic.pdn | grep -c White)" -eq 1 ]
    dama-convert --suggest-aliases one.pdn >names.yaml
    grep -q 'GEORGIEV Alexander' names.yaml
}

@test "duplicates: a result that only another copy has is taken over" {
    moves='1. 33-29 20-24 2. 29x20 15x24 3. 32-28 17-21 4. 39-33 11-17 5. 44-39 21-26 6. 37-32 26x37 7. 42x31 7-11 8. 41-37 1-7 9. 47-42 17-22'
    game() { printf '%s[White "A"]\n[Black "B"]\n\n%s %s\n\n' "$1" "$moves" "$2"; }
    { game $'[Event "Cup"]\n[Site "S"]\n[Result "*"]\n' '*'; game '' 2-0; } >tag.pdn
    run -0 dama-convert -q --dedupe=exact tag.pdn
    [[ $output == *Cup*'[Result "2-0"]'*2-0 ]]
    { game $'[Event "Cup"]\n[Site "S"]\n' '*'; game '' 2-0; game '' 0-2; } >none.pdn
    run -0 --separate-stderr dama-convert --dedupe=exact --report=rep none.pdn
    [[ $output == *Cup*2-0 && $output != *'[Result'* ]]
    [[ $stderr == *"1 of them differs in "* ]] # from what the first copy says
    grep -q 'exact, results differ: Black won, not White won; kept none.pdn:1' rep
    # whatever the copy says it in, and however it is written
    { game $'[Event "Cup"]\n[Site "S"]\n' ''; game $'[Result "1-1"]\n' '*'; } >copy.pdn
    dama-convert -q --dedupe=exact copy.pdn -t csv --columns=Event,Result | grep -qx 'Cup,1-1'
    dama-convert -q --dedupe=exact --sort=result tag.pdn -t csv --columns=Event,Result | grep -qx 'Cup,2-0'
    dama-convert -q --dedupe=exact --result-style=1-0 none.pdn | tail -n 2 | grep -q '1-0$'
    # a result that a game has stays, and that of other players is none of its own
    { game $'[Event "Cup"]\n[Site "S"]\n' 0-2; game '' 2-0; } >kept.pdn
    run -0 dama-convert -q --dedupe=exact kept.pdn
    [[ $output == *0-2 ]]
    # the result after the moves stays as well, unless the tag now says something else
    if dama-convert -t jsonl kept.pdn >/dev/null 2>&1; then
        { game $'[Event "Cup"]\n[Result "2-0"]\n' 2-0; game $'[Site "S"]\n' 2-0; } >end.pdn
        [[ $(dama-convert -q --dedupe=exact -t jsonl end.pdn) == *'"Site":"S"'*'"terminator":"2-0"'* ]]
        [[ $(dama-convert -q --dedupe=exact -t jsonl tag.pdn) != *'"terminator"'* ]]
    fi
}

@test "duplicates: the annotated copy is kept, and losses are reported" {
    moves='1. 33-29 20-24 2. 29x20 15x24 3. 32-28 17-21 4. 39-33 11-17 5. 44-39 21-26 6. 37-32 26x37 7. 42x31 7-11 8. 41-37 1-7 9. 47-42 17-22'
    game() { printf '%s[White "A"]\n[Black "B"]\n[Result "2-0"]\n\n%s 2-0\n\n' "$1" "$2"; }
    bare=$(game $'[Event "Cup"]\n[Site "S"]\n' "$moves")
    annotated=$(game '' "{long analysis} $moves {he missed a win} (9... 18-22 {!})")
    printf '%s\n\n%s\n' "$bare" "$annotated" >one.pdn
    run -0 --separate-stderr dama-convert --dedupe=exact --report=rep one.pdn
    [[ $output == *Cup*'long analysis'*'missed a win'*18-22* ]]
    [ "$stderr" = "dama-convert: duplicates left out: 1" ]
    # its position gets the tags, too
    dama-convert -q --dedupe=exact --position=final one.pdn | grep -q Cup
    dama-convert -q --dedupe=exact -t fen --sort=event one.pdn | grep -q 'id "Cup"'
    # the same twice is not lost; what only the worse copy says is
    { echo "$annotated"; game '' "{long
analysis} {short} $moves (9... 18-23)"; } >two.pdn
    run -0 --separate-stderr dama-convert --dedupe=exact --report=rep one.pdn two.pdn -o out.pdn
    [[ $stderr == *"left out: 3"*"1 of them has comments, variations or NAGs that the game kept lacks" ]]
    [ "$(grep -c 'exact; kept' rep)" -eq 2 ]
    grep -q 'exact, lost: 1 comment, 1 variation; kept one.pdn' rep
    game '' "$moves 10. 28x17 12x21" >longer.pdn
    run -0 --separate-stderr dama-convert --dedupe=contained one.pdn longer.pdn -o out.pdn
    [[ $stderr == *"lacks (--report=FILE lists them)" ]]
    dama-convert -q --dedupe=contained --report=rep one.pdn longer.pdn -o out.pdn
    grep -q 'contained, the first 18 of 20 plies, .*lost: 3 comments, 1 variation; kept longer.pdn' rep
}

@test "duplicates: differing colours, dates and rounds are reported; two rounds of an event are two games" {
    moves='1. 33-29 20-24 2. 29x20 15x24 3. 32-28 17-21 4. 39-33 11-17 5. 44-39 21-26 6. 37-32 26x37 7. 42x31 7-11 8. 41-37 1-7 9. 47-42 17-22 10. 28x17 12x21 11. 32-28 7-12 12. 37-32 10-15 13. 46-41 21-26 14. 41-37 18-22 15. 28x17 12x21 16. 32-28 13-18 17. 37-32 26x37 18. 32x41 21-26 19. 41-37 16-21 20. 38-32 11-17'
    game() { printf '[Event "%s"]\n[Round "%s"]\n[Date "%s"]\n[White "%s"]\n[Black "%s"]\n\n%s %s\n\n' "$@"; }
    { game '?' '?' '?' 'Anna, A' 'Bert, B' "$moves" 2-0; game '?' '?' '?' 'Bert, B' 'Anna, A' "$moves" 0-2; } >reversed.pdn
    run -0 --separate-stderr dama-convert --dedupe=exact --report=rep reversed.pdn
    [[ $stderr == *"1 of them differs in colours, result, date or round from the game kept" ]]
    grep -q 'exact, colours reversed, results differ: Black won, not White won; kept' rep
    { game Match 3 1985.03.01 A B "$moves" 1-1; game MATCH 'Round 5' 1985.03.05 A B "$moves" 1-1; game Match 3 '?' A B "$moves" 1-1; } >match.pdn
    run -0 --separate-stderr dama-convert --dedupe=near match.pdn
    [ "$(grep -c White <<<"$output")" -eq 2 ]
    [ "$stderr" = "dama-convert: duplicates left out: 1" ]
    { game '?' 3 1985.03.01 A B "$moves" 1-1; game Match 5 1985.03.05 A B "$moves" 1-1; } >unknown.pdn
    dama-convert -q --dedupe=exact --report=rep unknown.pdn -o out.pdn
    grep -q 'exact, dates differ: 1985.03.01, not 1985.03.05, rounds differ: 3, not 5; kept' rep
}

@test "messages about games and the list of changes cover only the games written" {
    moves='1. 33-29 19-23 2. 35-30 20-25 3. 40-35 14-20 4. 44-40 10-14'
    for event in b c a; do
        printf '[Event "%s"]\n[White "%s"]\n[Black "x"]\n[Date "1.2.2020"]\n\n%s 5. %s *\n\n' \
            $event $event "$moves" "$([ $event = a ] && echo 38-33 || echo 38-38)"
    done >three.pdn
    run -1 dama-convert --sort=event --first=1 --normalise=dates --changes=list three.pdn -o out.pdn
    [[ $output != *"have errors and"* && $output != *"has errors and"* ]]
    [ "$(cat list)" = 'three.pdn:15: game 3: Date "1.2.2020" -> "2020.02.01"' ]
    run -1 dama-convert --sort=event --normalise=dates --changes=list three.pdn -o out.pdn
    [ "${lines[-1]}" = "dama-convert: 2 of 3 games have errors and were copied unchanged" ]
    [ "$(wc -l <list)" -eq 1 ]
    for seed in 1 2 3 4 5 6; do
        dama-convert -q --sample=1 --seed=$seed --normalise=dates --on-error=drop --changes=list three.pdn three.pdn >out.pdn 2>/dev/null || true
        [ "$(wc -l <list)" -eq "$(grep -c 2020.02.01 out.pdn)" ]
    done
    # in the files of both players, but one game
    run -1 dama-convert --split=player --normalise=dates --changes=list three.pdn -o players
    [ "${lines[-1]}" = "dama-convert: 2 of 3 games have errors and were copied unchanged" ]
    [ "$(wc -l <list)" -eq 1 ]
    # one with a tag of its copy is written again
    printf '[White "a"]\n[Black "b"]\n[%s "x"]\n\n1. 32-28 19-23 2. 28x18 *\n\n' Event >copies.pdn
    printf '[White "a"]\n[Black "b"]\n[%s "x"]\n\n1. 32-28 19-23 2. 28x18 *\n\n' Site >>copies.pdn
    run -1 dama-convert --dedupe=exact copies.pdn -o out.pdn
    [[ $output == *"1 of 2 games has errors and was written as it was read" ]]
}

@test "sources of games, and dates that can be sorted" {
    need_json
    cat games.pdn broken.pdn >six.pdn
    run --separate-stderr dama-convert -q -t csv --columns White,file,game,line,isodate games.pdn six.pdn
    [ "${lines[1]}" = '"Vries, A. de",games.pdn,1,1,1985-05-12' ]
    [ "${lines[2]}" = '"Bakker, J.",games.pdn,2,13,1990' ]
    [ "${lines[3]}" = ',games.pdn,3,24,' ]
    [ "${lines[4]}" = '"Vries, A. de",six.pdn,1,1,1985-05-12' ]
    [ "$(dama-convert -q -t csv --sort=-white --columns game,line games.pdn | tail -n +2 | head -n 1)" = '1,1' ]
    dama-convert -q --provenance -t jsonl games.pdn | grep -q '"isodate":"1990","source":{"file":"games.pdn","game":2,"line":13}'
    cmp <(dama-convert -q --provenance -t jsonl games.pdn | dama-convert -q) <(dama-convert -q games.pdn)
    dama-convert -q --provenance games.pdn -o x.sqlite
    dama-convert -q --provenance six.pdn -o x.sqlite || true
    [ "$(sqlite3 x.sqlite "select group_concat(file || ' ' || game || ' ' || line, ', ') from source where game_id = 2")" = 'games.pdn 2 13, six.pdn 2 13' ]
    [ "$(sqlite3 x.sqlite 'select isodate from listing where id = 1')" = 1985-05-12 ]
    run -2 dama-convert --provenance games.pdn
    [[ "$output" == *"--provenance applies to csv, jsonl or sqlite output only, not to pdn"* ]]
}

@test "output is UTF-8 even where a file with another name is named" {
    need_json
    name=$(printf 'caf\351.pdn')
    cp games.pdn "$name" 2>/dev/null || skip "no such name is possible here"
    echo '[White "Müller"]' >>"$name"
    good=$(printf 'caf\357\277\275.pdn')
    dama-convert -q --columns White,file "$name" -o x.csv
    [ "$(tail -n 1 x.csv)" = "Müller,$good" ]
    [ "$(dama-convert -q -t csv --columns White x.csv | tail -n 1)" = Müller ]
    dama-convert -q --columns White,file --output-encoding CP1252 --translit "$name" -o x.csv
    [ "$(tail -n 1 x.csv)" = "$(printf 'M\374ller,caf?.pdn')" ]
    for to in '' --to=csv --to=jsonl; do
        # shellcheck disable=SC2086 # no option, no word
        dama-convert -q --table=sources $to "$name" | grep -q -e "$good" -e 'caf\\ufffd.pdn'
    done
    dama-convert -q --provenance "$name" -o names.sqlite
    [ "$(sqlite3 names.sqlite 'select distinct file from source')" = "$good" ]
}

@test "SQLite: the views show any word of a move, and only dates that exist" {
    need_json
    game() { printf '{"dama":1,"variant":"international","tags":{"Date":"%s"},"moves":["32-28","%s"]}\n' "$@"; }
    { game 1985.02.30 'a\u0001\"\\b'; game 1985.13.01 x; game 2024.02.29 19-23; game '1985.05.??' 19-23; game '1985.??.??' 19-23; } >v.jsonl
    dama-convert -q v.jsonl -o v.sqlite || true
    [ "$(sqlite3 v.sqlite "select hex(move) from move where ply = 2 and game_id = 1")" = 61015C715C5C62 ] # as the store spells it
    [ "$(sqlite3 v.sqlite 'select count(*) from move')" -eq 10 ]
    [ "$(sqlite3 v.sqlite "select group_concat(ifnull(isodate, '-'), ' ') from listing")" = "- - 2024-02-29 1985-05 1985" ]
    [ "$(dama-convert -q -t csv --columns=isodate v.sqlite 2>/dev/null | tail -n +2 | paste -sd' ')" = "  2024-02-29 1985-05 1985" ]
}

@test "filters, sorting and isodate do not decide dates that can be read in two ways" {
    printf '[Event "%s"]\n[Date "%s"]\n\n1. 32-28 *\n\n' may 5/13/1985 either 5/6/1985 \
        short 12-5-85 nothing 01.02.03 march 1985.03.01 >dates.pdn
    events() { dama-convert -q -t csv --columns Event "$@" dates.pdn | tail -n +2 | paste -sd' '; }
    [ "$(dama-convert -q -t csv --columns isodate dates.pdn | tail -n +2 | paste -sd' ')" = \
        '1985-05-13 1985   1985-03-01' ]
    [ "$(events --where 'date >= 1985.05')" = may ]
    [ "$(events --where 'date = 1985')" = 'may either march' ]
    [ "$(events --where 'date != 1985.06')" = 'may either short nothing march' ]
    [ "$(events --where 'year = 2003')" = '' ]
    [ "$(events --sort Date)" = 'short nothing either march may' ]
}

@test "the century of a year of two digits is not guessed; --century settles it" {
    printf '[Event "%s"]\n[Date "%s"]\n[EventDate "1/1/73"]\n\n1. 32-28 *\n\n' full 1972.01.31 day 25/7/73 \
        either 5/6/73 first 01.02.03 next 5-7-29 >short.pdn
    events() { dama-convert -q -t csv --columns Event "$@" short.pdn | tail -n +2 | paste -sd' '; }
    run -0 --separate-stderr dama-convert --where 'year = 1973' short.pdn
    [ "$output" = "" ]
    message='dama-convert: 3 games have only two digits of the year in their dates, so the century is unknown; with --century=1900, 73 means 1973'
    [[ $stderr == *"$message"* ]]
    [ "$(events --sort=date)" = 'day either first next full' ]
    run -0 dama-convert --split=year short.pdn -o years
    [ "$output" = "$message" ]
    [ "$(cd years && echo *)" = '1972.pdn unknown.pdn' ]
    [ "$(dama-convert --sort=date short.pdn 2>&1 >sorted.pdn)" = "$message" ]
    [ "$(dama-convert short.pdn 2>&1 >copy.pdn)" = "" ] # nothing asked for the year
    [ "$(dama-convert --century=1900 --sort=date short.pdn 2>&1 >sorted.pdn)" = "" ]

    [ "$(events --century=1900 --where 'year = 1973')" = 'day either' ]
    [ "$(events --century=1900 --sort=date)" = 'first next full either day' ]
    run -0 dama-convert --century=1930 --dry-run short.pdn
    [ "$(grep ' Date' <<<"$output")" = 'short.pdn:7: game 2: Date "25/7/73" -> "1973.07.25"
short.pdn:13: game 3: Date "5/6/73" -> "5/6/1973"
short.pdn:25: game 5: Date "5-7-29" -> "2029.07.05"' ]
    [ "$(grep -c 'EventDate "1/1/73" -> "1973.01.01"' <<<"$output")" -eq 5 ]
    run -2 dama-convert --century=19 short.pdn

    # the view of a collection agrees
    iso() { dama-convert -q "$@" short.pdn -o "x$1.sqlite" && sqlite3 "x$1.sqlite" "select group_concat(ifnull(isodate, '-'), ' ') from listing"; }
    [ "$(iso -q)" = '1972-01-31 - - - -' ]
    [ "$(iso --century=1900)" = '1972-01-31 1973-07-25 - - 1929-07-05' ]
}

@test "of a date that cannot be read a single year counts, and a message says so" {
    printf '[Event "%s"]\n[Date "%s"]\n\n1. 32-28 *\n\n' month 1985.13.05 doubt '1985?' about 'ca. 1985' day '12e mei 1985' \
        days 1985.05.12-1985.05.19 years 1985-1986 season 1985/86 none unknown marks '????.??.??' good 1979.01.31 >odd.pdn
    events() { dama-convert -q -t csv --columns Event "$@" odd.pdn | tail -n +2 | paste -sd' '; }
    [ "$(events --where 'date >= 1980')" = 'month doubt about day days' ]
    [ "$(events --where 'year = 1985')" = 'month doubt about day days' ]
    message='dama-convert: 8 games have a date that cannot be read; only its year counts, and only if the date has exactly one, with four digits'
    [ "$(dama-convert --where 'date >= 1980' odd.pdn 2>&1 >out.pdn)" = "$message" ]
    grep -qxF '[Date "1985?"]' out.pdn
    run -0 dama-convert --split=year odd.pdn -o odd-years
    [ "$output" = "$message" ]
    [ "$(cd odd-years && echo *)" = '1979.pdn 1985.pdn unknown.pdn' ]
    [ "$(dama-convert odd.pdn 2>&1 >copy.pdn)" = "" ]
    for date in 1985.05.12 "in spring" 1984 "12 or 13 May" ????.??.??; do
        printf '[White "%s"]\n[Date "%s"]\n\n1. 32-28 *\n\n' "$date" "$date"
    done >dates.pdn
    run -0 dama-convert -q --sort=date -t csv --columns=White dates.pdn
    [ "${lines[*]}" = "White in spring 12 or 13 May ????.??.?? 1984 1985.05.12" ]
    run -0 dama-convert -q --sort=-date -t csv --columns=White dates.pdn
    [ "${lines[*]}" = "White 1985.05.12 1984 in spring 12 or 13 May ????.??.??" ]
}

@test "a time of day does not make a date unknown" {
    printf '[Event "%s"]\n[Date "%s"]\n\n1. 32-28 *\n\n' blank '2026-04-27 15:53:12' \
        iso 2026-04-27T15:53:12Z day '27/04/2026 15:53' either '5/4/2026 15:53' >times.pdn
    events() { dama-convert -q -t csv --columns Event "$@" times.pdn | tail -n +2 | paste -sd' '; }
    [ "$(dama-convert -q -t csv --columns isodate times.pdn | tail -n +2 | paste -sd' ')" = \
        '2026-04-27 2026-04-27 2026-04-27 2026' ]
    [ "$(events --where 'date = 2026.04.27')" = 'blank iso day' ]
    [ "$(events --where 'year = 2026')" = 'blank iso day either' ]
    dama-convert -q --split=year times.pdn -o years
    [ "$(ls years)" = 2026.pdn ]
    run -0 dama-convert --normalise=dates --dry-run times.pdn
    [ "${#lines[@]}" -eq 3 ]
    [ "${lines[0]}" = 'times.pdn:1: game 1: Date "2026-04-27 15:53:12" -> "2026.04.27"' ]
    run dama-validate times.pdn
    [[ $output == *'"27/04/2026 15:53" should be written 2026.04.27'* ]]
    [[ $output != *"is not a date"* ]]
}

@test "data that a copy has about a side goes to the right player" {
    moves='1. 33-28 17-21 2. 31-27 21-26 3. 39-33 11-17 4. 44-39 17-21 5. 50-44 19-24 6. 36-31 7-11 7. 41-36 12-17 8. 47-41 18-22 9. 27x18 13x22 10. 32-27 21x23 11. 33-29 24x33 12. 38x27 20-24 13. 34-30 14-19 14. 27-21 16x27 15. 31x22 17x28'
    {
        printf '[White "A. Smith"]\n[Black "Jones, B."]\n[Date "1990"]\n[Result "*"]\n\n%s 16. 37-31 *\n\n' "$moves"
        printf '[White "Jones B"]\n[Black "Smith, A"]\n[Site "Here"]\n[Date "1990"]\n[Result "2-0"]\n[WhiteRating "1500"]\n[TimeControlWhite "50/1500"]\n\n%s 2-0\n' "$moves"
    } >reversed.pdn
    run dama-convert -q --dedupe=near reversed.pdn
    [ "$(grep -c '^\[White ' <<<"$output")" -eq 1 ]
    [[ "$output" == *Smith*Jones*'[Result "*"]'* ]]
    [[ "$output" == *'[Site "Here"]'* ]]
    [[ "$output" != *1500* ]]
    # from 40 plies on, copies may be by other people
    for white in Smith Kok; do
        printf '[White "%s, A"]\n[Black "Bos, %s"]\n[%sRating "1500"]\n\n%s 16. 37-31 26x37 17. 41x14 10x19 18. 30-25 9-14 19. 43-38 8-13 20. 39-33 1-7 *\n\n' \
            "$white" "$white" "$([ $white = Smith ] && echo Black || echo White)" "$moves"
    done >others.pdn
    run dama-convert -q --dedupe=exact others.pdn
    [ "$(grep -c Rating <<<"$output")" -eq 1 ]
}

@test "every position has the number of its game, and text is kept" {
    need_json
    run --separate-stderr dama-convert -q --position=all --games 2 --provenance -t jsonl games.pdn
    [ "${#lines[@]}" -gt 3 ]
    [ "$(grep -c '"game":2' <<<"$output")" -eq "${#lines[@]}" ]
    dama-convert -q --position=all --games 2 -t csv --columns game games.pdn | tail -n +2 | sort -u >numbers
    [ "$(cat numbers)" = 2 ]
    printf '[White "a\001game\001b"]\n[Black "\001"]\n\n1. 32-28 *\n' >control.pdn
    dama-convert -q -t csv --columns White,Black control.pdn | sed 's/$/,1/; 1s/1$/game/' >want
    dama-convert -q -t csv --columns White,Black,game control.pdn >got
    cmp want got
}

@test "cells of CSV: moves as people write them, and --no-formulas" {
    printf '[White "=1+1"]\n[Black "-b, c"]\n\n1. 32-28 19-23 2. 28x19 14x23 3. 37-32 4- 8 *\n' >odd.pdn
    run --separate-stderr dama-convert -q -t csv --columns White,Black,moves odd.pdn
    [ "${lines[1]}" = '=1+1,"-b, c",32-28 19-23 28x19 14x23 37-32 4-8' ]
    run --separate-stderr dama-convert -q -t csv --no-formulas --columns White,Black odd.pdn
    [ "${lines[1]}" = "'=1+1,\"'-b, c\"" ]
}

@test "CSV from CSV: rows with errors have the same columns as the others" {
    printf 'White,Black,WhiteRating,moves,Result\nA,B,2000,32-28 19-23,2-0\nC,D,2100,32-28 50-1,1-1\n' >in.csv
    run -1 dama-convert -q --columns=moves,White in.csv -t csv
    [ "${lines[-1]}" = "32-28 50-1,C" ]
    tr , ';' <in.csv >semi.csv
    run -1 dama-convert -q --columns=White,Black,WhiteRating,moves,Result semi.csv -t csv
    [ "${lines[-1]}" = "C,D,2100,32-28 50-1,1-1" ]
}

@test "CSV: the place is that of the move, and unclosed text ends with its cell" {
    printf 'Site;White;moves;Black\nHere;A;32-28 50-1 (50-2) 19-23;B\nHere;"A";"{""} 32-28 50-1 19-23";B\n' >in.csv
    run -0 dama-convert --truncate-illegal in.csv
    [[ "$output" == *"in.csv:2:14: error: game 1, 1... 50-1:"* ]]
    [[ "$output" == *'1. 32-28 {not legal from here on: 50-1 (50-2) 19-23}'* ]]
    printf 'White,tree,Black\nA,32-28 50-1 19-23,B\n' >in.csv
    [ "$(dama-convert -q --truncate-illegal in.csv 2>/dev/null | grep '^1')" = '1. 32-28 {not legal from here on: 50-1 19-23}' ]
}

@test "CSV: a comment before the result is kept once where the moves are cut off" {
    printf 'White,moves\nA,32-28 50-1 {x} 2-0 {y}\nB,32-28 50-1 {x}\n' >in.csv
    run -0 dama-convert -q --truncate-illegal in.csv
    [[ "$output" == *'{not legal from here on: 50-1 (x) (y)}'* ]]
    [[ "$output" == *'{not legal from here on: 50-1 (x)}'* ]]
}

@test "CSV as others write it: moves in capitals, bare CR, a quote that stays open" {
    printf 'White,Moves\rA,32-28\rB,33-29\r' >mac.csv
    [ "$(dama-convert -q --columns=White,moves -t csv mac.csv)" = $'White,moves\nA,32-28\nB,33-29' ]
    printf '[Moves "few"]\n\n1. 32-28 *\n' >tag.pdn
    dama-convert --columns=tag.Moves,moves tag.pdn -o tag.csv
    [ "$(cat tag.csv)" = $'tag.Moves,moves\nfew,32-28' ]
    cmp <(dama-convert tag.csv) <(dama-convert tag.pdn)
    printf 'White,moves\nA,32-28\n"B,33-29\nC,34-30\n' >open.csv
    run -1 dama-convert open.csv
    [[ "$output" == *"open.csv:3:1: error: game 2: a quote is never closed;"* ]]
    printf 'White,remark,,moves,tag.note,plies\nA,x,y,32-28,z,1\n' >lost.csv
    run --separate-stderr dama-convert lost.csv
    [ "${stderr-}" = "dama-convert: lost.csv: column 'remark' is ignored; to read it as a tag, name it tag.remark
dama-convert: lost.csv: column 3 has no name and is ignored" ]
    awk 'BEGIN { for (i = 0; i < 120; i++) printf "tag.%040d,", i; print "White\nx" }' >wide.csv
    run -3 dama-convert wide.csv
    [[ "$output" == *"wide.csv:1: the first line is longer than 4096 bytes"* ]]
}

@test "CSV: unknown moves stay, also at the end and by any dash" {
    printf '1. 32-28 19-23 2. - 14x23 3. - {a} *\n\n1. - \xe2\x80\x94 *\n\n[GameType "30"]\n\n17... - 18. a1-b2 - *\n' >unknown.pdn
    run -0 dama-convert -q -t csv --columns=moves unknown.pdn
    [ "$output" = 'moves
32-28 19-23 2. -- 14x23 3. --
1. -- 1... --
17... -- a1-b2 18... --' ]
    dama-convert -q -t csv unknown.pdn >once.csv
    dama-convert -q -t csv once.csv | cmp - once.csv
}

@test "CSV: an illegal move at the end does not become the score" {
    printf '1. 32-28 19-23 2. 8-4 *\n\n1. 7-3 *\n' >illegal.pdn
    run -1 --separate-stderr dama-convert -q -t csv --columns=Result,moves illegal.pdn
    [ "$output" = $'Result,moves\n,32-28 19-23 2. 8-4\n,1. 7-3' ]
    [ "$(dama-convert -q -t csv --columns=Result,moves - <<<"$output" 2>errors)" = "$output" ]
    [ "$(grep -c ': error: ' errors)" -eq 2 ]
}

@test "CSV: a row of empty cells is no game" {
    printf 'White,Black,moves\n,,\nA,,32-28\n\n,,\n"", ,""\n,B,\n,,' >in.csv
    run -0 dama-convert -q -t csv --columns=White,Black,plies in.csv
    [ "$output" = $'White,Black,plies\nA,,1\n,B,0' ]
    printf 'White;moves\r\n;32-28\r\n;\r\n' >in.csv
    [ "$(dama-convert -q -t csv --columns=plies in.csv)" = $'plies\n1' ]
}

@test "CSV: text after the closing quote of a cell is kept, and reported" {
    printf 'Event;White;Black;moves\nClub;"Ton; T." Sijbrands;"B ""b""" ;32-28 19-23\n' >quotes.csv
    run --separate-stderr -1 dama-convert quotes.csv
    [[ $stderr == "quotes.csv:2:7: error: game 1: text after the closing quote of a cell [bad-record]"* ]]
    [[ $output == *'[White "\"Ton; T.\" Sijbrands"]'*'[Black "B \"b\""]'* ]]
    cp quotes.csv old.csv
    run -1 dama-convert --in-place --set Event=Other quotes.csv
    cmp old.csv quotes.csv
}

@test "CSV: a column is named once, and names of tags may be long" {
    for columns in White,white moves,MOVES White,tag.White; do
        run -2 dama-convert --columns=$columns -t csv games.pdn
        [[ "$output" == *"is listed twice"* ]]
    done
    name=A$(printf 'a%.0s' {1..100})
    need_json
    printf '{"dama":1,"tags":{"%s":"v"},"moves":[]}\n' "$name" >long.jsonl
    [ "$(dama-convert --columns="tag.$name" -t csv long.jsonl | tail -n 1)" = v ]
}

@test "TSV: tabs between cells" {
    [ "$(dama-convert -q --columns=White,plies --first=1 games.pdn -t tsv)" = $'White\tplies\nVries, A. de\t7' ]
    dama-convert -q games.pdn -o x.tsv.gz
    cmp <(gzip -dc x.tsv.gz | dama-convert) <(dama-convert -q games.pdn -o - -t csv | dama-convert)
    [ "$(dama-convert --table=sources games.pdn -t tsv | head -n 1 | cut -f 2)" = games ]
    dama-convert -q --split=year -t tsv games.pdn -o years
    [ "$(ls years)" = $'1985.tsv\n1990.tsv\nunknown.tsv' ]
}

@test "in place, CSV keeps its columns and separator" {
    printf 'White;Note;tree;moves;Result;plies\n"A;B";x;32-28 {good} 19-23;32-28 19-23;2-0;2\n;y;;32-28 50-1;1-1;2;more\n' >in.csv
    cp in.csv old.csv
    dama-convert -q --in-place --set Note=z in.csv || [ $? -eq 1 ]
    [ "$(cat in.csv)" = 'White;Note;tree;moves;Result;plies
"A;B";z;32-28 {good} 19-23;32-28 19-23;2-0;2
;y;;32-28 50-1;1-1;2;more' ]
    cp old.csv in.csv
    run -3 dama-convert -q --in-place --set Site=X in.csv
    [[ "$output" == *"in.csv:2:1: the table has no column Site, and --in-place adds none"* ]] || { echo "$output"; false; }
    cmp old.csv in.csv
    for column in file comments remark White plies; do
        printf 'White,Black,%s\nA,B,x\n' $column >in.csv
        cp in.csv old.csv
        run -3 dama-convert -q --in-place --set Black=C in.csv
        [[ "$output" == *"--in-place cannot keep the column '$column'"* ]]
        cmp old.csv in.csv
    done
}

@test "SQLite: adding again adds nothing, positions are found, foreign files are refused" {
    dama-convert --positions games.pdn -o x.sqlite
    run dama-convert games.pdn -o x.sqlite
    [ "$status" -eq 0 ]
    [[ "$output" == *"x.sqlite: games added: 0, duplicates skipped: 3"* ]]
    [ "$(dama-convert -q --position 'B:W28,31,33-50:B1-20' -t csv x.sqlite | wc -l)" -eq 2 ]
    run dama-convert games.pdn -o - -t sqlite
    [ "$status" -eq 2 ]
    printf 'no database' >text.sqlite
    run dama-convert games.pdn -o text.sqlite
    [ "$status" -eq 3 ]
    [[ "$output" == *"text.sqlite: not an SQLite file"* ]]
    head -c 5000 x.sqlite >short.sqlite
    run dama-convert short.sqlite
    [ "$status" -eq 3 ]
    [[ "$output" == *"short.sqlite: error: truncated: 5000 of"* ]]
}

@test "SQLite: positions by other rules than those of the index are found" {
    dama-convert -q --positions games.pdn -o x.sqlite
    count() { dama-convert -q --variant=italian --position W:W21-32:B1-12 -t csv --columns White "$1" || true; }
    count games.pdn >want
    [ "$(wc -l <want)" -gt 1 ]
    cmp want <(count x.sqlite)
}

@test "SQLite: the index of positions finds games under other readings of the rules, and ignores games read anew" {
    local start='b2,c1,d2,d4,e1,e3,f2,g1,g3,h2:Ba7,b6,b8,c7,d6,d8,e7,f6,f8,g7,h6,h8' row
    printf '[Event "pool"]\n[GameType "23,W,8,8,A0,0"]\n\n1. c3-d4 *\n\n[Event "stop"]\n%s\n\n1. a3-a4 *\n' \
        '[Variant "turkish:promotion=stop"]' >readings.pdn
    printf '[Event "tags"]\n[Stelling "W:W31:B5"]\n\n1. 31-27 *\n' >>readings.pdn
    printf 'FEN: [Stelling]\n' >map.yaml
    dama-convert -q --positions readings.pdn -o readings.sqlite 2>/dev/null || true
    for row in "B:Wa1,a3,$start pool" \
        'B:Wa4,b3,c3,d3,e3,f3,g3,h3,a2,b2,c2,d2,e2,f2,g2,h2:Ba6,b6,c6,d6,e6,f6,g6,h6,a7,b7,c7,d7,e7,f7,g7,h7 stop'; do
        run -0 dama-convert -q --position "${row% *}" readings.sqlite
        [ "${lines[0]}" = "[Event \"${row#* }\"]" ]
    done
    run -0 dama-convert -q --tag-map=map.yaml --position 'B:W27:B5' readings.sqlite
    [ "${lines[0]}" = '[Event "tags"]' ]
}

@test "SQLite: games have the same numbers with an index of positions and without" {
    dama-convert -q --positions games.pdn -o x.sqlite
    fen=W:W28,32,K47:B8,12,13
    run -0 dama-convert -q --position=$fen --games=3 --columns=game,Event -t csv x.sqlite
    [ "${lines[1]}" = "3,Problem" ]
    sqlite3 x.sqlite "DELETE FROM game WHERE id = 1"
    run -0 dama-convert -q --position=$fen --games=2 --columns=game,Event -t csv x.sqlite
    [ "${lines[1]}" = "2,Problem" ]
}

@test "SQLite: a collection of an older schema is read even if it is read-only" {
    # where a user without rights may look; the folder of bats is closed to others
    open=$(mktemp -d)
    chmod 755 "$open"
    cp games.pdn "$open"
    cd "$open"
    mkdir archive
    dama-convert -q games.pdn -o archive/old.sqlite
    want=$(dama-convert -q -t csv --columns=White archive/old.sqlite)
    sqlite3 archive/old.sqlite <"$DAMA_SOURCE/tests/data/collection-of-version-2.sql"
    sum=$(cksum <archive/old.sqlite)
    chmod 444 archive/old.sqlite
    chmod 555 archive
    as=(env)
    if [ "$(id -u)" -eq 0 ]; then
        command -v setpriv >/dev/null || skip "root may write everything, and there is no setpriv(1)"
        as=(setpriv --reuid=65534 --clear-groups)
        "${as[@]}" dama-convert --version >/dev/null 2>&1 || skip "nobody may not run the build"
        "${as[@]}" test -r "$PWD/archive/old.sqlite" || skip "nobody may not read $PWD"
    fi
    run "${as[@]}" dama-convert -q -t csv --columns=White archive/old.sqlite
    [ "$status" -eq 0 ]
    [ "$output" = "$want" ]
    [ "$(cksum <archive/old.sqlite)" = "$sum" ]
    chmod 755 archive
    chmod 644 archive/old.sqlite
    dama-convert -q -t csv --columns=White archive/old.sqlite >/dev/null
    [ "$(cksum <archive/old.sqlite)" != "$sum" ] # who may write it, brings it up to date
    rm -rf "$open"
}

@test "SQLite: of two runs that make one collection, the second does not replace the first" {
    mkfifo pipe
    dama-convert -q pipe -o shared.sqlite 2>said &
    local slow=$! status=0
    exec 9>pipe
    for _ in {1..20}; do cat games.pdn; done >&9 # as much as tells the format
    begun() { find . -name '.shared.sqlite.*' | grep -q .; }
    wait_until begun
    printf '[Event "first"]\n\n1. 31-26 *\n' >first.pdn
    dama-convert -q first.pdn -o shared.sqlite
    exec 9>&-
    wait "$slow" || status=$?
    [ "$status" -eq 3 ]
    [ "$(cat said)" = 'dama-convert: shared.sqlite: another program has made this file in the meantime; run the command again' ]
    [ "$(dama-convert -q -t csv --columns=Event shared.sqlite | tail -n 1)" = first ]
    [ -z "$(find . -name '.shared.sqlite.*')" ]
    dama-convert -q games.pdn -o shared.sqlite # run again, it adds
    [ "$(dama-convert -q -t csv --columns=Event shared.sqlite | wc -l)" -eq 5 ]
}

@test "SQLite: games are added while another program reads the collection for a long time" {
    command -v sqlite3 >/dev/null || skip "no sqlite3"
    dama-convert -q games.pdn -o x.sqlite
    printf '[Event "late"]\n\n1. 31-26 *\n' >late.pdn
    mkfifo go
    sqlite3 x.sqlite <go >said &
    exec 9>go
    printf "BEGIN; SELECT count(*) FROM game;\n" >&9
    wait_until grep -q 3 said
    dama-convert -q late.pdn -o x.sqlite 9>&- &
    local adding=$! status=0
    sleep 6 # longer than a lock is waited for
    exec 9>&-
    wait "$adding" || status=$?
    [ "$status" -eq 0 ]
    [ "$(dama-convert -q -t csv --columns=Event x.sqlite | tail -n 1)" = late ]
}

@test "SQLite: two programs can upgrade an older collection at the same time" {
    dama-convert -q games.pdn -o old.sqlite
    run -0 python3 - "$DAMA_SOURCE/tests/data/collection-of-version-2.sql" <<'END'
import sqlite3, subprocess, sys, time
db = sqlite3.connect("old.sqlite", isolation_level=None)
[version], = db.execute("PRAGMA user_version")
names = ("judgement", "move", "listing")
newest = [sql for sql, in db.execute("SELECT sql FROM sqlite_schema WHERE name IN (?, ?, ?) ORDER BY rowid", names)]
db.executescript(open(sys.argv[1]).read())
db.execute("BEGIN IMMEDIATE")
db.execute("DROP VIEW move")
db.execute("DROP VIEW listing")
for sql in newest:
    db.execute(sql)
late = subprocess.Popen(["dama-convert", "-q", "-t", "csv", "old.sqlite"], stdout=subprocess.PIPE)
time.sleep(1)  # by now it waits for the lock
db.execute(f"PRAGMA user_version = {version}")
db.execute("COMMIT")
print(len(late.communicate()[0].splitlines()), late.returncode)
END
    [ "$output" = "4 0" ]
}

@test "fields of GameType do not contradict the squares that are written" {
    local row
    for row in '25,W,8,8,N2,0|22-18 11-15|25|c3-d4 f6-e5' '20,W,10,10,N1,0|20-24 35-30|20|31-27 16-21' \
        '23,B,8,8,A1,1|c3-d4 f6-e5|23|11-15 22-18' '20,W,10,10,N2,0|32-28 19-23|20,W,10,10,N2,0|32-28 19-23' \
        '23,W,8,8,A0,0|c3-d4 f6-e5|23,W,8,8,A0,0|c3-d4 f6-e5'; do
        IFS='|' read -r type moves new_type new_moves <<<"$row"
        printf '[GameType "%s"]\n\n1. %s *\n' "$type" "$moves" >in.pdn
        [[ $(dama-convert -q in.pdn) == *"[GameType \"$new_type\"]"*"1. $new_moves"* ]]
    done
    printf '[GameType "23,W,8,8,A0,0"]\n[Variant "pool:first=black"]\n\n1. 11-15 22-18 *\n' >reading.pdn
    [[ $(dama-convert -q reading.pdn) == *'[GameType "23"]'*'1. 11-15 22-18'* ]]
    printf '[GameType "20,W,10,10,A0,0"]\n\n1. 32-28 *\n' >letters.pdn
    [[ $(dama-convert -q --notation=algebraic letters.pdn) == *'"20,W,10,10,A0,0"'*d4-e5* ]]
}

@test "a game read with the board turned is reported, one that begins in its middle is copied" {
    run -0 --separate-stderr dama-convert "$DAMA_SOURCE/tests/data/findings/turned-board.pdn"
    [[ $output == *"1. 9-14 24-20 2. 5-9 27-24"* ]]
    [[ $stderr == *"the moves are legal only with the board turned around"* ]]
    run -0 --separate-stderr dama-convert -q "$DAMA_SOURCE/tests/data/findings/turned-board.pdn"
    [ -z "$stderr" ]
    printf '[GameType "20"]\n\n12... 19-23 13. 35-30 14-19 14. 40-35 10-14 *\n' >middle.pdn
    run -1 --separate-stderr dama-convert middle.pdn
    [[ $output == *"12... 19-23 13. 35-30 14-19"* && $stderr == *"[missing-start]"* ]]
}

@test "a GameType that is only a guess is announced once" {
    russian='1. c3-b4 f6-g5 2. b4-c5 d6:b4 3. a3:c5 b6:d4'
    printf '[White "A"]\n\n%s *\n\n[White "B"]\n\n%s *\n' "$russian" "$russian" >letters.pdn
    printf '[White "A"]\n[GameType "25"]\n\n%s *\n' "$russian" >tagged.pdn
    printf '[White "A"]\n\n1. 32-28 19-23 *\n' >numbers.pdn
    said="dama-convert: GameType was guessed for 2 games: russian (2); if that is wrong, give --variant"
    for options in "-o out.pdn" "--split=variant -o out" "--sort=white -o out.pdn" "--dry-run --set=White=C"; do
        # shellcheck disable=SC2086 # options
        run -0 --separate-stderr dama-convert $options letters.pdn tagged.pdn numbers.pdn
        [[ $stderr == *"$said"* ]] || { echo "$options: $stderr" && false; }
    done
    run -0 --separate-stderr dama-convert --games=1 letters.pdn
    [ "$stderr" = "dama-convert: GameType was guessed for 1 game: russian (1); if that is wrong, give --variant" ]
    for options in --variant=russian --set=GameType=26 -q --stats "-t csv"; do
        # shellcheck disable=SC2086 # options
        run -0 --separate-stderr dama-convert $options letters.pdn
        [ -z "$stderr" ] || { echo "$options: $stderr" && false; }
    done
    run -0 --separate-stderr dama-convert tagged.pdn numbers.pdn
    [[ $stderr != *guess* ]]
    run -0 --separate-stderr dama-convert --in-place --normalise=dates letters.pdn
    [ "$stderr" = "$said" ]
    run -0 --separate-stderr dama-convert --in-place --normalise=dates letters.pdn
    [ -z "$stderr" ]
}

@test "games that would be read by the rules of their new neighbours are reported" {
    printf '[Event "k"]\n[GameType "40"]\n\n1. 32-28 19-23 *\n' >frisian.pdn
    printf '[Event "u"]\n\n1. 32-28 19-23 *\n' >untagged.pdn
    printf '[Event "k"]\n[GameType "40"]\n\n1. 32-28 19-23 *\n\n[Event "l"]\n\n1. 32-28 19-23 *\n' >part.pdn
    dama-convert -q --variant=international untagged.pdn -o tagged.pdn
    warning="dama-convert: the output mixes international games that have no GameType with frisian games, \
so the former may be misread; separate them with --split=variant"
    while IFS='|' read -r files want; do
        # shellcheck disable=SC2086 # a list of files
        run -0 dama-convert $files -o mix.pdn
        [ "$output" = "$(printf '%b' "$want")" ]
    done <<END
frisian.pdn untagged.pdn|$warning
untagged.pdn frisian.pdn|$warning
tagged.pdn frisian.pdn untagged.pdn|$warning
tagged.pdn untagged.pdn|
frisian.pdn tagged.pdn|
frisian.pdn frisian.pdn|
part.pdn untagged.pdn|dama-convert: GameType was guessed for 1 game: frisian (1); if that is wrong, give --variant\\n$warning
--dry-run frisian.pdn untagged.pdn|$warning
END
    for option in --stats "--split=variant -o by-%.pdn" --in-place; do
        # shellcheck disable=SC2086 # options
        run -0 --separate-stderr dama-convert $option frisian.pdn part.pdn untagged.pdn
        [[ $stderr != *mixes* ]]
    done
    run -0 dama-convert frisian.pdn untagged.pdn -o mix.sqlite
    [ -z "$output" ]
    [ "$(dama-convert mix.sqlite -t csv --columns=variant | paste -s -d ' ' -)" = "variant frisian international" ]
    variants() { dama-convert -q "$@" -t csv --columns=Event,variant | sed 1d | paste -s -d ' ' -; }
    dama-convert -q mix.sqlite -t pdn --split=variant -o apart # the advice keeps each as it is
    [ "$(variants apart)" = "k,frisian u,international" ]
    dama-convert -q --variant=international apart/international.pdn -o named.pdn
    [ "$(variants apart/frisian.pdn named.pdn)" = "k,frisian u,international" ]
    dama-convert -q apart/frisian.pdn named.pdn -o one.pdn
    [ "$(variants one.pdn)" = "k,frisian u,international" ]
}

@test "all games of the shared collection survive JSON and SQLite" {
    need_json
    [ -d "$DAMA_SHARED/data/pdn" ] || skip "no ../shared"
    dama-convert -q --on-error=drop "$DAMA_SHARED/data/pdn" -o all.pdn || true
    dama-convert -q all.pdn -o again.pdn
    cmp all.pdn again.pdn
    dama-convert -q all.pdn -o all.jsonl
    dama-convert -q all.jsonl -o back.pdn
    # rules that the other games of a file told are said by JSON, and then by a tag
    cmp <(grep -v '^\[GameType\|^$' all.pdn) <(grep -v '^\[GameType\|^$' back.pdn)
    [ "$(grep -c '^\[GameType' all.pdn)" -le "$(grep -c '^\[GameType' back.pdn)" ]
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
    [ "$status" -eq 2 ]
    [[ "$output" == *"bad.txt:1:7: '99-1'"* ]]
    printf '35-30 19-23 33-29 = Gr\374n\r\n' >latin.txt
    dama-convert --openings latin.txt --games 1 two.pdn | grep -qx '\[Opening "Grün"\]'
    dama-convert --suggest-openings=1 games.pdn -o draft.txt
    for what in --suggest-openings=1 --stats --table=players; do
        dama-convert $what games.pdn -o same.txt
        dama-convert $what games.pdn -o same.txt.gz
        gzip -dc same.txt.gz | cmp - same.txt
    done
    dama-convert --openings draft.txt --games 2 games.pdn | grep -q 'Opening "33-29 19-23 35-30 20-25 40-35"'
    dama-convert -q --openings "$DAMA_SOURCE/data/openings.txt" games.pdn | grep -q 'Opening "32-28 19-23'
}

@test "statistics of a collection" {
    run dama-convert --stats games.pdn broken.pdn
    [ "$status" -eq 1 ]
    grep -Eq '^  all +6$' <<<"$output"
    grep -Eq '^  White wins +1 +16.7 %$' <<<"$output"
    grep -Eq '^  illegal-move +1$' <<<"$output"
    grep -Eq '^  1980 to 1989 +1 ' <<<"$output"
    run dama-convert --stats --split year games.pdn -o x
    [ "$status" -eq 2 ]
}

@test "tables of players, openings and sources" {
    run dama-convert -q --table=players -t csv games.pdn
    [ "$output" = 'player,games,wins,draws,losses,unknown,score,broken
"Bakker, J.",1,0,1,0,0,50.0,0
"Bakker, Jan",1,0,0,1,0,0.0,0
Jansen,1,0,1,0,0,50.0,0
"Vries, A. de",1,1,0,0,0,100.0,0' ]
    [ "$(dama-convert -q --table=sources -t jsonl games.pdn)" = '{"file":"games.pdn","games":3,"white":1,"draws":1,"black":0,"neither":0,"unknown":1,"score":75.0,"broken":0}' ]
    run dama-convert -q --table=openings games.pdn
    [[ "${lines[0]}" == opening* ]]
    [ "${lines[2]}" = '32-28 19-23 28x19 14x23       1       1       0       0       0       0   100.0       0' ]
    dama-convert -q --table=openings --openings "$DAMA_SOURCE/data/openings.txt" games.pdn -o t.csv
    head -n 1 t.csv | grep -q '^opening,games,white'
    # both lost: a loss of each player, but neither White's nor Black's; nobody scored
    printf '[White "Aa"]\n[Black "Bb"]\n[Result "0-0"]\n\n1. 32-28 0-0\n' >both.pdn
    [ "$(dama-convert -q --table=sources -t csv both.pdn | tail -n 1)" = 'both.pdn,1,0,0,0,1,0,,0' ]
    [ "$(dama-convert -q --table=openings -t csv both.pdn | tail -n 1)" = '32-28,1,0,0,0,1,0,,0' ]
    [ "$(dama-convert -q --table=players -t csv both.pdn | tail -n 1)" = 'Bb,1,0,0,1,0,0.0,0' ]
    run -2 dama-convert --table=foo games.pdn
    run -2 dama-convert --table=players --stats games.pdn
}

@test "CSV: a quote inside a cell does not join rows" {
    printf '%s\n' 'white,black,moves' 'Jan 5" Smit,Piet,1. 32-28 19-23' '"Kees ""K"", jr" ,Wim,1. 31-26' \
        'A,"B""",1. 33-28' >quotes.csv
    run -0 --separate-stderr dama-convert --to=csv --columns=white,black,plies quotes.csv
    [ -z "$stderr" ]
    [ "${#lines[@]}" -eq 4 ]
    [ "${lines[1]}" = '"Jan 5"" Smit",Piet,2' ]
    [ "${lines[2]}" = '"Kees ""K"", jr",Wim,1' ]
    [ "${lines[3]}" = 'A,"B""",1' ]
}

@test "an invalid option value is quoted as it was written" {
    run -2 dama-convert --manoeuvre=foo games.pdn
    [[ $output == *"--manoeuvre: expected squares joined by - and x, such as 40-34-29, found 'foo' (try "* ]]
    run -2 dama-convert --manoeuvre=51-46 games.pdn
    [[ $output == *"--manoeuvre: 51 is not a square on this board (1 to 50) (try "* ]]
    run -2 dama-convert --set='Żółć=x' games.pdn
    [[ $output == *"--set: a tag's name in PDN has letters, digits and _, found 'Żółć=x' (try "* ]]
    run -2 dama-convert --set=$'Event=caf\xe9' games.pdn
    [[ $output == *"--set: 'Event=caf\xe9' is not valid UTF-8 (try "* ]]
    run -2 dama-convert -t csv --columns "White,tag.$(printf 'caf\351')" games.pdn
    [[ $output == *"--columns: 'tag.caf\xe9' is not valid UTF-8 (try "* ]]
    run -0 dama-convert --set='Żółć=x' --to=csv --columns='tag.Żółć' games.pdn
    [ "${lines[1]}" = x ]
    for option in "-o ''" --output= --names= "--against a.pdn --against ''"; do # an unset variable
        run -2 bash -c "dama-convert games.pdn $option"
        [[ $output == "dama-convert: option '-"*"': the name is empty (try "* ]]
    done
}

@test "an unknown format gives a list of those that can be read, or written" {
    run -2 dama-convert --from=nosuch games.pdn
    [[ $output == *"--from: unknown format 'nosuch'; expected one of "*doc-list*" (try "* ]]
    [[ $output != *svg* ]]
    run -2 dama-convert --to=nosuch games.pdn
    [[ $output == *"unknown format 'nosuch'; expected one of "*"csv, tsv, pdn, svg"*" (try "* ]]
    [[ $output != *doc-list* ]]
    run -2 dama-convert --from=svg games.pdn
    [[ $output == *"--from: svg can be written but not read (try "* ]]
}

@test "the examples in the manual and in --help run unchanged" {
    long='33-29 19-23 35-30 14-19 30-25 17-22 25x14 9x20 38-33 10-14 42-38 5-10 32-28 23x32 37x17 11x22 41-37 20-25 37-32 3-9 46-41 6-11 48-42 1-6 40-35 15-20 45-40 10-15 50-45 4-10 41-37 11-17 31-26 19-23 37-31 14-19 32-27 7-11 29-24 20x29 33x24'
    mkdir games
    { cat games.pdn; printf '[White "Sijbrands, Ton"]\n[Black "B"]\n[Date "1973"]\n\n%s *\n' "$long"; } >club.pdn
    cp club.pdn old.pdn
    cp club.pdn a.pdn
    cp games.pdn b.pdn
    cp club.pdn games/club.pdn
    cp -r games db
    printf 'players: [{name: A, builtin: true, hash: 1M}, {name: B, builtin: true, hash: 1M}]\ntime: {nodes: 50}\ngames: 2\noutput: {store: results.db}\n' >match.yaml
    dama-match run match.yaml >/dev/null 2>&1
    examples_of convert/dama-convert.1.scd >commands
    dama-convert --help | sed -n '/^Examples:/,$s/^  \(dama-convert .*\)/\1/p' >>commands
    [ "$(wc -l <commands)" -ge 13 ]
    while read -r line; do
        bash -c "$line" >out 2>err || { echo "$line"; cat err; false; }
    done <commands
    [ "$(grep -c Sijbrands sijbrands.jsonl)" -eq 1 ]
    gzip -dc games-1973.pdn.gz | grep -q Sijbrands
    grep -q '<svg' board.svg
    grep -q '^player,' players.csv
    [ -e decided.pdn ]
    [ "$(dama-convert -q -t csv --columns=White results.db | wc -l)" -eq 3 ]
}

@test "a tag's name that PDN cannot have is written as one that it can" {
    need_json
    long=$(printf 'X%.0s' {1..70})
    printf '{"dama":1,"variant":"international","tags":{"Foo-Bar":"a","2nd board":"b","Sp\u00e9ler":"c","A\u2013B":"d","%s":"e"},"moves":["32-28"]}\n' \
        "$long" >names.jsonl
    run -0 dama-convert -q names.jsonl
    [ "${output%%$'\n\n'*}" = "[Foo_Bar \"a\"]
[Tag_2nd_board \"b\"]
[Spéler \"c\"]
[A_B \"d\"]
[${long:0:64} \"e\"]" ]
    [ "$(dama-convert -q names.jsonl | dama-convert -q -)" = "$output" ]
    run -0 dama-convert -q -t csv --columns=comments <<<"$output"
    [ "${lines[1]}" = 0 ]
}

@test "a strength after something else becomes the NAG with its meaning in PDN" {
    need_json
    echo '{"dama":1,"variant":"international","before":[{"strength":"!?"}],"moves":[{"move":"32-28","after":[{"nag":10},{"strength":"?!"},{"strength":"!!!"}]}]}' >late.jsonl
    run -0 dama-convert -q late.jsonl
    [ "${lines[0]}" = "\$5 1. 32-28 \$10 \$6 {!!!}" ]
}

@test "JSON: a start without a tag and a NUL in a tag's name are kept" {
    need_json
    echo '{"dama":1,"variant":"russian","start":"W:Wa1,Kc3:Bh8","moves":["c3-d4"]}' >start.jsonl
    run -0 dama-convert -q start.jsonl --to=pdn
    [[ $output == *'[FEN "W:Wa1,Kc3:Bh8"]'* ]]
    echo '{"dama":1,"variant":"russian","tags":[["White\u0000","a"],["White","b"]],"moves":["a3-b4"]}' >nul.jsonl
    dama-convert -q nul.jsonl -o once.jsonl
    dama-convert -q once.jsonl -o twice.jsonl
    cmp once.jsonl twice.jsonl
}

@test "a file of prose is refused, and stays as it is" {
    printf 'This is a letter.\nIt has nothing to do with draughts.\n' >letter.txt
    cp letter.txt before
    run -3 dama-convert --to=pdn letter.txt
    [ "$output" = "letter.txt: error: no tags and no moves: this is not PDN [read-failed]" ]
    run -3 dama-convert --in-place letter.txt
    cp letter.txt letter.doc
    run -3 dama-convert -q letter.doc
    [ "$output" = "letter.doc: error: no names and no moves: this is not a text with games [read-failed]" ]
    cmp letter.txt before
    run -3 --separate-stderr dama-convert --from=pdn --to=jsonl - <letter.txt
    [ -z "$output" ]
    printf '1. 32-28 *\n' | dama-convert --from=pdn --to=pdn - # no tags are no fault
}

@test "numbers on 64 squares count from a8 or from a1 in a whole game" {
    # the last move is legal both ways: from a1 it is c3-c4, from a8 c6-c5
    moves_of() { printf '[GameType "30"]\n[FEN "W:W%s,Kc3,Kc6:Bh7"]\n\n%s *\n' "$1" "$2" | dama-convert -q - | sed -n 4p; }
    [ "$(moves_of a2 '1. 9-17 56-48 2. 19-27')" = "1. a2-a3 h7-h6 2. c3-c4" ]
    [ "$(moves_of a2 '1. 49-41 16-24 2. 19-27')" = "1. a2-a3 h7-h6 2. c6-c5" ]
    [ "$(moves_of a2 '1. a2-a3 56-48 2. 19-27')" = "1. a2-a3 h7-h6 2. c3-c4" ]
    # a capture with its path, after which both ways go on
    printf '[GameType "30"]\n[FEN "W:Wb2,c3,f7:Bc4,d5,f2,h7"]\n\n1. 19x35x37 *\n' >path.pdn
    dama-convert -q path.pdn | grep -qF '1. c3xe5'
}

@test "a setup among the moves leaves open what later moves decide" {
    printf '[GameType "20"]\n\n/FEN "?:W31,K5:B20"/ 1... 20-24 2. 31-27 *\n' >turn.pdn
    dama-convert -q turn.pdn | grep -qF '/FEN "B:WK5,31:B20"/ 1... 20-24 2. 31-27'
    printf '[GameType "30"]\n\n/FEN "W:WK17,K19,K43:B56"/ 1. 17-25 56-48 2. 19-27 *\n' >numbers.pdn
    dama-convert -q numbers.pdn | grep -qF '1. a3-a4 h7-h6 2. c3-c4'
}

@test "untagged games that would be read by other rules outside their file are reported" {
    # small numbers: English by the game before it, international by itself
    printf '[GameType "21"]\n[White "A"]\n\n1. 11-15 22-18 1-0\n\n[White "B"]\n[FEN "W:WK32:BK1"]\n\n1. 32-27 1-5 1-0\n' >two.pdn
    result_of() { dama-convert -q "$@" -t jsonl | grep -o '"variant":"[a-z]*".*"White":"B"' | grep -o '^"variant":"[a-z]*"'; }
    whole=$(result_of two.pdn)
    [ "$whole" = '"variant":"english"' ]
    dama-convert -q --games=2 two.pdn -o second.pdn
    [ "$(result_of second.pdn)" = "$whole" ]
    grep -q '^\[GameType "21"\]' second.pdn
    dama-convert -q --split=1 two.pdn -o parts
    [ "$(result_of parts)" = "$whole" ]
    dama-convert -q two.pdn >all.pdn # the whole file stays as it is
    [ "$(grep -c GameType all.pdn)" -eq 1 ]
}

@test "a game that gets tags from its duplicates is sorted, filed and reported by them" {
    moves='1. 32-28 19-23 2. 28x19 14x23 3. 37-32 10-14 4. 41-37 14-19 5. 46-41 5-10 6. 34-29 23x34 7. 40x29 10-14 8. 45-40 20-25 9. 31-27 2-0'
    game() { printf '[Event "%s"]\n[Date "%s"]\n[White "%s"]\n[Black "B"]\n[Result "2-0"]\n[GameType "20"]\n%s\n%s\n\n' "$@"; }
    { game T '????.??.??' '?' $'[Site "S"]\n[Round "1"]\n' "$moves"; game X 1980.01.01 Zed '' '1. 33-28 18-23 2-0'; } >kept.pdn
    game '?' 1985.05.12 'Żółć' $'[Annotator "Zo"]\n' "$moves" >copy.pdn
    [ "$(dama-convert -q --dedupe=exact --sort=date kept.pdn copy.pdn | sed -n 's/^\[Date "\(....\).*/\1/p' | paste -sd' ')" = "1980 1985" ]
    dama-convert -q --dedupe=exact --split=year kept.pdn copy.pdn -o years
    [ "$(cd years && echo *)" = "1980.pdn 1985.pdn" ]
    dama-convert -q --dedupe=exact --split=player kept.pdn copy.pdn -o players
    [ -e players/zolc.pdn ]
    run -0 --separate-stderr dama-convert --dedupe=exact kept.pdn copy.pdn -t csv
    [[ "$stderr" == *"the table has no column for some tags"* ]]
    run -0 --separate-stderr dama-convert --dedupe=exact --output-encoding=CP1252 --translit kept.pdn copy.pdn
    [[ "$stderr" == *"3 characters that CP1252 lacks were replaced"* ]]
    run -3 dama-convert -q --dedupe=exact --output-encoding=CP1252 kept.pdn copy.pdn -o out.pdn
    [[ "$output" == *"CP1252 cannot hold 'Ż', which a duplicate of Żółć - B has"* ]]
    [ "$(dama-convert -q --dedupe=exact --tag-order=Annotator kept.pdn copy.pdn | head -n 1)" = '[Annotator "Zo"]' ]
}

@test "numbers of games: encodings that are unknown, or in which numbers cannot be written" {
    for encoding in UTF-16 UTF-32 UTF-7; do
        run -2 dama-convert -t csv --columns=White,game --output-encoding=$encoding games.pdn
        [[ "$output" == *"game numbers cannot be written in $encoding"* ]]
    done
    run -2 dama-convert -t csv --columns=White,game --output-encoding=nonsense games.pdn
    [[ "$output" == *"unknown encoding 'nonsense'"* ]]
    run -2 dama-convert --output-encoding=ASCII//IGNORE games.pdn
    [[ "$output" == "dama-convert: 'ASCII//IGNORE': name the encoding without '//IGNORE'; --translit replaces characters that it lacks (try "* ]]
    run -2 dama-convert --input-encoding=ASCII//IGNORE games.pdn
    [[ "$output" == "dama-convert: 'ASCII//IGNORE': name the encoding without '//IGNORE' (try "* ]]
    dama-convert -q -t csv --columns=White,game --output-encoding=CP1251 games.pdn | grep -q '"Bakker, J.",2'
}

@test "--set Result= removes the result, and match points are not a game's result" {
    result() { printf '[Result "%s"]\n[GameType "20"]\n\n1. 32-28 %s\n' "$@" | dama-convert -q --set Result= -t "$wanted" -; }
    wanted=pdn
    [ "$(result 2-0 '*' | sed -n 4p)" = '*' ]
    [ "$(result 8-4 8-4 | sed -n 4p)" = '*' ]
    [ "$(result 2-0 2-0 | sed -n 4p)" = 2-0 ] # still said after the moves
    wanted=jsonl
    need_json
    [[ $(result 2-0 '*') == *'"result":"unknown","terminator":"*"'* ]]
    for end in 8-4 7-5 gewonnen; do
        printf '{"dama":1,"variant":"international","moves":["32-28"],"terminator":"%s"}\n' "$end" >end.jsonl
        dama-convert -q end.jsonl -t pdn >end.pdn
        grep -qF "[Result \"$end\"]" end.pdn
        dama-convert -q end.pdn | cmp - end.pdn
    done
}

@test "SQLite: a setup does not count as a ply" {
    printf '[Event "s"]\n[Result "*"]\n\n1. 32-28 19-23 2. 28x19 14x23 /FEN "W:W31,32:B6,7"/ 3. 32-28 7-12 4. 31-27 *\n' >s.pdn
    dama-convert -q --positions s.pdn -o s.sqlite
    [ "$(sqlite3 s.sqlite 'SELECT group_concat(ply || move, " ") FROM move')" = "132-28 219-23 328x19 414x23 532-28 67-12 731-27" ]
    [ "$(sqlite3 s.sqlite 'SELECT plies FROM game')" -eq 7 ]
    [ "$(sqlite3 s.sqlite 'SELECT group_concat(ply, " ") FROM (SELECT ply FROM position ORDER BY ply)')" = "0 1 2 3 4 4 5 6 7" ]
}

@test "an index of positions changes no verdict and no number" {
    for n in 1 2 3; do printf '[White "%s"]\n[GameType "20"]\n\n1. 3%s-2%s *\n\n' "$n" "$n" "$((n + 5))"; done >three.pdn
    dama-convert -q --positions three.pdn -o three.sqlite
    for input in three.pdn three.sqlite; do
        run -0 dama-convert --position='W:W1:B50' $input -o none.pdn
        [[ "$output" == *"none of the 3 games matches; none.pdn has no games"* ]]
        run -0 dama-convert --position='B:W27,31,33-50:B1-20' --where='white ~ zzz' $input -o none.pdn
        [[ "$output" == *"none of the 3 games matches"* ]]
    done
}

@test "lists and tables: one line for each name; different names stay separate, equal ones are merged" {
    need_json
    printf '{"dama":1,"variant":"international","tags":{"White":"Jan\\nsen"},"moves":["32-28"]}\n' >line.jsonl
    [ "$(dama-convert --set White=x --dry-run line.jsonl)" = 'line.jsonl:1: game 1: White "Jan sen" -> "x"' ]
    dama-convert --table=players line.jsonl | grep -q '^Jan sen  *1 '
    printf '[White "A "]\n[GameType "20"]\n\n1. 32-28 19-23 2-0\n\n[White "A"]\n[GameType "40"]\n\n1. 32-28 19-23 1-1\n' >two.pdn
    dama-convert --stats two.pdn | grep -q 'players  *1$'
    dama-convert --stats two.pdn | grep -q '^  frisian: 32-28 19-23  *1 '
    [ "$(dama-convert --table=openings two.pdn | tail -n 2 | cut -d' ' -f1 | paste -sd' ')" = "frisian: international:" ]
    printf 'White: [Foo]\nBlack: [FOO]\n' >map.yaml
    run -2 dama-convert --tag-map=map.yaml two.pdn
    [[ "$output" == *"'FOO' already means White"* ]]
}

@test "--pattern: a pattern that would accidentally match everything is refused" {
    for pattern in 'white:' 'not-white:' 'empty:' 'white:28 plies:2--1' 'plies:5--3' 'plies:+2'; do
        run -2 dama-convert --pattern "$pattern" games.pdn
        [[ "$output" == *"--pattern: expected "* ]]
    done
    run -2 dama-convert -t svg --split=1 --position=all games.pdn -o boards
    [[ "$output" == *"svg output holds one position per file, but --split works by game"* ]]
    [ ! -e boards ]
}

@test "how games are read depends neither on the output nor on earlier steps" {
    { printf '[Event "1"]\n[GameType "23"]\n\n1. 11-15 23-19 *\n\n'; printf '[Event "2"]\n\n1. 11-15 22-17 *\n\n[Event "3"]\n\n1. 11-15 22-17 *\n'; } >pool.pdn
    for to in pdn csv; do
        [ "$(dama-convert -q --where='variant = pool' -t $to pool.pdn | grep -c '11-15')" -eq 3 ]
        [ "$(dama-convert -q --where='GameType = 23' -t $to pool.pdn | grep -c '11-15')" -eq 1 ]
        [ "$(dama-convert -q --variant=pool --where='GameType = 23' -t $to pool.pdn | grep -c '11-15')" -eq 3 ]
    done
    [ "$(dama-convert -q --games=2-3 pool.pdn | grep -c 'GameType "23"')" -eq 2 ]
    [ "$(dama-convert -q --sort=-event pool.pdn | grep -c 'GameType "23"')" -eq 3 ]
    sed 's/23-19/23-1/' pool.pdn >broken.pdn
    [ "$(dama-convert -q --on-error=drop broken.pdn | grep -c 'GameType "23"')" -eq 2 ]
}

@test "SQLite: an older index of positions is rebuilt" {
    printf '[Event "s"]\n[Result "*"]\n\n1. 32-28 19-23 2. 28x19 14x23 /FEN "W:W31,32:B6,7"/ 3. 32-28 7-12 4. 31-27 *\n' >s.pdn
    dama-convert -q --positions s.pdn -o s.sqlite
    plies="SELECT group_concat(ply, ' ') FROM (SELECT ply FROM position ORDER BY ply)"
    sqlite3 s.sqlite <"$DAMA_SOURCE/tests/data/collection-of-version-2.sql"
    # as it was counted then: the setup and all after it a ply later
    sqlite3 s.sqlite "UPDATE position SET ply = ply + 1 WHERE ply > 4;
        UPDATE position SET ply = 5 WHERE key = (SELECT min(key) FROM position WHERE ply = 4)"
    [ "$(sqlite3 s.sqlite "$plies")" = "0 1 2 3 4 5 6 7 8" ]
    dama-convert -q -t csv s.sqlite >/dev/null
    [ "$(sqlite3 s.sqlite "$plies")" = "0 1 2 3 4 4 5 6 7" ]
}

@test "a Result tag that is no result leaves the result to what follows the moves" {
    while IFS='|' read -r tag end strict word; do
        printf '[Event "e"]\n[Result "%s"]\n[GameType "20"]\n\n1. 32-28 19-23 %s\n' "$tag" "$end" >r.pdn
        [[ $(dama-convert -q r.pdn) == *"[Result \"$tag\"]"*"$end" ]]
        [[ $(dama-convert -q --strict r.pdn) == *"[Result \"$strict\"]"* ]]
        [ "$(dama-convert -q --to=csv --columns=Result r.pdn | tail -n 1 | tr -d '\r')" = "$strict" ]
        [[ $(dama-convert -q --where "result = $word" r.pdn) == *"$tag"* ]]
        [ -z "$(dama-convert -q --where "result != $word" r.pdn)" ]
        [ -z "$(dama-convert r.pdn 2>&1 >/dev/null)" ]
    done <<'END'
draw|1-1|1-1|draw
1-0F|1-1|1-1|draw
1.02-0.98|1-1|1-1|draw
white wins|2-0|2-0|white
white wins|*|white wins|unknown
+-|*|+-|unknown
END
    printf '[Result "1+-1-"]\n[ResultFormat "Plus draw"]\n[GameType "20"]\n\n1. 32-28 19-23 1-1\n' >plus.pdn
    [[ $(dama-convert -q --strict plus.pdn) == *'[Result "1+-1-"]'* ]]
}

@test "lines of a comment in PDN are one, and an empty line ends a paragraph" {
    words=$(printf 'word%.0s ' {1..60})
    printf '[Event "e"]\n[GameType "20"]\n\n1. 32-28 {%s} 19-23 {a\n\nb\nc} *\n' "${words% }" >wide.pdn
    [[ $(dama-convert -q -t jsonl wide.pdn) == *"\"${words% }\""*'"a\n\nb c"'* ]]
    dama-convert -q wide.pdn >wrapped.pdn
    [ "$(wc -l <wrapped.pdn)" -gt 7 ]
    [[ $(dama-convert -q -t jsonl wrapped.pdn) == *"\"${words% }\""*'"a b c"'* ]]
}
