/* sarif_flow.c -- an interleaving as the code flows of a SARIF result; see sarif_parts.h.
 */
#include <config.h>

#include <assert.h>
#include <string.h>

#include "base/scribe.h"
#include "base/text.h"
#include "explain/timeline.h"
#include "io/json.h"
#include "results/sarif_parts.h"

/* Flows of more than these have only the steps that a timeline shows. */
#define MOST_STEPS 2000

/* "Consumer[0]: read count, step 1 of the pattern"; of a race "Consumer[0]: about to read
   count", of a deadlock "Kant: waits for f2". */
static json_t *
step_message (struct sarif_result *r, uint32_t i)
{
  const struct witness_step *step = &r->finding->witness->steps.at[i];
  bool meets = i >= finding_meeting (r->finding);
  assert (!meets || step->phase);
  struct scribe scribe;
  FILE *memory = scribe_start (&scribe, r->arena);
  text_show_name (memory, finding_process_name (r->finding, step->process));
  fputs (": ", memory);
  bool waits = step->action == WITNESS_AWAIT || step->action == WITNESS_STUCK;
  fputs (meets && !waits ? "about to " : "", memory);
  finding_print_step (r->finding, i, memory);
  if (step->phase && !meets && r->finding->query->kind == QUERY_PATTERN)
    fprintf (memory, ", step %u of the pattern", (unsigned) step->phase);
  return sarif_message (scribe_end (&scribe));
}

/* The full name of the procedure or method BODY: "org.example.Stack.pop()". */
static json_t *
full_name (const struct sarif_result *r, body_id body)
{
  const struct provenance *provenance = r->finding->subject->provenance;
  const char *name = finding_body_name (r->finding, body);
  size_t to_dot = strcspn (name, ".(");
  assert (to_dot <= strlen (name));
  if (!provenance || name[to_dot] != '(')
    return json_text (name);
  return json_text (arena_format (r->arena, "%s.%s", provenance->subject, name));
}

json_t *
sarif_step_place (struct sarif_result *r, uint32_t i)
{
  assert (i < r->finding->witness->steps.count);
  assert (r->places[i].body.index < r->finding->subject->model.bodies.count);
  const struct witness_step *step = &r->finding->witness->steps.at[i];
  const struct ir_body *body
    = &r->finding->subject->model.bodies.at[r->places[i].body.index];
  json_t *logical
    = json_pack ("[{s:o,s:s}]", "fullyQualifiedName", full_name (r, r->places[i].body),
                 "kind", body->is_process ? "module" : "function");
  return json_pack ("{s:o,s:o,s:o}", "physicalLocation",
                    sarif_physical_place (r->sarif, r->finding->subject, step->offset,
                                          step->position, r->arena),
                    "logicalLocations", logical, "message", step_message (r, i));
}

/* The value that STEP reads, writes or sets, by the name of what has it. */
static void
add_value (struct sarif_result *r, const struct witness_step *step, json_t *state)
{
  const char *name
    = step->has_value ? witness_object_name (&r->finding->subject->model, step) : NULL;
  struct scribe scribe;
  if (!name)
    return;
  witness_print_value (scribe_start (&scribe, r->arena), step);
  json_t *value = sarif_message (scribe_end (&scribe));
  FILE *memory = scribe_start (&scribe, r->arena);
  text_print_safe (memory, name, strlen (name));
  witness_print_cell (memory, step);
  json_object_set_new (state, scribe_end (&scribe), value);
}

/* The locks that each process holds, by the name of the process. */
static json_t *
step_state (struct sarif_result *r, uint32_t i)
{
  const struct idsets *idsets = &r->finding->subject->idsets;
  json_t *state = json_object ();
  for (uint32_t t = 0; t < finding_cast (r->finding); t++)
    {
      idset held = finding_held (r->finding, i, (thread_id){ t });
      struct scribe scribe;
      FILE *memory = scribe_start (&scribe, r->arena);
      const char *comma = "";
      for (uint32_t l = idset_next (idsets, held, 0); l != UINT32_MAX;
           l = idset_next (idsets, held, l + 1))
        {
          fputs (comma, memory);
          text_show_name (memory, finding_lock_name (r->finding, (lock_id){ l }));
          comma = ", ";
        }
      if (!*comma)
        fputs ("none", memory);
      json_t *locks = sarif_message (scribe_end (&scribe));
      fputs ("locks of ", scribe_start (&scribe, r->arena));
      text_show_name (scribe.stream,
                      finding_process_name (r->finding, r->finding->processes[t]));
      json_object_set_new (state, scribe_end (&scribe), locks);
    }
  add_value (r, &r->finding->witness->steps.at[i], state);
  return state;
}

