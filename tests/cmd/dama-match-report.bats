#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
# dama-match stats, report and keys.

bats_require_minimum_version 1.5.0

setup_file() {
    export WORK="$BATS_FILE_TMPDIR"
    "$DAMA_BUILD/tests/make-results" "$WORK/a.db" 40 4
}

setup() {
    cd "$WORK" || return 1
}

@test "a match file in place of a results file gives a hint" {
    for name in m.yaml m.yml; do
        : >"$BATS_TEST_TMPDIR/$name"
        run -2 dama-match report "$BATS_TEST_TMPDIR/$name"
        [[ $output == *"$name is a match file; name its results file"* ]]
    done
}

@test "a report replaces only dama's own pages and logs" {
    printf '[Event "mine"]\n\n1. 32-28 20-25 2-0\n' >mine.pdn
    printf '<html><body>my club</body></html>\n' >club.html
    cp mine.pdn mine.copy && cp club.html club.copy
    run -2 dama-match report -o mine.pdn a.db
    [[ $output == *mine.pdn* ]]
    run -2 dama-match report -o club.html a.db
    [[ $output == *"club.html"*"not a page made by dama"* ]]
    cmp mine.pdn mine.copy && cmp club.html club.copy
    for name in games.pdn page.html; do
        dama-match report -o $name a.db
        dama-match report -o $name a.db
    done
}

@test "counts: the three matches of the manual" {
    run -0 dama-match stats +23=127-8
    [ "${lines[0]}" = "first against second: +23 =127 -8, 54.75 %" ]
    [[ "${lines[1]}" == "  Elo +33, 95 % interval +10 to +57;"*"LOS 99.6 %" ]]
    run -0 dama-match stats "+55 =101 -2"
    [[ "${lines[1]}" == "  Elo +121, 95 % interval +92 to +153;"* ]]
    run -0 dama-match stats +6=124-28
    [[ "${lines[1]}" == "  Elo -49, 95 % interval -73 to -24;"* ]]
}

@test "counts: ratings follow from the games, without colours" {
    for games in "+23=127-8" "--pairs=0,3,59,16,1"; do
        run -0 dama-match stats --format=jsonl "$games"
        first=$(jq -r 'select(.type == "player" and .player == "first").elo' <<<"$output")
        second=$(jq -r 'select(.type == "player" and .player == "second").elo' <<<"$output")
        meeting=$(jq -r 'select(.type == "meeting").elo' <<<"$output")
        awk -v d="$first" -v e="$second" -v m="$meeting" 'BEGIN { x = d - e - m; exit !(x > -0.2 && x < 0.2) }'
        [ "$(jq -c 'select(.type == "player") | [.score_white, .score_black]' <<<"$output")" = $'[null,null]\n[null,null]' ]
    done
}

@test "counts: no value is nan or inf" {
    for counts in +1=0-0 +0=1-0 +0=0-1 +99=0-0 +0=0-99 +0=999-0 +4294967295=4294967295-4294967295; do
        for format in text csv jsonl; do
            run -0 dama-match stats --sprt --format=$format $counts
            [[ ! "$output" =~ (nan|inf[^o]) ]]
        done
    done
}

@test "counts: no games, no estimate" {
    for games in +0=0-0 --pairs=0,0,0,0,0; do
        for format in text csv jsonl; do
            run -1 --separate-stderr dama-match stats --format=$format $games
            [ -z "$output" ]
            [ "$stderr" = "dama-match: no games between two different players" ]
        done
    done
}

@test "counts: too large a number and an invalid one give different messages" {
    for counts in +4294967296=1-1 +1=1-99999999999999999999; do
        run -2 --separate-stderr dama-match stats $counts
        [ "$stderr" = "dama-match: '$counts': a number is larger than 4294967295" ]
    done
    run -2 --separate-stderr dama-match stats --pairs 99999999999,1,1,1,1
    [ "$stderr" = "dama-match: '99999999999,1,1,1,1': a number is larger than 4294967295" ]
}

@test "pairs: all outcomes" {
    for pairs in 0,0,1,0,0 1,0,0,0,0 0,0,79,0,0 0,0,0,0,79 1,2,3,2,1; do
        run -0 dama-match stats --sprt --normalized --pairs $pairs
        [[ ! "$output" =~ (nan|inf[^o]) ]]
    done
    run -0 dama-match stats --sprt --pairs 0,3,60,15,1
    [ "${lines[0]}" = "first against second: 54.43 %" ]
    [ "${lines[1]}" = "  pairs with 0, 0.5, 1, 1.5 and 2 points: 0 3 60 15 1" ]
    [[ "${lines[3]}" == *"elo1 accepted" ]]
}

@test "pairs: the numbers of games won, drawn and lost are unknown" {
    run -0 dama-match stats --player second --pairs 0,3,60,15,1
    [ "${lines[0]}" = "second against first: 45.57 %" ]
    [ "${lines[1]}" = "  pairs with 0, 0.5, 1, 1.5 and 2 points: 1 15 60 3 0" ]
    for pairs in 0,0,1,0,0 0,3,59,16,1; do
        run -0 dama-match stats --format=jsonl --pairs $pairs
        [ "$(jq -c '[.won, .drawn, .lost, .unknown]' <<<"$output" | sort -u)" = '[null,null,null,0]' ]
        [ "$(jq -c 'select(.type == "player") | [.elo_low, .elo_high]' <<<"$output" | sort -u)" = '[null,null]' ]
        [ "$(jq -c 'select(.type == "meeting") | .elo_low < .elo and .elo < .elo_high' <<<"$output")" = true ]
    done
    run -0 dama-match stats --format=csv --pairs 0,0,1,0,0
    [[ "${lines[4]}" == 1,first,,,,0,0.5000,0.0000,,,1,* ]]
    [[ "$output" == *"first,second,,,,0,0.5000,0,0,1,0,0,"* ]]
}

