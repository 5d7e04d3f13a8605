/* front_java.c -- compiled Java: class files, folders of them, jars.
 *
 * All Java paths of a command line are one program, whose classes know each other; each
 * class that is chosen is an input, called by its class.  The name does not depend on the
 * file that the class is in: results of app-1.2.jar can be compared with those of
 * app-1.3.jar.  The program is opened once, when inputs are searched, and stays open:
 * workers that are forked afterwards find it in their memory.
 */
#include <config.h>

#include <assert.h>
#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/log.h"
#include "base/text.h"
#include "inputs/changed_files.h"
#include "inputs/inputs.h"

/* What was given: a path, or a class of it. */
struct given
{
  const char *path;
  const char *part; /* or null: the classes that are worth a look */
};

struct program
{
  struct quota quota; /* of everything here */
  struct arena arena;
  VEC (struct given) given;
  VEC (const char *) paths; /* different ones */
  bool initialised;         /* there is something to clear in the following two */
  struct java java;
  struct java_ignored_list ignored;
  struct java_model model; /* the last that was read */
  bool modelled;
  bool spoilt; /* memory ran out in the middle of something */
};

static bool
takes (const char *name)
{
  return text_ends_with (name, ".class") || text_ends_with (name, ".jar");
}

static struct program *
program_of (const struct inputs *inputs)
{
  return inputs->opened[FRONT_END_java];
}

/* Say how far it has come. */
static void
tell (void *context)
{
  struct inputs *inputs = context;
  const struct program *program = program_of (inputs);
  const struct input_options *options = inputs->options;
  assert (options->tell);
  if (!program->initialised)
    return;
  struct java_headway headway = java_headway (&program->java);
  options->tell (options->tell_context, headway.stage, headway.done, headway.all);
}

static void
tell_end (const struct inputs *inputs)
{
  if (inputs->options->tell)
    inputs->options->tell (inputs->options->tell_context, NULL, 0, 0);
}

static struct program *
make_program (struct inputs *inputs)
{
  struct program *program = calloc (1, sizeof *program);
  assert (!inputs->opened[FRONT_END_java]);
  if (!program)
    return NULL;
  quota_init (&program->quota);
  program->quota.interrupted = inputs->options->interrupted;
  program->quota.look = inputs->options->tell ? tell : NULL;
  program->quota.look_context = inputs;
  arena_init (&program->arena, &program->quota);
  inputs->opened[FRONT_END_java] = program;
  return program;
}

static const char *
intern_path (struct program *program, const char *path)
{
  for (uint32_t i = 0; i < program->paths.count; i++)
    if (strcmp (program->paths.at[i], path) == 0)
      return program->paths.at[i];
  const char *copy = arena_copy (&program->arena, path, strlen (path));
  *vec_push (&program->arena, &program->paths) = copy;
  return copy;
}

/* False: there is no memory. */
static bool
note_given (struct program *program, const char *path, const char *part)
{
  if (quota_checkpoint (&program->quota))
    return false;
  struct given given = { intern_path (program, path), NULL };
  if (part)
    given.part = arena_copy (&program->arena, part, strlen (part));
  *vec_push (&program->arena, &program->given) = given;
  return true;
}

static bool
add (struct inputs *inputs, const char *path, const char *part, size_t skip)
{
  (void) skip;
  struct program *program = program_of (inputs);
  if (!program)
    program = make_program (inputs);
  return (program && note_given (program, path, part))
         || inputs_complain (inputs, path, "not enough memory");
}

/* ---- Which classes? ---- */

/* Is CANDIDATE below PATH: in that folder or jar, or the file itself? */
static bool
is_below (const struct java_candidate *candidate, const char *path)
{
  size_t length = strlen (path);
  const char *whole = candidate->path;
  assert (length > 0);
  while (length > 1 && path[length - 1] == '/')
    length--;
  return whole && strncmp (whole, path, length) == 0
         && (whole[length] == 0 || whole[length] == '/' || whole[length] == '!'
             || path[length - 1] == '/');
}

/* Do the options exclude CANDIDATE, or is it a test?  PATH is the given one that it is
   below: who gives the folder of the tests means them. */
