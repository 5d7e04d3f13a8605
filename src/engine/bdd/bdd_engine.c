/* bdd_engine.c -- SPIN09's decision procedure, Alg. 2, in BuDDy.
 *
 * For each participant: the reduced product of its PDS and its role, one
 * weighted post* over the multi-arity relational domain, the value of all
 * configurations in the last state.  Then the tuples of all of them together,
 * restricted to those that are compatible in every phase; what is no longer
 * needed is quantified away at once.
 *
 * Roles (5b).  The set of tuples of a participant depends on its body, on what
 * it watches, and on the locks that are kept; it is computed once for all
 * queries of the model that agree on these.  The sets live as long as the
 * layout of the variables, which the kept locks, the number of steps and the
 * number of participants determine; another layout starts with none.
 */
#include <config.h>

#include <assert.h>
#include <string.h>

#include "engine/engine.h"
#include "engine/weighted/solution.h"
#include "phaseauto/compat_bdd.h"
#include "phaseauto/reduction.h"
#include "wpds/relation.h"

/* The variables in use, and what was computed in them. */
struct layout
{
  bool valid;
  uint64_t table;                /* of nodes: in another one, nothing is left of it */
  idset kept;
  uint32_t steps, participants;
  struct lock_numbers locks;     /* those kept */
  struct history_facts facts;
  struct relation_domain domain;
  struct buddy_map **to_process; /* by participant: moves process 0 there */
  struct solution_cache roles;       /* tuples of process 0, phase x in ply x + 1 */
};

struct bdd_engine
{
  struct arena *arena;
  uint64_t limit; /* bytes for BDDs; 0: the default */
  bool inside;    /* this thread is in BuDDy (wpds/buddy.h), until the query ends */
  struct layout layout;
};

static void *
create (const struct engine_means *means)
{
  struct bdd_engine *engine = arena_calloc (means->kept, 1, sizeof *engine);
  engine->arena = means->kept;
  engine->limit = means->memory / 4 * 3;
  return engine;
}

/* Other threads may be deciding, too; of BuDDy there is one.  Waiting for it is
   part of the query, if QUOTA is not null. */
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
}

static void
forget (void *state)
{
  struct bdd_engine *engine = state;
  enter (engine, NULL);
  buddy_abandon ();
  rest (engine);
}

/* ---- Layouts. ---- */

/* A set of tuples in the cache of roles. */
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

/* Which locks are operated inside which, by any process of the model? */
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
          for (uint32_t l = idset_next (pds->idsets, held, 0); l != UINT32_MAX;
               l = idset_next (pds->idsets, held, l + 1))
            if (lock_numbers_has (locks, (lock_id){ l }))
              inside[(size_t) locks->number[l].index * locks->count + m.index] = true;
        }
    }
}

static struct buddy_map *
map_to_process (const struct history_facts *facts, uint32_t process,
                struct arena *scratch)
{
  uint32_t count = facts->facts * facts->plies;
  uint32_t *from = arena_alloc (scratch, count * sizeof *from + 1);
  uint32_t *to = arena_alloc (scratch, count * sizeof *to + 1);
  uint32_t used = 0;
  for (uint32_t f = 0; f < facts->facts; f++)
    for (uint32_t ply = 0; ply < facts->plies; ply++)
      {
        from[used] = history_variable (facts, f, ply, 0);
        to[used++] = history_variable (facts, f, ply, process);
      }
  return buddy_map_new (from, to, used);
}

static void
drop_layout (struct layout *layout)
{
  for (uint32_t i = 0; i < layout->roles.entries.count; i++)
    buddy_release (tuples_of (layout->roles.entries.at[i].result));
  for (uint32_t p = 0; p < layout->participants; p++)
    buddy_map_free (layout->to_process[p]);
  relation_clear (&layout->domain);
  layout->valid = false;
}

/* Number the locks of KEPT and lay the variables out. */
static void
make_layout (struct bdd_engine *engine, const struct question *question,
             idset kept, struct quota *quota, struct arena *scratch)
{
  struct layout *layout = &engine->layout;
  const struct survey *survey = question->survey;
  const struct pds *pds = survey->pds;
  struct arena *arena = engine->arena;
  memset (layout, 0, sizeof *layout);
  layout->kept = kept;
  layout->steps = question->steps;
  layout->participants = question->count;
  lock_numbers_init (&layout->locks, pds->locks.count, arena);
  lock_numbers_add_set (&layout->locks, pds->idsets, kept);
  size_t count = layout->locks.count;
  bool *inside = arena_calloc (scratch, count * count + 1, sizeof *inside);
  find_inside (layout, survey, inside);
  /* Plies 0 .. steps for weights of degree up to steps - 1. */
  history_facts_init (&layout->facts, arena, layout->locks.count, inside,
                      question->steps + 1, question->count);
  buddy_start (quota, (struct buddy_limits){ history_facts_variables (&layout->facts),
                                             engine->limit });
  layout->table = buddy_table ();
  relation_init (&layout->domain, arena, &layout->facts, question->steps - 1);
  layout->to_process
    = arena_alloc (arena, question->count * sizeof *layout->to_process);
  for (uint32_t p = 0; p < question->count; p++)
    layout->to_process[p] = map_to_process (&layout->facts, p, scratch);
  solution_cache_init (&layout->roles, arena);
  layout->valid = true;
}

