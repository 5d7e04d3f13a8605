/* wrapped_realloc.c -- see wrapped_realloc.h. */
#include <config.h>

#include "base/wrapped_realloc.h"

#include <assert.h>
#include <stdlib.h>

/* A mutable global, as the handler of operator new is one. */
static bool (*handler_of_failures) (void);

void
wrapped_realloc_set_handler (bool (*handler) (void))
{
  assert (handler && (!handler_of_failures || handler_of_failures == handler));
  handler_of_failures = handler;
}

/* Names given by the linker. __real_realloc is null in a program linked without --wrap,
   where nobody calls __wrap_realloc. */
void *__wrap_realloc (void *block, size_t size);
extern void *__real_realloc (void *block, size_t size) __attribute__ ((weak));

void *
__wrap_realloc (void *block, size_t size)
{
  void *result = __real_realloc (block, size);
  while (!result && size > 0 && handler_of_failures && handler_of_failures ())
    result = __real_realloc (block, size);
  return result;
}
