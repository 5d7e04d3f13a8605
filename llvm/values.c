/* values.c -- see translation.h: the values of SSA form, C's arithmetic.
 *
 * ir's numbers are signed and computed in 32 or 64 bits.  So what LLVM computes in other
 * widths is cut in a slot, and what it does with unsigned numbers is done in 64 bits, or,
 * where that is the width already, with the sign bit turned over.
 */
#include <config.h>

#include "llvm/translation.h"

#ifdef HAVE_LLVM

#include <assert.h>

#include "llvm/memory.h"

#define WIDE ((struct ir_type){ false, 64 })
/* Operators in an expression; a larger one is kept in a slot. */
#define SIZE_MOST 12

/* ---- Constants. ---- */

static bool
constant_expression (const struct program *p, LLVMValueRef value, int64_t *number)
{
  assert (p->calls->IsAConstantExpr (value));
  const struct llvm_calls *c = p->calls;
  int64_t bytes = 0, base;
  switch ((int) c->GetConstOpcode (value))
    {
    case LLVMGetElementPtr:
      if (points_to_offset (p, value, &bytes))
        return false;
      break;
    case LLVMBitCast:
    case LLVMAddrSpaceCast:
    case LLVMPtrToInt:
    case LLVMIntToPtr: break;
    default: return false;
    }
  if (!value_constant (p, c->GetOperand (value, 0), &base))
    return false;
  *number = base + bytes;
  return true;
}

bool
value_constant (const struct program *p, LLVMValueRef value, int64_t *number)
{
  assert (value && number);
  const struct llvm_calls *c = p->calls;
  uint32_t count, object;
  switch ((int) c->GetValueKind (value))
    {
    case LLVMConstantIntValueKind:
      *number = c->GetIntTypeWidth (c->TypeOf (value)) <= 64
                  ? c->ConstIntGetSExtValue (value)
                  : 0;
      return c->GetIntTypeWidth (c->TypeOf (value)) <= 64;
    case LLVMConstantPointerNullValueKind: *number = 0; return true;
    case LLVMConstantAggregateZeroValueKind: *number = 0; return true;
    case LLVMGlobalVariableValueKind:
    case LLVMFunctionValueKind:
      object = memory_objects_of (p, value, &count);
      *number = object == NONE ? 0 : p->objects.at[object].address;
      return object != NONE && !p->objects.at[object].is_own;
    case LLVMConstantExprValueKind: return constant_expression (p, value, number);
    default: return false;
    }
}

/* ---- Values. ---- */

uint32_t
value_slot (struct translation *t, LLVMValueRef instruction)
{
  uint32_t *known
    = pairmap_at (&t->values, key_high (instruction), key_low (instruction));
  if (*known == PAIRMAP_FREE)
    {
      *known = 0; /* the address does not survive what follows */
      struct ir_type type = type_of (t, t->p->calls->TypeOf (instruction));
      uint32_t slot = new_slot (t, type);
      const char *name = program_value_name (t->p, instruction);
      if (*name)
        t->slots.at[slot].name = ir_name_of (t->model, name);
      uint32_t expr = expr_slot (t, slot);
      *pairmap_at (&t->values, key_high (instruction), key_low (instruction)) = expr;
      return slot;
    }
  assert (t->ir->exprs.at[*known].op == IR_SLOT);
  assert (t->ir->exprs.at[*known].place < t->slots.count);
  return t->ir->exprs.at[*known].place;
}

/* A slot with any value of TYPE. */
static uint32_t
any_value (struct translation *t, struct ir_type type)
{
  assert (type.width > 0);
  uint32_t slot = new_slot (t, type);
  step_any (t, slot);
  return expr_slot (t, slot);
}

/* The address of VALUE, a variable that each thread has for itself, or a place in one;
   IR_NO_EXPR: it is none. */
