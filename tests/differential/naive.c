/* naive.c -- see naive.h.
 *
 * A state is a row of words: the steps done, who holds each lock, for each process
 * its stack and, in a model with life cycles, whether each process of the model was
 * started and has finished.  Stacks are interned as lists, (top, rest) -> number, and
 * 0 is the empty one.  Rows stand one after the other in the order in which
 * they were found, so that the search is a walk over them.
 */
#include <config.h>

#include "naive.h"

#include <assert.h>
#include <string.h>
#include <xxhash.h>

#include "phaseauto/instance.h"

#define NOBODY 0 /* holds the lock; process p is p + 1 */
/* Bits of a life. */
#define STARTED 1u
#define FINISHED 2u

struct stack
{
  uint32_t top, rest, depth;
};

struct naive
{
  const struct pds *pds;
  const struct naive_options *options;
  enum query_kind kind;
  struct pa_instance instance;
  struct arena *arena;
  struct pairmap stack_ids;
  VEC (struct stack) stacks;
  uint32_t threads;
  process_id *processes; /* of the model, by process of the search */
  uint32_t count;        /* of them: the threads, then the others */
  bool lives;            /* the model has starts or joins: everyone takes part */
  uint32_t width;        /* words of a row */
  VEC (uint32_t) rows;
  uint32_t found;      /* rows */
  uint32_t *slots;     /* row + 1 by hash, 0: free */
  uint32_t slot_count; /* a power of two */
  uint32_t *next;      /* the row under construction */
  bool bounded;        /* something was left out */
};

/* ---- Rows. ---- */

static uint32_t *
row_at (const struct naive *n, uint32_t row)
{
  assert (row < n->found);
  return n->rows.at + (size_t) row * n->width;
}

static uint32_t *
owner_of (const struct naive *n, uint32_t *row, lock_id lock)
{
  assert (lock.index < n->pds->locks.count);
  return row + 1 + lock.index;
}

static uint32_t *
stack_of (const struct naive *n, uint32_t *row, uint32_t process)
{
  assert (process < n->count);
  return row + 1 + n->pds->locks.count + process;
}

static uint32_t *
life_of (const struct naive *n, uint32_t *row, uint32_t process)
{
  assert (n->lives && process < n->pds->processes.count);
  return row + 1 + n->pds->locks.count + n->count + process;
}

static void
add_row (struct naive *n)
{
  size_t bytes = n->width * sizeof *n->next;
  uint32_t slot = (uint32_t) XXH3_64bits (n->next, bytes) & (n->slot_count - 1);
  while (n->slots[slot])
    {
      if (memcmp (row_at (n, n->slots[slot] - 1), n->next, bytes) == 0)
        return;
      slot = (slot + 1) & (n->slot_count - 1);
    }
  if (n->found == n->options->states)
    {
      n->bounded = true;
      return;
    }
  n->slots[slot] = ++n->found;
  for (uint32_t i = 0; i < n->width; i++)
    *vec_push (n->arena, &n->rows) = n->next[i];
}

static uint32_t
push (struct naive *n, pds_symbol symbol, uint32_t rest)
{
  uint32_t *id = pairmap_at (&n->stack_ids, symbol.index, rest);
  if (*id == PAIRMAP_FREE)
    {
      uint32_t depth = rest ? n->stacks.at[rest - 1].depth + 1 : 1;
      *vec_push (n->arena, &n->stacks) = (struct stack){ symbol.index, rest, depth };
      *id = n->stacks.count;
    }
  return *id;
}

/* ---- Steps. ---- */

/* Apply what ACTION does to the locks to the next row; false if it blocks. */
static bool
operate_lock (struct naive *n, uint32_t process, const struct pds_action_info *action)
{
  if (action->op == PDS_ACQUIRE)
    {
      uint32_t *owner = owner_of (n, n->next, pds_action_lock (action));
      if (*owner != NOBODY)
        return false;
      *owner = process + 1;
    }
  else if (action->op == PDS_RELEASE)
    {
      uint32_t *owner = owner_of (n, n->next, pds_action_lock (action));
      assert (*owner == process + 1);
      *owner = NOBODY;
    }
  return true;
}

/* Apply what ACTION does to lives to the next row; false if it has to wait for what
   others do. */