@test "pairs: wrong ones are refused" {
    for pairs in 1,2,3 1,2,3,4,5,6 a,b,c,d,e 1,2,3,4,-5 ",,,,"; do
        run -2 --separate-stderr dama-match stats --pairs=$pairs
        [ "$stderr" = "dama-match: '$pairs' is not five numbers separated by commas" ]
    done
}

@test "alarm: only if the whole interval lies below" {
    run -1 dama-match stats --alarm -10 +6=124-28
    run -0 dama-match stats --alarm -30 +6=124-28
    run -0 dama-match stats --alarm 0 +23=127-8
    run -1 dama-match stats --alarm 100 --format=jsonl +0=0-50
    run -1 dama-match stats --alarm 100 --format=csv --player second +50=0-0
}

@test "files: pairs by their rounds, by their order, and single games" {
    printf '[Round "1.1"]\n[White "a"]\n[Black "b"]\n[Result "2-0"]\n\n2-0\n\n[Round "1.2"]\n[White "b"]\n[Black "a"]\n[Result "1-1"]\n\n1-1\n\n[Round "2.1"]\n[White "a"]\n[Black "b"]\n[Result "1-1"]\n\n1-1\n' > r.pdn
    run -0 dama-match stats r.pdn
    [ "${lines[0]}" = "a against b: +1 =2 -0, 66.67 %" ]
    [ "${lines[1]}" = "  pairs with 0, 0.5, 1, 1.5 and 2 points: 0 0 0 1 0, and 1 unpaired game" ]
    run -0 dama-match stats --player b r.pdn
    [ "${lines[0]}" = "b against a: +0 =2 -1, 33.33 %" ]
    run -2 --separate-stderr dama-match stats --player c r.pdn
    [ "$stderr" = "dama-match: no player is named 'c'" ]
    mkdir empty
    run -3 dama-match stats empty
    [ "$output" = "dama-match: empty: contains no game files" ]
    sed 's/Round "\(.\).."/Round "\1"/' r.pdn > single.pdn
    run -0 dama-match stats single.pdn
    [[ "${lines[1]}" == "  Elo"* ]]
    run -0 dama-match stats --paired single.pdn
    [[ "${lines[1]}" == "  pairs with 0, 0.5, 1, 1.5 and 2 points: 0 0 0 1 0"* ]]
}

# A game a line: its round, White, Black, the result, and another tag.
games() {
    while read -r round white black result tag; do
        printf '[Round "%s"]\n[White "%s"]\n[Black "%s"]\n[Result "%s"]\n%s\n\n%s\n\n' \
            "$round" "$white" "$black" "$result" "$tag" "$result"
    done
}

@test "files: the halves of a pair need not be neighbours, games that were replayed do not count" {
    games >apart.pdn <<'END'
1.1 a b 2-0
2.1 a b 2-0
1.2 b a * [Replayed "yes"]
2.2 b a 2-0
1.2 b a 2-0
END
    run -0 dama-match stats apart.pdn
    [ "${lines[0]}" = "a against b: +2 =0 -2, 50.00 %" ]
    [ "${lines[1]}" = "  pairs with 0, 0.5, 1, 1.5 and 2 points: 0 0 2 0 0" ]
    run -0 dama-match stats --paired apart.pdn
    [ "${lines[1]}" = "  pairs with 0, 0.5, 1, 1.5 and 2 points: 0 0 2 0 0" ]
}

@test "files: the same rounds of another night are other pairs" {
    night() {
        printf '[Event "Nightly"]\n[Round "%s"]\n[White "%s"]\n[Black "%s"]\n[Result "%s"]\n\n1. 32-28 %s\n\n' "$@" "$4"
    }
    { night 1.1 a b '*'; night 1.2 b a 2-0; night 2.2 b a 0-2; } >first.pdn
    { night 1.1 a b 2-0; night 1.2 b a 0-2; night 2.1 a b 0-2; } >second.pdn
    run -0 dama-match stats first.pdn second.pdn
    [[ $output == *"pairs with 0, 0.5, 1, 1.5 and 2 points: 0 0 0 0 1, and 3 unpaired games"* ]]
    # in one file, the same game of the pair begins another one
    for game in '1.1 a b *' '1.2 b a 2-0' '1.1 a b 2-0' '1.2 b a 0-2'; do
        IFS=' ' read -r round white black result <<<"$game"
        night "$round" "$white" "$black" "$result"
    done >both.pdn
    run -0 dama-match stats both.pdn
    [[ $output == *"pairs with 0, 0.5, 1, 1.5 and 2 points: 0 0 0 0 1, and 1 unpaired game"$'\n'* ]]
}

@test "files: single games count next to pairs" {
    for pair in {1..10}; do
        printf '%s\n' "$pair.1 a b 2-0" "$pair.2 b a 0-2" "$pair a b 0-2" "$pair b a 2-0"
    done | games >mixed.pdn
    run -0 dama-match stats mixed.pdn
    [ "${lines[0]}" = "a against b: +20 =0 -20, 50.00 %" ]
    [ "${lines[1]}" = "  pairs with 0, 0.5, 1, 1.5 and 2 points: 0 0 0 0 10, and 20 unpaired games" ]
    [[ "${lines[2]}" == "  Elo +0, "*"LOS 50.0 %" ]]
}

