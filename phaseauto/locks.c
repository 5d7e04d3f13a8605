/* locks.c -- see locks.h.
 *
 * One pass over the symbols that the participants reach collects, for every
 * lock, who acquires it and what is held then; the least fixpoint is a search
 * from the locks held at actions that matter, along "held while acquiring".
 */
#include <config.h>

#include "locks.h"

#include <assert.h>

#include "phaseauto/reduction.h"

struct usage
{
  uint32_t users;  /* participants that acquire it */
  uint32_t last;   /* of them, the last seen, + 1 */
  idset around;    /* locks held at some acquisition of it */
};

struct collector
{
  struct survey *survey;
  const struct pds *pds;
  struct arena *arena;
  struct usage *usage;  /* by lock */
  idset at_actions;     /* locks held at actions that matter */
};

static void
collect_symbol (struct collector *c, const struct participant *p, uint32_t number,
                pds_symbol symbol)
{
  struct idsets *idsets = c->pds->idsets;
  idset held = c->survey->held[symbol.index];
  struct pds_range rules = pds_rules_of (c->pds, symbol);
  for (uint32_t r = rules.begin; r < rules.end; r++)
    {
      uint32_t a = c->pds->rules.at[r].action.index;
      const struct pds_action_info *action = &c->pds->actions.at[a];
      if (p->watch->matters[a])
        c->at_actions = idset_union (idsets, c->at_actions, held);
      if (action->op != PDS_ACQUIRE)
        continue;
      struct usage *usage = &c->usage[action->object];
      usage->users += usage->last != number + 1;
      usage->last = number + 1;
      usage->around = idset_union (idsets, usage->around, held);
    }
}

/* Everything reachable from START along `around', inside ALLOWED. */
static idset
close_over (struct collector *c, idset start, idset allowed)
{
  struct idsets *idsets = c->pds->idsets;
  VEC (uint32_t) work = VEC_EMPTY;
  idset found = IDSET_EMPTY;
  idset fresh = start;
  for (;;)
    {
      for (uint32_t l = idset_next (idsets, fresh, 0); l != UINT32_MAX;
           l = idset_next (idsets, fresh, l + 1))
        if (idset_has (idsets, allowed, l) && !idset_has (idsets, found, l))
          {
            found = idset_add (idsets, found, l);
            *vec_push (c->arena, &work) = l;
          }
      if (work.count == 0)
        return found;
      fresh = c->usage[work.at[--work.count]].around;
    }
}

idset
locks_that_matter (struct survey *survey, const struct participant *participants,
                   uint32_t count, uint32_t reductions, struct arena *arena)
{
  const struct pds *pds = survey->pds;
  struct collector c = { .survey = survey, .pds = pds, .arena = arena,
                         .at_actions = IDSET_EMPTY };
  c.usage = arena_calloc (arena, pds->locks.count + (size_t) 1, sizeof *c.usage);
  for (uint32_t p = 0; p < count; p++)
    {
      const struct survey_body *reach
        = survey_reach (survey, participants[p].body, participants[p].entry);
      for (uint32_t i = 0; i < reach->symbols.count; i++)
        collect_symbol (&c, &participants[p], p, reach->symbols.at[i]);
    }
  idset kept = IDSET_EMPTY;
  for (uint32_t l = 0; l < pds->locks.count; l++)
    {
      bool used = c.usage[l].users > 0;
      bool is_private = c.usage[l].users == 1 && (reductions & REDUCTION_PRIVATE_LOCKS);
      if (used && !is_private)
        kept = idset_add (pds->idsets, kept, l);
    }
  if (reductions & REDUCTION_IDLE_LOCKS)
    kept = close_over (&c, c.at_actions, kept);
  return kept;
}
