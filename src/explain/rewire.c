/* rewire.c -- see rewire.h. */
#include <config.h>

#include "explain/rewire.h"

#include <assert.h>

#include "base/worklist.h"
#include "explain/statement_range.h"

bool
rewire_notify_all (struct ir *ir, lock_id lock)
{
  bool any = false;
  assert (lock.index < ir->model->locks.count);
  for (uint32_t n = 0; n < ir->nodes.count; n++)
    {
      struct ir_step *step = &ir->nodes.at[n];
      if (step->op != IR_NOTIFY || step->all || !lock_equal (ir_step_lock (step), lock))
        continue;
      step->all = any = true;
    }
  return any;
}

/* The second half of a wait for LOCK. */
static bool
is_wait (const struct ir_step *step, lock_id lock)
{
  return step->op == IR_ACQUIRE && step->waits && lock_equal (ir_step_lock (step), lock);
}

/* ---- `while' for `if'. ---- */

/* The innermost branch of BODY that PLACE is in: *RANGE, from its condition on. */
static bool
find_branch (const struct ir_statements *statements, uint32_t body, uint32_t place,
             struct span *range)
{
  const struct ir_sequence *sequence = &statements->bodies[body];
  bool found = false;
  assert (sequence->begin <= sequence->end);
  for (uint32_t i = sequence->begin; i < sequence->end; i++)
    {
      const struct ir_statement *statement = &statements->list.at[i];
      uint32_t reach = statement_reach (statements, i);
      if (statement->kind != IR_STATEMENT_BRANCH || place < statement->span.begin
          || place >= reach)
        continue;
      *range = (struct span){ statement->span.begin, reach };
      assert (range->begin <= place && place < range->end);
      found = true;
    }
  return found;
}

static bool
is_in (const struct ir *ir, uint32_t node, struct span range)
{
  assert (node < ir->nodes.count && range.begin < range.end);
  uint32_t place = ir->nodes.at[node].offset;
  return range.begin <= place && place < range.end;
}

/* The only step of BODY in RANGE that one comes to from outside; IR_NO_STEP: there are
   several, or none. */
static uint32_t
find_entry (const struct ir *ir, const struct ir_graph *body, struct span range)
{
  uint32_t entry = is_in (ir, body->first_node, range) ? body->first_node : IR_NO_STEP;
  for (uint32_t n = body->first_node; n < body->first_node + body->node_count; n++)
    for (uint32_t e = 0; e < ir->nodes.at[n].edge_count && !is_in (ir, n, range); e++)
      {
        uint32_t to = ir->edges.at[ir->nodes.at[n].first_edge + e];
        if (!is_in (ir, to, range) || to == entry)
          continue;
        if (entry != IR_NO_STEP)
          return IR_NO_STEP;
        entry = to;
        assert (to >= body->first_node && to < body->first_node + body->node_count);
      }
  return entry;
}

/* In a model that was made from a program a condition is computed by the steps before its
   branch, which begins with ENTRY: the first of these. */
static uint32_t
find_condition (const struct ir *ir, const struct ir_graph *body, uint32_t entry)
{
  for (bool earlier = ir->model->is_made; earlier;)
    {
      uint32_t before = IR_NO_STEP, count = 0;
      for (uint32_t n = body->first_node; n < body->first_node + body->node_count; n++)
        for (uint32_t e = 0; e < ir->nodes.at[n].edge_count; e++)
          if (ir->edges.at[ir->nodes.at[n].first_edge + e] == entry)
            {
              before = n;
              count++;
            }
      earlier
        = count == 1
          && (ir->nodes.at[before].op == IR_READ || ir->nodes.at[before].op == IR_SET);
      entry = earlier ? before : entry;
    }
  return entry;
}

