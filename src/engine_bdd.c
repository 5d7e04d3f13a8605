/* engine_bdd.c -- SPIN09's decision procedure, Alg. 2, in BuDDy.
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

#include "engine.h"
#include "phaseauto/compat.h"
#include "phaseauto/product.h"
#include "phaseauto/reduction.h"
#include "wpds/relation.h"
#include "wpds/relation_weight.h"
#include "wpds/solve.h"
#include "wpds/value.h"

/* What one role came to. */
struct role_result
{
  uint32_t body;
  struct watch watch;
  buddy_set tuples;  /* of process 0, phase x in ply x + 1 */
};

/* The variables in use, and what was computed in them. */
struct layout
{
  bool valid;
  idset kept;
  uint32_t steps, participants;
  uint32_t *locks;               /* by lock of the model: its number, or none */
  struct history_facts facts;
  struct relation_domain domain;
  struct buddy_map **to_process; /* by participant: moves process 0 there */
  VEC (struct role_result) roles;
};

struct bdd_engine
{
  struct arena *arena;
  uint64_t limit;
  struct layout layout;
};

struct bdd_engine *
bdd_engine_new (struct arena *model_arena, uint64_t limit)
{
  struct bdd_engine *engine = arena_calloc (model_arena, 1, sizeof *engine);
  engine->arena = model_arena;
  engine->limit = limit;
  return engine;
}

void
bdd_engine_abandon (struct bdd_engine *engine)
{
  buddy_abandon ();
  engine->layout.valid = false;
}

/* ---- Layouts. ---- */

