/* lock_order_warn.c -- warns of cycles in the order of locks; see lock_order.h.
 *
 * For each process of a cycle the notes say where it takes the lock that it holds,
 * which procedures it calls from there on, and where it takes the next lock.  These
 * places are on a shortest run, counted in statements of bodies that are still active:
 * a breadth-first walk from the entry of the process that steps over calls.
 */
#include <config.h>

#include <assert.h>
#include <string.h>

#include "base/scribe.h"
#include "ir/lock_order.h"

#define NONE UINT32_MAX
/* The most locks, processes, and calls of each that are named. */
#define SHOWN 8

struct guide
{
  const struct lock_order *order;
  struct diags *diags;
  uint32_t *came_from; /* by symbol, NONE: not reached, or an entry */
  bool *by_call;       /* by symbol: it is the entry of a procedure called there */
  VEC (uint32_t) queue;
};

/* A path from where a lock is taken to where the next one is. */
struct way
{
  pds_symbol begin;
  VEC (pds_symbol) calls; /* the last one first */
};

static const char *
lock_name (const struct guide *g, lock_id lock)
{
  assert (lock.index < g->order->lowering->pds.locks.count);
  return g->order->lowering->pds.locks.at[lock.index];
}

static void
reach (struct guide *g, pds_symbol to, uint32_t from, bool by_call)
{
  if (g->came_from[to.index] != NONE || to.index == g->queue.at[0])
    return;
  g->came_from[to.index] = from;
  g->by_call[to.index] = by_call;
  *vec_push (g->order->arena, &g->queue) = to.index;
}

/* Walk from ENTRY until GOAL is reached. */
static void
walk (struct guide *g, pds_symbol entry, pds_symbol goal)
{
  const struct pds *pds = &g->order->lowering->pds;
  assert (g->order->returns);
  for (uint32_t i = 0; i < g->queue.count; i++)
    g->came_from[g->queue.at[i]] = NONE;
  g->queue.count = 0;
  *vec_push (g->order->arena, &g->queue) = entry.index;
  for (uint32_t i = 0; i < g->queue.count && g->queue.at[i] != goal.index; i++)
    {
      uint32_t from = g->queue.at[i];
      PDS_EACH_RULE (rule, pds, (pds_symbol){ from })
        {
          if (pds_rule_is_return (rule))
            continue;
          bool call = pds_rule_is_call (rule);
          if (call && g->order->returns[rule->to.index])
            reach (g, rule->under, from, false);
          reach (g, rule->to, from, call);
        }
    }
}

/* Is LOCK taken at SYMBOL, by a process that does not hold it, and not by a wait? */
static bool
takes (const struct guide *g, pds_symbol symbol, lock_id lock)
{
  const struct pds *pds = &g->order->lowering->pds;
  struct pds_range rules = pds_rules_of (pds, symbol);
  assert (rules.begin <= rules.end);
  if (rules.begin == rules.end)
    return false;
  const struct pds_action_info *action
    = &pds->actions.at[pds->rules.at[rules.begin].action.index];
  return action->op == PDS_ACQUIRE && lock_equal (pds_action_lock (action), lock)
         && !ir_step_of (g->order->lowering, symbol)->waits;
}

/* The path to TAKE from where its process takes HELD. */
static struct way
find_way (struct guide *g, const struct lock_take *take, lock_id held)
{
  const struct pds *pds = &g->order->lowering->pds;
  struct way way = { .calls = VEC_EMPTY };
  walk (g, pds->processes.at[take->process.index].entry, take->place);
  uint32_t at = take->place.index;
  /* Calls that are stepped over release the locks that they take: so HELD is held from
     the last place on the path that takes it. */
  do
    {
      uint32_t from = g->came_from[at];
      assert (from != NONE);
      if (g->by_call[at])
        *vec_push (g->order->arena, &way.calls) = (pds_symbol){ from };
      at = from;
    }
  while (!takes (g, (pds_symbol){ at }, held));
  way.begin = (pds_symbol){ at };
  return way;
}

static struct span
span_of (const struct guide *g, pds_symbol symbol)
{
  const struct ir *flow = g->order->lowering->flow;
  const struct ir_step *node = ir_step_of (g->order->lowering, symbol);
  assert (node >= flow->nodes.at && node < flow->nodes.at + flow->nodes.count);
  return ir_step_span (flow, (uint32_t) (node - flow->nodes.at));
}

static const char *
body_name (const struct guide *g, body_id body)
{
  const struct ir_model *model = g->order->lowering->flow->model;
  assert (body.index < model->bodies.count);
  return ir_text (model, model->bodies.at[body.index].name);
}

