/* tokens.c -- see tokens.h. */
#include <config.h>

#include "engine/bmc/tokens.h"

#include "base/log.h"

void
tokens_init (struct tokens *tokens, struct bmc *bmc, struct clauses *clauses,
             bool locksets)
{
  assert (bmc && clauses);
  *tokens = (struct tokens){ .bmc = bmc, .clauses = clauses, .locksets = locksets };
}

/* IF implies that A and B are equal. */
static void
require_equal (struct tokens *tokens, aig_lit condition, struct bits a, struct bits b)
{
  assert (a.width == b.width);
  for (uint32_t i = 0; i < a.width; i++)
    {
      aig_lit one[3] = { aig_not (condition), aig_not (a.at[i]), b.at[i] };
      aig_lit other[3] = { aig_not (condition), a.at[i], aig_not (b.at[i]) };
      clauses_require_one (tokens->clauses, one, 3);
      clauses_require_one (tokens->clauses, other, 3);
    }
}

static void
require_if (struct tokens *tokens, aig_lit condition, aig_lit then)
{
  aig_lit clause[2] = { aig_not (condition), then };
  clauses_require_one (tokens->clauses, clause, 2);
}

/* The token goes from a process that has just made an access to one that is about to make
   one: a race, if the second could have been made before the first.  It could unless it
   is an assume, which may have been blocked; then the passing in the other order shows
   the race, since the assume changes nothing that could be in the way of a write.
   Returns: there is one. */
static aig_lit
find_races (struct tokens *tokens, aig_lit goes, const struct unrolled_point *from,
            const struct unrolled_point *to)
{
  struct bmc *bmc = tokens->bmc;
  aig_lit some = AIG_FALSE;
  if (!unrolling_are_meant (&bmc->all, from->process, to->process))
    return some;
  for (uint32_t i = 0; i < from->accesses.list.count; i++)
    for (uint32_t k = 0; k < to->accesses.list.count; k++)
      {
        const struct unrolled_access *a = &from->accesses.list.at[i],
                                     *b = &to->accesses.list.at[k];
        aig_lit race = AIG_FALSE;
        if (!b->tests)
          race = aig_and (&bmc->all.aig, unrolling_is_race (&bmc->all, a, b), goes);
        struct unrolled_hit_place made = { from->process, a->depth, a->rule };
        struct unrolled_hit_place poised = { to->process, b->depth, b->rule };
        if (!aig_equal (race, AIG_FALSE))
          *vec_push (bmc->all.arena, &bmc->all.hits) = (struct unrolled_hit){
            .when = race, .time = from->time, .race = true,
            .place = a->writes ? made : poised, .other = a->writes ? poised : made,
            .ends = from->for_races
          };
        some = aig_or (&bmc->all.aig, some, race);
      }
  return some;
}

/* The token may go from sender S to receiver R.  Returns the variable that says so. */
static aig_lit
add_pair (struct tokens *tokens, uint32_t s, uint32_t r)
{
  assert (s < tokens->senders.list.count && r < tokens->receivers.list.count);
  struct bmc *bmc = tokens->bmc;
  const struct unrolled_point *from = &tokens->senders.list.at[s];
  const struct unrolled_point *to = &tokens->receivers.list.at[r];
  aig_lit goes = aig_input (&bmc->all.aig);
  tokens->pairs++;
  quota_tick (bmc->all.arena->quota);
  require_if (tokens, goes, from->happens);
  require_if (tokens, goes, to->happens);
  for (uint32_t i = 0; i < bmc->all.layout.width.count; i++)
    require_equal (tokens, goes, to->shared[i], from->shared[i]);
  require_equal (tokens, goes, to->time, from->time);
  require_equal (tokens, goes, from->receiver,
                 bits_constant (&bmc->all.aig, bmc->bits, r));
  aig_lit race = find_races (tokens, goes, from, to);
  if (from->for_races)
    require_if (tokens, goes, race);
  return goes;
}

/* Does a lock keep the token from going FROM there TO here?  Who receives it has made no
   step since the sender got it: what it holds the sender has not touched in its last step.
   And what the sender holds cannot be acquired; but who is part of a deadlock may have
   the token, too. */
static bool
excluded (const struct tokens *tokens, const struct unrolled_point *from,
          const struct unrolled_point *to)
{
  const struct unrolling_question *question = tokens->bmc->all.question;
  const struct idsets *sets = question->lowering->pds.idsets;
  return idset_meets (sets, from->used, to->held)
         || (question->goal != GOAL_DEADLOCK && idset_meets (sets, from->held, to->used));
}

