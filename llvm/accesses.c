/* accesses.c -- see translation.h: loads, stores, atomic operations, copies.
 *
 * Where a pointer is a known object plus an offset, the access is to that leaf. Elsewhere
 * the points-to analysis says which leaves come into question, and the pointer, a number,
 * is compared with their addresses; a pointer to none of them goes wrong.
 */
#include <config.h>

#include "llvm/translation.h"

#ifdef HAVE_LLVM

#include <assert.h>
#include <string.h>

#include "llvm/memory.h"

#define WIDE ((struct ir_type){ false, 64 })
#define PARTS_MOST 8

/* ---- Fields. ---- */

static struct ir_type
type_of_leaf (const struct leaf *leaf)
{
  assert (leaf->width <= 64);
  return leaf->width == 1 ? IR_BOOL : (struct ir_type){ false, (uint8_t) leaf->width };
}

/* The scalar at OFFSET of the initial value of OBJECT; null: it is 0. */
static LLVMValueRef
initial_at (const struct program *p, LLVMValueRef value, uint64_t offset)
{
  assert (value);
  const struct llvm_calls *c = p->calls;
  while (true)
    {
      LLVMTypeRef type = c->TypeOf (value);
      int kind = (int) c->GetValueKind (value);
      if (kind == LLVMConstantStructValueKind)
        {
          unsigned member = c->CountStructElementTypes (type) - 1;
          while (member > 0 && c->OffsetOfElement (p->layout, type, member) > offset)
            member--;
          assert (c->OffsetOfElement (p->layout, type, member) <= offset);
          offset -= c->OffsetOfElement (p->layout, type, member);
          value = c->GetOperand (value, member);
        }
      else if (kind == LLVMConstantArrayValueKind
               || kind == LLVMConstantDataArrayValueKind)
        {
          uint64_t size = c->ABISizeOfType (p->layout, c->GetElementType (type));
          unsigned element = (unsigned) (offset / size);
          assert (element < c->GetArrayLength (type));
          offset %= size;
          value = kind == LLVMConstantArrayValueKind
                    ? c->GetOperand (value, element)
                    : c->GetElementAsConstant (value, element);
        }
      else
        return kind == LLVMConstantAggregateZeroValueKind ? NULL : value;
    }
}

/* The offset of cell number CELL of LEAF. */
static uint64_t
offset_of_cell (const struct leaf *leaf, uint64_t cell)
{
  assert (cell < leaf->cells);
  uint64_t offset = leaf->offset;
  for (uint32_t d = leaf->dimensions; d-- > 0;)
    {
      offset += cell % leaf->count[d] * leaf->stride[d];
      cell /= leaf->count[d];
    }
  assert (cell == 0);
  return offset;
}

/* What cell number CELL of LEAF starts with. */
static int64_t
initial_value (const struct program *p, const struct leaf *leaf, uint64_t cell)
{
  assert (leaf->object < p->objects.count);
  const struct object *object = &p->objects.at[leaf->object];
  LLVMValueRef whole
    = object->kind == OBJECT_GLOBAL ? p->calls->GetInitializer (object->value) : NULL;
  uint64_t offset = offset_of_cell (leaf, cell);
  LLVMValueRef value = whole ? initial_at (p, whole, offset) : NULL;
  int64_t number;
  if (value && leaf->size > 1 && leaf->size <= 8
      && p->calls->StoreSizeOfType (p->layout, p->calls->TypeOf (value)) == 1)
    {
      uint64_t bytes = 0; /* they are given one by one */
      for (uint32_t i = 0; i < leaf->size; i++)
        {
          value = initial_at (p, whole, offset + i);
          if (value && value_constant (p, value, &number))
            bytes |= (uint64_t) (number & 0xff) << 8 * i;
        }
      return leaf->width > 0 ? ir_cut (type_of_leaf (leaf), (int64_t) bytes) : 0;
    }
  return value && leaf->width > 0 && value_constant (p, value, &number)
           ? ir_cut (type_of_leaf (leaf), number)
           : 0;
}

/* Is LEAF of a global that another file defines? */
static bool
is_foreign (const struct program *p, const struct leaf *leaf)
{
  assert (leaf->object < p->objects.count);
  const struct object *object = &p->objects.at[leaf->object];
  return object->kind == OBJECT_GLOBAL && !p->calls->GetInitializer (object->value);
}

static void
declare_leaf (struct translation *t, uint32_t number)
{
  assert (number < t->field_of.count);
  struct leaf *leaf = &t->p->leaves.at[number];
  assert (leaf->width == 0 || leaf->cells <= CELLS_MOST);
  assert (field_equal (t->field_of.at[number], FIELD_NONE));
  const struct object *object = &t->p->objects.at[leaf->object];
  set_id *set = &t->set_of.at[leaf->object];
  if (set_equal (*set, SET_NONE))
    *set = ir_declare_set (t->model, object->name);
  field_id field = ir_declare_field (t->model, leaf->name, *set);
  if (leaf->width > 0)
    ir_declare_values (t->model, field, type_of_leaf (leaf),
                       leaf->dimensions > 0 ? (uint32_t) leaf->cells : 0,
                       is_foreign (t->p, leaf), initial_value (t->p, leaf, 0));
  else if (leaf->kind == LEAF_INT)
    program_note (t->p, false, "large-array", 0, NULL,
                  "the values in '%s' are not followed: it has more than %u cells",
                  leaf->name, (unsigned) CELLS_MOST);
  if (is_foreign (t->p, leaf))
    program_note (t->p, true, "foreign", ALL_QUESTIONS, NULL,
                  "'%s' is defined in a file that is not given", object->name);
  t->field_of.at[number] = field;
}