static bool
is_excluded (const struct input_options *options, const struct java_candidate *candidate,
             const char *path)
{
  static const char *const tests[] = { "*/test-classes/*", "*/classes/*/test/*" };
  const char *name = candidate->class_name, *dot = strrchr (name, '.');
  assert (is_below (candidate, path));
  for (size_t i = 0; i < sizeof tests / sizeof *tests; i++)
    if (fnmatch (tests[i], candidate->path + strlen (path), 0) == 0)
      return true;
  for (uint32_t i = 0; i < options->excluded_count; i++)
    if (fnmatch (options->excluded[i], name, 0) == 0
        || fnmatch (options->excluded[i], dot ? dot + 1 : name, 0) == 0
        || fnmatch (options->excluded[i], candidate->path, 0) == 0)
      return true;
  return false;
}

/* The given path that CANDIDATE is in, if it is to be an input; else null. */
static const char *
find_given (struct inputs *inputs, const struct java_candidate *candidate)
{
  const struct program *program = program_of (inputs);
  const struct java_options *options = &inputs->options->java;
  bool named = options->class_name || options->main_name;
  assert (candidate->class_name && program->given.count > 0);
  for (uint32_t i = 0; i < program->given.count; i++)
    {
      const struct given *given = &program->given.at[i];
      if (given->part
            ? strcmp (given->part, candidate->class_name) != 0
            : !(named || candidate->chosen) || !is_below (candidate, given->path))
        continue;
      bool excluded
        = !given->part && !named && is_excluded (inputs->options, candidate, given->path);
      inputs->excluded += excluded;
      return excluded ? NULL : given->path;
    }
  return NULL;
}

/* PATH!CLASS, or the class file itself, which has only one. */
static bool
add_candidate (struct inputs *inputs, const char *path,
               const struct java_candidate *candidate)
{
  struct program *program = program_of (inputs);
  bool file = text_ends_with (path, ".class");
  assert (path && candidate->class_name);
  const char *whole
    = file ? path : arena_format (&program->arena, "%s!%s", path, candidate->class_name);
  return inputs_add (inputs, &front_end_java, whole, candidate->class_name, 0);
}

/* The length of the file that MESSAGE begins with, one of those given or in them:
   "app.jar!Stack.class: byte 8: ..."; 0 if it begins otherwise. */
static size_t
file_length (const struct program *program, const char *message)
{
  const char *end = strstr (message, ": ");
  for (uint32_t i = 0; i < program->paths.count && end; i++)
    if (strncmp (message, program->paths.at[i], strlen (program->paths.at[i])) == 0)
      return (size_t) (end - message);
  return 0;
}

/* Pass on what Java's diagnostics say, and forget it.  True: they have no error. */
static bool
pass_on (struct inputs *inputs)
{
  struct program *program = program_of (inputs);
  struct diags *diags = &program->java.diags;
  uint32_t errors = diags->errors;
  assert (program->paths.count > 0);
  for (uint32_t i = 0; i < diags->list.count; i++)
    {
      const struct diag *diag = &diags->list.at[i];
      size_t file = file_length (program, diag->message);
      const char *path
        = file ? arena_copy (&program->arena, diag->message, file) : program->paths.at[0];
      const char *message = arena_format (
        &program->arena, "%s [%s]", diag->message + (file ? file + 2 : 0), diag->code);
      if (diag->severity == DIAG_ERROR)
        inputs_complain (inputs, path, message);
      else if (diag->severity == DIAG_WARNING)
        inputs_warn (inputs, path, message);
    }
  if (errors > DIAG_MOST)
    inputs_complain (inputs, program->paths.at[0],
                     arena_format (&program->arena, "%u further errors are not shown",
                                   (unsigned) errors - DIAG_MOST));
  diags_init (diags, diags->arena, diags->source);
  return errors == 0;
}

