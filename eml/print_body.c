/* print_body.c -- from the shape of a body to its statements; see printer.h, shape.h.
 *
 * Nodes are written where the shape places them.  An edge to the next node is nothing, to
 * the head of the loop `continue', to what follows the loop `break', to the end `return';
 * every other one is a goto.  Gotos cannot leave blocks: a `sync' that would need one
 * becomes `lock' and `unlock'; what only a `break' can reach is written directly after
 * the loop, or after a `loop' added for it.  Then the body is written anew.  Cost: a pass
 * over the body for each attempt, at most a few for each block.
 */
#include <config.h>

#include <assert.h>

#include "eml/printer.h"
#include "eml/shape.h"

/* The most blocks within blocks; EML allows no more. */
#define DEPTH_MOST 5000

/* What comes next in the text, if it is no node. */
#define NEXT_END SHAPE_NONE           /* the body ends */
#define NEXT_NOTHING (SHAPE_NONE - 1) /* no edge leads there */

/* A block or loop around the present place. */
struct context
{
  bool is_loop;
  uint32_t node;   /* the head or opener; SHAPE_NONE: a loop only to be left */
  uint32_t follow; /* the node after it */
};

enum jump_kind
{
  JUMP_NOTHING,
  JUMP_RETURN,
  JUMP_BREAK,
  JUMP_CONTINUE,
  JUMP_GOTO,
  JUMP_END, /* to the end of the block */
  JUMP_IMPOSSIBLE,
};

struct jump
{
  enum jump_kind kind;
  uint32_t node; /* its target, beyond ends of blocks */
};

struct writer
{
  struct printer *p;
  struct shape shape;
  VEC (struct context) contexts;
  uint32_t depth;
  bool *has_label; /* by node: it needs a label */
  bool *has_end;   /* by node that opens a block: some goto leads to its end */
  bool *is_apart;  /* by node: an extra loop around what precedes it is left to it */
  bool again;      /* another attempt may succeed */
  bool failed;
};

static void write_from (struct writer *w, uint32_t node, uint32_t next);
static uint32_t write_inside (struct writer *w, uint32_t node, uint32_t next);

static uint32_t
successor (const struct writer *w, uint32_t node, uint32_t number)
{
  assert (node < w->shape.nodes.count);
  const struct shape_node *at = &w->shape.nodes.at[node];
  assert (number < at->count);
  return w->shape.edges.at[at->first + number];
}

static enum ir_op
op_of (const struct writer *w, uint32_t node)
{
  return shape_step (&w->shape, node)->op;
}

/* ---- Jumps. ---- */

static const struct context *
innermost (const struct writer *w, bool is_loop)
{
  for (uint32_t i = w->contexts.count; i-- > 0;)
    if (w->contexts.at[i].is_loop == is_loop)
      return &w->contexts.at[i];
  return NULL;
}

/* How to get to TO from here if NEXT comes next. */
static struct jump
find_jump (const struct writer *w, uint32_t to, uint32_t next)
{
  const struct shape *s = &w->shape;
  const struct context *loop = innermost (w, true), *block = innermost (w, false);
  assert (to < s->nodes.count);
  for (;; to = successor (w, to, 0))
    {
      if (op_of (w, to) == IR_RETURN)
        {
          bool is_end = next == NEXT_END && w->p->body->result == IR_NO_SLOT
                        && shape_step (s, to)->position.index == NAME_NONE.index;
          return (struct jump){ is_end ? JUMP_NOTHING : JUMP_RETURN, to };
        }
      if (to == next)
        return (struct jump){ JUMP_NOTHING, to };
      if (loop && to == loop->node)
        return (struct jump){ JUMP_CONTINUE, to };
      if (loop && to == loop->follow)
        return (struct jump){ JUMP_BREAK, to };
      if (!s->closes[to])
        break;
    }
  enum jump_kind kind = shape_block (s, to) == (block ? block->node : SHAPE_NONE)
                          ? JUMP_GOTO
                        : block && block->follow == to ? JUMP_END
                                                       : JUMP_IMPOSSIBLE;
  return (struct jump){ kind, to };
}