field_id
field_of_leaf (struct translation *t, uint32_t leaf)
{
  assert (leaf < t->p->leaves.count);
  if (field_equal (t->field_of.at[leaf], FIELD_NONE))
    {
      t->again |= !t->p->leaves.at[leaf].is_touched;
      t->p->leaves.at[leaf].is_touched = true;
      declare_leaf (t, leaf);
    }
  assert (t->field_of.at[leaf].index < t->model->fields.count);
  return t->field_of.at[leaf];
}

field_id
ghost_field (struct translation *t, uint32_t number, enum ghost ghost, const char *name,
             uint64_t cells)
{
  assert (name && cells <= CELLS_MOST);
  uint32_t known = pairmap_get (&t->ghosts, number, (uint32_t) ghost);
  if (known != PAIRMAP_FREE)
    return (field_id){ known };
  field_id field = ir_declare_field (t->model, name, t->ghost_set);
  ir_declare_values (t->model, field, ghost == GHOST_RESULT ? WIDE : IR_INT,
                     (uint32_t) cells, false, 0);
  t->model->fields.at[field.index].is_volatile = true;
  *pairmap_at (&t->ghosts, number, (uint32_t) ghost) = field.index;
  return field;
}

/* Where glibc keeps the kind of a mutex. */
#define MUTEX_KIND 16

/* The kinds of mutexes that are initialised before main. */
static void
initial_kinds (struct translation *t, uint32_t number)
{
  const struct leaf *leaf = &t->p->leaves.at[number];
  const struct object *object = &t->p->objects.at[leaf->object];
  LLVMValueRef whole
    = object->kind == OBJECT_GLOBAL ? t->p->calls->GetInitializer (object->value) : NULL;
  assert (leaf->kind == LEAF_SYNC);
  for (uint64_t cell = 0; whole && cell < leaf->cells && cell <= CELLS_MOST; cell++)
    {
      int64_t kind;
      uint64_t offset = offset_of_cell (leaf, cell) + MUTEX_KIND;
      LLVMValueRef value
        = leaf->size > MUTEX_KIND ? initial_at (t->p, whole, offset) : NULL;
      if (value
          && t->p->calls->GetTypeKind (t->p->calls->TypeOf (value)) == LLVMIntegerTypeKind
          && value_constant (t->p, value, &kind) && kind != 0)
        sync_set_kind (t, number, kind);
    }
}

void
access_initial (struct translation *t)
{
  assert (t->root == 0);
  for (uint32_t l = 0; l < t->p->leaves.count; l++)
    {
      const struct leaf *leaf = &t->p->leaves.at[l];
      if (leaf->kind == LEAF_SYNC)
        initial_kinds (t, l);
      if (!leaf->is_touched || leaf->width == 0 || leaf->dimensions == 0
          || leaf->kind != LEAF_INT)
        continue;
      int64_t first = initial_value (t->p, leaf, 0);
      for (uint64_t cell = 1; cell < leaf->cells; cell++)
        {
          int64_t value = initial_value (t->p, leaf, cell);
          if (value != first)
            step_write (t, field_of_leaf (t, l),
                        expr_constant (t, IR_INT, (int64_t) cell),
                        expr_constant (t, type_of_leaf (leaf), value));
        }
    }
}

/* ---- Where a pointer leads. ---- */

/* An object plus an offset: a constant, and indices times strides. */
struct parts
{
  uint32_t object;
  int64_t bytes;
  uint32_t count;
  uint32_t index[PARTS_MOST]; /* expressions */
  int64_t stride[PARTS_MOST];
};

/* Add the indices of GEP that are no constants. */
static bool
add_indices (struct translation *t, LLVMValueRef gep, struct parts *parts)
{
  assert (parts->object == NONE);
  assert (parts->count <= PARTS_MOST);
  const struct llvm_calls *c = t->p->calls;
  LLVMTypeRef type = c->GetGEPSourceElementType (gep);
  int count = c->GetNumOperands (gep);
  for (int i = 1; i < count; i++)
    {
      LLVMValueRef index = c->GetOperand (gep, (unsigned) i);
      if (i > 1 && c->GetTypeKind (type) == LLVMStructTypeKind)
        {
          type
            = c->StructGetTypeAtIndex (type, (unsigned) c->ConstIntGetZExtValue (index));
          continue;
        }
      if (i > 1)
        type = c->GetElementType (type);
      if (c->GetValueKind (index) == LLVMConstantIntValueKind)
        continue;
      if (parts->count == PARTS_MOST)
        return false;
      parts->index[parts->count] = value_expr (t, index);
      parts->stride[parts->count++] = (int64_t) c->ABISizeOfType (t->p->layout, type);
    }
  return true;
}

