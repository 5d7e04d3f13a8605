/* memory.c -- see memory.h. */
#include <config.h>

#include "llvm/memory.h"

#ifdef HAVE_LLVM

#include <assert.h>
#include <string.h>

#include "llvm/debug_names.h"
#include "llvm/positions.h"

/* ---- Leaves. ---- */

/* What is being taken apart. */
struct path
{
  uint32_t object;
  uint64_t offset;
  const char *name;
  LLVMValueRef debug; /* the debug data of its type, or null */
  uint32_t dimensions;
  uint64_t stride[LEAF_DIMENSIONS], count[LEAF_DIMENSIONS];
};

/* How many cells PATH stands for; more than CELLS_COUNTED are not counted, so that no
   product of sizes overflows. */
#define CELLS_COUNTED (UINT64_C (1) << 40)

static uint64_t
path_cells (const struct path *path)
{
  uint64_t cells = 1;
  for (uint32_t d = 0; d < path->dimensions; d++)
    if (path->count[d] > CELLS_COUNTED / cells)
      return CELLS_COUNTED + 1;
    else
      cells *= path->count[d];
  assert (cells > 0 && cells <= CELLS_COUNTED);
  return cells;
}

/* Types of the C library that are one thing each. */
static bool
is_sync_type (const struct program *p, LLVMTypeRef type)
{
  static const char *const names[] = { "pthread_mutex_t",
                                       "pthread_cond_t",
                                       "pthread_rwlock_t",
                                       "pthread_barrier_t",
                                       "sem_t",
                                       "pthread_mutexattr_t",
                                       "pthread_condattr_t",
                                       "pthread_rwlockattr_t",
                                       "pthread_attr_t",
                                       "pthread_barrierattr_t",
                                       "mtx_t",
                                       "cnd_t" };
  const char *name = p->calls->GetStructName (type);
  if (!name)
    return false;
  const char *dot = strchr (name, '.');
  name = dot ? dot + 1 : name;
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    {
      size_t length = strlen (names[i]);
      if (strncmp (name, names[i], length) == 0
          && (name[length] == 0 || name[length] == '.'))
        return true;
    }
  return false;
}

static void
add_leaf (struct program *p, const struct path *path, LLVMTypeRef type,
          enum leaf_kind kind, uint32_t width)
{
  assert (width <= 64 && (kind == LEAF_INT || width == 0));
  assert (path->dimensions <= LEAF_DIMENSIONS);
  struct leaf leaf = { .object = path->object,
                       .offset = path->offset,
                       .size = (uint32_t) p->calls->StoreSizeOfType (p->layout, type),
                       .kind = kind,
                       .width = width,
                       .name = path->name,
                       .dimensions = path->dimensions,
                       .cells = path_cells (path) };
  for (uint32_t d = 0; d < path->dimensions; d++)
    {
      leaf.stride[d] = path->stride[d];
      leaf.count[d] = path->count[d];
    }
  assert (path->object < p->objects.count);
  if (leaf.cells > CELLS_MOST)
    leaf.width = 0;
  *vec_push (p->arena, &p->leaves) = leaf;
}

static void take_apart (struct program *p, struct path path, LLVMTypeRef type);

static void
take_struct_apart (struct program *p, struct path path, LLVMTypeRef type)
{
  assert (p->calls->GetTypeKind (type) == LLVMStructTypeKind);
  uint32_t members = p->calls->CountStructElementTypes (type);
  for (uint32_t i = 0; i < members; i++)
    {
      struct path member = path;
      member.offset += p->calls->OffsetOfElement (p->layout, type, i);
      uint64_t inside = member.offset - path.offset;
      const char *name = debug_member_name (p, type, inside, &member.debug);
      /* What a type of the C++ library consists of is of no interest. */
      if (name && members == 1 && strncmp (name, "_M_", 3) == 0)
        name = "";
      if (!name)
        member.name = arena_format (p->arena, "%s.%u", path.name, (unsigned) i);
      else if (*name)
        member.name = arena_format (p->arena, "%s.%s", path.name, name);
      take_apart (p, member, p->calls->StructGetTypeAtIndex (type, i));
    }
}

static bool as_array (const struct program *p, LLVMTypeRef type, LLVMTypeRef *element,
                      uint64_t *count);

