/* functions.c -- see translation.h: calls of functions, given or not. */
#include <config.h>

#include "llvm/translation.h"

#ifdef HAVE_LLVM

#include <assert.h>
#include <string.h>

#include "llvm/externals.h"
#include "llvm/memory.h"

#define WIDE ((struct ir_type){ false, 64 })

/* ---- Functions of the program. ---- */

static void
call_procedure (struct translation *t, LLVMValueRef call, LLVMValueRef callee)
{
  assert (t->bodies.count == t->p->roots.count + t->p->procedures.count);
  assert (!t->p->calls->IsDeclaration (callee));
  const struct llvm_calls *c = t->p->calls;
  struct ir_step does = step_of (IR_CALL);
  uint32_t number = 0;
  while (t->p->procedures.at[number] != callee)
    {
      number++;
      assert (number < t->p->procedures.count);
    }
  does.object.callee = t->bodies.at[t->p->roots.count + number];
  does.argument_count = c->CountParams (callee);
  uint32_t *arguments
    = arena_calloc (t->arena, does.argument_count + (size_t) 1, sizeof *arguments);
  for (uint32_t i = 0; i < does.argument_count; i++)
    arguments[i] = value_expr (t, c->GetOperand (call, i));
  does.first_argument = t->ir->arguments.count;
  for (uint32_t i = 0; i < does.argument_count; i++)
    *vec_push (t->arena, &t->ir->arguments) = arguments[i];
  if (type_of (t, c->TypeOf (call)).width > 0 && c->GetFirstUse (call))
    does.slot = value_slot (t, call);
  for (uint32_t i = 0; i < does.argument_count; i++)
    if (expr_may_fail (t, arguments[i]))
      does.wrong = step_claim (t, false);
  step (t, does);
}

/* ---- Functions of libraries. ---- */

/* An assertion that fails, a call of reach_error. */
static void
fail (struct translation *t, const char *name)
{
  assert (!t->stopped);
  struct ir_step does = step_of (IR_ASSERT);
  does.expr = expr_constant (t, IR_BOOL, 0);
  does.claim = step_claim (t, true);
  *pairmap_at (&t->failures, key_high (t->at), key_low (t->at)) = does.claim;
  t->ir->claims.at[does.claim].is_reached
    |= strcmp (name, "reach_error") == 0 || strcmp (name, "__VERIFIER_error") == 0;
  step (t, does);
  step_stop (t);
  t->stopped = true;
}

static void
assume (struct translation *t, LLVMValueRef call)
{
  uint32_t value = value_expr (t, t->p->calls->GetOperand (call, 0));
  struct ir_type type = expr_type (t, value);
  uint32_t condition
    = type.is_bool ? value
                   : expr_binary (t, EXPR_NOT_EQUAL, value, expr_constant (t, type, 0));
  uint32_t otherwise = step_test (t, condition), here = t->b.current;
  t->b.current = otherwise;
  step_stop (t);
  t->b.current = here;
}

/* The next object of this place; the result is its address. */
static void
allocate (struct translation *t, LLVMValueRef call)
{
  uint32_t count, first = memory_objects_of (t->p, call, &count);
  assert (first != NONE && count > 0);
  assert (t->p->objects.at[first].kind == OBJECT_HEAP);
  if (count == 1)
    {
      value_set (t, call, expr_constant (t, WIDE, t->p->objects.at[first].address));
      return;
    }
  field_id field
    = ghost_field (t, first, GHOST_COUNT,
                   arena_format (t->arena, "%s.count", t->p->objects.at[first].name), 0);
  uint32_t passed = new_slot (t, IR_INT), slot = value_slot (t, call);
  atomic_begin (t);
  step_read (t, field, IR_NO_EXPR, passed);
  step_write (
    t, field, IR_NO_EXPR,
    expr_binary (t, EXPR_ADD, expr_slot (t, passed), expr_constant (t, IR_INT, 1)));
  atomic_end (t);
  uint32_t enough
    = step_test (t, expr_binary (t, EXPR_GREATER_EQUAL, expr_slot (t, passed),
                                 expr_constant (t, IR_INT, (int64_t) count)));
  step_stop (t);
  t->b.current = enough;
  int64_t stride = t->p->objects.at[first + 1].address - t->p->objects.at[first].address;
  step_set (t, slot,
            expr_binary (t, EXPR_ADD,
                         expr_binary (t, EXPR_MULTIPLY, expr_slot (t, passed),
                                      expr_constant (t, WIDE, stride)),
                         expr_constant (t, WIDE, t->p->objects.at[first].address)));
  program_note (t->p, true, "allocations", ALL_QUESTIONS, call,
                "this allocates in a loop: the model has the first %u objects",
                (unsigned) count);
}

