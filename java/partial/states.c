/* states.c -- states, and how paths go from one to another.
 *
 * A state is a row: the locks that are held, and for each frame where it is, what its
 * locals and its stack hold, and what happens when it returns.  Where paths meet, and at
 * each way of a branch, a path ends at a state; one that was met before has its steps
 * already.  Numbers that differ from round to round of a loop make states differ: so
 * short loops are unrolled; at a place with too many states numbers move into slots.
 */
#include <config.h>

#include <assert.h>
#include <string.h>

#include "java/partial/evaluation.h"

/* ---- Frames. ---- */

uint32_t
method_number_of (struct evaluation *e, struct java_member method)
{
  assert (member_is_known (method));
  uint32_t *slot = pairmap_at (&e->method_of, method.class.index, method.index);
  if (*slot == PAIRMAP_FREE)
    {
      *slot = e->methods.count;
      *vec_push (e->arena, &e->methods) = method;
    }
  assert (*slot < e->methods.count);
  return *slot;
}

/* The context of a call of METHOD in the present state. */
static uint32_t
context_of_call (struct evaluation *e, uint32_t method)
{
  uint32_t outer = e->depth > 0 ? e->frames[e->depth - 1].context : NONE - 1 - e->process;
  uint32_t pc = e->depth > 0 ? e->frames[e->depth - 1].pc : 0;
  uint32_t call = pairmap_number (&e->context_calls, outer, pc);
  assert (method < e->methods.count);
  return pairmap_number (&e->context_of, call, method);
}

/* FRAME is one of METHOD, with room for what it holds. */
static void
frame_prepare (struct evaluation *e, struct frame *frame, uint32_t method)
{
  struct java_member member = e->methods.at[method];
  frame->method = method;
  frame->member = member;
  frame->class = universe_class (e->universe, member.class);
  frame->code = universe_code (e->universe, member);
  assert (frame->code);
  frame->flow = universe_flow (e->universe, member);
  if (frame->local_room < frame->code->max_locals + 1)
    {
      frame->local_room = 2 * frame->code->max_locals + 4;
      frame->locals = arena_calloc (e->arena, frame->local_room, sizeof *frame->locals);
    }
  if (frame->stack_room < frame->code->max_stack + 1)
    {
      frame->stack_room = 2 * frame->code->max_stack + 4;
      frame->stack = arena_calloc (e->arena, frame->stack_room, sizeof *frame->stack);
    }
}

bool
frame_push (struct evaluation *e, struct java_member method, uint32_t after,
            uint32_t with)
{
  assert (member_is_known (method));
  if (e->depth >= FRAMES_MOST)
    {
      give_up (e, "deep-calls", "calls are followed to a limited depth only");
      return false;
    }
  uint32_t number = method_number_of (e, method);
  uint32_t context = context_of_call (e, number);
  struct frame *frame = &e->frames[e->depth];
  frame_prepare (e, frame, number);
  e->depth++;
  frame->context = context;
  frame->pc = 0;
  frame->height = 0;
  frame->monitor = NONE;
  frame->after = after;
  frame->with = with;
  frame->map = 0;
  for (uint32_t i = 0; i < frame->code->max_locals; i++)
    frame->locals[i] = DATUM_OF (DATUM_NONE);
  return true;
}

void
frame_pop (struct evaluation *e)
{
  assert (e->depth > 0);
  e->depth--;
}

void
push (struct evaluation *e, struct datum datum)
{
  struct frame *frame = top (e);
  assert (datum.kind != DATUM_NONE);
  if (frame->height < frame->stack_room)
    frame->stack[frame->height++] = datum;
}

struct datum
pop (struct evaluation *e)
{
  struct frame *frame = top (e);
  return frame->height > 0 ? frame->stack[--frame->height] : DATUM_OF (DATUM_ANY);
}

