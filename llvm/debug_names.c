/* debug_names.c -- see debug_names.h.
 *
 * LLVM's C interface has no functions for most of the debug data, but all of it is
 * nodes with operands, whose order has stayed the same from LLVM 4 on.
 */
#include <config.h>

#include "llvm/debug_names.h"

#ifdef HAVE_LLVM

#include <assert.h>
#include <ctype.h>
#include <string.h>

/* Operands of types and functions. */
enum
{
  OPERAND_SCOPE = 1,
  OPERAND_NAME = 2,
  OPERAND_BASE = 3,
  OPERAND_ELEMENTS = 4,
};

static bool
is_kind (const struct program *p, LLVMValueRef node, LLVMMetadataKind kind)
{
  assert (p->context);
  return node && p->calls->GetValueKind (node) == LLVMMetadataAsValueValueKind
         && p->calls->GetMetadataKind (p->calls->ValueAsMetadata (node)) == kind;
}

/* Can NODE have operands? */
static bool
is_node (const struct program *p, LLVMValueRef node)
{
  if (!node || p->calls->GetValueKind (node) != LLVMMetadataAsValueValueKind)
    return false;
  switch ((int) p->calls->GetMetadataKind (p->calls->ValueAsMetadata (node)))
    {
    case LLVMMDStringMetadataKind:
    case LLVMConstantAsMetadataMetadataKind:
    case LLVMLocalAsMetadataMetadataKind: return false;
    default: return true;
    }
}

/* The operands of NODE, in the arena. */
static LLVMValueRef *
operands_of (const struct program *p, LLVMValueRef node, unsigned *count)
{
  assert (is_node (p, node));
  *count = p->calls->GetMDNodeNumOperands (node);
  LLVMValueRef *operands = arena_calloc (p->arena, *count + (size_t) 1, sizeof *operands);
  if (*count > 0)
    p->calls->GetMDNodeOperands (node, operands);
  return operands;
}

static LLVMValueRef
operand_of (const struct program *p, LLVMValueRef node, unsigned number)
{
  unsigned count;
  LLVMValueRef *operands = is_node (p, node) ? operands_of (p, node, &count) : NULL;
  return operands && number < count ? operands[number] : NULL;
}

/* The text that NODE is, or null. */
static const char *
text_of (const struct program *p, LLVMValueRef node)
{
  unsigned length;
  if (!is_kind (p, node, LLVMMDStringMetadataKind))
    return NULL;
  const char *text = p->calls->GetMDString (node, &length);
  return text && length > 0 ? arena_copy (p->arena, text, length) : NULL;
}

/* ---- Types. ---- */

/* The struct TYPE, or the one that it is another name for, is called NAME. */
static void
note_type (struct program *p, const char *name, LLVMValueRef type)
{
  if (!name
      || !is_kind (p, operand_of (p, type, OPERAND_ELEMENTS), LLVMMDTupleMetadataKind))
    return;
  name_id id = names_intern (&p->type_names, name, strlen (name));
  assert (id.index <= p->types.count);
  if (id.index == p->types.count)
    *vec_push (p->arena, &p->types) = type;
}

/* Operands of global variables. */
enum
{
  VARIABLE_NAME = 1,
  VARIABLE_TYPE = 3,
  VARIABLE_LINKAGE = 5,
};

static void
note_variable (struct program *p, LLVMValueRef node)
{
  const char *name = text_of (p, operand_of (p, node, VARIABLE_NAME));
  const char *linkage = text_of (p, operand_of (p, node, VARIABLE_LINKAGE));
  if (!name)
    return;
  const char *key = linkage ? linkage : name;
  name_id id = names_intern (&p->linkages, key, strlen (key));
  assert (id.index <= p->variables.count);
  if (id.index == p->variables.count)
    *vec_push (p->arena, &p->variables) = node;
}

