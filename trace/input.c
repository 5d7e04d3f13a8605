/* input.c -- see input.h.
 *
 * zlib and zstd are loaded when a compressed trace is met: linked, they would cost every
 * start of the program an eighth more.
 */
#include <config.h>

#include "trace/input.h"

#include <assert.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#ifdef HAVE_ZLIB
#include <zlib.h>
#endif
#ifdef HAVE_ZSTD
#include <zstd.h>
#endif

#define RAW_SIZE ((size_t) 128 << 10)
#define MAGIC_SIZE 4
#define WAIT_MILLISECONDS 200

enum packing
{
  PACKING_NONE,
  PACKING_GZIP,
  PACKING_ZSTD,
};

struct trace_input
{
  int descriptor;
  const volatile sig_atomic_t *interrupted; /* or null */
  enum packing packing;
  bool raw_end;      /* the descriptor has no more */
  bool in_piece;     /* compressed: a piece has begun and has not ended */
  size_t begin, end; /* the bytes left in RAW */
#ifdef HAVE_ZLIB
  struct
  {
    void *library; /* null: not loaded yet */
    z_stream stream;
    int (*init) (z_streamp stream, int bits, const char *version, int size);
    int (*reset) (z_streamp stream);
    int (*inflate) (z_streamp stream, int flush);
    int (*end) (z_streamp stream);
  } gzip;
#endif
#ifdef HAVE_ZSTD
  struct
  {
    void *library;
    ZSTD_DStream *stream;
    ZSTD_DStream *(*create) (void);
    size_t (*decompress) (ZSTD_DStream *stream, ZSTD_outBuffer *out, ZSTD_inBuffer *in);
    unsigned (*is_error) (size_t code);
    const char *(*error_name) (size_t code);
    size_t (*free) (ZSTD_DStream *stream);
  } zstd;
#endif
  char raw[RAW_SIZE];
};

static bool
cannot_read (struct trace_problem *problem)
{
  return trace_problem_set (problem, 0, "%s", strerror (errno));
}

/* Read once more into RAW, after what is left there. */
static bool
fill (struct trace_input *input, struct trace_problem *problem)
{
  assert (input->end < RAW_SIZE && !input->raw_end);
  ssize_t got;
  do
    {
      /* A signal is noticed here, not in read, which goes on after one.  It may come just
         before the wait, which is therefore short. */
      struct pollfd wait = { .fd = input->descriptor, .events = POLLIN };
      do
        if (input->interrupted && *input->interrupted)
          return trace_problem_set (problem, 0, "interrupted");
      while (poll (&wait, 1, WAIT_MILLISECONDS) <= 0);
      got = read (input->descriptor, input->raw + input->end, RAW_SIZE - input->end);
    }
  while (got < 0 && errno == EINTR);
  if (got < 0)
    return cannot_read (problem);
  input->raw_end = got == 0;
  input->end += (size_t) got;
  assert (input->end <= RAW_SIZE);
  return true;
}

/* ---- Libraries. ---- */

#if defined HAVE_ZLIB || defined HAVE_ZSTD

/* A function of a library, and where its address goes. */
struct import
{
  const char *name;
  void *address; /* of a pointer to a function */
};

/* Load the library called NAME with the functions of IMPORTS, up to one without a name.
   Null, with *PROBLEM filled in, if something is missing. */
static void *
load (const char *name, const struct import *imports, struct trace_problem *problem)
{
  void *library = dlopen (name, RTLD_NOW | RTLD_LOCAL);
  bool fine = library != NULL;
  for (; fine && imports->name; imports++)
    {
      void *function = dlsym (library, imports->name);
      fine = function != NULL;
      memcpy (imports->address, &function, sizeof function);
    }
  if (fine)
    return library;
  trace_problem_set (problem, 0,
                     "it is compressed, and %s, which would unpack it, cannot "
                     "be loaded",
                     name);
  if (library)
    dlclose (library);
  return NULL;
}

#endif

/* The message of a program that was built without a library. */
#define DO_WITHOUT(problem, tool, library)                                               \
  trace_problem_set (problem, 0,                                                         \
                     "it is compressed with " tool ", and this phaselock was built "     \
                     "without " library "; use '" tool " -dc FILE | phaselock trace -'")

/* ---- gzip ---- */

static bool
unpack_gzip (struct trace_input *input, char *buffer, size_t size, size_t *count,
             struct trace_problem *problem)
{
#ifdef HAVE_ZLIB
  z_stream *stream = &input->gzip.stream;
  if (!input->gzip.library)
    {
      const struct import imports[] = { { "inflateInit2_", &input->gzip.init },
                                        { "inflateReset", &input->gzip.reset },
                                        { "inflate", &input->gzip.inflate },
                                        { "inflateEnd", &input->gzip.end },
                                        { NULL, NULL } };
      void *library = load ("libz.so.1", imports, problem);
      if (!library)
        return false;
      input->gzip.library = library;
      /* 15: the largest window; 16: the header of gzip. */
      if (input->gzip.init (stream, 15 + 16, ZLIB_VERSION, (int) sizeof *stream) != Z_OK)
        return trace_problem_set (problem, 0, "not enough memory to unpack it");
    }
  else if (!input->in_piece)
    input->gzip.reset (stream);
  stream->next_in = (Bytef *) input->raw + input->begin;
  stream->avail_in = (uInt) (input->end - input->begin);
  stream->next_out = (Bytef *) buffer;
  stream->avail_out = (uInt) size;
  int result = input->gzip.inflate (stream, Z_NO_FLUSH);
  assert (stream->avail_in <= input->end - input->begin);
  input->begin = input->end - stream->avail_in;
  *count = size - stream->avail_out;
  input->in_piece = result != Z_STREAM_END;
  assert (*count <= size);
  if (result == Z_OK || result == Z_STREAM_END || result == Z_BUF_ERROR)
    return true;
  return trace_problem_set (problem, 0, "broken gzip: %s",
                            stream->msg ? stream->msg : "no data");
#else
  (void) input, (void) buffer, (void) size, (void) count;
  return DO_WITHOUT (problem, "gzip", "zlib");
#endif
}