static void
need_layout (struct bdd_engine *engine, const struct question *question,
             idset kept, struct quota *quota, struct arena *scratch)
{
  struct layout *layout = &engine->layout;
  buddy_start (quota, (struct buddy_limits){ 2, engine->limit });
  /* Another engine may have begun a new table in the meantime. */
  bool gone = layout->table != buddy_table ();
  bool fits = layout->valid && !gone && idset_equal (layout->kept, kept)
              && layout->steps == question->steps
              && layout->participants == question->count;
  if (fits)
    return;
  if (layout->valid && !gone)
    drop_layout (layout);
  make_layout (engine, question, kept, quota, scratch);
}

/* ---- Roles. ---- */

/* What role.h needs to know of this domain. */
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
  return relation_weight_of (relation_retain (effect == PRODUCT_PHASE ? domain->phase
                                              : effect == PRODUCT_ACQUIRE
                                                ? domain->acquire[lock.index]
                                                : domain->release[lock.index]));
}

/* The history of the empty path, so that relations only grow where a procedure
   is called. */
static wpds_weight
get_start (void *context)
{
  const struct solving *solving = context;
  return relation_weight_of (relation_retain (solving->layout->domain.start));
}

/* Which histories can a procedure of the product be entered with?  Those with
   just the locks that are held at its entry; ahead, where nothing is recorded,
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
  pds_symbol origin = product->slice.origins[symbol.index];
  for (uint32_t l = 0; l < layout->locks.count; l++)
    solving->held[l] = idset_has (survey->pds->idsets, survey->held[origin.index],
                                  layout->locks.lock[l].index);
  return relation_weight_of (relation_holding (&layout->domain, solving->held));
}

/* All tuples of histories with which PARTICIPANT can reach the last state. */
static buddy_set
compute_role (struct bdd_engine *engine, const struct question *question,
              const struct participant *participant, struct quota *quota,
              struct arena *scratch, struct verdict_counts *counts)
{
  const struct layout *layout = &engine->layout;
  struct wpds_domain domain = relation_weight_domain (&layout->domain);
  struct solving solving = { layout, question->survey, NULL };
  solving.held = arena_calloc (scratch, layout->facts.locks + (size_t) 1,
                               sizeof *solving.held);
  struct solution_domain how = { &domain, &solving, get_effect, get_start, get_entry };
  struct solution_task task = { .question = question, .participant = participant,
                            .locks = &layout->locks };
  wpds_weight value = solution_value (&how, &task, quota, scratch, counts);
  buddy_set tuples
    = relation_from_start (&layout->domain, relation_weight_value (value));
  wpds_release (&domain, value);
  return tuples;
}

static buddy_set
role_tuples (struct bdd_engine *engine, const struct question *question,
             const struct participant *participant, struct quota *quota,
             struct arena *scratch, struct verdict_counts *counts)
{
  struct layout *layout = &engine->layout;
  bool share = question->reductions & REDUCTION_ROLES;
  const struct solution_entry *known
    = share ? solution_cache_find (&layout->roles, participant) : NULL;
  if (known)
    {
      counts->roles_reused++;
      return buddy_retain (tuples_of (known->result));
    }
  buddy_set tuples
    = compute_role (engine, question, participant, quota, scratch, counts);
  if (share)
    solution_cache_add (&layout->roles, participant,
                    weight_of_tuples (buddy_retain (tuples)), 0);
  return tuples;
}

/* ---- Together. ---- */

static buddy_set
cube_of_ply (const struct history_facts *facts, uint32_t ply, struct arena *scratch)
{
  uint32_t count = facts->facts * facts->processes;
  uint32_t *variables = arena_alloc (scratch, count * sizeof *variables + 1);
  uint32_t used = 0;
  for (uint32_t f = 0; f < facts->facts; f++)
    for (uint32_t p = 0; p < facts->processes; p++)
      variables[used++] = history_variable (facts, f, ply, p);
  return buddy_cube (variables, used);
}

