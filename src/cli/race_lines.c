/* race_lines.c -- see race_lines.h. */
#include <config.h>

#include "cli/race_lines.h"

#include <assert.h>
#include <string.h>

#include "base/scribe.h"
#include "base/text.h"
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
      thread_id thread = finding_thread (finding, step->process);
      if (finding->subject->provenance)
        text_show_name (memory,
                        finding_body_name (finding, finding_method (finding, thread)));
      else
        finding_print_process (finding, thread, memory);
    }
  return scribe_end (&scribe);
}

/* Java has lines, and no columns: several pairs may look the same. */
static void
add_line (struct race_lines *lines, const struct finding *finding, struct arena *arena)
{
  const char *line = line_of (finding, arena);
  bool old = false;
  for (uint32_t i = 0; i < lines->list.count; i++)
    old |= strcmp (lines->list.at[i], line) == 0;
  if (!old)
    *vec_push (arena, &lines->list) = line;
  lines->pairs++;
  assert (lines->pairs >= lines->list.count);
}

const struct race_lines *
race_lines_of (struct ir_subject *subject, const struct query *query,
               const struct verdict *verdict)
{
  struct race_lines *lines = arena_calloc (&subject->arena, 1, sizeof *lines);
  assert (query->kind == QUERY_RACE && verdict->witness);
  struct finding first = finding_of (subject, query, verdict);
  add_line (lines, &first, &subject->arena);
  for (uint32_t i = 0; i < verdict->more_count; i++)
    {
      struct verdict other = verdict_of_more (verdict, i);
      struct finding finding = finding_of (subject, query, &other);
      add_line (lines, &finding, &subject->arena);
    }
  return lines;
}
