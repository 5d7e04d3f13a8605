/* atomicity.c -- see atomicity.h. */
#include <config.h>

#include "trace/atomicity.h"

#include <assert.h>
#include <string.h>

void
atomicity_init (struct atomicity *atomicity, const struct trace_names *names,
                const struct pattern_trie *trie, struct arena *arena)
{
  assert (names && trie && arena);
  *atomicity = (struct atomicity){ .arena = arena, .names = names, .trie = trie };
  unit_filter_init (&atomicity->filter, names, arena);
  pairmap_init (&atomicity->reported, arena);
  pairmap_init (&atomicity->last, arena);
}

static struct unit_thread *
thread_at (struct atomicity *atomicity, uint32_t thread)
{
  while (atomicity->threads.count <= thread)
    *vec_push (atomicity->arena, &atomicity->threads) = (struct unit_thread){ 0, 0 };
  return &atomicity->threads.at[thread];
}

/* ---- Atomic sets. ---- */

static uint32_t
new_set (struct atomicity *atomicity)
{
  *vec_push (atomicity->arena, &atomicity->sets) = (match_list) VEC_EMPTY;
  return atomicity->sets.count - 1;
}

static uint32_t
set_of_object (struct atomicity *atomicity, uint32_t object)
{
  while (atomicity->set_of_object.count <= object)
    *vec_push (atomicity->arena, &atomicity->set_of_object) = TRACE_NONE;
  uint32_t *set = &atomicity->set_of_object.at[object];
  if (*set == TRACE_NONE)
    *set = new_set (atomicity);
  return *set;
}

static uint32_t
set_of (struct atomicity *atomicity, uint32_t variable)
{
  while (atomicity->set_of_variable.count <= variable)
    *vec_push (atomicity->arena, &atomicity->set_of_variable) = TRACE_NONE;
  uint32_t *set = &atomicity->set_of_variable.at[variable];
  if (*set == TRACE_NONE)
    {
      assert (variable < atomicity->names->object_of.count);
      uint32_t object = atomicity->names->object_of.at[variable];
      *set
        = object == TRACE_NONE ? new_set (atomicity) : set_of_object (atomicity, object);
    }
  return *set;
}

/* ---- Matches. ---- */

static struct match
empty_match (void)
{
  struct match match = { .node = TRIE_ROOT };
  for (uint32_t i = 0; i < TRIE_THREADS; i++)
    match.threads[i] = TRACE_NONE;
  for (uint32_t i = 0; i < TRIE_PARAMETERS; i++)
    match.variables[i] = TRACE_NONE;
  return match;
}

/* Has a thread ended its unit that should have stayed in it? */
static bool
is_dead (const struct atomicity *atomicity, const struct match *match)
{
  uint32_t stays = atomicity->trie->nodes.at[match->node].stays;
  assert (match->node != TRIE_ROOT);
  for (uint32_t t = 0; stays; t++, stays >>= 1)
    if (stays & 1 && atomicity->threads.at[match->threads[t]].ended != match->ended[t])
      return true;
  return false;
}

/* May VALUE be in PLACE of a list of COUNT different values? */
static bool
fits (const uint32_t *values, uint32_t count, uint32_t place, uint32_t value)
{
  assert (place < count);
  if (values[place] != TRACE_NONE)
    return values[place] == value;
  for (uint32_t i = 0; i < count; i++)
    if (values[i] == value)
      return false;
  return true;
}

static bool
kind_fits (enum pa_kind kind, enum trace_op op)
{
  return op == TRACE_READ    ? kind == PA_READS || kind == PA_ACCESSES
         : op == TRACE_WRITE ? kind == PA_WRITES || kind == PA_ACCESSES
                             : kind == PA_BEGINS;
}

