#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
# Pages of dama-match and dama-book in a browser; those of dama-annotate are in dama-annotate-html.bats.

bats_require_minimum_version 1.5.0
load ../lib/browser

setup_file() {
    export results="$BATS_FILE_TMPDIR/results.db"
    "$DAMA_BUILD/tests/make-results" "$results" 40 4
}

setup() {
    need_browser
    cd "$BATS_TEST_TMPDIR" || return 1
}

@test "a report: stepping, variations, curves, keys and a phone's width in a browser" {
    chromium=$(command -v chromium || command -v chromium-browser)
    dama-match report -o page.html "$results"
    # The page tries itself: keys are pressed, what is seen is compared, and the title tells.
    python3 - <<'END'
page = open("page.html", encoding="utf-8").read()
trial = """<script>
(function () {
  var said = [], errors = [];
  window.onerror = function (m) { errors.push(m); };
  console.error = function (m) { errors.push(m); };
  function key(k) { document.dispatchEvent(new KeyboardEvent('keydown', { key: k, bubbles: true, cancelable: true })); }
  function status() { return document.querySelector('.status').textContent; }
  function board() { return document.querySelector('.board svg').outerHTML; }
  function check(name, good) { if (!good) said.push(name); }
  var start = board();
  check('start', status() === 'Start of the game');
  key('ArrowRight'); check('right', /^1\\. 31-26/.test(status()) && board() !== start);
  key('ArrowLeft'); check('left', board() === start);
  key('End'); check('end', !document.querySelector('.moves button:last-child') ||
    document.querySelector('.moves button:last-child').getAttribute('aria-current') === 'true');
  check('clock', / s · /.test(status()) && / left/.test(status()) && /White wins /.test(status()));
  key('Home'); check('home', board() === start);
  key('f'); check('turned', board() !== start); key('f');
  var heading = document.querySelector('#dama-viewer h2').textContent;
  key(']'); check('next game', document.querySelector('#dama-viewer h2').textContent !== heading); key('[');
  document.querySelectorAll('.moves button')[4].click(); check('click on a move', /^3\\. /.test(status()));
  var curve = document.querySelectorAll('.curves svg');
  check('three curves', curve.length === 3);
  check('who is who', document.querySelectorAll('.curves .key').length === 4);
  var box = curve[0].getBoundingClientRect();
  curve[0].dispatchEvent(new MouseEvent('click', { clientX: box.right - 1, clientY: box.top + 5, bubbles: true }));
  check('click on a curve', /^30\\.\\.\\. /.test(status()));
  check('pieces', document.querySelectorAll('.board circle').length > 0);
  check('the move is marked', getComputedStyle(document.querySelector('.moves button[aria-current]')).backgroundColor === 'rgb(217, 165, 32)');
  check('width', document.documentElement.scrollWidth <= window.innerWidth);
  check('no error', errors.length === 0);
  document.title = said.length ? 'FAILED ' + said.join(', ') + ' ' + errors.join(' ') : 'PASSED';
}());
</script>"""
open("trial.html", "w", encoding="utf-8").write(page.replace("</body>", trial + "</body>"))
END
    for size in 1200,900 500,900; do
        timeout 100 "$chromium" --headless --no-sandbox --disable-gpu --window-size=$size --dump-dom \
            "file://$PWD/trial.html" > dom.html 2> chromium.log
        grep -o '<title>[^<]*' dom.html
        grep -q '<title>PASSED' dom.html
    done
}

@test "a report: after a click on a game or a table, it takes only the keys that scroll it" {
    dama-match report -o page.html "$results"
    browse '
with browser.start(1200, 900) as page:
    page.go(folder + "/page.html")
    status = lambda: page.text(".status")
    turned = lambda: page.run("return document.querySelector(\".number\").getAttribute(\"y\")") > "90"
    page.click(".list button", 2)
    page.key(browser.DOWN, browser.END)
    assert status() == "Start of the game", status()
    page.key(browser.RIGHT)
    assert status().startswith("1. "), status()
    heading = page.text("#dama-viewer h2")
    page.key("]", "f")
    assert page.text("#dama-viewer h2") != heading and turned()
    page.run("document.querySelector(\".wide\").focus()")
    page.key(browser.RIGHT)
    assert status() == "Start of the game", status()
    page.key("[", "f")
    assert page.text("#dama-viewer h2") == heading and not turned()
    assert not page.errors(), page.errors()
'
}

@test "a report: tables are printed in full" {
    "$DAMA_BUILD/tests/make-results" ten.db 200 10
    dama-match report -o page.html ten.db
    browse '
A4 = 718 # less the margins
with browser.start(A4, 900) as page:
    page.print_view()
    page.go(folder + "/page.html")
    assert page.run("return getComputedStyle(document.querySelector(\".wide\")).overflowX") == "visible"
    widths = page.run("""return [].map.call(document.querySelectorAll(".wide"), function (e) {
        return e.getAttribute("aria-label") + " " + e.querySelector("table").getBoundingClientRect().right })""")
    assert len(widths) > 6 and all(float(w.split()[-1]) <= A4 for w in widths), widths
'
}

@test "a book: the page fits the width of a phone, whatever its title" {
    dama-book expand -q -p 12 -n 300 --eval material e.book
    dama-book dump -f html --plies 12 --title "$(printf 'Club%.0s' {1..30})" e.book -o page.html
    browse '
for width, phone in ((360, True), (1200, False)):
    with browser.start(width, 740, phone=phone) as page:
        page.go(folder + "/page.html")
        found = page.run("return [document.documentElement.scrollWidth, window.innerWidth]")
        assert found == [width, width], found
'
}
