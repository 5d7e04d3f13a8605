/* direct_engine.c -- violations that need no search among histories of locks (5p).
 *
 * Suppose that each thread, whenever it is another one's turn, can wait at a place where
 * it holds no lock.  Then the threads do not interfere at all: what one can do does not
 * depend on the others, and the interleaving is put together from one run for each.  That
 * holds for most violations of large programs.  The same is true if a thread holds some
 * locks while it waits and the others never acquire these.  The runs are ways through the
 * program (ways.h, access_ways.h) that all queries share, so a query costs little more
 * than the length of its witness.
 *
 * It says "violation", or gives up.  It needs no budget: its cost is at most a pass over
 * the model for each access.
 */
#include <config.h>

#include "engine/engine.h"

#include <assert.h>

#include "base/log.h"
#include "engine/direct/atlas.h"
#include "engine/direct/track.h"
#include "phaseauto/watch.h"

/* ---- A thread. ---- */

/* What a thread may hold while it waits; and what it must not acquire, because others
   hold it while they wait or when they are done: up to its first step, and afterwards. */
struct terms
{
  idset held;
  idset before, after;
};

/* A thread while its track is built. */
struct thread
{
  const struct participant *participant;
  struct demand demand;
  struct track track;
  uint32_t last;    /* state from which its last step is made */
  idset kept;       /* locks that it holds when it is done */
  uint32_t made[2]; /* how many rules there are up to its first, its second step */
  uint32_t done;    /* how many rules are in the run already */
};

/* A question while it is decided. */
struct asking
{
  struct atlas *atlas;
  set_id set;
  struct arena *scratch;
};

/* The first place that the process comes to where it can do one of the actions; the
   edge that does it, or one of WAYS_NONE. */
static struct way_edge
find_place (const struct atlas *atlas, const struct survey_body *body,
            const struct ways_tree *reach, uint32_t set)
{
  const struct pds *pds = atlas->survey->pds;
  struct way_edge best = { WAYS_NONE, 0, WAY_STEP };
  uint32_t count, least = WAYS_NONE;
  const uint32_t *actions = atlas_actions (atlas, set, &count);
  assert (body->known && count > 0);
  for (uint32_t i = 0; i < count; i++)
    {
      const struct survey_action *action = survey_find_action (body, actions[i]);
      for (uint32_t k = 0; action && k < action->count; k++)
        {
          pds_symbol place = body->places[action->first + k];
          if (reach->rank[place.index] >= least)
            continue;
          least = reach->rank[place.index];
          uint32_t r = pds_rules_of (pds, place).begin;
          while (pds->rules.at[r].action.index != actions[i])
            r++;
          assert (r < pds_rules_of (pds, place).end);
          best = (struct way_edge){ place.index, r & (WAYS_RULES_LIMIT - 1), WAY_STEP };
        }
    }
  return best;
}

/* The edge of the second step: ACTION, at the symbol where the track is. */
static struct way_edge
edge_of_action (const struct pds *pds, const struct track *track, uint32_t action)
{
  uint32_t r = pds_rules_of (pds, track->top).begin;
  while (pds->rules.at[r].action.index != action)
    r++;
  assert (r < pds_rules_of (pds, track->top).end);
  return (struct way_edge){ track->top.index, r & (WAYS_RULES_LIMIT - 1), WAY_STEP };
}

static bool
lay_pair (const struct asking *a, struct thread *thread, uint32_t world, uint32_t hold,
          const struct terms *terms, const struct ways_tree *reach)
{
  struct atlas *atlas = a->atlas;
  struct track *track = &thread->track;
  uint32_t unit = atlas_world (atlas, thread->demand.barred, terms->after);
  const struct demand *demand = &thread->demand;
  struct atlas_way asked = { thread->participant->body,
                             a->set,
                             demand->start,
                             demand->goal,
                             world,
                             unit,
                             demand->waits ? hold : ATLAS_NO_HOLD,
                             reach };
  struct access_ways_way way = atlas_find (atlas, &asked, a->scratch);
  if (!way.edges)
    return false;
  const struct ways *inside = atlas->worlds.at[unit];
  track_approach (track, atlas->worlds.at[world], reach, way.edges, way.count);
  track_go (track, inside, way.edges[0]);
  thread->made[0] = track->rules.count;
  track_seek (track, atlas->holds.at[hold]);
  for (uint32_t i = 1; i < way.count; i++)
    track_go (track, inside, way.edges[i]);
  assert (track->failed || !demand->waits || track->waited != WAYS_NONE);
  if (track->failed)
    return false;
  track_go (track, inside, edge_of_action (inside->pds, track, way.action));
  thread->made[1] = track->rules.count;
  return true;
}

