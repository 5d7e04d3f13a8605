/* lock_families.c -- see lock_families.h.
 *
 * A Reader reads a and b in a unit, a Writer writes b and a (pattern 12).  Which locks a
 * process holds is a matter of choices, which procedures make one after the other: the
 * last one is called under exponentially many sets of locks.  Some families recurse,
 * so that also the number of acquisitions has no bound.
 */
#include <config.h>

#include "lock_families.h"

#include "chance.h"

#include <assert.h>
#include <inttypes.h>

/* ---- pieces of text ---------------------------------------------------- */

/* COUNT locks for each letter of ROWS, and the guard g if GUARDED. */
static void
put_locks (FILE *out, const char *rows, uint32_t count, bool guarded)
{
  fputs (guarded ? "field a, b;\nlock g" : "field a, b;\nlock", out);
  bool first = !guarded;
  for (; *rows; rows++)
    for (uint32_t i = 0; i < count && !ferror (out); i++, first = false)
      fprintf (out, "%s%s%c%" PRIu32, first ? "" : ",", i % 16 == 0 ? "\n  " : " ", *rows,
               i + 1);
  fputs (";\n\n", out);
}

static const char *
verb_of (bool reader)
{
  return reader ? "read" : "write";
}

/* A Reader's first access is `read a;`, a Writer's `write b;`. */
static void
put_access (FILE *out, const struct families_params *params, bool reader, bool second)
{
  fprintf (out, "%s %c", verb_of (reader), reader == !second ? 'a' : 'b');
  if (params->positions)
    fprintf (out, " @\"%s.java:%d\"", reader ? "Reader" : "Writer", second + 1);
  fputs ("; ", out);
}

static void
put_accesses (FILE *out, const struct families_params *params, bool reader)
{
  put_access (out, params, reader, false);
  put_access (out, params, reader, true);
}

/* `choose { ... } or { ... }`: what stands before alternative I. */
static void
put_alternative (FILE *out, uint32_t i)
{
  fputs (i == 0 ? "\n  choose { " : "\n  or { ", out);
}

/* COUNT processes with BODY, which is in a unit; under the guard if GUARDED. */
static void
put_process (FILE *out, const struct families_params *params, bool reader,
             const char *body, bool guarded)
{
  const uint32_t copies
    = reader ? params->processes - params->processes / 2 : params->processes / 2;
  fprintf (out, "process %s", reader ? "Reader" : "Writer");
  if (copies > 1)
    fprintf (out, "[%" PRIu32 "]", copies);
  fprintf (out, " { %sunit { %s } }%s\n", guarded ? "sync g { " : "", body,
           guarded ? " }" : "");
}

/* Procedures P1 .. Pk, each of which takes one of the locks l_i, and if there are two or
 * three rows m_i or n_i in its place, and calls the next one; the last one reads, or does
 * what LAST says. */
static void
put_choosers (FILE *out, const struct families_params *params, const char *rows,
              const char *last)
{
  for (uint32_t i = 1; i <= params->locks && !ferror (out); i++)
    {
      fprintf (out, "proc p%" PRIu32 " {", i);
      for (uint32_t r = 0; rows[r]; r++)
        {
          put_alternative (out, r);
          fprintf (out, "sync %c%" PRIu32 " { ", rows[r], i);
          if (i < params->locks)
            fprintf (out, "call p%" PRIu32 "; ", i + 1);
          else if (last)
            fputs (last, out);
          else
            put_accesses (out, params, true);
          fputs ("} }", out);
        }
      fputs ("\n}\n", out);
    }
}

/* The Writer takes WIDTH locks of any one of k rows. */
static void
put_row_writer (FILE *out, const struct families_params *params, const char *rows,
                uint32_t width)
{
  fputs ("proc w {", out);
  for (uint32_t i = 0; i < params->locks && !ferror (out); i++)
    {
      put_alternative (out, i);
      for (uint32_t r = 0; r < width; r++)
        fprintf (out, "sync %c%" PRIu32 " { ", rows[r], i + 1);
      put_accesses (out, params, false);
      for (uint32_t r = 0; r <= width; r++)
        fputs (r < width ? "} " : "}", out);
    }
  fputs ("\n}\n", out);
}

