/* history.c -- see history.h. */
#include <config.h>

#include "tests/spec/history.h"

#include <assert.h>
#include <string.h>

static history_locks
only (unsigned lock)
{
  assert (lock < HISTORY_LOCKS);
  return (history_locks) 1 << lock;
}

void
history_start (struct history *history, history_locks held)
{
  memset (history, 0, sizeof *history);
  history->held = held;
}

/* AH[i] = {i}; i joins AH[j] for every j in A; A = A + i. */
void
history_acquire (struct history *history, unsigned lock)
{
  assert (!((history->acquired | history->held) & only (lock)));
  for (unsigned j = 0; j < HISTORY_LOCKS; j++)
    if (history->acquired & only (j))
      history->acquired_after[j] |= only (lock);
  history->acquired_after[lock] = only (lock);
  history->acquired |= only (lock);
}

/* i in A:      U = U + i, A = A - i, AH[i] empty.
   i not in A:  RH[i] = {i} + U + R, R = R + i, HT = HT - i. */
void
history_release (struct history *history, unsigned lock)
{
  if (history->acquired & only (lock))
    {
      history->used |= only (lock);
      history->acquired &= ~only (lock);
      history->acquired_after[lock] = 0;
    }
  else
    {
      assert (history->held & only (lock));
      history->released_before[lock] = only (lock) | history->used | history->released;
      history->released |= only (lock);
      history->held &= ~only (lock);
    }
}

void
history_next_phase (struct history *history)
{
  history_start (history, history_finally_held (history));
}

history_locks
history_initially_held (const struct history *history)
{
  return history->released | history->held;
}

history_locks
history_finally_held (const struct history *history)
{
  return history->acquired | history->held;
}

bool
history_equal (const struct history *a, const struct history *b)
{
  return a->released == b->released && a->used == b->used && a->acquired == b->acquired
         && a->held == b->held
         && memcmp (a->released_before, b->released_before, sizeof a->released_before)
              == 0
         && memcmp (a->acquired_after, b->acquired_after, sizeof a->acquired_after) == 0;
}
