/* toy_engine.c -- an engine that tries every interleaving, one step at a time.
 *
 * The example of doc/adding-an-engine.md: a whole engine in one file.  It knows the
 * definitions (wpds/pds.h, phaseauto/instance.h) and nothing else, stores no states,
 * and gives up where a run, a stack or the search becomes too long.
 */
#include <config.h>

#include <assert.h>

#include "engine/engine.h"

#define MOST_PROCESSES 4
#define MOST_LOCKS 8
#define MOST_DEPTH 6      /* of a stack */
#define MOST_STEPS 40     /* of a run */
#define MOST_TRIES 200000 /* rules tried for one question */

#define NOBODY UINT32_MAX

struct toy_state
{
  uint32_t moved; /* steps of the automaton done */
  uint32_t holder[MOST_LOCKS];
  uint32_t depth[MOST_PROCESSES];
  pds_symbol stack[MOST_PROCESSES][MOST_DEPTH];
};

struct toy
{
  const struct question *question;
  const struct pds *pds;
  struct run_step steps[MOST_STEPS];
  uint32_t length;
  uint64_t tries, most_tries;
  bool headroom; /* the reduction of that name is on */
  bool cut;      /* something was not tried */
};

static bool try_all (struct toy *toy, const struct toy_state *state);

/* Go on from NEXT, to which RULE of PARTICIPANT has led. */
static bool
follow (struct toy *toy, const struct toy_state *next, uint32_t participant,
        uint32_t rule, bool moves)
{
  uint32_t missing = toy->headroom ? toy->question->steps - next->moved : 0;
  if (toy->length + missing >= MOST_STEPS)
    {
      toy->cut = true;
      return false;
    }
  toy->steps[toy->length++] = (struct run_step){ { participant }, rule, moves };
  if (try_all (toy, next))
    return true;
  toy->length--;
  return false;
}

/* Do what ACTION does to the locks; false if it has to wait. */
static bool
operate_lock (struct toy_state *state, uint32_t participant,
              const struct pds_action_info *action)
{
  if (action->op == PDS_ACQUIRE)
    {
      uint32_t *holder = &state->holder[pds_action_lock (action).index];
      if (*holder != NOBODY)
        return false;
      *holder = participant;
    }
  else if (action->op == PDS_RELEASE)
    {
      assert (state->holder[pds_action_lock (action).index] == participant);
      state->holder[pds_action_lock (action).index] = NOBODY;
    }
  return true;
}

static bool
try_rule (struct toy *toy, const struct toy_state *state, uint32_t p, uint32_t number)
{
  const struct pds_rule *rule = &toy->pds->rules.at[number];
  struct toy_state next = *state;
  if (pds_rule_is_return (rule))
    {
      next.depth[p]--;
      return follow (toy, &next, p, number, false);
    }
  if (pds_rule_is_call (rule))
    {
      if (next.depth[p] == MOST_DEPTH)
        {
          toy->cut = true;
          return false;
        }
      next.stack[p][next.depth[p] - 1] = rule->under;
      next.stack[p][next.depth[p]++] = rule->to;
      return follow (toy, &next, p, number, false);
    }
  const struct pds_action_info *action = &toy->pds->actions.at[rule->action.index];
  thread_id thread = p < toy->question->threads ? (thread_id){ p } : PA_BYSTANDER;
  struct pa_moves moves
    = pa_instance_moves (toy->question->instance, state->moved, thread, action);
  next.stack[p][next.depth[p] - 1] = rule->to;
  if (!operate_lock (&next, p, action))
    return false;
  if (moves.loop && follow (toy, &next, p, number, false))
    return true;
  next.moved++;
  return moves.step && follow (toy, &next, p, number, true);
}

static bool
try_all (struct toy *toy, const struct toy_state *state)
{
  if (state->moved == toy->question->steps)
    return true;
  for (uint32_t p = 0; p < toy->question->count; p++)
    {
      if (state->depth[p] == 0)
        continue;
      struct pds_range rules
        = pds_rules_of (toy->pds, state->stack[p][state->depth[p] - 1]);
      for (uint32_t r = rules.begin; r < rules.end; r++)
        {
          if (++toy->tries > toy->most_tries)
            toy->cut = true;
          if (toy->tries > toy->most_tries)
            return false;
          if (try_rule (toy, state, p, r))
            return true;
        }
    }
  return false;
}

/* ---- The row of the table. ---- */

enum
{
  TOY_MOST_TRIES,
};

static const struct engine_option options[]
  = { [TOY_MOST_TRIES] = { "tries", ENGINE_OPTION_NUMBER, "N",
                           "-e toy: try at most N rules, then the query is unknown", NULL,
                           "the other engines try no rules", NULL } };

enum
{
  TOY_HEADROOM = 1 << 0,
};

static const struct engine_reduction reductions[]
  = { { "headroom", "no run that has to become too long", false } };

enum
{
  TOY_TRIES,
};

static const struct statistic statistics[]
  = { [TOY_TRIES] = { "tries", STATISTIC_SUM, "rules tried", false } };

static void *
create (const struct engine_means *means)
{
  return arena_calloc (means->kept, 1, sizeof (struct toy));
}

static void
decide (void *state, const struct question *question, const struct engine_means *means,
        struct answer *answer)
{
  struct toy *toy = state;
  *toy = (struct toy){ .question = question,
                       .pds = question->survey->pds,
                       .most_tries = means->settings[TOY_MOST_TRIES],
                       .headroom = means->reductions & TOY_HEADROOM };
  if (toy->most_tries == 0)
    toy->most_tries = MOST_TRIES;
  struct toy_state start = { .moved = 0 };
  answer->reason = QUOTA_BOUND; /* unknown, as long as nothing is known */
  if (question->count > MOST_PROCESSES || toy->pds->locks.count > MOST_LOCKS)
    return;
  for (uint32_t l = 0; l < MOST_LOCKS; l++)
    start.holder[l] = NOBODY;
  for (uint32_t p = 0; p < question->count; p++)
    {
      start.stack[p][0] = question->participants[p].entry;
      start.depth[p] = 1;
    }
  bool found = try_all (toy, &start);
  means->counts[TOY_TRIES] += toy->tries;
  if (!found)
    {
      answer->kind = toy->cut ? VERDICT_UNKNOWN : VERDICT_SAFE;
      return;
    }
  struct run *run = arena_calloc (means->scratch, 1, sizeof *run);
  for (uint32_t i = 0; i < toy->length; i++)
    if (toy->steps[i].participant.index < question->threads)
      *vec_push (means->scratch, &run->steps) = toy->steps[i];
  answer->kind = VERDICT_VIOLATION;
  answer->run = run;
}

static void
rest (void *state)
{
  (void) state;
}

const struct engine toy_engine = { .name = "toy",
                                   .abilities = ENGINE_CAST | ENGINE_REFEREE,
                                   ENGINE_TABLE_OF (option, options),
                                   ENGINE_TABLE_OF (reduction, reductions),
                                   ENGINE_TABLE_OF (statistic, statistics),
                                   .create = create,
                                   .decide = decide,
                                   .rest = rest,
                                   .forget = rest };