static bool
live (struct naive *n, uint32_t process, const struct pds_action_info *action)
{
  const struct pds *pds = n->pds;
  process_id own = n->processes[process];
  if (action->op == PDS_WAKE)
    return !pds->processes.at[own.index].started
           || (*life_of (n, n->next, own.index) & STARTED);
  if (action->op == PDS_FINISH)
    *life_of (n, n->next, own.index) |= FINISHED;
  if (!pds_action_is_ordering (action))
    return true;
  idset named = pds_action_processes (action);
  bool starts = action->op == PDS_START;
  for (uint32_t p = idset_next (pds->idsets, named, 0); p != UINT32_MAX;
       p = idset_next (pds->idsets, named, p + 1))
    {
      uint32_t *life = life_of (n, n->next, p);
      if (starts ? *life & STARTED : !(*life & FINISHED))
        return false;
      *life |= starts ? STARTED : 0;
    }
  return true;
}

static void
apply_rule (struct naive *n, uint32_t row, uint32_t process, const struct pds_rule *rule)
{
  memcpy (n->next, row_at (n, row), n->width * sizeof *n->next);
  uint32_t *stack = stack_of (n, n->next, process);
  uint32_t rest = n->stacks.at[*stack - 1].rest;
  if (pds_rule_is_return (rule))
    {
      *stack = rest;
      add_row (n);
      return;
    }
  if (pds_rule_is_call (rule))
    {
      uint32_t under = push (n, rule->under, rest);
      *stack = push (n, rule->to, under);
      if (n->stacks.at[*stack - 1].depth > n->options->depth)
        n->bounded = true;
      else
        add_row (n);
      return;
    }
  const struct pds_action_info *action = &n->pds->actions.at[rule->action.index];
  *stack = push (n, rule->to, rest);
  if (!operate_lock (n, process, action) || !live (n, process, action))
    return;
  thread_id thread = process < n->threads ? (thread_id){ process } : PA_BYSTANDER;
  struct pa_moves moves = pa_instance_moves (&n->instance, n->next[0], thread, action);
  if (moves.loop)
    add_row (n);
  if (moves.step)
    {
      n->next[0]++;
      add_row (n);
    }
}

/* ---- Races and deadlocks, as users define them. ---- */

/* The actions that PROCESS could do next, were it not for the locks. */
static struct pds_range
next_rules (const struct naive *n, uint32_t *row, uint32_t process)
{
  uint32_t stack = *stack_of (n, row, process);
  if (stack == 0)
    return (struct pds_range){ 0, 0 };
  return pds_rules_of (n->pds, (pds_symbol){ n->stacks.at[stack - 1].top });
}

/* Can PROCESS access the field of the query next?  WRITING: write it. */
static bool
is_at_access (const struct naive *n, uint32_t *row, uint32_t process, bool writing)
{
  struct pds_range rules = next_rules (n, row, process);
  for (uint32_t r = rules.begin; r < rules.end; r++)
    {
      const struct pds_action_info *action
        = &n->pds->actions.at[n->pds->rules.at[r].action.index];
      if (pds_action_is_access (action) && (!writing || action->op == PDS_WRITE)
          && field_equal (pds_action_field (action), n->instance.fields[0]))
        return true;
    }
  return false;
}

static bool
is_race (const struct naive *n, uint32_t *row)
{
  for (uint32_t p = 0; p < n->count; p++)
    for (uint32_t q = 0; q < n->count; q++)
      if (p != q && is_at_access (n, row, p, true) && is_at_access (n, row, q, false))
        return true;
  return false;
}

/* The process that holds the lock PROCESS waits for; UINT32_MAX if it does not wait. */
static uint32_t
waits_for (const struct naive *n, uint32_t *row, uint32_t process)
{
  struct pds_range rules = next_rules (n, row, process);
  uint32_t owner = NOBODY;
  for (uint32_t r = rules.begin; r < rules.end; r++)
    {
      const struct pds_rule *rule = &n->pds->rules.at[r];
      const struct pds_action_info *action = &n->pds->actions.at[rule->action.index];
      /* A symbol does one thing, whatever comes after it. */
      assert (rule->action.index == n->pds->rules.at[rules.begin].action.index);
      if (action->op == PDS_ACQUIRE)
        owner = *owner_of (n, row, pds_action_lock (action));
    }
  return owner == NOBODY ? UINT32_MAX : owner - 1;
}

static bool
is_deadlock (const struct naive *n, uint32_t *row)
{
  for (uint32_t p = 0; p < n->count; p++)
    {
      uint32_t q = p, steps = 0;
      do
        q = waits_for (n, row, q);
      while (q != UINT32_MAX && q != p && ++steps < n->count);
      if (q == p)
        return true;
    }
  return false;
}