/* Block OPENER is left to NODE by a goto: arrange another way for the next attempt. */
static void
find_way (struct writer *w, uint32_t opener, uint32_t node)
{
  struct shape *s = &w->shape;
  const struct ir_step *step = shape_step (s, opener);
  assert (shape_opens (s, opener) && node < s->nodes.count);
  if (ir_takes_lock (step) && !ir_is_open (step))
    w->again = s->plain[opener] = true;
  else if (s->is_placed[node] && !s->is_next[node])
    w->again = s->is_next[node] = true;
  else if (s->is_placed[node] && !w->is_apart[node])
    w->again = w->is_apart[node] = true;
  else
    w->failed = true;
}

/* Write a jump to TO, unless it is not needed. */
static void
write_jump (struct writer *w, uint32_t to, uint32_t next)
{
  struct jump jump = find_jump (w, to, next);
  const struct context *block = innermost (w, false);
  switch (jump.kind)
    {
    case JUMP_NOTHING: break;
    case JUMP_RETURN:
      print_begin_line (w->p);
      print_put (w->p, "return");
      if (w->p->body->result != IR_NO_SLOT)
        print_format (w->p, " %s", w->p->slots[w->p->body->result]);
      print_position (w->p, shape_step (&w->shape, jump.node)->position);
      print_put (w->p, ";");
      print_end_line (w->p);
      break;
    case JUMP_BREAK: print_line (w->p, "break;"); break;
    case JUMP_CONTINUE: print_line (w->p, "continue;"); break;
    case JUMP_GOTO:
      w->has_label[jump.node] = true;
      print_line (w->p, arena_format (w->p->arena, "goto n%u;", (unsigned) jump.node));
      break;
    case JUMP_END:
      assert (block);
      w->has_end[block->node] = true;
      print_line (w->p,
                  arena_format (w->p->arena, "goto end%u;", (unsigned) block->node));
      break;
    case JUMP_IMPOSSIBLE:
      find_way (w, block ? block->node : shape_block (&w->shape, jump.node), jump.node);
      break;
    }
}

/* If the target of edge NUMBER of NODE must be written here, return it.  Otherwise write
   a jump, and return SHAPE_NONE. */
static uint32_t
write_edge (struct writer *w, uint32_t node, uint32_t number, uint32_t next)
{
  const struct shape *s = &w->shape;
  uint32_t to = successor (w, node, number);
  if (to > node && !s->is_placed[to] && !shape_is_repeated (s, to))
    return to;
  write_jump (w, to, next);
  return SHAPE_NONE;
}

/* Does edge NUMBER of NODE lead to what comes next anyway? */
static bool
is_empty (const struct writer *w, uint32_t node, uint32_t number, uint32_t next)
{
  const struct shape *s = &w->shape;
  uint32_t to = successor (w, node, number);
  return !(to > node && !s->is_placed[to] && !shape_is_repeated (s, to))
         && find_jump (w, to, next).kind == JUMP_NOTHING;
}

/* ---- Blocks. ---- */

/* Write what edge NUMBER of NODE leads to, in a block that is open. */
static void
write_arm (struct writer *w, uint32_t node, uint32_t number, uint32_t next)
{
  uint32_t to = write_edge (w, node, number, next);
  if (to != SHAPE_NONE)
    write_from (w, to, next);
}

