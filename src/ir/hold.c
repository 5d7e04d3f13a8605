/* hold.c -- see hold.h.  Cost: a copy of all steps, and a pass over a body for each hold.
 */
#include <config.h>

#include "ir/hold.h"

#include <assert.h>

#include "ir/ir_builder.h"

#define NONE IR_BUILDER_NONE

/* A hold while it is put into a body, whose steps are drafts. */
struct holding
{
  struct ir_builder *b;
  const struct ir_hold *hold;
  uint32_t drafts;             /* the number of drafts before it */
  uint32_t *acquire, *release; /* by draft that is entered, or gone on to: the step before
                                  it, or NONE */
  bool *is_entered; /* by draft: it is in the range, and reached from outside */
};

static bool
is_inside (const struct holding *h, uint32_t draft)
{
  const struct ir_step *step = &h->b->drafts.at[draft].node;
  return step->op != IR_RETURN && step->op != IR_FINISH && step->op != IR_WAKE
         && step->offset >= h->hold->range.begin && step->offset < h->hold->range.end;
}

/* A step that does OP with the lock and goes on to TO; INSIDE: a draft in the range. */
static uint32_t
add_operation (struct holding *h, enum ir_op op, uint32_t inside, uint32_t to)
{
  struct ir_builder *b = h->b;
  uint32_t added = ir_builder_new_step (b);
  const struct ir_step *like = &b->drafts.at[inside].node;
  struct ir_step *step = &b->drafts.at[added].node;
  assert (op == IR_ACQUIRE || op == IR_RELEASE);
  step->op = op;
  step->by_sync = true;
  step->object.lock = h->hold->lock;
  step->units = like->units;
  step->atomic = like->atomic;
  step->offset = h->hold->range.begin;
  ir_builder_add_edge (b, added, to);
  return added;
}

static uint32_t
enter (struct holding *h, uint32_t to)
{
  assert (is_inside (h, to));
  if (h->acquire[to] == NONE)
    h->acquire[to] = add_operation (h, IR_ACQUIRE, to, to);
  return h->acquire[to];
}

/* The step by which a draft of the range goes on to TO, outside or entered again. */
static uint32_t
leave (struct holding *h, uint32_t first, uint32_t to)
{
  assert (to < h->b->drafts.count);
  uint32_t *release = &h->release[to];
  if (*release == NONE)
    *release
      = add_operation (h, IR_RELEASE, first, is_inside (h, to) ? enter (h, to) : to);
  return *release;
}

/* The draft to which an edge from FROM to TO leads now.  FIRST: where one enters. */
static uint32_t
lead (struct holding *h, uint32_t first, uint32_t from, uint32_t to)
{
  bool is_from = is_inside (h, from), is_to = is_inside (h, to);
  bool again = h->is_entered[to] && h->b->drafts.at[from].node.offset >= h->hold->again;
  if (is_from && (!is_to || again))
    return leave (h, first, to);
  return is_to && !is_from ? enter (h, to) : to;
}

/* Mark the drafts that are entered; returns the first, or NONE. */
static uint32_t
find_entered (struct holding *h, uint32_t entry)
{
  uint32_t first = NONE;
  for (uint32_t n = 0; n < h->drafts; n++)
    for (uint32_t e = h->b->drafts.at[n].first_edge; e != NONE;
         e = h->b->edges.at[e].next)
      {
        uint32_t to = h->b->edges.at[e].to;
        h->is_entered[to] |= is_inside (h, to) && !is_inside (h, n);
      }
  h->is_entered[entry] |= is_inside (h, entry);
  for (uint32_t n = 0; n < h->drafts && first == NONE; n++)
    first = h->is_entered[n] ? n : NONE;
  return first;
}

/* Put HOLD into the body whose drafts begin with ENTRY; returns its entry. */
static uint32_t
put_hold (struct ir_builder *b, const struct ir_hold *hold, uint32_t entry)
{
  uint32_t drafts = b->drafts.count;
  struct holding h = { .b = b, .hold = hold, .drafts = drafts };
  h.acquire = arena_alloc (b->arena, drafts * sizeof *h.acquire);
  h.release = arena_alloc (b->arena, drafts * sizeof *h.release);
  h.is_entered = arena_calloc (b->arena, drafts, sizeof *h.is_entered);
  for (uint32_t n = 0; n < drafts; n++)
    h.acquire[n] = h.release[n] = NONE;
  uint32_t first = find_entered (&h, entry);
  for (uint32_t n = 0; n < drafts && first != NONE; n++)
    for (uint32_t e = b->drafts.at[n].first_edge; e != NONE; e = b->edges.at[e].next)
      {
        uint32_t to = lead (&h, first, n, b->edges.at[e].to);
        b->edges.at[e].to = to;
      }
  return first != NONE && is_inside (&h, entry) ? enter (&h, entry) : entry;
}

