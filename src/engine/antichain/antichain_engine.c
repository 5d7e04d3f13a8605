/* antichain_engine.c -- explicit minimal sets of lock-history tuples.
 *
 * The procedure is that of bdd_engine.c over another domain: the weights are antichains
 * of tuples of fragments (wpds/antichain.h), and a compatible choice of tuples is
 * searched for at the end.  The engine has no global state.
 *
 * Roles (5b) are kept as sets of tuples, for the queries that keep the same locks,
 * have the same number of steps and consider the same locks.
 *
 * Lazy locks (5j).  At first no lock is considered: the focus (wpds/fragment.h) is empty,
 * and one run of a role stands for all others.  If no choice of tuples is compatible in
 * the focus, none is: considering fewer locks only allows more.  If a choice is
 * compatible with all locks, that is a violation: each tuple is that of a run.  Otherwise
 * a lock that prevents it joins the focus, and the next look begins; a focus of all locks
 * answers the question at the latest.
 *
 * Samples (5n).  Most of a large program is not needed for either answer; see below.
 */
#include <config.h>

#include <assert.h>
#include <string.h>

#include "base/bitset.h"
#include "base/log.h"
#include "engine/weighted/tuple_weights.h"
#include "engine/weighted/trail.h"
#include "phaseauto/compat_tuples.h"
#include "phaseauto/reduction.h"

enum
{
  ANTICHAIN_MINIMAL = 1 << 0,
  ANTICHAIN_LAZY_LOCKS = 1 << 1,
  ANTICHAIN_SAMPLES = 1 << 2,
};

static const struct engine_reduction own_reductions[]
  = { { "antichains", "keep only minimal tuples", false },
      { "lazy-locks", "consider a lock when it is in the way", false },
      { "samples", "look for a violation at a few places first", false } };

enum
{
  ANTICHAIN_LOOKS = WEIGHTED_STATISTICS, /* each with one more lock (5j) */
  ANTICHAIN_TUPLES,
  ANTICHAIN_WORK,
};

static const struct statistic statistics[] = {
  WEIGHTED_STATISTIC_ROWS, [ANTICHAIN_LOOKS] = { "looks", STATISTIC_SUM, "looks", false },
  [ANTICHAIN_TUPLES] = { "tuples", STATISTIC_MOST, "tuples of an antichain", false },
  [ANTICHAIN_WORK]
  = { "work", STATISTIC_SUM, "compositions and comparisons of tuples", false }
};

/* All that is computed for one set of locks, focus and number of steps. */
struct layout
{
  struct arena arena;
  idset kept;
  uint64_t *focus; /* a row: the locks considered; null: all */
  uint32_t steps;
  bool keep_all;
  bool sampled;              /* roles are of samples (phaseauto/sample.h) */
  struct lock_numbers locks; /* those kept */
  struct fragments fragments;
  struct antichains antichains;
  struct solution_cache roles;
};

/* Queries that go on to another layout and come back find their roles again.  When there
   are this many layouts, all are dropped. */
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
layout_fits (const struct layout *layout, const struct question *question, idset kept,
             const uint64_t *focus, bool sampled, bool keep_all)
{
  if (!idset_equal (layout->kept, kept) || layout->steps != question->steps
      || layout->keep_all != keep_all || !layout->focus != !focus
      || layout->sampled != sampled)
    return false;
  assert (!layout->antichains.exceeded && layout->locks.count == layout->fragments.locks);
  return !focus
         || memcmp (layout->focus, focus, layout->fragments.row * sizeof *focus) == 0;
}