static bool
lay_single (const struct asking *a, struct thread *thread, uint32_t world,
            const struct ways_tree *reach)
{
  struct atlas *atlas = a->atlas;
  const struct ways *ways = atlas->worlds.at[world];
  const struct survey_body *body = &atlas->survey->body[thread->participant->body.index];
  struct way_edge step = find_place (atlas, body, reach, thread->demand.start);
  if (step.from == WAYS_NONE)
    return false;
  assert (reach->rank[step.from] != WAYS_NONE);
  track_reach (&thread->track, ways, reach, step.from);
  track_go (&thread->track, ways, step);
  thread->made[0] = thread->track.rules.count;
  return true;
}

/* Lay the track of THREAD within TERMS, up to its last step. */
static bool
lay_steps (const struct asking *a, struct thread *thread, const struct terms *terms)
{
  struct atlas *atlas = a->atlas;
  uint32_t world = atlas_world (atlas, 0, terms->before);
  uint32_t hold = atlas_hold (atlas, terms->held);
  const struct ways_tree *reach = ways_reach (
    atlas->worlds.at[world], thread->participant->body, thread->participant->entry);
  track_init (&thread->track, thread->participant->entry, a->scratch);
  bool found = thread->demand.second == DEMAND_NONE
                 ? lay_single (a, thread, world, reach)
                 : lay_pair (a, thread, world, hold, terms, reach);
  return found && !thread->track.failed;
}

/* Lay the track of THREAD within TERMS. `kept' becomes what it holds when it is done:
   nothing if it can get that far, else what it holds at its last step. */
static bool
lay (const struct asking *a, struct thread *thread, const struct terms *terms)
{
  struct atlas *atlas = a->atlas;
  thread->kept = IDSET_EMPTY;
  if (!lay_steps (a, thread, terms))
    return false;
  if (!thread->demand.rests)
    return true;
  uint32_t world = atlas_world (atlas, 0, terms->after);
  uint32_t hold = atlas_hold (atlas, IDSET_EMPTY);
  if (track_rest (&thread->track, atlas->worlds.at[world], atlas->holds.at[hold],
                  atlas_entries (atlas)))
    return true;
  if (!lay_steps (a, thread, terms))
    return false;
  assert (thread->track.top.index != PDS_NO_SYMBOL.index);
  thread->kept = atlas->survey->held[thread->track.top.index];
  return true;
}

/* ---- Together. ---- */

/* Add what thread T does up to END of its track; the last rule may be a step. */
static void
run_to (struct run *run, struct thread *thread, uint32_t t, uint32_t end, bool step,
        struct arena *arena)
{
  assert (thread->done <= end && end <= thread->track.rules.count);
  assert (!step || thread->done < end);
  if (thread->done < end && run->steps.count > 0
      && run->steps.at[run->steps.count - 1].participant.index != t)
    run->switches++;
  for (; thread->done < end; thread->done++)
    *vec_push (arena, &run->steps) = (struct run_step){
      { t }, thread->track.rules.at[thread->done], step && thread->done + 1 == end
    };
}

