/* data_cases.h -- small models with data, and what is to be found in them.
 *
 * Sightings are words in this order: claims by their number, `assert' or `wrong'; then
 * for each field `race' and `exclusive' with its number; then `deadlock'; then what the
 * search could not do: `cut', the bound of the stack was in the way, `sampled', not all
 * values of a wide type were tried.
 */
#ifndef TESTS_EXPLICIT_DATA_CASES_H
#define TESTS_EXPLICIT_DATA_CASES_H

struct data_case
{
  const char *name, *text, *violations;
};

static const struct data_case data_cases[] = {
  { "a lost update",
    "model A; field int(3) x; process P[2] { x = x + 1; }"
    "process Q { join P; assert (x == 2); }",
    "assert0 race0" },
  { "nobody does anything", "model A; field int x; proc p () { x = 1; assert (x == 1); }",
    "" },
  { "no lost update under a lock",
    "model A; lock l; field int(3) x; process P[2] { sync l { x = x + 1; } }"
    "process Q { join P; assert (x == 2); }",
    "" },
  { "an atomic block that has to wait for a lock lets others in",
    "model A; lock l; field volatile int(3) x;"
    "process U { atomic { x = 1; sync l { x = 2; } } }"
    "process T { int(3) r; sync l { r = x; assert (r != 1); } }",
    "assert0" },
  { "... and for an end",
    "model A; field volatile int(3) x, y;"
    "process A { y = 1; } process U { atomic { assume (y == 1); x = 1; join A; x = 2; } }"
    "process V { int(3) r; r = x; assert (r != 1); }",
    "assert0" },
  { "an atomic block is in one piece",
    "model A; field volatile int(3) x; process U { atomic { x = 1; x = 2; } }"
    "process V { int(3) r; r = x; assert (r != 1); assert (r != 2); }",
    "assert1" },
  { "two blocks are two pieces",
    "model A; field volatile int(3) x; process U { atomic { x = 1; } atomic { x = 2; } }"
    "process V { int(3) r; r = x; assert (r != 1); }",
    "assert0" },
  { "who fails inside an atomic block stays in its midst",
    "model A; field volatile int(3) x; process U { atomic { x = 1; assert (x == 0); } }"
    "process V { assume (x == 1); assert (false); }",
    "assert0" },
  { "who loops for ever hides nobody",
    "model A; field volatile int(3) x; process P { x = 1; loop { skip; } }"
    "process Q { assume (x == 1); assert (false); }",
    "assert0" },
  { "before an atomic block others have a turn",
    "model A; field volatile int(3) x, y, a; process P { y = 1; atomic { a = 1; x = 1; } "
    "}"
    "process V { int(3) r; assume (y == 1); r = x; assert (r != 0); }",
    "assert0" },
  { "and after it",
    "model A; field volatile int(3) x, y, a; process P { atomic { x = 1; a = 1; } y = 1; "
    "}"
    "process V { int(3) r; assume (x == 1); r = y; assert (r != 0); }",
    "assert0" },
  { "the first access of an atomic block can race, a later one cannot",
    "model A; field int(3) x, y; process U { atomic { x = 1; y = 1; } }"
    "process V { x = 2; } process W { y = 2; }",
    "race0" },
  { "two atomic blocks do not race",
    "model A; field int(3) x; process U[2] { atomic { x = x + 1; } }", "" },
  { "cells race, not arrays",
    "model A; field int(3) a[3], b[3]; process P[2] { a[self] = 1; b[1] = 1; }",
    "race1" },
  { "an assume reads in one step, when it can pass",
    "model A; field int(3) x, y; process P { assume (x == 1); } process Q { y = 1; }"
    "process R { x = 2; }",
    "" },
  { "an assume that passes races",
    "model A; field int(3) x = 1; process P { assume (x == 1); } process R { x = 2; }",
    "race0" },
  { "all fields of an assume at one moment",
    "model A; field volatile int(3) x, y; process P { assume (x != y); assert (false); }"
    "process Q { atomic { x = 1; y = 1; } }",
    "" },
  { "division by zero, an index outside, a shift too far",
    "model A; field volatile int(3) x = *; field int a[2];"
    "process P { int(3) r; r = x; choose { r = 4 / r; } or { a[r] = 1; } or { r = 1 << "
    "r; } }",
    "wrong0 wrong1 wrong2" },
  { "an assume that goes wrong is wrong for ever",
    "model A; field volatile int(3) x; field volatile bool b;"
    "process P { assume (2 / x == 1); b = true; } process Q { x = 2; }"
    "process R { assume (x == 2 && b); assert (false); }",
    "wrong0 assert1" },
  { "calls with values and results",
    "model A; proc twice (int(8) n) : int(8) { int(8) m = n; m = m + n; return m; }"
    "process P { int(8) r; r = call twice (60); assert (r == 120); r = call twice (r);"
    "  assert (r == -16); assert (r > 0); }",
    "assert2" },
  { "recursion within the bound",
    "model A; proc sum (int(8) n) : int(8) { int(8) r; if (n == 0) { return 0; }"
    "  r = call sum (n - 1); return r + n; }"
    "process P { int(8) r; r = call sum (4); assert (r == 10); assert (r == 11); }",
    "assert1" },
  { "recursion past the bound",
    "model A; proc down (int(8) n) { if (n != 0) { call down (n - 1); } }"
    "process P { call down (100); assert (false); }",
    "cut" },
  { "a wide type is sampled, constants and their neighbours among it",
    "model A; field volatile int x = *;"
    "process P { int r = x; assert (r != 1000); assert (r != 77 + 1); assert (r != 2 * r "
    "- 5555);"
    "  assert ((r & 0xffff) != 0x1234 || r == 0x1234); }",
    "assert0 assert1 assert2 sampled" },
  { "a value that nobody reads is not tried",
    "model A; field int x = *; process P { x = *; read x; write x; }", "" },
  { "locks of an array, the same one twice",
    "model A; lock l[3]; field int(3) a[3];"
    "process P[2] { int(3) i = *; assume (0 <= i && i < 3); sync l[i] { sync l[i] {"
    "  a[i] = a[i] + 1; } a[i] = a[i] - 1; assert (a[i] == 0); } }",
    "" },
  { "... or another one",
    "model A; lock l[3]; field int(3) a[3];"
    "process P[2] { int(3) i = *; assume (0 <= i && i < 3); sync l[(i + 1) % 3] {"
    "  a[i] = a[i] + 1; a[i] = a[i] - 1; } }"
    "process Q { sync l[0] { a[0] = 1; } }",
    "race0" },
  { "philosophers",
    "model A; lock fork[3]; process P[3] { sync fork[self - 1] { sync fork[self % 3] { } "
    "} }",
    "deadlock" },
  { "philosophers, one of them left-handed",
    "model A; lock fork[3]; process P[3] { int(3) l = self - 1, r = self % 3;"
    "  if (l > r) { l = r; r = self - 1; } sync fork[l] { sync fork[r] { } } }",
    "" },
  { "a permission that is kept to",
    "model A; field volatile int(3) owner; field int(3) x; exclusive x when (owner == "
    "self);"
    "process P[2] { assume (owner == 0); atomic { assume (owner == 0); owner = self; }"
    "  x = x + 1; x = x - 1; assert (x == 0); owner = 0; }",
    "" },
  { "a permission that another takes away",
    "model A; field volatile int(3) owner; field int(3) x; exclusive x when (owner == "
    "self);"
    "process P { atomic { assume (owner == 0); owner = self; } x = x + 1; x = x - 1;"
    "  assert (x == 0); owner = 0; }"
    "process Q { owner = 2; x = 1; x = 0; owner = 0; }",
    "assert0 race1 exclusive1" },
  { "a permission for two",
    "model A; field volatile bool go; field int(3) x; exclusive x when (go);"
    "process P[2] { assume (go); x = x + 1; } process Q { go = true; join P; assert (x "
    "== 2); }",
    "assert0 race1" },
  { "who did not start yet does not interfere",
    "model A; lock l; field int(3) x; process P[2] { sync l { x = x + 1; } }"
    "process Q { x = 1; start P; join P; assert (x == 3); }",
    "" },
};

#endif
