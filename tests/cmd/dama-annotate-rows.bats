#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
# shellcheck disable=SC2154 # plain: lib/judge
# dama-annotate: novelties, and a row for each ply in JSON Lines and SQLite.

bats_require_minimum_version 1.5.0

load ../lib/judge

setup() {
    work=$BATS_TEST_TMPDIR
    cd "$work" || return 1
    cat >lost.pdn <<'END'
[Event "club"]
[White "Ada"]
[Black "Bram"]
[Date "1998.05.01"]
[Result "0-2"]
[GameType "20"]
[FEN "W:W27,28,32,37,38:B12,16,18,19,23"]

1. 27-22 18x27 2. 32x21 23x41 0-2
END
    printf '[White "A"]\n[Black "B"]\n[Result "*"]\n[GameType "20"]\n\n1. 32-28 19-23 2. 28x19 14x23 *\n' >book.pdn
    printf '[White "C"]\n[Black "D"]\n[Date "2001.??.??"]\n[Result "*"]\n[GameType "20"]\n\n1. 32-28 18-23 *\n' >new.pdn
}

@test "novelties: the first move not in the book, and the book's moves" {
    dama-book build -q book.pdn -o all.book
    run -0 judge new.pdn book.pdn lost.pdn --novelties all.book
    [ "${lines[0]}" = "game 1 (C – D, 2001.??.??): novelty 1... 18-23 (book: 19-23 in 1 game)" ]
    [ "${lines[1]}" = "game 2 (A – B): all of its moves are in the book" ]
    [ "${lines[2]}" = "game 3 (Ada – Bram, 1998.05.01): starts outside the book" ]
    [ "${#lines[@]}" -eq 3 ]
}

@test "novelties: a game whose first move is illegal" {
    dama-book build -q book.pdn -o all.book
    printf '[White "A"]\n[Black "B"]\n[Result "*"]\n[GameType "20"]\n\n1. 32-26 *\n' >bad.pdn
    run -1 --separate-stderr judge bad.pdn --novelties all.book
    [ "$output" = "game 1 (A – B): its first move is illegal" ]
}

@test "novelties: how many games have one" {
    dama-book build -q book.pdn -o all.book
    run -0 dama-annotate --no-nice --nodes 9 "${plain[@]}" new.pdn --novelties all.book
    [ "${lines[1]}" = "dama-annotate: 1 of 1 game leaves all.book with a novelty" ]
    run -0 dama-annotate --no-nice --nodes 9 "${plain[@]}" new.pdn book.pdn new.pdn --novelties all.book
    [ "${lines[3]}" = "dama-annotate: 2 of 3 games leave all.book with a novelty" ]
}

@test "novelties: there is none after the book has ended" {
    dama-book build -q --plies 2 book.pdn -o short.book
    run -0 judge book.pdn --novelties short.book
    [ "$output" = "game 1 (A – B): the book ends after 2 plies" ]
    dama-book build -q --plies 1 book.pdn -o short.book
    run -0 judge book.pdn --novelties short.book
    [ "$output" = "game 1 (A – B): the book ends after 1 ply" ]
}

@test "novelties: a bad move that an expanded book only has a value for is new" {
    fen=$(sed -n 's/^.FEN "\(.*\)".$/\1/p' lost.pdn)
    sed 's/^1. 27.*/1. 28-22 19-24 2. 22x13 2-0/; s/"0-2"/"2-0"/' lost.pdn >good.pdn
    dama-book build -q --setups good.pdn -o all.book
    dama-book expand -q -n 1000 -p 1 --eval material --fen "$fen" all.book
    run -0 judge_well lost.pdn --novelties all.book
    [[ ${lines[0]} == *": novelty 1. 27-22 (book: 28-22 in 1 game), blunder "* ]]
    judge_well lost.pdn --book all.book -o out.pdn
    [[ $(tr '\n' ' ' <out.pdn) == *'[%dama blunder '*' novelty]'* ]]
}

@test "novelties: repeated losing moves, with number and years" {
    dama-book build -q book.pdn -o all.book
    sed 's/\[Date "[^"]*"]/[Date "12-05-2003"]/; s/Ada/Cor/' lost.pdn >again.pdn
    run -0 judge lost.pdn again.pdn --novelties all.book -o out.pdn
    [[ $output == *"Losing moves played more than once:"* ]]
    [[ ${lines[3]} == "2 times, 1998 to 2003: 1. 27-22 loses "*", games 1, 2, position W:W27,28,32,37,38:B12,16,18,19,23" ]]
    [ "${#lines[@]}" -eq 4 ]
    grep -q '%dama' out.pdn
    # once is not again
    run -0 judge lost.pdn --novelties all.book
    [ "${#lines[@]}" -eq 1 ]
}

