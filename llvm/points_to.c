/* points_to.c -- see points_to.h.
 *
 * Sets only grow.  A copy or a move looks at each place of its set once: it remembers how
 * many it has seen.  What is loaded and stored becomes copies, each made once, from and
 * to what places hold.  Cost: the places that travel along copies, and in each round the
 * places that loads and stores have found so far; the number of rounds is the longest
 * chain of loads and stores that a place travels, a few in practice.
 */
#include <config.h>

#include "llvm/points_to.h"

#ifdef HAVE_LLVM

#include <assert.h>
#include <string.h>

#include "base/log.h"
#include "llvm/externals.h"
#include "llvm/memory.h"

/* Exact places of one object in a set; more become one place that is not exact. */
#define EXACT_MOST 16

/* Places of one object: more become one. */
#define SPOTS_MOST 32
#define SPOTS_A_LEAF 2

/* Pairs of a source and a target between which blocks are copied place by place. */
#define BLOCKS_MOST 16

/* ---- Places and sets. ---- */

static uint32_t
new_node (struct points_to *points)
{
  uint32_t node = points->sets.count;
  vec_push (points->arena, &points->sets);
  memset (&points->sets.at[node], 0, sizeof points->sets.at[node]);
  return node;
}

static void
constrain (struct points_to *points, enum points_rule rule, uint32_t to, uint32_t from)
{
  assert (to < points->sets.count && from < points->sets.count);
  *vec_push (points->arena, &points->constraints)
    = (struct points_constraint){ .rule = rule, .to = to, .from = from, .hub = NONE };
}

/* TO includes FROM, from now on. */
static void
connect (struct points_to *points, uint32_t to, uint32_t from)
{
  uint32_t *known = to == from ? NULL : pairmap_at (&points->copies, to, from);
  if (!known || *known != PAIRMAP_FREE)
    return;
  *known = 1;
  constrain (points, POINTS_COPY, to, from);
  points->changed = true;
}

/* May A and B be the same place? */
static bool
overlap (const struct points_to *points, struct spot a, struct spot b)
{
  assert (a.object == b.object);
  if (a.kind == SPOT_ANY || b.kind == SPOT_ANY)
    return true;
  if (a.kind == SPOT_EXACT && b.kind == SPOT_EXACT)
    return a.offset == b.offset;
  return memory_first_cell (points->program, a.object, a.offset)
         == memory_first_cell (points->program, b.object, b.offset);
}

/* Whoever reads at a place reads what is at all places that may be the same: NUMBER is
   new, and comes to those of its object. */
static void
join_readers (struct points_to *points, uint32_t number)
{
  struct spot spot = points->spots.at[number];
  connect (points, points->readable.at[number], points->contents.at[number]);
  for (uint32_t s = points->first.at[spot.object]; s != NONE; s = points->next.at[s])
    if (overlap (points, spot, points->spots.at[s]))
      {
        assert (s < number);
        connect (points, points->readable.at[s], points->contents.at[number]);
        connect (points, points->readable.at[number], points->contents.at[s]);
      }
}

static uint32_t
intern_spot (struct points_to *points, struct spot spot)
{
  if (spot.kind == SPOT_ANY)
    spot.offset = 0;
  assert (spot.object < points->first.count);
  uint32_t *known = pairmap_at (&points->spot_of, spot.object * 3 + (uint32_t) spot.kind,
                                (uint32_t) spot.offset);
  if (*known != PAIRMAP_FREE)
    return *known;
  uint32_t number = *known = points->spots.count;
  *vec_push (points->arena, &points->spots) = spot;
  *vec_push (points->arena, &points->contents) = new_node (points);
  *vec_push (points->arena, &points->readable) = new_node (points);
  join_readers (points, number);
  *vec_push (points->arena, &points->next) = points->first.at[spot.object];
  points->first.at[spot.object] = number;
  points->spot_count.at[spot.object]++;
  assert (points->next.count == points->spots.count);
  assert (points->contents.count == points->spots.count);
  return number;
}