static void
fill_layout (struct layout *layout, const struct question *question, idset kept,
             const uint64_t *focus, bool sampled, bool keep_all)
{
  const struct pds *pds = question->survey->pds;
  struct arena *arena = &layout->arena;
  assert (question->steps > 0);
  /* A focus compares tuples. */
  assert (!focus || !keep_all);
  layout->kept = kept;
  layout->steps = question->steps;
  layout->keep_all = keep_all;
  layout->sampled = sampled;
  lock_numbers_init (&layout->locks, pds->locks.count, arena);
  lock_numbers_add_set (&layout->locks, pds->idsets, kept);
  fragments_init (&layout->fragments, arena, layout->locks.count);
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
             uint32_t reductions, idset kept, const uint64_t *focus, bool sampled)
{
  bool keep_all = !(reductions & ANTICHAIN_MINIMAL);
  for (uint32_t i = engine->count; i-- > 0;)
    if (layout_fits (engine->layouts[i], question, kept, focus, sampled, keep_all))
      return engine->layouts[i];
  if (engine->count == LAYOUTS_LIMIT)
    forget (engine);
  assert (engine->count < LAYOUTS_LIMIT);
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
             participant_id number, const struct engine_means *means)
{
  const struct participant *participant = &question->participants[number.index];
  struct antichains *antichains = &layout->antichains;
  assert (number.index < question->count);
  bool share = question->reductions & REDUCTION_ROLES;
  const struct solution_entry *known
    = share ? solution_cache_find (&layout->roles, participant) : NULL;
  const struct antichain *tuples;
  if (known)
    {
      /* Whether the budget suffices must not depend on earlier queries. */
      antichains->work += known->work;
      quota_spend (means->quota, known->spent);
      means->counts[WEIGHTED_ROLES_REUSED]++;
      tuples = antichain_of_weight (known->result);
    }
  else
    {
      uint64_t before = antichains->work, spent = means->quota->spent;
      struct wpds_domain domain = antichain_domain (antichains);
      struct solution_domain how = tuple_weights (&domain, antichains);
      struct solution_task task = { .question = question,
                                    .participant = participant,
                                    .locks = &layout->locks,
                                    .sampled = layout->sampled };
      wpds_weight result = solution_value (&how, &task, means);
      if (share && !antichains->exceeded)
        solution_cache_add (&layout->roles, participant, result,
                            antichains->work - before, means->quota->spent - spent);
      tuples = antichain_of_weight (result);
    }
  assert (tuples->count == 0 || tuples->degree == question->steps - 1
          || antichains->exceeded);
  LOG (2, "  %s: tuples of lock histories: %u%s", question_name (question, number),
       (unsigned) tuples->count, known ? ", known from an earlier question" : "");
  return tuples;
}

/* ---- The trail. ---- */

static idset
locks_of_row (const struct layout *layout, struct idsets *idsets, const uint64_t *row)
{
  idset locks = IDSET_EMPTY;
  for (lock_number l = { 0 }; l.index < layout->locks.count; l.index++)
    if (locks_has (row, l))
      locks = idset_add (idsets, locks, layout->locks.lock[l.index].index);
  return locks;
}

static const struct engine_trail *
leave_trail (const struct layout *layout, const struct question *question,
             const tuple *choice, struct arena *scratch)
{
  const struct fragments *fragments = &layout->fragments;
  struct idsets *idsets = question->survey->pds->idsets;
  assert (!layout->antichains.exceeded);
  struct engine_trail *trail = trail_new (question, layout->sampled, scratch);
  for (participant_id p = { 0 }; p.index < question->count; p.index++)
    for (uint32_t phase = 0; phase < question->steps; phase++)
      {
        fragment f = tuple_fragment (&layout->antichains, choice[p.index], phase);
        struct phase_locks locks
          = { locks_of_row (layout, idsets, fragment_released (fragments, f)),
              locks_of_row (layout, idsets, fragment_acquired (fragments, f)),
              locks_of_row (layout, idsets, fragment_used (fragments, f)) };
        trail_put (trail, question, p, phase, locks, scratch);
      }
  return trail;
}

/* ---- A look. ---- */

/* A question on its way to an answer. */
struct asking
{
  struct antichain_engine *engine;
  const struct question *question;
  const struct engine_means *means;
  idset kept;      /* the locks that matter */
  uint32_t locks;  /* the number of them */
  uint64_t *focus; /* a row; null: without lazy locks */
  uint64_t spent;  /* how much of the budget is spent */
  bool gave_up;    /* the budget is spent */
  tuple *choice;
  const struct engine_trail *trail; /* of the violation found */
};

