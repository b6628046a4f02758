#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
# dama-convert: what is read and written, whole or not at all, and what harms neither terminal nor disk.

bats_require_minimum_version 1.5.0
load ../lib/games

setup() {
    dir=$BATS_TEST_TMPDIR
    cd "$dir" || return
    write_club_games
}

@test "a file opened by the shell is appended to, not replaced" {
    echo before >all.pdn
    dama-convert -q games.pdn -o /dev/stdout >>all.pdn
    [ "$(head -n 1 all.pdn)" = before ]
    [ "$(tail -n +2 all.pdn)" = "$(dama-convert -q games.pdn)" ]
    echo before >log
    printf '[Date "1.2.1985"]\n\n1. 32-28 *\n' >old.pdn
    dama-convert --normalise=dates --changes=/dev/stderr old.pdn -o new.pdn 2>>log
    [ "$(head -n 1 log)" = before ]
    grep -q '"1.2.1985" -> "1985.02.01"' log
    run -3 dama-convert -q games.pdn -o /dev/fd/99
    [[ $output == *"/dev/fd/99: cannot write: Bad file descriptor"* ]]
}

@test "standard output is not read" {
    rm broken.pdn
    cp games.pdn before.pdn
    dama-convert -q . >want
    for output in '>z.pdn' '>>z.pdn' '--to=pdn >>z.pdn'; do
        run -0 bash -c "ulimit -f 1000 && dama-convert . $output"
        [ "$output" = "dama-convert: ./z.pdn was not read: it is standard output" ]
        cmp z.pdn want
        rm z.pdn
    done
    mkdir new
    run -3 bash -c 'dama-convert new 2>&1 >new/z.pdn'
    [ "${lines[1]}" = "dama-convert: there is no other file to read" ]
    rm -r new
    for inputs in games.pdn './games.pdn before.pdn' '- <games.pdn'; do
        run -2 bash -c "ulimit -f 1000 && dama-convert -q $inputs >>games.pdn"
        [ "$output" = "dama-convert: standard output is also an input; refusing to write to it" ]
        cmp games.pdn before.pdn
    done
    # what is only compared with is read before anything is written
    printf '[White "New"]\n\n1. 32-28 *\n' >new.pdn
    dama-convert -q --dedupe=exact --against=before.pdn games.pdn new.pdn >>before.pdn
    [ "$(cat before.pdn)" = "$(cat games.pdn; dama-convert -q new.pdn)" ]
}

@test "an input truncated to nothing replaces no games" {
    dama-convert -q games.pdn -o out.pdn
    cp out.pdn before.pdn
    : >games.pdn
    run -3 dama-convert games.pdn -o out.pdn
    [ "$output" = "dama-convert: the input has no games; out.pdn is unchanged" ]
    cmp out.pdn before.pdn
    run -3 dama-convert games.pdn -o new.csv
    [ "$output" = "dama-convert: the input has no games; new.csv was not written" ]
    [ ! -e new.csv ]
    run -0 dama-convert games.pdn # who reads a pipe sees that nothing comes
    [ -z "$output" ]
    run -0 dama-convert --where 'white = "nobody"' before.pdn -o out.pdn # which is an answer
    [ ! -s out.pdn ]
}

@test "a master truncated to nothing lets no duplicates through" {
    : >master.pdn
    run -3 dama-convert --dedupe=exact --against=master.pdn games.pdn -o new.pdn
    [ "$output" = "dama-convert: --against has no games; new.pdn was not written" ]
    [ ! -e new.pdn ]
    run -0 --separate-stderr dama-convert --dedupe=exact --against=master.pdn games.pdn
    [ "$stderr" = "dama-convert: --against has no games" ]
    dama-convert -q --dedupe=exact --against=master.pdn --against=games.pdn games.pdn -o new.pdn
    [ ! -s new.pdn ]
    for option in --names --openings --tag-map; do
        run -0 dama-convert $option=master.pdn games.pdn -o new.pdn
        [ "$output" = "dama-convert: master.pdn is empty" ]
        run -0 dama-convert -q $option=master.pdn games.pdn -o new.pdn
        [ -z "$output" ]
    done
}

