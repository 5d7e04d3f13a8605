/* companions.c -- see companions.h.  Cost: for each process marked, the starts and joins
   of the model times its processes. */
#include <config.h>

#include "engine/companions.h"

#include <assert.h>

struct marker
{
  struct survey *survey;
  const struct pds *pds;
  struct arena *arena;
  bool *in;
  VEC (process_id) work;
};

static void
mark (struct marker *m, process_id process)
{
  assert (process.index < m->pds->processes.count);
  if (m->in[process.index])
    return;
  m->in[process.index] = true;
  *vec_push (m->arena, &m->work) = process;
}

static bool
does (struct marker *m, process_id process, uint32_t action)
{
  const struct pds_process *who = &m->pds->processes.at[process.index];
  return survey_find_action (survey_reach (m->survey, who->body, who->entry), action);
}

/* ACTION, a start or join: whom does it bring along if PROCESS takes part? */
static void
mark_for (struct marker *m, process_id process, uint32_t action)
{
  const struct pds_action_info *info = &m->pds->actions.at[action];
  idset named = pds_action_processes (info);
  if (info->op == PDS_START)
    {
      if (idset_has (m->pds->idsets, named, process.index))
        for (process_id p = { 0 }; p.index < m->pds->processes.count; p.index++)
          if (!m->in[p.index] && does (m, p, action))
            mark (m, p);
    }
  else if (does (m, process, action))
    for (uint32_t p = idset_next (m->pds->idsets, named, 0); p != UINT32_MAX;
         p = idset_next (m->pds->idsets, named, p + 1))
      mark (m, (process_id){ p });
}

void
companions_mark (struct survey *survey, const process_id *processes, uint32_t count,
                 bool *in, struct arena *scratch)
{
  const struct pds *pds = survey->pds;
  struct marker m = { .survey = survey, .pds = pds, .arena = scratch, .in = in };
  for (uint32_t i = 0; i < count; i++)
    mark (&m, processes[i]);
  assert (m.work.count <= count);
  while (pds->life_cycles && m.work.count > 0)
    {
      process_id process = m.work.at[--m.work.count];
      for (uint32_t a = 0; a < pds->actions.count; a++)
        if (pds_action_is_ordering (&pds->actions.at[a]))
          mark_for (&m, process, a);
    }
}