const char *
debug_variable_name (const struct program *p, LLVMValueRef variable, LLVMValueRef *debug)
{
  const char *linkage = program_value_name (p, variable);
  assert (debug);
  *debug = NULL;
  for (uint32_t i = 0; i < p->variables.count; i++)
    if (strcmp (names_text (&p->linkages, (name_id){ i }), linkage) == 0)
      {
        *debug = operand_of (p, p->variables.at[i], VARIABLE_TYPE);
        return text_of (p, operand_of (p, p->variables.at[i], VARIABLE_NAME));
      }
  return linkage;
}

static void
look_at (struct program *p, LLVMValueRef node)
{
  if (is_kind (p, node, LLVMDIGlobalVariableMetadataKind))
    note_variable (p, node);
  const char *name = text_of (p, operand_of (p, node, OPERAND_NAME));
  if (is_kind (p, node, LLVMDICompositeTypeMetadataKind))
    note_type (p, name, node);
  LLVMValueRef base = operand_of (p, node, OPERAND_BASE);
  if (is_kind (p, node, LLVMDIDerivedTypeMetadataKind)
      && is_kind (p, base, LLVMDICompositeTypeMetadataKind)
      && !text_of (p, operand_of (p, base, OPERAND_NAME)))
    note_type (p, name, base);
}

struct search
{
  VEC (LLVMValueRef) work;
  struct pairmap seen;
};

static void
meet (struct program *p, struct search *search, LLVMValueRef node)
{
  if (!is_node (p, node))
    return;
  LLVMMetadataRef key = p->calls->ValueAsMetadata (node);
  uint32_t *known = pairmap_at (&search->seen, key_high (key), key_low (key));
  if (*known == PAIRMAP_FREE)
    *vec_push (p->arena, &search->work) = node;
  *known = 1;
}

/* Where debug data hang: compilation units, functions, and variables of functions. */
static void
meet_roots (struct program *p, struct search *search)
{
  const struct llvm_calls *c = p->calls;
  unsigned count = c->GetNamedMetadataNumOperands (p->module, "llvm.dbg.cu");
  LLVMValueRef *units = arena_calloc (p->arena, count + (size_t) 1, sizeof *units);
  if (count > 0)
    c->GetNamedMetadataOperands (p->module, "llvm.dbg.cu", units);
  for (unsigned i = 0; i < count; i++)
    meet (p, search, units[i]);
  for (LLVMValueRef f = c->GetFirstFunction (p->module); f; f = c->GetNextFunction (f))
    {
      LLVMMetadataRef subprogram = c->GetSubprogram (f);
      if (subprogram)
        meet (p, search, c->MetadataAsValue (p->context, subprogram));
      for (LLVMBasicBlockRef block = c->GetFirstBasicBlock (f); block;
           block = c->GetNextBasicBlock (block))
        for (LLVMValueRef i = c->GetFirstInstruction (block); i;
             i = c->GetNextInstruction (i))
          if (program_is_call (p, i)
              && strncmp (program_callee (p, i), "llvm.dbg.", 9) == 0
              && c->GetNumArgOperands (i) > 1)
            meet (p, search, c->GetOperand (i, 1));
    }
}

void
debug_names_find (struct program *p)
{
  struct search search = { .work = VEC_EMPTY };
  assert (p->module && p->types.count == 0);
  names_init (&p->type_names, p->arena);
  names_init (&p->linkages, p->arena);
  pairmap_init (&search.seen, p->arena);
  meet_roots (p, &search);
  while (search.work.count > 0)
    {
      LLVMValueRef node = search.work.at[--search.work.count];
      unsigned count;
      LLVMValueRef *operands = operands_of (p, node, &count);
      look_at (p, node);
      for (unsigned i = 0; i < count; i++)
        meet (p, &search, operands[i]);
    }
}