/* ---- zstd ---- */

static bool
unpack_zstd (struct trace_input *input, char *buffer, size_t size, size_t *count,
             struct trace_problem *problem)
{
#ifdef HAVE_ZSTD
  if (!input->zstd.library)
    {
      const struct import imports[]
        = { { "ZSTD_createDStream", &input->zstd.create },
            { "ZSTD_decompressStream", &input->zstd.decompress },
            { "ZSTD_isError", &input->zstd.is_error },
            { "ZSTD_getErrorName", &input->zstd.error_name },
            { "ZSTD_freeDStream", &input->zstd.free },
            { NULL, NULL } };
      input->zstd.library = load ("libzstd.so.1", imports, problem);
      if (!input->zstd.library)
        return false;
      input->zstd.stream = input->zstd.create ();
    }
  if (!input->zstd.stream)
    return trace_problem_set (problem, 0, "not enough memory to unpack it");
  ZSTD_inBuffer in = { input->raw + input->begin, input->end - input->begin, 0 };
  ZSTD_outBuffer out = { buffer, size, 0 };
  size_t result = input->zstd.decompress (input->zstd.stream, &out, &in);
  input->begin += in.pos;
  assert (input->begin <= input->end);
  *count = out.pos;
  input->in_piece = result != 0;
  assert (*count <= size);
  if (!input->zstd.is_error (result))
    return true;
  return trace_problem_set (problem, 0, "broken zstd: %s",
                            input->zstd.error_name (result));
#else
  (void) input, (void) buffer, (void) size, (void) count;
  return DO_WITHOUT (problem, "zstd", "zstd");
#endif
}

/* ---- The input. ---- */

static enum packing
packing_of (const char *magic, size_t length)
{
  assert (magic);
  if (length >= 2 && memcmp (magic, "\x1f\x8b", 2) == 0)
    return PACKING_GZIP;
  if (length >= 4 && memcmp (magic, "\x28\xb5\x2f\xfd", 4) == 0)
    return PACKING_ZSTD;
  return PACKING_NONE;
}

struct trace_input *
trace_input_open (const char *path, const volatile sig_atomic_t *interrupted,
                  struct trace_problem *problem)
{
  assert (path && problem);
  struct trace_input *input = calloc (1, sizeof *input);
  if (!input)
    {
      cannot_read (problem);
      return NULL;
    }
  input->interrupted = interrupted;
  input->descriptor
    = strcmp (path, "-") == 0 ? STDIN_FILENO : open (path, O_RDONLY | O_CLOEXEC);
  bool fine = input->descriptor >= 0 || cannot_read (problem);
  while (fine && input->end < MAGIC_SIZE && !input->raw_end)
    fine = fill (input, problem);
  if (!fine)
    {
      trace_input_close (input);
      return NULL;
    }
  input->packing = packing_of (input->raw, input->end);
  return input;
}

void
trace_input_close (struct trace_input *input)
{
  if (!input)
    return;
#ifdef HAVE_ZLIB
  if (input->gzip.library)
    {
      input->gzip.end (&input->gzip.stream);
      dlclose (input->gzip.library);
    }
#endif
#ifdef HAVE_ZSTD
  if (input->zstd.library)
    {
      input->zstd.free (input->zstd.stream);
      dlclose (input->zstd.library);
    }
#endif
  if (input->descriptor > STDIN_FILENO)
    close (input->descriptor);
  free (input);
}

/* Copy what is left in RAW. */
static size_t
copy_raw (struct trace_input *input, char *buffer, size_t size)
{
  size_t count = input->end - input->begin;
  assert (input->packing == PACKING_NONE && input->end <= RAW_SIZE);
  count = count < size ? count : size;
  memcpy (buffer, input->raw + input->begin, count);
  input->begin += count;
  return count;
}

bool
trace_input_read (struct trace_input *input, char *buffer, size_t size, size_t *count,
                  struct trace_problem *problem)
{
  assert (input && size > 0 && input->begin <= input->end);
  *count = 0;
  for (;;)
    {
      /* An unpacker may still have output when its input is used up. */
      if (input->begin < input->end
          || (input->packing != PACKING_NONE && input->in_piece))
        {
          if (input->packing == PACKING_NONE)
            *count = copy_raw (input, buffer, size);
          else if (!(input->packing == PACKING_GZIP ? unpack_gzip : unpack_zstd) (
                     input, buffer, size, count, problem))
            return false;
        }
      if (*count > 0)
        return true;
      if (input->begin == input->end)
        {
          if (input->raw_end)
            return !input->in_piece
                   || trace_problem_set (problem, 0, "the compressed file breaks off");
          input->begin = input->end = 0;
          if (!fill (input, problem))
            return false;
        }
    }
}