static uint32_t
own_address (struct translation *t, LLVMValueRef value)
{
  const struct program *p = t->p;
  int64_t bytes = 0, inside;
  while (p->calls->IsAConstantExpr (value))
    {
      if (p->calls->GetConstOpcode (value) == LLVMGetElementPtr)
        {
          if (points_to_offset (p, value, &inside))
            return IR_NO_EXPR;
          bytes += inside;
        }
      value = p->calls->GetOperand (value, 0);
    }
  uint32_t count, first = memory_objects_of (p, value, &count);
  if (first == NONE || !p->objects.at[first].is_own)
    return IR_NO_EXPR;
  assert (count == p->roots.count);
  const struct object *own = &p->objects.at[first];
  if (t->root != NONE)
    return expr_constant (t, WIDE, own[t->root].address + bytes);
  /* In a procedure: whoever calls it.  Processes are in the order of roots. */
  int64_t stride = count > 1 ? own[1].address - own[0].address : 0;
  uint32_t before
    = expr_binary (t, EXPR_SUBTRACT, expr_self (t), expr_constant (t, IR_INT, 1));
  return expr_binary (
    t, EXPR_ADD, expr_binary (t, EXPR_MULTIPLY, before, expr_constant (t, WIDE, stride)),
    expr_constant (t, WIDE, own->address + bytes));
}

uint32_t
value_expr (struct translation *t, LLVMValueRef value)
{
  struct ir_type type = type_of (t, t->p->calls->TypeOf (value));
  int64_t number;
  if (type.width == 0)
    return any_value (t, IR_INT);
  if (value_constant (t->p, value, &number))
    return expr_constant (t, type, type.is_bool ? number & 1 : number);
  int kind = (int) t->p->calls->GetValueKind (value);
  if (kind == LLVMArgumentValueKind || kind == LLVMInstructionValueKind)
    {
      uint32_t known = pairmap_get (&t->values, key_high (value), key_low (value));
      assert (known == PAIRMAP_FREE || expr_type (t, known).width == type.width);
      return known != PAIRMAP_FREE ? known : expr_slot (t, value_slot (t, value));
    }
  uint32_t own = type.width == 64 ? own_address (t, value) : IR_NO_EXPR;
  if (own != IR_NO_EXPR)
    return own;
  if (kind != LLVMUndefValueValueKind && kind != LLVMPoisonValueValueKind)
    program_note (t->p, false, "constant", 0, t->at,
                  "a constant is taken to be any value");
  return any_value (t, type);
}

/* Is INSTRUCTION used elsewhere than in its own block, or by a phi? */
static bool
is_used_elsewhere (struct translation *t, LLVMValueRef instruction)
{
  assert (t->p->calls->IsAInstruction (instruction));
  const struct llvm_calls *c = t->p->calls;
  LLVMBasicBlockRef block = c->GetInstructionParent (instruction);
  for (LLVMUseRef use = c->GetFirstUse (instruction); use; use = c->GetNextUse (use))
    {
      LLVMValueRef user = c->GetUser (use);
      if (c->GetInstructionOpcode (user) == LLVMPHI
          || c->GetInstructionParent (user) != block)
        return true;
    }
  return false;
}

void
value_set (struct translation *t, LLVMValueRef instruction, uint32_t expr)
{
  assert (expr < t->ir->exprs.count);
  struct ir_type type = type_of (t, t->p->calls->TypeOf (instruction));
  if (!t->p->calls->GetFirstUse (instruction) && !expr_may_fail (t, expr))
    return;
  assert (type.width > 0 && type.is_bool == expr_type (t, expr).is_bool);
  bool is_cut = type.width != expr_type (t, expr).width;
  if (is_cut || t->sizes.at[expr] > SIZE_MOST || is_used_elsewhere (t, instruction)
      || expr_may_fail (t, expr))
    step_set (t, value_slot (t, instruction), expr);
  else
    *pairmap_at (&t->values, key_high (instruction), key_low (instruction)) = expr;
}

void
value_any (struct translation *t, LLVMValueRef instruction, const char *reason)
{
  struct ir_type type = type_of (t, t->p->calls->TypeOf (instruction));
  if (!t->p->calls->GetFirstUse (instruction))
    return;
  if (reason)
    program_note (t->p, false, "any-value", 0, instruction,
                  "%s: it is taken to be any value", reason);
  if (type.width > 0)
    step_any (t, value_slot (t, instruction));
}

/* ---- Arithmetic. ---- */

static uint32_t
turn_over (struct translation *t, uint32_t a)
{
  assert (expr_type (t, a).width == 64);
  return expr_binary (t, EXPR_BIT_XOR, a, expr_constant (t, WIDE, INT64_MIN));
}

/* A, an unsigned number, as one that compares as it does. */
static uint32_t
comparable (struct translation *t, uint32_t a)
{
  return expr_type (t, a).width == 64 ? turn_over (t, a) : expr_wide (t, a, false);
}

