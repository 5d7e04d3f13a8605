/* search.c -- see search.h.
 *
 * Visiting a state means: the processes that may run make all their choices, and new
 * states are stored, to be visited in the order of their numbers.  What a state that is
 * passed without being stored relies on is charged to the stored state before it.  Cost:
 * a visit for each stored state, and for each loss of what it relied on.
 */
#include <config.h>

#include "engine/explicit/search.h"

#include <assert.h>
#include <string.h>

#include "base/log.h"

/* The effort of a visit, or of a step, in units of the quota, as measured
   (doc/performance.md). */
#define VISIT 3
#define VALUES_VISIT 4
/* The effort in a model with recursion, where the search can hardly prove anything: if
   engines take turns (ask/turns.h) it should get an eighth of the time. */
#define RECURSIVE_VISIT (8 * VISIT)
/* The most states that are passed in a row: the next one is stored, so that an infinite
   sequence comes back to a stored state. */
#define PASS_LIMIT 256
/* The most initial states that are tried. */
#define STARTS_LIMIT 65536

/* ---- The start. ---- */

/* The number of initial values of CELL that are tried. */
static uint32_t
count_starts (struct search *s, uint32_t cell)
{
  assert (cell < s->states.cells);
  const struct data_model *data = s->program.data;
  uint32_t f = data->field_of[cell];
  const struct ir_field *field = &data->flow->model->fields.at[f];
  if (!field->any || !data->liveness.matters[f])
    return 1;
  bool all;
  uint32_t count = data_model_values (data, field->type, &all);
  s->sampled |= !all;
  return count;
}

/* The number of combinations of initial values that are tried, at most STARTS_LIMIT. */
static uint32_t
count_all_starts (struct search *s)
{
  uint64_t all = 1;
  for (uint32_t c = 0; c < s->states.cells && all <= STARTS_LIMIT; c++)
    all *= count_starts (s, c);
  if (all <= STARTS_LIMIT)
    return (uint32_t) all;
  s->sampled = true;
  return STARTS_LIMIT;
}

void
search_start (struct search *s, uint32_t number, struct state *state)
{
  const struct data_model *data = s->program.data;
  for (uint32_t c = 0; c < s->states.cells; c++)
    {
      uint32_t f = data->field_of[c];
      const struct ir_field *field = &data->flow->model->fields.at[f];
      uint32_t count = count_starts (s, c);
      bool matters = data->liveness.matters[f];
      state->cells[c] = !matters ? 0
                        : field->any
                          ? data_model_value (data, field->type, number % count)
                          : ir_cut (field->type, field->initial);
      number /= count;
    }
  assert (number == 0);
  for (uint32_t p = 0; p < s->program.count; p++)
    {
      frames_enter (&s->frames, p, &s->actor);
      state->stacks[p] = frames_store (&s->frames, &s->actor);
    }
}

/* ---- States that are reached. ---- */

/* Is each thread that has one of the steps that happen together poised in `now'?  Not
   inline, so that is_goal can be: it is called after each step. */
static __attribute__ ((noinline)) bool
is_meeting (const struct search *s)
{
  for (uint32_t p = 0; p < s->program.count; p++)
    {
      thread_id thread = program_thread (&s->program, p);
      if (thread.index == THREAD_NONE.index
          || !pa_instance_meets (s->program.instance, thread))
        continue;
      uint32_t symbol
        = p == s->mover ? s->actor.symbol : frames_symbol (&s->frames, s->now.stacks[p]);
      if (symbol == FRAMES_NOWHERE
          || !program_is_poised (&s->program, &s->now, p, symbol))
        return false;
    }
  return true;
}

/* Has the automaton made its last step in `now', or can it make its last ones? */
static inline bool
is_goal (const struct search *s)
{
  return s->program.instance && s->now.done == s->program.alone
         && (!s->program.meets || is_meeting (s));
}