/* ---- rows of locks ----------------------------------------------------- */

/* pairs: the Reader nests one lock of each of k pairs, the Writer takes both of any one.
 *
 *     proc p1 { choose { sync l1 { call p2; } } or { sync m1 { call p2; } } }  // and so
 * on proc w { choose { sync l1 { sync m1 { write b; write a; } } } or ... }
 *
 * broken: the Writer takes one lock of a pair only.
 */
void
locks_write_pairs (FILE *out, const struct families_params *params)
{
  put_locks (out, "lm", params->locks, false);
  put_choosers (out, params, "lm", NULL);
  put_row_writer (out, params, "lm", params->safe ? 2 : 1);
  put_process (out, params, true, "call p1;", false);
  put_process (out, params, false, "call w;", false);
}

/* rows: the same with k rows of three locks, 3^k sets of them.
 *
 * broken: the Writer takes two of a row.
 */
void
locks_write_rows (FILE *out, const struct families_params *params)
{
  put_locks (out, "lmn", params->locks, false);
  put_choosers (out, params, "lmn", NULL);
  put_row_writer (out, params, "lmn", params->safe ? 3 : 2);
  put_process (out, params, true, "call p1;", false);
  put_process (out, params, false, "call w;", false);
}

/* ---- locks in a circle ------------------------------------------------- */

/* COUNT locks from FIRST on, counted from 0, in a circle of k. */
static void
put_arc (FILE *out, const struct families_params *params, uint32_t first, uint32_t count)
{
  for (uint32_t i = 0; i < count && !ferror (out); i++)
    fprintf (out, "sync l%" PRIu32 " { ", (first + i) % params->locks + 1);
}

static void
put_ends (FILE *out, uint32_t count)
{
  for (uint32_t i = 0; i < count && !ferror (out); i++)
    fputs ("} ", out);
}

/* The procedure `NAME { choose { call LETTER1; } or { call LETTER2; } .. }`. */
static void
put_any (FILE *out, char name, char letter, uint32_t count)
{
  fprintf (out, "proc %c {", name);
  for (uint32_t i = 0; i < count && !ferror (out); i++)
    {
      put_alternative (out, i);
      fprintf (out, "call %c%" PRIu32 "; }", letter, i + 1);
    }
  fputs ("\n}\n", out);
}

/* window: recursive.  Each level holds a window of locks in a circle of k, all but three
 * of them, but more than half, and touches the next one; then comes any level.
 *
 *     proc r1 { sync l1 { sync l2 { .. sync l(k-2) { } read a; if (*) { call r; } read b;
 * } } } proc r { choose { call r1; } or { call r2; } .. }
 *
 * Any two windows have a lock in common.
 * broken: a window is left and taken again between the two accesses.
 */
void
locks_write_window (FILE *out, const struct families_params *params)
{
  const uint32_t half = params->locks / 2 + 1;
  assert (params->locks >= 4);
  const uint32_t width = params->locks - 3 > half ? params->locks - 3 : half;
  put_locks (out, "l", params->locks, false);
  for (int reader = 1; reader >= 0; reader--)
    {
      const char letter = reader ? 'r' : 'w';
      for (uint32_t i = 0; i < params->locks && !ferror (out); i++)
        {
          fprintf (out, "proc %c%" PRIu32 " {\n  ", letter, i + 1);
          put_arc (out, params, i, width + 1);
          fputs ("} ", out);
          put_access (out, params, reader, false);
          fprintf (out, "if (*) { call %c; } ", letter);
          if (!params->safe)
            {
              put_ends (out, width);
              fputs ("\n  ", out);
              put_arc (out, params, i, width);
            }
          put_access (out, params, reader, true);
          put_ends (out, width);
          fputs ("\n}\n", out);
        }
      put_any (out, letter, letter, params->locks);
    }
  put_process (out, params, true, "call r;", false);
  put_process (out, params, false, "call w;", false);
}

/* spiral: recursive.  A process starts at any lock of a circle of k and takes the next
 * ones as long as it likes.
 *
 *     proc r1 { sync l1 { choose { call r2; } or { read a; read b; } } }   // and so on
 *
 * The Writer takes all of them, from any lock on; broken: half of them.
 */
