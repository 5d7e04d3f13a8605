/* eml.c -- see eml.h: the passes, one after the other. */
#include <config.h>

#include "eml/eml.h"

#include <assert.h>
#include <stdarg.h>

#include "eml/build.h"
#include "eml/nesting_report.h"
#include "eml/parser.h"
#include "eml/print.h"
#include "eml/unused.h"
#include "ir/ir_builder.h"
#include "ir/lifecycle.h"
#include "ir/waiting.h"

void
eml_init (struct eml *eml, struct quota *quota)
{
  arena_init (&eml->arena, quota);
  eml->provenance = NULL;
}

void
eml_clear (struct eml *eml)
{
  arena_clear (&eml->arena);
}

/* Parse the source if it WAS_READ; otherwise report the ERROR. */
static bool
parse_source (struct eml *eml, bool was_read, const struct source_error *error)
{
  assert (eml->arena.quota);
  diags_init (&eml->diags, &eml->arena, &eml->source);
  if (!was_read)
    {
      diag_error (&eml->diags, error->code, error->located ? error->at : DIAG_WHOLE_FILE,
                  "%s", error->message);
      return false;
    }
  names_init (&eml->names, &eml->arena);
  tree_init (&eml->tree, &eml->arena, &eml->names);
  bool fine = eml_parse (&eml->tree, &eml->source, &eml->diags);
  diags_sort (&eml->diags);
  return fine;
}

bool
eml_read_tree (struct eml *eml, const char *path)
{
  struct source_error error;
  bool was_read = source_read (&eml->source, &eml->arena, path, &error);
  return parse_source (eml, was_read, &error);
}

bool
eml_read_tree_text (struct eml *eml, const char *path, const char *text, size_t length)
{
  struct source_error error;
  bool was_read = source_set (&eml->source, &eml->arena, path, text, length, &error);
  return parse_source (eml, was_read, &error);
}

bool
eml_refuse (struct eml *eml, const char *path, const char *code, const char *format, ...)
{
  struct source_error error;
  bool is_text = source_set (&eml->source, &eml->arena, path, "", 0, &error);
  assert (is_text && code);
  (void) is_text;
  va_list arguments;
  va_start (arguments, format);
  const char *message = arena_vformat (&eml->arena, format, arguments);
  va_end (arguments);
  diags_init (&eml->diags, &eml->arena, &eml->source);
  diag_error_file (&eml->diags, code, "%s", message);
  return false;
}

const char *
eml_title (const struct eml *eml)
{
  assert (eml->source.path);
  return eml->provenance ? eml->provenance->subject : eml->source.path;
}

/* What is built has locks that nest: check the rest, and lower it. */
static bool
lower (struct eml *eml)
{
#ifdef EXPENSIVE_CHECKS
  assert (!ir_check (&eml->flow, &eml->arena));
#endif
  return lifecycle_check (&eml->flow, &eml->arena, &eml->diags)
         && ir_project (&eml->lowering, &eml->flow, &eml->arena, &eml->diags);
}

static bool
lower_tree (struct eml *eml)
{
  struct ir_mistakes mistakes = VEC_EMPTY;
  idsets_init (&eml->idsets, &eml->arena);
  eml->statements = (struct ir_statements){ .list = VEC_EMPTY };
  if (!resolve_names (&eml->resolved, &eml->model, &eml->tree, &eml->source, &eml->arena,
                      &eml->idsets, &eml->diags)
      || !build_graphs (&eml->flow, &eml->resolved, &eml->arena, &eml->diags))
    return false;
  if (!ir_check_nesting (&eml->flow, &mistakes))
    {
      nesting_report (&eml->flow, &eml->tree, &mistakes, &eml->diags);
      return false;
    }
  build_pairs (&eml->flow);
  if (!lower (eml))
    return false;
  unused_warn (&eml->lowering, &eml->resolved, &eml->diags);
  return waiting_check (&eml->lowering, &eml->arena, &eml->diags);
}

static bool
finish (struct eml *eml, bool parsed)
{
  bool fine = parsed && lower_tree (eml);
  if (!fine)
    diags_drop_warnings (&eml->diags);
  diags_sort (&eml->diags);
  assert (fine == (eml->diags.errors == 0));
  return fine;
}

bool
eml_read (struct eml *eml, const char *path)
{
  return finish (eml, eml_read_tree (eml, path));
}

bool
eml_read_text (struct eml *eml, const char *path, const char *text, size_t length)
{
  return finish (eml, eml_read_tree_text (eml, path, text, length));
}

void
eml_begin (struct eml *eml, const char *path)
{
  struct source_error error;
  bool is_text = source_set (&eml->source, &eml->arena, path, "", 0, &error);
  assert (is_text);
  (void) is_text;
  diags_init (&eml->diags, &eml->arena, &eml->source);
  names_init (&eml->names, &eml->arena);
  idsets_init (&eml->idsets, &eml->arena);
  tree_init (&eml->tree, &eml->arena, &eml->names);
  eml->statements = (struct ir_statements){ .list = VEC_EMPTY };
  eml->resolved = (struct resolved){ .tree = &eml->tree, .model = &eml->model };
  ir_model_init (&eml->model, &eml->arena, &eml->idsets, &eml->names, &eml->source);
}

bool
eml_end (struct eml *eml)
{
  struct ir_mistakes mistakes = VEC_EMPTY;
  bool nests = ir_check_nesting (&eml->flow, &mistakes);
  assert (nests && eml->flow.bodies.count == eml->model.bodies.count);
  (void) nests;
  bool fine = lower (eml) && waiting_check (&eml->lowering, &eml->arena, &eml->diags);
  assert (fine == (eml->diags.errors == 0));
  return fine;
}

/* The statements of the text. */
static void
note_statements (struct eml *eml)
{
  const struct tree *tree = &eml->tree;
  const struct ir_model *model = &eml->model;
  vec_reserve (&eml->arena, &eml->statements.list, tree->stmts.count);
  for (uint32_t i = 0; i < tree->stmts.count; i++)
    {
      const struct tree_stmt *stmt = &tree->stmts.at[i];
      enum ir_statement_kind kind = stmt->kind == TREE_UNIT       ? IR_STATEMENT_UNIT
                                    : stmt->kind == TREE_LOOP     ? IR_STATEMENT_LOOP
                                    : tree_is_branch (stmt->kind) ? IR_STATEMENT_BRANCH
                                                                  : IR_STATEMENT;
      *vec_push (&eml->arena, &eml->statements.list)
        = (struct ir_statement){ kind,        stmt->end,      stmt->span,
                                 stmt->close, stmt->position, stmt->end_position };
    }
  struct ir_sequence *bodies
    = arena_alloc (&eml->arena, (model->bodies.count + (size_t) 1) * sizeof *bodies);
  for (body_id b = { 0 }; b.index < model->bodies.count; b.index++)
    {
      const struct tree_decl *decl = resolved_decl (&eml->resolved, b);
      bodies[b.index] = (struct ir_sequence){ decl->begin, decl->end, decl->close };
    }
  eml->statements.bodies = bodies;
}

bool
eml_find_statements (struct eml *eml)
{
  if (!eml->statements.bodies && eml->tree.decls.count > 0)
    note_statements (eml);
  else if (!eml->statements.bodies)
    eml_print_statements (&eml->flow, &eml->statements, &eml->arena);
  return eml->statements.bodies;
}