/* Do values of the types A and B look the same in memory? */
static bool
is_same_shape (const struct program *p, LLVMTypeRef a, LLVMTypeRef b)
{
  LLVMTypeRef a_element, b_element;
  uint64_t a_count, b_count;
  assert (a && b);
  return a == b
         || (as_array (p, a, &a_element, &a_count)
             && as_array (p, b, &b_element, &b_count) && a_count == b_count
             && is_same_shape (p, a_element, b_element));
}

/* Is TYPE that of an array?  One whose initial value ends with zeros is a struct to
   clang, without a name: of its first elements, or an array of them, and an array of the
   zeros. */
static bool
as_array (const struct program *p, LLVMTypeRef type, LLVMTypeRef *element,
          uint64_t *count)
{
  const struct llvm_calls *c = p->calls;
  assert (type && element && count);
  int kind = (int) c->GetTypeKind (type);
  unsigned members = kind == LLVMStructTypeKind ? c->CountStructElementTypes (type) : 0;
  LLVMTypeRef last = members > 1 && !c->GetStructName (type)
                       ? c->StructGetTypeAtIndex (type, members - 1)
                       : type;
  if ((int) c->GetTypeKind (last) != LLVMArrayTypeKind)
    return false;
  *element = c->GetElementType (last);
  *count = c->GetArrayLength (last);
  if (last == type)
    return true;
  assert (members > 1);
  for (unsigned i = 0; i + 1 < members; i++)
    {
      LLVMTypeRef member = c->StructGetTypeAtIndex (type, i), inner;
      uint64_t cells;
      if (is_same_shape (p, member, *element))
        *count += 1;
      else if (as_array (p, member, &inner, &cells) && is_same_shape (p, inner, *element))
        *count += cells;
      else
        return false;
    }
  assert (*count * c->ABISizeOfType (p->layout, *element)
          == c->ABISizeOfType (p->layout, type));
  return true;
}

static void
take_array_apart (struct program *p, struct path path, LLVMTypeRef element,
                  uint64_t count)
{
  assert (path.dimensions <= LEAF_DIMENSIONS);
  assert (element);
  if (count == 0 || path.dimensions == LEAF_DIMENSIONS)
    return;
  path.debug = debug_cell (p, path.debug);
  path.stride[path.dimensions] = p->calls->ABISizeOfType (p->layout, element);
  path.count[path.dimensions++] = count;
  if (path_cells (&path) <= CELLS_COUNTED)
    take_apart (p, path, element);
}

static void
take_apart (struct program *p, struct path path, LLVMTypeRef type)
{
  LLVMTypeRef element;
  uint64_t count;
  if (as_array (p, type, &element, &count))
    {
      take_array_apart (p, path, element, count);
      return;
    }
  switch ((int) p->calls->GetTypeKind (type))
    {
    case LLVMIntegerTypeKind:
      {
        unsigned width = p->calls->GetIntTypeWidth (type);
        add_leaf (p, &path, type, LEAF_INT, width <= 64 ? width : 0);
        break;
      }
    case LLVMPointerTypeKind: add_leaf (p, &path, type, LEAF_INT, 64); break;
    case LLVMStructTypeKind:
      if (is_sync_type (p, type))
        {
          /* A mutex that an index chooses has numbers beside it for each cell.  Where
             there are too many, what leads to one is a pointer to nothing known. */
          if (path_cells (&path) <= CELLS_MOST)
            add_leaf (p, &path, type, LEAF_SYNC, 0);
        }
      else if (!p->calls->IsOpaqueStruct (type))
        take_struct_apart (p, path, type);
      break;
    default: add_leaf (p, &path, type, LEAF_FLOAT, 0); break;
    }
}

/* ---- Objects. ---- */

/* NAME, which is LLVM's, in the arena; with a number if there is an object of that name.
 */
static const char *
unique_name (struct program *p, const char *name)
{
  const char *unique = arena_copy (p->arena, name, strlen (name));
  for (uint32_t i = 2;; i++)
    {
      uint32_t count = p->object_names.entries.count;
      if (names_intern (&p->object_names, unique, strlen (unique)).index == count)
        return unique;
      unique = arena_format (p->arena, "%s.%u", name, (unsigned) i);
    }
}

