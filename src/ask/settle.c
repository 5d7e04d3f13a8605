/* settle.c -- see settle.h. */
#include <config.h>

#include "ask/settle.h"

#include <assert.h>

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

void
settle_values (struct ir_subject *subject)
{
  const struct ir_model *model = &subject->model;
  if (!subject->flow.may_forget || !subject->flow.has_values)
    return;
  assert (subject->provenance);
  struct decide_options options
    = { .reductions = reductions_default (), .ignores_data = true };
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
