#!/usr/bin/env bash
# Records that somebody has edited: whatever member of a record, of a step, of an initial
# value or of a race is changed (edits.c), replay refuses it, unless doc/witness.md says that
# the member is not compared: what it lists there, and nothing else, is confirmed.
source "$(dirname "${BASH_SOURCE[0]}")/../cli/common.sh"
edits=$(dirname "$PHASELOCK")/tests/witness/edits
[ -x "$edits" ] || edits=$(dirname "$PHASELOCK")/edits

# From the table of the document: members of records that are not compared, and choices.
table () { # HEAD
  sed -n "/^| $1 |/,/^\$/p" "$SOURCE/doc/witness.md" | sed 1,2d
}
table 'not compared' | cut -d'|' -f2 | tr -d '\` ' | tr ',' '\n' >members
ok "the document lists what is not compared" test "$(wc -l <members)" -gt 5
# A choice may be another one of the right type, as long as the rest of the run fits it.
choices='^(races/)?(witness/value of (choose|branch \*)|initial/value): (one more|one less)$|^(races/)?(witness/value of choose.*|initial/value): the contrary$'
# How many races are told is not compared.
choices="$choices|^races: (missing|an element less)\$"

may_pass () { # STDIN: names of edits; those that may be confirmed are left out
  grep -Ev "^($(paste -sd'|' members))(/[^:]*)?: |$choices|^colour: too many\$$old"
}

edited=0
# Records of earlier versions, which only asked about patterns, have no "question".
old=
try () { # NAME RECORD MODEL
  "$edits" names <"$2" >edited.jsonl || { tap_result 1 "$1: edited"; return; }
  # What the choice of the record depends on is looked at record by record, the rest at once.
  paste -d' ' <(cut -d: -f1 names | cut -d/ -f1) edited.jsonl \
    | awk '{ print ($1 ~ /^(model|automata|verdict|schema)$/) }' >alone
  paste names alone | awk -F'\t' '$2 == 0 { print $1 }' >names.many
  paste names alone | awk -F'\t' '$2 == 1 { print $1 }' >names.alone
  paste alone edited.jsonl | sed -n 's/^0\t//p' >many.jsonl
  paste alone edited.jsonl | sed -n 's/^1\t//p' >alone.jsonl
  careful replay "$3" many.jsonl >out 2>errors
  sed -n 's/^many.jsonl: record \([0-9]*\): .*refused: .*/\1/p' errors | sort -nu >refused
  : >confirmed
  awk 'NR == FNR { refused[$1]; next } !(FNR in refused)' refused names.many >>confirmed
  is "$1: every record is confirmed or refused" "$(sed -n 's/ refused;.*//p' out)" \
    "$(wc -l <confirmed) witnesses confirmed, $(wc -l <refused)"
  while read -r -u 3 name && IFS= read -r -u 4 record; do
    printf '%s\n' "$record" >one.json
    if careful replay -q "$3" one.json 2>errors; then echo "$name" >>confirmed; fi
  done 3<names.alone 4<alone.jsonl
  is "$1: nothing that is compared can be edited" "$(may_pass <confirmed | sort | uniq -c)" ""
  edited=$((edited + $(wc -l <names)))
}
record () { # MODEL OPTION...
  local model=$1; shift
  careful check --format jsonl --witness "$@" "$model" 2>/dev/null \
    | grep '"verdict":"violation"' | head -1 >record.json
  ok "a record of ${model##*/}, $*" test -s record.json
  old=
  grep -q '"question":"pattern"' record.json && old='|^question: missing$'
  try "${model##*/}, $*" record.json "$model"
}
cp "$SOURCE"/models/examples/{stack,philosophers}.eml "$SOURCE"/models/data/{bank,ring}.eml .
cat >choices.eml <<'EML'
field bool b[2] = *; field int(8) n = *; field int(8) m;
lock l[2];
proc twice(int(8) x) : int(8) { return x + x; }
process P {
  int(8) k = *; bool w = *;
  if (*) { skip; } else { n = k; }
  sync l[k & 1] { b[k & 1] = w; }
  int(8) t = call twice(k);
  if (n > 3 && w) { assume (b[0]); m = t; } else { m = 1; }
  assert (m != 10, "not ten");
  m = 100 / (k - 7);
}
process Q { assume (m == 1); unit { n = 2; } }
EML
cat >lives.eml <<'EML'
field n; lock l;
process Main { start First; join First; start Boss; join Boss; start Rest[0]; }
process First { skip; }
process Boss { sync l { sync l { unit { write n; start Rest[1]; wait l; read n; write n; } } } }
process Rest[2] { sync l { notify l; } unit @"Rest.java:7" { write n; } }
EML
record stack.eml -p 12 -f count,data
record philosophers.eml -p deadlock
record lives.eml -p 1
record bank.eml -p assert
record bank.eml -e bmc -p race --all-races
record bank.eml -p 1 --without data
record ring.eml -p assert
record choices.eml -p assert
record choices.eml -p wrong:11:3
record choices.eml -e bmc -p race -f m --all-races
ok "and these were many edits" test "$edited" -gt 5000
echo "# $edited edits"
done_testing