static uint32_t
add_object (struct program *p, struct object object)
{
  assert (object.name);
  assert (!object.value
          == (object.kind == OBJECT_THREAD || object.kind == OBJECT_UNKNOWN));
  uint32_t number = p->objects.count;
  object.name = unique_name (p, object.name);
  object.address = p->next_address;
  p->next_address += (int64_t) ((object.size + 127) / 64 * 64);
  object.first_leaf = p->leaves.count;
  *vec_push (p->arena, &p->objects) = object;
  if (object.type)
    take_apart (
      p, (struct path){ .object = number, .name = object.name, .debug = object.debug },
      object.type);
  p->objects.at[number].leaf_count = p->leaves.count - object.first_leaf;
  uint32_t *known
    = pairmap_at (&p->object_of, key_high (object.value), key_low (object.value));
  if (*known == PAIRMAP_FREE)
    *known = number;
  return number;
}

uint32_t
memory_objects_of (const struct program *p, LLVMValueRef value, uint32_t *count)
{
  assert (value && count);
  uint32_t first = pairmap_get (&p->object_of, key_high (value), key_low (value));
  *count = 0;
  if (first == PAIRMAP_FREE)
    return NONE;
  while (first + *count < p->objects.count
         && p->objects.at[first + *count].value == value)
    ++*count;
  assert (*count > 0);
  return first;
}

/* "x" of "x" and "f.x", "x" of "x.addr". */
static const char *
local_name (struct program *p, const char *root, LLVMValueRef value,
            const char *otherwise)
{
  const char *name = program_value_name (p, value);
  return arena_format (p->arena, "%s.%s", root, *name ? name : otherwise);
}

bool
memory_is_allocation (const struct program *p, LLVMValueRef call)
{
  return program_external (p, call) == EXTERNAL_ALLOCATE;
}

bool
memory_is_in_loop (const struct program *p, LLVMValueRef instruction)
{
  assert (p->calls->IsAInstruction (instruction));
  LLVMBasicBlockRef from = p->calls->GetInstructionParent (instruction);
  struct pairmap seen;
  VEC (LLVMBasicBlockRef) work = VEC_EMPTY;
  pairmap_init (&seen, p->arena);
  *vec_push (p->arena, &work) = from;
  while (work.count > 0)
    {
      LLVMBasicBlockRef block = work.at[--work.count];
      LLVMValueRef end = p->calls->GetBasicBlockTerminator (block);
      unsigned successors = end ? p->calls->GetNumSuccessors (end) : 0;
      for (unsigned i = 0; i < successors; i++)
        {
          LLVMBasicBlockRef next = p->calls->GetSuccessor (end, i);
          uint32_t *known = pairmap_at (&seen, key_high (next), key_low (next));
          if (next == from)
            return true;
          if (*known == PAIRMAP_FREE)
            *vec_push (p->arena, &work) = next;
          *known = 1;
        }
    }
  return false;
}

/* ---- What an allocation is an object of. ---- */

/* Cells of an object whose size is not a constant. */
#define OPEN_CELLS 8

static LLVMTypeRef
pointee (const struct program *p, LLVMValueRef user, LLVMValueRef call)
{
  switch ((int) p->calls->GetInstructionOpcode (user))
    {
    case LLVMBitCast:
      {
        LLVMTypeRef type = p->calls->TypeOf (user);
        return p->calls->GetTypeKind (type) == LLVMPointerTypeKind && LLVM_TYPED_POINTERS
                 ? p->calls->GetElementType (type)
                 : NULL;
      }
    case LLVMGetElementPtr: return p->calls->GetGEPSourceElementType (user);
    case LLVMLoad: return p->calls->TypeOf (user);
    case LLVMStore:
      return p->calls->GetOperand (user, 1) == call
               ? p->calls->TypeOf (p->calls->GetOperand (user, 0))
               : NULL;
    default: return NULL;
    }
}

#define MEETINGS_MOST 4

/* The largest type that POINTER, where ways may have met MEETINGS times since it was
   allocated, is used as, larger than *SIZE bytes; null: none. */
