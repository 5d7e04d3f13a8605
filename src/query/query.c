/* query.c -- see query.h. */
#include <config.h>

#include "query/query.h"

#include <assert.h>

#include "base/log.h"
#include "ir/expr.h"
#include "ir/provenance.h"
#include "ir/subject.h"
#include "phaseauto/meetings.h"

const char *
query_kind_word (enum query_kind kind)
{
  static const char *const words[]
    = { [QUERY_PATTERN] = "pattern",     [QUERY_RACE] = "race",
        [QUERY_DEADLOCK] = "deadlock",   [QUERY_ASSERT] = "assert",
        [QUERY_EXCLUSIVE] = "exclusive", [QUERY_STUCK] = "stuck" };
  static_assert (sizeof words / sizeof *words == QUERY_KINDS, "a word for each");
  assert (kind < QUERY_KINDS);
  return words[kind];
}

/* The fields of an atomic set that are asked about, in declaration order. */
struct members
{
  VEC (field_id) fields;
};

struct lister
{
  struct queries *queries;
  const struct pa_automaton *automaton;
  const struct pds *pds;
  struct arena *arena;
  const struct members *members; /* by atomic set */
  field_id *chosen;              /* by parameter */
  uint32_t *next;                /* by parameter: the next candidate among the members */
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
  field_id *fields = arena_alloc (l->arena, count * sizeof *fields);
  for (uint32_t i = 0; i < count; i++)
    {
      assert (set_equal (l->pds->fields.at[l->chosen[i].index].set, set));
      assert (is_free (l, l->chosen[i], i)); /* they are different */
      fields[i] = l->chosen[i];
    }
  *vec_push (l->arena, &l->queries->list) = (struct query){
    .kind = QUERY_PATTERN, .automaton = l->automaton, .fields = fields, .set = set
  };
}

/* List all choices that begin with FIRST, by backtracking with counters: those of the
   parameters from `depth' on are 0. */
static void
list_from (struct lister *l, field_id first)
{
  set_id set = l->pds->fields.at[first.index].set;
  const struct members *members = &l->members[set.index];
  assert (set.index < l->pds->sets.count && members->fields.count > 0);
  l->chosen[0] = first;
  for (uint32_t depth = 1; depth > 0;)
    if (depth == l->automaton->parameters.count)
      {
        add_query (l, set);
        depth--;
      }
    else if (l->next[depth] == members->fields.count)
      l->next[depth--] = 0;
    else
      {
        assert (depth < l->automaton->parameters.count);
        assert (l->next[depth] < members->fields.count);
        field_id field = members->fields.at[l->next[depth]++];
        if (is_free (l, field, depth))
          l->chosen[depth++] = field;
      }
}

/* Is INDEX in CHOICE?  Null is everything. */
static bool
is_asked (const bool *choice, uint32_t index)
{
  return !choice || choice[index];
}

/* List races of all fields but volatile ones, which are declared for that. */
static void
list_races (struct queries *queries, const struct pds *pds, const bool *fields,
            struct arena *arena)
{
  assert (pa_race ()->parameters.count == 1);
  for (field_id f = { 0 }; f.index < pds->fields.count; f.index++)
    {
      const struct pds_field *field = &pds->fields.at[f.index];
      if (field->is_volatile || !is_asked (fields, f.index))
        continue;
      field_id *argument = arena_alloc (arena, sizeof *argument);
      *argument = f;
      *vec_push (arena, &queries->list) = (struct query){
        .kind = QUERY_RACE, .automaton = pa_race (), .fields = argument, .set = field->set
      };
    }
}

/* List what only models with data are asked. */
static void
list_data (struct queries *queries, const struct pds *pds,
           const struct query_filter *filter, struct arena *arena)
{
  for (uint32_t c = 0; c < filter->claims; c++)
    if (is_asked (filter->claim, c))
      *vec_push (arena, &queries->list) = (struct query){
        .kind = QUERY_ASSERT, .automaton = pa_assert (), .set = SET_NONE, .claim = c
      };
  for (field_id f = { 0 }; filter->exclusive && f.index < pds->fields.count; f.index++)
    {
      if (filter->exclusive[f.index] == IR_NO_EXPR || !is_asked (filter->fields, f.index))
        continue;
      field_id *argument = arena_alloc (arena, sizeof *argument);
      *argument = f;
      *vec_push (arena, &queries->list)
        = (struct query){ .kind = QUERY_EXCLUSIVE,
                          .automaton = pa_exclusive (),
                          .fields = argument,
                          .set = pds->fields.at[f.index].set };
    }
}

void
query_filter_fit (struct query_filter *filter, const struct ir_subject *subject,
                  uint32_t automata, struct arena *arena)
{
  const struct provenance *from = subject->provenance;
  assert (automata > 0);
  if (!from)
    return;
  if (from->is_program || from->has_no_units)
    filter->automata = arena_calloc (arena, automata + (size_t) 1, sizeof (bool));
  filter->race &= !from->is_program;
  filter->deadlock &= !from->is_of_clients && !from->has_deadlocks_elsewhere;
  if (!from->is_program || filter->claim)
    return;
  bool *asserts = arena_calloc (arena, filter->claims + (size_t) 1, sizeof *asserts);
  for (uint32_t c = 0; c < filter->claims; c++)
    asserts[c] = subject->flow.claims.at[c].is_assert;
  filter->claim = asserts;
}

void
queries_list (struct queries *queries, const struct pa_set *set, const struct pds *pds,
              const struct query_filter *filter, struct arena *arena)
{
  *queries = (struct queries){ VEC_EMPTY };
  struct members *members
    = arena_calloc (arena, pds->sets.count + (size_t) 1, sizeof *members);
  for (uint32_t f = 0; f < pds->fields.count; f++)
    {
      assert (pds->fields.at[f].set.index < pds->sets.count);
      if (is_asked (filter->fields, f))
        *vec_push (arena, &members[pds->fields.at[f].set.index].fields) = (field_id){ f };
    }
  for (uint32_t a = 0; a < set->automata.count; a++)
    {
      const struct pa_automaton *automaton = &set->automata.at[a];
      if (!is_asked (filter->automata, a))
        continue;
      uint32_t before = queries->list.count, parameters = automaton->parameters.count;
      assert (parameters > 0);
      struct lister l = { queries,
                          automaton,
                          pds,
                          arena,
                          members,
                          .chosen = arena_alloc (arena, parameters * sizeof *l.chosen),
                          .next = arena_calloc (arena, parameters, sizeof *l.next) };
      for (uint32_t f = 0; f < pds->fields.count; f++)
        if (is_asked (filter->fields, f))
          list_from (&l, (field_id){ f });
      LOG (2, "pattern %s: %u queries", automaton->name,
           (unsigned) (queries->list.count - before));
    }
  if (filter->race)
    list_races (queries, pds, filter->fields, arena);
  if (filter->deadlock && pds->locks.count > 0)
    *vec_push (arena, &queries->list) = (struct query){ .kind = QUERY_DEADLOCK,
                                                        .automaton = pa_deadlock (),
                                                        .set = SET_NONE };
  list_data (queries, pds, filter, arena);
  if (filter->stuck)
    *vec_push (arena, &queries->list)
      = (struct query){ .kind = QUERY_STUCK, .automaton = pa_stuck (), .set = SET_NONE };
}
