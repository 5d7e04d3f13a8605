/* tokens.c -- processes that were unrolled apart, tied together by a token, pair by pair.
 *
 * For each pair of a point where one process may receive the token and a point where
 * another may pass it on there is a variable: the token goes from here to there.  If it
 * does, the receiver's state is the sender's, and its time the sender's and one more
 * [GanaiGupta2008, tables 1 to 3].  Three things make an execution of that:
 *
 *   - who receives has a sender, and a sender at most one receiver (its number);
 *   - the receiver's time is the sender's and one more;
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
 * Deeper points come later: a receiver at which nothing has arrived yet may still receive
 * from a point that does not exist, unless that is assumed away (`open').
 */
#include <config.h>

#include "engine/bmc/strategy.h"

#include "base/log.h"

struct tokens
{
  struct ties ties;   /* first, so that these are tokens */
  VEC (aig_lit) open; /* by receiver: it receives, from a point that is not there yet */
  VEC (struct bits) numbers; /* by sender: inputs, the number of its receiver */
  bool locksets;             /* no pair of points at which one lock is held */
  uint64_t pairs;
};

static struct ties *
begin (struct bmc *bmc, struct clauses *clauses, bool locksets)
{
  struct tokens *tokens = arena_calloc (bmc->all.arena, 1, sizeof *tokens);
  ties_init (&tokens->ties, bmc, clauses);
  tokens->locksets = locksets;
  return &tokens->ties;
}

/* The token may go from sender S to receiver R.  Returns the variable that says so. */
static aig_lit
add_pair (struct tokens *tokens, uint32_t s, uint32_t r)
{
  assert (s < tokens->ties.senders.list.count && r < tokens->ties.receivers.list.count);
  struct bmc *bmc = tokens->ties.bmc;
  const struct unrolled_point *from = &tokens->ties.senders.list.at[s];
  const struct unrolled_point *to = &tokens->ties.receivers.list.at[r];
  aig_lit goes = aig_input (&bmc->all.aig);
  tokens->pairs++;
  quota_tick (bmc->all.arena->quota);
  ties_require (&tokens->ties, goes, from->happens);
  ties_require (&tokens->ties, goes, to->happens);
  ties_require_state (&tokens->ties, goes, to->shared, from->shared);
  ties_require_equal (&tokens->ties, goes, to->time, from->time);
  ties_require_equal (&tokens->ties, goes, tokens->numbers.at[s],
                      bits_constant (&bmc->all.aig, bmc->bits, r));
  aig_lit race = ties_find_races (&tokens->ties, goes, from, to);
  if (from->for_races)
    ties_require (&tokens->ties, goes, race);
  return goes;
}

/* Does a lock keep the token from going FROM there TO here?  Who receives it has made no
   step since the sender got it: what it holds the sender has not touched in its last
   step. And what the sender holds cannot be acquired; but who is part of a deadlock may
   have the token, too. */
static bool
excluded (const struct tokens *tokens, const struct unrolled_point *from,
          const struct unrolled_point *to)
{
  const struct question *question = tokens->ties.bmc->all.question;
  const struct idsets *sets = question->lowering->pds.idsets;
  return idset_meets (sets, from->used, to->held)
         || (question->goal != QUERY_DEADLOCK
             && idset_meets (sets, from->held, to->used));
}

static bool
can_pass (const struct tokens *tokens, uint32_t s, uint32_t r)
{
  const struct unrolled_point *from = &tokens->ties.senders.list.at[s];
  const struct unrolled_point *to = &tokens->ties.receivers.list.at[r];
  return from->process != to->process
         && !(tokens->locksets && excluded (tokens, from, to));
}

/* Receiver R may receive from the senders from FIRST on. */
static void
add_senders (struct tokens *tokens, uint32_t r, uint32_t first)
{
  assert (r < tokens->open.count && first <= tokens->ties.senders.list.count);
  VEC (aig_lit) pairs = VEC_EMPTY;
  for (uint32_t s = first; s < tokens->ties.senders.list.count; s++)
    if (can_pass (tokens, s, r))
      *vec_push (tokens->ties.bmc->all.arena, &pairs) = add_pair (tokens, s, r);
  ties_require_some (tokens->ties.bmc, tokens->ties.clauses, &tokens->open.at[r],
                     pairs.at, pairs.count);
}

static bool
fit (const struct ties *ties)
{
  const struct bmc *bmc = ties->bmc;
  /* The largest time is below the number of receivers, or it is the depth if processes
     are unrolled together; numbers have a sign. */
  uint64_t most = ties->receivers.list.count + (uint64_t) bmc->receivers.list.count + 2;
  if (bmc->all.waits && bmc->all.processes.count > 0)
    most = bmc->all.processes.at[0].depth;
  return !(most >> (bmc->bits - 1));
}

static void
add (struct ties *ties)
{
  assert (fit (ties));
  struct tokens *tokens = (struct tokens *) ties;
  struct bmc *bmc = ties->bmc;
  uint32_t old_receivers = ties->receivers.list.count;
  uint32_t old_senders = ties->senders.list.count;
  ties_take_over (ties);
  for (uint32_t r = old_receivers; r < ties->receivers.list.count; r++)
    {
      const struct unrolled_point *to = &ties->receivers.list.at[r];
      *vec_push (bmc->all.arena, &tokens->open) = to->happens;
      ties_require (ties, to->happens,
                    bits_less (&bmc->all.aig, to->time_before, to->time));
    }
  for (uint32_t s = old_senders; s < ties->senders.list.count; s++)
    *vec_push (bmc->all.arena, &tokens->numbers) = bits_input (&bmc->all.aig, bmc->bits);
  for (uint32_t r = 0; r < ties->receivers.list.count; r++)
    add_senders (tokens, r, r < old_receivers ? old_senders : 0);
  LOG (2, "%u points where the token comes, %u where it goes, %llu pairs",
       (unsigned) ties->receivers.list.count, (unsigned) ties->senders.list.count,
       (unsigned long long) tokens->pairs);
}

static void
close_points (struct ties *ties)
{
  struct tokens *tokens = (struct tokens *) ties;
  assert (tokens->open.count == tokens->ties.receivers.list.count);
  for (uint32_t r = 0; r < tokens->open.count; r++)
    clauses_assume (tokens->ties.clauses, aig_not (tokens->open.at[r]));
}

/* Bits of the times that are meant by a few passings. */
#define HURRIED_BITS 2

static void
hurry (struct ties *ties)
{
  struct aig *aig = &ties->bmc->all.aig;
  assert (ties->bmc->bits > HURRIED_BITS);
  for (uint32_t r = 0; r < ties->receivers.list.count; r++)
    {
      const struct unrolled_point *to = &ties->receivers.list.at[r];
      aig_lit late = AIG_FALSE;
      for (uint32_t i = HURRIED_BITS; i < to->time.width; i++)
        late = aig_or (aig, late, to->time.at[i]);
      clauses_assume (ties->clauses, aig_not (aig_and (aig, to->happens, late)));
    }
}

/* Each pair of points that there is was added. */
static enum ties_reach
reach (const struct ties *ties)
{
  assert (((const struct tokens *) ties)->open.count == ties->receivers.list.count);
  return TIES_ALL;
}

static bool
extend (struct ties *ties)
{
  assert (reach (ties) != TIES_ALL && "there is nothing to add");
  return false;
}

const struct ties_kind ties_by_tokens = { .begin = begin,
                                          .fit = fit,
                                          .add = add,
                                          .hurry = hurry,
                                          .close = close_points,
                                          .reach = reach,
                                          .extend = extend };