static LLVMTypeRef
used_type (const struct program *p, LLVMValueRef pointer, uint32_t meetings,
           uint64_t *size)
{
  LLVMTypeRef best = NULL;
  assert (meetings <= MEETINGS_MOST);
  for (LLVMUseRef use = p->calls->GetFirstUse (pointer); use;
       use = p->calls->GetNextUse (use))
    {
      LLVMValueRef user = p->calls->GetUser (use);
      LLVMTypeRef type
        = p->calls->IsAInstruction (user) ? pointee (p, user, pointer) : NULL;
      if (p->calls->IsAInstruction (user)
          && p->calls->GetInstructionOpcode (user) == LLVMPHI && meetings < MEETINGS_MOST)
        {
          LLVMTypeRef other = used_type (p, user, meetings + 1, size);
          best = other ? other : best;
        }
      if (!type
          || (p->calls->GetTypeKind (type) == LLVMStructTypeKind
              && p->calls->IsOpaqueStruct (type))
          || p->calls->GetTypeKind (type) == LLVMFunctionTypeKind)
        continue;
      uint64_t bytes = p->calls->ABISizeOfType (p->layout, type);
      if (bytes > *size)
        best = type, *size = bytes;
    }
  return best;
}

/* The largest type that CALL's result is used as. */
static LLVMTypeRef
allocated_type (const struct program *p, LLVMValueRef call)
{
  uint64_t size = 0;
  assert (memory_is_allocation (p, call));
  LLVMTypeRef type = used_type (p, call, 0, &size);
  assert (!type == (size == 0));
  return type;
}

/* How many bytes CALL allocates; 0: that is no constant. */
static uint64_t
allocated_bytes (const struct program *p, LLVMValueRef call)
{
  assert (memory_is_allocation (p, call));
  const char *name = program_callee (p, call);
  bool second = strcmp (name, "aligned_alloc") == 0 || strcmp (name, "memalign") == 0;
  bool product = strcmp (name, "calloc") == 0;
  LLVMValueRef size = p->calls->GetOperand (call, second ? 1 : 0);
  if (p->calls->GetValueKind (size) != LLVMConstantIntValueKind)
    return 0;
  uint64_t bytes = p->calls->ConstIntGetZExtValue (size);
  if (!product)
    return bytes;
  LLVMValueRef other = p->calls->GetOperand (call, 1);
  return p->calls->GetValueKind (other) == LLVMConstantIntValueKind
           ? bytes * p->calls->ConstIntGetZExtValue (other)
           : 0;
}

/* Add OBJECT, which consists of COUNT cells of TYPE. */
static void
add_cells (struct program *p, struct object object, LLVMTypeRef type, uint64_t count)
{
  uint64_t one = type ? p->calls->ABISizeOfType (p->layout, type) : 0;
  uint32_t number = add_object (p, object);
  assert (p->objects.at[number].leaf_count == 0);
  if (one == 0 || count == 0)
    return;
  struct path path = { .object = number, .name = p->objects.at[number].name };
  if (count > 1)
    {
      path.dimensions = 1;
      path.stride[0] = one;
      path.count[0] = count;
    }
  p->objects.at[number].type = type;
  take_apart (p, path, type);
  p->objects.at[number].leaf_count = p->leaves.count - p->objects.at[number].first_leaf;
}

static void
add_allocation (struct program *p, const struct root *root, LLVMValueRef call)
{
  LLVMTypeRef type = allocated_type (p, call);
  uint64_t bytes = allocated_bytes (p, call);
  uint64_t one = type ? p->calls->ABISizeOfType (p->layout, type) : 0;
  uint32_t objects = root && !memory_is_in_loop (p, call) ? 1 : HEAP_OBJECTS;
  unsigned line = positions_place (p, call).line;
  const char *name
    = arena_format (p->arena, "heap%u", line ? line : (unsigned) p->objects.count);
  bool is_open = bytes == 0;
  if (is_open || !type)
    program_note (
      p, true, "allocation", ALL_QUESTIONS, call,
      "how large this object is, or of which type, is not known: no more than "
      "its first %u cells are followed",
      (unsigned) OPEN_CELLS);
  for (uint32_t i = 0; i < objects; i++)
    {
      struct object object = { .kind = OBJECT_HEAP,
                               .value = call,
                               .size = is_open ? one * OPEN_CELLS : bytes,
                               .number = i,
                               .is_open = is_open };
      /* What a std::thread runs, and its arguments: nobody else sees that. */
      object.is_internal = positions_is_of (p, call, "/bits/std_thread.h");
      object.name = i == 0 ? name : arena_format (p->arena, "%s.%u", name, (unsigned) i);
      add_cells (p, object, type,
                 is_open                       ? OPEN_CELLS
                 : bytes >= 2 * one && one > 0 ? bytes / one
                                               : 1);
    }
}

