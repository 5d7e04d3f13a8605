/* waits_warn.c -- see waits_warn.h.  Cost: for each wait a walk over its body; for each
 * notify a pass over all steps. */
#include <config.h>

#include "ir/waits_warn.h"

#include <assert.h>
#include <string.h>

#include "base/pairmap.h"
#include "base/worklist.h"

/* The most waits that the notes of one notify name. */
#define SHOWN 4

struct warner
{
  const struct ir_projection *lowering;
  const struct ir *flow;
  const struct provenance *provenance;
  struct arena *arena;
  struct diags *diags;
  struct pairmap known; /* (statement, number of the kind of warning) */
};

/* The statement of node N: bodies of several objects have one text, and the calls of a
   program are inlined in several places. */
static uint32_t
statement_of (const struct warner *w, uint32_t n)
{
  assert (n < w->flow->nodes.count);
  const struct ir_step *node = &w->flow->nodes.at[n];
  return w->provenance ? node->position.index : node->offset;
}

/* Was the statement of node N warned of in this KIND?  From now on it was. */
static bool
is_known (struct warner *w, uint32_t n, uint32_t kind)
{
  uint32_t *known = pairmap_at (&w->known, statement_of (w, n), kind);
  bool was = *known != PAIRMAP_FREE;
  *known = n;
  return was;
}

/* "Buffer.java:12: " of a program, whose model has no text. */
static const char *
place_text (const struct warner *w, uint32_t n)
{
  name_id position = w->flow->nodes.at[n].position;
  assert (n < w->flow->nodes.count);
  return w->provenance && position.index != NAME_NONE.index
           ? arena_format (w->arena, "%s: ", names_text (w->flow->model->names, position))
           : "";
}

static struct span
span_of (const struct warner *w, uint32_t n)
{
  assert (n < w->flow->nodes.count);
  return w->provenance ? DIAG_WHOLE_FILE : ir_step_span (w->flow, n);
}

static const char *
lock_text (const struct warner *w, lock_id lock)
{
  assert (lock.index < w->flow->model->locks.count);
  return ir_text (w->flow->model, w->flow->model->locks.at[lock.index].name);
}

/* The second half of a wait: the process acquires the lock again. */
static bool
is_wait (const struct ir_step *node)
{
  return node->op == IR_ACQUIRE && node->waits;
}

/* Does a path without a release of LOCK lead from N, the end of a wait for it, back? */
static bool
is_in_loop (const struct ir *flow, uint32_t n, lock_id lock, struct worklist *work)
{
  assert (is_wait (&flow->nodes.at[n]));
  worklist_restart (work);
  worklist_add (work, n);
  for (uint32_t at; worklist_take (work, &at);)
    {
      const struct ir_step *node = &flow->nodes.at[at];
      if (ir_plain_op (node) == IR_RELEASE && !node->waits && !node->nested
          && lock_equal (ir_step_lock (node), lock))
        continue;
      for (uint32_t e = 0; e < node->edge_count; e++)
        {
          uint32_t next = flow->edges.at[node->first_edge + e];
          if (next == n)
            return true;
          worklist_add (work, next);
        }
    }
  return false;
}

static void
warn_once (struct warner *w, uint32_t n, struct worklist *work)
{
  const struct ir_step *node = &w->flow->nodes.at[n];
  assert (is_wait (node));
  if (is_in_loop (w->flow, n, ir_step_lock (node), work) || is_known (w, n, 0))
    return;
  diag_warning (w->diags, "wait-once", span_of (w, n),
                "%sthis wait is in no loop that holds the lock: what it waits for may no "
                "longer be so when it goes on; write 'while (%s) { wait%s; }'",
                place_text (w, n), w->provenance || ir_has_data (w->flow) ? "..." : "*",
                w->provenance ? " ()" : " ...");
}

/* SYMBOL is the end of a wait: warn of a lock that the process has kept. */
static void
warn_holding (struct warner *w, pds_symbol symbol)
{
  const struct ir_step *node = ir_step_of (w->lowering, symbol);
  uint32_t n = (uint32_t) (node - w->flow->nodes.at);
  struct idsets *idsets = w->flow->model->idsets;
  lock_id own = ir_step_lock (node);
  idset kept = idset_minus (idsets, ir_locks_at (w->lowering, symbol),
                            idset_add (idsets, IDSET_EMPTY, own.index));
  assert (is_wait (node));
  if (idset_is_empty (kept) || is_known (w, n, 1))
    return;
  lock_id other = { idset_next (idsets, kept, 0) };
  assert (!lock_equal (own, other));
  diag_warning (
    w->diags, "wait-holding", span_of (w, n),
    "%sthis wait gives back '%s' and keeps '%s': who needs that on the way to "
    "a notify waits, too",
    place_text (w, n), lock_text (w, own), lock_text (w, other));
}

/* Does N signal one of the conditions of a lock?  In the model of a class by itself all
   of them are that lock, so it is not known who waits for this one. */
static bool
is_of_condition (const struct warner *w, uint32_t n)
{
  const struct provenance_statement *statement
    = w->provenance && !w->provenance->is_program
        ? provenance_find (w->provenance, w->flow->nodes.at[n].offset)
        : NULL;
  return statement && statement->called && strcmp (statement->called, "signal") == 0;
}

static void
warn_notify (struct warner *w, uint32_t n)
{
  const struct ir *flow = w->flow;
  lock_id lock = ir_step_lock (&flow->nodes.at[n]);
  uint32_t waits[SHOWN], count = 0;
  assert (flow->nodes.at[n].op == IR_NOTIFY);
  for (uint32_t i = 0; i < flow->nodes.count && count < SHOWN; i++)
    {
      bool is_new = is_wait (&flow->nodes.at[i])
                    && lock_equal (ir_step_lock (&flow->nodes.at[i]), lock);
      for (uint32_t k = 0; k < count && is_new; k++)
        is_new = statement_of (w, waits[k]) != statement_of (w, i);
      if (is_new)
        waits[count++] = i;
    }
  if (count < 2 || is_of_condition (w, n) || is_known (w, n, 2))
    return;
  diag_warning (
    w->diags, "notify-one", span_of (w, n),
    "%sthis notify of '%s' may wake one that waits for something else, and the "
    "others go on waiting; write '%s'",
    place_text (w, n), lock_text (w, lock),
    w->provenance ? "notifyAll ()" : "notifyall ...");
  for (uint32_t k = 0; k < count; k++)
    diag_note (w->diags, span_of (w, waits[k]), "%sone waits here",
               place_text (w, waits[k]));
}

void
waits_warn (const struct ir_projection *lowering, const struct provenance *provenance,
            struct arena *arena, struct diags *diags)
{
  const struct ir *flow = lowering->flow;
  struct warner w = { .lowering = lowering,
                      .flow = flow,
                      .provenance = provenance,
                      .arena = arena,
                      .diags = diags };
  assert (diags->errors == 0);
  if (!flow->has_waits)
    return;
  struct worklist work; /* nodes */
  worklist_init (&work, flow->nodes.count, arena);
  pairmap_init (&w.known, arena);
  for (uint32_t n = 0; n < flow->nodes.count; n++)
    if (is_wait (&flow->nodes.at[n]))
      warn_once (&w, n, &work);
    else if (flow->nodes.at[n].op == IR_NOTIFY && !flow->nodes.at[n].all)
      warn_notify (&w, n);
  for (uint32_t s = 0; s < pds_symbol_count (&lowering->pds); s++)
    if (is_wait (ir_step_of (lowering, (pds_symbol){ s })))
      warn_holding (&w, (pds_symbol){ s });
}
