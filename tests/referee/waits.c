/* waits.c -- see waits.h.
 *
 * A wait is for the lock that was taken last; a notify is for any lock that is held. Half
 * of the waits stand in a loop over a condition, as they should.
 */
#include <config.h>

#include "waits.h"

#include <assert.h>

#include "models/families/chance.h"

#define LOCKS 2
#define MOST_HELD 2
#define DEEPEST 3

struct waits
{
  FILE *out;
  struct chance chance;
  uint32_t held[MOST_HELD]; /* locks, the last one taken last */
  uint32_t holds;
  bool in_loop, in_atomic;
  bool has_worker; /* a process that the first one starts and may join */
};

static uint32_t
below (struct waits *w, uint32_t limit)
{
  return (uint32_t) chance_below (&w->chance, limit);
}

static bool
percent (struct waits *w, uint32_t of)
{
  return chance_percent (&w->chance, of);
}

static void
write_condition (struct waits *w)
{
  static const char *const conditions[]
    = { "b0",     "!b0",    "b1",     "!b1",       "n == 0",
        "n != 0", "n == 1", "n <= 0", "b0 && !b1", "n == 1 || b0" };
  fputs (percent (w, 10) ? "*" : conditions[below (w, 10)], w->out);
}

static void
write_assignment (struct waits *w)
{
  static const char *const assignments[]
    = { "b0 = true;", "b0 = false;", "b1 = true;", "b1 = !b1;", "b0 = !b0;",
        "n = n + 1;", "n = 0;",      "n = 1;",     "n = n - 1;" };
  fputs (assignments[below (w, 9)], w->out);
  fputc ('\n', w->out);
}

static void write_block (struct waits *w, uint32_t depth);

static bool
is_held (const struct waits *w, uint32_t lock)
{
  for (uint32_t i = 0; i < w->holds; i++)
    if (w->held[i] == lock)
      return true;
  return false;
}

static void
write_sync (struct waits *w, uint32_t depth)
{
  uint32_t lock = below (w, LOCKS);
  bool again = is_held (w, lock);
  fprintf (w->out, "sync l%u ", (unsigned) lock);
  if (!again)
    w->held[w->holds++] = lock;
  write_block (w, depth - 1);
  w->holds -= !again;
}

/* In a loop over its condition, or not. */
static void
write_wait (struct waits *w)
{
  uint32_t lock = w->held[w->holds - 1];
  if (percent (w, 85))
    {
      fputs (percent (w, 80) ? "while (" : "if (", w->out);
      write_condition (w);
      fprintf (w->out, ") { wait l%u; }\n", (unsigned) lock);
    }
  else
    fprintf (w->out, "wait l%u;\n", (unsigned) lock);
}

static void
write_branch (struct waits *w, uint32_t depth)
{
  bool loops = percent (w, 30), outer = w->in_loop;
  fputs (loops ? "while (" : "if (", w->out);
  write_condition (w);
  fputs (") ", w->out);
  w->in_loop |= loops;
  write_block (w, depth - 1);
  w->in_loop = outer;
  if (loops || !percent (w, 30))
    return;
  fputs ("else ", w->out);
  write_block (w, depth - 1);
}

static void
write_atomic (struct waits *w)
{
  fputs ("atomic { assume (", w->out);
  write_condition (w);
  fputs (");\n", w->out);
  write_assignment (w);
  fputs ("}\n", w->out);
}

static void
write_statement (struct waits *w, uint32_t depth)
{
  uint32_t kind = below (w, 100);
  if (w->holds > 0 && kind < 14)
    write_wait (w);
  else if (w->holds > 0 && kind < 38)
    fprintf (w->out, "%s l%u;\n", percent (w, 65) ? "notify" : "notifyall",
             (unsigned) w->held[below (w, w->holds)]);
  else if (depth > 0 && w->holds < MOST_HELD && kind < 62)
    write_sync (w, depth);
  else if (depth > 0 && kind < 74)
    write_branch (w, depth);
  else if (kind < 77)
    {
      fputs ("assume (", w->out);
      write_condition (w);
      fputs (");\n", w->out);
    }
  else if (kind < 79)
    write_atomic (w);
  else if (kind < 81)
    {
      fputs ("assert (", w->out);
      fputs (percent (w, 50) ? "b0);\n" : "n <= 0);\n", w->out);
    }
  else if (kind < 84)
    fputs (w->in_loop ? "break;\n" : "return;\n", w->out);
  else if (kind < 88)
    fputs ("call p;\n", w->out);
  else
    write_assignment (w);
}

static void
write_block (struct waits *w, uint32_t depth)
{
  assert (w->holds <= MOST_HELD);
  fputs ("{\n", w->out);
  for (uint32_t left = 1 + below (w, 3); left > 0; left--)
    write_statement (w, depth);
  fputs ("}\n", w->out);
}

static void
write_process (struct waits *w, const char *name, uint32_t copies, bool starts)
{
  fprintf (w->out, "process %s", name);
  if (copies > 1)
    fprintf (w->out, "[%u]", (unsigned) copies);
  fputs (" {\n", w->out);
  if (starts)
    fputs ("start Worker;\n", w->out);
  bool endless = percent (w, 15);
  w->in_loop = endless;
  fputs (endless ? "loop " : "", w->out);
  write_block (w, DEEPEST);
  w->in_loop = false;
  if (starts && !endless && percent (w, 70))
    fputs ("join Worker;\n", w->out);
  fputs ("}\n", w->out);
}

void
waits_write (FILE *out, uint64_t seed)
{
  struct waits w = { .out = out, .chance = { seed } };
  w.has_worker = percent (&w, 35);
  fprintf (out, "field bool b0%s, b1;\nfield int(2) n%s;\nlock l0, l1;\n",
           percent (&w, 20) ? " = *" : "", percent (&w, 20) ? " = 1" : "");
  fputs ("proc p {\nif (", out);
  write_condition (&w);
  fputs (") { return; }\nsync l0 {\n", out);
  write_assignment (&w);
  fputs (percent (&w, 50) ? "notify l0;\n}\n}\n" : "}\n}\n", out);
  write_process (&w, "First", 1, w.has_worker);
  if (w.has_worker)
    write_process (&w, "Worker", 1 + below (&w, 2), false);
  write_process (&w, "Other", 1 + below (&w, 2), false);
}
