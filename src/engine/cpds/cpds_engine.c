/* cpds_engine.c -- communicating pushdown systems: the semi-decision procedure that
 * [SPIN09] was compared with.
 *
 * An execution is a word over operations of locks and steps of the automaton, which all
 * systems accept: each participant a pushdown system, each lock a finite one.  Whether
 * context-free languages have a word in common is undecidable, so those of the
 * participants are abstracted to their i-th prefixes and suffixes (wpds/wordset.h,
 * [BouajjaniEsparzaTouili2003]), for a length i that grows [Chaki2006]:
 *
 *     no word in common             safe
 *     one that nobody was cut in    a violation
 *     only such that were cut       a greater length
 *
 * Where locks nest, each violation has an execution, so a word that is long enough to
 * hold it, and is found.  A safe question may stay open for ever, see doc/cpds.md;
 * at LENGTH_LIMIT the engine gives up, if time and memory last so long.
 *
 * The automaton is part of each participant's pushdown system: a language is
 * intersected with a regular one before it is abstracted, not after (phaseauto/product.h).
 */
#include <config.h>

#include <assert.h>

#include "base/log.h"
#include "engine/cpds/intersection.h"
#include "engine/name_list.h"
#include "engine/weighted/solution.h"
#include "engine/weighted/trail.h"
#include "phaseauto/reduction.h"

/* Letters of a word.  Operations on sets of words recurse as deep. */
#define LENGTH_LIMIT 1024
/* Lengths that are tried up to there. */
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
  struct lock_numbers locks;   /* those kept */
  struct wordset_store store;
  struct solution_cache roles[ROUNDS_LIMIT][SIDES]; /* sets of words */
};

