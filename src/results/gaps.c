/* gaps.c -- see gaps.h. */
#include <config.h>

#include "results/gaps.h"

#include <assert.h>
#include <string.h>

#include "io/json.h"

/* The question of QUERY as a bit; 0: none that programs are asked. */
static unsigned
question_of (const struct query *query)
{
  switch (query->kind)
    {
    case QUERY_PATTERN: return PROVENANCE_PATTERN;
    case QUERY_RACE: return PROVENANCE_RACE;
    case QUERY_DEADLOCK: return PROVENANCE_DEADLOCK;
    case QUERY_ASSERT: return PROVENANCE_ASSERT;
    case QUERY_STUCK: return PROVENANCE_STUCK;
    case QUERY_EXCLUSIVE: break;
    }
  return 0;
}

bool
gap_concerns (const struct model_queries *model, const struct query *query,
              const struct provenance_note *note)
{
  assert (model->subject->provenance && note->code);
  if (!(note->removes & question_of (query)))
    return false;
  if (!note->field || query->kind == QUERY_DEADLOCK || query->kind == QUERY_STUCK)
    return true;
  const struct pds *pds = &model->subject->projection.pds;
  for (uint32_t i = 0; i < query->automaton->parameters.count; i++)
    if (strcmp (pds->fields.at[query->fields[i].index].name, note->field) == 0)
      return true;
  return false;
}

bool
gaps_exist (const struct model_queries *model, const struct query *query)
{
  const struct provenance *provenance = model->subject->provenance;
  for (uint32_t i = 0; provenance && i < provenance->notes.count; i++)
    if (gap_concerns (model, query, &provenance->notes.at[i]))
      return true;
  return false;
}

static bool
is_same_kind (const struct provenance_note *a, const struct provenance_note *b)
{
  return strcmp (a->code, b->code) == 0
         && (a->field ? b->field && strcmp (a->field, b->field) == 0 : !b->field);
}

/* Gap number FIRST, and how many there are of its kind. */
static json_t *
gap_to_json (const struct model_queries *model, const struct query *query, uint32_t first)
{
  const struct provenance *provenance = model->subject->provenance;
  assert (first < provenance->notes.count);
  const struct provenance_note *note = &provenance->notes.at[first];
  uint32_t count = 0;
  for (uint32_t i = first; i < provenance->notes.count; i++)
    count += is_same_kind (note, &provenance->notes.at[i])
             && gap_concerns (model, query, &provenance->notes.at[i]);
  json_t *object = json_object ();
  json_object_set_new (object, "code", json_text (note->code));
  json_object_set_new (object, "count", json_integer (count));
  if (note->field)
    json_object_set_new (object, "field", json_text (note->field));
  json_object_set_new (object, "text", json_text (note->text));
  if (note->position)
    json_object_set_new (object, "at", json_text (note->position));
  return object;
}

json_t *
gaps_to_json (const struct model_queries *model, const struct query *query)
{
  const struct provenance *provenance = model->subject->provenance;
  if (!gaps_exist (model, query))
    return NULL;
  json_t *list = json_array ();
  for (uint32_t i = 0; i < provenance->notes.count; i++)
    {
      bool is_new = gap_concerns (model, query, &provenance->notes.at[i]);
      for (uint32_t k = 0; k < i && is_new; k++)
        is_new = !is_same_kind (&provenance->notes.at[k], &provenance->notes.at[i]);
      if (is_new)
        json_array_append_new (list, gap_to_json (model, query, i));
    }
  assert (json_array_size (list) <= provenance->notes.count); /* 0: no memory */
  return list;
}
