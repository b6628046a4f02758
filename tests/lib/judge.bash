# shellcheck shell=bash
# SPDX-License-Identifier: MIT
# Quick runs of dama-annotate. A later option takes the place of an earlier one: judge --nodes 9.

# Without weights, which take longer to read than most games of the tests to judge, and without endgames, which take
# longer still to solve.
plain=(--eval material --egdb none)

judge() {
    dama-annotate --quiet --no-nice --nodes 3000 "${plain[@]}" "$@"
}

# judge_well ARGUMENT...: by the weights
judge_well() {
    dama-annotate --quiet --no-nice --nodes 3000 --egdb none "$@"
}
