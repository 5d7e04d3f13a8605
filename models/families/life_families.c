/* life_families.c -- see life_families.h.
 *
 * In the first three the safe variants have no race and no violation because of the
 * order that starts and joins make, not because of locks.  In the last two all accesses
 * are under one lock, so that the only question is whether processes can wait in a
 * circle.
 */
#include <config.h>

#include "life_families.h"

#include <assert.h>
#include <inttypes.h>

static void
put_position (FILE *out, const struct families_params *params, uint32_t line)
{
  if (params->positions)
    fprintf (out, " @\"Main.java:%" PRIu32 "\"", line);
}

static void
put_names (FILE *out, const char *word, char letter, uint32_t count)
{
  assert (count > 0);
  fprintf (out, "%s ", word);
  for (uint32_t i = 0; i < count && !ferror (out); i++)
    fprintf (out, "%s%c%" PRIu32,
             i == 0        ? ""
             : i % 16 == 0 ? ",\n  "
                           : ", ",
             letter, i + 1);
  fputs (";\n", out);
}

static void
put_accesses (FILE *out, const struct families_params *params, const char *verb)
{
  for (uint32_t i = 0; i < params->fields && !ferror (out); i++)
    {
      fprintf (out, "%s f%" PRIu32, verb, i + 1);
      put_position (out, params, i + 1);
      fputs ("; ", out);
    }
}

/* A unit that writes all fields and reads them again. */
static void
put_work (FILE *out, const struct families_params *params)
{
  fputs ("unit { ", out);
  put_accesses (out, params, "write");
  put_accesses (out, params, "read");
  fputs ("}", out);
}

/* workers: one process starts n copies of another, joins them and reads what they wrote.
 *
 *     process Main { write f1; start Worker; join Worker; unit { read f1; read f1; } }
 *     process Worker[n] { sync l1 { unit { write f1; read f1; } } }
 *
 * broken: Main does not join.
 */
void
life_write_workers (FILE *out, const struct families_params *params)
{
  put_names (out, "field", 'f', params->fields);
  fputs ("lock l1;\n\nprocess Main {\n  ", out);
  put_accesses (out, params, "write");
  fputs (params->safe ? "\n  start Worker;\n  join Worker;\n  " : "\n  start Worker;\n  ",
         out);
  fputs ("unit { ", out);
  put_accesses (out, params, "read");
  put_accesses (out, params, "read");
  fprintf (out, "}\n}\nprocess Worker[%" PRIu32 "] {\n  sync l1 { ", params->processes);
  put_work (out, params);
  fputs (" }\n}\n", out);
}

/* stages: one process starts n others, each after the one before has ended.
 *
 *     process Main { start P1; join P1; start P2; join P2; ... }
 *     process P1 { unit { write f1; read f1; } }                    // and so on
 *
 * broken: the last but one is not joined before the last is started.
 */
void
life_write_stages (FILE *out, const struct families_params *params)
{
  const uint32_t count = params->processes;
  assert (count >= 2);
  put_names (out, "field", 'f', params->fields);
  fputs ("\nprocess Main {\n", out);
  for (uint32_t i = 0; i < count && !ferror (out); i++)
    {
      fprintf (out, "  start P%" PRIu32 ";\n", i + 1);
      if (params->safe || i + 2 != count)
        fprintf (out, "  join P%" PRIu32 ";\n", i + 1);
    }
  fputs ("}\n", out);
  for (uint32_t i = 0; i < count && !ferror (out); i++)
    {
      fprintf (out, "process P%" PRIu32 " { ", i + 1);
      put_work (out, params);
      fputs (" }\n", out);
    }
}

/* relay: each process starts the next one, and goes on when that has ended.
 *
 *     process P1 { start P2; join P2; unit { write f1; read f1; } }   // and so on
 *
 * broken: the last but one does not join the last.
 */
void
life_write_relay (FILE *out, const struct families_params *params)
{
  const uint32_t count = params->processes;
  assert (count >= 2);
  put_names (out, "field", 'f', params->fields);
  putc ('\n', out);
  for (uint32_t i = 0; i < count && !ferror (out); i++)
    {
      fprintf (out, "process P%" PRIu32 " { ", i + 1);
      if (i + 1 < count)
        fprintf (out, "start P%" PRIu32 "; ", i + 2);
      if (i + 1 < count && (params->safe || i + 2 != count))
        fprintf (out, "join P%" PRIu32 "; ", i + 2);
      put_work (out, params);
      fputs (" }\n", out);
    }
}

/* Locks FIRST and SECOND, counted from 1, then g around the work. */
static void
put_circle_process (FILE *out, const struct families_params *params, uint32_t number,
                    const char *gate, uint32_t first, uint32_t second)
{
  fprintf (out,
           "process P%" PRIu32 " { %ssync l%" PRIu32 " { sync l%" PRIu32 " { sync g { ",
           number, gate, first, second);
  put_work (out, params);
  fprintf (out, " } } }%s }\n", *gate ? " }" : "");
}

/* philosophers: n processes, n locks, each process takes two neighbours.
 *
 *     process P1 { sync l1 { sync l2 { sync g { unit { ... } } } } }   // and so on
 *
 * broken: round the table, so that all can wait in a circle; safe: the last one takes
 * its locks in the other order.
 */
void
life_write_philosophers (FILE *out, const struct families_params *params)
{
  const uint32_t count = params->processes;
  assert (count >= 2);
  put_names (out, "field", 'f', params->fields);
  put_names (out, "lock", 'l', count);
  fputs ("lock g;\n\n", out);
  for (uint32_t i = 1; i <= count && !ferror (out); i++)
    {
      const uint32_t next = i % count + 1;
      const bool turned = params->safe && i == count;
      put_circle_process (out, params, i, "", turned ? next : i, turned ? i : next);
    }
}

/* gates: k locks in a circle, as many processes as given, and a gate that most of them
 * go through.
 *
 *     process P1 { sync gate { sync l1 { sync l2 { sync g { ... } } } } }  // and so on
 *
 * Two of the locks, l1 and l2, are taken in both orders.  broken: by a process that
 * does not go through the gate.
 */
void
life_write_gates (FILE *out, const struct families_params *params)
{
  const uint32_t locks = params->locks < 2 ? 2 : params->locks;
  put_names (out, "field", 'f', params->fields);
  put_names (out, "lock", 'l', locks);
  fputs ("lock g, gate;\n\n", out);
  put_circle_process (out, params, 1, params->safe ? "sync gate { " : "", 2, 1);
  for (uint32_t i = 2; i <= params->processes && !ferror (out); i++)
    {
      const uint32_t lock = (i - 2) % locks;
      put_circle_process (out, params, i, "sync gate { ", lock + 1,
                          (lock + 1) % locks + 1);
    }
}
