/* passings.c -- ties processes that were unrolled apart together, time by time.
 *
 * The token is passed again and again, and the times when it is are numbered from 1 on.
 * To each of these *passings* belongs a shared state.  For each point where a process may
 * give the token away, and for each one where it may get it, there is a variable that
 * says: this is passing number t.  If it is,
 *
 *   - of a sender: the state of the passing is the sender's, and t is its time plus 1;
 *   - of a receiver: the state that it goes on with is that of the passing, its time is
 *     t, which is later than the time it had, and there is a sender, of another process.
 *
 * Then no two processes ever have the token at one time, by induction over the time: at
 * time 0 there is one that has it, and who has it at time t - 1 gives it away once, as
 * passing t, to one process, which is then the only one with that time.
 *
 * The executions are those of tokens.c, but each pair of points is related through a
 * passing: with N points and T passings there are N T variables that each equate two
 * states, instead of N * N, and what the solver learns about the state of a passing holds
 * for all pairs.  This is better where few passings suffice, as for most findings; a
 * proof needs as many passings as there are receivers, and then pairs are better.
 *
 * Two things are still open.  Senders of greater depths come with the next depth.  And a
 * receiver may get the token in a passing of a greater number than there are: then its
 * state is arbitrary, and its time not less than before, so that no execution is lost.
 * Each call of the solver assumes both away, the latter by one literal for each *stage*.
 * A stage has about twice as many passings as the one before.  The answer "no" is final
 * if there are as many passings as receivers, or if it does not depend on that literal
 * and the question is not about passings themselves, as that for races is.  Otherwise the
 * next stage begins.
 */
#include <config.h>

#include "engine/bmc/strategy.h"

#include "base/log.h"

/* One passing of the token. */
struct passing
{
  struct bits *shared;  /* inputs: the state */
  struct bits receiver; /* inputs: the number of the process that gets the token */
  aig_lit sent;         /* an input: some sender gives the token away in it, */
  aig_lit later;        /* or one of a greater depth does */
  VEC (aig_lit)
  sends, receives;      /* by sender and receiver: it is at that point */
  aig_lit *used, *held; /* inputs, by lock: held before or after the sender's last step;
                           held after it; null without locksets */
};

/* Passings up to a number. */
struct passing_stage
{
  uint32_t count;
  aig_lit beyond; /* an input: some passing has a greater number */
};

struct passings
{
  struct coupling coupling; /* first, so that these are passings */
  VEC (aig_lit)
  open; /* by receiver: it is in a passing of a later stage */
  VEC (struct passing) list;
  VEC (struct passing_stage) stages;
  bool locksets; /* leave out passings between points that hold the same lock */
};

/* Passings of the first stage.  A stage of n is followed by one of 2 n + 1. */
#define FIRST_STAGE 3

/* The number of PROCESS as wide as passing.receiver, to be compared with it. */
static struct bits
process_number (struct passings *passings, uint32_t process)
{
  uint32_t width = 1;
  while (passings->coupling.bmc->all.processes.count >> width)
    width++;
  return bits_constant (&passings->coupling.bmc->all.aig, width, process);
}

static aig_lit *
lock_inputs (struct passings *passings)
{
  struct bmc *bmc = passings->coupling.bmc;
  uint32_t count = bmc->all.question->lowering->pds.locks.count;
  aig_lit *inputs = arena_alloc (bmc->all.arena, (count + (size_t) 1) * sizeof *inputs);
  for (uint32_t l = 0; l < count; l++)
    inputs[l] = aig_input (&bmc->all.aig);
  return inputs;
}

/* CONDITION implies that the literals of LOCKS are VALUE in AT. */
static void
require_locks (struct passings *passings, aig_lit condition, const aig_lit *at,
               idset locks, bool value)
{
  const struct idsets *sets = passings->coupling.bmc->all.question->lowering->pds.idsets;
  IDSET_EACH (l, sets, locks)
    coupling_require (&passings->coupling, condition, value ? at[l] : aig_not (at[l]));
}

/* Returns a variable: sender S gives the token away as passing NUMBER. */
static aig_lit
send (struct passings *passings, uint32_t number, uint32_t s)
{
  assert (number > 0 && number <= passings->list.count);
  struct coupling *coupling = &passings->coupling;
  struct bmc *bmc = coupling->bmc;
  struct aig *aig = &bmc->all.aig;
  struct passing *passing = &passings->list.at[number - 1];
  const struct unrolled_point *from = &coupling->senders.list.at[s];
  aig_lit this = aig_input (aig);
  quota_tick (bmc->all.arena->quota);
  coupling_require (coupling, this, from->happens);
  coupling_require_equal (coupling, this, from->time,
                          bits_constant (aig, bmc->bits, number));
  coupling_require_state (coupling, this, passing->shared, from->shared);
  struct bits own = process_number (passings, from->process);
  coupling_require (coupling, this, aig_not (bits_equal (aig, passing->receiver, own)));
  if (number > 1) /* redundant, by the induction; it helps the solver */
    coupling_require_equal (coupling, this, passings->list.at[number - 2].receiver, own);
  if (passings->locksets)
    {
      require_locks (passings, this, passing->used, from->used, true);
      require_locks (passings, this, passing->held, from->held, true);
    }
  return this;
}

