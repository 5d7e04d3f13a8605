/* tokens.c -- ties processes that were unrolled apart together with a token, pair by
 * pair.
 *
 * For each point where one process may receive the token and each point where another may
 * pass it on there is a variable: the token goes from the latter to the former.  If it
 * does, the receiver's state is the sender's, and its time is the sender's plus one
 * [GanaiGupta2008, tables 1 to 3].  Three conditions make an execution of that:
 *
 *   - a receiver has a sender, and a sender at most one receiver (it stores its number);
 *   - the receiver's time is the sender's plus one;
 *   - time grows along each process, so that its own steps stay in order.
 *
 * Then no two processes ever have the token at one time, by induction over the time: at
 * time 0 there is one that has it, and who has it passes it on once, to one receiver.  So
 * a receiver has only one sender, no token comes from the future, and the steps of an
 * execution follow each other as their times do.  The paper has a clock for each process
 * in each process, and a number at both ends; one time and one number are enough.  In
 * the paper a read needs no token as long as nobody writes; here every visible step needs
 * it, so that an execution is told by its times alone, and reads have their place among
 * the steps of an automaton.
 *
 * Points of greater depths come later: a receiver may still get the token from a point
 * that does not exist yet, unless a call of the solver assumes that away (`open').
 */
#include <config.h>

#include "engine/bmc/strategy.h"

#include "base/log.h"

struct tokens
{
  struct coupling coupling; /* first, so that these are tokens */
  VEC (aig_lit) open; /* by receiver: it gets the token from a point of a greater depth */
  VEC (struct bits) numbers; /* by sender: inputs, the number of its receiver */
  bool locksets;             /* leave out pairs of points that hold the same lock */
  uint64_t pairs;
};

static struct coupling *
begin (struct bmc *bmc, struct clauses *clauses, bool locksets)
{
  struct tokens *tokens = arena_calloc (bmc->all.arena, 1, sizeof *tokens);
  coupling_init (&tokens->coupling, bmc, clauses);
  tokens->locksets = locksets;
  return &tokens->coupling;
}

/* Add the pair of sender S and receiver R.  Returns the variable "the token goes so". */
static aig_lit
add_pair (struct tokens *tokens, uint32_t s, uint32_t r)
{
  assert (s < tokens->coupling.senders.list.count
          && r < tokens->coupling.receivers.list.count);
  struct bmc *bmc = tokens->coupling.bmc;
  const struct unrolled_point *from = &tokens->coupling.senders.list.at[s];
  const struct unrolled_point *to = &tokens->coupling.receivers.list.at[r];
  aig_lit goes = aig_input (&bmc->all.aig);
  tokens->pairs++;
  quota_tick (bmc->all.arena->quota);
  coupling_require (&tokens->coupling, goes, from->happens);
  coupling_require (&tokens->coupling, goes, to->happens);
  coupling_require_state (&tokens->coupling, goes, to->shared, from->shared);
  coupling_require_equal (&tokens->coupling, goes, to->time, from->time);
  coupling_require_equal (&tokens->coupling, goes, tokens->numbers.at[s],
                          bits_constant (&bmc->all.aig, bmc->bits, r));
  aig_lit race = coupling_find_races (&tokens->coupling, goes, from, to);
  if (from->for_races)
    coupling_require (&tokens->coupling, goes, race);
  return goes;
}

/* Do locks exclude that the token goes from FROM to TO?  The receiver has made no step
   since the sender got the token, so the sender's last step did not touch a lock that the
   receiver holds.  And a receiver cannot acquire what the sender holds; but in a deadlock
   it may have the token without acquiring. */
static bool
excluded (const struct tokens *tokens, const struct unrolled_point *from,
          const struct unrolled_point *to)
{
  const struct question *question = tokens->coupling.bmc->all.question;
  const struct idsets *sets = question->lowering->pds.idsets;
  return idset_meets (sets, from->used, to->held)
         || (question->goal != QUERY_DEADLOCK
             && idset_meets (sets, from->held, to->used));
}

static bool
can_pass (const struct tokens *tokens, uint32_t s, uint32_t r)
{
  const struct unrolled_point *from = &tokens->coupling.senders.list.at[s];
  const struct unrolled_point *to = &tokens->coupling.receivers.list.at[r];
  return from->process != to->process
         && !(tokens->locksets && excluded (tokens, from, to));
}

