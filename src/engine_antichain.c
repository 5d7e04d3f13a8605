/* engine_antichain.c -- explicit minimal sets of lock-history tuples.
 *
 * The same procedure as in engine_bdd.c over another domain: the weights are
 * antichains of tuples of fragments (wpds/antichain.h), and the choice at the
 * end is searched for.  No global state.
 *
 * Roles (5b) are kept as sets of tuples, for the queries that keep the same
 * locks, have the same number of steps and look at the same locks.
 *
 * Lazy locks (5j).  At first no lock is looked at: the focus (wpds/fragment.h)
 * is empty, and of all runs of a role one stands for the others.  If no choice
 * of tuples is compatible in the focus, none is: fewer locks only allow more.
 * If one is compatible with all locks seen, that is a violation: each tuple is
 * that of a run.  Else a lock that is in the way joins the focus, and the question
 * is asked again; at the latest when it has all locks it is answered.
 */
#include <config.h>

#include <assert.h>
#include <string.h>

#include "engine.h"
#include "phaseauto/compat_tuples.h"
#include "phaseauto/reduction.h"
#include "role_antichain.h"

/* What belongs to one set of locks, focus and number of steps. */
struct layout
{
  struct arena arena;
  idset kept;
  uint64_t *focus;   /* a row of the locks looked at; null: all */
  uint32_t steps;
  bool keep_all;
  uint32_t *locks;   /* by lock of the model: its number, or none */
  uint32_t lock_count;
  struct fragments fragments;
  struct antichains antichains;
  struct role_cache roles;
};

/* Queries that go on to another layout and come back find their roles again; so
   many layouts are kept, then all are dropped. */
#define LAYOUTS_LIMIT 64

struct antichain_engine
{
  struct quota *quota;
  struct layout *layouts[LAYOUTS_LIMIT]; /* each in its own arena */
  uint32_t count;
};

struct antichain_engine *
antichain_engine_new (struct arena *model_arena, struct quota *quota)
{
  struct antichain_engine *engine = arena_calloc (model_arena, 1, sizeof *engine);
  engine->quota = quota;
  return engine;
}

static void
drop_layout (struct layout *layout)
{
  struct arena arena = layout->arena; /* the layout is in it */
  arena_clear (&arena);
}

void
antichain_engine_forget (struct antichain_engine *engine)
{
  while (engine->count > 0)
    drop_layout (engine->layouts[--engine->count]);
}

/* Drop the layouts in which a budget was spent. */
static void
forget_exceeded (struct antichain_engine *engine)
{
  uint32_t kept = 0;
  for (uint32_t i = 0; i < engine->count; i++)
    if (engine->layouts[i]->antichains.exceeded)
      drop_layout (engine->layouts[i]);
    else
      engine->layouts[kept++] = engine->layouts[i];
  engine->count = kept;
}

static bool
layout_fits (const struct layout *layout, const struct engine_question *question,
             idset kept, const uint64_t *focus, bool keep_all)
{
  if (!idset_equal (layout->kept, kept) || layout->steps != question->steps
      || layout->keep_all != keep_all || !layout->focus != !focus)
    return false;
  assert (!layout->antichains.exceeded);
  return !focus
         || memcmp (layout->focus, focus, layout->fragments.row * sizeof *focus) == 0;
}

static void
fill_layout (struct layout *layout, const struct engine_question *question, idset kept,
             const uint64_t *focus, bool keep_all)
{
  const struct pds *pds = question->survey->pds;
  struct arena *arena = &layout->arena;
  layout->kept = kept;
  layout->steps = question->steps;
  layout->keep_all = keep_all;
  layout->locks = arena_alloc (arena, pds->locks.count * sizeof *layout->locks + 1);
  memset (layout->locks, 0xFF, pds->locks.count * sizeof *layout->locks);
  static_assert (SLICE_NO_LOCK == UINT32_MAX, "filled with ones");
  for (uint32_t l = idset_next (pds->idsets, kept, 0); l != UINT32_MAX;
       l = idset_next (pds->idsets, kept, l + 1))
    layout->locks[l] = layout->lock_count++;
  fragments_init (&layout->fragments, arena, layout->lock_count);
  if (focus)
    {
      size_t row = layout->fragments.row * sizeof *focus;
      layout->focus = arena_alloc (arena, row);
      memcpy (layout->focus, focus, row);
      fragments_focus (&layout->fragments, focus);
    }
  antichains_init (&layout->antichains, arena, &layout->fragments, question->steps - 1);
  layout->antichains.keep_all = keep_all;
  role_cache_init (&layout->roles, arena);
}

