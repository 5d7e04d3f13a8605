/* inlined.c -- see inlined.h.
 *
 * Two variables share a register if at no node both are live (base/dataflow.h) or set.
 * Cost: nodes times variables, for each pass and for each register.
 */
#include <config.h>

#include "ir/inlined.h"

#include <string.h>

#include "base/bitset.h"
#include "base/dataflow.h"

/* ---- The graph. ---- */

struct builder
{
  struct inlined *in;
  struct pairmap ids; /* frame, symbol */
  const char *problem;
};

static uint32_t
node_at (struct builder *b, uint32_t frame, pds_symbol symbol)
{
  assert (frame < b->in->frames.count);
  struct inlined *in = b->in;
  uint32_t *id = pairmap_at (&b->ids, frame, symbol.index);
  if (*id == PAIRMAP_FREE)
    {
      *id = in->nodes.count;
      *vec_push (in->arena, &in->nodes) = (struct inlined_node){ symbol, frame, 0, 0 };
    }
  return *id;
}

/* Add a frame of BODY, called by node CALL. */
static uint32_t
add_frame (struct builder *b, body_id body, uint32_t call)
{
  assert (call == INLINED_NONE || call < b->in->nodes.count);
  struct inlined *in = b->in;
  for (uint32_t c = call; c != INLINED_NONE;
       c = in->frames.at[in->nodes.at[c].frame].call)
    if (in->frames.at[in->nodes.at[c].frame].body.index == body.index)
      b->problem = "a procedure calls itself";
  *vec_push (in->arena, &in->frames)
    = (struct inlined_frame){ body, call, in->variables };
  in->variables += in->lowering->flow->bodies.at[body.index].slot_count;
  return in->frames.count - 1;
}

static void
follow (struct builder *b, uint32_t n)
{
  assert (n < b->in->nodes.count && b->in->nodes.at[n].next_count == 0);
  struct inlined *in = b->in;
  const struct pds *pds = &in->lowering->pds;
  struct inlined_node node = in->nodes.at[n];
  struct pds_range rules = pds_rules_of (pds, node.symbol);
  uint32_t first = in->next.count;
  for (uint32_t r = rules.begin; r < rules.end && !b->problem; r++)
    {
      const struct pds_rule *rule = &pds->rules.at[r];
      uint32_t to = INLINED_NONE;
      if (pds_rule_is_call (rule))
        {
          body_id callee = ir_instance_of (in->lowering, rule->to)->body;
          to = node_at (b, add_frame (b, callee, n), rule->to);
        }
      else if (!pds_rule_is_return (rule))
        to = node_at (b, node.frame, rule->to);
      else if (in->frames.at[node.frame].call != INLINED_NONE)
        {
          struct inlined_node call = in->nodes.at[in->frames.at[node.frame].call];
          uint32_t calls = pds_rules_of (pds, call.symbol).begin;
          to = node_at (b, call.frame, pds->rules.at[calls].under);
        }
      if (to != INLINED_NONE)
        *vec_push (in->arena, &in->next) = to;
    }
  in->nodes.at[n].first_next = first;
  in->nodes.at[n].next_count = in->next.count - first;
}

/* ---- Uses. ---- */

const struct ir_step *
inlined_step (const struct inlined *in, uint32_t node)
{
  assert (node < in->nodes.count);
  return ir_step_of (in->lowering, in->nodes.at[node].symbol);
}

static uint32_t
variable_of (const struct inlined *in, uint32_t frame, uint32_t slot)
{
  assert (slot
          < in->lowering->flow->bodies.at[in->frames.at[frame].body.index].slot_count);
  return in->frames.at[frame].first_variable + slot;
}

/* The variables that node N uses and sets. */
static void
find_uses (const struct inlined *in, uint32_t n, uint64_t *uses, uint64_t *sets)
{
  const struct ir_step *step = inlined_step (in, n);
  const struct inlined_node *node = &in->nodes.at[n];
  if (step->op == IR_RETURN)
    {
      const struct inlined_frame *frame = &in->frames.at[node->frame];
      uint32_t slot
        = frame->call == INLINED_NONE ? IR_NO_SLOT : inlined_step (in, frame->call)->slot;
      if (slot != IR_NO_SLOT)
        {
          bits_add (
            uses, variable_of (in, node->frame,
                               in->lowering->flow->bodies.at[frame->body.index].result));
          bits_add (sets, variable_of (in, in->nodes.at[frame->call].frame, slot));
        }
      return;
    }
  if (step->op == IR_CALL)
    {
      assert (node->next_count == 1);
      uint32_t frame = in->nodes.at[in->next.at[node->first_next]].frame;
      uint32_t body = in->frames.at[frame].body.index;
      for (uint32_t s = 0; s < in->lowering->flow->bodies.at[body].slot_count; s++)
        bits_add (sets, variable_of (in, frame, s));
    }
  ir_step_add_reads (in->lowering->flow, step, in->frames.at[node->frame].first_variable,
                     uses);
  if (ir_step_sets_slot (step) && step->op != IR_CALL)
    bits_add (sets, variable_of (in, node->frame, step->slot));
}

/* ---- Liveness. ---- */

static uint32_t
next_node (const void *graph, uint32_t node, uint32_t *position)
{
  const struct inlined *in = graph;
  const struct inlined_node *it = &in->nodes.at[node];
  return *position < it->next_count ? in->next.at[it->first_next + (*position)++]
                                    : SCC_NONE;
}

