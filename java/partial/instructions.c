/* instructions.c -- every instruction on data.
 *
 * What is known is computed; what is in slots becomes a step.  An instruction that needs
 * to know one object, or one number, of several splits the path: there is a test for
 * each, and the instruction begins again in a state that knows.
 */
#include <config.h>

#include <assert.h>
#include <string.h>

#include "java/partial/evaluation.h"

/* ---- Exceptions. ---- */

/* Is an object of OBJECT's class caught by a handler of TYPE? */
static enum is_a
is_caught (struct evaluation *e, uint32_t object, name_id type)
{
  assert (object < e->objects.count);
  if (type.index == NAME_NONE.index)
    return IS;
  const char *text = text_of (e, type);
  if (strcmp (text, "java/lang/Throwable") == 0)
    return IS;
  return class_is_a (e, e->objects.at[object].class, text);
}

/* The frame gives back what its method holds. */
static void
release_monitor (struct evaluation *e)
{
  uint32_t monitor = top (e)->monitor;
  if (monitor == NONE)
    return;
  top (e)->monitor = NONE;
  if (e->guards.at[monitor].is_data || guard_is_held (e, monitor))
    guard_release (e, monitor);
}

/* Is TASK one whose exceptions nobody keeps? */
static bool
is_worker (const struct evaluation *e, uint32_t task)
{
  assert (task < e->objects.count);
  return strstr (text_of (e, e->objects.at[task].class), "$Worker") != NULL
         || strcmp (text_of (e, e->objects.at[task].class), "java/lang/Thread") == 0;
}

/* The thread ends, since nobody catches OBJECT.  What leaves a task stays in its future;
   an error counts all the same. */
static void
end_by (struct evaluation *e, uint32_t object)
{
  assert (object < e->objects.count);
  struct frame *frame = top (e);
  bool is_error = class_is_a (e, e->objects.at[object].class, "java/lang/Error") == IS;
  bool is_kept = frame->after == AFTER_TASK && !is_worker (e, frame->with);
  if (is_kept)
    {
      become_steps (e);
      cell_write (e, task_failure (e, frame->with), datum_int (1));
    }
  /* What leaves a method of a class is an answer, unless it is an error. */
  if (e->clients && e->process == 0)
    {
      become_steps (e);
      emit_nowhere (e);
      return;
    }
  is_kept = is_kept || (e->clients && e->process <= e->clients->count);
  bool is_thrown = e->objects.at[object].is_thrown;
  if (e->objects.at[object].thrown_at != NONE && ((is_thrown && is_error) || !is_kept))
    {
      /* The thread ends by that: who waits for it goes on. */
      become_steps (e);
      release_monitor (e);
      if (e->ended)
        return;
      if (top (e)->after == AFTER_TASK)
        task_ends (e, top (e)->with, DATUM_OF (DATUM_NONE), false);
      if (e->declared->bodies.at[e->processes.at[e->process].body.index].is_joined)
        emit (e, step_with (IR_FINISH));
      if (is_thrown)
        emit_fail (e, e->objects.at[object].thrown_at);
      else
        emit_wrong (e, object);
      return;
    }
  leave_frame (e, DATUM_OF (DATUM_NONE), false);
}

void
throw_object (struct evaluation *e, uint32_t object)
{
  assert (object < e->objects.count);
  for (;;)
    {
      struct frame *frame = top (e);
      for (uint32_t i = 0; i < frame->code->handler_count; i++)
        {
          const struct handler *handler = &frame->code->handlers[i];
          if (frame->pc < handler->begin || frame->pc >= handler->end)
            continue;
          enum is_a caught = is_caught (e, object, handler->type);
          if (caught == IS_NOT)
            continue;
          if (caught == IS_PERHAPS)
            { /* Either way: the handler is a state of its own. */
              become_steps (e);
              note (e, JAVA_ADDS_EXECUTIONS, 0, "catch",
                    "whether an exception is caught here is not known");
              uint32_t row = state_save (e), other = emit_choice (e);
              frame->height = 0;
              push (e, datum_ref (object));
              frame->pc = handler->target;
              state_go (e);
              e->ended = false;
              state_load (e, row);
              e->b.current = other;
              frame = top (e);
              continue;
            }
          frame->height = 0;
          push (e, datum_ref (object));
          frame->pc = handler->target;
          if (!e->concrete)
            state_go (e);
          return;
        }
      if (e->depth == 1)
        {
          end_by (e, object);
          return;
        }
      if (top (e)->after == AFTER_INITIALISER)
        {
          initialiser_ends (e, true);
          object = initialiser_exception (e, object);
        }
      release_monitor (e);
      if (e->ended)
        return;
      if (top (e)->after == AFTER_TASK)
        {
          end_by (e, object);
          return;
        }
      if (top (e)->after == AFTER_TRIP)
        note (e, JAVA_MAY_MISS, ALL_OF_JAVA, "broken-barrier",
              "a barrier's action throws: the others do not notice here");
      frame_pop (e);
    }
}

