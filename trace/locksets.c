/* locksets.c -- see locksets.h. */
#include <config.h>

#include "trace/locksets.h"

#include <assert.h>
#include <string.h>

#include "base/log.h"

void
locksets_init (struct locksets *locksets, struct arena *arena)
{
  assert (locksets && arena);
  *locksets = (struct locksets){ .arena = arena };
}

void
locksets_edge (struct locksets *locksets, struct edge edge)
{
  uint32_t last = edge.from > edge.to ? edge.from : edge.to;
  assert (edge.from != edge.to && last < UINT32_MAX);
  if (last >= locksets->elements)
    locksets->elements = last + 1;
  *vec_push (locksets->arena, &locksets->list) = edge;
}

/* Make room for all elements; new ones have time 0, "never reached". */
static void
extend (struct locksets *locksets, struct lockset_column *column)
{
  if (column->capacity >= locksets->elements)
    return;
  size_t bytes = column->capacity * sizeof *column->reach;
  uint64_t wanted = locksets->elements + locksets->elements / 2;
  uint32_t capacity = wanted > UINT32_MAX ? UINT32_MAX : (uint32_t) wanted;
  column->reach = arena_grow (locksets->arena, column->reach, bytes,
                              capacity * sizeof *column->reach);
  memset (column->reach + column->capacity, 0,
          (capacity - column->capacity) * sizeof *column->reach);
  column->capacity = capacity;
}

/* Apply the rule to all locksets of the column's thread, whose element is SELF, for all
   edges that it has not walked over. */
static void
catch_up (struct locksets *locksets, struct lockset_column *column, uint32_t self)
{
  assert (column->position <= locksets->dropped + locksets->list.count);
  if (column->position < locksets->dropped)
    column->position = locksets->dropped; /* no access needed it until then */
  extend (locksets, column);
  uint32_t *reach = column->reach;
  assert (column->capacity >= locksets->elements);
  const struct edge *edge = locksets->list.at + (column->position - locksets->dropped);
  const struct edge *end = locksets->list.at + locksets->list.count;
  locksets->walks++;
  for (; edge < end; edge++)
    {
      uint32_t from = edge->from == self ? edge->time : reach[edge->from];
      uint32_t to = reach[edge->to];
      reach[edge->to] = from > to ? from : to;
    }
  column->position = locksets->dropped + locksets->list.count;
}

static struct lockset_column *
column_at (struct locksets *locksets, uint32_t thread)
{
  while (locksets->columns.count <= thread)
    *vec_push (locksets->arena, &locksets->columns)
      = (struct lockset_column){ NULL, 0, 0 };
  return &locksets->columns.at[thread];
}

bool
locksets_ordered (struct locksets *locksets, uint32_t first, uint32_t from, uint32_t time,
                  uint32_t to)
{
  struct lockset_column *column = column_at (locksets, first);
  assert (column->position <= locksets->dropped + locksets->list.count);
  assert (from != to && time > 0);
  if (to < column->capacity && column->reach[to] >= time)
    return true;
  if (column->position == locksets->dropped + locksets->list.count)
    return false;
  catch_up (locksets, column, from);
  return to < column->capacity && column->reach[to] >= time;
}

void
locksets_collect (struct locksets *locksets, const bool *live, const uint32_t *elements,
                  uint32_t count)
{
  for (uint32_t t = 0; t < count; t++)
    {
      struct lockset_column *column = column_at (locksets, t);
      if (live[t])
        catch_up (locksets, column, elements[t]);
      else if (column->reach)
        memset (column->reach, 0, column->capacity * sizeof *column->reach);
    }
  LOG (2, "drop %u edges", (unsigned) locksets->list.count);
  assert (locksets->columns.count >= count);
  locksets->dropped += locksets->list.count;
  locksets->list.count = 0;
  for (uint32_t t = 0; t < count; t++)
    locksets->columns.at[t].position = locksets->dropped;
}