static bool
can_pass (const struct tokens *tokens, uint32_t s, uint32_t r)
{
  const struct unrolled_point *from = &tokens->senders.list.at[s];
  const struct unrolled_point *to = &tokens->receivers.list.at[r];
  return from->process != to->process
         && !(tokens->locksets && excluded (tokens, from, to));
}

/* Receiver R may receive from the senders from FIRST on. */
static void
add_senders (struct tokens *tokens, uint32_t r, uint32_t first)
{
  assert (r < tokens->open.count && first <= tokens->senders.list.count);
  struct bmc *bmc = tokens->bmc;
  VEC (aig_lit) clause = VEC_EMPTY;
  *vec_push (bmc->all.arena, &clause) = aig_not (tokens->open.at[r]);
  for (uint32_t s = first; s < tokens->senders.list.count; s++)
    if (can_pass (tokens, s, r))
      *vec_push (bmc->all.arena, &clause) = add_pair (tokens, s, r);
  if (clause.count == 1)
    return;
  aig_lit later = aig_input (&bmc->all.aig);
  *vec_push (bmc->all.arena, &clause) = later;
  clauses_require_one (tokens->clauses, clause.at, clause.count);
  tokens->open.at[r] = later;
}

bool
tokens_fit (const struct tokens *tokens)
{
  const struct bmc *bmc = tokens->bmc;
  /* The largest time is below the number of receivers; both have a sign. */
  uint64_t most = tokens->receivers.list.count + (uint64_t) bmc->receivers.list.count + 2;
  return !(most >> (bmc->bits - 1));
}

void
tokens_add (struct tokens *tokens)
{
  assert (tokens_fit (tokens));
  struct bmc *bmc = tokens->bmc;
  for (uint32_t i = 0; i < bmc->required.count; i++)
    clauses_require (tokens->clauses, bmc->required.at[i]);
  bmc->required.count = 0;
  uint32_t old_receivers = tokens->receivers.list.count;
  uint32_t old_senders = tokens->senders.list.count;
  for (uint32_t i = 0; i < bmc->receivers.list.count; i++)
    {
      *vec_push (bmc->all.arena, &tokens->receivers.list) = bmc->receivers.list.at[i];
      *vec_push (bmc->all.arena, &tokens->open) = bmc->receivers.list.at[i].happens;
    }
  for (uint32_t i = 0; i < bmc->senders.list.count; i++)
    *vec_push (bmc->all.arena, &tokens->senders.list) = bmc->senders.list.at[i];
  bmc->receivers.list.count = bmc->senders.list.count = 0;
  for (uint32_t r = 0; r < tokens->receivers.list.count; r++)
    add_senders (tokens, r, r < old_receivers ? old_senders : 0);
  LOG (2, "%u points where the token comes, %u where it goes, %llu pairs",
       (unsigned) tokens->receivers.list.count, (unsigned) tokens->senders.list.count,
       (unsigned long long) tokens->pairs);
}

void
tokens_close (struct tokens *tokens)
{
  assert (tokens->open.count == tokens->receivers.list.count);
  for (uint32_t r = 0; r < tokens->open.count; r++)
    clauses_assume (tokens->clauses, aig_not (tokens->open.at[r]));
}

/* Bits of the times that are meant by a few passings. */
#define HURRIED_BITS 2

void
tokens_hurry (struct tokens *tokens)
{
  struct aig *aig = &tokens->bmc->all.aig;
  assert (tokens->bmc->bits > HURRIED_BITS);
  for (uint32_t r = 0; r < tokens->receivers.list.count; r++)
    {
      const struct unrolled_point *to = &tokens->receivers.list.at[r];
      aig_lit late = AIG_FALSE;
      for (uint32_t i = HURRIED_BITS; i < to->time.width; i++)
        late = aig_or (aig, late, to->time.at[i]);
      clauses_assume (tokens->clauses, aig_not (aig_and (aig, to->happens, late)));
    }
}

void
tokens_stop (struct tokens *tokens)
{
  assert (tokens->open.count == tokens->receivers.list.count);
  for (uint32_t r = 0; r < tokens->receivers.list.count; r++)
    clauses_assume (tokens->clauses, aig_not (tokens->receivers.list.at[r].happens));
}