/* ---- The search. ---- */

static bool
is_wanted (const struct naive *n, uint32_t *row)
{
  switch (n->kind)
    {
    case QUERY_RACE: return is_race (n, row);
    case QUERY_DEADLOCK: return is_deadlock (n, row);
    case QUERY_PATTERN:
    case QUERY_ASSERT: /* of models with data, which are not asked about here */
    case QUERY_EXCLUSIVE:
    case QUERY_STUCK: break;
    }
  return row[0] == n->instance.automaton->steps.count;
}

/* Can the processes chosen make all steps, or get to where they meet? */
static bool
search (struct naive *n)
{
  n->found = n->rows.count = 0;
  memset (n->slots, 0, n->slot_count * sizeof *n->slots);
  memset (n->next, 0, n->width * sizeof *n->next);
  for (uint32_t p = 0; p < n->count; p++)
    *stack_of (n, n->next, p)
      = push (n, n->pds->processes.at[n->processes[p].index].entry, 0);
  add_row (n);
  for (uint32_t row = 0; row < n->found; row++)
    {
      if (is_wanted (n, row_at (n, row)))
        return true;
      for (uint32_t p = 0; p < n->count; p++)
        {
          uint32_t stack = *stack_of (n, row_at (n, row), p);
          if (stack == 0)
            continue;
          pds_symbol top = { n->stacks.at[stack - 1].top };
          struct pds_range rules = pds_rules_of (n->pds, top);
          for (uint32_t r = rules.begin; r < rules.end; r++)
            apply_rule (n, row, p, &n->pds->rules.at[r]);
        }
    }
  return false;
}

static bool
is_chosen (const struct naive *n, uint32_t threads, process_id process)
{
  for (uint32_t t = 0; t < threads; t++)
    if (process_equal (n->processes[t], process))
      return true;
  return false;
}

/* Try all ways to choose processes for the threads from THREAD on. */
static bool
try_from (struct naive *n, uint32_t thread)
{
  if (thread == n->threads)
    {
      n->count = n->threads;
      bool everyone = n->options->everyone || n->kind == QUERY_DEADLOCK || n->lives;
      for (uint32_t p = 0; everyone && p < n->pds->processes.count; p++)
        if (!is_chosen (n, n->threads, (process_id){ p }))
          n->processes[n->count++] = (process_id){ p };
      n->width = 1 + n->pds->locks.count + n->count;
      n->width += n->lives ? n->pds->processes.count : 0;
      return search (n);
    }
  for (process_id p = { 0 }; p.index < n->pds->processes.count; p.index++)
    {
      if (is_chosen (n, thread, p))
        continue;
      n->processes[thread] = p;
      if (try_from (n, thread + 1))
        return true;
    }
  return false;
}

enum verdict_kind
naive_decide (const struct pds *pds, const struct query *query,
              const struct naive_options *options)
{
  struct quota quota;
  struct arena arena;
  quota_init (&quota);
  arena_init (&arena, &quota);
  if (quota_checkpoint (&quota))
    {
      arena_clear (&arena);
      return VERDICT_UNKNOWN;
    }
  struct naive n
    = { .pds = pds,
        .options = options,
        .arena = &arena,
        .kind = query->kind,
        .instance = { query->automaton, query->fields, query->set, pds->idsets } };
  n.lives = pds->life_cycles;
  n.threads = query->automaton->threads.count;
  /* A race is looked for among all who take part: once will do. */
  if (n.kind == QUERY_RACE && (options->everyone || n.lives))
    n.threads = 0;
  size_t most = n.threads + (size_t) pds->processes.count;
  n.processes = arena_alloc (&arena, most * sizeof *n.processes);
  n.next = arena_alloc (&arena, (1 + pds->locks.count + 2 * most) * sizeof *n.next);
  n.slot_count = 1024;
  while (n.slot_count < 2 * (uint64_t) options->states)
    n.slot_count *= 2;
  n.slots = arena_alloc (&arena, n.slot_count * sizeof *n.slots);
  pairmap_init (&n.stack_ids, &arena);
  bool found = n.threads <= pds->processes.count && try_from (&n, 0);
  enum verdict_kind kind = found       ? VERDICT_VIOLATION
                           : n.bounded ? VERDICT_UNKNOWN
                                       : VERDICT_SAFE;
  arena_clear (&arena);
  return kind;
}