/* A / B of unsigned numbers of 64 bits: as of signed ones, if neither has its sign bit
   set; else by half of A. */
static uint32_t
divide_wide (struct translation *t, uint32_t a, uint32_t b)
{
  assert (expr_type (t, a).width == 64 && expr_type (t, b).width == 64);
  uint32_t zero = expr_constant (t, WIDE, 0), one = expr_constant (t, WIDE, 1);
  uint32_t half = expr_binary (t, EXPR_BIT_AND, expr_binary (t, EXPR_SHIFT_RIGHT, a, one),
                               expr_constant (t, WIDE, INT64_MAX));
  uint32_t twice = expr_cut (
    t,
    expr_choose (t, expr_binary (t, EXPR_LESS, b, zero), zero,
                 expr_binary (t, EXPR_MULTIPLY, expr_binary (t, EXPR_DIVIDE, half, b),
                              expr_constant (t, WIDE, 2))),
    WIDE);
  uint32_t rest
    = expr_binary (t, EXPR_SUBTRACT, a, expr_binary (t, EXPR_MULTIPLY, twice, b));
  uint32_t more
    = expr_binary (t, EXPR_GREATER_EQUAL, turn_over (t, rest), turn_over (t, b));
  uint32_t large = expr_choose (t, more, expr_binary (t, EXPR_ADD, twice, one), twice);
  return expr_cut (t, large, WIDE);
}

static uint32_t
divide_unsigned (struct translation *t, uint32_t a, uint32_t b, bool is_quotient)
{
  assert (expr_type (t, a).width == expr_type (t, b).width);
  if (expr_type (t, a).width < 64)
    return expr_binary (t, is_quotient ? EXPR_DIVIDE : EXPR_REMAINDER,
                        expr_wide (t, a, false), expr_wide (t, b, false));
  uint32_t quotient = divide_wide (t, a, b);
  return is_quotient ? quotient
                     : expr_binary (t, EXPR_SUBTRACT, a,
                                    expr_binary (t, EXPR_MULTIPLY, quotient, b));
}

/* A >> B of an unsigned number. */
static uint32_t
shift_unsigned (struct translation *t, uint32_t a, uint32_t b)
{
  assert (expr_type (t, a).width == expr_type (t, b).width);
  if (expr_type (t, a).width < 64)
    return expr_binary (t, EXPR_SHIFT_RIGHT, expr_wide (t, a, false), b);
  uint32_t ones = expr_constant (t, WIDE, -1), one = expr_constant (t, WIDE, 1);
  uint32_t upper = expr_binary (
    t, EXPR_SHIFT_LEFT,
    expr_binary (t, EXPR_SHIFT_LEFT, ones,
                 expr_binary (t, EXPR_SUBTRACT, expr_constant (t, WIDE, 63), b)),
    one);
  return expr_binary (t, EXPR_BIT_AND, expr_binary (t, EXPR_SHIFT_RIGHT, a, b),
                      expr_unary (t, EXPR_COMPLEMENT, upper));
}

/* An operator of two truth values. */
static uint32_t
compute_bool (struct translation *t, LLVMOpcode op, uint32_t a, uint32_t b)
{
  assert (expr_type (t, a).is_bool && expr_type (t, b).is_bool);
  switch ((int) op)
    {
    case LLVMAnd:
    case LLVMMul: return expr_binary (t, EXPR_AND, a, b);
    case LLVMOr: return expr_binary (t, EXPR_OR, a, b);
    case LLVMAdd:
    case LLVMSub:
    case LLVMXor: return expr_binary (t, EXPR_NOT_EQUAL, a, b);
    default: return IR_NO_EXPR;
    }
}

static uint32_t
compute_binary (struct translation *t, LLVMOpcode op, uint32_t a, uint32_t b)
{
  if (expr_type (t, a).is_bool)
    return compute_bool (t, op, a, b);
  switch ((int) op)
    {
    case LLVMAdd: return expr_binary (t, EXPR_ADD, a, b);
    case LLVMSub: return expr_binary (t, EXPR_SUBTRACT, a, b);
    case LLVMMul: return expr_binary (t, EXPR_MULTIPLY, a, b);
    case LLVMSDiv: return expr_binary (t, EXPR_DIVIDE, a, b);
    case LLVMSRem: return expr_binary (t, EXPR_REMAINDER, a, b);
    case LLVMUDiv: return divide_unsigned (t, a, b, true);
    case LLVMURem: return divide_unsigned (t, a, b, false);
    case LLVMShl: return expr_binary (t, EXPR_SHIFT_LEFT, a, b);
    case LLVMAShr: return expr_binary (t, EXPR_SHIFT_RIGHT, a, b);
    case LLVMLShr: return shift_unsigned (t, a, b);
    case LLVMAnd: return expr_binary (t, EXPR_BIT_AND, a, b);
    case LLVMOr: return expr_binary (t, EXPR_BIT_OR, a, b);
    case LLVMXor: return expr_binary (t, EXPR_BIT_XOR, a, b);
    default: return IR_NO_EXPR;
    }
}