/* Write WORD and the condition of NODE, or its negation. */
static void
write_condition (struct writer *w, const char *word, uint32_t node, bool negate,
                 enum ir_statement_kind kind)
{
  struct printer *p = w->p;
  const struct ir_step *step = shape_step (&w->shape, node);
  assert (step->op == IR_SKIP || step->op == IR_TEST);
  print_begin_line (p);
  print_format (p, "%s (%s", word, step->op == IR_SKIP ? "*" : negate ? "!(" : "");
  if (step->op == IR_TEST)
    print_expr (p, step->expr);
  print_put (p, step->op == IR_TEST && negate ? "))" : ")");
  print_open (p, kind, w->shape.nodes.at[node].step);
}

/* Write NODE, which has two successors. */
static void
write_if (struct writer *w, uint32_t node, uint32_t next)
{
  struct printer *p = w->p;
  bool swap = is_empty (w, node, 0, next);
  assert (w->shape.nodes.at[node].count == 2);
  write_condition (w, "if", node, swap, IR_STATEMENT_BRANCH);
  write_arm (w, node, swap, next);
  if (!is_empty (w, node, !swap, next))
    {
      print_next_arm (p, " else");
      write_arm (w, node, !swap, next);
    }
  print_close (p, IR_STATEMENT_BRANCH, NAME_NONE);
}

static void
write_choice (struct writer *w, uint32_t node, uint32_t next)
{
  struct printer *p = w->p;
  assert (w->shape.nodes.at[node].count > 2);
  print_begin_line (p);
  print_put (p, "choose");
  print_open (p, IR_STATEMENT_BRANCH, w->shape.nodes.at[node].step);
  for (uint32_t e = 0; e < w->shape.nodes.at[node].count; e++)
    {
      if (e > 0)
        print_next_arm (p, " or");
      write_arm (w, node, e, next);
    }
  print_close (p, IR_STATEMENT_BRANCH, NAME_NONE);
}

/* The position of the end of OPENER's block: of its ends, prefer one that is no break,
   continue or return. */
static name_id
end_position (const struct writer *w, uint32_t opener)
{
  const struct shape *s = &w->shape;
  name_id position = NAME_NONE;
  for (uint32_t n = s->first_end[opener]; n != SHAPE_NONE; n = s->next_end[n])
    if (s->closes[n]
        && (position.index == NAME_NONE.index || !shape_step (s, n)->leaving))
      position = shape_step (s, n)->position;
  return position;
}

/* The node to write after the block of OPENER: NEXT if some end of the block leads there,
   or else where its first end leads. */
static uint32_t
find_follow (const struct writer *w, uint32_t opener, uint32_t next)
{
  const struct shape *s = &w->shape;
  uint32_t follow = SHAPE_NONE;
  assert (shape_opens (s, opener));
  for (uint32_t n = s->first_end[opener]; n != SHAPE_NONE; n = s->next_end[n])
    for (uint32_t e = 0; e < s->nodes.at[n].count; e++)
      {
        uint32_t to = successor (w, n, e);
        if (shape_block (s, to) == opener)
          continue;
        if (follow == SHAPE_NONE && !shape_is_repeated (s, to))
          follow = to;
        while (s->closes[to])
          to = successor (w, to, 0);
        if (to == next)
          return next;
      }
  return follow == SHAPE_NONE ? next : follow;
}

static void
write_head (struct writer *w, uint32_t opener)
{
  assert (shape_opens (&w->shape, opener));
  struct printer *p = w->p;
  const struct ir_step *step = shape_step (&w->shape, opener);
  print_begin_line (p);
  if (step->op == IR_BEGIN)
    {
      print_put (p, "unit");
      print_sets (p, step);
    }
  else if (step->op != IR_SKIP)
    {
      print_put (p, "sync ");
      print_lock (p, step);
    }
  else
    print_put (p, "atomic");
  if (step->op != IR_SKIP)
    print_position (p, step->position);
  print_open (p, step->op == IR_BEGIN ? IR_STATEMENT_UNIT : IR_STATEMENT,
              w->shape.nodes.at[opener].step);
}