/* No class is an input: that is not the same as safe. */
static bool
complain_about_none (struct inputs *inputs, const struct java_candidates *candidates)
{
  const struct java_options *options = &inputs->options->java;
  struct program *program = program_of (inputs);
  assert (inputs->count == 0 && program->paths.count > 0);
  const char *message
    = options->class_name && !options->main_name
        ? arena_format (&program->arena,
                        "class '%s' is on the class path, which is only "
                        "looked into: give its path to check it",
                        options->class_name)
      : options->main_name
        ? arena_format (&program->arena,
                        "%s starts no two threads that share an object "
                        "of these classes%s: nothing was checked",
                        options->main_name,
                        candidates->is_cut ? ", in the part of its code that was looked "
                                             "into (there is too much of it)"
                                           : "")
      : inputs->excluded > 0
        ? "all classes here that are worth a look are excluded: tests, or by --exclude; "
          "nothing was checked"
        : arena_format (&program->arena,
                        "of %u class%s here, none has both a lock and "
                        "fields that change: nothing was checked; 'phaselock java "
                        "--list' says why, --class NAME chooses one",
                        (unsigned) candidates->count, candidates->count == 1 ? "" : "es");
  return inputs_complain (inputs, program->paths.at[0], message);
}

/* PATH!CLASS may have a short name of the class. */
static bool
find_parts (struct program *program)
{
  bool fine = true;
  for (uint32_t i = 0; i < program->given.count; i++)
    {
      struct given *given = &program->given.at[i];
      if (!given->part)
        continue;
      given->part = java_find_class (&program->java, given->part);
      fine &= given->part != NULL;
    }
  return fine;
}

/* By class: is it another one than at the revision of --changed? */
static bool
find_changed (struct inputs *inputs, const bool **changed)
{
  struct program *program = program_of (inputs);
  struct changed_files files;
  const char *message;
  assert (inputs->options->changed);
  if (!changed_files_since (&files, inputs->options->changed, &program->arena, &message))
    return inputs_complain (inputs, program->paths.at[0],
                            arena_format (&program->arena, "--changed %s: %s",
                                          inputs->options->changed, message));
  *changed = java_changed (&program->java, files.list.at, files.list.count);
  return true;
}

static bool
find_classes (struct inputs *inputs)
{
  struct program *program = program_of (inputs);
  struct java_candidates candidates;
  assert (!program->initialised && program->paths.count > 0);
  java_init (&program->java, &program->quota, &inputs->options->java);
  program->initialised = true;
  bool opened = java_open (&program->java, program->paths.at, program->paths.count)
                && find_parts (program) && java_candidates (&program->java, &candidates);
  /* A class that cannot be read is an error; the others are inputs all the same. */
  bool fine = pass_on (inputs), any = false;
  assert (opened || !fine);
  if (!opened)
    return false;
  program->ignored = java_ignored (&program->java);
  const bool *changed = NULL;
  if (inputs->options->changed && !find_changed (inputs, &changed))
    return false;
  for (uint32_t i = 0; i < candidates.count; i++)
    {
      const char *path = find_given (inputs, &candidates.at[i]);
      if (path && changed
          && !java_is_changed (&program->java, changed, candidates.at[i].class_name))
        {
          inputs->unchanged++;
          path = NULL;
        }
      if (path)
        fine &= add_candidate (inputs, path, &candidates.at[i]);
      any |= path != NULL;
      inputs->left_out += !path;
    }
  inputs->classes += candidates.count;
  LOG (1, "%u classes, %zu inputs", (unsigned) candidates.count, inputs->count);
  return any || !fine || inputs->unchanged > 0
           ? fine
           : complain_about_none (inputs, &candidates);
}

static bool
find (struct inputs *inputs)
{
  struct program *program = program_of (inputs);
  if (!program)
    return true;
  if (!quota_checkpoint (&program->quota))
    {
      bool fine = find_classes (inputs);
      tell_end (inputs);
      return fine;
    }
  tell_end (inputs);
  program->spoilt = true;
  return inputs_complain (inputs, program->paths.at[0],
                          program->quota.reason == QUOTA_INTERRUPTED
                            ? "interrupted while its classes were read"
                            : "not enough memory for these classes");
}

/* ---- Reading. ---- */

/* MODEL is about to be replaced, or INPUTS end. */
static void
drop_model (struct program *program)
{
  if (program->modelled)
    java_model_clear (&program->model);
  program->modelled = false;
}

/* Make the model of CLASS_NAME in SUBJECT; false: see the diagnostics of Java, or memory
   ran out. */
static bool
extract (struct program *program, const char *class_name, struct ir_subject *subject)
{
  assert (program->initialised && class_name);
  if (program->spoilt)
    return false;
  if (quota_checkpoint (&program->quota))
    {
      program->spoilt = true;
      return false;
    }
  drop_model (program);
  java_model_init (&program->model, &program->quota, &subject->model, &subject->flow);
  program->modelled = true;
  return java_extract (&program->java, class_name, &program->model);
}

