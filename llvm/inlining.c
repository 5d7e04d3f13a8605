/* inlining.c -- see inlining.h. */
#include <config.h>

#include "llvm/inlining.h"

#ifdef HAVE_LLVM

#include <assert.h>

#include "base/log.h"

/* Instructions of a program whose calls are all inlined. */
#define ALL_MOST 100000
/* ... beyond which it is not translated. */
#define SOME_MOST 400000

void
inlining_begin (struct inlining *inlining, struct program *p)
{
  assert (p->module);
  *inlining = (struct inlining){ .p = p };
  pairmap_init (&inlining->number_of, p->arena);
}

void
inlining_add (struct inlining *inlining, LLVMValueRef function, bool may_be)
{
  assert (!inlining->p->calls->IsDeclaration (function));
  *pairmap_at (&inlining->number_of, key_high (function), key_low (function))
    = inlining->functions.count;
  *vec_push (inlining->p->arena, &inlining->functions)
    = (struct inlined_function){ .function = function, .may_be = may_be };
}

static enum inlining_need
need_of (const struct program *p, LLVMValueRef call)
{
  enum external external = program_external (p, call);
  assert (external <= EXTERNAL_MINMAX);
  if ((external >= EXTERNAL_THREAD_CREATE && external <= EXTERNAL_THREAD_SELF)
      || (external >= EXTERNAL_ATOMIC_BEGIN && external <= EXTERNAL_UNIT_END))
    return INLINING_THREADS;
  return external > EXTERNAL_THREAD_SELF && external <= EXTERNAL_ONCE ? INLINING_LOCKS
                                                                      : INLINING_SMALL;
}

static void
add_need (struct inlined_function *function, enum inlining_need need)
{
  function->need = function->need < need ? need : function->need;
}

/* Look at what FUNCTION consists of. */
static void
look_at (struct inlining *inlining, struct inlined_function *function)
{
  const struct llvm_calls *c = inlining->p->calls;
  for (LLVMUseRef use = c->GetFirstUse (function->function); use;
       use = c->GetNextUse (use))
    {
      LLVMValueRef user = c->GetUser (use);
      function->calls++;
      function->is_thread
        |= c->IsAInstruction (user) && program_is_call (inlining->p, user)
           && program_external (inlining->p, user) == EXTERNAL_THREAD_CREATE;
    }
  for (LLVMBasicBlockRef block = c->GetFirstBasicBlock (function->function); block;
       block = c->GetNextBasicBlock (block))
    for (LLVMValueRef i = c->GetFirstInstruction (block); i;
         i = c->GetNextInstruction (i))
      {
        function->instructions++;
        LLVMValueRef callee = program_is_call (inlining->p, i)
                                ? program_function (inlining->p, c->GetCalledValue (i))
                                : NULL;
        if (!callee)
          continue;
        uint32_t number
          = pairmap_get (&inlining->number_of, key_high (callee), key_low (callee));
        if (number != PAIRMAP_FREE)
          *vec_push (inlining->p->arena, &function->callees) = number;
        else
          add_need (function, need_of (inlining->p, i));
      }
  assert (function->instructions > 0);
}

/* Who calls a function needs what that needs. */
static void
spread_need (struct inlining *inlining)
{
  for (bool more = true; more;)
    {
      more = false;
      for (uint32_t f = 0; f < inlining->functions.count; f++)
        {
          struct inlined_function *function = &inlining->functions.at[f];
          enum inlining_need before = function->need;
          for (uint32_t i = 0; i < function->callees.count; i++)
            add_need (function, inlining->functions.at[function->callees.at[i]].need);
          more |= function->need != before;
        }
    }
}

/* How large functions become; in all, those that are not inlined, and threads. */
static uint64_t
measure (struct inlining *inlining)
{
  uint64_t all = 0;
  for (uint32_t f = 0; f < inlining->functions.count; f++)
    inlining->functions.at[f].size = inlining->functions.at[f].instructions;
  /* What is inlined is not recursive: as many rounds as calls are deep are enough. */
  for (bool more = true; more;)
    {
      more = false;
      for (uint32_t f = 0; f < inlining->functions.count; f++)
        {
          struct inlined_function *function = &inlining->functions.at[f];
          uint64_t size = function->instructions;
          for (uint32_t i = 0; i < function->callees.count; i++)
            {
              const struct inlined_function *callee
                = &inlining->functions.at[function->callees.at[i]];
              size += callee->is_inlined ? callee->size : 0;
            }
          size = size < SOME_MOST + 1 ? size : SOME_MOST + 1;
          more |= size != function->size;
          function->size = size;
        }
    }
  for (uint32_t f = 0; f < inlining->functions.count; f++)
    if (!inlining->functions.at[f].is_inlined || inlining->functions.at[f].is_thread)
      all += inlining->functions.at[f].size;
  return all;
}

/* Functions larger than LARGE stay, if what they need is not more than NEED. */
static uint64_t
keep_large (struct inlining *inlining, uint64_t large, enum inlining_need need)
{
  for (uint32_t f = 0; f < inlining->functions.count; f++)
    {
      struct inlined_function *function = &inlining->functions.at[f];
      if (function->size > large && function->calls > 1 && function->need <= need)
        function->is_inlined = false;
    }
  return measure (inlining);
}

bool
inlining_choose (struct inlining *inlining)
{
  for (uint32_t f = 0; f < inlining->functions.count; f++)
    {
      look_at (inlining, &inlining->functions.at[f]);
      inlining->functions.at[f].is_inlined = inlining->functions.at[f].may_be;
    }
  spread_need (inlining);
  uint64_t size = measure (inlining);
  for (uint64_t large = 4096; size > ALL_MOST && large >= 16; large /= 2)
    size = keep_large (inlining, large, INLINING_SMALL);
  for (uint64_t large = 4096; size > ALL_MOST && large >= 16; large /= 2)
    size = keep_large (inlining, large, INLINING_LOCKS);
  inlining->size = size;
  LOG (1, "%u functions, %u instructions when they are inlined",
       (unsigned) inlining->functions.count, (unsigned) size);
  return size <= SOME_MOST
         || program_fail (inlining->p, "too-large",
                          "its functions are too many, or call each other too often: "
                          "more than %u instructions, if calls that create threads are "
                          "inlined",
                          (unsigned) SOME_MOST);
}

#endif
