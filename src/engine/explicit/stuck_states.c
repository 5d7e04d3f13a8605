/* stuck_states.c -- see stuck_states.h. */
#include <config.h>

#include "engine/explicit/stuck_states.h"

#include <assert.h>
#include <string.h>

#include "base/bitset.h"
#include "base/log.h"
#include "base/scc.h"

/* The most steps without a choice that a process makes in a row. */
#define CHAIN_LIMIT 256

/* The graph of the states that were visited. */
struct graph
{
  struct search *s;
  const struct process_filter *only;
  VEC (uint32_t) edges;
  VEC (uint32_t) first;  /* by state: its first edge; the next state's is the end */
  VEC (uint8_t) partial; /* by state: some of its successors are not known */
};

/* ---- Steps that nobody else notices. ---- */

/* Is NEXT an access to a field whose value nobody reads?  Then no step depends on it. */
static bool
is_idle_access (const struct search *s, const struct next_step *next)
{
  assert (s->program.data && next->node);
  return next->kind == STEP_ACCESS && ir_is_access (next->node)
         && !s->program.data->liveness.matters[ir_step_field (next->node).index];
}

/* Can NEXT be made now, unnoticed by all other processes?  (A step inside of an atomic
   block is noticed: it keeps others from running.) */
static bool
is_unnoticed (const struct search *s, const struct next_step *next)
{
  if (next->choices == 0 || next->failed != IR_NO_CLAIM || next->sampled
      || s->program.control->is_break[next->symbol] || next->node->idle)
    return false;
  return (next->kind == STEP_FREE || is_idle_access (s, next))
         && !(next->is_step && next->atomic);
}

/* ---- Visits. ---- */

/* Let the mover go on while it has one choice that nobody notices. */
static void
go_on (struct search *s)
{
  assert (s->mover < s->program.count);
  for (uint32_t i = 0;
       i < CHAIN_LIMIT && s->ahead.choices == 1 && s->ahead.symbol != FRAMES_NOWHERE
       && is_unnoticed (s, &s->ahead);
       i++)
    {
      quota_spend (s->arena->quota, s->effort);
      s->counts.visited++;
      search_step_on (s);
    }
}

/* Let PROCESS make choice number CHOICE in `base', which is ID, and store the edge. */
static void
follow (struct graph *g, state_id id, uint32_t process, uint32_t choice)
{
  assert (process < g->s->program.count && choice < g->s->views[process].choices);
  struct search *s = g->s;
  bool is_new;
  search_step (s, process, choice);
  go_on (s);
  s->now.stacks[process] = frames_store (&s->frames, &s->actor);
  struct state_link link = { id, process, choice };
  state_id next = states_intern (&s->states, &s->now, &link, &is_new);
  assert (next.index < states_count (&s->states));
  s->counts.stored += is_new;
  *vec_push (s->arena, &g->edges) = next.index;
}

/* The processes that have to run in `base': [*BEGIN, *END). */
static void
find_runners (const struct search *s, uint32_t *begin, uint32_t *end)
{
  *begin = 0;
  *end = s->program.count;
  assert (s->base.midst == STATE_NOBODY || s->base.midst <= s->program.count);
  if (s->base.midst != STATE_NOBODY)
    {
      *begin = s->base.midst - 1;
      *end = s->base.midst;
      return;
    }
  for (uint32_t p = 0; p < s->program.count; p++)
    if (s->views[p].symbol != FRAMES_NOWHERE && is_unnoticed (s, &s->views[p]))
      {
        *begin = p;
        *end = p + 1;
        return;
      }
}

/* Visit ID: store its successors and its edges. */
static void
visit (struct graph *g, state_id id)
{
  struct search *s = g->s;
  assert (id.index == g->first.count);
  quota_spend (s->arena->quota, s->effort);
  s->counts.visited++;
  *vec_push (s->arena, &g->first) = g->edges.count;
  *vec_push (s->arena, &g->partial) = false;
  search_load (s, id);
  uint32_t begin, end;
  find_runners (s, &begin, &end);
  for (uint32_t p = begin; p < end; p++)
    {
      const struct next_step *next = &s->views[p];
      g->partial.at[id.index] |= next->cut || next->sampled;
      s->cut |= next->cut;
      s->sampled |= next->sampled;
      for (uint32_t c = 0; c < next->choices; c++)
        follow (g, id, p, c);
    }
}