static void
add (struct points_to *points, uint32_t node, uint32_t spot)
{
  assert (node < points->sets.count && spot < points->spots.count);
  uint32_t *known = pairmap_at (&points->members, node, spot);
  if (*known != PAIRMAP_FREE)
    return;
  *known = 1;
  *vec_push (points->arena, &points->sets.at[node]) = spot;
  points->changed = true;
}

static uint32_t
count_exact (const struct points_to *points, uint32_t node, uint32_t object)
{
  assert (node < points->sets.count);
  uint32_t count = 0;
  for (uint32_t i = 0; i < points->sets.at[node].count; i++)
    {
      const struct spot *spot = &points->spots.at[points->sets.at[node].at[i]];
      count += spot->object == object && spot->kind == SPOT_EXACT;
    }
  return count;
}

/* Has the object of SPOT so many places that a new one is not told apart from others? */
static bool
is_crowded (const struct points_to *points, struct spot spot)
{
  const struct object *object = &points->program->objects.at[spot.object];
  return points->spot_count.at[spot.object]
           >= SPOTS_MOST + SPOTS_A_LEAF * object->leaf_count
         && pairmap_get (&points->spot_of, spot.object * 3 + (uint32_t) spot.kind,
                         (uint32_t) spot.offset)
              == PAIRMAP_FREE;
}

/* Add SPOT, moved by DELTA; VARIES: and by something that is not known. */
static void
add_moved (struct points_to *points, uint32_t node, struct spot spot, int64_t delta,
           bool varies)
{
  assert (spot.object < points->first.count);
  const struct program *p = points->program;
  int64_t offset = (int64_t) spot.offset + delta;
  if (spot.kind == SPOT_ANY || offset < 0
      || (uint64_t) offset > p->objects.at[spot.object].size)
    spot.kind = SPOT_ANY;
  else
    {
      spot.offset = (uint64_t) offset;
      if (spot.kind == SPOT_CELLS || varies
          || count_exact (points, node, spot.object) >= EXACT_MOST)
        {
          spot.kind = SPOT_CELLS;
          spot.offset = memory_first_cell (p, spot.object, spot.offset);
        }
      if (is_crowded (points, spot))
        spot.kind = SPOT_ANY;
    }
  add (points, node, intern_spot (points, spot));
}

/* ---- Constraints. ---- */

static uint32_t node_of (struct points_to *points, LLVMValueRef value);

static bool
is_int (const struct program *p, LLVMValueRef value, int64_t *number)
{
  if (p->calls->GetValueKind (value) != LLVMConstantIntValueKind)
    return false;
  *number = p->calls->ConstIntGetSExtValue (value);
  return true;
}

bool
points_to_offset (const struct program *p, LLVMValueRef value, int64_t *bytes)
{
  assert (p->calls->GetNumOperands (value) >= 1);
  const struct llvm_calls *c = p->calls;
  LLVMTypeRef type = c->GetGEPSourceElementType (value);
  int count = c->GetNumOperands (value);
  bool varies = false;
  *bytes = 0;
  for (int i = 1; i < count; i++)
    {
      LLVMValueRef index = c->GetOperand (value, (unsigned) i);
      int64_t number = 0;
      bool known = is_int (p, index, &number);
      if (i > 1 && c->GetTypeKind (type) == LLVMStructTypeKind)
        {
          *bytes += (int64_t) c->OffsetOfElement (p->layout, type, (unsigned) number);
          type = c->StructGetTypeAtIndex (type, (unsigned) number);
          continue;
        }
      if (i > 1)
        type = c->GetElementType (type);
      *bytes += number * (int64_t) c->ABISizeOfType (p->layout, type);
      varies |= !known;
    }
  return varies;
}

/* VALUE is an address that is a constant. */
static void
find_constant (struct points_to *points, uint32_t node, LLVMValueRef value)
{
  const struct program *p = points->program;
  const struct llvm_calls *c = p->calls;
  uint32_t count, object = memory_objects_of (p, value, &count);
  for (uint32_t i = 0; i < count; i++)
    add (points, node, intern_spot (points, (struct spot){ object + i, SPOT_EXACT, 0 }));
  if (count > 0)
    return;
  if (!c->IsAConstantExpr (value))
    return;
  struct points_constraint made = { .rule = POINTS_COPY, .to = node };
  switch ((int) c->GetConstOpcode (value))
    {
    case LLVMGetElementPtr:
      made.rule = POINTS_MOVE;
      made.varies = points_to_offset (p, value, &made.delta);
      break;
    case LLVMBitCast:
    case LLVMAddrSpaceCast:
    case LLVMPtrToInt:
    case LLVMIntToPtr: break;
    default: return;
    }
  made.from = node_of (points, c->GetOperand (value, 0));
  *vec_push (points->arena, &points->constraints) = made;
}