/* The threads take turns, each to its next step and on to where it waits. */
static const struct run *
take_turns (struct thread *threads, const struct question *question,
            struct arena *scratch)
{
  struct run *run = arena_calloc (scratch, 1, sizeof *run);
  uint32_t length = 0;
  for (uint32_t t = 0; t < question->threads; t++)
    length += threads[t].track.rules.count;
  vec_reserve (scratch, &run->steps, length);
  for (uint32_t x = 0; x < question->steps; x++)
    for (uint32_t t = 0; t < question->threads; t++)
      {
        struct thread *thread = &threads[t];
        const struct demand *demand = &thread->demand;
        if (demand->first == x)
          {
            run_to (run, thread, t, thread->made[0], true, scratch);
            if (demand->waits)
              run_to (run, thread, t, thread->track.waited, false, scratch);
          }
        else if (demand->second == x)
          run_to (run, thread, t, thread->made[1], true, scratch);
        else
          continue;
        if (demand->rests && x == thread->last)
          run_to (run, thread, t, thread->track.rules.count, false, scratch);
      }
  /* All rules of the tracks are in the run, and the last step is the last rule. */
  for (uint32_t t = 0; t < question->threads; t++)
    assert (threads[t].done == threads[t].track.rules.count);
  assert (run->steps.count == length && run->steps.at[length - 1].moves);
  return run;
}

/* Is QUESTION one that tracks could answer?  Then THREADS have their demands. */
static bool
is_simple (struct atlas *atlas, const struct question *question, struct thread *threads)
{
  const struct pds *pds = question->survey->pds;
  if (pds->life_cycles || question->scripted || pds->rules.count >= WAYS_RULES_LIMIT
      || !atlas->affordable || !demand_is_sequence (question))
    return false;
  for (uint32_t t = 0; t < question->threads; t++)
    {
      threads[t].participant = &question->participants[t];
      if (!demand_of (&threads[t].demand, &atlas->sets, question, t))
        return false;
      const struct demand *demand = &threads[t].demand;
      threads[t].last = demand->second == DEMAND_NONE ? demand->first : demand->second;
    }
  return true;
}

/* ---- Terms. ---- */

/* Sets of locks tried for each thread that has to wait with a lock held. */
#define HOLDS_LIMIT 8

/* Sets of locks with which a thread could wait, the smaller ones first. */
struct holds
{
  idset sets[HOLDS_LIMIT];
  uint32_t sizes[HOLDS_LIMIT];
  uint32_t count;
};

static void
add_hold (struct holds *holds, const struct idsets *idsets, idset set)
{
  for (uint32_t i = 0; i < holds->count; i++)
    if (idset_equal (holds->sets[i], set))
      return;
  uint32_t size = idset_count (idsets, set), k = holds->count;
  assert (size > 0 && k <= HOLDS_LIMIT);
  if (k == HOLDS_LIMIT && holds->sizes[k - 1] <= size)
    return;
  if (k == HOLDS_LIMIT)
    k--;
  else
    holds->count++;
  for (; k > 0 && holds->sizes[k - 1] > size; k--)
    {
      holds->sets[k] = holds->sets[k - 1];
      holds->sizes[k] = holds->sizes[k - 1];
    }
  holds->sets[k] = set;
  holds->sizes[k] = size;
}

/* What is held where the actions of SET happen. */
static void
add_holds_at (const struct asking *a, struct holds *holds, body_id body, uint32_t set)
{
  const struct survey *survey = a->atlas->survey;
  uint32_t count;
  const uint32_t *actions = atlas_actions (a->atlas, set, &count);
  for (uint32_t i = 0; i < count; i++)
    {
      const struct survey_action *action
        = survey_find_action (&survey->body[body.index], actions[i]);
      for (uint32_t k = 0; action && k < action->count; k++)
        {
          pds_symbol place = survey->body[body.index].places[action->first + k];
          if (!idset_is_empty (survey->held[place.index]))
            add_hold (holds, survey->pds->idsets, survey->held[place.index]);
        }
    }
}

/* The terms within which thread T can run, given the threads that are done before it,
   whose tracks are laid, if all hold HELD while they wait. */
