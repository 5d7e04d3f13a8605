/* witness.c -- the interleaving of a violation, in words.
 *
 * The judge's witness is valid until the next query; this one is a copy in which every
 * name is text.  It lives in an arena of its own until its query is decided again.
 */
#include <config.h>

#include "library/library.h"

#include <assert.h>
#include <stdio.h>

#include "base/log.h"
#include "base/scribe.h"
#include "witness/witness.h"

struct step
{
  const char *process, *action, *object, *place;
  const char *source; /* or null */
  const char *value;  /* or null */
  unsigned phase;
  bool nested;
};

struct phaselock_witness
{
  uint32_t count;
  struct step *steps;
};

/* The lock, field or procedure of STEP; of a unit, its atomic sets; of a start or join,
   its processes. */
static const char *
name_object (const struct ir_model *model, const struct witness_step *step,
             struct arena *arena)
{
  assert (model->source);
  const char *name = witness_object_name (model, step);
  struct scribe scribe;
  if (name && !step->has_cell && !step->text)
    return name;
  FILE *file = scribe_start (&scribe, arena);
  if (name)
    {
      fputs (name, file);
      witness_print_cell (file, step);
      return scribe_end (&scribe);
    }
  if (step->action == WITNESS_START || step->action == WITNESS_JOIN)
    witness_print_processes (file, model, witness_processes (step));
  else
    witness_print_sets (file, model, step->sets);
  return scribe_end (&scribe);
}

static const char *
show_value (const struct witness_step *step, struct arena *arena)
{
  struct scribe scribe;
  if (!step->has_value)
    return NULL;
  witness_print_value (scribe_start (&scribe, arena), step);
  return scribe_end (&scribe);
}

const char *
library_place (const struct source *source, uint32_t offset, struct arena *arena)
{
  struct source_place place = source_place (source, offset);
  assert (place.line > 0 && place.column > 0);
  struct scribe scribe;
  fprintf (scribe_start (&scribe, arena), "%s:%u:%u", source->path, (unsigned) place.line,
           (unsigned) place.column);
  return scribe_end (&scribe);
}

struct phaselock_witness *
library_witness (const struct ir_subject *subject, const struct witness *story,
                 struct arena *arena)
{
  const struct ir_model *model = &subject->model;
  assert (story->steps.count > 0);
  struct phaselock_witness *witness = arena_calloc (arena, 1, sizeof *witness);
  witness->count = story->steps.count;
  witness->steps = arena_calloc (arena, witness->count, sizeof *witness->steps);
  for (uint32_t i = 0; i < witness->count; i++)
    {
      const struct witness_step *step = &story->steps.at[i];
      assert (step->process.index < subject->projection.pds.processes.count);
      witness->steps[i]
        = (struct step){ .process
                         = subject->projection.pds.processes.at[step->process.index].name,
                         .action = witness_action_word (step->action),
                         .object = name_object (model, step, arena),
                         .place = library_place (model->source, step->offset, arena),
                         .source = step->position.index == NAME_NONE.index
                                     ? NULL
                                     : names_text (model->names, step->position),
                         .value = show_value (step, arena),
                         .phase = step->phase,
                         .nested = step->nested };
      assert (witness->steps[i].action && witness->steps[i].object);
    }
  LOG (2, "a witness of %u steps", (unsigned) witness->count);
  return witness;
}

/* ---- Asking. ---- */

size_t
phaselock_witness_steps (const struct phaselock_witness *witness)
{
  return witness ? witness->count : 0;
}

static const struct step *
find_step (const struct phaselock_witness *witness, size_t number)
{
  static const struct step none;
  assert (!witness || witness->steps);
  return number < phaselock_witness_steps (witness) ? &witness->steps[number] : &none;
}

const char *
phaselock_step_process (const struct phaselock_witness *witness, size_t number)
{
  return find_step (witness, number)->process;
}

const char *
phaselock_step_action (const struct phaselock_witness *witness, size_t number)
{
  return find_step (witness, number)->action;
}

const char *
phaselock_step_object (const struct phaselock_witness *witness, size_t number)
{
  return find_step (witness, number)->object;
}

const char *
phaselock_step_place (const struct phaselock_witness *witness, size_t number)
{
  return find_step (witness, number)->place;
}

const char *
phaselock_step_source (const struct phaselock_witness *witness, size_t number)
{
  return find_step (witness, number)->source;
}

const char *
phaselock_step_value (const struct phaselock_witness *witness, size_t number)
{
  return find_step (witness, number)->value;
}

unsigned
phaselock_step_phase (const struct phaselock_witness *witness, size_t number)
{
  return find_step (witness, number)->phase;
}

bool
phaselock_step_nested (const struct phaselock_witness *witness, size_t number)
{
  return find_step (witness, number)->nested;
}
