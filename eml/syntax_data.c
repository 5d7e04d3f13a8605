/* syntax_data.c -- see syntax.h: types, expressions, and statements that have them. */
#include <config.h>

#include "eml/syntax.h"

#include <assert.h>

/* ---- Types. ---- */

struct tree_type
eml_type_bool (struct span span)
{
  assert (span.begin < span.end);
  return (struct tree_type){ .is_bool = true, .width = 1, .span = span };
}

struct tree_type
eml_type_int (struct span span)
{
  assert (span.begin < span.end);
  return (struct tree_type){ .is_bool = false, .width = 32, .span = span };
}

struct tree_type
eml_type_wide (struct eml_parser *parser, struct span span, struct span bits)
{
  assert (span.begin < bits.begin && bits.end < span.end);
  struct tree_type type = eml_type_int (span);
  uint64_t width = eml_number (parser, bits);
  if (width < 1 || width > 64)
    diag_error (parser->diags, "bad-width", bits, "an int can have 1 to 64 bits");
  else
    type.width = (uint8_t) width;
  return type;
}

/* ---- Expressions. ---- */

static uint32_t
add_expr (struct eml_parser *parser, struct tree_expr expr)
{
  struct tree *tree = parser->tree;
  expr.depth = 1;
  for (unsigned i = 0; i < 3; i++)
    if (expr.operands[i] != TREE_NO_EXPR)
      {
        assert (expr.operands[i] < tree->exprs.count);
        uint32_t depth = tree->exprs.at[expr.operands[i]].depth + 1;
        expr.depth = depth > expr.depth ? depth : expr.depth;
      }
  /* Around this expression it is not reported again. */
  if (expr.depth > TREE_EXPR_DEPTH)
    {
      if (expr.depth == TREE_EXPR_DEPTH + 1)
        eml_report_deep_expr (parser, expr.sign);
      assert (parser->diags->errors > 0);
    }
  *vec_push (parser->arena, &tree->exprs) = expr;
  return tree->exprs.count - 1;
}

void
eml_report_deep_expr (struct eml_parser *parser, struct span span)
{
  assert (span.begin <= span.end && span.end <= parser->source->length);
  diag_error (parser->diags, "nesting", span, "an expression nested more than %d deep",
              TREE_EXPR_DEPTH);
}

uint32_t
eml_literal (struct eml_parser *parser, enum ir_expr_kind kind, struct span span,
             uint64_t value)
{
  assert (kind < EXPR_NAME);
  return add_expr (
    parser, (struct tree_expr){ .kind = kind,
                                .operands = { TREE_NO_EXPR, TREE_NO_EXPR, TREE_NO_EXPR },
                                .value = value,
                                .span = span,
                                .sign = span });
}

struct eml_place
eml_place (struct eml_parser *parser, struct ir_name name, uint32_t index)
{
  return (struct eml_place){ eml_one_name (parser, name).first, index };
}

uint32_t
eml_place_expr (struct eml_parser *parser, struct span span, struct eml_place place)
{
  assert (place.use < parser->tree->uses.count);
  bool is_element = place.index != TREE_NO_EXPR;
  return add_expr (
    parser, (struct tree_expr){ .kind = is_element ? EXPR_ELEMENT : EXPR_NAME,
                                .operands = { place.index, TREE_NO_EXPR, TREE_NO_EXPR },
                                .use = place.use,
                                .span = span,
                                .sign = parser->tree->uses.at[place.use].span });
}

uint32_t
eml_operator (struct eml_parser *parser, enum ir_expr_kind kind, struct span sign,
              struct span span, uint32_t a, uint32_t b, uint32_t c)
{
  assert (kind >= EXPR_NEGATE && a != TREE_NO_EXPR);
  assert ((b == TREE_NO_EXPR) == (kind < EXPR_MULTIPLY));
  assert ((c == TREE_NO_EXPR) == (kind < EXPR_CONDITIONAL));
  return add_expr (parser,
                   (struct tree_expr){
                     .kind = kind, .operands = { a, b, c }, .span = span, .sign = sign });
}

uint32_t
eml_condition (struct eml_parser *parser, uint32_t expr)
{
  struct tree *tree = parser->tree;
  assert (expr < tree->exprs.count);
  if (tree->exprs.at[expr].kind != EXPR_ANY)
    return expr;
  /* A free choice is no data: leave nothing behind. */
  assert (expr == tree->exprs.count - 1);
  tree->exprs.count--;
  return TREE_NO_EXPR;
}

