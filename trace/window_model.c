/* window_model.c -- see window_model.h. */
#include <config.h>

#include "trace/window_model.h"

#include <assert.h>

#include "base/log.h"
#include "ir/ir_builder.h"

/* The use of a cell or lock in the window. */
struct user
{
  uint32_t thread; /* TRACE_NONE: nobody uses it */
  bool several;    /* several threads use it */
  bool is_written;
};

struct builder
{
  struct window_model *model;
  const struct trace_window *window;
  struct arena *arena;
  struct user *cells, *locks;
  uint32_t lock_count;
  bool *acts;              /* by thread: it has events */
  bool *is_forked;         /* by thread: in the window */
  bool *is_joined;         /* by thread: in the window */
  bool *is_lockless;       /* by thread: its locks do not nest, and are left out */
  VEC (uint32_t) holders;  /* threads that hold shared locks at the beginning */
  struct ir_model *ir;     /* the declarations */
  struct ir_builder steps; /* the steps */
  bool noting;             /* only starts and joins are collected; nothing is built yet */
  uint32_t extras;         /* steps that are no events */
  lock_id *lock_of;        /* by lock of the trace */
  field_id *field_of;      /* by cell */
  body_id *body_of;        /* by thread */
  body_id gate;
};

/* ---- What matters. ---- */

static void
use (struct user *user, uint32_t thread, bool is_write)
{
  assert (thread != TRACE_NONE);
  user->several |= user->thread != TRACE_NONE && user->thread != thread;
  user->thread = thread;
  user->is_written |= is_write;
}

static struct user *
new_users (struct builder *b, uint32_t count)
{
  struct user *users = arena_calloc (b->arena, count, sizeof *users);
  for (uint32_t i = 0; i < count; i++)
    users[i].thread = TRACE_NONE;
  return users;
}

static bool
is_shared_lock (const struct builder *b, uint32_t lock)
{
  assert (lock < b->lock_count);
  return b->locks[lock].several;
}

/* Does the process of THREAD use LOCK? */
static bool
keeps_lock (const struct builder *b, uint32_t thread, uint32_t lock)
{
  return is_shared_lock (b, lock) && !b->is_lockless[thread];
}

static bool
is_shared_cell (const struct builder *b, uint32_t cell)
{
  assert (cell < b->window->cells.count);
  return b->cells[cell].several && b->cells[cell].is_written;
}

static void
count_locks (struct builder *b)
{
  const struct trace_window *window = b->window;
  for (uint32_t i = 0; i < window->events.count; i++)
    if ((window->events.at[i].op == TRACE_ACQUIRE
         || window->events.at[i].op == TRACE_RELEASE)
        && window->events.at[i].object >= b->lock_count)
      b->lock_count = window->events.at[i].object + 1;
  for (uint32_t t = 0; t < window->threads.count; t++)
    for (uint32_t i = 0; i < window->threads.at[t].held.count; i++)
      if (window->threads.at[t].held.at[i] >= b->lock_count)
        b->lock_count = window->threads.at[t].held.at[i] + 1;
}

static void
survey (struct builder *b)
{
  const struct trace_window *window = b->window;
  count_locks (b);
  b->cells = new_users (b, window->cells.count);
  b->locks = new_users (b, b->lock_count);
  b->acts = arena_calloc (b->arena, window->threads.count, sizeof *b->acts);
  b->is_forked = arena_calloc (b->arena, window->threads.count, sizeof *b->is_forked);
  b->is_joined = arena_calloc (b->arena, window->threads.count, sizeof *b->is_joined);
  b->is_lockless = arena_calloc (b->arena, window->threads.count, sizeof *b->is_lockless);
  for (uint32_t t = 0; t < window->threads.count; t++)
    for (uint32_t i = 0; i < window->threads.at[t].held.count; i++)
      use (&b->locks[window->threads.at[t].held.at[i]], t, false);
  for (uint32_t i = 0; i < window->events.count; i++)
    {
      const struct window_event *event = &window->events.at[i];
      b->acts[event->thread] = true;
      if (event->op == TRACE_READ || event->op == TRACE_WRITE)
        use (&b->cells[event->object], event->thread, event->op == TRACE_WRITE);
      else if (event->op == TRACE_ACQUIRE || event->op == TRACE_RELEASE)
        use (&b->locks[event->object], event->thread, false);
      else if (event->op == TRACE_FORK)
        b->is_forked[event->object] = true;
      else if (event->op == TRACE_JOIN)
        b->is_joined[event->object] = true;
    }
}

