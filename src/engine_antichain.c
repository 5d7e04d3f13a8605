/* engine_antichain.c -- explicit minimal sets of lock-history tuples.
 *
 * The same procedure as in engine_bdd.c over another domain: the weights are
 * antichains of tuples of fragments (wpds/antichain.h), and the choice at the
 * end is searched for.  No global state.
 *
 * Roles (5b) are kept as sets of tuples, for as long as the queries keep the
 * same locks and have the same number of steps.
 */
#include <config.h>

#include <assert.h>
#include <string.h>

#include "engine.h"
#include "phaseauto/compat_tuples.h"
#include "phaseauto/reduction.h"
#include "role.h"
#include "wpds/antichain.h"

/* What belongs to one set of locks and number of steps. */
struct layout
{
  bool valid;
  idset kept;
  uint32_t steps;
  bool keep_all;
  uint32_t *locks;   /* by lock of the model: its number, or none */
  uint32_t lock_count;
  struct fragments fragments;
  struct antichains antichains;
  struct role_cache roles;
};

struct antichain_engine
{
  struct arena arena; /* of the layout */
  struct layout layout;
};

struct antichain_engine *
antichain_engine_new (struct arena *model_arena, struct quota *quota)
{
  struct antichain_engine *engine = arena_calloc (model_arena, 1, sizeof *engine);
  arena_init (&engine->arena, quota);
  return engine;
}

void
antichain_engine_forget (struct antichain_engine *engine)
{
  arena_clear (&engine->arena);
  engine->layout.valid = false;
}

static void
need_layout (struct antichain_engine *engine, const struct engine_question *question,
             idset kept)
{
  struct layout *layout = &engine->layout;
  bool keep_all = !(question->reductions & REDUCTION_ANTICHAINS);
  bool fits = layout->valid && idset_equal (layout->kept, kept)
              && layout->steps == question->steps && layout->keep_all == keep_all
              && !layout->antichains.exceeded;
  if (fits)
    return;
  antichain_engine_forget (engine);
  const struct pds *pds = question->survey->pds;
  struct arena *arena = &engine->arena;
  memset (layout, 0, sizeof *layout);
  layout->kept = kept;
  layout->steps = question->steps;
  layout->keep_all = keep_all;
  layout->locks = arena_alloc (arena, pds->locks.count * sizeof *layout->locks + 1);
  for (uint32_t l = 0; l < pds->locks.count; l++)
    layout->locks[l] = idset_has (pds->idsets, kept, l) ? layout->lock_count++
                                                        : SLICE_NO_LOCK;
  fragments_init (&layout->fragments, arena, layout->lock_count);
  antichains_init (&layout->antichains, arena, &layout->fragments, question->steps - 1);
  layout->antichains.keep_all = keep_all;
  role_cache_init (&layout->roles, arena);
  layout->valid = true;
}

/* ---- Roles. ---- */

static wpds_weight
get_effect (void *context, enum product_effect effect, uint32_t lock)
{
  const struct antichains *antichains = context;
  return antichain_weight (effect == PRODUCT_PHASE     ? antichains->phase
                           : effect == PRODUCT_ACQUIRE ? antichains->acquire[lock]
                                                       : antichains->release[lock]);
}

static wpds_weight
get_start (void *context)
{
  const struct antichains *antichains = context;
  return antichain_weight (antichains->one);
}

static const struct antichain *
role_tuples (struct antichain_engine *engine, const struct engine_question *question,
             const struct participant *participant, struct quota *quota,
             struct arena *scratch, struct verdict_counts *counts)
{
  struct layout *layout = &engine->layout;
  bool share = question->reductions & REDUCTION_ROLES;
  wpds_weight result;
  if (share && role_cache_find (&layout->roles, participant, &result))
    {
      counts->roles_reused++;
      return antichain_of_weight (result);
    }
  struct wpds_domain domain = antichain_domain (&layout->antichains);
  struct role_domain how = { &domain, &layout->antichains, get_effect, get_start, NULL };
  result = role_solve (&how, question, participant, layout->locks, layout->lock_count,
                       quota, scratch, counts);
  if (share && !layout->antichains.exceeded)
    role_cache_add (&layout->roles, participant, result);
  return antichain_of_weight (result);
}

/* ---- Together. ---- */

enum engine_answer
antichain_engine_decide (struct antichain_engine *engine,
                         const struct engine_question *question, uint64_t budget,
                         struct quota *quota, struct arena *scratch,
                         struct verdict_counts *counts)
{
  idset kept = locks_that_matter (question->survey, question->participants,
                                  question->count, question->reductions, scratch);
  need_layout (engine, question, kept);
  struct layout *layout = &engine->layout;
  struct antichains *antichains = &layout->antichains;
  uint64_t before = antichains->work;
  antichains->budget = budget ? before + budget : 0;
  antichains->largest = 0;
  if (counts->locks < layout->lock_count)
    counts->locks = layout->lock_count;
  const struct antichain **sets
    = arena_alloc (scratch, question->count * sizeof *sets);
  bool possible = true;
  for (uint32_t p = 0; p < question->count && possible; p++)
    {
      sets[p] = role_tuples (engine, question, &question->participants[p], quota,
                             scratch, counts);
      possible = sets[p]->count > 0;
    }
  possible = possible && compat_choose (antichains, sets, question->count, NULL, scratch);
  counts->work += antichains->work - before;
  if (counts->tuples < antichains->largest)
    counts->tuples = antichains->largest;
  /* Nothing that was computed over the budget means anything. */
  if (antichains->exceeded)
    return ENGINE_GAVE_UP;
  return possible ? ENGINE_VIOLATION : ENGINE_SAFE;
}
