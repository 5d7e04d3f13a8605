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
#include "role_antichain.h"

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
  struct role_domain how = role_antichain (&domain, &layout->antichains);
  struct role_task task = { .question = question, .participant = participant,
                            .locks = layout->locks, .lock_count = layout->lock_count };
  result = role_solve (&how, &task, quota, scratch, counts);
  if (share && !layout->antichains.exceeded)
    role_cache_add (&layout->roles, participant, result);
  return antichain_of_weight (result);
}

/* ---- The trail. ---- */

static idset
locks_touched (const struct layout *layout, const struct pds *pds, fragment f)
{
  const struct fragments *fragments = &layout->fragments;
  const uint64_t *rows[] = { fragment_released (fragments, f),
                             fragment_acquired (fragments, f),
                             fragment_used (fragments, f) };
  idset touched = IDSET_EMPTY;
  for (uint32_t l = 0; l < pds->locks.count; l++)
    for (uint32_t i = 0; i < 3 && layout->locks[l] != SLICE_NO_LOCK; i++)
      if (locks_has (rows[i], layout->locks[l]))
        touched = idset_add (pds->idsets, touched, l);
  return touched;
}

static void
leave_trail (const struct layout *layout, const struct engine_question *question,
             const tuple *choice)
{
  struct engine_trail *trail = question->trail;
  trail->touched = arena_alloc (trail->arena, (size_t) question->count * question->steps
                                                * sizeof *trail->touched);
  for (uint32_t p = 0; p < question->count; p++)
    for (uint32_t phase = 0; phase < question->steps; phase++)
      trail->touched[p * question->steps + phase]
        = locks_touched (layout, question->survey->pds,
                         tuple_fragment (&layout->antichains, choice[p], phase));
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
  tuple *choice = arena_alloc (scratch, question->count * sizeof *choice);
  possible = possible && compat_choose (antichains, sets, question->count, choice, scratch);
  counts->work += antichains->work - before;
  if (counts->tuples < antichains->largest)
    counts->tuples = antichains->largest;
  /* Nothing that was computed over the budget means anything. */
  if (antichains->exceeded)
    return ENGINE_GAVE_UP;
  if (possible && question->trail)
    leave_trail (layout, question, choice);
  return possible ? ENGINE_VIOLATION : ENGINE_SAFE;
}
