/* solution.c -- see solution.h. */
#include <config.h>

#include "engine/weighted/solution.h"

#include <assert.h>

#include "base/log.h"
#include "phaseauto/sample.h"
#include "wpds/solve.h"

/* ---- Solving. ---- */

/* The index of the weight of RULE: first one, then the phase, then two per lock. */
static uint32_t
effect_index (const struct product_rule *rule)
{
  switch (rule->effect)
    {
    case PRODUCT_PHASE: return 1;
    case PRODUCT_ACQUIRE: return 2 + 2 * rule->lock.index;
    case PRODUCT_RELEASE: return 3 + 2 * rule->lock.index;
    case PRODUCT_NOTHING: break;
    }
  return WPDS_WEIGHT_ONE;
}

/* Like effect_index, but watched actions that are no steps may have weights, too.
   LOOPS[a]: the index of the weight of action a, or 0 if it has none yet. */
static uint32_t
weight_index (struct wpds_system *system, const struct solution_domain *how,
              const struct product_rule *rule, uint32_t *loops)
{
  if (!how->loop || rule->effect != PRODUCT_NOTHING || rule->action == PRODUCT_NO_ACTION)
    return effect_index (rule);
  uint32_t *index = &loops[rule->action];
  if (*index == WPDS_WEIGHT_ONE)
    *index = wpds_system_add_weight (system, how->loop (how->context, rule->action));
  return *index;
}

/* Does the task leave RULE out? */
static bool
is_left_out (const struct solution_task *task, const struct product *product,
             const struct product_rule *rule)
{
  if (!task->touched
      || (rule->effect != PRODUCT_ACQUIRE && rule->effect != PRODUCT_RELEASE))
    return false;
  /* While a process runs ahead, operations have no effect, so RULE is in a phase. */
  assert (rule->from_state >= product->runs_ahead);
  assert (rule->lock.index < task->locks->count);
  uint32_t phase = rule->from_state - product->runs_ahead;
  assert (phase < task->question->steps);
  return !task->touched[phase * task->locks->count + rule->lock.index];
}

static void
fill_system (struct wpds_system *system, const struct product *product,
             const struct solution_domain *how, const struct solution_task *task,
             struct arena *scratch)
{
  uint32_t phase = wpds_system_add_weight (
    system, how->effect (how->context, PRODUCT_PHASE, LOCK_NUMBER_NONE));
  assert (phase == 1); /* see effect_index */
  (void) phase;
  for (lock_number l = { 0 }; l.index < task->locks->count; l.index++)
    {
      wpds_system_add_weight (system, how->effect (how->context, PRODUCT_ACQUIRE, l));
      wpds_system_add_weight (system, how->effect (how->context, PRODUCT_RELEASE, l));
    }
  static_assert (WPDS_WEIGHT_ONE == 0, "loops have no weights at first");
  uint32_t *loops = how->loop ? arena_calloc (
                      scratch, task->question->survey->pds->actions.count, sizeof *loops)
                              : NULL;
  for (uint32_t i = 0; i < product->rules.count; i++)
    {
      const struct product_rule *rule = &product->rules.at[i];
      quota_work (scratch->quota, 1);
      if (!is_left_out (task, product, rule))
        wpds_system_add_rule (
          system, (struct wpds_rule){ .from = { rule->from_state },
                                      .read = { rule->from },
                                      .to = { rule->to_state },
                                      .top = { rule->top },
                                      .under = { rule->under },
                                      .weight = weight_index (system, how, rule, loops),
                                      .label = i });
    }
  wpds_system_finish (system, scratch);
}

/* Start at the entry, or at each start of a sample, above the bottom of the stack. */
static void
add_start (struct wpds_automaton *automaton, const struct product *product,
           const struct solution_domain *how)
{
  wpds_state middle = wpds_automaton_add_state (automaton, false);
  wpds_state end = wpds_automaton_add_state (automaton, true);
  wpds_weight start = how->start (how->context);
  wpds_weight one = wpds_one (how->domain);
  /* A sample may have no start: then nothing is reached. */
  assert (product->starts <= product->symbols);
  for (uint32_t s = 0; s < product->starts; s++)
    wpds_automaton_add (automaton, (wpds_state){ product->start }, (wpds_symbol){ s },
                        middle, start);
  wpds_automaton_add (automaton, middle, (wpds_symbol){ product->bottom }, end, one);
  wpds_release (how->domain, start);
  wpds_release (how->domain, one);
}

struct entering
{
  const struct solution_domain *how;
  const struct product *product;
};

