/* prepare.c -- see prepare.h. */
#include <config.h>

#include "llvm/prepare.h"

#ifdef HAVE_LLVM

#include <assert.h>
#include <fnmatch.h>
#include <string.h>

#include "base/log.h"
#include "llvm/debug_names.h"
#include "llvm/externals.h"
#include "llvm/inlining.h"
#include "llvm/memory.h"
#include "llvm/positions.h"

/* ---- Passes. ---- */

static bool
run_passes (struct program *p, const char *passes)
{
  assert (!p->problem);
  LLVMPassBuilderOptionsRef options = p->calls->CreatePassBuilderOptions ();
  LLVMErrorRef error = p->calls->RunPasses (p->module, passes, NULL, options);
  p->calls->DisposePassBuilderOptions (options);
  if (!error)
    return true;
  char *message = p->calls->GetErrorMessage (error);
  program_fail (p, "llvm-passes", "LLVM cannot prepare this: %s", message);
  p->calls->DisposeErrorMessage (message);
  return false;
}

#define SIMPLIFY "always-inline,function(sroa,sccp)"
/* Instructions of a program whose loops are unrolled after its calls are inlined; in a
   larger one, before: a number of rounds that is an argument is then not known. */
#define LOOPS_MOST 20000
#define UNROLL "function(loop(loop-rotate,loop-unroll-full),sroa,sccp)"

static unsigned
attribute (const struct program *p, const char *name)
{
  return p->calls->GetEnumAttributeKindForName (name, strlen (name));
}

static void
set_inlining (struct program *p, LLVMValueRef function, bool always)
{
  assert (!p->calls->IsDeclaration (function));
  static const char *const against[]
    = { "noinline", "optnone", "alwaysinline", "inlinehint" };
  LLVMAttributeIndex whole = (LLVMAttributeIndex) LLVMAttributeFunctionIndex;
  for (size_t i = 0; i < sizeof against / sizeof *against; i++)
    p->calls->RemoveEnumAttributeAtIndex (function, whole, attribute (p, against[i]));
  if (!always)
    return;
  LLVMAttributeRef inlined
    = p->calls->CreateEnumAttribute (p->context, attribute (p, "alwaysinline"), 0);
  p->calls->AddAttributeAtIndex (function, whole, inlined);
}

/* ---- Who calls whom. ---- */

#define EACH_INSTRUCTION(p, function, i)                                                 \
  for (LLVMBasicBlockRef block_ = (p)->calls->GetFirstBasicBlock (function); block_;     \
       block_ = (p)->calls->GetNextBasicBlock (block_))                                  \
    for (LLVMValueRef i = (p)->calls->GetFirstInstruction (block_), next_; i; i = next_) \
      if ((next_ = (p)->calls->GetNextInstruction (i)), true)

/* Does FROM come back to itself through calls? */
static bool
is_recursive (struct program *p, LLVMValueRef from)
{
  assert (!p->calls->IsDeclaration (from));
  struct pairmap seen;
  VEC (LLVMValueRef) work = VEC_EMPTY;
  pairmap_init (&seen, p->arena);
  *vec_push (p->arena, &work) = from;
  while (work.count > 0)
    {
      LLVMValueRef function = work.at[--work.count];
      EACH_INSTRUCTION (p, function, i)
      {
        LLVMValueRef callee = program_is_call (p, i)
                                ? program_function (p, p->calls->GetCalledValue (i))
                                : NULL;
        if (!callee || p->calls->IsDeclaration (callee))
          continue;
        if (callee == from)
          return true;
        uint32_t *known = pairmap_at (&seen, key_high (callee), key_low (callee));
        if (*known == PAIRMAP_FREE)
          *vec_push (p->arena, &work) = callee;
        *known = 1;
      }
    }
  return false;
}

/* ---- Markers. ---- */

static LLVMValueRef
marker (struct program *p, const char *name)
{
  LLVMValueRef known = p->calls->GetNamedFunction (p->module, name);
  if (known)
    return known;
  LLVMTypeRef type
    = p->calls->FunctionType (p->calls->VoidTypeInContext (p->context), NULL, 0, false);
  return p->calls->AddFunction (p->module, name, type);
}

static void
call_marker (struct program *p, LLVMBuilderRef builder, const char *name)
{
  assert (name);
  LLVMTypeRef type
    = p->calls->FunctionType (p->calls->VoidTypeInContext (p->context), NULL, 0, false);
  p->calls->BuildCall2 (builder, type, marker (p, name), NULL, 0, "");
}

