#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
# shellcheck disable=SC2030,SC2031 # each test is a subshell
# The array job of examples/slurm under a real Slurm of one node, and examples/parallel under GNU parallel.

bats_require_minimum_version 1.5.0

setup() {
    work=$(mktemp -d)
    cd "$work" || return 1
    [ -z "${DAMA_TEST_SHORT:-}" ] || skip 'of scripts, not of programs: done where the tests run in full'
    export DAMA_OPTIONS='--no-nice --nodes 1500'
    # six games, each as long as the one before and a move longer
    moves='1. 32-28 19-23'
    for move in '2. 28x19' '14x23' '3. 37-32' '10-14' '4. 41-37' '14-19'; do
        moves="$moves $move"
        printf '[White "Ada"]\n[Black "Bram"]\n[Result "*"]\n[GameType "20"]\n\n%s *\n\n' "$moves"
    done >games.pdn
    # and one with an error, as in any large collection: all runs that write games end with status 1
    printf '[White "Cor"]\n[Black "Dirk"]\n[Result "*"]\n[GameType "20"]\n\n1. 32-28 19-23 2. 28x18 *\n' >>games.pdn
}

teardown() {
    cat ctld.pid slurmd.pid munge/pid 2>/dev/null | xargs -r kill 2>/dev/null || true
    cd / || return
    for _ in $(seq 50); do # what was killed may still write
        if rm -rf "$work" 2>/dev/null; then return; fi
        sleep 0.1
    done
}

# free_port: of this machine
free_port() {
    python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])'
}

# until_true COMMAND...: waits up to a minute
until_true() {
    for _ in $(seq 600); do
        if "$@" >/dev/null 2>&1; then return 0; fi
        sleep 0.1
    done
    return 1
}

# start_slurm: munge, one controller and one node, on loopback, with all their files here
start_slurm() {
    for program in slurmctld slurmd sbatch munged; do
        command -v "$program" >/dev/null || PATH=$PATH:/usr/sbin
        command -v "$program" >/dev/null || skip "no Slurm here: $program (Debian: slurm-wlm, munge) is not installed"
    done
    name=$(hostname -s)
    mkdir -m 700 munge && mkdir state spool
    head -c 1024 /dev/urandom >munge/key && chmod 400 munge/key
    cat >slurm.conf <<END
ClusterName=dama
SlurmctldHost=$name(127.0.0.1)
SlurmUser=$(id -un)
SlurmdUser=$(id -un)
AuthType=auth/munge
AuthInfo=socket=$work/munge/socket
CredType=cred/munge
SlurmctldPort=$(free_port)
SlurmdPort=$(free_port)
StateSaveLocation=$work/state
SlurmdSpoolDir=$work/spool
SlurmctldPidFile=$work/ctld.pid
SlurmdPidFile=$work/slurmd.pid
SlurmctldLogFile=$work/ctld.log
SlurmdLogFile=$work/slurmd.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SchedulerType=sched/builtin
MpiDefault=none
ReturnToService=2
SlurmdParameters=config_overrides
KillWait=1
NodeName=$name NodeAddr=127.0.0.1 CPUs=2 RealMemory=100 State=UNKNOWN
PartitionName=all Nodes=ALL Default=YES MaxTime=INFINITE State=UP
END
    export SLURM_CONF=$work/slurm.conf
    munged --force --key-file="$work/munge/key" --socket="$work/munge/socket" --pid-file="$work/munge/pid" \
        --log-file="$work/munge/log" --seed-file="$work/munge/seed" 3>&-
    slurmctld 3>&-
    slurmd 3>&-
    until_true sh -c 'sinfo -h -o %T | grep -q idle' || {
        tail -n 20 ctld.log slurmd.log
        return 1
    }
}

no_jobs() { [ -z "$(squeue -h)" ]; }
has_begun() { [ "$(sqlite3 "file:$1?mode=ro" 'SELECT count(*) FROM game')" -ge 1 ]; }

@test "a Slurm array job gives the same output as one run" {
    start_slurm
    # shellcheck disable=SC2086 # options are meant to be split
    run -1 dama-annotate --quiet $DAMA_OPTIONS games.pdn -o whole.pdn
    run "$DAMA_SOURCE/examples/slurm/submit" 3 judged.pdn games.pdn
    [ "$status" -eq 0 ]
    until_true no_jobs
    cmp whole.pdn judged.pdn
    [ -s judged.pdn.players ]
}

@test "rerunning a killed task of the array gives the same output" {
    start_slurm
    export DAMA_OPTIONS='--no-nice --nodes 300000'
    # shellcheck disable=SC2086 # options are meant to be split
    run -1 dama-annotate --quiet $DAMA_OPTIONS games.pdn -o whole.pdn
    part=$DAMA_SOURCE/examples/slurm/judge.sbatch
    job=$(sbatch --parsable --array=1-2 "$part" 2 judged.pdn games.pdn)
    until_true has_begun judged.pdn.shard2.journal
    scancel --signal=KILL --full "${job}_2"
    until_true no_jobs
    run dama-annotate --quiet --join judged.pdn.shard1.journal judged.pdn.shard2.journal -o judged.pdn
    [ "$status" -eq 3 ]
    [[ $output == *"are all shards here?"* ]]
    sbatch --array=2 "$part" 2 judged.pdn games.pdn
    until_true no_jobs
    sbatch "$DAMA_SOURCE/examples/slurm/join.sbatch" 2 judged.pdn
    until_true no_jobs
    cmp whole.pdn judged.pdn
}

@test "GNU parallel gives the same output as one run, even after a part was killed" {
    command -v parallel >/dev/null || skip "GNU parallel is not installed"
    parallel --version 2>/dev/null | grep -q 'GNU parallel' || skip "this parallel is not GNU's"
    export PARALLEL_HOME=$work
    # shellcheck disable=SC2086 # options are meant to be split
    run -1 dama-annotate --quiet $DAMA_OPTIONS games.pdn -o whole.pdn
    dama-annotate --quiet --jobs 1 --no-nice --nodes 1500 --shard 2/3 \
        --journal judged.pdn.shard2.journal games.pdn 3>&- &
    sleep 0.2
    kill -9 $! 2>/dev/null || true
    wait $! || true
    run -1 "$DAMA_SOURCE/examples/parallel/annotate" 3 judged.pdn games.pdn
    cmp whole.pdn judged.pdn
    [ -s judged.pdn.players ]
}
