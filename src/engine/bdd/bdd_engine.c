/* bdd_engine.c -- SPIN09's decision procedure, Alg. 2, in BuDDy.
 *
 * For each participant: the reduced product of its PDS and its role, one weighted
 * post* over the multi-arity relational domain, the value of all configurations in
 * the last state.  Then the tuples of all participants together, restricted to those
 * that are compatible in every phase; variables that are no longer needed are
 * quantified away at once.
 *
 * Roles (5b).  The set of tuples of a participant depends on its body, on what it
 * watches, and on the locks that are kept; it is computed once for all queries of the
 * model that agree on these.  The sets live as long as the layout of the variables,
 * which the kept locks, the number of steps and the number of participants
 * determine; another layout starts with none.
 */
#include <config.h>

#include <assert.h>
#include <string.h>

#include "base/log.h"
#include "engine/weighted/solution.h"
#include "engine/weighted/trail.h"
#include "phaseauto/compat_bdd.h"
#include "phaseauto/reduction.h"
#include "wpds/relation.h"

enum
{
  BDD_PEAK_NODES = WEIGHTED_STATISTICS,
  BDD_OPERATIONS,
};

static const struct statistic statistics[]
  = { WEIGHTED_STATISTIC_ROWS,
      [BDD_PEAK_NODES] = { "peak_nodes", STATISTIC_MOST, "nodes of BDDs", false },
      [BDD_OPERATIONS] = { "operations", STATISTIC_SUM, "operations on BDDs", false } };

/* compat_bdd.c can tell at most this number of participants apart. */
#define PARTICIPANTS_LIMIT 64

/* The variables in use, and what was computed in them. */
struct layout
{
  bool valid;
  uint64_t table; /* the number of BuDDy's table; if it has a new one, all is lost */
  idset kept;
  uint32_t steps, participants;
  struct lock_numbers locks; /* those kept */
  struct history_facts facts;
  struct relation_domain domain;
  struct buddy_map **to_participant; /* moves the variables of participant 0 there */
  struct solution_cache roles;       /* tuples of participant 0, phase x in ply x + 1 */
};

struct bdd_engine
{
  struct arena *arena;
  struct quota *quota; /* charged with BuDDy's memory while inside */
  uint64_t limit;      /* bytes for BDDs; 0: the default */
  bool inside;         /* this thread is in BuDDy (wpds/buddy.h), until the query ends */
  struct layout layout;
};

static void *
create (const struct engine_means *means)
{
  struct bdd_engine *engine = arena_calloc (means->kept, 1, sizeof *engine);
  engine->arena = means->kept;
  engine->quota = means->quota;
  engine->limit = means->memory / 4 * 3;
  return engine;
}

/* Other threads may be deciding, too, and there is only one BuDDy.  Waiting for it
   is part of the query, unless QUOTA is null. */
static void
enter (struct bdd_engine *engine, struct quota *quota)
{
  if (!engine->inside)
    buddy_enter (quota);
  engine->inside = true;
}

static void
rest (void *state)
{
  struct bdd_engine *engine = state;
  if (engine->inside)
    buddy_leave ();
  engine->inside = false;
  engine->quota->outside = 0;
}

static void
forget (void *state)
{
  struct bdd_engine *engine = state;
  enter (engine, NULL);
  assert (engine->inside);
  buddy_abandon ();
  rest (engine);
}

/* ---- Layouts. ---- */

/* A set of tuples as a weight, for the cache of roles. */
static wpds_weight
weight_of_tuples (buddy_set tuples)
{
  return (wpds_weight){ (uintptr_t) tuples.node };
}

static buddy_set
tuples_of (wpds_weight weight)
{
  return (buddy_set){ (int) weight.bits };
}

/* Which locks does some process of the model operate inside of which? */
static void
find_inside (const struct layout *layout, const struct survey *survey, bool *inside)
{
  const struct lock_numbers *locks = &layout->locks;
  const struct pds *pds = survey->pds;
  for (uint32_t s = 0; s < pds_symbol_count (pds); s++)
    {
      struct pds_range rules = pds_rules_of (pds, (pds_symbol){ s });
      for (uint32_t r = rules.begin; r < rules.end; r++)
        {
          const struct pds_action_info *action
            = &pds->actions.at[pds->rules.at[r].action.index];
          if (action->op != PDS_ACQUIRE
              || !lock_numbers_has (locks, pds_action_lock (action)))
            continue;
          lock_number m = locks->number[pds_action_lock (action).index];
          idset held = survey->held[s];
          IDSET_EACH (l, pds->idsets, held)
            if (lock_numbers_has (locks, (lock_id){ l }))
              inside[(size_t) locks->number[l].index * locks->count + m.index] = true;
        }
    }
}

