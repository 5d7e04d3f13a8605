/* fiber.c -- see fiber.h.  Contexts of POSIX; sanitizers are told of the stacks. */
#include <config.h>

#include "base/fiber.h"

#include <assert.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <ucontext.h>
#include <unistd.h>

#if defined __has_feature
#if __has_feature(address_sanitizer)
#define __SANITIZE_ADDRESS__ 1
#endif
#if __has_feature(thread_sanitizer)
#define __SANITIZE_THREAD__ 1
#endif
#endif
#ifdef __SANITIZE_ADDRESS__
#include <sanitizer/asan_interface.h>
#include <sanitizer/common_interface_defs.h>
#endif
#ifdef __SANITIZE_THREAD__
#include <sanitizer/tsan_interface.h>
#endif

/* The usual stack of a main program; pages that are not used cost nothing. */
#define STACK_BYTES ((size_t) 8 << 20)

/* The owner or the work: they run in turn. */
struct side
{
  ucontext_t context;
  const void *bottom; /* of its stack, and the size: for the sanitizers */
  size_t size;
  void *sanitizer; /* what the sanitizers keep for this side */
};

struct fiber
{
  struct side owner, self;
  void (*work) (void *context);
  void *work_context;
  char *stack; /* with a page below it that nobody may touch */
  size_t page;
  bool running, ended;
};

/* ---- Switching. ---- */

/* Leave FROM and go on in TO; returns when somebody switches back.  If FROM ends here,
   it is never resumed. */
static void
switch_sides (struct side *from, struct side *to, bool ends)
{
#ifdef __SANITIZE_ADDRESS__
  __sanitizer_start_switch_fiber (ends ? NULL : &from->sanitizer, to->bottom, to->size);
#elif defined __SANITIZE_THREAD__
  from->sanitizer = __tsan_get_current_fiber ();
  __tsan_switch_to_fiber (to->sanitizer, 0);
#endif
  (void) ends;
  int failed = swapcontext (&from->context, &to->context);
  assert (!failed);
  (void) failed;
}

/* Tell the sanitizers that SELF was switched to from OTHER. */
static void
arrive (struct side *self, struct side *other)
{
#ifdef __SANITIZE_ADDRESS__
  __sanitizer_finish_switch_fiber (self->sanitizer, &other->bottom, &other->size);
#else
  (void) self;
  (void) other;
#endif
}

/* Begin the work.  makecontext passes only ints: halves of the address of a fiber. */
static void
start (unsigned high, unsigned low)
{
  struct fiber *fiber = (struct fiber *) ((uintptr_t) high << 32 | low);
  assert (fiber->running);
  arrive (&fiber->self, &fiber->owner);
  fiber->work (fiber->work_context);
  fiber->ended = true;
  switch_sides (&fiber->self, &fiber->owner, true);
}

bool
fiber_resume (struct fiber *fiber)
{
  assert (!fiber->running && !fiber->ended);
  fiber->running = true;
  switch_sides (&fiber->owner, &fiber->self, false);
  arrive (&fiber->owner, &fiber->self);
  fiber->running = false;
  return !fiber->ended;
}

void
fiber_pause (struct fiber *fiber)
{
  assert (fiber->running && !fiber->ended);
  switch_sides (&fiber->self, &fiber->owner, false);
  arrive (&fiber->self, &fiber->owner);
}

/* ---- Making and freeing. ---- */

/* Make the context that begins with `start'. */
static void
prepare (struct fiber *fiber)
{
  getcontext (&fiber->self.context);
  fiber->self.context.uc_stack.ss_sp = fiber->stack + fiber->page;
  fiber->self.context.uc_stack.ss_size = STACK_BYTES;
  uintptr_t address = (uintptr_t) fiber;
  makecontext (&fiber->self.context, (void (*) (void)) start, 2,
               (unsigned) (address >> 32), (unsigned) address);
}

struct fiber *
fiber_new (void (*work) (void *context), void *context)
{
  assert (work);
  struct fiber *fiber = calloc (1, sizeof *fiber);
  if (!fiber)
    return NULL;
  fiber->page = (size_t) sysconf (_SC_PAGESIZE);
  fiber->work = work;
  fiber->work_context = context;
  fiber->stack = mmap (NULL, fiber->page + STACK_BYTES, PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (fiber->stack == MAP_FAILED)
    {
      free (fiber);
      return NULL;
    }
#ifdef __SANITIZE_ADDRESS__
  /* A fiber that was freed in the middle of its work may have had its stack here, and
     the borders of its variables would still count. */
  ASAN_UNPOISON_MEMORY_REGION (fiber->stack, fiber->page + STACK_BYTES);
#endif
  mprotect (fiber->stack, fiber->page, PROT_NONE);
  fiber->self.bottom = fiber->stack + fiber->page;
  fiber->self.size = STACK_BYTES;
#ifdef __SANITIZE_THREAD__
  fiber->self.sanitizer = __tsan_create_fiber (0);
#endif
  prepare (fiber);
  assert (!fiber->running && !fiber->ended);
  return fiber;
}

void
fiber_free (struct fiber *fiber)
{
  if (!fiber)
    return;
  assert (!fiber->running);
#ifdef __SANITIZE_THREAD__
  __tsan_destroy_fiber (fiber->self.sanitizer);
#endif
  munmap (fiber->stack, fiber->page + STACK_BYTES);
  free (fiber);
}