/* ---- Who waits. ---- */

/* Does the process whose next step is NEXT wait for others?  A process that was not
   started has not begun, and a false condition over locals does not count as a wait. */
static bool
waits (const struct next_step *next)
{
  if (next->symbol == FRAMES_NOWHERE || !next->blocked || next->kind == STEP_FREE)
    return false;
  assert (next->choices == 0 && next->node);
  return next->node->op != IR_WAKE;
}

/* Remove from STUCK, a set of processes, those that do not wait in `base'. */
static void
keep_waiting (const struct search *s, uint64_t *stuck)
{
  for (uint32_t p = 0; p < s->program.count; p++)
    if (!waits (&s->views[p]))
      bits_drop (stuck, p);
}

/* If there are processes in STUCK, and they count, they are the violation, in ID. */
static bool
take (const struct graph *g, state_id id, const uint64_t *stuck, struct violation *found)
{
  assert (id.index < g->first.count && !g->partial.at[id.index]);
  struct search *s = g->s;
  process_id *processes
    = arena_alloc (s->arena, (s->program.count + (size_t) 1) * sizeof *processes);
  uint32_t count = 0;
  for (uint32_t p = 0; p < s->program.count; p++)
    if (bits_have (stuck, p))
      processes[count++] = (process_id){ p };
  if (count == 0 || !process_filter_mean (g->only, processes, count, s->program.count))
    return false;
  *found = (struct violation){ .found = true,
                               .state = id,
                               .count = count < PA_SIZE_LIMIT ? count : PA_SIZE_LIMIT,
                               .processes = processes };
  return true;
}

static uint64_t *
all_processes (const struct search *s)
{
  size_t words = s->program.count / 64 + (size_t) 1;
  uint64_t *set = arena_calloc (s->arena, words, sizeof *set);
  for (uint32_t p = 0; p < s->program.count; p++)
    bits_add (set, p);
  return set;
}

/* ID, which is `base', has no successor: record who waits there. */
static bool
check_end (const struct graph *g, state_id id, struct violation *found)
{
  assert (!g->partial.at[id.index]);
  uint64_t *stuck = all_processes (g->s);
  keep_waiting (g->s, stuck);
  return take (g, id, stuck, found);
}

/* ---- Components. ---- */

static uint32_t
successor (const void *graph, uint32_t node, uint32_t *position)
{
  const struct graph *g = graph;
  uint32_t end = node + 1 < g->first.count ? g->first.at[node + 1] : g->edges.count;
  assert (g->first.at[node] <= end);
  uint32_t edge = g->first.at[node] + *position;
  ++*position;
  return edge < end ? g->edges.at[edge] : SCC_NONE;
}

/* Compute the components of the graph, and for each whether nothing leaves it. */
static bool *
find_closed (const struct graph *g, struct scc *scc)
{
  assert (g->first.count == states_count (&g->s->states));
  uint32_t states = g->first.count;
  scc_init (scc, g->s->arena, states, successor, g);
  scc_all (scc);
  bool *closed = arena_alloc (g->s->arena, scc->count + (size_t) 1);
  for (uint32_t c = 0; c < scc->count; c++)
    closed[c] = true;
  for (uint32_t i = 0; i < states; i++)
    {
      uint32_t position = 0, own = scc->of[i];
      assert (own < scc->count);
      closed[own] &= !g->partial.at[i];
      for (uint32_t next; (next = successor (g, i, &position)) != SCC_NONE;)
        closed[own] &= scc->of[next] == own;
    }
  return closed;
}

