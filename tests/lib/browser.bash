# shellcheck shell=bash
# SPDX-License-Identifier: MIT
# Pages that a browser reads.

# need_browser: skips the test where there is none
need_browser() {
    local reason
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