static uint32_t
node_of (struct points_to *points, LLVMValueRef value)
{
  assert (value);
  uint32_t *known = pairmap_at (&points->node_of, key_high (value), key_low (value));
  if (*known != PAIRMAP_FREE)
    return *known;
  uint32_t node = *known = new_node (points);
  int kind = (int) points->program->calls->GetValueKind (value);
  if (kind != LLVMInstructionValueKind && kind != LLVMArgumentValueKind)
    find_constant (points, node, value);
  return node;
}

static void
constrain_operands (struct points_to *points, LLVMValueRef i, unsigned first,
                    unsigned count)
{
  assert (first + count <= (unsigned) points->program->calls->GetNumOperands (i));
  for (unsigned k = first; k < first + count; k++)
    constrain (points, POINTS_COPY, node_of (points, i),
               node_of (points, points->program->calls->GetOperand (i, k)));
}

/* ---- Calls. ---- */

static void
constrain_objects (struct points_to *points, LLVMValueRef value)
{
  uint32_t count, first = memory_objects_of (points->program, value, &count);
  assert (first != NONE && count > 0);
  for (uint32_t i = 0; i < count; i++)
    add (points, node_of (points, value),
         intern_spot (points, (struct spot){ first + i, SPOT_EXACT, 0 }));
}

/* A set with the thread ROOT alone. */
static uint32_t
thread_node (struct points_to *points, uint32_t root)
{
  assert (root < points->program->roots.count);
  uint32_t node = new_node (points);
  struct spot spot = { points->program->roots.at[root].object, SPOT_EXACT, 0 };
  add (points, node, intern_spot (points, spot));
  return node;
}

static void
constrain_creation (struct points_to *points, LLVMValueRef call)
{
  const struct program *p = points->program;
  const struct llvm_calls *c = p->calls;
  bool is_c11 = strcmp (program_callee (p, call), "thrd_create") == 0;
  for (uint32_t i = 0; i < p->creations.count; i++)
    {
      const struct creation *creation = &p->creations.at[i];
      if (creation->call != call)
        continue;
      constrain (points, POINTS_STORE, node_of (points, c->GetOperand (call, 0)),
                 thread_node (points, creation->root));
      if (creation->argument)
        constrain (points, POINTS_STORE, node_of (points, creation->argument),
                   node_of (points, c->GetOperand (call, is_c11 ? 2 : 3)));
      if (creation->target)
        constrain (points, POINTS_STORE, node_of (points, creation->target),
                   node_of (points, c->GetOperand (call, is_c11 ? 1 : 2)));
    }
}

/* What a thread returns, or exits with, comes to whoever joins it. */
static void
constrain_join (struct points_to *points, LLVMValueRef call)
{
  const struct program *p = points->program;
  uint32_t to = node_of (points, p->calls->GetOperand (call, 1));
  for (uint32_t r = 1; r < p->roots.count; r++)
    constrain (points, POINTS_STORE, to, node_of (points, p->roots.at[r].function));
}

/* What VALUE, a pointer, leads to is not known. */
static void
constrain_unknown (struct points_to *points, LLVMValueRef value)
{
  const struct program *p = points->program;
  assert (p->objects.at[p->unknown].kind == OBJECT_UNKNOWN);
  if (p->calls->GetTypeKind (p->calls->TypeOf (value)) == LLVMPointerTypeKind)
    add (points, node_of (points, value),
         intern_spot (points, (struct spot){ p->unknown, SPOT_ANY, 0 }));
}

