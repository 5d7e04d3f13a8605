/* types.c -- see types.h.
 *
 * The parts of an expression stand before it in the table, contiguously, so that one loop
 * knows the operands when it meets the operator.  The type of a `*' becomes known with
 * that of its context.
 */
#include <config.h>

#include "eml/types.h"

#include <assert.h>
#include <inttypes.h>

void
typing_init (struct typing *t, const struct ir_model *model, const struct tree *tree,
             struct arena *arena, struct diags *diags)
{
  size_t exprs = tree->exprs.count + (size_t) 1;
  *t = (struct typing){ .model = model, .tree = tree, .diags = diags };
  t->facts = arena_calloc (arena, exprs, sizeof *t->facts);
  t->warned = arena_calloc (arena, exprs, sizeof *t->warned);
}

/* ---- Words. ---- */

/* ---- Names. ---- */

static const struct tree_expr *
expr_at (const struct typing *t, uint32_t expr)
{
  assert (expr < t->tree->exprs.count);
  return &t->tree->exprs.at[expr];
}

static uint32_t
target_of (const struct typing *t, uint32_t use)
{
  assert (t->targets && use >= t->first_use);
  assert (use < t->tree->uses.count);
  return t->targets[use - t->first_use];
}

bool
typing_is_local (const struct typing *t, uint32_t expr)
{
  return target_of (t, expr_at (t, expr)->use) & RESOLVED_LOCAL_BIT;
}

uint32_t
typing_slot (const struct typing *t, uint32_t expr)
{
  assert (typing_is_local (t, expr));
  return target_of (t, expr_at (t, expr)->use) & ~RESOLVED_LOCAL_BIT;
}

field_id
typing_field (const struct typing *t, uint32_t expr)
{
  uint32_t target = target_of (t, expr_at (t, expr)->use);
  assert (target < t->model->fields.count);
  return (field_id){ target };
}

/* Add a note on the declaration of use number USE. */
static void
note_declaration (const struct typing *t, uint32_t use)
{
  const struct ir_model *model = t->model;
  uint32_t target = target_of (t, use);
  if (target & RESOLVED_LOCAL_BIT)
    {
      const struct typed_local *local = &t->locals[target & ~RESOLVED_LOCAL_BIT];
      diag_note (t->diags, local->name.span, "'%s' is declared here as %s",
                 ir_text (model, local->name),
                 ir_type_text (model->arena, local->type, true));
      return;
    }
  const struct ir_field *field = &model->fields.at[target];
  const struct tree_decl *decl = &t->tree->decls.at[field->decl];
  const char *text = ir_text (model, field->name);
  if (field->type.width == 0)
    diag_note (t->diags, decl->name.span, "'%s' is declared here", text);
  else if (field->is_array)
    diag_note (t->diags, decl->name.span, "'%s' is declared here as an array of %s", text,
               ir_type_text (model->arena, field->type, false));
  else
    diag_note (t->diags, decl->name.span, "'%s' is declared here as %s", text,
               ir_type_text (model->arena, field->type, true));
}

/* Add a note on where EXPR got its type. */
static void
note_origin (const struct typing *t, uint32_t expr)
{
  const struct tree_expr *e = expr_at (t, expr);
  if (e->kind == EXPR_NAME || e->kind == EXPR_ELEMENT)
    note_declaration (t, e->use);
  else if (e->kind >= EXPR_NEGATE)
    diag_note (t->diags, e->sign, "'%s' gives %s", ir_sign (e->kind),
               ir_type_text (t->model->arena, t->facts[expr].type, true));
}

bool
typing_check_index (struct typing *t, uint32_t index, uint32_t cells, const char *name,
                    struct span where)
{
  assert (cells > 0);
  const struct typed *fact = &t->facts[index];
  if (!fact->constant || (fact->value >= 0 && fact->value < cells))
    return true;
  diag_error (t->diags, "bad-index", expr_at (t, index)->span,
              "index %" PRId64 " is outside of '%s', which goes from %s[0] to %s[%u]",
              fact->value, name, name, name, (unsigned) cells - 1);
  diag_note (t->diags, where, "'%s' is declared here", name);
  return false;
}

