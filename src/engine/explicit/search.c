/* search.c -- see search.h.
 *
 * A worklist of states.  A state that is taken from its front is visited: the
 * processes that may run go along all their enabled edges, and states that were not
 * met before join the worklist.
 *
 * Passing.  Inside a transaction, where one process runs alone, a state that has one
 * enabled edge and is not at a break point need not be stored: the search goes on to
 * the next state.  This ends at a break point at the latest.  What such a state
 * relies on, the stored state before it relies on.
 */
#include <config.h>

#include "engine/explicit/search.h"

#include <assert.h>

#include "base/log.h"

/* A visit, or an edge that is followed from there, in units of work (base/quota.h),
   measured: see doc/performance.md. */
#define VISIT 3
/* The same in a model with recursion: then most often only a violation is an answer, and
   where engines take turns (ask/turns.h) the search is worth an eighth of them. */
#define RECURSIVE_VISIT (8 * VISIT)

void
search_init (struct search *search, const struct control *control,
             const struct pa_instance *instance, const process_id *processes,
             uint32_t count, bool transactions, struct arena *arena)
{
  *search = (struct search){ .arena = arena };
  program_init (&search->program, control, instance, processes, count, arena);
  states_init (&search->states, count, search->program.locks.count, search->program.lives,
               control->is_recursive, arena);
  transactions_init (&search->transactions, transactions, search->program.locks.count,
                     arena);
  search->state = state_new (&search->states, arena);
  search->edges = arena_calloc (arena, count, sizeof *search->edges);
  search->past_commit = arena_calloc (arena, count, sizeof *search->past_commit);
}

/* ---- The worklist. ---- */

/* No lock protects the automaton any more: visit the states again where one seemed
   to. */
static void
put_back (struct search *search)
{
  uint32_t before = search->work.count;
  assert (search->transactions.count == 0);
  for (uint32_t s = 0; s < search->relied.count; s++)
    if (search->relied.at[s])
      {
        search->relied.at[s] = false;
        *vec_push (search->arena, &search->work) = (state_id){ s };
      }
  LOG (2, "no lock protects the automaton: %u states are visited again",
       (unsigned) (search->work.count - before));
}

static bool
is_goal (const struct search *search)
{
  const struct program *program = &search->program;
  return search->state.done == program->alone
         && (!program->meets
             || program_is_meeting (program, &search->states, &search->state, NULL));
}

/* The current state was reached by LINK. */
static void
reach (struct search *search, const struct state_link *link)
{
  bool is_new;
  state_id id = states_intern (&search->states, &search->state, link, &is_new);
  if (!is_new)
    return;
  *vec_push (search->arena, &search->relied) = false;
  assert (search->relied.count == states_count (&search->states));
  if (is_goal (search))
    {
      search->found = true;
      search->goal = id;
    }
  else
    *vec_push (search->arena, &search->work) = id;
}

/* ---- A visit. ---- */

static void
spend (struct search *search)
{
  bool recursion = search->program.control->recursion;
  quota_spend (search->arena->quota, recursion ? RECURSIVE_VISIT : VISIT);
}

/* The processes that may run: [begin, end). */
struct runners
{
  uint32_t begin, end;
};

static struct runners
alone (participant_id process)
{
  return (struct runners){ process.index, process.index + 1 };
}

/* STEP of [FlanaganQadeer2003]: a process may run iff all others are in N.
   (Where two are in L, which happens only in states that no violation needs, all
   may.) */
static struct runners
find_runners (struct search *search)
{
  const struct state *state = &search->state;
  uint32_t count = search->program.count;
  if (!participant_equal (state->opener, STATE_NOBODY))
    return alone (state->opener);
  participant_id last = STATE_NOBODY;
  uint32_t past = 0;
  for (participant_id p = { 0 }; p.index < count; p.index++)
    {
      search->past_commit[p.index] = transactions_is_past_commit (
        &search->transactions, &search->program, &search->states, state, p,
        &search->edges[p.index]);
      if (search->past_commit[p.index])
        {
          last = p;
          past++;
        }
    }
  return past == 1 ? alone (last) : (struct runners){ 0, count };
}

static void
list_edges (struct search *search)
{
  const struct state *state = &search->state;
  struct runners listed = participant_equal (state->opener, STATE_NOBODY)
                            ? (struct runners){ 0, search->program.count }
                            : alone (state->opener);
  for (uint32_t p = listed.begin; p < listed.end; p++)
    {
      program_list_edges (&search->program, &search->states, state, (participant_id){ p },
                          &search->edges[p]);
      search->past_commit[p] = false;
    }
}

