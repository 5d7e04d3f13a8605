/* cause.c -- see cause.h. */
#include <config.h>

#include "explain/cause.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"

void
causes_init (struct causes *causes, struct arena *arena)
{
  *causes = (struct causes){ .arena = arena };
  pairmap_init (&causes->keys, arena);
}

/* ---- The cause of a violation. ---- */

static body_id
site_of (const struct finding *finding, thread_id thread)
{
  assert (finding->sites && thread.index < finding_threads (finding));
  return finding->sites[thread.index].body;
}

/* Where neither body is to blame more than the other, their order says nothing. */
static struct cause
unordered (enum cause_kind kind, body_id a, body_id b)
{
  assert (kind >= CAUSE_UNLOCKED);
  bool ordered = a.index <= b.index;
  return (struct cause){
    .kind = kind, .body = ordered ? a : b, .other = ordered ? b : a, .lock = LOCK_NONE
  };
}

static struct cause
cause_of_gap (const struct finding *finding, const struct because_gap *gap)
{
  body_id holder = site_of (finding, gap->holder), other = site_of (finding, gap->other);
  switch (gap->kind)
    {
    case BECAUSE_LETS_GO:
    case BECAUSE_BRIEFLY:
      return (struct cause){
        .kind = CAUSE_RELEASED, .body = holder, .other = other, .lock = gap->lock
      };
    case BECAUSE_TOO_LATE:
    case BECAUSE_NEVER:
      return (struct cause){
        .kind = CAUSE_MISSING, .body = holder, .other = other, .lock = gap->lock
      };
    case BECAUSE_UNLOCKED: break;
    }
  lock_id lock = { idset_next (&finding->subject->idsets, gap->throughout, 0) };
  if (lock_equal (lock, LOCK_NONE))
    return unordered (CAUSE_UNLOCKED, holder, other);
  return (
    struct cause){ .kind = CAUSE_MISSING, .body = other, .other = holder, .lock = lock };
}

/* One step along a path: each pair of a place and a number leads to a place of its own;
   0 is where paths begin. */
static uint32_t
follow (struct causes *causes, uint32_t place, uint32_t number)
{
  return 1 + pairmap_number (&causes->keys, place, number);
}

/* Where the place of CAUSE in the list is kept; PAIRMAP_FREE: it is a new one. */
static uint32_t *
find (struct causes *causes, const struct cause *cause)
{
  uint32_t place = follow (causes, 0, cause->kind);
  place = follow (causes, place, cause->body.index);
  place = follow (causes, place, cause->other.index);
  if (cause->kind >= CAUSE_CLAIM)
    place = follow (causes, place, cause->place);
  return pairmap_at (&causes->keys, place, cause->lock.index);
}

/* The cause where no gap is one, of the first and the last thread. */
static struct cause
cause_without_gap (const struct finding *finding)
{
  static const enum cause_kind kinds[] = { [QUERY_PATTERN] = CAUSE_NO_GAP,
                                           [QUERY_RACE] = CAUSE_UNLOCKED,
                                           [QUERY_DEADLOCK] = CAUSE_DEADLOCK,
                                           [QUERY_ASSERT] = CAUSE_CLAIM,
                                           [QUERY_EXCLUSIVE] = CAUSE_EXCLUSIVE };
  thread_id first = { 0 }, last = { finding_threads (finding) - 1 };
  struct cause cause = unordered (kinds[finding->query->kind], site_of (finding, first),
                                  site_of (finding, last));
  if (cause.kind == CAUSE_CLAIM)
    {
      cause.place = finding->query->claim;
      if (!finding->subject->flow.claims.at[cause.place].is_assert)
        cause.kind = CAUSE_WRONG;
    }
  if (cause.kind == CAUSE_EXCLUSIVE)
    cause.place = finding->query->fields[0].index;
  return cause;
}

uint32_t
causes_add (struct causes *causes, uint32_t number, const struct finding *finding)
{
  assert (finding->because);
  uint32_t known = PAIRMAP_FREE;
  uint32_t gaps
    = finding->query->kind == QUERY_PATTERN ? finding->because->gaps.count : 0;
  struct cause best = cause_without_gap (finding);
  for (uint32_t i = 0; i < gaps && known == PAIRMAP_FREE; i++)
    {
      struct cause cause = cause_of_gap (finding, &finding->because->gaps.at[i]);
      assert (cause.kind < CAUSE_NO_GAP);
      known = *find (causes, &cause);
      if (cause.kind < best.kind)
        best = cause;
    }
  uint32_t *place = find (causes, &best);
  if (known == PAIRMAP_FREE)
    known = *place;
  if (known == PAIRMAP_FREE)
    {
      known = *place = causes->list.count;
      *vec_push (causes->arena, &causes->list) = best;
    }
  assert (known < causes->list.count);
  struct cause *cause = &causes->list.at[known];
  assert (cause->queries.count == 0
          || cause->queries.at[cause->queries.count - 1] < number);
  *vec_push (causes->arena, &cause->queries) = number;
  return known;
}

