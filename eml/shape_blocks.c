/* shape_blocks.c -- which blocks are open at each node; see shape.h.
 *
 * Open blocks are propagated along the edges.  An acquire begins a block if all that is
 * reached with its lock held is reached through it alone; if not, or if a unit that
 * begins inside ends outside, it becomes plain, and the pass is repeated.  Units, atomic
 * blocks and indexed locks can only be blocks.  Cost: a pass over the edges, for each
 * acquire that becomes plain at most.
 */
#include <config.h>

#include <assert.h>

#include "eml/shape.h"

/* One pass along all edges. */
struct pass
{
  struct shape *s;
  bool again;  /* some acquire became plain */
  bool failed; /* a block that cannot be plain does not nest */
  VEC (uint32_t) work;
};

static bool
is_atomic (const struct shape *s, uint32_t node)
{
  return shape_step (s, node)->atomic;
}

static uint32_t
push (struct shape *s, uint32_t rest, enum shape_kind kind, uint32_t opener)
{
  assert (rest < s->cells.count && opener < UINT32_MAX / 4);
  uint32_t *known = pairmap_at (&s->known, rest, opener * 4 + (uint32_t) kind);
  if (*known != PAIRMAP_FREE)
    return *known;
  *known = s->cells.count;
  *vec_push (s->arena, &s->cells) = (struct shape_cell){ kind, opener, rest };
  return s->cells.count - 1;
}

/* The block of CELL cannot be a block: make its acquire plain, or fail. */
static void
give_way (struct pass *p, uint32_t cell)
{
  const struct shape_cell *at = &p->s->cells.at[cell];
  assert (cell != 0 && at->kind != SHAPE_LOCK);
  if (at->kind == SHAPE_SYNC && !ir_is_open (shape_step (p->s, at->opener)))
    p->again = p->s->plain[at->opener] = true;
  else
    p->failed = true;
}

/* The topmost of KIND in CELL, or 0. */
static uint32_t
find_open (const struct shape *s, uint32_t cell, enum shape_kind kind)
{
  while (cell != 0 && s->cells.at[cell].kind != kind)
    cell = s->cells.at[cell].rest;
  return cell;
}

/* The blocks TOP without CELL, which is among them: those above it become plain. */
static uint32_t
take_out (struct pass *p, uint32_t top, uint32_t cell)
{
  struct shape *s = p->s;
  assert (top != 0 && cell != 0);
  if (top == cell)
    return s->cells.at[cell].rest;
  give_way (p, s->cells.at[top].kind == SHAPE_SYNC ? top : cell);
  return top;
}

/* The open blocks, and the held locks in the order in which they were taken. */
struct open
{
  uint32_t blocks, locks;
};

/* The blocks and locks after NODE. */
static struct open
open_after (struct pass *p, uint32_t node)
{
  struct shape *s = p->s;
  const struct ir_step *step = shape_step (s, node);
  struct open open = { s->cell[node], s->held[node] };
  uint32_t cell = 0;
  if (ir_takes_lock (step) && s->plain[node])
    open.locks = push (s, open.locks, SHAPE_LOCK, ir_named_lock (step).index);
  else if (ir_takes_lock (step))
    {
      open.blocks = push (s, open.blocks, SHAPE_SYNC, node);
      open.locks = push (s, open.locks, SHAPE_SYNC, node);
    }
  else if (step->op == IR_RELEASE || step->op == IR_RELEASE_AT)
    {
      struct shape_cell lock = s->cells.at[open.locks];
      p->failed |= open.locks == 0;
      open.locks = lock.rest;
      for (cell = lock.kind == SHAPE_SYNC ? open.blocks : 0;
           cell != 0 && s->cells.at[cell].opener != lock.opener;)
        cell = s->cells.at[cell].rest;
    }
  else if (step->op == IR_BEGIN)
    open.blocks = push (s, open.blocks, SHAPE_UNIT, node);
  else if (step->op == IR_END)
    {
      cell = find_open (s, open.blocks, SHAPE_UNIT);
      p->failed |= cell == 0;
    }
  s->closes[node] = cell != 0;
  if (cell != 0)
    open.blocks = take_out (p, open.blocks, cell);
  return open;
}