struct datum *
peek (struct evaluation *e, uint32_t depth)
{
  struct frame *frame = top (e);
  if (depth >= frame->height) /* code that was never verified */
    {
      frame->height = 0;
      for (uint32_t i = 0; i <= depth && i < frame->stack_room; i++)
        frame->stack[frame->height++] = DATUM_OF (DATUM_ANY);
      return &frame->stack[0];
    }
  return &frame->stack[frame->height - 1 - depth];
}

void
refine (struct evaluation *e, uint32_t slot, struct datum datum)
{
  assert (!datum_is_slot (datum) || datum.kind == DATUM_REF_SLOT);
  for (uint32_t f = 0; f < e->depth; f++)
    {
      struct frame *frame = &e->frames[f];
      for (uint32_t i = 0; i < frame->code->max_locals; i++)
        if (datum_is_slot (frame->locals[i]) && frame->locals[i].slot == slot)
          frame->locals[i] = datum;
      for (uint32_t i = 0; i < frame->height; i++)
        if (datum_is_slot (frame->stack[i]) && frame->stack[i].slot == slot)
          frame->stack[i] = datum;
    }
}

/* ---- Rows. ---- */

static void
put_datum (struct evaluation *e, struct datum d)
{
  *vec_push (e->arena, &e->words) = (uint32_t) d.kind;
  *vec_push (e->arena, &e->words) = datum_is_slot (d) ? d.slot : 0;
  *vec_push (e->arena, &e->words) = (uint32_t) d.value;
  *vec_push (e->arena, &e->words) = (uint32_t) ((uint64_t) d.value >> 32);
}

static struct datum
get_datum (const uint32_t **words)
{
  const uint32_t *w = *words;
  *words += 4;
  assert (w[0] <= DATUM_ADDRESS);
  return (struct datum){ (enum datum_kind) w[0], w[1],
                         (int64_t) (w[2] | (uint64_t) w[3] << 32) };
}

uint32_t
state_save (struct evaluation *e)
{
  struct arena *arena = e->arena;
  e->words.count = 0;
  *vec_push (arena, &e->words) = e->held.count;
  for (uint32_t i = 0; i < e->held.count; i++)
    *vec_push (arena, &e->words) = e->held.at[i];
  *vec_push (arena, &e->words) = e->begun.count;
  for (uint32_t i = 0; i < e->begun.count; i++)
    *vec_push (arena, &e->words) = e->begun.at[i];
  *vec_push (arena, &e->words) = e->ready.count;
  for (uint32_t i = 0; i < e->ready.count; i++)
    *vec_push (arena, &e->words) = e->ready.at[i];
  *vec_push (arena, &e->words) = e->kept.count;
  for (uint32_t i = 0; i < e->kept.count; i++)
    {
      *vec_push (arena, &e->words) = e->kept.at[i].cell;
      put_datum (e, e->kept.at[i].value);
    }
  *vec_push (arena, &e->words) = e->depth;
  for (uint32_t f = 0; f < e->depth; f++)
    {
      const struct frame *frame = &e->frames[f];
      const uint32_t head[]
        = { frame->context, frame->method, frame->pc,  frame->monitor,
            frame->after,   frame->with,   frame->map, frame->height };
      for (size_t i = 0; i < sizeof head / sizeof *head; i++)
        *vec_push (arena, &e->words) = head[i];
      for (uint32_t i = 0; i < frame->code->max_locals; i++)
        put_datum (e, frame->locals[i]);
      for (uint32_t i = 0; i < frame->height; i++)
        put_datum (e, frame->stack[i]);
    }
  return row_intern (&e->rows, e->words.at, e->words.count);
}