static void
add_local (struct program *p, const struct root *root, LLVMValueRef local)
{
  assert (p->calls->GetInstructionOpcode (local) == LLVMAlloca);
  LLVMTypeRef type = p->calls->GetAllocatedType (local);
  const char *owner
    = root ? root->name
           : debug_function_name (
             p, p->calls->GetBasicBlockParent (p->calls->GetInstructionParent (local)));
  LLVMValueRef count = p->calls->GetOperand (local, 0);
  bool known = p->calls->GetValueKind (count) == LLVMConstantIntValueKind;
  uint64_t cells = known ? p->calls->ConstIntGetZExtValue (count) : OPEN_CELLS;
  uint64_t bytes = p->calls->ABISizeOfType (p->layout, type);
  cells = cells < CELLS_COUNTED ? cells : CELLS_COUNTED;
  struct object object
    = { .kind = OBJECT_LOCAL,
        .value = local,
        .name
        = local_name (p, owner, local,
                      arena_format (p->arena, "local%u", (unsigned) p->objects.count)),
        .size = bytes * cells,
        .is_open = !known };
  add_cells (p, object, type, cells);
  if (!root)
    program_note (p, true, "recursive-local", ALL_QUESTIONS, local,
                  "all calls of this function, which is recursive or was not inlined, "
                  "share this local, whose address is taken");
  if (!known)
    program_note (p, true, "variable-length", ALL_QUESTIONS, local,
                  "an array of variable length: only its first %u cells are followed",
                  (unsigned) OPEN_CELLS);
}

/* What FUNCTION allocates; ROOT: the thread that it is, or null. */
static void
lay_out_function (struct program *p, const struct root *root, LLVMValueRef function)
{
  assert (!p->calls->IsDeclaration (function));
  for (LLVMBasicBlockRef block = p->calls->GetFirstBasicBlock (function); block;
       block = p->calls->GetNextBasicBlock (block))
    for (LLVMValueRef i = p->calls->GetFirstInstruction (block); i;
         i = p->calls->GetNextInstruction (i))
      if (p->calls->GetInstructionOpcode (i) == LLVMAlloca)
        add_local (p, root, i);
      else if (program_is_call (p, i) && memory_is_allocation (p, i))
        add_allocation (p, root, i);
}

/* The type of the global G.  Rust's are made of bytes, and used as what they are. */
static LLVMTypeRef
type_of_global (const struct program *p, LLVMValueRef g)
{
  const struct llvm_calls *c = p->calls;
  LLVMTypeRef type = c->GlobalGetValueType (g), inner = type;
  if (c->GetTypeKind (type) != LLVMStructTypeKind || c->GetStructName (type)
      || c->CountStructElementTypes (type) != 1)
    return type;
  inner = c->StructGetTypeAtIndex (type, 0);
  if (c->GetTypeKind (inner) != LLVMArrayTypeKind
      || c->GetTypeKind (c->GetElementType (inner)) != LLVMIntegerTypeKind
      || c->GetIntTypeWidth (c->GetElementType (inner)) != 8)
    return type;
  for (LLVMUseRef use = c->GetFirstUse (g); use && LLVM_TYPED_POINTERS;
       use = c->GetNextUse (use))
    {
      LLVMValueRef user = c->GetUser (use);
      if (!c->IsAConstantExpr (user) || c->GetConstOpcode (user) != LLVMBitCast
          || c->GetTypeKind (c->TypeOf (user)) != LLVMPointerTypeKind)
        continue;
      LLVMTypeRef used = c->GetElementType (c->TypeOf (user));
      if (c->GetTypeKind (used) == LLVMIntegerTypeKind
          && c->ABISizeOfType (p->layout, used) == c->ABISizeOfType (p->layout, type))
        return used;
    }
  return type;
}