static void
write_block (struct writer *w, uint32_t opener, uint32_t next)
{
  struct printer *p = w->p;
  uint32_t follow = find_follow (w, opener, next), begin = p->text.count;
  write_head (w, opener);
  *vec_push (p->arena, &w->contexts)
    = (struct context){ .node = opener, .follow = follow };
  uint32_t to = successor (w, opener, 0);
  assert (shape_step (&w->shape, to)->op == IR_RETURN
          || shape_block (&w->shape, to) == opener);
  if (shape_is_repeated (&w->shape, to))
    write_jump (w, to, follow);
  else
    write_from (w, to, follow);
  w->contexts.count--;
  assert (w->contexts.at[w->contexts.count].node == opener);
  if (w->has_end[opener])
    print_line (p, arena_format (p->arena, "label end%u:", (unsigned) opener));
  print_close (p, IR_STATEMENT, end_position (w, opener));
  if (shape_step (&w->shape, opener)->op == IR_BEGIN)
    print_join (p, begin);
  for (uint32_t n = w->shape.first_end[opener]; n != SHAPE_NONE; n = w->shape.next_end[n])
    if (w->shape.closes[n])
      print_ends_block (p, w->shape.nodes.at[n].step);
  if (follow != next)
    write_jump (w, follow, next);
}

/* ---- Nodes. ---- */

/* Write NODE itself; returns what must be written after it, if its edge leads there. */
static uint32_t
write_own (struct writer *w, uint32_t node, uint32_t next)
{
  const struct ir_step *step = shape_step (&w->shape, node);
  uint32_t count = w->shape.nodes.at[node].count;
  if (shape_opens (&w->shape, node))
    write_block (w, node, next);
  else if (count == 2)
    write_if (w, node, next);
  else if (count > 2)
    write_choice (w, node, next);
  else
    {
      print_step (w->p, w->shape.nodes.at[node].step);
      if (!print_is_return (w->p, step))
        return write_edge (w, node, 0, next);
    }
  return SHAPE_NONE;
}

/* The first follower of NODE from FROM on that is inside, or outside, of its loop. */
static uint32_t
follower (const struct writer *w, uint32_t node, uint32_t from, bool inside)
{
  const struct shape *s = &w->shape;
  if (!s->is_head[node])
    return inside ? from : SHAPE_NONE;
  while (from != SHAPE_NONE && shape_contains (s, shape_loop (s, node), from) != inside)
    from = s->next_follower[from];
  return from;
}

/* Write the followers of NODE from FIRST on, but for the last one, which is returned. */
static uint32_t
write_followers (struct writer *w, uint32_t node, uint32_t first, bool inside)
{
  const struct shape *s = &w->shape;
  assert (first != SHAPE_NONE && s->is_placed[first]);
  for (;;)
    {
      uint32_t after = follower (w, node, s->next_follower[first], inside);
      if (after == SHAPE_NONE)
        return first;
      write_from (w, first, after);
      first = after;
    }
}

/* Write NODE without what comes after its loop. */
static uint32_t
write_inside (struct writer *w, uint32_t node, uint32_t next)
{
  uint32_t first = follower (w, node, w->shape.first_follower[node], true);
  assert (!shape_is_repeated (&w->shape, node));
  bool is_apart = first != SHAPE_NONE && w->is_apart[first];
  if (is_apart)
    {
      print_begin_line (w->p);
      print_put (w->p, "loop");
      print_open (w->p, IR_STATEMENT_LOOP, IR_NO_STEP);
      *vec_push (w->p->arena, &w->contexts)
        = (struct context){ .is_loop = true, .node = SHAPE_NONE, .follow = first };
    }
  uint32_t then = is_apart ? NEXT_NOTHING : first == SHAPE_NONE ? next : first;
  uint32_t rest = write_own (w, node, then);
  if (first == SHAPE_NONE)
    return rest;
  if (rest != SHAPE_NONE)
    write_from (w, rest, then);
  if (is_apart)
    {
      w->contexts.count--;
      print_close (w->p, IR_STATEMENT_LOOP, NAME_NONE);
    }
  return write_followers (w, node, first, true);
}