/* ACCESS of [FlanaganQadeer2003]: locks that are not held at an access do not
   protect; without them other processes may run.  *RELIED: an access counts as
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
            if (transactions_weaken (transactions, &search->state, (participant_id){ p }))
              put_back (search);
          }
      assert (transactions->count <= before);
      if (before == transactions->count)
        {
          *relied = access;
          return runners;
        }
    }
}

/* PROCESS goes along EDGE; it is in L iff PAST_COMMIT. */
static inline void
take (struct search *search, participant_id process, const struct edge *edge,
      bool past_commit)
{
  struct state *state = &search->state;
  participant_id opener
    = transactions_next_opener (&search->transactions, state, process, edge, past_commit);
  program_take (&search->program, &search->states, state, process, edge);
  bool meets
    = search->program.meets
      && program_is_meeting_place (&search->program, &search->states, state, process);
  state->opener = meets ? STATE_NOBODY : opener;
}

/* The only enabled one of EDGES, or null; *COUNT is the number of enabled ones. */
static const struct edge *
find_only_edge (const struct edges *edges, uint32_t *count)
{
  const struct edge *only = NULL;
  *count = 0;
  for (uint32_t i = 0; i < edges->list.count; i++)
    if (edges->list.at[i].enabled)
      {
        only = &edges->list.at[i];
        ++*count;
      }
  return *count == 1 ? only : NULL;
}

static void
note_cuts (struct search *search, const struct edges *edges)
{
  for (uint32_t i = 0; i < edges->list.count; i++)
    search->cut |= edges->list.at[i].cut;
}

enum passing
{
  PASS, /* the process went on */
  STAY, /* the state must be stored */
  DROP, /* nothing can follow, and no violation needs the state */
};

/* PROCESS has come from state ID, and all others are in N.  Does it run alone,
   with one thing to do?  Then do it. */
static enum passing
pass (struct search *search, state_id id, participant_id process)
{
  struct state *state = &search->state;
  pds_stack stack = state->stacks[process.index];
  assert (search->transactions.on && id.index < search->relied.count);
  if (is_goal (search) || stack_is_empty (stack))
    return STAY;
  pds_symbol top = stacks_top (&search->states.stacks, stack);
  if (search->program.control->is_break[top.index])
    return STAY;
  struct edges *edges = &search->ahead;
  program_list_edges (&search->program, &search->states, state, process, edges);
  bool before = participant_equal (state->opener, process);
  bool past_commit
    = !before
      && transactions_is_past_commit (&search->transactions, &search->program,
                                      &search->states, state, process, edges);
  if (!before && !past_commit)
    return STAY;
  if (search->transactions.count > 0 && edges_have_access (edges))
    {
      search->relied.at[id.index] = true;
      /* In L the access is protected: only held locks are left. */
      if (transactions_weaken (&search->transactions, state, process))
        {
          assert (before);
          put_back (search);
        }
    }
  note_cuts (search, edges);
  uint32_t count;
  const struct edge *only = find_only_edge (edges, &count);
  if (count == 0)
    return DROP;
  if (!only)
    return STAY;
  search->counts.visited++;
  take (search, process, only, past_commit);
  return PASS;
}

/* PROCESS goes along EDGE from state ID, and further while it may PASS. */
static void
follow (struct search *search, state_id id, participant_id process,
        const struct edge *edge, bool may_pass)
{
  struct state *state = &search->state;
  participant_id opener = state->opener;
  spend (search);
  pds_stack stack = state->stacks[process.index];
  struct state_link link = { id, { process, edge->rule, edge->moves }, 0 };
  take (search, process, edge, search->past_commit[process.index]);
  enum passing passing = STAY;
  while (may_pass && (passing = pass (search, id, process)) == PASS)
    {
      spend (search);
      link.more++;
    }
  if (passing != DROP)
    reach (search, &link);
  if (link.more > 0)
    states_load (&search->states, id, state);
  else
    {
      state->opener = opener;
      program_untake (&search->program, state, process, edge, stack);
    }
}

