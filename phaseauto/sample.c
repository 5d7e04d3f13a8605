/* sample.c -- see sample.h.
 *
 * From a place where the first own step can be made, backwards to a symbol where
 * no lock is held: there the process may wait for the others.  Then up to some
 * callers, so that there is something to return to; and from there forwards, up
 * to a number of symbols.
 */
#include <config.h>

#include "phaseauto/sample.h"

#include <assert.h>

#include "base/log.h"

/* The most places of an action, symbols on a way backwards, and callers on a way up. */
#define PLACES 4
#define BACKWARDS 256
#define CALLERS 3

struct sampler
{
  struct sample *sample;
  struct survey *survey;
  const struct pds *pds;
  const struct lock_numbers *locks;
  uint32_t size;
  struct arena *arena;
  const struct survey_body *body;
};

/* Does BODY reach SYMBOL?  A caller may belong to other bodies only. */
static bool
is_reached (const struct sampler *s, pds_symbol symbol)
{
  uint32_t low = 0, high = s->body->symbols.count;
  while (low < high)
    {
      uint32_t middle = low + (high - low) / 2;
      if (s->body->symbols.at[middle].index < symbol.index)
        low = middle + 1;
      else
        high = middle;
    }
  return low < s->body->symbols.count && s->body->symbols.at[low].index == symbol.index;
}

/* Is SYMBOL new to the current walk?  Marks it. */
static bool
see (struct sampler *s, pds_symbol symbol)
{
  uint32_t *mark = &s->survey->mark[symbol.index];
  if (*mark == s->survey->last_mark)
    return false;
  *mark = s->survey->last_mark;
  return true;
}

/* Breadth first backwards: the nearest symbol without locks from which START can be
   reached or, if TO_CALLER, that calls the procedure of START.  For the latter the walk
   first goes to the entry of the procedure, which is where a call leads to.
   PDS_NO_SYMBOL: none is near. */
static pds_symbol
walk_back (struct sampler *s, pds_symbol start, bool to_caller)
{
  VEC (pds_symbol) queue = VEC_EMPTY;
  const struct survey *survey = s->survey;
  s->survey->last_mark++;
  see (s, start);
  *vec_push (s->arena, &queue) = start;
  for (uint32_t i = 0; i < queue.count && i < BACKWARDS; i++)
    {
      pds_symbol at = queue.at[i];
      if (!to_caller && slice_is_unlocked (survey, s->locks, at))
        return at;
      for (uint32_t b = survey->first_back[at.index];
           b < survey->first_back[at.index + 1]; b++)
        {
          const struct survey_back *back = &survey->back[b];
          if (!is_reached (s, back->from))
            continue;
          bool is_call = to_caller && back->way == SURVEY_CALLEE;
          if (is_call && slice_is_unlocked (survey, s->locks, back->from))
            return back->from;
          if (!is_call && see (s, back->from))
            *vec_push (s->arena, &queue) = back->from;
        }
    }
  return PDS_NO_SYMBOL;
}

/* Add what can be reached from START, up to the size of the sample. */
static void
go_forwards (struct sampler *s, pds_symbol start)
{
  struct sample *sample = s->sample;
  uint32_t first = sample->symbols.count;
  assert (is_reached (s, start));
  if (!see (s, start))
    return;
  *vec_push (s->arena, &sample->symbols) = start;
  for (uint32_t i = first; i < sample->symbols.count; i++)
    {
      PDS_EACH_RULE (rule, s->pds, sample->symbols.at[i])
        {
          if (sample->symbols.count - first >= s->size)
            return;
          if (!pds_rule_is_return (rule) && see (s, rule->to))
            *vec_push (s->arena, &sample->symbols) = rule->to;
          if (pds_rule_is_call (rule) && s->survey->returns[rule->to.index]
              && see (s, rule->under))
            *vec_push (s->arena, &sample->symbols) = rule->under;
        }
    }
}

