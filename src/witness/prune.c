/* prune.c -- see prune.h.  Each change that is kept takes a step away, so it ends. */
#include <config.h>

#include "witness/prune.h"

#include <assert.h>

#include "base/log.h"
#include "wpds/stacks.h"

struct pruning
{
  const struct run *run;
  uint32_t fixed;
  const struct pds *pds;
  tidy_works *works;
  void *context;
  struct arena *arena;
  uint32_t left; /* tries */
  VEC (uint32_t)
  own;                /* the steps of a participant, by their place in the run; those
                         that are fixed excepted */
  VEC (pds_stack) at; /* where it is before each of them, and after the last */
};

/* The steps of PARTICIPANT.  Returns: some of its steps are fixed. */
static bool
list_own (struct pruning *p, participant_id participant)
{
  const struct run *run = p->run;
  bool fixed = false;
  p->own.count = 0;
  for (uint32_t i = 0; i < run->steps.count; i++)
    if (participant_equal (run->steps.at[i].participant, participant))
      {
        if (i < run->steps.count - p->fixed)
          *vec_push (p->arena, &p->own) = i;
        else
          fixed = true;
      }
  return fixed;
}

/* Leave out the own steps from BEGIN to END - 1. */
static bool
try_without (struct pruning *p, uint32_t begin, uint32_t end)
{
  const struct run *old = p->run;
  assert (begin < end && end <= p->own.count);
  if (p->left == 0)
    return false;
  p->left--;
  struct run *run = arena_calloc (p->arena, 1, sizeof *run);
  int64_t *values
    = old->values ? arena_calloc (p->arena, old->steps.count, sizeof *values) : NULL;
  uint32_t next = begin;
  run->initial = old->initial;
  run->values = values;
  for (uint32_t i = 0; i < old->steps.count; i++)
    {
      if (next < end && p->own.at[next] == i)
        {
          next++;
          continue;
        }
      const struct run_step *step = &old->steps.at[i];
      if (values)
        values[run->steps.count] = old->values[i];
      run->switches
        += run->steps.count > 0
           && !participant_equal (run->steps.at[run->steps.count - 1].participant,
                                  step->participant);
      *vec_push (p->arena, &run->steps) = *step;
    }
  assert (next == end && run->steps.count + (end - begin) == old->steps.count);
  if (!p->works (p->context, run))
    return false;
  p->run = run;
  return true;
}

/* Leave out as many of its last steps as possible: all, half of them, and so on. */
static void
cut_end (struct pruning *p, participant_id participant)
{
  assert (participant.index < p->pds->processes.count);
  if (list_own (p, participant))
    return;
  for (uint32_t part = p->own.count; part > 0 && p->own.count > 0;)
    if (part <= p->own.count && try_without (p, p->own.count - part, p->own.count))
      list_own (p, participant);
    else
      part /= 2;
}

/* Where the participant is before its steps, and after. */
static void
follow (struct pruning *p, participant_id participant, struct stacks *stacks)
{
  assert (participant.index < p->pds->processes.count);
  pds_stack at = stacks_push (stacks, p->pds->processes.at[participant.index].entry,
                              PDS_EMPTY_STACK);
  p->at.count = 0;
  *vec_push (p->arena, &p->at) = at;
  for (uint32_t i = 0; i < p->own.count; i++)
    {
      at = stacks_follow (stacks, p->pds, at, p->run->steps.at[p->own.at[i]].rule);
      *vec_push (p->arena, &p->at) = at;
    }
}

/* Leave out one detour, the longest ones first; false: there is none. */
static bool
cut_detour (struct pruning *p, participant_id participant, struct stacks *stacks)
{
  list_own (p, participant);
  follow (p, participant, stacks);
  assert (p->at.count == p->own.count + 1);
  for (uint32_t length = p->own.count; length > 0; length--)
    for (uint32_t i = 0; i + length <= p->own.count && p->left > 0; i++)
      if (p->at.at[i].index == p->at.at[i + length].index
          && try_without (p, i, i + length))
        return true;
  return false;
}

const struct run *
prune_run (const struct run *run, uint32_t fixed, const struct pds *pds,
           tidy_works *works, void *context, struct arena *arena)
{
  assert (fixed > 0 && fixed <= run->steps.count && works);
  if (run->steps.count > TIDY_LONGEST)
    return run;
  struct pruning p = { .run = run,
                       .fixed = fixed,
                       .pds = pds,
                       .works = works,
                       .context = context,
                       .arena = arena,
                       .left = PRUNE_TRIES };
  struct stacks stacks;
  stacks_init (&stacks, arena);
  for (uint32_t i = pds->processes.count; i > 0; i--)
    cut_end (&p, (participant_id){ i - 1 });
  for (uint32_t i = pds->processes.count; i > 0; i--)
    while (p.left > 0 && cut_detour (&p, (participant_id){ i - 1 }, &stacks))
      ;
  LOG (2, "%u shorter runs were tried; it has %u rules, of %u",
       (unsigned) (PRUNE_TRIES - p.left), (unsigned) p.run->steps.count,
       (unsigned) run->steps.count);
  assert (p.run->steps.count <= run->steps.count);
  return p.run;
}
