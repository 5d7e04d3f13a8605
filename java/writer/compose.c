/* compose.c -- from the shape of a procedure to its text.
 *
 * Nodes are written where structure.c places them.  An edge to what comes next anyway is
 * nothing, to the head of the loop `continue', to what follows the loop `break', to the
 * end `return'; everything else is a goto.  Gotos cannot leave a `sync': a block that
 * would need one becomes `lock' and `unlock', and the procedure is written anew.  What
 * cannot be structured at all is written as labels and gotos.
 */
#include <config.h>

#include "java/writer/compose.h"

#include <assert.h>

#include "java/writer/structure.h"
#include "java/interpreter/threads.h"

/* Blocks within blocks; beyond this only gotos are written. */
#define DEPTH_MOST 200
/* Attempts with ever fewer synchronized blocks. */
#define ATTEMPTS_MOST 16

/* What is around the present place. */
struct context
{
  bool is_sync;
  uint32_t node;      /* of a loop: its head */
  uint32_t follow;    /* what comes after it */
  uint32_t construct; /* of a sync */
  uint32_t syncs;     /* around it */
};

/* What comes next if nothing is written: a node, with so many syncs around it. */
struct next
{
  uint32_t node;
  uint32_t syncs;
};

struct composer
{
  const struct composition *composition;
  const struct body *body;
  struct listing *listing;
  struct structure structure;
  VEC (struct context) contexts;
  uint32_t syncs; /* around the present place */
  uint32_t depth;
  bool *plain;     /* by edge: no synchronized block, */
  bool *gives_way; /* and not in the next attempt */
  bool *has_label; /* by node: some goto leads there */
  bool *has_end;   /* by construct: the end of a sync has a label */
  bool failed;     /* a block had to give way: once more */
  bool too_deep;
  bool is_rehearsal; /* only to find the labels */
};

static void write_tree (struct composer *c, uint32_t node, struct next next);

/* ---- Statements. ---- */

static struct java_member
method_of (const struct composer *c)
{
  assert (c->body->instance < c->composition->x->instances.count);
  return c->composition->x->instances.at[c->body->instance].method;
}

static void
remember_origin (struct composer *c, uint32_t instruction)
{
  struct extraction *x = c->composition->x;
  struct java_model *model = c->composition->model;
  struct java_member method = method_of (c);
  const struct java_method *header = universe_method (x->universe, method);
  const struct java_class *class = universe_class (x->universe, method.class);
  if (c->is_rehearsal)
    return;
  assert (instruction < x->instances.at[c->body->instance].code->count);
  *vec_push (&model->arena, &model->origins) = (struct java_origin){
    .line = c->listing->line,
    .class_name = model_text (model, universe_dotted (x->universe, class->name)),
    .method = model_text (model, universe_text (x->universe, header->name)),
    .descriptor = model_text (model, universe_text (x->universe, header->descriptor)),
    .index = x->instances.at[c->body->instance].code->at[instruction].pc,
  };
}

static void
write_statement (struct composer *c, const char *verb, const char *name,
                 uint32_t instruction, bool with_arguments)
{
  assert (verb && name);
  struct listing *w = c->listing;
  remember_origin (c, instruction);
  listing_begin (w);
  listing_put (w, verb);
  listing_put (w, " ");
  listing_name (w, name);
  if (with_arguments)
    compose_parameters (c->composition, w, true);
  listing_position (w, method_of (c), instruction);
  listing_put (w, ";");
  listing_end (w);
}

static void
write_lock (struct composer *c, const struct body_edge *edge)
{
  assert (edge->kind == EFFECT_LOCK || edge->kind == EFFECT_UNLOCK);
  uint32_t parts = composition_parts (c->composition, edge->operand);
  bool locks = edge->kind == EFFECT_LOCK;
  for (uint32_t i = 0; i < parts; i++)
    write_statement (
      c, locks ? "lock" : "unlock",
      composition_lock (c->composition, edge->operand, locks ? i : parts - 1 - i),
      edge->instruction, false);
}