/* Take POINTER apart; false: its object is not known. */
static bool
take_parts (struct translation *t, LLVMValueRef pointer, struct parts *parts)
{
  assert (pointer);
  const struct llvm_calls *c = t->p->calls;
  *parts = (struct parts){ .object = NONE };
  while (true)
    {
      uint32_t count, object = memory_objects_of (t->p, pointer, &count);
      if (object != NONE)
        {
          assert (count > 0 && object + count <= t->p->objects.count);
          bool own = t->p->objects.at[object].is_own && t->root != NONE;
          parts->object = own ? object + t->root : object;
          return own || count == 1;
        }
      bool is_instruction = c->GetValueKind (pointer) == LLVMInstructionValueKind;
      if (!is_instruction && !c->IsAConstantExpr (pointer))
        return false;
      LLVMOpcode op = is_instruction ? c->GetInstructionOpcode (pointer)
                                     : c->GetConstOpcode (pointer);
      if (op == LLVMGetElementPtr)
        {
          int64_t bytes;
          points_to_offset (t->p, pointer, &bytes);
          parts->bytes += bytes;
          if (!add_indices (t, pointer, parts))
            return false;
        }
      else if (op != LLVMBitCast && op != LLVMAddrSpaceCast)
        return false;
      pointer = c->GetOperand (pointer, 0);
    }
}

/* The cell of LEAF that PARTS are, as an expression; IR_NO_EXPR: they are none. */
static uint32_t
cell_of_parts (struct translation *t, const struct leaf *leaf, const struct parts *parts)
{
  assert (parts->object == leaf->object);
  int64_t rest = parts->bytes - (int64_t) leaf->offset;
  uint32_t sum = IR_NO_EXPR, used = 0;
  if (rest < 0 || leaf->dimensions == 0)
    return IR_NO_EXPR;
  for (uint32_t d = 0; d < leaf->dimensions; d++)
    {
      assert (leaf->stride[d] > 0 && leaf->count[d] > 0);
      int64_t stride = (int64_t) leaf->stride[d];
      uint32_t index = expr_constant (t, IR_INT, rest / stride);
      rest %= stride;
      for (uint32_t i = 0; i < parts->count; i++)
        if (parts->stride[i] == stride)
          {
            index = expr_binary (t, EXPR_ADD, parts->index[i], index);
            used++;
          }
      if (sum != IR_NO_EXPR)
        index = expr_binary (
          t, EXPR_ADD,
          expr_binary (t, EXPR_MULTIPLY, sum,
                       expr_constant (t, IR_INT, (int64_t) leaf->count[d])),
          index);
      sum = index;
    }
  return rest == 0 && used == parts->count ? sum : IR_NO_EXPR;
}

/* PARTS are one leaf: *TARGET. */
static bool
find_known (struct translation *t, const struct parts *parts, uint32_t bytes,
            struct target *target)
{
  assert (parts->object < t->p->objects.count);
  const struct object *object = &t->p->objects.at[parts->object];
  assert (object->first_leaf + object->leaf_count <= t->p->leaves.count);
  uint64_t cell;
  if (parts->count == 0)
    {
      if (parts->bytes < 0)
        return false;
      target->leaf
        = memory_leaf_at (t->p, parts->object, (uint64_t) parts->bytes, bytes, &cell);
      if (target->leaf == NONE)
        return false;
      bool is_array = t->p->leaves.at[target->leaf].dimensions > 0;
      target->index = is_array ? expr_constant (t, IR_INT, (int64_t) cell) : IR_NO_EXPR;
      return true;
    }
  for (uint32_t l = object->first_leaf; l < object->first_leaf + object->leaf_count; l++)
    {
      const struct leaf *leaf = &t->p->leaves.at[l];
      if (bytes && leaf->size != bytes)
        continue;
      target->leaf = l;
      target->index = cell_of_parts (t, leaf, parts);
      if (target->index != IR_NO_EXPR)
        return true;
    }
  return false;
}

static void
add_target (struct translation *t, struct pointer *place, uint32_t leaf, uint32_t index)
{
  assert (leaf < t->p->leaves.count);
  for (uint32_t i = 0; i < place->targets.count; i++)
    if (place->targets.at[i].leaf == leaf)
      {
        /* Two cells of an array: the pointer says which. */
        if (place->targets.at[i].index != index)
          place->targets.at[i].index = IR_NO_EXPR;
        return;
      }
  *vec_push (t->arena, &place->targets) = (struct target){ leaf, index };
}