/* Returns a variable: receiver R gets the token in passing NUMBER.  With locksets some
   pairs are excluded.  The receiver has made no step since the sender got the token, so
   the sender's last step did not touch a lock that the receiver holds.  And a receiver
   cannot acquire what the sender holds; but in a deadlock it need not acquire. */
static aig_lit
receive (struct passings *passings, uint32_t number, uint32_t r)
{
  assert (number > 0 && number <= passings->list.count);
  struct coupling *coupling = &passings->coupling;
  struct bmc *bmc = coupling->bmc;
  struct aig *aig = &bmc->all.aig;
  struct passing *passing = &passings->list.at[number - 1];
  const struct unrolled_point *to = &coupling->receivers.list.at[r];
  struct bits time = bits_constant (aig, bmc->bits, number);
  aig_lit this = aig_input (aig);
  quota_tick (bmc->all.arena->quota);
  coupling_require (coupling, this, to->happens);
  coupling_require (coupling, this, passing->sent);
  coupling_require_equal (coupling, this, to->time, time);
  coupling_require (coupling, this, bits_less (aig, to->time_before, time));
  coupling_require_state (coupling, this, to->shared, passing->shared);
  coupling_require_equal (coupling, this, passing->receiver,
                          process_number (passings, to->process));
  if (passings->locksets)
    {
      require_locks (passings, this, passing->used, to->held, false);
      if (bmc->all.question->goal != QUERY_DEADLOCK)
        require_locks (passings, this, passing->held, to->used, false);
    }
  return this;
}

/* Add the races that PASSING shows between points S and R. */
static void
look_at_pair (struct passings *passings, struct passing *passing, uint32_t s, uint32_t r)
{
  assert (s < passing->sends.count && r < passing->receives.count);
  const struct unrolled_point *from = &passings->coupling.senders.list.at[s];
  const struct unrolled_point *to = &passings->coupling.receivers.list.at[r];
  if (from->process == to->process
      || (!from->for_races && (!from->accesses.list.count || !to->accesses.list.count)))
    return;
  aig_lit goes = aig_and (&passings->coupling.bmc->all.aig, passing->sends.at[s],
                          passing->receives.at[r]);
  aig_lit race = coupling_find_races (&passings->coupling, goes, from, to);
  if (from->for_races)
    coupling_require (&passings->coupling, goes, race);
}

/* Give passing NUMBER variables for the points that are new since the last call. */
static void
grow (struct passings *passings, uint32_t number)
{
  struct coupling *coupling = &passings->coupling;
  struct arena *arena = coupling->bmc->all.arena;
  struct passing *passing = &passings->list.at[number - 1];
  uint32_t old_senders = passing->sends.count, old_receivers = passing->receives.count;
  for (uint32_t s = old_senders; s < coupling->senders.list.count; s++)
    *vec_push (arena, &passing->sends) = send (passings, number, s);
  coupling_require_some (coupling->bmc, coupling->clauses, &passing->later,
                         passing->sends.at + old_senders,
                         passing->sends.count - old_senders);
  for (uint32_t r = old_receivers; r < coupling->receivers.list.count; r++)
    *vec_push (arena, &passing->receives) = receive (passings, number, r);
  for (uint32_t r = 0; r < passing->receives.count; r++)
    for (uint32_t s = r < old_receivers ? old_senders : 0; s < passing->sends.count; s++)
      look_at_pair (passings, passing, s, r);
}

/* ---- Stages. ---- */

/* Add the clause: if receiver R gets the token in no passing of an earlier stage, it does
   in one of STAGE or of a later stage. */
static void
link_receiver (struct passings *passings, uint32_t r, uint32_t stage)
{
  assert (stage < passings->stages.count && r < passings->open.count);
  struct coupling *coupling = &passings->coupling;
  uint32_t first = stage ? passings->stages.at[stage - 1].count : 0;
  VEC (aig_lit) here = VEC_EMPTY;
  for (uint32_t t = first; t < passings->stages.at[stage].count; t++)
    *vec_push (coupling->bmc->all.arena, &here) = passings->list.at[t].receives.at[r];
  coupling_require_some (coupling->bmc, coupling->clauses, &passings->open.at[r], here.at,
                         here.count);
  coupling_require (coupling, passings->open.at[r], passings->stages.at[stage].beyond);
}

