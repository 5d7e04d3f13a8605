/* meeting_interleave.c -- see meeting_interleave.h. */
#include <config.h>

#include "witness/meeting_interleave.h"

#include <assert.h>

#include "base/log.h"

#define NONE UINT32_MAX

/* A path, and how many of its steps are done. */
struct traveller
{
  const struct local_step *steps;
  uint32_t done, end; /* `end': up to the step of the meeting, if it has one */
  bool *final;        /* by step: an acquisition that is final */
};

struct gathering
{
  const struct question *question;
  const struct pds *pds;
  struct arena *arena;
  struct traveller *travellers; /* by participant */
  uint32_t *holder;             /* by lock: a participant, or NONE */
  uint32_t *passes;             /* by lock: passing sections that have not ended */
  idset started, finished;      /* processes of the model */
  struct run *run;
  uint32_t last; /* the participant that moved last, or NONE */
};

static const struct pds_action_info *
action_of (const struct gathering *g, const struct traveller *t, uint32_t step)
{
  assert (step <= t->end);
  return &g->pds->actions.at[g->pds->rules.at[t->steps[step].rule].action.index];
}

/* Find the final acquisitions of PATH, and count the passing ones. */
static void
traveller_init (struct gathering *g, participant_id p, const struct local_path *path)
{
  struct traveller *t = &g->travellers[p.index];
  uint32_t count = path->steps.count;
  bool meets = p.index < g->question->threads;
  *t = (struct traveller){ .steps = path->steps.at, .end = count - meets };
  assert (!meets || (count > 0 && t->steps[count - 1].moves));
  t->final = arena_calloc (g->arena, count + (size_t) 1, sizeof *t->final);
  bool *released = arena_calloc (g->arena, g->pds->locks.count, sizeof *released);
  for (uint32_t i = t->end; i-- > 0;)
    {
      const struct pds_action_info *action = action_of (g, t, i);
      if (!pds_action_is_operation (action))
        continue;
      uint32_t lock = pds_action_lock (action).index;
      bool acquires = action->op == PDS_ACQUIRE;
      t->final[i] = acquires && !released[lock];
      g->passes[lock] += acquires && released[lock];
      released[lock] = !acquires;
    }
}

/* Do the life cycles allow ACTION of PROCESS? */
static bool
is_in_order (const struct gathering *g, process_id process,
             const struct pds_action_info *action)
{
  struct idsets *idsets = g->pds->idsets;
  if (action->op == PDS_WAKE)
    return !g->pds->processes.at[process.index].started
           || idset_has (idsets, g->started, process.index);
  if (!pds_action_is_ordering (action))
    return true;
  idset named = pds_action_processes (action);
  return action->op == PDS_START
           ? !idset_meets (idsets, named, g->started)
           : idset_is_empty (idset_minus (idsets, named, g->finished));
}

static bool
can_go (const struct gathering *g, participant_id p)
{
  const struct traveller *t = &g->travellers[p.index];
  const struct pds_action_info *action = action_of (g, t, t->done);
  if (action->op == PDS_ACQUIRE)
    {
      uint32_t lock = pds_action_lock (action).index;
      assert (g->holder[lock] != p.index);
      return g->holder[lock] == NONE && !(t->final[t->done] && g->passes[lock] > 0);
    }
  return is_in_order (g, g->question->processes[p.index], action);
}

/* Append the next step of P to the run. */
static void
write_step (struct gathering *g, participant_id p)
{
  struct traveller *t = &g->travellers[p.index];
  const struct local_step *step = &t->steps[t->done++];
  *vec_push (g->arena, &g->run->steps) = (struct run_step){ p, step->rule, step->moves };
  g->run->switches += g->last != NONE && g->last != p.index;
  g->last = p.index;
}

static void
go (struct gathering *g, participant_id p)
{
  const struct traveller *t = &g->travellers[p.index];
  const struct pds_action_info *action = action_of (g, t, t->done);
  if (action->op == PDS_ACQUIRE)
    g->holder[pds_action_lock (action).index] = p.index;
  else if (action->op == PDS_RELEASE)
    {
      uint32_t lock = pds_action_lock (action).index;
      assert (g->holder[lock] == p.index && g->passes[lock] > 0);
      g->holder[lock] = NONE;
      g->passes[lock]--;
    }
  else if (action->op == PDS_START)
    g->started = idset_union (g->pds->idsets, g->started, pds_action_processes (action));
  else if (action->op == PDS_FINISH)
    g->finished
      = idset_add (g->pds->idsets, g->finished, g->question->processes[p.index].index);
  write_step (g, p);
}

/* The participant whose turn is number I of a round: those that play no thread first,
   since the others need them, and the first thread, whose step comes first, last. */
static participant_id
whose_turn (const struct question *question, uint32_t i)
{
  uint32_t others = question->count - question->threads;
  assert (i < question->count);
  if (i < others)
    return (participant_id){ question->threads + i };
  return (participant_id){ i + 1 < question->count ? i - others + 1 : 0 };
}

/* Let all participants go on, one after the other, until none can.  Returns whether all
   threads are at the meeting. */
static bool
gather (struct gathering *g)
{
  const struct question *question = g->question;
  for (bool moved = true; moved;)
    {
      moved = false;
      for (uint32_t i = 0; i < question->count; i++)
        {
          participant_id p = whose_turn (question, i);
          const struct traveller *t = &g->travellers[p.index];
          for (; t->done < t->end && can_go (g, p); moved = true)
            go (g, p);
          quota_tick (g->arena->quota);
        }
    }
  for (uint32_t t = 0; t < question->threads; t++)
    if (g->travellers[t].done < g->travellers[t].end)
      return false;
  return true;
}

/* Has each thread one step, and do they all happen together? */
static bool
is_meeting (const struct question *question)
{
  const struct pa_automaton *automaton = question->instance->automaton;
  return automaton->together == automaton->steps.count && automaton->clauses.count == 0
         && automaton->together == automaton->threads.count
         && question->threads == automaton->threads.count;
}

bool
meeting_interleave_find (struct run *run, const struct question *question,
                         const struct local_path *paths, struct arena *arena)
{
  const struct pds *pds = question->survey->pds;
  struct gathering g
    = { .question = question, .pds = pds, .arena = arena, .run = run, .last = NONE };
  if (!is_meeting (question))
    return false;
  *run = (struct run){ .steps = VEC_EMPTY };
  g.travellers = arena_alloc (arena, question->count * sizeof *g.travellers);
  g.holder = arena_alloc (arena, pds->locks.count * sizeof *g.holder + 1);
  g.passes = arena_calloc (arena, pds->locks.count + (size_t) 1, sizeof *g.passes);
  for (uint32_t l = 0; l < pds->locks.count; l++)
    g.holder[l] = NONE;
  for (participant_id p = { 0 }; p.index < question->count; p.index++)
    traveller_init (&g, p, &paths[p.index]);
  if (!gather (&g))
    return false;
  for (uint32_t i = 0; i < question->instance->automaton->steps.count; i++)
    write_step (
      &g, (participant_id){ question->instance->automaton->steps.at[i].thread.index });
  LOG (2, "%u processes meet after %u rules, with %u switches",
       (unsigned) question->threads, (unsigned) run->steps.count,
       (unsigned) run->switches);
  return true;
}
