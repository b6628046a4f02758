#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes damaged copies of PDN files, the same ones for the same seed.

Usage: damage.py SOURCE FOLDER COUNT SEED

SOURCE is walked through for .pdn files; each copy is one of them, cut to some 12 KB where it is long, with one to three
slips: bytes lost, added, changed or swapped, lines lost, doubled or joined, tags lost, signs changed, an early end.
"""
import os
import pathlib
import random
import sys

STRUCTURE = b'{}[]()"*-x:;.0123456789 \n\\$!?%'
SIGNS = [b" - ", b"x", b"-", b":", b"X", b"", b"--"]


def line_after(text, at):
    """The line that begins behind `at`, with the end of the one before it: from, to; None where there is none."""
    start = text.find(b"\n", at)
    end = text.find(b"\n", start + 1)
    return (start, end) if start >= 0 and end >= 0 else None


def slip(text, chance):
    kind, at = chance.randrange(12), chance.randrange(len(text))
    line = line_after(text, at)
    if kind == 0:
        del text[at]
    elif kind == 1:
        text.insert(at, chance.choice(STRUCTURE))
    elif kind == 2:
        text[at] = chance.choice(STRUCTURE)
    elif kind == 3:
        del text[at : at + chance.randrange(1, 40)]
    elif kind == 4:
        text[at:at] = text[at : at + chance.randrange(1, 200)]
    elif kind == 5 and line:
        del text[line[0] : line[1]]
    elif kind == 6 and line:
        text[line[0] : line[0]] = text[line[0] : line[1]]
    elif kind == 7 and line:
        text[line[0] : line[0] + 1] = b" "
    elif kind == 8:
        del text[at:]
    elif kind == 9:
        text[at : at + 2] = text[at : at + 2][::-1]
    elif kind == 10:
        sign = text.find(chance.choice([b"-", b"x"]), at)
        if sign > 0:
            text[sign : sign + 1] = chance.choice(SIGNS)
    elif kind == 11:
        start = text.find(b"[", at)
        end = text.find(b"]", start)
        if 0 <= start < end:
            del text[start : end + 1]


def damaged(text, chance):
    if len(text) > 20000:
        start = chance.randrange(len(text) - 15000)
        blank = text.find(b"\n\n", start)
        start = blank if blank >= 0 else start
        text = text[start : start + 12000]
    text = bytearray(text)
    for _ in range(chance.choice([1, 1, 2, 3])):
        if text:
            slip(text, chance)
    return bytes(text)


def main():
    source, folder, count, seed = sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4])
    files = sorted(p for p in pathlib.Path(source).rglob("*") if p.suffix.lower() == ".pdn")
    chance = random.Random(seed)
    os.makedirs(folder, exist_ok=True)
    for i in range(count):
        text = chance.choice(files).read_bytes()
        (pathlib.Path(folder) / f"{i:04d}.pdn").write_bytes(damaged(text, chance))


if __name__ == "__main__":
    main()