/* Call BEGIN where FUNCTION begins, END before each of its returns. */
static void
surround (struct program *p, LLVMValueRef function, const char *begin, const char *end)
{
  assert (!p->calls->IsDeclaration (function));
  LLVMBuilderRef builder = p->calls->CreateBuilderInContext (p->context);
  EACH_INSTRUCTION (p, function, i)
  if (p->calls->GetInstructionOpcode (i) == LLVMRet)
    {
      p->calls->PositionBuilderBefore (builder, i);
      call_marker (p, builder, end);
    }
  LLVMBasicBlockRef entry = p->calls->GetEntryBasicBlock (function);
  p->calls->PositionBuilderBefore (builder, p->calls->GetFirstInstruction (entry));
  call_marker (p, builder, begin);
  p->calls->DisposeBuilder (builder);
}

/* Does FUNCTION have __attribute__((annotate("phaselock.unit")))?  LLVM keeps these in a
   table, llvm.global.annotations. */
static bool
is_annotated (struct program *p, LLVMValueRef function)
{
  LLVMValueRef table = p->calls->GetNamedGlobal (p->module, "llvm.global.annotations");
  LLVMValueRef rows = table ? p->calls->GetInitializer (table) : NULL;
  for (int i = 0; rows && i < p->calls->GetNumOperands (rows); i++)
    {
      LLVMValueRef row = p->calls->GetOperand (rows, (unsigned) i);
      if (p->calls->GetNumOperands (row) < 2
          || program_function (p, p->calls->GetOperand (row, 0)) != function)
        continue;
      LLVMValueRef text = program_strip (p, p->calls->GetOperand (row, 1));
      if (p->calls->IsAConstantExpr (text))
        text = p->calls->GetOperand (text, 0);
      LLVMValueRef bytes
        = p->calls->IsAGlobalVariable (text) ? p->calls->GetInitializer (text) : NULL;
      size_t length;
      if (bytes && p->calls->IsConstantString (bytes)
          && strcmp (p->calls->GetAsString (bytes, &length), "phaselock.unit") == 0)
        return true;
    }
  return false;
}

static void
mark (struct program *p)
{
  const char *units = p->options->unit_functions;
  for (LLVMValueRef f = p->calls->GetFirstFunction (p->module); f;
       f = p->calls->GetNextFunction (f))
    {
      const char *name = program_value_name (p, f);
      if (p->calls->IsDeclaration (f))
        continue;
      if (strncmp (name, "__VERIFIER_atomic_", 18) == 0)
        surround (p, f, "__VERIFIER_atomic_begin", "__VERIFIER_atomic_end");
      if ((units && fnmatch (units, name, 0) == 0) || is_annotated (p, f))
        surround (p, f, "phaselock.unit.begin", "phaselock.unit.end");
    }
}

/* ---- Calls through pointers. ---- */

#define ARGUMENTS_MOST 16

/* Which argument of CALL is a function that is followed as if it were called directly:
   what a thread runs, or what is done once; -1: none. */
static int
thread_argument (const struct program *p, LLVMValueRef call)
{
  switch ((int) program_external (p, call))
    {
    case EXTERNAL_THREAD_CREATE:
      return strcmp (program_callee (p, call), "thrd_create") == 0 ? 1 : 2;
    case EXTERNAL_ONCE: return 1;
    default: return -1;
    }
}

#define CONSTRUCTORS "llvm.global_ctors"
#define DESTRUCTORS "llvm.global_dtors"

/* Function number I of TABLE, one of those: rows of a priority, a function and what it
   belongs to; null: there is none. */
static LLVMValueRef
function_in_table (const struct program *p, const char *name, unsigned i)
{
  const struct llvm_calls *c = p->calls;
  LLVMValueRef table = c->GetNamedGlobal (p->module, name);
  LLVMValueRef rows = table ? c->GetInitializer (table) : NULL;
  LLVMValueRef row
    = rows && i < (unsigned) c->GetNumOperands (rows) ? c->GetOperand (rows, i) : NULL;
  return row && c->GetNumOperands (row) > 1 ? program_function (p, c->GetOperand (row, 1))
                                            : NULL;
}

/* Is FUNCTION one of them?  That takes its address, but nobody gets it. */
static bool
is_constructor (const struct program *p, LLVMValueRef function)
{
  LLVMValueRef other;
  assert (function);
  for (unsigned i = 0; (other = function_in_table (p, CONSTRUCTORS, i)); i++)
    if (other == function)
      return true;
  for (unsigned i = 0; (other = function_in_table (p, DESTRUCTORS, i)); i++)
    if (other == function)
      return true;
  return false;
}