void
throw_class (struct evaluation *e, const char *class)
{
  throw_object (e, object_exception (e, class));
}

void
throw_otherwise (struct evaluation *e, uint32_t otherwise, const char *class)
{
  uint32_t row = state_save (e), here = e->b.current, atomic = e->b.atomic;
  assert (otherwise != NONE && !e->ended);
  e->b.current = otherwise;
  if (atomic > 0)
    {
      e->b.atomic = 1;
      atomic_close (e);
    }
  throw_class (e, class);
  if (!e->ended)
    state_go (e);
  e->ended = false;
  state_load (e, row);
  e->b.current = here;
  e->b.atomic = atomic;
}

void
may_end_by (struct evaluation *e, const char *class)
{
  become_steps (e);
  uint32_t other = emit_choice (e), row = state_save (e), here = e->b.current;
  assert (!e->ended);
  e->b.current = other;
  throw_object (e, class ? object_exception (e, class) : OBJECT_UNKNOWN);
  if (!e->ended)
    state_go (e);
  e->ended = false;
  state_load (e, row);
  e->b.current = here;
}

static void
evaluate_throw (struct evaluation *e)
{
  if (!split_reference (e, 0))
    return;
  uint32_t object = (uint32_t) pop (e).value;
  if (object == OBJECT_NULL)
    {
      throw_class (e, "java/lang/NullPointerException");
      return;
    }
  struct object *at = &e->objects.at[object];
  if (object == OBJECT_UNKNOWN)
    note (e, JAVA_ADDS_EXECUTIONS, 0, "exception",
          "which exception this is is not known");
  else if (at->thrown_at == NONE && at->kind == OBJECT_PLAIN && at->is_thrown)
    at->thrown_at = place_here (e);
  throw_object (e, object);
}

/* ---- Splitting. ---- */

bool
split_reference (struct evaluation *e, uint32_t depth)
{
  struct datum d = *peek (e, depth);
  if (d.kind == DATUM_REF)
    return true;
  if (d.kind != DATUM_REF_SLOT)
    {
      *peek (e, depth) = datum_ref (OBJECT_UNKNOWN);
      return true;
    }
  uint32_t set = (uint32_t) d.value, count = row_count (&e->rows, set);
  if (count == 0)
    {
      emit_nowhere (e);
      return false;
    }
  uint32_t row = state_save (e);
  for (uint32_t i = 0; i < count; i++)
    {
      uint32_t object = row_words (&e->rows, set)[i], otherwise = NONE;
      if (i + 1 < count)
        otherwise = emit_test (e, expr_binary_of (e, EXPR_EQUAL, expr_of (e, d),
                                                  expr_of (e, datum_ref (object))));
      refine (e, d.slot, datum_ref (object));
      *peek (e, depth) = datum_ref (object);
      state_go (e);
      if (i + 1 == count)
        break;
      e->ended = false;
      state_load (e, row);
      e->b.current = otherwise;
    }
  return false;
}

bool
split_number (struct evaluation *e, uint32_t depth, uint32_t below)
{
  struct datum d = *peek (e, depth);
  if (d.kind == DATUM_INT)
    return true;
  become_steps (e);
  if (below > CHOICES_MOST)
    {
      give_up (e, "too-large", "a number that is not known chooses one of too many");
      return false;
    }
  d = *peek (e, depth) = materialise (e, d, 5);
  uint32_t row = state_save (e);
  for (uint32_t i = 0; i < below; i++)
    {
      uint32_t otherwise = emit_test (
        e, expr_binary_of (e, EXPR_EQUAL, expr_of (e, d), expr_of (e, datum_int (i))));
      refine (e, d.slot, datum_int (i));
      *peek (e, depth) = datum_int (i);
      state_go (e);
      e->ended = false;
      state_load (e, row);
      e->b.current = otherwise;
    }
  *peek (e, depth) = datum_int (-1);
  state_go (e);
  return false;
}