static uint32_t
compute_comparison (struct translation *t, LLVMIntPredicate predicate, uint32_t a,
                    uint32_t b)
{
  assert (expr_type (t, a).is_bool == expr_type (t, b).is_bool);
  bool is_bool = expr_type (t, a).is_bool;
  bool is_unsigned = predicate >= LLVMIntUGT && predicate <= LLVMIntULE;
  if (predicate != LLVMIntEQ && predicate != LLVMIntNE && (is_unsigned || is_bool))
    {
      a = is_bool ? expr_wide (t, a, !is_unsigned) : comparable (t, a);
      b = is_bool ? expr_wide (t, b, !is_unsigned) : comparable (t, b);
    }
  switch (predicate)
    {
    case LLVMIntEQ: return expr_binary (t, EXPR_EQUAL, a, b);
    case LLVMIntNE: return expr_binary (t, EXPR_NOT_EQUAL, a, b);
    case LLVMIntUGT:
    case LLVMIntSGT: return expr_binary (t, EXPR_GREATER, a, b);
    case LLVMIntUGE:
    case LLVMIntSGE: return expr_binary (t, EXPR_GREATER_EQUAL, a, b);
    case LLVMIntULT:
    case LLVMIntSLT: return expr_binary (t, EXPR_LESS, a, b);
    case LLVMIntULE:
    case LLVMIntSLE: return expr_binary (t, EXPR_LESS_EQUAL, a, b);
    }
  return IR_NO_EXPR;
}

/* A in TYPE, with its sign or zeros in front. */
static uint32_t
extend (struct translation *t, uint32_t a, struct ir_type type, bool is_signed)
{
  assert (type.width > expr_type (t, a).width || type.width == 0);
  struct ir_type from = expr_type (t, a);
  if (from.is_bool)
    return expr_choose (t, a, expr_constant (t, type, is_signed ? -1 : 1),
                        expr_constant (t, type, 0));
  if (type.width > 32 && from.width <= 32)
    return expr_wide (t, a, is_signed);
  if (is_signed)
    return expr_binary (t, EXPR_ADD, a, expr_constant (t, IR_INT, 0));
  int64_t mask = (int64_t) (((uint64_t) 1 << from.width) - 1);
  return expr_binary (t, EXPR_BIT_AND, a, expr_constant (t, type, mask));
}

static uint32_t
compute_cast (struct translation *t, LLVMOpcode op, uint32_t a, struct ir_type type)
{
  struct ir_type from = expr_type (t, a);
  switch ((int) op)
    {
    case LLVMZExt: return extend (t, a, type, false);
    case LLVMSExt: return extend (t, a, type, true);
    case LLVMTrunc:
      if (!type.is_bool)
        return expr_cut (t, a, type);
      return expr_binary (t, EXPR_NOT_EQUAL,
                          expr_binary (t, EXPR_BIT_AND, a, expr_constant (t, from, 1)),
                          expr_constant (t, from, 0));
    case LLVMIntToPtr: return from.width < 64 ? expr_wide (t, a, false) : a;
    case LLVMPtrToInt: return type.width < 64 ? expr_cut (t, a, type) : a;
    case LLVMBitCast:
    case LLVMAddrSpaceCast:
    case LLVMFreeze: return a;
    default: return IR_NO_EXPR;
    }
}

