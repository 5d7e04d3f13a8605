/* because.c -- see because.h. */
#include <config.h>

#include "explain/because.h"

#include <assert.h>

#include "base/text.h"

/* Nobody reads more sentences than these. */
#define MOST_SENTENCES 3

struct seeker
{
  const struct finding *finding;
  const struct witness *witness;
  struct idsets *idsets;
  struct arena *arena;
  struct because *because;
};

/* What does the holder of GAP do with LOCK, which the other holds at one of its
   steps?  Cost: the steps of the gap. */
static enum because_kind
follow_lock (const struct seeker *s, const struct because_gap *gap, lock_id lock,
             uint32_t *step)
{
  uint32_t last = 0; /* the other's last step with the lock */
  for (uint32_t i = 0; i < gap->between.count; i++)
    if (idset_has (s->idsets, finding_held (s->finding, gap->between.at[i], gap->other),
                   lock.index))
      last = gap->between.at[i];
  assert (last > gap->from && last < gap->to);
  bool at_first = idset_has (s->idsets, finding_held (s->finding, gap->from, gap->holder),
                             lock.index);
  bool held = at_first;
  bool changed = false; /* before the other's last step */
  for (uint32_t i = gap->from + 1; i <= gap->to; i++)
    {
      bool now
        = idset_has (s->idsets, finding_held (s->finding, i, gap->holder), lock.index);
      assert (i != last || !now); /* a lock has one holder */
      if (now == held)
        continue;
      held = now;
      if (i > last && !changed)
        {
          *step = i;
          return BECAUSE_TOO_LATE;
        }
      if (i > last)
        break;
      changed = true;
      *step = i;
      if (at_first)
        return BECAUSE_LETS_GO;
    }
  assert (!at_first); /* the other could not have taken it */
  return changed ? BECAUSE_BRIEFLY : BECAUSE_NEVER;
}

/* The lock that explains most: one that is released too early, else one that is
   taken too late, else any. */
static void
find_reason (const struct seeker *s, struct because_gap *gap)
{
  gap->kind = BECAUSE_UNLOCKED;
  for (uint32_t l = idset_next (s->idsets, gap->needed, 0); l != UINT32_MAX;
       l = idset_next (s->idsets, gap->needed, l + 1))
    {
      assert (!idset_has (s->idsets, gap->throughout, l)); /* a lock has one holder */
      uint32_t step = gap->from;
      enum because_kind kind = follow_lock (s, gap, (lock_id){ l }, &step);
      if (gap->kind != BECAUSE_UNLOCKED && kind >= gap->kind)
        continue;
      gap->kind = kind;
      gap->lock = (lock_id){ l };
      gap->step = step;
    }
  assert ((gap->kind == BECAUSE_UNLOCKED) == idset_is_empty (gap->needed));
}

static void
add_gap (struct seeker *s, thread_id thread, thread_id other, uint32_t from, uint32_t to)
{
  assert (!thread_equal (thread, other) && from < to);
  struct because_gap gap = { .holder = thread, .other = other, .from = from, .to = to };
  for (uint32_t i = from + 1; i < to; i++)
    {
      const struct witness_step *step = &s->witness->steps.at[i];
      if (!step->phase
          || !thread_equal (finding_thread (s->finding, step->process), other))
        continue;
      *vec_push (s->arena, &gap.between) = i;
      gap.needed
        = idset_union (s->idsets, gap.needed, finding_held (s->finding, i, other));
    }
  if (gap.between.count == 0)
    return;
  gap.throughout = finding_held (s->finding, from, thread);
  for (uint32_t i = from + 1; i <= to && !idset_is_empty (gap.throughout); i++)
    {
      idset held = finding_held (s->finding, i, thread);
      idset lost = idset_minus (s->idsets, gap.throughout, held);
      gap.throughout = idset_minus (s->idsets, gap.throughout, lost);
    }
  find_reason (s, &gap);
  *vec_push (s->arena, &s->because->gaps) = gap;
}

/* For each step of the automaton the next one of the same process: what lies between
   them is a gap, if another process makes a step there. */
