/* cpds_engine.c -- communicating pushdown systems: the semi-decision procedure that
 * [SPIN09] was compared with.
 *
 * An execution is a word over operations of locks and steps of the automaton that all
 * systems accept: each participant is a pushdown system, each lock a finite one.  Whether
 * context-free languages have a word in common is undecidable, so those of the
 * participants are abstracted to their i-th prefixes and suffixes (wpds/wordset.h,
 * [BouajjaniEsparzaTouili2003]), for growing i [Chaki2006]:
 *
 *     no word in common              safe
 *     a word that was not cut        a violation
 *     only words that were cut       try a greater length
 *
 * Where locks nest, each violation has an execution, so a length that holds it is found.
 * A safe question may never be decided, see doc/cpds.md; so it is given up at a length
 * that depends on its patience, and at LENGTH_LIMIT for good.
 *
 * The automaton is part of each participant's pushdown system: a language is intersected
 * with a regular one before it is abstracted, not after (phaseauto/product.h).  Without
 * the reduction `early-automaton' it is a system of its own, and words are those of all
 * runs of a participant, over watched actions.
 */
#include <config.h>

#include <assert.h>

#include "base/log.h"
#include "engine/cpds/intersection.h"
#include "engine/weighted/solution.h"
#include "engine/weighted/trail.h"
#include "phaseauto/reduction.h"

enum
{
  CPDS_EARLY_AUTOMATON = 1 << 0,
};

static const struct engine_reduction own_reductions[]
  = { { "early-automaton", "cut words after the automaton, not before", false } };

enum
{
  CPDS_VISITED = WEIGHTED_STATISTICS,
  CPDS_LETTERS, /* the length up to which words are known exactly */
  CPDS_WORDS,
};

static const struct statistic statistics[]
  = { WEIGHTED_STATISTIC_ROWS,
      [CPDS_VISITED] = { "visited", STATISTIC_SUM, "states visited", false },
      [CPDS_LETTERS] = { "letters", STATISTIC_MOST, "letters of a word", false },
      [CPDS_WORDS] = { "words", STATISTIC_MOST, "nodes of sets of words", false } };

/* The longest words.  Operations on sets of words recurse as deep. */
#define LENGTH_LIMIT 1024
/* How many lengths are tried. */
#define ROUNDS_LIMIT 32

enum side
{
  PREFIXES,
  SUFFIXES,
  SIDES,
};

/* What belongs to one set of locks and one number of steps. */
struct layout
{
  struct arena arena;
  bool valid;
  idset kept;
  uint32_t steps;
  struct lock_numbers locks; /* those kept */
  struct wordset_store store;
  bool early; /* words are over steps, not over watched actions */
  struct solution_cache roles[ROUNDS_LIMIT][SIDES]; /* sets of words */
};

struct cpds_engine
{
  struct layout layout;
  struct arena round; /* memory for one length */
};

static void *
create (const struct engine_means *means)
{
  struct cpds_engine *engine = arena_calloc (means->kept, 1, sizeof *engine);
  arena_init (&engine->layout.arena, means->quota);
  arena_init (&engine->round, means->quota);
  return engine;
}

static void
rest (void *state)
{
  struct cpds_engine *engine = state;
  arena_clear (&engine->round);
}

static void
forget (void *state)
{
  struct cpds_engine *engine = state;
  rest (state);
  arena_clear (&engine->layout.arena);
  engine->layout.valid = false;
}

/* Are words intersected with the automaton before they are cut?  They have to be if the
   last steps happen together, or await a lock: a word is no execution then. */
static bool
is_early (const struct question *question, uint32_t reductions)
{
  uint32_t last = 0;
  bool awaits = false;
  assert (question->steps > 0 && question->count > 0);
  for (uint32_t p = 0; p < question->count; p++)
    {
      const struct watch *watch = question->participants[p].watch;
      last += !(watch->foreign >> (question->steps - 1) & 1);
      awaits |= !lock_equal (watch->holding, LOCK_NONE);
    }
  return (reductions & CPDS_EARLY_AUTOMATON) || last != 1 || awaits;
}

