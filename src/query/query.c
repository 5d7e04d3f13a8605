/* query.c -- see query.h. */
#include <config.h>

#include "query/query.h"

#include <assert.h>

struct lister
{
  struct queries *queries;
  const struct pa_automaton *automaton;
  const struct pds *pds;
  const struct query_filter *filter;
  struct arena *arena;
  const field_id *const *members; /* by atomic set: its fields, in order */
  const uint32_t *sizes;
  field_id *chosen;  /* by parameter */
  uint32_t *next;    /* by parameter: the next candidate among the members */
};

static bool
is_free (const struct lister *l, field_id field, uint32_t parameters)
{
  for (uint32_t i = 0; i < parameters; i++)
    if (field_equal (l->chosen[i], field))
      return false;
  return true;
}

static void
add_query (struct lister *l, set_id set)
{
  uint32_t count = l->automaton->parameters.count;
  field_id *fields = arena_alloc (l->arena, count * sizeof *fields + 1);
  for (uint32_t i = 0; i < count; i++)
    fields[i] = l->chosen[i];
  *vec_push (l->arena, &l->queries->list)
    = (struct query){ l->automaton, fields, set };
}

/* All choices that begin with FIRST, by backtracking with counters. */
static void
list_from (struct lister *l, field_id first)
{
  set_id set = l->pds->fields.at[first.index].set;
  uint32_t parameters = l->automaton->parameters.count;
  const field_id *members = l->members[set.index];
  l->chosen[0] = first;
  uint32_t depth = 1;
  if (parameters == 1)
    {
      add_query (l, set);
      return;
    }
  l->next[1] = 0;
  while (depth > 0)
    {
      if (l->next[depth] == l->sizes[set.index])
        {
          depth--;
          continue;
        }
      field_id field = members[l->next[depth]++];
      if (!is_free (l, field, depth))
        continue;
      l->chosen[depth] = field;
      if (depth + 1 == parameters)
        add_query (l, set);
      else
        l->next[++depth] = 0;
    }
}

static bool
is_asked (const bool *choice, uint32_t index)
{
  return !choice || choice[index];
}

void
queries_list (struct queries *queries, const struct pa_set *set,
              const struct pds *pds, const struct query_filter *filter,
              struct arena *arena)
{
  *queries = (struct queries){ VEC_EMPTY };
  /* The fields of each atomic set that are asked about. */
  uint32_t sets = pds->sets.count;
  uint32_t *sizes = arena_calloc (arena, sets + (size_t) 1, sizeof *sizes);
  field_id **members = arena_calloc (arena, sets + (size_t) 1, sizeof *members);
  for (uint32_t f = 0; f < pds->fields.count; f++)
    sizes[pds->fields.at[f].set.index] += is_asked (filter->fields, f);
  for (uint32_t s = 0; s < sets; s++)
    {
      members[s] = arena_alloc (arena, sizes[s] * sizeof **members + 1);
      sizes[s] = 0;
    }
  for (uint32_t f = 0; f < pds->fields.count; f++)
    if (is_asked (filter->fields, f))
      {
        uint32_t s = pds->fields.at[f].set.index;
        members[s][sizes[s]++] = (field_id){ f };
      }
  for (uint32_t a = 0; a < set->automata.count; a++)
    {
      const struct pa_automaton *automaton = &set->automata.at[a];
      if (!is_asked (filter->automata, a))
        continue;
      assert (automaton->parameters.count > 0);
      size_t parameters = automaton->parameters.count;
      struct lister l = { queries, automaton, pds, filter, arena,
                          (const field_id *const *) members, sizes, NULL, NULL };
      l.chosen = arena_alloc (arena, parameters * sizeof *l.chosen);
      l.next = arena_alloc (arena, parameters * sizeof *l.next);
      for (uint32_t f = 0; f < pds->fields.count; f++)
        if (is_asked (filter->fields, f))
          list_from (&l, (field_id){ f });
    }
}
