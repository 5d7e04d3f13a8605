/* repair.c -- see repair.h. */
#include <config.h>

#include "explain/repair.h"

#include <assert.h>

#include "eml/print.h"
#include "explain/repair_try.h"

/* Each of LOCKS, around the steps of THREAD from FROM to TO. */
static bool
try_locks (struct repair_seeker *s, thread_id thread, idset locks, uint32_t from,
           uint32_t to)
{
  struct repair_range range;
  return !idset_is_empty (locks) && repair_find_range (s, &range, thread, from, to)
         && repair_try_locks (s, locks, &range);
}

/* ---- Both processes of a gap. ---- */

static void
rank_all (const struct repair_seeker *s, struct repair_ranking *ranking,
          const struct because_gap *gap, const struct repair_habits *holder,
          const struct repair_habits *other)
{
  uint32_t count = s->finding->subject->model.locks.count;
  const struct witness *witness = s->finding->witness;
  repair_rank_start (s, ranking);
  repair_rank_locks (s, ranking, gap->needed);
  repair_rank_locks (s, ranking, gap->throughout);
  for (uint32_t i = gap->from; i <= gap->to; i++)
    repair_rank_locks (s, ranking, finding_held (s->finding, i, gap->holder));
  for (uint32_t i = 0; i < witness->steps.count; i++)
    {
      thread_id thread = finding_thread (s->finding, witness->steps.at[i].process);
      if (witness->steps.at[i].phase
          && (thread_equal (thread, gap->holder) || thread_equal (thread, gap->other)))
        repair_rank_locks (s, ranking, finding_held (s->finding, i, thread));
    }
  for (uint32_t l = 0; l < count; l++)
    if (holder->locks[l] && other->locks[l])
      repair_rank_lock (s, ranking, (lock_id){ l });
  assert (ranking->locks.count <= count);
}

/* Candidates for the holder and the other of GAP at once. */
static bool
try_both (struct repair_seeker *s, const struct because_gap *gap)
{
  uint32_t last = gap->between.at[gap->between.count - 1];
  struct repair_range both[2];
  if (!repair_find_range (s, &both[0], gap->holder, gap->from, gap->to)
      || !repair_find_range (s, &both[1], gap->other, gap->between.at[0], last))
    return false;
  struct repair_habits holder = repair_find_habits (s, gap->holder);
  struct repair_habits other = repair_find_habits (s, gap->other);
  struct repair_ranking ranking;
  rank_all (s, &ranking, gap, &holder, &other);
  repair_rank_monitors (s, &ranking, both);
  bool shared = other.bodies[both[0].body.index];
  for (uint32_t i = 0; i < ranking.locks.count && s->left > 0 && *s->budget > 0; i++)
    if ((shared && repair_try_widening (s, ranking.locks.at[i], both, 1))
        || repair_try_widening (s, ranking.locks.at[i], both, 2))
      return true;
  return false;
}

/* OPTIONS, for the processes of the violation in their roles alone. */
static struct decide_options
restrict_processes (const struct finding *finding, const struct decide_options *options,
                    struct arena *arena)
{
  struct decide_options only = *options;
  uint32_t threads = finding_threads (finding);
  uint32_t processes = finding->subject->projection.pds.processes.count;
  const bool **allowed = arena_calloc (arena, threads, sizeof *allowed);
  for (uint32_t t = 0; t < threads; t++)
    {
      bool *may = arena_calloc (arena, processes, sizeof *may);
      assert (finding->processes[t].index < processes);
      may[finding->processes[t].index] = true;
      allowed[t] = may;
    }
  only.only.allowed = allowed;
  only.only.filtered = threads;
  return only;
}

/* All candidates for the gaps of a pattern in their order, until there can be no better
   one. */
static void
try_gaps (struct repair_seeker *s)
{
  const struct because *because = s->finding->because;
  for (uint32_t i = 0; i < because->gaps.count; i++)
    if (repair_try_call (s, &because->gaps.at[i]))
      return;
  if (repair_is_in_lambda (s) && repair_try_methods (s))
    return;
  for (uint32_t i = 0; i < because->gaps.count; i++)
    {
      const struct because_gap *gap = &because->gaps.at[i];
      if (try_locks (s, gap->holder, gap->needed, gap->from, gap->to))
        return;
    }
  for (uint32_t i = 0; i < because->gaps.count; i++)
    {
      const struct because_gap *gap = &because->gaps.at[i];
      uint32_t last = gap->between.at[gap->between.count - 1];
      if (try_locks (s, gap->other, gap->throughout, gap->between.at[0], last))
        return;
    }
  for (uint32_t i = 0; i < because->gaps.count; i++)
    if (try_both (s, &because->gaps.at[i]))
      return;
  repair_try_methods (s);
}

/* A model that was built has no text: its statements are those of the text that would be
   printed of it.  False: there is no such text. */
static bool
has_statements (struct ir_subject *subject)
{
  if (!subject->statements.bodies)
    eml_print_statements (&subject->flow, &subject->statements, &subject->arena);
  return subject->statements.bodies;
}

const struct repair *
repair_find (const struct finding *finding, const struct decide_options *options,
             const struct repairs *earlier, uint32_t *budget, struct arena *arena)
{
  assert (finding->because && finding->held);
  if (*budget == 0 || finding->subject->flow.nodes.count > REPAIR_LARGEST
      || !has_statements (finding->subject))
    return NULL;
  struct repair_seeker s = { .finding = finding,
                             .options = options,
                             .only = restrict_processes (finding, options, arena),
                             .earlier = earlier,
                             .arena = arena,
                             .budget = budget,
                             .left = REPAIR_CANDIDATES,
                             .before = LOCK_NONE };
  switch (finding->query->kind)
    {
    case QUERY_PATTERN: try_gaps (&s); break;
    case QUERY_RACE: repair_try_race (&s); break;
    case QUERY_DEADLOCK: repair_try_deadlock (&s); break;
    case QUERY_STUCK: repair_try_stuck (&s); break;
    case QUERY_ASSERT:
    case QUERY_EXCLUSIVE:
      /* What a program should do instead, no lock says. */
      break;
    }
  assert (s.tried.count <= REPAIR_CANDIDATES);
  assert (!s.best
          || (repair_has_places (s.best->kind) ? s.best->count >= 1 && s.best->count <= 2
                                               : s.best->count == 0));
  return s.best;
}

uint64_t
repair_time_limit (const struct decide_options *options)
{
  uint64_t timeout = options->timeout;
  if (timeout == 0)
    return 0;
  return REPAIR_DECISIONS * (timeout < REPAIR_TIMEOUT ? timeout : REPAIR_TIMEOUT);
}