static struct terms
terms_of (const struct asking *a, const struct thread *threads, uint32_t count,
          uint32_t t, const idset *held)
{
  struct idsets *idsets = a->atlas->survey->pds->idsets;
  struct terms terms = { held[t], IDSET_EMPTY, IDSET_EMPTY };
  assert (t < count && threads[t].demand.first <= threads[t].last);
  for (uint32_t u = 0; u < count; u++)
    {
      if (u == t || threads[u].demand.first > threads[t].last)
        continue;
      idset others = held[u];
      if (threads[u].last < threads[t].last)
        others = idset_union (idsets, others, threads[u].kept);
      terms.after = idset_union (idsets, terms.after, others);
      if (threads[u].demand.first < threads[t].demand.first)
        terms.before = idset_union (idsets, terms.before, others);
    }
  if (threads[t].demand.second == DEMAND_NONE)
    terms.after = terms.before;
  return terms;
}

/* Lay all tracks, in the order in which the threads are done: thread t holds HELD[t] when
   it waits, and the others avoid that. */
static bool
lay_all (const struct asking *a, struct thread *threads, uint32_t count,
         const idset *held)
{
  for (uint32_t done = 0, x = 0; done < count; x++)
    for (uint32_t t = 0; t < count; t++)
      if (threads[t].last == x)
        {
          struct terms terms = terms_of (a, threads, count, t, held);
          if (!lay (a, &threads[t], &terms))
            return false;
          done++;
        }
  return true;
}

/* Try sets of locks for the threads from T on; the others hold HELD.  Threads that can
   wait with nothing held do so, if possible. */
static bool
try_holds (const struct asking *a, struct thread *threads, uint32_t count, uint32_t t,
           idset *held)
{
  assert (t <= count);
  if (t == count)
    return lay_all (a, threads, count, held);
  held[t] = IDSET_EMPTY;
  if (try_holds (a, threads, count, t + 1, held))
    return true;
  const struct demand *demand = &threads[t].demand;
  body_id body = threads[t].participant->body;
  struct holds holds = { .count = 0 };
  if (demand->waits)
    {
      add_holds_at (a, &holds, body, demand->start);
      add_holds_at (a, &holds, body, demand->goal);
    }
  for (uint32_t i = 0; i < holds.count; i++)
    {
      held[t] = holds.sets[i];
      if (try_holds (a, threads, count, t + 1, held))
        return true;
    }
  return false;
}

/* ---- The engine. ---- */

struct direct
{
  struct quota *quota;
  struct atlas atlas;
  bool known; /* the atlas was made */
};

static void *
create (const struct engine_means *means)
{
  struct direct *direct = arena_calloc (means->kept, 1, sizeof *direct);
  direct->quota = means->quota;
  return direct;
}

static void
forget (void *state)
{
  struct direct *direct = state;
  if (direct->known)
    atlas_clear (&direct->atlas);
  direct->known = false;
}

static void
decide (void *state, const struct question *question, const struct engine_means *means,
        struct answer *answer)
{
  struct direct *direct = state;
  struct arena *scratch = means->scratch;
  struct thread *threads = arena_calloc (scratch, question->threads, sizeof *threads);
  assert (answer->kind == VERDICT_UNKNOWN && direct->quota == means->quota);
  if (!question->budget)
    answer->reason = QUOTA_BOUND;
  if (direct->known && atlas_is_full (&direct->atlas))
    forget (direct);
  if (!direct->known)
    {
      direct->known = true;
      atlas_init (&direct->atlas, question->survey, direct->quota);
    }
  assert (direct->atlas.survey == question->survey);
  if (!is_simple (&direct->atlas, question, threads))
    return;
  struct asking a = { &direct->atlas, question->instance->set, scratch };
  idset *held = arena_calloc (scratch, question->threads, sizeof *held);
  if (!try_holds (&a, threads, question->threads, 0, held))
    return;
  *answer = (struct answer){ .kind = VERDICT_VIOLATION };
  if (question->explain)
    {
      answer->run = take_turns (threads, question, scratch);
      answer->plain = true;
    }
}

const struct engine direct_engine = { .name = "direct",
                                      .abilities = ENGINE_CAST | ENGINE_BUDGET,
                                      .create = create,
                                      .decide = decide,
                                      .rest = engine_need_no_rest,
                                      .forget = forget };
