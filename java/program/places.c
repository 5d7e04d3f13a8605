/* places.c -- where classes come from: class files, folders, jars.
 *
 * A file is measured before it is opened and read into a block of that size, so that
 * nothing is open while memory is asked for; what has to be open meanwhile (a folder
 * that is listed, an archive) is known to the universe, which closes it even if
 * the work unwinds.
 */
#include <config.h>

#include "java/program/universe_parts.h"

#include <assert.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "java/reader/modified_utf8.h"

#define FILE_MOST ((off_t) 64 << 20) /* bytes of a class file */
#define FOLDERS_MOST 64              /* in each other */

static bool
ends_with (const char *text, const char *end)
{
  size_t m = strlen (text), n = strlen (end);
  return m >= n && strcmp (text + m - n, end) == 0;
}

static bool
refuse (struct java_universe *universe, enum diag_severity severity, const char *code,
        const char *path, const char *message)
{
  assert (severity != DIAG_NOTE && code && path && message);
  diag_report (universe->diags, severity, code, DIAG_WHOLE_FILE, "%s: %s", path, message);
  return false;
}

/* ---- Files. ---- */

static bool
fill (int file, uint8_t *bytes, size_t length)
{
  assert (file >= 0 && (bytes || length == 0));
  size_t done = 0;
  while (done < length)
    {
      ssize_t got = read (file, bytes + done, length - done);
      if (got < 0 && errno == EINTR)
        continue;
      if (got <= 0)
        return false;
      done += (size_t) got;
    }
  return true;
}

/* Read PATH, a file of STATUS; a message if that fails. */
static bool
read_file (struct java_universe *universe, const char *path, const struct stat *status,
           enum diag_severity severity, const uint8_t **bytes, size_t *length)
{
  assert (path && !universe->folder);
  if (!S_ISREG (status->st_mode))
    return refuse (universe, severity, "unreadable", path, "this is no file");
  if (status->st_size > FILE_MOST)
    return refuse (universe, severity, "too-large", path, "larger than 64 MiB");
  *length = (size_t) status->st_size;
  uint8_t *block = arena_alloc (&universe->arena, *length);
  int file = open (path, O_RDONLY | O_CLOEXEC);
  if (file < 0)
    return refuse (universe, severity, "unreadable", path, strerror (errno));
  bool fine = fill (file, block, *length);
  close (file);
  *bytes = block;
  return fine
         || refuse (universe, severity, "unreadable", path,
                    "it became shorter while it was read");
}

/* Modules have no members; all others are classes. */
static void
leave_out_module (struct java_universe *universe, const struct universe_class *entry)
{
  assert (!entry || universe->classes.at[universe->classes.count - 1] == entry);
  if (entry && entry->class.access & ACCESS_MODULE)
    universe->classes.count--;
}

static bool
take_file (struct java_universe *universe, const char *path, const struct stat *status,
           enum diag_severity severity)
{
  const uint8_t *bytes;
  size_t length;
  if (!read_file (universe, path, status, severity, &bytes, &length))
    return false;
  struct universe_class *entry
    = universe_take_bytes (universe, path, bytes, length, CLASS_IS_GIVEN, severity);
  leave_out_module (universe, entry);
  return entry != NULL;
}

/* ---- Folders. ---- */

struct listing
{
  VEC (const char *) names;
};

static int
compare_texts (const void *left, const void *right)
{
  const char *const *a = left, *const *b = right;
  return strcmp (*a, *b);
}

/* The names in a folder, in order; those that begin with a dot are left out. */
static bool
list_folder (struct java_universe *universe, const char *path, struct listing *listing)
{
  assert (!universe->folder);
  DIR *folder = opendir (path);
  universe->folder = folder;
  if (!folder)
    return refuse (universe, DIAG_ERROR, "unreadable", path, strerror (errno));
  for (struct dirent *found; (found = readdir (folder));)
    if (found->d_name[0] != '.')
      *vec_push (&universe->arena, &listing->names)
        = arena_copy (&universe->arena, found->d_name, strlen (found->d_name));
  closedir (folder);
  universe->folder = NULL;
  if (listing->names.count)
    qsort (listing->names.at, listing->names.count, sizeof *listing->names.at,
           compare_texts);
  return true;
}

