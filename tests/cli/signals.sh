#!/usr/bin/env bash
# SIGINT and SIGTERM: every command ends with 130 or 143 and leaves nothing behind; a file
# that is complete is never replaced by one that is not.
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"
set -m # SIGINT is not ignored in the background; env: nor if it was before
gen=$(dirname "$PHASELOCK")/phaselock-gen
examples=$SOURCE/models/examples
cp "$examples/stack.eml" "$examples/stack-fixed.eml" .
phaselock check -q --certificate stack.cert stack-fixed.eml >/dev/null
phaselock check --format jsonl --witness stack.eml >stack.jsonl

# ---- Commands that wait for their input. ----
mkfifo pipe
waits () { # COMMAND...: the command ends when a signal comes
  local signal status
  for signal in INT:130 TERM:143; do
    env --default-signal=INT "$PHASELOCK" "$@" >waits.out 2>waits.err </dev/null & pid=$!
    exec 9>pipe # when the command has opened it
    kill -"${signal%:*}" "$pid"
    # Who does not end is ended by the input.
    { sleep 20; exec 9>&-; kill -KILL "$pid"; } 2>/dev/null 9>&- & watchdog=$!
    status=0; wait "$pid" || status=$?
    kill -KILL "$watchdog"; wait "$watchdog"
    exec 9>&-
    is "$1 ${*: -1}: SIG${signal%:*}" "$status" "${signal#*:}"
  done 2>/dev/null
  is "$*: nothing is left" "$(find . -name '*phaselock-*' -o -name 'new.*')" ""
}
waits lint pipe
waits fmt pipe
waits dump pipe
waits explain -o new.svg --format svg pipe
waits check --format jsonl -o new.jsonl pipe
waits check -a pipe stack.eml
waits merge -o new.jsonl stack.jsonl pipe
waits report -o new.html pipe
waits diff stack.jsonl pipe
waits replay stack.eml pipe
waits certify stack-fixed.eml pipe
waits certify pipe stack.cert
waits trace -o new.jsonl pipe
waits batch -o new.jsonl pipe
waits patterns -a pipe

# ---- Work that takes minutes, after some that is done at once. ----
"$gen" choices -n 24 -o long.eml
sed 's/^field a, b;/field z, a, b; lock lz;/' long.eml >mixed.eml
echo 'process Careful[2] { unit { sync lz { read z; write z; } } }' >>mixed.eml
long=(check -e bdd -p "1,9" --progress always mixed.eml)
start () { # OPTION...: until only long queries are under way
  : >long.err; : >long.out
  env --default-signal=INT "$PHASELOCK" "${long[@]}" "$@" >long.out 2>long.err </dev/null & pid=$!
  for _ in $(seq 600); do
    ! grep -q '7 of 9 decided' long.err && [ "$(grep -c '"verdict":"safe"' long.out)" != 6 ] || return
    sleep 0.05
  done
  echo "# it did not get going"
}
end () { status=0; wait "$pid" 2>/dev/null || status=$?; }

for signal in INT:130 TERM:143; do
  rm -f kept* ; for file in kept.jsonl kept.cert kept.html; do echo "old" >$file; done
  start -j 2 --format jsonl -o kept.jsonl --certificate kept.cert --report kept.html
  kill -"${signal%:*}" "$pid"; end
  is "SIG${signal%:*}: status" "$status" "${signal#*:}"
  for file in kept.jsonl kept.cert kept.html; do
    is "SIG${signal%:*}: $file is as it was" "$(cat $file)" old
    ok "SIG${signal%:*}: $file.part has what was decided" test -s $file.part
    ok "SIG${signal%:*}: $file: says so" grep -qxF "$file: not written: interrupted; what there is, is in $file.part" long.err
  done
  is "SIG${signal%:*}: decided" "$(grep -c '"verdict":"safe"' kept.jsonl.part)" 6
  expect 0 "SIG${signal%:*}: what was proved is a certificate" phaselock certify mixed.eml kept.cert.part
  says "SIG${signal%:*}: of some queries" "6 queries confirmed safe"
  is "SIG${signal%:*}: nothing else is left" "$(find . -name 'kept*' | wc -l)" 6
done
# Nothing was proved: nothing is kept.
rm -f kept*; echo old >kept.cert
env --default-signal=INT "$PHASELOCK" check -e bdd -p 9 -f a,b --progress always --certificate kept.cert long.eml >long.out 2>long.err </dev/null & pid=$!
for _ in $(seq 600); do [ -n "$(find . -name 'kept.cert.phaselock-*')" ] && break; sleep 0.05; done
kill -INT "$pid"; end
is "nothing was proved: the old certificate stays" "$status $(cat kept.cert) $(find . -name 'kept*' | wc -l)" "130 old 1"
ok "nothing was proved: says so" grep -qx "kept.cert: not written: interrupted" long.err
# To a pipe, what was decided goes at once.
start --format jsonl; kill -INT "$pid"; end
is "standard output has what was decided" "$status $(grep -c '"verdict":"safe"' long.out)" "130 6"

# ---- `timeout' sends two signals, to the process and to its group. ----
for jobs in 1 2; do
  start -j $jobs --format jsonl
  kill -TERM "$pid"; sleep 0.05; kill -TERM "$pid" 2>/dev/null; end
  is "-j $jobs: a signal that comes twice: status" "$status" 143
  ok "-j $jobs: a signal that comes twice: what was decided is printed" grep -q '"fields":\["a","z"\]' long.out
  ok "-j $jobs: a signal that comes twice: how far it got" grep -q 'interrupted after 6 queries' long.err
done
# Text comes at the end.
start -j 2
kill -TERM "$pid"; sleep 0.05; kill -TERM "$pid" 2>/dev/null; end
ok "a signal that comes twice: text, too" grep -q 'mixed.eml: ' long.out

# ---- Certificates: empty, and to standard output. ----
phaselock check -q -p 1 -f count --certificate empty.cert stack.eml >/dev/null
expect 5 "an empty certificate certifies nothing" phaselock certify stack.eml empty.cert
says "an empty certificate: says so" "0 queries confirmed safe"
expect 5 "an empty certificate: quietly" phaselock certify -q stack.eml empty.cert
expect 5 "an empty certificate: its record" phaselock certify --format jsonl stack.eml empty.cert
says "an empty certificate: its verdict" '"verdict":"empty"'
expect 2 "--certificate - with the findings" phaselock check --certificate - stack-fixed.eml
says "--certificate - with the findings: says so" "--certificate -: standard output has the findings"
expect 2 "--certificate - with the page" phaselock check --certificate - --report - -o found.txt stack-fixed.eml
says "--certificate - with the page: says so" "--certificate -: standard output has the page"
phaselock check --certificate - -o found.txt stack-fixed.eml >standard.cert
ok "--certificate - with -o: the same certificate" cmp stack.cert standard.cert
ok "--certificate -: no file of that name" test ! -e ./-
done_testing