bool
typing_check_place (struct typing *t, uint32_t use, uint32_t index, struct span span,
                    struct ir_type *type)
{
  const struct ir_model *model = t->model;
  struct ir_name name = t->tree->uses.at[use];
  const char *text = ir_text (model, name);
  uint32_t target = target_of (t, use);
  if (target & RESOLVED_LOCAL_BIT)
    {
      *type = t->locals[target & ~RESOLVED_LOCAL_BIT].type;
      if (index == TREE_NO_EXPR)
        return true;
      diag_error (t->diags, "wrong-type", span, "'%s' is a local, and no array", text);
      note_declaration (t, use);
      return false;
    }
  const struct ir_field *field = &model->fields.at[target];
  *type = field->type;
  if (field->type.width == 0)
    diag_error (t->diags, "no-value", span,
                "field '%s' has no type, and so no value: only 'read %s' and 'write %s' "
                "are possible",
                text, text, text);
  else if (!field->is_array && index != TREE_NO_EXPR)
    diag_error (t->diags, "wrong-type", span, "field '%s' is no array", text);
  else if (field->is_array && index == TREE_NO_EXPR)
    diag_error (t->diags, "wrong-type", span,
                "'%s' is an array of %u cells: say which one, as in '%s[0]'", text,
                (unsigned) field->cells, text);
  else
    return index == TREE_NO_EXPR
           || typing_check_index (t, index, field->cells, ir_text (model, field->name),
                                  t->tree->decls.at[field->decl].name.span);
  note_declaration (t, use);
  return false;
}

/* ---- Operators. ---- */

/* Set the type of EXPR, a `*' or a choice between such, to TYPE. */
static void
settle (struct typing *t, uint32_t expr, struct ir_type type)
{
  const struct tree_expr *e = expr_at (t, expr);
  assert (type.width > 0);
  if (t->facts[expr].type.width > 0)
    return;
  t->facts[expr].type = type;
  assert (e->kind == EXPR_ANY || e->kind == EXPR_CONDITIONAL);
  if (e->kind == EXPR_CONDITIONAL)
    {
      settle (t, e->operands[1], type);
      settle (t, e->operands[2], type);
    }
}

/* Add the note "write 'x != 0'", which makes EXPR, a number, a bool, if it is short. */
static void
note_comparison (const struct typing *t, uint32_t expr)
{
  struct span span = expr_at (t, expr)->span;
  if (t->facts[expr].constant)
    diag_note (t->diags, span, "the bools are 'true' and 'false'");
  else if (span.end - span.begin <= 20)
    diag_note (t->diags, span, "to compare it with 0, write '%.*s != 0'",
               (int) (span.end - span.begin), t->model->source->text + span.begin);
}

/* Report that WHAT takes a bool, or a number, but OPERAND is none. */
static bool
report_type (const struct typing *t, const char *what, uint32_t operand)
{
  bool is_bool = t->facts[operand].type.is_bool;
  assert (t->facts[operand].type.width > 0);
  diag_error (t->diags, "wrong-type", expr_at (t, operand)->span,
              "%s wants %s, but this is %s", what, is_bool ? "a number" : "a bool",
              ir_type_text (t->model->arena, t->facts[operand].type, true));
  note_origin (t, operand);
  if (!is_bool)
    note_comparison (t, operand);
  return false;
}

/* Check that OPERAND of the operator E is a bool, or a number; an open type becomes
   TYPE. */
static bool
expect (struct typing *t, const struct tree_expr *e, uint32_t operand,
        struct ir_type type)
{
  settle (t, operand, type);
  if (t->facts[operand].type.is_bool == type.is_bool)
    return true;
  return report_type (t, arena_format (t->model->arena, "'%s'", ir_sign (e->kind)),
                      operand);
}

/* Check that A and B of E are both bools, or both numbers.  *TYPE: the wider type. */
static bool
agree (struct typing *t, const struct tree_expr *e, uint32_t a, uint32_t b,
       struct ir_type *type)
{
  struct ir_type first = t->facts[a].type, second = t->facts[b].type;
  if (first.width > 0)
    settle (t, b, first);
  if (second.width > 0)
    settle (t, a, second);
  first = t->facts[a].type;
  second = t->facts[b].type;
  *type = first.width >= second.width ? first : second;
  if (first.is_bool == second.is_bool)
    return true;
  diag_error (t->diags, "wrong-type", e->sign,
              "the operands of '%s' are %s and %s: bools and numbers do not mix",
              ir_sign (e->kind), ir_type_text (t->model->arena, first, true),
              ir_type_text (t->model->arena, second, true));
  note_origin (t, a);
  note_origin (t, b);
  return false;
}

