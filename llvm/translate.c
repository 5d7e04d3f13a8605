/* translate.c -- see translation.h: functions, blocks, edges. */
#include <config.h>

#include "llvm/translation.h"

#ifdef HAVE_LLVM

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/log.h"
#include "llvm/debug_names.h"
#include "llvm/externals.h"
#include "llvm/memory.h"

/* ---- Declarations. ---- */

static void
declare_bodies (struct translation *t)
{
  assert (t->bodies.count == 0);
  const struct program *p = t->p;
  /* Procedures come first, so that they stand before all processes. */
  body_id *procedures
    = arena_calloc (t->arena, p->procedures.count + (size_t) 1, sizeof *procedures);
  for (uint32_t i = 0; i < p->procedures.count; i++)
    procedures[i]
      = ir_declare_procedure (t->model, debug_function_name (p, p->procedures.at[i]));
  for (uint32_t r = 0; r < p->roots.count; r++)
    *vec_push (t->arena, &t->bodies)
      = ir_declare_process (t->model, p->roots.at[r].name, 0);
  for (uint32_t i = 0; i < p->procedures.count; i++)
    *vec_push (t->arena, &t->bodies) = procedures[i];
  for (uint32_t r = 1; r < p->roots.count; r++)
    ir_model_note_order (t->model, t->bodies.at[r],
                         ir_model_copies (t->model, t->bodies.at[r]), true);
}

/* Threads that some join may name. */
static void
declare_joins (struct translation *t)
{
  const struct llvm_calls *c = t->p->calls;
  for (uint32_t f = 0; f < t->p->roots.count + t->p->procedures.count; f++)
    for (LLVMBasicBlockRef block = c->GetFirstBasicBlock (
           f < t->p->roots.count ? t->p->roots.at[f].function
                                 : t->p->procedures.at[f - t->p->roots.count]);
         block; block = c->GetNextBasicBlock (block))
      for (LLVMValueRef i = c->GetFirstInstruction (block); i;
           i = c->GetNextInstruction (i))
        {
          const uint32_t *spots;
          int64_t pointer;
          if (!program_is_call (t->p, i)
              || program_external (t->p, i) != EXTERNAL_THREAD_JOIN)
            continue;
          uint32_t count = points_to_of (t->points, c->GetOperand (i, 0), &spots);
          t->wants_results
            |= !value_constant (t->p, c->GetOperand (i, 1), &pointer) || pointer != 0;
          for (uint32_t s = 0; s < count; s++)
            {
              const struct object *object
                = &t->p->objects.at[t->points->spots.at[spots[s]].object];
              if (object->kind != OBJECT_THREAD || object->number == f
                  || object->number == 0)
                continue;
              assert (object->number < t->p->roots.count);
              body_id body = t->bodies.at[object->number];
              ir_model_note_order (t->model, body, ir_model_copies (t->model, body),
                                   false);
            }
        }
}

/* Everything that earlier attempts have found. */
static void
declare (struct translation *t)
{
  assert (t->field_of.count == 0);
  for (uint32_t l = 0; l < t->p->leaves.count; l++)
    *vec_push (t->arena, &t->field_of) = FIELD_NONE;
  for (uint32_t o = 0; o < t->p->objects.count; o++)
    *vec_push (t->arena, &t->set_of) = SET_NONE;
  for (uint32_t l = 0; l < t->p->leaves.count; l++)
    if (t->p->leaves.at[l].is_touched)
      field_of_leaf (t, l);
  t->ghost_set = ir_declare_set (t->model, "phaselock");
  declare_bodies (t);
  declare_joins (t);
}

/* ---- Edges. ---- */

/* How many atomic blocks, and how many units, are open. */
static uint32_t
open_blocks (const struct translation *t)
{
  assert (t->b.atomic < UINT16_MAX && t->unit_depth < UINT16_MAX);
  return t->b.atomic | t->unit_depth << 16;
}

