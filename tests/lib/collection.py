# SPDX-License-Identifier: MIT
"""Compares what dama-validate counts in each file of the reference collection with the collection's index.

    collection.py FOLDER EXCEPTIONS

Says in how many files games, games with moves, legal games and plies agree. A file may differ where EXCEPTIONS has it,
with the numbers that are right and the reason; an exception that is none any more is an error too.
"""
import csv
import re
import subprocess
import sys


def counts(path):
    out = subprocess.run(["dama-validate", "--summary=only", "--quiet", "--jobs=1", path],
                         capture_output=True, text=True, errors="replace").stdout
    head = re.match(r"(\d+) games? in 1 file, (\d+) with moves, (\d+) of them legal throughout; (\d+) pl(?:y|ies)", out)
    return tuple(map(int, head.groups())) if head else None


def main():
    folder, exceptions = sys.argv[1:]
    with open(folder + "/index.tsv", encoding="utf-8") as f:
        rows = list(csv.DictReader(f, delimiter="\t", quoting=csv.QUOTE_NONE))
    with open(exceptions, encoding="utf-8") as f:
        lines = [line.rstrip("\n").split("\t") for line in f if line.strip() and not line.startswith("#")]
    known = {line[0]: tuple(map(int, line[1:5])) for line in lines}
    bad, agree = 0, 0
    for row in rows:
        path = row["path"]
        want = tuple(int(row[k]) for k in ("games", "games_with_moves", "games_fully_legal", "plies"))
        got = counts(folder + "/" + path)
        if got == want and path not in known:
            agree += 1
        elif got != known.get(path):
            bad += 1
            print(f"{path}: {got}, the index has {want}, the exceptions have {known.get(path)}")
        elif got == want:
            bad += 1
            print(f"{path}: no exception any more")
    print(f"{agree} of {len(rows)} files agree with the index, {len(known)} are exceptions with a reason, {bad} are wrong")
    return 1 if bad or agree + len(known) != len(rows) else 0


if __name__ == "__main__":
    sys.exit(main())
