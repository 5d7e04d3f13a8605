/* finding_json.c -- see finding_json.h. */
#include <config.h>

#include "results/finding_json.h"

#include <assert.h>

#include "base/scribe.h"
#include "explain/because.h"
#include "explain/repair.h"
#include "io/json.h"

json_t *
because_to_json (const struct finding *finding)
{
  struct scribe scribe;
  assert (finding->subject);
  because_print (finding, scribe_start (&scribe, &finding->subject->arena));
  return json_text (scribe_end (&scribe));
}

/* Whose statements are put under the lock. */
static void
add_body (json_t *object, const struct repair_place *place, const struct finding *finding)
{
  assert (!object || json_is_object (object)); /* null: no memory */
  json_object_set_new (
    object, "process",
    json_text (finding_process_name (finding, finding->processes[place->thread.index])));
  json_object_set_new (object, "body",
                       json_text (finding_body_name (finding, place->body)));
}

/* Which lines are put under the lock. */
static void
add_lines (json_t *object, const struct repair_place *place,
           const struct finding *finding)
{
  assert (place->first_line <= place->last_line);
  json_object_set_new (
    object, "lines",
    json_pack ("[i, i]", (int) place->first_line, (int) place->last_line));
  if (!place->source)
    return;
  struct scribe scribe;
  fwrite (place->source, 1, place->source_length,
          scribe_start (&scribe, &finding->subject->arena));
  json_object_set_new (object, "source", json_text (scribe_end (&scribe)));
  json_object_set_new (
    object, "source_lines",
    json_pack ("[i, i]", (int) place->first_source_line, (int) place->last_source_line));
}

/* Who would take which lock while it holds which, each what the next one holds. */
static json_t *
cycle_to_json (const struct finding *finding)
{
  const struct repair *repair = finding->repair;
  json_t *cycle = json_array ();
  assert (repair->cycle >= 2);
  for (uint32_t i = 0; i < repair->cycle && i < REPAIR_WAITS; i++)
    {
      uint32_t next = (i + 1) % repair->cycle;
      if (next == REPAIR_WAITS)
        break;
      json_t *wait = json_object ();
      process_id process = repair->waits[i].process;
      json_object_set_new (wait, "process",
                           json_text (finding_process_name (finding, process)));
      const char *held = finding_lock_name (finding, repair->waits[i].held);
      const char *taken = finding_lock_name (finding, repair->waits[next].held);
      json_object_set_new (wait, "holds", json_text (held));
      json_object_set_new (wait, "takes", json_text (taken));
      json_array_append_new (cycle, wait);
    }
  return cycle;
}

json_t *
repair_to_json (const struct finding *finding)
{
  const struct repair *repair = finding->repair;
  assert (repair);
  json_t *object = json_object ();
  if (repair->kind == REPAIR_VOLATILE)
    json_object_set_new (object, "volatile",
                         json_text (finding_field_name (finding, (parameter_id){ 0 })));
  else if (!repair_has_places (repair->kind))
    {
      static const char *const words[] = { [REPAIR_NOTIFY_ALL] = "notifyall",
                                           [REPAIR_LOOK_AGAIN] = "while",
                                           [REPAIR_LOOK_AGAIN_ALL] = "while",
                                           [REPAIR_WAIT_OUTSIDE] = "wait",
                                           [REPAIR_FINALLY] = "finally" };
      const char *lock = finding_lock_name (finding, repair->lock);
      assert (repair->kind >= REPAIR_NOTIFY_ALL && words[repair->kind]);
      json_object_set_new (object, words[repair->kind], json_text (lock));
      if (repair->kind == REPAIR_LOOK_AGAIN_ALL)
        json_object_set_new (object, "notifyall", json_text (lock));
      if (repair->kind == REPAIR_WAIT_OUTSIDE)
        json_object_set_new (object, "outside",
                             json_text (finding_lock_name (finding, repair->before)));
    }
  else if (repair->kind == REPAIR_ONE_CALL)
    {
      json_object_set_new (object, "instead", json_text (repair_call_instead (repair)));
      add_body (object, &repair->places[0], finding);
    }
  else
    {
      json_object_set_new (object, "lock",
                           json_text (finding_lock_name (finding, repair->lock)));
      if (repair->by_name)
        json_object_set_new (object, "for_all", json_true ());
      if (repair->kind == REPAIR_ORDER)
        json_object_set_new (object, "before",
                             json_text (finding_lock_name (finding, repair->before)));
      add_body (object, &repair->places[0], finding);
    }
  json_object_set_new (object, "safe", json_boolean (repair->safe));
  if (repair_has_places (repair->kind))
    add_lines (object, &repair->places[0], finding);
  if (repair->count > 1)
    {
      json_t *also = json_object ();
      add_body (also, &repair->places[1], finding);
      add_lines (also, &repair->places[1], finding);
      json_object_set_new (object, "also", also);
    }
  if (repair->cycle > 0)
    json_object_set_new (object, "cycle", cycle_to_json (finding));
  struct scribe scribe;
  repair_print (finding, scribe_start (&scribe, &finding->subject->arena));
  json_object_set_new (object, "text", json_text (scribe_end (&scribe)));
  return object;
}

json_t *
rank_to_json (const struct rank *rank, const struct ir_subject *subject,
              struct arena *arena)
{
  json_t *object = json_object ();
  struct scribe scribe;
  assert (rank->title);
  json_object_set_new (object, "kind", json_string (rank_word (rank->kind)));
  if (rank->reason)
    json_object_set_new (object, "reason", json_string (rank_reason_word (rank->reason)));
  json_object_set_new (object, "number", json_integer (rank_number (rank)));
  json_object_set_new (object, "order", json_integer (rank_order (rank)));
  bool why = rank_print_why (rank, subject, scribe_start (&scribe, arena));
  const char *text = scribe_end (&scribe);
  if (why)
    json_object_set_new (object, "why", json_text (text));
  return object;
}

json_t *
execution_to_json (const struct execution *execution)
{
  assert (execution->text && execution->machine);
  json_t *object = json_object ();
  bool happened = execution->grade != EXECUTION_NOT_SEEN;
  json_object_set_new (object, "grade", json_text (execution_word (execution->grade)));
  json_object_set_new (object, happened ? "observed" : "reason",
                       json_text (execution->text));
  if (happened)
    json_object_set_new (object, "arguments", json_text (execution->arguments));
  if (*execution->machine)
    json_object_set_new (object, "java", json_text (execution->machine));
  json_object_set_new (object, "tries", json_integer (execution->tries));
  json_object_set_new (object, "ms",
                       json_real ((double) (execution->ns / 1000) / 1000.0));
  return object;
}