static void
constrain_call (struct points_to *points, LLVMValueRef call, uint32_t root)
{
  const struct program *p = points->program;
  assert (program_is_call (p, call));
  const struct llvm_calls *c = p->calls;
  LLVMValueRef callee = program_function (p, c->GetCalledValue (call));
  if (!callee)
    {
      constrain_unknown (points, call);
      return;
    }
  if (!c->IsDeclaration (callee))
    {
      unsigned count = c->CountParams (callee);
      for (unsigned i = 0; i < count && i < c->GetNumArgOperands (call); i++)
        constrain (points, POINTS_COPY, node_of (points, c->GetParam (callee, i)),
                   node_of (points, c->GetOperand (call, i)));
      constrain (points, POINTS_COPY, node_of (points, call), node_of (points, callee));
      return;
    }
  switch ((int) program_external (p, call))
    {
    case EXTERNAL_ALLOCATE: constrain_objects (points, call); break;
    case EXTERNAL_THREAD_CREATE: constrain_creation (points, call); break;
    case EXTERNAL_THREAD_JOIN: constrain_join (points, call); break;
    case EXTERNAL_GROWN:
    case EXTERNAL_SAME:
    case EXTERNAL_SET: constrain_operands (points, call, 0, 1); break;
    case EXTERNAL_COPY:
      constrain_operands (points, call, 0, 1);
      constrain (points, POINTS_BLOCKS, node_of (points, c->GetOperand (call, 0)),
                 node_of (points, c->GetOperand (call, 1)));
      break;
    case EXTERNAL_THREAD_SELF:
      if (root < p->roots.count)
        constrain (points, POINTS_COPY, node_of (points, call),
                   thread_node (points, root));
      break;
    case EXTERNAL_THREAD_EXIT:
      if (root < p->roots.count)
        constrain (points, POINTS_COPY, node_of (points, p->roots.at[root].function),
                   node_of (points, c->GetOperand (call, 0)));
      break;
    default: constrain_unknown (points, call); break;
    }
}

/* ---- Instructions. ---- */

static void
constrain_instruction (struct points_to *points, LLVMValueRef i, uint32_t root,
                       LLVMValueRef function)
{
  const struct program *p = points->program;
  const struct llvm_calls *c = p->calls;
  switch ((int) c->GetInstructionOpcode (i))
    {
    case LLVMAlloca: constrain_objects (points, i); break;
    case LLVMBitCast:
    case LLVMAddrSpaceCast:
    case LLVMPtrToInt:
    case LLVMIntToPtr:
    case LLVMFreeze:
    case LLVMExtractValue: constrain_operands (points, i, 0, 1); break;
    case LLVMInsertValue: constrain_operands (points, i, 0, 2); break;
    case LLVMPHI:
      constrain_operands (points, i, 0, (unsigned) c->GetNumOperands (i));
      break;
    case LLVMSelect: constrain_operands (points, i, 1, 2); break;
    case LLVMGetElementPtr:
      {
        struct points_constraint made
          = { .rule = POINTS_MOVE,
              .to = node_of (points, i),
              .from = node_of (points, c->GetOperand (i, 0)) };
        made.varies = points_to_offset (p, i, &made.delta);
        *vec_push (points->arena, &points->constraints) = made;
        break;
      }
    case LLVMLoad:
      constrain (points, POINTS_LOAD, node_of (points, i),
                 node_of (points, c->GetOperand (i, 0)));
      break;
    case LLVMStore:
      constrain (points, POINTS_STORE, node_of (points, c->GetOperand (i, 1)),
                 node_of (points, c->GetOperand (i, 0)));
      break;
    case LLVMAtomicRMW:
      constrain (points, POINTS_LOAD, node_of (points, i),
                 node_of (points, c->GetOperand (i, 0)));
      constrain (points, POINTS_STORE, node_of (points, c->GetOperand (i, 0)),
                 node_of (points, c->GetOperand (i, 1)));
      break;
    case LLVMAtomicCmpXchg:
      constrain (points, POINTS_LOAD, node_of (points, i),
                 node_of (points, c->GetOperand (i, 0)));
      constrain (points, POINTS_STORE, node_of (points, c->GetOperand (i, 0)),
                 node_of (points, c->GetOperand (i, 2)));
      break;
    case LLVMRet:
      if (c->GetNumOperands (i) == 1)
        constrain (points, POINTS_COPY, node_of (points, function),
                   node_of (points, c->GetOperand (i, 0)));
      break;
    case LLVMCall:
    case LLVMInvoke: constrain_call (points, i, root); break;
    default: break;
    }
}