/* "struct.Account.12" is called Account, "class.std::mutex" mutex. */
static const char *
simple_name (const struct program *p, const char *name)
{
  const char *dot = strchr (name, '.');
  name = dot ? dot + 1 : name;
  size_t length = strlen (name), end = length;
  while (end > 0 && isdigit ((unsigned char) name[end - 1]))
    end--;
  if (end > 0 && end < length && name[end - 1] == '.')
    length = end - 1;
  const char *begin = name;
  for (size_t i = 0; i + 1 < length && name[i] != '<'; i++)
    if (name[i] == ':' && name[i + 1] == ':')
      begin = name + i + 2;
  assert (begin <= name + length);
  return arena_copy (p->arena, begin, (size_t) (name + length - begin));
}

/* DEBUG without other names for it, `const' and the like; null if nothing is left. */
static LLVMValueRef
plain_type (const struct program *p, LLVMValueRef debug)
{
  while (is_kind (p, debug, LLVMDIDerivedTypeMetadataKind))
    debug = operand_of (p, debug, OPERAND_BASE);
  return is_kind (p, debug, LLVMDICompositeTypeMetadataKind) ? debug : NULL;
}

LLVMValueRef
debug_cell (const struct program *p, LLVMValueRef debug)
{
  LLVMValueRef array = plain_type (p, debug);
  assert (p->context);
  return array ? operand_of (p, array, OPERAND_BASE) : NULL;
}

/* The debug data of a struct with the name of TYPE, or null. */
static LLVMValueRef
type_called (const struct program *p, LLVMTypeRef type)
{
  const char *name = p->calls->GetStructName (type);
  const char *simple = name ? simple_name (p, name) : "";
  for (uint32_t i = 0; i < p->types.count; i++)
    if (strcmp (names_text (&p->type_names, (name_id){ i }), simple) == 0)
      return p->types.at[i];
  return NULL;
}

const char *
debug_member_name (const struct program *p, LLVMTypeRef type, uint64_t offset,
                   LLVMValueRef *debug)
{
  const struct llvm_calls *c = p->calls;
  LLVMValueRef known = plain_type (p, *debug);
  LLVMValueRef elements
    = operand_of (p, known ? known : type_called (p, type), OPERAND_ELEMENTS);
  unsigned count = 0;
  LLVMValueRef *members = is_kind (p, elements, LLVMMDTupleMetadataKind)
                            ? operands_of (p, elements, &count)
                            : NULL;
  *debug = NULL;
  for (unsigned i = 0; i < count; i++)
    {
      if (!is_kind (p, members[i], LLVMDIDerivedTypeMetadataKind))
        continue;
      LLVMMetadataRef member = c->ValueAsMetadata (members[i]);
      if (c->DITypeGetOffsetInBits (member) != offset * 8
          || (c->DITypeGetFlags (member) & LLVMDIFlagStaticMember))
        continue;
      const char *found = text_of (p, operand_of (p, members[i], OPERAND_NAME));
      *debug = operand_of (p, members[i], OPERAND_BASE);
      return found ? found : "";
    }
  return NULL;
}

/* ---- Functions. ---- */

const char *
debug_function_name (const struct program *p, LLVMValueRef function)
{
  const char *plain = program_value_name (p, function);
  LLVMMetadataRef subprogram = p->calls->GetSubprogram (function);
  if (!subprogram || strncmp (plain, "_Z", 2) != 0)
    return plain;
  LLVMValueRef node = p->calls->MetadataAsValue (p->context, subprogram);
  const char *name = text_of (p, operand_of (p, node, OPERAND_NAME));
  LLVMValueRef scope = name ? operand_of (p, node, OPERAND_SCOPE) : NULL;
  while (is_kind (p, scope, LLVMDICompositeTypeMetadataKind)
         || is_kind (p, scope, LLVMDINamespaceMetadataKind))
    {
      const char *around = text_of (p, operand_of (p, scope, OPERAND_NAME));
      if (around)
        name = arena_format (p->arena, "%s::%s", around, name);
      scope = operand_of (p, scope, OPERAND_SCOPE);
    }
  return name ? name : plain;
}

#endif