/* The blocks open at TO, the next node, given BLOCKS after NODE. */
static uint32_t
open_at (struct pass *p, uint32_t node, uint32_t blocks, uint32_t to)
{
  uint32_t atomic = find_open (p->s, blocks, SHAPE_ATOMIC);
  assert (to < p->s->nodes.count);
  if (is_atomic (p->s, to) == (atomic != 0))
    return blocks;
  return atomic != 0 ? take_out (p, blocks, atomic)
                     : push (p->s, blocks, SHAPE_ATOMIC, node);
}

/* Make the syncs of CELL that are not in OTHER plain; false: there are none. */
static bool
give_way_beyond (struct pass *p, uint32_t cell, uint32_t other)
{
  const struct shape *s = p->s;
  bool some = false;
  for (; cell != 0; cell = s->cells.at[cell].rest)
    {
      uint32_t c = other;
      while (c != 0 && c != cell)
        c = s->cells.at[c].rest;
      if (c == cell)
        break;
      if (s->cells.at[cell].kind == SHAPE_SYNC)
        {
          give_way (p, cell);
          some = true;
        }
    }
  return some;
}

/* A node was reached with OTHER, and now with CELL: reconcile them. */
static void
compare_open (struct pass *p, uint32_t other, uint32_t cell)
{
  if (other == cell)
    return;
  bool some = give_way_beyond (p, cell, other);
  some |= give_way_beyond (p, other, cell);
  p->failed |= !some;
}

/* Propagate OPEN to TO. */
static void
reach (struct pass *p, uint32_t to, struct open open)
{
  struct shape *s = p->s;
  assert (open.blocks < s->cells.count && open.locks < s->cells.count);
  if (s->cell[to] == SHAPE_NONE)
    {
      s->cell[to] = open.blocks;
      s->held[to] = open.locks;
      *vec_push (s->arena, &p->work) = to;
    }
  else if (shape_step (s, to)->op != IR_RETURN)
    {
      compare_open (p, s->cell[to], open.blocks);
      compare_open (p, s->held[to], open.locks);
    }
}

static struct pass
look (struct shape *s)
{
  struct pass p = { .s = s };
  for (uint32_t n = 0; n < s->nodes.count; n++)
    {
      s->cell[n] = SHAPE_NONE;
      s->closes[n] = false;
    }
  s->cells.count = 0;
  pairmap_init (&s->known, s->arena);
  *vec_push (s->arena, &s->cells) = (struct shape_cell){ SHAPE_LOCK, SHAPE_NONE, 0 };
  reach (&p, 0, (struct open){ 0, 0 });
  while (p.work.count > 0 && !p.again && !p.failed)
    {
      uint32_t n = p.work.at[--p.work.count];
      struct open open = open_after (&p, n);
      for (uint32_t e = 0; e < s->nodes.at[n].count; e++)
        {
          uint32_t to = s->edges.at[s->nodes.at[n].first + e];
          reach (&p, to, (struct open){ open_at (&p, n, open.blocks, to), open.locks });
        }
    }
  return p;
}

bool
shape_find_blocks (struct shape *s)
{
  struct pass p = look (s);
  assert (s->cells.count > 0);
  while (p.again)
    p = look (s);
  return !p.failed;
}

bool
shape_opens (const struct shape *s, uint32_t node)
{
  const struct shape_node *at = &s->nodes.at[node];
  assert (node < s->nodes.count);
  return at->count == 1 && shape_block (s, s->edges.at[at->first]) == node;
}

uint32_t
shape_block (const struct shape *s, uint32_t node)
{
  return s->cells.at[s->cell[node]].opener;
}
