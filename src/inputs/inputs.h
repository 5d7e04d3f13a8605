/* inputs.h -- from the paths of a command line to models: the one way.
 *
 * A path is a file, a folder that stands for everything below it, or PATH!PART, a part
 * of a file or folder.  Each file belongs to a front end (front_end.h), which says
 * which models there are in it.  An input is one model that can be read: its path can
 * be given on a command line again, its name tells it apart in records.
 *
 *     struct inputs inputs;
 *     inputs_init (&inputs, &options);
 *     inputs_find (&inputs, paths, count);
 *     for (size_t i = 0; i < inputs.count; i++)
 *       if (input_read (&inputs, &inputs.list[i], INPUT_SYSTEM, &subject)) ...
 *     inputs_clear (&inputs);
 *
 * Whoever reads inputs in forked processes finds them before, and keeps the streams
 * among them.  Inputs own their strings; options and paths are borrowed.
 */
#ifndef INPUTS_INPUTS_H
#define INPUTS_INPUTS_H

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>

#include "ir/subject.h"
#include "inputs/front_end.h"
#include "java/java.h"
#include "llvm/llvm.h"

struct input
{
  const struct front_end *front_end;
  char *path;       /* to open it: as given, below a folder given, or PATH!PART */
  const char *name; /* in records: as given, or relative to the folder given */
  char *part;       /* of a file or folder: which; null: all of the file */
  int copy;         /* of a stream that was kept: a file with its text; else -1 */
};

/* What the command line says about inputs. */
struct input_options
{
  struct java_options java; /* --class, --main ... */
  struct llvm_options llvm; /* --clang ...; --main and --threads are those of Java */
  char **classpath;         /* the one of these, allocated */
  char **sources;           /* --source: folders of the program's source; allocated */
  uint32_t source_count;
  char **excluded; /* --exclude: globs of classes that are left out; allocated */
  uint32_t excluded_count;
  const char *changed;          /* --changed: a revision of git; or null */
  const struct front_end *only; /* null: all front ends are asked */
  bool notes; /* --notes: show every note of a model that was made from a program */
  /* Hear that there is something wrong with PATH, or odd; null: nobody does. */
  void (*complain) (void *context, enum diag_severity severity, const char *path,
                    const char *message);
  void *context;
  /* Told again and again, while something is searched or read, how far that has come:
     DONE of ALL (0: nobody knows) are what DOING says; with null it is over.  Null:
     nobody is told. */
  void (*tell) (void *context, const char *doing, uint64_t done, uint64_t all);
  void *tell_context;
  const volatile sig_atomic_t *interrupted; /* set by a signal; or null */
};

/* OPTIONS as words of a command line, those that decide what is read.  They are in
   ARENA, or borrowed from OPTIONS. */
struct input_words
{
  VEC (const char *) list;
};
void input_options_list (const struct input_options *options, struct input_words *words,
                         struct arena *arena);

struct inputs
{
  const struct input_options *options;
  struct input *list;
  size_t count, capacity;
  uint32_t classes, left_out; /* classes of Java, and how many of them are no inputs, */
  uint32_t excluded;          /* ... of those as --exclude says, or as tests, */
  uint32_t unchanged;         /* ... or as --changed says */
  void *opened[FRONT_END_COUNT]; /* by front end: what it keeps for reading, or null */
};

void inputs_init (struct inputs *inputs, const struct input_options *options);
void inputs_clear (struct inputs *inputs);

/* Find the inputs that PATHS name; to be called once.  False if something is wrong
   with one of them, which a message says; the other inputs are there.  A file that
   cannot be read is found; reading it will tell. */
bool inputs_find (struct inputs *inputs, const char *const *paths, size_t count);

/* Copy what can be read only once, standard input and pipes, so that several can read
   it.  False, with a message, if that fails. */
bool inputs_keep_streams (struct inputs *inputs);

/* How much of PATH is the path of a file or folder: without what comes after the '!' of
   PATH!PART. */
size_t inputs_file_length (const char *path);

/* Is NAME that of a file that some front end reads? */
bool inputs_is_file_name (const char *name);

/* What a person calls it, as ir_subject_title does once it is read. */
static inline const char *
input_title (const struct input *input)
{
  return input->part ? input->part : input->path;
}

/* Read INPUT, one of INPUTS, into SUBJECT, which is initialised; false with errors in its
   diagnostics.  Unwinds to the checkpoint of SUBJECT's quota. */
bool input_read (const struct inputs *inputs, const struct input *input,
                 enum input_stage stage, struct ir_subject *subject);

/* Read the TEXT of a model, which is called NAME (borrowed); otherwise the same. */
bool input_read_text (const char *name, const char *text, size_t length,
                      struct ir_subject *subject);

/* ---- For front ends. ---- */

/* Add an input of FRONT_END, which can be found again at PATH.  Its name is PART, what
   it is of a file or folder; if that is null, the path without its first SKIP bytes.
   Both are copied. */
bool inputs_add (struct inputs *inputs, const struct front_end *front_end,
                 const char *path, const char *part, size_t skip);

/* There is something odd about PATH. */
void inputs_warn (const struct inputs *inputs, const char *path, const char *message);
/* There is something wrong with PATH.  Returns false. */
bool inputs_complain (const struct inputs *inputs, const char *path, const char *message);

#endif
