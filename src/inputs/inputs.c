/* inputs.c -- see inputs.h. */
#include <config.h>

#include "inputs/inputs.h"

#include <assert.h>
#include <errno.h>
#include <fts.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/log.h"
#include "base/text.h"

const struct front_end *const front_ends[FRONT_END_COUNT] = {
#define FRONT_END(name) &front_end_##name,
#include FRONT_END_TABLE
#undef FRONT_END
};

/* ---- Options as words. ---- */

static void
add_words (struct input_words *words, const char *option, const char *value,
           struct arena *arena)
{
  assert (*option == '-');
  if (!value)
    return;
  *vec_push (arena, &words->list) = option;
  *vec_push (arena, &words->list) = value;
}

void
input_options_list (const struct input_options *options, struct input_words *words,
                    struct arena *arena)
{
  const struct java_options *java = &options->java;
  *words = (struct input_words){ VEC_EMPTY };
  add_words (words, "--main", java->main_name, arena);
  add_words (words, "--class", java->class_name, arena);
  add_words (words, "--units", java->units, arena);
  if (java->threads > 0)
    add_words (words, "--threads", arena_format (arena, "%u", (unsigned) java->threads),
               arena);
  for (uint32_t i = 0; i < java->classpath_count; i++)
    add_words (words, "--classpath", java->classpath[i], arena);
  add_words (words, "--jdk", java->jdk, arena);
  if (java->reach)
    *vec_push (arena, &words->list) = "--reach";
  if (java->without_programs)
    add_words (words, "--values", "off", arena);
  if (java->values)
    add_words (words, "--values",
               java->values_seconds > 0
                 ? arena_format (arena, "%u", (unsigned) java->values_seconds)
                 : "on",
               arena);
  for (uint32_t i = 0; i < JAVA_REDUCTION_COUNT; i++)
    if (java->kept >> i & 1)
      add_words (words, "--keep", java_reduction_name (i), arena);
  add_words (words, "--clang", options->llvm.clang, arena);
  for (uint32_t i = 0; i < options->llvm.argument_count; i++)
    add_words (words, "--cflags", options->llvm.arguments[i], arena);
}

/* ---- The list. ---- */

void
inputs_init (struct inputs *inputs, const struct input_options *options)
{
  assert (options);
  *inputs = (struct inputs){ .options = options };
}

void
inputs_clear (struct inputs *inputs)
{
  assert (inputs->count <= inputs->capacity);
  for (size_t f = 0; f < FRONT_END_COUNT; f++)
    if (front_ends[f]->clear)
      front_ends[f]->clear (inputs);
  for (size_t i = 0; i < inputs->count; i++)
    {
      free (inputs->list[i].path);
      free (inputs->list[i].part);
      if (inputs->list[i].copy >= 0)
        close (inputs->list[i].copy);
    }
  free (inputs->list);
  *inputs = (struct inputs){ .options = inputs->options };
}

bool
inputs_complain (const struct inputs *inputs, const char *path, const char *message)
{
  assert (path && message);
  if (inputs->options->complain)
    inputs->options->complain (inputs->options->context, DIAG_ERROR, path, message);
  return false;
}

void
inputs_warn (const struct inputs *inputs, const char *path, const char *message)
{
  assert (path && message);
  if (inputs->options->complain)
    inputs->options->complain (inputs->options->context, DIAG_WARNING, path, message);
}

bool
inputs_add (struct inputs *inputs, const struct front_end *front_end, const char *path,
            const char *part, size_t skip)
{
  assert (inputs->count <= inputs->capacity && skip <= strlen (path));
  if (inputs->count == inputs->capacity)
    {
      size_t capacity = inputs->capacity ? inputs->capacity * 2 : 16;
      struct input *list = realloc (inputs->list, capacity * sizeof *list);
      if (!list)
        return inputs_complain (inputs, path, strerror (ENOMEM));
      inputs->list = list;
      inputs->capacity = capacity;
    }
  struct input input
    = { front_end, strdup (path), NULL, part ? strdup (part) : NULL, -1 };
  if (!input.path || (part && !input.part))
    {
      free (input.path);
      free (input.part);
      return inputs_complain (inputs, path, strerror (ENOMEM));
    }
  input.name = part ? input.part : input.path + skip;
  inputs->list[inputs->count++] = input;
  return true;
}

/* ---- From paths to inputs. ---- */

/* The only front end that is asked, or null: whoever names a class means no model. */
static const struct front_end *
only_front_end (const struct inputs *inputs)
{
  const struct java_options *java = &inputs->options->java;
  return inputs->options->only                 ? inputs->options->only
         : java->class_name || java->main_name ? &front_end_java
                                               : NULL;
}

