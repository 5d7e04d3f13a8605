/* c_program.c -- see c_program.h. */
#include <config.h>

#include "llvm/c_program.h"

#ifdef HAVE_LLVM

#include <assert.h>
#include <stdarg.h>
#include <string.h>

#include "llvm/positions.h"

const char *
program_value_name (const struct program *p, LLVMValueRef value)
{
  assert (value);
  size_t length;
  const char *name = p->calls->GetValueName2 (value, &length);
  return name ? name : "";
}

LLVMValueRef
program_strip (const struct program *p, LLVMValueRef value)
{
  while (p->calls->IsAConstantExpr (value))
    {
      LLVMOpcode op = p->calls->GetConstOpcode (value);
      if (op != LLVMBitCast && op != LLVMAddrSpaceCast)
        break;
      value = p->calls->GetOperand (value, 0);
    }
  return value;
}

LLVMValueRef
program_function (const struct program *p, LLVMValueRef value)
{
  LLVMValueRef plain = program_strip (p, value);
  return p->calls->IsAFunction (plain) ? plain : NULL;
}

bool
program_is_call (const struct program *p, LLVMValueRef value)
{
  LLVMOpcode op = p->calls->GetInstructionOpcode (value);
  return op == LLVMCall || op == LLVMInvoke;
}

const char *
program_callee (const struct program *p, LLVMValueRef call)
{
  assert (program_is_call (p, call));
  LLVMValueRef function = program_function (p, p->calls->GetCalledValue (call));
  return function ? program_value_name (p, function) : "";
}

static bool
is_of_kind (const struct program *p, LLVMValueRef value, char kind)
{
  LLVMTypeKind actual = p->calls->GetTypeKind (p->calls->TypeOf (value));
  assert (strchr ("ip*", kind) && kind);
  return kind == '*'
         || actual == (kind == 'i' ? LLVMIntegerTypeKind : LLVMPointerTypeKind);
}

static bool
has_shape (const struct program *p, LLVMValueRef call, const char *shape)
{
  assert (shape[0] && shape[1] == ':');
  const char *kinds = shape + 2;
  unsigned count = p->calls->GetNumArgOperands (call);
  if (!is_of_kind (p, call, shape[0]))
    return false;
  for (unsigned i = 0; i < count && strcmp (kinds, "*") != 0; i++, kinds++)
    if (!*kinds || !is_of_kind (p, p->calls->GetOperand (call, i), *kinds))
      return false;
  return *kinds == '\0' || strcmp (kinds, "*") == 0;
}

enum external
program_external (const struct program *p, LLVMValueRef call)
{
  const char *name = program_callee (p, call), *shape = externals_shape (name);
  return !shape || has_shape (p, call, shape) ? externals_find (name) : EXTERNAL_UNKNOWN;
}

bool
program_fail (struct program *p, const char *code, const char *format, ...)
{
  assert (code && format);
  if (p->problem)
    return false;
  va_list arguments;
  va_start (arguments, format);
  p->problem = arena_vformat (p->arena, format, arguments);
  va_end (arguments);
  p->code = code;
  return false;
}

static bool
is_same (const char *a, const char *b)
{
  return a && b ? strcmp (a, b) == 0 : a == b;
}

/* Add NOTE, unless it is there. */
static void
add_note (struct program *p, struct provenance_note note)
{
  assert (note.code && note.text && (note.may_miss || note.removes == 0));
  for (uint32_t i = 0; i < p->notes.count; i++)
    {
      const struct provenance_note *other = &p->notes.at[i];
      if (is_same (other->code, note.code) && is_same (other->text, note.text)
          && is_same (other->position, note.position))
        return;
    }
  *vec_push (p->arena, &p->notes) = note;
}

void
program_note (struct program *p, bool may_miss, const char *code, unsigned removes,
              LLVMValueRef instruction, const char *format, ...)
{
  assert (may_miss == (removes != 0));
  va_list arguments;
  va_start (arguments, format);
  add_note (p, (struct provenance_note){
                 .may_miss = may_miss,
                 .code = code,
                 .removes = removes,
                 .text = arena_vformat (p->arena, format, arguments),
                 .position = instruction ? positions_line (p, instruction) : NULL });
  va_end (arguments);
}

void
program_note_field (struct program *p, const char *code, unsigned removes,
                    const char *field, const char *format, ...)
{
  assert (field && removes != 0 && (removes & ~(unsigned) ALL_QUESTIONS) == 0);
  va_list arguments;
  va_start (arguments, format);
  add_note (p,
            (struct provenance_note){ .may_miss = true,
                                      .code = code,
                                      .removes = removes,
                                      .text = arena_vformat (p->arena, format, arguments),
                                      .field = field });
  va_end (arguments);
}

#endif