/* ROOT: its number, or NONE. */
static void
constrain_function (struct points_to *points, LLVMValueRef function, uint32_t root)
{
  assert (root == NONE || root < points->program->roots.count);
  const struct llvm_calls *c = points->program->calls;
  for (LLVMBasicBlockRef block = c->GetFirstBasicBlock (function); block;
       block = c->GetNextBasicBlock (block))
    for (LLVMValueRef i = c->GetFirstInstruction (block); i;
         i = c->GetNextInstruction (i))
      constrain_instruction (points, i, root, function);
}

/* ---- Initial values. ---- */

/* The pointers in VALUE, which is at OFFSET of OBJECT. */
static void
constrain_initial (struct points_to *points, uint32_t object, uint64_t offset,
                   LLVMValueRef value)
{
  assert (offset <= points->program->objects.at[object].size);
  const struct program *p = points->program;
  const struct llvm_calls *c = p->calls;
  LLVMTypeRef type = c->TypeOf (value);
  int kind = (int) c->GetValueKind (value);
  if (kind == LLVMConstantStructValueKind || kind == LLVMConstantArrayValueKind)
    for (int i = 0; i < c->GetNumOperands (value); i++)
      {
        uint64_t inner
          = kind == LLVMConstantStructValueKind
              ? c->OffsetOfElement (p->layout, type, (unsigned) i)
              : (unsigned) i * c->ABISizeOfType (p->layout, c->GetElementType (type));
        constrain_initial (points, object, offset + inner,
                           c->GetOperand (value, (unsigned) i));
      }
  else if (c->GetTypeKind (type) == LLVMPointerTypeKind)
    {
      uint32_t spot = intern_spot (points, (struct spot){ object, SPOT_EXACT, offset });
      constrain (points, POINTS_COPY, points->contents.at[spot], node_of (points, value));
    }
}

/* ---- The fixed point. ---- */

/* All of OBJECT, as a place. */
static uint32_t
whole (struct points_to *points, uint32_t object)
{
  return intern_spot (points, (struct spot){ object, SPOT_ANY, 0 });
}

/* Blocks from many places to many: everything to everywhere, through the set HUB. */
static void
mix_blocks (struct points_to *points, uint32_t to, uint32_t from, uint32_t hub)
{
  assert (hub != NONE && hub != to && hub != from);
  const struct spot *spots;
  for (uint32_t i = 0; i < points->sets.at[from].count; i++)
    {
      spots = points->spots.at;
      uint32_t spot = whole (points, spots[points->sets.at[from].at[i]].object);
      connect (points, hub, points->readable.at[spot]);
    }
  for (uint32_t i = 0; i < points->sets.at[to].count; i++)
    {
      spots = points->spots.at;
      uint32_t spot = whole (points, spots[points->sets.at[to].at[i]].object);
      connect (points, points->contents.at[spot], hub);
    }
}

/* Whole objects are copied: every place in one to the same place in the other. */
static void
copy_blocks (struct points_to *points, uint32_t to, uint32_t from)
{
  assert (to < points->sets.count && from < points->sets.count);
  for (uint32_t i = 0; i < points->sets.at[from].count; i++)
    for (uint32_t k = 0; k < points->sets.at[to].count; k++)
      {
        struct spot source = points->spots.at[points->sets.at[from].at[i]];
        struct spot target = points->spots.at[points->sets.at[to].at[k]];
        for (uint32_t s = points->first.at[source.object]; s != NONE;
             s = points->next.at[s])
          {
            struct spot inner = points->spots.at[s], moved = target;
            if (inner.kind != SPOT_EXACT || source.kind != SPOT_EXACT
                || target.kind != SPOT_EXACT || inner.offset < source.offset)
              moved.kind = SPOT_ANY;
            else
              moved.offset += inner.offset - source.offset;
            /* Nothing is copied beyond the end: a block may be moved within itself. */
            if (moved.kind == SPOT_EXACT
                && moved.offset >= points->program->objects.at[moved.object].size)
              moved.kind = SPOT_ANY;
            uint32_t spot = intern_spot (points, moved);
            connect (points, points->contents.at[spot], points->contents.at[s]);
          }
      }
}

