/* synchronizers.c -- synchronizers that are one value: see synchronizers.def. */
#include <config.h>

#include <assert.h>
#include <string.h>

#include "java/partial/evaluation.h"

enum mode
{
  NOW,
  WAIT,
  TRY,
};

enum condition
{
  ALWAYS,
  POSITIVE,
  ENOUGH,
  ZERO,
  SAME,
};

enum update
{
  KEEP,
  PLUS_1,
  MINUS_1,
  PLUS_A,
  MINUS_A,
  BECOMES_A,
  BECOMES_B,
  COUNT_DOWN,
  ZERO_IT,
};

enum result
{
  NOTHING,
  OLD,
  NEW,
  WHETHER,
};

static const struct type
{
  const char *class;
  char kind;
} types[] = {
#define TYPE(class, kind) { class, kind },
#define CALL(class, method, parameters, mode, condition, update, result)
#include "java/partial/synchronizers.def"
#undef TYPE
#undef CALL
};

static const struct row_of_call
{
  const char *class, *method, *parameters;
  enum mode mode;
  enum condition condition;
  enum update update;
  enum result result;
} calls[] = {
#define TYPE(class, kind)
#define CALL(class, method, parameters, mode, condition, update, result)                 \
  { class, method, parameters, mode, condition, update, result },
#include "java/partial/synchronizers.def"
#undef TYPE
#undef CALL
};

/* The type that CLASS is, or null. */
static const struct type *
find_type (const char *class)
{
  for (size_t i = 0; i < sizeof types / sizeof *types; i++)
    if (strcmp (types[i].class, class) == 0)
      return &types[i];
  return NULL;
}

static const struct row_of_call *
find_call (const char *class, const struct invocation *call)
{
  const char *simple = strrchr (class, '/') + 1;
  for (size_t i = 0; i < sizeof calls / sizeof *calls; i++)
    if (strcmp (calls[i].method, call->name) == 0
        && strncmp (calls[i].class, simple, strlen (calls[i].class)) == 0
        && strncmp (calls[i].parameters, call->descriptor, strlen (calls[i].parameters))
             == 0)
      return &calls[i];
  return NULL;
}

static struct datum
number (char kind, int64_t value)
{
  return kind == 'J' ? datum_long (value) : datum_int (value);
}

/* How the names of VarHandle end: how the access is ordered. */
static const char *const orders[]
  = { "", "Volatile", "Acquire", "Release", "Opaque", "Plain" };

/* The row of what CALL does by a handle: what it is given says nothing. */
static const struct row_of_call *
find_call_by_handle (const struct invocation *call)
{
  for (size_t i = 0; i < sizeof calls / sizeof *calls; i++)
    for (size_t k = 0; k < sizeof orders / sizeof *orders; k++)
      {
        size_t length = strlen (calls[i].method);
        if (strcmp (calls[i].class, "Atomic") == 0
            && strncmp (calls[i].method, call->name, length) == 0
            && strcmp (call->name + length, orders[k]) == 0)
          return &calls[i];
      }
  assert (call->name);
  return NULL;
}

/* The condition of ROW, where V is an expression for the value. */
static uint32_t
condition_of (struct evaluation *e, const struct row_of_call *row, char kind, uint32_t v,
              struct datum a)
{
  switch (row->condition)
    {
    case ALWAYS: break;
    case POSITIVE:
      return expr_binary_of (e, EXPR_GREATER, v, expr_of (e, number (kind, 0)));
    case ENOUGH: return expr_binary_of (e, EXPR_GREATER_EQUAL, v, expr_of (e, a));
    case ZERO: return expr_binary_of (e, EXPR_EQUAL, v, expr_of (e, number (kind, 0)));
    case SAME: return expr_binary_of (e, EXPR_EQUAL, v, expr_of (e, a));
    }
  return expr_constant_of (e, IR_BOOL, 1);
}

