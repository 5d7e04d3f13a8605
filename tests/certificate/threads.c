/* threads.c -- see threads.h.
 *
 * A process starts only processes after it and joins any other, so that most starts can
 * happen and some joins cannot.  `pause', a procedure, waits for a lock of its caller,
 * and ends its caller's unit; nobody returns from `stay'.
 *
 * Every third model is a crowded one: more copies, and hardly anything but locks within
 * locks, starts and joins.  Its circles have several lengths.
 */
#include <config.h>

#include "threads.h"

#include <stdio.h>
#include <stdlib.h>

#include "models/families/chance.h"

#define MOST_PROCESSES 4

struct maker
{
  struct chance chance;
  FILE *out;
  uint32_t processes;
  bool crowded;
  uint32_t copies[MOST_PROCESSES];
  uint32_t self;  /* the process whose body is made */
  uint32_t left;  /* statements that its body may still have */
  bool locked[3]; /* held here */
};

static void
make_access (struct maker *m)
{
  bool writes = chance_percent (&m->chance, 50);
  fprintf (m->out, "%s %c; ", writes ? "write" : "read",
           'x' + (char) chance_below (&m->chance, 2));
}

/* A start or a join of another process, of all of its copies or of one. */
static void
make_order (struct maker *m)
{
  uint32_t whom
    = (m->self + 1 + chance_below (&m->chance, m->processes - 1)) % m->processes;
  bool starts = whom > m->self && chance_percent (&m->chance, m->crowded ? 20 : 60);
  fprintf (m->out, "%s P%u", starts ? "start" : "join", (unsigned) whom);
  if (m->copies[whom] > 1 && chance_percent (&m->chance, 50))
    fprintf (m->out, "[%u]", (unsigned) chance_below (&m->chance, m->copies[whom]));
  fputs ("; ", m->out);
}

static void make_statements (struct maker *m, uint32_t last);

static void
make_sync (struct maker *m)
{
  uint32_t lock = chance_below (&m->chance, 3);
  bool outermost = !m->locked[lock];
  m->locked[lock] = true;
  fprintf (m->out, "sync %c { ", 'a' + (char) lock);
  make_statements (m, outermost ? lock : UINT32_MAX);
  fputs ("} ", m->out);
  m->locked[lock] = !outermost;
}

/* In a crowded model. */
static void
make_crowded (struct maker *m)
{
  uint32_t what = chance_below (&m->chance, 100);
  m->left--;
  if (what < 75)
    make_sync (m);
  else if (what < 90)
    make_order (m);
  else
    make_access (m);
}

/* LAST: the lock that was acquired last, or UINT32_MAX. */
static void
make_statement (struct maker *m, uint32_t last)
{
  if (m->crowded)
    {
      make_crowded (m);
      return;
    }
  uint32_t what = chance_below (&m->chance, 100);
  bool branches = what >= 85 && what < 93;
  m->left--;
  if (what < 25 || m->left == 0)
    make_access (m);
  else if (what < 27)
    fputs ("call stay; ", m->out);
  else if (what < 40)
    make_sync (m);
  else if (what < 68)
    make_order (m);
  else if (what < 85)
    {
      fputs ("unit { ", m->out);
      make_statements (m, last);
      fputs ("} ", m->out);
    }
  else if (branches)
    {
      fputs (what < 90 ? "if (*) { " : "while (*) { ", m->out);
      make_statements (m, last);
      fputs ("} ", m->out);
    }
  else if (last != UINT32_MAX)
    fprintf (m->out, what < 96 ? "wait %c; " : "call pause%c; ", 'a' + (char) last);
  else
    make_access (m);
}

static void
make_statements (struct maker *m, uint32_t last)
{
  uint32_t count = 1 + chance_below (&m->chance, 3);
  for (uint32_t i = 0; i < count && m->left > 0; i++)
    make_statement (m, last);
}

char *
threads_model (uint64_t seed)
{
  char *text = NULL;
  size_t length = 0;
  struct maker m = { .chance = { chance_mix (seed) } };
  m.out = open_memstream (&text, &length);
  if (!m.out)
    abort ();
  fputs ("model T;\nfield x, y;\nlock a, b, c;\natomicset S { x, y }\n", m.out);
  for (char lock = 'a'; lock <= 'c'; lock++)
    fprintf (m.out, "proc pause%c { sync %c { read x; wait %c; } }\n", lock, lock, lock);
  fputs ("proc stay { call stay; }\n", m.out);
  m.crowded = seed % 3 == 0;
  m.processes = m.crowded ? 2 : 2 + chance_below (&m.chance, MOST_PROCESSES - 1);
  for (uint32_t p = 0; p < m.processes; p++)
    m.copies[p] = chance_percent (&m.chance, m.crowded ? 60 : 25)
                    ? 2 + (uint32_t) (m.crowded && chance_percent (&m.chance, 40))
                    : 1;
  for (m.self = 0; m.self < m.processes; m.self++)
    {
      m.left = 4 + chance_below (&m.chance, m.crowded ? 12 : 7);
      fprintf (m.out, "process P%u", (unsigned) m.self);
      if (m.copies[m.self] > 1)
        fprintf (m.out, "[%u]", (unsigned) m.copies[m.self]);
      fputs (" { ", m.out);
      while (m.left > 0)
        make_statement (&m, UINT32_MAX);
      fputs ("}\n", m.out);
    }
  fclose (m.out);
  return text;
}
