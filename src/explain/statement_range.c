/* statement_range.c -- see statement_range.h. */
#include <config.h>

#include "explain/statement_range.h"

uint32_t
region_reach (const struct tree *tree, uint32_t stmt)
{
  uint32_t end = 0;
  for (uint32_t i = stmt; i < tree->stmts.at[stmt].end; i++)
    {
      const struct tree_stmt *inner = &tree->stmts.at[i];
      uint32_t reach = inner->close >= inner->span.end ? inner->close + 1 : inner->span.end;
      end = reach > end ? reach : end;
    }
  return end;
}

/* Are the children alternatives rather than a sequence? */
static bool
is_branching (const struct tree *tree, uint32_t stmt)
{
  return tree->stmts.at[stmt].kind == TREE_IF || tree->stmts.at[stmt].kind == TREE_CHOOSE;
}

static uint32_t
first_child (const struct model *model, body_id body, uint32_t parent)
{
  return parent == UINT32_MAX ? model->bodies.at[body.index].begin : parent + 1;
}

static uint32_t
children_end (const struct model *model, body_id body, uint32_t parent)
{
  return parent == UINT32_MAX ? model->bodies.at[body.index].end
                              : model->tree->stmts.at[parent].end;
}

/* The child of PARENT in which OFFSET lies, or UINT32_MAX: the last one that
   does not begin behind it, if it reaches that far. */
static uint32_t
child_at (const struct model *model, body_id body, uint32_t parent, uint32_t offset)
{
  const struct tree *tree = model->tree;
  uint32_t end = children_end (model, body, parent), found = UINT32_MAX;
  for (uint32_t i = first_child (model, body, parent);
       i < end && tree->stmts.at[i].span.begin <= offset; i = tree->stmts.at[i].end)
    found = i;
  return found != UINT32_MAX && offset < region_reach (tree, found) ? found : UINT32_MAX;
}

bool
region_find (struct region *region, const struct model *model, body_id body, uint32_t a,
             uint32_t b)
{
  *region = (struct region){ UINT32_MAX, UINT32_MAX, UINT32_MAX };
  for (uint32_t parent = UINT32_MAX;;)
    {
      uint32_t at_a = child_at (model, body, parent, a);
      uint32_t at_b = child_at (model, body, parent, b);
      if (at_a == UINT32_MAX || at_b == UINT32_MAX)
        break;
      if (parent == UINT32_MAX || !is_branching (model->tree, parent))
        *region = (struct region){ parent, at_a < at_b ? at_a : at_b,
                                   at_a < at_b ? at_b : at_a };
      if (at_a != at_b)
        break;
      parent = at_a;
    }
  return region->first != UINT32_MAX;
}

/* The statement of which the children are the sequence that STMT is in. */
static uint32_t
parent_of (const struct model *model, body_id body, uint32_t stmt)
{
  uint32_t parent = UINT32_MAX;
  for (uint32_t i = model->bodies.at[body.index].begin; i < stmt;)
    {
      if (stmt < model->tree->stmts.at[i].end)
        {
          parent = i;
          i++;
        }
      else
        i = model->tree->stmts.at[i].end;
    }
  return parent;
}

bool
region_widen_to_unit (struct region *region, const struct model *model, body_id body)
{
  uint32_t stmt = region->parent;
  while (stmt != UINT32_MAX && model->tree->stmts.at[stmt].kind != TREE_UNIT)
    stmt = parent_of (model, body, stmt);
  if (stmt == UINT32_MAX)
    return false;
  *region = (struct region){ parent_of (model, body, stmt), stmt, stmt };
  return true;
}

void
region_widen_to_body (struct region *region, const struct model *model, body_id body)
{
  uint32_t last = model->bodies.at[body.index].begin;
  for (uint32_t i = last; i < model->bodies.at[body.index].end;
       i = model->tree->stmts.at[i].end)
    last = i;
  *region = (struct region){ UINT32_MAX, model->bodies.at[body.index].begin, last };
}

struct span
region_span (const struct region *region, const struct model *model, body_id body)
{
  const struct tree *tree = model->tree;
  uint32_t next = tree->stmts.at[region->last].end;
  uint32_t end = next < children_end (model, body, region->parent)
                   ? tree->stmts.at[next].span.begin
                   : region->parent == UINT32_MAX ? model->bodies.at[body.index].close
                                                  : tree->stmts.at[region->parent].close;
  return (struct span){ tree->stmts.at[region->first].span.begin, end };
}