/* `start' or `join' of PROCESS, all its copies. */
static void
write_for_process (struct composer *c, const char *verb, uint32_t process,
                   uint32_t instruction)
{
  struct extraction *x = c->composition->x;
  assert (process < x->threads->processes.count);
  const struct thread_process *at = &x->threads->processes.at[process];
  if (c->composition->halves == 1)
    write_statement (c, verb, at->name, instruction, false);
  else
    for (uint32_t i = 0; i < at->copies; i++)
      write_statement (c, verb, threads_copy_name (x, process, i), instruction, false);
}

/* A second start would wait for ever, so one that may come twice may be left out. */
static void
write_start (struct composer *c, const struct body_edge *edge)
{
  assert (edge->kind == EFFECT_START);
  bool is_repeated = c->composition->x->threads->processes.at[edge->operand].is_repeated;
  if (is_repeated)
    listing_open (c->listing, "if (*)");
  write_for_process (c, "start", edge->operand, edge->instruction);
  if (is_repeated)
    listing_close (c->listing);
}

static void
write_joins (struct composer *c, const struct body_edge *edge)
{
  assert (edge->kind == EFFECT_JOIN);
  struct extraction *x = c->composition->x;
  for (uint32_t p = 1; p < x->threads->processes.count; p++)
    if (x->threads->processes.at[p].touches
        && threads_joins (x, (value_id){ edge->operand }, p))
      write_for_process (c, "join", p, edge->instruction);
}

/* A call; of a method that is a unit, as one. */
static void
write_call (struct composer *c, const struct body_edge *edge)
{
  assert (edge->kind == EFFECT_CALL);
  assert (edge->operand < c->composition->bodies->list.count);
  struct listing *w = c->listing;
  const struct body *callee = &c->composition->bodies->list.at[edge->operand];
  bool is_unit
    = c->composition->x->threads && threads_is_unit (c->composition->x, callee->instance);
  if (is_unit)
    {
      remember_origin (c, edge->instruction);
      listing_begin (w);
      listing_put (w, "unit");
      listing_position (w, method_of (c), edge->instruction);
      listing_put (w, " {");
      listing_end (w);
      w->indent++;
    }
  write_statement (c, "call", callee->name, edge->instruction, callee->reads_halves);
  if (is_unit)
    listing_close (w);
}

static void
write_effect (struct composer *c, const struct body_edge *edge)
{
  struct extraction *x = c->composition->x;
  const char *verb = NULL;
  switch (edge->kind)
    {
    case EFFECT_NONE: return;
    case EFFECT_READ:
    case EFFECT_WRITE:
      write_statement (c, edge->kind == EFFECT_READ ? "read" : "write",
                       x->heap.locations.at[edge->operand].name, edge->instruction,
                       false);
      return;
    case EFFECT_CALL: write_call (c, edge); return;
    case EFFECT_START: write_start (c, edge); return;
    case EFFECT_JOIN: write_joins (c, edge); return;
    case EFFECT_LOCK:
    case EFFECT_UNLOCK: write_lock (c, edge); return;
    case EFFECT_WAIT: verb = "wait"; break;
    case EFFECT_NOTIFY: verb = "notify"; break;
    case EFFECT_NOTIFY_ALL: verb = "notifyall"; break;
    }
  assert (verb);
  write_statement (c, verb, composition_lock (c->composition, edge->operand, 0),
                   edge->instruction, false);
}

static void
write_label (struct composer *c, const char *prefix, uint32_t number)
{
  struct arena *arena = &c->composition->x->run_arena;
  listing_line (c->listing, arena_format (arena, "label %s%u:", prefix, number));
}

static void
write_goto (struct composer *c, const char *prefix, uint32_t number)
{
  struct arena *arena = &c->composition->x->run_arena;
  listing_line (c->listing, arena_format (arena, "goto %s%u;", prefix, number));
}

/* ---- Jumps. ---- */

static const struct context *
innermost_loop (const struct composer *c)
{
  for (uint32_t i = c->contexts.count; i-- > 0;)
    if (!c->contexts.at[i].is_sync)
      return &c->contexts.at[i];
  return NULL;
}