/* ---- Calls. ---- */

struct eml_list
eml_no_exprs (struct eml_parser *parser)
{
  return (struct eml_list){ parser->tree->arguments.count, 0 };
}

struct eml_list
eml_more_exprs (struct eml_parser *parser, struct eml_list list, uint32_t expr)
{
  assert (list.first + list.count == parser->tree->arguments.count);
  assert (expr < parser->tree->exprs.count);
  *vec_push (parser->arena, &parser->tree->arguments) = expr;
  list.count++;
  return list;
}

struct eml_call
eml_callee (struct eml_parser *parser, struct ir_name name, struct eml_list arguments)
{
  struct tree *tree = parser->tree;
  struct eml_call call = { eml_one_name (parser, name), arguments.first };
  assert (arguments.first + arguments.count == tree->arguments.count);
  for (uint32_t i = 0; i < arguments.count; i++)
    {
      const struct tree_expr *expr
        = &tree->exprs.at[tree->arguments.at[arguments.first + i]];
      struct ir_name argument = { NAME_NONE, expr->span };
      if (expr->kind == EXPR_NAME)
        argument.name = tree->uses.at[expr->use].name;
      call.names = eml_more_names (parser, call.names, argument);
    }
  return call;
}

/* ---- Statements. ---- */

/* The statement that was added last; it has no block. */
static struct tree_stmt *
last_stmt (struct eml_parser *parser)
{
  assert (parser->tree->stmts.count > 0);
  return &parser->tree->stmts.at[parser->tree->stmts.count - 1];
}

void
eml_call_stmt (struct eml_parser *parser, struct span first, struct span last,
               struct eml_call call, uint32_t result, name_id position)
{
  assert (call.names.count > 0);
  eml_simple_stmt (parser, TREE_CALL, first, last, call.names, position);
  last_stmt (parser)->first_argument = call.first_argument;
  last_stmt (parser)->result = result;
}

void
eml_assign_stmt (struct eml_parser *parser, struct span first, struct eml_place place,
                 enum ir_expr_kind operation, uint32_t expr, name_id position)
{
  assert (operation == EXPR_NUMBER
          || (operation >= EXPR_MULTIPLY && operation <= EXPR_BIT_OR));
  struct eml_names names = { place.use, 1 };
  eml_simple_stmt (parser, TREE_ASSIGN, first, parser->tree->exprs.at[expr].span, names,
                   position);
  last_stmt (parser)->operation = operation;
  last_stmt (parser)->index = place.index;
  last_stmt (parser)->expr = expr;
}

struct tree_stmt *
eml_expr_stmt (struct eml_parser *parser, enum tree_kind kind, struct span first,
               struct span last, uint32_t expr, name_id position)
{
  assert (kind == TREE_RETURN || kind == TREE_ASSUME || kind == TREE_ASSERT);
  eml_simple_stmt (parser, kind, first, last, eml_no_names (parser), position);
  last_stmt (parser)->expr = expr;
  return last_stmt (parser);
}

uint32_t
eml_declare_local (struct eml_parser *parser, struct span span, struct ir_name name,
                   uint32_t expr)
{
  assert (parser->local_type.width > 0);
  eml_simple_stmt (parser, TREE_DECLARE, span, span, eml_one_name (parser, name),
                   NAME_NONE);
  last_stmt (parser)->type = parser->local_type;
  last_stmt (parser)->expr = expr;
  return parser->tree->stmts.count - 1;
}

uint32_t
eml_declare_called (struct eml_parser *parser, struct span span, struct ir_name name,
                    struct span last, struct eml_call call)
{
  /* `int i = call p ()' is `int i; i = call p ()'. */
  uint32_t stmt = eml_declare_local (parser, name.span, name, TREE_NO_EXPR);
  struct eml_place place = eml_place (parser, name, TREE_NO_EXPR);
  uint32_t result = eml_place_expr (parser, name.span, place);
  eml_call_stmt (parser, span, last, call, result, NAME_NONE);
  return stmt;
}

void
eml_place_locals (struct eml_parser *parser, uint32_t first, name_id position)
{
  assert (parser->tree->stmts.at[first].kind == TREE_DECLARE);
  for (uint32_t i = first; i < parser->tree->stmts.count; i++)
    parser->tree->stmts.at[i].position = position;
}