/* All class files below PATH.  A link to a folder is not followed, so there is an end;
   a name with control characters is nobody's class.  False: PATH cannot be listed.  What
   is below it and cannot be read is an error, too, but the others are there. */
static bool
take_folder (struct java_universe *universe, const char *path, uint32_t depth)
{
  assert (depth <= FOLDERS_MOST + 1);
  struct listing listing = { VEC_EMPTY };
  if (depth > FOLDERS_MOST)
    return refuse (universe, DIAG_ERROR, "unreadable", path,
                   "too many folders in each other");
  if (!list_folder (universe, path, &listing))
    return false;
  for (uint32_t i = 0; i < listing.names.count; i++)
    {
      const char *below
        = arena_format (&universe->arena, "%s%s%s", path,
                        ends_with (path, "/") ? "" : "/", listing.names.at[i]);
      struct stat status;
      if (lstat (below, &status) == 0 && S_ISDIR (status.st_mode))
        {
          take_folder (universe, below, depth + 1);
        }
      else if (ends_with (below, ".class"))
        {
          if (stat (below, &status) != 0)
            refuse (universe, DIAG_ERROR, "unreadable", below, strerror (errno));
          else
            take_file (universe, below, &status, DIAG_ERROR);
        }
    }
  return true;
}

/* ---- Jars. ---- */

/* Open a jar, whose handle the universe knows from now on. */
static struct archive *
open_jar (struct java_universe *universe, const char *path)
{
  struct arena *arena = &universe->arena;
  struct archive *archive = arena_alloc (arena, sizeof *archive);
  struct archive_error error;
  archive_init (archive);
  *vec_push (arena, &universe->archives) = archive;
  assert (!archive->zip);
  if (archive_open (archive, arena, path, &error))
    return archive;
  refuse (universe, DIAG_ERROR, error.code, path, error.message);
  return NULL;
}

/* The name of the class that an entry holds, without `.class'; its length, or 0 if the
   entry is none: META-INF has no classes, but versions of them for later Javas. */
static size_t
class_of_entry (const char *name)
{
  if (!name || !ends_with (name, ".class") || strncmp (name, "META-INF/", 9) == 0)
    return 0;
  return strlen (name) - strlen (".class");
}

static bool
name_is_harmless (const char *name, size_t length)
{
  assert (name && length <= strlen (name));
  size_t wrong;
  const uint8_t *bytes = (const uint8_t *) name;
  return modified_utf8_is_valid (bytes, length, &wrong)
         && modified_utf8_names_class (bytes, length);
}

/* Read an entry of a jar; its ORIGIN is "app.jar!org/example/Stack.class". */
static bool
read_entry (struct java_universe *universe, struct archive *archive, uint32_t entry,
            const char *name, enum diag_severity severity, const char **origin,
            const uint8_t **bytes, size_t *length)
{
  struct archive_error error;
  assert (name && class_of_entry (name) > 0);
  *origin = arena_format (&universe->arena, "%s!%s", archive->path, name);
  return archive_read (archive, &universe->arena, entry, bytes, length, &error)
         || refuse (universe, severity, error.code, *origin, error.message);
}

static void
take_entry (struct java_universe *universe, struct archive *archive, uint32_t entry,
            const char *name)
{
  const char *origin;
  const uint8_t *bytes;
  size_t length;
  if (read_entry (universe, archive, entry, name, DIAG_ERROR, &origin, &bytes, &length))
    leave_out_module (universe, universe_take_bytes (universe, origin, bytes, length,
                                                     CLASS_IS_GIVEN, DIAG_ERROR));
}

static bool
take_jar (struct java_universe *universe, const char *path)
{
  struct archive *archive = open_jar (universe, path);
  uint32_t jars = 0, hostile = 0;
  if (!archive)
    return false;
  for (uint32_t i = 0; i < archive->count; i++)
    {
      const char *name = archive_name (archive, i);
      size_t length = class_of_entry (name);
      if (length && name_is_harmless (name, length))
        take_entry (universe, archive, i, name);
      else
        hostile += length > 0;
      jars += name && ends_with (name, ".jar");
    }
  assert (jars <= archive->count && hostile <= archive->count);
  archive_close (archive);
  if (jars)
    diag_warning_file (universe->diags, "jar-in-jar",
                       "%s: %u jar(s) inside this one are not looked into", path,
                       (unsigned) jars);
  if (hostile)
    diag_error_file (universe->diags, "jar-name",
                     "%s: %u entries have names that no class has, and are left out",
                     path, (unsigned) hostile);
  return true;
}

