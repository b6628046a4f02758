#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
# dama-validate: findings, how they are printed, rules, real games. Repairs and files: dama-validate-files.bats.

bats_require_minimum_version 1.5.0
load ../lib/games

setup() {
    data=$DAMA_SOURCE/tests/data
    work=$BATS_TEST_TMPDIR
    cd "$work" || return
}

teardown() {
    chmod -R u+rwx "$work" 2>/dev/null || true
}

# ---- what is found ----

@test "clean games give no findings" {
    run dama-validate --strict --disable=result-terminator "$data/clean.pdn"
    [ "$status" -eq 0 ]
    [ -z "$output" ]
}

@test "self-play games give no findings" {
    while read -r variant plies; do
        file=$data/selfplay/$variant.pdn
        run dama-validate --strict --disable=result-terminator --summary "$file"
        [ "$status" -eq 0 ]
        [ "$output" = "12 games in 1 file, 12 with moves, 12 of them legal throughout; $plies plies" ]
        # Their tags name the variant: without them they are as good.
        sed '/^\[\(GameType\|Variant\) /d' "$file" >bare.pdn
        run dama-validate --variant "$variant" --summary=only bare.pdn
        [[ $output == *"; $plies plies"* ]]
    done <<'END'
turkish 1266
armenian 646
tama 911
dameo 1140
croda 1516
altdeutsch 3540
altdeutsch-flying 874
END
}

@test "games of a file with the same guess are reported once" {
    printf '1. 32-28 19-23 *\n\n1. 33-28 *\n\n1. c3-d4 d6-c5 *\n\n1. 32-28 *\n' >guess.pdn
    cp guess.pdn other.pdn
    run bash -c 'dama-validate guess.pdn other.pdn | grep -c variant-guessed'
    [ "$output" = 6 ]
}

@test "every code has a sample that provokes it" {
    dama-validate --strict --endgame "$DAMA_SOURCE/data/egdb" --format=jsonl "$data"/findings/*.pdn |
        sed -n 's|.*"file":"[^"]*/\([^/"]*\)\.pdn".*"code":"\([^"]*\)".*|\1 \2|p' >provoked
    missing=''
    for code in $(dama-validate --explain=list | awk '{print $1}'); do
        case $code in
        bad-record | inferred | unplaced-text | kept-bytes) continue ;; # of other formats than PDN
        huge-game | read-failed | deep-nesting) continue ;;             # below: too large, or no file
        esac
        [ -f "$data/findings/$code.pdn" ] || missing="$missing $code(no sample)"
        grep -qx "$code $code" provoked || missing="$missing $code"
    done
    echo "not provoked:$missing"
    [ -z "$missing" ]
}

@test "every message has an example" {
    python3 "$DAMA_SOURCE/tests/lib/messages.py" "$DAMA_SOURCE" "$work/games" >examples
    [ "$(wc -l <examples)" -gt 180 ]
}

@test "validate and convert count the same games in every file" {
    source=$data
    count=40
    if [ -d "$DAMA_SHARED/data/pdn" ]; then source=$DAMA_SHARED/data/pdn; fi
    if [ -n "${DAMA_TEST_LONG:-}" ]; then count=1000; fi
    python3 "$DAMA_SOURCE/tests/lib/damage.py" "$source" damaged "$count" 11
    printf '[White "A"]\n1. 32-28 0-2t\n\n[White "B"]\n1. 32-28 0-0t\n\n1. 33-28 2-0\n' >damaged/t.pdn
    if [ -n "${DAMA_TEST_LONG:-}" ]; then find "$source" -iname '*.pdn' >files; fi
    find damaged -name '*.pdn' >>files
    while IFS= read -r file; do
        dama-validate -q --summary=only "$file" | sed -n 's/^\([0-9]*\) games* in.*/\1/p' >a || true
        dama-convert -q --from=pdn --to=csv --columns=plies "$file" 2>/dev/null | tail -n +2 | wc -l >b || true
        [ "$(cat a)" -eq "$(cat b)" ] || { echo "$file: $(cat a) $(cat b)"; return 1; }
    done <files
}