/* The type of the operator EXPR. */
static bool
type_operator (struct typing *t, uint32_t expr)
{
  const struct tree_expr *e = expr_at (t, expr);
  struct typed *fact = &t->facts[expr];
  uint32_t a = e->operands[0], b = e->operands[1];
  struct ir_type type;
  bool fits;
  fact->type = IR_BOOL;
  switch (e->kind)
    {
    case EXPR_NOT: return expect (t, e, a, IR_BOOL);
    case EXPR_AND:
    case EXPR_OR:
      fits = expect (t, e, a, IR_BOOL);
      return expect (t, e, b, IR_BOOL) && fits; /* both are checked */
    case EXPR_CONDITIONAL:
      fits = expect (t, e, a, IR_BOOL);
      return agree (t, e, b, e->operands[2], &fact->type) && fits;
    case EXPR_EQUAL:
    case EXPR_NOT_EQUAL:
      if (!agree (t, e, a, b, &type))
        return false;
      settle (t, a, IR_INT);
      settle (t, b, IR_INT);
      return true;
    case EXPR_BIT_AND:
    case EXPR_BIT_XOR:
    case EXPR_BIT_OR:
      if (!agree (t, e, a, b, &type))
        return false;
      settle (t, a, IR_INT);
      settle (t, b, IR_INT);
      if (!type.is_bool)
        fact->type = ir_type_of_arithmetic (t->facts[a].type, t->facts[b].type);
      return true;
    case EXPR_NEGATE:
    case EXPR_COMPLEMENT:
      if (!expect (t, e, a, IR_INT))
        return false;
      fact->type = ir_type_of_arithmetic (t->facts[a].type, IR_INT);
      return true;
    case EXPR_LESS:
    case EXPR_LESS_EQUAL:
    case EXPR_GREATER:
    case EXPR_GREATER_EQUAL:
    case EXPR_MULTIPLY:
    case EXPR_DIVIDE:
    case EXPR_REMAINDER:
    case EXPR_ADD:
    case EXPR_SUBTRACT:
    case EXPR_SHIFT_LEFT:
    case EXPR_SHIFT_RIGHT:
      {
        struct ir_type first = t->facts[a].type, second = t->facts[b].type;
        bool is_comparison = e->kind >= EXPR_LESS && e->kind <= EXPR_GREATER_EQUAL;
        if (first.width == 0 && !second.is_bool)
          settle (t, a, second.width > 0 ? second : IR_INT);
        if (second.width == 0 && !first.is_bool)
          settle (t, b, first.width > 0 ? first : IR_INT);
        fits = expect (t, e, a, IR_INT);
        if (!expect (t, e, b, IR_INT) || !fits)
          return false;
        if (!is_comparison)
          fact->type = ir_type_of_arithmetic (t->facts[a].type, t->facts[b].type);
        return true;
      }
    case EXPR_NUMBER:
    case EXPR_BOOL:
    case EXPR_SELF:
    case EXPR_ANY:
    case EXPR_NAME:
    case EXPR_ELEMENT: break;
    }
  assert (false && "an operator");
  return false;
}

/* Compute the value of the operator EXPR, whose operands, if needed, are constants. */
static void
fold (struct typing *t, uint32_t expr)
{
  const struct tree_expr *e = expr_at (t, expr);
  struct typed *fact = &t->facts[expr];
  const struct typed *a = &t->facts[e->operands[0]];
  if (!a->constant)
    return;
  if (e->kind == EXPR_AND || e->kind == EXPR_OR || e->kind == EXPR_CONDITIONAL)
    {
      bool decided = e->kind == EXPR_AND ? !a->value : a->value != 0;
      const struct typed *chosen = e->kind != EXPR_CONDITIONAL
                                     ? (decided ? a : &t->facts[e->operands[1]])
                                     : &t->facts[e->operands[a->value ? 1 : 2]];
      fact->constant = chosen->constant;
      fact->value = chosen->value;
      fact->reads = chosen->reads;
      fact->chooses = chosen->chooses;
      fact->may_fail = chosen->may_fail;
      return;
    }
  assert (fact->type.width > 0);
  int64_t right = 0;
  if (e->operands[1] != TREE_NO_EXPR)
    {
      if (!t->facts[e->operands[1]].constant)
        return;
      right = t->facts[e->operands[1]].value;
    }
  fact->constant
    = ir_operate (e->kind, fact->type, a->type.width > 32, a->value, right, &fact->value);
}

/* Warn if the second operand of EXPR is a constant with which it always goes wrong. */
static void
warn_wrong (struct typing *t, uint32_t expr)
{
  const struct tree_expr *e = expr_at (t, expr);
  const struct typed *right = &t->facts[e->operands[1]];
  assert (right->constant);
  if (!t->warned[expr] && (e->kind == EXPR_DIVIDE || e->kind == EXPR_REMAINDER))
    diag_warning (t->diags, "goes-wrong", e->sign,
                  "this always goes wrong: it divides "
                  "by zero");
  else if (!t->warned[expr])
    diag_warning (t->diags, "goes-wrong", e->sign,
                  "this always goes wrong: it shifts by %" PRId64 ", not by 0 to %u",
                  right->value, t->facts[e->operands[0]].type.width > 32 ? 63u : 31u);
  t->warned[expr] = true;
}