static void
add_targets (struct translation *t, struct pointer *place, struct spot spot,
             uint32_t bytes)
{
  assert (spot.kind != SPOT_ANY || spot.offset == 0);
  assert (spot.object < t->p->objects.count);
  const struct object *object = &t->p->objects.at[spot.object];
  if (spot.kind == SPOT_ANY)
    {
      for (uint32_t l = 0; l < object->leaf_count; l++)
        if (!bytes || t->p->leaves.at[object->first_leaf + l].size == bytes)
          add_target (t, place, object->first_leaf + l, IR_NO_EXPR);
      return;
    }
  uint64_t cell;
  uint32_t leaf = memory_leaf_at (t->p, spot.object, spot.offset, bytes, &cell);
  if (leaf != NONE)
    add_target (t, place, leaf, IR_NO_EXPR);
}

void
pointer_find (struct translation *t, LLVMValueRef pointer, uint32_t bytes,
              struct pointer *place)
{
  assert (pointer && place);
  struct parts parts;
  struct target target;
  *place = (struct pointer){ .address = IR_NO_EXPR };
  if (take_parts (t, pointer, &parts) && find_known (t, &parts, bytes, &target)
      && (!t->p->objects.at[parts.object].is_open || parts.count == 0))
    {
      place->is_known = true;
      *vec_push (t->arena, &place->targets) = target;
      assert (target.leaf < t->p->leaves.count);
      return;
    }
  const uint32_t *spots;
  uint32_t count = points_to_of (t->points, pointer, &spots);
  for (uint32_t i = 0; i < count; i++)
    {
      const struct spot *spot = &t->points->spots.at[spots[i]];
      place->is_cut |= t->p->objects.at[spot->object].is_open;
      add_targets (t, place, *spot, bytes);
    }
  place->address = expr_cut (t, value_expr (t, pointer), WIDE);
}

/* Is ADDRESS that of a cell of the array LEAF?  A condition; *INDEX becomes which. */
static uint32_t
is_in_array (struct translation *t, const struct leaf *leaf, uint32_t address,
             uint32_t *index)
{
  assert (expr_type (t, address).width == 64);
  assert (leaf->dimensions > 0);
  int64_t base = t->p->objects.at[leaf->object].address + (int64_t) leaf->offset;
  uint32_t rest = expr_cut (
    t, expr_binary (t, EXPR_SUBTRACT, address, expr_constant (t, WIDE, base)), WIDE);
  uint32_t zero = expr_constant (t, WIDE, 0);
  int64_t extent = (int64_t) (leaf->stride[0] * leaf->count[0]);
  uint32_t condition
    = expr_binary (t, EXPR_AND, expr_binary (t, EXPR_GREATER_EQUAL, rest, zero),
                   expr_binary (t, EXPR_LESS, rest, expr_constant (t, WIDE, extent)));
  uint32_t sum = zero;
  for (uint32_t d = 0; d < leaf->dimensions; d++)
    {
      uint64_t size = leaf->stride[d];
      /* What is negative is in no array: shifts, which are wires of a circuit, will do.
       */
      bool shifts = size > 0 && (size & (size - 1)) == 0;
      uint32_t stride = expr_constant (t, WIDE, (int64_t) size);
      uint32_t count = expr_constant (t, WIDE, (int64_t) leaf->count[d]);
      uint32_t by = expr_constant (t, WIDE, __builtin_ctzll (size | (uint64_t) 1 << 63));
      uint32_t mask = expr_constant (t, WIDE, (int64_t) (size - 1));
      uint32_t cell = expr_cut (t,
                                shifts ? expr_binary (t, EXPR_SHIFT_RIGHT, rest, by)
                                       : expr_binary (t, EXPR_DIVIDE, rest, stride),
                                WIDE);
      rest = expr_cut (t,
                       shifts ? expr_binary (t, EXPR_BIT_AND, rest, mask)
                              : expr_binary (t, EXPR_REMAINDER, rest, stride),
                       WIDE);
      condition
        = expr_binary (t, EXPR_AND, condition, expr_binary (t, EXPR_LESS, cell, count));
      sum = expr_cut (
        t, expr_binary (t, EXPR_ADD, expr_binary (t, EXPR_MULTIPLY, sum, count), cell),
        WIDE);
    }
  *index = sum;
  return expr_binary (t, EXPR_AND, condition, expr_binary (t, EXPR_EQUAL, rest, zero));
}

void
pointer_each (struct translation *t, struct pointer *place,
              void (*act) (struct translation *t, struct target target, void *context),
              void *context)
{
  assert (act && (!place->is_known || place->targets.count == 1));
  if (place->is_known)
    {
      act (t, place->targets.at[0], context);
      return;
    }
  assert (place->address < t->ir->exprs.count);
  if (place->targets.count == 0 || place->is_cut)
    program_note (t->p, true, "pointer", ALL_QUESTIONS, t->at,
                  "where this pointer leads is not known%s",
                  place->targets.count > 0 ? " in all cases"
                                           : ", or what is there has another type");
  uint32_t end = ir_builder_new_step (&t->b);
  for (uint32_t i = 0; i < place->targets.count; i++)
    {
      struct target target = place->targets.at[i];
      const struct leaf *leaf = &t->p->leaves.at[target.leaf];
      int64_t address = t->p->objects.at[leaf->object].address + (int64_t) leaf->offset;
      uint32_t condition = leaf->dimensions > 0
                             ? is_in_array (t, leaf, place->address, &target.index)
                             : expr_binary (t, EXPR_EQUAL, place->address,
                                            expr_constant (t, WIDE, address));
      uint32_t otherwise = step_test (t, condition);
      act (t, target, context);
      ir_builder_continue_at (&t->b, end);
      t->b.current = otherwise;
    }
  if (place->targets.count == 0 || place->is_cut)
    step_stop (t);
  else
    step_wrong (t);
  t->b.current = end;
}