/* The locks of the focus; without a focus all. */
static idset
locks_of_focus (const struct asking *a)
{
  struct idsets *idsets = a->question->survey->pds->idsets;
  if (!a->focus)
    return a->kept;
  idset set = IDSET_EMPTY;
  lock_number number = { 0 }; /* as lock_numbers_add_set gives them */
  for (uint32_t l = idset_next (idsets, a->kept, 0); l != UINT32_MAX;
       l = idset_next (idsets, a->kept, l + 1), number.index++)
    if (locks_has (a->focus, number))
      set = idset_add (idsets, set, l);
  assert (number.index == a->locks);
  return set;
}

/* Search for a compatible choice of tuples of LAYOUT; a conflict extends the focus. */
static enum compat_answer
choose (const struct asking *a, struct layout *layout)
{
  const struct question *question = a->question;
  struct arena *scratch = a->means->scratch;
  struct antichains *antichains = &layout->antichains;
  const struct antichain **sets = arena_alloc (scratch, question->count * sizeof *sets);
  for (participant_id p = { 0 }; p.index < question->count; p.index++)
    {
      sets[p.index] = role_tuples (layout, question, p, a->means);
      if (sets[p.index]->count == 0)
        return COMPAT_NONE;
    }
  assert (!layout->focus || a->focus);
  if (layout->focus)
    return compat_choose_in_focus (antichains, sets, question->count, a->choice, a->focus,
                                   scratch);
  return compat_choose (antichains, sets, question->count, a->choice, scratch)
           ? COMPAT_FOUND
           : COMPAT_NONE;
}

static void
log_choice (const struct asking *a, enum compat_answer answer, idset before)
{
  if (!LOGS (2))
    return;
  const struct pds *pds = a->question->survey->pds;
  if (a->gave_up)
    LOG (2, "  the budget is spent");
  else if (answer == COMPAT_CONFLICT)
    LOG (2, "  a choice is compatible in the focus, but not in all locks: %s joins",
         trail_locks_text (pds, idset_minus (pds->idsets, locks_of_focus (a), before),
                           a->means->scratch));
  else
    LOG (2, "  %s",
         answer == COMPAT_FOUND ? "a choice of tuples is compatible"
                                : "no choice of tuples is compatible");
}

/* One look, within the rest of the budget. */
static enum compat_answer
look (struct asking *a, idset kept, const uint64_t *focus, bool sampled)
{
  const struct question *question = a->question;
  const struct pds *pds = question->survey->pds;
  assert (!question->budget || a->spent < question->budget);
  idset before = LOGS (2) ? locks_of_focus (a) : IDSET_EMPTY;
  if (LOGS (2))
    LOG (2, "a look at %s%s; the focus is %s", sampled ? "samples" : "whole processes",
         idset_equal (kept, a->kept) ? "" : ", with no locks but these",
         trail_locks_text (pds, focus ? before : kept, a->means->scratch));
  struct layout *layout
    = need_layout (a->engine, question, a->means->reductions, kept, focus, sampled);
  struct antichains *antichains = &layout->antichains;
  uint64_t work = antichains->work;
  antichains->budget = question->budget ? work + (question->budget - a->spent) : 0;
  antichains->largest = 0;
  enum compat_answer answer = choose (a, layout);
  assert (answer != COMPAT_CONFLICT || focus);
  assert (antichains->work >= work);
  a->spent += antichains->work - work;
  a->means->counts[ANTICHAIN_LOOKS]++;
  statistic_most (&a->means->counts[ANTICHAIN_TUPLES], antichains->largest);
  a->means->counts[ANTICHAIN_WORK] += antichains->work - work;
  /* What was computed beyond the budget is not used. */
  a->gave_up = antichains->exceeded || (question->budget && a->spent >= question->budget);
  log_choice (a, answer, before);
  if (a->gave_up)
    forget_exceeded (a->engine);
  else if (answer == COMPAT_FOUND && question->explain && idset_equal (kept, a->kept))
    a->trail = leave_trail (layout, question, a->choice, a->means->scratch);
  return answer;
}

/* ---- Large programs. ----
 *
 * A look at all of a large program is expensive, so two cheaper ones come first: at
 * samples of the processes, which may show a violation, or a lock that is in the way;
 * and at the processes with the locks of the focus alone, all others dropped, which
 * leaves little of the program and may show that there is no violation. */

/* The most looks at samples before the first look at whole processes. */
#define SAMPLES_LIMIT 4

