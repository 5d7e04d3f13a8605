/* tokens.c -- see tokens.h. */
#include <config.h>

#include "engine/bmc/tokens.h"

#include "base/log.h"

void
tokens_init (struct tokens *tokens, struct bmc *bmc, struct clauses *clauses,
             bool locksets)
{
  *tokens = (struct tokens){ .locksets = locksets };
  ties_init (&tokens->ties, bmc, clauses);
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

bool
tokens_fit (const struct tokens *tokens)
{
  const struct bmc *bmc = tokens->ties.bmc;
  /* The largest time is below the number of receivers; both have a sign. */
  uint64_t most
    = tokens->ties.receivers.list.count + (uint64_t) bmc->receivers.list.count + 2;
  return !(most >> (bmc->bits - 1));
}

void
tokens_add (struct tokens *tokens)
{
  assert (tokens_fit (tokens));
  struct ties *ties = &tokens->ties;
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

void
tokens_close (struct tokens *tokens)
{
  assert (tokens->open.count == tokens->ties.receivers.list.count);
  for (uint32_t r = 0; r < tokens->open.count; r++)
    clauses_assume (tokens->ties.clauses, aig_not (tokens->open.at[r]));
}

/* Bits of the times that are meant by a few passings. */
#define HURRIED_BITS 2

void
tokens_hurry (struct tokens *tokens)
{
  struct aig *aig = &tokens->ties.bmc->all.aig;
  assert (tokens->ties.bmc->bits > HURRIED_BITS);
  for (uint32_t r = 0; r < tokens->ties.receivers.list.count; r++)
    {
      const struct unrolled_point *to = &tokens->ties.receivers.list.at[r];
      aig_lit late = AIG_FALSE;
      for (uint32_t i = HURRIED_BITS; i < to->time.width; i++)
        late = aig_or (aig, late, to->time.at[i]);
      clauses_assume (tokens->ties.clauses, aig_not (aig_and (aig, to->happens, late)));
    }
}
