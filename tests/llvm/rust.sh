#!/usr/bin/env bash
# rust.sh -- bitcode of Rust.  Threads of POSIX are followed as those of C; of a program that uses Rust's own
# library, which is not in its file, nothing is claimed.  A newer LLVM is refused with a message.
source "$(dirname "$0")/../lib/tap.sh"
here=$(cd "$(dirname "$0")" && pwd)
"$PHASELOCK" llvm -q "$here/programs/counter.c" >/dev/null 2>"$scratch/why" || {
  grep -q 'no-llvm' "$scratch/why" && { echo "1..0 # SKIP built without LLVM"; exit 0; }; }
rustc= newer=
for path in rustc /usr/bin/rustc; do
  version=$("$path" --version --verbose 2>/dev/null | sed -n 's/^LLVM version: \([0-9]*\).*/\1/p')
  case $version in '') ;; 14) rustc=$path ;; 2?|19) newer=$path ;; esac
done
cd "$scratch" || exit 1
says () { case $out$err in *"$1"*) ;; *) printf '%s\n' "$out" "$err"; return 1 ;; esac; }
[ -n "$rustc$newer" ] || { echo "1..0 # SKIP there is no rustc (Debian 12: rustc)"; exit 0; }

if [ -n "$newer" ]; then
  "$newer" -C panic=abort --emit=llvm-bc "$here/rust/counter.rs" -o newer.bc
  expect 2 "bitcode of a newer LLVM" "$PHASELOCK" check newer.bc
  ok "is refused with a word" says "as what a newer one wrote (rustc's, say)"
fi
if [ -n "$rustc" ]; then
  for level in 0 2; do
    for name in counter counter-wrong; do
      "$rustc" -C panic=abort -C opt-level=$level --emit=llvm-bc "$here/rust/$name.rs" -o $name.bc
      expect 0 "$name.rs, -O$level" "$PHASELOCK" check $name.bc
      ok "$name.rs: nothing is called safe" says "no violation found"
      ok "$name.rs: its library is not there" says "unknown-function"
    done
    sed 's/LOCKED/pthread_spin_lock(\&mut LOCK); X += 1; pthread_spin_unlock(\&mut LOCK);/' "$here/rust/plain.rs" >plain.rs
    "$rustc" -g -C panic=abort -C opt-level=$level --emit=llvm-bc plain.rs -o plain.bc 2>/dev/null
    expect 0 "threads of POSIX, right, -O$level" "$PHASELOCK" check -q -p race,assert plain.bc
    ok "no gap" test -z "$out$err"
    sed 's/LOCKED/X += 1;/' "$here/rust/plain.rs" >plain.rs
    "$rustc" -g -C panic=abort -C opt-level=$level --emit=llvm-bc plain.rs -o plain.bc 2>/dev/null
    expect 10 "... and broken" "$PHASELOCK" check -q -p race,assert plain.bc
    ok "its race" says "VIOLATION  race"
    ok "its assertion" says "VIOLATION  assert"
  done
fi
done_testing