/* Does CALL hand a pointer to memory that may change to a function that is not
   followed? */
static bool
hands_out_memory (struct translation *t, LLVMValueRef call)
{
  assert (program_is_call (t->p, call));
  const struct llvm_calls *c = t->p->calls;
  unsigned count = c->GetNumArgOperands (call);
  const uint32_t *spots;
  for (unsigned i = 0; i < count; i++)
    {
      uint32_t known = points_to_of (t->points, c->GetOperand (call, i), &spots);
      for (uint32_t s = 0; s < known; s++)
        {
          const struct object *object
            = &t->p->objects.at[t->points->spots.at[spots[s]].object];
          if (object->kind == OBJECT_UNKNOWN)
            continue;
          bool is_constant
            = object->kind == OBJECT_GLOBAL && c->IsGlobalConstant (object->value);
          bool is_foreign
            = object->kind == OBJECT_GLOBAL && !c->GetInitializer (object->value);
          if (!is_constant && !is_foreign)
            return true;
        }
    }
  return false;
}

/* The smaller or larger of two numbers. */
static void
choose (struct translation *t, LLVMValueRef call)
{
  assert (t->p->calls->GetNumArgOperands (call) >= 2);
  const struct llvm_calls *c = t->p->calls;
  const char *name = program_callee (t->p, call);
  assert (strncmp (name, "llvm.", 5) == 0 && strlen (name) > 7);
  uint32_t a = value_expr (t, c->GetOperand (call, 0));
  uint32_t b = value_expr (t, c->GetOperand (call, 1)), x = a, y = b;
  bool is_unsigned = name[5] == 'u', is_max = name[7] == 'a';
  if (type_of (t, c->TypeOf (call)).width == 0)
    return;
  if (is_unsigned && expr_type (t, a).width == 64)
    {
      uint32_t sign = expr_constant (t, WIDE, INT64_MIN);
      x = expr_binary (t, EXPR_BIT_XOR, a, sign);
      y = expr_binary (t, EXPR_BIT_XOR, b, sign);
    }
  else if (is_unsigned)
    {
      x = expr_wide (t, a, false);
      y = expr_wide (t, b, false);
    }
  uint32_t first = expr_binary (t, is_max ? EXPR_GREATER : EXPR_LESS, x, y);
  value_set (t, call, expr_choose (t, first, a, b));
}