@test "every sample is named after an existing code" {
    for sample in "$data"/findings/*.pdn; do
        dama-validate --explain="$(basename "$sample" .pdn)" >/dev/null
    done
}

@test "variations nested too deep" {
    { game ''; printf '1. 32-28'; awk 'BEGIN { for (i = 0; i < 1001; i++) printf "(32-28 " ; for (i = 0; i < 1001; i++) printf ")" }'; echo ' *'; } >deep.pdn
    codes deep.pdn | grep -qx deep-nesting
}

@test "no escape sequence reaches the terminal, in any format" {
    name=$(printf 'x\033[31m.pdn')
    { printf '[Event "\033[31m"]\n[GameType "\033]0;evil\007"]\n[FEN "\033[2J"]\n[Date "\302\2331m"]\n\n'; printf '1. 32-\033[7m28 {\033[5m} \302\233 *\n'; } >"$name"
    for format in text jsonl tap github csv; do
        dama-validate --strict --format=$format "$name" >out 2>err || true
        [ -s out ]
        harmless out err
    done
    dama-validate --strict --context --summary=only "$name" >out 2>&1 || true
    [ -s out ]
    harmless out
    dama-validate --strict --context "$name" >out 2>&1 || true
    harmless out
    run dama-validate "$(printf 'missing\033[31m')"
    [[ "$output" == *'missing\x1b[31m'* ]]
    run dama-validate "$(printf -- '--x\033[31m')"
    [[ "$output" == *'\x1b[31m'* ]]
}

@test "a line has file, line, column, severity, game, move, message and code" {
    run dama-validate "$data/findings/illegal-move.pdn"
    [ "$status" -eq 1 ]
    [ "$output" = "$data/findings/illegal-move.pdn:10:19: error: game 1, 2. 37-32: a capture is compulsory: 28x19; perhaps 28x19 was meant (the only legal move) [illegal-move]" ]
}

@test "a hole of zeros between games is a finding, and the games are checked" {
    game='[Event "A"]\n\n1. 32-28 19-23 *\n\n'
    { printf '%b' "$game" && head -c 512 /dev/zero && printf '%b' "$game"; } >hole.pdn
    run -0 dama-validate --fail-on=error hole.pdn
    [[ $output == *'hole.pdn:5:1: warning: game 1: control character [control-character]'* ]]
    [[ $output != *not-pdn* ]]
    [ "$(dama-convert -q hole.pdn | grep -c '^\[Event')" -eq 2 ]
}

@test "moves after a position that is set up again are checked, though one before it is unknown" {
    printf '[GameType "20"]\n[Result "1-1"]\n\n1. 32-28 19-23 2. 28x19 - /FEN "W:W32:B19"/ 3. 32-27 19-24 4. 1-2 1-1\n' >again.pdn
    run -1 dama-validate again.pdn
    [[ $output == *'again.pdn:4:25: warning: game 1, 2... -: move left out;'* ]]
    [[ $output == *'again.pdn:4:63: error: game 1, 4. 1-2: there is no piece on 1 [illegal-move]'* ]]
    sed 's/ 4\. 1-2//' again.pdn >legal.pdn
    run -0 --separate-stderr dama-convert -q --position=final --to=fen legal.pdn
    [ "$output" = 'W:W27:B24' ]
    [ "$(dama-convert -q --position='B:W27:B19' --to=csv --columns=plies legal.pdn | tail -n +2)" -eq 6 ]
}

@test "after a fault the next games are checked" {
    { game '1. 32-28 19-24 28-19 *'; game '1. 32-27 27-21 *'; game '1. 31-27 20-24 2. 27-21 *'; } >three.pdn
    run dama-validate --severity=error three.pdn
    [ "$status" -eq 1 ]
    [ "${#lines[@]}" -eq 2 ]
    [[ "${lines[0]}" == "three.pdn:10:16: error: game 1, 2. 28-19:"* ]]
    [[ "${lines[1]}" == "three.pdn:21:10: error: game 2, 1... 27-21:"* ]]
}

@test "games are numbered within their file, however it is read" {
    many 5000 '1. 32-28 19-23 2. 28x19 14x23 *' >many.pdn
    game '1. 32-29 *' >>many.pdn
    run dama-validate many.pdn
    [ "${#lines[@]}" -eq 1 ]
    [[ "$output" == "many.pdn:55010:4: error: game 5001, 1. 32-29:"* ]]
}

# ---- which findings count ----

@test "--disable suppresses codes" {
    run dama-validate --disable=illegal-move "$data/findings/illegal-move.pdn"
    [ "$status" -eq 0 ]
    [ -z "$output" ]
    run -0 dama-validate --disable='date-form, illegal-move' "$data/findings/illegal-move.pdn"
    run dama-validate --disable=illegal-move,no-such-code "$data/findings/illegal-move.pdn"
    [ "$status" -eq 2 ]
    run dama-validate --disable=ilegal-move "$data/clean.pdn"
    [ "$status" -eq 2 ]
    [[ "$output" == *"did you mean 'illegal-move'"* ]]
}

@test "--strict turns departures from the grammar into errors" {
    run dama-validate "$data/findings/blank-in-move.pdn"
    [ "$status" -eq 0 ]
    [[ "$output" == *": warning: "*"[blank-in-move]" ]]
    run dama-validate --strict "$data/findings/blank-in-move.pdn"
    [ "$status" -eq 1 ]
    [[ "$output" == *": error: "*"[blank-in-move]" ]]
}

@test "--strict reports what only programs that read PDN may meet" {
    run -0 dama-validate "$data/findings/skipped-move.pdn"
    [[ "$output" == *": note: "*"[skipped-move]" ]]
    run -1 dama-validate --strict "$data/findings/skipped-move.pdn"
    [[ "$output" == *": error: "*"[skipped-move]" ]]
    printf '[White "A"]\n[Result "12-8"]\n\n1. 32-28 12-8\n' >odd.pdn
    run dama-validate --strict odd.pdn
    [[ $output != *result-terminator* ]]
    run -0 dama-validate "$data/findings/result-terminator.pdn"
    [ -z "$output" ]
    for option in --strict --enable=result-terminator; do
        run -0 dama-validate "$option" "$data/findings/result-terminator.pdn"
        [[ "$output" == *":10:16: note: "*"the moves end with 1-1, where strict PDN has * "*"[result-terminator]" ]]
        dama-convert --strict "$data/findings/result-terminator.pdn" >strict.pdn
        run -0 dama-validate "$option" strict.pdn
        [ -z "$output" ]
    done
}

@test "--fail-on sets the severity from which the status is 1" {
    run dama-validate --fail-on=warning "$data/findings/date-form.pdn"
    [ "$status" -eq 1 ]
    run dama-validate --fail-on=never "$data/findings/illegal-move.pdn"
    [ "$status" -eq 0 ]
    [[ "$output" == *"[illegal-move]" ]]
    run dama-validate --fail-on=note "$data/findings/result-type.pdn"
    [ "$status" -eq 1 ]
    run dama-validate --fail-on=eror "$data/clean.pdn"
    [ "$status" -eq 2 ]
}

@test "--enable reports what is not reported by default, or after --disable=all" {
    run dama-validate "$data/findings/long-capture.pdn"
    [[ "$output" != *"[long-capture]"* ]]
    run dama-validate --enable=long-capture "$data/findings/long-capture.pdn"
    [[ "$output" == *"[long-capture]"* ]]
    { cat "$data/findings/illegal-move.pdn"; echo; cat "$data/findings/date-form.pdn"; } >a.pdn
    run dama-validate --disable=all --enable=date-form a.pdn
    [ "$status" -eq 0 ]
    [ "${#lines[@]}" -eq 1 ]
    [[ "$output" == *"[date-form]" ]]
}

@test "equal notes are one line per file, unless --all is given" {
    for _ in 1 2 3; do printf '[White "A"]\n[GameType "20"]\n\n1. 32-28 *\n\n'; done >a.pdn
    run dama-validate a.pdn
    [ "${#lines[@]}" -eq 1 ]
    [ "$output" = "a.pdn:1:1: note: game 1: missing tags: Event, Site, Date, Round, Black, Result (and in 2 more games) [missing-tag]" ]
    run dama-validate --all a.pdn
    [ "${#lines[@]}" -eq 3 ]
    run bash -c 'dama-validate --format=csv a.pdn | wc -l'
    [ "$output" -eq 4 ]
}

@test "old spellings are refused with the new one" {
    run dama-validate --encoding=latin1 "$data/clean.pdn"
    [ "$status" -eq 2 ]
    [[ "$output" == *"'--encoding' is now '--input-encoding'"* ]]
    run dama-validate -f csv "$data/clean.pdn"
    [ "$status" -eq 2 ]
    [[ "$output" == *"'-f' is now '--format'"* ]]
}

@test "a reader that closes the pipe is not an error" {
    many 3000 '1. 32-29 *' >many.pdn
    run bash -o pipefail -c 'dama-validate many.pdn | head -1'
    [ "$status" -eq 1 ] # errors were found
    [ "${#lines[@]}" -eq 1 ]
    run bash -o pipefail -c 'dama-validate --fail-on=never many.pdn | head -1'
    [ "$status" -eq 0 ]
}

@test "--severity hides lower severities, and the status stays" {
    run dama-validate --severity=error "$data/findings/date-form.pdn"
    [ "$status" -eq 0 ]
    [ -z "$output" ]
    run dama-validate --severity=warning "$data/findings/date-form.pdn"
    [[ "$output" == *"[date-form]" ]]
}

@test "a baseline suppresses known findings, and no others" {
    cp "$data/findings/illegal-move.pdn" a.pdn
    run dama-validate --baseline=known --write-baseline a.pdn
    [ "$status" -eq 0 ]
    [ -z "$output" ]
    grep -q ' 1 illegal-move a.pdn$' known
    run dama-validate --baseline=known a.pdn
    [ "$status" -eq 0 ]
    [ -z "$output" ]
    { game '1. 33-29 *'; cat a.pdn; echo; cat a.pdn; } >b && mv b a.pdn
    run dama-validate --baseline=known a.pdn # it was known once, at whatever line; twice is one too many
    [ "$status" -eq 1 ]
    [ "${#lines[@]}" -eq 1 ]
    [[ "$output" == *"game 3, 2. 37-32"* ]]
}

@test "a baseline survives another name, another folder and another order" {
    { sed 's/"A"/"One"/' "$data/findings/illegal-move.pdn"; echo; sed 's/"A"/"Two"/; s/37-32/37-31/' "$data/findings/illegal-move.pdn"; echo; } >a.pdn
    dama-validate --baseline=known --write-baseline a.pdn
    mkdir sub
    { sed 's/"A"/"Two"/; s/37-32/37-31/' "$data/findings/illegal-move.pdn"; echo; sed 's/"A"/"One"/' "$data/findings/illegal-move.pdn"; } >sub/z.pdn
    run dama-validate --baseline=known sub
    [ "$status" -eq 0 ]
    [ -z "$output" ]
    printf '[White "A"]\n\n1. 32-28 *\n\n' >c && printf '[White "B"]\n\n1. 33-28 *\n\n' >d
    cat c d >e.pdn # their variant is guessed, which is told at the first
    dama-validate --baseline=guessed --write-baseline e.pdn
    cat d c >e.pdn
    run dama-validate --baseline=guessed --fail-on=warning e.pdn
    [ "$status" -eq 0 ]
    [ -z "$output" ]
    printf '[White "C"]\n[GameType "20"]\n\n1. 33-28 *\n\n' >>e.pdn # from now on the reason is given
    [[ $(dama-validate e.pdn) == *"like the other games in the file"* ]]
    run -0 dama-validate --baseline=guessed --fail-on=warning --severity=warning e.pdn
    [ -z "$output" ]
    sed -i 's/"Two"/"Three"/' sub/z.pdn # another game
    run dama-validate --baseline=known sub
    [ "$status" -eq 1 ]
    [ "${#lines[@]}" -eq 1 ]
    printf '# findings known to dama-validate: key, how often, code, file\n' >old
    run dama-validate --baseline=old a.pdn
    [ "$status" -eq 3 ]
    [[ "$output" == "old:1: not a baseline that this version wrote"* ]]
}

@test "an invalid baseline is reported with its line" {
    printf '# head\nnonsense\n' >known
    run dama-validate --baseline=known "$data/clean.pdn"
    [ "$status" -eq 3 ]
    [[ "$output" == "known:1: "* ]]
    run dama-validate --baseline=nowhere "$data/clean.pdn"
    [ "$status" -eq 3 ]
    run dama-validate --write-baseline "$data/clean.pdn"
    [ "$status" -eq 2 ]
}

# ---- formats ----

@test "--format=jsonl" {
    run dama-validate --format=jsonl "$data/findings/illegal-move.pdn"
    [ "$status" -eq 1 ]
    printf '%s\n' "$output" | python3 -c '
import json, sys
f = json.loads(sys.stdin.read())
assert f["line"] == 10 and f["column"] == 19 and f["game"] == 1, f
assert f["severity"] == "error" and f["code"] == "illegal-move" and f["move"] == "2. 37-32", f
assert f["fen"].startswith("W:W28,31,33-50:B"), f
assert f["repair"] == "28x19" and f["certain"] is False, f'
}

@test "--format=tap has a test for each game" {
    { game '1. 32-28 *'; game '1. 32-29 *'; } >two.pdn
    run dama-validate --format=tap two.pdn
    [ "$status" -eq 1 ]
    [ "${lines[0]}" = "TAP version 13" ]
    [ "${lines[1]}" = "ok 1 - two.pdn game 1" ]
    [ "${lines[2]}" = "not ok 2 - two.pdn game 2" ]
    [[ "${lines[3]}" == "# two.pdn:21:4: error: 1. 32-29: "* ]]
    [ "${lines[4]}" = "1..2" ]
}

@test "--format=tap fails as the exit status does" {
    { game '1. 32-28 *'; game '1. 32-29 *'; game '1. 32-29 *'; } >three.pdn
    dama-validate --baseline=known --write-baseline three.pdn
    run -0 dama-validate --format=tap --baseline=known three.pdn
    [[ "$output" != *"not ok"* && "$output" != *"#"* ]]
    { game '1. 32-28 *'; game '1. 32-29 *'; } >two.pdn
    dama-validate --baseline=known --write-baseline two.pdn
    run -1 dama-validate --format=tap --baseline=known three.pdn
    [ "$(grep -c '^not ok' <<<"$output")" -eq 1 ]
    [[ "$output" == *$'\nok 2 - '*$'\nnot ok 3 - '* ]]
    game '1. 32-28 *' | sed '/GameType/d' >warned.pdn
    run -1 dama-validate --format=tap --fail-on=note warned.pdn
    [[ "$output" == *$'\nnot ok 1 - '* ]]
    run -0 dama-validate --format=tap --fail-on=never two.pdn
    [[ "$output" != *"not ok"* && "$output" == *": error: "* ]]
}

@test "--format=github and csv escape their special characters" {
    printf '[Event "a,\\"b\\" 100%%"]\n[White "A"]\n[Black "B"]\n[Site "?"]\n[Round "0, or %%"]\n[Result "*"]\n[GameType "20"]\n[Date "1, 2%%"]\n\n1. 32-28 *\n' >'a,b: 9%.pdn'
    run dama-validate --format=github 'a,b: 9%.pdn'
    [[ "$output" == '::warning file=a%2Cb%3A 9%25.pdn,line=8,col=8,title=date-form::game 1: Date "1, 2%25" is not'* ]]
    run dama-validate --format=csv 'a,b: 9%.pdn'
    [ "${lines[0]}" = 'file,line,column,game,move,severity,code,message' ]
    [[ "${lines[1]}" == '"a,b: 9%.pdn",8,8,1,,warning,date-form,"Date ""1, 2%"" is not'* ]]
}

@test "--context shows the line with a caret and the board" {
    run dama-validate --context "$data/findings/illegal-move.pdn"
    [ "${lines[1]}" = "    1. 32-28 19-23 2. 37-32 *" ]
    [ "${lines[2]}" = "                      ^~~~~" ]
    [[ "$output" == *"White to move" ]]
}

@test "--context shows the line and the board of notes, too" {
    cp "$data/findings/draw-by-rule.pdn" .
    run -0 dama-validate --all --context draw-by-rule.pdn
    all=$output
    run -0 dama-validate --context draw-by-rule.pdn
    [[ $all == *"[draw-by-rule]"*"^"*" to move" ]]
    [ "$output" = "$all" ]
    # of equal ones, the first
    for _ in 1 2; do printf '[White "A"]\n[GameType "20"]\n\n1. 32-28 *\n\n'; done >two.pdn
    run -0 dama-validate --context two.pdn
    [[ ${lines[0]} == "two.pdn:1:1: note: "*" (and in 1 more game) [missing-tag]" ]]
    [ "${lines[1]}" = '    [White "A"]' ]
    [ "${lines[2]}" = '    ^' ]
}

# on_terminal LOCALE COMMAND: what it prints on a terminal
on_terminal() { LC_ALL=$1 TERM=xterm script -qc "$2" /dev/null </dev/null; }

@test "boards have Unicode pieces on a terminal that can display them" {
    command -v script >/dev/null || skip "no script(1)"
    sample=$data/findings/illegal-move.pdn
    on_terminal C.UTF-8 "dama-validate --context $sample" >unicode
    grep -q '⛂' unicode
    if grep -q 'b black man' unicode; then return 1; fi
    on_terminal C "dama-validate --context $sample" | grep -q 'b black man'
    LC_ALL=C.UTF-8 dama-validate --context "$sample" | grep -q 'b black man'
    on_terminal C.UTF-8 "dama-convert -q -t board $sample" | grep -q '⛂'
    LC_ALL=C.UTF-8 dama-convert -q -t board "$sample" -o x.board || true
    grep -q 'b black man' x.board
}

@test "--context cuts long lines and tames control characters" {
    { game ''; printf '1. 32-28 {'; head -c 3000 /dev/zero | tr '\0' a; printf '} 19-23 {\033[31mred} 2. 37-32 {'; head -c 3000 /dev/zero | tr '\0' b; printf '} *\n'; } >long.pdn
    run dama-validate --context long.pdn
    [ "${#lines[1]}" -lt 130 ]
    [[ "${lines[1]}" == "    ..."*"2. 37-32 {b"*"..." ]]
    [[ "$output" != *$'\033'* ]]
}

@test "colours only if they are requested" {
    run dama-validate "$data/findings/illegal-move.pdn"
    [[ "$output" != *$'\033'* ]]
    run dama-validate --color=always "$data/findings/illegal-move.pdn"
    [[ "$output" == *$'\033[1;31m'* ]]
}

@test "colours go with the findings, not with the copy on standard output" {
    command -v script >/dev/null || skip "script(1) is not installed"
    TERM=xterm NO_COLOR='' script -qec \
        "dama-validate --fix -o - '$data/findings/illegal-move.pdn' 2>findings" /dev/null >copy || true
    grep -q 'illegal-move' findings
    run -1 grep -q $'\033' findings
}

@test "--summary counts games, codes and files" {
    run dama-validate --summary=only "$data/findings/illegal-move.pdn" "$data/clean.pdn"
    [ "$status" -eq 1 ]
    [ "${lines[0]}" = "3 games in 2 files, 3 with moves, 2 of them legal throughout; 17 plies" ]
    [[ "$output" == *"1  error    illegal-move"* ]]
    [[ "$output" == *"1          0          0  $data/findings/illegal-move.pdn"* ]]
}

@test "--explain describes a code" {
    diff <(dama-validate --explain illegal-move --explain=bad-fen) \
        <(dama-validate --explain illegal-move; echo; dama-validate --explain=bad-fen)
    diff <(dama-validate --explain illegal-move --explain=bad-fen) <(dama-validate --explain=illegal-move,bad-fen)
    run dama-validate --explain illegal-move
    [ "$status" -eq 0 ]
    [ "${lines[0]}" = "illegal-move: error" ]
    run dama-validate --explain ilegal-move
    [ "$status" -eq 2 ]
    [[ "$output" == *"did you mean 'illegal-move'"* ]]
}

@test "the manual has every code" {
    dama-validate --explain=page >page
    for code in $(dama-validate --explain=list | awk '{print $1}'); do
        grep -q "^\\*$code\\* (" page
    done
}

@test "the session in the README matches the output" {
    cd "$DAMA_SOURCE"
    dama-validate --severity=warning examples/faults.pdn | sed 's/^/    /' >"$work/printed" || true
    grep -F '    examples/faults.pdn:' README.md | cmp - "$work/printed"
}

@test "the examples in the manual and in --help run as printed" {
    mkdir games
    cp "$data/findings/hyphen-capture.pdn" club.pdn
    cp club.pdn games/
    examples_of validate/dama-validate.1.scd >commands
    dama-validate --help | sed -n 's/^  \(dama-validate .*\)/\1/p' >>commands
    [ "$(wc -l <commands)" -ge 10 ]
    while read -r line; do
        rm -f repaired.pdn
        case $line in
        patch*) command -v patch >/dev/null || continue ;;
        *jq*) command -v jq >/dev/null || continue ;;
        esac
        bash -c "$line" >out 2>&1 || [ $? -eq 1 ] || { echo "$line"; cat out; return 1; }
    done <commands
}

# ---- rules ----

@test "--variant overrides the tags, list shows the rules" {
    game '1. 11-15 23-19 2. 8-11 22-17 *' 20 >a.pdn
    run dama-validate --severity=error a.pdn
    [ "$status" -eq 1 ]
    run dama-validate --variant=english a.pdn
    [ "$status" -eq 0 ]
    run dama-validate --variant=englsh a.pdn
    [ "$status" -eq 2 ]
    [[ "$output" == *english* ]]
    run dama-validate --variant=list
    [ "$status" -eq 0 ]
    [[ "$output" == *altdeutsch-flying* ]]
}

@test "--draws chooses the draw rules" {
    run dama-validate "$data/findings/draw-by-rule.pdn"
    [[ "$output" == *"[draw-by-rule]"* ]]
    run dama-validate --draws=none "$data/findings/draw-by-rule.pdn"
    [[ "$output" != *"[draw-by-rule]"* ]]
    # after a position that is set up, the first draw is still the one that counts
    shuffle='46-41 4-10 41-46 10-4 46-41 4-10 41-46 10-4 46-41 4-10'
    printf '[GameType "20"]\n[FEN "W:WK46,32:BK4,19"]\n\n%s /FEN "W:WK46,32:BK4,19"/ %s *\n' "$shuffle" "$shuffle" >two.pdn
    run dama-validate --disable=all --enable=draw-by-rule two.pdn
    [[ "$output" == *"game 1, 4... 10-4: drawn by rule here"* ]]
    [ "$(grep -c draw-by-rule <<<"$output")" -eq 1 ]
    run -2 dama-validate --draws=nonsense "$data/clean.pdn"
    [[ "$output" == *"no variant has draw rules 'nonsense'; dama(7), DRAWS, lists them"* ]]
    run -2 dama-validate --draws=apca,limit=x "$data/clean.pdn"
    [[ "$output" == *'limit'* && "$output" != *'no variant'* ]]
    run -2 dama-validate --variant=turkish:promotion=stop --draws=nonsense "$data/clean.pdn"
    [[ "$output" == *"turkish has no draw rules 'nonsense'; it has"* ]]
    run -0 dama-validate --draws=apca "$data/clean.pdn"
}

@test "the count of kings against one goes on where one of many is captured" {
    local moves='e3-c5 a5-e1 e5-g7 e1:b8 h6-c1 b8-a7 c5-d6 a7-b8 d6-c5 b8-a7 d8-b6 a7-b8 e7-d8 b8-a7 d8-e7 a7-b8
        c1-d2 b8-g3 b2-a3 g3-b8 d2-b4 b8-h2 g7-c3 h2-g1 c3-b2 g1-h2 b4-a5 h2-d6 b6-d8 d6:f8 a5-e1 f8:b4 e1:a5'
    printf '[GameType "25"]\n[FEN "W:WKb2,Kc7,Kd8,Ke3,Ke5,Ke7,Kf2,Kh6,Kh8:BKa5"]\n\n%s *\n' "$moves" >kings.pdn
    [[ $(dama-validate --disable=all --enable=draw-by-rule kings.pdn) == \
        *'15... d6:f8: drawn by rule here (15 moves with three kings or more against one), but 3 more plies were played'* ]]
}

@test "a FEN with numbers on 64 squares: the counting direction is reported" {
    numbered() { printf '[GameType "30"]\n[FEN "W:W17:B41"]\n\n%s\n' "$1" >numbers.pdn && dama-validate --severity=note --disable=missing-tag numbers.pdn; }
    run numbered '*'
    [[ "$output" == *"squares in another game's notation, read as numbered from a1 [fen-form]"* ]]
    run numbered '1. a6-a7 a3-a2 *' # which only the other way allows
    [[ "$output" == *"squares in another game's notation [fen-form]"* ]]
    [[ "$output" != *illegal* ]]
}

@test "a reading in Variant takes precedence over one in GameType" {
    printf '[White "a"]\n[Black "b"]\n[Result "1-0"]\n[GameType "23,W,8,8,A0,0"]\n[Variant "pool:first=black"]\n\n1. 11-15 22-18 1-0\n' >pool.pdn
    run dama-validate --disable=missing-tag pool.pdn
    [[ "$output" == *"[gametype-contradiction]"* && "$output" != *"[turned-board]"* ]]
    [ "$(dama-convert -q -w 'variant = pool:first=black' -t csv --columns=Result pool.pdn | wc -l)" = 2 ]
    [ "$(dama-convert -q -w 'variant = pool:first=white' -t csv --columns=Result pool.pdn | wc -l)" = 1 ]
    sed 's/:first=black//' pool.pdn >white.pdn
    [ "$(dama-convert -q -w 'variant = pool:first=black' -t csv --columns=Result white.pdn | wc -l)" = 1 ]
}

@test "a draw by rule ends where another position is set up" {
    draw='[FEN "W:WK47,K48:BK1"]\n\n1. 47-41 1-7 2. 41-47 7-1 3. 47-41 1-7 4. 41-47 7-1'
    printf '%b 5. 47-41 /FEN "W:W31-50:B1-20"/ 1. 32-28 2-0\n' "$draw" >a.pdn
    run dama-validate --disable=all --enable=draw-by-rule a.pdn
    [[ "$output" == *"but 1 more ply was played"* ]]
    for rest in '{x} /FEN "W:W31-50:B1-20"/ 1. 32-28 19-23 2-0' '{x} /FEN "W:W31-50:B1-20"/ 1. 32-28 19-23 1-1'; do
        printf '%b %s\n' "$draw" "$rest" >a.pdn
        run dama-validate --disable=all --enable=draw-by-rule a.pdn
        [ -z "$output" ]
    done
}

@test "an ambiguous capture in a variation is a warning, as an illegal move there is" {
    printf '[GameType "21"]\n[FEN "B:W27,31,32:B23,24,15,16,1,2"]\n\n1. 1-6 (1. 1-5 27x11) 27x18x11 *\n' >a.pdn
    run dama-validate --severity=warning --disable=missing-tag a.pdn
    [ "$status" -eq 0 ]
    [[ "$output" == *"this can mean"*"[illegal-variation]" ]]
}

@test "--lenient continues after an ambiguous move" {
    game '1. 47x36 14-20 *' >a.pdn
    sed -i 's/^\[GameType.*/&\n[FEN "W:WK47:B14,19,29,31,42,45"]/; s/14-20/45-49/' a.pdn
    run -1 dama-validate a.pdn
    [[ "$output" == *"[ambiguous-move]"* && "$output" != *"[illegal-move]"* ]]
    run -1 dama-validate --lenient a.pdn
    [[ "$output" == *"[ambiguous-move]"* && "$output" == *"1... 45-49"*"[illegal-move]"* ]]
    sed -i 's/ 45-49//' a.pdn
    run -1 dama-validate a.pdn
    [[ "$output" == *"[ambiguous-move]"* ]]
    run dama-validate --lenient --summary=only a.pdn
    [[ "${lines[0]}" == *"1 of them legal"* ]]
}

