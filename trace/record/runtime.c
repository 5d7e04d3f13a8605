/* runtime.c -- see runtime.h.
 *
 * The file is mapped as a whole, once, far beyond its end; a chunk becomes usable when
 * the file is made longer.  Blocks on the disk are reserved before they are written
 * through the mapping: a full disk ends the recording, not the program.
 */
#include <config.h>

#include "trace/record/runtime.h"

#include <assert.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#define FIRST_CHUNK RAW_PAGE
#define LARGEST_CHUNK (64 * RAW_PAGE)
#define MODULES_CHUNK (16 * RAW_PAGE)

struct raw_header *runtime_header;
__thread struct runtime_lane runtime_lane;

/* The file: its identity, since the program may close our descriptor and open another
   file under its number; and how much of it is mapped. */
static char file_path[4096];
static int file_number = -1;
static dev_t file_device;
static ino_t file_inode;
static uint64_t file_capacity;

/* ---- The file. ---- */

static bool
is_our_file (int number)
{
  struct stat now;
  return number >= 0 && fstat (number, &now) == 0 && now.st_dev == file_device
         && now.st_ino == file_inode;
}

/* Open the file under a number that programs do not reach with a few files, and do not
   expect to be free. */
static int
open_file (void)
{
  assert (file_path[0]);
  int low = open (file_path, O_RDWR | O_CLOEXEC);
  if (low < 0)
    return -1;
  int high = fcntl (low, F_DUPFD_CLOEXEC, 500);
  if (high < 0)
    return low;
  close (low);
  return high;
}

/* Reserve BYTES from OFFSET on. */
static bool
reserve (uint64_t offset, uint64_t bytes)
{
  assert (offset % RAW_PAGE == 0 && bytes % RAW_PAGE == 0);
  if (offset + bytes > file_capacity)
    return false;
  if (!is_our_file (file_number))
    {
      int number = open_file ();
      if (!is_our_file (number))
        return false;
      file_number = number;
    }
  int error;
  do
    error = posix_fallocate (file_number, (off_t) offset, (off_t) bytes);
  while (error == EINTR);
  return error == 0;
}

/* The event with this STAMP is missing: stop recording; later events do not count. */
static void
give_up (struct raw_header *header, uint64_t stamp)
{
  assert (header && stamp > 0);
  uint64_t lost = __atomic_load_n (&header->lost, __ATOMIC_SEQ_CST);
  while ((lost == 0 || stamp < lost)
         && !__atomic_compare_exchange_n (&header->lost, &lost, stamp, false,
                                          __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST))
    ;
  runtime_header = NULL;
}

/* ---- Chunks. ---- */

static struct raw_chunk *
open_chunk (enum raw_chunk_kind kind, uint64_t bytes)
{
  struct raw_header *header = runtime_header;
  if (!header)
    return NULL;
  assert (bytes > sizeof (struct raw_chunk) && bytes <= LARGEST_CHUNK);
  uint64_t offset = __atomic_fetch_add (&header->end, bytes, __ATOMIC_RELAXED);
  assert (offset >= RAW_PAGE && offset % RAW_PAGE == 0);
  if (!reserve (offset, bytes))
    return NULL;
  struct raw_chunk *chunk = (void *) ((char *) header + offset);
  assert (chunk->magic == 0);
  chunk->kind = kind;
  chunk->thread = runtime_lane.thread;
  chunk->bytes = bytes;
  __atomic_store_n (&chunk->magic, RAW_CHUNK_MAGIC, __ATOMIC_RELEASE);
  return chunk;
}

static void
number_lane (struct runtime_lane *lane)
{
  if (lane->next_bytes != 0)
    return;
  assert (!lane->end);
  lane->thread = runtime_number_thread ();
  lane->next_bytes = FIRST_CHUNK;
}

static bool
open_lane (struct runtime_lane *lane)
{
  number_lane (lane);
  struct raw_chunk *chunk = open_chunk (RAW_EVENTS, lane->next_bytes);
  if (!chunk)
    return false;
  assert ((char *) chunk >= lane->end); /* runtime_store relies on that */
  lane->cursor = (char *) (chunk + 1);
  lane->end = (char *) chunk + chunk->bytes;
  if (lane->next_bytes < LARGEST_CHUNK)
    lane->next_bytes *= 4;
  assert (lane->next_bytes <= LARGEST_CHUNK);
  return true;
}

struct raw_event *
runtime_next_slot (uint64_t stamp)
{
  struct raw_header *header = runtime_header;
  struct runtime_lane *lane = &runtime_lane;
  sigset_t all, before;
  int error = errno;
  char *slot = NULL;
  sigfillset (&all);
  pthread_sigmask (SIG_BLOCK, &all, &before);
  for (bool has_room = header; has_room; has_room = open_lane (lane))
    {
      char *end = lane->end;
      slot = runtime_advance (&lane->cursor);
      if ((uintptr_t) slot + sizeof (struct raw_event) <= (uintptr_t) end)
        break;
      slot = NULL;
    }
  if (header && !slot)
    give_up (header, stamp);
  assert ((uintptr_t) slot % sizeof (uint64_t) == 0);
  pthread_sigmask (SIG_SETMASK, &before, NULL);
  errno = error;
  return (struct raw_event *) (void *) slot;
}

/* ---- Threads. ---- */

uint32_t
runtime_number_thread (void)
{
  struct raw_header *header = runtime_header;
  return header ? __atomic_fetch_add (&header->threads, 1, __ATOMIC_RELAXED) : 0;
}

