# SPDX-License-Identifier: MIT
"""What the measurements of collections share: programs timed with their memory, and large inputs."""
import os
import re
import shutil
import subprocess
import sys
import threading
import time

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.join(HERE, "..", "..")


def watch_memory(pid, peak, done):
    """Keeps the largest VmHWM of a process; what wait4 tells would count this program's own memory too."""
    while not done.is_set():
        try:
            with open(f"/proc/{pid}/status", encoding="ascii", errors="replace") as f:
                found = re.search(r"VmHWM:\s+(\d+)", f.read())
        except OSError:
            return
        if found:
            peak[0] = max(peak[0], int(found.group(1)))
        done.wait(0.01)


def measure(command):
    """Runs a command with its output thrown away: seconds by the clock, seconds of processor time, KiB at most."""
    begin = time.monotonic()
    child = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    peak, done = [0], threading.Event()
    watcher = threading.Thread(target=watch_memory, args=(child.pid, peak, done))
    time.sleep(0.05)  # exec has happened: the memory is its own
    watcher.start()
    _, status, usage = os.wait4(child.pid, 0)
    took = time.monotonic() - begin
    done.set()
    watcher.join()
    if os.waitstatus_to_exitcode(status) > 1:
        sys.exit(f"bench: {' '.join(command)}: status {os.waitstatus_to_exitcode(status)}")
    return took, usage.ru_utime + usage.ru_stime, peak[0]


def collection(work, games):
    """A file of so many games, and where they come from."""
    path = os.path.join(work, "big.pdn")
    shared = os.environ.get("DAMA_SHARED", os.path.join(ROOT, "..", "shared"))
    maker = os.path.join(shared, "tools", "make_big_pdn.py")
    if os.path.exists(maker):
        subprocess.run([sys.executable, maker, "--games", str(games), "--out", path], check=True,
                       stderr=subprocess.DEVNULL)
        return path, "games of the reference collection, repeated by make_big_pdn.py, seed 1"
    with open(os.path.join(ROOT, "tests", "data", "clean.pdn"), encoding="utf-8") as f:
        text = f.read() + "\n"
    with open(path, "w", encoding="utf-8") as f:
        for _ in range(games // 2):
            f.write(text)
    return path, "the two games of tests/data/clean.pdn, repeated"


def plies_of(path):
    out = subprocess.run(["dama-validate", "--summary=only", "--quiet", path], capture_output=True, text=True).stdout
    head = re.match(r"(\d+) games.*; (\d+) plies", out)
    return int(head.group(1)), int(head.group(2))


def chess_file(work, plies):
    """A chess file of as many plies, and pgn-extract to read it; None where there is none."""
    extract = shutil.which("pgn-extract") or shutil.which("pgn-extract", path="/usr/games")
    if not extract:
        return None, None
    chess = os.path.join(work, "chess.pgn")
    with open(chess, "w", encoding="ascii") as out:
        subprocess.run([sys.executable, os.path.join(ROOT, "tools", "chess-games"), "--plies", str(plies)],
                       stdout=out, check=True)
    return extract, chess
