#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
# dama-validate: repairs, what is read, and what is written.

bats_require_minimum_version 1.5.0
load ../lib/games
load ../lib/wait

setup() {
    data=$DAMA_SOURCE/tests/data
    work=$BATS_TEST_TMPDIR
    cd "$work" || return
}

teardown() {
    chmod -R u+rwx "$work" 2>/dev/null || true
}

# ---- repairs ----

@test "--fix writes a copy with the certain repairs, and leaves the original alone" {
    for code in hyphen-capture quiet-with-x move-sign no-separator leading-zero blank-in-move capital-squares \
        short-letters capture-path capture-listed jump-by-jump ambiguity-settled capture-sign fen-form \
        date-form date-hyphens result-form ply-count duplicate-tag double-terminator strength-blank; do
        cp "$data/findings/$code.pdn" in.pdn
        dama-validate --quiet --fix --force -o out.pdn in.pdn >/dev/null || true
        cmp in.pdn "$data/findings/$code.pdn"
        if codes out.pdn | grep -qx "$code"; then
            echo "$code is still there:"
            cat out.pdn
            return 1
        fi
        run -0 dama-validate --quiet --severity=error out.pdn
        [ -z "$output" ]
        dama-validate --quiet --fix --force -o again.pdn out.pdn >/dev/null
        cmp out.pdn again.pdn
    done
}

@test "--fix leaves no empty line where a duplicate tag was, whatever blanks are around it" {
    for form in '%s\n' '%s \t\n' '\t%s\n' '%s\\r\n' '%s\r\n'; do
        # shellcheck disable=SC2059 # ends of lines
        {
            printf "$form" '[White "A"]' '[Round "1"]' '[Black "B"]' '[Round "1"]' '[Date "2025.01.27"]'
            printf '\n1. 32-28 0-2\n'
        } >in.pdn
        dama-validate --quiet --fix --force -o out.pdn in.pdn >/dev/null || true
        [ "$(grep -c Round out.pdn)" -eq 1 ]
        [ "$(sed '/Date/q' out.pdn | wc -l)" -eq 4 ]
    done
}

