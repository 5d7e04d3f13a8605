/* threads.c -- see translation.h: threads begin, end, and wait for each other. */
#include <config.h>

#include "llvm/translation.h"

#ifdef HAVE_LLVM

#include <assert.h>
#include <string.h>

#include "llvm/externals.h"
#include "llvm/memory.h"

#define WIDE ((struct ir_type){ false, 64 })

/* ---- Creating. ---- */

static void
start (struct translation *t, LLVMValueRef call, const struct creation *creation)
{
  assert (creation->root < t->p->roots.count);
  assert (creation->call == call && creation->root > 0);
  const struct llvm_calls *c = t->p->calls;
  bool is_c11 = strcmp (program_callee (t->p, call), "thrd_create") == 0;
  int64_t address = t->p->objects.at[t->p->roots.at[creation->root].object].address;
  if (creation->argument)
    access_store (t, creation->argument,
                  value_expr (t, c->GetOperand (call, is_c11 ? 2 : 3)), 8, false);
  if (creation->target)
    access_store (t, creation->target,
                  value_expr (t, c->GetOperand (call, is_c11 ? 1 : 2)), 8, false);
  access_store (t, c->GetOperand (call, 0), expr_constant (t, WIDE, address), 8, false);
  struct ir_step does = step_of (IR_START);
  does.object.processes = ir_model_copies (t->model, t->bodies.at[creation->root]);
  step (t, does);
}

/* Count how often the current place, number NUMBER, was passed; before that, in a
   slot. */
static uint32_t
count_passes (struct translation *t, uint32_t number, const char *name)
{
  field_id field = ghost_field (t, number, GHOST_COUNT, name, 0);
  uint32_t slot = new_slot (t, IR_INT);
  atomic_begin (t);
  step_read (t, field, IR_NO_EXPR, slot);
  step_write (
    t, field, IR_NO_EXPR,
    expr_binary (t, EXPR_ADD, expr_slot (t, slot), expr_constant (t, IR_INT, 1)));
  atomic_end (t);
  return slot;
}

static void
create (struct translation *t, LLVMValueRef call)
{
  assert (program_external (t->p, call) == EXTERNAL_THREAD_CREATE);
  uint32_t first = 0, count = 0, end = ir_builder_new_step (&t->b);
  for (uint32_t i = t->p->creations.count; i-- > 0;)
    if (t->p->creations.at[i].call == call)
      {
        first = i;
        count++;
      }
  if (count == 0)
    {
      program_note (t->p, true, "threads", ALL_QUESTIONS, call,
                    "this thread is not in the model");
      return;
    }
  uint32_t passed = IR_NO_SLOT;
  if (count > 1)
    passed = count_passes (t, t->p->objects.count + first,
                           arena_format (t->arena, "created%u", (unsigned) first));
  for (uint32_t i = 0; i < count; i++)
    {
      uint32_t otherwise = NONE;
      if (count > 1)
        otherwise = step_test (t, expr_binary (t, EXPR_EQUAL, expr_slot (t, passed),
                                               expr_constant (t, IR_INT, (int64_t) i)));
      start (t, call, &t->p->creations.at[first + i]);
      ir_builder_continue_at (&t->b, end);
      if (count > 1)
        t->b.current = otherwise;
    }
  if (count > 1)
    step_stop (t);
  t->b.current = end;
}

/* ---- Joining. ---- */

/* The threads that POINTER, a pthread_t, may be: each has a bit. */
static uint64_t
threads_of (const struct translation *t, LLVMValueRef value, uint32_t own)
{
  const uint32_t *spots;
  uint32_t count = points_to_of (t->points, value, &spots);
  uint64_t found = 0;
  for (uint32_t i = 0; i < count; i++)
    {
      const struct object *object
        = &t->p->objects.at[t->points->spots.at[spots[i]].object];
      assert (object->kind != OBJECT_THREAD || object->number < t->p->roots.count);
      if (object->kind == OBJECT_THREAD && object->number != own && object->number > 0)
        found |= UINT64_C (1) << object->number;
    }
  return found;
}