/* Draft N is an assert: who fails there releases LOCK first. */
static void
put_release (struct ir_builder *b, uint32_t n, lock_id lock)
{
  uint32_t release = ir_builder_new_step (b), fails = ir_builder_new_step (b);
  struct ir_step *test = &b->drafts.at[n].node, *end = &b->drafts.at[fails].node;
  assert (test->op == IR_ASSERT);
  *end = *test;
  ir_builder_add_edge (b, fails, fails); /* which is never taken */
  b->drafts.at[release].node = *end;
  struct ir_step *step = &b->drafts.at[release].node;
  assert (step->claim != IR_NO_CLAIM && release < fails);
  step->op = IR_RELEASE;
  step->object.lock = lock;
  step->expr = IR_NO_EXPR;
  test->op = IR_TEST;
  test->claim = step->claim = IR_NO_CLAIM;
  ir_builder_add_edge (b, release, fails);
  ir_builder_add_edge (b, n, release);
}

/* Make drafts of the steps of BODY; returns the entry. */
static uint32_t
draft_body (struct ir_builder *b, const struct ir *ir, const struct ir_graph *body,
            const uint32_t *places)
{
  uint32_t entry = ir_builder_begin_body (b);
  for (uint32_t n = 0; n < body->node_count; n++)
    {
      uint32_t draft = n == 0 ? entry : ir_builder_new_step (b);
      b->drafts.at[draft].node = ir->nodes.at[body->first_node + n];
      if (places)
        b->drafts.at[draft].node.offset = places[body->first_node + n];
      assert (draft == n);
    }
  for (uint32_t n = 0; n < body->node_count; n++)
    {
      const struct ir_step *step = &ir->nodes.at[body->first_node + n];
      for (uint32_t e = 0; e < step->edge_count; e++)
        ir_builder_add_edge (b, n, ir->edges.at[step->first_edge + e] - body->first_node);
    }
  return entry;
}

void
ir_with_holds (struct ir *changed, const struct ir *ir, const struct ir_model *model,
               const uint32_t *places, const struct ir_hold *holds, uint32_t count,
               lock_id given_back, struct arena *arena)
{
  struct ir_builder b;
  ir_builder_init (&b, changed, model, arena);
  changed->has_values = ir->has_values;
  changed->exprs = ir->exprs;
  changed->arguments = ir->arguments;
  changed->slots = ir->slots;
  changed->claims = ir->claims;
  changed->exclusive = ir->exclusive;
  changed->has_atomic = ir->has_atomic;
  changed->has_waits = ir->has_waits;
  changed->has_idle = ir->has_idle;
  changed->pairs_locks = ir->pairs_locks;
  for (uint32_t i = 0; i < ir->bodies.count; i++)
    {
      const struct ir_graph *old = &ir->bodies.at[i];
      uint32_t entry = draft_body (&b, ir, old, places);
      for (uint32_t n = 0; n < old->node_count; n++)
        {
          const struct ir_stack *last = &ir->stacks.at[ir->stack_at[old->first_node + n]];
          if (ir->nodes.at[old->first_node + n].op == IR_ASSERT && !last->nested
              && !last->open && ir->stack_at[old->first_node + n] != IR_STACK_EMPTY
              && lock_equal (last->lock, given_back))
            put_release (&b, n, given_back);
        }
      for (uint32_t k = 0; k < count; k++)
        if (holds[k].body.index == i)
          entry = put_hold (&b, &holds[k], entry);
      ir_builder_end_body (&b, entry);
      struct ir_graph *body = &changed->bodies.at[i];
      body->first_slot = old->first_slot;
      body->slot_count = old->slot_count;
      body->values = old->values;
      body->result = old->result;
    }
  assert (changed->bodies.count == ir->bodies.count);
}