/* Apply constraint NUMBER; the table of constraints may grow. */
static void
apply (struct points_to *points, uint32_t number)
{
  struct points_constraint c = points->constraints.at[number];
  assert (c.to < points->sets.count && c.from < points->sets.count);
  uint32_t seen = c.seen, spots = points->spots.count;
  switch (c.rule)
    {
    case POINTS_COPY:
      for (; seen < points->sets.at[c.from].count; seen++)
        add (points, c.to, points->sets.at[c.from].at[seen]);
      break;
    case POINTS_MOVE:
      for (; seen < points->sets.at[c.from].count; seen++)
        add_moved (points, c.to, points->spots.at[points->sets.at[c.from].at[seen]],
                   c.delta, c.varies);
      break;
    case POINTS_LOAD:
      for (; seen < points->sets.at[c.from].count; seen++)
        connect (points, c.to, points->readable.at[points->sets.at[c.from].at[seen]]);
      break;
    case POINTS_STORE:
      for (; seen < points->sets.at[c.to].count; seen++)
        connect (points, points->contents.at[points->sets.at[c.to].at[seen]], c.from);
      break;
    case POINTS_BLOCKS:
      {
        uint32_t sources = points->sets.at[c.from].count;
        uint32_t targets = points->sets.at[c.to].count;
        if (spots == c.spots && seen == sources && c.targets == targets)
          break;
        if (c.hub == NONE && (uint64_t) sources * targets > BLOCKS_MOST)
          points->constraints.at[number].hub = c.hub = new_node (points);
        if (c.hub == NONE)
          copy_blocks (points, c.to, c.from);
        else
          mix_blocks (points, c.to, c.from, c.hub);
        seen = sources;
        points->constraints.at[number].targets = targets;
        break;
      }
    }
  points->constraints.at[number].seen = seen;
  points->constraints.at[number].spots = spots;
}

void
points_to_find (struct points_to *points, struct program *p)
{
  assert (p->objects.count > 0);
  *points = (struct points_to){ .program = p, .arena = p->arena };
  pairmap_init (&points->members, p->arena);
  pairmap_init (&points->copies, p->arena);
  pairmap_init (&points->node_of, p->arena);
  pairmap_init (&points->spot_of, p->arena);
  for (uint32_t o = 0; o < p->objects.count; o++)
    {
      *vec_push (p->arena, &points->first) = NONE;
      *vec_push (p->arena, &points->spot_count) = 0;
    }
  for (uint32_t o = 0; o < p->objects.count; o++)
    {
      const struct object *object = &p->objects.at[o];
      LLVMValueRef initial
        = object->kind == OBJECT_GLOBAL ? p->calls->GetInitializer (object->value) : NULL;
      if (initial)
        constrain_initial (points, o, 0, initial);
    }
  for (uint32_t r = 0; r < p->roots.count; r++)
    {
      LLVMValueRef function = p->roots.at[r].function;
      for (unsigned i = 0; i < p->calls->CountParams (function); i++)
        constrain_unknown (points, p->calls->GetParam (function, i));
      constrain_function (points, function, r);
    }
  for (uint32_t i = 0; i < p->procedures.count; i++)
    constrain_function (points, p->procedures.at[i], NONE);
  uint32_t rounds = 0;
  do
    {
      points->changed = false;
      for (uint32_t i = 0; i < points->constraints.count; i++)
        apply (points, i);
      rounds++;
    }
  while (points->changed);
  LOG (1, "points-to: %u sets, %u constraints, %u rounds", (unsigned) points->sets.count,
       (unsigned) points->constraints.count, (unsigned) rounds);
}

uint32_t
points_to_of (const struct points_to *points, LLVMValueRef value, const uint32_t **spots)
{
  uint32_t node = pairmap_get (&points->node_of, key_high (value), key_low (value));
  assert (node == PAIRMAP_FREE || node < points->sets.count);
  *spots = node == PAIRMAP_FREE ? NULL : points->sets.at[node].at;
  return node == PAIRMAP_FREE ? 0 : points->sets.at[node].count;
}

#endif
