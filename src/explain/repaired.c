/* repaired.c -- see repaired.h. */
#include <config.h>

#include "explain/repaired.h"

#include <assert.h>
#include <stdlib.h>

#include "explain/rewire.h"
#include "ir/hold.h"
#include "ir/lifecycle.h"
#include "ir/waiting.h"

void
repaired_init (struct repaired *r, struct quota *quota)
{
  arena_init (&r->arena, quota);
}

void
repaired_clear (struct repaired *r)
{
  arena_clear (&r->arena);
}

/* ---- Which lock. ---- */

/* In body OTHER, whose code is that of BODY, a place of REPAIR. */
static lock_id
lock_for (const struct repair *repair, const struct ir_model *model, body_id body,
          body_id other)
{
  assert (model->bodies.at[body.index].decl == model->bodies.at[other.index].decl);
  if (repair->by_name || !model->bodies.at[body.index].is_bound)
    return repair->lock;
  return ir_lock_in (model, repair->lock, body, other);
}

bool
repair_is_shared (const struct ir_model *model, body_id in)
{
  assert (in.index < model->bodies.count);
  const struct ir_body *body = &model->bodies.at[in.index];
  for (uint32_t b = 0; b < model->bodies.count && body->is_bound; b++)
    if (b != in.index && model->bodies.at[b].decl == body->decl)
      return true;
  return false;
}

bool
repaired_differs (const struct repair *repair, const struct ir_model *model)
{
  bool some = false;
  assert (repair->count >= 1);
  for (uint32_t i = 0; i < repair->count; i++)
    {
      body_id body = repair->places[i].body;
      bool is_bound = model->bodies.at[body.index].is_bound;
      if (lock_equal (lock_for (repair, model, body, body), LOCK_NONE)
          || (is_bound && repair->by_name && ir_is_hidden (model, repair->lock, body)))
        return false;
      some |= is_bound;
    }
  return some || !repair->by_name;
}

/* ---- Ranges. ---- */

/* A place of a repair, and its number. */
struct frame
{
  const struct repair *repair;
  struct repair_place place;
  uint32_t number;
};

struct frames
{
  VEC (struct frame) list;
};

static bool
overlap (struct span a, struct span b)
{
  return a.begin < b.end && b.begin < a.end;
}

static bool
is_within (struct span inner, struct span outer)
{
  return outer.begin <= inner.begin && inner.end <= outer.end;
}

/* Locks nest: of two ranges that overlap, the later one grows until one is within the
   other. */
static void
add_frame (struct frames *frames, struct frame frame, struct arena *arena)
{
  struct span *range = &frame.place.range;
  assert (range->begin < range->end);
  for (uint32_t i = 0; i < frames->list.count;)
    {
      struct span old = frames->list.at[i++].place.range;
      if (!overlap (old, *range) || is_within (old, *range) || is_within (*range, old))
        continue;
      if (old.begin < range->begin)
        frame.place.again = UINT32_MAX;
      range->begin = old.begin < range->begin ? old.begin : range->begin;
      range->end = old.end > range->end ? old.end : range->end;
      i = 0;
    }
  frame.number = frames->list.count;
  *vec_push (arena, &frames->list) = frame;
}

/* Smaller ones first: they are inside; of equal ones, those that come last. */
static int
compare_frames (const void *left, const void *right)
{
  const struct frame *a = left, *b = right;
  uint32_t sizes[] = { a->place.range.end - a->place.range.begin,
                       b->place.range.end - b->place.range.begin };
  if (sizes[0] != sizes[1])
    return sizes[0] < sizes[1] ? -1 : 1;
  return a->number > b->number ? -1 : a->number < b->number;
}

static void
find_frames (struct frames *frames, const struct repairs *repairs, struct arena *arena)
{
  for (uint32_t r = 0; r < repairs->list.count; r++)
    {
      const struct repair *repair = repairs->list.at[r];
      assert ((repair->count >= 1) == repair_has_places (repair->kind));
      for (uint32_t i = 0; i < repair->count; i++)
        add_frame (frames, (struct frame){ repair, repair->places[i], 0 }, arena);
    }
  if (frames->list.count > 0)
    qsort (frames->list.at, frames->list.count, sizeof *frames->list.at, compare_frames);
}

