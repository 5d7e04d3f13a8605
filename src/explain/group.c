/* group.c -- see group.h. */
#include <config.h>

#include "explain/group.h"

#include <assert.h>
#include <stdlib.h>

void
groups_init (struct groups *groups, struct arena *arena)
{
  *groups = (struct groups){ .arena = arena };
  pairmap_init (&groups->keys, arena);
}

static int
compare_numbers (const void *a, const void *b)
{
  uint32_t x = *(const uint32_t *) a, y = *(const uint32_t *) b;
  return x < y ? -1 : x > y;
}

/* One step along a path: a list of numbers is a path from 0, and each pair of a
   place and a number leads to a place of its own. */
static uint32_t
follow (struct groups *groups, uint32_t place, uint32_t number)
{
  return 1 + pairmap_number (&groups->keys, place, number);
}

/* Where the number of the group of FINDING is kept. */
static uint32_t *
find (struct groups *groups, const struct finding *finding)
{
  const struct query *query = finding->query;
  const struct pa_automaton *automaton = finding_automaton (finding);
  uint32_t count = automaton->parameters.count;
  uint32_t *fields = arena_calloc (groups->arena, count + (size_t) 1, sizeof *fields);
  for (uint32_t i = 0; i < count; i++)
    fields[i] = query->fields[i].index;
  qsort (fields, count, sizeof *fields, compare_numbers);
  /* Two automata of one set have different places in its text; races and deadlocks are
     of none.  A model has one deadlock. */
  uint32_t place = follow (groups, (uint32_t) query->kind, automaton->span.begin);
  for (uint32_t i = 0; i < count; i++)
    place = follow (groups, place, fields[i]);
  for (uint32_t t = 0; t < automaton->threads.count; t++)
    {
      uint32_t process = finding->processes[t].index;
      body_id body = finding->eml->lowering.pds.processes.at[process].body;
      place = follow (groups, place, body.index);
    }
  return pairmap_at (&groups->keys, place, UINT32_MAX - 1);
}

struct finding *
groups_add (struct groups *groups, uint32_t number, const struct finding *finding)
{
  uint32_t *group = find (groups, finding);
  if (*group == PAIRMAP_FREE)
    {
      *group = groups->list.count;
      struct group *added = vec_push (groups->arena, &groups->list);
      *added = (struct group){ finding_copy (finding, groups->arena), VEC_EMPTY };
      return &added->first;
    }
  assert (*group < groups->list.count);
  struct group *known = &groups->list.at[*group];
  assert (known->first.query->automaton == finding->query->automaton);
  assert (known->others.count == 0 || known->others.at[known->others.count - 1] < number);
  *vec_push (groups->arena, &known->others) = number;
  return NULL;
}
