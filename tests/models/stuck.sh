#!/usr/bin/env bash
# stuck.sh -- the models of models/stuck: every verdict; witnesses are replayed, and not once they
# are changed; certificates are confirmed; who cannot answer says so.
source "$SOURCE/tests/lib/tap.sh"
source "$SOURCE/tests/lib/expected.sh"
stuck=$SOURCE/models/stuck
cd "$scratch" || exit

files=$(cd "$stuck" && echo *.eml)
ok "EXPECTED knows them all" diff <(tr ' ' '\n' <<<"$files") <(expected_models "$stuck/EXPECTED")
ok "README.md, too" diff <(tr ' ' '\n' <<<"$files" | sort) <(sed -n 's/^| \([a-z-]*\.eml\) |.*/\1/p' "$stuck/README.md" | sort)
ok "each is broken and repaired" diff <(tr ' ' '\n' <<<"$files" | sed 's/-fixed//' | sort | uniq -c | grep -v '^ *2 ') /dev/null
expect 0 "they are formatted" "$PHASELOCK" fmt --check "$stuck"
for options in "-e auto" "-e explicit" "-j 2"; do
  # shellcheck disable=SC2086
  expect 10 "verdicts: $options" "$PHASELOCK" check --format jsonl --witness $options -p stuck,deadlock,assert "$stuck"
  echo "$out" >all.jsonl
  is "... as expected" "$(expected_differs "$stuck/EXPECTED" all.jsonl)" ""
done
expect 0 "nobody is stuck by default" "$PHASELOCK" check -q -p patterns,race,deadlock "$stuck/barrier.eml"

# ---- Witnesses. ----
for name in barrier buffer hasty leak loader nested pool signal; do
  "$PHASELOCK" check -q -p stuck --format jsonl --witness "$stuck/$name.eml" >"$name.jsonl"
  expect 0 "$name: replayed" "$PHASELOCK" replay "$stuck/$name.eml" "$name.jsonl"
done
ok "the waiter waits for a notify" grep -q '"processes":\["Waiter"\],"waiting":\["wait m"\]' signal.jsonl
ok "in a nested monitor both wait" grep -q '"processes":\["Taker","Giver"\],"waiting":\["wait inner","lock outer"\]' nested.jsonl
refuses () { # TITLE NAME SED MESSAGE
  sed "$3" "$2.jsonl" >changed.jsonl
  expect 2 "$1" "$PHASELOCK" replay "$stuck/$2.eml" changed.jsonl
  ok "... $4" grep -q "$4" <<<"$err"
}
refuses "a notify that finds nobody wakes nobody" signal 's/\("action":"notify"[^}]*"value":\)0/\11/' "cannot wake"
refuses "who waits is what the model says" signal 's/"object":"wait m"/"object":"lock m"/' "what is waited for is 'wait m'"
# With the notify left out, the setter could still come to it.
refuses "who can still be woken is not stuck" signal \
  's/{"process":"Setter","action":"acquire".*"action":"release","object":"m","at":"[^"]*signal.eml:19:[0-9]*"},//' "can still be woken"

# ---- Repairs. ----
# Everybody is woken, and who cannot go on waits again.
expect 10 "buffer: notifyall" "$PHASELOCK" explain -p stuck "$stuck/buffer.eml"
ok "... is said" grep -q "If every notify of 'm' were a notifyall, the query would be safe" <<<"$out"
# Between the look and the wait nobody else gets the lock: the notify comes after the wait.
expect 10 "signal: the lock around the look" "$PHASELOCK" explain -p stuck "$stuck/signal.eml"
ok "... is said, too" grep -q "Holding 'm' in Waiter (signal.eml:13-15)" <<<"$out"
repaired () { # NAME SENTENCE
  expect 10 "$1" "$PHASELOCK" explain -p stuck "$stuck/$1.eml"
  ok "... $2" grep -qF "$2, the query would be safe." <<<"$(tr -s ' \n' ' ' <<<"$out")"
}
repaired hasty "If every wait for 'm' stood in a 'while', not an 'if'"
repaired nested "If nobody held 'outer' while it waits for 'inner'"
repaired leak "If who fails gave back 'm' (in a finally)"
sed 's/notifyall m/notify m/' "$stuck/hasty.eml" >both.eml
expect 10 "hasty with notify" "$PHASELOCK" check -q -p stuck --format jsonl --witness both.eml
ok "needs both" grep -q '"while":"m","notifyall":"m","safe":true' <<<"$out"
expect 10 "barrier: nothing helps" "$PHASELOCK" explain -p stuck "$stuck/barrier.eml"
ok "... and nothing is said" grep -q 'Replayed: yes.$' <<<"$(tail -1 <<<"$out")"
"$PHASELOCK" check -p stuck --format jsonl --witness "$stuck/buffer.eml" >repair.jsonl
ok "in records" grep -q '"repair":{"notifyall":"m","safe":true,' repair.jsonl
for format in sarif text; do
  expect 10 "as $format" "$PHASELOCK" check -j 2 --format $format --report page.html -p stuck "$stuck"
done

expect 0 "buffer-fixed: why" "$PHASELOCK" explain -p stuck "$stuck/buffer-fixed.eml"
ok "... whoever waits can still be woken" grep -q 'whoever waits can still be' <<<"$out"