static void
need_layout (struct layout *layout, const struct question *question, uint32_t reductions,
             idset kept)
{
  const struct pds *pds = question->survey->pds;
  bool early = is_early (question, reductions);
  if (layout->valid && idset_equal (layout->kept, kept) && layout->early == early
      && layout->steps == question->steps && (question->reductions & REDUCTION_ROLES))
    return;
  arena_clear (&layout->arena);
  layout->valid = false;
  layout->kept = kept;
  layout->steps = question->steps;
  layout->early = early;
  lock_numbers_init (&layout->locks, pds->locks.count, &layout->arena);
  lock_numbers_add_set (&layout->locks, pds->idsets, kept);
  wordset_store_init (&layout->store, &layout->arena);
  for (uint32_t r = 0; r < ROUNDS_LIMIT; r++)
    for (enum side side = PREFIXES; side < SIDES; side++)
      solution_cache_init (&layout->roles[r][side], &layout->arena);
  assert (layout->locks.count <= pds->locks.count);
  layout->valid = true;
}

/* ---- Sets of words. ---- */

static wpds_weight
get_effect (void *context, enum product_effect effect, lock_number lock)
{
  struct wordset_store *store = &((struct layout *) context)->store;
  assert (effect != PRODUCT_NOTHING);
  uint32_t letter = effect == PRODUCT_PHASE     ? LETTER_STEP
                    : effect == PRODUCT_ACQUIRE ? letter_acquire (lock)
                                                : letter_release (lock);
  return wordset_weight (wordset_letter (store, letter));
}

static wpds_weight
get_start (void *context)
{
  (void) context;
  return wordset_weight (WORDSET_EMPTY_WORD);
}

static wpds_weight
get_loop (void *context, uint32_t action)
{
  struct layout *layout = context;
  assert (!layout->early && action != PRODUCT_NO_ACTION);
  return wordset_weight (
    wordset_letter (&layout->store, letter_watched (action, layout->locks.count)));
}

/* A watch of the same actions that permits them all, in an automaton of one step that
   may come at any time: all runs. */
static const struct watch *
watch_all (const struct watch *watch, struct arena *scratch)
{
  struct watch *all = arena_alloc (scratch, sizeof *all);
  struct watch_entry *entries = arena_alloc (scratch, watch->count * sizeof *entries + 1);
  for (uint32_t i = 0; i < watch->count; i++)
    entries[i] = (struct watch_entry){ .action = watch->entries[i].action,
                                       .matters = watch->entries[i].matters,
                                       .class = { .forbidden = 1 << 1 } };
  watch_init_bystander (all, 1);
  watch_set_entries (all, entries, watch->count);
  assert (!all->held_back && all->count == watch->count);
  return all;
}

/* One length. */
struct round
{
  uint32_t number; /* from 0 */
  uint32_t length;
};

/* The words of participant NUMBER. */
static wordset
find_words (struct layout *layout, const struct question *question, participant_id number,
            struct round round, enum side side, const struct engine_means *means)
{
  assert (round.number < ROUNDS_LIMIT && round.length <= LENGTH_LIMIT);
  struct question asked = *question;
  struct participant participant = question->participants[number.index];
  if (!layout->early)
    {
      /* All runs count, so these reductions gain nothing. */
      asked.reductions &= ~(uint32_t) (REDUCTION_MOVERS | REDUCTION_RUN_AHEAD);
      asked.steps = 1;
      participant.watch = watch_all (participant.watch, means->scratch);
    }
  struct solution_cache *roles = &layout->roles[round.number][side];
  const struct solution_entry *known = solution_cache_find (roles, &participant);
  if (known)
    {
      means->counts[WEIGHTED_ROLES_REUSED]++;
      return wordset_of_weight (known->result);
    }
  struct wordset_domain words = { &layout->store, round.length, side == SUFFIXES };
  struct wpds_domain domain = wordset_weight_domain (&words);
  struct solution_domain how = { .domain = &domain,
                                 .context = layout,
                                 .effect = get_effect,
                                 .start = get_start,
                                 .loop = layout->early ? NULL : get_loop };
  struct solution_task task
    = { .question = &asked, .participant = &participant, .locks = &layout->locks };
  wpds_weight result = solution_value (&how, &task, means);
  solution_cache_add (roles, &participant, result, 0, 0);
  return wordset_of_weight (result);
}