/* Is the address of FUNCTION used for anything but a direct call? */
static bool
is_address_taken (struct program *p, LLVMValueRef function)
{
  for (LLVMUseRef use = p->calls->GetFirstUse (function); use;
       use = p->calls->GetNextUse (use))
    {
      LLVMValueRef user = p->calls->GetUser (use);
      if (!p->calls->IsAInstruction (user) || !program_is_call (p, user)
          || p->calls->GetCalledValue (user) != function)
        return true;
      int arguments = (int) p->calls->GetNumArgOperands (user);
      for (int i = 0; i < arguments; i++)
        if (p->calls->GetOperand (user, (unsigned) i) == function
            && i != thread_argument (p, user))
          return true;
    }
  return false;
}

/* A function that is called with a pointer and what its function is called with, and
   calls that function. */
struct chooser
{
  LLVMBuilderRef builder;
  LLVMValueRef function, results; /* results: the phi of all results, or null */
  LLVMTypeRef type;               /* of what is called */
  LLVMValueRef arguments[ARGUMENTS_MOST];
  unsigned count;
  LLVMBasicBlockRef end;
};

/* Is a value of type A also one of type B?  What pointers lead to does not matter: a
   virtual function is called with a pointer to its base class. */
static bool
is_like (const struct llvm_calls *c, LLVMTypeRef a, LLVMTypeRef b)
{
  return a == b
         || (c->GetTypeKind (a) == LLVMPointerTypeKind
             && c->GetTypeKind (b) == LLVMPointerTypeKind);
}

/* Can FUNCTION be what is called as the type of CHOOSER says? */
static bool
is_callable (struct program *p, const struct chooser *chooser, LLVMValueRef function)
{
  const struct llvm_calls *c = p->calls;
  LLVMTypeRef type = c->GlobalGetValueType (function);
  if (type == chooser->type)
    return true;
  if (c->CountParams (function) != chooser->count || c->IsFunctionVarArg (type)
      || !is_like (c, c->GetReturnType (type), c->GetReturnType (chooser->type)))
    return false;
  assert (chooser->count <= ARGUMENTS_MOST);
  for (unsigned i = 0; i < chooser->count; i++)
    if (!is_like (c, c->TypeOf (c->GetParam (function, i)),
                  c->TypeOf (chooser->arguments[i])))
      return false;
  return true;
}

/* if (pointer == FUNCTION) return FUNCTION (arguments); */
static void
choose_one (struct program *p, struct chooser *chooser, LLVMValueRef function)
{
  assert (chooser->count <= ARGUMENTS_MOST);
  assert (function != chooser->function);
  const struct llvm_calls *c = p->calls;
  LLVMTypeRef type = c->GlobalGetValueType (function);
  LLVMValueRef arguments[ARGUMENTS_MOST];
  LLVMBasicBlockRef yes = c->InsertBasicBlockInContext (p->context, chooser->end, "");
  LLVMBasicBlockRef no = c->InsertBasicBlockInContext (p->context, chooser->end, "");
  LLVMValueRef pointer = c->GetParam (chooser->function, 0);
  LLVMValueRef same
    = c->BuildBitCast (chooser->builder, function, c->TypeOf (pointer), "");
  c->BuildCondBr (chooser->builder,
                  c->BuildICmp (chooser->builder, LLVMIntEQ, pointer, same, ""), yes, no);
  c->PositionBuilderAtEnd (chooser->builder, yes);
  for (unsigned i = 0; i < chooser->count; i++)
    arguments[i] = type == chooser->type
                     ? chooser->arguments[i]
                     : c->BuildBitCast (chooser->builder, chooser->arguments[i],
                                        c->TypeOf (c->GetParam (function, i)), "");
  LLVMValueRef result
    = c->BuildCall2 (chooser->builder, type, function, arguments, chooser->count, "");
  if (chooser->results)
    {
      result = c->BuildBitCast (chooser->builder, result,
                                c->GetReturnType (chooser->type), "");
      c->AddIncoming (chooser->results, &result, &yes, 1);
    }
  c->BuildBr (chooser->builder, chooser->end);
  c->PositionBuilderAtEnd (chooser->builder, no);
}

/* All functions of the type whose addresses are taken; a pointer to anything else is
   wild. */
static void
choose (struct program *p, struct chooser *chooser)
{
  const struct llvm_calls *c = p->calls;
  assert (c->CountParams (chooser->function) == chooser->count + 1);
  LLVMTypeRef result = c->GetReturnType (chooser->type);
  LLVMBasicBlockRef entry
    = c->AppendBasicBlockInContext (p->context, chooser->function, "");
  chooser->end = c->AppendBasicBlockInContext (p->context, chooser->function, "");
  c->PositionBuilderAtEnd (chooser->builder, chooser->end);
  if (c->GetTypeKind (result) != LLVMVoidTypeKind)
    chooser->results = c->BuildPhi (chooser->builder, result, "");
  if (chooser->results)
    c->BuildRet (chooser->builder, chooser->results);
  else
    c->BuildRetVoid (chooser->builder);
  c->PositionBuilderAtEnd (chooser->builder, entry);
  for (unsigned i = 0; i < chooser->count; i++)
    chooser->arguments[i] = c->GetParam (chooser->function, i + 1);
  for (LLVMValueRef f = c->GetFirstFunction (p->module); f; f = c->GetNextFunction (f))
    if (f != chooser->function && is_callable (p, chooser, f) && is_address_taken (p, f)
        && !is_constructor (p, f))
      choose_one (p, chooser, f);
  call_marker (p, chooser->builder, "phaselock.wild");
  c->BuildUnreachable (chooser->builder);
}

