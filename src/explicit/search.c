/* search.c -- see search.h.
 *
 * A worklist of states.  A state that is taken from it is visited: its
 * processes that may run go along all their enabled edges, and what was not
 * met before joins the worklist.  Taken from the front it is a breadth-first
 * search, taken from the back a depth-first one; neither needs the C stack.
 */
#include <config.h>

#include "search.h"

#include <assert.h>

void
search_init (struct search *search, const struct control *control,
             const struct pa_instance *instance, const uint32_t *processes,
             uint32_t count, const struct search_options *options, struct arena *arena)
{
  *search = (struct search){ .order = options->order, .arena = arena };
  program_init (&search->program, control, instance, processes, count, options->bound,
                arena);
  states_init (&search->states, count, search->program.lock_count, control->is_recursive,
               arena);
  transactions_init (&search->transactions, options->transactions,
                     search->program.lock_count, arena);
  search->state = state_new (&search->states, arena);
  search->edges = arena_calloc (arena, count, sizeof *search->edges);
  search->behind = arena_calloc (arena, count, sizeof *search->behind);
}

/* ---- The worklist. ---- */

static void
add_work (struct search *search, state_id id)
{
  *vec_push (search->arena, &search->work) = id;
}

static bool
take_work (struct search *search, state_id *id)
{
  if (search->head == search->work.count)
    return false;
  if (search->order == SEARCH_DEPTH_FIRST)
    *id = search->work.at[--search->work.count];
  else
    *id = search->work.at[search->head++];
  return true;
}

/* No lock protects the automaton any more: visit again where one seemed to. */
static void
put_back (struct search *search)
{
  for (uint32_t s = 0; s < search->relied.count; s++)
    if (search->relied.at[s])
      {
        search->relied.at[s] = false;
        search->counts.put_back++;
        add_work (search, (state_id){ s });
      }
}

/* The state reached by STEP from PARENT. */
static void
reach (struct search *search, state_id parent, struct state_step step)
{
  bool is_new;
  state_id id
    = states_intern (&search->states, &search->state, parent, step, &is_new);
  if (!is_new)
    return;
  *vec_push (search->arena, &search->relied) = false;
  assert (search->relied.count == states_count (&search->states));
  if (search->state.done == search->program.instance->automaton->steps.count)
    {
      search->found = true;
      search->goal = id;
    }
  else
    add_work (search, id);
}

/* ---- A visit. ---- */

/* Processes that may run: [begin, end). */
struct runners
{
  uint32_t begin, end;
};

/* STEP of FQ03: a process may run iff all others are in N.  (Where two are in
   L, which happens only in states that nobody needs, all may.) */
static struct runners
find_runners (struct search *search)
{
  const struct state *state = &search->state;
  uint32_t count = search->program.count;
  if (state->opener != STATE_NOBODY)
    return (struct runners){ state->opener, state->opener + 1 };
  uint32_t last = 0, behind = 0;
  for (uint32_t p = 0; p < count; p++)
    {
      search->behind[p]
        = transactions_is_behind (&search->transactions, &search->program,
                                  &search->states, state, p, &search->edges[p]);
      if (search->behind[p])
        {
          last = p;
          behind++;
        }
    }
  return behind == 1 ? (struct runners){ last, last + 1 }
                     : (struct runners){ 0, count };
}

static void
list_edges (struct search *search)
{
  const struct state *state = &search->state;
  bool all = state->opener == STATE_NOBODY;
  for (uint32_t p = all ? 0 : state->opener;
       p < (all ? search->program.count : state->opener + 1); p++)
    {
      program_list_edges (&search->program, &search->states, state, p,
                          &search->edges[p]);
      search->behind[p] = false;
    }
}

/* ACCESS of FQ03: take away the locks that are not held at an access; who may
   run can change by that.  Tells in *RELIED whether an access counts as
   protected. */
static struct runners
settle_runners (struct search *search, bool *relied)
{
  struct transactions *transactions = &search->transactions;
  for (;;)
    {
      struct runners runners = find_runners (search);
      uint32_t before = transactions->count;
      bool access = false;
      for (uint32_t p = runners.begin; p < runners.end && before > 0; p++)
        if (edges_have_access (&search->edges[p]))
          {
            access = true;
            if (transactions_weaken (transactions, &search->state, p))
              put_back (search);
          }
      if (before == transactions->count)
        {
          *relied = access;
          return runners;
        }
    }
}

static void
follow (struct search *search, state_id id, uint32_t process, const struct edge *edge)
{
  struct state *state = &search->state;
  uint32_t opener = state->opener;
  state_stack stack = state->stacks[process];
  uint32_t next = transactions_next_opener (&search->transactions, state, process, edge,
                                            search->behind[process]);
  search->counts.edges++;
  program_take (&search->program, &search->states, state, process, edge);
  state->opener = next;
  reach (search, id, (struct state_step){ process, edge->rule, edge->moves });
  state->opener = opener;
  program_untake (&search->program, state, process, edge, stack);
}

static void
visit (struct search *search, state_id id)
{
  search->counts.visited++;
  states_load (&search->states, id, &search->state);
  list_edges (search);
  bool relied = false;
  struct runners runners = settle_runners (search, &relied);
  search->relied.at[id.index] = relied;
  for (uint32_t p = runners.begin; p < runners.end; p++)
    for (uint32_t e = 0; e < search->edges[p].list.count && !search->found; e++)
      {
        const struct edge *edge = &search->edges[p].list.at[e];
        search->cut |= edge->cut;
        if (edge->enabled)
          follow (search, id, p, edge);
      }
}

enum search_answer
search_decide (struct search *search)
{
  assert (states_count (&search->states) == 0);
  program_start (&search->program, &search->states, &search->state);
  reach (search, (state_id){ 0 }, (struct state_step){ 0, 0, false });
  state_id id;
  while (!search->found && take_work (search, &id))
    {
      quota_tick (search->arena->quota);
      visit (search, id);
    }
  search->counts.stored = states_count (&search->states);
  return search->found ? SEARCH_VIOLATION : search->cut ? SEARCH_BOUND : SEARCH_SAFE;
}

void
search_witness (const struct search *search, struct state_run *run, struct arena *arena)
{
  assert (search->found);
  states_run (&search->states, search->goal, run, arena);
}
