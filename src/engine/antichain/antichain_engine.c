/* antichain_engine.c -- explicit minimal sets of lock-history tuples.
 *
 * The same procedure as in bdd_engine.c over another domain: the weights are
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
 *
 * Samples (5l).  Where a program is large, most of it need not be looked at for
 * either answer; see below.
 */
#include <config.h>

#include <assert.h>
#include <string.h>

#include "engine/engine.h"
#include "phaseauto/compat_tuples.h"
#include "phaseauto/reduction.h"
#include "engine/antichain/tuple_weights.h"

/* What belongs to one set of locks, focus and number of steps. */
struct layout
{
  struct arena arena;
  idset kept;
  uint64_t *focus;   /* a row of the locks looked at; null: all */
  uint32_t steps;
  bool keep_all;
  bool sampled;      /* roles are of samples (phaseauto/sample.h) */
  uint32_t *locks;   /* by lock of the model: its number, or none */
  uint32_t lock_count;
  struct fragments fragments;
  struct antichains antichains;
  struct solution_cache roles;
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

static void *
create (const struct engine_means *means)
{
  struct antichain_engine *engine = arena_calloc (means->kept, 1, sizeof *engine);
  engine->quota = means->quota;
  return engine;
}

static void
drop_layout (struct layout *layout)
{
  struct arena arena = layout->arena; /* the layout is in it */
  arena_clear (&arena);
}

static void
forget (void *state)
{
  struct antichain_engine *engine = state;
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
layout_fits (const struct layout *layout, const struct question *question,
             idset kept, const uint64_t *focus, bool sampled, bool keep_all)
{
  if (!idset_equal (layout->kept, kept) || layout->steps != question->steps
      || layout->keep_all != keep_all || !layout->focus != !focus
      || layout->sampled != sampled)
    return false;
  assert (!layout->antichains.exceeded);
  return !focus
         || memcmp (layout->focus, focus, layout->fragments.row * sizeof *focus) == 0;
}

static void
fill_layout (struct layout *layout, const struct question *question, idset kept,
             const uint64_t *focus, bool sampled, bool keep_all)
{
  const struct pds *pds = question->survey->pds;
  struct arena *arena = &layout->arena;
  layout->kept = kept;
  layout->steps = question->steps;
  layout->keep_all = keep_all;
  layout->sampled = sampled;
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
  solution_cache_init (&layout->roles, arena);
}

static struct layout *
need_layout (struct antichain_engine *engine, const struct question *question,
             idset kept, const uint64_t *focus, bool sampled)
{
  bool keep_all = !(question->reductions & REDUCTION_ANTICHAINS);
  for (uint32_t i = engine->count; i-- > 0;)
    if (layout_fits (engine->layouts[i], question, kept, focus, sampled, keep_all))
      return engine->layouts[i];
  if (engine->count == LAYOUTS_LIMIT)
    forget (engine);
  struct arena arena;
  arena_init (&arena, engine->quota);
  struct layout *layout = arena_calloc (&arena, 1, sizeof *layout);
  layout->arena = arena;
  engine->layouts[engine->count++] = layout;
  fill_layout (layout, question, kept, focus, sampled, keep_all);
  return layout;
}

/* ---- Roles. ---- */

static const struct antichain *
role_tuples (struct layout *layout, const struct question *question,
             const struct participant *participant, struct quota *quota,
             struct arena *scratch, struct verdict_counts *counts)
{
  bool share = question->reductions & REDUCTION_ROLES;
  const struct solution_entry *known
    = share ? solution_cache_find (&layout->roles, participant) : NULL;
  if (known)
    {
      /* Whether the budget is enough must not depend on earlier queries. */
      layout->antichains.work += known->work;
      counts->roles_reused++;
      return antichain_of_weight (known->result);
    }
  uint64_t before = layout->antichains.work;
  struct wpds_domain domain = antichain_domain (&layout->antichains);
  struct solution_domain how = tuple_weights (&domain, &layout->antichains);
  struct solution_task task = { .question = question, .participant = participant,
                            .locks = layout->locks, .lock_count = layout->lock_count,
                            .sampled = layout->sampled };
  wpds_weight result = solution_value (&how, &task, quota, scratch, counts);
  if (share && !layout->antichains.exceeded)
    solution_cache_add (&layout->roles, participant, result,
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

static const struct engine_trail *
leave_trail (const struct layout *layout, const struct question *question,
             const tuple *choice, struct arena *scratch)
{
  struct engine_trail *trail = arena_alloc (scratch, sizeof *trail);
  trail->sampled = layout->sampled;
  trail->touched = arena_alloc (scratch, (size_t) question->count * question->steps
                                           * sizeof *trail->touched);
  for (uint32_t p = 0; p < question->count; p++)
    for (uint32_t phase = 0; phase < question->steps; phase++)
      trail->touched[p * question->steps + phase]
        = locks_touched (layout, question->survey->pds,
                         tuple_fragment (&layout->antichains, choice[p], phase));
  return trail;
}

/* ---- Together. ---- */

/* A question on its way to an answer. */
struct asking
{
  struct antichain_engine *engine;
  const struct question *question;
  idset kept;
  uint32_t locks;     /* how many */
  uint64_t *focus;    /* a row; null: without lazy locks */
  uint64_t budget;    /* 0: without limit */
  uint64_t spent;
  bool gave_up;       /* the budget is spent */
  tuple *choice;
  const struct engine_trail *trail; /* of the violation found */
  struct quota *quota;
  struct arena *scratch;
  struct verdict_counts *counts;
};

/* Ask about the tuples of LAYOUT; in case of a conflict the focus gets a lock
   more. */
static enum compat_answer
ask_layout (const struct asking *a, struct layout *layout)
{
  const struct question *question = a->question;
  struct antichains *antichains = &layout->antichains;
  const struct antichain **sets
    = arena_alloc (a->scratch, question->count * sizeof *sets);
  for (uint32_t p = 0; p < question->count; p++)
    {
      sets[p] = role_tuples (layout, question, &question->participants[p], a->quota,
                             a->scratch, a->counts);
      if (sets[p]->count == 0)
        return COMPAT_NONE;
    }
  if (layout->focus)
    return compat_choose_in_focus (antichains, sets, question->count, a->choice, a->focus,
                                   a->scratch);
  return compat_choose (antichains, sets, question->count, a->choice, a->scratch)
           ? COMPAT_FOUND : COMPAT_NONE;
}

/* One look, within what is left of the budget. */
static enum compat_answer
look (struct asking *a, idset kept, const uint64_t *focus, bool sampled)
{
  struct verdict_counts *counts = a->counts;
  struct layout *layout = need_layout (a->engine, a->question, kept, focus, sampled);
  struct antichains *antichains = &layout->antichains;
  uint64_t before = antichains->work;
  antichains->budget = a->budget ? before + (a->budget - a->spent) : 0;
  antichains->largest = 0;
  enum compat_answer answer = ask_layout (a, layout);
  a->spent += antichains->work - before;
  counts->work += antichains->work - before;
  counts->looks++;
  if (counts->tuples < antichains->largest)
    counts->tuples = antichains->largest;
  /* Nothing that was computed over the budget means anything. */
  a->gave_up = antichains->exceeded || (a->budget && a->spent >= a->budget);
  if (a->gave_up)
    forget_exceeded (a->engine);
  else if (answer == COMPAT_FOUND && a->question->explain)
    a->trail = leave_trail (layout, a->question, a->choice, a->scratch);
  return answer;
}

/* ---- Large programs. ----
 *
 * A look at all of a large program is expensive, so first it is tried with less:
 * with a sample of the program, which may show a violation, or a lock that is in
 * the way; and with the locks of the focus alone, all others dropped, where
 * little is left of the program and which may show that there is none. */

/* So often a sample is asked for a lock before the whole is looked at. */
#define SAMPLES_LIMIT 4

static bool
is_large (const struct question *question)
{
  uint32_t wanted = REDUCTION_SAMPLES | REDUCTION_RUN_AHEAD;
  bool large = false;
  for (uint32_t p = 0; p < question->count; p++)
    {
      const struct participant *who = &question->participants[p];
      /* Who makes no step has no place to look at. */
      if (who->watch->foreign == ((uint64_t) 1 << question->steps) - 1)
        return false;
      large |= survey_reach (question->survey, who->body, who->entry)->symbols.count
               > question->large;
    }
  return large && (question->reductions & wanted) == wanted;
}

/* The locks of the focus. */
static idset
locks_of_focus (const struct asking *a)
{
  struct idsets *idsets = a->question->survey->pds->idsets;
  idset set = IDSET_EMPTY;
  uint32_t number = 0;
  for (uint32_t l = idset_next (idsets, a->kept, 0); l != UINT32_MAX;
       l = idset_next (idsets, a->kept, l + 1), number++)
    if (locks_has (a->focus, number))
      set = idset_add (idsets, set, l);
  return set;
}

/* Ask samples, until they have an answer or nothing more to say: then the focus
   has the locks that were in the way. */
static bool
find_in_samples (struct asking *a)
{
  for (uint32_t i = 0; i < SAMPLES_LIMIT; i++)
    {
      enum compat_answer answer = look (a, a->kept, a->focus, true);
      if (a->gave_up || answer != COMPAT_CONFLICT)
        return !a->gave_up && answer == COMPAT_FOUND;
    }
  return false;
}

/* Is there no compatible choice even without the locks outside the focus? */
static bool
is_safe_in_focus (struct asking *a)
{
  enum compat_answer answer = look (a, locks_of_focus (a), NULL, false);
  return !a->gave_up && answer == COMPAT_NONE;
}

/* ---- Together. ---- */

/* How many locks are looked at: without a focus all. */
static uint32_t
count_focus (const struct asking *a)
{
  uint32_t count = 0;
  for (uint32_t l = 0; l < a->locks; l++)
    count += !a->focus || locks_has (a->focus, l);
  return count;
}

static enum verdict_kind
find_answer (struct asking *a)
{
  bool large = a->focus && is_large (a->question);
  if (large && find_in_samples (a))
    return VERDICT_VIOLATION;
  for (;;)
    {
      if (a->gave_up)
        return VERDICT_UNKNOWN;
      uint32_t seen = count_focus (a);
      if (large && seen > 0 && seen < a->locks && is_safe_in_focus (a))
        return VERDICT_SAFE;
      if (a->gave_up)
        return VERDICT_UNKNOWN;
      enum compat_answer answer
        = look (a, a->kept, seen < a->locks ? a->focus : NULL, false);
      if (!a->gave_up && answer != COMPAT_CONFLICT)
        return answer == COMPAT_FOUND ? VERDICT_VIOLATION : VERDICT_SAFE;
    }
}

static void
decide (void *state, const struct question *question, const struct engine_means *means,
        struct answer *answer)
{
  struct arena *scratch = means->scratch;
  struct asking a = { .engine = state, .question = question, .budget = question->budget,
                      .quota = means->quota, .scratch = scratch, .counts = means->counts };
  a.kept = locks_that_matter (question->survey, question->participants,
                              question->count, question->reductions, scratch);
  a.locks = idset_count (question->survey->pds->idsets, a.kept);
  if (a.counts->locks < a.locks)
    a.counts->locks = a.locks;
  uint32_t lazy = REDUCTION_LAZY_LOCKS | REDUCTION_ANTICHAINS;
  if ((question->reductions & lazy) == lazy)
    a.focus = arena_calloc (scratch, a.locks / 64 + 1, sizeof *a.focus);
  a.choice = arena_alloc (scratch, question->count * sizeof *a.choice);
  answer->kind = find_answer (&a);
  answer->trail = a.trail;
  /* Without a budget nothing is given up. */
  assert (answer->kind != VERDICT_UNKNOWN || question->budget);
}

/* What is kept is nobody else's. */
static void
rest (void *state)
{
  (void) state;
}

const struct engine antichain_engine
  = { .name = "antichain", .abilities = ENGINE_RECURSION | ENGINE_BUDGET,
      .create = create, .decide = decide, .rest = rest, .forget = forget };