static bool
is_large (const struct question *question, uint32_t reductions)
{
  bool large = false;
  for (uint32_t p = 0; p < question->count; p++)
    {
      const struct participant *one = &question->participants[p];
      /* A process without a step of its own has no place to take a sample of. */
      if (one->watch->foreign == ((uint64_t) 1 << question->steps) - 1)
        return false;
      large |= survey_reach (question->survey, one->body, one->entry)->symbols.count
               > question->large;
    }
  return large && (reductions & ANTICHAIN_SAMPLES)
         && (question->reductions & REDUCTION_RUN_AHEAD);
}

/* Search for a violation in samples; if none is found, locks in the way join the
   focus. */
static bool
find_in_samples (struct asking *a)
{
  assert (a->focus && !a->gave_up && !a->trail);
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
  assert (a->focus && !a->trail);
  enum compat_answer answer = look (a, locks_of_focus (a), NULL, false);
  return !a->gave_up && answer == COMPAT_NONE;
}

/* ---- Together. ---- */

/* The number of locks in the focus; without a focus all. */
static uint32_t
count_focus (const struct asking *a)
{
  uint32_t count = 0;
  for (lock_number l = { 0 }; l.index < a->locks; l.index++)
    count += !a->focus || locks_has (a->focus, l);
  return count;
}

static enum verdict_kind
find_answer (struct asking *a)
{
  bool large = a->focus && is_large (a->question, a->means->reductions);
  if (large && find_in_samples (a))
    return VERDICT_VIOLATION;
  for (uint32_t before = 0;; before++)
    {
      if (a->gave_up)
        return VERDICT_UNKNOWN;
      uint32_t seen = count_focus (a);
      /* Each conflict has added a lock, so this ends. */
      assert (before <= seen && seen <= a->locks);
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

/* An empty focus; but locks that are held where another one is awaited are in it from
   the beginning: in a program without them, no place would be known as one where they
   are held (phaseauto/product.c). */
static uint64_t *
start_focus (const struct asking *a)
{
  const struct question *question = a->question;
  const struct idsets *idsets = question->survey->pds->idsets;
  uint64_t *focus = arena_calloc (a->means->scratch, a->locks / 64 + 1, sizeof *focus);
  lock_number number = { 0 }; /* as lock_numbers_add_set gives them */
  for (uint32_t l = idset_next (idsets, a->kept, 0); l != UINT32_MAX;
       l = idset_next (idsets, a->kept, l + 1), number.index++)
    for (uint32_t p = 0; p < question->count; p++)
      if (question->participants[p].watch->holding.index == l)
        bits_add (focus, number.index);
  return focus;
}

static void
decide (void *state, const struct question *question, const struct engine_means *means,
        struct answer *answer)
{
  struct arena *scratch = means->scratch;
  struct asking a = { .engine = state, .question = question, .means = means };
  assert (question->steps > 0 && question->steps < 64);
  a.kept = question_locks (question, scratch);
  a.locks = idset_count (question->survey->pds->idsets, a.kept);
  if (LOGS (2))
    LOG (2, "locks that matter: %u of %u: %s", (unsigned) a.locks,
         (unsigned) question->survey->pds->locks.count,
         trail_locks_text (question->survey->pds, a.kept, scratch));
  statistic_most (&means->counts[WEIGHTED_LOCKS], a.locks);
  uint32_t lazy = ANTICHAIN_LAZY_LOCKS | ANTICHAIN_MINIMAL;
  if ((means->reductions & lazy) == lazy)
    a.focus = start_focus (&a);
  a.choice = arena_alloc (scratch, question->count * sizeof *a.choice);
  answer->kind = find_answer (&a);
  answer->trail = a.trail;
  assert ((answer->kind == VERDICT_UNKNOWN) == a.gave_up);
  assert ((answer->kind == VERDICT_VIOLATION && question->explain) == (a.trail != NULL));
}

const struct engine antichain_engine
  = { .name = "antichain",
      .abilities = ENGINE_CAST | ENGINE_RECURSION | ENGINE_BUDGET,
      ENGINE_TABLE_OF (reduction, own_reductions),
      ENGINE_TABLE_OF (statistic, statistics),
      .create = create,
      .decide = decide,
      .rest = engine_need_no_rest,
      .forget = forget };