static void
add_passing (struct passings *passings)
{
  struct bmc *bmc = passings->coupling.bmc;
  aig_lit sent = aig_input (&bmc->all.aig);
  struct bits receiver = bits_input (&bmc->all.aig, process_number (passings, 0).width);
  *vec_push (bmc->all.arena, &passings->list)
    = (struct passing){ .shared = layout_inputs (&bmc->all.layout, &bmc->all.aig),
                        .receiver = receiver,
                        .sent = sent,
                        .later = sent,
                        .used = passings->locksets ? lock_inputs (passings) : NULL,
                        .held = passings->locksets ? lock_inputs (passings) : NULL };
  grow (passings, passings->list.count);
}

static void
add_stage (struct passings *passings, uint32_t count)
{
  assert (count > passings->list.count);
  struct bmc *bmc = passings->coupling.bmc;
  *vec_push (bmc->all.arena, &passings->stages)
    = (struct passing_stage){ count, aig_input (&bmc->all.aig) };
  while (passings->list.count < count)
    add_passing (passings);
  for (uint32_t r = 0; r < passings->coupling.receivers.list.count; r++)
    link_receiver (passings, r, passings->stages.count - 1);
  LOG (2, "the token is passed up to %u times", (unsigned) count);
}

static uint32_t
next_count (const struct passings *passings)
{
  assert (passings->stages.count > 0);
  return 2 * passings->list.count + 1;
}

static bool
extend (struct coupling *coupling)
{
  struct passings *passings = (struct passings *) coupling;
  uint32_t count = next_count (passings);
  /* Times are signed, and the last sender's is the number of passings plus one. */
  if ((count + (uint64_t) 1) >> (passings->coupling.bmc->bits - 1))
    return false;
  add_stage (passings, count);
  return true;
}

static struct coupling *
begin (struct bmc *bmc, struct clauses *clauses, bool locksets)
{
  struct passings *passings = arena_calloc (bmc->all.arena, 1, sizeof *passings);
  coupling_init (&passings->coupling, bmc, clauses);
  passings->locksets = locksets;
  add_stage (passings, FIRST_STAGE);
  return &passings->coupling;
}

/* Times are numbers of passings: a greater depth needs no more bits; extend checks. */
static bool
fit (const struct coupling *coupling)
{
  assert (coupling->bmc->bits > 0);
  return true;
}

static void
add (struct coupling *coupling)
{
  struct passings *passings = (struct passings *) coupling;
  struct bmc *bmc = coupling->bmc;
  uint32_t old_receivers = coupling->receivers.list.count;
  coupling_take_over (coupling);
  for (uint32_t t = 0; t < passings->list.count; t++)
    grow (passings, t + 1);
  for (uint32_t r = old_receivers; r < coupling->receivers.list.count; r++)
    {
      const struct unrolled_point *to = &coupling->receivers.list.at[r];
      *vec_push (bmc->all.arena, &passings->open) = to->happens;
      coupling_require (coupling, to->happens,
                        aig_not (bits_less (&bmc->all.aig, to->time, to->time_before)));
      for (uint32_t stage = 0; stage < passings->stages.count; stage++)
        link_receiver (passings, r, stage);
    }
  LOG (2, "%u points where the token comes, %u where it goes, %u passings",
       (unsigned) coupling->receivers.list.count, (unsigned) coupling->senders.list.count,
       (unsigned) passings->list.count);
}

/* ---- The next call of the solver. ---- */

static void
close_points (struct coupling *coupling)
{
  struct passings *passings = (struct passings *) coupling;
  assert (passings->open.count == passings->coupling.receivers.list.count);
  for (uint32_t t = 0; t < passings->list.count; t++)
    clauses_assume (passings->coupling.clauses, aig_not (passings->list.at[t].later));
  const struct passing_stage *last = &passings->stages.at[passings->stages.count - 1];
  clauses_assume (passings->coupling.clauses, aig_not (last->beyond));
}

/* No execution has more passings than there are receivers. */
static enum coupling_reach
reach (const struct coupling *coupling)
{
  const struct passings *passings = (const struct passings *) coupling;
  if (passings->list.count >= coupling->receivers.list.count)
    return COUPLING_ALL;
  const struct passing_stage *last = &passings->stages.at[passings->stages.count - 1];
  return clauses_failed (coupling->clauses, aig_not (last->beyond)) ? COUPLING_TOO_FEW
                                                                    : COUPLING_SOME;
}

/* Assume that only passings of the first stage are used. */
static void
hurry (struct coupling *coupling)
{
  struct passings *passings = (struct passings *) coupling;
  assert (passings->stages.count > 0);
  clauses_assume (passings->coupling.clauses, aig_not (passings->stages.at[0].beyond));
}

const struct coupling_kind coupling_by_passings = { .begin = begin,
                                                    .fit = fit,
                                                    .add = add,
                                                    .hurry = hurry,
                                                    .close = close_points,
                                                    .reach = reach,
                                                    .extend = extend };