static struct buddy_map *
map_to_participant (const struct history_facts *facts, participant_id participant,
                    struct arena *scratch)
{
  assert (participant.index < facts->processes);
  uint32_t count = facts->facts * facts->plies;
  uint32_t *from = arena_alloc (scratch, count * sizeof *from + 1);
  uint32_t *to = arena_alloc (scratch, count * sizeof *to + 1);
  uint32_t used = 0;
  for (uint32_t f = 0; f < facts->facts; f++)
    for (uint32_t ply = 0; ply < facts->plies; ply++)
      {
        from[used] = history_variable (facts, f, ply, 0);
        to[used++] = history_variable (facts, f, ply, participant.index);
      }
  assert (used == count);
  return buddy_map_new (from, to, used);
}

static void
drop_layout (struct layout *layout)
{
  assert (layout->valid && layout->table == buddy_table ());
  for (uint32_t i = 0; i < layout->roles.entries.count; i++)
    buddy_release (tuples_of (layout->roles.entries.at[i].result));
  for (uint32_t p = 0; p < layout->participants; p++)
    buddy_map_free (layout->to_participant[p]);
  relation_clear (&layout->domain);
  layout->valid = false;
}

/* Number the locks of KEPT and lay the variables out. */
static void
make_layout (struct bdd_engine *engine, const struct question *question, idset kept,
             const struct engine_means *means)
{
  struct layout *layout = &engine->layout;
  const struct survey *survey = question->survey;
  const struct pds *pds = survey->pds;
  struct arena *arena = engine->arena, *scratch = means->scratch;
  assert (engine->inside && question->steps > 0);
  memset (layout, 0, sizeof *layout);
  layout->kept = kept;
  layout->steps = question->steps;
  layout->participants = question->count;
  lock_numbers_init (&layout->locks, pds->locks.count, arena);
  lock_numbers_add_set (&layout->locks, pds->idsets, kept);
  assert (layout->locks.count <= pds->locks.count);
  size_t count = layout->locks.count;
  bool *inside = arena_calloc (scratch, count * count + 1, sizeof *inside);
  find_inside (layout, survey, inside);
  /* Plies 0 .. steps for weights of degree up to steps - 1. */
  history_facts_init (&layout->facts, arena, layout->locks.count, inside,
                      question->steps + 1, question->count);
  uint32_t variables = history_facts_variables (&layout->facts);
  LOG (2, "%u BDD variables: %u facts of lock histories for each participant and phase",
       (unsigned) variables, (unsigned) layout->facts.facts);
  buddy_start (means->quota, (struct buddy_limits){ variables, engine->limit });
  layout->table = buddy_table ();
  relation_init (&layout->domain, arena, &layout->facts, question->steps - 1);
  layout->to_participant
    = arena_alloc (arena, question->count * sizeof *layout->to_participant);
  for (participant_id p = { 0 }; p.index < question->count; p.index++)
    layout->to_participant[p.index] = map_to_participant (&layout->facts, p, scratch);
  solution_cache_init (&layout->roles, arena);
  layout->valid = true;
}

static const struct layout *
need_layout (struct bdd_engine *engine, const struct question *question, idset kept,
             const struct engine_means *means)
{
  struct layout *layout = &engine->layout;
  buddy_start (means->quota, (struct buddy_limits){ 2, engine->limit });
  /* Another engine may have begun a new table in the meantime. */
  bool gone = layout->table != buddy_table ();
  bool fits = layout->valid && !gone && idset_equal (layout->kept, kept)
              && layout->steps == question->steps
              && layout->participants == question->count;
  if (layout->valid && !gone && !fits)
    drop_layout (layout);
  if (!fits)
    make_layout (engine, question, kept, means);
  assert (layout->valid && layout->facts.processes == question->count);
  return layout;
}

/* ---- Roles. ---- */

/* What solution.h needs to know of this domain. */
struct solving
{
  const struct layout *layout;
  const struct survey *survey;
  bool *held; /* by lock of the layout; scratch */
};

static wpds_weight
get_effect (void *context, enum product_effect effect, lock_number lock)
{
  const struct relation_domain *domain = &((struct solving *) context)->layout->domain;
  assert (effect != PRODUCT_NOTHING);
  return relation_weight_of (relation_retain (effect == PRODUCT_PHASE ? domain->phase
                                              : effect == PRODUCT_ACQUIRE
                                                ? domain->acquire[lock.index]
                                                : domain->release[lock.index]));
}

/* The weight of the empty path: there are relations only for called procedures. */
static wpds_weight
get_start (void *context)
{
  const struct solving *solving = context;
  return relation_weight_of (relation_retain (solving->layout->domain.start));
}

