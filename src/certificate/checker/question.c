/* question.c -- see certifying.h: what a line is about.
 *
 *     AUTOMATON FIELD...    a pattern
 *     race FIELD
 *     circle LOCK...        a case of a deadlock: each thread awaits one of these locks
 *                           and holds the one before, the first thread the last one
 *     script NUMBER         of a line `script'; only roles are about scripts
 *     deadlock              all circles
 *     assert CLAIM          these two only in models with data, and never of roles
 *     exclusive FIELD
 *
 * The automaton of a race is that of the query; those of circles and scripts are made
 * by the checker.
 */
#include <config.h>

#include <assert.h>
#include <string.h>

#include "certificate/checker/certifying.h"

static bool
read_race (struct reading_state *r, struct query *query)
{
  const struct queries *queries = r->certify->queries;
  field_id field;
  if (!lines_number (r->lines, r->certify->pds->fields.count, &field.index))
    return reading_malformed (r, "the field of a race");
  for (uint32_t q = 0; q < queries->list.count; q++)
    if (queries->list.at[q].kind == QUERY_RACE
        && field_equal (queries->list.at[q].fields[0], field))
      {
        *query = queries->list.at[q];
        return true;
      }
  return reading_refuse (r, "the model has no such query");
}

static bool
read_circle (struct reading_state *r, struct query *query)
{
  lock_id locks[PA_SIZE_LIMIT];
  uint32_t count = 0;
  bool fine = true;
  while (count < PA_SIZE_LIMIT
         && lines_number (r->lines, r->certify->pds->locks.count, &locks[count].index))
    {
      for (uint32_t i = 0; i < count; i++)
        fine &= !lock_equal (locks[i], locks[count]);
      count++;
    }
  if (!fine || count < 2)
    return reading_malformed (r, "a circle: different locks");
  assert (count <= PA_SIZE_LIMIT);
  *query = script_circle (locks, count, r->arena);
  return true;
}

static bool
read_pattern (struct reading_state *r, struct query *query)
{
  const struct pa_set *automata = r->certify->automata;
  const struct pds *pds = r->certify->pds;
  uint32_t number;
  if (!lines_number (r->lines, automata->automata.count, &number))
    return reading_malformed (r, "the number of an automaton");
  *query = (struct query){ .kind = QUERY_PATTERN };
  query->automaton = &automata->automata.at[number];
  uint32_t count = query->automaton->parameters.count;
  field_id *fields = arena_alloc (r->arena, count * sizeof *fields + 1);
  for (uint32_t i = 0; i < count; i++)
    {
      if (!lines_number (r->lines, pds->fields.count, &fields[i].index))
        return reading_malformed (r, "one field for each parameter");
      set_id set = pds->fields.at[fields[i].index].set;
      if (i > 0 && !set_equal (set, query->set))
        return reading_malformed (r, "fields of one atomic set");
      query->set = set;
    }
  query->fields = fields;
  return true;
}

bool
reading_question (struct reading_state *r, struct query *query)
{
  assert (r->certify->queries);
  if (lines_word (r->lines, "race"))
    return read_race (r, query);
  if (lines_word (r->lines, "circle"))
    return read_circle (r, query);
  return read_pattern (r, query);
}

bool
reading_question_of_role (struct reading_state *r, struct query *query)
{
  uint32_t number;
  if (!lines_word (r->lines, "script"))
    return reading_question (r, query);
  if (!lines_number (r->lines, r->scripts.count, &number))
    return reading_malformed (r, "the number of a script");
  *query = r->scripts.at[number]->query;
  assert (query->automaton && query->kind <= QUERY_DEADLOCK);
  return true;
}

bool
reading_same_question (const struct query *a, const struct query *b)
{
  assert (a->automaton && b->automaton);
  if (a->kind != b->kind)
    return false;
  if (a->kind == QUERY_DEADLOCK)
    return script_same_circle (a->automaton, b->automaton);
  return a->automaton == b->automaton
         && memcmp (a->fields, b->fields,
                    a->automaton->parameters.count * sizeof *a->fields)
              == 0;
}

bool
reading_same_query (const struct query *a, const struct query *b)
{
  if (a->kind != b->kind)
    return false;
  switch (a->kind)
    {
    case QUERY_DEADLOCK:
    case QUERY_STUCK: return true;
    case QUERY_ASSERT: return a->claim == b->claim;
    case QUERY_PATTERN:
    case QUERY_RACE:
    case QUERY_EXCLUSIVE: break;
    }
  return reading_same_question (a, b);
}

/* Find the question of KIND about number NUMBER: of a claim, or of a field. */
static bool
find_asked (struct reading_state *r, enum query_kind kind, uint32_t number,
            struct query *query)
{
  const struct queries *queries = r->certify->queries;
  for (uint32_t q = 0; q < queries->list.count; q++)
    {
      const struct query *candidate = &queries->list.at[q];
      if (candidate->kind != kind || (kind == QUERY_ASSERT && candidate->claim != number)
          || (kind == QUERY_EXCLUSIVE && candidate->fields[0].index != number))
        continue;
      *query = *candidate;
      return true;
    }
  return reading_refuse (r, "the model has no such query");
}

bool
reading_asked (struct reading_state *r, struct query *query)
{
  uint32_t number;
  if (lines_word (r->lines, "deadlock"))
    return find_asked (r, QUERY_DEADLOCK, 0, query);
  if (lines_word (r->lines, "stuck"))
    return find_asked (r, QUERY_STUCK, 0, query);
  bool asserts = lines_word (r->lines, "assert");
  if (asserts || lines_word (r->lines, "exclusive"))
    return lines_number (r->lines, UINT32_MAX, &number)
             ? find_asked (r, asserts ? QUERY_ASSERT : QUERY_EXCLUSIVE, number, query)
             : reading_malformed (r, "the number of a claim or field");
  if (lines_word (r->lines, "race"))
    return read_race (r, query);
  return read_pattern (r, query);
}
