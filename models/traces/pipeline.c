/* pipeline.c -- a pipeline of two stages with conditions: squares, then a sum.
 *
 * Each stage hands its values on in a slot of its own, with a lock and a condition.  But
 * the stages count themselves in without a lock.  pipeline-fixed.c has one for that.
 */
#include <pthread.h>
#include <stdio.h>

struct slot
{
  pthread_mutex_t lock;
  pthread_cond_t changed;
  int value, full, finished;
};

static struct slot numbers
  = { .lock = PTHREAD_MUTEX_INITIALIZER, .changed = PTHREAD_COND_INITIALIZER };
static struct slot squares
  = { .lock = PTHREAD_MUTEX_INITIALIZER, .changed = PTHREAD_COND_INITIALIZER };

static int stages;

static void
count_in (void)
{
  stages++;
}

static void
put (struct slot *slot, int value)
{
  pthread_mutex_lock (&slot->lock);
  while (slot->full)
    pthread_cond_wait (&slot->changed, &slot->lock);
  slot->value = value;
  slot->full = 1;
  pthread_cond_broadcast (&slot->changed);
  pthread_mutex_unlock (&slot->lock);
}

/* False at the end. */
static int
take (struct slot *slot, int *value)
{
  pthread_mutex_lock (&slot->lock);
  while (!slot->full && !slot->finished)
    pthread_cond_wait (&slot->changed, &slot->lock);
  int found = slot->full;
  *value = slot->value;
  slot->full = 0;
  pthread_cond_broadcast (&slot->changed);
  pthread_mutex_unlock (&slot->lock);
  return found;
}

static void
finish (struct slot *slot)
{
  pthread_mutex_lock (&slot->lock);
  slot->finished = 1;
  pthread_cond_broadcast (&slot->changed);
  pthread_mutex_unlock (&slot->lock);
}

static void *
square (void *argument)
{
  int value;
  count_in ();
  while (take (&numbers, &value))
    put (&squares, value * value);
  finish (&squares);
  return argument;
}

static void *
add (void *argument)
{
  int value, *sum = argument;
  count_in ();
  while (take (&squares, &value))
    *sum += value;
  return NULL;
}

int
main (void)
{
  pthread_t squarer, adder;
  int sum = 0;
  pthread_create (&squarer, NULL, square, NULL);
  pthread_create (&adder, NULL, add, &sum);
  for (int i = 1; i <= 5; i++)
    put (&numbers, i);
  finish (&numbers);
  pthread_join (squarer, NULL);
  pthread_join (adder, NULL);
  printf ("%d by %d\n", sum, stages);
  return 0;
}
