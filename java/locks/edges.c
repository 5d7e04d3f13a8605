/* edges.c -- taken while holding: the edges of the lock graph, and which of its nodes can
 * be one lock.
 *
 * A node is what code says of a lock: the class whose monitor it is, the field it is in.
 * A synchronized method and a block on a field can take the same monitor, so nodes are
 * not compared by their names: two of them meet if one object can be both.
 */
#include <config.h>

#include <assert.h>
#include <string.h>

#include "java/locks/lock_program.h"

/* Edges between the same two nodes; further ones are not looked at. */
#define EDGES_MOST 12

/* ---- Nodes. ---- */

static void
set_origin (struct lock_program *p, struct lock_node *node, term_id object)
{
  struct term_origin origin = term_origin (&p->terms, term_at (&p->terms, object));
  assert (origin.field == UINT32_MAX || origin.field < p->terms.fields.count);
  node->origin = origin.field;
  node->is_element = origin.is_element;
}

uint32_t
lock_node_of (struct lock_program *p, term_id lock)
{
  assert (lock.index < p->terms.list.count);
  const struct term *at = term_at (&p->terms, lock);
  struct lock_node node = {
    .kind = TERM_OTHER, .origin = UINT32_MAX, .type = at->type, .is_exact = at->is_exact
  };
  if (at->kind == TERM_CLASS || at->kind == TERM_INIT)
    {
      node.kind = at->kind;
      node.type = (name_id){ at->a };
    }
  else if (at->kind == TERM_LOCK || at->kind == TERM_HALF)
    {
      node.kind = at->kind;
      node.is_read = at->kind == TERM_HALF && at->b == 0;
      set_origin (p, &node, (term_id){ at->a });
    }
  else
    set_origin (p, &node, lock);
  uint32_t flags
    = (uint32_t) node.kind * 8 + node.is_element * 4u + node.is_exact * 2u + node.is_read;
  uint32_t key = pairmap_number (&p->node_keys, node.origin, flags);
  uint32_t *slot = pairmap_at (&p->node_of, key, node.type.index);
  if (*slot == PAIRMAP_FREE)
    {
      *slot = p->nodes.count;
      *vec_push (p->arena, &p->nodes) = node;
    }
  return *slot;
}

/* Is it known what the lock is, or where it comes from? */
static bool
is_known (struct lock_program *p, const struct lock_node *node)
{
  return node->origin != UINT32_MAX || node->kind == TERM_CLASS || node->kind == TERM_INIT
         || (node->type.index != NAME_NONE.index
             && strcmp (universe_text (p->universe, node->type), "java/lang/Object")
                  != 0);
}

/* Is there a given class below A that is a B, too? */
static bool
have_common_subtype (struct lock_program *p, class_id a, name_id b)
{
  assert (class_is_known (a));
  const struct class_list *below = universe_subtypes (p->universe, a);
  for (uint32_t i = 0; i < below->count && i < 200; i++)
    if (universe_is_a (p->universe, below->at[i], b))
      return true;
  return false;
}

bool
lock_types_meet (struct lock_program *p, name_id a, bool a_exact, name_id b, bool b_exact)
{
  struct java_universe *universe = p->universe;
  if (a.index == b.index || a.index == NAME_NONE.index || b.index == NAME_NONE.index)
    return true;
  if (a_exact && b_exact)
    return false;
  class_id one = universe_find (universe, a), two = universe_find (universe, b);
  bool below = class_is_known (one) && universe_is_a (universe, one, b);
  bool above = class_is_known (two) && universe_is_a (universe, two, a);
  if (a_exact || b_exact)
    return a_exact ? below : above;
  return below || above || (class_is_known (one) && have_common_subtype (p, one, b))
         || (class_is_known (two) && have_common_subtype (p, two, a));
}

static bool
find_meeting (struct lock_program *p, uint32_t taken, uint32_t held)
{
  assert (taken < p->nodes.count && held < p->nodes.count);
  const struct lock_node *a = &p->nodes.at[taken], *b = &p->nodes.at[held];
  if (a->kind != b->kind || (a->is_read && b->is_read))
    return false;
  if (a->kind == TERM_CLASS || a->kind == TERM_INIT)
    return a->type.index == b->type.index;
  if (a->is_element != b->is_element && a->origin != UINT32_MAX
      && b->origin != UINT32_MAX)
    return false;
  if (a->origin != b->origin && a->origin != UINT32_MAX && b->origin != UINT32_MAX
      && ((!lock_field (p, a->origin)->is_shared && !lock_field (p, b->origin)->is_shared)
          || lock_is_confined (p, a->origin, a->is_element)
          || lock_is_confined (p, b->origin, b->is_element)))
    return false;
  return lock_types_meet (p, a->type, a->is_exact, b->type, b->is_exact);
}

