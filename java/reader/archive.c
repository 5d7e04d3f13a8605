/* archive.c -- see archive.h.  The only file that knows libzip. */
#include <config.h>

#include "java/reader/archive.h"

#include <assert.h>

#ifdef HAVE_LIBZIP
#include <dlfcn.h>
#include <stdio.h>
#include <zip.h>

/* No deflated byte becomes more than this many, and a little for the header. */
#define INFLATION_MOST 1040
#define HEADER_MOST 1024

#define LIBRARY_FUNCTIONS(FUNCTION)                                                      \
  FUNCTION (zip_open)                                                                    \
  FUNCTION (zip_discard)                                                                 \
  FUNCTION (zip_get_num_entries)                                                         \
  FUNCTION (zip_get_name)                                                                \
  FUNCTION (zip_stat_index)                                                              \
  FUNCTION (zip_strerror)                                                                \
  FUNCTION (zip_fopen_index)                                                             \
  FUNCTION (zip_fread)                                                                   \
  FUNCTION (zip_fclose)                                                                  \
  FUNCTION (zip_file_strerror)                                                           \
  FUNCTION (zip_error_init_with_code)                                                    \
  FUNCTION (zip_error_strerror)                                                          \
  FUNCTION (zip_error_fini)

struct archive_library
{
#define MEMBER(name) __typeof__ (name) *name;
  LIBRARY_FUNCTIONS (MEMBER)
#undef MEMBER
};

static bool
fail (struct archive_error *error, const char *code, const char *message)
{
  assert (error && code && message);
  *error = (struct archive_error){ code, message };
  return false;
}

/* Load libzip into a table in ARENA; null if there is none.  Once loaded, the library
   stays: unloading it would save nothing. */
