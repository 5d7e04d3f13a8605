/* found.c -- see found.h. */
#include <config.h>

#include "engine/symbolic/found.h"

struct found_step
found_step_of (struct aig_values *values, uint32_t process,
               const struct unrolled_step *step)
{
  assert (aig_value (values, step->when));
  return (struct found_step){ { process },
                              step->rule,
                              aig_value (values, step->moves),
                              step->any.width
                                ? ir_cut (step->type, bits_value (values, step->any))
                                : 0 };
}

const int64_t *
found_initial (const struct unrolling *all, struct aig_values *values,
               const struct bits *shared)
{
  const struct ir_model *model = all->question->lowering->flow->model;
  VEC (int64_t) initial = VEC_EMPTY;
  assert (all->layout.first_cell);
  for (uint32_t f = 0; f < model->fields.count; f++)
    for (uint32_t c = 0; c < model->fields.at[f].cells; c++)
      {
        uint32_t first = all->layout.first_cell[f];
        *vec_push (all->arena, &initial)
          = first == LAYOUT_NONE
              ? 0
              : ir_cut (model->fields.at[f].type, bits_value (values, shared[first + c]));
      }
  return initial.at;
}

/* The run in the form of engines' answers. */
static const struct run *
run_of (const struct found *found, struct arena *arena)
{
  struct run *run = arena_calloc (arena, 1, sizeof *run);
  int64_t *values = arena_alloc (arena, found->step_count * sizeof *values);
  for (uint32_t i = 0; i < found->step_count; i++)
    {
      const struct found_step *step = &found->steps[i];
      run->switches += i > 0 && !process_equal (step->process, step[-1].process);
      *vec_push (arena, &run->steps)
        = (struct run_step){ { step->process.index }, step->rule, step->moves };
      values[i] = step->value;
    }
  run->values = values;
  run->initial = found->initial;
  return run;
}

void
found_answer (const struct found *found, const struct question *question,
              struct arena *arena, struct answer *answer)
{
  assert (found->step_count >= found->place_count && found->place_count > 0);
  process_id *processes = arena_alloc (arena, found->place_count * sizeof *processes);
  for (uint32_t i = 0; i < found->place_count; i++)
    processes[i] = (process_id){ found->places[i].process };
  answer->processes = processes;
  answer->count = found->place_count;
  answer->locks = found->locks;
  /* The names of -P may be spread over several circles: then nothing is known about a
     circle with all of them. */
  bool meant = (question->goal != QUERY_DEADLOCK && question->goal != QUERY_STUCK)
               || process_filter_mean (question->only, answer->processes, answer->count,
                                       question->lowering->pds.processes.count);
  answer->kind = meant ? VERDICT_VIOLATION : VERDICT_UNKNOWN;
  answer->run = meant ? run_of (found, arena) : NULL;
}