/* ---- A length. ---- */

/* What a letter of the word does to the locks of its participant in this phase. */
static void
put_letter (struct phase_locks *of, struct idsets *idsets, uint32_t letter, lock_id lock)
{
  bool acquired = idset_has (idsets, of->acquired, lock.index);
  assert (!(letter_is_acquire (letter) && acquired));
  if (letter_is_acquire (letter))
    of->acquired = idset_add (idsets, of->acquired, lock.index);
  else if (!acquired)
    of->released = idset_add (idsets, of->released, lock.index);
  else
    {
      idset alone = idset_add (idsets, IDSET_EMPTY, lock.index);
      of->acquired = idset_minus (idsets, of->acquired, alone);
      of->used = idset_add (idsets, of->used, lock.index);
    }
}

/* Which locks does each participant touch in each phase of the word?  Words over watched
   actions are of runs without movers and running ahead, so that a phase there is not the
   phase of the search for a witness: then, which locks does it touch at all? */
static const struct engine_trail *
leave_trail (const struct layout *layout, const struct question *question,
             const struct intersection *found, struct arena *scratch)
{
  struct idsets *idsets = question->survey->pds->idsets;
  struct engine_trail *trail = trail_new (question, false, scratch);
  uint32_t steps = question->steps;
  assert (found->accepted && !found->cut && !found->backwards);
  struct phase_locks *locks
    = arena_calloc (scratch, (size_t) question->count * steps, sizeof *locks);
  uint32_t phase = 0;
  for (uint32_t i = 0; i < found->word.count; i++)
    {
      const struct intersection_letter *at = &found->word.at[i];
      if (at->letter != LETTER_STEP && at->letter < letter_watched (0, found->locks))
        put_letter (&locks[at->participant.index * steps + phase], idsets, at->letter,
                    layout->locks.lock[letter_lock (at->letter).index]);
      phase += at->moves && phase + 1 < steps;
    }
  assert (phase == steps - 1);
  for (participant_id p = { 0 }; p.index < question->count; p.index++)
    for (uint32_t k = 0; k < steps; k++)
      {
        struct phase_locks *of = &locks[p.index * steps];
        for (uint32_t j = 0; !layout->early && j < steps; j++)
          {
            idset touched = idset_union (idsets, of[j].released, of[j].acquired);
            touched = idset_union (idsets, touched, of[j].used);
            of[k].used = idset_union (idsets, of[k].used, touched);
          }
        trail_put (trail, question, p, k, of[k], scratch);
      }
  return trail;
}

/* Log the word that was found, as far as it was read. */
static void
log_word (const struct layout *layout, const struct question *question,
          const struct intersection *found)
{
  const struct pds *pds = question->survey->pds;
  for (uint32_t i = 0; i < found->word.count; i++)
    {
      const struct intersection_letter *at = &found->word.at[i];
      if (at->letter == LETTER_STEP)
        LOG (3, "  %s: a step",
             layout->early ? "all" : question_name (question, at->participant));
      else if (at->letter >= letter_watched (0, found->locks))
        LOG (3, "  %s: %s", question_name (question, at->participant),
             at->moves ? "a watched action, a step" : "a watched action");
      else
        LOG (3, "  %s: %s %s", question_name (question, at->participant),
             letter_is_acquire (at->letter) ? "acquire" : "release",
             pds->locks.at[layout->locks.lock[letter_lock (at->letter).index].index]);
    }
}

