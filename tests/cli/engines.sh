#!/usr/bin/env bash
# The engines of `check': auto, antichain and bdd say the same about everything,
# and --stats says who decided.
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"
examples=$SOURCE/models/examples
gen=$(dirname "$PHASELOCK")/phaselock-gen

# Everything in a record but who decided, and how fast; to FILE.engine.
# The exit status is part of it.
decide () { # ENGINE FILE MODEL...
  local engine=$1 file=$2 status=0; shift 2
  careful check -e "$engine" --format jsonl "$@" >raw.jsonl 2>errors </dev/null || status=$?
  { sed 's/,"engine":.*//' raw.jsonl; cat errors; echo "status $status"; } >"$file.$engine"
}
has_records () { grep -q '"id":"[0-9a-f]*".*"verdict":"[a-z]*"' "$1"; }
agree () { # NAME MODEL...
  local name=$1 engine; shift
  for engine in auto antichain bdd; do decide "$engine" "$name" "$@"; done
  ok "$name: there are records" has_records "$name.auto"
  ok "$name: nothing is unknown" test "$(cat "$name".* | grep -c '"unknown"')" = 0
  ok "$name: auto and antichain agree" diff "$name.auto" "$name.antichain"
  ok "$name: antichain and bdd agree" diff "$name.antichain" "$name.bdd"
}

# Does the model have the verdict that its "// expected:" line says?
as_expected () { # NAME FILE OPTION...
  local name=$1 file=$2 wanted; shift 2
  case $(sed -n 's|^// expected: ||p' "$file") in
    violation) wanted=10 ;; safe) wanted=0 ;; *) wanted="a line // expected:" ;;
  esac
  expect "$wanted" "$name: as expected" careful check --stats "$@" "$file"
}
# The numbers in "stats: 10 queries decided by antichain, 8 by explicit, 10 by no engine;".
decided () { # ENGINE
  printf '%s\n' "$out" "$err" | tr -s '\n ' ' ' |
    sed -n "s/.*stats: \([^;]*\);.*/\1,/p" | awk -v by="by $1," '
      { sub (/ queries decided/, ""); gsub (/, /, ",\n"); there = 1
        n = split ($0, parts, "\n"); for (i = 1; i <= n; i++) if (index (parts[i], by)) found = parts[i] }
      END { if (there) print found + 0 }'
}