static const char *
copy_text (struct arena *arena, const char *text)
{
  return text ? arena_copy (arena, text, strlen (text)) : NULL;
}

/* How the model is named on a command line. */
static void
add_words (struct provenance *provenance, struct arena *arena,
           const struct inputs *inputs)
{
  struct input_options options = *inputs->options;
  const struct program *program = program_of (inputs);
  struct input_words words;
  assert (provenance->subject && program->paths.count > 0);
  options.java.class_name = provenance->subject;
  input_options_list (&options, &words, arena);
  for (uint32_t i = 0; i < words.list.count; i++)
    *vec_push (arena, &provenance->words) = copy_text (arena, words.list.at[i]);
  for (uint32_t i = 0; i < program->paths.count; i++)
    *vec_push (arena, &provenance->words) = copy_text (arena, program->paths.at[i]);
}

/* Add the package of CLASS_NAME, as a folder, unless it is known. */
static void
add_package (struct provenance *provenance, const char *class_name, struct arena *arena)
{
  const char *dot = strrchr (class_name, '.');
  assert (*class_name);
  if (!dot)
    return;
  char *package = arena_copy (arena, class_name, (size_t) (dot - class_name));
  for (char *c = package; *c; c++)
    *c = *c == '.' ? '/' : *c;
  for (uint32_t i = 0; i < provenance->packages.count; i++)
    if (strcmp (provenance->packages.at[i], package) == 0)
      return;
  *vec_push (arena, &provenance->packages) = package;
}

/* Add the folder at PATH, LENGTH bytes, unless it is known; false: there is none. */
static bool
add_folder (struct provenance *provenance, const char *path, size_t length,
            struct arena *arena)
{
  const char *folder = arena_copy (arena, path, length);
  struct stat about;
  if (stat (folder, &about) != 0 || !S_ISDIR (about.st_mode))
    return false;
  for (uint32_t i = 0; i < provenance->folders.count; i++)
    if (strcmp (provenance->folders.at[i], folder) == 0)
      return true;
  *vec_push (arena, &provenance->folders) = folder;
  return true;
}

/* From the folder of a module's classes up to the module itself: `target/classes',
   `build/classes/java/main', `out/production/NAME'. */
#define MODULE_HEIGHT 4

/* The source of the module that the class file FILE of CLASS_NAME belongs to. */
static void
add_module (struct provenance *provenance, const char *file, const char *class_name,
            struct arena *arena)
{
  static const char *const usual[] = { "src/main/java", "src/java", "src" };
  size_t tail = strlen (class_name) + strlen (".class"), length = strlen (file);
  if (!text_ends_with (file, ".class") || memchr (file, '!', length) || length < tail)
    return;
  /* The folder that the package is in, and the folders around it. */
  length -= tail;
  length -= length > 0;
  const char *above = "";
  for (int up = 0; up <= MODULE_HEIGHT; up++)
    {
      for (size_t i = 0; i < sizeof usual / sizeof *usual; i++)
        {
          const char *path = arena_format (arena, "%.*s%s%s%s", (int) length, file,
                                           length ? "/" : "", above, usual[i]);
          if (add_folder (provenance, path, strlen (path), arena))
            return;
        }
      if (length == 0)
        above = arena_format (arena, "../%s", above);
      while (length > 0 && file[length - 1] != '/')
        length--;
      length -= length > 1;
    }
}

/* Where the source may be: in the folders of --source; in the modules of the classes of
   MODEL; beside a class file or a jar; in the folder of the classes, or where it usually
   is. */