void
locks_write_spiral (FILE *out, const struct families_params *params)
{
  const uint32_t count = params->locks;
  put_locks (out, "l", count, false);
  for (uint32_t i = 0; i < count && !ferror (out); i++)
    {
      fprintf (out,
               "proc r%" PRIu32 " { sync l%" PRIu32 " { choose { call r%" PRIu32
               "; } or { ",
               i + 1, i + 1, (i + 1) % count + 1);
      put_accesses (out, params, true);
      fputs ("} } }\n", out);
    }
  put_any (out, 's', 'r', count);
  const uint32_t width = params->safe ? count : (count + 1) / 2;
  fputs ("proc w {", out);
  for (uint32_t i = 0; i < count && !ferror (out); i++)
    {
      put_alternative (out, i);
      put_arc (out, params, i, width);
      put_accesses (out, params, false);
      put_ends (out, width);
      putc ('}', out);
    }
  fputs ("\n}\n", out);
  put_process (out, params, true, "call s;", false);
  put_process (out, params, false, "call w;", false);
}

/* ---- locks in any order ------------------------------------------------ */

/* majority: each process holds up to a majority of k locks, taken in any order, for each
 * of its accesses.
 *
 *     proc ra1 { choose { sync l1 { call ra2; } } or { sync l2 { call ra2; } } .. }
 *
 * and the last one of them reads a.  broken: it lets go between its accesses; safe: g
 * around the unit.
 */
void
locks_write_majority (FILE *out, const struct families_params *params)
{
  const uint32_t count = params->locks, most = count / 2 + 1;
  put_locks (out, "l", count, params->safe);
  for (int which = 0; which < 4; which++)
    for (uint32_t depth = 1; depth <= most && !ferror (out); depth++)
      {
        const bool reader = which < 2, second = which % 2 == 1;
        const char *name = reader ? (second ? "rb" : "ra") : (second ? "wa" : "wb");
        fprintf (out, "proc %s%" PRIu32 " {", name, depth);
        for (uint32_t i = 0; i < count && !ferror (out); i++)
          {
            put_alternative (out, i);
            fprintf (out, "sync l%" PRIu32 " { ", i + 1);
            if (depth < most)
              fprintf (out, "call %s%" PRIu32 "; ", name, depth + 1);
            else
              put_access (out, params, reader, second);
            fputs ("} }", out);
          }
        fputs ("\n}\n", out);
      }
  put_process (out, params, true, "call ra1; call rb1;", params->safe);
  put_process (out, params, false, "call wb1; call wa1;", params->safe);
}

/* tower: recursive.  A process takes any locks in any order, as many as it likes, reads
 * or writes at any depth, and goes on.
 *
 *     proc ra { choose { sync l1 { call ra; } } or .. or { read a; } }
 *
 * broken: it lets go between its accesses; safe: g around the unit.
 */
void
locks_write_tower (FILE *out, const struct families_params *params)
{
  put_locks (out, "l", params->locks, params->safe);
  for (int which = 0; which < 4; which++)
    {
      const bool reader = which < 2, second = which % 2 == 1;
      const char *name = reader ? (second ? "rb" : "ra") : (second ? "wa" : "wb");
      fprintf (out, "proc %s {", name);
      for (uint32_t i = 0; i < params->locks && !ferror (out); i++)
        {
          put_alternative (out, i);
          fprintf (out, "sync l%" PRIu32 " { call %s; } }", i + 1, name);
        }
      put_alternative (out, 1);
      put_access (out, params, reader, second);
      fputs ("}\n}\n", out);
    }
  put_process (out, params, true, "call ra; call rb;", params->safe);
  put_process (out, params, false, "call wb; call wa;", params->safe);
}

/* shuttle: recursive.  A process goes down a stair of locks, the Reader from the first
 * on, the Writer from the last on, round and round; on its way up it touches a lock for
 * each level, one of two.
 *
 *     proc r1 { sync l1 {
 *       if (*) { read a; } if (*) { call r2; }
 *       choose { sync m1 { } } or { sync n1 { } } if (*) { read b; } } }
 *
 * broken: as it is, both may stay on their first step; safe: g around the unit.
 */
