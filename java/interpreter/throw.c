/* throw.c -- exceptions: into a handler of the method, or out of it.
 *
 * An instruction that can throw enters every handler that covers it, up to one that
 * catches everything; the handlers that javac makes for synchronized blocks and for
 * finally are code like any other.  What nobody catches leaves the method, which then
 * releases what it holds.  In EML a call ends in one way only: so after a call of a
 * method that throws the caller goes on either way.
 */
#include <config.h>

#include <assert.h>

#include "java/interpreter/machine.h"

/* Is an object of VALUE's class caught by TYPE? */
enum catch
{
  NEVER,
  MAYBE,
  ALWAYS,
};

static enum catch caught_by (struct machine *m, value_id value, name_id type)
{
  struct extraction *x = m->x;
  if (type.index == NAME_NONE.index || type.index == x->throwable_name.index)
    return ALWAYS;
  const struct value *at = value_at (&x->values, value);
  if (at->kind != VALUE_OBJECT)
    return MAYBE;
  if (at->a == type.index)
    return ALWAYS;
  class_id class = universe_find (x->universe, (name_id){ at->a });
  if (!class_is_known (class))
    return MAYBE;
  if (universe_is_a (x->universe, class, type))
    return ALWAYS;
  return universe_super_types (x->universe, class)->complete ? NEVER : MAYBE;
}

/* What javac writes for the end of a synchronized block: astore, aload, monitorexit,
   aload, athrow.  If nothing catches what it throws again, it does no more than leave the
   method, which releases the monitor, too. */
static bool
only_releases (const struct java_code *code, uint32_t target)
{
  assert (target < code->count);
  static const uint8_t pattern[]
    = { OP_ASTORE, OP_ALOAD, OP_MONITOREXIT, OP_ALOAD, OP_ATHROW };
  if (target + sizeof pattern > code->count)
    return false;
  for (uint32_t i = 0; i < sizeof pattern; i++)
    if (code->at[target + i].opcode != pattern[i])
      return false;
  uint32_t throws = target + (uint32_t) sizeof pattern - 1;
  for (uint32_t i = 0; i < code->handler_count; i++)
    if (code->handlers[i].begin <= throws && throws < code->handlers[i].end
        && code->handlers[i].target != target)
      return false;
  return true;
}

/* Enter the handlers; is the exception certainly caught? */
static bool
enter_handlers (struct machine *m, value_id value)
{
  assert (m->instruction < m->code->count);
  const struct java_code *code = m->code;
  uint32_t first = m->saved_values.count;
  machine_save (m, m->stack.at, m->stack.count);
  bool caught = false;
  for (uint32_t i = 0; i < code->handler_count && !caught; i++)
    {
      const struct handler *handler = &code->handlers[i];
      if (m->instruction < handler->begin || m->instruction >= handler->end)
        continue;
      enum catch catch = caught_by (m, value, handler->type);
      if (catch == NEVER)
        continue;
      if (only_releases (code, handler->target))
        break;
      m->stack.count = 0;
      machine_push (m, value);
      machine_go (m, handler->target);
      caught = catch == ALWAYS;
    }
  m->stack.count = 0;
  for (uint32_t i = first; i < m->saved_values.count; i++)
    *vec_push (&m->x->run_arena, &m->stack) = m->saved_values.at[i];
  m->saved_values.count = first;
  return caught;
}

static void
leave (struct machine *m, bool implicit)
{
  assert (m->node != GRAPH_EXIT);
  struct graph *graph = &m->x->instances.at[m->instance].graph;
  uint32_t out = machine_node (m);
  graph_edge (graph, &m->x->run_arena, m->node,
              (struct graph_edge){ .target = out,
                                   .kind = EFFECT_NONE,
                                   .instruction = m->instruction,
                                   .uncaught = implicit });
  uint32_t node = m->node;
  machine_save_monitors (m);
  m->node = out;
  machine_leave_units (m);
  monitors_release (m, true);
  machine_join (m, GRAPH_EXIT);
  m->node = node;
  machine_restore_monitors (m);
  instance_throws (m->x, m->instance);
}

void
machine_may_throw (struct machine *m)
{
  assert (m->instruction < m->code->count && m->node != GRAPH_EXIT);
  if (!enter_handlers (m, OTHER))
    leave (m, true);
}

void
machine_throw (struct machine *m, value_id value)
{
  assert (value.index < m->x->values.list.count);
  if (!enter_handlers (m, value))
    leave (m, false);
}
