#!/usr/bin/env bash
# contest.sh -- the models of models/contest: every verdict, by every engine, for
# every set of automata; their sizes; one model per choice that was named.
source "$SOURCE/tests/lib/tap.sh"
source "$SOURCE/tests/lib/expected.sh"
contest=$SOURCE/models/contest
cd "$scratch" || exit

# ---- Which models there are. ----
choices=$(
  echo bubble-{run,swap}-{cells,merged}
  echo list-{merged,tail} list-locked-{merged,tail}
  echo lottery-{run,methods}
  echo shop-{methods,main,attempt,run}-{2,3,6}
)
files=$(cd "$contest" && echo *.eml)
ok "one model per choice" diff <(tr ' ' '\n' <<<"$choices" | sort) <(tr ' ' '\n' <<<"${files//.eml/}" | sort)
for file in EXPECTED EXPECTED.spin09 EXPECTED.complete; do
  ok "$file knows them all" diff <(tr ' ' '\n' <<<"$files") <(expected_models "$contest/$file")
done
for model in $files; do
  ok "$model tells its unit and where it is coarser" \
    grep -zqE '// Unit of work: .*// Coarser than the program: .*// Expected \(strict\)\. ' "$contest/$model"
done
for units in methods main attempt run; do
  for k in 3 6; do
    ok "shop-$units-$k.eml is shop-$units-2.eml with $k customers" \
      diff <(sed "s/Customer\[2\]/Customer[$k]/; s/\<2 customers/$k customers/; s/-2\.eml/-$k.eml/
                  s/^\(model [A-Za-z]*\)2;/\1$k;/" "$contest/shop-$units-2.eml") "$contest/shop-$units-$k.eml"
  done
done
expect 0 "they are formatted" "$PHASELOCK" fmt --check "$contest"

# ---- Verdicts. ----
agrees () { # SET EXPECTED OPTION...
  local set=$1 file=$2 status=0 differs; shift 2
  timeout 120 "$PHASELOCK" check -a "$set" -p patterns --format jsonl "$@" "$contest" >all.jsonl 2>messages || status=$?
  differs=$(expected_differs "$contest/$file" all.jsonl)
  [ "$status" = 10 ] && [ -z "$differs" ]
  tap_result $? "verdicts: $set $*"
  [ "$status" = 10 ] || echo "# exit status $status"
  [ -z "$differs" ] || sed 's/^/# /' <<<"$differs"
}
for engine in auto antichain bdd explicit cpds; do
  agrees strict EXPECTED -e "$engine"
  agrees spin09 EXPECTED.spin09 -e "$engine"
  agrees complete EXPECTED.complete -e "$engine"
done
agrees strict EXPECTED -e explicit --without transactions
agrees strict EXPECTED -e antichain --without all

# ---- What the sets have to do with each other. ----
within () { # SMALL LARGE: each violation of the one is one of the other
  local model v
  for model in $files; do
    for v in $(expected "$1" "$model"); do
      case " $(expected "$2" "$model") " in *" $v "*) ;; *) echo "$model $v"; return 1 ;; esac
    done
  done
}
ok "what strict finds, spin09 finds" within "$contest/EXPECTED" "$contest/EXPECTED.spin09"
ok "what strict finds, complete finds" within "$contest/EXPECTED" "$contest/EXPECTED.complete"
sed -E 's/ (1[5-9]|2[0-9]|3[0-2]):[^ ]*//g' "$contest/EXPECTED.complete" >first.complete
ok "complete has no other of the fourteen" within first.complete "$contest/EXPECTED"

# ---- The table of sizes. ----
# MODEL PROCESSES LOCKS FIELDS SYMBOLS QUERIES VIOLATIONS
sed -nE 's/^\| ([a-z0-9-]+\.eml) \|[^|]*\|[^|]*\| ([0-9]+) \| ([0-9]+) \| ([0-9]+) \| ([0-9]+) \| ([0-9]+) \| ([0-9]+) \|$/\1 \2 \3 \4 \5 \6 \7/p' \
  "$contest/README.md" >table
"$PHASELOCK" check -a strict -p patterns --format jsonl "$contest" >strict.jsonl 2>/dev/null
"$PHASELOCK" lint "$contest" 2>/dev/null |
  sed -nE 's/.*\/([^/]*\.eml): ok: ([0-9]+) process.*, ([0-9]+) locks?, ([0-9]+) fields?, ([0-9]+) symbols.*/\1 \2 \3 \4 \5/p' |
  while read -r model sizes; do
    echo "$model $sizes $(grep -c "\"model\":\"$model\"" strict.jsonl)" \
      "$(grep "\"model\":\"$model\"" strict.jsonl | grep -c '"verdict":"violation"')"
  done >sizes
ok "the table of models/contest/README.md is true" diff table sizes
ok "it has a line for each model" test "$(wc -l <table)" = 22
"$PHASELOCK" dump --what sizes "$contest" 2>/dev/null |
  sed -nE 's/^# .*\/([^/]*\.eml)$/\1/p
           s/^fields ([0-9]+), .*, locks ([0-9]+), processes ([0-9]+), .*/\3 \2 \1/p
           s/.* symbols ([0-9]+), rules .*/\1/p' | paste -d' ' - - - >dumped
ok "dump says the same" diff <(cut -d' ' -f1-5 table) dumped

done_testing
