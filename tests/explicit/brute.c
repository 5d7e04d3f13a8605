/* brute.c -- see brute.h. */
#include <config.h>

#include "brute.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#define MOST_STATES 40000
#define SLOTS (1u << 17)

struct configuration
{
  uint32_t done;
  uint32_t depth[BRUTE_PROCESSES];
  uint32_t stack[BRUTE_PROCESSES][BRUTE_DEPTH];
  uint32_t owner[BRUTE_LOCKS];                  /* process, plus one */
  bool started[BRUTE_ALL], finished[BRUTE_ALL]; /* by process of the model */
};

struct brute
{
  const struct pds *pds;
  const struct pa_instance *instance;
  const process_id *processes;
  uint32_t count;
  struct configuration *states;
  uint32_t *distance;
  uint32_t used;
  uint32_t *slots;
  bool cut;
};

/* PROCESS does ACTION, which starts, joins, wakes or finishes.  Why not, or null. */
static const char *
live (const struct brute *b, struct configuration *c, uint32_t process,
      const struct pds_action_info *action)
{
  uint32_t own = b->processes[process].index;
  if (action->op == PDS_WAKE)
    return b->pds->processes.at[own].started && !c->started[own] ? "not started" : NULL;
  if (action->op == PDS_FINISH)
    {
      c->finished[own] = true;
      return NULL;
    }
  for (uint32_t p = 0; p < b->pds->processes.count; p++)
    {
      if (!idset_has (b->pds->idsets, pds_action_processes (action), p))
        continue;
      if (action->op == PDS_JOIN && !c->finished[p])
        return "not finished";
      if (action->op == PDS_START && c->started[p])
        return "started before";
      if (action->op == PDS_START)
        c->started[p] = true;
    }
  return NULL;
}

/* PROCESS uses RULE, the automaton moves iff MOVES.  Why not, or null. */
static const char *
apply (const struct brute *b, struct configuration *c, uint32_t process, uint32_t r,
       bool moves)
{
  const struct pds_rule *rule = &b->pds->rules.at[r];
  const struct pds_action_info *action = &b->pds->actions.at[rule->action.index];
  uint32_t *stack = c->stack[process], *depth = &c->depth[process];
  if (*depth == 0)
    return "a process that has ended runs";
  struct pds_range rules = pds_rules_of (b->pds, (pds_symbol){ stack[*depth - 1] });
  if (r < rules.begin || r >= rules.end)
    return "a rule of another symbol";
  thread_id thread = process < b->instance->automaton->threads.count
                       ? (thread_id){ process }
                       : PA_BYSTANDER;
  bool acts = !pds_rule_is_call (rule) && !pds_rule_is_return (rule);
  struct pa_moves may = { true, false };
  if (acts)
    may = pa_instance_moves (b->instance, c->done, thread, action);
  if (moves ? !may.step : !may.loop)
    return "the automaton forbids it";
  if (acts && action->op == PDS_ACQUIRE)
    {
      uint32_t *owner = &c->owner[pds_action_lock (action).index];
      if (*owner)
        return "the lock is taken";
      *owner = process + 1;
    }
  if (acts && action->op == PDS_RELEASE)
    {
      uint32_t *owner = &c->owner[pds_action_lock (action).index];
      if (*owner != process + 1)
        return "the lock is not held";
      *owner = 0;
    }
  if (acts && action->op >= PDS_WAKE)
    {
      const char *problem = live (b, c, process, action);
      if (problem)
        return problem;
    }
  c->done += moves;
  stack[--*depth] = 0;
  if (pds_rule_is_call (rule))
    {
      if (*depth + 2 > BRUTE_DEPTH)
        return "too deep";
      stack[(*depth)++] = rule->under.index;
    }
  if (!pds_rule_is_return (rule))
    stack[(*depth)++] = rule->to.index;
  return NULL;
}

/* Can PROCESS use RULE next for its step of those that happen together? */
static bool
is_poised (const struct brute *b, const struct configuration *c, uint32_t process,
           uint32_t r)
{
  const struct pds_rule *rule = &b->pds->rules.at[r];
  if (c->depth[process] == 0 || pds_rule_is_call (rule) || pds_rule_is_return (rule))
    return false;
  struct pds_range rules
    = pds_rules_of (b->pds, (pds_symbol){ c->stack[process][c->depth[process] - 1] });
  idset held = IDSET_EMPTY;
  for (uint32_t l = 0; l < b->pds->locks.count; l++)
    if (c->owner[l] == process + 1)
      held = idset_add (b->pds->idsets, held, l);
  return r >= rules.begin && r < rules.end
         && pa_instance_poised (b->instance, (thread_id){ process },
                                &b->pds->actions.at[rule->action.index], held);
}

/* The steps that do not happen together. */
static uint32_t
count_alone (const struct pa_automaton *automaton)
{
  return automaton->together > 1 ? automaton->steps.count - automaton->together
                                 : automaton->steps.count;
}

