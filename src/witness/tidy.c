/* tidy.c -- see tidy.h.  Each change that is kept removes a step or a block, so the
   procedure ends. */
#include <config.h>

#include "witness/tidy.h"

#include <assert.h>

#include "base/log.h"
#include "wpds/stacks.h"

/* Consecutive steps of one participant. */
struct block
{
  participant_id participant;
  uint32_t begin, end;
};

struct tidying
{
  const struct run *run;
  uint32_t fixed;
  tidy_works *works;
  void *context;
  struct arena *arena;
  uint32_t left;         /* the number of tries left */
  VEC (uint32_t) chosen; /* the steps to be tried as a run, by index */
  /* prune_run: */
  const struct pds *pds;
  VEC (uint32_t) own; /* the steps of one participant that are not fixed, by index */
  VEC (pds_stack) at; /* its stack before each of them, and after the last */
  /* tidy_run: */
  VEC (struct block) blocks;
};

/* Append the steps from BEGIN to END - 1 to those that are to be tried. */
static void
choose (struct tidying *t, uint32_t begin, uint32_t end)
{
  assert (begin <= end && end <= t->run->steps.count);
  for (uint32_t i = begin; i < end; i++)
    *vec_push (t->arena, &t->chosen) = i;
}

/* If the chosen steps, in their order, are a run that works, it replaces t->run. */
static bool
try_chosen (struct tidying *t)
{
  const struct run *old = t->run;
  uint32_t count = t->chosen.count;
  assert (count <= old->steps.count);
  if (t->left == 0)
    return false;
  t->left--;
  struct run *run = arena_calloc (t->arena, 1, sizeof *run);
  int64_t *values = old->values ? arena_calloc (t->arena, count, sizeof *values) : NULL;
  vec_reserve (t->arena, &run->steps, count);
  run->initial = old->initial;
  run->values = values;
  for (uint32_t i = 0; i < count; i++)
    {
      if (values)
        values[i] = old->values[t->chosen.at[i]];
      *vec_push (t->arena, &run->steps) = old->steps.at[t->chosen.at[i]];
      run->switches += i > 0
                       && !participant_equal (run->steps.at[i - 1].participant,
                                              run->steps.at[i].participant);
    }
  if (!t->works (t->context, run))
    return false;
  t->run = run;
  return true;
}

/* ---- Steps that are left out. ---- */

/* Set `own' to the steps of PARTICIPANT.  Returns whether some of its steps are fixed. */
static bool
list_own (struct tidying *t, participant_id participant)
{
  const struct run *run = t->run;
  bool fixed = false;
  t->own.count = 0;
  for (uint32_t i = 0; i < run->steps.count; i++)
    if (participant_equal (run->steps.at[i].participant, participant))
      {
        if (i < run->steps.count - t->fixed)
          *vec_push (t->arena, &t->own) = i;
        else
          fixed = true;
      }
  return fixed;
}

/* Try the run without the own steps from BEGIN to END - 1. */
static bool
try_without (struct tidying *t, uint32_t begin, uint32_t end)
{
  assert (begin < end && end <= t->own.count);
  uint32_t next = 0;
  t->chosen.count = 0;
  for (uint32_t i = begin; i < end; i++)
    {
      choose (t, next, t->own.at[i]);
      next = t->own.at[i] + 1;
    }
  choose (t, next, t->run->steps.count);
  return try_chosen (t);
}

/* Leave out as many of its last steps as possible: try all, half of them, and so on. */
static void
cut_end (struct tidying *t, participant_id participant)
{
  assert (participant.index < t->pds->processes.count);
  if (list_own (t, participant))
    return;
  for (uint32_t part = t->own.count; part > 0 && t->own.count > 0;)
    if (part <= t->own.count && try_without (t, t->own.count - part, t->own.count))
      list_own (t, participant);
    else
      part /= 2;
}

/* Set `at': where the participant is before each of its steps, and after the last. */
static void
follow (struct tidying *t, participant_id participant, struct stacks *stacks)
{
  assert (participant.index < t->pds->processes.count);
  pds_stack at = stacks_push (stacks, t->pds->processes.at[participant.index].entry,
                              PDS_EMPTY_STACK);
  t->at.count = 0;
  *vec_push (t->arena, &t->at) = at;
  for (uint32_t i = 0; i < t->own.count; i++)
    {
      at = stacks_follow (stacks, t->pds, at, t->run->steps.at[t->own.at[i]].rule);
      *vec_push (t->arena, &t->at) = at;
    }
}

/* Leave out one detour, the longest ones first; false: there is none. */
static bool
cut_detour (struct tidying *t, participant_id participant, struct stacks *stacks)
{
  list_own (t, participant);
  follow (t, participant, stacks);
  assert (t->at.count == t->own.count + 1);
  for (uint32_t length = t->own.count; length > 0; length--)
    for (uint32_t i = 0; i + length <= t->own.count && t->left > 0; i++)
      if (t->at.at[i].index == t->at.at[i + length].index
          && try_without (t, i, i + length))
        return true;
  return false;
}