# ---- Certificates. ----
for name in barrier buffer hasty leak loader nested pool signal; do
  expect 0 "$name-fixed: certified" "$PHASELOCK" check -q -p stuck --certificate safe.cert "$stuck/$name-fixed.eml"
  expect 0 "... and confirmed" "$PHASELOCK" certify "$stuck/$name-fixed.eml" safe.cert
  ok "... as one query" grep -q '1 query confirmed safe' <<<"$out"
done
# The same certificate for a model in which the client swallows the notify.
sed 's/^\( *\)notify m;$/\1skip;/' "$stuck/signal-fixed.eml" >broken.eml
expect 10 "without its notify the waiter is stuck" "$PHASELOCK" check -q -p stuck broken.eml

# ---- Engines that ask a solver. ----
has () { # ENGINE: it is in this build
  "$PHASELOCK" check -q -e "$1" -p assert "$stuck/leak-fixed.eml" >/dev/null 2>&1
  [ $? != 2 ]
}
if has ic3; then
  # Of the pool, too, but that takes 3 s.
  expect 10 "ic3 decides them" "$PHASELOCK" check --format jsonl --witness -e ic3 -p stuck "$stuck"/[!p]*.eml
  echo "$out" >all.jsonl
  sed 's/ assert:[0-9]*//; /^pool/d' "$stuck/EXPECTED" >EXPECTED
  is "... as expected" "$(expected_differs EXPECTED all.jsonl)" ""
  for name in leak nested; do
    "$PHASELOCK" check -q -p stuck -e ic3 --format jsonl --witness "$stuck/$name.eml" >"$name.jsonl"
    expect 0 "$name: its run is replayed" "$PHASELOCK" replay "$stuck/$name.eml" "$name.jsonl"
  done
  for name in leak signal; do
    expect 0 "$name-fixed: an invariant" "$PHASELOCK" check -q -p stuck -e ic3 --certificate proved.cert "$stuck/$name-fixed.eml"
    expect 0 "... is confirmed" "$PHASELOCK" certify "$stuck/$name-fixed.eml" proved.cert
    ok "... as one" grep -q '^proved stuck : 0' proved.cert
  done
  expect 0 "paths that end are a proof, too" "$PHASELOCK" check -q -p stuck -e ic3 --without induction "$stuck/signal-fixed.eml"
fi
if has bmc; then
  for name in barrier leak loader nested signal; do
    expect 10 "bmc: $name" "$PHASELOCK" check -q -p stuck -e bmc --depth 40 "$stuck/$name.eml"
  done
  for name in barrier leak nested signal; do
    expect 0 "bmc: $name-fixed, whose runs all end" "$PHASELOCK" check -q -p stuck -e bmc "$stuck/$name-fixed.eml"
  done
  expect 5 "bmc knows nothing of longer runs" "$PHASELOCK" check -q -p stuck -e bmc --depth 5 "$stuck/buffer-fixed.eml"
  ok "... and says so" grep -q '(bound' <<<"$out"
fi
cat >names.eml <<'EOS'
lock m, n;
process Waiter { sync m { wait m; } }
process Idler { sync n { skip; } }
EOS
for engine in explicit ic3 bmc; do
  has $engine || continue
  expect 10 "$engine: the waiter" "$PHASELOCK" check -q -e $engine -p stuck -P Waiter names.eml
  expect 0 "$engine: the other one" "$PHASELOCK" check -q -e $engine -p stuck -P Idler names.eml
done

# ---- Who cannot answer. ----
for engine in antichain bdd stateless cpds direct; do
  "$PHASELOCK" check -q -e $engine -p race "$stuck/signal.eml" >/dev/null 2>&1
  [ $? = 2 ] && continue # not in this build
  expect 5 "$engine cannot" "$PHASELOCK" check -q -e $engine -p stuck "$stuck/signal.eml"
  ok "... and says so" grep -q '(question)' <<<"$out"
done
cat >deep.eml <<'EOS'
lock m;
proc p { if (*) { call p; } sync m { notifyall m; } }
process P { loop { call p; } }
process Q { sync m { wait m; } }
EOS
expect 5 "recursion" "$PHASELOCK" check -q -p stuck deep.eml
ok "is not known" grep -q '(recursion)' <<<"$out"
for engine in ic3 bmc; do
  has $engine || continue
  expect 5 "$engine: recursion" "$PHASELOCK" check -q -e $engine -p stuck deep.eml
  ok "... is not known" grep -q '(recursion)' <<<"$out"
done
expect 0 "without data it is not asked" "$PHASELOCK" check -q --without data -p race,stuck "$stuck/nested-fixed.eml"

# ---- Others go on, and never wake it; a lock that is free now and then is not waited for for ever. ----
cat >forever.eml <<'EOS'
lock m, other;
field bool done;
process Waiter { sync m { while (!done) { wait m; } } }
process Spinner { loop { sync other { skip; } sync m { skip; } } }
EOS
expect 10 "stuck beside one who goes on" "$PHASELOCK" check -q -p stuck forever.eml
ok "only the waiter is" grep -q 'stuck  Waiter: wait m$' <<<"$out"
"$PHASELOCK" check -q -p stuck --format jsonl --witness forever.eml >forever.jsonl
expect 0 "it is replayed" "$PHASELOCK" replay forever.eml forever.jsonl
done_testing