const struct because *
because_find (const struct finding *finding, struct arena *arena)
{
  const struct witness *witness = finding->witness;
  assert (finding->held);
  struct because *because = arena_calloc (arena, 1, sizeof *because);
  struct seeker s = { .finding = finding,
                      .witness = witness,
                      .idsets = &finding->subject->idsets,
                      .arena = arena,
                      .because = because };
  VEC (uint32_t) marked = VEC_EMPTY;
  for (uint32_t i = 0; i < witness->steps.count; i++)
    if (witness->steps.at[i].phase)
      *vec_push (arena, &marked) = i;
  for (uint32_t i = 0; i < marked.count; i++)
    {
      process_id process = witness->steps.at[marked.at[i]].process;
      uint32_t k = i + 1;
      while (k < marked.count
             && !process_equal (witness->steps.at[marked.at[k]].process, process))
        k++;
      if (k == marked.count || k == i + 1)
        continue;
      thread_id thread = finding_thread (finding, process);
      for (thread_id other = { 0 }; other.index < finding_threads (finding);
           other.index++)
        if (!thread_equal (other, thread))
          add_gap (&s, thread, other, marked.at[i], marked.at[k]);
      assert (because->gaps.count > 0
              && because->gaps.at[because->gaps.count - 1].from == marked.at[i]);
    }
  return because;
}

/* ---- In words. ---- */

/* "step 6", "steps 6, 7 and 9". */
static void
print_steps (const struct because_gap *gap, FILE *file)
{
  uint32_t count = gap->between.count;
  assert (count > 0);
  fputs (count == 1 ? "step" : "steps", file);
  for (uint32_t i = 0; i < count; i++)
    fprintf (file, "%s %u",
             i == 0           ? ""
             : i + 1 == count ? " and"
                              : ",",
             (unsigned) gap->between.at[i] + 1);
}

static void
print_gap (const struct because_gap *gap, const struct finding *finding, FILE *file)
{
  if (gap->kind == BECAUSE_UNLOCKED)
    {
      finding_print_process (finding, gap->other, file);
      fputs (" needs no lock at ", file);
      print_steps (gap, file);
      const struct idsets *idsets = &finding->subject->idsets;
      lock_id lock = { idset_next (idsets, gap->throughout, 0) };
      if (!lock_equal (lock, LOCK_NONE))
        {
          fputs (", so ", file);
          text_show_quoted (file, finding_lock_name (finding, lock));
          fputs (", which ", file);
          finding_print_process (finding, gap->holder, file);
          fprintf (file, " holds from step %u to step %u, does not keep it out",
                   (unsigned) gap->from + 1, (unsigned) gap->to + 1);
        }
      fputc ('.', file);
      return;
    }
  finding_print_process (finding, gap->holder, file);
  fprintf (file, " holds no lock from step %u to step %u that ", (unsigned) gap->from + 1,
           (unsigned) gap->to + 1);
  finding_print_process (finding, gap->other, file);
  fputs (" needs at ", file);
  print_steps (gap, file);
  fputs (": ", file);
  switch (gap->kind)
    {
    case BECAUSE_LETS_GO:
      fputs ("it releases ", file);
      text_show_quoted (file, finding_lock_name (finding, gap->lock));
      fprintf (file, " at step %u.", (unsigned) gap->step + 1);
      break;
    case BECAUSE_TOO_LATE:
      fputs ("it takes ", file);
      text_show_quoted (file, finding_lock_name (finding, gap->lock));
      fprintf (file, " only at step %u.", (unsigned) gap->step + 1);
      break;
    case BECAUSE_BRIEFLY:
      fputs ("it takes ", file);
      text_show_quoted (file, finding_lock_name (finding, gap->lock));
      fprintf (file, " in between and releases it at step %u.", (unsigned) gap->step + 1);
      break;
    case BECAUSE_NEVER:
      fputs ("it never holds ", file);
      text_show_quoted (file, finding_lock_name (finding, gap->lock));
      fputs (" there.", file);
      break;
    case BECAUSE_UNLOCKED: break;
    }
}

void
because_print (const struct finding *finding, FILE *file)
{
  const struct because *because = finding->because;
  assert (because);
  if (finding->query->kind == QUERY_ASSERT || finding->query->kind == QUERY_EXCLUSIVE)
    {
      because_print_data (finding, file);
      return;
    }
  if (finding->query->kind == QUERY_STUCK)
    {
      because_print_stuck (finding, file);
      return;
    }
  if (finding->query->kind != QUERY_PATTERN)
    {
      because_print_meeting (finding, file);
      return;
    }
  uint32_t count = because->gaps.count;
  uint32_t shown = count <= MOST_SENTENCES ? count : MOST_SENTENCES;
  if (count == 0)
    fputs ("no process makes a step between two of another, so there is nothing for a "
           "lock to keep together.",
           file);
  for (uint32_t i = 0; i < shown; i++)
    {
      fputs (i ? " " : "", file);
      print_gap (&because->gaps.at[i], finding, file);
    }
  if (count > shown)
    fprintf (file, " So it is in %u more places.", (unsigned) (count - shown));
}
