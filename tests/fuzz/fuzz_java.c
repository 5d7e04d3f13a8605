/* fuzz_java.c -- fuzz harness for the class-file reader, the archive reader, and the
 * extraction of models.
 *
 * Bytes that begin like an archive are opened as a jar, and every class of it is
 * looked for; all others are read as a class, and everything is asked of it that can
 * be: code, annotations, supers, what each of its references means.  Then the model of
 * the class is extracted, as a class and as a program, and must be a model without
 * errors.  A sanitizer, an assert, or memory that is left over is a find.
 *
 * libFuzzer calls it as it is; replay.c does for afl++.
 */
#include <config.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "fuzz_eml.h"

#include "eml/eml.h"
#include "java/java.h"
#include "java/program/universe_parts.h"
#include "tests/java/reader/reading.h"

#ifndef FUZZ_MEMORY_MB
#define FUZZ_MEMORY_MB 64
#endif

/* What one input needs; not in the frame that takes the checkpoint. */
struct work
{
  struct reading reading;
  char *rendered;
  FILE *sink;
};

/* What a field or method reference of the pool means. */
static void
resolve (struct java_universe *universe, const struct java_class *class, uint32_t index)
{
  enum constant_tag tag = constants_tag (&class->constants, index);
  if (tag != CONSTANT_FIELD && tag != CONSTANT_METHOD && tag != CONSTANT_INTERFACE_METHOD)
    return;
  struct member_reference member = constants_member (&class->constants, index);
  class_id owner = universe_find (universe, member.class);
  if (!class_is_known (owner))
    return;
  if (tag == CONSTANT_FIELD)
    universe_resolve_field (universe, owner, member.name, member.descriptor, NULL);
  else
    {
      struct java_member method
        = universe_resolve_method (universe, owner, member.name, member.descriptor, NULL);
      if (member_is_known (method))
        universe_targets (universe, owner, method);
    }
}

/* All that can be asked of all classes. */
static void
ask (struct reading *reading)
{
  struct java_universe *universe = &reading->universe;
  for (class_id id = { 0 }; id.index < universe->classes.count; id.index++)
    {
      const struct java_class *class = universe_class (universe, id);
      universe_super_types (universe, id);
      universe_subtypes (universe, id);
      universe_dotted (universe, class->name);
      reading_visit (reading, class);
      for (uint32_t i = 0; i < class->constants.count; i++)
        resolve (universe, class, i);
      for (uint32_t i = 0; i < class->method_count; i++)
        universe_code (universe, (struct java_member){ id, i });
    }
}

static void
try_class (struct work *work, const uint8_t *data, size_t size)
{
  universe_take_bytes (&work->reading.universe, "Input.class", data, size, CLASS_IS_GIVEN,
                       DIAG_ERROR);
  if (universe_link (&work->reading.universe))
    ask (&work->reading);
}

static void
try_jar (struct work *work, const char *path)
{
  struct java_universe *universe = &work->reading.universe;
  if (!universe_add_library (universe, path, CLASS_FROM_CLASSPATH))
    return;
  universe_link (universe);
  struct archive *archive = universe->libraries.at[0]->archive;
  for (uint32_t i = 0; i < archive->count; i++)
    {
      const char *name = archive_name (archive, i);
      size_t length = name ? strlen (name) : 0;
      if (length > 6)
        universe_find (universe, names_intern (&universe->names, name, length - 6));
    }
  ask (&work->reading);
}

/* ---- Extraction. ---- */

struct extracting
{
  struct quota quota;
  struct java java;
  struct java_options options;
  struct java_model model;
  struct ir_subject subject;
};

/* The model of CLASS_NAME, if there is one, is what ir.h says. */
static void
extract_class (struct extracting *work, const char *class_name)
{
  ir_subject_begin (&work->subject, "model");
  java_model_init (&work->model, &work->quota, &work->subject.model, &work->subject.flow);
  if (java_extract (&work->java, class_name, &work->model)
      && !ir_subject_end (&work->subject))
    {
      diags_render (&work->subject.diags, stderr, false);
      abort ();
    }
  java_model_clear (&work->model);
  ir_subject_clear (&work->subject);
  ir_subject_init (&work->subject, &work->quota);
}

static void
extract (struct extracting *work, const char *path)
{
  const char *const paths[1] = { path };
  struct java_candidates candidates;
  if (!java_open (&work->java, paths, 1) || !java_candidates (&work->java, &candidates))
    return;
  for (uint32_t i = 0; i < candidates.count; i++)
    {
      work->options.main_name = NULL;
      extract_class (work, candidates.at[i].class_name);
      work->options.main_name = candidates.at[i].class_name;
      extract_class (work, candidates.at[i].class_name);
    }
}

static void
try_extraction (const char *path)
{
  static struct extracting work;
  work.options = (struct java_options){ .threads = 2 };
  quota_init (&work.quota);
  work.quota.limit = (size_t) FUZZ_MEMORY_MB << 20;
  java_init (&work.java, &work.quota, &work.options);
  ir_subject_init (&work.subject, &work.quota);
  java_model_init (&work.model, &work.quota, &work.subject.model, &work.subject.flow);
  if (!quota_checkpoint (&work.quota))
    extract (&work, path);
  java_model_clear (&work.model);
  ir_subject_clear (&work.subject);
  java_clear (&work.java);
  if (work.quota.bytes != 0)
    abort ();
}

/* The bytes as a file without a name; its path goes to PATH. */
static int
make_file (const uint8_t *data, size_t size, char *path)
{
  int file = memfd_create ("jar", MFD_CLOEXEC);
  if (file < 0 || write (file, data, size) != (ssize_t) size)
    abort ();
  sprintf (path, "/proc/self/fd/%d", file);
  return file;
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  static struct work work;
  static char path[40];
  static int file;
  size_t rendered_length;
  static bool is_jar;
  is_jar = size > 2 && memcmp (data, "PK", 2) == 0;
  reading_init (&work.reading);
  work.reading.quota.limit = (size_t) FUZZ_MEMORY_MB << 20;
  file = make_file (data, size, path);
  if (!quota_checkpoint (&work.reading.quota))
    {
      if (is_jar)
        try_jar (&work, path);
      else
        try_class (&work, data, size);
    }
  work.sink = open_memstream (&work.rendered, &rendered_length);
  if (!work.sink)
    abort ();
  diags_render (&work.reading.diags, work.sink, false);
  fclose (work.sink);
  free (work.rendered);
  reading_clear (&work.reading);
  if (!is_jar)
    try_extraction (path);
  close (file);
  if (work.reading.quota.bytes != 0)
    abort ();
  return 0;
}