/* ---- Loads and stores. ---- */

struct access
{
  uint32_t slot, expr;
  bool is_atomic;
};

static void
note_use (struct translation *t, uint32_t leaf, bool is_atomic)
{
  assert (leaf < t->p->leaves.count);
  if (is_atomic || t->b.atomic > 0)
    t->p->leaves.at[leaf].has_atomic_uses = true;
  else
    t->p->leaves.at[leaf].has_plain_uses = true;
}

static void
do_read (struct translation *t, struct target target, void *context)
{
  const struct access *access = context;
  assert (access->slot == IR_NO_SLOT || access->slot < t->slots.count);
  field_id field = field_of_leaf (t, target.leaf);
  bool valued = t->p->leaves.at[target.leaf].width > 0;
  note_use (t, target.leaf, access->is_atomic);
  step_read (t, field, target.index, valued ? access->slot : IR_NO_SLOT);
  if (!valued && access->slot != IR_NO_SLOT)
    step_any (t, access->slot);
}

static void
do_write (struct translation *t, struct target target, void *context)
{
  const struct access *access = context;
  assert (access->expr == IR_NO_EXPR || access->expr < t->ir->exprs.count);
  field_id field = field_of_leaf (t, target.leaf);
  note_use (t, target.leaf, access->is_atomic);
  uint32_t expr = access->expr;
  bool is_bool = t->model->fields.at[field.index].type.is_bool;
  if (expr == IR_NO_EXPR && t->p->leaves.at[target.leaf].width > 0)
    { /* a number that is not followed, into the bytes of one that is */
      uint32_t slot = new_slot (t, type_of_leaf (&t->p->leaves.at[target.leaf]));
      step_any (t, slot);
      expr = expr_slot (t, slot);
      assert (expr < t->ir->exprs.count);
    }
  if (expr != IR_NO_EXPR && expr_type (t, expr).is_bool && !is_bool)
    expr = expr_wide (t, expr, false);
  step_write (t, field, target.index, expr);
}

/* Is the access of BYTES bytes at POINTER one to a cell of that size?  Otherwise, say
   so. */
static bool
has_targets (struct translation *t, LLVMValueRef pointer, struct pointer *place,
             uint32_t bytes)
{
  if (place->targets.count > 0)
    return true;
  assert (!place->is_known);
  struct pointer other;
  pointer_find (t, pointer, 0, &other);
  if (other.targets.count == 0 || bytes == 0)
    return true; /* pointer_each says that */
  program_note (t->p, true, "other-size", ALL_QUESTIONS, t->at,
                "this accesses memory in other pieces than it consists of");
  return false;
}

static bool
is_weak (LLVMAtomicOrdering ordering)
{
  return ordering != LLVMAtomicOrderingNotAtomic
         && ordering != LLVMAtomicOrderingSequentiallyConsistent;
}

static void
note_order (struct translation *t, LLVMAtomicOrdering ordering)
{
  if (is_weak (ordering))
    program_note (t->p, true, "weak-order", ALL_QUESTIONS, t->at,
                  "a weak memory order is taken for sequential consistency");
}

static void
load (struct translation *t, LLVMValueRef i)
{
  assert (t->p->calls->GetInstructionOpcode (i) == LLVMLoad);
  const struct llvm_calls *c = t->p->calls;
  LLVMValueRef pointer = c->GetOperand (i, 0);
  LLVMTypeRef type = c->TypeOf (i);
  uint32_t bytes = (uint32_t) c->StoreSizeOfType (t->p->layout, type);
  LLVMAtomicOrdering ordering = c->GetOrdering (i);
  struct access access
    = { .slot = IR_NO_SLOT, .is_atomic = ordering != LLVMAtomicOrderingNotAtomic };
  struct pointer place;
  note_order (t, ordering);
  pointer_find (t, pointer, bytes, &place);
  if (!has_targets (t, pointer, &place, bytes))
    {
      value_any (t, i, NULL);
      return;
    }
  if (type_of (t, type).width > 0)
    access.slot = value_slot (t, i);
  pointer_each (t, &place, do_read, &access);
}

void
access_store (struct translation *t, LLVMValueRef pointer, uint32_t expr, uint32_t bytes,
              bool is_atomic)
{
  struct access access = { .expr = expr, .is_atomic = is_atomic };
  struct pointer place;
  pointer_find (t, pointer, bytes, &place);
  if (has_targets (t, pointer, &place, bytes))
    pointer_each (t, &place, do_write, &access);
}

/* A mutex can be given its first value as a struct, member by member: C++ does, and
   whoever assigns PTHREAD_MUTEX_INITIALIZER.  Does the store of VALUE at POINTER only do
   that? */