/* A sum, difference or product, and whether it does not fit. */
static void
compute_overflow (struct translation *t, LLVMValueRef call)
{
  const struct llvm_calls *c = t->p->calls;
  const char *name = program_callee (t->p, call);
  uint32_t a = value_expr (t, c->GetOperand (call, 0));
  uint32_t b = value_expr (t, c->GetOperand (call, 1));
  struct ir_type type = expr_type (t, a);
  bool is_signed = name[5] == 's';
  enum ir_expr_kind op = name[6] == 'm'   ? EXPR_MULTIPLY
                         : name[6] == 's' ? EXPR_SUBTRACT
                                          : EXPR_ADD;
  assert (strncmp (name, "llvm.", 5) == 0 && c->GetNumArgOperands (call) == 2);
  uint32_t result = new_slot (t, type), wrong = new_slot (t, IR_BOOL);
  uint32_t zero = expr_constant (t, type, 0), fails = IR_NO_EXPR;
  if (type.is_bool || (type.width == 64 && op == EXPR_MULTIPLY))
    {
      program_note (t->p, false, "any-value", 0, call,
                    "what this computes is not followed: it is taken to be any value");
      step_any (t, result);
      step_any (t, wrong);
    }
  else if (type.width < 64)
    {
      uint32_t whole
        = expr_binary (t, op, expr_wide (t, a, is_signed), expr_wide (t, b, is_signed));
      step_set (t, result, expr_cut (t, whole, type));
      fails = expr_binary (t, EXPR_NOT_EQUAL, whole,
                           expr_wide (t, expr_slot (t, result), is_signed));
    }
  else
    {
      step_set (t, result, expr_binary (t, op, a, b));
      uint32_t r = expr_slot (t, result), least = expr_constant (t, type, INT64_MIN);
      /* Signed: of a sum, both have another sign than it; unsigned, with the sign bit
         turned over: it is smaller than A; a difference is larger. */
      uint32_t other = op == EXPR_ADD ? expr_binary (t, EXPR_BIT_XOR, b, r)
                                      : expr_binary (t, EXPR_BIT_XOR, a, b);
      uint32_t signs
        = expr_binary (t, EXPR_BIT_AND, expr_binary (t, EXPR_BIT_XOR, a, r), other);
      uint32_t ua = expr_binary (t, EXPR_BIT_XOR, a, least);
      uint32_t ur = expr_binary (t, EXPR_BIT_XOR, r, least);
      fails = is_signed        ? expr_binary (t, EXPR_LESS, signs, zero)
              : op == EXPR_ADD ? expr_binary (t, EXPR_LESS, ur, ua)
                               : expr_binary (t, EXPR_GREATER, ur, ua);
    }
  if (fails != IR_NO_EXPR)
    step_set (t, wrong, fails);
  *pairmap_at (&t->values, key_high (call), key_low (call)) = expr_slot (t, result);
  *pairmap_at (&t->seconds, key_high (call), key_low (call)) = expr_slot (t, wrong);
}

static void
unit (struct translation *t, bool begins)
{
  struct ir_step does = step_of (begins ? IR_BEGIN : IR_END);
  does.sets = t->model->all_sets;
  if (idset_is_empty (does.sets))
    return;
  if (!begins && t->unit_depth > 0 && --t->unit_depth == 0)
    t->b.units = IDSET_EMPTY;
  step (t, does);
  if (begins && t->unit_depth++ == 0)
    t->b.units = does.sets;
}

/* Can VALUE be a pointer to what the place that allocates OBJECT does? */
static bool
leads_to (const struct translation *t, LLVMValueRef value, const struct object *object)
{
  const uint32_t *spots;
  uint32_t count = points_to_of (t->points, value, &spots);
  for (uint32_t i = 0; i < count; i++)
    if (t->p->objects.at[t->points->spots.at[spots[i]].object].value == object->value)
      return true;
  return false;
}

/* Does FUNCTION compare two pointers to what the place that allocates OBJECT does? */
static bool
compares (const struct translation *t, LLVMValueRef function, const struct object *object)
{
  const struct llvm_calls *c = t->p->calls;
  for (LLVMBasicBlockRef b = c->GetFirstBasicBlock (function); b;
       b = c->GetNextBasicBlock (b))
    for (LLVMValueRef i = c->GetFirstInstruction (b); i; i = c->GetNextInstruction (i))
      {
        LLVMOpcode op = c->GetInstructionOpcode (i);
        unsigned first = op == LLVMAtomicCmpXchg ? 1 : 0;
        if ((op == LLVMICmp || op == LLVMAtomicCmpXchg)
            && leads_to (t, c->GetOperand (i, first), object)
            && leads_to (t, c->GetOperand (i, first + 1), object))
          return true;
      }
  return false;
}

static bool
is_compared (const struct translation *t, const struct object *object)
{
  const struct program *p = t->p;
  assert (object->kind == OBJECT_HEAP);
  for (uint32_t r = 0; r < p->roots.count; r++)
    if (compares (t, p->roots.at[r].function, object))
      return true;
  for (uint32_t i = 0; i < p->procedures.count; i++)
    if (compares (t, p->procedures.at[i], object))
      return true;
  return false;
}

/* Freed memory stays: who still uses it is not noticed.  That concerns what CALL may
   free.  And it is never allocated again: who compares pointers might take a new object
   for an old one. */