static const struct context *
innermost_sync (const struct composer *c)
{
  for (uint32_t i = c->contexts.count; i-- > 0;)
    if (c->contexts.at[i].is_sync)
      return &c->contexts.at[i];
  return NULL;
}

/* Does EDGE of NODE end the synchronized block that NODE is in? */
static bool
ends_sync (const struct composer *c, uint32_t node, const struct body_edge *edge)
{
  assert (node < c->body->nodes.count);
  uint32_t sync = structure_sync_of (&c->structure, node);
  if (edge->kind != EFFECT_UNLOCK || sync == CONSTRUCT_NONE)
    return false;
  const struct extraction *x = c->composition->x;
  uint32_t entry = c->structure.constructs.at[sync].entry;
  return row_count (&x->rows, c->body->nodes.at[node].monitors)
         == row_count (&x->rows, c->body->nodes.at[entry].monitors);
}

/* Gotos will not do: the innermost block must give way. */
static void
give_way (struct composer *c)
{
  const struct context *sync = innermost_sync (c);
  assert (sync);
  c->gives_way[c->structure.constructs.at[sync->construct].edge] = true;
  c->failed = true;
}

/* Go to TARGET, around which there are SYNCS. */
static void
jump (struct composer *c, uint32_t target, uint32_t syncs, struct next next)
{
  assert (syncs <= c->syncs);
  if (target == next.node && syncs == next.syncs)
    return;
  if (target == BODY_EXIT)
    {
      listing_line (c->listing, "return;");
      return;
    }
  const struct context *loop = innermost_loop (c);
  if (loop && loop->syncs == syncs && (target == loop->node || target == loop->follow))
    {
      listing_line (c->listing, target == loop->node ? "continue;" : "break;");
      return;
    }
  const struct context *sync = innermost_sync (c);
  if (syncs == c->syncs)
    {
      uint32_t around = structure_sync_of (&c->structure, target);
      if (around != (sync ? sync->construct : CONSTRUCT_NONE))
        {
          if (sync)
            give_way (c);
          else
            {
              c->gives_way[c->structure.constructs.at[around].edge] = true;
              c->failed = true;
            }
          return;
        }
      c->has_label[target] = true;
      write_goto (c, "n", target);
      return;
    }
  /* Out of more than one block at once. */
  const struct body_node *node = &c->body->nodes.at[target];
  const struct body_edge *only = &c->body->edges.at[node->first];
  if (syncs + 1 == c->syncs && sync->follow == target)
    {
      c->has_end[sync->construct] = true;
      write_goto (c, "end", sync->construct);
    }
  else if (node->count == 1 && ends_sync (c, target, only) && syncs > 0)
    jump (c, only->target, syncs - 1, next);
  else
    give_way (c);
}

/* ---- Blocks. ---- */

/* Write what EDGE of NODE leads to. */
static void
write_target (struct composer *c, uint32_t node, const struct body_edge *edge,
              struct next next)
{
  assert (node < c->body->nodes.count);
  uint32_t target = edge->target;
  assert (target == BODY_EXIT || target < c->body->nodes.count);
  bool ends = ends_sync (c, node, edge);
  if (target != BODY_EXIT && target > node && !c->structure.is_placed[target] && !ends)
    write_tree (c, target, next);
  else
    jump (c, target, c->syncs - (ends ? 1 : 0), next);
}

/* The instruction that ends the block: that of the first unlock found in it. */
static uint32_t
end_of_sync (const struct composer *c, uint32_t construct, uint32_t otherwise)
{
  assert (construct < c->structure.constructs.count);
  for (uint32_t n = c->structure.constructs.at[construct].entry; n < c->body->nodes.count;
       n++)
    if (structure_sync_of (&c->structure, n) == construct)
      for (uint32_t e = c->body->nodes.at[n].first;
           e < c->body->nodes.at[n].first + c->body->nodes.at[n].count; e++)
        if (ends_sync (c, n, &c->body->edges.at[e]))
          return c->body->edges.at[e].instruction;
  return otherwise;
}

