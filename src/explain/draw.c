/* draw.c -- what is in the picture of a finding; see draw.h. */
#include <config.h>

#include "explain/draw.h"

#include <assert.h>

#include "base/scribe.h"
#include "base/text.h"
#include "explain/because.h"
#include "explain/repair.h"

struct builder
{
  const struct finding *finding;
  struct picture *picture;
  struct arena *arena;
  uint32_t *row_of; /* by step: its row, or the one before */
};

/* ---- Texts. ---- */

static void
write_texts (struct builder *b)
{
  struct picture *picture = b->picture;
  struct scribe scribe;
  FILE *file = scribe_start (&scribe, b->arena);
  finding_print_automaton (b->finding, file);
  fputs (": ", file);
  finding_print_fields (b->finding, file);
  picture->title = scribe_end (&scribe);
  because_print (b->finding, scribe_start (&scribe, b->arena));
  picture->because = scribe_end (&scribe);
  if (!b->finding->repair)
    return;
  repair_print (b->finding, scribe_start (&scribe, b->arena));
  picture->repair = scribe_end (&scribe);
}

/* ---- Locks and units. ---- */

static void
list_rows (struct builder *b)
{
  const struct timeline *timeline = b->picture->timeline;
  b->row_of = arena_calloc (b->arena, timeline->steps + (size_t) 1, sizeof *b->row_of);
  for (uint32_t r = 0; r < timeline->rows.count; r++)
    {
      const struct timeline_row *row = &timeline->rows.at[r];
      uint32_t end = r + 1 < timeline->rows.count ? row[1].first : timeline->steps;
      assert (row->first < end);
      for (uint32_t i = row->first; i < end; i++)
        b->row_of[i] = r;
      if (row->phase)
        *vec_push (b->arena, &b->picture->marked) = r;
    }
}

/* Of a bar that began at step FIRST and ends at step LAST. */
static struct picture_bar
bar (const struct builder *b, uint32_t lane, uint32_t first, uint32_t last, bool closed)
{
  assert (first <= last && last < b->picture->timeline->steps);
  return (struct picture_bar){ .lane = lane, .first = b->row_of[first],
                               .last = b->row_of[last], .closed = closed };
}

static void
add_lock (struct builder *b, uint32_t lane, uint32_t slot, const uint32_t *steps,
          uint32_t last, bool closed)
{
  struct picture_bar lock = bar (b, lane, steps[slot], last, closed);
  uint32_t object = b->finding->witness->steps.at[steps[slot]].object;
  struct scribe scribe;
  text_show_name (scribe_start (&scribe, b->arena),
                  finding_lock_name (b->finding, object));
  lock.name = scribe_end (&scribe);
  lock.slot = slot;
  *vec_push (b->arena, &b->picture->locks) = lock;
}

/* Locks nest, so those that are held are a stack: the slot is the depth.  STACK has
   the steps that acquired them. */
static void
add_locks (struct builder *b, uint32_t lane)
{
  uint32_t depth = 0, last = b->picture->timeline->steps - 1;
  VEC (uint32_t) stack = VEC_EMPTY;
  for (uint32_t i = 0; i <= last; i++)
    {
      const struct witness_step *step = &b->finding->witness->steps.at[i];
      if (step->process != b->finding->processes[lane] || step->nested)
        continue;
      if (step->action == WITNESS_ACQUIRE)
        *vec_push (b->arena, &stack) = i;
      else if (step->action == WITNESS_RELEASE)
        {
          assert (stack.count > 0);
          add_lock (b, lane, --stack.count, stack.at, i, true);
        }
      depth = stack.count > depth ? stack.count : depth;
    }
  b->picture->slots[lane] = depth;
  while (stack.count > 0)
    add_lock (b, lane, --stack.count, stack.at, last, false);
}

static void
add_units (struct builder *b, uint32_t lane)
{
  const struct finding *finding = b->finding;
  uint32_t depth = 0, from = 0, last = b->picture->timeline->steps - 1;
  for (uint32_t i = 0; i <= last; i++)
    {
      const struct witness_step *step = &finding->witness->steps.at[i];
      if (step->process != finding->processes[lane]
          || (step->action != WITNESS_UNIT_BEGIN && step->action != WITNESS_UNIT_END)
          || !idset_has (&finding->eml->idsets, step->sets, finding->query->set))
        continue;
      assert (step->action == WITNESS_UNIT_BEGIN || depth > 0);
      if (step->action == WITNESS_UNIT_BEGIN && depth++ == 0)
        from = i;
      else if (step->action == WITNESS_UNIT_END && --depth == 0)
        *vec_push (b->arena, &b->picture->units) = bar (b, lane, from, i, true);
    }
  if (depth > 0)
    *vec_push (b->arena, &b->picture->units) = bar (b, lane, from, last, false);
}

void
picture_build (struct picture *picture, const struct finding *finding,
               const struct timeline *timeline, struct arena *arena)
{
  assert (finding->because && timeline->rows.count > 0);
  uint32_t lanes = timeline->lanes.count;
  struct builder b = { .finding = finding, .picture = picture, .arena = arena };
  *picture = (struct picture){ .timeline = timeline };
  picture->slots = arena_calloc (arena, lanes, sizeof *picture->slots);
  write_texts (&b);
  list_rows (&b);
  for (uint32_t lane = 0; lane < lanes; lane++)
    {
      add_units (&b, lane);
      add_locks (&b, lane);
    }
  assert (picture->marked.count == finding->query->automaton->steps.count);
}
