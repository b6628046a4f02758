#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
# dama-engine show: positions as text boards and SVG.

bats_require_minimum_version 1.5.0

setup() {
    work=$BATS_TEST_TMPDIR
}

# The board of the dama server's help page, blanks at line ends aside.
@test "the start of turkish looks as on the dama server" {
    dama-engine show --server --variant turkish >"$work/board"
    cat >"$work/wanted" <<'END'
      A   B   C   D   E   F   G   H
    +---+---+---+---+---+---+---+---+
  8 |   |:::|   |:::|   |:::|   |:::| 8
    +---+---+---+---+---+---+---+---+
  7 |*C*|*C*|*C*|*C*|*C*|*C*|*C*|*C*| 7
    +---+---+---+---+---+---+---+---+
  6 |*C*|*C*|*C*|*C*|*C*|*C*|*C*|*C*| 6
    +---+---+---+---+---+---+---+---+
  5 |:::|   |:::|   |:::|   |:::|   | 5
    +---+---+---+---+---+---+---+---+
  4 |   |:::|   |:::|   |:::|   |:::| 4
    +---+---+---+---+---+---+---+---+
  3 |:C:| C |:C:| C |:C:| C |:C:| C | 3
    +---+---+---+---+---+---+---+---+
  2 | C |:C:| C |:C:| C |:C:| C |:C:| 2
    +---+---+---+---+---+---+---+---+
  1 |:::|   |:::|   |:::|   |:::|   | 1
    +---+---+---+---+---+---+---+---+
      A   B   C   D   E   F   G   H
White to move
END
    diff "$work/wanted" "$work/board"
}

@test "small, flipped, Black to move" {
    run -0 dama-engine show --server --variant english --small --flip 'B:W32,K30:BK1,2'
    [ "${lines[0]}" = "        32  31  30  29" ]
    [ "${lines[2]}" = "    |  :C  ::  :K  ::| 29" ]
    [ "${lines[9]}" = "  4 |::  ::  *C  *K  |" ]
    [ "${lines[11]}" = "      4   3   2   1" ]
    [ "${lines[12]}" = "Black to move" ]
}

@test "letters with a legend if nothing else is asked for" {
    run -0 dama-engine show --variant english --small 'B:W32,K30:BK1,2'
    [ "${lines[2]}" = "    |   B   b   .   .| 4" ]
    [ "${lines[9]}" = " 29 | .   W   .   w  |" ]
    [ "${lines[12]}" = "w white man, W white king, b black man, B black king" ]
    [ "${lines[13]}" = "Black to move" ]
    run -2 dama-engine show --server --unicode
}

@test "Unicode has discs and boxes" {
    run -0 dama-engine show --unicode --no-numbers --variant dameo 'W:Wa1,Ka8:Bh2,Kh8'
    [ "${lines[0]}" = "┌───┬───┬───┬───┬───┬───┬───┬───┐" ]
    [ "${lines[1]}" = "│ ⛁ │░░░│   │░░░│   │░░░│   │░⛃░│" ]
    [ "${lines[15]}" = "│░⛀░│   │░░░│   │░░░│   │░░░│   │" ]
}

@test "the corner of the German board is light" {
    run -0 dama-engine show --server --small --variant altdeutsch
    [ "${lines[9]}" = "  1 | C:C C:C C:C C:C| 1" ]
}

@test "a move is marked" {
    run -0 dama-engine show --server --move 28x10 'W:W28:B23,14'
    [ "${lines[4]}" = "  6 |:::|   |:::|   |:::|   |:::|   [:::]   |" ]
    [[ $output == *"[:C:]"* ]]
    [ "$(grep -o '(\*C\*)' <<<"$output" | wc -l)" -eq 2 ]
}

@test "several positions, from the command line and standard input" {
    run -0 dama-engine show --small 'W:W50:B1' - <<<$'W:W49:B1\n\nB:W48:B1'
    [ "$(grep -c 'to move' <<<"$output")" -eq 3 ]
    [ "$(grep -c 'Black to move' <<<"$output")" -eq 1 ]
}

@test "SVG is well-formed and shows the pieces" {
    command -v python3 >/dev/null || skip "no python3 to read XML"
    for variant in international italian thai turkish altdeutsch; do
        dama-engine show --svg --variant $variant >"$work/$variant.svg"
        dama-engine show --svg --flip --no-numbers --variant $variant >"$work/$variant-flipped.svg"
    done
    dama-engine show --svg --move 47x36x29x19x31x42 'W:WK47:B14,19,29,31,42' >"$work/move.svg"
    python3 - "$work"/*.svg <<'END'
import sys, xml.dom.minidom
discs = {'international': 40, 'italian': 24, 'thai': 16, 'turkish': 32, 'altdeutsch': 32, 'move': 7}
for path in sys.argv[1:]:
    tree = xml.dom.minidom.parse(path)
    name = path.split('/')[-1].split('.')[0].replace('-flipped', '')
    assert len(tree.getElementsByTagName('circle')) == discs[name], path
    assert tree.documentElement.tagName == 'svg'
END
}

@test "impossible positions are drawn, with a message" {
    run -1 --separate-stderr dama-engine show --small - <<<$'W:W50:B1\nW:W1:B2'
    [ "$(grep -c 'to move' <<<"$output")" -eq 2 ]
    # shellcheck disable=SC2154 # set by run
    [ "$stderr" = "-:2:1: White's man on 1 would have been crowned there" ]
}

@test "an invalid FEN is reported with its place" {
    run -1 --separate-stderr dama-engine show - <<<$'W:W50:B1\nW:W51:B2'
    [ "$stderr" = "-:2:4: 51 is not a square on this board (1 to 50)" ]
}

@test "a move that is not legal" {
    run -1 --separate-stderr dama-engine show --move 32-27x 'W:W31:B1'
    [ "$stderr" = "dama-engine: --move: '32-27x' is not a legal move" ]
    run -1 --separate-stderr dama-engine show --move 99-1 'W:W31:B1'
    [ "$stderr" = "dama-engine: --move: '99-1': 99 is not a square on this board (1 to 50)" ]
    run -1 --separate-stderr dama-engine show --move 47x36 'W:WK47:B14,19,29,31,42'
    [ "$stderr" = "dama-engine: --move: '47x36' is ambiguous: 2 moves fit" ]
}

@test "wrong usage" {
    run -2 dama-engine show --svg --unicode
    run -2 dama-engine show --svg 'W:W50:B1' 'W:W50:B1'
    run -2 dama-engine show --small --move 31-27
    run -2 --separate-stderr dama-engine show --variant turkisch
    [[ $stderr == *turkish* ]]
}

@test "a full disk" {
    [ -w /dev/full ] || skip "no /dev/full"
    run -3 sh -c 'dama-engine show >/dev/full'
}

@test "the list of variants names them all" {
    run -0 dama-engine show --variant list
    for name in international english turkish armenian tama dameo croda altdeutsch frisian thai; do
        [[ $output == *"$name"* ]]
    done
}