/* Which locks are operated inside which, by any process of the model? */
static void
find_inside (const struct layout *layout, const struct survey *survey,
             uint32_t count, bool *inside)
{
  const struct pds *pds = survey->pds;
  for (uint32_t s = 0; s < pds_symbol_count (pds); s++)
    {
      struct pds_range rules = pds_rules_of (pds, (pds_symbol){ s });
      for (uint32_t r = rules.begin; r < rules.end; r++)
        {
          const struct pds_action_info *action
            = &pds->actions.at[pds->rules.at[r].action.index];
          uint32_t m = action->op == PDS_ACQUIRE ? layout->locks[action->object]
                                                 : SLICE_NO_LOCK;
          if (m == SLICE_NO_LOCK)
            continue;
          idset held = survey->held[s];
          for (uint32_t l = idset_next (pds->idsets, held, 0); l != UINT32_MAX;
               l = idset_next (pds->idsets, held, l + 1))
            if (layout->locks[l] != SLICE_NO_LOCK)
              inside[(size_t) layout->locks[l] * count + m] = true;
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
  for (uint32_t i = 0; i < layout->roles.count; i++)
    buddy_release (layout->roles.at[i].tuples);
  for (uint32_t p = 0; p < layout->participants; p++)
    buddy_map_free (layout->to_process[p]);
  relation_clear (&layout->domain);
  layout->valid = false;
}

/* Number the locks of KEPT and lay the variables out. */
static void
make_layout (struct bdd_engine *engine, const struct engine_question *question,
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
  layout->locks = arena_alloc (arena, pds->locks.count * sizeof *layout->locks + 1);
  uint32_t count = 0;
  for (uint32_t l = 0; l < pds->locks.count; l++)
    layout->locks[l] = idset_has (pds->idsets, kept, l) ? count++ : SLICE_NO_LOCK;
  bool *inside = arena_calloc (scratch, (size_t) count * count + 1, sizeof *inside);
  find_inside (layout, survey, count, inside);
  /* Plies 0 .. steps for weights of degree up to steps - 1. */
  history_facts_init (&layout->facts, arena, count, inside, question->steps + 1,
                      question->count);
  buddy_start (quota, (struct buddy_limits){ history_facts_variables (&layout->facts),
                                             engine->limit });
  relation_init (&layout->domain, arena, &layout->facts, question->steps - 1);
  layout->to_process
    = arena_alloc (arena, question->count * sizeof *layout->to_process);
  for (uint32_t p = 0; p < question->count; p++)
    layout->to_process[p] = map_to_process (&layout->facts, p, scratch);
  layout->valid = true;
}

static void
need_layout (struct bdd_engine *engine, const struct engine_question *question,
             idset kept, struct quota *quota, struct arena *scratch)
{
  struct layout *layout = &engine->layout;
  bool gone = buddy_start (quota, (struct buddy_limits){ 2, engine->limit });
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

/* Indices of the weights of a system: one, the phase, and two per lock. */
static uint32_t
effect_index (const struct product_rule *rule)
{
  switch (rule->effect)
    {
    case PRODUCT_PHASE:
      return 1;
    case PRODUCT_ACQUIRE:
      return 2 + 2 * rule->lock;
    case PRODUCT_RELEASE:
      return 3 + 2 * rule->lock;
    case PRODUCT_NOTHING:
      break;
    }
  return WPDS_WEIGHT_ONE;
}

/* The product as a weighted system. */
static void
fill_system (struct wpds_system *system, const struct product *product,
             const struct relation_domain *domain, struct arena *scratch)
{
  wpds_system_add_weight (system, relation_weight_of (relation_retain (domain->phase)));
  for (uint32_t i = 0; i < domain->facts->locks; i++)
    {
      wpds_system_add_weight (system,
                              relation_weight_of (relation_retain (domain->acquire[i])));
      wpds_system_add_weight (system,
                              relation_weight_of (relation_retain (domain->release[i])));
    }
  for (uint32_t i = 0; i < product->rules.count; i++)
    {
      const struct product_rule *rule = &product->rules.at[i];
      wpds_system_add_rule (
        system, (struct wpds_rule){ .from = { rule->from_state },
                                    .read = { rule->from },
                                    .to = { rule->to_state },
                                    .top = { rule->top },
                                    .under = { rule->under },
                                    .weight = effect_index (rule),
                                    .label = i });
    }
  wpds_system_finish (system, scratch);
}

static void
tick (void *quota)
{
  quota_check (quota);
}

/* Which histories can a procedure of the product be entered with?  Those with
   just the locks that are held at its entry; ahead, where nothing is recorded,
   the empty one. */
struct entering
{
  const struct layout *layout;
  const struct survey *survey;
  const struct product *product;
  bool *held; /* by lock of the layout */
};

static wpds_weight
enter (void *context, wpds_state state, wpds_symbol symbol)
{
  const struct entering *entering = context;
  const struct survey *survey = entering->survey;
  const struct layout *layout = entering->layout;
  if (entering->product->runs_ahead && state.index == entering->product->start)
    return relation_weight_of (relation_retain (layout->domain.start));
  pds_symbol origin = entering->product->slice.origins[symbol.index];
  for (uint32_t l = 0; l < survey->pds->locks.count; l++)
    if (layout->locks[l] != SLICE_NO_LOCK)
      entering->held[layout->locks[l]]
        = idset_has (survey->pds->idsets, survey->held[origin.index], l);
  return relation_weight_of (relation_holding (&layout->domain, entering->held));
}

/* All tuples of histories with which PARTICIPANT can reach the last state. */
static buddy_set
compute_role (struct bdd_engine *engine, const struct engine_question *question,
              const struct participant *participant, struct quota *quota,
              struct arena *scratch, struct verdict_counts *counts)
{
  const struct layout *layout = &engine->layout;
  const struct watch *watch = participant->watch;
  struct product product;
  struct product_query query = { .slice = { .survey = question->survey,
                                            .body = participant->body,
                                            .entry = participant->entry,
                                            .classes = watch->classes,
                                            .locks = layout->locks,
                                            .reductions = question->reductions },
                                 .steps = watch->steps,
                                 .foreign = watch->foreign };
  product_build (&product, &query, scratch);
  counts->symbols += product.symbols;
  counts->rules += product.rules.count;
  counts->roles++;

  struct wpds_domain domain = relation_weight_domain (&layout->domain);
  struct wpds_system system;
  struct wpds_automaton automaton;
  wpds_system_init (&system, scratch, &domain, product.states, product.symbols);
  fill_system (&system, &product, &layout->domain, scratch);
  wpds_automaton_init (&automaton, scratch, &domain, product.states, false);
  /* The start: the entry above the bottom, with the history of the empty
     path, so that relations only grow where a procedure is called. */
  wpds_state middle = wpds_automaton_add_state (&automaton, false);
  wpds_state end = wpds_automaton_add_state (&automaton, true);
  wpds_automaton_add (&automaton, (wpds_state){ product.start }, (wpds_symbol){ product.entry },
                      middle, relation_weight_of (layout->domain.start));
  wpds_automaton_add (&automaton, middle, (wpds_symbol){ product.bottom }, end,
                      relation_weight_of (layout->domain.one));
  struct entering entering = { layout, question->survey, &product, NULL };
  entering.held = arena_calloc (scratch, layout->facts.locks + (size_t) 1,
                                sizeof *entering.held);
  struct wpds_options options = { .scratch = scratch, .tick = tick,
                                  .tick_context = quota, .enter = enter,
                                  .enter_context = &entering };
  wpds_poststar (&system, &automaton, &options);
  struct wpds_value value;
  wpds_value_of_state (&value, scratch, &automaton, (wpds_state){ product.end });
  buddy_set tuples
    = relation_from_start (&layout->domain, relation_weight_value (value.weight));
  wpds_value_release (&value);
  wpds_automaton_release (&automaton);
  wpds_system_release (&system);
  return tuples;
}

static buddy_set
role_tuples (struct bdd_engine *engine, const struct engine_question *question,
             const struct participant *participant, struct quota *quota,
             struct arena *scratch, struct verdict_counts *counts)
{
  struct layout *layout = &engine->layout;
  bool share = question->reductions & REDUCTION_ROLES;
  for (uint32_t i = 0; share && i < layout->roles.count; i++)
    {
      const struct role_result *role = &layout->roles.at[i];
      if (role->body == participant->body
          && watch_equal (&role->watch, participant->watch))
        {
          counts->roles_reused++;
          return buddy_retain (role->tuples);
        }
    }
  buddy_set tuples
    = compute_role (engine, question, participant, quota, scratch, counts);
  if (share)
    *vec_push (engine->arena, &layout->roles)
      = (struct role_result){ participant->body,
                              watch_copy (participant->watch, engine->arena),
                              buddy_retain (tuples) };
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

/* Of ALL, the tuples of all participants side by side: are some compatible in
   every phase?  Takes ALL over. */
static bool
is_compatible (const struct layout *layout, buddy_set all, struct arena *scratch,
               struct quota *quota)
{
  for (uint32_t phase = 0; phase < layout->steps && !buddy_is_false (all); phase++)
    {
      quota_check (quota);
      compat_restrict (&all, &layout->facts, phase + 1);
      buddy_set cube = cube_of_ply (&layout->facts, phase + 1, scratch);
      buddy_set rest = buddy_exists (all, cube);
      buddy_release (cube);
      buddy_release (all);
      all = rest;
    }
  bool some = !buddy_is_false (all);
  buddy_release (all);
  return some;
}

bool
bdd_engine_decide (struct bdd_engine *engine, const struct engine_question *question,
                   struct quota *quota, struct arena *scratch,
                   struct verdict_counts *counts)
{
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
    found = is_compatible (layout, all, scratch, quota);
  struct buddy_counts buddy = buddy_counts ();
  if (counts->peak_nodes < buddy.peak_nodes)
    counts->peak_nodes = buddy.peak_nodes;
  counts->operations += buddy.operations;
  return found;
}