/* ---- Locals. ---- */

static uint32_t
slot_of_local (struct evaluation *e, uint32_t local)
{
  assert (local < top (e)->code->max_locals);
  const struct frame *frame = top (e);
  uint32_t offset = frame->code->count * (frame->code->max_stack + 8) + local;
  return pairmap_number (&e->slot_of, frame->context, offset);
}

/* What is on the stack and depends on SLOT, which is about to change, is put elsewhere.
 */
static void
save_stack (struct evaluation *e, uint32_t slot)
{
  struct frame *frame = top (e);
  for (uint32_t i = 0; i < frame->height; i++)
    if (datum_is_slot (frame->stack[i]) && frame->stack[i].slot == slot)
      {
        struct datum old = frame->stack[i];
        frame->stack[i] = emit_set (e, 7 + (i < frame->code->max_stack ? i : 0), old.kind,
                                    expr_of (e, old));
        frame->stack[i].value = old.value;
      }
}

static void
store_local (struct evaluation *e, uint32_t local, struct datum d)
{
  struct frame *frame = top (e);
  assert (local < frame->code->max_locals);
  if (datum_is_slot (d))
    {
      uint32_t slot = slot_of_local (e, local);
      if (d.slot != slot)
        {
          save_stack (e, slot);
          struct datum home = { d.kind, slot, d.value };
          struct ir_step set = step_with (IR_SET);
          set.expr = expr_of (e, d);
          set.slot = slot_in_body (e, home);
          emit (e, set);
          d = home;
        }
    }
  frame->locals[local] = d;
  if (datum_is_wide (d) && local + 1 < frame->code->max_locals)
    frame->locals[local + 1] = DATUM_OF (DATUM_NONE);
}

static struct datum
load_local (struct evaluation *e, uint32_t local, char kind)
{
  struct frame *frame = top (e);
  assert (local < frame->code->max_locals);
  struct datum d = frame->locals[local];
  if (d.kind == DATUM_NONE)
    d = kind == 'A'                  ? datum_ref (OBJECT_UNKNOWN)
        : kind == 'J' || kind == 'D' ? DATUM_OF (DATUM_ANY_WIDE)
                                     : DATUM_OF (DATUM_ANY);
  return d;
}

static void
increment (struct evaluation *e, const struct instruction *at)
{
  assert (at->opcode == top (e)->code->at[top (e)->pc].opcode);
  struct datum d = load_local (e, (uint32_t) at->a, 'I'), sum = DATUM_OF (DATUM_ANY);
  if (d.kind == DATUM_INT)
    sum = number_compute (OP_IADD, d.value, at->b);
  else if (d.kind == DATUM_SLOT)
    {
      save_stack (e, d.slot);
      uint32_t expr = expr_binary_of (e, EXPR_ADD, expr_of (e, d),
                                      expr_constant_of (e, IR_INT, at->b));
      sum = emit_set (e, 0, DATUM_SLOT, expr);
    }
  store_local (e, (uint32_t) at->a, sum);
  top (e)->pc++;
}

/* ---- Branches. ---- */

static void
jump (struct evaluation *e, uint32_t pc)
{
  assert (pc < top (e)->code->count);
  top (e)->pc = pc;
  if (!e->concrete)
    state_go (e);
}

/* EQUAL, LESS ... of two known numbers. */
static bool
holds (enum ir_expr_kind kind, int64_t a, int64_t b)
{
  int64_t result = 0;
  ir_operate (kind, IR_BOOL, true, a, b, &result);
  return result != 0;
}

static bool
may_be_unknown (struct evaluation *e, struct datum d)
{
  uint32_t set = (uint32_t) d.value;
  if (d.kind != DATUM_REF_SLOT)
    return false;
  assert (set < e->rows.list.count);
  return set_without (e, set, OBJECT_UNKNOWN) != set;
}

