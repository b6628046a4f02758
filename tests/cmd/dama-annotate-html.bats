#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
# dama-annotate --html: the pages, and a browser that reads them.

bats_require_minimum_version 1.5.0

load ../lib/browser
load ../lib/judge

setup() {
    work=$BATS_TEST_TMPDIR
    cd "$work" || return 1
    cat >games.pdn <<'EOF'
[Event "club"]
[White "Ada <b>"]
[Black "Bram"]
[Date "2020.01.02"]
[Result "0-2"]
[GameType "20"]
[FEN "W:W27,28,32,37,38:B12,16,18,19,23"]

{Before the game} 1. 27-22 {a remark} (1. 37-31 {mine} (1. 38-33 19-24) 1... 19-24) 18x27 2. 32x21 23x41 0-2

[Event "club"]
[White "Cor"]
[Black "Ada <b>"]
[Result "1-1"]
[GameType "20"]

1. 32-28 19-23 2. 28x19 14x23 1-1
EOF
}

pages() { judge games.pdn "$@"; }

# pages_well ARGUMENT...: by the weights
pages_well() { judge_well games.pdn "$@"; }

@test "an index, and a page for each game" {
    run pages --html pages
    [ "$status" -eq 0 ]
    [ "$output" = "" ]
    [ "$(ls pages)" = "game-0001.html
game-0002.html
index.html" ]
    grep -q '<a href="game-0001.html">Ada &lt;b&gt;</a>' pages/index.html
    grep -q '<td class="t d">1. 27-22</td>' pages/index.html
    grep -q 'data-label="Blunders" data-sort="1.0">1 – 0<' pages/index.html
    grep -q '<button type="button">Slips</button>.*<button type="button">Blunders</button>' pages/index.html
    grep -q 'rel="next" href="game-0002.html"' pages/game-0001.html
    run ! grep -q 'rel="next"' pages/game-0002.html
}

@test "a page that dama did not make is not overwritten" {
    mkdir club
    echo '<h1>Our club</h1>' >club/index.html
    run -3 pages --html club
    [[ $output == "dama-annotate: club: index.html in this folder was not made by dama, and is not overwritten; choose another folder"* ]]
    [ "$(cat club/index.html)" = '<h1>Our club</h1>' ]
    mkdir other
    echo '<h1>Our game</h1>' >other/game-0001.html
    run -3 pages --html other
    [[ $output == *"other: game-0001.html in this folder was not made by dama"* ]]
    [ "$(cat other/game-0001.html)" = '<h1>Our game</h1>' ]
    pages --html pages
    pages --html pages # its own pages are
}

@test "the index has the result of a game without a Result tag" {
    sed -i '/^\[Result "0-2"\]/d' games.pdn
    pages --html pages
    grep -q '<td class="r">0-2</td>' pages/index.html
}

@test "browser: the page has the result of a game without a Result tag" {
    need_browser
    sed -i '/^\[Result "0-2"\]/d' games.pdn
    pages --html pages
    browse '
with browser.start(1200, 900) as page:
    page.go(folder + "/pages/game-0001.html")
    assert page.text("h1") == "Ada <b> – Bram  0-2", page.text("h1")
    page.go(folder + "/pages/game-0002.html")
    assert page.text("h1") == "Cor – Ada <b>  1-1", page.text("h1")
'
}

@test "the index has the totals of games judged earlier" {
    for move in 31-26 31-27 32-27 32-28 33-28 33-29 34-29 34-30 35-30; do # so that some are rounded from halves
        printf '[Result "*"]\n[GameType "20"]\n\n1. %s %s *\n\n' $move 20-25 $move 18-22
    done >>games.pdn
    pages --html first -o judged.pdn
    judge --nodes 9 --player nobody judged.pdn --html pages
    grep -q 'data-label="Blunders" data-sort="1.0">1 – 0<' pages/index.html
    cmp first/index.html pages/index.html
    sed -i '/^\[White/d; /^\[BlackAccuracy/s/"[^"]*"/"much"/' judged.pdn
    judge --nodes 9 --player nobody judged.pdn --html none
    [ "$(grep -c 'data-label="Accuracy" data-sort="-1.0"><' none/index.html)" -eq 20 ]
}

@test "the index puts White's points first even if Black begins; the title puts the side that begins first" {
    printf '[White "Whitney"]\n[Black "Blake"]\n[Result "1-0"]\n[GameType "21"]\n\n1. 11-15 22-17 1-0\n' >games.pdn
    pages --html pages
    grep -q '>Whitney</a></td><td class="t"><a href="game-0001.html">Blake</a></td><td class="r">0-1</td>' pages/index.html
    grep -q '\["Result","1-0"\]' pages/game-0001.html
    grep -q '<title>Blake – Whitney</title>' pages/game-0001.html
}

@test "a comment before a variation that cannot be shown is not moved elsewhere" {
    cat >games.pdn <<'END'
[Result "*"]
[GameType "20"]

1. 32-28 18-23 (1... 20-24 2. 31-22 20-25 ({hello} 2... 17-22 3. 28x17)) 2. 37-32 ({mine} 2. 38-32) {main} 12-18 *
END
    pages --html pages
    run ! grep hello pages/game-0001.html
    grep -q '"q":"mine"' pages/game-0001.html
}

@test "browser: accuracy is in the order of the names" {
    need_browser
    printf '[White "Whitney"]\n[Black "Blake"]\n[Result "1-0"]\n[GameType "21"]\n' >games.pdn
    printf '[WhiteAccuracy "11.0"]\n[BlackAccuracy "22.0"]\n\n1. 11-15 22-17 1-0\n' >>games.pdn
    judge --nodes 9 --player nobody games.pdn --html pages
    browse '
with browser.start(1200, 900) as page:
    page.go(folder + "/pages/game-0001.html")
    text = page.run("return document.body.textContent")
    assert "Blake – Whitney" in text and "accuracy 22.0 – 11.0" in text
'
}

@test "games are written as well with -o" {
    pages_well --html pages -o out.pdn
    grep -q '%dama blunder' out.pdn
    [ -e pages/index.html ]
    pages_well --html pages -o - | grep -q '%dama blunder'
}

@test "clocks beside a move do not hide its verdict" {
    sed -i 's/27-22 /&{[%clk 0:09:58]} /; s/32-28 /&{[%emt 0:00:03]} /' games.pdn
    pages_well --html pages
    grep -q '"27-22",.*"w":\[.*"v":\["blunder",.*"k":598000' pages/game-0001.html
    grep -q '"32-28",.*"v":.*"t":3000' pages/game-0002.html
}

@test "clocks of both sides beside a move are those of the mover there" {
    sed -i 's/32-28 /&{[%clock w0:09:58 B0:10:00]} /; s/19-23 /&{[%clk W0:09:58 b0:09:55]} /' games.pdn
    pages --html pages
    grep -q '"32-28",.*"k":598000' pages/game-0002.html
    grep -q '"19-23",.*"k":595000' pages/game-0002.html
}

@test "the page of a composition shows the findings" {
    sed -i '/^\[FEN/!b; s/.*/[FEN "W:WK46:BK3"]/; n; n; s/.*/1. 46-41 2-0/; q' games.pdn
    run -1 dama-annotate -q --no-nice --nodes 3000 games.pdn --problems --html pages
    grep -q '"ProblemVerdict","unsound"' pages/game-0001.html
    grep -q '"f":"refuted"' pages/game-0001.html
}

# compositions: by an author, by one who is named as White, and a game among them
compositions() {
    printf '[Author "A. <b>"]\n[White "?"]\n[Black "?"]\n[Result "2-0"]\n[GameType "20"]\n[FEN "W:W16,K15:B26"]\n\n1. 16-11 26-31 2. 11-6 2-0\n'
    printf '\n[White "B"]\n[Result "1-0"]\n[GameType "21"]\n[FEN "B:W31:BK18,K2"]\n\n1-0\n'
    printf '\n[White "C"]\n[Black "D"]\n[Author "E"]\n[Result "2-0"]\n[GameType "20"]\n\n1. 32-28 2-0\n'
}

@test "the index of compositions has authors and verdicts" {
    compositions >games.pdn
    run -1 pages --problems --html pages
    row() { sed -n "s/<tr id=\"g$1\">//p" pages/index.html | sed 's/<[^>]*>/|/g' | tr -s '|'; }
    grep -q '<button type="button">Author</button>.*<button type="button">Verdict</button>' pages/index.html
    run ! grep -q -e Accuracy -e unknown pages/index.html
    [ "$(row 1)" = '|1|A. &lt;b&gt;|second solution (proven)|2-0|' ]
    [[ $(row 2) == '|2|B|'*'|0-1|' ]]
    [ "$(row 3)" = '|3|E|2-0|' ]
    grep -q '<title>A. &lt;b&gt;</title>' pages/game-0001.html
    grep -q '<title>? – B</title>' pages/game-0002.html
    grep -q '<title>C – D</title>' pages/game-0003.html
}

@test "browser: the page of a composition is headed by its author" {
    need_browser
    compositions >games.pdn
    sed -i 's/"B"\]/&\n[Author "F"]/' games.pdn
    run -1 pages --problems --html pages
    browse '
with browser.start(1200, 900) as page:
    for name, head, facts in (("1", "A. <b>  2-0", "second solution (proven)"), ("2", "F  1-0", "? – B · "), ("3", "C – D  2-0", "")):
        page.go(folder + "/pages/game-000" + name + ".html")
        assert page.text("h1") == head, page.text("h1")
        assert page.text(".facts").startswith(facts), page.text(".facts")
    assert not page.errors(), page.errors()
'
    judge --nodes 100 games.pdn --html games # as games
    grep -q '<title>A. &lt;b&gt;</title>' games/game-0001.html
    grep -q '<title>? – B</title>' games/game-0002.html
}

@test "the page of a game without moves shows comments and findings" {
    printf '[Result "2-0"]\n[GameType "20"]\n[FEN "W:WK18,36:BK40"]\n\n{by A. Composer} 2-0\n' >games.pdn
    run -0 pages --problems --html pages
    grep -q '^\],"before":"by A. Composer solution: 1. 18x45 (proven)"}' pages/game-0001.html
}

@test "browser: moves keep the numbers of the game, and a game without moves shows its text" {
    need_browser
    sed 's/} 1\. 27/} 41. 27/; /^{/q' games.pdn >late.pdn
    {
        printf '\n[Result "2-0"]\n[GameType "20"]\n[FEN "W:WK18,36:BK40"]\n\n{by A. Composer} 2-0\n'
        printf '\n[Result "*"]\n[GameType "20"]\n\n1. 32-28 20-25 /FEN "W:W31-50:B1-20"/ 2. 33-28 20-25 *\n'
        printf '\n[Result "*"]\n[GameType "20"]\n\n1. 32-28 19-23 /FEN "W:W31-50:B1-20"/ 20. 32-28 19-23 21. 28x19 *\n'
        printf '\n[Result "*"]\n[GameType "20"]\n\n7. 32-28 /FEN "B:W31-50:B1-20"/ 3... 19-23 4. 32-28 23x32 *\n'
    } >>late.pdn
    judge --nodes 9 late.pdn --html pages
    browse '
with browser.start(1200, 900) as page:
    page.go(folder + "/pages/game-0001.html")
    page.key(browser.RIGHT)
    assert page.text(".status").startswith("41. 27-22"), page.text(".status")
    page.key(browser.END)
    assert page.text(".status").startswith("42... 23x41"), page.text(".status")
    page.go(folder + "/pages/game-0002.html")
    assert "by A. Composer" in page.text(".moves"), page.text(".moves")
    page.go(folder + "/pages/game-0003.html") # a position that is set up is no ply
    page.key(browser.END)
    assert page.text(".status").startswith("2... 20-25"), page.text(".status")
    page.go(folder + "/pages/game-0004.html") # the number after it is the one written
    page.key(browser.END)
    assert page.text(".status").startswith("21. 28x19"), page.text(".status")
    page.key(browser.LEFT)
    assert page.text(".status").startswith("20... 19-23"), page.text(".status")
    page.go(folder + "/pages/game-0005.html")
    assert page.text(".moves") == "7. 32-28position3... 19-234. 32-2823x32", page.text(".moves")
    assert not page.errors(), page.errors()
'
}

@test "an existing evaluation is not shown in place of the verdict's" {
    sed -i 's/32-28 /&{[%eval -7.77] [%wdl 7 0 993]} /' games.pdn
    pages --html pages
    grep -q '"32-28",.*"e":.*"v":' pages/game-0002.html
    run ! grep -E '"e":-777|"w":\[7,' pages/game-0002.html
}

@test "with verdicts, evaluations by other programs are not shown" {
    printf '[White "A"]\n[GameType "20"]\n[Result "2-0"]\n\n1. 32-28 {[%%eval 5.0]} 19-23 2. 28x19 {[%%eval 4.0]} (2. 38-32 {[%%eval 3.0]}) 14x23 2-0\n' >evals.pdn
    judge evals.pdn --html pages # 28x19 is forced
    run ! grep -E '"e":(3|4|5)00' pages/game-0001.html
    [ "$(grep -c '"e":' pages/game-0001.html)" -eq 3 ]
    judge evals.pdn -w 'white = "B"' --html other # nothing is analysed
    [ "$(grep -cE '"e":(3|4|5)00' other/game-0001.html)" -eq 3 ]
    judge evals.pdn | tr '\n' ' ' | sed 's/} {/ /g; s/] *\[\([A-Z]\)/]\n[\1/g' >merged.pdn # comments become one
    grep -q 'eval 5.0. .%eval.*dama' merged.pdn
    judge merged.pdn -w 'white = "B"' --html merged
    run ! grep -E '"e":(3|4|5)00' merged/game-0001.html
    [ "$(grep -c '"e":' merged/game-0001.html)" -eq 3 ]
}

@test "pages load nothing else, and names do not become markup" {
    pages --html pages
    run ! grep -E '(src|href)="?(https?:)?//' pages/*.html
    run ! grep -q '<b>"' pages/game-0001.html
    grep -q '<title>Ada &lt;b&gt; – Bram</title>' pages/game-0001.html
    grep -q "default-src 'none'" pages/index.html
    grep -q "default-src 'none'" pages/game-0001.html
}

@test "a page is smaller than 300 KB" {
    judge --nodes 300 "$DAMA_SOURCE/tests/data/clean.pdn" --html pages
    [ -z "$(find pages -size +300k)" ]
}

@test "pages of joined journals" {
    pages_well --shard 1/1 --journal one.journal
    dama-annotate -q --nodes 3000 --egdb none --join one.journal --html pages
    pages_well --html direct
    diff -r pages direct
}

@test "an unusable folder is refused before anything is analysed" {
    echo >taken
    run pages --html taken
    [ "$status" -eq 3 ]
    [ "$output" = "dama-annotate: taken: not a folder" ]
    run pages --html no/such/folder
    [ "$status" -eq 3 ]
    [ "$output" = "dama-annotate: no/such/folder: cannot create this folder: No such file or directory" ]
    run pages --html pages --shard 1/2 --journal j
    [ "$status" -eq 2 ]
    [ "$output" = "dama-annotate: --diff, --html, --novelties and --summary belong to --join, not to --shard (try 'dama-annotate --help')" ]
}

@test "a folder without write permission is refused" {
    [ "$(id -u)" -ne 0 ] || skip "root may write anywhere"
    mkdir locked
    chmod a-w locked
    run pages --html locked
    [ "$status" -eq 3 ]
    [[ $output == *"cannot write to this folder"* ]]
}

@test "a full disk is reported with its reason, for pages and for games" {
    if ! unshare -rm true 2>/dev/null; then skip "no right to mount a file system here"; fi
    for _ in {1..9}; do cat games.pdn; done >many.pdn
    mkdir small
    cat >full.sh <<'END'
mount -t tmpfs -o size=64k tmpfs small || exit 99
mkdir small/pages
head -c 60k /dev/zero >small/filler
for output in "--html small/pages" "-o small/out.jsonl"; do
    dama-annotate -q --no-nice --nodes 3000 --eval material --egdb none many.pdn --journal journal $output
    echo "status $?"
done
END
    run unshare -rm sh full.sh
    [ "$status" -ne 99 ] || skip "no tmpfs here"
    [ "$output" = "dama-annotate: small/pages: cannot write: No space left on device
status 3
dama-annotate: small/out.jsonl: cannot write: No space left on device
status 3" ]
}

@test "browser: keys and clicks step through the game and its variations" {
    need_browser
    pages_well --html pages
    browse '
with browser.start(1200, 900) as page:
    page.go(folder + "/pages/game-0001.html")
    status = lambda: page.text(".status")
    board = lambda: page.run("return document.querySelector(\".board svg\").outerHTML")
    start = board()
    assert status() == "Start of the game", status()
    page.key(browser.RIGHT)
    assert status().startswith("1. 27-22??") and "blunder" in status() and "White wins" in status(), status()
    assert board() != start
    page.key(browser.LEFT)
    assert board() == start
    page.key(browser.END)
    assert status().startswith("2... 23x41"), status()
    page.key(browser.HOME)
    page.click("button[aria-label=Forward]")
    assert status().startswith("1. 27-22"), status()
    page.click("button[aria-label=Back]")
    assert board() == start
    # into variations: by keys, and by a click on a move of a nested one
    page.key(browser.RIGHT, browser.DOWN)
    assert status().startswith("1. 37-31"), status()
    page.key(browser.RIGHT)
    assert status().startswith("1... 19-24"), status()
    page.key(browser.LEFT, browser.UP)
    assert status().startswith("1. 27-22"), status()
    nested = page.run("var b = [].slice.call(document.querySelectorAll(\".moves button\"));"
                      "return b.findIndex(function (e) { return /38-33/.test(e.textContent); })")
    page.click(".moves button", nested)
    assert status().startswith("1. 38-33"), status()
    moves = page.text(".moves")
    for words in ("Before the game", "a remark", "mine", "better, expected 0.", "1. 28-22"):
        assert words in moves, (words, moves)
    assert "%" not in moves, moves
    # the curve: a click at its right end shows the last move
    page.click(".curves svg", 0, 0.995)
    assert status().startswith("2... 23x41"), status()
    page.click(".curves svg", 0, 0.005)
    assert status() == "Start of the game", status()
    page.key("]")
    assert page.run("return location.href").endswith("/game-0002.html")
    page.key("[")
    assert page.run("return location.href").endswith("/game-0001.html")
    assert not page.errors(), page.errors()
'
}

@test "browser: variations are in the order of the game" {
    need_browser
    printf '[GameType "20"]\n\n1. 32-28 (1. 31-26) (1. 31-27 19-23) (1. 33-28) 19-23 2. 28x19 14x23 *\n' >games.pdn
    dama-annotate --quiet --no-nice --depth 1 --moves 9-9 games.pdn --html pages
    browse '
with browser.start(1200, 900) as page:
    page.go(folder + "/pages/game-0001.html")
    moves = page.text(".moves")
    found = [moves.index(word) for word in ("32-28", "31-26", "31-27", "33-28", "28x19")]
    assert found == sorted(found), moves
    page.key(browser.RIGHT)
    for word in ("31-26", "31-27", "33-28"):
        page.key(browser.DOWN)
        assert word in page.text(".status"), (word, page.text(".status"))
    assert not page.errors(), page.errors()
'
}

@test "browser: right-to-left text does not affect the text around it" {
    need_browser
    printf '[White "שלום"]\n[Black "טוב"]\n[Event "ערב"]\n[Round "7"]\n[Result "2-0"]\n[GameType "20"]\n\n' >games.pdn
    printf '1. 32-28 {שלום} 19-23 2. 28x19 {a \xe2\x80\xae b} 14x23 3. 37-32 {טוב מאוד} 10-14 2-0\n' >>games.pdn
    judge --nodes 9 --player nobody games.pdn --html pages
    browse '
places = "return [].map.call(document.querySelectorAll(arguments[0]), function (e) { return e.getBoundingClientRect().left })"
with browser.start(1200, 900) as page:
    page.go(folder + "/pages/game-0001.html")
    for selector, least in ((".moves > *", 9), ("h1 bdi", 5), (".facts bdi", 3)):
        found = page.run(places, selector)
        assert len(found) >= least and found == sorted(found), (selector, found)
    assert page.text("h1") == "שלום – טוב  2-0", page.text("h1")
'
}

@test "browser: the page says which moves cannot be shown" {
    need_browser
    {
        printf '[GameType "20"]\n\n1. 32-28 19-23 2. 28x19 14x23 3. 31-22 (3. 37-32) 20-25 4. 37-32 {a} 10-14 *\n\n'
        printf '[GameType "20"]\n\n1. 32-28 --- /FEN "W:W31-50:B1-20"/ 20. 33-28 (20. 31-26) *\n\n'
        printf '[GameType "20"]\n\n1. 32-28 (1. 31-22 20-25 2. 37-32) 19-23 2. 31-22 *\n'
    } >games.pdn
    judge --nodes 9 --player nobody games.pdn --html pages || true
    browse '
want = ["1. 32-2819-232. 28x1914x233. 31-223. 37-323 more moves cannot be shown",
        "1. 32-28---1 more move cannot be shown",
        "1. 32-281. 31-221... 19-232. 31-22"]
with browser.start(1200, 900) as page:
    for i, moves in enumerate(want):
        page.go(folder + f"/pages/game-000{i + 1}.html")
        assert page.text(".moves") == moves, page.text(".moves")
    assert not page.errors(), page.errors()
'
}

@test "browser: the first move not in the book is marked" {
    need_browser
    dama-book build -q -o one.book games.pdn
    printf '[GameType "20"]\n\n1. 32-28 18-23 2. 37-32 *\n' >new.pdn
    judge --nodes 300 --book one.book new.pdn | sed 's/ novelty\]/\nnovelty]/' >judged.pdn
    grep '^novelty' judged.pdn
    judge --nodes 9 --player nobody judged.pdn --html pages
    browse '
with browser.start(1200, 900) as page:
    page.go(folder + "/pages/game-0001.html")
    assert page.text(".moves").count("novelty") == 1, page.text(".moves")
    page.key(browser.RIGHT)
    assert "novelty" not in page.text(".status"), page.text(".status")
    page.key(browser.RIGHT)
    assert page.text(".status").endswith("novelty"), page.text(".status")
'
}

@test "browser: a line shows its expected result, and is called better only if it beats the move played" {
    need_browser
    printf '[Result "*"]\n[GameType "20"]\n\n1. 32-28 19-24 {[%%wdl 294 406 300] [%%dama mistake 0.13]}\n' >games.pdn
    printf '({[%%dama line 0.63 1]} 1... 19-23) ({[%%dama line 0.50 1]} 1... 20-24) ({[%%dama line 0.37 1]} 1... 20-25)\n' >>games.pdn
    printf '2. 37-32 {[%%wdl 294 406 300] [%%dama good 0.01]} ({[%%dama line 0.51 1]} 2. 38-32) *\n' >>games.pdn
    judge --nodes 9 --player nobody games.pdn --html pages
    browse '
with browser.start(1200, 900) as page:
    page.go(folder + "/pages/game-0001.html")
    moves = page.text(".moves")
    for line in ("better, expected 0.63:1... 19-23", "line, expected 0.50:1... 20-24", "line, expected 0.37:1... 20-25",
                 "better, expected 0.51:2. 38-32"):
        assert line in moves, (line, moves)
    assert not page.errors(), page.errors()
'
}

@test "browser: the page of a game with unknown rules shows names from left to right" {
    need_browser
    printf '[White "שלום"]\n[Black "טוב"]\n[GameType "27"]\n\n1. 40-35 *\n' >games.pdn
    judge --nodes 9 games.pdn --html pages || true
    browse '
with browser.start(1200, 900) as page:
    page.go(folder + "/pages/game-0001.html")
    assert page.text("h1") == "שלום – טוב", page.text("h1")
    found = page.run("return [].map.call(document.querySelectorAll(\"h1 bdi\"), function (e) { return e.getBoundingClientRect().left })")
    assert "not known" in page.text("p") and len(found) == 2 and found == sorted(found), found
'
}

@test "browser: the index links to the games and can be sorted" {
    need_browser
    pages --html pages
    browse '
with browser.start(1200, 900) as page:
    page.go(folder + "/pages/index.html")
    first = lambda: page.text("#dama-index tbody td")
    assert first() == "1"
    page.click("#dama-index th button", 1)
    page.click("#dama-index th button", 1)
    assert first() == "2", first()
    page.click("#dama-index th button", 6)
    assert first() == "1", first()
    page.click("#dama-index tbody a", 0)
    assert page.run("return location.href").endswith("/game-0001.html")
    page.click("nav a", 0)
    assert page.run("return location.href").endswith("/index.html#g1")
    assert not page.errors(), page.errors()
'
}

@test "browser: the index sorts numbers as numbers, and unknown values last" {
    need_browser
    {
        printf '[White "Zoe"]\n[GameType "20"]\n\n*\n\n'
        printf '[White "Jan 10"]\n[GameType "20"]\n[FEN "W:W27,28,32,37,38:B12,16,18,19,23"]\n\n1. 27-22 *\n\n'
        printf '[White "Jan 9"]\n[GameType "20"]\n\n1. 32-28 *\n'
    } >games.pdn
    pages --html pages
    browse '
with browser.start(1200, 900) as page:
    page.go(folder + "/pages/index.html")
    order = lambda: page.run("""return [].slice.call(document.querySelectorAll("#dama-index tbody tr"))
        .map(function (row) { return row.cells[1].textContent }).join()""")
    page.click("#dama-index th button", 1)
    assert order() == "Jan 9,Jan 10,Zoe", order()
    page.click("#dama-index th button", 4)
    assert order() == "Jan 10,Jan 9,Zoe", order()
    page.click("#dama-index th button", 4)
    assert order() == "Jan 9,Jan 10,Zoe", order()
    assert not page.errors(), page.errors()
'
}

@test "browser: everything fits the width of a phone" {
    need_browser
    printf '\n[GameType "20"]\n\n1. 32x23x14x5x14x23x32x41x46x37x28x19x10x4x15x24 *\n' >>games.pdn
    run -1 pages --html pages
    browse '
with browser.start(360, 740, phone=True) as page:
    for name in ("index", "game-0001", "game-0002", "game-0003"):
        page.go(folder + "/pages/" + name + ".html")
        page.key(browser.RIGHT)
        width = page.run("return [document.documentElement.scrollWidth, window.innerWidth]")
        assert width == [360, 360], (name, width)
        moves = page.run("var e = document.querySelector(\".moves\"); return e ? e.scrollWidth - e.clientWidth : 0")
        assert moves == 0, (name, moves)
    assert not page.errors(), page.errors()
'
}

@test "browser: the index is printed with all of its columns, however narrow the paper" {
    need_browser
    pages --html pages
    browse '
with browser.start(718, 900) as page:
    page.print_view()
    page.go(folder + "/pages/index.html")
    shown = page.run("""return [].map.call(document.querySelectorAll("#dama-index tbody tr:first-child td"), function (e) {
        return getComputedStyle(e).display })""")
    assert shown == ["table-cell"] * 10, shown
    assert page.run("return document.documentElement.scrollWidth") <= 718
'
}

@test "browser: a game that was not analysed has no curve" {
    need_browser
    {
        printf '[Result "1-1"]\n[GameType "20"]\n[FEN "W:WK46,K47:BK3,K4"]\n\n'
        for _ in {1..20}; do echo 46-41 3-8 41-46 8-3; done
        echo 1-1
    } >games.pdn
    pages --moves 11-20 --html pages
    browse '
with browser.start(1200, 900) as page:
    page.go(folder + "/pages/game-0001.html")
    points = page.run("return document.querySelector(\"polygon.black\").getAttribute(\"points\")")
    places = [float(point.split(",")[0]) for point in points.split()]
    assert (min(places), max(places)) == (78.8, 150.0), places  # plies 21 to 40 of 80, on 300
    assert not page.errors(), page.errors()
'
}

@test "browser: the current move stays in view, however long the game" {
    need_browser
    {
        printf '[Date "2020.??.??"]\n[Result "1-1"]\n[GameType "20"]\n[FEN "W:WK46:BK3"]\n\n'
        for i in {0..99}; do
            printf '%d. 46-41 3-8 %d. 41-46 8-3 ' $((2 * i + 1)) $((2 * i + 2))
        done
        echo 1-1
    } >games.pdn
    pages --html pages
    grep -q '<td class="t e date" data-sort="20200000">2020</td>' pages/index.html
    browse '
seen = """var box = document.querySelector(".moves").getBoundingClientRect();
          var move = document.querySelector("[aria-current]").getBoundingClientRect();
          return move.top >= box.top && move.bottom <= box.bottom"""
for width, phone in ((1200, False), (360, True)):
    with browser.start(width, 800, phone=phone) as page:
        page.go(folder + "/pages/game-0001.html")
        assert page.text(".facts").startswith("2020 ·"), page.text(".facts")
        for step in range(10):
            page.key(*[browser.RIGHT] * 20)
            assert page.run(seen), (width, page.text(".status"))
        page.key(*[browser.LEFT] * 100)
        assert page.run(seen), (width, page.text(".status"))
        page.click(".bar input")  # has the keyboard now
        page.key("f", browser.HOME, browser.RIGHT)
        assert page.text(".status").startswith("1. 46-41"), page.text(".status")
        assert page.run("return document.querySelector(\".number\").getAttribute(\"y\")") > "90"
        assert not page.errors(), page.errors()
'
}
