/* endless_waits.c -- see endless_waits.h. */
#include <config.h>

#include "certificate/checker/endless_waits.h"

#include "base/scc.h"

/* What is waited for, as far as it determines which steps others never make. */
enum want_kind
{
  WANT_NOTIFY, /* a notify of the lock */
  WANT_LOCK,
  WANT_OTHER,
};

struct want
{
  enum want_kind kind;
  uint32_t lock;
};

/* Where process `process' can run in circles while `want' is not met. */
struct rounds
{
  struct want want;
  uint32_t process;
  bool *in; /* by number of a place in its list */
};

struct linger
{
  const struct system *system;
  struct gates *gates;
  const struct system_state *state;
  gate **halts; /* by process and number of a place: it is there and can make no step */
  VEC (struct rounds) rounds;
};

static struct stand
stand_of (const struct linger *l, uint32_t process, uint32_t index)
{
  return stand_at (l->system, l->gates, l->state, process, index);
}

/* ---- Going round. ---- */

/* Is the step of STAND made at most once, or never as long as WANT is not met? */
static bool
is_left_out (const struct stand *stand, struct want want)
{
  const struct ir_step *step = stand->node;
  if (step->op == IR_START || step->op == IR_FINISH || step->op == IR_WAKE)
    return true;
  if (want.kind == WANT_LOCK)
    return pds_action_is_operation (stand->action)
           && pds_action_lock (stand->action).index == want.lock;
  bool is_of_set = step->op == IR_NOTIFY || (step->op == IR_ACQUIRE && step->waits);
  return want.kind == WANT_NOTIFY && is_of_set && ir_step_lock (step).index == want.lock;
}

struct part_of_places
{
  const struct linger *linger;
  uint32_t process;
  const bool *in;
};

/* The index of the place that rule number RULE leads to from place number INDEX. */
static uint32_t
number_after (const struct part_of_places *part, uint32_t index, uint32_t rule)
{
  const struct whereabouts *places = &part->linger->system->places;
  uint32_t to = place_after (places, place_at (places, part->process, index), rule);
  return place_index (places, part->process, to);
}

static struct pds_range
rules_at (const struct part_of_places *part, uint32_t index)
{
  const struct whereabouts *places = &part->linger->system->places;
  return pds_rules_of (&part->linger->system->lowering->pds,
                       place_symbol (places, place_at (places, part->process, index)));
}

static uint32_t
next_in_part (const void *graph, uint32_t index, uint32_t *position)
{
  const struct part_of_places *part = graph;
  if (index < PLACE_FIRST || !part->in[index])
    return SCC_NONE;
  struct pds_range rules = rules_at (part, index);
  while (rules.begin + *position < rules.end)
    {
      uint32_t to = number_after (part, index, rules.begin + (*position)++);
      if (part->in[to])
        return to;
    }
  return SCC_NONE;
}

/* Does a way from the place lead back to it?  At a free choice: do all ways? */
static bool
leads_back (const struct part_of_places *part, const struct scc *scc, uint32_t index)
{
  struct pds_range rules = rules_at (part, index);
  uint32_t back = 0;
  assert (rules.begin < rules.end && part->in[index]);
  for (uint32_t r = rules.begin; r < rules.end; r++)
    {
      uint32_t to = number_after (part, index, r);
      back += part->in[to] && scc->of[to] == scc->of[index];
    }
  struct stand stand = stand_of (part->linger, part->process, index);
  return stand.node->op == IR_SKIP ? back == rules.end - rules.begin : back > 0;
}

static bool *
find_rounds (const struct linger *l, uint32_t process, struct want want)
{
  uint32_t count = place_count (&l->system->places, process);
  bool *in = arena_alloc (l->gates->arena, count * sizeof *in);
  struct part_of_places part = { l, process, in };
  in[PLACE_ENDED] = in[PLACE_WRONG] = false;
  for (uint32_t i = PLACE_FIRST; i < count; i++)
    {
      struct stand stand = stand_of (l, process, i);
      in[i] = !is_left_out (&stand, want);
    }
  for (bool shrinks = true; shrinks;)
    {
      struct scc scc;
      scc_init (&scc, l->gates->arena, count, next_in_part, &part);
      scc_all (&scc);
      shrinks = false;
      for (uint32_t i = PLACE_FIRST; i < count; i++)
        if (in[i] && !leads_back (&part, &scc, i))
          {
            in[i] = false;
            shrinks = true;
          }
    }
  return in;
}

static const bool *
rounds_of (struct linger *l, uint32_t process, struct want want)
{
  for (uint32_t i = 0; i < l->rounds.count; i++)
    {
      const struct rounds *known = &l->rounds.at[i];
      if (known->process == process && known->want.kind == want.kind
          && known->want.lock == want.lock)
        return known->in;
    }
  bool *in = find_rounds (l, process, want);
  *vec_push (l->gates->arena, &l->rounds) = (struct rounds){ want, process, in };
  return in;
}

