/* tidy.c -- see tidy.h.  Each change that is kept takes a block away, so it ends. */
#include <config.h>

#include "witness/tidy.h"

#include <assert.h>

#include "base/log.h"

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
  uint32_t left; /* tries */
  VEC (struct block) blocks;
};

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

/* The run with its blocks in ORDER, COUNT of them; then what is fixed. */
static struct run *
arrange (struct tidying *t, const uint32_t *order, uint32_t count)
{
  const struct run *old = t->run;
  struct run *run = arena_calloc (t->arena, 1, sizeof *run);
  uint32_t all = old->steps.count;
  int64_t *values = old->values ? arena_calloc (t->arena, all, sizeof *values) : NULL;
  vec_reserve (t->arena, &run->steps, all);
  run->initial = old->initial;
  run->values = values;
  for (uint32_t b = 0; b <= count; b++)
    {
      struct block fixed = { PARTICIPANT_NONE, all - t->fixed, all };
      const struct block *block = b < count ? &t->blocks.at[order[b]] : &fixed;
      for (uint32_t i = block->begin; i < block->end; i++)
        {
          assert (run->steps.count < all);
          if (values)
            values[run->steps.count] = old->values[i];
          *vec_push (t->arena, &run->steps) = old->steps.at[i];
        }
    }
  return run;
}

/* Is the run with that order of blocks one?  Then it is taken. */
static bool
try_order (struct tidying *t, const uint32_t *order, uint32_t count)
{
  if (t->left == 0)
    return false;
  t->left--;
  struct run *run = arrange (t, order, count);
  if (!t->works (t->context, run))
    return false;
  t->run = run;
  return true;
}

/* Put block B and the next one of its participant, C, together: C comes earlier, or B
   comes later. */
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

/* Leave out block B, the last one of its participant, unless a step that is fixed follows
   it. */
static bool
try_without (struct tidying *t, uint32_t *order, uint32_t b)
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

/* One change for the better; false: there is none. */
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
      if (next == count ? try_without (t, order, b - 1)
                        : try_together (t, order, b - 1, next))
        return true;
    }
  return false;
}

const struct run *
tidy_run (const struct run *run, uint32_t fixed, tidy_works *works, void *context,
          struct arena *arena)
{
  assert (fixed > 0 && fixed <= run->steps.count && works);
  if (run->steps.count > TIDY_LONGEST)
    return run;
  struct tidying t = { .run = run,
                       .fixed = fixed,
                       .works = works,
                       .context = context,
                       .arena = arena,
                       .left = TIDY_TRIES };
  while (t.left > 0 && improve (&t))
    ;
  LOG (2, "%u orders of the run were tried; it has %u rules, of %u",
       (unsigned) (TIDY_TRIES - t.left), (unsigned) t.run->steps.count,
       (unsigned) run->steps.count);
  assert (t.run->steps.count <= run->steps.count);
  return t.run;
}