/* Let receiver R get the token from the senders from number FIRST on. */
static void
add_senders (struct tokens *tokens, uint32_t r, uint32_t first)
{
  assert (r < tokens->open.count && first <= tokens->coupling.senders.list.count);
  VEC (aig_lit) pairs = VEC_EMPTY;
  for (uint32_t s = first; s < tokens->coupling.senders.list.count; s++)
    if (can_pass (tokens, s, r))
      *vec_push (tokens->coupling.bmc->all.arena, &pairs) = add_pair (tokens, s, r);
  coupling_require_some (tokens->coupling.bmc, tokens->coupling.clauses,
                         &tokens->open.at[r], pairs.at, pairs.count);
}

static bool
fit (const struct coupling *coupling)
{
  const struct bmc *bmc = coupling->bmc;
  /* The largest time is below the number of receivers, or it is the depth if processes
     are unrolled together; numbers have a sign. */
  uint64_t most
    = coupling->receivers.list.count + (uint64_t) bmc->receivers.list.count + 2;
  if (bmc->all.waits && bmc->all.processes.count > 0)
    most = bmc->all.processes.at[0].depth;
  return !(most >> (bmc->bits - 1));
}

static void
add (struct coupling *coupling)
{
  assert (fit (coupling));
  struct tokens *tokens = (struct tokens *) coupling;
  struct bmc *bmc = coupling->bmc;
  uint32_t old_receivers = coupling->receivers.list.count;
  uint32_t old_senders = coupling->senders.list.count;
  coupling_take_over (coupling);
  for (uint32_t r = old_receivers; r < coupling->receivers.list.count; r++)
    {
      const struct unrolled_point *to = &coupling->receivers.list.at[r];
      *vec_push (bmc->all.arena, &tokens->open) = to->happens;
      coupling_require (coupling, to->happens,
                        bits_less (&bmc->all.aig, to->time_before, to->time));
    }
  for (uint32_t s = old_senders; s < coupling->senders.list.count; s++)
    *vec_push (bmc->all.arena, &tokens->numbers) = bits_input (&bmc->all.aig, bmc->bits);
  for (uint32_t r = 0; r < coupling->receivers.list.count; r++)
    add_senders (tokens, r, r < old_receivers ? old_senders : 0);
  LOG (2, "%u points where the token comes, %u where it goes, %llu pairs",
       (unsigned) coupling->receivers.list.count, (unsigned) coupling->senders.list.count,
       (unsigned long long) tokens->pairs);
}

static void
close_points (struct coupling *coupling)
{
  struct tokens *tokens = (struct tokens *) coupling;
  assert (tokens->open.count == tokens->coupling.receivers.list.count);
  for (uint32_t r = 0; r < tokens->open.count; r++)
    clauses_assume (tokens->coupling.clauses, aig_not (tokens->open.at[r]));
}

/* "A few passings" are those whose times fit in this many bits. */
#define HURRIED_BITS 2

static void
hurry (struct coupling *coupling)
{
  struct aig *aig = &coupling->bmc->all.aig;
  assert (coupling->bmc->bits > HURRIED_BITS);
  for (uint32_t r = 0; r < coupling->receivers.list.count; r++)
    {
      const struct unrolled_point *to = &coupling->receivers.list.at[r];
      aig_lit late = AIG_FALSE;
      for (uint32_t i = HURRIED_BITS; i < to->time.width; i++)
        late = aig_or (aig, late, to->time.at[i]);
      clauses_assume (coupling->clauses, aig_not (aig_and (aig, to->happens, late)));
    }
}

/* All pairs of points of these depths have been added. */
static enum coupling_reach
reach (const struct coupling *coupling)
{
  assert (((const struct tokens *) coupling)->open.count
          == coupling->receivers.list.count);
  return COUPLING_ALL;
}

static bool
extend (struct coupling *coupling)
{
  assert (reach (coupling) != COUPLING_ALL && "there is nothing to add");
  return false;
}

const struct coupling_kind coupling_by_tokens = { .begin = begin,
                                                  .fit = fit,
                                                  .add = add,
                                                  .hurry = hurry,
                                                  .close = close_points,
                                                  .reach = reach,
                                                  .extend = extend };
