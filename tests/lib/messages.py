#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Prints each text of core/game/finding-messages.inc with a finding that says it.

Usage: messages.py SOURCE WORK

Reads what dama-validate says of the samples of SOURCE (tests/data/findings, tests/data/messages, and the games in the rows of
the tests of the check and the parser, which are written to the folder WORK), and prints "ID: example" for each text; those
without an example are listed at the end. Exit status: 0 each has one, 1 some have none.
"""
import pathlib
import re
import subprocess
import sys

# Texts that take more than a small file: games beyond the limits, endgame databases, and captures that are rare.
ELSEWHERE = {
    "HUGE_GAME",
    "TOO_MANY_TAGS",
    "TOO_MANY_PARTS",
    "TOO_DEEP",
    "DEEP_NESTING",
    "MUST_TAKE_BY_KING_EQUAL",
    "MUST_TAKE_BY_KING_AS_MANY",
    "MUST_MEET_KING",
    "MEANT_TURNED",
    "RESULT_AGAINST_ENDGAME",
}
SPECIFIER = re.compile(r"%(\.\*s|llu|04X|[sucdz%])")


def texts_of(source):
    inc = (pathlib.Path(source) / "core/game/finding-messages.inc").read_text(encoding="utf-8")
    for ident, text in re.findall(r'^MESSAGE\((\w+), "(.*)"\)$', inc, re.MULTILINE):
        yield ident, text.replace('\\"', '"').replace("\\?", "?").replace("\\\\", "\\")


def pattern_of(text):
    parts = SPECIFIER.split(text)
    pattern = "".join(".*" if i % 2 else re.escape(part) for i, part in enumerate(parts))
    return re.compile(pattern)


def strings_of(row):
    """The C strings of a row, as bytes."""
    plain = [re.sub(r'"\s*"', "", s) for s in re.findall(r'"((?:[^"\\]|\\.)*)"', row)]
    return [s.encode("latin-1", "replace").decode("unicode_escape").encode("latin-1") for s in plain]


def rows_of(source, path, columns):
    """Writes of each row of a table the columns that make a game."""
    for line in re.sub(r",\s*\n\s+", ", ", (source / path).read_text(encoding="utf-8")).splitlines():
        strings = strings_of(line) if line.startswith("{") else []
        if len(strings) > max(columns):
            yield [strings[c] for c in columns]


def write_games(source, work):
    work.mkdir(parents=True, exist_ok=True)
    rows = rows_of(source, "tests/core/check/test-check.inc", (1, 2, 3, 4))
    for i, (tag, value, fen, moves) in enumerate(rows):
        setup = b'[FEN "' + fen + b'"]\n' if fen else b""
        (work / f"check-{i}.pdn").write_bytes(b"[" + tag + b' "' + value + b'"]\n' + setup + moves + b"\n")
    for i, (text,) in enumerate(rows_of(source, "tests/pdn/test-deviations.inc", (2,))):
        (work / f"deviation-{i}.pdn").write_bytes(text)
    for i, (text,) in enumerate(rows_of(source, "tests/pdn/test-pdn-parse.inc", (1,))):
        (work / f"parse-{i}.pdn").write_bytes(text)


def main():
    source, work = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
    write_games(source, work)
    folders = [source / "tests/data/findings", source / "tests/data/messages", work]
    said = []
    for how in ([], ["--strict"], ["--input-encoding=latin1"]):
        command = ["dama-validate", "-q", "--all", "--enable=long-capture,result-terminator", *how, *folders]
        lines = subprocess.run(command, capture_output=True, check=False).stdout.decode("utf-8", "replace")
        said += [re.sub(r"^.*?: (error|warning|note): |\s*\[[a-z-]+\]$", "", line) for line in lines.splitlines()]
    missing = []
    for ident, text in texts_of(source):
        example = next((line for line in said if pattern_of(text).search(line)), None)
        if example:
            print(f"{ident}: {example}")
        elif ident not in ELSEWHERE:
            missing.append(ident)
    for ident in missing:
        print(f"no example: {ident}")
    return 1 if missing else 0


if __name__ == "__main__":
    sys.exit(main())
