/* eml.c -- see eml.h: the passes, one after the other. */
#include <config.h>

#include "eml/eml.h"

#include <assert.h>

#include "eml/build.h"
#include "eml/data_lint.h"
#include "eml/nesting_report.h"
#include "eml/parser.h"
#include "eml/unused.h"
#include "ir/waiting.h"

/* Parse the source if it WAS_READ; otherwise report the ERROR. */
static bool
parse_source (struct eml *eml, bool was_read, const struct source_error *error)
{
  struct ir_subject *subject = eml->subject;
  assert (subject->arena.quota);
  diags_init (&subject->diags, &subject->arena, &subject->source);
  if (!was_read)
    {
      diag_error (&subject->diags, error->code,
                  error->located ? error->at : DIAG_WHOLE_FILE, "%s", error->message);
      return false;
    }
  names_init (&subject->names, &subject->arena);
  tree_init (&eml->tree, &subject->arena, &subject->names);
  bool fine = eml_parse (&eml->tree, &subject->source, &subject->diags);
  diags_sort (&subject->diags);
  return fine;
}

bool
eml_parse_path (struct eml *eml, const char *path)
{
  struct source_error error;
  struct ir_subject *subject = eml->subject;
  bool was_read = source_read (&subject->source, &subject->arena, path, &error);
  return parse_source (eml, was_read, &error);
}

bool
eml_parse_text (struct eml *eml, const char *path, const char *text, size_t length)
{
  struct source_error error;
  struct ir_subject *subject = eml->subject;
  bool was_read
    = source_set (&subject->source, &subject->arena, path, text, length, &error);
  return parse_source (eml, was_read, &error);
}

/* Record the block structure of the text, for those who change the model. */
static void
note_statements (struct eml *eml)
{
  struct ir_subject *subject = eml->subject;
  struct arena *arena = &subject->arena;
  const struct tree *tree = &eml->tree;
  uint32_t count = subject->model.bodies.count;
  subject->statements = (struct ir_statements){ .list = VEC_EMPTY };
  vec_reserve (arena, &subject->statements.list, tree->stmts.count);
  for (uint32_t i = 0; i < tree->stmts.count; i++)
    {
      const struct tree_stmt *stmt = &tree->stmts.at[i];
      enum ir_statement_kind kind = stmt->kind == TREE_UNIT       ? IR_STATEMENT_UNIT
                                    : stmt->kind == TREE_LOOP     ? IR_STATEMENT_LOOP
                                    : tree_is_branch (stmt->kind) ? IR_STATEMENT_BRANCH
                                                                  : IR_STATEMENT;
      *vec_push (arena, &subject->statements.list)
        = (struct ir_statement){ kind,        stmt->end,      stmt->span,
                                 stmt->close, stmt->position, stmt->end_position };
    }
  struct ir_sequence *bodies = arena_alloc (arena, (count + (size_t) 1) * sizeof *bodies);
  for (body_id b = { 0 }; b.index < count; b.index++)
    {
      const struct tree_decl *decl = resolved_decl (&eml->resolved, b);
      assert (decl->end <= tree->stmts.count);
      bodies[b.index] = (struct ir_sequence){ decl->begin, decl->end, decl->close };
    }
  subject->statements.bodies = bodies;
}

/* From the tree to the projection. */
static bool
lower (struct eml *eml)
{
  struct ir_subject *subject = eml->subject;
  struct diags *diags = &subject->diags;
  struct ir_mistakes mistakes = VEC_EMPTY;
  idsets_init (&subject->idsets, &subject->arena);
  if (!resolve_names (&eml->resolved, &subject->model, &eml->tree, &subject->source,
                      &subject->arena, &subject->idsets, diags)
      || !build_graphs (&subject->flow, &eml->resolved, &subject->arena, diags))
    return false;
  if (!ir_check_nesting (&subject->flow, &mistakes))
    {
      nesting_report (&subject->flow, &eml->tree, &mistakes, diags);
      return false;
    }
  build_pairs (&subject->flow);
  if (!ir_subject_project (subject))
    return false;
  unused_warn (&subject->projection, &eml->resolved, diags);
  note_statements (eml);
  return waiting_check (&subject->projection, &subject->arena, diags);
}

bool
eml_check (struct eml *eml, bool parsed)
{
  struct diags *diags = &eml->subject->diags;
  bool fine = parsed && lower (eml);
  if (!fine)
    diags_drop_warnings (diags);
  diags_sort (diags);
  assert (fine == (diags->errors == 0));
  return fine;
}

void
eml_lint (struct eml *eml)
{
  struct ir_subject *subject = eml->subject;
  data_lint (&subject->flow, &eml->resolved, &subject->arena, &subject->diags);
}

bool
eml_read (struct ir_subject *subject, const char *path)
{
  struct eml eml = { .subject = subject };
  return eml_check (&eml, eml_parse_path (&eml, path));
}

bool
eml_read_text (struct ir_subject *subject, const char *path, const char *text,
               size_t length)
{
  struct eml eml = { .subject = subject };
  return eml_check (&eml, eml_parse_text (&eml, path, text, length));
}
