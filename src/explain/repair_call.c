/* repair_call.c -- two calls of one library object that one of its calls does together:
 * get and put of a ConcurrentHashMap are compute.  See repair.h.
 *
 * Each call is in one piece, and holds a lock that nobody else can have.  What does both
 * is as if that lock were held from the first to the second, and so it is decided.
 */
#include <config.h>

#include <assert.h>
#include <string.h>

#include "base/text.h"
#include "explain/repair_try.h"
#include "explain/repaired.h"

struct call_pair
{
  const char *first, *second, *instead;
};

/* By the names of the two methods; what there is instead depends on what is between. */
static const struct call_pair pairs[] = {
  { "get", "put", "compute, computeIfAbsent or merge" },
  { "containsKey", "put", "putIfAbsent or computeIfAbsent" },
  { "getOrDefault", "put", "compute or merge" },
  { "get", "putIfAbsent", "computeIfAbsent" },
  { "get", "replace", "computeIfPresent" },
  { "containsKey", "replace", "replace, which returns null if there was none" },
  { "get", "remove", "remove (key, value) or computeIfPresent" },
  { "containsKey", "remove", "remove, which returns null if there was none" },
  { "containsKey", "get", "get, which returns null if there is none" },
  { "contains", "add", "add, or addIfAbsent of a CopyOnWriteArrayList" },
  { "contains", "remove", "remove, which says whether there was one" },
  { "isEmpty", "poll", "poll, which returns null if there is none" },
  { "isEmpty", "remove", "poll, which returns null if there is none" },
  { "isEmpty", "pop", "poll, which returns null if there is none" },
  { "peek", "poll", "poll, which returns what it takes" },
  { "peek", "remove", "poll, which returns what it takes" },
  { "isEmpty", "pollFirst", "pollFirst, which returns null if there is none" },
  { "isEmpty", "pollLast", "pollLast, which returns null if there is none" },
  { "get", "set", "compareAndSet, updateAndGet or accumulateAndGet" },
  { "get", "lazySet", "compareAndSet, updateAndGet or accumulateAndGet" },
  { "get", "getAndSet", "getAndUpdate or compareAndSet" },
  { "get", "incrementAndGet", "updateAndGet" },
  { "get", "getAndIncrement", "getAndUpdate" },
  { "get", "decrementAndGet", "updateAndGet" },
  { "get", "getAndDecrement", "getAndUpdate" },
  { "get", "addAndGet", "updateAndGet or accumulateAndGet" },
  { "get", "getAndAdd", "getAndUpdate or getAndAccumulate" },
  { "incrementAndGet", "get", "incrementAndGet, which returns the new value" },
  { "incrementAndGet", "set", "updateAndGet" },
  { "getAndIncrement", "get", "incrementAndGet, which returns the new value" },
};

/* The call that step NUMBER of the witness is a part of; null: none. */
static const struct provenance_statement *
find_call (const struct finding *finding, uint32_t number)
{
  const struct provenance *provenance = finding->subject->provenance;
  const struct witness_step *step = &finding->witness->steps.at[number];
  assert (number < finding->witness->steps.count);
  const struct provenance_statement *at
    = provenance ? provenance_find (provenance, step->offset) : NULL;
  return at && at->called ? at : NULL;
}

/* The row of the calls at the two steps of GAP; the count of rows: there is none. */
static size_t
find_pair (const struct finding *finding, const struct because_gap *gap)
{
  size_t count = sizeof pairs / sizeof *pairs;
  const struct provenance_statement *first = find_call (finding, gap->from),
                                    *second = find_call (finding, gap->to);
  if (!first || !second || strcmp (first->class_name, second->class_name) != 0
      || strcmp (first->method, second->method) != 0
      || strcmp (first->descriptor, second->descriptor) != 0)
    return count;
  for (size_t i = 0; i < count; i++)
    if (strcmp (pairs[i].first, first->called) == 0
        && strcmp (pairs[i].second, second->called) == 0)
      return i;
  return count;
}

bool
repair_try_call (struct repair_seeker *s, const struct because_gap *gap)
{
  const struct ir_subject *subject = s->finding->subject;
  size_t pair = find_pair (s->finding, gap);
  struct repair_range range;
  assert (gap->from < gap->to);
  if (pair == sizeof pairs / sizeof *pairs
      || !repair_find_range (s, &range, gap->holder, gap->from, gap->to))
    return false;
  for (uint32_t l = idset_next (&subject->idsets, gap->needed, 0); l != UINT32_MAX;
       l = idset_next (&subject->idsets, gap->needed, l + 1))
    {
      struct repair candidate = { .kind = REPAIR_ONE_CALL,
                                  .restricted = s->options->only.filtered > 0,
                                  .lock = { l },
                                  .before = LOCK_NONE,
                                  .call = (uint32_t) pair };
      if (!repair_is_piece (subject, candidate.lock))
        continue;
      repair_add_place (s, &candidate, &range);
      if (repaired_differs (&candidate, &subject->model) && repair_try (s, candidate))
        return true;
    }
  return false;
}

const char *
repair_call_instead (const struct repair *repair)
{
  assert (repair->kind == REPAIR_ONE_CALL && repair->call < sizeof pairs / sizeof *pairs);
  return pairs[repair->call].instead;
}

void
repair_print_call (const struct finding *finding, FILE *file)
{
  const struct repair *repair = finding->repair;
  const struct repair_place *place = &repair->places[0];
  assert (repair->kind == REPAIR_ONE_CALL && repair->call < sizeof pairs / sizeof *pairs);
  const struct call_pair *pair = &pairs[repair->call];
  fprintf (file, "Replace %s and %s", pair->first, pair->second);
  if (place->source && place->first_source_line == place->last_source_line)
    fprintf (file, " on line %u of ", (unsigned) place->first_source_line);
  else if (place->source)
    fprintf (file, " on lines %u to %u of ", (unsigned) place->first_source_line,
             (unsigned) place->last_source_line);
  if (place->source)
    {
      text_print_safe (file, place->source, place->source_length);
      fputc (',', file);
    }
  fputs (" in ", file);
  text_show_name (file, finding_body_name (finding, place->body));
  fprintf (file, " by %s", repair_call_instead (repair));
}
