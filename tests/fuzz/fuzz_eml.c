/* fuzz_eml.c -- fuzz harness for the front end and for the formatter.
 *
 * Any bytes go through the whole front end, whose diagnostics are rendered.
 * What parses is formatted: the result must parse to an equal tree and must be
 * formatted to itself.  A sanitizer, an assert or an abort below is a find.
 *
 * libFuzzer calls it as it is; replay.c does for afl++ and for `make check'.
 */
#include <config.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz_eml.h"

#include "eml/eml.h"
#include "eml/format.h"

/* What one input may use.  The scripts set less for the fuzzers, which love
   models with many contexts. */
#ifndef FUZZ_MEMORY_MB
#define FUZZ_MEMORY_MB 64
#endif

/* All that one input needs; not in the frame that takes the checkpoint. */
struct work
{
  struct quota quota;
  struct ir_subject subject;   /* the input, all the way */
  struct ir_subject formatted; /* what the formatter made of it, parsed */
  char *rendered;
  FILE *sink;
};

static void
say (const char *what, const struct format_text *text)
{
  fprintf (stderr, "fuzz_eml: %s:\n", what);
  fwrite (text->bytes.at, 1, text->bytes.count, stderr);
}

/* The formatter broke its word: say how, and die for the fuzzer to see. */
static void
fail (const char *what, const struct format_text *text)
{
  say (what, text);
  abort ();
}

/* ---- Trees. ---- */

static bool
same_text (const struct tree *a, name_id x, const struct tree *b, name_id y)
{
  if (x.index == NAME_NONE.index || y.index == NAME_NONE.index)
    return x.index == y.index;
  return strcmp (names_text (a->names, x), names_text (b->names, y)) == 0;
}

static bool
same_uses (const struct tree *a, uint32_t first_a, const struct tree *b, uint32_t first_b,
           uint32_t count)
{
  for (uint32_t i = 0; i < count; i++)
    if (!same_text (a, a->uses.at[first_a + i].name, b, b->uses.at[first_b + i].name))
      return false;
  return true;
}

static bool
same_type (struct tree_type x, struct tree_type y)
{
  return x.is_bool == y.is_bool && x.width == y.width;
}

/* Expressions have the same numbers in both trees, if their texts have the same tokens.
 */
static bool
same_expr (const struct tree *a, const struct tree_expr *x, const struct tree *b,
           const struct tree_expr *y)
{
  bool has_name = x->kind == EXPR_NAME || x->kind == EXPR_ELEMENT;
  return x->kind == y->kind && x->value == y->value
         && memcmp (x->operands, y->operands, sizeof x->operands) == 0
         && (!has_name || same_uses (a, x->use, b, y->use, 1));
}

/* What only statements of one kind have. */
static bool
same_special (const struct tree *a, const struct tree_stmt *x, const struct tree *b,
              const struct tree_stmt *y)
{
  if (x->kind == TREE_IF)
    return x->conditions == y->conditions;
  if (x->kind == TREE_START || x->kind == TREE_JOIN)
    return x->copy == y->copy;
  if (x->kind == TREE_ASSIGN)
    return x->operation == y->operation;
  if (x->kind == TREE_DECLARE)
    return same_type (x->type, y->type);
  if (x->kind == TREE_ASSERT)
    return same_text (a, x->text, b, y->text);
  return x->kind != TREE_CALL
         || (x->result == y->result && x->first_argument == y->first_argument);
}

static bool
same_stmt (const struct tree *a, const struct tree_stmt *x, const struct tree *b,
           const struct tree_stmt *y)
{
  return x->kind == y->kind && x->end == y->end && same_special (a, x, b, y)
         && x->expr == y->expr && x->index == y->index && x->name_count == y->name_count
         && same_uses (a, x->first_name, b, y->first_name, x->name_count)
         && same_text (a, x->position, b, y->position)
         && same_text (a, x->end_position, b, y->end_position);
}

static bool
same_params (const struct tree *a, const struct tree_decl *x, const struct tree *b,
             const struct tree_decl *y)
{
  for (uint32_t i = 0; i < x->param_count; i++)
    {
      const struct tree_param *p = &a->params.at[x->first_param + i];
      const struct tree_param *q = &b->params.at[y->first_param + i];
      if (p->kind != q->kind || !same_text (a, p->name.name, b, q->name.name)
          || !same_text (a, p->type.name, b, q->type.name)
          || !same_type (p->value, q->value))
        return false;
    }
  return true;
}