/* The histories with which a procedure of the product can be entered: those with just the
   locks that are held at its entry; while a process runs ahead, and nothing is recorded,
   the empty one. */
static wpds_weight
get_entry (void *context, const struct product *product, wpds_state state,
           wpds_symbol symbol)
{
  const struct solving *solving = context;
  const struct survey *survey = solving->survey;
  const struct layout *layout = solving->layout;
  if (product->runs_ahead && state.index == product->start)
    return get_start (context);
  assert (symbol.index < product->symbols);
  pds_symbol origin = product->slice.origins[symbol.index];
  for (uint32_t l = 0; l < layout->locks.count; l++)
    solving->held[l] = idset_has (survey->pds->idsets, survey->held[origin.index],
                                  layout->locks.lock[l].index);
  return relation_weight_of (relation_holding (&layout->domain, solving->held));
}

/* All tuples of histories with which PARTICIPANT can reach the last state. */
static buddy_set
compute_role (const struct layout *layout, const struct question *question,
              const struct participant *participant, const struct engine_means *means)
{
  struct wpds_domain domain = relation_weight_domain (&layout->domain);
  struct solving solving = { layout, question->survey, NULL };
  solving.held = arena_calloc (means->scratch, layout->facts.locks + (size_t) 1,
                               sizeof *solving.held);
  struct solution_domain how = { .domain = &domain,
                                 .context = &solving,
                                 .effect = get_effect,
                                 .start = get_start,
                                 .enter = get_entry };
  struct solution_task task
    = { .question = question, .participant = participant, .locks = &layout->locks };
  wpds_weight value = solution_value (&how, &task, means);
  buddy_set tuples = relation_from_start (&layout->domain, relation_weight_value (value));
  wpds_release (&domain, value);
  return tuples;
}

static buddy_set
role_tuples (struct bdd_engine *engine, const struct question *question,
             participant_id number, const struct engine_means *means)
{
  const struct participant *participant = &question->participants[number.index];
  struct layout *layout = &engine->layout;
  assert (number.index < question->count && engine->inside);
  bool share = question->reductions & REDUCTION_ROLES;
  const struct solution_entry *known
    = share ? solution_cache_find (&layout->roles, participant) : NULL;
  LOG (2, "%s: its tuples of lock histories %s", question_name (question, number),
       known ? "are known from an earlier question" : "are computed");
  if (known)
    {
      means->counts[WEIGHTED_ROLES_REUSED]++;
      return buddy_retain (tuples_of (known->result));
    }
  buddy_set tuples = compute_role (layout, question, participant, means);
  if (share)
    solution_cache_add (&layout->roles, participant,
                        weight_of_tuples (buddy_retain (tuples)), 0, 0);
  return tuples;
}

/* ---- Together. ---- */

static buddy_set
cube_of_ply (const struct history_facts *facts, uint32_t ply, struct arena *scratch)
{
  assert (ply < facts->plies);
  uint32_t count = facts->facts * facts->processes;
  uint32_t *variables = arena_alloc (scratch, count * sizeof *variables + 1);
  uint32_t used = 0;
  for (uint32_t f = 0; f < facts->facts; f++)
    for (uint32_t p = 0; p < facts->processes; p++)
      variables[used++] = history_variable (facts, f, ply, p);
  return buddy_cube (variables, used);
}

/* The locks whose facts, by number, are true of PARTICIPANT in PLY. */
static idset
locks_with (const struct layout *layout, struct idsets *idsets, const uint32_t *fact_of,
            const bool *assignment, uint32_t ply, participant_id participant)
{
  idset locks = IDSET_EMPTY;
  assert (ply < layout->facts.plies && participant.index < layout->facts.processes);
  for (uint32_t n = 0; n < layout->locks.count; n++)
    if (assignment[history_variable (&layout->facts, fact_of[n], ply, participant.index)])
      locks = idset_add (idsets, locks, layout->locks.lock[n].index);
  return locks;
}

/* Restrict PICKED to what ASSIGNMENT says of PARTICIPANT in PLY. */
static void
restrict_to (buddy_set *picked, const struct history_facts *facts, const bool *assignment,
             uint32_t ply, participant_id participant)
{
  for (uint32_t f = 0; f < facts->facts; f++)
    {
      uint32_t variable = history_variable (facts, f, ply, participant.index);
      buddy_set value = assignment[variable] ? buddy_variable (variable)
                                             : buddy_not_variable (variable);
      buddy_and_into (picked, value);
      buddy_release (value);
    }
}

/* PHASES[k] are the tuples that are compatible in phase k, of those that can be
   continued in the phases before; its plies before k + 1 are quantified away.
   Pick from the last phase, then from each phase before it what fits the pick. */