/* A call through a pointer becomes a call of a function that tests which function it
   is. */
static void
resolve_call (struct program *p, LLVMValueRef call)
{
  assert (program_is_call (p, call));
  const struct llvm_calls *c = p->calls;
  assert (!program_function (p, c->GetCalledValue (call)));
  LLVMTypeRef parameters[ARGUMENTS_MOST + 1];
  LLVMValueRef actual[ARGUMENTS_MOST + 1] = { c->GetCalledValue (call) };
  struct chooser chooser
    = { .type = c->GetCalledFunctionType (call), .count = c->GetNumArgOperands (call) };
  if (chooser.count > ARGUMENTS_MOST || c->GetInstructionOpcode (call) != LLVMCall)
    return;
  for (unsigned i = 0; i < chooser.count; i++)
    actual[i + 1] = c->GetOperand (call, i);
  for (unsigned i = 0; i <= chooser.count; i++)
    parameters[i] = c->TypeOf (actual[i]);
  LLVMTypeRef type = c->FunctionType (c->GetReturnType (chooser.type), parameters,
                                      chooser.count + 1, false);
  chooser.function = c->AddFunction (p->module, "phaselock.choose", type);
  chooser.builder = c->CreateBuilderInContext (p->context);
  choose (p, &chooser);
  c->PositionBuilderBefore (chooser.builder, call);
  LLVMValueRef made = c->BuildCall2 (chooser.builder, type, chooser.function, actual,
                                     chooser.count + 1, "");
  c->DisposeBuilder (chooser.builder);
  if (chooser.results)
    c->ReplaceAllUsesWith (call, made);
  c->InstructionEraseFromParent (call);
}

/* CALL is one of FUNCTION, by a type that differs in what pointers lead to: let it be one
   by its own. */
static void
cast_call (struct program *p, LLVMValueRef call, LLVMValueRef function)
{
  const struct llvm_calls *c = p->calls;
  LLVMTypeRef type = c->GlobalGetValueType (function);
  LLVMTypeRef called = c->GetCalledFunctionType (call),
              result = c->GetReturnType (called);
  LLVMValueRef arguments[ARGUMENTS_MOST];
  struct chooser chooser = { .type = called, .count = c->GetNumArgOperands (call) };
  if (chooser.count > ARGUMENTS_MOST || c->GetInstructionOpcode (call) != LLVMCall)
    return;
  for (unsigned i = 0; i < chooser.count; i++)
    chooser.arguments[i] = c->GetOperand (call, i);
  if (!is_callable (p, &chooser, function))
    return;
  LLVMBuilderRef builder = c->CreateBuilderInContext (p->context);
  c->PositionBuilderBefore (builder, call);
  for (unsigned i = 0; i < chooser.count; i++)
    arguments[i] = c->BuildBitCast (builder, chooser.arguments[i],
                                    c->TypeOf (c->GetParam (function, i)), "");
  LLVMValueRef made
    = c->BuildCall2 (builder, type, function, arguments, chooser.count, "");
  if (c->GetTypeKind (result) != LLVMVoidTypeKind)
    c->ReplaceAllUsesWith (call, c->BuildBitCast (builder, made, result, ""));
  c->DisposeBuilder (builder);
  c->InstructionEraseFromParent (call);
}

static void
resolve_pointers (struct program *p)
{
  const struct llvm_calls *c = p->calls;
  for (LLVMValueRef f = c->GetFirstFunction (p->module); f; f = c->GetNextFunction (f))
    EACH_INSTRUCTION (p, f, i)
    {
      if (!program_is_call (p, i)
          || c->GetValueKind (c->GetCalledValue (i)) == LLVMInlineAsmValueKind)
        continue;
      LLVMValueRef callee = program_function (p, c->GetCalledValue (i));
      if (!callee)
        resolve_call (p, i);
      else if (callee != c->GetCalledValue (i) && !c->IsDeclaration (callee))
        cast_call (p, i, callee);
    }
}

/* pthread_once (once, function) becomes a call of

     if (phaselock.once.enter (once)) { function (); phaselock.once.leave (once); }

   The result is 0.  */