static bool
initialises_sync (struct translation *t, LLVMValueRef pointer, LLVMValueRef value)
{
  const uint32_t *spots;
  struct parts parts;
  struct spot known = { .kind = SPOT_ANY };
  uint32_t count;
  assert (pointer && value);
  if (t->p->calls->GetValueKind (value) != LLVMConstantIntValueKind)
    return false;
  if (take_parts (t, pointer, &parts) && parts.count == 0 && parts.bytes >= 0)
    known = (struct spot){ .object = parts.object, .offset = (uint64_t) parts.bytes };
  count = known.kind != SPOT_ANY ? 1 : points_to_of (t->points, pointer, &spots);
  for (uint32_t i = 0; i < count; i++)
    {
      struct spot spot = known.kind != SPOT_ANY ? known : t->points->spots.at[spots[i]];
      uint64_t inside;
      uint32_t leaf = spot.kind == SPOT_ANY
                        ? NONE
                        : memory_sync_around (t->p, spot.object, spot.offset, &inside);
      if (leaf == NONE)
        return false;
      if (inside == MUTEX_KIND)
        sync_set_kind (t, leaf, t->p->calls->ConstIntGetSExtValue (value));
    }
  return count > 0;
}

static void
store (struct translation *t, LLVMValueRef i)
{
  assert (t->p->calls->GetInstructionOpcode (i) == LLVMStore);
  const struct llvm_calls *c = t->p->calls;
  LLVMValueRef value = c->GetOperand (i, 0);
  LLVMTypeRef type = c->TypeOf (value);
  LLVMAtomicOrdering ordering = c->GetOrdering (i);
  note_order (t, ordering);
  if (initialises_sync (t, c->GetOperand (i, 1), value))
    return;
  access_store (t, c->GetOperand (i, 1),
                type_of (t, type).width > 0 ? value_expr (t, value) : IR_NO_EXPR,
                (uint32_t) c->StoreSizeOfType (t->p->layout, type),
                ordering != LLVMAtomicOrderingNotAtomic);
}

/* ---- Read-modify-write. ---- */

struct update
{
  LLVMValueRef instruction;
  uint32_t old, operand, wanted; /* a slot, expressions */
  uint32_t success;              /* a slot, of a compare-and-swap */
};

/* What OLD becomes. */
static uint32_t
updated (struct translation *t, LLVMValueRef i, uint32_t old, uint32_t operand)
{
  assert (expr_type (t, old).width == expr_type (t, operand).width);
  bool is_wide = expr_type (t, old).width == 64;
  uint32_t a = is_wide
                 ? expr_binary (t, EXPR_BIT_XOR, old, expr_constant (t, WIDE, INT64_MIN))
                 : expr_wide (t, old, false);
  uint32_t b
    = is_wide ? expr_binary (t, EXPR_BIT_XOR, operand, expr_constant (t, WIDE, INT64_MIN))
              : expr_wide (t, operand, false);
  switch ((int) t->p->calls->GetAtomicRMWBinOp (i))
    {
    case LLVMAtomicRMWBinOpXchg: return operand;
    case LLVMAtomicRMWBinOpAdd: return expr_binary (t, EXPR_ADD, old, operand);
    case LLVMAtomicRMWBinOpSub: return expr_binary (t, EXPR_SUBTRACT, old, operand);
    case LLVMAtomicRMWBinOpAnd: return expr_binary (t, EXPR_BIT_AND, old, operand);
    case LLVMAtomicRMWBinOpNand:
      return expr_unary (t, EXPR_COMPLEMENT, expr_binary (t, EXPR_BIT_AND, old, operand));
    case LLVMAtomicRMWBinOpOr: return expr_binary (t, EXPR_BIT_OR, old, operand);
    case LLVMAtomicRMWBinOpXor: return expr_binary (t, EXPR_BIT_XOR, old, operand);
    case LLVMAtomicRMWBinOpMax:
      return expr_choose (t, expr_binary (t, EXPR_GREATER, old, operand), old, operand);
    case LLVMAtomicRMWBinOpMin:
      return expr_choose (t, expr_binary (t, EXPR_LESS, old, operand), old, operand);
    case LLVMAtomicRMWBinOpUMax:
      return expr_choose (t, expr_binary (t, EXPR_GREATER, a, b), old, operand);
    case LLVMAtomicRMWBinOpUMin:
      return expr_choose (t, expr_binary (t, EXPR_LESS, a, b), old, operand);
    default: return IR_NO_EXPR;
    }
}

static void
do_update (struct translation *t, struct target target, void *context)
{
  assert (((const struct update *) context)->old < t->slots.count);
  const struct update *update = context;
  field_id field = field_of_leaf (t, target.leaf);
  note_use (t, target.leaf, true);
  atomic_begin (t);
  step_read (t, field, target.index, update->old);
  uint32_t expr
    = updated (t, update->instruction, expr_slot (t, update->old), update->operand);
  if (expr == IR_NO_EXPR)
    {
      program_note (t->p, false, "any-value", 0, t->at,
                    "what this atomic operation computes is not followed");
      uint32_t slot = new_slot (t, t->slots.at[update->old].type);
      step_any (t, slot);
      expr = expr_slot (t, slot);
    }
  step_write (t, field, target.index, expr);
  atomic_end (t);
}

