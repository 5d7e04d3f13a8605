/* subject.c -- see subject.h: the passes that every model goes through. */
#include <config.h>

#include "ir/subject.h"

#include <assert.h>
#include <stdarg.h>

#include "ir/ir_builder.h"
#include "ir/lifecycle.h"
#include "ir/waiting.h"

void
ir_subject_init (struct ir_subject *subject, struct quota *quota)
{
  arena_init (&subject->arena, quota);
  subject->provenance = NULL;
}

void
ir_subject_clear (struct ir_subject *subject)
{
  arena_clear (&subject->arena);
}

/* Set the source to PATH, without a text. */
static void
set_path (struct ir_subject *subject, const char *path)
{
  struct source_error error;
  bool is_text = source_set (&subject->source, &subject->arena, path, "", 0, &error);
  assert (is_text);
  (void) is_text;
  diags_init (&subject->diags, &subject->arena, &subject->source);
}

void
ir_subject_begin (struct ir_subject *subject, const char *path)
{
  set_path (subject, path);
  names_init (&subject->names, &subject->arena);
  idsets_init (&subject->idsets, &subject->arena);
  subject->statements = (struct ir_statements){ .list = VEC_EMPTY };
  ir_model_init (&subject->model, &subject->arena, &subject->idsets, &subject->names,
                 &subject->source);
}

bool
ir_subject_project (struct ir_subject *subject)
{
#ifdef EXPENSIVE_CHECKS
  assert (!ir_check (&subject->flow, &subject->arena));
#endif
  return lifecycle_check (&subject->flow, &subject->arena, &subject->diags)
         && ir_project (&subject->projection, &subject->flow, &subject->arena,
                        &subject->diags);
}

bool
ir_subject_end (struct ir_subject *subject)
{
  struct ir_mistakes mistakes = VEC_EMPTY;
  bool nests = ir_check_nesting (&subject->flow, &mistakes);
  assert (nests && subject->flow.bodies.count == subject->model.bodies.count);
  (void) nests;
  bool fine = ir_subject_project (subject)
              && waiting_check (&subject->projection, &subject->arena, &subject->diags);
  assert (fine == (subject->diags.errors == 0));
  return fine;
}

bool
ir_subject_refuse (struct ir_subject *subject, const char *path, const char *code,
                   const char *format, ...)
{
  assert (path && code);
  va_list arguments;
  va_start (arguments, format);
  const char *message = arena_vformat (&subject->arena, format, arguments);
  va_end (arguments);
  set_path (subject, path);
  diag_error_file (&subject->diags, code, "%s", message);
  return false;
}

const char *
ir_subject_title (const struct ir_subject *subject)
{
  assert (subject->source.path);
  return subject->provenance ? subject->provenance->subject : subject->source.path;
}
