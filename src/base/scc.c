/* scc.c -- see scc.h. */
#include <config.h>

#include "base/scc.h"

#include <assert.h>
#include <string.h>

struct scc_visit
{
  uint32_t number;   /* when the node was met, from 1 on; 0: not yet */
  uint32_t low;      /* the least number of an open node that it is known to lead to */
  uint32_t position; /* of its next edge */
  bool on_path;
};

void
scc_init (struct scc *scc, struct arena *arena, uint32_t nodes, scc_successor successor,
          const void *graph)
{
  assert (arena && successor);
  *scc = (struct scc){
    .nodes = nodes, .arena = arena, .successor = successor, .graph = graph
  };
  scc->visits = arena_calloc (arena, nodes + (size_t) 1, sizeof *scc->visits);
  scc->of = arena_alloc (arena, (nodes + (size_t) 1) * sizeof *scc->of);
  memset (scc->of, 0xFF, nodes * sizeof *scc->of);
}

static void
meet (struct scc *scc, uint32_t node)
{
  assert (node < scc->nodes && scc->visits[node].number == 0);
  quota_work (scc->arena->quota, 1);
  scc->met++;
  scc->visits[node]
    = (struct scc_visit){ .number = scc->met, .low = scc->met, .on_path = true };
  *vec_push (scc->arena, &scc->path) = node;
  *vec_push (scc->arena, &scc->open) = node;
}

/* All edges of NODE were followed.  If none of the nodes met before it is in its
   component, the nodes opened since it was met are that component: close it. */
static void
leave (struct scc *scc, uint32_t node)
{
  struct scc_visit *visit = &scc->visits[node];
  assert (visit->on_path && visit->low <= visit->number);
  visit->on_path = false;
  *vec_push (scc->arena, &scc->left) = node;
  scc->path.count--;
  if (scc->path.count > 0)
    {
      struct scc_visit *before = &scc->visits[scc->path.at[scc->path.count - 1]];
      if (visit->low < before->low)
        before->low = visit->low;
    }
  if (visit->low != visit->number)
    return;
  uint32_t member;
  do
    {
      assert (scc->open.count > 0);
      member = scc->open.at[--scc->open.count];
      scc->of[member] = scc->count;
    }
  while (member != node);
  scc->count++;
}

void
scc_from (struct scc *scc, uint32_t root)
{
  assert (root < scc->nodes && scc->path.count == 0);
  if (scc->visits[root].number > 0)
    return;
  meet (scc, root);
  while (scc->path.count > 0)
    {
      uint32_t node = scc->path.at[scc->path.count - 1];
      struct scc_visit *visit = &scc->visits[node];
      uint32_t to = scc->successor (scc->graph, node, &visit->position);
      if (to == SCC_NONE)
        {
          leave (scc, node);
          continue;
        }
      const struct scc_visit *target = &scc->visits[to];
      if (target->number == 0)
        {
          meet (scc, to);
          continue;
        }
      if (target->on_path && scc->back_target)
        scc->back_target[to] = true;
      if (scc->of[to] == SCC_NONE && target->number < visit->low)
        visit->low = target->number;
    }
  assert (scc->open.count == 0 && scc_reached (scc, root));
}

void
scc_all (struct scc *scc)
{
  for (uint32_t node = 0; node < scc->nodes; node++)
    scc_from (scc, node);
  assert (scc->met == scc->nodes);
}