/* The same of numbers that are known. */
static bool
condition_holds (const struct row_of_call *row, int64_t v, int64_t a)
{
  switch (row->condition)
    {
    case ALWAYS: return true;
    case POSITIVE: return v > 0;
    case ENOUGH: return v >= a;
    case ZERO: return v == 0;
    case SAME: return v == a;
    }
  return true;
}

static int64_t
updated (const struct row_of_call *row, int64_t v, int64_t a, int64_t b)
{
  switch (row->update)
    {
    case KEEP: return v;
    case PLUS_1: return (int64_t) ((uint64_t) v + 1);
    case MINUS_1: return (int64_t) ((uint64_t) v - 1);
    case PLUS_A: return (int64_t) ((uint64_t) v + (uint64_t) a);
    case MINUS_A: return (int64_t) ((uint64_t) v - (uint64_t) a);
    case BECOMES_A: return a;
    case BECOMES_B: return b;
    case COUNT_DOWN: return v > 0 ? v - 1 : v;
    case ZERO_IT: return 0;
    }
  return v;
}

/* What the value becomes, with steps. */
static struct datum
update_step (struct evaluation *e, const struct row_of_call *row, char kind,
             struct datum now, struct datum a, struct datum b)
{
  struct datum one = number (kind, 1);
  enum datum_kind slot = kind == 'J' ? DATUM_WIDE_SLOT : DATUM_SLOT;
  enum ir_expr_kind operator= row->update == PLUS_1 || row->update == PLUS_A
    ? EXPR_ADD
    : EXPR_SUBTRACT;
  switch (row->update)
    {
    case KEEP: return now;
    case BECOMES_A: return a;
    case BECOMES_B: return b;
    case ZERO_IT: return number (kind, 0);
    case PLUS_A:
    case MINUS_A:
      return emit_set (e, 2, slot,
                       expr_binary_of (e, operator, expr_of (e, now), expr_of (e, a)));
    case PLUS_1:
    case MINUS_1:
    case COUNT_DOWN: break;
    }
  return emit_set (e, 2, slot,
                   expr_binary_of (e, operator, expr_of (e, now), expr_of (e, one)));
}

static void
carry_out_now (struct evaluation *e, const struct invocation *call,
               const struct row_of_call *row, struct cell *cell, struct datum a,
               struct datum b)
{
  assert (call->signature && call->count >= call->signature->count);
  assert (cell->object < e->objects.count);
  struct datum old = cell->value;
  bool holds = condition_holds (row, old.value, a.value);
  struct datum new = number (cell->kind, updated (row, old.value, a.value, b.value));
  if (cell->kind == 'L')
    new = row->update == BECOMES_A ? a : row->update == BECOMES_B ? b : old;
  if (cell->kind == 'I' || cell->kind == 'Z')
    new = datum_int (new.value);
  if (holds && row->update != KEEP)
    cell_write (e, cell, new);
  finish_call (e, call,
               row->result == OLD       ? old
               : row->result == NEW     ? new
               : row->result == WHETHER ? datum_int (holds)
                                        : DATUM_OF (DATUM_NONE));
}

