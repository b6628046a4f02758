# shellcheck shell=bash
# SPDX-License-Identifier: MIT
# Waiting for other processes.

# wait_until COMMAND...: runs it again and again until it succeeds, for half a minute at most. What it says is not shown.
wait_until() {
    local _
    for _ in {1..600}; do
        if "$@" >/dev/null 2>&1; then return 0; fi
        sleep 0.05
    done
    echo "not within half a minute: $*" >&2
    return 1
}

# catches_term PID: whether a command of dama has come so far that SIGTERM does not just kill it
catches_term() {
    local key value number=15
    grep -q '^dama-' "/proc/$1/comm" || return 1
    while read -r key value; do
        if [ "$key" = SigCgt: ]; then
            (( 16#$value >> (number - 1) & 1 ))
            return
        fi
    done <"/proc/$1/status"
    return 1
}

# wait_for_handler PID...: for catches_term; where nothing tells, a second
wait_for_handler() {
    local pid
    if [ ! -r /proc/self/status ]; then
        sleep 1
        return
    fi
    for pid in "$@"; do wait_until catches_term "$pid"; done
}
