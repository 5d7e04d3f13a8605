/* explain_json.c -- see explain_json.h. */
#include <config.h>

#include "explain_json.h"

#include "base/scribe.h"
#include "json.h"

json_t *
because_to_json (const struct because *because, const struct finding *finding)
{
  struct scribe scribe;
  because_print (because, finding, scribe_start (&scribe, &finding->eml->arena));
  return json_text (scribe_end (&scribe));
}

json_t *
repair_to_json (const struct repair *repair, const struct finding *finding)
{
  json_t *object = json_object ();
  json_object_set_new (object, "lock",
                       json_text (finding_lock_name (finding, repair->lock)));
  json_object_set_new (
    object, "process",
    json_text (finding_process_name (finding, finding->processes[repair->thread])));
  json_object_set_new (object, "body",
                       json_text (finding_body_name (finding, repair->body)));
  json_object_set_new (object, "safe", json_boolean (repair->safe));
  json_object_set_new (object, "lines",
                       json_pack ("[i, i]", (int) repair->first_line,
                                  (int) repair->last_line));
  struct scribe scribe;
  if (repair->source)
    {
      fwrite (repair->source, 1, repair->source_length,
              scribe_start (&scribe, &finding->eml->arena));
      json_object_set_new (object, "source", json_text (scribe_end (&scribe)));
      json_object_set_new (object, "source_lines",
                           json_pack ("[i, i]", (int) repair->first_source_line,
                                      (int) repair->last_source_line));
    }
  repair_print (repair, finding, scribe_start (&scribe, &finding->eml->arena));
  json_object_set_new (object, "text", json_text (scribe_end (&scribe)));
  return object;
}
