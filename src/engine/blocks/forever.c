/* forever.c -- see forever.h.  Cost: for each thing that is waited for and each process,
   a fixpoint over the places of the process. */
#include <config.h>

#include "engine/blocks/forever.h"

#include "base/scc.h"

/* What a process waits for. */
enum need_kind
{
  NEED_NOTIFY, /* a notify on a lock */
  NEED_LOCK,
  NEED_LOCKS,     /* one lock of an array */
  NEED_FINISH,    /* the end of the processes of a join */
  NEED_CONDITION, /* a condition over fields */
  NEED_START,     /* the start of the process itself: it has not begun */
  NEED_MIRACLE,   /* nothing that anybody can do */
};

struct need
{
  enum need_kind kind;
  uint32_t process;
  uint32_t first_lock, lock_count;
  const struct ir_step *step;
};

/* A process waits if WHEN. */
struct stand
{
  aig_lit when;
  const struct place *place;
  struct need need;
  bool counts; /* the wait is one that the question counts: for others, after its start */
};

struct stands
{
  VEC (struct stand) list;
};

/* What others can do about a need, by process and place. */
struct outlooks
{
  struct need need;
  bool **recurs; /* the process can come back here again and again, the need never met */
  bool **serves; /* it can come from here to a step that may meet the need */
};

struct forever
{
  struct block_relation *r;
  struct stands *stands; /* by process */
  aig_lit **blocked;     /* by process and number of a place: it has to wait there */
  VEC (struct outlooks) outlooks;
  aig_lit *member; /* inputs, by process: it is in the set for which it is certain */
};

static uint32_t
process_count (const struct forever *f)
{
  return f->r->all.processes.count;
}

static const struct places *
places_of (const struct forever *f, uint32_t p)
{
  assert (p < process_count (f));
  return &f->r->processes[p].places;
}

/* The action of the step of PLACE of process P; null: a call or return. */
static const struct pds_action_info *
action_of (const struct forever *f, uint32_t p, const struct place *place)
{
  const struct pds *pds = &f->r->question->lowering->pds;
  if (place->effect.node->op == IR_CALL || place->effect.node->op == IR_RETURN)
    return NULL;
  return effect_action (&f->r->all.processes.at[p],
                        pds_rules_of (pds, place->effect.symbol).begin);
}

/* ---- Who waits where. ---- */

/* What process P waits for at PLACE, unless it is in a wait set. */
static struct need
need_at (const struct forever *f, uint32_t p, const struct place *place)
{
  const struct ir_step *step = place->effect.node;
  const struct pds_action_info *action = action_of (f, p, place);
  struct need need = { .kind = NEED_MIRACLE, .process = p, .step = step };
  assert (effect_waits (&place->effect) && action);
  if (step->op == IR_ACQUIRE_AT)
    {
      need.kind = NEED_LOCKS;
      need.first_lock = step->first_lock.index;
      need.lock_count = step->lock_count;
    }
  else if (action->op == PDS_ACQUIRE)
    {
      need.kind = NEED_LOCK;
      need.first_lock = pds_action_lock (action).index;
      need.lock_count = 1;
    }
  else if (action->op == PDS_JOIN)
    need.kind = NEED_FINISH;
  else if (action->op == PDS_WAKE)
    need.kind = NEED_START;
  else if (step->op == IR_ASSUME && place->effect.blocks)
    need.kind = NEED_CONDITION;
  return need;
}

static void
add_stand (struct forever *f, uint32_t p, struct stand stand)
{
  if (!aig_equal (stand.when, AIG_FALSE))
    *vec_push (f->r->arena, &f->stands[p].list) = stand;
}

/* Add the stands of process P, which has to wait at PLACE if BLOCKED. */
static void
see_place (struct forever *f, uint32_t p, const struct place *place, aig_lit blocked)
{
  assert (place->number >= NUMBER_FIRST);
  struct aig *aig = &f->r->all.aig;
  const struct ir_step *step = place->effect.node;
  struct need need = need_at (f, p, place);
  aig_lit when = aig_and (aig, f->r->processes[p].is_at[place->number], blocked);
  bool counts = place->effect.blocks && need.kind != NEED_START;
  if (step->op == IR_ACQUIRE && step->waits)
    {
      assert (need.kind == NEED_LOCK);
      struct need notify = need;
      notify.kind = NEED_NOTIFY;
      aig_lit asleep
        = aig_not (bits_is_zero (aig, f->r->shared[f->r->all.layout.first_waiting + p]));
      add_stand (f, p,
                 (struct stand){ aig_and (aig, when, asleep), place, notify, counts });
      when = aig_and (aig, when, aig_not (asleep));
    }
  add_stand (f, p, (struct stand){ when, place, need, counts });
}

