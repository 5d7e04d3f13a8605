/* statement_range.c -- see statement_range.h. */
#include <config.h>

#include "explain/statement_range.h"

#include <assert.h>

uint32_t
statement_reach (const struct tree *tree, uint32_t stmt)
{
  assert (stmt < tree->stmts.count && tree->stmts.at[stmt].end > stmt);
  uint32_t end = 0;
  for (uint32_t i = stmt; i < tree->stmts.at[stmt].end; i++)
    {
      const struct tree_stmt *inner = &tree->stmts.at[i];
      uint32_t reach
        = inner->close >= inner->span.end ? inner->close + 1 : inner->span.end;
      end = reach > end ? reach : end;
    }
  assert (end > tree->stmts.at[stmt].span.begin);
  return end;
}

/* Are the children alternatives rather than a sequence? */
static bool
is_branching (const struct tree *tree, uint32_t stmt)
{
  return tree->stmts.at[stmt].kind == TREE_IF || tree->stmts.at[stmt].kind == TREE_CHOOSE;
}

static uint32_t
first_child (const struct resolved *resolved, body_id body, uint32_t parent)
{
  return parent == UINT32_MAX ? resolved_decl (resolved, body)->begin : parent + 1;
}

static uint32_t
children_end (const struct resolved *resolved, body_id body, uint32_t parent)
{
  return parent == UINT32_MAX ? resolved_decl (resolved, body)->end
                              : resolved->tree->stmts.at[parent].end;
}

/* The child of PARENT that contains OFFSET, or UINT32_MAX: the last child that
   does not begin after OFFSET, if its text reaches that far. */
static uint32_t
child_at (const struct resolved *resolved, body_id body, uint32_t parent, uint32_t offset)
{
  const struct tree *tree = resolved->tree;
  uint32_t end = children_end (resolved, body, parent), found = UINT32_MAX;
  for (uint32_t i = first_child (resolved, body, parent);
       i < end && tree->stmts.at[i].span.begin <= offset; i = tree->stmts.at[i].end)
    found = i;
  return found != UINT32_MAX && offset < statement_reach (tree, found) ? found
                                                                       : UINT32_MAX;
}

/* Descend as long as both places lie in one child; the last sequence on the way is
   the answer. */
bool
statement_range_find (struct statement_range *range, const struct resolved *resolved,
                      body_id body, uint32_t a, uint32_t b)
{
  assert (body.index < resolved->bodies.count);
  *range = (struct statement_range){ UINT32_MAX, UINT32_MAX, UINT32_MAX };
  for (uint32_t parent = UINT32_MAX;;)
    {
      assert (parent == UINT32_MAX
              || (parent >= resolved_decl (resolved, body)->begin
                  && parent < resolved_decl (resolved, body)->end));
      uint32_t at_a = child_at (resolved, body, parent, a);
      uint32_t at_b = child_at (resolved, body, parent, b);
      if (at_a == UINT32_MAX || at_b == UINT32_MAX)
        break;
      if (parent == UINT32_MAX || !is_branching (resolved->tree, parent))
        *range = (struct statement_range){ parent, at_a < at_b ? at_a : at_b,
                                           at_a < at_b ? at_b : at_a };
      if (at_a != at_b)
        break;
      parent = at_a;
    }
  return range->first != UINT32_MAX;
}

/* The statement whose children are the sequence that STMT belongs to. */
static uint32_t
parent_of (const struct resolved *resolved, body_id body, uint32_t stmt)
{
  assert (stmt >= resolved_decl (resolved, body)->begin
          && stmt < resolved_decl (resolved, body)->end);
  uint32_t parent = UINT32_MAX;
  for (uint32_t i = resolved_decl (resolved, body)->begin; i < stmt;)
    {
      if (stmt < resolved->tree->stmts.at[i].end)
        {
          parent = i;
          i++;
        }
      else
        i = resolved->tree->stmts.at[i].end;
    }
  return parent;
}

bool
statement_range_widen_to_unit (struct statement_range *range,
                               const struct resolved *resolved, body_id body)
{
  assert (range->first <= range->last
          && range->last < resolved_decl (resolved, body)->end);
  uint32_t stmt = range->parent;
  while (stmt != UINT32_MAX && resolved->tree->stmts.at[stmt].kind != TREE_UNIT)
    stmt = parent_of (resolved, body, stmt);
  if (stmt == UINT32_MAX)
    return false;
  assert (stmt < range->first && range->last < resolved->tree->stmts.at[stmt].end);
  *range = (struct statement_range){ parent_of (resolved, body, stmt), stmt, stmt };
  return true;
}

void
statement_range_widen_to_body (struct statement_range *range,
                               const struct resolved *resolved, body_id body)
{
  assert (range->first >= resolved_decl (resolved, body)->begin
          && range->last < resolved_decl (resolved, body)->end);
  uint32_t last = resolved_decl (resolved, body)->begin;
  for (uint32_t i = last; i < resolved_decl (resolved, body)->end;
       i = resolved->tree->stmts.at[i].end)
    last = i;
  *range
    = (struct statement_range){ UINT32_MAX, resolved_decl (resolved, body)->begin, last };
}

struct span
statement_range_span (const struct statement_range *range,
                      const struct resolved *resolved, body_id body)
{
  const struct tree *tree = resolved->tree;
  assert (range->first <= range->last && range->last < tree->stmts.count);
  uint32_t next = tree->stmts.at[range->last].end;
  uint32_t end = next < children_end (resolved, body, range->parent)
                   ? tree->stmts.at[next].span.begin
                 : range->parent == UINT32_MAX ? resolved_decl (resolved, body)->close
                                               : tree->stmts.at[range->parent].close;
  assert (end >= statement_reach (tree, range->last));
  return (struct span){ tree->stmts.at[range->first].span.begin, end };
}
