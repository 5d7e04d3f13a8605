#!/usr/bin/env bash
# words.sh -- does the manual stay short?  Words, page by page, and a ceiling.
#
#     scripts/words.sh [--lower] [FOLDER]
#
# Counts the words of doc/*.md below FOLDER (default: the project that this script
# belongs to), as wc does, so that bars of tables count.  Fails above the number in
# tests/docs/words.  --lower writes the present number there if it is smaller.
#
# Lines that are wider than an editor shows, 120 columns, are counted as well: prose, not
# tables, examples or pictures.  They may not be more than the number in tests/docs/wide.
set -euo pipefail
export LC_ALL=C.UTF-8
here=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
lower=
if [ "${1-}" = --lower ]; then lower=1; shift; fi
cd "${1:-$here}"

ceiling () { # NAME: the number in tests/docs/NAME
  if ! [[ -f tests/docs/$1 && $(<"tests/docs/$1") =~ ^[0-9]+$ ]]; then
    echo "words.sh: no number in $PWD/tests/docs/$1" >&2
    return 2
  fi
  cat "tests/docs/$1"
}
most_words=$(ceiling words) most_wide=$(ceiling wide)
shopt -s nullglob
pages=(doc/*.md)
[ ${#pages[@]} -gt 0 ] || { echo "words.sh: no pages in $PWD/doc" >&2; exit 2; }

words=$(cat "${pages[@]}" | wc -w)
wide=$(awk 'FNR == 1 { fenced = 0 }
  /^```/ { fenced = !fenced }
  !fenced && length > 120 && !/^(\||    |!\[)/ { print FILENAME ":" FNR }' "${pages[@]}")
wide_count=$(grep -c . <<<"$wide" || true)
wc -w "${pages[@]}" | sort -nr | grep -v ' total$'
printf '%7d words, at most %d\n%7d wide lines, at most %d\n' "$words" "$most_words" "$wide_count" "$most_wide"
if [ -n "$lower" ]; then
  [ "$words" -ge "$most_words" ] || echo "$words" >tests/docs/words
  [ "$wide_count" -ge "$most_wide" ] || echo "$wide_count" >tests/docs/wide
fi
[ "$wide_count" -le "$most_wide" ] || sed 's,^,wide: ,' <<<"$wide"
[ "$words" -le "$most_words" ] && [ "$wide_count" -le "$most_wide" ]