static void
reach (struct search *s, const struct state_link *link)
{
  const struct state *now = &s->now;
  assert (!now->midst || !now->opener || now->midst == now->opener);
  if (s->growth.on && growth_is_covered (&s->growth, now))
    return;
  bool is_new;
  state_id id = states_intern (&s->states, now, link, &is_new);
  assert (is_new || !s->growth.on);
  if (!is_new)
    return;
  if (s->growth.on)
    growth_add (&s->growth, id);
  s->counts.stored++;
  if (is_goal (s))
    violations_add (&s->violations, &s->violations.pattern, id, link->process);
}

static void
start (struct search *s)
{
  uint32_t starts = count_all_starts (s);
  assert (starts > 0 && states_count (&s->states) == 0);
  s->mover = UINT32_MAX;
  for (uint32_t i = 0; i < starts; i++)
    {
      quota_tick (s->arena->quota);
      search_start (s, i, &s->now);
      if (s->growth.on)
        growth_note (&s->growth, &s->now, &s->actor);
      reach (s, &(struct state_link){ STATE_NONE, 0, i });
    }
}

void
search_init (struct search *s, const struct search_options *options, struct arena *arena)
{
  struct program *program = &s->program;
  memset (s, 0, sizeof *s);
  s->arena = arena;
  program_init (program, options->control, options->data, options->processes,
                options->count, arena);
  if (options->instance)
    program_watch (program, options->instance, options->players);
  if (options->waits)
    program_count_waits (program);
  assert (program->instance || program->data);
  assert (!options->waits || !options->transactions);
  frames_init (&s->frames, program, arena);
  states_init (&s->states, program, arena);
  protection_init (&s->protection, program, options->transactions, arena);
  violations_init (&s->violations, program, options->only, arena);
  growth_init (&s->growth, program, &s->frames, options->growth, arena);
  s->base = state_new (&s->states, arena);
  s->now = state_new (&s->states, arena);
  s->actor = actor_new (&s->frames, arena);
  s->actors = arena_alloc (arena, program->count * sizeof *s->actors);
  for (uint32_t p = 0; p < program->count; p++)
    s->actors[p] = actor_new (&s->frames, arena);
  s->views = arena_calloc (arena, program->count, sizeof *s->views);
  s->past_commit = arena_calloc (arena, program->count, sizeof *s->past_commit);
  s->effort = program->data                 ? VALUES_VISIT
              : program->control->recursion ? RECURSIVE_VISIT
                                            : VISIT;
  start (s);
}

/* ---- A step. ---- */

/* The mover has made a step; BEGINS: one that begins an atomic block.  Is it in the midst
   of a block now? */
static bool
is_in_midst (const struct search *s, bool begins)
{
  assert (s->mover < s->program.count);
  const struct next_step *ahead = &s->ahead;
  bool was = s->now.midst == s->mover + 1;
  if (ahead->symbol == FRAMES_NOWHERE)
    return was && s->actor.below == FRAMES_WRONG;
  bool is = was || begins;
  return is && ahead->atomic && !ahead->blocked;
}

/* Let the mover make choice number CHOICE of its step NEXT, which may be `ahead'. */
static inline void
step_from_now (struct search *s, const struct next_step *next, uint32_t choice)
{
  bool begins = next->is_step && (next->atomic || next->node->op == IR_ASSUME);
  next_step_take (&s->frames, &s->now, s->mover, &s->actor, next, choice);
  /* Without transactions `ahead' is needed only to see where atomic blocks end. */
  if (s->protection.on || s->program.data)
    next_step_find (&s->frames, &s->now, s->mover, &s->actor, &s->ahead);
  if (s->program.data)
    s->now.midst = is_in_midst (s, begins) ? s->mover + 1 : STATE_NOBODY;
}

/* Prepare a step of PROCESS: `now' becomes `base'. */
static void
begin_step (struct search *s, uint32_t process)
{
  assert (process < s->program.count);
  s->mover = process;
  state_copy (&s->states, &s->now, &s->base);
  actor_copy (&s->frames, &s->actor, &s->actors[process]);
}

void
search_step (struct search *s, uint32_t process, uint32_t choice)
{
  begin_step (s, process);
  step_from_now (s, &s->views[process], choice);
}

void
search_step_on (struct search *s)
{
  assert (s->ahead.choices == 1);
  step_from_now (s, &s->ahead, 0);
}