static void
evaluate_branch (struct evaluation *e, const struct instruction *at)
{
  assert (at->opcode == top (e)->code->at[top (e)->pc].opcode);
  static const enum ir_expr_kind kinds[]
    = { EXPR_EQUAL,         EXPR_NOT_EQUAL, EXPR_LESS,
        EXPR_GREATER_EQUAL, EXPR_GREATER,   EXPR_LESS_EQUAL };
  enum opcode opcode = (enum opcode) at->opcode;
  bool is_null = opcode == OP_IFNULL || opcode == OP_IFNONNULL;
  bool is_object = is_null || opcode == OP_IF_ACMPEQ || opcode == OP_IF_ACMPNE;
  bool has_two = opcode >= OP_IF_ICMPEQ && opcode <= OP_IF_ACMPNE;
  enum ir_expr_kind kind = is_null ? (opcode == OP_IFNULL ? EXPR_EQUAL : EXPR_NOT_EQUAL)
                           : is_object
                             ? (opcode == OP_IF_ACMPEQ ? EXPR_EQUAL : EXPR_NOT_EQUAL)
                           : has_two ? kinds[opcode - OP_IF_ICMPEQ]
                                     : kinds[opcode - OP_IFEQ];
  /* What is not known may be null, though it has a number of its own. */
  if (is_null && may_be_unknown (e, *peek (e, 0)) && !split_reference (e, 0))
    return;
  struct datum b = has_two ? pop (e) : is_null ? datum_ref (OBJECT_NULL) : datum_int (0);
  struct datum a = pop (e);
  uint32_t target = (uint32_t) at->a, next = top (e)->pc + 1;
  bool unknown
    = is_object && (is_null ? is_unknown (a) : has_twins (e, a) || has_twins (e, b));
  if (!unknown && (datum_is_number (a) || a.kind == DATUM_REF)
      && (datum_is_number (b) || b.kind == DATUM_REF))
    {
      if (holds (kind, a.value, b.value))
        jump (e, target);
      else
        top (e)->pc = next;
      return;
    }
  become_steps (e);
  uint32_t otherwise;
  if (unknown)
    {
      note (e, JAVA_ADDS_EXECUTIONS, 0, "any-value",
            "an object that is not known is any object");
      otherwise = emit_choice (e);
    }
  else
    {
      a = materialise (e, a, 4);
      b = materialise (e, b, 5);
      otherwise = emit_test (e, expr_binary_of (e, kind, expr_of (e, a), expr_of (e, b)));
    }
  uint32_t row = state_save (e);
  bool narrows = is_null && a.kind == DATUM_REF_SLOT;
  struct datum null = datum_ref (OBJECT_NULL), rest = a;
  if (narrows)
    {
      uint32_t set = set_without (e, (uint32_t) a.value, OBJECT_NULL);
      rest.value = set;
      if (row_count (&e->rows, set) == 1)
        rest = datum_ref (row_words (&e->rows, set)[0]);
      refine (e, a.slot, kind == EXPR_EQUAL ? null : rest);
    }
  top (e)->pc = target;
  state_go (e);
  e->ended = false;
  state_load (e, row);
  e->b.current = otherwise;
  if (narrows)
    refine (e, a.slot, kind == EXPR_EQUAL ? rest : null);
  top (e)->pc = next;
  state_go (e);
}

static void
evaluate_switch (struct evaluation *e, const struct instruction *at)
{
  const struct frame *frame = top (e);
  struct datum d = pop (e);
  uint32_t count = (uint32_t) at->b, first = (uint32_t) at->a;
  assert (count > 0);
  if (datum_is_number (d))
    {
      for (uint32_t i = 0; i + 1 < count; i++)
        if (frame->code->cases[first + i] == d.value)
          {
            jump (e, frame->code->targets[first + i]);
            return;
          }
      jump (e, frame->code->targets[first + count - 1]);
      return;
    }
  become_steps (e);
  d = materialise (e, d, 5);
  for (uint32_t i = 0; i + 1 < count; i++)
    {
      int64_t number = top (e)->code->cases[first + i];
      uint32_t otherwise
        = emit_test (e, expr_binary_of (e, EXPR_EQUAL, expr_of (e, d),
                                        expr_of (e, datum_int (number))));
      uint32_t row = state_save (e);
      refine (e, d.slot, datum_int (number));
      top (e)->pc = top (e)->code->targets[first + i];
      state_go (e);
      e->ended = false;
      state_load (e, row);
      e->b.current = otherwise;
    }
  top (e)->pc = top (e)->code->targets[first + count - 1];
  state_go (e);
}

/* ---- Constants. ---- */

static uint32_t
text_constant (struct evaluation *e, name_id text)
{
  uint32_t *slot = pairmap_at (&e->text_of, 1, text.index);
  if (*slot == PAIRMAP_FREE)
    {
      *slot = e->objects.count;
      *vec_push (e->arena, &e->objects)
        = (struct object){ .kind = OBJECT_TEXT,
                           .class = universe_name (e->universe, "java/lang/String"),
                           .text = text,
                           .name = "text",
                           .process = NONE,
                           .thrown_at = NONE };
    }
  return *slot;
}