static uint32_t
block_step (struct translation *t, LLVMBasicBlockRef block)
{
  uint32_t *known = pairmap_at (&t->blocks, key_high (block), key_low (block));
  if (*known == PAIRMAP_FREE)
    {
      *known = ir_builder_new_step (&t->b);
      *vec_push (t->arena, &t->work) = block;
      *pairmap_at (&t->depths, key_high (block), key_low (block)) = open_blocks (t);
    }
  else if (pairmap_get (&t->depths, key_high (block), key_low (block)) != open_blocks (t))
    program_note (
      t->p, true, "atomic", ALL_QUESTIONS, t->at,
      "whether this is in an atomic block, or in a unit, depends on the path");
  return pairmap_get (&t->blocks, key_high (block), key_low (block));
}

struct copy
{
  uint32_t slot, expr;
};

/* What PHI becomes when control comes from FROM; IR_NO_EXPR: it is never used. */
static uint32_t
incoming (struct translation *t, LLVMValueRef phi, LLVMBasicBlockRef from)
{
  assert (t->p->calls->GetInstructionOpcode (phi) == LLVMPHI);
  const struct llvm_calls *c = t->p->calls;
  int count = c->GetNumOperands (phi);
  for (int i = 0; i < count; i++)
    if (c->GetIncomingBlock (phi, (unsigned) i) == from)
      return value_expr (t, c->GetIncomingValue (phi, (unsigned) i));
  return IR_NO_EXPR;
}

/* Assign the phis of TO, all at once. */
static void
assign_phis (struct translation *t, LLVMBasicBlockRef from, LLVMBasicBlockRef to)
{
  const struct llvm_calls *c = t->p->calls;
  VEC (struct copy) copies = VEC_EMPTY;
  for (LLVMValueRef i = c->GetFirstInstruction (to);
       i && c->GetInstructionOpcode (i) == LLVMPHI; i = c->GetNextInstruction (i))
    {
      if (!c->GetFirstUse (i) || type_of (t, c->TypeOf (i)).width == 0)
        continue;
      struct copy copy = { value_slot (t, i), incoming (t, i, from) };
      if (copy.expr != IR_NO_EXPR)
        *vec_push (t->arena, &copies) = copy;
    }
  for (uint32_t i = 0; i < copies.count; i++)
    for (uint32_t k = i + 1; k < copies.count; k++)
      if (expr_has_slot (t, copies.at[k].expr, copies.at[i].slot))
        copies.at[k].expr
          = expr_cut (t, copies.at[k].expr, expr_type (t, copies.at[k].expr));
  for (uint32_t i = 0; i < copies.count; i++)
    step_set (t, copies.at[i].slot, copies.at[i].expr);
}

static void
go_to (struct translation *t, LLVMBasicBlockRef from, LLVMBasicBlockRef to)
{
  assert (!t->stopped);
  assign_phis (t, from, to);
  ir_builder_continue_at (&t->b, block_step (t, to));
}

/* ---- The ends of blocks. ---- */

static void
branch (struct translation *t, LLVMValueRef i)
{
  const struct llvm_calls *c = t->p->calls;
  LLVMBasicBlockRef from = c->GetInstructionParent (i);
  int64_t value;
  if (!c->IsConditional (i))
    {
      go_to (t, from, c->GetSuccessor (i, 0));
      return;
    }
  uint32_t condition = value_expr (t, c->GetCondition (i));
  if (expr_is_constant (t, condition, &value))
    {
      go_to (t, from, c->GetSuccessor (i, value ? 0 : 1));
      return;
    }
  uint32_t otherwise = step_test (t, condition);
  go_to (t, from, c->GetSuccessor (i, 0));
  t->b.current = otherwise;
  go_to (t, from, c->GetSuccessor (i, 1));
}