static json_t *
step_location (struct sarif_result *r, uint32_t i)
{
  static const char *const kinds[][2] = { [WITNESS_ACQUIRE] = { "acquire", "lock" },
                                          [WITNESS_RELEASE] = { "release", "lock" },
                                          [WITNESS_READ] = { "read", "memory" },
                                          [WITNESS_WRITE] = { "write", "memory" },
                                          [WITNESS_UNIT_BEGIN] = { "enter", "unit" },
                                          [WITNESS_UNIT_END] = { "exit", "unit" },
                                          [WITNESS_CALL] = { "call", "function" },
                                          [WITNESS_RETURN] = { "return", "function" },
                                          [WITNESS_START] = { "call", "thread" },
                                          [WITNESS_JOIN] = { "acquire", "thread" },
                                          [WITNESS_END] = { "return", "thread" },
                                          [WITNESS_AWAIT] = { "acquire", "lock" },
                                          [WITNESS_SET] = { "value", "variable" },
                                          [WITNESS_CHOOSE] = { "value", "variable" },
                                          [WITNESS_BRANCH] = { "branch", "condition" },
                                          [WITNESS_ASSUME] = { "branch", "assumption" },
                                          [WITNESS_ASSERT] = { "danger", "assertion" },
                                          [WITNESS_WRONG] = { "danger", "value" },
                                          [WITNESS_NOTIFY] = { "release", "thread" },
                                          [WITNESS_STUCK] = { "danger", "thread" } };
  const struct witness_step *step = &r->finding->witness->steps.at[i];
  assert (step->action < sizeof kinds / sizeof *kinds && kinds[step->action][0]);
  const char *const *kind = kinds[step->action];
  return json_pack ("{s:o,s:[s,s],s:i,s:i,s:s,s:o}", "location", sarif_step_place (r, i),
                    "kinds", kind[0], kind[1], "nestingLevel", (int) r->places[i].depth,
                    "executionOrder", (int) i + 1, "importance",
                    step->phase    ? "essential"
                    : step->nested ? "unimportant"
                                   : "important",
                    "state", step_state (r, i));
}

/* The steps of all processes in one flow: some viewers show only the first flow. */
static json_t *
merged_flow (struct sarif_result *r)
{
  assert (r->finding->witness->steps.count > 0);
  json_t *locations = json_array ();
  for (uint32_t i = 0; i < r->finding->witness->steps.count; i++)
    if (r->shown[i])
      json_array_append_new (locations, step_location (r, i));
  return json_pack ("{s:o,s:[{s:s,s:o}]}", "message", sarif_message ("the interleaving"),
                    "threadFlows", "id", "all", "locations", locations);
}

static json_t *
flow_per_process (struct sarif_result *r)
{
  json_t *flows = json_array ();
  for (uint32_t t = 0; t < finding_cast (r->finding); t++)
    {
      process_id process = r->finding->processes[t];
      json_t *locations = json_array ();
      for (uint32_t i = 0; i < r->finding->witness->steps.count; i++)
        if (r->shown[i]
            && process_equal (r->finding->witness->steps.at[i].process, process))
          json_array_append_new (locations, step_location (r, i));
      json_array_append_new (
        flows, json_pack ("{s:o,s:o}", "id",
                          json_text (finding_process_name (r->finding, process)),
                          "locations", locations));
    }
  return json_pack ("{s:o,s:o}", "message", sarif_message ("process by process"),
                    "threadFlows", flows);
}

json_t *
sarif_flows (struct sarif_result *r)
{
  assert (r->shown && r->places);
  return json_pack ("[o,o]", merged_flow (r), flow_per_process (r));
}

void
sarif_choose_steps (struct sarif_result *r)
{
  uint32_t count = r->finding->witness->steps.count;
  assert (!r->shown && !r->places);
  r->places = finding_places (r->finding, r->arena);
  r->shown = arena_calloc (r->arena, count, sizeof *r->shown);
  if (count <= MOST_STEPS)
    {
      memset (r->shown, true, count * sizeof *r->shown);
      return;
    }
  struct timeline timeline;
  timeline_build (&timeline, r->finding, false, r->arena);
  for (uint32_t i = 0; i < timeline.rows.count; i++)
    {
      assert (timeline.rows.at[i].first < count);
      r->shown[timeline.rows.at[i].first] = timeline.rows.at[i].elided == 0;
    }
}