bool
universe_add_given (struct java_universe *universe, const char *path)
{
  assert (universe->given == 0 && universe->linked == 0);
  struct stat status;
  if (stat (path, &status) != 0)
    return refuse (universe, DIAG_ERROR, "unreadable", path, strerror (errno));
  if (S_ISDIR (status.st_mode))
    return take_folder (universe, path, 0);
  if (ends_with (path, ".jar"))
    return take_jar (universe, path);
  return take_file (universe, path, &status, DIAG_ERROR);
}

/* ---- Libraries. ---- */

static struct class_library *
add_library (struct java_universe *universe, const char *path, enum class_role role)
{
  assert (path && role != CLASS_IS_GIVEN);
  struct class_library *library = arena_calloc (&universe->arena, 1, sizeof *library);
  *library = (struct class_library){ path, role, NULL };
  *vec_push (&universe->arena, &universe->libraries) = library;
  return library;
}

static bool
add_jar (struct java_universe *universe, const char *path, enum class_role role)
{
  struct archive *archive = open_jar (universe, path);
  if (!archive)
    return false;
  add_library (universe, path, role)->archive = archive;
  assert (archive->zip && universe->libraries.count > 0);
  uint32_t library = universe->libraries.count - 1;
  for (uint32_t i = 0; i < archive->count; i++)
    {
      const char *name = archive_name (archive, i);
      size_t length = class_of_entry (name);
      if (!length || !name_is_harmless (name, length))
        continue;
      name_id class = names_intern (&universe->names, name, length);
      uint32_t *entry = pairmap_at (&universe->entries, library, class.index);
      if (*entry == PAIRMAP_FREE)
        *entry = i;
    }
  return true;
}

/* What `jimage extract' writes: a folder for each module. */
static bool
add_modules (struct java_universe *universe, const char *path)
{
  struct listing listing = { VEC_EMPTY };
  struct stat base;
  if (!list_folder (universe, path, &listing))
    return false;
  if (stat (arena_format (&universe->arena, "%s/java.base/java/lang", path), &base) != 0)
    return refuse (
      universe, DIAG_ERROR, "no-jdk", path,
      "--jdk: there is no java/lang in it, nor in a java.base; 'jimage extract "
      "--dir DIR $JAVA_HOME/lib/modules' makes such a folder");
  for (uint32_t i = 0; i < listing.names.count; i++)
    {
      const char *below
        = arena_format (&universe->arena, "%s/%s", path, listing.names.at[i]);
      struct stat status;
      if (stat (below, &status) == 0 && S_ISDIR (status.st_mode))
        add_library (universe, below, CLASS_FROM_JDK);
    }
  return true;
}

bool
universe_add_library (struct java_universe *universe, const char *path,
                      enum class_role role)
{
  assert (role != CLASS_IS_GIVEN);
  struct stat status;
  if (stat (path, &status) != 0)
    return refuse (universe, DIAG_ERROR, "unreadable", path, strerror (errno));
  if (!S_ISDIR (status.st_mode))
    return add_jar (universe, path, role);
  const char *object = arena_format (&universe->arena, "%s/java/lang", path);
  if (role == CLASS_FROM_JDK && stat (object, &status) != 0)
    return add_modules (universe, path);
  add_library (universe, path, role);
  return true;
}

bool
library_read (struct java_universe *universe, uint32_t number, name_id name,
              const char **origin, const uint8_t **bytes, size_t *length)
{
  assert (number < universe->libraries.count);
  const struct class_library *library = universe->libraries.at[number];
  const char *text = universe_text (universe, name);
  if (library->archive)
    {
      uint32_t entry = pairmap_get (&universe->entries, number, name.index);
      return entry != PAIRMAP_FREE
             && read_entry (universe, library->archive, entry,
                            archive_name (library->archive, entry), DIAG_WARNING, origin,
                            bytes, length);
    }
  struct stat status;
  if (!name_is_harmless (text, strlen (text)))
    return false;
  *origin = arena_format (&universe->arena, "%s/%s.class", library->path, text);
  return stat (*origin, &status) == 0
         && read_file (universe, *origin, &status, DIAG_WARNING, bytes, length);
}