@test "no escape sequence reaches the terminal" {
    evil=$(printf '\033[31mred\033]0;x\007\302\2331m')
    printf '[White "%s, A"]\n[Black "%s, B"]\n\n1. 32-28 *\n\n[White "%s, A."]\n[Black "%s, B"]\n\n1. 32-28 *\n' "$evil" "$evil" "$evil" "$evil" >"$evil.pdn"
    dama-convert --suggest-aliases "$evil.pdn" >out 2>err
    grep -q 'x1b\[31mred' out
    harmless out err
    dama-convert --dedupe=exact --report=report "$evil.pdn" >out 2>err
    grep -q 'kept' report
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

@test "file names never begin with a dash and are never devices" {
    for event in --rf -x CON.txt nul 'con .x' 'lpt1.a' ..; do printf '[Event "%s"]\n\n*\n\n' "$event"; done >names.pdn
    mkdir devices
    dama-convert --split=event names.pdn -o 'devices/%.pdn'
    for name in devices/*; do
        case ${name#devices/} in
        -* | [cC][oO][nN]* | [nN][uU][lL]* | [lL][pP][tT]*) false ;;
        esac
    done
}

@test "long names that begin alike get separate files" {
    long=$(printf 'a%.0s' {1..250})
    for event in "${long}b" "${long}c" "${long}C"; do printf '[Event "%s"]\n\n*\n\n' "$event"; done >long.pdn
    mkdir long
    dama-convert --split=event long.pdn -o 'long/%'
    [ "$(find long -type f | wc -l)" -eq 2 ]
    [ "$(basename "$(find long -type f | head -n 1)" | tr -d '\n' | wc -c)" -eq 100 ]
}

@test "in place, a full disk loses neither the file nor its backup" {
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

@test "a link in a folder that leads nowhere keeps the earlier output" {
    mkdir nightly
    cp games.pdn nightly/a.pdn
    dama-convert nightly -o all.jsonl
    cp all.jsonl before.jsonl
    ln -s /nonexistent/season.pdn nightly/b.pdn
    run -3 dama-convert nightly -o all.jsonl
    [[ $output == *"nightly/b.pdn: cannot read: No such file or directory"* ]]
    cmp all.jsonl before.jsonl
}

@test "in place, links are refused" {
    mkdir walked
    cp games.pdn outside.pdn
    cp games.pdn walked/a.pdn
    ln -s ../outside.pdn walked/link.pdn
    run dama-convert --in-place walked
    [ "$status" -eq 3 ]
    [[ "$output" == *"walked/link.pdn: left unchanged: is a symbolic link"* ]]
    cmp outside.pdn games.pdn
    run -3 dama-convert --in-place walked/link.pdn
    [[ "$output" == *"walked/link.pdn: is a symbolic link"* ]]
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
    limit='ulimit -v 2000000;' # not with a sanitizer, which wants more addresses than there are
    bash -c "$limit dama-convert --version" >/dev/null 2>&1 || limit=
    for file in long.csv long.pdn long.jsonl tags.pdn tags.jsonl; do
        run bash -c "$limit dama-convert --to=csv -j1 $file 2>&1 >/dev/null"
        echo "$file: $output"
        [[ "$output" == *"this build of dama cannot read"* ]] && continue
        [ "$status" -eq 1 ]
        [[ "$output" == *"[huge-game]"* ]]
    done
}

@test "a reader that closes the pipe is not an error" {
    repeat 1000 games.pdn >many.pdn
    run bash -o pipefail -c 'dama-convert many.pdn | head -1'
    [ "$status" -eq 0 ]
    [ "${#lines[@]}" -eq 1 ]
}

@test "a standard stream that is closed stays closed" {
    run bash -c 'timeout 10 dama-convert <&-'
    [ "$status" -eq 3 ]
    [ "$output" = "dama-convert: -: cannot read: Bad file descriptor" ]
    run bash -c 'timeout 10 dama-convert games.pdn >&-'
    [ "$status" -eq 3 ]
    # no message gets into the file, which is the next one to be opened
    cp "$DAMA_SOURCE/examples/faults.pdn" .
    dama-convert -q faults.pdn -o want.pdn || true
    bash -c 'dama-convert faults.pdn -o out.pdn <&- >&- 2>&-' || true
    cmp want.pdn out.pdn
}

@test "a full disk is reported once" {
    [ -c /dev/full ] || skip "no /dev/full"
    run bash -c 'dama-convert games.pdn >/dev/full'
    [ "$status" -eq 3 ]
    [ "$output" = "dama-convert: cannot write to standard output: No space left on device" ]
    run -3 dama-convert --normalise games.pdn -o out.pdn --changes=/dev/full
    [ "$output" = "dama-convert: /dev/full: cannot write: No space left on device" ]
    [ ! -e out.pdn ]
}

@test "order of games with many files" {
    run dama-convert -q --sort=-date -t csv --columns Date games.pdn
    [ "${lines[1]}" = "1990.??.??" ]
    [ "${lines[2]}" = "1985.05.12" ]
    dama-convert -q --split year games.pdn -o years
    [ "$(ls years)" = "$(printf '1985.pdn\n1990.pdn\nunknown.pdn')" ]
    dama-convert -q --split year games.pdn -o 'made/%.pdn'
    diff -r years made
    mkdir '100%'
    dama-convert -q --split year games.pdn -o '100%'
    dama-convert -q --split year games.pdn -o '100%/of-%.pdn'
    [ "$(ls 100%)" = "$(printf '%s\n' 1985.pdn 1990.pdn of-1985.pdn of-1990.pdn of-unknown.pdn unknown.pdn)" ]
    run -3 dama-convert -q --split year games.pdn -o 'none/such/%.pdn'
    [[ "$output" == *"none/such: cannot create this folder: No such file or directory" ]]
    dama-convert -q --split player games.pdn -o 'by-%.jsonl'
    [ "$(wc -l <by-bakker,_j.jsonl)" -eq 1 ]
    dama-convert -q --split player --first 2 games.pdn -o firsts
    [ "$(cat firsts/*.pdn | grep -c Event)" -eq 4 ] # two games, each for both players
    dama-convert -q --split 2 games.pdn -o parts
    [ "$(ls parts)" = "$(printf '000001.pdn\n000002.pdn')" ]
    printf '[White "a/b:c*?"]\n[Black "con"]\n\n1. 32-28 *\n' >evil.pdn
    dama-convert -q --split white evil.pdn -o evil
    [ "$(ls evil)" = "a_b_c.pdn" ]
    dama-convert -q --split black evil.pdn -o evil2
    [ "$(ls evil2)" = "_con.pdn" ]
}

@test "outputs appear complete or not at all, and inputs are safe" {
    run dama-convert games.pdn -o games.pdn
    [ "$status" -eq 2 ]
    [[ "$output" == *"games.pdn is also an input; refusing to overwrite it"* ]]
    ln games.pdn link.pdn
    run dama-convert games.pdn -o link.pdn
    [ "$status" -eq 2 ]
    run -2 dama-convert games.pdn -o "$(printf './%.0s' {1..600})games.pdn"
    [[ "$output" == *"/games.pdn is also an input; refusing to overwrite it" ]]
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
    [[ "$output" == *"./club.pdn: is also an input; refusing to overwrite it"* ]]
    cmp games.pdn club.pdn
    rm club.pdn master.pdn
    run dama-convert games.pdn -o out.pdn.bz2
    [ "$status" -eq 2 ]
    [[ "$output" == *"out.pdn.bz2: dama cannot write files compressed with bzip2; use .gz, .zst or .xz"* ]]
    run dama-convert games.pdn -o out.sqlite.gz
    [ "$status" -eq 2 ]
    [[ "$output" == *"out.sqlite.gz: an SQLite collection cannot be compressed"* ]]
    for to in "--to=sqlite" "--to=sqlite -o -"; do
        # shellcheck disable=SC2086 # a list of words
        run -2 dama-convert games.pdn $to
        [[ "$output" == *"SQLite files cannot be written to standard output; name one with -o"* ]]
    done
    run -2 dama-convert games.pdn --split=year -o by.zip
    [[ "$output" == *"by.zip: zip archives can be read but not written"* ]]
    [ ! -e by.zip ]
    run dama-convert games.pdn -o nowhere/out.pdn
    [ "$status" -eq 3 ]
    cp games.pdn out.pdn
    cp out.pdn old.pdn
    mkdir barren
    run dama-convert missing.pdn -o out.pdn
    [ "$status" -eq 3 ]
    [[ "$output" == *"no input could be read; out.pdn is unchanged"* ]]
    run dama-convert missing.pdn -o new.pdn
    [[ "$output" == *"no input could be read; new.pdn was not written"* ]]
    [ ! -e new.pdn ]
    run dama-convert barren -o out.pdn
    [ "$status" -eq 3 ]
    cmp old.pdn out.pdn
    printf 'This is a letter.\n' >letter.txt
    gzip -c games.pdn | head -c 30 >cut.pdn.gz
    head -c 100 games.pdn >foreign.sqlite
    for input in letter.txt cut.pdn.gz "--from=sqlite foreign.sqlite"; do
        for option in "-o out.pdn" "--sort=white -o out.pdn" "--stats -o out.txt"; do
            cp old.pdn out.txt
            # shellcheck disable=SC2086 # lists of words
            run -3 dama-convert $option $input --changes=list
            [[ "$output" == *"no input could be read; ${option##* } is unchanged" ]]
            cmp old.pdn "${option##* }"
            [ ! -e list ]
        done
    done
    run dama-convert games.pdn -o /dev/full
    [ "$status" -eq 3 ]
}

@test "no file is written unless all of the input can be read" {
    cp games.pdn old.pdn
    gzip -c games.pdn | head -c 150 >cut.pdn.gz
    dama-convert games.pdn -o old.sqlite
    cp old.sqlite before.sqlite
    mkdir folder barren
    cp games.pdn cut.pdn.gz folder
    printf '[Event "New"]\n\n1. 34-30 *\n' >new.pdn
    for bad in missing.pdn cut.pdn.gz folder barren; do
        for option in "-o old.pdn" "--sort=white -o old.pdn" "--stats -o old.txt" "--dedupe=exact -o old.pdn"; do
            cp games.pdn old.txt
            # shellcheck disable=SC2086 # lists of words
            run -3 dama-convert $option new.pdn $bad
            [[ "$output" == *"not all of the input could be read; ${option##* } is unchanged" ]]
            cmp games.pdn "${option##* }"
        done
        run -3 dama-convert new.pdn $bad -o out.pdn
        [[ "$output" == *"not all of the input could be read; out.pdn was not written" ]]
        run -3 dama-convert new.pdn $bad -o old.sqlite
        [[ "$output" == *"not all of the input could be read; old.sqlite is unchanged" ]]
        cmp before.sqlite old.sqlite
        run -3 dama-convert --split=event new.pdn $bad -o parts
        [[ "$output" == *"not all of the input could be read; no file was written" ]]
        run -3 dama-convert --normalise --dry-run --changes=list new.pdn $bad
        run -3 dama-convert --dedupe=exact --report=list new.pdn $bad
        [[ "$output" == *"not all of the input could be read; no file was written" ]]
        [ ! -e out.pdn ]
        [ ! -e parts ]
        [ ! -e list ]
        run -3 dama-convert --dedupe=exact new.pdn --against=$bad
        [[ "$output" != *34-30* ]]
    done
}

@test "standard output gets what can be read, and in-place files are handled one by one" {
    for output in "" "-o -"; do
        # shellcheck disable=SC2086 # a list of words
        run -3 --separate-stderr dama-convert missing.pdn games.pdn $output
        [ "$(grep -c Event <<<"$output")" -eq 3 ]
        [[ ${stderr-} == *"missing.pdn: cannot open: No such file or directory" ]]
    done
    run -3 --separate-stderr dama-convert missing.pdn - <games.pdn
    [ "$(grep -c Event <<<"$output")" -eq 3 ]
    run -3 dama-convert --in-place --strip=comments missing.pdn games.pdn
    [ "$(grep -c good games.pdn games.pdn~ | tr '\n' ' ')" = "games.pdn:0 games.pdn~:1 " ]
}

@test "two outputs cannot be the same file" {
    mkdir there
    for two in "-o out --changes=out" "-o there/out --changes=./there//out" "-o out.pdn --report=out.pdn" \
        "--changes=out --report=out" "--changes=-" "--report=- -o -"; do
        # shellcheck disable=SC2086 # a list of words
        run -2 dama-convert --to=pdn --dedupe=exact $two games.pdn
        [[ "$output" == *" are the same file: "* ]]
    done
    [ -z "$(find . -name 'out*')" ]
    touch out.pdn
    ln -s out.pdn link
    run -2 dama-convert games.pdn -o out.pdn --changes=link
    run -3 dama-convert --split=event games.pdn -o there --changes=there/club.pdn
    [[ "$output" == *"there/club.pdn: is also the file of --report or --changes"* ]]
    run -0 dama-convert games.pdn -o out.pdn --changes=out
    run -0 dama-convert games.pdn -o /dev/null --changes=/dev/null
}

@test "in place: the old file is kept as a backup, or stays where it is" {
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
    [[ "$output" == *"huge.pdn: left unchanged: it could not be read to the end"* ]]
    [ "$(stat -c %s huge.pdn)" -gt 34000000 ]
    run dama-convert -q huge.pdn -o out.pdn
    [ "$status" -eq 1 ]
    cmp games.pdn out.pdn
    gzip -c games.pdn >packed.pdn
    run dama-convert --in-place --strip comments packed.pdn
    [ "$status" -eq 3 ]
    [[ "$output" == *"packed.pdn: --in-place cannot rewrite a compressed file"* ]]
    echo W:W31:B1 >list.fen
    run -3 dama-convert --in-place list.fen
    [ "$output" = "dama-convert: list.fen: --in-place rewrites games, not positions; write another file with --output" ]
    run -2 dama-convert --in-place - </dev/null
    [ "$output" = "dama-convert: --in-place cannot change standard input" ]
    run -3 dama-convert --in-place --strip comments list.fen games.pdn packed.pdn # all are named, and nothing is changed
    [[ ${#lines[@]} == 2 && $output == *list.fen*packed.pdn* ]]
}

@test "in place, files of a folder that cannot be rewritten are left alone" {
    mkdir club
    printf '[White "A"]\n[Date "1999-01-02"]\n\n1. 32-28 *\n' | tee club/a.pdn | gzip >club/b.pdn.gz
    echo W:W31:B1 >club/c.fen
    run -3 dama-convert --in-place --normalise=dates club
    [[ ${lines[0]} == 'dama-convert: club/b.pdn.gz: left unchanged: --in-place cannot rewrite a compressed file'* ]]
    [[ ${lines[1]} == 'dama-convert: club/c.fen: left unchanged: --in-place rewrites games, not positions'* ]]
    grep -qF '[Date "1999.01.02"]' club/a.pdn
    grep -qF '1999-01-02' club/a.pdn~
}

@test "what holds no games is skipped in a folder, and is an error where it is named" {
    mkdir club
    printf '[White "A"]\n\n1. 32-28 *\n' >club/a.pdn
    printf '\320\317\021\340\241\261\032\341\0\0' >club/Thumbs.db
    run -0 --separate-stderr dama-convert club
    [[ $output == *'1. 32-28'* && $stderr == 'dama-convert: club/Thumbs.db: skipped: this is an office document'* ]]
    run -3 dama-convert club/Thumbs.db club/a.pdn
    run -0 dama-convert --dedupe=exact --against club games.pdn -o new.pdn
    [ -s new.pdn ]
}

@test "a picture in SVG is no game, whatever its name" {
    dama-convert -q --games 1 --position=start games.pdn -o board.svg
    printf '<!-- drawn by hand -->\n<!DOCTYPE svg>\n<svg width="1"><text>1. 32-28 *</text></svg>\n' >drawn.pdn
    for picture in board.svg drawn.pdn; do
        run -3 dama-convert $picture
        [ "$output" = "dama-convert: $picture: this is a picture: no games can be read from it" ]
        run -1 dama-validate -q $picture
        [[ "$output" == "$picture:1:1: error: this is a picture, not PDN [not-pdn]"* ]]
    done
    printf '<!DOCTYPE html>\n<html><svg></svg>\n[Event "x"]\n\n1. 32-28 *\n</html>\n' >page.html
    run -0 --separate-stderr dama-convert page.html
    [[ "$output" == *32-28* ]]
}

@test "tables in a folder are read if they hold games, with tabs as with commas" {
    mkdir club
    dama-convert -q games.pdn -o club/games.tsv
    printf 'file\tvariant\tgames\na.pdn\tinternational\t3\n' >club/index.tsv
    printf 'file,date\na.pdn,1999\n' >club/index.csv
    run -0 --separate-stderr dama-convert club -t csv
    diff - <(echo "$stderr") <<'END'
dama-convert: club/index.csv: skipped: this table has no column of players or moves
dama-convert: club/index.tsv: skipped: this table has no column of players or moves
END
    diff - <(echo "$output") < <(dama-convert -q games.pdn -t csv)
    echo notes >club/notes.txt
    run -0 --separate-stderr dama-convert -q club -t csv
    [ -z "$stderr" ]
}

@test "another program's SQLite file is skipped in a folder, a damaged collection is not" {
    mkdir club
    cp games.pdn club/a.pdn
    python3 -c "import sqlite3; sqlite3.connect('club/other.db').execute('CREATE TABLE a (b)')"
    run -0 --separate-stderr dama-convert club -o all.pdn
    [[ $stderr == 'dama-convert: club/other.db: skipped: this is an SQLite file, but not a dama collection'* ]]
    run -0 --separate-stderr dama-convert --in-place --normalise=dates club
    [[ $stderr == *'club/other.db: skipped'* ]]
    run -3 dama-convert club/other.db
    [[ $output == *'club/other.db: this is an SQLite file, but not a dama collection'* ]]
    dama-convert -q games.pdn -o club/own.db
    run -0 dama-convert club -o all.pdn
    truncate -s -1 club/own.db
    run -3 dama-convert club -o all.pdn
    [[ $output == *'own.db: '*'truncated'* ]]
}

@test "in place, a run that changes nothing keeps the backup of an earlier one" {
    printf '[White "A"]\n\n1.32-28 *\n' >once.pdn
    cp once.pdn first.pdn
    dama-convert -q --in-place once.pdn
    cp once.pdn second.pdn
    run -0 dama-convert --in-place once.pdn
    [ -z "$output" ]
    cmp first.pdn once.pdn~
    cmp second.pdn once.pdn
    [ "$(find . -name '*once.pdn*' | wc -l)" -eq 2 ]
}

@test "in place, a change of encoding is reported" {
    dama-convert -q --set 'Site=Zürich' games.pdn -t pdn -o games.pdn~
    for encoding in UTF-16 CP1252; do
        dama-convert -q --output-encoding=$encoding games.pdn~ -o changed.pdn
        cp changed.pdn old.pdn
        run -0 dama-convert --in-place changed.pdn
        case $encoding in
        UTF-16) [ "$output" = "dama-convert: changed.pdn: was in UTF-16LE, and is now in UTF-8" ] ;;
        *) [ "$output" = "dama-convert: changed.pdn: was in CP1252 (a guess), and is now in UTF-8" ] ;;
        esac
        cmp changed.pdn games.pdn~
        cmp old.pdn changed.pdn~
        run -0 dama-convert --in-place --output-encoding=$encoding old.pdn
        [ -z "$output" ]
        [ ! -e old.pdn~ ] # no byte has changed
    done
    run -0 dama-convert --in-place changed.pdn
    [ -z "$output" ]
}

@test "in place, a file with invalid bytes is left alone" {
    printf '[Event "Ch\xe9r\xe9"]\n\n1. 32-28 *\n' >latin.pdn
    { iconv -t UTF-16 games.pdn; printf x; } >odd.pdn
    cp latin.pdn latin-old.pdn
    cp odd.pdn odd-old.pdn
    run -3 dama-convert -q --in-place --input-encoding=UTF-8 --normalise games.pdn latin.pdn
    [ "$output" = "dama-convert: latin.pdn: left unchanged: bytes in it cannot be read in its encoding" ]
    run -3 dama-convert --in-place odd.pdn
    [ "$output" = "dama-convert: odd.pdn: left unchanged: bytes in it cannot be read in its encoding" ]
    run -0 dama-convert odd.pdn -o /dev/null
    [ "$output" = "dama-convert: odd.pdn: 1 byte is not valid in UTF-16LE, replaced by U+FFFD" ]
    # a dry run says the same
    run -3 dama-convert -q --in-place --dry-run --input-encoding=UTF-8 --normalise latin.pdn
    [ "$output" = "dama-convert: latin.pdn: left unchanged: bytes in it cannot be read in its encoding" ]
    # what is said in the end is about the files that were rewritten
    printf '[Event "\xe9"]\n[Result "2-0"]\n\n1. 32-28 1-1\n\n[Event "\xc5\x82"]\n\n1. 32-22 *\n' >told.pdn
    run -3 dama-convert --in-place --input-encoding=UTF-8 --output-encoding=CP1252 --translit told.pdn
    [ "${#lines[@]}" -eq 2 ]
    [[ ${lines[0]} == told.pdn:8:* ]]
    [ "${lines[1]}" = "dama-convert: told.pdn: left unchanged: bytes in it cannot be read in its encoding" ]
    cmp latin-old.pdn latin.pdn
    cmp odd-old.pdn odd.pdn
    [ -z "$(find . -name '*.pdn~' ! -name games.pdn~)" ]
}

@test "in place, a UTF-8 file is not converted from another encoding" {
    dama-convert -q --set 'Site=Zürich' games.pdn -o old.pdn
    dama-convert -q --output-encoding=CP1252 old.pdn -o latin.pdn
    cp old.pdn wide.pdn
    cat old.pdn latin.pdn >mixed.pdn
    run -3 dama-convert -q --in-place --input-encoding=SHIFT_JIS wide.pdn
    [ "$output" = "dama-convert: wide.pdn: left unchanged: it is UTF-8 already; leave out --input-encoding" ]
    run -0 dama-convert --in-place --input-encoding=CP1252 wide.pdn latin.pdn mixed.pdn
    diff - <(echo "$output") <<'END'
dama-convert: latin.pdn: was in CP1252, and is now in UTF-8
dama-convert: mixed.pdn: was in CP1252, and is now in UTF-8
END
    cmp old.pdn wide.pdn
    cmp old.pdn latin.pdn
    cmp mixed.pdn <(cat old.pdn old.pdn)
}

@test "in place, the list of changes covers the rewritten files" {
    for name in a b c d; do
        printf '[Event "%s"]\n[Date "1.2.2020"]\n\n1. 32-28 *\n' $name >$name.pdn
    done
    printf '\xe9' >>b.pdn
    printf '\n[Event "c"]\n\n1. 31-28 *\n' >>c.pdn
    in_place() { dama-convert -q --in-place --input-encoding=UTF-8 --normalise=dates --changes=list "$@"; }
    run -3 in_place a.pdn b.pdn c.pdn
    [[ "$output" == *"b.pdn: left unchanged: bytes in it cannot be read in its encoding"* ]]
    [ "$(cut -d : -f 1 list | tr '\n' ' ')" = "a.pdn c.pdn " ]
    [ "$(find . -name '?.pdn~' | sort | tr '\n' ' ')" = "./a.pdn~ ./c.pdn~ " ]
    mv a.pdn~ a.pdn
    mv c.pdn~ c.pdn
    cp list listed
    run -3 in_place --dry-run a.pdn b.pdn c.pdn
    cmp list listed
    run -3 in_place --on-error=stop d.pdn c.pdn a.pdn # stops at c.pdn
    [[ "$output" == *"c.pdn:6:1: game 2 has an error"* ]]
    [ "$(cat list)" = 'd.pdn:1: game 1: Date "1.2.2020" -> "2020.02.01"' ]
    mv d.pdn~ d.pdn
    run -3 in_place --on-error=stop c.pdn d.pdn # nothing is rewritten: the old list stays
    [ "$(wc -l <list)" -eq 1 ]
    [ -e c.pdn ] && [ ! -e d.pdn~ ]
}

@test "in place, options that write no games are refused" {
    cp games.pdn old.pdn
    for option in --stats --table=players --suggest-aliases --suggest-openings; do
        run -2 dama-convert --in-place "$option" games.pdn
        [[ "$output" == *"--in-place cannot be combined with ${option%=*}"* ]]
        cmp old.pdn games.pdn
    done
    [ ! -e games.pdn~ ]
}

@test "in place, a file in which no game is found stays as it is" {
    printf '*\n*\n' >marks.pdn
    : >void.pdn
    run -3 dama-convert --in-place marks.pdn void.pdn
    [ "$output" = "dama-convert: marks.pdn: left unchanged: no game was found in it" ]
    [ "$(wc -l <marks.pdn)" -eq 2 ]
    [ ! -e marks.pdn~ ] && [ ! -s void.pdn ]
}

@test "in place, a file keeps its games if none of them is chosen" {
    mkdir both
    printf '[White "A"]\n\n1. 32-28 *\n' >both/a.pdn
    printf '[White "B"]\n\n1. 32-28 *\n' >both/b.pdn
    run -3 dama-convert --in-place --player=A --set=Site=X both
    [ "$output" = "dama-convert: both/b.pdn: left unchanged: none of its games would be left" ]
    grep -q Site both/a.pdn
    [ "$(wc -l <both/b.pdn)" -eq 3 ] && [ ! -e both/b.pdn~ ]
}

@test "in place, a table without the column tree loses no comments" {
    printf 'White,moves\nA,"1. 32-28 {best} 19-23 (1... 18-23)"\n' >told.csv
    cp told.csv old.csv
    run -3 dama-convert --in-place --set=White=Z told.csv
    [[ $output == *"told.csv:2:1: the table has no column for comments or variations (tree holds them)"* ]]
    cmp told.csv old.csv
    run -0 dama-convert -q --in-place --strip=comments,variations --set=White=Z told.csv
    grep -q '^Z,32-28 19-23$' told.csv
}

@test "in place, a table needs no columns for tags that are unknown" {
    printf 'White,Black,moves\nA,B,32-28 18-23\n' >few.csv
    run -0 dama-convert -q --in-place --normalise=tags --set=White=Z few.csv
    [ -z "$output" ]
    [ "$(cat few.csv)" = $'White,Black,moves\nZ,B,32-28 18-23' ]
}

@test "in place, no backup replaces an input or a listed file" {
    cp games.pdn old.pdn
    cp broken.pdn games.pdn~
    run -2 dama-convert --in-place games.pdn games.pdn~
    [ "$output" = "dama-convert: games.pdn~ would be replaced by the backup of games.pdn" ]
    run -2 dama-convert --in-place --changes=./old.pdn~ old.pdn
    [ "$output" = "dama-convert: old.pdn~ would be replaced by the backup of old.pdn" ]
    printf '"B": [A]\n' >games.pdn~
    run -2 dama-convert --in-place --names=games.pdn~ games.pdn
    run -2 dama-convert --in-place games.pdn old.pdn ./games.pdn
    [ "$output" = "dama-convert: ./games.pdn is given twice; the backup would no longer hold the original" ]
    cmp old.pdn games.pdn
    [ ! -e old.pdn~ ]
}

@test "in place, all files are checked before the first is rewritten" {
    cp games.pdn old.pdn
    dama-convert -q games.pdn -o table.csv
    run -3 dama-convert --in-place --notation=long games.pdn table.csv
    [ "$output" = "dama-convert: table.csv: --notation applies to pdn output only, not to csv" ]
    run -3 dama-convert --in-place --dry-run --notation=long games.pdn table.csv
    cmp old.pdn games.pdn
    [ ! -e games.pdn~ ]
}

@test "a pipe with compressed data in another encoding" {
    need_json
    dama-convert games.pdn >want
    gzip -c games.pdn | dama-convert >got
    cmp want got
    dama-convert -t jsonl games.pdn | dama-convert >got
    cmp want got
    printf '[White "D\xfcrer"]\n\n1. 32-28 *\n' >latin.pdn
    dama-convert latin.pdn | grep -q 'Dürer'
    [ "$(dama-convert latin.pdn | dama-convert --output-encoding ISO-8859-1 | od -An -tx1 | tr -d ' \n' | grep -c '44fc726572')" -eq 1 ]
}

@test "UTF-16: each file has one byte order mark, and a table has its header row" {
    repeat 1500 games.pdn >many.pdn
    dama-convert -q many.pdn -o want.pdn
    dama-convert -q -j 2 --output-encoding=UTF-16 many.pdn -o wide.pdn
    iconv -f UTF-16 -t UTF-8 wide.pdn | cmp - want.pdn
    dama-convert -q --split=year --output-encoding=UTF-16 games.pdn -o years
    for year in years/*; do iconv -f UTF-16 -t UTF-8 "$year" | head -c 1 | grep -q '\['; done
    dama-convert -q games.pdn -o want.csv
    dama-convert -q --output-encoding=UTF-16 games.pdn -o wide.csv
    iconv -f UTF-16 -t UTF-8 wide.csv | cmp - want.csv
    cmp <(dama-convert -q wide.csv) <(dama-convert -q want.csv)
    run -3 dama-convert --output-encoding=CP1252 --columns=White,tag.Ż games.pdn -o none.csv
    [ "$output" = "dama-convert: CP1252 cannot hold 'Ż'; choose another --output-encoding, or --translit" ]
    [ "$(dama-convert --output-encoding=UTF-16BE --table=players --to=csv games.pdn | iconv -f UTF-16BE -t UTF-8 | head -n 1)" = "$(dama-convert --table=players --to=csv games.pdn | head -n 1)" ]
}

@test "a format is recognised in UTF-16, and columns are read in any encoding" {
    need_json
    dama-convert -q games.pdn -o want.pdn
    for to in pdn jsonl csv fen; do
        dama-convert -q -t $to --position start games.pdn >plain
        dama-convert -q plain -o want.csv
        for encoding in UTF-16LE UTF-16BE UTF-16; do
            iconv -f UTF-8 -t $encoding plain >wide
            dama-convert -q wide -o got.csv
            cmp want.csv got.csv
        done
    done
    printf 'White,moves,Gr\366\337e\nM\374ller,32-28,x\n' >latin.csv
    [ "$(dama-convert latin.csv)" = $'[White "Müller"]\n[Größe "x"]\n\n1. 32-28\n*' ]
}

@test "output is compressed as its name says" {
    dama-convert games.pdn >want
    for suffix in gz zst xz; do
        dama-convert games.pdn -o "out.pdn.$suffix" || skip "built without $suffix"
        "$(case $suffix in gz) echo gzip ;; zst) echo zstd ;; *) echo xz ;; esac)" -dc "out.pdn.$suffix" >got
        cmp want got
        dama-convert "out.pdn.$suffix" >got
        cmp want got
        [ "$(find . -name "out.pdn.$suffix*" | wc -l)" -eq 1 ]
    done
    dama-convert -q --split year games.pdn -o 'by-%.pdn.gz'
    gzip -dc by-1985.pdn.gz | grep -q '1985.05.12'
}

@test "a split that cannot be finished writes no file, and no report" {
    printf '[Event "%s"]\n\n1. %s *\n\n' A 31-26 B 31-27 C 32-27 >c.pdn
    echo old >a.pdn
    run -3 dama-convert --dedupe=exact --report=report --split=event c.pdn -o %.pdn
    [ "$output" = "dama-convert: c.pdn: is also an input; refusing to overwrite it" ]
    [ "$(cat a.pdn)" = old ]
    [ ! -e b.pdn ] && [ ! -e report ]
    printf '[Event "\344\270\255"]\n\n1. 32-28 *\n' >>c.pdn
    run -3 dama-convert --split=event --output-encoding=latin1 c.pdn -o new/%.pdn
    [ ! -e new ]
    run -3 dama-convert --split=player --position=final c.pdn -o %.svg
    [[ $output == *'.svg: svg output holds one position per file; '* ]]
    run -0 dama-convert -q --split=event --report=report --dedupe=exact c.pdn -o new/%.pdn
    [ "$(find new -type f | wc -l)" -eq 4 ] && [ -e report ]
}

@test "lines end in LF, in games that are copied as well" {
    printf '[White "A"]\r\n\r\n1. 32-28 {a\r\nb} 2. 1-2 1-0\r\n\r\n[White "B"]\r\n\r\n1. 32-28 1-0\r\n' >crlf.pdn
    dama-convert -q --in-place --normalise crlf.pdn || [ "$?" -eq 1 ]
    [ "$(grep -c 'White' crlf.pdn)" -eq 2 ]
    run -1 grep -c $'\r' crlf.pdn
}

@test "bzip2, and zip archives, which are read like folders" {
    need_python
    python3 - <<'PY'
import bz2, zipfile
games = open("games.pdn", "rb").read()
packed = bz2.compress(games)
open("games.pdn.bz2", "wb").write(packed + packed)
with zipfile.ZipFile("club.zip", "w", zipfile.ZIP_DEFLATED) as archive:
    archive.writestr("readme.txt", "no games")
    archive.writestr("1985/round.pdn", games)
    archive.writestr("more.pdn.bz2", packed)
with zipfile.ZipFile("none.zip", "w") as archive:
    archive.writestr("readme.txt", "no games")
zipfile.ZipFile("empty.zip", "w").close()
with zipfile.ZipFile("cut.zip", "w") as archive:
    archive.writestr("a.pdn", games)
data = bytearray(open("cut.zip", "rb").read())
for at in (18, data.index(b"PK\1\2") + 20): # the packed size
    data[at:at + 4] = (20).to_bytes(4, "little")
open("cut.zip", "wb").write(data)
with zipfile.ZipFile("long.zip", "w") as archive:
    archive.writestr("d" * 5000 + "/a.pdn", games)
with zipfile.ZipFile("big.zip", "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
    for i in range(2000):
        archive.writestr("%d.pdn" % i, games + b" " * 150000)
with zipfile.ZipFile("order.zip", "w") as archive:
    for name in ("b.pdn", "a.pdn", "a/z.pdn", "a/b.pdn"):
        archive.writestr(name, games)
PY
    run dama-convert -q games.pdn.bz2
    [ "$status" -eq 0 ] || skip "built without bzip2: $output"
    [ "$(grep -c '^\[Event' <<<"$output")" -eq 6 ]
    run dama-convert -q club.zip
    [ "$status" -eq 0 ] || skip "built without minizip: $output"
    [ "$(grep -c '^\[Event' <<<"$output")" -eq 6 ]
    dama-convert -q club.zip/1985/round.pdn | cmp - <(dama-convert -q games.pdn)
    mkdir order && (cd order && mkdir a && touch a.pdn b.pdn a/z.pdn a/b.pdn && for file in *.pdn a/*; do cp ../games.pdn "$file"; done)
    diff <(dama-convert -q -t csv --columns=file order.zip | sed 's/^order.zip/order/') \
        <(dama-convert -q -t csv --columns=file order)
    run dama-convert club.zip/other.pdn
    [ "$status" -eq 3 ]
    [[ "$output" == *"club.zip/other.pdn: cannot open: the archive has no such file"* ]]
    run dama-convert --in-place club.zip
    [ "$status" -eq 3 ]
    [[ "$output" == *"cannot rewrite a compressed file"* ]]
    run dama-convert none.zip
    [ "$status" -eq 3 ]
    run -3 dama-convert empty.zip
    [ "$output" = "dama-convert: empty.zip: contains no game files" ]
    run -3 dama-convert empty.zip/a.pdn
    [ "$output" = "dama-convert: empty.zip/a.pdn: cannot open: the archive has no such file" ]
    run -3 dama-convert cut.zip
    [ "$output" = "dama-convert: cut.zip/a.pdn: truncated after 20 of $(wc -c <games.pdn) bytes" ]
    run -3 dama-convert long.zip
    [[ "$output" == *"long.zip: cannot read: a name in this archive is too long"* ]]
    small="ulimit -v 200000 && exec dama-convert" # 128 KiB of each file would be 250 MiB
    if sh -c "$small --version" >/dev/null 2>&1; then # not with a sanitizer, which wants more addresses
        run -0 sh -c "$small -q -j1 -t jsonl big.zip"
        [ "${#lines[@]}" -eq 6000 ]
    fi
    head -c 300 club.zip >short.zip
    run dama-convert short.zip
    [ "$status" -eq 3 ]
    [[ "$output" == *"short.zip: cannot read: damaged, or not a zip archive"* ]]
}

@test "zip archives: hidden files, long names, names that occur twice, many files" {
    need_python
    python3 -W ignore - <<'PY'
import zipfile
games = open("games.pdn", "rb").read()
with zipfile.ZipFile("mac.zip", "w") as archive:
    archive.writestr("games.pdn", games)
    archive.writestr("__MACOSX/._games.pdn", b"\0\5\x16\7\0\2\0\0Mac OS X")
    archive.writestr(".old/games.pdn", games)
with zipfile.ZipFile("long.zip", "w") as archive:
    archive.writestr("d" * 200 + "/" + "e" * 200 + ".pdn", games)
with zipfile.ZipFile("twice.zip", "w") as archive:
    archive.writestr("a.pdn", games)
    archive.writestr("a.pdn", games)
    archive.writestr("b.pdn", games)
with zipfile.ZipFile("outer.zip", "w") as archive:
    archive.writestr("a.pdn", games)
    archive.write("twice.zip", "d/inner.ZIP")
with zipfile.ZipFile("many.zip", "w") as archive:
    for i in range(8000):
        archive.writestr("d/%04d.pdn" % i, '[Event "%d"]\n\n*\n' % i)
PY
    run dama-convert -q mac.zip
    [ "$status" -eq 0 ] || skip "built without minizip: $output"
    dama-convert -q mac.zip | cmp - <(dama-convert -q games.pdn)
    dama-convert -q long.zip | cmp - <(dama-convert -q games.pdn)
    run -3 --separate-stderr dama-convert -q twice.zip
    [ "$(grep -c '^\[Event' <<<"$output")" -eq 6 ]
    # shellcheck disable=SC2154 # run sets it
    [ "$stderr" = "dama-convert: twice.zip/a.pdn: cannot read: an earlier file in the archive has the same name" ]
    run -3 --separate-stderr dama-convert -q outer.zip
    [ "$(grep -c '^\[Event' <<<"$output")" -eq 3 ]
    [ "$stderr" = "dama-convert: outer.zip/d/inner.ZIP: cannot read: an archive within an archive; unpack the outer one" ]
    timeout 60 dama-convert -q -t csv --columns Event many.zip >out # where each is sought from the first, minutes
    [ "$(tail -n +2 out)" = "$(seq 0 7999)" ]
}

@test "a signal leaves the old file as it was" {
    cp games.pdn out.pdn
    repeat 3000 games.pdn >many.pdn
    (cat many.pdn; sleep 2) | timeout -s INT 1 dama-convert -o out.pdn || status=$?
    [ "$status" -ne 0 ]
    cmp games.pdn out.pdn
    [ "$(find . -name 'out.pdn.*' | wc -l)" -eq 0 ]
}

@test "one thread and two threads write the same" {
    repeat 800 games.pdn broken.pdn >many.pdn
    dama-convert -q -j 1 many.pdn -o one.pdn || true
    dama-convert -q -j 2 many.pdn -o two.pdn || true
    cmp one.pdn two.pdn
}

@test "files that come with dama are found by their bare names" {
    printf '[White "Tsjizjow,A."]\n[Black "x"]\n\n1. 32-28 19-23 *\n' >in.pdn
    dama-convert --names names.yaml --openings openings.txt in.pdn >out
    grep -q '^\[White "Chizhov, Alexei"\]' out
    grep -q '^\[Opening "32-28 19-23"\]' out
    printf '"Other": ["Tsjizjow,A."]\n' >names.yaml # one in this folder comes first
    dama-convert --names names.yaml in.pdn | grep -q 'White "Other"'
}

@test "games are kept in TMPDIR until they are written" {
    run env TMPDIR="$dir/missing" dama-convert --sort=date games.pdn -o out.pdn
    [ "$status" -eq 3 ]
    [[ "$output" == *"cannot make a temporary file in $dir/missing"* ]]
    [ ! -e out.pdn ]
}

@test "a build without JSON names the file, and reads the others" {
    dama-convert -q --first=1 --to=jsonl -o a.jsonl games.pdn
    dama-convert -q a.jsonl >back.pdn 2>/dev/null && skip "this build reads JSON"
    run -3 --separate-stderr dama-convert -q a.jsonl games.pdn
    # shellcheck disable=SC2154 # run sets it
    [ "$stderr" = 'dama-convert: a.jsonl: this build of dama cannot read jsonl files' ]
    [[ "$output" == *'[Event '* ]]
    run -3 dama-book build -q -o a.book a.jsonl
    [ "${lines[0]}" = 'dama-book: a.jsonl: this build of dama cannot read jsonl files' ]
}

@test "a folder without game files is reported" {
    mkdir barren
    touch barren/notes.md
    run -3 --separate-stderr dama-convert barren
    [ -z "$output" ]
    [ "${stderr-}" = "dama-convert: barren: contains no game files" ]
    run -3 --separate-stderr dama-convert barren games.pdn # the others are read all the same
    [ "$(grep -c Event <<<"$output")" -eq 3 ]
}

@test "a file that cannot be read in pieces takes little memory, and games left out are reported" {
    awk 'BEGIN { for (i = 0; i < 100010; i++) print "1.32-28\n=====" }' >many.doc
    run -1 dama-convert -q many.doc -o many.jsonl
    [ "$(wc -l <many.jsonl)" -eq 100000 ]
    [[ $output == "many.doc:200001:1: error: more than 100000 games in a file that cannot be read in pieces; the other 140 bytes were left out [huge-game]" ]]
}

@test "blank lines of a table are not counted as games" {
    { printf 'White,moves\nA,32-28\n'; yes '' | head -n 150000; printf 'B,32-28\n'; } >blank.csv
    run -0 dama-convert -q blank.csv -o all.jsonl
    [ "$(wc -l <all.jsonl)" -eq 2 ]
}

@test "an SQLite collection is read from a plain file only" {
    dama-convert -q games.pdn -o own.sqlite
    gzip -k own.sqlite
    python3 -c "import zipfile; zipfile.ZipFile('own.zip', 'w').write('own.sqlite')"
    for input in own.sqlite.gz own.zip -; do
        run -3 --separate-stderr dama-convert -q "$input" <own.sqlite
        [[ ${stderr-} != *"this build"* ]] || continue # without zip
        [[ ${stderr-} == *": an SQLite collection can be read only from a plain file, not from an archive, a \
compressed file or a pipe" ]]
    done
    run -0 dama-convert -q own.sqlite
}
