/* faults.c -- see faults.h. */
#include <config.h>

#include "certificate/checker/faults.h"

#include "certificate/checker/endless_waits.h"
#include "certificate/checker/moves.h"

struct search
{
  const struct fault *fault;
  const struct system *system;
  struct gates *gates;
  const struct system_state *state;
};

static gate
nobody_is_amidst (const struct search *s)
{
  return system_is (s->system, s->gates, s->state, s->system->midst, 0);
}

/* ---- Claims. ---- */

/* The process of STAND, if it may make a step, finds the claim false. */
static gate
breaks_claim (const struct search *s, const struct stand *stand)
{
  struct gates *g = s->gates;
  const struct ir_step *step = stand->node;
  uint32_t claim = s->fault->query->claim;
  assert (claim < s->system->lowering->flow->claims.count);
  bool asserts = step->op == IR_ASSERT && step->claim == claim;
  gate broken = GATE_FALSE, wrong = GATE_FALSE;
  if (!asserts && step->wrong != claim)
    return GATE_FALSE;
  stand_is_enabled (stand, &wrong);
  if (step->wrong == claim)
    broken = wrong;
  if (asserts)
    {
      gate ignored = GATE_FALSE;
      gate holds = terms_condition (&stand->terms, step->expr, &ignored);
      broken = gate_or (g, broken, gate_and (g, gate_not (wrong), gate_not (holds)));
    }
  return gate_and (g, stand->here, broken);
}

/* ---- Access predicates. ---- */

static gate
breaks_predicate (const struct search *s, const struct stand *stand)
{
  struct gates *g = s->gates;
  field_id field = s->fault->query->fields[0];
  const uint32_t *predicates = s->system->lowering->flow->exclusive;
  if (!ir_is_access (stand->node) || !field_equal (ir_step_field (stand->node), field))
    return GATE_FALSE;
  assert (predicates && predicates[field.index] != IR_NO_EXPR);
  struct gate_terms terms = stand->terms;
  terms.frame = NULL;
  gate wrong, bad = GATE_FALSE;
  stand_is_enabled (stand, &wrong);
  gate holds = terms_condition (&terms, predicates[field.index], &bad);
  holds = gate_and (g, holds, gate_not (bad));
  return gate_and (g, stand->here, gate_and (g, gate_not (wrong), gate_not (holds)));
}

/* ---- Races. ---- */

/* An access to the field that a process could make next. */
struct poised
{
  gate when;
  bool indexed, writes, atomic;
  struct word index;
};

typedef VEC (struct poised) poised_list;

static void
find_poised (const struct search *s, const struct stand *stand, poised_list *list)
{
  struct gates *g = s->gates;
  field_id field = s->fault->query->fields[0];
  bool tests = stand->node->op == IR_ASSUME;
  bool accesses
    = ir_is_access (stand->node) && field_equal (ir_step_field (stand->node), field);
  if (!tests && !accesses)
    return;
  gate wrong, enabled = stand_is_enabled (stand, &wrong);
  struct poised poised = { .atomic = stand->atomic };
  poised.when = gate_and (g, stand->here, gate_and (g, enabled, gate_not (wrong)));
  if (accesses)
    {
      poised.writes = stand->node->op == IR_WRITE;
      poised.indexed = stand_index (stand, &poised.index) != NULL;
      *vec_push (g->arena, list) = poised;
      return;
    }
  touches read = VEC_EMPTY;
  terms_touch (&stand->terms, stand->node->expr, poised.when, &read);
  for (uint32_t i = 0; i < read.count; i++)
    if (field_equal (read.at[i].field, field))
      *vec_push (g->arena, list) = (struct poised){ .when = read.at[i].when,
                                                    .indexed = read.at[i].indexed,
                                                    .atomic = stand->atomic,
                                                    .index = read.at[i].index };
}

static gate
meet (const struct search *s, const struct poised *a, const struct poised *b)
{
  struct gates *g = s->gates;
  assert (a->when.literal != 0 && b->when.literal != 0);
  if ((!a->writes && !b->writes) || (a->atomic && b->atomic))
    return GATE_FALSE;
  gate both = gate_and (g, a->when, b->when);
  if (!a->indexed || !b->indexed)
    return both;
  return gate_and (
    g, both, word_equal (g, word_fit (g, a->index, 64), word_fit (g, b->index, 64)));
}

/* Does -P allow P and Q? */
static bool
are_meant (const struct fault *fault, uint32_t p, uint32_t q)
{
  const bool *const *allowed = fault->allowed;
  assert (p != q && (allowed || fault->filtered == 0));
  switch (fault->filtered)
    {
    case 0: return true;
    case 1: return allowed[0][p] || allowed[0][q];
    case 2: return (allowed[0][p] && allowed[1][q]) || (allowed[0][q] && allowed[1][p]);
    default: return false;
    }
}

