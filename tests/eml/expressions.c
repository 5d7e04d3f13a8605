/* expressions.c -- what the parser makes of expressions, and of statements with data. */
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "eml/eml.h"
#include "tests/lib/tap.h"

/* ---- Expressions, with all parentheses. ---- */

static const char *
sign_of (enum ir_expr_kind kind)
{
  static const char *const signs[] = {
    [EXPR_NEGATE] = "-",       [EXPR_COMPLEMENT] = "~",     [EXPR_NOT] = "!",
    [EXPR_MULTIPLY] = "*",     [EXPR_DIVIDE] = "/",         [EXPR_REMAINDER] = "%",
    [EXPR_ADD] = "+",          [EXPR_SUBTRACT] = "-",       [EXPR_SHIFT_LEFT] = "<<",
    [EXPR_SHIFT_RIGHT] = ">>", [EXPR_LESS] = "<",           [EXPR_LESS_EQUAL] = "<=",
    [EXPR_GREATER] = ">",      [EXPR_GREATER_EQUAL] = ">=", [EXPR_EQUAL] = "==",
    [EXPR_NOT_EQUAL] = "!=",   [EXPR_BIT_AND] = "&",        [EXPR_BIT_XOR] = "^",
    [EXPR_BIT_OR] = "|",       [EXPR_AND] = "&&",           [EXPR_OR] = "||",
  };
  return signs[kind];
}

static void
print (FILE *out, const struct tree *tree, uint32_t at)
{
  const struct tree_expr *expr = &tree->exprs.at[at];
  if (expr->kind == EXPR_NUMBER)
    fprintf (out, "%llu", (unsigned long long) expr->value);
  else if (expr->kind == EXPR_BOOL)
    fputs (expr->value ? "true" : "false", out);
  else if (expr->kind == EXPR_SELF)
    fputs ("self", out);
  else if (expr->kind == EXPR_ANY)
    fputs ("any", out);
  else if (expr->kind == EXPR_NAME || expr->kind == EXPR_ELEMENT)
    {
      fputs (names_text (tree->names, tree->uses.at[expr->use].name), out);
      if (expr->kind == EXPR_NAME)
        return;
      fputc ('[', out);
      print (out, tree, expr->operands[0]);
      fputc (']', out);
    }
  else
    {
      fputc ('(', out);
      if (expr->kind >= EXPR_MULTIPLY)
        print (out, tree, expr->operands[0]);
      fputs (expr->kind == EXPR_CONDITIONAL ? "?" : sign_of (expr->kind), out);
      print (out, tree, expr->operands[expr->kind >= EXPR_MULTIPLY]);
      if (expr->kind == EXPR_CONDITIONAL)
        {
          fputc (':', out);
          print (out, tree, expr->operands[2]);
        }
      fputc (')', out);
    }
}

/* Operands come before what they are operands of, and in it in the text, too. */
static bool
is_in_order (const struct tree *tree)
{
  bool fine = true;
  for (uint32_t i = 0; i < tree->exprs.count; i++)
    for (unsigned o = 0; o < 3; o++)
      {
        const struct tree_expr *expr = &tree->exprs.at[i];
        if (expr->operands[o] == TREE_NO_EXPR)
          continue;
        const struct tree_expr *operand = &tree->exprs.at[expr->operands[o]];
        fine &= expr->operands[o] < i && expr->depth > operand->depth
                && expr->span.begin <= operand->span.begin
                && operand->span.end <= expr->span.end;
      }
  return fine;
}

