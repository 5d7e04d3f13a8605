# common.sh -- for the scripts in this folder: TAP, the program, a place to work.
source "$(dirname "${BASH_SOURCE[0]}")/../lib/tap.sh"
SOURCE=${SOURCE:-$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)}
PHASELOCK=${PHASELOCK:-$SOURCE/_build/phaselock}
export NO_COLOR=1 LC_ALL=C
unset COLUMNS
cd "$scratch" || exit 1

# The last output has this text.
says () { # NAME TEXT
  case "$out$err" in *"$2"*) tap_result 0 "$1" ;;
  *) tap_result 1 "$1"; echo "# expected: $2"; printf '%s\n' "$out" "$err" | head -20 | cut -c1-300 | sed 's/^/# /' ;; esac
}
phaselock () { "$PHASELOCK" "$@"; }

# Copies of a text.
copies () { yes "$2" | head -n "$1"; }
letters () { head -c "$1" /dev/zero | tr '\0' "$2"; } # COUNT LETTER

sanitized=
is_sanitized && sanitized=yes

# Never more than a minute.  The limit on memory only works without sanitizers,
# which reserve terabytes.
careful () {
  [ -n "$sanitized" ] || ulimit -v 3000000
  timeout 300 "$PHASELOCK" "$@"
}
accepts () { # NAME (file x.eml)
  expect 0 "accepted: $1" careful lint -q x.eml
}
refuses () { # NAME MESSAGE (file x.eml)
  expect 2 "refused: $1" careful lint -q x.eml
  says "refused: $1: says why" "$2"
  expect 2 "refused by fmt: $1" careful fmt x.eml
}