/* Is EVENT the step that leads to NODE, after MATCH? */
static bool
is_step (const struct atomicity *atomicity, const struct match *match,
         const struct trie_node *node, const struct trace_event *event)
{
  const struct pa_step *step = &node->step;
  assert (node->parent == match->node && event->thread < atomicity->threads.count);
  return kind_fits (step->kind, event->op)
         && (!step->in_unit || atomicity->threads.at[event->thread].depth > 0)
         && fits (match->threads, TRIE_THREADS, step->thread.index, event->thread)
         && (!trace_is_access (event)
             || fits (match->variables, TRIE_PARAMETERS, step->parameter.index,
                      event->object));
}

/* MATCH extended by the step to CHILD, which is EVENT. */
static struct match
extend (const struct atomicity *atomicity, const struct match *match, uint32_t child,
        const struct trace_event *event)
{
  struct match longer = *match;
  const struct trie_node *node = &atomicity->trie->nodes.at[child];
  uint32_t before = atomicity->trie->nodes.at[match->node].stays;
  assert (node->parent == match->node && node->depth <= TRIE_STEPS);
  longer.node = child;
  longer.threads[node->step.thread.index] = event->thread;
  if (trace_is_access (event))
    longer.variables[node->step.parameter.index] = event->object;
  longer.steps[node->depth - 1] = (struct match_step){
    .event = event->number,
    .location = event->location,
    .thread = event->thread,
    .variable = trace_is_access (event) ? event->object : TRACE_NONE,
    .is_write = event->op == TRACE_WRITE,
  };
  for (uint32_t t = 0; t < TRIE_THREADS; t++)
    if (node->stays & ~before & (uint32_t) 1 << t)
      {
        assert (longer.threads[t] != TRACE_NONE);
        longer.ended[t] = atomicity->threads.at[longer.threads[t]].ended;
      }
  return longer;
}

/* Does EVENT, of MATCH's atomic set, break a clause that forbids accesses? */
static bool
is_forbidden (const struct atomicity *atomicity, const struct match *match,
              const struct trace_event *event)
{
  const struct trie_node *node = &atomicity->trie->nodes.at[match->node];
  if (!node->forbids || !trace_is_access (event))
    return false;
  for (uint32_t i = 0; i < node->forbids->clauses.count; i++)
    {
      const struct pa_clause *clause = &node->forbids->clauses.at[i];
      if (clause->kind == PA_NEVER && pa_clause_holds (clause, node->depth)
          && match->threads[clause->thread.index] == event->thread
          && match->variables[clause->parameter.index] == event->object
          && kind_fits (clause->access, event->op))
        return true;
    }
  return false;
}

/* Have A and B, neither of which is dead, the same future? */
static bool
is_same (const struct match *a, const struct match *b)
{
  return a->node == b->node && memcmp (a->threads, b->threads, sizeof a->threads) == 0
         && memcmp (a->variables, b->variables, sizeof a->variables) == 0;
}

/* ---- Reports. ---- */

/* Were these locations reported for AUTOMATON?  Marks them as reported.  Without
   locations, variables tell matches apart. */
static bool
was_reported (struct atomicity *atomicity, uint32_t end, const struct match *match)
{
  uint32_t depth = atomicity->trie->nodes.at[match->node].depth;
  assert (depth > 0 && depth <= TRIE_STEPS);
  bool located = true;
  for (uint32_t i = 0; i < depth; i++)
    located &= match->steps[i].location != TRACE_NONE;
  /* Lists are numbered from 0 on; the first element of each is appended to a number that
     no list has. */
  uint32_t list = UINT32_MAX - (2 * end + located);
  for (uint32_t i = 0; i < depth; i++)
    list = pairmap_number (&atomicity->reported, list,
                           located ? match->steps[i].location : match->steps[i].variable);
  uint32_t *known = pairmap_at (&atomicity->last, list, 0);
  if (*known != PAIRMAP_FREE)
    return true;
  *known = 1;
  return false;
}

static void
report (struct atomicity *atomicity, const struct match *match)
{
  const struct trie_node *node = &atomicity->trie->nodes.at[match->node];
  assert (node->depth > 0);
  for (uint32_t e = node->first_end; e != TRIE_NONE; e = atomicity->trie->ends.at[e].next)
    {
      if (was_reported (atomicity, e, match) && !atomicity->all)
        continue;
      atomicity->found++;
      if (atomicity->report)
        atomicity->report (atomicity->context, atomicity->trie->ends.at[e].automaton,
                           match);
    }
}

