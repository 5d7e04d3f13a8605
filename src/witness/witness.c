/* witness.c -- see witness.h. */
#include <config.h>

#include "witness/witness.h"

#include <assert.h>
#include <inttypes.h>
#include <string.h>

#include "base/text.h"

const char *
witness_action_word (enum witness_action action)
{
  static const char *const words[]
    = { "acquire", "release", "read",   "write",  "unit-begin", "unit-end", "call",
        "return",  "start",   "join",   "end",    "await",      "notify",   "set",
        "choose",  "branch",  "assume", "assert", "wrong",      "stuck" };
  static_assert (sizeof words / sizeof *words == WITNESS_ACTIONS, "a word for each");
  assert (action < WITNESS_ACTIONS);
  return words[action];
}

uint32_t
witness_switches (const struct witness *witness, uint32_t count)
{
  uint32_t switches = 0;
  assert (count <= witness->steps.count);
  for (uint32_t i = 1; i < count; i++)
    switches
      += !process_equal (witness->steps.at[i - 1].process, witness->steps.at[i].process);
  return switches;
}

const char *
witness_object_name (const struct ir_model *model, const struct witness_step *step)
{
  assert (step->process.index < model->processes);
  switch (step->action)
    {
    case WITNESS_ACQUIRE:
    case WITNESS_RELEASE:
    case WITNESS_AWAIT:
    case WITNESS_NOTIFY:
      return ir_text (model, model->locks.at[witness_lock (step).index].name);
    case WITNESS_READ:
    case WITNESS_WRITE:
      return ir_text (model, model->fields.at[witness_field (step).index].name);
    case WITNESS_CALL:
    case WITNESS_RETURN:
    case WITNESS_END:
      return ir_text (model, model->bodies.at[witness_body (step).index].name);
    case WITNESS_SET:
    case WITNESS_CHOOSE:
    case WITNESS_BRANCH:
    case WITNESS_ASSUME:
    case WITNESS_ASSERT:
    case WITNESS_WRONG:
    case WITNESS_STUCK: assert (step->text); return step->text;
    case WITNESS_UNIT_BEGIN:
    case WITNESS_UNIT_END:
    case WITNESS_START:
    case WITNESS_JOIN: break;
    }
  return NULL;
}

void
witness_copy (struct witness *copy, const struct witness *witness, struct arena *arena)
{
  *copy = (struct witness){ VEC_EMPTY, VEC_EMPTY };
  vec_reserve (arena, &copy->steps, witness->steps.count);
  vec_reserve (arena, &copy->initial, witness->initial.count);
  copy->steps.count = witness->steps.count;
  if (witness->steps.count > 0)
    memcpy (copy->steps.at, witness->steps.at,
            witness->steps.count * sizeof *copy->steps.at);
  for (uint32_t i = 0; i < copy->steps.count; i++)
    {
      struct witness_step *step = &copy->steps.at[i];
      if (step->text)
        step->text = arena_copy (arena, step->text, strlen (step->text));
    }
  for (uint32_t i = 0; i < witness->initial.count; i++)
    *vec_push (arena, &copy->initial) = witness->initial.at[i];
  assert (copy->steps.count == witness->steps.count);
}

void
witness_print_value (FILE *file, const struct witness_step *step)
{
  assert (step->has_value);
  if (step->is_bool)
    fputs (step->value ? "true" : "false", file);
  else
    fprintf (file, "%" PRId64, step->value);
}

void
witness_print_cell (FILE *file, const struct witness_step *step)
{
  if (step->has_cell)
    fprintf (file, "[%u]", (unsigned) step->cell);
}

void
witness_print_sets (FILE *file, const struct ir_model *model, idset sets)
{
  const char *comma = "";
  for (uint32_t s = idset_next (model->idsets, sets, 0); s != UINT32_MAX;
       s = idset_next (model->idsets, sets, s + 1))
    {
      assert (s < model->sets.count);
      fputs (comma, file);
      text_print_name (file, ir_text (model, model->sets.at[s].name));
      comma = ",";
    }
}

void
witness_print_processes (FILE *file, const struct ir_model *model, idset processes)
{
  const char *comma = "";
  process_id first = { 0 }; /* of the current body */
  for (uint32_t b = 0; b < model->bodies.count; b++)
    {
      const struct ir_body *body = &model->bodies.at[b];
      uint32_t copies = body->is_process ? body->copies : 0, named = 0;
      for (uint32_t c = 0; c < copies; c++)
        named += idset_has (model->idsets, processes, first.index + c);
      for (uint32_t c = 0; c < copies && named > 0; c++)
        if (idset_has (model->idsets, processes, first.index + c))
          {
            fputs (comma, file);
            comma = ",";
            text_print_name (file, ir_text (model, body->name));
            if (named == copies)
              break;
            fprintf (file, "[%u]", (unsigned) c);
          }
      first.index += copies;
    }
  assert (first.index == model->processes);
}

struct witness_process
witness_process_of (const struct ir_model *model, process_id process)
{
  assert (process.index < model->processes);
  uint32_t number = process.index;
  for (body_id body = { 0 };; body.index++)
    {
      assert (body.index < model->bodies.count);
      const struct ir_body *candidate = &model->bodies.at[body.index];
      if (!candidate->is_process)
        continue;
      if (number < candidate->copies)
        return (struct witness_process){ body, number };
      number -= candidate->copies;
    }
}