/* Base plus indices times sizes. */
static uint32_t
compute_address (struct translation *t, LLVMValueRef gep)
{
  assert (t->p->calls->GetNumOperands (gep) >= 1);
  const struct llvm_calls *c = t->p->calls;
  uint32_t sum = value_expr (t, c->GetOperand (gep, 0));
  LLVMTypeRef type = c->GetGEPSourceElementType (gep);
  int count = c->GetNumOperands (gep);
  int64_t bytes;
  points_to_offset (t->p, gep, &bytes);
  if (bytes != 0)
    sum = expr_binary (t, EXPR_ADD, sum, expr_constant (t, WIDE, bytes));
  for (int i = 1; i < count; i++)
    {
      LLVMValueRef index = c->GetOperand (gep, (unsigned) i);
      bool known = c->GetValueKind (index) == LLVMConstantIntValueKind;
      if (i > 1 && c->GetTypeKind (type) == LLVMStructTypeKind)
        {
          type
            = c->StructGetTypeAtIndex (type, (unsigned) c->ConstIntGetZExtValue (index));
          continue;
        }
      if (i > 1)
        type = c->GetElementType (type);
      if (known)
        continue;
      int64_t size = (int64_t) c->ABISizeOfType (t->p->layout, type);
      uint32_t wide = expr_wide (t, value_expr (t, index), true);
      sum = expr_binary (
        t, EXPR_ADD, sum,
        expr_binary (t, EXPR_MULTIPLY, wide, expr_constant (t, WIDE, size)));
    }
  assert (expr_type (t, sum).width == 64);
  return sum;
}

/* The first or second part of what a compare-and-swap gave, or of what was put
   together. */
static bool
compute_part (struct translation *t, LLVMValueRef i)
{
  const struct llvm_calls *c = t->p->calls;
  LLVMValueRef pair = c->GetOperand (i, 0);
  const unsigned *indices = c->GetIndices (i);
  bool is_simple = c->GetNumIndices (i) == 1;
  while (is_simple && c->GetValueKind (pair) == LLVMInstructionValueKind
         && c->GetInstructionOpcode (pair) == LLVMInsertValue
         && c->GetNumIndices (pair) == 1)
    {
      if (c->GetIndices (pair)[0] == indices[0])
        {
          value_set (t, i, value_expr (t, c->GetOperand (pair, 1)));
          return true;
        }
      pair = c->GetOperand (pair, 0);
    }
  uint32_t known = is_simple ? pairmap_get (indices[0] == 0 ? &t->values : &t->seconds,
                                            key_high (pair), key_low (pair))
                             : PAIRMAP_FREE;
  LLVMOpcode op = c->GetValueKind (pair) == LLVMInstructionValueKind
                    ? c->GetInstructionOpcode (pair)
                    : 0;
  if (known == PAIRMAP_FREE || (op != LLVMAtomicCmpXchg && op != LLVMCall))
    value_any (t, i, "a part of a struct that is a value");
  else
    value_set (t, i, known);
  return true;
}

bool
value_compute (struct translation *t, LLVMValueRef i)
{
  const struct llvm_calls *c = t->p->calls;
  LLVMOpcode op = c->GetInstructionOpcode (i);
  struct ir_type type = type_of (t, c->TypeOf (i));
  if (op == LLVMExtractValue)
    return compute_part (t, i);
  if (op == LLVMInsertValue)
    return true;
  if (type.width == 0)
    return false;
  uint32_t expr = IR_NO_EXPR;
  bool has_values = true;
  for (int k = 0; k < c->GetNumOperands (i) && op != LLVMGetElementPtr; k++)
    has_values &= type_of (t, c->TypeOf (c->GetOperand (i, (unsigned) k))).width > 0;
  if (!has_values)
    ;
  else if (op == LLVMICmp)
    expr = compute_comparison (t, c->GetICmpPredicate (i),
                               value_expr (t, c->GetOperand (i, 0)),
                               value_expr (t, c->GetOperand (i, 1)));
  else if (op == LLVMSelect)
    expr = expr_choose (t, value_expr (t, c->GetOperand (i, 0)),
                        value_expr (t, c->GetOperand (i, 1)),
                        value_expr (t, c->GetOperand (i, 2)));
  else if (op == LLVMGetElementPtr)
    expr = compute_address (t, i);
  else if (c->GetNumOperands (i) == 2)
    expr = compute_binary (t, op, value_expr (t, c->GetOperand (i, 0)),
                           value_expr (t, c->GetOperand (i, 1)));
  else if (c->GetNumOperands (i) == 1)
    expr = compute_cast (t, op, value_expr (t, c->GetOperand (i, 0)), type);
  if (expr == IR_NO_EXPR)
    value_any (t, i, "what this computes is not followed");
  else
    value_set (t, i, expr);
  return true;
}

#endif