static void
switch_to (struct translation *t, LLVMValueRef i)
{
  const struct llvm_calls *c = t->p->calls;
  LLVMBasicBlockRef from = c->GetInstructionParent (i);
  uint32_t value = value_expr (t, c->GetOperand (i, 0));
  int count = c->GetNumOperands (i);
  assert (count >= 2 && count % 2 == 0);
  for (int k = 2; k + 1 < count; k += 2)
    {
      uint32_t wanted = value_expr (t, c->GetOperand (i, (unsigned) k));
      uint32_t condition = expr_binary (t, EXPR_EQUAL, value, wanted);
      uint32_t otherwise = step_test (t, condition);
      go_to (t, from, c->GetSuccessor (i, (unsigned) k / 2));
      t->b.current = otherwise;
    }
  go_to (t, from, c->GetSwitchDefaultDest (i));
}

static void
return_from (struct translation *t, LLVMValueRef i)
{
  const struct llvm_calls *c = t->p->calls;
  uint32_t expr = IR_NO_EXPR;
  if (c->GetNumOperands (i) == 1
      && type_of (t, c->TypeOf (c->GetOperand (i, 0))).width > 0)
    expr = value_expr (t, c->GetOperand (i, 0));
  if (t->root != NONE)
    {
      thread_end (t, expr);
      return;
    }
  if (expr != IR_NO_EXPR && t->result_slot != IR_NO_SLOT)
    step_set (t, t->result_slot, expr);
  ir_builder_put (&t->b, step_of (IR_RETURN), t->offset, t->position);
  ir_builder_go_nowhere (&t->b);
}

static bool
end_block (struct translation *t, LLVMValueRef i)
{
  switch ((int) t->p->calls->GetInstructionOpcode (i))
    {
    case LLVMBr: branch (t, i); return true;
    case LLVMSwitch: switch_to (t, i); return true;
    case LLVMRet: return_from (t, i); return true;
    case LLVMUnreachable: step_stop (t); return true;
    case LLVMInvoke:
      function_call (t, i);
      program_note (t->p, true, "exceptions", ALL_QUESTIONS, i,
                    "exceptions are not followed");
      if (!t->stopped)
        go_to (t, t->p->calls->GetInstructionParent (i),
               t->p->calls->GetSuccessor (i, 0));
      return true;
    case LLVMIndirectBr:
    case LLVMResume:
    case LLVMCallBr:
      program_note (t->p, true, "jump", ALL_QUESTIONS, i,
                    "where control goes from here is not known: it stops");
      step_stop (t);
      return true;
    default: return false;
    }
}

/* ---- Instructions. ---- */

/* A local: its address. */
static void
set_address (struct translation *t, LLVMValueRef i)
{
  uint32_t count, object = memory_objects_of (t->p, i, &count);
  assert (object != NONE);
  uint32_t address
    = expr_constant (t, (struct ir_type){ false, 64 }, t->p->objects.at[object].address);
  *pairmap_at (&t->values, key_high (i), key_low (i)) = address;
}

static void
translate_instruction (struct translation *t, LLVMValueRef i)
{
  assert (!t->stopped);
  LLVMOpcode op = t->p->calls->GetInstructionOpcode (i);
  steps_at (t, i);
  if (op == LLVMPHI || op == LLVMFence || end_block (t, i))
    return;
  if (op == LLVMAlloca)
    set_address (t, i);
  else if (op == LLVMCall)
    function_call (t, i);
  else if (!access_memory (t, i) && !value_compute (t, i)
           && type_of (t, t->p->calls->TypeOf (i)).width > 0)
    value_any (t, i, "what this computes is not followed");
}

/* Blocks come in any order: what is open at the beginning of each was kept. */
static void
translate_block (struct translation *t, LLVMBasicBlockRef block)
{
  const struct llvm_calls *c = t->p->calls;
  t->b.current = pairmap_get (&t->blocks, key_high (block), key_low (block));
  uint32_t open = pairmap_get (&t->depths, key_high (block), key_low (block));
  assert (t->b.current != PAIRMAP_FREE && open != PAIRMAP_FREE);
  t->b.atomic = open & UINT16_MAX;
  t->unit_depth = open >> 16;
  t->b.units = t->unit_depth > 0 ? t->model->all_sets : IDSET_EMPTY;
  t->stopped = false;
  for (LLVMValueRef i = c->GetFirstInstruction (block); i && !t->stopped;
       i = c->GetNextInstruction (i))
    translate_instruction (t, i);
}

