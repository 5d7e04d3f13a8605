/* movers_cases.h -- small models in which steps move, or just do not.
 *
 * Where a step must not move, something is found that would be missed otherwise.  Most of
 * these have one shape: a process accesses a cell, makes a step that is seen (`f = 1',
 * its commit), and accesses the cell again; somebody who waits for that step then makes
 * it possible that a third one gets in between.
 */
#ifndef TESTS_IC3_MOVERS_CASES_H
#define TESTS_IC3_MOVERS_CASES_H

struct movers_case
{
  const char *name, *text;
  const char *less, *more; /* fewer states with the first of these reductions than with
                              the second one, for the first question; null: not counted */
};

static const struct movers_case movers_cases[] = {
  /* ---- Known without a state. ---- */
  { "a field that only one process uses",
    "model A; field int(3) x; process P[2] { }"
    "process Q { x = x + 1; x = x + 1; assert (x == 2); }",
    "static", "none" },
  { "a field under a lock",
    "model A; field int(3) x; lock m; process P[2] { sync m { x = x + 1; x = x + 1; } }"
    "process Q { sync m { assert (x % 2 == 0); } }",
    "static", "none" },
  { "a lock, and not always that one",
    "model A; field int(3) x; lock m, n; process P { sync m { x = x + 1; x = x + 1; } }"
    "process Q { sync n { assert (x % 2 == 0); } }",
    NULL, NULL },
  { "after a branch some ways are past the commit, and others are not",
    "model A; field int(2) x, y; lock m; process P[2] { int(2) i = 0;"
    " if (*) { x = 1; } sync m { y = 1; i = y; y = 0; } assert (i == 1); }"
    "process Q { assert (x < 2); }",
    "phase", "static" },
  { "a wait lets others in",
    "model A; field int(2) x; lock m; process P { int(2) v; sync m { x = 1; wait m; v = "
    "x; } "
    " assert (v == 1); } process Q { sync m { x = 2; } }",
    NULL, NULL },
  { "a lock that is awaited in an atomic block does not move",
    "model A; field volatile int(3) x; lock l; process U { atomic { x = 1; sync l { x = "
    "2; } } }"
    "process T { int(3) r; sync l { r = x; } assert (r != 1); }",
    NULL, NULL },
  { "an end that is awaited in an atomic block does not move",
    "model A; field volatile int(3) x, y; process E { y = 1; }"
    "process U { assume (y == 1); atomic { x = 1; join E; x = 2; } }"
    "process V { int(3) r; r = x; assert (r != 1); }",
    NULL, NULL },
  { "past a commit an atomic block is not entered",
    "model A; field volatile int(3) x, f; process P { f = 1; atomic { x = 1; x = 2; } }"
    "process Q { assume (f == 1); x = 3; } process R { int(3) r; r = x; assert (r != 3); "
    "}",
    NULL, NULL },
  { "past a commit no atomic block is entered that fails and stops everybody",
    "model A; field volatile int(3) f, x; process P { int(3) i; f = 1;"
    " atomic { i = x; assert (i == 1); } } process Q { int(3) r; r = f; assert (r != 1); "
    "}",
    NULL, NULL },
  { "past a commit no atomic block is entered that goes wrong",
    "model A; field volatile int(3) f, x = -1, a[2]; process P { int(3) i; f = 1;"
    " atomic { i = x; a[i] = 1; } } process Q { int(3) r; r = f; assert (r != 1); }",
    NULL, NULL },
  { "past a commit no atomic block is entered that does not end",
    "model A; field volatile int(3) f, x; process P { int(3) i; f = 1;"
    " atomic { i = x; while (true) { } } } process Q { int(3) r; r = f; assert (r != 1); "
    "}",
    NULL, NULL },
  { "past a commit nobody waits",
    "model A; field volatile int(2) f, g; process P { f = 1; assume (g == 1); f = 2; }"
    "process Q { int(2) r; r = f; assert (r != 1); }",
    NULL, NULL },
  { "past a commit a process that stays is seen",
    "model A; field volatile int(2) f; process P { f = 1; assume (1 == 2); }"
    "process Q { int(2) r; r = f; assert (r != 1); }",
    NULL, NULL },
  { "past a commit a process that runs for ever is seen",
    "model A; field volatile int(2) f; process P { f = 1; while (true) { } }"
    "process Q { int(2) r; r = f; assert (r != 1); }",
    NULL, NULL },
  { "what a predicate looks at is seen",
    "model A; field int(2) x; field volatile int(2) owner; exclusive x when (owner == "
    "self);"
    "process P { owner = 1; x = 1; owner = 0; } process Q { owner = 2; owner = 0; }",
    NULL, NULL },

  /* ---- reachability ---- */
  { "the writer is past its write",
    "model A; field int(2) x; field volatile int(2) y; process W { x = 1; y = 1; y = 0; }"
    "process P { int(2) a, b, c; a = x; b = x; c = x; assert (a <= b && b <= c); }"
    "process Y { int(2) r; r = y; assert (r < 2); }",
    "reachability", "phase" },
  { "the reader waits for the end of the writer",
    "model A; field int(3) x; process P { x = x + 1; x = x + 1; }"
    "process Q { join P; assert (x == 2); }",
    "reachability", "phase" },
  { "... for the end of another one",
    "model A; field volatile int(3) x; process P { x = 1; x = 2; } process S { }"
    "process Q { int(3) r; join S; r = x; assert (r != 1); }",
    NULL, NULL },
  { "... on some ways only",
    "model A; field volatile int(3) x; process P { x = 1; x = 2; }"
    "process Q { int(3) r; if (*) { join P; } r = x; assert (r != 1); }",
    NULL, NULL },
  { "the writer comes back in a loop",
    "model A; field volatile int(3) x, f; process W { int(3) i = 0;"
    " while (i < 2) { x = i; i = i + 1; assume (f == 1); } }"
    "process P { int(3) a, b; a = x; f = 1; b = x; assert (a == b); }",
    NULL, NULL },
  { "the writer is called again",
    "model A; field volatile int(3) x, f; proc w() { x = x + 1; }"
    "process W { call w(); assume (f == 1); call w(); }"
    "process P { int(3) a, b; a = x; f = 1; b = x; assert (a == b || a == 0); }",
    NULL, NULL },
  { "the writer writes after a call has returned",
    "model A; field volatile int(3) x, f; proc w() { assume (f == 1); }"
    "process W { call w(); x = 1; }"
    "process P { int(3) a, b; a = x; f = 1; b = x; assert (a == b); }",
    NULL, NULL },
  { "an assume reads, too",
    "model A; field volatile int(2) x, f, g; process R { assume (f == 1); assume (x == "
    "1);"
    " g = 1; } process P { int(2) r; x = 1; f = 1; x = 0; r = g; assert (r == 0); }",
    NULL, NULL },
  { "nobody else starts the other one",
    "model A; field int(3) x; process W { x = 3; }"
    "process M { int(3) a; x = 1; x = x + 1; a = x; assert (a == 2); start W; }",
    "reachability", "phase" },
  { "somebody else starts the other one",
    "model A; field volatile int(3) x, f; process W { x = 3; }"
    "process S { assume (f == 1); start W; }"
    "process M { int(3) a; x = 1; f = 1; a = x; assert (a == 1); }",
    NULL, NULL },
  { "the other one was started",
    "model A; field volatile int(3) x, f; process W { assume (f == 1); x = 3; }"
    "process M { int(3) a; start W; x = 1; f = 1; a = x; assert (a == 1); }",
    NULL, NULL },

  /* ---- static-pointer ---- */
  { "each has a cell",
    "model A; field int(3) a[2]; process P[2] { int(3) i = self - 1, v; a[i] = 1;"
    " a[i] = a[i] + 1; v = a[i]; assert (v == 2); }",
    "static-pointer", "phase" },
  { "each has a cell that was dealt out before",
    "model A; field int(3) a[2], part[2]; process P[2] { int(3) i = part[self - 1], v;"
    " a[i] = 1; a[i] = a[i] + 1; v = a[i]; assert (v == 2); }"
    "process M { if (*) { part[0] = 1; } else { part[1] = 1; } start P; }",
    "static-pointer", "phase" },
  { "each has a cell that its caller says",
    "model A; field int(3) a[2]; proc work(int(3) n) : int(3) { a[n] = 1; a[n] = a[n] + "
    "1;"
    " return a[n]; } proc mine(int(3) n) : int(3) { return n - 1; }"
    "process P[2] { int(3) i, v; i = call mine(self); v = call work(i); assert (v == 2); "
    "}",
    "static-pointer", "phase" },
  { "a cell, and later another one",
    "model A; field volatile int(3) a[2], f; process P { int(3) i = 1; a[i] = 1;"
    " assume (f == 1); i = 0; a[i] = 1; }"
    "process Q { int(3) v; a[0] = 2; f = 1; v = a[0]; assert (v == 2); }",
    NULL, NULL },
  { "the index is not final",
    "model A; field volatile int(3) a[2], f, k = 1; process P { int(3) i = k; a[i] = 1; }"
    "process K { assume (f == 1); k = 0; }"
    "process Q { int(3) v; a[0] = 2; f = 1; v = a[0]; assert (v == 2); }",
    NULL, NULL },
  { "the index of an index is not final",
    "model A; field volatile int(3) a[2], k[2] = 1, f;"
    "process P { int(3) i = k[0]; a[i] = 1; } process K { assume (f == 1); k[0] = 0; }"
    "process Q { int(3) v; a[0] = 2; f = 1; v = a[0]; assert (v == 2); }",
    NULL, NULL },
  { "the array is its own index",
    "model A; field volatile int(3) a[2] = 1, f; process P { int(3) i = a[0]; a[i] = 1; }"
    "process K { assume (f == 1); f = 2; }"
    "process Q { int(3) v; a[0] = 0; f = 1; v = a[0]; assert (v == 0); }",
    NULL, NULL },
  { "the index is cut to fewer bits",
    "model A; field volatile int(3) a[2], f; field int(4) k = 4;"
    "process P { int(2) i = k; a[i] = 1; } process K { assume (f == 1); f = 2; }"
    "process Q { int(3) v; a[0] = 2; f = 1; v = a[0]; assert (v == 2); }",
    NULL, NULL },
  { "the index is any",
    "model A; field volatile int(3) a[2], f; process P { int(2) i; assume (f == 1); i = "
    "*;"
    " assume (i >= 0); a[i] = 1; } process Q { int(3) v; a[0] = 2; f = 1; v = a[0]; "
    "assert (v == 2); }",
    NULL, NULL },
  { "the index comes from another call",
    "model A; field volatile int(3) a[2], f; proc w(int(3) n) { assume (f == 1); a[n] = "
    "1; }"
    "process P { call w(1); call w(0); }"
    "process Q { int(3) v; a[0] = 2; f = 1; v = a[0]; assert (v == 2); }",
    NULL, NULL },

  /* ---- monotonic-atomic ---- */
  { "once it is set it stays",
    "model A; field volatile int(2) t; process P[2] { int(2) r, s;"
    " atomic { r = t; if (r == 0) { t = self - 3; } } r = t; s = t; assert (r == s); }",
    "monotonic-atomic", "phase" },
  { "once it is set it stays, by assume",
    "model A; field volatile int(2) t; process P[2] { atomic { assume (t == 0); t = 1; } "
    "}"
    "process Q { int(2) r, s; assume (t != 0); r = t; s = t; assert (r == s); }",
    "monotonic-atomic", "phase" },
  { "the cell was read before the block",
    "model A; field volatile int(2) t; process P { int(2) r; r = t;"
    " atomic { if (r == 0) { t = -2; } } } process Q { int(2) r, s;"
    " atomic { r = t; if (r == 0) { t = 1; } } r = t; s = t; assert (r == s); }",
    NULL, NULL },
  { "others come in between",
    "model A; field volatile int(2) t; lock m; process P { int(2) r;"
    " atomic { r = t; sync m { if (r == 0) { t = -2; } } } }"
    "process Q { int(2) r, s; sync m { atomic { r = t; if (r == 0) { t = 1; } } }"
    " r = t; s = t; assert (r == s); }",
    NULL, NULL },
  { "the index has changed",
    "model A; field volatile int(2) t[2]; process P { int(2) i = 0, r;"
    " atomic { r = t[i]; i = 1; if (r == 0) { t[i] = -2; } } }"
    "process Q { int(2) r, s; atomic { r = t[1]; if (r == 0) { t[1] = 1; } }"
    " r = t[1]; s = t[1]; assert (r == s); }",
    NULL, NULL },
  { "another cell was compared",
    "model A; field volatile int(2) t[2]; process P { int(2) r;"
    " atomic { r = t[0]; if (r == 0) { t[1] = -2; } } }"
    "process Q { int(2) r, s; atomic { r = t[1]; if (r == 0) { t[1] = 1; } }"
    " r = t[1]; s = t[1]; assert (r == s); }",
    NULL, NULL },
  { "another field was compared",
    "model A; field volatile int(2) t, u; process P { int(2) r;"
    " atomic { r = u; if (r == 0) { t = -2; } } }"
    "process Q { int(2) r, s; atomic { r = t; if (r == 0) { t = 1; } }"
    " r = t; s = t; assert (r == s); }",
    NULL, NULL },
  { "the slot has changed",
    "model A; field volatile int(2) t; process P { int(2) r;"
    " atomic { r = t; r = 0; if (r == 0) { t = -2; } } }"
    "process Q { int(2) r, s; atomic { r = t; if (r == 0) { t = 1; } }"
    " r = t; s = t; assert (r == s); }",
    NULL, NULL },
  { "the comparison went the other way",
    "model A; field volatile int(2) t; process P { int(2) r;"
    " atomic { r = t; if (r == 0) { r = 1; } else { t = -2; } } }"
    "process Q { int(2) r, s; atomic { r = t; if (r == 0) { t = 1; } }"
    " r = t; s = t; assert (r == s); }",
    NULL, NULL },
  { "one way to the write has no comparison",
    "model A; field volatile int(2) t; process P { int(2) r; bool b = *;"
    " atomic { r = t; if (r == 0 || b) { t = -2; } } }"
    "process Q { int(2) r, s; atomic { r = t; if (r == 0) { t = 1; } }"
    " r = t; s = t; assert (r == s); }",
    NULL, NULL },
  { "the cell was written in between",
    "model A; field volatile int(2) t; process P { int(2) r;"
    " atomic { r = t; if (r == 0) { t = 1; t = -2; } } }"
    "process Q { int(2) r, s; r = t; s = t; assert (r == s || r == 0); }",
    NULL, NULL },
  { "somebody writes without comparing",
    "model A; field volatile int(2) t; process Z { t = -1; } process P[2] { int(2) r, s;"
    " atomic { r = t; if (r == 0) { t = 1; } } r = t; s = t; assert (r == s); }",
    NULL, NULL },
  { "the value is the one that is expected",
    "model A; field volatile int(2) t; process P { int(2) r;"
    " atomic { r = t; if (r == 1) { t = -2; } } }"
    "process Q { int(2) r, s; atomic { r = t; if (r == 0) { t = 1; } }"
    " r = t; s = t; assert (r == s); }",
    NULL, NULL },
  { "true is the one that is expected",
    "model A; field volatile bool t = true, f; process P { bool r;"
    " atomic { r = t; if (r) { t = false; } } }"
    "process Q { bool r, s; r = t; f = true; s = t; assert (r == s); }"
    "process K { assume (f); f = false; }",
    NULL, NULL },
  { "the slot is narrower than the field",
    "model A; field volatile int(4) t; process P { int(2) r;"
    " atomic { r = t; if (r == 0) { t = 2; } } }"
    "process Q { int(4) r, s; t = 4; r = t; s = t; assert (r == s); }",
    NULL, NULL },

  /* ---- locks ---- */
  { "a lock that was chosen before",
    "model A; field int(2) k, x; lock l[2]; process P[2] { int(2) i = k, v;"
    " sync l[i] { x = 1; x = x + 1; v = x; x = 0; } assert (v == -2); }"
    "process M { if (*) { k = 1; } start P; }",
    "locks", "phase" },
  { "a lock for each cell",
    "model A; field int(2) a[2]; lock l[2]; process P[2] { int(3) i = 0; int(2) v;"
    " while (i < 2) { sync l[i] { a[i] = 1; v = a[i]; a[i] = 0; } assert (v == 1);"
    " i = i + 1; } }",
    "locks", "phase" },
  { "a lock for every other cell",
    "model A; field int(2) a[3]; lock l[2]; process P[2] { int(3) i = 0; int(2) v;"
    " while (i < 3) { sync l[i % 2] { a[i] = 1; v = a[i]; a[i] = 0; } assert (v == 1);"
    " i = i + 1; } }",
    "locks", "phase" },
  { "an index, and a constant",
    "model A; field int(2) k, x; lock l[2]; process P { int(2) i = k, v;"
    " sync l[i] { x = 1; v = x; x = 0; } assert (v == 1); }"
    "process Q { sync l[0] { x = -1; x = 0; } }",
    "locks", "phase" },
  { "another lock",
    "model A; field int(2) x; lock l[2]; process P { int(2) i = 0, v;"
    " sync l[i] { x = 1; v = x; } assert (v == 1); }"
    "process Q { int(2) i = 1; sync l[i] { x = 0; } }",
    NULL, NULL },
  { "the lock of another cell",
    "model A; field int(2) a[2]; lock l[2]; process P { int(2) i = 0, v;"
    " sync l[i] { a[i] = 1; v = a[i]; } assert (v == 1); }"
    "process Q { int(2) i = 0; sync l[1 - i] { a[i] = 0; } }",
    NULL, NULL },
  { "the index changes once the lock is held",
    "model A; field int(2) a[2]; lock l[2]; process P { int(2) i = 0, v;"
    " sync l[i] { a[i] = 1; v = a[i]; } assert (v == 1); }"
    "process Q { int(2) i = 1; sync l[i] { i = 0; a[i] = 0; } }",
    NULL, NULL },
  { "the lock depends on who takes it",
    "model A; field int(3) a[4]; lock l[4]; process P { int(3) i = 0, v;"
    " sync l[(i + self) % 4] { a[i] = 1; v = a[i]; } assert (v == 1); }"
    "process Q { int(3) i = 0; sync l[(i + self) % 4] { a[i] = 2; } }",
    NULL, NULL },
  { "which lock is not final",
    "model A; field volatile int(2) x, f, k; lock l[2]; process P { int(2) i = k;"
    " sync l[i] { x = 1; } } process K { assume (f == 1); k = 1; }"
    "process Q { int(2) i = 0, v; sync l[i] { x = -2; f = 1; v = x; } assert (v == -2); "
    "}",
    NULL, NULL },
  { "the lock is given back before the access",
    "model A; field volatile int(2) x, f; lock l[2]; process P { int(2) i = 0; sync l[i] "
    "{ }"
    " assume (f == 1); x = 1; }"
    "process Q { int(2) i = 0, v; sync l[i] { x = -2; f = 1; v = x; } assert (v == -2); "
    "}",
    NULL, NULL },
  { "who holds the lock does not access under it",
    "model A; field volatile int(2) x, f; lock m; process P { sync m { x = 1; } }"
    "process Q { int(2) v; x = -2; f = 1; v = x; assert (v == -2); }"
    "process K { assume (f == 1); f = 0; }",
    NULL, NULL },
  { "a lock is given back while others wait",
    "model A; field volatile int(2) x, f; lock l[2]; process P { int(2) i = 0; assume (f "
    "== 1);"
    " sync l[i] { x = 1; } } process Q { int(2) v; sync l[0] { x = -2; wait l[0]; f = 1; "
    "wait l[0];"
    " v = x; } assert (v == -2); }",
    NULL, NULL },
};

#endif