static bool
same_decl (const struct tree *a, const struct tree_decl *x, const struct tree *b,
           const struct tree_decl *y)
{
  return x->kind == y->kind && x->counted == y->counted && x->copies == y->copies
         && x->begin == y->begin && x->end == y->end && same_type (x->value, y->value)
         && x->is_array == y->is_array && x->cells == y->cells
         && x->is_volatile == y->is_volatile && x->expr == y->expr
         && x->name_count == y->name_count
         && same_uses (a, x->first_name, b, y->first_name, x->name_count)
         && same_text (a, x->name.name, b, y->name.name)
         && same_text (a, x->position, b, y->position) && x->in_class == y->in_class
         && x->members_end == y->members_end
         && (x->kind != TREE_OBJECT || same_text (a, x->type.name, b, y->type.name))
         && x->param_count == y->param_count && same_params (a, x, b, y);
}

/* Do the trees say the same, places in the text aside? */
static bool
same_tree (const struct tree *a, const struct tree *b)
{
  if (a->named != b->named || a->decls.count != b->decls.count
      || a->stmts.count != b->stmts.count || a->exprs.count != b->exprs.count
      || a->arguments.count != b->arguments.count)
    return false;
  if (a->named && !same_text (a, a->name.name, b, b->name.name))
    return false;
  for (uint32_t i = 0; i < a->decls.count; i++)
    if (!same_decl (a, &a->decls.at[i], b, &b->decls.at[i]))
      return false;
  for (uint32_t i = 0; i < a->stmts.count; i++)
    if (!same_stmt (a, &a->stmts.at[i], b, &b->stmts.at[i]))
      return false;
  for (uint32_t i = 0; i < a->exprs.count; i++)
    if (!same_expr (a, &a->exprs.at[i], b, &b->exprs.at[i]))
      return false;
  for (uint32_t i = 0; i < a->arguments.count; i++)
    if (a->arguments.at[i] != b->arguments.at[i])
      return false;
  return true;
}

/* ---- Checks. ---- */

static void
render (struct work *work, const struct diags *diags)
{
  diags_render (diags, work->sink, false);
  diags_render (diags, work->sink, true);
}

static void
check_front_end (struct work *work, const char *bytes, size_t length)
{
  bool fine = eml_read_text (&work->subject, "input.eml", bytes, length);
  if (fine != (work->subject.diags.errors == 0))
    abort ();
  render (work, &work->subject.diags);
  if (!fine)
    return;
  pds_check (&work->subject.projection.pds);
  pds_print (&work->subject.projection.pds, work->sink);
}

static void
check_format (struct work *work, const char *bytes, size_t length)
{
  struct eml input = { .subject = &work->subject };
  struct eml formatted = { .subject = &work->formatted };
  if (!eml_parse_text (&input, "input.eml", bytes, length))
    return;
  struct format_text once, twice;
  format_source (&once, &work->subject.source, &work->subject.arena);
  ir_subject_init (&work->formatted, &work->quota);
  if (!eml_parse_text (&formatted, "formatted.eml", once.bytes.at, once.bytes.count))
    {
      diags_render (&work->formatted.diags, stderr, false);
      fail ("the formatted text does not parse", &once);
    }
  if (!same_tree (&input.tree, &formatted.tree))
    fail ("the formatted text says something else", &once);
  format_source (&twice, &work->formatted.source, &work->formatted.arena);
  if (once.bytes.count != twice.bytes.count
      || memcmp (once.bytes.at, twice.bytes.at, once.bytes.count) != 0)
    {
      say ("formatted once", &once);
      fail ("formatted twice, it is another text", &twice);
    }
}

static void
run_guarded (struct work *work, const char *bytes, size_t length,
             void (*check) (struct work *work, const char *bytes, size_t length))
{
  quota_init (&work->quota);
  work->quota.limit = (size_t) FUZZ_MEMORY_MB << 20;
  ir_subject_init (&work->subject, &work->quota);
  ir_subject_init (&work->formatted, &work->quota);
  if (!quota_checkpoint (&work->quota))
    check (work, bytes, length);
  ir_subject_clear (&work->subject);
  ir_subject_clear (&work->formatted);
  if (work->quota.bytes != 0)
    abort ();
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  const char *bytes = size ? (const char *) data : "";
  struct work work;
  size_t rendered_length;
  work.sink = open_memstream (&work.rendered, &rendered_length);
  if (!work.sink)
    abort ();
  run_guarded (&work, bytes, size, check_front_end);
  run_guarded (&work, bytes, size, check_format);
  fclose (work.sink);
  free (work.rendered);
  return 0;
}