static bool
is_goal (const struct brute *b, const struct configuration *c)
{
  const struct pa_automaton *automaton = b->instance->automaton;
  if (c->done != count_alone (automaton))
    return false;
  for (uint32_t i = c->done; i < automaton->steps.count; i++)
    {
      uint32_t thread = automaton->steps.at[i].thread.index;
      bool poised = false;
      if (c->depth[thread] == 0)
        return false;
      struct pds_range rules
        = pds_rules_of (b->pds, (pds_symbol){ c->stack[thread][c->depth[thread] - 1] });
      for (uint32_t r = rules.begin; r < rules.end && !poised; r++)
        poised = is_poised (b, c, thread, r);
      if (!poised)
        return false;
    }
  return true;
}

static struct configuration
start (const struct brute *b)
{
  struct configuration c;
  memset (&c, 0, sizeof c);
  for (uint32_t p = 0; p < b->count; p++)
    {
      c.depth[p] = 1;
      c.stack[p][0] = b->pds->processes.at[b->processes[p].index].entry.index;
    }
  return c;
}

static void
add (struct brute *b, const struct configuration *c, uint32_t distance)
{
  uint64_t hash = UINT64_C (0xcbf29ce484222325);
  uint32_t words[sizeof *c / sizeof (uint32_t)];
  static_assert (sizeof words == sizeof *c, "a configuration is words");
  memcpy (words, c, sizeof *c);
  for (size_t i = 0; i < sizeof words / sizeof *words; i++)
    hash = (hash ^ words[i]) * UINT64_C (0x100000001b3);
  uint32_t at = (uint32_t) (hash >> 20) % SLOTS;
  for (; b->slots[at]; at = (at + 1) % SLOTS)
    if (memcmp (&b->states[b->slots[at] - 1], c, sizeof *c) == 0)
      return;
  if (b->used == MOST_STATES)
    return;
  b->states[b->used] = *c;
  b->distance[b->used] = distance;
  b->slots[at] = ++b->used;
}

static void
follow_all (struct brute *b, uint32_t s)
{
  for (uint32_t p = 0; p < b->count; p++)
    {
      const struct configuration *from = &b->states[s];
      if (from->depth[p] == 0)
        continue;
      struct pds_range rules
        = pds_rules_of (b->pds, (pds_symbol){ from->stack[p][from->depth[p] - 1] });
      for (uint32_t r = rules.begin; r < rules.end; r++)
        for (int moves = 0; moves < 2; moves++)
          {
            struct configuration next = *from;
            const char *problem = apply (b, &next, p, r, moves);
            if (!problem)
              add (b, &next, b->distance[s] + 1);
            else if (strcmp (problem, "too deep") == 0)
              b->cut = true;
          }
    }
}

struct brute_result
brute_search (const struct pds *pds, const struct pa_instance *instance,
              const process_id *processes, uint32_t count)
{
  assert (count <= BRUTE_PROCESSES && pds->locks.count <= BRUTE_LOCKS);
  assert (pds->processes.count <= BRUTE_ALL);
  struct brute b
    = { .pds = pds, .instance = instance, .processes = processes, .count = count };
  b.states = calloc (MOST_STATES, sizeof *b.states);
  b.distance = calloc (MOST_STATES, sizeof *b.distance);
  b.slots = calloc (SLOTS, sizeof *b.slots);
  if (!b.states || !b.distance || !b.slots)
    abort ();
  struct configuration first = start (&b);
  add (&b, &first, 0);
  struct brute_result result = { BRUTE_SAFE, 0, 0 };
  for (uint32_t s = 0; s < b.used && result.answer == BRUTE_SAFE; s++)
    if (is_goal (&b, &b.states[s]))
      {
        result.answer = BRUTE_VIOLATION;
        result.length = b.distance[s] + instance->automaton->steps.count
                        - count_alone (instance->automaton);
      }
    else
      follow_all (&b, s);
  if (result.answer == BRUTE_SAFE && b.used == MOST_STATES)
    result.answer = BRUTE_MANY;
  else if (result.answer == BRUTE_SAFE && b.cut)
    result.answer = BRUTE_CUT;
  result.states = b.used;
  free (b.states);
  free (b.distance);
  free (b.slots);
  return result;
}

const char *
brute_replay (const struct pds *pds, const struct pa_instance *instance,
              const process_id *processes, uint32_t count, const struct run *run)
{
  assert (count <= BRUTE_PROCESSES && pds->locks.count <= BRUTE_LOCKS);
  struct brute b
    = { .pds = pds, .instance = instance, .processes = processes, .count = count };
  struct configuration c = start (&b);
  const struct pa_automaton *automaton = instance->automaton;
  uint32_t alone = count_alone (automaton), meeting = automaton->steps.count - alone;
  if (run->steps.count < meeting)
    return "too short";
  for (uint32_t i = 0; i < run->steps.count - meeting; i++)
    {
      const struct run_step *step = &run->steps.at[i];
      const char *problem
        = apply (&b, &c, step->participant.index, step->rule, step->moves);
      if (problem)
        return problem;
    }
  for (uint32_t i = 0; i < meeting; i++)
    {
      const struct run_step *step = &run->steps.at[run->steps.count - meeting + i];
      if (!step->moves
          || step->participant.index != automaton->steps.at[alone + i].thread.index
          || !is_poised (&b, &c, step->participant.index, step->rule))
        return "a process is not about to make its step";
    }
  return c.done == alone ? NULL : "steps are missing";
}