static struct layout *
need_layout (struct antichain_engine *engine, const struct engine_question *question,
             idset kept, const uint64_t *focus)
{
  bool keep_all = !(question->reductions & REDUCTION_ANTICHAINS);
  for (uint32_t i = engine->count; i-- > 0;)
    if (layout_fits (engine->layouts[i], question, kept, focus, keep_all))
      return engine->layouts[i];
  if (engine->count == LAYOUTS_LIMIT)
    antichain_engine_forget (engine);
  struct arena arena;
  arena_init (&arena, engine->quota);
  struct layout *layout = arena_calloc (&arena, 1, sizeof *layout);
  layout->arena = arena;
  engine->layouts[engine->count++] = layout;
  fill_layout (layout, question, kept, focus, keep_all);
  return layout;
}

/* ---- Roles. ---- */

static const struct antichain *
role_tuples (struct layout *layout, const struct engine_question *question,
             const struct participant *participant, struct quota *quota,
             struct arena *scratch, struct verdict_counts *counts)
{
  bool share = question->reductions & REDUCTION_ROLES;
  const struct role_entry *known
    = share ? role_cache_find (&layout->roles, participant) : NULL;
  if (known)
    {
      /* Whether the budget is enough must not depend on earlier queries. */
      layout->antichains.work += known->work;
      counts->roles_reused++;
      return antichain_of_weight (known->result);
    }
  uint64_t before = layout->antichains.work;
  struct wpds_domain domain = antichain_domain (&layout->antichains);
  struct role_domain how = role_antichain (&domain, &layout->antichains);
  struct role_task task = { .question = question, .participant = participant,
                            .locks = layout->locks, .lock_count = layout->lock_count };
  wpds_weight result = role_solve (&how, &task, quota, scratch, counts);
  if (share && !layout->antichains.exceeded)
    role_cache_add (&layout->roles, participant, result,
                    layout->antichains.work - before);
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

/* Ask about the tuples of LAYOUT; in case of a conflict FOCUS gets a lock more. */
static enum compat_answer
ask_layout (struct layout *layout, const struct engine_question *question,
            uint64_t *focus, tuple *choice, struct quota *quota,
            struct arena *scratch, struct verdict_counts *counts)
{
  struct antichains *antichains = &layout->antichains;
  const struct antichain **sets
    = arena_alloc (scratch, question->count * sizeof *sets);
  for (uint32_t p = 0; p < question->count; p++)
    {
      sets[p] = role_tuples (layout, question, &question->participants[p], quota,
                             scratch, counts);
      if (sets[p]->count == 0)
        return COMPAT_NONE;
    }
  if (focus)
    return compat_choose_in_focus (antichains, sets, question->count, choice, focus,
                                   scratch);
  return compat_choose (antichains, sets, question->count, choice, scratch)
           ? COMPAT_FOUND : COMPAT_NONE;
}

enum engine_answer
antichain_engine_decide (struct antichain_engine *engine,
                         const struct engine_question *question, uint64_t budget,
                         struct quota *quota, struct arena *scratch,
                         struct verdict_counts *counts)
{
  idset kept = locks_that_matter (question->survey, question->participants,
                                  question->count, question->reductions, scratch);
  uint32_t locks = idset_count (question->survey->pds->idsets, kept);
  if (counts->locks < locks)
    counts->locks = locks;
  uint32_t lazy = REDUCTION_LAZY_LOCKS | REDUCTION_ANTICHAINS;
  uint64_t *focus = (question->reductions & lazy) == lazy
                      ? arena_calloc (scratch, locks / 64 + 1, sizeof *focus) : NULL;
  uint64_t spent = 0;
  tuple *choice = arena_alloc (scratch, question->count * sizeof *choice);
  for (;;)
    {
      struct layout *layout = need_layout (engine, question, kept, focus);
      struct antichains *antichains = &layout->antichains;
      uint64_t before = antichains->work;
      antichains->budget = budget ? before + (budget - spent) : 0;
      antichains->largest = 0;
      enum compat_answer answer
        = ask_layout (layout, question, focus, choice, quota, scratch, counts);
      spent += antichains->work - before;
      counts->work += antichains->work - before;
      counts->looks++;
      if (counts->tuples < antichains->largest)
        counts->tuples = antichains->largest;
      /* Nothing that was computed over the budget means anything. */
      if (antichains->exceeded || (budget && spent >= budget))
        {
          forget_exceeded (engine);
          return ENGINE_GAVE_UP;
        }
      if (answer == COMPAT_FOUND && question->trail)
        leave_trail (layout, question, choice);
      if (answer != COMPAT_CONFLICT)
        return answer == COMPAT_FOUND ? ENGINE_VIOLATION : ENGINE_SAFE;
    }
}