static void
free_memory (struct translation *t, LLVMValueRef call)
{
  const uint32_t *spots;
  uint32_t count = points_to_of (t->points, t->p->calls->GetOperand (call, 0), &spots);
  if (count == 0)
    program_note (t->p, true, "free", PROVENANCE_RACE, call,
                  "freed memory is used no more, or it is not noticed");
  for (uint32_t i = 0; i < count; i++)
    {
      const struct object *object
        = &t->p->objects.at[t->points->spots.at[spots[i]].object];
      assert (object->first_leaf + object->leaf_count <= t->p->leaves.count);
      bool is_freed = object->kind == OBJECT_HEAP && !object->is_internal;
      if (is_freed && object->number == 0 && is_compared (t, object))
        program_note (t->p, true, "allocated-again", ALL_QUESTIONS, call,
                      "'%s' is freed, never allocated again, and pointers to it are "
                      "compared",
                      object->name);
      for (uint32_t l = 0; is_freed && l < object->leaf_count; l++)
        program_note_field (t->p, "free", PROVENANCE_RACE,
                            t->p->leaves.at[object->first_leaf + l].name,
                            "'%s' is freed, and used no more, or it is not noticed",
                            t->p->leaves.at[object->first_leaf + l].name);
    }
}

/* realloc: what CALL is given stays where it is, and what is beyond its first size is
   left out. */
static void
grow (struct translation *t, LLVMValueRef call)
{
  LLVMValueRef pointer = t->p->calls->GetOperand (call, 0);
  const uint32_t *spots;
  uint32_t count = points_to_of (t->points, pointer, &spots);
  for (uint32_t i = 0; i < count; i++)
    {
      struct object *object = &t->p->objects.at[t->points->spots.at[spots[i]].object];
      t->again |= !object->is_open;
      object->is_open = true;
    }
  program_note (t->p, true, "allocation", ALL_QUESTIONS, call,
                "realloc leaves an object where it is, and no larger than it was");
  value_set (t, call, value_expr (t, pointer));
}

/* What c_library.c has room for is more than the program's calls can need, if there are
   few of them, and each is made once. */
#define LIBRARY_ROOM 8

static void
reach_limit (struct translation *t, LLVMValueRef call)
{
  uint32_t calls = 0;
  for (LLVMUseRef use = t->p->calls->GetFirstUse (t->p->calls->GetCalledValue (call));
       use; use = t->p->calls->GetNextUse (use))
    calls++;
  assert (calls > 0);
  if (calls > LIBRARY_ROOM || t->root == NONE || memory_is_in_loop (t->p, call))
    program_note (t->p, true, "library-room", ALL_QUESTIONS, call,
                  "there may be more keys, or functions that run at the end, than the %u "
                  "of the model",
                  LIBRARY_ROOM);
  step_stop (t);
  t->stopped = true;
}

/* The C++ library throws because a lock is not what its user takes it for: one that is
   not held is given back, or one that is held is taken again; then its number is a
   constant.  Otherwise it is what the system says, which never refuses here. */
static void
misuse (struct translation *t, LLVMValueRef call)
{
  int64_t number;
  assert (!t->stopped);
  if (value_constant (t->p, t->p->calls->GetOperand (call, 0), &number))
    step_wrong (t);
  else
    step_stop (t);
  t->stopped = true;
}

/* What is registered runs when main is over, while threads may still be there: of a
   static local, or a function that is not given (prepare.c calls the others).  That of
   the streams, which is the library's own, does not matter. */
static void
note_exit (struct translation *t, LLVMValueRef call)
{
  LLVMValueRef function = program_function (t->p, t->p->calls->GetOperand (call, 0));
  const char *name = function ? program_value_name (t->p, function) : "a function";
  assert (name);
  if (strcmp (name, "_ZNSt8ios_base4InitD1Ev") != 0)
    program_note (t->p, true, "exit", ALL_QUESTIONS, call,
                  "'%s' runs when the program ends, and is not looked at", name);
}

/* Is VALUE only asked whether it is zero?  Then 0 and 1 stand for all values, and states
   with every one of them need not be looked at. */
