#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
# Names of files, tags, comments, players and matches may hold escape sequences: none of them reaches a terminal, from
# any command that prints them. dama-validate and dama-convert have tests of their own.

bats_require_minimum_version 1.5.0

setup_file() {
    cd "$BATS_FILE_TMPDIR" || return 1
    # of 7 bits, of a title, of C1, and a mark that turns the direction
    evil=$(printf '\033[31mred\033]0;x\007\302\2331m\342\200\256')
    export evil
    printf '[Event "%s"]\n[White "%s"]\n[Black "<script>alert(1)</script>"]\n[GameType "20"]\n[Result "0-2"]\n\n1. 32-28 {%s} 19-23 2. 28x19 14x23 3. 37-32 23-28 4. 33x22 17x26 5. 41-37 0-2\n' \
        "$evil" "$evil" "$evil" >"$evil.pdn"
    dama-book build -q --plies 2 -o "$evil.book" "$evil.pdn"
}

setup() {
    cd "$BATS_FILE_TMPDIR" || return 1
}

# harmless STATUS COMMAND...: it ends with this status, prints something, and nothing that a terminal would obey
harmless() {
    local want=$1 status=0
    shift
    "$@" >out 2>err </dev/null || status=$?
    [ "$status" -eq "$want" ] || { cat -v out err; echo "status $status"; return 1; }
    [ -s out ] || [ -s err ]
    ! LC_ALL=C grep -q "$(printf '[\033\007]\|\302\233\|\342\200\256')" out err || { cat -v out err; return 1; }
}

@test "dama-book" {
    harmless 0 dama-book info "$evil.book"
    harmless 0 dama-book info --games "$evil.book"
    harmless 0 dama-book verify "$evil.book"
    harmless 0 dama-book probe "$evil.book"
    harmless 2 dama-book probe "$evil.book" "$evil"
    harmless 0 dama-book diff --brief "$evil.book" "$evil.book"
    for format in report html csv fen; do
        harmless 0 dama-book dump --format=$format "$evil.book"
    done
    harmless 3 dama-book info "$evil.none"
    harmless 3 dama-book build -o other.book "$evil.none"
}

@test "dama-egdb" {
    dama-egdb build -q -n 2 -d "$evil.d" >/dev/null
    harmless 0 dama-egdb list -d "$evil.d"
    harmless 0 dama-egdb verify -d "$evil.d"
    harmless 3 dama-egdb probe -d "$evil.d" "$evil"
    file=$(find "$evil.d" -type f -size +0 | head -n 1)
    printf x | dd of="$file" conv=notrunc status=none
    harmless 1 dama-egdb list -d "$evil.d"
    harmless 1 dama-egdb verify -d "$evil.d"
    harmless 3 dama-egdb list -d "$evil.none"
}

@test "dama-annotate" {
    for format in text csv jsonl; do
        harmless 0 dama-annotate -q --nodes 300 --summary=- --summary-format=$format -o judged.pdn "$evil.pdn"
        rm -f judged.pdn*
    done
    harmless 0 dama-annotate -q --nodes 300 --to=jsonl "$evil.pdn"
    dama-annotate --nodes 300 --html pages -o judged.pdn "$evil.pdn"
    run -1 grep -rlF '<script>alert' pages
    run -1 env LC_ALL=C grep -rl "$(printf '[\033\007]\|\302\233')" pages
    harmless 3 dama-annotate --nodes 300 "$evil.none"
}

@test "dama-match" {
    cat >match.yaml <<'YAML'
event: "e\e[31mred\a\u202e"
players:
  - {name: "a\u202ex", level: D}
  - {name: "b\u202e", level: D}
time: {minutes: 1, moves: 20}
move_limit: 2
games: 2
YAML
    harmless 0 dama-match run -v match.yaml
    harmless 0 dama-match run --format=jsonl --print-effective match.yaml
    { cat match.yaml; printf 'openings: {files: ["?*.pdn"], plies: 2}\n'; } >from-games.yaml
    harmless 0 dama-match run --dry-run from-games.yaml
    store=$(echo ./*.db)
    for format in text csv jsonl html; do
        harmless 0 dama-match report --format=$format "$store"
    done
    cp match.yaml "$evil.yaml"
    echo 'e[31m: 1' >>"$evil.yaml"
    printf '"\\e[31m": 1\n' >>"$evil.yaml"
    harmless 2 dama-match run "$evil.yaml"
    harmless 2 dama-match run "$evil.none"
    for name in 'a\e[31m' 'a\u009b31m' 'a\a'; do
        sed "s/a.u202ex/${name//\\/\\\\}/" match.yaml >"$evil.yaml"
        harmless 2 dama-match run "$evil.yaml"
    done
}

@test "dama-engine" {
    harmless 2 dama-engine moves --fen "$evil"
    harmless 1 dama-engine show "$evil"
    harmless 2 dama-engine go --nodes 10 --fen "$evil"
    harmless 2 dama-engine perft --variant "$evil" 1
    printf 'rubbish' >"$evil.weights"
    harmless 3 dama-engine games "$evil.weights"
    printf '%s\nquit\n' "$evil" >script
    dama-engine hub <script >out 2>err || true
    run -1 env LC_ALL=C grep -q "$(printf '[\033\007]\|\302\233\|\342\200\256')" out err
}

# on_terminal COMMAND: what a terminal would get
on_terminal() { NO_COLOR=1 TERM=xterm LC_ALL=C.UTF-8 script -qc "$1" /dev/null </dev/null; }

@test "games are written unchanged, except to a terminal" {
    command -v script >/dev/null || skip "no script(1)"
    cp "$evil.pdn" games.pdn
    dama-convert -q games.pdn -o copy.pdn
    LC_ALL=C grep -q "$(printf '\033\\[31mred')" copy.pdn
    for command in 'dama-convert -q --to=pdn games.pdn' 'dama-convert -q --to=csv games.pdn' \
        'dama-convert -q --table=players games.pdn' 'dama-validate -q --fix -o - games.pdn' \
        'dama-validate --patch games.pdn' 'dama-annotate -q --nodes 100 games.pdn'; do
        on_terminal "$command" >out
        grep -q '\\x[19]b' out || { echo "$command"; cat -v out; return 1; }
        if LC_ALL=C grep -q "$(printf '[\033\007]\|\302\233\|\342\200\256')" out; then echo "$command"; return 1; fi
    done
}

@test "a tag name from another format cannot inject PDN" {
    printf '%s\n' '{"dama":1,"tags":{"A \"x\"]\n[Evil":"y"},"moves":[],"result":"unknown"}' >name.jsonl
    run dama-convert -q --to=pdn name.jsonl
    [[ $output != *"cannot read jsonl files" ]] || skip "built without JSON"
    [ "${lines[0]}" = '[A__x____Evil "y"]' ]
}

@test "text that is not a move in another format cannot inject PDN" {
    printf '%s\n' '{"dama":1,"tags":{},"moves":["32-28","no\n[Evil \"y\"]\n1. 33-28"],"result":"unknown"}' >move.jsonl
    local stderr=
    run --separate-stderr dama-convert -q --to=pdn move.jsonl
    [[ $stderr != *"cannot read jsonl files" ]] || skip "built without JSON"
    [ "${lines[0]}" = '1. 32-28 no__Evil__y___1._33-28' ]
}
