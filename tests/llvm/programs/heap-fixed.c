// expect: assert:safe race:safe deadlock:safe
#include <pthread.h>
#include <assert.h>
#include <stdlib.h>
struct box
{
  pthread_mutex_t lock;
  int value;
};
void *
work (void *argument)
{
  struct box *box = argument;
  pthread_mutex_lock (&box->lock);
  box->value++;
  pthread_mutex_unlock (&box->lock);
  return 0;
}
int
main (void)
{
  pthread_t a, b;
  struct box *box = malloc (sizeof *box);
  box->value = 0;
  pthread_mutex_init (&box->lock, 0);
  pthread_create (&a, 0, work, box);
  pthread_create (&b, 0, work, box);
  pthread_join (a, 0);
  pthread_join (b, 0);
  assert (box->value == 2);
  return 0;
}