static void
evaluate_constant (struct evaluation *e, const struct instruction *at)
{
  assert (at->opcode == top (e)->code->at[top (e)->pc].opcode);
  const struct constants *constants = &top (e)->class->constants;
  uint32_t index = (uint32_t) at->a;
  struct datum d;
  switch ((unsigned) constants_tag (constants, index))
    {
    case CONSTANT_INTEGER: d = datum_int (constants_integer (constants, index)); break;
    case CONSTANT_LONG: d = datum_long (constants_long (constants, index)); break;
    case CONSTANT_STRING:
      d = datum_ref (text_constant (e, constants_string (constants, index)));
      break;
    case CONSTANT_CLASS:
      d = datum_ref (object_class (e, constants_class (constants, index)));
      break;
    case CONSTANT_DOUBLE: d = DATUM_OF (DATUM_ANY_WIDE); break;
    case CONSTANT_FLOAT: d = DATUM_OF (DATUM_ANY); break;
    default: d = datum_ref (OBJECT_UNKNOWN); break;
    }
  push (e, d);
  top (e)->pc++;
}

/* ---- The stack. ---- */

/* dup_x2 and its kin: as many values as WORDS words are copied below SKIP others. */
static void
duplicate (struct evaluation *e, uint32_t words, uint32_t skip)
{
  struct datum taken[2], passed[2];
  uint32_t taken_count = 0, passed_count = 0;
  for (uint32_t w = 0; w < words; taken_count++)
    {
      taken[taken_count] = pop (e);
      w += datum_is_wide (taken[taken_count]) ? 2 : 1;
    }
  for (uint32_t w = 0; w < skip; passed_count++)
    {
      passed[passed_count] = pop (e);
      w += datum_is_wide (passed[passed_count]) ? 2 : 1;
    }
  for (uint32_t i = taken_count; i-- > 0;)
    push (e, taken[i]);
  for (uint32_t i = passed_count; i-- > 0;)
    push (e, passed[i]);
  for (uint32_t i = taken_count; i-- > 0;)
    push (e, taken[i]);
}

static bool
evaluate_stack (struct evaluation *e, enum opcode opcode)
{
  assert (e->depth > 0);
  switch ((unsigned) opcode)
    {
    case OP_DUP: duplicate (e, 1, 0); break;
    case OP_DUP_X1: duplicate (e, 1, 1); break;
    case OP_DUP_X2: duplicate (e, 1, 2); break;
    case OP_DUP2: duplicate (e, 2, 0); break;
    case OP_DUP2_X1: duplicate (e, 2, 1); break;
    case OP_DUP2_X2: duplicate (e, 2, 2); break;
    case OP_POP: pop (e); break;
    case OP_POP2:
      if (!datum_is_wide (pop (e)))
        pop (e);
      break;
    case OP_SWAP:
      {
        struct datum a = pop (e), b = pop (e);
        push (e, a);
        push (e, b);
        break;
      }
    default: return false;
    }
  top (e)->pc++;
  return true;
}

/* ---- Returning. ---- */

/* The last frame of a thread returns.  A lock that the thread has not given back stays
   its own for ever, which a lock of ir cannot: a number says who holds it. */
static void
end_process (struct evaluation *e, struct datum result)
{
  assert (e->depth == 1);
  if (clients_go_on (e, result))
    return;
  become_steps (e);
  for (uint32_t i = 0; i < e->held.count; i++)
    {
      e->pool_keeps = e->pool_keeps || e->processes.at[e->process].pool != NONE;
      guard_make_data (e, e->held.at[i]);
    }
  if (e->pool_keeps)
    note (e, JAVA_MAY_MISS, ALL_OF_JAVA, "pool-lock",
          "a task keeps a lock: the next task of its thread would hold it");
  if (e->declared->bodies.at[e->processes.at[e->process].body.index].is_joined)
    emit (e, step_with (IR_FINISH));
  ir_builder_put (&e->b, step_with (IR_RETURN), place_here (e) + 1, NAME_NONE);
  e->ended = true;
}

