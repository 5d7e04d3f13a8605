/* settle.c -- see settle.h. */
#include <config.h>

#include "ask/settle.h"

#include <assert.h>
#include <string.h>

#include "ask/decide.h"
#include "base/log.h"
#include "engine/reductions.h"
#include "phaseauto/meetings.h"

static bool
has_race (struct decider *decider, const struct ir_subject *subject, field_id field)
{
  struct query query = { .kind = QUERY_RACE,
                         .automaton = pa_race (),
                         .fields = &field,
                         .set = subject->model.fields.at[field.index].set };
  struct decision decision;
  decide_query (decider, &query, NULL, &decision);
  decider_finish (decider);
  return decision.kind != VERDICT_SAFE;
}

/* Note that values hold only as long as nothing races: the race of FIELD is a gap of
   everything that depends on values. */
static void
note_race (struct ir_subject *subject, field_id field)
{
  struct provenance *with = arena_alloc (&subject->arena, sizeof *with);
  *with = *subject->provenance;
  vec_push (&subject->arena, &with->notes);
  assert (with->may_miss < with->notes.count);
  memmove (with->notes.at + with->may_miss + 1, with->notes.at + with->may_miss,
           (with->notes.count - with->may_miss - 1) * sizeof *with->notes.at);
  with->notes.at[with->may_miss++] = (struct provenance_note){
    .may_miss = true,
    .code = "data-race",
    .text = arena_format (
      &subject->arena,
      "'%s' can race and is not volatile: what a read of it sees "
      "then need not be the last write",
      ir_text (&subject->model, subject->model.fields.at[field.index].name)),
    .removes = PROVENANCE_ASSERT | PROVENANCE_STUCK | PROVENANCE_DEADLOCK,
  };
  subject->provenance = with;
}

static void
settle_program (struct ir_subject *subject)
{
  const struct ir_model *model = &subject->model;
  struct decide_options options = { .reductions = reductions_default (),
                                    .data_budget = subject->provenance->data_budget / 4,
                                    .interrupted = subject->arena.quota->interrupted };
  struct decider decider;
  decider_init (&decider, &subject->projection.pds, &options, &subject->arena);
  decider_use_data (&decider, &subject->projection);
  for (uint32_t f = 0; f < model->fields.count; f++)
    if (!model->fields.at[f].is_volatile && has_race (&decider, subject, (field_id){ f }))
      note_race (subject, (field_id){ f });
  decider_clear (&decider);
}

void
settle_values (struct ir_subject *subject)
{
  const struct ir_model *model = &subject->model;
  if (subject->provenance && subject->provenance->is_program)
    {
      settle_program (subject);
      return;
    }
  if (!subject->flow.may_forget || !subject->flow.has_values)
    return;
  assert (subject->provenance);
  struct decide_options options = { .reductions = reductions_default (),
                                    .ignores_data = true,
                                    .interrupted = subject->arena.quota->interrupted };
  struct decider decider;
  decider_init (&decider, &subject->projection.pds, &options, &subject->arena);
  for (uint32_t f = 0; f < model->fields.count; f++)
    if (model->fields.at[f].type.width > 0 && !model->fields.at[f].is_volatile
        && has_race (&decider, subject, (field_id){ f }))
      {
        LOG (1, "%s can race: its value is not followed",
             ir_text (model, model->fields.at[f].name));
        ir_forget (&subject->flow, (field_id){ f });
      }
  decider_clear (&decider);
}
