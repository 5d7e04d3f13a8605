#!/usr/bin/env bash
# outputs.sh -- where results go: full disks, closed pipes, files in place.
source "$(dirname "$0")/common.sh"
echo 'process P {skip;}' >a.eml
want='process P { skip; }'

if [ -w /dev/full ]; then
  full () { phaselock "$@" >/dev/full; }
  for command in "lint" "lint --format=jsonl" "fmt" "fmt --check" "dump" "dump --what dot"; do
    expect 4 "$command on a full disk" full $command a.eml
    says "$command on a full disk: says so" "phaselock: standard output: No space left on device"
  done
  expect 4 "--help on a full disk" full --help
  expect 4 "lint --help on a full disk" full lint --help
  echo 'process P { raed a; }' >bad.eml
  expect 4 "a full disk outranks a bad model" full lint bad.eml
else
  skip "a full disk" "no /dev/full"
fi
closed () { phaselock "$@" >&-; }
expect 4 "closed standard output" closed lint a.eml
(echo 'field a; process P {'; copies 20000 'read a;'; echo '}') >large.eml
broken () { { phaselock dump large.eml 2>stderr; echo $? >status; } | head -1 >/dev/null; }
broken
is "a closed pipe: the status of SIGPIPE" "$(cat status)" 141
is "a closed pipe: nothing is said" "$(grep -v warning stderr | grep -ic 'pipe\|output')" 0
broken_file () { { phaselock check -o /dev/stdout "$SOURCE/models/examples" 2>stderr; echo $? >status; } | true; }
broken_file
is "a closed pipe as the file of -o: status" "$(cat status)" 141
is "a closed pipe as the file of -o: nothing is said" "$(cat stderr)" ""
expect 0 "closed standard error" bash -c '"$0" lint a.eml 2>&-' "$PHASELOCK"

# Formatting in place.
cp a.eml b.eml; chmod 640 b.eml
expect 0 "fmt --in-place" phaselock fmt --in-place b.eml
is "fmt --in-place: the file" "$(cat b.eml)" "$want"
is "fmt --in-place: its mode" "$(stat -c %a b.eml)" 640
is "fmt --in-place prints nothing" "$out$err" ""
before=$(stat -c '%i %Y' b.eml)
expect 0 "fmt --in-place of a file in shape" phaselock fmt --in-place b.eml
is "a file in shape is not touched" "$(stat -c '%i %Y' b.eml)" "$before"
mkdir real; cp a.eml real/c.eml; ln -s real/c.eml link.eml
expect 0 "fmt --in-place through a link" phaselock fmt --in-place link.eml
[ -L link.eml ]; tap_result $? "the link stays a link"
is "what it points to is formatted" "$(cat real/c.eml)" "$want"
is "nothing is left beside" "$(ls real)" "c.eml"
cp bad.eml worse.eml 2>/dev/null || echo 'process P { raed a; }' >worse.eml
expect 2 "fmt --in-place of a bad model" phaselock fmt --in-place worse.eml
is "a bad model is not touched" "$(cat worse.eml)" 'process P { raed a; }'
cp a.eml d.eml; ln d.eml hard.eml
expect 0 "fmt --in-place of one of two names" phaselock fmt --in-place d.eml
is "it is replaced, never half written: the other name keeps the old text" "$(cat hard.eml)" "$(cat a.eml)"
mkdir fixed; cp a.eml fixed/e.eml; chmod 555 fixed
expect 4 "fmt --in-place in a read-only folder" unprivileged fmt --in-place fixed/e.eml
says "a read-only folder: says so" "fixed/e.eml: error: cannot write: Permission denied"
is "a read-only folder: the file is as it was" "$(cat fixed/e.eml)" "$(cat a.eml)"
chmod 700 fixed
expect 4 "fmt --in-place of what is no file" bash -c '"$0" fmt --in-place <(cat a.eml)' "$PHASELOCK"
expect 10 "fmt --check of a file out of shape" phaselock fmt --check a.eml b.eml
is "fmt --check names it" "$out" "a.eml"
expect 0 "fmt --check of a file in shape" phaselock fmt --check b.eml
expect 0 "fmt of several" phaselock fmt a.eml b.eml
is "fmt of several prints one after the other" "$out" "$want
$want"
printf 'model M;\r\nprocess P { skip; }\r\n' >crlf.eml
expect 10 "CRLF is another shape" phaselock fmt --check crlf.eml
printf '\xef\xbb\xbfprocess P { skip; }\n' >bom.eml
expect 0 "fmt of a file with a byte order mark" phaselock fmt bom.eml
is "fmt drops the byte order mark" "$out" "$want"

# Streams that are closed: what is opened next does not take their place.
printf 'field f; process P { write f; } process Q { read f; }\n' >racy.eml
printf 'field f; process P { write g; }\n' >wrong.eml
"$PHASELOCK" check --format jsonl -o open.txt racy.eml wrong.eml >/dev/null 2>&1
for closed in '>&-' '<&-' '2>&-' '<&- >&- 2>&-'; do
  bash -c '"$0" check --format jsonl -o closed.txt racy.eml wrong.eml '"$closed" "$PHASELOCK" >/dev/null 2>&1 </dev/null
  is "$closed: the result file has what it should" "$(sed 's/"ms.*//' closed.txt)" "$(sed 's/"ms.*//' open.txt)"
done
expect 4 "standard output is closed" bash -c '"$0" check racy.eml >&-' "$PHASELOCK"
says "standard output is closed: says so" "standard output: Bad file descriptor"
expect 2 "standard input is closed" bash -c '"$0" check - <&-' "$PHASELOCK"
done_testing
