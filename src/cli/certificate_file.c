/* certificate_file.c -- see certificate_file.h. */
#include <config.h>

#include "cli/certificate_file.h"

#include <assert.h>
#include <errno.h>
#include <string.h>
#include <sys/stat.h>

static bool
refuse (struct source_error *error, const char *message)
{
  assert (message);
  *error = (struct source_error){ .code = "unreadable", .message = message };
  return false;
}

/* What comes through a pipe is kept in ARENA, to be read twice. */
static FILE *
open_stream (const char *path, struct arena *arena, struct source_error *error)
{
  struct source source;
  assert (path);
  if (!source_read (&source, arena, path, error))
    return NULL;
  return fmemopen (source.text, source.length, "r");
}

/* Each piece begins at the begin of a line with these words. */
static bool
find_pieces (struct certificate_file *file, struct arena *arena)
{
  static const char first[] = "phaselock-certificate ";
  struct certificate_piece piece = { 0 };
  uint64_t offset = 0;
  uint32_t lines = 0;
  size_t alike = 0; /* bytes of FIRST that the line begins with; SIZE_MAX: none will */
  for (int byte; (byte = getc_unlocked (file->file)) != EOF; offset++)
    {
      bool goes_on = alike < sizeof first - 1 && byte == first[alike];
      alike = byte == '\n' ? 0 : goes_on ? alike + 1 : SIZE_MAX;
      lines += byte == '\n';
      if (alike != sizeof first - 1)
        continue;
      uint64_t begin = offset + 2 - sizeof first;
      assert (begin >= piece.offset && begin <= offset);
      if (begin > 0)
        {
          piece.length = begin - piece.offset;
          *vec_push (arena, &file->pieces) = piece;
        }
      piece = (struct certificate_piece){ .offset = begin, .lines_before = lines };
    }
  piece.length = offset - piece.offset;
  *vec_push (arena, &file->pieces) = piece;
  assert (file->pieces.count > 0);
  return !ferror (file->file);
}

bool
certificate_file_open (struct certificate_file *file, const char *path,
                       struct arena *arena, struct source_error *error)
{
  *file = (struct certificate_file){ .path = path };
  struct stat status;
  bool is_file = stat (path, &status) == 0 && S_ISREG (status.st_mode);
  *error = (struct source_error){ .message = NULL };
  file->file = is_file ? fopen (path, "re") : open_stream (path, arena, error);
  errno = file->file ? 0 : errno;
  if (!file->file && error->message)
    return false;
  if (!file->file || !find_pieces (file, arena))
    return refuse (error, errno ? strerror (errno) : "it cannot be read");
  assert (file->pieces.at[0].offset == 0);
  return true;
}

void
certificate_file_close (struct certificate_file *file)
{
  if (file->file)
    fclose (file->file);
  file->file = NULL;
}

bool
certificate_file_read (struct certificate_file *file,
                       const struct certificate_piece *piece, struct source *source,
                       struct arena *arena, struct source_error *error)
{
  assert (file->file && file->pieces.count > 0);
  if (piece->length > SOURCE_LIMIT)
    return refuse (error, "a certificate of more than 256 MiB");
  size_t length = (size_t) piece->length;
  *source = (struct source){ .path = file->path,
                             .text = arena_calloc (arena, length + 2, 1),
                             .length = (uint32_t) length };
  if (fseeko (file->file, (off_t) piece->offset, SEEK_SET) != 0
      || fread (source->text, 1, length, file->file) != length)
    return refuse (error, "it was changed while it was read");
  return true;
}