static bool
same_cause (const struct cause *a, const struct cause *b)
{
  return a->kind == b->kind && body_equal (a->body, b->body)
         && body_equal (a->other, b->other) && lock_equal (a->lock, b->lock)
         && a->place == b->place;
}

bool
cause_is_of (const struct cause *cause, const struct finding *finding)
{
  assert (finding->because);
  struct cause other = cause_without_gap (finding);
  if (same_cause (cause, &other))
    return true;
  for (uint32_t i = 0; i < finding->because->gaps.count; i++)
    {
      other = cause_of_gap (finding, &finding->because->gaps.at[i]);
      if (same_cause (cause, &other))
        return true;
    }
  return false;
}

struct ranking
{
  uint32_t size, place;
};

static int
compare_ranks (const void *a, const void *b)
{
  const struct ranking *x = a, *y = b;
  return x->size != y->size ? (x->size > y->size ? -1 : 1)
                            : (x->place > y->place) - (x->place < y->place);
}

const uint32_t *
causes_rank (const struct causes *causes, struct arena *arena)
{
  uint32_t count = causes->list.count;
  struct ranking *rankings = arena_calloc (arena, count + (size_t) 1, sizeof *rankings);
  uint32_t *ranked = arena_calloc (arena, count + (size_t) 1, sizeof *ranked);
  for (uint32_t c = 0; c < count; c++)
    rankings[c] = (struct ranking){ causes->list.at[c].queries.count, c };
  qsort (rankings, count, sizeof *rankings, compare_ranks);
  for (uint32_t c = 0; c < count; c++)
    {
      assert (rankings[c].size > 0);
      ranked[c] = rankings[c].place;
    }
  return ranked;
}

/* ---- In words. ---- */

static void
print_body (const struct ir_model *model, body_id body, FILE *file)
{
  assert (body.index < model->bodies.count);
  text_show_name (file, ir_body_title (model, body));
}

/* The other of the two: "push", or "another pop" beside pop. */
static void
print_other (const struct cause *cause, const struct ir_model *model, FILE *file)
{
  bool same
    = strcmp (ir_body_title (model, cause->body), ir_body_title (model, cause->other))
      == 0;
  fputs (same ? "another " : "", file);
  print_body (model, cause->other, file);
}

static void
print_lock (const struct cause *cause, const struct ir_model *model, FILE *file)
{
  assert (cause->lock.index < model->locks.count);
  text_show_quoted (file, ir_text (model, model->locks.at[cause->lock.index].name));
}

void
cause_print (const struct cause *cause, const struct ir_model *model, FILE *file)
{
  switch (cause->kind)
    {
    case CAUSE_RELEASED:
      print_lock (cause, model, file);
      fputs (" is released in ", file);
      print_body (model, cause->body, file);
      fputs (" between two steps, and ", file);
      print_other (cause, model, file);
      fputs (" gets in between", file);
      break;
    case CAUSE_MISSING:
      print_lock (cause, model, file);
      fputs (" is missing in ", file);
      print_body (model, cause->body, file);
      fputs (", while ", file);
      print_other (cause, model, file);
      fputs (" holds it", file);
      break;
    case CAUSE_UNLOCKED:
      fputs ("no lock keeps ", file);
      print_body (model, cause->body, file);
      fputs (" and ", file);
      print_other (cause, model, file);
      fputs (" apart", file);
      break;
    case CAUSE_DEADLOCK:
      print_body (model, cause->body, file);
      fputs (" and ", file);
      print_other (cause, model, file);
      fputs (" are in a circle of processes that wait for each other's locks", file);
      break;
    case CAUSE_NO_GAP:
      fputs ("no lock could keep ", file);
      print_body (model, cause->body, file);
      fputs (" and ", file);
      print_other (cause, model, file);
      fputs (" apart: neither makes a step between two of the other", file);
      break;
    case CAUSE_CLAIM:
      fputs ("an assert in ", file);
      print_body (model, cause->body, file);
      fputs (" does not hold", file);
      break;
    case CAUSE_WRONG:
      fputs ("a statement in ", file);
      print_body (model, cause->body, file);
      fputs (" goes wrong", file);
      break;
    case CAUSE_EXCLUSIVE:
      print_body (model, cause->body, file);
      fputs (" accesses ", file);
      text_show_quoted (file, ir_text (model, model->fields.at[cause->place].name));
      fputs (" without permission", file);
      break;
    }
}