/* ---- A state. ---- */

/* By index of a place: PROCESS is there, and can make no step. */
static gate *
find_halts (const struct linger *l, uint32_t process)
{
  struct gates *g = l->gates;
  uint32_t count = place_count (&l->system->places, process);
  gate *halts = arena_alloc (g->arena, count * sizeof *halts);
  for (uint32_t i = 0; i < count; i++)
    {
      halts[i] = l->state->at[process][i];
      if (i < PLACE_FIRST)
        continue;
      struct stand stand = stand_of (l, process, i);
      gate wrong, enabled = stand_is_enabled (&stand, &wrong);
      gate moves = gate_and (g, enabled, gate_not (wrong));
      if (stand.node->op == IR_ASSERT)
        moves
          = gate_and (g, moves, terms_condition (&stand.terms, stand.node->expr, &wrong));
      /* An assume over fields that goes wrong is a step. */
      if (stand.node->op == IR_ASSUME && stand_is_step (&stand))
        moves = gate_or (g, moves, wrong);
      halts[i] = gate_and (g, halts[i], gate_not (moves));
    }
  return halts;
}

/* The gate: judging by its place, PROCESS will not meet WANT. */
static gate
is_idle (struct linger *l, uint32_t process, struct want want)
{
  struct gates *g = l->gates;
  const bool *in = rounds_of (l, process, want);
  gate nobody = system_is (l->system, g, l->state, l->system->midst, 0);
  gate own
    = system_is (l->system, g, l->state, l->system->midst, system_as_owner (process));
  gate idle = gate_not (gate_or (g, nobody, own));
  assert (!in[PLACE_ENDED]);
  for (uint32_t i = 0; i < place_count (&l->system->places, process); i++)
    idle = gate_or (g, idle, in[i] ? l->state->at[process][i] : l->halts[process][i]);
  return idle;
}

static gate
all_others_are_idle (struct linger *l, uint32_t process, struct want want, gate when)
{
  for (uint32_t q = 0; q < system_processes (l->system); q++)
    if (q != process && !gate_equal (when, GATE_FALSE))
      when = gate_and (l->gates, when, is_idle (l, q, want));
  return when;
}

/* The gate: the process of STAND lingers there. */
static gate
lingers_at (struct linger *l, const struct stand *stand)
{
  struct gates *g = l->gates;
  uint32_t process = stand->terms.process;
  struct want want = { WANT_OTHER, 0 };
  if (!stand_can_wait (stand) || !stand_is_step (stand) || stand->node->op == IR_WAKE)
    return GATE_FALSE;
  gate waits = gate_and (g, stand->here, stand_is_blocked (stand));
  if (!ir_is_element (stand->node) && stand->action->op == PDS_ACQUIRE)
    want = (struct want){ WANT_LOCK, pds_action_lock (stand->action).index };
  if (stand->node->op != IR_ACQUIRE || !stand->node->waits)
    return all_others_are_idle (l, process, want, waits);
  gate awake = system_is (l->system, g, l->state, l->system->first_waiting + process, 0);
  struct want notify = { WANT_NOTIFY, want.lock };
  return gate_or (
    g, all_others_are_idle (l, process, want, gate_and (g, waits, awake)),
    all_others_are_idle (l, process, notify, gate_and (g, waits, gate_not (awake))));
}

static gate
lingers (struct linger *l, uint32_t process)
{
  gate some = GATE_FALSE;
  assert (process < system_processes (l->system));
  for (uint32_t i = PLACE_FIRST; i < place_count (&l->system->places, process); i++)
    {
      struct stand stand = stand_of (l, process, i);
      if (!gate_equal (stand.here, GATE_FALSE))
        some = gate_or (l->gates, some, lingers_at (l, &stand));
    }
  return some;
}

gate
endless_waits_in (const struct fault *fault, const struct system *system,
                  struct gates *gates, const struct system_state *state)
{
  uint32_t processes = system_processes (system);
  struct linger l = { .system = system, .gates = gates, .state = state };
  gate *each = arena_alloc (gates->arena, (processes + (size_t) 1) * sizeof *each);
  l.halts = arena_alloc (gates->arena, (processes + (size_t) 1) * sizeof *l.halts);
  assert (fault->query->kind == QUERY_STUCK && (fault->allowed || !fault->filtered));
  for (uint32_t p = 0; p < processes; p++)
    l.halts[p] = find_halts (&l, p);
  for (uint32_t p = 0; p < processes; p++)
    each[p] = lingers (&l, p);
  gate all = gate_some (gates, each, processes);
  for (uint32_t name = 0; name < fault->filtered; name++)
    {
      gate some = GATE_FALSE;
      for (uint32_t p = 0; p < processes; p++)
        if (fault->allowed[name][p])
          some = gate_or (gates, some, each[p]);
      all = gate_and (gates, all, some);
    }
  return all;
}
