# shellcheck shell=bash
# SPDX-License-Identifier: MIT
# Waiting for other processes.

# wait_until COMMAND...: runs it again and again until it succeeds, for ten seconds at most. What it says is not shown.
wait_until() {
    local _
    for _ in {1..200}; do
        if "$@" >/dev/null 2>&1; then return 0; fi
        sleep 0.05
    done
    echo "not within ten seconds: $*" >&2
    return 1
}
