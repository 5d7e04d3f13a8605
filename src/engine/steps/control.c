/* control.c -- see control.h.
 *
 * Tarjan's algorithm with a stack of its own.  A symbol is GREY while it is on
 * the path of the search; an edge to a grey symbol is a back edge.
 */
#include <config.h>

#include "engine/steps/control.h"

#include <assert.h>

/* ---- Components and back edges. ---- */

enum colour
{
  WHITE,
  GREY,
  BLACK, /* left for good; its component may still be open */
};

struct visit
{
  uint32_t number, low; /* Tarjan's */
  uint32_t component;   /* OPEN until it is closed */
  enum colour colour;
};

/* A symbol on the path, and its next edge: a rule, and for a call which of the two
   edges. */
struct frame
{
  uint32_t symbol;
  uint32_t rule;
  bool second; /* the edge to where the call returns */
};

struct walk
{
  struct control *control;
  struct arena *arena;
  struct visit *visits;      /* by symbol */
  VEC (struct frame) path;
  VEC (uint32_t) open;       /* symbols whose component is not closed */
  uint32_t numbers, components;
};

#define OPEN UINT32_MAX

static void
enter (struct walk *w, uint32_t symbol)
{
  struct visit *visit = &w->visits[symbol];
  assert (visit->colour == WHITE);
  *visit = (struct visit){ w->numbers, w->numbers, OPEN, GREY };
  w->numbers++;
  *vec_push (w->arena, &w->open) = symbol;
  uint32_t first = pds_rules_of (w->control->pds, (pds_symbol){ symbol }).begin;
  *vec_push (w->arena, &w->path) = (struct frame){ symbol, first, false };
}

static void
leave (struct walk *w, uint32_t symbol)
{
  struct visit *visit = &w->visits[symbol];
  assert (visit->colour == GREY && visit->low <= visit->number);
  visit->colour = BLACK;
  w->path.count--;
  if (w->path.count > 0)
    {
      struct visit *above = &w->visits[w->path.at[w->path.count - 1].symbol];
      if (above->low > visit->low)
        above->low = visit->low;
    }
  if (visit->low != visit->number)
    return;
  uint32_t member;
  do
    {
      assert (w->open.count > 0);
      member = w->open.at[--w->open.count];
      w->visits[member].component = w->components;
    }
  while (member != symbol);
  w->components++;
}

static void
follow (struct walk *w, uint32_t from, uint32_t to)
{
  struct visit *visit = &w->visits[to];
  switch (visit->colour)
    {
    case WHITE:
      enter (w, to);
      break;
    case GREY:
      w->control->is_break[to] = true;
      /* fall through */
    case BLACK:
      if (visit->component == OPEN && w->visits[from].low > visit->number)
        w->visits[from].low = visit->number;
      break;
    }
}

static void
walk_from (struct walk *w, uint32_t root)
{
  const struct pds *pds = w->control->pds;
  if (w->visits[root].colour == WHITE)
    enter (w, root);
  while (w->path.count > 0)
    {
      quota_tick (w->arena->quota);
      struct frame *frame = &w->path.at[w->path.count - 1];
      uint32_t symbol = frame->symbol;
      assert (w->visits[symbol].colour == GREY);
      if (frame->rule == pds_rules_of (pds, (pds_symbol){ symbol }).end)
        {
          leave (w, symbol);
          continue;
        }
      const struct pds_rule *rule = &pds->rules.at[frame->rule];
      pds_symbol to = frame->second ? rule->under : rule->to;
      bool more = !frame->second && pds_rule_is_call (rule);
      frame->rule += !more;
      frame->second = more;
      if (to.index != PDS_NO_SYMBOL.index)
        follow (w, symbol, to.index);
    }
  assert (w->open.count == 0 && w->visits[root].component != OPEN);
}