/* ---- Events. ---- */

/* Extend MATCH by EVENT where possible; the results are reported or become fresh. */
static void
try_children (struct atomicity *atomicity, const struct match *match,
              const struct trace_event *event)
{
  const struct pattern_trie *trie = atomicity->trie;
  for (uint32_t c = trie->nodes.at[match->node].first_child; c != TRIE_NONE;
       c = trie->nodes.at[c].sibling)
    if (is_step (atomicity, match, &trie->nodes.at[c], event))
      {
        struct match longer = extend (atomicity, match, c, event);
        report (atomicity, &longer);
        if (trie->nodes.at[c].first_child != TRIE_NONE)
          *vec_push (atomicity->arena, &atomicity->fresh) = longer;
      }
}

/* Do so for the matches of LIST; drop those that are dead or that EVENT ends. */
static void
try_list (struct atomicity *atomicity, match_list *list, const struct trace_event *event)
{
  uint32_t kept = 0;
  for (uint32_t i = 0; i < list->count; i++)
    {
      if (is_dead (atomicity, &list->at[i]))
        continue;
      try_children (atomicity, &list->at[i], event);
      if (!is_forbidden (atomicity, &list->at[i], event))
        {
          if (kept != i)
            list->at[kept] = list->at[i];
          kept++;
        }
    }
  assert (kept <= list->count);
  list->count = kept;
}

/* Put the fresh matches into LIST, if they are new. */
static void
keep_fresh (struct atomicity *atomicity, match_list *list)
{
  uint32_t old = list->count;
  assert (list != &atomicity->fresh);
  for (uint32_t i = 0; i < atomicity->fresh.count; i++)
    {
      const struct match *fresh = &atomicity->fresh.at[i];
      uint32_t j = 0;
      while (j < old && !is_same (&list->at[j], fresh))
        j++;
      if (j == old)
        *vec_push (atomicity->arena, list) = *fresh;
    }
  atomicity->fresh.count = 0;
}

static void
access_variable (struct atomicity *atomicity, const struct trace_event *event)
{
  struct match empty = empty_match ();
  uint32_t set = set_of (atomicity, event->object);
  assert (atomicity->fresh.count == 0);
  try_list (atomicity, &atomicity->sets.at[set], event);
  try_list (atomicity, &atomicity->unbound, event);
  try_children (atomicity, &empty, event);
  keep_fresh (atomicity, &atomicity->sets.at[set]);
}

static void
begin_unit (struct atomicity *atomicity, const struct trace_event *event)
{
  struct unit_thread *thread = thread_at (atomicity, event->thread);
  if (thread->depth++ > 0)
    return;
  assert (atomicity->fresh.count == 0);
  atomicity->units++;
  struct trace_event begin = *event;
  begin.op = TRACE_BEGIN;
  struct match empty = empty_match ();
  try_list (atomicity, &atomicity->unbound, &begin);
  try_children (atomicity, &empty, &begin);
  keep_fresh (atomicity, &atomicity->unbound);
}

static void
end_unit (struct atomicity *atomicity, const struct trace_event *event)
{
  struct unit_thread *thread = thread_at (atomicity, event->thread);
  if (thread->depth == 0)
    atomicity->unmatched++;
  else if (--thread->depth == 0)
    thread->ended++;
}

void
atomicity_event (struct atomicity *atomicity, const struct trace_event *event)
{
  (void) thread_at (atomicity, event->thread);
  enum unit_edge edge = unit_filter_edge (&atomicity->filter, event);
  if (trace_is_access (event))
    access_variable (atomicity, event);
  else if (edge == UNIT_BEGINS)
    begin_unit (atomicity, event);
  else if (edge == UNIT_ENDS)
    end_unit (atomicity, event);
  else if (event->op == TRACE_NEW)
    {
      uint32_t set = set_of_object (atomicity, event->object);
      atomicity->sets.at[set].count = 0;
    }
}