/* Find the threads that hold shared locks at the beginning. */
static void
find_holders (struct builder *b)
{
  const struct trace_window *window = b->window;
  for (uint32_t t = 0; t < window->threads.count; t++)
    for (uint32_t i = 0; i < window->threads.at[t].held.count; i++)
      if (keeps_lock (b, t, window->threads.at[t].held.at[i]))
        {
          *vec_push (b->arena, &b->holders) = t;
          /* The thread holds a lock that others want, so it has to be a process. */
          b->acts[t] = true;
          break;
        }
}

/* Do the shared locks of THREAD nest, and does it hold none when it is joined? */
static bool
thread_nests (const struct builder *b, uint32_t thread)
{
  VEC (uint32_t) stack = VEC_EMPTY;
  const struct window_thread *start = &b->window->threads.at[thread];
  for (uint32_t i = 0; i < start->held.count; i++)
    if (is_shared_lock (b, start->held.at[i]))
      *vec_push (b->arena, &stack) = start->held.at[i];
  for (uint32_t i = 0; i < b->window->events.count; i++)
    {
      const struct window_event *event = &b->window->events.at[i];
      if (event->thread != thread
          || (event->op != TRACE_ACQUIRE && event->op != TRACE_RELEASE)
          || !is_shared_lock (b, event->object))
        continue;
      if (event->op == TRACE_ACQUIRE)
        *vec_push (b->arena, &stack) = event->object;
      else if (stack.count == 0 || stack.at[--stack.count] != event->object)
        return false;
    }
  return stack.count == 0 || !b->is_joined[thread];
}

/* ---- Declarations. ---- */

/* Do A and B belong to one atomic set: fields of one object, in one generation? */
static bool
together (const struct window_cell *a, const struct window_cell *b)
{
  return a->object != TRACE_NONE && a->object == b->object
         && a->generation == b->generation;
}

/* Declare a set of field number FIRST and the later fields of that object. */
static void
declare_set (struct builder *b, uint32_t first, set_id *sets)
{
  const struct trace_window *window = b->window;
  uint32_t count = b->model->cell_of_field.count, members = 0;
  const uint32_t *cells = b->model->cell_of_field.at;
  for (uint32_t j = 0; j < count; j++)
    members += j == first
               || together (&window->cells.at[cells[first]], &window->cells.at[cells[j]]);
  assert (members > 0 && sets[first].index == SET_NONE.index);
  bool is_large = members > WINDOW_SET_LIMIT;
  b->model->large += is_large;
  sets[first] = ir_declare_set (b->ir, arena_format (b->arena, "s%u", (unsigned) first));
  for (uint32_t j = first + 1; j < count && !is_large; j++)
    if (together (&window->cells.at[cells[first]], &window->cells.at[cells[j]]))
      sets[j] = sets[first];
}

static void
declare_fields (struct builder *b)
{
  for (uint32_t c = 0; c < b->window->cells.count; c++)
    if (is_shared_cell (b, c))
      *vec_push (b->arena, &b->model->cell_of_field) = c;
  uint32_t count = b->model->cell_of_field.count;
  set_id *sets = arena_alloc (b->arena, (count + (size_t) 1) * sizeof *sets);
  for (uint32_t i = 0; i < count; i++)
    sets[i] = SET_NONE;
  for (uint32_t i = 0; i < count; i++)
    if (sets[i].index == SET_NONE.index)
      declare_set (b, i, sets);
  if (count == 0) /* a unit needs a set */
    ir_declare_set (b->ir, "all");
  b->field_of
    = arena_calloc (b->arena, b->window->cells.count + (size_t) 1, sizeof *b->field_of);
  for (uint32_t i = 0; i < count; i++)
    {
      uint32_t cell = b->model->cell_of_field.at[i];
      b->field_of[cell] = ir_declare_field (
        b->ir, arena_format (b->arena, "v%u", (unsigned) cell), sets[i]);
    }
}