/* ---- Blocks that are put together. ---- */

static void
find_blocks (struct tidying *t)
{
  uint32_t end = t->run->steps.count - t->fixed;
  t->blocks.count = 0;
  for (uint32_t i = 0; i < end; i++)
    {
      participant_id participant = t->run->steps.at[i].participant;
      struct block *last
        = t->blocks.count > 0 ? &t->blocks.at[t->blocks.count - 1] : NULL;
      if (!last || !participant_equal (last->participant, participant))
        *vec_push (t->arena, &t->blocks) = (struct block){ participant, i, i };
      t->blocks.at[t->blocks.count - 1].end = i + 1;
    }
}

/* Try the COUNT blocks of ORDER, followed by the fixed steps. */
static bool
try_order (struct tidying *t, const uint32_t *order, uint32_t count)
{
  uint32_t all = t->run->steps.count;
  t->chosen.count = 0;
  for (uint32_t b = 0; b < count; b++)
    choose (t, t->blocks.at[order[b]].begin, t->blocks.at[order[b]].end);
  choose (t, all - t->fixed, all);
  return try_chosen (t);
}

/* Try to put block B and C, the next one of its participant, together: C comes earlier,
   or B comes later. */
static bool
try_together (struct tidying *t, uint32_t *order, uint32_t b, uint32_t c)
{
  uint32_t count = t->blocks.count, at = 0;
  assert (b + 1 < c && c < count);
  for (uint32_t i = 0; i < count; i++)
    {
      if (i != c)
        order[at++] = i;
      if (i == b)
        order[at++] = c;
    }
  if (try_order (t, order, count))
    return true;
  at = 0;
  for (uint32_t i = 0; i < count; i++)
    {
      if (i == c)
        order[at++] = b;
      if (i != b)
        order[at++] = i;
    }
  return try_order (t, order, count);
}

/* Try the run without block B, its participant's last, unless a fixed step follows it. */
static bool
try_without_block (struct tidying *t, uint32_t *order, uint32_t b)
{
  uint32_t at = 0;
  for (uint32_t i = t->run->steps.count - t->fixed; i < t->run->steps.count; i++)
    if (participant_equal (t->run->steps.at[i].participant, t->blocks.at[b].participant))
      return false;
  for (uint32_t i = 0; i < t->blocks.count; i++)
    if (i != b)
      order[at++] = i;
  assert (at + 1 == t->blocks.count);
  return try_order (t, order, at);
}

/* Make one improvement; false: none is left. */
static bool
improve (struct tidying *t)
{
  find_blocks (t);
  uint32_t count = t->blocks.count;
  uint32_t *order = arena_alloc (t->arena, (count + (size_t) 1) * sizeof *order);
  for (uint32_t b = count; b > 0; b--)
    {
      uint32_t next = b;
      while (next < count
             && !participant_equal (t->blocks.at[next].participant,
                                    t->blocks.at[b - 1].participant))
        next++;
      if (next == count ? try_without_block (t, order, b - 1)
                        : try_together (t, order, b - 1, next))
        return true;
    }
  return false;
}

/* ---- Both. ---- */

static struct tidying
start (const struct run *run, uint32_t fixed, tidy_works *works, void *context,
       struct arena *arena)
{
  assert (fixed > 0 && fixed <= run->steps.count && works);
  return (struct tidying){ .run = run,
                           .fixed = fixed,
                           .works = works,
                           .context = context,
                           .arena = arena,
                           .left = run->steps.count > TIDY_LONGEST ? 0 : TIDY_TRIES };
}

static const struct run *
finish (const struct tidying *t, const struct run *run)
{
  LOG (2, "%u other runs were tried; it has %u rules, of %u",
       (unsigned) (TIDY_TRIES - t->left), (unsigned) t->run->steps.count,
       (unsigned) run->steps.count);
  assert (t->run->steps.count <= run->steps.count);
  return t->run;
}

const struct run *
prune_run (const struct run *run, uint32_t fixed, const struct pds *pds,
           tidy_works *works, void *context, struct arena *arena)
{
  struct tidying t = start (run, fixed, works, context, arena);
  struct stacks stacks;
  if (t.left == 0)
    return run;
  t.pds = pds;
  stacks_init (&stacks, arena);
  for (uint32_t i = pds->processes.count; i > 0; i--)
    cut_end (&t, (participant_id){ i - 1 });
  for (uint32_t i = pds->processes.count; i > 0; i--)
    while (t.left > 0 && cut_detour (&t, (participant_id){ i - 1 }, &stacks))
      ;
  return finish (&t, run);
}

const struct run *
tidy_run (const struct run *run, uint32_t fixed, tidy_works *works, void *context,
          struct arena *arena)
{
  struct tidying t = start (run, fixed, works, context, arena);
  while (t.left > 0 && improve (&t))
    ;
  return finish (&t, run);
}