static void
view (struct search *s, uint32_t process)
{
  frames_load (&s->frames, s->base.stacks[process], &s->actors[process]);
  next_step_find (&s->frames, &s->base, process, &s->actors[process], &s->views[process]);
}

void
search_load (struct search *s, state_id id)
{
  states_load (&s->states, id, &s->base);
  for (uint32_t p = 0; p < s->program.count; p++)
    view (s, p);
}

/* ---- Movers. ---- */

/* Is choice number CHOICE of NEXT an access to the automaton? */
static bool
accesses_automaton (const struct next_step *next, uint32_t choice)
{
  return next_step_moves (next, choice) || (next->watched & WATCHED_FORBIDDEN);
}

/* In STATE, has PROCESS what NEXT touches to itself, and the automaton if WATCHED? */
static inline bool
is_exclusive (struct search *s, const struct state *state, uint32_t process,
              const struct next_step *next, bool watched, uint8_t *relied)
{
  return (!watched && next->touched.count == 0)
         || protection_is_exclusive (&s->protection, state, process, next, watched,
                                     relied);
}

/* Is choice number CHOICE of NEXT, of the mover in `now', a right mover? */
static bool
is_right_mover (struct search *s, const struct next_step *next, uint32_t choice,
                uint8_t *relied)
{
  switch (next->kind)
    {
    case STEP_RELEASE:
    case STEP_FINISH:
    case STEP_START:
    case STEP_NOTIFY: return false;
    case STEP_ACQUIRE:
      if (s->program.data && next->lock != NEXT_NO_LOCK
          && s->program.data->atomic_lock[next->lock])
        return false;
      break;
    case STEP_FREE:
    case STEP_ACCESS:
    case STEP_AWAIT: break;
    }
  return next->failed == IR_NO_CLAIM
         && is_exclusive (s, &s->now, s->mover, next, accesses_automaton (next, choice),
                          relied);
}

/* Is NEXT, of PROCESS in STATE, a left mover, whatever is chosen? */
static bool
is_left_mover (struct search *s, const struct state *state, uint32_t process,
               const struct next_step *next, uint8_t *relied)
{
  assert (next->kind != STEP_RELEASE || next->lock != NEXT_NO_LOCK);
  const struct data_model *data = s->program.data;
  switch (next->kind)
    {
    case STEP_ACQUIRE:
    case STEP_AWAIT:
    case STEP_START:
    case STEP_NOTIFY: return false;
    case STEP_RELEASE:
      if (data && data->atomic_lock[next->lock])
        return false;
      break;
    case STEP_FINISH:
      if (data && data->atomic_join)
        return false;
      break;
    case STEP_FREE:
    case STEP_ACCESS: break;
    }
  return !(next->atomic && next->is_step)
         && is_exclusive (s, state, process, next, next->watched, relied);
}

/* Must the state with PROCESS at NEXT be stored, so that all others may run there? */
static inline bool
is_stop (struct search *s, const struct state *state, uint32_t process,
         const struct next_step *next, uint8_t *relied)
{
  uint32_t field;
  if (s->program.instance)
    return next->meets || next->failed != IR_NO_CLAIM;
  return next->failed != IR_NO_CLAIM
         || protection_is_broken (&s->protection, state, process, next, &field)
         || protection_is_meeting (&s->protection, state, process, next, relied);
}

/* Is PROCESS, at NEXT in STATE, in L? */
static bool
is_past_commit (struct search *s, const struct state *state, uint32_t process,
                const struct next_step *next, uint8_t *relied)
{
  return next->choices > 0 && !s->program.control->is_break[next->symbol]
         && !is_stop (s, state, process, next, relied)
         && is_left_mover (s, state, process, next, relied);
}

/* ---- Going on. ---- */

/* Let the mover, which is in L iff `is_past_commit', make choice number CHOICE of its
   step NEXT; set `now' and `is_past_commit' to the result. */
