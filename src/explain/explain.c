/* explain.c -- see explain.h. */
#include <config.h>

#include "explain/explain.h"

#include <assert.h>

struct finding
finding_of (struct ir_subject *subject, const struct query *query,
            const struct verdict *verdict)
{
  bool violation = verdict->kind == VERDICT_VIOLATION;
  assert (violation ? verdict->witness != NULL : verdict->suspicion != NULL);
  assert (verdict->processes);
  return (struct finding){ .subject = subject,
                           .query = query,
                           .automaton = verdict->automaton,
                           .processes = verdict->processes,
                           .cast = verdict->cast,
                           .witness = violation ? verdict->witness : verdict->suspicion,
                           .suspected = !violation };
}

static const struct finding_site *
list_sites (const struct finding *finding, struct arena *arena)
{
  uint32_t threads = finding_threads (finding);
  struct finding_site *sites = arena_calloc (arena, threads, sizeof *sites);
  for (uint32_t t = 0; t < threads; t++)
    sites[t] = finding_site (finding, (thread_id){ t }, 0,
                             finding->witness->steps.count - 1, arena);
  return sites;
}

void
finding_explain_locks (struct finding *finding, struct arena *arena)
{
  assert (finding->witness && finding->witness->steps.count > 0);
  if (finding->because)
    return;
  finding->held = finding_list_held (finding, arena);
  finding->sites = list_sites (finding, arena);
  finding->because = because_find (finding, arena);
}

void
finding_explain (struct finding *finding, const struct decide_options *options,
                 uint32_t *budget, struct arena *arena)
{
  uint32_t own = REPAIR_DECISIONS;
  finding_explain_locks (finding, arena);
  if (!finding->repair && !finding->explained && !finding->suspected)
    finding->repair
      = repair_find (finding, options, finding->earlier, budget ? budget : &own, arena);
  finding->explained = true;
}
