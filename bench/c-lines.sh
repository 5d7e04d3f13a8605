#!/usr/bin/env bash
# c-lines.sh -- C programs of 1,000, 10,000 and 20,000 lines, with two threads, structs,
# pointers, loops and a mutex: CPU seconds to read and translate them, clang among them,
# against `clang -g -O0 -c'.  Fails if one takes more than ten times as long.
#
#     bench/c-lines.sh [LINES...]
#
# Uses the build in $BUILD (default _build/).
set -uo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
phaselock=${BUILD:-$here/_build}/phaselock
folder=$(mktemp -d "${TMPDIR:-/tmp}/lines.XXXXXX")
trap 'rm -rf "$folder"' EXIT
cd "$folder" || exit 1
[ $# -gt 0 ] || set -- 1000 10000 20000
cat >program.py <<'END'
import sys
n = int(sys.argv[1]) // 20
print('#include <pthread.h>\npthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;')
for i in range(n):
    print(f'''
struct item{i} {{ int a, b; unsigned char bytes[16]; struct item{i} *next; }};
static struct item{i} item{i};
static int total{i};
static int step{i} (struct item{i} *p, int n)
{{
  int sum = 0;
  for (int k = 0; k < n; k++)
    {{
      p->a += k * {i + 3};
      if (p->a > p->b)
        p->b = p->a - n;
      else
        p->bytes[k & 15] ^= (unsigned char) n;
      sum += p->b;
    }}
  pthread_mutex_lock (&m);
  total{i} += sum;
  pthread_mutex_unlock (&m);
  return sum;
}}''')
print('static void *work (void *a)\n{\n  int n = 0;')
for i in range(n): print(f'  n += step{i} (&item{i}, n);')
print('  return a;\n}\nint main (void)\n{\n  pthread_t t;\n  int n = 0;\n  pthread_create (&t, 0, work, 0);')
for i in range(n): print(f'  n += step{i} (&item{i}, n);')
print('  pthread_join (t, 0);\n  return n;\n}')
END
seconds () { # COMMAND...: CPU seconds, user and system, of it and what it starts
  { TIMEFORMAT='%U %S'; time "$@" >/dev/null 2>&1; } 2>&1 | awk '{ print $1 + $2 }'
}
worst=0
echo "| lines | clang -O0 | phaselock llvm | times |"
echo "|---|---|---|---|"
for lines; do
  python3 program.py "$lines" >program.c
  clang=$(seconds clang -g -O0 -c program.c -o program.o)
  ours=$(seconds "$phaselock" llvm -q program.c)
  times=$(awk -v a="$ours" -v b="$clang" 'BEGIN { printf "%.1f", a / b }')
  echo "| $(wc -l <program.c) | $clang s | $ours s | $times |"
  worst=$(awk -v a="$worst" -v b="$times" 'BEGIN { print (a > b ? a : b) }')
done
awk -v worst="$worst" 'BEGIN { exit worst > 10 }' || { echo "more than ten times"; exit 1; }