# ---- The same verdicts. ----
agree examples "$examples"/*.eml
ok "examples: some are violations, with their processes" \
  grep -q '"verdict":"violation","processes":\[' examples.antichain
ok "examples: some are safe" grep -q '"verdict":"safe"' examples.antichain
for variant in safe broken; do
  for family in 'nested -k 3' 'nested -k 3 -p 3' 'sequence -k 3' 'recursion -k 2 -n 3' 'choices -n 3'; do
    name=$(printf '%s' "$family-$variant" | tr -d ' ')
    # shellcheck disable=SC2086
    "$gen" $family "--$variant" >"$name.eml"
    agree "$name" "$name.eml"
    as_expected "$name" "$name.eml"
  done
done

# ---- As many locks as fit into a word, and more. ----
for locks in 64 65 100; do
  for variant in safe broken; do
    name=nested-$locks-$variant
    "$gen" nested -k "$locks" "--$variant" >"$name.eml"
    as_expected "$name" "$name.eml" --without guarded-locks,common-locks
    says "$name: all the locks count" "at most $locks locks"
    is "$name: BDDs were not asked" "$(decided bdd)" 0
    as_expected "$name, antichain alone" "$name.eml" -e antichain
    as_expected "$name, all locks looked at" "$name.eml" -e antichain --without guarded-locks,common-locks,lazy-locks
  done
done

# ---- Who decided. ----
expect 10 "statistics of auto" careful check --stats "$examples/stack.eml"
ok "auto: antichains decide what has to be" test "$(decided antichain)" -gt 0
is "auto: each query once" $(($(decided antichain) + $(decided "no engine"))) 67
expect 10 "statistics of antichain" careful check --stats -e antichain "$examples/stack.eml"
says "antichain: it decides them" "stats: engine antichain; "
expect 10 "statistics of bdd" careful check --stats -e bdd "$examples/stack.eml"
says "bdd: they decide them" "stats: engine bdd; "

# ---- Tiny models are searched, and the record says so. ----
printf 'field f; lock l; process P { unit { read f; sync l { write f; } } } process Q { write f; }\n' >tiny.eml
expect 10 "a tiny model" careful check --stats tiny.eml
ok "tiny: searched" test "$(decided explicit)" -gt 0
expect 10 "a tiny model, record" careful check --format jsonl --stats -p 1 tiny.eml
says "tiny: engine" '"engine":"explicit"'
says "tiny: why" '"why":"tiny"'
expect 10 "a tiny model for antichains" careful check --format jsonl --stats -p 1 -e antichain tiny.eml
says "tiny: asked" '"why":"asked"'

# ---- A procedure that two units call does not lead from one into the other. ----
cat >helper.eml <<'EML'
// expected: safe
model Helper;
field x, y;
lock m;
proc help { sync m { skip; } }
process p[2] {
  loop {
    if (*) { unit { write x; call help; } } else { unit { call help; write y; } }
  }
}
EML
as_expected "helper" helper.eml -p 6
is "helper: no engine was asked" "$(decided 'no engine')" 2

# ---- n choices between two locks: 2^n tuples. ----
"$gen" choices -n 24 >choices24.eml
as_expected "choices -n 24" choices24.eml
is "choices -n 24: BDDs were not asked" "$(decided bdd)" 0
"$gen" choices -n 24 --safe >choices24.eml
as_expected "choices -n 24, safe" choices24.eml --without common-locks,guarded-locks

# ---- Antichains have spent their budget, and others take turns with them. ----
"$gen" choices -n 8 >choices.eml
as_expected "choices" choices.eml --without lazy-locks,free-places
ok "choices: some are decided by search" test "$(decided explicit)" -gt 0
is "choices: each query once" $(($(decided antichain) + $(decided bdd) + $(decided explicit) + $(decided "no engine"))) 67
expect 10 "choices, records" careful check --format jsonl --stats --without lazy-locks,free-places choices.eml
says "choices: why" '"engine":"explicit","stats":{"why":"exceeded"'
decide auto choices choices.eml
decide bdd choices choices.eml
ok "choices: auto and bdd agree" diff choices.auto choices.bdd
ok "choices: nothing is unknown" test "$(grep -c '"unknown"' choices.auto)" = 0

# ---- Too many scripts: the explicit search goes on. ----
starters () { # LAST: two copies start one of A1 and B1, one of A2 and B2 ..., then LAST
  printf 'field f; process S[2] { unit { read f;'
  printf ' choose { start A%d; } or { start B%d; }' 1 1 2 2 3 3
  printf ' %s write f; } }' "$1"
  printf ' process A%d { skip; } process B%d { skip; }' 1 1 2 2 3 3
  printf ' process Z { skip; }\n'
}
starters '' >starters-broken.eml
starters 'start Z;' >starters-safe.eml
for engine in antichain bdd; do
  expect 5 "too many scripts, $engine" careful check -q -p 1 -e "$engine" starters-broken.eml
done
expect 10 "too many scripts" careful check --format jsonl --stats -p 1 starters-broken.eml
says "too many scripts: searched" '"verdict":"violation","processes":["S[0]","S[1]"],"engine":"explicit","stats":{"why":"scripts","choices":1,'
expect 0 "too many scripts, safe" careful check --format jsonl --stats -p 1 starters-safe.eml
says "too many scripts, safe: searched" '"verdict":"safe","engine":"explicit","stats":{"why":"scripts","choices":1,'

done_testing