/* ---- Functions. ---- */

static void
begin_function (struct translation *t, LLVMValueRef function, uint32_t root)
{
  assert (root == NONE || root < t->p->roots.count);
  const struct llvm_calls *c = t->p->calls;
  t->root = root;
  t->function = function;
  t->slots.count = t->work.count = 0;
  t->result_slot = IR_NO_SLOT;
  t->unit_depth = 0;
  pairmap_init (&t->values, t->arena);
  pairmap_init (&t->seconds, t->arena);
  pairmap_init (&t->blocks, t->arena);
  pairmap_init (&t->depths, t->arena);
  pairmap_init (&t->failures, t->arena);
  if (root != NONE)
    return;
  unsigned count = c->CountParams (function);
  for (unsigned i = 0; i < count; i++)
    if (type_of (t, c->TypeOf (c->GetParam (function, i))).width > 0)
      value_slot (t, c->GetParam (function, i));
    else
      new_slot (t, IR_INT);
  struct ir_type result
    = type_of (t, c->GetReturnType (c->GlobalGetValueType (function)));
  if (result.width > 0)
    t->result_slot = new_slot (t, result);
}

/* The body is built: give it its slots. */
static void
end_function (struct translation *t, uint32_t entry)
{
  ir_builder_end_body (&t->b, entry);
  struct ir_graph *body = &t->ir->bodies.at[t->ir->bodies.count - 1];
  body->slot_count = t->slots.count;
  body->values = t->root == NONE ? t->p->calls->CountParams (t->function) : 0;
  body->result = t->result_slot;
  assert (body->values <= body->slot_count);
  assert (body->result == IR_NO_SLOT || body->result < body->slot_count);
  assert (body->first_slot == t->ir->slots.count);
  for (uint32_t i = 0; i < t->slots.count; i++)
    *vec_push (t->arena, &t->ir->slots) = t->slots.at[i];
}

/* What the program is started with: any values, but for argc, which is not negative. */
static void
begin_arguments (struct translation *t)
{
  const struct llvm_calls *c = t->p->calls;
  unsigned count = c->CountParams (t->function);
  assert (t->root != NONE);
  for (unsigned i = 0; i < count; i++)
    {
      LLVMValueRef parameter = c->GetParam (t->function, i);
      struct ir_type type = type_of (t, c->TypeOf (parameter));
      if (!c->GetFirstUse (parameter) || type.width == 0)
        continue;
      uint32_t slot = value_slot (t, parameter);
      step_any (t, slot);
      if (i > 0 || type.is_bool
          || strcmp (program_value_name (t->p, t->function), "main"))
        continue;
      uint32_t condition = expr_binary (t, EXPR_GREATER_EQUAL, expr_slot (t, slot),
                                        expr_constant (t, type, 0));
      uint32_t otherwise = step_test (t, condition), here = t->b.current;
      t->b.current = otherwise;
      step_stop (t);
      t->b.current = here;
    }
}

static void
translate_function (struct translation *t, LLVMValueRef function, uint32_t root)
{
  const struct llvm_calls *c = t->p->calls;
  uint32_t entry = ir_builder_begin_body (&t->b);
  begin_function (t, function, root);
  LLVMBasicBlockRef first = c->GetEntryBasicBlock (function);
  steps_at (t, c->GetFirstInstruction (first));
  if (root != NONE && t->model->bodies.at[t->bodies.at[root].index].is_started)
    step (t, step_of (IR_WAKE));
  if (root == 0)
    access_initial (t);
  if (root != NONE)
    begin_arguments (t);
  uint32_t aside = NONE;
  if (t->p->lost.entries.count > 0)
    aside = step_test (t, expr_constant (t, IR_BOOL, 1));
  ir_builder_continue_at (&t->b, block_step (t, first));
  while (t->work.count > 0)
    translate_block (t, t->work.at[--t->work.count]);
  t->b.atomic = 0;
  t->b.units = IDSET_EMPTY;
  function_keep_failures (t, aside);
  uint32_t before = t->ir->nodes.count;
  end_function (t, entry);
  function_find_lost (t, before);
}