static void
resolve_once (struct program *p, LLVMValueRef call)
{
  assert (p->calls->GetNumArgOperands (call) == 2);
  const struct llvm_calls *c = p->calls;
  LLVMValueRef once = c->GetOperand (call, 0);
  LLVMValueRef function = program_function (p, c->GetOperand (call, 1));
  LLVMTypeRef pointer = c->TypeOf (once), number = c->Int32TypeInContext (p->context);
  if (!function || c->CountParams (function) > 0)
    return; /* then it is a function that is not known */
  LLVMTypeRef type = c->FunctionType (number, &pointer, 1, false);
  LLVMValueRef enter = c->GetNamedFunction (p->module, "phaselock.once.enter");
  LLVMValueRef leave = c->GetNamedFunction (p->module, "phaselock.once.leave");
  enter = enter ? enter : c->AddFunction (p->module, "phaselock.once.enter", type);
  leave = leave ? leave : c->AddFunction (p->module, "phaselock.once.leave", type);
  LLVMValueRef made = c->AddFunction (p->module, "phaselock.once", type);
  LLVMValueRef own = c->GetParam (made, 0), zero = c->ConstInt (number, 0, false);
  LLVMBasicBlockRef entry = c->AppendBasicBlockInContext (p->context, made, "");
  LLVMBasicBlockRef inside = c->AppendBasicBlockInContext (p->context, made, "");
  LLVMBasicBlockRef end = c->AppendBasicBlockInContext (p->context, made, "");
  LLVMBuilderRef builder = c->CreateBuilderInContext (p->context);
  c->PositionBuilderAtEnd (builder, entry);
  LLVMValueRef first = c->BuildCall2 (builder, type, enter, &own, 1, "");
  c->BuildCondBr (builder, c->BuildICmp (builder, LLVMIntNE, first, zero, ""), inside,
                  end);
  c->PositionBuilderAtEnd (builder, inside);
  c->BuildCall2 (builder, c->GlobalGetValueType (function), function, NULL, 0, "");
  c->BuildCall2 (builder, type, leave, &own, 1, "");
  c->BuildBr (builder, end);
  c->PositionBuilderAtEnd (builder, end);
  c->BuildRet (builder, zero);
  c->PositionBuilderBefore (builder, call);
  LLVMValueRef result = c->BuildCall2 (builder, type, made, &once, 1, "");
  c->DisposeBuilder (builder);
  if (c->GetTypeKind (c->TypeOf (call)) == LLVMIntegerTypeKind)
    c->ReplaceAllUsesWith (call, result);
  c->InstructionEraseFromParent (call);
}

static void
resolve_all_once (struct program *p)
{
  for (LLVMValueRef f = p->calls->GetFirstFunction (p->module); f;
       f = p->calls->GetNextFunction (f))
    EACH_INSTRUCTION (p, f, i)
  if (program_is_call (p, i) && program_external (p, i) == EXTERNAL_ONCE)
    resolve_once (p, i);
}

/* A static local of C++ has a guard, whose first byte says that it was initialised; if
   not, the first thread to call __cxa_guard_acquire does it, and others wait there.  That
   is enough: the look at the byte only saves time. */
static void
forget_guards (struct program *p)
{
  const struct llvm_calls *c = p->calls;
  for (LLVMValueRef f = c->GetFirstFunction (p->module); f; f = c->GetNextFunction (f))
    EACH_INSTRUCTION (p, f, i)
    {
      LLVMValueRef from = c->GetInstructionOpcode (i) == LLVMLoad
                            ? program_strip (p, c->GetOperand (i, 0))
                            : NULL;
      if (!from || !c->IsAGlobalVariable (from)
          || strncmp (program_value_name (p, from), "_ZGV", 4) != 0)
        continue;
      c->ReplaceAllUsesWith (i, c->ConstNull (c->TypeOf (i)));
      c->InstructionEraseFromParent (i);
    }
}

/* ---- What runs before main. ---- */

/* Let MAIN_FUNCTION begin with calls of the constructors of globals. */
static void
call_constructors (struct program *p, LLVMValueRef main_function)
{
  const struct llvm_calls *c = p->calls;
  LLVMBuilderRef builder = c->CreateBuilderInContext (p->context);
  LLVMBasicBlockRef entry = c->GetEntryBasicBlock (main_function);
  LLVMValueRef function;
  assert (!c->IsDeclaration (main_function));
  c->PositionBuilderBefore (builder, c->GetFirstInstruction (entry));
  for (unsigned i = 0; (function = function_in_table (p, CONSTRUCTORS, i)); i++)
    if (c->CountParams (function) == 0)
      c->BuildCall2 (builder, c->GlobalGetValueType (function), function, NULL, 0, "");
  c->DisposeBuilder (builder);
}