static void
carry_out_steps (struct evaluation *e, const struct invocation *call,
                 const struct row_of_call *row, const struct atomic_cell *at,
                 struct datum a, struct datum b)
{
  assert (at->object < e->objects.count);
  assert (call->signature && call->count >= call->signature->count);
  char kind = at->kind;
  become_steps (e);
  a = materialise (e, a, 4);
  b = materialise (e, b, 5);
  struct cell *cell = cell_at (e, at->object, at->key, kind);
  uint32_t end = ir_builder_new_step (&e->b);
  enum datum_kind slot = kind == 'J'   ? DATUM_WIDE_SLOT
                         : kind == 'L' ? DATUM_REF_SLOT
                                       : DATUM_SLOT;
  struct datum result = { DATUM_SLOT, slot_of_instruction (e, 3), 0 };
  atomic_open (e);
  if (row->mode == WAIT)
    emit_assume (e, condition_of (e, row, kind, expr_cell (e, cell), a), cell);
  struct datum now = cell_read (e, cell, 1);
  uint32_t otherwise = NONE;
  if (row->mode == TRY)
    {
      /* One of several equal objects may be another one. */
      bool is_weak = strncmp (row->method, "weak", 4) == 0
                     || (kind == 'L' && row->condition == SAME && has_twins (e, a));
      uint32_t spurious = is_weak ? emit_choice (e) : NONE;
      otherwise = emit_test (e, condition_of (e, row, kind, expr_of (e, now), a));
      if (is_weak)
        {
          uint32_t here = e->b.current;
          e->b.current = spurious;
          ir_builder_continue_at (&e->b, otherwise);
          e->b.current = here;
        }
    }
  else if (row->update == COUNT_DOWN)
    otherwise = emit_test (e, expr_binary_of (e, EXPR_GREATER, expr_of (e, now),
                                              expr_of (e, number (kind, 0))));
  struct datum new = update_step (e, row, kind, now, a, b);
  if (row->update != KEEP)
    cell_write (e, cell_at (e, at->object, at->key, kind), new);
  if (row->result == WHETHER)
    emit_set (e, 3, DATUM_SLOT, expr_constant_of (e, IR_INT, 1));
  ir_builder_continue_at (&e->b, end);
  if (otherwise != NONE)
    {
      e->b.current = otherwise;
      if (row->result == WHETHER)
        emit_set (e, 3, DATUM_SLOT, expr_constant_of (e, IR_INT, 0));
      ir_builder_continue_at (&e->b, end);
    }
  e->b.current = end;
  if (row->result == NEW && new.kind != slot && !datum_is_slot (new))
    new = number (kind, new.value);
  atomic_close (e);
  finish_call (e, call,
               row->result == OLD       ? now
               : row->result == NEW     ? new
               : row->result == WHETHER ? result
                                        : DATUM_OF (DATUM_NONE));
}

static bool
is_known (struct datum d)
{
  return d.kind == DATUM_INT || d.kind == DATUM_LONG || d.kind == DATUM_REF
         || d.kind == DATUM_NONE;
}

/* A function that makes the new value from the old one: the lambda is called, then
   update_ends.  accumulateAndGet has one more argument. */
static bool
call_update (struct evaluation *e, const struct invocation *call,
             const struct atomic_cell *where)
{
  char kind = where->kind;
  assert (where->object < e->objects.count);
  assert (call->signature && call->count >= call->signature->count);
  bool updates = strstr (call->name, "pdate") != NULL;
  bool accumulates = strstr (call->name, "ccumulate") != NULL;
  bool returns_old = strncmp (call->name, "getAnd", 6) == 0;
  uint32_t at = where->first + (updates ? 0 : 1);
  if ((!updates && !accumulates) || call->count <= at)
    return false;
  if (!split_reference (e, call->count - 1 - at))
    return true;
  uint32_t function = (uint32_t) argument (e, call, at)->value;
  struct datum arguments[2]
    = { DATUM_OF (DATUM_NONE), *argument (e, call, where->first) };
  struct cell *cell = cell_at (e, where->object, where->key, kind);
  uint32_t number = (uint32_t) (cell - e->cells.at);
  struct datum now = cell_read (e, cell, 1);
  if (!e->concrete)
    {
      enum datum_kind slot = kind == 'J'   ? DATUM_WIDE_SLOT
                             : kind == 'L' ? DATUM_REF_SLOT
                                           : DATUM_SLOT;
      struct datum kept = emit_set (e, 6, slot, expr_of (e, now));
      kept.value = now.kind == DATUM_REF_SLOT ? now.value
                   : now.kind == DATUM_REF    ? set_of (e, (uint32_t) now.value)
                                              : 0;
      now = kept;
    }
  arguments[0] = now;
  /* The arguments stay where they are: if somebody else is quicker, the call begins
     again. */
  if (call_object (e, function, arguments, updates ? 1 : 2,
                   returns_old ? AFTER_UPDATE_OLD : AFTER_UPDATE_NEW, number))
    top (e)->map = call->count;
  else if (!e->ended)
    {
      note (e, JAVA_MAY_MISS, ALL_OF_JAVA, "unknown-call",
            "what '%s' computes is not followed", call->name);
      finish_call (e, call, DATUM_OF (DATUM_NONE));
    }
  return true;
}