static void
check_expression (struct quota *quota, const char *text, const char *wanted)
{
  struct ir_subject subject;
  struct eml eml = { .subject = &subject };
  char *model, *printed;
  size_t length, printed_length;
  FILE *out = open_memstream (&model, &length);
  fprintf (out, "process P { x = %s; }", text);
  fclose (out);
  ir_subject_init (&subject, quota);
  bool fine = eml_parse_text (&eml, "test.eml", model, length);
  out = open_memstream (&printed, &printed_length);
  if (fine)
    print (out, &eml.tree, eml.tree.stmts.at[0].expr);
  fclose (out);
  tap_ok (fine && strcmp (printed, wanted) == 0, "%s is %s", text, wanted);
  if (fine && strcmp (printed, wanted) != 0)
    printf ("# it is %s\n", printed);
  tap_ok (fine && is_in_order (&eml.tree), "... operands before operators");
  ir_subject_clear (&subject);
  free (model);
  free (printed);
}

static void
check_expressions (struct quota *quota)
{
  static const char *const cases[][2] = {
    { "1 + 2 * 3", "(1+(2*3))" },
    { "1 * 2 + 3", "((1*2)+3)" },
    { "1 - 2 - 3", "((1-2)-3)" },
    { "(1 - (2 - 3))", "(1-(2-3))" },
    { "8 / 4 % 2 * 3", "(((8/4)%2)*3)" },
    { "a << 1 + 2 >> b", "((a<<(1+2))>>b)" },
    { "a < b == c > d != e <= f", "(((a<b)==(c>d))!=(e<=f))" },
    { "a & b == c ^ d | e", "(((a&(b==c))^d)|e)" },
    { "a && b || c && d | e", "((a&&b)||(c&&(d|e)))" },
    { "a ? b : c ? d : e", "(a?b:(c?d:e))" },
    { "a ? b ? 1 : 2 : 3", "(a?(b?1:2):3)" },
    { "a || b ? c + 1 : d", "((a||b)?(c+1):d)" },
    { "- - a - -b", "((-(-a))-(-b))" },
    { "!a == ~b[i + 1] * -c", "((!a)==((~b[(i+1)])*(-c)))" },
    { "* * * / *", "((any*any)/any)" },
    { "(*)", "any" },
    { "self == 0x1F", "(self==31)" },
    { "18446744073709551615 + 0xffffffffffffffff",
      "(18446744073709551615+18446744073709551615)" },
    { "\"a b\"[c.d[0]] >= true", "(a b[c.d[0]]>=true)" },
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
    check_expression (quota, cases[i][0], cases[i][1]);
}

/* ---- Statements. ---- */

static void
check_statements (struct quota *quota)
{
  static const char text[] = "field int a = 1, b[3]; field c; lock l, m[2];\n"
                             "proc p(int i, bool b, lock k) : int(8) { return i; }\n"
                             "process P { int x, y = call p(a + 1, true, l); if (x == 1) "
                             "{ skip; } else { a = *; }\n"
                             "b[x] <<= 2; b[0] = call p(1, *, m); assert (a == 0, "
                             "\"t\"); while (*) { skip; } }\n";
  struct ir_subject subject;
  struct eml eml = { .subject = &subject };
  ir_subject_init (&subject, quota);
  bool fine = eml_parse_text (&eml, "test.eml", text, sizeof text - 1);
  const struct tree *tree = &eml.tree;
  tap_ok (fine && tree->decls.count == 7, "it is parsed");
  const struct tree_decl *decls = tree->decls.at;
  tap_ok (decls[0].value.width == 32 && decls[1].value.width == 32
            && decls[2].value.width == 0 && decls[1].is_array && decls[1].cells == 3
            && !decls[0].is_array && decls[0].expr != TREE_NO_EXPR
            && decls[1].expr == TREE_NO_EXPR,
          "fields share a type, not a size or an initial value");
  tap_ok (!decls[3].is_array && decls[4].is_array && decls[4].cells == 2, "lock arrays");
  tap_ok (decls[5].value.width == 8 && decls[5].param_count == 3
            && tree->params.at[0].kind == TREE_PARAM_VALUE
            && tree->params.at[1].value.is_bool
            && tree->params.at[2].kind == TREE_PARAM_LOCK,
          "parameters and result");
  const struct tree_stmt *s = &tree->stmts.at[decls[6].begin];
  tap_ok (s[0].kind == TREE_DECLARE && s[1].kind == TREE_DECLARE && s[2].kind == TREE_CALL
            && s[0].type.width == 32 && s[2].result != TREE_NO_EXPR
            && s[2].name_count == 4
            && tree->exprs.at[tree->arguments.at[s[2].first_argument]].kind == EXPR_ADD
            && tree->uses.at[s[2].first_name + 1].name.index == NAME_NONE.index
            && tree->uses.at[s[2].first_name + 3].name.index == decls[3].name.name.index,
          "a local that gets a result is declared and then assigned to");
  tap_ok (s[3].kind == TREE_IF && s[3].conditions == 1 && s[4].expr != TREE_NO_EXPR
            && s[6].kind == TREE_BLOCK && s[6].expr == TREE_NO_EXPR,
          "conditions are those of the alternatives");
  tap_ok (s[8].kind == TREE_ASSIGN && s[8].operation == EXPR_SHIFT_LEFT
            && s[8].index != TREE_NO_EXPR && s[7].operation == EXPR_NUMBER,
          "assignments");
  tap_ok (s[9].kind == TREE_CALL && tree->exprs.at[s[9].result].kind == EXPR_ELEMENT,
          "a result for an element");
  tap_ok (s[10].kind == TREE_ASSERT && s[10].text.index != NAME_NONE.index
            && s[11].kind == TREE_WHILE && s[11].expr == TREE_NO_EXPR,
          "assert; a free choice is no expression");
  bool within = true;
  for (uint32_t i = decls[6].begin; i < decls[6].end; i++)
    within &= tree->stmts.at[i].first_name >= decls[6].first_use
              && tree->stmts.at[i].first_name + tree->stmts.at[i].name_count
                   <= decls[6].end_use;
  tap_ok (within && decls[5].end_use <= decls[6].first_use
            && decls[5].end_expr <= decls[6].first_expr,
          "bodies have their own names and expressions");
  ir_subject_clear (&subject);
}

/* ---- Depth. ---- */

/* Is an expression with COUNT times OPEN before and CLOSE after it accepted? */
static bool
accepts (struct quota *quota, const char *open, const char *close, uint32_t count)
{
  struct ir_subject subject;
  struct eml eml = { .subject = &subject };
  char *text;
  size_t length;
  FILE *out = open_memstream (&text, &length);
  fputs ("process P { x = ", out);
  for (uint32_t i = 0; i < count; i++)
    fputs (open, out);
  fputs ("x", out);
  for (uint32_t i = 0; i < count; i++)
    fputs (close, out);
  fputs ("; }", out);
  fclose (out);
  ir_subject_init (&subject, quota);
  bool fine = eml_parse_text (&eml, "test.eml", text, length);
  ir_subject_clear (&subject);
  free (text);
  return fine;
}

static void
check_depth (struct quota *quota)
{
  static const char *const shapes[][2] = {
    { "- ", "" }, { "", " + x" }, { "a[", "]" }, { "x ? 1 : ", "" }, { "(x + ", ")" }
  };
  for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++)
    {
      const char *open = shapes[i][0], *close = shapes[i][1];
      tap_ok (accepts (quota, open, close, TREE_EXPR_DEPTH - 1)
                && !accepts (quota, open, close, TREE_EXPR_DEPTH),
              "'%sx%s' as deep as %d", open, close, TREE_EXPR_DEPTH);
      tap_ok (!accepts (quota, open, close, 300000), "... and never deeper");
    }
  tap_ok (accepts (quota, "(", ")", 50000), "parentheses alone are no depth");
  tap_ok (!accepts (quota, "(", ")", 300000), "... up to a limit");
}

int
main (void)
{
  struct quota quota;
  quota_init (&quota);
  check_expressions (&quota);
  check_statements (&quota);
  check_depth (&quota);
  tap_ok (quota.bytes == 0, "nothing is left");
  return tap_done ();
}