static void
do_exchange (struct translation *t, struct target target, void *context)
{
  assert (((const struct update *) context)->success < t->slots.count);
  const struct update *update = context;
  field_id field = field_of_leaf (t, target.leaf);
  note_use (t, target.leaf, true);
  atomic_begin (t);
  step_read (t, field, target.index, update->old);
  uint32_t same = expr_binary (t, EXPR_EQUAL, expr_slot (t, update->old), update->wanted);
  if (t->p->calls->GetWeak (update->instruction))
    {
      /* A weak one may fail although it is the same. */
      uint32_t luck = new_slot (t, IR_BOOL);
      step_any (t, luck);
      same = expr_binary (t, EXPR_AND, same, expr_slot (t, luck));
    }
  step_set (t, update->success, same);
  uint32_t otherwise = step_test (t, expr_slot (t, update->success));
  step_write (t, field, target.index, update->operand);
  uint32_t end = ir_builder_new_step (&t->b);
  ir_builder_continue_at (&t->b, end);
  t->b.current = otherwise;
  ir_builder_continue_at (&t->b, end);
  t->b.current = end;
  atomic_end (t);
}

static void
update (struct translation *t, LLVMValueRef i)
{
  const struct llvm_calls *c = t->p->calls;
  bool is_exchange = c->GetInstructionOpcode (i) == LLVMAtomicCmpXchg;
  assert (is_exchange || c->GetInstructionOpcode (i) == LLVMAtomicRMW);
  LLVMValueRef pointer = c->GetOperand (i, 0);
  LLVMValueRef value = c->GetOperand (i, is_exchange ? 2 : 1);
  struct ir_type type = type_of (t, c->TypeOf (value));
  struct pointer place;
  if (type.width == 0)
    {
      program_note (t->p, true, "float", ALL_QUESTIONS, i,
                    "an atomic operation of no integer is left out");
      return;
    }
  struct update update
    = { .instruction = i, .old = new_slot (t, type), .operand = value_expr (t, value) };
  *pairmap_at (&t->values, key_high (i), key_low (i)) = expr_slot (t, update.old);
  if (is_exchange)
    {
      update.wanted = value_expr (t, c->GetOperand (i, 1));
      update.success = new_slot (t, IR_BOOL);
      *pairmap_at (&t->seconds, key_high (i), key_low (i))
        = expr_slot (t, update.success);
    }
  note_order (t, is_exchange ? c->GetCmpXchgSuccessOrdering (i) : c->GetOrdering (i));
  if (is_exchange)
    note_order (t, c->GetCmpXchgFailureOrdering (i));
  pointer_find (t, pointer,
                (uint32_t) c->StoreSizeOfType (t->p->layout, c->TypeOf (value)), &place);
  pointer_each (t, &place, is_exchange ? do_exchange : do_update, &update);
}

bool
access_memory (struct translation *t, LLVMValueRef i)
{
  switch ((int) t->p->calls->GetInstructionOpcode (i))
    {
    case LLVMLoad: load (t, i); return true;
    case LLVMStore: store (t, i); return true;
    case LLVMAtomicRMW:
    case LLVMAtomicCmpXchg: update (t, i); return true;
    default: return false;
    }
}

/* ---- Copies. ---- */

/* The leaves of the object at POINTER that lie in BYTES bytes; NONE: not known. */
static uint32_t
block_object (struct translation *t, LLVMValueRef pointer, int64_t *offset)
{
  struct parts parts;
  if (!take_parts (t, pointer, &parts) || parts.count > 0)
    return NONE;
  assert (parts.object < t->p->objects.count);
  *offset = parts.bytes;
  return parts.object;
}

static void
note_block (struct translation *t)
{
  program_note (t->p, true, "block", ALL_QUESTIONS, t->at,
                "a block of memory is copied or set, and which is not known");
}

static bool
is_large (const struct leaf *leaf)
{
  assert (leaf->cells <= CELLS_MOST || leaf->width == 0);
  return leaf->cells > CELLS_MOST;
}

/* Do ACT to each cell in BYTES bytes at OFFSET of OBJECT; what of a cell lies outside is
   not followed.  A large array, whose values nobody follows, counts as one cell. */
static void
each_cell (struct translation *t, uint32_t number, int64_t offset, int64_t bytes,
           void (*act) (struct translation *t, uint32_t leaf, uint64_t cell,
                        int64_t distance, void *context),
           void *context)
{
  assert (number < t->p->objects.count);
  assert (bytes >= 0 && act);
  struct object object = t->p->objects.at[number];
  for (uint32_t l = object.first_leaf; l < object.first_leaf + object.leaf_count; l++)
    {
      const struct leaf leaf = t->p->leaves.at[l];
      for (uint64_t cell = 0; cell < (is_large (&leaf) ? 1 : leaf.cells); cell++)
        {
          int64_t at = (int64_t) offset_of_cell (&leaf, cell);
          int64_t end
            = (int64_t) leaf.size
              + (is_large (&leaf) ? (int64_t) offset_of_cell (&leaf, leaf.cells - 1)
                                  : at);
          assert (at < end);
          bool meets = end > offset && at < offset + bytes;
          bool within = at >= offset && end <= offset + bytes;
          if (within || (meets && is_large (&leaf)))
            act (t, l, cell, at > offset ? at - offset : 0, context);
          else if (meets)
            note_block (t);
        }
    }
}

