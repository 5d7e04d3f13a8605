/* llvm.c -- see llvm.h. */
#include <config.h>

#include "llvm/llvm.h"

#include <assert.h>
#include <string.h>

#include "base/arena.h"

#ifdef HAVE_LLVM

#include "llvm/debug_names.h"
#include "llvm/memory.h"
#include "llvm/module.h"
#include "llvm/prepare.h"
#include "llvm/translation.h"

/* Attempts, each of which learns something about a leaf. */
#define ATTEMPTS_MOST 1000

bool
llvm_is_there (void)
{
  return true;
}

/* Notes that may miss something come first. */
static void
store_notes (struct provenance *provenance, struct program *p, struct arena *arena)
{
  assert (p->roots.count > 0 && !p->problem);
  for (int adds = 0; adds < 2; adds++)
    for (uint32_t i = 0; i < p->notes.count; i++)
      if (p->notes.at[i].may_miss == !adds)
        {
          *vec_push (arena, &provenance->notes) = p->notes.at[i];
          provenance->may_miss += !adds;
        }
  assert (provenance->may_miss <= provenance->notes.count);
  for (uint32_t i = 0; i < p->folders.count; i++)
    *vec_push (arena, &provenance->folders) = p->folders.at[i];
  provenance->methods = p->roots.count + p->procedures.count;
  provenance->has_no_units
    = !p->calls->GetNamedFunction (p->module, "phaselock.unit.begin");
}

static bool
build (struct llvm_model *result, struct program *p, const char *path,
       void (*reset) (void *context), void *context)
{
  assert (p->module && p->roots.count > 0);
  struct points_to points;
  struct positions positions;
  memory_lay_out (p);
  points_to_find (&points, p);
  positions_init (&positions, p, path);
  bool again = true;
  for (uint32_t i = 0; again && i < ATTEMPTS_MOST; i++)
    {
      reset (context);
      struct translation t = { .p = p,
                               .points = &points,
                               .positions = &positions,
                               .model = result->model,
                               .ir = result->ir,
                               .arena = p->arena };
      if (!translate (&t))
        return false;
      again = t.again;
    }
  assert (!again);
  result->text = positions.text.at;
  result->length = positions.text.count;
  return true;
}

bool
llvm_read (struct llvm_model *result, const char *path,
           const struct llvm_options *options, struct arena *arena,
           void (*reset) (void *context), void *context, struct llvm_error *error)
{
  struct program p = { .options = options, .arena = arena };
  assert (path && options);
  p.calls = calls_load (arena);
  if (!p.calls)
    {
      *error
        = (struct llvm_error){ "no-llvm", "C and bitcode cannot be read: LLVM " LLVM_MAJOR
                                          " is not installed" };
      return false;
    }
  bool fine = module_read (&p, path) && (debug_names_find (&p), prepare (&p))
              && build (result, &p, path, reset, context);
  if (fine)
    store_notes (result->provenance, &p, arena);
  else
    *error = (struct llvm_error){ p.code, p.problem };
  module_free (&p);
  assert (fine || error->message);
  return fine;
}

#else

bool
llvm_is_there (void)
{
  return false;
}

bool
llvm_read (struct llvm_model *result, const char *path,
           const struct llvm_options *options, struct arena *arena,
           void (*reset) (void *context), void *context, struct llvm_error *error)
{
  (void) result;
  (void) path;
  (void) options;
  (void) arena;
  (void) reset;
  (void) context;
  assert (error);
  *error = (struct llvm_error){
    "no-llvm", "C and bitcode cannot be read: phaselock was built without LLVM"
  };
  return false;
}

#endif
