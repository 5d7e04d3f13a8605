/* statement_range.c -- see statement_range.h. */
#include <config.h>

#include "explain/statement_range.h"

#include <assert.h>

uint32_t
statement_reach (const struct ir_statements *statements, uint32_t stmt)
{
  assert (stmt < statements->list.count && statements->list.at[stmt].end > stmt);
  uint32_t end = 0;
  for (uint32_t i = stmt; i < statements->list.at[stmt].end; i++)
    {
      const struct ir_statement *inner = &statements->list.at[i];
      uint32_t reach
        = inner->close >= inner->span.end ? inner->close + 1 : inner->span.end;
      end = reach > end ? reach : end;
    }
  assert (end > statements->list.at[stmt].span.begin);
  return end;
}

/* Are the children alternatives rather than a sequence? */
static bool
is_branching (const struct ir_statements *statements, uint32_t stmt)
{
  return statements->list.at[stmt].kind == IR_STATEMENT_BRANCH;
}

static uint32_t
first_child (const struct ir_statements *statements, body_id body, uint32_t parent)
{
  return parent == UINT32_MAX ? statements->bodies[body.index].begin : parent + 1;
}

static uint32_t
children_end (const struct ir_statements *statements, body_id body, uint32_t parent)
{
  return parent == UINT32_MAX ? statements->bodies[body.index].end
                              : statements->list.at[parent].end;
}

/* The child of PARENT that contains OFFSET, or UINT32_MAX: the last child that
   does not begin after OFFSET, if its text reaches that far. */
static uint32_t
child_at (const struct ir_statements *statements, body_id body, uint32_t parent,
          uint32_t offset)
{
  uint32_t end = children_end (statements, body, parent), found = UINT32_MAX;
  for (uint32_t i = first_child (statements, body, parent);
       i < end && statements->list.at[i].span.begin <= offset;
       i = statements->list.at[i].end)
    found = i;
  return found != UINT32_MAX && offset < statement_reach (statements, found) ? found
                                                                             : UINT32_MAX;
}

/* Descend as long as both places lie in one child; the last sequence on the way is
   the answer. */
bool
statement_range_find (struct statement_range *range,
                      const struct ir_statements *statements, body_id body, uint32_t a,
                      uint32_t b)
{
  assert (statements->bodies);
  *range = (struct statement_range){ UINT32_MAX, UINT32_MAX, UINT32_MAX };
  for (uint32_t parent = UINT32_MAX;;)
    {
      assert (parent == UINT32_MAX
              || (parent >= statements->bodies[body.index].begin
                  && parent < statements->bodies[body.index].end));
      uint32_t at_a = child_at (statements, body, parent, a);
      uint32_t at_b = child_at (statements, body, parent, b);
      if (at_a == UINT32_MAX || at_b == UINT32_MAX)
        break;
      if (parent == UINT32_MAX || !is_branching (statements, parent))
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
parent_of (const struct ir_statements *statements, body_id body, uint32_t stmt)
{
  assert (stmt >= statements->bodies[body.index].begin
          && stmt < statements->bodies[body.index].end);
  uint32_t parent = UINT32_MAX;
  for (uint32_t i = statements->bodies[body.index].begin; i < stmt;)
    {
      if (stmt < statements->list.at[i].end)
        {
          parent = i;
          i++;
        }
      else
        i = statements->list.at[i].end;
    }
  return parent;
}

bool
statement_range_widen_to_unit (struct statement_range *range,
                               const struct ir_statements *statements, body_id body)
{
  assert (range->first <= range->last
          && range->last < statements->bodies[body.index].end);
  uint32_t stmt = range->parent;
  while (stmt != UINT32_MAX && statements->list.at[stmt].kind != IR_STATEMENT_UNIT)
    stmt = parent_of (statements, body, stmt);
  if (stmt == UINT32_MAX)
    return false;
  assert (stmt < range->first && range->last < statements->list.at[stmt].end);
  *range = (struct statement_range){ parent_of (statements, body, stmt), stmt, stmt };
  return true;
}

void
statement_range_widen_to_body (struct statement_range *range,
                               const struct ir_statements *statements, body_id body)
{
  assert (range->first >= statements->bodies[body.index].begin
          && range->last < statements->bodies[body.index].end);
  uint32_t last = statements->bodies[body.index].begin;
  for (uint32_t i = last; i < statements->bodies[body.index].end;
       i = statements->list.at[i].end)
    last = i;
  *range
    = (struct statement_range){ UINT32_MAX, statements->bodies[body.index].begin, last };
}

struct span
statement_range_span (const struct statement_range *range,
                      const struct ir_statements *statements, body_id body)
{
  assert (range->first <= range->last && range->last < statements->list.count);
  uint32_t next = statements->list.at[range->last].end;
  uint32_t end = next < children_end (statements, body, range->parent)
                   ? statements->list.at[next].span.begin
                 : range->parent == UINT32_MAX ? statements->bodies[body.index].close
                                               : statements->list.at[range->parent].close;
  assert (end >= statement_reach (statements, range->last));
  return (struct span){ statements->list.at[range->first].span.begin, end };
}

uint32_t
statement_range_again (const struct statement_range *range,
                       const struct ir_statements *statements)
{
  const struct ir_statement *list = statements->list.at;
  if (range->parent == UINT32_MAX || range->first != range->parent + 1
      || list[range->parent].kind != IR_STATEMENT_LOOP)
    return UINT32_MAX;
  assert (range->first <= range->last);
  /* A loop that the first statement begins with has its own way round. */
  uint32_t inner = range->first;
  while (list[inner].kind == IR_STATEMENT && list[inner].end > inner + 1)
    inner++;
  return list[inner].kind == IR_STATEMENT_LOOP ? statement_reach (statements, inner)
                                               : list[range->first].span.begin;
}