# ---- real games ----

@test "the reference collection: games, moves and legal games of every file" {
    [ -f "$DAMA_SHARED/data/pdn/index.tsv" ] || skip "the reference collection is not there"
    python3 "$DAMA_SOURCE/tests/lib/collection.py" "$DAMA_SHARED/data/pdn" "$data/collection.tsv"
}

@test "other formats of games are named" {
    printf '[White "A"]\n[Black "B"]\n[GameType "20"]\n\n1. 32-28 *\n' >a.pdn
    dama-convert -q a.pdn -t csv >table
    dama-convert -q a.pdn -t fen >list
    printf '(1) Aliew,E. - Tsjizjow,A.\nURS-chYU, 00-03-1980\n\n 1.32-28  18-23\n' >games
    run -0 --separate-stderr dama-validate games
    [ "${stderr-}" = "dama-validate: games: this is a numbered list of games, as Turbo Dambase prints it; dama-convert makes PDN of it" ]
    cp games kept
    for how in --in-place --patch "--fix --dry-run" "--fix --output=out"; do # as PDN, it would lose its heads
        # shellcheck disable=SC2086 # options
        run -3 dama-validate $how games
        [[ "$output" == *"games: not repaired: it is not PDN" ]]
        cmp games kept
        [ ! -e out ]
    done
    for file in "table: this is csv (comma-separated values, one game per row)" \
        "list: this is fen (list of positions, one FEN per line)"; do
        run -1 dama-validate "${file%%:*}"
        [ "$output" = "${file%%:*}:1:1: error: ${file#*: }, not PDN; convert it with dama-convert [not-pdn]" ]
    done
}

