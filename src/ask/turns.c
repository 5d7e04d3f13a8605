/* turns.c -- see turns.h.
 *
 * Invariant between two turns: an engine that is not out has spent what its last turn
 * allowed, or a little more; no engine is in the midst of anything that two engines
 * share, since they pause only where they call quota_spend.
 */
#include <config.h>

#include "ask/turns.h"

#include <assert.h>

#include "base/fiber.h"
#include "base/log.h"

/* The length of the first turn; each later one is longer by one part in GROWTH. */
#define FIRST_TURN 100000
#define GROWTH 16

#define TURNS_LIMIT 4

struct turn
{
  const struct engine *engine;
  struct engine_pool *pool;
  const struct question *question;
  struct statistics *counts;
  struct fiber *fiber; /* null: not begun, or over */
  struct quota_frame frame;
  uint64_t spent;
  bool kept_nothing; /* the engine had nothing from earlier questions */
  bool out;          /* no more turns */
  bool answered;
  struct answer answer;
};

static struct quota *
quota_of (const struct turn *turn)
{
  return turn->pool->quota;
}

/* What a fiber executes. */
static void
ask_engine (void *context)
{
  struct turn *turn = context;
  if (quota_frame_checkpoint (quota_of (turn), &turn->frame))
    return;
  engine_pool_ask (turn->pool, turn->engine, turn->question, turn->counts, &turn->answer);
  turn->answered = true;
}

static void
pause_engine (void *context)
{
  struct turn *turn = context;
  fiber_pause (turn->fiber);
}

/* Let the engine work until it has spent UNTIL in all.  True: it would go on. */
static bool
resume (struct turn *turn, uint64_t until)
{
  struct quota *quota = quota_of (turn);
  uint64_t before = quota->spent;
  assert (turn->fiber && turn->spent < until && !quota->frame);
  quota->frame = &turn->frame;
  quota->spent = turn->spent;
  quota->turn = until;
  quota->pause = pause_engine;
  quota->pause_context = turn;
  bool more = fiber_resume (turn->fiber);
  turn->spent = quota->spent;
  quota->frame = NULL;
  quota->turn = UINT64_MAX;
  quota->spent = before;
  return more;
}

static void
end_fiber (struct turn *turn)
{
  fiber_free (turn->fiber);
  turn->fiber = NULL;
}

/* Make all engines that are in the midst of their work abandon it. */
static void
stop_all (struct turn *turns, uint32_t count)
{
  for (uint32_t i = 0; i < count; i++)
    if (turns[i].fiber)
      {
        end_fiber (&turns[i]);
        engine_pool_dismiss (turns[i].pool, turns[i].engine);
      }
}

static void
begin (struct turn *turn)
{
  assert (!turn->fiber && !turn->out);
  turn->kept_nothing |= !engine_pool_has (turn->pool, turn->engine);
  turn->answered = false;
  turn->fiber = fiber_new (ask_engine, turn);
}

/* The engine has unwound.  True: only memory ran out.  Then it is out, unless it kept
   something from earlier questions: in that case it tries once more without. */
static bool
survives (struct turn *turn)
{
  assert (!turn->fiber && !turn->answered);
  if (quota_of (turn)->reason != QUOTA_MEMORY)
    return false;
  LOG (1, "engine %s is out of memory", turn->engine->name);
  engine_pool_dismiss (turn->pool, turn->engine);
  turn->answer = (struct answer){ .kind = VERDICT_UNKNOWN, .reason = QUOTA_MEMORY };
  turn->out = turn->kept_nothing;
  turn->kept_nothing = true;
  return true;
}

/* Give TURN its turn; true: it has answered.  May unwind, once all have stopped. */
static bool
take_turn (struct turn *turns, uint32_t count, struct turn *turn, uint64_t until)
{
  struct quota *quota = quota_of (turn);
  if (!turn->fiber)
    begin (turn);
  if (!turn->fiber)
    {
      stop_all (turns, count);
      quota_exhaust (quota, QUOTA_MEMORY);
    }
  if (resume (turn, until))
    return false;
  end_fiber (turn);
  if (!turn->answered && !survives (turn))
    {
      enum quota_reason reason = quota->reason;
      engine_pool_dismiss (turn->pool, turn->engine);
      stop_all (turns, count);
      quota_exhaust (quota, reason);
    }
  if (!turn->answered)
    return false;
  turn->out = true;
  LOG (1, "engine %s answers: %s, after %llu units of effort", turn->engine->name,
       verdict_word (turn->answer.kind), (unsigned long long) turn->spent);
  return turn->answer.kind != VERDICT_UNKNOWN;
}

/* Choose the answer when all are out: "out of memory" if one was, since it may have more
   on a larger machine. */
static const struct turn *
choose_unknown (const struct turn *turns, uint32_t count)
{
  const struct turn *chosen = &turns[count - 1];
  for (uint32_t i = 0; i < count; i++)
    {
      assert (turns[i].out && turns[i].answer.kind == VERDICT_UNKNOWN);
      if (turns[i].answer.reason == QUOTA_MEMORY)
        chosen = &turns[i];
    }
  return chosen;
}

/* Take turns.  Returns the engine that answered; null: all are out. */
static const struct turn *
take_turns (struct turn *turns, const struct turns_engine *who, uint32_t count)
{
  for (uint64_t until = FIRST_TURN;; until += until / GROWTH)
    {
      uint32_t left = 0;
      for (uint32_t i = 0; i < count; i++)
        {
          struct turn *turn = &turns[i];
          uint64_t share = until / who[i].pace;
          if (until >= who[i].joins && !turn->out && turn->spent < share
              && take_turn (turns, count, turn, share))
            return turn;
          left += !turn->out;
        }
      if (left == 0)
        return NULL;
    }
}

const struct engine *
turns_ask (struct engine_pool *pool, const struct turns_engine *who, uint32_t count,
           const struct question *question, struct statistics *counts,
           struct answer *answer)
{
  struct turn turns[TURNS_LIMIT];
  assert (count > 0 && count <= TURNS_LIMIT && !question->budget);
  for (uint32_t i = 0; i < count; i++)
    assert (who[i].pace > 0);
  for (uint32_t i = 0; i < count; i++)
    turns[i] = (struct turn){
      .engine = who[i].engine, .pool = pool, .question = question, .counts = counts
    };
  const struct turn *last = take_turns (turns, who, count);
  stop_all (turns, count);
  if (!last)
    last = choose_unknown (turns, count);
  *answer = last->answer;
  return last->engine;
}