static uint32_t
cell_index (struct translation *t, uint32_t leaf, uint64_t cell)
{
  assert (t->p->leaves.at[leaf].dimensions > 0 || cell == 0);
  return t->p->leaves.at[leaf].dimensions > 0 ? expr_constant (t, IR_INT, (int64_t) cell)
                                              : IR_NO_EXPR;
}

struct block
{
  uint32_t object;
  int64_t offset;
  int64_t byte; /* of memset */
};

static void
copy_cell (struct translation *t, uint32_t leaf, uint64_t cell, int64_t distance,
           void *context)
{
  assert (distance >= 0);
  const struct block *to = context;
  assert (to->object < t->p->objects.count);
  uint64_t other;
  uint32_t target = memory_leaf_at (t->p, to->object, (uint64_t) (to->offset + distance),
                                    t->p->leaves.at[leaf].size, &other);
  if (target == NONE || t->p->leaves.at[leaf].kind == LEAF_SYNC
      || is_large (&t->p->leaves.at[leaf]) != is_large (&t->p->leaves.at[target]))
    {
      note_block (t);
      return;
    }
  struct access access = { .slot = IR_NO_SLOT, .expr = IR_NO_EXPR };
  if (t->p->leaves.at[leaf].width > 0)
    {
      access.slot = new_slot (t, type_of_leaf (&t->p->leaves.at[leaf]));
      access.expr = expr_slot (t, access.slot);
    }
  do_read (t, (struct target){ leaf, cell_index (t, leaf, cell) }, &access);
  do_write (t, (struct target){ target, cell_index (t, target, other) }, &access);
}

/* Does something come into this cell of the target? */
static void
check_cell (struct translation *t, uint32_t leaf, uint64_t cell, int64_t distance,
            void *context)
{
  assert (distance >= 0 && cell < t->p->leaves.at[leaf].cells);
  const struct block *from = context;
  uint64_t other;
  uint32_t source
    = memory_leaf_at (t->p, from->object, (uint64_t) (from->offset + distance),
                      t->p->leaves.at[leaf].size, &other);
  assert (source == NONE || source < t->p->leaves.count);
  if (source == NONE
      || is_large (&t->p->leaves.at[leaf]) != is_large (&t->p->leaves.at[source]))
    note_block (t);
}

static bool
constant_length (struct translation *t, LLVMValueRef call, int64_t *bytes)
{
  return value_constant (t->p, t->p->calls->GetOperand (call, 2), bytes) && *bytes >= 0;
}

void
access_copy (struct translation *t, LLVMValueRef call)
{
  const struct llvm_calls *c = t->p->calls;
  int64_t bytes;
  struct block to = { .object = NONE }, from = { .object = NONE };
  to.object = block_object (t, c->GetOperand (call, 0), &to.offset);
  from.object = block_object (t, c->GetOperand (call, 1), &from.offset);
  if (!constant_length (t, call, &bytes) || to.object == NONE || from.object == NONE
      || (to.object == from.object && to.offset < from.offset + bytes
          && from.offset < to.offset + bytes))
    {
      note_block (t);
      return;
    }
  assert (to.object < t->p->objects.count && from.object < t->p->objects.count);
  each_cell (t, to.object, to.offset, bytes, check_cell, &from);
  each_cell (t, from.object, from.offset, bytes, copy_cell, &to);
}

static void
set_cell (struct translation *t, uint32_t leaf, uint64_t cell, int64_t distance,
          void *context)
{
  assert (cell < t->p->leaves.at[leaf].cells);
  const struct block *block = context;
  (void) distance;
  if (t->p->leaves.at[leaf].kind == LEAF_SYNC)
    return;
  uint64_t value = (uint64_t) (block->byte & 0xFF) * UINT64_C (0x0101010101010101);
  struct access access = { .expr = IR_NO_EXPR };
  if (t->p->leaves.at[leaf].width > 0)
    access.expr
      = expr_constant (t, type_of_leaf (&t->p->leaves.at[leaf]), (int64_t) value);
  do_write (t, (struct target){ leaf, cell_index (t, leaf, cell) }, &access);
}

void
access_set (struct translation *t, LLVMValueRef call)
{
  const struct llvm_calls *c = t->p->calls;
  struct block block = { .object = NONE };
  int64_t bytes;
  block.object = block_object (t, c->GetOperand (call, 0), &block.offset);
  if (!constant_length (t, call, &bytes) || block.object == NONE
      || !value_constant (t->p, c->GetOperand (call, 1), &block.byte))
    note_block (t);
  else
    each_cell (t, block.object, block.offset, bytes, set_cell, &block);
}

#endif