/* Is the loop of NODE of the form `while (...) { }'?  Sets the edge into the loop. */
static bool
is_while (const struct writer *w, uint32_t node, uint32_t next, uint32_t *in)
{
  assert (w->shape.is_head[node]);
  if (w->shape.nodes.at[node].count != 2
      || follower (w, node, w->shape.first_follower[node], true) != SHAPE_NONE)
    return false;
  bool is_first = is_empty (w, node, 0, next), is_second = is_empty (w, node, 1, next);
  *in = is_first;
  return is_first != is_second;
}

static void
write_loop (struct writer *w, uint32_t node, uint32_t next)
{
  struct printer *p = w->p;
  uint32_t in = 0;
  bool has_condition = is_while (w, node, next, &in);
  if (has_condition)
    write_condition (w, "while", node, in == 1, IR_STATEMENT);

  else
    {
      print_begin_line (p);
      print_put (p, "loop");
      print_open (p, IR_STATEMENT_LOOP, IR_NO_STEP);
    }
  *vec_push (p->arena, &w->contexts)
    = (struct context){ .is_loop = true, .node = node, .follow = next };
  uint32_t rest
    = has_condition ? write_edge (w, node, in, node) : write_inside (w, node, node);
  if (rest != SHAPE_NONE)
    write_from (w, rest, node);
  w->contexts.count--;
  assert (w->contexts.at[w->contexts.count].node == node);
  print_close (p, IR_STATEMENT_LOOP, NAME_NONE);
}

/* Write NODE and what it owns; returns what is still to be written. */
static uint32_t
write_node (struct writer *w, uint32_t node, uint32_t next)
{
  const struct shape *s = &w->shape;
  if (w->has_label[node])
    print_line (w->p, arena_format (w->p->arena, "label n%u:", (unsigned) node));
  if (!s->is_head[node])
    return write_inside (w, node, next);
  uint32_t first = follower (w, node, s->first_follower[node], false);
  write_loop (w, node, first == SHAPE_NONE ? next : first);
  return first == SHAPE_NONE ? SHAPE_NONE : write_followers (w, node, first, false);
}

/* Write NODE and all that is written after it, up to what comes NEXT. */
static void
write_from (struct writer *w, uint32_t node, uint32_t next)
{
  assert (next >= NEXT_NOTHING || next < w->shape.nodes.count);
  if (++w->depth > DEPTH_MOST)
    w->failed = true;
  while (node != SHAPE_NONE && !w->failed)
    node = write_node (w, node, next);
  w->depth--;
}

/* ---- A body. ---- */

bool
print_body (struct printer *p)
{
  struct writer w = { .p = p };
  uint32_t before = p->text.count;
  shape_init (&w.shape, p->ir, p->body, p->arena);
  uint32_t count = w.shape.nodes.count;
  w.has_label = arena_calloc (p->arena, count, sizeof *w.has_label);
  w.has_end = arena_calloc (p->arena, count, sizeof *w.has_end);
  w.is_apart = arena_calloc (p->arena, count, sizeof *w.is_apart);
  do
    {
      if (!shape_find (&w.shape))
        return false;
      /* The first round finds labels, or need for another attempt; the second one writes.
       */
      for (uint32_t round = 0; round < 2 && !w.failed; round++)
        {
          w.again = false;
          p->text.count = before;
          print_begin_statements (p);
          print_begin_locals (p);
          if (op_of (&w, 0) == IR_RETURN)
            write_jump (&w, 0, NEXT_END);
          else
            write_from (&w, 0, NEXT_END);
          assert (w.contexts.count == 0 && w.depth == 0);
          if (w.again)
            break;
        }
    }
  while (w.again && !w.failed);
  print_end_statements (p);
  return !w.failed;
}
