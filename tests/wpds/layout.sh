#!/usr/bin/env bash
# layout.sh -- what configure asks of BuDDy (wpds/buddy_layout.h): yes of the library that
# phaselock is built with, no of one whose nodes are laid out in another way.
. "$SOURCE/tests/lib/tap.sh"
cd "$scratch" || exit 1
compiler=$(sed -n 's/^CC = //p' "${BUILD:-$SOURCE/_build}/Makefile")
cat >probe.c <<'END'
#include "wpds/buddy_layout.h"
int main (void) { return buddy_is_understood () ? 0 : 1; }
END
# Only what the probe calls, for one model: a table of five nodes for three variables and
# x0 & x2.  A node is LAYOUT.
other () { # LAYOUT
  cat >other.c <<END
#include <stdlib.h>
struct node { $1 };
struct node table[6], *bddnodes = table;
static int stack[8];
int *bddrefstack = stack, *bddrefstacktop = stack;
int bdd_init (int n, int c) { (void) n, (void) c; return 0; }
void bdd_done (void) { }
int bdd_makenode (unsigned l, int low, int high)
{ for (int i = 0; i < 6; i++) if (table[i].level == l && table[i].low == low && table[i].high == high) return i;
  return -1; }
static void set (int i, unsigned l, int low, int high) { table[i].level = l, table[i].low = low, table[i].high = high; }
int bdd_setvarnum (int n)
{ set (0, n, 0, 0); set (1, n, 1, 1); for (int i = 0; i < n; i++) set (2 + i, i, 0, 1);
  set (5, 0, 0, 4); return 0; }
int bdd_ithvar (int v) { return 2 + v; }
int bdd_var (int n) { return (int) table[n].level; }
int bdd_low (int n) { return table[n].low; }
int bdd_high (int n) { return table[n].high; }
int bdd_and (int a, int b) { (void) a, (void) b; return 5; }
int bdd_addref (int n) { table[n].references++; return n; }
END
  # shellcheck disable=SC2086
  $compiler -I"$SOURCE" probe.c other.c -o other
}
# shellcheck disable=SC2086
ok "the probe is compiled" $compiler -I"$SOURCE" probe.c -lbdd -o probe
ok "this BuDDy is understood" ./probe
ok "so is a library with the same layout" other \
  "unsigned references : 10, level : 22; int low, high, hash, next;"
ok "... when it is run" ./other
for layout in "unsigned references : 12, level : 20; int low, high, hash, next;" \
              "unsigned level : 22, references : 10; int low, high, hash, next;" \
              "unsigned references : 10, level : 22; int high, low, hash, next;" \
              "unsigned references, level; int low, high, hash, next;" \
              "unsigned references : 10, level : 22; int low, high, hash, next, more;"; do
  other "$layout"
  expect 1 "not understood: $layout" ./other
done
done_testing
