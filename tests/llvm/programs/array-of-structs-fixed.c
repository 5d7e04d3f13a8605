// expect: assert:safe race:safe deadlock:safe
#include <pthread.h>
#include <assert.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

struct account
{
  int id;
  long balance;
} accounts[2] = { { 1, 100 }, { 2, 200 } };
void *
move (void *argument)
{
  long from = (long) argument;
  pthread_mutex_lock (&m);
  accounts[from].balance -= 10;
  accounts[1 - from].balance += 10;
  pthread_mutex_unlock (&m);
  return 0;
}
int
main (void)
{
  pthread_t a, b;
  pthread_create (&a, 0, move, (void *) 0);
  pthread_create (&b, 0, move, (void *) 1);
  pthread_join (a, 0);
  pthread_join (b, 0);
  assert (accounts[0].balance + accounts[1].balance == 300);
  return 0;
}