static uint32_t
sync_of_edge (const struct composer *c, uint32_t edge)
{
  for (uint32_t i = structure_sync_of (&c->structure, c->body->edges.at[edge].target);
       i != CONSTRUCT_NONE; i = c->structure.constructs.at[i].parent)
    if (c->structure.constructs.at[i].is_sync
        && c->structure.constructs.at[i].edge == edge)
      return i;
  assert (false && "a block of this edge");
  return CONSTRUCT_NONE;
}

static void
write_sync (struct composer *c, uint32_t node, uint32_t edge, struct next next)
{
  const struct body_edge *at = &c->body->edges.at[edge];
  struct listing *w = c->listing;
  struct arena *arena = &c->composition->x->run_arena;
  uint32_t construct = sync_of_edge (c, edge);
  uint32_t parts = composition_parts (c->composition, at->operand);
  uint32_t end = end_of_sync (c, construct, at->instruction);
  for (uint32_t i = 0; i < parts; i++)
    {
      remember_origin (c, at->instruction);
      listing_begin (w);
      listing_put (w, "sync ");
      listing_name (w, composition_lock (c->composition, at->operand, i));
      listing_position (w, method_of (c), at->instruction);
      listing_put (w, " {");
      listing_end (w);
      w->indent++;
    }
  *vec_push (arena, &c->contexts) = (struct context){
    .is_sync = true, .follow = next.node, .construct = construct, .syncs = c->syncs
  };
  c->syncs++;
  write_target (c, node, at, next);
  assert (c->contexts.at[c->contexts.count - 1].construct == construct);
  c->syncs--;
  c->contexts.count--;
  if (c->has_end[construct])
    {
      write_label (c, "end", construct);
      listing_line (w, "skip;");
    }
  for (uint32_t i = 0; i < parts; i++)
    {
      w->indent--;
      listing_begin (w);
      listing_put (w, "}");
      listing_position (w, method_of (c), end);
      listing_end (w);
    }
}

static void
write_edge (struct composer *c, uint32_t node, uint32_t edge, struct next next)
{
  assert (edge < c->body->edges.count);
  const struct body_edge *at = &c->body->edges.at[edge];
  if (at->kind == EFFECT_LOCK && !c->plain[edge])
    {
      write_sync (c, node, edge, next);
      return;
    }
  if (!ends_sync (c, node, at))
    write_effect (c, at);
  write_target (c, node, at, next);
}

/* Would an alternative be empty: on to what comes next without any effect? */
static bool
is_empty (const struct composer *c, uint32_t edge, struct next next)
{
  assert (edge < c->body->edges.count);
  const struct body_edge *at = &c->body->edges.at[edge];
  if (at->kind != EFFECT_NONE)
    return false;
  if (at->target == next.node && c->syncs == next.syncs)
    return true;
  /* Or all that comes is the end of the block. */
  if (at->target == BODY_EXIT || c->structure.is_placed[at->target])
    return false;
  const struct body_node *node = &c->body->nodes.at[at->target];
  const struct body_edge *only = &c->body->edges.at[node->first];
  return node->count == 1 && ends_sync (c, at->target, only) && only->target == next.node
         && c->syncs == next.syncs + 1;
}

static void
write_alternatives (struct composer *c, uint32_t node, struct next next)
{
  assert (c->body->nodes.at[node].count > 1);
  const struct body_node *at = &c->body->nodes.at[node];
  struct listing *w = c->listing;
  uint32_t first = at->first, second = at->first + 1;
  if (at->count == 2)
    {
      if (is_empty (c, first, next))
        {
          first = at->first + 1;
          second = at->first;
        }
      listing_open (w, "if (*)");
      write_edge (c, node, first, next);
      if (!is_empty (c, second, next))
        {
          w->indent--;
          listing_open (w, "} else");
          write_edge (c, node, second, next);
        }
      listing_close (w);
      return;
    }
  for (uint32_t e = at->first; e < at->first + at->count; e++)
    {
      if (e > at->first)
        w->indent--;
      listing_open (w, e == at->first ? "choose" : "} or");
      write_edge (c, node, e, next);
    }
  listing_close (w);
}

