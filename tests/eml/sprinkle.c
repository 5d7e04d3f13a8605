/* sprinkle.c -- see sprinkle.h.
 *
 * Without decoration every statement, head and end of a block has a line of its own, and
 * names are l1, l2 ... and P1, P2 ...  A new statement goes after a line that ends a
 * statement or begins a block.  A wait is mostly for the lock that was locked last in
 * the text, so that most of them are right.
 */
#include <config.h>

#include "sprinkle.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "models/families/chance.h"

#define MOST_PROCESSES 16

struct sprinkler
{
  struct chance chance;
  FILE *out;
  uint32_t locks;
  uint32_t processes;              /* bodies */
  uint32_t copies[MOST_PROCESSES]; /* by body; 1: without brackets */
  uint32_t own;                    /* the process that the line is in; 0: a procedure */
  uint32_t last_lock;              /* that was locked in this body, from 1; 0: none */
  uint32_t percent;                /* of lines that get a statement */
};

/* Count locks and processes. */
static void
learn (struct sprinkler *s, const char *text)
{
  for (const char *line = text; *line; line = strchr (line, '\n') + 1)
    {
      unsigned number, copies;
      if (strncmp (line, "lock ", 5) == 0)
        for (const char *c = line; *c != '\n'; c++)
          s->locks += *c == ',' || *c == ';';
      if (sscanf (line, "process P%u", &number) != 1 || s->processes == MOST_PROCESSES)
        continue;
      bool counted = sscanf (line, "process P%u[%u]", &number, &copies) == 2;
      s->copies[s->processes++] = counted ? copies : 1;
    }
}

static void
put_wait (struct sprinkler *s, const char *word)
{
  uint32_t lock = s->last_lock;
  if (lock == 0 || chance_percent (&s->chance, 15))
    lock = 1 + chance_below (&s->chance, s->locks);
  fprintf (s->out, "%s l%u;\n", word, (unsigned) lock);
}

/* A process does not start itself in its own body; by way of procedures it may. */
static void
put_ordering (struct sprinkler *s, const char *word)
{
  uint32_t process = chance_below (&s->chance, s->processes);
  if (process + 1 == s->own)
    process = (process + 1) % s->processes;
  if (process + 1 == s->own)
    return;
  fprintf (s->out, "%s P%u", word, (unsigned) process + 1);
  if (s->copies[process] > 1 && chance_percent (&s->chance, 50))
    fprintf (s->out, "[%u]", (unsigned) chance_below (&s->chance, s->copies[process]));
  fputs (";\n", s->out);
}

static void
put_statement (struct sprinkler *s)
{
  uint32_t draw = chance_below (&s->chance, 100);
  bool has_lock = s->locks > 0;
  if (draw < 55 && has_lock)
    put_wait (s, "wait");
  else if (draw < 70 && has_lock)
    put_wait (s, draw < 62 ? "notify" : "notifyall");
  else if (s->own > 0 || draw >= 95)
    put_ordering (s, draw % 2 ? "start" : "join");
}

char *
sprinkle (const char *text, uint64_t seed)
{
  struct sprinkler s
    = { .chance = { chance_mix (seed ^ UINT64_C (0x737072696e6b6c65)) } };
  char *result;
  size_t length;
  s.out = open_memstream (&result, &length);
  if (!s.out)
    abort ();
  learn (&s, text);
  s.percent = chance_between (&s.chance, 2, 15);
  for (const char *line = text; *line; line = strchr (line, '\n') + 1)
    {
      const char *end = strchr (line, '\n');
      unsigned number;
      fwrite (line, 1, (size_t) (end + 1 - line), s.out);
      if (*line != ' ')
        {
          s.own = sscanf (line, "process P%u", &number) == 1 ? number : 0;
          s.last_lock = 0;
        }
      else if (sscanf (line, " sync l%u", &number) == 1
               || sscanf (line, " lock l%u", &number) == 1)
        s.last_lock = number;
      bool in_body = *line == ' ' || strncmp (line, "proc", 4) == 0;
      if (in_body && (end[-1] == ';' || end[-1] == '{')
          && chance_percent (&s.chance, s.percent))
        put_statement (&s);
    }
  if (fclose (s.out) != 0)
    abort ();
  return result;
}