bool
rewire_look_again (struct ir *ir, const struct ir_statements *statements, lock_id lock)
{
  bool any = false;
  assert (statements->bodies);
  for (uint32_t b = 0; b < ir->bodies.count; b++)
    for (uint32_t n = 0; n < ir->bodies.at[b].node_count; n++)
      {
        const struct ir_graph *body = &ir->bodies.at[b];
        const struct ir_step *wait = &ir->nodes.at[body->first_node + n];
        struct span range = { 0, 0 };
        if (!is_wait (wait, lock) || !find_branch (statements, b, wait->offset, &range))
          continue;
        const struct ir_step *resume = &ir->nodes.at[ir->edges.at[wait->first_edge]];
        uint32_t *after = &ir->edges.at[resume->first_edge];
        uint32_t entry = find_entry (ir, body, range);
        assert (resume->op == IR_RESUME);
        if (is_in (ir, *after, range) || entry == IR_NO_STEP)
          continue;
        *after = find_condition (ir, body, entry);
        any = true;
      }
  return any;
}

/* ---- Waiting without another lock. ---- */

/* Is STEP a wait for LOCK, or a call of a body in WAITS? */
static bool
may_wait (const struct ir_step *step, lock_id lock, const bool *waits)
{
  return step->op == IR_CALL ? waits[ir_step_callee (step).index] : is_wait (step, lock);
}

/* The bodies that may come to a wait for LOCK. */
static bool *
find_waiting (const struct ir *ir, lock_id lock, struct arena *scratch)
{
  assert (lock.index < ir->model->locks.count);
  bool *waits = arena_calloc (scratch, ir->bodies.count + (size_t) 1, sizeof *waits);
  for (bool changed = true; changed;)
    {
      changed = false;
      for (uint32_t b = 0; b < ir->bodies.count; b++)
        for (uint32_t n = 0; n < ir->bodies.at[b].node_count && !waits[b]; n++)
          {
            const struct ir_step *step = &ir->nodes.at[ir->bodies.at[b].first_node + n];
            if (may_wait (step, lock, waits))
              waits[b] = changed = true;
          }
    }
  return waits;
}

static bool
is_plain (const struct ir_step *step, enum ir_op op, lock_id lock)
{
  assert (op == IR_ACQUIRE || op == IR_RELEASE);
  return step->op == op && !step->waits && lock_equal (ir_step_lock (step), lock);
}

/* Walk from FROM, an acquire of OUTER, to the releases of it.  Is there a wait before?
   If MARKS, these releases are to be left out. */
static bool
comes_to_wait (const struct ir *ir, uint32_t from, lock_id inner, lock_id outer,
               const bool *waits, struct worklist *work, bool *marks)
{
  bool found = false;
  assert (is_plain (&ir->nodes.at[from], IR_ACQUIRE, outer));
  worklist_restart (work);
  worklist_add (work, from);
  for (uint32_t n; worklist_take (work, &n);)
    {
      const struct ir_step *step = &ir->nodes.at[n];
      found |= may_wait (step, inner, waits);
      if (is_plain (step, IR_RELEASE, outer))
        {
          if (marks)
            marks[n] = true;
          continue;
        }
      for (uint32_t e = 0; e < step->edge_count; e++)
        worklist_add (work, ir->edges.at[step->first_edge + e]);
    }
  return found;
}

bool
rewire_wait_outside (struct ir *ir, lock_id inner, lock_id outer, struct arena *scratch)
{
  bool any = false;
  assert (!lock_equal (inner, outer));
  const bool *waits = find_waiting (ir, inner, scratch);
  bool *marks = arena_calloc (scratch, ir->nodes.count + (size_t) 1, sizeof *marks);
  struct worklist work;
  worklist_init (&work, ir->nodes.count, scratch);
  for (uint32_t n = 0; n < ir->nodes.count; n++)
    if (is_plain (&ir->nodes.at[n], IR_ACQUIRE, outer)
        && comes_to_wait (ir, n, inner, outer, waits, &work, NULL))
      {
        comes_to_wait (ir, n, inner, outer, waits, &work, marks);
        marks[n] = any = true;
      }
  for (uint32_t n = 0; n < ir->nodes.count; n++)
    if (marks[n])
      {
        assert (ir->nodes.at[n].op == IR_ACQUIRE || ir->nodes.at[n].op == IR_RELEASE);
        ir->nodes.at[n].op = IR_SKIP;
        ir->nodes.at[n].by_sync = ir->nodes.at[n].nested = false;
        ir->nodes.at[n].leaving = NULL;
      }
  return any;
}
