/* because_data.c -- why an assert is false, or an access predicate does not hold: who
   wrote the values that decide. */
#include <config.h>

#include <assert.h>
#include <string.h>

#include "base/text.h"
#include "explain/because.h"
#include "witness/expression.h"

/* At most this many values are traced back. */
#define MOST_VALUES 3

/* The last step before BEFORE that wrote what STEP accesses; UINT32_MAX: none. */
static uint32_t
find_write (const struct finding *finding, const struct witness_step *step,
            uint32_t before)
{
  const struct witness_step *steps = finding->witness->steps.at;
  assert (witness_is_access (step) && before <= finding->witness->steps.count);
  for (uint32_t i = before; i > 0; i--)
    {
      const struct witness_step *other = &steps[i - 1];
      if (other->action == WITNESS_WRITE
          && field_equal (witness_field (other), witness_field (step))
          && other->has_cell == step->has_cell && other->cell == step->cell)
        return i - 1;
    }
  return UINT32_MAX;
}

/* "count[2]" */
static void
print_place (const struct finding *finding, const struct witness_step *step, FILE *file)
{
  assert (witness_is_access (step));
  const char *name = witness_object_name (&finding->subject->model, step);
  text_show_name (file, finding_short_name (finding, name));
  witness_print_cell (file, step);
}

/* ", as Q wrote at step 7", or that it started so. */
static void
print_writer (const struct finding *finding, const struct witness_step *step,
              uint32_t before, FILE *file)
{
  uint32_t write = find_write (finding, step, before);
  assert (write == UINT32_MAX || write < before);
  if (write == UINT32_MAX)
    {
      fputs (", the value that it starts with", file);
      return;
    }
  const struct witness_step *writer = &finding->witness->steps.at[write];
  fputs (", which ", file);
  if (process_equal (writer->process, step->process))
    fputs ("it has written itself", file);
  else
    {
      text_show_name (file, finding_process_name (finding, writer->process));
      fputs (" wrote", file);
    }
  fprintf (file, " at step %u", (unsigned) write + 1);
}

/* Is STEP a read by the process of LAST, the failing step? */
static bool
is_read (const struct witness_step *step, const struct witness_step *last)
{
  return step->action == WITNESS_READ && step->has_value
         && process_equal (step->process, last->process);
}

/* Where the reads of the last statement begin, in the steps of its process: those right
   before it; if an assert has none, the last ones before that. */
static uint32_t
find_reads (const struct finding *finding)
{
  const struct witness_step *steps = finding->witness->steps.at;
  assert (finding->witness->steps.count > 0);
  uint32_t end = finding->witness->steps.count - 1, begin = end;
  for (uint32_t i = end; i > 0; i--)
    {
      const struct witness_step *step = &steps[i - 1];
      if (!process_equal (step->process, steps[end].process))
        continue;
      if (is_read (step, &steps[end]))
        begin = i - 1;
      else if (begin < end || steps[end].action == WITNESS_WRONG)
        break;
    }
  return begin;
}

static void
print_reads (const struct finding *finding, FILE *file)
{
  const struct witness_step *steps = finding->witness->steps.at;
  uint32_t end = finding->witness->steps.count - 1, count = 0;
  for (uint32_t i = find_reads (finding); i < end && count < MOST_VALUES; i++)
    {
      if (!is_read (&steps[i], &steps[end]))
        continue;
      fputs (count++ == 0 ? ": it reads " : "; ", file);
      print_place (finding, &steps[i], file);
      fputs (" = ", file);
      witness_print_value (file, &steps[i]);
      fprintf (file, " at step %u", (unsigned) i + 1);
      print_writer (finding, &steps[i], i, file);
    }
}

