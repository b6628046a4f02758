#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
# What --help, the manual and the completions say is the same for every command: its table of options.

bats_require_minimum_version 1.5.0

setup() {
    work=$BATS_TEST_TMPDIR
}

commands() {
    find "$DAMA_BUILD/cmd" -maxdepth 1 -name 'dama-*' -type f -perm -u+x -exec basename {} \; | sort
}

# The long options of a command and its verbs, one a line: "--name" or "verb --name".
listed() {
    "$1" --dump-options=list | sort
}

verbs() {
    "$1" --dump-options=list | sed -n 's/^\([^-].*\) --.*/\1/p' | sort -u
}

# helped COMMAND [VERB]: what --help names
helped() {
    "$@" --help | grep -Eo "^ {2,6}(-[A-Za-z0-9], )?--[a-z0-9-]+" | grep -Eo -- "--[a-z0-9-]+" |
        grep -vx -e --help -e --version | sed "s/^/${2:+$2 }/" | sort
}

@test "there are commands" {
    [ "$(commands | wc -l)" -gt 0 ]
}

@test "--help lists every option of the table, and no other" {
    for command in $(commands); do
        listed "$command" | grep -v ' ' >"$work/listed" || true
        "$command" --help >"$work/help"
        helped "$command" >"$work/helped"
        diff "$work/listed" "$work/helped"
        for verb in $(verbs "$command"); do
            listed "$command" | grep "^$verb --" >"$work/listed"
            helped "$command" "$verb" >"$work/helped"
            diff "$work/listed" "$work/helped"
        done
    done
}

@test "no line of --help is wider than a terminal, and the last one is not empty" {
    for command in $(commands); do
        for verb in '' $(verbs "$command"); do
            # shellcheck disable=SC2086 # no verb, no word
            run bash -c "$command $verb --help | awk 'length > 79'"
            [ "$output" = "" ]
            # shellcheck disable=SC2086 # no verb, no word
            [ -n "$($command $verb --help | tail -n 1)" ]
        done
    done
}

