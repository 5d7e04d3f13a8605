#!/usr/bin/env bash
# patterns.sh -- doc/patterns.md and its pictures are what the program prints.
#
#     tests/docs/patterns.sh --accept      write them anew, with _build/phaselock
if [ "${1-}" = --accept ]; then
  cd "$(dirname "$0")/../.." || exit 1
  program=${PHASELOCK:-_build/phaselock}
  mkdir -p doc/patterns
  for number in $(seq 32); do
    "$program" patterns -a complete -p "$number" --format svg >"doc/patterns/$number.svg"
  done
  exec "$program" patterns -a complete --format markdown >doc/patterns.md
fi
source "$SOURCE/tests/lib/tap.sh"
cd "$scratch" || exit

ok "doc/patterns.md is up to date" diff "$SOURCE/doc/patterns.md" \
  <("$PHASELOCK" patterns -a complete --format markdown)
drawings=0
for picture in "$SOURCE"/doc/patterns/*.svg; do
  number=$(basename "$picture" .svg)
  cmp -s "$picture" <("$PHASELOCK" patterns -a complete -p "$number" --format svg) \
    && drawings=$((drawings + 1))
done
ok "the 32 pictures are up to date, and there is no other" test \
  "$drawings $(ls "$SOURCE/doc/patterns" | wc -l)" = "32 32"
ok "the page shows each of them once" test \
  "$(grep -oE 'patterns/[0-9]+\.svg' "$SOURCE/doc/patterns.md" | sort -u | wc -l)" = 32
if command -v xmllint >/dev/null; then
  ok "they are XML" xmllint --noout "$SOURCE"/doc/patterns/*.svg
else
  skip "they are XML" "no xmllint here"
fi

# A heading for each, and under it the order of its steps.
ok "the page has 32 orders of steps" test \
  "$(sed -nE '/^## [0-9]+\. /{n;n;/^`[RW]\(l1?\) .*`$/p}' "$SOURCE/doc/patterns.md" | wc -l)" = 32
done_testing
