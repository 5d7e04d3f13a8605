/* sole_access.c -- see sole_access.h.  Cost: a walk over the code of each process, and
   once processes^3 / 64; a question, processes^2 at worst. */
#include <config.h>

#include "engine/explicit/sole_access.h"

#include <assert.h>

#include "base/bitset.h"
#include "engine/steps/lives.h"

#define SEVERAL UINT32_MAX

static uint64_t *
starters_of (const struct sole_access *s, uint32_t process)
{
  assert (process < s->processes);
  return &s->starters[(size_t) process * s->words];
}

/* ---- What the code of a process does. ---- */

/* Record that PROCESS starts or joins others by ACTION. */
static void
note_order (struct sole_access *s, uint32_t process, const struct pds_action_info *action)
{
  const struct pds *pds = s->program->pds;
  idset others = pds_action_processes (action);
  assert (process < s->processes);
  s->on = s->keeps[process] = true;
  IDSET_EACH (q, pds->idsets, others)
    if (action->op == PDS_START)
      bits_add (starters_of (s, q), process);
    else if (s->joiner[q] == 0 || s->joiner[q] == process + 1)
      s->joiner[q] = process + 1;
    else
      s->joiner[q] = SEVERAL;
}

/* Record what PROCESS does at SYMBOL, which it may reach. */
static void
note_symbol (struct sole_access *s, uint32_t process, uint32_t symbol,
             const struct pds_action_info *action)
{
  const struct ir_step *node = data_model_node (s->program->data, symbol);
  uint64_t *accesses = &s->accesses[(size_t) process * s->field_words];
  if (ir_is_access (node))
    bits_add (accesses, ir_step_field (node).index);
  if (node->op == IR_ASSUME)
    evaluate_add_fields (&s->program->data->evaluator, node->expr, accesses);
  if (pds_action_is_ordering (action))
    note_order (s, process, action);
}

/* Walk over the code of PROCESS. */
static void
walk (struct sole_access *s, uint32_t process, struct worklist *symbols)
{
  const struct pds *pds = s->program->pds;
  worklist_restart (symbols);
  worklist_add (symbols, pds->processes.at[process].entry.index);
  for (uint32_t symbol; worklist_take (symbols, &symbol);)
    {
      quota_tick (s->arena->quota);
      struct pds_range rules = pds_rules_of (pds, (pds_symbol){ symbol });
      for (uint32_t r = rules.begin; r < rules.end; r++)
        note_symbol (s, process, symbol, &pds->actions.at[pds->rules.at[r].action.index]);
      pds_walk_on (pds, symbol, symbols);
    }
}

/* Close `starters' under "who may start those who may start it". */
static void
close_starters (struct sole_access *s)
{
  for (uint32_t k = 0; k < s->processes; k++)
    for (uint32_t q = 0; q < s->processes; q++)
      if (bits_have (starters_of (s, q), k))
        for (uint32_t w = 0; w < s->words; w++)
          starters_of (s, q)[w] |= starters_of (s, k)[w];
}

void
sole_access_init (struct sole_access *solitude, const struct program *program,
                  struct arena *arena)
{
  const struct pds *pds = program->pds;
  uint32_t processes = pds->processes.count;
  size_t fields = program->data->flow->model->fields.count / 64 + (size_t) 1;
  *solitude = (struct sole_access){ .program = program,
                                    .arena = arena,
                                    .processes = processes,
                                    .words = processes / 64 + 1,
                                    .field_words = (uint32_t) fields };
  if (!pds->life_cycles || processes > SOLE_ACCESS_PROCESSES)
    return;
  solitude->keeps = arena_calloc (arena, processes, sizeof *solitude->keeps);
  solitude->joiner = arena_calloc (arena, processes, sizeof *solitude->joiner);
  solitude->accesses = arena_calloc (arena, processes * fields, sizeof (uint64_t));
  solitude->starters
    = arena_calloc (arena, (size_t) processes * solitude->words, sizeof (uint64_t));
  struct worklist symbols;
  worklist_init (&symbols, pds_symbol_count (pds), arena);
  for (uint32_t p = 0; p < processes; p++)
    walk (solitude, p, &symbols);
  close_starters (solitude);
}

/* Is OTHER out of the way of PROCESS: joined by it, or not started yet? */
static bool
is_away (const struct sole_access *s, const struct state *state, uint32_t process,
         uint32_t other)
{
  assert (other != process);
  if ((state->lives[other] & LIFE_JOINED) && s->joiner[other] == process + 1)
    return true;
  return s->program->pds->processes.at[other].started
         && !(state->lives[other] & LIFE_STARTED);
}

bool
sole_access_is_alone (const struct sole_access *s, const struct state *state,
                      uint32_t process, uint32_t field)
{
  assert (process < s->processes && field < s->program->data->flow->model->fields.count);
  if (!s->on || !s->keeps[process])
    return false;
  for (uint32_t q = 0; q < s->processes; q++)
    {
      if (q == process || !bits_have (&s->accesses[(size_t) q * s->field_words], field))
        continue;
      if (!is_away (s, state, process, q))
        return false;
      bool joined = state->lives[q] & LIFE_JOINED;
      for (uint32_t r = 0; !joined && r < s->processes; r++)
        if (r != process && bits_have (starters_of (s, q), r)
            && !is_away (s, state, process, r))
          return false;
    }
  return true;
}
