/* grade.c -- see grade.h. */
#include <config.h>

#include "witness/grade.h"

#include <assert.h>
#include <string.h>

const char *
grade_word (enum grade grade)
{
  static const char *const words[] = { NULL, "suspected", "feasible" };
  assert (grade <= GRADE_FEASIBLE);
  return words[grade];
}

/* Does STEP choose a way or a value that only the program determines? */
static bool
is_guess (const struct witness_step *step)
{
  return step->action == WITNESS_CHOOSE
         || (step->action == WITNESS_BRANCH && strcmp (step->text, WITNESS_ANY) == 0);
}

/* Does a note about the place of STEP, or about no place, say that the model can do more
   than the program? */
static bool
has_note (const struct ir_subject *subject, const struct witness_step *step)
{
  const struct provenance *from = subject->provenance;
  const char *position = step->position.index == NAME_NONE.index
                           ? NULL
                           : names_text (&subject->names, step->position);
  for (uint32_t i = 0; i < from->notes.count; i++)
    {
      const struct provenance_note *note = &from->notes.at[i];
      if (!note->may_miss
          && (!note->position || (position && strcmp (position, note->position) == 0)))
        return true;
    }
  return false;
}

enum grade
grade_of_witness (const struct ir_subject *subject, const struct witness *witness)
{
  const struct ir_model *model = &subject->model;
  bool is_program = subject->provenance && subject->provenance->is_program;
  if (!subject->flow.may_forget && !is_program)
    return GRADE_NONE;
  assert (subject->provenance);
  bool has_values = false;
  /* Clients call anything, with any arguments: a choice is a guess only in a call. */
  uint32_t *depth
    = arena_calloc (subject->model.arena, model->processes + 1, sizeof *depth);
  for (uint32_t i = 0; i < witness->steps.count; i++)
    {
      const struct witness_step *step = &witness->steps.at[i];
      uint32_t *at = &depth[step->process.index];
      if ((*at > 0 && is_guess (step)) || has_note (subject, step))
        return GRADE_SUSPECTED;
      *at += step->action == WITNESS_CALL;
      *at -= step->action == WITNESS_RETURN && *at > 0;
      has_values = has_values || step->has_value;
    }
  /* A witness without values says nothing about ways, unless all tests are about values.
   */
  return is_program || (has_values && ir_has_data (&subject->flow)) ? GRADE_FEASIBLE
                                                                    : GRADE_SUSPECTED;
}
