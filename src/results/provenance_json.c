/* provenance_json.c -- see provenance_json.h. */
#include <config.h>

#include "results/provenance_json.h"

#include <assert.h>

#include "io/json.h"

json_t *
provenance_notes_to_json (const struct provenance *provenance)
{
  assert (provenance->may_miss <= provenance->notes.count);
  return json_pack ("{s:i,s:i}", "may_miss", (int) provenance->may_miss,
                    "adds_executions",
                    (int) (provenance->notes.count - provenance->may_miss));
}

static json_t *
list_notes (const struct provenance *provenance)
{
  json_t *list = json_array ();
  for (uint32_t i = 0; i < provenance->notes.count; i++)
    {
      const struct provenance_note *note = &provenance->notes.at[i];
      assert (note->may_miss == (i < provenance->may_miss));
      json_t *object = json_object ();
      json_object_set_new (object, "kind", json_string (provenance_note_kind (note)));
      json_object_set_new (object, "code", json_text (note->code));
      json_object_set_new (object, "text", json_text (note->text));
      if (note->position)
        json_object_set_new (object, "at", json_text (note->position));
      json_array_append_new (list, object);
    }
  return list;
}

static json_t *
list_statements (const struct provenance *provenance)
{
  json_t *list = json_array ();
  for (uint32_t i = 0; i < provenance->statements.count; i++)
    {
      const struct provenance_statement *statement = &provenance->statements.at[i];
      json_t *object = json_object ();
      json_object_set_new (object, "line", json_integer (statement->offset));
      json_object_set_new (object, "class", json_text (statement->class_name));
      json_object_set_new (object, "method", json_text (statement->method));
      json_object_set_new (object, "descriptor", json_text (statement->descriptor));
      json_object_set_new (object, "index", json_integer (statement->index));
      json_array_append_new (list, object);
    }
  return list;
}

json_t *
provenance_to_json (const struct provenance *provenance)
{
  json_t *object = json_object ();
  assert (provenance->subject);
  json_object_set_new (object, "schema", json_integer (1));
  json_object_set_new (object, "kind", json_string ("provenance"));
  json_object_set_new (object, "language", json_text (provenance->language));
  json_object_set_new (object, "model", json_text (provenance->subject));
  json_object_set_new (object, "methods", json_integer (provenance->methods));
  json_object_set_new (object, "fields", json_integer (provenance->fields));
  json_object_set_new (object, "locks", json_integer (provenance->locks));
  json_object_set_new (object, "notes", list_notes (provenance));
  json_object_set_new (object, "statements", list_statements (provenance));
  return object;
}