/* ---- What runs after main. ---- */

/* Is I a call of __cxa_atexit with a function that is given, and takes one pointer? */
static bool
registers_given (const struct program *p, LLVMValueRef i)
{
  const struct llvm_calls *c = p->calls;
  if (!program_is_call (p, i) || program_external (p, i) != EXTERNAL_AT_EXIT)
    return false;
  LLVMValueRef function = program_function (p, c->GetOperand (i, 0));
  return function && !c->IsDeclaration (function) && c->CountParams (function) == 1
         && c->GetTypeKind (c->TypeOf (c->GetParam (function, 0))) == LLVMPointerTypeKind;
}

/* The constructors of globals, which are the beginning of MAIN_FUNCTION now, register
   their destructors: let it end with calls of these, the last one first. */
static void
call_destructors (struct program *p, LLVMValueRef main_function)
{
  const struct llvm_calls *c = p->calls;
  VEC (LLVMValueRef) registered = VEC_EMPTY;
  LLVMBasicBlockRef entry = c->GetEntryBasicBlock (main_function);
  for (LLVMValueRef i = c->GetFirstInstruction (entry); i; i = c->GetNextInstruction (i))
    if (registers_given (p, i))
      *vec_push (p->arena, &registered) = i;
  LLVMBuilderRef builder = c->CreateBuilderInContext (p->context);
  EACH_INSTRUCTION (p, main_function, i)
  {
    if (c->GetInstructionOpcode (i) != LLVMRet)
      continue;
    c->PositionBuilderBefore (builder, i);
    for (uint32_t r = registered.count; r > 0; r--)
      {
        LLVMValueRef call = registered.at[r - 1];
        LLVMValueRef function = program_function (p, c->GetOperand (call, 0));
        assert (function);
        LLVMValueRef object = c->BuildBitCast (builder, c->GetOperand (call, 1),
                                               c->TypeOf (c->GetParam (function, 0)), "");
        c->BuildCall2 (builder, c->GlobalGetValueType (function), function, &object, 1,
                       "");
      }
  }
  c->DisposeBuilder (builder);
  for (uint32_t r = 0; r < registered.count; r++)
    {
      LLVMValueRef call = registered.at[r];
      c->ReplaceAllUsesWith (call, c->ConstNull (c->TypeOf (call)));
      c->InstructionEraseFromParent (call);
    }
}

/* ---- What the C library does when something ends (c_library.h). ---- */

/* Call the function NAME, if the program has it, before INSTRUCTION, or where BUILDER
   stands if that is null. */
static void
call_at_end (struct program *p, const char *name, LLVMBuilderRef builder,
             LLVMValueRef instruction)
{
  LLVMValueRef function = p->calls->GetNamedFunction (p->module, name);
  if (!function || p->calls->IsDeclaration (function)
      || p->calls->CountParams (function) > 0)
    return;
  if (instruction)
    p->calls->PositionBuilderBefore (builder, instruction);
  p->calls->BuildCall2 (builder, p->calls->GlobalGetValueType (function), function, NULL,
                        0, "");
}

/* What runs when main returns, or somebody calls exit: handlers, destructors. */
static void
call_at_ends (struct program *p, LLVMValueRef main_function)
{
  LLVMBuilderRef builder = p->calls->CreateBuilderInContext (p->context);
  for (LLVMValueRef f = p->calls->GetFirstFunction (p->module); f;
       f = p->calls->GetNextFunction (f))
    EACH_INSTRUCTION (p, f, i)
    {
      bool is_call = program_is_call (p, i);
      if ((f == main_function && p->calls->GetInstructionOpcode (i) == LLVMRet)
          || (is_call && strcmp (program_callee (p, i), "exit") == 0))
        {
          LLVMValueRef function;
          call_at_end (p, "phaselock_program_ends", builder, i);
          p->calls->PositionBuilderBefore (builder, i);
          for (unsigned d = 0; (function = function_in_table (p, DESTRUCTORS, d)); d++)
            if (p->calls->CountParams (function) == 0)
              p->calls->BuildCall2 (builder, p->calls->GlobalGetValueType (function),
                                    function, NULL, 0, "");
        }
      else if (is_call && program_external (p, i) == EXTERNAL_THREAD_EXIT)
        call_at_end (p, "phaselock_thread_ends", builder, i);
    }
  p->calls->DisposeBuilder (builder);
}

/* ---- Threads. ---- */

/* The value of OPERAND, where thread number NUMBER begins: a constant, or what a global
   holds, which *KEPT becomes. */
