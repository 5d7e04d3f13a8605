// expect: wrong:safe race:safe deadlock:safe
#include <pthread.h>
#include <assert.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

int stack[3], top;
static void
push (int value)
{
  pthread_mutex_lock (&m);
  if (top < 3)
    stack[top++] = value;
  pthread_mutex_unlock (&m);
}
static int
pop (void)
{
  pthread_mutex_lock (&m);
  if (top == 0)
    {
      pthread_mutex_unlock (&m);
      return -1;
    }
  int value = stack[--top];
  pthread_mutex_unlock (&m);
  return value;
}
void *
producer (void *argument)
{
  push (1);
  push (2);
  return argument;
}
void *
consumer (void *argument)
{
  pop ();
  return argument;
}
int
main (void)
{
  pthread_t a, b, c;
  pthread_create (&a, 0, producer, 0);
  pthread_create (&b, 0, consumer, 0);
  pthread_create (&c, 0, consumer, 0);
  pthread_join (a, 0);
  pthread_join (b, 0);
  pthread_join (c, 0);
  return 0;
}