/* Check all components that nothing leaves, the one with the first state first. */
static bool
check_components (const struct graph *g, struct violation *found)
{
  struct search *s = g->s;
  struct scc scc;
  bool *closed = find_closed (g, &scc);
  uint64_t **stuck = arena_calloc (s->arena, scc.count + (size_t) 1, sizeof *stuck);
  uint32_t *first = arena_calloc (s->arena, scc.count + (size_t) 1, sizeof *first);
  VEC (uint32_t) order = VEC_EMPTY; /* components, as they are met */
  for (uint32_t i = 0; i < g->first.count; i++)
    {
      uint32_t own = scc.of[i];
      if (!closed[own])
        continue;
      quota_spend (s->arena->quota, s->effort);
      if (!stuck[own])
        {
          stuck[own] = all_processes (s);
          first[own] = i;
          *vec_push (s->arena, &order) = own;
        }
      search_load (s, (state_id){ i });
      keep_waiting (s, stuck[own]);
    }
  for (uint32_t i = 0; i < order.count; i++)
    if (take (g, (state_id){ first[order.at[i]] }, stuck[order.at[i]], found))
      return true;
  return false;
}

/* Is some process at an idle step (ir.h) in `base'? */
static bool
has_idle (const struct search *s)
{
  for (uint32_t p = 0; p < s->program.count; p++)
    if (s->views[p].symbol != FRAMES_NOWHERE && s->views[p].choices > 0
        && s->views[p].node->idle)
      return true;
  return false;
}

/* Does a process wait for ever in a state where some process is idle?  By component, from
   the last one on, this computes who waits in all that follows. */
static bool
check_all (const struct graph *g, struct violation *found)
{
  struct search *s = g->s;
  uint32_t states = g->first.count;
  struct scc scc;
  scc_init (&scc, s->arena, states, successor, g);
  scc_all (&scc);
  size_t words = s->program.count / 64 + (size_t) 1;
  uint32_t *count = arena_calloc (s->arena, scc.count + (size_t) 2, sizeof *count);
  uint32_t *order = arena_alloc (s->arena, (states + (size_t) 1) * sizeof *order);
  uint64_t *stuck
    = arena_alloc (s->arena, (scc.count + (size_t) 1) * words * sizeof *stuck);
  assert (states > 0);
  for (uint32_t i = 0; i < states; i++)
    count[scc.of[i] + 1]++;
  for (uint32_t c = 0; c < scc.count; c++)
    {
      memcpy (&stuck[c * words], all_processes (s), words * sizeof *stuck);
      count[c + 1] += count[c];
    }
  for (uint32_t i = 0; i < states; i++)
    order[count[scc.of[i]]++] = i;
  for (uint32_t i = 0; i < states; i++)
    {
      uint32_t position = 0;
      uint64_t *own = &stuck[scc.of[order[i]] * words];
      quota_spend (s->arena->quota, s->effort);
      search_load (s, (state_id){ order[i] });
      keep_waiting (s, own);
      for (uint32_t w = 0; w < words && g->partial.at[order[i]]; w++)
        own[w] = 0;
      for (uint32_t next; (next = successor (g, order[i], &position)) != SCC_NONE;)
        for (size_t w = 0; w < words; w++)
          own[w] &= stuck[scc.of[next] * words + w];
    }
  for (uint32_t i = 0; i < states; i++)
    {
      search_load (s, (state_id){ i });
      if (has_idle (s) && !g->partial.at[i]
          && take (g, (state_id){ i }, &stuck[scc.of[i] * words], found))
        return true;
    }
  return false;
}

enum verdict_kind
stuck_decide (struct search *s, uint64_t budget, struct violation *found)
{
  struct graph g = { .s = s, .only = s->violations.only };
  assert (s->program.waits && !s->protection.on && s->next == 0);
  *found = (struct violation){ .found = false };
  s->gave_up = false;
  while (g.first.count < states_count (&s->states))
    {
      state_id id = { g.first.count };
      visit (&g, id);
      bool ends = !s->program.data->flow->has_idle
                  && g.edges.count == g.first.at[id.index] && !g.partial.at[id.index];
      if (ends && check_end (&g, id, found))
        return VERDICT_VIOLATION;
      if (budget && s->counts.visited + s->counts.stored >= budget)
        {
          s->gave_up = true;
          return VERDICT_UNKNOWN;
        }
    }
  LOG (2, "%u states, %u edges between them", (unsigned) g.first.count,
       (unsigned) g.edges.count);
  if (s->program.data->flow->has_idle ? check_all (&g, found)
                                      : check_components (&g, found))
    return VERDICT_VIOLATION;
  return s->cut || s->sampled ? VERDICT_UNKNOWN : VERDICT_SAFE;
}