static void
see_process (struct forever *f, uint32_t p)
{
  const struct places *places = places_of (f, p);
  struct unrolled *u = block_relation_enter (f->r, p);
  f->blocked[p]
    = arena_alloc (f->r->arena, places->resting.count * sizeof *f->blocked[p]);
  for (uint32_t n = 0; n < places->resting.count; n++)
    {
      aig_lit *blocked = &f->blocked[p][n];
      *blocked = AIG_FALSE;
      if (n < NUMBER_FIRST)
        continue;
      const struct place *place = &places->list.at[places->resting.at[n]];
      if (!effect_waits (&place->effect))
        continue;
      *blocked = effect_is_blocked (u, &place->effect);
      see_place (f, p, place, *blocked);
    }
}

struct forever *
forever_see (struct block_relation *relation)
{
  struct arena *arena = relation->arena;
  size_t processes = relation->all.processes.count + (size_t) 1;
  struct forever *f = arena_calloc (arena, 1, sizeof *f);
  assert (relation->question->goal == QUERY_STUCK);
  f->r = relation;
  f->stands = arena_calloc (arena, processes, sizeof *f->stands);
  f->blocked = arena_calloc (arena, processes, sizeof *f->blocked);
  for (uint32_t p = 0; p < process_count (f); p++)
    see_process (f, p);
  return f;
}

/* ---- What a step does about a need. ---- */

static bool
is_of_lock (const struct need *need, uint32_t first, uint32_t count)
{
  assert (need->kind <= NEED_LOCKS);
  return first < need->first_lock + need->lock_count && need->first_lock < first + count;
}

/* Does ACTION release or acquire a lock that is needed? */
static bool
is_operation_on (const struct need *need, const struct pds_action_info *action)
{
  return pds_action_is_operation (action)
         && is_of_lock (need, pds_action_lock (action).index, 1);
}

/* May the step of PLACE, of process P, meet NEED? */
static bool
may_meet (const struct forever *f, uint32_t p, const struct place *place,
          const struct need *need)
{
  const struct ir_step *step = place->effect.node;
  const struct pds_action_info *action = action_of (f, p, place);
  const struct idsets *sets = f->r->question->lowering->pds.idsets;
  if (!action)
    return false;
  switch (need->kind)
    {
    case NEED_NOTIFY:
      return step->op == IR_NOTIFY && is_of_lock (need, ir_step_lock (step).index, 1);
    case NEED_LOCK:
    case NEED_LOCKS:
      if (step->op == IR_RELEASE_AT)
        return is_of_lock (need, step->first_lock.index, step->lock_count);
      return action->op == PDS_RELEASE && is_operation_on (need, action);
    case NEED_FINISH:
      return action->op == PDS_FINISH
             && idset_has (sets, ir_step_processes (need->step), p);
    case NEED_CONDITION:
      return step->op == IR_WRITE
             && ir_expr_has (f->r->question->lowering->flow, need->step->expr, IR_FIELD,
                             ir_step_field (step).index);
    case NEED_START:
      return action->op == PDS_START
             && idset_has (sets, pds_action_processes (action), need->process);
    case NEED_MIRACLE: break;
    }
  return false;
}

/* Consider an infinite execution in which NEED is never met.  Is the step of PLACE, of
   process P, made only finitely often in it?  It is if it would meet the need, or needs
   that before it each time; or if it is made once only. */
static bool
is_never_made (const struct forever *f, uint32_t p, const struct place *place,
               const struct need *need)
{
  const struct ir_step *step = place->effect.node;
  const struct pds_action_info *action = action_of (f, p, place);
  if (!action)
    return false;
  if (action->op == PDS_START || action->op == PDS_FINISH || action->op == PDS_WAKE)
    return true;
  if (need->kind == NEED_NOTIFY)
    return may_meet (f, p, place, need)
           || (step->op == IR_ACQUIRE && step->waits
               && is_of_lock (need, ir_step_lock (step).index, 1));
  return need->kind == NEED_LOCK && is_operation_on (need, action);
}