@test "files: without a known result there is no score" {
    printf '[White "a"]\n[Black "b"]\n[Result "*"]\n\n1. 32-28 *\n' > open.pdn
    run -0 dama-match stats open.pdn
    [ "$output" = "a against b: +0 =0 -0, 1 unknown, -" ] # and no Elo
    run -0 dama-match stats --format=csv open.pdn
    [[ "$output" == *"a,b,0,0,0,1,,0,"* ]]
    run -0 dama-match stats --format=jsonl open.pdn
    [[ "$output" == *'"unknown":1,"score":null'* ]]
    printf '[White "b"]\n[Black "c"]\n[Result "*"]\n\n1. 32-28 *\n' >> open.pdn
    run -0 dama-match stats open.pdn
    [ "${#lines[@]}" -eq 4 ]
    [[ "${lines[1]}" == *" 1         -" ]] # and no Elo
}

@test "files: a damaged record, text that is not a game, and a table are reported" {
    dama-convert --from pdn -t jsonl - >r.jsonl <<<'[White "a"]
[Black "b"]
[Result "2-0"]

1. 32-28 19-23 2-0'
    cat r.jsonl r.jsonl >two.jsonl
    run -0 dama-match stats two.jsonl
    [ "${lines[0]}" = "a against b: +2 =0 -0, 100.00 %" ]
    head -c -9 two.jsonl >cut.jsonl
    run -3 dama-match stats cut.jsonl
    [[ "$output" == "cut.jsonl:2:1: not valid JSON: "* ]]
    echo '[]' >>r.jsonl
    run -3 dama-match stats r.jsonl
    [[ "$output" == "r.jsonl:2:1: "* ]]
    for name in prose.pdn prose.doc; do
        echo hello >$name
        run -3 dama-match stats two.jsonl $name
        [ "$output" = "dama-match: $name: no names and no moves: not a file of games" ]
    done
    mkdir folder
    cp two.jsonl folder/
    printf '[Event "x"]\n\n*\n' >folder/stub.pdn
    run -0 dama-match stats folder
    [ "${lines[0]}" = "dama-match: folder/stub.pdn: no names and no moves; left out" ]
    [ "${lines[1]}" = "a against b: +2 =0 -0, 100.00 %" ]
    : >empty.pdn
    run -0 dama-match stats two.jsonl empty.pdn
    dama-convert -t tsv two.jsonl -o two.tsv
    run -3 dama-match stats two.tsv
    [ "$output" = "dama-match: two.tsv: cannot read games from a table here; convert the file to PDN with dama-convert" ]
}

@test "files: more than two players are rated jointly" {
    dama-match report --format=pdn a.db > a.pdn
    run -0 dama-match stats a.pdn
    [ "${#lines[@]}" -eq 6 ]
    [[ "${lines[1]}" == "  1 player 4 "*"55.56 %"* ]]
    run -2 --separate-stderr dama-match stats --sprt a.pdn
    [ "$stderr" = "dama-match: --sprt is for two players, but there are 4" ]
    run -2 --separate-stderr dama-match stats --alarm 0 --format=csv a.pdn
    [ "$stderr" = "dama-match: --alarm is for two players, but there are 4" ]
    run -2 --separate-stderr dama-match stats --player nobody a.pdn
    [ "$stderr" = "dama-match: no player is named 'nobody'" ]
    run -3 --separate-stderr dama-match stats none.pdn
    [[ "$stderr" == *"none.pdn"*"No such file"* ]]
}

@test "files: a signal stops the fitting of many ratings" {
    awk 'BEGIN { for (i = 0; i < 1999; i++) printf "[White \"%d\"]\n[Black \"%d\"]\n[Result \"2-0\"]\n\n1. 32-28 2-0\n\n", i * i % 1999, i + 1 }' >crowd.pdn
    run -4 timeout --preserve-status -s TERM 1 dama-match stats crowd.pdn
    [ "$output" = "dama-match: stopped; nothing was estimated" ]
}

@test "files: too many players have no ratings" {
    awk 'BEGIN { for (i = 1; i <= 2000; i++) printf "[White \"%d\"]\n[Black \"%d\"]\n[Result \"2-0\"]\n\n1. 32-28 2-0\n\n", i, i + 1 }' >club.pdn
    run -0 dama-match stats club.pdn
    [ "${lines[-1]}" = "no ratings: more than 2000 players" ]
    [[ $output != *"Playing White is worth"* ]]
}

@test "a store of results is read like the games in it" {
    dama-match report --format=pdn a.db > a.pdn
    run -0 dama-match stats a.pdn
    same=${lines[1]}
    run -0 dama-match stats a.db
    [ "${lines[1]}" = "$same" ]
    [[ "$same" == *"player 4"*"55.56 %"* ]]
    run -3 dama-match stats - <a.db
    [ "$output" = "dama-match: -: cannot read results from a pipe; name the file" ]
    run -0 dama-match stats - <a.pdn
    [ "${lines[1]}" = "$same" ]
}

@test "a store with numbers that cannot be is named" {
    cp a.db pairs.db
    sqlite3 pairs.db "UPDATE game SET pair_id = 9223372036854775807 WHERE pair_id = 20;
        UPDATE pair SET id = 9223372036854775807 WHERE id = 20"
    run -3 dama-match stats pairs.db a.db
    [[ "$output" == "dama-match: pairs.db: damaged: the pair of game "* ]]
    cp a.db alone.db
    sqlite3 alone.db "UPDATE game SET black_id = white_id WHERE number = 10"
    run -3 dama-match stats a.db alone.db
    [ "$output" = "dama-match: alone.db: damaged: the players of game 10" ]
    cp a.db nobody.db
    sqlite3 nobody.db "UPDATE game SET black_id = 99 WHERE number = 10"
    run -3 dama-match stats a.db nobody.db
    [ "$output" = "dama-match: nobody.db: damaged: player 99" ]
}