void
state_load (struct evaluation *e, uint32_t row)
{
  const uint32_t *w = row_words (&e->rows, row);
  assert (row_count (&e->rows, row) >= 2);
  uint32_t held = *w++;
  e->held.count = 0;
  for (uint32_t i = 0; i < held; i++)
    *vec_push (e->arena, &e->held) = *w++;
  uint32_t begun = *w++;
  e->begun.count = 0;
  for (uint32_t i = 0; i < begun; i++)
    *vec_push (e->arena, &e->begun) = *w++;
  uint32_t ready = *w++;
  e->ready.count = 0;
  for (uint32_t i = 0; i < ready; i++)
    *vec_push (e->arena, &e->ready) = *w++;
  uint32_t kept = *w++;
  e->kept.count = 0;
  for (uint32_t i = 0; i < kept; i++)
    {
      uint32_t cell = *w++;
      *vec_push (e->arena, &e->kept) = (struct kept){ cell, get_datum (&w) };
    }
  e->depth = *w++;
  assert (e->depth <= FRAMES_MOST);
  for (uint32_t f = 0; f < e->depth; f++)
    {
      struct frame *frame = &e->frames[f];
      frame_prepare (e, frame, w[1]);
      frame->context = w[0];
      frame->pc = w[2];
      frame->monitor = w[3];
      frame->after = w[4];
      frame->with = w[5];
      frame->map = w[6];
      frame->height = w[7];
      w += 8;
      for (uint32_t i = 0; i < frame->code->max_locals; i++)
        frame->locals[i] = get_datum (&w);
      for (uint32_t i = 0; i < frame->height; i++)
        frame->stack[i] = get_datum (&w);
    }
  assert (w == row_words (&e->rows, row) + row_count (&e->rows, row));
}

/* ---- Where paths end. ---- */

/* Locals that nobody reads any more are forgotten. */
static void
forget_dead (struct evaluation *e)
{
  for (uint32_t f = 0; f < e->depth; f++)
    {
      struct frame *frame = &e->frames[f];
      /* A caller goes on after its call, or in a handler: only the present one is sure.
       */
      if (f + 1 < e->depth || frame->pc >= frame->code->count)
        continue;
      for (uint32_t i = 0; i < frame->code->max_locals; i++)
        /* Of a local that is counted the flow does not know whether it is read. */
        if (!flow_is_live (frame->flow, frame->pc, i)
            && !(i < FLOW_LOCALS && frame->flow->counted >> i & 1))
          frame->locals[i] = DATUM_OF (DATUM_NONE);
    }
}

/* The slot that local I of the present frame has, or what is at height I - locals. */
static uint32_t
home_of (struct evaluation *e, uint32_t i)
{
  const struct frame *frame = top (e);
  uint32_t offset = frame->code->count * (frame->code->max_stack + 8) + i;
  return pairmap_number (&e->slot_of, frame->context, offset);
}

static bool
move_home (struct evaluation *e, struct datum *d, uint32_t i)
{
  if (d->kind != DATUM_INT && d->kind != DATUM_LONG)
    return false;
  bool wide = d->kind == DATUM_LONG;
  struct datum home = { wide ? DATUM_WIDE_SLOT : DATUM_SLOT, home_of (e, i), 0 };
  struct ir_step set = step_with (IR_SET);
  set.slot = slot_in_body (e, home);
  set.expr = expr_of (e, *d);
  emit (e, set);
  *d = home;
  return true;
}

/* Too many states at one place: numbers that are not what they were in the first one move
   into slots; if there are far too many, all of them, in all frames. */
static void
widen (struct evaluation *e, uint32_t first, bool all)
{
  /* What cells hold may be the reason. */
  for (uint32_t i = 0; i < e->kept.count; i++)
    cell_share (e, &e->cells.at[e->kept.at[i].cell]);
  e->kept.count = 0;
  uint32_t now = state_save (e), depth = e->depth;
  const uint32_t *w = row_words (&e->rows, first);
  uint32_t size = row_count (&e->rows, now);
  struct frame *frame = top (e);
  uint32_t locals = frame->code->max_locals, numbers = locals + frame->height;
  bool *differs = arena_calloc (e->arena, numbers + 1, sizeof *differs);
  if (row_count (&e->rows, first) != size)
    all = true;
  w += size - 4 * (size_t) numbers;
  const uint32_t *mine = row_words (&e->rows, now) + size - 4 * (size_t) numbers;
  for (uint32_t i = 0; i < numbers; i++)
    differs[i] = all || memcmp (w + 4 * (size_t) i, mine + 4 * (size_t) i, 16) != 0;
  assert (depth > 0);
  for (uint32_t i = 0; i < numbers; i++)
    if (differs[i])
      move_home (e, i < locals ? &frame->locals[i] : &frame->stack[i - locals], i);
}

