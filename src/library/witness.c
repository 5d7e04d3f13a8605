/* witness.c -- the interleaving of a violation, in words.
 *
 * The judge's witness is gone with the next query; this one is a copy in which
 * every name is text, and lives in an arena of its own until its query is
 * decided again.
 */
#include <config.h>

#include "library/library.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "witness/witness.h"

struct step
{
  const char *process, *action, *object, *place;
  const char *source; /* or null */
  unsigned phase;
  bool nested;
};

struct phaselock_witness
{
  uint32_t count;
  struct step *steps;
};

static const char *
name_sets (const struct model *model, idset sets, struct arena *arena)
{
  char *text = NULL;
  size_t length = 0;
  FILE *memory = open_memstream (&text, &length);
  if (!memory)
    quota_exhaust (arena->quota, QUOTA_MEMORY);
  witness_print_sets (memory, model, sets);
  if (fclose (memory) != 0)
    {
      free (text);
      quota_exhaust (arena->quota, QUOTA_MEMORY);
    }
  const char *copy = arena_copy (arena, text, length);
  free (text);
  return copy;
}

static const char *
name_object (const struct model *model, const struct witness_step *step,
             struct arena *arena)
{
  const char *name = witness_object_name (model, step);
  return name ? name : name_sets (model, step->sets, arena);
}

static const char *
name_place (const struct source *source, uint32_t offset, struct arena *arena)
{
  struct source_place place = source_place (source, offset);
  size_t size = strlen (source->path) + 32;
  char *text = arena_alloc (arena, size);
  int length = snprintf (text, size, "%s:%u:%u", source->path, (unsigned) place.line,
                         (unsigned) place.column);
  assert (length > 0 && (size_t) length < size);
  (void) length;
  return text;
}

struct phaselock_witness *
library_witness (const struct eml *eml, const struct witness *story, struct arena *arena)
{
  const struct model *model = &eml->model;
  struct phaselock_witness *witness = arena_calloc (arena, 1, sizeof *witness);
  witness->count = story->steps.count;
  witness->steps = arena_calloc (arena, witness->count, sizeof *witness->steps);
  for (uint32_t i = 0; i < witness->count; i++)
    {
      const struct witness_step *step = &story->steps.at[i];
      assert (step->process.index < eml->lowering.pds.processes.count);
      witness->steps[i] = (struct step){
        .process = eml->lowering.pds.processes.at[step->process.index].name,
        .action = witness_action_word (step->action),
        .object = name_object (model, step, arena),
        .place = name_place (model->source, step->offset, arena),
        .source = step->position.index == NAME_NONE.index
                    ? NULL : names_text (model->tree->names, step->position),
        .phase = step->phase,
        .nested = step->nested };
    }
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
