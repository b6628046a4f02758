#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Makes the two-piece databases of Scan and of G. Wiesenekker from what dama-egdb says, in FOLDER/scan and FOLDER/gwd,
and in FOLDER/gwd3 the latter's with a file of three pieces, two men against one.

Usage: egdb-foreign.py DAMA-EGDB FOLDER
"""
import json
import pathlib
import subprocess
import sys

LENGTHS = sorted({int(1.2 ** n + 0.5) for n in range(85)}, reverse=True)


def ask(command, fens):
    """The answers to many positions, None where there is none."""
    run = subprocess.run([command, "probe", "--format", "jsonl", "-"], input="\n".join(fens) + "\n",
                         capture_output=True, text=True, check=False)
    return [json.loads(line) for line in run.stdout.splitlines()]


def value_of(answers, own, own_king, other, other_king):
    """The answer for White on `own` against `other`, squares from 0; None where that is no position."""
    if own == other or (not own_king and own < 5) or (not other_king and other > 44):
        return None
    return answers[own, own_king, other, other_king]


def squeeze(values):
    """Packs values as Scan does."""
    out, i = bytearray(), 0
    while i < len(values):
        n = 1
        while i + n < len(values) and values[i + n] == values[i]:
            n += 1
        i += n
        while n:
            length = next(length for length in LENGTHS if length <= n)
            exponent = next(e for e in range(85) if int(1.2 ** e + 0.5) == length)
            out.append(exponent * 3 + values[i - n])
            n -= length
    return bytes(out)


def scan(answers, own_king, other_king):
    """The values of a slice in the order of Scan: White downwards, Black upwards, kings among the free squares."""
    words = {"draw": 0, "loss": 1, "win": 2}
    white = range(49, -1 if own_king else 4, -1)
    black = range(0, 50 if other_king else 45)
    values = []
    # men come before kings, White's before Black's; the last index runs fastest
    pairs = [(w, b) for b in black for w in white] if own_king and not other_king else [(w, b) for w in white for b in black]
    for w, b in pairs:
        if w == b and (own_king or other_king):
            continue
        answer = value_of(answers, w, own_king, b, other_king)
        values.append(words[answer["value"]] if answer else 0)
    return squeeze(values)


def distance(answer):
    """The byte for an answer, as G. Wiesenekker's files have it."""
    if answer is None or answer["value"] == "draw":
        return 100
    return answer["plies"] if answer["value"] == "win" else -answer["plies"] & 0xff


def gwd_two_men(command):
    """The 125,000 distances of two men against one."""
    keys = [(a, b, c) for a in range(5, 50) for b in range(a + 1, 50) for c in range(45) if c not in (a, b)]
    answers = ask(command, [f"W:W{a + 1},{b + 1}:B{c + 1}" for a, b, c in keys])
    out = bytearray([100] * 50 ** 3)
    for (a, b, c), answer in zip(keys, answers):
        out[(a * 50 + b) * 50 + c] = distance(answer)
    return bytes(out)


def gwd(answers, own_king, other_king):
    """The 2,500 distances of a slice."""
    out = bytearray()
    for w in range(50):
        for b in range(50):
            out.append(distance(value_of(answers, w, own_king, b, other_king)))
    return bytes(out)


def main():
    command, folder = sys.argv[1], pathlib.Path(sys.argv[2])
    keys, fens = [], []
    for own_king in (False, True):
        for other_king in (False, True):
            for w in range(0 if own_king else 5, 50):
                for b in range(0, 50 if other_king else 45):
                    if w != b:
                        keys.append((w, own_king, b, other_king))
                        fens.append(f"W:W{'K' * own_king}{w + 1}:B{'K' * other_king}{b + 1}")
    answers = dict(zip(keys, ask(command, fens)))
    (folder / "scan" / "2").mkdir(parents=True)
    for name in "gwd", "gwd3":
        (folder / name).mkdir()
    for own_king in (False, True):
        for other_king in (False, True):
            digits = f"{int(not own_king)}{int(not other_king)}{int(own_king)}{int(other_king)}"
            (folder / "scan" / "2" / digits).write_bytes(scan(answers, own_king, other_king))
            name = f"{'OX'[own_king]}v{'OX'[other_king]}.bin"
            (folder / "gwd" / name).write_bytes(gwd(answers, own_king, other_king))
            (folder / "gwd3" / name.lower()).write_bytes(gwd(answers, own_king, other_king))
    (folder / "gwd3" / "oovo.bin").write_bytes(gwd_two_men(command))


if __name__ == "__main__":
    main()