void
memory_lay_out (struct program *p)
{
  assert (p->objects.count == 0 && p->roots.count > 0);
  p->next_address = 4096;
  pairmap_init (&p->object_of, p->arena);
  pairmap_init (&p->lost, p->arena);
  names_init (&p->object_names, p->arena);
  for (LLVMValueRef g = p->calls->GetFirstGlobal (p->module); g;
       g = p->calls->GetNextGlobal (g))
    {
      LLVMTypeRef type = type_of_global (p, g);
      LLVMValueRef debug;
      const char *name = debug_variable_name (p, g, &debug);
      bool sized = p->calls->GetTypeKind (type) != LLVMFunctionTypeKind
                   && !(p->calls->GetTypeKind (type) == LLVMStructTypeKind
                        && p->calls->IsOpaqueStruct (type));
      struct object global
        = { .kind = OBJECT_GLOBAL,
            .value = g,
            .name = *name ? name : "global",
            .debug = debug,
            .type = sized ? type : NULL,
            .size = sized ? p->calls->ABISizeOfType (p->layout, type) : 8,
            .is_own = p->calls->IsThreadLocal (g),
            .is_internal
            = strncmp (name, "phaselock", 9) == 0 || p->calls->IsGlobalConstant (g) };
      for (uint32_t r = 0; r < (global.is_own ? p->roots.count : 1); r++)
        {
          global.number = r;
          if (r > 0)
            global.name = arena_format (p->arena, "%s.%s", p->roots.at[r].name, name);
          add_object (p, global);
        }
    }
  p->unknown = add_object (p, (struct object){ .kind = OBJECT_UNKNOWN,
                                               .name = "phaselock.unknown",
                                               .is_internal = true,
                                               .is_open = true });
  for (LLVMValueRef f = p->calls->GetFirstFunction (p->module); f;
       f = p->calls->GetNextFunction (f))
    add_object (p, (struct object){ .kind = OBJECT_FUNCTION,
                                    .value = f,
                                    .name = arena_format (p->arena, "function.%s",
                                                          program_value_name (p, f)),
                                    .size = 16 });
  for (uint32_t r = 0; r < p->roots.count; r++)
    {
      struct object thread
        = { .kind = OBJECT_THREAD,
            .name = arena_format (p->arena, "thread.%s", p->roots.at[r].name),
            .size = 8,
            .number = r };
      p->roots.at[r].object = add_object (p, thread);
      lay_out_function (p, &p->roots.at[r], p->roots.at[r].function);
    }
  for (uint32_t i = 0; i < p->procedures.count; i++)
    lay_out_function (p, NULL, p->procedures.at[i]);
}

/* ---- Places in objects. ---- */

uint32_t
memory_leaf_at (const struct program *p, uint32_t number, uint64_t offset, uint32_t bytes,
                uint64_t *cell)
{
  assert (number < p->objects.count && cell);
  const struct object *object = &p->objects.at[number];
  for (uint32_t l = object->first_leaf; l < object->first_leaf + object->leaf_count; l++)
    {
      const struct leaf *leaf = &p->leaves.at[l];
      assert (leaf->object == number);
      if (offset < leaf->offset || (bytes && leaf->size != bytes))
        continue;
      uint64_t rest = offset - leaf->offset;
      bool inside = true;
      *cell = 0;
      for (uint32_t d = 0; d < leaf->dimensions; d++)
        {
          assert (leaf->stride[d] > 0);
          uint64_t index = rest / leaf->stride[d];
          inside &= index < leaf->count[d];
          *cell = *cell * leaf->count[d] + index;
          rest %= leaf->stride[d];
        }
      if (inside && rest == 0)
        return l;
    }
  return NONE;
}

uint32_t
memory_sync_around (const struct program *p, uint32_t number, uint64_t offset,
                    uint64_t *inside)
{
  assert (number < p->objects.count && inside);
  const struct object *object = &p->objects.at[number];
  for (uint32_t l = object->first_leaf; l < object->first_leaf + object->leaf_count; l++)
    {
      const struct leaf *leaf = &p->leaves.at[l];
      if (leaf->kind != LEAF_SYNC || offset < leaf->offset)
        continue;
      uint64_t rest = offset - leaf->offset;
      bool is_cell = true;
      for (uint32_t d = 0; d < leaf->dimensions; d++)
        {
          is_cell &= rest / leaf->stride[d] < leaf->count[d];
          rest %= leaf->stride[d];
        }
      *inside = rest;
      if (is_cell && rest < leaf->size)
        return l;
    }
  return NONE;
}

uint64_t
memory_first_cell (const struct program *p, uint32_t object, uint64_t offset)
{
  assert (object < p->objects.count);
  uint64_t cell;
  uint32_t leaf = memory_leaf_at (p, object, offset, 0, &cell);
  assert (leaf == NONE || p->leaves.at[leaf].offset <= offset);
  return leaf == NONE ? offset : p->leaves.at[leaf].offset;
}

#endif