static void
advance (struct search *s, const struct next_step *next, uint32_t choice, uint8_t *relied)
{
  struct state *now = &s->now;
  uint32_t own = s->mover + 1;
  bool on = s->protection.on;
  assert ((!now->opener || now->opener == own) && (!now->midst || now->midst == own));
  /* A block that has committed begins no transaction in its midst. */
  bool committed = s->is_past_commit || (now->midst == own && now->opener != own);
  bool right = on && !committed && is_right_mover (s, next, choice, relied);
  bool writes = next->writes && next->touched.count > 0;
  uint32_t cell = writes ? next->touched.at[0] : 0;
  int64_t old = writes ? now->cells[cell] : 0;
  quota_spend (s->arena->quota, s->effort);
  step_from_now (s, next, choice);
  if (s->growth.on)
    growth_note (&s->growth, now, &s->actor);
  if (writes)
    protection_note_write (&s->protection, now, s->mover, cell, old);
  protection_note (&s->protection, now, s->mover, &s->ahead);
  bool opens
    = right && (now->midst == own || !is_stop (s, now, s->mover, &s->ahead, relied));
  now->opener = opens ? own : STATE_NOBODY;
  s->is_past_commit = on && !opens && now->midst == STATE_NOBODY
                      && is_past_commit (s, now, s->mover, &s->ahead, relied);
}

/* Is the mover where a loop or recursion may go round for ever?  (With values the
   condition of a loop ends it.) */
static bool
is_endless (const struct search *s)
{
  return !s->program.data && s->program.control->is_break[s->ahead.symbol];
}

/* May `now' be passed, since only the mover runs and it has one choice?  (Outside of
   atomic blocks advance has checked that it is not at a stop.) */
static bool
may_pass (struct search *s, uint8_t *relied)
{
  uint32_t own = s->mover + 1;
  const struct state *now = &s->now;
  if (s->ahead.choices != 1 || is_goal (s))
    return false;
  if (s->is_past_commit) /* so it is neither at a break point nor in an atomic block */
    return true;
  return !is_endless (s)
         && (now->midst == own ? !is_stop (s, now, s->mover, &s->ahead, relied)
                               : now->opener == own);
}

static inline void
note_limits (struct search *s, const struct next_step *next)
{
  if (next->cut || next->sampled)
    {
      s->cut |= next->cut;
      s->sampled |= next->sampled;
    }
}

/* Let PROCESS make choice number CHOICE in the state ID, which is `base', and go on while
   states may be passed, if PASS. */
static void
follow (struct search *s, state_id id, uint32_t process, uint32_t choice, bool pass)
{
  assert (id.index < s->next && choice < s->views[process].choices);
  uint8_t relied = 0;
  begin_step (s, process);
  s->is_past_commit = s->past_commit[process];
  advance (s, &s->views[process], choice, &relied);
  for (uint32_t i = 0; pass && i < PASS_LIMIT && may_pass (s, &relied); i++)
    {
      s->counts.visited++;
      note_limits (s, &s->ahead);
      advance (s, &s->ahead, 0, &relied);
    }
  s->states.relied.at[id.index] |= relied;
  /* A process blocked before its commit could as well have waited: drop the state. */
  if (s->now.opener && s->ahead.choices == 0 && !s->now.midst && !is_goal (s))
    {
      note_limits (s, &s->ahead);
      return;
    }
  s->now.stacks[process] = frames_store (&s->frames, &s->actor);
  reach (s, &(struct state_link){ id, process, choice });
}

/* Visit states that relied on what is lost again. */
static void
put_back (struct search *s)
{
  assert (s->next <= states_count (&s->states));
  uint8_t lost = s->protection.lost;
  uint32_t before = s->again.count;
  if (!lost)
    return;
  s->protection.lost = 0;
  for (uint32_t i = 0; i < s->next; i++)
    if (s->states.relied.at[i] & lost)
      {
        s->states.relied.at[i] = 0;
        *vec_push (s->arena, &s->again)
          = (struct search_return){ { i }, states_count (&s->states) };
      }
  quota_work (s->arena->quota, s->next / 64 + 1);
  LOG (2, "%u states are visited again", (unsigned) (s->again.count - before));
  (void) before;
}

/* ---- A visit. ---- */

