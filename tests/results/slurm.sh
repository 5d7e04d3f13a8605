#!/usr/bin/env bash
# slurm.sh -- scripts/slurm.sh for real: munged, slurmctld and slurmd are started on
# this machine, with their own ports, keys and folders, and ended again.
# Run by `make check-slurm' and `make check-long': Slurm takes its time.
source "$SOURCE/tests/results/common.sh"
export PHASELOCK
give_up () { skip "a batch in shards with Slurm" "$1"; done_testing; exit; }

for program in munged slurmctld slurmd sbatch sinfo; do
  PATH=$PATH:/usr/sbin command -v $program >/dev/null ||
    give_up "no $program (Debian: slurm-wlm, munge)"
done
[ "$(id -u)" = 0 ] || give_up "slurmd wants to be root"
PATH=$PATH:/usr/sbin

# ---- A cluster of one machine. ----
daemons=()
end_cluster () {
  for pid in "${daemons[@]}"; do kill "$pid" 2>/dev/null; done
  for pid in "${daemons[@]}"; do wait "$pid" 2>/dev/null; done
  rm -rf "$scratch"
}
trap end_cluster EXIT
daemon () { # NAME COMMAND...
  local name=$1; shift
  "$@" >"$cluster/$name.out" 2>&1 &
  daemons+=($!)
}
within () { # SECONDS COMMAND...
  local end=$((SECONDS + $1)); shift
  until "$@" >/dev/null 2>&1; do [ $SECONDS -lt $end ] || return 1; sleep 0.3; done
}
cluster=$scratch/cluster
mkdir -p "$cluster"/{munge,state,spool}
chmod 755 "$scratch" "$cluster" "$cluster/munge"
head -c 128 /dev/urandom >"$cluster/munge/key"; chmod 400 "$cluster/munge/key"
free_port () { # two in a row
  local port
  for port in $(shuf -i 20000-30000 -n 50); do
    (: >/dev/tcp/127.0.0.1/$port) 2>/dev/null || (: >/dev/tcp/127.0.0.1/$((port + 1))) 2>/dev/null ||
      { echo $port; return; }
  done
}
port=$(free_port) host=$(hostname -s)
cat >"$cluster/slurm.conf" <<EOF
ClusterName=phaselock
SlurmctldHost=$host(127.0.0.1)
SlurmctldPort=$port
SlurmdPort=$((port + 1))
SlurmUser=root
SlurmdUser=root
AuthType=auth/munge
AuthInfo=socket=$cluster/munge/socket
CredType=cred/munge
StateSaveLocation=$cluster/state
SlurmdSpoolDir=$cluster/spool
SlurmctldPidFile=$cluster/slurmctld.pid
SlurmdPidFile=$cluster/slurmd.pid
ProctrackType=proctrack/pgid
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
JobAcctGatherType=jobacct_gather/none
MpiDefault=none
ReturnToService=2
KillWait=5
SchedulerParameters=sched_interval=1,batch_sched_delay=0,requeue_delay=1
NodeName=$host NodeAddr=127.0.0.1 CPUs=$(nproc) State=UNKNOWN
PartitionName=all Nodes=ALL Default=YES State=UP
EOF
export SLURM_CONF=$cluster/slurm.conf
daemon munged munged --foreground --force --key-file="$cluster/munge/key" \
  --socket="$cluster/munge/socket" --pid-file="$cluster/munge/pid" \
  --log-file="$cluster/munge/log" --seed-file="$cluster/munge/seed"
within 10 munge -n -S "$cluster/munge/socket" || give_up "munged does not start here: $(tail -1 "$cluster/munged.out")"
daemon slurmctld slurmctld -D -c
within 20 sinfo || give_up "slurmctld does not start here: $(tail -1 "$cluster/slurmctld.out")"
daemon slurmd slurmd -D
idle () { sinfo -h -o %t | grep -qE '^(idle|mix|alloc)'; }
within 30 idle || give_up "slurmd does not start here: $(tail -1 "$cluster/slurmd.out")"

# ---- Batches. ----
run () { timeout 240 bash "$SOURCE/scripts/slurm.sh" "$@"; }
same () { diff <(without_times "$1") <(without_times "$2"); }
cp -r --no-preserve=mode "$SOURCE/models/examples" .
source "$SOURCE/tests/results/hostile_names.sh"
mkdir "a folder"; cp examples/stack.eml "a folder/it's \$x.eml"
phaselock batch -q -o whole.jsonl examples "a folder"

expect 0 "five shards" run -w -o all.jsonl -n 5 examples "a folder"
says "which job" "array job "
ok "are the whole" same all.jsonl whole.jsonl
is "a file per shard" "$(ls all.jsonl.shards | grep -c 'of-5.jsonl$')" 5
is "nothing was said" "$(cat all.jsonl.shards/*.log)" ""
# One is lost; and, this time, the second shard is killed with its node's job.
rm all.jsonl.shards/3-of-5.jsonl
expect 0 "a lost shard: all again" run -w -o all.jsonl -n 5 examples "a folder"
ok "is made again" same all.jsonl whole.jsonl

cat >dies <<'EOF'
#!/usr/bin/env bash
case "$*" in *"--shard 2/"*) [ -e died ] || { touch died; scontrol requeue "${SLURM_ARRAY_JOB_ID}_2"; sleep 60; } ;; esac
exec "$REAL" "$@"
EOF
chmod +x dies
database=dead.sqlite
has_sqlite || database=dead.results
export REAL=$PHASELOCK
expect 0 "a task that is requeued" env PHASELOCK="$PWD/dies" bash "$SOURCE/scripts/slurm.sh" -w -o "$database" -n 3 examples "a folder"
ok "it was" test -e died
phaselock merge -o dead.jsonl "$database"
ok "is run again, and the whole is an SQLite file" same dead.jsonl whole.jsonl
sed -i 's/touch died.*}/exit 6; }/' dies; rm died
expect 5 "a task that fails" env PHASELOCK="$PWD/dies" bash "$SOURCE/scripts/slurm.sh" -w -o never.jsonl -n 3 examples
ok "what is missing is said" grep -q 'queries are missing' never.jsonl.shards/merge.log
ok "the others are there" test -s never.jsonl

# ---- Names. ----
wait_option=-w; names_are_names run
done_testing