bool
lock_nodes_meet (struct lock_program *p, uint32_t taken, uint32_t held)
{
  uint32_t *slot = pairmap_at (&p->meetings, taken, held);
  if (*slot == PAIRMAP_FREE)
    {
      *slot = 0;
      bool meets = find_meeting (p, taken, held);
      *pairmap_at (&p->meetings, taken, held) = meets;
      return meets;
    }
  return *slot == 1;
}

/* ---- Edges. ---- */

/* Can nobody else see the object of LOCK when METHOD is at INSTRUCTION?  Neither while it
   is made, nor before it is stored. */
static bool
is_private (struct lock_program *p, uint32_t method, uint32_t instruction, term_id lock)
{
  assert (method < p->methods.count);
  const struct term *at = term_at (&p->terms, lock);
  while (at->kind == TERM_LOCK || at->kind == TERM_HALF || at->kind == TERM_CAST
         || (at->kind == TERM_FIELD && !lock_field (p, at->b)->is_shared))
    at = term_at (&p->terms, (term_id){ at->a });
  const struct java_method *header
    = universe_method (p->universe, p->methods.at[method].member);
  bool is_constructor = strcmp (universe_text (p->universe, header->name), "<init>") == 0;
  if (at->kind == TERM_NEW)
    return lock_is_fresh (p, method, at->a, instruction);
  return at->kind == TERM_NULL
         || (at->kind == TERM_PARAMETER && at->a == 0 && is_constructor);
}

/* Does who holds HELD wait for TAKEN? */
static bool
can_wait (struct lock_program *p, term_id held, term_id taken)
{
  const struct term *a = term_at (&p->terms, held), *b = term_at (&p->terms, taken);
  if (term_same (&p->terms, held, taken))
    return false;
  return !(a->kind == TERM_HALF && b->kind == TERM_HALF && a->a == b->a && a->b == 1);
}

/* Paths that part and meet again come to one place with the same locks. */
static bool
is_same_edge (const struct lock_edge *a, const struct lock_edge *b)
{
  assert (a->hold == b->hold && a->take == b->take);
  return a->method == b->method && a->held == b->held
         && a->taking.instruction == b->taking.instruction
         && a->taking.target == b->taking.target && a->taking.inner == b->taking.inner;
}

static void
add_edge (struct lock_program *p, struct lock_edge edge)
{
  assert (edge.hold < p->nodes.count && edge.take < p->nodes.count);
  uint32_t pair = pairmap_number (&p->pair_of, edge.hold, edge.take);
  assert (pair <= p->pairs.count);
  if (pair == p->pairs.count)
    *vec_push (p->arena, &p->pairs)
      = (struct lock_pair){ .hold = edge.hold, .take = edge.take };
  struct lock_pair *at = &p->pairs.at[pair];
  if (at->edges.count >= EDGES_MOST)
    {
      at->is_cut = true;
      return;
    }
  for (uint32_t i = 0; i < at->edges.count; i++)
    if (is_same_edge (&p->edges.at[at->edges.at[i]], &edge))
      return;
  *vec_push (p->arena, &at->edges) = p->edges.count;
  *vec_push (p->arena, &p->edges) = edge;
}

/* METHOD waits for TAKING with HELD locks. */
static void
add_edges (struct lock_program *p, uint32_t method, struct acquisition taking)
{
  assert (taking.held != HELD_NONE);
  assert (taking.held < p->helds.count);
  uint32_t held = taking.held;
  if (is_private (p, method, taking.instruction, taking.lock))
    return;
  uint32_t take = lock_node_of (p, taking.lock);
  if (!is_known (p, &p->nodes.at[take]))
    {
      p->methods.at[method].is_partial = true;
      return;
    }
  for (uint32_t h = held; h != HELD_NONE; h = p->helds.at[h].below)
    if (!can_wait (p, p->helds.at[h].lock, taking.lock))
      return;
  for (uint32_t h = held; h != HELD_NONE; h = p->helds.at[h].below)
    {
      term_id lock = p->helds.at[h].lock;
      uint32_t hold = lock_node_of (p, lock);
      if (is_private (p, method, taking.instruction, lock)
          || !is_known (p, &p->nodes.at[hold]))
        continue;
      add_edge (
        p, (struct lock_edge){
             .method = method, .hold = hold, .take = take, .held = h, .taking = taking });
    }
}