/* ---- Where a process can go round for ever. ---- */

struct round
{
  const struct places *places;
  const bool *in; /* by place: it has not been excluded */
};

static uint32_t
next_in_round (const void *graph, uint32_t number, uint32_t *position)
{
  const struct round *round = graph;
  const struct place *place = &round->places->list.at[number];
  assert (number < round->places->list.count);
  while (round->in[number] && *position < place->next_count)
    {
      uint32_t to = round->places->next.at[place->first_next + (*position)++];
      if (to != PLACE_GONE && round->in[to])
        return to;
    }
  return SCC_NONE;
}

/* Can a process at place NUMBER come back?  At a free choice: whatever is chosen. */
static bool
comes_back (const struct round *round, const struct scc *scc, uint32_t number)
{
  const struct place *place = &round->places->list.at[number];
  bool some = false, all = true;
  assert (round->in[number]);
  for (uint32_t i = 0; i < place->next_count; i++)
    {
      uint32_t to = round->places->next.at[place->first_next + i];
      bool back = to != PLACE_GONE && round->in[to] && scc->of[to] == scc->of[number];
      some |= back;
      all &= back;
    }
  return place->effect.node->op == IR_SKIP ? all : some;
}

/* By place of process P: can it run in circles through it for ever while NEED is never
   met?  The greatest set of places that come back to themselves. */
static bool *
find_recurring (const struct forever *f, uint32_t p, const struct need *need)
{
  const struct places *places = places_of (f, p);
  struct arena *arena = f->r->arena;
  bool *in = arena_alloc (arena, places->list.count + (size_t) 1);
  struct round round = { places, in };
  for (uint32_t i = 0; i < places->list.count; i++)
    in[i] = !is_never_made (f, p, &places->list.at[i], need);
  for (bool changed = true; changed;)
    {
      struct scc scc;
      scc_init (&scc, arena, places->list.count, next_in_round, &round);
      scc_all (&scc);
      changed = false;
      for (uint32_t i = 0; i < places->list.count; i++)
        if (in[i] && !comes_back (&round, &scc, i))
          {
            in[i] = false;
            changed = true;
          }
    }
  return in;
}

/* By place of process P: can it come from there to a step that may meet NEED? */
static bool *
find_serving (const struct forever *f, uint32_t p, const struct need *need)
{
  const struct places *places = places_of (f, p);
  bool *serves = arena_alloc (f->r->arena, places->list.count + (size_t) 1);
  for (uint32_t i = 0; i < places->list.count; i++)
    serves[i] = may_meet (f, p, &places->list.at[i], need);
  for (bool changed = true; changed;)
    {
      changed = false;
      for (uint32_t o = places->order.count; o-- > 0;)
        {
          const struct place *place = &places->list.at[places->order.at[o]];
          bool *own = &serves[places->order.at[o]];
          for (uint32_t i = 0; i < place->next_count && !*own; i++)
            {
              uint32_t to = places->next.at[place->first_next + i];
              *own = to != PLACE_GONE && serves[to];
              changed |= *own;
            }
        }
    }
  return serves;
}

static bool
is_same_need (const struct need *a, const struct need *b)
{
  bool same_lock = a->first_lock == b->first_lock && a->lock_count == b->lock_count;
  if (a->kind != b->kind)
    return false;
  if (a->kind == NEED_START)
    return a->process == b->process;
  return a->kind <= NEED_LOCKS ? same_lock : a->step == b->step;
}

/* The outlooks for NEED, made anew if there are none yet. */
static struct outlooks *
outlooks_for (struct forever *f, const struct need *need)
{
  struct arena *arena = f->r->arena;
  for (uint32_t i = 0; i < f->outlooks.count; i++)
    if (is_same_need (&f->outlooks.at[i].need, need))
      return &f->outlooks.at[i];
  struct outlooks *new = vec_push (arena, &f->outlooks);
  *new = (struct outlooks){ .need = *need };
  new->recurs = arena_calloc (arena, process_count (f) + (size_t) 1, sizeof *new->recurs);
  new->serves = arena_calloc (arena, process_count (f) + (size_t) 1, sizeof *new->serves);
  return new;
}