static void
add_folders (struct provenance *provenance, const struct inputs *inputs,
             const struct java_model *model, struct arena *arena)
{
  static const char *const usual[] = { "src/main/java", "src", "." };
  const struct input_options *options = inputs->options;
  struct program *program = program_of (inputs);
  const char *last = NULL;
  for (uint32_t i = 0; i < options->source_count; i++)
    add_folder (provenance, options->sources[i], strlen (options->sources[i]), arena);
  for (uint32_t i = 0; i < model->origins.count; i++)
    {
      const char *name = model->origins.at[i].class_name;
      const char *file = name == last ? NULL : java_class_file (&program->java, name);
      last = name;
      if (file)
        add_module (provenance, file, name, arena);
    }
  for (uint32_t i = 0; i < program->paths.count; i++)
    {
      const char *path = program->paths.at[i], *slash = strrchr (path, '/');
      size_t length = !takes (path) ? strlen (path)
                      : slash       ? (size_t) (slash - path) + (slash == path)
                                    : 0;
      assert (length <= strlen (path));
      add_folder (provenance, length ? path : ".", length ? length : 1, arena);
    }
  for (size_t i = 0; i < sizeof usual / sizeof *usual; i++)
    add_folder (provenance, usual[i], strlen (usual[i]), arena);
}

/* Most statements share their class and method with the one before. */
static void
copy_statements (struct provenance *provenance, const struct java_model *model,
                 struct arena *arena)
{
  const struct java_origin *last = NULL;
  struct provenance_statement copy = { .offset = 0 };
  for (uint32_t i = 0; i < model->origins.count; i++)
    {
      const struct java_origin *statement = &model->origins.at[i];
      assert (!last || last->offset < statement->offset);
      if (!last || last->class_name != statement->class_name)
        {
          copy.class_name = copy_text (arena, statement->class_name);
          add_package (provenance, copy.class_name, arena);
        }
      if (!last || last->method != statement->method)
        copy.method = copy_text (arena, statement->method);
      if (!last || last->descriptor != statement->descriptor)
        copy.descriptor = copy_text (arena, statement->descriptor);
      copy.offset = statement->offset;
      copy.index = statement->index;
      copy.called = copy_text (arena, statement->called);
      copy.roles = statement->roles;
      *vec_push (arena, &provenance->statements) = copy;
      last = statement;
    }
}

static void
copy_ignored (struct provenance *provenance, const struct java_ignored_list *ignored,
              struct arena *arena)
{
  for (uint32_t i = 0; i < ignored->list.count; i++)
    {
      const struct java_ignored *one = &ignored->list.at[i];
      assert (one->class_name);
      *vec_push (arena, &provenance->ignored) = (struct provenance_ignored){
        copy_text (arena, one->class_name), copy_text (arena, one->method),
        copy_text (arena, one->descriptor), copy_text (arena, one->location),
        copy_text (arena, one->questions),  copy_text (arena, one->reason)
      };
    }
}

static_assert (JAVA_PATTERN == (int) PROVENANCE_PATTERN
                 && JAVA_RACE == (int) PROVENANCE_RACE
                 && JAVA_DEADLOCK == (int) PROVENANCE_DEADLOCK
                 && JAVA_ASSERT == (int) PROVENANCE_ASSERT
                 && JAVA_STUCK == (int) PROVENANCE_STUCK,
               "the same questions");

/* Work for values is counted in states; about so many take a second. */
#define STATES_IN_A_SECOND UINT64_C (100000)