/* ---- The model. ---- */

/* The holds of all bodies with the code of FRAMES; false: some lock cannot be held so. */
static bool
find_holds (const struct repaired *r, const struct frames *frames, struct ir_hold **holds,
            uint32_t *count)
{
  const struct ir_model *model = &r->model;
  struct arena *arena = r->model.arena;
  VEC (struct ir_hold) found = VEC_EMPTY;
  for (uint32_t i = 0; i < frames->list.count; i++)
    {
      const struct frame *frame = &frames->list.at[i];
      body_id body = frame->place.body;
      for (body_id b = { 0 }; b.index < model->bodies.count; b.index++)
        {
          if (model->bodies.at[b.index].decl != model->bodies.at[body.index].decl)
            continue;
          lock_id lock = lock_for (frame->repair, model, body, b);
          if (lock_equal (lock, LOCK_NONE)
              || !lock_equal (ir_lock_array (model, lock), LOCK_NONE))
            return false;
          *vec_push (arena, &found)
            = (struct ir_hold){ b, frame->place.range, lock, frame->place.again };
        }
    }
  *holds = found.at;
  *count = found.count;
  return true;
}

/* The lock that who fails has to give back, by one of REPAIRS; or LOCK_NONE. */
static lock_id
find_given_back (const struct repairs *repairs)
{
  lock_id lock = LOCK_NONE;
  for (uint32_t i = 0; i < repairs->list.count; i++)
    if (repairs->list.at[i]->kind == REPAIR_FINALLY)
      {
        lock = repairs->list.at[i]->lock;
        assert (!lock_equal (lock, LOCK_NONE));
      }
  return lock;
}

/* Make the other changes of REPAIR to the steps; false: there is nothing to change. */
static bool
rewire (struct repaired *r, const struct repair *repair,
        const struct ir_statements *statements)
{
  switch ((unsigned) repair->kind)
    {
    case REPAIR_NOTIFY_ALL: return rewire_notify_all (&r->ir, repair->lock);
    case REPAIR_LOOK_AGAIN: return rewire_look_again (&r->ir, statements, repair->lock);
    case REPAIR_LOOK_AGAIN_ALL:
      return rewire_look_again (&r->ir, statements, repair->lock)
             && rewire_notify_all (&r->ir, repair->lock);
    case REPAIR_WAIT_OUTSIDE:
      return rewire_wait_outside (&r->ir, repair->lock, repair->before, &r->arena);
    default: return true;
    }
}

bool
repaired_make (struct repaired *r, const struct repairs *repairs,
               const struct finding *finding)
{
  const struct ir_subject *subject = finding->subject;
  struct frames frames = { .list = VEC_EMPTY };
  struct ir_mistakes mistakes = VEC_EMPTY;
  struct ir_hold *holds = NULL;
  uint32_t count = 0;
  r->model = subject->model;
  r->model.arena = &r->arena;
  r->model.idsets = &r->idsets;
  idsets_copy (&r->idsets, &subject->idsets, &r->arena);
  diags_init (&r->diags, &r->arena, &subject->source);
  find_frames (&frames, repairs, &r->arena);
  if (!find_holds (r, &frames, &holds, &count))
    return false;
  ir_with_holds (&r->ir, &subject->flow, &r->model, subject->statements.places, holds,
                 count, find_given_back (repairs), &r->arena);
  for (uint32_t i = 0; i < repairs->list.count; i++)
    if (!rewire (r, repairs->list.at[i], &subject->statements))
      return false;
#ifdef EXPENSIVE_CHECKS
  assert (!ir_check (&r->ir, &r->arena));
#endif
  return ir_check_nesting (&r->ir, &mistakes)
         && lifecycle_check (&r->ir, &r->arena, &r->diags)
         && ir_project (&r->lowering, &r->ir, &r->arena, &r->diags)
         && waiting_check (&r->lowering, &r->arena, &r->diags);
}
