/* clients.c -- see clients.h.
 *
 * A library of procedures, and clients that may call any of its entries at any time,
 * each call being a unit of work.  The bodies are drawn at random, from the sizes
 * and the seed alone.  For --entries=2 --procedures=3 --fields=4 --locks=1:
 *
 *     proc m1 { read c; if (*) { call m3; } sync l1 { write a; read c; } }
 *     proc m2 { while (*) { write b; } call m1; read d; }
 *     proc m3 { ... }
 *     process Client[2] {
 *       loop {
 *         choose { unit { call m1; } } or { unit { call m2; } }
 *       }
 *     }
 *
 * A procedure knows three of the fields.  It has a dozen statements, about half of
 * which are accesses to them; --unlocked percent of those stand alone, the others in
 * pairs under one of the locks.  A quarter of the statements are calls behind an
 * `if (*)': a call-back, --callbacks percent of them, goes to any procedure, so that
 * the call graph is nearly one strongly connected component; the others go to later
 * procedures; one goes to the next.  The first statement reads a field and the last one
 * writes it, without a lock: an update that gets lost.  Safe: `sync g { unit { ... } }'.
 */
#include <config.h>

#include "clients.h"

#include "chance.h"

#include <assert.h>
#include <inttypes.h>

enum
{
  STATEMENTS = 12, /* of a procedure */
  KNOWN = 3,       /* fields of a procedure */
};

struct library
{
  FILE *out;
  const struct families_params *params;
  struct chance chance;
  uint32_t procedure;    /* the current one */
  uint32_t known[KNOWN]; /* its fields */
};

static void
put_names (FILE *out, char letter, uint32_t count)
{
  for (uint32_t i = 0; i < count && !ferror (out); i++)
    fprintf (out, "%s%c%" PRIu32, i == 0 ? "" : i % 16 ? ", " : ",\n  ", letter, i + 1);
  fputs (";\n", out);
}

static void
put_access (struct library *library, bool write, uint32_t field)
{
  assert (field < library->params->fields);
  fprintf (library->out, " %s f%" PRIu32, write ? "write" : "read", field + 1);
  if (library->params->positions)
    fprintf (library->out, " @\"Library.java:%" PRIu32 "\"", library->procedure + 1);
  putc (';', library->out);
}

/* An access to one of the fields that the procedure knows. */
static void
put_any_access (struct library *library)
{
  const bool write = chance_percent (&library->chance, 50);
  const uint32_t which = chance_below (&library->chance, KNOWN);
  put_access (library, write, library->known[which]);
}

static void
put_accesses (struct library *library)
{
  const struct families_params *params = library->params;
  if (chance_percent (&library->chance, params->unlocked))
    {
      put_any_access (library);
      return;
    }
  const uint32_t lock = chance_below (&library->chance, params->locks);
  fprintf (library->out, " sync l%" PRIu32 " {", lock + 1);
  put_any_access (library);
  put_any_access (library);
  fputs (" }", library->out);
}

static void
put_call (struct library *library)
{
  const uint32_t procedures = library->params->procedures;
  const bool anywhere = chance_percent (&library->chance, library->params->callbacks);
  const uint32_t first = anywhere ? 0 : library->procedure + 1;
  if (first < procedures)
    {
      const uint32_t callee = first + chance_below (&library->chance, procedures - first);
      fprintf (library->out, " if (*) { call m%" PRIu32 "; }", callee + 1);
    }
}

static void
put_statement (struct library *library)
{
  const uint32_t kind = chance_below (&library->chance, 4);
  if (kind == 0)
    put_call (library);
  else if (kind == 1)
    {
      fputs (" while (*) {", library->out);
      put_any_access (library);
      fputs (" }", library->out);
    }
  else
    put_accesses (library);
}

static void
put_procedure (struct library *library)
{
  for (uint32_t i = 0; i < KNOWN; i++)
    library->known[i] = chance_below (&library->chance, library->params->fields);
  fprintf (library->out, "proc m%" PRIu32 " {", library->procedure + 1);
  put_access (library, false, library->known[0]);
  if (library->procedure + 1 < library->params->procedures)
    fprintf (library->out, " if (*) { call m%" PRIu32 "; }", library->procedure + 2);
  for (uint32_t i = 3; i < STATEMENTS; i++)
    put_statement (library);
  put_access (library, true, library->known[0]);
  fputs (" }\n", library->out);
}

void
clients_write (FILE *out, const struct families_params *params)
{
  assert (0 < params->entries && params->entries <= params->procedures);
  assert (params->locks > 0 && params->fields > 0);
  struct library library
    = { .out = out, .params = params, .chance = { chance_mix (params->seed) } };
  fputs ("field ", out);
  put_names (out, 'f', params->fields);
  fputs (params->safe ? "lock g, " : "lock ", out);
  put_names (out, 'l', params->locks);
  putc ('\n', out);
  for (; library.procedure < params->procedures && !ferror (out); library.procedure++)
    put_procedure (&library);
  fprintf (out, "process Client[%" PRIu32 "] {\n  loop {\n    choose", params->processes);
  for (uint32_t i = 0; i < params->entries && !ferror (out); i++)
    fprintf (out, "%s { %sunit { call m%" PRIu32 "; }%s }\n", i == 0 ? "" : "    or",
             params->safe ? "sync g { " : "", i + 1, params->safe ? " }" : "");
  fputs ("  }\n}\n", out);
}