/* Add a start before PLACE, if there is one near. */
static void
sample_place (struct sampler *s, pds_symbol place)
{
  pds_symbol start = walk_back (s, place, false);
  if (start.index == PDS_NO_SYMBOL.index)
    return;
  for (uint32_t up = 0; up < CALLERS; up++)
    {
      pds_symbol caller = walk_back (s, start, true);
      if (caller.index == PDS_NO_SYMBOL.index)
        break;
      start = caller;
    }
  assert (is_reached (s, start));
  assert (slice_is_unlocked (s->survey, s->locks, start));
  *vec_push (s->arena, &s->sample->starts) = start;
}

/* Add starts for some of the places of ACTION: the first, the last, and between. */
static void
sample_action (struct sampler *s, const struct survey_action *action)
{
  uint32_t places = action->count < PLACES ? action->count : PLACES;
  for (uint32_t i = 0; i < places; i++)
    {
      uint64_t nth = places > 1 ? (uint64_t) i * (action->count - 1) / (places - 1) : 0;
      assert (nth < action->count);
      sample_place (s, s->body->places[action->first + nth]);
    }
}

/* If processes only have to meet, the locks that they hold there count: add starts for
   places of ACTION with different locks held, those with the fewest first. */
static void
sample_meeting (struct sampler *s, const struct survey_action *action)
{
  pds_symbol chosen[PLACES];
  uint32_t sizes[PLACES], count = 0;
  for (uint32_t i = 0; i < action->count; i++)
    {
      pds_symbol place = s->body->places[action->first + i];
      idset held = s->survey->held[place.index];
      quota_work (s->arena->quota, 1);
      uint32_t k = 0;
      while (k < count && !idset_equal (s->survey->held[chosen[k].index], held))
        k++;
      if (k < count)
        continue;
      uint32_t size = idset_count (s->pds->idsets, held);
      if (count < PLACES)
        count++;
      else if (sizes[count - 1] <= size)
        continue;
      for (k = count - 1; k > 0 && sizes[k - 1] > size; k--)
        {
          sizes[k] = sizes[k - 1];
          chosen[k] = chosen[k - 1];
        }
      sizes[k] = size;
      chosen[k] = place;
    }
  assert (count > 0 && count <= PLACES);
  for (uint32_t k = 0; k < count; k++)
    sample_place (s, chosen[k]);
}

void
sample_choose (struct sample *sample, struct survey *survey, body_id body,
               const struct watch *watch, const struct lock_numbers *locks, uint32_t size,
               struct arena *arena)
{
  assert (body.index < survey->bodies && size > 0);
  *sample = (struct sample){ VEC_EMPTY, VEC_EMPTY };
  struct sampler s = { .sample = sample,
                       .survey = survey,
                       .pds = survey->pds,
                       .locks = locks,
                       .size = size,
                       .arena = arena,
                       .body = &survey->body[body.index] };
  assert (s.body->known);
  uint64_t own = ~watch->foreign & (((uint64_t) 1 << watch->steps) - 1);
  uint64_t first = own & (~own + 1);
  for (uint32_t i = 0; i < watch->count; i++)
    {
      const struct survey_action *action
        = watch->entries[i].class.step & first
            ? survey_find_action (s.body, watch->entries[i].action)
            : NULL;
      if (action && watch->steps == 1)
        sample_meeting (&s, action);
      else if (action)
        sample_action (&s, action);
    }
  survey->last_mark++;
  for (uint32_t i = 0; i < sample->starts.count; i++)
    go_forwards (&s, sample->starts.at[i]);
  assert (sample->starts.count == 0 || sample->symbols.count > 0);
  LOG (2, "a sample of %s: %u starts, %u of %u symbols", slice_process_name (s.pds, body),
       (unsigned) sample->starts.count, (unsigned) sample->symbols.count,
       (unsigned) s.body->symbols.count);
}
