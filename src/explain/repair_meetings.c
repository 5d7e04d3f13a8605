/* repair_meetings.c -- candidates for races and deadlocks; see repair.h. */
#include <config.h>

#include <assert.h>
#include <string.h>

#include "explain/repair_try.h"

/* ---- Races. ---- */

/* One of the two accesses is put under a lock that the other has already; or both are
   put under one lock. */
static bool
try_accesses (struct repair_seeker *s)
{
  const struct finding *finding = s->finding;
  const thread_id u = { 0 }, v = { 1 };
  uint32_t last = finding->witness->steps.count - 1;
  uint32_t write = finding_next_step (finding, u),
           access = finding_next_step (finding, v);
  struct repair_range both[2];
  assert (finding_threads (finding) == 2);
  if (!repair_find_range (s, &both[0], u, write, write)
      || !repair_find_range (s, &both[1], v, access, access))
    return false;
  if (repair_try_locks (s, finding_held (finding, last, u), &both[1])
      || repair_try_locks (s, finding_held (finding, last, v), &both[0]))
    return true;
  struct repair_habits habits[]
    = { repair_find_habits (s, u), repair_find_habits (s, v) };
  struct repair_ranking ranking;
  repair_rank_start (s, &ranking);
  repair_rank_locks (s, &ranking, finding_held (finding, last, u));
  repair_rank_locks (s, &ranking, finding_held (finding, last, v));
  for (uint32_t l = 0; l < finding->subject->model.locks.count; l++)
    if (habits[0].locks[l] && habits[1].locks[l])
      repair_rank_lock (s, &ranking, (lock_id){ l });
  repair_rank_monitors (s, &ranking, both);
  bool shared = habits[1].bodies[both[0].body.index];
  for (uint32_t i = 0; i < ranking.locks.count && s->left > 0 && *s->budget > 0; i++)
    if ((shared && repair_try_widening (s, ranking.locks.at[i], both, 1))
        || repair_try_widening (s, ranking.locks.at[i], both, 2))
      return true;
  return false;
}

/* Is the field of the race the contents of an array or collection of a program?  These
   cannot be declared volatile. */
static bool
is_contents (const struct finding *finding)
{
  const char *name = finding_field_name (finding, (parameter_id){ 0 });
  size_t length = strlen (name);
  return finding->subject->provenance && length > 2
         && strcmp (name + length - 2, "[]") == 0;
}

void
repair_try_race (struct repair_seeker *s)
{
  assert (!s->best);
  bool found = repair_is_in_lambda (s) && repair_try_methods (s);
  if (!found && !try_accesses (s))
    repair_try_methods (s);
  if (s->best || is_contents (s->finding))
    return;
  s->best = arena_calloc (s->arena, 1, sizeof *s->best);
  s->best->kind = REPAIR_VOLATILE;
  s->best->safe = true;
}

/* ---- Deadlocks. ---- */

/* From where THREAD takes the lock that the one before awaits to where it waits. */
static bool
find_waiting (const struct repair_seeker *s, struct repair_range *range, thread_id thread)
{
  const struct finding *finding = s->finding;
  const struct pa_step *step = &finding_automaton (finding)->steps.at[thread.index];
  assert (step->kind == PA_AWAITS && thread_equal (step->thread, thread));
  uint32_t taken = finding_taken (finding, thread, step->holding);
  uint32_t awaited = finding_next_step (finding, thread);
  struct finding_site site
    = finding_site_between (finding, thread, taken, awaited, s->arena);
  *range = (struct repair_range){ .thread = thread, .body = site.body };
  return repair_find_places (s, range, &site);
}

/* THREAD takes the lock that it waits for first. */
static bool
try_order (struct repair_seeker *s, thread_id thread)
{
  const struct pa_step *step = &finding_automaton (s->finding)->steps.at[thread.index];
  struct repair_range range;
  assert (s->kind == REPAIR_HOLD && !lock_equal (step->lock, step->holding));
  if (!find_waiting (s, &range, thread))
    return false;
  s->kind = REPAIR_ORDER;
  s->before = step->holding;
  bool done = repair_try_widening (s, step->lock, &range, 1);
  s->kind = REPAIR_HOLD;
  s->before = LOCK_NONE;
  return done;
}

/* A lock outside of a circle of two, which both take elsewhere. */
static void
try_outer_locks (struct repair_seeker *s)
{
  const struct pa_automaton *circle = finding_automaton (s->finding);
  struct repair_range both[2];
  if (circle->steps.count != 2 || !find_waiting (s, &both[0], (thread_id){ 0 })
      || !find_waiting (s, &both[1], (thread_id){ 1 }))
    return;
  struct repair_habits habits[] = { repair_find_habits (s, (thread_id){ 0 }),
                                    repair_find_habits (s, (thread_id){ 1 }) };
  for (lock_id l = { 0 }; l.index < s->finding->subject->model.locks.count; l.index++)
    if (habits[0].locks[l.index] && habits[1].locks[l.index]
        && !lock_equal (l, circle->steps.at[0].lock)
        && !lock_equal (l, circle->steps.at[1].lock)
        && repair_try_widening (s, l, both, 2))
      return;
}

