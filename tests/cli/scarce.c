/* scarce.c -- an allocator that fails, to be preloaded (scarce.sh): from request FAIL_AT
 * on FAIL_FOR requests find no memory.  With FAIL_SIZE only requests for so many bytes
 * count; with FAIL_AGAIN only those for blocks of another size, which never fail without
 * it.  At the end FAIL_COUNT, a file, has their number.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

void *__libc_malloc (size_t size);
void *__libc_calloc (size_t count, size_t size);
void *__libc_realloc (void *memory, size_t size);

static long requests, first = -1, last, size_wanted, again_wanted;

static long
number_of (const char *name)
{
  const char *text = getenv (name);
  return text ? atol (text) : 0;
}

static int
fails (size_t size, int again)
{
  if (first < 0)
    {
      first = number_of ("FAIL_AT");
      last = first + number_of ("FAIL_FOR");
      size_wanted = number_of ("FAIL_SIZE");
      again_wanted = number_of ("FAIL_AGAIN");
    }
  if ((size_wanted && size != (size_t) size_wanted) || !again_wanted != !again)
    return 0;
  long request = requests++;
  if (request < first || request >= last)
    return 0;
  errno = ENOMEM;
  return 1;
}

void *
malloc (size_t size)
{
  return fails (size, 0) ? NULL : __libc_malloc (size);
}

void *
calloc (size_t count, size_t size)
{
  return fails (count * size, 0) ? NULL : __libc_calloc (count, size);
}

void *
realloc (void *memory, size_t size)
{
  return fails (size, 1) ? NULL : __libc_realloc (memory, size);
}

__attribute__ ((destructor)) static void
tell (void)
{
  const char *path = getenv ("FAIL_COUNT");
  FILE *file = path ? fopen (path, "w") : NULL;
  if (!file)
    return;
  fprintf (file, "%ld\n", requests);
  fclose (file);
}
