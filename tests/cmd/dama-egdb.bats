#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
# dama-egdb: databases built, listed, verified, probed and compared.

bats_require_minimum_version 1.5.0
load ../lib/wait

setup() {
    cd "$BATS_TEST_TMPDIR" || return 1
    export DAMA_EGDB=$BATS_TEST_TMPDIR/own
}

# built PIECES: a database of international draughts in db, built once for all tests
built() {
    [ -d "$BATS_FILE_TMPDIR/db$1" ] || dama-egdb build -q --dtw -n "$1" -d "$BATS_FILE_TMPDIR/db$1"
    cp -r "$BATS_FILE_TMPDIR/db$1" db
}

@test "the database that comes with dama is complete and correct" {
    run -0 dama-egdb verify --pieces 4
    [ "${lines[0]}" = "KvK      sound" ]
    [ "${lines[41]}" = "dama-egdb: 41 slices, 0 missing or wrong" ]
    run -0 dama-egdb list
    [[ ${lines[4]} == MvM*1985*736*799*450*17* ]]
    # four pieces take the proof a quarter of a minute, and minutes under the sanitizers
    mkdir -p few/international
    find "$DAMA_SOURCE/data/egdb/international" -name '*.*' ! -name '?????*.wdl' -exec cp {} few/international ';'
    run -0 dama-egdb verify --deep --dir few
    [ "${lines[0]}" = "KvK      2042 positions proved" ]
    [ "${#lines[@]}" -eq 17 ]
}

@test "the user's own database and the one that comes with dama are read together" {
    dama-egdb build -q --dtw -n 3
    run -0 dama-egdb probe --solve 2 W:WK1,K2:BK45 W:WK1,K2,K3:BK45
    [[ $output == 'W:WK1,K2:BK45  win in '*'W:WK1,K2,K3:BK45  win'$'\n'* ]]
    run -0 dama-egdb list
    [[ ${lines[-1]} == '16 slices'*' in '*/own ]]
    # where a file of theirs is damaged, the other one is read, which has no distances
    printf X | dd of=own/international/KKvK.wdl bs=1 seek=20 conv=notrunc status=none
    rm own/international/KKvK.plies
    run -1 --separate-stderr dama-egdb probe --solve 2 W:WK1,K2:BK45
    [ "${lines[0]}" = 'W:WK1,K2:BK45  win' ]
    # shellcheck disable=SC2154 # run sets it
    [ "$stderr" = "dama-egdb: $DAMA_EGDB/international/KKvK.wdl: damaged: the header's checksum is wrong" ]
    # a folder that is named is read alone
    run -1 --separate-stderr dama-egdb probe --dir own W:WK1,K2,K3:BK45
    [[ ${lines[0]} == *'  unknown' ]]
}

@test "an unreadable folder of the user is reported, and the installed database is still used" {
    [ "$(id -u)" -ne 0 ] || skip "root may read everything"
    dama-egdb build -q -n 2
    chmod 0311 own/international
    run -1 --separate-stderr dama-egdb probe W:WK1,K2,K3:BK45
    [[ ${lines[0]} == *'  win' ]]
    # shellcheck disable=SC2154 # run sets it
    [ "$stderr" = "dama-egdb: $DAMA_EGDB: international: Permission denied" ]
    chmod 0755 own/international
}

@test "a fresh account gets its database folder" {
    mkdir home
    env -u DAMA_EGDB -u XDG_DATA_HOME HOME="$PWD/home" dama-egdb build -q -n 2
    [ -f home/.local/share/dama/egdb/international/KvK.wdl ]
}

@test "a database folder that cannot be made: which part of it, and why" {
    : >home
    run -3 env -u DAMA_EGDB -u XDG_DATA_HOME HOME="$PWD/home" dama-egdb build -n 2
    [ "$output" = "dama-egdb: $PWD/home/.local: cannot create this folder: Not a directory" ]
    run -3 dama-egdb build -q -n 2 --dir home/egdb
    [ "$output" = "dama-egdb: home/egdb: cannot create this folder: Not a directory" ]
}

