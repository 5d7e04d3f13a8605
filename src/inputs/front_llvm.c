/* front_llvm.c -- programs in C and C++: *.c, *.cc ..., and LLVM's bitcode and assembly,
 * *.bc and *.ll.
 *
 * Each file is a program.  Its model is built, not written; its text is the C.
 */
#include <config.h>

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "inputs/inputs.h"
#include "llvm/compile_commands.h"

static bool
takes (const char *name)
{
  static const char *const ends[]
    = { ".c", ".i", ".cc", ".cpp", ".cxx", ".C", ".c++", ".bc", ".ll" };
  for (size_t i = 0; i < sizeof ends / sizeof *ends; i++)
    if (text_ends_with (name, ends[i]))
      return true;
  return compile_commands_takes (name);
}

static bool
add (struct inputs *inputs, const char *path, const char *part, size_t skip)
{
  if (skip > 0) /* below a folder: a source file need not be a program */
    return true;
  char *whole = NULL;
  if (part && !compile_commands_takes (path))
    return inputs_complain (inputs, path, "a program in C has no parts");
  if (part && asprintf (&whole, "%s!%s", path, part) < 0)
    return inputs_complain (inputs, path, "not enough memory");
  bool fine = inputs_add (inputs, &front_end_llvm, part ? whole : path, part, skip);
  free (whole);
  return fine;
}

struct attempt
{
  struct ir_subject *subject;
  const char *path;
};

static void
begin_again (void *context)
{
  const struct attempt *attempt = context;
  ir_subject_begin (attempt->subject, attempt->path);
}

/* The folder of PATH, where its source may be. */
static const char *
folder_of (const char *path, struct arena *arena)
{
  const char *slash = strrchr (path, '/');
  return slash ? arena_copy (arena, path, (size_t) (slash - path) + (slash == path))
               : ".";
}

static struct provenance *
make_origin (const struct inputs *inputs, const char *path, struct arena *arena)
{
  struct provenance *provenance = arena_calloc (arena, 1, sizeof *provenance);
  struct input_words words;
  provenance->language = "C";
  for (uint32_t i = 0; i < inputs->options->llvm.argument_count; i++)
    provenance->is_32_bit |= strcmp (inputs->options->llvm.arguments[i], "-m32") == 0;
  provenance->subject = path;
  provenance->prefix = "";
  *vec_push (arena, &provenance->folders) = folder_of (path, arena);
  input_options_list (inputs->options, &words, arena);
  for (uint32_t i = 0; i < words.list.count; i++)
    *vec_push (arena, &provenance->words) = words.list.at[i];
  *vec_push (arena, &provenance->words) = path;
  assert (provenance->words.count > 0);
  return provenance;
}

/* The text of what was built. */
static bool
set_text (struct ir_subject *subject, const struct llvm_model *model)
{
  struct source_error error;
  return source_set (&subject->source, &subject->arena, subject->source.path, model->text,
                     model->length, &error);
}

static bool
read_model (const struct inputs *inputs, const struct input *input,
            enum input_stage stage, struct ir_subject *subject)
{
  struct llvm_options options = inputs->options->llvm;
  struct provenance *provenance = make_origin (inputs, input->path, &subject->arena);
  struct attempt attempt = { subject, input->path };
  struct llvm_error error;
  assert (input->front_end == &front_end_llvm);
  if (stage == INPUT_UNCHECKED)
    return ir_subject_refuse (subject, input->path, "no-text",
                              "a program in C is no text of a model");
  options.main_name = inputs->options->java.main_name;
  options.main_file = input->part;
  options.unit_functions = inputs->options->java.units;
  options.threads = inputs->options->java.threads;
  struct llvm_model model
    = { .model = &subject->model, .ir = &subject->flow, .provenance = provenance };
  const char *path
    = arena_copy (&subject->arena, input->path, inputs_file_length (input->path));
  if (!llvm_read (&model, path, &options, &subject->arena, begin_again, &attempt, &error))
    return ir_subject_refuse (subject, input->path, error.code, "%s", error.message);
  if (!set_text (subject, &model))
    return ir_subject_refuse (subject, input->path, "no-text", "its source is no text");
  provenance->fields = subject->model.fields.count;
  provenance->locks = subject->model.locks.count;
  subject->provenance = provenance;
  bool fine = ir_subject_end (subject);
  if (fine) /* warnings are about models that somebody wrote */
    diags_init (&subject->diags, &subject->arena, &subject->source);
  return fine;
}

const struct front_end front_end_llvm = {
  .takes = takes, .has_main = true, .takes_parts = true, .add = add, .read = read_model
};