static bool
is_only_a_truth (const struct translation *t, LLVMValueRef value)
{
  const struct llvm_calls *c = t->p->calls;
  assert (type_of (t, c->TypeOf (value)).width > 0);
  for (LLVMUseRef use = c->GetFirstUse (value); use; use = c->GetNextUse (use))
    {
      LLVMValueRef user = c->GetUser (use);
      int64_t number;
      if (!c->IsAInstruction (user) || c->GetInstructionOpcode (user) != LLVMICmp)
        return false;
      LLVMIntPredicate predicate = c->GetICmpPredicate (user);
      bool second = c->GetOperand (user, 0) == value;
      if ((predicate != LLVMIntEQ && predicate != LLVMIntNE)
          || !value_constant (t->p, c->GetOperand (user, second), &number) || number != 0)
        return false;
    }
  return true;
}

/* Some value, which CALL returns. */
static void
return_any (struct translation *t, LLVMValueRef call)
{
  struct ir_type type = type_of (t, t->p->calls->TypeOf (call));
  assert (type.width > 0);
  if (type.width <= 1 || !is_only_a_truth (t, call))
    {
      value_any (t, call, NULL);
      return;
    }
  uint32_t slot = new_slot (t, IR_BOOL);
  step_any (t, slot);
  value_set (t, call,
             expr_choose (t, expr_slot (t, slot), expr_constant (t, type, 1),
                          expr_constant (t, type, 0)));
}

/* Is CALL a piece of assembly without instructions, which only holds the compiler back?
 */
static bool
is_barrier (struct translation *t, LLVMValueRef call)
{
  const struct llvm_calls *c = t->p->calls;
  if (c->GetValueKind (c->GetCalledValue (call)) != LLVMInlineAsmValueKind
      || c->GetNumArgOperands (call) > 0)
    return false;
  char *text = c->PrintValueToString (call);
  const char *template = strchr (text, '"');
  bool nothing = template && strncmp (template, "\"\"", 2) == 0
                 && type_of (t, c->TypeOf (call)).width == 0;
  c->DisposeMessage (text);
  return nothing;
}

static void
call_external (struct translation *t, LLVMValueRef call, const char *name)
{
  const struct llvm_calls *c = t->p->calls;
  if (is_barrier (t, call))
    return;
  int external = (int) program_external (t->p, call);
  if (thread_call (t, call, external) || sync_call (t, call, external))
    return;
  switch (external)
    {
    case EXTERNAL_ERROR: fail (t, name); return;
    case EXTERNAL_THROW:
      program_note (t->p, true, "exceptions", ALL_QUESTIONS, call,
                    "an exception is thrown here: the thread stops");
      step_stop (t);
      t->stopped = true;
      return;
    case EXTERNAL_MISUSED: misuse (t, call); return;
    case EXTERNAL_STOP:
      step_stop (t);
      t->stopped = true;
      return;
    case EXTERNAL_WILD:
      step_wrong (t);
      t->stopped = true;
      return;
    case EXTERNAL_ASSUME: assume (t, call); return;
    case EXTERNAL_ALLOCATE: allocate (t, call); return;
    case EXTERNAL_ATOMIC_BEGIN: atomic_begin (t); return;
    case EXTERNAL_ATOMIC_END:
      if (t->b.atomic > 0)
        atomic_end (t);
      return;
    case EXTERNAL_UNIT_BEGIN: unit (t, true); return;
    case EXTERNAL_UNIT_END: unit (t, false); return;
    case EXTERNAL_SAME:
      value_set (t, call, value_expr (t, c->GetOperand (call, 0)));
      return;
    case EXTERNAL_COPY: access_copy (t, call); break;
    case EXTERNAL_SET: access_set (t, call); break;
    case EXTERNAL_MINMAX: choose (t, call); return;
    case EXTERNAL_OVERFLOW:
      if (type_of (t, c->TypeOf (c->GetOperand (call, 0))).width > 0)
        {
          compute_overflow (t, call);
          return;
        }
      break;
    case EXTERNAL_AT_EXIT: note_exit (t, call); /* fall through */
    case EXTERNAL_ZERO:
      value_set (t, call, expr_constant (t, type_of (t, c->TypeOf (call)), 0));
      return;
    case EXTERNAL_PRINT:
      if (hands_out_memory (t, call))
        program_note (t->p, true, "library", PROVENANCE_RACE | PROVENANCE_PATTERN, call,
                      "what '%s' reads is not looked at", name);
      if (c->GetFirstUse (call))
        program_note (t->p, false, "any-value", 0, call,
                      "what '%s' returns is taken to be any value", name);
      break;
    case EXTERNAL_FREE: free_memory (t, call); return;
    case EXTERNAL_GROWN: grow (t, call); return;
    case EXTERNAL_LIMIT: reach_limit (t, call); return;
    case EXTERNAL_WAITS:
      program_note (
        t->p, true, "waits", PROVENANCE_DEADLOCK, NULL,
        "threads wait for locks of Rust: deadlocks are looked for among those "
        "of POSIX only");
      return;
    case EXTERNAL_CLEANUP:
      if (c->GetNamedFunction (t->p->module, "pthread_exit")
          || c->GetNamedFunction (t->p->module, "pthread_cancel"))
        program_note (
          t->p, true, "exit", ALL_QUESTIONS, call,
          "what pthread_cleanup_push registers is not run by pthread_exit and "
          "pthread_cancel");
      return;
    case EXTERNAL_SIGNAL:
      program_note (t->p, true, "signal", ALL_QUESTIONS, call,
                    "'%s': signals are ignored, their handlers are not run", name);
      break;
    case EXTERNAL_MARK:
    case EXTERNAL_ANY:
    case EXTERNAL_NOTHING: break;
    default:
      program_note (t->p, true, "unknown-function", ALL_QUESTIONS, call,
                    "'%s' is not given, or not as it is called here: what it does is not "
                    "looked at",
                    *name ? name : "a function");
    }
  if (type_of (t, c->TypeOf (call)).width > 0)
    return_any (t, call);
}

