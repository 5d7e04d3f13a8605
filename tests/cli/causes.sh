#!/usr/bin/env bash
# `phaselock check': several models as a table, violations by their causes, --explain;
# the commands that it prints are run as they are printed.
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"
gen=${GEN:-$(dirname "$PHASELOCK")/phaselock-gen}
examples=$SOURCE/models/examples
mkdir bin models
ln -s "$PHASELOCK" bin/phaselock
cp "$examples"/{stack,stack-fixed,vector,account}.eml models

# Whatever the default: the numbers here are those of fourteen patterns.
check () { phaselock check -a strict "$@"; }

count () { grep -c -- "$1" <<<"$out"; }

# Run every command in $out, one after the other.  Each begins in a line of its own and may go
# on in the next ones; what it prints is in ran/NUMBER, its status at the end of that.
run_printed () { # EXPLAIN|CHECK
  rm -rf ran; mkdir ran
  awk -v what="$1" '/^  phaselock / { on = 1; text = "" }
    on { text = text $0 "\n"; on = /\\$/ }
    !on && text { if (text ~ "^  phaselock( |\\\\|\n)*" what) printf "%s", text > ("ran/" ++n ".sh"); text = "" }' <<<"$out"
  ran=0
  for script in ran/*.sh; do
    [ -f "$script" ] || break
    ran=$((ran + 1))
    status=0
    PATH=$PWD/bin:$PATH COLUMNS=1000 LC_ALL=C.UTF-8 bash "$script" >"${script%.sh}" 2>&1 </dev/null || status=$?
    echo "status $status" >>"${script%.sh}"
  done
}
# They all explain a violation.
all_explain () { # NAME HOW-MANY
  run_printed explain
  is "$1: commands" "$ran" "$2"
  is "$1: each explains a violation" "$(cat ran/*[0-9] 2>/dev/null | grep -c '^VIOLATION')/$(cat ran/*[0-9] 2>/dev/null | grep -c '^status 10')" "$2/$2"
}

# ---- One model: --explain. ----
expect 10 "one model" check models/account.eml
is "one model: causes" "$(count '^Cause [12] of 2, ')/$(count '^Cause')" 2/2
is "one model: a timeline each" "$(count '^VIOLATION')" 2
is "one model: what they are" "$(grep '^Cause' <<<"$out")" \
   "Cause 1 of 2, mixed pair write, in order, 9 violations of a.balance and b.balance: 'a' is released in pay between two steps, and another pay or one other gets in between.
Cause 2 of 2, mixed pair write, in order, 9 violations of a.balance and b.balance: 'b' is released in refund between two steps, and another refund or one other gets in between."
# Six of each are listed beside its timeline, and the command below them lists all.
is "one model: six of each, once" "$(awk '/^Cause/ { k++ } /^  phaselock explain/ && !seen[$0]++ { n[k]++ } END { print n[1] "/" n[2] }' <<<"$out")" 6/6
is "one model: how many are left out" "$(grep '^  and' <<<"$out")" "  and 3 more, which are listed by:
  and 3 more, which are listed by:"
all_explain "one model" 12
listed=$(grep '^  phaselock explain' <<<"$out" | sort)
run_printed check
is "one model: the commands that list the others" "$ran" 2
is "one model: they list each violation once" "$(grep '^  phaselock explain' ran/1 | wc -l)/$(grep '^  phaselock explain' ran/1 | sort -u | wc -l)" 18/18
is "one model: those that were listed, too" "$(comm -23 <(echo "$listed") <(grep '^  phaselock explain' ran/1 | sort))" ""
ok "one model: the same below each cause" cmp ran/1 ran/2
same=$(check models/account.eml)
expect 10 "--explain first" check --explain first models/account.eml
is "--explain first: the default for one" "$out" "$same"
expect 10 "--explain none" check --explain none models/account.eml
is "--explain none: no timeline" "$(count '^VIOLATION\|^Because\|Holding')" 0
is "--explain none: all violations" "$(grep '^  phaselock explain' <<<"$out" | sort -u | wc -l)" 18
is "--explain none: each below its cause" "$(awk '/^Cause/ { k++ } /^  phaselock explain/ { n[k]++ } END { print n[1] "/" n[2] }' <<<"$out")" 9/9
expect 10 "--explain all" check --explain all models/account.eml
is "--explain all: a timeline each" "$(count '^VIOLATION')/$(count '^Cause')" 18/2
is "--explain all: its command below each" "$(awk '/^VIOLATION/ { k++ } /^  phaselock/ { print k }' <<<"$out" | tr '\n' ' ')" "$(seq -s ' ' 18) "
all_explain "--explain all" 18
# What explain shows is what was shown.
expect 10 "one cause" check --explain all models/stack.eml
shown=$out
run_printed explain
for n in 1 2; do
  is "one cause: the same timeline, $n" "$(PATH=$PWD/bin:$PATH bash ran/$n.sh | awk '/^VIOLATION/ { on = 1 } on')" \
     "$(awk -v n=$n '/^VIOLATION/ { k++ } /^  phaselock/ { if (k == n) exit } k == n' <<<"$shown")"
done
says "one cause: says so" "One cause, lost update, 2 violations of count and data: 's' is released in pop between two steps, and push gets in between."
for word in some '' firs; do expect 2 "refused: --explain '$word'" check --explain "$word" models/stack.eml; done
# Records, logs and quiet runs are the same whatever it says.
for format in '--format jsonl' '--format sarif' -q '--format jsonl --witness'; do
  # shellcheck disable=SC2086
  for word in first all none; do
    check $format --explain $word models 2>&1 | sed 's/"ms":[0-9.]*//g; s/"engine_ms":[0-9.]*//g' | grep -v '"arguments"\|commandLine' >out.$word
  done
  ok "$format: the same, all" cmp out.first out.all
  ok "$format: the same, none" cmp out.first out.none
done

# ---- What a cause is. ----
printf '%s\n' 'field a, b; lock l, m;' 'proc get { unit { sync l { read a; } sync l { read a; } } }' \
  'process P[2] { call get; }' 'process Q { call get; }' 'process W { sync l { write a; } }' \
  'process V { sync m { write a; } }' 'process U { write a; }' >kinds.eml
expect 10 "copies and callers" check -p 2 -P P,W kinds.eml
says "released" "'l' is released in get between two steps, and W gets in between."
expect 10 "another lock" check -p 2 -P P,V kinds.eml
says "missing" "'m' is missing in get, beside V."
expect 10 "the lock that guards the field" check -p 2 -P P,U kinds.eml
says "the lock that guards the field" "'l' is missing in U, beside get."
printf '%s\n' 'field a; lock l;' 'proc get { unit { read a; sync l { skip; } read a; } }' 'process P { call get; }' 'process U { write a; }' >none.eml
expect 10 "no lock" check -p 2 none.eml
says "no lock" "no lock keeps get and U apart."
printf 'automaton seen (l) { threads u, v; u writes l in unit; v reads l; }\n' >seen.pa
printf '%s\n' 'field x; lock l;' 'process P { sync l { unit { write x; } } }' 'process Q { sync l { read x; } }' >seen.eml
expect 10 "nothing in between" phaselock check -a seen.pa seen.eml
says "nothing in between" "no lock could keep P and Q apart: neither makes a step between two of the other."
# Processes that call the same procedure, and copies, have the same cause, whoever gets in between;
# another procedure is another cause.
printf '%s\n' 'field a, b; lock l;' 'proc get { unit { sync l { read a; } sync l { read a; } sync l { read b; } sync l { read b; } } }' \
  'process P[2] { call get; }' 'process Q { call get; }' 'process W { sync l { write a; } }' 'process X { sync l { write b; } }' >same.eml
expect 10 "two bodies" check -p 2 same.eml
says "two bodies: one procedure" "
One cause, unrepeatable read, 2 violations of a and b: 'l' is released in get between two steps, and W or one other gets in between."
sed 's/^process Q.*/proc look { unit { sync l { read b; } sync l { read b; } } } process Q { call look; }/; s/ sync l { read b; } sync l { read b; } } }$/ } }/' same.eml >other.eml
expect 10 "two procedures" check -p 2 other.eml
is "two procedures: two causes" "$(grep '^Cause' <<<"$out")" \
   "Cause 1 of 2, unrepeatable read, 1 violation of a: 'l' is released in get between two steps, and W gets in between.
Cause 2 of 2, unrepeatable read, 1 violation of b: 'l' is released in look between two steps, and X gets in between."
printf '%s\n' 'field a, b; lock l;' 'process P[2] { unit { choose { write a; write b; } or { write b; write a; } } }' \
  'process Q { unit { choose { read a; read b; } or { read b; read a; } } }' >copies.eml
expect 10 "patterns, orders of fields and copies" check -p 9,10,14 copies.eml
says "patterns, orders of fields and copies: one cause" "One cause, half-written pair read, in order, 6 violations of a and b: no lock keeps P and Q apart."
is "patterns, orders of fields and copies: one timeline" "$(count '^VIOLATION')" 1
all_explain "patterns, orders of fields and copies" 6
# More than six are not listed beside a timeline; the command lists them.
expect 10 "many of one cause" check -p 6-14 copies.eml
is "many of one cause: some" "$(count '^  phaselock explain')" "$(($(count '^Cause [12] of 2') + 10))"
run_printed check
out=$(cat ran/1)
is "many of one cause: the command lists all" "$(count '^  phaselock explain')/$(count '^VIOLATION')" 18/0

# ---- Several models. ----
expect 10 "several models" check models
is "several models: a row each" "$(head -5 <<<"$out" | sed 's/  *[0-9-].*//' | tr '\n' ';')" \
   "model                   queries  violations  causes  unknown  worst finding;models/account.eml;models/stack-fixed.eml;models/stack.eml;models/vector.eml;"
is "several models: no timeline" "$(count '^VIOLATION\|^Because\|Holding')" 0
is "several models: the counts are last" "$(tail -1 <<<"$out")" "4 models: 26 violations, 0 unknown, 98 safe"
all_explain "several models" 5
is "several models: the most dangerous first" "$(sed -nE 's/^ ([0-9]\. models[^:]*: [^:]*):.* is released in ([a-zA-Z]*) .* \(([0-9]+) violations\)$/\1: \2, \3/p' <<<"$out")" \
   "1. models/stack.eml: lost update of count and data: pop, 2
2. models/account.eml: mixed pair write, in order of a.balance and b.balance: pay, 9
3. models/account.eml: mixed pair write, in order of a.balance and b.balance: refund, 9
4. models/vector.eml: inconsistent pair read, in order of elementCount and elementData: print, 3
5. models/vector.eml: inconsistent pair read, in order of elementCount and elementData: printDown, 3"
table=$out
# The worst finding is one that explain takes.
while read -r model choice; do
  expect 10 "the worst finding of $model" bash -c "PATH=$PWD/bin:\$PATH phaselock explain -a strict $model ${choice%%  *}"
done < <(sed -n 's/^\(models[^ ]*\) .*  \(-p .*\)/\1 \2/p' <<<"$out")
out=$table
run_printed check
is "several models: how to see more" "$ran/$(cat ran/*[0-9] | grep -c '^status 10')" 2/2
is "several models: the worst model" "$(grep -c '^Cause 1 of 2' ran/1)/$(head -1 ran/1 | cut -d: -f1)" 1/models/account.eml
is "several models: all of them" "$(grep -c '^VIOLATION' ran/2)" 5
expect 10 "several models, --explain none" check --explain none models
is "several models, --explain none: the same" "$out" "$table"
expect 10 "several models, with workers" check -j 2 models
is "several models, with workers: the same" "$out" "$table"
expect 10 "several models, to a file" check -o table.txt models
is "several models, to a file: the same" "$(cat table.txt)" "$table"
expect 10 "a folder with one model" check models/stack.eml
one=$out
mkdir single; cp models/stack.eml single
is "a folder with one model: as one model" "$(check single | sed 's,single/,models/,')" "$one"
# Causes with the same sentence are counted together.
mkdir twins; cp models/stack.eml twins/a.eml; cp models/stack.eml twins/b.eml
expect 10 "twins" check twins
says "twins: one cause" "One cause:
 1. twins/a.eml and 1 more: lost update of count and data: 's' is released in pop between two steps, and push gets in between (4 violations)"
# Short, whatever is found.
expect 10 "the contest" phaselock check -a complete "$SOURCE/models/contest"
is "the contest: short" "$(($(wc -l <<<"$out") < 60))" 1
expect 10 "--first" check --first models
is "--first: what was decided" "$(sed -n 2p <<<"$out")" "models/account.eml           11           1       1        -  -p 6 -f a.balance,b.balance  mixed pair write, in order"
expect 5 "what is unknown" check --timeout 0.000000001 models/stack.eml models/stack-fixed.eml
says "what is unknown: which, and why" "  -p 1 -f count  unknown (timeout)"
ok "what is unknown: how to see it" grep -qxE '  phaselock check( -a strict)? --timeout 1e-09 models/stack.eml' <<<"$out"
expect 10 "a deadlock of three" check "$SOURCE/models/examples/philosophers.eml"
says "a deadlock of three: its cause does not claim to name all" "Kant and Marx are in a circle of processes that wait for each other's locks: 'f1, f2, f3'."
expect 0 "an empty reason" check "$SOURCE/tests/golden/warnings/one-process.eml" models/stack-fixed.eml
says "an empty reason: in its row" "  Vacuously safe: there is only one process"
expect 10 "--stats" check --stats models
is "--stats: for each model" "$(count '^stats: ')" 4

# With many arguments the command for all would be too long to paste.
# shellcheck disable=SC2046
expect 10 "many arguments" check $(yes models/stack.eml | head -20)
is "many arguments: how to see one of them" "$(grep '^  phaselock check' <<<"$out" | sed 's/ -a strict//')" "  phaselock check models/stack.eml"

# ---- Narrow. ----
for columns in 20 40 60 80 120; do
  expect 10 "$columns columns" env COLUMNS=$columns "$PHASELOCK" check -a strict models
  is "$columns columns: only a word is longer" "$(awk -v w=$columns 'length ($0) > w && !/^ +(--?[a-z]+ )?[^ ]+( \\)?$/' <<<"$out")" ""
  all_explain "$columns columns" 5
done
expect 10 "80 columns" env COLUMNS=80 "$PHASELOCK" check -a strict models
is "80 columns: the columns are aligned" "$(grep -E '^models/[a-z-]*.eml ' <<<"$out" | awk '{ print length ($0) }' | sort -u | wc -l)" 1
is "80 columns: the worst finding is below" "$(grep -c '^  worst: -p' <<<"$out")" 3

cp models/stack.eml 'größe.eml'
expect 10 "ASCII" check 'größe.eml' models/stack-fixed.eml
is "ASCII: the columns are aligned" "$(sed -n '2,3s/  -p.*//p;3p' <<<"$out" | awk '{ print length ($0) }' | uniq | wc -l)" 1
all_explain "ASCII" 1
if command -v script >/dev/null; then
  on_terminal () { # SETTING
    script -qec "stty cols 100 rows 24; env -u NO_COLOR -u COLUMNS $1 '$PHASELOCK' check -a strict models" /dev/null </dev/null | tr -d '\r'
  }
  is "a terminal: violations are red" "$(on_terminal A=b | grep -c $'^models/.*\033\\[1;31m *[0-9]*\033\\[0m')" 3
  is "a terminal with NO_COLOR" "$(on_terminal NO_COLOR=1 | grep -c $'\033')" 0
else
  skip "a terminal" "there is no script(1)"
fi

# ---- Strange names: what is printed can be pasted. ----
mkdir -- '-it'\''s $(odd)'
printf '%s\n' 'field "x,y", "a \"b\" \\ c", "größe", "$HOME `id`"; lock l;' \
  'process P[2] { unit { read "x,y"; write "x,y"; read "a \"b\" \\ c"; write "a \"b\" \\ c"; read "größe"; write "größe"; read "$HOME `id`"; write "$HOME `id`"; } }' \
  >"-it's \$(odd)/-m & m.eml"
printf 'automaton "lost; rm -rf" (l) { threads u, v; u reads l in unit; v writes l; u writes l; }\n' >"set ()'.pa"
for columns in 30 1000; do
  for locale in C C.UTF-8; do
    expect 10 "strange names, $columns columns, $locale" env LC_ALL=$locale COLUMNS=$columns \
      "$PHASELOCK" check -a "set ()'.pa" -P P,P -e explicit --explain all -- "-it's \$(odd)/-m & m.eml"
    all_explain "strange names, $columns columns, $locale" 8
  done
done
is "strange names: the options are kept" "$(cat ran/*.sh | grep -c -- "-a 'set ()'\\\\''.pa' -e explicit -P P,P -p '\"lost; rm -rf\"' -f ")" 4
esc=$(printf 'e\033[31m\377.eml')
if cp models/stack.eml "$esc" 2>/dev/null; then
  expect 10 "a path that a terminal would obey" check "$esc"
  is "a path that a terminal would obey: it does not" "$(grep -c $'\033' <<<"$out")" 0
  all_explain "a path that a terminal would obey" 2