static void
mark_recursion (struct walk *w)
{
  const struct pds *pds = w->control->pds;
  for (uint32_t s = 0; s < pds_symbol_count (pds); s++)
    {
      if (w->visits[s].colour == WHITE)
        continue;
      struct pds_range rules = pds_rules_of (pds, (pds_symbol){ s });
      for (uint32_t r = rules.begin; r < rules.end; r++)
        {
          const struct pds_rule *rule = &pds->rules.at[r];
          if (!pds_rule_is_call (rule))
            continue;
          assert (w->visits[rule->to.index].component != OPEN);
          if (w->visits[s].component == w->visits[rule->to.index].component)
            w->control->is_recursive[rule->under.index] = w->control->recursion = true;
        }
    }
}

/* ---- Locks. ---- */

/* The locks of the code that can be reached from ENTRY.  SEEN, by symbol, and
   USED, by lock, hold the mark of the last body that met the symbol or the lock. */
static struct control_locks
collect_locks (struct walk *w, uint32_t entry, uint32_t mark, uint32_t *seen,
               uint32_t *used)
{
  const struct pds *pds = w->control->pds;
  assert (mark > 0 && seen[entry] < mark && w->open.count == 0);
  *vec_push (w->arena, &w->open) = entry;
  seen[entry] = mark;
  uint32_t count = 0;
  while (w->open.count > 0)
    {
      quota_tick (w->arena->quota);
      uint32_t symbol = w->open.at[--w->open.count];
      struct pds_range rules = pds_rules_of (pds, (pds_symbol){ symbol });
      for (uint32_t r = rules.begin; r < rules.end; r++)
        {
          const struct pds_rule *rule = &pds->rules.at[r];
          const struct pds_action_info *action = &pds->actions.at[rule->action.index];
          if (pds_action_is_operation (action)
              && used[pds_action_lock (action).index] != mark)
            {
              used[pds_action_lock (action).index] = mark;
              count++;
            }
          pds_symbol next[2] = { rule->to, rule->under };
          for (int i = 0; i < 2; i++)
            if (next[i].index != PDS_NO_SYMBOL.index && seen[next[i].index] != mark)
              {
                seen[next[i].index] = mark;
                *vec_push (w->arena, &w->open) = next[i].index;
              }
        }
    }
  lock_id *locks = arena_alloc (w->arena, count * sizeof *locks);
  uint32_t filled = 0;
  for (uint32_t l = 0; l < pds->locks.count; l++)
    if (used[l] == mark)
      locks[filled++] = (lock_id){ l };
  assert (filled == count);
  return (struct control_locks){ locks, count };
}

struct control *
control_new (const struct pds *pds, struct arena *arena)
{
  uint32_t symbols = pds_symbol_count (pds);
  uint32_t bodies = 0;
  for (uint32_t p = 0; p < pds->processes.count; p++)
    if (bodies <= pds->processes.at[p].body.index)
      bodies = pds->processes.at[p].body.index + 1;
  struct control *control = arena_calloc (arena, 1, sizeof *control);
  control->pds = pds;
  control->is_break = arena_calloc (arena, symbols, sizeof *control->is_break);
  control->is_recursive = arena_calloc (arena, symbols, sizeof *control->is_recursive);
  control->locks = arena_calloc (arena, bodies, sizeof *control->locks);
  struct walk w = { .control = control, .arena = arena };
  w.visits = arena_calloc (arena, symbols, sizeof *w.visits);
  uint32_t *seen = arena_calloc (arena, symbols, sizeof *seen);
  uint32_t *used = arena_calloc (arena, pds->locks.count, sizeof *used);
  for (uint32_t p = 0; p < pds->processes.count; p++)
    {
      const struct pds_process *process = &pds->processes.at[p];
      walk_from (&w, process->entry.index);
      control->is_break[process->entry.index] = true;
      struct control_locks *locks = &control->locks[process->body.index];
      if (!locks->at)
        *locks = collect_locks (&w, process->entry.index, p + 1, seen, used);
    }
  mark_recursion (&w);
  return control;
}