/* An int is given where a long is due. */
static struct datum
fit (struct evaluation *e, struct datum d, char kind)
{
  assert (strchr ("ZBSCIJFDL", kind));
  if (kind != 'J' || datum_is_wide (d) || d.kind == DATUM_NONE)
    return d;
  return d.kind == DATUM_INT    ? datum_long (d.value)
         : d.kind == DATUM_SLOT ? emit_set (e, 0, DATUM_WIDE_SLOT, expr_of (e, d))
                                : DATUM_OF (DATUM_ANY_WIDE);
}

static bool
carry_out (struct evaluation *e, const struct invocation *call,
           const struct row_of_call *row, const struct atomic_cell *at)
{
  bool waits = row->mode == WAIT || strncmp (row->parameters, "(J", 2) == 0;
  if (waits && !strstr (row->method, "Uninterruptibly"))
    may_be_interrupted (e);
  struct datum a = DATUM_OF (DATUM_NONE), b = a;
  if (call->count > at->first)
    a = fit (e, *argument (e, call, at->first), at->kind);
  if (call->count > at->first + 1)
    b = fit (e, *argument (e, call, at->first + 1), at->kind);
  struct cell *cell = cell_at (e, at->object, at->key, at->kind);
  bool holds = is_known (cell->value) && is_known (a)
               && condition_holds (row, cell->value.value, a.value);
  if (e->concrete && is_known (cell->value) && is_known (a) && is_known (b)
      && (holds || row->mode != WAIT))
    carry_out_now (e, call, row, cell, a, b);
  else
    carry_out_steps (e, call, row, at, a, b);
  return true;
}

bool
synchronizer_by_handle (struct evaluation *e, const struct invocation *call,
                        const struct atomic_cell *at)
{
  const struct row_of_call *row = find_call_by_handle (call);
  assert (at->object < e->objects.count);
  return call_update (e, call, at) || (row && carry_out (e, call, row, at));
}

bool
synchronizer_invoke (struct evaluation *e, const struct invocation *call)
{
  assert (call->signature && call->count >= call->signature->count);
  if (call->kind == HANDLE_INVOKE_STATIC)
    return false;
  uint32_t object = receiver (e, call);
  if (object == OBJECT_UNKNOWN)
    return false;
  const struct type *type = find_type (call->class);
  if (!type && e->objects.at[object].class.index != NAME_NONE.index)
    type = find_type (text_of (e, e->objects.at[object].class));
  if (!type)
    return false;
  if (strcmp (call->name, "<init>") == 0)
    {
      struct cell *cell = cell_at (e, object, KEY_VALUE, type->kind);
      cell->is_atomic = true;
      struct datum value
        = call->count > 1 ? *argument (e, call, 1) : DATUM_OF (DATUM_NONE);
      if (type->kind == 'J' && value.kind == DATUM_INT)
        value = datum_long (value.value);
      else if (type->kind == 'J' && value.kind == DATUM_SLOT)
        value = emit_set (e, 0, DATUM_WIDE_SLOT, expr_of (e, value));
      if (value.kind != DATUM_NONE)
        cell_write (e, cell, value);
      finish_call (e, call, DATUM_OF (DATUM_NONE));
      return true;
    }
  struct atomic_cell at = { object, KEY_VALUE, type->kind, 1 };
  cell_at (e, object, KEY_VALUE, type->kind)->is_atomic = true;
  const struct row_of_call *row = find_call (type->class, call);
  return call_update (e, call, &at) || (row && carry_out (e, call, row, &at));
}