@test "novelties: not a book, a book of other rules, two things for standard output" {
    run -3 judge lost.pdn --novelties lost.pdn
    [[ $output == *lost.pdn* ]]
    run -3 judge lost.pdn --novelties missing.book
    dama-book build -q book.pdn -o all.book
    printf '[Result "*"]\n[GameType "21"]\n\n1. 11-15 23-19 *\n' >english.pdn
    run -0 dama-annotate --no-nice --nodes 100 "${plain[@]}" english.pdn --novelties all.book
    [[ $output == *"game 1 (? – ?): the book is for international"* ]]
    [[ $output == *"all.book is a book for international, but 1 game has other rules"* ]]
    run -2 judge lost.pdn --novelties all.book -o -
}

@test "JSON Lines: an object for each ply, and the game is still read" {
    printf '{"dama":1,"moves":[]}\n' | dama-convert -q >/dev/null 2>&1 || skip "built without JSON"
    judge_well lost.pdn -o out.jsonl
    python3 - <<'END'
import json
game = json.loads(open("out.jsonl").read())
rows = game["judgements"]
assert [row["ply"] for row in rows] == [1, 2, 3, 4], rows
assert [row["move"] for row in rows] == ["27-22", "18x27", "32x21", "23x41"], rows
assert [row["side"] for row in rows] == ["white", "black"] * 2
first = rows[0]
assert first["verdict"] == "blunder" and first["loss"] > 0.25, first
assert first["line"].startswith("28-22"), first
assert first["before"][0] > first["after"][0] and abs(sum(first["after"]) - 1) < 0.01, first
assert rows[2]["verdict"] == "single", rows[2]
# Black's moves as well are seen by White, who has lost
assert rows[3]["after"][2] > 0.9 and rows[3].get("moves_to_win", -1) < 0 and rows[3].get("eval", -1) < 0, rows[3]
END
    dama-convert -q out.jsonl -t pdn | grep -q '1. 27-22'
}

@test "JSON Lines: analysing again gives the same game, byte for byte" {
    printf '{"dama":1,"moves":[]}\n' | dama-convert -q >/dev/null 2>&1 || skip "built without JSON"
    judge lost.pdn -o one.jsonl
    judge one.jsonl -o two.jsonl
    cmp one.jsonl two.jsonl
}

@test "JSON Lines: games that are left out keep their rows" {
    printf '{"dama":1,"moves":[]}\n' | dama-convert -q >/dev/null 2>&1 || skip "built without JSON"
    judge lost.pdn book.pdn -o all.jsonl
    echo '{"dama":99}' >>all.jsonl
    run -1 judge all.jsonl --where 'white = "Zoe"' -o none.jsonl
    cmp all.jsonl none.jsonl
    run -1 judge all.jsonl --where 'white = "Ada"' -o some.jsonl
    [ "$(grep -c '"judgements":' some.jsonl)" = 2 ]
    tail -n 2 all.jsonl >left-out
    tail -n 2 some.jsonl | cmp left-out
}