static const struct archive_library *
load_library (struct arena *arena)
{
  static const char *const names[] = { "libzip.so.4", "libzip.so.5", "libzip.so" };
  void *handle = NULL;
  for (unsigned i = 0; i < sizeof names / sizeof *names && !handle; i++)
    handle = dlopen (names[i], RTLD_NOW | RTLD_LOCAL);
  if (!handle)
    return NULL;
  struct archive_library *library = arena_calloc (arena, 1, sizeof *library);
  /* A function has the size of a pointer (POSIX), but C has no cast for it. */
#define FIND(name)                                                                       \
  {                                                                                      \
    void *found = dlsym (handle, #name);                                                 \
    if (!found)                                                                          \
      return NULL;                                                                       \
    *(void **) &library->name = found;                                                   \
  }
  LIBRARY_FUNCTIONS (FIND)
#undef FIND
  return library;
}

bool
archive_open (struct archive *archive, struct arena *arena, const char *path,
              struct archive_error *error)
{
  assert (!archive->zip && path);
  archive->path = path;
  archive->library = load_library (arena);
  if (!archive->library)
    return fail (error, "no-libzip", "jars cannot be read: libzip is not installed");
  int code = 0;
  zip_t *zip = archive->library->zip_open (path, ZIP_RDONLY, &code);
  archive->zip = zip;
  if (!zip)
    {
      zip_error_t reason;
      archive->library->zip_error_init_with_code (&reason, code);
      *error = (struct archive_error){ "jar-unreadable", NULL };
      char text[200];
      snprintf (text, sizeof text, "%s", archive->library->zip_error_strerror (&reason));
      archive->library->zip_error_fini (&reason);
      error->message = arena_format (arena, "%s", text);
      return false;
    }
  zip_int64_t count = archive->library->zip_get_num_entries (zip, 0);
  if (count < 0 || count > ARCHIVE_ENTRIES_MOST)
    return fail (error, "jar-too-large", "more than a million entries");
  archive->count = (uint32_t) count;
  return true;
}

void
archive_close (struct archive *archive)
{
  if (archive->entry)
    archive->library->zip_fclose (archive->entry);
  if (archive->zip)
    archive->library->zip_discard (archive->zip);
  archive->zip = archive->entry = NULL;
}

const char *
archive_name (const struct archive *archive, uint32_t entry)
{
  assert (archive->zip && entry < archive->count);
  return archive->library->zip_get_name (archive->zip, entry, ZIP_FL_ENC_GUESS);
}

/* The size of an entry, if its bytes can become that many. */
static bool
size_is_honest (struct archive *archive, uint32_t entry, uint64_t *size,
                struct archive_error *error)
{
  assert (archive->inflated <= ARCHIVE_MOST);
  zip_stat_t status;
  if (archive->library->zip_stat_index (archive->zip, entry, 0, &status) != 0
      || !(status.valid & ZIP_STAT_SIZE) || !(status.valid & ZIP_STAT_COMP_SIZE))
    return fail (error, "jar-entry", "the archive does not say how large it is");
  if (status.size > ARCHIVE_ENTRY_MOST)
    return fail (error, "jar-too-large", "larger than 64 MiB");
  if (archive->inflated + status.size > ARCHIVE_MOST)
    return fail (error, "jar-too-large", "the archive inflates to more than 1 GiB");
  if (status.size / INFLATION_MOST > status.comp_size + HEADER_MOST)
    return fail (error, "jar-entry", "it claims more bytes than it can inflate to");
  *size = status.size;
  return true;
}

/* Fill BYTES with all of the open entry; it must be SIZE bytes long. */
static bool
inflate (struct archive *archive, uint8_t *bytes, uint64_t size)
{
  assert (archive->entry && size <= ARCHIVE_ENTRY_MOST);
  uint64_t done = 0;
  for (;;)
    {
      uint8_t beyond;
      bool full = done == size;
      /* The read at the end also checks the checksum. */
      zip_int64_t got = archive->library->zip_fread (
        archive->entry, full ? &beyond : bytes + done, full ? 1 : size - done);
      if (got <= 0 || full)
        return got == 0 && full;
      done += (uint64_t) got;
      assert (done <= size);
    }
}

bool
archive_read (struct archive *archive, struct arena *arena, uint32_t entry,
              const uint8_t **bytes, size_t *length, struct archive_error *error)
{
  assert (archive->zip && !archive->entry && entry < archive->count);
  uint64_t size = 0;
  if (!size_is_honest (archive, entry, &size, error))
    return false;
  /* Allocated before the entry is opened: what unwinds leaves nothing open. */
  uint8_t *inflated = arena_alloc (arena, size);
  archive->entry = archive->library->zip_fopen_index (archive->zip, entry, 0);
  if (!archive->entry)
    return fail (
      error, "jar-entry",
      arena_format (arena, "%s", archive->library->zip_strerror (archive->zip)));
  bool fine = inflate (archive, inflated, size);
  if (!fine)
    fail (error, "jar-entry",
          arena_format (arena, "it cannot be inflated: %s",
                        archive->library->zip_file_strerror (archive->entry)));
  archive->library->zip_fclose (archive->entry);
  archive->entry = NULL;
  archive->inflated += size;
  *bytes = inflated;
  *length = size;
  return fine;
}

#else /* !HAVE_LIBZIP */

bool
archive_open (struct archive *archive, struct arena *arena, const char *path,
              struct archive_error *error)
{
  (void) arena;
  archive->path = path;
  *error = (struct archive_error){
    "no-libzip", "jars cannot be read: this phaselock was built without libzip"
  };
  return false;
}

void
archive_close (struct archive *archive)
{
  assert (!archive->zip);
  (void) archive;
}

const char *
archive_name (const struct archive *archive, uint32_t entry)
{
  assert (entry < archive->count);
  (void) archive, (void) entry;
  return NULL;
}

bool
archive_read (struct archive *archive, struct arena *arena, uint32_t entry,
              const uint8_t **bytes, size_t *length, struct archive_error *error)
{
  assert (entry < archive->count);
  (void) archive, (void) arena, (void) entry, (void) bytes, (void) length;
  *error = (struct archive_error){ "no-libzip", "jars cannot be read" };
  return false;
}

#endif

void
archive_init (struct archive *archive)
{
  *archive = (struct archive){ .path = NULL };
}