/* ---- Afterwards. ---- */

struct numbered_claim
{
  struct ir_claim claim;
  uint32_t number;
};

static int
compare_claims (const void *left, const void *right)
{
  const struct numbered_claim *a = left, *b = right;
  if (a->claim.span.begin != b->claim.span.begin)
    return a->claim.span.begin < b->claim.span.begin ? -1 : 1;
  return a->claim.is_assert != b->claim.is_assert ? (a->claim.is_assert ? -1 : 1) : 0;
}

/* Claims stand in the order of the text, those that no step has are dropped. */
static void
sort_claims (struct translation *t)
{
  struct ir *ir = t->ir;
  uint32_t count = ir->claims.count, kept = 0;
  uint32_t *number = arena_calloc (t->arena, count + (size_t) 1, sizeof *number);
  bool *used = arena_calloc (t->arena, count + (size_t) 1, sizeof *used);
  struct numbered_claim *claims
    = arena_calloc (t->arena, count + (size_t) 1, sizeof *claims);
  for (uint32_t i = 0; i < ir->nodes.count; i++)
    {
      if (ir->nodes.at[i].claim != IR_NO_CLAIM)
        used[ir->nodes.at[i].claim] = true;
      if (ir->nodes.at[i].wrong != IR_NO_CLAIM)
        used[ir->nodes.at[i].wrong] = true;
    }
  for (uint32_t i = 0; i < count; i++)
    if (used[i])
      claims[kept++] = (struct numbered_claim){ ir->claims.at[i], i };
  qsort (claims, kept, sizeof *claims, compare_claims);
  for (uint32_t i = 0; i < kept; i++)
    {
      ir->claims.at[i] = claims[i].claim;
      number[claims[i].number] = i;
    }
  ir->claims.count = kept;
  for (uint32_t i = 0; i < ir->nodes.count; i++)
    {
      struct ir_step *node = &ir->nodes.at[i];
      node->claim = node->claim == IR_NO_CLAIM ? node->claim : number[node->claim];
      node->wrong = node->wrong == IR_NO_CLAIM ? node->wrong : number[node->wrong];
    }
}

/* The mutex that LOCK stands for is a number from now on. */
static void
make_data (struct translation *t, lock_id lock)
{
  for (uint32_t i = 0; i < t->locks.entries.count; i++)
    if (t->locks.entries.at[i].value == lock.index)
      sync_make_data (t, t->locks.entries.at[i].first);
}

/* All locks of STACK that are not among those of OTHER. */
static void
make_stack_data (struct translation *t, uint32_t stack, uint32_t other)
{
  assert (stack < t->ir->stacks.count && other < t->ir->stacks.count);
  const struct ir_stack *stacks = t->ir->stacks.at;
  idset known = stacks[other].locks;
  for (; stack != IR_STACK_EMPTY; stack = stacks[stack].rest)
    if (!idset_has (t->model->idsets, known, stacks[stack].lock.index))
      make_data (t, stacks[stack].lock);
}

static void
take_back (struct translation *t, const struct ir_mistake *mistake)
{
  assert (mistake->node < t->ir->nodes.count);
  const struct ir_step *node = &t->ir->nodes.at[mistake->node];
  if (mistake->from == UINT32_MAX && node->op == IR_RELEASE)
    make_data (t, ir_step_lock (node));
  else if (mistake->from == UINT32_MAX)
    make_stack_data (t, mistake->stack, IR_STACK_EMPTY);
  else
    {
      uint32_t other = t->ir->stack_at[mistake->node];
      make_stack_data (t, mistake->stack, other);
      make_stack_data (t, other, mistake->stack);
      if (!t->again) /* the same locks in another order, or another number of times */
        make_stack_data (t, mistake->stack, IR_STACK_EMPTY);
    }
}