static void
declare (struct builder *b)
{
  declare_fields (b);
  b->lock_of = arena_calloc (b->arena, b->lock_count + (size_t) 1, sizeof *b->lock_of);
  for (uint32_t l = 0; l < b->lock_count; l++)
    if (is_shared_lock (b, l))
      {
        b->lock_of[l]
          = ir_declare_lock (b->ir, arena_format (b->arena, "l%u", (unsigned) l));
        *vec_push (b->arena, &b->model->lock_of_lock) = l;
      }
  if (b->holders.count > 1)
    {
      b->gate = ir_declare_process (b->ir, "Gate", 0);
      *vec_push (b->arena, &b->model->thread_of_body) = TRACE_NONE;
    }
  b->body_of
    = arena_calloc (b->arena, b->window->threads.count + (size_t) 1, sizeof *b->body_of);
  for (uint32_t t = 0; t < b->window->threads.count; t++)
    if (b->acts[t])
      {
        b->body_of[t]
          = ir_declare_process (b->ir, arena_format (b->arena, "t%u", (unsigned) t), 0);
        *vec_push (b->arena, &b->model->thread_of_body) = t;
      }
}

/* ---- Steps. ---- */

/* The offset of a step that is no event. */
static uint32_t
extra (struct builder *b)
{
  return b->model->events + ++b->extras;
}

uint32_t
window_model_event (const struct window_model *model, uint32_t offset)
{
  return offset > 0 && offset <= model->events ? offset - 1 : TRACE_NONE;
}

/* The current step becomes STEP, and control goes on. */
static void
step (struct builder *b, struct ir_step step, uint32_t offset)
{
  if (b->noting)
    return;
  ir_builder_put (&b->steps, step, offset, NAME_NONE);
  ir_builder_go_on (&b->steps);
}

static struct ir_step
step_of (enum ir_op op)
{
  struct ir_step step = IR_STEP_NONE;
  step.op = op;
  return step;
}

static void
lock_step (struct builder *b, enum ir_op op, uint32_t lock, uint32_t offset)
{
  struct ir_step does = step_of (op);
  assert (is_shared_lock (b, lock));
  does.object.lock = b->lock_of[lock];
  step (b, does, offset);
}

/* Add a start or join of BODY. */
static void
order_step (struct builder *b, enum ir_op op, body_id body, uint32_t offset)
{
  struct ir_step does = step_of (op);
  assert (op == IR_START || op == IR_JOIN);
  does.object.processes = ir_model_copies (b->ir, body);
  if (b->noting)
    ir_model_note_order (b->ir, body, does.object.processes, op == IR_START);
  step (b, does, offset);
}

/* Add the begin or end of a unit. */
static void
unit_step (struct builder *b, enum ir_op op, uint32_t offset)
{
  struct ir_step does = step_of (op);
  does.sets = b->ir->all_sets;
  if (op == IR_END)
    b->steps.units = IDSET_EMPTY;
  step (b, does, offset);
  if (op == IR_BEGIN)
    b->steps.units = does.sets;
}

static void
access_step (struct builder *b, enum ir_op op, uint32_t cell, uint32_t offset)
{
  struct ir_step does = step_of (op);
  assert (is_shared_cell (b, cell));
  does.object.field = b->field_of[cell];
  step (b, does, offset);
}

static void
build_event (struct builder *b, uint32_t i)
{
  const struct window_event *event = &b->window->events.at[i];
  uint32_t offset = i + 1;
  switch (event->op)
    {
    case TRACE_READ:
    case TRACE_WRITE:
      if (is_shared_cell (b, event->object))
        access_step (b, event->op == TRACE_READ ? IR_READ : IR_WRITE, event->object,
                     offset);
      break;
    case TRACE_ACQUIRE:
    case TRACE_RELEASE:
      if (keeps_lock (b, event->thread, event->object))
        lock_step (b, event->op == TRACE_ACQUIRE ? IR_ACQUIRE : IR_RELEASE, event->object,
                   offset);
      break;
    case TRACE_FORK:
    case TRACE_JOIN:
      if (b->acts[event->object])
        order_step (b, event->op == TRACE_FORK ? IR_START : IR_JOIN,
                    b->body_of[event->object], offset);
      break;
    case TRACE_BEGIN:
    case TRACE_END:
      unit_step (b, event->op == TRACE_BEGIN ? IR_BEGIN : IR_END, offset);
      break;
    case TRACE_ENTER:
    case TRACE_EXIT:
    case TRACE_NEW: assert (event->op <= TRACE_END); /* in a window */
    }
}