static const bool *
recurring (struct forever *f, uint32_t p, const struct need *need)
{
  assert (p < process_count (f));
  struct outlooks *outlooks = outlooks_for (f, need);
  if (!outlooks->recurs[p])
    outlooks->recurs[p] = find_recurring (f, p, need);
  return outlooks->recurs[p];
}

static const bool *
serving (struct forever *f, uint32_t p, const struct need *need)
{
  assert (p < process_count (f));
  struct outlooks *outlooks = outlooks_for (f, need);
  if (!outlooks->serves[p])
    outlooks->serves[p] = find_serving (f, p, need);
  return outlooks->serves[p];
}

/* ---- A state. ---- */

/* The literal: process number P has ended, or gone wrong. */
static aig_lit
is_over (const struct forever *f, uint32_t p)
{
  const struct relation_process *process = &f->r->processes[p];
  return aig_or (&f->r->all.aig, process->is_at[NUMBER_END],
                 process->is_at[NUMBER_WRONG]);
}

/* The literal: a process other than P is inside of an atomic block; if OVER, for ever. */
static aig_lit
is_barred (const struct forever *f, uint32_t p, bool over)
{
  struct aig *aig = &f->r->all.aig;
  struct bits midst = f->r->midst;
  aig_lit barred = AIG_FALSE;
  for (uint32_t q = 0; q < process_count (f) && midst.width > 0; q++)
    if (q != p)
      {
        aig_lit by = bits_equal (aig, midst, bits_constant (aig, midst.width, q + 1));
        barred = aig_or (aig, barred, over ? aig_and (aig, by, is_over (f, q)) : by);
      }
  return barred;
}

/* The literal: as far as the place of process number Q says, it may go on for ever
   without meeting NEED. */
static aig_lit
may_be_idle (struct forever *f, uint32_t q, const struct need *need)
{
  const struct relation_process *process = &f->r->processes[q];
  struct aig *aig = &f->r->all.aig;
  const bool *recurs = recurring (f, q, need);
  assert (f->blocked[q]);
  aig_lit idle = aig_or (aig, is_over (f, q), is_barred (f, q, false));
  for (uint32_t n = NUMBER_FIRST; n < process->places.resting.count; n++)
    {
      aig_lit stays = recurs[process->places.resting.at[n]] ? AIG_TRUE : f->blocked[q][n];
      idle = aig_or (aig, idle, aig_and (aig, process->is_at[n], stays));
    }
  return idle;
}

/* The literal: process Q is in the set, or cannot come to a step that may meet NEED. */
static aig_lit
is_no_help (struct forever *f, uint32_t q, const struct need *need)
{
  const struct relation_process *process = &f->r->processes[q];
  struct aig *aig = &f->r->all.aig;
  const bool *serves = serving (f, q, need);
  assert (f->member);
  aig_lit none
    = aig_or (aig, f->member[q], aig_or (aig, is_over (f, q), is_barred (f, q, true)));
  for (uint32_t n = NUMBER_FIRST; n < process->places.resting.count; n++)
    if (!serves[process->places.resting.at[n]])
      none = aig_or (aig, none, process->is_at[n]);
  return none;
}

/* ---- Possible. ---- */

/* The literal: process number P may be one that waits for ever. */
static aig_lit
may_be_stuck (struct forever *f, uint32_t p)
{
  struct aig *aig = &f->r->all.aig;
  aig_lit stuck = AIG_FALSE;
  for (uint32_t i = 0; i < f->stands[p].list.count; i++)
    {
      const struct stand *stand = &f->stands[p].list.at[i];
      aig_lit here = stand->counts ? stand->when : AIG_FALSE;
      for (uint32_t q = 0; q < process_count (f) && !aig_equal (here, AIG_FALSE); q++)
        if (q != p)
          here = aig_and (aig, here, may_be_idle (f, q, &stand->need));
      stuck = aig_or (aig, stuck, here);
      quota_work (f->r->arena->quota, 1);
    }
  return stuck;
}

/* The literal: for each name of -P a process that it means is in STUCK, which has a
   literal for each process; without names, some process is. */
