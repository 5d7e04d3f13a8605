// expect: assert:safe wrong:safe race:safe deadlock:safe
#include <pthread.h>
#include <assert.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
int queue[2], first, count, sum;
void *
producer (void *argument)
{
  for (int i = 1; i <= 3; i++)
    {
      pthread_mutex_lock (&m);
      while (count == 2)
        pthread_cond_wait (&changed, &m);
      queue[(first + count) % 2] = i;
      count++;
      assert (count <= 2);
      pthread_cond_broadcast (&changed);
      pthread_mutex_unlock (&m);
    }
  return argument;
}
void *
consumer (void *argument)
{
  for (int i = 1; i <= 3; i++)
    {
      pthread_mutex_lock (&m);
      while (count == 0)
        pthread_cond_wait (&changed, &m);
      sum += queue[first];
      first = (first + 1) % 2;
      count--;
      pthread_cond_broadcast (&changed);
      pthread_mutex_unlock (&m);
    }
  return argument;
}
int
main (void)
{
  pthread_t a, b;
  pthread_create (&a, 0, producer, 0);
  pthread_create (&b, 0, consumer, 0);
  pthread_join (a, 0);
  pthread_join (b, 0);
  assert (sum == 6);
  return 0;
}