static void
add_of_call (struct lock_program *p, uint32_t method, uint32_t number)
{
  assert (number < p->calls.count);
  for (uint32_t t = 0; t < p->calls.at[number].target_count; t++)
    {
      uint32_t target = lock_method_number (p, p->calls.at[number].targets[t]);
      for (uint32_t i = 0; i < p->methods.at[target].acquisitions.count; i++)
        {
          term_id inner = p->methods.at[target].acquisitions.at[i].lock;
          const struct lock_call *call = &p->calls.at[number];
          add_edges (p, method,
                     (struct acquisition){ acquisition_lock (p, call, target, inner),
                                           call->instruction, call->held, number, target,
                                           i });
        }
    }
}

/* ---- What is not in the graph. ---- */

/* Methods that make a call with too many targets, one of which takes a lock. */
static void
mark_wide (struct lock_program *p)
{
  struct pairmap lock;
  pairmap_init (&lock, &p->scratch);
  for (uint32_t m = 0; m < p->methods.count; m++)
    if (p->methods.at[m].acquisitions.count > 0)
      {
        const struct java_method *header
          = universe_method (p->universe, p->methods.at[m].member);
        *pairmap_at (&lock, header->name.index, header->descriptor.index) = 1;
      }
  for (uint32_t i = 0; i < p->wide_calls.count; i++)
    {
      const struct lock_wide *call = &p->wide_calls.at[i];
      assert (call->method < p->methods.count);
      bool locks
        = pairmap_get (&lock, call->name.index, call->descriptor.index) != PAIRMAP_FREE;
      p->methods.at[call->method].is_unseen |= locks;
      p->methods.at[call->method].is_partial |= locks && call->held != HELD_NONE;
    }
}

/* Does METHOD take a lock of which nothing is known? */
static bool
takes_unknown (struct lock_program *p, uint32_t method)
{
  assert (method < p->methods.count);
  for (uint32_t i = 0; i < p->methods.at[method].acquisitions.count; i++)
    {
      const struct acquisition *at = &p->methods.at[method].acquisitions.at[i];
      uint32_t node = lock_node_of (p, at->lock);
      if (at->call == UINT32_MAX && !is_private (p, method, at->instruction, at->lock)
          && !is_known (p, &p->nodes.at[node]))
        return true;
    }
  return false;
}

/* Who calls such a method with a lock held lacks edges, too. */
static void
spread_unseen (struct lock_program *p)
{
  VEC (uint32_t) work = VEC_EMPTY;
  mark_wide (p);
  for (uint32_t m = 0; m < p->methods.count; m++)
    {
      p->methods.at[m].is_unseen |= p->methods.at[m].is_cut || takes_unknown (p, m);
      if (p->methods.at[m].is_unseen)
        *vec_push (&p->scratch, &work) = m;
    }
  while (work.count > 0)
    {
      const struct lock_method *method = &p->methods.at[work.at[--work.count]];
      for (uint32_t i = 0; i < method->callers.count; i++)
        {
          assert (method->callers.at[i] < p->calls.count);
          const struct lock_call *call = &p->calls.at[method->callers.at[i]];
          struct lock_method *caller = &p->methods.at[call->method];
          caller->is_partial |= call->held != HELD_NONE;
          if (!caller->is_unseen)
            *vec_push (&p->scratch, &work) = call->method;
          caller->is_unseen = true;
        }
    }
}

void
edges_find (struct lock_program *p)
{
  assert (p->edges.count == 0);
  for (uint32_t m = 0; m < p->methods.count; m++)
    for (uint32_t i = 0; i < p->methods.at[m].state_count; i++)
      {
        quota_tick (p->arena->quota);
        const struct flow_state state = p->states.at[p->methods.at[m].first_state + i];
        for (uint32_t e = 0; e < state.event_count; e++)
          {
            const struct flow_event event = p->events.at[state.first_event + e];
            if (event.held == HELD_NONE)
              continue;
            if (event.kind == FLOW_CALL)
              add_of_call (p, m, event.operand);
            else if (event.kind == FLOW_ACQUIRE)
              add_edges (p, m,
                         (struct acquisition){ event.lock, event.instruction, event.held,
                                               UINT32_MAX, 0, 0 });
          }
      }
  spread_unseen (p);
}