void
leave_frame (struct evaluation *e, struct datum result, bool has_result)
{
  uint32_t after = top (e)->after, with = top (e)->with, map = top (e)->map;
  struct java_member callee = top (e)->member;
  if (after == AFTER_INITIALISER)
    initialiser_ends (e, false);
  release_monitor (e);
  if (e->ended)
    return;
  if (after == AFTER_TASK)
    task_ends (e, with, result, has_result);
  if (e->depth == 1)
    {
      end_process (e, result);
      return;
    }
  frame_pop (e);
  if (after == AFTER_INITIALISER)
    return; /* the instruction begins again */
  if (after == AFTER_COMPUTE)
    result = compute_ends (e, map, with, result);
  if (after == AFTER_UPDATE_OLD || after == AFTER_UPDATE_NEW)
    result = update_ends (e, with, result, after == AFTER_UPDATE_OLD, map);
  if (after == AFTER_GIVES && with != OBJECT_NULL)
    push (e, datum_ref (with));
  if (after == AFTER_TRIP)
    {
      barrier_trips (e, with);
      push (e, datum_int (0)); /* who comes last */
    }
  if (has_result && after != AFTER_DROP && after != AFTER_GIVES && after != AFTER_TRIP)
    {
      /* A local of the callee is none of ours. */
      if (datum_is_slot (result))
        {
          int64_t set = result.value;
          result = emit_set (e, 0, result.kind, expr_of (e, result));
          result.value = set;
        }
      push (e, after == AFTER_PUSH ? adapt_result (e, result, callee) : result);
    }
  top (e)->pc++;
}

static void
evaluate_return (struct evaluation *e, enum opcode opcode)
{
  assert (e->depth > 0);
  if (opcode == OP_RETURN)
    leave_frame (e, DATUM_OF (DATUM_NONE), false);
  else
    leave_frame (e, pop (e), true);
}

/* ---- All of them. ---- */

void
evaluate_next (struct evaluation *e)
{
  struct frame *frame = top (e);
  if (frame->pc >= frame->code->count)
    {
      become_steps (e);
      emit_nowhere (e);
      return;
    }
  if (frame->pc == 0 && !frame_begins (e))
    return;
  const struct instruction *at = &frame->code->at[frame->pc];
  enum opcode opcode = (enum opcode) at->opcode;
  if (evaluate_stack (e, opcode) || evaluate_access (e, opcode, at))
    return;
  switch (at->opcode)
    {
    case OP_NOP: frame->pc++; break;
    case OP_ACONST_NULL:
      push (e, datum_ref (OBJECT_NULL));
      frame->pc++;
      break;
    case OP_BIPUSH:
      push (e, datum_int (at->a));
      frame->pc++;
      break;
    case OP_LCONST_0:
    case OP_LCONST_1:
      push (e, datum_long (opcode == OP_LCONST_1));
      frame->pc++;
      break;
    case OP_LDC:
    case OP_LDC2_W: evaluate_constant (e, at); break;
    case OP_ILOAD:
    case OP_LLOAD:
    case OP_FLOAD:
    case OP_DLOAD:
    case OP_ALOAD:
      push (e, load_local (e, (uint32_t) at->a, opcode_pushes (opcode)[0]));
      frame->pc++;
      break;
    case OP_ISTORE:
    case OP_LSTORE:
    case OP_FSTORE:
    case OP_DSTORE:
    case OP_ASTORE:
      store_local (e, (uint32_t) at->a, pop (e));
      frame->pc++;
      break;
    case OP_IINC: increment (e, at); break;
    case OP_ATHROW: evaluate_throw (e); break;
    case OP_GOTO: jump (e, (uint32_t) at->a); break;
    case OP_TABLESWITCH:
    case OP_LOOKUPSWITCH: evaluate_switch (e, at); break;
    case OP_IRETURN:
    case OP_LRETURN:
    case OP_FRETURN:
    case OP_DRETURN:
    case OP_ARETURN:
    case OP_RETURN: evaluate_return (e, opcode); break;
    case OP_INVOKEVIRTUAL:
    case OP_INVOKESPECIAL:
    case OP_INVOKESTATIC:
    case OP_INVOKEINTERFACE: evaluate_invoke (e); break;
    case OP_INVOKEDYNAMIC: evaluate_invoke_dynamic (e); break;
    case OP_JSR:
    case OP_RET:
      give_up (e, "jsr", "subroutines of old compilers are not followed");
      break;
    default:
      if (opcode_traits (opcode) & OPCODE_JUMPS)
        evaluate_branch (e, at);
      else if (evaluate_number (e, opcode))
        ;
      else
        {
          for (const char *p = opcode_pops (opcode); *p; p++)
            pop (e);
          if (opcode_pushes (opcode)[0])
            push (e, datum_unknown (opcode));
          frame->pc++;
        }
    }
}