static aig_lit
some_are_meant (const struct forever *f, const aig_lit *stuck)
{
  struct aig *aig = &f->r->all.aig;
  const struct process_filter *only = f->r->question->only;
  uint32_t names = only ? only->filtered : 0;
  aig_lit all = AIG_TRUE;
  for (uint32_t name = 0; name < names || name == 0; name++)
    {
      aig_lit some = AIG_FALSE;
      for (uint32_t p = 0; p < process_count (f); p++)
        if (names == 0 || only->allowed[name][p])
          some = aig_or (aig, some, stuck[p]);
      all = aig_and (aig, all, some);
    }
  return all;
}

aig_lit
forever_is_possible (struct forever *f)
{
  aig_lit *stuck
    = arena_alloc (f->r->arena, (process_count (f) + (size_t) 1) * sizeof *stuck);
  for (uint32_t p = 0; p < process_count (f); p++)
    stuck[p] = may_be_stuck (f, p);
  return some_are_meant (f, stuck);
}

/* ---- Certain. ---- */

/* The literal: process number O owns the lock of NEED. */
static aig_lit
is_owner (const struct forever *f, const struct need *need, uint32_t o)
{
  struct aig *aig = &f->r->all.aig;
  struct bits owner = f->r->shared[f->r->all.layout.first_owner + need->first_lock];
  assert (need->kind == NEED_LOCK);
  return bits_equal (aig, owner, bits_constant (aig, owner.width, (int64_t) o + 1));
}

/* The literal: no process outside of the set will meet NEED. */
static aig_lit
is_hopeless (struct forever *f, const struct need *need)
{
  struct aig *aig = &f->r->all.aig;
  bool joins = need->kind == NEED_FINISH;
  const struct idsets *sets = f->r->question->lowering->pds.idsets;
  aig_lit hopeless = aig_constant (!joins);
  for (uint32_t q = 0; q < process_count (f) && need->kind != NEED_MIRACLE; q++)
    {
      if (joins && !idset_has (sets, ir_step_processes (need->step), q))
        continue;
      aig_lit none = q == need->process ? AIG_TRUE : is_no_help (f, q, need);
      if (need->kind == NEED_LOCK)
        none = aig_or (aig, none, aig_not (is_owner (f, need, q)));
      if (joins)
        hopeless = aig_or (
          aig, hopeless,
          aig_and (aig, none,
                   aig_not (f->r->shared[f->r->all.layout.first_finished + q].at[0])));
      else
        hopeless = aig_and (aig, hopeless, none);
    }
  return hopeless;
}

aig_lit
forever_is_certain (struct forever *f)
{
  struct aig *aig = &f->r->all.aig;
  uint32_t processes = process_count (f);
  aig_lit *stuck = arena_alloc (f->r->arena, (processes + (size_t) 1) * sizeof *stuck);
  aig_lit set = AIG_TRUE;
  assert (!f->member); /* it is asked once */
  f->member = stuck_inputs (&f->r->all, processes);
  for (uint32_t p = 0; p < processes; p++)
    {
      aig_lit waits = AIG_FALSE;
      stuck[p] = AIG_FALSE;
      for (uint32_t i = 0; i < f->stands[p].list.count; i++)
        {
          const struct stand *stand = &f->stands[p].list.at[i];
          aig_lit here = aig_and (aig, stand->when, is_hopeless (f, &stand->need));
          waits = aig_or (aig, waits, here);
          if (stand->counts)
            stuck[p] = aig_or (aig, stuck[p], aig_and (aig, here, f->member[p]));
          quota_work (f->r->arena->quota, 1);
        }
      set = aig_and (aig, set, aig_or (aig, aig_not (f->member[p]), waits));
    }
  return aig_and (aig, set, some_are_meant (f, stuck));
}

uint32_t
forever_tell (const struct forever *f, struct aig_values *values,
              struct unrolled_hit_place *places)
{
  const struct pds *pds = &f->r->question->lowering->pds;
  uint32_t count = 0;
  assert (f->member);
  for (uint32_t p = 0; p < process_count (f) && count < PA_SIZE_LIMIT; p++)
    for (uint32_t i = 0; i < f->stands[p].list.count; i++)
      {
        const struct stand *stand = &f->stands[p].list.at[i];
        if (!stand->counts || !aig_value (values, f->member[p])
            || !aig_value (values, stand->when))
          continue;
        places[count++] = (struct unrolled_hit_place){
          p, 0, pds_rules_of (pds, stand->place->effect.symbol).begin
        };
        break;
      }
  assert (count > 0);
  return count;
}