static uint32_t
states_most (const struct evaluation *e)
{
  return e->process == 0 ? STATES_OF_MAIN : STATES_OF_THREAD;
}

/* The step at which the present state begins. */
static uint32_t
step_of_state (struct evaluation *e)
{
  forget_dead (e);
  const struct frame *frame = top (e);
  uint32_t *count = pairmap_at (&e->state_count, frame->context, frame->pc);
  if (*count == PAIRMAP_FREE)
    *count = 0;
  uint32_t met = *count;
  if (met >= states_most (e))
    widen (e, pairmap_get (&e->state_first, frame->context, frame->pc),
           met >= 4 * states_most (e));
  uint32_t row = state_save (e);
  uint32_t *step = pairmap_at (&e->state_of, row, 0);
  if (*step != PAIRMAP_FREE)
    return *step;
  uint32_t made = *step = ir_builder_new_step (&e->b);
  *pairmap_at (&e->state_count, frame->context, frame->pc) = met + 1;
  if (met == 0)
    *pairmap_at (&e->state_first, frame->context, frame->pc) = row;
  *vec_push (e->arena, &e->pending) = (struct pending){ row, made };
  e->states++;
  return made;
}

void
state_go (struct evaluation *e)
{
  assert (!e->concrete && !e->ended);
  uint32_t here = place_here (e), step = step_of_state (e);
  ir_builder_set_place (&e->b, e->b.current, here + 1, NAME_NONE);
  ir_builder_continue_at (&e->b, step);
  e->ended = true;
}

/* ---- The states of a body. ---- */

/* Must the path end here, since others may come here, too? */
static bool
is_meeting (const struct evaluation *e)
{
  const struct frame *frame = &e->frames[e->depth - 1];
  return !e->concrete && !e->arrived && frame->pc < frame->code->count
         && frame->flow->is_state[frame->pc]
         && frame->code->at[frame->pc].opcode != OP_INVOKEVIRTUAL
         && frame->code->at[frame->pc].opcode != OP_INVOKESTATIC
         && frame->code->at[frame->pc].opcode != OP_INVOKESPECIAL
         && frame->code->at[frame->pc].opcode != OP_INVOKEINTERFACE;
}

static void
run_path (struct evaluation *e)
{
  while (!e->ended)
    {
      assert (e->depth > 0);
      if (is_meeting (e))
        {
          state_go (e);
          return;
        }
      e->arrived = false;
      e->work++;
      if (e->work % 1024 == 0)
        quota_tick (e->arena->quota);
      if (e->concrete && e->work > CONCRETE_LIMIT)
        become_steps (e);
      evaluate_next (e);
    }
}

void
states_run (struct evaluation *e)
{
  e->ended = e->arrived = false;
  e->state = state_save (e);
  run_path (e);
  states_finish (e);
}

void
states_finish (struct evaluation *e)
{
  while (e->pending.count > 0)
    {
      struct pending next = e->pending.at[--e->pending.count];
      if (e->states > STATES_LIMIT)
        {
          e->b.current = next.step;
          state_load (e, next.row);
          e->ended = false;
          give_up (e, "too-large",
                   "there are too many states: what lies behind is not looked into");
          continue;
        }
      state_load (e, next.row);
      e->state = next.row;
      e->b.current = next.step;
      e->ended = false;
      e->arrived = true;
      run_path (e);
    }
}
