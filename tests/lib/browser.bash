# shellcheck shell=bash
# SPDX-License-Identifier: MIT
# Pages that a browser reads.

# need_browser: skips the test where there is none, and where another build's pages have been looked at already
need_browser() {
    local reason
    [ -z "${DAMA_TEST_SHORT:-}" ] || skip "pages do not differ between builds, and the full run looks at them"
    reason=$(python3 -c "import sys; sys.path.insert(0, '$DAMA_SOURCE/tests/lib'); import browser; print(browser.missing())")
    [ -z "$reason" ] || skip "$reason"
}

# browse SCRIPT: Python with `browser` at hand, and `folder`, the address of the working folder
browse() {
    python3 - "$DAMA_SOURCE/tests/lib" "file://$PWD" "$1" <<'END'
import sys
sys.path.insert(0, sys.argv[1])
import browser
folder = sys.argv[2]
exec(sys.argv[3])
END
}