/* The variables that are live before each node. */
static struct dataflow
find_liveness (const struct inlined *in)
{
  assert (in->nodes.count > 0);
  struct dataflow live = { .nodes = in->nodes.count,
                           .words = in->variables / 64 + 1,
                           .successor = next_node,
                           .graph = in };
  size_t words = (size_t) live.nodes * live.words;
  live.needed = arena_calloc (in->arena, words, sizeof *live.needed);
  live.sets = arena_calloc (in->arena, words, sizeof *live.sets);
  for (uint32_t n = 0; n < live.nodes; n++)
    find_uses (in, n, dataflow_row (&live, live.needed, n),
               dataflow_row (&live, live.sets, n));
  dataflow_solve (&live, in->arena->quota);
  return live;
}

/* Is VARIABLE needed at NODE, or set there for a node after it? */
static bool
is_busy (const struct inlined *in, const struct dataflow *live, uint32_t node,
         uint32_t variable)
{
  assert (node < in->nodes.count && variable < in->variables);
  bool busy = bits_have (dataflow_row (live, live->needed, node), variable);
  for (uint32_t i = 0; i < in->nodes.at[node].next_count && !busy; i++)
    busy = bits_have (
      dataflow_row (live, live->needed, in->next.at[in->nodes.at[node].first_next + i]),
      variable);
  return busy;
}

static struct ir_type
type_of_variable (const struct inlined *in, uint32_t variable)
{
  assert (variable < in->variables && in->frames.count > 0);
  uint32_t frame
    = vec_last_at_most_by (&in->frames, first_variable, 0, in->frames.count, variable);
  /* Several frames may have the same first variable, since a frame without slots is
     empty.  The variable belongs to the last of them, the only one with slots. */
  const struct ir *flow = in->lowering->flow;
  const struct ir_graph *body = &flow->bodies.at[in->frames.at[frame].body.index];
  return flow->slots.at[body->first_slot + variable - in->frames.at[frame].first_variable]
    .type;
}

static void
allocate_registers (struct inlined *in, const struct dataflow *live)
{
  uint32_t count = in->nodes.count;
  VEC (bool *) busy = VEC_EMPTY; /* by register: by node */
  bool *mine = arena_alloc (in->arena, count * sizeof *mine);
  in->register_of
    = arena_alloc (in->arena, (in->variables + 1) * sizeof *in->register_of);
  for (uint32_t v = 0; v < in->variables; v++)
    {
      struct ir_type type = type_of_variable (in, v);
      bool needed = false;
      for (uint32_t n = 0; n < count; n++)
        needed |= mine[n] = is_busy (in, live, n, v);
      in->register_of[v] = INLINED_NONE;
      for (uint32_t r = 0; r < busy.count && needed; r++)
        {
          bool fits = in->registers.at[r].width == type.width
                      && in->registers.at[r].is_bool == type.is_bool;
          for (uint32_t n = 0; n < count && fits; n++)
            fits = !(mine[n] && busy.at[r][n]);
          if (fits)
            {
              in->register_of[v] = r;
              break;
            }
        }
      if (needed && in->register_of[v] == INLINED_NONE)
        {
          in->register_of[v] = busy.count;
          *vec_push (in->arena, &busy) = arena_calloc (in->arena, count, sizeof (bool));
          *vec_push (in->arena, &in->registers) = type;
        }
      for (uint32_t n = 0; n < count && needed; n++)
        busy.at[in->register_of[v]][n] |= mine[n];
    }
}

bool
inlined_build (struct inlined *in, const struct ir_projection *lowering,
               process_id process, struct arena *arena, const char **problem)
{
  memset (in, 0, sizeof *in);
  in->arena = arena;
  in->lowering = lowering;
  struct builder b = { .in = in };
  pairmap_init (&b.ids, arena);
  const struct pds_process *p = &lowering->pds.processes.at[process.index];
  node_at (&b, add_frame (&b, p->body, INLINED_NONE), p->entry);
  for (uint32_t n = 0; n < in->nodes.count && !b.problem; n++)
    {
      follow (&b, n);
      if (in->nodes.count > INLINED_NODES_LIMIT)
        b.problem = "it becomes too large when its calls are written out";
    }
  *problem = b.problem;
  if (b.problem)
    return false;
  struct dataflow live = find_liveness (in);
  allocate_registers (in, &live);
  in->words = in->registers.count / 64 + 1;
  in->live = arena_calloc (arena, (size_t) in->nodes.count * in->words, sizeof *in->live);
  for (uint32_t n = 0; n < in->nodes.count; n++)
    for (uint32_t v = 0; v < in->variables; v++)
      if (bits_have (dataflow_row (&live, live.needed, n), v))
        {
          assert (in->register_of[v] != INLINED_NONE);
          bits_add (in->live + (size_t) n * in->words, in->register_of[v]);
        }
  return true;
}

uint32_t
inlined_register (const struct inlined *in, uint32_t frame, uint32_t slot)
{
  assert (in->register_of && frame < in->frames.count);
  return in->register_of[variable_of (in, frame, slot)];
}

bool
inlined_is_live (const struct inlined *in, uint32_t node, uint32_t reg)
{
  assert (node < in->nodes.count && reg < in->registers.count);
  return bits_have (in->live + (size_t) node * in->words, reg);
}