/* Add the acquires of the locks that holder number H holds at first, and its starts. */
static void
build_holder (struct builder *b, uint32_t h)
{
  uint32_t thread = b->holders.at[h], count = b->holders.count;
  assert (h < count && b->acts[thread]);
  const struct window_thread *start = &b->window->threads.at[thread];
  for (uint32_t i = 0; i < start->held.count; i++)
    if (keeps_lock (b, thread, start->held.at[i]))
      lock_step (b, IR_ACQUIRE, start->held.at[i], extra (b));
  if (h + 1 < count)
    {
      order_step (b, IR_START, b->body_of[b->holders.at[h + 1]], extra (b));
      order_step (b, IR_JOIN, b->gate, extra (b));
      return;
    }
  for (uint32_t t = 0; t < b->window->threads.count; t++)
    {
      bool holds = false;
      for (uint32_t i = 0; i < count; i++)
        holds |= b->holders.at[i] == t;
      if (b->acts[t] && !holds && !b->is_forked[t])
        order_step (b, IR_START, b->body_of[t], extra (b));
    }
  if (count > 1)
    order_step (b, IR_START, b->gate, extra (b));
}

/* Begin a process; returns its first step. */
static uint32_t
begin_process (struct builder *b, body_id body)
{
  if (b->noting)
    return 0;
  uint32_t entry = ir_builder_begin_body (&b->steps);
  if (b->ir->bodies.at[body.index].is_started)
    step (b, step_of (IR_WAKE), extra (b));
  return entry;
}

/* End a process; if it KEEPS a lock, it loops for ever. */
static void
end_process (struct builder *b, body_id body, uint32_t entry, bool keeps)
{
  if (b->noting)
    return;
  if (!keeps && b->ir->bodies.at[body.index].is_joined)
    step (b, step_of (IR_FINISH), extra (b));
  ir_builder_fill (&b->steps, keeps ? IR_SKIP : IR_RETURN, extra (b), NAME_NONE);
  if (keeps)
    ir_builder_add_edge (&b->steps, b->steps.current, b->steps.current);
  ir_builder_end_body (&b->steps, entry);
}

static void
build_thread (struct builder *b, uint32_t thread)
{
  const struct window_thread *start = &b->window->threads.at[thread];
  uint32_t held = 0, units = 0;
  assert (b->acts[thread]);
  uint32_t entry = begin_process (b, b->body_of[thread]);
  for (uint32_t h = 0; h < b->holders.count; h++)
    if (b->holders.at[h] == thread)
      build_holder (b, h);
  for (uint32_t i = 0; i < start->held.count; i++)
    held += keeps_lock (b, thread, start->held.at[i]);
  if (start->in_unit)
    {
      unit_step (b, IR_BEGIN, extra (b));
      units++;
    }
  for (uint32_t i = 0; i < b->window->events.count; i++)
    {
      const struct window_event *event = &b->window->events.at[i];
      if (event->thread != thread)
        continue;
      build_event (b, i);
      units += event->op == TRACE_BEGIN;
      units -= event->op == TRACE_END;
      if (event->op == TRACE_ACQUIRE || event->op == TRACE_RELEASE)
        if (keeps_lock (b, thread, event->object))
          held += event->op == TRACE_ACQUIRE ? 1 : UINT32_MAX;
    }
  assert (units <= 1);
  if (units > 0 && held == 0)
    unit_step (b, IR_END, extra (b));
  end_process (b, b->body_of[thread], entry, held > 0);
}

/* Build all processes, in the order of their declarations. */
static void
build_processes (struct builder *b)
{
  if (b->holders.count > 1)
    {
      uint32_t entry = begin_process (b, b->gate);
      step (b, step_of (IR_SKIP), extra (b));
      end_process (b, b->gate, entry, false);
    }
  for (uint32_t t = 0; t < b->window->threads.count; t++)
    if (b->acts[t])
      build_thread (b, t);
}

void
window_model_build (struct window_model *model, const struct trace_window *window,
                    struct ir_subject *subject, struct arena *arena)
{
  assert (model && window->events.count > 0 && subject->model.bodies.count == 0);
  *model = (struct window_model){ .events = window->events.count };
  struct builder b
    = { .model = model, .window = window, .arena = arena, .ir = &subject->model };
  survey (&b);
  for (uint32_t t = 0; t < window->threads.count; t++)
    {
      b.is_lockless[t] = !thread_nests (&b, t);
      model->unnested += b.is_lockless[t];
    }
  find_holders (&b);
  LOG (2, "%u holders, %u threads whose locks do not nest", (unsigned) b.holders.count,
       (unsigned) model->unnested);
  declare (&b);
  ir_builder_init (&b.steps, &subject->flow, &subject->model, &subject->arena);
  b.noting = true;
  build_processes (&b);
  b.noting = false;
  build_processes (&b);
  assert (subject->flow.bodies.count == model->thread_of_body.count);
}