static bool
is_recursive_lock (const struct translation *t, lock_id lock)
{
  assert (lock.index < t->model->locks.count);
  for (uint32_t i = 0; i < t->locks.entries.count; i++)
    if (t->locks.entries.at[i].value == lock.index)
      return t->p->leaves.at[t->locks.entries.at[i].first].is_recursive;
  return true;
}

/* Do mutexes nest, and does nobody lock one again that is not recursive? */
static void
check_locks (struct translation *t)
{
  struct ir_mistakes mistakes = VEC_EMPTY;
  if (!ir_check_nesting (t->ir, &mistakes))
    for (uint32_t i = 0; i < mistakes.count; i++)
      take_back (t, &mistakes.at[i]);
  for (uint32_t i = 0; i < t->ir->nodes.count && mistakes.count == 0; i++)
    {
      const struct ir_step *node = &t->ir->nodes.at[i];
      if (node->op == IR_ACQUIRE && node->nested
          && !is_recursive_lock (t, ir_step_lock (node)))
        make_data (t, ir_step_lock (node));
    }
  assert (mistakes.count == 0 || t->again);
  t->ir->stacks.count = 0;
}

/* What is only accessed by atomic operations never races.  What is also accessed by
   others does, but a write that comes after a read in one atomic piece is not seen by the
   question. */
static void
set_atomic (struct translation *t)
{
  assert (t->field_of.count == t->p->leaves.count);
  for (uint32_t l = 0; l < t->p->leaves.count; l++)
    {
      const struct leaf *leaf = &t->p->leaves.at[l];
      if (field_equal (t->field_of.at[l], FIELD_NONE))
        continue;
      struct ir_field *field = &t->model->fields.at[t->field_of.at[l].index];
      if (t->p->objects.at[leaf->object].is_internal
          || (leaf->has_atomic_uses && !leaf->has_plain_uses))
        field->is_volatile = true;
      else if (leaf->has_atomic_uses)
        program_note_field (t->p, "mixed", PROVENANCE_RACE, leaf->name,
                            "'%s' is accessed by atomic operations and by others: a race "
                            "with an atomic write may be missed, and two atomic accesses "
                            "are taken for one",
                            leaf->name);
    }
}

/* Deadlocks are asked about where there are locks; where there is something else to wait
   for, the question has to be there, too, so that its gap is told. */
static void
ask_for_deadlocks (struct translation *t)
{
  bool is_gap = false;
  for (uint32_t i = 0; i < t->p->notes.count; i++)
    is_gap |= (t->p->notes.at[i].removes & PROVENANCE_DEADLOCK) != 0;
  if (is_gap && t->model->locks.count == 0)
    ir_declare_lock (t->model, "phaselock.waits");
}

bool
translate (struct translation *t)
{
  const struct program *p = t->p;
  assert (p->roots.count > 0);
  pairmap_init (&t->ghosts, t->arena);
  pairmap_init (&t->locks, t->arena);
  declare (t);
  ir_builder_init (&t->b, t->ir, t->model, t->arena);
  t->ir->has_values = true;
  for (uint32_t i = 0; i < p->procedures.count; i++)
    translate_function (t, p->procedures.at[i], NONE);
  for (uint32_t r = 0; r < p->roots.count; r++)
    translate_function (t, p->roots.at[r].function, r);
  sort_claims (t);
  set_atomic (t);
  ask_for_deadlocks (t);
  check_locks (t);
  LOG (1, "%u threads, %u steps, %u fields%s", (unsigned) p->roots.count,
       (unsigned) t->ir->nodes.count, (unsigned) t->model->fields.count,
       t->again ? "; once more" : "");
  return !p->problem;
}

#endif