/* Which locks does the assignment say are touched in PHASE? */
static idset
locks_touched (const struct layout *layout, const struct pds *pds,
               const bool *assignment, uint32_t phase, uint32_t process)
{
  const struct history_facts *facts = &layout->facts;
  idset touched = IDSET_EMPTY;
  for (uint32_t n = 0; n < layout->locks.count; n++)
    {
      uint32_t of_lock[] = { facts->released[n], facts->acquired[n], facts->used[n] };
      bool here = false;
      for (uint32_t i = 0; i < 3; i++)
        here |= assignment[history_variable (facts, of_lock[i], phase + 1, process)];
      if (here)
        touched = idset_add (pds->idsets, touched, layout->locks.lock[n].index);
    }
  return touched;
}

/* PHASES[k] are the tuples that are compatible in phase k, of those that can be
   continued in the phases before; its plies before k + 1 are quantified away.
   Pick from the last, then from each before it what goes with the pick. */
static const struct engine_trail *
leave_trail (const struct layout *layout, const struct question *question,
             const buddy_set *phases, struct arena *scratch)
{
  const struct pds *pds = question->survey->pds;
  const struct history_facts *facts = &layout->facts;
  struct engine_trail *trail = arena_calloc (scratch, 1, sizeof *trail);
  uint32_t variables = history_facts_variables (facts);
  bool *assignment = arena_alloc (scratch, variables * sizeof *assignment + 1);
  trail->touched = arena_alloc (scratch, (size_t) question->count * question->steps
                                           * sizeof *trail->touched);
  buddy_set picked = buddy_true ();
  for (uint32_t phase = question->steps; phase-- > 0;)
    {
      buddy_set some = buddy_and (phases[phase], picked);
      buddy_pick (some, assignment, variables);
      buddy_release (some);
      for (uint32_t p = 0; p < question->count; p++)
        {
          trail->touched[p * question->steps + phase]
            = locks_touched (layout, pds, assignment, phase, p);
          for (uint32_t f = 0; f < facts->facts; f++)
            {
              uint32_t variable = history_variable (facts, f, phase + 1, p);
              buddy_set value = assignment[variable] ? buddy_variable (variable)
                                                     : buddy_not_variable (variable);
              buddy_and_into (&picked, value);
              buddy_release (value);
            }
        }
    }
  buddy_release (picked);
  return trail;
}

/* Of ALL, the tuples of all participants side by side: are some compatible in
   every phase?  Takes ALL over. */
static bool
is_compatible (const struct layout *layout, const struct question *question,
               buddy_set all, struct arena *scratch, struct quota *quota,
               const struct engine_trail **trail)
{
  uint32_t steps = question->steps;
  buddy_set *phases = arena_alloc (scratch, steps * sizeof *phases);
  uint32_t done = 0;
  for (; done < steps && !buddy_is_false (all); done++)
    {
      quota_check (quota);
      compat_restrict (&all, &layout->facts, done + 1);
      buddy_set cube = cube_of_ply (&layout->facts, done + 1, scratch);
      buddy_set rest = buddy_exists (all, cube);
      buddy_release (cube);
      phases[done] = all;
      all = rest;
    }
  bool some = !buddy_is_false (all);
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
  struct quota *quota = means->quota;
  struct arena *scratch = means->scratch;
  struct verdict_counts *counts = means->counts;
  enter (engine, quota);
  /* More participants than compat_bdd.c can tell apart: only without `active'. */
  if (question->count > 64)
    quota_exhaust (quota, QUOTA_BOUND);
  idset kept = locks_that_matter (question->survey, question->participants,
                                  question->count, question->reductions, scratch);
  need_layout (engine, question, kept, quota, scratch);
  const struct layout *layout = &engine->layout;
  if (counts->locks < layout->facts.locks)
    counts->locks = layout->facts.locks;
  buddy_set all = buddy_true ();
  for (uint32_t p = 0; p < question->count && !buddy_is_false (all); p++)
    {
      buddy_set tuples = role_tuples (engine, question, &question->participants[p],
                                      quota, scratch, counts);
      buddy_set moved = buddy_rename (tuples, layout->to_process[p]);
      buddy_and_into (&all, moved);
      buddy_release (moved);
      buddy_release (tuples);
    }
  bool found = !buddy_is_false (all);
  if (found)
    found = is_compatible (layout, question, all, scratch, quota, &answer->trail);
  struct buddy_counts buddy = buddy_counts ();
  if (counts->peak_nodes < buddy.peak_nodes)
    counts->peak_nodes = buddy.peak_nodes;
  counts->operations += buddy.operations;
  answer->kind = found ? VERDICT_VIOLATION : VERDICT_SAFE;
}

const struct engine bdd_engine
  = { .name = "bdd", .abilities = ENGINE_RECURSION, .create = create, .decide = decide,
      .rest = rest, .forget = forget };