static bool
check_operator (struct typing *t, uint32_t expr)
{
  const struct tree_expr *e = expr_at (t, expr);
  struct typed *fact = &t->facts[expr];
  if (!type_operator (t, expr))
    return false;
  if (e->operands[1] != TREE_NO_EXPR)
    {
      const struct typed *right = &t->facts[e->operands[1]];
      bool can_fail = ir_may_fail (e->kind, t->facts[e->operands[0]].type,
                                   right->constant ? &right->value : NULL);
      fact->may_fail |= can_fail;
      if (can_fail && right->constant)
        warn_wrong (t, expr);
    }
  fold (t, expr);
  return true;
}

/* ---- Expressions. ---- */

/* Check the name or element EXPR. */
static bool
check_name (struct typing *t, uint32_t expr)
{
  const struct tree_expr *e = expr_at (t, expr);
  struct typed *fact = &t->facts[expr];
  uint32_t index = e->kind == EXPR_ELEMENT ? e->operands[0] : TREE_NO_EXPR;
  if (!t->targets)
    {
      diag_error (t->diags, "not-constant", e->span,
                  "an initial value is a constant or '*', and cannot depend on '%s'",
                  ir_text (t->model, t->tree->uses.at[e->use]));
      return false;
    }
  if (index != TREE_NO_EXPR)
    {
      settle (t, index, IR_INT);
      if (t->facts[index].type.is_bool)
        return report_type (t, "an index", index);
    }
  if (!typing_check_place (t, e->use, index, e->span, &fact->type))
    return false;
  fact->reads |= !typing_is_local (t, expr);
  if (index != TREE_NO_EXPR)
    fact->may_fail |= !t->facts[index].constant;
  return true;
}

static bool
check_part (struct typing *t, uint32_t expr)
{
  const struct tree_expr *e = expr_at (t, expr);
  struct typed *fact = &t->facts[expr];
  *fact = (struct typed){ .constant = false };
  for (uint32_t i = 0; i < 3; i++)
    if (e->operands[i] != TREE_NO_EXPR)
      {
        const struct typed *part = &t->facts[e->operands[i]];
        assert (e->operands[i] < expr);
        fact->reads |= part->reads;
        fact->chooses |= part->chooses;
        fact->may_fail |= part->may_fail;
      }
  if (e->kind >= EXPR_NEGATE)
    return check_operator (t, expr);
  if (e->kind == EXPR_NAME || e->kind == EXPR_ELEMENT)
    return check_name (t, expr);
  if (e->kind == EXPR_SELF && !t->targets)
    {
      diag_error (t->diags, "not-constant", e->span,
                  "an initial value is a constant or '*', and cannot depend on 'self'");
      return false;
    }
  fact->chooses = e->kind == EXPR_ANY;
  fact->constant = e->kind == EXPR_NUMBER || e->kind == EXPR_BOOL;
  fact->value = (int64_t) e->value;
  if (e->kind == EXPR_BOOL)
    fact->type = IR_BOOL;
  else if (e->kind != EXPR_ANY)
    fact->type = e->value <= INT32_MAX ? IR_INT : (struct ir_type){ false, 64 };
  return true;
}

/* The first part of EXPR in the table. */
static uint32_t
first_part (const struct typing *t, uint32_t expr)
{
  while (expr_at (t, expr)->operands[0] != TREE_NO_EXPR)
    {
      assert (expr_at (t, expr)->operands[0] < expr);
      expr = expr_at (t, expr)->operands[0];
    }
  return expr;
}

bool
typing_check_any (struct typing *t, uint32_t expr)
{
  bool fine = true;
  for (uint32_t e = first_part (t, expr); e <= expr && fine; e++)
    fine = check_part (t, e);
  return fine;
}

bool
typing_check (struct typing *t, uint32_t expr, struct ir_type wanted, const char *why,
              struct span where)
{
  assert (wanted.width > 0);
  if (!typing_check_any (t, expr))
    return false;
  settle (t, expr, wanted);
  if (t->facts[expr].type.is_bool == wanted.is_bool)
    return true;
  diag_error (t->diags, "wrong-type", expr_at (t, expr)->span, "%s is %s, but this is %s",
              why, ir_type_text (t->model->arena, wanted, true),
              ir_type_text (t->model->arena, t->facts[expr].type, true));
  if (where.end > where.begin)
    diag_note (t->diags, where, "%s is declared here", why);
  note_origin (t, expr);
  if (wanted.is_bool)
    note_comparison (t, expr);
  return false;
}
