/* race_lines.c -- see race_lines.h. */
#include <config.h>

#include "cli/race_lines.h"

#include <assert.h>

#include "base/scribe.h"
#include "explain/explain.h"

/* The two accesses at the end of the witness of FINDING. */
static const char *
line_of (const struct finding *finding, struct arena *arena)
{
  const struct witness *witness = finding->witness;
  struct scribe scribe;
  FILE *memory = scribe_start (&scribe, arena);
  assert (witness->steps.count >= 2 && finding_threads (finding) == 2);
  for (uint32_t i = witness->steps.count - 2; i < witness->steps.count; i++)
    {
      const struct witness_step *step = &witness->steps.at[i];
      fprintf (memory, "%s%s at ", i + 1 < witness->steps.count ? "" : ", ",
               witness_action_word (step->action));
      finding_print_place (finding, i, memory);
      fputs (" by ", memory);
      finding_print_process (finding, finding_thread (finding, step->process), memory);
    }
  return scribe_end (&scribe);
}

const struct race_lines *
race_lines_of (struct eml *eml, const struct query *query, const struct verdict *verdict)
{
  struct race_lines *lines = arena_calloc (&eml->arena, 1, sizeof *lines);
  assert (query->kind == QUERY_RACE && verdict->witness);
  struct finding first = finding_of (eml, query, verdict);
  *vec_push (&eml->arena, &lines->list) = line_of (&first, &eml->arena);
  for (uint32_t i = 0; i < verdict->more_count; i++)
    {
      struct verdict other = verdict_of_more (verdict, i);
      struct finding finding = finding_of (eml, query, &other);
      *vec_push (&eml->arena, &lines->list) = line_of (&finding, &eml->arena);
    }
  return lines;
}