/* Tell where the stack is, to name what lies there. */
static void
store_stack (void)
{
  pthread_attr_t attributes;
  void *address;
  size_t bytes;
  if (pthread_getattr_np (pthread_self (), &attributes) != 0)
    return;
  if (pthread_attr_getstack (&attributes, &address, &bytes) == 0)
    runtime_store (RAW_STACK, runtime_address (address),
                   bytes < RAW_SIZE_LIMIT ? (uint32_t) bytes : RAW_SIZE_LIMIT, CALLER,
                   true);
  pthread_attr_destroy (&attributes);
}

void
runtime_begin_thread (uint32_t number)
{
  struct raw_header *header = runtime_header; /* another thread may clear it */
  if (!header)
    return;
  assert (number < __atomic_load_n (&header->threads, __ATOMIC_RELAXED));
  /* A thread with a mask of its own may have been in a signal handler before: what that
     stored stays with the other thread. */
  runtime_lane.end = NULL;
  runtime_lane.thread = number;
  runtime_lane.next_bytes = FIRST_CHUNK;
  store_stack ();
}

/* A child shares the mapping with its parent: it records nothing. */
static void
after_fork (void)
{
  runtime_header = NULL;
}

/* ---- Modules. ---- */

struct module_text
{
  char *at, *end;
  bool is_first;
};

static int
store_module (struct dl_phdr_info *module, size_t size, void *context)
{
  (void) size;
  struct module_text *text = context;
  char program[4096];
  const char *path = module->dlpi_name;
  if (text->is_first)
    {
      ssize_t length = readlink ("/proc/self/exe", program, sizeof program - 1);
      program[length > 0 ? length : 0] = '\0';
      path = program;
    }
  text->is_first = false;
  assert (path);
  if (path[0] != '/') /* what the kernel provides has no file */
    return 0;
  assert (text->at <= text->end);
  size_t room = (size_t) (text->end - text->at);
  int length = snprintf (text->at, room, "%llx %s\n",
                         (unsigned long long) module->dlpi_addr, path);
  if (length < 0 || (size_t) length >= room)
    return 1;
  text->at += length;
  return 0;
}

void
runtime_store_modules (void)
{
  struct raw_header *header = runtime_header;
  struct raw_chunk *chunk = open_chunk (RAW_MODULES, MODULES_CHUNK);
  if (!chunk)
    {
      if (header)
        give_up (header, runtime_stamp (header, true));
      return;
    }
  struct module_text text
    = { (char *) (chunk + 1), (char *) chunk + chunk->bytes - 1, true };
  dl_iterate_phdr (store_module, &text);
  assert (text.at <= text.end);
  assert (text.at < (char *) chunk + chunk->bytes);
  *text.at = '\0';
}

void *
runtime_find_next (void **found, const char *name)
{
  assert (found && name);
  void *next = __atomic_load_n (found, __ATOMIC_RELAXED);
  if (next)
    return next;
  /* If glibc has an old and a new version of a function (conditions), take the new. */
  if (strncmp (name, "pthread_cond_", 13) == 0)
    next = dlvsym (RTLD_NEXT, name, "GLIBC_2.3.2");
  if (!next)
    next = dlsym (RTLD_NEXT, name);
  assert (next);
  __atomic_store_n (found, next, __ATOMIC_RELAXED);
  return next;
}

/* ---- The beginning. ---- */

/* Map as much as the limits allow, so that chunks need no mapping of their own. */
static void *
map_file (void)
{
  struct rlimit limit;
  uint64_t largest = UINT64_C (1) << 40;
  if (getrlimit (RLIMIT_FSIZE, &limit) == 0 && limit.rlim_cur < largest)
    largest = limit.rlim_cur / RAW_PAGE * RAW_PAGE;
  for (file_capacity = largest; file_capacity >= 4 * RAW_PAGE;
       file_capacity = file_capacity / 2 / RAW_PAGE * RAW_PAGE)
    {
      assert (file_capacity % RAW_PAGE == 0);
      void *at = mmap (NULL, file_capacity, PROT_READ | PROT_WRITE,
                       MAP_SHARED | MAP_NORESERVE, file_number, 0);
      if (at != MAP_FAILED)
        return at;
    }
  return NULL;
}

/* Claim the file for this process.  Programs that it runs in turn, which inherit its
   environment, find it claimed. */
static bool
claim (struct raw_header *header)
{
  uint32_t nobody = 0;
  return header->magic == RAW_MAGIC
         && __atomic_compare_exchange_n (&header->owner, &nobody, (uint32_t) getpid (),
                                         false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
}

__attribute__ ((constructor (101))) static void
begin (void)
{
  const char *path = getenv ("PHASELOCK_RECORD");
  struct stat status;
  if (!path || strlen (path) >= sizeof file_path)
    return;
  strcpy (file_path, path);
  file_number = open_file ();
  if (file_number < 0)
    return;
  struct raw_header *header = NULL;
  if (fstat (file_number, &status) == 0 && status.st_size >= RAW_PAGE)
    header = map_file ();
  if (!header || !claim (header))
    {
      if (header)
        munmap (header, file_capacity);
      close (file_number);
      return;
    }
  file_device = status.st_dev;
  file_inode = status.st_ino;
  assert (header->end >= RAW_PAGE && header->clock % 2 == 0);
  pthread_atfork (NULL, NULL, after_fork);
  assert (file_capacity >= 4 * RAW_PAGE && is_our_file (file_number));
  runtime_header = header;
  runtime_store_modules ();
  runtime_begin_thread (runtime_number_thread ());
}
