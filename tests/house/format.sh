#!/usr/bin/env bash
# format.sh -- every C file of ours is laid out as .clang-format says; `make format' does it.
#
#     format.sh --apply      lay all files out
#
# Programs that people record, and examples of documents, keep the layout of their authors.
SOURCE=${SOURCE:-$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)}
source "$SOURCE/tests/lib/tap.sh"
# Versions lay out differently: this is Debian 12's.
version=$(clang-format --version 2>/dev/null | grep -o 'version [0-9]*')
if [ "$version" != "version 14" ]; then
  echo "1..0 # SKIP no clang-format 14 (Debian 12: clang-format)"; exit 0
fi
cd "$SOURCE" || exit 1
files () {
  find src wpds eml phaseauto java jvm llvm trace tests bench models -name '*.[ch]' \
    ! -path 'models/examples/*' ! -path 'tests/record/*' ! -path 'tests/fuzz/corpus/*' \
    ! -name 'pa_parse.[ch]' ! -name pa_scan.c ! -name 'parse.[ch]' ! -name scan.c | LC_ALL=C sort
}
# Twice: now and then the layout of comments depends on that of the code before.
if [ "${1-}" = --apply ]; then
  files | xargs clang-format -i; files | xargs clang-format -i; exit
fi
ok "there are files" test "$(files | wc -l)" -gt 500
files | xargs clang-format --dry-run 2>&1 | sed -n 's/:[0-9]*:[0-9]*: warning: .*clang-format-violations.*//p' |
  LC_ALL=C sort -u >"$scratch/wrong"
is "all files are laid out" "$(head -20 "$scratch/wrong")" ""
printf 'int  x ;\n' >"$scratch/bad.c"
cp .clang-format "$scratch/"
ok "one that is not would show" grep -q clang-format-violations <(clang-format --dry-run "$scratch/bad.c" 2>&1)
done_testing