/* The edges of NODE. */
static void
write_edges (struct composer *c, uint32_t node, struct next next)
{
  assert (node < c->body->nodes.count);
  const struct body_node *at = &c->body->nodes.at[node];
  if (at->count == 0)
    {
      /* It goes no further: a call that never returns. */
      listing_open (c->listing, "loop");
      listing_line (c->listing, "skip;");
      listing_close (c->listing);
    }
  else if (at->count == 1)
    write_edge (c, node, at->first, next);
  else
    write_alternatives (c, node, next);
}

/* The first follower of NODE from FROM on that is inside, or outside, of its loop. */
static uint32_t
follower (const struct composer *c, uint32_t node, uint32_t from, bool inside)
{
  assert (node < c->body->nodes.count);
  const struct structure *s = &c->structure;
  if (!s->is_head[node])
    return inside ? from : GRAPH_NONE;
  while (from != GRAPH_NONE)
    {
      uint32_t loop = s->construct[node];
      assert (loop != CONSTRUCT_NONE);
      while (s->constructs.at[loop].is_sync || s->constructs.at[loop].entry != node)
        loop = s->constructs.at[loop].parent;
      if (structure_contains (s, loop, from) == inside)
        break;
      from = s->next_follower[from];
    }
  return from;
}

/* NODE without what comes after its loop. */
static void
write_inside (struct composer *c, uint32_t node, struct next next)
{
  assert (node < c->body->nodes.count);
  const struct structure *s = &c->structure;
  uint32_t at = follower (c, node, s->first_follower[node], true);
  struct next first
    = { at == GRAPH_NONE ? next.node : at, at == GRAPH_NONE ? next.syncs : c->syncs };
  write_edges (c, node, first);
  while (at != GRAPH_NONE)
    {
      uint32_t after = follower (c, node, s->next_follower[at], true);
      struct next then = { after == GRAPH_NONE ? next.node : after,
                           after == GRAPH_NONE ? next.syncs : c->syncs };
      write_tree (c, at, then);
      at = after;
    }
}

/* Is the loop of NODE of the form `while (*) { }'?  Sets the edge into the loop. */
static bool
is_while (const struct composer *c, uint32_t node, struct next next, uint32_t *in)
{
  assert (c->structure.is_head[node]);
  const struct body_node *at = &c->body->nodes.at[node];
  if (at->count != 2)
    return false;
  bool out_first = is_empty (c, at->first, next);
  bool out_second = is_empty (c, at->first + 1, next);
  *in = out_first ? at->first + 1 : at->first;
  return out_first != out_second;
}

static void
write_loop (struct composer *c, uint32_t node, struct next next)
{
  assert (c->structure.is_head[node]);
  struct arena *arena = &c->composition->x->run_arena;
  struct next again = { node, c->syncs };
  uint32_t in = 0;
  bool is_plain_while
    = is_while (c, node, next, &in)
      && follower (c, node, c->structure.first_follower[node], true) == GRAPH_NONE;
  *vec_push (arena, &c->contexts)
    = (struct context){ .node = node,
                        .follow = next.syncs == c->syncs ? next.node : GRAPH_NONE - 1,
                        .syncs = c->syncs };
  listing_open (c->listing, is_plain_while ? "while (*)" : "loop");
  if (is_plain_while)
    write_edge (c, node, in, again);
  else
    write_inside (c, node, again);
  assert (c->contexts.at[c->contexts.count - 1].node == node);
  listing_close (c->listing);
  c->contexts.count--;
}

