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
  fputs (finding_automaton (b->finding)->parameters.count > 0 ? ": " : "", file);
  finding_print_fields (b->finding, file);
  picture->title = scribe_end (&scribe);
  because_print (b->finding, scribe_start (&scribe, b->arena));
  picture->because = scribe_end (&scribe);
  if (!b->finding->repair)
    return;
  repair_print (b->finding, scribe_start (&scribe, b->arena));
  picture->repair = scribe_end (&scribe);
}

/* ---- Rows, locks and units. ---- */

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

/* From step FIRST on, before step END or, if that is too late, to the end. */
static struct picture_bar *
add_bar (struct builder *b, uint32_t lane, uint32_t first, uint32_t end)
{
  uint32_t steps = b->picture->timeline->steps;
  bool closed = end < steps;
  assert (first < end && end <= steps);
  struct picture_bar *bar = vec_push (b->arena, &b->picture->bars);
  *bar = (struct picture_bar){ .lane = lane,
                               .first = b->row_of[first],
                               .last = b->row_of[closed ? end : steps - 1],
                               .closed = closed };
  return bar;
}

/* The lock that step FIRST acquires. */
static void
add_lock (struct builder *b, uint32_t lane, uint32_t first)
{
  const struct finding *finding = b->finding;
  const struct idsets *idsets = &finding->subject->idsets;
  thread_id thread = { lane };
  lock_id lock = witness_lock (&finding->witness->steps.at[first]);
  uint32_t end = first + 1;
  while (end < b->picture->timeline->steps
         && idset_has (idsets, finding_held (finding, end, thread), lock.index))
    end++;
  struct picture_bar *bar = add_bar (b, lane, first, end);
  struct scribe scribe;
  text_show_name (scribe_start (&scribe, b->arena), finding_lock_name (finding, lock));
  bar->lock = scribe_end (&scribe);
  uint32_t held = idset_count (idsets, finding_held (finding, first, thread));
  assert (held > 0);
  bar->slot = held - 1;
  if (b->picture->slots[lane] < held)
    b->picture->slots[lane] = held;
}

/* Units nest: only the outermost is drawn. */
static void
add_bars (struct builder *b, uint32_t lane)
{
  const struct finding *finding = b->finding;
  uint32_t depth = 0, from = 0, steps = b->picture->timeline->steps;
  for (uint32_t i = 0; i < steps; i++)
    {
      const struct witness_step *step = &finding->witness->steps.at[i];
      if (!process_equal (step->process, finding->processes[lane]))
        continue;
      if (step->action == WITNESS_ACQUIRE && !step->nested)
        add_lock (b, lane, i);
      bool ends = step->action == WITNESS_UNIT_END;
      if ((step->action != WITNESS_UNIT_BEGIN && !ends)
          || !idset_has (&finding->subject->idsets, step->sets,
                         finding->query->set.index))
        continue;
      assert (!ends || depth > 0);
      if (!ends && depth++ == 0)
        from = i;
      else if (ends && --depth == 0)
        add_bar (b, lane, from, i);
    }
  if (depth > 0)
    add_bar (b, lane, from, steps);
}

/* ---- The circle of a deadlock. ---- */

static void
add_waiter (struct builder *b, thread_id thread)
{
  const struct finding *finding = b->finding;
  const struct pa_step *step = &finding_automaton (finding)->steps.at[thread.index];
  uint32_t lane = thread.index;
  struct scribe scribe;
  text_show_name (scribe_start (&scribe, b->arena),
                  finding_lock_name (finding, step->lock));
  *vec_push (b->arena, &b->picture->circle)
    = (struct picture_waiter){ .row = b->row_of[finding_next_step (finding, thread)],
                               .process = b->picture->timeline->lanes.at[lane].name,
                               .lock = scribe_end (&scribe) };
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
    add_bars (&b, lane);
  if (finding->query->kind == QUERY_DEADLOCK)
    for (thread_id t = { 0 }; t.index < finding_threads (finding); t.index++)
      add_waiter (&b, t);
  assert (picture->marked.count == finding_automaton (finding)->steps.count);
}
