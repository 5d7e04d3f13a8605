#!/usr/bin/env bash
# lint.sh -- what other programs say of ours: shellcheck of the scripts, clang-tidy of the C
# files, eslint of the page and of the editors' scripts.  `make lint' prints all that they say.
#
#     lint.sh --print
#
# .shellcheckrc, .clang-tidy and .eslintrc.json say what is left out, and why.
SOURCE=${SOURCE:-$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)}
source "$SOURCE/tests/lib/tap.sh"
build=${BUILD:-$PWD}
cd "$SOURCE" || exit 1
folders=(src wpds eml phaseauto java jvm llvm trace tests bench models scripts ci debian doc .ci)

scripts () {
  { find "${folders[@]}" -type f ! -path 'tests/fuzz/corpus/*' ! -name '*.jsonl' -print0 |
      xargs -0 awk 'FNR == 1 { if (/^#! ?\/(usr\/)?bin\/(env )?(ba)?sh/) print FILENAME; nextfile }'
    printf '%s\n' run runtests autogen.sh; } | LC_ALL=C sort
}
sources () { find src wpds eml phaseauto java jvm trace -name '*.c' | LC_ALL=C sort; }
page () { # the scripts of the page are one, in the order of the build
  grep -oE 'src/report/page/[a-z]+\.js' src/report/local.mk | awk '!seen[$0]++' | xargs cat
}
# Debian's node looks for its own modules only.
lint_js () { NODE_PATH=/usr/share/nodejs eslint -f unix --no-ignore --no-eslintrc -c "$SOURCE/.eslintrc.json" "$@"; }

say_shellcheck () { scripts | xargs -P 2 -n 40 shellcheck -S warning -f gcc; }
say_tidy () {
  sources | xargs -P 2 -n 20 sh -c 'clang-tidy --quiet "$@" -- -std=gnu11 -D_GNU_SOURCE -DHAVE_CONFIG_H \
    -DPKGLIBDIR="\"\"" -Isrc -I. -I"$0" -I"$0"/src 2>/dev/null' "$build" | grep -E '(warning|error): '
}
say_eslint () {
  page >"$scratch/page.js"
  lint_js "$scratch/page.js"
  lint_js --env node editors/vscode/extension.js tests/editors/vscode.js
}

if [ "${1-}" = --print ]; then
  for program in shellcheck tidy eslint; do "say_$program"; done | tee "$scratch/said"
  [ ! -s "$scratch/said" ]; exit
fi
check () { # PROGRAM NAME BAD-INPUT COMMAND...: nothing is said of ours; of BAD-INPUT, something
  local program=$1 name=$2; shift 2
  if ! command -v "$program" >/dev/null; then skip "$name" "no $program"; return; fi
  is "$name" "$("say_$name" | head -20)" ""
  ok "$name: what is wrong would show" test -n "$("$@")"
}
printf '#!/bin/sh\nfor f in $(ls); do rm $g; [ $f = x ] ; done; echo "${a[@]}"\n' >"$scratch/bad.sh"
printf '#include <string.h>\nint f (const char *s);\nint f (const char *s) { return strcmp (s, "a") ? memcmp (s, s, 1) && 1 : 0; }\n' >"$scratch/bad.c"
echo 'let a = 1; a = a; if (b = 2) { }' >"$scratch/bad.js"
ok "there are scripts and sources" test "$(scripts | wc -l)" -gt 150 -a "$(sources | wc -l)" -gt 400
check shellcheck shellcheck shellcheck -S warning "$scratch/bad.sh"
check clang-tidy tidy clang-tidy --quiet --config-file=.clang-tidy "$scratch/bad.c" --
check eslint eslint lint_js "$scratch/bad.js"
done_testing