static void
write_tree (struct composer *c, uint32_t node, struct next next)
{
  assert (node < c->body->nodes.count);
  const struct structure *s = &c->structure;
  if (++c->depth > DEPTH_MOST)
    {
      c->too_deep = true;
      c->depth--;
      return;
    }
  if (c->has_label[node])
    write_label (c, "n", node);
  if (!s->is_head[node])
    write_inside (c, node, next);
  else
    {
      uint32_t at = follower (c, node, s->first_follower[node], false);
      struct next first
        = { at == GRAPH_NONE ? next.node : at, at == GRAPH_NONE ? next.syncs : c->syncs };
      write_loop (c, node, first);
      while (at != GRAPH_NONE)
        {
          uint32_t after = follower (c, node, s->next_follower[at], false);
          struct next then = { after == GRAPH_NONE ? next.node : after,
                               after == GRAPH_NONE ? next.syncs : c->syncs };
          write_tree (c, at, then);
          at = after;
        }
    }
  c->depth--;
}

/* ---- Labels and gotos only. ---- */

static void
write_flat_edge (struct composer *c, uint32_t edge)
{
  assert (edge < c->body->edges.count);
  const struct body_edge *at = &c->body->edges.at[edge];
  write_effect (c, at);
  if (at->target == BODY_EXIT)
    listing_line (c->listing, "return;");
  else
    write_goto (c, "n", at->target);
}

static void
write_flat (struct composer *c)
{
  assert (c->contexts.count == 0 && c->syncs == 0);
  for (uint32_t n = 0; n < c->body->nodes.count; n++)
    {
      const struct body_node *node = &c->body->nodes.at[n];
      write_label (c, "n", n);
      if (node->count == 0)
        {
          listing_open (c->listing, "loop");
          listing_line (c->listing, "skip;");
          listing_close (c->listing);
        }
      else if (node->count == 1)
        write_flat_edge (c, node->first);
      else
        {
          for (uint32_t e = node->first; e < node->first + node->count; e++)
            {
              if (e > node->first)
                c->listing->indent--;
              listing_open (c->listing, e == node->first ? "choose" : "} or");
              write_flat_edge (c, e);
            }
          listing_close (c->listing);
        }
    }
}

/* ---- A procedure. ---- */

/* Rehearse: which labels are needed, which blocks must give way? */
static bool
rehearse (struct composer *c)
{
  struct extraction *x = c->composition->x;
  struct listing rehearsal;
  for (uint32_t attempt = 0; attempt < ATTEMPTS_MOST; attempt++)
    {
      structure_find (&c->structure, x, c->body, c->plain);
      if (!c->structure.structured)
        return false;
      listing_init (&rehearsal, x);
      c->listing = &rehearsal;
      c->failed = c->too_deep = false;
      c->syncs = c->depth = 0;
      c->has_label
        = arena_calloc (&x->run_arena, c->body->nodes.count, sizeof *c->has_label);
      c->has_end = arena_calloc (&x->run_arena, c->structure.constructs.count + 1,
                                 sizeof *c->has_end);
      c->is_rehearsal = true;
      write_tree (c, 0, (struct next){ BODY_EXIT, 0 });
      assert (c->contexts.count == 0 && c->syncs == 0 && c->depth == 0);
      if (c->too_deep)
        return false;
      if (!c->failed)
        return true;
      for (uint32_t e = 0; e < c->body->edges.count; e++)
        c->plain[e] = c->plain[e] || c->gives_way[e];
    }
  return false;
}

void
compose_body (const struct composition *composition, const struct body *body)
{
  assert (body->nodes.count > 0);
  struct extraction *x = composition->x;
  struct composer c = { .composition = composition, .body = body };
  c.plain = arena_calloc (&x->run_arena, body->edges.count + 1, sizeof *c.plain);
  c.gives_way = arena_calloc (&x->run_arena, body->edges.count + 1, sizeof *c.plain);
  bool structured = !(x->java->options->kept & JAVA_KEEP_GOTOS) && rehearse (&c);
  c.listing = composition->listing;
  c.is_rehearsal = false;
  c.syncs = c.depth = 0;
  c.contexts.count = 0;
  if (structured)
    write_tree (&c, 0, (struct next){ BODY_EXIT, 0 });
  else
    write_flat (&c);
  assert (c.contexts.count == 0 && c.syncs == 0 && !(structured && c.failed));
}