void
function_call (struct translation *t, LLVMValueRef call)
{
  assert (program_is_call (t->p, call) && !t->stopped);
  const struct llvm_calls *c = t->p->calls;
  LLVMValueRef callee = program_function (t->p, c->GetCalledValue (call));
  const char *name = callee ? program_value_name (t->p, callee) : "";
  bool is_given = callee && !c->IsDeclaration (callee) && !externals_is_error (name);
  if (is_given && c->GetCalledFunctionType (call) == c->GlobalGetValueType (callee))
    call_procedure (t, call, callee);
  else
    call_external (t, call, name);
}

#define EACH_FAILURE(t, i)                                                               \
  for (LLVMBasicBlockRef block_ = (t)->p->calls->GetFirstBasicBlock ((t)->function);     \
       block_; block_ = (t)->p->calls->GetNextBasicBlock (block_))                       \
    for (LLVMValueRef i = (t)->p->calls->GetFirstInstruction (block_); i;                \
         i = (t)->p->calls->GetNextInstruction (i))                                      \
      if (program_is_call ((t)->p, i) && program_external ((t)->p, i) == EXTERNAL_ERROR)

void
function_keep_failures (struct translation *t, uint32_t aside)
{
  if (aside == NONE)
    return;
  EACH_FAILURE (t, i)
  if (pairmap_get (&t->p->lost, key_high (i), key_low (i)) != PAIRMAP_FREE)
    {
      t->b.current = aside;
      t->stopped = false;
      steps_at (t, i);
      aside = step_test (t, expr_constant (t, IR_BOOL, 0));
      fail (t, program_callee (t->p, i));
    }
  t->b.current = aside;
  step_stop (t);
}

void
function_find_lost (struct translation *t, uint32_t first)
{
  assert (first <= t->ir->nodes.count);
  EACH_FAILURE (t, i)
  {
    uint32_t claim = pairmap_get (&t->failures, key_high (i), key_low (i));
    bool used = false;
    for (uint32_t n = first; n < t->ir->nodes.count && claim != PAIRMAP_FREE; n++)
      used |= t->ir->nodes.at[n].claim == claim;
    if (used)
      continue;
    *pairmap_at (&t->p->lost, key_high (i), key_low (i)) = 1;
    t->again = true;
  }
}

#endif