static void
visit (struct search *search, state_id id)
{
  search->counts.visited++;
  states_load (&search->states, id, &search->state);
  assert (!is_goal (search));
  list_edges (search);
  bool relied = false;
  struct runners runners = settle_runners (search, &relied);
  search->relied.at[id.index] = relied;
  assert (runners.begin < runners.end && runners.end <= search->program.count);
  /* Several in L: see find_runners. */
  uint32_t past = 0;
  for (uint32_t p = runners.begin; p < runners.end; p++)
    past += search->past_commit[p];
  bool may_pass = search->transactions.on && past <= 1;
  for (uint32_t p = runners.begin; p < runners.end; p++)
    {
      note_cuts (search, &search->edges[p]);
      for (uint32_t e = 0; e < search->edges[p].list.count && !search->found; e++)
        if (search->edges[p].list.at[e].enabled)
          follow (search, id, (participant_id){ p }, &search->edges[p].list.at[e],
                  may_pass);
    }
}

enum verdict_kind
search_decide (struct search *search)
{
  assert (states_count (&search->states) == 0);
  program_start (&search->program, &search->states, &search->state);
  reach (search, &(struct state_link){ { 0 }, { { 0 }, 0, false }, 0 });
  uint64_t limit = search->budget ? search->budget : UINT64_MAX;
  while (!search->found && !search->gave_up && search->head < search->work.count)
    {
      spend (search);
      visit (search, search->work.at[search->head++]);
      search->gave_up = search->counts.visited + states_count (&search->states) >= limit;
    }
  search->counts.stored = states_count (&search->states);
  assert (search->counts.stored > 0);
  if (search->found)
    return VERDICT_VIOLATION;
  return search->cut || search->gave_up ? VERDICT_UNKNOWN : VERDICT_SAFE;
}

/* ---- The witness. ---- */

static void
record (struct search *search, struct run *run, participant_id process,
        const struct edge *edge, struct arena *arena)
{
  *vec_push (arena, &run->steps) = (struct run_step){ process, edge->rule, edge->moves };
  program_take (&search->program, &search->states, &search->state, process, edge);
}

/* Go the way of LINK again. */
static void
repeat (struct search *search, const struct state_link *link, struct run *run,
        struct arena *arena)
{
  struct edges *edges = &search->ahead;
  participant_id process = link->step.participant;
  states_load (&search->states, link->parent, &search->state);
  program_list_edges (&search->program, &search->states, &search->state, process, edges);
  uint32_t e = 0;
  while (edges->list.at[e].rule != link->step.rule
         || edges->list.at[e].moves != link->step.moves)
    {
      e++;
      assert (e < edges->list.count);
    }
  record (search, run, process, &edges->list.at[e], arena);
  for (uint32_t i = 0; i < link->more; i++)
    {
      uint32_t count;
      program_list_edges (&search->program, &search->states, &search->state, process,
                          edges);
      const struct edge *only = find_only_edge (edges, &count);
      assert (only);
      record (search, run, process, only, arena);
    }
}

/* The steps that happen together in the current state. */
static void
record_meeting (struct search *search, struct run *run, struct arena *arena)
{
  const struct program *program = &search->program;
  const struct pa_automaton *automaton = program->instance->automaton;
  uint32_t *rules = arena_calloc (arena, program->threads, sizeof *rules);
  bool meeting = program_is_meeting (program, &search->states, &search->state, rules);
  assert (meeting);
  (void) meeting;
  for (uint32_t i = program->alone; i < automaton->steps.count; i++)
    {
      uint32_t thread = automaton->steps.at[i].thread.index;
      *vec_push (arena, &run->steps)
        = (struct run_step){ { thread }, rules[thread], true };
    }
}

void
search_witness (struct search *search, struct run *run, struct arena *arena)
{
  assert (search->found);
  VEC (uint32_t) way = VEC_EMPTY;
  for (uint32_t id = search->goal.index; id != 0;
       id = search->states.links.at[id].parent.index)
    {
      assert (search->states.links.at[id].parent.index < id);
      *vec_push (arena, &way) = id;
    }
  run->steps.count = 0;
  for (uint32_t i = way.count; i > 0; i--)
    repeat (search, &search->states.links.at[way.at[i - 1]], run, arena);
  if (way.count == 0)
    states_load (&search->states, search->goal, &search->state);
  assert (is_goal (search));
  if (search->program.meets)
    record_meeting (search, run, arena);
  LOG (2, "the violation is %u steps away from the start", (unsigned) run->steps.count);
}