static const struct engine_trail *
leave_trail (const struct layout *layout, const struct question *question,
             const buddy_set *phases, struct arena *scratch)
{
  struct idsets *idsets = question->survey->pds->idsets;
  const struct history_facts *facts = &layout->facts;
  struct engine_trail *trail = trail_new (question, false, scratch);
  uint32_t variables = history_facts_variables (facts);
  bool *assignment = arena_alloc (scratch, variables * sizeof *assignment + 1);
  buddy_set picked = buddy_true ();
  for (uint32_t phase = question->steps; phase-- > 0;)
    {
      buddy_set some = buddy_and (phases[phase], picked);
      assert (!buddy_is_false (some));
      buddy_pick (some, assignment, variables);
      buddy_release (some);
      for (participant_id p = { 0 }; p.index < question->count; p.index++)
        {
          uint32_t ply = phase + 1;
          struct phase_locks locks
            = { locks_with (layout, idsets, facts->released, assignment, ply, p),
                locks_with (layout, idsets, facts->acquired, assignment, ply, p),
                locks_with (layout, idsets, facts->used, assignment, ply, p) };
          trail_put (trail, question, p, phase, locks, scratch);
          restrict_to (&picked, facts, assignment, ply, p);
        }
    }
  buddy_release (picked);
  return trail;
}

/* Of ALL, the tuples of all participants side by side: are some compatible in
   every phase?  Takes ALL over. */
static bool
is_compatible (const struct layout *layout, const struct question *question,
               buddy_set all, const struct engine_means *means,
               const struct engine_trail **trail)
{
  uint32_t steps = question->steps;
  struct arena *scratch = means->scratch;
  buddy_set *phases = arena_alloc (scratch, steps * sizeof *phases);
  assert (!buddy_is_false (all) && layout->facts.plies == steps + 1);
  uint32_t done = 0;
  for (; done < steps && !buddy_is_false (all); done++)
    {
      quota_check (means->quota);
      compat_restrict (&all, &layout->facts, done + 1, scratch);
      buddy_set cube = cube_of_ply (&layout->facts, done + 1, scratch);
      buddy_set rest = buddy_exists (all, cube);
      buddy_release (cube);
      phases[done] = all;
      all = rest;
    }
  bool some = !buddy_is_false (all);
  assert (!some || done == steps);
  LOG (2, "compatible tuples of all participants: %s in phase %u of %u",
       some ? "there are some even" : "there are none any more", (unsigned) done,
       (unsigned) steps);
  if (some && question->explain)
    *trail = leave_trail (layout, question, phases, scratch);
  while (done-- > 0)
    buddy_release (phases[done]);
  buddy_release (all);
  return some;
}

static void
decide (void *state, const struct question *question, const struct engine_means *means,
        struct answer *answer)
{
  struct bdd_engine *engine = state;
  if (question->count > PARTICIPANTS_LIMIT)
    {
      /* There are bystanders: the reduction `active' is off. */
      LOG (1, "more than %d participants are too many", PARTICIPANTS_LIMIT);
      answer->reason = QUOTA_BOUND;
      return;
    }
  enter (engine, means->quota);
  idset kept = question_locks (question, means->scratch);
  if (LOGS (2))
    LOG (2, "locks that matter: %s",
         trail_locks_text (question->survey->pds, kept, means->scratch));
  const struct layout *layout = need_layout (engine, question, kept, means);
  buddy_set all = buddy_true ();
  for (participant_id p = { 0 }; p.index < question->count && !buddy_is_false (all);
       p.index++)
    {
      buddy_set tuples = role_tuples (engine, question, p, means);
      buddy_set moved = buddy_rename (tuples, layout->to_participant[p.index]);
      buddy_and_into (&all, moved);
      buddy_release (moved);
      buddy_release (tuples);
    }
  bool found = !buddy_is_false (all)
               && is_compatible (layout, question, all, means, &answer->trail);
  struct buddy_counts buddy = buddy_counts ();
  statistic_most (&means->counts[WEIGHTED_LOCKS], layout->facts.locks);
  statistic_most (&means->counts[BDD_PEAK_NODES], buddy.peak_nodes);
  means->counts[BDD_OPERATIONS] += buddy.operations;
  LOG (2, "BuDDy has used up to %llu nodes", (unsigned long long) buddy.peak_nodes);
  answer->kind = found ? VERDICT_VIOLATION : VERDICT_SAFE;
}

const struct engine bdd_engine
  = { .name = "bdd",
      .abilities = ENGINE_CAST | ENGINE_RECURSION | ENGINE_AFRESH,
      ENGINE_TABLE_OF (statistic, statistics),
      .create = create,
      .decide = decide,
      .rest = rest,
      .forget = forget };