/* The processes that may run in `base': [begin, end). */
struct runners
{
  uint32_t begin, end;
  uint32_t past; /* how many of them are in L */
};

static void
view_all (struct search *s, struct runners runners)
{
  for (uint32_t p = runners.begin; p < runners.end; p++)
    {
      view (s, p);
      protection_note (&s->protection, &s->base, p, &s->views[p]);
      s->past_commit[p] = false;
    }
}

/* A process may run iff all others are in N.  (If two are in L, which happens only in
   states that no violation needs, all may.) */
static struct runners
find_runners (struct search *s, state_id id)
{
  struct runners runners = { 0, s->program.count, 0 };
  uint32_t one = s->base.midst ? s->base.midst : s->base.opener;
  assert (one <= runners.end);
  if (one != STATE_NOBODY)
    runners = (struct runners){ one - 1, one, 0 };
  view_all (s, runners);
  if (one != STATE_NOBODY || !s->protection.on)
    return runners;
  uint32_t last = 0;
  for (uint32_t p = 0; p < s->program.count; p++)
    if (is_past_commit (s, &s->base, p, &s->views[p], &s->states.relied.at[id.index]))
      {
        s->past_commit[p] = true;
        runners.past++;
        last = p;
      }
  return runners.past == 1 ? (struct runners){ last, last + 1, 1 } : runners;
}

/* Record the violations in `base', which is ID. */
static void
check (struct search *s, state_id id, struct runners runners)
{
  assert (runners.begin <= runners.end && runners.end <= s->program.count);
  struct violations *violations = &s->violations;
  for (uint32_t p = runners.begin; p < runners.end; p++)
    {
      const struct next_step *next = &s->views[p];
      uint32_t field;
      if (next->failed != IR_NO_CLAIM)
        violations_add (violations, &violations->claims[next->failed], id, p);
      if (protection_is_broken (&s->protection, &s->base, p, next, &field))
        {
          violations_add (violations, &violations->exclusives[field], id, p);
          protection_break (&s->protection, field);
        }
    }
  if (!s->base.midst && !s->base.opener && runners.past != 1)
    violations_check (violations, &s->base, id, s->views);
}

static void
visit (struct search *s, state_id id)
{
  quota_spend (s->arena->quota, s->effort);
  s->counts.visited++;
  assert (id.index < s->next);
  states_load (&s->states, id, &s->base);
  struct runners runners = find_runners (s, id);
  if (!s->program.instance)
    check (s, id, runners);
  bool pass = s->protection.on && runners.past <= 1;
  for (uint32_t p = runners.begin; p < runners.end; p++)
    {
      note_limits (s, &s->views[p]);
      for (uint32_t c = 0; c < s->views[p].choices && !s->violations.pattern.found; c++)
        follow (s, id, p, c, pass);
    }
  put_back (s);
}

bool
search_goes_on (struct search *s)
{
  assert (s->returned <= s->again.count);
  if (s->returned < s->again.count && s->again.at[s->returned].after <= s->next)
    visit (s, s->again.at[s->returned++].id);
  else if (s->next < states_count (&s->states))
    {
      s->next++;
      if (!growth_has_covered (&s->growth, s->next - 1))
        visit (s, (state_id){ s->next - 1 });
    }
  else
    return false;
  return true;
}

enum verdict_kind
search_decide (struct search *s, const struct violation *goal, uint64_t budget)
{
  uint64_t before = s->counts.visited + s->counts.stored;
  bool more = true;
  s->gave_up = false;
  while (!goal->found && more && !s->gave_up && !s->growth.wrapped)
    {
      more = search_goes_on (s);
      uint64_t spent = s->counts.visited + s->counts.stored - before;
      s->gave_up = budget && spent >= budget && more;
    }
  LOG (2, "%llu states were visited, %u are stored, each in %u words",
       (unsigned long long) s->counts.visited, (unsigned) states_count (&s->states),
       (unsigned) s->states.words);
  if (goal->found)
    return VERDICT_VIOLATION;
  return s->gave_up || s->cut || s->sampled || s->growth.wrapped ? VERDICT_UNKNOWN
                                                                 : VERDICT_SAFE;
}