static LLVMValueRef
pass_value (struct program *p, LLVMBuilderRef builder, LLVMValueRef operand,
            const char *what, uint32_t number, LLVMValueRef *kept)
{
  LLVMTypeRef type = p->calls->TypeOf (operand);
  switch ((int) p->calls->GetValueKind (operand))
    {
    case LLVMInstructionValueKind:
    case LLVMArgumentValueKind: break;
    default: return operand;
    }
  if (!*kept)
    {
      const char *name
        = arena_format (p->arena, "phaselock.%s.%u", what, (unsigned) number);
      *kept = p->calls->AddGlobal (p->module, type, name);
      p->calls->SetInitializer (*kept, p->calls->ConstNull (type));
    }
  return p->calls->BuildLoad2 (builder, type, *kept, "");
}

/* A name for the next thread that runs FUNCTION. */
static const char *
thread_name (struct program *p, const char *function)
{
  assert (*function);
  uint32_t others = 0;
  size_t length = strlen (function);
  for (uint32_t r = 0; r < p->roots.count; r++)
    others += strncmp (p->roots.at[r].name, function, length) == 0
              && (p->roots.at[r].name[length] == 0 || p->roots.at[r].name[length] == '.');
  return others == 0 ? arena_copy (p->arena, function, length)
                     : arena_format (p->arena, "%s.%u", function, (unsigned) others + 1);
}

/* A function that calls what CREATION says, with its argument. */
static void
add_thread (struct program *p, struct creation *creation, LLVMValueRef target,
            LLVMValueRef argument)
{
  assert (p->roots.count < THREADS_MOST);
  assert (creation->root == p->roots.count && !creation->argument);
  const struct llvm_calls *c = p->calls;
  uint32_t number = p->roots.count;
  LLVMTypeRef byte = c->PointerType (c->Int8TypeInContext (p->context), 0);
  LLVMValueRef thread = c->AddFunction (
    p->module, arena_format (p->arena, "phaselock.thread.%u", (unsigned) number),
    c->FunctionType (byte, NULL, 0, false));
  LLVMBuilderRef builder = c->CreateBuilderInContext (p->context);
  c->PositionBuilderAtEnd (builder,
                           c->AppendBasicBlockInContext (p->context, thread, "entry"));
  LLVMValueRef value
    = pass_value (p, builder, argument, "argument", number, &creation->argument);
  LLVMValueRef known = program_function (p, target), function = known;
  LLVMTypeRef type;
  unsigned wanted = known ? c->CountParams (known) : 1;
  if (known)
    type = c->GlobalGetValueType (known);
  else
    {
      function = pass_value (p, builder, target, "function", number, &creation->target);
      type = c->FunctionType (byte, &byte, 1, false);
    }
  if (wanted == 1)
    {
      LLVMTypeRef parameter;
      c->GetParamTypes (type, &parameter);
      if (c->GetTypeKind (parameter) == LLVMPointerTypeKind)
        value = c->BuildBitCast (builder, value, parameter, "");
      else
        wanted = 2;
    }
  LLVMValueRef result
    = wanted <= 1 ? c->BuildCall2 (builder, type, function, &value, wanted, "") : NULL;
  if (!result)
    program_note (
      p, true, "thread-function", ALL_QUESTIONS, creation->call,
      "the function of this thread does not take one pointer: the thread does "
      "nothing");
  call_at_end (p, "phaselock_thread_ends", builder, NULL);
  LLVMTypeKind kind
    = result ? c->GetTypeKind (c->GetReturnType (type)) : LLVMVoidTypeKind;
  c->BuildRet (builder, kind == LLVMPointerTypeKind
                          ? c->BuildBitCast (builder, result, byte, "")
                          : c->ConstNull (byte));
  c->DisposeBuilder (builder);
  if (!known)
    resolve_call (p, result);
  struct root root = { .function = thread };
  const char *title = known ? debug_function_name (p, known) : "thread";
  /* What starts a std::thread (cxx_threads.h) says nothing; where it is started does. */
  if (strstr (title, "__phaselock_thread"))
    title = arena_format (p->arena, "thread_line%u",
                          positions_place (p, creation->call).line);
  root.name = thread_name (p, title);
  *vec_push (p->arena, &p->roots) = root;
}

/* CALL is a pthread_create or thrd_create.  A loop's threads are started one after the
   other, and what is no constant has a global for each of them. */