static void
note_way (const struct guide *g, const struct way *way, const struct lock_take *take,
          lock_id held)
{
  const struct ir_projection *lowering = g->order->lowering;
  const struct pds_process *process = &lowering->pds.processes.at[take->process.index];
  body_id body = ir_instance_of (lowering, way->begin)->body;
  uint32_t calls = way->calls.count;
  assert (process->name);
  if (body_equal (body, process->body))
    diag_note (g->diags, span_of (g, way->begin), "process '%s' takes '%s' here",
               process->name, lock_name (g, held));
  else
    diag_note (g->diags, span_of (g, way->begin), "process '%s' takes '%s' here, in '%s'",
               process->name, lock_name (g, held), body_name (g, body));
  for (uint32_t i = 0; i < calls && i < SHOWN; i++)
    {
      pds_symbol call = way->calls.at[calls - 1 - i];
      const struct ir_step *node = ir_step_of (lowering, call);
      uint32_t more = calls - 1 - i;
      if (i + 1 < SHOWN || more == 0)
        diag_note (g->diags, span_of (g, call), "then it calls '%s' here",
                   body_name (g, ir_step_callee (node)));
      else
        diag_note (g->diags, span_of (g, call),
                   "then it calls '%s' here, and so on: %u more call%s",
                   body_name (g, ir_step_callee (node)), (unsigned) more,
                   more == 1 ? "" : "s");
    }
  diag_note (g->diags, span_of (g, take->place),
             "then it takes '%s' here, while it holds '%s'", lock_name (g, take->taken),
             lock_name (g, held));
}

/* "'a' and 'b'", "'a', 'b' and 'c'". */
static const char *
list_locks (const struct guide *g, const struct lock_cycle *cycle)
{
  struct scribe scribe;
  FILE *file = scribe_start (&scribe, g->order->arena);
  uint32_t shown = cycle->length <= SHOWN ? cycle->length : SHOWN;
  assert (shown >= 2);
  for (uint32_t i = 0; i < shown; i++)
    {
      bool last = i + 1 == cycle->length;
      fprintf (file, "%s'%s'",
               i == 0 ? ""
               : last ? " and "
                      : ", ",
               lock_name (g, cycle->locks[i]));
    }
  if (cycle->length > shown)
    fprintf (file, " and %u more", (unsigned) (cycle->length - shown));
  return scribe_end (&scribe);
}

static void
warn (struct guide *g, const struct lock_cycle *cycle)
{
  assert (cycle->length >= 2);
  bool wanted = g->diags->warnings < DIAG_MOST; /* otherwise it is only counted */
  struct way way = { .begin = cycle->takes[0].place };
  if (wanted)
    way = find_way (g, &cycle->takes[0], cycle->locks[0]);
  diag_warning (g->diags, "lock-order", span_of (g, way.begin),
                "locks %s are taken %s, which can lead to a deadlock",
                wanted ? list_locks (g, cycle) : "",
                cycle->length == 2 ? "in both orders" : "in the order of a cycle");
  for (uint32_t i = 0; i < cycle->length && i < SHOWN && wanted; i++)
    {
      if (i > 0)
        way = find_way (g, &cycle->takes[i], cycle->locks[i]);
      note_way (g, &way, &cycle->takes[i], cycle->locks[i]);
    }
  if (cycle->length > SHOWN && wanted)
    diag_note (g->diags, span_of (g, cycle->takes[SHOWN].place),
               "and so on: %u more process%s, the next one here",
               (unsigned) (cycle->length - SHOWN),
               cycle->length - SHOWN == 1 ? "" : "es");
}

/* Is a lock taken, or a procedure called, while the body itself holds a lock?  If not,
   the locks of the model have no order: most models need no more than this pass. */
static bool
has_order (const struct ir *flow)
{
  for (uint32_t i = 0; i < flow->nodes.count; i++)
    {
      const struct ir_step *node = &flow->nodes.at[i];
      if ((ir_plain_op (node) == IR_ACQUIRE || node->op == IR_CALL)
          && !idset_is_empty (node->locks))
        return true;
    }
  return false;
}

void
lock_order_warn (const struct ir_projection *lowering, struct arena *arena,
                 struct diags *diags)
{
  struct lock_order order;
  assert (diags->errors == 0);
  if (!has_order (lowering->flow))
    return;
  lock_order_init (&order, lowering, arena);
  if (order.takes.count == 0)
    return;
  struct guide guide = { .order = &order, .diags = diags };
  size_t symbols = pds_symbol_count (&lowering->pds) + (size_t) 1;
  guide.came_from = arena_alloc (arena, symbols * sizeof *guide.came_from);
  memset (guide.came_from, 0xFF, symbols * sizeof *guide.came_from);
  guide.by_call = arena_calloc (arena, symbols, sizeof *guide.by_call);
  const struct lock_cycle *cycles = lock_order_cycles (&order);
  for (uint32_t g = 0; g < order.groups; g++)
    if (cycles[g].length > 0)
      warn (&guide, &cycles[g]);
}