static bool
is_asked (const struct inputs *inputs, size_t f)
{
  const struct front_end *only = only_front_end (inputs);
  assert (f < FRONT_END_COUNT);
  bool by_main = !inputs->options->only && !inputs->options->java.class_name;
  return !only || only == front_ends[f] || (by_main && front_ends[f]->has_main);
}

/* The number of the front end that takes files called NAME; FRONT_END_COUNT: none. */
static size_t
front_end_of (const struct inputs *inputs, const char *name)
{
  assert (name);
  for (size_t f = 0; f < FRONT_END_COUNT; f++)
    if (is_asked (inputs, f) && front_ends[f]->takes (name))
      return f;
  return FRONT_END_COUNT;
}

/* That of all other files. */
static const struct front_end *
front_end_of_others (const struct inputs *inputs)
{
  const struct front_end *only = only_front_end (inputs);
  return only ? only : front_ends[0];
}

bool
inputs_is_file_name (const char *name)
{
  bool found = false;
  for (size_t f = 0; f < FRONT_END_COUNT; f++)
    found |= front_ends[f]->takes (name);
  return found;
}

static int
compare_inputs (const void *a, const void *b)
{
  const struct input *x = a, *y = b;
  return strcmp (x->path, y->path);
}

/* Is ENTRY a file or a link to a file?  Links to folders are not followed. */
static bool
is_file (const FTSENT *entry)
{
  struct stat status;
  return entry->fts_info == FTS_F
         || (entry->fts_info == FTS_SL && stat (entry->fts_accpath, &status) == 0
             && S_ISREG (status.st_mode));
}

/* "no *.eml, *.class or *.jar file below this folder". */
static bool
complain_about_nothing (const struct inputs *inputs, const char *folder)
{
  char message[200] = "no ";
  const char *before = "";
  for (size_t f = 0; f < FRONT_END_COUNT; f++)
    {
      size_t used = strlen (message);
      if (!is_asked (inputs, f) || !front_ends[f]->files)
        continue;
      assert (used + strlen (front_ends[f]->files) + 30 < sizeof message);
      snprintf (message + used, sizeof message - used, "%s%s", before,
                front_ends[f]->files);
      before = ", ";
    }
  if (!before[0])
    return inputs_complain (inputs, folder,
                            "its files are not read: name them one by one");
  strcat (message, " file below this folder");
  return inputs_complain (inputs, folder, message);
}

/* Give the files below FOLDER, which has no slash at its end, or the folder itself, to
   their front ends: which of them got something is in TAKEN. */
static bool
walk_folder (struct inputs *inputs, char *folder, bool *taken)
{
  size_t length = strlen (folder);
  assert (length > 0 && (length == 1 || folder[length - 1] != '/'));
  char *roots[] = { folder, NULL };
  FTS *walk = fts_open (roots, FTS_PHYSICAL | FTS_COMFOLLOW | FTS_NOCHDIR, NULL);
  if (!walk)
    return inputs_complain (inputs, folder, strerror (errno));
  bool fine = true;
  size_t skip = folder[length - 1] == '/' ? length : length + 1, f;
  FTSENT *entry;
  while ((entry = fts_read (walk)))
    if (entry->fts_info == FTS_DNR || entry->fts_info == FTS_ERR)
      fine = inputs_complain (inputs, entry->fts_path, strerror (entry->fts_errno));
    else if (is_file (entry)
             && (f = front_end_of (inputs, entry->fts_name)) < FRONT_END_COUNT)
      {
        if (!front_ends[f]->takes_folders)
          fine &= front_ends[f]->add (inputs, entry->fts_path, NULL, skip);
        else if (!taken[f])
          fine &= front_ends[f]->add (inputs, folder, NULL, 0);
        taken[f] = true;
      }
  fts_close (walk);
  return fine;
}

static bool
add_folder (struct inputs *inputs, const char *folder)
{
  char *copy = strdup (folder);
  if (!copy)
    return inputs_complain (inputs, folder, strerror (ENOMEM));
  for (size_t length = strlen (copy); length > 1 && copy[length - 1] == '/';)
    copy[--length] = 0;
  size_t before = inputs->count;
  bool taken[FRONT_END_COUNT] = { false }, any = false;
  assert (*copy);
  bool fine = walk_folder (inputs, copy, taken);
  for (size_t f = 0; f < FRONT_END_COUNT; f++)
    any |= taken[f];
  if (inputs->count > before)
    qsort (inputs->list + before, inputs->count - before, sizeof *inputs->list,
           compare_inputs);
  if (!any && fine)
    fine = complain_about_nothing (inputs, copy);
  LOG (1, "%s: %zu models", copy, inputs->count - before);
  free (copy);
  return fine;
}

