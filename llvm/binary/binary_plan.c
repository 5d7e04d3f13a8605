/* binary_plan.c -- see binary_plan.h. */
#include <config.h>

#include "llvm/binary/binary_plan.h"

#include <assert.h>
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"

/* ---- Places. ---- */

/* The number that ends TEXT, of *LENGTH characters, after a colon; both are taken off.
   Zero: there is none. */
static uint32_t
take_number (const char *text, size_t *length)
{
  size_t at = *length;
  assert (text);
  while (at > 0 && isdigit ((unsigned char) text[at - 1]))
    at--;
  if (at == *length || at < 2 || text[at - 1] != ':' || *length - at > 9)
    return 0;
  *length = at - 1;
  return (uint32_t) strtoul (text + at, NULL, 10);
}

/* The place of OFFSET.  What is in another file than PATH has a line of the text that
   says where it is (llvm/positions.h). */
static struct binary_place
place_at (const struct ir_subject *subject, uint32_t offset, const char *path,
          struct arena *arena)
{
  struct source_place place = source_place (&subject->source, offset);
  struct span line = source_line (&subject->source, place.line);
  const char *text = subject->source.text + line.begin;
  size_t length = line.end - line.begin;
  assert (line.begin <= line.end && line.end <= subject->source.length);
  uint32_t column = take_number (text, &length);
  uint32_t number = column ? take_number (text, &length) : 0;
  if (number && !memchr (text, ' ', length))
    return (struct binary_place){ arena_copy (arena, text, length), number, column };
  return (struct binary_place){ path, place.line, place.column };
}

static uint32_t
intern_place (struct binary_plan *plan, struct binary_place place, struct arena *arena)
{
  assert (place.file && place.line > 0);
  for (uint32_t i = 0; i < plan->places.count; i++)
    if (plan->places.at[i].line == place.line && plan->places.at[i].column == place.column
        && strcmp (plan->places.at[i].file, place.file) == 0)
      return i;
  *vec_push (arena, &plan->places) = place;
  return plan->places.count - 1;
}

/* ---- Steps. ---- */

/* What the model adds for a lock, a semaphore ... is accessed by the call that uses it;
   what it adds otherwise, and what is ours, is not there at all. */
static enum lead_op
op_of_access (const struct ir_subject *subject, const struct witness_step *step)
{
  static const char *const ghosts[]
    = { ".owner", ".times", ".value", ".arrived", ".round" };
  field_id field = step->object.field;
  assert (field.index < subject->model.fields.count);
  const char *name
    = names_text (&subject->names, subject->model.fields.at[field.index].name.name);
  set_id set = subject->model.fields.at[field.index].set;
  bool is_ghost
    = strcmp (names_text (&subject->names, subject->model.sets.at[set.index].name.name),
              "phaselock")
      == 0;
  if (strncmp (name, "phaselock", 9) == 0)
    return 0;
  if (!is_ghost)
    return step->action == WITNESS_READ ? LEAD_READ : LEAD_WRITE;
  for (size_t i = 0; i < sizeof ghosts / sizeof *ghosts; i++)
    if (text_ends_with (name, ghosts[i]))
      return LEAD_SYNC;
  return 0;
}

/* What step NUMBER is to the recorder, or 0: nothing. */
static enum lead_op
op_of (const struct ir_subject *subject, const struct witness *witness, uint32_t number)
{
  const struct witness_step *step = &witness->steps.at[number];
  assert (number < witness->steps.count);
  switch ((int) step->action)
    {
    case WITNESS_ACQUIRE:
    case WITNESS_RELEASE:
    case WITNESS_AWAIT: return LEAD_SYNC;
    case WITNESS_READ:
    case WITNESS_WRITE: return op_of_access (subject, step);
    case WITNESS_START: return LEAD_START;
    case WITNESS_JOIN: return LEAD_JOIN;
    default: return 0;
    }
}

/* Is step NUMBER the write of what a call that starts or joins a thread gives back? */
static bool
is_result (const struct witness *witness, uint32_t number)
{
  const struct witness_step *step = &witness->steps.at[number];
  assert (number < witness->steps.count);
  for (uint32_t i = 0; i < witness->steps.count && step->action == WITNESS_WRITE; i++)
    {
      const struct witness_step *other = &witness->steps.at[i];
      if ((other->action == WITNESS_START || other->action == WITNESS_JOIN)
          && other->offset == step->offset
          && process_equal (other->process, step->process))
        return true;
    }
  return false;
}

/* How many steps are first: what arrays are initialised with, which main writes in the
   model only. */
static uint32_t
count_initial (const struct witness *witness)
{
  uint32_t count = 0;
  for (; count < witness->steps.count; count++)
    {
      const struct witness_step *step = &witness->steps.at[count];
      if (step->action != WITNESS_WRITE || !step->has_cell || step->process.index != 0
          || step->offset != witness->steps.at[0].offset)
        break;
    }
  return count;
}

static void
add_step (struct binary_plan *plan, const struct ir_subject *subject,
          const struct witness_step *step, enum lead_op op, uint32_t place,
          struct arena *arena)
{
  struct lead_step made = { .process = step->process.index,
                            .op = op | (step->phase ? LEAD_NEEDED : 0),
                            .place = place,
                            .child = LEAD_NONE };
  const struct lead_step *last
    = plan->steps.count > 0 ? &plan->steps.at[plan->steps.count - 1] : NULL;
  assert (made.process < plan->processes);
  if (step->action == WITNESS_AWAIT)
    made.child = LEAD_AWAITS;
  else if (op == LEAD_SYNC && last && last->process == made.process
           && last->op == LEAD_SYNC && last->place == place)
    return; /* one call makes several steps */
  if (op == LEAD_START)
    IDSET_EACH (child, &subject->idsets, step->object.processes)
      made.child = child;
  *vec_push (arena, &plan->steps) = made;
}

bool
binary_plan_make (struct binary_plan *plan, const struct ir_subject *subject,
                  const struct witness *witness, enum lead_question question,
                  const char *path, struct arena *arena, const char **problem)
{
  *plan
    = (struct binary_plan){ .question = question, .processes = subject->model.processes };
  assert (witness->steps.count > 0 && path);
  if (plan->processes > LEAD_PROCESSES)
    {
      *problem = "it has too many threads";
      return false;
    }
  for (uint32_t i = count_initial (witness); i < witness->steps.count; i++)
    {
      const struct witness_step *step = &witness->steps.at[i];
      enum lead_op op = op_of (subject, witness, i);
      plan->final = step->process.index;
      plan->is_free[step->process.index] |= step->action == WITNESS_END;
      if ((!op && step->action != WITNESS_CHOOSE) || is_result (witness, i))
        continue;
      uint32_t place
        = intern_place (plan, place_at (subject, step->offset, path, arena), arena);
      if (op)
        add_step (plan, subject, step, op, place, arena);
      else
        *vec_push (arena, &plan->values)
          = (struct lead_value){ step->process.index, place, step->value };
    }
  if (plan->steps.count > 0)
    return true;
  *problem = "no step of it can be seen from outside of a thread";
  return question == LEAD_ASSERT;
}