void
locks_write_shuttle (FILE *out, const struct families_params *params)
{
  const uint32_t count = params->locks;
  put_locks (out, "lmn", count, params->safe);
  for (int reader = 1; reader >= 0; reader--)
    for (uint32_t i = 0; i < count && !ferror (out); i++)
      {
        const char letter = reader ? 'r' : 'w';
        const uint32_t lock = reader ? i + 1 : count - i;
        fprintf (out, "proc %c%" PRIu32 " { sync l%" PRIu32 " {\n  if (*) { ", letter,
                 i + 1, lock);
        put_access (out, params, reader, false);
        fprintf (out,
                 "} if (*) { call %c%" PRIu32 "; }\n  choose { sync m%" PRIu32
                 " { } } or { sync n%" PRIu32 " { } } if (*) { ",
                 letter, (i + 1) % count + 1, lock, lock);
        put_access (out, params, reader, true);
        fputs ("} } }\n", out);
      }
  put_process (out, params, true, "call r1;", params->safe);
  put_process (out, params, false, "call w1;", params->safe);
}

/* ---- satisfiability ---------------------------------------------------- */

/* The literals of clause NUMBER, or of one of the last eight, which contradict each
 * other. */
static void
put_clause (FILE *out, const struct families_params *params, struct chance *chance,
            uint32_t number, uint32_t planted)
{
  const uint32_t count = params->locks;
  const uint32_t first = chance_below (chance, count);
  const uint32_t kept = chance_below (chance, 3);
  fputs ("\n   ", out);
  for (uint32_t i = 0; i < 3; i++)
    {
      const uint32_t skip = chance_below (chance, (count - 1) / 2);
      uint32_t variable = (first + i * (1 + skip)) % count;
      bool negated = chance_below (chance, 2) == 1;
      if (number >= params->size)
        {
          variable = i;
          negated = (number - params->size) >> i & 1;
        }
      else if (!params->safe && i == kept)
        negated = !(planted >> variable % 32 & 1);
      fprintf (out, "%s sync %c%" PRIu32 " { } }", i == 0 ? " choose {" : " or {",
               negated ? 'm' : 'l', variable + 1);
    }
}

/* formula: the Reader holds, of each of k variables, the lock of the literal that is
 * false, during its unit.  The Writer touches, between its writes, the lock of a literal
 * of each of n clauses, which is free iff the literal is true.  So there is a violation
 * (pattern 12) iff the clauses can be satisfied: this is the proof of theorem 3 in
 * doc/theory.md, with two processes.  The lock g makes the Writer write in one piece.
 *
 *     proc p1 { choose { sync l1 { call p2; } } or { sync m1 { call p2; } } }  // and so
 * on proc w { sync g { write b; choose { sync l4 { } } or { sync m2 { } } or { .. } ..
 * write a; } }
 *
 * Literals are drawn from the seed.  broken: an assignment that satisfies all clauses is
 * drawn first; safe: eight more clauses have the same three variables.
 */
void
locks_write_formula (FILE *out, const struct families_params *params)
{
  struct chance chance = { chance_mix (params->seed) };
  const uint32_t planted = chance_below (&chance, UINT32_MAX);
  assert (params->locks >= 3);
  put_locks (out, "lm", params->locks, true);
  put_choosers (out, params, "lm", "call r; ");
  fputs ("proc r { sync g { ", out);
  put_access (out, params, true, false);
  fputs ("} sync g { ", out);
  put_access (out, params, true, true);
  fputs ("} }\nproc w { sync g {\n    ", out);
  put_access (out, params, false, false);
  const uint32_t core = params->safe ? 8 : 0;
  for (uint32_t c = 0; c < params->size + core && !ferror (out); c++)
    put_clause (out, params, &chance, c, planted);
  fputs ("\n    ", out);
  put_access (out, params, false, true);
  fputs ("\n} }\n", out);
  put_process (out, params, true, "call p1;", false);
  put_process (out, params, false, "call w;", false);
}
