# shellcheck shell=bash
# SPDX-License-Identifier: MIT
# Games for the tests of commands, and questions about builds and outputs.

# games.pdn: two games of a club and a problem; broken.pdn: a game with an illegal move between two sound ones.
write_club_games() {
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

# A game with the seven tags and whatever moves are given.
game() {
    printf '[Event "E"]\n[Site "?"]\n[Date "????.??.??"]\n[Round "?"]\n[White "?"]\n[Black "?"]\n[Result "*"]\n[GameType "%s"]\n\n%s\n\n' \
        "${2:-20}" "$1"
}

# many N MOVES: so many games
many() {
    awk -v n="$1" -v game="$(game "$2"; echo .)" 'BEGIN { sub(/\.$/, "", game); while (n-- > 0) printf "%s", game }'
}

# repeat N FILE...: prints the files so many times, without a process for each
repeat() {
    local n=$1 text i
    text=$(cat "${@:2}"; echo .)
    for ((i = 0; i < n; i++)); do printf %s "${text%.}"; done
}

# The codes that a run reports, sorted, one a line.
codes() {
    dama-validate "$@" | sed -n 's/.*\[\([a-z-]*\)\]$/\1/p' | sort -u
}

# Whether files hold nothing that a terminal would obey.
harmless() {
    if LC_ALL=C grep -q "$(printf '[\033\007]\|\302\233')" "$@"; then return 1; fi
}

# examples_of PAGE - the commands in the EXAMPLES of a manual page, given by its path in cmd/
examples_of() {
    awk '/^# / { here = /^# EXAMPLES/; block = 0 }
        /^\140\140\140/ { block = here && !block; next }
        block' "$DAMA_SOURCE/cmd/$1"
}

# Tests that read JSON are passed over in a build that cannot.
need_json() {
    printf '{"dama":1,"moves":[]}\n' | dama-convert -q >/dev/null 2>&1 || skip "built without JSON"
}

need_python() {
    command -v python3 >/dev/null || skip "no python3"
}
