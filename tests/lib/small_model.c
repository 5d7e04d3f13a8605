/* small_model.c -- see small_model.h.
 *
 * Most models begin with starts of some processes by the first one.  A process starts
 * and joins processes that come after it, now and then any other; so most models do
 * something after their joins, and some have joins that never end.
 */
#include <config.h>

#include "tests/lib/small_model.h"

#include <stdbool.h>

#define LOCKS 3
#define DEPTH 8

struct writer
{
  FILE *file;
  uint64_t state;
  uint32_t processes, copies; /* the last process has this number of copies */
  uint32_t own;
  uint32_t locks[DEPTH]; /* held, the outermost acquisitions, the last one last */
  uint32_t held;
};

static uint32_t
draw (struct writer *w, uint32_t below)
{
  w->state = w->state * UINT64_C (6364136223846793005) + UINT64_C (1442695040888963407);
  return (uint32_t) (w->state >> 33) % below;
}

static void write_block (struct writer *w, uint32_t statements, uint32_t depth);

static void
write_sync (struct writer *w, uint32_t statements, uint32_t depth)
{
  uint32_t lock = draw (w, LOCKS);
  bool nested = false;
  for (uint32_t i = 0; i < w->held; i++)
    nested |= w->locks[i] == lock;
  if (!nested)
    w->locks[w->held++] = lock;
  fprintf (w->file, "sync l%u ", (unsigned) lock);
  write_block (w, statements, depth + 1);
  w->held -= !nested;
}

/* A start or join of another process, or of one copy of the last. */
static void
write_order (struct writer *w, const char *word)
{
  uint32_t whom = w->own + 1 < w->processes && draw (w, 4)
                    ? w->own + 1 + draw (w, w->processes - w->own - 1)
                    : draw (w, w->processes);
  if (whom == w->own)
    {
      fprintf (w->file, "skip; ");
      return;
    }
  fprintf (w->file, "%s P%u", word, (unsigned) whom);
  if (whom + 1 == w->processes && w->copies > 1 && draw (w, 2))
    fprintf (w->file, "[%u]", (unsigned) draw (w, w->copies));
  fprintf (w->file, "; ");
}

static void
write_statement (struct writer *w, uint32_t depth)
{
  uint32_t inner = 1 + draw (w, 2);
  if (w->held == 1 && draw (w, 3) == 0)
    {
      write_sync (w, 1, depth);
      return;
    }
  switch (draw (w, depth < 3 ? 16 : 8))
    {
    case 0:
    case 1: fprintf (w->file, "read %c; ", "ab"[draw (w, 2)]); break;
    case 2:
    case 3: fprintf (w->file, "write %c; ", "ab"[draw (w, 2)]); break;
    case 4: fprintf (w->file, "write a; "); break;
    case 5: write_order (w, draw (w, 4) ? "join" : "start"); break;
    case 6:
    case 7:
      if (w->held > 0)
        fprintf (w->file, "wait l%u; ", (unsigned) w->locks[w->held - 1]);
      else
        write_sync (w, inner, depth);
      break;
    case 8:
    case 9:
    case 10:
    case 11: write_sync (w, inner, depth); break;
    case 12:
    case 13:
      fprintf (w->file, "unit ");
      write_block (w, inner, depth + 1);
      break;
    case 14:
      fprintf (w->file, "if (*) ");
      write_block (w, inner, depth + 1);
      break;
    default:
      fprintf (w->file, draw (w, 2) ? "while (*) " : "unit ");
      write_block (w, 1, depth + 1);
      break;
    }
}

static void
write_block (struct writer *w, uint32_t statements, uint32_t depth)
{
  fprintf (w->file, "{ ");
  for (uint32_t i = 0; i < statements; i++)
    write_statement (w, depth);
  fprintf (w->file, "} ");
}

void
small_model_write (FILE *file, uint64_t seed)
{
  struct writer w = { .file = file, .state = seed * 2654435761u };
  for (int i = 0; i < 8; i++)
    draw (&w, 2);
  w.processes = 2 + draw (&w, 2);
  w.copies = 1 + draw (&w, 2);
  fprintf (file, "field a, b; lock l0, l1, l2;\n");
  for (w.own = 0; w.own < w.processes; w.own++)
    {
      bool last = w.own + 1 == w.processes;
      fprintf (file, last && w.copies > 1 ? "process P%u[%u] " : "process P%u ",
               (unsigned) w.own, (unsigned) w.copies);
      fprintf (file, "{ ");
      for (uint32_t p = 1; w.own == 0 && p < w.processes; p++)
        if (draw (&w, 4))
          fprintf (file, "start P%u; ", (unsigned) p);
      for (uint32_t i = 0; i < 3; i++)
        write_statement (&w, 0);
      fprintf (file, "}\n");
    }
}