/* PATH names nothing; perhaps it is FILE!PART, with a front end that knows parts. */
static bool
add_part (struct inputs *inputs, const char *path, const char *mark)
{
  assert (*mark == '!' && mark > path && mark[1]);
  char *file = strndup (path, (size_t) (mark - path));
  if (!file)
    return inputs_complain (inputs, path, strerror (ENOMEM));
  struct stat status;
  size_t chosen = front_end_of (inputs, file);
  bool folder = stat (file, &status) == 0 && S_ISDIR (status.st_mode);
  for (size_t f = 0; f < FRONT_END_COUNT && folder; f++)
    if (is_asked (inputs, f) && front_ends[f]->takes_folders)
      chosen = f;
  bool has_parts
    = chosen < FRONT_END_COUNT
      && (front_ends[chosen]->takes_folders || front_ends[chosen]->takes_parts);
  bool fine = has_parts ? front_ends[chosen]->add (inputs, file, mark + 1, 0)
                        : front_end_of_others (inputs)->add (inputs, path, NULL, 0);
  free (file);
  return fine;
}

size_t
inputs_file_length (const char *path)
{
  struct stat status;
  assert (path);
  const char *mark = stat (path, &status) == 0 ? NULL : strrchr (path, '!');
  return mark && mark > path && mark[1] ? (size_t) (mark - path) : strlen (path);
}

static bool
add_path (struct inputs *inputs, const char *path)
{
  struct stat status;
  assert (path);
  bool there = stat (path, &status) == 0;
  if (there && S_ISDIR (status.st_mode))
    return add_folder (inputs, path);
  size_t length = inputs_file_length (path);
  if (path[length])
    return add_part (inputs, path, path + length);
  if (there && text_ends_with (path, ".java"))
    return inputs_complain (inputs, path, "compile it, and give the classes");
  size_t f = front_end_of (inputs, path);
  return (f < FRONT_END_COUNT ? front_ends[f] : front_end_of_others (inputs))
    ->add (inputs, path, NULL, 0);
}

/* ---- Names. ---- */

static int
compare_names (const void *a, const void *b)
{
  const struct input *const *x = a, *const *y = b;
  return strcmp ((*x)->name, (*y)->name);
}

/* Models of one name but different paths get their paths as names.  Such a path
   may in turn be the name of another model, so repeat until nothing changes. */
static bool
tell_apart (struct inputs *inputs)
{
  assert (inputs->count == 0 || inputs->list);
  size_t count = inputs->count;
  struct input **sorted = malloc ((count + 1) * sizeof *sorted);
  if (!sorted)
    return inputs_complain (inputs, "models", strerror (ENOMEM));
  for (bool changed = count > 1; changed;)
    {
      changed = false;
      for (size_t i = 0; i < count; i++)
        sorted[i] = &inputs->list[i];
      qsort (sorted, count, sizeof *sorted, compare_names);
      for (size_t i = 0, end; i < count; i = end)
        {
          bool alike = true;
          for (end = i + 1;
               end < count && strcmp (sorted[i]->name, sorted[end]->name) == 0; end++)
            alike &= strcmp (sorted[i]->path, sorted[end]->path) == 0;
          assert (i < end && end <= count);
          for (size_t k = i; k < end && !alike; k++)
            {
              changed |= sorted[k]->name != sorted[k]->path;
              sorted[k]->name = sorted[k]->path;
            }
        }
    }
  free (sorted);
  return true;
}

bool
inputs_find (struct inputs *inputs, const char *const *paths, size_t count)
{
  assert (inputs->count == 0);
  bool fine = true;
  for (size_t i = 0; i < count; i++)
    fine &= add_path (inputs, paths[i]);
  for (size_t f = 0; f < FRONT_END_COUNT; f++)
    if (front_ends[f]->find)
      fine &= front_ends[f]->find (inputs);
  return tell_apart (inputs) && fine;
}

/* ---- Reading. ---- */

bool
input_read (const struct inputs *inputs, const struct input *input,
            enum input_stage stage, struct ir_subject *subject)
{
  assert (input >= inputs->list && input < inputs->list + inputs->count);
  LOG (1, "reading %s", input->path);
  bool fine = input->front_end->read (inputs, input, stage, subject);
  assert (fine == (subject->diags.errors == 0));
  return fine;
}
