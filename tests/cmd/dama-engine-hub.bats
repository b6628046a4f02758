#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
# dama-engine hub: the engine behind a pair of pipes.

bats_require_minimum_version 1.5.0
load ../lib/wait

# What the driver says is read from standard input; it waits for a line that begins with the word behind "<", runs the
# command behind "!", and closes its end at the end. What the engine says comes out.
drive() {
    coproc ENGINE { dama-engine hub --eval=material "$@"; }
    local line said pid=$ENGINE_PID
    exec 7>&"${ENGINE[1]}" 8<&"${ENGINE[0]}"
    eval "exec ${ENGINE[1]}>&-"
    while IFS= read -r line; do
        if [[ $line == "<"* ]]; then
            while IFS= read -t 20 -r said <&8; do
                echo "$said"
                [[ $said == "${line#<}"* ]] && break
            done
        elif [[ $line == "!"* ]]; then
            "${line#!}"
        else
            printf '%s\n' "$line" >&7
        fi
    done
    exec 7>&-
    cat <&8
    exec 8<&-
    wait "$pid"
}

@test "somebody who types gets a hint" {
    run bash -c "echo quit | script -qec 'dama-engine hub --eval=material' /dev/null"
    [[ $output == *"dama-engine: reading Hub commands from standard input; type 'quit' to end"* ]]
    run -0 --separate-stderr dama-engine hub --eval=material <<<quit
    [ -z "$stderr" ]
}

@test "the handshake gives the engine's name and its parameters" {
    run -0 drive <<'END'
hub
<wait
quit
END
    [[ ${lines[0]} == "id name=dama version="* ]]
    [[ $output == *'param name=variant value=normal type=enum values="normal killer bt frisian losing '* ]]
    [[ $output == *'param name=ponder value=true type=bool'* ]]
    [[ ${lines[-1]} == wait ]]
}

@test "a move is found, legal, and reported once" {
    run -0 drive <<'END'
init
<ready
pos pos=Wbbbbbbbbbbbbbbbbbbbbeeeeeeeeeewwwwwwwwwwwwwwwwwwww moves="32-28 17-22"
level depth=4
go think
<done
quit
END
    [[ ${lines[-1]} == "done move=28x17x22"* ]] # the only one
    [ "$(grep -c ^done <<<"$output")" = 1 ]
}

@test "a learner reports the score of the move it chose" {
    run -0 drive --level B <<'END'
init
<ready
pos pos=Wbbbbbbbbbbbbbbbbbbbbeeeeeeeeeewwwwwwwwwwwwwwwwwwww
level depth=4
go think
<done
quit
END
    [ "$(grep -c ^info <<<"$output")" = 1 ]
    [[ ${lines[-2]} =~ ^'info depth=2 '.*' score='-?[0-9.]+' '.*' pv="'([0-9]+-[0-9]+) ]]
    [[ ${lines[-1]} == "done move=${BASH_REMATCH[1]}"* ]]
}

@test "a locked book is reported once, and the engine thinks for itself" {
    command -v sqlite3 >/dev/null || skip "no sqlite3"
    cd "$BATS_TEST_TMPDIR"
    printf '1. 31-26 *\n' | dama-book build -q -o own.book
    mkfifo go
    sqlite3 own.book <go >said &
    exec 9>go
    lock() {
        printf "BEGIN EXCLUSIVE;\nSELECT 'begun';\n" >&9
        wait_until grep -q begun said
    }
    unlock() {
        printf "ROLLBACK;\nSELECT 'ended';\n" >&9
        wait_until grep -q ended said
    }
    run -0 drive --book own.book <<'END'
init
<ready
pos pos=Wbbbbbbbbbbbbbbbbbbbbeeeeeeeeeewwwwwwwwwwwwwwwwwwww
level depth=3
go think
<done
!lock
level depth=3
go think
<done
level depth=3
go think
<done
!unlock
level depth=3
go think
<done
quit
END
    exec 9>&-
    wait
    [ "$(grep -c '^done move=31-26' <<<"$output")" -ge 2 ]
    [ "$(grep -c '^info' <<<"$output")" -ge 2 ]
    [ "$(grep '^dama-engine: ' <<<"$output")" = "dama-engine: own.book: locked by another program" ]
}

@test "ping is answered and stop is obeyed in an infinite search" {
    run -0 drive <<'END'
init
<ready
pos start
level infinite
go analyze
<info
ping
<pong
stop
<done move=
quit
END
}

@test "a driver that exits during a search ends the engine at once" {
    SECONDS=0
    run -0 drive <<'END'
init
<ready
pos start
go think
<info
half a li
END
    ((SECONDS < 10))
    [[ $output != *done* ]]
}

@test "requests before the end of input are answered" {
    run -0 dama-engine hub <<<hub
    [[ ${lines[0]} == "id "* && ${lines[-1]} == wait ]]
    run -0 dama-engine hub < <(printf 'hub\npin')
    [[ ${lines[-1]} == wait ]]
}

@test "garbage does no harm" {
    run -0 drive <<'END'

garbage in
pos pos=rubbish
<error
set-param name=threads value=none
<error
go think
<done
ping
<pong
quit
END
}