static const struct provenance *
make_origin (const struct inputs *inputs, const struct input *input, struct arena *arena)
{
  const struct java_model *model = &program_of (inputs)->model;
  struct provenance *provenance = arena_calloc (arena, 1, sizeof *provenance);
  provenance->language = "Java";
  provenance->subject = copy_text (arena, input->part);
  provenance->prefix = arena_format (arena, "%s.", model->name);
  provenance->is_class = !inputs->options->java.main_name;
  provenance->is_circle = model->is_circle;
  provenance->is_program = model->is_program;
  provenance->is_of_clients = model->is_of_clients;
  provenance->has_deadlocks_elsewhere = model->has_deadlocks_elsewhere;
  const struct java_options *options = &inputs->options->java;
  provenance->has_program = options->values || model->is_program;
  if (options->values || model->is_program)
    provenance->data_budget
      = STATES_IN_A_SECOND * (options->values_seconds > 0 ? options->values_seconds : 1);
  provenance->methods = model->methods;
  provenance->fields = model->fields;
  provenance->locks = model->locks;
  provenance->may_miss = model->may_miss;
  for (uint32_t i = 0; i < model->notes.count; i++)
    {
      const struct java_note *note = &model->notes.at[i];
      *vec_push (arena, &provenance->notes)
        = (struct provenance_note){ note->kind == JAVA_MAY_MISS,
                                    copy_text (arena, note->code),
                                    copy_text (arena, note->text),
                                    copy_text (arena, note->position),
                                    note->is_premise,
                                    note->removes,
                                    copy_text (arena, note->location) };
    }
  add_package (provenance, provenance->subject, arena);
  copy_statements (provenance, model, arena);
  for (uint32_t i = 0; i < model->inner.count; i++)
    *vec_push (arena, &provenance->inner) = model->inner.at[i];
  for (uint32_t i = 0; i < model->ways.count; i++)
    *vec_push (arena, &provenance->ways)
      = (struct provenance_way){ copy_text (arena, model->ways.at[i].method),
                                 copy_text (arena, model->ways.at[i].descriptor),
                                 model->ways.at[i].receiver, model->ways.at[i].argument };
  for (uint32_t i = 0; i < model->monitors.count; i++)
    *vec_push (arena, &provenance->monitors) = (struct provenance_monitor){
      model->monitors.at[i].decl, model->monitors.at[i].lock,
      copy_text (arena, model->monitors.at[i].name), model->monitors.at[i].is_hidden,
      model->monitors.at[i].is_method
    };
  for (uint32_t i = 0; i < model->halves.count; i++)
    *vec_push (arena, &provenance->halves)
      = (struct provenance_half){ model->halves.at[i].lock,
                                  copy_text (arena, model->halves.at[i].whole) };
  add_folders (provenance, inputs, model, arena);
  copy_ignored (provenance, &program_of (inputs)->ignored, arena);
  assert (provenance->may_miss <= provenance->notes.count);
  add_words (provenance, arena, inputs);
  return provenance;
}

/* The option that names a method or field which the class, named itself, does not have;
   or null.  Without this all would be safe because nothing was looked at. */
static const char *
find_missing (const struct inputs *inputs, const struct java_model *model)
{
  const struct java_options *options = &inputs->options->java;
  bool named = options->class_name || options->main_name;
  return named && options->units && !model->has_unit      ? "--units"
         : named && options->fields && model->fields == 0 ? "--fields"
                                                          : NULL;
}

/* The one that says why there is no model. */
static const struct diag *
last_error (const struct diags *diags)
{
  uint32_t i = diags->list.count;
  assert (diags->errors > 0);
  while (diags->list.at[i - 1].severity != DIAG_ERROR)
    i--;
  return &diags->list.at[i - 1];
}

static bool
read_model (const struct inputs *inputs, const struct input *input,
            enum input_stage stage, struct ir_subject *subject)
{
  struct program *program = program_of (inputs);
  struct diags *diags = &program->java.diags;
  assert (input->part && program->initialised);
  diags_init (diags, diags->arena, diags->source);
  ir_subject_begin (subject, input->path);
  subject->model.is_made = true;
  bool extracted = extract (program, input->part, subject);
  tell_end (inputs);
  if (!extracted)
    return program->spoilt || diags->errors == 0
             ? ir_subject_refuse (subject, input->path, "memory",
                                  program->quota.reason == QUOTA_INTERRUPTED
                                    ? "interrupted while the class was read"
                                    : "not enough memory for this class")
             : ir_subject_refuse (subject, input->path, last_error (diags)->code, "%s",
                                  last_error (diags)->message);
  const struct java_model *model = &program->model;
  const char *missing = find_missing (inputs, model);
  if (missing)
    return ir_subject_refuse (subject, input->path, "no-match",
                              "%s fits nothing in this class", missing);
  subject->provenance = make_origin (inputs, input, &subject->arena);
  bool fine = stage == INPUT_UNCHECKED || ir_subject_end (subject);
  /* Nobody wrote this model, so nobody needs advice about its style. */
  if (fine)
    diags_init (&subject->diags, &subject->arena, &subject->source);
  return fine;
}

static void
clear (struct inputs *inputs)
{
  struct program *program = program_of (inputs);
  if (!program)
    return;
  drop_model (program);
  if (program->initialised)
    java_clear (&program->java);
  arena_clear (&program->arena);
  free (program);
  inputs->opened[FRONT_END_java] = NULL;
}

const struct front_end front_end_java = { .files = "*.class or *.jar",
                                          .takes = takes,
                                          .takes_folders = true,
                                          .add = add,
                                          .find = find,
                                          .read = read_model,
                                          .clear = clear };