/* Search for a word that all of SETS have. */
static void
search (struct intersection *found, const struct layout *layout,
        const struct question *question, const wordset *sets, enum side side, bool exact,
        const struct engine_means *means)
{
  const struct watch **watches = NULL;
  if (!layout->early)
    {
      watches = arena_alloc (means->scratch, question->count * sizeof *watches);
      for (uint32_t p = 0; p < question->count; p++)
        watches[p] = question->participants[p].watch;
    }
  *found = (struct intersection){ .store = &layout->store,
                                  .sets = sets,
                                  .count = question->count,
                                  .locks = layout->locks.count,
                                  .watches = watches,
                                  .steps = question->steps,
                                  .backwards = side == SUFFIXES,
                                  .exact = exact };
  intersection_search (found, means->scratch);
  assert (found->visited > 0 && !(found->cut && exact));
  means->counts[CPDS_VISITED] += found->visited;
  LOG (2, "%s of %s words: %llu states, %s", side == SUFFIXES ? "suffixes" : "prefixes",
       exact ? "whole" : "all", (unsigned long long) found->visited,
       !found->accepted ? "no word in common"
       : found->cut     ? "one that was cut"
                        : "a word");
  if (LOGS (3))
    log_word (layout, question, found);
}

/* Is the question decided by words of this length? */
static enum verdict_kind
try_round (struct layout *layout, const struct question *question, struct round round,
           const struct engine_means *means, struct intersection *found)
{
  wordset *sets = arena_alloc (means->scratch, question->count * sizeof *sets);
  for (enum side side = PREFIXES; side < SIDES; side++)
    {
      for (participant_id p = { 0 }; p.index < question->count; p.index++)
        {
          sets[p.index] = find_words (layout, question, p, round, side, means);
          if (wordset_equal (sets[p.index], WORDSET_NONE))
            return VERDICT_SAFE;
        }
      search (found, layout, question, sets, side, false, means);
      if (!found->accepted)
        return VERDICT_SAFE;
      /* A word that was not cut is both its prefix and its suffix: one side suffices. */
      if (side == PREFIXES && found->cut)
        search (found, layout, question, sets, side, true, means);
      if (found->accepted && !found->cut)
        return VERDICT_VIOLATION;
    }
  return VERDICT_UNKNOWN;
}

static void
decide (void *state, const struct question *question, const struct engine_means *means,
        struct answer *answer)
{
  struct cpds_engine *engine = state;
  struct layout *layout = &engine->layout;
  assert (answer->kind == VERDICT_UNKNOWN && !question->budget);
  idset kept = question_locks (question, means->scratch);
  if (LOGS (2))
    LOG (2, "locks that matter: %s",
         trail_locks_text (question->survey->pds, kept, means->scratch));
  need_layout (layout, question, means->reductions, kept);
  struct engine_means within = *means;
  within.scratch = &engine->round;
  struct round round = { 0, question->steps + 1 };
  struct intersection found;
  uint32_t limit = LENGTH_LIMIT >> 2 * (ENGINE_MOST_PATIENCE - question->patience);
  assert (question->patience <= ENGINE_MOST_PATIENCE && round.length <= limit);
  for (;; round.number++)
    {
      arena_clear (&engine->round);
      answer->kind = try_round (layout, question, round, &within, &found);
      LOG (1, "words up to %u letters: %s", (unsigned) round.length,
           verdict_word (answer->kind));
      uint32_t next = round.length + round.length / 4 + 1;
      if (answer->kind != VERDICT_UNKNOWN || next > limit)
        break;
      round.length = next;
    }
  statistic_most (&means->counts[WEIGHTED_LOCKS], layout->locks.count);
  statistic_most (&means->counts[CPDS_LETTERS], round.length);
  statistic_most (&means->counts[CPDS_WORDS], layout->store.nodes.count);
  if (answer->kind == VERDICT_UNKNOWN)
    answer->reason = QUOTA_BOUND;
  if (answer->kind == VERDICT_VIOLATION && question->explain)
    answer->trail = leave_trail (layout, question, &found, means->scratch);
}

const struct engine cpds_engine = { .name = "cpds",
                                    .abilities = ENGINE_CAST | ENGINE_PATIENCE,
                                    ENGINE_TABLE_OF (reduction, own_reductions),
                                    ENGINE_TABLE_OF (statistic, statistics),
                                    .create = create,
                                    .decide = decide,
                                    .rest = rest,
                                    .forget = forget };