/* Any process of the circle may be the one that takes its locks in the wrong order. Those
   that take them against the order of their declarations come first. */
void
repair_try_deadlock (struct repair_seeker *s)
{
  const struct pa_automaton *circle = finding_automaton (s->finding);
  assert (circle->steps.count >= 2);
  for (int against = 1; against >= 0; against--)
    for (thread_id t = { 0 }; t.index < circle->threads.count; t.index++)
      {
        const struct pa_step *step = &circle->steps.at[t.index];
        if ((step->holding.index > step->lock.index) == against && try_order (s, t))
          return;
      }
  try_outer_locks (s);
}

/* ---- Who waits for ever. ---- */

/* The lock whose notify THREAD waits for; or LOCK_NONE: it waits for something else. */
static lock_id
awaited_notify (const struct finding *finding, thread_id thread)
{
  const struct witness *witness = finding->witness;
  uint32_t at = witness->steps.count - finding_threads (finding) + thread.index;
  process_id process = finding->processes[thread.index];
  assert (witness->steps.at[at].action == WITNESS_STUCK);
  for (uint32_t i = at; i-- > 0;)
    {
      const struct witness_step *step = &witness->steps.at[i];
      if (process_equal (step->process, process))
        return step->action == WITNESS_RELEASE && step->waits ? witness_lock (step)
                                                              : LOCK_NONE;
    }
  return LOCK_NONE;
}

/* The steps are changed as KIND says, for LOCK and BEFORE, which may be LOCK_NONE. */
static bool
try_steps (struct repair_seeker *s, enum repair_kind kind, lock_id lock, lock_id before)
{
  assert (!repair_has_places (kind) && !lock_equal (lock, LOCK_NONE));
  struct repair candidate = { .kind = kind,
                              .restricted = s->options->only.filtered > 0,
                              .lock = lock,
                              .before = before };
  return repair_try (s, candidate);
}

/* THREAD waits for a notify of LOCK: does it help that it holds no other lock? */
static bool
try_outside (struct repair_seeker *s, thread_id thread, lock_id lock)
{
  const struct idsets *idsets = &s->finding->subject->idsets;
  assert (!lock_equal (lock, LOCK_NONE));
  assert (thread.index < finding_threads (s->finding));
  idset held = finding_held (s->finding, s->finding->witness->steps.count - 1, thread);
  IDSET_EACH (other, idsets, held)
    if (other != lock.index
        && try_steps (s, REPAIR_WAIT_OUTSIDE, lock, (lock_id){ other }))
      return true;
  return false;
}

/* THREAD waits for a lock: does it help that who fails gives it back? */
static bool
try_finally (struct repair_seeker *s, thread_id thread)
{
  const struct finding *finding = s->finding;
  uint32_t at = finding->witness->steps.count - finding_threads (finding) + thread.index;
  const struct witness_step *step = &finding->witness->steps.at[at];
  const struct ir_step *node = because_find_wait (finding, step);
  assert (step->action == WITNESS_STUCK);
  return node && node->op == IR_ACQUIRE && !node->waits
         && try_steps (s, REPAIR_FINALLY, ir_step_lock (node), LOCK_NONE);
}

/* All candidates; true: one makes the query safe. */
static bool
try_waits (struct repair_seeker *s)
{
  static const enum repair_kind kinds[]
    = { REPAIR_NOTIFY_ALL, REPAIR_LOOK_AGAIN, REPAIR_LOOK_AGAIN_ALL };
  const struct finding *finding = s->finding;
  uint32_t last = finding->witness->steps.count - 1;
  for (thread_id t = { 0 }; t.index < finding_threads (finding); t.index++)
    {
      lock_id lock = awaited_notify (finding, t);
      if (lock_equal (lock, LOCK_NONE))
        {
          if (try_finally (s, t))
            return true;
          continue;
        }
      for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++)
        if (try_steps (s, kinds[k], lock, LOCK_NONE))
          return true;
      if (try_outside (s, t, lock))
        return true;
    }
  for (thread_id t = { 0 }; t.index < finding_threads (finding); t.index++)
    {
      lock_id lock = awaited_notify (finding, t);
      struct repair_range range;
      if (!lock_equal (lock, LOCK_NONE) && repair_find_range (s, &range, t, 0, last)
          && repair_try_widening (s, lock, &range, 1))
        return true;
    }
  return false;
}

/* What helps these processes and leaves others waiting is no repair. */
void
repair_try_stuck (struct repair_seeker *s)
{
  assert (!s->best);
  if (!try_waits (s))
    s->best = NULL;
}