static gate
find_race (const struct search *s)
{
  struct gates *g = s->gates;
  uint32_t processes = system_processes (s->system);
  assert (s->fault->query->kind == QUERY_RACE);
  poised_list *lists = arena_calloc (g->arena, processes + (size_t) 1, sizeof *lists);
  VEC (gate) found = VEC_EMPTY;
  for (uint32_t p = 0; p < processes; p++)
    {
      for (uint32_t i = PLACE_FIRST; i < place_count (&s->system->places, p); i++)
        {
          struct stand stand = stand_at (s->system, g, s->state, p, i);
          if (!gate_equal (stand.here, GATE_FALSE))
            find_poised (s, &stand, &lists[p]);
        }
      for (uint32_t q = 0; q < p; q++)
        for (uint32_t i = 0; are_meant (s->fault, p, q) && i < lists[p].count; i++)
          for (uint32_t k = 0; k < lists[q].count; k++)
            *vec_push (g->arena, &found) = meet (s, &lists[p].at[i], &lists[q].at[k]);
    }
  return gate_and (g, nobody_is_amidst (s), gate_some (g, found.at, found.count));
}

/* ---- Deadlocks. ---- */

/* If WHEN, the process of STAND waits for LOCK, which another MEMBER has. */
static gate
waits_for (const struct search *s, const struct stand *stand, gate when, uint32_t lock,
           const gate *member)
{
  struct gates *g = s->gates;
  gate owned = GATE_FALSE;
  assert (lock < s->system->lowering->pds.locks.count);
  for (uint32_t p = 0; p < system_processes (s->system); p++)
    if (p != stand->terms.process)
      owned = gate_or (
        g, owned,
        gate_and (g, member[p],
                  system_is (s->system, g, s->state, s->system->first_owner + lock,
                             system_as_owner (p))));
  return gate_and (g, when, owned);
}

static gate
waits (const struct search *s, const struct stand *stand, const gate *member)
{
  struct gates *g = s->gates;
  if (!ir_is_element (stand->node))
    return stand->action->op == PDS_ACQUIRE ? waits_for (
             s, stand, stand->here, pds_action_lock (stand->action).index, member)
                                            : GATE_FALSE;
  struct word place;
  const struct word *index = stand_index (stand, &place);
  gate some = GATE_FALSE, wrong;
  if (!index)
    return GATE_FALSE;
  stand_is_enabled (stand, &wrong);
  gate here = gate_and (g, stand->here, gate_not (wrong));
  for (uint32_t l = 0; l < stand->node->lock_count; l++)
    some = gate_or (g, some,
                    waits_for (s, stand, gate_and (g, here, word_is (g, *index, l)),
                               stand->node->first_lock.index + l, member));
  return some;
}

/* There is a set of members, each of which waits for another. */
static gate
find_deadlock (const struct search *s)
{
  struct gates *g = s->gates;
  uint32_t processes = system_processes (s->system);
  assert (s->fault->query->kind == QUERY_DEADLOCK);
  gate *member = arena_alloc (g->arena, (processes + (size_t) 1) * sizeof *member);
  for (uint32_t p = 0; p < processes; p++)
    member[p] = gate_input (g);
  gate all = nobody_is_amidst (s);
  for (uint32_t p = 0; p < processes; p++)
    {
      gate stuck = GATE_FALSE;
      for (uint32_t i = PLACE_FIRST; i < place_count (&s->system->places, p); i++)
        {
          struct stand stand = stand_at (s->system, g, s->state, p, i);
          if (!gate_equal (stand.here, GATE_FALSE))
            stuck = gate_or (g, stuck, waits (s, &stand, member));
        }
      all = gate_and (g, all, gate_or (g, gate_not (member[p]), stuck));
    }
  return gate_and (g, all, gate_some (g, member, processes));
}

/* ---- All. ---- */

/* DOES is true of some process that may make a step. */
static gate
find_doer (const struct search *s,
           gate (*does) (const struct search *s, const struct stand *stand))
{
  struct gates *g = s->gates;
  assert (does && s->state->at);
  VEC (gate) found = VEC_EMPTY;
  for (uint32_t p = 0; p < system_processes (s->system); p++)
    {
      gate may = moves_may (s->system, g, s->state, p);
      for (uint32_t i = PLACE_FIRST; i < place_count (&s->system->places, p); i++)
        {
          struct stand stand = stand_at (s->system, g, s->state, p, i);
          if (!gate_equal (stand.here, GATE_FALSE))
            *vec_push (g->arena, &found) = gate_and (g, may, does (s, &stand));
        }
    }
  return gate_some (g, found.at, found.count);
}

gate
fault_in (const struct fault *fault, const struct system *system, struct gates *gates,
          const struct system_state *state)
{
  struct search s = { fault, system, gates, state };
  assert (fault->query->kind == QUERY_DEADLOCK || fault->query->kind == QUERY_ASSERT
          || fault->query->kind == QUERY_STUCK || fault->query->fields);
  switch (fault->query->kind)
    {
    case QUERY_RACE: return find_race (&s);
    case QUERY_DEADLOCK: return find_deadlock (&s);
    case QUERY_ASSERT: return find_doer (&s, breaks_claim);
    case QUERY_EXCLUSIVE: return find_doer (&s, breaks_predicate);
    case QUERY_STUCK: return endless_waits_in (fault, system, gates, state);
    case QUERY_PATTERN: break;
    }
  assert (false && "a pattern is no fault of a state");
  return GATE_TRUE;
}