static wpds_weight
enter (void *context, wpds_state state, wpds_symbol symbol)
{
  const struct entering *entering = context;
  return entering->how->enter (entering->how->context, entering->product, state, symbol);
}

static void
tick (void *quota)
{
  quota_spend (quota, 2 * QUOTA_TICK);
}

void
solution_init (struct solution *solution, const struct solution_domain *how,
               const struct solution_task *task, struct quota *quota,
               struct arena *scratch)
{
  const struct participant *participant = task->participant;
  const struct watch *watch = participant->watch;
  struct slice_class *classes
    = watch_classes (watch, task->question->survey->pds->actions.count, scratch);
  assert (watch->steps == task->question->steps);
  struct product_query query = { .slice = { .survey = task->question->survey,
                                            .body = participant->body,
                                            .entry = participant->entry,
                                            .classes = classes,
                                            .locks = task->locks,
                                            .reductions = task->question->reductions },
                                 .steps = watch->steps,
                                 .foreign = watch->foreign,
                                 .held_back = watch->held_back,
                                 .holding = watch->holding };
  struct sample sample;
  if (task->sampled)
    {
      sample_choose (&sample, task->question->survey, participant->body, watch,
                     task->locks, task->question->large / 4, scratch);
      query.slice.sample = &sample;
    }
  struct product *product = &solution->product;
  product_build (product, &query, scratch);
  assert (product->start < product->states && product->end < product->states);
  wpds_system_init (&solution->system, scratch, how->domain, product->states,
                    product->symbols);
  fill_system (&solution->system, product, how, task, scratch);
  wpds_automaton_init (&solution->automaton, scratch, how->domain, product->states,
                       task->recording);
  add_start (&solution->automaton, product, how);
  struct entering entering = { how, product };
  struct wpds_options options = { .scratch = scratch,
                                  .tick = tick,
                                  .tick_context = quota,
                                  .enter = how->enter ? enter : NULL,
                                  .enter_context = &entering };
  wpds_poststar (&solution->system, &solution->automaton, &options);
  wpds_value_of_state (&solution->value, scratch, &solution->automaton,
                       (wpds_state){ product->end });
}

void
solution_release (struct solution *solution)
{
  assert (solution->automaton.domain == solution->system.domain);
  wpds_value_release (&solution->value);
  wpds_automaton_release (&solution->automaton);
  wpds_system_release (&solution->system);
}

wpds_weight
solution_value (const struct solution_domain *how, const struct solution_task *task,
                const struct engine_means *means)
{
  struct solution solution;
  assert (!task->recording);
  solution_init (&solution, how, task, means->quota, means->scratch);
  LOG (2, "  product of process and automaton: %u symbols, %u rules",
       (unsigned) solution.product.symbols, (unsigned) solution.product.rules.count);
  means->counts[WEIGHTED_SYMBOLS] += solution.product.symbols;
  means->counts[WEIGHTED_RULES] += solution.product.rules.count;
  means->counts[WEIGHTED_ROLES]++;
  wpds_weight result = wpds_retain (how->domain, solution.value.weight);
  solution_release (&solution);
  return result;
}

/* ---- Keeping. ---- */

void
solution_cache_init (struct solution_cache *cache, struct arena *arena)
{
  *cache = (struct solution_cache){ .arena = arena };
  pairmap_init (&cache->first, arena);
}

const struct solution_entry *
solution_cache_find (const struct solution_cache *cache,
                     const struct participant *participant)
{
  uint32_t at = pairmap_get (&cache->first, participant->body.index,
                             (uint32_t) participant->watch->hash);
  for (; at != UINT32_MAX; at = cache->entries.at[at].next)
    if (watch_equal (&cache->entries.at[at].watch, participant->watch))
      return &cache->entries.at[at];
  return NULL;
}

void
solution_cache_add (struct solution_cache *cache, const struct participant *participant,
                    wpds_weight result, uint64_t work, uint64_t spent)
{
  assert (cache->arena && !solution_cache_find (cache, participant));
  static_assert (PAIRMAP_FREE == UINT32_MAX, "a key met first has no next entry");
  struct solution_entry entry = { participant->body,
                                  UINT32_MAX,
                                  watch_copy (participant->watch, cache->arena),
                                  result,
                                  work,
                                  spent };
  uint32_t *first = pairmap_at (&cache->first, participant->body.index,
                                (uint32_t) participant->watch->hash);
  entry.next = *first;
  *first = cache->entries.count;
  *vec_push (cache->arena, &cache->entries) = entry;
}