@test "counts that are misspelt are not a file" {
    run -2 --separate-stderr dama-match stats +23=127
    [ "$stderr" = "dama-match: '+23=127' is not a score such as +23=127-8" ]
    run -2 dama-match stats +23=127-8 "$(printf 'd%.0s' {1..130}).pdn" # whatever its length
    [[ $output == "dama-match: '+23=127-8 ddd"*"' is not a score such as +23=127-8" ]]
    run -2 dama-match stats --paired +23=127-8
    [ "$output" = "dama-match: --paired requires files of games" ]
    run -2 dama-match stats --paired --pairs 1,2,3,2,1
    [ "$output" = "dama-match stats: --pairs cannot be combined with --paired (try 'dama-match stats --help')" ]
}

@test "report: games lost on time include the wait for the missing move" {
    cat >time.yaml <<YAML
event: Time
players:
  - {name: one, builtin: true, weights: material, hash: 1M, egdb: none, time: {depth: 1}}
  - {name: slow, hub: $DAMA_BUILD/tests/peer-hub stall}
time: {minutes: 1s}
timeouts: {margin: 0.2s}
games: 2
output: {store: time.db}
YAML
    run -0 dama-match run -v time.yaml
    [ "$(grep -c ' time after ' <<<"$output")" = 2 ]
    run -0 dama-match report --format=jsonl time.db
    slow=$(jq -c 'select(.type == "player" and .player == "slow")' <<<"$output")
    [ "$(jq .fell <<<"$slow")" = 2 ]
    [ "$(jq '.least_ms < 0 and .least_ms > -2000' <<<"$slow")" = true ]
    [ "$(jq '.longest_ms > 1000 and .longest_ms < 3000' <<<"$slow")" = true ]
    [ "$(jq 'select(.type == "player" and .player == "one").fell' <<<"$output")" = 0 ]
    sqlite3 time.db "UPDATE game SET white_least = 900, white_longest = 1, black_least = 900, black_longest = 1"
    run -0 dama-match report --format=jsonl time.db # as older versions wrote it
    [ "$(jq -c 'select(.type == "player") | [.player, .fell, .least_ms]' <<<"$output" | sort)" = \
        $'["one",0,900]\n["slow",2,0]' ]
}

@test "report: every table as text, and names cannot move the cursor" {
    run -0 dama-match report a.db
    for heading in Standings Crosstable Pairings Colours Openings Reasons Clocks Versions Incidents; do
        [[ "$output" == *"$heading"* ]]
    done
    [[ "$output" == *"3 dead openings"* ]]
    [[ "$output" != *$'\x1b'* ]]
    # nobody's own time
    grep -qE '^40 games .*, [0-9-]{10} to [0-9-]{10} UTC$' <<<"$output"
    grep -qE '^    [0-9-]{10} [0-9:]{8} UTC  ' <<<"$(sed -n '/^Incidents/,$p' <<<"$output")"
}

@test "report: a results file in a read-only folder" {
    folder=$(mktemp -d "${TMPDIR:-/tmp}/dama.XXXXXX")
    as=()
    [ "$(id -u)" -ne 0 ] || as=(setpriv --reuid=65534 --regid=65534 --clear-groups)
    cp a.db "$folder/100% ?.db"
    chmod 444 "$folder/100% ?.db"
    chmod 555 "$folder"
    run -0 "${as[@]}" "$(command -v dama-match)" report "$folder/100% ?.db"
    [ "${lines[0]}" = "$(dama-match report a.db | head -n 1)" ]
    run -0 "${as[@]}" "$(command -v dama-match)" report "/$folder/100% ?.db"
    chmod 755 "$folder"
    echo log >"$folder/100% ?.db-wal"
    chmod 555 "$folder"
    run -3 "${as[@]}" "$(command -v dama-match)" report "$folder/100% ?.db"
    [[ $output == *"its latest changes are in "*"-wal, and reading them requires permission"* ]]
    chmod 755 "$folder"
    rm -r "$folder"
}

@test "report: text says what it leaves out" {
    "$DAMA_BUILD/tests/make-results" many.db 80 20
    sqlite3 many.db "WITH RECURSIVE i(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM i WHERE n < 150)
        INSERT INTO incident (match_id, at, player, kind, detail) SELECT 1, n, 'p', 'connected', n FROM i"
    run -0 dama-match report many.db
    [[ $output == *"the first 16 of 20 players"*"there are more than 16 players; --format=csv has all"* ]]
    [[ $output == *"the last 100 of 151 incidents; --format=csv has all"* ]]
    [ "$(grep -c ' p  .*connected: ' <<<"$output")" -eq 100 ]
}

@test "report: long names stay different" {
    cp a.db names.db
    sqlite3 names.db "UPDATE player SET name = 'dama 0.1.0 international weights new' WHERE name = 'player 1';
        UPDATE player SET name = 'dama 0.1.0, after a very long training, international weights old' WHERE name = 'player 3';
        UPDATE version SET name = name || ' of a windy Tuesday night'"
    run -0 dama-match report names.db
    [ "$(grep -c 'dama 0.1.0 international weights new  ' <<<"$output")" -ge 5 ]
    [ "$(grep -c 'dama 0.1.0, after [.][.][.]ational weights old ' <<<"$output")" -ge 5 ]
    [[ $output == *" 1.0 of a windy Tuesday night "* ]]
}

