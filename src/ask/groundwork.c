/* groundwork.c -- see groundwork.h. */
#include <config.h>

#include "ask/groundwork.h"

#include <assert.h>
#include <string.h>

void
groundwork_init (struct groundwork *groundwork, const struct pds *pds,
                 struct arena *arena)
{
  assert (pds && arena);
  memset (groundwork, 0, sizeof *groundwork);
  groundwork->pds = pds;
  groundwork->arena = arena;
  survey_init (&groundwork->survey, pds, arena);
  for (uint32_t p = 0; p < pds->processes.count; p++)
    survey_reach (&groundwork->survey, pds->processes.at[p].body,
                  pds->processes.at[p].entry);
  assert (groundwork->survey.pds == pds);
  watch_index_init (&groundwork->index, pds, arena);
  life_cycles_init (&groundwork->life_cycles, &groundwork->survey, arena);
}

const struct factored_automaton *
groundwork_automaton (struct groundwork *groundwork, const struct pa_automaton *automaton)
{
  struct arena *arena = groundwork->arena;
  for (uint32_t i = groundwork->automata.count; i-- > 0;)
    if (groundwork->automata.at[i].automaton == automaton)
      return &groundwork->automata.at[i];
  struct factored_automaton factored = { .automaton = automaton };
  uint32_t threads = automaton->threads.count;
  assert (threads > 0);
  pa_factor (&factored.factors, automaton, arena);
  assert (factored.factors.list.count > 0);
  factored.roles = arena_alloc (arena, (size_t) factored.factors.list.count * threads
                                         * sizeof *factored.roles);
  for (uint32_t f = 0; f < factored.factors.list.count; f++)
    for (uint32_t t = 0; t < threads; t++)
      pa_role_init (&factored.roles[f * threads + t], &factored.factors.list.at[f],
                    (thread_id){ t }, arena);
  *vec_push (arena, &groundwork->automata) = factored;
  return &groundwork->automata.at[groundwork->automata.count - 1];
}

void
groundwork_need_units (struct groundwork *groundwork, struct arena *scratch)
{
  /* units_init sets `words' last, so units are computed again after an unwinding. */
  if (!groundwork->units.words)
    units_init (&groundwork->units, &groundwork->survey, groundwork->arena, scratch);
  assert (groundwork->units.survey == &groundwork->survey);
}