@test "--fix removes neither a duplicate tag that lacks a bracket nor the text after it" {
    while IFS= read -r tags; do
        printf '[White "A"]\n[Event "x"]\n%b\n1. 32-28 {see [17] for more} *\n' "$tags" >in.pdn
        dama-validate --quiet --disable=tag-form --fix --force -o out.pdn in.pdn >/dev/null || true
        diff <(tr -d ']' <in.pdn) <(tr -d ']' <out.pdn) # one alone on a line may go
    done <<'END'
[Event "x"\n[Site "Y"]\n
[Site "Y"]\n[Event "x"\n
(Event "x"]\n
[Site "Y"] Event "x"]\n
[Event "x")\n[Site "Y"]\n
END
    printf '[Event "x"]\n[ Event  "x" ] [Site "Y"]\n\n1. 32-28 *\n' >in.pdn
    dama-validate --quiet --fix --force -o out.pdn in.pdn >/dev/null
    grep -qx ' *\[Site "Y"\]' out.pdn
    [ "$(grep -c Event out.pdn)" -eq 1 ]
}

@test "--fix changes no capture signs if the variant is guessed" {
    moves='1. c3-d4 b6-a5 2. d4-c5 d6%s 3. a3xc5 *\n'
    for capture in xb4 -b4 b4; do
        # shellcheck disable=SC2059 # the format is ours
        printf "$moves" "$capture" >in.pdn
        dama-validate --quiet --fix --force -o out.pdn in.pdn >found || true
        grep -q 'Russian draughts' found
        cmp in.pdn out.pdn
        { echo '[GameType "25"]'; echo; cat in.pdn; } >named.pdn
        dama-validate --quiet --fix --force -o out.pdn named.pdn >/dev/null || true
        grep -q d6:b4 out.pdn
    done
    printf '1. 32-28 19-23 2. 28-19 *\n' >in.pdn # which is x in all variants with numbers
    dama-validate --quiet --fix --force -o out.pdn in.pdn >found || true
    grep -q 28x19 out.pdn
}

@test "--fix does not turn numbers into letters on a board of 64 squares" {
    while IFS='|' read -r fen moves; do
        printf '[GameType "30"]\n[FEN "%s"]\n\n%s *\n' "$fen" "$moves" >in.pdn
        dama-validate --quiet --fix --force -o out.pdn --severity=error --enable=all in.pdn
        grep -qxF "[FEN \"$fen\"]" out.pdn
    done <<'END'
W:W10,K64:B55|1. b7-b8 g2-g1
W:W10,K64:B55|1. 10-2 55-63
W:W50,K8:B15|1. b7-b8 g2-g1
W:WK1:BK60|1. a1-a4
W:WK1:BK60|1. a8-a4
W:W10,K64:B55|1. b2-b3
END
}

@test "--fix keeps remarks beside a result" {
    printf '[GameType "20"]\n[Result "0-2 (tijd)"]\n\n1. 32-28 0-2\n' >in.pdn
    dama-validate --quiet --fix --force -o out.pdn in.pdn >/dev/null
    cmp in.pdn out.pdn
    dama-validate --quiet --patch in.pdn | grep -qxF '+[Result "0-2"]'
}

@test "--fix does not turn a hyphen used as a result into a move, nor one game into two" {
    printf '[White "A"]\n[Black "B"]\n[Result "-"]\n[GameType "20"]\n\n1.32-28 18-22 2.37-32 -\n' >in.pdn
    printf '\n[White "C"]\n[Result "1-1"]\n[GameType "20"]\n\n1.32-28 1-1\n' >>in.pdn
    printf '\n[Event "Open"]\n[Site given as Baku, see note]\n[EVENT "Baku Open"]\n\n1. 32-28 19-23 1-1\n' >>in.pdn
    dama-validate --quiet --fix -o out.pdn in.pdn >/dev/null
    for file in in out; do
        dama-convert -q "$file.pdn" -t csv --columns=White,moves | paste -s -d ' ' - >"$file.moves"
    done
    cmp in.moves out.moves
    run -0 dama-validate --quiet --patch out.pdn
    [ -z "$output" ]
}

@test "--fix changes no illegal move" {
    dama-validate --quiet --fix --force -o out.pdn "$data/findings/illegal-move.pdn" >/dev/null || true
    cmp out.pdn "$data/findings/illegal-move.pdn"
}

@test "--fix writes UTF-8" {
    dama-validate --quiet --fix --force -o out.pdn "$data/findings/encoding.pdn" >/dev/null
    grep -q '"Müller"' out.pdn
    run dama-validate out.pdn
    [ -z "$output" ]
}

@test "--fix twice equals --fix once, on damaged files" {
    source=$data
    count=60
    if [ -d "$DAMA_SHARED/data/pdn" ]; then source=$DAMA_SHARED/data/pdn; fi
    if [ -n "${DAMA_TEST_LONG:-}" ]; then count=2000; fi
    python3 "$DAMA_SOURCE/tests/lib/damage.py" "$source" damaged "$count" 7
    for file in damaged/*.pdn; do
        rm -f once.pdn twice.pdn
        dama-validate -q --fix -o once.pdn "$file" >/dev/null 2>&1 || true
        [ -e once.pdn ] || continue
        dama-validate -q --fix -o twice.pdn once.pdn >/dev/null 2>&1 || true
        cmp once.pdn twice.pdn
    done
}

@test "--fix removes all leading zeros of a move number at once" {
    printf '[White "A"]\n\n00000000000000000001. 32-28 19-23 00002. 28x19 14x23 *\n' >zeros.pdn
    run -0 dama-validate -q --fix -o - zeros.pdn
    [[ "$output" == *$'\n1. 32-28 19-23 2. 28x19 14x23 *'* ]]
}

@test "an input is never overwritten, under any name" {
    cp "$data/findings/hyphen-capture.pdn" in.pdn
    cp in.pdn before.pdn
    ln in.pdn same.pdn
    ln -s in.pdn link.pdn
    for name in in.pdn ./in.pdn same.pdn link.pdn; do
        run dama-validate --fix --force -o "$name" in.pdn
        [ "$status" -eq 2 ]
        [[ "$output" == *"'$name' is also the input; --in-place changes it and keeps a backup"* ]]
    done
    run dama-validate --write-baseline --baseline=in.pdn in.pdn
    [ "$status" -eq 2 ]
    [[ "$output" == *"'in.pdn' is also an input; refusing to overwrite it"* ]]
    cmp in.pdn before.pdn
}

@test "a baseline replaces nothing but a baseline" {
    cp "$data/findings/hyphen-capture.pdn" in.pdn
    cp in.pdn other.pdn
    gzip -c in.pdn >packed
    for name in other.pdn packed; do
        run -2 dama-validate --write-baseline --baseline=$name in.pdn
        [ "$output" = "dama-validate: $name: not a baseline; refusing to replace it" ]
    done
    cmp in.pdn other.pdn
    : >known # mktemp
    dama-validate -q --write-baseline --baseline=known in.pdn
    cp known before
    dama-validate -q --write-baseline --baseline=known in.pdn
    cmp known before
    printf '# findings known to dama-validate: key, how often, code, file\n' >known # the first form
    dama-validate -q --write-baseline --baseline=known in.pdn
    cmp known before
}

@test "standard output is not checked" {
    cp "$data/findings/hyphen-capture.pdn" in.pdn
    dama-validate -q . >want
    run -0 bash -c 'dama-validate . 2>&1 >z.pdn | grep z.pdn'
    [ "$output" = "dama-validate: ./z.pdn was not read: it is standard output" ]
    cmp z.pdn want
}

@test "an option that would do nothing is refused" {
    touch x.pdn
    while read -r words; do
        # shellcheck disable=SC2086 # a list of words
        run -2 dama-validate ${words%%:*} x.pdn </dev/null
        [[ "$output" == "dama-validate:${words#*:} (try"* ]] || { echo "$words: $output"; false; }
    done <<'END'
--force: --force requires --output
--in-place --force: --force requires --output
--dry-run: --dry-run requires --fix, --in-place or --patch
--patch --format=jsonl: --format applies to findings, but --patch prints none
--patch --context: --context applies to findings, but --patch prints none
--context --format=tap: --context applies to --format=text only
--explain=illegal-move: unexpected argument 'x.pdn'; --explain reads no files
--summary=only --format=csv: --format applies to findings, but --summary=only prints none
--write-baseline: --write-baseline requires --baseline=FILE
END
}

@test "a repaired copy replaces a file only with --force, and none is written if nothing was read" {
    cp "$data/findings/hyphen-capture.pdn" club.pdn
    cp club.pdn before.pdn
    run dama-validate --fix club.pdn </dev/null
    [ "$status" -eq 2 ]
    [[ "$output" == *"--fix requires --output=FILE; --in-place changes the files themselves"* ]]
    run dama-validate --fix=club.pdn </dev/null
    [ "$status" -eq 2 ]
    [[ "$output" == *"takes no FILE; write '--fix --output=club.pdn'"* ]]
    run dama-validate --fix -o club.pdn </dev/null
    [ "$status" -eq 2 ]
    [[ "$output" == *"'club.pdn' already exists; use --force to replace it"* ]]
    run -2 dama-validate --fix --force --output=. club.pdn
    [[ "$output" == *"'.' is a folder; --output names the file to write"* ]]
    run dama-validate --fix --force -o club.pdn </dev/null
    [ "$status" -eq 3 ]
    [[ "$output" == *"no game was read; nothing was written"* ]]
    cmp club.pdn before.pdn
    run dama-validate --fix -o new.pdn - <club.pdn
    [ "$status" -eq 0 ]
    grep -q 28x19 new.pdn
    dama-validate --fix -o - club.pdn 2>/dev/null | cmp - new.pdn
}

@test "--dry-run lists each change and writes nothing" {
    cp "$data/findings/hyphen-capture.pdn" a.pdn
    cp a.pdn before.pdn
    for how in "--fix -o out.pdn" --in-place; do
        # shellcheck disable=SC2086 # words are meant to be split
        run dama-validate --dry-run $how a.pdn
        [ "$status" -eq 0 ]
        [ "${lines[0]}" = 'a.pdn:10:19: "28-19" -> "28x19"' ]
        [ "${#lines[@]}" -eq 1 ]
        [ ! -e out.pdn ]
        cmp a.pdn before.pdn
    done
    cp "$data/findings/illegal-move.pdn" b.pdn
    run dama-validate --dry-run --patch b.pdn
    [ "${lines[0]}" = 'b.pdn:10:19: "37-32" -> (a guess) "28x19"' ]
    run -1 dama-validate --dry-run --fix b.pdn
    [ "$output" = "dama-validate: nothing can be repaired without guessing" ]
    run -0 dama-validate --dry-run --in-place "$data/clean.pdn"
    [ "$output" = "dama-validate: there is nothing to repair" ]
}

@test "--fix is for one file, and not with --in-place or --patch" {
    run dama-validate --fix -o out.pdn "$data/clean.pdn" "$data/clean.pdn"
    [ "$status" -eq 2 ]
    run dama-validate --fix -o out.pdn --patch "$data/clean.pdn"
    [ "$status" -eq 2 ]
    run dama-validate -o out.pdn "$data/clean.pdn"
    [ "$status" -eq 2 ]
    run dama-validate --in-place - <"$data/clean.pdn"
    [ "$status" -eq 2 ]
    [ ! -e out.pdn ]
}

@test "--in-place keeps the old file, and changes nothing if there is nothing to repair" {
    cp "$data/findings/hyphen-capture.pdn" a.pdn
    cp "$data/clean.pdn" b.pdn
    run dama-validate --in-place a.pdn b.pdn
    [ "$status" -eq 0 ]
    cmp a.pdn~ "$data/findings/hyphen-capture.pdn"
    grep -q '28x19' a.pdn
    [ ! -e b.pdn~ ]
    cmp b.pdn "$data/clean.pdn"
}

@test "--in-place refuses files whose backup would replace another file of the run" {
    cp "$data/findings/hyphen-capture.pdn" a.pdn
    cp a.pdn old.pdn
    run -2 dama-validate --in-place a.pdn old.pdn ./a.pdn
    [ "$output" = "dama-validate: ./a.pdn is given twice; the backup would no longer hold the original" ]
    cp "$data/clean.pdn" a.pdn~
    for options in "--in-place a.pdn a.pdn~" "--in-place --baseline=./a.pdn~ --write-baseline a.pdn"; do
        # shellcheck disable=SC2086
        run -2 dama-validate $options
        [ "$output" = "dama-validate: a.pdn~ would be replaced by the backup of a.pdn" ]
    done
    cmp a.pdn old.pdn
    cmp a.pdn~ "$data/clean.pdn"
}

@test "--patch applies to a file with a byte order mark" {
    command -v patch >/dev/null || skip "no patch"
    local first='[Date "1.5.2024"]' rest='[Result "*"]\n[GameType "20"]\n\n1. 32-28 19-23 2. 28-19 14x23 *\n'
    for text in "$first\n$rest" "[Event \"a\"]\n$first\n$rest" "[Event \"a\"]\n[Site \"b\"]\n[Round \"1\"]\n$rest"; do
        # shellcheck disable=SC2059
        printf "\xef\xbb\xbf$text" >a.pdn
        dama-validate --patch a.pdn >a.patch || true
        sed '1s/1.5.2024/2024.05.01/; 2s/1.5.2024/2024.05.01/; s/28-19/28x19/' a.pdn >want.pdn
        patch -s -p0 <a.patch
        cmp a.pdn want.pdn
    done
}

@test "--dry-run gives places in files with bare CR, and cuts no character in two" {
    printf '[Event "a"]\r[Result "*"]\r[GameType "20"]\r\r1. 32-28 19-23 2. 28-19 14x23 *\r' >cr.pdn
    run dama-validate --in-place --dry-run cr.pdn
    [[ "$output" == *'cr.pdn:5:19: "28-19" -> "28x19"'* ]]
    local name=ééééééééééééééééééééééééé
    printf '[Site "%s"]\n[Site "%s"]\n[Result "*"]\n[GameType "20"]\n\n1. 32-28 *\n' $name $name >long.pdn
    run dama-validate --in-place --dry-run long.pdn
    [ "$output" = 'long.pdn:2:1: "[Site "éééééééééééééééé..." -> ""' ]
}

@test "--fix to standard output writes the copy there and nothing else" {
    cp "$data/findings/hyphen-capture.pdn" a.pdn
    dama-validate --quiet --fix --output=copy.pdn a.pdn >/dev/null || true
    run --separate-stderr dama-validate --quiet --fix --output=- --summary=also a.pdn
    cmp copy.pdn <(printf '%s\n' "$output")
    [[ "${stderr-}" == *"1 game in 1 file"* ]]
}

@test "files are repaired to the end even if nobody reads the findings" {
    sed 's/$/\n/' "$data/findings/hyphen-capture.pdn" >game
    for ((i = 0; i < 2000; i++)); do cat game; done >a.pdn
    cp a.pdn b.pdn
    cp a.pdn old.pdn
    dama-validate --quiet --in-place --all a.pdn b.pdn | head -n 1 >/dev/null
    dama-validate --quiet --fix --output=new.pdn --all old.pdn | head -n 1 >/dev/null
    cmp a.pdn~ old.pdn
    cmp b.pdn~ old.pdn
    cmp a.pdn new.pdn
    cmp b.pdn new.pdn
}

@test "a guessed encoding is reported wherever the first line in it is" {
    { for _ in {1..6000}; do printf '[Event "T\303\251st"]\n[Result "*"]\n\n1. 32-28 19-23 2. 28x19 14x23 *\n\n'; done
        printf '[Event "Pr\351mi\350re"]\n\n1. 32-28 *\n'; } >late.pdn
    run dama-validate --summary=only late.pdn
    [[ $output == *"encoding"* ]]
    run dama-validate -q --disable=missing-tag late.pdn
    [[ $output == "late.pdn:"*"the file is not UTF-8; read as "*", which is a guess [encoding]"* ]]
}

@test "a baseline may have other line ends" {
    dama-validate -q --write-baseline --baseline=known "$DAMA_SOURCE/examples/faults.pdn" || true
    sed 's/$/\r/' known >known-crlf
    run -0 dama-validate -q --baseline=known-crlf "$DAMA_SOURCE/examples/faults.pdn"
    # its name compresses it, and then it can be read, too
    dama-validate -q --write-baseline --baseline=known.gz "$DAMA_SOURCE/examples/faults.pdn"
    gzip -dc known.gz | cmp - known
    run -0 dama-validate -q --baseline=known.gz "$DAMA_SOURCE/examples/faults.pdn"
    [ -z "$output" ]
    [ -z "$output" ]
}

@test "what --disable leaves out is not repaired; --severity and --baseline make no difference" {
    printf '[Date "12-5-1985"]\n[GameType "20"]\n\n1. 32x28 19-23 2. 28-19 *\n' >in.pdn
    dama-validate -q --fix -o want.pdn in.pdn >/dev/null
    dama-validate -q --baseline=known --write-baseline in.pdn
    for option in --severity=error --baseline=known; do
        dama-validate -q $option --fix -o - in.pdn 2>/dev/null | cmp - want.pdn
    done
    run -0 --separate-stderr dama-validate -q --disable=date-form,quiet-with-x --fix -o - in.pdn
    [[ $output == *'12-5-1985'*'32x28 19-23 2. 28x19'* ]]
}

@test "--fix does not write over the baseline" {
    cp "$data/clean.pdn" a.pdn
    echo "{}" >known
    run -2 dama-validate --fix --force --output=./known --baseline=known a.pdn
    [[ "$output" == *"--output and --baseline are the same file: ./known"* ]]
    [ "$(cat known)" = "{}" ]
}

@test "--in-place converts what is not UTF-8, whether the encoding is guessed or given" {
    { sed 's/M.ller/Müller/' "$data/findings/encoding.pdn"; echo; cat "$data/findings/encoding.pdn"; } >mixed.pdn
    for option in --quiet --input-encoding=latin1; do
        for file in "$data/findings/encoding.pdn" mixed.pdn; do
            cp "$file" a.pdn
            dama-validate --in-place $option a.pdn >/dev/null
            [ "$(grep -c 'Müller' a.pdn)" -eq "$(grep -ac '^.White' "$file")" ]
            cmp a.pdn~ "$file"
        done
    done
    cp mixed.pdn a.pdn
    run dama-validate --disable=all --in-place a.pdn
    [[ $output == *"dama-validate: a.pdn: was in "*" (a guess), and is now in UTF-8"* ]]
}

@test "--in-place refuses compressed files" {
    gzip -c "$data/findings/hyphen-capture.pdn" >b.pdn.gz
    cp b.pdn.gz c.pdn.gz
    run dama-validate --in-place b.pdn.gz
    [ "$status" -eq 3 ]
    cmp b.pdn.gz c.pdn.gz
}

@test "--in-place converts no file twice, and no UTF-8 file" {
    mkdir fold
    iconv -f UTF-8 -t ISO-8859-1 "$data/clean.pdn" >fold/ascii.pdn
    sed 's/\[Event "[^"]*"/[Event "Andr\xe9"/' "$data/clean.pdn" >fold/latin.pdn
    sed 's/\[Event "[^"]*"/[Event "Andr\xc3\xa9"/' "$data/clean.pdn" >fold/utf8.pdn
    cp -r fold old
    run dama-validate --in-place --dry-run --input-encoding=latin1 fold/latin.pdn fold/ascii.pdn
    [ "$output" = "fold/latin.pdn: ISO-8859-1 -> UTF-8" ]
    for run in 1 2; do
        run dama-validate --in-place --input-encoding=latin1 fold
        [ "$status" -eq 0 ]
        cmp fold/ascii.pdn old/ascii.pdn
        cmp fold/utf8.pdn old/utf8.pdn
        cmp fold/latin.pdn old/utf8.pdn
        cmp fold/latin.pdn~ old/latin.pdn
        [ ! -e fold/ascii.pdn~ ]
        [[ $run -eq 2 || $output == *"fold/latin.pdn: was in ISO-8859-1, and is now in UTF-8"* ]]
        [[ $output != *ascii.pdn* ]]
    done
    run -3 dama-validate --in-place --input-encoding=SHIFT_JIS fold/utf8.pdn
    [[ $output == *"fold/utf8.pdn: not repaired: it is UTF-8 already; leave out --input-encoding"* ]]
}

@test "--patch prints a diff that patch can apply, guesses included" {
    { cat "$data/findings/hyphen-capture.pdn"; echo; cat "$data/findings/date-form.pdn"; echo; cat "$data/findings/illegal-move.pdn"; } >a.pdn
    run dama-validate --patch a.pdn
    [ "$status" -eq 1 ]
    printf '%s\n' "$output" >a.patch
    command -v patch >/dev/null || skip "patch is missing"
    patch -s a.pdn a.patch
    grep -q '2. 28x19 14x23 \*' a.pdn
    grep -q '2. 28x19 \*' a.pdn
    grep -q '"2024.05.01"' a.pdn
    run dama-validate a.pdn
    [ "$status" -eq 0 ]
}

@test "--patch and --fix make two repairs at one place" {
    printf '01.32-28 {0} 18-23 02.38-32 2-001.33-29 19-23 02.35-30 1-1' >a.pdn
    dama-validate -q --fix --dry-run a.pdn >fix.list
    dama-validate -q --patch --dry-run a.pdn >patch.list
    cmp fix.list patch.list
    grep -qxF 'a.pdn:1:32: "" -> "\n\n"' fix.list
    grep -qxF 'a.pdn:1:32: "0" -> ""' fix.list
    dama-validate -q --fix -o fixed.pdn a.pdn
    [[ $(cat fixed.pdn) == *$'2-0\n\n1.33-29'* ]]
    dama-validate -q --patch a.pdn >a.patch
    command -v patch >/dev/null || skip "patch is missing"
    patch -s a.pdn a.patch
    cmp a.pdn fixed.pdn
}

@test "lines added by a repair have the line ends of the file" {
    printf '[Result "2-0"]\n\n1. 32-28 19-23\n\n[Event "b"]\n\n1. 32-28 2-01. 33-28 *\n' >lf.pdn
    sed 's/$/\r/' lf.pdn >crlf.pdn
    tr '\n' '\r' <lf.pdn >cr.pdn
    for file in lf crlf cr; do
        cp $file.pdn in-place.pdn
        dama-validate -q --fix -o $file-fixed.pdn $file.pdn
        dama-validate -q --in-place in-place.pdn
        cmp $file-fixed.pdn in-place.pdn
        dama-validate -q --patch $file.pdn >$file.patch
    done
    sed 's/$/\r/' lf-fixed.pdn | cmp - crlf-fixed.pdn
    tr '\n' '\r' <lf-fixed.pdn | cmp - cr-fixed.pdn
    [ "$(grep -c '^+' crlf.patch)" -gt 3 ]
    [ "$(grep '^+' crlf.patch | grep -vc $'\r$')" -eq 1 ] # +++ crlf.pdn
}

@test "--patch refuses a file name with a line break" {
    cp "$data/findings/result-form.pdn" $'club\n--- other.pdn'
    run -3 dama-validate -q --patch $'club\n--- other.pdn'
    [[ "$output" == *"its name contains a line break"* ]]
    [ "${#lines[@]}" -eq 1 ]
}

@test "--patch is in the encoding of the file" {
    command -v patch >/dev/null || skip "patch is missing"
    { cat "$data/findings/hyphen-capture.pdn"; echo; cat "$data/findings/date-form.pdn"; } |
        sed 's/"Sample"/"M\xfcller"/' | LC_ALL=C sed 's/{//g' >a.pdn
    run ! iconv -f UTF-8 a.pdn
    dama-validate --patch --input-encoding=latin1 a.pdn >a.patch
    patch -s a.pdn a.patch
    [ "$(LC_ALL=C grep -c 'M.ller' a.pdn)" -eq 2 ]
    run ! iconv -f UTF-8 a.pdn
    LC_ALL=C grep -q 28x19 a.pdn
    LC_ALL=C grep -q '"2024.05.01"' a.pdn
    run dama-validate --patch - <"$data/findings/encoding.pdn"
}

@test "--patch of a file read in many pieces gives what --fix writes" {
    for _ in 1 2 3; do many 6 '1. 32-28 19-23 2. 28x19 14x23 *'; game '1. 32-28 19-23 2. 28-19 14x23 *'; many 900 '1. 32-28 *'; done >a.pdn
    dama-validate --quiet --fix --force -o fixed.pdn a.pdn >/dev/null
    dama-validate --patch a.pdn >a.patch
    command -v patch >/dev/null || skip "patch is missing"
    patch -s a.pdn a.patch
    cmp a.pdn fixed.pdn
}

# ---- input ----

@test "standard input, directories and compressed files" {
    run dama-validate - <"$data/findings/illegal-move.pdn"
    [ "$status" -eq 1 ]
    [[ "$output" == "-:10:19: "* ]]
    mkdir -p d/e
    cp "$data/findings/illegal-move.pdn" d/e/b.PDN
    gzip -c "$data/findings/illegal-move.pdn" >d/a.pdn.gz
    echo 'no game' >d/notes.md
    run dama-validate d
    [ "${#lines[@]}" -eq 2 ]
    [[ "${lines[0]}" == "d/a.pdn.gz:10:19: "* ]]
    [[ "${lines[1]}" == "d/e/b.PDN:10:19: "* ]]
}

@test "the output is the same for any number of jobs" {
    for _ in 1 2 3 4 5 6 7 8; do cat "$data"/findings/[a-m]*.pdn; echo; many 300 '1. 32-28 19-23 2. 28x19 14x23 *'; done >mix.pdn
    for format in text jsonl tap csv; do
        for jobs in 1 2 5; do
            dama-validate --format=$format --jobs=$jobs mix.pdn "$data/findings" >$format.$jobs || true
        done
        cmp $format.1 $format.2
        cmp $format.1 $format.5
        [ -s $format.1 ]
    done
}

@test "unreadable inputs are reported, and the rest is checked" {
    run dama-validate nowhere.pdn "$data/findings/illegal-move.pdn"
    [ "$status" -eq 3 ]
    [[ "${lines[0]}" == "nowhere.pdn:1:1: error: "*"[read-failed]" ]]
    [[ "${lines[1]}" == *"[illegal-move]" ]]
    [ "$(id -u)" -ne 0 ] || skip "root may read everything"
    mkdir shut && chmod 0 shut
    run dama-validate shut "$data/clean.pdn"
    [ "$status" -eq 3 ]
}

@test "damaged compressed data" {
    many 2000 '1. 32-28 19-23 2. 28x19 14x23 *' | gzip -c | head -c 900 >cut.pdn.gz
    run dama-validate cut.pdn.gz
    [ "$status" -eq 3 ]
    [[ "$output" == *"[read-failed]"* ]]
}

@test "bytes that are invalid in the given encoding are reported and kept" {
    printf '[Event "Ch\xe9r\xe9"]\n[GameType "20"]\n\n1. 32x28 *\n' >latin.pdn
    cp latin.pdn kept.pdn
    run -0 dama-validate -q --disable=all --enable=invalid-bytes --input-encoding=UTF-8 latin.pdn
    [ "$output" = "latin.pdn:1:1: warning: invalid bytes: 2 (file read as UTF-8), replaced by U+FFFD [invalid-bytes]" ]
    run -3 dama-validate -q --in-place --input-encoding=UTF-8 latin.pdn
    [[ $output == *"latin.pdn: not repaired: bytes in it cannot be read in its encoding"* ]]
    run -3 dama-validate -q --patch --input-encoding=UTF-8 latin.pdn
    [[ $output == *"not repaired: bytes in it"* && $output != *@@* ]]
    cmp latin.pdn kept.pdn
    run -0 dama-validate -q --disable=all --enable=invalid-bytes --input-encoding=CP1252 latin.pdn
    [ -z "$output" ]
}

@test "read failures are reported whatever is disabled, and are in no baseline" {
    run -3 dama-validate -q --disable=all nowhere.pdn
    [[ $output == "nowhere.pdn:1:1: error: "*"[read-failed]" ]]
    run -3 dama-validate -q --disable=read-failed --fail-on=never nowhere.pdn
    [[ $output == *"[read-failed]" ]]
    run -3 dama-validate -q --baseline=known --write-baseline nowhere.pdn "$data/clean.pdn"
    [[ $output == *"[read-failed]"*"dama-validate: not all of the input was read; known was not written" ]]
    [ ! -e known ]
    echo '# findings known to dama-validate' >known
    run -3 dama-validate -q --baseline=known --write-baseline nowhere.pdn "$data/clean.pdn"
    [[ $output == *"dama-validate: not all of the input was read; known is unchanged" ]]
    [ "$(cat known)" = '# findings known to dama-validate' ]
    seq -f 'no line %g of a game' 20000 | tr 0-9 k-t | gzip -c | head -c 20000 >cut.pdn.gz
    run -3 dama-validate -q cut.pdn.gz
    [[ $output == *"[not-pdn]"* && $output == *"[read-failed]"* ]]
}

@test "a game over 16 MiB is a finding, and the next game is checked" {
    { game '1. 32-28 *'; game '1. 32-28 {'; head -c 17000000 /dev/zero | tr '\0' 'x'; printf '}\n\n'; game '1. 32-29 *'; } >huge.pdn
    run dama-validate huge.pdn
    [ "$status" -eq 1 ]
    [[ "$output" == *": error: no other game begins within 17"+([0-9])" bytes, and a game may have at most 16 MiB; skipped [huge-game]"* ]]
    [[ "$output" == *"1. 32-29: "*"[illegal-move]"* ]]
    { head -c 30000000 /dev/zero | tr '\0' 'x'; printf '\n\n'; game '1. 32-29 *'; } >huge.pdn # all at the first line
    run dama-validate huge.pdn
    [ "$status" -eq 1 ]
    [[ "$output" == *"[huge-game]"* ]]
    [[ "$output" == *"1. 32-29: "*"[illegal-move]"* ]]
}

@test "1,000 nested variations, comments never closed, NULs" {
    { game ''; printf '1. 32-28'; awk 'BEGIN { for (i = 0; i < 1000; i++) printf " (31-27"; for (i = 0; i < 1000; i++) printf ")" }'; echo ' *'; } >nested.pdn
    run dama-validate nested.pdn
    [ "$status" -eq 0 ]
    { game '1. 32-28 {never'; game '1. 32-29 *'; } >open.pdn
    run dama-validate open.pdn
    [ "$status" -eq 1 ]
    [[ "$output" == *"[unclosed-comment]"* ]]
    [[ "$output" == *"[illegal-move]"* ]]
    { game '1. 32-28'; printf '\0\0\0 19-23 *\n'; } >nul.pdn
    run dama-validate nul.pdn
    [[ "$output" == *"[control-character]"* ]]
}

@test "bytes that are not text" {
    head -c 200000 /dev/urandom >noise.pdn
    run dama-validate noise.pdn
    [ "$status" -eq 1 ]
    [ "${#lines[@]}" -eq 1 ]
    [[ "$output" == *"[not-pdn]" ]]
}

@test "documents of other programs are recognised and named" {
    printf '\320\317\021\340\241\261\032\341 and what follows\n' >word.doc
    run dama-validate word.doc
    [ "$status" -eq 1 ]
    [ "$output" = "word.doc:1:1: error: this is an office document, not PDN [not-pdn]" ]
    printf '\377\330\377\340 a photograph\n' >scan.pdn
    run dama-validate scan.pdn
    [ "$status" -eq 1 ]
    [ "$output" = "scan.pdn:1:1: error: this is a picture, not PDN [not-pdn]" ]
}

@test "--fix keeps the kind of squares that a game uses" {
    while IFS='|' read -r tags moves fixed; do
        printf '%s\n\n%s\n' "$tags" "$moves" >own.pdn
        dama-validate -q --fix --force -o once.pdn own.pdn || true
        [ "$(tail -1 once.pdn)" = "$fixed" ] || { cat once.pdn && false; }
        dama-validate -q --fix --force -o twice.pdn once.pdn || true
        cmp once.pdn twice.pdn
        run -0 dama-validate -q --fix --dry-run --enable=square-kind --disable=missing-tag once.pdn
        [[ $output != *' -> '* ]]
    done <<'END'
[GameType "25"]|1. 22 - 18 11-15 2. 18-11 08-15 3. 25–22 *|1. 22-18 11-15 2. 18:11 8:15 3. 25-22 *
[GameType "21"]|1. 22 - 18 11-15 2. 18-11 08-15 3. 2522 4 - 8 *|1. 22-18 11-15 2. 18x11 8x15 3. 25-22 4-8 *
[GameType "20"]|1. f4 - e5 G7-H6 2. e3xf4 *|1. f4-e5 g7-h6 2. e3-f4 *
[GameType "25"]|1. f6 - g5 c3-b4 2. G7-f6 b4-a5 3. h8xg7 *|1. f6-g5 c3-b4 2. g7-f6 b4-a5 3. h8-g7 *
END
    # numbers that count from a1 cannot be told from those from a8, and stay
    printf '[GameType "30"]\n\n1. 17 - 25 41-33 *\n' >a1.pdn
    dama-validate -q --fix -o a1-fixed.pdn a1.pdn || true
    cmp a1.pdn a1-fixed.pdn
}

@test "chess is distinguished from draughts in letters, however it is written" {
    while IFS='|' read -r what text; do
        printf '%b\n' "$text" >kind.pdn
        run dama-validate -q kind.pdn
        if [ "$what" = chess ]; then
            [ "$output" = "kind.pdn:1:1: error: this is a file of chess games, not PDN [not-pdn]" ]
        else
            [[ $output != *"[not-pdn]"* ]]
        fi || { echo "$text: $output" && false; }
    done <<'END'
draughts|[GameType "29"]\n1. c3 - d4 f6 - e5 2. d4xf6 g7xe5 *
draughts|1. c3 - d4 f6 - e5 2. d4xf6 g7xe5 *
draughts|1. c3- d4 f6 -e5 2. d4–c5 *
draughts|[GameType "26"]\n1. cd4 de5 2. bc3 hg5 3. gf4 gxe3 4. fxd2 *
draughts|[GameType "26"]\n1. cd4 de5 {Nf3 Nf6} 2. bc3 hg5 3. Nf3 Nf6 *
draughts|1. cd4 de5 2. bc3 hg5 3. gf4 gxe3 4. fxd2 *
draughts|1. c3-d4 f6-e5 ; threatens e5 after c3 or b4 wins\n2. d4xf6 g7xe5 *
draughts|White Kb2 c3 e3 g3 Black Kd6 Ba5 h8\n*
chess|1. e4 e5 2. Nf3 Nc6 *
chess|[GameType "0"]\n1. e4 e5 2. Nf3 Nc6 *
chess|[Variant "Standard"]\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. O-O *
chess|1. e4 e5 {c3-d4} 2. Nf3 Nc6 ; c3-d4\n% c3-d4\n3. d4 exd4 *
chess|1. e4 d5 (1... c5 2. Nf3) 2. exd5 Qxd5 3. Nc3 Qd8 4. d4 Bg4 5. f3 *
chess|1. d4 d5 2. Bxf7+ 0-0-0 *
chess|50. e8=Q+ h1=Q *
END
    python3 "$DAMA_SOURCE/tools/chess-games" --plies 200 >chess.pgn
    run -1 dama-validate -q chess.pgn
    [[ $output == *"chess games, not PDN [not-pdn]" ]]
}

# ---- output ----

@test "a reader that closes the pipe ends the run silently" {
    many 20000 '1. 32-29 *' >bad.pdn
    run --separate-stderr bash -c 'dama-validate bad.pdn | head -n 1'
    [ "${#lines[@]}" -eq 1 ]
    [ -z "$stderr" ]
}

@test "a baseline has a line for each finding, whatever the name of its file" {
    cp "$data/findings/illegal-move.pdn" $'two\nlines.pdn'
    dama-validate --baseline=known --write-baseline $'two\nlines.pdn'
    run -0 dama-validate --baseline=known $'two\nlines.pdn'
    [ -z "$output" ]
}

@test "--fix writes to a device or a pipe without --force" {
    cp "$data/findings/hyphen-capture.pdn" in.pdn
    dama-validate -q --fix -o want.pdn in.pdn >/dev/null
    dama-validate -q --fix -o /dev/stdout in.pdn 2>err | cmp - want.pdn
    grep -q hyphen-capture err
    mkfifo pipe
    cat pipe >got.pdn &
    dama-validate -q --fix -o pipe in.pdn >/dev/null
    wait $!
    cmp got.pdn want.pdn
    if [ -e /dev/full ]; then run -3 dama-validate --fix -o /dev/full in.pdn; fi
    run -2 dama-validate --fix -o out.pdn.bz2 in.pdn
    [[ "$output" == *"out.pdn.bz2: dama cannot write files compressed with bzip2; use .gz, .zst or .xz"* ]]
}

@test "an empty baseline, which dama never writes, is mentioned" {
    : >known
    run -0 --separate-stderr dama-validate --baseline=known "$data/clean.pdn"
    [ "$stderr" = "dama-validate: known is empty" ]
    dama-validate --baseline=known --write-baseline "$data/clean.pdn"
    run -0 --separate-stderr dama-validate --baseline=known "$data/clean.pdn"
    [ -z "$stderr" ]
}

@test "why a file cannot be read is said even where no findings are printed" {
    printf '1. 32-28 19-23 *\n' | gzip | head -c 20 >cut.pdn.gz
    for words in --patch "--fix --dry-run" --summary=only; do
        # shellcheck disable=SC2086 # words are meant to be split
        run -3 --separate-stderr dama-validate $words none.pdn cut.pdn.gz
        [[ $stderr == *"none.pdn: cannot open: No such file or directory"*"cut.pdn.gz: gzip data is truncated"* ]]
    done
    run -3 --separate-stderr dama-validate none.pdn # as a finding, otherwise
    [ -z "$stderr" ]
}

@test "a baseline without line ends is not read to its end" {
    run -3 timeout 20 dama-validate --baseline=/dev/zero "$data/clean.pdn"
    [[ "$output" == *"/dev/zero:1: not a baseline"* ]]
    dama-validate --baseline=known --write-baseline "$data/clean.pdn"
    head -c 20000 /dev/zero | tr '\0' a >>known
    run -3 dama-validate --baseline=known "$data/clean.pdn"
    [[ "$output" == *"a line of more than"* ]]
}

@test "a full disk is an error" {
    [ -e /dev/full ] || skip "no /dev/full"
    run bash -c 'dama-validate "$0" >/dev/full' "$data/findings/illegal-move.pdn"
    [ "$status" -eq 3 ]
    [[ "$output" == *"cannot write"* ]]
}

@test "a signal: what was found is printed, and the status is 4" {
    mkfifo pipe
    dama-validate pipe >out 2>err &
    pid=$!
    exec 7<>pipe
    many 20000 '1. 32-29 *' >&7
    sleep 0.3
    kill -TERM $pid
    status=0
    wait $pid || status=$?
    exec 7>&-
    [ "$status" -eq 4 ]
    grep -q 'illegal-move' out
    grep -q 'stopped' err
}

@test "a signal that ends the writer of a pipe too: what came is not taken for the whole" {
    mkfifo pipe
    many 400 '1. 32-28 *' >part
    echo '# findings known to dama-validate' >kept
    cp kept old
    for options in "--fix --force --output=kept" "--fix --output=new" --patch "--write-baseline --baseline=kept"; do
        # shellcheck disable=SC2086 # words
        dama-validate -j2 $options - <pipe >out 2>err &
        pid=$!
        exec 7>pipe
        cat part >&7
        wait_for_handler $pid
        sleep 0.3 # it waits for more by now
        kill -TERM $pid
        exec 7>&-
        status=0
        wait $pid || status=$?
        [ "$status" -eq 4 ]
        [ ! -s out ] || [ "$options" != --patch ]
        cmp kept old
        [ ! -e new ]
        grep -q 'stopped by a signal' err
    done
}