@test "a folder without game files is reported" {
    mkdir barren
    touch barren/notes.txt
    run -3 --separate-stderr dama-validate barren
    [ -z "$output" ]
    [ "${stderr-}" = "dama-validate: barren/notes.txt was not read: a .txt file is read only if it is given by name
dama-validate: barren: contains no game files" ]
}

@test "text files in a folder are not read, and a message says so" {
    mkdir -p texts
    printf '[GameType "20"]\n\n1. 32-28 *\n' >texts/a.pdn
    cp texts/a.pdn texts/b.txt
    cp texts/a.pdn texts/C.TXT
    run -0 --separate-stderr dama-validate -q --severity=error texts
    [ "${stderr-}" = "dama-validate: 2 .txt files such as texts/C.TXT were not read: they are read only if they are given by name" ]
    run -0 --separate-stderr dama-validate -q --severity=error texts/a.pdn texts/b.txt
    [ -z "${stderr-}" ]
}

@test "--endgame checks the database, and results against it" {
    endgames=$DAMA_SOURCE/data/egdb
    run -0 dama-validate --endgame "$endgames"
    [ "$output" = "dama-validate: $endgames: 41 endgame slices, 0 missing or damaged" ]
    run -0 dama-validate -q --endgame "$endgames" "$data/findings/result-against-endgame.pdn"
    [[ $output == *"note: game 1: the last position is won for White with best play, but the file says 1-1 [result-against-endgame]"* ]]
    printf '[GameType "20"][Result "2-0"][FEN "W:WK18:BK1"]\n\n2-0\n' >position.pdn # without any move
    run -0 dama-validate -q --endgame "$endgames" position.pdn
    [[ $output == *"is a draw with best play, but the file says 2-0 [result-against-endgame]"* ]]
    run -0 dama-validate -q "$data/findings/result-against-endgame.pdn"
    [[ $output != *result-against-endgame* ]]
    # a draw by rule in a won position
    printf '[GameType "20"][Result "1-1"][FEN "W:WK47:B27"]\n\n1. 47-33 27-31 1-1\n' >limit.pdn
    [[ $(dama-validate -q --endgame "$endgames" limit.pdn) == *result-against-endgame* ]]
    [[ $(dama-validate -q --endgame "$endgames" --draws=fmjd,limit=1 limit.pdn) != *result-against-endgame* ]]
    cp -r "$endgames" damaged
    chmod -R u+w damaged
    printf X | dd of=damaged/international/KvM.wdl bs=1 seek=290 conv=notrunc status=none
    rm damaged/international/MvM.wdl
    run -1 dama-validate --endgame damaged
    [[ $output == *"damaged: international/KvM: damaged: "*"damaged: international/MvM: missing"* ]]
    run -3 dama-validate --endgame nowhere
    [[ $output == *"nowhere: No such file or directory"* ]]
    mkdir empty
    run -3 dama-validate --endgame empty
    [[ $output == *"empty: no endgame database in this folder"* ]]
}

# said TEXT: what is found in a text, without what tags it lacks
said() {
    printf '%b' "$1" >in.pdn
    dama-validate --severity=note in.pdn 2>/dev/null | sed -e '/missing-tag/d' -e 's/^in.pdn://' || true
}

@test "--fix guesses nothing where a slip or an earlier tag could have decided" {
    # 2. 47x24 was meant, with which both captures go on
    printf '[Event "x"]\n[Variant "international"]\n[FEN "W:WK17:B7,13,25,K26,K28,29,K32,K40,42,45"]\n\n1. 17x47 26-48 2. 47x29 48-37 3. 24-2 37-10 4. 2-30 *\n' >slip.pdn
    run dama-validate slip.pdn
    [[ "$output" == *"17x33x24x2x16x38x47 fits most of the moves that follow, but not all [ambiguity-settled]"* ]]
    dama-validate -q --fix --force -o fixed.pdn slip.pdn >/dev/null || true
    grep -q '^1\. 17x47 26-48' fixed.pdn
    printf '[GameType "20"]\n[ECO "A"]\n[ECO "B"]\n[ECO "A"]\n\n1. 32-28 *\n' >tags.pdn
    dama-validate -q --fix --force -o fixed.pdn tags.pdn >/dev/null || true
    [ "$(grep ECO fixed.pdn | tail -n 1)" = '[ECO "A"]' ] # the one that is used
}

@test "a position set up in the moves is checked like that of a FEN tag" {
    game='[GameType "20"]\n\n'
    [ "$(said "$game/FEN \"W:W5,33:B20\"/ 1. 33-29 *")" = \
        "3:7: warning: game 1: White's man on 5 would have been crowned there [man-not-crowned]" ]
    [ "$(said "$game/FEN \"W:W31,,32:B1\"/ 1. 31-27 *")" = \
        "3:7: note: game 1: FEN in an unusual form: an extra comma [fen-form]" ]
    dama-validate -q --fix --force -o out.pdn in.pdn >/dev/null
    grep -q '/FEN "W:W31,32:B1"/' out.pdn
    [ "$(said '[GameType "20"][FEN "W:W31\xe2\x80\x9333:B1"]\n*')" = \
        "1:22: note: game 1: FEN in an unusual form: a typographic dash [fen-form]" ]
}

@test "the result of a finished position is checked, even without moves" {
    over='[GameType "20"][FEN "W:W36:B27,31"]'
    [[ $(said "${over}[Result \"2-0\"]\n2-0") == *"so the result is 0-2, not 2-0 [result-against-board]" ]]
    [ "$(said "${over}[Result \"0-2\"]\n0-2")" = "1:22: warning: game 1: the game is over: White has no legal move [fen-over]" ]
    [[ $(said "${over}\n1. 36-41 *") != *fen-over* ]] # the move is reported
    [[ $(said "${over}\n1. 36-41 *") == *moves-after-end* ]]
    [[ $(said '[GameType "20"][FEN "?:W36:B27,31"]\n*') != *fen-over* ]]
}

@test "a date that does not exist is not written in another form" {
    [ "$(said '[GameType "20"][Date "2004-13-45"]\n*')" = \
        '1:23: warning: game 1: Date "2004-13-45": there is no such month [impossible-date]' ]
    [ "$(said '[GameType "20"][Date "2004-12-15"]\n*')" = \
        '1:23: note: game 1: Date "2004-12-15" should be written 2004.12.15 [date-hyphens]' ]
}

@test "repairing the form of a result gives no new finding" {
    type='1:25: note: game 1: international draughts uses 1-1, not 1/2-1/2 [result-type]'
    for result in ½-½ 1/2 0.5-0.5; do
        [ "$(said "[GameType \"20\"][Result \"$result\"]\n*")" = \
            "1:25: warning: game 1: result \"$result\" should be written 1/2-1/2 [result-form]
$type" ]
    done
    dama-validate -q --fix --force -o out.pdn in.pdn >/dev/null
    [ "$(said "$(cat out.pdn)")" = "$type" ]
}

@test "oddities in the form of a tag" {
    [ "$(said '[GameType"20"]\n*')" = \
        "1:1: warning: game 1: no space between a tag's name and its value [tag-form]" ]
    [ "$(said '[ GameType "20" ]\n*')" = "1:1: warning: game 1: extra space in a tag [tag-form]" ]
    [ "$(said '[GameType 20]\n*')" = \
        "1:1: warning: game 1: tag without quotes around its value [tag-quotes]" ]
    [ "$(said '[GameType "20"]\n[Белые "Иванов"]\n*')" = \
        "2:2: warning: game 1: tag name Белые has letters other than A to Z [tag-name]" ]
}

@test "the numbers of PlayStrategy do not depend on the games before" {
    [[ $(said '[GameType "31"]\n*\n\n[GameType "31"][Site "https://playstrategy.org/x"]\n*') == \
        *"GameType 31 is read as Portuguese draughts"* ]]
}

@test "a number of PlayStrategy that PDN does not define is known by its board" {
    local found
    found=$(said '[GameType "32"]\n\n1. 11-15 22-18 2. 15x22 25x18 *')
    [[ $found == *"GameType 32 is read as English draughts, because the board has 32 squares"* && $found != *error* ]]
    [[ $(said '[GameType "32"]\n\n1. 34-30 20-25 *') == *'unknown GameType "32"'* ]]
}

@test "tags that name a game: unknown, loose, at odds" {
    [ -z "$(said '[Variant "?"][GameType "22"]\n1. 21-18 *')" ]
    [ -z "$(said '[Variant "Frisian"][GameType ""]\n1. 32-28 *')" ]
    [[ $(said '[GameType "?"]\n1. 32-28 *') != *unknown-gametype* ]]
    [[ $(said '[GameType "0"]\n*') == *"GameType 0 is chess, which dama does not play [unknown-gametype]" ]]
    [[ $(said '[GameType "20;W"]\n*') == *'GameType "20;W" is not a number, nor one followed by a comma and fields [unknown-gametype]' ]]
    [[ $(said '[GameType "123456"]\n*') == *'unknown GameType "123456" [unknown-gametype]' ]]
    [[ $(said '[GameType "41"][Result "1-0"]\n1. a3-b4 1-0') != *result-type* ]]
    [[ $(said '[GameType "96"][Result "1-0"]\n1. 32-28 1-0') == *"breakthrough draughts uses 2-0, not 1-0 [result-type]" ]]
    [[ $(said '[Variant "Gothic"]\n*') == *"Variant \"Gothic\" is read as Old German Damm-Spiel [foreign-gametype]" ]]
    [[ $(said '[Variant "Italian"][GameType "22,W,8,8,N2,0"]\n*') == *": note: "*" is not that of Italian draughts; ignored [gametype-corner]" ]]
    for type in '20, W, 10, 10, N2, 0' 20,w,10,10,n2,0 '23,W,8,8,a0'; do
        [ -z "$(said "[GameType \"$type\"]\n*")" ]
    done
    [[ $(said '[GameType "20, W, 8, 8, N2, 0"]\n*') == *"do not describe international draughts [gametype-contradiction]" ]]
    for name in 'Frisian draughts' 'international Draughts' 'Pool checkers' 'Russian draughts'; do
        [ -z "$(said "[Variant \"$name\"]\n*")" ]
    done
    # an unknown Variant leaves the decision to GameType: in Italian draughts a man may not take a king
    taken=$(said '[Variant "Foo"][GameType "22"][FEN "W:W21,32:BK18,1"]\n1. 21x14 *')
    [[ $taken == *"unknown variant \"Foo\""* && $taken == *illegal-move* ]]
    [[ $(said '[Variant "Foo"][GameType "27"]\n1. 43-38 *') != *illegal-move* ]]
}

@test "messages name the squares as a game with a turned board does" {
    game='[GameType "21"]\n1. 22-18 11-15 2. 18x11 8x15 3. 25-22 4-8 4. 29-25 8-11 5. 18-22 11-16 *'
    [[ $(said "$game") == *"there is no piece on 18"* ]]
    game='[GameType "25"]\n1. h6-g5 a3-b4 2. g7-h6 b2-a3 3. b6-b4 *'
    [[ $(said "$game") == *"b4 is occupied by a black man"* ]]
}

@test "a game that begins in its middle is not read with the board turned" {
    while IFS='|' read -r type moves; do
        found=$(said "[GameType \"$type\"]\n\n$moves *")
        [[ $found == *missing-start* && $found != *turned-board* ]]
    done <<'END'
20|12... 19-23 13. 35-30 14-19 14. 40-35 10-14 15. 45-40 5-10
20|5... 20-24 {x} 6. 31-27 16-21
21|4... 22-18 5. 11-15 18x11
20|13. 19-23 35-30 14. 14-19 40-35
END
}

@test "the reason for a guess says whether any square is above 32" {
    games=$(for _ in 1 2 3 4 5 6 7 8; do printf '1. 11-15 22-18 2. 15x22 25x18 3. 12-16 29-25 4. 10-14 *\\n\\n'; done)
    [[ $(said "$games") == *"because no square in the file is above 32 "* ]]
    [[ $(said "${games}1. 11-15 22-33 *") == *"because almost no square in the file is above 32 "* ]]
}

@test "a guess says that most moves are legal only if they are" {
    [[ $(said '[FEN "W:Wa2:Bh7"]\n\n*') == *"assuming Turkish dama, because squares of both colours are used "* ]]
    moves='1. f3-f4 h6-h5 2. c3-d4 f6-e5 3. g3-g4 e5-e1 4. e3xe5 e6xc4 5. h3-h4 h5xh3 6. h2xh4 g6-g5 7. g4xg6 g7xg5'
    [[ $(said "$moves *") == *"assuming Croda, because squares of both colours are used and most moves are then legal "* ]]
}

@test "a game with nothing on the board is of the variant of the others in its file" {
    letters='1. c3-b4 f6-g5 2. b4-c5 d6:b4 3. a3:c5 b6:d4' numbers='1. 32-28 19-23 2. 28x19 14x23 3. 37-32 10-14'
    bare='[White "B"]\n[Result "1-0"]\n\n1-0\n\n' unknown='[White "C"]\n\n1. - - 2. - - *\n\n'
    like_others='assuming Russian draughts, like the other games in the file'
    for games in "$letters *\n\n$bare" "$letters *\n\n$unknown" "$bare$letters *\n\n" "$numbers *\n\n$letters *\n\n$bare"; do
        [[ $(said "$games") == *"$like_others"* ]] || { echo "$games" && false; }
    done
    for games in "$numbers *\n\n$bare" "$letters *\n\n$numbers *\n\n$bare" "$bare" "$letters *\n\n[FEN \"W:W28:B19\"]\n\n*\n\n"; do
        [[ $(said "$games") != *"$like_others"* ]] || { echo "$games" && false; }
    done
}

@test "among positions of a small board, one with a man on its crowning row is one of them" {
    positions=$(for n in 1 2 3 4 5 6 7 8; do printf '[FEN "W:W2%s,31:BK%s"]\n\n*\n\n' "$n" "$n"; done)
    found=$(said "${positions}[FEN \"W:WK25:B32\"]\n\n*\n")
    [[ $found == *"game 9: Black's man on 32 would have been crowned there [man-not-crowned]"* ]]
    [[ $found != *"international"* ]]
    found=$(said "[GameType \"21\"]\n${positions}[FEN \"W:WK25:B42\"]\n\n*\n")
    [[ $found == *"game 9: no GameType or Variant tag; assuming international draughts "* ]]
}

@test "tags of other games count in any case and spacing" {
    while IFS='|' read -r tag rules moves; do
        found=$(said "[Event \"A\"]\n$tag\n\n$moves *\n\n[Event \"B\"]\n\n$moves *\n")
        [[ $found == *"assuming $rules draughts, like the other games in the file"* ]]
        [[ $found != *error:* ]]
    done <<'END'
[GameType "24"]|Spanish|1. 10-14 23-20 2. 14-19 22x15 3. 12x19
[ GameType "24" ]|Spanish|1. 10-14 23-20 2. 14-19 22x15 3. 12x19
[gametype\t"29"]|Czech|1. c3-d4 d6-c5 2. b2-c3 f6-g5
[\tVARIANT   "Czech"]|Czech|1. c3-d4 d6-c5 2. b2-c3 f6-g5
END
}

@test "dots before the move of the first side are reported in place" {
    game='[GameType "20"]\n\n'
    wrong='3:6: warning: game 1, 1. 32-28: this is move 1, but the file numbers it 1...'
    [ "$(said "${game}1... 32-28 19-23 2. 28x19 14x23 *")" = "$wrong [move-number]" ]
    [ "$(said "${game}1... 32-28 19-23 2... 28x19 14x23 *")" = \
        "$wrong; more numbers in this game are out of sequence [move-number]" ]
    [ -z "$(said '[GameType "20"][FEN "B:W31,32:B20"]\n5... 20-24 6. 32-28 *')" ]
    said "${game}1.. 32-28 19-23 *" >/dev/null
    dama-validate -q --fix --force -o out.pdn in.pdn >/dev/null
    cmp in.pdn out.pdn
}

@test "a time of day has two digits in each part" {
    [[ $(said '[GameType "20"][Time "9:05:00"][UTCTime "009.05.00"][WhiteTime "1.02"]\n*') == \
        *'Time "9:05:00" should be'*'UTCTime "009.05.00" should be'* ]]
    [ -z "$(said '[GameType "20"][Time "09:05:00"][WhiteTime "1.02"]\n*')" ]
}

@test "a result in another ResultFormat is accepted if that format has it" {
    for words in "Goes|1.01-0.99" "Goes|-0.98-1.02" "Plus draw|1+ - 1-" "Delfts|1/2 - 1 1/2" "Goes|1-0"; do
        [[ $(said "[GameType \"25\"][ResultFormat \"${words%|*}\"][Result \"${words#*|}\"]\n*") != *result-* ]]
    done
    for words in "Goes|banana" "Goes|1.01-1.99" "Plus draw|1+ - 1+" "Delfts|1.01-0.99"; do
        [[ $(said "[GameType \"25\"][ResultFormat \"${words%|*}\"][Result \"${words#*|}\"]\n*") == *result-unknown* ]]
    done
}

@test "Jamaican pool: Black begins at a1" {
    local found
    found=$(said '[GameType "23,B,8,8,A1,1"]\n\n1. c3-d4 f6-e5 2. d4xf6 g7xe5 *')
    [[ $found == *'read that way, and Black begins [turned-board]'* && $found != *gametype* && $found != *error* ]]
}

@test "pool by its unified rules: White begins, and squares have letters" {
    game='[GameType "23,W,8,8,A0,0"]'
    [ -z "$(said "${game}[FEN \"W:Wc3:Bd4\"][Result \"1-0\"]\n1. c3xe5 1-0")" ]
    [ -z "$(said "${game}\n1. c3-d4 b6-a5 2. b2-c3 *")" ]
    [[ $(said "${game}\n1. c3-d4 b6-a5 2. c3-b4 *") == *"2. c3-b4: there is no piece on c3"* ]]
    dama-convert --to=pdn in.pdn 2>/dev/null | grep -q 'GameType "23,W,8,8,A0,0"'
}

@test "an impossible position is refused with the same message everywhere, and not played from" {
    for words in "W:W26-50:B1-20|White has 25 pieces; in international draughts, a side has at most 20" "W:W:B|there are no pieces"; do
        fen=${words%|*} words=${words#*|}
        printf '[GameType "20"]\n[FEN "%s"]\n\n1. 32-28 31-36 *\n' "$fen" >impossible.pdn
        run -1 dama-validate -q impossible.pdn
        [ "${lines[0]}" = "impossible.pdn:2:7: error: game 1: $words [impossible-position]" ]
        [[ $output != *illegal-move* && $output != *moves-after-end* ]]
        run -1 dama-convert -q --to=fen impossible.pdn
        [[ $output == *"impossible.pdn:2:7: error: game 1: $words [impossible-position]"* ]]
        run -2 dama-engine moves --fen "$fen"
        [[ $output == *": $words" ]]
    done
}

@test "a man on its crowning row: the moves are checked, and nothing is played from there" {
    odd='[GameType "20"][FEN "W:W3,32:B9,28,37"]'
    warning="1:22: warning: game 1: White's man on 3 would have been crowned there [man-not-crowned]"
    [ "$(said "$odd\n1. 3x14 37-41 *")" = "$warning" ]
    [[ $(said "$odd\n1. 32-27 *") == "$warning"*": a capture is compulsory: 32x23 or 32x41 or 3x14;"* ]]
    [ "$(said '[GameType "30"][FEN "W:Wd8,a2:Bh5"]\n1. d8-e8 h5-h4 2. e8-e1 *' | grep -c .)" = 1 ]
    said "$odd\n1. 3x14 37-41 *" >/dev/null
    run -0 dama-convert -q --to=fen in.pdn
    run dama-book build in.pdn -o in.book
    [[ $output == *"1 game with errors skipped: impossible-position 1"* ]]
    run -2 dama-engine moves --fen "W:W3,32:B9,28,37"
}

@test "a FEN with squares of both colours means a game on all 64 squares" {
    while IFS='|' read -r fen moves variant; do
        printf '[Event "e"]\n[FEN "%s"]\n\n%s *\n' "$fen" "$moves" >fen.pdn
        run -0 dama-validate -q --disable=all --enable=variant-guessed fen.pdn
        [[ $output == *"assuming $variant, because"* ]] || { echo "$fen: $output" && false; }
    done <<END
W:Wb5,Kd4:Bc8||Turkish dama
W:Wb2,Kd4:Bh8,f7|1. d4-c3 h8-g7|Armenian dama
W:Wc3,Kd4:Bh8||Russian draughts
END
}

@test "letters in place of a move are an error, and two moves are not one" {
    printf '[GameType "25"]\n\n1. c3-d4 f6-e5 2. d4:f6 e7:g5 3. b2=c3 *\n' >broken.pdn
    run -1 dama-validate -q broken.pdn
    [[ $output == *'3:34: error: game 1: "b2=c3" is not a move'*'[unreadable-move]'* ]] || { echo "$output" && false; }
    printf '[GameType "28"]\n[FEN "B:WK8,K10,K23,K24:BK2,K18,K25,K29"]\n\n1... 18-11 2. 24-6x 2x27 *\n' >two.pdn
    run -0 dama-validate -q --severity=error two.pdn
    printf '[GameType "20"]\n\n1. 32-28 (/FEN "W:W32:B10"/ 1. 32-28 10-15) 19-23 *\n' >other.pdn
    run -0 dama-validate -q --disable=all --enable=variation-repeats-move other.pdn
    [ -z "$output" ]
}

@test "time controls, with fractions of seconds as matches of engines have them" {
    for control in 40/7200:3600 10/600 4800+60 '*120' 300 2+0.02 1/0.02 0.5; do
        run -0 dama-validate --severity=warning - <<<"[GameType \"20\"] [TimeControl \"$control\"] 1. 32-28 *"
        [ -z "$output" ]
    done
    for control in soon 1.5/20 2+0. 2+.5 1.2.3 300+5:60 0/900 40/7200:00/900; do
        run -0 dama-validate --severity=warning - <<<"[GameType \"20\"] [TimeControl \"$control\"] 1. 32-28 *"
        [[ "$output" == *"[time-control]" ]]
    done
}

@test "a mistake in the first move does not hide the variant" {
    while IFS='|' read -r game moves; do
        [[ $(said "$moves *") == *"$game"* ]]
    done <<'END'
assuming English draughts, because almost no square is above 32 and most moves are then legal|1. 11-45 23-19 2. 8-11 22-17 3. 4-8 17-13 4. 15-18 24-20
perhaps 11-15 was meant (one character off; the rest of the game is then legal)|1. 11-17 23-19 2. 8-11 22-17 3. 4-8 17-13 4. 15-18 24-20
assuming international draughts [|1. 11-17 23-19 2. 8-11
assuming international draughts [|1. 27-21 17-22 2. 28-17 11-22 3. 32-28 22-31
END
}

@test "a dash that the numbers leave no room for does not hide a move" {
    while read -r moves; do
        [[ $(said "[GameType \"20\"]\n\n$moves") == *'44-4: a white man stands on 44'*'[illegal-move]' ]]
    done <<'END'
Wiersma - Sijbrands\n1. 32-28 19-23 2. 28x19 44-4 1-1
1.- 32-28 19-23 2.- 28x19 44-4 2-0
1. 32-28 - 19-23 - 2. 28x19 - 44-4 - 2-0
- 1 -\n1. 32-28 19-23\n---\n2. 28x19 44-4 2-0
END
    [ -f "$DAMA_SHARED/data/text/game-list.txt" ] || return 0
    run -0 dama-validate -q --summary=only "$DAMA_SHARED/data/text/game-list.txt"
    [[ ${lines[0]} == '50 games'*'50 of them legal throughout'* ]]
}

@test "what remains of a damaged move is an error" {
    for reply in l4x23 13xG 05-okt Z4-29 -19; do
        [[ $(said "[GameType \"20\"]\n[Result \"2-0\"]\n\n1. 32-28 19-23 2. 28x19 $reply 2-0") == \
            "4:25: error: game 1: \"$reply\" is not a move"*'[unreadable-move]' ]]
    done
    [[ $(said '[GameType "25"]\n\n1. c3-d4 d6-c5 2. b2-c3 -g5 3. a1-h8 1-0') == \
        *'"-g5" is not a move'*'[unreadable-move]'*'a1-h8'*'[illegal-move]' ]]
}

@test "a turned board is shown with the numbers in the message" {
    printf '[GameType "21"]\n1. 22-18 11-15 2. 18x11 8x15 3. 25-22 4-3 1-0\n' >turned.pdn
    run -1 dama-validate -q -c turned.pdn
    [[ $output == *'read that way, and Black begins [turned-board]'* ]]
    [[ $output == *'3 is occupied by a white man'*$'\n''  4 | w   w   w   w  |'$'\n'*$'\n''      4   3   2   1'$'\n'* ]]
    run -1 dama-validate -q --format=jsonl turned.pdn
    [[ $output == *'"fen":"W:W18,21,23,24,26-32:B1-7,9-12","turned":true'* ]]
    printf '[GameType "25"]\n1. f6-g5 c3-b4 2. g7-f6 b4-a5 3. h8-g7 d2-c3 4. a1-a7 *\n' >letters.pdn
    run -1 dama-validate -q -c letters.pdn
    [[ $output == *'and White begins [turned-board]'*'    H G F E D C B A'* ]] || { echo "$output" && false; }
}

@test "a position and moves that both count from the opposite corner are turned" {
    printf '[GameType "20"]\n[FEN "W:W1-20:B31-50"]\n\n1. 19-23 33-28 2. 14-19 31-27 *\n
[GameType "21"]\n[FEN "B:WK12:B22,K30"]\n\n1. 22-17 12-16 2. 17-14 *\n' >turned.pdn
    run -0 dama-validate -q turned.pdn
    [[ $output != *error* && ${lines[1]} == *'[turned-board]' && ${lines[0]} == turned.pdn:2:7:*'with this position and the board turned'*'[turned-board]' ]]
    dama-convert -q --set Event=x turned.pdn >usual.pdn
    grep -F '[FEN "W:W31-50:B1-20"]' usual.pdn
    grep -F '[FEN "B:WK21:BK3,11"]' usual.pdn
    grep -x '1. 32-28 18-23 2. 37-32 20-24' usual.pdn
    [[ $(dama-validate -q usual.pdn) != *turned-board* ]]
    # a FEN that names the wrong side is another fault
    [[ $(said '[GameType "20"]\n[FEN "W:W31-50:B1-20"]\n\n1. 19-23 33-28 2. 14-19 31-27 *') == *'names the wrong side'* ]]
}

@test "a square that has lost its letter is not a number, and possible squares are listed" {
    [[ $(said '[GameType "25"]\n1. c3-d4 d6-c5 2. b2-c3 7-d6 3. g3-f4 *') == \
        *'7-d6: some of its squares are in letters, some in numbers; perhaps e7-d6 was meant'*', or c7-d6 was meant'*'[unreadable-move]' ]]
    [[ $(said '[GameType "30"]\n[FEN "W:WKe8,a2:Ba7,h7"]\n1. e8-7 *') == *'perhaps e8-e7 was meant'*'[unreadable-move]' ]]
    [[ $(said '[GameType "25"]\n1. 22-18 11-15 *') == *'[square-kind]' ]]
}

@test "moves in Cyrillic letters are errors, even those that look Latin" {
    while IFS='|' read -r errors moves; do
        run dama-validate -q --severity=error - <<<"[GameType \"25\"]
$moves"
        [ "$(grep -c 'unreadable-move' <<<"$output")" -eq "$errors" ] || { echo "$moves: $output" && false; }
    done <<'END'
1|1.с3-д4 д6-с5 2.б2-с3 ф6-г5 3.с3-б4 г5-х4 4.б4:д6 е7:с5 1-0
1|1. c3-d4 d6-c5 2. b2-c3 f6-g5 3. c3-b4 g5-h4 4. b4:d6 е7:с5 1-0
1|1. c3-d4 d6-c5 2. b2-c3 f6-g5 3. c3-b4 g5-h4 4. b4:d6 e7:с5! 1-0
1|1. c3-d4 d6-c5 2. b2-c3 f6-g5 3. c3-b4 g5-h4 4. b4хд6 1-0
1|1. c3-d4 d6-c5 2. b2-c3 f6-g5 3. c3-b4 g5-h4 4. b4:d6:с5 1-0
1|1. cd4 dс5 2. bс3 fg5 *
1|1. сd4 dс5 *
1|c3-d4 d6-c5 b2-c3 ф6–г5 1-0
1|c3-d4 d6-c5 b2-c3 fг5 1-0
0|1. c3-d4 d6-c5 (лучше ф6-г5) 2. b2-c3 {ф6-г5} 1-0
0|1. c3-d4 d6-c5 глава5 2. b2-c3 f6-g5 1-0
END
}

@test "a letter that is not Latin is named, and --fix writes the Latin one" {
    game='[GameType "25"]\n\n'
    [[ $(said "${game}1. с3-d4 dс5 2. bс3 fg5 *") == *'1. с3-d4: "с3-d4" has the Cyrillic letter с (U+0441); perhaps c3-d4 was meant (the rest of the game is then legal) [unreadable-move]' ]]
    [[ $(said "${game}1. а1-d4 *") == *'"а1-d4" has the Cyrillic letter а (U+0430) [unreadable-move]' ]]
    [[ $(said "${game}1. ψ3-b4 *") == *'"ψ3-b4" has the Greek letter ψ (U+03C8)'*' [unreadable-move]' ]]
    printf '[GameType "25"]\n\n1. с3-d4 dс5 2. bс3 fg5! *\n' >alike.pdn
    run -1 --separate-stderr dama-validate -q --fix -o - alike.pdn
    [ "${lines[1]}" = '1. c3-d4 d6-c5 2. b2-c3 f6-g5! *' ]
    # д is no slip of the eye: only a patch, which is read first, has it
    printf '[GameType "25"]\n\n1. c3-д4 d6-c5 *\n' >sound.pdn
    run -1 --separate-stderr dama-validate -q --fix -o - sound.pdn
    [ "${lines[1]}" = '1. c3-д4 d6-c5 *' ]
    run --separate-stderr dama-validate -q --patch sound.pdn
    [[ $output == *'+1. c3-d4 d6-c5 *'* ]]
}

@test "a move broken by a mail program is one move, and --fix joins it" {
    printf '[GameType "20"]\n\n1. 32-28 19-23 2. 28x\n19 14\r\nx23 3. 37-\n32 10-14 2-0\n' >mail.pdn
    run -0 dama-validate -q --disable=line-ends mail.pdn
    [[ $output == *'2. 28x 19: line break inside a move'*'(and 2 more in this game) [blank-in-move]'* ]]
    run -0 --separate-stderr dama-validate --fix -o - mail.pdn
    [ "${lines[1]}" = '1. 32-28 19-23 2. 28x19 14x23 3. 37-32 10-14 2-0' ]
}

@test "a semicolon between moves does not hide moves" {
    [[ $(said '[GameType "20"]\n\n1.32-28 19-23; 2.28x19 14x23; 3.37-32 44-4 2-0') == \
        *'stray semicolon; ignored (and 1 more in this game) [stray-text]'*'44-4: a white man stands on 44'* ]]
}

@test "a time among the moves does not end the game" {
    game='[GameType "21"]\n[Result "1-0"]\n\n1. 11-15 23-19 2. 8-11 0:12 22-17'
    [ "$(said "$game 3. 4-8 1-0")" = '4:24: warning: game 1: "0:12" is not a move; kept as a comment [stray-text]' ]
    [[ $(said "$game 3. 4-4 1-0") == *'[illegal-move]' ]]
}

@test "--fix gives no new finding if a sign touches a move or a result" {
    while IFS='|' read -r moves fixed; do
        printf '[GameType "21"]\n\n1. 11-15 23-19 2. %b\n' "$moves" >sign.pdn
        dama-validate -q --fix --force -o fixed.pdn sign.pdn || true
        [ "$(tail -1 fixed.pdn)" = "1. 11-15 23-19 2. $fixed" ]
        [ -z "$(dama-validate -q --severity=warning fixed.pdn)" ]
    done <<'END'
8-11 22-17- 1/2-1/2|8-11 22-17 1/2-1/2
8-11 22-17- 1-0|8-11 22-17 1-0
811- 22-17 3. 4-8 1/2-1/2|8-11 22-17 3. 4-8 1/2-1/2
8-11 22-17½|8-11 22-17 1/2-1/2
8-11 22-17½–½|8-11 22-17 1/2-1/2
END
}