@test "an option that names a file to write is refused if it is given twice" {
    while read -r words; do
        # shellcheck disable=SC2086 # words
        run -2 $words a ${words##* } b
        [[ $output == *"${words##* }"*"given twice: 'a' and 'b'"* ]]
    done <<'ROWS'
dama-annotate --journal
dama-annotate --output
dama-convert --changes
dama-convert --output
dama-convert --report
dama-engine dxp --log
dama-engine train --state
dama-match run --transcripts
dama-validate --baseline
dama-validate --output
ROWS
}

@test "the manual has every option" {
    [ -d "$DAMA_BUILD/cmd/man" ] || skip "no manual is built"
    for command in $(commands); do
        page=$DAMA_BUILD/cmd/man/$command.1
        [ -f "$page" ] || skip "no manual is built"
        for option in $(listed "$command" | grep -o -- '--.*'); do
            grep -qF -- "$option" "$page" || {
                echo "$command: $option is not in the manual"
                return 1
            }
        done
    done
}

@test "--player says that it looks for a part of the name, and does so" {
    words="games of players whose names contain NAME; case and accents do not matter"
    printf '[White "Jansens"]\n[Black "Müller"]\n[Result "*"]\n\n1. 32-28 *\n' >"$work/p.pdn"
    for command in dama-annotate "dama-book build" "dama-book add" dama-convert; do
        $command --help | tr -s ' \n' ' ' | grep -qF -- "$words"
    done
    for name in jansen MULLER; do
        [ "$(dama-convert -q -t fen --position start --player $name "$work/p.pdn" | wc -l)" -eq 1 ]
        dama-book build -q --player $name -o "$work/$name.book" "$work/p.pdn"
        dama-book info "$work/$name.book" | grep -qx 'games  *1'
        [ "$(dama-annotate -q --no-nice --nodes 20 --player $name "$work/p.pdn" | grep -c '%dama')" -gt 0 ]
    done
}

@test "the manual has the sections that every page has" {
    for page in "$DAMA_SOURCE"/cmd/*/*.1.scd; do
        for section in NAME SYNOPSIS DESCRIPTION OPTIONS "EXIT STATUS" EXAMPLES; do
            grep -qx "# $section" "$page" || {
                echo "$page: no $section"
                return 1
            }
        done
    done
}

@test "completions have every option" {
    for command in $(commands); do
        for option in $(listed "$command" | grep -o -- '--.*' | sort -u); do
            grep -qF -- "$option" "$DAMA_BUILD/cmd/completions/$command"
            grep -qF -- "$option" "$DAMA_BUILD/cmd/completions/_$command"
            grep -q -- "-l ${option#--}\( \|$\)" "$DAMA_BUILD/cmd/completions/$command.fish"
        done
    done
}

@test "bash completes options" {
    for command in $(commands); do
        option=$(listed "$command" | grep -v ' ' | head -n 1)
        [ -n "$option" ] || continue
        # shellcheck disable=SC1090
        run bash -c "source '$DAMA_BUILD/cmd/completions/$command'
            COMP_WORDS=($command --) COMP_CWORD=1
            $(echo "$command" | tr - _)
            printf '%s\n' \"\${COMPREPLY[@]}\""
        [ "$status" -eq 0 ]
        echo "$output" | grep -qx -- "$option"
        echo "$output" | grep -qx -- --help
    done
}

# completed COMMAND WORD... - what bash offers for the last word, and "compopt" with its options
completed() {
    bash -c "source '$DAMA_BUILD/cmd/completions/$1'
        compopt() { echo compopt \"\$@\"; }
        COMP_WORDS=(\"\$@\") COMP_CWORD=$(($# - 1))
        ${1//-/_}
        printf '%s\n' \"\${COMPREPLY[@]}\"" - "$@"
}

@test "bash completes values: words, files, and nothing" {
    cd "$BATS_TEST_TMPDIR"
    mkdir 'my games'
    [ "$(completed dama-book build --side w)" = white ]
    [ "$(completed dama-engine go --draws wc)" = wcdf ]
    [ "$(completed dama-book build --side = w)" = white ] # --side=w is three words
    [ "$(completed dama-book build --side = | tr '\n' ' ')" = 'both white black ' ]
    [ "$(completed dama-book build -f js)" = jsonl ]
    [ -z "$(completed dama-book build --plies '')" ]
    [ "$(completed dama-annotate --variant = tu)" = turkish ]
    [ "$(completed dama-annotate -t s)" = sqlite ]
    # bash quotes the names of files and goes on within folders
    files=$'compopt -o filenames\nmy games'
    [ "$(completed dama-book build my)" = "$files" ]
    [ "$(completed dama-book build -o my)" = "$files" ]
    [ "$(completed dama-book build --output = my)" = "$files" ]
    # an optional value is attached
    [ "$(completed dama-convert --normalise = da)" = dates ]
    [ "$(completed dama-convert --strip nags,co)" = nags,comments ]
    [ "$(completed dama-validate --disable = stray-text,no-tags,typog)" = stray-text,no-tags,typography ]
    [ -z "$(completed dama-validate --severity error,wa)" ]
    [ "$(completed dama-convert --normalise my)" = "$files" ]
}

@test "fish completes values: words, files, and nothing" {
    command -v fish >/dev/null || skip "fish is not here"
    cd "$BATS_TEST_TMPDIR"
    : >also.pdn
    offers() { fish --no-config -c "source '$DAMA_BUILD/cmd/completions/${1%% *}.fish'; complete -C '$1'" | cut -f1; }
    [ "$(offers 'dama-validate --summary=')" = "$(printf -- '--summary=%s\n' also no only)" ]
    [ "$(offers 'dama-validate --summary al')" = also.pdn ]
    [ "$(offers 'dama-convert --normalise=da')" = --normalise=dates ]
    [ "$(offers 'dama-validate --disable stray-text,no-t')" = stray-text,no-tags ]
    [ "$(offers 'dama-annotate -o al')" = also.pdn ]
    [ "$(offers 'dama-book build --side w')" = white ]
    [ -z "$(offers 'dama-book build --plies al')" ]
}

@test "zsh: spellings of an option exclude each other, unless it may be repeated" {
    grep -qF "'(-o --output)'{-o+,--output=}'[" "$DAMA_BUILD/cmd/completions/_dama-book"
    grep -qF "'*'{-w+,--where=}'[" "$DAMA_BUILD/cmd/completions/_dama-book"
    grep -qF "'*--player=[" "$DAMA_BUILD/cmd/completions/_dama-book"
}

@test "--version prints the command's name on standard output" {
    for command in $(commands); do
        run "$command" --version
        [ "$status" -eq 0 ]
        [[ $output == "$command "[0-9]* ]]
    done
}

@test "wrong usage is one line, and status 2" {
    for command in $(commands); do
        run "$command" --no-such-option-anywhere
        [ "$status" -eq 2 ]
        [ "${#lines[@]}" -eq 1 ]
        [[ $output == "$command: "*"(try '$command --help')" ]]
    done
}

@test "an empty name is not a file name" {
    while read -r line; do
        # shellcheck disable=SC2086 # a line is words
        run -2 $line x ""
        [[ $output == "$line: operand 2 is empty (try '$line --help')" ]] || { echo "$output"; return 1; }
    done <<'EOF'
dama-validate
dama-convert
dama-annotate
dama-book diff
dama-egdb probe
dama-engine train
dama-match stats
EOF
}

@test "wrong usage names the missing option, or the options that cannot be combined" {
    while IFS='|' read -r line message; do
        # shellcheck disable=SC2086 # a line is words
        run -2 $line
        [ "$output" = "$message" ] || { echo "$line: $output"; return 1; }
    done <<'EOF'
dama-book merge -o all.book|dama-book merge: missing operand: BOOK... (try 'dama-book merge --help')
dama-book ballots|dama-book ballots: expected a BOOK or --deal=N (try 'dama-book ballots --help')
dama-book ballots --deal 2 a.book|dama-book ballots: --deal takes no BOOK (try 'dama-book ballots --help')
dama-engine dxp --listen 1 --serial x|dama-engine dxp: --listen, --connect and --serial cannot be combined (try 'dama-engine dxp --help')
dama-engine go --time 0|dama-engine go: option '--time': '0' is not a time (90s, 1h30m, 500ms) from 1ms to 8760h (try 'dama-engine go --help')
dama-engine go --fen W:W51:B1|dama-engine: --fen: 'W:W51:B1': 51 is not a square on this board (1 to 50)
dama-engine moves --fen W:W51:B1|dama-engine: --fen: 'W:W51:B1': 51 is not a square on this board (1 to 50)
dama-match stats --elo0 5 +1=1-1|dama-match stats: --elo0, --elo1, --alpha, --beta and --normalized require --sprt (try 'dama-match stats --help')
EOF
}