@test "without HOME, nothing is built in the current folder" {
    run -2 env -u DAMA_EGDB -u XDG_DATA_HOME -u HOME dama-egdb build -q -n 2
    [ "$output" = "dama-egdb: HOME is not set: name the folder with --dir or DAMA_EGDB" ]
    [ -z "$(ls -A)" ]
    run -0 env -u DAMA_EGDB -u XDG_DATA_HOME -u HOME dama-egdb probe W:WK1:BK50
}

@test "a folder that lacks its smallest slices is used for the others" {
    dama-egdb build -q -n 2 -d db
    rm db/international/KvK.wdl
    run -1 env DAMA_EGDB="$PWD/db" dama-egdb list
    [[ ${lines[1]} == "KvK      missing" ]]
    [[ ${lines[-1]} == "4 slices, "*" in $PWD/db" ]]
    rm db/international/*
    run -0 env DAMA_EGDB="$PWD/db" dama-egdb list # the one that comes with dama
    [[ $output != *"$PWD/db" ]]
}

@test "a position and its moves, the best first" {
    run -0 dama-egdb probe W:WK28,31:B3
    [ "${lines[0]}" = "W:WK28,31:B3  win in 5" ]
    [[ ${lines[1]} =~ ^\ \ [0-9-]+\ +win\ in\ 5$ ]]
    [[ ${lines[-1]} =~ (win|draw|loss) ]]
    [ "${#lines[@]}" -gt 10 ]
}

@test "draws are in the order of the moves, whatever is known of them" {
    dama-egdb build -q -n 3 -d db
    for solve in 2 3; do
        run -0 dama-egdb probe -d db --solve $solve W:WK49,K50:BK6
        [[ $output == *'  49-35      draw'$'\n''  49-43      draw'$'\n'*'  49-16      draw'$'\n''  50-45      draw'$'\n''  50-44      draw'$'\n'* ]]
    done
}

@test "a win of unknown length comes after the others, a loss before them" {
    run -0 dama-egdb probe W:WK1,K2,K4:BK36 B:WK5,K27:B2,10
    [[ $output == *$'  1-18       win in 3\n  2-13       win in 3\n  1-23       win\n'* ]]
    [[ $output == *$'  10-15      loss\n  10-14      loss in 6\n  2-7        loss in 2\n  2-8        loss in 2' ]]
}

@test "positions from a file, one answer per line" {
    printf '\xef\xbb\xbfW:WK46:BK5\n# a remark\n\nW:WK28:B3\n' >positions
    run -0 dama-egdb probe positions
    [ "${#lines[@]}" -eq 2 ]
    [ "${lines[0]}" = "W:WK46:BK5  loss in 2" ]
    run -0 bash -c 'dama-egdb probe <positions'
    [ "${#lines[@]}" -eq 2 ]
    gzip -k positions
    run -0 dama-egdb probe positions.gz
    [ "${#lines[@]}" -eq 2 ]
    iconv -f UTF-8 -t UTF-16LE positions >utf-16
    run -0 dama-egdb probe utf-16
    [ "${lines[0]}" = "W:WK46:BK5  loss in 2" ]
    head -c 20 positions.gz >short.gz
    run -3 dama-egdb probe short.gz
    [[ $output == *"short.gz: gzip data is truncated after 20 bytes" ]]
    run -0 dama-egdb probe --format jsonl --moves positions
    [[ ${lines[0]} == '{"fen":"W:WK46:BK5","value":"loss","plies":2,"moves":[{"move":"46-'* ]]
}

@test "unknown positions are reported as unknown, not as draws" {
    run -1 dama-egdb probe W:W31-50:B1-20
    [ "${lines[0]}" = "W:W31-50:B1-20  unknown" ]
    [[ ${lines[1]} == *unknown ]]
}

@test "an invalid line is reported with its place, and gets an empty answer" {
    printf 'W:WK46:BK5\nrubbish\nW:WK28:B3\n' >positions
    run -1 --separate-stderr dama-egdb probe positions
    [ "${#lines[@]}" -eq 2 ]
    # shellcheck disable=SC2154 # run sets it
    [[ $stderr == positions:2:* ]]
    run -2 dama-egdb probe W:WK99:BK5
}

@test "a position may be written in small letters" {
    run -0 dama-egdb probe w:wk46:bk5
    [ "${lines[0]}" = "W:WK46:BK5  loss in 2" ]
    run -3 dama-egdb probe xw:wk46:bk5
    [[ $output == *'xw:wk46:bk5: cannot open: No such file'* ]]
}

@test "breakthrough: a win of unknown distance is not one that has been reached" {
    dama-egdb build -q -n 4 -d db --variant breakthrough
    run -0 dama-egdb probe -d db --variant breakthrough W:W20,30:B1,2
    [ "${lines[0]}" = "W:W20,30:B1,2  win" ]
    [ "${lines[1]}" = "  30-25      win" ]
}

@test "bench requires an empty folder" {
    dama-egdb build -q -n 2 -d db
    touch file
    run -3 dama-egdb bench -d file -n 2
    [ "$output" = "dama-egdb: file: Not a directory" ]
    run -3 dama-egdb bench -d db -n 2
    [ "$output" = "dama-egdb: db: this folder is not empty" ]
    run -3 dama-egdb bench -d db -n 2 --variant english # of another variant
    [ "$output" = "dama-egdb: db: this folder is not empty" ]
    mkdir other empty
    touch other/.hidden
    run -3 dama-egdb bench -d other -n 2
    run -0 dama-egdb bench -d empty -n 2
    [ -e empty/international/KvK.wdl ]
}

@test "pending captures are played out" {
    run -0 dama-egdb probe W:WK46:B41,K5
    [[ ${lines[0]} != *unknown* ]]
    run -0 dama-egdb probe W:W28:B22
    [ "${lines[0]}" = "W:W28:B22  win in 1" ]
}

@test "a win has no length if another capture is unknown" {
    run -0 dama-egdb probe --variant english W:WK3,K16,K27:B11,24
    [ "${lines[0]}" = "W:WK3,K16,K27:B11,24  win" ]
    [[ ${lines[1]} =~ ^\ \ 16x7\ +win\ in\ 29$ ]]
    [[ ${lines[2]} =~ ^\ \ 27x20\ +unknown$ ]]
    run -0 dama-egdb probe --variant english --solve 4 W:WK3,K16,K27:B11,24
    [ "${lines[0]}" = "W:WK3,K16,K27:B11,24  win in 5" ]
}

# A win of 7 plies.
@test "a win cut short by the draw rules is reported" {
    run -0 dama-egdb probe --draws fmjd W:WK28:B3
    [[ ${lines[0]} == *"win in "* && ${lines[0]} != *drawn* ]]
    run -0 dama-egdb probe --draws fmjd,limit=2 W:WK47:B27
    [[ ${lines[0]} == *"win in 7, but drawn after 4 plies by fmjd,limit=2: "* ]]
    run -2 dama-egdb probe --draws nonsense W:WK28:B3
}

@test "a win that is drawn at once, or only after some of the quickest moves" {
    local by=' by frisian: one king against one'
    dama-egdb build -q -n 3 -d db --variant frisian --dtw
    frisian() { dama-egdb probe -d db --variant frisian --draws frisian "$@"; }
    run -0 frisian W:WK10:BK5
    [ "${lines[0]}" = "W:WK10:BK5  win in 3, but drawn here$by" ]
    [[ $(echo W:WK10:BK5 | frisian -f jsonl) == *'"win","plies":3,"drawn_after":0,"drawn_by":"one king against one"}' ]]
    run -0 frisian B:WK10,K19:BK14
    [ "${lines[0]}" = "B:WK10,K19:BK14  loss in 4, but drawn after 1 ply$by" ]
    run -0 frisian W:WK8,9:BK32 # by 9-4, but not by 8-17
    [ "${lines[0]}" = "W:WK8,9:BK32  win in 17" ]
    run -0 frisian B:WK4,K8:BK32
    [[ ${lines[0]} == "B:WK4,K8:BK32  loss in 16, but drawn after 14 plies by frisian: 7 moves "* ]]
}

@test "a win that cannot be checked against the draw rules is reported, too" {
    dama-egdb build -q -n 4 -d db --variant english --dtw
    mkdir distances
    mv db/english/*.plies distances
    local fen=W:W6,K29,K30:BK4 limited=threefold,limit=5 untold=', not checked against threefold,limit=5: distances are missing'
    run -0 dama-egdb probe -d db --variant english --draws "$limited" "$fen"
    [ "${lines[0]}" = "$fen  win$untold" ]
    [[ $(echo "$fen" | dama-egdb probe -f jsonl -d db --variant english --draws "$limited") == *'"win","draws_checked":false}' ]]
    run -0 dama-egdb probe -d db --variant english "$fen"
    [ "${lines[0]}" = "$fen  win" ]
    mv distances/* db/english
    run -0 dama-egdb probe -d db --variant english --draws "$limited" "$fen"
    [ "${lines[0]}" = "$fen  win in 7" ]
    rm db/english/*KKK*.plies # the best move leads to one
    run -0 dama-egdb probe -d db --variant english --draws "$limited" "$fen"
    [ "${lines[0]}" = "$fen  win in 7$untold" ]
    [[ ${lines[1]} == *' win in 11' ]]
}

@test "building continues after being killed" {
    dama-egdb build -n 4 --threads 1 -d killed 2>/dev/null &
    pid=$!
    wait_until [ -e killed/international/KvKK.wdl ]
    kill -9 "$pid"
    wait "$pid" || true
    run -0 dama-egdb build -n 3 -d killed
    [[ $output == *"kept"* && $output != *", 0 kept"* ]]
    run -0 dama-egdb verify -q -n 3 --deep -d killed
}

@test "a signal stops it, and a message says how to continue" {
    dama-egdb build -n 5 --threads 1 -d stopped 2>message &
    pid=$!
    wait_for_handler "$pid"
    kill -TERM "$pid"
    status=0
    wait "$pid" || status=$?
    [ "$status" -eq 4 ]
    grep -q 'run the same command again to continue' message
}

@test "a signal stops it while it checks the slices that are there" {
    [ -r /proc/self/status ] || skip "nothing tells when it can be signalled"
    cp -r "$DAMA_SOURCE/data/egdb" db
    python3 - <<'END'
import signal, subprocess, sys

def is_ready(pid):
    for line in open(f"/proc/{pid}/status"):
        if line.startswith("SigCgt:"):
            return int(line.split()[1], 16) >> (signal.SIGTERM - 1) & 1

for _ in range(100): # checking takes some hundredths of a second
    build = subprocess.Popen(["dama-egdb", "build", "-n", "4", "-d", "db"], stderr=subprocess.PIPE, text=True)
    while build.poll() is None and not is_ready(build.pid):
        pass
    build.send_signal(signal.SIGTERM)
    said = build.communicate()[1]
    print(build.returncode, said)
    if build.returncode == 4 and "run the same command again to continue" in said:
        sys.exit(0)
sys.exit(1)
END
}

@test "a signal stops solving for a probe, and a bench" {
    for words in "probe --solve 6 W:WK1,K2:BK44,K45,K46,K47" "bench -n 6 -d bench"; do
        # shellcheck disable=SC2086 # words
        dama-egdb $words >said 2>&1 3>&- &
        pid=$!
        wait_for_handler "$pid"
        kill -TERM "$pid"
        status=0
        wait "$pid" || status=$?
        [ "$status" -eq 4 ]
        [ "$(cat said)" = 'dama-egdb: stopped by a signal' ]
    done
}

@test "a signal stops a proof" {
    dama-egdb verify -q --deep --threads 1 -d "$DAMA_SOURCE/data/egdb" >said 2>&1 3>&- &
    pid=$!
    wait_for_handler "$pid"
    kill -TERM "$pid"
    status=0
    wait "$pid" || status=$?
    [ "$status" -eq 4 ]
    [ "$(cat said)" = 'dama-egdb: stopped; not all slices were checked' ]
}

@test "a second build in the folder does not disturb the first" {
    mkdir -p db/international
    exec 9>db/international/.lock
    flock 9
    run -75 dama-egdb build -n 2 -d db
    [[ $output == *"another build is using this folder"* ]]
    exec 9>&-
    run -0 dama-egdb build -n 2 -d db
}

@test "a full disk loses no finished slice" {
    run -3 bash -c "trap '' XFSZ; ulimit -f 3; dama-egdb build -n 3 -d db"
    [[ $output == *"File too large"* ]]
    [ -e db/international/KvK.wdl ]
    [ "$(find db -name '*.??????' | wc -l)" -eq 0 ]
    run -0 dama-egdb build -n 3 -d db
    [[ $output != *", 0 kept"* ]]
    run -0 dama-egdb verify -q -d db
}

@test "too little memory is refused, with the amount needed" {
    run -3 dama-egdb build --variant english -n 4 --memory 1M -d db
    [[ $output == *" MiB of memory; the limit (--memory) is 1 MiB"* ]]
    # the largest slice is named before the first is built, and what it needs is enough
    run -3 dama-egdb build --variant english -n 4 --memory 2M -d db
    [[ $output == *"dama-egdb: building "*" requires "*" MiB of memory; the limit (--memory) is 2 MiB"* ]]
    [[ $output == *"0 slices built"* ]]
    [ "$(find db -name '*.wdl' | wc -l)" -eq 0 ]
    needed=${output#* requires }
    run -0 dama-egdb build --variant english -n 4 --memory "${needed%% MiB*}M" -d db
    # slices that are there need no memory
    run -0 dama-egdb build --variant english -n 4 --memory 1M -d db
}

@test "verify --deep stays within --memory, and names what it could not prove" {
    dama-egdb build -q -n 3 --variant english -d small
    run -0 dama-egdb verify --deep --variant english --memory 4M -d small
    [[ ${lines[-1]} == *"16 slices, 0 missing or wrong" ]]
    built 3
    run -3 dama-egdb verify --deep --memory 1M -d db
    [[ $output == *"MvM      1865 positions proved"* ]]
    [[ $output == *"MvKM     is sound, but proving it requires 2 MiB of memory; the limit (--memory) is 1 MiB"* ]]
    [[ ${lines[-1]} =~ "16 slices, 0 missing or wrong, "[0-9]+" not proved" ]]
}

@test "verify --deep names the slice that prevents another from being proved" {
    built 3
    size=$(stat -c %s db/international/KKvK.wdl)
    printf X | dd of=db/international/KKvK.wdl bs=1 seek=$((size - 9)) conv=notrunc status=none
    run -1 --separate-stderr dama-egdb verify --deep -d db
    [[ $output == *"KKvK     damaged: "* ]]
    [[ $output == *"MvKM     cannot be proved: KKvK: damaged: "* ]]
    [ "$stderr" = "dama-egdb: 16 slices, 1 missing or wrong, 5 not proved" ]
    run -1 --separate-stderr dama-egdb verify --deep -q --format jsonl -d db
    [[ $output == *'{"slice":"MvKM","sound":true,"trouble":"cannot be proved: KKvK: damaged'* ]]
    rm db/international/KKvK.wdl
    run -1 --separate-stderr dama-egdb verify --deep -q -d db
    [[ $output == *"MvKM     cannot be proved: KKvK is missing or wrong"* ]]
    [ "$stderr" = "dama-egdb: 16 slices, 1 missing or wrong, 5 not proved" ]
}

@test "distances of a slice may be missing" {
    dama-egdb build -q --dtw -n 2 -d db
    rm db/international/KvM.plies
    run -0 dama-egdb verify --deep -d db
    [[ $output == *"4 slices, 0 missing or wrong"* ]]
}

@test "damaged files are named, and the rest is used" {
    built 3
    printf X | dd of=db/international/KMvK.wdl bs=1 seek=400 conv=notrunc status=none
    rm db/international/MvKK.wdl
    truncate -s -1 db/international/KKvK.plies
    run -1 dama-egdb verify -d db
    [[ $output == *"KMvK     damaged"* ]]
    [[ $output == *"MvKK     missing"* ]]
    [[ $output == *"KKvK     damaged: "*" bytes, but the header says"* ]]
    [[ $output == *"KvK      sound"* ]]
    run -1 dama-egdb verify --format jsonl -d db
    [[ $output == *'{"slice":"MvKK","sound":false,"trouble":"missing"}'* ]]
    run -1 dama-egdb list -d db
    [[ $output == *"MvKK     missing"* ]]
    run -1 --separate-stderr dama-egdb probe -d db W:WK1,32:BK10
    [[ ${lines[0]} == 'W:WK1,32:BK10  '* ]] # it is solved in memory
    # shellcheck disable=SC2154 # run sets it
    [[ $stderr == *"KKvK.plies: damaged"* ]]
    run -0 dama-egdb build -n 3 --dtw -d db
    [[ $output == *"KMvK: rebuilding (damaged"* ]]
    run -0 dama-egdb verify -d db
}

@test "list as JSON Lines" {
    built 3
    run -0 dama-egdb list --format jsonl -d db
    [ "${#lines[@]}" -eq 16 ]
    [[ ${lines[1]} == '{"slice":"KvM","positions":2205,"wins":1924,"draws":281,"losses":0,"pending_wins":'*'"longest_win":7,"longest_fen":"W:'* ]]
    printf '%s\n' "${lines[@]}" | python3 -c 'import json, sys; [json.loads(line) for line in sys.stdin]'
}

@test "a missing database is reported" {
    : >file
    for verb in list verify; do
        run -3 dama-egdb $verb -d nowhere # mistyped, rather than damaged
        [ "$output" = "dama-egdb: nowhere: No such file or directory" ]
        run -3 dama-egdb $verb -d file
        [ "$output" = "dama-egdb: file: Not a directory" ]
    done
    mkdir folder
    run -1 dama-egdb verify -d folder
    [ "$output" = "dama-egdb: folder: no endgame database for international" ]
    run -1 dama-egdb list -d folder --variant turkish:promotion=stop
    [ "$output" = "dama-egdb: folder: no endgame database for turkish:promotion=stop" ]
    run -3 dama-egdb probe -d /nonexistent W:WK28:B3
    run -2 dama-egdb build --variant dam
    run -2 dama-egdb build -n 7
}

@test "one slice is one" {
    dama-egdb build -q -n 2 -d one --variant breakthrough
    [[ $(dama-egdb list -d one --variant breakthrough | tail -n 1) == '1 slice, 1985 positions, '* ]]
    run -0 dama-egdb verify -d one --variant breakthrough
    [ "${lines[-1]}" = 'dama-egdb: 1 slice, 0 missing or wrong' ]
}

@test "Frisian draughts: a king that has moved three times must stand" {
    run -0 dama-egdb probe --variant frisian W:WK28,50:B1
    [ "${lines[0]}" = "W:WK28,50:B1  win in 3" ]
    [[ $output == *" 28-6 "* ]]
    run -0 dama-egdb probe --variant frisian W:WK28,50:B1:+0+328
    [[ $output != *" 28-"* ]]
    [ "${#lines[@]}" -eq 3 ]
}

@test "DAM.END agrees with dama's database" {
    [ -f "$DAMA_SHARED/data/egdb/DAM.END" ] || skip "no DAM.END"
    run -0 dama-egdb compare "$DAMA_SHARED/data/egdb/DAM.END"
    [ "${lines[-1]}" = "17690 positions of the DAM.END of DAM compared, 0 differ; 0 with a capture pending not compared, 0 not in dama's database" ]
    run -3 dama-egdb compare --memory 1M "$DAMA_SHARED/data/egdb/DAM.END"
    # a changed byte is a difference, for White and, turned round, for Black
    cp "$DAMA_SHARED/data/egdb/DAM.END" end
    printf '\005' | dd of=end bs=1 seek=$((4 + 30 * 50 + 10)) conv=notrunc status=none
    run -1 dama-egdb compare end
    [[ ${lines[-1]} == *", 2 differ;"* ]]
    # the folder it is in will do
    mkdir dam
    cp "$DAMA_SHARED/data/egdb/DAM.END" dam/dam.end
    run -0 dama-egdb compare dam
    [[ ${lines[-1]} == "17690 positions of the DAM.END of DAM compared, 0 differ;"* ]]
    truncate -s -1 dam/dam.end
    run -3 dama-egdb compare dam
    [[ $output == *"dam: 75539 bytes; DAM.END has 75540" ]]
}

@test "files that are not databases of other programs" {
    echo no >file
    run -3 dama-egdb compare file
    [[ $output == *"not a database of DAM, Scan or G. Wiesenekker"* ]]
    mkdir cpr
    touch cpr/END4.IDX cpr/OOOVO.CPR
    run -3 dama-egdb compare cpr
    [[ $output == *"cpr: dama cannot read DAM's compressed four-piece files (END4.IDX)" ]]
    run -3 dama-egdb compare cpr/OOOVO.CPR
    [[ $output == *"OOOVO.CPR: dama cannot read DAM's compressed four-piece files (OOOVO.CPR)" ]]
    run -3 dama-egdb compare nowhere
    run -2 dama-egdb compare
}

# Made here in the layout of the others, so that both ways of reading it are tried.
@test "bitbases and distances in the layouts of Scan and Wiesenekker" {
    python3 "$DAMA_SOURCE/tests/lib/egdb-foreign.py" dama-egdb .
    run -0 dama-egdb compare scan
    [[ ${lines[-1]} == "7789 positions of the bitbases of Scan compared, 0 differ;"* ]]
    cp -r scan cut
    truncate -s -1 cut/2/1100
    run -3 dama-egdb compare cut
    [[ $output == *"cut: 2/1100: damaged: "*" positions instead of "* ]]
    run -0 dama-egdb compare gwd
    [[ ${lines[-1]} == "8845 positions of the distances of G. Wiesenekker compared, 0 differ;"* ]]
    # three pieces: never passed over in silence, and read on request
    run -3 dama-egdb compare gwd3
    [[ ${lines[-1]} == *"gwd3: oovo.bin: the layout for three and four pieces is known only from a description; use --experimental to read it" ]]
    run -0 dama-egdb compare --experimental gwd3
    [[ $output == *"MMvM            42790        29036 "* ]]
    [[ ${lines[-1]} == "51635 positions of the distances of G. Wiesenekker compared, 0 differ;"* ]]
    # without files of two pieces, which DAM has in DAM.END; and with names in capitals
    mkdir dam3
    cp gwd3/oovo.bin dam3/OOVO.BIN
    echo no >dam3/DAM.END
    run -0 dama-egdb compare --experimental dam3
    [[ ${lines[-1]} == "42790 positions of the distances of G. Wiesenekker compared, 0 differ;"* ]]
    run -3 dama-egdb compare dam3
    [[ ${lines[-1]} == *"dam3: OOVO.BIN: the layout for three and four pieces is known only from"* ]]
    mkdir other
    touch other/ovov.bin other/v.bin other/oooovx.bin other/ovx.bin.old
    run -3 dama-egdb compare other
    [[ $output == *"not a database of DAM, Scan or G. Wiesenekker" ]]
    printf '\003' | dd of=gwd3/oovo.bin bs=1 seek=$(((5 * 50 + 9) * 50 + 30)) conv=notrunc status=none
    run -1 dama-egdb compare --experimental gwd3
    [[ ${lines[-1]} == *", 1 differ;"* ]]
    # what comes with dama is looked into without --dir, and has no distances
    printf '\375' | dd of=gwd3/oovo.bin bs=1 seek=$(((5 * 50 + 9) * 50 + 30)) conv=notrunc status=none
    run -1 dama-egdb compare --experimental --solve 2 gwd3
    [[ ${lines[-1]} == "51635 positions"*", 1 differ;"*", 0 not in dama's database" ]]
    [[ $output == *"  W:W6,10:B31: win in dama's database, loss in 3 in the other"* ]]
    # a comparison that leaves something out is not well
    mkdir none
    DAMA_DATA=$PWD/none run -1 dama-egdb compare --experimental --solve 2 gwd3
    [[ ${lines[-1]} == *", 0 differ;"*" not in dama's database" ]]
    [[ ${lines[-1]} != *", 0 not in dama's database" ]]
    truncate -s 124999 gwd3/oovo.bin
    run -3 dama-egdb compare --experimental gwd3
    [[ $output == *"oovo.bin: 124999 bytes instead of 125000"* ]]
}

@test "what is solved before memory runs out is used" {
    run -3 dama-egdb probe --variant english --solve 4 --memory 2M W:WK28:BK5 W:WK1,K2,K4:BK32
    [ "${lines[0]}" = "dama-egdb: solving endings of 4 pieces requires 19 MiB of memory; the limit is 2 MiB" ]
    [[ $output == *"W:WK28:BK5  "[dw]* ]]
    DAMA_DATA=$PWD run -3 dama-egdb probe --solve 4 --memory 1M W:WK6:BK41 W:WK1,K2:BK36
    [ "${lines[0]}" = "dama-egdb: solving endings of 3 pieces requires 3 MiB of memory; the limit is 1 MiB" ]
    [[ $output == *"W:WK1,K2:BK36  unknown"* ]]
    [[ $output == *"W:WK6:BK41  "[dw]* ]]
    run -0 dama-egdb probe --variant english --solve 4 --memory 20M W:WK1,K2,K4:BK32
}

@test "too little memory for the endings that are always solved is status 3, too" {
    run -3 dama-egdb probe --memory 1M --variant turkish W:Wa2,Kb2:BKh8
    [ "${lines[0]}" = "dama-egdb: solving endings of 3 pieces requires 6 MiB of memory; the limit is 1 MiB" ]
    [[ $output == *"W:Wa2,Kb2:BKh8  unknown"* ]]
}

@test "dama-engine plays with the database" {
    run -0 dama-engine go --depth 3 --fen W:W21:B3,4
    [[ $output == *"win in 33"* ]]
    run -0 dama-engine go --egdb none --depth 3 --fen W:W21:B3,4
    [[ $output != *"win in"* ]]
    run -0 dama-engine go --variant frisian --eval material --depth 1 --fen W:WK28,50:B1:+0+328
    [[ $output == *"win in 5"* ]]
    run -3 dama-engine go --egdb nowhere --depth 1
    [[ $output == *"nowhere: No such file or directory"* ]]
    mkdir empty
    run -3 dama-engine go --egdb empty --depth 1
    [[ $output == *"empty: no endgame database for international in this folder"* ]]
}

@test "dama-engine sees the draw rules that come before a win" {
    run -0 dama-engine go --variant frisian --eval material --depth 5 --fen W:WK8,9:BK32
    [[ $output == *"win in 17"* && $output != *"best 9-4" ]]
    # after 9-4 the win takes 16 plies, and 7 moves of each side are left
    run -0 dama-engine go --variant frisian --eval material --depth 3 --fen B:WK4,K8:BK32
    [[ $output == *"-28.98"* && $output != *"loss in"* && $output != *"win in"* ]]
    run -0 dama-engine go --variant frisian --eval material --depth 3 --draws none --fen B:WK4,K8:BK32
    [[ $output == *"loss in 16"* ]]
}

@test "dama-engine reports a damaged file, and plays with the rest" {
    built 3
    printf X | dd of=db/international/MMvK.wdl bs=1 seek=100 conv=notrunc status=none
    run -0 dama-engine go --egdb db --depth 3 --fen W:W21:B3,4
    [[ $output == *"MMvK.wdl: damaged"*"win in 33"* ]]
}