@test "JSON Lines: games that the engine fails on, or that are left out of shards, keep their rows" {
    printf '{"dama":1,"moves":[]}\n' | dama-convert -q >/dev/null 2>&1 || skip "built without JSON"
    judge lost.pdn book.pdn -o all.jsonl
    sed 's/"judgements":/"source":{"file":"a, ]}\\"judgements\\":"},&/; s/$/ /' all.jsonl >odd.jsonl
    for input in all odd; do
        run -5 dama-annotate -q --no-nice --nodes 3000 --engine "hub:'$DAMA_BUILD/tests/peer-hub' illegal 1" \
            --engine-retries 0 $input.jsonl -o failed.jsonl
        [ "$(grep -c '"Unjudged":"the engine' failed.jsonl)" = 2 ]
        diff <(grep -o '"judgements":\[.*' all.jsonl) <(grep -o '"judgements":\[.*' failed.jsonl)
    done
    for part in 1 2; do judge all.jsonl new.pdn --where 'white = "Ada"' --shard $part/2 --journal $part.journal; done
    dama-annotate -q --join 1.journal 2.journal -o joined.jsonl
    cmp <(tail -n 1 all.jsonl) <(sed -n 2p joined.jsonl)
    [ "$(grep -c '"judgements":' joined.jsonl)" = 2 ]
    dama-annotate -q --join 1.journal 2.journal -o joined.pdn
    diff <(cat new.pdn; echo) <(tail -n 8 joined.pdn)
    run -1 grep judgements joined.pdn
}

@test "SQLite: a row for each ply" {
    judge_well lost.pdn book.pdn -o out.sqlite
    [ "$(sqlite3 out.sqlite 'SELECT count(*) FROM judgement')" = 8 ]
    run -0 sqlite3 out.sqlite "SELECT white, ply, side, move, verdict, loss > 0.25, line LIKE '28-22%', best_win > win
        FROM judgement JOIN listing ON id = game_id WHERE verdict = 'blunder'"
    [ "${lines[0]}" = "Ada|1|white|27-22|blunder|1|1|1" ]
    [ "$(sqlite3 out.sqlite "SELECT count(*) FROM judgement WHERE verdict = 'single' AND loss = 0")" -ge 1 ]
}

@test "SQLite: analysing again replaces the rows; plies left out have no values" {
    judge lost.pdn -o out.sqlite
    judge lost.pdn -o out.sqlite
    [ "$(sqlite3 out.sqlite 'SELECT count(*) FROM judgement')" = 4 ]
    judge --side black lost.pdn -o black.sqlite
    [ "$(sqlite3 black.sqlite "SELECT count(*) FROM judgement WHERE side = 'white' AND verdict = 'left-out' AND loss IS NULL AND line IS NULL")" = 2 ]
}

@test "SQLite: games that are left out, or that the engine fails on, keep their rows" {
    dama-convert -q book.pdn new.pdn -o mixed.sqlite
    judge lost.pdn book.pdn -o all.sqlite
    rows="SELECT white, judgement.* FROM judgement JOIN listing ON id = game_id ORDER BY white, ply"
    judge mixed.sqlite all.sqlite --where 'white = "Zoe"' -o none.sqlite
    diff <(sqlite3 all.sqlite "$rows" | cut -d'|' -f1,3-) <(sqlite3 none.sqlite "$rows" | cut -d'|' -f1,3-)
    [ "$(sqlite3 none.sqlite 'SELECT count(*) FROM judgement')" = 8 ]
    run -5 dama-annotate -q --no-nice --nodes 3000 --engine "hub:'$DAMA_BUILD/tests/peer-hub' illegal 1" --engine-retries 0 \
        all.sqlite -o failed.sqlite
    diff <(sqlite3 all.sqlite "$rows" | cut -d'|' -f1,3-) <(sqlite3 failed.sqlite "$rows" | cut -d'|' -f1,3-)
    judge all.sqlite --where 'white = "Ada"' -o some.sqlite
    [ "$(sqlite3 some.sqlite 'SELECT count(*) FROM judgement')" = 8 ]
    # again into the same collection
    judge all.sqlite --where 'white = "Ada"' -o some.sqlite
    [ "$(sqlite3 some.sqlite 'SELECT count(*) FROM judgement')" = 8 ]
}

@test "SQLite: games that are left out of shards keep their rows" {
    judge lost.pdn book.pdn -o all.sqlite
    rows="SELECT white, judgement.* FROM judgement JOIN listing ON id = game_id ORDER BY white, ply"
    for part in 1 2; do
        judge all.sqlite new.pdn --where 'white = "Ada"' --shard $part/2 --journal $part.journal
        judge all.sqlite new.pdn --where 'white = "Ada"' --shard $part/2 --journal $part.journal
    done
    dama-annotate -q --join 1.journal 2.journal -o joined.sqlite
    diff <(sqlite3 all.sqlite "$rows" | cut -d'|' -f1,3-) <(sqlite3 joined.sqlite "$rows" | cut -d'|' -f1,3-)
    [ "$(sqlite3 joined.sqlite 'SELECT count(*) FROM judgement')" = 8 ]
    [ "$(sqlite3 1.journal 'SELECT count(*) FROM kept')" = 4 ]
}

@test "SQLite: moves of a book are rows without values" {
    dama-book build -q book.pdn -o all.book
    judge --book all.book book.pdn -o out.sqlite
    [ "$(sqlite3 out.sqlite "SELECT count(*) FROM judgement WHERE verdict = 'book' AND eval IS NULL")" = 4 ]
}

@test "a collection of an earlier schema gets the table" {
    dama-convert -q book.pdn -o old.sqlite
    sqlite3 old.sqlite <"$DAMA_SOURCE/tests/data/collection-of-version-2.sql"
    judge lost.pdn -o old.sqlite
    [ "$(sqlite3 old.sqlite 'SELECT count(*) FROM judgement')" = 4 ]
    [ "$(sqlite3 old.sqlite 'PRAGMA user_version')" = 5 ]
}