@test "report: wide cells of the crosstable stay apart" {
    "$DAMA_BUILD/tests/make-results" wide.db 2 2
    sqlite3 wide.db "DROP INDEX game_counts; CREATE TEMP TABLE more AS WITH RECURSIVE i(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM i WHERE n < 9999)
            SELECT game.*, n FROM game, i WHERE number = 1;
        UPDATE more SET id = 10 + n, number = 10 + n, attempt = 10 + n, result_id = iif(n = 1, 4, 2);
        ALTER TABLE more DROP COLUMN n;
        UPDATE game SET result_id = 2;
        INSERT INTO game SELECT * FROM more"
    run -0 dama-match report wide.db
    grep -q '^  1 player 1  *[*]  *9999.5/10001$' <<<"$output"
}

@test "report: with one game, its time difference is the largest" {
    "$DAMA_BUILD/tests/make-results" single.db 2 2 # each tells its times in one of them
    run -0 dama-match report single.db
    [ "$(grep -cE ' (-?[0-9]+\.[0-9]+) s +\1 s$' <<<"$output")" -eq 2 ]
}

@test "report: the log is always the same, and agrees with the results file" {
    dama-match report --format=pdn a.db > one.pdn
    dama-match report -o two.pdn a.db
    cmp one.pdn two.pdn
    dama-match report -o two.pdn.gz a.db
    gzip -dc two.pdn.gz | cmp one.pdn -
    run -0 dama-validate one.pdn
    [ "$(grep -c '^\[Event ' one.pdn)" -eq 41 ]
    grep -q '^\[Replayed "yes"\]$' one.pdn
    grep -q '\[%eval -\?[0-9.]*\] \[%wdl [0-9 ]*\] \[%depth 9\] \[%nodes 5000\]' <(tr '\n' ' ' < one.pdn)
}

