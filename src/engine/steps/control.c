/* control.c -- see control.h. */
#include <config.h>

#include "engine/steps/control.h"

#include <assert.h>

#include "base/scc.h"

/* ---- Components and back edges. ---- */

struct walk
{
  struct control *control;
  struct arena *arena;
  struct scc scc;          /* components of the symbols */
  struct worklist symbols; /* symbols that collect_locks has yet to visit */
};

/* Every rule has an edge to where it leads, and a call one to where it returns. */
static uint32_t
next_symbol (const void *context, uint32_t symbol, uint32_t *position)
{
  const struct pds *pds = ((const struct control *) context)->pds;
  struct pds_range rules = pds_rules_of (pds, (pds_symbol){ symbol });
  while (*position / 2 < rules.end - rules.begin)
    {
      const struct pds_rule *rule = &pds->rules.at[rules.begin + *position / 2];
      bool second = *position % 2;
      ++*position;
      pds_symbol to = second ? rule->under : rule->to;
      if ((!second || pds_rule_is_call (rule)) && to.index != PDS_NO_SYMBOL.index)
        return to.index;
    }
  return SCC_NONE;
}

static void
mark_recursion (struct walk *w)
{
  const struct pds *pds = w->control->pds;
  for (uint32_t s = 0; s < pds_symbol_count (pds); s++)
    {
      if (!scc_reached (&w->scc, s))
        continue;
      PDS_EACH_RULE (rule, pds, (pds_symbol){ s })
        {
          if (!pds_rule_is_call (rule))
            continue;
          assert (scc_reached (&w->scc, rule->to.index));
          if (w->scc.of[s] == w->scc.of[rule->to.index])
            w->control->is_recursive[rule->under.index] = w->control->recursion = true;
        }
    }
}

/* ---- Locks. ---- */

/* The locks acquired by the code that can be reached from ENTRY.  USED, by lock: the MARK
   of the last body that acquires it. */
static struct control_locks
collect_locks (struct walk *w, uint32_t entry, uint32_t mark, uint32_t *used)
{
  const struct pds *pds = w->control->pds;
  assert (mark > 0);
  worklist_restart (&w->symbols);
  worklist_add (&w->symbols, entry);
  uint32_t count = 0;
  for (uint32_t symbol; worklist_take (&w->symbols, &symbol);)
    {
      quota_tick (w->arena->quota);
      PDS_EACH_RULE (rule, pds, (pds_symbol){ symbol })
        {
          const struct pds_action_info *action = &pds->actions.at[rule->action.index];
          if (pds_action_is_operation (action)
              && used[pds_action_lock (action).index] != mark)
            {
              used[pds_action_lock (action).index] = mark;
              count++;
            }
        }
      pds_walk_on (pds, symbol, &w->symbols);
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
  scc_init (&w.scc, arena, symbols, next_symbol, control);
  w.scc.back_target = control->is_break;
  worklist_init (&w.symbols, symbols, arena);
  uint32_t *used = arena_calloc (arena, pds->locks.count, sizeof *used);
  for (uint32_t p = 0; p < pds->processes.count; p++)
    {
      const struct pds_process *process = &pds->processes.at[p];
      assert (process->body.index < bodies);
      scc_from (&w.scc, process->entry.index);
      control->is_break[process->entry.index] = true;
      struct control_locks *locks = &control->locks[process->body.index];
      if (!locks->at)
        *locks = collect_locks (&w, process->entry.index, p + 1, used);
    }
  mark_recursion (&w);
  return control;
}