static void
join_one (struct translation *t, LLVMValueRef call, uint32_t root)
{
  assert (root > 0 && root < t->p->roots.count);
  assert (root != t->root);
  const struct llvm_calls *c = t->p->calls;
  struct ir_step does = step_of (IR_JOIN);
  does.object.processes = ir_model_copies (t->model, t->bodies.at[root]);
  step (t, does);
  int64_t pointer;
  LLVMValueRef result = c->GetOperand (call, 1);
  if (value_constant (t->p, result, &pointer) && pointer == 0)
    return;
  bool is_c11 = strcmp (program_callee (t->p, call), "thrd_join") == 0;
  field_id field
    = ghost_field (t, root, GHOST_RESULT,
                   arena_format (t->arena, "%s.result", t->p->roots.at[root].name), 0);
  uint32_t slot = new_slot (t, WIDE);
  step_read (t, field, IR_NO_EXPR, slot);
  uint32_t value = expr_slot (t, slot);
  access_store (t, result, is_c11 ? expr_cut (t, value, IR_INT) : value, is_c11 ? 4 : 8,
                false);
}

static void
join (struct translation *t, LLVMValueRef call)
{
  LLVMValueRef thread = t->p->calls->GetOperand (call, 0);
  uint64_t found = threads_of (t, thread, t->root);
  bool is_one = (found & (found - 1)) == 0;
  if (found == 0)
    {
      program_note (t->p, false, "join", 0, call,
                    "which thread is joined here is not known: nobody waits");
      return;
    }
  uint32_t end = ir_builder_new_step (&t->b), value = IR_NO_EXPR;
  if (!is_one)
    value = expr_cut (t, value_expr (t, thread), WIDE);
  for (uint32_t r = 0; r < t->p->roots.count; r++)
    {
      if (!(found >> r & 1))
        continue;
      uint32_t otherwise = NONE;
      int64_t address = t->p->objects.at[t->p->roots.at[r].object].address;
      if (!is_one)
        otherwise = step_test (
          t, expr_binary (t, EXPR_EQUAL, value, expr_constant (t, WIDE, address)));
      join_one (t, call, r);
      ir_builder_continue_at (&t->b, end);
      if (!is_one)
        t->b.current = otherwise;
    }
  if (!is_one)
    step_stop (t);
  t->b.current = end;
}

/* ---- Ending. ---- */

void
thread_end (struct translation *t, uint32_t expr)
{
  assert (expr == IR_NO_EXPR || expr < t->ir->exprs.count);
  assert (t->root != NONE);
  bool is_joined = t->model->bodies.at[t->bodies.at[t->root].index].is_joined;
  if (is_joined && t->wants_results && expr != IR_NO_EXPR && !expr_type (t, expr).is_bool)
    step_write (
      t,
      ghost_field (t, t->root, GHOST_RESULT,
                   arena_format (t->arena, "%s.result", t->p->roots.at[t->root].name), 0),
      IR_NO_EXPR, expr_wide (t, expr, true));
  if (is_joined)
    step (t, step_of (IR_FINISH));
  ir_builder_put (&t->b, step_of (IR_RETURN), t->offset, t->position);
  ir_builder_go_nowhere (&t->b);
}

/* ---- Calls. ---- */

bool
thread_call (struct translation *t, LLVMValueRef call, int external)
{
  assert (program_is_call (t->p, call));
  const struct llvm_calls *c = t->p->calls;
  switch (external)
    {
    case EXTERNAL_THREAD_CREATE: create (t, call); break;
    case EXTERNAL_THREAD_JOIN: join (t, call); break;
    case EXTERNAL_THREAD_SELF:
      if (t->root == NONE)
        value_any (t, call, "who a thread is, in a recursive function");
      else
        value_set (t, call,
                   expr_constant (
                     t, WIDE, t->p->objects.at[t->p->roots.at[t->root].object].address));
      return true;
    case EXTERNAL_THREAD_EXIT:
      if (t->root == NONE)
        {
          program_note (t->p, true, "exit", ALL_QUESTIONS, call,
                        "a thread that ends in a recursive function is not ended for "
                        "those who join it");
          step_stop (t);
        }
      else
        thread_end (t, value_expr (t, c->GetOperand (call, 0)));
      t->stopped = true;
      return true;
    default: return false;
    }
  if (c->GetFirstUse (call))
    value_set (t, call, expr_constant (t, IR_INT, 0));
  return true;
}

#endif