static void
add_creations (struct program *p, LLVMValueRef call)
{
  assert (program_external (p, call) == EXTERNAL_THREAD_CREATE);
  const struct llvm_calls *c = p->calls;
  bool is_c11 = strcmp (program_callee (p, call), "thrd_create") == 0;
  uint32_t wanted = p->options->threads ? p->options->threads : 2;
  uint32_t count = memory_is_in_loop (p, call) ? wanted : 1;
  for (uint32_t i = 0; i < count && p->roots.count < THREADS_MOST; i++)
    {
      struct creation one = { .call = call, .root = p->roots.count };
      add_thread (p, &one, c->GetOperand (call, is_c11 ? 1 : 2),
                  c->GetOperand (call, is_c11 ? 2 : 3));
      *vec_push (p->arena, &p->creations) = one;
    }
  if (count > 1)
    program_note (p, true, "threads", ALL_QUESTIONS, call,
                  "this creates threads in a loop: the model has the first %u of them",
                  (unsigned) count);
  if (p->roots.count == THREADS_MOST)
    program_note (p, true, "threads", ALL_QUESTIONS, call,
                  "the model of a program has no more than %u threads",
                  (unsigned) THREADS_MOST);
}

/* Find the threads that ROOT creates. */
static void
find_creations (struct program *p, uint32_t root)
{
  assert (root < p->roots.count);
  EACH_INSTRUCTION (p, p->roots.at[root].function, i)
  if (program_is_call (p, i) && program_external (p, i) == EXTERNAL_THREAD_CREATE)
    add_creations (p, i);
}

/* ---- All of it. ---- */

/* Functions that are inlined: all that are not recursive, as long as the program stays
   small enough (inlining.h). */
static bool
inline_calls (struct program *p, LLVMValueRef main_function)
{
  struct inlining inlining;
  inlining_begin (&inlining, p);
  for (LLVMValueRef f = p->calls->GetFirstFunction (p->module); f;
       f = p->calls->GetNextFunction (f))
    if (!p->calls->IsDeclaration (f))
      inlining_add (&inlining, f,
                    f != main_function && !is_recursive (p, f)
                      && !externals_is_error (program_value_name (p, f)));
  if (!inlining_choose (&inlining))
    return false;
  for (uint32_t i = 0; i < inlining.functions.count; i++)
    set_inlining (p, inlining.functions.at[i].function,
                  inlining.functions.at[i].is_inlined);
  /* LLVM's passes over loops take time that is quadratic in how many a function has. */
  if (inlining.size > LOOPS_MOST)
    return run_passes (p, "function(sroa)," UNROLL) && run_passes (p, SIMPLIFY);
  return run_passes (p, SIMPLIFY) && run_passes (p, UNROLL);
}

/* Functions that roots, and what they call, still call. */
static void
find_procedures (struct program *p)
{
  assert (p->procedures.count == 0);
  struct pairmap seen;
  pairmap_init (&seen, p->arena);
  for (uint32_t r = 0; r < p->roots.count + p->procedures.count; r++)
    {
      LLVMValueRef function = r < p->roots.count ? p->roots.at[r].function
                                                 : p->procedures.at[r - p->roots.count];
      EACH_INSTRUCTION (p, function, i)
      {
        LLVMValueRef callee = program_is_call (p, i)
                                ? program_function (p, p->calls->GetCalledValue (i))
                                : NULL;
        if (!callee || p->calls->IsDeclaration (callee)
            || externals_is_error (program_value_name (p, callee)))
          continue;
        uint32_t *known = pairmap_at (&seen, key_high (callee), key_low (callee));
        if (*known == PAIRMAP_FREE)
          *vec_push (p->arena, &p->procedures) = callee;
        *known = 1;
      }
    }
}

bool
prepare (struct program *p)
{
  const char *name = p->options->main_name ? p->options->main_name : "main";
  LLVMValueRef main_function = p->calls->GetNamedFunction (p->module, name);
  assert (p->roots.count == 0);
  if (!main_function || p->calls->IsDeclaration (main_function))
    return program_fail (p, "no-main",
                         "there is no function '%s' here: --main says where "
                         "the program begins",
                         name);
  if (!run_passes (p, "function(lowerinvoke)"))
    return false;
  for (LLVMValueRef a = p->calls->GetFirstGlobalAlias (p->module); a;
       a = p->calls->GetNextGlobalAlias (a))
    p->calls->ReplaceAllUsesWith (a, p->calls->AliasGetAliasee (a));
  call_constructors (p, main_function);
  forget_guards (p);
  call_at_ends (p, main_function);
  mark (p);
  resolve_pointers (p);
  resolve_all_once (p);
  if (!inline_calls (p, main_function))
    return false;
  call_destructors (p, main_function);
  if (!run_passes (p, SIMPLIFY))
    return false;
  *vec_push (p->arena, &p->roots)
    = (struct root){ .function = main_function,
                     .name = arena_format (p->arena, "%s", name) };
  for (uint32_t r = 0; r < p->roots.count; r++)
    {
      uint32_t before = p->roots.count;
      find_creations (p, r);
      if (p->roots.count > before && !run_passes (p, SIMPLIFY))
        return false;
    }
  assert (p->roots.count == p->creations.count + 1);
  find_procedures (p);
  return true;
}

#endif