struct cpds_engine
{
  struct layout layout;
  struct arena round; /* for one length */
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

static void
need_layout (struct layout *layout, const struct question *question, idset kept)
{
  const struct pds *pds = question->survey->pds;
  if (layout->valid && idset_equal (layout->kept, kept)
      && layout->steps == question->steps && (question->reductions & REDUCTION_ROLES))
    return;
  arena_clear (&layout->arena);
  layout->valid = false;
  layout->kept = kept;
  layout->steps = question->steps;
  lock_numbers_init (&layout->locks, pds->locks.count, &layout->arena);
  lock_numbers_add_set (&layout->locks, pds->idsets, kept);
  wordset_store_init (&layout->store, &layout->arena);
  for (uint32_t r = 0; r < ROUNDS_LIMIT; r++)
    for (enum side side = PREFIXES; side < SIDES; side++)
      solution_cache_init (&layout->roles[r][side], &layout->arena);
  layout->valid = true;
}

/* ---- Sets of words. ---- */

static wpds_weight
get_effect (void *context, enum product_effect effect, lock_number lock)
{
  struct wordset_store *store = context;
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

/* One length. */
struct round
{
  uint32_t number; /* from 0 */
  uint32_t length;
};

/* The words of participant NUMBER. */
static wordset
find_words (struct layout *layout, const struct question *question,
            participant_id number, struct round round, enum side side,
            const struct engine_means *means)
{
  assert (round.number < ROUNDS_LIMIT && round.length <= LENGTH_LIMIT);
  const struct participant *participant = &question->participants[number.index];
  struct solution_cache *roles = &layout->roles[round.number][side];
  const struct solution_entry *known = solution_cache_find (roles, participant);
  if (known)
    {
      means->counts->roles_reused++;
      return wordset_of_weight (known->result);
    }
  struct wordset_domain words = { &layout->store, round.length, side == SUFFIXES };
  struct wpds_domain domain = wordset_weight_domain (&words);
  struct solution_domain how = { &domain, &layout->store, get_effect, get_start, NULL };
  struct solution_task task = { .question = question, .participant = participant,
                                .locks = &layout->locks };
  wpds_weight result = solution_value (&how, &task, means);
  solution_cache_add (roles, participant, result, 0, 0);
  return wordset_of_weight (result);
}

/* ---- A length. ---- */

/* Which locks does each participant touch in each phase of the word? */
static const struct engine_trail *
leave_trail (const struct layout *layout, const struct question *question,
             const struct intersection *found, struct arena *scratch)
{
  struct idsets *idsets = question->survey->pds->idsets;
  struct engine_trail *trail = trail_new (question, false, scratch);
  struct phase_locks *locks = arena_calloc (scratch, question->count, sizeof *locks);
  uint32_t phase = 0;
  for (uint32_t i = 0; i <= found->word.count; i++)
    {
      const struct intersection_letter *at = &found->word.at[i];
      if (i == found->word.count || at->letter == LETTER_STEP)
        {
          for (participant_id p = { 0 }; p.index < question->count; p.index++)
            {
              trail_put (trail, question, p, phase, locks[p.index], scratch);
              locks[p.index] = (struct phase_locks){ .used = IDSET_EMPTY };
            }
          phase++;
          continue;
        }
      struct phase_locks *of = &locks[at->participant.index];
      uint32_t lock = layout->locks.lock[letter_lock (at->letter).index].index;
      bool acquired = idset_has (idsets, of->acquired, lock);
      assert (letter_is_acquire (at->letter) != acquired || !acquired);
      if (letter_is_acquire (at->letter))
        of->acquired = idset_add (idsets, of->acquired, lock);
      else if (acquired)
        {
          idset alone = idset_add (idsets, IDSET_EMPTY, lock);
          of->acquired = idset_minus (idsets, of->acquired, alone);
          of->used = idset_add (idsets, of->used, lock);
        }
      else
        of->released = idset_add (idsets, of->released, lock);
    }
  assert (phase == question->steps);
  return trail;
}

/* The word that was found, as far as it was read. */
static void
log_word (const struct layout *layout, const struct question *question,
          const struct intersection *found)
{
  const struct pds *pds = question->survey->pds;
  for (uint32_t i = 0; i < found->word.count; i++)
    {
      const struct intersection_letter *at = &found->word.at[i];
      if (at->letter == LETTER_STEP)
        LOG (3, "  all: a step");
      else
        LOG (3, "  %s: %s %s", question_name (question, at->participant),
             letter_is_acquire (at->letter) ? "acquire" : "release",
             pds->locks.at[layout->locks.lock[letter_lock (at->letter).index].index]);
    }
}

/* Search the words of SETS. */
static void
search (struct intersection *found, const struct layout *layout,
        const struct question *question, const wordset *sets, enum side side, bool exact,
        const struct engine_means *means)
{
  *found = (struct intersection){ .store = &layout->store, .sets = sets,
                                  .count = question->count,
                                  .locks = layout->locks.count,
                                  .backwards = side == SUFFIXES, .exact = exact };
  intersection_search (found, means->scratch);
  means->counts->visited += found->visited;
  LOG (2, "%s of %s words: %llu states, %s", side == SUFFIXES ? "suffixes" : "prefixes",
       exact ? "whole" : "all", (unsigned long long) found->visited,
       !found->accepted ? "no word in common" : found->cut ? "one that was cut" : "a word");
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
      /* Whole words are the same in prefixes and suffixes. */
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
  idset kept = question_locks (question, means->scratch);
  if (LOGS (2))
    LOG (2, "locks that matter: %s",
         name_list_of_locks (question->survey->pds, kept, means->scratch));
  need_layout (layout, question, kept);
  struct engine_means within = *means;
  within.scratch = &engine->round;
  struct round round = { 0, question->steps + 1 };
  struct intersection found;
  for (;; round.number++)
    {
      arena_clear (&engine->round);
      answer->kind = try_round (layout, question, round, &within, &found);
      LOG (1, "words up to %u letters: %s", (unsigned) round.length,
           verdict_word (answer->kind));
      uint32_t next = round.length + round.length / 4 + 1;
      if (answer->kind != VERDICT_UNKNOWN || next > LENGTH_LIMIT)
        break;
      round.length = next;
    }
  verdict_counts_add (means->counts,
                      &(struct verdict_counts){ .locks = layout->locks.count,
                                                .letters = round.length,
                                                .words = layout->store.nodes.count });
  if (answer->kind == VERDICT_UNKNOWN)
    answer->reason = QUOTA_BOUND;
  if (answer->kind == VERDICT_VIOLATION && question->explain)
    answer->trail = leave_trail (layout, question, &found, means->scratch);
}

const struct engine cpds_engine
  = { .name = "cpds", .abilities = 0, .create = create, .decide = decide, .rest = rest,
      .forget = forget };