@test "binary input without a line end" {
    head -c 300000 /dev/urandom >"$BATS_TEST_TMPDIR/noise"
    run -0 --separate-stderr dama-engine hub --eval=material <"$BATS_TEST_TMPDIR/noise"
    [ -z "$stderr" ]
}

@test "a reader that closes the pipe is not an error" {
    { printf 'hub\n'; sleep 0.2; printf 'hub\n'; sleep 0.2; } | dama-engine hub | head -n 1
    [ "${PIPESTATUS[1]}" = 0 ]
}

@test "another variant" {
    run -0 drive --variant english <<'END'
hub
<wait
init
<ready
pos start
level depth=3
go think
<done
quit
END
    [[ $output == *"name=variant value=english"* ]]
    [[ ${lines[-1]} =~ ^"done move="(9|10|11|12)- ]]
}

@test "options for another variant are ignored, and an empty parameter is the default" {
    run -0 drive --draws=dam <<'END'
hub
<wait
set-param name=variant value=frisian
init
<ready
END
    [[ $output == *"--draws=dam is not for frisian, which the driver has chosen; the default is used"*ready* ]]
    run -0 --separate-stderr drive --draws=dam <<'END'
set-param name=draws value=""
hub
<wait
END
    [[ $output == *'param name=draws value=""'* ]]
    for variant in normal frisian; do
        run -0 --separate-stderr drive --draws=dam <<END
hub
<wait
set-param name=draws value=""
set-param name=variant value=$variant
init
<ready
END
        [[ ${lines[-1]} == ready ]]
        [ -z "$stderr" ]
    done
    run -2 dama-engine hub --draws=nonsense
}

@test "an impossible position is refused" {
    run -0 drive <<END
hub
<wait
init
<ready
pos pos=W$(printf 'e%.0s' {1..19})W$(printf 'e%.0s' {1..25})beeeb
END
    [[ $output == *"bad position: Black's man on 46 would have been crowned there"* ]]
}

@test "a variant set by the driver is searched as with --variant" {
    search() {
        { printf '%s\n' hub '<wait' "$@" init '<ready' 'pos start' 'level depth=11' 'go think' '<done' quit; } >session
        drive "${options[@]}" <session | grep -o ' depth=11 .* nodes=[0-9]*'
    }
    cd "$BATS_TEST_TMPDIR"
    options=(--egdb none --variant frisian)
    there=$(search)
    options=(--egdb none)
    [ -n "$there" ]
    [ "$(search 'set-param name=variant value=frisian')" = "$there" ]
}

@test "wrong usage" {
    run -2 dama-engine hub --variant chess
    [[ $output == *chess* ]]
    run -2 dama-engine hub --threads 0
    run -2 dama-engine hub --draws nonsense
}

@test "endings of three pieces are known, and the end is reported in plies" {
    run -0 drive <<'END'
init
<ready
pos pos=Weebbeeeeeeeeeeeeeeeeweeeeeeeeeeeeeeeeeeeeeeeeeeeee
level depth=3
go think
<done
quit
END
    [[ $output == *"score=99.67"* ]]
    [[ ${lines[-1]} == "done move=21-17"* ]]
}

@test "the folder of endgame databases is a parameter" {
    cd "$BATS_TEST_TMPDIR"
    dama-egdb build -q -n 4 --variant english -d db
    truncate -s -1 db/english/KKKvK.wdl
    run -0 --separate-stderr drive --variant english <<'END'
hub
<wait
set-param name=egdb value=nowhere
init
<error
set-param name=egdb value=db
init
<ready
set-param name=egdb value=none
init
<ready
hub
<wait
quit
END
    [[ $output == *'param name=egdb value="" type=string'*'error message="nowhere: No such file or directory"'*ready*ready*'param name=egdb value=none type=string'* ]]
    [[ ${stderr-} == *"db/english/KKKvK.wdl: damaged: "* ]] # it was read
}

@test "output that cannot be written is a failure, even after quit" {
    [ -w /dev/full ] || skip "no /dev/full"
    for end in "quit" ""; do
        printf '%s\n' hub init "$end" >"$BATS_TEST_TMPDIR/script"
        run -3 bash -c "dama-engine hub --eval material <'$BATS_TEST_TMPDIR/script' >/dev/full"
        [ "$output" = "dama-engine: cannot write to the driver: No space left on device" ]
    done
}

@test "an analysis ignores the level" {
    start="pos pos=Wbbbbbbbbbbbbbbbbbbbbeeeeeeeeeewwwwwwwwwwwwwwwwwwww"
    for limit in depth=8 infinite; do
        printf '%s\n' hub init "$start" "level $limit" "go analyze" >"$BATS_TEST_TMPDIR/script"
        run -0 bash -c "{ cat '$BATS_TEST_TMPDIR/script'; sleep 2; echo stop; sleep 2; echo quit; } | dama-engine hub --eval material --level D"
        [[ $output =~ info\ depth=([89]|[1-9][0-9])\ .*done\ move= ]] || { echo "$output" && false; }
    done
}