fi

# ---- Rows appear as models are decided. ----
mkfifo slow.eml
"$PHASELOCK" check -a strict --progress never models/stack.eml slow.eml >rows.txt 2>rows.err </dev/null &
pid=$!
for _ in $(seq 400); do [ -s rows.txt ] && [ "$(wc -l <rows.txt)" = 2 ] && break; sleep 0.05; done
is "a row before the next model is read" "$(tail -1 rows.txt | cut -d' ' -f1)" models/stack.eml
cat models/vector.eml >slow.eml
status=0; wait "$pid" || status=$?
is "a row before the next model is read: the end" "$status/$(tail -1 rows.txt)" "10/2 models: 8 violations, 0 unknown, 54 safe"

# An interrupted run tells what it found.
"$gen" nested -k 8 -o heavy.eml
rm rows.txt
# shellcheck disable=SC2046
"$PHASELOCK" check -e bdd -a spin09 models/stack.eml $(yes heavy.eml | head -5000) >rows.txt 2>rows.err </dev/null &
pid=$!
for _ in $(seq 400); do [ -s rows.txt ] && [ "$(wc -l <rows.txt)" -ge 3 ] && break; sleep 0.05; done
kill -INT "$pid" 2>/dev/null
status=0; wait "$pid" || status=$?
is "interrupted: status" "$status" 130
ok "interrupted: the cause" grep -qE "^ *[0-9]+\. models/stack.eml: inconsistent pair read, in order of count and data: 's' is released in pop" rows.txt
ok "interrupted: the counts" bash -c 'tail -1 rows.txt | grep -qE "^[0-9]+ models: [0-9]+ violations"'
ok "interrupted: how far it came" grep -q '^phaselock check: interrupted after' rows.err
done_testing