static void
print_failure (const struct finding *finding, FILE *file)
{
  const struct witness *witness = finding->witness;
  const struct witness_step *last = &witness->steps.at[witness->steps.count - 1];
  assert (finding->query->claim < finding->subject->flow.claims.count);
  const struct ir_claim *claim = &finding->subject->flow.claims.at[finding->query->claim];
  assert (last->action == WITNESS_ASSERT || last->action == WITNESS_WRONG);
  finding_print_process (finding, (thread_id){ 0 }, file);
  if (last->action == WITNESS_WRONG)
    fprintf (file, " goes wrong, %s", last->text);
  else if (strcmp (last->text, "false") == 0)
    fputs (" finds that it does not hold", file);
  else
    fprintf (file, " finds that %s is false", last->text);
  if (claim->text.index != NAME_NONE.index)
    {
      fputs (" (", file);
      const char *text = names_text (&finding->subject->names, claim->text);
      text_print_safe (file, text, strlen (text));
      fputc (')', file);
    }
  print_reads (finding, file);
  fputc ('.', file);
}

/* ---- Access predicates. ---- */

/* What the predicate EXPR reads, and who wrote that last. */
static void
print_predicate_fields (const struct finding *finding, uint32_t expr, uint32_t before,
                        uint32_t *count, FILE *file)
{
  const struct ir *flow = &finding->subject->flow;
  assert (expr < flow->exprs.count);
  const struct ir_expr *e = &flow->exprs.at[expr];
  assert (e->op != IR_FIELD || e->place < finding->subject->model.fields.count);
  if (e->op == IR_FIELD && e->operands[0] == IR_NO_EXPR)
    {
      struct witness_step place = { .action = WITNESS_READ,
                                    .object.field = { e->place },
                                    .process = finding->processes[0] };
      if (++*count > MOST_VALUES)
        return;
      fputs ("; ", file);
      print_place (finding, &place, file);
      uint32_t write = find_write (finding, &place, before);
      const struct ir_field *field = &finding->subject->model.fields.at[e->place];
      struct witness_step value
        = { .has_value = true, .is_bool = field->type.is_bool, .value = field->initial };
      if (write != UINT32_MAX)
        value = finding->witness->steps.at[write];
      if (write != UINT32_MAX || !field->any)
        {
          fputs (" = ", file);
          witness_print_value (file, &value);
        }
      print_writer (finding, &place, before, file);
      return;
    }
  uint32_t operands = e->op == IR_OPERATOR ? ir_operand_count (e) : 0;
  for (uint32_t i = 0; i < operands; i++)
    print_predicate_fields (finding, e->operands[i], before, count, file);
}

static void
print_exclusive (const struct finding *finding, FILE *file)
{
  const struct ir *flow = &finding->subject->flow;
  field_id field = finding->query->fields[0];
  assert (flow->exclusive && flow->exclusive[field.index] != IR_NO_EXPR);
  uint32_t predicate = flow->exclusive[field.index], count = 0;
  uint32_t last = finding->witness->steps.count - 1;
  struct arena arena;
  struct stage stage;
  arena_init (&arena, finding->subject->arena.quota);
  stage_init (&stage, flow, &arena);
  struct expression_view view = { &stage, finding->processes[0], NULL };
  finding_print_process (finding, (thread_id){ 0 }, file);
  fputs (finding->witness->steps.at[last].action == WITNESS_READ ? " reads " : " writes ",
         file);
  text_show_quoted (file, finding_field_name (finding, (parameter_id){ 0 }));
  fputs (" while ", file);
  expression_print (&view, predicate, file);
  fprintf (file, " does not hold (self = %u)",
           (unsigned) finding->processes[0].index + 1);
  print_predicate_fields (finding, predicate, last, &count, file);
  fputc ('.', file);
  arena_clear (&arena);
}

void
because_print_data (const struct finding *finding, FILE *file)
{
  assert (finding->witness->steps.count > 0);
  if (finding->query->kind == QUERY_ASSERT)
    print_failure (finding, file);
  else
    print_exclusive (finding, file);
}
