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
  uint32_t owner[BRUTE_LOCKS]; /* process, plus one */
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
                       ? (thread_id){ process } : PA_BYSTANDER;
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
  const unsigned char *bytes = (const unsigned char *) c;
  for (size_t i = 0; i < sizeof *c; i++)
    hash = (hash ^ bytes[i]) * UINT64_C (0x100000001b3);
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
  struct brute b = { .pds = pds, .instance = instance, .processes = processes,
                     .count = count };
  b.states = calloc (MOST_STATES, sizeof *b.states);
  b.distance = calloc (MOST_STATES, sizeof *b.distance);
  b.slots = calloc (SLOTS, sizeof *b.slots);
  if (!b.states || !b.distance || !b.slots)
    abort ();
  struct configuration first = start (&b);
  add (&b, &first, 0);
  struct brute_result result = { BRUTE_SAFE, 0, 0 };
  for (uint32_t s = 0; s < b.used && result.answer == BRUTE_SAFE; s++)
    if (b.states[s].done == instance->automaton->steps.count)
      {
        result.answer = BRUTE_VIOLATION;
        result.length = b.distance[s];
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
  struct brute b = { .pds = pds, .instance = instance, .processes = processes,
                     .count = count };
  struct configuration c = start (&b);
  for (uint32_t i = 0; i < run->steps.count; i++)
    {
      const struct run_step *step = &run->steps.at[i];
      const char *problem
        = apply (&b, &c, step->participant.index, step->rule, step->moves);
      if (problem)
        return problem;
    }
  return c.done == instance->automaton->steps.count ? NULL : "steps are missing";
}
