#!/usr/bin/env bash
# Every example under twenty growing limits of memory: the right verdict or
# unknown, never the opposite.
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"
cp "$SOURCE"/models/examples/*.eml .
"$(dirname "$PHASELOCK")/phaselock-gen" nested -k 3 -o nested.eml
limits="1 16 64 80 96 112 128 144 160 180 200 230 260 300 360 450 600 900 1500 4000" # KB

# All models in one run for each limit, which holds for each query.
records () { # OPTION...: "MODEL QUESTION VERDICT", and the reason
  careful check --format jsonl "$@" ./*.eml 2>errors </dev/null
}
shorten='s/.*"model":"([^"]*)".*"question":(.*),"automata".*"verdict":"([a-z]*)".*/\1 \2 \3/'
records | sed -E "$shorten" >truth
for kb in $limits; do
  status=0
  records -e bdd --memory "$(awk "BEGIN { print $kb / 1024 }")" >limited.jsonl || status=$?
  case $status in 0|5|10) status=fine ;; esac
  is "$kb KB: exit status" "$status" fine
  is "$kb KB: what is unknown is so for lack of memory" \
    "$(grep '"unknown"' limited.jsonl | grep -v '"reason":"memory"' | head -1)" ""
  sed -E "$shorten" limited.jsonl >"got.$kb"
done
# What is decided with little memory is a part of what is decided with enough.
for model in *.eml; do
  grep -F "$model " truth >wanted
  bad= undecided=0 decided=0
  for kb in $limits; do
    grep -F "$model " "got.$kb" >got
    [ "$(wc -l <got)" = "$(wc -l <wanted)" ] || bad="$bad $kb KB: records missing"
    grep -v ' unknown$' got | grep -vxFf wanted >wrong && bad="$bad $kb KB: $(head -1 wrong)"
    if grep -q ' unknown$' got; then undecided=$((undecided + 1)); else decided=$((decided + 1)); fi
  done
  ok "$model: there are queries" test -s wanted
  is "$model: right or unknown" "$bad" ""
  ok "$model: both happens ($undecided with something unknown, $decided without)" \
    test "$undecided" -gt 0 -a "$decided" -gt 0
done
done_testing