@test "report: CSV has every table, and no field is a formula" {
    run -0 dama-match report --format=csv a.db
    [ "$(grep -c '^# ' <<< "$output")" -eq 7 ]
    [ "$(grep -c '^[1-4],' <<< "$output")" -ge 4 ]
    [ "$(grep -cE '(^|,)"?[=+@]' <<< "$output")" -eq 0 ]
}

@test "report: JSON Lines are JSON" {
    dama-match report -o a.jsonl a.db
    python3 -c 'import json, sys
rows = [json.loads(line) for line in open("a.jsonl")]
assert {row["type"] for row in rows} == {"match", "player", "meeting", "opening", "reason", "version", "incident"}
players = [row for row in rows if row["type"] == "player"]
assert sum(row["won"] for row in players) == sum(row["lost"] for row in players)
assert any("<script>" in row["player"] for row in players)'
}

@test "report: the sequential test is for the first player of the match file, in every format" {
    printf '%s\n' 'players: [{name: weak, level: A, egdb: none}, {name: strong, egdb: none}]' 'games: 4' \
        'time: {nodes: 300}' 'openings: {ballots: 2}' 'output: {pdn: weak.pdn}' >weak.yaml
    run -0 dama-match run weak.yaml
    bounds="--elo0=-5 --elo1=60"
    # shellcheck disable=SC2086
    {
        run -0 dama-match report $bounds weak.db
        [[ $output == *"weak against strong: +0 "*"LLR -"* ]]
        llr=$(sed -n 's/.* LLR \(-[0-9.]*\) (.*/\1/p' <<<"$output")
        run -0 dama-match report --format=jsonl $bounds weak.db
        [[ $output == *'"player":"weak","opponent":"strong"'*"\"llr\":$llr"*'"accepted":""}'* ]]
        run -0 dama-match report --format=html $bounds weak.db
        [[ $output == *">weak</td><td class=\"t\">strong</td>"*"<td>$llr</td></tr>"* ]]
        run -0 dama-match stats --sprt $bounds weak.db
        [[ $output == "weak against strong"*"LLR $llr ("* ]]
    }
}

@test "report: the sequential test of a single match is its own, unless options say otherwise" {
    # shellcheck disable=SC2016 # ${END} is for the match file
    printf '%s\n' 'players: [{name: a, level: A, egdb: none}, {name: b, level: A, egdb: none}]' 'games: 2' 'time: {nodes: 100}' \
        'openings: {ballots: 1}' 'stop: {sprt: true, alpha: 0.001, beta: 0.01, elo0: -5, elo1: 60, scale: normalized, until: "${END}"}' \
        'output: {store: own.db}' >own.yaml
    END=2099-01-01T07:30 dama-match run -q own.yaml
    cp own.db twice.db
    dama-match report own.db | grep -qF 'SPRT of -5 and 60 normalized Elo: LLR '
    dama-match report own.db | grep -qF '(bounds -4.60 and 6.90)'
    while IFS='|' read -r words test; do
        # shellcheck disable=SC2086 # words are meant to be split
        run -0 dama-match report $words own.db
        [ "$(sed -n 's/ LLR .* (/ (/; s/.*SPRT of \(.*\), .*/\1/p' <<<"$output")" = "$test" ]
    done <<'END'
--alpha=0.05|-5 and 60 normalized Elo: (bounds -4.55 and 2.99)
--beta=0.05|-5 and 60 normalized Elo: (bounds -2.99 and 6.86)
--elo0=0|0 and 20 Elo: (bounds -4.60 and 6.90)
--normalized|-20 and 20 normalized Elo: (bounds -4.60 and 6.90)
END
    "$DAMA_BUILD/tests/make-results" twice.db 2 2
    dama-match report twice.db | grep -qF 'SPRT of -20 and 20 Elo: LLR '
    dama-match report --match 1 twice.db | grep -qF 'SPRT of -5 and 60 normalized Elo: LLR '
    sqlite3 own.db "UPDATE match SET config = '{'"
    run -0 dama-match report own.db
    [[ $output == *"dama-match: the sequential test of match 1 cannot be read; the usual one is used"$'\n'* ]]
    [[ $output == *"SPRT of -20 and 20 Elo: LLR "* ]]
}

@test "files: the first player is the one with White in the first game, or in the other game of its pair" {
    printf '%s\n' "1.2 b a 2-0" "1.1 a b 0-2" | games >turned.pdn
    run -0 dama-match stats turned.pdn
    [ "${lines[0]}" = "a against b: +0 =0 -2, 0.00 %" ]
    printf '%s\n' "1 b a 2-0" "2 a b 0-2" | games >plain.pdn
    run -0 dama-match stats plain.pdn
    [ "${lines[0]}" = "b against a: +2 =0 -0, 100.00 %" ]
}

@test "files: options select the rows of a table" {
    printf '%s\n' "1.1 a b 2-0" "1.2 b a 1-1" | games >rows.pdn
    run -0 dama-match stats --format=jsonl rows.pdn
    [[ $output == *'"player":"a","opponent":"b","won":1,'*'"pairs_3":1,'*'"llr":null,"accepted":""}'* ]]
    run -0 dama-match stats --format=jsonl --player=b --sprt --elo0=-300 --elo1=300 rows.pdn
    [[ $output == *'"player":"b","opponent":"a","won":0,"drawn":1,"lost":1,'*'"pairs_1":1,'*'"llr":-'* ]]
}

@test "files: clocks are unknown" {
    clocks='[.moves, .used_ms, .longest_ms, .least_ms, .fell, .claimed_ms, .measured_ms, .gap_ms]'
    printf '%s\n' "1.1 a b 2-0" "1.2 b a 1-1" | games >clocks.pdn
    for games in a.db clocks.pdn +1=0-0; do
        run -0 dama-match stats --format=jsonl $games
        [ "$(jq -c "select(.type == \"player\") | $clocks" <<<"$output" | sort -u)" = '[null,null,null,null,null,null,null,null]' ]
    done
    run -0 dama-match stats --format=csv +1=0-0
    [[ "${lines[3]}" == place,*,score_black,moves,used_ms,longest_ms,least_ms,fell,claimed_ms,measured_ms,gap_ms ]]
    [[ "${lines[4]}" == 1,first,1,0,0,0,1.0000,*,1,,,,,,,,,, ]]
    [ "$(tr -dc , <<<"${lines[4]}" | wc -c)" = "$(tr -dc , <<<"${lines[3]}" | wc -c)" ]
}

@test "report: claimed times are unknown for a player that claims none" {
    cp a.db silent.db
    sqlite3 silent.db "UPDATE game SET white_against = 0, white_claimed = 0, black_against = 0, black_claimed = 0"
    run -0 dama-match report --format=jsonl silent.db
    [ "$(jq -c 'select(.type == "player") | [.claimed_ms, .measured_ms, .gap_ms]' <<<"$output" | sort -u)" = '[null,null,null]' ]
    [ "$(jq -c 'select(.type == "player" and .moves > 0 and .used_ms > 0)' <<<"$output" | wc -l)" -gt 1 ]
}

@test "report: matches are chosen by number, event and age" {
    run -0 dama-match report --match 1 a.db
    run -0 dama-match report --event "Made <up>" a.db
    run -0 dama-match report --last a.db
    for format in text pdn; do
        run -3 --separate-stderr dama-match report --format=$format --match 2 a.db
        [ "$stderr" = "dama-match: a.db: contains no match 2" ]
    done
    run -3 --separate-stderr dama-match report --event none a.db
    [ "$stderr" = "dama-match: a.db: contains no match of the event none" ]
    run -2 dama-match report -o page.htm a.db
    [[ $output == "dama-match report: page.htm: no format has the suffix 'htm'; choose one with --format (try"* ]]
    dama-match report -o PAGE.HTML a.db
    grep -qi '^<!doctype html>' PAGE.HTML
    run -3 --separate-stderr dama-match report none.db
    [ "$stderr" = "dama-match: none.db: No such file or directory" ]
    run -2 dama-match report
}

@test "report: an alarm" {
    run -1 --separate-stderr dama-match report --alarm 500 -o alarm.txt a.db
    [[ "$stderr" == "dama-match: alarm: Elo "*", is below +500.0" ]]
    run -0 --separate-stderr dama-match report --alarm -500 -o alarm.txt a.db
    [ -z "$stderr" ]
}

@test "report: the results are not overwritten" {
    for format in text pdn; do
        run -2 dama-match report --format $format -o "$WORK/a.db" a.db
        [[ "$output" == *"a.db is also an input; refusing to overwrite it" ]]
    done
}

@test "report: no number is minus zero" {
    run -0 dama-match stats --sprt --pairs 0,0,2,0,0
    [[ "$output" == *": LLR 0.00 (bounds"* ]]
    run -0 dama-match stats --sprt --format=csv --pairs 0,0,1,0,0
    [[ "$output" != *-0.0000* ]]
    cp a.db minus.db
    sqlite3 minus.db "UPDATE game SET white_least = -4, black_least = -4, black_against = 1000, black_claimed = 1000;
        UPDATE game SET white_against = 1000, white_claimed = 999 + game" # at worst -1 ms, and that in all
    for format in text html; do
        dama-match report --format=$format minus.db | sed -n '/Clocks/,/Versions/p' >clocks
        grep -q '0\.00' clocks
        run ! grep -q -e '-0\.00' clocks
    done
}

@test "report: a version without a known result has no Elo" {
    cp a.db unknown.db
    sqlite3 unknown.db "UPDATE game SET result_id = (SELECT id FROM result WHERE word = 'unknown')"
    run -0 dama-match report unknown.db
    sed -n '/^Versions/,/^Incidents/p' <<<"$output" >versions
    grep -q ' 1\.0 ' versions
    run ! grep -q ' to ' versions
    run -0 dama-match report --format=html unknown.db
    run ! grep -q '<td>[+-][0-9]* to ' <<<"$(sed -n '/<h2>Versions/,/<.table>/p' <<<"$output")"
}

@test "report: Elo of versions that no games connect is not compared" {
    "$DAMA_BUILD/tests/make-results" versions.db 8 2
    sqlite3 versions.db "INSERT INTO version (player_id, name) SELECT id, '0.1' FROM player UNION SELECT id, '0.2' FROM player;
        UPDATE game SET white_version_id = (SELECT id FROM version WHERE player_id = white_id AND name = iif(pair_id < 3, '0.1', '0.2')),
            black_version_id = (SELECT id FROM version WHERE player_id = black_id AND name = iif(pair_id < 3, '0.1', '0.2'))"
    run -0 dama-match report --format=jsonl versions.db
    groups=$(jq -c 'select(.type == "version") | [.version, .group]' <<<"$output" | sort | uniq -c | tr -s ' \n' ' ')
    [[ $groups == ' 2 ["0.1",1] 2 ["0.2",2] ' || $groups == ' 2 ["0.1",2] 2 ["0.2",1] ' ]]
    dama-match report versions.db | sed -n '/^Versions/,/^Incidents/p' >versions
    [ "$(grep -c -e '-[0-9][0-9]  *[12]$' versions)" = 4 ]
    grep -q '^2 groups of versions are not connected by games' versions
    run -0 dama-match report --format=html versions.db
    [[ $output == *">Group</th>"*"Versions of different groups are not connected by games"* ]]
    sqlite3 versions.db "UPDATE game SET black_version_id = (SELECT id FROM version WHERE player_id = black_id AND name = '0.2') WHERE id = 1"
    run -0 dama-match report versions.db
    [[ $output != *groups* ]]
}

@test "report: too many versions have no Elo" {
    "$DAMA_BUILD/tests/make-results" old.db 2002 2
    sqlite3 old.db "INSERT INTO version (id, player_id, name) SELECT 1000 + id, white_id, 'v' || id FROM game;
        UPDATE game SET white_version_id = 1000 + id"
    run -0 dama-match report --format=jsonl old.db
    [ "$(jq -c 'select(.type == "version") | [.elo, .elo_low, .elo_high, .group]' <<<"$output" | sort -u)" = '[null,null,null,null]' ]
    dama-match report old.db | sed -n '/^Versions/,/^Incidents/p' >versions
    [ "$(wc -l <versions)" -gt 2000 ]
    run ! grep -q ' to ' versions
}

@test "report: the same opening in two variants counts as two" {
    for variant in english pool; do
        printf '%s\n' "event: $variant" "variant: $variant" 'games: 2' 'time: {depth: 1}' \
            'players: [{name: one, builtin: true, weights: material, hash: 1M, egdb: none}, {name: other, builtin: true, weights: material, hash: 1M, egdb: none}]' \
            'plies_max: 10' 'output: {store: variants.db}' >$variant.yaml
        dama-match run $variant.yaml
    done
    run -0 dama-match report variants.db
    [ "$(grep -c '^    start  *2 .*  \(english\|pool\)$' <<<"$output")" = 2 ]
    dama-match report --last variants.db >last.txt
    grep -q '^    start  *2  *0  *0  *0  *2$' last.txt
    run -0 dama-match report --format=jsonl variants.db
    [ "$(grep '"type":"opening"' <<<"$output" | sed 's/.*"variant":\(.*\)}/\1/' | tr '\n' ' ')" = '"english" "pool" ' ]
    dama-match report --format=html variants.db >variants.html
    grep -q '>Variant</th>' variants.html
}

@test "report: an empty file of results" {
    "$DAMA_BUILD/tests/make-results" empty.db 0 2
    run -0 dama-match report empty.db
    [ "${lines[0]}" = "0 games" ]
    [[ "$output" != *Standings* && "$output" == *$'\nIncidents\n'*"restarted: it had crashed"* ]]
    run -0 dama-match report --format=html empty.db
    [[ "$output" == *"international; 0 games."*"<h2>Incidents"* ]]
    for heading in Standings Crosstable Colours Openings Reasons Clocks; do
        [[ "$output" != *"<h2>$heading"* ]]
    done
    run -0 dama-match report --format=pdn empty.db
    [ -z "$output" ]
}

@test "page: it loads nothing else, and names do not become markup" {
    dama-match report --title "A <b> \"&" -o a.html a.db
    [ "$(grep -o '<script' a.html | wc -l)" -eq 2 ]
    run ! grep -E '(src|href)="?(https?:)?//' a.html
    run ! grep -q 'alert(1)</script>' a.html
    grep -q '<h1>A &lt;b&gt; &quot;&amp;</h1>' a.html
    grep -q "default-src 'none'" a.html
}

@test "tables: the manual names every column" {
    page=$(cat "$DAMA_SOURCE/cmd/match/dama-match.1.scd")
    run -0 dama-match report --format=csv a.db
    names=$(sed -n '/^# /{n;p}' <<<"$output" | tr , ' ')
    [ "$(wc -w <<<"$names")" -gt 60 ]
    for name in $names; do
        case $name in
        pairs_[123]) continue ;; # between pairs_0 and pairs_4
        esac
        [[ $page == *"_${name}_"* ]] || { echo "$name"; return 1; }
    done
}

@test "page: as many boards as --boards says, and none in other formats" {
    run -0 dama-match report --format=html --boards=3 a.db
    [[ $output == *"The newest 3 of 41."* ]]
    run -0 dama-match report --format=html --boards=0 a.db
    [[ $output == *"<h2>Standings</h2>"* && $output != *"The newest"* && $output != *"<h2>Games</h2>"* ]]
    run -2 dama-match report --format=csv --boards=3 a.db
    [ "$output" = "dama-match report: --boards requires --format=html (try 'dama-match report --help')" ]
}

@test "report: an option that does not apply to the format is refused" {
    while IFS='|' read -r words message; do
        # shellcheck disable=SC2086 # words are meant to be split
        run -2 dama-match report $words a.db
        [ "$output" = "dama-match report: $message (try 'dama-match report --help')" ]
    done <<'END'
--format=csv --title T|--title requires --format=text or html
--format=pdn --title T|--title requires --format=text or html
--format=pdn --elo0 1|--elo0, --elo1, --alpha, --beta and --normalized cannot be combined with --format=pdn
--format=pdn --normalized|--elo0, --elo1, --alpha, --beta and --normalized cannot be combined with --format=pdn
--format=pdn --beta 0.1|--elo0, --elo1, --alpha, --beta and --normalized cannot be combined with --format=pdn
END
}

@test "page: pairings are shown, and a note says if there are more" {
    local pairings
    cd "$BATS_TEST_TMPDIR" || return 1
    for games in 40:20 1200:500; do
        "$DAMA_BUILD/tests/make-results" many.db "${games%:*}" 40
        run -0 dama-match report --format=html --boards=0 many.db
        pairings=$(sed -n '/<h2>Pairings/,/<h2>Colours/p' <<<"$output")
        [ "$(grep -c '^<tr>' <<<"$pairings")" -eq "${games#*:}" ]
        rm many.db
    done
    [[ $pairings == *"The first 500 of "*" pairings; dama-match report --format=csv has all."* ]]
}

@test "page: one match has its name on it, several have a table" {
    dama-match report -o one.html a.db
    grep -q '<h1>Made &lt;up&gt;</h1>' one.html
    grep -q '^<p>international; 40 games of ' one.html
    run ! grep -q '<h2>Matches' one.html
    cp a.db both.db
    "$DAMA_BUILD/tests/make-results" both.db 10 2
    dama-match report -o both.html both.db
    grep -q '<h1>Results</h1>' both.html
    [ "$(sed -n '/<h2>Matches/,/<.table>/p' both.html | grep -c '>Made &lt;up&gt;</td>')" -eq 2 ]
}

@test "keys: all keys of the match file" {
    run -0 dama-match keys
    [[ "$output" == *$'\nseed: N (1)\n'* ]]
    [[ "$output" == *"move_limit_result: unknown or draw (unknown)"* ]]
}

@test "one hundred thousand games in five seconds" {
    [ -n "$DAMA_TEST_LONG" ] || skip "DAMA_TEST_LONG is not set"
    "$DAMA_BUILD/tests/make-results" large.db 100000 20
    for format in text csv jsonl html; do
        SECONDS=0
        dama-match report --format=$format large.db > large.out
        [ "$SECONDS" -lt 5 ]
    done
}

@test "a game without a known result connects nobody" {
    for game in 'a b 2-0' 'b a 0-2' 'c d 2-0' 'd c 0-2' 'a c *'; do
        read -r white black result <<<"$game"
        printf '[White "%s"]\n[Black "%s"]\n[Result "%s"]\n\n1. 32-28 %s\n\n' "$white" "$black" "$result" "$result"
    done >groups.pdn
    run -0 dama-match stats groups.pdn
    [[ $output == *"2 groups of players are not connected by games"* ]]
    printf '[White "e"]\n[Black "a"]\n[Result "2-0"]\n\n1. 32-28 2-0\n\n[White "b"]\n[Black "a"]\n[Result "*"]\n\n1. 32-28 *\n' >group.pdn
    run -0 dama-match stats group.pdn # b has no rating
    [[ $output != *"groups of players"* ]]
    run -0 dama-match stats --format=jsonl group.pdn
    [ "$(jq -c 'select(.type == "player") | .group' <<<"$output" | tr '\n' ' ')" = "1 1 null " ]
}

@test "standings: one group after another, then players without a known result" {
    for game in 'z y 2-0' 'y z 1-1' 'd c 2-0' 'c d 0-2' 'a c *'; do
        read -r white black result <<<"$game"
        printf '[White "%s"]\n[Black "%s"]\n[Result "%s"]\n\n1. 32-28 %s\n\n' "$white" "$black" "$result" "$result"
    done >standings.pdn
    run -0 dama-match stats --format=csv standings.pdn
    places=$(printf '%s\n' "${lines[@]}" | sed -n '/^# player/,/^# meeting/s/^\([0-9]*\),\([a-z]\),.*/\1\2/p' | tr '\n' ' ')
    [ "$places" = "1z 2y 3d 4c 5a " ]
}
